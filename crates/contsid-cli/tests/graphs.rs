//! `compare` without data, `why` and `convert`, as users see them.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod support;

use insta::assert_snapshot;
use serde_json::Value;
use support::Folder;

const TRUTH: &str = "rain -> wet\nsprinkler -> wet\nwet -> slippery\nseason -> rain\nseason -> sprinkler\n";
const FORGETFUL: &str = "rain -> wet\nwet -> slippery\nseason -> rain\nsprinkler\n";
const REVERSED: &str = "wet -> rain\nsprinkler -> wet\nwet -> slippery\nrain -> season\nseason -> slippery\n";
const CLASS: &str = "rain -> wet\nsprinkler -> wet\nwet -> slippery\nseason -- rain\nseason -- sprinkler\n";

fn folder() -> Folder {
    Folder::with(&[
        ("truth.txt", TRUTH),
        ("forgetful.txt", FORGETFUL),
        ("reversed.txt", REVERSED),
        ("class.txt", CLASS),
    ])
}

#[test]
fn a_table_for_people() {
    let folder = folder();
    assert_snapshot!(folder.show(&["compare", "truth.txt", "reversed.txt", "forgetful.txt", "truth.txt"]));
    assert_snapshot!(folder.show(&["compare", "truth.txt", "class.txt", "reversed.txt", "--shd-reversal", "2"]));
    let chosen = ["compare", "truth.txt", "reversed.txt", "--treatments", "rain,season", "--outcomes", "wet"];
    assert_snapshot!(folder.show(&chosen));
}

#[test]
fn json_for_programs() {
    let folder = folder();
    let text = folder.stdout(&["compare", "truth.txt", "reversed.txt", "class.txt", "--json"]);
    let object: Value = serde_json::from_str(&text).unwrap();
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(
        keys(&object),
        [
            "truth",
            "nodes",
            "samples",
            "data",
            "settings",
            "comparisons",
            "ranked_by",
            "tiers",
            "relations",
            "verdict",
            "files",
            "notes"
        ]
    );
    assert_eq!(object["nodes"], serde_json::json!(["rain", "wet", "sprinkler", "slippery", "season"]));
    let reversed = &object["comparisons"][1];
    assert_eq!(keys(reversed)[..5], ["learnt", "shd", "sid", "aid", "contsid"]);
    assert_eq!(reversed["sid"]["lower"], reversed["sid"]["upper"]);
    assert_eq!(reversed["sid"]["wrong_pairs"].as_array().unwrap().len() as u64, reversed["sid"]["lower"]);
    assert_eq!(reversed["contsid"], Value::Null);
    assert_eq!(object["comparisons"][0]["sid"]["lower"], 0, "in the order of the rule");
}

#[test]
fn a_row_for_each_pair() {
    let folder = folder();
    folder.stdout(&["compare", "truth.txt", "reversed.txt", "--pairs", "pairs.csv"]);
    let text = folder.read("pairs.csv");
    assert_eq!(text.lines().count(), 1 + 5 * 4);
    let object: Value =
        serde_json::from_str(&folder.stdout(&["compare", "truth.txt", "reversed.txt", "--json"])).unwrap();
    let wrong = |column: usize| text.lines().filter(|line| line.split(',').nth(column) == Some("wrong")).count() as u64;
    let aid = &object["comparisons"][0]["aid"];
    assert_eq!([wrong(3), wrong(4), wrong(5)], ["parent", "ancestor", "oset"].map(|name| aid[name].as_u64().unwrap()));
}

#[test]
fn an_explanation_of_one_pair() {
    let folder = folder();
    for pair in ["sprinkler,slippery", "rain,wet", "season,wet", "wet,season"] {
        assert_snapshot!(folder.show(&["why", "truth.txt", "reversed.txt", "--pair", pair]));
    }
    assert_snapshot!(folder.show(&["why", "truth.txt", "class.txt", "--pair", "season,wet"]));
}

