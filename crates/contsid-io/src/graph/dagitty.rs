//! dagitty's text: `dag { A -> B <- C; {D E} -> A; B [outcome] }`.
//!
//! The attribute `latent` gives a note, and all others are ignored. A statement ends where the next one begins, so line
//! ends and semicolons do not matter.

use super::builder::{Content, GraphBuilder, Opposites};
use super::quoted::{Arrow, arrow_at, parse_quoted};
use super::reading::GraphNote;
use crate::error::{Fault, Location, Problem};
use crate::shown::shown;
use crate::source::LineCounter;
use contsid::graph::{EdgeKind, NodeId};

/// The words that begin a graph; the last two kinds have edges that cannot be compared.
const KINDS: [&str; 4] = ["dag", "pdag", "mag", "pag"];

/// The deepest nesting of braces.
const DEEPEST: usize = 50;

/// The most edges of a file that joins sets of nodes: a few words can make very many edges.
const MOST_SET_EDGES: usize = 1_000_000;

/// Whether a text begins like dagitty's.
pub(super) fn is_dagitty(text: &str) -> bool {
    let text = text.trim_start();
    let word_end = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let after = text[word_end..].trim_start();
    KINDS.contains(&&text[..word_end]) && (after.starts_with('{') || after.starts_with('"'))
}

/// Reads a graph.
pub(super) fn parse(text: &str) -> Result<Content, Problem> {
    let builder = GraphBuilder::new(Opposites::Refused { undirected: "`A -- B`" });
    DagittyParser { text, at: 0, lines: LineCounter::new(text), builder, latent: Vec::new() }.graph()
}

struct DagittyParser<'a> {
    text: &'a str,
    at: usize,
    lines: LineCounter<'a>,
    builder: GraphBuilder,
    latent: Vec<String>,
}

impl<'a> DagittyParser<'a> {
    fn graph(mut self) -> Result<Content, Problem> {
        match self.word() {
            "dag" | "pdag" => {}
            "mag" | "pag" => {
                let (what, advice) = ("a graph of ancestors", "write a `dag` or a `pdag`");
                return Err(Fault::Unsupported { what, advice }.into());
            }
            _ => {
                self.at = 0;
                return Err(self.unexpected("`dag {` or `pdag {`"));
            }
        }
        if self.rest().starts_with('"') {
            self.name()?;
        }
        self.expect('{', "`{`")?;
        while !self.take('}') {
            self.statement()?;
        }
        if !self.rest().is_empty() {
            return Err(self.unexpected("the end of the file (one graph is read)"));
        }
        let mut content = self.builder.finish()?;
        if !self.latent.is_empty() {
            content.notes.push(GraphNote::LatentNodes { names: self.latent });
        }
        Ok(content)
    }

    /// `bb="0,0,1,1"`, `A [latent]`, or `A -> {B C} <- D [beta=1]`.
    fn statement(&mut self) -> Result<(), Problem> {
        if self.take(';') {
            return Ok(());
        }
        let is_set = self.rest().starts_with('{');
        if !is_set && self.is_assignment() {
            return Ok(());
        }
        let mut left = self.nodes(0)?;
        let mut is_edge = false;
        while let Some(arrow) = self.arrow() {
            let location = self.location();
            let right = self.nodes(0)?;
            self.join(&left, &right, arrow, &location)?;
            left = right;
            is_edge = true;
        }
        let is_latent = self.attributes()?;
        if is_latent && !is_edge {
            self.latent.extend(left.iter().map(|node| self.builder.ids()[node.index()].clone()));
        }
        Ok(())
    }

    fn join(&mut self, from: &[NodeId], to: &[NodeId], arrow: Arrow, location: &Location) -> Result<(), Problem> {
        if from.len() * to.len() > 1 && self.builder.edge_count() + from.len() * to.len() > MOST_SET_EDGES {
            let (what, advice) = ("a set of this many nodes", "write out each edge");
            return Err(Fault::Unsupported { what, advice }.at(location.clone()));
        }
        for (&from, &to) in from.iter().flat_map(|from| to.iter().map(move |to| (from, to))) {
            match arrow {
                Arrow::Right => self.builder.join(from, to, EdgeKind::Directed, location)?,
                Arrow::Left => self.builder.join(to, from, EdgeKind::Directed, location)?,
                Arrow::Line => self.builder.join(from, to, EdgeKind::Undirected, location)?,
                Arrow::Refused(what) => return Err(self.builder.refused(from, to, what, location)),
            }
        }
        Ok(())
    }

