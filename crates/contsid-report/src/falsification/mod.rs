//! What data alone say about graphs: one object for programs, one sentence for each graph, and one page.

mod page;

use crate::comparison::ShownGraph;
use crate::number::{counted, p_value, short};
use contsid::data::Table;
use contsid::falsification::{Falsification, Falsified, FalsifyOptions, LocalTest};
use contsid::graph::NodeNames;
use contsid::named::Named;
use serde::Serialize;

/// The violated claims that are listed for each graph.
const LISTED: usize = 10;

/// Graphs, the data that they were tested on, and what was found.
#[derive(Clone, Debug)]
pub struct FalsificationReport<'a> {
    /// The graphs, in the order in which they were tested.
    pub graphs: Vec<ShownGraph<'a>>,
    /// The data.
    pub table: &'a Table,
    /// Every choice.
    pub options: &'a FalsifyOptions,
    /// What was found.
    pub falsified: &'a Falsified,
}

/// What data say about graphs, for programs.
#[derive(Debug, Serialize)]
pub struct FalsificationDocument<'a> {
    graphs: Vec<TestedObject<'a>>,
    nodes: Vec<&'a str>,
    samples: usize,
    /// What the data are, in one line.
    data: String,
    settings: TestSettings,
}

/// What was chosen.
#[derive(Debug, Serialize)]
struct TestSettings {
    /// The test that was made.
    test: &'static str,
    /// Why.
    reason: &'static str,
    alpha: f64,
    permutations: usize,
    seed: u64,
}

/// What data say about one graph.
#[derive(Debug, Serialize)]
struct TestedObject<'a> {
    graph: &'a str,
    tests: usize,
    violations: usize,
    share: Option<f64>,
    ks_p_value: Option<f64>,
    anderson_darling: Option<f64>,
    permutations: usize,
    p_lmc: f64,
    p_tpa: f64,
    falsifiable: bool,
    rejected: bool,
    worst: Vec<ViolationObject<'a>>,
    /// Whether undirected edges were directed in one of the ways that they allow.
    is_class: bool,
    verdict: String,
    /// All p-values, the smallest first.
    p_values: Vec<f64>,
    permuted_violations: &'a [usize],
}

/// A claim that the data contradict.
#[derive(Debug, Serialize)]
struct ViolationObject<'a> {
    node: &'a str,
    other: &'a str,
    given: Vec<&'a str>,
    p_value: f64,
}

impl<'a> ViolationObject<'a> {
    fn new(test: &LocalTest, names: &'a NodeNames) -> Self {
        Self {
            node: names.name(test.node),
            other: names.name(test.other),
            given: test.given.iter().map(|&node| names.name(node)).collect(),
            p_value: test.p_value,
        }
    }
}

impl<'a> FalsificationReport<'a> {
    /// All numbers.
    pub fn document(&self) -> FalsificationDocument<'a> {
        let Self { table, options, falsified, .. } = *self;
        let named = self.graphs.iter().zip(&falsified.graphs);
        FalsificationDocument {
            graphs: named.map(|(graph, found)| TestedObject::new(graph.name, found, table.names())).collect(),
            nodes: table.names().iter().collect(),
            samples: table.row_count(),
            data: table.description(),
            settings: TestSettings {
                test: falsified.test.name(),
                reason: falsified.reason,
                alpha: options.alpha.value(),
                permutations: options.permutations.get(),
                seed: options.seed,
            },
        }
    }

    /// What the data do with each graph, in a word or two.
    pub fn outcomes(&self) -> Vec<&'static str> {
        self.falsified.graphs.iter().map(outcome).collect()
    }

    /// One sentence for each graph.
    pub fn verdicts(&self) -> Vec<String> {
        self.falsified.graphs.iter().map(verdict).collect()
    }

    /// The first violated claims of a graph, in words, and how many more there are.
    pub fn violations(&self, graph: usize) -> Vec<String> {
        let (names, found) = (self.table.names(), &self.falsified.graphs[graph]);
        let worst = found.worst().iter().take(LISTED).map(|test| format!("violated: {}", in_words(test, names)));
        let more = found.violations.saturating_sub(LISTED);
        worst.chain((more > 0).then(|| format!("and {more} more"))).collect()
    }
}

impl<'a> TestedObject<'a> {
    fn new(graph: &'a str, found: &'a Falsification, names: &'a NodeNames) -> Self {
        Self {
            graph,
            tests: found.tests.len(),
            violations: found.violations,
            share: found.share(),
            ks_p_value: found.ks_p_value,
            anderson_darling: found.anderson_darling,
            permutations: found.permutations,
            p_lmc: found.p_lmc,
            p_tpa: found.p_tpa,
            falsifiable: found.falsifiable(),
            rejected: found.rejected(),
            worst: found.worst().iter().take(LISTED).map(|test| ViolationObject::new(test, names)).collect(),
            is_class: found.is_class,
            verdict: verdict(found),
            p_values: found.tests.iter().map(|test| test.p_value).collect(),
            permuted_violations: &found.permuted_violations,
        }
    }
}

fn outcome(found: &Falsification) -> &'static str {
    match (found.falsifiable(), found.rejected()) {
        (_, true) => "rejected",
        (true, false) => "not rejected",
        (false, false) => "not falsifiable",
    }
}

fn verdict(found: &Falsification) -> String {
    let violations = format!("{} of {}", counted(found.violations, "violation"), found.tests.len());
    if !found.falsifiable() {
        let share = short(100.0 * found.p_tpa);
        return match found.tests.len() {
            0 => "not falsifiable: it claims no independence".to_owned(),
            _ => format!("not falsifiable: {share} % of random labels claim the same independences ({violations})"),
        };
    }
    let (word, comparison) =
        if found.rejected() { ("rejected", "no fewer than") } else { ("not rejected", "fewer than") };
    let verb = if found.violations == 1 { "is" } else { "are" };
    let p = if found.p_lmc > 0.0 { p_value(found.p_lmc) } else { format!("p < {}", short(smallest_share(found))) };
    format!("{word}: its {violations} {verb} {comparison} those of random labels ({p})")
}

/// A share of permuted graphs. If there is none among them, the share of all that exist is only known to be small.
pub fn permuted_share(share: f64, found: &Falsification) -> String {
    if share > 0.0 { short(share) } else { format!("<{}", short(smallest_share(found))) }
}

/// The smallest share of permuted graphs that is not 0.
fn smallest_share(found: &Falsification) -> f64 {
    1.0 / found.permutations as f64
}

/// `a ⟂ b | c, d (p < 0.001)`
fn in_words(test: &LocalTest, names: &NodeNames) -> String {
    let given = test.given.iter().map(|&node| names.name(node)).collect::<Vec<_>>().join(", ");
    let given = if given.is_empty() { String::new() } else { format!(" | {given}") };
    format!("{} ⟂ {}{given} ({})", names.name(test.node), names.name(test.other), p_value(test.p_value))
}
