//! Writes the pages that the browser tests open: `cargo run -p contsid-report --example pages -- DIRECTORY`.
//!
//! The data are linear with Gaussian noise; the learnt graphs are the truth with some edges left out, turned or added.

use contsid::comparison::{Comparison, ComparisonOptions, compare};
use contsid::data::{Column, Table};
use contsid::distance::contsid::{ContSidOptions, Prepared};
use contsid::execution::Execution;
use contsid::graph::{Cpdag, Dag, MixedGraph, NodeId, NodeNames};
use contsid_report::comparison::{ComparisonReport, LearntGraph, NamedGraph, Observations};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::args().nth(1).ok_or("name a directory")?;
    let directory = Path::new(&directory);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let twenty = Scene::random(20, 300, 3, &mut rng);
    std::fs::write(directory.join("twenty.html"), twenty.page()?)?;
    let fifty = Scene::random(50, 300, 3, &mut rng);
    std::fs::write(directory.join("fifty.html"), fifty.page()?)?;
    let mut hostile = Scene::random(4, 60, 2, &mut rng);
    hostile.names = NodeNames::new([
        "<script>alert(1)</script>",
        "</script><img src=x onerror=alert(2)>",
        "\u{2028}quote\" ' & {{model}}",
        "a name that is much longer than any box that is drawn for it",
    ])?;
    hostile.table = Table::new(hostile.names.clone(), hostile.table.columns().to_vec())?;
    hostile.learnt.last_mut().expect("there are two").0 = String::from("<b>learnt</b>");
    std::fs::write(directory.join("hostile.html"), hostile.page()?)?;
    std::fs::write(directory.join("categories.html"), categories(&mut rng)?.page()?)?;
    let mut class = Scene::random(8, 200, 1, &mut rng);
    let completed = Cpdag::of(&Dag::try_from(class.learnt[0].1.clone())?);
    class.learnt.push(("class".to_owned(), completed.as_ref().clone()));
    std::fs::write(directory.join("class.html"), class.page()?)?;
    Ok(())
}

/// Graphs and data.
struct Scene {
    names: NodeNames,
    truth: Dag,
    learnt: Vec<(String, MixedGraph)>,
    table: Table,
}

impl Scene {
    fn random(nodes: usize, samples: usize, graphs: usize, rng: &mut impl Rng) -> Self {
        let truth = random_dag(nodes, 3.0 / nodes as f64, rng);
        let learnt = (0..graphs).map(|graph| {
            let share = 0.14 + 0.1 * graph as f64;
            (["first.csv", "second.csv", "third.csv"][graph].to_owned(), spoilt(&truth, share, rng).into())
        });
        let (learnt, names) = (learnt.collect(), NodeNames::numbered(nodes));
        let table = linear_data(&truth, &names, samples, rng);
        Self { names, truth, learnt, table }
    }

    fn page(&self) -> Result<String, Box<dyn Error>> {
        let (execution, options) = (Execution::default(), ComparisonOptions::default());
        let prepared = Prepared::new(&self.table, &ContSidOptions::default(), &execution)?;
        let truth = MixedGraph::from(self.truth.clone());
        let compared =
            |(_, graph): &(String, MixedGraph)| compare(&truth, graph, Some(&prepared), &options, &execution);
        let comparisons: Vec<Comparison> = self.learnt.iter().map(compared).collect::<Result<_, _>>()?;
        let learnt: Vec<LearntGraph<'_>> = (self.learnt.iter().zip(&comparisons))
            .map(|((name, graph), comparison)| LearntGraph { graph: NamedGraph { name, graph }, comparison })
            .collect();
        let report = ComparisonReport {
            title: format!("{} learnt graphs against truth.csv", learnt.len()),
            introduction: None,
            names: &self.names,
            truth: NamedGraph { name: "truth.csv", graph: &truth },
            learnt,
            options: &options,
            data: Some(Observations { table: &self.table, prepared: &prepared }),
            settings: vec![("kernel".to_owned(), "gaussian".to_owned()), ("lambda".to_owned(), "1/N".to_owned())],
            command: Some(
                "contsid compare truth.csv first.csv second.csv third.csv --data data.csv --html report.html"
                    .to_owned(),
            ),
        };
        Ok(report.html(&execution)?)
    }
}

