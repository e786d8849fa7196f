//! Writes the pages that the browser tests open: `cargo run -p contsid-bench pages DIRECTORY`.

use crate::Outcome;
use crate::scene::{self, Scene, normal};
use contsid::adjustment::AdjustmentRule;
use contsid::comparison::Undirected;
use contsid::data::{Column, Table};
use contsid::distance::Selection;
use contsid::distance::bounds::Span;
use contsid::effect::{Agreement, Normalisation, Score};
use contsid::execution::Execution;
use contsid::graph::{Cpdag, Dag, Edge, MixedGraph, NodeId, NodeNames, NodeSet};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::path::Path;

pub fn main(arguments: &[String]) -> Outcome {
    let directory = arguments.first().ok_or("name a directory")?;
    let directory = Path::new(&directory);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let twenty = Scene::random(20, 300, 3, &mut rng);
    std::fs::write(directory.join("twenty.html"), page(&twenty)?)?;
    let fifty = Scene::random(50, 300, 3, &mut rng);
    std::fs::write(directory.join("fifty.html"), page(&fifty)?)?;
    std::fs::write(directory.join("hundred.html"), page(&Scene::random(100, 200, 2, &mut rng))?)?;
    let mut hostile = Scene::random(4, 60, 2, &mut rng);
    hostile.names = NodeNames::new([
        "<script>alert(1)</script>",
        "</script><img src=x onerror=alert(2)>",
        "\u{2028}quote\" ' & {{model}}",
        "a name that is much longer than any box that is drawn for it",
    ])?;
    hostile.table = Table::new(hostile.names.clone(), hostile.table.columns().to_vec())?;
    hostile.learnt.last_mut().expect("there are two").0 = String::from("<b>learnt</b>");
    std::fs::write(directory.join("hostile.html"), page(&hostile)?)?;
    std::fs::write(directory.join("categories.html"), page(&categories(&mut rng)?)?)?;
    let mut class = Scene::random(8, 200, 1, &mut rng);
    let completed = Cpdag::of(&Dag::try_from(class.learnt[0].1.clone())?);
    class.learnt.push(("class".to_owned(), completed.as_ref().clone()));
    std::fs::write(directory.join("class.html"), page(&class)?)?;
    std::fs::write(directory.join("bound.html"), page(&bound()?)?)?;
    std::fs::write(directory.join("never.html"), page(&never(&mut rng)?)?)?;
    let mut chosen = Scene::random(5, 60, 1, &mut rng);
    chosen.options.selection = Some(Selection::all(5).with_treatments(NodeSet::of(5, [NodeId::new(0)])));
    std::fs::write(directory.join("chosen.html"), page(&chosen)?)?;
    std::fs::write(directory.join("optimal.html"), page(&optimal(&mut rng)?)?)?;
    let mut equal = Scene::random(4, 60, 1, &mut rng);
    equal.learnt[0].1 = equal.truth.clone().into();
    std::fs::write(directory.join("equal.html"), page(&equal)?)?;
    std::fs::write(directory.join("superset.html"), page(&superset(&mut rng)?)?)?;
    std::fs::write(directory.join("scripts.html"), page(&scripts(&mut rng)?)?)?;
    std::fs::write(directory.join("long.html"), page(&long(&mut rng)?)?)?;
    std::fs::write(directory.join("twelve.html"), page(&twelve(&mut rng))?)?;
    std::fs::write(directory.join("proteins.html"), page(&proteins(&mut rng)?)?)?;
    std::fs::write(directory.join("rows.html"), page(&Scene::random(6, 4500, 2, &mut rng))?)?;
    Ok(())
}

/// A learnt graph and its class: of all graphs of the class it is the farthest from the truth, cross-fitted too.
fn bound() -> Outcome<Scene> {
    let (mut rng, execution) = (ChaCha8Rng::seed_from_u64(3), Execution::default());
    loop {
        let mut scene = Scene::random(5, 100, 1, &mut rng);
        let completed = Cpdag::of(&Dag::try_from(scene.learnt[0].1.clone())?);
        scene.learnt.push(("class".to_owned(), completed.as_ref().clone()));
        let found = scene.comparisons(scene.prepared(&execution)?.as_ref(), &execution)?;
        let bounds = |index: usize| found[index].crossfit.as_ref().map(Score::span);
        let whole = |index: usize| found[index].contsid.as_ref().map(|score| score.span().upper);
        if let (Some(own), Some(Span { lower, upper })) = (bounds(0), bounds(1))
            && lower < upper
            && own.upper == upper
            && whole(0) == whole(1)
        {
            return Ok(scene);
        }
    }
}

/// An edge more than the truth that changes no effect: contSID is 0.
fn superset(rng: &mut impl Rng) -> Outcome<Scene> {
    let [a, b, c] = [0, 1, 2].map(NodeId::new);
    let mut scene = Scene::random(3, 60, 1, rng);
    scene.truth = Dag::from_edges(3, [(a, b), (b, c)])?;
    scene.learnt[0].1 = Dag::from_edges(3, [(a, b), (b, c), (a, c)])?.into();
    Ok(scene)
}

/// Names that are written from right to left, or without letters.
fn scripts(rng: &mut impl Rng) -> Outcome<Scene> {
    let mut scene = Scene::random(5, 80, 2, rng);
    scene.names = NodeNames::new(["الجرعة", "תוצאה", "血压", "나이", "age"])?;
    scene.table = Table::new(scene.names.clone(), scene.table.columns().to_vec())?;
    scene.learnt[1].0 = String::from("نموذج");
    Ok(scene)
}

