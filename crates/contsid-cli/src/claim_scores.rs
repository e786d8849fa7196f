//! Learnt graphs of any kind, by what they claim about effects.

use crate::args::{PageArguments, ScoringArguments};
use crate::commands::thread_pool;
use crate::console::Console;
use crate::inputs::graphs::SkippedGraph;
use crate::pages;
use crate::scores::{ObservedTable, ScoredData, as_data};
use anyhow::{Result, anyhow, bail};
use contsid::adjustment::{AdjustmentRule, EffectGraph};
use contsid::comparison::{
    ClaimComparisons, ComparisonData, ComparisonOptions, Standings, Undirected, compare_claims, rank_claims,
};
use contsid::distance::ClaimTruth;
use contsid::execution::Execution;
use contsid_io::graph::{CausalGraph, NamedGraph};
use contsid_report::comparison::{ClaimReport, ClaimedGraph, ComparedClaims};

/// A truth and learnt graphs on its nodes, with what they claim.
#[derive(Debug)]
pub struct ClaimScores {
    pub truth: NamedGraph<CausalGraph>,
    /// The learnt graphs in the order in which they were given.
    pub learnt: Vec<NamedGraph<CausalGraph>>,
    pub found: ClaimComparisons,
    truth_effects: ClaimTruth,
    effects: Vec<EffectGraph>,
    pub options: ComparisonOptions,
    pub adjustment: AdjustmentRule,
    data: Option<ScoredData>,
    description: Option<String>,
    pub skipped: Vec<SkippedGraph>,
}

impl ClaimScores {
    /// Compares what each learnt graph, which must be on the nodes of the truth, claims with the truth.
    pub fn new(
        truth: NamedGraph<CausalGraph>,
        learnt: Vec<NamedGraph<CausalGraph>>,
        observations: Option<&ObservedTable>,
        (arguments, adjustment): (&ScoringArguments, AdjustmentRule),
        console: &Console,
    ) -> Result<Self> {
        if arguments.joint.joint.is_some() {
            bail!("joint interventions are compared only if no graph has marks or hidden nodes");
        }
        let options = arguments.options(arguments.selection(truth.names())?, None);
        let undirected = arguments.undirected;
        let true_graph = truth.directed_by(undirected)?.claim_truth()?.adjusting(adjustment);
        let effects = learnt.iter().map(|graph| effects(graph, undirected, adjustment)).collect::<Result<Vec<_>>>()?;
        let (pool, progress) = (thread_pool(arguments.threads)?, console.progress("comparing graphs"));
        let execution = Execution::default().on(&pool).watched_by(&progress);
        let data = observations.map(|given| given.prepared(&execution)).transpose()?;
        let graphs: Vec<&EffectGraph> = effects.iter().collect();
        let found = compare_claims(&true_graph, &graphs, as_data(data.as_ref()), &options, &execution)
            .map_err(|error| anyhow!("{error}"))?;
        let description = observations.map(|given| given.table.description());
        Ok(Self {
            truth,
            learnt,
            found,
            truth_effects: true_graph,
            effects,
            options,
            adjustment,
            data,
            description,
            skipped: Vec::new(),
        })
    }

    /// The data, if there are any.
    pub fn data(&self) -> ComparisonData<'_> {
        as_data(self.data.as_ref())
    }

    /// The learnt graphs with what was found.
    pub fn claimed(&self) -> Vec<ClaimedGraph<'_>> {
        let learnt = self.learnt.iter().zip(&self.found.learnt);
        learnt.map(|(graph, comparison)| ClaimedGraph { name: graph.source_name(), comparison }).collect()
    }

    /// How the learnt graphs stand to each other.
    pub fn standings(&self) -> Standings {
        let names: Vec<&str> = self.learnt.iter().map(NamedGraph::source_name).collect();
        rank_claims(&names, &self.found.learnt.iter().collect::<Vec<_>>())
    }

    /// Writes the page and the plots that are wanted, if any; the page may begin with an introduction.
    pub fn write_page(&self, wanted: &PageArguments, introduction: Option<&str>, console: &Console) -> Result<()> {
        let (learnt, standings, command) = (self.claimed(), self.standings(), pages::command());
        let report = ClaimReport {
            compared: self.compared(&learnt, &standings),
            class: self.truth_effects.class(),
            claims: &self.found.truth,
            learnt: &self.effects,
            introduction,
            command: Some(&command),
        };
        pages::write(wanted, || Ok(report.html()?), || Ok(report.plots()), console)
    }

    /// All that was compared.
    pub fn compared<'a>(&'a self, learnt: &'a [ClaimedGraph<'a>], standings: &'a Standings) -> ComparedClaims<'a> {
        ComparedClaims {
            truth: self.truth.source_name(),
            names: self.truth.names(),
            learnt,
            standings,
            options: &self.options,
            adjustment: self.adjustment,
            data: self.data(),
            description: self.description.as_deref(),
        }
    }
}

/// What a learnt graph says about effects.
pub fn effects(
    graph: &NamedGraph<CausalGraph>,
    undirected: Undirected,
    adjustment: AdjustmentRule,
) -> Result<EffectGraph> {
    Ok(graph.directed_by(undirected)?.effects()?.adjusting(adjustment))
}
