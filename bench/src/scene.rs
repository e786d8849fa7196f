//! Random graphs and data for the examples.
//!
//! The data are linear with Gaussian noise; the learnt graphs are the truth with some edges left out, turned or added.

use crate::Outcome;
use contsid::comparison::{Comparison, ComparisonData, ComparisonOptions, DataChoices, compare_all, rank};
use contsid::data::{Column, Table};
use contsid::effect::{ContSidOptions, CrossFitOptions, Prepared};
use contsid::execution::Execution;
use contsid::graph::{Cpdag, Dag, MixedGraph, NodeId, NodeNames};
use contsid_report::comparison::{ComparisonReport, LearntGraph, Observations, ShownGraph, title};
use rand::{Rng, RngExt};

/// Graphs and data.
pub struct Scene {
    pub names: NodeNames,
    pub truth_name: String,
    pub truth: Dag,
    pub learnt: Vec<(String, MixedGraph)>,
    pub table: Table,
    pub options: ComparisonOptions,
    pub contsid: ContSidOptions,
}

impl Scene {
    /// With the usual choices.
    pub fn new(truth: Dag, learnt: Vec<(String, MixedGraph)>, table: Table) -> Self {
        let (options, contsid) = (ComparisonOptions::default(), ContSidOptions::default());
        let (names, truth_name) = (table.names().clone(), "truth.csv".to_owned());
        Self { names, truth_name, truth, learnt, table, options, contsid }
    }

    pub fn random(nodes: usize, samples: usize, graphs: usize, rng: &mut impl Rng) -> Self {
        let truth = random_dag(nodes, (3.0 / nodes as f64).min(1.0), rng);
        let learnt = (0..graphs).map(|graph| {
            let share = 0.14 + 0.1 * graph as f64;
            let name = ["first.csv", "second.csv", "third.csv"].get(graph).map(|&name| name.to_owned());
            (name.unwrap_or_else(|| format!("graph-{}.csv", graph + 1)), spoilt(&truth, share.min(0.6), rng).into())
        });
        let learnt = learnt.collect();
        let table = linear_data(&truth, &NodeNames::numbered(nodes), samples, rng);
        Self::new(truth, learnt, table)
    }

    /// The learnt graphs, each as the completed graph of its class.
    pub fn completed(mut self) -> Self {
        for (_, graph) in &mut self.learnt {
            let dag = Dag::try_from(graph.clone()).expect("learnt graphs are directed and acyclic");
            *graph = Cpdag::of(&dag).as_ref().clone();
        }
        self
    }

    /// All rows together, unless they are too many.
    pub fn prepared(&self, execution: &Execution<'_>) -> Outcome<Option<Prepared<'static>>> {
        Ok(DataChoices::default().all_rows(&self.table, &self.contsid, execution)?)
    }

    pub fn comparisons(&self, prepared: Option<&Prepared<'_>>, execution: &Execution<'_>) -> Outcome<Vec<Comparison>> {
        let truth = MixedGraph::from(self.truth.clone());
        let parts = Prepared::in_parts(&self.table, &self.contsid, &CrossFitOptions::default(), execution)?;
        let data = ComparisonData { all_rows: prepared, parts: Some(&parts) };
        let learnt: Vec<&MixedGraph> = self.learnt.iter().map(|(_, graph)| graph).collect();
        Ok(compare_all(&truth, &learnt, data, &self.options, execution)?)
    }

    pub fn page(
        &self,
        prepared: Option<&Prepared<'_>>,
        comparisons: &[Comparison],
        execution: &Execution<'_>,
    ) -> Outcome<String> {
        let truth = MixedGraph::from(self.truth.clone());
        let learnt: Vec<LearntGraph<'_>> = (self.learnt.iter().zip(comparisons))
            .map(|((name, graph), comparison)| LearntGraph { graph: ShownGraph { name, graph }, comparison })
            .collect();
        let graphs: Vec<&str> = learnt.iter().map(|learnt| learnt.graph.name).collect();
        let ranking = rank(&graphs, &comparisons.iter().collect::<Vec<_>>(), None);
        let parts = DataChoices::default().parts(&self.table, &self.contsid, execution)?;
        let report = ComparisonReport {
            title: title(&self.truth_name, &learnt),
            introduction: None,
            names: &self.names,
            truth: ShownGraph { name: &self.truth_name, graph: &truth },
            learnt,
            ranking: &ranking,
            options: &self.options,
            data: Some(Observations { table: &self.table, options: &self.contsid, prepared, parts: parts.as_ref() }),
            settings: vec![("kernel".to_owned(), "gaussian".to_owned()), ("lambda".to_owned(), "1/N".to_owned())],
            command: Some(
                "contsid compare truth.csv first.csv second.csv third.csv --data data.csv --html report.html"
                    .to_owned(),
            ),
        };
        Ok(report.html(execution)?)
    }
}

/// A standard normal number, by the method of Box and Muller.
pub fn normal(rng: &mut impl Rng) -> f64 {
    let (radius, angle): (f64, f64) = (1.0 - rng.random::<f64>(), rng.random());
    (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}

fn random_dag(nodes: usize, probability: f64, rng: &mut impl Rng) -> Dag {
    let pairs = (0..nodes).flat_map(|from| (from + 1..nodes).map(move |to| (NodeId::new(from), NodeId::new(to))));
    let edges: Vec<_> = pairs.filter(|_| rng.random_bool(probability)).collect();
    Dag::from_edges(nodes, edges).expect("edges follow the order")
}

/// The graph with a share of its edges left out, of its edges turned where that is legal, and of new edges.
pub fn spoilt(truth: &Dag, share: f64, rng: &mut impl Rng) -> Dag {
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

pub fn linear_data(dag: &Dag, names: &NodeNames, samples: usize, rng: &mut impl Rng) -> Table {
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
    Table::new(names.clone(), columns.into_iter().map(Column::numbers).collect()).expect("finite columns")
}
