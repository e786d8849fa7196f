//! What the contrasts of the parts say about one pair, and estimates that check each other.

#![allow(clippy::doc_markdown, reason = "formulas carry subscripts")]

use crate::crossfit::{Interventions, Parts, mean};
use crate::linear::Rows;

/// Smallest norm of a contrast that is divided by.
const LEAST_SIZE: f64 = 1e-12;

/// d before its cut at 0, q, and the deviations g and h of a pair.
#[derive(Clone)]
pub(crate) struct Statistics {
    pub(crate) d: f64,
    pub(crate) q: f64,
    pub(crate) g: Rows,
    pub(crate) h: Rows,
    /// mean_x ‖m(x)‖
    pub(crate) length: f64,
    /// mean_x t(x)
    pub(crate) noise: f64,
    pub(crate) disagreement: [f64; 3],
    pub(crate) q_disagreement: f64,
}

impl Statistics {
    /// The guided estimate, and where there are data nearby g, the same, and n, that without a guide; w says how
    /// clearly the side that is farther from linear is so:
    ///
    /// ```text
    /// d → d + ½ w (n − g) + 5/4 w ρ (ℓ − d),   ρ = q₊/(q₊ + mean_x t),   errors w (g − n), w (ℓ − d) and 0.03 w ℓ
    /// ```
    pub(crate) fn checked_by(self, [g, n]: [&Self; 2], w: f64) -> Self {
        let towards = |own: &Rows, [g, n]: [&Rows; 2]| -> Rows {
            let mut moved = own.clone();
            let entries = moved.iter_mut().flatten().zip(g.iter().flatten()).zip(n.iter().flatten());
            entries.for_each(|((own, g), n)| *own += w / 2.0 * (n - g));
            moved
        };
        let q = self.q.max(0.0);
        let rho = if q > 0.0 { q / (q + self.noise) } else { 0.0 };
        let longer = self.length - self.d;
        Self {
            d: self.d + w / 2.0 * (n.d - g.d) + 1.25 * w * rho * longer,
            q: self.q + w / 2.0 * (n.q - g.q),
            g: towards(&self.g, [&g.g, &n.g]),
            h: towards(&self.h, [&g.h, &n.h]),
            disagreement: [g.d - n.d, longer, 0.03 * self.length].map(|error| w * error),
            q_disagreement: w * (g.q - n.q),
            ..self
        }
    }

    /// g_rb − d n_rb: the norm that contrasts are divided by is estimated from the same rows.
    pub(crate) fn count_norm(&mut self, shares: &Rows) {
        for (g, n) in self.g.iter_mut().zip(centred(shares)) {
            g.iter_mut().zip(n).for_each(|(g, n)| *g -= self.d * n);
        }
    }
}

/// `products` has for each intervention the inner products of the contrasts of all parts, part after part of each
/// repeat; `counts` says how much of an intervention counts.
pub(crate) fn statistics(
    products: &[Rows],
    divisor: f64,
    interventions: &Interventions,
    parts: &Parts,
    counts: impl Fn(usize) -> f64,
) -> Statistics {
    let (repeats, count) = (parts.labels.len(), parts.count());
    let (mut d, mut q, mut length, mut noise) = (0.0, 0.0, 0.0, 0.0);
    let mut g = vec![vec![0.0; count]; repeats];
    let mut h = g.clone();
    for (x, (_, share)) in interventions.points.iter().enumerate() {
        let weight = share * counts(x);
        let product = |a: usize, b: usize| products[x][a][b] / (divisor * divisor);
        let all = || 0..repeats * count;
        let of_repeat = |repeat: usize| repeat * count..(repeat + 1) * count;
        // ⟨δ, m⟩ of each part, and ‖m‖.
        let along_mean: Vec<f64> = all().map(|a| mean(all().map(|b| product(a, b)))).collect();
        let size = mean(along_mean.iter().copied()).max(0.0).sqrt().max(LEAST_SIZE);
        let between = |repeat: usize| {
            let pairs = of_repeat(repeat).flat_map(|a| of_repeat(repeat).map(move |b| (a, b))).filter(|(a, b)| a != b);
            pairs.map(|(a, b)| product(a, b)).sum::<f64>() / (count * (count - 1)) as f64
        };
        let v = mean((0..repeats).map(between));
        // ‖δ − mean_b δ‖², and ⟨δ − mean_b δ, m⟩.
        let own = |a: usize| of_repeat(a / count);
        let deviation_square = |a: usize| {
            let to_mean = mean(own(a).map(|b| product(a, b)));
            let of_mean = mean(own(a).map(|b| mean(own(a).map(|c| product(b, c)))));
            product(a, a) - 2.0 * to_mean + of_mean
        };
        let deviation_along = |a: usize| along_mean[a] - mean(own(a).map(|b| along_mean[b]));
        let others = (count - 1) as f64;
        let t = mean(all().map(deviation_square)) / others;
        let a = mean(all().map(|a| (deviation_along(a) / size).powi(2))) / others;
        let signal = v.max(0.0);
        let corrected = v + if signal + t > 0.0 { a * signal / (signal + t) } else { 0.0 };
        d += weight * if corrected < 0.0 { -(-corrected).sqrt() } else { corrected.sqrt() };
        q += weight * v;
        length += weight * size;
        noise += weight * t.max(0.0);
        for (index, along) in along_mean.iter().enumerate() {
            let (repeat, part) = (index / count, index % count);
            let own = counts(x) * own_share(interventions, x, *share, &parts.labels[repeat], part);
            g[repeat][part] += own * along / size;
            h[repeat][part] += own * (2.0 * along - size * size);
        }
    }
    let (disagreement, q_disagreement) = ([0.0; 3], 0.0);
    Statistics { d, q, g: centred(&g), h: centred(&h), length, noise, disagreement, q_disagreement }
}

/// The weight of an intervention in the mean of a part: an observed row counts only in its own part; chosen points
/// count in every part.
fn own_share(interventions: &Interventions, x: usize, weight: f64, labels: &[usize], part: usize) -> f64 {
    let Some(rows) = &interventions.rows else { return weight };
    let own = rows.iter().filter(|&&row| labels[row] == part).count() as f64;
    if labels[rows[x]] == part { 1.0 / own } else { 0.0 }
}

fn centred(rows: &Rows) -> Rows {
    rows.iter()
        .map(|row| {
            let center = mean(row.iter().copied());
            row.iter().map(|value| value - center).collect()
        })
        .collect()
}
