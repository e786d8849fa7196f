//! Times contSID on a problem that another program wrote, so that the two can take turns: see `bench/contsid/speed.py`.
//!
//! `contsid_speed FOLDER` reads `FOLDER/problem.txt` (nodes, samples, then the edges of the true and of the learnt graph as
//! `truth FROM TO` and `learnt FROM TO`) and `FOLDER/data.f64` (the columns one after the other, little-endian), then for
//! each line `THREADS` on standard input computes contSID from the table on and prints the seconds and the result.

use contsid::data::{Column, Table};
use contsid::distance::contsid::{ContSidOptions, contsid};
use contsid::execution::Execution;
use contsid::graph::{Dag, GraphPair, NodeId, NodeNames};
use std::error::Error;
use std::fs;
use std::io::{BufRead, Write};
use std::path::Path;
use std::time::Instant;

struct Problem {
    truth: Dag,
    learnt: Dag,
    table: Table,
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: contsid_speed FOLDER")?;
    let problem = read(Path::new(&folder))?;
    let pair = GraphPair::new(&problem.truth, &problem.learnt)?;
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(line?.trim().parse()?).build()?;
        let execution = match pool.current_num_threads() {
            1 => Execution::default(),
            _ => Execution::default().on(&pool),
        };
        let start = Instant::now();
        let result = contsid(pair, &problem.table, &ContSidOptions::default(), &execution)?;
        writeln!(out, "{} {}", start.elapsed().as_secs_f64(), result.total())?;
        out.flush()?;
    }
    Ok(())
}

fn read(folder: &Path) -> Result<Problem, Box<dyn Error>> {
    let text = fs::read_to_string(folder.join("problem.txt"))?;
    let mut words = text.split_whitespace();
    let mut next = || words.next().ok_or("problem.txt ends early");
    let (nodes, samples): (usize, usize) = (next()?.parse()?, next()?.parse()?);
    let (mut truth, mut learnt) = (Vec::new(), Vec::new());
    while let Ok(graph) = next() {
        let edge = (NodeId::new(next()?.parse()?), NodeId::new(next()?.parse()?));
        if graph == "truth" { truth.push(edge) } else { learnt.push(edge) }
    }
    let bytes = fs::read(folder.join("data.f64"))?;
    let (numbers, _) = bytes.as_chunks::<8>();
    let numbers: Vec<f64> = numbers.iter().map(|&number| f64::from_le_bytes(number)).collect();
    let columns = numbers.chunks(samples).map(|column| Column::Numeric(column.to_vec())).collect();
    Ok(Problem {
        truth: Dag::from_edges(nodes, truth)?,
        learnt: Dag::from_edges(nodes, learnt)?,
        table: Table::new(NodeNames::numbered(nodes), columns)?,
    })
}
