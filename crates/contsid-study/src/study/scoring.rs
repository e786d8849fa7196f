//! How learnt graphs are scored.

use super::name::Name;
use contsid::adjustment::AdjustmentRule;
use contsid::comparison::{ComparisonOptions, ShdOf, Undirected};
use contsid::distance::{Reversal, Selection};
use contsid::effect::{Agreement, ContSidOptions, Interventions, LambdaChoice, Normalisation, PerColumn};
use contsid::embedding::Estimator;
use contsid::graph::{NodeNames, UnknownNode};
use contsid::kernel::{BandwidthChoice, KernelFamily};
use contsid::named::Words;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use thiserror::Error;

/// A scoring as written in a file; omitted keys have their defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ScoringSettings {
    /// Its name in the records.
    pub name: Name,
    /// How often a reversed edge counts in the SHD: 1 or 2.
    #[serde(default = "once")]
    pub shd_reversal: u8,
    /// Which graphs the SHD compares, see [`ShdOf`].
    #[serde(default = "word::<ShdOf>")]
    pub shd_of: String,
    /// What undirected edges mean, see [`Undirected`].
    #[serde(default = "word::<Undirected>")]
    pub undirected: String,
    /// Only interventions on these nodes; empty for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub treatments: Vec<String>,
    /// Only effects on these nodes; empty for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<String>,
    /// Whether contSID is computed: it takes the longest.
    #[serde(default = "yes")]
    pub contsid: bool,
    /// Whether cross-fitted contSID is computed too, with its standard error.
    #[serde(default, skip_serializing_if = "is_no")]
    pub crossfit: bool,
    /// The kernel of numeric columns, see [`KernelFamily`].
    #[serde(default = "for_all::<KernelFamily>")]
    pub kernel: ColumnSettings,
    /// See [`BandwidthChoice`].
    #[serde(default = "for_all::<BandwidthChoice>")]
    pub bandwidth: ColumnSettings,
    /// See [`LambdaChoice`].
    #[serde(default = "number_or_word::<LambdaChoice>")]
    pub lambda: NumberOrWord,
    /// See [`Estimator`].
    #[serde(default = "word::<Estimator>")]
    pub estimator: String,
    /// See [`AdjustmentRule`].
    #[serde(default = "word::<AdjustmentRule>")]
    pub adjustment: String,
    /// See [`Agreement`].
    #[serde(default = "word::<Agreement>")]
    pub agreement: String,
    /// See [`Normalisation`].
    #[serde(default = "word::<Normalisation>")]
    pub normalise: String,
    /// See [`Interventions`].
    #[serde(default = "for_all::<Interventions>")]
    pub interventions: ColumnSettings,
}

/// One choice for all columns, or choices for some of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ColumnSettings {
    /// The same for all.
    All(NumberOrWord),
    /// By the names of columns; the others have the default.
    ByColumn(BTreeMap<String, NumberOrWord>),
}

impl ColumnSettings {
    fn columns(&self) -> impl Iterator<Item = &String> {
        let by_column = if let Self::ByColumn(choices) = self { Some(choices) } else { None };
        by_column.into_iter().flat_map(BTreeMap::keys)
    }
}

/// A number, or a word for how it is chosen.
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

fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes what it writes by reference")]
fn is_no(given: &bool) -> bool {
    !given
}

/// The default of an option.
fn word<T: Default + ToString>() -> String {
    T::default().to_string()
}

fn number_or_word<T: Default + ToString>() -> NumberOrWord {
    NumberOrWord::Word(word::<T>())
}

fn for_all<T: Default + ToString>() -> ColumnSettings {
    ColumnSettings::All(number_or_word::<T>())
}

/// A named scoring.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "ScoringSettings", into = "ScoringSettings")]
pub struct Scoring {
    settings: ScoringSettings,
    comparison: ComparisonOptions,
    contsid: ContSidOptions,
}

