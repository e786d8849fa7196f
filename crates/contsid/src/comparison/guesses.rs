//! Random graphs with as many edges as a learnt one, compared with the truth.

use super::chance::{Chance, ChanceBand, SkeletonChance};
use super::compare::{Comparison, ComparisonOptions, ComparisonsError, compare_all};
use super::data::ComparisonData;
use crate::effect::Score;
use crate::execution::Execution;
use crate::graph::{Cpdag, Dag, MixedGraph, NodeId};
use rand::SeedableRng;
use rand::seq::{SliceRandom, index};
use rand_chacha::ChaCha8Rng;

/// The most random graphs.
const MOST_DRAWS: usize = 1000;

/// The fewest that tell a good graph from chance. Of larger graphs none is drawn.
const FEWEST_DRAWS: usize = 20;

/// Nodes times (nodes + edges) of all random graphs together: about half a second on one core.
const WORK: usize = 100_000_000;

/// How much more work a class is than a directed graph.
const CLASS_WORK: usize = 4;

/// Random graphs compared at a time.
const BATCH: usize = 100;

/// The seed of random graphs, wherever none is chosen.
pub const CHANCE_SEED: u64 = 1;

/// The distances of random graphs from the truth, each with as many edges as the learnt graph, beside its own.
///
/// A random graph has its edges on pairs that are drawn at random, directed along a random order of the nodes; if the
/// learnt graph has undirected edges, random graphs are the classes of such graphs. The number of draws depends on the
/// size of the graphs only, so the same seed gives the same numbers; of graphs that are too large, there are none. The
/// number beside `data` says of how many graphs contSID is computed, from all rows.
///
/// # Errors
///
/// If the graphs cannot be compared, or the computation is stopped.
pub fn chance(
    truth: &MixedGraph,
    learnt: &MixedGraph,
    found: &Comparison,
    data: Option<(ComparisonData<'_>, usize)>,
    (options, seed): (&ComparisonOptions, u64),
    execution: &Execution<'_>,
) -> Result<Chance, ComparisonsError> {
    let draws = draws(truth, learnt).max(data.map_or(0, |(_, draws)| draws));
    let graphs = drawn(learnt, draws, seed);
    let options = ComparisonOptions { treatment_sets: None, memory_limit: None, ..options.clone() };
    let mut distances = vec![Vec::new(); 5];
    for batch in graphs.chunks(BATCH) {
        let none = ComparisonData { all_rows: None, parts: None };
        let batch: Vec<&MixedGraph> = batch.iter().collect();
        for compared in compare_all(truth, &batch, none, &options, execution)? {
            distances.iter_mut().zip(counts(&compared)).for_each(|(values, count)| values.push(count));
        }
    }
    let mut bands = distances.into_iter().zip(counts(found)).map(|(values, own)| ChanceBand::new(values, own));
    let mut next = || bands.next().expect("a band for each distance");
    let upper = |score: &Option<Score>| score.as_ref().map(Score::total);
    let contsid = match (data, upper(&found.contsid)) {
        (Some((data, draws)), Some(own)) if draws > 0 => {
            let some: Vec<&MixedGraph> = graphs.iter().take(draws).collect();
            let all_rows = ComparisonData { parts: None, ..data };
            let compared = compare_all(truth, &some, all_rows, &options, execution)?;
            ChanceBand::new(compared.iter().filter_map(|one| upper(&one.contsid)).collect(), own)
        }
        _ => None,
    };
    Ok(Chance {
        draws,
        skeleton: SkeletonChance::new(truth, learnt),
        shd: next(),
        sid: next(),
        aid_parent: next(),
        aid_ancestor: next(),
        aid_optimal: next(),
        contsid,
    })
}

/// At most `most` random graphs such as [`chance`] compares with a truth; fewer of large graphs.
pub fn random_graphs(truth: &MixedGraph, learnt: &MixedGraph, most: usize, seed: u64) -> Vec<MixedGraph> {
    drawn(learnt, draws(truth, learnt).min(most), seed)
}

fn drawn(learnt: &MixedGraph, count: usize, seed: u64) -> Vec<MixedGraph> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..count).map(|_| random_like(learnt, &mut rng)).collect()
}

/// How many random graphs are drawn: fewer of large graphs, and fewer if the truth allows many directed graphs.
fn draws(truth: &MixedGraph, learnt: &MixedGraph) -> usize {
    let class = if learnt.undirected_count() > 0 { CLASS_WORK } else { 1 };
    let work = learnt.node_count() * (learnt.node_count() + learnt.edge_count()) * class;
    let draws = WORK / work.saturating_mul(1 + truth.undirected_count()).max(1);
    if draws < FEWEST_DRAWS { 0 } else { draws.min(MOST_DRAWS) }
}

/// SHD, SID and the three AIDs.
fn counts(found: &Comparison) -> [f64; 5] {
    let aid = &found.aid;
    [
        found.shd.count as f64,
        found.sid.upper as f64,
        aid.parent.count() as f64,
        aid.ancestor.count() as f64,
        aid.optimal.count() as f64,
    ]
}

/// A random graph with as many edges as another one: a directed acyclic graph, or the class of one.
fn random_like(learnt: &MixedGraph, rng: &mut ChaCha8Rng) -> MixedGraph {
    let count = learnt.node_count();
    let mut order: Vec<NodeId> = NodeId::all(count).collect();
    order.shuffle(rng);
    let pairs = count * count.saturating_sub(1) / 2;
    let edges = index::sample(rng, pairs, learnt.edge_count()).into_iter().map(|pair| {
        // Pairs (a, b), a < b, counted by b: pair = b (b − 1) / 2 + a.
        let guess = usize::midpoint(1, (8 * pair + 1).isqrt());
        (order[pair - guess * (guess - 1) / 2], order[guess])
    });
    let graph = Dag::from_edges(count, edges).expect("edges along an order make no cycle");
    if learnt.undirected_count() > 0 { Cpdag::of(&graph).into() } else { graph.into() }
}
