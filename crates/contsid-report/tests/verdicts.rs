//! Every sentence of the verdicts of 200 simulated comparisons and judgements, read again and held against the values.

#![allow(clippy::unwrap_used, reason = "this is a test program")]

use contsid::comparison::{
    Comparison, ComparisonData, ComparisonOptions, DataChoices, Measure, Undirected, compare_all, rank,
};
use contsid::data::{Column, Table};
use contsid::effect::{ContSidOptions, Difference, LEVEL, Score};
use contsid::execution::Execution;
use contsid::experiment::{Experiment, JudgeOptions, judge};
use contsid::graph::{Edge, EdgeKind, MixedGraph, NodeId, NodeNames, NodeSet};
use contsid_report::comparison::{LearntGraph, ShownGraph, verdict};
use contsid_report::judgement::JudgementReport;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const NODES: usize = 4;
const ROUNDS: u64 = 100;

/// Values that differ by less are the same: rounding.
const ROUNDING: f64 = 1e-9;

/// The values of some graphs, smaller for better ones, and the difference of the worst member of one and the best of
/// another.
struct Values<'a> {
    names: Vec<String>,
    best: Vec<f64>,
    worst: Vec<f64>,
    difference: Box<dyn Fn(usize, usize) -> Option<Difference> + 'a>,
}

/// What is true of two graphs.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Truth {
    Better,
    Worse,
    Tie,
    Depends,
}

impl Values<'_> {
    fn count(&self) -> usize {
        self.names.len()
    }

    fn is_ahead(&self, a: usize, b: usize) -> bool {
        self.worst[a] < self.best[b] - ROUNDING * self.worst[a].abs().max(self.best[b].abs()).max(1.0)
    }

    fn is_range(&self, graph: usize) -> bool {
        self.worst[graph] - self.best[graph] > ROUNDING * self.worst[graph].abs().max(1.0)
    }

    /// The pairs that Holm's test rejects, from the smallest p-value on, and their adjusted p-values.
    fn adjusted(&self) -> Vec<Vec<Option<f64>>> {
        let count = self.count();
        let mut tests = Vec::new();
        for a in 0..count {
            for b in (0..count).filter(|&b| b != a) {
                let is_once = self.is_ahead(a, b) || a < b && !self.is_ahead(b, a);
                let is_tested = self.is_ahead(a, b) || !self.is_range(a) && !self.is_range(b);
                if let Some(found) = (self.difference)(a, b).filter(|_| is_once && is_tested) {
                    tests.push((found.p_value, a, b));
                }
            }
        }
        tests.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (mut adjusted, mut largest) = (vec![vec![None; count]; count], 0.0f64);
        for (step, &(p_value, a, b)) in tests.iter().enumerate() {
            largest = largest.max((p_value * (count * (count - 1) / 2 - step) as f64).min(1.0));
            (adjusted[a][b], adjusted[b][a]) = (Some(largest), Some(largest));
        }
        adjusted
    }

    /// What is true of all pairs.
    fn truths(&self) -> Vec<Vec<Truth>> {
        let (count, adjusted) = (self.count(), self.adjusted());
        let mut better = vec![vec![false; count]; count];
        for a in 0..count {
            for b in 0..count {
                better[a][b] = a != b && self.is_ahead(a, b) && adjusted[a][b].is_some_and(|p| p < LEVEL);
            }
        }
        for _ in 0..count {
            for (a, b, c) in (0..count).flat_map(|a| (0..count * count).map(move |bc| (a, bc / count, bc % count))) {
                better[a][c] |= better[a][b] && better[b][c];
            }
        }
        let truth = |a: usize, b: usize| {
            let same =
                (self.best[a] - self.best[b]).abs() < ROUNDING && (self.worst[a] - self.worst[b]).abs() < ROUNDING;
            let overlap = !self.is_ahead(a, b) && !self.is_ahead(b, a);
            match (better[a][b], better[b][a]) {
                (true, _) => Truth::Better,
                (_, true) => Truth::Worse,
                _ if overlap && !same && (self.is_range(a) || self.is_range(b)) => Truth::Depends,
                _ => Truth::Tie,
            }
        };
        (0..count).map(|a| (0..count).map(|b| truth(a, b)).collect()).collect()
    }
}

