//! Graphs judged by experiments against the literal equations: all kernels, ties, categories, weights, several
//! treatments at once, both rules of adjustment, and classes.

#![allow(clippy::unwrap_used, reason = "a test that cannot build its case fails")]

mod support;

use contsid::adjustment::AdjustmentRule;
use contsid::data::{Column, Table};
use contsid::distance::bounds::Exactness;
use contsid::effect::{CrossFitOptions, Division, Partition, Ridge};
use contsid::execution::Execution;
use contsid::experiment::{Experiment, Forecast, GraphJudgement, JudgeOptions, Judgement, judge};
use contsid::graph::{Cpdag, Dag, GraphClass, MixedGraph, NodeId, NodeNames, NodeSet};
use contsid::kernel::KernelFamily;
use contsid::named::Named;
use contsid_oracle::contsid as oracle;
use contsid_oracle::crossfit::{Parts, standard_error};
use contsid_oracle::joint_contsid::Rule;
use contsid_oracle::judge::{Experiment as LiteralExperiment, Verdict};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use support::problems::{normal, options_of, random_case_of, table_of};
use support::{literal, random_dag, seeded};

/// Both sides solve systems with condition numbers of a few hundred.
const TOLERANCE: f64 = 1e-9;

/// Scores that are zero but for rounding.
const ROUNDING: f64 = 1e-15;

const NODES: usize = 4;

/// Three parts of 21.
const ROWS: usize = 63;

const EXPERIMENT_ROWS: usize = 14;

/// The same experiments in the form of the core and of the oracle.
struct Tried {
    table: Table,
    experiments: Vec<Experiment>,
    options: JudgeOptions,
    problem: oracle::Problem,
    literal: Vec<LiteralExperiment>,
    parts: Parts,
    rule: Rule,
}

fn random_labels(rows: usize, (parts, repeats): (usize, usize), rng: &mut impl Rng) -> Vec<Vec<usize>> {
    let mut labels = |_| {
        let mut labels: Vec<usize> = (0..rows).map(|row| row % parts).collect();
        labels.shuffle(rng);
        labels
    };
    (0..repeats).map(&mut labels).collect()
}

/// Rows near observed ones, of which what was not set has moved; what was set is now and then exactly an observed
/// value, as the delta kernel needs it.
fn recorded(columns: &[Vec<f64>], treatments: &[usize], rng: &mut impl Rng) -> Vec<Vec<f64>> {
    let mut column = |(index, observed): (usize, &Vec<f64>)| {
        let is_set = treatments.contains(&index);
        let shift = if is_set { 0.0 } else { rng.random_range(-2.0..2.0) };
        let mut value = |row: usize| {
            let noise = if is_set && row.is_multiple_of(3) { 0.0 } else { 0.3 * normal(rng) };
            observed[rng.random_range(0..observed.len())] + shift + noise
        };
        (0..EXPERIMENT_ROWS).map(&mut value).collect()
    };
    columns.iter().enumerate().map(&mut column).collect()
}

fn random_tried(round: usize, families: &[KernelFamily], sets: &[Vec<usize>], rng: &mut impl Rng) -> Tried {
    let case = random_case_of(NODES, ROWS, families, 1.0, rng);
    let counts = (2 + round % 2, 1 + round % 3);
    let rule = if round.is_multiple_of(3) { Rule::Optimal } else { Rule::Parents };
    let mut experiment = |treatments: &Vec<usize>| LiteralExperiment {
        columns: recorded(&case.problem.columns, treatments, rng),
        treatments: treatments.clone(),
        weights: (0..EXPERIMENT_ROWS).map(|_| rng.random_range(0.2..3.0)).collect(),
        labels: random_labels(EXPERIMENT_ROWS, counts, rng),
    };
    let literal: Vec<LiteralExperiment> = sets.iter().map(&mut experiment).collect();
    let parts = Parts {
        labels: random_labels(ROWS, counts, rng),
        ridge: [0.1, 0.5, 2.0][round % 3],
        is_guided: false,
        is_checked: false,
    };
    let options =
        JudgeOptions { kernel: case.options.kernel, bandwidth: case.options.bandwidth, ..crossfit(&parts, rule) };
    let experiments = literal.iter().map(|given| checked(given, table_of(&given.columns))).collect();
    Tried { table: case.table, experiments, options, problem: case.problem, literal, parts, rule }
}

