//! Cross-fitted contSID against the literal equations: all kernels, ties, categories, chosen and joint interventions.

#![allow(clippy::unwrap_used, reason = "a test that cannot build its case fails")]

mod support;

use contsid::adjustment::AdjustmentRule;
use contsid::data::{Column, Table};
use contsid::distance::Selection;
use contsid::distance::bounds::Exactness;
use contsid::effect::{
    CrossFitOptions, Division, Effects, Guide, JointLimits, Partition, Prepared, Ridge, Score, TreatmentSets,
};
use contsid::execution::Execution;
use contsid::graph::{Cpdag, Dag, GraphClass, NodeId, NodeNames, NodeSet};
use contsid::kernel::KernelFamily;
use contsid::named::Named;
use contsid_oracle::contsid::{Agreement, Normalisation};
use contsid_oracle::crossfit::{CrossFitAnswer, Interventions, Parts, Question};
use contsid_oracle::joint_contsid::Rule;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use std::num::NonZeroUsize;
use support::asks::{FlatPair, uncertain};
use support::problems::{Case, options_of, random_case_of};
use support::{literal, random_dag, seeded};

/// Both solve systems with condition numbers of a few hundred; near zero the root takes digits away.
const TOLERANCE: f64 = 1e-8;

/// Waves leave 10⁻⁷ of the kernel out; near zero the root takes digits away.
const GUIDED_TOLERANCE: f64 = 1e-5;

struct Parted {
    case: Case,
    rule: Rule,
    sets: Vec<Vec<usize>>,
    parts: Parts,
}

fn random_parts(rows: usize, rng: &mut impl Rng) -> Parts {
    let (parts, repeats) = (rng.random_range(2..=3), rng.random_range(1..=3));
    let mut labels = |_| {
        let mut labels: Vec<usize> = (0..rows).map(|row| row % parts).collect();
        labels.shuffle(rng);
        labels
    };
    Parts { labels: (0..repeats).map(&mut labels).collect(), ridge: 0.1, is_guided: false, is_checked: false }
}

/// Parts that the product divides itself.
fn random_division() -> CrossFitOptions {
    let part_rows = NonZeroUsize::new(20).unwrap();
    CrossFitOptions { part_rows, repeats: NonZeroUsize::new(2), ..CrossFitOptions::default() }
}

/// A random problem; sets of `size` treatments.
fn random_parted(round: usize, size: usize, rng: &mut impl Rng) -> Parted {
    let rows = rng.random_range(60..=70);
    random_parted_of(rows, round, size, rng)
}

fn random_parted_of(rows: usize, round: usize, size: usize, rng: &mut impl Rng) -> Parted {
    let nodes = rng.random_range(3..=5);
    let mut case = random_case_of(nodes, rows, KernelFamily::CHOICES, 1.0, rng);
    let rule = if round.is_multiple_of(3) { Rule::Optimal } else { Rule::Parents };
    case.options.adjustment = match rule {
        Rule::Parents => AdjustmentRule::Parents,
        Rule::Optimal => AdjustmentRule::Optimal,
    };
    let subsets = (1..1_usize << nodes).map(|bits| (0..nodes).filter(|node| bits >> node & 1 == 1).collect::<Vec<_>>());
    let sets = subsets.filter(|set| set.len() == size).collect();
    let mut parts = random_parts(rows, rng);
    parts.ridge = [0.1, 0.5, 2.0][round % 3];
    Parted { case, rule, sets, parts }
}

impl Parted {
    fn interventions(&self, set: &[usize]) -> Interventions {
        let problem = &self.case.problem;
        match &problem.interventions {
            None => {
                let rows = Some((0..problem.columns[0].len()).collect());
                Interventions { points: problem.observed_rows(set), rows }
            }
            Some(lists) => {
                let points = set.iter().fold(vec![(Vec::new(), 1.0)], |points: Vec<(Vec<f64>, f64)>, &column| {
                    let longer = points.iter().flat_map(|(values, weight)| {
                        lists[column]
                            .iter()
                            .map(move |(value, share)| ([&values[..], &[*value]].concat(), weight * share))
                    });
                    longer.collect()
                });
                Interventions { points, rows: None }
            }
        }
    }

