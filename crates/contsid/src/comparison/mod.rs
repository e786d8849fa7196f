//! All distances of a learnt graph from the truth, in one call.
//!
//! [`compare`] takes graphs as they are read, decides by [`Undirected`] what their undirected edges mean, and returns a
//! [`Comparison`] with each distance, or the bounds between which it lies. What each distance is stands in
//! [`crate::distance`]. [`compare_all`] compares several learnt graphs, with the uncertainty of each number and of each
//! difference. [`rank()`] ranks them, [`tiers`] and [`verdict()`] say which of them cannot be told apart, and
//! [`repairs`] asks which single edge is to blame. [`DataChoices`] decides which estimates are made of the data.

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
pub use crossfit::{Comparisons, ComparisonsError, LearntDifference, compare_all, differences, tiers};
pub use data::{ComparisonData, CrossFitting, DataChoices, LeftOut, MOST_WHOLE_ROWS, WholeSample};
pub use joint::JointScore;
pub use rank::{Measure, OtherRanks, RankedGraph, Ranking, rank};
pub use repair::{BoundsChange, Repair, RepairError, Repaired, repairs};
pub use undirected::{NotUsable, Undirected};
pub use verdict::{supported_decimals, verdict, with_error};
