//! SHD, SID and AID: against the enumeration of paths, published values, other programs, and the theorems they obey.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod support;

use contsid::distance::{Mistakes, Reversal, Selection, Strategy, identification_mistakes, shd, sid};
use contsid::execution::{Cancelled, Execution};
use contsid::graph::{Dag, GraphPair, NodeId, NodeSet};
use contsid_oracle::adjustment as oracle;
use contsid_oracle::graphs::{Graph, all_dags, has_directed_path, parents};
use rand::RngExt;
use rand::seq::SliceRandom;
use serde_json::Value;
use support::monitor::Watch;
use support::{checked, literal, random_dag, random_set, seeded};

const STRATEGIES: [Strategy; 3] = [Strategy::Parent, Strategy::Ancestor, Strategy::Optimal];

fn mistakes(truth: &Dag, learnt: &Dag, strategy: Strategy) -> Mistakes {
    let selection = Selection::all(truth.node_count());
    identification_mistakes(GraphPair::new(truth, learnt).unwrap(), strategy, &selection, &Execution::default())
        .unwrap()
}

fn numbered(mistakes: &Mistakes) -> Vec<(usize, usize)> {
    mistakes.pairs().map(|(treatment, outcome)| (treatment.index(), outcome.index())).collect()
}

fn dag(nodes: usize, edges: &[(usize, usize)]) -> Dag {
    Dag::from_edges(nodes, edges.iter().map(|&(a, b)| (NodeId::new(a), NodeId::new(b)))).unwrap()
}

/// What the oracle says of every question that a four-node graph can be asked.
struct Answers {
    dag: Dag,
    affected: [[bool; 4]; 4],
    valid: [[[bool; 16]; 4]; 4],
    parents: [usize; 4],
    ancestors: [usize; 4],
    optimal: [[usize; 4]; 4],
}

fn bits(nodes: &[usize]) -> usize {
    nodes.iter().map(|node| 1 << node).sum()
}

impl Answers {
    fn of(graph: &Graph) -> Self {
        let nodes = |set: usize| (0..4).filter(|node| set >> node & 1 == 1).collect::<Vec<_>>();
        let each = |question: &dyn Fn(usize, usize) -> bool| {
            std::array::from_fn(|a| std::array::from_fn(|b| a != b && question(a, b)))
        };
        Self {
            dag: checked(graph),
            affected: each(&|a, b| has_directed_path(graph, a, b)),
            valid: std::array::from_fn(|a| {
                std::array::from_fn(|b| std::array::from_fn(|set| a != b && oracle::is_valid(graph, a, b, &nodes(set))))
            }),
            parents: std::array::from_fn(|a| bits(&parents(graph, a))),
            ancestors: std::array::from_fn(|a| bits(&oracle::ancestors(graph, a))),
            optimal: std::array::from_fn(|a| {
                std::array::from_fn(|b| if a == b { 0 } else { bits(&oracle::optimal_set(graph, a, b)) })
            }),
        }
    }

    fn wrong(&self, learnt: &Self, strategy: Strategy, a: usize, b: usize) -> bool {
        let by_set = |set: usize| if set >> b & 1 == 1 { self.affected[a][b] } else { !self.valid[a][b][set] };
        match strategy {
            Strategy::Parent => by_set(learnt.parents[a]),
            _ if !learnt.affected[a][b] => self.affected[a][b],
            Strategy::Ancestor => !self.valid[a][b][learnt.ancestors[a]],
            Strategy::Optimal => !self.valid[a][b][learnt.optimal[a][b]],
        }
    }
}

#[test]
fn all_pairs_of_four_node_graphs_equal_the_oracle() {
    let answers: Vec<Answers> = all_dags(4).iter().map(Answers::of).collect();
    assert_eq!(answers.len(), 543);
    for truth in &answers {
        for learnt in &answers {
            for strategy in STRATEGIES {
                let found = mistakes(&truth.dag, &learnt.dag, strategy);
                for (a, b) in (0..4).flat_map(|a| (0..4).map(move |b| (a, b))).filter(|(a, b)| a != b) {
                    let wrong = found.contains(NodeId::new(a), NodeId::new(b));
                    assert_eq!(wrong, truth.wrong(learnt, strategy, a, b), "{:?} {:?}", truth.dag, learnt.dag);
                }
            }
        }
    }
}

#[test]
fn random_larger_graphs_equal_the_oracle() {
    let mut rng = seeded(2);
    for _ in 0..60 {
        let nodes = rng.random_range(5..=7);
        let density = rng.random_range(0.1..0.6);
        let (truth, learnt) = (random_dag(nodes, density, &mut rng), random_dag(nodes, density, &mut rng));
        let (plain_truth, plain_learnt) = (literal(&truth), literal(&learnt));
        let of = |strategy| numbered(&mistakes(&truth, &learnt, strategy));
        assert_eq!(of(Strategy::Parent), oracle::sid_pairs(&plain_truth, &plain_learnt));
        assert_eq!(of(Strategy::Ancestor), oracle::ancestor_aid_pairs(&plain_truth, &plain_learnt));
        assert_eq!(of(Strategy::Optimal), oracle::optimal_aid_pairs(&plain_truth, &plain_learnt));
    }
}