    fn expected(&self, truth: &Dag, learnt: &Dag) -> CrossFitAnswer {
        let (truth, learnt) = (literal(truth), literal(learnt));
        let interventions = |set: &[usize]| self.interventions(set);
        let question = Question {
            truth: &truth,
            learnt: &learnt,
            sets: &self.sets,
            rule: self.rule,
            interventions: &interventions,
        };
        self.case.problem.crossfit(&question, &self.parts)
    }

    fn options(&self) -> CrossFitOptions {
        if self.parts.is_checked {
            return CrossFitOptions { ridge: Ridge::new(self.parts.ridge).unwrap(), ..random_division() };
        }
        let partition = Partition::given(&self.parts.labels, self.case.table.row_count()).unwrap();
        CrossFitOptions {
            division: Division::Given(partition),
            ridge: Ridge::new(self.parts.ridge).unwrap(),
            guide: if self.parts.is_guided { Guide::Linear } else { Guide::Automatic },
            ..CrossFitOptions::default()
        }
    }

    fn single(&self, learnt: &GraphClass) -> Score {
        let truth = GraphClass::from(self.case.truth.clone());
        self.single_of(&truth, learnt, &Selection::all(self.case.truth.node_count()))
    }

    fn single_of(&self, truth: &GraphClass, learnt: &GraphClass, selection: &Selection) -> Score {
        let execution = Execution::default();
        let prepared = Prepared::in_parts(&self.case.table, &self.case.options, &self.options(), &execution).unwrap();
        let scores = prepared.scores(truth, &[learnt], Effects::single(selection), &execution).unwrap();
        scores.into_iter().next().flatten().unwrap()
    }

    fn joint(&self, learnt: &GraphClass) -> Score {
        let execution = Execution::default();
        let prepared = Prepared::in_parts(&self.case.table, &self.case.options, &self.options(), &execution).unwrap();
        let nodes = prepared.node_count();
        let sets = self.sets.iter().map(|set| set.iter().map(|&node| NodeId::new(node)));
        let (sets, selection) = (TreatmentSets::new(nodes, sets).unwrap(), Selection::all(nodes));
        let truth = GraphClass::from(self.case.truth.clone());
        let limits = JointLimits::default();
        prepared
            .score(&truth, learnt, Effects::Joint { sets: &sets, selection: &selection, limits }, &execution)
            .unwrap()
            .unwrap()
    }
}

fn close(what: &str, found: f64, expected: f64) {
    close_within(TOLERANCE, what, found, expected);
}

fn close_within(tolerance: f64, what: &str, found: f64, expected: f64) {
    assert!((found - expected).abs() <= tolerance * expected.abs().max(1.0), "{what}: {found} instead of {expected}");
}

fn check(what: &str, score: &Score, expected: &CrossFitAnswer) {
    check_within(TOLERANCE, what, score, expected);
}

