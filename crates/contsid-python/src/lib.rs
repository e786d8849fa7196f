//! The extension module `contsid._core`.
//!
//! Each function takes what Python has, calls the crate that knows the answer with the interpreter released, and gives
//! the answer back. What people import stands in `python/contsid`: it turns their objects into a [`graph::Graph`] and a
//! [`table::Table`], and the answers into frames and pictures.

#![allow(clippy::needless_pass_by_value, reason = "what is extracted from Python is owned")]

mod claims;
mod comparison;
mod contsid;
mod crossfit;
mod discovery;
mod distances;
mod drawing;
mod embedding;
mod errors;
mod execution;
mod falsify;
mod graph;
mod hidden;
mod joint;
mod judge;
mod matrix;
mod named;
mod options;
mod output;
mod study;
mod table;
mod workers;

use pyo3::pymodule;

#[pymodule]
mod _core {
    #[pymodule_export]
    use crate::{
        claims::ClaimComparer,
        comparison::{Comparer, Scored, rank},
        contsid::{ContSid, Prepared, check_choices},
        crossfit::CrossFit,
        discovery::{ges, ica_lingam, pc, simulate, sort_n_regress},
        distances::{Mistakes, Shd, Sid, aid, cpdag, is_valid_adjustment, shd, sid, why},
        drawing::drawing,
        embedding::{Embedding, InterventionalEmbedding, mcmd, mmd},
        errors::{
            AlignmentError, ContsidError, DiscoveryError, EstimationError, GraphError, OptionError, SimulationError,
            TableError,
        },
        falsify::Tested,
        graph::Graph,
        hidden::HiddenGraph,
        joint::{Joint, check_sets},
        judge::Judged,
        output::{mean_and_deviation, with_error, write_text},
        study::{Journal, Trial, metrics, read_study, stability, stored_settings},
        table::Table,
        workers::answer_part,
    };
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
