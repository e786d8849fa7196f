//! The choices of contSID, as they are typed.

use super::{named, points};
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use contsid::adjustment::AdjustmentRule;
use contsid::distance::contsid::{
    Agreement, ContSidOptions, InterventionError, Interventions, LambdaChoice, Normalisation, PerColumn,
};
use contsid::embedding::{Estimator, Lambda};
use contsid::graph::NodeNames;
use contsid::kernel::{Bandwidth, BandwidthChoice, KernelFamily};
use contsid::named::Named;
use std::path::PathBuf;
use std::str::FromStr;

#[derive(Debug, Default, Args)]
#[command(next_help_heading = "contSID")]
pub struct EstimationArguments {
    /// The observations: a CSV or TSV file (also .gz), NPY or NPZ. Columns are matched to nodes by name
    #[arg(long, value_name = "TABLE")]
    pub data: Option<PathBuf>,
    /// Leave out rows with missing values
    #[arg(long, requires = "data")]
    pub drop_missing: bool,
    /// What each graph adjusts for: the parents of the treatment, or the optimal set (Henckel, Perković & Maathuis 2022)
    #[arg(long, requires = "data", value_parser = named::<AdjustmentRule>(), default_value = AdjustmentRule::default().name())]
    pub adjustment: AdjustmentRule,
    /// When two graphs that both have a directed path agree on an effect: if what either graph adjusts for is a valid
    /// adjustment set in the other, in both, if the learnt ones are in the truth, or never
    #[arg(long, requires = "data", value_parser = named::<Agreement>(), default_value = Agreement::default().name())]
    pub agreement: Agreement,
    /// What a distance is divided by: the norm of the outcome's embedding, as the paper's equations are printed, nothing
    #[arg(long, requires = "data", value_parser = named::<Normalisation>(), default_value = Normalisation::default().name())]
    pub normalise: Normalisation,
    /// The ridge parameter: a number, or `loo` for leave-one-out [default: 1/N]
    #[arg(long, requires = "data", value_name = "NUMBER|loo")]
    pub lambda: Option<LambdaArgument>,
    /// The bandwidth of the kernels: `median` or a number, for all columns or as COLUMN=VALUE [default: median]
    #[arg(long, requires = "data", value_name = "[COLUMN=]VALUE")]
    pub bandwidth: Vec<ForColumn<BandwidthArgument>>,
    /// How estimated weights are corrected: not at all (plain), as in the paper; by scaling them to sum to one
    /// (normalised); or by shrinking to the observed distribution instead of to zero (centred)
    #[arg(long, requires = "data", value_parser = named::<Estimator>(), default_value = Estimator::default().name())]
    pub estimator: Estimator,
    /// gaussian, laplace, matern32, matern52, imq or delta, for all columns or as COLUMN=KERNEL [default: gaussian, and
    /// delta for text]
    #[arg(long, requires = "data", value_name = "[COLUMN=]KERNEL")]
    pub kernel: Vec<ForColumn<KernelArgument>>,
    /// What treatments are set to: observed, grid:K, quantiles:K, points:FILE, normal:MEAN,SD,K or uniform:LOW,HIGH,K,
    /// for all columns or as COLUMN=VALUES [default: observed]. Treatments that are set together take observed values, and
    /// values of a file, from the same rows; all other values are combined
    #[arg(long, requires = "data", value_name = "[COLUMN=]VALUES")]
    pub interventions: Vec<ForColumn<InterventionsArgument>>,
    /// Refuse to start if more memory than this is needed, such as 8GB [default: what is available]
    #[arg(long, requires = "data", value_name = "SIZE")]
    pub memory_limit: Option<MemorySize>,
}

#[derive(Clone, Copy, Debug)]
pub struct LambdaArgument(LambdaChoice);

impl FromStr for LambdaArgument {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        Ok(Self(match text {
            "loo" => LambdaChoice::LeaveOneOut,
            number => LambdaChoice::Fixed(Lambda::new(parse_number(number)?)?),
        }))
    }
}

#[derive(Clone, Copy, Debug)]
pub struct BandwidthArgument(BandwidthChoice);

impl FromStr for BandwidthArgument {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        Ok(Self(match text {
            "median" => BandwidthChoice::Median,
            number => BandwidthChoice::Fixed(Bandwidth::new(parse_number(number)?)?),
        }))
    }
}

#[derive(Clone, Copy, Debug)]
pub struct KernelArgument(KernelFamily);

