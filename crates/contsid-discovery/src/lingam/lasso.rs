//! The adaptive lasso, its size chosen by the Bayesian information criterion.
//!
//! Regress y on x₁ … x_k by ordinary least squares, multiply each x_j by the size of its coefficient, and follow the
//! lasso from no variable to all of them: large coefficients enter early, small ones late or not at all. The chosen
//! knot of that path has the smallest n · mean square / noise variance + ln n · number of variables.
//!
//! H. Zou (2006), *The adaptive lasso and its oracle properties*, JASA 101; the path as in B. Efron, T. Hastie,
//! I. Johnstone & R. Tibshirani (2004), *Least angle regression*, Annals of Statistics 32, section 3.1.

use contsid::numeric::{Matrix, dot, solve_upper};

/// Where a path ends. Lengths are those of weighted columns, y having length one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Precision {
    /// The path ends when no column has a larger covariance with the residual of y.
    end: f64,
    /// A column with a shorter residual on the active ones counts as a function of them.
    degenerate: f64,
}

impl Precision {
    /// The precision of scikit-learn, and so of the package `lingam`, for standardised data. Causes that are very weak
    /// beside others are then never tried.
    pub(super) const SINGLE: Self = Self { end: f32::EPSILON as f64, degenerate: 1e-8 };
    /// Full double precision. gCastle does not standardise, and so comes near it where units are small.
    pub(super) const DOUBLE: Self = Self { end: 1e-15, degenerate: 1e-14 };
}

/// The coefficients of the column `outcome` on the columns before it: zero for those dropped.
///
/// `upper` is the triangular factor of centred unit columns, of which the first `outcome + 1` are read.
pub(super) fn adaptive_lasso(upper: &Matrix, outcome: usize, sample_count: usize, precision: Precision) -> Vec<f64> {
    let y = &upper.column(outcome)[..=outcome];
    let weights: Vec<f64> = solve_upper(upper, &y[..outcome]).iter().map(|value| value.abs()).collect();
    let columns: Vec<Vec<f64>> =
        (0..outcome).map(|j| upper.column(j)[..=outcome].iter().map(|value| value * weights[j]).collect()).collect();
    let noise = y[outcome] * y[outcome] / (sample_count - outcome - 1) as f64;
    let criterion = |coefficients: &[f64]| {
        let rest = rest_of(y, &columns, coefficients);
        let size = coefficients.iter().filter(|value| value.abs() > f64::EPSILON).count();
        dot(&rest, &rest) / noise + (sample_count as f64).ln() * size as f64
    };
    let mut best = (f64::INFINITY, Vec::new());
    for knot in Path::new(&columns, y, precision).knots() {
        let value = criterion(&knot);
        if value < best.0 {
            best = (value, knot);
        }
    }
    best.1.iter().zip(&weights).map(|(coefficient, weight)| coefficient * weight).collect()
}

/// y − Σ β_j x_j
fn rest_of(y: &[f64], columns: &[Vec<f64>], coefficients: &[f64]) -> Vec<f64> {
    let mut rest = y.to_vec();
    for (column, coefficient) in columns.iter().zip(coefficients).filter(|(_, coefficient)| **coefficient != 0.0) {
        rest.iter_mut().zip(column).for_each(|(value, part)| *value -= coefficient * part);
    }
    rest
}

/// The lasso path of y on columns.
struct Path<'a> {
    columns: &'a [Vec<f64>],
    y: &'a [f64],
    gram: Vec<Vec<f64>>,
    coefficients: Vec<f64>,
    active: Vec<usize>,
    /// Columns that count as functions of active ones.
    barred: Vec<bool>,
    precision: Precision,
}

impl<'a> Path<'a> {
    fn new(columns: &'a [Vec<f64>], y: &'a [f64], precision: Precision) -> Self {
        let gram = columns.iter().map(|a| columns.iter().map(|b| dot(a, b)).collect()).collect();
        let count = columns.len();
        Self {
            columns,
            y,
            gram,
            coefficients: vec![0.0; count],
            active: Vec::new(),
            barred: vec![false; count],
            precision,
        }
    }

    /// The coefficients at each knot, from none to all.
    fn knots(mut self) -> Vec<Vec<f64>> {
        let mut knots = vec![self.coefficients.clone()];
        let mut dropped = None;
        // A path can have 3ᵏ knots in theory; on real data it has little more than k.
        for _ in 0..8 * self.coefficients.len() {
            let covariances = self.covariances();
            let Some((level, factor)) = self.enter(&covariances, dropped) else { break };
            let step = self.step(&covariances, level, &factor, dropped);
            dropped = self.advance(&step);
            knots.push(self.coefficients.clone());
        }
        knots
    }