    /// One node, or those between braces.
    fn nodes(&mut self, depth: usize) -> Result<Vec<NodeId>, Problem> {
        if depth == DEEPEST {
            return Err(self.unexpected("at most 50 braces within each other"));
        }
        let location = self.location();
        if !self.take('{') {
            let name = self.name()?;
            return Ok(vec![self.builder.node(&name, &location)]);
        }
        let mut nodes = Vec::new();
        while !self.take('}') {
            if !self.take(';') && !self.take(',') {
                nodes.extend(self.nodes(depth + 1)?);
            }
        }
        nodes.sort_unstable();
        nodes.dedup();
        Ok(nodes)
    }

    /// Skips `name = value` and returns true; otherwise skips nothing.
    fn is_assignment(&mut self) -> bool {
        let start = self.at;
        let skipped = self.name().is_ok() && self.take('=') && self.name().is_ok();
        if !skipped {
            self.at = start;
        }
        skipped
    }

    /// Skips attributes; returns whether one of them is `latent`.
    fn attributes(&mut self) -> Result<bool, Problem> {
        let mut is_latent = false;
        while self.take('[') {
            while !self.take(']') {
                if self.take(',') {
                    continue;
                }
                let name = self.name()?;
                is_latent |= matches!(name.as_str(), "latent" | "l" | "unobserved" | "u");
                if self.take('=') {
                    self.name()?;
                }
            }
        }
        Ok(is_latent)
    }

    /// What follows white space and comments.
    fn rest(&mut self) -> &'a str {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start();
            let length = if trimmed.starts_with("//") || trimmed.starts_with('#') {
                rest.len() - trimmed.len() + trimmed.find('\n').unwrap_or(trimmed.len())
            } else if trimmed.starts_with("/*") {
                rest.len() - trimmed.len() + trimmed.find("*/").map_or(trimmed.len(), |end| end + 2)
            } else {
                self.at = self.text.len() - trimmed.len();
                return trimmed;
            };
            self.at += length;
        }
    }

    fn location(&mut self) -> Location {
        self.rest();
        Location::Line(self.lines.at(self.at))
    }

    fn take(&mut self, symbol: char) -> bool {
        let is_next = self.rest().starts_with(symbol);
        self.at += if is_next { symbol.len_utf8() } else { 0 };
        is_next
    }

    fn expect(&mut self, symbol: char, expected: &'static str) -> Result<(), Problem> {
        if self.take(symbol) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    fn arrow(&mut self) -> Option<Arrow> {
        let rest = self.rest();
        let found = arrow_at(rest, 0)?;
        self.at += found.end;
        Some(found.arrow)
    }

    /// Letters, digits, dots and underscores; numbers may have a sign.
    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let sign =
            usize::from(rest.starts_with('-') && rest[1..].starts_with(|c: char| c.is_ascii_digit() || c == '.'));
        let ends = |c: char| !(c.is_alphanumeric() || c == '_' || c == '.');
        let length = sign + rest[sign..].find(ends).unwrap_or(rest.len() - sign);
        self.at += length;
        &rest[..length]
    }

    fn name(&mut self) -> Result<String, Problem> {
        let rest = self.rest();
        if let Some((name, after)) = parse_quoted(rest).map_err(|fault| fault.at(self.location()))? {
            self.at = self.text.len() - after.len();
            return Ok(name);
        }
        match self.word() {
            "" => Err(self.unexpected("the name of a node")),
            word => Ok(word.to_owned()),
        }
    }

    fn unexpected(&mut self, expected: &'static str) -> Problem {
        let rest = self.rest();
        let found = match rest.lines().next() {
            Some(line) => format!("`{}`", shown(line)),
            None => "the end of the file".to_owned(),
        };
        Fault::Syntax { found, expected }.at(self.location())
    }
}
