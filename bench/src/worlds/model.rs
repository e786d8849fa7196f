//! Additive-noise models with random functions: a node is a function of its parents and noise, shifted and scaled.

use crate::Outcome;
use contsid::graph::{Dag, NodeId};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rand_distr::{Exp1, StandardNormal};

/// The number of cosines of a random function.
const COSINES: usize = 60;

/// The draws that shift and scale are found from.
const SCALING_DRAWS: usize = 50_000;

/// What the functions of a model look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Draws of a Gaussian process and a linear part; three kinds of noise, which grows with a parent in some nodes.
    Smooth,
    /// Sums of steps, squares, waves and products of two parents; the same kinds of noise.
    Bent,
    /// Sums of corners, jumps, exponentials and faster waves of each parent; the same kinds of noise.
    Kinked,
    /// Linear, with exponential noise, as in the paper's study.
    LinearExponential,
}

/// The noise of a node: mean 0, variance 1.
#[derive(Clone, Copy, Debug)]
enum Noise {
    Normal,
    Exponential,
    Uniform,
}

impl Noise {
    fn draw(self, rng: &mut impl Rng) -> f64 {
        match self {
            Self::Normal => rng.sample(StandardNormal),
            Self::Exponential => rng.sample::<f64, _>(Exp1) - 1.0,
            Self::Uniform => rng.random_range(-3f64.sqrt()..3f64.sqrt()),
        }
    }
}

/// A function of the parents of a node.
#[derive(Clone, Debug)]
struct Function {
    cosines: Vec<Cosine>,
    bends: Vec<Bend>,
    slopes: Vec<f64>,
}

/// size · cos(⟨direction, u⟩ + phase)
#[derive(Clone, Debug)]
struct Cosine {
    direction: Vec<f64>,
    phase: f64,
    size: f64,
}

/// size · shape(u)
#[derive(Clone, Debug)]
struct Bend {
    shape: Shape,
    size: f64,
}

#[derive(Clone, Copy, Debug)]
enum Shape {
    Step(usize),
    Square(usize),
    Wave(usize),
    Product(usize, usize),
    Corner(usize),
    Jump(usize),
    Exponential(usize),
    FastWave(usize),
}

impl Shape {
    fn at(self, values: &[f64]) -> f64 {
        match self {
            Self::Step(parent) => (2.5 * values[parent]).tanh(),
            Self::Square(parent) => 0.6 * values[parent].powi(2).min(9.0),
            Self::Wave(parent) => (1.8 * values[parent]).sin(),
            Self::Product(one, other) => (values[one] * values[other]).clamp(-6.0, 6.0),
            Self::Corner(parent) => 1.2 * values[parent].abs(),
            Self::Jump(parent) => f64::from(u8::from(values[parent] > 0.3)) * 1.5,
            Self::Exponential(parent) => (0.8 * values[parent]).min(2.0).exp(),
            Self::FastWave(parent) => (2.5 * values[parent]).cos(),
        }
    }
}

impl Function {
    fn random(family: Family, parents: usize, rng: &mut impl Rng) -> Self {
        match family {
            Family::Smooth => {
                let slopes = (0..parents).map(|_| 0.5 * rng.sample::<f64, _>(StandardNormal)).collect();
                let length = rng.random_range(0.8..2.0);
                let cosine = |_| Cosine {
                    direction: (0..parents).map(|_| rng.sample::<f64, _>(StandardNormal) / length).collect(),
                    phase: rng.random_range(0.0..std::f64::consts::TAU),
                    size: rng.sample::<f64, _>(StandardNormal) * (2.0 / COSINES as f64).sqrt(),
                };
                Self { cosines: (0..COSINES).map(cosine).collect(), bends: Vec::new(), slopes }
            }
            Family::Bent | Family::Kinked => Self {
                cosines: Vec::new(),
                bends: (0..parents).map(|parent| Bend::random(family, parent, parents, rng)).collect(),
                slopes: vec![0.0; parents],
            },
            Family::LinearExponential => {
                let slopes = (0..parents).map(|_| rng.random_range(0.3..1.5) * sign(rng)).collect();
                Self { cosines: Vec::new(), bends: Vec::new(), slopes }
            }
        }
    }

    fn at(&self, values: &[f64]) -> f64 {
        let inner = |weights: &[f64]| weights.iter().zip(values).map(|(weight, value)| weight * value).sum::<f64>();
        let waves: f64 = self.cosines.iter().map(|wave| wave.size * cosine(inner(&wave.direction) + wave.phase)).sum();
        let bends: f64 = self.bends.iter().map(|bend| bend.size * bend.shape.at(values)).sum();
        waves + bends + inner(&self.slopes)
    }
}

impl Bend {
    fn random(family: Family, parent: usize, parents: usize, rng: &mut impl Rng) -> Self {
        let other = rng.random_range(0..parents);
        let product = if other == parent { Shape::Square(parent) } else { Shape::Product(parent, other) };
        let shapes = match family {
            Family::Kinked => {
                [Shape::Corner(parent), Shape::Jump(parent), Shape::Exponential(parent), Shape::FastWave(parent)]
            }
            _ => [Shape::Step(parent), Shape::Square(parent), Shape::Wave(parent), product],
        };
        let shape = *shapes.choose(rng).expect("there are four");
        Self { shape, size: rng.random_range(0.6..1.4) * sign(rng) }
    }
}

fn sign(rng: &mut impl Rng) -> f64 {
    if rng.random_bool(0.5) { 1.0 } else { -1.0 }
}

