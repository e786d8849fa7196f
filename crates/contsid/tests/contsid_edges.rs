//! What contSID does at the edges: tables and options that are odd, and those that are refused.

mod support;

use contsid::comparison::{ComparisonData, ComparisonError, ComparisonOptions, compare, fixes};
use contsid::data::{Column, Table};
use contsid::distance::{Reversal, Selection, SelectionSize, shd};
use contsid::effect::{
    Case, ContSidError, ContSidOptions, InterventionError, InterventionPoints, Interventions, JointLimits,
    LambdaChoice, MOST_INTERVENTIONS, PerColumn, Prepared, TreatmentSets, contsid, contsid_limits, estimated_memory,
};
use contsid::embedding::{Estimator, Lambda};
use contsid::execution::{Cancelled, Execution};
use contsid::graph::{Dag, GraphClass, GraphPair, NodeId, NodeNames, NodeSet};
use contsid::kernel::{Bandwidth, BandwidthChoice, KernelFamily};
use contsid::named::Named;
use support::asks::Asks;
use support::monitor::Watch;
use support::problems::{random_columns, table_of};
use support::{random_dag, seeded};

fn nodes<const N: usize>() -> [NodeId; N] {
    std::array::from_fn(NodeId::new)
}

/// a → b against no edge.
fn total(table: &Table, options: &ContSidOptions) -> Result<f64, ContSidError> {
    let [a, b] = nodes();
    let truth = Dag::from_edges(2, [(a, b)]).expect("one edge");
    let learnt = Dag::from_edges(2, []).expect("no edge");
    let pair = GraphPair::new(&truth, &learnt).expect("the same nodes");
    contsid(pair, table, options, &Execution::default()).map(|result| result.total())
}

fn numbers(a: &[f64], b: &[f64]) -> Table {
    table_of(&[a.to_vec(), b.to_vec()])
}

fn categories(codes: &[u32], levels: usize) -> Column {
    Column::Categorical { codes: codes.to_vec(), levels: (0..levels).map(|level| format!("level {level}")).collect() }
}

fn mixed(a: Column, b: Column) -> Table {
    Table::new(NodeNames::new(["a", "b"]).expect("two names"), vec![a, b]).expect("two columns")
}

#[test]
fn one_row_is_refused() {
    let found = total(&numbers(&[1.0], &[2.0]), &ContSidOptions::default());
    assert_eq!(found, Err(ContSidError::TooFewRows { rows: 1 }));
}

#[test]
fn a_table_of_another_size_is_refused() {
    let found = total(&table_of(&[vec![1.0, 2.0]]), &ContSidOptions::default());
    assert_eq!(found, Err(ContSidError::NodeCount { nodes: 2, columns: 1 }));
}

/// A constant treatment has the kernel 1 everywhere: w = 1/(N + N λ), and d is what the ridge takes away, λ/(1 + λ).
#[test]
fn a_constant_treatment_leaves_what_the_ridge_takes() {
    let table = numbers(&[3.0; 10], &[1.0, 5.0, 2.0, 8.0, 1.5, 0.0, 7.0, 7.5, 3.0, 4.0]);
    let found = total(&table, &ContSidOptions::default()).expect("a fit");
    assert!((found - 0.1 / 1.1).abs() < 1e-14, "{found}");
    let centred = ContSidOptions { estimator: Estimator::Centred, ..ContSidOptions::default() };
    assert!(total(&table, &centred).expect("a fit") < 1e-14);
}

/// A constant outcome cannot be changed by anything, but the plain estimate shrinks: |1 − Σ w|.
#[test]
fn a_constant_outcome_differs_by_the_shrinkage_alone() {
    let table = numbers(&[1.0, 5.0, 2.0, 8.0, 1.5], &[3.0; 5]);
    assert!(total(&table, &ContSidOptions::default()).expect("a fit") > 0.01);
    for estimator in [Estimator::Centred, Estimator::Normalised] {
        let options = ContSidOptions { estimator, ..ContSidOptions::default() };
        assert!(total(&table, &options).expect("a fit") < 1e-14);
    }
}

#[test]
fn categories_have_the_delta_kernel_and_no_other() {
    let table = mixed(categories(&[0, 1, 0, 1], 2), Column::numbers(vec![0.0, 3.0, 0.1, 3.2]));
    let mut options = ContSidOptions::default();
    options.kernel.default = KernelFamily::Laplace;
    assert!(total(&table, &options).expect("delta is taken for `a`") > 0.3);
    options.kernel = options.kernel.with("a", KernelFamily::Gaussian);
    let refused = ContSidError::NeedsNumbers { column: "a".into(), family: KernelFamily::Gaussian };
    assert_eq!(total(&table, &options), Err(refused));
}

