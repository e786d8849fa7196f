//! The plots that the program writes for papers.

#![allow(clippy::unwrap_used, reason = "this is a test program")]

mod support;

use quick_xml::events::Event;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use support::Folder;

/// Pixels for each unit of a drawing.
const SCALE: f64 = 3.0;

/// The formats of this build.
const FORMATS: &[&str] = if cfg!(feature = "pictures") { &["pdf", "png", "svg"] } else { &["svg"] };

/// The names of the plots in a directory; each must be there in all formats of the build, which show the same size.
fn plots(directory: &Path) -> Vec<String> {
    plots_with_words(directory, &[])
}

/// The same, where some plots have nothing to show but a heading and a sentence.
fn plots_with_words(directory: &Path, words_only: &[&str]) -> Vec<String> {
    let mut names = BTreeSet::new();
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        assert!(FORMATS.iter().any(|format| path.extension().unwrap() == *format), "{}", path.display());
        names.insert(path.file_stem().unwrap().to_str().unwrap().to_owned());
    }
    for name in &names {
        let file = |format: &str| std::fs::read(directory.join(format!("{name}.{format}"))).unwrap();
        let Svg { size, paths, texts } = checked_svg(&String::from_utf8(file("svg")).unwrap());
        let has_paths = if words_only.contains(&name.as_str()) { paths == 0 } else { paths > 0 };
        assert!(has_paths && texts >= 2, "{name}: {paths} paths and {texts} texts");
        if cfg!(feature = "pictures") {
            check_png(&file("png"), size);
            let page = file("pdf");
            assert!(page.starts_with(b"%PDF-"), "{name}");
        }
    }
    names.into_iter().collect()
}

/// What is in a drawing.
struct Svg {
    size: [f64; 2],
    paths: usize,
    texts: usize,
}

/// Checks that a drawing is well formed and needs no style or other file.
fn checked_svg(text: &str) -> Svg {
    let (mut reader, mut found) = (quick_xml::Reader::from_str(text), Svg { size: [0.0; 2], paths: 0, texts: 0 });
    loop {
        let element = match reader.read_event().expect("well-formed XML") {
            Event::Eof => break,
            Event::Start(element) | Event::Empty(element) => element,
            _ => continue,
        };
        let attribute = |name: &str| {
            let value = element.try_get_attribute(name).expect("well-formed attributes");
            value.map(|attribute| attribute.value.into_owned())
        };
        match element.name().as_ref() {
            "svg" => found.size = ["width", "height"].map(|name| attribute(name).unwrap().parse().unwrap()),
            "rect" => assert_eq!(attribute("fill").as_deref(), Some("#ffffff")),
            "path" => {
                assert!(attribute("d").is_some_and(|path| path.starts_with('M') && !path.contains("NaN")));
                found.paths += 1;
            }
            "text" => {
                let [x, y] = ["x", "y"].map(|name| attribute(name).unwrap().parse::<f64>().unwrap());
                assert!((0.0..=found.size[0]).contains(&x) && (0.0..=found.size[1]).contains(&y), "{x} {y}");
                found.texts += 1;
            }
            other => panic!("an element that is not expected: {other}"),
        }
        assert!(attribute("href").is_none() && attribute("style").is_none());
    }
    found
}

fn check_png(bytes: &[u8], size: [f64; 2]) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let picture = reader.next_frame(&mut pixels).unwrap();
    let shown = [picture.width, picture.height].map(f64::from);
    assert!(shown.iter().zip(size).all(|(pixels, units)| (pixels - SCALE * units).abs() <= 1.0), "{shown:?} {size:?}");
    let colours: BTreeSet<&[u8]> = pixels.chunks_exact(3).collect();
    assert!(colours.contains(&[255_u8; 3][..]) && colours.len() > 5, "white paper with something on it");
}

#[test]
fn a_comparison_is_plotted() {
    let mut data = String::from("A,B,C\n");
    for row in 0..40 {
        let (a, b) = (f64::from(row % 8), f64::from(row * row % 11));
        writeln!(data, "{a},{b},{}", 3.0 * a - b + f64::from(row % 3)).unwrap();
    }
    let folder = Folder::with(&[
        ("truth.txt", "A -> B\nB -> C\n"),
        ("pc.txt", "A -> B\nA -> C\n"),
        ("<b>.txt", "B -- A\nB -> C\n"),
        ("data.csv", &data),
    ]);
    let graphs = ["compare", "truth.txt", "pc.txt", "<b>.txt"];
    folder.stdout(&[&graphs[..], &["--plots", "plain"]].concat());
    let without = ["fixes-1-pc-txt", "fixes-2-b-txt", "graph-1-pc-txt", "graph-2-b-txt", "matrix-1-pc-txt"];
    let without = [&without[..], &["matrix-2-b-txt", "ranking", "relations", "truth"]].concat();
    assert_eq!(plots(&folder.path().join("plain")), without);
    let ranking = folder.read("plain/ranking.svg");
    assert!(ranking.contains(">SID of learnt graphs against truth.txt<") && ranking.contains("(smaller is better)"));
    folder.stdout(&[&graphs[..], &["--data", "data.csv", "--plots", "deep/er"]].concat());
    let with = [&["densities-1-pc-txt", "densities-2-b-txt"], &without[..]].concat();
    let ranking = folder.read("deep/er/ranking.svg");
    assert!(ranking.contains(">bounds of contSID"), "undirected edges leave bounds: {ranking}");
    assert_eq!(plots(&folder.path().join("deep/er")), with);
}

