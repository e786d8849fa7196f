//! Signs that a table is not what it is taken for.

use super::loaded::TableNote;
use crate::shown::shown;
use contsid::data::{Column, Numbers, Table};
use std::borrow::Cow;

/// The fewest rows that a column counts, and not by chance.
const FEWEST_COUNTED: usize = 10;

/// The fewest columns whose table hardly is a matrix of another kind by chance.
const FEWEST_SQUARE: usize = 3;

/// How far two cells of a symmetric matrix may be apart, relative to them: programs print six digits or more.
const SYMMETRY: f64 = 1e-5;

/// Notes on a table of which at least one column does not hold what it seems to.
pub(super) fn doubts(table: &Table) -> Vec<TableNote> {
    let columns = table.names().iter().zip(table.columns());
    let may_count = table.column_count() > 1;
    let in_columns = columns.flat_map(|(name, column)| match column {
        Column::Numeric(numbers) => {
            [(may_count && counts_rows(numbers)).then(|| TableNote::CountedRows(shown(name))), None]
        }
        Column::Categorical { levels, .. } => [decorated(name, levels), same_but_case(name, levels)],
    });
    matrix_doubt(table).into_iter().chain(in_columns.flatten()).collect()
}

/// A note on a table that looks like a matrix: of a graph, or of its columns by themselves.
pub fn matrix_doubt(table: &Table) -> Option<TableNote> {
    let columns = square(table)?;
    let of_graph = is_of_graph(&columns).then_some(TableNote::GraphMatrix);
    of_graph.or_else(|| is_symmetric(&columns).then_some(TableNote::SymmetricMatrix))
}

/// The columns of a table of numbers with as many rows as columns, if they are not too few to tell.
fn square(table: &Table) -> Option<Vec<Cow<'_, [f64]>>> {
    let is_square = table.column_count() >= FEWEST_SQUARE && table.column_count() == table.row_count();
    is_square.then(|| table.columns().iter().map(Column::as_numeric).collect()).flatten()
}

/// Whether the columns have the form of a graph's matrix: nothing but 0 and 1, and 0 on the diagonal.
fn is_of_graph(columns: &[Cow<'_, [f64]>]) -> bool {
    let of_graph = |(index, column): (usize, &Cow<'_, [f64]>)| {
        column[index] == 0.0 && column.iter().all(|&cell| cell == 0.0 || cell == 1.0)
    };
    columns.iter().enumerate().all(of_graph)
}

/// Whether the numbers are a matrix of the columns by themselves, such as their correlations or covariances: none of
/// these is larger than the diagonal allows.
fn is_symmetric(columns: &[Cow<'_, [f64]>]) -> bool {
    let mut pairs = (0..columns.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    pairs.all(|(a, b)| {
        let (above, below) = (columns[a][b], columns[b][a]);
        let most = (columns[a][a] * columns[b][b]).sqrt() * (1.0 + SYMMETRY);
        (above - below).abs() <= SYMMETRY * above.abs().max(below.abs()) && above.abs() <= most
    })
}

/// Whether each value is one more than that of the row before, from 0 or 1 on.
#[expect(clippy::float_cmp, reason = "counts are whole numbers, exact in any file")]
fn counts_rows(numbers: &Numbers) -> bool {
    let counts =
        |values: &[f64]| (values[0] == 0.0 || values[0] == 1.0) && values.windows(2).all(|two| two[1] == two[0] + 1.0);
    // A look at three rows spares a copy of most columns that are kept elsewhere.
    numbers.len() >= FEWEST_COUNTED && counts(&numbers.rows(&[0, 1, 2])) && counts(&numbers.values())
}

/// A note if all levels are a number with something before or after it.
fn decorated(name: &str, levels: &[String]) -> Option<TableNote> {
    let first = levels.first()?;
    let are_decorated = levels.len() > 1 && levels.iter().all(|level| is_decorated(level));
    are_decorated.then(|| TableNote::DecoratedNumbers { column: shown(name), text: shown(first) })
}

/// Whether a text is one number, perhaps after a sign of currency, and something without digits.
fn is_decorated(text: &str) -> bool {
    let number = text.trim_start_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '+' | '-' | '.'));
    let end = number.find(|c: char| !c.is_ascii_digit() && !matches!(c, '+' | '-' | '.')).unwrap_or(number.len());
    number[..end].parse::<f64>().is_ok() && !number[end..].contains(|c: char| c.is_ascii_digit())
}

/// A note if two levels differ only in case.
fn same_but_case(name: &str, levels: &[String]) -> Option<TableNote> {
    let mut folded: Vec<(String, &String)> = levels.iter().map(|level| (level.to_lowercase(), level)).collect();
    folded.sort_unstable();
    let twins = folded.windows(2).find(|two| two[0].0 == two[1].0)?;
    let levels = [twins[0].1, twins[1].1].map(|level| shown(level));
    Some(TableNote::CaseOfLevels { column: shown(name), levels })
}
