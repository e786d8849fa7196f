//! The variables that were set, and the recorded rows.

use super::ExperimentError;
use crate::data::Table;
use crate::effect::Division;
use crate::graph::NodeSet;

/// Rows in which some variables were set: at least two rows, and at least one variable that was not set.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    treatments: NodeSet,
    table: Table,
    weights: Option<Vec<f64>>,
    division: Division,
}

impl Experiment {
    /// Rows in which the columns `treatments` were set to the values that the table holds. Its columns are those of the
    /// observational rows, in their order.
    ///
    /// # Errors
    ///
    /// If nothing or everything was set, or there is only one row.
    pub fn new(treatments: NodeSet, table: Table) -> Result<Self, ExperimentError> {
        let columns = table.column_count();
        if treatments.is_empty() {
            return Err(ExperimentError::NoTreatment);
        }
        if treatments.len() >= columns {
            return Err(ExperimentError::NoOutcome { columns });
        }
        if table.row_count() < 2 {
            return Err(ExperimentError::OneRow);
        }
        Ok(Self { treatments, table, weights: None, division: Division::Random })
    }

    /// With a weight for each row in all means over rows.
    ///
    /// # Errors
    ///
    /// If there is not one positive, finite weight for each row.
    pub fn with_weights(self, weights: Vec<f64>) -> Result<Self, ExperimentError> {
        let rows = self.table.row_count();
        if weights.len() != rows {
            return Err(ExperimentError::WeightCount { weights: weights.len(), rows });
        }
        match weights.iter().position(|weight| !(*weight > 0.0 && weight.is_finite())) {
            Some(row) => Err(ExperimentError::Weight { row, weight: weights[row] }),
            None => Ok(Self { weights: Some(weights), ..self }),
        }
    }

    /// With another division of the rows than at random.
    #[must_use]
    pub fn divided(self, division: Division) -> Self {
        Self { division, ..self }
    }

    /// The variables that were set.
    pub fn treatments(&self) -> &NodeSet {
        &self.treatments
    }

    /// What was recorded.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// How the rows are divided.
    pub fn division(&self) -> &Division {
        &self.division
    }

    /// The names of the variables that were set, as `A+B`.
    pub fn label(&self) -> String {
        let names = self.treatments.iter().map(|node| self.table.names().name(node));
        names.collect::<Vec<_>>().join("+")
    }

    /// The share of each of these rows in a mean over them.
    pub(super) fn shares(&self, rows: &[usize]) -> Vec<f64> {
        let weight = |&row: &usize| self.weights.as_ref().map_or(1.0, |weights| weights[row]);
        let sum: f64 = rows.iter().map(weight).sum();
        rows.iter().map(|row| weight(row) / sum).collect()
    }
}
