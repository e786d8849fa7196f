//! The figures that the paper prints.

use super::statistic::Statistic;
use crate::records::Metric;
use std::fmt::Debug;
use std::str::FromStr;

const STUDY: &str = include_str!("../../data/published.csv");

/// How many graphs each of the paper's means is taken of.
const GRAPHS: usize = 100;

/// A cell of the paper's Tables 2 to 4.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedMean {
    /// The number of the table.
    pub table: u32,
    /// What it shows. The paper does not say how undirected edges are treated; this is the metric that comes nearest.
    pub metric: Metric,
    /// The number of nodes.
    pub nodes: usize,
    /// The learner.
    pub learner: String,
    /// The mean and standard deviation.
    pub statistic: Statistic,
}

/// Tables 2 to 4.
pub fn published_means() -> Vec<PublishedMean> {
    let mean = |cells: &csv::StringRecord| {
        let metric = Metric::of_column(&cells[1]).expect("the embedded tables name metrics");
        PublishedMean {
            table: number(&cells[0]),
            metric,
            nodes: number(&cells[2]),
            learner: cells[3].to_owned(),
            statistic: Statistic { count: GRAPHS, mean: number(&cells[4]), sd: Some(number(&cells[5])) },
        }
    };
    rows(STUDY).iter().map(mean).collect()
}

fn rows(text: &str) -> Vec<csv::StringRecord> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.records().map(|row| row.expect("the embedded tables have cells in every column")).collect()
}

fn number<T: FromStr<Err: Debug>>(cell: &str) -> T {
    cell.parse().expect("the embedded tables hold numbers")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_tables_are_whole() {
        let means = published_means();
        assert_eq!(means.len(), 27);
        let cell = means.iter().find(|cell| (cell.table, cell.nodes, cell.learner.as_str()) == (4, 20, "ges")).unwrap();
        assert_eq!(
            (cell.metric, cell.statistic.mean, cell.statistic.sd),
            (Metric::ContsidDirected, 134.37, Some(41.89))
        );
    }
}
