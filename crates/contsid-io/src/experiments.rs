//! Tables whose rows name the variables that were set.

use contsid::data::{Column, Table};
use contsid::graph::{NodeNames, NodeSet, UnknownNode};
use thiserror::Error;

/// The rows of one experiment, by the variables that were set.
#[derive(Clone, Debug, PartialEq)]
pub struct ExperimentRows {
    /// The variables that were set.
    pub treatments: NodeSet,
    /// The indices of the rows in the table.
    pub rows: Vec<usize>,
}

/// The rows of a table, by the variables that were set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowsByTarget {
    /// The rows in which nothing was set.
    pub observational: Vec<usize>,
    /// The other rows, by experiment, in the order of first appearance.
    pub experiments: Vec<ExperimentRows>,
}

/// Tables that hold numbers and categories in one column.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("column `{column}` holds numbers in one of the tables of observational rows and categories in the other")]
pub struct MixedColumn {
    /// The name of the column.
    pub column: String,
}

/// The variables that a text names: one, or several with `+` between them. A name may hold a `+` itself.
///
/// # Errors
///
/// If no node has one of the names.
///
/// ```
/// use contsid::graph::{NodeId, NodeNames, NodeSet};
/// use contsid_io::experiments::treatments;
///
/// let names = NodeNames::new(["raf", "mek", "Ca2+"])?;
/// assert_eq!(treatments("mek + raf", &names), Ok(NodeSet::of(3, [0, 1].map(NodeId::new))));
/// assert_eq!(treatments("Ca2+", &names), Ok(NodeSet::of(3, [NodeId::new(2)])));
/// assert!(treatments("erk", &names).is_err());
/// # Ok::<(), contsid::graph::NameError>(())
/// ```
pub fn treatments(text: &str, names: &NodeNames) -> Result<NodeSet, UnknownNode> {
    let text = text.trim();
    if let Some(node) = names.node(text) {
        return Ok(NodeSet::of(names.len(), [node]));
    }
    let mut set = NodeSet::empty(names.len());
    for name in text.split('+') {
        set.insert(names.find(name.trim())?);
    }
    Ok(set)
}

/// The rows of a table by a column that names the variables that were set; empty if none was.
///
/// # Errors
///
/// If no node has one of the names.
pub fn rows_by_target(targets: &Column, names: &NodeNames) -> Result<RowsByTarget, UnknownNode> {
    let mut found = RowsByTarget::default();
    for row in 0..targets.len() {
        let text = text_of(targets, row);
        if text.trim().is_empty() {
            found.observational.push(row);
            continue;
        }
        let treatments = treatments(&text, names)?;
        match found.experiments.iter_mut().find(|experiment| experiment.treatments == treatments) {
            Some(experiment) => experiment.rows.push(row),
            None => found.experiments.push(ExperimentRows { treatments, rows: vec![row] }),
        }
    }
    Ok(found)
}

fn text_of(column: &Column, row: usize) -> String {
    match column {
        Column::Numeric(numbers) => numbers.rows(&[row])[0].to_string(),
        Column::Categorical { codes, levels } => levels[codes[row] as usize].clone(),
    }
}

/// The rows of two tables with the same columns, one after the other; either may be missing.
///
/// # Errors
///
/// If a column holds numbers in one and categories in the other.
///
/// # Panics
///
/// If the tables have different columns.
pub fn joined(first: Option<Table>, second: Option<Table>) -> Result<Option<Table>, MixedColumn> {
    let (Some(one), Some(two)) = (&first, &second) else { return Ok(first.or(second)) };
    assert_eq!(one.names(), two.names(), "tables are matched to the same nodes");
    let columns = one.names().iter().zip(one.columns().iter().zip(two.columns()));
    let join = |(name, (one, two)): (&str, (&Column, &Column))| {
        one.joined(two).ok_or_else(|| MixedColumn { column: name.to_owned() })
    };
    let columns = columns.map(join).collect::<Result<Vec<_>, _>>()?;
    Ok(Some(Table::new(one.names().clone(), columns).expect("checked columns of one length")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use contsid::graph::NodeId;

    #[test]
    fn rows_are_told_apart_by_what_was_set() {
        let names = NodeNames::new(["A", "B", "C"]).unwrap();
        let levels = ["", "A", "B+A", "A+B"].map(str::to_owned).to_vec();
        let column = Column::Categorical { codes: vec![1, 0, 2, 1, 3, 0], levels };
        let found = rows_by_target(&column, &names).unwrap();
        assert_eq!(found.observational, [1, 5]);
        let [a, b] = [0, 1].map(NodeId::new);
        let expected = [(NodeSet::of(3, [a]), vec![0, 3]), (NodeSet::of(3, [a, b]), vec![2, 4])];
        let expected = expected.map(|(treatments, rows)| ExperimentRows { treatments, rows });
        assert_eq!(found.experiments, expected);
    }

    #[test]
    fn tables_are_joined_unless_a_column_differs_in_kind() {
        let table = |column| Table::new(NodeNames::numbered(1), vec![column]).unwrap();
        let numbers = || table(Column::numbers(vec![1.0, 2.0]));
        assert_eq!(joined(Some(numbers()), Some(numbers())).unwrap().unwrap().row_count(), 4);
        assert_eq!(joined(None, Some(numbers())).unwrap().unwrap().row_count(), 2);
        let texts = table(Column::Categorical { codes: vec![0], levels: vec!["x".to_owned()] });
        assert_eq!(joined(Some(numbers()), Some(texts)).unwrap_err().column, "V1");
    }
}
