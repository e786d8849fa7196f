//! Densities in the data of a page, written small.

use crate::density::{GRID_POINTS, Outcome, Support};
use crate::number::{rounded, ticks};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde::Serialize;

/// How an outcome is shown.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Axis {
    Grid { low: f64, step: f64, ticks: Vec<(f64, String)>, marginal: Packed },
    Levels { levels: Vec<String>, marginal: Vec<u16> },
}

/// The densities of one outcome under all shown interventions on one treatment.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Curves {
    /// For each intervention the density at each point of the grid.
    Grid(Packed),
    /// For each intervention the probability of each level, in shares of 10,000.
    Levels(Vec<Vec<u16>>),
}

/// Curves of [`GRID_POINTS`] heights each: as bytes in base 64, 255 for the mode of a curve, and the modes.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Packed(String, Vec<f64>);

impl Packed {
    fn new(densities: &[Vec<f64>]) -> Self {
        let mode = |density: &Vec<f64>| density.iter().copied().fold(0.0, f64::max);
        let bytes: Vec<u8> = densities.iter().flat_map(|density| bytes(density, mode(density))).collect();
        Self(STANDARD.encode(bytes), densities.iter().map(|density| rounded(mode(density))).collect())
    }
}

impl Curves {
    /// The densities of an outcome under each intervention.
    pub(crate) fn new(outcome: &Outcome, densities: &[Vec<f64>]) -> Self {
        match outcome.support() {
            Support::Grid { .. } => Self::Grid(Packed::new(densities)),
            Support::Levels(_) => Self::Levels(densities.iter().map(|density| shares(density)).collect()),
        }
    }
}

impl Axis {
    /// With the density of all rows.
    pub(crate) fn new(outcome: &Outcome) -> Self {
        Self::with_marginal(outcome, &outcome.marginal())
    }

    pub(crate) fn with_marginal(outcome: &Outcome, marginal: &[f64]) -> Self {
        match outcome.support() {
            Support::Grid { low, step } => Self::Grid {
                low: *low,
                step: *step,
                ticks: ticks(*low, low + step * (GRID_POINTS - 1) as f64),
                marginal: Packed::new(&[marginal.to_vec()]),
            },
            Support::Levels(levels) => Self::Levels { levels: levels.clone(), marginal: shares(marginal) },
        }
    }
}

#[expect(clippy::cast_sign_loss, reason = "densities are not negative")]
fn bytes(density: &[f64], mode: f64) -> Vec<u8> {
    density.iter().map(|value| (255.0 * value / mode).round() as u8).collect()
}

#[expect(clippy::cast_sign_loss, reason = "probabilities are not negative")]
fn shares(probabilities: &[f64]) -> Vec<u16> {
    probabilities.iter().map(|value| (10_000.0 * value).round() as u16).collect()
}
