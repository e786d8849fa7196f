//! A linear regression that guides the estimate of a part.
//!
//! A kernel regression on the few rows of a part smooths what it estimates, and says little where rows are few. So a
//! part first fits y = f(x, z) + ε by least squares, for treatments x and adjustment set z, and takes this model's
//! embedding of P(Y | do(X = x)): the mean of φ(f(x, z_m) + ε_t) over all rows m and t. The kernel regression then
//! estimates only what the model leaves over, φ(y_s) less the mean of φ(f(x_s, z_s) + ε_t) over all t:
//!
//! ```text
//! mean_mt φ(f(x, z_m) + ε_t)  +  κ Σ_s w_s(x) ( φ(y_s) − mean_t φ(f(x_s, z_s) + ε_t) )
//! ```
//!
//! If the model is right, nothing is left over, neither bias nor a lack of data nearby. If it is wrong, the kernel
//! regression corrects it (Glad 1998 guides one-dimensional regressions in this way). [`Signal`] chooses κ.
//!
//! Under a Gaussian kernel φ has coordinates in which shifting y multiplies: a_k e^{iω_k y}. So the double mean over m
//! and t is the product of two means, and the model's embedding at x is a number for each k, times e^{iω_k b x}.
//! Outcomes with other kernels, or with values too far apart, are estimated without a guide.

use super::rows::PartGrid;
use crate::graph::{NodeId, NodeSet};
use crate::kernel::{Kernel, KernelColumn};
use crate::numeric::{Matrix, Qr, add_multiple, dot, solve_upper, sum, wave_means, wave_products};
use serde::{Deserialize, Serialize};

/// Largest frequency, in units of 1/σ: what is left out of the kernel is 10⁻⁷.
const LARGEST_FREQUENCY: f64 = 5.3;

/// The model may predict values this far outside the observed range, in σ, or as far as the range is wide if that is
/// less.
const OUTSIDE: f64 = 8.0;

/// At this distance, in σ, the next period of the waves is not felt.
const PERIOD_MARGIN: f64 = 5.5;

/// Most waves of an outcome: with more its values lie over 60 bandwidths apart.
const MOST_WAVES: usize = 64;

/// Fewest rows of a part for each regressor of the model; with fewer the model has no regressors.
const ROWS_OF_REGRESSOR: usize = 5;

/// A ridge relative to the variance of a regressor, so that regressors may depend on each other. It is felt where the
/// others explain all of a regressor's variance but a share of 10⁻⁸.
const COLLINEARITY: f64 = 1e-10;

/// A column of numbers in units of its bandwidth, and the waves that its values have as an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct WaveScale {
    /// The middle of the values.
    pub(crate) center: f64,
    /// The bandwidth.
    pub(crate) unit: f64,
    /// 2π over the period of the waves.
    pub(crate) step: f64,
    /// The number of waves; none for an outcome without a guide.
    pub(crate) waves: usize,
}

impl WaveScale {
    /// None for a kernel without a bandwidth.
    pub(crate) fn new(column: &KernelColumn) -> Option<Self> {
        let unit = column.kernel().bandwidth()?.value();
        let low = column.values().fold(f64::INFINITY, f64::min);
        let high = column.values().fold(f64::NEG_INFINITY, f64::max);
        let range = high / unit - low / unit;
        let step = std::f64::consts::TAU / (range + range.min(OUTSIDE) + PERIOD_MARGIN);
        let most = if matches!(column.kernel(), Kernel::Gaussian { .. }) { MOST_WAVES } else { 0 };
        let waves = (1..=most).find(|&k| k as f64 * step >= LARGEST_FREQUENCY).unwrap_or(0);
        Some(Self { center: f64::midpoint(low, high), unit, step, waves })
    }

    pub(crate) fn scaled(&self, values: impl Iterator<Item = f64>) -> Vec<f64> {
        values.map(|value| (value - self.center) / self.unit).collect()
    }

