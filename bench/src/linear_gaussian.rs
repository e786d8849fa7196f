//! Random linear-Gaussian models, whose contSID is known in closed form up to one quadrature.

use crate::Outcome;
use contsid::data::{Column, Table};
use contsid::graph::{Dag, NodeId, NodeNames};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use rand_distr::StandardNormal;
use std::ops::Range;

/// A linear model: the coefficient of each edge, and the order in which the nodes are drawn.
#[derive(Clone)]
pub struct LinearGaussian {
    pub coefficients: Vec<Vec<f64>>,
    pub order: Vec<usize>,
}

impl LinearGaussian {
    /// A graph in which two nodes are joined with probability ½, and coefficients whose sizes are uniform.
    pub fn random(nodes: usize, sizes: Range<f64>, rng: &mut impl Rng) -> Self {
        Self::with_probability(nodes, 0.5, sizes, rng)
    }

    /// The same where two nodes are joined with another probability.
    pub fn with_probability(nodes: usize, probability: f64, sizes: Range<f64>, rng: &mut impl Rng) -> Self {
        let mut order: Vec<usize> = (0..nodes).collect();
        order.shuffle(rng);
        let mut coefficients = vec![vec![0.0; nodes]; nodes];
        for (index, &from) in order.iter().enumerate() {
            for &to in &order[index + 1..] {
                if rng.random_bool(probability) {
                    let sign = if rng.random_bool(0.5) { 1.0 } else { -1.0 };
                    coefficients[from][to] = rng.random_range(sizes.clone()) * sign;
                }
            }
        }
        Self { coefficients, order }
    }

    /// The same order and graph, but for the edges between two pairs of nodes, which are added or removed.
    pub fn near(&self, rng: &mut impl Rng) -> Self {
        let mut near = self.clone();
        for _ in 0..2 {
            let first = rng.random_range(0..self.order.len() - 1);
            let (from, to) = (self.order[first], self.order[rng.random_range(first + 1..self.order.len())]);
            near.coefficients[from][to] = f64::from(u8::from(near.coefficients[from][to] == 0.0));
        }
        near
    }

    pub fn dag(&self) -> Outcome<Dag> {
        let nodes = self.order.len();
        let pairs = (0..nodes).flat_map(|a| (0..nodes).map(move |b| (a, b)));
        let edges =
            pairs.filter(|&(a, b)| self.coefficients[a][b] != 0.0).map(|(a, b)| (NodeId::new(a), NodeId::new(b)));
        Ok(Dag::from_edges(nodes, edges)?)
    }

    pub fn adjacency(&self) -> Vec<Vec<bool>> {
        self.coefficients.iter().map(|row| row.iter().map(|&effect| effect != 0.0).collect()).collect()
    }

    /// Rows with noise of variance 1.
    pub fn sample(&self, count: usize, rng: &mut impl Rng) -> Outcome<Table> {
        self.sample_with(count, None, rng)
    }

    /// Rows in which one node, if any, is set to these values.
    pub fn sample_with(&self, count: usize, set: Option<(usize, &[f64])>, rng: &mut impl Rng) -> Outcome<Table> {
        let nodes = self.order.len();
        let mut columns = vec![vec![0.0; count]; nodes];
        for &node in &self.order {
            let effect = |row: usize| -> f64 {
                (0..nodes).map(|parent| self.coefficients[parent][node] * columns[parent][row]).sum()
            };
            let drawn = (0..count).map(|row| effect(row) + rng.sample::<f64, _>(StandardNormal)).collect();
            columns[node] = match set {
                Some((target, values)) if target == node => values.to_vec(),
                _ => drawn,
            };
        }
        Ok(Table::new(NodeNames::numbered(nodes), columns.into_iter().map(Column::numbers).collect())?)
    }
}
