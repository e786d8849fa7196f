//! Properties of every simulation, for any seed.

use contsid::data::{Column, Table};
use contsid::execution::{Cancelled, Execution, Monitor};
use contsid::graph::NodeId;
use contsid_study::Positive;
use contsid_study::simulate::{
    Continuous, DataModel, Density, Discrete, Distribution, GraphModel, Mechanism, Model, Noise, Simulated, Simulation,
    SimulationError, Standardise, Weights,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};

const MECHANISMS: [Mechanism; 4] = [Mechanism::Linear, Mechanism::Sine, Mechanism::Quadratic, Mechanism::RandomFourier];

/// Rounding of a mean or variance of a few hundred standardised numbers.
const ROUNDING: f64 = 1e-9;

fn model(data: DataModel) -> Model {
    Model { data, ..Model::default() }
}

fn simulated(model: Model, nodes: usize, samples: usize, seed: u64) -> Simulated {
    Simulation::new(model, nodes, samples, seed).expect("the model fits").run().expect("nothing overflows")
}

fn dense() -> GraphModel {
    GraphModel::ErdosRenyi(Density::EdgeProbability(1.0.try_into().expect("one is a probability")))
}

fn numbers(table: &Table, node: NodeId) -> Cow<'_, [f64]> {
    table.column(node).as_numeric().expect("numbers were asked for")
}

fn mean_and_variance(values: &[f64]) -> (f64, f64) {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    (mean, values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len() as f64)
}

#[test]
fn standardised_columns_have_mean_0_and_variance_1() {
    for mechanism in MECHANISMS {
        for standardise in [Standardise::Columns, Standardise::Internal] {
            let data = DataModel::Continuous(Continuous { mechanism, standardise, ..Continuous::default() });
            let drawn = simulated(model(data), 12, 150, 3);
            for node in drawn.truth.nodes() {
                let (mean, variance) = mean_and_variance(&numbers(&drawn.table, node));
                assert!(mean.abs() < ROUNDING && (variance - 1.0).abs() < ROUNDING, "{mechanism:?} {mean} {variance}");
            }
        }
    }
}

/// Without standardisation a root's values are its noise, and subtracting the weighted parents leaves the noise of the
/// other variables: here all weights are 2.
#[test]
fn a_linear_model_is_its_equation() {
    let weights = Weights::new(vec![[2.0, 2.0]]).unwrap();
    let data = DataModel::Continuous(Continuous { weights, ..Continuous::default() });
    let Simulated { truth, table } = simulated(model(data), 6, 4000, 11);
    assert!(truth.edge_count() > 0);
    for node in truth.nodes() {
        let noise: Vec<f64> = (0..4000)
            .map(|row| {
                let parents = truth.parents(node).iter().map(|&parent| 2.0 * numbers(&table, parent)[row]);
                numbers(&table, node)[row] - parents.sum::<f64>()
            })
            .collect();
        let (mean, variance) = mean_and_variance(&noise);
        // Exponential: mean 1, variance 1 with a standard error of √(8/n).
        assert!((mean - 1.0).abs() < 5.0 / 4000.0_f64.sqrt(), "{mean}");
        assert!((variance - 1.0).abs() < 5.0 * (8.0_f64 / 4000.0).sqrt(), "{variance}");
        assert!(noise.iter().all(|&value| value > -1e-9), "exponential noise is positive");
    }
}

