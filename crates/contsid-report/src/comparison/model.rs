//! The data of the page.

use super::asked::{CASE_WORDS, ShownCases, cases};
use super::curves::{Densities, densities};
use super::document::MOST_STEPS;
use super::effects::{EffectParts, EffectsModel};
use super::fixes::{FixParts, FixesModel};
use super::graphs::{DrawnEdge, EdgeMark, LayoutModel, MarkedEdge, PageGraph, kinds, marked_edges};
use super::names::by_name;
use super::ranking::{DistanceTexts, MeasureModel, measures};
use super::sentences::{Meaning, scores};
use super::shift::{distance_of_one, has_shifts, have_shifts, shift_marks};
use super::verdict::{Advice, advice, relations};
use super::words::{Explanations, Reasons};
use super::{ComparisonReport, Distances, LearntGraph, ReportError, Rows};
use crate::colour::Ramps;
use crate::number::{Decimals, counted};
use crate::page::PageEnd;
use crate::terms::{JOINT, OF_COMPARISONS};
use crate::verdict::PairWords;
use contsid::adjustment::AdjustmentRule;
use contsid::comparison::{ComparisonError, Measure, ShdOf, fix_steps, fixes};
use contsid::distance::Selection;
use contsid::distance::bounds::Span;
use contsid::execution::Execution;
use contsid::graph::{Cpdag, GraphClass, GraphPair, NodeId};
use contsid::named::Named;
use serde::Serialize;

/// Bars end this much beyond the largest value.
const BAR_ROOM: f64 = 1.15;

/// Bars that are all 0 end here.
const LEAST_END: f64 = 1e-12;