/// Peters & Bühlmann (2015), Figure 1 and Example 3: SID(G, H1) = 0 and SID(G, H2) = 8.
#[test]
fn published_example_of_sid() {
    let [x1, x2, y1, y2, y3] = [0, 1, 2, 3, 4];
    let both = [(x1, y1), (x1, y2), (x1, y3), (x2, y1), (x2, y2), (x2, y3)];
    let with = |edge: (usize, usize)| dag(5, &[&both[..], &[edge]].concat());
    let truth = with((x1, x2));
    let one_more = dag(5, &[&both[..], &[(x1, x2), (y1, y2)]].concat());
    assert_eq!(sid(GraphPair::new(&truth, &one_more).unwrap()).count(), 0);
    assert_eq!(sid(GraphPair::new(&truth, &with((x2, x1))).unwrap()).count(), 8);
}

/// The first table of Dhanakshirur et al.: each graph that forgets one of V1 → V3 and V2 → V3 has SHD and SID 1.
#[test]
fn published_table_of_contsid() {
    let truth = dag(3, &[(0, 2), (1, 2)]);
    for (learnt, wrong) in [(dag(3, &[(0, 2)]), (2, 1)), (dag(3, &[(1, 2)]), (2, 0))] {
        let pair = GraphPair::new(&truth, &learnt).unwrap();
        assert_eq!(shd(pair, Reversal::Once, &Selection::all(3)).count, 1);
        assert_eq!(numbered(&sid(pair)), [wrong]);
    }
}

/// Twenty outcomes share an optimal set, the empty one, which a confounder spoils: by hand.
#[test]
fn many_outcomes_with_one_optimal_set_are_all_counted() {
    let (treatment, mediator, confounder, outcomes) = (0, 1, 2, 3..23);
    let path = |edges: &mut Vec<(usize, usize)>| {
        edges.push((treatment, mediator));
        edges.extend(outcomes.clone().map(|outcome| (mediator, outcome)));
    };
    let (mut true_edges, mut learnt_edges) = (vec![(confounder, treatment)], Vec::new());
    true_edges.extend(outcomes.clone().map(|outcome| (confounder, outcome)));
    path(&mut true_edges);
    path(&mut learnt_edges);
    let mut expected: Vec<(usize, usize)> = outcomes.clone().map(|outcome| (treatment, outcome)).collect();
    expected.extend(outcomes.clone().map(|outcome| (mediator, outcome)));
    // The learnt graph denies every effect of the confounder.
    expected.extend([treatment, mediator].into_iter().chain(outcomes.clone()).map(|other| (confounder, other)));
    let found = mistakes(&dag(23, &true_edges), &dag(23, &learnt_edges), Strategy::Optimal);
    assert_eq!(numbered(&found), expected);
}

/// Long zigzags go beyond the rounds of sweeps, to the plain search.
#[test]
fn a_long_zigzag_equals_the_plain_search() {
    let nodes = 601;
    let colliders = || (1..nodes - 1).step_by(2);
    let truth = dag(nodes, &colliders().flat_map(|c| [(c - 1, c), (c + 1, c)]).collect::<Vec<_>>());
    let edges: Vec<_> = colliders().flat_map(|c| (0..nodes).step_by(2).map(move |source| (c, source))).collect();
    let learnt = dag(nodes, &edges);
    let found = sid(GraphPair::new(&truth, &learnt).unwrap());
    for treatment in truth.nodes() {
        let set = learnt.parent_set(treatment);
        let valid = contsid::adjustment::valid_outcomes(&truth, treatment, &set);
        for outcome in truth.nodes().filter(|&outcome| outcome != treatment) {
            let wrong = if set.contains(outcome) {
                truth.descendants(treatment).contains(outcome)
            } else {
                !valid.contains(outcome)
            };
            assert_eq!(found.contains(treatment, outcome), wrong);
        }
    }
}

