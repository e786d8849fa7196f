//! What learnt graphs of any kind claim about effects, as one object for programs.

use super::crossfit::{CrossFitObject, PairMatrices};
use super::edges::AccuracyObject;
use super::{ContSidObject, settings};
use crate::relations::StandingsObject;
use crate::rich::Rich;
use crate::verdict::{Contest, ContestWords};
use contsid::adjustment::AdjustmentRule;
use contsid::comparison::{ClaimComparison, ComparisonData, ComparisonOptions, Contender, Standings};
use contsid::distance::{ClaimMistakes, MarkDifference, OpenCount};
use contsid::graph::NodeNames;
use contsid::named::Named;
use serde::Serialize;

const WORDS: ContestWords = ContestWords {
    better: "less often mistaken",
    worse: "more often mistaken",
    equal: "equally often mistaken",
    as_good: "as often mistaken as",
    grounds: "by their claims",
};

/// A learnt graph of any kind with what was found.
#[derive(Clone, Copy, Debug)]
pub struct ClaimedGraph<'a> {
    /// The name, such as that of its file.
    pub name: &'a str,
    /// What was found.
    pub comparison: &'a ClaimComparison,
}

/// What was compared, for [`ClaimDocument::new`].
#[derive(Clone, Copy, Debug)]
pub struct ComparedClaims<'a> {
    /// The name of the truth.
    pub truth: &'a str,
    /// The names of the nodes.
    pub names: &'a NodeNames,
    /// The learnt graphs in the order in which they were given.
    pub learnt: &'a [ClaimedGraph<'a>],
    /// How they stand to each other.
    pub standings: &'a Standings,
    /// What was compared, and how.
    pub options: &'a ComparisonOptions,
    /// What graphs without hidden nodes adjust for.
    pub adjustment: AdjustmentRule,
    /// The data, if there are any.
    pub data: ComparisonData<'a>,
    /// What the data are, in one line.
    pub description: Option<&'a str>,
}

/// All that was found. Programs rely on the keys and on their order.
#[derive(Debug, Serialize)]
pub struct ClaimDocument<'a> {
    truth: &'a str,
    nodes: Vec<&'a str>,
    samples: Option<usize>,
    data: Option<&'a str>,
    settings: serde_json::Value,
    /// The graphs in the order of the rule.
    comparisons: Vec<ClaimComparisonObject<'a>>,
    ranked_by: &'static str,
    #[serde(flatten)]
    standings: StandingsObject<'a>,
    verdict: Vec<String>,
}

impl<'a> ClaimDocument<'a> {
    /// The object of a comparison of claims.
    pub fn new(compared: ComparedClaims<'a>) -> Self {
        let ComparedClaims { truth, names, learnt, standings, options, adjustment, data, description } = compared;
        let graphs: Vec<&str> = learnt.iter().map(|learnt| learnt.name).collect();
        let mut settings = settings(names, options, data);
        settings["adjustment"] = adjustment.name().into();
        let order = standings.order.iter();
        Self {
            truth,
            nodes: names.iter().collect(),
            samples: data.sample_count(),
            data: description,
            settings,
            comparisons: order.map(|&graph| ClaimComparisonObject::new(learnt[graph], names)).collect(),
            ranked_by: "mistakes",
            standings: StandingsObject::new(standings, &graphs),
            verdict: claim_verdict(learnt, standings),
        }
    }
}

#[derive(Debug, Serialize)]
struct ClaimComparisonObject<'a> {
    learnt: &'a str,
    claims: ClaimsObject<'a>,
    marks: MarksObject,
    edges: SkeletonObject,
    separation: usize,
    contsid: Option<ContSidObject>,
    crossfit: Option<CrossFitObject<PairMatrices>>,
    not_comparable: usize,
}

impl<'a> ClaimComparisonObject<'a> {
    fn new(ClaimedGraph { name, comparison }: ClaimedGraph<'a>, names: &'a NodeNames) -> Self {
        Self {
            learnt: name,
            claims: ClaimsObject::new(&comparison.claims, names),
            marks: comparison.marks.into(),
            edges: SkeletonObject { skeleton: AccuracyObject::new(comparison.marks.skeleton) },
            separation: comparison.separation.count(),
            contsid: comparison.contsid.as_ref().map(|score| ContSidObject::new(score, names)),
            crossfit: comparison.crossfit.as_ref().and_then(|score| CrossFitObject::single(score, names)),
            not_comparable: comparison.not_comparable,
        }
    }
}