/// cos, right to 10⁻⁷: cos y = 1 − 2 sin²(y/2), of which the compiler makes vectors.
fn cosine(angle: f64) -> f64 {
    const ROUNDING: f64 = 6_755_399_441_055_744.0; // 1.5 · 2⁵²: adding it rounds to an integer
    let turns = angle / std::f64::consts::TAU;
    let half = std::f64::consts::PI * (turns - ((turns + ROUNDING) - ROUNDING));
    let square = half * half;
    let terms = [-1.0 / 39_916_800.0, 1.0 / 362_880.0, -1.0 / 5040.0, 1.0 / 120.0, -1.0 / 6.0, 1.0];
    let sine = half * terms.into_iter().fold(0.0, |sum, term| sum * square + term);
    1.0 - 2.0 * sine * sine
}

/// A node of a model.
#[derive(Clone, Debug)]
struct Node {
    parents: Vec<usize>,
    function: Function,
    size: f64,
    noise: Noise,
    /// Whether the noise grows with the first parent.
    grows: bool,
    shift: f64,
    scale: f64,
}

/// A model whose nodes have mean 0 and variance 1.
#[derive(Clone, Debug)]
pub struct World {
    order: Vec<usize>,
    nodes: Vec<Node>,
}

impl World {
    /// A model of its own for each seed; two nodes are joined with probability 0.6.
    pub fn random(family: Family, count: usize, seed: u64) -> Self {
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let mut order: Vec<usize> = (0..count).collect();
        order.shuffle(rng);
        let mut parents = vec![Vec::new(); count];
        for (index, &node) in order.iter().enumerate() {
            parents[node] = order[..index].iter().copied().filter(|_| rng.random_bool(0.6)).collect();
        }
        let nodes = parents.into_iter().map(|parents| Node::random(family, parents, rng)).collect();
        let mut world = Self { order, nodes };
        world.standardise(rng);
        world
    }

    fn standardise(&mut self, rng: &mut impl Rng) {
        let mut columns = vec![vec![0.0; SCALING_DRAWS]; self.nodes.len()];
        for node in self.order.clone() {
            let mut raw = self.nodes[node].raw(&columns, SCALING_DRAWS, rng);
            let mean = raw.iter().sum::<f64>() / SCALING_DRAWS as f64;
            let variance = raw.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / SCALING_DRAWS as f64;
            (self.nodes[node].shift, self.nodes[node].scale) = (mean, variance.sqrt());
            for value in &mut raw {
                *value = (*value - mean) / variance.sqrt();
            }
            columns[node] = raw;
        }
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Columns of rows that are observed or, with a treatment, of what happens if it is set to these values.
    pub fn draw(&self, rows: usize, set: Option<(usize, &[f64])>, rng: &mut impl Rng) -> Vec<Vec<f64>> {
        let mut columns = vec![Vec::new(); self.nodes.len()];
        for &node in &self.order {
            columns[node] = match set {
                Some((treatment, values)) if treatment == node => values.to_vec(),
                _ => self.nodes[node].draw(&columns, rows, rng),
            };
        }
        columns
    }

    /// The parents of each node.
    pub fn parents(&self) -> Vec<Vec<usize>> {
        self.nodes.iter().map(|node| node.parents.clone()).collect()
    }

    /// The parents of a wrong graph: each node has one earlier node of a random order as its parent, or none.
    pub fn random_forest(&self, rng: &mut impl Rng) -> Vec<Vec<usize>> {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.shuffle(rng);
        let mut parents = vec![Vec::new(); order.len()];
        for (index, &node) in order.iter().enumerate() {
            parents[node] = order[..index].choose(rng).copied().filter(|_| rng.random_bool(0.75)).into_iter().collect();
        }
        parents
    }

    /// The parents of the true graph, of which each node keeps one at most.
    pub fn pruned(&self, rng: &mut impl Rng) -> Vec<Vec<usize>> {
        self.nodes.iter().map(|node| node.parents.choose(rng).copied().into_iter().collect()).collect()
    }
}

impl Node {
    fn random(family: Family, parents: Vec<usize>, rng: &mut impl Rng) -> Self {
        let is_linear = family == Family::LinearExponential;
        let function = Function::random(family, parents.len(), rng);
        let noises = [Noise::Normal, Noise::Exponential, Noise::Uniform];
        Self {
            function,
            size: if is_linear { 1.0 } else { rng.random_range(0.35..0.8) },
            noise: if is_linear { Noise::Exponential } else { *noises.choose(rng).expect("there are three") },
            grows: !is_linear && rng.random_bool(0.3),
            parents,
            shift: 0.0,
            scale: 1.0,
        }
    }

    fn raw(&self, columns: &[Vec<f64>], rows: usize, rng: &mut impl Rng) -> Vec<f64> {
        let mut values = vec![0.0; self.parents.len()];
        let one = |row: usize| {
            let noise = self.noise.draw(rng);
            if self.parents.is_empty() {
                return noise;
            }
            for (value, &parent) in values.iter_mut().zip(&self.parents) {
                *value = columns[parent][row];
            }
            let growth = if self.grows { (0.4 * values[0]).min(1.0).exp() } else { 1.0 };
            self.function.at(&values) + self.size * noise * growth
        };
        (0..rows).map(one).collect()
    }

    fn draw(&self, columns: &[Vec<f64>], rows: usize, rng: &mut impl Rng) -> Vec<f64> {
        let mut raw = self.raw(columns, rows, rng);
        for value in &mut raw {
            *value = (*value - self.shift) / self.scale;
        }
        raw
    }
}

/// The graph with these parents.
pub fn dag(parents: &[Vec<usize>]) -> Outcome<Dag> {
    let edges =
        parents.iter().enumerate().flat_map(|(node, parents)| parents.iter().map(move |&parent| (parent, node)));
    Ok(Dag::from_edges(parents.len(), edges.map(|(a, b)| (NodeId::new(a), NodeId::new(b))))?)
}
