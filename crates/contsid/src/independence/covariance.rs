//! The generalised covariance measure: are the residuals of two variables related?
//!
//! If X and Y are independent given Z, then for any functions f and g the residuals f(X) − E\[f(X) | Z\] and
//! g(Y) − E\[g(Y) | Z\] are uncorrelated. Two functions are tested of each number, its normal score s and s²: a
//! dependence of means and one of spreads; and of each category one function for each level. With R the products of the
//! residuals, a row for each pair of functions, and m and C their mean and covariance,
//!
//! ```text
//! T = N ‖m‖²  is nearly  a χ²(ν),   a = tr C² / tr C,   ν = (tr C)² / tr C²
//! ```
//!
//! Conditional means are ridge regressions on the scores of Z, their products, and the leading coordinates of a
//! Gaussian kernel (a delta kernel for categories). Residuals in the sample are too small, so T is multiplied by
//! N⁻¹ (tr (I − H)²)² / tr (I − H)⁴, where H maps values to fitted values.
//!
//! R. D. Shah & J. Peters (2020), *The hardness of conditional independence testing and the generalised covariance
//! measure*, Annals of Statistics 48(3); the functions and the distribution of the sum are as in E. V. Strobl, K. Zhang
//! & S. Visweswaran (2019), *Approximate kernel-based conditional independence tests*, Journal of Causal
//! Inference 7(1).

use super::UnfitTable;
use crate::data::{Column, Table};
use crate::execution::{Cancelled, Execution};
use crate::graph::NodeId;
use crate::kernel::{Bandwidth, Kernel, KernelColumn, ProductKernel, leading_coordinates};
use crate::numeric::{CholeskyFactor, FactorError, Matrix, dot};
use statrs::distribution::{ContinuousCDF, Normal};
use statrs::function::gamma::gamma_ur;

/// The ridge of the coordinates of the kernel, whose squares sum to N in all. Half of it or double changes levels by
/// less than their error of 500 cases.
const RIDGE: f64 = 0.3;

/// The ridge of the scores and their products: only against columns that repeat each other.
const TINY_RIDGE: f64 = 1e-6;

/// The most coordinates of a kernel.
const MOST_COORDINATES: usize = 100;

/// The most levels of a category with a function of their own; the rest share one.
const MOST_LEVELS: usize = 10;

/// The columns of a table as functions whose residuals are tested.
#[derive(Debug)]
pub(super) struct Residuals {
    rows: usize,
    variables: Vec<Variable>,
}

#[derive(Debug)]
struct Variable {
    /// The functions that are tested, a column for each.
    functions: Vec<Vec<f64>>,
    /// Normal scores of numbers, codes of categories.
    values: Vec<f64>,
    is_numeric: bool,
}

/// The fit on a conditioning set.
struct Fit {
    design: Matrix,
    factor: CholeskyFactor,
    /// N⁻¹ (tr (I − H)²)² / tr (I − H)⁴
    correction: f64,
}

impl Residuals {
    /// Scores and levels of all columns.
    pub(super) fn new(table: &Table) -> Result<Self, UnfitTable> {
        let named = table.names().iter().zip(table.columns());
        let constant: Vec<String> =
            named.filter(|(_, column)| column.is_constant()).map(|(name, _)| name.to_owned()).collect();
        if !constant.is_empty() {
            return Err(UnfitTable::Constant { columns: constant });
        }
        Ok(Self { rows: table.row_count(), variables: table.columns().iter().map(Variable::new).collect() })
    }

    /// The p-value of each pair's independence given one set.
    pub(super) fn p_values(
        &self,
        given: &[NodeId],
        pairs: &[[NodeId; 2]],
        execution: &Execution<'_>,
    ) -> Result<Vec<f64>, Cancelled> {
        let mut asked: Vec<NodeId> = pairs.iter().flatten().copied().collect();
        asked.sort_unstable();
        asked.dedup();
        let fit = if given.is_empty() { None } else { Some(self.fit(given, execution)?) };
        let mut residuals: Vec<Vec<Vec<f64>>> = Vec::with_capacity(asked.len());
        for &node in &asked {
            let functions = &self.variables[node.index()].functions;
            residuals.push(match &fit {
                None => functions.clone(),
                Some(fit) => fit.residuals(functions, execution)?,
            });
        }
        let of = |node: NodeId| &residuals[asked.binary_search(&node).expect("all that are asked for are listed")];
        Ok(pairs.iter().map(|&[x, y]| p_value(of(x), of(y), fit.as_ref())).collect())
    }

