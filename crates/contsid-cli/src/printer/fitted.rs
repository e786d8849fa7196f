//! Tables that fit into the terminal.

use contsid_study::tables::{Justify, aligned};

/// The columns that are always shown: what stands in a row, and the number that orders the rows.
const KEPT: usize = 3;

/// The number of columns of the terminal; none if standard output is a file or a pipe, which get everything.
pub fn terminal_width() -> Option<usize> {
    terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| usize::from(width.0))
}

/// The lines of a table, whose first row is its head. The last columns that do not fit are left out, and a line says
/// which; `more` says what else shows them.
pub fn table(rows: &[Vec<String>], justify: impl Fn(usize) -> Justify, width: Option<usize>, more: &str) -> String {
    let all = rows.first().map_or(0, Vec::len);
    let shown = width.map_or(all, |width| fitting(rows, width));
    let kept: Vec<Vec<String>> = rows.iter().map(|row| row[..shown].to_vec()).collect();
    let mut lines = aligned(&kept, justify, 2);
    if shown < all {
        lines.push(format!("not shown: {}; {more} or a wider terminal shows them", rows[0][shown..].join(", ")));
    }
    lines.join("\n")
}

/// The number of first columns that fit.
fn fitting(rows: &[Vec<String>], width: usize) -> usize {
    let all = rows.first().map_or(0, Vec::len);
    let widest = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let ends = (0..all).scan(0, |end, column| {
        *end += widest(column) + if column == 0 { 0 } else { 2 };
        Some(*end)
    });
    ends.take_while(|&end| end <= width).count().max(KEPT.min(all))
}

#[cfg(test)]
mod tests {
    use super::{Justify, table};

    #[test]
    fn what_does_not_fit_is_named() {
        let rows = [["", "learnt", "SID", "SHD", "chance"], ["1", "pc.csv", "7", "2", "99 %"]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        let shown = |width| table(&rows, |_| Justify::Right, width, "--json");
        let whole = "   learnt  SID  SHD  chance\n1  pc.csv    7    2    99 %";
        assert_eq!(shown(None), whole);
        assert_eq!(shown(Some(27)), whole);
        let left_out = "not shown: chance; --json or a wider terminal shows them";
        assert_eq!(shown(Some(26)), format!("   learnt  SID  SHD\n1  pc.csv    7    2\n{left_out}"));
        let left_out = "not shown: SHD, chance; --json or a wider terminal shows them";
        assert_eq!(shown(Some(2)), format!("   learnt  SID\n1  pc.csv    7\n{left_out}"));
    }
}
