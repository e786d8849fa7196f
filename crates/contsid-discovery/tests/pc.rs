//! PC against causal-learn and against its known properties.

mod support;

use contsid::execution::Execution;
use contsid::graph::{Cpdag, MixedGraph, Pdag};
use contsid_discovery::{Level, PcOptions, pc};
use support::*;

#[test]
fn adjacencies_equal_those_of_causal_learn() {
    for case in cases() {
        let options = PcOptions { alpha: Level::new(case["pc_alpha"].as_f64().unwrap()).unwrap(), max_order: None };
        let learnt = pc(&data(&case), &options, &Execution::default()).unwrap();
        let expected = graph(&case, "pc_skeleton_causallearn");
        assert_eq!(adjacencies(learnt.graph.as_ref()), adjacencies(&expected), "{}", title(&case));
    }
}

#[test]
fn noisy_data_give_a_graph_that_can_be_extended() {
    let mut troubled = 0;
    for case in cases() {
        let learnt = pc(&data(&case), &PcOptions::default(), &Execution::default()).unwrap();
        troubled += usize::from(!learnt.skipped.is_empty());
        assert!(Pdag::try_from(MixedGraph::from(learnt.graph)).is_ok(), "{}", title(&case));
    }
    assert!(troubled > 0, "no case contradicts itself, so nothing was tried");
}

#[test]
fn much_data_give_the_true_class() {
    for seed in 0..20 {
        let (truth, table) = faithful_data(7, 0.3, 20_000, &mut seeded(seed));
        let options = PcOptions { alpha: Level::new(1e-4).unwrap(), max_order: None };
        let learnt = pc(&table, &options, &Execution::default()).unwrap();
        assert_eq!(learnt.graph, Cpdag::of(&truth), "seed {seed}");
        assert!(learnt.skipped.is_empty() && learnt.forced.is_empty());
    }
}

#[test]
fn the_order_of_the_columns_does_not_matter() {
    for (seed, case) in cases().iter().enumerate() {
        let table = data(case);
        let order = shuffled(table.column_count(), &mut seeded(seed as u64));
        let learnt = pc(&table, &PcOptions::default(), &Execution::default()).unwrap();
        let moved = pc(&table.select(&order), &PcOptions::default(), &Execution::default()).unwrap();
        // Column k of the second table is column order[k] of the first.
        assert_eq!(moved.graph.as_ref().relabelled(&order), MixedGraph::from(learnt.graph), "{}", title(case));
        assert_eq!(moved.test_count, learnt.test_count);
    }
}

#[test]
fn threads_do_not_matter() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let table = data(cases().last().unwrap());
    let alone = pc(&table, &PcOptions::default(), &Execution::default()).unwrap();
    assert_eq!(pc(&table, &PcOptions::default(), &Execution::default().on(&pool)).unwrap(), alone);
}

#[test]
fn a_smaller_limit_keeps_more_edges() {
    let table = data(cases().last().unwrap());
    let edges = |max_order| {
        let learnt = pc(&table, &PcOptions { max_order, ..PcOptions::default() }, &Execution::default()).unwrap();
        assert!(learnt.separations.iter().all(|separation| separation.p_value > 0.05));
        learnt.graph.as_ref().edge_count()
    };
    assert!(edges(Some(0)) > edges(Some(1)) && edges(Some(1)) > edges(None));
}