fn check_within(tolerance: f64, what: &str, score: &Score, expected: &CrossFitAnswer) {
    let close = |what: &str, found, expected| close_within(tolerance, what, found, expected);
    assert!(score.is_determined);
    let pairs = uncertain(score);
    for pair in &expected.pairs {
        let set = NodeSet::of(8, pair.treatments.iter().map(|&node| NodeId::new(node)));
        let same = |other: &&FlatPair| other.outcome.index() == pair.outcome && other.treatments.iter().eq(set.iter());
        let pair_found = pairs.iter().find(same);
        let (d, se, p) = pair_found.map_or((0.0, 0.0, 1.0), |pair| (pair.distance().unwrap(), pair.se, pair.p_value));
        let name = format!("{what}: {:?} on {}", pair.treatments, pair.outcome);
        close(&format!("{name}: d"), d, pair.distance);
        close(&format!("{name}: se"), se, pair.error);
        close(&format!("{name}: low overlap"), pair_found.map_or(0.0, |pair| pair.low_overlap), pair.low_overlap);
        // Where contrasts are rounding the quotient behind a p-value is too.
        if pair.error > 100.0 * tolerance {
            close(&format!("{name}: p"), p, pair.p_value);
            let [found, expected] = [pair_found.and_then(|pair| pair.kappa), pair.kappa];
            close(&format!("{name}: κ"), found.unwrap_or(-1.0), expected.unwrap_or(-1.0));
        }
    }
    close(&format!("{what}: sum"), score.total(), expected.sum);
    close(&format!("{what}: its error"), score.sum.upper.se.unwrap(), expected.error);
}

#[test]
fn single_treatments_are_as_the_equations_say() {
    let (mut rng, mut with_low_overlap) = (seeded(18), 0);
    for round in 0..24 {
        let parted = random_parted(round, 1, &mut rng);
        let learnt = GraphClass::from(parted.case.learnt.clone());
        let expected = parted.expected(&parted.case.truth, &parted.case.learnt);
        check(&format!("round {round}"), &parted.single(&learnt), &expected);
        with_low_overlap += expected.pairs.iter().filter(|pair| (0.01..0.99).contains(&pair.low_overlap)).count();
    }
    assert!(with_low_overlap > 10, "{with_low_overlap} pairs have interventions with and without data");
}

#[test]
fn selected_treatments_and_outcomes_alone_are_summed() {
    let mut rng = seeded(24);
    for round in 0..6 {
        let mut parted = random_parted(round, 1, &mut rng);
        let nodes = parted.case.truth.node_count();
        let (truth, learnt) = (parted.case.truth.clone(), parted.case.learnt.clone());
        let classes = [&truth, &learnt].map(|dag| GraphClass::from(dag.clone()));
        let some = |chosen: &[usize]| NodeSet::of(nodes, chosen.iter().map(|&node| NodeId::new(node)));
        parted.sets = vec![vec![0], vec![2]];
        let of_treatments = Selection::all(nodes).with_treatments(some(&[0, 2]));
        let expected = parted.expected(&truth, &learnt);
        check(&format!("round {round}"), &parted.single_of(&classes[0], &classes[1], &of_treatments), &expected);
        let of_both = of_treatments.with_outcomes(some(&[1, 2]));
        let score = parted.single_of(&classes[0], &classes[1], &of_both);
        let wanted = expected.pairs.iter().filter(|pair| [1, 2].contains(&pair.outcome));
        close(&format!("round {round}: outcomes"), score.total(), wanted.map(|pair| pair.distance).sum());
    }
}

#[test]
fn joint_treatments_are_as_the_equations_say() {
    let mut rng = seeded(19);
    for round in 0..8 {
        let parted = random_parted(round, 2, &mut rng);
        let learnt = GraphClass::from(parted.case.learnt.clone());
        let expected = parted.expected(&parted.case.truth, &parted.case.learnt);
        check(&format!("round {round}"), &parted.joint(&learnt), &expected);
    }
}

/// Two parts of twenty rows, in the last round three, each divided at most twice, and few interventions: the double
/// sums of the literal form have thousands of terms.
fn random_guided(families: &[KernelFamily], round: usize, size: usize, rng: &mut impl Rng) -> Parted {
    let (nodes, rows) = (3, if round == 6 { 60 } else { 40 });
    let mut cases = std::iter::repeat_with(|| random_case_of(nodes, rows, families, 1.0, rng));
    let mut case = cases.find(|case| case.problem.interventions.is_some()).unwrap();
    (case.truth, case.learnt) = (random_dag(nodes, 0.8, rng), random_dag(nodes, 0.8, rng));
    let sets = (0..nodes).map(|node| (node..node + size).map(|node| node % nodes).collect::<Vec<_>>());
    let mut labels = |_| {
        let mut labels: Vec<usize> = (0..rows).map(|row| row % (rows / 20)).collect();
        labels.shuffle(rng);
        labels
    };
    let labels = (0..=(round % 2)).map(&mut labels).collect();
    let sets = sets.map(|mut set| {
        set.sort_unstable();
        set
    });
    Parted {
        case,
        rule: Rule::Parents,
        sets: sets.collect(),
        parts: Parts { labels, ridge: [0.1, 2.0][round % 2], is_guided: true, is_checked: false },
    }
}

