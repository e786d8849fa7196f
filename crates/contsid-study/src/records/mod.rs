//! What did each learner do on each data set?
//!
//! A [`Record`] is a row of `records.csv`: a [`RecordKey`] that no other record of the study has, what became of the
//! learner, its [`Scores`] for each [`Metric`], and the reason where something is missing. The next module in
//! the flow, [`crate::tables`], condenses them.

mod file;
mod metric;
mod record;

pub use file::RecordsError;
pub(crate) use file::{RecordFile, repaired};
pub use metric::{Metric, Scores};
pub use record::{Record, RecordError, RecordKey, Status};
