//! Which variables are set together.

use super::values::count;
use clap::Args;
use std::path::{Path, PathBuf};
use std::str::FromStr;

#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Joint interventions")]
pub struct JointArguments {
    /// Also compare interventions on several variables at once: for all sets of K variables (of the --treatments, if
    /// given), or for the sets of a file, one per line, names separated by commas or white space; `#` starts a comment.
    /// Pairs for which a graph has no adjustment set are left out and counted
    #[arg(long, value_name = "K|FILE", requires = "data")]
    pub joint: Option<JointSets>,
    /// Also write one row for each learnt graph, set of treatments and outcome to this CSV file
    #[arg(long, value_name = "FILE", requires = "joint")]
    pub joint_pairs: Option<PathBuf>,
}

/// The sets of variables that are set together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JointSets {
    /// All sets of a size.
    Size(usize),
    /// The sets of a file.
    File(PathBuf),
}

impl FromStr for JointSets {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.parse::<f64>().is_ok() { count(text).map(Self::Size) } else { Ok(Self::File(text.into())) }
    }
}

impl JointArguments {
    /// The file that is read, if there is one.
    pub fn input(&self) -> Option<&Path> {
        match &self.joint {
            Some(JointSets::File(path)) => Some(path),
            _ => None,
        }
    }
}
