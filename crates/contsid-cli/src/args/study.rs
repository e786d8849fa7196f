//! Which study is run, and where.

use super::demo::PageArguments;
use super::values::{count, positive, threads, whole};
use clap::{Args, ValueEnum};
use contsid_study::Positive;
use contsid_study::records::Metric;
use contsid_study::study::{LearnerSettings, Name, ProgramCommand};
use contsid_study::tables::Format;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct StudyArguments {
    /// The TOML file of the study [default: the preset or, with --resume, the study in the directory]
    pub file: Option<PathBuf>,
    /// A built-in study
    #[arg(long, value_enum, conflicts_with = "file")]
    pub preset: Option<Preset>,
    #[command(flatten)]
    pub changes: ChangeArguments,
    /// The directory for the records; `records.csv` grows as the study goes on
    #[arg(short, long, value_name = "DIR", help_heading = "Output")]
    pub output: PathBuf,
    #[command(flatten)]
    pub pages: PageArguments,
    /// Continue the study in the directory, if there is one, and try failed learners again. A file or preset may have
    /// more than that study; without one, the options add to it
    #[arg(long, help_heading = "Output")]
    pub resume: bool,
    /// With --resume, do not try again learners that failed or exceeded their time limit
    #[arg(long, help_heading = "Output", requires = "resume")]
    pub keep_failed: bool,
    /// Delete the study in the directory and start again
    #[arg(long, help_heading = "Output", conflicts_with = "resume")]
    pub force: bool,
    /// The number of threads [default: one for each core]. Results do not depend on it
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    pub threads: Option<u16>,
}

const EXAMPLES: &str = "\
Examples:
  contsid study --preset paper -o DIR
  contsid study --preset paper --nodes 5,10 --graphs 20 --seed 7 -o DIR --resume
  contsid study --resume --nodes 20 --learner ges -o DIR
  contsid study study.toml --learner mine='python my.py {data} {graph}' \\
    --time-limit 60 -o DIR

A program is run without a shell. {data} is a CSV table with a header, {graph} the file that it writes a CSV matrix to \
(row -> column, a header with names), {seed} a number that differs between data sets.";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Preset {
    /// The study of the contSID paper: 100 graphs each of 5, 10 and 20 nodes
    Paper,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Changes to the study")]
pub struct ChangeArguments {
    /// The numbers of nodes
    #[arg(long, value_name = "COUNTS", value_delimiter = ',', value_parser = count)]
    pub nodes: Option<Vec<usize>>,
    /// The number of graphs for each number of nodes
    #[arg(long, value_name = "COUNT", value_parser = count)]
    pub graphs: Option<usize>,
    /// The numbers of samples
    #[arg(long, value_name = "COUNTS", value_delimiter = ',', value_parser = count)]
    pub samples: Option<Vec<usize>>,
    /// The seeds
    #[arg(long, value_name = "SEEDS", value_delimiter = ',', value_parser = whole::<u64>)]
    pub seed: Option<Vec<u64>>,
    /// A learner: the NAME of one of the study or of contsid, which drops the others unless a study is resumed; or
    /// NAME='COMMAND', a program, or NAME:KEY=VALUE, a learner of contsid with options, which are added
    #[arg(long, value_name = "LEARNER", value_parser = learner)]
    pub learner: Vec<LearnerChoice>,
    /// The time limit of a learner on one data set, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    pub time_limit: Option<Positive>,
    /// Also score by cross-fitted contSID, with its standard error
    #[arg(long)]
    pub crossfit: bool,
}

/// A learner on the command line.
#[derive(Clone, Debug)]
pub enum LearnerChoice {
    /// A learner known by its name.
    Known(Name),
    /// A program, or a learner of contsid with options.
    Described(Box<LearnerSettings>),
}

/// `pc`, `pc:alpha=0.01,max-order=2`, or `NAME=COMMAND`.
pub fn learner(text: &str) -> Result<LearnerChoice, String> {
    let name = |name: &str| name.parse::<Name>().map_err(|error| error.to_string());
    let described = |settings| LearnerChoice::Described(Box::new(settings));
    match (text.split_once('='), text.split_once(':')) {
        (Some((before, _)), Some((method, options))) if method.len() < before.len() => {
            with_options(method, options, &text.replace(',', " ")).map(described)
        }
        (Some((before, command)), _) => {
            let command = ProgramCommand::new(command).map_err(|error| error.to_string())?;
            Ok(described(LearnerSettings { command: Some(command), ..LearnerSettings::named(name(before)?) }))
        }
        (None, _) => Ok(LearnerChoice::Known(name(text)?)),
    }
}

/// A learner of contsid with options, `alpha=0.01,max-order=2`: the keys of a file of settings.
fn with_options(method: &str, options: &str, name: &str) -> Result<LearnerSettings, String> {
    let text = |value: &str| toml::Value::String(value.to_owned());
    let mut settings = toml::Table::from_iter([("name".to_owned(), text(name)), ("method".to_owned(), text(method))]);
    for option in options.split(',') {
        let (key, value) = option.split_once('=').ok_or_else(|| format!("`{option}` is not KEY=VALUE"))?;
        let number = value.parse().map(toml::Value::Integer).or_else(|_| value.parse().map(toml::Value::Float));
        settings.insert(key.to_owned(), number.unwrap_or_else(|_| text(value)));
    }
    settings.try_into().map_err(|error: toml::de::Error| error.message().to_owned())
}

#[derive(Debug, Args)]
#[command(after_long_help = "Example:\n  contsid tables DIR --format latex --metrics shd,contsid_upper,skeleton_f1")]
pub struct TablesArguments {
    /// The directory of the study, finished or not
    pub directory: PathBuf,
    /// How the tables are written
    #[arg(long, value_enum, default_value_t = FormatChoice::Text)]
    pub format: FormatChoice,
    /// The columns of the records to show [default: those of the paper]
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', value_parser = metric)]
    pub metrics: Option<Vec<Metric>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatChoice {
    Text,
    Markdown,
    Latex,
}

impl From<FormatChoice> for Format {
    fn from(choice: FormatChoice) -> Self {
        match choice {
            FormatChoice::Text => Self::Text,
            FormatChoice::Markdown => Self::Markdown,
            FormatChoice::Latex => Self::Latex,
        }
    }
}

fn metric(column: &str) -> Result<Metric, String> {
    Metric::of_column(column).ok_or_else(|| format!("there are {}", Metric::ALL.map(Metric::column).join(", ")))
}
