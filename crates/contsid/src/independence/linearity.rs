//! Are numbers related by straight lines?

use crate::data::Table;
use crate::numeric::{Matrix, dot};
use statrs::distribution::{ContinuousCDF, FisherSnedecor};

/// The share of a column's variance that a curve must explain, beyond a line, to be noticed.
const NOTICED: f64 = 0.05;

/// The level at which a curve is noticed, for all pairs together.
const LEVEL: f64 = 0.01;

/// Whether no two columns of numbers are clearly related by a curve.
///
/// For each ordered pair, a cubic in x is fitted to y. It is a curve if its square and cube explain 5 % of the variance
/// of y more than a line does, and significantly so. If noise is not normal, a straight line in the causal direction is
/// a curve in the other one. So a pair counts only if no direction that explains anything is a line.
pub(super) fn looks_linear(table: &Table) -> bool {
    let (rows, count) = (table.row_count(), table.column_count());
    let columns: Vec<Vec<f64>> =
        table.columns().iter().filter_map(|column| column.as_numeric().map(|v| unit(&v))).collect();
    if rows < 10 || columns.len() < count {
        return true;
    }
    let powers: Vec<[Vec<f64>; 2]> = columns.iter().map(|column| curves(column)).collect();
    let lines = Matrix::from_fn(count, count, |x, y| dot(&columns[x], &columns[y]).powi(2));
    let gains =
        Matrix::from_fn(count, count, |x, y| powers[x].iter().map(|power| dot(power, &columns[y]).powi(2)).sum());
    let Ok(distribution) = FisherSnedecor::new(2.0, rows as f64 - 4.0) else { return true };
    let level = LEVEL / (count * count) as f64;
    let is_curve = |x: usize, y: usize| {
        let (line, gain) = (lines.entry(x, y), gains.entry(x, y));
        let ratio = gain / 2.0 / (1.0 - line - gain).max(f64::EPSILON) * (rows as f64 - 4.0);
        gain > NOTICED && distribution.sf(ratio) < level
    };
    let is_line = |x: usize, y: usize| lines.entry(x, y) + gains.entry(x, y) > NOTICED && !is_curve(x, y);
    let mut pairs = (0..count).flat_map(|x| (0..count).filter(move |&y| y != x).map(move |y| (x, y)));
    !pairs.any(|(x, y)| is_curve(x, y) && !is_line(y, x))
}

/// Centred, with length one; zeros if constant.
fn unit(values: &[f64]) -> Vec<f64> {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let mut centred: Vec<f64> = values.iter().map(|value| value - mean).collect();
    normalise(&mut centred);
    centred
}

fn normalise(values: &mut [f64]) {
    let length = dot(values, values).sqrt();
    let factor = if length.is_normal() { length.recip() } else { 0.0 };
    for value in values {
        *value *= factor;
    }
}

/// The square and the cube of a unit column, each without what the powers below it explain.
fn curves(column: &[f64]) -> [Vec<f64>; 2] {
    let scale = (column.len() as f64).sqrt();
    let power = |exponent, below: &[&[f64]]| {
        let mut values = unit(&column.iter().map(|value| (value * scale).powi(exponent)).collect::<Vec<_>>());
        for direction in below {
            let along = dot(direction, &values);
            values.iter_mut().zip(*direction).for_each(|(value, part)| *value -= along * part);
        }
        normalise(&mut values);
        values
    };
    let square = power(2, &[column]);
    let cube = power(3, &[column, &square]);
    [square, cube]
}
