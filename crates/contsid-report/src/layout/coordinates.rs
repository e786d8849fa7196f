//! Where the items of each layer stand.

use super::layers::Layered;

/// So many times the layers are swept down and up.
const SWEEPS: usize = 24;

/// The distance between two boxes.
const GAP: f64 = 16.0;

/// A horizontal centre for each item: near the mean of its neighbours, in the order of its layer, without overlaps.
pub(super) fn positions(drawing: &Layered) -> Vec<f64> {
    let mut xs = vec![0.0; drawing.items.len()];
    for layer in &drawing.layers {
        let offsets = offsets(drawing, layer);
        let middle = offsets.last().copied().unwrap_or(0.0) / 2.0;
        layer.iter().zip(offsets).for_each(|(&item, offset)| xs[item] = offset - middle);
    }
    let count = drawing.layers.len();
    for _ in 0..SWEEPS {
        (0..count).chain((0..count).rev()).for_each(|layer| settle(drawing, layer, &mut xs));
    }
    xs
}

/// The least distance of each item of a layer from the first.
fn offsets(drawing: &Layered, layer: &[usize]) -> Vec<f64> {
    let mut sum = 0.0;
    let mut offsets = vec![0.0; layer.len().min(1)];
    for two in layer.windows(2) {
        sum += f64::midpoint(drawing.items[two[0]].width, drawing.items[two[1]].width) + GAP;
        offsets.push(sum);
    }
    offsets
}

/// Moves the items of a layer to the mean of their neighbours, as far as their order and widths allow: the nearest such
/// positions by least squares, found by pooling neighbours that would overlap.
fn settle(drawing: &Layered, layer: usize, xs: &mut [f64]) {
    let items = &drawing.layers[layer];
    let wish = |&item: &usize| {
        let neighbours = drawing.items[item].above.iter().chain(&drawing.items[item].below);
        let count = neighbours.clone().count();
        if count == 0 { xs[item] } else { neighbours.map(|&other| xs[other]).sum::<f64>() / count as f64 }
    };
    let offsets = offsets(drawing, items);
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for (item, offset) in items.iter().zip(&offsets) {
        pools.push((wish(item) - offset, 1));
        while let [.., (before, many), (after, more)] = pools[..] {
            if before <= after {
                break;
            }
            pools.pop();
            let last = pools.len() - 1;
            pools[last] = ((before * many as f64 + after * more as f64) / (many + more) as f64, many + more);
        }
    }
    let settled = pools.iter().flat_map(|&(level, count)| std::iter::repeat_n(level, count));
    let moved: Vec<f64> = settled.zip(&offsets).map(|(level, offset)| level + offset).collect();
    items.iter().zip(moved).for_each(|(&item, x)| xs[item] = x);
}
