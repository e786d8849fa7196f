//! The words that the pages explain.

use serde::Serialize;

/// All terms: paragraphs of a key, the name, and what it means.
const TERMS: &str = include_str!("../assets/terms.txt");

/// A term and the sentence that explains it.
#[derive(Debug, Serialize)]
pub(crate) struct Term {
    /// What links to it are called.
    key: &'static str,
    name: &'static str,
    meaning: String,
}

/// Those of the page of a comparison.
pub(crate) const OF_COMPARISONS: &str =
    "contsid d crossfit kappa error interval p sid aid shd bounds random effect adjustment fix";

/// Those of the page of graphs of which causes may be hidden.
pub(crate) const OF_CLAIMS: &str = "marks none adjust open mistakes contsid d crossfit error";

/// Those of the page of graphs tested on data alone.
pub(crate) const OF_FALSIFICATIONS: &str = "violated lmc tpa uniform";

/// Those of the page of a study.
pub(crate) const OF_STUDIES: &str =
    "contsid crossfit sid aid shd bounds dropped skeleton arrows precision recall f1 se chance box rho";

/// Those of the page of stability.
pub(crate) const OF_STABILITY: &str = "resample support path between shd sid";

/// The further ones of a page of stability with contSID.
pub(crate) const OF_STABILITY_BY_CONTSID: &str = "contsid crossfit";

/// Those of the page of graphs judged by experiments.
pub(crate) const OF_JUDGEMENTS: &str = "skill score no-effect ceiling outside se interval p";

/// That of a comparison with joint interventions.
pub(crate) const JOINT: &str = "joint";

/// The terms with these keys, in their order.
pub(crate) fn terms(keys: &str) -> Vec<Term> {
    keys.split_whitespace().map(|key| term(key).expect("the term is explained")).collect()
}

fn term(wanted: &str) -> Option<Term> {
    TERMS.split("\n\n").find_map(|paragraph| {
        let (head, meaning) = paragraph.split_once('\n')?;
        let (key, name) = head.split_once(": ")?;
        (key == wanted).then(|| Term { key, name, meaning: meaning.trim_end().replace('\n', " ") })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_term_of_a_page_is_explained() {
        for keys in [
            OF_COMPARISONS,
            OF_CLAIMS,
            OF_FALSIFICATIONS,
            OF_STUDIES,
            OF_STABILITY,
            OF_STABILITY_BY_CONTSID,
            OF_JUDGEMENTS,
            JOINT,
        ] {
            for (term, key) in terms(keys).iter().zip(keys.split_whitespace()) {
                assert_eq!(term.key, key);
                assert!(term.meaning.ends_with('.') && !term.meaning.contains('\n'), "{}", term.meaning);
            }
        }
    }
}