/// A setting of a scoring that is not valid.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ScoringError {
    /// A value that a key does not accept.
    #[error("scoring `{scoring}`: `{key}`: {reason}")]
    Value {
        /// The name of the scoring.
        scoring: String,
        /// The key.
        key: &'static str,
        /// Why not.
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
        self.comparison.reversal
    }

    /// The options of the comparison; its selection is all nodes, see [`Scoring::selection`].
    pub(crate) fn comparison(&self) -> &ComparisonOptions {
        &self.comparison
    }

    /// The options of contSID, even if it is not computed.
    pub fn contsid(&self) -> &ContSidOptions {
        &self.contsid
    }

    /// Whether contSID is computed.
    pub(crate) fn has_contsid(&self) -> bool {
        self.settings.contsid
    }

    /// Whether cross-fitted contSID is computed.
    pub(crate) fn has_crossfit(&self) -> bool {
        self.settings.crossfit
    }

    /// The same scoring, with cross-fitted contSID.
    #[must_use]
    pub fn cross_fitted(mut self) -> Self {
        self.settings.crossfit = true;
        self
    }

    /// Whether both have the same treatments and outcomes.
    pub(crate) fn has_same_pairs(&self, other: &Self) -> bool {
        let (own, others) = (&self.settings, &other.settings);
        own.treatments == others.treatments && own.outcomes == others.outcomes
    }

    /// Checks that all columns exist that have their own choices.
    ///
    /// # Errors
    ///
    /// If there is no such column.
    pub(crate) fn check_columns(&self, names: &NodeNames) -> Result<(), UnknownNode> {
        let ScoringSettings { kernel, bandwidth, interventions, .. } = &self.settings;
        let mut columns = [kernel, bandwidth, interventions].into_iter().flat_map(ColumnSettings::columns);
        columns.try_for_each(|column| names.find(column).map(|_| ()))
    }

    /// The pairs of treatments and outcomes to score.
    ///
    /// # Errors
    ///
    /// If there is no such node.
    pub(crate) fn selection(&self, names: &NodeNames) -> Result<Selection, UnknownNode> {
        let mut selection = Selection::all(names.len());
        if !self.settings.treatments.is_empty() {
            selection = selection.with_treatments(names.find_all(&self.settings.treatments)?);
        }
        if !self.settings.outcomes.is_empty() {
            selection = selection.with_outcomes(names.find_all(&self.settings.outcomes)?);
        }
        Ok(selection)
    }
}

impl PartialEq for Scoring {
    /// Everything else follows from the settings.
    fn eq(&self, other: &Self) -> bool {
        self.settings == other.settings
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
            kernel: settings.read_columns("kernel", &settings.kernel)?,
            bandwidth: settings.read_columns("bandwidth", &settings.bandwidth)?,
            interventions: settings.read_columns("interventions", &settings.interventions)?,
            ..ContSidOptions::default()
        };
        let comparison = ComparisonOptions {
            undirected: settings.read("undirected", &settings.undirected)?,
            reversal: settings.read("shd-reversal", &settings.shd_reversal)?,
            shd_of: settings.read("shd-of", &settings.shd_of)?,
            ..ComparisonOptions::default()
        };
        Ok(Self { settings, comparison, contsid })
    }
}

impl ScoringSettings {
    /// The choice that a key holds.
    fn read<T: Words>(&self, key: &'static str, value: &impl ToString) -> Result<T, ScoringError> {
        let refused =
            |error: T::Err| ScoringError::Value { scoring: self.name.to_string(), key, reason: error.to_string() };
        value.to_string().parse().map_err(refused)
    }

    /// The choices that a key holds for columns.
    fn read_columns<T: Words + Default>(
        &self,
        key: &'static str,
        choice: &ColumnSettings,
    ) -> Result<PerColumn<T>, ScoringError> {
        match choice {
            ColumnSettings::All(value) => self.read(key, value).map(PerColumn::all),
            ColumnSettings::ByColumn(choices) => {
                choices.iter().try_fold(PerColumn::default(), |all, (column, value)| {
                    Ok(all.with(column.as_str(), self.read(key, value)?))
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contsid::embedding::Lambda;
    use contsid::kernel::Bandwidth;
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
        let by_column = scoring("bandwidth = { V2 = 1.0 }").unwrap();
        let expected = PerColumn::default().with("V2", BandwidthChoice::Fixed(sigma));
        assert_eq!(by_column.contsid().bandwidth, expected);
        let written = toml::to_string(&by_column).unwrap();
        assert_eq!(toml::from_str::<Scoring>(&written).unwrap(), by_column, "{written}");
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
