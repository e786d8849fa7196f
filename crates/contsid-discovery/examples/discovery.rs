//! Learns graphs from the data sets of a file and times it: the Rust side of `bench/discovery`.
//!
//! Usage: `discovery LEARNER REPEATS DATA.json`, the file a list of data sets, each a list of rows. Prints for each
//! data set one line of JSON: the best time in seconds, the graph by rows (1 at (a, b) and (b, a) is an undirected
//! edge), or the error.

use contsid::data::{Column, Table};
use contsid::execution::Execution;
use contsid::graph::{MixedGraph, NodeId, NodeNames};
use contsid_discovery::{GesOptions, LingamOptions, PcOptions, Pruning, ges, ica_lingam, pc};
use std::time::Instant;

fn learn(learner: &str, table: &Table) -> Result<MixedGraph, String> {
    let execution = Execution::default();
    let lingam = |prune| {
        let starts = std::env::var("STARTS").map_or(5, |s| s.parse().unwrap());
        let tolerance = std::env::var("TOL").map_or(1e-4, |s| s.parse().unwrap());
        ica_lingam(table, &LingamOptions { prune, starts, tolerance, ..Default::default() }, &execution)
    };
    Ok(match learner {
        "pc" => pc(table, &PcOptions::default(), &execution).map_err(|e| e.to_string())?.graph.into(),
        "ges" => ges(table, &GesOptions::default(), &execution).map_err(|e| e.to_string())?.graph.into(),
        "ica-lingam:threshold" => lingam(Pruning::Threshold(0.3)).map_err(|e| e.to_string())?.graph.into(),
        "ica-lingam:adaptive-lasso" => lingam(Pruning::AdaptiveLasso).map_err(|e| e.to_string())?.graph.into(),
        other => return Err(format!("no learner {other}")),
    })
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let repeats: usize = args[2].parse().unwrap();
    let sets: Vec<Vec<Vec<f64>>> = serde_json::from_str(&std::fs::read_to_string(&args[3]).unwrap()).unwrap();
    for rows in sets {
        let count = rows[0].len();
        let columns = (0..count).map(|k| Column::Numeric(rows.iter().map(|row| row[k]).collect())).collect();
        let table = Table::new(NodeNames::numbered(count), columns).unwrap();
        let mut best = f64::INFINITY;
        let mut result = None;
        for _ in 0..repeats {
            let start = Instant::now();
            let learnt = learn(&args[1], &table);
            best = best.min(start.elapsed().as_secs_f64());
            result = Some(learnt);
        }
        match result.unwrap() {
            Ok(graph) => {
                let matrix: Vec<Vec<u8>> = NodeId::all(count)
                    .map(|a| NodeId::all(count).map(|b| u8::from(graph.has_directed(a, b) || graph.has_undirected(a, b))).collect())
                    .collect();
                println!("{}", serde_json::json!({"seconds": best, "graph": matrix}));
            }
            Err(error) => println!("{}", serde_json::json!({"seconds": best, "error": error})),
        }
    }
}
