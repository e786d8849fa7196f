//! Every sentence of the verdicts of simulated comparisons, by every distance, and of judgements, read again and held
//! against the values.

#![allow(clippy::unwrap_used, reason = "this is a test program")]

mod reader;
mod simulated;

use contsid::comparison::{Comparison, ComparisonData, ComparisonOptions, DataChoices, Measure, compare_all, rank};
use contsid::effect::ContSidOptions;
use contsid::execution::Execution;
use contsid::experiment::{Experiment, JudgeOptions, judge};
use contsid::graph::{MixedGraph, NodeId, NodeSet};
use contsid::named::Named;
use contsid_report::comparison::{LearntGraph, ShownGraph, verdict};
use contsid_report::judgement::JudgementReport;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use reader::{DifferenceOf, Reader, Truth, Values};
use simulated::{NODES, dag, learnt_graphs, names, rows};

const ROUNDS: u64 = 100;

const WORDS: [&str; 3] = ["nearer to the truth", "farther from the truth", "equally near to the truth"];

/// What verdicts call a distance, where contSID is known from all rows and in parts.
fn label(measure: Measure) -> &'static str {
    match measure {
        Measure::CrossFit => "contSID",
        Measure::ContSid => "contSID from all rows",
        Measure::Sid => "SID",
        Measure::AidParent => "AID by parents",
        Measure::AidAncestor => "AID by ancestors",
        Measure::AidOptimal => "AID by optimal sets",
        Measure::Shd => "SHD",
    }
}

/// Compared graphs with names.
struct Scene {
    names: Vec<String>,
    learnt: Vec<MixedGraph>,
    found: Vec<Comparison>,
}

impl Scene {
    fn new(round: u64) -> Self {
        let (mut rng, execution) = (ChaCha8Rng::seed_from_u64(round), Execution::default());
        let (truth, count) = (dag(&mut rng), rng.random_range(2..13));
        let learnt = learnt_graphs(count, &mut rng);
        let table = rows(&truth, if round.is_multiple_of(3) { 60 } else { 150 }, None, &mut rng);
        let (choices, contsid) = (DataChoices::default(), ContSidOptions::default());
        let all_rows = choices.all_rows(&table, &contsid, &execution).unwrap();
        let parts = choices.parts(&table, &contsid, &execution).unwrap();
        let data = ComparisonData { all_rows: all_rows.as_ref(), parts: parts.as_ref() };
        let graphs: Vec<&MixedGraph> = learnt.iter().collect();
        let found = compare_all(&truth, &graphs, data, &ComparisonOptions::default(), &execution).unwrap();
        Self { names: names(count), learnt, found }
    }

    /// The verdict by a distance, or by the usual one.
    fn verdict(&self, by: Option<Measure>) -> Vec<String> {
        let shown: Vec<LearntGraph<'_>> = (0..self.found.len())
            .map(|graph| LearntGraph {
                graph: ShownGraph { name: &self.names[graph], graph: &self.learnt[graph] },
                comparison: &self.found[graph],
            })
            .collect();
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        verdict(&shown, &rank(&names, &self.found.iter().collect::<Vec<_>>(), by))
    }

