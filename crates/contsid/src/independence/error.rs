//! Why linear models cannot be fitted to a table.

use thiserror::Error;

/// Why linear models cannot be fitted to a table.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum UnfitTable {
    /// Columns hold categories.
    #[error(
        "{} {} categories, and linear models need numbers: leave {} out",
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
        "the table has {rows} rows for {columns} columns, and linear models need more rows than columns: \
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
}

fn columns_named(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => "no column".to_owned(),
        [one] => format!("column {one}"),
        [most @ .., last] => format!("columns {} and {last}", most.join(", ")),
    }
}
