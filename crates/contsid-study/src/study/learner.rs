//! The learners of a study.

use super::learner_settings::{LearnerError, LearnerSettings, Matrices, Method};
use super::name::Name;
use super::program::ProgramCommand;
use crate::number::Positive;
use contsid::named::Named;
use contsid_discovery::{GesOptions, Iterations, Learner, Level, LingamOptions, PcOptions, Penalty, Pruning, Starts};
use contsid_io::graph::{EdgeDirection, Marks, MatrixEncoding, Threshold};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A learner of a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "LearnerSettings", into = "LearnerSettings")]
pub struct StudyLearner {
    /// Its name in the records.
    pub name: Name,
    /// How it learns.
    pub kind: LearnerKind,
    /// Its time limit in seconds; none for no limit.
    pub time_limit: Option<Positive>,
}

/// How a learner of a study learns, with its options.
#[derive(Clone, Debug, PartialEq)]
pub enum LearnerKind {
    /// A method of contsid. Its random numbers follow from the seed of the data set.
    BuiltIn(Learner),
    /// The user's program.
    Program(ProgramCommand),
    /// The user's Python function, which only Python can call; it may return a matrix.
    Python(Matrices),
    /// The graph without edges: a baseline.
    Empty,
    /// A graph drawn from the model of the truth, ignoring the data: another baseline.
    Random,
}

impl StudyLearner {
    /// Whether only Python can call it.
    pub fn is_python(&self) -> bool {
        matches!(self.kind, LearnerKind::Python(_))
    }

    /// Checks that the learner's program exists, if it has one.
    pub(crate) fn check_program(&self) -> Result<(), NoProgram> {
        let LearnerKind::Program(command) = &self.kind else { return Ok(()) };
        match command.missing_program() {
            Some(program) => Err(NoProgram { learner: self.name.clone(), program: program.to_owned() }),
            None => Ok(()),
        }
    }
}

/// A program that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the learner `{learner}`: there is no program `{program}`")]
pub struct NoProgram {
    /// The name of the learner.
    pub learner: Name,
    /// The program.
    pub program: String,
}

impl TryFrom<LearnerSettings> for StudyLearner {
    type Error = LearnerError;

    fn try_from(settings: LearnerSettings) -> Result<Self, LearnerError> {
        let name = settings.name.to_string();
        let method = settings.method()?;
        if let Some(key) = settings.foreign_key(method) {
            return Err(LearnerError::Foreign { name, key, method: method.name() });
        }
        let kind = match method {
            Method::Pc => LearnerKind::BuiltIn(Learner::Pc(pc_options(&settings)?)),
            Method::Ges => LearnerKind::BuiltIn(Learner::Ges(ges_options(&settings)?)),
            Method::IcaLingam => LearnerKind::BuiltIn(Learner::IcaLingam(lingam_options(&settings)?)),
            Method::SortnRegress => LearnerKind::BuiltIn(Learner::SortnRegress(
                checked(&settings, settings.sort_by.as_deref(), str::parse)?.unwrap_or_default(),
            )),
            Method::Program => LearnerKind::Program(settings.command.clone().ok_or(LearnerError::NoCommand { name })?),
            Method::Python => LearnerKind::Python(matrices(&settings)?),
            Method::Empty => LearnerKind::Empty,
            Method::Random => LearnerKind::Random,
        };
        Ok(Self { name: settings.name, kind, time_limit: settings.time_limit })
    }
}

fn pc_options(settings: &LearnerSettings) -> Result<PcOptions, LearnerError> {
    let default = PcOptions::default();
    let alpha = checked(settings, settings.alpha, |alpha| Level::new(alpha.value()))?;
    Ok(PcOptions { alpha: alpha.unwrap_or(default.alpha), max_order: settings.max_order.or(default.max_order) })
}

fn ges_options(settings: &LearnerSettings) -> Result<GesOptions, LearnerError> {
    let penalty = checked(settings, settings.penalty, |penalty| Penalty::new(penalty.value()))?;
    Ok(penalty.map_or_else(GesOptions::default, |penalty| GesOptions { penalty }))
}

/// The value of an option, checked to be in range.
fn checked<T, V, E: ToString>(
    settings: &LearnerSettings,
    given: Option<T>,
    check: impl FnOnce(T) -> Result<V, E>,
) -> Result<Option<V>, LearnerError> {
    let refused = |error: E| LearnerError::Value { name: settings.name.to_string(), reason: error.to_string() };
    given.map(check).transpose().map_err(refused)
}

fn lingam_options(settings: &LearnerSettings) -> Result<LingamOptions, LearnerError> {
    let default = LingamOptions::default();
    let prune: Option<Pruning> = checked(settings, settings.prune.as_deref(), str::parse)?;
    let starts = checked(settings, settings.starts, |count| Starts::new(count.into()))?;
    let iterations = checked(settings, settings.max_iterations, |count| Iterations::new(count.into()))?;
    Ok(LingamOptions {
        prune: prune.unwrap_or(default.prune),
        starts: starts.unwrap_or(default.starts),
        max_iterations: iterations.unwrap_or(default.max_iterations),
        ..default
    })
}

