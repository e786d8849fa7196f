//! The page of a study, read back.

#![allow(clippy::unwrap_used, reason = "this is a test program")]

mod read;

use contsid_report::study::StudyReport;
use contsid_study::records::{Metric, MetricValues, Record, RecordKey, Status};
use contsid_study::study::Study;
use read::model_of;
use serde_json::Value;

fn record(learner: &str, simulation: &str, samples: usize) -> Record {
    let mut scores = MetricValues::default();
    scores.set(Metric::Shd, Some(2.0));
    scores.set(Metric::SidUpper, Some(5.0));
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
        edges: String::new(),
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
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut found = Vec::new();
    for (condition, shown) in list(&model["conditions"]).iter().enumerate() {
        for (page, metric) in list(&shown["pages"]).iter().zip(list(&model["metrics"])) {
            let panels = list(&page["distributions"]);
            for series in panels.iter().flat_map(|panel| list(&panel["series"])) {
                if let Some(mean) = series["published"][0].as_f64() {
                    let learner = words(&model["learners"][series["learners"][0].as_u64().unwrap() as usize]);
                    found.push((words(&metric["column"]), condition as u64, learner, mean));
                }
            }
        }
    }
    found
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

/// A page with one record of each learner; the first has the larger value.
fn page_of(metric: Metric, values: [f64; 2]) -> Value {
    let study = Study::from_toml(
        "graphs = 2\nnodes = [5]\n[[learner]]\nname = \"pc\"\n[[learner]]\nname = \"other\"\nmethod = \"ges\"\n",
    )
    .unwrap();
    let mut records = Vec::new();
    for (learner, value) in ["pc", "other"].into_iter().zip(values) {
        for graph in 1..=2 {
            let mut record = record(learner, "paper", 100);
            record.key.graph = graph;
            record.scores.set(metric, Some(value + 0.01 * graph as f64));
            records.push(record);
        }
    }
    let (title, settings, command) = ("test".to_owned(), Vec::new(), None);
    let report = StudyReport { title, study: study.settings(), records: &records, settings, command };
    let model = model_of(&report.html().unwrap());
    let metrics = model["metrics"].as_array().unwrap();
    let index = metrics.iter().position(|other| other["column"] == metric.column()).unwrap();
    let (page, words) = (&model["conditions"][0]["pages"][index], &model["metrics"][index]);
    serde_json::json!({"page": page, "words": words})
}

#[test]
fn large_precision_recall_and_f1_are_good() {
    for metric in [Metric::SkeletonPrecision, Metric::ArrowRecall, Metric::ArrowF1] {
        let found = page_of(metric, [0.9, 0.2]);
        assert!(found["words"]["words"].to_string().contains("large is good"), "{found}");
        assert!(found["words"]["difference"].as_str().unwrap().contains("above zero the first learner is better"));
        assert_eq!(found["page"]["verdict"][0][1]["name"], "pc");
        // The first wins on both graphs.
        assert_eq!(found["page"]["difference_rows"][0].as_array().unwrap()[3..], ["2", "0", "0"]);
    }
    let distance = page_of(Metric::ContsidUpper, [0.9, 0.2]);
    assert!(distance["words"]["words"].to_string().contains("small is good"));
    assert_eq!(distance["page"]["verdict"][0][1]["name"], "other");
    assert_eq!(distance["page"]["difference_rows"][0].as_array().unwrap()[3..], ["0", "0", "2"]);
}
