//! Skills as positions on an axis.

use super::JudgementReport;
use super::sentences::skill_text;
use crate::number::ticks;
use contsid::effect::Estimate;
use contsid::experiment::Judgement;
use serde::Serialize;

/// Skills beyond these are at the ends of the axis.
const LOWEST: f64 = -2.0;
const HIGHEST: f64 = 3.0;

/// A skill, as a position on the axis and as text.
#[derive(Debug, Serialize)]
pub(crate) struct SkillModel {
    /// Of undirected edges the worst and the best graph that they allow; otherwise twice the same.
    pub(crate) value: Option<[f64; 2]>,
    /// From the lower end of the worst to the upper end of the best.
    pub(crate) interval: Option<[f64; 2]>,
    pub(crate) text: String,
}

impl SkillModel {
    /// The skill of a graph; none where nothing in the experiments differs clearly from the observational rows.
    pub(crate) fn of(judgement: &Judgement, graph: usize) -> Self {
        let found = &judgement.graphs[graph];
        if !judgement.has_effect() {
            return Self { value: None, interval: None, text: "–".to_owned() };
        }
        Self::new(found.skill, found.best)
    }

    pub(crate) fn new(worst: Estimate, best: Option<Estimate>) -> Self {
        let shown = |value: f64| value.clamp(LOWEST, HIGHEST);
        let upper = best.unwrap_or(worst);
        let ends = worst.interval.zip(upper.interval);
        let known = worst.value.is_finite() && upper.value.is_finite();
        Self {
            value: known.then(|| [worst.value, upper.value].map(shown)),
            interval: ends.map(|(lower, upper)| [lower.lower, upper.upper].map(shown)),
            text: match best {
                Some(best) => format!("{} to {}", skill_text(worst), skill_text(best)),
                None => skill_text(worst),
            },
        }
    }
}

/// The axis of skills.
#[derive(Debug, Serialize)]
pub(crate) struct SkillAxis {
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) ticks: Vec<(f64, String)>,
}

impl SkillAxis {
    /// Around all skills, 0 and 1.
    pub(crate) fn new(report: &JudgementReport<'_>) -> Self {
        let of_graphs = report.judgement.graphs.iter().flat_map(|graph| [Some(graph.skill), graph.best]);
        let skills = of_graphs.chain([report.judgement.ceiling]).flatten();
        let ends = skills.flat_map(|skill| {
            let interval = skill.interval.map(|ends| [ends.lower, ends.upper]).into_iter().flatten();
            interval.chain([skill.value]).collect::<Vec<_>>()
        });
        let known = ends.filter(|end| end.is_finite()).map(|end| end.clamp(LOWEST, HIGHEST));
        let (low, high) = known.fold((0.0_f64, 1.0_f64), |(low, high), end| (low.min(end), high.max(end)));
        let room = 0.03 * (high - low);
        Self { low: low - room, high: high + room, ticks: ticks(low, high) }
    }
}
