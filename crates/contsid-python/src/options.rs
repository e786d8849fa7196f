//! Words and numbers as options.

use crate::errors::{bad_option, not_aligned};
use contsid::distance::{Reversal, Strategy};
use contsid::effect::{ContSidOptions, InterventionPoints, Interventions, LambdaChoice, PerColumn};
use contsid::graph::{NodeId, NodeNames, NodeSet};
use contsid::named::Words;
use contsid_io::graph::{GraphOptions, Marks, MatrixEncoding, Threshold};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// The choice of a word.
pub(crate) fn chosen<T: Words>(option: &str, word: &str) -> PyResult<T> {
    word.parse().map_err(|error: T::Err| bad_option(format!("{option}: {error}")))
}

/// The strategy of a word.
pub(crate) fn strategy(word: &str) -> PyResult<Strategy> {
    chosen("strategy", word)
}

pub(crate) fn reversal(cost: i64) -> PyResult<Reversal> {
    chosen("reversal", &cost.to_string())
}

/// The choice of a word or a number.
fn word_or_number<T: Words>(option: &str, given: &Bound<'_, PyAny>) -> PyResult<T> {
    let word = match given.extract::<f64>() {
        Ok(number) if !given.is_instance_of::<PyString>() => number.to_string(),
        _ => given
            .extract()
            .map_err(|_| bad_option(format!("{option} is {}: choose one of {}", shown(given), T::FORMS.join(", "))))?,
    };
    chosen(option, &word)
}

/// How the cells of a matrix are to be understood, as it is passed.
#[derive(FromPyObject)]
pub(crate) struct MatrixChoices {
    edge_direction: String,
    encoding: String,
    threshold: Option<f64>,
}

impl MatrixChoices {
    pub(crate) fn options(&self) -> PyResult<GraphOptions> {
        let edge_direction = chosen("edge_direction", &self.edge_direction)?;
        let marks = chosen("encoding", &self.encoding)?;
        let threshold = self.threshold.map(Threshold::new).transpose().map_err(bad_option)?;
        if marks != Marks::Adjacency && threshold.is_some() {
            let words = format!("a threshold is for weights, and encoding=\"{marks}\" for marks: take one of them");
            return Err(bad_option(words));
        }
        let encoding = MatrixEncoding::new(marks, threshold);
        Ok(GraphOptions { edge_direction, encoding, ..GraphOptions::default() })
    }
}

/// The node of a name.
pub(crate) fn node(names: &NodeNames, name: &str) -> PyResult<NodeId> {
    names.find(name.trim()).map_err(not_aligned)
}

/// The nodes of some names.
pub(crate) fn node_set(names: &NodeNames, wanted: &[String]) -> PyResult<NodeSet> {
    names.find_all(wanted).map_err(not_aligned)
}

/// The choices of contSID, as they are passed.
#[derive(FromPyObject)]
pub(crate) struct Choices<'py> {
    adjustment: String,
    agreement: String,
    normalise: String,
    lambda_: Bound<'py, PyAny>,
    estimator: String,
    kernel: Bound<'py, PyAny>,
    bandwidth: Bound<'py, PyAny>,
    interventions: Bound<'py, PyAny>,
    memory_limit: Option<u64>,
}

impl Choices<'_> {
    pub(crate) fn options(&self) -> PyResult<ContSidOptions> {
        Ok(ContSidOptions {
            adjustment: chosen("adjustment", &self.adjustment)?,
            agreement: chosen("agreement", &self.agreement)?,
            normalise: chosen("normalise", &self.normalise)?,
            lambda: if self.lambda_.is_none() {
                LambdaChoice::default()
            } else {
                word_or_number("lambda_", &self.lambda_)?
            },
            estimator: chosen("estimator", &self.estimator)?,
            kernel: per_column(&self.kernel, |given| word_or_number("kernel", given))?,
            bandwidth: per_column(&self.bandwidth, |given| word_or_number("bandwidth", given))?,
            interventions: per_column(&self.interventions, interventions)?,
            memory_limit: self.memory_limit.or_else(contsid_io::available_memory),
        })
    }
}

/// Nothing, one choice for all columns, or a dictionary of choices by column.
fn per_column<T: Default>(
    given: &Bound<'_, PyAny>,
    choice: impl Fn(&Bound<'_, PyAny>) -> PyResult<T>,
) -> PyResult<PerColumn<T>> {
    if given.is_none() {
        return Ok(PerColumn::default());
    }
    let Ok(by_column) = given.cast::<PyDict>() else {
        return Ok(PerColumn::all(choice(given)?));
    };
    let mut all = PerColumn::default();
    for (column, value) in by_column {
        let column = column.str()?.to_string();
        all = all.with(column.trim(), choice(&value)?);
    }
    Ok(all)
}

/// A short form of an object for messages.
pub(crate) fn shown(object: &Bound<'_, PyAny>) -> String {
    const LONGEST: usize = 60;
    let text = object.repr().map_or_else(|_| "an object".to_owned(), |text| text.to_string());
    if text.chars().count() > LONGEST { format!("{}…", text.chars().take(LONGEST).collect::<String>()) } else { text }
}

/// A word as on the command line, values, or a pair of values and weights.
fn interventions(given: &Bound<'_, PyAny>) -> PyResult<Interventions> {
    if let Ok(word) = given.extract::<&str>() {
        return chosen("interventions", word);
    }
    let points = match given.extract::<(Vec<f64>, Vec<f64>)>() {
        Ok((values, weights)) => InterventionPoints::weighted(values, weights),
        Err(_) => InterventionPoints::equal(given.extract::<Vec<f64>>().map_err(|_| {
            let words = "a word such as \"grid:10\", values, or a pair of values and weights";
            bad_option(format!("interventions is {}: take {words}", shown(given)))
        })?),
    };
    Ok(Interventions::Points(points.map_err(bad_option)?))
}