/// The options of the parts and the rule.
fn crossfit(parts: &Parts, rule: Rule) -> JudgeOptions {
    let partition = Partition::given(&parts.labels, parts.labels[0].len()).unwrap();
    let crossfit = CrossFitOptions {
        division: Division::Given(partition),
        ridge: Ridge::new(parts.ridge).unwrap(),
        ..CrossFitOptions::default()
    };
    let adjustment = match rule {
        Rule::Parents => AdjustmentRule::Parents,
        Rule::Optimal => AdjustmentRule::Optimal,
    };
    JudgeOptions { crossfit, adjustment, ..JudgeOptions::default() }
}

fn checked(given: &LiteralExperiment, table: Table) -> Experiment {
    let treatments = NodeSet::of(NODES, given.treatments.iter().map(|&node| NodeId::new(node)));
    let partition = Partition::given_for_experiment(&given.labels, EXPERIMENT_ROWS).unwrap();
    let experiment = Experiment::new(treatments, table).unwrap().divided(Division::Given(partition));
    experiment.with_weights(given.weights.clone()).unwrap()
}

impl Tried {
    fn expected(&self, graph: &Dag) -> Verdict {
        self.problem.judge(&literal(graph), &self.literal, &self.parts, self.rule)
    }

    fn found(&self, graphs: &[MixedGraph]) -> Judgement {
        let graphs: Vec<&MixedGraph> = graphs.iter().collect();
        judge(&graphs, &self.table, &self.experiments, &self.options, &Execution::default()).unwrap()
    }

    /// Judges the graphs, and compares everything; what each graph says about each pair.
    fn check(&self, what: &str, dags: &[Dag]) -> Vec<Forecast> {
        let found = self.found(&dags.iter().cloned().map(MixedGraph::from).collect::<Vec<_>>());
        let expected: Vec<Verdict> = dags.iter().map(|dag| self.expected(dag)).collect();
        for (index, (graph, expected)) in found.graphs.iter().zip(&expected).enumerate() {
            check_pairs(&format!("{what}, graph {index}"), graph, expected);
        }
        // Continuous values under the delta kernel: no two rows are alike, and all scores between parts are zero.
        if expected[0].pairs.iter().all(|pair| pair.no_effect.abs() < ROUNDING) {
            assert!(!found.has_effect(), "{what}: rounding is no effect");
            return Vec::new();
        }
        for (index, (graph, expected)) in found.graphs.iter().zip(&expected).enumerate() {
            check_skill(&format!("{what}, graph {index}"), graph, expected);
            let difference = graph.difference(&found.graphs[0]).unwrap();
            close(
                &format!("{what}: error of a difference"),
                difference.se,
                difference_error(expected, &self.expected(&dags[0])),
            );
        }
        found.graphs.iter().flat_map(|graph| graph.pairs.iter().map(|pair| pair.forecast)).collect()
    }
}

fn close(what: &str, found: f64, expected: f64) {
    assert!((found - expected).abs() <= TOLERANCE * expected.abs().max(1.0), "{what}: {found} instead of {expected}");
}

fn check_pairs(what: &str, found: &GraphJudgement, expected: &Verdict) {
    assert_eq!(found.pairs.len(), expected.pairs.len(), "{what}");
    for (pair, expected) in found.pairs.iter().zip(&expected.pairs) {
        assert_eq!((pair.experiment, pair.outcome.index()), (expected.experiment, expected.outcome), "{what}");
        let name = format!("{what}: experiment {}, outcome {}", pair.experiment, pair.outcome.index());
        close(&format!("{name}: score"), pair.score, expected.score);
        close(&format!("{name}: score of no effect"), pair.no_effect, expected.no_effect);
    }
}

fn check_skill(what: &str, found: &GraphJudgement, expected: &Verdict) {
    close(&format!("{what}: skill"), found.skill.value, expected.skill);
    close(&format!("{what}: its error"), found.skill.se.unwrap(), expected.error);
}

