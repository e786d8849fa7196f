//! What experiments say about graphs.

use super::answer::ExperimentAnswer;
use super::scores::{AllScores, ExperimentScores};
use crate::comparison::{Contender, Evidence, Goal, Standings, TOO_MANY_WITHOUT_DATA};
use crate::distance::bounds::{End, Exactness, Span};
use crate::effect::measure::Parted;
use crate::effect::question::Proposal;
use crate::effect::{Difference, Estimate, PartGrid, Survey};
use crate::execution::{Cancelled, Execution};
use crate::graph::NodeId;

/// There is a clear effect if the score of "no effect" is this many standard errors above 0.
const CLEAR_ERRORS: f64 = 2.0;

/// A score of at most this is rounding: it is a square relative to the norm of an embedding.
const ROUNDING: f64 = 1e-12;

/// What experiments say about some graphs.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The graphs, in the order in which they were given.
    pub graphs: Vec<GraphJudgement>,
    /// The experiments, in the order in which they were given.
    pub experiments: Vec<ExperimentFacts>,
    /// The sum of the scores of "no effect": how far experiments differ from the observational rows.
    pub no_effect: Estimate,
    /// The skill of one half of each experiment at predicting the other, over the experiments with enough rows; none if
    /// there are no such experiments.
    pub ceiling: Option<Estimate>,
    /// B, the number of parts.
    pub parts: usize,
    /// R, how often the rows were divided.
    pub repeats: usize,
}

/// The facts about an experiment that do not depend on graphs.
#[derive(Clone, Debug, PartialEq)]
pub struct ExperimentFacts {
    /// The number of its rows.
    pub rows: usize,
    /// The share of its rows with hardly any observational rows nearby.
    pub outside: f64,
    /// The sum of the scores of "no effect" over its outcomes.
    pub no_effect: Estimate,
    /// The skill of one half of its rows at predicting the other, if there are enough.
    pub ceiling: Option<Estimate>,
}

impl ExperimentFacts {
    /// Whether the experiment differs from the observational rows by more than two standard errors.
    pub fn has_effect(&self) -> bool {
        is_clear(self.no_effect)
    }
}

fn is_clear(Estimate { value, se, .. }: Estimate) -> bool {
    value > ROUNDING.max(CLEAR_ERRORS * se.unwrap_or(0.0))
}

/// What experiments say about one graph; for a graph with undirected edges, about its worst member.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphJudgement {
    /// The skill.
    pub skill: Estimate,
    /// The skill of its best member, if it has several.
    pub best: Option<Estimate>,
    /// Whether members attain the worst and the best skill.
    pub exactness: Exactness,
    /// The skill in each experiment.
    pub experiments: Vec<ExperimentSkill>,
    /// Each experiment with each outcome.
    pub pairs: Vec<PairScore>,
    /// The worst and the best skill with the deviations of the parts.
    parted: Span<Parted>,
    grid: PartGrid,
}

/// The skill of a graph in one experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct ExperimentSkill {
    /// The skill.
    pub skill: Estimate,
    /// The share of rows with hardly any data for the graph's adjustment: weights sum to less than ½ there.
    pub outside: f64,
    /// The outcomes whose effect the graph cannot identify by adjustment: they count as not predicted.
    pub unidentified: Vec<NodeId>,
}

/// How a graph predicts an outcome of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forecast {
    /// There is no directed path: as observed.
    Unaffected,
    /// By adjustment.
    Adjusted,
    /// There is an effect that no adjustment set identifies: as observed.
    NotIdentified,
}

/// The score of a graph for one outcome of an experiment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairScore {
    /// The index of the experiment.
    pub experiment: usize,
    /// The outcome.
    pub outcome: NodeId,
    /// The score: 0 on average for a perfect prediction.
    pub score: f64,
    /// Its standard error.
    pub se: f64,
    /// The score of "no effect".
    pub no_effect: f64,
    /// Its standard error.
    pub no_effect_se: f64,
    /// How the graph predicts it.
    pub forecast: Forecast,
}

/// One member of a class, or the directed graph itself.
#[derive(Clone, Debug)]
pub(super) struct JudgedMember {
    /// The sum of its scores.
    pub(super) score: Parted,
    exactness: Exactness,
    experiments: Vec<ExperimentSkill>,
    pairs: Vec<PairScore>,
}

