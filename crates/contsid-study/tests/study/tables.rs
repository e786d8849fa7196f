//! Tables against numbers worked out by hand.

use crate::support::study;
use contsid_study::records::{Metric, MetricValues, Record, RecordKey, Status};
use contsid_study::study::Study;
use contsid_study::tables::{Conditions, Format, StudyTableOptions, Summary, published_mean, tables};

const TWO_LEARNERS: &str = r#"
graphs = 3
nodes = [5]
[[learner]]
name = "pc"
[[learner]]
name = "mine"
method = "random"
"#;

fn record(study: &Study, learner: &str, graph: usize, shd: Option<f64>) -> Record {
    let mut scores = MetricValues::default();
    scores.set(Metric::Shd, shd);
    Record {
        key: RecordKey {
            simulation: "paper".into(),
            samples: 100,
            nodes: 5,
            seed: 1,
            graph,
            learner: learner.into(),
            scoring: "default".into(),
        },
        data_seed: 0,
        settings: study.fingerprint(),
        status: if shd.is_some() { Status::Ok } else { Status::Failed },
        seconds: 0.25,
        scoring_seconds: 0.0,
        scores,
        edges: String::new(),
        message: String::new(),
    }
}

/// pc: 1, 2, 6, so mean 3 and sd √((4 + 1 + 9)/2) = √7. mine: 2, 5, so mean 3.5 and sd √4.5, and one failure.
/// Differences on the two common graphs: −1, −3, so mean −2 and error √2/√2 = 1.
fn summary() -> Summary {
    let study = study(TWO_LEARNERS);
    let pc = [Some(1.0), Some(2.0), Some(6.0)];
    let mine = [Some(2.0), Some(5.0), None];
    let of = |learner, scores: [Option<f64>; 3]| {
        let study = &study;
        scores.into_iter().enumerate().map(move |(index, shd)| record(study, learner, index + 1, shd))
    };
    Summary::new(&study, &of("pc", pc).chain(of("mine", mine)).collect::<Vec<_>>())
}

#[test]
fn means_and_differences_by_hand() {
    let summary = summary();
    let group = &summary.groups()[0];
    assert_eq!((group.learner.as_str(), group.ok), ("pc", 3));
    assert_eq!((group.scores["shd"].mean, group.scores["shd"].sd), (3.0, Some(7.0_f64.sqrt())));
    assert_eq!((summary.groups()[1].failed, summary.groups()[1].scores["shd"].count), (1, 2));
    let difference = &summary.differences()[0];
    assert_eq!((difference.first.as_str(), difference.second.as_str()), ("pc", "mine"));
    let paired = difference.scores["shd"];
    assert_eq!((paired.count, paired.mean, paired.standard_error), (2, -2.0, Some(1.0)));
}

#[test]
fn a_terminal_shows_the_papers_figures_beside() {
    let text = tables(&summary(), &StudyTableOptions::default());
    let expected = "\
SHD: mean ± sd

  p   pc            paper         mine
  5   3.00 ± 2.65   2.13 ± 1.32   3.50 ± 2.12
  within two standard errors of the paper's mean: 1 of 1
  mine, p = 5: of 3 graphs 1 failed

SHD: paired differences, mean ± standard error

  p   pc − mine
  5   −2.00 ± 1.00

seconds of the learner: mean ± sd

  p   pc                mine
  5   0.2500 ± 0.0000   0.2500 ± 0.0000
";
    assert_eq!(text, expected);
}

#[test]
fn the_papers_figures_stand_only_beside_their_like() {
    let study = study(&TWO_LEARNERS.replace("nodes = [5]", "nodes = [5]\nsamples = [50]"));
    let mut record = record(&study, "pc", 1, Some(1.0));
    record.key.samples = 50;
    let text = tables(&Summary::new(&study, &[record]), &StudyTableOptions::default());
    assert!(!text.contains("paper"), "{text}");
    assert!(text.starts_with("The study is not finished: 1 of 6 records are there.\n"), "{text}");
}

#[test]
fn another_experiment_is_not_the_papers() {
    let found = |text: &str, [samples, nodes]: [usize; 2], metric| {
        let study = study(&format!("graphs = 1\nnodes = [5]\n{text}"));
        let settings = study.settings();
        let conditions = Conditions {
            simulation: settings.simulation[0].name.to_string(),
            samples,
            scoring: settings.scoring[0].name().to_string(),
            nodes,
        };
        let learner = settings.learner[0].name.as_str();
        published_mean(settings, &conditions, learner, metric).map(|statistic| statistic.mean)
    };
    let learner = |rest: &str| format!("[[learner]]\n{rest}\n");
    let with = |rest: &str| learner("name = \"pc\"") + rest;
    // Tables 2 to 4 of the paper, five nodes and PC.
    let nearest = "[[scoring]]\nname = \"any\"\nbandwidth = 0.7071067811865476\nlambda = 0.01\nnormalise = \"printed\"";
    assert_eq!(found(&with(nearest), [100, 5], Metric::Shd), Some(2.13));
    assert_eq!(found(&with(nearest), [100, 5], Metric::SidUpper), Some(4.7));
    assert_eq!(found(&with(nearest), [100, 5], Metric::ContsidDirected), Some(2.43));
    // The name of a learner, of a simulation and of a scoring says nothing.
    assert_eq!(found(&learner("name = \"mine\"\nmethod = \"pc\""), [100, 5], Metric::Shd), Some(2.13));
    assert_eq!(found(&learner("name = \"pc\"\nmethod = \"empty\""), [100, 5], Metric::Shd), None);
    assert_eq!(found(&learner("name = \"pc\"\nalpha = 0.01"), [100, 5], Metric::Shd), None);
    let noise = "[[simulation]]\nname = \"paper\"\nmodel = { noise = \"gumbel\" }";
    assert_eq!(found(&with(noise), [100, 5], Metric::Shd), None);
    assert_eq!(found(&with(""), [50, 5], Metric::Shd), None);
    assert_eq!(found(&with(""), [100, 8], Metric::Shd), None);
    // The scoring matters where the metric depends on it.
    assert_eq!(found(&with(""), [100, 5], Metric::ContsidDirected), None);
    let divided = nearest.replace("printed", "norm");
    assert_eq!(found(&with(&divided), [100, 5], Metric::ContsidDirected), None);
    let twice = "[[scoring]]\nname = \"paper\"\nshd-reversal = 2";
    assert_eq!(found(&with(twice), [100, 5], Metric::Shd), None);
    assert_eq!(found(&with(twice), [100, 5], Metric::SidUpper), Some(4.7));
}

#[test]
fn latex_and_markdown_hold_the_same_numbers() {
    let written = |format| tables(&summary(), &StudyTableOptions { format, metrics: vec![Metric::Shd] });
    assert!(written(Format::Markdown).contains("| 5 | 3.00 ± 2.65 | 2.13 ± 1.32 | 3.50 ± 2.12 |"));
    assert!(written(Format::Latex).contains("5 & 3.00 $\\pm$ 2.65 & 2.13 $\\pm$ 1.32 & 3.50 $\\pm$ 2.12 \\\\"));
}

#[test]
fn a_summary_is_json() {
    let json: serde_json::Value = serde_json::from_str(&summary().to_json()).unwrap();
    assert_eq!(json["groups"][0]["scores"]["shd"]["mean"], 3.0);
    assert_eq!(json["differences"][0]["scores"]["shd"]["standard_error"], 1.0);
    assert_eq!((&json["records"], &json["expected"]), (&6.into(), &6.into()));
}