fn difference_error(one: &Verdict, other: &Verdict) -> f64 {
    let rows = one.deviations.iter().zip(&other.deviations);
    standard_error(&rows.map(|(a, b)| a.iter().zip(b).map(|(a, b)| a - b).collect()).collect())
}

fn random_dags(count: usize, rng: &mut impl Rng) -> Vec<Dag> {
    (0..count).map(|_| random_dag(NODES, 0.6, rng)).collect()
}

/// 0 → 2 → 1 → 3 and 2 → 3: the effect of 0 and 1 together on 3 goes through 2, which is also what 1 must be adjusted
/// for.
fn unidentified_dag() -> Dag {
    let edges = [(0, 2), (2, 1), (1, 3), (2, 3)];
    Dag::from_edges(NODES, edges.map(|(from, to)| (NodeId::new(from), NodeId::new(to)))).unwrap()
}

fn how_many(forecasts: &[Forecast], wanted: Forecast) -> usize {
    forecasts.iter().filter(|&&forecast| forecast == wanted).count()
}

#[test]
fn every_kernel_is_as_the_equations_say() {
    let mut rng = seeded(31);
    for &family in KernelFamily::CHOICES {
        for round in 0..3 {
            let tried = random_tried(round, &[family], &[vec![0], vec![2]], &mut rng);
            let forecasts = tried.check(&format!("{family}, round {round}"), &random_dags(2, &mut rng));
            assert!(how_many(&forecasts, Forecast::Adjusted) > 0, "{family}, round {round}: something is predicted");
        }
    }
}

#[test]
fn mixed_kernels_and_joint_experiments_are_as_the_equations_say() {
    let mut rng = seeded(32);
    let (mut adjusted, mut unidentified) = (0, 0);
    for round in 0..12 {
        let sets = [vec![0, 1], vec![1, 3], vec![2]];
        let tried = random_tried(round, KernelFamily::CHOICES, &sets, &mut rng);
        let mut dags = random_dags(2, &mut rng);
        dags.push(unidentified_dag());
        let forecasts = tried.check(&format!("round {round}"), &dags);
        adjusted += how_many(&forecasts, Forecast::Adjusted);
        unidentified += how_many(&forecasts, Forecast::NotIdentified);
    }
    assert!(adjusted > 50 && unidentified >= 12, "{adjusted} pairs predicted, {unidentified} not identified");
}

#[test]
fn weights_of_rows_are_not_ignored() {
    let mut tried = random_tried(1, &[KernelFamily::Gaussian], &[vec![0]], &mut seeded(33));
    let dags = random_dags(1, &mut seeded(34));
    let weighted = tried.expected(&dags[0]);
    tried.literal[0].weights.fill(2.0);
    let even = tried.expected(&dags[0]);
    assert!((weighted.pairs[0].no_effect - even.pairs[0].no_effect).abs() > 1e-3, "the weights matter");
    tried.experiments[0] = checked(&tried.literal[0], table_of(&tried.literal[0].columns));
    tried.check("even weights", &dags);
}

/// A trial of two arms, one of them never observed; the experiment's table names its levels in another order.
#[test]
fn categories_are_as_codes_with_the_delta_kernel() {
    let mut rng = seeded(35);
    for round in 0..6 {
        let mut tried = random_tried(round, &[KernelFamily::Delta], &[vec![0], vec![0, 1]], &mut rng);
        let codes = |rows: usize, rng: &mut dyn Rng| -> Vec<Vec<u32>> {
            (0..NODES).map(|_| (0..rows).map(|_| rng.random_range(0..3)).collect()).collect()
        };
        let data = codes(ROWS, &mut rng);
        tried.problem.columns = numbers(&data);
        tried.problem.kernels.fill(oracle::Kernel::Delta);
        tried.table = categories(&data, &["a", "b", "c"]);
        let options = options_of(&tried.problem, &[]);
        (tried.options.kernel, tried.options.bandwidth) = (options.kernel, options.bandwidth);
        let mut experiments = Vec::new();
        for given in &mut tried.literal {
            let mut own = codes(EXPERIMENT_ROWS, &mut rng);
            own[0] = (0..EXPERIMENT_ROWS).map(|row| if row % 2 == 0 { 1 } else { 3 }).collect();
            given.columns = numbers(&own);
            let reversed: Vec<Vec<u32>> = own.iter().map(|codes| codes.iter().map(|code| 3 - code).collect()).collect();
            experiments.push(checked(given, categories(&reversed, &["d", "c", "b", "a"])));
        }
        tried.experiments = experiments;
        tried.check(&format!("round {round}"), &random_dags(3, &mut rng));
    }
}

