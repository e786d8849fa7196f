//! Learning again from some of the rows.

use super::data_set::DataSet;
use crate::number::Probability;
use crate::simulate::draw;
use contsid::data::Table;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

/// How often, and from which rows, learners learn again from each data set.
///
/// The number of a resample is the number of the graph in its records; 0 is the data set with all rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Resampling {
    /// The number of resamples.
    pub resamples: usize,
    /// The share of the rows in each, drawn without replacement; none for as many rows as there are, drawn with
    /// replacement (the bootstrap).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<Probability>,
    /// The group of each row: rows of a group are drawn together, and the share is that of groups. Empty if each row is
    /// drawn by itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<u32>,
}

impl Resampling {
    /// How often learners learn from a data set: from all rows, and from each resample.
    pub(crate) fn count(resampling: Option<&Self>) -> usize {
        resampling.map_or(1, |found| found.resamples.saturating_add(1))
    }

    /// A resample of a data set.
    pub(crate) fn sample(&self, data: &DataSet, seed: u64) -> DataSet {
        let rows = self.rows(data.table.row_count(), seed);
        let columns = data.table.columns().iter().map(|column| column.rows(&rows)).collect();
        let table = Table::new(data.table.names().clone(), columns).expect("some rows of a table are a table");
        DataSet { truth: data.truth.clone(), table }
    }

    /// Each choice in words.
    pub fn words(&self) -> String {
        let count = self.resamples;
        let resamples = if count == 1 { "resample" } else { "resamples" };
        let rows = match self.share.map(Probability::value) {
            None => "as many rows with repetition (a bootstrap)".to_owned(),
            Some(0.5) => "half of the rows".to_owned(),
            Some(share) => format!("{} % of the rows", (1e8 * share).round() / 1e6),
        };
        let groups = if self.groups.is_empty() { "" } else { ", by groups" };
        format!("{count} {resamples} of {rows}{groups}")
    }

    /// Both in words, if the own one has fewer resamples than the other, or draws them otherwise.
    pub(crate) fn lacking(own: Option<&Self>, other: Option<&Self>) -> Option<[String; 2]> {
        let is_same = match (own, other) {
            (Some(own), Some(other)) => {
                own.resamples >= other.resamples && (own.share, &own.groups) == (other.share, &other.groups)
            }
            _ => own == other,
        };
        let words = |resampling: Option<&Self>| resampling.map_or_else(|| "none".to_owned(), Self::words);
        (!is_same).then(|| [words(own), words(other)])
    }

    /// The rows of a resample, in the order of the table.
    fn rows(&self, row_count: usize, seed: u64) -> Vec<usize> {
        let groups: Vec<Vec<usize>> = match self.groups.iter().max() {
            None => (0..row_count).map(|row| vec![row]).collect(),
            Some(&last) => {
                let mut rows = vec![Vec::new(); last as usize + 1];
                self.groups.iter().enumerate().for_each(|(row, &group)| rows[group as usize].push(row));
                rows.into_iter().filter(|rows| !rows.is_empty()).collect()
            }
        };
        let (mut rng, count) = (ChaCha20Rng::seed_from_u64(seed), groups.len());
        let mut drawn: Vec<usize> = match self.share {
            None => (0..count).map(|_| draw::below(&mut rng, count)).collect(),
            Some(share) => {
                #[expect(clippy::cast_sign_loss, reason = "a share is not negative")]
                let size = ((share.value() * count as f64).round() as usize).clamp(1, count);
                draw::permutation(&mut rng, count)[..size].to_vec()
            }
        };
        drawn.sort_unstable();
        let mut rows: Vec<usize> = drawn.iter().flat_map(|&group| groups[group].iter().copied()).collect();
        rows.sort_unstable();
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resampling(share: Option<f64>, groups: Vec<u32>) -> Resampling {
        let share = share.map(|share| Probability::try_from(share).unwrap());
        Resampling { resamples: 1, share, groups }
    }

    #[test]
    fn half_of_the_rows_are_drawn_once_each() {
        let half = resampling(Some(0.5), Vec::new());
        let rows = half.rows(11, 3);
        assert_eq!(rows.len(), 6);
        assert!(rows.is_sorted() && rows.windows(2).all(|two| two[0] < two[1]) && rows[5] < 11);
        assert_ne!(rows, half.rows(11, 4));
        assert_eq!(rows, half.rows(11, 3));
    }

    #[test]
    fn a_bootstrap_repeats_rows() {
        let rows = resampling(None, Vec::new()).rows(50, 1);
        let mut different = rows.clone();
        different.dedup();
        // The expected share of different rows is 1 − 1/e.
        assert_eq!(rows.len(), 50);
        assert!((25..40).contains(&different.len()), "{}", different.len());
    }

    #[test]
    fn groups_stay_together() {
        let groups: Vec<u32> = (0..40).map(|row| row % 4).collect();
        let rows = resampling(Some(0.5), groups).rows(40, 2);
        let chosen: Vec<usize> = (0..4).filter(|group| rows.iter().any(|row| row % 4 == *group)).collect();
        assert_eq!((chosen.len(), rows.len()), (2, 20));
    }
}
