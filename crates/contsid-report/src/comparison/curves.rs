//! The densities behind the distances.

use super::{Observations, ReportError};
use crate::density::{Outcome, Support, nearest_probabilities, short};
use base64::{Engine, engine::general_purpose::STANDARD};
use contsid::adjustment::AdjustmentRule;
use contsid::adjustment::sets::optimal_set;
use contsid::data::{Column, Table};
use contsid::distance::contsid::{Case, InterventionPoints, RowQuestion};
use contsid::execution::Execution;
use contsid::graph::{Dag, GraphPair, NodeId, NodeSet};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The densities of all pages together take about so many bytes at most.
const BYTES: usize = 950_000;

/// The shares of a treatment's distribution at which it is set.
const SHARES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

/// What is asked of one learnt graph.
pub(super) struct Asked<'a> {
    pub(super) pair: GraphPair<'a, Dag>,
    /// The cases, row by row.
    pub(super) cases: Vec<Option<Case>>,
    /// d(i, j), row by row.
    pub(super) distances: &'a [f64],
}

/// How an outcome is shown.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Axis {
    Grid { low: f64, step: f64, marginal: String },
    Levels { levels: Vec<String>, marginal: Vec<u16> },
}

/// The densities of one outcome under all shown interventions on one treatment.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Curves {
    /// Bytes, 255 for the mode of each curve; the page makes them integrate to one.
    Grid(String),
    /// For each intervention the probability of each level, in shares of 10,000.
    Levels(Vec<Vec<u16>>),
    /// Taken from another place where the same is shown.
    None,
}

/// The pair of a learnt graph for which there are densities; a curve that is missing is the marginal.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct ShownPair(usize, usize, Option<usize>, Option<usize>);

/// All densities of a page.
#[derive(Debug, Default, Serialize)]
pub(super) struct Densities {
    pub(super) outcomes: Vec<Axis>,
    /// For each treatment the values that it is set to.
    pub(super) treatments: Vec<Vec<String>>,
    pub(super) curves: Vec<Curves>,
    /// For each learnt graph the pairs that have densities.
    pub(super) pairs: Vec<Vec<ShownPair>>,
    /// How many pairs with a distance have none.
    pub(super) left_out: usize,
}

/// A curve is the same wherever these are.
type CurveKey = (NodeId, NodeSet, NodeId, usize);

struct Wanted {
    graph: usize,
    treatment: NodeId,
    outcome: NodeId,
    distance: f64,
}

