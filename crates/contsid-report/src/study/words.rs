//! Which values of a metric are good, and what that makes of a comparison of learners.

use crate::number::{Decimals, counted, short};
use crate::rich::Rich;
use crate::verdict::{Contest, ContestWords};
use contsid::comparison::{Contender, Evidence, Goal, Standings};
use contsid::effect::Difference;
use contsid_study::records::Metric;
use contsid_study::tables::Statistic;

const WORDS: ContestWords = ContestWords {
    better: "better",
    worse: "worse",
    equal: "equally good",
    as_good: "as good as",
    grounds: "on these graphs",
};

/// Standard errors below this share of their mean are rounding.
const ROUNDING: f64 = 1e-12;

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
            _ if metric.is_beside() => Self::Neither,
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

    /// Which learner to choose, and how sure that is; nothing where no value is good, or there is no learner.
    /// `difference` is that of the first learner less the second on the same graphs.
    pub(super) fn verdict(
        self,
        nodes: usize,
        means: &[(&str, Statistic)],
        difference: &dyn Fn(&str, &str) -> Option<Statistic>,
    ) -> Option<Rich> {
        let goal = match self {
            Self::SmallIsGood => Goal::Small,
            Self::LargeIsGood => Goal::Large,
            Self::Neither => return None,
        };
        means.first()?;
        let names: Vec<&str> = means.iter().map(|(name, _)| *name).collect();
        let learners: Vec<Contender> = means.iter().map(|(_, mean)| Contender::point(mean.mean)).collect();
        let tested = |a: usize, b: usize| {
            let found = difference(names[a], names[b])?;
            Difference::of_mean(found.mean, found.standard_error()?, found.count - 1)
        };
        let standings = Standings::new(&names, &learners, goal, Evidence::Tested(&tested));
        let digits = Decimals::supported(means.iter().filter_map(|(_, mean)| mean.standard_error()));
        let name = |learner: usize| Rich::default().name(names[learner]);
        let mean = |learner: usize| Rich::new(mean_words(digits, &means[learner].1));
        let contest = Contest {
            words: &WORDS,
            standings: &standings,
            name: &name,
            number: &mean,
            members: &|learner| learners[learner],
            digits,
        };
        let choice = contest.choice(&format!("With {} choose ", counted(nodes, "node")));
        Some(contest.details().into_iter().fold(choice, |text, detail| text.words(" ").then(detail)))
    }
}

/// A mean with its standard error; graphs that all have the same value leave none.
fn mean_words(digits: Decimals, found: &Statistic) -> String {
    let graphs = counted(found.count, "graph");
    match found.standard_error() {
        Some(error) if is_rounding(found.mean, error) => format!("mean {} on each of {graphs}", short(found.mean)),
        Some(error) => format!("mean {} over {graphs}", digits.uncertain(found.mean, error)),
        None => format!("mean {} over {graphs}", digits.write(found.mean)),
    }
}

/// Whether a standard error is only what rounding makes of 0.
pub(super) fn is_rounding(mean: f64, error: f64) -> bool {
    error <= ROUNDING * mean.abs()
}

/// What a metric is, with its terms, and which values are good.
pub(super) fn metric_words(metric: Metric) -> Rich {
    use Metric as M;
    let term = |key, words: &str| Rich::default().term(key, words);
    let bound = |text: Rich, which| text.words(", ").term("bounds", which);
    let dropped = |text: Rich| text.words(", ").term("dropped", "undirected edges dropped");
    let contsid = || term("contsid", "contSID").words(" from all rows");
    let crossfit = || term("crossfit", "cross-fitted").words(" ").then(term("contsid", "contSID"));
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
        M::CrossfitLower => bound(crossfit(), "lower bound"),
        M::CrossfitUpper => bound(crossfit(), "upper bound"),
        M::CrossfitDirected => dropped(crossfit()),
        M::CrossfitLowerSe => bound(error().then(crossfit()), "lower bound"),
        M::CrossfitUpperSe => bound(error().then(crossfit()), "upper bound"),
        M::CrossfitDirectedSe => dropped(error().then(crossfit())),
        _ => Rich::new(metric.title()),
    };
    name.words(Direction::of(metric).words())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_have_no_error() {
        let words = |values: [f64; 4]| mean_words(Decimals::THOUSANDTHS, &Statistic::of(values).unwrap());
        assert_eq!([words([1.0; 4]), words([0.0; 4])], ["mean 1 on each of 4 graphs", "mean 0 on each of 4 graphs"]);
        assert_eq!(words([0.1; 4]), "mean 0.1 on each of 4 graphs");
        assert_eq!(words([0.0, 0.0, 1.0, 1.0]), "mean 0.500 ± 0.289 over 4 graphs");
    }

    #[test]
    fn large_shares_are_good() {
        let values = |value: f64| Statistic::of([value, value + 0.01, value - 0.01]).unwrap();
        let means = [("pc", values(0.9)), ("ges", values(0.5))];
        let difference = |first: &str, _: &str| {
            let sign = if first == "pc" { 1.0 } else { -1.0 };
            Statistic::of([0.4, 0.4, 0.41].map(|value| sign * value))
        };
        let text = |metric| Direction::of(metric).verdict(5, &means, &difference).map(|said| said.text(&[]));
        let expected = "With 5 nodes choose pc: mean 0.9000 ± 0.0058 over 3 graphs. ges is 0.4033 ± 0.0033 worse than pc \
                        (p < 0.001).";
        assert_eq!(text(Metric::ArrowF1).as_deref(), Some(expected));
        assert!(text(Metric::Shd).is_some_and(|words| words.starts_with("With 5 nodes choose ges: mean 0.5000 ")));
        assert_eq!(text(Metric::TrueEdges), None);
        let tied = [("pc", values(0.5)), ("ges", values(0.5)), ("lingam", values(0.9))];
        let of_tied = |first: &str, second: &str| match (first, second) {
            ("lingam", _) | (_, "lingam") => Statistic::of([-0.4, -0.4, -0.41]),
            _ => Statistic::of([0.0, 0.0, 0.0]),
        };
        let words = Direction::SmallIsGood.verdict(5, &tied, &of_tied).unwrap().text(&[]);
        let both = "With 5 nodes choose ges or pc: they are equally good. The first is ges, mean 0.5000 ";
        assert!(
            words.starts_with(both) && words.ends_with("lingam is worse than ges and pc (all adjusted p < 0.001)."),
            "{words}"
        );
        assert!(Direction::LargeIsGood.first_wins(0.1) && !Direction::SmallIsGood.first_wins(0.1));
    }
}