    /// Ridge regression on the scores, their products and the leading coordinates of a kernel.
    fn fit(&self, given: &[NodeId], execution: &Execution<'_>) -> Result<Fit, Cancelled> {
        let members: Vec<&Variable> = given.iter().map(|node| &self.variables[node.index()]).collect();
        let scores: Vec<&[f64]> =
            members.iter().filter(|member| member.is_numeric).map(|member| member.values.as_slice()).collect();
        let mut columns = vec![vec![1.0; self.rows]];
        columns.extend(scores.iter().map(|score| score.to_vec()));
        // Products only where they leave most degrees of freedom.
        if scores.len() * (scores.len() + 3) / 2 <= self.rows / 8 {
            let products = (0..scores.len()).flat_map(|i| (0..=i).map(move |j| (i, j)));
            columns.extend(products.map(|(i, j)| scores[i].iter().zip(scores[j]).map(|(a, b)| a * b).collect()));
        }
        let unpenalised = columns.len();
        let coordinates = self.coordinates(&members);
        columns.extend(coordinates.columns().map(<[f64]>::to_vec));
        let design = Matrix::from_columns(self.rows, &columns);
        let gram = design.transpose_times(&design);
        let mut ridged = gram.clone();
        for index in 0..columns.len() {
            ridged.column_mut(index)[index] += if index < unpenalised { TINY_RIDGE } else { RIDGE };
        }
        let factor = CholeskyFactor::new(ridged, execution).map_err(|error| match error {
            FactorError::Cancelled(cancelled) => cancelled,
            FactorError::NotPositiveDefinite => unreachable!("a ridge makes products of columns positive definite"),
        })?;
        let correction = correction(&factor, gram, self.rows, execution)?;
        Ok(Fit { design, factor, correction })
    }

    fn coordinates(&self, members: &[&Variable]) -> Matrix {
        let bandwidth = Bandwidth::new((members.len() as f64).sqrt()).expect("at least one member");
        let kernels: Vec<KernelColumn> = members
            .iter()
            .map(|member| {
                let kernel = if member.is_numeric { Kernel::Gaussian { bandwidth } } else { Kernel::Delta };
                KernelColumn::of_numbers(&member.values, kernel)
            })
            .collect();
        leading_coordinates(&ProductKernel::new(&kernels), self.rows, MOST_COORDINATES.min(self.rows / 4))
    }
}

/// N⁻¹ (tr (I − H)²)² / tr (I − H)⁴ from the powers of M = (G + ridge)⁻¹ G, which has the traces of H.
fn correction(factor: &CholeskyFactor, gram: Matrix, rows: usize, execution: &Execution<'_>) -> Result<f64, Cancelled> {
    let mut first = gram;
    factor.solve_in_place(&mut first, execution)?;
    let second = first.times(&first);
    let trace = |matrix: &Matrix| (0..matrix.row_count()).map(|k| matrix.entry(k, k)).sum::<f64>();
    let (t1, t2) = (trace(&first), trace(&second));
    let (t3, t4) = (first.transposed().inner(&second), second.transposed().inner(&second));
    let n = rows as f64;
    let (squares, fourths) = (n - 2.0 * t1 + t2, n - 4.0 * t1 + 6.0 * t2 - 4.0 * t3 + t4);
    Ok(squares * squares / n / fourths)
}

impl Fit {
    /// F − A (AᵀA + ridge)⁻¹ Aᵀ F
    fn residuals(&self, functions: &[Vec<f64>], execution: &Execution<'_>) -> Result<Vec<Vec<f64>>, Cancelled> {
        let functions = Matrix::from_columns(self.design.row_count(), functions);
        let mut coefficients = self.design.transpose_times(&functions);
        self.factor.solve_in_place(&mut coefficients, execution)?;
        let residuals = functions.minus(&self.design.times(&coefficients));
        Ok(residuals.columns().map(<[f64]>::to_vec).collect())
    }
}

