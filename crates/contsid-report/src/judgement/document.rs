//! All that experiments say about graphs, as one object.

use super::JudgementReport;
use contsid::comparison::LearntDifference;
use contsid::distance::bounds::Exactness;
use contsid::distance::contsid::{Interval, UncertainValue};
use contsid::experiment::{ExperimentFacts, ExperimentSkill, Forecast, GraphJudgement, PairScore};
use contsid::named::Named;
use serde_json::{Value, json};

impl JudgementReport<'_> {
    /// All numbers, for programs.
    pub fn document(&self) -> Value {
        let (judgement, options) = (self.judgement, self.options);
        let mut ranks = vec![0; self.graphs.len()];
        judgement.ranked().into_iter().zip(1..).for_each(|(index, rank)| ranks[index] = rank);
        let graphs = judgement.graphs.iter().enumerate().map(|(index, found)| graph(self, index, found, ranks[index]));
        let facts = self.labels().into_iter().zip(&judgement.experiments).enumerate();
        json!({
            "graphs": graphs.collect::<Vec<_>>(),
            "differences": judgement.differences.iter().map(|found| difference(self, found)).collect::<Vec<_>>(),
            "experiments": facts.map(|(index, (label, facts))| experiment(self, index, &label, facts)).collect::<Vec<_>>(),
            "no_effect": {"value": judgement.no_effect.value, "se": judgement.no_effect.se},
            "has_effect": judgement.has_effect(),
            "ceiling": judgement.ceiling.map(skill),
            "nodes": self.table.names().iter().collect::<Vec<_>>(),
            "samples": self.table.row_count(),
            "parts": judgement.parts,
            "repeats": judgement.repeats,
            "settings": {
                "adjustment": options.adjustment.name(),
                "undirected": options.undirected.name(),
                "ridge": options.crossfit.ridge.value(),
                "seed": options.crossfit.seed,
            },
        })
    }
}

/// A skill with its uncertainty, as far as that is known.
fn skill(UncertainValue { value, se, interval }: UncertainValue) -> Value {
    json!({"skill": value, "se": se, "interval": interval.map(ends)})
}

fn ends(Interval { lower, upper }: Interval) -> [f64; 2] {
    [lower, upper]
}

/// The names of what is set in an experiment.
fn targets<'a>(judged: &'a JudgementReport<'_>, experiment: usize) -> Vec<&'a str> {
    judged.experiments[experiment].treatments().iter().map(|node| judged.table.names().name(node)).collect()
}

fn graph(judged: &JudgementReport<'_>, index: usize, found: &GraphJudgement, rank: usize) -> Value {
    let names = judged.table.names();
    let experiment = |(index, own): (usize, &ExperimentSkill)| {
        json!({
            "targets": targets(judged, index),
            "skill": own.skill.value,
            "se": own.skill.se,
            "interval": own.skill.interval.map(ends),
            "rows": judged.experiments[index].table().row_count(),
            "outside": own.outside,
            "not_identified": own.unidentified.iter().map(|&node| names.name(node)).collect::<Vec<_>>(),
        })
    };
    let pair = |pair: &PairScore| {
        json!({
            "experiment": pair.experiment,
            "targets": targets(judged, pair.experiment),
            "outcome": names.name(pair.outcome),
            "score": pair.score,
            "se": pair.se,
            "no_effect": pair.no_effect,
            "prediction": forecast(pair.forecast),
        })
    };
    let UncertainValue { value, se, interval } = found.skill;
    let name = judged.graphs[index].name;
    let mut object = json!({"graph": name, "skill": value, "se": se, "interval": interval.map(ends), "rank": rank});
    // Of graphs with undirected edges: the worst and the best member.
    if let Some(best) = found.best {
        let exactness = if found.exactness == Exactness::Exact { "exact" } else { "relaxed" };
        object["bounds"] = json!({"lower": skill(found.skill), "upper": skill(best), "exactness": exactness});
    }
    object["experiments"] = found.experiments.iter().enumerate().map(experiment).collect();
    object["pairs"] = found.pairs.iter().map(pair).collect();
    object
}

fn difference(
    judged: &JudgementReport<'_>,
    LearntDifference { first, second, difference }: &LearntDifference,
) -> Value {
    json!({
        "first": judged.graphs[*first].name,
        "second": judged.graphs[*second].name,
        "value": difference.value,
        "se": difference.se,
        "interval": ends(difference.interval),
        "p_value": difference.p_value,
    })
}

fn experiment(judged: &JudgementReport<'_>, index: usize, label: &str, facts: &ExperimentFacts) -> Value {
    json!({
        "label": label,
        "targets": targets(judged, index),
        "rows": facts.rows,
        "outside": facts.outside,
        "no_effect": {"value": facts.no_effect.value, "se": facts.no_effect.se},
        "has_effect": facts.has_effect(),
        "ceiling": facts.ceiling.map(skill),
    })
}

/// How a graph predicts an outcome, in a word or two.
pub fn forecast(forecast: Forecast) -> &'static str {
    match forecast {
        Forecast::Unaffected => "unaffected",
        Forecast::Adjusted => "adjusted",
        Forecast::NotIdentified => "not identified",
    }
}
