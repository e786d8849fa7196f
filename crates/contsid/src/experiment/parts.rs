//! How observational rows and the rows of experiments are divided.

use super::{Experiment, JudgeError};
use crate::effect::estimate::rows::PartCounts;
use crate::effect::{CrossFitOptions, Division, LEAST_PART_ROWS, PartGrid, PartSizes, Partition, PartitionError};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The fewest rows of an experiment's part, if the number of parts is not given.
const EXPERIMENT_PART_ROWS: usize = 10;

/// The parts of all tables, with the same numbers of parts and repeats.
pub(super) struct ExperimentParts {
    pub(super) grid: PartGrid,
    pub(super) data: Partition,
    pub(super) experiments: Vec<Partition>,
    /// The most observational rows of one system.
    most_rows: usize,
}

impl ExperimentParts {
    pub(super) fn new(rows: usize, experiments: &[Experiment], options: &CrossFitOptions) -> Result<Self, JudgeError> {
        let counts = counts(rows, experiments, options);
        let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
        let data = divided(&options.division, rows, PartCounts { least: LEAST_PART_ROWS, ..counts }, &mut rng)
            .map_err(|error| JudgeError::Estimation(error.into()))?;
        let part = |(index, experiment): (u64, &Experiment)| {
            rng.set_stream(index);
            let rows = experiment.table().row_count();
            let partition = divided(experiment.division(), rows, PartCounts { least: 1, ..counts }, &mut rng)
                .map_err(|error| JudgeError::Partition { experiment: experiment.label(), error })?;
            check_counts(experiment, &partition, counts)?;
            Ok(partition)
        };
        let experiments = (1..).zip(experiments).map(part).collect::<Result<Vec<_>, JudgeError>>()?;
        let most_rows = match options.division {
            Division::Given(_) => usize::MAX,
            Division::Random | Division::Groups(_) => options.part_rows.get(),
        };
        Ok(Self { grid: PartGrid::ungrouped(counts.repeats, counts.parts), data, experiments, most_rows })
    }

    /// The rows of a part in equal pieces, each small enough for a system. Their predictions are averaged.
    pub(super) fn pieces(&self, rows: &[usize]) -> Vec<Vec<usize>> {
        let count = rows.len().div_ceil(self.most_rows).max(1);
        (0..count).map(|first| rows.iter().skip(first).step_by(count).copied().collect()).collect()
    }
}

/// The numbers of parts and repeats: as given, or as many as rows and experiments allow.
fn counts(rows: usize, experiments: &[Experiment], options: &CrossFitOptions) -> PartCounts {
    let divisions = std::iter::once(&options.division).chain(experiments.iter().map(Experiment::division));
    if let Some(partition) = divisions.clone().find_map(given) {
        return PartCounts { parts: partition.part_count(), repeats: partition.repeat_count(), least: 1 };
    }
    let of_experiments = experiments.iter().map(|experiment| experiment.table().row_count() / EXPERIMENT_PART_ROWS);
    let of_groups = divisions.filter_map(|division| match division {
        Division::Groups(groups) => Some(distinct(groups)),
        Division::Random | Division::Given(_) => None,
    });
    let most = of_experiments.chain(of_groups).min().unwrap_or(usize::MAX);
    PartSizes { part_rows: options.part_rows, repeats: options.repeats }.counts(rows, most)
}

fn given(division: &Division) -> Option<&Partition> {
    match division {
        Division::Given(partition) => Some(partition),
        Division::Random | Division::Groups(_) => None,
    }
}

fn distinct(groups: &[u32]) -> usize {
    groups.iter().collect::<std::collections::BTreeSet<_>>().len()
}

fn divided(
    division: &Division,
    rows: usize,
    counts: PartCounts,
    rng: &mut ChaCha8Rng,
) -> Result<Partition, PartitionError> {
    let checked = |labels: usize| {
        if labels == rows { Ok(()) } else { Err(PartitionError::Length { labels, repeat: 0, repeats: 1, rows }) }
    };
    match division {
        Division::Random => Partition::random_parts(rows, counts, rng),
        Division::Groups(groups) => {
            checked(groups.len())?;
            Partition::grouped_parts(groups, counts, rng)
        }
        Division::Given(partition) => {
            checked(partition.row_count())?;
            Ok(partition.clone())
        }
    }
}

fn check_counts(experiment: &Experiment, partition: &Partition, expected: PartCounts) -> Result<(), JudgeError> {
    let (parts, repeats) = (partition.part_count(), partition.repeat_count());
    if (parts, repeats) == (expected.parts, expected.repeats) {
        return Ok(());
    }
    Err(JudgeError::PartCounts {
        experiment: experiment.label(),
        parts,
        repeats,
        expected_parts: expected.parts,
        expected_repeats: expected.repeats,
    })
}
