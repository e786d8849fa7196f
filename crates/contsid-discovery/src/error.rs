//! Why a graph could not be learnt.

use contsid::execution::Cancelled;
use thiserror::Error;

/// Why a graph could not be learnt from a table.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum DiscoveryError {
    /// Columns of categories were given to a learner of linear models.
    #[error(
        "{} {} categories, and this learner needs numbers: leave {} out",
        columns_named(columns),
        if columns.len() == 1 { "holds" } else { "hold" },
        if columns.len() == 1 { "it" } else { "them" }
    )]
    Categorical {
        /// The names of the columns.
        columns: Vec<String>,
    },
    /// There are no more rows than columns.
    #[error(
        "the table has {rows} rows for {columns} columns, and learning needs more rows than columns: \
         take more rows or fewer columns"
    )]
    TooFewRows {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// Columns hold the same number in every row.
    #[error(
        "{} {} the same value in every row, and nothing can be learnt of a constant: leave {} out",
        columns_named(columns),
        if columns.len() == 1 { "holds" } else { "hold" },
        if columns.len() == 1 { "it" } else { "them" }
    )]
    Constant {
        /// The names of the columns.
        columns: Vec<String>,
    },
    /// The values of a column are so large or so small that their variance is not a number.
    #[error(
        "column `{column}` holds numbers so large or so small that their variance cannot be computed: \
         divide it by a power of ten"
    )]
    Extreme {
        /// The name of the column.
        column: String,
    },
    /// A column is a linear function of others, so the covariance matrix is singular.
    #[error(
        "column `{column}` is a linear function of {}, so the covariance matrix is singular: \
         leave one of them out",
        columns_named(others)
    )]
    Collinear {
        /// The name of the column.
        column: String,
        /// The names of columns before it, of which it is a linear function.
        others: Vec<String>,
    },
    /// Independent component analysis found no independent components.
    #[error(
        "independent component analysis did not converge in {iterations} iterations from any of {starts} starts \
         (the components still turn by {change:.1e} per iteration): allow more iterations or more starts, \
         or take more rows; normally distributed noise has no independent components to find"
    )]
    NoConvergence {
        /// The iterations of each start.
        iterations: usize,
        /// The number of starts.
        starts: usize,
        /// The last change of the start that came nearest: 1 − |wᵀw′| of the direction that changed most.
        change: f64,
    },
    /// The computation was stopped.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

fn columns_named(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => "no column".to_owned(),
        [one] => format!("column {one}"),
        [most @ .., last] => format!("columns {} and {last}", most.join(", ")),
    }
}
