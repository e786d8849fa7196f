//! Can the edges of a skeleton be directed so that only certain colliders arise?
//!
//! The question of Dor & Tarsi (1992), extended: some colliders are required, and some others are allowed. A variable
//! can be last among those present if no required direction leaves it, and each pair of its edges, unless both are
//! directed already, either comes from adjacent variables or may collide. If any directed acyclic graph is a solution,
//! so is one in which such a variable is last: turning its edges towards it adds only allowed colliders and removes no
//! required one. So the greedy search is complete.

use std::collections::BTreeMap;

/// What is wanted of two edges that meet and whose other ends are not adjacent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// No collider, unless two required directions make one.
    Forbidden,
    /// A collider or none.
    Allowed,
    /// A collider.
    Required,
}

/// Two edges `left — middle — right` whose outer ends are not adjacent, left < right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Triple {
    pub(super) left: usize,
    pub(super) middle: usize,
    pub(super) right: usize,
}

/// A skeleton and the wishes for its triples.
pub(super) struct Wishes<'a> {
    adjacent: &'a [Vec<usize>],
    /// The index of each triple, by middle and ends.
    numbers: BTreeMap<(usize, usize, usize), usize>,
    triples: Vec<Triple>,
    /// The wish for each triple.
    wanted: Vec<Wish>,
}

impl<'a> Wishes<'a> {
    /// Every collider is allowed.
    pub(super) fn new(adjacent: &'a [Vec<usize>]) -> Self {
        let triples = triples(adjacent);
        let numbers =
            triples.iter().enumerate().map(|(number, triple)| ((triple.middle, triple.left, triple.right), number));
        Self { adjacent, numbers: numbers.collect(), wanted: vec![Wish::Allowed; triples.len()], triples }
    }

    pub(super) fn triples(&self) -> &[Triple] {
        &self.triples
    }

    /// Sets the wish for several triples, by index.
    pub(super) fn set(&mut self, triples: &[usize], wish: Wish) {
        for &triple in triples {
            self.wanted[triple] = wish;
        }
    }

    /// Gives the wish to the longest run of leading triples that can have it together, and returns its length; the
    /// rest keep theirs. If some triples can have it together, so can fewer, so bisection gives the same answer as
    /// trying one by one.
    pub(super) fn longest(&mut self, triples: &[usize], wish: Wish) -> usize {
        let before: Vec<Wish> = triples.iter().map(|&triple| self.wanted[triple]).collect();
        let (mut possible, mut impossible) = (0, triples.len() + 1);
        let mut tried = triples.len();
        while possible + 1 < impossible {
            for (index, &triple) in triples.iter().enumerate() {
                self.wanted[triple] = if index < tried { wish } else { before[index] };
            }
            if self.is_possible() {
                possible = tried;
            } else {
                impossible = tried;
            }
            tried = usize::midpoint(possible, impossible);
        }
        for (index, &triple) in triples.iter().enumerate().skip(possible) {
            self.wanted[triple] = before[index];
        }
        self.set(&triples[..possible], wish);
        possible
    }

    /// The required directions `(from, to)`, sorted; none if two contradict each other.
    pub(super) fn directions(&self) -> Option<Vec<(usize, usize)>> {
        let required = self.triples.iter().zip(&self.wanted).filter(|(_, wish)| **wish == Wish::Required);
        let mut directions: Vec<(usize, usize)> =
            required.flat_map(|(triple, _)| [(triple.left, triple.middle), (triple.right, triple.middle)]).collect();
        directions.sort_unstable();
        directions.dedup();
        let contradicts = |&(from, to): &(usize, usize)| directions.binary_search(&(to, from)).is_ok();
        if directions.iter().any(contradicts) { None } else { Some(directions) }
    }

    /// Whether some directed acyclic graph on the skeleton has all required colliders and, apart from those that
    /// required directions form, only allowed ones.
    pub(super) fn is_possible(&self) -> bool {
        let Some(directions) = self.directions() else { return false };
        let mut present = vec![true; self.adjacent.len()];
        let mut open: Vec<usize> = (0..self.adjacent.len()).rev().collect();
        let mut waiting = vec![true; self.adjacent.len()];
        let mut left = self.adjacent.len();
        while let Some(variable) = open.pop() {
            waiting[variable] = false;
            if !self.can_be_last(variable, &present, &directions) {
                continue;
            }
            present[variable] = false;
            left -= 1;
            for &other in &self.adjacent[variable] {
                if present[other] && !waiting[other] {
                    waiting[other] = true;
                    open.push(other);
                }
            }
        }
        left == 0
    }

    fn can_be_last(&self, variable: usize, present: &[bool], directions: &[(usize, usize)]) -> bool {
        let is_directed = |from, to| directions.binary_search(&(from, to)).is_ok();
        let around: Vec<usize> = self.adjacent[variable].iter().copied().filter(|&other| present[other]).collect();
        if around.iter().any(|&other| is_directed(variable, other)) {
            return false;
        }
        let meets = |left: usize, right: usize| self.numbers.get(&(variable, left, right));
        around.iter().enumerate().all(|(index, &left)| {
            around[index + 1..].iter().all(|&right| match meets(left, right) {
                Some(&triple) if self.wanted[triple] == Wish::Forbidden => {
                    is_directed(left, variable) && is_directed(right, variable)
                }
                _ => true,
            })
        })
    }
}

fn triples(adjacent: &[Vec<usize>]) -> Vec<Triple> {
    let mut triples = Vec::new();
    for (middle, around) in adjacent.iter().enumerate() {
        for (index, &left) in around.iter().enumerate() {
            let apart = around[index + 1..].iter().filter(|right| adjacent[left].binary_search(right).is_err());
            triples.extend(apart.map(|&right| Triple { left, middle, right }));
        }
    }
    triples
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> Vec<Vec<usize>> {
        vec![vec![1, 3], vec![0, 2], vec![1, 3], vec![0, 2]]
    }

    #[test]
    fn a_square_needs_a_collider() {
        let adjacent = square();
        let mut wishes = Wishes::new(&adjacent);
        assert_eq!(wishes.triples().len(), 4);
        assert!(wishes.is_possible());
        wishes.set(&[0, 1, 2], Wish::Forbidden);
        assert!(wishes.is_possible());
        wishes.set(&[3], Wish::Forbidden);
        assert!(!wishes.is_possible());
    }

    #[test]
    fn opposite_directions_are_impossible() {
        // Colliders at both 1 and 2 would direct the edge between them both ways.
        let adjacent = square();
        let mut wishes = Wishes::new(&adjacent);
        assert_eq!(wishes.longest(&[1, 2, 3], Wish::Required), 1);
        assert_eq!(wishes.directions(), Some(vec![(0, 1), (2, 1)]));
        assert_eq!(wishes.longest(&[3], Wish::Required), 1);
        assert!(wishes.is_possible());
    }
}
