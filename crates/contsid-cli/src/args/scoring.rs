//! What is computed, on which pairs, and how.

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use contsid::comparison::{ComparisonOptions, ShdOf, Undirected};
use contsid::distance::{Reversal, Selection};
use contsid::graph::{NodeNames, NodeSet};

#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Scoring")]
pub struct ScoringArguments {
    /// What undirected edges mean: all graphs that they stand for, with bounds; nothing; or one such graph
    #[arg(long, value_enum, default_value_t = UndirectedChoice::Bounds)]
    pub undirected: UndirectedChoice,
    /// What a reversed edge costs in the SHD, 1 or 2; libraries disagree
    #[arg(long, value_name = "COST", default_value = "1")]
    pub shd_reversal: ReversalCost,
    /// Take the SHD between the completed graphs of the equivalence classes, so that equivalent graphs have SHD 0
    #[arg(long)]
    pub class: bool,
    /// Only interventions on these nodes, by name
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub treatments: Vec<String>,
    /// Only effects on these nodes, by name
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub outcomes: Vec<String>,
    /// The number of threads; without it, one for each core. Results do not depend on it
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum UndirectedChoice {
    #[default]
    Bounds,
    Drop,
    Extend,
}

impl From<UndirectedChoice> for Undirected {
    fn from(choice: UndirectedChoice) -> Self {
        match choice {
            UndirectedChoice::Bounds => Self::Bounds,
            UndirectedChoice::Drop => Self::Drop,
            UndirectedChoice::Extend => Self::Extend,
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct ReversalCost(Reversal);

impl std::str::FromStr for ReversalCost {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "1" => Ok(Self(Reversal::Once)),
            "2" => Ok(Self(Reversal::Twice)),
            _ => Err("a reversed edge costs 1 or 2"),
        }
    }
}

impl ScoringArguments {
    /// The options, with nodes in the order of the truth.
    pub fn options(&self, names: &NodeNames) -> Result<ComparisonOptions> {
        Ok(ComparisonOptions {
            undirected: self.undirected.into(),
            reversal: self.shd_reversal.0,
            shd_of: if self.class { ShdOf::Classes } else { ShdOf::Graphs },
            selection: Some(self.selection(names)?),
            ..ComparisonOptions::default()
        })
    }

    fn selection(&self, names: &NodeNames) -> Result<Selection> {
        let mut selection = Selection::all(names.len());
        if !self.treatments.is_empty() {
            selection = selection.with_treatments(nodes(&self.treatments, names, "--treatments")?);
        }
        if !self.outcomes.is_empty() {
            selection = selection.with_outcomes(nodes(&self.outcomes, names, "--outcomes")?);
        }
        Ok(selection)
    }
}

fn nodes(wanted: &[String], names: &NodeNames, option: &str) -> Result<NodeSet> {
    let mut set = NodeSet::empty(names.len());
    for name in wanted {
        match names.node(name.trim()) {
            Some(node) => set.insert(node),
            None => bail!("{option}: there is no node `{name}`; {}", known(names)),
        };
    }
    Ok(set)
}

/// The names there are, shortened where they are many.
pub fn known(names: &NodeNames) -> String {
    const MOST: usize = 20;
    let listed: Vec<&str> = names.iter().take(MOST).collect();
    let more = if names.len() > MOST { format!(" and {} more", names.len() - MOST) } else { String::new() };
    format!("the nodes are {}{more}", listed.join(", "))
}
