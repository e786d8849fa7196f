//! Numeric and categorical columns of equal length.

use super::Numbers;
use crate::graph::{NodeId, NodeNames};
use std::borrow::Cow;
use std::collections::BTreeSet;
use thiserror::Error;

/// The observations of one variable. Clones of a numeric column share its numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Column {
    /// Finite numbers.
    Numeric(Numbers),
    /// Categories.
    Categorical {
        /// The index of each row's level.
        codes: Vec<u32>,
        /// The names of the levels.
        levels: Vec<String>,
    },
}

impl Column {
    /// A numeric column.
    pub fn numbers(values: Vec<f64>) -> Self {
        Self::Numeric(values.into())
    }

    /// These rows, in this order.
    #[must_use]
    pub fn rows(&self, rows: &[usize]) -> Self {
        match self {
            Self::Numeric(values) => Self::numbers(values.rows(rows)),
            Self::Categorical { codes, levels } => {
                Self::Categorical { codes: rows.iter().map(|&row| codes[row]).collect(), levels: levels.clone() }
            }
        }
    }

    /// The rows of this column, then those of another; levels are matched by name. None if one holds numbers and the
    /// other categories.
    pub fn joined(&self, other: &Self) -> Option<Self> {
        match (self, other.coded_as(self)?) {
            (Self::Numeric(first), Self::Numeric(second)) => {
                Some(Self::numbers([first.values(), second.values()].concat()))
            }
            (Self::Categorical { codes: first, .. }, Self::Categorical { codes: second, levels }) => {
                Some(Self::Categorical { codes: [first.as_slice(), &second].concat(), levels })
            }
            _ => None,
        }
    }

    /// This column with the codes of another: the levels of the other one come first. None if one holds numbers and the
    /// other categories.
    pub(crate) fn coded_as(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::Numeric(_), Self::Numeric(_)) => Some(self.clone()),
            (Self::Categorical { codes, levels: own }, Self::Categorical { levels, .. }) => {
                let mut levels = levels.clone();
                let mut code = |name: &String| {
                    let known = levels.iter().position(|level| level == name);
                    known.unwrap_or_else(|| {
                        levels.push(name.clone());
                        levels.len() - 1
                    }) as u32
                };
                let recoded: Vec<u32> = own.iter().map(&mut code).collect();
                Some(Self::Categorical { codes: codes.iter().map(|&code| recoded[code as usize]).collect(), levels })
            }
            _ => None,
        }
    }

    /// Numbers as they are, categories as their codes.
    pub(crate) fn coded(&self) -> Cow<'_, [f64]> {
        match self {
            Self::Numeric(numbers) => numbers.values(),
            Self::Categorical { codes, .. } => codes.iter().map(|&code| f64::from(code)).collect(),
        }
    }

    /// The same for some rows.
    pub(crate) fn coded_rows(&self, rows: &[usize]) -> Vec<f64> {
        match self {
            Self::Numeric(numbers) => numbers.rows(rows),
            Self::Categorical { codes, .. } => rows.iter().map(|&row| f64::from(codes[row])).collect(),
        }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::Numeric(values) => values.len(),
            Self::Categorical { codes, .. } => codes.len(),
        }
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether every row holds the same value.
    pub fn is_constant(&self) -> bool {
        match self {
            Self::Numeric(numbers) => numbers.values().windows(2).all(|two| two[0] == two[1]),
            Self::Categorical { codes, .. } => codes.windows(2).all(|two| two[0] == two[1]),
        }
    }

    /// Whether its categories label rows instead of grouping them: see [`are_labels`].
    pub fn labels_rows(&self) -> bool {
        let Self::Categorical { codes, .. } = self else { return false };
        are_labels(codes.iter().collect::<BTreeSet<_>>().len(), codes.len())
    }

    /// Whether the column holds numbers.
    pub fn is_numeric(&self) -> bool {
        matches!(self, Self::Numeric(_))
    }

    /// The numbers of a numeric column: see [`Numbers::values`].
    pub fn as_numeric(&self) -> Option<Cow<'_, [f64]>> {
        match self {
            Self::Numeric(values) => Some(values.values()),
            Self::Categorical { .. } => None,
        }
    }
}

/// Whether this many texts label rows instead of grouping them: at least ten, and more than half the number of rows.
pub fn are_labels(texts: usize, rows: usize) -> bool {
    const FEWEST: usize = 10;
    texts >= FEWEST && 2 * texts > rows
}

