//! Parts that other processes estimate.

use crate::errors::refused;
use crate::execution::run;
use contsid::effect::{PartAnswerError, PartWorkers, WorkersFailed};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use std::sync::{Mutex, PoisonError};

/// Processes that a callable reaches: it takes a question and the rows of some parts, and gives the answer of each.
pub(crate) struct Workers {
    callable: Py<PyAny>,
    raised: Mutex<Option<PyErr>>,
}

impl Workers {
    pub(crate) fn new(callable: Py<PyAny>) -> Self {
        Self { callable, raised: Mutex::new(None) }
    }

    /// What the callable raised, if it did.
    pub(crate) fn into_raised(self) -> Option<PyErr> {
        self.raised.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn ask(&self, py: Python<'_>, question: &[u8], parts: &[Vec<u8>]) -> PyResult<Vec<Vec<u8>>> {
        let parts: Vec<_> = parts.iter().map(|rows| PyBytes::new(py, rows)).collect();
        let answers = self.callable.call1(py, (PyBytes::new(py, question), parts))?;
        Ok(answers.extract::<Vec<PyBackedBytes>>(py)?.iter().map(|answer| answer.to_vec()).collect())
    }
}

impl PartWorkers for Workers {
    fn answers(&self, question: &[u8], parts: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, WorkersFailed> {
        Python::attach(|py| {
            self.ask(py, question, &parts).map_err(|error| {
                let reason = error.to_string();
                *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                WorkersFailed { reason }
            })
        })
    }
}

/// The answer of one part, given a question and its rows.
#[pyfunction]
pub(crate) fn answer_part<'py>(py: Python<'py>, question: &[u8], rows: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    let answer = run(py, |execution| {
        contsid::effect::answer_part(question, rows, execution).map_err(|error| match error {
            PartAnswerError::ContSid(error) => error.into(),
            error => refused(error).into(),
        })
    })?;
    Ok(PyBytes::new(py, &answer))
}
