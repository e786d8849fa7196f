//! Draws graphs and data that learners are tried on.
//!
//! A [`Model`] says how graphs and data are drawn; a [`Simulation`] adds the numbers of nodes and samples and the seed.
//! Equal simulations draw the same bytes:
//!
//! ```
//! use contsid_study::simulate::{Model, Simulation};
//!
//! let simulation = Simulation::new(Model::default(), 10, 100, 1)?;
//! let simulated = simulation.run()?;
//! assert_eq!(simulated.table.row_count(), 100);
//! assert_eq!(simulated.truth, simulation.run()?.truth);
//! # Ok::<(), contsid_study::simulate::SimulationError>(())
//! ```
//!
//! **What is the same everywhere.** The numbers come from `ChaCha20`, IEEE 754 double arithmetic in a fixed order
//! without fused operations, square roots (which IEEE rounds exactly) and the elementary functions of the `libm` crate,
//! which are part of this program. So for one version of this crate, a seed gives the same bits on any number of
//! threads and on every platform with IEEE doubles (all that Rust supports except 32-bit x86 without SSE2).

mod continuous;
mod discrete;
pub(crate) mod draw;
mod graph;
mod moments;
mod noise;
mod settings;
mod size;
mod sortability;
mod streams;
mod weights;

pub use continuous::{Continuous, Mechanism, Standardise};
pub use discrete::{Cardinality, CardinalityError, Discrete};
pub use graph::{Density, GraphModel, GraphModelError};
pub use noise::{Distribution, Noise};
pub use settings::{DataFamily, GraphFamily, ModelError, ModelSettings};
pub use size::SizeError;
pub(crate) use size::check_size;
pub use sortability::{HIGH_SORTABILITY, Sortability};
pub use weights::{Weights, WeightsError};

use continuous::standardise;
use contsid::data::{Column, Table};
use contsid::execution::{Cancelled, Execution};
use contsid::graph::{Dag, NodeId, NodeNames};
use serde::{Deserialize, Serialize};
use streams::Streams;
use thiserror::Error;

/// How graphs and data are drawn; the default is the paper's.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "ModelSettings", into = "ModelSettings")]
pub struct Model {
    /// How the graph is drawn.
    pub graph: GraphModel,
    /// How the data are drawn from the graph.
    pub data: DataModel,
}

/// How data are drawn from a graph.
#[derive(Clone, Debug, PartialEq)]
pub enum DataModel {
    /// Numbers.
    Continuous(Continuous),
    /// Categories.
    Discrete(Discrete),
}

impl Default for DataModel {
    fn default() -> Self {
        Self::Continuous(Continuous::default())
    }
}

/// A model, sizes and a seed: one graph and one table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "SimulationSettings")]
pub struct Simulation {
    nodes: usize,
    samples: usize,
    seed: u64,
    model: Model,
}

/// A [`Simulation`] as written in a file.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct SimulationSettings {
    nodes: usize,
    samples: usize,
    seed: u64,
    #[serde(default)]
    model: Model,
}

/// Why nothing can be simulated.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SimulationError {
    /// The model cannot draw graphs of this size.
    #[error(transparent)]
    Graph(#[from] GraphModelError),
    /// Graph or data would be too large.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// There are no samples.
    #[error("data need at least one sample")]
    NoSamples,
    /// The seed cannot be written into a file of settings.
    #[error("the seed {seed} is too large: at most {} is possible", i64::MAX)]
    Seed {
        /// The seed.
        seed: u64,
    },
    /// The values of a variable overflow.
    #[error(
        "the values of {variable} overflow: weights this large need a sparser graph, or variables that are \
         standardised internally"
    )]
    Overflow {
        /// The name of the variable.
        variable: String,
    },
    /// The monitor stopped it.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// A graph of the model, independent of the one that [`Simulation::run`] draws from the seed.
pub(crate) fn baseline(model: &GraphModel, nodes: usize, seed: u64) -> Dag {
    model.draw(nodes, &mut Streams::of(seed).baseline())
}

