//! Names between quotation marks, and the arrows between names.

use super::arrow::Arrow;
use crate::error::Fault;
use std::borrow::Cow;

/// Names with arrows between them.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Chain {
    pub(super) names: Vec<ChainName>,
    pub(super) arrows: Vec<Arrow>,
}

/// A name, and whether it is quoted.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ChainName {
    pub(super) text: String,
    pub(super) is_quoted: bool,
}

impl Chain {
    /// The names as texts.
    fn texts(&self) -> Vec<&str> {
        self.names.iter().map(|name| name.text.as_str()).collect()
    }
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

/// An arrow and the text after it.
struct Link<'a> {
    arrow: Arrow,
    rest: &'a str,
}

/// The name at the beginning of the text, and the arrow after it.
fn parse_name(text: &str) -> Result<(ChainName, Option<Link<'_>>), Fault> {
    let (name, after) = match parse_quoted(text)? {
        Some((name, after)) => (Some(name), after),
        None => (None, text),
    };
    let is_quoted = name.is_some();
    let found = find_arrow(after, is_quoted);
    let between = found.as_ref().map_or(after, |found| &after[..found.start]).trim();
    if is_quoted && !between.is_empty() {
        return Err(Fault::syntax(between, "an arrow or the end of the line"));
    }
    let text = name.unwrap_or_else(|| between.to_owned());
    if text.trim().is_empty() {
        return Err(Fault::absent("the name of a node"));
    }
    Ok((ChainName { text, is_quoted }, found.map(|found| Link { arrow: found.arrow, rest: &after[found.end..] })))
}

/// The quoted text at the beginning, and the rest; none if the text does not begin with a quotation mark.
///
/// `\"`, `\\`, `\n`, `\r` and `\t` are escapes; any other backslash is a backslash.
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
    Err(Fault::syntax(text, "a closing quotation mark"))
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

/// The name as [`parse_chain`] reads it back: quoted if it is ambiguous.
pub(super) fn quoted(name: &str) -> Cow<'_, str> {
    if is_plain(name) {
        return Cow::Borrowed(name);
    }
    Cow::Owned(in_quotes(name))
}

/// The name between quotation marks, as [`parse_quoted`] reads it back.
pub(super) fn in_quotes(name: &str) -> String {
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
    text
}

/// Whether a name needs no quotation marks: it has only harmless characters and no arrow.
fn is_plain(name: &str) -> bool {
    let is_harmless = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-');
    let reads_back = || {
        let chain = parse_chain(&format!("x -> {name} -> x"));
        chain.is_ok_and(|chain| chain.texts() == ["x", name, "x"] && chain.arrows == [Arrow::Right; 2])
    };
    name.chars().all(is_harmless) && reads_back()
}

/// The first offset outside quotation marks that satisfies the condition.
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
pub(super) struct FoundArrow {
    start: usize,
    pub(super) end: usize,
    pub(super) arrow: Arrow,
}

/// The first arrow in the text.
fn find_arrow(text: &str, follows_name: bool) -> Option<FoundArrow> {
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        if let Some(found) = arrow_at(text, at) {
            return Some(found.with_circles(text, follows_name));
        }
        // Dashes that are not an arrow are skipped as a whole, so none of them begins one.
        let rest = &text[at..];
        let shaft = if is_shaft(character) { rest.len() - rest.trim_start_matches(character).len() } else { 0 };
        at += shaft.max(character.len_utf8());
    }
    None
}

fn is_shaft(character: char) -> bool {
    matches!(character, '-' | '=' | '–' | '—' | '─')
}

/// The arrow at an offset: two or more dashes; one dash between white space; dashes or equals signs with a head at
/// either end; or a character that is an arrow.
pub(super) fn arrow_at(text: &str, start: usize) -> Option<FoundArrow> {
    let rest = &text[start..];
    let first = rest.chars().next()?;
    let single = match first {
        '→' | '⟶' | '➔' | '➜' | '➝' | '➞' | '➡' | '⇒' | '⟹' | '⇨' | '↦' => Some(Arrow::Right),
        '←' | '⟵' | '⇐' | '⟸' | '⇦' | '⬅' => Some(Arrow::Left),
        '↔' | '⟷' | '⇔' | '⟺' => Some(Arrow::Both),
        _ => None,
    };
    if let Some(arrow) = single {
        return Some(FoundArrow { start, end: start + first.len_utf8(), arrow });
    }
    let has_left_head = first == '<';
    let shaft = if has_left_head { &rest[1..] } else { rest };
    let kind = shaft.chars().next().filter(|&c| is_shaft(c))?;
    let after = shaft.trim_start_matches(kind);
    let length = shaft.len() - after.len();
    let has_right_head = after.starts_with('>');
    let end = text.len() - after.len() + usize::from(has_right_head);
    let is_spaced = text[..start].ends_with(char::is_whitespace) && text[end..].starts_with(char::is_whitespace);
    let is_arrow = match (has_left_head, has_right_head) {
        (_, true) => true,
        // `a<=b` is a name.
        (true, false) => kind != '=' || is_spaced,
        (false, false) if kind == '-' && length >= 2 || kind != '=' && is_spaced => true,
        // `A o-o B`
        (false, false) => text[..start].ends_with(" o") && text[end..].starts_with("o "),
    };
    is_arrow.then(|| FoundArrow { start, end, arrow: Arrow::with_heads(has_left_head, has_right_head) })
}

