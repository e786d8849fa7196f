//! Which variables are set together.

use crate::args::{JointArguments, JointSets};
use anyhow::{Result, anyhow};
use contsid::distance::Selection;
use contsid::effect::{TreatmentSets, TreatmentSetsError};
use contsid::graph::NodeNames;
use contsid_io::read_treatment_sets;

/// The sets that are asked for, if there are any.
pub fn sets(arguments: &JointArguments, names: &NodeNames, selection: &Selection) -> Result<Option<TreatmentSets>> {
    let found = match &arguments.joint {
        None => return Ok(None),
        Some(JointSets::File(path)) => read_treatment_sets(path, names)?,
        Some(JointSets::Size(size)) => {
            TreatmentSets::all_of_size(*size, names.len(), selection).map_err(|error| match error {
                TreatmentSetsError::TooMany { .. } => anyhow!("--joint {size}: {error} with --joint FILE"),
                error => anyhow!("--joint {size}: {error}"),
            })?
        }
    };
    Ok(Some(found))
}
