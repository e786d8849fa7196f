//! How learnt graphs are scored.

use super::name::Name;
use contsid::adjustment::AdjustmentRule;
use contsid::distance::Reversal;
use contsid::distance::contsid::{ContSidOptions, PerColumn};
use contsid::kernel::KernelFamily;
use contsid::named::{Named, Words};
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// A way of scoring as it stands in a file: keys that are left out have their defaults, and words and numbers are those of
/// the command line's options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ScoringSettings {
    /// Its name in the records.
    pub name: Name,
    /// How often a reversed edge counts in the SHD: 1 or 2.
    #[serde(default = "once")]
    pub shd_reversal: u8,
    /// The kernel of numeric columns.
    #[serde(default = "gaussian")]
    pub kernel: String,
    /// `median` or a number.
    #[serde(default = "median")]
    pub bandwidth: NumberOrWord,
    /// `1/N`, `loo` or a number.
    #[serde(default = "one_over_n")]
    pub lambda: NumberOrWord,
    /// `plain`, `normalised` or `centred`.
    #[serde(default = "plain")]
    pub estimator: String,
    /// `parents` or `optimal`.
    #[serde(default = "parents")]
    pub adjustment: String,
    /// `either`, `both`, `learnt` or `never`.
    #[serde(default = "either")]
    pub agreement: String,
    /// `norm`, `printed` or `none`.
    #[serde(default = "norm")]
    pub normalise: String,
    /// `observed`, `grid:K`, `quantiles:K`, `normal:MEAN,SD,K` or `uniform:LOW,HIGH,K`.
    #[serde(default = "observed")]
    pub interventions: String,
}

/// A number, or a word that says how it is found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum NumberOrWord {
    /// A number.
    Number(f64),
    /// A word.
    Word(String),
}

impl fmt::Display for NumberOrWord {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(formatter),
            Self::Word(word) => word.fmt(formatter),
        }
    }
}

fn once() -> u8 {
    1
}

fn gaussian() -> String {
    KernelFamily::Gaussian.name().to_owned()
}

fn median() -> NumberOrWord {
    NumberOrWord::Word("median".to_owned())
}

fn one_over_n() -> NumberOrWord {
    NumberOrWord::Word("1/N".to_owned())
}

fn plain() -> String {
    "plain".to_owned()
}

fn parents() -> String {
    AdjustmentRule::default().name().to_owned()
}

fn either() -> String {
    "either".to_owned()
}

fn norm() -> String {
    "norm".to_owned()
}

fn observed() -> String {
    "observed".to_owned()
}

/// A named way of scoring.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "ScoringSettings", into = "ScoringSettings")]
pub struct Scoring {
    settings: ScoringSettings,
    reversal: Reversal,
    contsid: ContSidOptions,
}

/// A setting of a scoring that is not understood.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ScoringError {
    /// A word or number that a key does not take.
    #[error("scoring `{scoring}`: `{key}`: {reason}")]
    Value {
        /// The name of the scoring.
        scoring: String,
        /// The key.
        key: &'static str,
        /// Why it does not take it.
        reason: String,
    },
}

impl Scoring {
    /// Its name in the records.
    pub fn name(&self) -> &Name {
        &self.settings.name
    }

    /// How often a reversed edge counts in the SHD.
    pub fn reversal(&self) -> Reversal {
        self.reversal
    }

    /// The options of contSID.
    pub fn contsid(&self) -> &ContSidOptions {
        &self.contsid
    }
}

impl Default for Scoring {
    /// The defaults of each distance, under the name `default`.
    fn default() -> Self {
        let settings: ScoringSettings = toml::from_str("name = \"default\"").expect("a name is enough");
        Self::try_from(settings).expect("the defaults are understood")
    }
}

impl From<Scoring> for ScoringSettings {
    fn from(scoring: Scoring) -> Self {
        scoring.settings
    }
}

impl TryFrom<ScoringSettings> for Scoring {
    type Error = ScoringError;

