//! Numeric data: every variable is a sum of functions of its parents, plus noise.

use super::draw;
use super::moments::Moments;
use super::noise::Noise;
use super::streams::Streams;
use super::weights::Weights;
use crate::word::word;
use contsid::graph::NodeId;
use rand_chacha::rand_core::Rng;
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// Larger values count as overflow, so differences and squares of standardised values stay finite.
const LARGEST: f64 = 1e300;

/// The number of cosines of a random function.
const FEATURES: usize = 100;

/// The function f of `x_j = Σ_{i ∈ PA_j} w_ij f(x_i) + ε_j`.
///
/// z is x standardised in the sample, (x − mean)/sd. A quadratic function of x itself would be a polynomial of degree
/// 2ᵈ along a path of length d, and soon overflow; of z it is at most N.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Mechanism {
    /// f(x) = x
    #[default]
    Linear,
    /// f(x) = sin x
    Sine,
    /// f(x) = z²
    Quadratic,
    /// `f(x) = √(2/100) Σ_{k ≤ 100} a_k cos(ω_k z + b_k)` with a and ω standard normal and b uniform on [0, 2π), drawn
    /// anew for each edge: nearly a draw of the Gaussian process with kernel exp(−(z − z')²/2) (Rahimi & Recht 2007).
    RandomFourier,
}

word!(Mechanism { Linear: "linear", Sine: "sine", Quadratic: "quadratic", RandomFourier: "random-fourier" });

/// Whether variables are scaled to mean 0 and variance 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Standardise {
    /// Not at all.
    #[default]
    None,
    /// All of them, at the end.
    Columns,
    /// Each one before its children are drawn, so variances do not grow along the order (Ormaniec et al. 2025).
    Internal,
}

word!(Standardise { None: "none", Columns: "columns", Internal: "internal" });

/// A model of numeric data.
#[derive(Clone, Debug, PartialEq)]
pub struct Continuous {
    /// The function along each edge.
    pub mechanism: Mechanism,
    /// The weights of the edges.
    pub weights: Weights,
    /// The noise of each variable.
    pub noise: Noise,
    /// Whether variables are standardised.
    pub standardise: Standardise,
}

impl Default for Continuous {
    /// The paper's: linear, weights uniform on [−10, 10], exponential noise of mean 1.
    fn default() -> Self {
        Self {
            mechanism: Mechanism::default(),
            weights: Weights::paper(),
            noise: Noise::default(),
            standardise: Standardise::default(),
        }
    }
}

impl Continuous {
    /// The values of a node, given those of its parents; none if they become too large.
    pub(crate) fn column(
        &self,
        node: NodeId,
        parents: &[&[f64]],
        samples: usize,
        streams: &Streams,
    ) -> Option<Vec<f64>> {
        let mut noise = streams.noise(node);
        let mut values: Vec<f64> = (0..samples).map(|_| self.noise.draw(&mut noise)).collect();
        let mut parameters = streams.parameters(node);
        for parent in parents {
            let weight = self.weights.draw(&mut parameters);
            let effects = self.mechanism.effects(parent, &mut parameters);
            values.iter_mut().zip(effects).for_each(|(value, effect)| *value += weight * effect);
        }
        if !values.iter().all(|value| value.abs() <= LARGEST) {
            return None;
        }
        if self.standardise == Standardise::Internal {
            standardise(&mut values);
        }
        Some(values)
    }
}

impl Mechanism {
    /// f(x) for each x.
    fn effects(self, values: &[f64], rng: &mut impl Rng) -> Vec<f64> {
        let moments = Moments::of(values);
        let standardised = values.iter().map(|&x| moments.standardised(x));
        match self {
            Self::Linear => values.to_vec(),
            Self::Sine => values.iter().map(|&x| libm::sin(x)).collect(),
            Self::Quadratic => standardised.map(|z| z * z).collect(),
            Self::RandomFourier => {
                let function = RandomFunction::draw(rng);
                standardised.map(|z| function.at(z)).collect()
            }
        }
    }
}

/// `Σ_k a_k cos(ω_k z + b_k)`, scaled.
struct RandomFunction {
    cosines: Vec<Cosine>,
}

struct Cosine {
    amplitude: f64,
    frequency: f64,
    phase: f64,
}

impl RandomFunction {
    fn draw(rng: &mut impl Rng) -> Self {
        let mut cosine =
            || Cosine { amplitude: draw::normal(rng), frequency: draw::normal(rng), phase: 2.0 * PI * draw::unit(rng) };
        Self { cosines: (0..FEATURES).map(|_| cosine()).collect() }
    }

    fn at(&self, z: f64) -> f64 {
        let terms = self.cosines.iter().map(|c| c.amplitude * libm::cos(c.frequency * z + c.phase));
        (2.0 / FEATURES as f64).sqrt() * terms.sum::<f64>()
    }
}

pub(crate) fn standardise(values: &mut [f64]) {
    let moments = Moments::of(values);
    for value in values {
        *value = moments.standardised(*value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha20Rng;
    use rand_chacha::rand_core::SeedableRng;

    /// E f(z) f(z') over random functions is exp(−(z − z')²/2).
    #[test]
    fn random_functions_have_the_covariance_of_their_process() {
        let mut rng = ChaCha20Rng::seed_from_u64(5);
        let functions: Vec<RandomFunction> = (0..4000).map(|_| RandomFunction::draw(&mut rng)).collect();
        for (z, other) in [(0.0, 0.0), (0.3, 1.3), (-2.0, 1.0)] {
            let products = functions.iter().map(|f| f.at(z) * f.at(other));
            let covariance = products.sum::<f64>() / 4000.0;
            let expected = libm::exp(-(z - other) * (z - other) / 2.0);
            // The variance of a product of two standard normals is at most 2.
            assert!((covariance - expected).abs() < 5.0 * (2.0_f64 / 4000.0).sqrt(), "{covariance} for {expected}");
        }
    }
}
