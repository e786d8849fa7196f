//! What each single fix does.

use super::graphs::edge_numbers;
use super::ranking::crossfit_text;
use crate::number::{Decimals, counted, p_value, without_rounding};
use crate::rich::Rich;
use contsid::comparison::{EdgeChange, Fix, FixOutcome, FixStep};
use contsid::distance::bounds::Span;
use contsid::effect::{Difference, Estimate, LEVEL};
use contsid::graph::Edge;
use serde::Serialize;

/// Bars that are all 0 end here.
const LEAST_END: f64 = 1e-12;

/// The fixes of one learnt graph, the most rewarding first.
#[derive(Debug, Serialize)]
pub(super) struct FixesModel {
    /// What to do first, or why nothing is to be done.
    pub(super) advice: Rich,
    /// The distance that the fixes are judged by.
    measure: &'static str,
    /// Whether its bounds differ, so a fix may change them by different amounts.
    bounded: bool,
    /// The largest change of a bound: the end of the bars.
    most: f64,
    rows: Vec<FixRow>,
    /// Fixes that build on each other; none where one alone is all.
    steps: Vec<StepRow>,
    /// What they do together, in a sentence.
    together: Rich,
}

/// A fix after those before it.
#[derive(Debug, Serialize)]
struct StepRow {
    edge: [usize; 3],
    words: Rich,
    /// The distance then, with its error where there is one.
    after: String,
    /// What all steps so far change.
    change: String,
    sid: String,
}

#[derive(Debug, Serialize)]
struct FixRow {
    /// `[from, to, 1 if directed]`
    edge: [usize; 3],
    words: Rich,
    effect: Option<FixEffect>,
    /// Why the fix is not possible alone.
    blocked: Option<Rich>,
}

#[derive(Debug, Serialize)]
struct FixEffect {
    /// What it adds to the lower and to the upper bound.
    change: [f64; 2],
    texts: [String; 2],
    after: String,
    sid: String,
}

/// What the fixes of a graph are judged by: the distance that decides.
pub(super) struct FixParts<'a> {
    pub(super) fixes: &'a [Fix],
    /// Fixes that build on each other.
    pub(super) steps: &'a [FixStep],
    /// Cross-fitted contSID before any fix.
    pub(super) crossfit: Option<Span<Estimate>>,
    /// contSID from all rows before any fix.
    pub(super) contsid: Option<Span<f64>>,
    pub(super) sid: Span<usize>,
    pub(super) decimals: Decimals,
}

