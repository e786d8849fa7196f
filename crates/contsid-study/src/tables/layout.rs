//! The tables of a study.

use super::grid::{Cell, Format, Grid};
use super::published::published_mean;
use super::statistic::Statistic;
use super::summary::{Conditions, LearnerDifference, LearnerGroup, Summary};
use crate::records::Metric;
use crate::simulate::HIGH_SORTABILITY;
use std::collections::{BTreeMap, BTreeSet};

/// What tables show, and how they are written.
#[derive(Clone, Debug, PartialEq)]
pub struct StudyTableOptions {
    /// How they are written.
    pub format: Format,
    /// The metrics, a table each.
    pub metrics: Vec<Metric>,
}

impl Default for StudyTableOptions {
    /// The three metrics of the paper, and cross-fitted contSID with the share of interventions that it says nothing
    /// about.
    fn default() -> Self {
        use Metric as M;
        let metrics = vec![M::Shd, M::SidUpper, M::ContsidDirected, M::CrossfitDirected, M::CrossfitLowOverlap];
        Self { format: Format::default(), metrics }
    }
}

/// The tables of a study: for each metric the learners' means, beside those of the paper for the same experiment
/// ([`published_mean`]), and the paired differences between learners; then the learners' seconds.
pub fn tables(summary: &Summary, options: &StudyTableOptions) -> String {
    let rendered = settings(summary).into_iter().flat_map(|setting| {
        let layout = TableLayout { summary, setting };
        let of_metric = |&metric: &Metric| [layout.means(metric), layout.differences(metric)];
        let grids: Vec<Option<Grid>> = options.metrics.iter().flat_map(of_metric).chain([layout.seconds()]).collect();
        grids.into_iter().flatten()
    });
    let grids: Vec<String> = rendered.map(|grid| grid.render(options.format)).collect();
    unfinished(summary).into_iter().chain(grids).chain(sortable(summary)).collect::<Vec<_>>().join("\n")
}

/// The conditions without the number of nodes, which is a table's row.
fn settings(summary: &Summary) -> Vec<Conditions> {
    let settings: BTreeSet<Conditions> =
        summary.groups().iter().map(|group| Conditions { nodes: 0, ..group.conditions.clone() }).collect();
    settings.into_iter().collect()
}

fn unfinished(summary: &Summary) -> Option<String> {
    let (records, expected) = (summary.records(), summary.expected());
    (records < expected).then(|| format!("The study is not finished: {records} of {expected} records are there.\n"))
}

/// A note on each simulation whose order of causes can be read off the variances.
fn sortable(summary: &Summary) -> Vec<String> {
    let column = Metric::VarSortability.column();
    let mut highest: BTreeMap<&str, f64> = BTreeMap::new();
    for group in summary.groups() {
        let mean = group.scores.get(column).map_or(0.0, |found| found.mean);
        let known = highest.entry(&group.conditions.simulation).or_default();
        *known = known.max(mean);
    }
    let high = highest.into_iter().filter(|(_, mean)| *mean > HIGH_SORTABILITY);
    high.map(|(name, mean)| format!("{name}: {}\n", sortability_note(mean))).collect()
}

/// What a high varsortability means for a study.
pub fn sortability_note(variance: f64) -> String {
    format!(
        "varsortability is {variance:.2}: variances rise along causal paths, so learners that sort by them look good; \
         standardised variables do not have that"
    )
}

struct TableLayout<'a> {
    summary: &'a Summary,
    setting: Conditions,
}

