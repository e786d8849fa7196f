//! What is measured of a learnt graph.

/// Makes [`Metric`] of a list: each variant, its column in the records, and its title.
macro_rules! metrics {
    ($($(#[$doc:meta])* $variant:ident: $column:literal, $title:literal;)+) => {
        /// A column of numbers that say how good a learnt graph is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Metric {
            $($(#[$doc])* $variant,)+
        }

        impl Metric {
            /// All, in the order of their columns.
            pub const ALL: [Self; [$($column),+].len()] = [$(Self::$variant),+];

            /// The name of the column.
            pub fn column(self) -> &'static str {
                match self {
                    $(Self::$variant => $column,)+
                }
            }

            /// The name people know it by.
            pub fn title(self) -> &'static str {
                match self {
                    $(Self::$variant => $title,)+
                }
            }
        }
    };
}

metrics! {
    /// The structural Hamming distance, undirected edges as they are.
    Shd: "shd", "SHD";
    /// The smallest structural intervention distance of a graph of the learnt class.
    SidLower: "sid_lower", "SID, lower bound";
    /// The largest one.
    SidUpper: "sid_upper", "SID, upper bound";
    /// The smallest continuous structural intervention distance of a graph of the learnt class.
    ContsidLower: "contsid_lower", "contSID from all rows, lower bound";
    /// The largest one.
    ContsidUpper: "contsid_upper", "contSID from all rows, upper bound";
    /// The continuous structural intervention distance when undirected edges are dropped.
    ContsidDirected: "contsid_directed", "contSID from all rows, undirected edges dropped";
    /// The adjustment identification distance of the learnt class, by parents.
    AidParent: "aid_parent", "parent AID";
    /// The same by ancestors.
    AidAncestor: "aid_ancestor", "ancestor AID";
    /// The same by optimal adjustment sets.
    AidOset: "aid_oset", "optimal-set AID";
    /// The share of learnt adjacencies that are true.
    SkeletonPrecision: "skeleton_precision", "precision of the skeleton";
    /// The share of true adjacencies that are learnt.
    SkeletonRecall: "skeleton_recall", "recall of the skeleton";
    /// The harmonic mean of the two.
    SkeletonF1: "skeleton_f1", "F1 of the skeleton";
    /// The share of learnt directed edges that are true, with their direction.
    ArrowPrecision: "arrow_precision", "precision of arrows";
    /// The share of true edges that are learnt, with their direction.
    ArrowRecall: "arrow_recall", "recall of arrows";
    /// The harmonic mean of the two.
    ArrowF1: "arrow_f1", "F1 of arrows";
    /// The number of true edges.
    TrueEdges: "true_edges", "true edges";
    /// The number of learnt edges, directed and undirected.
    LearntEdges: "learnt_edges", "learnt edges";
    /// The number of learnt edges without direction.
    UndirectedEdges: "undirected_edges", "learnt edges without direction";
    /// The smallest cross-fitted contSID of a graph of the learnt class.
    CrossfitLower: "crossfit_lower", "cross-fitted contSID, lower bound";
    /// Its standard error.
    CrossfitLowerSe: "crossfit_lower_se", "standard error of the lower bound";
    /// The largest one.
    CrossfitUpper: "crossfit_upper", "cross-fitted contSID, upper bound";
    /// Its standard error.
    CrossfitUpperSe: "crossfit_upper_se", "standard error of the upper bound";
    /// Cross-fitted contSID when undirected edges are dropped.
    CrossfitDirected: "crossfit_directed", "cross-fitted contSID, undirected edges dropped";
    /// Its standard error.
    CrossfitDirectedSe: "crossfit_directed_se", "standard error, undirected edges dropped";
    /// The share of interventions with hardly any data nearby, where cross-fitted contSID says nothing.
    CrossfitLowOverlap: "crossfit_low_overlap", "share of interventions with hardly any data nearby";
    /// The mean SHD of random graphs with as many edges as the learnt one.
    RandomShd: "random_shd", "SHD of random graphs";
    /// Their mean SID, upper bound.
    RandomSidUpper: "random_sid_upper", "SID of random graphs, upper bound";
    /// Their mean parent AID.
    RandomAidParent: "random_aid_parent", "parent AID of random graphs";
    /// Their mean ancestor AID.
    RandomAidAncestor: "random_aid_ancestor", "ancestor AID of random graphs";
    /// Their mean optimal-set AID.
    RandomAidOset: "random_aid_oset", "optimal-set AID of random graphs";
    /// The expected F1 of their skeletons.
    RandomSkeletonF1: "random_skeleton_f1", "F1 of random skeletons";
    /// How far variances rise along causal paths.
    VarSortability: "var_sortability", "varsortability";
    /// How far R² rises along causal paths.
    R2Sortability: "r2_sortability", "R²-sortability";
}

impl Metric {
    /// The metric of a column.
    pub fn of_column(column: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|metric| metric.column() == column)
    }

    /// The same metric of random graphs with as many edges as the learnt one, if there is one.
    pub fn of_random(self) -> Option<Self> {
        match self {
            Self::Shd => Some(Self::RandomShd),
            Self::SidUpper => Some(Self::RandomSidUpper),
            Self::AidParent => Some(Self::RandomAidParent),
            Self::AidAncestor => Some(Self::RandomAidAncestor),
            Self::AidOset => Some(Self::RandomAidOset),
            Self::SkeletonF1 => Some(Self::RandomSkeletonF1),
            _ => None,
        }
    }

    /// Whether it is about random graphs or the data, not about the learnt graph.
    pub fn is_beside(self) -> bool {
        matches!(self, Self::VarSortability | Self::R2Sortability)
            || Self::ALL.into_iter().any(|metric| metric.of_random() == Some(self))
    }

    /// Whether it is a whole number.
    pub fn is_count(self) -> bool {
        use Metric as M;
        matches!(self, M::Shd | M::SidLower | M::SidUpper | M::AidParent | M::AidAncestor | M::AidOset)
            || matches!(self, M::TrueEdges | M::LearntEdges | M::UndirectedEdges)
    }

    /// Whether it is a share of edges that are right.
    pub fn is_share(self) -> bool {
        use Metric as M;
        matches!(self, M::SkeletonPrecision | M::SkeletonRecall | M::SkeletonF1)
            || matches!(self, M::ArrowPrecision | M::ArrowRecall | M::ArrowF1)
    }
}

/// The number of each metric; none if it is not defined or could not be computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MetricValues([Option<f64>; Metric::ALL.len()]);

impl Default for MetricValues {
    fn default() -> Self {
        Self([None; Metric::ALL.len()])
    }
}

impl MetricValues {
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
