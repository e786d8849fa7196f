//! Which variables are set together.

use super::values::count;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Joint interventions")]
pub struct JointArguments {
    /// Also compare interventions on K variables at once, for all sets of K (of the --treatments, if given): the sum
    /// and the mean of the distances. Pairs for which a graph has no adjustment set are left out and counted
    #[arg(long, value_name = "K", value_parser = count, requires = "data", group = "joint_sets")]
    pub joint: Option<usize>,
    /// The same for the sets of a file: one per line, names separated by commas or white space; `#` starts a comment
    #[arg(long, value_name = "FILE", requires = "data", group = "joint_sets")]
    pub treatment_sets: Option<PathBuf>,
    /// Also write one row for each learnt graph, set of treatments and outcome to this CSV file
    #[arg(long, value_name = "FILE", requires = "joint_sets")]
    pub joint_pairs: Option<PathBuf>,
}
