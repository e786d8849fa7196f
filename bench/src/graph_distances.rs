//! Distances of graph pairs read from standard input, with the seconds that each took.
//!
//! Three lines make a pair: the number of nodes, the edges of the truth and the edges of the learnt graph, an edge
//! being two numbers. For each pair one line answers: SHD, then for the parent, ancestor and optimal strategy the
//! number of mistakes and the seconds, best of the repetitions given as first argument. The second argument names the
//! strategies to run (`pao`), the third the number of threads. `bench/graphs/against_gadjid.py` drives it.

use crate::Outcome;
use contsid::distance::{Reversal, Selection, Strategy, identification_mistakes, shd};
use contsid::execution::Execution;
use contsid::graph::{Dag, GraphPair, NodeId};
use std::fmt::Write as _;
use std::io::{BufRead, Write, stdin, stdout};
use std::time::Instant;

pub fn main(arguments: &[String]) -> Outcome {
    let repetitions: usize = arguments.first().map_or(Ok(1), |text| text.parse())?;
    let strategies = arguments.get(1).map_or("pao", String::as_str);
    let threads: usize = arguments.get(2).map_or(Ok(1), |text| text.parse())?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let execution = if threads == 1 { Execution::default() } else { Execution::default().on(&pool) };
    let mut lines = stdin().lock().lines();
    while let Some(count) = lines.next() {
        let count: usize = count?.trim().parse()?;
        let truth = dag(count, &lines.next().ok_or("the truth is missing")??)?;
        let learnt = dag(count, &lines.next().ok_or("the learnt graph is missing")??)?;
        let pair = GraphPair::new(&truth, &learnt)?;
        let mut answer = shd(pair, Reversal::Once, &Selection::all(count)).count.to_string();
        for strategy in strategies.chars().map(strategy) {
            let (mistakes, seconds) = timed(pair, strategy?, repetitions, &execution)?;
            write!(answer, " {mistakes} {seconds:.9}")?;
        }
        writeln!(stdout(), "{answer}")?;
    }
    Ok(())
}

fn dag(count: usize, line: &str) -> Outcome<Dag> {
    let ends = line.split_whitespace().map(str::parse).collect::<Result<Vec<usize>, _>>()?;
    let edges = ends.chunks_exact(2).map(|edge| (NodeId::new(edge[0]), NodeId::new(edge[1])));
    Ok(Dag::from_edges(count, edges)?)
}

fn strategy(letter: char) -> Result<Strategy, String> {
    match letter {
        'p' => Ok(Strategy::Parent),
        'a' => Ok(Strategy::Ancestor),
        'o' => Ok(Strategy::Optimal),
        other => Err(format!("there is no strategy `{other}`")),
    }
}

fn timed(
    pair: GraphPair<'_>,
    strategy: Strategy,
    repetitions: usize,
    execution: &Execution<'_>,
) -> Outcome<(usize, f64)> {
    let (mut mistakes, mut seconds) = (0, f64::INFINITY);
    for _ in 0..repetitions {
        let start = Instant::now();
        mistakes = identification_mistakes(pair, strategy, &Selection::all(pair.node_count()), execution)?.count();
        seconds = seconds.min(start.elapsed().as_secs_f64());
    }
    Ok((mistakes, seconds))
}
