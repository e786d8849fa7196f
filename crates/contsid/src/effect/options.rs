//! The choices that contSID leaves open.

use super::{Case, Interventions};
use crate::adjustment::AdjustmentRule;
use crate::embedding::{Estimator, Lambda};
use crate::kernel::{BandwidthChoice, KernelFamily};
use crate::named::{UnknownWord, Words, from_number};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// Which adjustment sets are valid in the other graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct SetsValid {
    /// Whether the true graph's set is valid in the learnt graph.
    pub(super) truth: bool,
    /// Whether the learnt graph's set is valid in the true graph.
    pub(super) learnt: bool,
}

/// When two graphs with a directed path i ⇝ j agree on the effect of i on j (case 3.1).
///
/// PA₁ and PA₂ are the parents of i in the true and in the learnt graph. The rule decides which pairs are zero, not how
/// a value is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Agreement {
    /// PA₁ is a valid adjustment set in the learnt graph, or PA₂ in the true one: the paper's Algorithm 1. Note that a
    /// learnt graph X → Y agrees with the truth Z → X, Z → Y, X → Y although it forgets a confounder: {Z} is valid in
    /// it.
    #[default]
    Either,
    /// Both are valid.
    Both,
    /// PA₂ is a valid adjustment set in the true graph: the question that SID asks. Not symmetric in the graphs.
    Learnt,
    /// Never: every pair with a path in both graphs is estimated.
    Never,
}

crate::named!(Agreement { Either: "either", Both: "both", Learnt: "learnt", Never: "never" });

impl Agreement {
    /// Whether the graphs agree.
    pub(super) fn holds(self, valid: SetsValid) -> bool {
        match self {
            Self::Either => valid.truth || valid.learnt,
            Self::Both => valid.truth && valid.learnt,
            Self::Learnt => valid.learnt,
            Self::Never => false,
        }
    }
}

/// What a distance is divided by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Normalisation {
    /// ‖μ̂_j‖, the norm of the embedding of the outcome's observed distribution, as the paper's text says.
    #[default]
    Norm,
    /// As the paper's equations are printed: ‖μ̂_j‖ in case 2, nothing in case 3.2.
    Printed,
    /// Nothing.
    None,
}

crate::named!(Normalisation { Norm: "norm", Printed: "printed", None: "none" });

impl Normalisation {
    /// Whether a pair in this case is divided by the norm.
    pub(super) fn divides(self, case: Case) -> bool {
        match self {
            Self::Norm => true,
            Self::Printed => case != Case::Different,
            Self::None => false,
        }
    }
}

/// How the ridge parameter λ is found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum LambdaChoice {
    /// 1/N.
    #[default]
    OneOverN,
    /// A number.
    Fixed(Lambda),
    /// The λ with the smallest leave-one-out error, one for each treatment and adjustment set: see
    /// [`leave_one_out_grid`](super::leave_one_out_grid).
    LeaveOneOut,
}

impl Words for LambdaChoice {
    const FORMS: &'static [&'static str] = &["1/N", "loo", "a positive number"];
}

impl fmt::Display for LambdaChoice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OneOverN => formatter.pad("1/N"),
            Self::Fixed(lambda) => lambda.value().fmt(formatter),
            Self::LeaveOneOut => formatter.pad("loo"),
        }
    }
}

impl FromStr for LambdaChoice {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        match text {
            "1/N" => Ok(Self::OneOverN),
            "loo" => Ok(Self::LeaveOneOut),
            _ => from_number(text, Lambda::new).map(Self::Fixed).ok_or_else(|| Self::unknown(text)),
        }
    }
}

/// One choice for all columns, with exceptions by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PerColumn<T> {
    /// The choice for columns without an exception.
    pub default: T,
    /// The exceptions.
    pub exceptions: BTreeMap<String, T>,
}

impl<T> PerColumn<T> {
    /// The same for all columns.
    pub fn all(default: T) -> Self {
        Self { default, exceptions: BTreeMap::new() }
    }

    /// With an exception for one column.
    #[must_use]
    pub fn with(mut self, column: impl Into<String>, choice: T) -> Self {
        self.exceptions.insert(column.into(), choice);
        self
    }

    /// The choice for a column.
    pub fn of(&self, column: &str) -> &T {
        self.exceptions.get(column).unwrap_or(&self.default)
    }
}

impl<T: Default> FromIterator<ForColumn<T>> for PerColumn<T> {
    /// Takes the choices one after the other: a later one replaces an earlier one for the same column, or for all.
    fn from_iter<I: IntoIterator<Item = ForColumn<T>>>(choices: I) -> Self {
        let mut all = Self::default();
        for ForColumn { column, choice } in choices {
            match column {
                Some(column) => all = all.with(column, choice),
                None => all.default = choice,
            }
        }
        all
    }
}

/// A choice for one column, or for all that have none of their own: `[COLUMN=]CHOICE`.
///
/// ```
/// use contsid::effect::{ForColumn, PerColumn};
/// use contsid::kernel::KernelFamily;
///
/// let choices = ["laplace", "age=imq"].map(|text| text.parse::<ForColumn<KernelFamily>>().expect("two kernels"));
/// let kernels: PerColumn<_> = choices.into_iter().collect();
/// assert_eq!((*kernels.of("income"), *kernels.of("age")), (KernelFamily::Laplace, KernelFamily::Imq));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForColumn<T> {
    /// The column; none for all.
    pub column: Option<String>,
    /// The choice.
    pub choice: T,
}

impl<T: FromStr> FromStr for ForColumn<T> {
    type Err = T::Err;

    /// The last `=` ends the name of the column, unless it is part of the path in `points:FILE`.
    fn from_str(text: &str) -> Result<Self, T::Err> {
        let split = match text.find("=points:") {
            _ if text.starts_with("points:") => None,
            Some(end) => Some((&text[..end], &text[end + 1..])),
            None => text.rsplit_once('='),
        };
        let (column, choice) = split.map_or((None, text), |(column, choice)| (Some(column.to_owned()), choice));
        Ok(Self { column, choice: choice.parse()? })
    }
}

impl<T: fmt::Display> fmt::Display for ForColumn<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.column {
            Some(column) => write!(formatter, "{column}={}", self.choice),
            None => self.choice.fmt(formatter),
        }
    }
}

/// The options of contSID; defaults are those of the paper where it states them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContSidOptions {
    /// The rule for adjustment sets.
    pub adjustment: AdjustmentRule,
    /// When two graphs agree.
    pub agreement: Agreement,
    /// What a distance is divided by.
    pub normalise: Normalisation,
    /// The ridge parameter.
    pub lambda: LambdaChoice,
    /// How weights are corrected.
    pub estimator: Estimator,
    /// The kernels of the columns. The default is that of the numeric columns; categorical columns have the delta
    /// kernel.
    pub kernel: PerColumn<KernelFamily>,
    /// The bandwidths of the columns; the delta kernel needs none.
    pub bandwidth: PerColumn<BandwidthChoice>,
    /// The values that a column is set to when it is intervened on.
    pub interventions: PerColumn<Interventions>,
    /// The largest number of bytes that may be used; none for no limit.
    pub memory_limit: Option<u64>,
}
