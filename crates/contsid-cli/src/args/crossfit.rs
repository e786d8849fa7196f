//! The options of cross-fitting.

use super::Usage;
use super::values::{count, named};
use anyhow::Result;
use clap::{Args, ValueEnum};
use contsid::comparison::{CrossFitting, DataChoices};
use contsid::effect::{CrossFitOptions, Division, Guide};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Uncertainty")]
pub struct CrossFitArguments {
    /// Whether to estimate contSID in parts of the rows too, with standard errors, intervals and p-values [default: on,
    /// if there are at least 40 rows]
    #[arg(long, requires = "data", value_name = "SWITCH")]
    pub crossfit: Option<Switch>,
    /// The most rows of a part [default: 1000]
    #[arg(long, requires = "data", value_name = "ROWS", value_parser = positive_count)]
    pub part_rows: Option<NonZeroUsize>,
    /// How often the rows are divided into parts [default: 10 / (number of parts − 1), rounded up]
    #[arg(long, requires = "data", value_name = "COUNT", value_parser = positive_count)]
    pub repeats: Option<NonZeroUsize>,
    /// Keep rows with the same value of this column in one part (patients, days); it need not be a node
    #[arg(long, requires = "data", value_name = "COLUMN", conflicts_with = "partition")]
    pub groups: Option<String>,
    /// Read the parts from a CSV file: a column for each repeat, a label for each row of the data
    #[arg(long, requires = "data", value_name = "FILE", conflicts_with_all = ["part_rows", "repeats"])]
    pub partition: Option<PathBuf>,
    /// Whether a linear regression guides the estimate of each part, and the kernel regression corrects it [default:
    /// automatic, which is linear unless --partition gives the parts]
    #[arg(long, requires = "data", value_name = "KIND", value_parser = named::<Guide>())]
    pub guide: Option<Guide>,
    /// Estimate contSID from all rows together even above 4000 rows; the time grows with the cube of their number
    #[arg(long, requires = "data")]
    pub all_rows: bool,
}

/// Whether something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    On,
    Off,
}

fn positive_count(text: &str) -> Result<NonZeroUsize, String> {
    Ok(NonZeroUsize::new(count(text)?).expect("a count is at least 1"))
}

impl CrossFitArguments {
    /// Refuses options of parts together with `--crossfit off`.
    pub fn check(&self) -> Result<()> {
        match self.crossfit {
            Some(Switch::Off) => match self.choice() {
                Some(option) => {
                    Err(Usage::error(format!("--crossfit off: there are no parts, so {option} has no use")))
                }
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// All files that are read.
    pub fn inputs(&self) -> impl Iterator<Item = &Path> {
        self.partition.as_deref().into_iter()
    }

    /// The options, with groups or parts that may come from files.
    pub fn choices(&self, division: Division, seed: u64) -> DataChoices {
        let part_rows = self.part_rows.unwrap_or(CrossFitOptions::PART_ROWS);
        let (repeats, guide) = (self.repeats, self.guide.unwrap_or_default());
        let options = CrossFitOptions { division, part_rows, repeats, seed, guide, ..CrossFitOptions::default() };
        let crossfit = match self.crossfit {
            Some(Switch::Off) => CrossFitting::Off,
            None if self.choice().is_none() => CrossFitting::WherePossible(options),
            _ => CrossFitting::Required(options),
        };
        DataChoices { crossfit, always_all_rows: self.all_rows }
    }

    /// The first option of parts that was given.
    fn choice(&self) -> Option<&'static str> {
        let given = [
            (self.part_rows.is_some(), "--part-rows"),
            (self.repeats.is_some(), "--repeats"),
            (self.groups.is_some(), "--groups"),
            (self.partition.is_some(), "--partition"),
            (self.guide.is_some(), "--guide"),
        ];
        given.into_iter().find(|(is_given, _)| *is_given).map(|(_, option)| option)
    }
}