/// The true graph, and data drawn from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Simulated {
    /// The true graph.
    pub truth: Dag,
    /// The data; its columns are the nodes `V1`, `V2`, ….
    pub table: Table,
}

impl Simulation {
    /// Checks that the model fits the sizes.
    ///
    /// # Errors
    ///
    /// If the model cannot draw graphs of this size, if there are no samples, if graph or data would not fit into
    /// memory, or if the seed is above 2⁶³ − 1.
    pub fn new(model: Model, nodes: usize, samples: usize, seed: u64) -> Result<Self, SimulationError> {
        model.graph.check(nodes)?;
        check_size(&model, nodes, samples)?;
        if samples == 0 {
            return Err(SimulationError::NoSamples);
        }
        if i64::try_from(seed).is_err() {
            return Err(SimulationError::Seed { seed });
        }
        Ok(Self { nodes, samples, seed, model })
    }

    /// How graph and data are drawn.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Draws the graph and the data.
    ///
    /// # Errors
    ///
    /// If the values of a variable overflow, as on long paths of large weights.
    pub fn run(&self) -> Result<Simulated, SimulationError> {
        self.run_watched(&Execution::default())
    }

    /// The same with a monitor, which hears of each variable.
    ///
    /// # Errors
    ///
    /// As [`Simulation::run`], and if the monitor stops it.
    pub fn run_watched(&self, execution: &Execution<'_>) -> Result<Simulated, SimulationError> {
        execution.monitor().begin(self.nodes as u64);
        let streams = Streams::of(self.seed);
        let truth = self.model.graph.draw(self.nodes, &mut streams.graph());
        let names = NodeNames::numbered(self.nodes);
        let columns = self.columns(&truth, &names, &streams, execution)?;
        let table = Table::new(names, columns).expect("columns of one length, with rows, checked to be finite");
        Ok(Simulated { truth, table })
    }

    fn columns(
        &self,
        truth: &Dag,
        names: &NodeNames,
        streams: &Streams,
        execution: &Execution<'_>,
    ) -> Result<Vec<Column>, SimulationError> {
        let samples = self.samples;
        match &self.model.data {
            DataModel::Continuous(model) => {
                let too_large = |node| SimulationError::Overflow { variable: names.name(node).to_owned() };
                let column = |node, parents: &[&[f64]]| {
                    model.column(node, parents, samples, streams).ok_or_else(|| too_large(node))
                };
                let mut columns = drawn(truth, column, execution)?;
                if model.standardise == Standardise::Columns {
                    for column in &mut columns {
                        standardise(column);
                    }
                }
                Ok(columns.into_iter().map(Column::numbers).collect())
            }
            DataModel::Discrete(model) => {
                let column = |node, parents: &[&[u32]]| Ok(model.column(node, parents, samples, streams));
                let columns = drawn(truth, column, execution)?.into_iter();
                Ok(columns.map(|codes| Column::Categorical { codes, levels: model.levels() }).collect())
            }
        }
    }
}

/// The columns of all nodes; each is drawn from those of its parents.
fn drawn<T>(
    truth: &Dag,
    column: impl Fn(NodeId, &[&[T]]) -> Result<Vec<T>, SimulationError>,
    execution: &Execution<'_>,
) -> Result<Vec<Vec<T>>, SimulationError> {
    let mut columns: Vec<Vec<T>> = truth.nodes().map(|_| Vec::new()).collect();
    for &node in truth.topological_order() {
        execution.check()?;
        let parents: Vec<&[T]> = truth.parents(node).iter().map(|parent| &columns[parent.index()][..]).collect();
        columns[node.index()] = column(node, &parents)?;
        execution.monitor().advance(1);
    }
    Ok(columns)
}

impl TryFrom<SimulationSettings> for Simulation {
    type Error = SimulationError;

    fn try_from(settings: SimulationSettings) -> Result<Self, SimulationError> {
        Self::new(settings.model, settings.nodes, settings.samples, settings.seed)
    }
}
