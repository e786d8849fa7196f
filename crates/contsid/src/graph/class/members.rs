//! The members of a class, one after the other.

use super::{Component, GraphClass};
use crate::graph::{Dag, Orientation};

/// All members of a class in a fixed order, computed one by one.
///
/// In a graph closed under Meek's rules any undirected edge may have either direction, so the search has no dead ends:
/// the next member takes at most one closure per undirected edge.
#[derive(Clone, Debug)]
pub struct Members<'a> {
    class: &'a GraphClass,
    /// The state of the search in each component.
    searches: Vec<Directions>,
    current: Option<Vec<Orientation>>,
}

impl<'a> Members<'a> {
    pub(super) fn new(class: &'a GraphClass) -> Self {
        let mut searches: Vec<Directions> = class.components().iter().map(Component::directions).collect();
        let current = searches.iter_mut().map(Iterator::next).collect();
        Self { class, searches, current }
    }

    /// Advances like a counter whose digits are the components, the last one fastest.
    fn step(&mut self) {
        let Some(current) = &mut self.current else { return };
        for (index, component) in self.class.components().iter().enumerate().rev() {
            if let Some(next) = self.searches[index].next() {
                current[index] = next;
                return;
            }
            self.searches[index] = component.directions();
            current[index] = self.searches[index].next().expect("a component can be directed");
        }
        self.current = None;
    }
}

impl Iterator for Members<'_> {
    type Item = Dag;

    fn next(&mut self) -> Option<Dag> {
        let member = self.class.member(self.current.as_ref()?);
        self.step();
        Some(member)
    }
}

/// All directions of a graph that is closed under Meek's rules.
#[derive(Clone, Debug)]
pub(crate) struct Directions {
    open: Vec<Orientation>,
}

impl Component {
    /// All directions of the component, one after the other.
    pub(crate) fn directions(&self) -> Directions {
        Directions { open: vec![self.graph().clone()] }
    }
}

impl Iterator for Directions {
    type Item = Orientation;

    fn next(&mut self) -> Option<Orientation> {
        let mut graph = self.open.pop()?;
        while let Some((a, b)) = { graph.undirected_edges().next() } {
            let mut other = graph.clone();
            other.know(b, a).expect("an undirected edge may go either way");
            self.open.push(other);
            graph.know(a, b).expect("an undirected edge may go either way");
        }
        Some(graph)
    }
}
