//! The tokens of Graphviz's DOT language.

use super::scanner::{HASH, SLASHES, Scanner};
use crate::error::Problem;

/// A word or symbol of the language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A word or number without quotation marks.
    Word(String),
    /// A text between quotation marks.
    Quoted(String),
    /// A text between angle brackets.
    Html,
    /// One of [`SIGNS`].
    Sign(&'static str),
}

const SIGNS: [&str; 11] = ["->", "--", "{", "}", "[", "]", ";", ",", "=", ":", "+"];

/// A token and its line.
#[derive(Clone, Debug)]
pub(super) struct LocatedToken {
    pub(super) token: Token,
    pub(super) line: usize,
}

/// The tokens of the text, without comments.
pub(super) fn tokens(text: &str) -> Result<Vec<LocatedToken>, Problem> {
    let mut lexer = Lexer(Scanner::new(text, &[SLASHES, HASH]));
    let mut tokens: Vec<LocatedToken> = Vec::new();
    while let Some(located) = lexer.next()? {
        match joined(&tokens, &located.token) {
            Some(text) => {
                tokens.truncate(tokens.len() - 2);
                tokens.push(LocatedToken { token: Token::Quoted(text), line: located.line });
            }
            None => tokens.push(located),
        }
    }
    Ok(tokens)
}

/// `"a" + "b"` is `"ab"`.
fn joined(before: &[LocatedToken], token: &Token) -> Option<String> {
    match (before, token) {
        (
            [.., LocatedToken { token: Token::Quoted(first), .. }, LocatedToken { token: Token::Sign("+"), .. }],
            Token::Quoted(second),
        ) => Some(format!("{first}{second}")),
        _ => None,
    }
}

struct Lexer<'a>(Scanner<'a>);

impl Lexer<'_> {
    fn next(&mut self) -> Result<Option<LocatedToken>, Problem> {
        while let Some(comment) = self.0.rest().strip_prefix("/*") {
            let end = comment.find("*/").ok_or_else(|| self.0.unexpected("the end of a comment, `*/`"))?;
            self.0.take(end + 4);
        }
        let (rest, line) = (self.0.rest(), self.0.line());
        let Some(first) = rest.chars().next() else { return Ok(None) };
        let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
        let token = match (first, sign) {
            (_, Some(sign)) => {
                self.0.take(sign.len());
                Token::Sign(sign)
            }
            ('"', _) => self.quoted()?,
            ('<', _) => self.html()?,
            _ => self.word(first)?,
        };
        Ok(Some(LocatedToken { token, line }))
    }

    fn quoted(&mut self) -> Result<Token, Problem> {
        let mut text = String::new();
        let mut characters = self.0.rest().char_indices().skip(1);
        while let Some((at, character)) = characters.next() {
            match character {
                '"' => {
                    self.0.take(at + 1);
                    return Ok(Token::Quoted(text));
                }
                '\\' => match characters.next() {
                    Some((_, escaped @ ('"' | '\\'))) => text.push(escaped),
                    // A backslash at the end of a line joins it to the next.
                    Some((_, '\n')) => {}
                    Some((_, other)) => text.extend(['\\', other]),
                    None => break,
                },
                other => text.push(other),
            }
        }
        Err(self.0.unexpected("a closing quotation mark"))
    }

    fn html(&mut self) -> Result<Token, Problem> {
        let mut depth = 0_usize;
        for (at, character) in self.0.rest().char_indices() {
            match character {
                '<' => depth += 1,
                '>' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.0.take(at + 1);
                return Ok(Token::Html);
            }
        }
        Err(self.0.unexpected("a closing `>`"))
    }

    /// A number, or a word of letters, digits and underscores that does not begin with a digit.
    fn word(&mut self, first: char) -> Result<Token, Problem> {
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii();
        let is_number = |c: char| c.is_ascii_digit() || c == '.';
        let rest = self.0.rest();
        let length = if first == '-' || is_number(first) {
            let sign = usize::from(first == '-');
            sign + rest[sign..].find(|c| !is_number(c)).unwrap_or(rest.len() - sign)
        } else {
            rest.find(|c| !is_letter(c)).unwrap_or(rest.len())
        };
        if length == 0 || &rest[..length] == "-" {
            return Err(self.0.unexpected("a word, a quoted text or one of { } [ ] ; , = : -> --"));
        }
        Ok(Token::Word(self.0.take(length).to_owned()))
    }
}
