//! What experiments say about graphs, for people and for programs; and pair by pair, as a CSV table.

use super::counted;
use super::json::{FileObject, Printed};
use crate::inputs::graphs;
use crate::judged::Judged;
use anyhow::Result;
use contsid::effect::Estimate;
use contsid::experiment::{ExperimentFacts, ExperimentSkill};
use contsid_io::escaped;
use contsid_report::judgement::{forecast, skill_text as skill};
use contsid_study::tables::{Justify, aligned};
use std::fmt::Write;

pub fn print(judged: &Judged) -> Result<()> {
    super::print(&text(judged))
}

pub fn print_json(judged: &Judged, notes: &[String]) -> Result<()> {
    let report = judged.report();
    let files = judged.graphs.iter().map(|graph| FileObject::new(&graph.named)).collect();
    Printed { document: report.document(), files, notes, skipped: &[] }.print()
}

fn text(judged: &Judged) -> String {
    let mut text = String::new();
    for graph in &judged.graphs {
        writeln!(text, "graph   {}", graphs::line(&graph.named)).expect("a string can be written to");
    }
    let judgement = &judged.judgement;
    let labels = judged.report().labels();
    let labels = labels.iter().zip(&judged.experiments);
    let labels = labels.map(|(label, given)| format!("{label} ({})", counted(given.table().row_count(), "row")));
    let labels = labels.collect::<Vec<_>>().join(", ");
    write!(
        text,
        "data    observational: {}\n        experiments on {labels}\nparts   {} parts, {} times\n\n{}\n{}",
        judged.table.description(),
        judgement.parts,
        judgement.repeats,
        table(judged),
        verdict(judged),
    )
    .expect("a string can be written to");
    text += LEGEND;
    if judged.judgement.experiments.iter().any(|facts| !facts.has_effect()) {
        text += "–          in this experiment nothing differs clearly from the observational rows\n";
    }
    if judged.judgement.graphs.iter().any(|graph| graph.best.is_some()) {
        text += "[worst, best] are skills over the directed graphs that undirected edges allow\n";
    }
    text
}

/// Which graph to choose, a line for each sentence.
fn verdict(judged: &Judged) -> String {
    let sentences = judged.report().verdict();
    if sentences.is_empty() { String::new() } else { format!("\n{}\n", sentences.join("\n")) }
}

const LEGEND: &str = "
skill      1 − Σ score(graph) / Σ score(no effect) ± its standard error: 1 is a perfect prediction, 0 is as good as \
saying
           that nothing has an effect, below 0 is worse
no effect  nothing that is set changes anything else
ceiling    how well one half of each experiment predicts the other, without any graph
";

fn table(judged: &Judged) -> String {
    let judgement = &judged.judgement;
    let header = ["", "graph", "skill"].map(str::to_owned).into_iter();
    let header: Vec<String> = header.chain(judged.report().labels()).collect();
    let mut rows = vec![header];
    let standings = judged.report().standings();
    for &index in &standings.order {
        rows.push(row(standings.tiers[index], index, judged));
    }
    let zeros = std::iter::repeat_n("0".to_owned(), 1 + judged.experiments.len());
    rows.push([String::new(), "no effect".to_owned()].into_iter().chain(zeros).collect());
    if judgement.ceiling.is_some() {
        let cell = |ceiling: &Option<Estimate>| ceiling.map_or_else(String::new, skill);
        let cells = std::iter::once(cell(&judgement.ceiling));
        let of_experiment =
            |facts: &ExperimentFacts| if facts.has_effect() { cell(&facts.ceiling) } else { "–".to_owned() };
        let cells = cells.chain(judgement.experiments.iter().map(of_experiment));
        rows.push([String::new(), "ceiling".to_owned()].into_iter().chain(cells).collect());
    }
    let justify = |column| if column == 1 { Justify::Left } else { Justify::Right };
    aligned(&rows, justify, 2).join("\n")
}

fn row(tier: usize, index: usize, judged: &Judged) -> Vec<String> {
    let found = &judged.judgement.graphs[index];
    let whole = match found.best {
        _ if !judged.judgement.has_effect() => "–".to_owned(),
        Some(best) => format!("[{}, {}]", skill(found.skill), skill(best)),
        None => skill(found.skill),
    };
    let beginning = [tier.to_string(), escaped(judged.graphs[index].named.source_name()).into_owned(), whole];
    let of_experiment = |(own, facts): (&ExperimentSkill, &ExperimentFacts)| {
        if facts.has_effect() { skill(own.skill) } else { "–".to_owned() }
    };
    let experiments = found.experiments.iter().zip(&judged.judgement.experiments);
    beginning.into_iter().chain(experiments.map(of_experiment)).collect()
}

/// One row for each graph, experiment and outcome.
pub fn pairs(judged: &Judged) -> Result<Vec<u8>> {
    let mut rows = csv::Writer::from_writer(Vec::new());
    rows.write_record(["graph", "experiment", "outcome", "score", "se", "no_effect", "prediction"])?;
    let labels = judged.report().labels();
    for (graph, found) in judged.graphs.iter().zip(&judged.judgement.graphs) {
        for pair in &found.pairs {
            rows.write_record([
                graph.named.source_name(),
                &labels[pair.experiment],
                judged.names().name(pair.outcome),
                &pair.score.to_string(),
                &pair.se.to_string(),
                &pair.no_effect.to_string(),
                forecast(pair.forecast),
            ])?;
        }
    }
    Ok(rows.into_inner()?)
}
