//! A table of cells, and how it is written.

use super::aligned::{Justify, aligned};
use std::fmt::Write;

/// How tables are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// For a terminal.
    #[default]
    Text,
    /// Markdown.
    Markdown,
    /// LaTeX: `table` environments that need no package.
    Latex,
}

/// A titled table: the first column holds whole numbers, the others means and their spread.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Grid {
    pub(crate) title: String,
    pub(crate) header: Vec<String>,
    pub(crate) rows: Vec<Vec<Cell>>,
    pub(crate) notes: Vec<String>,
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell {
    /// A whole number.
    Count(usize),
    /// A number and its spread, both with `decimals` decimals.
    Spread { mean: f64, spread: Option<f64>, decimals: usize },
    /// An empty cell.
    Missing,
}

impl Cell {
    fn text(&self, plus_minus: &str) -> String {
        match *self {
            Self::Count(count) => count.to_string(),
            Self::Spread { mean, spread: Some(spread), decimals } => {
                format!("{} {plus_minus} {spread:.decimals$}", signed(mean, decimals))
            }
            Self::Spread { mean, spread: None, decimals } => signed(mean, decimals),
            Self::Missing => String::new(),
        }
    }
}

impl Grid {
    pub(crate) fn render(&self, format: Format) -> String {
        match format {
            Format::Text => self.text(),
            Format::Markdown => self.markdown(),
            Format::Latex => self.latex(),
        }
    }

    fn cells(&self, plus_minus: &str) -> Vec<Vec<String>> {
        self.rows.iter().map(|row| row.iter().map(|cell| cell.text(plus_minus)).collect()).collect()
    }

    fn text(&self) -> String {
        let rows: Vec<Vec<String>> = [self.header.clone()].into_iter().chain(self.cells("±")).collect();
        let mut text = format!("{}\n\n", self.title);
        text += &indented(&rows, "  ");
        for note in &self.notes {
            let _ = writeln!(text, "  {note}");
        }
        text
    }

    fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let rule = format!("|{}\n", "---:|".repeat(self.header.len()));
        let rows: String = self.cells("±").iter().map(|row| line(row)).collect();
        let mut text = format!("**{}**\n\n{}{rule}{rows}", self.title, line(&self.header));
        for note in &self.notes {
            let _ = write!(text, "\n{note}\n");
        }
        text
    }

    fn latex(&self) -> String {
        let line = |cells: Vec<String>| format!("        {} \\\\\n", cells.join(" & "));
        let header = line(self.header.iter().map(|cell| escaped(cell)).collect());
        let rows =
            self.cells("$\\pm$").into_iter().map(|row| line(row.iter().map(|cell| cell.replace('−', "$-$")).collect()));
        let caption = [&self.title].into_iter().chain(&self.notes).map(|part| escaped(part));
        format!(
            r"\begin{{table}}[h!]
    \centering
    \begin{{tabular}}{{{columns}}}
        \hline
{header}        \hline
{rows}        \hline
    \end{{tabular}}
    \caption{{{caption}}}
\end{{table}}
",
            columns = "l".repeat(self.header.len()),
            rows = rows.collect::<String>(),
            caption = caption.collect::<Vec<_>>().join(". "),
        )
    }
}

/// Aligned columns: the first to the right, as numbers, the others to the left.
fn indented(rows: &[Vec<String>], indent: &str) -> String {
    let justify = |column| if column == 0 { Justify::Right } else { Justify::Left };
    format!("{indent}{}\n", aligned(rows, justify, 3).join(&format!("\n{indent}")))
}

/// A number with a typographic minus.
fn signed(value: f64, decimals: usize) -> String {
    format!("{value:.decimals$}").replace('-', "−")
}

fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', c]),
            '\\' => escaped += "\\textbackslash{}",
            '~' => escaped += "\\textasciitilde{}",
            '^' => escaped += "\\textasciicircum{}",
            '±' => escaped += "$\\pm$",
            '−' => escaped += "$-$",
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        let spread = |mean, spread| Cell::Spread { mean, spread, decimals: 2 };
        Grid {
            title: "SHD: mean ± sd".into(),
            header: ["p", "my_pc", "paper"].map(String::from).to_vec(),
            rows: vec![
                vec![Cell::Count(5), spread(2.125, Some(1.0)), Cell::Missing],
                vec![Cell::Count(10), spread(-0.5, None), spread(10.29, Some(3.77))],
            ],
            notes: vec!["one of 100 failed".into()],
        }
    }

    #[test]
    fn a_terminal_gets_columns() {
        let expected = "SHD: mean ± sd\n\n   p   my_pc         paper\n   5   2.12 ± 1.00\n  10   −0.50         \
                        10.29 ± 3.77\n  one of 100 failed\n";
        assert_eq!(grid().render(Format::Text), expected);
    }

    #[test]
    fn markdown_gets_bars() {
        let expected = "**SHD: mean ± sd**\n\n| p | my_pc | paper |\n|---:|---:|---:|\n| 5 | 2.12 ± 1.00 |  |\n\
                        | 10 | −0.50 | 10.29 ± 3.77 |\n\none of 100 failed\n";
        assert_eq!(grid().render(Format::Markdown), expected);
    }

    #[test]
    fn latex_gets_commands() {
        let text = grid().render(Format::Latex);
        assert!(text.contains("p & my\\_pc & paper \\\\"), "{text}");
        assert!(text.contains("10 & $-$0.50 & 10.29 $\\pm$ 3.77 \\\\"), "{text}");
        assert!(text.contains("\\caption{SHD: mean $\\pm$ sd. one of 100 failed}"), "{text}");
    }
}
