//! All that experiments say about graphs, as one object.

use super::JudgementReport;
use crate::relations::StandingsObject;
use contsid::distance::bounds::Exactness;
use contsid::effect::{Estimate, Interval};
use contsid::experiment::{Experiment, ExperimentFacts, ExperimentSkill, Forecast, GraphJudgement, PairScore};
use contsid::graph::{NodeNames, NodeSet};
use contsid::named::Named;
use serde::Serialize;

/// What experiments say about graphs, for programs.
#[derive(Debug, Serialize)]
pub struct Document<'a> {
    /// The graphs in the order of the rule.
    graphs: Vec<GraphObject<'a>>,
    #[serde(flatten)]
    standings: StandingsObject<'a>,
    /// What this means, line by line.
    verdict: Vec<String>,
    experiments: Vec<FactsObject<'a>>,
    no_effect: ScoreObject,
    has_effect: bool,
    ceiling: Option<SkillObject>,
    nodes: Vec<&'a str>,
    samples: usize,
    /// What the observational rows are, in one line.
    data: String,
    parts: usize,
    repeats: usize,
    settings: SettingsObject,
}

impl JudgementReport<'_> {
    /// All numbers.
    pub fn document(&self) -> Document<'_> {
        let judgement = self.judgement;
        let standings = self.standings();
        let graph = |&graph: &usize| GraphObject::new(self.graphs[graph].name, &judgement.graphs[graph], self);
        Document {
            graphs: standings.order.iter().map(graph).collect(),
            standings: StandingsObject::new(&standings, &self.names()),
            verdict: self.verdict(),
            experiments: self
                .labels()
                .into_iter()
                .zip(self.experiments.iter().zip(&judgement.experiments))
                .map(|(label, (given, facts))| FactsObject::new(label, given, facts, self.table.names()))
                .collect(),
            no_effect: ScoreObject { value: judgement.no_effect.value, se: judgement.no_effect.se },
            has_effect: judgement.has_effect(),
            ceiling: judgement.ceiling.map(Into::into),
            nodes: self.table.names().iter().collect(),
            samples: self.table.row_count(),
            data: self.table.description(),
            parts: judgement.parts,
            repeats: judgement.repeats,
            settings: SettingsObject::new(self),
        }
    }
}

/// A skill with its uncertainty, as far as that is known.
#[derive(Debug, Serialize)]
struct SkillObject {
    skill: f64,
    se: Option<f64>,
    interval: Option<Interval>,
}

impl From<Estimate> for SkillObject {
    fn from(Estimate { value, se, interval, .. }: Estimate) -> Self {
        Self { skill: value, se, interval }
    }
}

#[derive(Debug, Serialize)]
struct ScoreObject {
    value: f64,
    se: Option<f64>,
}

#[derive(Debug, Serialize)]
struct GraphObject<'a> {
    graph: &'a str,
    #[serde(flatten)]
    skill: SkillObject,
    /// The outcomes of all experiments whose effect it does not identify: they count as not predicted.
    not_predicted: usize,
    /// Of graphs with undirected edges: the worst and the best member.
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<BoundsObject>,
    experiments: Vec<ExperimentObject<'a>>,
    pairs: Vec<PairObject<'a>>,
}

#[derive(Debug, Serialize)]
struct BoundsObject {
    lower: SkillObject,
    upper: SkillObject,
    exactness: &'static str,
}

#[derive(Debug, Serialize)]
struct ExperimentObject<'a> {
    targets: Vec<&'a str>,
    #[serde(flatten)]
    skill: SkillObject,
    rows: usize,
    outside: f64,
    not_identified: Vec<&'a str>,
}

#[derive(Debug, Serialize)]
struct PairObject<'a> {
    experiment: usize,
    targets: Vec<&'a str>,
    outcome: &'a str,
    score: f64,
    se: f64,
    no_effect: f64,
    prediction: &'static str,
}

impl<'a> GraphObject<'a> {
    fn new(graph: &'a str, found: &'a GraphJudgement, judged: &'a JudgementReport<'a>) -> Self {
        let names = judged.table.names();
        let experiment = |(given, skill): (&'a Experiment, &'a ExperimentSkill)| ExperimentObject {
            targets: named(given.treatments(), names),
            skill: skill.skill.into(),
            rows: given.table().row_count(),
            outside: skill.outside,
            not_identified: skill.unidentified.iter().map(|&node| names.name(node)).collect(),
        };
        let pair = |pair: &PairScore| PairObject {
            experiment: pair.experiment,
            targets: named(judged.experiments[pair.experiment].treatments(), names),
            outcome: names.name(pair.outcome),
            score: pair.score,
            se: pair.se,
            no_effect: pair.no_effect,
            prediction: forecast(pair.forecast),
        };
        let exactness = match found.exactness {
            Exactness::Exact => "exact",
            Exactness::Relaxed => "relaxed",
        };
        let bounds = |best: Estimate| BoundsObject { lower: found.skill.into(), upper: best.into(), exactness };
        Self {
            graph,
            skill: found.skill.into(),
            not_predicted: found.experiments.iter().map(|experiment| experiment.unidentified.len()).sum(),
            bounds: found.best.map(bounds),
            experiments: judged.experiments.iter().zip(&found.experiments).map(experiment).collect(),
            pairs: found.pairs.iter().map(pair).collect(),
        }
    }
}

#[derive(Debug, Serialize)]
struct FactsObject<'a> {
    label: String,
    targets: Vec<&'a str>,
    rows: usize,
    outside: f64,
    no_effect: ScoreObject,
    has_effect: bool,
    ceiling: Option<SkillObject>,
}

impl<'a> FactsObject<'a> {
    fn new(label: String, given: &Experiment, facts: &ExperimentFacts, names: &'a NodeNames) -> Self {
        Self {
            label,
            targets: named(given.treatments(), names),
            rows: facts.rows,
            outside: facts.outside,
            no_effect: ScoreObject { value: facts.no_effect.value, se: facts.no_effect.se },
            has_effect: facts.has_effect(),
            ceiling: facts.ceiling.map(Into::into),
        }
    }
}

fn named<'a>(nodes: &NodeSet, names: &'a NodeNames) -> Vec<&'a str> {
    nodes.iter().map(|node| names.name(node)).collect()
}

#[derive(Debug, Serialize)]
struct SettingsObject {
    adjustment: &'static str,
    undirected: &'static str,
    ridge: f64,
    seed: u64,
}

impl SettingsObject {
    fn new(judged: &JudgementReport<'_>) -> Self {
        let options = judged.options;
        Self {
            adjustment: options.adjustment.name(),
            undirected: options.undirected.name(),
            ridge: options.crossfit.ridge.value(),
            seed: options.crossfit.seed,
        }
    }
}

/// How a graph predicts an outcome, in a word or two.
pub fn forecast(forecast: Forecast) -> &'static str {
    match forecast {
        Forecast::Unaffected => "unaffected",
        Forecast::Adjusted => "adjusted",
        Forecast::NotIdentified => "not identified",
    }
}
