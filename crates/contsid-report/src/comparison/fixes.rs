//! What each single fix does.

use super::graphs::edge_numbers;
use super::ranking::crossfit_text;
use crate::number::{Decimals, counted, p_value};
use crate::rich::Rich;
use contsid::comparison::{EdgeChange, Fix, FixOutcome, FixStep};
use contsid::distance::bounds::Span;
use contsid::effect::{Difference, Estimate};
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
    /// The distance before any fix.
    before: String,
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

/// What the fixes of a graph are judged by.
pub(super) struct FixParts<'a> {
    pub(super) fixes: &'a [Fix],
    /// Fixes that build on each other.
    pub(super) steps: &'a [FixStep],
    /// Cross-fitted contSID before any fix.
    pub(super) crossfit: Option<Span<Estimate>>,
    /// contSID before any fix, if there are data for all rows.
    pub(super) contsid: Option<Span<f64>>,
    /// Of which rows contSID is, where not of all.
    pub(super) share: Option<String>,
    pub(super) sid: Span<usize>,
    pub(super) decimals: Decimals,
}

impl FixParts<'_> {
    pub(super) fn model(&self) -> FixesModel {
        FixesModel {
            advice: self.advice(),
            measure: self.measure(),
            before: self.written(self.before()),
            bounded: self.before().lower != self.before().upper
                || self.legal().any(|(_, after)| {
                    let [lower, upper] = self.change(after);
                    lower != upper
                }),
            most: self.legal().flat_map(|(_, after)| self.change(after)).map(f64::abs).fold(LEAST_END, f64::max),
            rows: self.fixes.iter().map(|fix| self.row(fix)).collect(),
            steps: self.steps().iter().map(|step| self.step(step)).collect(),
            together: self.steps().last().map_or_else(Rich::default, |last| self.together(last)),
        }
    }

    /// The steps, if there are several.
    fn steps(&self) -> &[FixStep] {
        if self.steps.len() > 1 { self.steps } else { &[] }
    }

    fn step(&self, step: &FixStep) -> StepRow {
        let change = match step.outcome.crossfit_change {
            Some(Difference { value: 0.0, .. }) => "0".to_owned(),
            Some(found) => format!("{} ± {}", self.decimals.signed(found.value), self.decimals.write(found.error())),
            None => {
                let [lower, upper] = self.change(&step.outcome).map(|value| self.digits().signed(value));
                if lower == upper { upper } else { format!("{lower} and {upper}") }
            }
        };
        StepRow {
            edge: edge_numbers(step.edge),
            words: fix_words(step.edge, step.change),
            after: self.after_step(step),
            change,
            sid: Decimals::WHOLE.range(step.outcome.sid.lower as f64, step.outcome.sid.upper as f64),
        }
    }

    /// The cross-fitted number, or else that of the distance by which fixes are chosen.
    fn after_step(&self, step: &FixStep) -> String {
        match step.outcome.crossfit {
            Some(sum) => crossfit_text(self.decimals, sum),
            None => self.written(self.after(&step.outcome)),
        }
    }

    /// `After all 3: contSID 0.42 ± 0.05 instead of 1.93 ± 0.11 (1.51 ± 0.10 less, p < 0.001).`
    fn together(&self, last: &FixStep) -> Rich {
        let before = match self.crossfit.filter(|_| last.outcome.crossfit.is_some()) {
            Some(sum) => crossfit_text(self.decimals, sum),
            None => self.written(self.before()),
        };
        let start = Rich::new(format!("After all {}: ", self.steps().len()));
        let start = if last.outcome.crossfit.is_some() { start.term("crossfit", "contSID") } else { self.term(start) };
        let text = start.words(format!(" {} instead of {before}", self.after_step(last)));
        let Some(found) = last.outcome.crossfit_change else { return text.words(".") };
        let size = self.decimals.uncertain(found.value.abs(), found.error());
        let less = if found.value > 0.0 { "more" } else { "less" };
        text.words(format!(" ({size} {less}, ")).term("p", p_value(found.p_value)).words(").")
    }

    fn measure(&self) -> &'static str {
        if self.contsid.is_some() { "contSID" } else { "SID" }
    }

    /// The distance by which fixes are chosen; of two numbers it says which, unless the rows are named.
    fn term(&self, text: Rich) -> Rich {
        let is_one_of_two = self.crossfit.is_some() && self.share.is_none();
        match self.contsid {
            Some(_) if is_one_of_two => text.term("contsid", "contSID from all rows"),
            Some(_) => text.term("contsid", "contSID"),
            None => text.term("sid", "SID"),
        }
    }

    fn before(&self) -> Span<f64> {
        let sid = Span { lower: self.sid.lower as f64, upper: self.sid.upper as f64 };
        self.contsid.unwrap_or(sid)
    }

    fn legal(&self) -> impl Iterator<Item = (&Fix, &FixOutcome)> {
        self.fixes.iter().filter_map(|fix| Some((fix, fix.outcome.as_ref().ok()?)))
    }

    /// What a fix adds to the two bounds.
    fn change(&self, after: &FixOutcome) -> [f64; 2] {
        match (self.contsid, after.contsid_change) {
            (Some(_), Some(Span { lower, upper })) => [lower, upper],
            _ => [after.sid_change.lower as f64, after.sid_change.upper as f64],
        }
    }

    fn after(&self, after: &FixOutcome) -> Span<f64> {
        let sid = Span { lower: after.sid.lower as f64, upper: after.sid.upper as f64 };
        self.contsid.and(after.contsid).unwrap_or(sid)
    }

    fn digits(&self) -> Decimals {
        if self.contsid.is_some() { self.decimals } else { Decimals::WHOLE }
    }

    fn row(&self, fix: &Fix) -> FixRow {
        let effect = |after: &FixOutcome| {
            let (change, then) = (self.change(after), self.after(after));
            FixEffect {
                change,
                texts: change.map(|value| self.digits().signed(value)),
                after: self.written(then),
                sid: Decimals::WHOLE.range(after.sid.lower as f64, after.sid.upper as f64),
            }
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
        let clean = |value: f64| if value.abs() < 1e-9 { 0.0 } else { value };
        self.digits().range(clean(span.lower), clean(span.upper))
    }

    /// `Fix first: remove V4 → V15 (contSID from all rows −0.13, to 0).`
    fn advice(&self) -> Rich {
        if self.fixes.is_empty() {
            return Rich::new("All edges are right: there is nothing to fix.");
        }
        if self.written(self.before()) == "0" {
            let text = self.term(Rich::new("Nothing needs fixing: "));
            return text.words(format!(" is 0 although {}.", differing_edges(self.fixes.len())));
        }
        if self.sid.upper == 0 {
            let differ = differing_edges(self.fixes.len());
            return Rich::new(format!("Nothing needs fixing: no effect is read off wrongly although {differ}."));
        }
        match self.legal().next().filter(|(_, after)| self.change(after).iter().sum::<f64>() < 0.0) {
            Some((fix, after)) => self.first(fix, after),
            None if self.legal().next().is_none() => Rich::new("No edge can be fixed alone: each would close a cycle."),
            None => self.term(Rich::new("No single fix makes ")).words(" smaller: mistakes hide each other."),
        }
    }

    fn first(&self, fix: &Fix, after: &FixOutcome) -> Rich {
        let [lower, upper] = self.change(after);
        let (before, then) = (self.before(), self.after(after));
        let is_point = before.lower == before.upper && then.lower == then.upper;
        let text = Rich::new("Fix first: ").then(fix_words(fix.edge, fix.change)).words(" (");
        let on = self.share.as_ref().map_or_else(String::new, |share| format!(", on {share}"));
        if is_point {
            let change = self.digits().signed(upper);
            return self.term(text).words(format!(" {change}, to {}{on}).", self.written(then)));
        }
        // Bounds may move together, or one of them alone.
        let verb = if lower >= 0.0 && upper <= 0.0 { "narrows " } else { "changes " };
        let (before, then) = (self.written(before), self.written(then));
        self.term(text.words(verb)).words(format!(" from {before} to {then}{on})."))
    }
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
