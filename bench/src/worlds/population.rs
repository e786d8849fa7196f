//! contSID on the population of a model, by simulation.
//!
//! d(i, j) is a mean over 50 quantile bins of the treatment of the norm of the contrast, whose two halves come from
//! independent draws, so noise does not add to it. What the true graph says is simulated under the intervention; what a
//! learnt graph says that adjusts for one variable at most is a mean over 40 bins of that variable. Pairs on which the
//! graphs agree have distance 0, as in contSID itself.

use super::World;
use contsid_oracle::adjustment::is_valid;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;

const BINS: usize = 50;
const ADJUSTED_BINS: usize = 40;

/// The most waves of an outcome; models have some twenty.
const MOST_WAVES: usize = 1000;

/// A cell of the two kinds of bins counts if it has this many draws.
const LEAST_DRAWS: usize = 15;

/// Mean coordinates of an outcome: a row for each bin of the treatment.
type Embedding = Vec<Vec<f64>>;

/// Coordinates of the Gaussian kernel, which is a sum of cosines of y − y′ at multiples of a step.
struct Waves {
    step: f64,
    sizes: Vec<f64>,
}

/// The values that a treatment is set to, and what happens then.
type SetDraws = (Vec<f64>, Vec<Vec<f64>>);

/// Treatment, outcome, what is adjusted for if nothing is set, and the half of the draws.
type EmbeddingKey = (usize, usize, Option<Vec<usize>>, usize);

/// d of a pair, and the share of interventions without data.
#[derive(Clone, Copy, Debug)]
pub struct PopulationPair {
    pub distance: f64,
    pub without_data: f64,
}

/// Two halves of draws from a model.
pub struct Population<'a> {
    world: &'a World,
    draws: usize,
    rng: ChaCha8Rng,
    halves: [Vec<Vec<f64>>; 2],
    cuts: Vec<Vec<f64>>,
    adjusted_cuts: Vec<Vec<f64>>,
    waves: Vec<Waves>,
    marginals: Vec<[Vec<f64>; 2]>,
    /// By treatment and half.
    set: BTreeMap<(usize, usize), SetDraws>,
    known: BTreeMap<EmbeddingKey, (Embedding, f64)>,
}

impl<'a> Population<'a> {
    pub fn new(world: &'a World, draws: usize) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(77);
        let halves = [(); 2].map(|()| world.draw(draws, None, &mut rng));
        let nodes = 0..world.node_count();
        let waves: Vec<Waves> = nodes.clone().map(|node| Waves::new(&halves, node)).collect();
        let cuts = |count| nodes.clone().map(|node| quantiles(&halves[0][node], count)).collect::<Vec<_>>();
        let (of_treatment, adjusted) = (cuts(BINS), cuts(ADJUSTED_BINS));
        let mean =
            |node: usize, half: usize| waves[node].means(&halves[half][node], &vec![0; draws], 1).0.swap_remove(0);
        let marginals = nodes.clone().map(|node| [mean(node, 0), mean(node, 1)]).collect();
        let (set, known) = (BTreeMap::new(), BTreeMap::new());
        Self { world, draws, rng, cuts: of_treatment, adjusted_cuts: adjusted, waves, marginals, halves, set, known }
    }

    /// d(treatment, outcome) of the model's graph and one with these parents; none if that adjusts for more than one
    /// variable.
    pub fn pair(&mut self, treatment: usize, outcome: usize, learnt: &[Vec<usize>]) -> Option<PopulationPair> {
        let truth = self.world.parents();
        let (first, second) = (reaches(&truth, treatment, outcome), reaches(learnt, treatment, outcome));
        if second && learnt[treatment].len() > 1 {
            return None;
        }
        if first && second && agree(&truth, learnt, treatment, outcome) {
            return Some(PopulationPair { distance: 0.0, without_data: 0.0 });
        }
        let (mut contrasts, mut without_data) = (Vec::new(), 0.0f64);
        for half in [0, 1] {
            let marginal = vec![self.marginals[outcome][half].clone(); BINS];
            let one = if first { self.embedding(treatment, outcome, None, half).0 } else { marginal.clone() };
            let (two, missing) = match second.then(|| learnt[treatment].clone()) {
                Some(set) => self.embedding(treatment, outcome, Some(set), half),
                None => (marginal, 0.0),
            };
            without_data = without_data.max(missing);
            let difference = |(one, two): (Vec<f64>, Vec<f64>)| -> Vec<f64> {
                one.into_iter().zip(two).map(|(one, two)| two - one).collect()
            };
            contrasts.push(one.into_iter().zip(two).map(difference).collect::<Embedding>());
        }
        let roots = contrasts[0].iter().zip(&contrasts[1]).map(|(a, b)| {
            let square = dot(a, b);
            square.abs().sqrt().copysign(square)
        });
        let [a, b] = &self.marginals[outcome];
        let distance = roots.sum::<f64>() / BINS as f64 / dot(a, b).sqrt();
        Some(PopulationPair { distance: distance.max(0.0), without_data })
    }

    /// What happens when the treatment is set, or what adjusting for a set says.
    fn embedding(
        &mut self,
        treatment: usize,
        outcome: usize,
        adjusted: Option<Vec<usize>>,
        half: usize,
    ) -> (Embedding, f64) {
        let key = (treatment, outcome, adjusted, half);
        if !self.known.contains_key(&key) {
            let found = match &key.2 {
                None => (self.when_set(treatment, outcome, half), 0.0),
                Some(set) => self.adjusted(treatment, outcome, set.first().copied(), half),
            };
            self.known.insert(key.clone(), found);
        }
        self.known[&key].clone()
    }