#[derive(Debug, Serialize)]
pub(super) struct ComparisonModel {
    title: String,
    introduction: Option<String>,
    /// How large all is.
    summary: String,
    verdict: Advice,
    measures: Vec<MeasureModel>,
    /// How each two learnt graphs stand to each other.
    relations: Vec<PairWords>,
    /// What a graph adjusts for: the parents of the treatment, or the sets that each graph has here.
    adjustment: &'static str,
    /// What a distance is divided by, if there are data.
    normalise: Option<&'static str>,
    /// The largest d in words, if there are data.
    largest: Option<String>,
    /// The distance of a shift by one standard deviation, and marks of shifts, where a shift has a distance.
    shift: Option<(String, Vec<(f64, &'static str)>)>,
    ramps: Ramps,
    marks: [(EdgeMark, &'static str); 6],
    cases: [&'static str; 7],
    nodes: Vec<String>,
    /// The nodes in the order of their names, in which numbers count as numbers.
    by_name: Vec<usize>,
    /// The end of the longest bar of an effect, with some room.
    bar_end: f64,
    layout: Option<LayoutModel>,
    truth: PageGraph,
    /// The kinds of the truth's edges, with their words.
    truth_kinds: Vec<(EdgeMark, String)>,
    learnt: Vec<LearntModel>,
    sentences: Vec<String>,
    densities: Option<Densities>,
    /// Of which rows densities and fixes are estimated, where not of all.
    sampled: Option<String>,
    #[serde(flatten)]
    end: PageEnd,
}

#[derive(Debug, Serialize)]
struct LearntModel {
    graph: PageGraph,
    drawn: Vec<DrawnEdge>,
    /// Their kinds, with words.
    kinds: Vec<(EdgeMark, String)>,
    effects: EffectsModel,
    /// For each pair the numbers of its sentences.
    why: Reasons,
    fixes: FixesModel,
}

/// The report with the members by which its graphs are explained.
pub(super) struct Context<'a> {
    report: &'a ComparisonReport<'a>,
    selection: Selection,
    rows: Option<Rows<'a>>,
    execution: &'a Execution<'a>,
    truth: GraphClass,
    learnt: Vec<GraphClass>,
    distances: Vec<Option<Distances>>,
}

impl<'a> Context<'a> {
    pub(super) fn new(
        report: &'a ComparisonReport<'_>,
        rows: Option<Rows<'a>>,
        execution: &'a Execution<'_>,
    ) -> Result<Self, ReportError> {
        let class_of = |learnt: &LearntGraph<'_>| {
            report.options.undirected.class_of(learnt.graph.graph).map_err(ComparisonError::Learnt)
        };
        let distances_of = |learnt: &LearntGraph<'_>| Distances::new(learnt.comparison, report.names.len());
        Ok(Self {
            report,
            selection: report.options.selection_of(report.names.len()).map_err(ComparisonError::from)?,
            rows,
            execution,
            truth: report.options.undirected.class_of(report.truth.graph).map_err(ComparisonError::Truth)?,
            learnt: report.learnt.iter().map(class_of).collect::<Result<_, _>>()?,
            distances: report.learnt.iter().map(distances_of).collect(),
        })
    }
}

impl Context<'_> {
    pub(super) fn model(&self) -> Result<ComparisonModel, ReportError> {
        let (report, mut left_out) = (self.report, Vec::new());
        let layout = self.layout(&mut left_out);
        let asked = self.asked()?;
        let densities = self.densities(&asked, &mut left_out)?;
        let words = self.explanations(&asked, &mut left_out);
        let scale = DistanceTexts::new(&report.learnt);
        let names = report.shown_names();
        let learnt = self.learnt_models(&asked, words.why, &names, scale.decimals)?;
        let ranking = report.ranking;
        let meanings: Vec<Vec<Meaning>> = (0..learnt.len()).map(|graph| self.scores(graph, &scale)).collect();
        Ok(ComparisonModel {
            title: report.title.clone(),
            introduction: report.introduction.clone(),
            summary: self.summary(),
            verdict: advice(&scale, ranking, |graph| learnt[graph].fixes.advice.clone(), &self.notes()),
            measures: measures(&scale, ranking, &meanings),
            relations: relations(&scale, ranking),
            adjustment: self.adjustment().name(),
            normalise: report.data.map(|data| data.options.normalise.name()),
            largest: self
                .distances
                .iter()
                .any(Option::is_some)
                .then(|| Decimals::of([self.largest()]).write(self.largest())),
            shift: has_shifts(report.data.as_ref()).then(|| (distance_of_one(), shift_marks())),
            ramps: Ramps::new(),
            marks: EdgeMark::ALL.map(|mark| (mark, mark.words())),
            cases: CASE_WORDS,
            nodes: report.names.iter().map(str::to_owned).collect(),
            by_name: by_name(report.names),
            bar_end: BAR_ROOM * learnt.iter().map(|learnt| learnt.effects.largest).fold(LEAST_END, f64::max),
            layout,
            truth: PageGraph::new(report.truth, &names[0], &self.truth, self.adjustment()),
            truth_kinds: kinds(&marked_edges(report.truth.graph, report.truth.graph)),
            learnt,
            sentences: words.sentences,
            densities,
            sampled: self.rows.and_then(|rows| rows.share()),
            end: self.end(left_out),
        })
    }

    /// The end of the page. Joint interventions are explained only where they were asked for.
    fn end(&self, left_out: Vec<String>) -> PageEnd {
        let joint = self.report.options.treatment_sets.as_ref().map_or("", |_| JOINT);
        let end = PageEnd::new(&format!("{OF_COMPARISONS} {joint}"));
        end.made_by(self.report.command.as_deref(), self.report.settings.clone()).without(left_out)
    }

    fn summary(&self) -> String {
        let report = self.report;
        let rows = report.data.map(|data| format!(", {}", counted(data.table.row_count(), "row"))).unwrap_or_default();
        let (nodes, edges) = (report.names.len(), report.truth.graph.edges().count());
        format!("{}, {}{rows}", counted(nodes, "node"), counted(edges, "true edge"))
    }

    fn layout(&self, left_out: &mut Vec<String>) -> Option<LayoutModel> {
        let graphs = self.report.learnt.iter().map(|learnt| learnt.graph.graph);
        LayoutModel::shared(self.report.names, self.report.truth.graph, graphs, left_out)
    }

    /// The largest distance of all pairs and graphs; 1 without data.
    fn largest(&self) -> f64 {
        let known: Vec<&Distances> = self.distances.iter().flatten().collect();
        if known.is_empty() {
            return 1.0;
        }
        known.iter().flat_map(|distances| &distances.upper).copied().fold(0.0, f64::max)
    }

    fn scores(&self, graph: usize, scale: &DistanceTexts<'_>) -> Vec<Meaning> {
        let learnt = &self.report.learnt[graph];
        scores(learnt, self.distances[graph].as_ref(), &self.compared_edges(graph), self.report, scale.decimals)
    }

    /// The members by which the graphs are explained, with the cases of all pairs.
    pub(super) fn asked(&self) -> Result<Vec<ShownCases<'_>>, ReportError> {
        let options = self.report.data.map(|data| data.options.clone()).unwrap_or_default();
        let mut asked = Vec::new();
        for (class, distances) in self.learnt.iter().zip(&self.distances) {
            let pair = GraphPair::new(self.truth.extension(), class.extension())?;
            asked.push(ShownCases {
                pair,
                selection: &self.selection,
                cases: cases(pair, &self.selection, &options),
                distances: distances.as_ref().map_or(&[], |distances| &distances.upper),
            });
        }
        Ok(asked)
    }

    fn densities(
        &self,
        asked: &[ShownCases<'_>],
        left_out: &mut Vec<String>,
    ) -> Result<Option<Densities>, ReportError> {
        let Some(data) = self.rows else { return Ok(None) };
        let found = densities(data, asked, self.execution)?;
        if found.left_out > 0 {
            left_out.push(format!(
                "Densities are left out for {} with the smallest distances, so this page stays small.",
                counted(found.left_out, "pair")
            ));
        }
        Ok(Some(found))
    }

    fn explanations(&self, asked: &[ShownCases<'_>], left_out: &mut Vec<String>) -> Explanations {
        let found = Explanations::new(asked, &self.report.learnt, self.report.names.len());
        if found.missing > 0 {
            let missing = counted(found.missing, "pair");
            left_out.push(format!("Explanations are left out for {missing} with small or no distances."));
        }
        found
    }

    fn learnt_models(
        &self,
        asked: &[ShownCases<'_>],
        why: Vec<Reasons>,
        names: &[String],
        decimals: Decimals,
    ) -> Result<Vec<LearntModel>, ReportError> {
        let mut models = Vec::new();
        for (graph, why) in why.into_iter().enumerate() {
            let learnt = &self.report.learnt[graph];
            let drawn = marked_edges(self.report.truth.graph, learnt.graph.graph);
            models.push(LearntModel {
                graph: PageGraph::new(learnt.graph, &names[graph + 1], &self.learnt[graph], self.adjustment()),
                drawn: drawn.iter().map(|&marked| DrawnEdge::new(marked)).collect(),
                kinds: kinds(&drawn),
                effects: self.effects(graph, &asked[graph]),
                why,
                fixes: self.fixes(learnt, decimals)?,
            });
        }
        Ok(models)
    }

    fn effects(&self, graph: usize, asked: &ShownCases<'_>) -> EffectsModel {
        let learnt = &self.report.learnt[graph];
        let parts = EffectParts {
            comparison: learnt.comparison,
            distances: self.distances[graph].as_ref(),
            cases: asked.case_numbers(self.adjustment()),
            sid: self.sid_pairs(learnt),
            largest: self.largest(),
            has_shifts: have_shifts(self.report.data.as_ref(), self.report.names.len()),
        };
        parts.model()
    }

    fn fixes(&self, learnt: &LearntGraph<'_>, decimals: Decimals) -> Result<FixesModel, ReportError> {
        let (report, comparison) = (self.report, learnt.comparison);
        let (truth, graph, sid) = (report.truth.graph, learnt.graph.graph, &comparison.sid);
        let data = report.deciding_data();
        let found = fixes(truth, graph, report.options, data, self.execution)?;
        let steps = fix_steps(truth, graph, &found, MOST_STEPS, report.options, data, self.execution)?;
        let parts = FixParts {
            fixes: &found,
            steps: &steps,
            crossfit: comparison.crossfit.as_ref().map(|score| score.sum),
            contsid: comparison.bounds(Measure::ContSid),
            sid: Span { lower: sid.lower, upper: sid.upper },
            decimals,
        };
        Ok(parts.model())
    }

    /// What is to be said about the data.
    fn notes(&self) -> Vec<String> {
        self.report.data.map(|data| data.table.column_notes()).unwrap_or_default()
    }

    /// What a graph adjusts for; the parents, as SID does, where there are no data.
    fn adjustment(&self) -> AdjustmentRule {
        self.report.data.map(|data| data.options.adjustment).unwrap_or_default()
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
        edges.retain(|MarkedEdge { edge, .. }| self.selection.joins(edge.from, edge.to));
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
