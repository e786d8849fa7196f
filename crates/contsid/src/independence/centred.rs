//! A table that linear models can be fitted to, checked once.

use super::UnfitTable;
use crate::data::{Column, Table};
use crate::graph::{NodeId, NodeNames};
use crate::numeric::{Matrix, Qr, solve_upper};
use std::borrow::Cow;

/// A unit column is a linear function of the columns before it if it is nearer than this to their span. Rounding leaves
/// a distance near 10⁻¹⁵; the sum of long chains of strong effects can be as near as 10⁻⁹.
const COLLINEAR: f64 = 1e-11;

/// The error names only columns whose coefficients are above this share of the largest.
const NEGLIGIBLE: f64 = 1e-6;

/// Numeric columns, none constant, none a linear function of others, fewer than there are rows.
#[derive(Clone, Debug)]
pub struct CentredColumns {
    sample_count: usize,
    /// For each column ‖x − mean‖.
    lengths: Vec<f64>,
    /// The centred unit columns are orthonormal · upper.
    orthonormal: Matrix,
    upper: Matrix,
}

impl CentredColumns {
    /// Checks the table.
    ///
    /// # Errors
    ///
    /// If linear models cannot be fitted to it: see [`UnfitTable`].
    pub fn new(table: &Table) -> Result<Self, UnfitTable> {
        check_numeric(table)?;
        let (rows, count) = (table.row_count(), table.column_count());
        if rows <= count {
            return Err(UnfitTable::TooFewRows { rows, columns: count });
        }
        let columns = table.names().iter().zip(table.columns());
        let constant: Vec<String> =
            columns.filter(|(_, column)| column.is_constant()).map(|(name, _)| name.to_owned()).collect();
        if !constant.is_empty() {
            return Err(UnfitTable::Constant { columns: constant });
        }
        let (unit, lengths) = centred_units(table);
        if let Some(column) = lengths.iter().position(|length| !length.is_normal()) {
            return Err(UnfitTable::Extreme { column: table.names().name(NodeId::new(column)).to_owned() });
        }
        let Qr { orthonormal, upper } = Qr::new(&unit);
        check_independence(table.names(), &upper)?;
        Ok(Self { sample_count: rows, lengths, orthonormal, upper })
    }

    /// R: the centred unit columns are an orthonormal matrix times this upper triangular one.
    pub fn upper(&self) -> &Matrix {
        &self.upper
    }

    /// The number of rows, N.
    pub fn sample_count(&self) -> usize {
        self.sample_count
    }

    /// The number of columns, p.
    pub fn variable_count(&self) -> usize {
        self.lengths.len()
    }

    /// ‖x − mean‖ of a column.
    pub fn length(&self, column: usize) -> f64 {
        self.lengths[column]
    }

    /// The triangular factor with its columns in another order: not triangular, but with the same inner products.
    pub fn sorted(&self, order: &[usize]) -> Matrix {
        Matrix::from_fn(order.len(), order.len(), |row, column| self.upper.entry(row, order[column]))
    }

    /// Columns that span the same space, orthogonal, each of mean square one.
    pub fn white(&self) -> Matrix {
        let scale = (self.sample_count as f64).sqrt();
        let mut white = self.orthonormal.clone();
        for column in 0..white.column_count() {
            white.column_mut(column).iter_mut().for_each(|value| *value *= scale);
        }
        white
    }

    /// R² of each column on all others: 1 − 1/(C⁻¹)ⱼⱼ for the correlations C = RᵀR.
    pub fn r_squared(&self) -> Vec<f64> {
        let mut diagonal = vec![0.0; self.variable_count()];
        for k in 0..self.variable_count() {
            let mut unit = vec![0.0; k + 1];
            unit[k] = 1.0;
            // Column k of R⁻¹; (C⁻¹)ⱼⱼ is the squared length of row j.
            for (sum, value) in diagonal.iter_mut().zip(solve_upper(&self.upper, &unit)) {
                *sum += value * value;
            }
        }
        diagonal.into_iter().map(|value| 1.0 - 1.0 / value).collect()
    }

    /// ln of Σ (x − mean)² / N of a column.
    pub fn log_variance(&self, column: usize) -> f64 {
        2.0 * self.lengths[column].ln() - (self.sample_count as f64).ln()
    }
}

fn check_numeric(table: &Table) -> Result<(), UnfitTable> {
    let categorical: Vec<String> = NodeId::all(table.column_count())
        .filter(|&node| !table.column(node).is_numeric())
        .map(|node| table.names().name(node).to_owned())
        .collect();
    if !categorical.is_empty() {
        return Err(UnfitTable::Categorical { columns: categorical });
    }
    Ok(())
}

/// The numbers of each column, one column at a time.
fn numbers(table: &Table) -> impl Iterator<Item = Cow<'_, [f64]>> {
    table.columns().iter().filter_map(Column::as_numeric)
}

/// A spread below this times the size of the values is lost to rounding if they are scaled before they are centred.
const SMALL_SPREAD: f64 = 1e-6;

/// What is subtracted from the values first: one of them, if they are large compared with their spread. Halves are
/// taken, so differences do not overflow.
fn half_origin(values: &[f64]) -> f64 {
    let (low, high) = values.iter().fold((f64::MAX, f64::MIN), |(low, high), &x| (x.min(low), x.max(high)));
    let is_small = high / 2.0 - low / 2.0 <= SMALL_SPREAD * low.abs().max(high.abs());
    if is_small { low / 2.0 } else { 0.0 }
}

