//! How stable learners are, for people and for programs.

use super::fitted;
use super::json::Printed;
use anyhow::Result;
use contsid_report::number::Decimals;
use contsid_report::stability::StabilityReport;
use contsid_study::stability::Stability;
use contsid_study::tables::{Justify, Statistic, aligned};
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
    let justify = |column| if column == 0 { Justify::Left } else { Justify::Right };
    let table_of_learners = fitted::table(&learners(report), justify, fitted::terminal_width(), "--json, --html");
    let mut text = format!("{table_of_learners}\n");
    for (learner, verdict) in report.verdicts().iter().enumerate() {
        let edges = listed(["first", "second", "adjacent", "→", "←", "—"], report.support_rows(learner));
        let paths = listed(["cause", "effect", "support"], report.ancestry_rows(learner));
        write!(text, "\n{verdict}\n\n{edges}\n{paths}").expect("a string can be written to");
    }
    text + LEGEND
}

/// The heads of the table of learners, and a row for each; the numbers of a column have the same decimals.
fn learners(report: &StabilityReport<'_>) -> Vec<Vec<String>> {
    let mut rows = report.rows();
    let spreads: Vec<[Option<Statistic>; 7]> = report.found.iter().map(spreads).collect();
    for (index, column) in (FIRST_SPREAD..rows[0].len()).enumerate() {
        let values = spreads.iter().filter_map(|found| found[index]);
        let decimals = Decimals::of(values.flat_map(|one| [one.mean].into_iter().chain(one.sd)));
        let cell = |one: Statistic| match one.sd {
            Some(sd) => format!("{} ± {}", decimals.write(one.mean), decimals.write(sd)),
            None => decimals.write(one.mean),
        };
        for (row, found) in rows[1..].iter_mut().zip(&spreads) {
            row[column] = found[index].map_or_else(|| "–".to_owned(), cell);
        }
    }
    rows
}

/// The first column of the table of learners that holds means.
const FIRST_SPREAD: usize = 2;

/// The means of the table of learners: edges, and each distance between two graphs and to that of all rows.
fn spreads(found: &Stability) -> [Option<Statistic>; 7] {
    let edges = Statistic::of(found.resampled.iter().map(|graph| graph.edge_count() as f64));
    let [contsid, contsid_all] = found.contsid.map_or([None; 2], |found| [found.between, found.to_all_rows]);
    let (shd, sid) = (found.shd, found.sid);
    [edges, shd.between, shd.to_all_rows, sid.between, sid.to_all_rows, contsid, contsid_all]
}

const LEGEND: &str = "
SHD, SID  edges and effects in which two graphs differ, mean ± sd over each two, and from each to that of all rows
adjacent  the share of graphs that join two nodes; →, ←, — of these the share of each direction: → leads from the first
          node to the second
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
