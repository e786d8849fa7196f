//! One row of a study's records.

use super::edges::graph_of;
use super::metric::{Metric, MetricValues};
use contsid::graph::MixedGraph;
use std::fmt;
use thiserror::Error;

/// How a learner ended on one data set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It returned a graph, and everything was scored.
    Ok,
    /// It returned a graph, but some scores are missing.
    Partial,
    /// It returned no graph.
    Failed,
    /// It exceeded its time limit.
    TimeLimit,
}

impl Status {
    const ALL: [Self; 4] = [Self::Ok, Self::Partial, Self::Failed, Self::TimeLimit];

    /// Its word in the records.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Partial => "partial",
            Self::Failed => "failed",
            Self::TimeLimit => "time-limit",
        }
    }

    /// The status of a word in the records.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.word() == word)
    }

    /// Whether the learner returned a graph.
    pub fn has_graph(self) -> bool {
        matches!(self, Self::Ok | Self::Partial)
    }
}

/// Which comparison a record is about. No two records of a study share it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RecordKey {
    /// The name of the simulation.
    pub simulation: String,
    /// The number of samples.
    pub samples: usize,
    /// The number of nodes.
    pub nodes: usize,
    /// The seed of the study.
    pub seed: u64,
    /// The number of the graph, from 1; of resamples, their number, where 0 is all rows.
    pub graph: usize,
    /// The name of the learner.
    pub learner: String,
    /// The name of the scoring.
    pub scoring: String,
}

impl fmt::Display for RecordKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { simulation, samples, nodes, seed, graph, learner, scoring } = self;
        write!(
            formatter,
            "nodes {nodes}, graph {graph}, learner {learner}, seed {seed}, samples {samples}, simulation {simulation}, \
             scoring {scoring}"
        )
    }
}

/// What a learner did on one data set, under one scoring.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Which comparison it is.
    pub key: RecordKey,
    /// The seed that [`crate::simulate`] draws the same graph and data from.
    pub data_seed: u64,
    /// A hash of model, learner and scoring: 16 hexadecimal digits.
    pub settings: String,
    /// How the learner ended.
    pub status: Status,
    /// The time of the learner.
    pub seconds: f64,
    /// The time of the scoring.
    pub scoring_seconds: f64,
    /// The scores.
    pub scores: MetricValues,
    /// The learnt graph: `1>2 3-4`, nodes counted from 1.
    pub edges: String,
    /// Why the status is not `ok`; if it is, a note on the scores.
    pub message: String,
}

/// Why a line is not a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The line has too few or too many cells.
    #[error("it has {found} cells where {expected} are expected")]
    CellCount {
        /// The number of cells.
        found: usize,
        /// The number of columns.
        expected: usize,
    },
    /// A cell does not hold what its column needs.
    #[error("`{value}` is not a value of the column `{column}`")]
    Cell {
        /// The column.
        column: &'static str,
        /// What the cell holds.
        value: String,
    },
    /// Quotes do not match.
    #[error("its quotes do not close")]
    Quotes,
}

const BEFORE: [&str; 6] = ["nodes", "graph", "learner", "seed", "status", "seconds"];
const AFTER: [&str; 8] =
    ["scoring_seconds", "samples", "simulation", "scoring", "data_seed", "settings", EDGES, "message"];

/// The column of learnt graphs.
pub(super) const EDGES: &str = "edges";

impl Record {
    /// The learnt graph; none if there is none.
    pub fn learnt(&self) -> Option<MixedGraph> {
        graph_of(&self.edges, self.key.nodes).filter(|_| self.status.has_graph())
    }

    /// The names of the columns.
    pub fn columns() -> impl Iterator<Item = &'static str> {
        BEFORE.into_iter().chain(Metric::ALL.map(Metric::column)).chain(AFTER)
    }

    /// The first line of a file of records, with its end.
    pub fn header() -> String {
        let columns: Vec<&str> = Self::columns().collect();
        columns.join(",") + "\n"
    }

    /// The record as one line, with its end.
    pub fn line(&self) -> String {
        let key = &self.key;
        let before = [
            key.nodes.to_string(),
            key.graph.to_string(),
            key.learner.clone(),
            key.seed.to_string(),
            self.status.word().to_owned(),
            seconds_text(self.seconds),
        ];
        let scores =
            Metric::ALL.map(|metric| self.scores.of(metric).map_or_else(String::new, |score| score.to_string()));
        let after = [
            seconds_text(self.scoring_seconds),
            key.samples.to_string(),
            key.simulation.clone(),
            key.scoring.clone(),
            self.data_seed.to_string(),
            self.settings.clone(),
            self.edges.clone(),
            one_line(&self.message),
        ];
        let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
        writer.write_record(before.iter().chain(&scores).chain(&after)).expect("memory takes every write");
        let bytes = writer.into_inner().expect("memory takes every write");
        String::from_utf8(bytes).expect("text stays text when quoted")
    }

    /// The record of a line.
    ///
    /// # Errors
    ///
    /// If the line is not a record.
    pub fn parse(line: &str) -> Result<Self, RecordError> {
        Self::parse_columns(line, &Self::columns().collect::<Vec<_>>())
    }

    /// The record of a line with these columns; metrics without a column are missing.
    pub(crate) fn parse_columns(line: &str, columns: &[&'static str]) -> Result<Self, RecordError> {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(line.as_bytes());
        let mut cells = csv::StringRecord::new();
        let found = reader.read_record(&mut cells).map_err(|_| RecordError::Quotes)?;
        if !found || cells.len() != columns.len() {
            return Err(RecordError::CellCount { found: cells.len(), expected: columns.len() });
        }
        RecordCells { cells: &cells, columns }.record()
    }
}

