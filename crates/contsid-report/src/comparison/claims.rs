//! What graphs of any kind claim about effects, as one page.

use super::document::{ComparedClaims, claim_sentences};
use super::graphs::{EdgeMark, LayoutModel, MOST_EDGES, common_layout};
use super::marked::{downwards, edge_letters, edge_mark};
use super::{compared_names, readable, settings};
use crate::layout::GraphLayout;
use crate::number::{count, counted, with_error};
use crate::page::{Page, PageEnd};
use crate::terms::OF_CLAIMS;
use crate::verdict::VerdictModel;
use contsid::adjustment::{EffectGraph, GraphClaims};
use contsid::comparison::ClaimComparison;
use contsid::effect::{Pair, Score};
use contsid::graph::{MixedGraph, NodeId};
use contsid::named::Named;
use serde::Serialize;

const SCRIPTS: [&str; 3] = [
    include_str!("../../assets/graph.js"),
    include_str!("../../assets/marked.js"),
    include_str!("../../assets/claims.js"),
];

/// The most claims of a graph that are listed; mistakes come first.
const MOST_CLAIMS: usize = 2000;

/// Graphs of any kind, what they claim, and what was found.
#[derive(Debug)]
pub struct ClaimReport<'a> {
    /// What was compared.
    pub compared: ComparedClaims<'a>,
    /// The PAG of the truth.
    pub class: &'a EffectGraph,
    /// What the truth claims.
    pub claims: &'a GraphClaims,
    /// The learnt graphs, in the order of those compared.
    pub learnt: &'a [EffectGraph],
    /// What the reader should know first, if anything.
    pub introduction: Option<&'a str>,
    /// The command that makes this page again.
    pub command: Option<&'a str>,
}