impl JudgedMember {
    /// The member with these answers, for all or some experiments.
    pub(super) fn of<'a>(answers: impl IntoIterator<Item = &'a ExperimentAnswer>, scores: &AllScores) -> Self {
        let mut ordered: Vec<&ExperimentAnswer> = answers.into_iter().collect();
        ordered.sort_by_key(|answer| answer.experiment);
        let grid = scores.grid;
        let (mut total, mut experiments, mut pairs) = (Vec::new(), Vec::new(), Vec::new());
        for answer in ordered {
            let found = &scores.experiments[answer.experiment];
            let own: Vec<(NodeId, &Parted)> =
                found.none.iter().map(|(&outcome, none)| (outcome, chosen(answer, found, outcome, none))).collect();
            let score = Parted::sum(grid, own.iter().map(|&(_, squares)| squares));
            let none = Parted::sum(grid, found.none.values());
            experiments.push(ExperimentSkill {
                skill: Estimate::of(&score.skill(&none), grid),
                outside: found.outside(&answer.estimands()),
                unidentified: answer.view.unidentified().collect(),
            });
            pairs.extend(own.iter().map(|&(outcome, squares)| pair(answer, found, outcome, squares, grid)));
            total.push(score);
        }
        Self { score: Parted::sum(grid, &total), exactness: Exactness::Exact, experiments, pairs }
    }

    /// The same member with a bound that it is not known to attain, without errors.
    pub(super) fn bounded(mut self, value: f64, exactness: Exactness) -> Self {
        for experiment in &mut self.experiments {
            experiment.skill = Estimate { se: None, interval: None, ..experiment.skill };
        }
        (self.score, self.exactness) = (Parted::exact(value), exactness);
        self
    }
}

/// The score of a graph's answer for an outcome.
fn chosen<'a>(answer: &ExperimentAnswer, found: &'a ExperimentScores, outcome: NodeId, none: &'a Parted) -> &'a Parted {
    match answer.view.proposal(outcome) {
        Proposal::Adjusted(estimand) => &found.estimates[estimand.as_ref()][&outcome],
        Proposal::Unaffected | Proposal::NoAdjustmentSet => none,
    }
}

fn pair(
    answer: &ExperimentAnswer,
    found: &ExperimentScores,
    outcome: NodeId,
    squares: &Parted,
    grid: PartGrid,
) -> PairScore {
    let forecast = match answer.view.proposal(outcome) {
        Proposal::Unaffected => Forecast::Unaffected,
        Proposal::Adjusted(_) => Forecast::Adjusted,
        Proposal::NoAdjustmentSet => Forecast::NotIdentified,
    };
    PairScore {
        experiment: answer.experiment,
        outcome,
        score: squares.value,
        se: squares.standard_error(grid),
        no_effect: found.none[&outcome].value,
        no_effect_se: found.none[&outcome].standard_error(grid),
        forecast,
    }
}

impl GraphJudgement {
    /// The judgement of a graph, or of the worst and the best member of a class; if none is known to attain a bound,
    /// the bound alone.
    pub(super) fn of_survey(
        survey: &Survey<'_, ExperimentAnswer>,
        scores: &AllScores,
        execution: &Execution<'_>,
    ) -> Result<Self, Cancelled> {
        let member = |answers: Vec<&ExperimentAnswer>| JudgedMember::of(answers, scores);
        if survey.is_determined() {
            return Ok(Self::new(member(survey.items().collect()), None, scores));
        }
        let cost = |choice: &[ExperimentAnswer]| member(choice.iter().collect()).score.value;
        let costs = survey.costs(cost, |_| unreachable!("a class with too many choices is refused"));
        let bounds = survey.bounds(&costs, execution)?;
        let end = |end: End| {
            Ok::<_, Cancelled>(match survey.attained(&costs, bounds, end, execution)? {
                Some(answers) => member(answers),
                None => member(survey.each_alone(&costs, end)).bounded(end.of(bounds), bounds.exactness),
            })
        };
        let (worst, best) = (end(End::Upper)?, end(End::Lower)?);
        Ok(Self::new(worst, Some(best), scores))
    }

