//! Embeddings against the literal equations, and against each other.

mod support;

use contsid::data::Column;
use contsid::embedding::{
    AverageError, ConditionalMeanEmbedding, DiscrepancyError, Estimator, InterventionColumns,
    InterventionMeanEmbedding, KernelMismatch, Lambda, MeanEmbedding,
};
use contsid::execution::{Cancelled, Execution};
use contsid::kernel::{Bandwidth, Kernel, KernelColumn};
use contsid_oracle::contsid as oracle;
use std::sync::Arc;
use support::monitor::Watch;
use support::problems::{normal, random_case};
use support::seeded;

/// Condition numbers are at most some hundreds here.
const ROUNDING: f64 = 1e-12;

fn gaussian(values: &[f64]) -> Arc<KernelColumn> {
    let bandwidth = Bandwidth::new(0.8).expect("positive");
    Arc::new(KernelColumn::of_numbers(values, Kernel::Gaussian { bandwidth }))
}

fn column(seed: u64, count: usize) -> Vec<f64> {
    let mut rng = seeded(seed);
    (0..count).map(|_| normal(&mut rng)).collect()
}

#[test]
fn the_discrepancy_is_the_norm_of_the_difference() {
    let (a, b) =
        (MeanEmbedding::empirical(gaussian(&column(1, 20))), MeanEmbedding::empirical(gaussian(&column(2, 30))));
    let mmd = a.mmd(&b).expect("one kernel");
    let squares = a.norm().powi(2) + b.norm().powi(2) - 2.0 * a.inner_product(&b).expect("one kernel");
    assert!((mmd * mmd - squares).abs() < ROUNDING);
    assert!((mmd - b.mmd(&a).expect("one kernel")).abs() < ROUNDING);
    assert_eq!(a.mmd(&a.clone()).expect("one kernel"), 0.0);
}

/// ⟨μ, k(y, ·)⟩ = μ(y), the reproducing property.
#[test]
fn evaluation_is_an_inner_product() {
    let embedding = MeanEmbedding::empirical(gaussian(&column(3, 25)));
    let point = MeanEmbedding::empirical(gaussian(&[0.4]));
    let [value] = embedding.evaluate(&[0.4])[..] else { panic!("one point") };
    assert!((value - embedding.inner_product(&point).expect("one kernel")).abs() < ROUNDING);
}

#[test]
fn different_kernels_are_not_compared() {
    let bandwidth = Bandwidth::new(2.0).expect("positive");
    let other = KernelColumn::of_numbers(&[1.0, 2.0], Kernel::Gaussian { bandwidth });
    let (a, b) = (MeanEmbedding::empirical(gaussian(&[1.0, 2.0])), MeanEmbedding::empirical(Arc::new(other)));
    assert!(a.mmd(&b).is_err() && a.inner_product(&b).is_err());
}

fn categories(codes: &[u32], levels: &[&str]) -> Arc<KernelColumn> {
    let levels = levels.iter().map(|&level| level.to_owned()).collect();
    let column = Column::Categorical { codes: codes.to_vec(), levels };
    Arc::new(KernelColumn::new(&column, Kernel::Delta).expect("the kernel of categories"))
}

/// By hand: (½, ½, 0) and (0, ½, ½) on low, mid, top have the squared distance ¼ + ¼, and the product ¼.
#[test]
fn categories_of_two_tables_are_matched_by_name() {
    let (low_mid, mid_top) = (categories(&[0, 1], &["low", "mid"]), categories(&[0, 1], &["mid", "top"]));
    let (a, b) = (MeanEmbedding::empirical(low_mid), MeanEmbedding::empirical(mid_top));
    assert_eq!(a.mmd(&b), Ok(0.5f64.sqrt()));
    assert_eq!(a.inner_product(&b), Ok(0.25));
    let swapped = MeanEmbedding::empirical(categories(&[1, 0], &["mid", "low"]));
    assert_eq!(a.mmd(&swapped), Ok(0.0));
    // Two names that the other does not have are not the same one.
    let [x, y] = [
        MeanEmbedding::empirical(categories(&[0, 0], &["x"])),
        MeanEmbedding::empirical(categories(&[0, 1], &["y", "z"])),
    ];
    assert_eq!(x.mmd(&y), Ok(1.5f64.sqrt()));
    let numbers = MeanEmbedding::empirical(Arc::new(KernelColumn::of_numbers(&[0.0, 1.0], Kernel::Delta)));
    assert_eq!(a.mmd(&numbers), Err(KernelMismatch::Values));
}