    fn values(&self, measure: Measure) -> Values<'_> {
        let bounds = self.found.iter().map(|found| found.bounds(measure).unwrap());
        let score = |graph: usize| self.found[graph].crossfit.as_ref().unwrap();
        let difference: DifferenceOf<'_> = Box::new(move |a, b| score(a).difference(score(b)));
        Values {
            names: self.names.clone(),
            best: bounds.clone().map(|bounds| bounds.lower).collect(),
            worst: bounds.map(|bounds| bounds.upper).collect(),
            difference: (measure == Measure::CrossFit).then_some(difference),
        }
    }

    fn lacks_overlap(&self) -> bool {
        self.found.iter().any(|found| found.crossfit.as_ref().unwrap().low_overlap >= 0.5)
    }

    /// The graphs that a distance puts first.
    fn first(&self, measure: Measure) -> Vec<usize> {
        if self.lacks_overlap() && matches!(measure, Measure::CrossFit | Measure::ContSid) {
            return (0..self.found.len()).collect();
        }
        Reader::new(&self.values(measure), WORDS, "").first()
    }

    /// Whether other distances choose the same graphs, read from `SID and AID agree.` and the like.
    fn check_distances(&self, sentence: &str, chosen: &[usize]) {
        let words = sentence.trim_end_matches('.');
        let all: Vec<usize> = (0..self.names.len()).collect();
        let endings = [
            (" agrees", chosen.to_vec()),
            (" agree", chosen.to_vec()),
            (" tells none apart", all.clone()),
            (" tell none apart", all),
        ];
        let (words, is_open) = match words.split_once(": undirected edges leave open which is nearer") {
            Some((words, "")) => (words, true),
            _ => (words, false),
        };
        let ended = endings.into_iter().find_map(|(ending, said)| Some((words.strip_suffix(ending)?, said)));
        let (distances, said) = ended.unwrap_or_else(|| {
            let (distances, rest) = words.split_once(" puts ").or_else(|| words.split_once(" put ")).unwrap();
            let mut said = self.graphs(rest.strip_suffix(" first").unwrap());
            said.sort_unstable();
            (distances, said)
        });
        for word in distances.replace(" and ", ", ").split(", ") {
            let is_meant =
                |measure: &Measure| label(*measure) == word || word == "AID" && label(*measure).starts_with(word);
            let meant: Vec<Measure> = Measure::CHOICES.iter().copied().filter(is_meant).collect();
            assert!(!meant.is_empty(), "unknown distance `{word}`");
            for measure in meant {
                assert_eq!(self.first(measure), said, "{sentence}");
                let values = self.values(measure);
                let truths = Reader::new(&values, WORDS, "").truths;
                let depends = || truths.iter().flatten().any(|&truth| truth == Truth::Depends);
                let is_counted = !matches!(measure, Measure::CrossFit | Measure::ContSid);
                assert!(!words.ends_with(" apart") || !is_counted || is_open == depends(), "{sentence}");
            }
        }
    }

    /// `From all rows contSID of A lies above its interval: …`
    fn check_outside(&self, words: &str) {
        let (subject, rest) = words.split_once(" lies ").unwrap();
        let said = self.graphs(subject);
        for (graph, comparison) in self.found.iter().enumerate() {
            let (all_rows, score) =
                (comparison.contsid.as_ref().unwrap().span(), comparison.crossfit.as_ref().unwrap());
            let is_outside = if rest.starts_with("above") {
                all_rows.upper > score.sum.upper.interval.unwrap().upper
            } else {
                all_rows.lower < score.sum.lower.interval.unwrap().lower
            };
            assert_eq!(said.contains(&graph), is_outside, "{words}");
        }
    }

    /// `say most of what these data show (κ 0.03)`, by the mean κ of the graphs.
    fn check_linearity(&self, words: &str) {
        let kappas = self.found.iter().filter_map(|found| found.crossfit.as_ref().unwrap().kappa);
        let mean = kappas.clone().sum::<f64>() / kappas.count() as f64;
        let (claim, rest) = words.split_once(" of what these data show (κ ").unwrap();
        let said: f64 = rest.split_once(')').unwrap().0.parse().unwrap();
        let expected = if mean < 0.2 { "say most" } else { "do not say all" };
        assert!((said - mean).abs() < 0.0051 && claim == expected, "{words}");
    }

    /// `A, B and C`
    fn graphs(&self, words: &str) -> Vec<usize> {
        let flat = words.replace(" and ", ", ");
        flat.split(", ").map(|name| self.names.iter().position(|known| known == name).unwrap()).collect()
    }
}

