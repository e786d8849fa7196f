//! Interventions on several variables at once.

use crate::errors::bad_option;
use crate::graph::Graph;
use crate::options::node;
use contsid::distance::Selection;
use contsid::effect::{Pair, Score, TreatmentSets};
use contsid::graph::{NodeNames, NodeSet};
use contsid_io::read_treatment_sets;
use pyo3::prelude::*;

/// Which variables are set together: all sets of a size, a file, or sets of names.
#[derive(FromPyObject)]
pub(crate) enum Sets {
    Size(usize),
    File(String),
    Listed(Vec<Vec<String>>),
}

impl Sets {
    pub(crate) fn of(&self, names: &NodeNames, selection: &Selection) -> PyResult<TreatmentSets> {
        let sets = match self {
            Self::Size(size) => TreatmentSets::all_of_size(*size, names.len(), selection),
            Self::File(path) => return read_treatment_sets(path, names).map_err(bad_option),
            Self::Listed(listed) => {
                let nodes = |set: &Vec<String>| set.iter().map(|name| node(names, name)).collect::<PyResult<Vec<_>>>();
                let sets = listed.iter().map(nodes).collect::<PyResult<Vec<_>>>()?;
                TreatmentSets::new(names.len(), sets)
            }
        };
        sets.map_err(|error| bad_option(error.in_words(names)))
    }
}

/// Checks that the nodes of sets are those of a graph, before there are data.
#[pyfunction]
pub(crate) fn check_sets(graph: &Graph, sets: Sets) -> PyResult<()> {
    let names = graph.named.names();
    sets.of(names, &Selection::all(names.len())).map(drop)
}

/// The names of the treatments, the outcome, the case, and the smallest and the largest distance.
type Row = (Vec<String>, String, &'static str, Option<(f64, f64)>);

/// contSID of joint interventions, or its bounds.
#[pyclass(frozen, module = "contsid._core")]
pub(crate) struct Joint {
    found: Score,
    names: NodeNames,
}

impl Joint {
    pub(crate) fn new(found: Score, names: NodeNames) -> Self {
        Self { found, names }
    }
}

#[pymethods]
impl Joint {
    /// The smallest and the largest sum of any member of the graphs.
    #[getter]
    fn sum(&self) -> (f64, f64) {
        self.found.span().into()
    }

    /// The smallest and the largest mean over the pairs that are not left out; none if all may be.
    #[getter]
    fn mean(&self) -> Option<(f64, f64)> {
        self.found.mean.map(Into::into)
    }

    /// The smallest and the largest number of pairs that are left out.
    #[getter]
    fn left_out(&self) -> (usize, usize) {
        self.found.left_out.into()
    }

    /// Whether both graphs are determined, so lower and upper are the same.
    #[getter]
    fn is_determined(&self) -> bool {
        self.found.is_determined
    }

    /// For each pair: treatments, outcome, case (of bounds empty, unless the pair is left out in every member),
    /// smallest and largest distance (none if left out).
    #[getter]
    fn pairs(&self) -> Vec<Row> {
        let name = |node| self.names.name(node).to_owned();
        let row = |(treatments, pair): (&NodeSet, &Pair)| {
            let distance =
                pair.lower.as_ref().zip(pair.upper.as_ref()).map(|(lower, upper)| (lower.value, upper.value));
            (treatments.iter().map(name).collect(), name(pair.outcome), pair.label(), distance)
        };
        self.found.pairs().map(row).collect()
    }
}
