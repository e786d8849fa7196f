//! Writes a simulation to files: all of them, or none.

use crate::access::{AccessError, unusable};
use crate::simulate::{Simulated, Simulation};
use contsid::execution::{Cancelled, Execution};
use contsid_io::graph::{GraphFormat, GraphOptions, NamedGraph, format_graph};
use contsid_io::table::format_table;
use contsid_io::{check_directory, write_atomically};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What to do if a directory is not empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnExisting {
    /// Refuse it.
    #[default]
    Refuse,
    /// Replace the files of a simulation, and leave others.
    Replace,
}

/// Why a simulation cannot be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OutputError {
    /// The directory is not empty.
    #[error("{} is not empty", path.display())]
    NotEmpty {
        /// The directory.
        path: PathBuf,
    },
    /// The directory or a file cannot be used.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The monitor stopped it.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Bytes that are written between two questions to the monitor.
const CHUNK: usize = 1 << 20;

/// Writes `graph.csv`, `data.csv` and `settings.toml`, from which the simulation can be drawn again.
///
/// A new directory appears with all three files or not at all. In an existing one each file is whole, either the old or
/// the new one. The monitor hears of each byte.
///
/// # Errors
///
/// If the directory holds something that may not be replaced, or cannot be written; and if the monitor stops it.
pub fn write_simulation(
    path: &Path,
    simulation: &Simulation,
    simulated: &Simulated,
    existing: OnExisting,
    execution: &Execution<'_>,
) -> Result<(), OutputError> {
    check_output(path, existing)?;
    let files = files(simulation, simulated);
    execution.monitor().begin(files.iter().map(|file| file.bytes.len() as u64).sum());
    let written = if path.exists() {
        write_into(path, &files, execution)
    } else {
        write_as(path, &files, execution).map_err(unusable(path))
    };
    written.map_err(|error| execution.check().map_or_else(OutputError::from, |()| error.into()))
}

/// Checks, before anything is drawn, that [`write_simulation`] could write to a directory.
///
/// # Errors
///
/// If the directory holds something that may not be replaced, or cannot be written.
pub fn check_output(path: &Path, existing: OnExisting) -> Result<(), OutputError> {
    match fs::read_dir(path).map(|mut entries| entries.next().is_some()) {
        Ok(true) if existing == OnExisting::Refuse => Err(OutputError::NotEmpty { path: path.to_owned() }),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(unusable(path)(error).into()),
        _ => Ok(check_directory(path).map_err(AccessError::from)?),
    }
}

struct NamedFile {
    name: &'static str,
    bytes: Vec<u8>,
}

impl NamedFile {
    fn write(&self, mut output: impl Write, execution: &Execution<'_>) -> io::Result<()> {
        for chunk in self.bytes.chunks(CHUNK) {
            execution.check().map_err(io::Error::other)?;
            output.write_all(chunk)?;
            execution.monitor().advance(chunk.len() as u64);
        }
        Ok(())
    }
}

fn files(simulation: &Simulation, simulated: &Simulated) -> [NamedFile; 3] {
    let graph = NamedGraph::new("graph.csv", simulated.table.names().clone(), simulated.truth.as_ref().clone())
        .expect("the columns of a simulation are its nodes");
    let graph = format_graph(&graph, GraphFormat::Csv, &GraphOptions::default())
        .expect("a matrix with a header holds every graph and name");
    let settings = toml::to_string(simulation).expect("settings have the shape of a file");
    [
        NamedFile { name: "graph.csv", bytes: graph },
        NamedFile { name: "data.csv", bytes: format_table(&simulated.table, b',') },
        NamedFile { name: "settings.toml", bytes: settings.into_bytes() },
    ]
}

fn write_into(path: &Path, files: &[NamedFile], execution: &Execution<'_>) -> Result<(), AccessError> {
    for file in files {
        write_atomically(path.join(file.name), |output| file.write(output, execution))?;
    }
    Ok(())
}

