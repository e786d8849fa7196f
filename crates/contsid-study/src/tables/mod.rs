//! Summaries of the records.
//!
//! A [`Summary`] holds means, deviations and paired differences; [`tables`] writes them beside the figures that the
//! paper prints for the same experiment ([`published_mean`]), for a terminal, in Markdown or in LaTeX.

mod aligned;
mod grid;
mod layout;
mod published;
mod statistic;
mod summary;

pub use aligned::{Justify, aligned};
pub use grid::Format;
pub use layout::{StudyTableOptions, sortability_note, tables};
pub use published::{PublishedMean, published_mean, published_means};
pub use statistic::Statistic;
pub use summary::{Conditions, LearnerDifference, LearnerGroup, PairedDifference, Summary};
