//! Which neighbours of a variable point to it?
//!
//! Let a — c — b with a and b not adjacent. c is a collider if the set that separates a from b does not contain c.
//! Tests on finite samples contradict each other, so every triple gets a certainty: with S the separator without c, how
//! much larger is Fisher's statistic of a and b given S and c than given S alone? Conditioning on a collider makes a
//! and b dependent; conditioning on another node makes them independent.

use super::feasible::{Triple, Wish, Wishes};
use super::skeleton::{FisherTest, Skeleton};
use contsid::independence::{Conditioning, Correlations};

/// The directions that follow from colliders, and the contradictions among the tests.
pub(super) struct Colliders {
    /// `(from, to)`, sorted.
    pub(super) directions: Vec<(usize, usize)>,
    /// Colliders that the tests imply, but that contradict more certain ones.
    pub(super) skipped: Vec<Triple>,
    /// Colliders that the tests deny, but that every directed acyclic graph on the skeleton has.
    pub(super) forced: Vec<Triple>,
}

/// Applies colliders from the most certain to the least, while some directed acyclic graph has all of them and none
/// that the tests deny.
///
/// If the skeleton forces a collider that the tests deny (a square without chords always has one), the least certain
/// denials are dropped and reported.
pub(super) fn colliders(skeleton: &Skeleton, correlations: &Correlations, test: FisherTest) -> Colliders {
    let mut wishes = Wishes::new(&skeleton.adjacent);
    let verdicts = verdicts(wishes.triples(), skeleton, correlations, test);
    let unavoidable = deny(&mut wishes, &verdicts.denied);
    let skipped = require(&mut wishes, &verdicts.asked);
    let forced: Vec<usize> =
        unavoidable.into_iter().filter(|&triple| wishes.longest(&[triple], Wish::Forbidden) == 0).collect();
    wishes.set(&forced, Wish::Required);
    let directions = wishes.directions().expect("colliders that are forced or accepted agree");
    let triples = |numbers: Vec<usize>| numbers.into_iter().map(|number| wishes.triples()[number]).collect();
    Colliders { directions, skipped: triples(skipped), forced: triples(forced) }
}

/// Triples by index, the most certain first.
struct Verdicts {
    asked: Vec<usize>,
    denied: Vec<usize>,
}

fn verdicts(triples: &[Triple], skeleton: &Skeleton, correlations: &Correlations, test: FisherTest) -> Verdicts {
    let mut given = Conditioning::new(correlations);
    let (mut asked, mut denied) = (Vec::new(), Vec::new());
    for (number, triple) in triples.iter().enumerate() {
        let separator = &skeleton.separators[&(triple.left, triple.right)];
        given.set(separator.set.iter().copied().filter(|&member| member != triple.middle));
        let mut statistic = || given.partial_of(triple.left, triple.right).fisher() * test.scale(given.len());
        let without = statistic();
        given.push(triple.middle);
        let mut statistic = || given.partial_of(triple.left, triple.right).fisher() * test.scale(given.len());
        let opened = statistic() - without;
        if separator.set.contains(&triple.middle) {
            denied.push((opened, number));
        } else {
            asked.push((-opened, number));
        }
    }
    let sorted = |mut list: Vec<(f64, usize)>| {
        list.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        list.into_iter().map(|(_, number)| number).collect()
    };
    Verdicts { asked: sorted(asked), denied: sorted(denied) }
}

/// Forbids the denied colliders, the most certain first; returns those that cannot be forbidden as well.
fn deny(wishes: &mut Wishes<'_>, denied: &[usize]) -> Vec<usize> {
    one_by_one(wishes, denied, Wish::Forbidden, Wish::Allowed)
}

/// Requires the implied colliders, the most certain first; returns those that are skipped.
fn require(wishes: &mut Wishes<'_>, asked: &[usize]) -> Vec<usize> {
    one_by_one(wishes, asked, Wish::Required, Wish::Forbidden)
}

/// Gives each triple in turn the wish `wish`, or `otherwise` if that is impossible; returns the latter triples.
fn one_by_one(wishes: &mut Wishes<'_>, triples: &[usize], wish: Wish, otherwise: Wish) -> Vec<usize> {
    let (mut rest, mut refused) = (triples, Vec::new());
    loop {
        rest = &rest[wishes.longest(rest, wish)..];
        let Some((&first, others)) = rest.split_first() else { return refused };
        wishes.set(&[first], otherwise);
        refused.push(first);
        rest = others;
    }
}
