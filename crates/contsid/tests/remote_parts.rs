//! Parts that other processes estimate: the same numbers, bit by bit.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use contsid::data::{Column, Table};
use contsid::effect::{
    ContSidError, ContSidOptions, CrossFitOptions, Guide, PartWorkers, PerColumn, Prepared, WorkersFailed, answer_part,
};
use contsid::execution::Execution;
use contsid::graph::{Dag, GraphPair, NodeId, NodeNames};
use contsid::kernel::KernelFamily;
use std::num::NonZeroUsize;
use std::sync::Mutex;

const ROWS: usize = 150;

/// Three numbers and a category, with effects between them.
fn table() -> Table {
    let noise = |row: usize, factor: f64| (row as f64 * factor).fract() - 0.5;
    let first: Vec<f64> = (0..ROWS).map(|row| noise(row, 0.618_034)).collect();
    let second: Vec<f64> = (0..ROWS).map(|row| 2.0 * first[row] + noise(row, 0.414_214)).collect();
    let third: Vec<f64> = (0..ROWS).map(|row| second[row] - first[row] + noise(row, 0.732_051)).collect();
    let codes = second.iter().map(|value| u32::from(*value > 0.2) + u32::from(*value > -0.3)).collect();
    let levels = ["low", "middle", "high"].map(str::to_owned).to_vec();
    let columns =
        [first, second, third].map(Column::numbers).into_iter().chain([Column::Categorical { codes, levels }]);
    Table::new(NodeNames::numbered(4), columns.collect()).unwrap()
}

fn graph(edges: &[[usize; 2]]) -> Dag {
    Dag::from_edges(4, edges.iter().map(|edge| edge.map(NodeId::new)).map(Into::into)).unwrap()
}

/// Answers in this process, from nothing but the bytes; the largest number of bytes of a part is kept.
#[derive(Default)]
struct Elsewhere(Mutex<usize>);

impl PartWorkers for Elsewhere {
    fn answers(&self, question: &[u8], parts: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, WorkersFailed> {
        let largest = parts.iter().map(Vec::len).max().unwrap_or(0);
        *self.0.lock().unwrap() = largest;
        let answer = |rows: &Vec<u8>| {
            answer_part(question, rows, &Execution::default())
                .map_err(|error| WorkersFailed { reason: error.to_string() })
        };
        parts.iter().map(answer).collect()
    }
}

struct Gone;

impl PartWorkers for Gone {
    fn answers(&self, _: &[u8], _: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, WorkersFailed> {
        Err(WorkersFailed { reason: "nobody is there".to_owned() })
    }
}

struct Babbling;

impl PartWorkers for Babbling {
    fn answers(&self, _: &[u8], parts: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, WorkersFailed> {
        Ok(parts)
    }
}

#[test]
fn other_processes_give_the_same_numbers_bit_by_bit() {
    let (table, execution) = (table(), Execution::default());
    let truth = graph(&[[0, 1], [1, 2], [0, 2], [1, 3]]);
    let learnt = graph(&[[1, 0], [1, 2], [2, 3]]);
    let pair = GraphPair::new(&truth, &learnt).unwrap();
    let rough = PerColumn::default().with("V2", KernelFamily::Laplace);
    for kernel in [PerColumn::default(), rough] {
        for guide in [Guide::None, Guide::Linear] {
            let options = ContSidOptions { kernel: kernel.clone(), ..ContSidOptions::default() };
            let part_rows = NonZeroUsize::new(50).unwrap();
            let crossfit = CrossFitOptions { part_rows, guide, ..CrossFitOptions::default() };
            let prepared = || Prepared::in_parts(&table, &options, &crossfit, &execution).unwrap();
            let here = prepared().compare(pair, &execution).unwrap();
            let workers = Elsewhere::default();
            let elsewhere = prepared().estimated_by(&workers).compare(pair, &execution).unwrap();
            assert!(here.total() > 0.1 && here == elsewhere, "{here:?} {elsewhere:?}");
            // The rows of a part, and a byte for the length of each column and for the number of columns: nothing else
            // travels out.
            assert_eq!(*workers.0.lock().unwrap(), 8 * 50 * 4 + 4 + 1);
        }
    }
}

#[test]
fn processes_that_fail_are_an_error() {
    let (table, execution) = (table(), Execution::default());
    let (truth, learnt) = (graph(&[[0, 1]]), graph(&[]));
    let pair = GraphPair::new(&truth, &learnt).unwrap();
    let fails = |workers: &dyn PartWorkers| {
        let prepared = Prepared::in_parts(&table, &ContSidOptions::default(), &CrossFitOptions::default(), &execution);
        prepared.unwrap().estimated_by(workers).compare(pair, &execution).unwrap_err()
    };
    let gone = fails(&Gone);
    assert_eq!(gone.to_string(), "the parts could not be estimated by other processes: nobody is there");
    assert!(matches!(fails(&Babbling), ContSidError::Workers(_)));
}
