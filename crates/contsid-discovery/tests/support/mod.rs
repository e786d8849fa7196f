//! Cases that other programs solved, and simulated data.

#![allow(clippy::doc_markdown, reason = "formulas carry subscripts")]
#![allow(dead_code, reason = "each test program uses its own part of this")]

#[path = "../../../contsid/tests/support/random.rs"]
mod random;

pub use random::{random_dag, seeded};

use contsid::data::{Column, Table};
use contsid::graph::{Dag, Edge, MixedGraph, NodeId, NodeNames};
use rand::{Rng, RngExt, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};
use serde_json::Value;
use std::borrow::Cow;
use std::path::Path;

/// The cases of `tests/vectors/discovery.json`.
pub fn cases() -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/discovery.json");
    let text = std::fs::read_to_string(path).expect("the vectors stand in the repository");
    let mut file: Value = serde_json::from_str(&text).expect("the vectors are JSON");
    serde_json::from_value(file["cases"].take()).expect("the cases are a list")
}

/// A name for a case in messages.
pub fn title(case: &Value) -> String {
    format!("p = {}, seed {}", case["p"], case["seed"])
}

/// The number of variables of a case.
pub fn variables(case: &Value) -> u64 {
    case["p"].as_u64().expect("p is a count")
}

/// The data of a case.
pub fn data(case: &Value) -> Table {
    let rows: Vec<Vec<f64>> = serde_json::from_value(case["data"].clone()).expect("data are rows of numbers");
    let columns = (0..rows[0].len()).map(|k| Column::Numeric(rows.iter().map(|row| row[k]).collect())).collect();
    Table::new(NodeNames::numbered(rows[0].len()), columns).expect("the data are a table")
}

/// A graph of a case: 1 at (a, b) and (b, a) is an undirected edge.
pub fn graph(case: &Value, key: &str) -> MixedGraph {
    let rows: Vec<Vec<f64>> = serde_json::from_value(case[key].clone()).expect("a graph is rows of numbers");
    let mut edges = Vec::new();
    for (a, row) in rows.iter().enumerate() {
        for (b, back) in rows.iter().enumerate().skip(a + 1) {
            let [first, second] = [a, b].map(NodeId::new);
            match (row[b] != 0.0, back[a] != 0.0) {
                (true, true) => edges.push(Edge::undirected(first, second)),
                (true, false) => edges.push(Edge::directed(first, second)),
                (false, true) => edges.push(Edge::directed(second, first)),
                (false, false) => {}
            }
        }
    }
    MixedGraph::from_edges(rows.len(), edges).expect("each pair is joined once")
}

/// The adjacent pairs, the smaller first.
pub fn adjacencies(graph: &MixedGraph) -> Vec<(NodeId, NodeId)> {
    let mut pairs: Vec<_> = graph.edges().map(|edge| (edge.from.min(edge.to), edge.from.max(edge.to))).collect();
    pairs.sort_unstable();
    pairs
}

/// The number of pairs that are joined differently.
pub fn differing_pairs(a: &MixedGraph, b: &MixedGraph) -> usize {
    let joined =
        |graph: &MixedGraph, x, y| (graph.has_directed(x, y), graph.has_directed(y, x), graph.has_undirected(x, y));
    let pairs = a.nodes().flat_map(|x| a.nodes().filter(move |&y| x < y).map(move |y| (x, y)));
    pairs.filter(|&(x, y)| joined(a, x, y) != joined(b, x, y)).count()
}

/// Linear effects of size 0.5 to 1 with either sign, and noise from a function.
pub fn linear_data<R: Rng>(dag: &Dag, rows: usize, rng: &mut R, noise: impl Fn(&mut R) -> f64) -> Table {
    let mut columns: Vec<Vec<f64>> = vec![Vec::new(); dag.node_count()];
    for &node in dag.topological_order() {
        let mut values: Vec<f64> = (0..rows).map(|_| noise(rng)).collect();
        for parent in dag.parents(node) {
            let sign = if rng.random_bool(0.5) { 1.0 } else { -1.0 };
            let weight = sign * rng.random_range(0.5..1.0);
            values.iter_mut().zip(&columns[parent.index()]).for_each(|(value, cause)| *value += weight * cause);
        }
        columns[node.index()] = values;
    }
    let columns = columns.into_iter().map(Column::numbers).collect();
    Table::new(NodeNames::numbered(dag.node_count()), columns).expect("the data are a table")
}

/// A number from the standard normal distribution.
pub fn normal(rng: &mut impl Rng) -> f64 {
    StandardNormal.sample(rng)
}

/// A number from the exponential distribution with mean one.
pub fn exponential(rng: &mut impl Rng) -> f64 {
    rand_distr::Exp1.sample(rng)
}

/// A random order of the nodes.
pub fn shuffled(nodes: usize, rng: &mut impl Rng) -> Vec<NodeId> {
    let mut order: Vec<NodeId> = NodeId::all(nodes).collect();
    order.shuffle(rng);
    order
}

/// Linear data in which no adjacent pair is nearly independent given any set of others, as PC needs to find the true
/// class.
pub fn faithful_data(nodes: usize, probability: f64, rows: usize, rng: &mut ChaCha8Rng) -> (Dag, Table) {
    loop {
        let truth = random_dag(nodes, probability, rng);
        let table = linear_data(&truth, rows, rng, normal);
        if truth.edges().all(|(from, to)| weakest_link(&table, from.index(), to.index()) > 0.05) {
            return (truth, table);
        }
    }
}

/// The smallest partial correlation of two columns, given any set of the others.
fn weakest_link(table: &Table, x: usize, y: usize) -> f64 {
    let columns: Vec<Cow<'_, [f64]>> = table.columns().iter().filter_map(Column::as_numeric).collect();
    let others: Vec<usize> = (0..columns.len()).filter(|&k| k != x && k != y).collect();
    let pairs: Vec<Vec<f64>> = columns.iter().map(|a| columns.iter().map(|b| correlation(a, b)).collect()).collect();
    let sets = (0..1_usize << others.len())
        .map(|bits| others.iter().enumerate().filter(|(k, _)| bits >> k & 1 == 1).map(|(_, &other)| other).collect());
    sets.map(|set: Vec<usize>| recursive_partial(&pairs, x, y, &set).abs()).fold(1.0, f64::min)
}

fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (a_mean, b_mean) = (mean(a), mean(b));
    let sum = |f: &dyn Fn(f64, f64) -> f64| a.iter().zip(b).map(|(x, y)| f(x - a_mean, y - b_mean)).sum::<f64>();
    sum(&|x, y| x * y) / (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt()
}

/// r_xy.Sz = (r_xy.S − r_xz.S r_yz.S) / √((1 − r_xz.S²)(1 − r_yz.S²))
fn recursive_partial(pairs: &[Vec<f64>], x: usize, y: usize, given: &[usize]) -> f64 {
    let Some((&z, rest)) = given.split_first() else { return pairs[x][y] };
    let r = |a, b| recursive_partial(pairs, a, b, rest);
    let (xz, yz) = (r(x, z), r(y, z));
    (r(x, y) - xz * yz) / ((1.0 - xz * xz) * (1.0 - yz * yz)).sqrt()
}
