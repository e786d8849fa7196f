//! All distances of learnt graphs from a truth, as one object for programs.

mod claims;
mod crossfit;
mod edges;
mod fixes;
mod joint;
mod values;

pub(super) use claims::claim_sentences;
pub use claims::{ClaimDocument, ClaimedGraph, ComparedClaims, claim_verdict};
pub use fixes::GraphFixes;
pub(super) use fixes::MOST_STEPS;

use super::{LearntGraph, settings, verdict};
use crate::relations::StandingsObject;
use contsid::comparison::{Chance, ChanceBand, Comparison, ComparisonData, ComparisonOptions, Ranking, SkeletonChance};
use contsid::distance::Mistakes;
use contsid::distance::bounds::{Exactness, Span};
use contsid::effect::{Pair, Score};
use contsid::graph::{NodeId, NodeNames, NodeSet};
use contsid::named::Named;
use crossfit::{CrossFitObject, PairList, PairMatrices};
use edges::{EdgesObject, SplitObject};
use fixes::FixesObject;
use joint::JointObject;
use serde::Serialize;
use values::{ValueMatrices, matrices};

/// What was compared, for [`ComparisonDocument::new`].
#[derive(Clone, Copy, Debug)]
pub struct Compared<'a> {
    /// The name of the truth.
    pub truth: &'a str,
    /// The names of the nodes.
    pub names: &'a NodeNames,
    /// The learnt graphs in the order in which they were given.
    pub learnt: &'a [LearntGraph<'a>],
    /// How they stand to each other.
    pub ranking: &'a Ranking,
    /// What was compared, and how.
    pub options: &'a ComparisonOptions,
    /// The data, if there are any.
    pub data: ComparisonData<'a>,
    /// What the data are, in one line.
    pub description: Option<&'a str>,
    /// The fixes of each learnt graph, if they are wanted.
    pub fixes: Option<&'a [GraphFixes]>,
}

/// All distances. Programs rely on the keys and on their order.
#[derive(Debug, Serialize)]
pub struct ComparisonDocument<'a> {
    truth: &'a str,
    nodes: Vec<&'a str>,
    samples: Option<usize>,
    /// What the data are, in one line.
    data: Option<&'a str>,
    settings: serde_json::Value,
    /// The graphs in the order of the rule.
    comparisons: Vec<ComparisonObject<'a>>,
    /// The distance that orders them.
    ranked_by: &'static str,
    #[serde(flatten)]
    standings: StandingsObject<'a>,
    /// What this means, line by line.
    verdict: Vec<String>,
}

impl<'a> ComparisonDocument<'a> {
    /// The object of a comparison.
    pub fn new(compared: Compared<'a>) -> Self {
        let Compared { truth, names, learnt, ranking, options, data, description, fixes } = compared;
        let graphs: Vec<&str> = learnt.iter().map(|learnt| learnt.graph.name).collect();
        let order = ranking.standings.order.iter();
        let object = |&graph: &usize| ComparisonObject {
            fixes: fixes.map(|fixes| fixes[graph].object(names)),
            ..ComparisonObject::new(&learnt[graph], names)
        };
        Self {
            truth,
            nodes: names.iter().collect(),
            samples: data.sample_count(),
            data: description,
            settings: settings(names, options, data),
            comparisons: order.map(object).collect(),
            ranked_by: ranking.by.name(),
            standings: StandingsObject::new(&ranking.standings, &graphs),
            verdict: verdict(learnt, ranking),
        }
    }
}

#[derive(Debug, Serialize)]
struct ComparisonObject<'a> {
    learnt: &'a str,
    shd: usize,
    sid: SidObject<'a>,
    aid: AidObject<usize>,
    contsid: Option<ContSidObject>,
    crossfit: Option<CrossFitObject<PairMatrices>>,
    normalised: NormalisedObject,
    shd_split: SplitObject,
    edges: EdgesObject,
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<ChanceObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    joint: Option<JointObject<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    joint_crossfit: Option<CrossFitObject<PairList<'a>>>,
    #[serde(flatten)]
    fixes: Option<FixesObject<'a>>,
}

