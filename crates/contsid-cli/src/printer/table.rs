//! An aligned table for people.

use crate::commands::scored::{Scored, Scores};
use anyhow::Result;
use contsid::distance::bounds::Exactness;
use contsid::distance::{Mistakes, Reversal};
use std::fmt::Write;

pub fn print(scores: &Scores) -> Result<()> {
    super::print(&text(scores))
}

fn text(scores: &Scores) -> String {
    let mut rows = vec![["", "learnt", "SID", "AID ancestor", "AID optimal", "SHD"].map(str::to_owned)];
    rows.extend(scores.ranked().iter().enumerate().map(|(place, scored)| row(place + 1, scored)));
    let (nodes, edges) = (scores.names().len(), scores.truth.graph().edge_count());
    let mut text = format!("truth: {} ({nodes} nodes, {edges} edges)\n\n", scores.truth.source_name());
    text += &aligned(&rows);
    text += "\n";
    text += &legend(scores);
    text
}

fn row(place: usize, Scored { learnt, comparison }: &Scored) -> [String; 6] {
    let (sid, pairs) = (&comparison.sid, comparison.pair_count.max(1) as f64);
    let (lower, upper) = (sid.lower as f64 / pairs, sid.upper as f64 / pairs);
    let aid = comparison.aid.as_ref();
    [
        place.to_string(),
        learnt.source_name().to_owned(),
        if sid.lower == sid.upper {
            with_share(sid.lower, lower)
        } else {
            format!("[{}, {}] ([{:.1}, {:.1}] %)", sid.lower, sid.upper, 100.0 * lower, 100.0 * upper)
        },
        mistakes(aid.map(|aid| &aid.ancestor)),
        mistakes(aid.map(|aid| &aid.optimal)),
        with_share(comparison.shd.count, comparison.shd.normalised()),
    ]
}

fn mistakes(mistakes: Option<&Mistakes>) -> String {
    mistakes.map_or_else(|| "-".to_owned(), |mistakes| with_share(mistakes.count(), mistakes.normalised()))
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
    let mut text = format!(
        "SID  of {pairs} effects, those read off wrongly by adjusting for the parents in the learnt graph\n\
         AID  the same by its ancestors and by its optimal adjustment sets\n\
         SHD  edges that differ, a reversed one counted {reversed}\n"
    );
    if scores.scored.iter().any(|scored| scored.comparison.sid.lower != scored.comparison.sid.upper) {
        text += "[lower, upper] are bounds over the directed graphs that undirected edges stand for\n";
    }
    if scores.scored.iter().any(|scored| scored.comparison.sid.exactness == Exactness::Relaxed) {
        text += "some bounds are relaxed: valid, but perhaps not attained, since the undirected parts are too large\n";
    }
    text
}

/// The rows as lines, the second column to the left and the others to the right.
pub fn aligned<const COLUMNS: usize>(rows: &[[String; COLUMNS]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; COLUMNS] = std::array::from_fn(width);
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let padding = " ".repeat(widths[column] - cell.chars().count());
            let gap = if column == 0 { "" } else { "  " };
            let (before, after) = if column == 1 { ("", padding.as_str()) } else { (padding.as_str(), "") };
            write!(line, "{gap}{before}{cell}{after}").expect("a string can be written to");
        }
        text += line.trim_end();
        text += "\n";
    }
    text
}