impl FoundArrow {
    /// The arrow with an `o` directly at one of its ends and separate from the names, as in `A o-> B`.
    fn with_circles(self, text: &str, follows_name: bool) -> Self {
        let before = text[..self.start].strip_suffix('o').filter(|before| before.ends_with(char::is_whitespace));
        let after = text[self.end..].strip_prefix('o').filter(|after| after.starts_with(char::is_whitespace));
        let has_left = before.is_some_and(|before| follows_name || !before.trim().is_empty());
        let has_right = after.is_some_and(|after| !after.trim().is_empty());
        if !has_left && !has_right {
            return self;
        }
        let arrow = self.arrow.with_circles([has_left, has_right]);
        Self { start: self.start - usize::from(has_left), end: self.end + usize::from(has_right), arrow }
    }
}

/// Whether the text has the character outside quotation marks.
pub(super) fn has_outside_quotes(text: &str, character: char) -> bool {
    find_outside_quotes(text, |text, at| text[at..].starts_with(character)).is_some()
}

/// Whether the text has an arrow outside quotation marks.
pub(super) fn has_arrow(text: &str) -> bool {
    find_outside_quotes(text, |text, at| arrow_at(text, at).is_some()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use contsid::graph::Mark;

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
            ("A => B", ["A", "B"], Arrow::Right),
            ("A==>B", ["A", "B"], Arrow::Right),
            ("A <= B", ["A", "B"], Arrow::Left),
            ("a<=b -> x=y", ["a<=b", "x=y"], Arrow::Right),
            ("A → B", ["A", "B"], Arrow::Right),
            ("A ⟹ B", ["A", "B"], Arrow::Right),
            ("A⟸B", ["A", "B"], Arrow::Left),
            ("A←B", ["A", "B"], Arrow::Left),
            ("A - B", ["A", "B"], Arrow::Line),
            ("A — B", ["A", "B"], Arrow::Line),
            ("A–B -> C—D", ["A–B", "C—D"], Arrow::Right),
            ("IL-6 - TNF-a", ["IL-6", "TNF-a"], Arrow::Line),
            ("é → é", ["é", "é"], Arrow::Right),
        ] {
            let chain = chain(text);
            assert_eq!((chain.texts(), &chain.arrows[..]), (names.to_vec(), &[arrow][..]), "{text}");
        }
    }

    #[test]
    fn marks_of_arrows() {
        for text in ["A <-> B", "A<->B", "A <=> B", "A ↔ B"] {
            assert_eq!(chain(text).arrows, [Arrow::Both], "{text}");
        }
        for (text, marks) in [
            ("A o-> B", [Mark::Circle, Mark::Arrow]),
            ("A o-o B", [Mark::Circle; 2]),
            ("A <-o B", [Mark::Arrow, Mark::Circle]),
            ("A o-- B", [Mark::Circle, Mark::Tail]),
            ("\"A\" o-> B", [Mark::Circle, Mark::Arrow]),
        ] {
            let chain = chain(text);
            assert_eq!(chain.arrows, [Arrow::new(marks)], "{text}");
            assert_eq!(chain.texts(), ["A", "B"], "{text}");
        }
    }

    #[test]
    fn what_is_quoted_reads_back() {
        for name in ["a", "a b", "-> \"\\", "o-o", "a-b", "-", "1 2", "\\n\n\r\t", "#", "<script>", "é", "\\"] {
            assert_eq!(chain(&quoted(name)).texts(), [name]);
        }
    }

    #[test]
    fn a_backslash_protects_only_inside_quotation_marks() {
        assert!(!has_outside_quotes(r#""a\";b""#, ';'));
        assert!(has_outside_quotes(r#""a\"";b"#, ';'));
        assert!(!has_outside_quotes(r#"\";b""#, ';'));
    }
}
