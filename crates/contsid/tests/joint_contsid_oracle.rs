//! contSID of joint interventions against the literal equations.

mod support;

use contsid::adjustment::AdjustmentRule;
use contsid::distance::Selection;
use contsid::distance::bounds::Span;
use contsid::effect::{
    Agreement, ContSidError, InterventionPoints, Interventions, JointLimits, LambdaChoice, Prepared, Score,
    TreatmentSets, TreatmentView, contsid_limits, leave_one_out_grid,
};
use contsid::embedding::Estimator;
use contsid::execution::Execution;
use contsid::graph::{Cpdag, Dag, GraphClass, GraphPair, NodeId};
use contsid::kernel::KernelFamily;
use contsid::named::Named;
use contsid_oracle::contsid::Lambda;
use contsid_oracle::joint_contsid::{JointAnswer, Points, Rule};
use rand::{Rng, RngExt};
use support::asks::{Asks, flat};
use support::problems::{Case, random_case_of};
use support::{literal, seeded};

/// What rounding leaves of a distance that is zero.
const ZERO: f64 = 1e-13;

/// Both sides solve systems whose condition number is at most some hundreds.
const RELATIVE: f64 = 1e-11;

/// What treatments that are set together are set to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Values {
    /// Observed rows, or the points of each column combined.
    OfCase,
    /// Rows of a table of all columns.
    Rows,
    /// The first column at two points, the others at observed rows.
    Mixed,
}

struct Joint {
    case: Case,
    rule: Rule,
    sets: Vec<Vec<usize>>,
    values: Values,
    /// The rows of the table and their weights.
    rows: Vec<(Vec<f64>, f64)>,
}

fn dag(nodes: usize, edges: &[(usize, usize)]) -> Dag {
    Dag::from_edges(nodes, edges.iter().map(|&(a, b)| (NodeId::new(a), NodeId::new(b)))).expect("no cycle")
}

fn random_joint(round: usize, rng: &mut impl Rng) -> Joint {
    let ridge = [0.1, 0.3, 1.0, 3.0, 50.0][round % 5];
    let (nodes, samples) = (rng.random_range(3..=6), rng.random_range(2..=60));
    let mut case = random_case_of(nodes, samples, KernelFamily::CHOICES, ridge, rng);
    let nodes = case.truth.node_count();
    let (size, rule) =
        (1 + round % 3.min(nodes - 1), if round.is_multiple_of(4) { Rule::Optimal } else { Rule::Parents });
    let subsets = (1..1_usize << nodes).map(|bits| (0..nodes).filter(|node| bits >> node & 1 == 1).collect::<Vec<_>>());
    let sets = subsets.filter(|set| set.len() == size).collect();
    case.options.adjustment = match rule {
        Rule::Parents => AdjustmentRule::Parents,
        Rule::Optimal => AdjustmentRule::Optimal,
    };
    let values = if round.is_multiple_of(3) { [Values::Rows, Values::Mixed][round / 3 % 2] } else { Values::OfCase };
    let rows = set_values(&mut case, values, rng);
    Joint { case, rule, sets, values, rows }
}

/// Makes the options say what the treatments are set to; the rows of the table, if there is one.
fn set_values(case: &mut Case, values: Values, rng: &mut impl Rng) -> Vec<(Vec<f64>, f64)> {
    if values == Values::OfCase {
        return Vec::new();
    }
    case.options.interventions.exceptions.clear();
    case.problem.interventions = None;
    let (columns, samples) = (case.problem.columns.clone(), case.table.row_count());
    let mut near = |_| {
        (
            columns.iter().map(|column| column[rng.random_range(0..samples)]).collect::<Vec<f64>>(),
            rng.random_range(0.1..1.0),
        )
    };
    let mut rows: Vec<(Vec<f64>, f64)> = (0..5).map(&mut near).collect();
    rows.truncate(if values == Values::Mixed { 2 } else { 5 });
    let total: f64 = rows.iter().map(|row| row.1).sum();
    for row in &mut rows {
        row.1 /= total;
    }
    let weights: Vec<f64> = rows.iter().map(|row| row.1).collect();
    let by_column = (0..columns.len()).map(|column| rows.iter().map(|row| row.0[column]).collect::<Vec<f64>>());
    let points = InterventionPoints::rows(by_column.collect(), &weights).expect("a table");
    let kept = if values == Values::Mixed { 1 } else { points.len() };
    for (index, points) in points.into_iter().enumerate().take(kept) {
        case.options.interventions.exceptions.insert(format!("V{}", index + 1), Interventions::Points(points));
    }
    rows
}

