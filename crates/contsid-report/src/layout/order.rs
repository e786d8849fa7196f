//! The order within layers.

use super::layers::Layered;

/// So many times the layers are swept down and up.
const SWEEPS: usize = 16;

/// Sorts layers by the mean place of the neighbours in the layer before, down and up in turns, and keeps the best order.
pub(super) fn reduce_crossings(drawing: &mut Layered) {
    let mut best = (crossings(drawing), drawing.layers.clone());
    for sweep in 0..SWEEPS {
        let count = drawing.layers.len();
        if sweep % 2 == 0 {
            (1..count).for_each(|layer| sort_layer(drawing, layer, Side::Above));
        } else {
            (0..count.saturating_sub(1)).rev().for_each(|layer| sort_layer(drawing, layer, Side::Below));
        }
        let found = crossings(drawing);
        if found < best.0 {
            best = (found, drawing.layers.clone());
        }
    }
    drawing.layers = best.1;
}

#[derive(Clone, Copy)]
enum Side {
    Above,
    Below,
}

fn sort_layer(drawing: &mut Layered, layer: usize, side: Side) {
    let places = places(drawing);
    let barycentre = |item: usize| {
        let neighbours = match side {
            Side::Above => &drawing.items[item].above,
            Side::Below => &drawing.items[item].below,
        };
        if neighbours.is_empty() {
            return places[item];
        }
        neighbours.iter().map(|&other| places[other]).sum::<f64>() / neighbours.len() as f64
    };
    let mut order: Vec<(f64, usize)> = drawing.layers[layer].iter().map(|&item| (barycentre(item), item)).collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    drawing.layers[layer] = order.into_iter().map(|(_, item)| item).collect();
}

/// Sorts every layer by the mean position of the neighbours on both sides.
pub(super) fn follow_positions(drawing: &mut Layered, xs: &[f64]) {
    for layer in 0..drawing.layers.len() {
        let wish = |item: usize| {
            let neighbours = drawing.items[item].above.iter().chain(&drawing.items[item].below);
            let count = neighbours.clone().count();
            if count == 0 { xs[item] } else { neighbours.map(|&other| xs[other]).sum::<f64>() / count as f64 }
        };
        let mut order: Vec<(f64, usize)> = drawing.layers[layer].iter().map(|&item| (wish(item), item)).collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        drawing.layers[layer] = order.into_iter().map(|(_, item)| item).collect();
    }
}

/// The place of each item in its layer, from 0 to 1 so that layers of different sizes can be compared.
fn places(drawing: &Layered) -> Vec<f64> {
    let mut places = vec![0.0; drawing.items.len()];
    for layer in &drawing.layers {
        for (place, &item) in layer.iter().enumerate() {
            places[item] = (place as f64 + 0.5) / layer.len() as f64;
        }
    }
    places
}

/// The number of crossings between neighbouring layers.
pub(super) fn crossings(drawing: &Layered) -> usize {
    let places = places(drawing);
    let between = |layer: &Vec<usize>| {
        let mut ends: Vec<(f64, f64)> = Vec::new();
        for &item in layer {
            ends.extend(drawing.items[item].below.iter().map(|&other| (places[item], places[other])));
        }
        let crossing = |place: usize| {
            let (above, below) = ends[place];
            ends[place + 1..].iter().filter(|other| (other.0 - above) * (other.1 - below) < 0.0).count()
        };
        (0..ends.len()).map(crossing).sum::<usize>()
    };
    drawing.layers.iter().map(between).sum()
}