/// By hand: two categories of two rows each, N λ = 1, Z empty. K + I has blocks [[2, 1], [1, 2]], so w = 1/3 on the
/// rows of the category x and 0 elsewhere; δ = w − 1/4 is 1/12 on two rows and −1/4 on two. With outcomes that equal
/// the treatment the Gram matrix of the outcome is the same, and δᵀ K δ = (2/12)² + (2/4)² = 1/36 + 1/4 = 10/36. The
/// norm is √(8)/4, and d = √(10)/6 · 4/√8.
#[test]
fn two_categories_by_hand() {
    let table = mixed(categories(&[0, 0, 1, 1], 2), categories(&[0, 0, 1, 1], 2));
    let expected = 10f64.sqrt() / 6.0 * 4.0 / 8f64.sqrt();
    let found = total(&table, &ContSidOptions::default()).expect("a fit");
    assert!((found - expected).abs() < 1e-14, "{found} instead of {expected}");
}

/// The worked example of docs/contsid.md: k(0, 1) = ½ and N λ = 1 give d = √7/(4√3).
#[test]
fn the_worked_example_of_the_documentation() {
    let half = [0.0, 0.0, 1.0, 1.0];
    let sigma = Bandwidth::new((1.0 / (2.0 * 2f64.ln())).sqrt()).expect("positive");
    let options =
        ContSidOptions { bandwidth: PerColumn::all(BandwidthChoice::Fixed(sigma)), ..ContSidOptions::default() };
    let found = total(&numbers(&half, &half), &options).expect("a fit");
    assert!((found - 7f64.sqrt() / (4.0 * 3f64.sqrt())).abs() < 1e-14, "{found}");
}

#[test]
fn one_category_is_a_constant() {
    let table = mixed(categories(&[0; 10], 1), categories(&[0, 1, 0, 1, 1, 0, 0, 1, 0, 1], 2));
    let found = total(&table, &ContSidOptions::default()).expect("a fit");
    assert!((found - 0.1 / 1.1).abs() < 1e-14, "{found}");
}

#[test]
fn choices_for_columns_that_are_not_there_are_refused() {
    let table = numbers(&[1.0, 2.0, 3.0], &[2.0, 1.0, 0.0]);
    let options =
        ContSidOptions { kernel: PerColumn::default().with("V9", KernelFamily::Delta), ..ContSidOptions::default() };
    let refused = ContSidError::UnknownColumn { choice: "kernel", column: "V9".into() };
    assert_eq!(total(&table, &options), Err(refused));
    let sigma = BandwidthChoice::Fixed(Bandwidth::new(1.0).expect("positive"));
    let options = ContSidOptions {
        kernel: PerColumn::all(KernelFamily::Delta),
        bandwidth: PerColumn::default().with("V1", sigma),
        ..ContSidOptions::default()
    };
    assert_eq!(total(&table, &options), Err(ContSidError::NoBandwidth { column: "V1".into() }));
}

#[test]
fn categories_are_set_to_observed_values_only() {
    let table = mixed(categories(&[0, 1, 0, 1], 2), Column::numbers(vec![0.0, 3.0, 0.1, 3.2]));
    let count = std::num::NonZeroUsize::new(5).expect("not zero");
    let mut options =
        ContSidOptions { interventions: PerColumn::all(Interventions::Grid(count)), ..ContSidOptions::default() };
    assert_eq!(total(&table, &options), Err(ContSidError::CategoricalInterventions { column: "a".into() }));
    options.interventions = options.interventions.with("a", Interventions::Observed);
    assert!(total(&table, &options).is_ok());
}

/// The weights of all these interventions would take more bytes than a number can say.
#[test]
fn more_interventions_than_there_can_be_are_refused() {
    let table = numbers(&[1.0, 2.0, 3.0], &[2.0, 1.0, 0.0]);
    for count in [1 << 61, usize::MAX] {
        let grid = Interventions::Grid(count.try_into().expect("not zero"));
        let options = ContSidOptions { interventions: PerColumn::all(grid), ..ContSidOptions::default() };
        let error = InterventionError::TooMany { count, limit: MOST_INTERVENTIONS };
        assert_eq!(total(&table, &options), Err(ContSidError::Interventions { column: "V1".into(), error }));
        assert_eq!(estimated_memory(&table, &options, 2), u64::MAX);
    }
}

#[test]
fn lambda_and_bandwidth_are_positive_and_finite() {
    for value in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(Lambda::new(value).is_err());
        assert!(Bandwidth::new(value).is_err());
    }
}

