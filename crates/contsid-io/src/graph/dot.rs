//! Graphviz's DOT language.
//!
//! Attributes are ignored, except `dir`, `arrowhead` and `arrowtail` of edges, which set the ends that have an arrow,
//! as in a drawing, and those that hide a node as dowhy does. An edge without arrows is undirected. An invisible one is
//! refused. If all nodes are numbers and each has a label, the labels are their names.

use super::arrow::Arrow;
use super::attributes::hides;
use super::builder::{Content, GraphBuilder, Opposites};
use super::dot_lexer::{LocatedToken, Token, tokens};
use crate::error::{Fault, Location, Problem};
use contsid::graph::{Mark, NodeId};
use std::collections::BTreeMap;

/// The deepest nesting of braces.
const DEEPEST: usize = 50;

/// Reads a graph.
pub(super) fn parse(text: &str) -> Result<Content, Problem> {
    let builder = GraphBuilder::new(Opposites::Refused("`A -> B [dir=none]`"));
    DotParser { tokens: tokens(text)?, at: 0, builder, labels: BTreeMap::new() }.graph()
}

/// The attributes that set the arrows of an edge.
#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    /// Whether `dir` draws the tail and the head.
    drawn: Option<(bool, bool)>,
    tail: Option<Mark>,
    head: Option<Mark>,
    /// Whether `style` hides it: then it sets the layout, and is no edge to look at.
    is_invisible: bool,
}

impl Ends {
    fn set(&mut self, name: &str, value: &str) {
        let shape = match value {
            "none" => Mark::Tail,
            "odot" => Mark::Circle,
            _ => Mark::Arrow,
        };
        match name {
            "arrowhead" => self.head = Some(shape),
            "arrowtail" => self.tail = Some(shape),
            "style" => self.is_invisible = value.contains("invis"),
            "dir" => {
                self.drawn = match value {
                    "none" => Some((false, false)),
                    "back" => Some((true, false)),
                    "both" => Some((true, true)),
                    _ => Some((false, true)),
                }
            }
            _ => {}
        }
    }

    /// The arrow of an edge written with this connector.
    fn arrow(self, connector: &Token) -> Arrow {
        let (tail, head) = self.drawn.unwrap_or((false, *connector == Token::Sign("->")));
        let end = |is_drawn, shape: Option<Mark>| if is_drawn { shape.unwrap_or(Mark::Arrow) } else { Mark::Tail };
        Arrow::new([end(tail, self.tail), end(head, self.head)])
    }
}

/// The attributes of a node or edge that are not ignored.
struct Attributes {
    ends: Ends,
    label: Option<String>,
    is_hidden: bool,
}

struct DotParser {
    tokens: Vec<LocatedToken>,
    at: usize,
    builder: GraphBuilder,
    labels: BTreeMap<NodeId, String>,
}

impl DotParser {
    fn graph(mut self) -> Result<Content, Problem> {
        self.take_word("strict");
        if !self.take_word("digraph") && !self.take_word("graph") {
            return Err(self.unexpected("`graph` or `digraph`"));
        }
        if !self.is_sign("{") {
            self.id()?;
        }
        self.expect_brace()?;
        self.statements(Ends::default(), 0)?;
        if self.at < self.tokens.len() {
            return Err(self.unexpected("the end of the file (one graph is read)"));
        }
        let are_numbers = self.builder.ids().iter().all(|id| id.parse::<f64>().is_ok());
        let are_labelled = are_numbers && self.labels.len() == self.builder.ids().len();
        let names = are_labelled.then(|| self.labels.into_values().collect::<Vec<_>>());
        self.builder.finish_named(names.as_deref())
    }

    /// Reads up to the closing brace; returns the nodes named.
    fn statements(&mut self, mut defaults: Ends, depth: usize) -> Result<Vec<NodeId>, Problem> {
        let mut named = Vec::new();
        while !self.take_sign("}") {
            if self.take_sign(";") || self.take_sign(",") {
                continue;
            }
            if self.is_defaults() {
                let is_edge = self.is_word("edge");
                self.at += 1;
                let ends = self.attributes(defaults)?.ends;
                defaults = if is_edge { ends } else { defaults };
            } else if self.peek(1) == Some(&Token::Sign("=")) {
                self.at += 2;
                self.value()?;
            } else {
                named.extend(self.edge_statement(defaults, depth)?);
            }
        }
        named.sort_unstable();
        named.dedup();
        Ok(named)
    }

    /// Whether default attributes come next, such as `edge [dir=none]`.
    fn is_defaults(&self) -> bool {
        self.peek(1) == Some(&Token::Sign("[")) && ["graph", "node", "edge"].iter().any(|word| self.is_word(word))
    }

