//! The user's truths and data.

use crate::support::{RESUME, records, run_in};
use contsid_study::records::{Metric, Status};
use contsid_study::study::{Existing, Study, stored_study};
use std::fs;
use std::path::Path;

const OWN: &str = r#"
seeds = [1, 2]

[[dataset]]
name = "chain"
truth = "chain/truth.txt"
data = "chain/data.csv"

[[learner]]
name = "empty"

[[learner]]
name = "random"

[[learner]]
name = "pc"
"#;

/// The columns are in another order than the graph's nodes, and one is not a node.
fn written(directory: &Path) -> Study {
    fs::create_dir(directory.join("chain")).unwrap();
    fs::write(directory.join("chain/truth.txt"), "a -> b\nb -> c\n").unwrap();
    let rows = (0..20).map(|i| {
        let a = f64::from(i * 7 % 20);
        format!("{},{},{i},{a}\n", a + f64::from(i % 3), 2.0 * a + f64::from(i % 5))
    });
    let text: String = [String::from("c,b,other,a\n")].into_iter().chain(rows).collect();
    fs::write(directory.join("chain/data.csv"), text).unwrap();
    Study::from_toml_in(directory, OWN).unwrap()
}

#[test]
fn learners_are_tried_on_data_sets() {
    let directory = tempfile::tempdir().unwrap();
    let study = written(directory.path());
    let out = directory.path().join("out");
    let finished = run_in(&out, &study, Existing::Refuse).unwrap();
    assert_eq!(finished.records.len(), 2 * 3);
    for record in &finished.records {
        assert_eq!(record.status, Status::Ok, "{}", record.message);
        assert_eq!((record.key.simulation.as_str(), record.key.nodes, record.key.samples), ("chain", 3, 20));
        assert_eq!(record.scores.of(Metric::TrueEdges), Some(2.0));
    }
    let empty = &finished.records[0].scores;
    // Nothing is learnt: all three effects of the chain are missed.
    assert_eq!((empty.of(Metric::Shd), empty.of(Metric::SidUpper)), (Some(2.0), Some(3.0)));
    assert!(fs::read_to_string(out.join("summary.json")).unwrap().contains("\"chain\""));
}

#[test]
fn a_study_keeps_its_data_sets() {
    let directory = tempfile::tempdir().unwrap();
    let study = written(directory.path());
    let out = directory.path().join("out");
    run_in(&out, &study, Existing::Refuse).unwrap();
    fs::remove_dir_all(directory.path().join("chain")).unwrap();
    assert_eq!(stored_study(&out).unwrap(), study);
    let whole = records(&out);
    fs::write(out.join("records.csv"), &whole[..whole.len() / 2]).unwrap();
    run_in(&out, &stored_study(&out).unwrap(), RESUME).unwrap();
    assert_eq!(records(&out), whole);
}

#[test]
fn other_data_of_the_same_name_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let study = written(directory.path());
    let out = directory.path().join("out");
    run_in(&out, &study, Existing::Refuse).unwrap();
    fs::write(directory.path().join("chain/truth.txt"), "a -> b\nc -> b\n").unwrap();
    let other = Study::from_toml_in(directory.path(), OWN).unwrap();
    let message = run_in(&out, &other, RESUME).unwrap_err().to_string();
    assert!(message.ends_with("`dataset` is chain there, and another content here"), "{message}");
}

#[test]
fn what_is_wrong_with_a_data_set_is_said() {
    let directory = tempfile::tempdir().unwrap();
    written(directory.path());
    let refused = |text: &str| Study::from_toml_in(directory.path(), text).unwrap_err().to_string();
    let sizes = refused(&OWN.replace("seeds", "nodes = [3]\nseeds"));
    assert_eq!(
        sizes,
        "`nodes` is for simulations, and the study has data sets only: leave it out, or add a simulation"
    );
    let absent = refused(&OWN.replace("truth.txt", "nothing.txt"));
    assert!(absent.contains("chain/nothing.txt"), "{absent}");
    fs::write(directory.path().join("chain/truth.txt"), "a -> b\nb -> d\n").unwrap();
    let unmatched = refused(OWN);
    assert!(unmatched.contains("`d`"), "{unmatched}");
    fs::write(directory.path().join("chain/truth.txt"), "a -> b\nb -> a\n").unwrap();
    let cyclic = refused(OWN);
    assert!(cyclic.contains("truth.txt") || cyclic.contains("data set `chain`"), "{cyclic}");
    let both = OWN.replace("seeds = [1, 2]", "graphs = 2\nnodes = [3]\nseeds = [1]\n[[simulation]]\nname = \"chain\"");
    fs::write(directory.path().join("chain/truth.txt"), "a -> b\nb -> c\n").unwrap();
    assert_eq!(refused(&both), "`simulation and dataset` holds \"chain\" twice");
    let study = Study::from_toml_in(directory.path(), &both.replace("name = \"chain\"\n\n", "name = \"drawn\"\n\n"));
    assert_eq!(study.unwrap().record_count(), 2 * 3 + 3);
}
