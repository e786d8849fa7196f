//! Single fixes against whole comparisons of the fixed graphs.

mod support;

use contsid::comparison::{
    ComparisonData, ComparisonOptions, EdgeChange, FixOutcome, FixStep, Undirected, compare, fix_steps, fixes,
};
use contsid::data::{Column, Table};
use contsid::distance::Selection;
use contsid::distance::bounds::Span;
use contsid::effect::{ContSidOptions, CrossFitOptions, LambdaChoice, Prepared, contsid, contsid_limits};
use contsid::execution::Execution;
use contsid::graph::{Cpdag, Dag, Edge, GraphPair, MixedGraph, NodeId, NodeNames};
use support::asks::Asks;
use support::classes::with_edge_of;
use support::problems::normal;
use support::{random_dag, seeded};

/// The same sums, added up in another order.
const ROUNDING: f64 = 1e-12;
/// A change below this share of a distance is none.
const NOISE: f64 = 1e-9;

fn random_table(nodes: usize, rows: usize, rng: &mut impl rand::Rng) -> Table {
    let mut columns: Vec<Vec<f64>> = Vec::new();
    for index in 0..nodes {
        let noise = (0..rows).map(|_| normal(rng));
        let before: Vec<f64> = columns.last().cloned().unwrap_or_else(|| vec![0.0; rows]);
        columns.push(noise.zip(before).map(|(noise, before)| noise + before * (index % 3) as f64).collect());
    }
    Table::new(NodeNames::numbered(nodes), columns.into_iter().map(Column::numbers).collect()).expect("finite columns")
}

fn all_rows<'a>(prepared: &'a Prepared<'a>) -> ComparisonData<'a> {
    ComparisonData { all_rows: Some(prepared), parts: None }
}

/// What a fix adds to both bounds of contSID.
fn both_bounds(after: &FixOutcome) -> f64 {
    let change = after.contsid_change.expect("there are data");
    change.lower + change.upper
}

/// The learnt graph after a fix, by hand; none if it has a cycle.
fn fixed(truth: &Dag, learnt: &Dag, edge: Edge) -> Option<Dag> {
    let (a, b) = (edge.from, edge.to);
    let mut edges: Vec<_> = learnt.edges().filter(|&edge| edge != (a, b) && edge != (b, a)).collect();
    edges.extend([(a, b), (b, a)].into_iter().filter(|&(from, to)| truth.has_edge(from, to)));
    Dag::from_edges(truth.node_count(), edges).ok()
}

#[test]
fn each_fix_is_the_comparison_of_the_fixed_graph() {
    let mut rng = seeded(7);
    let (mut legal, mut illegal, mut helpful) = (0, 0, 0);
    for round in 0..30 {
        let (truth, learnt) = (random_dag(7, 0.4, &mut rng), random_dag(7, 0.4, &mut rng));
        let table = random_table(7, 40, &mut rng);
        let lambda = if round % 5 == 0 { LambdaChoice::LeaveOneOut } else { LambdaChoice::OneOverN };
        let options = ContSidOptions { lambda, ..ContSidOptions::default() };
        let prepared = Prepared::new(&table, &options, &Execution::default()).unwrap();
        let before = prepared.compare(GraphPair::new(&truth, &learnt).unwrap(), &Execution::default()).unwrap();
        let (true_graph, learnt_graph) = (MixedGraph::from(truth.clone()), MixedGraph::from(learnt.clone()));
        let choices = ComparisonOptions::default();
        let found = fixes(&true_graph, &learnt_graph, &choices, all_rows(&prepared), &Execution::default()).unwrap();
        let shd = compare(&true_graph, &learnt_graph, None, &choices, &Execution::default()).unwrap().shd.count;
        assert_eq!(found.len(), shd, "one fix for each edge that differs");
        let mut last = 0.0;
        for fix in &found {
            let (Ok(after), Some(graph)) = (&fix.outcome, fixed(&truth, &learnt, fix.edge)) else {
                assert!(fix.outcome.is_err() && fixed(&truth, &learnt, fix.edge).is_none());
                illegal += 1;
                last = f64::INFINITY;
                continue;
            };
            let pair = GraphPair::new(&truth, &graph).unwrap();
            let expected = contsid(pair, &table, &options, &Execution::default()).unwrap().total();
            let Span { lower, upper: contsid } = after.contsid.unwrap();
            assert_eq!(lower, contsid);
            assert_eq!(contsid, expected);
            assert!(contsid >= last, "the most rewarding first");
            last = contsid;
            let sid = contsid::distance::sid(pair).count();
            assert_eq!(after.sid, Span::point(sid));
            legal += 1;
            helpful += usize::from(contsid < before.total());
        }
    }
    assert!(legal > 100 && illegal > 10 && helpful > 50, "{legal} {illegal} {helpful}");
}

