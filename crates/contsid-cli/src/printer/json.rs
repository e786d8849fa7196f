//! One JSON object for programs.

use super::crossfit::{CrossFitObject, PairList, PairMatrices};
use super::edges::{EdgesObject, SplitObject};
use super::joint::JointObject;
use crate::inputs::graphs::SkippedGraph;
use crate::scores::{Scored, Scores};
use anyhow::Result;
use contsid::comparison::{Comparison, NamedDifference};
use contsid::distance::Mistakes;
use contsid::distance::bounds::{Exactness, Span};
use contsid::effect::{Pair, PairEstimate, Score};
use contsid::graph::{NodeId, NodeNames, NodeSet};
use contsid_io::graph::{GraphReading, NamedGraph};
use serde::Serialize;

pub fn print(scores: &Scores, notes: &[String]) -> Result<()> {
    let text = serde_json::to_string(&Document::new(scores, notes))?;
    super::print_bytes(format!("{}\n", super::escaped(&text)).as_bytes())
}

/// The whole output. Programs rely on the keys and on their order.
#[derive(Serialize)]
struct Document<'a> {
    truth: &'a str,
    nodes: Vec<&'a str>,
    samples: Option<usize>,
    /// What the data are, in one line.
    data: Option<&'a str>,
    settings: serde_json::Value,
    comparisons: Vec<ComparisonObject<'a>>,
    /// Of cross-fitted contSID, for all pairs of learnt graphs.
    differences: Vec<NamedDifference<'a>>,
    /// What the data say about the order of the learnt graphs, line by line.
    verdict: Vec<String>,
    files: Vec<FileObject<'a>>,
    notes: &'a [String],
    #[serde(skip_serializing_if = "<[SkippedGraph]>::is_empty")]
    skipped: &'a [SkippedGraph],
}

impl<'a> Document<'a> {
    fn new(scores: &'a Scores, notes: &'a [String]) -> Self {
        let names = scores.names();
        let learnt: Vec<&str> = scores.scored.iter().map(|scored| scored.learnt.source_name()).collect();
        Self {
            truth: scores.truth.source_name(),
            nodes: names.iter().collect(),
            samples: scores.data().sample_count(),
            data: scores.description.as_deref(),
            settings: scores.settings(),
            comparisons: (scores.scored.iter().zip(scores.ranking().ranks()))
                .map(|(scored, rank)| ComparisonObject::new(scored, rank, names))
                .collect(),
            differences: scores.differences.iter().map(|found| found.named(&learnt)).collect(),
            verdict: scores.verdict(),
            files: scores.graphs().map(FileObject::new).collect(),
            notes,
            skipped: &scores.skipped,
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
    contsid: Option<ContSidObject>,
    crossfit: Option<CrossFitObject<PairMatrices>>,
    normalised: NormalisedObject,
    shd_split: SplitObject,
    edges: EdgesObject,
    rank: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    joint: Option<JointObject<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    joint_crossfit: Option<CrossFitObject<PairList<'a>>>,
}

impl<'a> ComparisonObject<'a> {
    fn new(Scored { learnt, comparison }: &'a Scored, rank: usize, names: &'a NodeNames) -> Self {
        Self {
            learnt: learnt.source_name(),
            shd: comparison.shd.count,
            sid: SidObject::new(comparison, names),
            aid: AidObject::new(comparison, Mistakes::count),
            contsid: comparison.contsid.as_ref().map(|score| ContSidObject::new(score, names)),
            crossfit: comparison.crossfit.as_ref().and_then(|score| CrossFitObject::single(score, names)),
            normalised: NormalisedObject::new(comparison),
            shd_split: comparison.shd.into(),
            edges: comparison.into(),
            rank,
            joint: comparison.joint.as_ref().map(|score| JointObject::new(score, names)),
            joint_crossfit: comparison.joint_crossfit.as_ref().and_then(|score| CrossFitObject::joint(score, names)),
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
    /// Of a score the number, or its bounds.
    pub fn new(score: &Score, span: Span<T>) -> Self {
        if score.is_determined { Self::Determined(span.upper) } else { Self::Bounded(span) }
    }
}

/// Numbers by treatment and outcome.
pub type ValueMatrices = Value<Vec<Vec<f64>>>;

/// A number of each pair, at its smallest and at its largest distance.
pub fn matrices(
    score: &Score,
    names: &NodeNames,
    missing: f64,
    value: impl Fn(&PairEstimate) -> Option<f64>,
) -> ValueMatrices {
    let matrix = |end: fn(&Pair) -> &Option<PairEstimate>| {
        score.matrix(names.len(), missing, |pair| end(pair).as_ref().and_then(&value))
    };
    Value::new(score, Span { lower: matrix(|pair| &pair.lower), upper: matrix(|pair| &pair.upper) })
}

/// The smallest and the largest distance of a pair, unless it is left out.
pub fn distance(pair: &Pair) -> Option<Span<f64>> {
    Some(Span { lower: pair.lower.as_ref()?.value, upper: pair.upper.as_ref()?.value })
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