/// A standard normal number, by the method of Box and Muller.
fn normal(rng: &mut impl Rng) -> f64 {
    let (radius, angle): (f64, f64) = (1.0 - rng.random::<f64>(), rng.random());
    (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}

fn random_dag(nodes: usize, probability: f64, rng: &mut impl Rng) -> Dag {
    let pairs = (0..nodes).flat_map(|from| (from + 1..nodes).map(move |to| (NodeId::new(from), NodeId::new(to))));
    let edges: Vec<_> = pairs.filter(|_| rng.random_bool(probability)).collect();
    Dag::from_edges(nodes, edges).expect("edges follow the order")
}

/// The graph with a share of its edges left out, of its edges turned where that is legal, and of new edges.
fn spoilt(truth: &Dag, share: f64, rng: &mut impl Rng) -> Dag {
    let mut learnt = truth.clone();
    for (from, to) in truth.edges() {
        let others = |graph: &Dag| graph.edges().filter(|&edge| edge != (from, to)).collect::<Vec<_>>();
        let mut edges = others(&learnt);
        if rng.random_bool(share) {
            edges.push((to, from));
        } else if !rng.random_bool(share) {
            edges.push((from, to));
        }
        learnt = Dag::from_edges(truth.node_count(), edges).unwrap_or(learnt);
    }
    let count = truth.node_count();
    for _ in truth.edges().filter(|_| rng.random_bool(share)).collect::<Vec<_>>() {
        let mut edges: Vec<_> = learnt.edges().collect();
        edges.push((NodeId::new(rng.random_range(0..count)), NodeId::new(rng.random_range(0..count))));
        learnt = Dag::from_edges(count, edges).unwrap_or(learnt);
    }
    learnt
}

fn linear_data(dag: &Dag, names: &NodeNames, samples: usize, rng: &mut impl Rng) -> Table {
    let mut columns = vec![Vec::new(); dag.node_count()];
    for &node in dag.topological_order() {
        let mut values: Vec<f64> = (0..samples).map(|_| normal(rng)).collect();
        for parent in dag.parents(node) {
            let weight = rng.random_range(0.5..1.5) * if rng.random_bool(0.5) { 1.0 } else { -1.0 };
            let source: &Vec<f64> = &columns[parent.index()];
            values.iter_mut().zip(source).for_each(|(value, from)| *value += weight * from);
        }
        columns[node.index()] = values;
    }
    Table::new(names.clone(), columns.into_iter().map(Column::Numeric).collect()).expect("finite columns")
}

/// Three variables of which one is a category and one a small count.
fn categories(rng: &mut impl Rng) -> Result<Scene, Box<dyn Error>> {
    let [dose, group, outcome] = [0, 1, 2].map(NodeId::new);
    let (mut doses, mut groups, mut outcomes) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..200 {
        let level = u32::from(rng.random_bool(0.4)) + u32::from(rng.random_bool(0.4));
        let amount: f64 = normal(rng) + f64::from(level);
        groups.push(level);
        doses.push(amount);
        outcomes.push((amount + normal(rng)).clamp(-2.0, 4.0).round());
    }
    let levels = ["control", "low", "high"].map(str::to_owned).to_vec();
    let names = NodeNames::new(["dose", "group", "outcome"])?;
    let columns =
        vec![Column::Numeric(doses), Column::Categorical { codes: groups, levels }, Column::Numeric(outcomes)];
    let truth = Dag::from_edges(3, [(group, dose), (dose, outcome)])?;
    let turned = Dag::from_edges(3, [(dose, group), (dose, outcome)])?;
    let empty = Dag::from_edges(3, [])?;
    let learnt = vec![("turned".to_owned(), turned.into()), ("empty".to_owned(), empty.into())];
    Ok(Scene { table: Table::new(names.clone(), columns)?, names, truth, learnt })
}
