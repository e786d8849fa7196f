//! Numbers with their uncertainty.

use crate::errors::bad_option;
use crate::options::chosen;
use crate::table::Table;
use contsid::comparison::{CrossFitting, DataChoices};
use contsid::distance::bounds::Exactness;
use contsid::effect::{CrossFitOptions, Division, Estimate, Guide, Interval, Pair, PairEstimate, Partition, Score};
use contsid::graph::NodeNames;
use numpy::PyArray2;
use pyo3::prelude::*;
use std::num::NonZeroUsize;

/// The choices of cross-fitting, as they are passed.
#[derive(FromPyObject)]
pub(crate) struct PartChoices<'py> {
    /// None for the usual choice.
    crossfit: Option<bool>,
    rows: Option<NonZeroUsize>,
    repeats: Option<NonZeroUsize>,
    /// A table of one column, or the name of a column of the data.
    groups: Option<Groups<'py>>,
    /// A table with a column for each repeat.
    partition: Option<PyRef<'py, Table>>,
    /// A word of [`Guide`].
    guide: Option<String>,
    seed: u64,
    all_rows: bool,
}

#[derive(FromPyObject)]
enum Groups<'py> {
    Named(String),
    Labels(PyRef<'py, Table>),
}

impl PartChoices<'_> {
    /// The choices for a table, whose columns may name groups.
    pub(crate) fn choices(&self, data: &Table) -> PyResult<DataChoices> {
        let options = CrossFitOptions {
            division: self.division(data)?,
            part_rows: self.rows.unwrap_or(CrossFitOptions::PART_ROWS),
            repeats: self.repeats,
            seed: self.seed,
            guide: guide(self.guide.as_deref())?,
            ..CrossFitOptions::default()
        };
        let is_divided = self.rows.is_some() || self.repeats.is_some();
        let is_chosen = is_divided || self.groups.is_some() || self.partition.is_some() || self.guide.is_some();
        let crossfit = match self.crossfit {
            Some(false) => CrossFitting::Off,
            None if !is_chosen => CrossFitting::WherePossible(options),
            _ => CrossFitting::Required(options),
        };
        Ok(DataChoices { crossfit, always_all_rows: self.all_rows })
    }

    fn division(&self, data: &Table) -> PyResult<Division> {
        let table = data.loaded.table();
        match (&self.groups, &self.partition) {
            (Some(Groups::Named(name)), _) => {
                let column = table.names().find(name.trim()).map_err(|error| {
                    bad_option(format!("groups: there is no column `{}`; the columns are {}", error.name, error.nodes))
                })?;
                Ok(Division::by_column(table.column(column)))
            }
            (Some(Groups::Labels(labels)), _) => Ok(Division::by_column(&labels.loaded.table().columns()[0])),
            (None, Some(labels)) => Partition::of_columns(labels.loaded.table().columns(), table.row_count())
                .map(Division::Given)
                .map_err(|error| bad_option(format!("partition: {error}"))),
            (None, None) => Ok(Division::Random),
        }
    }

    /// The name of the column of groups, if it has one.
    pub(crate) fn group_column(&self) -> Option<&str> {
        match &self.groups {
            Some(Groups::Named(name)) => Some(name.trim()),
            _ => None,
        }
    }
}

/// The guide of a word; the usual one if there is none.
pub(crate) fn guide(word: Option<&str>) -> PyResult<Guide> {
    word.map_or(Ok(Guide::default()), |word| chosen("guide", word))
}

/// A value, its standard error, how far other estimates differ, and the ends of its interval.
type Value = (f64, Option<f64>, Option<f64>, Option<(f64, f64)>);

/// The names of the treatments, the outcome, the distance, its two errors, the ends of its interval, its p-value, that
/// adjusted, and the share of interventions with low overlap.
type Row = (Vec<String>, String, [f64; 8]);

/// Cross-fitted contSID, or its bounds.
#[pyclass(frozen, module = "contsid._core")]
pub(crate) struct CrossFit {
    found: Score,
    names: NodeNames,
}

impl CrossFit {
    pub(crate) fn new(found: &Score, names: &NodeNames) -> Self {
        Self { found: found.clone(), names: names.clone() }
    }
}

