//! The distance between two graphs.

use super::contrast::{OutcomeCase, OutcomeContrast};
use super::judge::Judged;
use super::prepared::{Keeping, check_sizes};
use super::{Case, ContSidError, ContSidOptions, Prepared};
use crate::data::Table;
use crate::distance::Selection;
use crate::execution::Execution;
use crate::graph::{Dag, GraphPair, NodeId};

/// contSID of two graphs, with its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct ContSid {
    total: f64,
    node_count: usize,
    distances: Vec<f64>,
    cases: Vec<Option<Case>>,
}

impl ContSid {
    /// Collects the distances of single treatments.
    pub(super) fn new(node_count: usize, judged: &Judged) -> Self {
        let (mut distances, mut cases) = (vec![0.0; node_count * node_count], vec![None; node_count * node_count]);
        for (of_set, wanted) in judged.surveyed.iter().zip(&judged.systems) {
            let treatment = of_set.treatments.first().expect("a set of one treatment");
            let index = |outcome: NodeId| treatment.index() * node_count + outcome.index();
            for &OutcomeCase { outcome, case } in &of_set.cases {
                cases[index(outcome)] = case;
            }
            for OutcomeContrast { contrast, outcomes } in wanted {
                outcomes.iter().for_each(|outcome| distances[index(outcome)] = judged.distances[contrast][&outcome]);
            }
        }
        Self { total: distances.iter().sum(), node_count, distances, cases }
    }

    /// The sum over all ordered pairs.
    pub fn total(&self) -> f64 {
        self.total
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.node_count
    }

    /// d(treatment, outcome); 0 for a node and itself, and for pairs that were not selected.
    pub fn distance(&self, treatment: NodeId, outcome: NodeId) -> f64 {
        self.row(treatment)[outcome.index()]
    }

    /// The case of a pair; none for a node and itself, and for pairs that were not selected.
    pub fn case(&self, treatment: NodeId, outcome: NodeId) -> Option<Case> {
        self.row_cases(treatment)[outcome.index()]
    }

    /// The distances of all outcomes of a treatment.
    pub fn row(&self, treatment: NodeId) -> &[f64] {
        &self.distances[treatment.index() * self.node_count..][..self.node_count]
    }

    /// The cases of all outcomes of a treatment.
    pub fn row_cases(&self, treatment: NodeId) -> &[Option<Case>] {
        &self.cases[treatment.index() * self.node_count..][..self.node_count]
    }
}

/// contSID of a learnt graph and the truth, whose nodes are the columns of a table in their order.
///
/// Zero for equal graphs; symmetric in them unless the agreement is [`Learnt`](super::Agreement::Learnt); no pair adds
/// less than 0. To compare many graphs on the same table use [`Prepared`].
///
/// O(p N³/3 + p² N rank²) for p nodes and N rows: see [`crate::distance::contsid`].
///
/// # Errors
///
/// If the table does not fit the graphs or the options, or the computation is stopped.
///
/// ```
/// use contsid::data::{Column, Table};
/// use contsid::distance::contsid::{Case, ContSidOptions, contsid};
/// use contsid::execution::Execution;
/// use contsid::graph::{Dag, GraphPair, NodeId, NodeNames};
///
/// let [a, b] = [0, 1].map(NodeId::new);
/// let (truth, learnt) = (Dag::from_edges(2, [(a, b)])?, Dag::from_edges(2, [])?);
/// let x: Vec<f64> = (0..20).map(|k| f64::from(k) / 10.0).collect();
/// let y = x.iter().map(|x| 3.0 * x).collect();
/// let table = Table::new(NodeNames::new(["a", "b"])?, vec![Column::numbers(x), Column::numbers(y)])?;
///
/// let pair = GraphPair::new(&truth, &learnt)?;
/// let result = contsid(pair, &table, &ContSidOptions::default(), &Execution::default())?;
/// assert_eq!(result.case(a, b), Some(Case::TruthOnly));
/// assert_eq!(result.total(), result.distance(a, b));
/// assert!(result.total() > 0.3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn contsid(
    pair: GraphPair<'_, Dag>,
    table: &Table,
    options: &ContSidOptions,
    execution: &Execution<'_>,
) -> Result<ContSid, ContSidError> {
    check_sizes(pair, table.column_count(), &Selection::all(table.column_count()))?;
    let keeping = Keeping::for_one_comparison(options);
    Prepared::keeping(keeping, table, options, execution)?.compare(pair, execution)
}
