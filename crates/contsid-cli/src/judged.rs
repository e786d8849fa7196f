//! Graphs with what experiments say about them.

use crate::hints::{in_file, not_usable};
use anyhow::{Result, anyhow};
use contsid::data::Table;
use contsid::effect::ContSidError;
use contsid::execution::Execution;
use contsid::experiment::{Experiment, JudgeError, JudgeOptions, Judgement, judge};
use contsid::graph::NodeNames;
use contsid_io::graph::NamedGraph;
use contsid_report::comparison::ShownGraph;
use contsid_report::judgement::JudgementReport;

/// Graphs, the data that judge them, and the results.
#[derive(Debug)]
pub struct Judged {
    pub graphs: Vec<NamedGraph>,
    pub table: Table,
    pub experiments: Vec<Experiment>,
    pub options: JudgeOptions,
    pub judgement: Judgement,
}

impl Judged {
    /// Judges graphs on the same nodes.
    pub fn new(
        graphs: Vec<NamedGraph>,
        table: Table,
        experiments: Vec<Experiment>,
        options: JudgeOptions,
        execution: &Execution<'_>,
    ) -> Result<Self> {
        let mixed: Vec<_> = graphs.iter().map(NamedGraph::graph).collect();
        let judgement = judge(&mixed, &table, &experiments, &options, execution).map_err(|error| match error {
            JudgeError::NotUsable { graph, error } => not_usable(&graphs[graph], &error),
            JudgeError::TooManyMembers { graph, .. } => anyhow!("{}: {error}", graphs[graph].source_name()),
            JudgeError::Estimation(error @ ContSidError::UnknownColumn { .. }) => in_file("the table", &error),
            error => anyhow!("{error}"),
        })?;
        Ok(Self { graphs, table, experiments, options, judgement })
    }

    /// The names of the nodes.
    pub fn names(&self) -> &NodeNames {
        self.table.names()
    }

    /// The content of terminal, JSON and page.
    pub fn report(&self) -> JudgementReport<'_> {
        JudgementReport {
            graphs: self
                .graphs
                .iter()
                .map(|graph| ShownGraph { name: graph.source_name(), graph: graph.graph() })
                .collect(),
            table: &self.table,
            experiments: &self.experiments,
            options: &self.options,
            judgement: &self.judgement,
        }
    }
}
