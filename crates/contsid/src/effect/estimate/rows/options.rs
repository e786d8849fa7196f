//! How the rows are divided, and how strong the ridge is.

use super::{LEAST_PART_ROWS, PartGrid, Partition, PartitionError};
use crate::embedding::Lambda;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use thiserror::Error;

/// A guided part of this many rows gains little by more, and smaller parts cost less.
const ENOUGH_ROWS: usize = 250;

/// The largest number of parts that are made smaller for this reason.
const MOST_EXTRA_PARTS: usize = 4;

/// The number of comparisons between parts of one row that repeats add up to by default: R (B − 1) is at least this.
const COMPARISONS: usize = 10;

/// A number that is not a ridge.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("the ridge of a part must be positive and finite, got {value}")]
pub struct RidgeError {
    /// The number.
    pub value: f64,
}

/// n λ, what is added to the diagonal of the system of n rows: positive and finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ridge(f64);

// Positive, finite numbers are totally ordered.
impl Eq for Ridge {}

impl Ord for Ridge {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Ridge {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ridge {
    /// Checks the number.
    ///
    /// # Errors
    ///
    /// If it is not positive and finite.
    pub fn new(value: f64) -> Result<Self, RidgeError> {
        if value > 0.0 && value.is_finite() { Ok(Self(value)) } else { Err(RidgeError { value }) }
    }

    /// The number.
    pub fn value(self) -> f64 {
        self.0
    }

    /// That of λ and this many rows.
    pub(crate) fn of(lambda: Lambda, rows: usize) -> Self {
        Self(lambda.ridge(rows))
    }
}

impl Default for Ridge {
    /// 0.1: noise does not add to the distance, so that less needs to be smoothed away than in one estimate from all
    /// rows.
    fn default() -> Self {
        Self(0.1)
    }
}

/// How rows are assigned to parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Division {
    /// At random.
    #[default]
    Random,
    /// At random, but rows of one group stay together (patients, days): a group for each row.
    Groups(Vec<u32>),
    /// As given.
    Given(Partition),
}

impl Division {
    /// Divides this many rows into the parts of a grid, each of at least `least` rows.
    ///
    /// # Errors
    ///
    /// If there is not one label for each row, or a part would be too small.
    pub(crate) fn partition(
        &self,
        rows: usize,
        grid: PartGrid,
        least: usize,
        rng: &mut ChaCha8Rng,
    ) -> Result<Partition, PartitionError> {
        let labels = match self {
            Self::Random => rows,
            Self::Groups(groups) => groups.len(),
            Self::Given(partition) => partition.row_count(),
        };
        if labels != rows {
            return Err(PartitionError::Length { labels, repeat: 0, repeats: 1, rows });
        }
        match self {
            Self::Random => Partition::random(rows, grid, least, rng),
            Self::Groups(groups) => Partition::of_groups(groups, grid, least, rng),
            Self::Given(partition) => Ok(partition.clone()),
        }
    }

    /// The largest number of parts: groups are never divided.
    pub(crate) fn most_parts(&self) -> usize {
        match self {
            Self::Groups(groups) => groups.iter().collect::<BTreeSet<_>>().len(),
            Self::Random | Self::Given(_) => usize::MAX,
        }
    }
}

/// Whether a linear regression guides the estimate of each part: the kernel regression then estimates only what the
/// linear one leaves over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Guide {
    /// Unless the parts are given: these are estimated as the definition says.
    #[default]
    Automatic,
    /// Always.
    Linear,
    /// Never.
    None,
}

crate::named!(Guide { Automatic: "automatic", Linear: "linear", None: "none" });

/// The options of cross-fitting.
#[derive(Clone, Debug, PartialEq)]
pub struct CrossFitOptions {
    /// How rows are assigned to parts.
    pub division: Division,
    /// The most rows of a random part: there are B = max(2, ⌈N / rows⌉) parts, and with a guide up to four if each has
    /// 250 rows.
    pub part_rows: NonZeroUsize,
    /// How often the rows are divided at random; R = max(1, ⌈10 / (B − 1)⌉) without it.
    pub repeats: Option<NonZeroUsize>,
    /// The seed of random parts.
    pub seed: u64,
    /// The ridge of a part.
    pub ridge: Ridge,
    /// Whether a linear regression guides the estimate of each part.
    pub guide: Guide,
}

impl CrossFitOptions {
    /// The largest number of rows of a part by default: a system of this size takes some ten milliseconds.
    pub const PART_ROWS: NonZeroUsize = NonZeroUsize::new(1000).expect("positive");

    /// Whether a linear regression guides the estimate of each part.
    pub(crate) fn is_guided(&self) -> bool {
        match self.guide {
            Guide::Automatic => !matches!(self.division, Division::Given(_)),
            Guide::Linear => true,
            Guide::None => false,
        }
    }

    /// The most rows of a part. With a guide there are up to four parts, if they have enough rows and no groups.
    fn most_rows(&self, rows: usize) -> NonZeroUsize {
        let (parts, is_free) = ((rows / ENOUGH_ROWS).clamp(2, MOST_EXTRA_PARTS), self.division == Division::Random);
        let most = NonZeroUsize::new(rows.div_ceil(parts)).filter(|_| is_free && self.is_guided());
        most.map_or(self.part_rows, |most| most.min(self.part_rows))
    }

    /// The repeats and parts of this many rows, at most `most` parts: B = max(2, ⌈N / rows of a part⌉).
    pub(crate) fn grid(&self, rows: usize, part_rows: NonZeroUsize, most: usize) -> PartGrid {
        let parts = rows.div_ceil(part_rows.get()).min(most).max(2);
        let repeats = self.repeats.map_or_else(|| COMPARISONS.div_ceil(parts - 1).max(1), NonZeroUsize::get);
        PartGrid::new(repeats, parts)
    }

    /// Whether other estimates check the guided one: not where parts are given.
    pub(crate) fn is_checked(&self) -> bool {
        self.is_guided() && !matches!(self.division, Division::Given(_))
    }

    /// The parts of a table with this many rows.
    ///
    /// # Errors
    ///
    /// If the rows cannot be divided in this way.
    pub fn partition(&self, rows: usize) -> Result<Partition, PartitionError> {
        let grid = self.grid(rows, self.most_rows(rows), self.division.most_parts());
        self.division.partition(rows, grid, LEAST_PART_ROWS, &mut ChaCha8Rng::seed_from_u64(self.seed))
    }
}

impl Default for CrossFitOptions {
    fn default() -> Self {
        Self {
            division: Division::default(),
            part_rows: Self::PART_ROWS,
            repeats: None,
            seed: 1,
            ridge: Ridge::default(),
            guide: Guide::default(),
        }
    }
}