/// The same rows with the levels of the treatment listed in another order.
#[test]
fn a_category_that_a_treatment_is_set_to_is_found_by_name() {
    let outcome = gaussian(&[0.3, -1.0, 2.0, 0.5]);
    let fit = |treatment| {
        let columns =
            InterventionColumns { outcome: Arc::clone(&outcome), treatments: vec![treatment], adjustment: vec![] };
        InterventionMeanEmbedding::fit(columns, Lambda::one_over(4), Estimator::Plain, &Execution::alone())
            .expect("a fit")
    };
    let one = fit(categories(&[0, 1, 0, 1], &["low", "high"]));
    let other = fit(categories(&[2, 0, 2, 0], &["high", "none", "low"]));
    assert_eq!(one.mcmd(&other, &[vec![0.0], vec![1.0]]), Ok(vec![0.0, 0.0]));
    let given = |treatment| {
        ConditionalMeanEmbedding::fit(Arc::clone(&outcome), vec![treatment], Lambda::one_over(4), &Execution::alone())
    };
    let one = given(categories(&[0, 1, 0, 1], &["low", "high"])).expect("a fit");
    let other = given(categories(&[1, 0, 1, 0], &["high", "low"])).expect("a fit");
    assert_eq!(one.mcmd(&other, &[vec![0.0], vec![1.0]]), Ok(vec![0.0, 0.0]));
}

/// Without an adjustment set intervening is conditioning.
#[test]
fn intervening_without_adjustment_is_conditioning() {
    let (x, y) = (gaussian(&column(4, 30)), gaussian(&column(5, 30)));
    let lambda = Lambda::one_over(30);
    let conditional = ConditionalMeanEmbedding::fit(Arc::clone(&y), vec![Arc::clone(&x)], lambda, &Execution::alone())
        .expect("a fit");
    let columns = InterventionColumns { outcome: y, treatments: vec![x], adjustment: vec![] };
    let intervention =
        InterventionMeanEmbedding::fit(columns, lambda, Estimator::Plain, &Execution::alone()).expect("a fit");
    for point in [-1.0, 0.0, 0.7] {
        let difference = conditional.at(&[point]).mmd(&intervention.at(&[point]).expect("plain")).expect("one kernel");
        assert!(difference < ROUNDING, "{difference}");
    }
    let itself = conditional.mcmd(&conditional.clone(), &[vec![0.3], vec![2.0]]).expect("one kernel");
    assert_eq!(itself, [0.0, 0.0]);
}