impl<'a> ComparisonObject<'a> {
    fn new(&LearntGraph { graph, comparison }: &LearntGraph<'a>, names: &'a NodeNames) -> Self {
        Self {
            learnt: graph.name,
            shd: comparison.shd.count,
            sid: SidObject::new(comparison, names),
            aid: AidObject::new(comparison, Mistakes::count),
            contsid: comparison.contsid.as_ref().map(|score| ContSidObject::new(score, names)),
            crossfit: comparison.crossfit.as_ref().and_then(|score| CrossFitObject::single(score, names)),
            normalised: NormalisedObject::new(comparison),
            shd_split: comparison.shd.into(),
            edges: comparison.into(),
            chance: comparison.chance.get().map(ChanceObject::new),
            joint: comparison.joint.as_ref().map(|score| JointObject::new(score, names)),
            joint_crossfit: comparison.joint_crossfit.as_ref().and_then(|score| CrossFitObject::joint(score, names)),
            fixes: None,
        }
    }
}

/// What random graphs achieve, for programs.
#[derive(Debug, Serialize)]
pub struct ChanceObject {
    graphs: usize,
    skeleton: SkeletonChance,
    shd: Option<ChanceBand>,
    sid: Option<ChanceBand>,
    aid: AidObject<Option<ChanceBand>>,
    contsid: Option<ChanceBand>,
}

impl ChanceObject {
    /// The object of what random graphs achieve.
    pub fn new(chance: &Chance) -> Self {
        let &Chance { draws, skeleton, shd, sid, aid_parent, aid_ancestor, aid_optimal, contsid } = chance;
        let aid = AidObject { parent: aid_parent, ancestor: aid_ancestor, oset: aid_optimal };
        Self { graphs: draws, skeleton, shd, sid, aid, contsid }
    }
}

/// The mark of bounds that are valid, but perhaps not attained.
fn relaxed(exactness: Exactness) -> Option<&'static str> {
    (exactness == Exactness::Relaxed).then_some("relaxed")
}

#[derive(Debug, Serialize)]
struct SidObject<'a> {
    lower: usize,
    upper: usize,
    wrong_pairs: Vec<[&'a str; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    possibly_wrong_pairs: Option<Vec<[&'a str; 2]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<&'static str>,
}

impl<'a> SidObject<'a> {
    fn new(comparison: &Comparison, names: &'a NodeNames) -> Self {
        let sid = &comparison.sid;
        let differ = sid.always_wrong != sid.ever_wrong;
        Self {
            lower: sid.lower,
            upper: sid.upper,
            wrong_pairs: named_pairs(&sid.always_wrong, names),
            possibly_wrong_pairs: differ.then(|| named_pairs(&sid.ever_wrong, names)),
            bounds: relaxed(sid.exactness),
        }
    }
}

fn named_pairs<'a>(rows: &[NodeSet], names: &'a NodeNames) -> Vec<[&'a str; 2]> {
    let pairs = NodeId::all(rows.len()).zip(rows).flat_map(|(a, row)| row.iter().map(move |b| [a, b]));
    pairs.map(|pair| pair.map(|node| names.name(node))).collect()
}

#[derive(Debug, Serialize)]
struct AidObject<T> {
    parent: T,
    ancestor: T,
    oset: T,
}

impl<T> AidObject<T> {
    fn new(comparison: &Comparison, value: impl Fn(&Mistakes) -> T) -> Self {
        let aid = &comparison.aid;
        Self { parent: value(&aid.parent), ancestor: value(&aid.ancestor), oset: value(&aid.optimal) }
    }
}

#[derive(Debug, Serialize)]
struct NormalisedObject {
    shd: f64,
    sid: Span<f64>,
    aid: AidObject<f64>,
}

impl NormalisedObject {
    fn new(comparison: &Comparison) -> Self {
        Self {
            shd: comparison.shd.normalised(),
            sid: comparison.sid.normalised(),
            aid: AidObject::new(comparison, Mistakes::normalised),
        }
    }
}

#[derive(Debug, Serialize)]
struct ContSidObject {
    #[serde(flatten)]
    sum: Span<f64>,
    /// Distances by treatment and outcome.
    pairs: ValueMatrices,
    #[serde(skip_serializing_if = "Option::is_none")]
    cases: Option<Vec<Vec<&'static str>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<&'static str>,
}

impl ContSidObject {
    fn new(score: &Score, names: &NodeNames) -> Self {
        let nodes = || NodeId::all(names.len());
        let label = |a, b| score.pair(a, b).map_or("", Pair::label);
        let cases = || nodes().map(|a| nodes().map(|b| label(a, b)).collect()).collect();
        Self {
            sum: score.span(),
            pairs: matrices(score, names, 0.0, |found| Some(found.value)),
            cases: score.is_determined.then(cases),
            bounds: relaxed(score.exactness),
        }
    }
}
