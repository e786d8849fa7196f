//! Graphs with what experiments say about them.

use crate::hints::{in_file, not_usable};
use anyhow::{Result, anyhow};
use contsid::data::Table;
use contsid::effect::ContSidError;
use contsid::execution::Execution;
use contsid::experiment::{Experiment, JudgeError, JudgeOptions, Judgement, judge};
use contsid::graph::NodeNames;
use contsid_io::graph::{CausalGraph, JudgeableGraph, NamedGraph};
use contsid_report::comparison::ShownGraph;
use contsid_report::judgement::JudgementReport;

/// Graphs, the data that judge them, and the results.
#[derive(Debug)]
pub struct Judged {
    pub graphs: Vec<JudgeableGraph>,
    pub table: Table,
    pub experiments: Vec<Experiment>,
    pub options: JudgeOptions,
    pub judgement: Judgement,
}

impl Judged {
    /// Judges graphs on the same nodes.
    pub fn new(
        graphs: Vec<NamedGraph<CausalGraph>>,
        table: Table,
        experiments: Vec<Experiment>,
        options: JudgeOptions,
        execution: &Execution<'_>,
    ) -> Result<Self> {
        let graphs = graphs.into_iter().map(JudgeableGraph::new).collect::<Result<Vec<_>, _>>()?;
        let asked: Vec<_> = graphs.iter().map(JudgeableGraph::asked).collect();
        let judgement = judge(&asked, &table, &experiments, &options, execution).map_err(|error| match error {
            JudgeError::NotUsable { graph, error } => not_usable(&graphs[graph].named, &error),
            JudgeError::TooManyMembers { graph, .. } | JudgeError::JointWithHidden { graph, .. } => {
                anyhow!("{}: {error}", graphs[graph].named.source_name())
            }
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
                .map(|graph| ShownGraph { name: graph.named.source_name(), graph: graph.asked() })
                .collect(),
            table: &self.table,
            experiments: &self.experiments,
            options: &self.options,
            judgement: &self.judgement,
        }
    }
}
