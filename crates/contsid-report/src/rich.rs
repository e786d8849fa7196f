//! Sentences for pages, in which names are apart from words.
//!
//! A name may be written from right to left. In a sentence it would turn what stands beside it around, so the page
//! isolates every name; for that it must know where names are.

use serde::Serialize;

/// A name whose direction of writing does not reach beyond it: between U+2068 and U+2069.
pub(crate) fn isolated(name: &str) -> String {
    format!("\u{2068}{name}\u{2069}")
}

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
enum Piece {
    Words(String),
    Node {
        node: usize,
    },
    Graph {
        graph: usize,
    },
    /// `[from, to, 1 if directed]`
    Edge {
        edge: [usize; 3],
    },
    /// A name in full.
    Name {
        name: String,
    },
    /// Words that the page explains elsewhere.
    Term {
        term: &'static str,
        words: String,
    },
}

/// A sentence, or several.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub(crate) struct Rich(Vec<Piece>);

impl Rich {
    /// Begins with words.
    pub(crate) fn new(words: impl Into<String>) -> Self {
        Self::default().words(words)
    }

    pub(crate) fn words(mut self, words: impl Into<String>) -> Self {
        let words = words.into();
        match self.0.last_mut() {
            Some(Piece::Words(last)) => *last += &words,
            _ => self.0.push(Piece::Words(words)),
        }
        self
    }

    /// A node, by its index.
    pub(crate) fn node(self, node: usize) -> Self {
        self.piece(Piece::Node { node })
    }

    /// A learnt graph, by its index.
    pub(crate) fn graph(self, graph: usize) -> Self {
        self.piece(Piece::Graph { graph })
    }

    /// An edge as `[from, to, 1 if directed]`.
    pub(crate) fn edge(self, edge: [usize; 3]) -> Self {
        self.piece(Piece::Edge { edge })
    }

    /// A name in full.
    pub(crate) fn name(self, name: &str) -> Self {
        self.piece(Piece::Name { name: name.to_owned() })
    }

    /// Words that are explained under a key.
    pub(crate) fn term(self, term: &'static str, words: impl Into<String>) -> Self {
        self.piece(Piece::Term { term, words: words.into() })
    }

    /// Goes on with another sentence.
    pub(crate) fn then(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// `a`, `a and b`, `a, b and c`, with the last joined by the given word.
    pub(crate) fn list(parts: Vec<Self>, last: &str) -> Self {
        let count = parts.len();
        parts.into_iter().enumerate().fold(Self::default(), |text, (index, part)| {
            let between = match index {
                0 => String::new(),
                _ if index + 1 == count => format!(" {last} "),
                _ => ", ".to_owned(),
            };
            if between.is_empty() { text.then(part) } else { text.words(between).then(part) }
        })
    }

    /// As text for a terminal, with the names of graphs; nodes and edges have no names there.
    pub(crate) fn text(&self, graphs: &[&str]) -> String {
        let text = |piece: &Piece| match piece {
            Piece::Words(words) | Piece::Term { words, .. } | Piece::Name { name: words } => words.clone(),
            Piece::Graph { graph } => graphs[*graph].to_owned(),
            Piece::Node { .. } | Piece::Edge { .. } => String::new(),
        };
        self.0.iter().map(text).collect()
    }

    fn piece(mut self, piece: Piece) -> Self {
        self.0.push(piece);
        self
    }
}

/// With a capital letter and a full stop.
pub(crate) fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_apart() {
        let sentence = Rich::new("Add ").edge([0, 1, 1]).words(" to ").words("it: ").term("sid", "SID");
        let json = r#"["Add ",{"edge":[0,1,1]}," to it: ",{"term":"sid","words":"SID"}]"#;
        assert_eq!(serde_json::to_string(&sentence).unwrap(), json);
    }

    #[test]
    fn lists_are_joined() {
        let list = |count: usize| Rich::list((0..count).map(|graph| Rich::default().graph(graph)).collect(), "or");
        assert_eq!(list(1), Rich::default().graph(0));
        assert_eq!(list(3), Rich::default().graph(0).words(", ").graph(1).words(" or ").graph(2));
    }
}
