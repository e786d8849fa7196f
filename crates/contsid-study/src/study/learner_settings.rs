//! Learners as written in a file.

use super::name::Name;
use super::program::ProgramCommand;
use crate::number::{Positive, Probability};
use crate::word::word;
use contsid::named::Named;
use contsid_discovery::Learner;
use contsid_io::graph::{EdgeDirection, MatrixEncoding};
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;
use thiserror::Error;

/// How a learner learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Method {
    /// PC, with `alpha` and `max-order`.
    Pc,
    /// GES, with `penalty`.
    Ges,
    /// ICA-LiNGAM, with `prune`, `starts` and `max-iterations`.
    IcaLingam,
    /// Sort by the variance and regress, with `sort-by`: a baseline.
    SortnRegress,
    /// The user's program, with `command`.
    Program,
    /// A Python function, which only Python can call, with `edge-direction`, `encoding` and `threshold`.
    Python,
    /// No edges at all.
    Empty,
    /// A graph drawn by the model of the truth.
    Random,
}

word!(Method {
    Pc: "pc",
    Ges: "ges",
    IcaLingam: "ica-lingam",
    SortnRegress: "sort-n-regress",
    Program: "program",
    Python: "python",
    Empty: "empty",
    Random: "random",
});

impl Method {
    /// The methods that need no other key.
    fn built_in() -> impl Iterator<Item = Self> {
        Self::CHOICES.iter().copied().filter(|method| !matches!(method, Self::Program | Self::Python))
    }

    /// The words of all methods that need no other key.
    pub fn built_in_words() -> String {
        Self::built_in().map(|method| format!("`{method}`")).collect::<Vec<_>>().join(", ")
    }
}

/// A learner as written in a file; omitted keys have their defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LearnerSettings {
    /// Its name in the records.
    pub name: Name,
    /// Its method. If omitted: `program` if there is a command, else the method with the learner's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<Method>,
    /// PC: the level of its tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alpha: Option<Probability>,
    /// PC: the largest conditioning set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_order: Option<usize>,
    /// GES: the price of an edge; 1 is the BIC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub penalty: Option<Positive>,
    /// ICA-LiNGAM: `threshold:NUMBER` or `adaptive-lasso`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prune: Option<String>,
    /// ICA-LiNGAM: the number of random starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starts: Option<Count>,
    /// ICA-LiNGAM: the most iterations of each start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_iterations: Option<Count>,
    /// Sort and regress: `variance` or `r2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sort_by: Option<String>,
    /// Program: the command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<ProgramCommand>,
    /// Python: whether the row of a matrix is the cause of an edge, or its effect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge_direction: Option<String>,
    /// Python: what the marks of a matrix mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// Python: the size above which a weight is an edge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold: Option<f64>,
    /// Its time limit in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_limit: Option<Positive>,
}

/// A whole number of at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count(NonZeroU32);

impl From<Count> for usize {
    fn from(count: Count) -> Self {
        count.0.get() as Self
    }
}

impl Count {
    fn of(count: usize) -> Option<Self> {
        u32::try_from(count).ok().and_then(NonZeroU32::new).map(Self)
    }
}

/// Settings of a learner that do not go together.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum LearnerError {
    /// No method is known by this name.
    #[error("the learner `{name}` is not known: there are {}; any other needs a command", Method::built_in_words())]
    Unknown {
        /// The name.
        name: String,
    },
    /// A program needs its command.
    #[error("the learner `{name}` is a program, but has no `command`")]
    NoCommand {
        /// The name.
        name: String,
    },
    /// A key does not belong to the method.
    #[error("`{key}` does not go with the method `{method}` of the learner `{name}`")]
    Foreign {
        /// The name.
        name: String,
        /// The key.
        key: &'static str,
        /// The method.
        method: &'static str,
    },
    /// The value of a setting is not understood, or out of range.
    #[error("the learner `{name}`: {reason}")]
    Value {
        /// The name.
        name: String,
        /// Why.
        reason: String,
    },
    /// A threshold is for weights, and endpoints are marks.
    #[error("the learner `{name}`: a `threshold` is for weights, and the encoding `endpoints` for marks")]
    ThresholdOfMarks {
        /// The name.
        name: String,
    },
}

/// How the matrices are read that a Python function returns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Matrices {
    /// Whether the row is the cause of an edge, or its effect.
    pub edge_direction: EdgeDirection,
    /// What the cells mean.
    pub encoding: MatrixEncoding,
}

impl LearnerSettings {
    /// A learner with nothing but a name.
    pub fn named(name: Name) -> Self {
        Self {
            name,
            method: None,
            alpha: None,
            max_order: None,
            penalty: None,
            prune: None,
            starts: None,
            max_iterations: None,
            sort_by: None,
            command: None,
            edge_direction: None,
            encoding: None,
            threshold: None,
            time_limit: None,
        }
    }

    /// The method, given or implied.
    pub(super) fn method(&self) -> Result<Method, LearnerError> {
        match self.method {
            Some(method) => Ok(method),
            None if self.command.is_some() => Ok(Method::Program),
            None => Method::built_in()
                .find(|method| method.name() == self.name.as_str())
                .ok_or_else(|| LearnerError::Unknown { name: self.name.to_string() }),
        }
    }

    /// A key that is given but belongs to another method.
    pub(super) fn foreign_key(&self, method: Method) -> Option<&'static str> {
        let keys = [
            ("alpha", Method::Pc, self.alpha.is_some()),
            ("max-order", Method::Pc, self.max_order.is_some()),
            ("penalty", Method::Ges, self.penalty.is_some()),
            ("prune", Method::IcaLingam, self.prune.is_some()),
            ("starts", Method::IcaLingam, self.starts.is_some()),
            ("max-iterations", Method::IcaLingam, self.max_iterations.is_some()),
            ("sort-by", Method::SortnRegress, self.sort_by.is_some()),
            ("command", Method::Program, self.command.is_some()),
            ("edge-direction", Method::Python, self.edge_direction.is_some()),
            ("encoding", Method::Python, self.encoding.is_some()),
            ("threshold", Method::Python, self.threshold.is_some()),
        ];
        keys.into_iter().find(|&(_, own, is_given)| is_given && own != method).map(|(key, ..)| key)
    }

    /// Sets the keys of a Python function.
    pub(super) fn describe_matrices(&mut self, matrices: Matrices) -> Method {
        self.edge_direction = Some(matrices.edge_direction.to_string());
        match matrices.encoding {
            MatrixEncoding::Weights(threshold) => self.threshold = Some(threshold.size()),
            encoding => self.encoding = Some(encoding.name().to_owned()),
        }
        Method::Python
    }

    /// Sets the keys of a built-in learner.
    pub(super) fn describe(&mut self, learner: &Learner) -> Method {
        match learner {
            Learner::Pc(options) => {
                self.alpha = Probability::try_from(options.alpha.value()).ok();
                self.max_order = options.max_order;
                Method::Pc
            }
            Learner::Ges(options) => {
                self.penalty = Positive::try_from(options.penalty.value()).ok();
                Method::Ges
            }
            Learner::IcaLingam(options) => {
                self.prune = Some(options.prune.to_string());
                self.starts = Count::of(options.starts.value());
                self.max_iterations = Count::of(options.max_iterations.value());
                Method::IcaLingam
            }
            Learner::SortnRegress(by) => {
                self.sort_by = Some(by.to_string());
                Method::SortnRegress
            }
        }
    }
}
