//! The page of a comparison under choices other than the usual ones.

#![allow(clippy::unwrap_used, reason = "this is a test program")]

mod read;

use contsid::adjustment::AdjustmentRule;
use contsid::adjustment::sets::optimal_set;
use contsid::comparison::{Comparison, ComparisonOptions, ShdOf, Undirected, compare, rank};
use contsid::data::{Column, Table};
use contsid::distance::bounds::Limits;
use contsid::distance::{Reversal, Selection};
use contsid::effect::{Agreement, ContSidOptions, Normalisation, Prepared};
use contsid::execution::Execution;
use contsid::graph::{Dag, Edge, MixedGraph, NodeId, NodeNames, NodeSet};
use contsid_report::comparison::{ComparisonReport, LearntGraph, Observations, ShownGraph};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use read::model_of;
use serde_json::Value;

/// A truth, learnt graphs, data and choices.
struct Scene {
    truth: MixedGraph,
    learnt: Vec<MixedGraph>,
    columns: Vec<Column>,
    options: ComparisonOptions,
    contsid: ContSidOptions,
}

impl Scene {
    fn new(truth: MixedGraph, learnt: MixedGraph) -> Self {
        let wave = |node: usize| (0..60).map(|row| (f64::from(row) * (1.3 + 0.8 * node as f64)).sin()).collect();
        let columns = (0..truth.node_count()).map(|node| Column::numbers(wave(node))).collect();
        let learnt = vec![learnt];
        Self { truth, learnt, columns, options: ComparisonOptions::default(), contsid: ContSidOptions::default() }
    }

    /// What `made` makes of the report, after `changed` changed the distances.
    fn reported<T>(
        &self,
        changed: impl Fn(&mut [Comparison]),
        made: impl Fn(&ComparisonReport<'_>, &Execution<'_>) -> T,
    ) -> T {
        let (names, execution) = (NodeNames::numbered(self.truth.node_count()), Execution::default());
        let table = Table::new(names.clone(), self.columns.clone()).unwrap();
        let prepared = Prepared::new(&table, &self.contsid, &execution).unwrap();
        let compared = |graph| compare(&self.truth, graph, Some(&prepared), &self.options, &execution).unwrap();
        let mut comparisons: Vec<Comparison> = self.learnt.iter().map(compared).collect();
        changed(&mut comparisons);
        let learnt = self.learnt.iter().zip(&comparisons);
        let learnt =
            learnt.map(|(graph, comparison)| LearntGraph { graph: ShownGraph { name: "learnt", graph }, comparison });
        let report = ComparisonReport {
            title: "test".to_owned(),
            introduction: None,
            names: &names,
            truth: ShownGraph { name: "truth", graph: &self.truth },
            learnt: learnt.collect(),
            ranking: &rank(&vec!["learnt"; comparisons.len()], &comparisons.iter().collect::<Vec<_>>(), None),
            options: &self.options,
            data: Some(Observations {
                table: &table,
                options: prepared.options(),
                prepared: Some(&prepared),
                parts: None,
            }),
            settings: Vec::new(),
            command: None,
        };
        made(&report, &execution)
    }

    /// The data of the page.
    fn model(&self) -> Value {
        self.reported(|_| (), |report, execution| model_of(&report.html(execution).unwrap()))
    }
}

fn graph(count: usize, edges: &[Edge]) -> MixedGraph {
    MixedGraph::from_edges(count, edges.iter().copied()).unwrap()
}

/// What a distance says of the first graph.
fn score<'a>(model: &'a Value, title: &str) -> &'a Value {
    let measures = model["measures"].as_array().unwrap();
    &measures.iter().find(|measure| measure["title"] == title).unwrap()["rows"][0]
}

/// A sentence of the page as text, with the numbers of nodes and graphs for their names.
fn text(sentence: &Value) -> String {
    let piece = |piece: &Value| match piece {
        Value::String(words) => words.clone(),
        _ if piece["words"].is_string() => piece["words"].as_str().unwrap().to_owned(),
        _ if piece["edge"].is_array() => format!("{} → {}", piece["edge"][0], piece["edge"][1]),
        _ if piece["graph"].is_u64() => format!("G{}", piece["graph"]),
        _ => format!("N{}", piece["node"]),
    };
    sentence.as_array().unwrap().iter().map(piece).collect()
}

/// The verdict in lines.
fn verdict(model: &Value) -> Vec<String> {
    let details = model["verdict"]["details"].as_array().unwrap();
    std::iter::once(&model["verdict"]["headline"]).chain(details).map(text).collect()
}

