//! The assignment of rows to columns that costs least.

use contsid::numeric::Matrix;

/// The column of each row in the assignment of least total cost: the Hungarian method by shortest augmenting paths.
///
/// R. Jonker & A. Volgenant (1987), *A shortest augmenting path algorithm for dense and sparse linear assignment
/// problems*, Computing 38. Complexity: O(p³).
pub(super) fn assignment(cost: &Matrix) -> Vec<usize> {
    let count = cost.row_count();
    let mut search = AssignmentSearch {
        cost,
        row_price: vec![0.0; count],
        column_price: vec![0.0; count],
        row_of: vec![None; count],
    };
    (0..count).for_each(|row| search.assign(row));
    let mut columns = vec![0; count];
    for (column, row) in search.row_of.iter().enumerate() {
        columns[row.expect("every column is taken once every row is assigned")] = column;
    }
    columns
}

struct AssignmentSearch<'a> {
    cost: &'a Matrix,
    row_price: Vec<f64>,
    column_price: Vec<f64>,
    /// The row assigned to each column.
    row_of: Vec<Option<usize>>,
}

impl AssignmentSearch<'_> {
    /// Assigns one more row by the cheapest chain of reassignments that ends at a free column.
    fn assign(&mut self, start: usize) {
        let count = self.row_of.len();
        let mut distance = vec![f64::INFINITY; count];
        let mut before: Vec<usize> = vec![start; count];
        let mut settled = vec![false; count];
        let (mut row, mut reached) = (start, 0.0);
        let end = loop {
            for column in (0..count).filter(|&column| !settled[column]) {
                let reduced = self.cost.entry(row, column) - self.row_price[row] - self.column_price[column];
                if reached + reduced < distance[column] {
                    distance[column] = reached + reduced;
                    before[column] = row;
                }
            }
            let nearest = (0..count)
                .filter(|&column| !settled[column])
                .min_by(|&a, &b| distance[a].total_cmp(&distance[b]))
                .expect("a free column is left for each row");
            settled[nearest] = true;
            reached = distance[nearest];
            match self.row_of[nearest] {
                Some(next) => row = next,
                None => break nearest,
            }
        };
        self.adjust_prices(start, reached, &distance, &settled);
        self.reassign(start, end, &before);
    }

    fn adjust_prices(&mut self, start: usize, reached: f64, distance: &[f64], settled: &[bool]) {
        self.row_price[start] += reached;
        for column in (0..distance.len()).filter(|&column| settled[column]) {
            self.column_price[column] += distance[column] - reached;
            if let Some(row) = self.row_of[column] {
                self.row_price[row] += reached - distance[column];
            }
        }
    }

    fn reassign(&mut self, start: usize, end: usize, before: &[usize]) {
        let mut column = end;
        loop {
            let row = before[column];
            let freed = self.row_of.iter().position(|&taken| taken == Some(row));
            self.row_of[column] = Some(row);
            if row == start {
                return;
            }
            column = freed.expect("every row but the first of the chain was assigned");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn total(cost: &Matrix, columns: &[usize]) -> f64 {
        columns.iter().enumerate().map(|(row, &column)| cost.entry(row, column)).sum()
    }

    fn cheapest(cost: &Matrix, chosen: &mut Vec<usize>) -> f64 {
        let count = cost.row_count();
        if chosen.len() == count {
            return total(cost, chosen);
        }
        let mut best = f64::INFINITY;
        for column in 0..count {
            if !chosen.contains(&column) {
                chosen.push(column);
                best = best.min(cheapest(cost, chosen));
                chosen.pop();
            }
        }
        best
    }

    #[test]
    fn costs_as_little_as_the_best_of_all_permutations() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for count in 1..=6 {
            for _ in 0..50 {
                let cost = Matrix::from_fn(count, count, |_, _| 1.0 / rng.random_range(0.01..3.0));
                let columns = assignment(&cost);
                let mut sorted = columns.clone();
                sorted.sort_unstable();
                assert_eq!(sorted, (0..count).collect::<Vec<_>>());
                assert!((total(&cost, &columns) - cheapest(&cost, &mut Vec::new())).abs() < 1e-9);
            }
        }
    }
}
