//! One JSON object for programs.

use super::crossfit::{CrossFitObject, JointCrossFitObject};
use super::edges::{EdgesObject, SplitObject};
use super::joint::JointObject;
use crate::scores::{Scored, Scores};
use anyhow::Result;
use contsid::comparison::{Comparison, ContSidScore, NamedDifference};
use contsid::distance::Mistakes;
use contsid::distance::bounds::{Exactness, Span};
use contsid::distance::contsid::Case;
use contsid::graph::{NodeId, NodeNames, NodeSet};
use contsid_io::graph::{GraphReading, NamedGraph};
use serde::Serialize;

pub fn print(scores: &Scores<'_>, notes: &[String]) -> Result<()> {
    let text = serde_json::to_string(&Document::new(scores, notes))?;
    super::print_bytes(format!("{}\n", super::escaped(&text)).as_bytes())
}

/// The whole output. Programs rely on the keys and on their order.
#[derive(Serialize)]
struct Document<'a> {
    truth: &'a str,
    nodes: Vec<&'a str>,
    samples: Option<usize>,
    settings: serde_json::Value,
    comparisons: Vec<ComparisonObject<'a>>,
    /// Of cross-fitted contSID, for all pairs of learnt graphs.
    differences: Vec<NamedDifference<'a>>,
    /// What the data say about the order of the learnt graphs, line by line.
    verdict: Vec<String>,
    files: Vec<FileObject<'a>>,
    notes: &'a [String],
}

impl<'a> Document<'a> {
    fn new(scores: &'a Scores<'_>, notes: &'a [String]) -> Self {
        let names = scores.names();
        let learnt: Vec<&str> = scores.scored.iter().map(|scored| scored.learnt.source_name()).collect();
        Self {
            truth: scores.truth.source_name(),
            nodes: names.iter().collect(),
            samples: scores.data().sample_count(),
            settings: scores.settings(),
            comparisons: (scores.scored.iter().zip(scores.ranking().ranks()))
                .map(|(scored, rank)| ComparisonObject::new(scored, rank, names))
                .collect(),
            differences: scores.differences.iter().map(|found| found.named(&learnt)).collect(),
            verdict: scores.verdict(),
            files: scores.graphs().map(FileObject::new).collect(),
            notes,
        }
    }
}

/// How a graph file was read.
#[derive(Serialize)]
pub struct FileObject<'a> {
    file: &'a str,
    #[serde(flatten)]
    reading: Option<&'a GraphReading>,
}

impl<'a> FileObject<'a> {
    pub fn new(graph: &'a NamedGraph) -> Self {
        Self { file: graph.source_name(), reading: graph.reading() }
    }
}

#[derive(Serialize)]
struct ComparisonObject<'a> {
    learnt: &'a str,
    shd: usize,
    sid: SidObject<'a>,
    aid: AidObject<usize>,
    contsid: Option<ContSidObject<'a>>,
    crossfit: Option<CrossFitObject>,
    normalised: NormalisedObject,
    shd_split: SplitObject,
    edges: EdgesObject,
    rank: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    joint: Option<JointObject<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    joint_crossfit: Option<JointCrossFitObject<'a>>,
}

impl<'a> ComparisonObject<'a> {
    fn new(Scored { learnt, comparison }: &'a Scored, rank: usize, names: &'a NodeNames) -> Self {
        Self {
            learnt: learnt.source_name(),
            shd: comparison.shd.count,
            sid: SidObject::new(comparison, names),
            aid: AidObject::new(comparison, Mistakes::count),
            contsid: comparison.contsid.as_ref().map(|score| ContSidObject::new(score, names)),
            crossfit: comparison.crossfit.as_ref().map(|score| CrossFitObject::new(score, names)),
            normalised: NormalisedObject::new(comparison),
            shd_split: comparison.shd.into(),
            edges: comparison.into(),
            rank,
            joint: comparison.joint.as_ref().map(|score| JointObject::new(score, names)),
            joint_crossfit: comparison.joint_crossfit.as_ref().map(|score| JointCrossFitObject::new(score, names)),
        }
    }
}

/// One value, or bounds where undirected edges leave a range.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Value<T> {
    Determined(T),
    Bounded(Span<T>),
}

impl<T> Value<T> {
    /// Bounds if there is a lower one.
    pub fn new(lower: Option<T>, upper: T) -> Self {
        match lower {
            Some(lower) => Self::Bounded(Span { lower, upper }),
            None => Self::Determined(upper),
        }
    }
}

/// The mark of bounds that are valid, but perhaps not attained.
fn relaxed(exactness: Exactness) -> Option<&'static str> {
    (exactness == Exactness::Relaxed).then_some("relaxed")
}

#[derive(Serialize)]
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

#[derive(Serialize)]
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

#[derive(Serialize)]
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

#[derive(Serialize)]
struct ContSidObject<'a> {
    #[serde(flatten)]
    sum: Span<f64>,
    /// Distances by treatment and outcome.
    pairs: Value<Vec<&'a [f64]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cases: Option<Vec<Vec<&'static str>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<&'static str>,
}

impl<'a> ContSidObject<'a> {
    fn new(score: &'a ContSidScore, names: &NodeNames) -> Self {
        let nodes = || NodeId::all(names.len());
        let is_bounded = matches!(score, ContSidScore::Bounded(_));
        let lower = is_bounded.then(|| nodes().map(|node| score.row(node).lower).collect());
        let upper = nodes().map(|node| score.row(node).upper).collect();
        let label = |a, b| score.case(a, b).map_or("", Case::label);
        Self {
            sum: score.sum(),
            pairs: Value::new(lower, upper),
            cases: (!is_bounded).then(|| nodes().map(|a| nodes().map(|b| label(a, b)).collect()).collect()),
            bounds: relaxed(score.exactness()),
        }
    }
}
