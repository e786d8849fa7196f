//! How stable the graphs of learners are: one object for programs, one sentence for each learner, and one page.

use crate::number::{Decimals, counted, rounded};
use crate::page::Page;
use crate::rich::Rich;
use crate::terms::{OF_STABILITY, OF_STABILITY_BY_CONTSID, Term, terms};
use crate::verdict::VerdictModel;
use contsid::data::Table;
use contsid::graph::{Edge, EdgeKind, MixedGraph, NodeNames};
use contsid_study::stability::{DistanceSpread, Stability, StabilityMap};
use contsid_study::study::{Resampling, Study};
use contsid_study::tables::Statistic;
use serde::Serialize;

/// Edges and paths in at least this share of graphs are called stable.
const STABLE: f64 = 0.9;

/// The rows of a table of support that the page shows.
const SHOWN_ROWS: usize = 200;

const SCRIPTS: [&str; 1] = [include_str!("../assets/stability.js")];

/// Learners, the data that they learnt from again and again, and what was found.
#[derive(Debug)]
pub struct StabilityReport<'a> {
    /// The study: its first data set, and how it was resampled.
    pub study: &'a Study,
    /// What was found of each learner.
    pub found: &'a [Stability],
    /// The command that makes this page again.
    pub command: Option<String>,
}

/// Everything, for programs.
#[derive(Debug, Serialize)]
pub struct StabilityDocument<'a> {
    learners: Vec<LearnerObject<'a>>,
    nodes: Vec<&'a str>,
    samples: usize,
    /// What the data are, in one line.
    data: String,
    settings: ResamplingObject,
}

#[derive(Debug, Serialize)]
struct ResamplingObject {
    resamples: usize,
    /// None for a bootstrap.
    share: Option<f64>,
    by_groups: bool,
    seed: u64,
}

#[derive(Debug, Serialize)]
struct LearnerObject<'a> {
    learner: &'a str,
    /// The number of resampled graphs.
    graphs: usize,
    failed: usize,
    /// The number of edges of these graphs.
    edge_count: Option<Statistic>,
    shd: DistanceSpread,
    sid: DistanceSpread,
    contsid: Option<DistanceSpread>,
    support: Vec<SupportObject<'a>>,
    ancestry: Vec<PathObject<'a>>,
    all_rows: Option<Vec<GraphEdge<'a>>>,
    consensus: Option<Vec<GraphEdge<'a>>>,
    medoid: Option<Vec<GraphEdge<'a>>>,
    map: &'a StabilityMap,
    verdict: String,
}

#[derive(Debug, Serialize)]
struct SupportObject<'a> {
    from: &'a str,
    to: &'a str,
    adjacency: f64,
    forward: f64,
    backward: f64,
}

#[derive(Debug, Serialize)]
struct PathObject<'a> {
    from: &'a str,
    to: &'a str,
    support: f64,
}

#[derive(Debug, Serialize)]
struct GraphEdge<'a> {
    from: &'a str,
    to: &'a str,
    directed: bool,
}

#[derive(Serialize)]
struct StabilityModel {
    title: String,
    summary: String,
    version: &'static str,
    command: Option<String>,
    settings: Vec<(String, String)>,
    /// A row for each learner, below the heads.
    heads: Vec<&'static str>,
    rows: Vec<Vec<String>>,
    learners: Vec<LearnerModel>,
    terms: Vec<Term>,
}

#[derive(Serialize)]
struct LearnerModel {
    name: String,
    verdict: VerdictModel,
    /// Drawings as SVG, with the names of their files; none where there is nothing to draw.
    figures: Vec<FigureModel>,
    /// The graphs of resamples as points of the map, and that of all rows.
    points: Vec<[f64; 2]>,
    all_rows: Option<[f64; 2]>,
    support: Vec<Vec<String>>,
    ancestry: Vec<Vec<String>>,
}

#[derive(Serialize)]
struct FigureModel {
    name: String,
    svg: String,
}

