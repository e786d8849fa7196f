//! All distances of learnt graphs from a truth, and the page that shows them.

use crate::contsid::{ContSid, Prepared};
use crate::crossfit::{CrossFit, ends};
use crate::distances::{Mistakes, Scope, Shd, Sid, sized_run};
use crate::errors::{Failure, bad_option, misaligned, not_aligned, not_usable, refused};
use crate::execution::{run, run_on};
use crate::graph::Graph;
use crate::joint::{Joint, Sets};
use crate::options::{chosen, reversal, strategy};
use crate::table::unless_changed;
use crate::workers::Workers;
use contsid::comparison::{
    CHANCE_SEED, Chance, Comparison, ComparisonData, ComparisonError, ComparisonOptions, GraphRelation, Measure,
    Ranking, chance, compare_all,
};
use contsid::distance::{EdgeAccuracy, Strategy};
use contsid::execution::Execution;
use contsid::named::Named;
use contsid_io::graph::{NamedGraph, align, suspicion};
use contsid_report::comparison::{
    self, ChanceObject, Compared, ComparisonDocument, ComparisonReport, GraphFixes, LearntGraph, Observations,
    ReportError, readable, settings, title,
};
use pyo3::prelude::*;

/// A truth, with data and options: what learnt graphs are compared with.
#[pyclass(frozen, module = "contsid._core")]
pub(crate) struct Comparer {
    truth: NamedGraph,
    options: ComparisonOptions,
    data: Option<Py<Prepared>>,
    threads: Option<usize>,
}

#[pymethods]
impl Comparer {
    #[new]
    fn new(
        py: Python<'_>,
        truth: &Graph,
        data: Option<Py<Prepared>>,
        scope: Option<Scope>,
        reversal_cost: i64,
        shd_of: &str,
        sets: Option<Sets>,
    ) -> PyResult<Self> {
        let (scope, names) = (scope.unwrap_or_default(), truth.named.names());
        let selection = scope.selection(names)?;
        let options = ComparisonOptions {
            undirected: scope.undirected()?,
            reversal: reversal(reversal_cost)?,
            shd_of: chosen("shd_of", shd_of)?,
            treatment_sets: sets.map(|sets| run(py, |_| Ok(sets.of(names, &selection)?))).transpose()?,
            selection: Some(selection),
            memory_limit: contsid_io::available_memory(),
            ..ComparisonOptions::default()
        };
        Ok(Self { truth: truth.named.clone(), options, data, threads: scope.threads })
    }

