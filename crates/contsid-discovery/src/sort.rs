//! Sort and regress: which graph follows from the order of the variances alone?

use crate::lingam::pruned;
use crate::{DiscoveryError, Pruning, Threshold};
use contsid::data::Table;
use contsid::execution::Execution;
use contsid::graph::Dag;
use contsid::independence::CentredColumns;

/// By what variables are sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SortBy {
    /// The variance.
    #[default]
    Variance,
    /// R²: the share of a variable that a linear model of all others explains. Units do not matter.
    RSquared,
}

contsid::named!(SortBy { Variance: "variance", RSquared: "r2" });

/// Learns a directed acyclic graph from the order of the variables' variances, or of their R²: a baseline.
///
/// Variables are sorted from the smallest to the largest, and each is regressed on those before it by the adaptive
/// lasso. In many simulations variances grow along causal paths, so this learner, which knows nothing of causes, does
/// well there, and a learner that does no better has shown nothing.
///
/// A. G. Reisach, C. Seiler & S. Weichwald (2021), *Beware of the simulated DAG!*, NeurIPS, section 4; by R²: Reisach,
/// Tami, Seiler, Chambaz & Weichwald (2023), *A scale-invariant sorting criterion*, NeurIPS.
///
/// # Errors
///
/// If linear models cannot be fitted to the table, or the computation is stopped.
///
/// ```
/// use contsid::data::{Column, Table};
/// use contsid::execution::Execution;
/// use contsid::graph::{NodeId, NodeNames};
/// use contsid_discovery::{SortBy, sort_n_regress};
///
/// let noise = |k: usize| (0..200).map(move |row| f64::sin((row * row * (3 * k + 1) + row) as f64));
/// let cause: Vec<f64> = noise(1).collect();
/// let effect: Vec<f64> = noise(2).zip(&cause).map(|(e, x)| 2.0 * x + e).collect();
/// let table = Table::new(NodeNames::new(["effect", "cause"])?, [effect, cause].map(Column::numbers).into())?;
/// assert!(sort_n_regress(&table, SortBy::Variance, &Execution::default())?.has_edge(NodeId::new(1), NodeId::new(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sort_n_regress(table: &Table, by: SortBy, execution: &Execution<'_>) -> Result<Dag, DiscoveryError> {
    let centred = CentredColumns::new(table)?;
    let scores: Vec<f64> = match by {
        SortBy::Variance => (0..centred.variable_count()).map(|column| centred.log_variance(column)).collect(),
        SortBy::RSquared => centred.r_squared(),
    };
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[a].total_cmp(&scores[b]));
    let every = Pruning::Threshold(Threshold::new(0.0).expect("not negative"));
    let effects = pruned(&centred, &order, every, execution)?;
    let edges = effects.iter().map(|effect| (effect.from, effect.to));
    Ok(Dag::from_edges(table.column_count(), edges).expect("effects follow the order"))
}
