//! The page.

use super::densities::{OutcomeDensities, densities};
use super::outcomes::OutcomesModel;
use super::sentences::skill_text;
use super::skills::{SkillAxis, SkillModel};
use super::{JudgementReport, JudgementReportError, sentences};
use crate::comparison::{LayoutModel, downwards, edge_letters, edge_numbers, without_common_directory};
use crate::number::{Decimals, count, counted};
use crate::packed::{Axis, Curves};
use crate::page::{Page, PageEnd};
use crate::rich::{Rich, isolated, sentence};
use crate::terms::OF_JUDGEMENTS;
use crate::verdict::PairWords;
use contsid::comparison::Standings;
use contsid::execution::Execution;
use contsid::experiment::{AskedGraph, Experiment, ExperimentFacts, GraphJudgement};
use contsid::graph::{MixedGraph, NodeId};
use serde::Serialize;
use std::borrow::Cow;

const SCRIPTS: [&str; 6] = [
    include_str!("../../assets/intervals.js"),
    include_str!("../../assets/relations.js"),
    include_str!("../../assets/graph.js"),
    include_str!("../../assets/curves.js"),
    include_str!("../../assets/predictions.js"),
    include_str!("../../assets/judgement.js"),
];

/// What the two skills of a graph with undirected edges are.
const BOUNDS: &str = " (the worst and the best graph that its undirected edges allow)";

#[derive(Serialize)]
struct JudgementModel<'a> {
    title: String,
    summary: String,
    introduction: Option<&'a str>,
    headline: Rich,
    details: Vec<Rich>,
    notes: Vec<String>,
    nodes: Vec<&'a str>,
    axis: SkillAxis,
    ceiling: Option<SkillModel>,
    experiments: Vec<ExperimentModel>,
    /// In the order in which they were given.
    graphs: Vec<JudgedGraph>,
    /// The graphs from the best to the worst.
    order: Vec<usize>,
    /// How each two graphs stand to each other.
    relations: Vec<PairWords>,
    /// One drawing for all graphs; none if they have too many edges.
    layout: Option<LayoutModel>,
    densities: Vec<DensitiesModel>,
    #[serde(flatten)]
    end: PageEnd,
}

/// How one outcome of one experiment was distributed, and what graphs predicted.
#[derive(Serialize)]
struct DensitiesModel {
    experiment: usize,
    outcome: usize,
    /// With the observational rows.
    axis: Axis,
    observed: Curves,
    predicted: Vec<Option<Curves>>,
}

impl DensitiesModel {
    fn new(found: &OutcomeDensities) -> Self {
        let curves = |density: &Vec<f64>| Curves::new(&found.shown, std::slice::from_ref(density));
        Self {
            experiment: found.experiment,
            outcome: found.outcome.index(),
            axis: Axis::with_marginal(&found.shown, &found.before),
            observed: curves(&found.observed),
            predicted: found.predicted.iter().map(|own| own.as_ref().map(curves)).collect(),
        }
    }
}

#[derive(Serialize)]
struct ExperimentModel {
    label: String,
    /// The nodes that were set.
    treatments: Vec<usize>,
    rows: String,
    ceiling: Option<String>,
    /// Whether it changes anything.
    has_effect: bool,
}

#[derive(Serialize)]
struct JudgedGraph {
    name: String,
    /// The name with its directories, where the other one is shorter.
    full_name: Option<String>,
    tier: usize,
    skill: SkillModel,
    /// All about the skill, in a sentence.
    words: String,
    edges: Vec<EdgeModel>,
    /// For each experiment.
    experiments: Vec<OwnExperiment>,
}

/// The ends of an edge, and 1 if it is directed or the letters of its marks.
#[derive(Serialize)]
#[serde(untagged)]
enum EdgeModel {
    Plain([usize; 3]),
    Marked((usize, usize, String)),
}

impl EdgeModel {
    fn all(graph: AskedGraph<'_>) -> Vec<Self> {
        match graph {
            AskedGraph::Plain(graph) => graph.edges().map(|edge| Self::Plain(edge_numbers(edge))).collect(),
            AskedGraph::Claiming(graph) => graph.marks().edges().map(|edge| Self::Marked(edge_letters(edge))).collect(),
        }
    }
}

/// What an experiment says about a graph.
#[derive(Serialize)]
struct OwnExperiment {
    skill: String,
    words: Rich,
    outcomes: OutcomesModel,
}

impl JudgementReport<'_> {
    /// The page: one file without any part elsewhere. `introduction` stands first, `command` makes the page again.
    ///
    /// # Errors
    ///
    /// If a prediction cannot be made, or the computation is stopped.
    pub fn html(
        &self,
        introduction: Option<&str>,
        command: Option<&str>,
        execution: &Execution<'_>,
    ) -> Result<String, JudgementReportError> {
        let full: Vec<&str> = self.graphs.iter().map(|graph| graph.name).collect();
        let short = without_common_directory(&full);
        let mut shown = self.clone();
        shown.graphs.iter_mut().zip(&short).for_each(|(graph, name)| graph.name = name);
        let (densities, left_out) = densities(self, execution)?;
        let labels = self.labels();
        let title = format!("Graphs judged by experiments on {}", listed(&labels));
        let mut left_out = match left_out {
            0 => Vec::new(),
            left_out => {
                vec![format!("Densities are left out for {} with the least change.", counted(left_out, "outcome"))]
            }
        };
        let standings = self.standings();
        let graphs = graphs(self, &short, &standings);
        let layout = layout(self, &standings.order, &mut left_out);
        let mut details = sentences::verdict(&shown);
        let headline = details.remove(0);
        let model = JudgementModel {
            title: title.clone(),
            summary: summary(self),
            introduction,
            headline,
            details,
            notes: shown.notes().iter().map(|note| sentence(note)).collect(),
            nodes: self.table.names().iter().collect(),
            axis: SkillAxis::new(self),
            ceiling: self.judgement.ceiling.map(|ceiling| SkillModel::new(ceiling, None)),
            experiments: experiments(self, labels),
            layout,
            order: standings.order,
            relations: sentences::relations(&shown),
            graphs,
            densities: densities.iter().map(DensitiesModel::new).collect(),
            end: PageEnd::new(OF_JUDGEMENTS).made_by(command, settings(self)).without(left_out),
        };
        Ok(Page { title: &title, model: &model, scripts: &SCRIPTS }.html()?)
    }
}