    /// The distances of some learnt graphs, and all settings by name as JSON.
    fn compare(
        &self,
        py: Python<'_>,
        learnt: Vec<PyRef<'_, Graph>>,
        names: Vec<String>,
        workers: Option<Py<PyAny>>,
    ) -> PyResult<(Vec<Scored>, String)> {
        let aligned = |learnt: &PyRef<'_, Graph>| {
            let named = align(&self.truth, &learnt.named).map_err(misaligned)?;
            let note = suspicion(&self.truth, &named).map(|note| note.to_string());
            Ok::<_, PyErr>(learnt.renamed(named).noting(note))
        };
        let learnt = learnt.iter().map(aligned).collect::<PyResult<Vec<Graph>>>()?;
        let workers = workers.map(Workers::new);
        let work = |execution: &Execution<'_>| self.compared(&learnt, workers.as_ref(), execution);
        let outcome = match &self.data {
            Some(data) => unless_changed([&data.get().table], data.get().run(py, self.threads, work)),
            None => sized_run(py, self.truth.names().len(), self.threads, work),
        };
        let (found, settings) = outcome.map_err(|error| workers.and_then(Workers::into_raised).unwrap_or(error))?;
        let scored = names.into_iter().zip(learnt).zip(found);
        Ok((scored.map(|((name, learnt), found)| Scored { name, learnt, found }).collect(), settings.to_string()))
    }

    /// All distances of some learnt graphs as JSON, in the order of a distance.
    fn document(&self, py: Python<'_>, scored: Vec<Py<Scored>>, by: Option<&str>) -> PyResult<String> {
        let learnt: Vec<_> = scored.iter().map(|one| one.get().as_learnt()).collect();
        let ranking = ranking(&learnt, by)?;
        let prepared = self.data.as_ref().map(Py::get);
        let description = prepared.map(|data| data.table.description());
        run_on(py, self.threads, |execution| {
            learnt.iter().try_for_each(|one| self.beside_chance(*one, execution).map(drop))?;
            let parts = prepared.map(|data| data.parts(execution)).transpose()?.flatten();
            let all_rows = prepared.and_then(|data| data.all_rows.as_ref());
            let document = ComparisonDocument::new(Compared {
                truth: self.truth.source_name(),
                names: self.truth.names(),
                learnt: &learnt,
                ranking: &ranking,
                options: &self.options,
                data: ComparisonData { all_rows, parts: parts.as_ref() },
                description: description.as_deref(),
                fixes: None,
            });
            serde_json::to_string(&document).map_err(|error| refused(error).into())
        })
    }

    /// What random graphs with as many edges as a learnt one achieve, as JSON.
    fn chance(&self, py: Python<'_>, scored: &Scored) -> PyResult<String> {
        run_on(py, self.threads, |execution| {
            let found = ChanceObject::new(self.beside_chance(scored.as_learnt(), execution)?);
            serde_json::to_string(&found).map_err(|error| refused(error).into())
        })
    }

    /// What each fix of a learnt graph does, as JSON.
    fn fixes(&self, py: Python<'_>, scored: &Scored) -> PyResult<String> {
        let (data, learnt) = (self.data.as_ref().map(Py::get), scored.learnt.named.graph());
        let found = run_on(py, self.threads, |execution| {
            let parts = data.map(|data| data.parts(execution)).transpose()?.flatten();
            let data = ComparisonData { all_rows: data.and_then(|data| data.all_rows.as_ref()), parts: parts.as_ref() };
            let found = GraphFixes::new(self.truth.graph(), learnt, &self.options, data, execution)?;
            serde_json::to_string(&found.object(self.truth.names())).map_err(|error| refused(error).into())
        });
        unless_changed(data.map(|data| &data.table), found)
    }

    /// The page of some learnt graphs, in the order of a distance.
    fn html(&self, py: Python<'_>, scored: Vec<Py<Scored>>, settings: &str, by: Option<&str>) -> PyResult<String> {
        let learnt: Vec<_> = scored.iter().map(|one| one.get().as_learnt()).collect();
        let ranking = ranking(&learnt, by)?;
        let (names, data) = (self.truth.names(), self.data.as_ref().map(Py::get));
        let settings = readable(&serde_json::from_str(settings).map_err(bad_option)?);
        let page = run_on(py, self.threads, |execution| {
            learnt.iter().try_for_each(|one| self.beside_chance(*one, execution).map(drop))?;
            let parts = data.map(|data| data.parts(execution)).transpose()?.flatten();
            let report = ComparisonReport {
                title: title(self.truth.source_name(), &learnt),
                introduction: None,
                names,
                truth: comparison::ShownGraph { name: self.truth.source_name(), graph: self.truth.graph() },
                learnt,
                ranking: &ranking,
                options: &self.options,
                data: data.map(|data| Observations {
                    table: &data.table,
                    options: &data.options,
                    prepared: data.all_rows.as_ref(),
                    parts: parts.as_ref(),
                }),
                settings,
                command: None,
            };
            Ok(report.html(execution)?)
        });
        unless_changed(data.map(|data| &data.table), page)
    }
}

