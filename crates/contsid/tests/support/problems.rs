//! Random tables and options for contSID, in the form of the core and of the oracle.

use super::random_dag;
use contsid::data::{Column, Table};
use contsid::effect::{
    Agreement, ContSidOptions, InterventionPoints, Interventions, LambdaChoice, Normalisation, leave_one_out_grid,
};
use contsid::embedding::{Estimator, Lambda};
use contsid::graph::{Dag, NodeNames};
use contsid::kernel::{Bandwidth, BandwidthChoice, Kernel, KernelFamily, median_distance};
use contsid::named::Named;
use contsid_oracle::contsid as oracle;
use rand::{Rng, RngExt};

/// Two graphs, a table on their nodes, and the same in the oracle's form.
pub struct Case {
    pub truth: Dag,
    pub learnt: Dag,
    pub table: Table,
    pub options: ContSidOptions,
    pub problem: oracle::Problem,
}

impl Case {
    /// The case with observed interventions and normal columns, each of which depends on the one before it. Bandwidths
    /// are `width` times the median distance: the product of two Gaussian kernels three times as wide has few columns
    /// that matter.
    pub fn with_dependent_columns(mut self, families: &[KernelFamily], width: f64, rng: &mut impl Rng) -> Self {
        let mut before = vec![0.0; self.table.row_count()];
        for column in &mut self.problem.columns {
            for value in &mut before {
                *value += normal(rng);
            }
            column.clone_from(&before);
        }
        let mut kernel = |column: &Vec<f64>| {
            let sigma = Bandwidth::new(width * median_distance(column).value()).expect("positive");
            pick(families, rng).with_bandwidth(sigma)
        };
        let kernels: Vec<Kernel> = self.problem.columns.iter().map(&mut kernel).collect();
        self.problem.kernels = kernels.iter().map(|&kernel| oracle_kernel(kernel)).collect();
        self.problem.interventions = None;
        (self.table, self.options) = (table_of(&self.problem.columns), options_of(&self.problem, &kernels));
        self
    }
}

/// Columns of many kinds: numbers, numbers with ties, multiples of another column, constants; some rows occur twice.
pub fn random_columns(nodes: usize, rows: usize, rng: &mut impl Rng) -> Vec<Vec<f64>> {
    let mut columns: Vec<Vec<f64>> = Vec::new();
    for index in 0..nodes {
        let numbers: Vec<f64> = (0..rows).map(|_| normal(rng)).collect();
        let mix = |weight: f64, from: &[f64]| numbers.iter().zip(from).map(|(a, b)| a + weight * b).collect();
        columns.push(match rng.random_range(0..8) {
            0 => numbers.iter().map(|number| (2.0 * number).round()).collect(),
            1 if index > 0 => columns[rng.random_range(0..index)].iter().map(|number| 1.0 - 3.0 * number).collect(),
            2 => vec![4.5; rows],
            3..=5 if index > 0 => mix(rng.random_range(-3.0..3.0), &columns[rng.random_range(0..index)]),
            _ => numbers,
        });
    }
    for _ in 0..rng.random_range(0..=rows / 4) {
        let (from, to) = (rng.random_range(0..rows), rng.random_range(0..rows));
        for column in &mut columns {
            column[to] = column[from];
        }
    }
    columns
}

/// The sum of twelve uniform numbers: near enough to a normal one.
pub fn normal(rng: &mut impl Rng) -> f64 {
    (0..12).map(|_| rng.random_range(-0.5..0.5)).sum()
}

/// A problem with random graphs, columns, kernels and choices; `ridge` is N λ.
pub fn random_case(ridge: f64, rng: &mut impl Rng) -> Case {
    let (nodes, rows) = (rng.random_range(2..=9), rng.random_range(2..=80));
    random_case_of(nodes, rows, KernelFamily::CHOICES, ridge, rng)
}

/// The same with given numbers of nodes and rows, and kernels of these families.
pub fn random_case_of(nodes: usize, rows: usize, families: &[KernelFamily], ridge: f64, rng: &mut impl Rng) -> Case {
    let density = rng.random_range(0.1..1.0) * (3.0 / nodes as f64).min(1.0);
    let (truth, learnt) = (random_dag(nodes, density, rng), random_dag(nodes, density, rng));
    let columns = random_columns(nodes, rows, rng);
    let kernels: Vec<Kernel> = columns.iter().map(|column| random_kernel(column, families, rng)).collect();
    let lambda = ridge / rows as f64;
    let problem = oracle::Problem {
        kernels: kernels.iter().map(|&kernel| oracle_kernel(kernel)).collect(),
        lambda: oracle::Lambda::Fixed(lambda),
        agreement: pick(
            &[oracle::Agreement::Either, oracle::Agreement::Both, oracle::Agreement::Learnt, oracle::Agreement::Never],
            rng,
        ),
        estimator: pick(&[oracle::Estimator::Plain, oracle::Estimator::Normalised, oracle::Estimator::Centred], rng),
        normalisation: pick(
            &[oracle::Normalisation::Norm, oracle::Normalisation::Printed, oracle::Normalisation::None],
            rng,
        ),
        interventions: rng.random_bool(0.3).then(|| random_points(&columns, rng)),
        columns,
    };
    let options = options_of(&problem, &kernels);
    Case { truth, learnt, table: table_of(&problem.columns), options, problem }
}

