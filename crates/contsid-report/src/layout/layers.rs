//! Layers of nodes, and of the stops of edges between them.

use std::collections::BTreeSet;

/// The width of a stop.
const STOP_WIDTH: f64 = 6.0;

/// A node or a stop.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) layer: usize,
    pub(super) width: f64,
    /// The items that it is joined to in the layer above.
    pub(super) above: Vec<usize>,
    /// The items that it is joined to in the layer below.
    pub(super) below: Vec<usize>,
}

/// Items in layers; the nodes come first.
#[derive(Clone, Debug)]
pub(super) struct Layered {
    pub(super) items: Vec<Item>,
    /// The items of each layer from left to right.
    pub(super) layers: Vec<Vec<usize>>,
    /// For each edge its items from top to bottom, by its ends.
    pub(super) chains: Vec<Vec<usize>>,
}

impl Layered {
    pub(super) fn new(widths: &[f64], edges: &[(usize, usize)]) -> Self {
        let acyclic = without_cycles(widths.len(), edges);
        let layer_of = assign_layers(widths.len(), &acyclic);
        let item = |node: usize| Item { layer: layer_of[node], width: widths[node], above: vec![], below: vec![] };
        let mut drawing = Self { items: (0..widths.len()).map(item).collect(), layers: Vec::new(), chains: Vec::new() };
        for &(from, to) in &acyclic {
            drawing.add_chain(from, to);
        }
        let count = drawing.items.iter().map(|item| item.layer + 1).max().unwrap_or(0);
        drawing.layers = vec![Vec::new(); count];
        for (place, item) in drawing.items.iter().enumerate() {
            drawing.layers[item.layer].push(place);
        }
        drawing
    }

    fn add_chain(&mut self, from: usize, to: usize) {
        let (first, last) = (self.items[from].layer, self.items[to].layer);
        let mut chain = vec![from];
        for layer in first + 1..last {
            chain.push(self.items.len());
            self.items.push(Item { layer, width: STOP_WIDTH, above: vec![], below: vec![] });
        }
        chain.push(to);
        for two in chain.windows(2) {
            self.items[two[0]].below.push(two[1]);
            self.items[two[1]].above.push(two[0]);
        }
        self.chains.push(chain);
    }
}

/// Each two joined nodes once, in order, so that there is no cycle: an edge that would close one is turned.
fn without_cycles(nodes: usize, edges: &[(usize, usize)]) -> BTreeSet<(usize, usize)> {
    let mut below: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); nodes];
    for &(from, to) in edges {
        if below[from].contains(&to) || below[to].contains(&from) {
            continue;
        }
        if reaches(&below, to, from) {
            below[to].insert(from);
        } else {
            below[from].insert(to);
        }
    }
    below.iter().enumerate().flat_map(|(from, ends)| ends.iter().map(move |&to| (from, to))).collect()
}

fn reaches(below: &[BTreeSet<usize>], start: usize, goal: usize) -> bool {
    let (mut seen, mut open) = (vec![false; below.len()], vec![start]);
    while let Some(node) = open.pop() {
        if node == goal {
            return true;
        }
        if !std::mem::replace(&mut seen[node], true) {
            open.extend(&below[node]);
        }
    }
    false
}

/// The length of the longest path to each node; roots move down to their nearest child, and nodes without edges to the
/// emptiest layers.
fn assign_layers(nodes: usize, edges: &BTreeSet<(usize, usize)>) -> Vec<usize> {
    let mut layer = vec![0; nodes];
    let mut changed = true;
    while changed {
        changed = false;
        for &(from, to) in edges {
            if layer[to] <= layer[from] {
                layer[to] = layer[from] + 1;
                changed = true;
            }
        }
    }
    let has_parent: BTreeSet<usize> = edges.iter().map(|&(_, to)| to).collect();
    for node in (0..nodes).filter(|node| !has_parent.contains(node)) {
        let nearest = edges.iter().filter(|&&(from, _)| from == node).map(|&(_, to)| layer[to]).min();
        layer[node] = nearest.map_or(0, |child| child - 1);
    }
    spread_alone(&mut layer, edges);
    layer
}

fn spread_alone(layer: &mut [usize], edges: &BTreeSet<(usize, usize)>) {
    let joined: BTreeSet<usize> = edges.iter().flat_map(|&(from, to)| [from, to]).collect();
    // Without edges the nodes make a square.
    let side = layer.len().isqrt().max(1);
    let count = joined.iter().map(|&node| layer[node] + 1).max().unwrap_or(side);
    let mut filled = vec![0; count];
    for &node in &joined {
        filled[layer[node]] += 1;
    }
    for node in (0..layer.len()).filter(|node| !joined.contains(node)) {
        let emptiest = (0..count).min_by_key(|&place| filled[place]).unwrap_or(0);
        layer[node] = emptiest;
        filled[emptiest] += 1;
    }
}
