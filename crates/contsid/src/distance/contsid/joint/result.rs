//! contSID of joint interventions on two graphs.

use super::super::result::check_sizes;
use super::super::{Case, ContSidError, Prepared};
use super::estimate::{Distances, Wanted, collect};
use super::survey::{Answer, Question, questions};
use super::{JointLimits, TreatmentSets};
use crate::distance::Selection;
use crate::execution::Execution;
use crate::graph::{Dag, GraphPair, NodeId, NodeSet};

/// contSID of interventions on sets of treatments, with its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct JointContSid {
    /// The sum over the pairs that are not left out.
    pub sum: f64,
    /// Their mean, which compares between sizes of sets; none if all are left out.
    pub mean: Option<f64>,
    /// The number of pairs that are left out, since a graph has no adjustment set.
    pub left_out: usize,
    /// Each set with each outcome outside it, in the order of the sets and of the outcomes.
    pub pairs: Vec<JointPair>,
}

/// A set of treatments and an outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct JointPair {
    /// The treatments that are set together.
    pub treatments: NodeSet,
    /// The outcome.
    pub outcome: NodeId,
    /// How far the graphs' answers are apart.
    pub judgement: Judgement,
}

/// How far the answers of two graphs for a set of treatments and an outcome are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Judgement {
    /// d(I, j), and the case that it is computed by.
    Compared {
        /// The case.
        case: Case,
        /// The distance.
        distance: f64,
    },
    /// A graph in which treatments matter has no valid adjustment set for them.
    NoAdjustmentSet,
}

impl Judgement {
    /// The distance, unless the pair is left out.
    pub fn distance(self) -> Option<f64> {
        match self {
            Self::Compared { distance, .. } => Some(distance),
            Self::NoAdjustmentSet => None,
        }
    }

    /// The case's label, or `no adjustment set`.
    pub fn label(self) -> &'static str {
        match self {
            Self::Compared { case, .. } => case.label(),
            Self::NoAdjustmentSet => "no adjustment set",
        }
    }
}

impl JointContSid {
    pub(super) fn new(pairs: Vec<JointPair>) -> Self {
        let distances = || pairs.iter().filter_map(|pair| pair.judgement.distance());
        let (sum, count) = (distances().sum::<f64>(), distances().count());
        Self { sum, mean: (count > 0).then(|| sum / count as f64), left_out: pairs.len() - count, pairs }
    }
}

/// What an answer is worth.
pub(super) fn judgement(question: &Question, answer: &Answer, distances: &Distances) -> Judgement {
    match answer {
        Answer::LeftOut => Judgement::NoAdjustmentSet,
        Answer::Zero(case) => Judgement::Compared { case: *case, distance: 0.0 },
        Answer::Estimated(contrast) => {
            Judgement::Compared { case: contrast.case(), distance: distances[contrast][question.outcome.index()] }
        }
    }
}

impl Prepared {
    /// contSID of interventions on each of the sets, on all outcomes outside it that are selected.
    ///
    /// For sets of one treatment it equals [`compare_selected`](Self::compare_selected). Zero for equal graphs; symmetric in
    /// them unless the agreement is [`Learnt`](super::super::Agreement::Learnt). See [`crate::distance::contsid`] for one treatment;
    /// for several the treatments that matter in a graph take the place of the treatment, and their product kernel that of
    /// its kernel.
    ///
    /// One system of O(N³/3 + N² points) for each distinct pair of relevant treatments and adjustment set, O(N rank points) for
    /// each pair.
    ///
    /// # Errors
    ///
    /// If the graphs have another number of nodes than the table columns, there is more work than the limits allow, a system
    /// cannot be solved, or the computation is stopped.
    ///
    /// ```
    /// use contsid::data::{Column, Table};
    /// use contsid::distance::Selection;
    /// use contsid::distance::contsid::{ContSidOptions, JointLimits, Prepared, TreatmentSets};
    /// use contsid::execution::Execution;
    /// use contsid::graph::{Dag, GraphPair, NodeId, NodeNames};
    ///
    /// let [a, b, c] = [0, 1, 2].map(NodeId::new);
    /// let (truth, learnt) = (Dag::from_edges(3, [(a, c), (b, c)])?, Dag::from_edges(3, [(a, c)])?);
    /// let column = |step: f64| Column::Numeric((0..20).map(|k| (step * f64::from(k)).sin()).collect());
    /// let table = Table::new(NodeNames::new(["a", "b", "c"])?, vec![column(1.0), column(2.0), column(3.0)])?;
    /// let prepared = Prepared::new(&table, &ContSidOptions::default(), &Execution::default())?;
    ///
    /// let (pair, all) = (GraphPair::new(&truth, &learnt)?, Selection::all(3));
    /// let sets = TreatmentSets::all_of_size(2, 3, &all)?;
    /// let joint = prepared.joint(pair, &sets, &all, JointLimits::default(), &Execution::default())?;
    /// assert_eq!(joint.pairs.len(), 3);
    /// assert_eq!(joint.pairs[0].judgement.label(), "3.2"); // do(a, b) on c: both matter in the truth, a alone in the learnt graph
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn joint(
        &self,
        pair: GraphPair<'_, Dag>,
        sets: &TreatmentSets,
        selection: &Selection,
        limits: JointLimits,
        execution: &Execution<'_>,
    ) -> Result<JointContSid, ContSidError> {
        check_sizes(pair, self.node_count(), selection)?;
        let (truth, learnt, questions) = (pair.truth(), pair.learnt(), questions(sets, selection));
        let truth_views = self.views(truth, sets, selection, execution)?;
        let learnt_views = self.views(learnt, sets, selection, execution)?;
        let answers = self.answers((truth, &truth_views), (learnt, &learnt_views), &questions)?;
        let mut wanted = Wanted::new();
        collect(&questions, &answers, self.node_count(), &mut wanted);
        let distances = self.estimate(&wanted, limits, execution)?;
        let pairs = questions.iter().zip(&answers).map(|(question, answer)| JointPair {
            treatments: sets.as_slice()[question.set].clone(),
            outcome: question.outcome,
            judgement: judgement(question, answer, &distances),
        });
        Ok(JointContSid::new(pairs.collect()))
    }
}
