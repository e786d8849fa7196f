//! Learns graphs from the data sets of a file and times it: the Rust side of `bench/discovery`.
//!
//! Usage: `discovery LEARNER REPEATS DATA.json [STARTS]`. LEARNER is `pc`, `ges`, `ica-lingam` (default pruning) or
//! `ica-lingam:PRUNING`. The file is a list of data sets, each a list of rows. STARTS is the number of starts of
//! ICA-LiNGAM. Prints a line of JSON for each data set: the best time in seconds without reading, and the matrix of the
//! graph, in which 1 at both (a, b) and (b, a) is an undirected edge.

use crate::Outcome;
use contsid::data::{Column, Table};
use contsid::execution::Execution;
use contsid::graph::{MixedGraph, NodeId, NodeNames};
use contsid_discovery::{Learner, LingamOptions, Starts};
use std::io::Write;
use std::time::Instant;

fn learner(text: &str, starts: Option<usize>) -> Outcome<Learner> {
    let learner = match text.split_once(':') {
        Some(("ica-lingam", prune)) => {
            Learner::IcaLingam(LingamOptions { prune: prune.parse()?, ..LingamOptions::default() })
        }
        _ => text.parse()?,
    };
    Ok(match (learner, starts) {
        (Learner::IcaLingam(options), Some(starts)) => {
            Learner::IcaLingam(LingamOptions { starts: Starts::new(starts)?, ..options })
        }
        (learner, _) => learner,
    })
}

fn table(rows: &[Vec<f64>]) -> Outcome<Table> {
    let count = rows.first().ok_or("a data set has no rows")?.len();
    let columns = (0..count).map(|k| Column::Numeric(rows.iter().map(|row| row[k]).collect())).collect();
    Ok(Table::new(NodeNames::numbered(count), columns)?)
}

fn matrix(graph: &MixedGraph) -> Vec<Vec<u8>> {
    let joins = |a: NodeId, b: NodeId| u8::from(graph.has_directed(a, b) || graph.has_undirected(a, b));
    graph.nodes().map(|a| graph.nodes().map(|b| joins(a, b)).collect()).collect()
}

pub fn main(arguments: &[String]) -> Outcome {
    let [name, repeats, file, starts @ ..] = arguments else {
        return Err("usage: discovery LEARNER REPEATS DATA.json [STARTS]".into());
    };
    let starts = starts.first().map(|count| count.parse()).transpose()?;
    let (learner, repeats) = (learner(name, starts)?, repeats.parse::<usize>()?.max(1));
    let sets: Vec<Vec<Vec<f64>>> = serde_json::from_str(&std::fs::read_to_string(file)?)?;
    for rows in sets {
        let table = table(&rows)?;
        let mut best = f64::INFINITY;
        let mut learnt = learner.learn(&table, &Execution::default())?;
        for _ in 0..repeats {
            let start = Instant::now();
            learnt = learner.learn(&table, &Execution::default())?;
            best = best.min(start.elapsed().as_secs_f64());
        }
        let line = serde_json::json!({ "seconds": best, "graph": matrix(&learnt.graph) });
        writeln!(std::io::stdout(), "{line}")?;
    }
    Ok(())
}
