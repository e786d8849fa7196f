//! `contsid simulate`

use crate::args::SimulateArguments;
use crate::printer;
use anyhow::{Context, Result};
use contsid_study::simulate::{Simulated, Simulation};
use contsid_study::{OnExisting, check_output, write_simulation};
use std::path::Path;

pub fn run(arguments: &SimulateArguments) -> Result<()> {
    let simulation = match (&arguments.settings, arguments.nodes) {
        (Some(file), _) => read(file)?,
        (None, nodes) => {
            let nodes = nodes.context("give the number of nodes by --nodes")?;
            Simulation::new(arguments.model()?, nodes, arguments.samples, arguments.seed)?
        }
    };
    let existing = if arguments.force { OnExisting::Replace } else { OnExisting::Refuse };
    check_output(&arguments.output, existing)?;
    let simulated = simulation.run()?;
    write_simulation(&arguments.output, &simulation, &simulated, existing)?;
    printer::print(&told(&simulated, &arguments.output))
}

fn read(file: &Path) -> Result<Simulation> {
    let text = std::fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    toml::from_str(&text).with_context(|| format!("{} is not a file of settings", file.display()))
}

fn told(simulated: &Simulated, output: &Path) -> String {
    let (truth, table) = (&simulated.truth, &simulated.table);
    format!(
        "{}: a graph of {} nodes and {} edges, and {} samples\n",
        output.display(),
        truth.node_count(),
        truth.edge_count(),
        table.row_count()
    )
}
