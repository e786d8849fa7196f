//! How near is a learnt graph to the truth?

use super::data_set::DataSet;
use super::scoring::Scoring;
use crate::records::{Metric, MetricValues};
use crate::simulate::Sortability;
use contsid::comparison::{
    Comparison, ComparisonData, ComparisonError, ComparisonOptions, ShdOf, SkeletonChance, Undirected, compare_all,
    random_graphs,
};
use contsid::data::Table;
use contsid::distance::bounds::Exactness;
use contsid::distance::{EdgeAccuracy, Selection, edge_accuracy, shd};
use contsid::effect::{ContSidError, ContSidOptions, CrossFitOptions, Estimate, Prepared};
use contsid::execution::{Cancelled, Execution};
use contsid::graph::{Dag, GraphPair, MixedGraph, NodeNames};

/// Random graphs that are compared beside each learnt one: the mean over the graphs of a study needs no more.
const RANDOM_GRAPHS: usize = 20;

/// The scores of a learnt graph, and notes on them.
#[derive(Clone, Debug, Default)]
pub(crate) struct ScoredGraph {
    pub(crate) scores: MetricValues,
    /// Why some scores are missing.
    pub(crate) missing: Option<String>,
    /// A note on the other scores.
    pub(crate) note: Option<&'static str>,
}

/// What scores depend on besides the data, the graph and the scoring.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ScoringLimits {
    /// contSID is left out if it needs more bytes of memory; all distances, if their pairs of nodes do.
    pub(crate) memory: Option<u64>,
    /// The seed of the parts of the rows: all learners are compared on the same parts.
    pub(crate) seed: u64,
}

/// Scores a learnt graph with as many nodes as the truth.
pub(crate) fn score(
    data: &DataSet,
    learnt: &MixedGraph,
    scoring: &Scoring,
    limits: ScoringLimits,
    execution: &Execution<'_>,
) -> Result<ScoredGraph, Cancelled> {
    let mut scored = ScoredGraph::default();
    let Some(truth) = &data.truth else {
        count_edges(learnt, &mut scored.scores);
        return Ok(scored);
    };
    let pair = GraphPair::new(truth, learnt).expect("learners keep the nodes of their table");
    let selection = scoring.selection(data.table.names()).expect("checked when the study was made");
    if scoring.comparison().shd_of == ShdOf::Graphs {
        // Defined even if no directed acyclic graph extends the learnt one.
        scored.scores.set(Metric::Shd, shd(pair, scoring.reversal(), &selection).count as f64);
    }
    score_edges(truth, learnt, &mut scored.scores);
    score_data(truth, &data.table, &mut scored.scores);
    let estimation = ContSidOptions { memory_limit: limits.memory, ..scoring.contsid().clone() };
    let all_rows = scoring.has_contsid().then(|| Prepared::new(&data.table, &estimation, execution));
    let division = CrossFitOptions { seed: limits.seed, ..CrossFitOptions::default() };
    let parts = scoring.has_crossfit().then(|| Prepared::in_parts(&data.table, &estimation, &division, execution));
    let (all_rows, parts) = (scored.if_wanted(all_rows)?, scored.if_wanted(parts)?);
    let options =
        ComparisonOptions { selection: Some(selection), memory_limit: limits.memory, ..scoring.comparison().clone() };
    let scorer = Scorer { truth, names: data.table.names(), all_rows, parts, options, execution };
    let directed = scorer.comparison(learnt, Undirected::Drop, &mut scored)?;
    let of_class = match &directed {
        Some(_) if learnt.undirected_count() == 0 => directed.clone(),
        _ => scorer.comparison(learnt, scoring.comparison().undirected, &mut scored)?,
    };
    if let Some(directed) = &directed {
        let metrics = [Metric::CrossfitDirected, Metric::CrossfitDirectedSe];
        scored.scores.set(Metric::ContsidDirected, directed.contsid.as_ref().map(|score| score.span().upper));
        scored.set_uncertain(metrics, directed.crossfit.as_ref().map(|score| score.sum.upper));
    }
    if let Some(found) = of_class {
        scored.take(&found);
        scorer.score_random(learnt, scoring.comparison().undirected, limits.seed, &mut scored.scores)?;
    }
    Ok(scored)
}

struct Scorer<'a> {
    truth: &'a MixedGraph,
    names: &'a NodeNames,
    /// None if contSID is not wanted, or cannot be computed for these data.
    all_rows: Option<Prepared<'static>>,
    /// The same for cross-fitted contSID.
    parts: Option<Prepared<'static>>,
    options: ComparisonOptions,
    execution: &'a Execution<'a>,
}

