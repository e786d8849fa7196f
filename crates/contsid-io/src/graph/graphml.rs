//! GraphML.
//!
//! A node's name is its data `name`, or else `label`, or else the label that yEd draws, if every node has it; otherwise
//! its id. The arrow heads of yEd's edges set their directions, as in its drawing; its white circle is the mark of a
//! PAG.

use super::arrow::Arrow;
use super::attributes::{first_arrow, hides};
use super::builder::{Content, EdgeMeaning, GraphBuilder};
use crate::error::{Fault, Location, Problem};
use crate::shown::{shown, shown_reason};
use crate::source::{LineCounter, line_at};
use contsid::graph::NodeId;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion, escape};
use std::collections::BTreeMap;

/// Reads the graph.
pub(super) fn parse(text: &str) -> Result<Content, Problem> {
    let mut reader = Reader::from_str(text);
    let mut lines = LineCounter::new(text);
    let mut parser = GraphMlParser::default();
    loop {
        let event = reader.read_event().map_err(|error| {
            let line = line_at(text.as_bytes(), reader.error_position() as usize);
            malformed(shown_reason(&error)).at_line(line)
        })?;
        let location = Location::Line(lines.at(reader.buffer_position() as usize));
        match event {
            Event::Start(element) => {
                parser.start(&element, &location)?;
                parser.depth += 1;
            }
            Event::Empty(element) => {
                parser.start(&element, &location)?;
                parser.end(element.local_name().as_ref(), &location)?;
            }
            Event::End(element) => {
                parser.depth = parser.depth.saturating_sub(1);
                parser.end(element.local_name().as_ref(), &location)?;
            }
            Event::Text(text) => parser.add_text(&text.xml10_content()),
            Event::CData(text) => parser.add_text(&text.xml10_content()),
            Event::GeneralRef(reference) => parser.add_text(&resolved(&reference).map_err(|fault| fault.at(location))?),
            Event::Eof => return parser.finish(),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
    }
}

fn malformed(reason: String) -> Fault {
    Fault::Malformed { format: "GraphML", reason }
}

/// The text of `&lt;` or `&#60;`. Other entities are refused, so none can expand.
fn resolved(reference: &BytesRef<'_>) -> Result<String, Fault> {
    if let Some(character) = reference.resolve_char_ref().map_err(|error| malformed(shown_reason(&error)))? {
        return Ok(character.to_string());
    }
    let unknown = || malformed(format!("the entity `&{};` is unknown", shown(reference)));
    escape::resolve_predefined_entity(reference).map(str::to_owned).ok_or_else(unknown)
}

/// Data that names a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NameKey {
    Name,
    Label,
    /// `<y:NodeLabel>`, which is an element of its own.
    Drawn,
}

impl NameKey {
    /// The key of data that the file calls so.
    fn called(name: &str) -> Option<Self> {
        match name {
            "name" => Some(Self::Name),
            "label" => Some(Self::Label),
            _ => None,
        }
    }
}

/// A key of data.
struct DataKey {
    /// In small letters.
    name: String,
    is_of_nodes: bool,
    is_of_edges: bool,
}

/// The number of keys that name nodes.
const NAME_KEYS: usize = 3;

struct PendingEdge {
    source: String,
    target: String,
    arrow: Arrow,
    location: Location,
}

#[derive(Default)]
struct GraphMlParser {
    depth: usize,
    has_root: bool,
    default_arrow: Option<Arrow>,
    keys: BTreeMap<String, DataKey>,
    builder: GraphBuilder,
    /// The names of the nodes, for each [`NameKey`].
    names: [Vec<Option<String>>; NAME_KEYS],
    node: Option<NodeId>,
    /// The name of the data that is being read, and its text; none of `<y:NodeLabel>`.
    data: Option<(Option<String>, String)>,
    is_in_edge: bool,
    edges: Vec<PendingEdge>,
}

impl GraphMlParser {
    fn start(&mut self, element: &BytesStart<'_>, location: &Location) -> Result<(), Problem> {
        let started = match element.local_name().as_ref() {
            "graphml" => {
                self.has_root = true;
                Ok(())
            }
            other if !self.has_root => Err(malformed(format!("it begins with `<{}>`, not `<graphml>`", shown(other)))),
            "graph" => self.start_graph(element),
            "key" => self.add_key(element),
            "node" => return self.start_node(element, location),
            "edge" => {
                self.is_in_edge = true;
                self.add_edge(element, location)
            }
            "data" => self.start_data(element),
            "NodeLabel" => {
                self.data = self.node.map(|_| (None, String::new()));
                Ok(())
            }
            "Arrows" => self.set_arrows(element),
            "hyperedge" => Err(Fault::Unsupported { what: "a hyperedge", advice: "write an edge for each two nodes" }),
            _ => Ok(()),
        };
        started.map_err(|fault| fault.at(location.clone()))
    }

    fn start_graph(&mut self, element: &BytesStart<'_>) -> Result<(), Fault> {
        if self.default_arrow.is_some() {
            return Err(Fault::Unsupported { what: "a second graph", advice: "keep one graph in a file" });
        }
        self.default_arrow = Some(match required(element, "edgedefault")?.as_str() {
            "directed" => Arrow::Right,
            "undirected" => Arrow::Line,
            other => return Err(Fault::syntax(other, "`directed` or `undirected`")),
        });
        Ok(())
    }

