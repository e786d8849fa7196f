//! What the data say about the order of learnt graphs, in words.

use super::difference::{LearntDifference, differences};
use super::{Comparison, Measure, Ranking};

/// Graphs differ if their p-value is below this.
const LEVEL: f64 = 0.05;

/// The most names in a list.
const MOST_NAMES: usize = 6;

/// The most pairs of graphs named one by one.
const MOST_PAIRS: usize = 6;

/// The most decimals shown.
const MOST_DECIMALS: usize = 4;

/// No verdict is given above this share of interventions with hardly any data nearby.
pub(crate) const MOST_WITHOUT_DATA: f64 = 0.5;

/// What is said instead of a verdict where data are lacking.
pub const NO_VERDICT: &str = "no verdict: more than half of the interventions have hardly any data nearby";

const CANNOT_BE_TOLD_APART: &str = " cannot be told apart on these data";

/// The number of decimals that a standard error supports: two digits of it.
///
/// ```
/// use contsid::comparison::supported_decimals;
///
/// assert_eq!([13.2, 1.32, 0.0132, 0.0].map(supported_decimals), [0, 1, 3, 0]);
/// ```
pub fn supported_decimals(se: f64) -> usize {
    if se <= 0.0 || !se.is_finite() {
        return 0;
    }
    let supports = |&(power, _): &(i32, usize)| se * 10f64.powi(power) >= 9.5;
    (0..).zip(0..MOST_DECIMALS).find(supports).map_or(MOST_DECIMALS, |(_, decimals)| decimals)
}

/// A value and its standard error, with as many decimals as that supports.
///
/// ```
/// use contsid::comparison::with_error;
///
/// assert_eq!(with_error(20.346, 1.32), "20.3 ± 1.3");
/// ```
pub fn with_error(value: f64, se: f64) -> String {
    let decimals = supported_decimals(se);
    format!("{value:.decimals$} ± {se:.decimals$}")
}

/// What the data say about the order of learnt graphs, line by line; nothing for fewer than two graphs.
///
/// The first line is about the differences of cross-fitted contSID: which graphs cannot be told apart, and which are
/// better than which. Further lines name overlapping bounds, and distances that disagree about the order. `names` and
/// `compared` are in the same order. Where data are lacking this is the only line: see [`lacks_overlap`].
pub fn verdict(names: &[&str], compared: &[&Comparison], ranking: &Ranking) -> Vec<String> {
    if names.len() > 1 && lacks_overlap(compared) {
        return vec![NO_VERDICT.to_owned()];
    }
    let found = differences(compared);
    let mut lines: Vec<String> = Differences::new(names, compared, &found).line().into_iter().collect();
    lines.extend(overlaps(names, ranking));
    lines.extend(reversals(names, compared, ranking, &found));
    lines
}

/// Whether more than half of the interventions on which a graph differs from the truth have hardly any data nearby.
pub fn lacks_overlap(compared: &[&Comparison]) -> bool {
    let mut scores = compared.iter().filter_map(|comparison| comparison.crossfit.as_ref());
    scores.any(|score| score.low_overlap > MOST_WITHOUT_DATA)
}

/// The differences of all pairs of graphs whose errors are known.
struct Differences<'a> {
    names: &'a [&'a str],
    found: &'a [LearntDifference],
    /// The cross-fitted graphs, the nearest first.
    order: Vec<usize>,
}