#[test]
fn an_intervention_far_from_the_data_is_named() {
    let table = numbers(&[0.0, 1.0, 2.0], &[1.0, 2.0, 4.0]);
    let points = InterventionPoints::equal(vec![1.0, 1e6]).expect("numbers");
    let options = ContSidOptions {
        estimator: Estimator::Normalised,
        interventions: PerColumn::all(Interventions::Points(points)),
        ..ContSidOptions::default()
    };
    let refused = ContSidError::WeightSum { intervention: "V1 = 1000000".into(), sum: 0.0 };
    assert_eq!(total(&table, &options), Err(refused));
}

#[test]
fn a_category_without_weight_is_named() {
    let table = mixed(categories(&[1, 1, 1], 2), Column::numbers(vec![0.0, 3.0, 0.1]));
    let options = ContSidOptions {
        estimator: Estimator::Normalised,
        lambda: LambdaChoice::Fixed(Lambda::new(1e300).expect("positive")),
        ..ContSidOptions::default()
    };
    let Err(ContSidError::WeightSum { intervention, .. }) = total(&table, &options) else { panic!("no weight") };
    assert_eq!(intervention, "a = level 1");
}

/// Whatever the numbers, a distance is a number between 0 and what two shrunk embeddings can differ by.
#[test]
fn no_table_gives_what_is_not_a_number() {
    let extremes = [0.0, 1e300, -1e300, 1.7e308, -1.7e308, 5e-324, 1.0, 1.0, 1e-300];
    let tame: Vec<f64> = (0..9).map(f64::from).collect();
    for &family in KernelFamily::CHOICES {
        for sigma in [None, Some(5e-324), Some(1e-12), Some(1e12), Some(f64::MAX)] {
            let fixed = sigma.map(|sigma| BandwidthChoice::Fixed(Bandwidth::new(sigma).expect("positive")));
            let options = ContSidOptions {
                kernel: PerColumn::all(family),
                bandwidth: PerColumn::all(fixed.unwrap_or_default()),
                ..ContSidOptions::default()
            };
            for table in [numbers(&extremes, &tame), numbers(&tame, &extremes), numbers(&extremes, &extremes)] {
                let found = total(&table, &options).expect("a fit");
                assert!((0.0..10.0).contains(&found), "{family} with {sigma:?}: {found}");
            }
        }
    }
}

#[test]
fn a_lambda_beyond_double_precision_is_an_error_or_a_number() {
    let table = numbers(&[1.0, 1.0, 2.0], &[2.0, 1.0, 0.0]);
    let (truth, learnt) = {
        let [a, b] = nodes();
        (Dag::from_edges(2, [(a, b)]), Dag::from_edges(2, [(b, a)]))
    };
    let (truth, learnt) = (truth.expect("one edge"), learnt.expect("one edge"));
    let pair = GraphPair::new(&truth, &learnt).expect("the same nodes");
    for value in [1e-300, 1e-18, 1e300, f64::MAX] {
        let options = ContSidOptions {
            lambda: LambdaChoice::Fixed(Lambda::new(value).expect("positive")),
            ..ContSidOptions::default()
        };
        match contsid(pair, &table, &options, &Execution::default()) {
            Ok(result) => assert!(result.total().is_finite()),
            Err(error) => assert!(matches!(error, ContSidError::Singular { .. }), "{error}"),
        }
    }
}

#[test]
fn what_does_not_fit_is_refused_before_it_starts() {
    let table = numbers(&[1.0, 2.0, 3.0], &[2.0, 1.0, 0.0]);
    let mut options = ContSidOptions { memory_limit: Some(100), ..ContSidOptions::default() };
    let needed = estimated_memory(&table, &options, 1);
    assert_eq!(total(&table, &options), Err(ContSidError::Memory { needed, limit: 100 }));
    options.memory_limit = Some(needed);
    assert!(total(&table, &options).is_ok());
}

#[test]
fn the_estimate_of_memory_is_three_matrices_per_thread_at_most() {
    let rows = 4000;
    let column: Vec<f64> = (0..rows).map(|row| f64::from(row).sin()).collect();
    let table = table_of(&vec![column; 20]);
    let matrix = 8 * 4000 * 4000;
    for threads in [1, 2] {
        for &family in KernelFamily::CHOICES {
            let options = ContSidOptions { lambda: LambdaChoice::LeaveOneOut, ..ContSidOptions::default() };
            let options = ContSidOptions { kernel: PerColumn::all(family), ..options };
            let needed = estimated_memory(&table, &options, threads);
            // For each column its factor, the transpose and the rows at the interventions, and two systems that are
            // kept.
            let factors = 5 * 20 * 64 * 8 * 4000;
            assert!(needed <= threads as u64 * 3 * matrix + factors, "{family} on {threads}: {needed}");
        }
    }
}