#[test]
fn r_package_sid_agrees() {
    let file: Value = serde_json::from_str(include_str!("../../../tests/vectors/sid_bounds.json")).unwrap();
    let cases = file["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 60);
    let graph = |value: &Value| {
        let row = |row: &Value| row.as_array().unwrap().iter().map(|cell| cell.as_i64() == Some(1)).collect();
        checked(&value.as_array().unwrap().iter().map(row).collect())
    };
    for case in cases {
        let (truth, learnt) = (graph(&case["truth"]), graph(&case["learnt_dag"]));
        let found = sid(GraphPair::new(&truth, &learnt).unwrap()).count();
        assert_eq!(found as u64, case["sid_dag"].as_u64().unwrap());
    }
}

#[test]
fn a_selection_only_leaves_pairs_out() {
    let mut rng = seeded(3);
    for _ in 0..50 {
        let nodes = rng.random_range(2..=30);
        let (truth, learnt) = (random_dag(nodes, 0.3, &mut rng), random_dag(nodes, 0.3, &mut rng));
        let pair = GraphPair::new(&truth, &learnt).unwrap();
        let selection = Selection::all(nodes)
            .with_treatments(random_set(nodes, 0.5, &mut rng))
            .with_outcomes(random_set(nodes, 0.5, &mut rng));
        for strategy in STRATEGIES {
            let chosen = identification_mistakes(pair, strategy, &selection, &Execution::default()).unwrap();
            let all = mistakes(&truth, &learnt, strategy);
            let expected: Vec<_> = all.pairs().filter(|&(a, b)| selection.contains(a, b)).collect();
            assert_eq!(chosen.pairs().collect::<Vec<_>>(), expected);
            let share = expected.len() as f64 / selection.pair_count().max(1) as f64;
            assert!((chosen.normalised() - share).abs() < 1e-15);
        }
    }
}

#[test]
fn laws_that_every_distance_obeys() {
    let mut rng = seeded(4);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    for round in 0..40 {
        // Beyond 512 nodes there is more than one block of treatments.
        let nodes = if round == 0 { 600 } else { rng.random_range(2..=80) };
        let (truth, learnt) = (random_dag(nodes, 0.05, &mut rng), random_dag(nodes, 0.05, &mut rng));
        let mut renamed: Vec<NodeId> = NodeId::all(nodes).collect();
        renamed.shuffle(&mut rng);
        let (other_truth, other_learnt) = (truth.relabelled(&renamed), learnt.relabelled(&renamed));
        for strategy in STRATEGIES {
            assert_eq!(mistakes(&truth, &truth, strategy).count(), 0);
            let found = mistakes(&truth, &learnt, strategy);
            let moved: NodeSetPairs = found.pairs().map(|(a, b)| (renamed[a.index()], renamed[b.index()])).collect();
            let other: NodeSetPairs = mistakes(&other_truth, &other_learnt, strategy).pairs().collect();
            assert_eq!(moved, other);
            let threaded = identification_mistakes(
                GraphPair::new(&truth, &learnt).unwrap(),
                strategy,
                &Selection::all(nodes),
                &Execution::default().on(&pool),
            );
            assert_eq!(threaded.unwrap(), found);
        }
    }
}

type NodeSetPairs = std::collections::BTreeSet<(NodeId, NodeId)>;

#[test]
fn more_edges_along_the_order_make_no_mistake() {
    let mut rng = seeded(5);
    for _ in 0..50 {
        let nodes = rng.random_range(2..=40);
        let full = random_dag(nodes, 1.0, &mut rng);
        let truth = Dag::from_edges(nodes, full.edges().filter(|_| rng.random_bool(0.3))).unwrap();
        assert_eq!(sid(GraphPair::new(&truth, &full).unwrap()).count(), 0);
    }
}

#[test]
fn shd_is_symmetric_and_counts_reversals_as_asked() {
    let mut rng = seeded(6);
    for _ in 0..50 {
        let nodes = rng.random_range(2..=30);
        let (a, b) = (random_dag(nodes, 0.3, &mut rng), random_dag(nodes, 0.3, &mut rng));
        let all = Selection::all(nodes);
        let count = |a: &Dag, b: &Dag, reversal| shd(GraphPair::new(a, b).unwrap(), reversal, &all).count;
        let differing = |a: &Dag, b: &Dag| a.edges().filter(|&(from, to)| !b.has_edge(from, to)).count();
        let reversed = a.edges().filter(|&(from, to)| b.has_edge(to, from)).count();
        assert_eq!(count(&a, &b, Reversal::Twice), differing(&a, &b) + differing(&b, &a));
        assert_eq!(count(&a, &b, Reversal::Once), count(&a, &b, Reversal::Twice) - reversed);
        assert_eq!(count(&a, &b, Reversal::Once), count(&b, &a, Reversal::Once));
        assert_eq!(count(&a, &a, Reversal::Once), 0);
    }
}

#[test]
fn shd_looks_at_selected_pairs_only() {
    let (truth, learnt) = (dag(3, &[(0, 1), (1, 2)]), dag(3, &[(1, 0)]));
    let pair = GraphPair::new(&truth, &learnt).unwrap();
    let only = |node: usize| NodeSet::of(3, [NodeId::new(node)]);
    let selected = shd(pair, Reversal::Once, &Selection::all(3).with_treatments(only(0)));
    assert_eq!((selected.count, selected.normalised()), (1, 0.5));
}

#[test]
fn a_monitor_can_stop_it() {
    let truth = dag(3, &[(0, 1)]);
    let pair = GraphPair::new(&truth, &truth).unwrap();
    let impatient = Watch::stopping_after(0);
    let execution = Execution::default().watched_by(&impatient);
    for strategy in STRATEGIES {
        assert_eq!(identification_mistakes(pair, strategy, &Selection::all(3), &execution), Err(Cancelled));
    }
}