/// Reads sentences, and holds each claim against the values.
struct Reader<'a> {
    values: &'a Values<'a>,
    truths: Vec<Vec<Truth>>,
    adjusted: Vec<Vec<Option<f64>>>,
    better: &'static str,
    worse: &'static str,
    equal: &'static str,
}

impl Reader<'_> {
    fn graph(&self, name: &str) -> usize {
        self.values.names.iter().position(|known| known == name).unwrap_or_else(|| panic!("`{name}` is no graph"))
    }

    /// `A, B and C`, or with `or`.
    fn graphs(&self, words: &str) -> Vec<usize> {
        let flat = words.replace(" and ", ", ").replace(" or ", ", ");
        flat.split(", ").map(|name| self.graph(name)).collect()
    }

    fn first(&self) -> Vec<usize> {
        let is_first = |&graph: &usize| !self.truths[graph].contains(&Truth::Worse);
        (0..self.values.count()).filter(is_first).collect()
    }

    fn pairs(group: &[usize]) -> Vec<(usize, usize)> {
        let pairs = group.iter().enumerate().flat_map(|(k, &a)| group[k + 1..].iter().map(move |&b| (a, b)));
        pairs.collect()
    }

    /// `(p = 0.40)` or `(all p ≥ 0.12)` is true of the adjusted p-values of some pairs, as far as it is rounded.
    fn check_chance(&self, words: &str, pairs: &[(usize, usize)]) {
        let known: Vec<f64> = pairs.iter().filter_map(|&(a, b)| self.adjusted[a][b]).collect();
        let plain = words.trim_start_matches("all ");
        let (sign, number) = plain.strip_prefix("p ").unwrap().split_once(' ').unwrap();
        let number: f64 = number.parse().unwrap();
        let room = 0.0051;
        let holds = |&p: &f64| match sign {
            "=" => (p - number).abs() <= room,
            "<" | "≤" => p <= number + room,
            "≥" => p >= number - room,
            other => panic!("unknown sign `{other}`"),
        };
        assert!(!known.is_empty() && known.iter().all(holds), "{words}: {known:?}");
    }

    /// What is said about all pairs of a group.
    fn check_group(&self, group: &[usize], claim: &str) {
        let pairs = Self::pairs(group);
        let all = |expected: Truth| pairs.iter().all(|&(a, b)| self.truths[a][b] == expected);
        if let Some(rest) = claim.strip_prefix("cannot be told apart ") {
            let detail = rest.split_once(" (").unwrap().1.trim_end_matches(')');
            let chance = detail.split_once(" apart, ").map_or(detail, |(_, chance)| chance);
            assert!(all(Truth::Tie), "{claim}");
            self.check_chance(chance, &pairs);
        } else if claim == format!("are {}", self.equal) {
            let is_same = |&(a, b): &(usize, usize)| {
                let close = |one: &[f64]| (one[a] - one[b]).abs() < ROUNDING;
                close(&self.values.best) && close(&self.values.worst)
            };
            assert!(all(Truth::Tie) && pairs.iter().all(is_same), "{claim}");
        } else {
            panic!("unknown claim `{claim}`");
        }
    }

    fn check_depends(&self, group: &[usize]) {
        assert!(Self::pairs(group).iter().all(|&(a, b)| self.truths[a][b] == Truth::Depends));
    }

    /// `Choose A or B: why. The first is A, contSID 0.1.`
    fn check_choice(&self, words: &str) {
        let (names, rest) = words.trim_end_matches('.').split_once(": ").unwrap();
        let mut chosen = self.graphs(names);
        let said_first = chosen[0];
        chosen.sort_unstable();
        assert_eq!(chosen, self.first(), "{words}");
        if chosen.len() == 1 {
            return;
        }
        let (why, number) = rest.split_once(". The first is ").unwrap();
        assert_eq!(self.graph(number.split_once(", ").unwrap().0), said_first);
        let least = chosen.iter().map(|&graph| self.values.worst[graph]).fold(f64::INFINITY, f64::min);
        assert!(self.values.worst[said_first] <= least + ROUNDING, "the smallest number of the first tier: {words}");
        if let Some(claim) = why.strip_prefix("they ") {
            self.check_group(&chosen, claim);
        } else if why.starts_with("which of them is") {
            self.check_depends(&chosen);
        } else {
            assert_eq!(why, format!("none of them is shown to be {} than another", self.better));
        }
    }

    /// `C and D are farther from the truth than A (all p ≤ 0.012)`, or `B is 1.1 ± 1.3 farther … than A`.
    fn check_worse(&self, words: &str) {
        let (subject, rest) = words.split_once(&format!("{} than ", self.worse)).unwrap();
        let (better, chance) = match rest.split_once(" (") {
            Some((better, chance)) => (better, Some(chance.trim_end_matches(')'))),
            None => (rest, None),
        };
        let (names, size) = match subject.split_once(" are ") {
            Some((names, _)) => (names, ""),
            None => subject.split_once(" is ").unwrap(),
        };
        let (worse, better) = (self.graphs(names), self.graphs(better));
        let pairs: Vec<(usize, usize)> = better.iter().flat_map(|&a| worse.iter().map(move |&b| (a, b))).collect();
        if let Some(chance) = chance {
            assert!(pairs.iter().all(|&(a, b)| self.truths[a][b] == Truth::Better), "{words}");
            self.check_chance(chance, &pairs);
        }
        if !size.is_empty() {
            let number: f64 = size.trim_start_matches("at least ").split(' ').next().unwrap().parse().unwrap();
            let (a, b) = (better[0], worse[0]);
            let exact = (self.values.best[b] - self.values.worst[a]).abs();
            assert!((exact - number).abs() < 0.51, "{words}: {exact}");
            assert!((exact - number).abs() <= 0.006 * 10f64.max(exact), "{words}: {exact}");
            let error = size.split_once("± ").and_then(|(_, error)| error.trim().parse::<f64>().ok());
            if let (Some(error), Some(found)) = (error, (self.values.difference)(a, b)) {
                // The error is that of the p-value: noise, and how far other estimates differ.
                let exact = found.se.hypot(found.model_se);
                assert!((exact - error).abs() <= 0.06 * exact + 0.006, "{words}: {exact}");
            }
            assert_eq!(size.starts_with("at least"), self.values.is_range(a) || self.values.is_range(b), "{words}");
        }
    }

    /// Reads a sentence about relations; false if it is about something else.
    fn read(&self, sentence: &str) -> bool {
        let words = sentence.strip_suffix('.').unwrap_or_else(|| panic!("no sentence: {sentence}"));
        if let Some(rest) = sentence.strip_prefix("Choose ") {
            self.check_choice(rest);
        } else if let Some(rest) = words.strip_prefix("Which of ") {
            self.check_depends(&self.graphs(rest.split_once(" is ").unwrap().0));
        } else if let Some((names, rest)) = words.split_once(" cannot be told apart ") {
            self.check_group(&self.graphs(names), &format!("cannot be told apart {rest}"));
        } else if words.ends_with(self.equal) {
            let (names, claim) = words.split_once(" are ").unwrap();
            self.check_group(&self.graphs(names), &format!("are {claim}"));
        } else if words.ends_with(" than some of these") {
            let count: usize = words.split(' ').next().unwrap().parse().unwrap();
            assert!(count <= self.values.count() - self.first().len());
        } else if words.contains(&format!("{} than ", self.worse)) {
            self.check_worse(words);
        } else {
            return false;
        }
        true
    }
}

