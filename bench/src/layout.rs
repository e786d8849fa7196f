//! Draws graphs that are given on the standard input, for `bench/layout`: a JSON list of objects with `widths`, `truth`
//! and `others`. Prints a list of objects with `seconds`, `width`, `height`, `nodes` (x, y and width) and `routes`
//! (both ends and the points of cubic curves).

use crate::Outcome;
use contsid_report::layout::{PlacedNode, Route, layered_by_truth};
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::{Write, stdin, stdout};
use std::time::Instant;

#[derive(Deserialize)]
struct Problem {
    widths: Vec<f64>,
    truth: Vec<(usize, usize)>,
    others: Vec<(usize, usize)>,
}

fn drawn(Problem { widths, truth, others }: &Problem) -> Value {
    let start = Instant::now();
    let layout = layered_by_truth(widths, truth, others);
    let seconds = start.elapsed().as_secs_f64();
    let node = |node: &PlacedNode| json!([node.x, node.y, node.width]);
    let route = |route: &Route| json!([route.from, route.to, route.curve]);
    json!({
        "seconds": seconds,
        "width": layout.width,
        "height": layout.height,
        "nodes": layout.nodes.iter().map(node).collect::<Vec<_>>(),
        "routes": layout.routes.iter().map(route).collect::<Vec<_>>(),
    })
}

pub fn main(_: &[String]) -> Outcome {
    let problems: Vec<Problem> = serde_json::from_reader(stdin().lock())?;
    let drawings: Vec<Value> = problems.iter().map(drawn).collect();
    writeln!(stdout(), "{}", Value::from(drawings))?;
    Ok(())
}