fn matrices(settings: &LearnerSettings) -> Result<Matrices, LearnerError> {
    let edge_direction: Option<EdgeDirection> = checked(settings, settings.edge_direction.as_deref(), str::parse)?;
    let marks: Marks = checked(settings, settings.encoding.as_deref(), str::parse)?.unwrap_or_default();
    let threshold = checked(settings, settings.threshold, Threshold::new)?;
    if marks == Marks::Endpoints && threshold.is_some() {
        return Err(LearnerError::ThresholdOfMarks { name: settings.name.to_string() });
    }
    let encoding = MatrixEncoding::new(marks, threshold);
    Ok(Matrices { edge_direction: edge_direction.unwrap_or_default(), encoding })
}

impl From<StudyLearner> for LearnerSettings {
    /// Only the keys of the method.
    fn from(learner: StudyLearner) -> Self {
        let mut settings = Self { time_limit: learner.time_limit, ..Self::named(learner.name) };
        settings.method = Some(match learner.kind {
            LearnerKind::BuiltIn(learner) => settings.describe(&learner),
            LearnerKind::Program(command) => {
                settings.command = Some(command);
                Method::Program
            }
            LearnerKind::Python(matrices) => settings.describe_matrices(matrices),
            LearnerKind::Empty => Method::Empty,
            LearnerKind::Random => Method::Random,
        });
        settings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contsid::named::Words;

    fn learner(text: &str) -> Result<StudyLearner, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn a_name_is_enough_for_what_is_built_in() {
        for name in Learner::FORMS {
            let read = learner(&format!("name = \"{name}\"")).unwrap();
            assert_eq!(read.kind, LearnerKind::BuiltIn(name.parse().unwrap()));
        }
    }

    #[test]
    fn a_learner_survives_its_file() {
        for text in [
            "name = \"pc\"\nalpha = 0.01\nmax-order = 3\ntime-limit = 2.5",
            "name = \"sparse\"\nmethod = \"ges\"\npenalty = 2.0",
            "name = \"ica-lingam\"\nprune = \"adaptive-lasso\"\nstarts = 2\nmax-iterations = 50",
            "name = \"sort-n-regress\"\nsort-by = \"r2\"",
            "name = \"mine\"\ncommand = \"run {data} {graph}\"",
            "name = \"random\"",
            "name = \"mine\"\nmethod = \"python\"\ntime-limit = 1.0",
            "name = \"mine\"\nmethod = \"python\"\nedge-direction = \"column-to-row\"\nthreshold = 0.3",
            "name = \"mine\"\nmethod = \"python\"\nencoding = \"endpoints\"",
        ] {
            let read = learner(text).unwrap();
            let written = toml::to_string(&read).unwrap();
            assert_eq!(learner(&written).unwrap(), read, "{written}");
        }
    }

    #[test]
    fn keys_of_other_methods_are_refused() {
        let message = learner("name = \"pc\"\npenalty = 1.0").unwrap_err();
        assert!(message.contains("`penalty` does not go with the method `pc`"), "{message}");
        let message = learner("name = \"ica-lingam\"\nprune = \"half\"").unwrap_err();
        assert!(
            message.contains(
                "the learner `ica-lingam`: `half` is not understood: choose one of adaptive-lasso, threshold:NUMBER"
            ),
            "{message}"
        );
        let message = learner("name = \"pc\"\nalpha = 7.0").unwrap_err();
        assert!(message.contains("line 2") && message.contains("must be between 0 and 1, got 7"), "{message}");
        let message = learner("name = \"pc\"\nalpha = 1.0").unwrap_err();
        assert!(message.contains("the learner `pc`: alpha must be between 0 and 1, got 1"), "{message}");
        let of_python = |keys: &str| learner(&format!("name = \"mine\"\nmethod = \"python\"\n{keys}")).unwrap_err();
        let message = of_python("encoding = \"marks\"");
        assert!(message.contains("`marks` is not understood: choose one of adjacency, endpoints"), "{message}");
        assert!(of_python("encoding = \"endpoints\"\nthreshold = 0.5").contains("a `threshold` is for weights"));
        assert!(of_python("threshold = -1.0").contains("a threshold must be finite and not negative, got -1"));
        let message = learner("name = \"pc\"\nencoding = \"adjacency\"").unwrap_err();
        assert!(message.contains("`encoding` does not go with the method `pc`"), "{message}");
        assert!(learner("name = \"mine\"\nmethod = \"program\"").unwrap_err().contains("has no `command`"));
        assert!(learner("name = \"mine\"").unwrap_err().contains("the learner `mine` is not known"));
    }
}