    fn when_set(&mut self, treatment: usize, outcome: usize, half: usize) -> Embedding {
        if !self.set.contains_key(&(treatment, half)) {
            let mut values = self.halves[half][treatment].clone();
            values.shuffle(&mut self.rng);
            let drawn = self.world.draw(self.draws, Some((treatment, &values)), &mut self.rng);
            self.set.insert((treatment, half), (values, drawn));
        }
        let (values, drawn) = &self.set[&(treatment, half)];
        self.waves[outcome].means(&drawn[outcome], &bins(&self.cuts[treatment], values), BINS).0
    }

    fn adjusted(&self, treatment: usize, outcome: usize, adjusted: Option<usize>, half: usize) -> (Embedding, f64) {
        let columns = &self.halves[half];
        let bin = bins(&self.cuts[treatment], &columns[treatment]);
        let Some(adjusted) = adjusted else {
            return (self.waves[outcome].means(&columns[outcome], &bin, BINS).0, 0.0);
        };
        let stratum = bins(&self.adjusted_cuts[adjusted], &columns[adjusted]);
        let cells: Vec<usize> = bin.iter().zip(&stratum).map(|(bin, stratum)| bin * ADJUSTED_BINS + stratum).collect();
        let (means, counts) = self.waves[outcome].means(&columns[outcome], &cells, BINS * ADJUSTED_BINS);
        let mut sizes = [0.0; ADJUSTED_BINS];
        for &stratum in &stratum {
            sizes[stratum] += 1.0 / self.draws as f64;
        }
        let (mut embedding, mut present) = (Vec::new(), 0.0);
        for bin in 0..BINS {
            let mut sum = vec![0.0; means[0].len()];
            let mut total = 0.0;
            for (stratum, size) in sizes.iter().enumerate() {
                let cell = bin * ADJUSTED_BINS + stratum;
                if counts[cell] >= LEAST_DRAWS {
                    sum.iter_mut().zip(&means[cell]).for_each(|(sum, mean)| *sum += size * mean);
                    total += size;
                }
            }
            for sum in &mut sum {
                *sum /= total;
            }
            embedding.push(sum);
            present += total / BINS as f64;
        }
        (embedding, 1.0 - present)
    }
}

impl Waves {
    fn new(halves: &[Vec<Vec<f64>>; 2], node: usize) -> Self {
        let mut distances: Vec<f64> =
            halves[0][node].iter().zip(&halves[1][node]).map(|(a, b)| (a - b).abs()).collect();
        let middle = distances.len() / 2;
        let bandwidth = *distances.select_nth_unstable_by(middle, f64::total_cmp).1;
        let values = || halves.iter().flat_map(|half| half[node].iter().copied());
        let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
        let step = std::f64::consts::TAU / (high - low + 10.0 * bandwidth);
        let count = (1..MOST_WAVES).find(|&k| k as f64 * step * bandwidth > 6.0).unwrap_or(MOST_WAVES) + 1;
        let size = |k: usize| {
            let density = (-0.5 * (k as f64 * step * bandwidth).powi(2)).exp() * step * bandwidth;
            (density / std::f64::consts::TAU.sqrt() * if k == 0 { 1.0 } else { 2.0 }).sqrt()
        };
        Self { step, sizes: (0..count).map(size).collect() }
    }

    /// The mean coordinates of the values in each bin, and how many there are.
    fn means(&self, values: &[f64], bins: &[usize], count: usize) -> (Embedding, Vec<usize>) {
        let (mut sums, mut counts) = (vec![vec![0.0; 2 * self.sizes.len()]; count], vec![0; count]);
        for (value, &bin) in values.iter().zip(bins) {
            let (sine, cosine) = (self.step * value).sin_cos();
            let (mut real, mut imaginary) = (1.0, 0.0);
            for sums in sums[bin].chunks_exact_mut(2) {
                sums[0] += real;
                sums[1] += imaginary;
                (real, imaginary) = (real * cosine - imaginary * sine, real * sine + imaginary * cosine);
            }
            counts[bin] += 1;
        }
        for (sums, &count) in sums.iter_mut().zip(&counts) {
            for (sums, size) in sums.chunks_exact_mut(2).zip(&self.sizes) {
                for sum in sums {
                    *sum *= size / count.max(1) as f64;
                }
            }
        }
        (sums, counts)
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn quantiles(values: &[f64], count: usize) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    (1..count).map(|k| sorted[k * sorted.len() / count]).collect()
}

fn bins(cuts: &[f64], values: &[f64]) -> Vec<usize> {
    values.iter().map(|value| cuts.partition_point(|cut| cut < value)).collect()
}

/// Whether a graph with these parents has a directed path.
fn reaches(parents: &[Vec<usize>], from: usize, to: usize) -> bool {
    parents[to].iter().any(|&parent| parent == from || reaches(parents, from, parent))
}

/// Whether the parents of the treatment in one of the graphs are valid in the other: the agreement `either`.
fn agree(truth: &[Vec<usize>], learnt: &[Vec<usize>], treatment: usize, outcome: usize) -> bool {
    let [truth_edges, learnt_edges] = [truth, learnt].map(|parents| {
        let nodes = 0..parents.len();
        nodes.clone().map(|from| nodes.clone().map(|to| parents[to].contains(&from)).collect()).collect()
    });
    is_valid(&learnt_edges, treatment, outcome, &truth[treatment])
        || is_valid(&truth_edges, treatment, outcome, &learnt[treatment])
}
