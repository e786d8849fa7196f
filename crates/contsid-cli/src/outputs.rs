//! Output files: checked before the work starts, and named once written.

use crate::args::{PageArguments, Usage};
use crate::console::Console;
use crate::interrupt::uninterrupted;
use crate::printer;
use anyhow::Result;
use contsid_io::graph::{
    CausalGraph, GraphFormat, GraphOptions, GraphSource, MatrixEncoding, NamedGraph, WritableGraph, check_graph_file,
    format_graph, holds_graph, read_causal_source, write_graph,
};
use contsid_io::{Replace, WriteError, WriteFault, check_directory, check_output, compressed_for, is_same_file};
use std::path::{Path, PathBuf};

/// Whether a path is `-`: the standard output, or the standard input.
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

/// The file behind the standard input, if it is one: an input like the others.
fn behind_stream(path: &Path) -> &Path {
    let input = Path::new("/dev/stdin");
    if is_stream(path) && input.metadata().is_ok_and(|found| found.is_file()) { input } else { path }
}

/// Refuses, before anything is computed, outputs that cannot be written or would replace inputs or foreign files.
#[derive(Debug)]
pub struct Guard<'a> {
    inputs: Vec<&'a Path>,
    replace: Replace,
}

impl<'a> Guard<'a> {
    /// Guards the inputs and, unless `force`, all files that contsid did not write.
    pub fn new(inputs: impl IntoIterator<Item = &'a Path>, force: bool) -> Self {
        let replace = if force { Replace::Anything } else { Replace::OwnFiles };
        Self { inputs: inputs.into_iter().map(behind_stream).collect(), replace }
    }

    pub fn check(&self, path: &Path) -> Result<()> {
        if is_stream(path) { Ok(()) } else { Ok(check_output(path, &self.inputs, self.replace)?) }
    }

    /// Checks several files, which must differ.
    pub fn check_all<'b>(&self, paths: impl IntoIterator<Item = &'b Path>) -> Result<()> {
        let mut checked: Vec<&Path> = Vec::new();
        for path in paths {
            if !is_stream(path) && checked.iter().any(|other| is_same_file(other, path)) {
                return Err(Usage::error(format!("{} is named as two outputs: name two files", path.display())));
            }
            self.check(path)?;
            checked.push(path);
        }
        Ok(())
    }

    /// Checks those files that exist.
    pub fn check_existing(&self, paths: &[PathBuf]) -> Result<()> {
        paths.iter().filter(|path| path.exists()).try_for_each(|path| self.check(path))
    }

    /// Checks the files of plots of these names, if plots are wanted.
    pub fn check_plots(&self, wanted: &PageArguments, names: &[String]) -> Result<()> {
        let Some(directory) = &wanted.plots else { return Ok(()) };
        check_directory(directory)?;
        let files = |name| PLOT_FORMATS.iter().map(move |format| plot_file(directory, name, format));
        names.iter().try_for_each(|name| self.check_existing(&files(name).collect::<Vec<_>>()))
    }
}

/// The names of graphs, as plots are named after them.
pub fn source_names<'a, G: 'a>(graphs: impl IntoIterator<Item = &'a NamedGraph<G>>) -> Vec<&'a str> {
    graphs.into_iter().map(NamedGraph::source_name).collect()
}

/// The formats of plots in this build.
pub const PLOT_FORMATS: &[&str] = if cfg!(feature = "pictures") { &["svg", "pdf", "png"] } else { &["svg"] };

pub fn plot_file(directory: &Path, name: &str, format: &str) -> PathBuf {
    directory.join(format!("{name}.{format}"))
}

/// Writes a file and reports it, or prints its content.
pub fn write(path: &Path, bytes: &[u8], console: &Console) -> Result<()> {
    if is_stream(path) {
        return printer::print_file(bytes);
    }
    let bytes = compressed_for(path, bytes.to_vec());
    uninterrupted(|| contsid_io::write_atomically(path, |file| file.write_all(&bytes)))?;
    console.wrote(path);
    Ok(())
}

/// A file for a graph.
#[derive(Clone, Copy, Debug)]
pub struct GraphOutput<'a> {
    pub path: &'a Path,
    /// The format; none for that of the extension, or edges on the standard output.
    pub format: Option<GraphFormat>,
    /// What the cells of a matrix mean.
    pub encoding: MatrixEncoding,
}

impl GraphOutput<'_> {
    fn options(self) -> GraphOptions {
        GraphOptions { format: self.format, encoding: self.encoding, ..GraphOptions::default() }
    }

    /// Refuses a file that cannot hold a graph on these nodes.
    pub fn check(self, graph: &NamedGraph) -> Result<()> {
        if is_stream(self.path) {
            return self.printed(graph).map(drop);
        }
        Ok(check_graph_file(self.path, graph, &self.options())?)
    }

    /// Refuses a file that would be lost. If it has no mark, but is written as contsid writes a graph, its error is
    /// returned: the file may be replaced by the same graph only.
    pub fn guarded(self, guard: &Guard<'_>) -> Result<Option<anyhow::Error>> {
        let Err(error) = guard.check(self.path) else { return Ok(None) };
        let is_unmarked =
            error.downcast_ref().is_some_and(|error: &WriteError| matches!(error.fault, WriteFault::NotOwn));
        let holds = |read: NamedGraph<CausalGraph>| holds_graph(self.path, &read, &self.options());
        if is_unmarked && read_causal_source(&GraphSource::plain(self.path), &self.options()).is_ok_and(holds) {
            Ok(Some(error))
        } else {
            Err(error)
        }
    }

    /// Writes a graph and reports it, or prints it. With a doubt from [`GraphOutput::guarded`], only the same graph.
    pub fn write<G: WritableGraph>(
        self,
        graph: &NamedGraph<G>,
        doubt: Option<anyhow::Error>,
        console: &Console,
    ) -> Result<()> {
        if is_stream(self.path) {
            return printer::print_file(&self.printed(graph)?);
        }
        if let Some(error) = doubt.filter(|_| !holds_graph(self.path, graph, &self.options())) {
            return Err(error);
        }
        uninterrupted(|| write_graph(self.path, graph, &self.options()))?;
        console.wrote(self.path);
        Ok(())
    }

    fn printed<G: WritableGraph>(self, graph: &NamedGraph<G>) -> Result<Vec<u8>> {
        let format = self.format.unwrap_or(GraphFormat::Edges);
        let fault = |fault| contsid_io::WriteError { path: "the standard output".into(), fault };
        Ok(format_graph(graph, format, &self.options()).map_err(fault)?)
    }
}