impl Joint {
    /// The joint values of a set of treatments, literally.
    fn points(&self, set: &[usize]) -> Points {
        let problem = &self.case.problem;
        let pick = |row: &Vec<f64>| set.iter().map(|&column| row[column]).collect::<Vec<f64>>();
        match (self.values, &problem.interventions) {
            (Values::Rows, _) => self.rows.iter().map(|(row, weight)| (pick(row), *weight)).collect(),
            (Values::Mixed, _) if set.contains(&0) => {
                let others = problem.observed_rows(set);
                let with = |row: &Vec<f64>, first: f64| [&[first], &row[1..]].concat();
                let combined = self.rows.iter().flat_map(|(first, share)| {
                    others.iter().map(move |(row, weight)| (with(row, first[0]), share * weight))
                });
                combined.collect()
            }
            (Values::OfCase, Some(lists)) => set.iter().fold(vec![(Vec::new(), 1.0)], |points: Points, &column| {
                let longer = points.iter().flat_map(|(values, weight)| {
                    lists[column].iter().map(move |(value, share)| ([&values[..], &[*value]].concat(), weight * share))
                });
                longer.collect()
            }),
            _ => problem.observed_rows(set),
        }
    }

    fn expected(&self) -> Vec<JointAnswer> {
        let (truth, learnt) = (literal(&self.case.truth), literal(&self.case.learnt));
        self.case.problem.joint(&truth, &learnt, &self.sets, self.rule, &|set| self.points(set))
    }

    /// None where an intervention has no data near it.
    fn found(&self) -> Option<Score> {
        let nodes = self.case.truth.node_count();
        let sets = self.sets.iter().map(|set| set.iter().map(|&node| NodeId::new(node)));
        let sets = TreatmentSets::new(nodes, sets).expect("sets");
        let prepared = Prepared::new(&self.case.table, &self.case.options, &Execution::default()).expect("a table");
        let pair = GraphPair::new(&self.case.truth, &self.case.learnt).expect("the same nodes");
        match prepared.joint(pair, &sets, &Selection::all(nodes), JointLimits::default(), &Execution::default()) {
            Ok(found) => Some(found),
            Err(ContSidError::WeightSum { .. }) => None,
            Err(error) => panic!("{error}"),
        }
    }
}

/// The largest relative error; labels and left-out pairs must be equal.
fn relative_error(found: &Score, expected: &[JointAnswer]) -> f64 {
    let pairs = flat(found);
    assert_eq!(pairs.len(), expected.len());
    let mut worst = 0.0_f64;
    for (pair, answer) in pairs.iter().zip(expected) {
        let treatments: Vec<usize> = pair.treatments.iter().map(NodeId::index).collect();
        assert_eq!((&treatments, pair.outcome.index()), (&answer.treatments, answer.outcome));
        assert_eq!(pair.label, answer.label, "{treatments:?} on {}", answer.outcome);
        assert_eq!(pair.distance().is_some(), answer.distance.is_some());
        let (Some(found), Some(expected)) = (pair.distance(), answer.distance) else { continue };
        assert!(found.is_finite() && found >= 0.0);
        let error = (found - expected).abs();
        if error > ZERO {
            worst = worst.max(error / expected);
        }
    }
    let distances: Vec<f64> = expected.iter().filter_map(|answer| answer.distance).collect();
    assert_eq!(found.left_out, Span::point(expected.len() - distances.len()));
    let sum: f64 = distances.iter().sum();
    assert!((found.total() - sum).abs() <= RELATIVE * sum.max(1.0));
    match found.mean {
        Some(Span { upper: mean, .. }) => {
            assert!((mean * distances.len() as f64 - sum).abs() <= RELATIVE * sum.max(1.0));
        }
        None => assert!(distances.is_empty()),
    }
    worst
}