#[test]
fn fixes_of_undirected_graphs_are_the_bounds_of_the_fixed_classes() {
    let (mut rng, limits) = (seeded(8), contsid_limits());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let (mut open, mut closed, mut both, mut zero, mut worse) = (0, 0, 0, 0, 0);
    for round in 0..24 {
        let mut graph = |open| {
            let dag = random_dag(6, 0.45, &mut rng);
            if open { Cpdag::of(&dag).as_ref().clone() } else { dag.into() }
        };
        let (truth, learnt) = (graph(round % 3 != 0), graph(round % 3 != 1));
        let table = random_table(6, 30, &mut rng);
        let lambda = if round % 5 == 0 { LambdaChoice::LeaveOneOut } else { LambdaChoice::OneOverN };
        let options = ContSidOptions { lambda, ..ContSidOptions::default() };
        let prepare = || Prepared::new(&table, &options, &Execution::default()).unwrap();
        let (prepared, choices, threads) = (prepare(), ComparisonOptions::default(), Execution::default().on(&pool));
        let before = compare(&truth, &learnt, Some(&prepared), &choices, &threads).unwrap();
        let found = fixes(&truth, &learnt, &choices, all_rows(&prepared), &threads).unwrap();
        let true_class = Undirected::Bounds.class_of(&truth).unwrap();
        for fix in &found {
            let Ok(class) = Undirected::Bounds.class_of(&with_edge_of(&truth, &learnt, fix.edge)) else {
                assert!(fix.outcome.is_err());
                continue;
            };
            let pair = GraphPair::new(&true_class, &class).unwrap();
            let expected = prepare().bounds(pair, &Selection::all(6), limits, &Execution::default()).unwrap();
            let after = fix.outcome.as_ref().unwrap();
            let (Span { lower, upper }, added) = (after.contsid.unwrap(), after.contsid_change.unwrap());
            let contsid = before.contsid.as_ref().unwrap().span();
            for (added, [before, after]) in
                [(added.lower, [contsid.lower, lower]), (added.upper, [contsid.upper, upper])]
            {
                assert!((added - (after - before)).abs() <= NOISE * after.max(before).max(1.0));
                zero += usize::from(added == 0.0);
                worse += usize::from(added > 0.0);
            }
            assert_eq!(after.sid_change.lower, after.sid.lower.cast_signed() - before.sid.lower.cast_signed());
            assert_eq!(after.sid_change.upper, after.sid.upper.cast_signed() - before.sid.upper.cast_signed());
            if true_class.is_single() && class.is_single() {
                assert!((upper - expected.span().upper).abs() <= ROUNDING * (1.0 + upper), "{upper} {expected:?}");
                closed += 1;
                continue;
            }
            assert_eq!([lower, upper], [expected.span().lower, expected.span().upper], "nothing known beforehand");
            open += usize::from(lower < upper);
            both += usize::from(!true_class.is_single() && !class.is_single());
        }
        assert!(found.windows(2).all(|two| match (&two[0].outcome, &two[1].outcome) {
            (Ok(first), Ok(second)) => both_bounds(first) <= both_bounds(second) + NOISE,
            (first, second) => first.is_ok() || second.is_err(),
        }));
    }
    assert!(open > 30 && closed > 5 && both > 15, "{open} {closed} {both}");
    assert!(zero > 5 && worse > 5, "{zero} {worse}");
}

