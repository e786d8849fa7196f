//! The page of a comparison, read back.

#![allow(clippy::unwrap_used, reason = "this is a test program")]

mod read;

use base64::{Engine, engine::general_purpose::STANDARD};
use contsid::comparison::{Comparison, ComparisonOptions, compare, rank};
use contsid::data::{Column, Table};
use contsid::distance::Why;
use contsid::effect::{ContSidOptions, Prepared, Score};
use contsid::execution::Execution;
use contsid::graph::{Dag, GraphPair, MixedGraph, NodeId, NodeNames};
use contsid_report::comparison::{ComparisonReport, LearntGraph, Observations, ShownGraph};
use contsid_report::density::trapezoid;
use read::model_of;
use serde_json::Value;

struct Scene {
    names: NodeNames,
    truth: Dag,
    learnt: Dag,
    table: Table,
    comparison: Comparison,
    contsid: Score,
    prepared: Prepared<'static>,
}

/// The first example of the paper: V3 = 10 V1 + V2 + noise, and a graph that turns an edge and forgets one.
fn scene() -> Scene {
    let [a, b, c] = [0, 1, 2].map(NodeId::new);
    let (truth, learnt) =
        (Dag::from_edges(3, [(a, c), (b, c)]).unwrap(), Dag::from_edges(3, [(c, a), (a, b)]).unwrap());
    let wave = |row: usize, factor: f64| (row as f64 * factor).sin();
    let first: Vec<f64> = (0..80).map(|row| wave(row, 1.3)).collect();
    let second: Vec<f64> = (0..80).map(|row| wave(row, 2.1)).collect();
    let third = first.iter().zip(&second).enumerate().map(|(row, (x, y))| 10.0 * x + y + wave(row, 4.7)).collect();
    let names = NodeNames::new(["V1", "<V2>", "V3"]).unwrap();
    let columns = vec![Column::numbers(first), Column::numbers(second), Column::numbers(third)];
    let table = Table::new(names.clone(), columns).unwrap();
    let (truth_graph, learnt_graph) = (MixedGraph::from(truth.clone()), MixedGraph::from(learnt.clone()));
    let execution = Execution::default();
    let prepared = Prepared::new(&table, &ContSidOptions::default(), &execution).unwrap();
    let contsid = prepared.compare(GraphPair::new(&truth, &learnt).unwrap(), &execution).unwrap();
    let comparison =
        compare(&truth_graph, &learnt_graph, Some(&prepared), &ComparisonOptions::default(), &execution).unwrap();
    Scene { names, truth, learnt, table, comparison, contsid, prepared }
}

fn model(scene: &Scene) -> Value {
    let (truth, learnt) = (MixedGraph::from(scene.truth.clone()), MixedGraph::from(scene.learnt.clone()));
    let learnt_graph =
        LearntGraph { graph: ShownGraph { name: "learnt", graph: &learnt }, comparison: &scene.comparison };
    let report = ComparisonReport {
        title: "test".to_owned(),
        introduction: None,
        names: &scene.names,
        truth: ShownGraph { name: "truth", graph: &truth },
        learnt: vec![learnt_graph],
        ranking: &rank(&["learnt"], &[&scene.comparison], None),
        options: &ComparisonOptions::default(),
        data: Some(Observations {
            table: &scene.table,
            options: scene.prepared.options(),
            prepared: Some(&scene.prepared),
            parts: None,
        }),
        settings: Vec::new(),
        command: None,
    };
    let page = report.html(&Execution::default()).unwrap();
    model_of(&page)
}

#[test]
fn explanations_are_those_of_why() {
    let scene = scene();
    let model = model(&scene);
    let pair = GraphPair::new(&scene.truth, &scene.learnt).unwrap();
    for index in 0..9 {
        let sentences = &model["learnt"][0]["why"][index.to_string()];
        let (treatment, outcome) = (NodeId::new(index / 3), NodeId::new(index % 3));
        if treatment == outcome {
            assert!(sentences.is_null());
            continue;
        }
        let filled = |numbers: &Value| {
            let numbers: Vec<usize> =
                numbers.as_array().unwrap().iter().map(|number| number.as_u64().unwrap() as usize).collect();
            let template = model["sentences"][numbers[0]].as_str().unwrap();
            let mut names = numbers[1..].iter().map(|&node| scene.names.name(NodeId::new(node)));
            let parts: Vec<&str> = template.split('\u{1}').collect();
            let mut sentence = parts[0].to_owned();
            for part in &parts[1..] {
                sentence += names.next().unwrap();
                sentence += part;
            }
            assert_eq!(names.next(), None);
            sentence + "\n"
        };
        let words: String = sentences.as_array().unwrap().iter().map(filled).collect();
        let why = Why::new(pair, treatment, outcome);
        let expected = why.in_words(&scene.truth, &scene.names);
        // More is said only where the set is right and the distance is not 0.
        assert!(words.starts_with(&expected));
        let more = words.strip_prefix(&expected).unwrap();
        assert_eq!(more.starts_with("Yet d is not 0"), !more.is_empty());
    }
}

#[test]
fn every_distance_has_its_densities() {
    let scene = scene();
    let model = model(&scene);
    let shown = model["densities"]["pairs"][0].as_array().unwrap();
    let mut count = 0;
    for treatment in NodeId::all(3) {
        for outcome in NodeId::all(3) {
            let distance =
                scene.contsid.pair(treatment, outcome).map_or(0.0, |pair| pair.upper.as_ref().unwrap().value);
            let (i, j) = (treatment.index(), outcome.index());
            let wrong = model["learnt"][0]["effects"]["wrong"].as_array().unwrap();
            let value =
                wrong.iter().find(|effect| effect[0] == 3 * i + j).map_or(0.0, |effect| effect[2].as_f64().unwrap());
            assert!((value - distance).abs() <= 5e-5 * distance, "five digits of {distance}: {value}");
            let found = shown.iter().find(|pair| pair[0] == i && pair[1] == j);
            assert_eq!(found.is_some(), distance > 0.0);
            count += usize::from(distance > 0.0);
            for number in found.iter().flat_map(|pair| [&pair[2], &pair[3]]).filter_map(Value::as_u64) {
                let packed = &model["densities"]["curves"][number as usize];
                let curves = STANDARD.decode(packed[0].as_str().unwrap()).unwrap();
                assert_eq!(curves.len(), 5 * 64);
                let step = model["densities"]["outcomes"][j]["step"].as_f64().unwrap();
                for (curve, mode) in curves.chunks(64).zip(packed[1].as_array().unwrap()) {
                    assert_eq!(curve.iter().max(), Some(&255), "the mode is 255");
                    let heights: Vec<f64> =
                        curve.iter().map(|&byte| mode.as_f64().unwrap() * f64::from(byte) / 255.0).collect();
                    let area = trapezoid(&heights, step);
                    assert!((area - 1.0).abs() < 0.02, "bytes round: {area}");
                }
            }
        }
    }
    assert!(count >= 3, "{count}");
}

#[test]
fn fixes_start_with_the_best() {
    let scene = scene();
    let model = model(&scene);
    let fixes = model["learnt"][0]["fixes"]["rows"].as_array().unwrap();
    assert_eq!(fixes.len(), scene.comparison.shd.count);
    let changes: Vec<f64> = fixes.iter().filter_map(|fix| fix["effect"]["change"][1].as_f64()).collect();
    assert!(changes.is_sorted() && changes[0] < 0.0);
}
