//! What attributes of nodes and edges say, in the formats that have names for them.

use super::arrow::Arrow;
use crate::error::Fault;
use contsid::graph::Mark;

/// Whether an attribute says that a node is not observed, in the words of dowhy and of people.
pub(super) fn hides(name: &str, value: &str) -> bool {
    let value = value.trim();
    let is_one_of = |words: [&str; 3]| words.iter().any(|word| value.eq_ignore_ascii_case(word));
    match name.to_lowercase().as_str() {
        "observed" => is_one_of(["no", "false", "0"]),
        "latent" | "unobserved" => is_one_of(["yes", "true", "1"]),
        "label" => value == "Unobserved Confounders",
        _ => false,
    }
}

/// The first arrow that attributes make of an edge; none if they are about something else.
pub(super) fn first_arrow<'a>(mut attributes: impl Iterator<Item = (&'a str, String)>) -> Result<Option<Arrow>, Fault> {
    attributes.find_map(|(name, value)| arrow_of(name, &value).transpose()).transpose()
}

fn arrow_of(name: &str, value: &str) -> Result<Option<Arrow>, Fault> {
    if !["type", "kind", "edge_type"].iter().any(|word| name.eq_ignore_ascii_case(word)) {
        return Ok(None);
    }
    let [tail, head, circle] = [Mark::Tail, Mark::Arrow, Mark::Circle];
    match value.trim().to_lowercase().as_str() {
        "bidirected" | "<->" | "<-->" => Ok(Some(Arrow::Both)),
        "undirected" | "--" | "---" => Ok(Some(Arrow::Line)),
        "->" | "-->" => Ok(Some(Arrow::Right)),
        "<-" | "<--" => Ok(Some(Arrow::Left)),
        "o->" => Ok(Some(Arrow::new([circle, head]))),
        "<-o" => Ok(Some(Arrow::new([head, circle]))),
        "o-o" => Ok(Some(Arrow::new([circle; 2]))),
        "o--" | "o-" => Ok(Some(Arrow::new([circle, tail]))),
        "--o" | "-o" => Ok(Some(Arrow::new([tail, circle]))),
        "circle" => {
            Err(Fault::Unsupported { what: "an edge of the type `circle`", advice: "write it as `o->` or `o-o`" })
        }
        _ => Ok(None),
    }
}

/// The mark that pgmpy writes at the end of an edge.
pub(super) fn mark_of(text: &str) -> Result<Mark, Fault> {
    match text {
        "-" => Ok(Mark::Tail),
        ">" | "<" => Ok(Mark::Arrow),
        "o" => Ok(Mark::Circle),
        other => Err(Fault::syntax(other, "a mark `-`, `>` or `o`")),
    }
}
