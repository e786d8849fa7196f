//! Which rows belong to which part, several times over.

use super::{LEAST_PART_ROWS, PartGrid};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use std::collections::BTreeMap;
use std::fmt::Display;
use thiserror::Error;

/// Why rows cannot be divided into parts.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PartitionError {
    /// The table is too short for two parts.
    #[error("the table has {rows} rows, and two parts of at least {least} rows need {}", 2 * least)]
    TooFewRows {
        /// The number of rows.
        rows: usize,
        /// The smallest number of rows of a part.
        least: usize,
    },
    /// A part is too small.
    #[error("part `{part}`{} has {rows} rows, and a part needs at least {least}", of_repeat(*repeat, *repeats))]
    SmallPart {
        /// The label of the part.
        part: String,
        /// The index of the repeat.
        repeat: usize,
        /// The number of repeats.
        repeats: usize,
        /// The number of rows.
        rows: usize,
        /// The fewest rows of a part.
        least: usize,
    },
    /// A part has a single row.
    #[error(
        "part `{part}`{} has a single row, and a part needs at least {LEAST_PART_ROWS}",
        of_repeat(*repeat, *repeats)
    )]
    SingleRow {
        /// The label of the part.
        part: String,
        /// The index of the repeat.
        repeat: usize,
        /// The number of repeats.
        repeats: usize,
    },
    /// All rows belong to one group, which is never divided.
    #[error("all {rows} rows belong to one group, and a group is never divided: two groups are needed")]
    OneGroup {
        /// The number of rows.
        rows: usize,
    },
    /// All rows have one label.
    #[error("all rows belong to the part `{part}`{}: two parts are needed", of_repeat(*repeat, *repeats))]
    OnePart {
        /// The label.
        part: String,
        /// The index of the repeat.
        repeat: usize,
        /// The number of repeats.
        repeats: usize,
    },
    /// The groups cannot be joined into parts that are large enough.
    #[error("{groups} groups of {rows} rows cannot be put together to two parts of at least {least} rows")]
    Groups {
        /// The number of groups.
        groups: usize,
        /// The number of rows.
        rows: usize,
        /// The smallest number of rows of a part.
        least: usize,
    },
    /// There is not one label for each row.
    #[error("there are {labels} labels{} for {rows} rows", of_repeat(*repeat, *repeats))]
    Length {
        /// The number of labels.
        labels: usize,
        /// The index of the repeat.
        repeat: usize,
        /// The number of repeats.
        repeats: usize,
        /// The number of rows.
        rows: usize,
    },
    /// Two repeats have different numbers of parts.
    #[error("repeat {} has {found} parts where the first has {expected}", repeat + 1)]
    PartCount {
        /// The index of the repeat.
        repeat: usize,
        /// Its number of parts.
        found: usize,
        /// The number of parts of the first repeat.
        expected: usize,
    },
    /// There is no repeat.
    #[error("the partition has no labels")]
    Empty,
}

/// The part of each row, for each repeat: at least two parts, the same number in each repeat, each of at least
/// [`LEAST_PART_ROWS`] rows, or of at least one row of an experiment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// For each repeat the part of each row, 0…B−1.
    labels: Vec<Vec<u32>>,
    parts: usize,
}

impl Partition {
    /// Divides `rows` rows at random into parts that differ by at most one row.
    pub(super) fn random(
        rows: usize,
        grid: PartGrid,
        least: usize,
        rng: &mut impl Rng,
    ) -> Result<Self, PartitionError> {
        let PartGrid { parts, repeats, .. } = grid;
        if rows < 2 * least {
            return Err(PartitionError::TooFewRows { rows, least });
        }
        let labels = (0..repeats).map(|_| {
            let mut labels: Vec<u32> = (0..rows).map(|row| (row % parts) as u32).collect();
            labels.shuffle(rng);
            labels
        });
        let labels = labels.collect::<Vec<_>>();
        check_sizes(&labels, parts, least, |_, part| (part + 1).to_string())?;
        Ok(Self { labels, parts })
    }