    /// `a`, `a -> b -> {c d} [dir=none]`
    fn edge_statement(&mut self, defaults: Ends, depth: usize) -> Result<Vec<NodeId>, Problem> {
        let line = self.tokens.get(self.at).map_or(0, |located| located.line);
        let mut groups = vec![self.group(defaults, depth)?];
        let mut connectors = Vec::new();
        while let Some(located) =
            self.tokens.get(self.at).filter(|located| matches!(located.token, Token::Sign("->" | "--")))
        {
            connectors.push(located.clone());
            self.at += 1;
            groups.push(self.group(defaults, depth)?);
        }
        let Attributes { ends, label, is_hidden } = self.attributes(defaults)?;
        if let [group] = &groups[..] {
            let location = Location::Line(line);
            group.iter().filter(|_| is_hidden).for_each(|&node| self.builder.hide(node, &location));
            self.labels.extend(group.iter().filter_map(|&node| Some((node, label.clone()?))));
        } else if ends.is_invisible {
            let (what, advice) = ("an invisible edge", "leave it out, or draw it if it is an edge of the graph");
            return Err(Fault::Unsupported { what, advice }.at_line(line));
        }
        for (two, connector) in groups.windows(2).zip(&connectors) {
            let (arrow, location) = (ends.arrow(&connector.token), Location::Line(connector.line));
            self.builder.connect_sets(&two[0], arrow, &two[1], "a group of this many nodes", &location)?;
        }
        Ok(groups.concat())
    }

    /// One node, or the nodes between braces.
    fn group(&mut self, defaults: Ends, depth: usize) -> Result<Vec<NodeId>, Problem> {
        let is_subgraph = self.take_word("subgraph");
        if is_subgraph && !self.is_sign("{") {
            self.id()?;
        }
        if !is_subgraph && !self.is_sign("{") {
            return Ok(vec![self.node()?]);
        }
        if depth == DEEPEST {
            return Err(self.unexpected("at most 50 braces within each other"));
        }
        self.expect_brace()?;
        self.statements(defaults, depth + 1)
    }

    /// A node; its port (`a:n`) is skipped.
    fn node(&mut self) -> Result<NodeId, Problem> {
        let line = self.tokens.get(self.at).map_or(0, |located| located.line);
        let id = self.id()?;
        while self.take_sign(":") {
            self.id()?;
        }
        Ok(self.builder.node(&id, &Location::Line(line)))
    }

    /// Lists of attributes, if any.
    fn attributes(&mut self, defaults: Ends) -> Result<Attributes, Problem> {
        let mut attributes = Attributes { ends: defaults, label: None, is_hidden: false };
        while self.take_sign("[") {
            while !self.take_sign("]") {
                if self.take_sign(",") || self.take_sign(";") {
                    continue;
                }
                let name = self.id()?;
                let value = if self.take_sign("=") { self.value()? } else { "true".to_owned() };
                attributes.is_hidden |= hides(&name, &value);
                if name == "label" {
                    attributes.label = Some(value);
                } else {
                    attributes.ends.set(&name, &value);
                }
            }
        }
        Ok(attributes)
    }

    fn id(&mut self) -> Result<String, Problem> {
        match self.tokens.get(self.at) {
            Some(LocatedToken { token: Token::Word(id) | Token::Quoted(id), .. }) => {
                self.at += 1;
                Ok(id.clone())
            }
            Some(LocatedToken { token: Token::Html, line }) => {
                let (what, advice) = ("an HTML text as the name of a node", "give the node a plain or quoted name");
                Err(Fault::Unsupported { what, advice }.at_line(*line))
            }
            _ => Err(self.unexpected("a name")),
        }
    }

    /// The value of an attribute, which may be HTML.
    fn value(&mut self) -> Result<String, Problem> {
        if self.peek(0) == Some(&Token::Html) {
            self.at += 1;
            return Ok(String::new());
        }
        self.id()
    }

    /// One of the next tokens.
    fn peek(&self, ahead: usize) -> Option<&Token> {
        self.tokens.get(self.at + ahead).map(|located| &located.token)
    }

    /// Whether this word comes next, without quotation marks and in any case.
    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(0), Some(Token::Word(found)) if found.eq_ignore_ascii_case(word))
    }

    fn take_word(&mut self, word: &str) -> bool {
        let is_next = self.is_word(word);
        self.at += usize::from(is_next);
        is_next
    }

    fn is_sign(&self, sign: &'static str) -> bool {
        self.peek(0) == Some(&Token::Sign(sign))
    }

    fn take_sign(&mut self, sign: &'static str) -> bool {
        let is_next = self.is_sign(sign);
        self.at += usize::from(is_next);
        is_next
    }

    fn expect_brace(&mut self) -> Result<(), Problem> {
        if self.take_sign("{") { Ok(()) } else { Err(self.unexpected("`{`")) }
    }

    fn unexpected(&self, expected: &str) -> Problem {
        let Some(LocatedToken { token, line }) = self.tokens.get(self.at) else {
            return Fault::at_end(expected).into();
        };
        let fault = match token {
            Token::Word(text) | Token::Quoted(text) => Fault::syntax(text, expected),
            Token::Sign(sign) => Fault::syntax(sign, expected),
            Token::Html => Fault::Syntax { found: "an HTML text".to_owned(), expected: expected.to_owned() },
        };
        fault.at_line(*line)
    }
}
