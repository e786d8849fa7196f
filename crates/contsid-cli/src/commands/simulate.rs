//! `contsid simulate`

use crate::args::{SimulateArguments, Usage};
use crate::console::Console;
use crate::outputs::Guard;
use crate::printer::{self, counted};
use anyhow::{Context, Result};
use contsid::execution::Execution;
use contsid_io::read_text;
use contsid_study::simulate::{
    GraphModelError, HIGH_SORTABILITY, ModelError, Simulated, Simulation, SimulationError, SizeError, Sortability,
};
use contsid_study::tables::sortability_note;
use contsid_study::{OnExisting, check_output, write_simulation};
use std::fs::DirEntry;
use std::path::Path;

/// The files of a simulation.
const SIMULATION_FILES: [&str; 3] = ["graph.csv", "data.csv", "settings.toml"];

pub fn run(arguments: &SimulateArguments, console: &Console) -> Result<()> {
    let simulation = match (&arguments.settings, arguments.nodes) {
        (Some(file), _) => read(file)?,
        (None, nodes) => {
            let nodes = nodes.ok_or_else(|| Usage::error("give the number of nodes with --nodes"))?;
            let model = arguments.model().map_err(|error| Usage::error(in_options(error)))?;
            Simulation::new(model, nodes, arguments.samples, arguments.seed).map_err(misfit)?
        }
    };
    let may_replace = arguments.force || is_simulation(&arguments.output);
    let existing = if may_replace { OnExisting::Replace } else { OnExisting::Refuse };
    let files = SIMULATION_FILES.map(|name| arguments.output.join(name));
    Guard::new(arguments.settings.as_deref(), true).check_existing(&files)?;
    check_output(&arguments.output, existing)?;
    let progress = console.progress("simulating");
    let simulated = simulation.run_watched(&Execution::default().watched_by(&progress))?;
    drop(progress);
    let progress = console.progress("writing");
    let execution = Execution::default().watched_by(&progress);
    write_simulation(&arguments.output, &simulation, &simulated, existing, &execution)?;
    drop(progress);
    console.wrote(&arguments.output);
    let sortability = Sortability::of(&simulated.truth, &simulated.table);
    if let Some(variance) = sortability.variance.filter(|variance| *variance > HIGH_SORTABILITY) {
        console.note(sortability_note(variance));
    }
    printer::print(&told(&simulated, &sortability, &arguments.output))?;
    let data = shell_words::join([arguments.output.join("data.csv").display().to_string()]);
    console.next(&format!("contsid discover pc {data} -o pc.csv"), "learn a graph from the data");
    Ok(())
}

/// Whether a directory holds the files of a simulation and nothing else.
fn is_simulation(directory: &Path) -> bool {
    let is_file = |entry: std::io::Result<DirEntry>| {
        entry.is_ok_and(|entry| entry.file_name().to_str().is_some_and(|name| SIMULATION_FILES.contains(&name)))
    };
    directory.read_dir().is_ok_and(|mut entries| entries.all(is_file)) && read(&directory.join("settings.toml")).is_ok()
}

fn read(file: &Path) -> Result<Simulation> {
    toml::from_str(&read_text(file)?).with_context(|| format!("{} is not a file of settings", file.display()))
}

/// The error in the words of the command line.
fn in_options(error: ModelError) -> String {
    match error {
        ModelError::Foreign { key, family } => format!("--{key} does not go with {family}"),
        ModelError::TwoDensities => "give --edge-probability or --expected-degree, not both".to_owned(),
        ModelError::NoEdgesPerNode => "--graph scale-free needs --edges-per-node".to_owned(),
        error => error.to_string(),
    }
}

/// Options that are right one by one, but not together.
fn misfit(error: SimulationError) -> anyhow::Error {
    let option = match error {
        SimulationError::Size(SizeError::Nodes { .. }) => "--nodes",
        SimulationError::Size(SizeError::Samples { .. }) => "--samples",
        SimulationError::Seed { .. } => "--seed",
        SimulationError::Graph(GraphModelError::Degree { .. }) => "--expected-degree",
        SimulationError::Graph(GraphModelError::EdgesPerNode { .. }) => "--edges-per-node",
        error => return error.into(),
    };
    Usage::error(format!("{option}: {error}"))
}

fn told(simulated: &Simulated, sortability: &Sortability, output: &Path) -> String {
    let (truth, table) = (&simulated.truth, &simulated.table);
    let known = [("varsortability", sortability.variance), ("R²-sortability", sortability.r_squared)];
    let sortable = known.into_iter().filter_map(|(name, value)| Some(format!("; {name} {:.2}", value?)));
    format!(
        "{}: a graph of {} and {}, and {}{}\n",
        output.display(),
        counted(truth.node_count(), "node"),
        counted(truth.edge_count(), "edge"),
        counted(table.row_count(), "sample"),
        sortable.collect::<String>()
    )
}
