//! What a file of settings may hold.

use crate::support::{TINY, study};
use contsid_study::study::{Study, StudySettings};

fn refused(text: &str) -> String {
    Study::from_toml(text).unwrap_err().to_string()
}

#[test]
fn a_study_survives_its_file() {
    for study in [Study::paper(), study(TINY)] {
        let again = Study::from_toml(&study.to_toml()).unwrap();
        assert_eq!(again, study);
        assert_eq!(again.fingerprint(), study.fingerprint());
        assert_eq!(study.lacks(&again, |_| true), None);
    }
    assert_ne!(Study::paper().fingerprint(), study(TINY).fingerprint());
}

#[test]
fn wrong_files_are_refused_with_line_and_key() {
    let message = refused(&TINY.replace("graphs = 2", "graphs = \"two\""));
    assert!(message.contains("line 2") && message.contains("graphs"), "{message}");
    let message = refused(&TINY.replace("samples", "sample"));
    assert!(message.contains("line 4") && message.contains("sample"), "{message}");
    let message = refused(&TINY.replace("name = \"random\"", "name = \"fci\""));
    assert!(message.contains("the learner `fci` is not known"), "{message}");
    let message = refused(&TINY.replace("name = \"random\"", "name = \"a/b\""));
    assert!(message.contains("line 11") && message.contains("`a/b` is not a name"), "{message}");
    let message = refused("graphs = [");
    assert!(message.contains("line 1"), "{message}");
}

#[test]
fn settings_that_are_no_study_are_refused() {
    assert_eq!(refused(&TINY.replace("[3, 4]", "[]")), "`nodes` is empty: a study needs at least one");
    assert_eq!(refused(&TINY.replace("[3, 4]", "[3, 3]")), "`nodes` holds 3 twice");
    assert_eq!(refused(&TINY.replace("graphs = 2", "graphs = 0")), "`graphs` must be at least 1, got 0");
    assert_eq!(refused(&TINY.replace("[12]", "[0]")), "`samples` must be at least 1, got 0");
    assert_eq!(refused(&TINY.replace("\"two\"", "\"one\"")), "`scoring` holds \"one\" twice");
    assert_eq!(
        refused(&TINY.replace("graphs = 2", "graphs = 10000000000")),
        "simulations × samples × nodes × seeds × graphs × learners × scorings make 160000000000 records: at most \
         1000000 are possible"
    );
    let beyond = refused(&TINY.replace("graphs = 2", "graphs = 9223372036854775807"));
    assert!(beyond.contains("make more than 2⁶⁴ records"), "{beyond}");
    assert_eq!(
        refused(&TINY.replace("[12]", "[12, 9223372036854775807]")),
        "9223372036854775807 samples are too many for 4 nodes: at most 67108864 are possible"
    );
    let nodes = refused(&TINY.replace("[3, 4]", "[3, 0]"));
    assert_eq!(nodes, "simulation `paper`: a graph needs at least one node");
    let command = refused(&TINY.replace("name = \"random\"", "name = \"mine\"\ncommand = \"run {data}\""));
    assert!(command.contains("does not contain `{graph}`"), "{command}");
}

#[test]
fn what_is_left_out_has_its_default() {
    let settings: StudySettings =
        Study::from_toml("graphs = 1\nnodes = [4]\n[[learner]]\nname = \"empty\"").unwrap().settings().clone();
    assert_eq!((settings.samples, settings.seeds), (vec![100], vec![1]));
    assert_eq!(settings.simulation[0].model, contsid_study::simulate::Model::default());
    assert_eq!(settings.scoring.len(), 1);
}