    /// The number of coordinates of an outcome.
    pub(crate) fn rank(&self) -> usize {
        2 * self.waves + 1
    }

    /// a_k, with k(y, y′) = Σ_k a_k² cos(ω_k (y − y′)) for ω_k = k · step: the Gaussian kernel, repeated with the
    /// period.
    fn amplitudes(&self) -> Vec<f64> {
        let amplitude = |k: usize| {
            let frequency = k as f64 * self.step;
            let share = if k == 0 { 1.0 } else { 2.0 };
            let density = (-frequency * frequency / 2.0).exp() / std::f64::consts::TAU.sqrt();
            (share * self.step * density).sqrt()
        };
        let later = (1..=self.waves).flat_map(|k| [amplitude(k), 0.0]);
        std::iter::once(amplitude(0)).chain(later).collect()
    }

    /// A row of coordinates for each value.
    pub(crate) fn coordinates(&self, values: impl Iterator<Item = f64>) -> Matrix {
        self.coordinates_of_scaled(&self.scaled(values))
    }

    fn coordinates_of_scaled(&self, scaled: &[f64]) -> Matrix {
        let mut coordinates = Matrix::zeros(scaled.len(), self.rank());
        coordinates.add_waves(&self.angles(scaled), &self.amplitudes(), 1.0);
        coordinates
    }

    fn angles(&self, scaled: &[f64]) -> Vec<f64> {
        scaled.iter().map(|value| self.step * value).collect()
    }
}

/// The model's embedding of an outcome at treatments x: coordinates c_k e^{i k step t(x)}.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct LinearModel {
    /// t(x) = Σ slope · x, in scaled units.
    pub(crate) slopes: Vec<f64>,
    /// c
    pub(crate) coefficients: Vec<f64>,
}

impl LinearModel {
    /// Adds the embeddings at some interventions, `factor` times, to the rows of a matrix; `points` has the scaled
    /// values of each treatment.
    pub(crate) fn add_to(&self, scale: &WaveScale, points: &[&[f64]], factor: f64, out: &mut Matrix) {
        let mut angles = vec![0.0; out.row_count()];
        for (values, slope) in points.iter().zip(&self.slopes) {
            add_multiple(&mut angles, values, slope * scale.step);
        }
        out.add_waves(&angles, &self.coefficients, factor);
    }
}

/// The scaled columns of a part, and the coordinates of its outcomes.
pub(crate) struct GuidedRows {
    scales: Vec<Option<WaveScale>>,
    /// For each column of numbers.
    scaled: Vec<Option<Vec<f64>>>,
    /// For each outcome with a guide, a row of coordinates for each row of the part.
    coordinates: Vec<Option<Matrix>>,
}

