//! Interventions on several variables at once: cells for people, a table of all pairs.

use super::crossfit::{PairColumns, number};
use crate::scores::Scores;
use anyhow::Result;
use contsid::comparison::Comparison;
use contsid::distance::bounds::Span;
use contsid::effect::{Pair, Score};
use contsid::graph::{NodeId, NodeSet};

/// The columns of the table, without those of cross-fitting.
pub const COLUMNS: [&str; 3] = ["joint sum", "joint mean", "left out"];

/// The cells of one learnt graph; its sum has the decimals that errors support.
pub fn cells(score: &Score, decimals: usize) -> [String; 3] {
    let mean = |mean| range(mean, |value| number(value, decimals.max(4)));
    let mean = score.mean.map_or_else(|| "–".to_owned(), mean);
    [range(score.span(), |value| number(value, decimals)), mean, range(score.left_out, |count| count.to_string())]
}

fn range<T: PartialEq + Copy>(Span { lower, upper }: Span<T>, text: impl Fn(T) -> String) -> String {
    if lower == upper { text(lower) } else { format!("[{}, {}]", text(lower), text(upper)) }
}

/// A CSV table with one row for each learnt graph, set of treatments and outcome.
pub fn table(scores: &Scores) -> Result<Vec<u8>> {
    let names = scores.names();
    let mut rows = csv::Writer::from_writer(Vec::new());
    let compared = scores.scored.iter().map(|scored| &scored.comparison);
    let columns = PairColumns::of(compared.map(|found| [&found.joint, &found.joint_crossfit]));
    let first = ["learnt", "treatments", "outcome", "case"].map(str::to_owned);
    rows.write_record(first.into_iter().chain(columns.names()))?;
    for scored in &scores.scored {
        let learnt = scored.learnt.source_name();
        for ComparedPair { treatments, outcome, all_rows, parts } in compared_pairs(&scored.comparison) {
            let treatments = treatments.iter().map(|node| names.name(node)).collect::<Vec<_>>().join(",");
            let case = all_rows.map_or("", Pair::label);
            let cells = [learnt, &treatments, names.name(outcome), case];
            let distances = columns.cells(all_rows, parts);
            rows.write_record(cells.into_iter().chain(distances.iter().map(String::as_str)))?;
        }
    }
    Ok(rows.into_inner()?)
}

/// A set of treatments and an outcome, with what is known from all rows and from parts.
struct ComparedPair<'a> {
    treatments: &'a NodeSet,
    outcome: NodeId,
    all_rows: Option<&'a Pair>,
    parts: Option<&'a Pair>,
}

/// The pairs of one learnt graph; if contSID is cross-fitted only, those that are estimated.
fn compared_pairs(comparison: &Comparison) -> Vec<ComparedPair<'_>> {
    let crossfit = comparison.joint_crossfit.as_ref();
    let Some(joint) = &comparison.joint else {
        let estimated = crossfit.into_iter().flat_map(Score::uncertain_pairs);
        return estimated
            .map(|(treatments, pair, ..)| ComparedPair {
                treatments,
                outcome: pair.outcome,
                all_rows: None,
                parts: Some(pair),
            })
            .collect();
    };
    // Both scores are of the same sets and outcomes.
    let mut parts = crossfit.into_iter().flat_map(Score::pairs).map(|(_, pair)| pair);
    let pairs = joint.pairs().map(|(treatments, pair)| ComparedPair {
        treatments,
        outcome: pair.outcome,
        all_rows: Some(pair),
        parts: parts.next(),
    });
    pairs.collect()
}