fn numbers(codes: &[Vec<u32>]) -> Vec<Vec<f64>> {
    codes.iter().map(|codes| codes.iter().map(|&code| f64::from(code)).collect()).collect()
}

fn categories(codes: &[Vec<u32>], levels: &[&str]) -> Table {
    let levels: Vec<String> = levels.iter().map(|&level| level.to_owned()).collect();
    let columns = codes.iter().map(|codes| Column::Categorical { codes: codes.clone(), levels: levels.clone() });
    Table::new(NodeNames::numbered(NODES), columns.collect()).unwrap()
}

/// The worst and the best member of a class, each with its own error.
#[test]
fn classes_are_judged_as_their_members_one_by_one() {
    let mut rng = seeded(36);
    let mut classes = [0, 0];
    for round in 0..40 {
        for (several, sets) in [[vec![0], vec![2]], [vec![0, 1], vec![3]]].iter().enumerate() {
            let dag = random_dag(NODES, 0.6, &mut rng);
            let class = GraphClass::from(Cpdag::of(&dag));
            if classes[several] == 6 || !(2..=8).contains(&class.members().take(9).count()) {
                continue;
            }
            classes[several] += 1;
            let tried = random_tried(round, KernelFamily::CHOICES, sets, &mut rng);
            let found = tried.found(&[MixedGraph::from(Cpdag::of(&dag))]).graphs.remove(0);
            let members: Vec<Verdict> = class.members().map(|member| tried.expected(&member)).collect();
            assert_eq!(found.exactness, Exactness::Exact);
            check_end(&format!("round {round}: worst"), found.skill, &members, |a, b| a.skill.total_cmp(&b.skill));
            let best = found.best.unwrap();
            check_end(&format!("round {round}: best"), best, &members, |a, b| b.skill.total_cmp(&a.skill));
        }
    }
    assert_eq!(classes, [6, 6]);
}

fn check_end(
    what: &str,
    found: contsid::effect::Estimate,
    members: &[Verdict],
    order: impl Fn(&Verdict, &Verdict) -> std::cmp::Ordering,
) {
    let expected = members.iter().min_by(|a, b| order(a, b)).unwrap();
    close(what, found.value, expected.skill);
    // Several members may attain a bound together.
    let mut errors = members.iter().filter(|member| (member.skill - expected.skill).abs() < TOLERANCE);
    let se = found.se.unwrap();
    assert!(errors.any(|member| (member.error - se).abs() <= TOLERANCE), "{what}: error {se}");
}

/// Ten of forty rows are set to a value that no observed one is near, the others to one in the middle. The two parts
/// are of the same size, so their mean share is that of all rows.
#[test]
fn rows_without_observed_ones_nearby_are_counted() {
    let mut rng = seeded(63);
    let cause: Vec<f64> = (0..60).map(|_| normal(&mut rng)).collect();
    let effect: Vec<f64> = cause.iter().map(|value| value + normal(&mut rng)).collect();
    let set: Vec<f64> = (0..40).map(|row| if row < 10 { 1000.0 } else { 0.0 }).collect();
    let recorded: Vec<f64> = (0..40).map(|_| normal(&mut rng)).collect();
    let treatments = NodeSet::of(2, [NodeId::new(0)]);
    let experiment = Experiment::new(treatments, table_of(&[set, recorded])).unwrap();
    let graph = MixedGraph::from(Dag::from_edges(2, [(NodeId::new(0), NodeId::new(1))]).unwrap());
    let table = table_of(&[cause, effect]);
    let found = judge(&[&graph], &table, &[experiment], &JudgeOptions::default(), &Execution::default()).unwrap();
    assert_eq!(found.experiments[0].rows, 40);
    for outside in [found.experiments[0].outside, found.graphs[0].experiments[0].outside] {
        assert!((outside - 0.25).abs() <= TOLERANCE, "{outside}");
    }
}
