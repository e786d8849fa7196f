//! Which rows belong to which part, several times over.

use super::{LEAST_PART_ROWS, PartitionError};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::num::NonZeroUsize;

/// The number of comparisons between parts of one row that repeats add up to by default: R (B − 1) is at least this.
const COMPARISONS: usize = 10;

/// The sizes of parts, and the number of repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartSizes {
    /// The largest number of rows of a part.
    pub part_rows: NonZeroUsize,
    /// How often the rows are divided; R = max(1, ⌈10 / (B − 1)⌉) for B parts without it.
    pub repeats: Option<NonZeroUsize>,
}

impl PartSizes {
    /// B = max(2, ⌈N / rows of a part⌉) for N rows.
    fn parts(self, rows: usize) -> usize {
        rows.div_ceil(self.part_rows.get()).max(2)
    }

    fn repeats(self, parts: usize) -> usize {
        self.repeats.map_or_else(|| COMPARISONS.div_ceil(parts - 1).max(1), NonZeroUsize::get)
    }

    /// The parts of a table with this many rows, at most `most` of them.
    pub(crate) fn counts(self, rows: usize, most: usize) -> PartCounts {
        let parts = self.parts(rows).min(most).max(2);
        PartCounts { parts, repeats: self.repeats(parts), least: LEAST_PART_ROWS }
    }
}

/// The numbers of parts and repeats, and the fewest rows of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PartCounts {
    pub(crate) parts: usize,
    pub(crate) repeats: usize,
    pub(crate) least: usize,
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
    ///
    /// # Errors
    ///
    /// If a part would be too small.
    pub fn random(rows: usize, sizes: PartSizes, rng: &mut impl Rng) -> Result<Self, PartitionError> {
        Self::random_parts(rows, sizes.counts(rows, usize::MAX), rng)
    }

    /// The same for a known number of parts.
    pub(crate) fn random_parts(rows: usize, counts: PartCounts, rng: &mut impl Rng) -> Result<Self, PartitionError> {
        let PartCounts { parts, repeats, least } = counts;
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

    /// Divides rows at random into parts, so that rows of one group stay together.
    ///
    /// Each group goes, in random order, to the part with the fewest rows. There are at most as many parts as groups.
    ///
    /// # Errors
    ///
    /// If there is one group only, or the groups do not make parts that are large enough.
    pub fn of_groups(groups: &[u32], sizes: PartSizes, rng: &mut impl Rng) -> Result<Self, PartitionError> {
        let mut distinct = groups.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        Self::grouped_parts(groups, sizes.counts(groups.len(), distinct.len()), rng)
    }

    /// The same for a known number of parts.
    pub(crate) fn grouped_parts(
        groups: &[u32],
        counts: PartCounts,
        rng: &mut impl Rng,
    ) -> Result<Self, PartitionError> {
        let PartCounts { parts, repeats, least } = counts;
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

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    fn sizes(part_rows: usize, repeats: Option<usize>) -> PartSizes {
        let count = |value| NonZeroUsize::new(value).unwrap();
        PartSizes { part_rows: count(part_rows), repeats: repeats.map(count) }
    }

    fn rng() -> ChaCha8Rng {
        ChaCha8Rng::seed_from_u64(7)
    }

    #[test]
    fn random_parts_are_equal_and_repeats_differ() {
        for (rows, part_rows, parts, repeats) in
            [(100, 1000, 2, 10), (2500, 1000, 3, 5), (640, 32, 20, 1), (1100, 50, 22, 1)]
        {
            let partition = Partition::random(rows, sizes(part_rows, None), &mut rng()).unwrap();
            assert_eq!((partition.part_count(), partition.repeat_count()), (parts, repeats));
            for repeat in 0..repeats {
                let rows_of_parts = partition.rows(repeat);
                let counts: Vec<usize> = rows_of_parts.iter().map(Vec::len).collect();
                assert!(counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1);
                assert_eq!(counts.iter().sum::<usize>(), rows);
            }
            assert!(repeats == 1 || partition.labels(0) != partition.labels(1));
        }
        let three = Partition::random(100, sizes(1000, Some(3)), &mut rng()).unwrap();
        assert_eq!(three.repeat_count(), 3);
    }

    #[test]
    fn groups_are_never_divided() {
        let groups: Vec<u32> = (0..300).map(|row| row % 17).collect();
        let partition = Partition::of_groups(&groups, sizes(100, None), &mut rng()).unwrap();
        assert_eq!((partition.part_count(), partition.repeat_count()), (3, 5));
        for repeat in 0..5 {
            let labels = partition.labels(repeat);
            assert!((17..300).all(|row| labels[row] == labels[row - 17]));
        }
        assert_ne!(partition.labels(0), partition.labels(1));
        // One large group and several small ones, in any order.
        let uneven: Vec<u32> = (0..100).map(|row| if row < 60 { 0 } else { row / 5 }).collect();
        assert!(Partition::of_groups(&uneven, sizes(1000, None), &mut rng()).is_ok());
    }

    #[test]
    fn given_parts_keep_the_order_of_their_labels() {
        let labels: Vec<&str> = (0..60).map(|row| ["b", "c", "a"][row % 3]).collect();
        let partition = Partition::given(&[labels], 60).unwrap();
        assert_eq!((&partition.labels(0)[..3], partition.part_count()), (&[1, 2, 0][..], 3));
    }

    #[test]
    fn what_is_no_partition_is_refused_with_the_fact() {
        let two = |rows: u32, first: u32| (0..rows).map(|row| u32::from(row >= first)).collect::<Vec<_>>();
        let refused = |repeats: &[Vec<u32>], rows| Partition::given(repeats, rows).unwrap_err().to_string();
        assert_eq!(refused(&[two(50, 25)], 60), "there are 50 labels for 60 rows");
        assert_eq!(refused(&[two(50, 38)], 50), "part `1` has 12 rows, and a part needs at least 20");
        assert_eq!(refused(&[two(50, 1)], 50), "part `0` has a single row, and a part needs at least 20");
        assert_eq!(refused(&[vec![3; 50]], 50), "all rows belong to the part `3`: two parts are needed");
        let three = (0..60).map(|row| row % 3).collect();
        assert_eq!(refused(&[two(60, 30), three], 60), "repeat 2 has 3 parts where the first has 2");
        assert_eq!(
            refused(&[two(60, 30), two(60, 45)], 60),
            "part `1` of repeat 2 has 15 rows, and a part needs at least 20"
        );
        assert_eq!(refused(&[], 60), "the partition has no labels");
        let random = Partition::random(39, sizes(1000, None), &mut rng()).unwrap_err();
        assert_eq!(random.to_string(), "the table has 39 rows, and two parts of at least 20 rows need 40");
        let small = Partition::random(100, sizes(10, None), &mut rng()).unwrap_err();
        assert!(matches!(small, PartitionError::SmallPart { rows: 10, .. }), "{small}");
        let one = Partition::of_groups(&[5; 100], sizes(1000, None), &mut rng()).unwrap_err();
        assert_eq!(one, PartitionError::OneGroup { rows: 100 });
        let lopsided: Vec<u32> = (0..100).map(|row| u32::from(row < 10)).collect();
        let groups = Partition::of_groups(&lopsided, sizes(1000, None), &mut rng()).unwrap_err();
        assert_eq!(groups, PartitionError::Groups { groups: 2, rows: 100, least: 20 });
    }
}