pub(super) fn densities(
    data: Observations<'_>,
    asked: &[Asked<'_>],
    execution: &Execution<'_>,
) -> Result<Densities, ReportError> {
    let outcomes: Vec<Outcome> = data.table.columns().iter().map(Outcome::new).collect();
    let places: Vec<Vec<usize>> = NodeId::all(outcomes.len())
        .map(|node| shown_places(data.table.column(node), data.prepared.interventions(node)))
        .collect();
    let plan = Plan::new(data, asked, &outcomes, &places);
    let rows: Vec<(usize, NodeId)> = plan.rows.keys().copied().collect();
    let made = execution.map(&rows, |row| plan.curves_of(*row, data, &asked[row.0], &outcomes, &places))?;
    let mut curves = vec![Curves::None; plan.count];
    made.into_iter().flatten().for_each(|(place, curve)| curves[place] = curve);
    Ok(Densities {
        treatments: NodeId::all(outcomes.len())
            .map(|node| labels(data.table, node, data.prepared.interventions(node), &places[node.index()]))
            .collect(),
        outcomes: outcomes.iter().map(axis).collect(),
        curves,
        pairs: plan.pairs,
        left_out: plan.left_out,
    })
}

/// An outcome, and the numbers of its curves of the truth and of the learnt graph as far as they are made here.
type MadeCurves = (NodeId, [Option<usize>; 2]);

/// Which curves are made, and where they are needed.
#[derive(Default)]
struct Plan {
    /// For each graph and treatment the outcomes of which curves are made: of the truth, of the learnt graph.
    rows: BTreeMap<(usize, NodeId), Vec<MadeCurves>>,
    pairs: Vec<Vec<ShownPair>>,
    count: usize,
    left_out: usize,
}

impl Plan {
    fn new(data: Observations<'_>, asked: &[Asked<'_>], outcomes: &[Outcome], places: &[Vec<usize>]) -> Self {
        let mut plan = Self { pairs: vec![Vec::new(); asked.len()], ..Self::default() };
        let (mut numbers, mut bytes): (BTreeMap<CurveKey, usize>, usize) = (BTreeMap::new(), 0);
        for wanted in wanted_pairs(asked) {
            let Wanted { graph, treatment, outcome, .. } = wanted;
            let keys = curve_keys(&asked[graph], &wanted, data);
            let size = curve_bytes(&outcomes[outcome.index()], places[treatment.index()].len());
            let new: BTreeSet<&CurveKey> = keys.iter().flatten().filter(|key| !numbers.contains_key(key)).collect();
            if bytes + size * new.len() > BYTES {
                plan.left_out += 1;
                continue;
            }
            bytes += size * new.len();
            let is_new: [bool; 2] =
                std::array::from_fn(|side| keys[side].as_ref().is_some_and(|key| new.contains(key)));
            let found = keys.map(|key| {
                let next = numbers.len();
                key.map(|key| *numbers.entry(key).or_insert(next))
            });
            let made = std::array::from_fn(|side| found[side].filter(|_| is_new[side]));
            plan.rows.entry((graph, treatment)).or_default().push((outcome, made));
            plan.pairs[graph].push(ShownPair(treatment.index(), outcome.index(), found[0], found[1]));
        }
        plan.count = numbers.len();
        plan
    }

    /// The curves of one treatment, with their numbers.
    fn curves_of(
        &self,
        (graph, treatment): (usize, NodeId),
        data: Observations<'_>,
        asked: &Asked<'_>,
        outcomes: &[Outcome],
        places: &[Vec<usize>],
    ) -> Result<Vec<(usize, Curves)>, ReportError> {
        let mut curves = Vec::new();
        for (sets, cases) in by_adjustment(asked, treatment, data) {
            let sides = probabilities(data, treatment, (&sets, &cases), &places[treatment.index()])?;
            let asked_for = |(outcome, _): &&MadeCurves| cases[outcome.index()].is_some();
            for (outcome, numbers) in self.rows[&(graph, treatment)].iter().filter(asked_for) {
                for (number, side) in numbers.iter().zip(&sides) {
                    if let (Some(number), Some(probabilities)) = (number, side) {
                        curves.push((*number, encoded(&outcomes[outcome.index()], probabilities)));
                    }
                }
            }
        }
        Ok(curves)
    }
}

/// The cases of a treatment's outcomes, apart by what the true and the learnt graph adjust for.
type CasesBySets = BTreeMap<[NodeSet; 2], Vec<Option<Case>>>;

fn by_adjustment(asked: &Asked<'_>, treatment: NodeId, data: Observations<'_>) -> CasesBySets {
    let (count, rule) = (asked.pair.node_count(), data.prepared.options().adjustment);
    let mut cases = CasesBySets::new();
    for outcome in NodeId::all(count) {
        if let Some(case) = asked.cases[treatment.index() * count + outcome.index()] {
            let graphs = [asked.pair.truth(), asked.pair.learnt()];
            let sets = graphs.map(|graph| adjustment(graph, treatment, outcome, rule));
            cases.entry(sets).or_insert_with(|| vec![None; count])[outcome.index()] = Some(case);
        }
    }
    cases
}

fn adjustment(graph: &Dag, treatment: NodeId, outcome: NodeId, rule: AdjustmentRule) -> NodeSet {
    match rule {
        AdjustmentRule::Parents => graph.parent_set(treatment),
        AdjustmentRule::Optimal => optimal_set(graph, treatment, outcome),
    }
}

