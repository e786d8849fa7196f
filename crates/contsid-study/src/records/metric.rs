//! What is measured of a learnt graph.

/// A column of numbers that say how good a learnt graph is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Metric {
    /// The structural Hamming distance, undirected edges as they are.
    Shd,
    /// The smallest structural intervention distance of a graph of the learnt class.
    SidLower,
    /// The largest one.
    SidUpper,
    /// The smallest continuous structural intervention distance of a graph of the learnt class.
    ContsidLower,
    /// The largest one.
    ContsidUpper,
    /// The continuous structural intervention distance when undirected edges are dropped.
    ContsidDirected,
    /// The adjustment identification distance of the learnt class, by parents.
    AidParent,
    /// The same by ancestors.
    AidAncestor,
    /// The same by optimal adjustment sets.
    AidOset,
    /// The share of learnt adjacencies that are true.
    SkeletonPrecision,
    /// The share of true adjacencies that are learnt.
    SkeletonRecall,
    /// The harmonic mean of the two.
    SkeletonF1,
    /// The share of learnt directed edges that are true, with their direction.
    ArrowPrecision,
    /// The share of true edges that are learnt, with their direction.
    ArrowRecall,
    /// The harmonic mean of the two.
    ArrowF1,
    /// The number of true edges.
    TrueEdges,
    /// The number of learnt edges, directed and undirected.
    LearntEdges,
    /// The number of learnt edges without direction.
    UndirectedEdges,
    /// The smallest cross-fitted contSID of a graph of the learnt class.
    CrossfitLower,
    /// Its standard error.
    CrossfitLowerSe,
    /// The largest one.
    CrossfitUpper,
    /// Its standard error.
    CrossfitUpperSe,
    /// Cross-fitted contSID when undirected edges are dropped.
    CrossfitDirected,
    /// Its standard error.
    CrossfitDirectedSe,
    /// The share of interventions with hardly any data nearby, where cross-fitted contSID says nothing.
    CrossfitLowOverlap,
}

impl Metric {
    /// All, in the order of their columns.
    pub const ALL: [Self; 25] = [
        Self::Shd,
        Self::SidLower,
        Self::SidUpper,
        Self::ContsidLower,
        Self::ContsidUpper,
        Self::ContsidDirected,
        Self::AidParent,
        Self::AidAncestor,
        Self::AidOset,
        Self::SkeletonPrecision,
        Self::SkeletonRecall,
        Self::SkeletonF1,
        Self::ArrowPrecision,
        Self::ArrowRecall,
        Self::ArrowF1,
        Self::TrueEdges,
        Self::LearntEdges,
        Self::UndirectedEdges,
        Self::CrossfitLower,
        Self::CrossfitLowerSe,
        Self::CrossfitUpper,
        Self::CrossfitUpperSe,
        Self::CrossfitDirected,
        Self::CrossfitDirectedSe,
        Self::CrossfitLowOverlap,
    ];

    /// The name of the column.
    pub fn column(self) -> &'static str {
        match self {
            Self::Shd => "shd",
            Self::SidLower => "sid_lower",
            Self::SidUpper => "sid_upper",
            Self::ContsidLower => "contsid_lower",
            Self::ContsidUpper => "contsid_upper",
            Self::ContsidDirected => "contsid_directed",
            Self::AidParent => "aid_parent",
            Self::AidAncestor => "aid_ancestor",
            Self::AidOset => "aid_oset",
            Self::SkeletonPrecision => "skeleton_precision",
            Self::SkeletonRecall => "skeleton_recall",
            Self::SkeletonF1 => "skeleton_f1",
            Self::ArrowPrecision => "arrow_precision",
            Self::ArrowRecall => "arrow_recall",
            Self::ArrowF1 => "arrow_f1",
            Self::TrueEdges => "true_edges",
            Self::LearntEdges => "learnt_edges",
            Self::UndirectedEdges => "undirected_edges",
            Self::CrossfitLower => "crossfit_lower",
            Self::CrossfitLowerSe => "crossfit_lower_se",
            Self::CrossfitUpper => "crossfit_upper",
            Self::CrossfitUpperSe => "crossfit_upper_se",
            Self::CrossfitDirected => "crossfit_directed",
            Self::CrossfitDirectedSe => "crossfit_directed_se",
            Self::CrossfitLowOverlap => "crossfit_low_overlap",
        }
    }

    /// The metric of a column.
    pub fn of_column(column: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|metric| metric.column() == column)
    }

    /// Whether it is a whole number.
    pub fn is_count(self) -> bool {
        use Metric as M;
        matches!(self, M::Shd | M::SidLower | M::SidUpper | M::AidParent | M::AidAncestor | M::AidOset)
            || matches!(self, M::TrueEdges | M::LearntEdges | M::UndirectedEdges)
    }

    /// The name people know it by.
    pub fn title(self) -> &'static str {
        match self {
            Self::Shd => "SHD",
            Self::SidLower => "SID, lower bound",
            Self::SidUpper => "SID, upper bound",
            Self::ContsidLower => "contSID, lower bound",
            Self::ContsidUpper => "contSID, upper bound",
            Self::ContsidDirected => "contSID, undirected edges dropped",
            Self::AidParent => "parent AID",
            Self::AidAncestor => "ancestor AID",
            Self::AidOset => "optimal-set AID",
            Self::SkeletonPrecision => "precision of the skeleton",
            Self::SkeletonRecall => "recall of the skeleton",
            Self::SkeletonF1 => "F1 of the skeleton",
            Self::ArrowPrecision => "precision of arrows",
            Self::ArrowRecall => "recall of arrows",
            Self::ArrowF1 => "F1 of arrows",
            Self::TrueEdges => "true edges",
            Self::LearntEdges => "learnt edges",
            Self::UndirectedEdges => "learnt edges without direction",
            Self::CrossfitLower => "cross-fitted contSID, lower bound",
            Self::CrossfitLowerSe => "standard error of the lower bound",
            Self::CrossfitUpper => "cross-fitted contSID, upper bound",
            Self::CrossfitUpperSe => "standard error of the upper bound",
            Self::CrossfitDirected => "cross-fitted contSID, undirected edges dropped",
            Self::CrossfitDirectedSe => "standard error, undirected edges dropped",
            Self::CrossfitLowOverlap => "share of interventions with hardly any data nearby",
        }
    }
}

/// The number of each metric; none if it is not defined or could not be computed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scores([Option<f64>; Metric::ALL.len()]);

impl Scores {
    /// The number of a metric.
    pub fn of(&self, metric: Metric) -> Option<f64> {
        self.0[metric as usize]
    }

    /// Sets a number.
    pub fn set(&mut self, metric: Metric, value: impl Into<Option<f64>>) {
        self.0[metric as usize] = value.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_are_in_the_order_of_their_numbers() {
        for (index, metric) in Metric::ALL.into_iter().enumerate() {
            assert_eq!(metric as usize, index);
            assert_eq!(Metric::of_column(metric.column()), Some(metric));
        }
        assert_eq!(Metric::of_column("nodes"), None);
    }
}