fn dag(rng: &mut impl Rng) -> MixedGraph {
    let mut edges = Vec::new();
    for to in 1..NODES {
        for from in 0..to {
            if rng.random_bool(0.5) {
                edges.push(Edge::directed(NodeId::new(from), NodeId::new(to)));
            }
        }
    }
    MixedGraph::from_edges(NODES, edges).unwrap()
}

/// Graphs near the truth and far from it, classes, and copies of each other.
fn learnt_graphs(count: usize, rng: &mut impl Rng) -> Vec<MixedGraph> {
    let mut graphs: Vec<MixedGraph> = Vec::new();
    while graphs.len() < count {
        if !graphs.is_empty() && rng.random_bool(0.15) {
            graphs.push(graphs[rng.random_range(0..graphs.len())].clone());
            continue;
        }
        let directed = dag(rng);
        let is_open: Vec<bool> = directed.edges().map(|_| rng.random_bool(0.25)).collect();
        let edge = |(edge, is_open): (Edge, bool)| match (edge.kind, is_open) {
            (EdgeKind::Directed, true) => Edge::undirected(edge.from, edge.to),
            _ => edge,
        };
        let graph = MixedGraph::from_edges(NODES, directed.edges().zip(is_open).map(edge)).unwrap();
        if Undirected::default().class_of(&graph).is_ok() {
            graphs.push(graph);
        }
    }
    graphs
}