/// Writes a temporary directory and renames it when it is whole.
fn write_as(path: &Path, files: &[NamedFile], execution: &Execution<'_>) -> io::Result<()> {
    let parent = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    fs::create_dir_all(parent)?;
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o777));
    }
    let whole = builder.prefix(".contsid-").tempdir_in(parent)?;
    for file in files {
        file.write(File::create(whole.path().join(file.name))?, execution)?;
    }
    fs::rename(whole.path(), path)?;
    let _moved = whole.keep();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::Model;
    use contsid::execution::Monitor;
    use contsid_io::graph::read_graph;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn simulation(seed: u64) -> Simulation {
        Simulation::new(Model::default(), 4, 6, seed).unwrap()
    }

    fn write(path: &Path, seed: u64, existing: OnExisting) -> Result<(), OutputError> {
        let simulation = simulation(seed);
        write_simulation(path, &simulation, &simulation.run().unwrap(), existing, &Execution::default())
    }

    /// Stops at the third file.
    #[derive(Default)]
    struct StopAtLast(AtomicUsize);

    impl Monitor for StopAtLast {
        fn is_cancelled(&self) -> bool {
            self.0.load(Ordering::Relaxed) == 2
        }

        fn advance(&self, _: u64) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn what_is_stopped_leaves_nothing_behind() {
        let directory = tempfile::tempdir().unwrap();
        let (simulation, path) = (simulation(3), directory.path().join("new"));
        let simulated = simulation.run().unwrap();
        let stop = StopAtLast::default;
        let watched = |path: &Path, monitor: &StopAtLast| {
            let execution = Execution::default().watched_by(monitor);
            write_simulation(path, &simulation, &simulated, OnExisting::Replace, &execution)
        };
        assert!(matches!(watched(&path, &stop()), Err(OutputError::Cancelled(Cancelled))));
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
        assert!(matches!(watched(directory.path(), &stop()), Err(OutputError::Cancelled(Cancelled))));
        let mut left: Vec<_> =
            fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["data.csv", "graph.csv"]);
    }

    #[test]
    fn what_is_written_can_be_read_and_drawn_again() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("deep/er");
        write(&path, 3, OnExisting::Refuse).unwrap();
        let settings: Simulation = toml::from_str(&fs::read_to_string(path.join("settings.toml")).unwrap()).unwrap();
        assert_eq!(settings, simulation(3));
        let truth = read_graph(path.join("graph.csv"), &GraphOptions::default()).unwrap();
        assert_eq!(truth.graph(), settings.run().unwrap().truth.as_ref());
        let data = fs::read_to_string(path.join("data.csv")).unwrap();
        assert!(data.starts_with("V1,V2,V3,V4\n") && data.lines().count() == 7, "{data}");
        assert_eq!(fs::read_dir(directory.path().join("deep")).unwrap().count(), 1);
    }

    #[test]
    fn what_is_there_is_replaced_only_if_asked() {
        let directory = tempfile::tempdir().unwrap();
        write(directory.path(), 3, OnExisting::Refuse).unwrap();
        fs::write(directory.path().join("notes.txt"), "mine").unwrap();
        let before = fs::read(directory.path().join("data.csv")).unwrap();
        let refused = write(directory.path(), 4, OnExisting::Refuse);
        assert!(matches!(refused, Err(OutputError::NotEmpty { .. })));
        assert_eq!(fs::read(directory.path().join("data.csv")).unwrap(), before);
        write(directory.path(), 4, OnExisting::Replace).unwrap();
        assert_ne!(fs::read(directory.path().join("data.csv")).unwrap(), before);
        assert_eq!(fs::read_to_string(directory.path().join("notes.txt")).unwrap(), "mine");
    }

    #[test]
    fn a_path_that_cannot_be_written_is_named() {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("file"), "").unwrap();
        let error = write(&directory.path().join("file/out"), 1, OnExisting::Refuse).unwrap_err();
        assert!(error.to_string().contains("file/out: "), "{error}");
    }
}
