//! The settings of a simulation as written in a file.
//!
//! A file may leave out defaults; a file that is written names every setting of its families.

use super::continuous::{Continuous, Mechanism, Standardise};
use super::discrete::{Cardinality, Discrete};
use super::graph::{Density, GraphModel};
use super::noise::{Distribution, Noise};
use super::weights::Weights;
use super::{DataModel, Model};
use crate::number::{Positive, Probability};
use crate::word::word;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The family of random graphs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum GraphFamily {
    /// Every pair of nodes is joined with the same probability.
    #[default]
    ErdosRenyi,
    /// New nodes join those that have many edges.
    ScaleFree,
}

word!(GraphFamily { ErdosRenyi: "erdos-renyi", ScaleFree: "scale-free" });

/// The kind of data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum DataFamily {
    /// Numbers, from functions and noise.
    #[default]
    Continuous,
    /// Categories, from conditional tables.
    Discrete,
}

word!(DataFamily { Continuous: "continuous", Discrete: "discrete" });

/// A [`Model`] as written in a file; omitted keys have their defaults.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ModelSettings {
    /// The family of graphs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph: Option<GraphFamily>,
    /// Erdős–Rényi: the probability of an edge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge_probability: Option<Probability>,
    /// Erdős–Rényi: the expected number of edges at a node, instead of a probability.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_degree: Option<Positive>,
    /// Scale-free: the number of edges of each new node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edges_per_node: Option<usize>,
    /// Numbers or categories.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<DataFamily>,
    /// Continuous: the functions along the edges.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mechanism: Option<Mechanism>,
    /// Continuous: the intervals of the weights.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<Weights>,
    /// Continuous: the distribution of the noise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<Distribution>,
    /// Continuous: the scale of the noise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise_scale: Option<Positive>,
    /// Continuous: whether variables are standardised.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standardise: Option<Standardise>,
    /// Discrete: the number of levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cardinality: Option<Cardinality>,
    /// Discrete: the parameter of the Dirichlet distribution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub concentration: Option<Positive>,
}

/// Settings that do not go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A key does not belong to the family that is chosen.
    #[error("`{key}` does not go with {family}")]
    Foreign {
        /// The key.
        key: &'static str,
        /// The family.
        family: &'static str,
    },
    /// Both a probability and a degree are given.
    #[error("give `edge-probability` or `expected-degree`, not both: each follows from the other")]
    TwoDensities,
    /// A scale-free graph needs its number of edges.
    #[error("a scale-free graph needs `edges-per-node`")]
    NoEdgesPerNode,
}

impl TryFrom<ModelSettings> for Model {
    type Error = ModelError;

    fn try_from(settings: ModelSettings) -> Result<Self, ModelError> {
        Ok(Self { graph: graph_model(&settings)?, data: data_model(settings)? })
    }
}

fn graph_model(settings: &ModelSettings) -> Result<GraphModel, ModelError> {
    let (probability, degree) = (settings.edge_probability, settings.expected_degree);
    match settings.graph.unwrap_or_default() {
        GraphFamily::ErdosRenyi => {
            refuse("Erdős–Rényi graphs", &[("edges-per-node", settings.edges_per_node.is_some())])?;
            match (probability, degree) {
                (Some(_), Some(_)) => Err(ModelError::TwoDensities),
                (Some(probability), None) => Ok(GraphModel::ErdosRenyi(Density::EdgeProbability(probability))),
                (None, Some(degree)) => Ok(GraphModel::ErdosRenyi(Density::ExpectedDegree(degree))),
                (None, None) => Ok(GraphModel::default()),
            }
        }
        GraphFamily::ScaleFree => {
            let foreign = [("edge-probability", probability.is_some()), ("expected-degree", degree.is_some())];
            refuse("scale-free graphs", &foreign)?;
            let edges_per_node = settings.edges_per_node.ok_or(ModelError::NoEdgesPerNode)?;
            Ok(GraphModel::ScaleFree { edges_per_node })
        }
    }
}

fn data_model(settings: ModelSettings) -> Result<DataModel, ModelError> {
    match settings.data.unwrap_or_default() {
        DataFamily::Continuous => {
            let foreign =
                [("cardinality", settings.cardinality.is_some()), ("concentration", settings.concentration.is_some())];
            refuse("continuous data", &foreign)?;
            Ok(DataModel::Continuous(continuous(settings)))
        }
        DataFamily::Discrete => {
            let foreign = [
                ("mechanism", settings.mechanism.is_some()),
                ("weights", settings.weights.is_some()),
                ("noise", settings.noise.is_some()),
                ("noise-scale", settings.noise_scale.is_some()),
                ("standardise", settings.standardise.is_some()),
            ];
            refuse("discrete data", &foreign)?;
            let default = Discrete::default();
            Ok(DataModel::Discrete(Discrete {
                cardinality: settings.cardinality.unwrap_or(default.cardinality),
                concentration: settings.concentration.unwrap_or(default.concentration),
            }))
        }
    }
}

