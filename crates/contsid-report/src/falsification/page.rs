//! The page of graphs that were tested on data alone.

use super::{FalsificationReport, outcome, permuted_share, verdict};
use crate::comparison::{GraphName, LayoutModel, ShownGraph, edge_numbers, without_common_directory};
use crate::number::{count, counted, p_value, short, ticks};
use crate::page::{Page, PageEnd};
use crate::rich::Rich;
use crate::terms::OF_FALSIFICATIONS;
use crate::verdict::VerdictModel;
use contsid::falsification::{Falsification, LocalTest};
use contsid::graph::{Edge, MixedGraph, NodeId};
use contsid::named::Named;
use serde::Serialize;
use std::collections::BTreeSet;

const SCRIPTS: [&str; 3] = [
    include_str!("../../assets/graph.js"),
    include_str!("../../assets/marked.js"),
    include_str!("../../assets/falsification.js"),
];

/// The bars of p-values.
const P_BARS: usize = 20;

/// The most bars of the violations of permuted graphs.
const MOST_BARS: usize = 30;

/// The most violated claims of a graph that are drawn: more lines cannot be followed.
const MOST_DRAWN: usize = 30;

/// The most claims of a graph that are listed, those with the smallest p-values.
const MOST_CLAIMS: usize = 2000;

#[derive(Serialize)]
struct FalsificationModel<'a> {
    title: String,
    summary: String,
    verdict: VerdictModel,
    alpha: f64,
    nodes: Vec<&'a str>,
    layout: Option<LayoutModel>,
    /// What lines mean.
    marks: [(&'static str, &'static str); 2],
    learnt: Vec<TestedGraph>,
    #[serde(flatten)]
    end: PageEnd,
}

#[derive(Serialize)]
struct TestedGraph {
    graph: GraphName,
    outcome: &'static str,
    words: String,
    tests: usize,
    violations: usize,
    /// The shares of both: p of violations, p of the same claims, and that of uniform p-values.
    p_values: [String; 3],
    /// Edges and violated pairs: the ends, 1 if directed, and which of both it is.
    drawn: Vec<(usize, usize, usize, &'static str)>,
    histogram: Histogram,
    permuted: Histogram,
    claims: Vec<TestedClaim>,
}

/// Bars of equal width from 0 on, and the numbers of both axes.
#[derive(Serialize)]
struct Histogram {
    width: f64,
    counts: Vec<usize>,
    across: Vec<(f64, String)>,
    upwards: Vec<(f64, String)>,
}

#[derive(Serialize)]
struct TestedClaim {
    node: usize,
    other: usize,
    given: Vec<usize>,
    p: String,
    p_value: f64,
}

impl FalsificationReport<'_> {
    /// The page: one file without any part elsewhere. `command` makes it again.
    ///
    /// # Errors
    ///
    /// If the model cannot be written as JSON.
    pub fn html(&self, command: Option<&str>) -> Result<String, serde_json::Error> {
        let model = self.model(command);
        Page { title: &model.title, model: &model, scripts: &SCRIPTS }.html()
    }

