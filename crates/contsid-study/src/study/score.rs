//! How near is a learnt graph to the truth?

use super::scoring::Scoring;
use crate::records::{Metric, Scores};
use crate::simulate::Simulated;
use contsid::comparison::ContSidScore;
use contsid::distance::bounds::{Exactness, Limits};
use contsid::distance::contsid::{ContSidError, ContSidOptions, Prepared, contsid_limits};
use contsid::distance::{
    EdgeAccuracy, Selection, Strategy, class_identification_mistakes, edge_accuracy, shd, sid_bounds,
};
use contsid::execution::{Cancelled, Execution};
use contsid::graph::{Dag, GraphClass, GraphPair, MixedGraph, Pdag};

/// The scores of a learnt graph, and what there is to say about them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scored {
    pub(crate) scores: Scores,
    /// Why some are missing.
    pub(crate) missing: Option<String>,
    /// What to know about the others.
    pub(crate) note: Option<&'static str>,
}

/// Scores a learnt graph with as many nodes as the truth. contSID is missing where it needs more memory than the limit.
pub(crate) fn score(
    simulated: &Simulated,
    learnt: &MixedGraph,
    scoring: &Scoring,
    memory_limit: Option<u64>,
    execution: &Execution<'_>,
) -> Result<Scored, Cancelled> {
    let mut scored = Scored::default();
    let selection = Selection::all(learnt.node_count());
    let pair = GraphPair::new(&simulated.truth, learnt).expect("learners keep the nodes of their table");
    scored.scores.set(Metric::Shd, shd(pair, scoring.reversal(), &selection).count as f64);
    score_edges(simulated.truth.as_ref(), learnt, &mut scored.scores);
    let options = ContSidOptions { memory_limit, ..scoring.contsid().clone() };
    let prepared = Prepared::new(&simulated.table, &options, execution);
    let scorer = Scorer { truth: &simulated.truth, prepared: scored.unless_missing(prepared)?, selection, execution };
    scorer.score_directed(learnt, &mut scored)?;
    scorer.score_class(learnt, &mut scored)?;
    Ok(scored)
}

struct Scorer<'a> {
    truth: &'a Dag,
    /// None where contSID cannot be computed for these data.
    prepared: Option<Prepared>,
    selection: Selection,
    execution: &'a Execution<'a>,
}

impl Scorer<'_> {
    /// The distance of the graph that is left when undirected edges are dropped.
    fn score_directed(&self, learnt: &MixedGraph, scored: &mut Scored) -> Result<(), Cancelled> {
        let directed = match Dag::try_from(learnt.without_undirected()) {
            Ok(directed) => directed,
            Err(error) => {
                scored.miss(&error);
                return Ok(());
            }
        };
        let Some(prepared) = &self.prepared else { return Ok(()) };
        let pair = GraphPair::new(self.truth, &directed).expect("dropping edges keeps the nodes");
        if let Some(distance) = scored.unless_missing(prepared.compare(pair, self.execution))? {
            scored.scores.set(Metric::ContsidDirected, distance.total());
            if learnt.undirected_count() == 0 {
                scored.scores.set(Metric::ContsidLower, distance.total());
                scored.scores.set(Metric::ContsidUpper, distance.total());
            }
        }
        Ok(())
    }

    /// The distances of the class that the learnt graph stands for.
    fn score_class(&self, learnt: &MixedGraph, scored: &mut Scored) -> Result<(), Cancelled> {
        let class = match Pdag::try_from(learnt.clone()) {
            Ok(extendable) => GraphClass::from(extendable),
            Err(error) => {
                scored.miss(&error);
                return Ok(());
            }
        };
        let truth = GraphClass::from(self.truth.clone());
        let pair = GraphPair::new(&truth, &class).expect("learners keep the nodes of their table");
        let sid = sid_bounds(pair, &self.selection, Limits::default(), self.execution)?;
        scored.scores.set(Metric::SidLower, sid.lower as f64);
        scored.scores.set(Metric::SidUpper, sid.upper as f64);
        scored.relaxed(sid.exactness);
        for (metric, strategy) in [
            (Metric::AidParent, Strategy::Parent),
            (Metric::AidAncestor, Strategy::Ancestor),
            (Metric::AidOset, Strategy::Optimal),
        ] {
            let mistakes = class_identification_mistakes(pair, strategy, &self.selection, self.execution)?;
            scored.scores.set(metric, mistakes.count() as f64);
        }
        // A directed graph is scored already; one whose undirected edges are forced is not, though its class has one member.
        if learnt.undirected_count() == 0 { Ok(()) } else { self.score_contsid(pair, scored) }
    }

    fn score_contsid(&self, pair: GraphPair<'_, GraphClass>, scored: &mut Scored) -> Result<(), Cancelled> {
        let Some(prepared) = &self.prepared else { return Ok(()) };
        let score = ContSidScore::new(pair, prepared, &self.selection, contsid_limits(), self.execution);
        if let Some(score) = scored.unless_missing(score)? {
            scored.scores.set(Metric::ContsidLower, score.lower());
            scored.scores.set(Metric::ContsidUpper, score.upper());
            scored.relaxed(score.exactness());
        }
        Ok(())
    }
}

impl Scored {
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

    fn relaxed(&mut self, exactness: Exactness) {
        if exactness == Exactness::Relaxed {
            self.note = Some("the class is too large for exact bounds: they are valid, but perhaps not attained");
        }
    }
}

fn score_edges(truth: &MixedGraph, learnt: &MixedGraph, scores: &mut Scores) {
    let pair = GraphPair::new(truth, learnt).expect("learners keep the nodes of their table");
    let EdgeAccuracy { skeleton, arrows } = edge_accuracy(pair, &Selection::all(truth.node_count()));
    scores.set(Metric::SkeletonPrecision, skeleton.precision());
    scores.set(Metric::SkeletonRecall, skeleton.recall());
    scores.set(Metric::SkeletonF1, skeleton.f1());
    scores.set(Metric::ArrowPrecision, arrows.precision());
    scores.set(Metric::ArrowRecall, arrows.recall());
    scores.set(Metric::ArrowF1, arrows.f1());
    scores.set(Metric::TrueEdges, truth.edge_count() as f64);
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
        let mut scores = Scores::default();
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
        let simulated =
            crate::simulate::Simulation::new(crate::simulate::Model::default(), 3, 20, 1).unwrap().run().unwrap();
        let learnt = simulated.truth.as_ref().clone();
        let scored = |limit| score(&simulated, &learnt, &Scoring::default(), limit, &Execution::default()).unwrap();
        let (tight, free) = (scored(Some(1)), scored(None));
        assert!(tight.missing.as_ref().is_some_and(|reason| reason.contains("memory")), "{:?}", tight.missing);
        assert_eq!((tight.scores.of(Metric::ContsidUpper), tight.scores.of(Metric::SidUpper)), (None, Some(0.0)));
        assert_eq!((free.missing, free.scores.of(Metric::ContsidUpper)), (None, Some(0.0)));
    }

    #[test]
    fn nothing_learnt_has_no_precision() {
        let empty = MixedGraph::from_edges(2, []).unwrap();
        let mut scores = Scores::default();
        score_edges(&empty, &empty, &mut scores);
        assert_eq!((scores.of(Metric::SkeletonPrecision), scores.of(Metric::ArrowF1)), (None, None));
    }
}
