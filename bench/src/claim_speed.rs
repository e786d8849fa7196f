//! The seconds to make the PAGs of two random graphs, and to hold the claims and separations of one against
//! the other, on one thread.
//!
//! `claim_speed NODES EDGES_PER_NODE`: both graphs have a hidden node for each ten observed ones; the learnt one is the
//! truth in which a tenth of the edges goes elsewhere.
//! `cargo run --release -p contsid-bench claim_speed 1000 3`

use crate::Outcome;
use contsid::adjustment::EffectGraph;
use contsid::distance::{ClaimTruth, Selection, claim_mistakes, separation_mistakes};
use contsid::execution::Execution;
use contsid::graph::{Dag, LatentDag, NodeId, NodeSet, Pag};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::io::{Write, stdout};
use std::time::Instant;

pub fn main(arguments: &[String]) -> Outcome {
    let mut arguments = arguments.iter().map(|text| text.parse::<usize>());
    let observed = arguments.next().ok_or("name the number of nodes")??;
    let edges_per_node = arguments.next().ok_or("name the number of edges a node")??;
    let (nodes, mut rng) = (observed + observed / 10, ChaCha8Rng::seed_from_u64(1));
    let mut edges = BTreeSet::new();
    add_edges(&mut edges, nodes, edges_per_node * nodes, &mut rng);
    let truth = pag(&edges, observed, nodes)?;
    let kept = edges.iter().copied().filter(|_| rng.random_bool(0.9));
    let mut changed: BTreeSet<(usize, usize)> = kept.collect();
    add_edges(&mut changed, nodes, edges.len(), &mut rng);
    let learnt = pag(&changed, observed, nodes)?;
    let start = Instant::now();
    let (truth, learnt) = (ClaimTruth::from(&truth), EffectGraph::from(&learnt));
    let found = claim_mistakes(&truth, &learnt, &Selection::all(observed), &Execution::default())?;
    writeln!(stdout(), "{} mistakes, {:.3} s", found.mistakes(), start.elapsed().as_secs_f64())?;
    writeln!(stdout(), "none {:?}, adjust {:?}, open {:?}", found.none, found.adjust, found.open)?;
    let start = Instant::now();
    let wrong = separation_mistakes(truth.graph(), &learnt, &Selection::all(observed), &Execution::default())?;
    writeln!(stdout(), "{} wrong separations, {:.3} s", wrong.count(), start.elapsed().as_secs_f64())?;
    Ok(())
}

/// Adds random edges to later nodes until there are this many.
fn add_edges(edges: &mut BTreeSet<(usize, usize)>, nodes: usize, wanted: usize, rng: &mut ChaCha8Rng) {
    while edges.len() < wanted {
        let [a, b] = [0, 1].map(|_| rng.random_range(..nodes));
        if a != b {
            edges.insert((a.min(b), a.max(b)));
        }
    }
}

/// The PAG of the graph in which every eleventh node is hidden.
fn pag(edges: &BTreeSet<(usize, usize)>, observed: usize, nodes: usize) -> Outcome<Pag> {
    let dag = Dag::from_edges(nodes, edges.iter().map(|&(a, b)| (NodeId::new(a), NodeId::new(b))))?;
    let hidden = NodeId::all(nodes).skip(10).step_by(11).take(nodes - observed);
    let start = Instant::now();
    let pag = LatentDag::new(&dag, &NodeSet::of(nodes, hidden)).pag();
    let (edges, seconds) = (pag.as_ref().edge_count(), start.elapsed().as_secs_f64());
    writeln!(stdout(), "a PAG of {observed} nodes and {edges} edges, {seconds:.3} s")?;
    Ok(pag)
}
