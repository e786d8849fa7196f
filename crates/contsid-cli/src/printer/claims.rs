//! What learnt graphs of any kind claim about effects: a table for people, one JSON object, and pairs.

use super::crossfit::PairColumns;
use super::json::{FileObject, Printed};
use super::{crossfit, fitted, settings};
use crate::claim_scores::ClaimScores;
use crate::inputs::graphs::SkippedGraph;
use anyhow::Result;
use contsid::adjustment::{Claim, GraphClaims};
use contsid::comparison::ClaimComparison;
use contsid::effect::{Pair, Score};
use contsid::graph::{NodeId, NodeNames};
use contsid_io::escaped;
use contsid_report::comparison::{ClaimDocument, claim_verdict};
use contsid_study::tables::Justify;
use std::fmt::Write;

const LEGEND: &str = "\
none     claims of no effect that are wrong, of all such claims
adjust   claims that a set identifies the effect, though it does not, of all such claims
open     effects left open that the truth's PAG identifies, of all left open
mistakes the sum of these three
marks    edges that differ from the truth's PAG in a mark, or are missing or extra
P, R, F1 precision, recall and their harmonic mean of joined pairs
sep.     ordered pairs separated by a set that does not separate them in the truth
";

const WRITABLE: &str = "a string can be written to";

pub fn print(scores: &ClaimScores) -> Result<()> {
    super::print(&text(scores))
}

fn text(scores: &ClaimScores) -> String {
    let truth = std::iter::once(("truth ", &scores.truth));
    let mut text = String::new();
    for (role, graph) in truth.chain(scores.learnt.iter().map(|graph| ("learnt", graph))) {
        let reading = graph.reading().map(ToString::to_string).unwrap_or_default();
        writeln!(text, "{role}  {}: {reading}", escaped(graph.source_name())).expect(WRITABLE);
    }
    if let Some(line) = settings::line(scores.data()) {
        writeln!(text, "data    {line}").expect(WRITABLE);
    }
    let standings = scores.standings();
    let rows = standings.order.iter().map(|&graph| row(scores, graph, standings.tiers[graph]));
    let rows: Vec<Vec<String>> = std::iter::once(header(scores)).chain(rows).collect();
    let justify = |column| if column == 1 { Justify::Left } else { Justify::Right };
    let table = fitted::table(&rows, justify, fitted::terminal_width(), "--json");
    writeln!(text, "\n{table}").expect(WRITABLE);
    for SkippedGraph { learnt, reason } in &scores.skipped {
        writeln!(text, "–  {}  skipped: {}", escaped(learnt), escaped(reason)).expect(WRITABLE);
    }
    if scores.learnt.len() > 1 {
        text += "in tiers by mistakes: the first number of a row is one more than the number of better graphs\n";
    }
    for line in claim_verdict(&scores.claimed(), &standings) {
        writeln!(text, "{}", escaped(&line)).expect(WRITABLE);
    }
    writeln!(text, "\n{LEGEND}{}", contsid_legend(scores).trim_end()).expect(WRITABLE);
    text
}

fn header(scores: &ClaimScores) -> Vec<String> {
    let usual = ["", "learnt", "mistakes", "none", "adjust", "open"];
    let data = scores.data();
    let crossfit = data.parts.iter().flat_map(|_| crossfit::COLUMNS);
    let whole = data.all_rows.map(|_| if data.parts.is_some() { "from all rows" } else { "contSID" });
    let compared = data.options().map(|_| "compared");
    let others = ["marks", "P", "R", "F1", "sep."];
    let columns = usual.into_iter().chain(crossfit).chain(whole).chain(compared).chain(others);
    columns.map(str::to_owned).collect()
}

