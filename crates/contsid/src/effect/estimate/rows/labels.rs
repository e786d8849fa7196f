//! Labels of rows, from columns of tables: groups of rows, or parts that are given outright.

use super::{Division, Partition, PartitionError};
use crate::data::Column;
use std::fmt;

/// A value of a column; numbers are in their order, categories in that of their levels.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Label {
    order: u32,
    text: String,
}

impl fmt::Display for Label {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

impl Division {
    /// Rows with the same value of a column stay together.
    pub fn by_column(column: &Column) -> Self {
        Self::Groups(match column {
            Column::Categorical { codes, .. } => codes.clone(),
            Column::Numeric(numbers) => ranks(&numbers.values()),
        })
    }
}

impl Partition {
    /// Parts that columns of labels give outright: a column for each repeat, a label for each of `rows` rows.
    ///
    /// # Errors
    ///
    /// As [`Partition::given`].
    ///
    /// ```
    /// use contsid::data::Column;
    /// use contsid::effect::Partition;
    ///
    /// let labels = Column::Numeric((0..60).map(|row| [2.0, 10.0, 1.0][row % 3]).collect());
    /// let partition = Partition::of_columns(&[labels], 60)?;
    /// assert_eq!(partition.labels(0)[..3], [1, 2, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_columns(columns: &[Column], rows: usize) -> Result<Self, PartitionError> {
        Self::given(&columns.iter().map(labels).collect::<Vec<_>>(), rows)
    }

    /// The same for the rows of an experiment, of which a part may have as few as one.
    ///
    /// # Errors
    ///
    /// As [`Partition::given`].
    pub fn of_experiment_columns(columns: &[Column], rows: usize) -> Result<Self, PartitionError> {
        Self::given_for_experiment(&columns.iter().map(labels).collect::<Vec<_>>(), rows)
    }
}

fn labels(column: &Column) -> Vec<Label> {
    match column {
        Column::Categorical { codes, levels } => {
            codes.iter().map(|&code| Label { order: code, text: levels[code as usize].clone() }).collect()
        }
        Column::Numeric(numbers) => {
            let values = numbers.values();
            let label = |(value, order): (&f64, u32)| Label { order, text: value.to_string() };
            values.iter().zip(ranks(&values)).map(label).collect()
        }
    }
}

/// For each number how many different ones are smaller.
fn ranks(values: &[f64]) -> Vec<u32> {
    let mut distinct = values.to_vec();
    distinct.sort_unstable_by(f64::total_cmp);
    distinct.dedup();
    values.iter().map(|value| distinct.partition_point(|other| other < value) as u32).collect()
}