#[test]
fn equal_within_eleven_digits() {
    let mut rng = seeded(81);
    let (mut compared, mut left_out, mut crossed) = (0, 0, 0);
    for round in 0..180 {
        let joint = random_joint(round, &mut rng);
        let Some(found) = joint.found() else { continue };
        let error = relative_error(&found, &joint.expected());
        assert!(error <= RELATIVE, "round {round}: {error:e} with {:?}", joint.case.options);
        compared += 1;
        left_out += found.left_out.upper;
        crossed += flat(&found).iter().filter(|pair| pair.label == "3.2").count();
    }
    assert!(compared > 150 && left_out > 10 && crossed > 200, "{compared} comparisons, {left_out} left out, {crossed}");
}

/// Rough kernels on many rows: the outcome has no factor of few columns, and there are more interventions than are
/// looked at together. The truth sets both treatments, the learnt graph only the second.
#[test]
fn equal_within_eleven_digits_where_outcomes_have_no_factor() {
    let mut rng = seeded(86);
    for families in [[KernelFamily::Laplace], [KernelFamily::Matern52]] {
        let case = random_case_of(3, 270, &families, 1.0, &mut rng);
        let mut case = case.with_dependent_columns(&families, 1.0, &mut rng);
        (case.truth, case.learnt) = (dag(3, &[(0, 2), (1, 2)]), dag(3, &[(1, 2)]));
        (case.problem.agreement, case.options.agreement) =
            (contsid_oracle::contsid::Agreement::Never, Agreement::Never);
        (case.problem.estimator, case.options.estimator) =
            (contsid_oracle::contsid::Estimator::Centred, Estimator::Centred);
        let joint =
            Joint { case, rule: Rule::Parents, sets: vec![vec![0, 1]], values: Values::OfCase, rows: Vec::new() };
        let found = joint.found().expect("every intervention was observed");
        assert_eq!(flat(&found).last().map(|pair| pair.label), Some("3.2"));
        let error = relative_error(&found, &joint.expected());
        assert!(error <= RELATIVE, "{error:e} with {families:?}");
    }
}

#[test]
fn leave_one_out_chooses_as_refitting_does() {
    let mut rng = seeded(82);
    let mut compared = 0;
    for round in 0.. {
        let mut joint = random_joint(round, &mut rng);
        let rows = joint.case.table.row_count();
        if rows > 14 || joint.case.truth.node_count() > 5 {
            continue;
        }
        let grid = leave_one_out_grid(rows).iter().map(|lambda| lambda.value()).collect();
        joint.case.problem.lambda = Lambda::LeaveOneOut(grid);
        joint.case.options.lambda = LambdaChoice::LeaveOneOut;
        let Some(found) = joint.found() else { continue };
        let expected = joint.expected();
        let pairs = flat(&found);
        assert_eq!(pairs.len(), expected.len());
        for (pair, answer) in pairs.iter().zip(expected) {
            assert_eq!(pair.distance().is_some(), answer.distance.is_some(), "round {round}: {pair:?}");
            let (Some(found), Some(expected)) = (pair.distance(), answer.distance) else { continue };
            let error = (found - expected).abs();
            // N λ may be 0.001 for up to 14 samples: the condition number times the rounding.
            assert!(error <= 4.0 * 14_001.0 * f64::EPSILON, "round {round}: {error:e}");
        }
        compared += 1;
        if compared == 8 {
            break;
        }
    }
}

