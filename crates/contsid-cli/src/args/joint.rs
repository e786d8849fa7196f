//! Which variables are set together.

use anyhow::{Result, anyhow};
use clap::Args;
use contsid::distance::Selection;
use contsid::distance::contsid::{TreatmentSets, TreatmentSetsError};
use contsid::graph::NodeNames;
use contsid_io::read_treatment_sets;
use std::path::PathBuf;

#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Joint interventions")]
pub struct JointArguments {
    /// Also compare what happens when K variables are set at once, for all sets of K (of the --treatments, if named): the
    /// sum and the mean of the distances. Pairs for which a graph has no adjustment set are left out and counted
    #[arg(long, value_name = "K", requires = "data", group = "joint_sets")]
    pub joint: Option<usize>,
    /// The same for the sets of a file: one a line, names separated by commas or white space, `#` begins a comment
    #[arg(long, value_name = "FILE", requires = "data", group = "joint_sets")]
    pub treatment_sets: Option<PathBuf>,
    /// Also write one row for each learnt graph, set of treatments and outcome to this CSV file
    #[arg(long, value_name = "FILE", requires = "joint_sets")]
    pub joint_pairs: Option<PathBuf>,
}

impl JointArguments {
    /// The sets, if there are any.
    pub fn sets(&self, names: &NodeNames, selection: &Selection) -> Result<Option<TreatmentSets>> {
        if let Some(path) = &self.treatment_sets {
            return Ok(Some(read_treatment_sets(path, names)?));
        }
        let all = |size| TreatmentSets::all_of_size(size, names.len(), selection);
        let named = |size| {
            all(size).map_err(|error| match error {
                TreatmentSetsError::TooMany { .. } => anyhow!("--joint {size}: {error} with --treatment-sets"),
                error => anyhow!("--joint {size}: {error}"),
            })
        };
        self.joint.map(named).transpose()
    }
}
