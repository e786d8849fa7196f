//! Files of treatments that are set together.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use contsid::graph::NodeNames;
use contsid_io::{parse_treatment_sets, read_treatment_sets};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn names() -> NodeNames {
    NodeNames::new(["A", "B", "wet grass", "C#"]).unwrap()
}

fn sets(text: &str) -> Vec<Vec<String>> {
    let names = names();
    let read = parse_treatment_sets(text.as_bytes(), &names, "sets.txt").unwrap();
    read.iter().map(|set| set.iter().map(|node| names.name(node).to_owned()).collect()).collect()
}

fn refusal(text: &str) -> String {
    parse_treatment_sets(text.as_bytes(), &names(), "sets.txt").unwrap_err().to_string()
}

#[test]
fn a_line_is_a_set() {
    assert_eq!(
        sets("A, B\n\nB C# # both\n# alone\n#\nwet grass,\r\n"),
        [vec!["A", "B"], vec!["B", "C#"], vec!["wet grass"]]
    );
    assert_eq!(sets("\u{feff}A,wet grass\n,B,\n"), [vec!["A", "wet grass"], vec!["B"]]);
}

#[test]
fn what_is_no_set_is_refused_with_its_line() {
    assert_eq!(
        refusal("A, B\n,\n"),
        "sets.txt: line 2: the line names no treatment; write names between commas, as `A, B`"
    );
    assert_eq!(refusal("A\n\nA A\n"), "sets.txt: line 3: the treatment `A` appears twice");
    assert_eq!(refusal("A B\n# the same\nB, A\n"), "sets.txt: line 3: the same set is in line 1");
    assert_eq!(refusal("A,B,wet grass,C#"), "sets.txt: line 1: the set holds all nodes, so no outcome is left");
    assert_eq!(refusal("# nothing\n"), "sets.txt: the file names no set of treatments; write one per line, as `A, B`");
    assert!(refusal("A\nwet").starts_with("sets.txt: line 2: "), "{}", refusal("A\nwet"));
    assert_eq!(refusal(""), "sets.txt: the file is empty");
    let missing = read_treatment_sets("no/such/file", &names()).unwrap_err().to_string();
    assert_eq!(missing, "no/such/file: there is no such file");
}

#[test]
fn bytes_that_are_no_text_are_refused_with_their_place() {
    let error = parse_treatment_sets(b"A\nB\xff", &names(), "sets.txt").unwrap_err().to_string();
    assert!(error.starts_with("sets.txt: line 2, character 2: the bytes are not valid UTF-8"), "{error}");
}

fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::with_cases(2000) }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn no_bytes_are_fatal(
        bytes in prop::collection::vec(any::<u8>(), 0..100),
        text in "[AB#,wetgras \n\r\t\u{a0}]{0,60}",
    ) {
        for bytes in [&bytes[..], text.as_bytes()] {
            if let Ok(sets) = parse_treatment_sets(bytes, &names(), "file") {
                prop_assert!(sets.iter().all(|set| !set.is_empty() && set.len() < 4));
            }
        }
    }
}