impl<'a> StabilityReport<'a> {
    fn table(&self) -> &'a Table {
        &self.study.data_sets()[0].data.table
    }

    pub(crate) fn names(&self) -> &'a NodeNames {
        self.table().names()
    }

    /// All numbers.
    pub fn document(&self) -> StabilityDocument<'a> {
        let (settings, table) = (self.study.settings(), self.table());
        let resampling = settings.resampling.as_ref();
        StabilityDocument {
            learners: self.found.iter().map(|found| LearnerObject::new(found, table.names())).collect(),
            nodes: table.names().iter().collect(),
            samples: table.row_count(),
            data: table.description(),
            settings: ResamplingObject {
                resamples: resampling.map_or(0, |found| found.resamples),
                share: resampling.and_then(|found| found.share).map(contsid_study::Probability::value),
                by_groups: resampling.is_some_and(|found| !found.groups.is_empty()),
                seed: settings.seeds[0],
            },
        }
    }

    /// One sentence for each learner.
    pub fn verdicts(&self) -> Vec<String> {
        self.found.iter().map(verdict).collect()
    }

    /// Whether any learner has contSID.
    fn has_contsid(&self) -> bool {
        self.found.iter().any(|found| found.contsid.is_some())
    }

    /// The terms of the page.
    fn terms(&self) -> Vec<Term> {
        let by_contsid = self.has_contsid().then_some(OF_STABILITY_BY_CONTSID);
        [Some(OF_STABILITY), by_contsid].into_iter().flatten().flat_map(terms).collect()
    }

    /// The heads of the table of learners, and a row for each.
    pub fn rows(&self) -> Vec<Vec<String>> {
        let with_contsid = self.has_contsid();
        let row = |found: &Stability| {
            let edges = Statistic::of(found.resampled.iter().map(|graph| graph.edge_count() as f64));
            let distances =
                [Some(found.shd), Some(found.sid), found.contsid].into_iter().take(2 + usize::from(with_contsid));
            let spreads = distances
                .flat_map(|found| [found.and_then(|found| found.between), found.and_then(|found| found.to_all_rows)]);
            let numbers = [edges].into_iter().chain(spreads).map(spread_text);
            [found.learner.clone(), found.resampled.len().to_string()].into_iter().chain(numbers).collect()
        };
        let heads = HEADS.iter().take(if with_contsid { 9 } else { 7 }).map(ToString::to_string).collect();
        std::iter::once(heads).chain(self.found.iter().map(row)).collect()
    }

    /// The support of edges, the largest first: ends, adjacency, and of these the share of each direction. The more
    /// frequent direction leads from the first end to the second.
    pub fn support_rows(&self, learner: usize) -> Vec<Vec<String>> {
        let name = |node| self.names().name(node).to_owned();
        let row = |edge: &contsid_study::stability::EdgeSupport| {
            let undirected = 1.0 - edge.forward - edge.backward;
            let (ends, [more, less]) = if edge.backward > edge.forward {
                ([edge.to, edge.from], [edge.backward, edge.forward])
            } else {
                ([edge.from, edge.to], [edge.forward, edge.backward])
            };
            let shares = [edge.adjacency, more, less, undirected].map(percent);
            ends.map(name).into_iter().chain(shares).collect()
        };
        self.found[learner].edges.iter().map(row).collect()
    }

    /// The support of causal paths, the largest first.
    pub fn ancestry_rows(&self, learner: usize) -> Vec<Vec<String>> {
        let name = |node| self.names().name(node).to_owned();
        let paths = self.found[learner].ancestry.iter();
        paths.map(|path| vec![name(path.from), name(path.to), percent(path.support)]).collect()
    }

    /// The page: one file without any part elsewhere.
    ///
    /// # Errors
    ///
    /// If the model cannot be written as JSON.
    pub fn html(&self) -> Result<String, serde_json::Error> {
        let model = self.model();
        Page { title: &model.title, model: &model, scripts: &SCRIPTS }.html()
    }

    fn model(&self) -> StabilityModel {
        let settings = self.study.settings();
        let mut rows = self.rows();
        rows.remove(0);
        let resampling = settings.resampling.as_ref().map(Resampling::words).unwrap_or_default();
        let first = |mut rows: Vec<Vec<String>>| {
            rows.truncate(SHOWN_ROWS);
            rows
        };
        let learner = |(index, found): (usize, &Stability)| LearnerModel {
            name: found.learner.clone(),
            verdict: VerdictModel::new(sentences(found)),
            figures: self
                .figures(index)
                .into_iter()
                .map(|plot| FigureModel { name: plot.name, svg: plot.drawing.svg() })
                .collect(),
            points: found.map.points.iter().map(|point| point.map(rounded)).collect(),
            all_rows: found.map.all_rows.map(|point| point.map(rounded)),
            support: first(self.support_rows(index)),
            ancestry: first(self.ancestry_rows(index)),
        };
        StabilityModel {
            title: format!("Stability of {}", counted(self.found.len(), "learner")),
            summary: format!("{}; {resampling}", self.table().description()),
            version: env!("CARGO_PKG_VERSION"),
            command: self.command.clone(),
            settings: vec![
                ("resamples".to_owned(), resampling.clone()),
                ("seed".to_owned(), settings.seeds[0].to_string()),
                ("listed".to_owned(), format!("the first {SHOWN_ROWS} edges and causal paths of each learner")),
            ],
            heads: HEADS.into_iter().take(rows.first().map_or(0, Vec::len)).collect(),
            rows,
            learners: self.found.iter().enumerate().map(learner).collect(),
            terms: self.terms(),
        }
    }
}

