//! Which graph to choose, in sentences: the only place where relations of graphs become words.
//!
//! Comparisons, judgements and studies hand over a [`Contest`]: how its graphs, or learners, stand to each other, and
//! the words of its kind. Every claim of a sentence is one of the relations: terminal, page and Python say the same.

use crate::number::{Decimals, p_value};
use crate::rich::Rich;
use contsid::comparison::{Contender, GraphRelation, Standing, Standings};
use contsid::named::Named;
use serde::Serialize;

/// The largest number of sentences about worse graphs, and about groups of the first tier.
const MOST_SENTENCES: usize = 4;

/// How one kind of contest speaks.
pub(crate) struct ContestWords {
    /// What the first of two is: `nearer to the truth`.
    pub(crate) better: &'static str,
    /// What the second is: `farther from the truth`.
    pub(crate) worse: &'static str,
    /// What equal ones are: `equally near to the truth`.
    pub(crate) equal: &'static str,
    /// What a graph is that is just as good: `as near to the truth as`.
    pub(crate) as_good: &'static str,
    /// What decides: `on these data`.
    pub(crate) grounds: &'static str,
}

/// Graphs, or learners, and how they stand to each other.
pub(crate) struct Contest<'a> {
    pub(crate) words: &'a ContestWords,
    pub(crate) standings: &'a Standings,
    pub(crate) name: &'a dyn Fn(usize) -> Rich,
    /// The number of one of them, such as `contSID 0.13 ± 0.05`.
    pub(crate) number: &'a dyn Fn(usize) -> Rich,
    /// The numbers of the best and the worst member of one of them.
    pub(crate) members: &'a dyn Fn(usize) -> Contender,
    /// The digits of differences.
    pub(crate) digits: Decimals,
}

/// How the first of two graphs stands to the second, with a sentence that says so.
#[derive(Debug, Serialize)]
pub(crate) struct PairWords {
    first: usize,
    second: usize,
    relation: &'static str,
    words: Rich,
}

/// What a page says first.
#[derive(Debug, Serialize)]
pub(crate) struct VerdictModel {
    headline: Rich,
    details: Vec<Rich>,
}

impl VerdictModel {
    /// Sentences, of which the first is the headline.
    pub(crate) fn new(sentences: impl IntoIterator<Item = Rich>) -> Self {
        let mut sentences = sentences.into_iter();
        Self { headline: sentences.next().unwrap_or_default(), details: sentences.collect() }
    }
}

/// Why members of the first tier are not ranked among each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Doubt {
    /// Their numbers are the same.
    Equal,
    /// Their bounds are the same.
    SameBounds,
    /// Their difference may be chance.
    Untold,
    /// Their numbers differ, and chance is not known.
    Untested,
    /// Undirected edges decide.
    Open,
    /// Undirected edges decide whether this graph is worse; it is never better.
    NeverBetter(usize),
}