impl FromStr for KernelArgument {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let unknown = || anyhow!("the kernels are gaussian, laplace, matern32, matern52, imq and delta");
        KernelFamily::named(text).map(Self).ok_or_else(unknown)
    }
}

#[derive(Clone, Debug)]
pub enum InterventionsArgument {
    Known(Interventions),
    File(PathBuf),
}

impl FromStr for InterventionsArgument {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        match text.strip_prefix("points:") {
            Some(path) if !path.is_empty() => Ok(Self::File(path.into())),
            _ => text.parse().map(Self::Known).map_err(|error| match error {
                InterventionError::Unknown { .. } => anyhow!(
                    "interventions are observed, grid:K, quantiles:K, points:FILE, normal:MEAN,SD,K or uniform:LOW,HIGH,K"
                ),
                error => error.into(),
            }),
        }
    }
}

fn parse_number(text: &str) -> Result<f64> {
    text.trim().parse().map_err(|_| anyhow!("`{text}` is not a number"))
}

/// A value for all columns, or for the one named before `=`.
#[derive(Clone, Debug)]
pub struct ForColumn<T> {
    column: Option<String>,
    value: T,
}

impl<T: FromStr<Err = anyhow::Error>> FromStr for ForColumn<T> {
    type Err = anyhow::Error;

    /// What stands before the last `=` is the name of a column, but for those in the path of a file of points.
    fn from_str(text: &str) -> Result<Self> {
        let split = match text.find("=points:") {
            _ if text.starts_with("points:") => None,
            Some(at) => Some((&text[..at], &text[at + 1..])),
            None => text.rsplit_once('='),
        };
        match split {
            Some((column, value)) => Ok(Self { column: Some(column.to_owned()), value: value.parse()? }),
            None => Ok(Self { column: None, value: text.parse()? }),
        }
    }
}

fn per_column<T, U: Default>(choices: &[ForColumn<T>], value: impl Fn(&T) -> U) -> PerColumn<U> {
    let mut all = PerColumn::<U>::default();
    for choice in choices {
        match &choice.column {
            Some(column) => all = all.with(column.clone(), value(&choice.value)),
            None => all.default = value(&choice.value),
        }
    }
    all
}

#[derive(Clone, Copy, Debug)]
pub struct MemorySize(u64);

impl FromStr for MemorySize {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let split = text.find(|symbol: char| symbol.is_ascii_alphabetic()).unwrap_or(text.len());
        let (number, unit) = text.split_at(split);
        let factor = match unit.to_ascii_uppercase().as_str() {
            "" | "B" => 1.0,
            "K" | "KB" | "KIB" => 1024.0,
            "M" | "MB" | "MIB" => 1024.0_f64.powi(2),
            "G" | "GB" | "GIB" => 1024.0_f64.powi(3),
            "T" | "TB" | "TIB" => 1024.0_f64.powi(4),
            _ => bail!("`{unit}` is no unit of memory: take B, KB, MB, GB or TB"),
        };
        let bytes = parse_number(number)? * factor;
        if !(bytes >= 1.0 && bytes.is_finite()) {
            bail!("`{text}` is no size of memory");
        }
        #[expect(clippy::cast_sign_loss, reason = "checked to be positive")]
        Ok(Self(bytes as u64))
    }
}

impl EstimationArguments {
    /// The options, for nodes with these names.
    pub fn options(&self, names: &NodeNames) -> Result<ContSidOptions> {
        Ok(ContSidOptions {
            adjustment: self.adjustment,
            agreement: self.agreement,
            normalise: self.normalise,
            lambda: self.lambda.map_or_else(LambdaChoice::default, |lambda| lambda.0),
            estimator: self.estimator,
            kernel: per_column(&self.kernel, |kernel| kernel.0),
            bandwidth: per_column(&self.bandwidth, |bandwidth| bandwidth.0),
            interventions: self.interventions(names)?,
            memory_limit: self.memory_limit.map(|size| size.0).or_else(contsid_io::available_memory),
        })
    }

    fn interventions(&self, names: &NodeNames) -> Result<PerColumn<Interventions>> {
        let mut all = PerColumn::<Interventions>::default();
        for choice in &self.interventions {
            match (&choice.column, &choice.value) {
                (None, InterventionsArgument::Known(known)) => all.default = known.clone(),
                (Some(column), InterventionsArgument::Known(known)) => all = all.with(column.clone(), known.clone()),
                (column, InterventionsArgument::File(path)) => {
                    all = points::add(all, path, column.as_deref(), names)
                        .with_context(|| format!("--interventions points:{}", path.display()))?;
                }
            }
        }
        Ok(all)
    }
}
