//! Shorter edges: each layer in turn moves towards its neighbours, as far as its order allows.

use super::coordinates::distance;
use super::layers::{Item, Layered};

/// The number of times that all layers are swept down and up; more change no drawing that was measured.
const SWEEPS: usize = 16;

/// The weight of keeping a piece of an edge vertical, if none, one or both of its ends are stops.
const STRAIGHTNESS: [f64; 3] = [1.0, 2.0, 8.0];

/// Moves the items of each layer to the mean of their neighbours: the nearest such positions by weighted least squares
/// that keep the order and the distances.
pub(super) fn settle(drawing: &Layered, xs: &mut [f64]) {
    let count = drawing.layers.len();
    for _ in 0..SWEEPS {
        (0..count).chain((0..count).rev()).for_each(|layer| settle_layer(drawing, &drawing.layers[layer], xs));
    }
}

/// Neighbours in a layer that stand as near to each other as they may, so one number places all of them.
struct Pool {
    /// The sum of weighted wishes, each less the item's distance from the start of the layer.
    sum: f64,
    weight: f64,
    count: usize,
}

impl Pool {
    fn level(&self) -> f64 {
        self.sum / self.weight
    }
}

fn settle_layer(drawing: &Layered, layer: &[usize], xs: &mut [f64]) {
    let steps = layer.windows(2).map(|two| distance(drawing, two[0], two[1]));
    let sum = |sum: &mut f64, step: f64| {
        *sum += step;
        Some(*sum)
    };
    let offsets: Vec<f64> = std::iter::once(0.0).chain(steps).scan(0.0, sum).collect();
    let mut pools: Vec<Pool> = Vec::new();
    for (&item, offset) in layer.iter().zip(&offsets) {
        pools.push(wish(drawing, &drawing.items[item], xs, *offset));
        while let [.., before, after] = &pools[..]
            && before.level() > after.level()
        {
            let joined = Pool {
                sum: before.sum + after.sum,
                weight: before.weight + after.weight,
                count: before.count + after.count,
            };
            pools.truncate(pools.len() - 2);
            pools.push(joined);
        }
    }
    let levels = pools.iter().flat_map(|pool| std::iter::repeat_n(pool.level(), pool.count));
    layer.iter().zip(levels).zip(offsets).for_each(|((&item, level), offset)| xs[item] = level + offset);
}

/// The pool of one item; every item of a drawing is joined to another.
fn wish(drawing: &Layered, item: &Item, xs: &[f64], offset: f64) -> Pool {
    let mut pool = Pool { sum: 0.0, weight: 0.0, count: 1 };
    for link in item.above.iter().chain(&item.below) {
        let stops = usize::from(item.is_stop) + usize::from(drawing.items[link.item].is_stop);
        let weight = f64::from(link.weight) * STRAIGHTNESS[stops];
        pool.sum += weight * (xs[link.item] - offset);
        pool.weight += weight;
    }
    pool
}
