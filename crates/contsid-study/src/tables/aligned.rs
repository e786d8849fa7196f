//! Text in columns.

/// The side of its column that a cell stands at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Texts begin at the same place.
    Left,
    /// Numbers end at the same place.
    Right,
}

/// Each row as a line without an end: columns as wide as their widest cells, so many spaces apart. All rows have as many
/// cells as the first.
///
/// ```
/// use contsid_study::tables::{Side, aligned};
///
/// let rows = [["9", "pc"], ["10", "ges"]].map(|row| row.map(str::to_owned).to_vec());
/// let side = |column| if column == 0 { Side::Right } else { Side::Left };
/// assert_eq!(aligned(&rows, side, 2), [" 9  pc", "10  ges"]);
/// ```
pub fn aligned(rows: &[Vec<String>], side: impl Fn(usize) -> Side, gap: usize) -> Vec<String> {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows.first().map_or(0, Vec::len)).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match side(column) {
            Side::Left => format!("{cell:<width$}"),
            Side::Right => format!("{cell:>width$}"),
        });
        cells.collect::<Vec<_>>().join(&" ".repeat(gap)).trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}