impl Variable {
    fn new(column: &Column) -> Self {
        match column {
            Column::Numeric(numbers) => {
                let values = normal_scores(&numbers.values());
                let square = standardised(values.iter().map(|score| score * score).collect());
                Self { functions: vec![values.clone(), square], values, is_numeric: true }
            }
            Column::Categorical { codes, levels } => {
                let values = codes.iter().map(|&code| f64::from(code)).collect();
                Self { functions: indicators(codes, levels.len()), values, is_numeric: false }
            }
        }
    }
}

/// Φ⁻¹((rank − ½) / N), with the mean rank of equal values; mean 0, variance 1.
fn normal_scores(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_unstable_by(|&a, &b| values[a].total_cmp(&values[b]).then(a.cmp(&b)));
    let (normal, count) = (Normal::standard(), values.len() as f64);
    let mut scores = vec![0.0; values.len()];
    for equal in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let first = order.partition_point(|&row| values[row] < values[equal[0]]);
        let score = normal.inverse_cdf((first as f64 + equal.len() as f64 / 2.0) / count);
        for &row in equal {
            scores[row] = score;
        }
    }
    standardised(scores)
}

/// With mean 0 and variance 1; zeros if constant.
fn standardised(mut values: Vec<f64>) -> Vec<f64> {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    for value in &mut values {
        *value -= mean;
    }
    let deviation = (dot(&values, &values) / count).sqrt();
    let factor = if deviation > 1e-9 { deviation.recip() } else { 0.0 };
    for value in &mut values {
        *value *= factor;
    }
    values
}

/// One centred column for each frequent level, and one for the rest.
fn indicators(codes: &[u32], levels: usize) -> Vec<Vec<f64>> {
    let mut counts = vec![0_usize; levels];
    for &code in codes {
        counts[code as usize] += 1;
    }
    let mut frequent: Vec<usize> = (0..levels).filter(|&level| counts[level] > 0).collect();
    frequent.sort_by_key(|&level| std::cmp::Reverse(counts[level]));
    let mut group = vec![MOST_LEVELS; levels];
    frequent.iter().take(MOST_LEVELS).enumerate().for_each(|(index, &level)| group[level] = index);
    let groups = frequent.len().min(MOST_LEVELS + 1);
    let indicator = |index: usize| {
        let share = codes.iter().filter(|&&code| group[code as usize] == index).count() as f64 / codes.len() as f64;
        codes.iter().map(|&code| f64::from(u8::from(group[code as usize] == index)) - share).collect()
    };
    (0..groups).map(indicator).collect()
}

/// P(a χ²(ν) ≥ T)
fn p_value(x: &[Vec<f64>], y: &[Vec<f64>], fit: Option<&Fit>) -> f64 {
    let rows = x[0].len();
    let n = rows as f64;
    let products: Vec<Vec<f64>> =
        x.iter().flat_map(|x| y.iter().map(|y| x.iter().zip(y).map(|(x, y)| x * y).collect())).collect();
    let means: Vec<f64> = products.iter().map(|product| product.iter().sum::<f64>() / n).collect();
    let statistic = n * dot(&means, &means) * fit.map_or(1.0, |fit| fit.correction);
    let [trace, squares] = match fit {
        // Independent rows: the covariance of products is the product of covariances.
        None => {
            let [first, second] = [x, y].map(|functions| traces(&covariances(functions)));
            [first[0] * second[0], first[1] * second[1]]
        }
        Some(_) => traces(&covariances(&products)),
    };
    let (freedom, scaled) = (trace * trace / squares, statistic * trace / squares);
    // Residuals of nothing but rounding say nothing.
    let is_void = trace <= f64::EPSILON / n || !(scaled > 0.0 && scaled.is_finite());
    if is_void { 1.0 } else { gamma_ur(freedom / 2.0, scaled / 2.0) }
}

fn covariances(columns: &[Vec<f64>]) -> Matrix {
    let rows = columns[0].len();
    let centred: Vec<Vec<f64>> = columns
        .iter()
        .map(|column| {
            let mean = column.iter().sum::<f64>() / rows as f64;
            column.iter().map(|value| value - mean).collect()
        })
        .collect();
    let centred = Matrix::from_columns(rows, &centred);
    let mut products = centred.transpose_times(&centred);
    products.scale((rows as f64).recip());
    products
}

/// tr C and tr C².
fn traces(covariance: &Matrix) -> [f64; 2] {
    let trace = (0..covariance.row_count()).map(|k| covariance.entry(k, k)).sum();
    [trace, covariance.inner(covariance)]
}