#[test]
fn the_sid_of_a_fix_is_that_of_the_fixed_graph() {
    let (mut rng, execution) = (seeded(12), Execution::default());
    let (mut legal, mut beyond_ends) = (0, 0);
    for round in 0..60 {
        let undirected = [Undirected::Bounds, Undirected::Drop, Undirected::Extend][round % 3];
        let choices = ComparisonOptions { undirected, ..ComparisonOptions::default() };
        let truth = MixedGraph::from(random_dag(6, 0.4, &mut rng));
        let learnt = Cpdag::of(&random_dag(6, 0.4, &mut rng)).as_ref().clone();
        let parents_of = |graph: &MixedGraph, node| {
            let class = undirected.class_of(graph).unwrap();
            class.is_single().then(|| class.extension().parent_set(node))
        };
        for fix in fixes(&truth, &learnt, &choices, ComparisonData::default(), &execution).unwrap() {
            let Ok(after) = &fix.outcome else { continue };
            let graph = with_edge_of(&truth, &learnt, fix.edge);
            let expected = compare(&truth, &graph, None, &choices, &execution).unwrap().sid;
            assert_eq!(after.sid, Span { lower: expected.lower, upper: expected.upper }, "{undirected:?}");
            let others = NodeId::all(6).filter(|&node| node != fix.edge.from && node != fix.edge.to);
            let moves = |node| match [&learnt, &graph].map(|graph| parents_of(graph, node)) {
                [Some(before), Some(after)] => before != after,
                _ => false,
            };
            beyond_ends += usize::from(others.filter(|&node| moves(node)).count() > 0);
            legal += 1;
        }
    }
    assert!(legal > 300 && beyond_ends > 10, "{legal} {beyond_ends}");
}

#[test]
fn undirected_edges_are_directed_or_left_open() {
    let [a, b, c] = [0, 1, 2].map(NodeId::new);
    let truth = MixedGraph::from_edges(3, [Edge::directed(a, b), Edge::directed(c, b), Edge::directed(a, c)]).unwrap();
    let learnt = MixedGraph::from_edges(3, [Edge::undirected(a, b), Edge::directed(b, c)]).unwrap();
    let found = fixes(&truth, &learnt, &ComparisonOptions::default(), ComparisonData::default(), &Execution::default())
        .unwrap();
    let mut changes: Vec<_> = found.iter().map(|fix| (fix.edge, fix.change)).collect();
    changes.sort_unstable();
    let expected = [
        (Edge::directed(a, b), EdgeChange::Direct),
        (Edge::directed(a, c), EdgeChange::Add),
        (Edge::directed(c, b), EdgeChange::Reverse),
    ];
    assert_eq!(changes, expected);
    let back = fixes(&learnt, &truth, &ComparisonOptions::default(), ComparisonData::default(), &Execution::default())
        .unwrap();
    assert!(back.iter().any(|fix| fix.change == EdgeChange::Undirect && fix.edge == Edge::undirected(a, b)));
    assert!(back.iter().any(|fix| fix.change == EdgeChange::Remove && fix.edge == Edge::directed(a, c)));
}

/// Every graph that one legal fix makes of a learnt one.
fn all_fixed(truth: &Dag, learnt: &Dag) -> Vec<Dag> {
    let pairs = NodeId::all(truth.node_count()).flat_map(|a| NodeId::all(a.index()).map(move |b| (a, b)));
    let differs = |&(a, b): &(NodeId, NodeId)| {
        truth.has_edge(a, b) != learnt.has_edge(a, b) || truth.has_edge(b, a) != learnt.has_edge(b, a)
    };
    pairs.filter(differs).filter_map(|(a, b)| fixed(truth, learnt, Edge::directed(a, b))).collect()
}

/// The truth and its data, for steps of fixes.
struct Steps {
    truth: Dag,
    table: Table,
    prepared: Prepared<'static>,
    parts: Prepared<'static>,
}

impl Steps {
    fn new(rng: &mut impl rand::Rng) -> Self {
        let (truth, table) = (random_dag(5, 0.5, rng), random_table(5, 80, rng));
        let (options, execution) = (ContSidOptions::default(), Execution::default());
        let prepared = Prepared::new(&table, &options, &execution).expect("finite columns");
        let parts = Prepared::in_parts(&table, &options, &CrossFitOptions::default(), &execution);
        let parts = parts.expect("rows for two parts");
        Self { truth, table, prepared, parts }
    }

    fn found(&self, learnt: &Dag, most: usize) -> Vec<FixStep> {
        let (truth, learnt) = (MixedGraph::from(self.truth.clone()), MixedGraph::from(learnt.clone()));
        let (options, execution) = (ComparisonOptions::default(), Execution::default());
        let data = ComparisonData { all_rows: Some(&self.prepared), parts: Some(&self.parts) };
        let single = fixes(&truth, &learnt, &options, data, &execution).expect("graphs of one size");
        fix_steps(&truth, &learnt, &single, most, &options, data, &execution).expect("graphs of one size")
    }

