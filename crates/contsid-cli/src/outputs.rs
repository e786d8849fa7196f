//! Files that are written: checked before the work starts, and named when they are there.

use crate::args::Usage;
use crate::console::Console;
use crate::interrupt::uninterrupted;
use crate::printer;
use anyhow::Result;
use contsid_io::graph::{GraphFormat, GraphOptions, NamedGraph, check_graph_file, format_graph, write_graph};
use std::path::Path;

/// Whether a path stands for the standard output, or the standard input.
pub fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Refuses to read one stream twice, or to print two things on it.
pub fn check_streams<'a>(paths: impl IntoIterator<Item = &'a Path>, stream: &str) -> Result<()> {
    match paths.into_iter().filter(|path| is_stream(path)).count() {
        0 | 1 => Ok(()),
        count => Err(Usage::error(format!("`-`, {stream}, is named {count} times: it serves only once"))),
    }
}

/// Refuses a file that could not be written, before anything is computed for it.
pub fn check(path: &Path) -> Result<()> {
    if is_stream(path) { Ok(()) } else { Ok(contsid_io::check_writable(path)?) }
}

/// Writes a file, and says so; or prints its content.
pub fn write(path: &Path, bytes: &[u8], console: &Console) -> Result<()> {
    if is_stream(path) {
        return printer::print_file(bytes);
    }
    uninterrupted(|| contsid_io::write_atomically(path, |file| file.write_all(bytes)))?;
    console.wrote(path);
    Ok(())
}

/// A file for a graph.
#[derive(Clone, Copy, Debug)]
pub struct GraphOutput<'a> {
    pub path: &'a Path,
    /// The format; without one, that of the extension, and edges on the standard output.
    pub format: Option<GraphFormat>,
}

impl GraphOutput<'_> {
    fn options(self) -> GraphOptions {
        GraphOptions { format: self.format, ..GraphOptions::default() }
    }

    /// Refuses a file that no graph on the nodes of this one could be written to.
    pub fn check(self, graph: &NamedGraph) -> Result<()> {
        if is_stream(self.path) {
            return self.printed(graph).map(drop);
        }
        Ok(check_graph_file(self.path, graph, &self.options())?)
    }

    /// Writes a graph, and says so; or prints it.
    pub fn write(self, graph: &NamedGraph, console: &Console) -> Result<()> {
        if is_stream(self.path) {
            return printer::print_file(&self.printed(graph)?);
        }
        uninterrupted(|| write_graph(self.path, graph, &self.options()))?;
        console.wrote(self.path);
        Ok(())
    }

    fn printed(self, graph: &NamedGraph) -> Result<Vec<u8>> {
        let format = self.format.unwrap_or(GraphFormat::Edges);
        let fault = |fault| contsid_io::WriteError { path: "the standard output".into(), fault };
        Ok(format_graph(graph, format, &self.options()).map_err(fault)?)
    }
}
