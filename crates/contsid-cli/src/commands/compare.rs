//! `contsid compare`

use crate::args::{CompareArguments, Usage, unquoted};
use crate::claim_scores::{ClaimScores, effects};
use crate::console::Console;
use crate::hints::not_usable;
use crate::inputs::graphs::{self, Absent, Attempt, SkippedGraph};
use crate::inputs::{parts, points, table};
use crate::pages::ComparisonPage;
use crate::scores::{ObservedTable, Scores};
use crate::{outputs, printer};
use anyhow::{Result, bail};
use contsid::adjustment::AdjustmentRule;
use contsid::comparison::Measure;
use contsid_io::check_directory;
use contsid_io::graph::{CausalGraph, NamedGraph};
use contsid_io::table::TableOptions;
use contsid_report::plot::comparison_plot_names;
use std::iter;
use std::path::Path;

pub fn run(arguments: &CompareArguments, console: &Console) -> Result<()> {
    check(arguments)?;
    let read = |source| graphs::read_any(source, &arguments.graphs, console);
    let mut attempt = Attempt::new(arguments.skip_unreadable);
    let truth = read(&arguments.truth)?.hiding(&unquoted(&arguments.latent))?;
    let sources = arguments.learnt.iter().map(|source| (source.path().display().to_string(), source));
    let learnt = attempt.each(sources, read)?;
    let plain = iter::once(&truth).chain(&learnt).map(NamedGraph::as_plain).collect::<Option<Vec<_>>>();
    match plain {
        Some(graphs) => compare_plain(arguments, graphs, attempt, console),
        None => compare_claims(arguments, truth, learnt, attempt, console),
    }
}

/// Compares graphs without hidden causes by all distances.
fn compare_plain(
    arguments: &CompareArguments,
    graphs: Vec<NamedGraph>,
    mut attempt: Attempt,
    console: &Console,
) -> Result<()> {
    check_needs_of_data(arguments)?;
    let (truth, mut learnt) =
        graphs::aligned_if_possible(graphs, Absent::of(arguments.isolated), &mut attempt, console)?;
    if arguments.skip_unreadable {
        let undirected = arguments.scoring.undirected;
        let usable = |graph: NamedGraph| match undirected.class_of(graph.graph()) {
            Ok(_) => Ok(graph),
            Err(error) => Err(not_usable(&graph, &error)),
        };
        learnt = attempt.each(graphs::with_names(learnt), usable)?;
    }
    note_skipped(&attempt, console);
    graphs::suspect(&truth, &learnt, console);
    let plots = comparison_plot_names(&outputs::source_names(iter::once(&truth).chain(&learnt)));
    arguments.guard().check_plots(&arguments.pages, &plots)?;
    let observations = observations(arguments, &truth, console)?;
    let mut scores = Scores::new(truth, learnt, observations.as_ref(), &arguments.scoring, console)?;
    scores.skipped = attempt.skipped;
    scores.check_rank_by()?;
    if let Some(path) = &arguments.pairs {
        outputs::write(path, &printer::pairs::table(&scores)?, console)?;
    }
    if let Some(path) = &arguments.scoring.joint.joint_pairs {
        outputs::write(path, &printer::joint::table(&scores)?, console)?;
    }
    let page =
        ComparisonPage { introduction: None, observations: observations.as_ref(), threads: arguments.scoring.threads };
    page.write(&arguments.pages, &scores, console)?;
    if arguments.json {
        let fixes = arguments.fixes.then(|| scores.fixes(arguments.scoring.threads, console)).transpose()?;
        return printer::table::print_json(&scores, fixes.as_deref(), &console.notes());
    }
    print(arguments, || printer::table::print(&scores), console)
}

/// Refuses options about contSID without data.
fn check_needs_of_data(arguments: &CompareArguments) -> Result<()> {
    if arguments.estimation.data.is_some() {
        return Ok(());
    }
    let by_contsid = |by: &Measure| matches!(by, Measure::CrossFit | Measure::ContSid);
    if let Some(by) = arguments.scoring.rank_by.filter(by_contsid) {
        return Err(Usage::error(format!("--rank-by {by} is about contSID, which needs --data <TABLE>")));
    }
    if arguments.estimation.adjustment != AdjustmentRule::default() {
        return Err(Usage::error("--adjustment is about contSID, which needs --data <TABLE>"));
    }
    Ok(())
}

