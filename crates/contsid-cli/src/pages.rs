//! Pages and plots of comparisons and of studies.

use crate::args::PageArguments;
use crate::commands::thread_pool;
use crate::console::Console;
use crate::outputs;
use crate::scores::{ObservedTable, Scored, Scores};
use anyhow::{Context, Result};
use contsid::execution::Execution;
use contsid_report::comparison::{self, ComparisonReport, LearntGraph, ShownGraph};
use contsid_report::plot::Plot;
use contsid_report::study::StudyReport;
use contsid_study::records::Record;
use contsid_study::study::Study;
use std::path::Path;

/// Resolution of PNG files: a unit of a plot is a point of text, so this is 216 pixels an inch.
const PIXELS_PER_UNIT: f32 = 3.0;

/// The content of the page besides the scores.
#[derive(Debug)]
pub struct ComparisonPage<'a> {
    /// An introduction.
    pub introduction: Option<String>,
    /// The data that the scores were computed on.
    pub observations: Option<&'a ObservedTable>,
    /// The number of threads; none for one per core.
    pub threads: Option<u16>,
}

impl ComparisonPage<'_> {
    /// Writes page and plots.
    pub fn write(self, wanted: &PageArguments, scores: &Scores<'_>, console: &Console) -> Result<()> {
        if wanted.html.is_none() && wanted.plots.is_none() {
            return Ok(());
        }
        let (pool, progress) = (thread_pool(self.threads)?, console.progress("drawing"));
        let execution = Execution::default().on(&pool).watched_by(&progress);
        let report = self.report(scores);
        if let Some(path) = &wanted.html {
            outputs::write(path, report.html(&execution)?.as_bytes(), console)?;
        }
        if let Some(directory) = &wanted.plots {
            write_plots(directory, &report.plots(&execution)?, console)?;
        }
        Ok(())
    }

    fn report<'a>(self, scores: &'a Scores<'_>) -> ComparisonReport<'a>
    where
        Self: 'a,
    {
        let learnt = |Scored { learnt, comparison }: &'a Scored| LearntGraph { graph: named(learnt), comparison };
        let learnt: Vec<_> = scores.scored.iter().map(learnt).collect();
        let data = self.observations.zip(scores.data().whole);
        ComparisonReport {
            title: comparison::title(scores.truth.source_name(), &learnt),
            introduction: self.introduction,
            names: scores.names(),
            truth: named(&scores.truth),
            learnt,
            options: &scores.options,
            data: data.map(|(given, prepared)| comparison::Observations { table: &given.table, prepared }),
            settings: comparison::readable(&scores.settings()),
            command: Some(command()),
        }
    }
}

/// The command line, with what is not Unicode replaced.
pub fn command() -> String {
    let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    shell_words::join(words)
}

/// Writes page and plots of a study.
pub fn write_study(
    wanted: &PageArguments,
    directory: &Path,
    study: &Study,
    records: &[Record],
    console: &Console,
) -> Result<()> {
    let settings = serde_json::to_value(study.settings())?;
    let report = StudyReport {
        title: format!("The study in {}", directory.display()),
        study: study.settings(),
        records,
        settings: comparison::readable(&settings),
        command: Some(command()),
    };
    if let Some(path) = &wanted.html {
        outputs::write(path, report.html()?.as_bytes(), console)?;
    }
    if let Some(directory) = &wanted.plots {
        write_plots(directory, &report.plots(), console)?;
    }
    Ok(())
}

/// Writes each plot as SVG, PDF and PNG into a directory, which is created if needed.
fn write_plots(directory: &Path, plots: &[Plot], console: &Console) -> Result<()> {
    std::fs::create_dir_all(directory).with_context(|| format!("{} cannot be made", directory.display()))?;
    for Plot { name, drawing } in plots {
        outputs::write(&directory.join(format!("{name}.svg")), drawing.svg().as_bytes(), console)?;
        outputs::write(&directory.join(format!("{name}.pdf")), &drawing.pdf(), console)?;
        outputs::write(&directory.join(format!("{name}.png")), &drawing.png(PIXELS_PER_UNIT), console)?;
    }
    Ok(())
}

fn named(graph: &contsid_io::graph::NamedGraph) -> ShownGraph<'_> {
    ShownGraph { name: graph.source_name(), graph: graph.graph() }
}
