//! Cross-fitted contSID of graphs that leave edges undirected.
//!
//! Row i of the matrix depends on a graph only through the parents of i, as for the distance from all rows. So a row is
//! estimated for each pair of a true and a learnt parent set, and [`PairChoices`] adds the rows up to the smallest and
//! largest sums that members attain. The standard error of a bound is that of the member that attains it.

use super::estimate::Estimates;
use super::layout::Layout;
use super::prepared::PreparedParts;
use super::result::{CrossFit, CrossFitBounds, CrossFitScore, SetResult, Uncertainty, extreme_pairs};
use crate::distance::Selection;
use crate::distance::bounds::{End, Limits, PairChoices};
use crate::distance::contsid::bounds::choose_parents;
use crate::distance::contsid::{ContSidError, TreatmentContrasts, TreatmentView};
use crate::execution::{Cancelled, Execution};
use crate::graph::{GraphClass, GraphPair, NodeId, NodeSet, Role};

/// The largest number of pairs of a true and a learnt parent set, over all nodes, that every part estimates.
const MOST_COMBINATIONS: usize = 4096;

/// What the score of a learnt graph needs.
pub(super) enum Survey<'a> {
    /// Both graphs are directed.
    Determined(Vec<TreatmentContrasts>),
    /// One of them leaves edges undirected.
    Bounded(Box<ClassSurvey<'a>>),
    /// There are too many parent sets.
    TooMany,
}

/// What the bounds over two classes need.
pub(super) struct ClassSurvey<'a> {
    choices: PairChoices<'a>,
    /// For each node what each pair of a true and a learnt parent set needs; nothing for nodes that are not selected.
    rows: Vec<Vec<Option<TreatmentContrasts>>>,
}

impl<'a> Survey<'a> {
    pub(super) fn new(
        prepared: &PreparedParts<'_>,
        pair: GraphPair<'a, GraphClass>,
        selection: &Selection,
        limits: Limits,
        execution: &Execution<'_>,
    ) -> Result<Self, ContSidError> {
        if let Some(members) = pair.only_members() {
            return prepared.survey(members, selection, execution).map(Self::Determined);
        }
        let choices = PairChoices::new(pair, limits);
        let nodes: Vec<NodeId> = NodeId::all(prepared.node_count()).collect();
        let counts = nodes.iter().map(|&node| choices.pair_count(node));
        match counts.sum::<Option<usize>>() {
            Some(count) if count <= MOST_COMBINATIONS => {}
            _ => return Ok(Self::TooMany),
        }
        let rows = execution.map(&nodes, |&node| Ok::<_, Cancelled>(row(prepared, &choices, selection, node)))?;
        Ok(Self::Bounded(Box::new(ClassSurvey { choices, rows })))
    }

    /// What is needed of each set of treatments.
    pub(super) fn surveyed(&self) -> Vec<&TreatmentContrasts> {
        match self {
            Self::Determined(surveyed) => surveyed.iter().collect(),
            Self::Bounded(classes) => classes.rows.iter().flatten().flatten().collect(),
            Self::TooMany => Vec::new(),
        }
    }

    pub(super) fn score(
        &self,
        layout: Layout,
        found: &Estimates,
        execution: &Execution<'_>,
    ) -> Result<Option<CrossFitScore>, ContSidError> {
        match self {
            Self::Determined(surveyed) => {
                let results: Vec<SetResult<'_>> = surveyed.iter().flat_map(|surveyed| found.of(surveyed)).collect();
                Ok(Some(CrossFitScore::Determined(CrossFit::new(layout, &results))))
            }
            Self::Bounded(classes) => Ok(Some(CrossFitScore::Bounded(classes.score(layout, found, execution)?))),
            Self::TooMany => Ok(None),
        }
    }
}

/// What a node needs for each pair of a true and a learnt parent set.
fn row(
    prepared: &PreparedParts<'_>,
    choices: &PairChoices<'_>,
    selection: &Selection,
    node: NodeId,
) -> Vec<Option<TreatmentContrasts>> {
    let [true_sets, learnt_sets] = choices.listed(node).expect("the parent sets of all nodes were counted");
    if !selection.treatments().contains(node) {
        return (0..true_sets.len() * learnt_sets.len()).map(|_| None).collect();
    }
    let treatments = NodeSet::of(prepared.node_count(), [node]);
    let chosen = |which: Role, sets: &[NodeSet]| {
        let class = choices.of(which).class();
        let choose = |parents| choose_parents(class, &treatments, parents, selection, prepared.options.adjustment);
        sets.iter().map(choose).collect::<Vec<_>>()
    };
    let (truth, learnt) = (chosen(Role::Truth, true_sets), chosen(Role::Learnt, learnt_sets));
    let combined = truth.iter().flat_map(|truth| learnt.iter().map(move |learnt| (truth, learnt)));
    let surveyed = combined.map(|(truth, learnt)| {
        let pair = GraphPair::new(&truth.member, &learnt.member).expect("members are on the same nodes");
        let view = TreatmentView::between(pair, &truth.view, &learnt.view);
        Some(view.contrasts(&treatments, prepared.options.agreement))
    });
    surveyed.collect()
}

fn of_choice<'a>(found: &'a Estimates, surveyed: Option<&'a TreatmentContrasts>) -> Vec<SetResult<'a>> {
    surveyed.map_or_else(Vec::new, |surveyed| found.of(surveyed))
}

impl ClassSurvey<'_> {
    fn score(
        &self,
        layout: Layout,
        found: &Estimates,
        execution: &Execution<'_>,
    ) -> Result<CrossFitBounds, ContSidError> {
        let results: Vec<Vec<Vec<SetResult<'_>>>> = self
            .rows
            .iter()
            .map(|row| row.iter().map(|surveyed| of_choice(found, surveyed.as_ref())).collect())
            .collect();
        let cost = |results: &Vec<SetResult<'_>>| results.iter().map(|found| found.result.distance()).sum();
        let costs: Vec<Vec<f64>> = results.iter().map(|row| row.iter().map(cost).collect()).collect();
        let whole = self.choices.listed_bounds(&costs, execution)?;
        let end = |end: End| {
            let attained = self.choices.attained(&costs, whole, end, execution)?;
            let uncertainty = attained.map(|chosen| {
                let mut uncertainty = Uncertainty::none(layout);
                for (row, choice) in results.iter().zip(chosen) {
                    row[choice].iter().for_each(|found| uncertainty.add(&found.result.statistics));
                }
                uncertainty
            });
            Ok::<_, ContSidError>((end.of(whole), uncertainty))
        };
        let ends = [end(End::Lower)?, end(End::Upper)?];
        let [mut lower, mut upper] = [Vec::new(), Vec::new()];
        for choices in &results {
            let [low, high] = extreme_pairs(layout, choices);
            lower.extend(low);
            upper.extend(high);
        }
        Ok(CrossFitBounds::new(layout, ends, whole.exactness, [lower, upper]))
    }
}
