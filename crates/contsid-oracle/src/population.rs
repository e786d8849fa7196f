//! contSID of a linear-Gaussian model itself, without data.
//!
//! Adjusting for Z, the observational Gaussian implies P(X_j | do(X_i = x)) = N(b x, v) for centred variables: b is the
//! coefficient of X_i in the regression of X_j on X_i and Z, and v the residual variance plus b_Zᵀ Cov(Z) b_Z. Under
//! the Gaussian kernel of bandwidth s, independent X ~ N(m, u) and Y ~ N(n, w) have E k(X, Y) = s / √(s² + u + w) ·
//! exp(−(m − n)² / (2 (s² + u + w))). What remains is the average over x ~ N(0, Var X_i).

#![allow(clippy::doc_markdown, reason = "formulas carry subscripts")]

use crate::adjustment::is_valid;
use crate::graphs::{Graph, has_directed_path, parents};
use crate::joint::adjusted_response;
use crate::linear::{Rows, inverse};

/// The median of |X − X′| for independent standard normal X, X′: √2 times the 0.75-quantile.
pub const MEDIAN_DISTANCE: f64 = 0.953_872_552_408_939_8;

/// Number of points of the average over x, within ±9 standard deviations. The norm has a kink at 0, so higher-order
/// rules would not help.
const POINTS: i32 = 20_001;

/// d(i, j) for each ordered pair with the agreement `either`, divided by the norm; bandwidths are the population's
/// median distances.
pub fn contsid(truth: &Graph, learnt: &Graph, covariance: &Rows) -> Rows {
    let nodes = 0..truth.len();
    nodes.clone().map(|i| nodes.clone().map(|j| distance(truth, learnt, covariance, i, j)).collect()).collect()
}

/// The covariance of X = Bᵀ X + noise of variance 1, where `coefficients[a][b]` is the effect of a on b.
pub fn covariance(coefficients: &Rows) -> Rows {
    let size = coefficients.len();
    let system =
        (0..size).map(|a| (0..size).map(|b| f64::from(u8::from(a == b)) - coefficients[b][a]).collect()).collect();
    let total = inverse(&system);
    (0..size).map(|a| (0..size).map(|b| total[a].iter().zip(&total[b]).map(|(x, y)| x * y).sum()).collect()).collect()
}

/// N(slope · x, variance).
struct Implied {
    slope: f64,
    variance: f64,
}

fn distance(truth: &Graph, learnt: &Graph, covariance: &Rows, i: usize, j: usize) -> f64 {
    let (in_truth, in_learnt) = (has_directed_path(truth, i, j), has_directed_path(learnt, i, j));
    let (first, second) = (parents(truth, i), parents(learnt, i));
    if i == j || !(in_truth || in_learnt) {
        return 0.0;
    }
    if in_truth && in_learnt && (is_valid(learnt, i, j, &first) || is_valid(truth, i, j, &second)) {
        return 0.0;
    }
    let marginal = || Implied { slope: 0.0, variance: covariance[j][j] };
    let a = if in_truth { implied(covariance, i, j, &first) } else { marginal() };
    let b = if in_learnt { implied(covariance, i, j, &second) } else { marginal() };
    let bandwidth = MEDIAN_DISTANCE * covariance[j][j].sqrt();
    let mean = |shift: f64, variance: f64| {
        let width = bandwidth * bandwidth + variance;
        bandwidth / width.sqrt() * (-shift * shift / (2.0 * width)).exp()
    };
    let (mut sum, mut weights) = (0.0, 0.0);
    for point in 0..POINTS {
        let standard = 18.0 * f64::from(point) / f64::from(POINTS - 1) - 9.0;
        let weight = (-standard * standard / 2.0).exp();
        let shift = (a.slope - b.slope) * standard * covariance[i][i].sqrt();
        let square =
            mean(0.0, 2.0 * a.variance) + mean(0.0, 2.0 * b.variance) - 2.0 * mean(shift, a.variance + b.variance);
        sum += weight * square.max(0.0).sqrt();
        weights += weight;
    }
    sum / weights / mean(0.0, 2.0 * covariance[j][j]).sqrt()
}

fn implied(covariance: &Rows, i: usize, j: usize, set: &[usize]) -> Implied {
    let response = adjusted_response(covariance, &[i], j, set);
    Implied { slope: response.slopes[0], variance: response.variance }
}
