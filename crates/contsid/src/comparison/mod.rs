//! All distances of a learnt graph from the truth, in one call.
//!
//! [`compare`] takes graphs as they are read, decides by [`Undirected`] what their undirected edges mean, and returns a
//! [`Comparison`] with each distance, or the bounds between which it lies. What each distance is stands in
//! [`crate::distance`].

mod compare;
mod undirected;

pub use compare::{Aid, Comparison, ComparisonError, ComparisonOptions, ContSidScore, ShdOf, compare};
pub use undirected::{NotUsable, Undirected};
