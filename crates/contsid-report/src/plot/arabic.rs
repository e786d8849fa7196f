//! Arabic letters in the forms that join them.
//!
//! A letter looks different alone and at the beginning, in the middle and at the end of joined letters. Unicode has
//! these forms as characters of their own (Arabic Presentation Forms-B), in the order of the letters. A crate that
//! shapes all scripts would be heavier than the rest of the plots together.

/// The number of forms of each letter from U+0621 to U+063A and from U+0641 to U+064A: 1 (never joins), 2 (joins the
/// letter before it) or 4 (joins both neighbours).
const FORMS: [&[u8]; 2] = [b"12222424244444222244444444", b"4444444224"];
const FIRST_LETTERS: [char; 2] = ['\u{0621}', '\u{0641}'];

/// The isolated form of the first letter.
const FIRST_FORM: u32 = 0xFE80;

const LAM: char = '\u{0644}';

/// The letters that lam is written together with, and the isolated forms of both; the joined one comes next.
const LIGATURES: [(char, u32); 4] =
    [('\u{0622}', 0xFEF5), ('\u{0623}', 0xFEF7), ('\u{0625}', 0xFEF9), ('\u{0627}', 0xFEFB)];

/// Where the forms of a letter begin, and how many there are.
#[derive(Clone, Copy)]
struct Letter {
    isolated: u32,
    forms: u8,
}

/// A text whose Arabic letters have the forms that join them.
pub(super) fn joined(words: &str) -> String {
    let characters: Vec<char> = words.chars().collect();
    let mut text = String::with_capacity(words.len());
    let (mut index, mut joins_next) = (0, false);
    while let Some(&character) = characters.get(index) {
        let next = characters.get(index + 1).copied();
        let ligature = LIGATURES.iter().find(|(alef, _)| character == LAM && next == Some(*alef));
        if let Some((_, isolated)) = ligature {
            text.extend(char::from_u32(isolated + u32::from(joins_next)));
            (index, joins_next) = (index + 2, false);
            continue;
        }
        index += 1;
        let Some(found) = letter(character) else {
            text.push(character);
            joins_next &= is_mark(character);
            continue;
        };
        let to_next =
            found.forms == 4 && characters[index..].iter().copied().find(|&c| !is_mark(c)).is_some_and(joins_before);
        // Isolated, final, initial, medial.
        let form = u32::from(joins_next && found.forms > 1) + 2 * u32::from(to_next);
        text.extend(char::from_u32(found.isolated + form));
        joins_next = to_next;
    }
    text
}

fn letter(character: char) -> Option<Letter> {
    let mut isolated = FIRST_FORM;
    for (forms, first) in FORMS.iter().zip(FIRST_LETTERS) {
        for (index, count) in forms.iter().map(|digit| digit - b'0').enumerate() {
            if u32::from(character) == u32::from(first) + index as u32 {
                return Some(Letter { isolated, forms: count });
            }
            isolated += u32::from(count);
        }
    }
    None
}

/// Whether a letter joins the one before it.
fn joins_before(character: char) -> bool {
    letter(character).is_some_and(|letter| letter.forms > 1)
}

/// Vowel marks stand above or below letters and part none.
fn is_mark(character: char) -> bool {
    matches!(character, '\u{064B}'..='\u{0652}' | '\u{0670}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_take_the_forms_that_join_them() {
        // jeem initial, yeh medial, noon final
        assert_eq!(joined("جين"), "\u{FE9F}\u{FEF4}\u{FEE6}");
        // dal joins nothing after it, and a letter alone stays alone
        assert_eq!(joined("دب ب"), "\u{FEA9}\u{FE8F} \u{FE8F}");
        // seen initial, lam with alef as one, joined; meem isolated after it
        assert_eq!(joined("سلام"), "\u{FEB3}\u{FEFC}\u{FEE1}");
        assert_eq!(joined("V1 גן 中"), "V1 גן 中");
    }

    #[test]
    fn the_last_letter_has_the_last_forms() {
        assert_eq!(letter('\u{064A}').map(|letter| letter.isolated + 3), Some(0xFEF4));
    }
}
