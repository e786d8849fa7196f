//! One row for each learnt graph, treatment and outcome.

use super::crossfit::PairColumns;
use crate::scores::{Scored, Scores};
use anyhow::Result;
use contsid::effect::Pair;
use contsid::graph::NodeId;

/// A CSV table.
pub fn table(scores: &Scores) -> Result<Vec<u8>> {
    let names = scores.names();
    let selection = scores.options.selection_of(names.len())?;
    let mut rows = csv::Writer::from_writer(Vec::new());
    let compared = scores.scored.iter().map(|scored| &scored.comparison);
    let columns = PairColumns::of(compared.map(|found| [&found.contsid, &found.crossfit]));
    let first = ["learnt", "treatment", "outcome", "sid", "aid_ancestor", "aid_optimal", "case"];
    rows.write_record(first.map(str::to_owned).into_iter().chain(columns.names()))?;
    for scored in &scores.scored {
        for (a, b) in ordered_pairs(names.len()).filter(|&(a, b)| selection.contains(a, b)) {
            let [sid, ancestor, optimal] = answers(scored, a, b);
            let [pair, in_parts] = [&scored.comparison.contsid, &scored.comparison.crossfit]
                .map(|score| score.as_ref().and_then(|score| score.pair(a, b)));
            let case = pair.map_or("", Pair::label);
            let learnt = scored.learnt.source_name();
            let cells = [learnt, names.name(a), names.name(b), sid, ancestor, optimal, case];
            let distances = columns.cells(pair, in_parts);
            rows.write_record(cells.into_iter().chain(distances.iter().map(String::as_str)))?;
        }
    }
    Ok(rows.into_inner()?)
}

/// Whether the pair is right by the parents, the ancestors and the optimal sets.
fn answers(scored: &Scored, a: NodeId, b: NodeId) -> [&'static str; 3] {
    let in_words = |wrong| if wrong { "wrong" } else { "right" };
    let (sid, aid) = (&scored.comparison.sid, &scored.comparison.aid);
    let by_parents = match (sid.always_wrong[a.index()].contains(b), sid.ever_wrong[a.index()].contains(b)) {
        (false, true) => "undetermined",
        (always, _) => in_words(always),
    };
    [by_parents, in_words(aid.ancestor.contains(a, b)), in_words(aid.optimal.contains(a, b))]
}

fn ordered_pairs(nodes: usize) -> impl Iterator<Item = (NodeId, NodeId)> {
    NodeId::all(nodes).flat_map(move |a| NodeId::all(nodes).map(move |b| (a, b)))
}
