//! The plots that the program writes for papers.

#![allow(clippy::unwrap_used, reason = "this is a test program")]

mod support;

use quick_xml::events::Event;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use support::Folder;
use tiny_skia::Pixmap;

/// Pixels for each unit of a drawing.
const SCALE: f64 = 3.0;

/// The names of the plots in a directory; each must be there as an SVG, a PDF and a PNG that show the same size.
fn plots(directory: &Path) -> Vec<String> {
    plots_with_words(directory, &[])
}

/// The same, where some plots have nothing to show but a heading and a sentence.
fn plots_with_words(directory: &Path, words_only: &[&str]) -> Vec<String> {
    let mut names = BTreeSet::new();
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let ending = path.extension().unwrap();
        assert!(ending == "svg" || ending == "pdf" || ending == "png", "{}", path.display());
        names.insert(path.file_stem().unwrap().to_str().unwrap().to_owned());
    }
    for name in &names {
        let (size, paths) = checked_svg(&std::fs::read_to_string(directory.join(format!("{name}.svg"))).unwrap());
        let is_drawn = if words_only.contains(&name.as_str()) { paths == 2 } else { paths >= 3 };
        assert!(is_drawn, "{name}: text and lines are paths: {paths}");
        check_png(&std::fs::read(directory.join(format!("{name}.png"))).unwrap(), size);
        let page = std::fs::read(directory.join(format!("{name}.pdf"))).unwrap();
        let [width, height] = size.map(|length| length as f32);
        let size = format!("/MediaBox [0 0 {width} {height}]");
        assert!(page.starts_with(b"%PDF-") && String::from_utf8_lossy(&page).contains(&size), "{name}: {size}");
    }
    names.into_iter().collect()
}

/// The size and the number of paths of a drawing; checks that it is well formed and needs no font, style or other file.
fn checked_svg(text: &str) -> ([f64; 2], usize) {
    let (mut reader, mut size, mut paths) = (quick_xml::Reader::from_str(text), [0.0; 2], 0);
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
            "svg" => size = ["width", "height"].map(|name| attribute(name).unwrap().parse().unwrap()),
            "rect" => assert_eq!(attribute("fill").as_deref(), Some("#ffffff")),
            "path" => {
                assert!(attribute("d").is_some_and(|path| path.starts_with('M') && !path.contains("NaN")));
                paths += 1;
            }
            other => panic!("an element that needs more than outlines: {other}"),
        }
        assert!(attribute("font-family").is_none() && attribute("href").is_none() && attribute("style").is_none());
    }
    (size, paths)
}

fn check_png(bytes: &[u8], size: [f64; 2]) {
    let picture = Pixmap::decode_png(bytes).expect("a PNG");
    let shown = [picture.width(), picture.height()].map(f64::from);
    assert!(shown.iter().zip(size).all(|(pixels, units)| (pixels - SCALE * units).abs() <= 1.0), "{shown:?} {size:?}");
    let colours: BTreeSet<[u8; 3]> = picture.pixels().iter().map(|p| [p.red(), p.green(), p.blue()]).collect();
    assert!(colours.contains(&[255; 3]) && colours.len() > 5, "white paper with something on it");
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
    let without = ["graph-1-pc-txt", "graph-2-b-txt", "matrix-1-pc-txt", "matrix-2-b-txt", "repairs-1-pc-txt"];
    let without = [&without[..], &["repairs-2-b-txt", "truth"]].concat();
    assert_eq!(plots(&folder.path().join("plain")), without);
    folder.stdout(&[&graphs[..], &["--data", "data.csv", "--plots", "deep/er"]].concat());
    let with = [&["densities-1-pc-txt", "densities-2-b-txt"], &without[..]].concat();
    assert_eq!(plots(&folder.path().join("deep/er")), with);
}

#[test]
fn names_of_any_script_are_drawn_and_name_the_files() {
    let folder = Folder::with(&[("真.txt", "基因 -> جين\nجين -> גן\n"), ("学习.txt", "جين -> 基因\nגן\n")]);
    folder.stdout(&["compare", "真.txt", "学习.txt", "--plots", "plots"]);
    let drawn = |name: &str| folder.read(&format!("plots/{name}.svg"));
    for name in ["graph-1-学习-txt", "matrix-1-学习-txt", "repairs-1-学习-txt", "truth"] {
        // Characters without a glyph stay text; the rest are outlines.
        let svg = drawn(name);
        assert!(svg.matches("<text").count() <= svg.matches("基因").count() + 1, "{name}: {svg}");
        assert!(svg.matches("<path").count() >= 3, "{name}");
    }
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
    let names = plots_with_words(&folder.path().join("plots"), &["repairs-1-truth-txt"]);
    assert_eq!(names, ["graph-1-truth-txt", "matrix-1-truth-txt", "repairs-1-truth-txt", "truth"]);
}

#[test]
fn the_demo_is_plotted() {
    let folder = Folder::new();
    folder.stdout(&["demo", "--plots", "plots"]);
    let kinds = ["densities", "graph", "matrix", "repairs"];
    let mut expected: Vec<String> =
        kinds.iter().flat_map(|kind| [format!("{kind}-1-G2"), format!("{kind}-2-G3")]).collect();
    expected.push("truth".to_owned());
    assert_eq!(plots(&folder.path().join("plots")), expected);
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