impl Scorer<'_> {
    /// All distances, without contSID if it cannot be computed; none if no directed acyclic graph extends the learnt
    /// one.
    fn comparison(
        &self,
        learnt: &MixedGraph,
        undirected: Undirected,
        scored: &mut ScoredGraph,
    ) -> Result<Option<Comparison>, Cancelled> {
        let options = ComparisonOptions { undirected, ..self.options.clone() };
        let (all_rows, parts) = (self.all_rows.as_ref(), self.parts.as_ref());
        let with_less = [(all_rows, parts), (all_rows, None), (None, None)];
        for (all_rows, parts) in with_less {
            let data = ComparisonData { all_rows, parts };
            let compared = compare_all(self.truth, &[learnt], data, &options, self.execution);
            match compared.map_err(|error| error.error) {
                Ok(mut found) => return Ok(found.pop()),
                Err(ComparisonError::Cancelled(cancelled)) => return Err(cancelled),
                Err(ComparisonError::ContSid(error)) => scored.unless_missing::<()>(Err(error))?,
                Err(ComparisonError::Learnt(error)) => {
                    return Ok(scored.nothing(&error.in_words(self.names)));
                }
                Err(error) => return Ok(scored.nothing(&error)),
            };
        }
        Ok(None)
    }

    /// Sets the mean distances of random graphs with as many edges as the learnt one.
    fn score_random(
        &self,
        learnt: &MixedGraph,
        undirected: Undirected,
        seed: u64,
        scores: &mut MetricValues,
    ) -> Result<(), Cancelled> {
        let (truth, none) = (self.truth, ComparisonData { all_rows: None, parts: None });
        let options = ComparisonOptions { undirected, ..self.options.clone() };
        let graphs = random_graphs(truth, learnt, RANDOM_GRAPHS, seed);
        let compared = compare_all(truth, &graphs.iter().collect::<Vec<_>>(), none, &options, self.execution);
        let compared = match compared.map_err(|error| error.error) {
            Err(ComparisonError::Cancelled(cancelled)) => return Err(cancelled),
            found => found.unwrap_or_default(),
        };
        let count = compared.len();
        let mut set = |metric: Metric, value: fn(&Comparison) -> usize| {
            let sum: usize = compared.iter().map(value).sum();
            scores.set(metric, (count > 0).then(|| sum as f64 / count as f64));
        };
        set(Metric::RandomShd, |found| found.shd.count);
        set(Metric::RandomSidUpper, |found| found.sid.upper);
        set(Metric::RandomAidParent, |found| found.aid.parent.count());
        set(Metric::RandomAidAncestor, |found| found.aid.ancestor.count());
        set(Metric::RandomAidOset, |found| found.aid.optimal.count());
        Ok(())
    }
}

impl ScoredGraph {
    /// Sets the distances of the learnt class.
    fn take(&mut self, found: &Comparison) {
        let scores = &mut self.scores;
        scores.set(Metric::Shd, found.shd.count as f64);
        scores.set(Metric::SidLower, found.sid.lower as f64);
        scores.set(Metric::SidUpper, found.sid.upper as f64);
        scores.set(Metric::AidParent, found.aid.parent.count() as f64);
        scores.set(Metric::AidAncestor, found.aid.ancestor.count() as f64);
        scores.set(Metric::AidOset, found.aid.optimal.count() as f64);
        if let Some(contsid) = &found.contsid {
            scores.set(Metric::ContsidLower, contsid.span().lower);
            scores.set(Metric::ContsidUpper, contsid.span().upper);
            self.relaxed(contsid.exactness);
        }
        self.relaxed(found.sid.exactness);
        let crossfit = found.crossfit.as_ref();
        self.set_uncertain([Metric::CrossfitLower, Metric::CrossfitLowerSe], crossfit.map(|score| score.sum.lower));
        self.set_uncertain([Metric::CrossfitUpper, Metric::CrossfitUpperSe], crossfit.map(|score| score.sum.upper));
        self.scores.set(Metric::CrossfitLowOverlap, crossfit.map(|score| score.low_overlap));
    }

    /// Sets a value and its standard error, if there are any.
    fn set_uncertain(&mut self, [value, se]: [Metric; 2], found: Option<Estimate>) {
        self.scores.set(value, found.map(|found| found.value));
        self.scores.set(se, found.and_then(|found| found.se));
    }

    /// Notes why there is no comparison.
    fn nothing<T>(&mut self, reason: &impl ToString) -> Option<T> {
        self.miss(reason);
        None
    }

    /// Notes the first reason why something is missing.
    fn miss(&mut self, reason: &impl ToString) {
        self.missing.get_or_insert_with(|| reason.to_string());
    }

    /// What was computed, or none with a note of the reason.
    fn unless_missing<T>(&mut self, computed: Result<T, ContSidError>) -> Result<Option<T>, Cancelled> {
        match computed {
            Ok(value) => Ok(Some(value)),
            Err(ContSidError::Cancelled(cancelled)) => Err(cancelled),
            Err(error) => {
                self.miss(&error);
                Ok(None)
            }
        }
    }

    /// What was computed, if it was wanted.
    fn if_wanted<T>(&mut self, computed: Option<Result<T, ContSidError>>) -> Result<Option<T>, Cancelled> {
        computed.map_or(Ok(None), |computed| self.unless_missing(computed))
    }

