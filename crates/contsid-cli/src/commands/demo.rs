//! `contsid demo`: the first example of the paper, and one of experiments.

use crate::args::{DemoArguments, JudgeOutput, ScoringArguments};
use crate::commands::{judge, thread_pool};
use crate::console::Console;
use crate::inputs::experiments;
use crate::judged::Judged;
use crate::outputs::Guard;
use crate::pages::{ComparisonPage, check_plots};
use crate::printer;
use crate::scores::{ObservedTable, Scores};
use anyhow::Result;
use contsid::comparison::DataChoices;
use contsid::distance::contsid::ContSidOptions;
use contsid::execution::Execution;
use contsid::experiment::JudgeOptions;
use contsid_io::graph::{GraphFormat, GraphOptions, NamedGraph, align, parse_graph};
use contsid_io::table::{TableFormat, TableOptions, match_columns, parse_table};

const INTRODUCTION: &str = "\
The first example of the contSID paper. The data are drawn from V3 = 10 V1 + V2 + noise: the truth G1 is V1 → V3 ← V2.
G2 forgets V2 → V3, the weak edge; G3 forgets V1 → V3, the strong one. SHD and SID cannot tell which is worse; contSID \
can.
Table 1 of the paper prints 0.23 for G2 and 0.39 for G3; on this fresh draw of its model they are 0.16 and 0.75.

";

const EXPERIMENTS: &str = "\
Which of three graphs is right? No truth is given, but two simulated experiments: in 80 rows the enzyme was set, in 80 \
others
the heat. From 200 rows in which nothing was set each graph predicts what should happen then; its skill says how well \
it did.
The data were drawn along heat → enzyme → growth ← heat and growth → weight. The forgetful graph lacks heat → enzyme, \
the
reversed one has weight → growth → enzyme.

";

pub fn run(arguments: &DemoArguments, console: &Console) -> Result<()> {
    let guard = Guard::new([], arguments.force);
    guard.check_all(arguments.pages.html.as_deref())?;
    if arguments.experiments {
        return judged(arguments, console);
    }
    let truth = graph("G1", include_bytes!("../../demo/G1.txt"))?;
    let learnt = vec![
        align(&truth, &graph("G2", include_bytes!("../../demo/G2.txt"))?)?,
        align(&truth, &graph("G3", include_bytes!("../../demo/G3.txt"))?)?,
    ];
    check_plots(&arguments.pages, &truth, &learnt, &guard)?;
    let observations = observations(&truth)?;
    let scores = Scores::new(truth, learnt, Some(&observations), &ScoringArguments::default(), console)?;
    let introduction = Some(INTRODUCTION.split_whitespace().collect::<Vec<_>>().join(" "));
    let page = ComparisonPage { introduction, observations: Some(&observations), threads: None };
    page.write(&arguments.pages, &scores, console)?;
    if arguments.json {
        return printer::json::print(&scores, &console.notes());
    }
    printer::print(INTRODUCTION)?;
    printer::table::print(&scores)
}

/// Three graphs, two experiments, no truth.
fn judged(arguments: &DemoArguments, console: &Console) -> Result<()> {
    let first = graph("right", include_bytes!("../../demo/right.txt"))?;
    let graphs = vec![
        align(&first, &graph("forgetful", include_bytes!("../../demo/forgetful.txt"))?)?,
        align(&first, &graph("reversed", include_bytes!("../../demo/reversed.txt"))?)?,
        first,
    ];
    let trials = experiments::parse(include_bytes!("../../demo/experiments.csv"), "set", &graphs[0])?;
    let (pool, progress) = (thread_pool(None)?, console.progress("judging graphs"));
    let execution = Execution::default().on(&pool).watched_by(&progress);
    let judged = Judged::new(graphs, trials.table, trials.experiments, JudgeOptions::default(), &execution)?;
    if !arguments.json {
        printer::print(EXPERIMENTS)?;
    }
    let output = JudgeOutput { json: arguments.json, html: arguments.pages.html.clone(), ..JudgeOutput::default() };
    let introduction = EXPERIMENTS.split_whitespace().collect::<Vec<_>>().join(" ");
    judge::finish(&judged, &output, Some(&introduction), &execution, console)
}

fn graph(name: &str, bytes: &[u8]) -> Result<NamedGraph> {
    Ok(parse_graph(bytes, GraphFormat::Edges, &GraphOptions::default(), name)?)
}

fn observations(truth: &NamedGraph) -> Result<ObservedTable> {
    let text = include_bytes!("../../demo/data.csv");
    let source_name = "the data of the demo".to_owned();
    let loaded = parse_table(text, TableFormat::Csv, &TableOptions::default(), &source_name)?;
    let table = match_columns(&loaded, truth)?.table;
    Ok(ObservedTable { source_name, table, options: ContSidOptions::default(), choices: DataChoices::default() })
}
