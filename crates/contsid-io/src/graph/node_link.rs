//! networkx's node-link data as JSON.
//!
//! Old versions of networkx call the list of edges `links`, new ones `edges`. A networkx graph is directed or
//! undirected as a whole, so an undirected edge of a mixed graph is written as an edge in each direction.

use super::arrow::Arrow;
use super::attributes::{first_arrow, hides, mark_of};
use super::builder::{Content, EdgeMeaning, GraphBuilder, Opposites};
use crate::error::{Fault, Location, Problem};
use crate::shown::{shown, shown_reason};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::fmt;

/// Reads node-link data.
pub(super) fn parse(text: &str) -> Result<Content, Problem> {
    let value: Value = serde_json::from_str(text).map_err(|error| json_problem(&error))?;
    serde_json::from_str::<Unrepeated>(text).map_err(|error| json_problem(&error))?;
    let Value::Object(data) = value else { return Err(expected(&value, "an object with `nodes` and `links`").into()) };
    let arrow = match data.get("directed") {
        Some(Value::Bool(true)) => Arrow::Right,
        Some(Value::Bool(false)) => Arrow::Line,
        Some(other) => return Err(expected(other, "true or false").at(Location::Part("directed".to_owned()))),
        None => return Err(Fault::absent("`directed`").into()),
    };
    let mut builder = GraphBuilder::new(Opposites::Undirected);
    builder.is_multiple = data.get("multigraph") == Some(&Value::Bool(true));
    for (at, node) in list(&data, "nodes")?.iter().enumerate() {
        let location = Location::Part(format!("nodes[{at}]"));
        let name = name(node, "id", &location)?;
        let added = builder.new_node(&name, &location)?;
        if attributes(node).any(|(key, value)| hides(key, &value)) {
            builder.hide(added, &location);
        }
    }
    let key = match (data.contains_key("links"), data.contains_key("edges")) {
        (true, true) => {
            let (what, advice) = ("a second list of edges (there are `links` and `edges`)", "keep one of them");
            return Err(Fault::Unsupported { what, advice }.into());
        }
        (true, false) => "links",
        _ => "edges",
    };
    for (at, edge) in list(&data, key)?.iter().enumerate() {
        let location = Location::Part(format!("{key}[{at}]"));
        let node = |key| builder.known_node(&name(edge, key, &location)?, &location);
        let (source, target) = (node("source")?, node("target")?);
        let marked = marked(edge, &location)?;
        builder.meaning = if marked == Some(Arrow::Both) { EdgeMeaning::HiddenCauses } else { builder.meaning };
        builder.connect([source, target], marked.unwrap_or(arrow), &location)?;
    }
    builder.finish()
}

/// The keys of an object whose values are texts, numbers or truth values.
fn attributes(object: &Value) -> impl Iterator<Item = (&str, String)> {
    object.as_object().into_iter().flatten().filter_map(|(key, value)| match value {
        Value::String(text) => Some((key.as_str(), text.clone())),
        Value::Bool(_) | Value::Number(_) => Some((key.as_str(), value.to_string())),
        _ => None,
    })
}

/// The arrow that the attributes of an edge tell: a type, or pgmpy's marks at the ends.
fn marked(edge: &Value, location: &Location) -> Result<Option<Arrow>, Problem> {
    if let Some(Value::Object(marks)) = edge.get("marks") {
        let mark = |end| {
            let found = marks.get(&name(edge, end, location)?).and_then(Value::as_str).unwrap_or_default();
            mark_of(found).map_err(|fault| fault.at(location.clone()))
        };
        return Ok(Some(Arrow::new([mark("source")?, mark("target")?])));
    }
    first_arrow(attributes(edge)).map_err(|fault| fault.at(location.clone()))
}

/// A value in which no object has a key twice; otherwise one of two lists `edges` would be lost.
struct Unrepeated;

impl<'de> Deserialize<'de> for Unrepeated {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(UnrepeatedVisitor)
    }
}

struct UnrepeatedVisitor;

impl<'de> Visitor<'de> for UnrepeatedVisitor {
    type Value = Unrepeated;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Unrepeated, E> {
        Ok(Unrepeated)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Unrepeated, E> {
        Ok(Unrepeated)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Unrepeated, E> {
        Ok(Unrepeated)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Unrepeated, E> {
        Ok(Unrepeated)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<Unrepeated, E> {
        Ok(Unrepeated)
    }

    fn visit_unit<E: Error>(self) -> Result<Unrepeated, E> {
        Ok(Unrepeated)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Unrepeated, A::Error> {
        while list.next_element::<Unrepeated>()?.is_some() {}
        Ok(Unrepeated)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Unrepeated, A::Error> {
        let mut seen = HashSet::new();
        while let Some(key) = object.next_key::<String>()? {
            object.next_value::<Unrepeated>()?;
            if let Some(repeated) = seen.replace(key) {
                return Err(A::Error::custom(format!("the key `{}` appears twice", shown(&repeated))));
            }
        }
        Ok(Unrepeated)
    }
}

fn json_problem(error: &serde_json::Error) -> Problem {
    let location = Location::Position { line: error.line(), column: error.column() };
    let reason = shown_reason(error);
    // The location is in the error already.
    let reason = reason.split(" at line ").next().unwrap_or_default().to_owned();
    Fault::Malformed { format: "JSON", reason }.at(location)
}

fn expected(found: &Value, expected: &str) -> Fault {
    Fault::syntax(&found.to_string(), expected)
}

fn list<'a>(data: &'a Map<String, Value>, key: &str) -> Result<&'a Vec<Value>, Problem> {
    match data.get(key) {
        Some(Value::Array(list)) => Ok(list),
        Some(other) => Err(expected(other, "a list").at(Location::Part(key.to_owned()))),
        None => Err(Fault::absent(if key == "nodes" { "a list `nodes`" } else { "a list `links` or `edges`" }).into()),
    }
}

/// The text or number under a key, as a name.
fn name(object: &Value, key: &str, location: &Location) -> Result<String, Problem> {
    match object.get(key) {
        Some(Value::String(text)) => Ok(text.clone()),
        Some(Value::Number(number)) => Ok(number.to_string()),
        Some(other) => Err(expected(other, "a text or a number").at(location.clone())),
        None => Err(Fault::absent(&format!("`{key}`")).at(location.clone())),
    }
}
