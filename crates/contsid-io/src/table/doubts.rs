//! Signs that a table is not what it is taken for.

use super::loaded::TableNote;
use crate::shown::shown;
use contsid::data::{Column, Numbers, Table};
use std::borrow::Cow;

/// The fewest rows that a column counts, and not by chance.
const FEWEST_COUNTED: usize = 10;

/// The fewest columns whose table is hardly symmetric by chance.
const FEWEST_CORRELATED: usize = 3;

/// How far two cells of a symmetric matrix may be apart, relative to them: programs print six digits or more.
const SYMMETRY: f64 = 1e-5;

/// Notes on a table of which at least one column does not hold what it seems to.
pub(super) fn doubts(table: &Table) -> Vec<TableNote> {
    let symmetric = is_symmetric(table).then_some(TableNote::SymmetricMatrix);
    let columns = table.names().iter().zip(table.columns());
    let may_count = table.column_count() > 1;
    let in_columns = columns.flat_map(|(name, column)| match column {
        Column::Numeric(numbers) => {
            [(may_count && counts_rows(numbers)).then(|| TableNote::CountedRows(shown(name))), None]
        }
        Column::Categorical { levels, .. } => [decorated(name, levels), same_but_case(name, levels)],
    });
    symmetric.into_iter().chain(in_columns.flatten()).collect()
}

/// Whether the numbers are a matrix of the columns by themselves, such as their correlations or covariances: none of
/// these is larger than the diagonal allows.
fn is_symmetric(table: &Table) -> bool {
    let size = table.column_count();
    if size < FEWEST_CORRELATED || size != table.row_count() {
        return false;
    }
    let columns: Option<Vec<Cow<'_, [f64]>>> = table.columns().iter().map(Column::as_numeric).collect();
    let Some(columns) = columns else { return false };
    let mut pairs = (0..size).flat_map(|a| (0..a).map(move |b| (a, b)));
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