impl Contest<'_> {
    /// `Choose A: contSID 0.13 ± 0.05.`, or between which the choice is open, and why; `lead` is its first word or two.
    pub(crate) fn choice(&self, lead: &str) -> Rich {
        let first = self.standings.first_tier();
        let text = Rich::new(lead).then(self.listed(&first, "or"));
        let [best, _, ..] = first[..] else { return text.words(": ").then((self.number)(first[0])).words(".") };
        let why = match &self.groups()[..] {
            [(doubt, group)] if group.len() == first.len() => self.doubt(*doubt, group, Rich::new("they")),
            _ => Rich::new(format!("none of them is shown to be {} than another", self.words.better)),
        };
        let text = text.words(": ").then(why).words(". The first is ");
        text.then((self.name)(best)).words(", ").then((self.number)(best)).words(".")
    }

    /// How the first tier stands among itself, where the choice does not say it, and which are worse.
    pub(crate) fn details(&self) -> Vec<Rich> {
        let is_said = matches!(&self.groups()[..], [(_, group)] if group.len() == self.standings.first_tier().len());
        if is_said { self.worse() } else { self.all_details() }
    }

    /// How the first tier stands among itself, and which are worse.
    pub(crate) fn all_details(&self) -> Vec<Rich> {
        let groups = self.groups();
        let sentence =
            |(doubt, group): &(Doubt, Vec<usize>)| self.doubt(*doubt, group, self.listed(group, "and")).words(".");
        let more = groups.len().saturating_sub(MOST_SENTENCES);
        let more = (more > 0).then(|| {
            let groups = if more == 1 { "group of these is" } else { "groups of these are" };
            Rich::new(format!("{more} more {groups} not ranked either."))
        });
        groups.iter().take(MOST_SENTENCES).map(sentence).chain(more).chain(self.worse()).collect()
    }

    /// `1.87 ± 0.49`, with `at least` where members differ.
    fn size(&self, one: usize, other: usize) -> Option<String> {
        let difference = self.standings.between(one, other).difference?;
        let at_least =
            if [one, other].iter().any(|&graph| (self.members)(graph).is_range()) { "at least " } else { "" };
        Some(format!("{at_least}{}", self.digits.uncertain(difference.value.abs(), difference.error())))
    }

    /// Groups of the first tier in which the same doubt is about all pairs; together they have all of its pairs.
    fn groups(&self) -> Vec<(Doubt, Vec<usize>)> {
        let first = self.standings.first_tier();
        let mut groups: Vec<(Doubt, Vec<usize>)> = Vec::new();
        for (index, &a) in first.iter().enumerate() {
            for &b in &first[index + 1..] {
                let doubt = self.doubt_about(a, b);
                let is_said =
                    |(known, group): &(Doubt, Vec<usize>)| *known == doubt && group.contains(&a) && group.contains(&b);
                if groups.iter().any(is_said) {
                    continue;
                }
                let mut group = vec![a, b];
                for &other in first.iter().filter(|&&other| other != a && other != b) {
                    if group.iter().all(|&member| self.doubt_about(member, other) == doubt) {
                        group.push(other);
                    }
                }
                group.sort_by_key(|graph| first.iter().position(|other| other == graph));
                groups.push((doubt, group));
            }
        }
        groups
    }

    fn doubt_about(&self, a: usize, b: usize) -> Doubt {
        let found = self.standings.between(a, b);
        let [one, other] = [a, b].map(self.members);
        match (found.standing, found.difference) {
            (Standing::Depends, _) if one.meets(other) => Doubt::NeverBetter(b),
            (Standing::Depends, _) if other.meets(one) => Doubt::NeverBetter(a),
            (Standing::Depends, _) => Doubt::Open,
            (_, Some(difference)) if difference.value != 0.0 || difference.se != 0.0 => Doubt::Untold,
            (_, None) if !one.is_range() && !one.meets(other) => Doubt::Untested,
            _ if one.is_range() => Doubt::SameBounds,
            _ => Doubt::Equal,
        }
    }

    /// `A and B cannot be told apart on these data (1.1 ± 1.3 apart, p = 0.40)`
    fn doubt(&self, doubt: Doubt, group: &[usize], subject: Rich) -> Rich {
        match doubt {
            Doubt::Equal => subject.words(format!(" are {}", self.words.equal)),
            Doubt::Untested => {
                subject.words(format!(" cannot be told apart {}: chance is not known", self.words.grounds))
            }
            Doubt::SameBounds => subject.words(" have the same bounds, which undirected edges leave open"),
            Doubt::NeverBetter(graph) => {
                let others = group.iter().copied().filter(|&other| other != graph).collect::<Vec<_>>();
                let text = (self.name)(graph).words(format!(" is at best {} ", self.words.as_good));
                let whether = format!(", and undirected edges leave open whether it is {}", self.words.worse);
                text.then(self.listed(&others, "and")).words(whether)
            }
            Doubt::Untold => {
                let size = match group {
                    [one, other] => self.size(*one, *other).map(|size| format!("{size} apart, ")),
                    _ => None,
                };
                let start = format!(" cannot be told apart {} ({}", self.words.grounds, size.unwrap_or_default());
                subject.words(start).then(self.chance(group, group, Extreme::Smallest)).words(")")
            }
            Doubt::Open => {
                let they = Rich::new("they");
                let which =
                    if subject == they { Rich::new("which of them") } else { Rich::new("Which of ").then(subject) };
                which.words(format!(" is {} depends on undirected edges", self.words.better))
            }
        }
    }

    /// Which are worse than which of the first tier.
    fn worse(&self) -> Vec<Rich> {
        let (first, mut groups) = (self.standings.first_tier(), Vec::<(Vec<usize>, Vec<usize>)>::new());
        for &graph in self.standings.order.iter().filter(|&&graph| self.standings.tiers[graph] > 1) {
            let is_better = |&&other: &&usize| self.standings.between(other, graph).standing == Standing::Better;
            let better: Vec<usize> = first.iter().filter(is_better).copied().collect();
            match groups.iter_mut().find(|(known, _)| *known == better) {
                Some((_, worse)) => worse.push(graph),
                None => groups.push((better, vec![graph])),
            }
        }
        let rest: usize = groups.iter().skip(MOST_SENTENCES).map(|(_, worse)| worse.len()).sum();
        let sentences = groups.iter().take(MOST_SENTENCES).map(|(better, worse)| self.worse_than(better, worse));
        let more = (rest > 0).then(|| {
            let verb = if rest == 1 { "other is" } else { "others are each" };
            Rich::new(format!("{rest} {verb} {} than some of these.", self.words.worse))
        });
        sentences.chain(more).collect()
    }

    /// `C and D are farther from the truth than A (all p ≤ 0.012).`
    fn worse_than(&self, better: &[usize], worse: &[usize]) -> Rich {
        let text = self.listed(worse, "and");
        let size = match (better, worse) {
            ([one], [other]) => self.size(*one, *other).map(|size| format!("{size} ")),
            _ => None,
        };
        let verb = if worse.len() == 1 { "is" } else { "are" };
        let text = text.words(format!(" {verb} {}{} than ", size.unwrap_or_default(), self.words.worse));
        let text = text.then(self.listed(better, "and"));
        let chance = self.chance(better, worse, Extreme::Largest);
        if chance == Rich::default() { text.words(".") } else { text.words(" (").then(chance).words(").") }
    }

    /// The extreme adjusted p-value of the pairs between two groups; nothing where there is none.
    fn chance(&self, one: &[usize], other: &[usize], extreme: Extreme) -> Rich {
        let pairs = one.iter().flat_map(|&a| other.iter().map(move |&b| (a, b))).filter(|(a, b)| a != b);
        let known = |(a, b)| self.standings.between(a, b).adjusted_p_value;
        let found: Vec<f64> = pairs.filter_map(known).collect();
        let same = if one == other { 2 } else { 1 };
        let (end, sign) = match extreme {
            Extreme::Smallest => (found.iter().copied().reduce(f64::min), "≥"),
            Extreme::Largest => (found.iter().copied().reduce(f64::max), "≤"),
        };
        let Some(end) = end else { return Rich::default() };
        // Of several pairs p-values are adjusted.
        let adjusted = if self.standings.relations.len() > 1 { "adjusted " } else { "" };
        let words = if found.len() > same {
            format!("all {adjusted}{}", p_value(end).replace('=', sign))
        } else {
            format!("{adjusted}{}", p_value(end))
        };
        Rich::default().term("p", words)
    }

    fn listed(&self, graphs: &[usize], last: &str) -> Rich {
        Rich::list(graphs.iter().map(|&graph| (self.name)(graph)).collect(), last)
    }
}

/// How each two of a contest stand to each other.
pub(crate) fn pair_words(contest: &Contest<'_>) -> Vec<PairWords> {
    let sentence = |&GraphRelation { first, second, standing, .. }: &GraphRelation| match standing {
        Standing::Better => contest.worse_than(&[first], &[second]),
        Standing::Worse => contest.worse_than(&[second], &[first]),
        Standing::Tie | Standing::Depends => {
            let group = [first, second];
            contest.doubt(contest.doubt_about(first, second), &group, contest.listed(&group, "and")).words(".")
        }
    };
    let pair = |found: &GraphRelation| PairWords {
        first: found.first,
        second: found.second,
        relation: found.standing.name(),
        words: sentence(found),
    };
    contest.standings.relations.iter().map(pair).collect()
}

/// Which p-value of several is told.
#[derive(Clone, Copy)]
enum Extreme {
    Smallest,
    Largest,
}
