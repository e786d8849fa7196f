//! An aligned table for people.

use super::{joint, settings};
use crate::scores::{Scored, Scores};
use anyhow::Result;
use contsid::comparison::{Comparison, ContSidScore, JointScore, ShdOf};
use contsid::distance::bounds::{Exactness, Span};
use contsid::distance::contsid::TreatmentSets;
use contsid::distance::{Mistakes, Reversal};
use contsid_study::tables::{Justify, aligned};
use std::fmt::Write;

pub fn print(scores: &Scores) -> Result<()> {
    super::print(&text(scores))
}

fn text(scores: &Scores) -> String {
    let mut rows = vec![header(scores)];
    rows.extend(scores.ranked().iter().enumerate().map(|(place, scored)| row(place + 1, scored)));
    let (nodes, edges) = (scores.names().len(), scores.truth.graph().edge_count());
    let (nodes, edges) = (counted(nodes, "node"), counted(edges, "edge"));
    let mut text = format!("truth: {} ({nodes}, {edges})\n", scores.truth.source_name());
    if let Some(data) = &scores.data {
        writeln!(text, "data: {}", settings::line(data)).expect("a string can be written to");
    }
    text += "\n";
    let justify = |column| if column == 1 { Justify::Left } else { Justify::Right };
    text += &aligned(&rows, justify, 2).join("\n");
    text += "\n";
    text += "\n";
    text += &legend(scores);
    text
}

fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

fn header(scores: &Scores) -> Vec<String> {
    let contsid = scores.data.as_ref().map(|_| "contSID");
    let joint = scores.options.treatment_sets.iter().flat_map(|_| joint::COLUMNS);
    let columns =
        ["", "learnt"].into_iter().chain(contsid).chain(joint).chain(["SID", "AID ancestor", "AID optimal", "SHD"]);
    columns.map(str::to_owned).collect()
}

fn row(place: usize, Scored { learnt, comparison }: &Scored) -> Vec<String> {
    let sid = &comparison.sid;
    let Span { lower, upper } = sid.normalised();
    let sid = if sid.lower == sid.upper {
        with_share(sid.lower, lower)
    } else {
        format!("[{}, {}] ([{:.1}, {:.1}] %)", sid.lower, sid.upper, 100.0 * lower, 100.0 * upper)
    };
    let mut cells = vec![place.to_string(), learnt.source_name().to_owned()];
    cells.extend(comparison.contsid.as_ref().map(contsid));
    cells.extend(comparison.joint.iter().flat_map(joint::cells));
    cells.extend([
        sid,
        mistakes(&comparison.aid.ancestor),
        mistakes(&comparison.aid.optimal),
        with_share(comparison.shd.count, comparison.shd.normalised()),
    ]);
    cells
}

fn contsid(contsid: &ContSidScore) -> String {
    match contsid {
        ContSidScore::Determined(contsid) => format!("{:.4}", contsid.total()),
        ContSidScore::Bounded(bounds) => format!("[{:.4}, {:.4}]", bounds.lower, bounds.upper),
    }
}

fn is_bounded(comparison: &Comparison) -> bool {
    comparison.sid.lower != comparison.sid.upper || matches!(comparison.contsid, Some(ContSidScore::Bounded(_)))
}

fn is_relaxed(comparison: &Comparison) -> bool {
    let relaxed = |exactness| exactness == Exactness::Relaxed;
    relaxed(comparison.sid.exactness) || comparison.contsid.as_ref().is_some_and(|contsid| relaxed(contsid.exactness()))
}

fn mistakes(mistakes: &Mistakes) -> String {
    with_share(mistakes.count(), mistakes.normalised())
}

fn with_share(count: usize, share: f64) -> String {
    format!("{count} ({:.1} %)", 100.0 * share)
}

fn legend(scores: &Scores) -> String {
    let pairs = scores.scored.first().map_or(0, |scored| scored.comparison.pair_count);
    let reversed = match scores.options.reversal {
        Reversal::Once => "once",
        Reversal::Twice => "twice",
    };
    let edges = match scores.options.shd_of {
        ShdOf::Graphs => "edges that differ",
        ShdOf::Classes => "edges of the completed graphs of the equivalence classes that differ",
    };
    let mut text = String::new();
    if scores.data.is_some() {
        text += "contSID  how far interventional distributions are from the true ones, summed over all effects\n";
    }
    if let Some(score) = scores.scored.first().and_then(|scored| scored.comparison.joint.as_ref()) {
        writeln!(text, "{}", joint_legend(scores, score)).expect("a string can be written to");
    }
    write!(
        text,
        "SID      of {pairs} effects, those read off wrongly by adjusting for the parents in the learnt graph\n\
         AID      the same by its ancestors and by its optimal adjustment sets\n\
         SHD      {edges}, a reversed one counted {reversed}\n"
    )
    .expect("a string can be written to");
    if scores.scored.iter().any(|scored| is_bounded(&scored.comparison)) {
        text += "[lower, upper] are bounds over the directed graphs that undirected edges stand for\n";
    }
    if scores.scored.iter().any(|scored| is_relaxed(&scored.comparison)) {
        text += "some bounds are relaxed: valid, but perhaps not attained, since the undirected parts are too large\n";
    }
    text
}

fn joint_legend(scores: &Scores, score: &JointScore) -> String {
    let size = scores.options.treatment_sets.as_ref().and_then(TreatmentSets::size);
    let sets = size.map_or_else(|| "several variables".to_owned(), |size| counted(size, "variable"));
    let pairs = counted(score.pair_count(), "pair");
    format!(
        "joint    the same when {sets} are set at once, for {pairs} of a set and an outcome; those for which a graph has no\n         \
         adjustment set are left out of the sum and of the mean"
    )
}