fn note_skipped(attempt: &Attempt, console: &Console) {
    for SkippedGraph { learnt, reason } in &attempt.skipped {
        console.note(format!("{learnt} was skipped: {reason}"));
    }
}

/// Prints the table, unless another output has the standard output, and then the option that shows more.
fn print(arguments: &CompareArguments, table: impl FnOnce() -> Result<()>, console: &Console) -> Result<()> {
    if arguments.outputs().any(outputs::is_stream) {
        return Ok(());
    }
    table()?;
    if arguments.estimation.data.is_none() {
        console.next("add --data TABLE", "contSID: how far each effect is off on your data");
    } else if arguments.pages.html.is_none() {
        console.next("add --html report.html", "a page: which graph to choose, where it is wrong, and why");
    }
    Ok(())
}

/// Compares graphs of which some causes may be hidden by what they claim about effects.
fn compare_claims(
    arguments: &CompareArguments,
    truth: NamedGraph<CausalGraph>,
    learnt: Vec<NamedGraph<CausalGraph>>,
    mut attempt: Attempt,
    console: &Console,
) -> Result<()> {
    if arguments.scoring.rank_by.is_some() || arguments.fixes {
        bail!("graphs with marks or hidden nodes are ranked by their mistakes: leave out --rank-by and --fixes");
    }
    let (scoring, adjustment) = (&arguments.scoring, arguments.estimation.adjustment);
    let graphs = iter::once(truth).chain(learnt).collect();
    let (truth, learnt) = graphs::aligned_if_possible(graphs, Absent::of(arguments.isolated), &mut attempt, console)?;
    let usable = |graph: NamedGraph<CausalGraph>| effects(&graph, scoring.undirected, adjustment).map(|_| graph);
    let learnt = attempt.each(graphs::with_names(learnt), usable)?;
    note_skipped(&attempt, console);
    let plots = comparison_plot_names(&outputs::source_names(iter::once(&truth).chain(&learnt)));
    arguments.guard().check_plots(&arguments.pages, &plots)?;
    let observations = observations(arguments, &truth.nodes_alone(), console)?;
    let mut scores = ClaimScores::new(truth, learnt, observations.as_ref(), (scoring, adjustment), console)?;
    scores.skipped = attempt.skipped;
    if let Some(path) = &arguments.pairs {
        outputs::write(path, &printer::claims::pairs(&scores)?, console)?;
    }
    scores.write_page(&arguments.pages, None, console)?;
    if arguments.json {
        return printer::claims::print_json(&scores, &console.notes());
    }
    print(arguments, || printer::claims::print(&scores), console)
}

/// Refuses files that cannot be read or written, before anything is computed.
fn check(arguments: &CompareArguments) -> Result<()> {
    arguments.crossfit.check()?;
    arguments.guard().check_all(arguments.outputs())?;
    arguments.pages.plots.as_deref().map_or(Ok(()), check_directory)?;
    outputs::check_streams(arguments.inputs(), "the standard input")?;
    let printed = arguments.json.then_some(Path::new("-"));
    outputs::check_streams(arguments.outputs().chain(printed), "the standard output")
}

fn observations(arguments: &CompareArguments, truth: &NamedGraph, console: &Console) -> Result<Option<ObservedTable>> {
    let Some(path) = &arguments.estimation.data else {
        return Ok(None);
    };
    let groups = arguments.crossfit.groups.as_deref().map(str::trim);
    let options = TableOptions {
        nodes: table::wanted(truth, groups),
        identifiers: groups.map(str::to_owned).into_iter().collect(),
        ..arguments.table.options(arguments.seed)
    };
    let loaded = table::read(path, &options, console)?;
    let division = parts::division(&arguments.crossfit, &loaded, console)?;
    let matched = parts::without_groups(&arguments.crossfit, loaded, truth)?.into_matched(truth)?;
    let ignored: Vec<&str> = matched.surplus.iter().map(String::as_str).filter(|name| Some(*name) != groups).collect();
    if !ignored.is_empty() {
        console.note(format!("{}: ignored columns (no such node): {}", path.display(), ignored.join(", ")));
    }
    let interventions = points::interventions(&arguments.estimation.interventions, truth.names(), console)?;
    let mut options = arguments.estimation.options(interventions);
    options.memory_limit = options.memory_limit.or_else(contsid_io::available_memory);
    let choices = arguments.crossfit.choices(division, arguments.seed);
    Ok(Some(ObservedTable { source_name: path.display().to_string(), table: matched.table, options, choices }))
}
