//! One form for all learners: a name, options, and a graph from a table.

use crate::{
    DiscoveryError, GesOptions, LingamOptions, PcOptions, Pruning, SortBy, Threshold, ges, ica_lingam, pc,
    sort_n_regress,
};
use contsid::data::Table;
use contsid::execution::Execution;
use contsid::graph::MixedGraph;
use contsid::named::{UnknownWord, Words};
use std::fmt;
use std::str::FromStr;

/// A method with its options.
///
/// ```
/// use contsid_discovery::Learner;
///
/// let learner: Learner = "ica-lingam".parse()?;
/// assert_eq!(learner.to_string(), "ica-lingam");
/// assert!("fci".parse::<Learner>().is_err());
/// # Ok::<(), contsid::named::UnknownWord>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Learner {
    /// See [`pc()`].
    Pc(PcOptions),
    /// See [`ges()`].
    Ges(GesOptions),
    /// See [`ica_lingam()`].
    IcaLingam(LingamOptions),
    /// See [`sort_n_regress()`].
    SortnRegress(SortBy),
}

/// What a learner found.
#[derive(Clone, Debug, PartialEq)]
pub struct Learnt {
    /// The graph; for an equivalence class, the completed graph.
    pub graph: MixedGraph,
    /// Notes on the search.
    pub notes: Notes,
}

/// Notes on a search.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Notes {
    /// Of PC.
    Pc {
        /// The number of tests.
        test_count: u64,
        /// The number of colliders that the tests imply, but that contradict more certain ones.
        skipped_count: usize,
        /// The number of colliders that the tests deny, but that every directed acyclic graph on the skeleton has.
        forced_count: usize,
    },
    /// Of GES.
    Ges {
        /// The score of the class.
        score: f64,
        /// The number of steps.
        step_count: usize,
    },
    /// Of ICA-LiNGAM.
    IcaLingam {
        /// The number of starts that converged.
        converged_count: usize,
        /// The iterations of the chosen start.
        iteration_count: usize,
    },
    /// Of a learner that does not search.
    Nothing,
}

impl Learner {
    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Pc(_) => "pc",
            Self::Ges(_) => "ges",
            Self::IcaLingam(_) => "ica-lingam",
            Self::SortnRegress(_) => "sort-n-regress",
        }
    }

    /// The same learner with this seed, if it draws random numbers.
    #[must_use]
    pub fn seeded(self, seed: u64) -> Self {
        match self {
            Self::IcaLingam(options) => Self::IcaLingam(LingamOptions { seed, ..options }),
            other => other,
        }
    }

    /// Learns a graph whose nodes are the columns of the table.
    ///
    /// # Errors
    ///
    /// If the table is unsuitable, the method finds no answer, or the computation is stopped.
    pub fn learn(&self, table: &Table, execution: &Execution<'_>) -> Result<Learnt, DiscoveryError> {
        match self {
            Self::Pc(options) => pc(table, options, execution).map(Learnt::from),
            Self::Ges(options) => ges(table, options, execution).map(Learnt::from),
            Self::IcaLingam(options) => ica_lingam(table, options, execution).map(Learnt::from),
            Self::SortnRegress(by) => {
                let graph = sort_n_regress(table, *by, execution)?.into();
                Ok(Learnt { graph, notes: Notes::Nothing })
            }
        }
    }
}

impl fmt::Display for Learner {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl Words for Learner {
    const FORMS: &'static [&'static str] = &["pc", "ges", "ica-lingam", "sort-n-regress"];
}

impl FromStr for Learner {
    type Err = UnknownWord;

    /// The learner of that name with its default options.
    fn from_str(name: &str) -> Result<Self, UnknownWord> {
        match name {
            "pc" => Ok(Self::Pc(PcOptions::default())),
            "ges" => Ok(Self::Ges(GesOptions::default())),
            "ica-lingam" => Ok(Self::IcaLingam(LingamOptions::default())),
            "sort-n-regress" => Ok(Self::SortnRegress(SortBy::default())),
            _ => Err(Self::unknown(name)),
        }
    }
}

impl Words for Pruning {
    const FORMS: &'static [&'static str] = &["adaptive-lasso", "threshold:NUMBER"];
}

impl FromStr for Pruning {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        let threshold = || text.strip_prefix("threshold:")?.parse::<f64>().ok();
        match threshold().and_then(|smallest| Threshold::new(smallest).ok()) {
            Some(smallest) => Ok(Self::Threshold(smallest)),
            None if text == "adaptive-lasso" => Ok(Self::AdaptiveLasso),
            None => Err(Self::unknown(text)),
        }
    }
}

impl fmt::Display for Pruning {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Threshold(smallest) => write!(formatter, "threshold:{smallest}"),
            Self::AdaptiveLasso => formatter.write_str("adaptive-lasso"),
        }
    }
}

impl From<crate::PcResult> for Learnt {
    fn from(result: crate::PcResult) -> Self {
        let notes = Notes::Pc {
            test_count: result.test_count,
            skipped_count: result.skipped.len(),
            forced_count: result.forced.len(),
        };
        Self { graph: result.graph.into(), notes }
    }
}

impl From<crate::GesResult> for Learnt {
    fn from(result: crate::GesResult) -> Self {
        let step_count = result.phases.iter().map(|phase| phase.step_count).sum();
        Self { graph: result.graph.into(), notes: Notes::Ges { score: result.score, step_count } }
    }
}

impl From<crate::LingamResult> for Learnt {
    fn from(result: crate::LingamResult) -> Self {
        let (converged_count, iteration_count) = (result.converged_count, result.iteration_count);
        Self { graph: result.graph.into(), notes: Notes::IcaLingam { converged_count, iteration_count } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for name in Learner::FORMS {
            assert_eq!(&name.parse::<Learner>().unwrap().to_string(), name);
        }
        let error = "PC".parse::<Learner>().unwrap_err();
        assert_eq!(error.to_string(), "`PC` is not understood: choose one of pc, ges, ica-lingam, sort-n-regress");
    }

    #[test]
    fn prunings_are_read_and_written() {
        for text in ["threshold:0.3", "threshold:2", "adaptive-lasso"] {
            assert_eq!(text.parse::<Pruning>().unwrap().to_string(), text);
        }
        for text in ["threshold", "threshold:-1", "threshold:inf", "threshold:NaN", "lasso"] {
            assert_eq!(text.parse::<Pruning>(), Err(Pruning::unknown(text)));
        }
    }

    #[test]
    fn only_random_learners_take_a_seed() {
        let lingam = Learner::IcaLingam(LingamOptions::default());
        assert_eq!(lingam.seeded(7), Learner::IcaLingam(LingamOptions { seed: 7, ..Default::default() }));
        assert_eq!(Learner::Pc(PcOptions::default()).seeded(7), Learner::Pc(PcOptions::default()));
    }
}
