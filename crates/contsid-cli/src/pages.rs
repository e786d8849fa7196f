//! Pages and plots of comparisons and of studies.

use crate::args::PageArguments;
use crate::commands::thread_pool;
use crate::console::Console;
use crate::outputs::{self, Guard, PLOT_FORMATS};
use crate::scores::{ObservedTable, Scores};
use anyhow::{Context, Result};
use contsid::comparison::{ComparisonData, Ranking};
use contsid::execution::Execution;
use contsid_io::graph::NamedGraph;
use contsid_report::comparison::{self, ComparisonReport, ShownGraph};
use contsid_report::plot::Plot;
use contsid_report::study::StudyReport;
use contsid_study::records::Record;
use contsid_study::study::Study;
use std::path::Path;

/// Resolution of PNG files: a unit of a plot is a point of text, so this is 216 pixels an inch.
#[cfg(feature = "pictures")]
const PIXELS_PER_UNIT: f32 = 3.0;

/// What a build without the feature `pictures` says after it wrote plots.
const SVG_ONLY: &str = "note: this build of contsid writes plots as SVG only; built with `--features pictures` it \
    writes PDF and PNG too";

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
    pub fn write(self, wanted: &PageArguments, scores: &Scores, console: &Console) -> Result<()> {
        if wanted.html.is_none() && wanted.plots.is_none() {
            return Ok(());
        }
        let (pool, progress) = (thread_pool(self.threads)?, console.progress("drawing"));
        let execution = Execution::default().on(&pool).watched_by(&progress);
        let ranking = scores.ranking();
        let report = self.report(scores, &ranking);
        write(wanted, || Ok(report.html(&execution)?), || Ok(report.plots(&execution)?), console)
    }

    fn report<'a>(self, scores: &'a Scores, ranking: &'a Ranking) -> ComparisonReport<'a>
    where
        Self: 'a,
    {
        let learnt = scores.learnt();
        let data = |given: &'a ObservedTable| {
            let ComparisonData { all_rows: prepared, parts } = scores.data();
            comparison::Observations { table: &given.table, options: &given.options, prepared, parts }
        };
        ComparisonReport {
            title: comparison::title(scores.truth.source_name(), &learnt),
            introduction: self.introduction,
            names: scores.names(),
            truth: named(&scores.truth),
            learnt,
            ranking,
            options: &scores.options,
            data: self.observations.map(data),
            settings: comparison::readable(&comparison::settings(scores.names(), &scores.options, scores.data())),
            command: Some(command()),
        }
    }
}

/// The command line, with what is not Unicode replaced and without the directory of the program.
pub fn command() -> String {
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    shell_words::join(std::iter::once(env!("CARGO_BIN_NAME").to_owned()).chain(words))
}

/// Writes page and plots of a study.
pub fn write_study(
    wanted: &PageArguments,
    directory: &Path,
    study: &Study,
    records: &[Record],
    guard: &Guard<'_>,
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
    let plots = || {
        let plots = report.plots();
        guard.check_plots(wanted, &plots.iter().map(|plot| plot.name.clone()).collect::<Vec<_>>())?;
        Ok(plots)
    };
    write(wanted, || Ok(report.html()?), plots, console)
}

/// Writes the page and the plots that are wanted.
pub fn write(
    wanted: &PageArguments,
    html: impl FnOnce() -> Result<String>,
    plots: impl FnOnce() -> Result<Vec<Plot>>,
    console: &Console,
) -> Result<()> {
    if let Some(path) = &wanted.html {
        outputs::write(path, html()?.as_bytes(), console)?;
    }
    wanted.plots.as_deref().map_or(Ok(()), |directory| write_plots(directory, &plots()?, console))
}

/// Writes each plot in all formats of this build into a directory, which is created if needed.
fn write_plots(directory: &Path, plots: &[Plot], console: &Console) -> Result<()> {
    std::fs::create_dir_all(directory).with_context(|| format!("{} cannot be made", directory.display()))?;
    for Plot { name, drawing } in plots {
        for format in PLOT_FORMATS {
            let bytes = match *format {
                #[cfg(feature = "pictures")]
                "pdf" => drawing.pdf()?,
                #[cfg(feature = "pictures")]
                "png" => drawing.png(PIXELS_PER_UNIT),
                _ => drawing.svg().into_bytes(),
            };
            outputs::write(&outputs::plot_file(directory, name, format), &bytes, console)?;
        }
    }
    if !cfg!(feature = "pictures") {
        console.say(SVG_ONLY);
    }
    Ok(())
}

fn named(graph: &NamedGraph) -> ShownGraph<'_> {
    ShownGraph { name: graph.source_name(), graph: graph.graph() }
}
