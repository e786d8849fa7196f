//! The order within layers: few crossings, those between true edges first.
//!
//! From several first orders, layers are sorted by the medians or barycentres of their neighbours, down and up in
//! turns, and neighbours in a layer are exchanged where that helps (Gansner, Koutsofios, North & Vo 1993, section 3).
//! In the end each item is moved to the best column in its layer while all others stay (sifting), until no move helps.
//! The order with the least weight of crossings is kept. A crossing weighs the product of the weights of its two edges.

use super::layers::{Item, Layered, Link};
use std::ops::Range;

/// The number of first orders: as many as take a tenth of a second at most, fewer for larger drawings.
const STARTS: std::ops::RangeInclusive<usize> = 8..=40;

/// The number of items that are ordered anew, over all first orders.
const ITEMS_IN_ALL: usize = 12_000;

/// How often each layer of the best order is shaken, how often all are at most, and one of how many items is exchanged
/// then.
const SHAKES: u64 = 16;
const MOST_SHAKES: u64 = 300;
const SHAKEN_SHARE: u64 = 12;

/// Limits the sweeps over all layers from one first order.
const SWEEPS: usize = 40;

/// Sweeps without a better order before a start is given up.
const PATIENCE: usize = 10;

/// Where an item wants to stand.
#[derive(Clone, Copy)]
enum Wish {
    Median,
    Barycentre,
}

/// What becomes of items that could as well stand the other way round: turning them leads away from orders that are
/// good only nearby.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ties {
    Stay,
    Turn,
}

/// Finds an order with few crossings.
pub(super) fn reduce_crossings(drawing: &mut Layered) {
    let mut best: Option<(u64, Vec<Vec<usize>>)> = None;
    let starts = (ITEMS_IN_ALL / drawing.items.len().max(1)).clamp(*STARTS.start(), *STARTS.end());
    for start in 0..starts as u64 {
        drawing.layers = first_order(drawing, start);
        sweep(drawing, if start % 4 < 2 { Wish::Median } else { Wish::Barycentre });
        sift(drawing, 0..drawing.layers.len());
        let found = crossings(drawing);
        if best.as_ref().is_none_or(|(fewest, _)| found < *fewest) {
            best = Some((found, drawing.layers.clone()));
        }
        if found == 0 {
            break;
        }
    }
    if let Some((_, layers)) = best {
        drawing.layers = layers;
    }
    shake(drawing);
}

/// Exchanges some items of one layer after another, sifts it and its neighbours anew, and keeps what is not worse.
/// Which items are exchanged depends on nothing but their number.
fn shake(drawing: &mut Layered) {
    let count = drawing.layers.len() as u64;
    for number in 0..(SHAKES * count).min(MOST_SHAKES) {
        let layer = (number % count) as usize;
        let near = layer.saturating_sub(1)..drawing.layers.len().min(layer + 2);
        let touched = near.start.saturating_sub(1)..drawing.layers.len().min(near.end + 1);
        let (before, kept) = (crossings_in(drawing, touched.clone()), drawing.layers[near.clone()].to_vec());
        let width = drawing.layers[layer].len().max(1) as u64;
        for exchange in 0..=width / SHAKEN_SHARE {
            let [one, other] = [0, 1].map(|end| (scattered((number << 24) + 2 * exchange + end) % width) as usize);
            if one != other {
                drawing.layers[layer].swap(one, other);
            }
        }
        sift(drawing, near.clone());
        if crossings_in(drawing, touched) > before {
            drawing.layers.splice(near, kept);
        }
    }
}

