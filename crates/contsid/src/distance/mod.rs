//! How far is a learnt graph from the true one?
//!
//! | distance | counts | needs |
//! |---|---|---|
//! | [`shd`] | pairs of nodes whose edge differs | two graphs |
//! | [`sid`] | ordered pairs whose interventional distribution is read off wrongly | two DAGs |
//! | [`sid_bounds`] | the same, over the members of classes | two classes |
//! | [`identification_mistakes`] | the same, by any of three adjustment strategies | two DAGs |
//! | [`contsid`] | by how much interventional distributions differ on data | two DAGs and a table |
//! | [`class_identification_mistakes`] | the same, or claims of what is not identified | two classes |
//!
//! All can be restricted to chosen treatments and outcomes by a [`Selection`].

pub mod bounds;
pub mod contsid;
mod identification;
mod mistakes;
mod selection;
mod shd;
mod sid_bounds;
mod why;

pub use identification::{Strategy, class_identification_mistakes, identification_mistakes, sid};
pub use mistakes::Mistakes;
pub use selection::Selection;
pub use shd::{Reversal, Shd, shd};
pub use sid_bounds::{SidBounds, sid_bounds};
pub use why::{Verdict, Why};
