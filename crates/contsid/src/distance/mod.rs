//! How far is a learnt graph from the true one?
//!
//! | distance | counts | needs |
//! |---|---|---|
//! | [`shd`] | pairs of nodes whose edge differs | two graphs |
//! | [`edge_accuracy`] | edges that are shared, for precision, recall and F1 | two graphs |
//! | [`sid`] | ordered pairs whose interventional distribution is read off wrongly | two DAGs |
//! | [`sid_bounds`] | the same, over the members of classes | two classes |
//! | [`identification_mistakes`] | ordered pairs that are wrong by any of three adjustment strategies | two DAGs |
//! | [`class_identification_mistakes`] | the same, and wrong claims of what is identified | two classes |
//! | [`mark_difference`] | pairs whose edge, or a mark at its ends, differs | two graphs with marks |
//! | [`claim_mistakes`] | ordered pairs about whose effect a graph claims something wrong | any two graphs |
//! | [`separation_mistakes`] | ordered pairs that a graph separates wrongly | any two graphs |
//!
//! All take a [`Selection`] of treatments and outcomes, except the short form [`sid`], which compares all pairs; its
//! long form is [`identification_mistakes`]. [`effect`](crate::effect) says by how much distributions differ on data.

mod accuracy;
pub mod bounds;
mod claims;
mod difference;
mod identification;
mod marks;
mod mistakes;
mod selection;
mod separation;
mod shd;
mod sid_bounds;
mod why;

pub use accuracy::{Accuracy, EdgeAccuracy, edge_accuracy};
pub use claims::{ClaimCount, ClaimError, ClaimMistakes, ClaimTruth, MistakenPair, OpenCount, claim_mistakes};
pub use difference::EdgeChange;
pub(crate) use difference::differences;
pub use identification::{Strategy, class_identification_mistakes, identification_mistakes, sid};
pub use marks::{MarkDifference, mark_difference};
pub use mistakes::Mistakes;
pub use selection::{Selection, SelectionSize};
pub use separation::separation_mistakes;
pub use shd::{Reversal, Shd, shd};
pub(crate) use sid_bounds::wrong_counts;
pub use sid_bounds::{SidBounds, sid_bounds};
pub use why::{ClassWhy, TooManyWays, Verdict, Why, WhyCase};
