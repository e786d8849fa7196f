//! All distances of a learnt graph from the truth, in one call.
//!
//! [`compare`] takes graphs as they are read, treats their undirected edges by [`Undirected`], and returns a
//! [`Comparison`] with each distance of [`crate::distance`] or its bounds. [`compare_all`] compares several learnt
//! graphs, with the uncertainty of each number and of each difference. [`rank()`] ranks them, [`tiers`] and
//! [`verdict()`] say which of them cannot be told apart, and [`repairs`] finds the cost of each wrong edge.
//! [`DataChoices`] decides which estimates are made from the data.

mod compare;
mod crossfit;
mod data;
mod joint;
mod noise;
mod rank;
mod repair;
mod undirected;
mod verdict;

pub use crate::distance::EdgeChange;
pub use compare::{Aid, Comparison, ComparisonError, ComparisonOptions, ContSidScore, ShdOf, compare, shd_of_classes};
pub(crate) use crossfit::pairwise;
pub use crossfit::{Comparisons, ComparisonsError, LearntDifference, NamedDifference, compare_all, differences, tiers};
pub use data::{ComparisonData, CrossFitting, DataChoices, LeftOut, MOST_WHOLE_ROWS, WholeSample};
pub use joint::JointScore;
pub use rank::{Measure, OtherRanks, RankedGraph, Ranking, rank};
pub use repair::{Repair, Repaired, repairs};
pub use undirected::{NotUsable, Undirected};
pub use verdict::{supported_decimals, verdict, with_error};