#[test]
fn several_formats_are_aligned_by_name() {
    let folder = folder();
    folder.write(
        "learnt.csv",
        b"\xef\xbb\xbf,season,slippery,sprinkler,wet,rain\r\nseason,0,0,1,0,1\r\nslippery,0,0,0,0,0\r\n\
          sprinkler,0,0,0,1,0\r\nwet,0,1,0,0,0\r\nrain,0,0,0,1,0\r\n",
    );
    folder.write("learnt.dot", b"digraph { season -> { rain sprinkler } -> wet -> slippery }");
    let text = folder.stdout(&["compare", "truth.txt", "learnt.csv", "learnt.dot", "--json"]);
    let object: Value = serde_json::from_str(&text).unwrap();
    for comparison in object["comparisons"].as_array().unwrap() {
        assert_eq!(comparison["shd"], 0, "{comparison}");
    }
}

#[test]
fn wrong_input_is_named() {
    let folder = folder();
    std::fs::create_dir(folder.path().join("folder.csv")).unwrap();
    let files: [(&str, &[u8]); 10] = [
        ("cycle.txt", b"a -> b\nb -> c\nc -> a\n"),
        ("loop.txt", b"a -> a\n"),
        ("wide.csv", b"0,1,0\n0,0,1\n"),
        ("ragged.csv", b"0,1,0\n0,0\n0,0,0\n"),
        ("cell.csv", b"a,b\n0,7\n0,0\n"),
        ("twice.csv", b"a,a\n0,1\n0,0\n"),
        ("names.txt", b"rain -> wet\nfog -> wet\n"),
        ("empty.csv", b""),
        ("bytes.txt", b"a -> \xff\xfe\n"),
        ("graph.xyz", b"a -> b\n"),
    ];
    for (name, bytes) in files {
        folder.write(name, bytes);
    }
    let facts = [
        ("cycle.txt", "a → b → c → a"),
        ("loop.txt", "line 1"),
        ("wide.csv", "3"),
        ("ragged.csv", "line 2"),
        ("cell.csv", "7"),
        ("twice.csv", "`a`"),
        ("names.txt", "fog"),
        ("empty.csv", "empty"),
        ("bytes.txt", "UTF-8"),
        ("graph.xyz", "--format"),
        ("folder.csv", "directory"),
        ("absent.csv", "absent.csv"),
    ];
    for (name, fact) in facts {
        // As truth and as learnt graph: a cycle is found only when the graph is used.
        let arguments = if name == "names.txt" { ["compare", "truth.txt", name] } else { ["compare", name, name] };
        let complaint = folder.complaint(&arguments);
        assert!(complaint.contains(name) && complaint.contains(fact), "{name}: {complaint}");
    }
    for option in ["--treatments", "--outcomes"] {
        let complaint = folder.complaint(&["compare", "truth.txt", "class.txt", option, "snow"]);
        assert!(complaint.contains("snow") && complaint.contains("season"), "{complaint}");
    }
    let why = |pair| ["why", "truth.txt", "reversed.txt", "--pair", pair];
    for pair in ["rain,snow", "rain,rain"] {
        assert!(folder.complaint(&why(pair)).contains("--pair"));
    }
    for pair in ["rain", "rain,", ",rain"] {
        assert!(folder.usage(&why(pair)).contains("--pair"));
    }
}

#[test]
fn a_graph_that_stands_for_nothing_is_refused_with_a_way_out() {
    let folder = Folder::with(&[("truth.txt", "a -> b\nc\nd\n"), ("square.txt", "a -- b\nb -- c\nc -- d\nd -- a\n")]);
    assert_snapshot!(folder.show(&["compare", "truth.txt", "square.txt"]));
    folder.stdout(&["compare", "truth.txt", "square.txt", "--undirected", "drop"]);
}