/// Each non-linear variable is its noise plus Σ w f(x): with negligible noise, its range is that of f.
#[test]
fn sines_are_bounded_and_squares_positive() {
    let noise = Noise { scale: 1e-6.try_into().unwrap(), distribution: Distribution::Uniform };
    let weights = Weights::new(vec![[1.0, 1.0]]).unwrap();
    for (mechanism, low) in [(Mechanism::Sine, -1.0), (Mechanism::Quadratic, 0.0)] {
        let data = Continuous { mechanism, noise, weights: weights.clone(), ..Continuous::default() };
        let Simulated { truth, table } = simulated(model(DataModel::Continuous(data)), 10, 200, 4);
        let children: Vec<NodeId> = truth.nodes().filter(|&node| !truth.parents(node).is_empty()).collect();
        assert!(!children.is_empty());
        for node in children {
            let parents = truth.parents(node).len() as f64;
            let values = numbers(&table, node);
            assert!(values.iter().all(|&value| value >= low * parents - 1e-5));
            let (mean, _) = mean_and_variance(&values);
            match mechanism {
                Mechanism::Sine => assert!(values.iter().all(|&value| value <= parents + 1e-5)),
                // The mean of a squared standardised variable is 1.
                _ => assert!((mean - parents).abs() < 1e-5, "{mean}"),
            }
        }
    }
}

#[test]
fn no_mechanism_but_the_linear_one_overflows() {
    for mechanism in MECHANISMS {
        let data = DataModel::Continuous(Continuous { mechanism, ..Continuous::default() });
        let nodes = if mechanism == Mechanism::Linear { 500 } else { 80 };
        let simulation = Simulation::new(Model { graph: dense(), data }, nodes, 20, 5).unwrap();
        match (mechanism, simulation.run()) {
            (Mechanism::Linear, run) => assert!(matches!(run, Err(SimulationError::Overflow { .. }))),
            (_, run) => assert!(run.is_ok()),
        }
    }
    let data = Continuous { standardise: Standardise::Internal, ..Continuous::default() };
    simulated(Model { graph: dense(), data: DataModel::Continuous(data) }, 500, 20, 5);
}

#[test]
fn a_longer_sample_begins_with_the_shorter_one() {
    for data in [DataModel::default(), DataModel::Discrete(Discrete::default())] {
        let (short, long) = (simulated(model(data.clone()), 8, 30, 9), simulated(model(data), 8, 90, 9));
        assert_eq!(short.truth, long.truth);
        for (short, long) in short.table.columns().iter().zip(long.table.columns()) {
            match (short, long) {
                (Column::Numeric(short), Column::Numeric(long)) => assert_eq!(short.values()[..], long.values()[..30]),
                (Column::Categorical { codes: short, .. }, Column::Categorical { codes: long, .. }) => {
                    assert_eq!(short[..], long[..30]);
                }
                _ => panic!("the two tables are of one kind"),
            }
        }
    }
}

/// Given its parents' levels, a variable of a discrete model is drawn from one row: the shares in two halves agree.
#[test]
fn discrete_rows_do_not_change_along_the_sample() {
    let data = Discrete { cardinality: 3.try_into().unwrap(), concentration: Positive::ONE };
    let Simulated { truth, table } = simulated(model(DataModel::Discrete(data)), 5, 40_000, 2);
    let codes = |node: NodeId| match table.column(node) {
        Column::Categorical { codes, levels } => {
            assert_eq!(levels, &["L1", "L2", "L3"]);
            codes
        }
        Column::Numeric(_) => panic!("categories were asked for"),
    };
    let child = truth.nodes().find(|&node| truth.parents(node).len() == 1).expect("a node with one parent");
    let parent = truth.parents(child)[0];
    for level in 0..3 {
        let share = |rows: std::ops::Range<usize>| {
            let of_level: Vec<usize> = rows.filter(|&row| codes(parent)[row] == level).collect();
            let hits = of_level.iter().filter(|&&row| codes(child)[row] == 0).count() as f64;
            (hits / of_level.len() as f64, of_level.len() as f64)
        };
        let ((first, count), (second, other)) = (share(0..20_000), share(20_000..40_000));
        assert!((first - second).abs() < 5.0 * 0.5 * (1.0 / count + 1.0 / other).sqrt(), "{first} {second}");
    }
}

