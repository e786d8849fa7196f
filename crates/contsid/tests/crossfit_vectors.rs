//! Cross-fitted contSID against values computed by another program: see tests/vectors/README.md.

#![allow(clippy::unwrap_used, reason = "a test that cannot read its data fails")]

mod support;

use contsid::distance::Selection;
use contsid::effect::{ContSidOptions, CrossFitOptions, Division, Effects, Partition, Prepared, Ridge, Score};
use contsid::execution::Execution;
use contsid::graph::{GraphClass, NodeId};
use contsid::kernel::median_distance;
use contsid_oracle::contsid::{Agreement, Estimator, Kernel, Lambda, Normalisation, Problem};
use contsid_oracle::crossfit::{CrossFitAnswer, Interventions, Parts, Question, difference};
use contsid_oracle::graphs::Graph;
use contsid_oracle::joint_contsid::Rule;
use serde_json::Value;
use support::vectors::{dag, files, matrix, table};

/// The other program solves systems with condition numbers of a few hundred, and takes roots of small numbers.
const TOLERANCE: f64 = 1e-9;

/// A p-value changes faster than the quotient that it comes from.
const P_VALUE_TOLERANCE: f64 = 1e-7;

fn cases() -> Vec<(String, Value)> {
    let cases = files("crossfit");
    assert!(cases.len() >= 4, "the vectors are there");
    cases
}

fn close(what: &str, found: f64, expected: &Value, tolerance: f64) {
    let expected = expected.as_f64().unwrap();
    assert!((found - expected).abs() <= tolerance, "{what}: {found} instead of {expected}");
}

fn literal(value: &Value) -> Graph {
    matrix(value).iter().map(|row| row.iter().map(|mark| *mark != 0.0).collect()).collect()
}

fn literal_problem(case: &Value) -> Problem {
    let rows = matrix(&case["data"]);
    let columns: Vec<Vec<f64>> = (0..rows[0].len()).map(|c| rows.iter().map(|row| row[c]).collect()).collect();
    Problem {
        kernels: columns.iter().map(|column| Kernel::Gaussian(median_distance(column).value())).collect(),
        columns,
        lambda: Lambda::Fixed(1.0),
        agreement: Agreement::Either,
        estimator: Estimator::Plain,
        normalisation: Normalisation::Norm,
        interventions: None,
    }
}

fn literal_answer(case: &Value, learnt: &Value) -> CrossFitAnswer {
    let problem = literal_problem(case);
    let labels = matrix(&case["labels"]);
    #[expect(clippy::cast_sign_loss, reason = "labels are not negative")]
    let parts = Parts {
        labels: labels.iter().map(|row| row.iter().map(|&label| label as usize).collect()).collect(),
        ridge: case["ridge"].as_f64().unwrap(),
        is_guided: false,
        is_checked: false,
    };
    let (truth, learnt) = (literal(&case["truth"]), literal(learnt));
    let sets: Vec<Vec<usize>> = (0..truth.len()).map(|node| vec![node]).collect();
    let observed = |set: &[usize]| Interventions {
        points: problem.observed_rows(set),
        rows: Some((0..problem.columns[0].len()).collect()),
    };
    let question =
        Question { truth: &truth, learnt: &learnt, sets: &sets, rule: Rule::Parents, interventions: &observed };
    problem.crossfit(&question, &parts)
}

#[test]
fn the_literal_definition_gives_the_values_of_the_other_program() {
    for (name, case) in cases() {
        let learnt = case["learnt"].as_array().unwrap();
        let answers: Vec<CrossFitAnswer> = learnt.iter().map(|learnt| literal_answer(&case, learnt)).collect();
        for (answer, expected) in answers.iter().zip(case["expected"].as_array().unwrap()) {
            for pair in &answer.pairs {
                let (i, j) = (pair.treatments[0], pair.outcome);
                close(&format!("{name}: d({i}, {j})"), pair.distance, &expected["d"][i][j], TOLERANCE);
                close(&format!("{name}: se({i}, {j})"), pair.error, &expected["se"][i][j], TOLERANCE);
                let p_value = &expected["p_value"][i][j];
                close(&format!("{name}: p({i}, {j})"), pair.p_value, p_value, P_VALUE_TOLERANCE);
            }
            close(&format!("{name}: contSID"), answer.sum, &expected["contsid"], TOLERANCE);
            close(&format!("{name}: its error"), answer.error, &expected["contsid_se"], TOLERANCE);
            for (end, found) in answer.interval.into_iter().enumerate() {
                close(&format!("{name}: interval"), found, &expected["interval"][end], TOLERANCE);
            }
        }
        let (value, error) = difference(&answers[0], &answers[1]);
        close(&format!("{name}: difference"), value, &case["difference"]["value"], TOLERANCE);
        close(&format!("{name}: its error"), error, &case["difference"]["se"], TOLERANCE);
    }
}