#[test]
fn names_of_any_script_are_drawn_and_name_the_files() {
    let folder = Folder::with(&[("真.txt", "基因 -> جين\nجين -> גן\n"), ("学习.txt", "جين -> 基因\nגן\n")]);
    folder.stdout(&["compare", "真.txt", "学习.txt", "--plots", "plots"]);
    let names = ["fixes-1-学习-txt", "graph-1-学习-txt", "matrix-1-学习-txt", "ranking", "truth"];
    assert_eq!(plots(&folder.path().join("plots")), names);
    for name in &names[1..3] {
        let svg = folder.read(&format!("plots/{name}.svg"));
        assert!(["基因", "جين", "גן"].iter().all(|node| svg.contains(&format!(">{node}</text>"))), "{name}: {svg}");
    }
}

#[test]
fn a_plain_build_says_how_to_get_other_formats() {
    let folder = Folder::with(&[("truth.txt", "A -> B\n")]);
    let output = folder.run(&["compare", "truth.txt", "truth.txt", "--plots", "plots"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said.contains("`--features pictures`"), !cfg!(feature = "pictures"), "{said}");
}

#[test]
fn experiments_are_plotted() {
    let folder = Folder::new();
    folder.stdout(&["demo", "--experiments", "--plots", "plots"]);
    let mut expected = Vec::new();
    for graph in ["1-forgetful", "2-reversed", "3-right"] {
        expected.extend(["enzyme", "heat"].map(|target| format!("predictions-{graph}-{target}")));
    }
    expected.extend(["relations", "skills"].map(str::to_owned));
    assert_eq!(plots(&folder.path().join("plots")), expected);
    let skills = folder.read("plots/skills.svg");
    for words in ["skill with its 95 % interval", ">ceiling<", "0 is no effect, 1 perfect (larger is better)"] {
        assert!(skills.contains(words), "{words}: {skills}");
    }
    let relations = folder.read("plots/relations.svg");
    for words in
        ["difference of skill with its 95 % interval", "above 0 the first is better", "first is better, adjusted p "]
    {
        assert!(relations.contains(words), "{words}: {relations}");
    }
    folder.write("plots/skills.svg", b"mine");
    assert!(folder.complaint(&["demo", "--experiments", "--plots", "plots"]).contains("skills.svg"));
}

#[test]
fn plots_of_a_hundred_nodes_take_ten_megabytes_at_most() {
    let edges =
        |step: usize| {
            (0..100).flat_map(|from| [(from, from + step), (from, from + 7)]).filter(|edge| edge.1 < 100).fold(
                (1..=100).map(|node| format!("V{node}")).collect::<Vec<_>>().join("\n") + "\n",
                |text, (from, to)| text + &format!("V{} -> V{}\n", from + 1, to + 1),
            )
        };
    let folder = Folder::with(&[("truth.txt", &edges(3)), ("learnt.txt", &edges(4))]);
    folder.stdout(&["compare", "truth.txt", "learnt.txt", "--plots", "plots"]);
    let sizes =
        std::fs::read_dir(folder.path().join("plots")).unwrap().map(|file| file.unwrap().metadata().unwrap().len());
    let all: u64 = sizes.sum();
    assert!(all < 10_000_000, "{all}");
}

#[test]
fn equal_graphs_have_no_densities_to_plot() {
    let folder = Folder::with(&[("truth.txt", "A -> B\n"), ("data.csv", "A,B\n1,2\n2,4\n3,7\n4,7\n")]);
    folder.stdout(&["compare", "truth.txt", "truth.txt", "--data", "data.csv", "--plots", "plots"]);
    let names = plots_with_words(&folder.path().join("plots"), &["fixes-1-truth-txt"]);
    assert_eq!(names, ["fixes-1-truth-txt", "graph-1-truth-txt", "matrix-1-truth-txt", "ranking", "truth"]);
}

#[test]
fn the_demo_is_plotted() {
    let folder = Folder::new();
    folder.stdout(&["demo", "--plots", "plots"]);
    let kinds = ["densities", "fixes", "graph", "matrix"];
    let mut expected: Vec<String> =
        kinds.iter().flat_map(|kind| [format!("{kind}-1-G2"), format!("{kind}-2-G3")]).collect();
    expected.extend(["ranking", "relations", "truth"].map(str::to_owned));
    assert_eq!(plots(&folder.path().join("plots")), expected);
}

#[test]
fn graphs_with_marks_are_plotted() {
    let folder = Folder::new();
    folder.stdout(&["demo", "--hidden", "--plots", "plots"]);
    assert_eq!(plots(&folder.path().join("plots")), ["graph-1-pag", "graph-2-dag", "ranking", "truth"]);
    // shift o-> coffee <-> illness <-o age: two circles; the directed graph has other marks and says so.
    let circles = |name: &str| folder.read(&format!("plots/{name}.svg")).matches("a3.5,3.5").count() / 2;
    assert_eq!(["truth", "graph-1-pag", "graph-2-dag"].map(circles), [2, 2, 0]);
    assert!(folder.read("plots/graph-2-dag.svg").contains("with other marks (3)"));
    folder.write("plots/ranking.svg", b"mine");
    assert!(folder.complaint(&["demo", "--hidden", "--plots", "plots"]).contains("plots/ranking.svg"));
}

#[test]
fn a_study_is_plotted() {
    let folder = Folder::new();
    let study = ["study", "--preset", "paper", "--nodes", "5", "--graphs", "3", "--samples", "40"];
    folder.stdout(&[&study[..], &["-o", "study", "--plots", "plots"]].concat());
    let names = plots(&folder.path().join("plots"));
    for kind in ["agreement-", "differences-", "distributions-"] {
        assert!(names.iter().any(|name| name.starts_with(kind)), "{kind}: {names:?}");
    }
    assert!(names.iter().all(|name| name.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '-')), "{names:?}");
}