    fn try_from(settings: ScoringSettings) -> Result<Self, ScoringError> {
        let contsid = ContSidOptions {
            adjustment: settings.read("adjustment", &settings.adjustment)?,
            agreement: settings.read("agreement", &settings.agreement)?,
            normalise: settings.read("normalise", &settings.normalise)?,
            lambda: settings.read("lambda", &settings.lambda)?,
            estimator: settings.read("estimator", &settings.estimator)?,
            kernel: PerColumn::all(settings.read("kernel", &settings.kernel)?),
            bandwidth: PerColumn::all(settings.read("bandwidth", &settings.bandwidth)?),
            interventions: PerColumn::all(settings.read("interventions", &settings.interventions)?),
            ..ContSidOptions::default()
        };
        Ok(Self { reversal: settings.read("shd-reversal", &settings.shd_reversal)?, contsid, settings })
    }
}

impl ScoringSettings {
    /// The choice that a key holds.
    fn read<T: Words>(&self, key: &'static str, value: &impl ToString) -> Result<T, ScoringError> {
        let refused =
            |error: T::Err| ScoringError::Value { scoring: self.name.to_string(), key, reason: error.to_string() };
        value.to_string().parse().map_err(refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contsid::distance::contsid::{Interventions, LambdaChoice};
    use contsid::embedding::Lambda;
    use contsid::kernel::{Bandwidth, BandwidthChoice};
    use std::num::NonZeroUsize;

    fn scoring(text: &str) -> Result<Scoring, String> {
        toml::from_str(&format!("name = \"s\"\n{text}")).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_left_out_is_the_default_of_each_distance() {
        let default = Scoring::default();
        assert_eq!((default.contsid(), default.reversal()), (&ContSidOptions::default(), Reversal::Once));
    }

    #[test]
    fn words_and_numbers_are_understood() {
        let read = scoring("bandwidth = 1.0\nlambda = 0.01\nshd-reversal = 2\ninterventions = \"grid:7\"").unwrap();
        let sigma = Bandwidth::new(1.0).unwrap();
        assert_eq!(read.contsid().bandwidth, PerColumn::all(BandwidthChoice::Fixed(sigma)));
        assert_eq!(read.contsid().lambda, LambdaChoice::Fixed(Lambda::new(0.01).unwrap()));
        assert_eq!(read.contsid().interventions, PerColumn::all(Interventions::Grid(NonZeroUsize::new(7).unwrap())));
        assert_eq!(read.reversal(), Reversal::Twice);
        assert!(scoring("interventions = \"uniform:-1, 1, 5\"").is_ok());
        assert_eq!(scoring("adjustment = \"optimal\"").unwrap().contsid().adjustment, AdjustmentRule::Optimal);
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for (text, named) in [
            ("lambda = \"half\"", "`lambda`: `half` is not understood: choose one of 1/N, loo, a positive number"),
            ("lambda = -1.0", "`lambda`: `-1` is not understood"),
            ("bandwidth = 0.0", "`bandwidth`: `0` is not understood: choose one of median, a positive number"),
            ("adjustment = \"both\"", "`adjustment`: `both` is not understood: choose one of parents, optimal"),
            ("agreement = \"none\"", "`agreement`: `none` is not understood"),
            ("kernel = \"box\"", "`kernel`: `box` is not understood"),
            ("interventions = \"grid:0\"", "`interventions`: `0` cannot be read"),
            ("interventions = \"observed:1\"", "`interventions`: `observed:1` is not understood"),
            ("interventions = \"points:p.csv\"", "`interventions`: `points:p.csv` names a file"),
            ("interventions = \"uniform:1,0,5\"", "`interventions`: `upper end` is 0"),
            ("shd-reversal = 3", "`shd-reversal`: `3` is not understood: choose one of 1, 2"),
        ] {
            let message = scoring(text).unwrap_err();
            assert!(message.contains(named), "{message}");
        }
    }
}
