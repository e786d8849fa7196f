//! Distances of graphs with undirected edges, read from standard input, with the seconds that each took.
//!
//! A graph is one line: its number of nodes, then for each edge two nodes and `1` (directed) or `2` (undirected).
//!
//! `class_distances complete` answers each line, a directed acyclic graph, with its completed graph in the same form
//! and the seconds. `class_distances compare [REPETITIONS [STRATEGIES]]` takes two lines at a time, the truth and the
//! learnt graph, and answers: the seconds to make both classes; the bounds of the SID, `exact` or `relaxed`, and the
//! seconds; then for each of the strategies (`pao`) the mistakes and the seconds. Times are the best of the
//! repetitions, on one thread. `bench/graphs/classes_against_gadjid.py` drives it.

use crate::Outcome;
use contsid::distance::bounds::{Exactness, Limits};
use contsid::distance::{Selection, Strategy, class_identification_mistakes, sid_bounds};
use contsid::execution::Execution;
use contsid::graph::{Cpdag, Dag, Edge, EdgeKind, GraphClass, GraphPair, MixedGraph, NodeId, Pdag};
use std::fmt::Write as _;
use std::io::{BufRead, Write, stdin, stdout};
use std::time::Instant;

pub fn main(arguments: &[String]) -> Outcome {
    let repetitions: usize = arguments.get(1).map_or(Ok(1), |text| text.parse())?;
    let strategies = arguments.get(2).map_or("pao", String::as_str);
    let mut lines = stdin().lock().lines();
    while let Some(line) = lines.next() {
        let first = graph(&line?)?;
        let answer = match arguments.first().map(String::as_str) {
            Some("complete") => complete(first, repetitions)?,
            Some("compare") => {
                let second = graph(&lines.next().ok_or("the learnt graph is missing")??)?;
                compare(&first, &second, repetitions, strategies)?
            }
            _ => return Err("the first argument is `complete` or `compare`".into()),
        };
        writeln!(stdout(), "{answer}")?;
    }
    Ok(())
}

fn graph(line: &str) -> Outcome<MixedGraph> {
    let numbers = line.split_whitespace().map(str::parse).collect::<Result<Vec<usize>, _>>()?;
    let (&nodes, edges) = numbers.split_first().ok_or("an empty line")?;
    let edge = |edge: &[usize]| match (NodeId::new(edge[0]), NodeId::new(edge[1]), edge[2]) {
        (from, to, 1) => Edge::directed(from, to),
        (from, to, _) => Edge::undirected(from, to),
    };
    Ok(MixedGraph::from_edges(nodes, edges.chunks_exact(3).map(edge))?)
}

fn complete(graph: MixedGraph, repetitions: usize) -> Outcome<String> {
    let dag = Dag::try_from(graph)?;
    let (cpdag, seconds) = timed(repetitions, || Ok(Cpdag::of(&dag)))?;
    let mut answer = cpdag.node_count().to_string();
    for Edge { from, to, kind } in cpdag.as_ref().edges() {
        let mark = if kind == EdgeKind::Directed { 1 } else { 2 };
        write!(answer, " {} {} {mark}", from.index(), to.index())?;
    }
    write!(answer, " {seconds:.9}")?;
    Ok(answer)
}

fn compare(truth: &MixedGraph, learnt: &MixedGraph, repetitions: usize, strategies: &str) -> Outcome<String> {
    let class = |graph: &MixedGraph| Outcome::Ok(GraphClass::from(Pdag::try_from(graph.clone())?));
    let ((truth, learnt), seconds) = timed(repetitions, || Ok((class(truth)?, class(learnt)?)))?;
    let mut answer = format!("{seconds:.9}");
    let pair = GraphPair::new(&truth, &learnt)?;
    let (all, execution) = (Selection::all(pair.node_count()), Execution::default());
    let bounds = || Ok(sid_bounds(pair, &all, Limits::default(), &execution)?);
    let (sid, seconds) = timed(repetitions, bounds)?;
    let exactness = if sid.exactness == Exactness::Exact { "exact" } else { "relaxed" };
    write!(answer, " {} {} {exactness} {seconds:.9}", sid.lower, sid.upper)?;
    for letter in strategies.chars() {
        let strategy = match letter {
            'p' => Strategy::Parent,
            'a' => Strategy::Ancestor,
            'o' => Strategy::Optimal,
            other => return Err(format!("there is no strategy `{other}`").into()),
        };
        let mistakes = || Ok(class_identification_mistakes(pair, strategy, &all, &execution)?.count());
        let (mistakes, seconds) = timed(repetitions, mistakes)?;
        write!(answer, " {mistakes} {seconds:.9}")?;
    }
    Ok(answer)
}

/// The result of the work and the shortest time that it took.
fn timed<T>(repetitions: usize, work: impl Fn() -> Outcome<T>) -> Outcome<(T, f64)> {
    let mut best = f64::INFINITY;
    for _ in 1..repetitions {
        let start = Instant::now();
        work()?;
        best = best.min(start.elapsed().as_secs_f64());
    }
    let start = Instant::now();
    let result = work()?;
    Ok((result, best.min(start.elapsed().as_secs_f64())))
}
