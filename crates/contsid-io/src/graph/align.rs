//! Two graphs on the same nodes, matched by name.

use super::named::{NamedGraph, Naming};
use thiserror::Error;

/// Why two graphs are not about the same nodes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AlignError {
    /// Both name their nodes, and the names differ.
    #[error("{learnt} and {truth} do not have the same nodes: {}", differences(truth, learnt, missing, surplus))]
    Names {
        /// The file of the graph that sets the order.
        truth: String,
        /// The file of the other graph.
        learnt: String,
        /// The names that only the first graph has.
        missing: Vec<String>,
        /// The names that only the other graph has.
        surplus: Vec<String>,
    },
    /// One names no nodes, and their numbers differ.
    #[error(
        "{truth} has {truth_count} nodes and {learnt} has {learnt_count}; without names in both files, nodes are matched by position and their numbers must agree"
    )]
    Counts {
        /// The file of the graph that sets the order.
        truth: String,
        /// Its number of nodes.
        truth_count: usize,
        /// The file of the other graph.
        learnt: String,
        /// Its number of nodes.
        learnt_count: usize,
    },
}

fn differences(truth: &str, learnt: &str, missing: &[String], surplus: &[String]) -> String {
    let only_in = |file: &str, names: &[String]| match names {
        [] => None,
        names => Some(format!("only {file} has `{}`", names.join("`, `"))),
    };
    [only_in(truth, missing), only_in(learnt, surplus)].into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// The learnt graph with its nodes in the order and by the names of the truth.
///
/// Nodes are matched by name if both files name them; otherwise by position, if there are equally many.
///
/// # Errors
///
/// If the names or, without names, the numbers of nodes differ.
///
/// ```
/// use contsid_io::graph::{GraphFormat, GraphOptions, align, parse_graph};
///
/// let read = |text: &str, file| parse_graph(text.as_bytes(), GraphFormat::Edges, &GraphOptions::default(), file);
/// let (truth, learnt) = (read("A -> B", "truth.txt")?, read("B -> A", "learnt.txt")?);
/// assert_eq!(align(&truth, &learnt)?.names(), truth.names());
/// let error = align(&truth, &read("B -> C", "other.txt")?).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "other.txt and truth.txt do not have the same nodes: only truth.txt has `A`; only other.txt has `C`"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn align(truth: &NamedGraph, learnt: &NamedGraph) -> Result<NamedGraph, AlignError> {
    if truth.naming() == Naming::Given && learnt.naming() == Naming::Given {
        return align_by_name(truth, learnt);
    }
    let (truth_count, learnt_count) = (truth.graph().node_count(), learnt.graph().node_count());
    if truth_count != learnt_count {
        let (truth, learnt) = (truth.source_name().to_owned(), learnt.source_name().to_owned());
        return Err(AlignError::Counts { truth, truth_count, learnt, learnt_count });
    }
    Ok(learnt.on_nodes_of(truth, learnt.graph().clone()))
}

fn align_by_name(truth: &NamedGraph, learnt: &NamedGraph) -> Result<NamedGraph, AlignError> {
    let target = truth.names().align(learnt.names()).map_err(|error| AlignError::Names {
        truth: truth.source_name().to_owned(),
        learnt: learnt.source_name().to_owned(),
        missing: error.missing,
        surplus: error.surplus,
    })?;
    Ok(learnt.on_nodes_of(truth, learnt.graph().relabelled(&target)))
}
