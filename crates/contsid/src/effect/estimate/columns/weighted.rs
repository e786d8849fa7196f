//! Values that a variable is set to, with their weights.

use crate::named::UnknownWord;
use std::sync::Arc;
use thiserror::Error;

/// Why values are not valid interventions.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum InterventionError {
    /// There is no value.
    #[error("there is no value to set a variable to")]
    Empty,
    /// The number of weights is not the number of values.
    #[error("there are {weights} weights for {values} values")]
    Count {
        /// The number of values.
        values: usize,
        /// The number of weights.
        weights: usize,
    },
    /// A value is not finite.
    #[error("value {} is {value}, not a finite number", index + 1)]
    NotFinite {
        /// Its index.
        index: usize,
        /// The value.
        value: f64,
    },
    /// A weight is negative or not finite, or none is positive.
    #[error("weight {} is {weight}: weights are finite, not negative, and not all zero", index + 1)]
    Weight {
        /// Its index.
        index: usize,
        /// The weight.
        weight: f64,
    },
    /// An unknown word.
    #[error(transparent)]
    Unknown(#[from] UnknownWord),
    /// A file of values, which only a front end that reads files can use.
    #[error("`points:{path}` names a file, and no file is read here: list the values, or choose another form")]
    File {
        /// Its path.
        path: String,
    },
    /// A number that cannot be read, or a count that is not at least 1.
    #[error("`{text}` cannot be read as a number of interventions: K is a count of at least 1, the others are numbers")]
    Unreadable {
        /// The text that was given.
        text: String,
    },
    /// More values than the limit.
    #[error("{count} values are asked for, and a variable is set to at most {limit}: take a smaller K")]
    TooMany {
        /// The number of values.
        count: usize,
        /// The limit.
        limit: usize,
    },
    /// The parameters are not those of a distribution.
    #[error("`{name}` is {value}: {wanted}")]
    Parameter {
        /// The name of the parameter.
        name: &'static str,
        /// Its value.
        value: f64,
        /// What it must be.
        wanted: &'static str,
    },
}

/// Values with weights that sum to one.
#[derive(Clone, Debug, PartialEq)]
pub struct InterventionPoints {
    values: Vec<f64>,
    weights: Vec<f64>,
    /// The columns of the table that the values are a column of, if there are others.
    table: Option<Arc<Vec<Vec<f64>>>>,
    /// The word of a distribution that they are the quantiles of.
    word: Option<String>,
}

impl InterventionPoints {
    /// These values, all of the same weight.
    ///
    /// # Errors
    ///
    /// If there is none, or one is not finite.
    pub fn equal(values: Vec<f64>) -> Result<Self, InterventionError> {
        let weights = vec![1.0; values.len()];
        Self::weighted(values, weights)
    }

    /// These values with weights, which are divided by their sum.
    ///
    /// # Errors
    ///
    /// If there is no value, not one weight for each, one is not finite, or the weights are not valid.
    pub fn weighted(values: Vec<f64>, weights: Vec<f64>) -> Result<Self, InterventionError> {
        if values.is_empty() {
            return Err(InterventionError::Empty);
        }
        if values.len() != weights.len() {
            return Err(InterventionError::Count { values: values.len(), weights: weights.len() });
        }
        if let Some(index) = values.iter().position(|value| !value.is_finite()) {
            return Err(InterventionError::NotFinite { index, value: values[index] });
        }
        if let Some(index) = weights.iter().position(|weight| !(0.0..f64::INFINITY).contains(weight)) {
            return Err(InterventionError::Weight { index, weight: weights[index] });
        }
        let largest = weights.iter().copied().fold(0.0, f64::max);
        if largest == 0.0 {
            return Err(InterventionError::Weight { index: 0, weight: 0.0 });
        }
        // Divides by the largest first: a sum of large weights could overflow.
        let sum: f64 = weights.iter().map(|weight| weight / largest).sum();
        let weights = weights.into_iter().map(|weight| weight / largest / sum).collect();
        Ok(Self { values, weights, table: None, word: None })
    }

    /// The columns of a table, one for each of some variables, whose rows have weights.
    ///
    /// A variable that is set alone takes the values of its column. Variables that are set together take those of the
    /// same rows.
    ///
    /// # Errors
    ///
    /// As [`weighted`](Self::weighted), for any of the columns.
    pub fn rows(columns: Vec<Vec<f64>>, weights: &[f64]) -> Result<Vec<Self>, InterventionError> {
        let table = Arc::new(columns);
        let column = |values: &Vec<f64>| {
            let alone = Self::weighted(values.clone(), weights.to_vec())?;
            Ok(Self { table: Some(Arc::clone(&table)), ..alone })
        };
        table.iter().map(column).collect()
    }

    /// The same points, which have a word as an option.
    pub(super) fn with_word(self, word: String) -> Self {
        Self { word: Some(word), ..self }
    }

    /// The word for them as an option; none for a list.
    pub(super) fn word(&self) -> Option<&str> {
        self.word.as_deref()
    }

    /// Whether these are columns of one table, so that variables set together take values of the same rows.
    pub(super) fn same_table(&self, other: &Self) -> bool {
        match (&self.table, &other.table) {
            (Some(table), Some(other)) => Arc::ptr_eq(table, other) || table == other,
            _ => false,
        }
    }

    /// The values.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Their weights, which sum to one.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_weights_do_not_overflow() {
        let points = InterventionPoints::weighted(vec![0.0, 1.0], vec![f64::MAX, f64::MAX]).unwrap();
        assert_eq!(points.weights(), [0.5, 0.5]);
    }
}