#[test]
fn guided_parts_are_as_the_equations_say() {
    let (mut rng, mut sum) = (seeded(22), 0.0);
    for round in 0..6 {
        let families = if round < 4 { &[KernelFamily::Gaussian][..] } else { KernelFamily::CHOICES };
        let parted = random_guided(families, round, 1 + round % 2, &mut rng);
        let learnt = GraphClass::from(parted.case.learnt.clone());
        let expected = parted.expected(&parted.case.truth, &parted.case.learnt);
        let found = if round % 2 == 0 { parted.single(&learnt) } else { parted.joint(&learnt) };
        check_within(GUIDED_TOLERANCE, &format!("round {round}"), &found, &expected);
        sum += expected.sum;
    }
    assert!(sum > 1.0, "something is estimated: {sum}");
}

/// With at most 128 rows estimates check each other at every intervention.
#[test]
fn estimates_check_each_other_as_the_equations_say() {
    let (mut rng, mut sum, mut compared) = (seeded(25), 0.0, 0);
    for round in 0..7 {
        let families = if round % 6 < 4 { &[KernelFamily::Gaussian][..] } else { KernelFamily::CHOICES };
        let mut parted = random_guided(families, round, 1 + round % 2, &mut rng);
        let division = random_division().partition(parted.case.table.row_count()).unwrap();
        let labels = |repeat: usize| division.labels(repeat).iter().map(|&part| part as usize).collect();
        parted.parts.labels = (0..division.repeat_count()).map(labels).collect();
        parted.parts.is_checked = true;
        let learnt = GraphClass::from(parted.case.learnt.clone());
        let expected = parted.expected(&parted.case.truth, &parted.case.learnt);
        let found = if round % 2 == 0 { parted.single(&learnt) } else { parted.joint(&learnt) };
        let name = format!("round {round}");
        check_within(GUIDED_TOLERANCE, &name, &found, &expected);
        // Where contrasts are rounding, so are their lengths.
        if expected.error > 100.0 * GUIDED_TOLERANCE {
            close_within(GUIDED_TOLERANCE, &name, found.sum.upper.model_se.unwrap(), expected.model_error);
            close_within(GUIDED_TOLERANCE, &name, found.sum.upper.interval.unwrap().upper, expected.interval[1]);
            (sum, compared) = (sum + expected.model_error, compared + 1);
        }
    }
    assert!(compared >= 4 && sum > 0.1, "estimates of {compared} problems disagree: {sum}");
}

#[test]
fn random_parts_are_guided_and_given_ones_are_not() {
    let mut rng = seeded(23);
    let case = random_case_of(3, 100, &[KernelFamily::Gaussian], 1.0, &mut rng);
    let is_guided = |options: &CrossFitOptions| {
        Prepared::in_parts(&case.table, &case.options, options, &Execution::default()).unwrap().is_guided()
    };
    let usual = CrossFitOptions::default();
    assert!(is_guided(&usual));
    assert!(!is_guided(&CrossFitOptions { guide: Guide::None, ..usual.clone() }));
    let groups = Division::Groups((0..100).map(|row| row % 10).collect());
    assert!(is_guided(&CrossFitOptions { division: groups, ..usual.clone() }));
    let labels: Vec<usize> = (0..100).map(|row| row % 2).collect();
    let given = CrossFitOptions { division: Division::Given(Partition::given(&[labels], 100).unwrap()), ..usual };
    assert!(!is_guided(&given));
    assert!(is_guided(&CrossFitOptions { guide: Guide::Linear, ..given }));
}