/// Items in the order in which a walk from the top (from the bottom for odd starts) meets them. The first two starts
/// take neighbours in their order, the others in an order that depends on the start only.
fn first_order(drawing: &Layered, start: u64) -> Vec<Vec<usize>> {
    let key = |item: usize| if start < 2 { item as u64 } else { scattered(item as u64 + (start << 32)) };
    let from_top = start.is_multiple_of(2);
    let mut order: Vec<usize> = (0..drawing.items.len()).collect();
    let count = drawing.layers.len();
    order.sort_by_key(|&item| {
        let layer = drawing.items[item].layer;
        (if from_top { layer } else { count - layer }, key(item))
    });
    let (mut layers, mut seen) = (vec![Vec::new(); count], vec![false; drawing.items.len()]);
    for root in order {
        let mut open = vec![root];
        while let Some(item) = open.pop() {
            if std::mem::replace(&mut seen[item], true) {
                continue;
            }
            layers[drawing.items[item].layer].push(item);
            let links = if from_top { &drawing.items[item].below } else { &drawing.items[item].above };
            let mut next: Vec<usize> = links.iter().map(|link| link.item).collect();
            next.sort_by_key(|&item| std::cmp::Reverse(key(item)));
            open.extend(next);
        }
    }
    layers
}

/// A number that looks random, always the same for the same one (the finaliser of `SplitMix64`).
fn scattered(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// Sorts layers by their neighbours, down and up in turns, and keeps the best order.
fn sweep(drawing: &mut Layered, wish: Wish) {
    let mut best = (crossings(drawing), drawing.layers.clone());
    let mut since = 0;
    for turn in 0..SWEEPS {
        let (count, mut columns) = (drawing.layers.len(), drawing.columns());
        let ties = if turn % 4 < 2 { Ties::Stay } else { Ties::Turn };
        if turn % 2 == 0 {
            (1..count).for_each(|layer| sort_layer(drawing, layer, &mut columns, |item| &item.above, wish, ties));
        } else {
            let upwards = (0..count.saturating_sub(1)).rev();
            upwards.for_each(|layer| sort_layer(drawing, layer, &mut columns, |item| &item.below, wish, ties));
        }
        exchange(drawing, &mut columns, ties);
        let found = crossings(drawing);
        since += 1;
        if found < best.0 {
            best = (found, drawing.layers.clone());
            since = 0;
        }
        if since == PATIENCE || best.0 == 0 {
            break;
        }
    }
    drawing.layers = best.1;
}

/// Sorts one layer by the neighbours on one side; items without any stay where they are.
fn sort_layer(
    drawing: &mut Layered,
    layer: usize,
    columns: &mut [usize],
    side: impl Fn(&Item) -> &Vec<Link>,
    wish: Wish,
    ties: Ties,
) {
    let items = drawing.layers[layer].clone();
    let wished = |item: usize| wish.column(side(&drawing.items[item]), columns);
    let mut moving: Vec<(f64, usize)> = items.iter().filter_map(|&item| Some((wished(item)?, item))).collect();
    if ties == Ties::Turn {
        moving.reverse();
    }
    moving.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut moved = moving.into_iter().map(|(_, item)| item);
    for (column, &item) in items.iter().enumerate() {
        let stays = side(&drawing.items[item]).is_empty();
        let next = if stays { item } else { moved.next().expect("as many items move as columns are free") };
        columns[next] = column;
        drawing.layers[layer][column] = next;
    }
}

impl Wish {
    /// The wanted column beside neighbours; none without any.
    fn column(self, links: &[Link], columns: &[usize]) -> Option<f64> {
        match self {
            Self::Barycentre => {
                let total: f64 = links.iter().map(|link| f64::from(link.weight)).sum();
                let sum: f64 = links.iter().map(|link| f64::from(link.weight) * columns[link.item] as f64).sum();
                (total > 0.0).then(|| sum / total)
            }
            Self::Median => median(links, columns),
        }
    }
}

/// The median column of the neighbours; between two middle ones nearer to the side where the columns are denser.
fn median(links: &[Link], columns: &[usize]) -> Option<f64> {
    let mut found: Vec<f64> = links.iter().map(|link| columns[link.item] as f64).collect();
    found.sort_by(f64::total_cmp);
    let (middle, last) = (found.len() / 2, found.len().checked_sub(1)?);
    if found.len() % 2 == 1 {
        return Some(found[middle]);
    }
    let (left, right) = (found[middle - 1] - found[0], found[last] - found[middle]);
    if left + right == 0.0 {
        return Some(f64::midpoint(found[middle - 1], found[middle]));
    }
    Some((found[middle - 1] * right + found[middle] * left) / (left + right))
}

/// Exchanges neighbours in a layer until that helps no more.
fn exchange(drawing: &mut Layered, columns: &mut [usize], ties: Ties) {
    let mut helped = true;
    while helped {
        helped = false;
        for layer in 0..drawing.layers.len() {
            for column in 1..drawing.layers[layer].len() {
                let (left, right) = (drawing.layers[layer][column - 1], drawing.layers[layer][column]);
                let change = passing(drawing, left, right, columns);
                let turns = ties == Ties::Turn && change == 0 && cross(drawing, left, right, columns);
                if change < 0 || turns {
                    drawing.layers[layer].swap(column - 1, column);
                    columns.swap(left, right);
                    helped |= change < 0;
                }
            }
        }
    }
}

/// Whether edges of an item cross edges of another to its right.
fn cross(drawing: &Layered, left: usize, right: usize, columns: &[usize]) -> bool {
    let (left, right) = (&drawing.items[left], &drawing.items[right]);
    let crosses =
        |own: &[Link], other: &[Link]| own.iter().any(|a| other.iter().any(|b| columns[a.item] > columns[b.item]));
    crosses(&left.above, &right.above) || crosses(&left.below, &right.below)
}

/// Moves each item of some layers to its best column until no move helps.
fn sift(drawing: &mut Layered, layers: Range<usize>) {
    let mut columns = drawing.columns();
    let mut changed = true;
    while changed {
        changed = false;
        for layer in layers.clone() {
            for item in drawing.layers[layer].clone() {
                changed |= sift_item(drawing, layer, item, &mut columns);
            }
        }
    }
}

/// Moves one item to the column in its layer with the fewest crossings, if that is better than where it stands.
fn sift_item(drawing: &mut Layered, layer: usize, item: usize, columns: &mut [usize]) -> bool {
    let others: Vec<usize> = drawing.layers[layer].iter().copied().filter(|&other| other != item).collect();
    // What it costs to stand left of all others is the zero; passing one of them changes that.
    let (mut cost, mut here) = (0_i64, 0_i64);
    let (mut least, mut best) = (0_i64, 0);
    for (column, &other) in others.iter().enumerate() {
        cost += passing(drawing, item, other, columns);
        if column + 1 == columns[item] {
            here = cost;
        }
        if cost < least {
            (least, best) = (cost, column + 1);
        }
    }
    if least >= here {
        return false;
    }
    let mut order = others;
    order.insert(best, item);
    order.iter().enumerate().for_each(|(column, &item)| columns[item] = column);
    drawing.layers[layer] = order;
    true
}

/// By how much the crossings of two items of a layer grow when the first passes from the left of the second to its
/// right.
fn passing(drawing: &Layered, item: usize, other: usize, columns: &[usize]) -> i64 {
    let (item, other) = (&drawing.items[item], &drawing.items[other]);
    let mut change = 0;
    for (own, theirs) in [(&item.above, &other.above), (&item.below, &other.below)] {
        for a in own {
            for b in theirs {
                let product = i64::from(a.weight) * i64::from(b.weight);
                change += product * (columns[b.item].cmp(&columns[a.item]) as i64);
            }
        }
    }
    change
}

/// The weight of all crossings between neighbouring layers, counted as by Barth, Mutzel & Jünger (2004): edges in the
/// order of their upper ends add what has already ended to the right of their lower ends, from a tree of sums.
pub(super) fn crossings(drawing: &Layered) -> u64 {
    crossings_in(drawing, 0..drawing.layers.len())
}

/// The same between some layers.
fn crossings_in(drawing: &Layered, layers: Range<usize>) -> u64 {
    let columns = drawing.columns();
    let between = |(layer, below): (&Vec<usize>, &Vec<usize>)| {
        let mut ended = Sums::new(below.len());
        let mut total = 0;
        for &item in layer {
            let mut ends: Vec<(usize, u64)> =
                drawing.items[item].below.iter().map(|link| (columns[link.item], u64::from(link.weight))).collect();
            ends.sort_unstable();
            total += ends.iter().map(|&(end, weight)| weight * ended.after(end)).sum::<u64>();
            for (end, weight) in ends {
                ended.add(end, weight);
            }
        }
        total
    };
    let layers = &drawing.layers[layers];
    layers.iter().zip(layers.iter().skip(1)).map(between).sum()
}

/// Sums over the ends of a list, by Fenwick's tree.
struct Sums(Vec<u64>);

impl Sums {
    fn new(length: usize) -> Self {
        Self(vec![0; length + 1])
    }

    fn add(&mut self, column: usize, weight: u64) {
        // Places are counted from the end, so the sum of what comes after is that of a beginning.
        let mut node = self.0.len() - 1 - column;
        while node < self.0.len() {
            self.0[node] += weight;
            node += node & node.wrapping_neg();
        }
    }

    fn after(&self, column: usize) -> u64 {
        let (mut node, mut sum) = (self.0.len() - 2 - column, 0);
        while node > 0 {
            sum += self.0[node];
            node &= node - 1;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::super::ranks::Union;
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Every two edges between the same layers, one by one.
    fn crossings_one_by_one(drawing: &Layered) -> u64 {
        let columns = drawing.columns();
        let mut total = 0;
        for layer in &drawing.layers {
            let ends = layer.iter().flat_map(|&item| drawing.items[item].below.iter().map(move |link| (item, *link)));
            let ends: Vec<(usize, Link)> = ends.collect();
            for (number, (a, to_a)) in ends.iter().enumerate() {
                for (b, to_b) in &ends[..number] {
                    let above = columns[*a].cmp(&columns[*b]) as i64;
                    let below = columns[to_a.item].cmp(&columns[to_b.item]) as i64;
                    total += if above * below < 0 { u64::from(to_a.weight) * u64::from(to_b.weight) } else { 0 };
                }
            }
        }
        total
    }

    fn random_drawing(rng: &mut ChaCha8Rng) -> Layered {
        let nodes = rng.random_range(2..25);
        let mut edges = || {
            let edge = |_| (rng.random_range(0..nodes), rng.random_range(0..nodes));
            (0..nodes).map(edge).collect::<Vec<_>>()
        };
        let (truth, others) = (edges(), edges());
        Layered::new(&vec![30.0; nodes], &Union::new(nodes, &truth, &others))
    }

    #[test]
    fn crossings_are_those_counted_one_by_one() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for _ in 0..100 {
            let mut drawing = random_drawing(&mut rng);
            let before = crossings(&drawing);
            assert_eq!(before, crossings_one_by_one(&drawing));
            reduce_crossings(&mut drawing);
            assert_eq!(crossings(&drawing), crossings_one_by_one(&drawing));
            assert!(crossings(&drawing) <= before);
        }
    }

    #[test]
    fn passing_is_the_difference_of_the_crossings() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..100 {
            let mut drawing = random_drawing(&mut rng);
            let Some(layer) = (0..drawing.layers.len()).find(|&layer| drawing.layers[layer].len() > 1) else {
                continue;
            };
            let change = passing(&drawing, drawing.layers[layer][0], drawing.layers[layer][1], &drawing.columns());
            let before = crossings(&drawing).cast_signed();
            drawing.layers[layer].swap(0, 1);
            assert_eq!(crossings(&drawing).cast_signed() - before, change);
        }
    }

    #[test]
    fn sorting_removes_crossings() {
        let mut drawing = Layered::new(&[40.0; 6], &Union::new(6, &[(0, 5), (1, 4), (2, 3)], &[]));
        assert!(crossings(&drawing) > 0);
        reduce_crossings(&mut drawing);
        assert_eq!(crossings(&drawing), 0);
    }
}
