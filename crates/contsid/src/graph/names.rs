//! The names of nodes and columns, and the matching of two lists of names.

use super::{NodeId, NodeSet};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use thiserror::Error;

/// Why a list of names cannot name nodes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NameError {
    /// A name is empty.
    #[error("name {} is empty", index + 1)]
    Empty {
        /// The position of the empty name.
        index: usize,
    },
    /// A name is repeated.
    #[error("the name `{name}` is given twice, as name {} and name {}", first + 1, second + 1)]
    Duplicate {
        /// The name.
        name: String,
        /// Its first index.
        first: usize,
        /// Its second index.
        second: usize,
    },
}

/// A name that no node has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no node `{name}`; the nodes are {nodes}")]
pub struct UnknownNode {
    /// The name.
    pub name: String,
    /// The names of the nodes, shortened if there are many.
    pub nodes: String,
}

/// The names of the nodes of a graph: not empty, each different.
#[derive(Clone, Debug)]
pub struct NodeNames {
    names: Arc<[String]>,
    /// The node of each name. Numbered names are rarely looked up, and most of the time of naming a matrix would go
    /// here.
    nodes: Arc<OnceLock<BTreeMap<String, NodeId>>>,
}

impl PartialEq for NodeNames {
    fn eq(&self, other: &Self) -> bool {
        self.names == other.names
    }
}

impl Eq for NodeNames {}

impl NodeNames {
    /// Checks that no name is empty and none is repeated.
    ///
    /// # Errors
    ///
    /// If a name is empty or repeated.
    pub fn new(names: impl IntoIterator<Item = impl Into<String>>) -> Result<Self, NameError> {
        let names: Arc<[String]> = names.into_iter().map(Into::into).collect();
        let mut indices = BTreeMap::new();
        for (index, name) in names.iter().enumerate() {
            if name.is_empty() {
                return Err(NameError::Empty { index });
            }
            if let Some(first) = indices.insert(name.clone(), NodeId::new(index)) {
                return Err(NameError::Duplicate { name: name.clone(), first: first.index(), second: index });
            }
        }
        Ok(Self { names, nodes: Arc::new(OnceLock::from(indices)) })
    }

    /// `V1`, `V2`, …: the names of nodes that have none.
    pub fn numbered(count: usize) -> Self {
        Self { names: (1..=count).map(|number| format!("V{number}")).collect(), nodes: Arc::default() }
    }

    /// The number of names.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are no names.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The name of a node.
    pub fn name(&self, node: NodeId) -> &str {
        &self.names[node.index()]
    }

    /// The node with this name.
    pub fn node(&self, name: &str) -> Option<NodeId> {
        self.nodes.get_or_init(|| self.names.iter().cloned().zip(NodeId::all(self.len())).collect()).get(name).copied()
    }

    /// The node with this name, or an error that lists the nodes.
    ///
    /// # Errors
    ///
    /// If no node has this name.
    pub fn find(&self, name: &str) -> Result<NodeId, UnknownNode> {
        const MOST: usize = 20;
        self.node(name).ok_or_else(|| {
            let listed: Vec<&str> = self.iter().take(MOST).collect();
            let more = if self.len() > MOST { format!(" and {} more", self.len() - MOST) } else { String::new() };
            UnknownNode { name: name.to_owned(), nodes: format!("{}{more}", listed.join(", ")) }
        })
    }

    /// The nodes with these names, trimmed, or an error that lists the nodes.
    ///
    /// # Errors
    ///
    /// If no node has one of these names.
    pub fn find_all(&self, names: &[impl AsRef<str>]) -> Result<NodeSet, UnknownNode> {
        let mut set = NodeSet::empty(self.len());
        for name in names {
            set.insert(self.find(name.as_ref().trim())?);
        }
        Ok(set)
    }

    /// The names in the order of the nodes.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.names.iter().map(String::as_str)
    }

    /// The index of each of the `other` names among these.
    ///
    /// # Errors
    ///
    /// If the two lists do not hold the same names.
    ///
    /// ```
    /// use contsid::graph::{NodeId, NodeNames};
    ///
    /// let truth = NodeNames::new(["rain", "sprinkler", "wet"])?;
    /// let learnt = NodeNames::new(["wet", "rain", "sprinkler"])?;
    /// assert_eq!(truth.align(&learnt).unwrap(), [2, 0, 1].map(NodeId::new));
    /// # Ok::<(), contsid::graph::NameError>(())
    /// ```
    pub fn align(&self, other: &Self) -> Result<Vec<NodeId>, AlignmentError> {
        let alignment = self.alignment(other);
        if alignment.missing.is_empty() && alignment.surplus.is_empty() {
            Ok(alignment.matched.into_iter().flatten().collect())
        } else {
            Err(AlignmentError { missing: alignment.missing, surplus: alignment.surplus })
        }
    }

    /// Matches the `other` names to these, and says which are missing and which are surplus.
    pub fn alignment(&self, other: &Self) -> Alignment {
        Alignment {
            matched: other.iter().map(|name| self.node(name)).collect(),
            missing: self.iter().filter(|name| other.node(name).is_none()).map(str::to_owned).collect(),
            surplus: other.iter().filter(|name| self.node(name).is_none()).map(str::to_owned).collect(),
        }
    }
}

/// How one list of names matches another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alignment {
    /// The node of each of the other names; none for a surplus name.
    pub matched: Vec<Option<NodeId>>,
    /// Names that the other list lacks.
    pub missing: Vec<String>,
    /// Names that only the other list has.
    pub surplus: Vec<String>,
}

/// Two lists of names that do not hold the same names.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the names do not match: missing {}; surplus {}", listed(missing), listed(surplus))]
pub struct AlignmentError {
    /// Names that are expected and missing.
    pub missing: Vec<String>,
    /// Names that are not expected.
    pub surplus: Vec<String>,
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_names_are_found() {
        let names = NodeNames::numbered(12);
        assert_eq!(names.node("V12"), Some(NodeId::new(11)));
        assert_eq!(names.node("V13"), None);
        assert_eq!(names, NodeNames::new((1..=12).map(|number| format!("V{number}"))).unwrap());
    }

    #[test]
    fn names_are_checked() {
        assert_eq!(NodeNames::new(["a", ""]), Err(NameError::Empty { index: 1 }));
        let twice = NameError::Duplicate { name: "a".into(), first: 0, second: 2 };
        assert_eq!(NodeNames::new(["a", "b", "a"]), Err(twice));
    }

    #[test]
    fn names_are_found_whatever_white_space_is_around_them() {
        let names = NodeNames::new(["a", "b", "c"]).unwrap();
        assert_eq!(names.find_all(&["c", " a"]).unwrap(), NodeSet::of(3, [0, 2].map(NodeId::new)));
        let error = names.find_all(&["a", "d"]).unwrap_err();
        assert_eq!(error.to_string(), "there is no node `d`; the nodes are a, b, c");
    }

    #[test]
    fn a_mismatch_lists_both_sides() {
        let names = |list: [&str; 2]| NodeNames::new(list).unwrap();
        let error = names(["a", "b"]).align(&names(["b", "c"])).unwrap_err();
        assert_eq!(error.to_string(), "the names do not match: missing a; surplus c");
    }
}
