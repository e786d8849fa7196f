//! Learnt graphs with their distances to the truth.

use crate::args::ScoringArguments;
use crate::commands::thread_pool;
use crate::console::Console;
use crate::hints::{in_file, not_usable};
use crate::inputs::graphs::SkippedGraph;
use crate::inputs::treatments;
use anyhow::{Result, anyhow, bail};
use contsid::comparison::{
    CHANCE_SEED, Comparison, ComparisonData, ComparisonError, ComparisonOptions, DataChoices, LeftOut, Measure,
    Ranking, chance, compare_all, rank,
};
use contsid::data::Table;
use contsid::effect::{ContSidError, ContSidOptions, Prepared};
use contsid::execution::Execution;
use contsid::graph::NodeNames;
use contsid_io::graph::NamedGraph;
use contsid_report::comparison::{Compared, GraphFixes, LearntGraph, ShownGraph, verdict};

/// A truth and learnt graphs on its nodes, with their distances.
#[derive(Debug)]
pub struct Scores {
    /// The file of the truth.
    pub truth: NamedGraph,
    pub options: ComparisonOptions,
    /// The distance that orders the graphs, if one was chosen.
    pub rank_by: Option<Measure>,
    /// The data, if there are any.
    pub data: Option<ScoredData>,
    /// The learnt graphs in the order in which they were given.
    pub scored: Vec<Scored>,
    /// What the data are, in one line.
    pub description: Option<String>,
    /// The learnt graphs that were left out.
    pub skipped: Vec<SkippedGraph>,
}

/// The data that graphs were compared on.
#[derive(Debug)]
pub struct ScoredData {
    /// All rows together.
    pub all_rows: Option<Prepared<'static>>,
    /// The rows in parts.
    pub parts: Option<Prepared<'static>>,
    /// An estimate that was left out, and why.
    pub left_out: Option<LeftOut>,
}

/// A learnt graph with its distances to the truth.
#[derive(Debug)]
pub struct Scored {
    pub learnt: NamedGraph,
    pub comparison: Comparison,
}

/// Observations of the nodes of a truth, in their order, and the choices of estimates.
#[derive(Debug)]
pub struct ObservedTable {
    /// The file of the table.
    pub source_name: String,
    pub table: Table,
    pub options: ContSidOptions,
    /// Whether contSID is estimated from all rows together, and in parts.
    pub choices: DataChoices,
}

impl ObservedTable {
    pub fn prepared(&self, execution: &Execution<'_>) -> Result<ScoredData> {
        let named = |error: ContSidError| in_file(&self.source_name, &error);
        Ok(ScoredData {
            all_rows: self.choices.all_rows(&self.table, &self.options, execution).map_err(named)?,
            parts: self.choices.parts(&self.table, &self.options, execution).map_err(named)?,
            left_out: self.choices.left_out(self.table.row_count()),
        })
    }
}

impl Scores {
    /// Compares each learnt graph, which must be on the nodes of the truth, with the truth.
    pub fn new(
        truth: NamedGraph,
        learnt: Vec<NamedGraph>,
        observations: Option<&ObservedTable>,
        arguments: &ScoringArguments,
        console: &Console,
    ) -> Result<Self> {
        let selection = arguments.selection(truth.names())?;
        let treatment_sets = treatments::sets(&arguments.joint, truth.names(), &selection)?;
        let options = arguments.options(selection, treatment_sets);
        let (pool, progress) = (thread_pool(arguments.threads)?, console.progress("comparing graphs"));
        let execution = Execution::default().on(&pool).watched_by(&progress);
        let data = observations.map(|given| given.prepared(&execution)).transpose()?;
        if let Some(all_rows) = data.as_ref().and_then(|data| data.all_rows.as_ref()) {
            progress.advise(advice(all_rows.sample_count()));
        }
        let graphs: Vec<_> = learnt.iter().map(NamedGraph::graph).collect();
        let compared = compare_all(truth.graph(), &graphs, as_data(data.as_ref()), &options, &execution)
            .map_err(|error| in_words(&error.error, &truth, error.learnt.map(|index| &learnt[index])))?;
        let scored: Vec<Scored> =
            learnt.into_iter().zip(compared).map(|(learnt, comparison)| Scored { learnt, comparison }).collect();
        for Scored { learnt, comparison } in &scored {
            let data = arguments.chance.map(|draws| (as_data(data.as_ref()), draws));
            let (graphs, how) = ((truth.graph(), learnt.graph()), (&options, CHANCE_SEED));
            let found =
                chance(graphs.0, graphs.1, comparison, data, how, &execution).map_err(|error| anyhow!(error))?;
            comparison.chance.get_or_init(|| found);
        }
        let description = observations.map(|given| given.table.description());
        let rank_by = arguments.rank_by;
        let scores = Self { truth, options, rank_by, data, scored, description, skipped: Vec::new() };
        scores.notes(observations).for_each(|note| console.note(note));
        Ok(scores)
    }

