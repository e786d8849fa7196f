//! The data of the page.

use super::curves::{Asked, Densities, PairDensities, densities, worst_pair};
use super::graphs::{
    GraphModel, MOST_EDGES, MarkedEdge, common_layout, directed, edge_numbers, layout_value, marked_edges,
};
use super::sentences::{Score, scores};
use super::words::Sentences;
use super::{ComparisonReport, Distances, LearntGraph, ReportError};
use crate::number::rounded;
use contsid::adjustment::AdjustmentRule;
use contsid::comparison::{ComparisonError, EdgeChange, Repair, ShdOf, rank, repairs};
use contsid::distance::Selection;
use contsid::distance::contsid::{Case, ContSidOptions, TreatmentView};
use contsid::execution::Execution;
use contsid::graph::{Cpdag, Dag, GraphClass, GraphPair, NodeId};
use contsid::named::Named;
use serde::Serialize;
use serde_json::{Value, json};

/// The explanations of all effects together take about so many bytes at most.
const WORD_BYTES: usize = 500_000;

/// For each pair, row by row, the numbers of its sentences and of the nodes in their gaps.
type Reasons = Vec<Option<Vec<Vec<usize>>>>;

#[derive(Debug, Serialize)]
pub(super) struct Model {
    title: String,
    introduction: Option<String>,
    version: &'static str,
    command: Option<String>,
    settings: Vec<(String, String)>,
    samples: Option<usize>,
    /// What a graph adjusts for: the parents of the treatment, or the sets that each graph has here.
    adjustment: &'static str,
    /// What a distance is divided by, if there are data.
    normalise: Option<&'static str>,
    nodes: Vec<String>,
    layout: Option<Value>,
    truth: GraphModel,
    learnt: Vec<LearntModel>,
    sentences: Vec<String>,
    densities: Option<Densities>,
    left_out: Vec<String>,
}

#[derive(Debug, Serialize)]
struct LearntModel {
    graph: GraphModel,
    /// For each drawn edge `[from, to, 1 if directed, mark]`.
    drawn: Vec<Value>,
    scores: Vec<Score>,
    /// 0 for the best.
    place: usize,
    /// contSID as a number, and the SID, for the costs.
    contsid: Option<[f64; 2]>,
    sid: [usize; 2],
    upper: Option<Vec<f64>>,
    lower: Option<Vec<f64>>,
    /// For each pair 0 (not asked) or the number of its case in the graphs that are shown.
    cases: Vec<usize>,
    /// For each pair `.` (right), `x` (wrong), `?` (depends on undirected edges), ` ` (not asked).
    sid_pairs: String,
    /// For each pair the numbers of its sentences.
    why: Reasons,
    repairs: Vec<Value>,
}

impl Model {
    pub(super) fn new(report: &ComparisonReport<'_>, execution: &Execution<'_>) -> Result<Self, ReportError> {
        let all = Selection::all(report.names.len());
        Context::new(report, report.options.selection.as_ref().unwrap_or(&all))?.model(execution)
    }
}

/// For each learnt graph the densities of the pair with the largest distance, if any distance is estimated.
pub(super) fn worst_pairs(report: &ComparisonReport<'_>) -> Result<Vec<Option<PairDensities>>, ReportError> {
    let Some(data) = report.data else { return Ok(vec![None; report.learnt.len()]) };
    let all = Selection::all(report.names.len());
    let context = Context::new(report, report.options.selection.as_ref().unwrap_or(&all))?;
    context.asked()?.iter().map(|asked| worst_pair(data, asked)).collect()
}

/// The report with the members that stand for its graphs.
struct Context<'a> {
    report: &'a ComparisonReport<'a>,
    selection: &'a Selection,
    truth: GraphClass,
    learnt: Vec<GraphClass>,
    distances: Vec<Option<Distances>>,
}

impl<'a> Context<'a> {
    fn new(report: &'a ComparisonReport<'_>, selection: &'a Selection) -> Result<Self, ReportError> {
        let class_of = |learnt: &LearntGraph<'_>| {
            report.options.undirected.class_of(learnt.graph.graph).map_err(ComparisonError::Learnt)
        };
        let distances_of =
            |learnt: &LearntGraph<'_>| Some(Distances::new(learnt.comparison.contsid.as_ref()?, report.names.len()));
        Ok(Self {
            report,
            selection,
            truth: report.options.undirected.class_of(report.truth.graph).map_err(ComparisonError::Truth)?,
            learnt: report.learnt.iter().map(class_of).collect::<Result<_, _>>()?,
            distances: report.learnt.iter().map(distances_of).collect(),
        })
    }
}

