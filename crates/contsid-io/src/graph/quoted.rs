//! Names between quotation marks, and the arrows between names.

use crate::error::Fault;
use crate::source::shown;
use std::borrow::Cow;

/// What stands between two names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrow {
    /// `->` or `-->`
    Right,
    /// `<-` or `<--`
    Left,
    /// `--` or `---`
    Line,
    /// An arrow that says something else.
    Refused(&'static str),
}

/// Names with an arrow between each two neighbours.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Chain {
    pub(super) names: Vec<String>,
    pub(super) arrows: Vec<Arrow>,
}

/// Reads `A -> B -- "C -> D"`.
pub(super) fn parse_chain(text: &str) -> Result<Chain, Fault> {
    let mut chain = Chain { names: Vec::new(), arrows: Vec::new() };
    let mut rest = text.trim();
    loop {
        let (name, after) = parse_name(rest)?;
        chain.names.push(name);
        let Some(link) = after else { return Ok(chain) };
        chain.arrows.push(link.arrow);
        rest = link.rest.trim_start();
    }
}

/// An arrow and what stands after it.
struct Link<'a> {
    arrow: Arrow,
    rest: &'a str,
}

/// The name at the beginning of the text, and the arrow after it.
fn parse_name(text: &str) -> Result<(String, Option<Link<'_>>), Fault> {
    let (name, after) = match parse_quoted(text)? {
        Some((name, after)) => (Some(name), after),
        None => (None, text),
    };
    let is_quoted = name.is_some();
    let found = find_arrow(after, is_quoted);
    let between = found.as_ref().map_or(after, |found| &after[..found.start]).trim();
    if is_quoted && !between.is_empty() {
        return Err(Fault::Syntax {
            found: format!("`{}`", shown(between)),
            expected: "an arrow or the end of the line",
        });
    }
    let name = name.unwrap_or_else(|| between.to_owned());
    if name.trim().is_empty() {
        return Err(Fault::Syntax { found: "nothing".to_owned(), expected: "the name of a node" });
    }
    Ok((name, found.map(|found| Link { arrow: found.arrow, rest: &after[found.end..] })))
}

/// The quoted text at the beginning, and what stands after it; none if the text does not begin with a quotation mark.
///
/// `\"`, `\\`, `\n`, `\r` and `\t` mean what they mean elsewhere; any other backslash stands for itself.
pub(super) fn parse_quoted(text: &str) -> Result<Option<(String, &str)>, Fault> {
    let Some(inner) = text.strip_prefix('"') else { return Ok(None) };
    let mut name = String::new();
    let mut characters = inner.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return Ok(Some((name, &inner[at + 1..]))),
            '\\' => match characters.next() {
                Some((_, escaped)) => push_escaped(&mut name, escaped),
                None => break,
            },
            other => name.push(other),
        }
    }
    Err(Fault::Syntax { found: format!("`{}`", shown(text)), expected: "a closing quotation mark" })
}

fn push_escaped(name: &mut String, escaped: char) {
    match escaped {
        '"' | '\\' => name.push(escaped),
        'n' => name.push('\n'),
        'r' => name.push('\r'),
        't' => name.push('\t'),
        other => name.extend(['\\', other]),
    }
}

/// The name as [`parse_chain`] reads it: between quotation marks where it could be taken for something else.
pub(super) fn quoted(name: &str) -> Cow<'_, str> {
    if is_plain(name) {
        return Cow::Borrowed(name);
    }
    let mut text = String::from('"');
    for character in name.chars() {
        match character {
            '"' | '\\' => text.extend(['\\', character]),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            other => text.push(other),
        }
    }
    text.push('"');
    Cow::Owned(text)
}

/// Whether a name needs no quotation marks: a few characters that have no meaning, and no arrow among them.
fn is_plain(name: &str) -> bool {
    let is_harmless = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | ' ');
    // Several numbers in a line would be taken for a row of a matrix.
    let is_word = !name.contains(' ') || name.starts_with(char::is_alphabetic);
    let reads_back = || {
        let chain = parse_chain(&format!("x -> {name} -> x"));
        chain.is_ok_and(|chain| chain.names == ["x", name, "x"] && chain.arrows == [Arrow::Right; 2])
    };
    is_word && name.chars().all(is_harmless) && reads_back()
}

