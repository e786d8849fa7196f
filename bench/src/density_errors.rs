//! How far densities of embeddings are from the true ones, with the nearest probabilities and with clipped weights:
//! `cargo run --release -p contsid-bench density_errors [DATA_SETS]`, 20 without a number.
//!
//! The mean of ∫ |estimate − truth| over data sets and three interventions, adjusting for the confounder and for
//! nothing.

#[path = "../../crates/contsid-report/tests/confounded/mod.rs"]
mod confounded;

use crate::Outcome;
use confounded::{Confounded, MadeOfWeights};
use contsid_report::density::nearest_probabilities;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

pub fn main(arguments: &[String]) -> Outcome {
    let data_sets: u32 = arguments.first().map_or(Ok(20), |word| word.parse())?;
    println!("| samples | nearest probabilities | clipped at zero |\n|---|---|---|");
    for samples in [60, 300, 1500] {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let drawn: Vec<Confounded> = (0..data_sets).map(|_| Confounded::new(samples, &mut rng)).collect();
        let ways: [MadeOfWeights; 2] = [nearest_probabilities, clipped];
        let [nearest, clipped] = ways.map(|made| {
            let sum = drawn.iter().map(|data| data.errors(made)).fold([0.0; 2], |[a, b], [c, d]| [a + c, b + d]);
            sum.map(|sum| sum / f64::from(data_sets))
        });
        println!("| {samples} | {:.3}, {:.3} | {:.3}, {:.3} |", nearest[0], nearest[1], clipped[0], clipped[1]);
    }
    Ok(())
}

/// The positive weights, scaled to sum to one.
fn clipped(weights: &[f64]) -> Vec<f64> {
    let kept: Vec<f64> = weights.iter().map(|weight| weight.max(0.0)).collect();
    let sum: f64 = kept.iter().sum();
    kept.iter().map(|weight| weight / sum).collect()
}