#[test]
fn guided_parts_are_up_to_four_if_they_have_250_rows() {
    let mut rng = seeded(27);
    let counts = |rows: usize, options: &CrossFitOptions| {
        let case = random_case_of(2, rows, &[KernelFamily::Gaussian], 1.0, &mut rng);
        let prepared = Prepared::in_parts(&case.table, &case.options, options, &Execution::default()).unwrap();
        prepared.grid().map(|grid| (grid.parts, grid.repeats)).unwrap()
    };
    let mut counts = counts;
    let usual = CrossFitOptions::default();
    for (rows, expected) in [(749, (2, 10)), (750, (3, 5)), (1000, (4, 4)), (3000, (4, 4)), (4001, (5, 3))] {
        assert_eq!(counts(rows, &usual), expected, "{rows} rows");
    }
    let plain = CrossFitOptions { guide: Guide::None, ..usual.clone() };
    assert_eq!(counts(1000, &plain), (2, 10));
    let groups = Division::Groups((0..1000).map(|row| row % 10).collect());
    assert_eq!(counts(1000, &CrossFitOptions { division: groups, ..usual.clone() }), (2, 10));
    let part_rows = NonZeroUsize::new(100).unwrap();
    assert_eq!(counts(1000, &CrossFitOptions { part_rows, ..usual }), (10, 2));
}

#[test]
fn the_number_of_threads_changes_no_bit_of_guided_groups_of_parts() {
    let mut rng = seeded(25);
    let case = random_case_of(4, 25 * 40, &[KernelFamily::Gaussian, KernelFamily::Laplace], 1.0, &mut rng);
    let options = CrossFitOptions { part_rows: NonZeroUsize::new(40).unwrap(), ..CrossFitOptions::default() };
    let [truth, learnt] = [&case.truth, &case.learnt].map(|dag| GraphClass::from(dag.clone()));
    let scores = |execution: &Execution<'_>| {
        let prepared = Prepared::in_parts(&case.table, &case.options, &options, execution).unwrap();
        assert!(prepared.is_guided());
        prepared.scores(&truth, &[&learnt], Effects::single(&Selection::all(4)), execution).unwrap()
    };
    let alone = scores(&Execution::default());
    assert!(alone[0].as_ref().unwrap().total() > 0.0, "something is estimated");
    for threads in [2, 3, 16] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert_eq!(scores(&Execution::default().on(&pool)), alone, "{threads} threads");
    }
}

#[test]
fn categories_are_as_codes_with_the_delta_kernel() {
    let mut rng = seeded(20);
    let mut parted = random_parted(1, 1, &mut rng);
    let rows = parted.case.table.row_count();
    let codes: Vec<Vec<u32>> =
        (0..parted.case.truth.node_count()).map(|_| (0..rows).map(|_| rng.random_range(0..3)).collect()).collect();
    parted.case.problem.columns =
        codes.iter().map(|codes| codes.iter().map(|&code| f64::from(code)).collect()).collect();
    parted.case.problem.kernels.fill(contsid_oracle::contsid::Kernel::Delta);
    (parted.case.problem.interventions, parted.case.problem.normalisation) = (None, Normalisation::Norm);
    parted.case.problem.agreement = Agreement::Never;
    parted.case.options = options_of(&parted.case.problem, &[]);
    let levels: Vec<String> = ["a", "b", "c"].map(str::to_owned).to_vec();
    let columns = codes.into_iter().map(|codes| Column::Categorical { codes, levels: levels.clone() });
    parted.case.table = Table::new(NodeNames::numbered(parted.case.truth.node_count()), columns.collect()).unwrap();
    let nodes = parted.case.truth.node_count();
    (parted.case.truth, parted.case.learnt) = (random_dag(nodes, 0.7, &mut rng), random_dag(nodes, 0.7, &mut rng));
    let expected = parted.expected(&parted.case.truth, &parted.case.learnt);
    assert!(expected.sum > 0.0, "something is estimated");
    check("categories", &parted.single(&GraphClass::from(parted.case.learnt.clone())), &expected);
}

