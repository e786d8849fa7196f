//! All distances of a learnt graph from the truth, in one call.
//!
//! [`compare`] takes graphs as they are read, treats their undirected edges by [`Undirected`], and returns a
//! [`Comparison`] with each distance of [`crate::distance`] or its bounds. [`compare_all`] compares several learnt
//! graphs, with the uncertainty of each number and of each difference. [`rank()`] ranks them, [`tiers`] and
//! [`verdict()`] say which of them cannot be told apart, and [`fixes`] finds the cost of each wrong edge.
//! [`DataChoices`] decides which estimates are made from the data.

mod compare;
mod data;
mod difference;
mod fix;
mod rank;
mod undirected;
mod verdict;

pub use crate::distance::EdgeChange;
pub use compare::{
    Aid, Comparison, ComparisonError, ComparisonOptions, Comparisons, ComparisonsError, ShdOf, compare, compare_all,
    shd_of_classes,
};
pub use data::{ComparisonData, CrossFitting, DataChoices, LeftOut, MOST_WHOLE_ROWS, WholeSample};
pub(crate) use difference::pairwise;
pub use difference::{LearntDifference, NamedDifference, differences, tiers};
pub use fix::{Fix, FixOutcome, fixes};
pub use rank::{Measure, OtherRanks, RankedGraph, Ranking, rank};
pub use undirected::{NotUsable, Undirected};
pub(crate) use verdict::MOST_WITHOUT_DATA;
pub use verdict::{NO_VERDICT, lacks_overlap, supported_decimals, verdict, with_error};
