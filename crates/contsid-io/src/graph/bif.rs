//! The structure of a Bayesian network in the interchange format:
//! `variable A { … }` and `probability ( A | B, C ) { … }`.

use super::arrow::Arrow;
use super::builder::{Content, GraphBuilder, Opposites};
use crate::error::{Fault, Location, Problem};
use crate::shown::shown;
use contsid::graph::NodeId;
use std::collections::BTreeMap;

struct Token<'a> {
    text: &'a str,
    line: usize,
}

/// Reads the structure.
pub(super) fn parse(text: &str) -> Result<Content, Problem> {
    let builder = GraphBuilder::new(Opposites::Refused("in another format"));
    BifParser { tokens: tokens(text)?, builder, ..BifParser::default() }.network()
}

const SYMBOLS: [char; 8] = ['{', '}', '(', ')', '[', ']', '|', ';'];

/// Words, quoted texts and symbols; commas and comments are left out.
fn tokens(text: &str) -> Result<Vec<Token<'_>>, Problem> {
    let mut tokens = Vec::new();
    let (mut rest, mut line) = (text, 1);
    while let Some(first) = rest.chars().next() {
        let length = token_length(rest, first).map_err(|fault| fault.at_line(line))?;
        let (token, after) = rest.split_at(length);
        let is_skipped = first.is_whitespace() || first == ',' || token.starts_with("//") || token.starts_with("/*");
        if !is_skipped {
            tokens.push(Token { text: token, line });
        }
        line += token.matches('\n').count();
        rest = after;
    }
    Ok(tokens)
}

fn token_length(rest: &str, first: char) -> Result<usize, Fault> {
    let until = |end: &str, expected| {
        rest[1..].find(end).map(|at| 1 + at + end.len()).ok_or_else(|| Fault::syntax(rest, expected))
    };
    if rest.starts_with("//") {
        return Ok(rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return until("*/", "an end of the comment, `*/`");
    }
    if first == '"' {
        return until("\"", "a closing quotation mark");
    }
    if first.is_whitespace() || first == ',' || SYMBOLS.contains(&first) {
        return Ok(first.len_utf8());
    }
    let ends = |c: char| c.is_whitespace() || c == ',' || c == '"' || SYMBOLS.contains(&c);
    Ok(rest.find(ends).unwrap_or(rest.len()))
}

fn repeated(what: String, first: usize, line: usize) -> Problem {
    Fault::RepeatedPart { what, first: format!("first at line {first}") }.at_line(line)
}

#[derive(Default)]
struct BifParser<'a> {
    tokens: Vec<Token<'a>>,
    at: usize,
    builder: GraphBuilder,
    /// The line of each node's probabilities.
    probabilities: BTreeMap<NodeId, usize>,
    network: Option<usize>,
}

impl<'a> BifParser<'a> {
    fn network(mut self) -> Result<Content, Problem> {
        while let Some(token) = self.tokens.get(self.at) {
            self.at += 1;
            match token.text {
                "network" => {
                    if let Some(first) = self.network.replace(token.line) {
                        return Err(repeated("the block `network`".to_owned(), first, token.line));
                    }
                    self.skip_block()?;
                }
                "variable" => {
                    let (name, line) = self.name()?;
                    self.builder.new_node(name, &Location::Line(line))?;
                    self.skip_block()?;
                }
                "probability" => {
                    self.probability()?;
                    self.skip_block()?;
                }
                ";" => {}
                _ => {
                    self.at -= 1;
                    return Err(self.unexpected("`network`, `variable` or `probability`"));
                }
            }
        }
        self.builder.finish()
    }

    fn unexpected(&self, expected: &str) -> Problem {
        match self.tokens.get(self.at) {
            Some(token) => Fault::syntax(token.text, expected).at_line(token.line),
            None => Fault::at_end(expected).into(),
        }
    }

    fn is_at(&self, symbol: &str) -> bool {
        self.tokens.get(self.at).is_some_and(|token| token.text == symbol)
    }

    fn expect(&mut self, symbol: &str) -> Result<(), Problem> {
        if !self.is_at(symbol) {
            return Err(self.unexpected(&format!("`{symbol}`")));
        }
        self.at += 1;
        Ok(())
    }

    fn name(&mut self) -> Result<(&'a str, usize), Problem> {
        match self.tokens.get(self.at) {
            Some(token) if !token.text.starts_with(SYMBOLS) => {
                self.at += 1;
                Ok((token.text.trim_matches('"'), token.line))
            }
            _ => Err(self.unexpected("the name of a variable")),
        }
    }

    /// `( A | B, C )`: the edges B → A and C → A.
    fn probability(&mut self) -> Result<(), Problem> {
        self.expect("(")?;
        let (child, name, line) = self.known_name()?;
        if let Some(first) = self.probabilities.insert(child, line) {
            return Err(repeated(format!("the block `probability` of `{}`", shown(name)), first, line));
        }
        if self.is_at("|") {
            self.at += 1;
            while !self.is_at(")") {
                let (parent, _, line) = self.known_name()?;
                self.builder.connect([parent, child], Arrow::Right, &Location::Line(line))?;
            }
        }
        self.expect(")")
    }

    fn known_name(&mut self) -> Result<(NodeId, &'a str, usize), Problem> {
        let (name, line) = self.name()?;
        Ok((self.builder.known_node(name, &Location::Line(line))?, name, line))
    }

    /// Skips the name of a block, if any, and everything between its braces.
    fn skip_block(&mut self) -> Result<(), Problem> {
        while self.tokens.get(self.at).is_some_and(|token| !token.text.starts_with(SYMBOLS)) {
            self.at += 1;
        }
        self.expect("{")?;
        let mut depth = 1_usize;
        while depth > 0 {
            match self.tokens.get(self.at).map(|token| token.text) {
                Some("{") => depth += 1,
                Some("}") => depth -= 1,
                Some(_) => {}
                None => return Err(self.unexpected("`}`")),
            }
            self.at += 1;
        }
        Ok(())
    }
}