const HEADS: [&str; 9] = [
    "learner",
    "graphs",
    "edges",
    "SHD between",
    "to all rows",
    "SID between",
    "to all rows",
    "contSID between",
    "to all rows",
];

impl<'a> LearnerObject<'a> {
    fn new(found: &'a Stability, names: &'a NodeNames) -> Self {
        let edges = |graph: &MixedGraph| graph.edges().map(|edge| GraphEdge::new(edge, names)).collect();
        let support = |edge: &contsid_study::stability::EdgeSupport| SupportObject {
            from: names.name(edge.from),
            to: names.name(edge.to),
            adjacency: edge.adjacency,
            forward: edge.forward,
            backward: edge.backward,
        };
        let path = |path: &contsid_study::stability::AncestrySupport| PathObject {
            from: names.name(path.from),
            to: names.name(path.to),
            support: path.support,
        };
        Self {
            learner: &found.learner,
            graphs: found.resampled.len(),
            failed: found.failed,
            edge_count: Statistic::of(found.resampled.iter().map(|graph| graph.edge_count() as f64)),
            shd: found.shd,
            sid: found.sid,
            contsid: found.contsid,
            support: found.edges.iter().map(support).collect(),
            ancestry: found.ancestry.iter().map(path).collect(),
            all_rows: found.whole.as_ref().map(edges),
            consensus: found.consensus.as_ref().map(edges),
            medoid: found.medoid.map(|index| edges(&found.resampled[index])),
            map: &found.map,
            verdict: verdict(found),
        }
    }
}

impl<'a> GraphEdge<'a> {
    fn new(edge: Edge, names: &'a NodeNames) -> Self {
        let directed = edge.kind == EdgeKind::Directed;
        Self { from: names.name(edge.from), to: names.name(edge.to), directed }
    }
}

/// What the numbers of a learner say, in one line.
fn verdict(found: &Stability) -> String {
    sentences(found).iter().map(|sentence| sentence.text(&[])).collect::<Vec<_>>().join(" ")
}

/// What the numbers of a learner say.
fn sentences(found: &Stability) -> Vec<Rich> {
    let name = Rich::default().name(&found.learner);
    let graphs = counted(found.resampled.len(), "graph");
    let Some((shd, sid)) = found.shd.between.zip(found.sid.between) else {
        return vec![name.words(format!(": {graphs}, too few to compare."))];
    };
    let stable = |shares: Vec<f64>| {
        let count = shares.iter().filter(|share| **share >= STABLE).count();
        format!("{count} of {}", shares.len())
    };
    let edges = stable(found.edges.iter().map(|edge| edge.adjacency).collect());
    let paths = stable(found.ancestry.iter().map(|path| path.support).collect());
    let contsid = found.contsid.and_then(|found| found.between);
    let contsid =
        contsid.map_or_else(String::new, |found| format!(", and their contSID is {}", spread_text(Some(found))));
    let stable = format!(
        ": {edges} edges and {paths} causal paths that any of {graphs} has are in at least {:.0} % of them.",
        100.0 * STABLE
    );
    let apart = format!(
        "Two graphs differ in {} edges and in {} effects{contsid} (mean ± sd).",
        spread_text(Some(shd)),
        spread_text(Some(sid)),
    );
    vec![name.words(stable), Rich::new(apart)]
}

/// `4.1 ± 2.0`, mean and standard deviation.
fn spread_text(found: Option<Statistic>) -> String {
    let Some(Statistic { mean, sd, .. }) = found else { return "–".to_owned() };
    let digits = Decimals::of([mean].into_iter().chain(sd));
    sd.map_or_else(|| digits.write(mean), |sd| format!("{} ± {}", digits.write(mean), digits.write(sd)))
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share.max(0.0))
}
