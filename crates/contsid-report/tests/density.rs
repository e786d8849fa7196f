//! Densities are densities, and approach the interventional density that is known.

#![allow(clippy::unwrap_used, reason = "this is a test program")]

mod confounded;

use confounded::{Confounded, normal};
use contsid::data::Column;
use contsid_report::density::{GRID_POINTS, Outcome, Support, nearest_probabilities, trapezoid};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Sums of a few hundred numbers of size one.
const ROUNDING: f64 = 1e-12;

fn squared_distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum()
}

#[test]
fn no_probabilities_are_nearer() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..200 {
        let count = rng.random_range(1..30);
        let weights: Vec<f64> = (0..count).map(|_| normal(&mut rng) * rng.random_range(0.0..1.0)).collect();
        let nearest = nearest_probabilities(&weights);
        assert!(nearest.iter().all(|&weight| weight >= 0.0));
        assert!((nearest.iter().sum::<f64>() - 1.0).abs() < ROUNDING);
        let best = squared_distance(&weights, &nearest);
        for _ in 0..50 {
            // A step from the nearest probabilities towards any others.
            let mut other: Vec<f64> = (0..count).map(|_| -(1.0 - rng.random::<f64>()).ln()).collect();
            let (sum, step): (f64, f64) = (other.iter().sum(), rng.random());
            other.iter_mut().zip(&nearest).for_each(|(other, near)| *other = near + step * (*other / sum - near));
            assert!(squared_distance(&weights, &other) >= best - ROUNDING);
        }
    }
}

#[test]
fn densities_integrate_to_one() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let shapes: [fn(&mut ChaCha8Rng) -> f64; 4] = [
        |rng| normal(rng),
        |rng| 1e6 + 1e-3 * normal(rng),
        |rng| normal(rng).exp().powi(2),
        |rng| if rng.random_bool(0.8) { 0.0 } else { normal(rng) },
    ];
    for shape in shapes {
        let values: Vec<f64> = (0..150).map(|_| shape(&mut rng)).collect();
        let outcome = Outcome::new(&Column::numbers(values));
        let Support::Grid { step, .. } = *outcome.support() else { panic!("many different numbers") };
        for _ in 0..20 {
            let weights: Vec<f64> = (0..150).map(|_| normal(&mut rng) * 0.3).collect();
            let density = outcome.density(&nearest_probabilities(&weights));
            assert_eq!(density.len(), GRID_POINTS);
            assert!(density.iter().all(|&value| value >= 0.0));
            assert!((trapezoid(&density, step) - 1.0).abs() < ROUNDING);
        }
        assert!((trapezoid(&outcome.marginal(), step) - 1.0).abs() < ROUNDING);
    }
}

#[test]
fn few_values_become_bars() {
    let counts = Outcome::new(&Column::numbers(vec![2.0, 0.0, 2.0, 1.0]));
    assert_eq!(counts.support(), &Support::Levels(vec!["0".into(), "1".into(), "2".into()]));
    assert_eq!(counts.marginal(), [0.25, 0.25, 0.5]);
    let levels = vec!["yes".to_owned(), "no".to_owned()];
    let answers = Outcome::new(&Column::Categorical { codes: vec![1, 1, 0], levels: levels.clone() });
    assert_eq!(answers.support(), &Support::Levels(levels));
    assert_eq!(answers.density(&[0.5, 0.25, 0.25]), [0.25, 0.75]);
}

#[test]
fn densities_approach_the_linear_gaussian_ones() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut mean_errors = |samples: usize| {
        let repetitions = 8;
        let mut sum = [0.0; 2];
        for _ in 0..repetitions {
            let errors = Confounded::new(samples, &mut rng).errors(nearest_probabilities);
            sum.iter_mut().zip(errors).for_each(|(sum, error)| *sum += error / f64::from(repetitions));
        }
        sum
    };
    let (few, many) = (mean_errors(60), mean_errors(1500));
    for side in 0..2 {
        assert!(many[side] < 0.8 * few[side], "{few:?} {many:?}");
        // Two densities that share no mass differ by 2; the two above differ by 0.4 at x = 0 already.
        assert!(many[side] < 0.2, "{many:?}");
    }
}
