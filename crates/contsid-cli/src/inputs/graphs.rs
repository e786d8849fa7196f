//! Reads graph files, each by its own suffix.

use crate::args::GraphArguments;
use crate::console::Console;
use anyhow::Result;
use contsid_io::graph::{
    CausalGraph, GraphNote, GraphSource, NamedGraph, OnNodes, add_absent_nodes, align, read_causal_from,
    read_causal_source, read_graph_from, read_graph_source, suspicion,
};
use serde::Serialize;

/// Reads a graph, and prints notes on its reading.
pub fn read(source: &GraphSource, arguments: &GraphArguments, console: &Console) -> Result<NamedGraph> {
    let plain = arguments.options();
    let read = if source.is_standard_input() {
        read_graph_from(std::io::stdin().lock(), source, &plain)?
    } else {
        read_graph_source(source, &plain)?
    };
    note(&read, console);
    Ok(read)
}

/// Reads a graph of any kind, and prints how it was read.
pub fn read_causal(
    source: &GraphSource,
    arguments: &GraphArguments,
    console: &Console,
) -> Result<NamedGraph<CausalGraph>> {
    let read = read_any(source, arguments, console)?;
    console.say(&line(&read));
    Ok(read)
}

/// Reads a graph of any kind, and prints notes on its reading.
pub fn read_any(
    source: &GraphSource,
    arguments: &GraphArguments,
    console: &Console,
) -> Result<NamedGraph<CausalGraph>> {
    let plain = arguments.options();
    let read = if source.is_standard_input() {
        read_causal_from(std::io::stdin().lock(), source, &plain)?
    } else {
        read_causal_source(source, &plain)?
    };
    note(&read, console);
    Ok(read)
}

fn note<G>(read: &NamedGraph<G>, console: &Console) {
    note_new(read, 0, console);
}

/// Prints the notes of a graph but for the first ones.
fn note_new<G>(graph: &NamedGraph<G>, before: usize, console: &Console) {
    let new = graph.notes().iter().skip(before);
    new.for_each(|note| console.note(format!("{}: {note}", graph.source_name())));
}

/// A learnt graph that was left out.
#[derive(Clone, Debug, Serialize)]
pub struct SkippedGraph {
    /// Its file.
    pub learnt: String,
    /// Why.
    pub reason: String,
}

/// Learnt graphs that can be compared, and those that were left out.
#[derive(Debug)]
pub struct Attempt {
    may_skip: bool,
    pub skipped: Vec<SkippedGraph>,
}

impl Attempt {
    /// The choice of `--skip-unreadable`.
    pub fn new(may_skip: bool) -> Self {
        Self { may_skip, skipped: Vec::new() }
    }

    /// What `action` makes of each graph, or of its file; an error if that fails for one, or for all.
    pub fn each<T, G>(
        &mut self,
        given: impl IntoIterator<Item = (String, T)>,
        action: impl Fn(T) -> Result<NamedGraph<G>>,
    ) -> Result<Vec<NamedGraph<G>>> {
        let (mut graphs, mut last) = (Vec::new(), None);
        for (learnt, given) in given {
            match action(given) {
                Ok(graph) => graphs.push(graph),
                Err(error) if self.may_skip => {
                    self.skipped.push(SkippedGraph { learnt, reason: error.to_string() });
                    last = Some(error);
                }
                Err(error) => return Err(error),
            }
        }
        match last {
            Some(error) if graphs.is_empty() => Err(error),
            _ => Ok(graphs),
        }
    }
}

/// The truth and the learnt graphs on its nodes.
type Aligned<G> = (NamedGraph<G>, Vec<NamedGraph<G>>);

/// The truth and the learnt graphs on its nodes; `absent` is about nodes that a graph does not name.
pub fn aligned<G: OnNodes>(graphs: Vec<NamedGraph<G>>, absent: Absent, console: &Console) -> Result<Aligned<G>> {
    aligned_if_possible(graphs, absent, &mut Attempt::new(false), console)
}

/// The same without learnt graphs that cannot be matched to the truth, if they may be left out.
pub fn aligned_if_possible<G: OnNodes>(
    mut graphs: Vec<NamedGraph<G>>,
    absent: Absent,
    attempt: &mut Attempt,
    console: &Console,
) -> Result<Aligned<G>> {
    if absent == Absent::Isolated {
        let before: Vec<usize> = graphs.iter().map(|graph| graph.notes().len()).collect();
        add_absent_nodes(&mut graphs)?;
        graphs.iter().zip(before).for_each(|(graph, before)| note_new(graph, before, console));
    }
    let mut graphs = graphs.into_iter();
    let truth = graphs.next().expect("the truth is the first graph");
    let learnt = attempt.each(with_names(graphs), |graph| {
        let matched = align(&truth, &graph)?;
        note_new(&matched, graph.notes().len(), console);
        Ok(matched)
    })?;
    Ok((truth, learnt))
}

/// Notes on learnt graphs that may have been read the wrong way.
pub fn suspect(truth: &NamedGraph, learnt: &[NamedGraph], console: &Console) {
    for (graph, note) in learnt.iter().filter_map(|graph| Some((graph, suspicion(truth, graph)?))) {
        let is_matrix = matches!(note, GraphNote::Reversed { is_matrix: true, .. });
        let advice = if is_matrix { " FILE::column-to-row does so" } else { "" };
        console.note(format!("{}: {note}{advice}", graph.source_name()));
    }
}

/// Graphs with their names.
pub fn with_names<G>(graphs: impl IntoIterator<Item = NamedGraph<G>>) -> impl Iterator<Item = (String, NamedGraph<G>)> {
    graphs.into_iter().map(|graph| (graph.source_name().to_owned(), graph))
}

/// How nodes are treated that one graph names and another does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absent {
    /// As an error.
    Refused,
    /// As nodes without edges.
    Isolated,
}

impl Absent {
    /// The choice of `--isolated`.
    pub fn of(isolated: bool) -> Self {
        if isolated { Self::Isolated } else { Self::Refused }
    }
}

/// The file of a graph and how it was read, in one line.
pub fn line<G>(graph: &NamedGraph<G>) -> String {
    let reading = graph.reading().map(ToString::to_string).unwrap_or_default();
    format!("{}: {reading}", graph.source_name())
}
