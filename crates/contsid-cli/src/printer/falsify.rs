//! What data alone say about graphs, for people and for programs.

use super::json::{FileObject, Printed};
use crate::inputs::graphs;
use anyhow::Result;
use contsid_io::escaped;
use contsid_io::graph::NamedGraph;
use contsid_report::falsification::{FalsificationReport, permuted_share};
use contsid_report::number::p_value;
use contsid_study::tables::{Justify, aligned};
use std::fmt::Write;

pub fn print_json(report: &FalsificationReport<'_>, graphs: &[NamedGraph], notes: &[String]) -> Result<()> {
    let files = graphs.iter().map(FileObject::new).collect();
    Printed { document: report.document(), files, notes, skipped: &[] }.print()
}

pub fn print(report: &FalsificationReport<'_>, graphs: &[NamedGraph]) -> Result<()> {
    super::print(&text(report, graphs))
}

fn text(report: &FalsificationReport<'_>, graphs: &[NamedGraph]) -> String {
    let mut text = String::new();
    let written = "a string can be written to";
    for graph in graphs {
        writeln!(text, "graph   {}", graphs::line(graph)).expect(written);
    }
    let falsified = report.falsified;
    writeln!(text, "data    {}", report.table.description()).expect(written);
    writeln!(text, "test    {}: {}\n\n{}\n", falsified.test, falsified.reason, table(report)).expect(written);
    for (index, (graph, verdict)) in report.graphs.iter().zip(report.verdicts()).enumerate() {
        writeln!(text, "{}: {verdict}", escaped(graph.name)).expect(written);
        report.violations(index).iter().for_each(|line| writeln!(text, "    {line}").expect(written));
    }
    text + LEGEND
}

const LEGEND: &str = "
violated  a node is not independent of a non-descendant given its parents, by a test at the level alpha
p_LMC     the share of graphs with permuted labels that have at most as many violations
p_TPA     the share of graphs with permuted labels that claim the same; above 0.05 the graph is not falsifiable
uniform   Kolmogorov and Smirnov's p-value of p-values that are uniform, as those of a true graph would be if its tests
          did not depend on each other: one true graph in five is below 0.05
";

fn table(report: &FalsificationReport<'_>) -> String {
    let header = ["graph", "tests", "violated", "share", "p_LMC", "p_TPA", "uniform", ""];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for ((graph, found), outcome) in report.graphs.iter().zip(&report.falsified.graphs).zip(report.outcomes()) {
        let share = found.share().map_or_else(|| "–".to_owned(), |share| format!("{:.0} %", 100.0 * share));
        let uniform = found.ks_p_value.map_or_else(|| "–".to_owned(), p_value);
        rows.push(vec![
            escaped(graph.name).into_owned(),
            found.tests.len().to_string(),
            found.violations.to_string(),
            share,
            permuted_share(found.p_lmc, found),
            permuted_share(found.p_tpa, found),
            uniform,
            outcome.to_owned(),
        ]);
    }
    let justify = |column| if column == 0 || column == 7 { Justify::Left } else { Justify::Right };
    aligned(&rows, justify, 2).join("\n")
}
