//! Observational rows, and the rows of experiments.

use super::{parts, table};
use crate::args::{JudgeArguments, nodes as nodes_named};
use crate::console::Console;
use anyhow::{Context, Result, anyhow};
use contsid::data::{Column, Table};
use contsid::effect::{Division, Partition};
use contsid::experiment::Experiment;
use contsid::graph::{NodeNames, NodeSet};
use contsid_io::experiments::{ExperimentRows, joined, rows_by_target, treatments};
use contsid_io::graph::{NamedGraph, Naming};
use contsid_io::table::{ColumnChoice, LoadedTable, TableFormat, TableOptions, match_columns, parse_table};
use std::path::Path;

/// The data that graphs are judged by.
#[derive(Debug)]
pub struct Trials {
    /// The observational rows.
    pub table: Table,
    /// How they are divided into parts.
    pub division: Division,
    pub experiments: Vec<Experiment>,
    /// The outcomes to judge; none for all.
    pub outcomes: Option<NodeSet>,
}

/// Rows with the columns of the nodes, and the extra columns that were asked for.
struct Rows {
    table: Table,
    targets: Option<Column>,
    groups: Option<Column>,
    weights: Option<Vec<f64>>,
}

/// The rows of one experiment, and their indices among the rows of all experiments.
struct Trial {
    name: String,
    treatments: NodeSet,
    rows: Rows,
    order: Vec<usize>,
}

impl Rows {
    /// These rows; none if there are none.
    fn chosen(&self, rows: &[usize]) -> Option<Self> {
        Some(Self {
            table: self.table.rows(rows)?,
            targets: None,
            groups: self.groups.as_ref().map(|groups| groups.rows(rows)),
            weights: self.weights.as_ref().map(|weights| rows.iter().map(|&row| weights[row]).collect()),
        })
    }
}

/// Reads all rows, and separates experiments from observational rows.
pub fn read(arguments: &JudgeArguments, nodes: &NamedGraph, console: &Console) -> Result<Trials> {
    let given = &arguments.rows;
    let data = given.data.as_ref().map(|path| rows(arguments, path, Kind::Data, nodes, console)).transpose()?;
    let (mut observed, mut trials, mut count) = (None, Vec::new(), 0);
    if let Some(path) = &given.experiments {
        let table = rows(arguments, path, Kind::Experiments, nodes, console)?;
        let targets = table.targets.as_ref().expect("the column was asked for");
        let found = rows_by_target(targets, nodes.names())
            .map_err(|error| anyhow!("{}: what was set: {error}", path.display()))?;
        observed = table.chosen(&found.observational);
        let mut order: Vec<usize> = found.experiments.iter().flat_map(|experiment| experiment.rows.clone()).collect();
        order.sort_unstable();
        count = order.len();
        for experiment in found.experiments {
            let position = |row: &usize| order.binary_search(row).expect("rows of experiments are in the list");
            let rows = table.chosen(&experiment.rows).expect("an experiment has rows");
            let order = experiment.rows.iter().map(position).collect();
            trials.push(Trial { name: path.display().to_string(), treatments: experiment.treatments, rows, order });
        }
    }
    for file in &given.experiment {
        let treatments = treatments(&file.target, nodes.names())
            .map_err(|error| anyhow!("--experiment {}={}: {error}", file.target, file.path.display()))?;
        let rows = rows(arguments, &file.path, Kind::Experiment, nodes, console)?;
        let order: Vec<usize> = (count..count + rows.table.row_count()).collect();
        count += order.len();
        trials.push(Trial { name: file.path.display().to_string(), treatments, rows, order });
    }
    assembled(arguments, nodes.names(), [data, observed], trials, count, console)
}

