//! Runs a trial, from its data to its records.

use super::data_set::DataSet;
use super::discover::{Deadline, LearnerFailure, TrialStop, discover};
use super::score::{ScoredGraph, ScoringLimits, score};
use super::scoring::Scoring;
use super::settings::Study;
use super::trial::Trial;
use super::workplace::Workplace;
use crate::number::Positive;
use crate::records::{MetricValues, Record, Status, edges_text};
use crate::simulate::SimulationError;
use contsid::execution::{Cancelled, Execution, Monitor};
use contsid::graph::MixedGraph;
use std::sync::Arc;
use std::time::Instant;

/// The clock of the seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// That of the computer.
    #[default]
    Running,
    /// All seconds are 0, so the records are the same bytes in every run.
    Stopped,
}

/// Makes records of trials.
#[derive(Clone, Copy, Debug, Default)]
pub struct Examiner {
    /// The clock of the seconds.
    pub clock: Clock,
    /// The memory limit of contSID, in bytes.
    pub memory_limit: Option<u64>,
}

impl Study {
    /// The truth and the data of a trial.
    ///
    /// # Errors
    ///
    /// If nothing can be simulated, or the monitor stops it.
    ///
    /// # Panics
    ///
    /// If the trial is of another study.
    pub fn data_of(&self, trial: &Trial, monitor: &dyn Monitor) -> Result<Arc<DataSet>, SimulationError> {
        let watch = Deadline::none(monitor);
        if let Some(simulated) = trial.simulated(&Execution::default().watched_by(&watch)) {
            return simulated.map(Arc::new);
        }
        let given = self.data_sets().iter().find(|given| given.name == trial.name);
        let data = &given.expect("the trial is of this study").data;
        Ok(trial.resampled(data).map_or_else(|| Arc::clone(data), Arc::new))
    }
}

impl Examiner {
    /// The records of a trial whose learner is built in, or a program.
    ///
    /// # Errors
    ///
    /// If the monitor stops it, or a file cannot be written.
    pub fn examine(
        &self,
        trial: &Trial,
        data: &DataSet,
        workplace: &Workplace,
        monitor: &dyn Monitor,
    ) -> Result<Vec<Record>, TrialStop> {
        let begun = Instant::now();
        let learnt = discover(trial, data, workplace, monitor);
        let seconds = self.seconds_since(begun);
        match learnt {
            Ok(learnt) => Ok(self.scored(trial, data, &learnt, seconds, monitor)?),
            Err(LearnerFailure::Stopped(stop)) => Err(stop),
            Err(LearnerFailure::Failed(reason)) => Ok(self.without_graph(trial, Status::Failed, seconds, &reason)),
            Err(LearnerFailure::TimeLimit(limit)) => Ok(self.past_limit(trial, limit, seconds)),
        }
    }

    /// The records of a learnt graph, given the seconds of the learner.
    ///
    /// # Errors
    ///
    /// If the monitor stops it.
    pub fn scored(
        &self,
        trial: &Trial,
        data: &DataSet,
        learnt: &MixedGraph,
        seconds: f64,
        monitor: &dyn Monitor,
    ) -> Result<Vec<Record>, Cancelled> {
        let watch = Deadline::none(monitor);
        let execution = Execution::default().watched_by(&watch);
        let limits = ScoringLimits { memory: self.memory_limit, seed: trial.data_seed() };
        let record = |scoring| {
            let begun = Instant::now();
            let ScoredGraph { scores, missing, note } = score(data, learnt, scoring, limits, &execution)?;
            Ok(Record {
                status: if missing.is_none() { Status::Ok } else { Status::Partial },
                scoring_seconds: self.seconds_since(begun),
                scores,
                edges: edges_text(learnt),
                message: missing.or_else(|| note.map(str::to_owned)).unwrap_or_default(),
                ..blank(trial, scoring, seconds)
            })
        };
        trial.scoring.iter().map(record).collect()
    }

    /// The records of a learner that returned no graph, with the reason.
    pub fn without_graph(&self, trial: &Trial, status: Status, seconds: f64, reason: &str) -> Vec<Record> {
        let record = |scoring| Record { status, message: reason.to_owned(), ..blank(trial, scoring, seconds) };
        trial.scoring.iter().map(record).collect()
    }

    /// The records of a learner that exceeded its time limit.
    pub fn past_limit(&self, trial: &Trial, limit: Positive, seconds: f64) -> Vec<Record> {
        let reason = format!("it ran past its limit of {} s", limit.value());
        self.without_graph(trial, Status::TimeLimit, seconds, &reason)
    }

    /// The records of a learner whose data could not be simulated.
    pub fn without_data(&self, trial: &Trial, error: &SimulationError) -> Vec<Record> {
        self.without_graph(trial, Status::Failed, 0.0, &format!("nothing to learn from: {error}"))
    }

    fn seconds_since(&self, begun: Instant) -> f64 {
        match self.clock {
            Clock::Running => begun.elapsed().as_secs_f64(),
            Clock::Stopped => 0.0,
        }
    }
}

fn blank(trial: &Trial, scoring: &Scoring, seconds: f64) -> Record {
    Record {
        key: trial.key(scoring),
        data_seed: trial.data_seed(),
        settings: trial.settings_hash(scoring),
        status: Status::Failed,
        seconds,
        scoring_seconds: 0.0,
        scores: MetricValues::default(),
        edges: String::new(),
        message: String::new(),
    }
}