pub(crate) fn ends(interval: Interval) -> (f64, f64) {
    <[f64; 2]>::from(interval).into()
}

fn value(Estimate { value, se, model_se, interval }: Estimate) -> Value {
    (value, se, model_se, interval.map(ends))
}

#[pymethods]
impl CrossFit {
    /// The smallest value of any member of the graphs.
    #[getter]
    fn lower(&self) -> Value {
        value(self.found.sum.lower)
    }

    /// The largest value of any member of the graphs.
    #[getter]
    fn upper(&self) -> Value {
        value(self.found.sum.upper)
    }

    /// Whether the distance is one number, not bounds.
    #[getter]
    fn is_determined(&self) -> bool {
        self.found.is_determined
    }

    /// Whether members attain the bounds.
    #[getter]
    fn is_exact(&self) -> bool {
        self.found.exactness == Exactness::Exact
    }

    /// The number of parts.
    #[getter]
    fn parts(&self) -> usize {
        self.found.grid.map_or(1, |grid| grid.parts)
    }

    /// How often the rows were divided.
    #[getter]
    fn repeats(&self) -> usize {
        self.found.grid.map_or(1, |grid| grid.repeats)
    }

    /// The share of interventions with hardly any data.
    #[getter]
    fn low_overlap(&self) -> f64 {
        self.found.low_overlap
    }

    /// Mean κ: near 0 where outcomes are linear, near 1 where they clearly are not; none without linear models.
    #[getter]
    fn kappa(&self) -> Option<f64> {
        self.found.kappa
    }

    /// Distances, both errors, ends of intervals, p-values, adjusted ones and shares of low overlap, of each pair at
    /// its smallest distance.
    #[getter]
    fn lower_matrices<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyArray2<f64>>>> {
        self.matrices(py, |pair| pair.lower.as_ref())
    }

    /// The same of each pair at its largest distance.
    #[getter]
    fn upper_matrices<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyArray2<f64>>>> {
        self.matrices(py, |pair| pair.upper.as_ref())
    }

    /// The pairs that are estimated, each at its largest distance.
    #[getter]
    fn rows(&self) -> Vec<Row> {
        let name = |node| self.names.name(node).to_owned();
        let rows = self.found.uncertain_pairs().map(|(treatments, pair, distance, found)| {
            let numbers = [
                distance,
                found.se,
                found.model_se,
                found.interval.lower,
                found.interval.upper,
                found.p_value,
                found.adjusted_p_value,
                found.low_overlap,
            ];
            (treatments.iter().map(name).collect(), name(pair.outcome), numbers)
        });
        rows.collect()
    }
}

/// The entry of a matrix where there is no pair, and that of an estimated pair.
type MatrixEntry = (f64, fn(&PairEstimate) -> Option<f64>);

impl CrossFit {
    fn matrices<'py>(
        &self,
        py: Python<'py>,
        end: fn(&Pair) -> Option<&PairEstimate>,
    ) -> PyResult<Vec<Bound<'py, PyArray2<f64>>>> {
        let values: [MatrixEntry; 8] = [
            (0.0, |pair| Some(pair.value)),
            (0.0, |pair| Some(pair.uncertainty.as_ref()?.se)),
            (0.0, |pair| Some(pair.uncertainty.as_ref()?.model_se)),
            (0.0, |pair| Some(pair.uncertainty.as_ref()?.interval.lower)),
            (0.0, |pair| Some(pair.uncertainty.as_ref()?.interval.upper)),
            (1.0, |pair| Some(pair.uncertainty.as_ref()?.p_value)),
            (1.0, |pair| Some(pair.uncertainty.as_ref()?.adjusted_p_value)),
            (0.0, |pair| Some(pair.uncertainty.as_ref()?.low_overlap)),
        ];
        let matrix = |(missing, value): MatrixEntry| {
            self.found.matrix(self.names.len(), missing, |pair| end(pair).and_then(value))
        };
        values.map(matrix).iter().map(|rows| Ok(PyArray2::from_vec2(py, rows)?)).collect()
    }
}