/// The rows of a CSV text whose column `target` names the variable that was set.
pub fn parse(text: &[u8], target: &str, nodes: &NamedGraph) -> Result<Trials> {
    let names = vec![target.to_owned()];
    let options = TableOptions { categorical: names.clone(), optional: names, ..TableOptions::default() };
    let loaded = parse_table(text, TableFormat::Csv, &options, "the data of the demo")?;
    let column = loaded.table().column(loaded.table().names().find(target)?);
    let found = rows_by_target(column, nodes.names())?;
    let table = match_columns(&loaded, nodes)?.table;
    let experiment = |of: ExperimentRows| {
        let rows = table.rows(&of.rows).expect("an experiment has rows");
        Ok(Experiment::new(of.treatments, rows)?)
    };
    Ok(Trials {
        experiments: found.experiments.into_iter().map(experiment).collect::<Result<_>>()?,
        table: table.rows(&found.observational).context("there are no observational rows")?,
        division: Division::Random,
        outcomes: None,
    })
}

fn assembled(
    arguments: &JudgeArguments,
    names: &NodeNames,
    [data, observed]: [Option<Rows>; 2],
    trials: Vec<Trial>,
    count: usize,
    console: &Console,
) -> Result<Trials> {
    let group_columns: Vec<Column> =
        [&data, &observed].into_iter().flatten().filter_map(|rows| rows.groups.clone()).collect();
    let table =
        joined(data.map(|rows| rows.table), observed.map(|rows| rows.table))?.ok_or_else(|| no_rows(arguments))?;
    let division = match &arguments.parts.partition {
        Some(path) => parts::division_of_file(path, table.row_count(), console)?,
        None => grouped(group_columns)?,
    };
    let wanted = nodes_named(&arguments.rows.treatments, names, "--treatments")?;
    let labels = arguments.parts.experiment_partition.as_ref().map(|path| experiment_labels(path, count, console));
    let labels = labels.transpose()?;
    let trials: Vec<Trial> = trials
        .into_iter()
        .filter(|trial| wanted.as_ref().is_none_or(|wanted| trial.treatments.is_subset(wanted)))
        .collect();
    if trials.is_empty() {
        let fact = if wanted.is_some() {
            "no experiment is on --treatments only"
        } else {
            "no row names a variable that was set"
        };
        return Err(anyhow!("{fact}: there is no experiment to judge graphs by"));
    }
    let experiments =
        trials.into_iter().map(|trial| experiment(trial, names, labels.as_deref())).collect::<Result<_>>()?;
    let outcomes = nodes_named(&arguments.rows.outcomes, names, "--outcomes")?;
    Ok(Trials { table, division, experiments, outcomes })
}

/// The labels of the rows of all experiments.
fn experiment_labels(path: &Path, count: usize, console: &Console) -> Result<Vec<Column>> {
    let columns = parts::labels(path, count, console)?;
    match columns.first().map_or(0, Column::len) {
        found if found == count => Ok(columns),
        found => Err(anyhow!("{}: there are {found} labels for {count} rows", path.display())),
    }
}

fn no_rows(arguments: &JudgeArguments) -> anyhow::Error {
    match (&arguments.rows.experiments, &arguments.rows.target) {
        (Some(path), Some(target)) => anyhow!(
            "there are no observational rows: the column `{target}` of {} has no empty cell; \
             give observational rows with --data",
            path.display()
        ),
        _ => anyhow!("there are no observational rows: give them with --data"),
    }
}

fn experiment(trial: Trial, names: &NodeNames, labels: Option<&[Column]>) -> Result<Experiment> {
    let label = trial.treatments.iter().map(|node| names.name(node)).collect::<Vec<_>>().join("+");
    let of_file = |error: &dyn std::fmt::Display| anyhow!("{}: the experiment on {label}: {error}", trial.name);
    let rows = trial.rows.table.row_count();
    let mut given = Experiment::new(trial.treatments, trial.rows.table).map_err(|error| of_file(&error))?;
    if let Some(weights) = trial.rows.weights {
        given = given.with_weights(weights).map_err(|error| of_file(&error))?;
    }
    if let Some(labels) = labels {
        let own: Vec<Column> = labels.iter().map(|repeat| repeat.rows(&trial.order)).collect();
        let partition = Partition::of_experiment_columns(&own, rows).map_err(|error| of_file(&error))?;
        return Ok(given.divided(Division::Given(partition)));
    }
    let groups = trial.rows.groups.map(|groups| Division::by_column(&groups));
    Ok(groups.into_iter().fold(given, Experiment::divided))
}

