//! The reasons for right and wrong effects, written small.
//!
//! The sentences of [`Why`] repeat themselves but for the names in them. A page of fifty nodes has thousands, so each
//! different sentence is kept once, with gaps for the names, and each effect refers to its sentences by number.

use contsid::distance::{Verdict, Why};
use contsid::graph::{Dag, GraphPair, NodeId, NodeNames};
use std::collections::BTreeMap;

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