/// Six decimals: more would be noise.
fn seconds_text(seconds: f64) -> String {
    format!("{seconds:.6}")
}

/// The message in one line, whatever a program wrote on its error stream.
fn one_line(message: &str) -> String {
    let spaced = message.replace(|c: char| c.is_control(), " ");
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

struct RecordCells<'a> {
    cells: &'a csv::StringRecord,
    columns: &'a [&'static str],
}

impl RecordCells<'_> {
    fn record(&self) -> Result<Record, RecordError> {
        let mut scores = MetricValues::default();
        for metric in Metric::ALL {
            scores.set(metric, self.score(metric)?);
        }
        Ok(Record {
            key: RecordKey {
                simulation: self.text("simulation"),
                samples: self.parsed("samples")?,
                nodes: self.parsed("nodes")?,
                seed: self.parsed("seed")?,
                graph: self.parsed("graph")?,
                learner: self.text("learner"),
                scoring: self.text("scoring"),
            },
            data_seed: self.parsed("data_seed")?,
            settings: self.text("settings"),
            status: self.status()?,
            seconds: self.finite("seconds")?,
            scoring_seconds: self.finite("scoring_seconds")?,
            scores,
            edges: self.text(EDGES),
            message: self.text("message"),
        })
    }

    fn text(&self, column: &'static str) -> String {
        let index = self.columns.iter().position(|other| *other == column);
        index.map_or_else(String::new, |index| self.cells[index].to_owned())
    }

    fn wrong(&self, column: &'static str) -> RecordError {
        RecordError::Cell { column, value: self.text(column) }
    }

    fn parsed<T: std::str::FromStr>(&self, column: &'static str) -> Result<T, RecordError> {
        self.text(column).parse().map_err(|_| self.wrong(column))
    }

    fn finite(&self, column: &'static str) -> Result<f64, RecordError> {
        let value: f64 = self.parsed(column)?;
        if value.is_finite() { Ok(value) } else { Err(self.wrong(column)) }
    }

    fn score(&self, metric: Metric) -> Result<Option<f64>, RecordError> {
        let column = metric.column();
        if self.text(column).is_empty() { Ok(None) } else { self.finite(column).map(Some) }
    }

    fn status(&self) -> Result<Status, RecordError> {
        Status::of_word(&self.text("status")).ok_or_else(|| self.wrong("status"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    fn record(message: &str, score: f64) -> Record {
        let mut scores = MetricValues::default();
        scores.set(Metric::ContsidUpper, score);
        Record {
            key: RecordKey {
                simulation: "paper".into(),
                samples: 100,
                nodes: 5,
                seed: 1,
                graph: 17,
                learner: "pc".into(),
                scoring: "paper".into(),
            },
            data_seed: 12,
            settings: "00ff".into(),
            status: Status::Partial,
            seconds: 0.25,
            scoring_seconds: 0.5,
            scores,
            edges: "1>2 2-3".into(),
            message: message.into(),
        }
    }

    #[test]
    fn the_first_columns_are_promised() {
        let promised = "nodes,graph,learner,seed,status,seconds,shd,sid_lower,sid_upper,contsid_lower,contsid_upper,\
                        contsid_directed,";
        assert!(Record::header().starts_with(promised));
    }

    #[test]
    fn a_message_stays_on_its_line() {
        let line = record("no\r\nway, \"never\"\u{b}", 1.0).line();
        assert_eq!(line.matches('\n').count(), 1);
        assert_eq!(Record::parse(&line).unwrap().message, "no way, \"never\"");
    }

    #[test]
    fn what_is_not_a_record_is_refused() {
        let line = record("", 1.0).line();
        let error = Record::parse(&line.replace("partial", "perhaps")).unwrap_err();
        assert_eq!(error.to_string(), "`perhaps` is not a value of the column `status`");
        assert!(matches!(Record::parse("1,2,3"), Err(RecordError::CellCount { found: 3, .. })));
        let nan = line.replacen("0.250000", "NaN", 1);
        assert_ne!(nan, line);
        assert_eq!(Record::parse(&nan).unwrap_err().to_string(), "`NaN` is not a value of the column `seconds`");
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..Default::default()
        })]

        #[test]
        fn records_survive_their_line(score in -1e300_f64..1e300, message in "[a-z,\"']{0,12}") {
            let record = record(&message, score);
            prop_assert_eq!(Record::parse(&record.line()).unwrap(), record);
        }
    }
}