impl GuidedRows {
    pub(crate) fn new<'a>(scales: &[Option<WaveScale>], columns: impl Iterator<Item = &'a KernelColumn>) -> Self {
        let scaled: Vec<Option<Vec<f64>>> =
            scales.iter().zip(columns).map(|(scale, column)| Some(scale.as_ref()?.scaled(column.values()))).collect();
        let coordinates = scales.iter().zip(&scaled).map(|(scale, values)| {
            let (scale, values) = (scale.as_ref().filter(|scale| scale.waves > 0)?, values.as_ref()?);
            Some(scale.coordinates_of_scaled(values))
        });
        Self { scales: scales.to_vec(), coordinates: coordinates.collect(), scaled }
    }

    /// The mean of the coordinates of an outcome with a guide.
    pub(crate) fn mean(&self, outcome: usize) -> Option<Vec<f64>> {
        let coordinates = self.coordinates[outcome].as_ref()?;
        let count = coordinates.row_count() as f64;
        Some(coordinates.column_sums().into_iter().map(|sum| sum / count).collect())
    }

    /// A row of coordinates for each row of the part, of an outcome with a guide.
    pub(crate) fn coordinates(&self, outcome: usize) -> Option<&Matrix> {
        self.coordinates[outcome].as_ref()
    }

    /// Regressors for some treatments and an adjustment set: the columns of numbers that vary.
    pub(crate) fn regressors(&self, treatments: &NodeSet, adjustment: &NodeSet) -> Regressors<'_> {
        let nodes: Vec<usize> = treatments.iter().chain(adjustment.iter()).map(NodeId::index).collect();
        Regressors::new(nodes.iter().map(|&node| self.scaled[node].as_deref()).collect(), treatments.len())
    }

    /// The guide of an outcome, and what it leaves over of the coordinates of each row; none without a guide.
    pub(crate) fn guide(&self, outcome: usize, regressors: &Regressors<'_>) -> Option<(LinearModel, Matrix)> {
        let (scale, coordinates) = (self.scales[outcome].as_ref()?, self.coordinates[outcome].as_ref()?);
        let values = self.scaled[outcome].as_ref()?;
        let fit = regressors.fit(values);
        let residuals: Vec<f64> = values.iter().zip(&fit.fitted).map(|(value, fitted)| value - fitted).collect();
        let noise = wave_products(&scale.amplitudes(), &wave_means(&scale.angles(&residuals), scale.waves));
        let coefficients = wave_products(&noise, &wave_means(&scale.angles(&fit.without_treatments), scale.waves));
        let mut left = coordinates.clone();
        left.add_waves(&scale.angles(&fit.fitted), &noise, -1.0);
        Some((LinearModel { slopes: fit.slopes, coefficients }, left))
    }
}

/// The columns that an outcome is regressed on, treatments first.
pub(crate) struct Regressors<'a> {
    columns: Vec<Regressor<'a>>,
    treatment_count: usize,
    /// Of the centred columns above the roots of the ridges.
    factor: Option<Qr>,
}

struct Regressor<'a> {
    /// The position among the treatments and the adjustment set.
    position: usize,
    values: &'a [f64],
    mean: f64,
}

/// What a model says about an outcome.
struct Fit {
    /// Of each treatment; 0 where it is no regressor.
    slopes: Vec<f64>,
    fitted: Vec<f64>,
    /// The fitted values less those of the treatments.
    without_treatments: Vec<f64>,
}

impl<'a> Regressors<'a> {
    /// A model without regressors if they are too many for the rows, or too large for numbers.
    fn new(columns: Vec<Option<&'a [f64]>>, treatment_count: usize) -> Self {
        let regressor = |(position, values): (usize, Option<&'a [f64]>)| {
            let values = values?;
            let mean = sum(values) / values.len() as f64;
            values.iter().any(|value| *value != values[0]).then_some(Regressor { position, values, mean })
        };
        let mut columns: Vec<Regressor<'a>> = columns.into_iter().enumerate().filter_map(regressor).collect();
        let factor = Self::factor(&columns);
        if factor.is_none() {
            columns.clear();
        }
        Self { columns, treatment_count, factor }
    }