#[test]
fn wrong_usage_has_a_code_of_its_own() {
    let folder = folder();
    for arguments in [&["compare", "truth.txt"][..], &["compare", "truth.txt", "class.txt", "--shd-reversal", "3"], &[]]
    {
        assert_eq!(folder.run(arguments).status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let folder = folder();
    let with =
        |threads| folder.stdout(&["compare", "truth.txt", "reversed.txt", "class.txt", "--json", "--threads", threads]);
    assert_eq!(with("1"), with("2"));
}

/// An output that cannot be written is refused before anything is read, so missing graphs are not noticed.
#[test]
fn an_output_that_cannot_be_written_is_said_before_the_work() {
    let folder = folder();
    folder.write("file", b"");
    for (option, path, fact) in [
        ("--pairs", "no/such/pairs.csv", "the directory `no/such` does not exist"),
        ("--html", "no/such/page.html", "the directory `no/such` does not exist"),
        ("--html", ".", "this is a directory"),
        ("--plots", "file/plots", "`file` is a file, not a directory"),
    ] {
        let complaint = folder.complaint(&["compare", "absent.txt", "class.txt", option, path]);
        assert!(complaint.contains(fact), "{complaint}");
    }
    let joint =
        ["compare", "absent.txt", "class.txt", "--data", "absent.csv", "--joint", "2", "--joint-pairs", "no/j.csv"];
    assert!(folder.complaint(&joint).contains("the directory `no` does not exist"));
}

#[test]
fn hints_name_the_option_that_helps() {
    let folder = folder();
    folder.write("graph.xyz", b"rain -> wet\n");
    folder.write("weights.csv", b"a,b\n0,0.7\n0,0\n");
    folder.write("marks.csv", b"a,b\n0,-1\n1,0\n");
    folder.write("latin.csv", b"a,b\n1,\xe9\n");
    folder.write("gaps.csv", b"rain,wet\n1,\n2,3\n");
    let commands = [
        &["compare", "graph.xyz", "truth.txt"][..],
        &["compare", "weights.csv", "weights.csv"],
        &["compare", "marks.csv", "marks.csv"],
        &["compare", "truth.txt", "truth.txt", "--data", "latin.csv"],
        &["compare", "truth.txt", "truth.txt", "--data", "graph.xyz"],
        &["discover", "pc", "gaps.csv"],
        &["convert", "truth.txt", "out.xyz"],
        &["convert", "truth.txt", "out.npy"],
        &["convert", "graph.xyz", "out.csv"],
    ];
    let told = commands.map(|words| format!("$ contsid {}\n{}", words.join(" "), folder.complaint(words)));
    assert_snapshot!(told.concat());
    folder.stdout(&["convert", "truth.txt", "out.xyz", "--output-format", "dot"]);
}

#[test]
#[cfg(unix)]
fn what_is_typed_need_not_be_unicode() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder();
    let name = std::ffi::OsStr::from_bytes(b"learnt\xff.txt");
    std::fs::write(folder.path().join(name), FORGETFUL).unwrap();
    let output = folder.command(&["compare", "truth.txt", "--html", "page.html"]).arg(name).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(folder.read("page.html").contains("learnt\u{fffd}.txt"));
}

#[test]
fn help_lists_the_formats() {
    let help = folder().stdout(&["compare", "--help"]);
    let after = help.split("--format <FORMAT>").nth(1).unwrap();
    assert!(after.contains("csv, tsv, npy, space, mtx, edges, dot, graphml, tetrad, json, bif"), "{help}");
}

#[test]
fn graphs_are_converted() {
    let folder = folder();
    for output in ["out.csv", "out.dot", "out.graphml", "out.json", "out.tetrad", "out.edges"] {
        folder.stdout(&["convert", "truth.txt", output]);
        let text = folder.stdout(&["compare", "truth.txt", output, "--json"]);
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["comparisons"][0]["shd"], 0, "{output}");
    }
    folder.stdout(&["convert", "truth.txt", "completed.txt", "--to", "cpdag"]);
    let shd = |learnt: &str, more: &[&str]| {
        let text = folder.stdout(&[&["compare", "truth.txt", learnt, "--json"], more].concat());
        serde_json::from_str::<Value>(&text).unwrap()["comparisons"][0]["shd"].clone()
    };
    // season — rain and season — sprinkler are the only edges of the class without a direction.
    assert_eq!(shd("completed.txt", &[]), 2);
    assert_eq!(shd("completed.txt", &["--shd-of", "classes"]), 0);
    folder.stdout(&["convert", "completed.txt", "member.txt", "--to", "extension"]);
    assert_eq!(shd("member.txt", &["--shd-of", "classes"]), 0);
    folder.stdout(&["convert", "truth.txt", "skeleton.txt", "--to", "skeleton"]);
    assert_eq!(shd("skeleton.txt", &["--undirected", "drop"]), 5);
}

