//! How graphs stand to each other: a row for each pair, with the difference that decides.

use super::intervals::{IntervalMarks, IntervalPlot, IntervalRow, interval_plot};
use super::scale::Scale;
use super::{Drawing, shortened};
use crate::number::{p_value, ticks};
use crate::rich::isolated;
use contsid::comparison::{GraphRelation, Standing, Standings};

pub(super) const RELATIONS: &str = "relations";

/// The largest number of pairs that are drawn.
const MOST_PAIRS: usize = 45;

/// What a plot of relations says of its numbers.
pub(super) struct RelationWords {
    /// What is subtracted, and which sign is better for the first graph.
    pub(super) axis: &'static str,
    pub(super) difference: &'static str,
}

/// The relations of all pairs in their order; none for a single graph.
pub(super) fn relations_plot(standings: &Standings, names: &[String], words: &RelationWords) -> Option<Drawing> {
    let shown = &standings.relations[..standings.relations.len().min(MOST_PAIRS)];
    if shown.is_empty() {
        return None;
    }
    let name = |graph: usize| isolated(&shortened(&names[graph], 18));
    let labels: Vec<[String; 2]> = shown
        .iter()
        .map(|found| {
            [format!("{} and {}", name(found.first), name(found.second)), outcome(found, standings.relations.len())]
        })
        .collect();
    let ends = shown.iter().filter_map(|found| found.difference).flat_map(|found| <[f64; 2]>::from(found.interval));
    let Scale { low, high, .. } = Scale::around(ends.chain([0.0]), 0.0, 1.0);
    let row = |(found, [name, text]): (&GraphRelation, &'_ [String; 2])| {
        let point = found.difference.map(|found| [found.value; 2]);
        let interval = found.difference.map(|found| found.interval.into());
        (name.clone(), text.clone(), IntervalMarks { crossfit: point, interval, ..IntervalMarks::default() })
    };
    let rows: Vec<(String, String, IntervalMarks)> = shown.iter().zip(&labels).map(row).collect();
    let left_out = standings.relations.len() - shown.len();
    let more = if left_out > 0 { format!(" ({left_out} more pairs are not shown)") } else { String::new() };
    Some(interval_plot(&IntervalPlot {
        title: format!("How the graphs stand to each other{more}"),
        axis: words.axis.to_owned(),
        low,
        high,
        ticks: &ticks(low, high),
        rows: rows
            .iter()
            .map(|(label, text, marks)| IntervalRow { label: label.clone(), text, marks: *marks })
            .collect(),
        value: words.difference,
        crossfit: words.difference,
        ceiling: None,
    }))
}

/// `first is better, adjusted p = 0.012`: of several pairs p is adjusted.
fn outcome(found: &GraphRelation, pairs: usize) -> String {
    let words = match found.standing {
        Standing::Better => "first is better",
        Standing::Worse => "second is better",
        Standing::Tie => "not told apart",
        Standing::Depends => "depends on undirected edges",
    };
    let adjusted = if pairs > 1 { "adjusted " } else { "" };
    found.adjusted_p_value.map_or_else(|| words.to_owned(), |p| format!("{words}, {adjusted}{}", p_value(p)))
}
