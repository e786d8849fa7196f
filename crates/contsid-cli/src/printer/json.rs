//! One JSON object for programs.

use crate::commands::scored::{Scored, Scores};
use anyhow::Result;
use contsid::comparison::{Comparison, ContSidScore};
use contsid::distance::Mistakes;
use contsid::distance::bounds::{Exactness, Span};
use contsid::distance::contsid::{Case, Prepared};
use contsid::graph::{NodeId, NodeNames, NodeSet};
use serde_json::{Map, Value, json};

pub fn print(scores: &Scores) -> Result<()> {
    super::print(&format!("{}\n", object(scores)))
}

fn object(scores: &Scores) -> Value {
    let names = scores.names();
    json!({
        "truth": scores.truth.source_name(),
        "nodes": names.iter().collect::<Vec<_>>(),
        "samples": scores.data.as_ref().map(Prepared::sample_count),
        "settings": scores.settings(),
        "comparisons": scores.scored.iter().map(|scored| scored_object(scored, names)).collect::<Vec<_>>(),
    })
}

fn scored_object(Scored { learnt, comparison }: &Scored, names: &NodeNames) -> Value {
    let mut object = json!({
        "learnt": learnt.source_name(),
        "shd": comparison.shd.count,
        "sid": sid(comparison, names),
        "aid": aid(comparison, |mistakes| mistakes.count().into()),
        "contsid": comparison.contsid.as_ref().map(|score| contsid(score, names)),
        "normalised": normalised(comparison),
    });
    if let Some(score) = &comparison.joint {
        object["joint"] = super::joint::object(score, names);
    }
    object
}

fn sid(comparison: &Comparison, names: &NodeNames) -> Value {
    let sid = &comparison.sid;
    let mut object = Map::new();
    object.insert("lower".into(), sid.lower.into());
    object.insert("upper".into(), sid.upper.into());
    object.insert("wrong_pairs".into(), named_pairs(&sid.always_wrong, names));
    if sid.always_wrong != sid.ever_wrong {
        object.insert("possibly_wrong_pairs".into(), named_pairs(&sid.ever_wrong, names));
    }
    if sid.exactness == Exactness::Relaxed {
        object.insert("bounds".into(), "relaxed".into());
    }
    object.into()
}

fn named_pairs(rows: &[NodeSet], names: &NodeNames) -> Value {
    let pairs = NodeId::all(rows.len()).zip(rows).flat_map(|(a, row)| row.iter().map(move |b| (a, b)));
    pairs.map(|(a, b)| json!([names.name(a), names.name(b)])).collect::<Vec<_>>().into()
}

fn aid(comparison: &Comparison, value: impl Fn(&Mistakes) -> Value) -> Value {
    let aid = &comparison.aid;
    json!({"parent": value(&aid.parent), "ancestor": value(&aid.ancestor), "oset": value(&aid.optimal)})
}

fn normalised(comparison: &Comparison) -> Value {
    let Span { lower, upper } = comparison.sid.normalised();
    json!({
        "shd": comparison.shd.normalised(),
        "sid": {"lower": lower, "upper": upper},
        "aid": aid(comparison, |mistakes| mistakes.normalised().into()),
    })
}

fn contsid(contsid: &ContSidScore, names: &NodeNames) -> Value {
    let mut object = Map::new();
    object.insert("lower".into(), contsid.lower().into());
    object.insert("upper".into(), contsid.upper().into());
    let nodes = || NodeId::all(names.len());
    let lower: Vec<&[f64]> = nodes().map(|node| contsid.lower_row(node)).collect();
    match contsid {
        ContSidScore::Determined(contsid) => {
            let label = |a, b| contsid.case(a, b).map_or("", Case::label);
            let labels: Vec<Vec<&str>> = nodes().map(|a| nodes().map(|b| label(a, b)).collect()).collect();
            object.insert("pairs".into(), json!(lower));
            object.insert("cases".into(), json!(labels));
        }
        ContSidScore::Bounded(_) => {
            let upper: Vec<&[f64]> = nodes().map(|node| contsid.upper_row(node)).collect();
            object.insert("pairs".into(), json!({"lower": lower, "upper": upper}));
        }
    }
    if contsid.exactness() == Exactness::Relaxed {
        object.insert("bounds".into(), "relaxed".into());
    }
    object.into()
}
