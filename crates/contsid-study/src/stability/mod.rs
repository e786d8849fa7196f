//! Does a learner find the same graph again in other rows of the same data?
//!
//! A study with [`Resampling`] learns from all rows of a data set and from many resamples of them; no truth is needed.
//! [`stabilities`] says of each learner which edges, directions and causal paths come back ([`EdgeSupport`],
//! [`AncestrySupport`]), which graph has what most of them have ([`consensus`]), and how far the graphs are from each
//! other: by edges (SHD), by the effects that they get wrong about each other (SID), and by how different these effects
//! are (cross-fitted contSID).

mod distances;
mod map;
mod support;

pub use support::{AncestrySupport, EdgeSupport, ancestry_support, consensus, edge_support};

use crate::records::Record;
use crate::study::{Resampling, Study};
use crate::tables::Statistic;
use contsid::effect::ContSidError;
use contsid::execution::Execution;
use contsid::graph::MixedGraph;
use contsid::numeric::Matrix;
use distances::Distinct;
use serde::Serialize;

/// How stable the graphs of a learner are.
#[derive(Clone, Debug)]
pub struct Stability {
    /// The learner.
    pub learner: String,
    /// The graph of all rows; none if the learner found none.
    pub whole: Option<MixedGraph>,
    /// The graphs of the resamples, in their order, without those that failed.
    pub resampled: Vec<MixedGraph>,
    /// The number of resamples without a graph.
    pub failed: usize,
    /// The support of edges and their directions.
    pub edges: Vec<EdgeSupport>,
    /// The support of causal paths.
    pub ancestry: Vec<AncestrySupport>,
    /// What most graphs have; none without graphs.
    pub consensus: Option<MixedGraph>,
    /// The index of the resampled graph that is nearest to the others: by SID, then by SHD.
    pub medoid: Option<usize>,
    /// By edges.
    pub shd: DistanceSpread,
    /// By wrong effects, the mean of both directions; of classes the parent AID. Graphs that allow no directed acyclic
    /// graph are left out.
    pub sid: DistanceSpread,
    /// By the size of wrong effects, cross-fitted, of the first graphs; none unless asked for.
    pub contsid: Option<DistanceSpread>,
    /// The graphs as points of a plane.
    pub map: StabilityMap,
}

/// How far graphs of resamples are from each other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DistanceSpread {
    /// Between each two of them; none if there are not two.
    pub between: Option<Statistic>,
    /// From each to the graph of all rows.
    pub to_all_rows: Option<Statistic>,
}

/// Graphs as points whose distances are near to those of the graphs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StabilityMap {
    /// Which distance: `contsid`, else `sid`, else `shd`.
    pub by: &'static str,
    /// The first resampled graphs.
    pub points: Vec<[f64; 2]>,
    /// The graph of all rows.
    pub all_rows: Option<[f64; 2]>,
}

/// The stability of each learner of a study with resamples, by its first data set; `contsid` is the number of resampled
/// graphs that are compared by contSID, which takes long.
///
/// # Errors
///
/// If contSID cannot be computed, or the computation is stopped.
pub fn stabilities(
    study: &Study,
    records: &[Record],
    contsid: usize,
    execution: &Execution<'_>,
) -> Result<Vec<Stability>, ContSidError> {
    let learners = study.settings().learner.iter().map(|learner| learner.name.as_str());
    let mut found = Vec::new();
    for learner in learners {
        let own: Vec<&Record> = records.iter().filter(|record| record.key.learner == learner).collect();
        found.push(stability(study, learner, &own, contsid, execution)?);
    }
    Ok(found)
}