/// `PKA, PKC and PIP2`
fn listed(labels: &[String]) -> String {
    match labels {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => labels.concat(),
    }
}

/// One drawing for all graphs, in which the edges of the best point down where possible.
fn layout(report: &JudgementReport<'_>, order: &[usize], left_out: &mut Vec<String>) -> Option<LayoutModel> {
    let drawn = |&graph: &usize| match report.graphs[graph].graph {
        AskedGraph::Plain(graph) => Cow::Borrowed(graph),
        AskedGraph::Claiming(graph) => Cow::Owned(downwards(graph.marks())),
    };
    let drawn: Vec<Cow<'_, MixedGraph>> = order.iter().map(drawn).collect();
    let (first, others) = drawn.split_first()?;
    LayoutModel::shared(report.table.names(), first, others.iter().map(Cow::as_ref), left_out)
}

fn summary(report: &JudgementReport<'_>) -> String {
    let experiment_rows: usize = report.judgement.experiments.iter().map(|facts| facts.rows).sum();
    format!(
        "{}, {} with {}, {}",
        counted(report.graphs.len(), "graph"),
        counted(report.experiments.len(), "experiment"),
        counted(experiment_rows, "row"),
        counted(report.table.row_count(), "observational row")
    )
}

fn experiments(report: &JudgementReport<'_>, labels: Vec<String>) -> Vec<ExperimentModel> {
    let given = labels.into_iter().zip(report.experiments).zip(&report.judgement.experiments);
    let model = |((label, experiment), facts): ((String, &Experiment), &ExperimentFacts)| ExperimentModel {
        label,
        treatments: experiment.treatments().iter().map(NodeId::index).collect(),
        rows: counted(facts.rows, "row"),
        ceiling: facts.ceiling.map(|ceiling| if facts.has_effect() { skill_text(ceiling) } else { "–".to_owned() }),
        has_effect: facts.has_effect(),
    };
    given.map(model).collect()
}

fn graphs(report: &JudgementReport<'_>, names: &[String], standings: &Standings) -> Vec<JudgedGraph> {
    let model = |(index, found): (usize, &GraphJudgement)| {
        let (name, full) = (&names[index], report.graphs[index].name);
        let tier = standings.tiers[index];
        let skill = SkillModel::of(report.judgement, index);
        let interval = skill.interval.map_or_else(String::new, |ends| {
            let [lower, upper] = ends.map(|end| Decimals::HUNDREDTHS.write(end));
            format!(", 95 % interval {lower} to {upper}")
        });
        let bounds = if found.best.is_some() { BOUNDS } else { "" };
        JudgedGraph {
            words: format!("{}: skill {}{interval}{bounds}; tier {tier}.", isolated(full), skill.text),
            full_name: (name != full).then(|| full.to_owned()),
            name: name.clone(),
            tier,
            skill,
            edges: EdgeModel::all(report.graphs[index].graph),
            experiments: (0..report.experiments.len()).map(|own| of_experiment(report, found, own)).collect(),
        }
    };
    report.judgement.graphs.iter().enumerate().map(model).collect()
}

fn of_experiment(report: &JudgementReport<'_>, found: &GraphJudgement, experiment: usize) -> OwnExperiment {
    let (own, facts) = (&found.experiments[experiment], &report.judgement.experiments[experiment]);
    let skill = if facts.has_effect() { skill_text(own.skill) } else { "–".to_owned() };
    let start = if facts.has_effect() {
        Rich::default().term("skill", "Skill").words(format!(" in this experiment {skill}. "))
    } else {
        Rich::new("Nothing in this experiment differs clearly from the observational rows. ")
    };
    let [all, by_graph] = [facts.outside, own.outside].map(|share| format!("{:.0} %", 100.0 * share));
    let words = start.words(format!("Of {} {all} lie ", counted(facts.rows, "row"))).term("outside", "outside");
    let words = words.words(" what was observed before");
    let words = if own.outside > facts.outside {
        words.words(format!("; for {by_graph}, hardly any observational row agrees in what this graph adjusts for too"))
    } else {
        words
    };
    OwnExperiment { skill, words: words.words("."), outcomes: OutcomesModel::new(found, experiment) }
}

fn settings(report: &JudgementReport<'_>) -> Vec<(String, String)> {
    let (options, judgement) = (report.options, report.judgement);
    [
        ("observational rows", count(report.table.row_count())),
        ("parts", format!("{}, {} times", judgement.parts, judgement.repeats)),
        ("adjustment", options.adjustment.to_string()),
        ("undirected edges", options.undirected.to_string()),
        ("ridge of a part", options.crossfit.ridge.value().to_string()),
        ("seed", options.crossfit.seed.to_string()),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .to_vec()
}
