//! Which texts are names without quotation marks?
//!
//! Names may have spaces, but other syntax looks similar: `B [weight=0.5]` or `B 0.5` after an arrow is hardly a name.
//! Ambiguous texts are refused; they can be quoted.

use super::builder::GraphBuilder;
use crate::error::{Fault, Problem};
use crate::source::Line;

/// Whether a text without quotation marks can be a name: no word begins like a list of attributes or a set of nodes,
/// brackets around words match, and no arrow (escaped or not) or bar is among its characters. A name of several words
/// has no mark as a word.
pub(super) fn is_name(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_plain = words.iter().all(|word| !begins_like_syntax(word)) && !text.contains(is_symbol);
    let is_escaped = ["&gt", "&lt"].iter().any(|arrow_head| text.contains(arrow_head));
    let is_bracketed = words.iter().any(|word| word.starts_with('(') || word.ends_with([')', ']', '}']));
    is_plain
        && !is_escaped
        && (!is_bracketed || has_matching_brackets(text))
        && (words.len() < 2 || are_words_of_a_name(&words))
}

/// Names alone in their lines that hold a sign which may be an arrow, as in `A>B`.
#[derive(Default)]
pub(super) struct LoneNames {
    /// Each with its line.
    names: Vec<(String, usize)>,
}

impl LoneNames {
    /// Adds the name of a line, unless it is quoted or has no such sign.
    pub(super) fn add(&mut self, name: &str, line: &Line<'_>) {
        const SIGNS: [char; 5] = ['<', '>', ':', '–', '—'];
        if !line.text.starts_with('"') && name.contains(SIGNS) {
            self.names.push((name.trim().to_owned(), line.number));
        }
    }

    /// Refuses the first name that no edge of the file has.
    pub(super) fn check(&self, builder: &GraphBuilder) -> Result<(), Problem> {
        if self.names.is_empty() {
            return Ok(());
        }
        let joined = builder.joined();
        match self.names.iter().find(|(name, _)| !joined.contains(name.as_str())) {
            Some((name, line)) => {
                Err(Fault::syntax(name, "an edge such as `A -> B` (a name with such a sign is quoted)").at_line(*line))
            }
            None => Ok(()),
        }
    }
}

/// Whether a text is several words.
pub(super) fn has_spaces(text: &str) -> bool {
    text.trim().contains(char::is_whitespace)
}

fn begins_like_syntax(word: &str) -> bool {
    const SIGNS: [char; 3] = ['<', '>', '='];
    word.starts_with(['[', '{']) || word.starts_with(SIGNS) || word.ends_with(SIGNS)
}

/// Bars, tildes and horizontal arrows.
fn is_symbol(character: char) -> bool {
    const UP_AND_DOWN: [char; 3] = ['↑', '↓', '↕'];
    let is_arrow = matches!(character, '\u{2190}'..='\u{21ff}' | '\u{2794}'..='\u{27be}' | '\u{27f0}'..='\u{27ff}')
        || matches!(character, '\u{2900}'..='\u{297f}' | '\u{2b00}'..='\u{2b11}' | '\u{2b30}'..='\u{2b4f}');
    matches!(character, '|' | '~') || is_arrow && !UP_AND_DOWN.contains(&character)
}

fn has_matching_brackets(text: &str) -> bool {
    [('(', ')'), ('[', ']'), ('{', '}')].into_iter().all(|(open, close)| {
        let mut depth = 0_usize;
        let is_open = |character: char| match character {
            _ if character == open => {
                depth += 1;
                true
            }
            _ if character == close => depth.checked_sub(1).is_some_and(|less| {
                depth = less;
                true
            }),
            _ => true,
        };
        text.chars().all(is_open) && depth == 0
    })
}

/// False if a word is only marks or a position, the first an item number, or the last a weight.
fn are_words_of_a_name(words: &[&str]) -> bool {
    // dagitty's old text: `A 1 @0.1,0.2`
    let is_position = |word: &str| word.strip_prefix('@').is_some_and(|number| number.parse::<f64>().is_ok());
    let is_word = |word: &&str| word.contains(char::is_alphanumeric) && !word.ends_with(':') && !is_position(word);
    let is_item = |word: &str| word.strip_suffix(['.', ')']).is_some_and(|number| number.parse::<u64>().is_ok());
    let is_weight = |word: &str| word.parse::<f64>().is_ok() && !word.bytes().all(|byte| byte.is_ascii_digit());
    words.iter().all(is_word) && !is_item(words[0]) && !is_weight(words[words.len() - 1])
}

#[cfg(test)]
mod tests {
    use super::{is_name, is_symbol};

    #[test]
    fn names_that_people_give() {
        for name in [
            "A",
            "wet grass",
            "IL-6 (serum)",
            "beta[1]",
            "X_{1}",
            "a<=b",
            "x=1",
            "Visit 2",
            "BP↑",
            "_",
            "1.",
            "größe, in cm",
            "p.38/MAPK",
            "mek\u{1b}[31m",
        ] {
            assert!(is_name(name), "{name}");
        }
    }

    #[test]
    fn what_could_be_something_else() {
        for text in [
            "B [weight=0.5]",
            "B 0.5",
            "B -1",
            "A 1 @0.1",
            "B: 0.5",
            "{B C}",
            "DAG { A",
            "B }",
            "1. A",
            "2) A",
            "A |",
            "A|B",
            "A -.",
            "// c",
            "B // c",
            "A + B",
            "nodes: A B",
            ">B",
            "('A'",
            "'B')",
            "C ⟿ D",
            "B ~ A",
            "[A][B|A]",
            "A -&gt",
        ] {
            assert!(!is_name(text), "{text}");
        }
    }

    #[test]
    fn bars_tildes_and_arrows_are_symbols_but_not_those_up_and_down() {
        assert!("|~←→⇔➔➾⟶⟿⤀⥿⬀⬑⬰⭏".chars().all(is_symbol));
        assert!(!"↑↓↕aé-−·⭐".chars().any(is_symbol));
    }
}