#[test]
fn progress_is_reported_and_a_monitor_can_stop_it() {
    let mut rng = seeded(31);
    let (truth, learnt) = (random_dag(8, 0.5, &mut rng), random_dag(8, 0.5, &mut rng));
    let table = table_of(&random_columns(8, 60, &mut rng));
    let pair = GraphPair::new(&truth, &learnt).expect("the same nodes");
    let prepared = Prepared::new(&table, &ContSidOptions::default(), &Execution::default()).expect("a table");
    let patient = Watch::patient();
    assert!(prepared.compare(pair, &Execution::default().watched_by(&patient)).is_ok());
    assert!(patient.announced() == patient.done() && patient.done() > 0);
    // Nothing is known yet of data that were prepared again.
    let again = Prepared::new(&table, &ContSidOptions::default(), &Execution::default()).expect("a table");
    let impatient = Watch::stopping_after(patient.asked() / 2);
    let found = again.compare(pair, &Execution::default().watched_by(&impatient));
    assert_eq!(found, Err(ContSidError::Cancelled(Cancelled)));
    assert!(impatient.done() > 0 && impatient.done() < impatient.announced());
}

/// A smaller one would leave nodes out without a word, a larger one has no meaning.
#[test]
fn a_selection_of_another_size_is_refused() {
    let table = numbers(&[1.0, 2.0, 3.0], &[2.0, 1.0, 0.0]);
    let [a, b] = nodes();
    let (truth, learnt) = (Dag::from_edges(2, [(a, b)]).expect("one edge"), Dag::from_edges(2, []).expect("no edge"));
    let (pair, execution) = (GraphPair::new(&truth, &learnt).expect("the same nodes"), Execution::default());
    let [first, second] = [&truth, &learnt].map(|dag| GraphClass::from(dag.clone()));
    let classes = GraphPair::new(&first, &second).expect("the same nodes");
    let prepared = Prepared::new(&table, &ContSidOptions::default(), &execution).expect("a table");
    for size in [1, 3, 70] {
        let (selection, refused) = (Selection::all(size), SelectionSize { selection: size, nodes: 2 });
        let error = ContSidError::Selection(refused);
        let sets = TreatmentSets::all_of_size(1, 2, &Selection::all(2)).expect("two sets");
        assert_eq!(prepared.selected(pair, &selection, &execution), Err(error.clone()));
        assert_eq!(prepared.bounds(classes, &selection, contsid_limits(), &execution), Err(error.clone()));
        let limits = JointLimits::default();
        assert_eq!(prepared.joint(pair, &sets, &selection, limits, &execution), Err(error.clone()));
        assert_eq!(prepared.joint_bounds(classes, &sets, &selection, limits, &execution), Err(error));
        let options = ComparisonOptions { selection: Some(selection), ..ComparisonOptions::default() };
        let (truth, learnt) = (truth.as_ref(), learnt.as_ref());
        let found = compare(truth, learnt, None, &options, &execution).map(|found| found.pair_count);
        assert_eq!(found, Err(ComparisonError::Selection(refused)));
        let found = fixes(truth, learnt, &options, ComparisonData::default(), &execution);
        assert_eq!(found, Err(ComparisonError::Selection(refused)));
    }
}

#[test]
#[should_panic(expected = "the selection is of as many nodes as the graphs have")]
fn a_count_on_a_selection_of_another_size_panics() {
    let empty = Dag::from_edges(3, []).expect("no edge");
    shd(GraphPair::new(&empty, &empty).expect("the same nodes"), Reversal::Once, &Selection::all(2));
}

#[test]
fn each_case_says_whose_estimates_it_needs() {
    let [empty, one] = [NodeSet::empty(2), NodeSet::of(2, [NodeId::new(1)])];
    let needs = |case: Case| (case.needs_truth(), case.needs_learnt());
    let estimated = |case: Case| (case.is_estimated(&empty, &one), case.is_estimated(&one, &one));
    let expected = [
        (Case::NoPath, "1", (false, false), (false, false)),
        (Case::TruthOnly, "2a", (true, false), (true, true)),
        (Case::LearntOnly, "2b", (false, true), (true, true)),
        (Case::Agreed, "3.1", (false, false), (false, false)),
        // The same adjustment set gives the same estimate.
        (Case::Different, "3.2", (true, true), (true, false)),
    ];
    for (case, label, of_graphs, of_sets) in expected {
        assert_eq!((case.to_string().as_str(), needs(case), estimated(case)), (label, of_graphs, of_sets));
    }
}

#[test]
fn a_prepared_table_shows_its_options() {
    let table = numbers(&[1.0, 2.0, 4.0], &[3.0, 5.0, 4.0]);
    let options = ContSidOptions { lambda: LambdaChoice::LeaveOneOut, ..ContSidOptions::default() };
    let shown = format!("{:?}", Prepared::new(&table, &options, &Execution::default()).expect("a table"));
    assert!(shown.starts_with("Prepared") && shown.contains("LeaveOneOut"), "{shown}");
}
