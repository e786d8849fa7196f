//! `contsid demo`: the first example of the paper.

use crate::args::{DemoArguments, ScoringArguments};
use crate::console::Console;
use crate::outputs::Guard;
use crate::pages::Page;
use crate::printer;
use crate::scores::{Observations, Scores};
use anyhow::Result;
use contsid::comparison::DataChoices;
use contsid::distance::contsid::ContSidOptions;
use contsid_io::graph::{GraphFormat, GraphOptions, NamedGraph, align, parse_graph};
use contsid_io::table::{TableFormat, TableOptions, match_columns, parse_table};

const INTRODUCTION: &str = "\
The first example of the contSID paper. The data are drawn from V3 = 10 V1 + V2 + noise: the truth G1 is V1 → V3 ← V2.
G2 forgets V2 → V3, the weak edge; G3 forgets V1 → V3, the strong one. SHD and SID cannot tell which is worse; contSID can.
Table 1 of the paper prints 0.23 for G2 and 0.39 for G3; on this fresh draw of its model they are 0.16 and 0.75.

";

pub fn run(arguments: &DemoArguments, console: &Console) -> Result<()> {
    let guard = Guard::new([], arguments.force);
    guard.check_all(arguments.pages.html.as_deref())?;
    guard.check_plots(arguments.pages.plots.as_deref())?;
    let truth = graph("G1", include_bytes!("../../demo/G1.txt"))?;
    let learnt = vec![
        align(&truth, &graph("G2", include_bytes!("../../demo/G2.txt"))?)?,
        align(&truth, &graph("G3", include_bytes!("../../demo/G3.txt"))?)?,
    ];
    let observations = observations(&truth)?;
    let scores = Scores::new(truth, learnt, Some(&observations), &ScoringArguments::default(), console)?;
    let introduction = Some(INTRODUCTION.split_whitespace().collect::<Vec<_>>().join(" "));
    let page = Page { introduction, observations: Some(&observations), threads: None };
    page.write(&arguments.pages, &scores, console)?;
    if arguments.json {
        return printer::json::print(&scores, &console.notes());
    }
    printer::print(INTRODUCTION)?;
    printer::table::print(&scores)
}

fn graph(name: &str, bytes: &[u8]) -> Result<NamedGraph> {
    Ok(parse_graph(bytes, GraphFormat::Edges, &GraphOptions::default(), name)?)
}

fn observations(truth: &NamedGraph) -> Result<Observations> {
    let text = include_bytes!("../../demo/data.csv");
    let source_name = "the data of the demo".to_owned();
    let loaded = parse_table(text, TableFormat::Csv, &TableOptions::default(), &source_name)?;
    let table = match_columns(&loaded, truth)?.table;
    Ok(Observations { source_name, table, options: ContSidOptions::default(), choices: DataChoices::default() })
}
