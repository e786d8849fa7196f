//! Why rows cannot be divided.

use super::LEAST_PART_ROWS;
use thiserror::Error;

/// Why rows cannot be divided into parts.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PartitionError {
    /// The table is too short for two parts.
    #[error("the table has {rows} rows, and two parts of at least {least} rows need {}", 2 * least)]
    TooFewRows {
        /// The number of rows.
        rows: usize,
        /// The smallest number of rows of a part.
        least: usize,
    },
    /// A part is too small.
    #[error("part `{part}`{} has {rows} rows, and a part needs at least {least}", of_repeat(*repeat, *repeats))]
    SmallPart {
        /// The label of the part.
        part: String,
        /// The index of the repeat.
        repeat: usize,
        /// The number of repeats.
        repeats: usize,
        /// The number of rows.
        rows: usize,
        /// The fewest rows of a part.
        least: usize,
    },
    /// A part has a single row.
    #[error(
        "part `{part}`{} has a single row, and a part needs at least {LEAST_PART_ROWS}",
        of_repeat(*repeat, *repeats)
    )]
    SingleRow {
        /// The label of the part.
        part: String,
        /// The index of the repeat.
        repeat: usize,
        /// The number of repeats.
        repeats: usize,
    },
    /// All rows belong to one group, which is never divided.
    #[error("all {rows} rows belong to one group, and a group is never divided: two groups are needed")]
    OneGroup {
        /// The number of rows.
        rows: usize,
    },
    /// All rows have one label.
    #[error("all rows belong to the part `{part}`{}: two parts are needed", of_repeat(*repeat, *repeats))]
    OnePart {
        /// The label.
        part: String,
        /// The index of the repeat.
        repeat: usize,
        /// The number of repeats.
        repeats: usize,
    },
    /// The groups cannot be joined into parts that are large enough.
    #[error("{groups} groups of {rows} rows cannot be put together to two parts of at least {least} rows")]
    Groups {
        /// The number of groups.
        groups: usize,
        /// The number of rows.
        rows: usize,
        /// The smallest number of rows of a part.
        least: usize,
    },
    /// There is not one label for each row.
    #[error("there are {labels} labels{} for {rows} rows", of_repeat(*repeat, *repeats))]
    Length {
        /// The number of labels.
        labels: usize,
        /// The index of the repeat.
        repeat: usize,
        /// The number of repeats.
        repeats: usize,
        /// The number of rows.
        rows: usize,
    },
    /// Two repeats have different numbers of parts.
    #[error("repeat {} has {found} parts where the first has {expected}", repeat + 1)]
    PartCount {
        /// The index of the repeat.
        repeat: usize,
        /// Its number of parts.
        found: usize,
        /// The number of parts of the first repeat.
        expected: usize,
    },
    /// There is no repeat.
    #[error("the partition has no labels")]
    Empty,
}

fn of_repeat(repeat: usize, repeats: usize) -> String {
    if repeats == 1 { String::new() } else { format!(" of repeat {}", repeat + 1) }
}
