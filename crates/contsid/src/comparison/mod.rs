//! All distances of a learnt graph from the truth, in one call.
//!
//! [`compare`] takes graphs as they are read, treats their undirected edges by [`Undirected`], and returns a
//! [`Comparison`] with each distance of [`crate::distance`] or its bounds. [`compare_all`] compares several learnt
//! graphs, with the uncertainty of each number. [`rank()`] ranks them by one rule, which finds how each
//! [stands](Standings) to each other, and [`fixes`] finds the cost of each wrong edge, [`fix_steps`] what several
//! together are worth. Graphs of which some causes may be hidden are compared by their claims about effects:
//! [`compare_claims`]. [`DataChoices`] decides which estimates are made from the data.

mod chance;
mod claims;
mod compare;
mod data;
mod fix;
mod fix_steps;
mod guesses;
mod ranking;
mod rule;
mod undirected;

pub use crate::distance::EdgeChange;
pub use chance::{Chance, ChanceBand, SkeletonChance};
pub use claims::{ClaimComparison, ClaimComparisons, compare_claims, rank_claims};
pub use compare::{
    Aid, Comparison, ComparisonError, ComparisonOptions, ComparisonsError, ShdOf, compare, compare_all, shd_of_classes,
};
pub use data::{ALL_ROWS_LIMIT, ComparisonData, CrossFitting, DataChoices, LeftOut};
pub use fix::{Fix, FixOutcome, fixes};
pub use fix_steps::{FixStep, fix_steps};
pub use guesses::{CHANCE_SEED, chance, random_graphs};
pub(crate) use ranking::TOO_MANY_WITHOUT_DATA;
pub use ranking::{Measure, Ranking, rank};
pub use rule::{Contender, Evidence, Goal, GraphRelation, Standing, Standings};
pub use undirected::{NotUsable, Undirected};