/// `compare` by optimal sets is the oracle's answer for sets of one treatment.
#[test]
fn optimal_sets_of_single_treatments() {
    let mut rng = seeded(83);
    let mut compared = 0;
    for round in 0..60 {
        let mut joint = random_joint(3 * round, &mut rng);
        joint.case.options.adjustment = AdjustmentRule::Optimal;
        joint.rule = Rule::Optimal;
        joint.sets = (0..joint.case.truth.node_count()).map(|node| vec![node]).collect();
        let prepared = Prepared::new(&joint.case.table, &joint.case.options, &Execution::default()).expect("a table");
        let pair = GraphPair::new(&joint.case.truth, &joint.case.learnt).expect("the same nodes");
        let found = match prepared.compare(pair, &Execution::default()) {
            Ok(found) => found,
            Err(ContSidError::WeightSum { .. }) => continue,
            Err(error) => panic!("{error}"),
        };
        for answer in joint.expected() {
            let (treatment, outcome) = (NodeId::new(answer.treatments[0]), NodeId::new(answer.outcome));
            assert_eq!(found.case(treatment, outcome).map(contsid::effect::Case::label), Some(answer.label));
            let view = TreatmentView::by_rule(pair, treatment, AdjustmentRule::Optimal);
            assert_eq!(view.case(outcome, joint.case.options.agreement).label(), answer.label);
            let expected = answer.distance.expect("single treatments have adjustment sets");
            let error = (found.distance(treatment, outcome) - expected).abs();
            assert!(error <= ZERO.max(RELATIVE * expected), "round {round}: {error:e}");
        }
        compared += 1;
    }
    assert!(compared > 45, "only {compared} comparisons");
}

/// Row i is a function of the parents of i also where each outcome has an optimal set of its own.
#[test]
fn bounds_by_optimal_sets_equal_all_pairs_of_members() {
    let mut rng = seeded(84);
    let mut compared = 0;
    for round in 0..60 {
        let mut joint = random_joint(3 * round, &mut rng);
        joint.case.options.adjustment = AdjustmentRule::Optimal;
        let [truth, learnt] = [&joint.case.truth, &joint.case.learnt].map(|dag| GraphClass::from(Cpdag::of(dag)));
        if truth.members().count() * learnt.members().count() > 100 {
            continue;
        }
        let prepared = Prepared::new(&joint.case.table, &joint.case.options, &Execution::default()).expect("a table");
        let (classes, all) =
            (GraphPair::new(&truth, &learnt).expect("the same nodes"), Selection::all(truth.node_count()));
        let found = match prepared.bounds(classes, &all, contsid_limits(), &Execution::default()) {
            Ok(found) => found,
            Err(ContSidError::WeightSum { .. }) => continue,
            Err(error) => panic!("{error}"),
        };
        let totals: Vec<f64> = truth
            .members()
            .flat_map(|first| {
                let total = |second| {
                    let pair = GraphPair::new(&first, &second).expect("the same nodes");
                    prepared.compare(pair, &Execution::default()).expect("a fit").total()
                };
                learnt.members().map(total).collect::<Vec<_>>()
            })
            .collect();
        let (lower, upper) =
            totals.iter().fold((f64::INFINITY, 0.0_f64), |(a, b), &total| (a.min(total), b.max(total)));
        assert!(
            (found.span().lower - lower).abs() <= 1e-10 * upper.max(1.0),
            "round {round}: {} {lower}",
            found.span().lower
        );
        assert!(
            (found.span().upper - upper).abs() <= 1e-10 * upper.max(1.0),
            "round {round}: {} {upper}",
            found.span().upper
        );
        compared += 1;
    }
    assert!(compared > 30, "only {compared} comparisons");
}
