//! Text in columns.

/// How a column is justified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Justify {
    /// To the left, as texts.
    Left,
    /// To the right, as numbers.
    Right,
}

/// Each row as a line without a line end: columns as wide as their widest cells, with `gap` spaces between them. All
/// rows must have the same number of cells.
///
/// ```
/// use contsid_study::tables::{Justify, aligned};
///
/// let rows = [["9", "pc"], ["10", "ges"]].map(|row| row.map(str::to_owned).to_vec());
/// let justify = |column| if column == 0 { Justify::Right } else { Justify::Left };
/// assert_eq!(aligned(&rows, justify, 2), [" 9  pc", "10  ges"]);
/// ```
pub fn aligned(rows: &[Vec<String>], justify: impl Fn(usize) -> Justify, gap: usize) -> Vec<String> {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows.first().map_or(0, Vec::len)).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match justify(column) {
            Justify::Left => format!("{cell:<width$}"),
            Justify::Right => format!("{cell:>width$}"),
        });
        cells.collect::<Vec<_>>().join(&" ".repeat(gap)).trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}
