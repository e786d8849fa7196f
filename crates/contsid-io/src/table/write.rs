//! Tables as text.

use crate::delimited::quotes_for;
use contsid::data::{Column, Table};
use std::borrow::Cow;

/// The text of a table, a line of names first, with this character between its cells.
///
/// Numbers have as few digits as are needed to read the same number back.
///
/// ```
/// use contsid::data::{Column, Table};
/// use contsid::graph::NodeNames;
///
/// let table = Table::new(NodeNames::new(["x", "y"])?, vec![Column::numbers(vec![0.1, 1e-9]); 2])?;
/// assert_eq!(contsid_io::table::format_table(&table, b','), b"x,y\n0.1,0.1\n1e-9,1e-9\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn format_table(table: &Table, delimiter: u8) -> Vec<u8> {
    const INTO_MEMORY: &str = "lines of one length go into memory";
    let quotes = quotes_for(table.names().iter(), delimiter);
    let mut writer = csv::WriterBuilder::new().delimiter(delimiter).quote_style(quotes).from_writer(Vec::new());
    writer.write_record(table.names().iter()).expect(INTO_MEMORY);
    let columns: Vec<Cells<'_>> = table.columns().iter().map(Cells::of).collect();
    for row in 0..table.row_count() {
        for column in &columns {
            match column {
                Cells::Numbers(values) => writer.write_field(number(values[row])),
                Cells::Texts { codes, levels } => writer.write_field(&levels[codes[row] as usize]),
            }
            .expect(INTO_MEMORY);
        }
        writer.write_record(None::<&[u8]>).expect(INTO_MEMORY);
    }
    writer.into_inner().expect("a writer into memory can be flushed")
}

/// The cells of a column.
enum Cells<'a> {
    Numbers(Cow<'a, [f64]>),
    Texts { codes: &'a [u32], levels: &'a [String] },
}

impl<'a> Cells<'a> {
    fn of(column: &'a Column) -> Self {
        match column {
            Column::Numeric(numbers) => Self::Numbers(numbers.values()),
            Column::Categorical { codes, levels } => Self::Texts { codes, levels },
        }
    }
}

/// The shortest text that reads back as the number, with an exponent if there would be many zeros.
fn number(value: f64) -> String {
    let size = value.abs();
    if size == 0.0 || (1e-5..1e16).contains(&size) { format!("{value}") } else { format!("{value:e}") }
}