/// The centred columns divided by their lengths, and the lengths.
fn centred_units(table: &Table) -> (Matrix, Vec<f64>) {
    let mut unit = Matrix::zeros(table.row_count(), table.column_count());
    let lengths = numbers(table).enumerate().map(|(index, values)| centre(unit.column_mut(index), &values)).collect();
    (unit, lengths)
}

/// Writes the centred values divided by their length, and returns the length. Only numbers up to 2 are squared, so
/// nothing overflows.
fn centre(out: &mut [f64], values: &[f64]) -> f64 {
    let origin = half_origin(values);
    let half = |value: &f64| value / 2.0 - origin;
    let largest = values.iter().fold(0.0_f64, |largest, value| largest.max(half(value).abs()));
    let count = values.len() as f64;
    let mean = values.iter().map(|value| half(value) / largest).sum::<f64>() / count;
    for (out, value) in out.iter_mut().zip(values) {
        *out = half(value) / largest - mean;
    }
    let rest = out.iter().sum::<f64>() / count;
    for value in out.iter_mut() {
        *value -= rest;
    }
    let length = out.iter().map(|value| value * value).sum::<f64>().sqrt();
    for value in out {
        *value /= length;
    }
    length * largest * 2.0
}

fn check_independence(names: &NodeNames, upper: &Matrix) -> Result<(), UnfitTable> {
    let Some(dependent) = (0..upper.column_count()).find(|&k| upper.entry(k, k) < COLLINEAR) else {
        return Ok(());
    };
    let coefficients = solve_upper(upper, &upper.column(dependent)[..dependent]);
    let largest = coefficients.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
    let name = |column| names.name(NodeId::new(column)).to_owned();
    let others = (0..dependent).filter(|&k| coefficients[k].abs() > NEGLIGIBLE * largest).map(name).collect();
    Err(UnfitTable::Collinear { column: name(dependent), others })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(columns: &[&[f64]]) -> Table {
        let columns: Vec<Column> = columns.iter().map(|values| Column::numbers(values.to_vec())).collect();
        Table::new(NodeNames::numbered(columns.len()), columns).unwrap()
    }

    fn refusal(columns: &[&[f64]]) -> UnfitTable {
        CentredColumns::new(&table(columns)).err().unwrap()
    }

    /// Steps of 2 are all that numbers around 10¹⁶ can tell apart.
    #[test]
    fn large_numbers_with_little_noise_are_no_constants() {
        let noise = [0.0, 2.0, 6.0, 4.0, 2.0, -4.0];
        let large = CentredColumns::new(&table(&[&noise.map(|value| 1e16 + value)])).unwrap();
        let small = CentredColumns::new(&table(&[&noise])).unwrap();
        assert!((large.length(0) - small.length(0)).abs() < 1e-14);
    }

    #[test]
    fn extreme_numbers_have_a_variance_or_are_refused() {
        let values = [1.0, 2.0, 4.0, 3.0];
        let scaled = |scale: f64| table(&[&values.map(|value| value * scale)]);
        let plain = CentredColumns::new(&scaled(1.0)).unwrap().log_variance(0);
        let large = CentredColumns::new(&scaled(2f64.powi(1000))).unwrap().log_variance(0);
        assert!((large - plain - 2000.0 * 2f64.ln()).abs() < 1e-9);
        for extreme in [[-1.7e308, 1.7e308, -1.7e308, 1.6e308], values.map(|value| value * 1e-310)] {
            assert_eq!(refusal(&[&extreme]), UnfitTable::Extreme { column: "V1".into() });
        }
    }

    #[test]
    fn constants_are_named() {
        let error = refusal(&[&[0.1, 0.1, 0.1, 0.1], &[1.0, 2.0, 4.0, 3.0], &[-7.0; 4]]);
        assert_eq!(error, UnfitTable::Constant { columns: vec!["V1".into(), "V3".into()] });
        assert_eq!(
            error.to_string(),
            "columns `V1` and `V3` hold the same value in every row, and nothing can be learnt of a constant: \
             leave them out"
        );
    }

    #[test]
    fn a_linear_function_is_named_with_its_arguments() {
        let (a, b, c) = ([1.0, 4.0, 2.0, 8.0, 5.0], [0.0, 1.0, 0.0, -3.0, 2.5], [2.0, 2.0, 7.0, 1.0, 8.0]);
        let sum: Vec<f64> = a.iter().zip(&c).map(|(a, c)| 3.0 * a - 1e6 * c + 4.0).collect();
        let error = refusal(&[&a, &b, &c, &sum]);
        let others = vec!["V1".to_owned(), "V3".to_owned()];
        assert!(matches!(&error, UnfitTable::Collinear { column, .. } if column == "V4"), "{error}");
        // The share of V1 is 3·10⁻⁶ of that of V3: still above the limit.
        assert_eq!(error, UnfitTable::Collinear { column: "V4".into(), others });
    }

    #[test]
    fn rows_must_outnumber_columns() {
        let error = refusal(&[&[1.0, 2.0], &[2.0, 1.0]]);
        assert_eq!(error, UnfitTable::TooFewRows { rows: 2, columns: 2 });
    }

    #[test]
    fn units_do_not_matter() {
        let small = CentredColumns::new(&table(&[&[1.0, 2.0, 4.0], &[0.0, 1.0, 0.5]])).unwrap();
        let large = CentredColumns::new(&table(&[&[1e200, 2e200, 4e200], &[0.0, 1e-200, 0.5e-200]])).unwrap();
        assert!((small.upper.entry(0, 1) - large.upper.entry(0, 1)).abs() < 1e-15);
        assert!((large.length(0) / 1e200 - small.length(0)).abs() < 1e-14);
        assert!((small.log_variance(0) - (14.0f64 / 9.0).ln()).abs() < 1e-14);
    }
}