#[derive(Debug, Serialize)]
struct ClaimsObject<'a> {
    none: CountObject,
    adjust: CountObject,
    open: OpenObject,
    mistakes: usize,
    mistaken_pairs: Vec<[&'a str; 3]>,
}

#[derive(Debug, Serialize)]
struct CountObject {
    claimed: usize,
    wrong: usize,
}

#[derive(Debug, Serialize)]
struct OpenObject {
    claimed: usize,
    /// Null if the truth is a PAG.
    identified: Option<usize>,
    identified_by_class: usize,
}

impl<'a> ClaimsObject<'a> {
    fn new(claims: &ClaimMistakes, names: &'a NodeNames) -> Self {
        let [none, adjust] =
            [claims.none, claims.adjust].map(|count| CountObject { claimed: count.claimed, wrong: count.wrong });
        let OpenCount { claimed, identified, identified_by_class } = claims.open;
        let pairs = claims.mistaken_pairs.iter();
        Self {
            none,
            adjust,
            open: OpenObject { claimed, identified, identified_by_class },
            mistakes: claims.mistakes(),
            mistaken_pairs: pairs
                .map(|pair| [names.name(pair.treatment), names.name(pair.outcome), pair.claim.name()])
                .collect(),
        }
    }
}

#[derive(Debug, Serialize)]
struct MarksObject {
    differing: usize,
    missing: usize,
    extra: usize,
    /// Rows are the true marks, columns the learnt ones, in the order of `order`.
    confusion: [[usize; 3]; 3],
    order: [&'static str; 3],
}

impl From<MarkDifference> for MarksObject {
    fn from(MarkDifference { differing, missing, extra, confusion, .. }: MarkDifference) -> Self {
        Self { differing, missing, extra, confusion, order: MarkDifference::MARKS.map(Named::name) }
    }
}

#[derive(Debug, Serialize)]
struct SkeletonObject {
    skeleton: AccuracyObject,
}

/// Which graph to choose by its claims, and which say nothing, line by line.
pub fn claim_verdict(learnt: &[ClaimedGraph<'_>], standings: &Standings) -> Vec<String> {
    let names: Vec<&str> = learnt.iter().map(|learnt| learnt.name).collect();
    claim_sentences(learnt, standings).iter().map(|sentence| sentence.text(&names)).collect()
}

/// The sentences of the verdict.
pub(crate) fn claim_sentences(learnt: &[ClaimedGraph<'_>], standings: &Standings) -> Vec<Rich> {
    let number = |graph: usize| {
        let found = learnt[graph].comparison;
        let made = mistakes(found.claims.mistakes());
        let silent = if found.says_nothing() { ", since it leaves every effect open" } else { "" };
        Rich::new(format!("{made} in {} claims{silent}", found.pair_count))
    };
    let first = standings.order.first().copied();
    let silent =
        learnt.iter().enumerate().filter(|(graph, one)| first != Some(*graph) && one.comparison.says_nothing());
    let silent =
        silent.map(|(graph, _)| Rich::default().graph(graph).words(" leaves every effect open: it says nothing."));
    let contest = Contest {
        words: &WORDS,
        standings,
        name: &|graph| Rich::default().graph(graph),
        number: &number,
        members: &|graph| Contender::point(learnt[graph].comparison.claims.mistakes() as f64),
        digits: crate::number::Decimals::WHOLE,
    };
    let alone = || Rich::default().graph(0).words(" makes ").then(number(0)).words(".");
    let ranked = if learnt.len() < 2 { alone() } else { contest.choice("Choose ") };
    let details = if learnt.len() < 2 { Vec::new() } else { contest.details() };
    std::iter::once(ranked).chain(details).chain(silent).collect()
}

fn mistakes(count: usize) -> String {
    format!("{count} mistake{}", if count == 1 { "" } else { "s" })
}
