//! What graphs of any kind claim about effects, held against a truth.

use crate::contsid::Prepared;
use crate::distances::Scope;
use crate::errors::{Failure, bad_option, misaligned, not_aligned, refused};
use crate::execution::run_on;
use crate::hidden::{HiddenGraph, adjustment_rule, contradictory, pairs, parts};
use crate::table::unless_changed;
use contsid::adjustment::{AdjustmentRule, EffectGraph};
use contsid::comparison::{ClaimComparisons, ComparisonData, ComparisonOptions, compare_claims, rank_claims};
use contsid::distance::ClaimTruth;
use contsid::execution::Execution;
use contsid::graph::NodeId;
use contsid::named::Named;
use contsid_io::graph::{CausalGraph, NamedGraph, align};
use contsid_report::comparison::{ClaimDocument, ClaimReport, ClaimedGraph, ComparedClaims};
use pyo3::prelude::*;

/// How a learnt graph claims one pair: treatment and outcome, its claim, its set, what the truth claims, and whether it
/// is a mistake.
type PairRow<'a> = (&'a str, &'a str, &'static str, Option<Vec<&'a str>>, &'static str, bool);

/// Learnt graphs of any kind, held against a truth by what they claim about effects.
#[pyclass(frozen, module = "contsid._core")]
pub(crate) struct ClaimComparer {
    truth: NamedGraph<CausalGraph>,
    names: Vec<String>,
    true_effects: ClaimTruth,
    effects: Vec<EffectGraph>,
    found: ClaimComparisons,
    options: ComparisonOptions,
    adjustment: AdjustmentRule,
    data: Option<Py<Prepared>>,
    threads: Option<usize>,
}

#[pymethods]
impl ClaimComparer {
    #[new]
    fn new(
        py: Python<'_>,
        truth: &HiddenGraph,
        learnt: Vec<PyRef<'_, HiddenGraph>>,
        names: Vec<String>,
        data: Option<Py<Prepared>>,
        scope: Option<Scope>,
        adjustment: &str,
    ) -> PyResult<Self> {
        let (scope, adjustment) = (scope.unwrap_or_default(), adjustment_rule(adjustment)?);
        let undirected = scope.undirected()?;
        let options = ComparisonOptions {
            undirected,
            selection: Some(scope.selection(truth.named.names())?),
            memory_limit: contsid_io::available_memory(),
            ..ComparisonOptions::default()
        };
        let directed = truth.named.directed_by(undirected).map_err(contradictory)?;
        let true_effects = directed.claim_truth().map_err(contradictory)?.adjusting(adjustment);
        let aligned = |learnt: &PyRef<'_, HiddenGraph>| {
            let named = align(&truth.named, &learnt.named).map_err(misaligned)?;
            HiddenGraph { named }.effects(undirected, adjustment)
        };
        let effects = learnt.iter().map(aligned).collect::<PyResult<Vec<EffectGraph>>>()?;
        let graphs: Vec<&EffectGraph> = effects.iter().collect();
        let prepared = data.as_ref().map(Py::get);
        let work = |execution: &Execution<'_>| {
            with_data(prepared, execution, |data| {
                let found = compare_claims(&true_effects, &graphs, data, &options, execution);
                found.map_err(|error| error.error.into())
            })
        };
        let found = unless_changed(prepared.map(|data| &data.table), run_on(py, scope.threads, work))?;
        let (truth, threads) = (truth.named.clone(), scope.threads);
        Ok(Self { truth, names, true_effects, effects, found, options, adjustment, data, threads })
    }

    /// All that was found, as JSON.
    fn document(&self, py: Python<'_>) -> PyResult<String> {
        self.with_compared(py, |compared| serde_json::to_string(&ClaimDocument::new(compared)).map_err(refused))
    }

    /// The page.
    fn html(&self, py: Python<'_>) -> PyResult<String> {
        self.with_compared(py, |compared| {
            let report = ClaimReport {
                compared,
                class: self.true_effects.class(),
                claims: &self.found.truth,
                learnt: &self.effects,
                introduction: None,
                command: None,
            };
            report.html().map_err(refused)
        })
    }

    /// The shared, the learnt and the true edges of a learnt graph, whatever their marks.
    fn skeleton(&self, graph: usize) -> PyResult<(usize, usize, usize)> {
        let found = self.found.learnt.get(graph).ok_or_else(|| bad_option("there is no such graph"))?;
        let skeleton = found.marks.skeleton;
        Ok((skeleton.shared, skeleton.learnt, skeleton.truth))
    }

    /// What a learnt graph claims about the selected pairs.
    fn pairs(&self, graph: usize) -> PyResult<Vec<PairRow<'_>>> {
        let names = self.truth.names();
        let found = self.found.learnt.get(graph).ok_or_else(|| bad_option("there is no such graph"))?;
        let selection = self.options.selection_of(names.len()).map_err(not_aligned)?;
        let mistaken: NodePairs =
            found.claims.mistaken_pairs.iter().map(|pair| (pair.treatment, pair.outcome)).collect();
        let row = |(a, b)| {
            let (claim, set) = parts(&found.said, a, b, names);
            let truth = self.found.truth.kind(a, b).name();
            (names.name(a), names.name(b), claim, set, truth, mistaken.contains(&(a, b)))
        };
        Ok(pairs(names.len()).filter(|&(a, b)| selection.contains(a, b)).map(row).collect())
    }
}

type NodePairs = std::collections::BTreeSet<(NodeId, NodeId)>;

impl ClaimComparer {
    fn with_compared<R: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(ComparedClaims<'_>) -> PyResult<R> + Send,
    ) -> PyResult<R> {
        let learnt = self.names.iter().zip(&self.found.learnt);
        let learnt: Vec<ClaimedGraph<'_>> =
            learnt.map(|(name, comparison)| ClaimedGraph { name, comparison }).collect();
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let standings = rank_claims(&names, &self.found.learnt.iter().collect::<Vec<_>>());
        let prepared = self.data.as_ref().map(Py::get);
        let description = prepared.map(|data| data.table.description());
        run_on(py, self.threads, |execution| {
            with_data(prepared, execution, |data| {
                let compared = ComparedClaims {
                    truth: self.truth.source_name(),
                    names: self.truth.names(),
                    learnt: &learnt,
                    standings: &standings,
                    options: &self.options,
                    adjustment: self.adjustment,
                    data,
                    description: description.as_deref(),
                };
                Ok(work(compared)?)
            })
        })
    }
}

/// Does the work with the data, all rows together and in parts, as far as they are wanted.
fn with_data<R>(
    prepared: Option<&Prepared>,
    execution: &Execution<'_>,
    work: impl FnOnce(ComparisonData<'_>) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let parts = prepared.map(|data| data.parts(execution)).transpose()?.flatten();
    work(ComparisonData { all_rows: prepared.and_then(|data| data.all_rows.as_ref()), parts: parts.as_ref() })
}
