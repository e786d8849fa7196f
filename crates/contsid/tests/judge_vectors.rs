//! Graphs judged by experiments against values computed by another program: see tests/vectors/README.md.

#![allow(clippy::unwrap_used, reason = "a test that cannot read its data fails")]

use contsid::data::{Column, Table};
use contsid::effect::{CrossFitOptions, Division, Partition};
use contsid::execution::Execution;
use contsid::experiment::{Experiment, JudgeOptions, Judgement, judge};
use contsid::graph::{Edge, MixedGraph, NodeId, NodeNames, NodeSet};
use contsid::kernel::median_distance;
use contsid_oracle::contsid::{Agreement, Estimator, Kernel, Lambda, Normalisation, Problem};
use contsid_oracle::crossfit::{Parts, standard_error};
use contsid_oracle::graphs::Graph;
use contsid_oracle::joint_contsid::Rule;
use contsid_oracle::judge::{Experiment as LiteralExperiment, Verdict};
use serde_json::Value;
use std::path::Path;

/// Both programs solve systems with condition numbers of a few hundred.
const TOLERANCE: f64 = 1e-9;

fn cases() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/judge");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 3, "the vectors are there");
    let read = |path: &std::path::PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap())
    };
    paths.iter().map(read).collect()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

fn columns(value: &Value) -> Vec<Vec<f64>> {
    let rows: Vec<Vec<f64>> = value.as_array().unwrap().iter().map(numbers).collect();
    (0..rows[0].len()).map(|c| rows.iter().map(|row| row[c]).collect()).collect()
}

fn labels(value: &Value) -> Vec<Vec<usize>> {
    let row = |row: &Value| row.as_array().unwrap().iter().map(|label| label.as_u64().unwrap() as usize).collect();
    value.as_array().unwrap().iter().map(row).collect()
}

fn table(value: &Value) -> Table {
    let columns: Vec<Column> = columns(value).into_iter().map(Column::numbers).collect();
    Table::new(NodeNames::numbered(columns.len()), columns).unwrap()
}

fn literal(value: &Value) -> Graph {
    let row = |row: &Value| numbers(row).iter().map(|mark| *mark != 0.0).collect();
    value.as_array().unwrap().iter().map(row).collect()
}

fn mixed(value: &Value) -> MixedGraph {
    let graph = literal(value);
    let pairs = (0..graph.len()).flat_map(|a| (0..graph.len()).map(move |b| (a, b)));
    let edges = pairs.filter(|&(a, b)| graph[a][b]).map(|(a, b)| Edge::directed(NodeId::new(a), NodeId::new(b)));
    MixedGraph::from_edges(graph.len(), edges).unwrap()
}

fn experiments(case: &Value, nodes: usize) -> Vec<Experiment> {
    let experiment = |given: &Value| {
        let target = NodeId::new(given["target"].as_u64().unwrap() as usize);
        let (table, labels) = (table(&given["rows"]), labels(&given["labels"]));
        let partition = Partition::given_for_experiment(&labels, table.row_count()).unwrap();
        Experiment::new(NodeSet::of(nodes, [target]), table).unwrap().divided(Division::Given(partition))
    };
    case["experiments"].as_array().unwrap().iter().map(experiment).collect()
}

fn judged(case: &Value, execution: &Execution<'_>) -> Judgement {
    let table = table(&case["data"]);
    let partition = Partition::given(&labels(&case["labels"]), table.row_count()).unwrap();
    let crossfit = CrossFitOptions { division: Division::Given(partition), ..CrossFitOptions::default() };
    let graphs: Vec<MixedGraph> = case["graphs"].as_array().unwrap().iter().map(mixed).collect();
    let options = JudgeOptions { crossfit, ..JudgeOptions::default() };
    let experiments = experiments(case, table.column_count());
    judge(&graphs.iter().collect::<Vec<_>>(), &table, &experiments, &options, execution).unwrap()
}

