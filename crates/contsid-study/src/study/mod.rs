//! How well does each learner do on each data set?
//!
//! A [`Study`] is a grid: simulations × sample sizes × numbers of nodes × seeds × graphs × learners × scorings. [`run`]
//! fills it, a [`Trial`] at a time: an [`Examiner`] runs the learner and scores its graph. A [`Journal`] stores every
//! record as soon as it is made, so a killed run can be resumed. The results are [`crate::records`].
//!
//! A learner is built in, any program ([`ProgramCommand`]) that reads a table and writes a graph, or a Python function.

mod data_set;
mod descent;
mod design;
mod directory;
mod discover;
mod disk;
mod examine;
mod journal;
mod learner;
mod learner_settings;
mod name;
mod process;
mod program;
mod resampling;
mod run;
mod score;
mod scoring;
mod settings;
mod trial;
mod workplace;

pub use data_set::{DataSet, DataSetError, DataSetFiles, GivenData};
pub use directory::{DirectoryError, Existing, StoredStudy, WithoutGraph, stored_records, stored_study};
pub use discover::TrialStop;
pub use examine::{Clock, Examiner};
pub use journal::{FailedRuns, Finished, Journal};
pub use learner::{LearnerKind, NoProgram, StudyLearner};
pub use learner_settings::{Count, LearnerError, LearnerSettings, Matrices, Method};
pub use name::{InvalidName, Name};
pub use process::end_programs;
pub use program::{CommandError, ProgramCommand};
pub use resampling::Resampling;
pub use run::{RunError, run};
pub use scoring::{ColumnSettings, NumberOrWord, Scoring, ScoringError, ScoringSettings};
pub use settings::{SettingDifference, Study, StudyError, StudySettings, StudySimulation};
pub use trial::{DataSource, Trial};
pub use workplace::Workplace;