/// For each intervention on a treatment the probabilities of the samples, by the truth and by the learnt graph; none where
/// no outcome asks for a graph's estimate.
fn probabilities(
    data: Observations<'_>,
    treatment: NodeId,
    (sets, cases): (&[NodeSet; 2], &[Option<Case>]),
    places: &[usize],
) -> Result<[Option<Vec<Vec<f64>>>; 2], ReportError> {
    let [truth_parents, learnt_parents] = sets;
    let question = RowQuestion { treatment, truth_parents, learnt_parents, cases };
    let weights = data.prepared.intervention_weights(&question, places)?;
    Ok([weights.truth, weights.learnt]
        .map(|side| side.map(|all| all.iter().map(|weights| nearest_probabilities(weights)).collect())))
}

/// The densities of one outcome under the shown interventions on one treatment.
#[derive(Clone, Debug)]
pub(crate) struct PairDensities {
    pub(crate) treatment: NodeId,
    pub(crate) outcome: NodeId,
    /// The values that the treatment is set to.
    pub(crate) interventions: Vec<String>,
    pub(crate) support: Support,
    pub(crate) observed: Vec<f64>,
    /// For each intervention; none where the graph leaves the outcome as observed.
    pub(crate) truth: Option<Vec<Vec<f64>>>,
    pub(crate) learnt: Option<Vec<Vec<f64>>>,
}

/// The densities of the pair with the largest distance, if any distance is estimated.
pub(super) fn worst_pair(data: Observations<'_>, asked: &Asked<'_>) -> Result<Option<PairDensities>, ReportError> {
    let Some(Wanted { treatment, outcome, .. }) = wanted_pairs(std::slice::from_ref(asked)).into_iter().next() else {
        return Ok(None);
    };
    let (points, target) = (data.prepared.interventions(treatment), Outcome::new(data.table.column(outcome)));
    let places = shown_places(data.table.column(treatment), points);
    let case = asked.cases[treatment.index() * asked.pair.node_count() + outcome.index()];
    let asked_for = by_adjustment(asked, treatment, data);
    let (sets, cases) =
        asked_for.iter().find(|(_, cases)| cases[outcome.index()].is_some()).expect("the pair has a case");
    let [truth, learnt] = probabilities(data, treatment, (sets, cases), &places)?
        .map(|side| side.map(|all| all.iter().map(|weights| target.density(weights)).collect::<Vec<_>>()));
    Ok(Some(PairDensities {
        treatment,
        outcome,
        interventions: labels(data.table, treatment, points, &places),
        observed: target.marginal(),
        truth: truth.filter(|_| case.is_some_and(Case::needs_truth)),
        learnt: learnt.filter(|_| case.is_some_and(Case::needs_learnt)),
        support: target.support().clone(),
    }))
}