fn close(what: &str, found: f64, expected: &Value) {
    let expected = expected.as_f64().unwrap();
    assert!((found - expected).abs() <= TOLERANCE, "{what}: {found} instead of {expected}");
}

#[test]
fn the_core_gives_the_values_of_the_other_program() {
    for (name, case) in cases() {
        let found = judged(&case, &Execution::default());
        for (index, expected) in case["expected"].as_array().unwrap().iter().enumerate() {
            let graph = &found.graphs[index];
            close(&format!("{name}: skill of graph {index}"), graph.skill.value, &expected["skill"]);
            close(&format!("{name}: its error"), graph.skill.se.unwrap(), &expected["skill_se"]);
            let pairs = expected["pairs"].as_array().unwrap();
            assert_eq!(graph.pairs.len(), pairs.len());
            for (pair, expected) in graph.pairs.iter().zip(pairs) {
                assert_eq!(pair.experiment as u64, expected["experiment"].as_u64().unwrap());
                assert_eq!(pair.outcome.index() as u64, expected["outcome"].as_u64().unwrap());
                close(&format!("{name}: score"), pair.score, &expected["score"]);
                close(&format!("{name}: score of no effect"), pair.no_effect, &expected["no_effect"]);
            }
            let difference = graph.difference(&found.graphs[0]).unwrap();
            close(&format!("{name}: difference"), difference.value, &expected["difference_to_first"]);
            close(&format!("{name}: its error"), difference.se, &expected["difference_se"]);
        }
    }
}

fn literal_verdicts(case: &Value) -> Vec<Verdict> {
    let columns_of_data = columns(&case["data"]);
    let problem = Problem {
        kernels: columns_of_data.iter().map(|column| Kernel::Gaussian(median_distance(column).value())).collect(),
        columns: columns_of_data,
        lambda: Lambda::Fixed(1.0),
        agreement: Agreement::Either,
        estimator: Estimator::Plain,
        normalisation: Normalisation::Norm,
        interventions: None,
    };
    let experiment = |given: &Value| LiteralExperiment {
        treatments: vec![given["target"].as_u64().unwrap() as usize],
        weights: vec![1.0; given["rows"].as_array().unwrap().len()],
        columns: columns(&given["rows"]),
        labels: labels(&given["labels"]),
    };
    let experiments: Vec<LiteralExperiment> = case["experiments"].as_array().unwrap().iter().map(experiment).collect();
    let parts = Parts { labels: labels(&case["labels"]), ridge: 0.1, is_guided: false, is_checked: false };
    let graphs = case["graphs"].as_array().unwrap().iter();
    graphs.map(|graph| problem.judge(&literal(graph), &experiments, &parts, Rule::Parents)).collect()
}

#[test]
fn the_literal_definition_gives_the_values_of_the_other_program() {
    let (name, case) = cases().swap_remove(1);
    let verdicts = literal_verdicts(&case);
    for (verdict, expected) in verdicts.iter().zip(case["expected"].as_array().unwrap()) {
        close(&format!("{name}: skill"), verdict.skill, &expected["skill"]);
        close(&format!("{name}: its error"), verdict.error, &expected["skill_se"]);
        for (pair, expected) in verdict.pairs.iter().zip(expected["pairs"].as_array().unwrap()) {
            close(&format!("{name}: score"), pair.score, &expected["score"]);
            close(&format!("{name}: score of no effect"), pair.no_effect, &expected["no_effect"]);
        }
        let rows = verdict.deviations.iter().zip(&verdicts[0].deviations);
        let deviations = rows.map(|(a, b)| a.iter().zip(b).map(|(a, b)| a - b).collect()).collect();
        close(&format!("{name}: error of the difference"), standard_error(&deviations), &expected["difference_se"]);
    }
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    let (_, case) = cases().pop().unwrap();
    let alone = judged(&case, &Execution::default());
    for threads in [2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert_eq!(judged(&case, &Execution::default().on(&pool)), alone, "{threads} threads");
    }
}