impl FixParts<'_> {
    pub(super) fn model(&self) -> FixesModel {
        FixesModel {
            advice: self.advice(),
            measure: if self.has_data() { "contSID" } else { "SID" },
            bounded: self.before().lower != self.before().upper
                || self.legal().any(|(_, after)| after.deciding_change.lower != after.deciding_change.upper),
            most: self
                .legal()
                .flat_map(|(_, after)| [after.deciding_change.lower, after.deciding_change.upper])
                .map(f64::abs)
                .fold(LEAST_END, f64::max),
            rows: self.fixes.iter().map(|fix| self.row(fix)).collect(),
            steps: self.steps().iter().map(|step| self.step(step)).collect(),
            together: self.steps().last().map_or_else(Rich::default, |last| self.together(last)),
        }
    }

    fn has_data(&self) -> bool {
        self.crossfit.is_some() || self.contsid.is_some()
    }

    /// The steps, if there are several.
    fn steps(&self) -> &[FixStep] {
        if self.steps.len() > 1 { self.steps } else { &[] }
    }

    fn step(&self, step: &FixStep) -> StepRow {
        let [lower, upper] = self.change_texts(&step.outcome);
        StepRow {
            edge: edge_numbers(step.edge),
            words: fix_words(step.edge, step.change),
            after: self.after(&step.outcome),
            change: if lower == upper { upper } else { format!("{lower} and {upper}") },
            sid: sid_range(step.outcome.sid),
        }
    }

    /// `After all 3: contSID 0.42 ± 0.05 instead of 1.93 ± 0.11 (1.51 ± 0.10 less, p < 0.001).`
    fn together(&self, last: &FixStep) -> Rich {
        let count = self.steps().len();
        let all = if count == 2 { "both".to_owned() } else { format!("all {count}") };
        let text = self.term(Rich::new(format!("After {all}: ")));
        let text = text.words(format!(" {} instead of {}", self.after(&last.outcome), self.before_text()));
        let Some(Span { lower, upper }) = last.outcome.crossfit_change else { return text.words(".") };
        let size = |found: Difference| {
            let less = if found.value > 0.0 { "more" } else { "less" };
            format!("{} {less}", self.decimals.uncertain(found.value.abs(), found.error()))
        };
        if lower == upper {
            return text.words(format!(" ({}, ", size(upper))).term("p", p_value(upper.p_value)).words(").");
        }
        text.words(format!(" (lower bound {}, upper bound {}).", size(lower), size(upper)))
    }

    /// The distance that decides, by its name.
    fn term(&self, text: Rich) -> Rich {
        match (self.crossfit, self.contsid) {
            (Some(_), _) => text.term("crossfit", "contSID"),
            (None, Some(_)) => text.term("contsid", "contSID"),
            (None, None) => text.term("sid", "SID"),
        }
    }

    fn before(&self) -> Span<f64> {
        deciding(self.crossfit, self.contsid, self.sid)
    }

    fn before_text(&self) -> String {
        self.crossfit.map_or_else(|| self.written(self.before()), |sum| crossfit_text(self.decimals, sum))
    }

    fn legal(&self) -> impl Iterator<Item = (&Fix, &FixOutcome)> {
        self.fixes.iter().filter_map(|fix| Some((fix, fix.outcome.as_ref().ok()?)))
    }

    /// What a fix adds to the two bounds, with errors where they are known.
    fn change_texts(&self, after: &FixOutcome) -> [String; 2] {
        let Some(Span { lower, upper }) = after.crossfit_change else {
            return [after.deciding_change.lower, after.deciding_change.upper].map(|value| self.digits().signed(value));
        };
        [lower, upper].map(|found| self.decimals.uncertain_change(found.value, found.error()))
    }

    /// The distance after a fix.
    fn after(&self, after: &FixOutcome) -> String {
        match (after.crossfit, after.contsid) {
            (Some(sum), _) => crossfit_text(self.decimals, sum),
            (None, Some(bounds)) => self.written(bounds),
            (None, None) => sid_range(after.sid),
        }
    }

    fn digits(&self) -> Decimals {
        if self.has_data() { self.decimals } else { Decimals::WHOLE }
    }

    fn row(&self, fix: &Fix) -> FixRow {
        let effect = |after: &FixOutcome| FixEffect {
            change: [after.deciding_change.lower, after.deciding_change.upper],
            texts: self.change_texts(after),
            after: self.after(after),
            sid: sid_range(after.sid),
        };
        FixRow {
            edge: edge_numbers(fix.edge),
            words: fix_words(fix.edge, fix.change),
            effect: fix.outcome.as_ref().ok().map(effect),
            blocked: fix.outcome.as_ref().err().map(|error| {
                let nodes: Vec<_> = error.nodes().iter().map(|node| Rich::default().node(node.index())).collect();
                if nodes.is_empty() {
                    return Rich::new("not alone: no directed acyclic graph is left");
                }
                Rich::new("not alone: it would close a cycle of ").then(Rich::list(nodes, "and"))
            }),
        }
    }

    /// The bounds of the distance; rounding counts as 0.
    fn written(&self, span: Span<f64>) -> String {
        self.digits().range(without_rounding(span.lower), without_rounding(span.upper))
    }

    /// `Fix first: remove V4 → V15 (contSID −0.13 ± 0.04, then 0).`, or why nothing is to be done.
    fn advice(&self) -> Rich {
        if self.fixes.is_empty() {
            return Rich::new("All edges are right: there is nothing to fix.");
        }
        let differ = differing_edges(self.fixes.len());
        if self.before_text() == "0" {
            let text = self.term(Rich::new("Nothing needs fixing: "));
            return text.words(format!(" is 0 although {differ}."));
        }
        let Some((fix, after)) = self.legal().next() else {
            return Rich::new("No edge can be fixed alone: each would close a cycle.");
        };
        let tried = self.legal().count();
        let is_clear = |after: &FixOutcome| after.crossfit_change.is_some_and(|change| is_clear(change, tried));
        if let Some((fix, after)) = self.legal().find(|(fix, after)| fix.helps() && is_clear(after)) {
            return self.described(Rich::new("Fix first: "), fix, after);
        }
        match after.crossfit_change {
            Some(_) => {
                let text = self.term(Rich::new("No single fix makes "));
                let text = text.words(format!(" ({}) clearly smaller", self.before_text()));
                let first = || self.described(text.clone().words("; the first would be: "), fix, after);
                if fix.helps() { first() } else { text.words(".") }
            }
            _ if fix.helps() => self.described(Rich::new("Fix first: "), fix, after),
            _ if self.sid.upper == 0 => {
                Rich::new(format!("Nothing needs fixing: no effect is read off wrongly although {differ}."))
            }
            _ => self.term(Rich::new("No single fix makes ")).words(" smaller: mistakes hide each other."),
        }
    }

    /// What to fix, and what becomes of the distance.
    fn described(&self, text: Rich, fix: &Fix, after: &FixOutcome) -> Rich {
        let Span { lower, upper } = after.deciding_change;
        let text = text.then(fix_words(fix.edge, fix.change)).words(" (");
        if self.before().lower == self.before().upper && lower == upper {
            let [_, change] = self.change_texts(after);
            return self.term(text).words(format!(" {change}, then {}).", self.after(after)));
        }
        // Bounds may move together, or one of them alone.
        let verb = if lower >= 0.0 && upper <= 0.0 { "narrows " } else { "changes " };
        let [before, then] = [self.before(), deciding(after.crossfit, after.contsid, after.sid)];
        let words = format!(" from {} to {}).", self.written(before), self.written(then));
        self.term(text.words(verb)).words(words)
    }
}

