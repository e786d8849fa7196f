//! Which variables are set together.

use crate::args::JointArguments;
use anyhow::{Result, anyhow};
use contsid::distance::Selection;
use contsid::effect::{TreatmentSets, TreatmentSetsError};
use contsid::graph::NodeNames;
use contsid_io::read_treatment_sets;

/// The sets that are asked for, if there are any.
pub fn sets(arguments: &JointArguments, names: &NodeNames, selection: &Selection) -> Result<Option<TreatmentSets>> {
    if let Some(path) = &arguments.treatment_sets {
        return Ok(Some(read_treatment_sets(path, names)?));
    }
    let all = |size| TreatmentSets::all_of_size(size, names.len(), selection);
    let named = |size| {
        all(size).map_err(|error| match error {
            TreatmentSetsError::TooMany { .. } => anyhow!("--joint {size}: {error} with --treatment-sets"),
            error => anyhow!("--joint {size}: {error}"),
        })
    };
    arguments.joint.map(named).transpose()
}