fn continuous(settings: ModelSettings) -> Continuous {
    let default = Continuous::default();
    Continuous {
        mechanism: settings.mechanism.unwrap_or(default.mechanism),
        weights: settings.weights.unwrap_or(default.weights),
        noise: Noise {
            distribution: settings.noise.unwrap_or(default.noise.distribution),
            scale: settings.noise_scale.unwrap_or(default.noise.scale),
        },
        standardise: settings.standardise.unwrap_or(default.standardise),
    }
}

fn refuse(family: &'static str, foreign: &[(&'static str, bool)]) -> Result<(), ModelError> {
    match foreign.iter().find(|(_, is_given)| *is_given) {
        Some(&(key, _)) => Err(ModelError::Foreign { key, family }),
        None => Ok(()),
    }
}

impl From<Model> for ModelSettings {
    /// Only the keys of the model's families.
    fn from(model: Model) -> Self {
        let mut settings = Self::default();
        match model.graph {
            GraphModel::ErdosRenyi(density) => {
                settings.graph = Some(GraphFamily::ErdosRenyi);
                match density {
                    Density::EdgeProbability(probability) => settings.edge_probability = Some(probability),
                    Density::ExpectedDegree(degree) => settings.expected_degree = Some(degree),
                }
            }
            GraphModel::ScaleFree { edges_per_node } => {
                settings.graph = Some(GraphFamily::ScaleFree);
                settings.edges_per_node = Some(edges_per_node);
            }
        }
        match model.data {
            DataModel::Continuous(continuous) => settings.describe_continuous(continuous),
            DataModel::Discrete(discrete) => {
                settings.data = Some(DataFamily::Discrete);
                settings.cardinality = Some(discrete.cardinality);
                settings.concentration = Some(discrete.concentration);
            }
        }
        settings
    }
}

impl ModelSettings {
    fn describe_continuous(&mut self, continuous: Continuous) {
        self.data = Some(DataFamily::Continuous);
        self.mechanism = Some(continuous.mechanism);
        self.weights = Some(continuous.weights);
        self.noise = Some(continuous.noise.distribution);
        self.noise_scale = Some(continuous.noise.scale);
        self.standardise = Some(continuous.standardise);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(text: &str) -> Result<Model, toml::de::Error> {
        toml::from_str(text)
    }

    #[test]
    fn an_empty_file_is_the_papers_model() {
        assert_eq!(model("").unwrap(), Model::default());
    }

    #[test]
    fn a_model_survives_its_file() {
        let texts = [
            "",
            "expected-degree = 2.0\nmechanism = \"random-fourier\"\nweights = [[-2, -0.5], [0.5, 2]]\n\
             noise = \"laplace\"",
            "graph = \"scale-free\"\nedges-per-node = 2\nstandardise = \"internal\"",
            "data = \"discrete\"\ncardinality = 3\nconcentration = 0.5",
        ];
        for text in texts {
            let read = model(text).unwrap();
            let written = toml::to_string(&read).unwrap();
            assert_eq!(model(&written).unwrap(), read, "{written}");
        }
    }

    #[test]
    fn settings_that_do_not_go_together_are_refused() {
        let refused = |text: &str| model(text).unwrap_err().to_string();
        assert!(refused("edge-probability = 0.1\nexpected-degree = 2.0").contains("not both"));
        assert!(refused("edges-per-node = 2").contains("`edges-per-node` does not go with Erdős–Rényi graphs"));
        assert!(refused("graph = \"scale-free\"").contains("needs `edges-per-node`"));
        assert!(refused("data = \"discrete\"\nnoise = \"gumbel\"").contains("`noise` does not go with discrete data"));
        let line = refused("noise = \"gumbel\"\nedge-probability = 1.5");
        assert!(line.contains("line 2") && line.contains("must be between 0 and 1, got 1.5"), "{line}");
        let unknown = refused("\nedge-prob = 0.5");
        assert!(unknown.contains("line 2") && unknown.contains("edge-prob"), "{unknown}");
    }
}