    fn model(&self, command: Option<&str>) -> FalsificationModel<'_> {
        let full: Vec<&str> = self.graphs.iter().map(|graph| graph.name).collect();
        let (shown, mut left_out) = (without_common_directory(&full), Vec::new());
        let found = &self.falsified.graphs;
        let title = match &shown[..] {
            [one] => format!("{one} tested on data alone"),
            _ => format!("{} graphs tested on data alone", shown.len()),
        };
        let layout = self.layout(&mut left_out);
        for (name, found) in shown.iter().zip(found).filter(|(_, found)| found.tests.len() > MOST_CLAIMS) {
            let (most, all) = (count(MOST_CLAIMS), count(found.tests.len()));
            left_out
                .push(format!("Of the {all} claims of {name} only the {most} with the smallest p-values are listed."));
        }
        let tested = self.graphs.iter().zip(&shown).zip(found);
        FalsificationModel {
            title,
            summary: self.summary(),
            verdict: VerdictModel::new(headline(found).into_iter().chain(sentences(&shown, found))),
            alpha: self.options.alpha.value(),
            nodes: self.table.names().iter().collect(),
            layout,
            marks: [("right", "edge"), ("violated", "violated: dependent, although the graph says they are not")],
            learnt: tested.map(|((graph, name), found)| TestedGraph::new(*graph, name, found)).collect(),
            end: PageEnd::new(OF_FALSIFICATIONS).made_by(command, self.settings()).without(left_out),
        }
    }

    fn summary(&self) -> String {
        let rows = counted(self.table.row_count(), "row");
        format!("{}, {}, {rows}", counted(self.graphs.len(), "graph"), counted(self.table.names().len(), "node"))
    }

    /// One drawing for all graphs and the violated pairs that are drawn.
    fn layout(&self, left_out: &mut Vec<String>) -> Option<LayoutModel> {
        let (first, others) = self.graphs.split_first()?;
        let violated = self.falsified.graphs.iter().map(|found| {
            let edges = drawn_pairs(found).into_iter().map(|[a, b]| Edge::undirected(a, b));
            MixedGraph::from_edges(self.table.names().len(), edges).expect("different pairs of nodes")
        });
        let violated: Vec<MixedGraph> = violated.collect();
        let others = others.iter().map(|graph| graph.graph).chain(&violated);
        LayoutModel::shared(self.table.names(), first.graph, others, left_out)
    }

    fn settings(&self) -> Vec<(String, String)> {
        let (options, falsified) = (self.options, self.falsified);
        [
            ("test", format!("{}: {}", falsified.test.name(), falsified.reason)),
            ("level α", short(options.alpha.value())),
            ("permutations", count(options.permutations.get())),
            ("seed", options.seed.to_string()),
            ("data", self.table.description()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .to_vec()
    }
}

/// How many of several graphs are rejected, in one sentence.
fn headline(found: &[Falsification]) -> Option<Rich> {
    if found.len() < 2 {
        return None;
    }
    let number = |wanted: &str| found.iter().filter(|one| outcome(one) == wanted).count();
    let verb = |count: usize, one: &str, more: &str| format!("{count} {}", if count == 1 { one } else { more });
    if number("not rejected") == found.len() {
        return Some(Rich::new(if found.len() == 2 { "Neither graph is rejected." } else { "No graph is rejected." }));
    }
    let all = if found.len() == 2 { "Both".to_owned() } else { format!("All {}", found.len()) };
    let parts = [
        (number("rejected"), "is rejected", "are rejected"),
        (number("not rejected"), "is not rejected", "are not rejected"),
        (number("not falsifiable"), "is not falsifiable", "are not falsifiable"),
    ];
    if let Some((.., words)) = parts.iter().find(|(count, ..)| *count == found.len()) {
        return Some(Rich::new(format!("{all} graphs {words}.")));
    }
    let parts = parts.into_iter().filter(|(count, ..)| *count > 0);
    let parts = parts.map(|(count, one, more)| Rich::new(verb(count, one, more))).collect();
    Some(Rich::new(format!("Of {} graphs ", found.len())).then(Rich::list(parts, "and")).words("."))
}

/// What the data say about each graph.
fn sentences(names: &[String], found: &[Falsification]) -> Vec<Rich> {
    let sentence =
        |(name, found): (&String, &Falsification)| Rich::default().name(name).words(format!(" is {}.", verdict(found)));
    names.iter().zip(found).map(sentence).collect()
}

/// The pairs whose claims are violated most clearly, each once.
fn drawn_pairs(found: &Falsification) -> Vec<[NodeId; 2]> {
    let pair = |test: &LocalTest| [test.node.min(test.other), test.node.max(test.other)];
    let mut known = BTreeSet::new();
    found.worst().iter().map(pair).filter(|pair| known.insert(*pair)).take(MOST_DRAWN).collect()
}

impl TestedGraph {
    fn new(ShownGraph { name: full, graph }: ShownGraph<'_>, name: &str, found: &Falsification) -> Self {
        let edges = graph.edges().map(edge_numbers).map(|[from, to, directed]| (from, to, directed, "right"));
        let violated = drawn_pairs(found).into_iter().map(|[a, b]| (a.index(), b.index(), 0, "violated"));
        let claim = |test: &LocalTest| TestedClaim {
            node: test.node.index(),
            other: test.other.index(),
            given: test.given.iter().map(|node| node.index()).collect(),
            p: p_value(test.p_value),
            p_value: test.p_value,
        };
        let p_values: Vec<f64> = found.tests.iter().map(|test| test.p_value).collect();
        let violations: Vec<f64> = found.permuted_violations.iter().map(|&count| count as f64).collect();
        let most = found.permuted_violations.iter().copied().max().unwrap_or(0).max(found.violations);
        let width = (most + 1).div_ceil(MOST_BARS);
        let uniform =
            found.ks_p_value.map_or_else(|| "–".to_owned(), |p| p_value(p).replace("p = ", "").replace("p < ", "<"));
        Self {
            graph: GraphName { name: name.to_owned() },
            outcome: outcome(found),
            words: format!("{full}: {}", verdict(found)),
            tests: found.tests.len(),
            violations: found.violations,
            p_values: [permuted_share(found.p_lmc, found), permuted_share(found.p_tpa, found), uniform],
            drawn: edges.chain(violated).collect(),
            histogram: Histogram::new(1.0 / P_BARS as f64, P_BARS, &p_values),
            permuted: Histogram::new(width as f64, (most + 1).div_ceil(width), &violations),
            claims: found.tests.iter().take(MOST_CLAIMS).map(claim).collect(),
        }
    }
}

impl Histogram {
    fn new(width: f64, bars: usize, values: &[f64]) -> Self {
        let mut counts = vec![0; bars];
        for value in values {
            #[expect(clippy::cast_sign_loss, reason = "p-values and counts are not negative")]
            let bar = (value / width) as usize;
            counts[bar.min(bars - 1)] += 1;
        }
        let highest = counts.iter().copied().max().unwrap_or(0).max(1);
        Self { width, across: ticks(0.0, width * bars as f64), upwards: ticks(0.0, highest as f64), counts }
    }
}