/// With the same adjustment set nothing is estimated even where the graphs never agree; of an undirected edge only one
/// of its two directions is shown, and the other one has the distance.
#[test]
fn curves_that_are_referred_to_are_there() {
    let [a, b] = [0, 1].map(NodeId::new);
    let answers = Column::Categorical {
        codes: (0..60).map(|row| u32::from(row % 3 == 0)).collect(),
        levels: vec!["no".to_owned(), "yes".to_owned()],
    };
    let mut same = 0;
    for edge in [Edge::directed(a, b), Edge::directed(b, a)] {
        let mut scene = Scene::new(graph(2, &[edge]), graph(2, &[Edge::undirected(a, b)]));
        scene.contsid.agreement = Agreement::Never;
        for columns in [scene.columns.clone(), vec![scene.columns[0].clone(), answers.clone()]] {
            scene.columns = columns;
            let model = scene.model();
            let curves = model["densities"]["curves"].as_array().unwrap();
            assert!(curves.iter().all(Value::is_array), "{curves:?}");
            let shown = model["densities"]["pairs"][0].as_array().unwrap();
            for number in shown.iter().flat_map(|pair| [&pair[2], &pair[3]]).filter_map(Value::as_u64) {
                assert!(curves.get(number as usize).is_some());
            }
            let cases = model["learnt"][0]["effects"]["cases"].as_str().unwrap();
            let estimated = cases.matches(['2', '3', '5']).count();
            assert_eq!(shown.len(), estimated, "{model}");
            same += cases.matches('6').count();
            let plots = scene.reported(|_| (), |report, execution| report.plots(execution).unwrap());
            assert_eq!(plots.iter().any(|plot| plot.name.starts_with("densities")), estimated > 0);
        }
    }
    assert!(same > 0, "the member that is shown is the truth for one of the two");
}

#[test]
fn bounds_of_contsid_that_are_not_exact_are_said_to_be_so() {
    let nodes = [0, 1, 2].map(NodeId::new);
    let clique: Vec<Edge> = [(0, 1), (0, 2), (1, 2)].map(|(a, b)| Edge::undirected(nodes[a], nodes[b])).to_vec();
    let mut scene = Scene::new(graph(3, &[]), graph(3, &clique));
    let words = |scene: &Scene, name: &str| score(&scene.model(), name)["meaning"].as_str().unwrap().to_owned();
    assert!(!words(&scene, "contSID").contains("perhaps not attained"));
    scene.options.contsid_limits = Limits { parent_sets: 1, ..Limits::default() };
    assert!(words(&scene, "contSID").contains("perhaps not attained"));
    assert!(!words(&scene, "SID").contains("perhaps not attained"), "the SID has limits of its own");
}

fn random_graph(count: usize, rng: &mut impl Rng) -> MixedGraph {
    let mut edges = Vec::new();
    for to in 0..count {
        for from in 0..to {
            let [from, to] = [from, to].map(NodeId::new);
            match rng.random_range(0..6) {
                0 => edges.push(Edge::undirected(from, to)),
                1 => edges.push(Edge::directed(to, from)),
                2 | 3 => edges.push(Edge::directed(from, to)),
                _ => {}
            }
        }
    }
    graph(count, &edges)
}

/// The numbers of the sentence add up to the distance.
#[test]
fn the_words_of_the_shd_count_what_it_counts() {
    let (mut rng, mut differing) = (ChaCha8Rng::seed_from_u64(5), [0; 2]);
    for round in 0..400 {
        let (truth, learnt) = (random_graph(4, &mut rng), random_graph(4, &mut rng));
        let undirected = Undirected::default();
        if undirected.class_of(&truth).is_err() || undirected.class_of(&learnt).is_err() {
            continue;
        }
        let mut scene = Scene::new(truth, learnt);
        scene.columns.iter_mut().for_each(|column| *column = column.rows(&[0, 1, 2, 3]));
        scene.options.shd_of = [ShdOf::Graphs, ShdOf::Classes][round % 2];
        scene.options.reversal = [Reversal::Once, Reversal::Twice][round / 2 % 2];
        let treatments = NodeSet::of(4, NodeId::all(4).filter(|_| rng.random_bool(0.5)));
        let selection = Selection::all(4).with_treatments(treatments);
        scene.options.selection = (round / 4 % 2 == 0).then_some(selection);
        let model = scene.model();
        let shd = score(&model, "SHD");
        let meaning = shd["meaning"].as_str().unwrap();
        let parts = meaning.strip_prefix("Edges that differ: ").map_or("", |rest| rest.split('.').next().unwrap());
        let mut sum = 0;
        for part in parts.split(", ").filter(|part| !part.is_empty()) {
            let (count, kind) = part.split_once(' ').unwrap();
            let twice = kind == "reversed" && scene.options.reversal == Reversal::Twice;
            sum += count.parse::<usize>().unwrap() * if twice { 2 } else { 1 };
        }
        assert_eq!(sum.to_string(), shd["text"].as_str().unwrap(), "{meaning}");
        differing[round % 2] += usize::from(sum > 0);
    }
    assert!(differing.iter().all(|&count| count > 20), "{differing:?}");
}

