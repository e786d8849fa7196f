//! Times contSID on a problem that another program wrote, so the two can take turns: see `bench/contsid/speed.py`.
//!
//! `contsid_speed FOLDER` reads `FOLDER/problem.txt` (nodes, samples, then the edges of the true and of the learnt
//! graph as `truth FROM TO` and `learnt FROM TO`), `FOLDER/data.f64` (the columns one after the other, little-endian)
//! and `FOLDER/bandwidths.f64` (one for each column), then for each line `THREADS` on standard input computes contSID
//! from the table on, and for each line `THREADS given` with these bandwidths, and prints the seconds and the result.

use crate::Outcome;
use contsid::data::{Column, Table};
use contsid::effect::{ContSidOptions, PerColumn, contsid};
use contsid::execution::Execution;
use contsid::graph::{Dag, GraphPair, NodeId, NodeNames};
use contsid::kernel::{Bandwidth, BandwidthChoice};
use rayon::ThreadPool;
use std::fs;
use std::io::{BufRead, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;

struct Problem {
    truth: Dag,
    learnt: Dag,
    table: Table,
    bandwidths: PerColumn<BandwidthChoice>,
}

pub fn main(arguments: &[String]) -> Outcome {
    let folder = arguments.first().ok_or("usage: contsid_speed FOLDER")?;
    let problem = read(Path::new(&folder))?;
    let pair = GraphPair::new(&problem.truth, &problem.learnt)?;
    let mut out = std::io::stdout().lock();
    // Kept from one line to the next, as a program does that compares more than once.
    let mut pool: Option<ThreadPool> = None;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (threads, bandwidth) = match line.trim().strip_suffix("given") {
            Some(threads) => (threads, problem.bandwidths.clone()),
            None => (line.as_str(), PerColumn::default()),
        };
        let options = ContSidOptions { bandwidth, ..ContSidOptions::default() };
        let threads: NonZeroUsize = threads.trim().parse()?;
        if threads.get() > 1 && pool.as_ref().map(ThreadPool::current_num_threads) != Some(threads.get()) {
            pool = Some(rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build()?);
        }
        let execution = match &pool {
            Some(pool) if threads.get() > 1 => Execution::default().on(pool),
            _ => Execution::default(),
        };
        let start = Instant::now();
        let result = contsid(pair, &problem.table, &options, &execution)?;
        writeln!(out, "{} {}", start.elapsed().as_secs_f64(), result.total())?;
        out.flush()?;
    }
    Ok(())
}

fn read(folder: &Path) -> Outcome<Problem> {
    let text = fs::read_to_string(folder.join("problem.txt"))?;
    let mut words = text.split_whitespace();
    let mut next = || words.next().ok_or("problem.txt ends early");
    let (nodes, samples): (usize, usize) = (next()?.parse()?, next()?.parse()?);
    let (mut truth, mut learnt) = (Vec::new(), Vec::new());
    while let Ok(graph) = next() {
        let edge = (NodeId::new(next()?.parse()?), NodeId::new(next()?.parse()?));
        if graph == "truth" { truth.push(edge) } else { learnt.push(edge) }
    }
    let (numbers, names) = (read_numbers(&folder.join("data.f64"))?, NodeNames::numbered(nodes));
    let columns = numbers.chunks(samples).map(|column| Column::numbers(column.to_vec())).collect();
    let mut bandwidths = PerColumn::default();
    for (name, width) in names.iter().zip(read_numbers(&folder.join("bandwidths.f64"))?) {
        bandwidths.exceptions.insert(name.to_owned(), BandwidthChoice::Fixed(Bandwidth::new(width)?));
    }
    Ok(Problem {
        truth: Dag::from_edges(nodes, truth)?,
        learnt: Dag::from_edges(nodes, learnt)?,
        table: Table::new(names, columns)?,
        bandwidths,
    })
}

fn read_numbers(path: &Path) -> Outcome<Vec<f64>> {
    let bytes = fs::read(path)?;
    let (numbers, _) = bytes.as_chunks::<8>();
    Ok(numbers.iter().map(|&number| f64::from_le_bytes(number)).collect())
}