/// Names of nodes and graphs as registers and learners write them, one of them from right to left.
fn long(rng: &mut impl Rng) -> Outcome<Scene> {
    let mut scene = Scene::random(7, 200, 2, rng);
    scene.names = NodeNames::new([
        "systolic_blood_pressure_mmHg_morning",
        "body mass index at baseline (kg/m²)",
        "CurrentSmokerSelfReportedAtEnrolment",
        "HbA1c",
        "total_cholesterol_to_hdl_ratio",
        "household.income.band.2019",
        "عمر المريض",
    ])?;
    scene.table = Table::new(scene.names.clone(), scene.table.columns().to_vec())?;
    scene.learnt[0].0 = String::from("a_learner_with_a_really_long_file_name_alpha_0.01_run_17.csv");
    Ok(scene)
}

/// Twelve graphs in one directory, two of them the same.
fn twelve(rng: &mut impl Rng) -> Scene {
    let mut scene = Scene::random(8, 200, 12, rng);
    scene.learnt[11].1 = scene.learnt[10].1.clone();
    scene.truth_name = String::from("results/run-7/truth.csv");
    scene.learnt.iter_mut().for_each(|(name, _)| *name = format!("results/run-7/{name}"));
    scene
}

/// Eleven proteins and the edges that biologists agree on.
fn proteins(rng: &mut impl Rng) -> Outcome<Scene> {
    let names = ["raf", "mek", "plcg", "pip2", "pip3", "erk", "akt", "pka", "pkc", "p38", "jnk"];
    let edges = [
        (8, 0),
        (8, 1),
        (8, 10),
        (8, 9),
        (8, 7),
        (7, 0),
        (7, 1),
        (7, 5),
        (7, 6),
        (7, 10),
        (7, 9),
        (0, 1),
        (1, 5),
        (5, 6),
        (2, 3),
        (2, 4),
        (4, 3),
    ]
    .map(|(from, to)| (NodeId::new(from), NodeId::new(to)));
    let (truth, names) = (Dag::from_edges(11, edges)?, NodeNames::new(names)?);
    let table = scene::linear_data(&truth, &names, 200, rng);
    let learnt = ["pc.csv", "ges.csv", "lingam.csv"].into_iter().enumerate();
    let learnt = learnt.map(|(k, name)| (name.to_owned(), scene::spoilt(&truth, 0.1 + 0.12 * k as f64, rng).into()));
    let learnt = learnt.collect();
    Ok(Scene::new(truth, learnt, table))
}

/// An undirected edge where the graphs never agree: the direction that is shown is the true one and adjusts for the
/// same, so only the other one has a distance.
fn never(rng: &mut impl Rng) -> Outcome<Scene> {
    let [x, y] = [0, 1].map(NodeId::new);
    let mut scene = Scene::random(2, 60, 0, rng);
    let undirected = MixedGraph::from_edges(2, [Edge::undirected(x, y)])?;
    scene.truth = Undirected::default().class_of(&undirected)?.extension().clone();
    scene.learnt = vec![("undirected".to_owned(), undirected)];
    scene.contsid.agreement = Agreement::Never;
    Ok(scene)
}

/// b → c with another cause of c: the optimal set holds what is no parent of b.
fn optimal(rng: &mut impl Rng) -> Outcome<Scene> {
    let [a, b, c] = [0, 1, 2].map(NodeId::new);
    let mut scene = Scene::random(3, 60, 1, rng);
    scene.truth = Dag::from_edges(3, [(a, c), (b, c)])?;
    scene.learnt[0].1 = Dag::from_edges(3, [(b, a)])?.into();
    scene.contsid.adjustment = AdjustmentRule::Optimal;
    scene.contsid.normalise = Normalisation::None;
    Ok(scene)
}

fn page(scene: &Scene) -> Outcome<String> {
    let execution = Execution::default();
    let prepared = scene.prepared(&execution)?;
    scene.page(prepared.as_ref(), &scene.comparisons(prepared.as_ref(), &execution)?, &execution)
}

/// Three variables of which one is a category and one a small count.
fn categories(rng: &mut impl Rng) -> Outcome<Scene> {
    let [dose, group, outcome] = [0, 1, 2].map(NodeId::new);
    let (mut doses, mut groups, mut outcomes) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..200 {
        let level = u32::from(rng.random_bool(0.4)) + u32::from(rng.random_bool(0.4));
        let amount: f64 = normal(rng) + f64::from(level);
        groups.push(level);
        doses.push(amount);
        outcomes.push((amount + normal(rng)).clamp(-2.0, 4.0).round());
    }
    let levels = ["control", "low", "high"].map(str::to_owned).to_vec();
    let names = NodeNames::new(["dose", "group", "outcome"])?;
    let columns =
        vec![Column::numbers(doses), Column::Categorical { codes: groups, levels }, Column::numbers(outcomes)];
    let truth = Dag::from_edges(3, [(group, dose), (dose, outcome)])?;
    let turned = Dag::from_edges(3, [(dose, group), (dose, outcome)])?;
    let empty = Dag::from_edges(3, [])?;
    let learnt = vec![("turned".to_owned(), turned.into()), ("empty".to_owned(), empty.into())];
    Ok(Scene::new(truth, learnt, Table::new(names, columns)?))
}