/// The pairs with a distance that is estimated, the largest first.
fn wanted_pairs(asked: &[Asked<'_>]) -> Vec<Wanted> {
    let mut wanted = Vec::new();
    for (graph, asked) in asked.iter().enumerate() {
        let count = asked.pair.node_count();
        for (place, (case, &distance)) in asked.cases.iter().zip(asked.distances).enumerate() {
            if distance > 0.0 && case.is_some_and(|case| case.needs_truth() || case.needs_learnt()) {
                let (treatment, outcome) = (NodeId::new(place / count), NodeId::new(place % count));
                wanted.push(Wanted { graph, treatment, outcome, distance });
            }
        }
    }
    wanted.sort_by(|a, b| b.distance.total_cmp(&a.distance));
    wanted
}

/// What the true and the learnt curve of a pair depend on; none where it is the marginal. A ridge parameter that is chosen
/// for each row makes them depend on the learnt graph as well.
fn curve_keys(asked: &Asked<'_>, wanted: &Wanted, data: Observations<'_>) -> [Option<CurveKey>; 2] {
    let Wanted { graph, treatment, outcome, .. } = *wanted;
    let case = asked.cases[treatment.index() * asked.pair.node_count() + outcome.index()];
    let graph = if data.prepared.lambda().is_none() { graph } else { 0 };
    let rule = data.prepared.options().adjustment;
    let key = |dag: &Dag| (treatment, adjustment(dag, treatment, outcome, rule), outcome, graph);
    [
        case.filter(|case| case.needs_truth()).map(|_| key(asked.pair.truth())),
        case.filter(|case| case.needs_learnt()).map(|_| key(asked.pair.learnt())),
    ]
}

fn curve_bytes(outcome: &Outcome, interventions: usize) -> usize {
    match outcome.support() {
        Support::Grid { .. } => interventions * crate::density::GRID_POINTS * 4 / 3 + 32,
        Support::Levels(levels) => interventions * (levels.len() * 5 + 2) + 32,
    }
}

fn encoded(outcome: &Outcome, probabilities: &[Vec<f64>]) -> Curves {
    let densities = probabilities.iter().map(|probabilities| outcome.density(probabilities));
    match outcome.support() {
        Support::Grid { .. } => {
            Curves::Grid(STANDARD.encode(densities.flat_map(|density| bytes(&density)).collect::<Vec<u8>>()))
        }
        Support::Levels(_) => Curves::Levels(densities.map(|density| shares(&density)).collect()),
    }
}

fn axis(outcome: &Outcome) -> Axis {
    match outcome.support() {
        Support::Grid { low, step } => {
            Axis::Grid { low: *low, step: *step, marginal: STANDARD.encode(bytes(&outcome.marginal())) }
        }
        Support::Levels(levels) => Axis::Levels { levels: levels.clone(), marginal: shares(&outcome.marginal()) },
    }
}

#[expect(clippy::cast_sign_loss, reason = "densities are not negative")]
fn bytes(density: &[f64]) -> Vec<u8> {
    let mode = density.iter().copied().fold(0.0, f64::max);
    density.iter().map(|value| (255.0 * value / mode).round() as u8).collect()
}

#[expect(clippy::cast_sign_loss, reason = "probabilities are not negative")]
fn shares(probabilities: &[f64]) -> Vec<u16> {
    probabilities.iter().map(|value| (10_000.0 * value).round() as u16).collect()
}

/// The places of the interventions that are shown: at the shares of a numeric treatment, the most frequent categories.
fn shown_places(column: &Column, points: &InterventionPoints) -> Vec<usize> {
    let weights = points.weights();
    let mut places: Vec<usize> = match column {
        Column::Numeric(_) => {
            let mut order: Vec<usize> = (0..weights.len()).collect();
            order.sort_by(|&a, &b| points.values()[a].total_cmp(&points.values()[b]));
            SHARES.iter().map(|&share| place_of_share(&order, weights, share)).collect()
        }
        Column::Categorical { .. } => {
            let mut order: Vec<usize> = (0..weights.len()).collect();
            order.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]));
            order.truncate(SHARES.len());
            order
        }
    };
    places.sort_by(|&a, &b| points.values()[a].total_cmp(&points.values()[b]));
    places.dedup();
    places
}

fn place_of_share(order: &[usize], weights: &[f64], share: f64) -> usize {
    let mut sum = 0.0;
    let reached = order.iter().find(|&&place| {
        sum += weights[place];
        sum >= share
    });
    reached.or(order.last()).copied().unwrap_or(0)
}

fn labels(table: &Table, node: NodeId, points: &InterventionPoints, places: &[usize]) -> Vec<String> {
    let label = |&place: &usize| {
        let value = points.values()[place];
        match table.column(node) {
            Column::Numeric(_) => short(value),
            Column::Categorical { levels, .. } => level(levels, value),
        }
    };
    places.iter().map(label).collect()
}

#[expect(clippy::cast_sign_loss, reason = "codes are not negative")]
fn level(levels: &[String], code: f64) -> String {
    levels.get(code as usize).cloned().unwrap_or_else(|| short(code))
}
