//! How large graphs and data may be.

use super::{DataModel, Model};
use thiserror::Error;

/// The most nodes: the matrix of a graph has 10⁸ cells.
const MOST_NODES: usize = 10_000;

/// The most cells of a table: 2 GB of numbers.
const MOST_CELLS: usize = 1 << 28;

/// A size that would not fit into memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SizeError {
    /// There are too many nodes.
    #[error("a graph of {nodes} nodes is too large: at most {MOST_NODES} are possible")]
    Nodes {
        /// The number of nodes.
        nodes: usize,
    },
    /// A table is too large.
    #[error("{samples} samples are too many for {nodes} nodes: at most {most} are possible")]
    Samples {
        /// The number of samples.
        samples: usize,
        /// The number of nodes.
        nodes: usize,
        /// The most samples.
        most: usize,
    },
}

/// Checks that graph and data fit into memory.
///
/// A row of categorical data can add a row of probabilities for each node, so levels count like nodes.
pub(crate) fn check_size(model: &Model, nodes: usize, samples: usize) -> Result<(), SizeError> {
    if nodes > MOST_NODES {
        return Err(SizeError::Nodes { nodes });
    }
    let levels = match &model.data {
        DataModel::Continuous(_) => 1,
        DataModel::Discrete(discrete) => u32::from(discrete.cardinality) as usize,
    };
    let most = MOST_CELLS / nodes.max(levels).max(1);
    if samples > most { Err(SizeError::Samples { samples, nodes, most }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::super::{Cardinality, Discrete};
    use super::*;

    #[test]
    fn sizes_beyond_memory_are_refused_with_the_limit() {
        let model = Model::default();
        assert_eq!(check_size(&model, 2, MOST_CELLS / 2), Ok(()));
        let error = check_size(&model, 2, usize::MAX).unwrap_err().to_string();
        assert_eq!(error, "18446744073709551615 samples are too many for 2 nodes: at most 134217728 are possible");
        let error = check_size(&model, 10_001, 1).unwrap_err().to_string();
        assert_eq!(error, "a graph of 10001 nodes is too large: at most 10000 are possible");
    }

    #[test]
    fn levels_count_as_nodes_do() {
        let cardinality = Cardinality::try_from(1000).unwrap();
        let model =
            Model { data: DataModel::Discrete(Discrete { cardinality, ..Discrete::default() }), ..Model::default() };
        assert_eq!(check_size(&model, 2, MOST_CELLS / 1000), Ok(()));
        let samples = MOST_CELLS / 1000 + 1;
        assert_eq!(check_size(&model, 2, samples), Err(SizeError::Samples { samples, nodes: 2, most: samples - 1 }));
    }
}
