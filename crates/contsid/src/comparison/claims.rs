//! Learnt graphs of any kind against the truth, by what they claim about effects.

use super::rule::{Contender, Evidence, Goal, Standings};
use super::{ComparisonData, ComparisonError, ComparisonOptions, ComparisonsError};
use crate::adjustment::{ClaimKind, EffectGraph, GraphClaims};
use crate::distance::{
    ClaimError, ClaimMistakes, ClaimTruth, MarkDifference, Mistakes, Selection, claim_mistakes, mark_difference,
    separation_mistakes,
};
use crate::effect::{ClaimingGraph, Prepared, Score};
use crate::execution::Execution;
use crate::graph::NodeId;

/// What learnt graphs claim about effects, held against the truth.
#[derive(Clone, Debug)]
pub struct ClaimComparisons {
    /// What the truth says about the selected treatments.
    pub truth: GraphClaims,
    /// The learnt graphs in the order in which they were given.
    pub learnt: Vec<ClaimComparison>,
}

/// How far what a learnt graph claims about effects is from the truth.
#[derive(Clone, Debug)]
pub struct ClaimComparison {
    /// What it says about the selected treatments.
    pub said: GraphClaims,
    /// The number of claims of each kind, and the wrong ones.
    pub claims: ClaimMistakes,
    /// The marks in which it differs from the PAG of the truth.
    pub marks: MarkDifference,
    /// The separations that the truth does not have.
    pub separation: Mistakes,
    /// contSID of the pairs that neither graph leaves open, if there are data and such pairs.
    pub contsid: Option<Score>,
    /// The same, cross-fitted, if there are data in parts.
    pub crossfit: Option<Score>,
    /// The number of selected pairs that one of the graphs leaves open.
    pub not_comparable: usize,
    /// The number of selected pairs.
    pub pair_count: usize,
}

impl ClaimComparison {
    /// Whether the graph leaves all selected effects open.
    pub fn says_nothing(&self) -> bool {
        self.claims.open.claimed == self.pair_count
    }
}

impl From<ClaimError> for ComparisonError {
    fn from(error: ClaimError) -> Self {
        match error {
            ClaimError::Nodes(error) => error.into(),
            ClaimError::Cancelled(error) => error.into(),
        }
    }
}

/// Compares what graphs of any kind claim about effects with the truth.
///
/// Of the options, only the selection and the memory limit matter: the graphs are read for effects already.
///
/// # Errors
///
/// If the graphs, the selection and the data do not have the same number of nodes, their pairs take more memory than
/// the options allow, a system cannot be solved, or the computation is stopped.
///
/// ```
/// use contsid::adjustment::EffectGraph;
/// use contsid::comparison::{ComparisonData, ComparisonOptions, compare_claims};
/// use contsid::distance::ClaimTruth;
/// use contsid::execution::Execution;
/// use contsid::graph::{Dag, LatentDag, NodeId};
///
/// // x and y are confounded by a hidden cause: the PAG leaves both effects open, a DAG claims one that is not there.
/// let [x, y] = [0, 1].map(NodeId::new);
/// let truth = LatentDag::with_confounded(2, [], &[(x, y)])?;
/// let [pag, dag] = [EffectGraph::from(&truth.pag()), EffectGraph::from(&Dag::from_edges(2, [(x, y)])?)];
/// let options = ComparisonOptions::default();
/// let data = ComparisonData::default();
/// let found = compare_claims(&ClaimTruth::from(&truth), &[&pag, &dag], data, &options, &Execution::default())?;
/// assert_eq!(found.learnt.iter().map(|learnt| learnt.claims.mistakes()).collect::<Vec<_>>(), [0, 1]);
/// assert!(found.learnt[0].says_nothing());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compare_claims(
    truth: &ClaimTruth,
    learnt: &[&EffectGraph],
    data: ComparisonData<'_>,
    options: &ComparisonOptions,
    execution: &Execution<'_>,
) -> Result<ClaimComparisons, ComparisonsError> {
    let nodes = truth.graph().node_count();
    options.check_memory(nodes, learnt.len())?;
    let selection = options.selection_of(nodes)?;
    let compared = learnt.iter().enumerate().map(|(index, learnt)| {
        let found = Counted::new(truth, learnt, &selection, execution);
        found.map_err(|error| ComparisonsError { learnt: Some(index), error: error.into() })
    });
    let compared = compared.collect::<Result<Vec<_>, _>>()?;
    let truth_claims = truth.graph().claims(selection.treatments(), execution)?;
    let own = ClaimingGraph { graph: truth.graph(), claims: &truth_claims };
    let learnt = learnt.iter().zip(&compared).map(|(graph, found)| ClaimingGraph { graph, claims: &found.said });
    let learnt: Vec<ClaimingGraph<'_>> = learnt.collect();
    let scores = |data: Option<&Prepared<'_>>| match data {
        Some(data) => Ok(data.claim_scores(own, &learnt, &selection, execution)?.into_iter().map(Some).collect()),
        None => Ok::<_, ComparisonsError>(vec![None; learnt.len()]),
    };
    let scores: Vec<[Option<Score>; 2]> =
        scores(data.all_rows)?.into_iter().zip(scores(data.parts)?).map(|(whole, parts)| [whole, parts]).collect();
    let pair_count = selection.pair_count();
    let comparison = |(found, [contsid, crossfit]): (Counted, [Option<Score>; 2])| {
        let not_comparable = not_comparable(&truth_claims, &found.said, &selection);
        let of_pairs = |score: Option<Score>| score.filter(|_| not_comparable < pair_count);
        ClaimComparison {
            said: found.said,
            claims: found.claims,
            marks: found.marks,
            separation: found.separation,
            contsid: of_pairs(contsid),
            crossfit: of_pairs(crossfit),
            not_comparable,
            pair_count,
        }
    };
    let learnt = compared.into_iter().zip(scores).map(comparison).collect();
    Ok(ClaimComparisons { truth: truth_claims, learnt })
}

/// What is counted without data.
struct Counted {
    said: GraphClaims,
    claims: ClaimMistakes,
    marks: MarkDifference,
    separation: Mistakes,
}

impl Counted {
    fn new(
        truth: &ClaimTruth,
        learnt: &EffectGraph,
        selection: &Selection,
        execution: &Execution<'_>,
    ) -> Result<Self, ClaimError> {
        Ok(Self {
            claims: claim_mistakes(truth, learnt, selection, execution)?,
            marks: mark_difference(truth.class().marks(), learnt.marks(), selection)?,
            separation: separation_mistakes(truth.graph(), learnt, selection, execution)?,
            said: learnt.claims(selection.treatments(), execution)?,
        })
    }
}

fn not_comparable(truth: &GraphClaims, learnt: &GraphClaims, selection: &Selection) -> usize {
    let pairs = selection.treatments().iter().flat_map(|x| selection.outcomes().iter().map(move |y| (x, y)));
    let is_open = |&(x, y): &(NodeId, NodeId)| {
        selection.contains(x, y) && [truth, learnt].iter().any(|claims| claims.kind(x, y) == ClaimKind::Open)
    };
    pairs.filter(is_open).count()
}

/// Ranks learnt graphs with these names by the number of their mistakes, as the [rule](Standings) says.
///
/// contSID does not rank them: it is about the pairs that a graph does not leave open, and these differ.
pub fn rank_claims(names: &[&str], compared: &[&ClaimComparison]) -> Standings {
    let graphs: Vec<Contender> =
        compared.iter().map(|found| Contender::point(found.claims.mistakes() as f64)).collect();
    Standings::new(names, &graphs, Goal::Small, Evidence::Values)
}