    /// Notes on the data.
    fn notes(&self, observations: Option<&ObservedTable>) -> impl Iterator<Item = String> {
        let left_out =
            self.left_out().zip(observations).map(|(words, given)| format!("{}: {words}", given.source_name));
        let has_parts = self.data().parts.is_some();
        let too_large = self.scored.iter().filter(move |scored| has_parts && scored.comparison.crossfit.is_none());
        let too_large = too_large.map(|scored| {
            let learnt = scored.learnt.source_name();
            format!("{learnt}: contSID is not cross-fitted: undirected edges allow too many graphs")
        });
        let of_columns = observations.into_iter().flat_map(|given| {
            given.table.column_notes().into_iter().map(|note| format!("{}: {note}", given.source_name))
        });
        of_columns.chain(left_out).chain(too_large)
    }

    /// The estimate that is missing, if one is, and how to get it.
    pub fn left_out(&self) -> Option<String> {
        self.data.as_ref()?.left_out.map(|left_out| match left_out {
            LeftOut::AllRows { .. } => format!("{left_out} with --all-rows"),
            LeftOut::CrossFit { .. } => left_out.to_string(),
        })
    }

    /// Whether random graphs were compared too: not of very large graphs.
    pub fn has_chance(&self) -> bool {
        self.scored.iter().any(|scored| scored.comparison.chance.get().is_some_and(|chance| chance.draws > 0))
    }

    /// The names of the nodes.
    pub fn names(&self) -> &NodeNames {
        self.truth.names()
    }

    /// The data, if there are any.
    pub fn data(&self) -> ComparisonData<'_> {
        as_data(self.data.as_ref())
    }

    /// All graphs, the truth first.
    pub fn graphs(&self) -> impl Iterator<Item = &NamedGraph> {
        std::iter::once(&self.truth).chain(self.scored.iter().map(|scored| &scored.learnt))
    }

    /// The learnt graphs with their names and distances.
    pub fn learnt(&self) -> Vec<LearntGraph<'_>> {
        let learnt = self.scored.iter().map(|Scored { learnt, comparison }| {
            let graph = ShownGraph { name: learnt.source_name(), graph: learnt.graph() };
            LearntGraph { graph, comparison }
        });
        learnt.collect()
    }

    /// All that was compared.
    pub fn compared<'a>(&'a self, learnt: &'a [LearntGraph<'a>], ranking: &'a Ranking) -> Compared<'a> {
        Compared {
            truth: self.truth.source_name(),
            names: self.names(),
            learnt,
            ranking,
            options: &self.options,
            data: self.data(),
            description: self.description.as_deref(),
            fixes: None,
        }
    }

    /// What each fix of each learnt graph does.
    pub fn fixes(&self, threads: Option<u16>, console: &Console) -> Result<Vec<GraphFixes>> {
        let (pool, progress) = (thread_pool(threads)?, console.progress("trying fixes"));
        let execution = Execution::default().on(&pool).watched_by(&progress);
        let found = |Scored { learnt, .. }: &Scored| {
            GraphFixes::new(self.truth.graph(), learnt.graph(), &self.options, self.data(), &execution)
                .map_err(|error| in_words(&error, &self.truth, Some(learnt)))
        };
        self.scored.iter().map(found).collect()
    }

    /// Which graph to choose, and how the others stand to it, line by line.
    pub fn verdict(&self, ranking: &Ranking) -> Vec<String> {
        verdict(&self.learnt(), ranking)
    }

    /// How the learnt graphs stand to each other.
    pub fn ranking(&self) -> Ranking {
        let names: Vec<&str> = self.scored.iter().map(|scored| scored.learnt.source_name()).collect();
        rank(&names, &self.scored.iter().map(|scored| &scored.comparison).collect::<Vec<_>>(), self.rank_by)
    }

    /// Refuses an order by a distance that some graph does not have.
    pub fn check_rank_by(&self) -> Result<()> {
        let Some(by) = self.rank_by else { return Ok(()) };
        match self.scored.iter().find(|scored| scored.comparison.bounds(by).is_none()) {
            Some(scored) => bail!("--rank-by {by}: {} has no such distance on these data", scored.learnt.source_name()),
            None => Ok(()),
        }
    }
}

/// The data, if there are any.
pub fn as_data(data: Option<&ScoredData>) -> ComparisonData<'_> {
    data.map_or_else(ComparisonData::default, |data| ComparisonData {
        all_rows: data.all_rows.as_ref(),
        parts: data.parts.as_ref(),
    })
}

/// How to wait less for contSID.
fn advice(rows: usize) -> String {
    format!(
        "contSID of {rows} rows: the time grows with the cube of their number; \
         --subsample takes fewer, and half take an eighth"
    )
}

/// The error with the names of files and nodes.
fn in_words(error: &ComparisonError, truth: &NamedGraph, learnt: Option<&NamedGraph>) -> anyhow::Error {
    match (error, learnt) {
        (ComparisonError::Truth(error), _) => not_usable(truth, error),
        (ComparisonError::Learnt(error), Some(learnt)) => not_usable(learnt, error),
        (error, _) => anyhow!("{error}"),
    }
}