    /// The covariances of the columns with the residual of y.
    fn covariances(&self) -> Vec<f64> {
        let rest = rest_of(self.y, self.columns, &self.coefficients);
        self.columns.iter().map(|column| dot(column, &rest)).collect()
    }

    /// Adds the column with the largest covariance, unless one was just dropped; returns that covariance and the
    /// Cholesky factor of the active columns. None at the end of the path.
    fn enter(&mut self, covariances: &[f64], dropped: Option<usize>) -> Option<(f64, Cholesky)> {
        loop {
            let entering = if dropped.is_some() { None } else { self.nearest(covariances) };
            let leading = entering.or_else(|| self.active.first().copied())?;
            let level = covariances[leading].abs();
            if level <= self.precision.end || (entering.is_none() && dropped.is_none()) {
                return None;
            }
            self.active.extend(entering);
            let factor = Cholesky::of(&self.gram, &self.active);
            match entering {
                Some(column) if factor.last() < self.precision.degenerate => {
                    self.active.pop();
                    self.barred[column] = true;
                }
                _ => return Some((level, factor)),
            }
        }
    }

    fn nearest(&self, covariances: &[f64]) -> Option<usize> {
        let outside = (0..covariances.len()).filter(|&j| !self.barred[j] && !self.active.contains(&j));
        outside.max_by(|&a, &b| covariances[a].abs().total_cmp(&covariances[b].abs()).then(b.cmp(&a)))
    }

    /// The direction in which the covariances of the active columns fall together, and the length of the step.
    fn step(&self, covariances: &[f64], level: f64, factor: &Cholesky, dropped: Option<usize>) -> Step {
        let signs: Vec<f64> = self.active.iter().map(|&j| covariances[j].signum()).collect();
        let direction = factor.solve(&signs);
        let mut length = level;
        for j in (0..covariances.len()).filter(|&j| !self.barred[j] && !self.active.contains(&j) && dropped != Some(j))
        {
            let slope: f64 = self.active.iter().zip(&direction).map(|(&k, d)| self.gram[j][k] * d).sum();
            let meets = [(level - covariances[j]) / (1.0 - slope), (level + covariances[j]) / (1.0 + slope)];
            length = meets.into_iter().filter(|&meet| meet > 0.0).fold(length, f64::min);
        }
        let vanishing = |k: usize| -self.coefficients[self.active[k]] / direction[k];
        let first = (0..direction.len())
            .filter(|&k| vanishing(k) > 0.0 && vanishing(k) < length)
            .min_by(|&a, &b| vanishing(a).total_cmp(&vanishing(b)));
        let length = first.map_or(length, vanishing);
        Step { direction, length, vanishes: first }
    }

    /// Takes the step; returns the column that leaves because its coefficient became zero.
    fn advance(&mut self, step: &Step) -> Option<usize> {
        for (&j, d) in self.active.iter().zip(&step.direction) {
            self.coefficients[j] += step.length * d;
        }
        let column = step.vanishes.map(|k| self.active.remove(k))?;
        self.coefficients[column] = 0.0;
        Some(column)
    }
}

struct Step {
    direction: Vec<f64>,
    length: f64,
    /// The index among the active columns of the one whose coefficient becomes zero.
    vanishes: Option<usize>,
}

/// L with L Lᵀ = A, by rows.
struct Cholesky(Vec<Vec<f64>>);

impl Cholesky {
    /// Factors the rows and columns `chosen` of a matrix; a pivot that is not positive becomes zero.
    fn of(matrix: &[Vec<f64>], chosen: &[usize]) -> Self {
        let mut rows: Vec<Vec<f64>> = Vec::with_capacity(chosen.len());
        for (i, &a) in chosen.iter().enumerate() {
            let mut row: Vec<f64> = Vec::with_capacity(i + 1);
            for (j, &b) in chosen[..i].iter().enumerate() {
                let sum = dot(&row[..j], &rows[j][..j]);
                row.push((matrix[a][b] - sum) / rows[j][j]);
            }
            row.push((matrix[a][a] - dot(&row, &row)).max(0.0).sqrt());
            rows.push(row);
        }
        Self(rows)
    }

    /// The last pivot.
    fn last(&self) -> f64 {
        self.0.last().and_then(|row| row.last()).copied().unwrap_or(0.0)
    }

    /// The solution of A x = b.
    fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut solution = right.to_vec();
        for (i, row) in self.0.iter().enumerate() {
            solution[i] = (solution[i] - dot(&row[..i], &solution[..i])) / row[i];
        }
        for (i, row) in self.0.iter().enumerate().rev() {
            solution[i] /= row[i];
            let value = solution[i];
            solution[..i].iter_mut().zip(row).for_each(|(other, entry)| *other -= entry * value);
        }
        solution
    }
}
