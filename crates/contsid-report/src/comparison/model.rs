//! The data of the page.

use super::curves::{Asked, Densities, PairDensities, densities, worst_pair};
use super::effects::{EffectParts, EffectsModel};
use super::fixes::{FixParts, FixesModel};
use super::graphs::{
    DrawnEdge, EdgeMark, GraphModel, LayoutModel, MOST_EDGES, MarkedEdge, common_layout, marked_edges,
};
use super::names::without_common_directory;
use super::ranking::{MeasureModel, Scale, measures};
use super::sentences::{Score, scores};
use super::terms::{TERMS, Term};
use super::verdict::{Verdict, verdict};
use super::words::Sentences;
use super::{ComparisonReport, Distances, LearntGraph, ReportError};
use crate::colour::Ramps;
use crate::number::{Decimals, count};
use contsid::adjustment::AdjustmentRule;
use contsid::comparison::{ComparisonError, Measure, ShdOf, repairs};
use contsid::distance::Selection;
use contsid::distance::bounds::Span;
use contsid::distance::contsid::{Case, ContSidOptions, TreatmentView};
use contsid::execution::Execution;
use contsid::graph::{Cpdag, Dag, GraphClass, GraphPair, NodeId};
use contsid::named::Named;
use serde::Serialize;

/// The explanations of all effects together take about this many bytes at most.
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
    /// How large all is.
    summary: String,
    verdict: Verdict,
    measures: Vec<MeasureModel>,
    /// What a graph adjusts for: the parents of the treatment, or the sets that each graph has here.
    adjustment: &'static str,
    /// What a distance is divided by, if there are data.
    normalise: Option<&'static str>,
    /// The largest d in words, if there are data.
    largest: Option<String>,
    ramps: Ramps,
    marks: [(EdgeMark, &'static str); 6],
    cases: [&'static str; 7],
    nodes: Vec<String>,
    layout: Option<LayoutModel>,
    truth: GraphModel,
    learnt: Vec<LearntModel>,
    sentences: Vec<String>,
    densities: Option<Densities>,
    terms: [Term; 14],
    left_out: Vec<String>,
}

#[derive(Debug, Serialize)]
struct LearntModel {
    graph: GraphModel,
    drawn: Vec<DrawnEdge>,
    effects: EffectsModel,
    /// For each pair the numbers of its sentences.
    why: Reasons,
    fixes: FixesModel,
}

/// The number of a case on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum CaseNumber {
    NotAsked = 0,
    NoPath = 1,
    TruthOnly = 2,
    LearntOnly = 3,
    Agreed = 4,
    Different = 5,
    SameEstimate = 6,
}

/// What the cases say, by their numbers.
const CASE_WORDS: [&str; 7] = [
    "not asked for",
    "neither graph has a directed path: both leave the outcome alone",
    "only the truth has a directed path",
    "only the learnt graph has a directed path",
    "both have directed paths and agree on the effect",
    "both have directed paths and disagree on the effect",
    "both have directed paths and adjust for the same, so their estimates are the same",
];

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
        let distances_of = |learnt: &LearntGraph<'_>| Distances::new(learnt.comparison, report.names.len());
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
        let layout = self.layout(&mut left_out);
        let asked = self.asked()?;
        let densities = self.densities(&asked, execution, &mut left_out)?;
        let (why, sentences) = self.words(&asked, &mut left_out);
        let scale = Scale::new(&report.learnt);
        let names = self.names();
        let learnt = self.learnt_models(&asked, why, &names, scale.decimals, execution)?;
        let meanings: Vec<Vec<Score>> = (0..learnt.len()).map(|graph| self.scores(graph, &scale)).collect();
        Ok(Model {
            title: report.title.clone(),
            introduction: report.introduction.clone(),
            version: env!("CARGO_PKG_VERSION"),
            command: report.command.clone(),
            settings: report.settings.clone(),
            summary: self.summary(),
            verdict: verdict(&scale, |graph| learnt[graph].fixes.advice.clone()),
            measures: measures(&scale, &meanings),
            adjustment: self.adjustment().name(),
            normalise: report.data.map(|data| data.prepared.options().normalise.name()),
            largest: self
                .distances
                .iter()
                .any(Option::is_some)
                .then(|| Decimals::of([self.largest()]).write(self.largest())),
            ramps: Ramps::new(),
            marks: EdgeMark::ALL.map(|mark| (mark, mark.words())),
            cases: CASE_WORDS,
            nodes: report.names.iter().map(str::to_owned).collect(),
            layout,
            truth: GraphModel::new(report.truth, &names[0], &self.truth, self.adjustment()),
            learnt,
            sentences,
            densities,
            terms: TERMS,
            left_out,
        })
    }

    /// The truth's name and those of the learnt graphs, as they are shown.
    fn names(&self) -> Vec<String> {
        let learnt = self.report.learnt.iter().map(|learnt| learnt.graph.name);
        without_common_directory(&std::iter::once(self.report.truth.name).chain(learnt).collect::<Vec<_>>())
    }

    fn summary(&self) -> String {
        let report = self.report;
        let rows = report.data.map(|data| format!(", {} rows", count(data.table.row_count()))).unwrap_or_default();
        let (nodes, edges) = (count(report.names.len()), count(report.truth.graph.edges().count()));
        format!("{nodes} nodes, {edges} true edges{rows}")
    }

    fn layout(&self, left_out: &mut Vec<String>) -> Option<LayoutModel> {
        let graphs = self.report.learnt.iter().map(|learnt| learnt.graph.graph);
        let layout = common_layout(self.report.names, self.report.truth.graph, graphs);
        if layout.is_none() {
            let most = count(MOST_EDGES);
            left_out.push(format!("The graphs are not drawn: together they join more than {most} pairs of nodes."));
        }
        layout.as_ref().map(LayoutModel::new)
    }

    /// The largest distance of all pairs and graphs; 1 without data.
    fn largest(&self) -> f64 {
        let known: Vec<&Distances> = self.distances.iter().flatten().collect();
        if known.is_empty() {
            return 1.0;
        }
        known.iter().flat_map(|distances| &distances.upper).copied().fold(0.0, f64::max)
    }

    fn scores(&self, graph: usize, scale: &Scale<'_>) -> Vec<Score> {
        let learnt = &self.report.learnt[graph];
        scores(learnt, self.distances[graph].as_ref(), &self.compared_edges(graph), self.report, scale.decimals)
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
                count(found.left_out)
            ));
        }
        Ok(Some(found))
    }

    /// The explanations of all effects, those with the largest distances first, until there is no more room.
    fn words(&self, asked: &[Asked<'_>], left_out: &mut Vec<String>) -> (Vec<Reasons>, Vec<String>) {
        let node_count = self.report.names.len();
        let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
        for (graph, (asked, learnt)) in asked.iter().zip(&self.report.learnt).enumerate() {
            let selected = (0..node_count * node_count).filter(|index| asked.cases[*index].is_some());
            pairs.extend(selected.map(|index| {
                let (treatment, outcome) = (index / node_count, NodeId::new(index % node_count));
                let wrong = learnt.comparison.sid.ever_wrong[treatment].contains(outcome);
                (asked.distance(index) + f64::from(u8::from(wrong)), graph, index)
            }));
        }
        pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        let (mut sentences, mut why) =
            (Sentences::new(node_count), vec![vec![None; node_count * node_count]; asked.len()]);
        let (mut bytes, mut missing) = (0, 0);
        for (_, graph, index) in pairs {
            if bytes > WORD_BYTES {
                missing += 1;
                continue;
            }
            let (treatment, outcome) = (NodeId::new(index / node_count), NodeId::new(index % node_count));
            let numbers = sentences.explain(asked[graph].pair, treatment, outcome, asked[graph].distance(index));
            bytes += 4 + numbers.iter().map(|numbers| 3 + 3 * numbers.len()).sum::<usize>();
            why[graph][index] = Some(numbers);
        }
        if missing > 0 {
            let missing = count(missing);
            left_out.push(format!("Explanations are left out for {missing} pairs with small or no distances."));
        }
        (why, sentences.templates())
    }

    fn learnt_models(
        &self,
        asked: &[Asked<'_>],
        why: Vec<Reasons>,
        names: &[String],
        decimals: Decimals,
        execution: &Execution<'_>,
    ) -> Result<Vec<LearntModel>, ReportError> {
        let mut models = Vec::new();
        for (graph, why) in why.into_iter().enumerate() {
            let learnt = &self.report.learnt[graph];
            let drawn = marked_edges(self.report.truth.graph, learnt.graph.graph);
            models.push(LearntModel {
                graph: GraphModel::new(learnt.graph, &names[graph + 1], &self.learnt[graph], self.adjustment()),
                drawn: drawn.iter().map(|&marked| DrawnEdge::new(marked)).collect(),
                effects: self.effects(graph, &asked[graph]),
                why,
                fixes: self.fixes(learnt, decimals, execution)?,
            });
        }
        Ok(models)
    }

    fn effects(&self, graph: usize, asked: &Asked<'_>) -> EffectsModel {
        let learnt = &self.report.learnt[graph];
        let parts = EffectParts {
            comparison: learnt.comparison,
            distances: self.distances[graph].as_ref(),
            cases: self.case_numbers(asked),
            sid: self.sid_pairs(learnt),
            largest: self.largest(),
        };
        parts.model()
    }

    fn fixes(
        &self,
        learnt: &LearntGraph<'_>,
        decimals: Decimals,
        execution: &Execution<'_>,
    ) -> Result<FixesModel, ReportError> {
        let report = self.report;
        let prepared = report.data.map(|data| data.prepared).filter(|_| learnt.comparison.contsid.is_some());
        let found = repairs(report.truth.graph, learnt.graph.graph, report.options, prepared, execution)?;
        let sid = &learnt.comparison.sid;
        let parts = FixParts {
            repairs: &found,
            contsid: learnt.comparison.bounds(Measure::ContSid).filter(|_| prepared.is_some()),
            sid: Span { lower: sid.lower, upper: sid.upper },
            decimals,
        };
        Ok(parts.model())
    }

    /// What a graph adjusts for; the parents, as SID does, where there are no data.
    fn adjustment(&self) -> AdjustmentRule {
        self.report.data.map(|data| data.prepared.options().adjustment).unwrap_or_default()
    }

    fn case_numbers(&self, asked: &Asked<'_>) -> Vec<CaseNumber> {
        let (node_count, rule) = (self.report.names.len(), self.adjustment());
        let number = |(index, case): (usize, &Option<Case>)| match case {
            None => CaseNumber::NotAsked,
            Some(Case::NoPath) => CaseNumber::NoPath,
            Some(Case::TruthOnly) => CaseNumber::TruthOnly,
            Some(Case::LearntOnly) => CaseNumber::LearntOnly,
            Some(Case::Agreed) => CaseNumber::Agreed,
            Some(Case::Different) => {
                let (treatment, outcome) = (NodeId::new(index / node_count), NodeId::new(index % node_count));
                let same = asked.is_same_estimate(rule, treatment, outcome);
                if same { CaseNumber::SameEstimate } else { CaseNumber::Different }
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
        let (sid, node_count) = (&learnt.comparison.sid, self.report.names.len());
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
        NodeId::all(node_count).flat_map(|a| NodeId::all(node_count).map(move |b| mark(a, b))).collect()
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