    fn add_key(&mut self, element: &BytesStart<'_>) -> Result<(), Fault> {
        let owner = attribute(element, "for")?;
        let is_of = |item: &str| owner.as_deref().is_none_or(|owner| owner == item || owner == "all");
        if let (Some(name), Some(id)) = (attribute(element, "attr.name")?, attribute(element, "id")?) {
            let key = DataKey { name: name.to_lowercase(), is_of_nodes: is_of("node"), is_of_edges: is_of("edge") };
            self.keys.insert(id, key);
        }
        Ok(())
    }

    fn start_node(&mut self, element: &BytesStart<'_>, location: &Location) -> Result<(), Problem> {
        let id = required(element, "id").map_err(|fault| fault.at(location.clone()))?;
        self.node = Some(self.builder.new_node(&id, location)?);
        self.names.iter_mut().for_each(|names| names.push(None));
        Ok(())
    }

    fn start_data(&mut self, element: &BytesStart<'_>) -> Result<(), Fault> {
        let key = required(element, "key")?;
        let (is_in_node, is_in_edge) = (self.node.is_some(), self.is_in_edge);
        let is_here = |key: &&DataKey| is_in_node && key.is_of_nodes || is_in_edge && key.is_of_edges;
        self.data = self.keys.get(&key).filter(is_here).map(|key| (Some(key.name.clone()), String::new()));
        Ok(())
    }

    fn add_edge(&mut self, element: &BytesStart<'_>, location: &Location) -> Result<(), Fault> {
        let default = self.default_arrow.ok_or_else(|| malformed("an edge stands outside a graph".to_owned()))?;
        let arrow = match attribute(element, "directed")?.as_deref() {
            None => default,
            Some("true" | "1") => Arrow::Right,
            Some("false" | "0") => Arrow::Line,
            Some(other) => return Err(Fault::syntax(other, "`true` or `false`")),
        };
        let (source, target) = (required(element, "source")?, required(element, "target")?);
        self.edges.push(PendingEdge { source, target, arrow, location: location.clone() });
        Ok(())
    }

    /// Sets the ends of the last edge to what yEd draws.
    fn set_arrows(&mut self, element: &BytesStart<'_>) -> Result<(), Fault> {
        let shapes = [attribute(element, "source")?, attribute(element, "target")?];
        let arrow = Arrow::drawn_by_yed(shapes.each_ref().map(Option::as_deref));
        let Some(edge) = self.edges.last_mut().filter(|_| self.node.is_none()) else { return Ok(()) };
        edge.arrow = arrow;
        Ok(())
    }

    fn add_text(&mut self, text: &str) {
        if let Some((_, data)) = &mut self.data {
            data.push_str(text);
        }
    }

    fn end(&mut self, element: &str, location: &Location) -> Result<(), Problem> {
        match element {
            "data" | "NodeLabel" => match (self.data.take(), self.node) {
                (Some((name, text)), Some(node)) => self.add_node_data(node, name, text, location),
                (Some((Some(name), text)), None) => {
                    self.add_edge_data(&name, text).map_err(|fault| fault.at(location.clone()))?;
                }
                _ => {}
            },
            "node" => self.node = None,
            "edge" => self.is_in_edge = false,
            _ => {}
        }
        Ok(())
    }

    fn add_node_data(&mut self, node: NodeId, data: Option<String>, text: String, location: &Location) {
        if data.as_deref().is_some_and(|data| hides(data, &text)) {
            self.builder.hide(node, location);
        }
        let key = data.map_or(Some(NameKey::Drawn), |data| NameKey::called(&data));
        if let Some(key) = key {
            let name = &mut self.names[key as usize][node.index()];
            // Of several labels in yEd, the first is the node's name.
            if name.is_none() || key != NameKey::Drawn {
                *name = Some(text);
            }
        }
    }

    /// What data say of the last edge.
    fn add_edge_data(&mut self, name: &str, text: String) -> Result<(), Fault> {
        let told = first_arrow(std::iter::once((name, text)))?;
        if let (Some(arrow), Some(edge)) = (told, self.edges.last_mut()) {
            edge.arrow = arrow;
            self.builder.meaning = if arrow == Arrow::Both { EdgeMeaning::HiddenCauses } else { self.builder.meaning };
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Content, Problem> {
        if self.depth > 0 || !self.has_root {
            return Err(malformed("it ends before all its elements are closed".to_owned()).into());
        }
        for edge in std::mem::take(&mut self.edges) {
            let source = self.builder.known_node(&edge.source, &edge.location)?;
            let target = self.builder.known_node(&edge.target, &edge.location)?;
            self.builder.connect([source, target], edge.arrow, &edge.location)?;
        }
        let complete = |names: Vec<Option<String>>| names.into_iter().collect::<Option<Vec<String>>>();
        self.builder.finish_named(self.names.into_iter().find_map(complete).as_deref())
    }
}

fn attribute(element: &BytesStart<'_>, name: &str) -> Result<Option<String>, Fault> {
    let attribute = element.try_get_attribute(name).map_err(|error| malformed(shown_reason(&error)))?;
    let value = |attribute: quick_xml::events::attributes::Attribute<'_>| {
        attribute.normalized_value(XmlVersion::Implicit1_0).map(String::from)
    };
    attribute.map(value).transpose().map_err(|error| malformed(shown_reason(&error)))
}

fn required(element: &BytesStart<'_>, name: &'static str) -> Result<String, Fault> {
    let missing = || malformed(format!("`<{}>` has no attribute `{name}`", element.local_name().as_ref()));
    attribute(element, name)?.ok_or_else(missing)
}
