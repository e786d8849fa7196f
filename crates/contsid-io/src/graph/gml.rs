//! GML: `graph [ directed 1 node [ id 0 label "A" ] edge [ source 0 target 1 ] ]`, as networkx, igraph and yEd write
//! it.
//!
//! A node's name is its `label`, or else its `name`, if every node has one; otherwise its id. The arrow heads of yEd's
//! edges set their directions, as in its drawing.

use super::arrow::Arrow;
use super::attributes::{first_arrow, hides};
use super::builder::{Content, EdgeMeaning, GraphBuilder, Opposites};
use super::scanner::{HASH, Scanner};
use crate::error::{Fault, Location, Problem};

/// The deepest nesting of lists.
const DEEPEST: usize = 50;

/// Whether a text begins like GML.
pub(super) fn is_gml(text: &str) -> bool {
    let mut words = text.lines().filter(|line| !line.trim_start().starts_with('#')).flat_map(str::split_whitespace);
    match words.next() {
        Some("graph") => words.next().is_some_and(|next| next.starts_with('[')),
        Some("graph[") => true,
        Some("Creator" | "Version") => text.contains("graph"),
        _ => false,
    }
}

/// Reads the graph.
pub(super) fn parse(text: &str) -> Result<Content, Problem> {
    let entries = Parser(Scanner::new(text, &[HASH])).entries(0)?;
    let mut graphs = entries.iter().filter(|entry| entry.key == "graph");
    let graph = graphs.next().ok_or_else(|| Fault::absent("a list `graph [ … ]`"))?;
    if let Some(second) = graphs.next() {
        let fault = Fault::Unsupported { what: "a second graph", advice: "keep one graph in a file" };
        return Err(fault.at(second.location.clone()));
    }
    read_graph(graph.list()?)
}

fn read_graph(entries: &[Entry]) -> Result<Content, Problem> {
    let arrow = match entries.iter().find(|entry| entry.key == "directed").map(Entry::text).transpose()? {
        None | Some("0") => Arrow::Line,
        Some("1") => Arrow::Right,
        Some(other) => return Err(Fault::syntax(other, "`directed 0` or `directed 1`").into()),
    };
    let mut builder = GraphBuilder::new(Opposites::Undirected);
    builder.is_multiple = optional(entries, "multigraph")?.as_deref() == Some("1");
    let (mut labels, mut names) = (Vec::new(), Vec::new());
    for node in entries.iter().filter(|entry| entry.key == "node") {
        let list = node.list()?;
        let added = builder.new_node(member(list, "id", &node.location)?, &node.location)?;
        if attributes(list).any(|(key, value)| hides(key, &value)) {
            builder.hide(added, &node.location);
        }
        labels.push(optional(list, "label")?);
        names.push(optional(list, "name")?);
    }
    for edge in entries.iter().filter(|entry| entry.key == "edge") {
        let list = edge.list()?;
        let node = |end| builder.known_node(member(list, end, &edge.location)?, &edge.location);
        let (source, target) = (node("source")?, node("target")?);
        let told = first_arrow(attributes(list)).map_err(|fault| fault.at(edge.location.clone()))?;
        builder.meaning = if told == Some(Arrow::Both) { EdgeMeaning::HiddenCauses } else { builder.meaning };
        builder.connect([source, target], told.or(drawn(list)?).unwrap_or(arrow), &edge.location)?;
    }
    let complete = |names: Vec<Option<String>>| names.into_iter().collect::<Option<Vec<String>>>();
    builder.finish_named(complete(labels).or_else(|| complete(names)).as_deref())
}

/// The keys of a list whose values are texts or numbers.
fn attributes(list: &[Entry]) -> impl Iterator<Item = (&str, String)> {
    list.iter().filter_map(|entry| match &entry.value {
        Value::Text(text) => Some((entry.key.as_str(), text.clone())),
        Value::List(_) => None,
    })
}

/// The arrow that yEd draws, if it names a head.
fn drawn(edge: &[Entry]) -> Result<Option<Arrow>, Problem> {
    let Some(graphics) = edge.iter().find(|entry| entry.key == "graphics") else { return Ok(None) };
    let Value::List(graphics) = &graphics.value else { return Ok(None) };
    let heads = [optional(graphics, "sourceArrow")?, optional(graphics, "targetArrow")?];
    let shapes = heads.each_ref().map(Option::as_deref);
    Ok(heads.iter().any(Option::is_some).then(|| Arrow::drawn_by_yed(shapes)))
}

fn member<'a>(list: &'a [Entry], key: &str, location: &Location) -> Result<&'a str, Problem> {
    let entry = list.iter().find(|entry| entry.key == key);
    entry.ok_or_else(|| Fault::absent(&format!("`{key}`")).at(location.clone()))?.text()
}

fn optional(list: &[Entry], key: &str) -> Result<Option<String>, Problem> {
    let entry = list.iter().find(|entry| entry.key == key);
    entry.map(|entry| entry.text().map(str::to_owned)).transpose()
}

/// A key and its value.
struct Entry {
    key: String,
    value: Value,
    location: Location,
}

enum Value {
    Text(String),
    List(Vec<Entry>),
}

impl Entry {
    fn list(&self) -> Result<&[Entry], Problem> {
        let expected = || format!("a list `{} [ … ]`", self.key);
        match &self.value {
            Value::List(entries) => Ok(entries),
            Value::Text(text) => Err(Fault::syntax(text, &expected()).at(self.location.clone())),
        }
    }

    fn text(&self) -> Result<&str, Problem> {
        match &self.value {
            Value::Text(text) => Ok(text),
            Value::List(_) => Err(Fault::syntax("[", "a number or a text").at(self.location.clone())),
        }
    }
}

struct Parser<'a>(Scanner<'a>);

impl Parser<'_> {
    /// The entries up to the end of the text or, at a depth above 0, of the list.
    fn entries(&mut self, depth: usize) -> Result<Vec<Entry>, Problem> {
        let mut entries = Vec::new();
        loop {
            let location = self.0.location();
            if depth == 0 && self.0.rest().is_empty() || depth > 0 && self.0.take_symbol(']') {
                return Ok(entries);
            }
            let key = self.word().to_owned();
            if key.is_empty() {
                return Err(self.0.unexpected(if depth == 0 { "a key such as `graph`" } else { "a key or `]`" }));
            }
            entries.push(Entry { key, value: self.value(depth)?, location });
        }
    }

    fn value(&mut self, depth: usize) -> Result<Value, Problem> {
        let rest = self.0.rest();
        if rest.starts_with('[') && depth == DEEPEST {
            return Err(self.0.unexpected("at most 50 lists within each other"));
        }
        if self.0.take_symbol('[') {
            return Ok(Value::List(self.entries(depth + 1)?));
        }
        if let Some(inner) = rest.strip_prefix('"') {
            let Some(end) = inner.find('"') else { return Err(self.0.unexpected("a closing quotation mark")) };
            let text = &inner[..end];
            self.0.take(end + 2);
            // In a text, characters outside ASCII and quotation marks are references such as `&quot;`.
            return Ok(Value::Text(quick_xml::escape::unescape(text).map_or_else(|_| text.to_owned(), String::from)));
        }
        let word = self.word().to_owned();
        if word.is_empty() { Err(self.0.unexpected("a value")) } else { Ok(Value::Text(word)) }
    }

    fn word(&mut self) -> &str {
        self.0.take_until(|c| c.is_whitespace() || matches!(c, '[' | ']' | '"'))
    }
}