/// Why columns do not make a table.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The number of names is not the number of columns.
    #[error("there are {names} names for {columns} columns")]
    NameCount {
        /// The number of names.
        names: usize,
        /// The number of columns.
        columns: usize,
    },
    /// The columns have no rows.
    #[error("the table has no rows")]
    NoRows,
    /// Two columns differ in length.
    #[error("column `{column}` has {found} rows where the first column has {expected}")]
    Ragged {
        /// The name of the column.
        column: String,
        /// Its number of rows.
        found: usize,
        /// The number of rows of the first column.
        expected: usize,
    },
    /// A number is infinite or not a number.
    #[error("column `{column}`, row {}, holds {value}, which is not a finite number", row + 1)]
    NotFinite {
        /// The name of the column.
        column: String,
        /// The row, counted from 0.
        row: usize,
        /// The value.
        value: f64,
    },
    /// Numbers that are kept elsewhere are not those that were checked.
    #[error("the numbers of column `{column}` have changed since they were read")]
    Changed {
        /// The name of the column.
        column: String,
    },
    /// A category has no level.
    #[error("column `{column}`, row {}, holds category {code} of {levels}", row + 1)]
    UnknownLevel {
        /// The name of the column.
        column: String,
        /// The row, counted from 0.
        row: usize,
        /// The code.
        code: u32,
        /// The number of levels.
        levels: usize,
    },
}

/// Named columns of equal length, at least one row, finite numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    names: NodeNames,
    columns: Vec<Column>,
    row_count: usize,
}

impl Table {
    /// Checks the columns.
    ///
    /// # Errors
    ///
    /// If they are not a table: see [`TableError`].
    pub fn new(names: NodeNames, columns: Vec<Column>) -> Result<Self, TableError> {
        if names.len() != columns.len() {
            return Err(TableError::NameCount { names: names.len(), columns: columns.len() });
        }
        let row_count = columns.first().map_or(0, Column::len);
        if row_count == 0 {
            return Err(TableError::NoRows);
        }
        for (name, column) in names.iter().zip(&columns) {
            check_column(name, column, row_count)?;
        }
        Ok(Self { names, columns, row_count })
    }

    /// The names of the columns.
    pub fn names(&self) -> &NodeNames {
        &self.names
    }

    /// The number of rows, N.
    pub fn row_count(&self) -> usize {
        self.row_count
    }

    /// The number of columns.
    pub fn column_count(&self) -> usize {
        self.columns.len()
    }

    /// The column of a node.
    pub fn column(&self, node: NodeId) -> &Column {
        &self.columns[node.index()]
    }

    /// The columns in order.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Notes on columns of which data say nothing: the same in every row, or nearly a category for each row.
    pub fn column_notes(&self) -> Vec<String> {
        let note = |words: &str, is_meant: &dyn Fn(&Column) -> bool| {
            let named = self.names.iter().zip(&self.columns);
            let names: Vec<&str> = named.filter(|(_, column)| is_meant(column)).map(|(name, _)| name).collect();
            (!names.is_empty()).then(|| format!("{words}: {}", names.join(", ")))
        };
        let constant = "constant columns (the same value in every row, so effects on them and of them cannot be seen)";
        let labels = "columns that label rows (nearly a category for each, so effects of them cannot be estimated)";
        note(constant, &Column::is_constant).into_iter().chain(note(labels, &Column::labels_rows)).collect()
    }

    /// What the table holds, in one line: rows, numeric columns, and categorical ones with their levels.
    ///
    /// ```
    /// use contsid::data::{Column, Table};
    /// use contsid::graph::NodeNames;
    ///
    /// let colour = Column::Categorical { codes: vec![0, 1], levels: vec!["blue".into(), "red".into()] };
    /// let table = Table::new(NodeNames::new(["x", "colour"])?, vec![Column::numbers(vec![0.5, 0.5]), colour])?;
    /// assert_eq!(table.description(), "2 rows; 1 numeric column; 1 categorical: colour (2 levels); constant: x");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn description(&self) -> String {
        /// The most columns that are named.
        const MOST: usize = 6;
        let counted = |count: usize, thing: &str| format!("{count} {thing}{}", if count == 1 { "" } else { "s" });
        let listed = |mut names: Vec<String>| {
            let more = names.len().saturating_sub(MOST);
            names.truncate(MOST);
            names.extend((more > 0).then(|| format!("{more} more")));
            names.join(", ")
        };
        let named = || self.names.iter().zip(&self.columns);
        let levels: Vec<String> = named()
            .filter_map(|(name, column)| match column {
                Column::Categorical { levels, .. } => Some(format!("{name} ({})", counted(levels.len(), "level"))),
                Column::Numeric(_) => None,
            })
            .collect();
        let numeric = self.columns.len() - levels.len();
        let constant = named().filter(|(_, column)| column.is_constant()).map(|(name, _)| name.to_owned());
        let constant: Vec<String> = constant.collect();
        let mut words = vec![counted(self.row_count(), "row"), counted(numeric, "numeric column")];
        words.extend((!levels.is_empty()).then(|| format!("{} categorical: {}", levels.len(), listed(levels))));
        words.extend((!constant.is_empty()).then(|| format!("constant: {}", listed(constant))));
        words.join("; ")
    }

    /// These rows, in this order; none if there are none.
    pub fn rows(&self, rows: &[usize]) -> Option<Self> {
        let columns = self.columns.iter().map(|column| column.rows(rows)).collect();
        Self::new(self.names.clone(), columns).ok()
    }

    /// The columns alone.
    pub fn into_columns(self) -> Vec<Column> {
        self.columns
    }

    /// The table with these columns only, in this order.
    ///
    /// # Panics
    ///
    /// If a column does not exist or is selected twice, or none is selected.
    #[must_use]
    pub fn select(&self, columns: &[NodeId]) -> Self {
        let names = NodeNames::new(columns.iter().map(|&column| self.names.name(column)))
            .expect("columns are selected once each");
        let columns: Vec<Column> = columns.iter().map(|&column| self.column(column).clone()).collect();
        assert!(!columns.is_empty(), "at least one column is selected");
        Self { names, columns, row_count: self.row_count }
    }

    /// The same columns with other names.
    ///
    /// # Errors
    ///
    /// If there are more or fewer names than columns.
    pub fn with_names(self, names: NodeNames) -> Result<Self, TableError> {
        if names.len() != self.columns.len() {
            return Err(TableError::NameCount { names: names.len(), columns: self.columns.len() });
        }
        Ok(Self { names, ..self })
    }

    /// Checks that numbers that are kept elsewhere are still those of which the table was made.
    ///
    /// # Errors
    ///
    /// If they are not: [`TableError::Changed`].
    pub fn check_unchanged(&self) -> Result<(), TableError> {
        let is_changed = |column: &Column| matches!(column, Column::Numeric(numbers) if !numbers.is_unchanged());
        match self.names.iter().zip(&self.columns).find(|(_, column)| is_changed(column)) {
            Some((name, _)) => Err(TableError::Changed { column: name.to_owned() }),
            None => Ok(()),
        }
    }
}