    fn factor(columns: &[Regressor<'_>]) -> Option<Qr> {
        let rows = columns.first()?.values.len();
        if columns.len() * ROWS_OF_REGRESSOR > rows {
            return None;
        }
        let mut matrix = Matrix::zeros(rows + columns.len(), columns.len());
        for (index, regressor) in columns.iter().enumerate() {
            let column = matrix.column_mut(index);
            column.iter_mut().zip(regressor.values).for_each(|(entry, value)| *entry = value - regressor.mean);
            column[rows + index] = (COLLINEARITY * dot(column, column)).sqrt();
        }
        let is_finite = matrix.columns().flatten().all(|value| value.is_finite());
        is_finite.then(|| Qr::new(&matrix))
    }

    /// Without regressors if a slope is too large for a number.
    fn fit(&self, values: &[f64]) -> Fit {
        let fitted = vec![sum(values) / values.len() as f64; values.len()];
        let mut fit = Fit { slopes: vec![0.0; self.treatment_count], without_treatments: fitted.clone(), fitted };
        let Some(slopes) = self.slopes(values) else { return fit };
        let add = |fitted: &mut Vec<f64>, column: &Regressor<'_>, slope: f64| {
            let offset = slope * column.mean;
            fitted.iter_mut().zip(column.values).for_each(|(fitted, value)| *fitted += slope * value - offset);
        };
        let of_treatments = |column: &Regressor<'_>| column.position < self.treatment_count;
        for (column, &slope) in self.columns.iter().zip(&slopes).filter(|(column, _)| !of_treatments(column)) {
            add(&mut fit.fitted, column, slope);
        }
        fit.without_treatments.clone_from(&fit.fitted);
        for (column, &slope) in self.columns.iter().zip(&slopes).filter(|(column, _)| of_treatments(column)) {
            fit.slopes[column.position] = slope;
            fit.without_treatments.iter_mut().for_each(|fitted| *fitted -= slope * column.mean);
            add(&mut fit.fitted, column, slope);
        }
        fit
    }

    fn slopes(&self, values: &[f64]) -> Option<Vec<f64>> {
        let factor = self.factor.as_ref()?;
        let along = |column: &[f64]| dot(&column[..values.len()], values);
        let slopes = solve_upper(&factor.upper, &factor.orthonormal.columns().map(along).collect::<Vec<_>>());
        slopes.iter().all(|slope| slope.is_finite()).then_some(slopes)
    }
}

/// How clearly the parts agree that a linear model is wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Signal {
    /// B S₊, what the parts agree on.
    agreed: f64,
    /// V, the noise of a part.
    v: f64,
}

impl Signal {
    /// From the corrections C of all parts:
    ///
    /// ```text
    /// S = mean_r ( ‖Σ_b C_rb‖² − Σ_b ‖C_rb‖² ) / (B (B−1))      what the parts agree on
    /// V = mean_rb ‖C_rb‖² − S                                    the noise of a part
    /// u = B S₊/V                                                 signal over the noise of the mean
    /// ```
    ///
    /// ‖ ‖² is the mean over the interventions, which `square` gives.
    pub(crate) fn new<'a>(
        grid: PartGrid,
        corrections: impl Fn(usize) -> &'a Matrix,
        square: impl Fn(&Matrix) -> f64,
    ) -> Self {
        let (b, r) = (grid.parts as f64, grid.repeats as f64);
        let (mut s, mut squares) = (0.0, 0.0);
        for repeat in 0..grid.repeats {
            let mut total = corrections(repeat * grid.parts).clone();
            let mut own = square(&total);
            for part in 1..grid.parts {
                let correction = corrections(repeat * grid.parts + part);
                own += square(correction);
                total.add(correction);
            }
            s += (square(&total) - own) / (b * (b - 1.0) * r);
            squares += own / (b * r);
        }
        Self { agreed: b * s.max(0.0), v: (squares - s).max(0.0) }
    }

    /// The order of u.
    pub(crate) fn compare(&self, other: &Self) -> std::cmp::Ordering {
        (self.agreed * other.v).total_cmp(&(other.agreed * self.v))
    }

    /// κ = u³/(1 + u³), the share of the kernel regression's correction that is kept.
    pub(crate) fn kappa(self) -> f64 {
        let cubes = [self.agreed.powi(3), self.v.powi(3)];
        if cubes[0] > 0.0 { cubes[0] / (cubes[0] + cubes[1]) } else { 0.0 }
    }

    /// κ at u √(2/B), by which checks count. With any number of parts chance makes u about as large; what is not linear
    /// makes it grow with B.
    pub(crate) fn weight_of_checks(self, grid: PartGrid) -> f64 {
        Self { agreed: self.agreed * (2.0 / grid.parts as f64).sqrt(), ..self }.kappa()
    }
}