fn pick<T: Copy>(choices: &[T], rng: &mut impl Rng) -> T {
    choices[rng.random_range(0..choices.len())]
}

fn random_kernel(column: &[f64], families: &[KernelFamily], rng: &mut impl Rng) -> Kernel {
    let sigma = median_distance(column).value() * rng.random_range(0.3..3.0);
    pick(families, rng).with_bandwidth(Bandwidth::new(sigma).expect("positive"))
}

/// Values near observed ones, so a delta kernel and the normalised estimator find data there.
fn random_points(columns: &[Vec<f64>], rng: &mut impl Rng) -> Vec<Vec<(f64, f64)>> {
    let mut points = |column: &Vec<f64>| {
        let count = rng.random_range(1..6);
        let weights: Vec<f64> = (0..count).map(|_| rng.random_range(0.1..1.0)).collect();
        let sum: f64 = weights.iter().sum();
        weights.iter().map(|weight| (column[rng.random_range(0..column.len())], weight / sum)).collect()
    };
    columns.iter().map(&mut points).collect()
}

pub fn table_of(columns: &[Vec<f64>]) -> Table {
    let names = NodeNames::numbered(columns.len());
    Table::new(names, columns.iter().cloned().map(Column::numbers).collect()).expect("columns of one length")
}

fn oracle_kernel(kernel: Kernel) -> oracle::Kernel {
    match kernel {
        Kernel::Gaussian { bandwidth } => oracle::Kernel::Gaussian(bandwidth.value()),
        Kernel::Laplace { bandwidth } => oracle::Kernel::Laplace(bandwidth.value()),
        Kernel::Matern32 { bandwidth } => oracle::Kernel::Matern32(bandwidth.value()),
        Kernel::Matern52 { bandwidth } => oracle::Kernel::Matern52(bandwidth.value()),
        Kernel::Imq { bandwidth } => oracle::Kernel::Imq(bandwidth.value()),
        Kernel::Delta => oracle::Kernel::Delta,
    }
}

/// The core's options for the oracle's problem.
pub fn options_of(problem: &oracle::Problem, kernels: &[Kernel]) -> ContSidOptions {
    let mut options = ContSidOptions {
        agreement: match problem.agreement {
            oracle::Agreement::Either => Agreement::Either,
            oracle::Agreement::Both => Agreement::Both,
            oracle::Agreement::Learnt => Agreement::Learnt,
            oracle::Agreement::Never => Agreement::Never,
        },
        normalise: match problem.normalisation {
            oracle::Normalisation::Norm => Normalisation::Norm,
            oracle::Normalisation::Printed => Normalisation::Printed,
            oracle::Normalisation::None => Normalisation::None,
        },
        estimator: match problem.estimator {
            oracle::Estimator::Plain => Estimator::Plain,
            oracle::Estimator::Normalised => Estimator::Normalised,
            oracle::Estimator::Centred => Estimator::Centred,
        },
        lambda: match &problem.lambda {
            oracle::Lambda::Fixed(lambda) => LambdaChoice::Fixed(Lambda::new(*lambda).expect("positive")),
            oracle::Lambda::LeaveOneOut(grid) => {
                assert_eq!(grid.len(), leave_one_out_grid(problem.columns[0].len()).len());
                LambdaChoice::LeaveOneOut
            }
        },
        ..ContSidOptions::default()
    };
    for (index, kernel) in kernels.iter().enumerate() {
        let name = format!("V{}", index + 1);
        options.kernel.exceptions.insert(name.clone(), kernel.family());
        if let Some(bandwidth) = kernel.bandwidth() {
            options.bandwidth.exceptions.insert(name.clone(), BandwidthChoice::Fixed(bandwidth));
        }
        if let Some(points) = &problem.interventions {
            let (values, weights) = points[index].iter().copied().unzip();
            let points = InterventionPoints::weighted(values, weights).expect("a distribution");
            options.interventions.exceptions.insert(name, Interventions::Points(points));
        }
    }
    options
}