    fn pair<'a>(&'a self, learnt: &'a Dag) -> GraphPair<'a, Dag> {
        GraphPair::new(&self.truth, learnt).expect("graphs of one size")
    }

    fn whole(&self, learnt: &Dag) -> f64 {
        let found = contsid(self.pair(learnt), &self.table, &ContSidOptions::default(), &Execution::default());
        found.expect("the systems can be solved").total()
    }

    fn crossfit(&self, learnt: &Dag) -> f64 {
        let found = self.parts.compare(self.pair(learnt), &Execution::default());
        found.expect("the systems can be solved").total()
    }
}

#[test]
fn each_step_is_the_best_fix_after_those_before_it() {
    let (mut rng, most) = (seeded(9), 6);
    let (mut several, mut ended) = (0, 0);
    for _ in 0..12 {
        let scene = Steps::new(&mut rng);
        let learnt = random_dag(5, 0.5, &mut rng);
        let steps = scene.found(&learnt, most);
        let mut graph = learnt.clone();
        for step in &steps {
            let best = all_fixed(&scene.truth, &graph).iter().map(|next| scene.crossfit(next)).fold(f64::MAX, f64::min);
            assert!(best < scene.crossfit(&graph), "a step makes contSID smaller");
            graph = fixed(&scene.truth, &graph, step.edge).unwrap();
            let [after, whole] = [step.outcome.crossfit.unwrap().upper.value, step.outcome.contsid.unwrap().upper];
            assert!((after - best).abs() <= NOISE * best.max(1.0), "{after} {best}");
            assert!((whole - scene.whole(&graph)).abs() <= ROUNDING * (1.0 + whole));
            let sid = contsid::distance::sid(scene.pair(&graph)).count();
            assert_eq!(step.outcome.sid, Span::point(sid));
            let [before, crossfit] = [&learnt, &graph].map(|graph| scene.crossfit(graph));
            assert!((step.outcome.crossfit.unwrap().upper.value - crossfit).abs() <= ROUNDING * (1.0 + crossfit));
            let Span { lower, upper: change } = step.outcome.crossfit_change.unwrap();
            assert_eq!(lower, change, "a directed graph has one number");
            assert!((change.value - (crossfit - before)).abs() <= NOISE * before.max(1.0), "since the learnt graph");
            assert!(change.se > 0.0);
        }
        several += usize::from(steps.len() > 1);
        if steps.len() < most {
            let last = scene.crossfit(&graph);
            assert!(
                all_fixed(&scene.truth, &graph).iter().all(|next| scene.crossfit(next) >= last - NOISE * last.max(1.0))
            );
            ended += 1;
        }
    }
    assert!(several > 5 && ended > 0, "{several} {ended}");
}

#[test]
fn without_all_rows_parts_order_the_fixes() {
    let (mut rng, execution, mut legal) = (seeded(11), Execution::default(), 0);
    for _ in 0..6 {
        let scene = Steps::new(&mut rng);
        let learnt = random_dag(5, 0.5, &mut rng);
        let [truth, graph] = [&scene.truth, &learnt].map(|dag| MixedGraph::from(dag.clone()));
        let data = ComparisonData { all_rows: None, parts: Some(&scene.parts) };
        let found = fixes(&truth, &graph, &ComparisonOptions::default(), data, &execution).unwrap();
        let (before, mut last) = (scene.crossfit(&learnt), f64::NEG_INFINITY);
        for (fix, after) in found.iter().filter_map(|fix| Some((fix, fix.outcome.as_ref().ok()?))) {
            let expected = scene.crossfit(&fixed(&scene.truth, &learnt, fix.edge).unwrap());
            let change = after.crossfit_change.unwrap().upper;
            assert!(after.contsid.is_none());
            assert!((after.crossfit.unwrap().upper.value - expected).abs() <= ROUNDING * (1.0 + expected));
            assert!((change.value - (expected - before)).abs() <= NOISE * before.max(1.0));
            assert!(change.se > 0.0 || change.value == 0.0, "an error where something changes");
            assert!(change.value >= last - NOISE * before.max(1.0), "the most rewarding first");
            last = change.value;
            legal += 1;
        }
    }
    assert!(legal > 10, "{legal}");
}
