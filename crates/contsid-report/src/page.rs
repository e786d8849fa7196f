//! A model and its script in one file that needs no network.

use crate::terms::{Term, terms};
use serde::Serialize;

const SKELETON: &str = include_str!("../assets/page.html");
const STYLE: &str = include_str!("../assets/page.css");

/// The scripts of every page.
const SHARED: [&str; 4] = [
    include_str!("../assets/elements.js"),
    include_str!("../assets/words.js"),
    include_str!("../assets/page.js"),
    include_str!("../assets/figure.js"),
];

/// A page: its title, its data and the script that shows them.
///
/// Text reaches the page only as JSON, and the script sets it as text, never as markup.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a, Model> {
    /// The title of the window.
    pub title: &'a str,
    /// The data.
    pub model: &'a Model,
    /// The scripts, run in this order after those of every page.
    pub scripts: &'a [&'a str],
}

impl<Model: Serialize> Page<'_, Model> {
    /// The whole file.
    ///
    /// # Errors
    ///
    /// If the model cannot be written as JSON.
    pub fn html(&self) -> Result<String, serde_json::Error> {
        let model = safe_json(&serde_json::to_string(self.model)?);
        let scripts = [&SHARED, self.scripts].concat().join("\n");
        // The parts are put in from the end, so none of them is searched for the marks of another.
        let mut page = SKELETON.to_owned();
        for (mark, part) in [
            ("{{script}}", scripts.as_str()),
            ("{{model}}", &model),
            ("{{style}}", STYLE),
            ("{{title}}", &escaped(self.title)),
        ] {
            let start = page.find(mark).expect("the skeleton has a mark for each part");
            page.replace_range(start..start + mark.len(), part);
        }
        Ok(page)
    }
}

/// How every page ends: the words that it explains, how it was made, and what it leaves out.
#[derive(Debug, Serialize)]
pub(crate) struct PageEnd {
    terms: Vec<Term>,
    version: &'static str,
    command: Option<String>,
    settings: Vec<(String, String)>,
    left_out: Vec<String>,
}

impl PageEnd {
    /// With the terms of some keys, and nothing else yet.
    pub(crate) fn new(keys: &str) -> Self {
        let version = env!("CARGO_PKG_VERSION");
        Self { terms: terms(keys), version, command: None, settings: Vec::new(), left_out: Vec::new() }
    }

    /// With the command that makes the page again, and all choices.
    pub(crate) fn made_by(self, command: Option<&str>, settings: Vec<(String, String)>) -> Self {
        Self { command: command.map(str::to_owned), settings, ..self }
    }

    /// With sentences on what is left out.
    pub(crate) fn without(self, left_out: Vec<String>) -> Self {
        Self { left_out, ..self }
    }
}

/// JSON that may stand in a script element: nothing in it ends the element, opens a comment or breaks a line.
fn safe_json(json: &str) -> String {
    let written =
        [('<', "\\u003c"), ('>', "\\u003e"), ('&', "\\u0026"), ('\u{2028}', "\\u2028"), ('\u{2029}', "\\u2029")];
    replaced(json, &written)
}

/// Text that may stand in markup and in quoted attributes.
pub fn escaped(text: &str) -> String {
    replaced(text, &[('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;"), ('"', "&quot;"), ('\'', "&#39;")])
}

/// The text with other words for some characters, replaced in this order.
fn replaced(text: &str, written: &[(char, &str)]) -> String {
    written.iter().fold(text.to_owned(), |text, (character, words)| text.replace(*character, words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_text_stays_inside_the_model() {
        let model = ["</script><!--\u{2028}\u{2029} {{title}} & \"'"];
        let page = Page { title: "</title>{{style}}", model: &model, scripts: &["show();"] }.html().unwrap();
        assert!(page.contains(r#"["\u003c/script\u003e\u003c!--\u2028\u2029 {{title}} \u0026 \"'"]"#));
        assert!(page.contains("<title>&lt;/title&gt;{{style}}</title>"));
        assert!(!page.contains('\u{2028}') && !page.contains('\u{2029}'));
    }
}
