//! Interventions on several treatments at once, by listing every path and every set, and in linear models.

use crate::adjustment::is_blocked;
use crate::graphs::{Graph, descendants, is_directed, parents, paths};
use crate::linear::{Rows, inverse, times};

/// The proper paths from a treatment to the outcome, with edges of any direction: only their first node is a treatment
/// (Shpitser et al. 2010; Perković et al. 2018).
pub fn proper_paths(graph: &Graph, treatments: &[usize], outcome: usize) -> Vec<Vec<usize>> {
    let all = treatments.iter().filter(|&&treatment| treatment != outcome);
    all.flat_map(|&treatment| paths(graph, treatment, outcome))
        .filter(|path| !path[1..].iter().any(|node| treatments.contains(node)))
        .collect()
}

/// Whether `set` is a valid adjustment set for the joint effect of the treatments on the outcome (Shpitser et al.
/// 2010): no node of it descends from a node, other than a treatment, on a proper directed path, and it blocks every
/// other proper path.
pub fn is_valid(graph: &Graph, treatments: &[usize], outcome: usize, set: &[usize]) -> bool {
    let takes_part = |node: &usize| *node == outcome || treatments.contains(node);
    if treatments.contains(&outcome) || set.iter().any(takes_part) {
        return false;
    }
    proper_paths(graph, treatments, outcome).iter().all(|path| {
        if is_directed(graph, path) {
            path[1..].iter().all(|&node| !descendants(graph, node).iter().any(|node| set.contains(node)))
        } else {
            is_blocked(graph, path, set)
        }
    })
}

/// Every valid adjustment set, by trying all sets.
pub fn valid_sets(graph: &Graph, treatments: &[usize], outcome: usize) -> Vec<Vec<usize>> {
    (0..1_usize << graph.len())
        .map(|bits| (0..graph.len()).filter(|node| bits >> node & 1 == 1).collect())
        .filter(|set: &Vec<usize>| is_valid(graph, treatments, outcome, set))
        .collect()
}

/// The treatments with a directed path to the outcome that avoids all other treatments.
pub fn relevant_treatments(graph: &Graph, treatments: &[usize], outcome: usize) -> Vec<usize> {
    let causal = proper_causal_paths(graph, treatments, outcome);
    treatments.iter().copied().filter(|&treatment| causal.iter().any(|path| path[0] == treatment)).collect()
}

/// The nodes other than treatments on proper directed paths to the outcome, Cn(I, y).
pub fn causal_nodes(graph: &Graph, treatments: &[usize], outcome: usize) -> Vec<usize> {
    let causal = proper_causal_paths(graph, treatments, outcome);
    (0..graph.len()).filter(|node| causal.iter().any(|path| path[1..].contains(node))).collect()
}

/// The optimal set O(I, y): the parents of Cn(I, y) that are neither treatments nor descendants of Cn(I, y) (Henckel,
/// Perković & Maathuis 2022, Definition 3.12).
pub fn optimal_set(graph: &Graph, treatments: &[usize], outcome: usize) -> Vec<usize> {
    let causal = causal_nodes(graph, treatments, outcome);
    let forbidden = |node: usize| causal.iter().any(|&inner| descendants(graph, inner).contains(&node));
    (0..graph.len())
        .filter(|&node| causal.iter().any(|&inner| parents(graph, inner).contains(&node)))
        .filter(|&node| !treatments.contains(&node) && !forbidden(node))
        .collect()
}

fn proper_causal_paths(graph: &Graph, treatments: &[usize], outcome: usize) -> Vec<Vec<usize>> {
    proper_paths(graph, treatments, outcome).into_iter().filter(|path| is_directed(graph, path)).collect()
}

/// N(Σ slopes · x, variance): the distribution of an outcome when the treatments are set to x, in a linear-Gaussian
/// model.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// One for each treatment, in their order.
    pub slopes: Vec<f64>,
    /// The same for all x.
    pub variance: f64,
}

/// The response of the model X = Bᵀ X + noise of variance 1 when the treatments are set, so nothing else acts on
/// them. `coefficients[a][b]` is the effect of a on b.
pub fn response(coefficients: &Rows, treatments: &[usize], outcome: usize) -> Response {
    let size = coefficients.len();
    let entry = |a: usize, b: usize| {
        let acts = if treatments.contains(&a) { 0.0 } else { coefficients[b][a] };
        f64::from(u8::from(a == b)) - acts
    };
    let system: Rows = (0..size).map(|a| (0..size).map(|b| entry(a, b)).collect()).collect();
    let total = &inverse(&system)[outcome];
    let free = (0..size).filter(|node| !treatments.contains(node));
    Response {
        slopes: treatments.iter().map(|&treatment| total[treatment]).collect(),
        variance: free.map(|node| total[node] * total[node]).sum(),
    }
}

/// The response that adjusting for the set gives, from the covariance of centred Gaussian variables: the slopes of the
/// treatments in the regression of the outcome on them and the set, and the residual variance plus the part explained
/// by the set.
pub fn adjusted_response(covariance: &Rows, treatments: &[usize], outcome: usize, set: &[usize]) -> Response {
    let all = [treatments, set].concat();
    let block =
        |rows: &[usize]| -> Rows { rows.iter().map(|&a| rows.iter().map(|&b| covariance[a][b]).collect()).collect() };
    let right: Vec<f64> = all.iter().map(|&a| covariance[a][outcome]).collect();
    let slopes = times(&inverse(&block(&all)), &right);
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let (of_treatments, of_set) = slopes.split_at(treatments.len());
    let through_set = dot(of_set, &times(&block(set), of_set));
    Response {
        slopes: of_treatments.to_vec(),
        variance: covariance[outcome][outcome] - dot(&slopes, &right) + through_set,
    }
}
