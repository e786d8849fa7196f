//! What did each learner do on each data set?
//!
//! A [`Record`] is a row of `records.csv`: a unique [`RecordKey`], the [`Status`] of the learner, its [`MetricValues`]
//! for each [`Metric`], and the reason if something is missing. The next module, [`crate::tables`], summarises them.

mod edges;
mod file;
mod metric;
mod record;

pub(crate) use edges::edges_text;
pub use file::RecordsError;
pub(crate) use file::{RecordFile, repaired};
pub use metric::{Metric, MetricValues};
pub use record::{Record, RecordError, RecordKey, Status};
