//! The causal order nearest to a matrix of effects.

use contsid::numeric::Matrix;

/// An order of the variables in which every effect points forwards, once enough of the smallest entries of
/// `effects[(to, from)]` are set to zero.
///
/// A strictly lower triangular matrix has p(p + 1)/2 zeros: that many of the smallest entries are dropped first, then
/// one at a time until an order exists. S. Shimizu, P. O. Hoyer, A. Hyvärinen & A. Kerminen (2006), *A linear
/// non-Gaussian acyclic model for causal discovery*, JMLR 7, algorithm C. Complexity: O(p⁴).
pub(super) fn causal_order(effects: &Matrix) -> Vec<usize> {
    let count = effects.row_count();
    let size = |&(to, from): &(usize, usize)| effects.entry(to, from).abs();
    let mut entries: Vec<(usize, usize)> = (0..count).flat_map(|to| (0..count).map(move |from| (to, from))).collect();
    entries.sort_by(|a, b| size(a).total_cmp(&size(b)));
    let mut causes: Vec<Vec<bool>> = (0..count).map(|_| vec![true; count]).collect();
    let (first, rest) = entries.split_at(count * (count + 1) / 2);
    for &(to, from) in first {
        causes[to][from] = false;
    }
    let mut rest = rest.iter();
    loop {
        if let Some(order) = order_of(&causes) {
            return order;
        }
        let &(to, from) = rest.next().expect("without any entry every order will do");
        causes[to][from] = false;
    }
}

/// The variables, each after its causes; if several could be next, the first.
fn order_of(causes: &[Vec<bool>]) -> Option<Vec<usize>> {
    let mut left: Vec<usize> = (0..causes.len()).collect();
    let mut order = Vec::with_capacity(causes.len());
    while !left.is_empty() {
        let next = left.iter().position(|&to| left.iter().all(|&from| !causes[to][from]))?;
        order.push(left.remove(next));
    }
    Some(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_entries_give_way() {
        // 2 → 0 → 1 with noise in the other entries, one of which is too large to be dropped at first.
        let rows = [[0.0, 0.1, 3.0], [2.0, 0.0, 0.7], [0.2, 0.3, 0.0]];
        assert_eq!(causal_order(&Matrix::from_fn(3, 3, |row, column| rows[row][column])), [2, 0, 1]);
        let rows = [[0.0, 0.1, 3.0], [2.0, 0.0, 0.1], [0.9, 0.0, 0.0]];
        assert_eq!(causal_order(&Matrix::from_fn(3, 3, |row, column| rows[row][column])), [2, 0, 1]);
    }
}
