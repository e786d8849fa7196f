//! Which learner does what on which data?
//!
//! A [`Study`] is a grid: simulations × sample sizes × numbers of nodes × seeds × graphs × learners × scorings. [`run`]
//! fills it, a unit at a time, and keeps every record in a [`StudyDirectory`] as soon as it is made, so that a run that
//! is killed goes on where it stopped. What comes out are [`crate::records`].
//!
//! A learner is built in, or any program ([`Command`]) that reads a table and writes a graph.

mod design;
mod directory;
mod discover;
mod learner;
mod learner_settings;
mod name;
mod process;
mod program;
mod run;
mod score;
mod scoring;
mod settings;

pub use directory::{DirectoryError, Existing, StoredStudy, StudyDirectory, stored_records, stored_study};
pub use learner::{LearnerError, LearnerKind, StudyLearner};
pub use learner_settings::{Count, LearnerSettings, Method};
pub use name::{Name, NameError};
pub use program::{Command, CommandError};
pub use run::{Clock, Finished, RunError, run};
pub use scoring::{NumberOrWord, Scoring, ScoringError, ScoringSettings};
pub use settings::{Difference, Study, StudyError, StudySettings, StudySimulation};