    /// Divides rows at random into parts, so that rows of one group stay together: each group goes, in random order, to
    /// the part with the fewest rows.
    pub(super) fn of_groups(
        groups: &[u32],
        grid: PartGrid,
        least: usize,
        rng: &mut impl Rng,
    ) -> Result<Self, PartitionError> {
        let PartGrid { parts, repeats, .. } = grid;
        let mut members: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (row, &group) in groups.iter().enumerate() {
            members.entry(group).or_default().push(row);
        }
        if members.len() < 2 {
            return Err(PartitionError::OneGroup { rows: groups.len() });
        }
        let mut members: Vec<Vec<usize>> = members.into_values().collect();
        let divided = (0..repeats).map(|_| {
            members.shuffle(rng);
            let at_random = assigned(&members, groups.len(), parts);
            if smallest_part(&at_random, parts) >= least {
                return at_random;
            }
            // Assigning the largest groups first makes the parts most equal.
            members.sort_by_key(|rows| std::cmp::Reverse(rows.len()));
            let mut labels = assigned(&members, groups.len(), parts);
            let turn = rng.random_range(0..parts as u32);
            for label in &mut labels {
                *label = (*label + turn) % parts as u32;
            }
            labels
        });
        let labels: Vec<Vec<u32>> = divided.collect();
        if labels.iter().any(|labels| smallest_part(labels, parts) < least) {
            let (groups, rows) = (members.len(), groups.len());
            return Err(PartitionError::Groups { groups, rows, least });
        }
        Ok(Self { labels, parts })
    }

    /// Parts that are given outright: for each repeat a label for each of `rows` rows. Parts are numbered by the order
    /// of their labels.
    ///
    /// # Errors
    ///
    /// If a repeat has another number of labels than there are rows, one part only, another number of parts than the
    /// first, or a part with too few rows.
    pub fn given<T: Ord + Display>(repeats: &[Vec<T>], rows: usize) -> Result<Self, PartitionError> {
        Self::given_parts(repeats, rows, LEAST_PART_ROWS)
    }

    /// The same for the rows of an experiment, of which a part may have as few as one.
    ///
    /// # Errors
    ///
    /// As [`given`](Self::given).
    pub fn given_for_experiment<T: Ord + Display>(repeats: &[Vec<T>], rows: usize) -> Result<Self, PartitionError> {
        Self::given_parts(repeats, rows, 1)
    }

    fn given_parts<T: Ord + Display>(repeats: &[Vec<T>], rows: usize, least: usize) -> Result<Self, PartitionError> {
        let count = repeats.len();
        if count == 0 {
            return Err(PartitionError::Empty);
        }
        let mut expected = None;
        let mut labels = Vec::with_capacity(count);
        for (repeat, given) in repeats.iter().enumerate() {
            if given.len() != rows {
                return Err(PartitionError::Length { labels: given.len(), repeat, repeats: count, rows });
            }
            let names = numbered(given);
            if let [(only, _)] = names.iter().collect::<Vec<_>>()[..] {
                return Err(PartitionError::OnePart { part: only.to_string(), repeat, repeats: count });
            }
            let parts = *expected.get_or_insert(names.len());
            if names.len() != parts {
                return Err(PartitionError::PartCount { repeat, found: names.len(), expected: parts });
            }
            labels.push(given.iter().map(|label| names[label]).collect());
        }
        let name = |repeat: usize, part: usize| {
            let names = numbered(&repeats[repeat]);
            names
                .into_iter()
                .find(|&(_, index)| index as usize == part)
                .map_or_else(String::new, |(name, _)| name.to_string())
        };
        check_sizes(&labels, expected.unwrap_or(0), least, name)?;
        Ok(Self { labels, parts: expected.unwrap_or(0) })
    }

