//! From estimands to embeddings: columns → systems → solved embeddings, on all rows or on parts of them.
//!
//! What is estimated is always a matrix: for some rows, a system, an outcome and a list of interventions x, the
//! coordinates of the estimated embedding in the outcome's space, (L_jᵀ M) e(x), a row for each x. Kept of a solved
//! system is L_jᵀ M for each outcome, which is small: [`part::SolvedSystem`].
//!
//! [`rows`] says which rows belong together. [`columns`] has kernels, factors and interventions; [`basis`] gives all
//! parts coordinates in one basis of each outcome's space. [`systems`] solves. A part of n rows smooths what it
//! estimates, so a linear model guides it, and the kernel regression estimates only what that leaves over ([`guide`]).
//! [`task`] puts together what shares its interventions, [`memory`] says what is needed, and [`solve`] lets every
//! part solve its systems within bounds, here or elsewhere ([`remote`]).
//!
//! The next step, [`measure`](super::measure), makes distances of these matrices.

pub(crate) mod basis;
pub(crate) mod columns;
pub(crate) mod data;
pub(crate) mod guide;
mod memory;
pub(crate) mod part;
mod remote;
pub(crate) mod rows;
pub(crate) mod solve;
pub(crate) mod systems;
pub(crate) mod task;
pub(crate) mod wanted;

pub use columns::{InterventionError, InterventionPoints, Interventions, MOST_INTERVENTIONS};
pub use memory::estimated_memory;
pub use remote::{MalformedMessage, PartAnswerError, PartWorkers, WorkersFailed, answer_part};
pub use rows::{
    CrossFitOptions, Division, Guide, LEAST_PART_ROWS, PartGrid, Partition, PartitionError, Ridge, RidgeError,
};
pub use systems::leave_one_out_grid;

pub(crate) use solve::{of_data as memory_of_data, task_numbers};