#[test]
fn unreadable_graphs_are_left_out_on_request() {
    let folder = Folder::with(&[
        ("truth.txt", "A -> B\nB -> C\n"),
        ("good.txt", "B -> A\nB -> C\n"),
        ("prose.txt", "A -> B [weight=0.5]\n"),
        ("cycle.txt", "A -> B\nB -> C\nC -> A\n"),
        ("others.txt", "X -> Y\n"),
    ]);
    let arguments = ["compare", "truth.txt", "prose.txt", "good.txt", "cycle.txt", "others.txt", "none.txt"];
    folder.complaint(&arguments);
    let skipping = [&arguments[..], &["--skip-unreadable"]].concat();
    let table = folder.stdout(&skipping);
    let alone = folder.stdout(&["compare", "truth.txt", "good.txt"]);
    assert!(alone.lines().all(|line| table.contains(line)), "{table}");
    for file in ["prose.txt", "cycle.txt", "others.txt", "none.txt"] {
        assert!(table.contains(&format!("–  {file}  skipped: ")), "{table}");
    }
    let object: Value = serde_json::from_str(&folder.stdout(&[&skipping[..], &["--json"]].concat())).unwrap();
    let skipped: Vec<&str> =
        object["skipped"].as_array().unwrap().iter().map(|one| one["learnt"].as_str().unwrap()).collect();
    assert_eq!(skipped, ["prose.txt", "none.txt", "others.txt", "cycle.txt"]);
    assert!(object["skipped"][3]["reason"].as_str().unwrap().contains("cycle"), "{object}");
    assert_eq!(object["comparisons"].as_array().unwrap().len(), 1);
    // Nothing is left to compare, or the truth itself is at fault.
    folder.complaint(&["compare", "truth.txt", "prose.txt", "--skip-unreadable"]);
    folder.complaint(&["compare", "cycle.txt", "good.txt", "--skip-unreadable"]);
}

/// Expected by hand: A and B may be confounded with C, but C o-> D is oriented as C -> D by both unshielded colliders.
#[test]
fn one_graph_explains_what_it_says_of_an_effect() {
    let folder = Folder::with(&[
        ("pag.txt", "A o-> C\nB o-> C\nC -> D\n"),
        ("dag.txt", "U -> X\nU -> Y\nX -> Y\n"),
        ("odd.txt", "A -> B\nB -> C\nA <-> C\n"),
    ]);
    let why = |file: &str, pair: &str, more: &[&str]| folder.stdout(&[&["why", file, "--pair", pair], more].concat());
    assert_eq!(
        why("pag.txt", "C,D", &[]),
        "C has an effect that adjustment identifies on D: adjusting for A, B blocks every other path.\n"
    );
    assert!(why("pag.txt", "A,D", &[]).contains("does not identify, on D: A o-> C -> D may be directed"));
    assert!(why("pag.txt", "D,A", &[]).starts_with("D has no effect on A: "));
    assert!(why("dag.txt", "X,Y", &[]).contains("adjusting for U blocks every other path"));
    assert!(why("dag.txt", "X,Y", &["--latent", "U"]).contains("the path X <-> Y stays open"));
    let odd = folder.complaint(&["why", "odd.txt", "--pair", "A,C"]);
    assert!(odd.contains("odd.txt: A <-> C contradicts that A is an ancestor of C"), "{odd}");
    let compared = folder.complaint(&["compare", "dag.txt", "pag.txt"]);
    assert!(compared.contains("pag.txt and dag.txt do not have the same nodes"), "{compared}");
    assert!(folder.usage(&["why", "dag.txt", "dag.txt", "--pair", "X,Y", "--latent", "U"]).contains("--latent"));
}

#[test]
fn names_of_one_graph_alone_are_noted() {
    let folder = Folder::with(&[("truth.txt", "c -> d\na -> c\nb -> c\n"), ("plain.csv", "0,1,0\n0,0,1\n0,0,0\n")]);
    folder.write("four.csv", b"0,1,0,0\n0,0,1,0\n0,0,0,0\n0,0,0,0\n");
    let object: serde_json::Value =
        serde_json::from_str(&folder.stdout(&["compare", "truth.txt", "four.csv", "--json"])).unwrap();
    let notes = object["notes"].to_string();
    assert!(notes.contains("matched by position, in this order: `c`, `d`, `a`, `b`"), "{notes}");
    let alike = folder.stdout(&["compare", "plain.csv", "plain.csv", "--json"]);
    assert!(!alike.contains("by position"), "neither has names: {alike}");
}

#[test]
fn a_study_of_nothing_says_what_to_name() {
    let words = Folder::new().usage(&["study", "--nodes", "5", "-o", "out"]);
    assert!(words.contains("name the file of a study, or say --preset paper"), "{words}");
}