/// The extra columns of a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Data,
    /// A table in which each row names what was set.
    Experiments,
    /// The rows of one experiment.
    Experiment,
}

fn rows(arguments: &JudgeArguments, path: &Path, kind: Kind, nodes: &NamedGraph, console: &Console) -> Result<Rows> {
    let target = arguments.rows.target.as_ref().filter(|_| kind == Kind::Experiments);
    let weights = arguments.rows.weights.as_ref().filter(|_| kind != Kind::Data);
    let groups = arguments.parts.groups.as_ref();
    let extra: Vec<&str> = [target, groups, weights].into_iter().flatten().map(|name| name.trim()).collect();
    let options = TableOptions {
        nodes: table::wanted(nodes, extra.iter().copied()),
        identifiers: groups.map(|name| name.trim().to_owned()).into_iter().collect(),
        ..options(arguments, kind)
    };
    let loaded = table::read(path, &options, console)?;
    let column = |(option, name): (&str, Option<&String>)| {
        let found = name.map(|name| parts::column(&loaded, option, name));
        found.map(|found| found.map(|column| loaded.table().column(column).clone()))
    };
    let [targets, groups_found, weights_found] =
        [("--target", target), ("--groups", groups), ("--weights", weights)].map(column);
    let matched = without(loaded, &extra, nodes).into_matched(nodes)?;
    if !matched.surplus.is_empty() {
        console.note(format!("{}: ignored columns (no such node): {}", path.display(), matched.surplus.join(", ")));
    }
    let numbers = |column: Column| match column {
        Column::Numeric(numbers) => Ok(numbers.values().into_owned()),
        Column::Categorical { .. } => Err(anyhow!("{}: the column of --weights does not hold numbers", path.display())),
    };
    Ok(Rows {
        table: matched.table,
        targets: targets.transpose()?,
        groups: groups_found.transpose()?,
        weights: weights_found.transpose()?.map(numbers).transpose()?,
    })
}

/// How a table is read: only observational rows are subsampled, and the column of what was set may be empty.
fn options(arguments: &JudgeArguments, kind: Kind) -> TableOptions {
    let mut options = arguments.table.options(arguments.parts.seed);
    if kind != Kind::Data {
        options.subsample = None;
    }
    if let Some(target) = arguments.rows.target.as_ref().filter(|_| kind == Kind::Experiments) {
        options.categorical.push(target.trim().to_owned());
        options.optional.push(target.trim().to_owned());
        if let ColumnChoice::Only(chosen) = &mut options.columns {
            chosen.push(target.trim().to_owned());
        }
    }
    options
}

/// The table without ignored columns (no such node).
fn without(loaded: LoadedTable, extra: &[&str], nodes: &NamedGraph) -> LoadedTable {
    let is_node = |name: &str| nodes.naming() == Naming::Given && nodes.names().node(name).is_some();
    extra.iter().filter(|name| !is_node(name)).fold(loaded, |loaded, name| match loaded.table().names().node(name) {
        Some(column) => loaded.without_column(column),
        None => loaded,
    })
}

/// Keeps rows with the same value of a column together.
fn grouped(columns: impl IntoIterator<Item = Column>) -> Result<Division> {
    let mut columns = columns.into_iter();
    let Some(first) = columns.next() else { return Ok(Division::Random) };
    let mixed = "--groups names numbers in one table and texts in another";
    let all = columns.try_fold(first, |all, next| all.joined(&next).context(mixed))?;
    Ok(Division::by_column(&all))
}
