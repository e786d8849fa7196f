//! Reads the sentences of verdicts again, and holds each claim against the values.

mod values;

pub use values::{DifferenceOf, Truth, Values};

use values::ROUNDING;

/// Reads sentences, and holds each claim against the values.
pub struct Reader<'a> {
    values: &'a Values<'a>,
    pub truths: Vec<Vec<Truth>>,
    adjusted: Vec<Vec<Option<f64>>>,
    words: [&'static str; 3],
    /// What a number is called; not read again if empty.
    number: &'static str,
}

impl<'a> Reader<'a> {
    /// Of graphs with these values; `words` are those for better, worse and equal ones.
    pub fn new(values: &'a Values<'a>, words: [&'static str; 3], number: &'static str) -> Self {
        Self { values, truths: values.truths(), adjusted: values.adjusted(), words, number }
    }

    fn graph(&self, name: &str) -> usize {
        self.values.names.iter().position(|known| known == name).unwrap_or_else(|| panic!("`{name}` is no graph"))
    }

    /// `A, B and C`, or with `or`.
    pub fn graphs(&self, words: &str) -> Vec<usize> {
        let flat = words.replace(" and ", ", ").replace(" or ", ", ");
        flat.split(", ").map(|name| self.graph(name)).collect()
    }

    pub fn first(&self) -> Vec<usize> {
        let is_first = |&graph: &usize| !self.truths[graph].contains(&Truth::Worse);
        (0..self.values.count()).filter(is_first).collect()
    }

    fn pairs(group: &[usize]) -> Vec<(usize, usize)> {
        let pairs = group.iter().enumerate().flat_map(|(k, &a)| group[k + 1..].iter().map(move |&b| (a, b)));
        pairs.collect()
    }

    /// `(p = 0.40)` or `(all p ≥ 0.12)` is true of the adjusted p-values of some pairs, as far as it is rounded.
    fn check_chance(&self, words: &str, pairs: &[(usize, usize)]) {
        let known: Vec<f64> = pairs.iter().filter_map(|&(a, b)| self.adjusted[a][b]).collect();
        let plain = words.trim_start_matches("all ");
        let adjusted = plain.starts_with("adjusted ");
        assert_eq!(adjusted, self.values.count() > 2, "p-values of several pairs are adjusted: {words}");
        let plain = plain.trim_start_matches("adjusted ");
        let (sign, number) = plain.strip_prefix("p ").unwrap().split_once(' ').unwrap();
        let number: f64 = number.parse().unwrap();
        let room = 0.0051;
        let holds = |&p: &f64| match sign {
            "=" => (p - number).abs() <= room,
            "<" | "≤" => p <= number + room,
            "≥" => p >= number - room,
            other => panic!("unknown sign `{other}`"),
        };
        assert!(!known.is_empty() && known.iter().all(holds), "{words}: {known:?}");
    }

    /// What is said about all pairs of a group.
    fn check_group(&self, group: &[usize], claim: &str) {
        let pairs = Self::pairs(group);
        let all = |expected: Truth| pairs.iter().all(|&(a, b)| self.truths[a][b] == expected);
        if claim.ends_with(": chance is not known") {
            let unknown = |&(a, b): &(usize, usize)| self.values.difference(a, b).is_none() && !self.is_same(a, b);
            assert!(all(Truth::Tie) && pairs.iter().all(unknown), "{claim}");
        } else if let Some(rest) = claim.strip_prefix("cannot be told apart ") {
            let detail = rest.split_once(" (").unwrap().1.trim_end_matches(')');
            let chance = detail.split_once(" apart, ").map_or(detail, |(_, chance)| chance);
            assert!(all(Truth::Tie), "{claim}");
            self.check_chance(chance, &pairs);
        } else if claim == "have the same bounds, which undirected edges leave open" {
            let have = |&(a, b): &(usize, usize)| self.is_same(a, b) && self.values.is_range(a);
            assert!(all(Truth::Tie) && pairs.iter().all(have), "{claim}");
        } else if claim == format!("are {}", self.words[2]) {
            let are = |&(a, b): &(usize, usize)| self.is_same(a, b) && !self.values.is_range(a);
            assert!(all(Truth::Tie) && pairs.iter().all(are), "{claim}");
        } else {
            panic!("unknown claim `{claim}`");
        }
    }

    fn is_same(&self, a: usize, b: usize) -> bool {
        let close = |one: &[f64]| (one[a] - one[b]).abs() < ROUNDING;
        close(&self.values.best) && close(&self.values.worst)
    }

    /// Whether the best member of the first is as good as the worst one of the second.
    fn is_at_best(&self, graph: usize, other: usize) -> bool {
        (self.values.best[graph] - self.values.worst[other]).abs() < ROUNDING
    }

    fn check_depends(&self, group: &[usize]) {
        assert!(Self::pairs(group).iter().all(|&(a, b)| {
            self.truths[a][b] == Truth::Depends && !self.is_at_best(a, b) && !self.is_at_best(b, a)
        }));
    }

    /// `B is at best as near to the truth as A, and undirected edges leave open whether it is farther from the truth`
    fn check_at_best(&self, words: &str) {
        let (name, rest) = words.split_once(" is at best as ").unwrap();
        let (claim, open) = rest.split_once(", and undirected edges leave open whether it is ").unwrap();
        assert_eq!(open, self.words[1]);
        let (_, other) = claim.split_once(" as ").unwrap();
        let (graph, other) = (self.graph(name), self.graph(other));
        assert!(self.truths[graph][other] == Truth::Depends && self.is_at_best(graph, other), "{words}");
    }

    /// `contSID 0.13 ± 0.05`, or `SID 2–5`: the value of the best member, rounded.
    fn check_number(&self, words: &str, graph: usize) {
        if self.number.is_empty() {
            return;
        }
        let number = words.strip_prefix(self.number).unwrap_or_else(|| panic!("{words}: not {}", self.number));
        let said = number.trim().trim_start_matches('<').split([' ', '–']).next().unwrap();
        let said: f64 = said.parse().unwrap_or_else(|_| panic!("{words}: no number"));
        assert!((said - self.values.best[graph]).abs() <= 0.006 * 10f64.max(said), "{words}");
        assert_eq!(number.contains(" to ") || number.contains('–'), self.values.is_range(graph), "{words}");
    }

    /// `Choose A or B: why. The first is A, contSID 0.1.`
    fn check_choice(&self, words: &str) {
        let (names, rest) = words.trim_end_matches('.').split_once(": ").unwrap();
        let mut chosen = self.graphs(names);
        let said_first = chosen[0];
        chosen.sort_unstable();
        assert_eq!(chosen, self.first(), "{words}");
        if chosen.len() == 1 {
            return self.check_number(rest, said_first);
        }
        let (why, number) = rest.split_once(". The first is ").unwrap();
        let (first, number) = number.split_once(", ").unwrap();
        assert_eq!(self.graph(first), said_first);
        self.check_number(number, said_first);
        let least = chosen.iter().map(|&graph| self.values.worst[graph]).fold(f64::INFINITY, f64::min);
        assert!(self.values.worst[said_first] <= least + ROUNDING, "the smallest number of the first tier: {words}");
        if let Some(claim) = why.strip_prefix("they ") {
            self.check_group(&chosen, claim);
        } else if why.starts_with("which of them is") {
            self.check_depends(&chosen);
        } else if why.contains(" is at best as ") {
            self.check_at_best(why);
        } else {
            assert_eq!(why, format!("none of them is shown to be {} than another", self.words[0]));
        }
    }

    /// `C and D are farther from the truth than A (all p ≤ 0.012)`, or `B is 1.1 ± 1.3 farther … than A`.
    fn check_worse(&self, words: &str) {
        let (subject, rest) = words.split_once(&format!("{} than ", self.words[1])).unwrap();
        let (better, chance) = match rest.split_once(" (") {
            Some((better, chance)) => (better, Some(chance.trim_end_matches(')'))),
            None => (rest, None),
        };
        let (names, size) = match subject.split_once(" are ") {
            Some((names, _)) => (names, ""),
            None => subject.split_once(" is ").unwrap(),
        };
        let (worse, better) = (self.graphs(names), self.graphs(better));
        let pairs: Vec<(usize, usize)> = better.iter().flat_map(|&a| worse.iter().map(move |&b| (a, b))).collect();
        assert!(pairs.iter().all(|&(a, b)| self.truths[a][b] == Truth::Better), "{words}");
        assert_eq!(chance.is_some(), self.values.difference.is_some(), "a chance where there is a test: {words}");
        if let Some(chance) = chance {
            self.check_chance(chance, &pairs);
        }
        if !size.is_empty() {
            let number: f64 = size.trim_start_matches("at least ").split(' ').next().unwrap().parse().unwrap();
            let (a, b) = (better[0], worse[0]);
            let exact = (self.values.best[b] - self.values.worst[a]).abs();
            assert!((exact - number).abs() < 0.51, "{words}: {exact}");
            assert!((exact - number).abs() <= 0.006 * 10f64.max(exact), "{words}: {exact}");
            let error = size.split_once("± ").and_then(|(_, error)| error.trim().parse::<f64>().ok());
            if let (Some(error), Some(found)) = (error, self.values.difference(a, b)) {
                // The error is that of the p-value: noise, and how far other estimates differ.
                let exact = found.se.hypot(found.model_se);
                assert!((exact - error).abs() <= 0.06 * exact + 0.006, "{words}: {exact}");
            }
            assert_eq!(size.starts_with("at least"), self.values.is_range(a) || self.values.is_range(b), "{words}");
        }
    }

    /// Reads a sentence about relations; false if it is about something else.
    pub fn read(&self, sentence: &str) -> bool {
        let words = sentence.strip_suffix('.').unwrap_or_else(|| panic!("no sentence: {sentence}"));
        if let Some(rest) = sentence.strip_prefix("Choose ") {
            self.check_choice(rest);
        } else if let Some(rest) = words.strip_prefix("Which of ") {
            self.check_depends(&self.graphs(rest.split_once(" is ").unwrap().0));
        } else if let Some((names, rest)) = words.split_once(" cannot be told apart ") {
            self.check_group(&self.graphs(names), &format!("cannot be told apart {rest}"));
        } else if words.contains(" is at best as ") {
            self.check_at_best(words);
        } else if let Some(names) = words.strip_suffix(" have the same bounds, which undirected edges leave open") {
            self.check_group(&self.graphs(names), &words[names.len() + 1..]);
        } else if words.ends_with(self.words[2]) {
            let (names, claim) = words.split_once(" are ").unwrap();
            self.check_group(&self.graphs(names), &format!("are {claim}"));
        } else if let Some((count, _)) =
            words.split_once(" more group").filter(|_| words.ends_with(" not ranked either"))
        {
            let first = self.first();
            let all = Self::pairs(&first);
            assert!(count.parse::<usize>().unwrap() <= all.len() - 4, "{words}");
            assert!(all.iter().all(|&(a, b)| matches!(self.truths[a][b], Truth::Tie | Truth::Depends)));
        } else if words.ends_with(" than some of these") {
            let count: usize = words.split(' ').next().unwrap().parse().unwrap();
            assert!(count <= self.values.count() - self.first().len());
        } else if words.contains(&format!("{} than ", self.words[1])) {
            self.check_worse(words);
        } else {
            return false;
        }
        true
    }
}
