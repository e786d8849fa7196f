//! How far are the graphs of resamples from each other?

use contsid::comparison::Undirected;
use contsid::data::Table;
use contsid::distance::{Reversal, Selection, Strategy, class_identification_mistakes, shd};
use contsid::effect::{
    ContSidError, ContSidOptions, CrossFitOptions, Division, Effects, Prepared, Score, contsid_limits,
};
use contsid::execution::{Cancelled, Execution};
use contsid::graph::{GraphClass, GraphPair, MixedGraph};
use contsid::numeric::Matrix;

/// Graphs, each of which is compared once however often it was learnt.
pub(super) struct Distinct<'a> {
    graphs: Vec<&'a MixedGraph>,
    /// The class of each; none if no directed acyclic graph extends it.
    classes: Vec<Option<GraphClass>>,
    /// For each graph its index among the different ones.
    index: Vec<usize>,
}

impl<'a> Distinct<'a> {
    pub(super) fn of(all: &[&'a MixedGraph]) -> Self {
        let (mut graphs, mut index) = (Vec::<&MixedGraph>::new(), Vec::new());
        for &graph in all {
            let known = graphs.iter().position(|other| *other == graph);
            index.push(known.unwrap_or_else(|| {
                graphs.push(graph);
                graphs.len() - 1
            }));
        }
        let classes = graphs.iter().map(|graph| Undirected::Bounds.class_of(graph).ok()).collect();
        Self { graphs, classes, index }
    }

    /// Distances of all graphs from those of the different ones.
    fn of_all(&self, distance: impl Fn(usize, usize) -> f64) -> Matrix {
        let count = self.index.len();
        Matrix::from_fn(count, count, |row, column| distance(self.index[row], self.index[column]))
    }

    /// The SHD.
    pub(super) fn shd(&self) -> Matrix {
        self.of_all(|a, b| {
            let pair = GraphPair::new(self.graphs[a], self.graphs[b]).expect("learners keep the nodes of their table");
            shd(pair, Reversal::Once, &Selection::all(pair.node_count())).count as f64
        })
    }

    /// The SID with the row as the truth; of classes the parent AID, which is 0 for equal classes and the SID of
    /// directed graphs. Not a number where no directed acyclic graph extends a graph.
    pub(super) fn sid(&self, execution: &Execution<'_>) -> Result<Matrix, Cancelled> {
        let alone = execution.on_this_thread();
        let of_row = |truth: &Option<GraphClass>| {
            let distance = |learnt: &Option<GraphClass>| match (truth, learnt) {
                (Some(truth), Some(learnt)) => {
                    let pair = GraphPair::new(truth, learnt).expect("learners keep the nodes of their table");
                    let all = Selection::all(pair.node_count());
                    Ok(class_identification_mistakes(pair, Strategy::Parent, &all, &alone)?.count() as f64)
                }
                _ => Ok(f64::NAN),
            };
            self.classes.iter().map(distance).collect::<Result<Vec<f64>, Cancelled>>()
        };
        let rows = execution.map(&self.classes, of_row)?;
        Ok(self.of_all(|truth, learnt| rows[truth][learnt]))
    }

    /// Cross-fitted contSID; of classes that of one member each, the same for equal classes.
    pub(super) fn contsid(
        &self,
        table: &Table,
        groups: &[u32],
        seed: u64,
        execution: &Execution<'_>,
    ) -> Result<Matrix, ContSidError> {
        let division = if groups.is_empty() { Division::Random } else { Division::Groups(groups.to_vec()) };
        let options = CrossFitOptions { division, seed, ..CrossFitOptions::default() };
        let prepared = Prepared::in_parts(table, &ContSidOptions::default(), &options, execution)?;
        let members: Vec<Option<GraphClass>> =
            self.classes.iter().map(|class| class.as_ref().map(|class| class.extension().clone().into())).collect();
        let usable: Vec<&GraphClass> = members.iter().flatten().collect();
        let selection = Selection::all(table.column_count());
        let effects = Effects::Single { selection: &selection, limits: contsid_limits() };
        let mut scores = prepared.scores_between(&usable, effects, execution)?.into_iter();
        let mut found = vec![vec![0.0; members.len()]; members.len()];
        for first in 0..members.len() {
            for second in first + 1..members.len() {
                let is_usable = members[first].is_some() && members[second].is_some();
                let score: Option<Score> = if is_usable { scores.next().flatten() } else { None };
                let value = score.map_or(f64::NAN, |score| score.sum.upper.value);
                (found[first][second], found[second][first]) = (value, value);
            }
        }
        Ok(self.of_all(|a, b| found[a][b]))
    }
}