/// The weights of the library type are those of the oracle, on random kernels, sets and estimators.
#[test]
fn weights_equal_the_oracle() {
    let mut rng = seeded(41);
    for _ in 0..30 {
        let case = random_case(0.5, &mut rng);
        let problem = &case.problem;
        let oracle::Lambda::Fixed(lambda) = problem.lambda else { panic!("a number") };
        let kernels: Vec<Arc<KernelColumn>> = case
            .table
            .columns()
            .iter()
            .enumerate()
            .map(|(index, column)| {
                let name = format!("V{}", index + 1);
                let family = *case.options.kernel.of(&name);
                let bandwidth = match case.options.bandwidth.of(&name) {
                    contsid::kernel::BandwidthChoice::Fixed(bandwidth) => *bandwidth,
                    contsid::kernel::BandwidthChoice::Median => Bandwidth::new(1.0).expect("positive"),
                };
                Arc::new(KernelColumn::new(column, family.with_bandwidth(bandwidth)).expect("numbers"))
            })
            .collect();
        let set: Vec<usize> = (1..kernels.len()).filter(|index| index % 2 == 1).collect();
        let columns = InterventionColumns {
            outcome: Arc::clone(&kernels[0]),
            treatments: vec![Arc::clone(&kernels[0])],
            adjustment: set.iter().map(|&index| Arc::clone(&kernels[index])).collect(),
        };
        let fitted = InterventionMeanEmbedding::fit(
            columns,
            Lambda::new(lambda).expect("positive"),
            case.options.estimator,
            &Execution::alone(),
        );
        let point = problem.columns[0][0];
        let Ok(found) = fitted.expect("a fit").at(&[point]) else { continue };
        let expected = &problem.weights(0, &set, lambda, &[point])[0];
        for (a, b) in found.weights().iter().zip(expected) {
            assert!((a - b).abs() <= ROUNDING * b.abs().max(1.0), "{a} {b}");
        }
    }
}

#[test]
fn weights_that_sum_to_nothing_are_not_normalised() {
    let columns = InterventionColumns {
        outcome: gaussian(&[1.0, 2.0]),
        treatments: vec![gaussian(&[0.0, 1.0])],
        adjustment: vec![gaussian(&[0.5, 0.1])],
    };
    let fit = |estimator| {
        InterventionMeanEmbedding::fit(columns.clone(), Lambda::one_over(2), estimator, &Execution::alone())
            .expect("a fit")
    };
    let (plain, normalised) = (fit(Estimator::Plain), fit(Estimator::Normalised));
    assert!(normalised.at(&[1e9]).is_err());
    assert!(matches!(plain.mcmd(&normalised, &[vec![1e9]]), Err(DiscrepancyError::Weights(_))));
    let weights = normalised.at(&[0.5]).expect("near the data").weights().iter().sum::<f64>();
    assert!((weights - 1.0).abs() < ROUNDING);
}

/// The average of the embeddings is the average of their values, that of the distances the average of the distances.
#[test]
fn averages_are_over_the_points() {
    let [outcome, treatment, confounder] = [6, 7, 8].map(|seed| gaussian(&column(seed, 25)));
    let fit = |adjustment| {
        let columns = InterventionColumns { outcome: outcome.clone(), treatments: vec![treatment.clone()], adjustment };
        InterventionMeanEmbedding::fit(columns, Lambda::one_over(25), Estimator::Plain, &Execution::alone())
            .expect("a fit")
    };
    let (ours, theirs) = (fit(vec![confounder]), fit(vec![]));
    let points = [vec![-0.5], vec![0.0], vec![1.5]];
    let mean = |values: Vec<f64>| values.iter().sum::<f64>() / values.len() as f64;
    let averaged = ours.averaged(&points, &Execution::default()).expect("plain");
    let values = points.iter().map(|point| ours.at(point).expect("plain").evaluate(&[0.3])[0]).collect();
    assert!((averaged.evaluate(&[0.3])[0] - mean(values)).abs() < ROUNDING);
    let distance = ours.averaged_mcmd(&theirs, &points, &Execution::default()).expect("one kernel");
    assert!(distance > 0.0 && (distance - mean(ours.mcmd(&theirs, &points).expect("one kernel"))).abs() < ROUNDING);
    let impatient = Watch::stopping_after(0);
    let stopped = Execution::default().watched_by(&impatient);
    assert!(matches!(ours.averaged(&points, &stopped), Err(AverageError::Cancelled(_))));
    assert_eq!(ours.averaged_mcmd(&theirs, &points, &stopped), Err(DiscrepancyError::Cancelled(Cancelled)));
}
