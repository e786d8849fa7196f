//! GES against the package `ges` and against its known properties.

mod support;

use contsid::data::Table;
use contsid::execution::{Execution, Monitor};
use contsid::graph::{Cpdag, MixedGraph};
use contsid_discovery::{GesOptions, GesResult, Penalty, ges};
use std::sync::atomic::{AtomicUsize, Ordering};
use support::*;

/// Scores of `ges` come from a sum of differences of linear solves; near-singular data cost it some digits.
const SCORE_TOLERANCE: f64 = 1e-4;

fn learn(table: &Table) -> GesResult {
    ges(table, &GesOptions::default(), &Execution::default()).expect("the table suits")
}

#[test]
fn graphs_equal_those_of_the_package_ges() {
    for case in cases() {
        let learnt = learn(&data(&case));
        assert_eq!(learnt.graph.as_ref(), &graph(&case, "ges_cpdag_gespkg"), "{}", title(&case));
        let expected = case["ges_score_gespkg"].as_f64().unwrap();
        assert!((learnt.score - expected).abs() < SCORE_TOLERANCE, "{}: {} {expected}", title(&case), learnt.score);
    }
}

#[test]
fn no_phase_lowers_the_score() {
    for case in cases() {
        let [forward, backward, turning] = learn(&data(&case)).phases;
        assert!(forward.score <= backward.score && backward.score <= turning.score, "{}", title(&case));
    }
}

#[test]
fn much_data_give_the_true_class() {
    for seed in 0..20 {
        let (truth, table) = faithful_data(7, 0.3, 20_000, &mut seeded(seed));
        // At this price the chance of one extra edge is 1 in 100,000.
        let learnt = ges(&table, &GesOptions { penalty: Penalty::new(2.0).unwrap() }, &Execution::default()).unwrap();
        assert_eq!(learnt.graph, Cpdag::of(&truth), "seed {seed}");
    }
}

#[test]
fn the_order_of_the_columns_does_not_matter() {
    for (seed, case) in cases().iter().enumerate() {
        let table = data(case);
        let order = shuffled(table.column_count(), &mut seeded(seed as u64));
        let moved = learn(&table.select(&order));
        // Column k of the second table is column order[k] of the first.
        assert_eq!(moved.graph.as_ref().relabelled(&order), MixedGraph::from(learn(&table).graph), "{}", title(case));
    }
}

/// The number of steps is not known before the end. A bar of a guessed total would be full long before.
#[test]
fn no_total_is_announced() {
    struct Watching(AtomicUsize);
    impl Monitor for Watching {
        fn begin(&self, _: u64) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
    let (watching, table) = (Watching(AtomicUsize::new(0)), data(cases().last().unwrap()));
    ges(&table, &GesOptions::default(), &Execution::default().watched_by(&watching)).unwrap();
    assert_eq!(watching.0.into_inner(), 0);
}

#[test]
fn threads_do_not_matter() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let table = data(cases().last().unwrap());
    assert_eq!(ges(&table, &GesOptions::default(), &Execution::default().on(&pool)).unwrap(), learn(&table));
}

#[test]
fn a_higher_price_buys_fewer_edges() {
    let table = data(cases().last().unwrap());
    let edges = |penalty| {
        let learnt =
            ges(&table, &GesOptions { penalty: Penalty::new(penalty).unwrap() }, &Execution::default()).unwrap();
        learnt.graph.as_ref().edge_count()
    };
    assert!(edges(10.0) < edges(1.0));
}