#[test]
fn the_page_knows_what_is_adjusted_for_and_divided_by() {
    let [a, b, c, d] = [0, 1, 2, 3].map(NodeId::new);
    let truth = [(a, b), (b, c), (d, c)];
    let (truth_dag, learnt_dag) =
        (Dag::from_edges(4, truth).unwrap(), Dag::from_edges(4, [(a, b), (a, c), (b, c), (d, b)]).unwrap());
    let mut scene = Scene::new(truth_dag.clone().into(), learnt_dag.clone().into());
    let model = scene.model();
    assert_eq!((&model["adjustment"], &model["normalise"]), (&"parents".into(), &"norm".into()));
    assert!(model["truth"]["adjusted"].is_null());
    scene.contsid.adjustment = AdjustmentRule::Optimal;
    scene.contsid.normalise = Normalisation::None;
    let model = scene.model();
    assert_eq!((&model["adjustment"], &model["normalise"]), (&"optimal".into(), &"none".into()));
    for (dag, shown) in [(&truth_dag, &model["truth"]), (&learnt_dag, &model["learnt"][0]["graph"])] {
        for (index, number) in shown["adjusted"]["pairs"].as_array().unwrap().iter().enumerate() {
            let (treatment, outcome) = (NodeId::new(index / 4), NodeId::new(index % 4));
            let has_path = treatment != outcome && dag.descendants(treatment).contains(outcome);
            assert_eq!(number.is_u64(), has_path);
            if let Some(number) = number.as_u64() {
                let expected: Vec<usize> = optimal_set(dag, treatment, outcome).iter().map(NodeId::index).collect();
                assert_eq!(shown["adjusted"]["sets"][number as usize], Value::from(expected));
            }
        }
    }
    // The effect of b on c: the other cause of c is adjusted for, which is no parent of b.
    let number = model["truth"]["adjusted"]["pairs"][4 + 2].as_u64().unwrap();
    assert_eq!(model["truth"]["adjusted"]["sets"][number as usize], Value::from(vec![3]));
}

#[test]
fn overlapping_bounds_depend_on_undirected_edges() {
    let [a, b] = [0, 1].map(NodeId::new);
    let mut scene = Scene::new(graph(2, &[Edge::directed(a, b)]), graph(2, &[Edge::undirected(a, b)]));
    scene.learnt.push(scene.learnt[0].clone());
    let lower_bounds = |comparisons: &mut [Comparison]| {
        for (comparison, (contsid, sid)) in comparisons.iter_mut().zip([(0.02, 0), (0.01, 1)]) {
            comparison.contsid.as_mut().expect("there are data").sum.lower.value = contsid;
            comparison.sid.lower = sid;
        }
    };
    let model = scene.reported(lower_bounds, |report, execution| model_of(&report.html(execution).unwrap()));
    assert_eq!(model["measures"][0]["order"], Value::from(vec![0, 1]));
    let said = verdict(&model);
    let start = "Choose G0 or G1: which of them is nearer to the truth depends on undirected edges. The first is G0, ";
    assert!(said[0].starts_with(start), "{said:?}");
    let by_sid = |comparisons: &mut [Comparison]| comparisons[1].sid.lower = comparisons[1].sid.upper;
    let model = scene.reported(by_sid, |report, execution| model_of(&report.html(execution).unwrap()));
    assert!(!verdict(&model).iter().any(|line| line.contains("SID puts")), "SID's bounds overlap as well");
}

/// A chain of three nodes against graphs with these edges.
fn chain(learnt: &[&[(usize, usize)]]) -> Scene {
    let of = |edges: &[(usize, usize)]| {
        graph(3, &edges.iter().map(|&(a, b)| Edge::directed(NodeId::new(a), NodeId::new(b))).collect::<Vec<_>>())
    };
    let mut scene = Scene::new(of(&[(0, 1), (1, 2)]), of(learnt[0]));
    scene.learnt = learnt.iter().map(|edges| of(edges)).collect();
    scene
}

