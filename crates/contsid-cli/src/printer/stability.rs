//! How stable learners are, for people and for programs.

use super::json::Printed;
use anyhow::Result;
use contsid_report::stability::StabilityReport;
use contsid_study::tables::{Justify, aligned};
use std::fmt::Write;

/// The rows of each list that are printed.
const LISTED: usize = 15;

pub fn print_json(report: &StabilityReport<'_>, notes: &[String]) -> Result<()> {
    Printed { document: report.document(), files: Vec::new(), notes, skipped: &[] }.print()
}

pub fn print(report: &StabilityReport<'_>) -> Result<()> {
    super::print(&text(report))
}

fn text(report: &StabilityReport<'_>) -> String {
    let mut text = format!("{}\n", table(&report.rows(), 1));
    for (learner, verdict) in report.verdicts().iter().enumerate() {
        let edges = listed(["from", "to", "adjacent", "→", "←", "—"], report.support_rows(learner));
        let paths = listed(["cause", "effect", "support"], report.ancestry_rows(learner));
        write!(text, "\n{verdict}\n\n{edges}\n{paths}").expect("a string can be written to");
    }
    text + LEGEND
}

const LEGEND: &str = "
SHD, SID  edges and effects in which two graphs differ, mean ± sd over each two, and from each to that of all rows
adjacent  the share of graphs that join two nodes; →, ←, — of these the share of each direction
support   the share of graphs with a directed path from cause to effect
";

/// The first rows below their heads, and how many more there are.
fn listed<const COUNT: usize>(heads: [&str; COUNT], rows: Vec<Vec<String>>) -> String {
    let more = rows.len().saturating_sub(LISTED);
    let shown =
        std::iter::once(heads.map(str::to_owned).to_vec()).chain(rows.into_iter().take(LISTED)).collect::<Vec<_>>();
    let rest = if more > 0 { format!("  and {more} more: --json has all\n") } else { String::new() };
    format!("{}\n{rest}", table(&shown, 2))
}

/// Columns of names to the left, of numbers to the right.
fn table(rows: &[Vec<String>], names: usize) -> String {
    let justify = |column| if column < names { Justify::Left } else { Justify::Right };
    let lines: Vec<String> = aligned(rows, justify, 2).into_iter().map(|line| format!("  {line}")).collect();
    lines.join("\n")
}