fn stability(
    study: &Study,
    learner: &str,
    records: &[&Record],
    contsid: usize,
    execution: &Execution<'_>,
) -> Result<Stability, ContSidError> {
    let mut numbered: Vec<(usize, MixedGraph)> =
        records.iter().filter_map(|record| Some((record.key.graph, record.learnt()?))).collect();
    numbered.sort_by_key(|(number, _)| *number);
    let whole = numbered.iter().find(|(number, _)| *number == 0).map(|(_, graph)| graph.clone());
    let resampled: Vec<MixedGraph> =
        numbered.into_iter().filter(|(number, _)| *number > 0).map(|(_, graph)| graph).collect();
    let graphs: Vec<&MixedGraph> = resampled.iter().chain(&whole).collect();
    let (distinct, count) = (Distinct::of(&graphs), resampled.len());
    let (shd, sid) = (distinct.shd(), distinct.sid(execution)?);
    let first: Vec<&MixedGraph> = resampled.iter().take(contsid).chain(&whole).collect();
    let contsid = match contsid.min(count) {
        0 => None,
        some => Some((some, contsid_between(study, &first, execution)?)),
    };
    Ok(Stability {
        learner: learner.to_owned(),
        failed: records.iter().filter(|record| record.key.graph > 0 && !record.status.has_graph()).count(),
        edges: edge_support(&resampled),
        ancestry: ancestry_support(&resampled),
        consensus: consensus(&resampled),
        medoid: medoid(&sid, &shd, count),
        shd: DistanceSpread::of(&shd, count),
        sid: DistanceSpread::of(&sid, count),
        contsid: contsid.as_ref().map(|(some, distances)| DistanceSpread::of(distances, *some)),
        map: StabilityMap::new(contsid, sid, shd, count),
        resampled,
        whole,
    })
}

fn contsid_between(study: &Study, graphs: &[&MixedGraph], execution: &Execution<'_>) -> Result<Matrix, ContSidError> {
    let settings = study.settings();
    let groups = settings.resampling.as_ref().map_or(&[][..], |Resampling { groups, .. }| groups);
    let table = &study.data_sets()[0].data.table;
    Distinct::of(graphs).contsid(table, groups, settings.seeds[0], execution)
}

impl DistanceSpread {
    /// Of the first `count` graphs; those after them are of all rows.
    fn of(distances: &Matrix, count: usize) -> Self {
        let between = (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b]));
        let to_whole = (0..count).flat_map(|a| (count..distances.row_count()).map(move |whole| [a, whole]));
        let known = |[a, b]: [usize; 2]| Some(in_both(distances, a, b)).filter(|value| !value.is_nan());
        Self {
            between: Statistic::of(between.filter_map(known)),
            to_all_rows: Statistic::of(to_whole.filter_map(known)),
        }
    }
}

/// The mean of a distance in both directions.
fn in_both(distances: &Matrix, a: usize, b: usize) -> f64 {
    f64::midpoint(distances.entry(a, b), distances.entry(b, a))
}

/// The graph with the smallest distances to and from the others; ties go to the first.
fn medoid(sid: &Matrix, shd: &Matrix, count: usize) -> Option<usize> {
    let sum = |distances: &Matrix, graph: usize| {
        (0..count).map(|other| in_both(distances, graph, other)).filter(|value| !value.is_nan()).sum::<f64>()
    };
    let is_unusable = |graph: usize| sid.entry(graph, graph).is_nan();
    let order = |a: &usize, b: &usize| {
        let by = |distances: &Matrix| sum(distances, *a).total_cmp(&sum(distances, *b));
        is_unusable(*a).cmp(&is_unusable(*b)).then_with(|| by(sid)).then_with(|| by(shd))
    };
    (0..count).min_by(order)
}

impl StabilityMap {
    fn new(contsid: Option<(usize, Matrix)>, sid: Matrix, shd: Matrix, count: usize) -> Self {
        let is_whole = |distances: &Matrix| {
            let size = distances.row_count();
            (0..size).all(|column| distances.column(column).iter().all(|value| !value.is_nan()))
        };
        let tried = contsid.map(|(some, distances)| ("contsid", some, distances));
        let all = tried.into_iter().chain([("sid", count, sid), ("shd", count, shd)]);
        let (by, count, distances) =
            all.into_iter().find(|(.., distances)| is_whole(distances)).expect("SHD is always known");
        let size = distances.row_count();
        let mut points = map::map(&Matrix::from_fn(size, size, |row, column| in_both(&distances, row, column)));
        let all_rows = if size > count { points.pop() } else { None };
        Self { by, points, all_rows }
    }
}