    /// Each part in `pieces` parts that differ by at most one row.
    pub(crate) fn refined(&self, pieces: usize) -> Self {
        let refine = |labels: &Vec<u32>| {
            let mut seen = vec![0; self.parts];
            let piece = |&part: &u32| {
                seen[part as usize] += 1;
                part * pieces as u32 + ((seen[part as usize] - 1) % pieces) as u32
            };
            labels.iter().map(piece).collect()
        };
        Self { labels: self.labels.iter().map(refine).collect(), parts: self.parts * pieces }
    }

    /// B, the number of parts.
    pub fn part_count(&self) -> usize {
        self.parts
    }

    /// R, how often the rows are divided.
    pub fn repeat_count(&self) -> usize {
        self.labels.len()
    }

    /// N, the number of rows.
    pub fn row_count(&self) -> usize {
        self.labels.first().map_or(0, Vec::len)
    }

    /// The part of each row in a repeat.
    pub fn labels(&self, repeat: usize) -> &[u32] {
        &self.labels[repeat]
    }

    /// The rows of each part of a repeat, in increasing order.
    pub(crate) fn rows(&self, repeat: usize) -> Vec<Vec<usize>> {
        let mut rows = vec![Vec::with_capacity(self.row_count() / self.parts + 1); self.parts];
        for (row, &part) in self.labels[repeat].iter().enumerate() {
            rows[part as usize].push(row);
        }
        rows
    }
}

/// The distinct labels in increasing order, numbered.
fn numbered<T: Ord>(labels: &[T]) -> BTreeMap<&T, u32> {
    let mut names: BTreeMap<&T, u32> = labels.iter().map(|label| (label, 0)).collect();
    (0..).zip(names.values_mut()).for_each(|(index, number)| *number = index);
    names
}

/// Each group to the part that has the fewest rows so far.
fn assigned(groups: &[Vec<usize>], rows: usize, parts: usize) -> Vec<u32> {
    let (mut labels, mut sizes) = (vec![0; rows], vec![0; parts]);
    for group in groups {
        let part = (0..parts).min_by_key(|&part| sizes[part]).expect("there are parts");
        sizes[part] += group.len();
        for &row in group {
            labels[row] = part as u32;
        }
    }
    labels
}

fn part_sizes(labels: &[u32], parts: usize) -> Vec<usize> {
    let mut sizes = vec![0; parts];
    for &part in labels {
        sizes[part as usize] += 1;
    }
    sizes
}

fn smallest_part(labels: &[u32], parts: usize) -> usize {
    part_sizes(labels, parts).into_iter().min().unwrap_or(0)
}

fn check_sizes(
    labels: &[Vec<u32>],
    parts: usize,
    least: usize,
    name: impl Fn(usize, usize) -> String,
) -> Result<(), PartitionError> {
    let repeats = labels.len();
    for (repeat, labels) in labels.iter().enumerate() {
        let sizes = part_sizes(labels, parts);
        let small = (0..parts).filter(|&part| sizes[part] < least).min_by_key(|&part| sizes[part]);
        match small {
            Some(part) if sizes[part] == 1 => {
                return Err(PartitionError::SingleRow { part: name(repeat, part), repeat, repeats });
            }
            Some(part) => {
                let rows = sizes[part];
                return Err(PartitionError::SmallPart { part: name(repeat, part), repeat, repeats, rows, least });
            }
            None => {}
        }
    }
    Ok(())
}

fn of_repeat(repeat: usize, repeats: usize) -> String {
    if repeats == 1 { String::new() } else { format!(" of repeat {}", repeat + 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_a_part_are_equal() {
        let labels: Vec<u32> = (0..60).map(|row| u32::from(row >= 27)).collect();
        let refined = Partition::given(&[labels], 60).unwrap().refined(2);
        assert_eq!(refined.rows(0).iter().map(Vec::len).collect::<Vec<_>>(), [14, 13, 17, 16]);
        assert_eq!(refined.labels(0)[25..30], [1, 0, 2, 3, 2]);
    }
}
