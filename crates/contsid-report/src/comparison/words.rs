//! The reasons for right and wrong effects, written small.
//!
//! The sentences of [`Why`] repeat themselves but for the names in them. A page of fifty nodes has thousands, so each
//! different sentence is kept once, with gaps for the names, and each effect refers to its sentences by number.

use super::LearntGraph;
use super::asked::ShownCases;
use contsid::distance::{Verdict, Why};
use contsid::graph::{Dag, GraphPair, NodeId, NodeNames};
use std::collections::BTreeMap;

/// The explanations of all effects together take about this many bytes at most.
const WORD_BYTES: usize = 500_000;

/// By the index of a pair, row by row, the numbers of its sentences and of the nodes in their gaps. Most pairs of large
/// graphs have none.
pub(super) type Reasons = BTreeMap<usize, Vec<Vec<usize>>>;

/// Why effects are right or wrong.
pub(super) struct Explanations {
    /// For each learnt graph.
    pub(super) why: Vec<Reasons>,
    pub(super) sentences: Vec<String>,
    /// The number of pairs for which there was no room.
    pub(super) missing: usize,
}

impl Explanations {
    /// Those of the largest distances first, until there is no more room.
    pub(super) fn new(asked: &[ShownCases<'_>], learnt: &[LearntGraph<'_>], node_count: usize) -> Self {
        let (mut sentences, mut why) = (Sentences::new(node_count), vec![Reasons::new(); asked.len()]);
        let (mut bytes, mut missing) = (0, 0);
        for (graph, index) in telling_first(asked, learnt, node_count) {
            if bytes > WORD_BYTES {
                missing += 1;
                continue;
            }
            let (treatment, outcome) = (NodeId::new(index / node_count), NodeId::new(index % node_count));
            let numbers = sentences.explain(asked[graph].pair, treatment, outcome, asked[graph].distance(index));
            bytes += 4 + numbers.iter().map(|numbers| 3 + 3 * numbers.len()).sum::<usize>();
            why[graph].insert(index, numbers);
        }
        Self { why, sentences: sentences.templates(), missing }
    }
}

/// Graphs and the indices of their pairs, those with the largest distances first; a pair that SID counts as wrong
/// counts for one more.
fn telling_first(asked: &[ShownCases<'_>], learnt: &[LearntGraph<'_>], node_count: usize) -> Vec<(usize, usize)> {
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    for (graph, (asked, learnt)) in asked.iter().zip(learnt).enumerate() {
        let selected = (0..node_count * node_count).filter(|index| asked.cases[*index].is_some());
        pairs.extend(selected.map(|index| {
            let (treatment, outcome) = (index / node_count, NodeId::new(index % node_count));
            let wrong = learnt.comparison.sid.ever_wrong[treatment].contains(outcome);
            (asked.distance(index) + f64::from(u8::from(wrong)), graph, index)
        }));
    }
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    pairs.into_iter().map(|(_, graph, index)| (graph, index)).collect()
}

/// Stands for a node while sentences are written: a character that no language uses.
const FIRST_STAND_IN: u32 = 0xF_0000;

/// What is to be added where the adjustment set is right, and yet there is a distance.
const OTHER_ESTIMATE: &str =
    "Yet d is not 0: the graphs adjust for different sets, and on these data the two estimates differ.";

/// The mark of a gap in a sentence.
const GAP: char = '\u{1}';

/// Sentences with gaps, each once.
#[derive(Debug)]
pub(super) struct Sentences {
    stand_ins: NodeNames,
    numbers: BTreeMap<String, usize>,
}

impl Sentences {
    pub(super) fn new(node_count: usize) -> Self {
        let stand_in = |node: u32| char::from_u32(FIRST_STAND_IN + node).map(String::from);
        let names = (0..node_count as u32).filter_map(stand_in);
        Self { stand_ins: NodeNames::new(names).expect("different characters"), numbers: BTreeMap::new() }
    }

    /// The explanation of an effect with this distance: for each sentence its number, then the nodes in its gaps.
    pub(super) fn explain(
        &mut self,
        pair: GraphPair<'_, Dag>,
        treatment: NodeId,
        outcome: NodeId,
        distance: f64,
    ) -> Vec<Vec<usize>> {
        let why = Why::new(pair, treatment, outcome);
        let words = why.in_words(pair.truth(), &self.stand_ins);
        let both = why.true_path.is_some() && why.learnt_path.is_some();
        let differs = distance > 0.0 && both && why.verdict == Verdict::ValidSet;
        words.lines().chain(differs.then_some(OTHER_ESTIMATE)).map(|sentence| self.number(sentence)).collect()
    }

    fn number(&mut self, sentence: &str) -> Vec<usize> {
        let mut nodes = vec![0];
        let node = |character: char| (character as u32).checked_sub(FIRST_STAND_IN);
        let gaps = |character: char| match node(character) {
            Some(node) => {
                nodes.push(node as usize);
                GAP
            }
            None => character,
        };
        let template: String = sentence.chars().map(gaps).collect();
        let next = self.numbers.len();
        nodes[0] = *self.numbers.entry(template).or_insert(next);
        nodes
    }

    /// The sentences by number.
    pub(super) fn templates(self) -> Vec<String> {
        let mut templates = vec![String::new(); self.numbers.len()];
        for (template, number) in self.numbers {
            templates[number] = template;
        }
        templates
    }
}