    fn relaxed(&mut self, exactness: Exactness) {
        if exactness == Exactness::Relaxed {
            self.note = Some("the class is too large for exact bounds: they are valid, but perhaps not attained");
        }
    }
}

/// Sets how easily the data can be sorted; a truth that is a class has no order to sort by.
fn score_data(truth: &MixedGraph, table: &Table, scores: &mut MetricValues) {
    let found = Dag::try_from(truth.clone()).map(|truth| Sortability::of(&truth, table));
    let Sortability { variance, r_squared } = found.unwrap_or_default();
    scores.set(Metric::VarSortability, variance);
    scores.set(Metric::R2Sortability, r_squared);
}

fn score_edges(truth: &MixedGraph, learnt: &MixedGraph, scores: &mut MetricValues) {
    let pair = GraphPair::new(truth, learnt).expect("learners keep the nodes of their table");
    let EdgeAccuracy { skeleton, arrows } = edge_accuracy(pair, &Selection::all(truth.node_count()));
    scores.set(Metric::SkeletonPrecision, skeleton.precision());
    scores.set(Metric::SkeletonRecall, skeleton.recall());
    scores.set(Metric::SkeletonF1, skeleton.f1());
    scores.set(Metric::ArrowPrecision, arrows.precision());
    scores.set(Metric::ArrowRecall, arrows.recall());
    scores.set(Metric::ArrowF1, arrows.f1());
    scores.set(Metric::RandomSkeletonF1, SkeletonChance::new(truth, learnt).f1);
    scores.set(Metric::TrueEdges, truth.edge_count() as f64);
    count_edges(learnt, scores);
}

fn count_edges(learnt: &MixedGraph, scores: &mut MetricValues) {
    scores.set(Metric::LearntEdges, learnt.edge_count() as f64);
    scores.set(Metric::UndirectedEdges, learnt.undirected_count() as f64);
}

#[cfg(test)]
mod tests {
    use super::*;
    use contsid::graph::{Edge, NodeId};

    #[test]
    fn edges_are_counted_by_hand() {
        let [a, b, c, d] = [0, 1, 2, 3].map(NodeId::new);
        let truth = [Edge::directed(a, b), Edge::directed(b, c), Edge::directed(c, d)];
        let learnt = [Edge::directed(a, b), Edge::directed(c, b), Edge::undirected(c, d), Edge::directed(a, d)];
        let graph = |edges: &[Edge]| MixedGraph::from_edges(4, edges.iter().copied()).unwrap();
        let mut scores = MetricValues::default();
        score_edges(&graph(&truth), &graph(&learnt), &mut scores);
        // Adjacencies: 3 of 4 learnt are true, all 3 true ones are learnt. Arrows: 1 of 3, 1 of 3.
        assert_eq!(scores.of(Metric::SkeletonPrecision), Some(0.75));
        assert_eq!(scores.of(Metric::SkeletonRecall), Some(1.0));
        assert_eq!(scores.of(Metric::SkeletonF1), Some(6.0 / 7.0));
        assert_eq!(scores.of(Metric::ArrowPrecision), Some(1.0 / 3.0));
        assert_eq!(scores.of(Metric::ArrowRecall), Some(1.0 / 3.0));
        assert_eq!(scores.of(Metric::ArrowF1), Some(1.0 / 3.0));
        assert_eq!(scores.of(Metric::UndirectedEdges), Some(1.0));
    }

    #[test]
    fn contsid_keeps_to_the_memory_there_is() {
        let simulation = crate::simulate::Simulation::new(crate::simulate::Model::default(), 3, 20, 1).unwrap();
        let data = DataSet::from(simulation.run().unwrap());
        let learnt = data.truth.clone().unwrap();
        let scored = |memory| {
            score(&data, &learnt, &Scoring::default(), ScoringLimits { memory, seed: 0 }, &Execution::default())
                .unwrap()
        };
        // A hundred bytes are enough for the pairs of three nodes, but not for a matrix of twenty rows; one byte for
        // neither.
        let ([tighter, tight], free) = ([Some(1), Some(100)].map(scored), scored(None));
        for scored in [&tighter, &tight] {
            assert!(scored.missing.as_ref().is_some_and(|reason| reason.contains("memory")), "{:?}", scored.missing);
        }
        assert_eq!((tighter.scores.of(Metric::SidUpper), tighter.scores.of(Metric::Shd)), (None, Some(0.0)));
        assert_eq!((tight.scores.of(Metric::ContsidUpper), tight.scores.of(Metric::SidUpper)), (None, Some(0.0)));
        assert_eq!((free.missing, free.scores.of(Metric::ContsidUpper)), (None, Some(0.0)));
    }

    #[test]
    fn nothing_learnt_has_no_precision() {
        let empty = MixedGraph::from_edges(2, []).unwrap();
        let mut scores = MetricValues::default();
        score_edges(&empty, &empty, &mut scores);
        assert_eq!((scores.of(Metric::SkeletonPrecision), scores.of(Metric::ArrowF1)), (None, None));
    }
}