impl Context<'_> {
    fn model(&self, execution: &Execution<'_>) -> Result<Model, ReportError> {
        let (report, mut left_out) = (self.report, Vec::new());
        let graphs = report.learnt.iter().map(|learnt| learnt.graph.graph);
        let layout = common_layout(report.names, report.truth.graph, graphs);
        if layout.is_none() {
            left_out
                .push(format!("The graphs are not drawn: together they join more than {MOST_EDGES} pairs of nodes."));
        }
        let asked = self.asked()?;
        let densities = self.densities(&asked, execution, &mut left_out)?;
        let (why, sentences) = self.words(&asked, &mut left_out);
        let learnt = self.learnt_models(&asked, why, execution)?;
        Ok(Model {
            title: report.title.clone(),
            introduction: report.introduction.clone(),
            version: env!("CARGO_PKG_VERSION"),
            command: report.command.clone(),
            settings: report.settings.clone(),
            samples: report.data.map(|data| data.table.row_count()),
            adjustment: self.adjustment().name(),
            normalise: report.data.map(|data| data.prepared.options().normalise.name()),
            nodes: report.names.iter().map(str::to_owned).collect(),
            layout: layout.as_ref().map(layout_value),
            truth: GraphModel::new(report.truth, &self.truth, self.adjustment()),
            learnt,
            sentences,
            densities,
            left_out,
        })
    }

    /// The members that stand for the graphs, with the cases of all pairs.
    fn asked(&self) -> Result<Vec<Asked<'_>>, ReportError> {
        let options = self.report.data.map(|data| data.prepared.options().clone()).unwrap_or_default();
        let mut asked = Vec::new();
        for (class, distances) in self.learnt.iter().zip(&self.distances) {
            let pair = GraphPair::new(self.truth.extension(), class.extension())?;
            let distances = distances.as_ref();
            let known = distances.and_then(|distances| distances.cases.clone());
            asked.push(Asked {
                pair,
                selection: self.selection,
                cases: known.unwrap_or_else(|| cases(pair, self.selection, &options)),
                distances: distances.map_or(&[], |distances| &distances.upper),
            });
        }
        Ok(asked)
    }

    fn densities(
        &self,
        asked: &[Asked<'_>],
        execution: &Execution<'_>,
        left_out: &mut Vec<String>,
    ) -> Result<Option<Densities>, ReportError> {
        let Some(data) = self.report.data else { return Ok(None) };
        let found = densities(data, asked, execution)?;
        if found.left_out > 0 {
            left_out.push(format!(
                "Densities are left out for the {} pairs with the smallest distances, so that this page stays small.",
                found.left_out
            ));
        }
        Ok(Some(found))
    }

    /// The explanations of all effects, those with the largest distances first, until there is no more room.
    fn words(&self, asked: &[Asked<'_>], left_out: &mut Vec<String>) -> (Vec<Reasons>, Vec<String>) {
        let count = self.report.names.len();
        let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
        for (graph, (asked, learnt)) in asked.iter().zip(&self.report.learnt).enumerate() {
            let selected = (0..count * count).filter(|place| asked.cases[*place].is_some());
            pairs.extend(selected.map(|place| {
                let wrong = learnt.comparison.sid.ever_wrong[place / count].contains(NodeId::new(place % count));
                let distance = asked.distances.get(place).copied().unwrap_or(0.0);
                (distance + f64::from(u8::from(wrong)), graph, place)
            }));
        }
        pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        let (mut sentences, mut why) = (Sentences::new(count), vec![vec![None; count * count]; asked.len()]);
        let (mut bytes, mut missing) = (0, 0);
        for (_, graph, place) in pairs {
            if bytes > WORD_BYTES {
                missing += 1;
                continue;
            }
            let (treatment, outcome) = (NodeId::new(place / count), NodeId::new(place % count));
            let numbers = sentences.explain(asked[graph].pair, treatment, outcome);
            bytes += 4 + numbers.iter().map(|numbers| 3 + 3 * numbers.len()).sum::<usize>();
            why[graph][place] = Some(numbers);
        }
        if missing > 0 {
            left_out.push(format!(
                "Explanations are left out for {missing} pairs with small or no distances; `contsid why` has them."
            ));
        }
        (why, sentences.templates())
    }

    fn learnt_models(
        &self,
        asked: &[Asked<'_>],
        why: Vec<Reasons>,
        execution: &Execution<'_>,
    ) -> Result<Vec<LearntModel>, ReportError> {
        let places = places(&self.report.learnt);
        let mut models = Vec::new();
        for (graph, why) in why.into_iter().enumerate() {
            let learnt = &self.report.learnt[graph];
            let (truth, report) = (self.report.truth.graph, self.report);
            let drawn = marked_edges(truth, learnt.graph.graph);
            let prepared = report.data.map(|data| data.prepared);
            let found = repairs(truth, learnt.graph.graph, report.options, prepared, execution)?;
            let distances = self.distances[graph].as_ref();
            let bounded = distances.filter(|distances| distances.lower != distances.upper);
            models.push(LearntModel {
                graph: GraphModel::new(learnt.graph, &self.learnt[graph], self.adjustment()),
                scores: scores(learnt, distances, &self.compared_edges(graph), report),
                drawn: drawn
                    .iter()
                    .map(|marked| {
                        json!([marked.edge.from.index(), marked.edge.to.index(), directed(marked.edge), marked.mark])
                    })
                    .collect(),
                place: places[graph],
                contsid: distances.map(|distances| distances.total),
                sid: [learnt.comparison.sid.lower, learnt.comparison.sid.upper],
                upper: distances.map(|distances| distances.upper.iter().copied().map(rounded).collect()),
                lower: bounded.map(|distances| distances.lower.iter().copied().map(rounded).collect()),
                cases: self.case_numbers(&asked[graph]),
                sid_pairs: self.sid_pairs(learnt),
                why,
                repairs: found.iter().map(repair_value).collect(),
            });
        }
        Ok(models)
    }

    /// What a graph adjusts for; the parents, as SID does, where there are no data.
    fn adjustment(&self) -> AdjustmentRule {
        self.report.data.map(|data| data.prepared.options().adjustment).unwrap_or_default()
    }

    fn case_numbers(&self, asked: &Asked<'_>) -> Vec<usize> {
        let (count, rule) = (self.report.names.len(), self.adjustment());
        let number = |(place, case): (usize, &Option<Case>)| match case {
            None => 0,
            Some(Case::NoPath) => 1,
            Some(Case::TruthOnly) => 2,
            Some(Case::LearntOnly) => 3,
            Some(Case::Agreed) => 4,
            Some(Case::Different) => {
                let (treatment, outcome) = (NodeId::new(place / count), NodeId::new(place % count));
                if asked.is_same_estimate(rule, treatment, outcome) { 6 } else { 5 }
            }
        };
        asked.cases.iter().enumerate().map(number).collect()
    }

    /// The edges that the SHD compares, of the graphs or of the completed graphs of their classes.
    fn compared_edges(&self, graph: usize) -> Vec<MarkedEdge> {
        let mut edges = match self.report.options.shd_of {
            ShdOf::Graphs => marked_edges(self.report.truth.graph, self.report.learnt[graph].graph.graph),
            ShdOf::Classes => {
                let [truth, learnt] = [&self.truth, &self.learnt[graph]].map(|class| Cpdag::of(class.extension()));
                marked_edges(truth.as_ref(), learnt.as_ref())
            }
        };
        edges.retain(|MarkedEdge { edge, .. }| {
            self.selection.contains(edge.from, edge.to) || self.selection.contains(edge.to, edge.from)
        });
        edges
    }

    fn sid_pairs(&self, learnt: &LearntGraph<'_>) -> String {
        let (sid, count) = (&learnt.comparison.sid, self.report.names.len());
        let mark = |treatment: NodeId, outcome: NodeId| {
            if !self.selection.contains(treatment, outcome) {
                return ' ';
            }
            match (
                sid.always_wrong[treatment.index()].contains(outcome),
                sid.ever_wrong[treatment.index()].contains(outcome),
            ) {
                (true, _) => 'x',
                (false, true) => '?',
                (false, false) => '.',
            }
        };
        NodeId::all(count).flat_map(|a| NodeId::all(count).map(move |b| mark(a, b))).collect()
    }
}

fn cases(pair: GraphPair<'_, Dag>, selection: &Selection, options: &ContSidOptions) -> Vec<Option<Case>> {
    let mut cases = Vec::new();
    for treatment in NodeId::all(pair.node_count()) {
        let view = TreatmentView::by_rule(pair, treatment, options.adjustment);
        let case = |outcome| selection.contains(treatment, outcome).then(|| view.case(outcome, options.agreement));
        cases.extend(NodeId::all(pair.node_count()).map(case));
    }
    cases
}

/// The place of each learnt graph from the best, 0, to the worst.
fn places(learnt: &[LearntGraph<'_>]) -> Vec<usize> {
    let compared: Vec<_> = learnt.iter().map(|graph| graph.comparison).collect();
    let mut places = vec![0; learnt.len()];
    let order = rank(&compared, None).order;
    order.iter().enumerate().for_each(|(place, graph)| places[graph.index] = place);
    places
}

fn repair_value(repair: &Repair) -> Value {
    let change = match repair.change {
        EdgeChange::Add => "add",
        EdgeChange::Remove => "remove",
        EdgeChange::Reverse => "reverse",
        EdgeChange::Direct => "direct",
        EdgeChange::Undirect => "undirect",
    };
    let edge = edge_numbers(repair.edge);
    match &repair.outcome {
        Ok(after) => {
            let sid = [after.sid.lower, after.sid.upper];
            let contsid = after.contsid.map(|contsid| [contsid.lower, contsid.upper]);
            json!({"edge": edge, "change": change, "sid": sid, "contsid": contsid})
        }
        Err(error) => {
            json!({"edge": edge, "change": change, "nodes": error.nodes().iter().map(|node| node.index()).collect::<Vec<_>>()})
        }
    }
}
