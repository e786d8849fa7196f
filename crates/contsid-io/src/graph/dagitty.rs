//! dagitty's text: `dag { A -> B <- C; {D E} -> A; B [outcome] }`.
//!
//! The attribute `latent` hides a node, `selected` gives a note, and all others are ignored. In a `dag` `<->` is a
//! hidden common cause; in a `mag` and a `pag`, where `@` is a circle, it is a mark at each end. A statement ends where
//! the next one begins, so line ends and semicolons do not matter.

use super::arrow::Arrow;
use super::builder::{Content, EdgeMeaning, GraphBuilder, Opposites};
use super::quoted::{arrow_at, parse_quoted};
use super::reading::GraphNote;
use super::scanner::{Comment, HASH, SLASHES, Scanner};
use crate::error::Problem;
use crate::shown::shown;
use contsid::graph::NodeId;
use std::collections::BTreeSet;

/// The words that begin a graph.
const KINDS: [&str; 4] = ["dag", "pdag", "mag", "pag"];

/// The deepest nesting of braces.
const DEEPEST: usize = 50;

const COMMENTS: [Comment; 3] = [SLASHES, HASH, ("/*", "*/")];

/// Whether a text begins like dagitty's.
pub(super) fn is_dagitty(text: &str) -> bool {
    let text = text.trim_start();
    let word_end = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let after = text[word_end..].trim_start();
    KINDS.contains(&&text[..word_end]) && (after.starts_with('{') || after.starts_with('"'))
}

/// Reads a graph.
pub(super) fn parse(text: &str) -> Result<Content, Problem> {
    let builder = GraphBuilder::new(Opposites::Refused("`A -- B`"));
    DagittyParser { scanner: Scanner::new(text, &COMMENTS), builder, selected: BTreeSet::new() }.graph()
}

struct DagittyParser<'a> {
    scanner: Scanner<'a>,
    builder: GraphBuilder,
    selected: BTreeSet<NodeId>,
}

/// What attributes say of a node.
#[derive(Default)]
struct NodeFacts {
    is_latent: bool,
    is_selected: bool,
}

impl<'a> DagittyParser<'a> {
    fn graph(mut self) -> Result<Content, Problem> {
        match self.word() {
            "dag" => self.builder.meaning = EdgeMeaning::HiddenCauses,
            "pdag" => {}
            "mag" | "pag" => self.builder.meaning = EdgeMeaning::Marked,
            _ => {
                self.scanner.return_to(0);
                return Err(self.scanner.unexpected("`dag {`, `pdag {`, `mag {` or `pag {`"));
            }
        }
        if self.scanner.rest().starts_with('"') {
            self.name()?;
        }
        if !self.scanner.take_symbol('{') {
            return Err(self.scanner.unexpected("`{`"));
        }
        while !self.scanner.take_symbol('}') {
            self.statement()?;
        }
        if !self.scanner.rest().is_empty() {
            return Err(self.scanner.unexpected("the end of the file (one graph is read)"));
        }
        let ids = self.builder.ids();
        let names: Vec<String> = self.selected.iter().map(|node| shown(&ids[node.index()])).collect();
        let notes = if names.is_empty() { Vec::new() } else { vec![GraphNote::Selected { names }] };
        Ok(Content { notes, ..self.builder.finish()? })
    }

    /// `bb="0,0,1,1"`, `A [latent]`, or `A -> {B C} <- D [beta=1]`.
    fn statement(&mut self) -> Result<(), Problem> {
        if self.scanner.take_symbol(';') {
            return Ok(());
        }
        let is_set = self.scanner.rest().starts_with('{');
        if !is_set && self.is_assignment() {
            return Ok(());
        }
        let location = self.scanner.location();
        let mut left = self.nodes(0)?;
        let mut is_edge = false;
        while let Some(arrow) = self.arrow() {
            let location = self.scanner.location();
            let right = self.nodes(0)?;
            self.builder.connect_sets(&left, arrow, &right, "a set of this many nodes", &location)?;
            left = right;
            is_edge = true;
        }
        let told = self.attributes()?;
        for &node in left.iter().filter(|_| !is_edge) {
            if told.is_latent {
                self.builder.hide(node, &location);
            }
            if told.is_selected {
                self.selected.insert(node);
            }
        }
        Ok(())
    }

    /// One node, or those between braces.
    fn nodes(&mut self, depth: usize) -> Result<Vec<NodeId>, Problem> {
        if depth == DEEPEST {
            return Err(self.scanner.unexpected("at most 50 braces within each other"));
        }
        let location = self.scanner.location();
        if !self.scanner.take_symbol('{') {
            let name = self.name()?;
            return Ok(vec![self.builder.node(&name, &location)]);
        }
        let mut nodes = Vec::new();
        while !self.scanner.take_symbol('}') {
            if !self.scanner.take_symbol(';') && !self.scanner.take_symbol(',') {
                nodes.extend(self.nodes(depth + 1)?);
            }
        }
        nodes.sort_unstable();
        nodes.dedup();
        Ok(nodes)
    }

    /// Skips `name = value` and returns true; otherwise skips nothing.
    fn is_assignment(&mut self) -> bool {
        let start = self.scanner.offset();
        let skipped = self.name().is_ok() && self.scanner.take_symbol('=') && self.name().is_ok();
        if !skipped {
            self.scanner.return_to(start);
        }
        skipped
    }

    /// Skips attributes, but for what they say of a node.
    fn attributes(&mut self) -> Result<NodeFacts, Problem> {
        let mut told = NodeFacts::default();
        while self.scanner.take_symbol('[') {
            while !self.scanner.take_symbol(']') {
                if self.scanner.take_symbol(',') {
                    continue;
                }
                let name = self.name()?;
                told.is_latent |= matches!(name.as_str(), "latent" | "l" | "unobserved" | "u");
                told.is_selected |= matches!(name.as_str(), "selected" | "s");
                if self.scanner.take_symbol('=') {
                    self.name()?;
                }
            }
        }
        Ok(told)
    }

    fn arrow(&mut self) -> Option<Arrow> {
        let rest = self.scanner.rest();
        let has_left = rest.starts_with('@');
        let shaft = &rest[usize::from(has_left)..];
        let dashes = shaft.len() - shaft.trim_start_matches('-').len();
        let (length, arrow) = match arrow_at(shaft, 0) {
            Some(found) => (found.end, found.arrow),
            None if dashes > 0 && shaft[dashes..].starts_with('@') => (dashes, Arrow::Line),
            None => return None,
        };
        let has_right = shaft[length..].starts_with('@');
        self.scanner.take(usize::from(has_left) + length + usize::from(has_right));
        Some(arrow.with_circles([has_left, has_right]))
    }

    /// Letters, digits, dots and underscores; numbers may have a sign.
    fn word(&mut self) -> &'a str {
        let rest = self.scanner.rest();
        let sign =
            usize::from(rest.starts_with('-') && rest[1..].starts_with(|c: char| c.is_ascii_digit() || c == '.'));
        let ends = |c: char| !(c.is_alphanumeric() || c == '_' || c == '.');
        self.scanner.take(sign + rest[sign..].find(ends).unwrap_or(rest.len() - sign))
    }

    fn name(&mut self) -> Result<String, Problem> {
        let rest = self.scanner.rest();
        if let Some((name, after)) = parse_quoted(rest).map_err(|fault| fault.at(self.scanner.location()))? {
            self.scanner.take(rest.len() - after.len());
            return Ok(name);
        }
        match self.word() {
            "" => Err(self.scanner.unexpected("the name of a node")),
            word => Ok(word.to_owned()),
        }
    }
}
