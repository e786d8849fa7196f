//! The arguments of the command line. Nothing is read or written here.

mod brief;
mod compare;
mod convert;
mod crossfit;
mod demo;
mod discover;
mod estimation;
mod falsify;
mod graphs;
mod joint;
mod judge;
mod manual;
mod scoring;
mod simulate;
mod stability;
mod study;
mod table;
mod values;
mod why;

pub use compare::CompareArguments;
pub use convert::{ConvertArguments, ConvertTo};
pub use crossfit::CrossFitArguments;
pub use demo::{DemoArguments, PageArguments};
pub use discover::{DiscoverArguments, DiscoverFiles};
pub use estimation::{EstimationArguments, InterventionsArgument};
pub use falsify::FalsifyArguments;
pub use graphs::GraphArguments;
pub use joint::{JointArguments, JointSets};
pub use judge::{JudgeArguments, JudgeOutput};
pub use manual::{CompletionsArguments, ManArguments};
pub use scoring::ScoringArguments;
pub use simulate::SimulateArguments;
pub use stability::StabilityArguments;
pub use study::{ChangeArguments, LearnerChoice, Preset, StudyArguments, TablesArguments};
pub use table::TableArguments;
pub use values::{Usage, nodes, unquoted};
pub use why::WhyArguments;

use clap::{Arg, ArgAction, Args as _, CommandFactory, FromArgMatches, Parser, Subcommand};
use values::named;

/// Say how good a learnt causal graph is.
///
/// Compares a true causal graph with learnt ones by their edges (SHD), by the interventional distributions that are
/// read off wrongly (SID, AID), and, given data, by how far these distributions are from the true ones (contSID).
#[derive(Debug, Parser)]
#[command(name = "contsid", version, max_term_width = 100, propagate_version = true, after_long_help = FIRST_STEPS)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    /// Print only errors on standard error: no notes, no progress, no names of written files, no next steps
    #[arg(short, long, global = true, help_heading = "Everywhere")]
    pub quiet: bool,
}

const FIRST_STEPS: &str = "\
First steps:
  contsid demo                                     # an example, with its data
  contsid simulate --nodes 8 --samples 200 -o sim  # a graph, and data along it
  contsid discover ges sim/data.csv -o ges.csv     # learn a graph from the data
  contsid compare sim/graph.csv ges.csv --data sim/data.csv --html report.html

`contsid help COMMAND` says more about each command.";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Show the first example of the contSID paper, on embedded data
    Demo(DemoArguments),
    /// Compare learnt graphs with the true one
    Compare(Box<CompareArguments>),
    /// Judge graphs by experiments, without a true graph
    Judge(Box<JudgeArguments>),
    /// Test the independences that graphs claim, without a true graph
    Falsify(Box<FalsifyArguments>),
    /// Learn again from resamples of the rows: what comes back?
    Stability(Box<StabilityArguments>),
    /// Explain why one effect is read off rightly or wrongly
    Why(WhyArguments),
    /// Convert a graph file to another format, or to another kind of graph
    Convert(ConvertArguments),
    /// Learn a graph from data
    Discover(DiscoverArguments),
    /// Draw a random graph, and data from it
    Simulate(SimulateArguments),
    /// Try learners on many simulated data sets, and score what they learn
    Study(StudyArguments),
    /// Show the tables of a study
    Tables(TablesArguments),
    /// Print a script that completes commands and options in a shell
    Completions(CompletionsArguments),
    /// Print the manual page of contsid or of a command, or write all of them
    Man(ManArguments),
}

impl Arguments {
    /// Parses the command line; wrong usage ends the program with the exit code 2.
    pub fn from_command_line() -> Self {
        let matches = Self::all().get_matches_from(std::env::args_os().map(graphs::as_value));
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }

    /// The command with all options.
    pub fn all() -> clap::Command {
        brief::brief(with_negative_numbers(Self::command().mut_subcommand("compare", needing_data)))
    }
}

/// Makes the options of tables require a table.
fn needing_data(compare: clap::Command) -> clap::Command {
    let of_tables = TableArguments::augment_args(clap::Command::new("tables"));
    let is_of_tables = |argument: &Arg| of_tables.get_arguments().any(|other| other.get_id() == argument.get_id());
    compare.mut_args(|argument| if is_of_tables(&argument) { argument.requires("data") } else { argument })
}

/// Accepts `-1` as a value, so the error says that the value is wrong, not that an option is unknown.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let allow = |argument: Arg| match argument.get_action() {
        ArgAction::Set | ArgAction::Append if !argument.is_positional() => argument.allow_negative_numbers(true),
        _ => argument,
    };
    command.mut_args(allow).mut_subcommands(with_negative_numbers)
}

#[cfg(test)]
mod tests {
    use super::Arguments;
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    /// Options of other programs that the documents name: cargo and the benchmarks.
    const FOREIGN: [&str; 8] =
        ["example", "features", "first-seed", "path", "per-node", "release", "seeds", "simulations"];

    fn options(command: &clap::Command) -> BTreeSet<String> {
        let own = command.get_arguments().filter_map(|argument| argument.get_long()).map(str::to_owned);
        own.chain(command.get_subcommands().flat_map(options)).collect()
    }

    /// The words after `--` in a text.
    fn named_in(text: &str) -> impl Iterator<Item = &str> {
        let is_part = |symbol: char| symbol.is_ascii_lowercase() || symbol.is_ascii_digit() || symbol == '-';
        text.split(move |symbol: char| !is_part(symbol))
            .filter_map(|word| word.strip_prefix("--"))
            .filter(|word| word.starts_with(|symbol: char| symbol.is_ascii_lowercase()))
    }

    /// The lines of a command's examples, and those of its commands.
    fn examples(command: &clap::Command) -> Vec<String> {
        let text = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
        let own = text.lines().filter(|line| line.starts_with("  ")).map(str::to_owned).collect::<Vec<_>>();
        own.into_iter().chain(command.get_subcommands().flat_map(examples)).collect()
    }

    #[test]
    fn examples_can_be_pasted_from_a_narrow_terminal() {
        let found = examples(&Arguments::all());
        let wide: Vec<_> = found.iter().filter(|line| line.chars().count() > 80).collect();
        assert!(wide.is_empty(), "{wide:#?}");
        assert!(found.iter().filter(|line| line.starts_with("  contsid ")).count() > 40);
        let is_continued = |pair: &[String]| pair[0].ends_with('\\') == pair[1].starts_with("    --");
        assert!(found.windows(2).all(is_continued), "{found:#?}");
    }

    #[test]
    fn documents_name_options_that_exist() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut files = vec![root.join("README.md")];
        for folder in ["docs", "docs/guides", "docs/reference", "docs/decisions"] {
            files.extend(fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path()));
        }
        let known = options(&Arguments::all());
        let (mut unknown, mut count) = (Vec::new(), 0);
        for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "md")) {
            for option in named_in(&fs::read_to_string(file).unwrap()).filter(|option| !FOREIGN.contains(option)) {
                count += 1;
                if !known.contains(option) {
                    unknown.push(format!("{}: --{option}", file.display()));
                }
            }
        }
        assert!(unknown.is_empty(), "{unknown:#?}");
        assert!(count > 50, "the documents name options");
    }
}
