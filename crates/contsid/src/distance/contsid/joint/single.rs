//! Interventions on one variable, adjusting for sets that depend on the outcome.

use super::super::{Case, ContSidError, Prepared};
use super::survey::{Answer, Contrast, questions};
use super::{JointContSid, JointLimits, Judgement, TreatmentSets};
use crate::distance::Selection;
use crate::execution::Execution;
use crate::graph::{Dag, GraphPair, NodeId};

/// The distances and cases of all pairs of nodes, row by row.
pub(in super::super) struct Rows {
    pub(in super::super) distances: Vec<f64>,
    pub(in super::super) cases: Vec<Option<Case>>,
}

impl Prepared {
    /// The selected outcomes of one treatment, as a set of one treatment: the distance of each, 0 for the others.
    pub(in super::super) fn single_row(
        &self,
        pair: GraphPair<'_, Dag>,
        treatment: NodeId,
        selection: &Selection,
    ) -> Result<Vec<f64>, ContSidError> {
        let only = selection.clone().with_treatments(self.only(treatment));
        let rows = self.singles(pair, &only, &Execution::default())?;
        Ok(rows.distances[treatment.index() * self.node_count()..][..self.node_count()].to_vec())
    }

    /// What has to be estimated for the selected outcomes of one treatment.
    ///
    /// By either rule this is what a row compares: a set of one treatment is adjusted for as the treatment alone.
    pub(in super::super) fn single_contrasts(
        &self,
        pair: GraphPair<'_, Dag>,
        treatment: NodeId,
        selection: &Selection,
    ) -> Result<Vec<(NodeId, Contrast)>, ContSidError> {
        if !selection.treatments().contains(treatment) {
            return Ok(Vec::new());
        }
        let Ok(sets) = TreatmentSets::new(self.node_count(), [[treatment]]) else { return Ok(Vec::new()) };
        let (truth, learnt, execution) = (pair.truth(), pair.learnt(), Execution::default());
        let truth_views = self.views(truth, &sets, selection, &execution)?;
        let learnt_views = self.views(learnt, &sets, selection, &execution)?;
        let questions = questions(&sets, selection);
        let answers = self.answers((truth, &truth_views), (learnt, &learnt_views), &questions)?;
        let estimated = questions.iter().zip(answers).filter_map(|(question, answer)| match answer {
            Answer::Estimated(contrast) => Some((question.outcome, contrast)),
            Answer::Zero(_) | Answer::LeftOut => None,
        });
        Ok(estimated.collect())
    }

    /// The selected pairs of a treatment and an outcome, as sets of one treatment.
    ///
    /// Where a single treatment has an effect its parents are a valid adjustment set, so that no pair is left out.
    pub(in super::super) fn singles(
        &self,
        pair: GraphPair<'_, Dag>,
        selection: &Selection,
        execution: &Execution<'_>,
    ) -> Result<Rows, ContSidError> {
        let count = self.node_count();
        let mut rows = Rows { distances: vec![0.0; count * count], cases: vec![None; count * count] };
        let sets = selection.treatments().iter().map(|node| [node]);
        let Ok(sets) = TreatmentSets::new(count, sets) else { return Ok(rows) };
        let limits = JointLimits { work: f64::INFINITY, ..JointLimits::default() };
        let JointContSid { pairs, .. } = self.joint(pair, &sets, selection, limits, execution)?;
        for pair in pairs {
            let treatment = pair.treatments.first().map_or(0, NodeId::index);
            let Judgement::Compared { case, distance } = pair.judgement else {
                unreachable!("a single treatment with an effect has a valid adjustment set")
            };
            let place = treatment * count + pair.outcome.index();
            (rows.distances[place], rows.cases[place]) = (distance, Some(case));
        }
        Ok(rows)
    }
}
