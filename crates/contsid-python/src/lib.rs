//! The extension module `contsid._core`.
//!
//! Each function takes what Python has, calls the crate that knows the answer with the interpreter released, and gives
//! the answer back. What people import stands in `python/contsid`: it turns their objects into a [`graph::Graph`] and a
//! [`table::Table`], and the answers into frames and pictures.

#![allow(clippy::needless_pass_by_value, reason = "what is extracted from Python is owned")]

mod comparison;
mod contsid;
mod crossfit;
mod discovery;
mod distances;
mod drawing;
mod embedding;
mod errors;
mod execution;
mod graph;
mod joint;
mod judge;
mod matrix;
mod options;
mod output;
mod study;
mod table;
mod workers;

use pyo3::pymodule;

#[pymodule]
mod _core {
    #[pymodule_export]
    use crate::comparison::{Comparer, Scored, rank};
    #[pymodule_export]
    use crate::contsid::{ContSid, Prepared};
    #[pymodule_export]
    use crate::crossfit::CrossFit;
    #[pymodule_export]
    use crate::discovery::{ges, ica_lingam, pc, simulate};
    #[pymodule_export]
    use crate::distances::{Mistakes, Shd, Sid, aid, cpdag, is_valid_adjustment, shd, sid, why};
    #[pymodule_export]
    use crate::drawing::drawing;
    #[pymodule_export]
    use crate::embedding::{Embedding, InterventionalEmbedding};
    #[pymodule_export]
    use crate::errors::{
        AlignmentError, ContsidError, DiscoveryError, EstimationError, GraphError, OptionError, SimulationError,
        TableError,
    };
    #[pymodule_export]
    use crate::graph::Graph;
    #[pymodule_export]
    use crate::joint::Joint;
    #[pymodule_export]
    use crate::judge::Judged;
    #[pymodule_export]
    use crate::output::{mean_and_deviation, with_error, write_text};
    #[pymodule_export]
    use crate::study::{Journal, Trial, metrics, read_study, stored_settings};
    #[pymodule_export]
    use crate::table::Table;
    #[pymodule_export]
    use crate::workers::answer_part;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
