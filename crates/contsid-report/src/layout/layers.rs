//! Layers of nodes, and of the stops of edges between them.

use super::ranks::Union;

/// The width of a stop.
const STOP_WIDTH: f64 = 4.0;

/// A piece of an edge from one layer to the next, seen from one of its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// The other end.
    pub(super) item: usize,
    pub(super) weight: u32,
}

/// A node or a stop.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) layer: usize,
    pub(super) width: f64,
    pub(super) is_stop: bool,
    /// What it is joined to in the layer above.
    pub(super) above: Vec<Link>,
    /// What it is joined to in the layer below.
    pub(super) below: Vec<Link>,
}

/// Items in layers; the nodes come first.
#[derive(Clone, Debug)]
pub(super) struct Layered {
    pub(super) items: Vec<Item>,
    /// The items of each layer from left to right.
    pub(super) layers: Vec<Vec<usize>>,
    /// For each joint its items from top to bottom, by its ends. The ends of a chain in one layer are joined by a stop
    /// in a layer beside it.
    pub(super) chains: Vec<Vec<usize>>,
}

impl Layered {
    pub(super) fn new(widths: &[f64], union: &Union) -> Self {
        let ranks = union.ranks();
        let item = |(&layer, &width)| Item { layer, width, is_stop: false, above: vec![], below: vec![] };
        let items: Vec<Item> = ranks.iter().zip(widths).map(item).collect();
        let count = ranks.iter().map(|rank| rank + 1).max().unwrap_or(0);
        let mut drawing = Self { items, layers: vec![Vec::new(); count], chains: Vec::new() };
        for joint in &union.joints {
            let (from, to) =
                if ranks[joint.from] <= ranks[joint.to] { (joint.from, joint.to) } else { (joint.to, joint.from) };
            drawing.add_chain(from, to, joint.weight);
        }
        for (number, item) in drawing.items.iter().enumerate() {
            drawing.layers[item.layer].push(number);
        }
        drawing
    }

    fn add_chain(&mut self, from: usize, to: usize, weight: u32) {
        let (first, last) = (self.items[from].layer, self.items[to].layer);
        let beside = if first + 1 < self.layers.len() { first + 1 } else { first.saturating_sub(1) };
        let passed = if first == last { beside..beside + 1 } else { first + 1..last };
        let mut chain = vec![from];
        for layer in passed {
            chain.push(self.items.len());
            self.items.push(Item { layer, width: STOP_WIDTH, is_stop: true, above: vec![], below: vec![] });
        }
        chain.push(to);
        for two in chain.windows(2) {
            self.link(two[0], two[1], weight);
        }
        self.chains.push(chain);
    }

    fn link(&mut self, one: usize, other: usize, weight: u32) {
        let (upper, lower) = if self.items[one].layer < self.items[other].layer { (one, other) } else { (other, one) };
        self.items[upper].below.push(Link { item: lower, weight });
        self.items[lower].above.push(Link { item: upper, weight });
    }

    /// The column of each item: its index in its layer.
    pub(super) fn columns(&self) -> Vec<usize> {
        let mut columns = vec![0; self.items.len()];
        for layer in &self.layers {
            layer.iter().enumerate().for_each(|(column, &item)| columns[item] = column);
        }
        columns
    }
}