impl<'a> Differences<'a> {
    fn new(names: &'a [&'a str], compared: &[&Comparison], found: &'a [LearntDifference]) -> Self {
        let value = |index: &usize| compared[*index].crossfit.as_ref().map(|score| score.span().upper);
        let mut order: Vec<usize> = (0..compared.len()).filter(|index| value(index).is_some()).collect();
        order.sort_by(|a, b| value(a).partial_cmp(&value(b)).unwrap_or(std::cmp::Ordering::Equal));
        Self { names, found, order }
    }

    fn between(&self, a: usize, b: usize) -> Option<&LearntDifference> {
        LearntDifference::between(self.found, a, b)
    }

    fn differ(&self, a: usize, b: usize) -> bool {
        self.between(a, b).is_some_and(|found| found.difference.p_value < LEVEL)
    }

    /// The differences in one line.
    fn line(&self) -> Option<String> {
        if self.found.is_empty() {
            return None;
        }
        let groups = self.groups();
        let mut clauses: Vec<String> =
            groups.iter().filter(|group| group.len() > 1).map(|group| self.alike(group)).collect();
        clauses.extend(self.alike_elsewhere(&groups));
        clauses.extend(self.better());
        shorten(&mut clauses, 2 * MOST_PAIRS, |rest| format!("and {rest} more"));
        Some(clauses.join("; "))
    }

    /// Groups of graphs, in order, of which no two can be told apart.
    fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for &graph in &self.order {
            match groups.last_mut() {
                Some(group) if group.iter().all(|&other| self.is_alike(other, graph)) => group.push(graph),
                _ => groups.push(vec![graph]),
            }
        }
        groups
    }

    fn is_alike(&self, a: usize, b: usize) -> bool {
        self.between(a, b).is_some_and(|found| found.difference.p_value >= LEVEL)
    }

    fn alike(&self, group: &[usize]) -> String {
        let pairs = group.iter().enumerate().flat_map(|(k, &a)| group[k + 1..].iter().map(move |&b| (a, b)));
        let known = pairs.filter_map(|(a, b)| self.between(a, b));
        let largest = known.max_by(|a, b| a.difference.value.abs().total_cmp(&b.difference.value.abs()));
        let size = largest.map_or_else(String::new, |found| in_numbers(found, group.len() > 2));
        format!("{}{CANNOT_BE_TOLD_APART}{size}", self.listed(group))
    }

    /// Pairs from different groups that cannot be told apart.
    fn alike_elsewhere(&self, groups: &[Vec<usize>]) -> Vec<String> {
        let mut clauses = Vec::new();
        for (k, group) in groups.iter().enumerate() {
            let later = || groups[k + 1..].iter().flatten().copied();
            for &a in group {
                let alike = later().filter(|&b| self.is_alike(a, b)).map(|b| self.alike(&[a, b]));
                clauses.extend(alike.map(|words| format!("nor can {}", words.replace(CANNOT_BE_TOLD_APART, ""))));
            }
        }
        clauses
    }

    /// Which graphs are better than which, the best first; graphs that are better than the same ones are joined.
    fn better(&self) -> Vec<String> {
        let mut clauses: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        for (k, &a) in self.order.iter().enumerate() {
            let worse: Vec<usize> = self.order[k + 1..].iter().copied().filter(|&b| self.differ(a, b)).collect();
            match clauses.last_mut() {
                _ if worse.is_empty() => {}
                Some((better, others)) if *others == worse => better.push(a),
                _ => clauses.push((vec![a], worse)),
            }
        }
        clauses.iter().map(|(better, worse)| self.better_than(better, worse)).collect()
    }

    fn better_than(&self, better: &[usize], worse: &[usize]) -> String {
        let pairs = better.iter().flat_map(|&a| worse.iter().map(move |&b| (a, b)));
        let p_values = pairs.filter_map(|(a, b)| self.between(a, b)).map(|found| found.difference.p_value);
        let largest = p_values.fold(0.0, f64::max);
        let p = match (largest < 0.001, better.len() * worse.len()) {
            (true, _) => "p < 0.001".to_owned(),
            (false, 1) => format!("p = {largest:.3}"),
            (false, _) => format!("p ≤ {largest:.3}"),
        };
        let whom = match (worse.len(), better.len() + worse.len() == self.order.len()) {
            (2, true) => "both".to_owned(),
            (3.., true) => "all others".to_owned(),
            _ => self.listed(worse),
        };
        let verb = if better.len() == 1 { "is" } else { "are" };
        format!("{} {verb} better than {whom} ({p})", self.listed(better))
    }

    fn listed(&self, graphs: &[usize]) -> String {
        listed(&graphs.iter().map(|&graph| self.names[graph]).collect::<Vec<_>>())
    }
}