#[test]
fn every_sentence_about_comparisons_is_true() {
    let (mut kinds, mut read, mut linear) = ([0; 4], 0, 0);
    for round in 0..ROUNDS {
        let scene = Scene::new(round);
        assert_eq!(scene.verdict(None), scene.verdict(Some(Measure::CrossFit)));
        for &by in Measure::CHOICES {
            let (sentences, is_contsid) = (scene.verdict(Some(by)), matches!(by, Measure::CrossFit | Measure::ContSid));
            if scene.lacks_overlap() && is_contsid {
                assert!(sentences.len() == 1 && sentences[0].starts_with("No verdict: "), "{sentences:?}");
                continue;
            }
            let values = scene.values(by);
            let reader = Reader::new(&values, WORDS, label(by));
            if by == Measure::CrossFit {
                reader.truths.iter().flatten().for_each(|truth| kinds[*truth as usize] += 1);
            }
            assert!(sentences[0].starts_with("Choose "), "{sentences:?}");
            for sentence in &sentences {
                if let Some(rest) = sentence.strip_prefix("From all rows contSID of ").filter(|_| is_contsid) {
                    scene.check_outside(rest);
                } else if let Some(rest) = sentence.strip_prefix("Linear models ") {
                    scene.check_linearity(rest);
                    linear += usize::from(by == Measure::CrossFit && rest.starts_with("say most"));
                } else if sentence.starts_with("Nothing is known of chance") {
                    assert_eq!(by, Measure::ContSid, "the others are tested, or counts");
                } else if !reader.read(sentence) {
                    scene.check_distances(sentence, &reader.first());
                }
                read += 1;
            }
        }
    }
    assert!(kinds.iter().all(|&count| count > 100), "all kinds of relations: {kinds:?}");
    assert!(read > 2000, "{read}");
    assert!(linear > 60, "linear models say most of {linear} of {ROUNDS} samples of linear models");
}

#[test]
fn every_sentence_about_judgements_is_true() {
    let (execution, options, mut chosen) = (Execution::default(), JudgeOptions::default(), 0);
    for round in 0..ROUNDS {
        let mut rng = ChaCha8Rng::seed_from_u64(1000 + round);
        let (truth, count) = (dag(&mut rng), rng.random_range(2..13));
        let graphs = learnt_graphs(count, &mut rng);
        let table = rows(&truth, 100, None, &mut rng);
        let experiment = |node: usize, rng: &mut ChaCha8Rng| {
            Experiment::new(NodeSet::of(NODES, [NodeId::new(node)]), rows(&truth, 50, Some(node), rng)).unwrap()
        };
        let experiments = [0, 1].map(|node| experiment(node, &mut rng));
        let mixed: Vec<&MixedGraph> = graphs.iter().collect();
        let judgement = judge(&mixed, &table, &experiments, &options, &execution).unwrap();
        let names = names(count);
        let report = JudgementReport {
            graphs: names.iter().zip(&graphs).map(|(name, graph)| ShownGraph { name, graph: graph.into() }).collect(),
            table: &table,
            experiments: &experiments,
            options: &options,
            judgement: &judgement,
        };
        let sentences = report.verdict();
        if !judgement.has_effect() || judgement.lacks_overlap() {
            assert_eq!(sentences.len(), 1, "{sentences:?}");
            continue;
        }
        let found = &judgement.graphs;
        let values = Values {
            names,
            best: found.iter().map(|graph| -graph.best.unwrap_or(graph.skill).value).collect(),
            worst: found.iter().map(|graph| -graph.skill.value).collect(),
            difference: Some(Box::new(|a, b| found[a].difference(&found[b]))),
        };
        let reader = Reader::new(&values, ["better", "worse", "equally good"], "");
        for (index, sentence) in sentences.iter().enumerate() {
            let is_read = reader.read(sentence);
            let no_skill = sentence.starts_with("No graph predicts these experiments clearly better than no effect");
            assert!(is_read || index == 0 && no_skill, "{sentence}");
        }
        chosen += usize::from(sentences[0].starts_with("Choose "));
    }
    assert!(chosen > 20, "{chosen}");
}
