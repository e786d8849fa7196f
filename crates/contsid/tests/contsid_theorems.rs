//! What must hold of contSID whatever the data, besides the laws of all distances in `contract.rs`.

mod support;

use contsid::adjustment::AdjustmentRule;
use contsid::data::{Column, Table};
use contsid::distance::Selection;
use contsid::effect::{Agreement, Case, ContSidOptions, LambdaChoice, Prepared, Score, contrasts, contsid};
use contsid::execution::Execution;
use contsid::graph::{Dag, GraphPair, NodeId, NodeSet};
use contsid::kernel::KernelFamily;
use contsid::named::Named;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use support::asks::{Asks, row};
use support::problems::{random_columns, table_of};
use support::{random_dag, seeded};

/// Sums in another order differ by rounding, which a condition number of some hundreds multiplies.
const ROUNDING: f64 = 1e-11;

const ROUNDS: usize = 25;

struct Example {
    truth: Dag,
    learnt: Dag,
    table: Table,
    options: ContSidOptions,
}

fn example(rng: &mut impl Rng) -> Example {
    let (nodes, rows) = (rng.random_range(2..8), rng.random_range(5..50));
    let mut options = ContSidOptions::default();
    options.kernel.default = KernelFamily::CHOICES[rng.random_range(0..5)];
    let (truth, learnt) = (random_dag(nodes, 0.4, rng), random_dag(nodes, 0.4, rng));
    Example { truth, learnt, table: table_of(&random_columns(nodes, rows, rng)), options }
}

fn compare(truth: &Dag, learnt: &Dag, table: &Table, options: &ContSidOptions) -> Score {
    let pair = GraphPair::new(truth, learnt).expect("the same nodes");
    contsid(pair, table, options, &Execution::default()).expect("a fit of the default options")
}

fn assert_close(a: &Score, b: &Score) {
    for (i, j) in NodeId::all(a.rows.len()).flat_map(|i| NodeId::all(a.rows.len()).map(move |j| (i, j))) {
        let (left, right) = (a.distance(i, j), b.distance(i, j));
        assert!((left - right).abs() <= ROUNDING, "({i:?}, {j:?}): {left} and {right}");
    }
    assert!((a.total() - b.total()).abs() <= ROUNDING * a.rows.len().pow(2) as f64);
}

fn numbers(table: &Table, change: impl Fn(usize, &[f64]) -> Vec<f64>) -> Table {
    let columns = table.columns().iter().enumerate();
    let changed = columns.map(|(index, column)| change(index, &column.as_numeric().expect("numbers")));
    Table::new(table.names().clone(), changed.map(Column::numbers).collect()).expect("columns of one length")
}

#[test]
fn the_order_of_the_rows_does_not_matter() {
    let mut rng = seeded(24);
    for _ in 0..ROUNDS {
        let Example { truth, learnt, table, options } = example(&mut rng);
        let mut order: Vec<usize> = (0..table.row_count()).collect();
        order.shuffle(&mut rng);
        let shuffled = numbers(&table, |_, column| order.iter().map(|&row| column[row]).collect());
        let found = compare(&truth, &learnt, &shuffled, &options);
        assert_close(&compare(&truth, &learnt, &table, &options), &found);
    }
}

#[test]
fn units_do_not_matter_under_the_median_bandwidth() {
    let mut rng = seeded(25);
    for _ in 0..ROUNDS {
        let Example { truth, learnt, table, options } = example(&mut rng);
        let changes: Vec<(f64, f64)> = (0..table.column_count())
            .map(|_| (rng.random_range(-3.0..3.0), 10f64.powi(rng.random_range(-8..8)) * rng.random_range(1.0..2.0)))
            .collect();
        let changed = numbers(&table, |index, column| {
            let (shift, scale) = changes[index];
            column.iter().map(|value| -scale * (value + shift)).collect()
        });
        let found = compare(&truth, &learnt, &changed, &options);
        assert_close(&compare(&truth, &learnt, &table, &options), &found);
    }
}

/// The cases change which pairs are zero; where a pair is not zero its value is the same under every rule.
#[test]
fn agreement_decides_which_pairs_are_zero_and_nothing_else() {
    let mut rng = seeded(26);
    for round in 0..ROUNDS {
        let Example { truth, learnt, table, mut options } = example(&mut rng);
        if round % 3 == 0 {
            options.lambda = LambdaChoice::LeaveOneOut;
        }
        options.agreement = Agreement::Never;
        let all = compare(&truth, &learnt, &table, &options);
        for agreement in [Agreement::Either, Agreement::Both, Agreement::Learnt] {
            options.agreement = agreement;
            let some = compare(&truth, &learnt, &table, &options);
            for (i, j) in truth.nodes().flat_map(|i| truth.nodes().map(move |j| (i, j))) {
                if some.case(i, j) == Some(Case::Agreed) {
                    assert_eq!(some.distance(i, j), 0.0);
                } else {
                    let (found, expected) = (some.distance(i, j), all.distance(i, j));
                    assert!((found - expected).abs() <= ROUNDING, "({i:?}, {j:?}) under {agreement:?}");
                }
            }
        }
    }
}

