//! Why a graph could not be learnt.

use contsid::execution::Cancelled;
use contsid::independence::UnfitTable;
use thiserror::Error;

/// Why a graph could not be learnt from a table.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum DiscoveryError {
    /// Linear models cannot be fitted to the table.
    #[error(transparent)]
    Unfit(#[from] UnfitTable),
    /// Independent component analysis found no independent components.
    #[error(
        "independent component analysis did not converge in {iterations} iterations from any of {starts} starts \
         (the components still turn by {change:.1e} per iteration): allow more iterations or more starts, \
         or take more rows; normally distributed noise has no independent components to find"
    )]
    NoConvergence {
        /// The iterations of each start.
        iterations: usize,
        /// The number of starts.
        starts: usize,
        /// The last change of the start that came nearest: 1 − |wᵀw′| of the direction that changed most.
        change: f64,
    },
    /// The computation was stopped.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