fn row(scores: &ClaimScores, graph: usize, tier: usize) -> Vec<String> {
    let found = &scores.found.learnt[graph];
    let of = |wrong: usize, claimed: usize| format!("{wrong} of {claimed}");
    let (claims, data) = (&found.claims, scores.data());
    let mut cells = vec![
        tier.to_string(),
        escaped(scores.learnt[graph].source_name()).into_owned(),
        claims.mistakes().to_string(),
        of(claims.none.wrong, claims.none.claimed),
        of(claims.adjust.wrong, claims.adjust.claimed),
        of(claims.open.identified_by_class, claims.open.claimed),
    ];
    let decimals = crossfit::decimals(scores.found.learnt.iter().filter_map(|found| found.crossfit.as_ref()));
    if data.parts.is_some() {
        cells.extend(crossfit::cells(found.crossfit.as_ref(), decimals));
    }
    if data.all_rows.is_some() {
        let number = |score: &Score| crossfit::number(score.total(), decimals);
        cells.push(found.contsid.as_ref().map_or_else(|| "–".to_owned(), number));
    }
    cells.extend(data.options().map(|_| of(found.pair_count - found.not_comparable, found.pair_count)));
    let share = |share: Option<f64>| share.map_or_else(|| "-".to_owned(), |share| format!("{share:.2}"));
    let skeleton = found.marks.skeleton;
    cells.push(found.marks.differing.to_string());
    cells.extend([skeleton.precision(), skeleton.recall(), skeleton.f1()].map(share));
    cells.push(found.separation.count().to_string());
    cells
}

fn contsid_legend(scores: &ClaimScores) -> &'static str {
    match scores.data().options() {
        Some(_) => {
            "contSID  how far interventional distributions are from the true ones, summed over the effects that\n         \
             neither graph leaves open: compared says of how many\n"
        }
        None => "",
    }
}

pub fn print_json(scores: &ClaimScores, notes: &[String]) -> Result<()> {
    let (learnt, standings) = (scores.claimed(), scores.standings());
    let document = ClaimDocument::new(scores.compared(&learnt, &standings));
    let files = std::iter::once(&scores.truth).chain(&scores.learnt).map(FileObject::new).collect();
    Printed { document, files, notes, skipped: &scores.skipped }.print()
}

/// A CSV table with a row for each learnt graph, treatment and outcome.
pub fn pairs(scores: &ClaimScores) -> Result<Vec<u8>> {
    let names = scores.truth.names();
    let selection = scores.options.selection_of(names.len())?;
    let mut rows = csv::Writer::from_writer(Vec::new());
    let columns = ["learnt", "treatment", "outcome", "claim", "adjustment", "true_claim", "mistaken", "case"];
    let of_distances = PairColumns::of(scores.found.learnt.iter().map(|found| [&found.contsid, &found.crossfit]));
    rows.write_record(columns.map(str::to_owned).into_iter().chain(of_distances.names()))?;
    for (graph, found) in scores.learnt.iter().zip(&scores.found.learnt) {
        let nodes = || NodeId::all(names.len());
        for (a, b) in nodes().flat_map(|a| nodes().map(move |b| (a, b))).filter(|&(a, b)| selection.contains(a, b)) {
            let [pair, in_parts] =
                [&found.contsid, &found.crossfit].map(|score| score.as_ref().and_then(|score| score.pair(a, b)));
            let case = pair.map_or("", Pair::label);
            let [claim, set] = claim_cells(&found.said, a, b, names);
            let [truth, _] = claim_cells(&scores.found.truth, a, b, names);
            let mistaken = is_mistaken(found, a, b).to_string();
            let cells = [graph.source_name(), names.name(a), names.name(b), &claim, &set, &truth, &mistaken, case];
            let distances = of_distances.cells(pair, in_parts);
            rows.write_record(cells.into_iter().chain(distances.iter().map(String::as_str)))?;
        }
    }
    Ok(rows.into_inner()?)
}

/// The kind of a claim, and its set.
fn claim_cells(claims: &GraphClaims, a: NodeId, b: NodeId, names: &NodeNames) -> [String; 2] {
    match claims.claim(a, b) {
        Claim::None => ["none".to_owned(), String::new()],
        Claim::Open => ["open".to_owned(), String::new()],
        Claim::Adjust(set) => {
            let set: Vec<&str> = set.iter().map(|node| names.name(node)).collect();
            ["adjust".to_owned(), set.join(" ")]
        }
    }
}

fn is_mistaken(found: &ClaimComparison, a: NodeId, b: NodeId) -> bool {
    found.claims.mistaken_pairs.iter().any(|pair| (pair.treatment, pair.outcome) == (a, b))
}