/// Rows of a linear model on a graph, in which one node may be set.
fn rows(graph: &MixedGraph, count: usize, set: Option<usize>, rng: &mut impl Rng) -> Table {
    let mut columns = vec![Vec::new(); NODES];
    for _ in 0..count {
        let mut row = [0.0; NODES];
        for node in 0..NODES {
            let noise: f64 = (0..4).map(|_| rng.random_range(-1.0..1.0)).sum();
            let parents = graph.edges().filter(|edge| edge.to.index() == node);
            row[node] = noise + parents.map(|edge| 1.2 * row[edge.from.index()]).sum::<f64>();
            if set == Some(node) {
                row[node] = rng.random_range(-2.0..2.0);
            }
        }
        columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
    }
    Table::new(NodeNames::numbered(NODES), columns.into_iter().map(Column::numbers).collect()).unwrap()
}

fn names(count: usize) -> Vec<String> {
    (0..count).map(|graph| format!("g{graph:02}")).collect()
}

/// Whether other distances choose the same graphs, read from `SID and AID agree.` and the like.
fn check_distances(sentence: &str, compared: &[&Comparison], names: &[String], chosen: &[usize]) {
    let measures = |words: &str| -> Vec<Measure> {
        let flat = words.replace(" and ", ", ");
        let measures = flat.split(", ").flat_map(|word| match word {
            "SID" => vec![Measure::Sid],
            "AID" => vec![Measure::AidParent, Measure::AidAncestor, Measure::AidOptimal],
            "AID by parents" => vec![Measure::AidParent],
            "AID by ancestors" => vec![Measure::AidAncestor],
            "AID by optimal sets" => vec![Measure::AidOptimal],
            "SHD" => vec![Measure::Shd],
            other => panic!("unknown distance `{other}`"),
        });
        measures.collect()
    };
    let first = |measure: Measure| -> Vec<usize> {
        let bounds = |graph: usize| compared[graph].bounds(measure).unwrap();
        let is_beaten = |graph: usize| (0..compared.len()).any(|other| bounds(other).upper < bounds(graph).lower);
        (0..compared.len()).filter(|&graph| !is_beaten(graph)).collect()
    };
    let words = sentence.trim_end_matches('.');
    for (ending, expected) in
        [(" agrees", chosen.to_vec()), (" agree", chosen.to_vec()), (" tells none apart", (0..names.len()).collect())]
    {
        if let Some(distances) = words.strip_suffix(ending) {
            assert!(measures(distances).into_iter().all(|measure| first(measure) == expected), "{sentence}");
            return;
        }
    }
    if let Some(distances) = words.strip_suffix(" tell none apart") {
        assert!(measures(distances).into_iter().all(|measure| first(measure).len() == names.len()), "{sentence}");
        return;
    }
    let (distances, rest) = words.split_once(" puts ").or_else(|| words.split_once(" put ")).unwrap();
    let flat = rest.strip_suffix(" first").unwrap().replace(" and ", ", ");
    let mut said: Vec<usize> =
        flat.split(", ").map(|name| names.iter().position(|known| known == name).unwrap()).collect();
    said.sort_unstable();
    assert!(measures(distances).into_iter().all(|measure| first(measure) == said), "{sentence}");
}

/// `From all rows contSID of A lies above its interval: …`
fn check_outside(words: &str, compared: &[&Comparison], names: &[String]) {
    let (subject, rest) = words.split_once(" lies ").unwrap();
    let flat = subject.replace(" and ", ", ");
    let said: Vec<usize> = flat.split(", ").map(|name| names.iter().position(|known| known == name).unwrap()).collect();
    for (graph, comparison) in compared.iter().enumerate() {
        let (all_rows, score) = (comparison.contsid.as_ref().unwrap().span(), comparison.crossfit.as_ref().unwrap());
        let is_outside = if rest.starts_with("above") {
            all_rows.upper > score.sum.upper.interval.unwrap().upper
        } else {
            all_rows.lower < score.sum.lower.interval.unwrap().lower
        };
        assert_eq!(said.contains(&graph), is_outside, "{words}");
    }
}

