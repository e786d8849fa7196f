//! The values of observational rows and of experiments in one coding.

use super::{Experiment, JudgeError};
use crate::data::{Column, Numbers, Table};
use crate::graph::NodeId;

/// The values of some rows of a table, column by column.
pub(super) type Values = Vec<Vec<f64>>;

/// The values of all tables, column by column; a category has the same code in all tables, and numbers are those of the
/// table.
pub(super) struct AllValues {
    pub(super) data: Vec<Numbers>,
    pub(super) experiments: Vec<Vec<Numbers>>,
}

impl AllValues {
    pub(super) fn new(table: &Table, experiments: &[Experiment]) -> Result<Self, JudgeError> {
        if let Some(other) = experiments.iter().find(|experiment| experiment.table().names() != table.names()) {
            return Err(JudgeError::Columns { experiment: other.label() });
        }
        let mut all = Self { data: Vec::new(), experiments: vec![Vec::new(); experiments.len()] };
        for node in NodeId::all(table.column_count()) {
            let mut levels = known_levels(table.column(node));
            all.data.push(coded(table.column(node), &mut levels));
            for (experiment, values) in experiments.iter().zip(&mut all.experiments) {
                let column = experiment.table().column(node);
                check_kind(table, node, experiment)?;
                values.push(coded(column, &mut levels));
            }
        }
        Ok(all)
    }

    /// The values of a column in all experiments together.
    pub(super) fn of_experiments(&self, node: NodeId) -> Vec<f64> {
        self.experiments.iter().flat_map(|table| table[node.index()].values().into_owned()).collect()
    }
}

/// Some rows of a table.
pub(super) fn rows_of(values: &[Numbers], rows: &[usize]) -> Values {
    values.iter().map(|column| column.rows(rows)).collect()
}

fn known_levels(column: &Column) -> Vec<String> {
    match column {
        Column::Numeric(_) => Vec::new(),
        Column::Categorical { levels, .. } => levels.clone(),
    }
}

/// The numbers of a column, or the indices of its categories among the known ones, to which new ones are added.
fn coded(column: &Column, known: &mut Vec<String>) -> Numbers {
    match column {
        Column::Numeric(values) => values.clone(),
        Column::Categorical { codes, levels } => {
            let mut code = |level: &String| {
                known.iter().position(|name| name == level).unwrap_or_else(|| {
                    known.push(level.clone());
                    known.len() - 1
                })
            };
            let recoded: Vec<usize> = levels.iter().map(&mut code).collect();
            codes.iter().map(|&code| recoded[code as usize] as f64).collect()
        }
    }
}

fn check_kind(table: &Table, node: NodeId, experiment: &Experiment) -> Result<(), JudgeError> {
    let kind = |column: &Column| match column {
        Column::Numeric(_) => "numbers",
        Column::Categorical { .. } => "categories",
    };
    let (expected, found) = (kind(table.column(node)), kind(experiment.table().column(node)));
    if expected == found {
        return Ok(());
    }
    let column = table.names().name(node).to_owned();
    Err(JudgeError::Kind { column, experiment: experiment.label(), expected, found })
}