fn crossfit_options(case: &Value) -> CrossFitOptions {
    let labels = case["labels"].as_array().unwrap();
    let labels: Vec<Vec<u64>> = labels
        .iter()
        .map(|row| row.as_array().unwrap().iter().map(|label| label.as_u64().unwrap()).collect())
        .collect();
    let partition = Partition::given(&labels, labels[0].len()).unwrap();
    let ridge = Ridge::new(case["ridge"].as_f64().unwrap()).unwrap();
    CrossFitOptions { division: Division::Given(partition), ridge, ..CrossFitOptions::default() }
}

/// The scores of all learnt graphs of a case, computed in one call.
fn scores(case: &Value, execution: &Execution<'_>) -> Vec<Score> {
    let table = table(&case["data"]);
    let prepared = Prepared::in_parts(&table, &ContSidOptions::default(), &crossfit_options(case), execution).unwrap();
    let truth = GraphClass::from(dag(&case["truth"]));
    let learnt: Vec<GraphClass> =
        case["learnt"].as_array().unwrap().iter().map(|graph| GraphClass::from(dag(graph))).collect();
    let (learnt, selection) = (learnt.iter().collect::<Vec<_>>(), Selection::all(truth.node_count()));
    let scores = prepared.scores(&truth, &learnt, Effects::single(&selection), execution).unwrap();
    scores.into_iter().map(|score| score.unwrap()).collect()
}

#[test]
fn the_core_gives_the_values_of_the_other_program() {
    for (name, case) in cases() {
        let scores = scores(&case, &Execution::default());
        for (score, expected) in scores.iter().zip(case["expected"].as_array().unwrap()) {
            assert!(score.is_determined);
            for i in 0..matrix(&expected["d"]).len() {
                for j in 0..matrix(&expected["d"]).len() {
                    let found = score.pair(NodeId::new(i), NodeId::new(j)).and_then(|pair| pair.upper.as_ref());
                    let uncertainty = found.and_then(|found| found.uncertainty.as_ref());
                    let (se, p) = uncertainty.map_or((0.0, 1.0), |found| (found.se, found.p_value));
                    let d = found.map_or(0.0, |found| found.value);
                    close(&format!("{name}: d({i}, {j})"), d, &expected["d"][i][j], TOLERANCE);
                    close(&format!("{name}: se({i}, {j})"), se, &expected["se"][i][j], TOLERANCE);
                    close(&format!("{name}: p({i}, {j})"), p, &expected["p_value"][i][j], P_VALUE_TOLERANCE);
                }
            }
            close(&format!("{name}: contSID"), score.total(), &expected["contsid"], TOLERANCE);
            close(&format!("{name}: its error"), score.sum.upper.se.unwrap(), &expected["contsid_se"], TOLERANCE);
            let interval = score.sum.upper.interval.unwrap();
            close(&format!("{name}: interval"), interval.lower, &expected["interval"][0], TOLERANCE);
            close(&format!("{name}: interval"), interval.upper, &expected["interval"][1], TOLERANCE);
        }
        let difference = scores[0].difference(&scores[1]).unwrap();
        close(&format!("{name}: difference"), difference.value, &case["difference"]["value"], TOLERANCE);
        close(&format!("{name}: its error"), difference.se, &case["difference"]["se"], TOLERANCE);
    }
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    let (_, case) = cases().pop().unwrap();
    let alone = scores(&case, &Execution::default());
    for threads in [2, 3, 16] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert_eq!(scores(&case, &Execution::default().on(&pool)), alone, "{threads} threads");
    }
}
