//! What do the records say, taken together?
//!
//! A [`Summary`] holds means, deviations and paired differences; [`tables`] writes them beside the figures that the paper
//! prints for the same experiment ([`published_mean`]), for a terminal, in Markdown or in LaTeX.

mod aligned;
mod grid;
mod layout;
mod published;
mod statistic;
mod summary;

pub use aligned::{Side, aligned};
pub use grid::Format;
pub use layout::{TableOptions, tables};
pub use published::{PublishedMean, published_mean, published_means};
pub use statistic::Statistic;
pub use summary::{Conditions, Difference, Group, PairedDifference, Summary};
