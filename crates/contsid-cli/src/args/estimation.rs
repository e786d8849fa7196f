//! The options of contSID.

use super::named;
use super::table::TABLE_FILES;
use super::values::memory_size;
use clap::Args;
use contsid::adjustment::AdjustmentRule;
use contsid::effect::{Agreement, ContSidOptions, ForColumn, Interventions, LambdaChoice, Normalisation, PerColumn};
use contsid::embedding::Estimator;
use contsid::kernel::{BandwidthChoice, KernelFamily};
use contsid::named::Named;
use std::path::{Path, PathBuf};
use std::str::FromStr;

#[derive(Debug, Default, Args)]
#[command(next_help_heading = "contSID")]
pub struct EstimationArguments {
    #[arg(long, value_name = "TABLE", help = format!("{TABLE_FILES}. Columns are matched to nodes by name"))]
    pub data: Option<PathBuf>,
    /// What each graph adjusts for: the parents of the treatment, the optimal set (Henckel, Perković & Maathuis
    /// 2022), or the canonical set, as graphs with marks do
    #[arg(long, value_parser = named::<AdjustmentRule>(),
        default_value = AdjustmentRule::default().name())]
    pub adjustment: AdjustmentRule,
    /// When two graphs with a directed path agree on an effect: if one graph's adjustment set is valid in the other
    /// (either), if both are (both), if the learnt graph's is valid in the truth (learnt), or never
    #[arg(long, requires = "data", value_parser = named::<Agreement>(), default_value = Agreement::default().name())]
    pub agreement: Agreement,
    /// What a distance is divided by: the norm of the outcome's embedding (norm), that norm except in case 3.2, as the
    /// paper prints it (printed), or nothing (none)
    #[arg(long, requires = "data", value_parser = named::<Normalisation>(),
        default_value = Normalisation::default().name())]
    pub normalise: Normalisation,
    /// The ridge parameter: a number, or `loo` for leave-one-out [default: 1/N]. It changes the number from all rows
    /// alone: cross-fitted contSID has a ridge of its own
    #[arg(long, requires = "data", value_name = "NUMBER|loo|1/N")]
    pub lambda: Option<LambdaChoice>,
    /// The bandwidth of the kernels: `median` or a number, for all columns or as COLUMN=VALUE [default: median]
    #[arg(long, requires = "data", value_name = "[COLUMN=]VALUE")]
    pub bandwidth: Vec<ForColumn<BandwidthChoice>>,
    /// How estimated weights are corrected: not at all, as in the paper (plain); scaled to sum to one (normalised); or
    /// shrunk to the observed distribution instead of to zero (centred). It changes the number from all rows alone:
    /// cross-fitted contSID is the same under each
    #[arg(long, requires = "data", value_parser = named::<Estimator>(), default_value = Estimator::default().name())]
    pub estimator: Estimator,
    /// gaussian, laplace, matern32, matern52, imq or delta, for all columns or as COLUMN=KERNEL [default: gaussian, and
    /// delta for text]
    #[arg(long, requires = "data", value_name = "[COLUMN=]KERNEL")]
    pub kernel: Vec<ForColumn<KernelFamily>>,
    /// What treatments are set to: observed, grid:K, quantiles:K, points:FILE, normal:MEAN,SD,K or uniform:LOW,HIGH,K,
    /// for all columns or as COLUMN=VALUES [default: observed]. Treatments that are set together take observed values,
    /// and values of a file, from the same row; other values are combined
    #[arg(long, requires = "data", value_name = "[COLUMN=]VALUES")]
    pub interventions: Vec<ForColumn<InterventionsArgument>>,
    /// Refuse to start if more memory than this is needed, such as 8GB [default: what is available]
    #[arg(long, requires = "data", value_name = "SIZE", value_parser = memory_size)]
    pub memory_limit: Option<u64>,
}

#[derive(Clone, Debug)]
pub enum InterventionsArgument {
    Known(Interventions),
    File(PathBuf),
}

impl FromStr for InterventionsArgument {
    type Err = <Interventions as FromStr>::Err;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match Interventions::points_file(text) {
            Some(path) if !path.is_empty() => Ok(Self::File(path.into())),
            _ => Ok(Self::Known(text.parse()?)),
        }
    }
}

impl EstimationArguments {
    /// All files that are read.
    pub fn inputs(&self) -> impl Iterator<Item = &Path> {
        let points = self.interventions.iter().filter_map(|choice| match &choice.choice {
            InterventionsArgument::File(path) => Some(path.as_path()),
            InterventionsArgument::Known(_) => None,
        });
        self.data.as_deref().into_iter().chain(points)
    }

    /// The options, with values of treatments that may come from files.
    pub fn options(&self, interventions: PerColumn<Interventions>) -> ContSidOptions {
        ContSidOptions {
            adjustment: self.adjustment,
            agreement: self.agreement,
            normalise: self.normalise,
            lambda: self.lambda.unwrap_or_default(),
            estimator: self.estimator,
            kernel: self.kernel.iter().cloned().collect(),
            bandwidth: self.bandwidth.iter().cloned().collect(),
            interventions,
            memory_limit: self.memory_limit,
        }
    }
}