#[test]
fn what_cannot_be_simulated_is_refused() {
    let refused = |nodes, samples, seed| Simulation::new(Model::default(), nodes, samples, seed).unwrap_err();
    assert_eq!(refused(5, 0, 1), SimulationError::NoSamples);
    assert_eq!(refused(0, 5, 1).to_string(), "a graph needs at least one node");
    assert!(matches!(refused(5, 5, u64::MAX), SimulationError::Seed { .. }));
}

#[test]
fn a_simulation_survives_its_file() {
    let simulation = Simulation::new(Model::default(), 7, 20, 5).unwrap();
    let text = toml::to_string(&simulation).unwrap();
    assert_eq!(toml::from_str::<Simulation>(&text).unwrap(), simulation);
    let json = serde_json::to_string(&simulation).unwrap();
    assert_eq!(serde_json::from_str::<Simulation>(&json).unwrap(), simulation);
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), ..ProptestConfig::with_cases(60) })]

    #[test]
    fn every_seed_gives_a_graph_and_a_full_table(
        nodes in 1_usize..15,
        samples in 1_usize..40,
        seed in 0..u64::MAX / 2,
    ) {
        for mechanism in MECHANISMS {
            let data = DataModel::Continuous(Continuous { mechanism, ..Continuous::default() });
            let drawn = simulated(model(data), nodes, samples, seed);
            prop_assert_eq!(drawn.truth.topological_order().len(), nodes);
            prop_assert_eq!((drawn.table.column_count(), drawn.table.row_count()), (nodes, samples));
        }
    }
}

/// The same draws by another program, written from the documentation: graphs are equal, and numbers up to the last bits
/// of logarithms, which come from different libraries.
#[test]
fn another_program_draws_the_same() {
    const LAST_BITS: f64 = 1e-13;
    let text = include_str!("../../../tests/vectors/simulation.json");
    let cases: Vec<serde_json::Value> = serde_json::from_str(text).unwrap();
    assert_eq!(cases.len(), 2);
    for case in cases {
        let whole = |key: &str| case[key].as_u64().unwrap();
        let (nodes, samples) = (whole("nodes") as usize, whole("samples") as usize);
        let drawn = simulated(Model::default(), nodes, samples, whole("seed"));
        assert!(drawn.truth.edge_count() > 0);
        for (from, to) in NodeId::all(nodes).flat_map(|from| NodeId::all(nodes).map(move |to| (from, to))) {
            let expected = case["graph"][from.index()][to.index()] == 1;
            assert_eq!(drawn.truth.has_edge(from, to), expected, "{from:?} → {to:?}");
        }
        for node in drawn.truth.nodes() {
            for (row, &found) in numbers(&drawn.table, node).iter().enumerate() {
                let expected = case["columns"][node.index()][row].as_f64().unwrap();
                assert!((found - expected).abs() <= LAST_BITS * expected.abs().max(1.0), "{found} for {expected}");
            }
        }
    }
}

/// Counts variables, and stops after some.
struct StopAfter {
    most: u64,
    drawn: AtomicU64,
}

impl Monitor for StopAfter {
    fn advance(&self, units: u64) {
        self.drawn.fetch_add(units, Ordering::Relaxed);
    }

    fn is_cancelled(&self) -> bool {
        self.drawn.load(Ordering::Relaxed) >= self.most
    }
}

#[test]
fn drawing_is_watched_and_can_be_stopped_between_variables() {
    for model in [Model::default(), model(DataModel::Discrete(Discrete::default()))] {
        let simulation = Simulation::new(model, 6, 10, 1).unwrap();
        for most in [0, 4, 6] {
            let monitor = StopAfter { most, drawn: AtomicU64::new(0) };
            let drawn = simulation.run_watched(&Execution::default().watched_by(&monitor));
            assert_eq!(monitor.drawn.load(Ordering::Relaxed), most);
            match most {
                6 => assert_eq!(drawn.unwrap(), simulation.run().unwrap()),
                _ => assert_eq!(drawn, Err(SimulationError::Cancelled(Cancelled))),
            }
        }
    }
}
