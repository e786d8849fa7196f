//! Which values of a metric are good, and what that makes of a comparison of learners.

use crate::number::Decimals;
use crate::rich::Rich;
use contsid_study::records::Metric;
use contsid_study::tables::Statistic;

/// Means that differ by fewer standard errors than this may be equal.
const STANDARD_ERRORS: f64 = 2.0;

/// Which values of a metric are good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// Distances.
    SmallIsGood,
    /// Precision, recall and F1.
    LargeIsGood,
    /// Counts of edges: neither.
    Neither,
}

impl Direction {
    pub(super) fn of(metric: Metric) -> Self {
        use Metric as M;
        match metric {
            M::SkeletonPrecision
            | M::SkeletonRecall
            | M::SkeletonF1
            | M::ArrowPrecision
            | M::ArrowRecall
            | M::ArrowF1 => Self::LargeIsGood,
            M::TrueEdges
            | M::LearntEdges
            | M::UndirectedEdges
            | M::CrossfitLowerSe
            | M::CrossfitUpperSe
            | M::CrossfitDirectedSe
            | M::CrossfitLowOverlap => Self::Neither,
            _ => Self::SmallIsGood,
        }
    }

    pub(super) fn words(self) -> &'static str {
        match self {
            Self::SmallIsGood => "The distance of learnt graphs from the truth: small is good.",
            Self::LargeIsGood => "The share of edges that are right: large is good, 1 is best.",
            Self::Neither => "Neither small nor large is good by itself.",
        }
    }

    pub(super) fn difference_words(self) -> &'static str {
        match self {
            Self::SmallIsGood => {
                "Differences on the same graph and data: below zero the first learner is nearer to the truth."
            }
            Self::LargeIsGood => "Differences on the same graph and data: above zero the first learner is better.",
            Self::Neither => "Differences on the same graph and data: the first learner less the second.",
        }
    }

    /// Of the columns that count the graphs on which either learner has the better value.
    pub(super) fn heads(self) -> [&'static str; 2] {
        match self {
            Self::SmallIsGood => ["first is nearer", "second is nearer"],
            Self::LargeIsGood => ["first is better", "second is better"],
            Self::Neither => ["first is smaller", "second is smaller"],
        }
    }

    /// Whether the first of two learners is better, by the difference of their values; smaller where neither is good.
    pub(super) fn first_wins(self, difference: f64) -> bool {
        if self == Self::LargeIsGood { difference > 0.0 } else { difference < 0.0 }
    }

    /// Smaller for better means.
    fn badness(self, mean: f64) -> f64 {
        if self == Self::LargeIsGood { -mean } else { mean }
    }

    /// Which learner is best, and whether that may be chance; nothing where no value is good. `differences` are those of the
    /// first learner less the second on the same graphs.
    pub(super) fn verdict(
        self,
        nodes: usize,
        means: &[(&str, Statistic)],
        difference: &dyn Fn(&str, &str) -> Option<Statistic>,
    ) -> Option<Rich> {
        if self == Self::Neither {
            return None;
        }
        let mut order: Vec<&(&str, Statistic)> = means.iter().collect();
        order.sort_by(|a, b| self.badness(a.1.mean).total_cmp(&self.badness(b.1.mean)));
        let (best, found) = order.first()?;
        let digits = Decimals::supported(means.iter().filter_map(|(_, mean)| mean.standard_error()));
        let number = |mean: &Statistic| match mean.standard_error() {
            Some(error) => digits.uncertain(mean.mean, error),
            None => digits.write(mean.mean),
        };
        let text = Rich::new(format!("With {nodes} nodes ")).name(best);
        let text = text.words(format!(" has the best mean, {} over {} graphs", number(found), found.count));
        let Some((next, _)) = order.get(1) else { return Some(text.words(".")) };
        let Some(between) = difference(best, next).filter(|between| between.count > 1) else {
            return Some(text.words("."));
        };
        let error = between.standard_error().unwrap_or(0.0);
        let clear = between.mean.abs() > STANDARD_ERRORS * error;
        let size = digits.uncertain(between.mean.abs(), error);
        let text = text.words("; the next, ").name(next).words(format!(", differs by {size} on the same graphs"));
        Some(text.words(if clear { "." } else { ", which may be chance." }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_shares_are_good() {
        let values = |value: f64| Statistic::of([value, value + 0.01, value - 0.01]).unwrap();
        let means = [("pc", values(0.9)), ("ges", values(0.5))];
        let json = |metric| {
            let verdict = Direction::of(metric).verdict(5, &means, &|_, _| Statistic::of([0.4, 0.4, 0.41]));
            serde_json::to_string(&verdict).unwrap()
        };
        assert!(json(Metric::ArrowF1).starts_with(r#"["With 5 nodes ",{"name":"pc"}"#), "{}", json(Metric::ArrowF1));
        assert!(json(Metric::Shd).starts_with(r#"["With 5 nodes ",{"name":"ges"}"#));
        assert_eq!(json(Metric::TrueEdges), "null");
        assert!(Direction::LargeIsGood.first_wins(0.1) && !Direction::SmallIsGood.first_wins(0.1));
    }
}
