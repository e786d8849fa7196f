//! The page of a study, read back.

#![allow(clippy::unwrap_used, reason = "this is a test program")]

mod read;

use contsid_report::study::StudyReport;
use contsid_study::records::{Metric, Record, RecordKey, Scores, Status};
use contsid_study::study::Study;
use read::model_of;
use serde_json::Value;

fn record(learner: &str, simulation: &str, samples: usize) -> Record {
    let mut scores = Scores::default();
    scores.set(Metric::Shd, Some(2.0));
    Record {
        key: RecordKey {
            simulation: simulation.into(),
            samples,
            nodes: 5,
            seed: 1,
            graph: 1,
            learner: learner.into(),
            scoring: "default".into(),
        },
        data_seed: 0,
        settings: String::new(),
        status: Status::Ok,
        seconds: 0.25,
        scoring_seconds: 0.0,
        scores,
        message: String::new(),
    }
}

/// Metrics, conditions, learners and means that the page marks as printed in the paper.
fn marked(study: &Study, records: &[Record]) -> Vec<(String, u64, String, f64)> {
    let report =
        StudyReport { title: "test".to_owned(), study: study.settings(), records, settings: Vec::new(), command: None };
    let page = report.html().unwrap();
    let model = model_of(&page);
    let words = |value: &Value| value.as_str().unwrap().to_owned();
    let cell = |cell: &Value| {
        let place = cell["condition"].as_u64().unwrap();
        (words(&cell["metric"]), place, words(&cell["learner"]), cell["mean"].as_f64().unwrap())
    };
    model["published"].as_array().unwrap().iter().map(cell).collect()
}

#[test]
fn the_papers_means_are_marked_where_they_are_of_the_same_experiment() {
    let study = Study::from_toml(
        r#"
        graphs = 1
        nodes = [5]
        samples = [50, 100]
        [[simulation]]
        name = "gumbel"
        model = { noise = "gumbel" }
        [[simulation]]
        name = "mine"
        [[learner]]
        name = "pc"
        method = "empty"
        [[learner]]
        name = "other"
        method = "pc"
        "#,
    )
    .unwrap();
    let records: Vec<Record> = ["gumbel", "mine"]
        .into_iter()
        .flat_map(|simulation| [50, 100].map(|samples| (simulation, samples)))
        .flat_map(|(simulation, samples)| ["pc", "other"].map(|learner| record(learner, simulation, samples)))
        .collect();
    // Tables 2 and 3 of the paper; the scoring is not the one that comes nearest to its contSID.
    let expected =
        [("shd", 2.13), ("sid_upper", 4.7)].map(|(metric, mean)| (metric.to_owned(), 3, "other".to_owned(), mean));
    assert_eq!(marked(&study, &records), expected);
}
