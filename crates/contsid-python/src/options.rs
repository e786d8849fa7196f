//! Words and numbers as options.

use crate::errors::{bad_option, not_aligned};
use contsid::comparison::Undirected;
use contsid::distance::contsid::{
    Agreement, ContSidOptions, InterventionPoints, Interventions, LambdaChoice, Normalisation, PerColumn,
};
use contsid::distance::{Reversal, Selection, Strategy};
use contsid::embedding::{Estimator, Lambda};
use contsid::graph::{NodeId, NodeNames, NodeSet};
use contsid::kernel::{Bandwidth, BandwidthChoice, KernelFamily};
use contsid_io::graph::{EdgeDirection, GraphOptions, MatrixEncoding, Threshold};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// The value of a word among those that an option knows.
fn chosen<T: Copy>(option: &str, word: &str, known: &[(&str, T)]) -> PyResult<T> {
    known.iter().find(|(name, _)| *name == word).map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|&(name, _)| name).collect();
        bad_option(format!("{option} is `{word}`: choose one of {}", names.join(", ")))
    })
}

pub(crate) fn undirected(word: &str) -> PyResult<Undirected> {
    let known = [("bounds", Undirected::Bounds), ("drop", Undirected::Drop), ("extend", Undirected::Extend)];
    chosen("undirected", word, &known)
}

pub(crate) fn strategy(word: &str) -> PyResult<Strategy> {
    let known = [("parent", Strategy::Parent), ("ancestor", Strategy::Ancestor), ("oset", Strategy::Optimal)];
    chosen("strategy", word, &known)
}

pub(crate) fn reversal(cost: i64) -> PyResult<Reversal> {
    match cost {
        1 => Ok(Reversal::Once),
        2 => Ok(Reversal::Twice),
        _ => Err(bad_option("a reversed edge costs 1 or 2")),
    }
}

pub(crate) fn estimator(word: &str) -> PyResult<Estimator> {
    let known = [("plain", Estimator::Plain), ("normalised", Estimator::Normalised), ("centred", Estimator::Centred)];
    chosen("estimator", word, &known)
}

/// How the cells of a matrix are to be understood.
pub(crate) fn matrix_options(direction: &str, encoding: &str, threshold: Option<f64>) -> PyResult<GraphOptions> {
    let directions = [("row-to-column", EdgeDirection::RowToColumn), ("column-to-row", EdgeDirection::ColumnToRow)];
    let encodings = [("adjacency", MatrixEncoding::Adjacency), ("endpoints", MatrixEncoding::Endpoints)];
    let encoding = chosen("encoding", encoding, &encodings)?;
    Ok(GraphOptions {
        format: None,
        edge_direction: chosen("edge_direction", direction, &directions)?,
        encoding: match threshold {
            Some(size) => MatrixEncoding::Weights(Threshold::new(size).map_err(bad_option)?),
            None => encoding,
        },
    })
}

/// The node of a name.
pub(crate) fn node(names: &NodeNames, name: &str) -> PyResult<NodeId> {
    const MOST: usize = 20;
    names.node(name.trim()).ok_or_else(|| {
        let listed: Vec<&str> = names.iter().take(MOST).collect();
        let more = if names.len() > MOST { format!(" and {} more", names.len() - MOST) } else { String::new() };
        not_aligned(format!("there is no node `{name}`; the nodes are {}{more}", listed.join(", ")))
    })
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
        let agreements = [
            ("either", Agreement::Either),
            ("both", Agreement::Both),
            ("learnt", Agreement::Learnt),
            ("never", Agreement::Never),
        ];
        let normalisations =
            [("norm", Normalisation::Norm), ("printed", Normalisation::Printed), ("none", Normalisation::None)];
        Ok(ContSidOptions {
            agreement: chosen("agreement", &self.agreement, &agreements)?,
            normalise: chosen("normalise", &self.normalise, &normalisations)?,
            lambda: lambda(&self.regularization)?,
            estimator: estimator(&self.estimator)?,
            kernel: per_column(&self.kernel, kernel)?,
            bandwidth: per_column(&self.bandwidth, bandwidth)?,
            interventions: per_column(&self.interventions, interventions)?,
            memory_limit: self.memory_limit,
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

pub(crate) fn lambda(given: &Bound<'_, PyAny>) -> PyResult<LambdaChoice> {
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
    let known = KernelFamily::ALL.map(|family| (family.name(), family));
    match given.extract::<&str>() {
        Ok(word) => chosen("kernel", word, &known),
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
