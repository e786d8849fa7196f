//! Words and numbers as options.

use crate::errors::{bad_option, not_aligned};
use contsid::distance::contsid::{ContSidOptions, InterventionPoints, Interventions, LambdaChoice, PerColumn};
use contsid::distance::{Reversal, Selection};
use contsid::embedding::Lambda;
use contsid::graph::{NodeId, NodeNames, NodeSet};
use contsid::kernel::{Bandwidth, BandwidthChoice, KernelFamily};
use contsid::named::Named;
use contsid_io::graph::{GraphOptions, MatrixEncoding, Threshold};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// The choice of a name.
pub(crate) fn chosen<T: Named>(option: &str, word: &str) -> PyResult<T> {
    T::named(word).ok_or_else(|| {
        let names: Vec<&str> = T::names().collect();
        bad_option(format!("{option} is `{word}`: choose one of {}", names.join(", ")))
    })
}

pub(crate) fn reversal(cost: i64) -> PyResult<Reversal> {
    match cost {
        1 => Ok(Reversal::Once),
        2 => Ok(Reversal::Twice),
        _ => Err(bad_option("a reversed edge costs 1 or 2")),
    }
}

/// How the cells of a matrix are to be understood.
pub(crate) fn matrix_options(direction: &str, encoding: &str, threshold: Option<f64>) -> PyResult<GraphOptions> {
    let encoding = match (encoding, threshold) {
        ("adjacency", Some(size)) => MatrixEncoding::Weights(Threshold::new(size).map_err(bad_option)?),
        ("adjacency", None) => MatrixEncoding::Adjacency,
        ("endpoints", None) => MatrixEncoding::Endpoints,
        ("endpoints", Some(_)) => {
            return Err(bad_option(
                "a threshold is for weights, and encoding=\"endpoints\" for marks: take one of them",
            ));
        }
        _ => return Err(bad_option(format!("encoding is `{encoding}`: choose one of adjacency, endpoints"))),
    };
    Ok(GraphOptions { format: None, edge_direction: chosen("edge_direction", direction)?, encoding })
}

/// The node of a name.
pub(crate) fn node(names: &NodeNames, name: &str) -> PyResult<NodeId> {
    names.find(name.trim()).map_err(not_aligned)
}

/// The nodes of some names.
pub(crate) fn node_set(names: &NodeNames, wanted: &[String]) -> PyResult<NodeSet> {
    let mut set = NodeSet::empty(names.len());
    for name in wanted {
        set.insert(node(names, name)?);
    }
    Ok(set)
}

/// The pairs of these treatments and outcomes; all without them.
pub(crate) fn selection(
    names: &NodeNames,
    treatments: Option<&[String]>,
    outcomes: Option<&[String]>,
) -> PyResult<Selection> {
    let mut selection = Selection::all(names.len());
    if let Some(treatments) = treatments {
        selection = selection.with_treatments(node_set(names, treatments)?);
    }
    if let Some(outcomes) = outcomes {
        selection = selection.with_outcomes(node_set(names, outcomes)?);
    }
    Ok(selection)
}

/// The choices of contSID, as they are passed.
#[derive(FromPyObject)]
pub(crate) struct Choices<'py> {
    adjustment: String,
    agreement: String,
    normalise: String,
    regularization: Bound<'py, PyAny>,
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
            lambda: lambda(&self.regularization)?,
            estimator: chosen("estimator", &self.estimator)?,
            kernel: per_column(&self.kernel, kernel)?,
            bandwidth: per_column(&self.bandwidth, bandwidth)?,
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

fn number(option: &str, given: &Bound<'_, PyAny>, words: &str) -> PyResult<f64> {
    let refused = || bad_option(format!("{option} is {}: take {words}", shown(given)));
    if given.is_instance_of::<PyString>() { Err(refused()) } else { given.extract().map_err(|_| refused()) }
}

/// A short form of an object for messages.
pub(crate) fn shown(object: &Bound<'_, PyAny>) -> String {
    const LONGEST: usize = 60;
    let text = object.repr().map_or_else(|_| "an object".to_owned(), |text| text.to_string());
    if text.chars().count() > LONGEST { format!("{}…", text.chars().take(LONGEST).collect::<String>()) } else { text }
}

fn lambda(given: &Bound<'_, PyAny>) -> PyResult<LambdaChoice> {
    match given.extract::<&str>() {
        _ if given.is_none() => Ok(LambdaChoice::OneOverN),
        Ok("loo") => Ok(LambdaChoice::LeaveOneOut),
        _ => {
            let value = number("regularization", given, "a number, or \"loo\"")?;
            Ok(LambdaChoice::Fixed(Lambda::new(value).map_err(bad_option)?))
        }
    }
}

fn kernel(given: &Bound<'_, PyAny>) -> PyResult<KernelFamily> {
    match given.extract::<&str>() {
        Ok(word) => chosen("kernel", word),
        Err(_) => Err(bad_option(format!("kernel is {}: take the name of a kernel", shown(given)))),
    }
}

fn bandwidth(given: &Bound<'_, PyAny>) -> PyResult<BandwidthChoice> {
    if given.extract::<&str>().is_ok_and(|word| word == "median") {
        return Ok(BandwidthChoice::Median);
    }
    let value = number("bandwidth", given, "a number, or \"median\"")?;
    Ok(BandwidthChoice::Fixed(Bandwidth::new(value).map_err(bad_option)?))
}

/// A word as on the command line, values, or a pair of values and weights.
fn interventions(given: &Bound<'_, PyAny>) -> PyResult<Interventions> {
    if let Ok(word) = given.extract::<&str>() {
        return word.parse().map_err(bad_option);
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
