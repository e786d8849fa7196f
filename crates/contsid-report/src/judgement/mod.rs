//! Graphs judged by experiments: one model for terminal, programs and page.
//!
//! [`JudgementReport::document`] is the object for programs, [`JudgementReport::verdict`] says in sentences which
//! graphs can be told apart, and [`JudgementReport::html`] is a page with skills, intervals and densities.

mod densities;
mod document;
mod outcomes;
mod page;
mod sentences;
mod skills;

pub(crate) use densities::{OutcomeDensities, densities};
pub use document::{Document, forecast};
pub use sentences::skill_text;
pub(crate) use skills::{SkillAxis, SkillModel};

use crate::comparison::ShownGraph;
use contsid::comparison::Standings;
use contsid::data::Table;
use contsid::experiment::{AskedGraph, Experiment, JudgeError, JudgeOptions, Judgement};
use thiserror::Error;

/// Graphs, what they were judged by, and what was found.
#[derive(Clone, Debug)]
pub struct JudgementReport<'a> {
    /// The graphs in the order in which they were judged.
    pub graphs: Vec<ShownGraph<'a, AskedGraph<'a>>>,
    /// The observational rows.
    pub table: &'a Table,
    /// The experiments.
    pub experiments: &'a [Experiment],
    /// Every choice.
    pub options: &'a JudgeOptions,
    /// What was found.
    pub judgement: &'a Judgement,
}

/// Why there is no page.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JudgementReportError {
    /// A prediction cannot be made.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// The model cannot be written.
    #[error("the page cannot be written: {0}")]
    Json(#[from] serde_json::Error),
}

impl JudgementReport<'_> {
    /// What was set in each experiment, as `A+B`; experiments on the same variables are numbered: `A (1)`, `A (2)`.
    pub fn labels(&self) -> Vec<String> {
        experiment_labels(self.experiments)
    }

    /// Which graph to choose, or between which the choice is open, and which are worse.
    pub fn verdict(&self) -> Vec<String> {
        sentences::verdict(self).iter().map(|sentence| sentence.text(&[])).collect()
    }

    /// How the graphs stand to each other.
    pub fn standings(&self) -> Standings {
        self.judgement.standings(&self.names())
    }

    fn names(&self) -> Vec<&str> {
        self.graphs.iter().map(|graph| graph.name).collect()
    }
}

/// What was set in each experiment: see [`JudgementReport::labels`].
pub(crate) fn experiment_labels(experiments: &[Experiment]) -> Vec<String> {
    labels(&experiments.iter().map(Experiment::label).collect::<Vec<_>>())
}

fn labels(targets: &[String]) -> Vec<String> {
    let same = |index: usize| targets[..index].iter().filter(|other| **other == targets[index]).count();
    let label = |index: usize| {
        let target = &targets[index];
        let is_alone = targets.iter().filter(|other| *other == target).count() == 1;
        if is_alone { target.clone() } else { format!("{target} ({})", same(index) + 1) }
    };
    (0..targets.len()).map(label).collect()
}

#[cfg(test)]
mod tests {
    use super::labels;

    #[test]
    fn experiments_on_the_same_variables_are_numbered() {
        let targets = ["pkc", "mek", "pkc", "mek+pkc"].map(str::to_owned);
        assert_eq!(labels(&targets), ["pkc (1)", "mek", "pkc (2)", "mek+pkc"]);
    }
}