impl TableLayout<'_> {
    fn means(&self, metric: Metric) -> Option<Grid> {
        let (mut header, mut columns) = (Vec::new(), Vec::new());
        for learner in self.learners() {
            header.push(learner.to_owned());
            columns.push(self.column(|nodes| self.mean(metric, learner, nodes)));
        }
        if is_blank(&columns) {
            return None;
        }
        for (index, learner) in self.learners().into_iter().enumerate().rev() {
            let random = |nodes| self.mean(metric.of_random()?, learner, nodes);
            let published = |nodes| self.published(metric, learner, nodes);
            let random = (format!("random ({learner})"), self.column(random));
            for (title, column) in [random, ("paper".to_owned(), self.column(published))] {
                if !is_blank(std::slice::from_ref(&column)) {
                    header.insert(index + 1, title);
                    columns.insert(index + 1, column);
                }
            }
        }
        self.grid(&format!("{}: mean ± sd", metric.title()), header, &columns, self.notes(metric))
    }

    fn differences(&self, metric: Metric) -> Option<Grid> {
        let pairs = self.pairs();
        let header = pairs.iter().map(|[first, second]| format!("{first} − {second}")).collect();
        let columns =
            pairs.iter().map(|[first, second]| self.column(|nodes| self.difference(metric, first, second, nodes)));
        let title = format!("{}: paired differences, mean ± standard error", metric.title());
        self.grid(&title, header, &columns.collect::<Vec<_>>(), Vec::new())
    }

    fn seconds(&self) -> Option<Grid> {
        let learners = self.learners();
        let columns = learners.iter().map(|learner| self.column(|nodes| self.seconds_of(learner, nodes)));
        let header = learners.iter().map(ToString::to_string).collect();
        self.grid("seconds of the learner: mean ± sd", header, &columns.collect::<Vec<_>>(), Vec::new())
    }

    /// A table of the columns that hold something.
    fn grid(&self, title: &str, header: Vec<String>, columns: &[Vec<Cell>], notes: Vec<String>) -> Option<Grid> {
        if is_blank(columns) {
            return None;
        }
        let rows = self.node_counts().into_iter().enumerate().map(|(index, nodes)| {
            [Cell::Count(nodes)].into_iter().chain(columns.iter().map(|column| column[index].clone())).collect()
        });
        let header = ["p".to_owned()].into_iter().chain(header).collect();
        Some(Grid { title: format!("{title}{}", self.setting_title()), header, rows: rows.collect(), notes })
    }

    /// The setting, if there are several.
    fn setting_title(&self) -> String {
        let (settings, own) = (self.summary.settings(), &self.setting);
        let is_given = settings.dataset.iter().any(|given| given.name.as_str() == own.simulation);
        let kind = if is_given { "data set" } else { "simulation" };
        let parts = [
            (settings.simulation.len() + settings.dataset.len(), format!("{kind} {}", own.simulation)),
            (settings.samples.len(), format!("{} samples", own.samples)),
            (settings.scoring.len(), format!("scoring {}", own.scoring)),
        ];
        let told: Vec<String> = parts.into_iter().filter(|(count, _)| *count > 1).map(|(_, part)| part).collect();
        if told.is_empty() { String::new() } else { format!(" ({})", told.join(", ")) }
    }

    fn learners(&self) -> Vec<&str> {
        self.summary.settings().learner.iter().map(|learner| learner.name.as_str()).collect()
    }

    fn pairs(&self) -> Vec<[&str; 2]> {
        let learners = self.learners();
        let after = |index: usize| learners[index + 1..].iter().map(move |second| (index, *second));
        (0..learners.len()).flat_map(after).map(|(index, second)| [learners[index], second]).collect()
    }

    /// The numbers of nodes of the study for a simulation, its own for a data set.
    fn node_counts(&self) -> Vec<usize> {
        let settings = self.summary.settings();
        if settings.simulation.iter().any(|simulation| simulation.name.as_str() == self.setting.simulation) {
            return settings.nodes.clone();
        }
        let own = self.summary.groups().iter().filter(|group| self.is_own(group));
        own.map(|group| group.conditions.nodes).collect::<BTreeSet<_>>().into_iter().collect()
    }

    fn is_own(&self, group: &LearnerGroup) -> bool {
        Conditions { nodes: 0, ..group.conditions.clone() } == self.setting
    }

    fn column(&self, cell: impl Fn(usize) -> Option<Cell>) -> Vec<Cell> {
        self.node_counts().into_iter().map(|nodes| cell(nodes).unwrap_or(Cell::Missing)).collect()
    }

    fn conditions(&self, nodes: usize) -> Conditions {
        Conditions { nodes, ..self.setting.clone() }
    }

    fn group(&self, learner: &str, nodes: usize) -> Option<&LearnerGroup> {
        let conditions = self.conditions(nodes);
        self.summary.groups().iter().find(|group| group.learner == learner && group.conditions == conditions)
    }

    fn mean(&self, metric: Metric, learner: &str, nodes: usize) -> Option<Cell> {
        let statistic = self.group(learner, nodes)?.scores.get(metric.column())?;
        Some(Cell::Spread { mean: statistic.mean, spread: statistic.sd, decimals: decimals(metric) })
    }

    fn seconds_of(&self, learner: &str, nodes: usize) -> Option<Cell> {
        let seconds = self.group(learner, nodes)?.seconds?;
        Some(Cell::Spread { mean: seconds.mean, spread: seconds.sd, decimals: 4 })
    }

    fn difference(&self, metric: Metric, first: &str, second: &str, nodes: usize) -> Option<Cell> {
        let conditions = self.conditions(nodes);
        let is_pair = |other: &&LearnerDifference| {
            other.first == first && other.second == second && other.conditions == conditions
        };
        let paired = self.summary.differences().iter().find(is_pair)?.scores.get(metric.column())?;
        Some(Cell::Spread { mean: paired.mean, spread: paired.standard_error, decimals: decimals(metric) })
    }

    fn published(&self, metric: Metric, learner: &str, nodes: usize) -> Option<Cell> {
        let statistic = self.published_mean(metric, learner, nodes)?;
        Some(Cell::Spread { mean: statistic.mean, spread: statistic.sd, decimals: decimals(metric) })
    }

    fn published_mean(&self, metric: Metric, learner: &str, nodes: usize) -> Option<Statistic> {
        published_mean(self.summary.settings(), &self.conditions(nodes), learner, metric)
    }

    /// How many means are near the paper's, and what is missing from them.
    fn notes(&self, metric: Metric) -> Vec<String> {
        let own = || self.summary.groups().iter().filter(|group| self.is_own(group));
        let is_near = |group: &LearnerGroup| {
            let published = self.published_mean(metric, &group.learner, group.conditions.nodes)?;
            group.scores.get(metric.column())?.is_near(&published)
        };
        let compared: Vec<bool> = own().filter_map(is_near).collect();
        let near = compared.iter().filter(|is_near| **is_near).count();
        let words = format!("within two standard errors of the paper's mean: {near} of {}", compared.len());
        (!compared.is_empty()).then_some(words).into_iter().chain(own().filter_map(failure)).collect()
    }
}

fn is_blank(columns: &[Vec<Cell>]) -> bool {
    columns.iter().flatten().all(|cell| *cell == Cell::Missing)
}

fn failure(group: &LearnerGroup) -> Option<String> {
    let LearnerGroup { learner, records, failed, time_limit, partial, .. } = group;
    let counts = [(failed, "failed"), (time_limit, "ran past the limit"), (partial, "could be scored in part only")];
    let told: Vec<String> =
        counts.iter().filter(|(count, _)| **count > 0).map(|(count, what)| format!("{count} {what}")).collect();
    let nodes = group.conditions.nodes;
    let graphs = if *records == 1 { "graph" } else { "graphs" };
    (!told.is_empty()).then(|| format!("{learner}, p = {nodes}: of {records} {graphs} {}", told.join(", ")))
}

/// Shares need more decimals than counts.
fn decimals(metric: Metric) -> usize {
    if metric.is_share() { 3 } else { 2 }
}
