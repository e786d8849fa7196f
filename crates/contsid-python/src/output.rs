//! What studies and pages are written by.

use crate::errors::refused;
use crate::execution::run;
use contsid_io::{Replace, check_output};
use contsid_study::tables::Statistic;
use pyo3::prelude::*;
use std::path::{Path, PathBuf};

/// Write a text to a file, whole or not at all; a file that contsid did not write is not replaced.
#[pyfunction]
pub(crate) fn write_text(py: Python<'_>, path: PathBuf, text: &str) -> PyResult<()> {
    run(py, |_| {
        check_output::<&Path>(&path, &[], Replace::OwnFiles).map_err(refused)?;
        let written = contsid_io::write_atomically(path, |file| file.write_all(text.as_bytes()));
        Ok(written.map_err(refused)?)
    })
}

/// The mean of some numbers and their standard deviation, which a single number does not have.
#[pyfunction]
pub(crate) fn mean_and_deviation(values: Vec<f64>) -> Option<(f64, Option<f64>)> {
    Statistic::of(values).map(|found| (found.mean, found.sd))
}

/// A value and its standard error, with as many decimals as that supports.
#[pyfunction]
pub(crate) fn with_error(value: f64, se: f64) -> String {
    contsid_report::number::with_error(value, se)
}
