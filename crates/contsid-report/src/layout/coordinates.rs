//! Where the items of each layer stand: the horizontal coordinates of Brandes & Köpf (2002), with boxes of any width.
//!
//! Four times, from above and below, from the left and right, items are aligned with the median of their neighbours in
//! blocks that stand straight, and the blocks are pushed together. The mean of the two middle ones of the four
//! positions of an item keeps the order and all distances. Blocks are placed by longest paths, which avoids the mistake
//! in the paper's compaction (Brandes, Walter & Zink 2020).

use super::layers::{Item, Layered, Link};
use std::collections::BTreeSet;

/// The distance between two boxes.
const GAP: f64 = 16.0;

/// The side that the neighbours are on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Neighbours {
    Above,
    Below,
}

impl Neighbours {
    fn of(self, item: &Item) -> &[Link] {
        match self {
            Self::Above => &item.above,
            Self::Below => &item.below,
        }
    }
}

/// The least distance of the centres of two neighbours.
pub(super) fn distance(drawing: &Layered, left: usize, right: usize) -> f64 {
    f64::midpoint(drawing.items[left].width, drawing.items[right].width) + GAP
}

/// A horizontal centre for each item: in the order of its layer, without overlaps.
pub(super) fn positions(drawing: &Layered) -> Vec<f64> {
    let conflicts = conflicts(drawing);
    let mut mirrored = drawing.clone();
    mirrored.layers.iter_mut().for_each(|layer| layer.reverse());
    let mut found = Vec::new();
    for side in [Neighbours::Above, Neighbours::Below] {
        found.push(compacted(drawing, &roots(drawing, side, &conflicts)));
        let from_right = compacted(&mirrored, &roots(&mirrored, side, &conflicts));
        found.push(from_right.into_iter().map(|x| -x).collect());
    }
    balanced(&found)
}

/// Pieces of edges that give way to others that they cross: heavy ones come first, and then those between two stops.
fn conflicts(drawing: &Layered) -> BTreeSet<(usize, usize)> {
    let columns = drawing.columns();
    let mut conflicts = BTreeSet::new();
    for layer in &drawing.layers {
        let mut pieces: Vec<(usize, Link, bool)> = Vec::new();
        for &item in layer {
            let inner = |link: &Link| drawing.items[item].is_stop && drawing.items[link.item].is_stop;
            pieces.extend(drawing.items[item].below.iter().map(|link| (item, *link, inner(link))));
        }
        for (number, (a, to_a, a_is_inner)) in pieces.iter().enumerate() {
            for (b, to_b, b_is_inner) in &pieces[..number] {
                let cross = columns[*b] < columns[*a] && columns[to_b.item] > columns[to_a.item];
                match (to_a.weight, a_is_inner).cmp(&(to_b.weight, b_is_inner)) {
                    std::cmp::Ordering::Less if cross => conflicts.insert((*a, to_a.item)),
                    std::cmp::Ordering::Greater if cross => conflicts.insert((*b, to_b.item)),
                    _ => false,
                };
            }
        }
    }
    conflicts
}

/// The first item of the block of each item; an item is aligned with a median neighbour where nothing is in the way.
fn roots(drawing: &Layered, side: Neighbours, conflicts: &BTreeSet<(usize, usize)>) -> Vec<usize> {
    let columns = drawing.columns();
    let mut root: Vec<usize> = (0..drawing.items.len()).collect();
    let mut taken = vec![false; root.len()];
    let layers: Vec<&Vec<usize>> = match side {
        Neighbours::Above => drawing.layers.iter().collect(),
        Neighbours::Below => drawing.layers.iter().rev().collect(),
    };
    for layer in layers {
        let mut next_column = 0;
        for &item in layer {
            let may_join = |other: &usize| {
                let (upper, lower) = if side == Neighbours::Above { (*other, item) } else { (item, *other) };
                columns[*other] >= next_column && !taken[*other] && !conflicts.contains(&(upper, lower))
            };
            let medians = medians(side.of(&drawing.items[item]), &columns);
            if let Some(other) = medians.into_iter().find(may_join) {
                root[item] = root[other];
                taken[other] = true;
                next_column = columns[other] + 1;
            }
        }
    }
    root
}

/// The middle one or two of the heaviest neighbours.
fn medians(links: &[Link], columns: &[usize]) -> Vec<usize> {
    let heaviest = links.iter().map(|link| link.weight).max().unwrap_or(0);
    let mut heavy: Vec<usize> = links.iter().filter(|link| link.weight == heaviest).map(|link| link.item).collect();
    heavy.sort_by_key(|&item| columns[item]);
    let middle = heavy.len() / 2;
    if heavy.len() % 2 == 1 {
        vec![heavy[middle]]
    } else {
        heavy.get(middle.wrapping_sub(1)..=middle).unwrap_or(&[]).to_vec()
    }
}

/// Blocks as far left as they go, and then as near to their right neighbours as these allow.
fn compacted(drawing: &Layered, root: &[usize]) -> Vec<f64> {
    let mut right_of: Vec<Vec<(usize, f64)>> = vec![Vec::new(); root.len()];
    let mut waiting = vec![0; root.len()];
    for two in drawing.layers.iter().flat_map(|layer| layer.windows(2)) {
        right_of[root[two[0]]].push((root[two[1]], distance(drawing, two[0], two[1])));
        waiting[root[two[1]]] += 1;
    }
    let mut order: Vec<usize> = (0..root.len()).filter(|&item| root[item] == item && waiting[item] == 0).collect();
    let mut xs = vec![0.0_f64; root.len()];
    let mut next = 0;
    while let Some(&block) = order.get(next) {
        next += 1;
        for &(other, distance) in &right_of[block] {
            xs[other] = xs[other].max(xs[block] + distance);
            waiting[other] -= 1;
            if waiting[other] == 0 {
                order.push(other);
            }
        }
    }
    for &block in order.iter().rev() {
        let room = right_of[block].iter().map(|&(other, distance)| xs[other] - distance).fold(f64::INFINITY, f64::min);
        if room.is_finite() {
            xs[block] = xs[block].max(room);
        }
    }
    root.iter().map(|&root| xs[root]).collect()
}

/// The mean of the two middle positions of each item, after all drawings have been moved to the narrowest one: those
/// from the left to its left end, those from the right to its right end.
fn balanced(found: &[Vec<f64>]) -> Vec<f64> {
    let ends = |xs: &Vec<f64>| xs.iter().fold([f64::MAX, f64::MIN], |[low, high], &x| [low.min(x), high.max(x)]);
    let ends: Vec<[f64; 2]> = found.iter().map(ends).collect();
    let narrowest = ends.iter().copied().min_by(|a, b| (a[1] - a[0]).total_cmp(&(b[1] - b[0]))).unwrap_or([0.0; 2]);
    let shift = |number: usize| narrowest[number % 2] - ends[number][number % 2];
    let middle = |item: usize| {
        let mut four: Vec<f64> = found.iter().enumerate().map(|(number, xs)| xs[item] + shift(number)).collect();
        four.sort_by(f64::total_cmp);
        f64::midpoint(four[1], four[2])
    };
    (0..found.first().map_or(0, Vec::len)).map(middle).collect()
}