/// Row i depends on the graphs only through the contrasts of i: a graph whose other edges change without changing those
/// has the same row.
#[test]
fn a_row_depends_on_its_contrasts_alone() {
    let mut rng = seeded(27);
    let mut seen = 0;
    while seen < ROUNDS {
        let Example { truth, learnt, table, options } = example(&mut rng);
        let (count, execution) = (truth.node_count(), Execution::default());
        let other = random_dag(count, 0.4, &mut rng);
        let prepared = Prepared::new(&table, &options, &execution).expect("a table");
        for node in truth.nodes() {
            let pairs = [&learnt, &other].map(|graph| GraphPair::new(&truth, graph).expect("the same nodes"));
            let [one, two] = pairs.map(|pair| {
                let only = [NodeSet::of(count, [node])];
                contrasts(pair, &only, &NodeSet::full(count), &options, &execution)
                    .expect("it is not stopped")
                    .remove(0)
            });
            if one.contrasts == two.contrasts && !one.contrasts.is_empty() && learnt != other {
                let rows = pairs.map(|pair| prepared.compare(pair, &execution).expect("a fit"));
                assert_eq!(row(&rows[0], node, count), row(&rows[1], node, count));
                seen += 1;
            }
        }
    }
}

#[test]
fn the_same_bytes_on_one_two_and_three_threads_and_when_asked_again() {
    let mut rng = seeded(28);
    let pools = [2, 3].map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads"));
    for _ in 0..ROUNDS {
        let Example { truth, learnt, table, options } = example(&mut rng);
        let pair = GraphPair::new(&truth, &learnt).expect("the same nodes");
        let alone = compare(&truth, &learnt, &table, &options);
        for pool in &pools {
            let execution = Execution::default().on(pool);
            let prepared = Prepared::new(&table, &options, &execution).expect("a table");
            for _ in 0..2 {
                let found = prepared.compare(pair, &execution).expect("a fit");
                assert_eq!(found, alone);
                assert_eq!(found.total().to_bits(), alone.total().to_bits());
            }
        }
    }
}

#[test]
fn a_selection_leaves_the_selected_pairs_as_they_are() {
    let mut rng = seeded(29);
    for _ in 0..ROUNDS {
        let Example { truth, learnt, table, options } = example(&mut rng);
        let (nodes, pair) = (truth.node_count(), GraphPair::new(&truth, &learnt).expect("the same nodes"));
        let some = NodeSet::of(nodes, NodeId::all(nodes).filter(|node| node.index() % 2 == 0));
        let selection = Selection::all(nodes).with_treatments(some.clone()).with_outcomes(some);
        let prepared = Prepared::new(&table, &options, &Execution::default()).expect("a table");
        let all = prepared.compare(pair, &Execution::default()).expect("a fit");
        let found = prepared.selected(pair, &selection, &Execution::default()).expect("a fit");
        for (i, j) in truth.nodes().flat_map(|i| truth.nodes().map(move |j| (i, j))) {
            let selected = selection.contains(i, j);
            assert_eq!(found.case(i, j), all.case(i, j).filter(|_| selected));
            let expected = if selected { all.distance(i, j) } else { 0.0 };
            assert!((found.distance(i, j) - expected).abs() <= ROUNDING, "({i:?}, {j:?})");
        }
    }
}

/// Whole rows, and their outcomes one by one: in a graph of 8 nodes, and by either rule of adjustment.
#[test]
fn a_distance_does_not_depend_on_what_else_is_asked() {
    let mut rng = seeded(31);
    let mut asked = 0;
    for round in 0..20 {
        let (nodes, rows) = (8, 20 + 9 * round);
        let table = table_of(&random_columns(nodes, rows, &mut rng));
        let (truth, learnt) = (random_dag(nodes, 0.5, &mut rng), random_dag(nodes, 0.5, &mut rng));
        let pair = GraphPair::new(&truth, &learnt).expect("the same nodes");
        let adjustment = [AdjustmentRule::Parents, AdjustmentRule::Optimal][round % 2];
        let options = ContSidOptions { agreement: Agreement::Never, adjustment, ..ContSidOptions::default() };
        let prepare = || Prepared::new(&table, &options, &Execution::default()).expect("a table");
        let whole = prepare().compare(pair, &Execution::default()).expect("a fit");
        let one_by_one = prepare();
        for (i, j) in truth.nodes().flat_map(|i| truth.nodes().map(move |j| (i, j))).filter(|(i, j)| i != j) {
            let [treatment, outcome] = [i, j].map(|node| NodeSet::of(nodes, [node]));
            let only = Selection::all(nodes).with_treatments(treatment).with_outcomes(outcome);
            let found = one_by_one.selected(pair, &only, &Execution::default()).expect("a fit");
            assert_eq!(found.distance(i, j), whole.distance(i, j), "{rows} rows");
            asked += usize::from(whole.distance(i, j) > 0.0);
        }
        assert_eq!(one_by_one.compare(pair, &Execution::default()).expect("a fit"), whole, "known distances");
    }
    assert!(asked > 200, "only {asked} distances are estimated");
}