#[derive(Serialize)]
struct ClaimsModel<'a> {
    title: String,
    introduction: Option<&'a str>,
    summary: String,
    verdict: VerdictModel,
    nodes: Vec<&'a str>,
    layout: Option<LayoutModel>,
    /// What becomes of an edge, with its words.
    marks: [(EdgeMark, &'static str); 4],
    truth: DrawnGraph,
    learnt: Vec<LearntClaims>,
    order: &'a [usize],
    #[serde(flatten)]
    end: PageEnd,
}

/// A graph as sentences refer to it.
#[derive(Serialize)]
pub(crate) struct GraphName {
    pub(crate) name: String,
}

#[derive(Serialize)]
struct DrawnGraph {
    name: String,
    edges: Vec<(usize, usize, String)>,
}

#[derive(Serialize)]
struct LearntClaims {
    graph: GraphName,
    tier: usize,
    mistakes: usize,
    /// For none, adjust and open: how many are claimed and wrong, and in words.
    bars: [BarModel; 3],
    contsid: Option<String>,
    compared: Option<String>,
    /// The ends, the marks at them, and what becomes of the edge.
    drawn: Vec<(usize, usize, String, EdgeMark)>,
    claims: Vec<ClaimModel>,
}

#[derive(Serialize)]
struct BarModel {
    claimed: f64,
    wrong: f64,
    text: String,
}

#[derive(Serialize)]
struct ClaimModel {
    treatment: usize,
    outcome: usize,
    claim: &'static str,
    truth: &'static str,
    is_wrong: bool,
    d: Option<String>,
    why: String,
}

impl ClaimReport<'_> {
    /// The page: one file without any part elsewhere.
    ///
    /// # Errors
    ///
    /// If the model cannot be written as JSON.
    pub fn html(&self) -> Result<String, serde_json::Error> {
        let model = self.model();
        Page { title: &model.title, model: &model, scripts: &SCRIPTS }.html()
    }

    fn model(&self) -> ClaimsModel<'_> {
        let ComparedClaims { truth, names, learnt, standings, options, data, .. } = self.compared;
        let shown = compared_names(truth, &learnt.iter().map(|learnt| learnt.name).collect::<Vec<_>>());
        let mut left_out = Vec::new();
        let layout = self.layout(&mut left_out);
        let graphs = (0..learnt.len()).map(|graph| self.learnt_claims(graph, &shown[graph + 1], &mut left_out));
        let learnt_models = graphs.collect();
        let rows = data.sample_count().map(|rows| format!(", {}", counted(rows, "row"))).unwrap_or_default();
        ClaimsModel {
            title: match &shown[..] {
                [truth, one] => format!("{one} against {truth}"),
                _ => format!("{} learnt graphs against {}", learnt.len(), shown[0]),
            },
            introduction: self.introduction,
            summary: format!("{}{rows}; causes may be hidden", counted(names.len(), "node")),
            verdict: VerdictModel::new(claim_sentences(learnt, standings)),
            nodes: names.iter().collect(),
            layout,
            marks: [
                (EdgeMark::Right, "as in the truth’s PAG"),
                (EdgeMark::Remarked, "other marks than in the truth’s PAG"),
                (EdgeMark::Extra, EdgeMark::Extra.words()),
                (EdgeMark::Missing, EdgeMark::Missing.words()),
            ],
            truth: DrawnGraph { name: shown[0].clone(), edges: self.class.marks().edges().map(edge_letters).collect() },
            learnt: learnt_models,
            order: &standings.order,
            end: PageEnd::new(OF_CLAIMS)
                .made_by(self.command, readable(&settings(names, options, data)))
                .without(left_out),
        }
    }

    /// One drawing for all graphs; none if they have too many edges.
    pub(crate) fn common_layout(&self) -> Option<GraphLayout> {
        let learnt: Vec<MixedGraph> = self.learnt.iter().map(|graph| downwards(graph.marks())).collect();
        common_layout(self.compared.names, &downwards(self.class.marks()), &learnt)
    }

    fn layout(&self, left_out: &mut Vec<String>) -> Option<LayoutModel> {
        LayoutModel::or_why_not(self.common_layout().as_ref(), left_out)
    }

    fn learnt_claims(&self, graph: usize, name: &str, left_out: &mut Vec<String>) -> LearntClaims {
        let (found, marks) = (self.compared.learnt[graph].comparison, self.learnt[graph].marks());
        let missing = self.class.marks().edges().filter(|edge| !marks.is_adjacent(edge.ends[0], edge.ends[1]));
        let is_drawn = marks.edge_count() <= MOST_EDGES;
        let drawn = marks.edges().map(|edge| (edge, edge_mark(self.class.marks(), edge)));
        let drawn = drawn.chain(missing.map(|edge| (edge, EdgeMark::Missing))).filter(|_| is_drawn);
        let of = |claimed: usize, wrong: usize| BarModel {
            claimed: claimed as f64 / found.pair_count.max(1) as f64,
            wrong: wrong as f64 / found.pair_count.max(1) as f64,
            text: format!("{} of {}", count(wrong), count(claimed)),
        };
        let claims = &found.claims;
        LearntClaims {
            graph: GraphName { name: name.to_owned() },
            tier: self.compared.standings.tiers[graph],
            mistakes: claims.mistakes(),
            bars: [
                of(claims.none.claimed, claims.none.wrong),
                of(claims.adjust.claimed, claims.adjust.wrong),
                of(claims.open.claimed, claims.open.identified_by_class),
            ],
            contsid: found.crossfit.as_ref().or(found.contsid.as_ref()).map(contsid_text),
            compared: (found.contsid.is_some() || found.crossfit.is_some())
                .then(|| format!("{} of {}", count(found.pair_count - found.not_comparable), count(found.pair_count))),
            drawn: drawn
                .map(|(edge, mark)| {
                    let (a, b, ends) = edge_letters(edge);
                    (a, b, ends, mark)
                })
                .collect(),
            claims: self.listed(graph, found, name, left_out),
        }
    }

    /// The claims, mistakes first.
    fn listed(&self, graph: usize, found: &ClaimComparison, name: &str, left_out: &mut Vec<String>) -> Vec<ClaimModel> {
        let names = self.compared.names;
        let selection = self.compared.options.selection_of(names.len()).expect("it was compared by it");
        let nodes = || NodeId::all(names.len());
        let wrong: Vec<(NodeId, NodeId)> =
            found.claims.mistaken_pairs.iter().map(|pair| (pair.treatment, pair.outcome)).collect();
        let is_right = |pair: &(NodeId, NodeId)| selection.contains(pair.0, pair.1) && !wrong.contains(pair);
        let right = nodes().flat_map(|a| nodes().map(move |b| (a, b))).filter(is_right).map(|pair| (pair, false));
        let pairs = wrong.iter().map(|&pair| (pair, true)).chain(right);
        if found.pair_count > MOST_CLAIMS {
            left_out.push(format!("Of the claims of {name} only the first {} are listed.", count(MOST_CLAIMS)));
        }
        let distance = |a, b| {
            let score = found.crossfit.as_ref().or(found.contsid.as_ref())?;
            pair_text(score.pair(a, b)?)
        };
        let model = |((a, b), is_wrong): ((NodeId, NodeId), bool)| ClaimModel {
            treatment: a.index(),
            outcome: b.index(),
            claim: found.said.kind(a, b).name(),
            truth: self.claims.kind(a, b).name(),
            is_wrong,
            d: distance(a, b),
            why: self.learnt[graph].why(a, b).in_words(&self.learnt[graph], names),
        };
        pairs.take(MOST_CLAIMS).map(model).collect()
    }
}

/// `0.13 ± 0.05`, or the number from all rows.
fn contsid_text(score: &Score) -> String {
    match score.sum.upper.error() {
        Some(error) => with_error(score.sum.upper.value, error),
        None => format!("{:.3}", score.total()),
    }
}

fn pair_text(pair: &Pair) -> Option<String> {
    let estimate = pair.upper.as_ref()?;
    Some(match &estimate.uncertainty {
        Some(uncertainty) => with_error(estimate.value, uncertainty.error()),
        None => format!("{:.3}", estimate.value),
    })
}