/// Leaves `most` clauses, and says how many more there are.
fn shorten(clauses: &mut Vec<String>, most: usize, words: impl Fn(usize) -> String) {
    let rest = clauses.len().saturating_sub(most);
    clauses.truncate(most);
    clauses.extend((rest > 0).then(|| words(rest)));
}

/// ` (difference 1.1 ± 1.3)`
fn in_numbers(found: &LearntDifference, of_several: bool) -> String {
    let (value, se) = (found.difference.value.abs(), found.difference.se);
    if value == 0.0 && se == 0.0 {
        return " (no difference)".to_owned();
    }
    let words = if of_several { "largest difference" } else { "difference" };
    format!(" ({words} {})", with_error(value, se))
}

/// `A, B and C`, shortened if there are many.
fn listed(names: &[&str]) -> String {
    let (shown, rest) = names.split_at(if names.len() > MOST_NAMES { MOST_NAMES - 1 } else { names.len() });
    match (shown, rest.len()) {
        ([], _) => String::new(),
        ([one], 0) => (*one).to_owned(),
        ([first @ .., last], 0) => format!("{} and {last}", first.join(", ")),
        (shown, more) => format!("{} and {more} others", shown.join(", ")),
    }
}

/// Bounds that leave the order open.
fn overlaps(names: &[&str], ranking: &Ranking) -> Option<String> {
    let pairs: Vec<String> = ranking.overlaps.iter().map(|pair| listed(&pair.map(|graph| names[graph]))).collect();
    let (shown, rest) = pairs.split_at(pairs.len().min(MOST_PAIRS));
    match (shown, rest.len()) {
        ([], _) => None,
        ([one], 0) => Some(format!("the bounds of {one} overlap: either may be nearer to the truth")),
        (shown, rest) => {
            let more = if rest > 0 { format!("; and of {rest} more pairs") } else { String::new() };
            Some(format!(
                "the bounds overlap of {}{more}: either of two may be nearer to the truth",
                shown.join("; of ")
            ))
        }
    }
}

/// Pairs of graphs that other distances order the other way.
fn reversals(
    names: &[&str],
    compared: &[&Comparison],
    ranking: &Ranking,
    found: &[LearntDifference],
) -> Option<String> {
    let mut clauses: Vec<String> = crossfitted_reversals(names, compared, ranking, found);
    let mut pairs: Vec<[usize; 2]> = ranking.others.iter().flat_map(|other| other.reversed.clone()).collect();
    pairs.sort_by_key(|pair| pair.map(|graph| ranking.order.iter().position(|ranked| ranked.index == graph)));
    pairs.dedup();
    for pair in pairs {
        let disagreeing = ranking.others.iter().filter(|other| other.reversed.contains(&pair));
        let mut measures: Vec<&str> = disagreeing.map(|other| in_words(other.measure)).collect();
        if measures.contains(&in_words(Measure::Sid)) {
            // The two are equal for directed graphs.
            measures.retain(|measure| *measure != in_words(Measure::AidParent));
        }
        let verb = if measures.len() == 1 { "puts" } else { "put" };
        clauses.push(format!("{} {verb} {} before {}", listed(&measures), names[pair[1]], names[pair[0]]));
    }
    shorten(&mut clauses, MOST_PAIRS, |rest| format!("and so on for {rest} more pairs"));
    (!clauses.is_empty()).then(|| format!("distances disagree about the order: {}", clauses.join("; ")))
}

