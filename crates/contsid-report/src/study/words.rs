//! Which values of a metric are good, and what that makes of a comparison of learners.

use crate::number::{Decimals, counted};
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
            _ if metric.is_share() => Self::LargeIsGood,
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

    fn words(self) -> &'static str {
        match self {
            Self::SmallIsGood => ": a distance of learnt graphs from the truth; small is good.",
            Self::LargeIsGood => ": a share of edges that are right; large is good, 1 is best.",
            Self::Neither => ": neither small nor large is good by itself.",
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

    /// Which learner is best, and whether that may be chance; nothing where no value is good. `differences` are those
    /// of the first learner less the second on the same graphs.
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
        let tied = order.iter().take_while(|(_, other)| is_equal(other.mean, found.mean)).count();
        let digits = Decimals::supported(means.iter().filter_map(|(_, mean)| mean.standard_error()));
        let names = order[..tied].iter().map(|(name, _)| Rich::default().name(name)).collect();
        let text = Rich::new(format!("With {} ", counted(nodes, "node"))).then(Rich::list(names, "and"));
        let text = if tied == 1 {
            let graphs = counted(found.count, "graph");
            text.words(format!(" has the best mean, {} over {graphs}", number(digits, found)))
        } else {
            text.words(format!(" share the best mean, {}", digits.write(found.mean)))
        };
        let Some((next, _)) = order.get(tied) else { return Some(text.words(".")) };
        let Some(between) = difference(best, next).filter(|between| between.count > 1) else {
            return Some(text.words("."));
        };
        let error = between.standard_error().unwrap_or(0.0);
        let clear = between.mean.abs() > STANDARD_ERRORS * error;
        let size = digits.uncertain(between.mean.abs(), error);
        let from = if tied == 1 { Rich::default() } else { Rich::new(" from ").name(best) };
        let text = text.words("; the next, ").name(next).words(", differs").then(from);
        let text = text.words(format!(" by {size} on the same graphs"));
        Some(if clear { text.words(".") } else { text.words(", which ").term("chance", "may be chance").words(".") })
    }
}

/// A mean with its standard error, if it has one.
fn number(digits: Decimals, mean: &Statistic) -> String {
    match mean.standard_error() {
        Some(error) => digits.uncertain(mean.mean, error),
        None => digits.write(mean.mean),
    }
}

/// Whether two means differ by no more than the order of their sums can make.
fn is_equal(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-12 * one.abs().max(other.abs())
}

/// What a metric is, with its terms, and which values are good.
pub(super) fn metric_words(metric: Metric) -> Rich {
    use Metric as M;
    let term = |key, words: &str| Rich::default().term(key, words);
    let bound = |text: Rich, which| text.words(", ").term("bounds", which);
    let dropped = |text: Rich| text.words(", ").term("dropped", "undirected edges dropped");
    let contsid = || term("contsid", "contSID");
    let crossfit = || term("crossfit", "cross-fitted").words(" ").then(contsid());
    let error = || term("se", "standard error").words(" of ");
    let of_skeleton = |text: Rich| text.words(" of the ").term("skeleton", "skeleton");
    let of_arrows = |text: Rich| text.words(" of ").term("arrows", "arrows");
    let name = match metric {
        M::Shd => term("shd", "SHD"),
        M::SidLower => bound(term("sid", "SID"), "lower bound"),
        M::SidUpper => bound(term("sid", "SID"), "upper bound"),
        M::ContsidLower => bound(contsid(), "lower bound"),
        M::ContsidUpper => bound(contsid(), "upper bound"),
        M::ContsidDirected => dropped(contsid()),
        M::AidParent | M::AidAncestor | M::AidOset => term("aid", metric.title()),
        M::SkeletonPrecision => of_skeleton(term("precision", "precision")),
        M::SkeletonRecall => of_skeleton(term("recall", "recall")),
        M::SkeletonF1 => of_skeleton(term("f1", "F1")),
        M::ArrowPrecision => of_arrows(term("precision", "precision")),
        M::ArrowRecall => of_arrows(term("recall", "recall")),
        M::ArrowF1 => of_arrows(term("f1", "F1")),
        M::TrueEdges | M::LearntEdges | M::UndirectedEdges | M::CrossfitLowOverlap => Rich::new(metric.title()),
        M::CrossfitLower => bound(crossfit(), "lower bound"),
        M::CrossfitUpper => bound(crossfit(), "upper bound"),
        M::CrossfitDirected => dropped(crossfit()),
        M::CrossfitLowerSe => bound(error().then(crossfit()), "lower bound"),
        M::CrossfitUpperSe => bound(error().then(crossfit()), "upper bound"),
        M::CrossfitDirectedSe => dropped(error().then(crossfit())),
    };
    name.words(Direction::of(metric).words())
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
        let tied = [("pc", values(0.5)), ("ges", values(0.5)), ("lingam", values(0.9))];
        let verdict = Direction::SmallIsGood.verdict(5, &tied, &|_, _| Statistic::of([0.4, 0.4, 0.41]));
        let words = serde_json::to_string(&verdict).unwrap();
        let both = r#"["With 5 nodes ",{"name":"pc"}," and ",{"name":"ges"}," share the best mean, 0.5"#;
        assert!(words.starts_with(both) && words.contains(r#"the next, ",{"name":"lingam"}"#), "{words}");
        assert!(Direction::LargeIsGood.first_wins(0.1) && !Direction::SmallIsGood.first_wins(0.1));
    }
}