/// `look linear to the estimator (κ 0.03)`, by the mean κ of the graphs.
fn check_linearity(words: &str, scores: &[&Score]) {
    let kappas: Vec<f64> = scores.iter().filter_map(|score| score.kappa).collect();
    let mean = kappas.iter().sum::<f64>() / kappas.len() as f64;
    let (claim, rest) = words.split_once(" linear to the estimator (κ ").unwrap();
    let said: f64 = rest.split_once(')').unwrap().0.parse().unwrap();
    assert!((said - mean).abs() < 0.0051 && claim == if mean < 0.2 { "look" } else { "do not look" }, "{words}");
}

#[test]
fn every_sentence_about_comparisons_is_true() {
    let (execution, mut kinds, mut linear) = (Execution::default(), [0; 4], 0);
    for round in 0..ROUNDS {
        let mut rng = ChaCha8Rng::seed_from_u64(round);
        let (truth, count) = (dag(&mut rng), rng.random_range(2..13));
        let learnt = learnt_graphs(count, &mut rng);
        let table = rows(&truth, if round % 3 == 0 { 60 } else { 150 }, None, &mut rng);
        let (choices, contsid) = (DataChoices::default(), ContSidOptions::default());
        let all_rows = choices.all_rows(&table, &contsid, &execution).unwrap();
        let parts = choices.parts(&table, &contsid, &execution).unwrap();
        let data = ComparisonData { all_rows: all_rows.as_ref(), parts: parts.as_ref() };
        let graphs: Vec<&MixedGraph> = learnt.iter().collect();
        let found = compare_all(&truth, &graphs, data, &ComparisonOptions::default(), &execution).unwrap();
        let (names, compared): (_, Vec<&Comparison>) = (names(count), found.iter().collect());
        let by = names.iter().map(String::as_str).collect::<Vec<_>>();
        let ranking = rank(&by, &compared, None);
        let shown: Vec<LearntGraph<'_>> = (0..count)
            .map(|graph| LearntGraph {
                graph: ShownGraph { name: by[graph], graph: &learnt[graph] },
                comparison: compared[graph],
            })
            .collect();
        let sentences = verdict(&shown, &ranking);
        let scores: Vec<_> = compared.iter().map(|comparison| comparison.crossfit.as_ref().unwrap()).collect();
        if scores.iter().any(|score| score.low_overlap > 0.5) {
            assert!(sentences.len() == 1 && sentences[0].starts_with("No verdict: "), "{sentences:?}");
            continue;
        }
        let values = Values {
            names: names.clone(),
            best: scores.iter().map(|score| score.sum.lower.value).collect(),
            worst: scores.iter().map(|score| score.sum.upper.value).collect(),
            difference: Box::new(|a, b| scores[a].difference(scores[b])),
        };
        let reader = Reader {
            truths: values.truths(),
            adjusted: values.adjusted(),
            values: &values,
            better: "nearer to the truth",
            worse: "farther from the truth",
            equal: "equally near to the truth",
        };
        for truth in reader.truths.iter().flatten() {
            kinds[*truth as usize] += 1;
        }
        let chosen = reader.first();
        for sentence in &sentences {
            if let Some(rest) = sentence.strip_prefix("From all rows contSID of ") {
                check_outside(rest, &compared, &names);
            } else if let Some(rest) = sentence.strip_prefix("These data ") {
                check_linearity(rest, &scores);
                linear += usize::from(rest.starts_with("look"));
            } else if !reader.read(sentence) {
                check_distances(sentence, &compared, &names, &chosen);
            }
        }
        assert!(sentences[0].starts_with("Choose "), "{sentences:?}");
    }
    assert!(kinds.iter().all(|&count| count > 100), "all kinds of relations: {kinds:?}");
    assert!(linear > 60, "{linear} of {ROUNDS} samples of linear models look linear");
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
            difference: Box::new(|a, b| found[a].difference(&found[b])),
        };
        let reader = Reader {
            truths: values.truths(),
            adjusted: values.adjusted(),
            values: &values,
            better: "better",
            worse: "worse",
            equal: "equally good",
        };
        for (index, sentence) in sentences.iter().enumerate() {
            let is_read = reader.read(sentence);
            let no_skill = sentence.starts_with("No graph predicts these experiments clearly better than no effect");
            assert!(is_read || index == 0 && no_skill, "{sentence}");
        }
        chosen += usize::from(sentences[0].starts_with("Choose "));
    }
    assert!(chosen > 20, "{chosen}");
}