/// Pairs that contSID from all rows orders one way, and cross-fitted contSID significantly the other way.
fn crossfitted_reversals(
    names: &[&str],
    compared: &[&Comparison],
    ranking: &Ranking,
    found: &[LearntDifference],
) -> Vec<String> {
    if ranking.by != Measure::ContSid || compared.iter().any(|comparison| comparison.contsid.is_none()) {
        return Vec::new();
    }
    let ranks = ranking.ranks();
    let clear = found.iter().filter(|found| found.difference.p_value < LEVEL);
    let pairs = clear.filter_map(|found| {
        let (nearer, farther) =
            if found.difference.value < 0.0 { (found.first, found.second) } else { (found.second, found.first) };
        (ranks[nearer] > ranks[farther]).then_some([nearer, farther])
    });
    pairs.map(|[a, b]| format!("cross-fitted contSID puts {} before {}", names[a], names[b])).collect()
}

/// The name of a distance for people.
fn in_words(measure: Measure) -> &'static str {
    match measure {
        Measure::ContSid => "contSID",
        Measure::Sid => "SID",
        Measure::AidAncestor => "AID by ancestors",
        Measure::AidOptimal => "AID by optimal sets",
        Measure::AidParent => "AID by parents",
        Measure::Shd => "SHD",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effect::{Difference, Interval};

    /// The difference of two graphs, first minus second.
    fn difference(first: usize, second: usize, value: f64, se: f64, p_value: f64) -> LearntDifference {
        let interval = Interval { lower: value - 2.0 * se, upper: value + 2.0 * se };
        LearntDifference { first, second, difference: Difference { value, se, interval, p_value } }
    }

    fn line(names: &[&str], order: &[usize], found: &[LearntDifference]) -> String {
        Differences { names, found, order: order.to_vec() }.line().unwrap()
    }

    #[test]
    fn two_that_are_alike_and_one_that_is_better() {
        let found =
            [difference(0, 1, -1.1, 1.32, 0.4), difference(0, 2, 9.0, 1.0, 1e-6), difference(1, 2, 10.1, 1.0, 1e-7)];
        assert_eq!(
            line(&["GES", "PC", "ICA-LiNGAM"], &[2, 0, 1], &found),
            "GES and PC cannot be told apart on these data (difference 1.1 ± 1.3); ICA-LiNGAM is better than both (p < \
             0.001)"
        );
    }

    #[test]
    fn what_is_alike_need_not_be_alike_in_turn() {
        let found =
            [difference(0, 1, -0.5, 0.4, 0.2), difference(1, 2, -0.6, 0.4, 0.15), difference(0, 2, -1.1, 0.4, 0.012)];
        assert_eq!(
            line(&["A", "B", "C"], &[0, 1, 2], &found),
            "A and B cannot be told apart on these data (difference 0.50 ± 0.40); nor can B and C (difference 0.60 ± \
             0.40); A is better than C (p = 0.012)"
        );
    }

    #[test]
    fn many_are_counted() {
        let names: Vec<String> = (0..9).map(|graph| format!("G{graph}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let pairs = (0..9).flat_map(|a| (a + 1..9).map(move |b| (a, b)));
        let found: Vec<_> = pairs.map(|(a, b)| difference(a, b, 0.0, 0.0, 1.0)).collect();
        assert_eq!(
            line(&names, &(0..9).collect::<Vec<_>>(), &found),
            "G0, G1, G2, G3, G4 and 4 others cannot be told apart on these data (no difference)"
        );
        let apart: Vec<_> = (1..9).map(|b| difference(0, b, -5.0, 0.1, 0.0)).chain(found.into_iter().skip(8)).collect();
        assert!(
            line(&names, &(0..9).collect::<Vec<_>>(), &apart).ends_with("G0 is better than all others (p < 0.001)")
        );
    }

    #[test]
    fn decimals_follow_the_error() {
        assert_eq!([0.95, 0.094, 99.0, f64::NAN].map(supported_decimals), [1, 3, 0, 0]);
        assert_eq!(with_error(0.084_321, 0.148_71), "0.08 ± 0.15");
    }
}
