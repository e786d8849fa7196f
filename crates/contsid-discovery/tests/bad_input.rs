//! Every learner refuses the same tables, and the error says why and what to do.

use contsid::data::{Column, Table};
use contsid::execution::{Execution, Monitor};
use contsid::graph::NodeNames;
use contsid::named::Words;
use contsid_discovery::{DiscoveryError, Learner};

fn noise(k: usize) -> Vec<f64> {
    (0..40).map(|row| f64::sin((row * row * (3 * k + 1) + row) as f64)).collect()
}

fn table(names: &[&str], columns: Vec<Column>) -> Table {
    let names = NodeNames::new(names.iter().copied()).expect("the names differ");
    Table::new(names, columns).expect("the columns are a table")
}

fn refusals(table: &Table) -> Vec<String> {
    let learners = Learner::FORMS.iter().map(|name| name.parse::<Learner>().expect("every name is a learner's"));
    let refusal = |learner: &Learner| learner.learn(table, &Execution::default()).expect_err("the table is refused");
    learners.map(|learner| refusal(&learner).to_string()).collect()
}

fn assert_refused(table: &Table, message: &str) {
    assert_eq!(refusals(table), vec![message; Learner::FORMS.len()]);
}

#[test]
fn categories() {
    let colours = Column::Categorical { codes: vec![0; 40], levels: vec!["red".to_owned()] };
    assert_refused(
        &table(&["size", "colour"], vec![Column::numbers(noise(0)), colours]),
        "column `colour` holds categories, and linear models need numbers: leave it out",
    );
}

#[test]
fn more_columns_than_rows() {
    let short = |k| Column::numbers(noise(k)[..3].to_vec());
    assert_refused(
        &table(&["a", "b", "c", "d"], (0..4).map(short).collect()),
        "the table has 3 rows for 4 columns, and linear models need more rows than columns: take more rows or fewer \
         columns",
    );
}

#[test]
fn constants() {
    assert_refused(
        &table(&["a", "b"], vec![Column::numbers(noise(0)), Column::numbers(vec![0.1; 40])]),
        "column `b` holds the same value in every row, and nothing can be learnt of a constant: leave it out",
    );
}

#[test]
fn variances_that_cannot_be_computed() {
    for size in [1e308, 1e-320] {
        let extreme = noise(1).iter().map(|value| size * value.signum()).collect();
        assert_refused(
            &table(&["a", "b"], vec![Column::numbers(noise(0)), Column::numbers(extreme)]),
            "column `b` holds numbers so large or so small that their variance cannot be computed: divide it by a power \
             of ten",
        );
    }
}

#[test]
fn linear_functions() {
    let [a, b, c] = [0, 1, 2].map(noise);
    let sum = a.iter().zip(&c).map(|(a, c)| 2.0 * a - c + 3.0).collect();
    assert_refused(
        &table(&["a", "b", "c", "sum"], [a, b, c, sum].map(Column::numbers).into()),
        "column `sum` is a linear function of columns `a` and `c`, so the covariance matrix is singular: \
         leave one of them out",
    );
}

struct Impatient;

impl Monitor for Impatient {
    fn is_cancelled(&self) -> bool {
        true
    }
}

#[test]
fn work_can_be_stopped() {
    let table = table(&["a", "b"], [0, 1].map(|k| Column::numbers(noise(k))).into());
    for name in Learner::FORMS {
        let learner: Learner = name.parse().unwrap();
        let error = learner.learn(&table, &Execution::default().watched_by(&Impatient)).unwrap_err();
        assert!(matches!(error, DiscoveryError::Cancelled(_)), "{name}");
    }
}

#[test]
fn a_single_column_has_no_edges() {
    let table = table(&["a"], vec![Column::numbers(noise(0))]);
    for name in Learner::FORMS {
        let learner: Learner = name.parse().unwrap();
        assert_eq!(learner.learn(&table, &Execution::default()).unwrap().graph.edge_count(), 0, "{name}");
    }
}