#[test]
fn equal_graphs_share_a_tier_and_the_verdict_says_so() {
    let model = chain(&[&[(1, 0)], &[(0, 1)], &[(0, 1)]]).model();
    let tiers: Vec<&Value> = (0..3).map(|graph| &model["measures"][0]["rows"][graph]["tier"]).collect();
    assert_eq!(tiers, [3, 1, 1]);
    let said = verdict(&model);
    let start = "Choose G1 or G2: they are equally near to the truth. The first is G1, contSID ";
    assert!(said[0].starts_with(start), "{said:?}");
    assert!(said.contains(&"G0 is farther from the truth than G1 and G2.".to_owned()), "{said:?}");
    assert!(said.contains(&"Nothing is known of chance: contSID is not cross-fitted.".to_owned()), "{said:?}");
}

#[test]
fn without_a_distance_nothing_needs_fixing() {
    // 0 → 2 changes no effect: 2 is reached from 0 already, and what is adjusted for stays valid.
    let model = chain(&[&[(0, 1), (1, 2), (0, 2)]]).model();
    assert_eq!(
        verdict(&model),
        [
            "G0 implies the same effects as the truth: contSID 0.",
            "SID: 0 of 6 effects are read off wrongly. SHD: 1.",
            "Nothing needs fixing: contSID is 0 although 1 edge differs."
        ]
    );
    let equal = chain(&[&[(0, 1), (1, 2)]]).model();
    assert_eq!(verdict(&equal)[2], "All edges are right: there is nothing to fix.");
}

#[test]
fn distances_that_disagree_are_named() {
    let mut scene = chain(&[&[(0, 1)], &[(2, 1), (1, 0)]]);
    let model = scene.model();
    assert!(verdict(&model).iter().any(|line| line.ends_with("agree.")), "{:?}", verdict(&model));
    let undecided = |comparisons: &mut [Comparison]| comparisons.iter_mut().for_each(|found| found.shd.count = 1);
    let model = scene.reported(undecided, |report, execution| model_of(&report.html(execution).unwrap()));
    assert!(verdict(&model).contains(&"SHD tells none apart.".to_owned()), "{:?}", verdict(&model));
    scene.learnt.push(scene.truth.clone());
    let swapped = |comparisons: &mut [Comparison]| {
        // The SHD alone prefers the graph that is farthest otherwise.
        comparisons[1].shd.count = 0;
        comparisons[2].shd.count = 2;
    };
    let model = scene.reported(swapped, |report, execution| model_of(&report.html(execution).unwrap()));
    let said = verdict(&model);
    assert!(said[0].starts_with("Choose G2: contSID 0"), "{said:?}");
    assert!(said.contains(&"SID and AID agree.".to_owned()), "{said:?}");
    assert!(said.contains(&"SHD puts G1 first.".to_owned()), "{said:?}");
}

#[test]
fn rounding_is_no_harm() {
    let model = chain(&[&[(0, 1), (1, 2), (0, 2)], &[(0, 1)]]).model();
    for fix in model["learnt"].as_array().unwrap().iter().flat_map(|learnt| learnt["fixes"]["rows"].as_array().unwrap())
    {
        for change in fix["effect"]["change"].as_array().unwrap() {
            let size = change.as_f64().unwrap().abs();
            assert!(size == 0.0 || size > 1e-9, "{fix}");
        }
    }
    assert_eq!(model["learnt"][0]["fixes"]["rows"][0]["effect"]["texts"], Value::from(vec!["0", "0"]));
}

/// A fix of a class may lower one bound and raise the other: both are told.
#[test]
fn fixes_tell_both_bounds() {
    let [a, b, c] = [0, 1, 2].map(NodeId::new);
    let truth = graph(3, &[Edge::directed(a, b), Edge::directed(c, b)]);
    let scene = Scene::new(truth, graph(3, &[Edge::undirected(a, b), Edge::undirected(b, c)]));
    let model = scene.model();
    let fixes = &model["learnt"][0]["fixes"];
    assert_eq!(fixes["bounded"], true);
    assert!(text(&fixes["rows"][0]["words"]).starts_with("direct as "), "{fixes}");
    let change: Vec<f64> =
        fixes["rows"][0]["effect"]["change"].as_array().unwrap().iter().map(|c| c.as_f64().unwrap()).collect();
    assert!(change[0] != change[1], "{fixes}");
}