fn check_column(name: &str, column: &Column, expected: usize) -> Result<(), TableError> {
    if column.len() != expected {
        return Err(TableError::Ragged { column: name.to_owned(), found: column.len(), expected });
    }
    match column {
        Column::Numeric(numbers) => {
            let values = numbers.values();
            match values.iter().position(|value| !value.is_finite()) {
                Some(row) => Err(TableError::NotFinite { column: name.to_owned(), row, value: values[row] }),
                None => Ok(()),
            }
        }
        Column::Categorical { codes, levels } => match codes.iter().position(|&code| code as usize >= levels.len()) {
            Some(row) => {
                Err(TableError::UnknownLevel { column: name.to_owned(), row, code: codes[row], levels: levels.len() })
            }
            None => Ok(()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn categories(codes: &[u32], levels: &[&str]) -> Column {
        Column::Categorical { codes: codes.to_vec(), levels: levels.iter().map(|&level| level.to_owned()).collect() }
    }

    #[test]
    fn rows_are_chosen_and_joined_by_the_names_of_levels() {
        let first = categories(&[0, 1, 1], &["a", "b"]);
        let second = categories(&[0, 1], &["b", "c"]);
        assert_eq!(first.joined(&second), Some(categories(&[0, 1, 1, 1, 2], &["a", "b", "c"])));
        assert_eq!(first.rows(&[2, 0]), categories(&[1, 0], &["a", "b"]));
        assert_eq!(first.joined(&Column::numbers(vec![1.0])), None);
        let table = Table::new(NodeNames::numbered(1), vec![Column::numbers(vec![1.0, 2.0])]).unwrap();
        assert_eq!(table.rows(&[1]).unwrap().columns(), [Column::numbers(vec![2.0])]);
        assert_eq!(table.rows(&[]), None);
    }

    #[test]
    fn constant_columns_are_noted_by_name() {
        let columns = |last| vec![Column::numbers(vec![0.1; 3]), categories(&[1; 3], &["a", "b"]), last];
        let table = |last| Table::new(NodeNames::numbered(3), columns(last)).unwrap();
        let note = table(Column::numbers(vec![1e16, 1e16, 1e16 + 2.0])).column_notes().remove(0);
        assert!(note.ends_with("cannot be seen): V1, V2"), "{note}");
        assert!(table(categories(&[0, 0, 0], &["a"])).column_notes()[0].ends_with(": V1, V2, V3"));
        assert!(table(categories(&[0, 0, 1], &["a", "b"])).select(&[NodeId::new(2)]).column_notes().is_empty());
    }

    #[test]
    fn columns_that_label_rows_are_noted() {
        let names: Vec<String> = (0..12).map(|row| format!("id{row}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let of = |codes: &[u32]| Table::new(NodeNames::numbered(1), vec![categories(codes, &names)]).unwrap();
        let labels: Vec<u32> = (0..12).collect();
        assert!(of(&labels).column_notes()[0].ends_with("cannot be estimated): V1"));
        assert!(of(&[labels.clone(), labels].concat()).column_notes().is_empty(), "twelve categories in 24 rows");
    }
}
