//! ICA-LiNGAM against gCastle and lingam, and against its known properties.

mod support;

use contsid::data::Table;
use contsid::execution::Execution;
use contsid_discovery::{
    DiscoveryError, Iterations, LingamOptions, LingamResult, Pruning, Starts, Threshold, ica_lingam,
};
use support::*;

fn learn(table: &Table, options: &LingamOptions) -> LingamResult {
    ica_lingam(table, options, &Execution::default()).expect("some start comes to rest")
}

/// The number of pairs that we, and a package, join differently from the truth, over all cases of a size.
fn mistakes(size: u64, prune: Pruning, package: &str) -> (usize, usize) {
    let cases = cases();
    let of_size = || cases.iter().filter(|case| variables(case) == size);
    let options = LingamOptions { prune, ..LingamOptions::default() };
    let ours = of_size().map(|case| {
        let learnt = learn(&data(case), &options);
        differing_pairs(&graph(case, "truth"), learnt.graph.as_ref())
    });
    let theirs = of_size().map(|case| differing_pairs(&graph(case, "truth"), &graph(case, package)));
    (ours.sum(), theirs.sum())
}

#[test]
fn no_more_mistakes_than_gcastle_and_lingam() {
    for size in [5, 10, 20] {
        for (prune, package) in [
            (Pruning::Threshold(Threshold::new(0.3).unwrap()), "ica_lingam_gcastle"),
            (Pruning::AdaptiveLasso, "ica_lingam_lingam"),
        ] {
            let (ours, theirs) = mistakes(size, prune, package);
            assert!(ours <= theirs, "p = {size}, {prune}: {ours} against {theirs}");
        }
    }
}

#[test]
fn much_data_give_the_true_graph() {
    for seed in 0..10 {
        let mut rng = seeded(seed);
        let truth = random_dag(6, 0.4, &mut rng);
        let table = linear_data(&truth, 20_000, &mut rng, exponential);
        assert_eq!(learn(&table, &LingamOptions::default()).graph, truth, "seed {seed}");
    }
}

#[test]
fn effects_are_the_true_weights() {
    let mut rng = seeded(3);
    let truth = random_dag(5, 0.5, &mut rng);
    let table = linear_data(&truth, 20_000, &mut rng, exponential);
    let learnt = learn(&table, &LingamOptions { prune: Pruning::AdaptiveLasso, ..LingamOptions::default() });
    // Weights are drawn from 0.5 to 1, with either sign.
    let strong = |weight: f64| (0.45..1.05).contains(&weight.abs());
    assert!(truth.edges().all(|(from, to)| {
        learnt.effects.iter().any(|effect| (effect.from, effect.to) == (from, to) && strong(effect.weight))
    }));
}

#[test]
fn threads_do_not_matter_and_seeds_do() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let table = data(cases().last().unwrap());
    let options = LingamOptions::default();
    let alone = learn(&table, &options);
    assert_eq!(ica_lingam(&table, &options, &Execution::default().on(&pool)).unwrap(), alone);
    assert!((1..5).any(|seed| learn(&table, &LingamOptions { seed, ..options }) != alone));
}

#[test]
fn restlessness_is_an_error() {
    let table = data(cases().last().unwrap());
    let options = LingamOptions {
        max_iterations: Iterations::new(2).unwrap(),
        starts: Starts::new(3).unwrap(),
        ..LingamOptions::default()
    };
    let error = ica_lingam(&table, &options, &Execution::default()).unwrap_err();
    assert!(matches!(error, DiscoveryError::NoConvergence { iterations: 2, starts: 3, .. }), "{error}");
}