/// Where the text outside quotation marks satisfies the condition, which sees the text from there on.
pub(super) fn find_outside_quotes(text: &str, condition: impl Fn(&str, usize) -> bool) -> Option<usize> {
    let (mut is_inside, mut is_escaped) = (false, false);
    for (at, character) in text.char_indices() {
        if !is_inside && condition(text, at) {
            return Some(at);
        }
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' if is_inside => is_escaped = true,
            '"' => is_inside = !is_inside,
            _ => {}
        }
    }
    None
}

#[derive(Debug)]
struct FoundArrow {
    start: usize,
    end: usize,
    arrow: Arrow,
}

/// The first arrow in the text: two dashes or more, or any number of dashes with a head at either end.
fn find_arrow(text: &str, follows_name: bool) -> Option<FoundArrow> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let has_left_head = bytes[at] == b'<';
        at += usize::from(has_left_head);
        let dashes = bytes[at..].iter().take_while(|&&byte| byte == b'-').count();
        if dashes == 0 {
            at = start + 1;
            continue;
        }
        at += dashes;
        let has_right_head = bytes.get(at) == Some(&b'>');
        at += usize::from(has_right_head);
        let circles = Circles::around(text, start, at, follows_name);
        let arrow = match (has_left_head, has_right_head) {
            _ if circles.left || circles.right => Arrow::Refused("marked by a circle"),
            (true, true) => Arrow::Refused("bidirected"),
            (false, true) => Arrow::Right,
            (true, false) => Arrow::Left,
            (false, false) if dashes >= 2 => Arrow::Line,
            (false, false) => continue,
        };
        let (start, end) = (start - usize::from(circles.left), at + usize::from(circles.right));
        return Some(FoundArrow { start, end, arrow });
    }
    None
}

/// Whether an `o` stands directly at an end of an arrow and apart from the names, as in `A o-> B`.
struct Circles {
    left: bool,
    right: bool,
}

impl Circles {
    fn around(text: &str, start: usize, end: usize, follows_name: bool) -> Self {
        let before = text[..start].strip_suffix('o').filter(|before| before.ends_with(char::is_whitespace));
        let after = text[end..].strip_prefix('o').filter(|after| after.starts_with(char::is_whitespace));
        Self {
            left: before.is_some_and(|before| follows_name || !before.trim().is_empty()),
            right: after.is_some_and(|after| !after.trim().is_empty()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(text: &str) -> Chain {
        parse_chain(text).unwrap()
    }

    #[test]
    fn arrows_are_told_from_dashes_in_names() {
        for (text, names, arrow) in [
            ("A->B", ["A", "B"], Arrow::Right),
            ("IL-6 --> TNF-a", ["IL-6", "TNF-a"], Arrow::Right),
            ("my node <- other", ["my node", "other"], Arrow::Left),
            ("a --- b", ["a", "b"], Arrow::Line),
            ("\"a -> b\" -- \"c\\\"d\"", ["a -> b", "c\"d"], Arrow::Line),
            ("o->o", ["o", "o"], Arrow::Right),
            ("o -> too", ["o", "too"], Arrow::Right),
            ("a<b -> ä", ["a<b", "ä"], Arrow::Right),
        ] {
            assert_eq!(chain(text), Chain { names: names.map(str::to_owned).to_vec(), arrows: vec![arrow] }, "{text}");
        }
    }

    #[test]
    fn other_arrows_are_known_and_refused() {
        assert_eq!(chain("A <-> B").arrows, [Arrow::Refused("bidirected")]);
        for text in ["A o-> B", "A o-o B", "A <-o B", "A o-- B", "\"A\" o-> B"] {
            let chain = chain(text);
            assert_eq!(chain.arrows, [Arrow::Refused("marked by a circle")], "{text}");
            assert_eq!(chain.names, ["A", "B"], "{text}");
        }
    }

    #[test]
    fn what_is_quoted_reads_back() {
        for name in ["a", "a b", "-> \"\\", "o-o", "a-b", "-", "1 2", "\\n\n\r\t", "#", "<script>", "é", "\\"] {
            assert_eq!(chain(&quoted(name)).names, [name]);
        }
    }
}