impl Comparer {
    fn compared(
        &self,
        learnt: &[Graph],
        workers: Option<&Workers>,
        execution: &Execution<'_>,
    ) -> Result<(Vec<Comparison>, serde_json::Value), Failure> {
        let data = self.data.as_ref().map(Py::get);
        let parts = data.map(|data| data.parts(execution)).transpose()?.flatten();
        let parts = parts.map(|parts| match workers {
            Some(workers) => parts.estimated_by(workers),
            None => parts,
        });
        let data = ComparisonData { all_rows: data.and_then(|data| data.all_rows.as_ref()), parts: parts.as_ref() };
        let graphs: Vec<_> = learnt.iter().map(|learnt| learnt.named.graph()).collect();
        let found = compare_all(self.truth.graph(), &graphs, data, &self.options, execution)
            .map_err(|error| self.failure(error.error, error.learnt.map(|index| &learnt[index].named)))?;
        Ok((found, settings(self.truth.names(), &self.options, data)))
    }

    /// What random graphs achieve, found at most once for a learnt graph.
    fn beside_chance<'a>(&self, learnt: LearntGraph<'a>, execution: &Execution<'_>) -> Result<&'a Chance, Failure> {
        let LearntGraph { graph, comparison } = learnt;
        if let Some(found) = comparison.chance.get() {
            return Ok(found);
        }
        let how = (&self.options, CHANCE_SEED);
        let found = chance(self.truth.graph(), graph.graph, comparison, None, how, execution)
            .map_err(|error| self.failure(error.error, None))?;
        Ok(comparison.chance.get_or_init(|| found))
    }

    fn failure(&self, error: ComparisonError, learnt: Option<&NamedGraph>) -> Failure {
        match (error, learnt) {
            (ComparisonError::Truth(error), _) => not_usable(&self.truth, &error).into(),
            (ComparisonError::Learnt(error), Some(learnt)) => not_usable(learnt, &error).into(),
            (error, _) => error.into(),
        }
    }
}

impl From<ComparisonError> for Failure {
    fn from(error: ComparisonError) -> Self {
        match error {
            ComparisonError::Cancelled(_) => Self::Cancelled,
            ComparisonError::ContSid(error) => error.into(),
            error @ ComparisonError::TooLarge { .. } => refused(error).into(),
            error => not_aligned(error).into(),
        }
    }
}

impl From<ReportError> for Failure {
    fn from(error: ReportError) -> Self {
        match error {
            ReportError::Comparison(error) => error.into(),
            ReportError::ContSid(error) => error.into(),
            error => refused(error).into(),
        }
    }
}

/// A learnt graph, on the nodes of the truth, with its distances.
#[pyclass(frozen, module = "contsid._core")]
pub(crate) struct Scored {
    name: String,
    learnt: Graph,
    found: Comparison,
}

impl Scored {
    fn as_learnt(&self) -> LearntGraph<'_> {
        let graph = comparison::ShownGraph { name: &self.name, graph: self.learnt.named.graph() };
        LearntGraph { graph, comparison: &self.found }
    }
}

#[pymethods]
impl Scored {
    /// The learnt graph, with the nodes of the truth in their order.
    #[getter]
    fn learnt(&self) -> Graph {
        self.learnt.clone()
    }

    /// The structural Hamming distance.
    #[getter]
    fn shd(&self) -> Shd {
        self.found.shd.into()
    }

    /// The structural intervention distance, or its bounds.
    #[getter]
    fn sid(&self) -> Sid {
        let names = self.learnt.named.names().clone();
        Sid { found: self.found.sid.clone(), names }
    }

    /// The effects that are wrong by one adjustment strategy.
    fn aid(&self, strategy_name: &str) -> PyResult<Mistakes> {
        let found = match strategy(strategy_name)? {
            Strategy::Parent => &self.found.aid.parent,
            Strategy::Ancestor => &self.found.aid.ancestor,
            Strategy::Optimal => &self.found.aid.optimal,
        };
        Ok(Mistakes { found: found.clone(), names: self.learnt.named.names().clone() })
    }