/// The bounds of the distance that decides.
fn deciding(crossfit: Option<Span<Estimate>>, contsid: Option<Span<f64>>, sid: Span<usize>) -> Span<f64> {
    let of_sum = |sum: Span<Estimate>| Span { lower: sum.lower.value, upper: sum.upper.value };
    crossfit.map(of_sum).or(contsid).unwrap_or(Span { lower: sid.lower as f64, upper: sid.upper as f64 })
}

/// Whether a bound becomes smaller by more than chance, though it was chosen of several that were tried.
fn is_clear(change: Span<Difference>, tried: usize) -> bool {
    [change.lower, change.upper].iter().any(|bound| bound.value < 0.0 && bound.p_value * (tried as f64) < LEVEL)
}

fn sid_range(sid: Span<usize>) -> String {
    Decimals::WHOLE.range(sid.lower as f64, sid.upper as f64)
}

fn differing_edges(count: usize) -> String {
    format!("{} differ{}", counted(count, "edge"), if count == 1 { "s" } else { "" })
}

/// `remove V4 → V15`
fn fix_words(edge: Edge, change: EdgeChange) -> Rich {
    let change = match change {
        EdgeChange::Add => "add ",
        EdgeChange::Remove => "remove ",
        EdgeChange::Reverse => "reverse to ",
        EdgeChange::Direct => "direct as ",
        EdgeChange::Undirect => "leave undirected: ",
    };
    Rich::new(change).edge(edge_numbers(edge))
}
