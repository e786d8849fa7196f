//! Which distances are computed, on which pairs.

use super::values::{nodes, threads, whole};
use super::{JointArguments, named};
use anyhow::Result;
use clap::Args;
use contsid::comparison::{ComparisonOptions, Measure, ShdOf, Undirected};
use contsid::distance::{Reversal, Selection};
use contsid::effect::TreatmentSets;
use contsid::graph::NodeNames;
use contsid::named::Named;

#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Scoring")]
pub struct ScoringArguments {
    /// How undirected edges are treated: bounds over the directed graphs that they allow (bounds), leave them out
    /// (drop), or take one such graph (extend)
    #[arg(long, value_parser = named::<Undirected>(), default_value = Undirected::default().name())]
    pub undirected: Undirected,
    /// What a reversed edge costs in the SHD; libraries disagree
    #[arg(long, value_name = "COST", value_parser = named::<Reversal>(), default_value = Reversal::default().name())]
    pub shd_reversal: Reversal,
    /// Take the SHD between the graphs, or between the completed graphs of their equivalence classes, so equivalent
    /// graphs have SHD 0
    #[arg(long, value_name = "WHAT", value_parser = named::<ShdOf>(), default_value = ShdOf::default().name())]
    pub shd_of: ShdOf,
    /// Only interventions on these nodes, by name; a name with a comma stands between quotation marks
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub treatments: Vec<String>,
    /// Only effects on these nodes, by name
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub outcomes: Vec<String>,
    /// The distance that orders several graphs: crossfit is contSID ± error, contsid the same from all rows [default: the
    /// first of crossfit, contsid and sid that all graphs have]
    #[arg(long, value_name = "DISTANCE", value_parser = named::<Measure>())]
    pub rank_by: Option<Measure>,
    /// Compare this many random graphs with as many edges by contSID too, if there are data; by other distances a
    /// thousand are compared, or fewer of large graphs
    #[arg(long, value_name = "COUNT", value_parser = whole::<usize>)]
    pub chance: Option<usize>,
    /// The number of threads [default: one for each core]. Results do not depend on it
    #[arg(long, value_name = "COUNT", value_parser = threads)]
    pub threads: Option<u16>,
    #[command(flatten)]
    pub joint: JointArguments,
}

impl ScoringArguments {
    /// The options, given the pairs of [`ScoringArguments::selection`] and the sets of treatments.
    pub fn options(&self, selection: Selection, treatment_sets: Option<TreatmentSets>) -> ComparisonOptions {
        ComparisonOptions {
            undirected: self.undirected,
            reversal: self.shd_reversal,
            shd_of: self.shd_of,
            treatment_sets,
            selection: Some(selection),
            memory_limit: contsid_io::available_memory(),
            ..ComparisonOptions::default()
        }
    }

    /// The pairs of treatments and outcomes to compare.
    pub fn selection(&self, names: &NodeNames) -> Result<Selection> {
        let treatments = nodes(&self.treatments, names, "--treatments")?;
        let outcomes = nodes(&self.outcomes, names, "--outcomes")?;
        let selection = treatments.into_iter().fold(Selection::all(names.len()), Selection::with_treatments);
        Ok(outcomes.into_iter().fold(selection, Selection::with_outcomes))
    }
}