    /// contSID, or its bounds; none without data.
    #[getter]
    fn contsid(&self) -> Option<ContSid> {
        self.found.contsid.as_ref().map(|found| ContSid::new(found, self.learnt.named.names().len()))
    }

    /// Cross-fitted contSID, or its bounds; none without data in parts.
    #[getter]
    fn crossfit(&self) -> Option<CrossFit> {
        self.found.crossfit.as_ref().map(|found| CrossFit::new(found, self.learnt.named.names()))
    }

    /// Cross-fitted contSID of joint interventions, or its bounds.
    #[getter]
    fn joint_crossfit(&self) -> Option<CrossFit> {
        self.found.joint_crossfit.as_ref().map(|found| CrossFit::new(found, self.learnt.named.names()))
    }

    /// The shared, the learnt and the true edges: whatever their direction, and arrows alone.
    #[getter]
    fn edges(&self) -> [(usize, usize, usize); 2] {
        let EdgeAccuracy { skeleton, arrows } = self.found.edges;
        [skeleton, arrows].map(|edges| (edges.shared, edges.learnt, edges.truth))
    }

    /// contSID of joint interventions, or its bounds; none if they were not asked for.
    #[getter]
    fn joint(&self) -> Option<Joint> {
        self.found.joint.clone().map(|found| Joint::new(found, self.learnt.named.names().clone()))
    }
}

/// Two graphs by name, how the first stands to the second, and the difference with its error, interval, p-value and
/// adjusted p-value, as far as they are known.
type RelationRow = (String, String, &'static str, Option<DifferenceRow>, Option<f64>);

/// A difference with its two errors and its interval, and its p-value.
type DifferenceRow = (f64, f64, f64, (f64, f64), f64);

/// How some graphs stand to each other: the distance that they are ordered by, which of them comes when, in which tier,
/// the relations of all pairs, and what that means in words.
type RankingParts = (&'static str, Vec<(usize, usize)>, Vec<RelationRow>, Vec<String>);

/// Orders some graphs.
#[pyfunction]
pub(crate) fn rank(scored: Vec<Py<Scored>>, by: Option<&str>) -> PyResult<RankingParts> {
    let learnt: Vec<LearntGraph<'_>> = scored.iter().map(|one| one.get().as_learnt()).collect();
    let ranking = ranking(&learnt, by)?;
    let names: Vec<&str> = learnt.iter().map(|one| one.graph.name).collect();
    let standings = &ranking.standings;
    let order = standings.order.iter().map(|&graph| (graph, standings.tiers[graph])).collect();
    let relations = standings.relations.iter().map(|found| relation(found, &names)).collect();
    Ok((ranking.by.name(), order, relations, comparison::verdict(&learnt, &ranking)))
}

/// How learnt graphs stand to each other by a distance, or by the usual one.
fn ranking(learnt: &[LearntGraph<'_>], by: Option<&str>) -> PyResult<Ranking> {
    let by = by.map(|word| chosen::<Measure>("by", word)).transpose()?;
    if let Some(measure) = by.filter(|&measure| learnt.iter().any(|one| one.comparison.bounds(measure).is_none())) {
        return Err(bad_option(format!("by is `{}`, which needs data", measure.name())));
    }
    let names: Vec<&str> = learnt.iter().map(|one| one.graph.name).collect();
    let compared: Vec<&Comparison> = learnt.iter().map(|one| one.comparison).collect();
    Ok(contsid::comparison::rank(&names, &compared, by))
}

fn relation(found: &GraphRelation, names: &[&str]) -> RelationRow {
    let [first, second] = [found.first, found.second].map(|graph| names[graph].to_owned());
    let difference = found.difference.map(|one| (one.value, one.se, one.model_se, ends(one.interval), one.p_value));
    (first, second, found.standing.name(), difference, found.adjusted_p_value)
}