    /// The judgement of a directed graph, or of the worst and the best member of a class.
    fn new(worst: JudgedMember, best: Option<JudgedMember>, scores: &AllScores) -> Self {
        let (grid, none) = (scores.grid, scores.none());
        let skill = |member: &JudgedMember| member.score.skill(&none);
        let worst_skill = skill(&worst);
        let best_skill = best.as_ref().map_or_else(|| worst_skill.clone(), skill);
        let exactness = best.as_ref().map_or(worst.exactness, |best| worst.exactness.max(best.exactness));
        Self {
            skill: Estimate::of(&worst_skill, grid),
            best: best.map(|_| Estimate::of(&best_skill, grid)),
            exactness,
            experiments: worst.experiments,
            pairs: worst.pairs,
            parted: Span { lower: worst_skill, upper: best_skill },
            grid,
        }
    }

    /// The skill of this graph minus that of another, on the same parts: of classes that of the worst member of this
    /// graph and the best of the other. None if an error is not known.
    ///
    /// # Panics
    ///
    /// If the graphs were judged on different parts, as far as can be told.
    pub fn difference(&self, other: &Self) -> Option<Difference> {
        assert_eq!(self.grid, other.grid, "differences are taken on the same parts");
        Difference::between(&self.parted.lower, &other.parted.upper, self.grid)
    }

    /// The skills of the best and of the worst member.
    fn contender(&self) -> Contender {
        Contender { best: self.parted.upper.value, worst: self.parted.lower.value }
    }
}

impl AllScores {
    /// The sum of all scores of "no effect".
    fn none(&self) -> Parted {
        Parted::sum(self.grid, self.experiments.iter().flat_map(|experiment| experiment.none.values()))
    }

    /// The skill of halves that predict each other, over some experiments that have enough rows.
    fn ceiling<'a>(&self, experiments: impl Iterator<Item = &'a ExperimentScores> + Clone) -> Option<Estimate> {
        let able = experiments.filter(|experiment| experiment.ceiling.is_some());
        able.clone().next()?;
        let halves = able.clone().flat_map(|experiment| experiment.ceiling.iter().flat_map(|found| found.values()));
        let score = Parted::sum(self.grid, halves);
        let none = Parted::sum(self.grid, able.flat_map(|experiment| experiment.none.values()));
        Some(Estimate::of(&score.skill(&none), self.grid))
    }
}

impl Judgement {
    pub(super) fn new(graphs: Vec<GraphJudgement>, scores: &AllScores) -> Self {
        let facts = |experiment: &ExperimentScores| ExperimentFacts {
            rows: experiment.rows,
            outside: experiment.far,
            no_effect: Estimate::of(&Parted::sum(scores.grid, experiment.none.values()), scores.grid),
            ceiling: scores.ceiling(std::iter::once(experiment)),
        };
        Self {
            graphs,
            experiments: scores.experiments.iter().map(facts).collect(),
            no_effect: Estimate::of(&scores.none(), scores.grid),
            ceiling: scores.ceiling(scores.experiments.iter()),
            parts: scores.grid.parts,
            repeats: scores.grid.repeats,
        }
    }

    /// Whether the experiments differ from the observational rows by more than two standard errors. If not, skills mean
    /// nothing: their denominator is noise.
    pub fn has_effect(&self) -> bool {
        is_clear(self.no_effect)
    }

    /// Whether at least half of the rows of all experiments have hardly any observational rows nearby.
    pub fn lacks_overlap(&self) -> bool {
        let rows = |facts: &ExperimentFacts| facts.rows as f64;
        let outside: f64 = self.experiments.iter().map(|facts| facts.outside * rows(facts)).sum();
        outside >= TOO_MANY_WITHOUT_DATA * self.experiments.iter().map(rows).sum::<f64>()
    }

    /// How graphs with these names stand to each other by their skill. None is told apart if the experiments show no
    /// effect, or are mostly far from the observational rows.
    pub fn standings(&self, names: &[&str]) -> Standings {
        let graphs: Vec<Contender> = self.graphs.iter().map(GraphJudgement::contender).collect();
        let is_decided = self.has_effect() && !self.lacks_overlap();
        let difference = |a: usize, b: usize| self.graphs[a].difference(&self.graphs[b]).filter(|_| is_decided);
        Standings::new(names, &graphs, Goal::Large, Evidence::Tested(&difference))
    }
}