/// The answers for the members of a class one by one: their smallest and largest sums, with the error of that member.
fn check_bounds(what: &str, answers: &[CrossFitAnswer], bounds: &Score) {
    let lowest = answers.iter().min_by(|a, b| a.sum.total_cmp(&b.sum)).unwrap();
    let highest = answers.iter().max_by(|a, b| a.sum.total_cmp(&b.sum)).unwrap();
    assert_eq!(bounds.exactness, Exactness::Exact);
    for (end, found, expected) in [("lower", bounds.sum.lower, lowest), ("upper", bounds.sum.upper, highest)] {
        close(&format!("{what}: {end}"), found.value, expected.sum);
        // Two members may attain a bound together.
        let errors =
            answers.iter().filter(|answer| (answer.sum - expected.sum).abs() < 1e-9).map(|answer| answer.error);
        let se = found.se.unwrap();
        assert!(
            errors.clone().any(|error| (error - se).abs() <= TOLERANCE),
            "{what}: {end}: {se} {:?}",
            errors.collect::<Vec<_>>()
        );
    }
    for pair in &uncertain(bounds) {
        let of_member = |answer: &CrossFitAnswer| {
            let same = |other: &&contsid_oracle::crossfit::PairAnswer| {
                other.outcome == pair.outcome.index()
                    && other.treatments.iter().copied().eq(pair.treatments.iter().map(NodeId::index))
            };
            answer.pairs.iter().find(same).map_or(0.0, |pair| pair.distance)
        };
        let largest = answers.iter().map(of_member).fold(0.0, f64::max);
        close(&format!("{what}: largest distance of a pair"), pair.distance().unwrap(), largest);
    }
}

#[test]
fn bounds_are_those_of_members_with_their_errors() {
    let mut rng = seeded(21);
    let mut classes = 0;
    for round in 0..40 {
        for size in [1, 2] {
            let parted = random_parted(round, size, &mut rng);
            let class = GraphClass::from(Cpdag::of(&parted.case.learnt));
            let members = class.members().take(9).count();
            if !(2..=6).contains(&members) || classes == 10 {
                continue;
            }
            classes += 1;
            let score = if size == 1 { parted.single(&class) } else { parted.joint(&class) };
            assert!(!score.is_determined, "the class has several members");
            let answers: Vec<CrossFitAnswer> =
                class.members().map(|member| parted.expected(&parted.case.truth, &member)).collect();
            check_bounds(&format!("round {round}, sets of {size}"), &answers, &score);
        }
    }
    assert_eq!(classes, 10);
}

#[test]
fn bounds_of_a_true_class_are_those_of_its_members() {
    let mut rng = seeded(26);
    let mut classes = 0;
    for round in 0..40 {
        let parted = random_parted(round, 1, &mut rng);
        let truth = GraphClass::from(Cpdag::of(&parted.case.truth));
        if !(2..=6).contains(&truth.members().take(9).count()) || classes == 5 {
            continue;
        }
        classes += 1;
        let learnt = GraphClass::from(parted.case.learnt.clone());
        let score = parted.single_of(&truth, &learnt, &Selection::all(parted.case.truth.node_count()));
        assert!(!score.is_determined, "the class has several members");
        let answers: Vec<CrossFitAnswer> =
            truth.members().map(|member| parted.expected(&member, &parted.case.learnt)).collect();
        check_bounds(&format!("round {round}"), &answers, &score);
    }
    assert_eq!(classes, 5);
}
