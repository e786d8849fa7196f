//! Scores of learnt graphs: an aligned table for people, and one JSON object.

use super::json::{FileObject, Printed};
use super::{counted, crossfit, edges, fitted, joint, settings};
use crate::inputs::graphs::{self, SkippedGraph};
use crate::scores::{Scored, Scores};
use anyhow::Result;
use contsid::comparison::{Chance, Comparison, Measure, Ranking, ShdOf};
use contsid::distance::bounds::{Exactness, Span};
use contsid::distance::{Mistakes, Reversal};
use contsid::effect::{Score, TreatmentSets};
use contsid_io::escaped;
use contsid_report::comparison::{Compared, ComparisonDocument, GraphFixes};
use contsid_study::tables::Justify;
use std::fmt::Write;

pub fn print(scores: &Scores) -> Result<()> {
    super::print(&text(scores))
}

pub fn print_json(scores: &Scores, fixes: Option<&[GraphFixes]>, notes: &[String]) -> Result<()> {
    let (learnt, ranking) = (scores.learnt(), scores.ranking());
    let document = ComparisonDocument::new(Compared { fixes, ..scores.compared(&learnt, &ranking) });
    let files = scores.graphs().map(FileObject::new).collect();
    Printed { document, files, notes, skipped: &scores.skipped }.print()
}

fn text(scores: &Scores) -> String {
    let mut text = files(scores);
    if let Some(description) = &scores.description {
        writeln!(text, "table   {description}").expect("a string can be written to");
    }
    if let Some(line) = settings::line(scores.data()) {
        writeln!(text, "data    {line}").expect("a string can be written to");
    }
    let ranking = scores.ranking();
    let order = ranking.standings.order.iter();
    let ranked: Vec<Ranked<'_>> =
        order.map(|&graph| Ranked { tier: ranking.standings.tiers[graph], scored: &scores.scored[graph] }).collect();
    let width = fitted::terminal_width();
    let table = |header: Vec<String>, row: &dyn Fn(&Ranked<'_>) -> Vec<String>| {
        let rows: Vec<_> = std::iter::once(header).chain(ranked.iter().map(row)).collect();
        let justify = |column| if column == 1 { Justify::Left } else { Justify::Right };
        format!("\n{}\n", fitted::table(&rows, justify, width, "--json, --html"))
    };
    let columns = Columns::new(scores, |comparison| comparison.crossfit.as_ref());
    let all_rows = if columns.crossfit.is_some() { "from all rows" } else { "contSID" };
    let columns = Columns { has_aid_parent: ranking.by == Measure::AidParent, ..columns };
    let others = ["SID", "AID parent", "AID ancestor", "AID optimal", "SHD"];
    let others = others.into_iter().filter(|name| *name != "AID parent" || columns.has_aid_parent);
    let mut header = columns.header(&[all_rows], &others.collect::<Vec<_>>());
    header.extend(scores.has_chance().then(|| "chance".to_owned()));
    text += &table(header, &|ranked| columns.row(ranked));
    for SkippedGraph { learnt, reason } in &scores.skipped {
        writeln!(text, "–  {}  skipped: {}", escaped(learnt), escaped(reason)).expect("a string can be written to");
    }
    if ranked.len() > 1 {
        writeln!(text, "{}", rule(&ranking)).expect("a string can be written to");
    }
    for line in scores.verdict(&ranking) {
        writeln!(text, "{}", escaped(&line)).expect("a string can be written to");
    }
    if scores.options.treatment_sets.is_some() {
        let columns = Columns::new(scores, |comparison| comparison.joint_crossfit.as_ref());
        text += &table(columns.header(&joint::COLUMNS, &[]), &|ranked| columns.joint_row(ranked));
    }
    text += &table(with_names(&edges::COLUMNS), &edges_row);
    text += "\n";
    text += &legend(scores);
    text
}

/// How each file was read.
fn files(scores: &Scores) -> String {
    let truth = format!("truth   {} ({})\n", graphs::line(&scores.truth), counted(scores.names().len(), "node"));
    let learnt = scores.scored.iter().map(|scored| format!("learnt  {}\n", graphs::line(&scored.learnt)));
    std::iter::once(truth).chain(learnt).collect()
}

/// How the rows are ordered.
fn rule(ranking: &Ranking) -> String {
    let by = match ranking.by {
        Measure::CrossFit => "contSID ± error",
        Measure::ContSid if ranking.standings_by(Measure::CrossFit).is_some() => "contSID from all rows",
        Measure::ContSid => "contSID",
        Measure::Sid => "SID",
        Measure::AidParent => "AID by parents",
        Measure::AidAncestor => "AID by ancestors",
        Measure::AidOptimal => "AID by optimal sets",
        Measure::Shd => "SHD",
    };
    format!("in tiers by {by}: the first number of a row is one more than the number of better graphs")
}

fn with_names(columns: &[&str]) -> Vec<String> {
    ["", "learnt"].iter().chain(columns).map(|column| (*column).to_owned()).collect()
}

/// A learnt graph with its tier.
struct Ranked<'a> {
    tier: usize,
    scored: &'a Scored,
}

/// The tier and the name of a learnt graph.
fn beginning(ranked: &Ranked<'_>) -> Vec<String> {
    vec![ranked.tier.to_string(), escaped(ranked.scored.learnt.source_name()).into_owned()]
}

fn edges_row(ranked: &Ranked<'_>) -> Vec<String> {
    beginning(ranked).into_iter().chain(edges::cells(&ranked.scored.comparison)).collect()
}

/// Which columns of contSID there are, and with how many decimals.
struct Columns {
    /// Whether contSID is estimated from all rows together.
    has_all_rows: bool,
    /// Whether AID by parents is shown: it orders the rows.
    has_aid_parent: bool,
    /// Whether random graphs were compared too.
    has_chance: bool,
    /// The decimals of contSID, which the errors of the column support.
    decimals: usize,
    /// Cross-fitted contSID, if the rows are in parts.
    crossfit: Option<fn(&Comparison) -> Option<&Score>>,
}

impl Columns {
    fn new(scores: &Scores, crossfit: fn(&Comparison) -> Option<&Score>) -> Self {
        let data = scores.data();
        let found = scores.scored.iter().filter_map(|scored| crossfit(&scored.comparison));
        Self {
            has_all_rows: data.all_rows.is_some(),
            has_aid_parent: false,
            has_chance: scores.has_chance(),
            decimals: crossfit::decimals(found),
            crossfit: data.parts.map(|_| crossfit),
        }
    }

    /// The columns of cross-fitting, then those of estimates from all rows, then others.
    fn header(&self, all_rows: &[&str], others: &[&str]) -> Vec<String> {
        let all_rows = all_rows.iter().copied().filter(|_| self.has_all_rows);
        let crossfit = crossfit::COLUMNS.into_iter().filter(|_| self.crossfit.is_some());
        with_names(&crossfit.chain(all_rows).chain(others.iter().copied()).collect::<Vec<_>>())
    }

    fn cells(&self, comparison: &Comparison) -> Option<[String; 2]> {
        self.crossfit.map(|crossfit| crossfit::cells(crossfit(comparison), self.decimals))
    }

    fn row(&self, ranked: &Ranked<'_>) -> Vec<String> {
        let comparison = &ranked.scored.comparison;
        let others = [
            Some(sid(comparison)),
            self.has_aid_parent.then(|| mistakes(&comparison.aid.parent)),
            Some(mistakes(&comparison.aid.ancestor)),
            Some(mistakes(&comparison.aid.optimal)),
            Some(with_share(comparison.shd.count, comparison.shd.normalised())),
        ];
        let crossfit = self.cells(comparison).into_iter().flatten();
        beginning(ranked)
            .into_iter()
            .chain(crossfit)
            .chain(comparison.contsid.as_ref().map(|score| contsid(score, self.decimals)))
            .chain(others.into_iter().flatten())
            .chain(comparison.chance.get().filter(|_| self.has_chance).map(beyond_chance))
            .collect()
    }

    fn joint_row(&self, ranked: &Ranked<'_>) -> Vec<String> {
        let comparison = &ranked.scored.comparison;
        let crossfit = self.cells(comparison).into_iter().flatten();
        let all_rows = comparison.joint.iter().flat_map(|score| joint::cells(score, self.decimals));
        beginning(ranked).into_iter().chain(crossfit).chain(all_rows).collect()
    }
}

fn sid(comparison: &Comparison) -> String {
    let sid = &comparison.sid;
    let Span { lower, upper } = sid.normalised();
    if sid.lower == sid.upper {
        with_share(sid.lower, lower)
    } else {
        format!("[{}, {}] ([{:.1}, {:.1}] %)", sid.lower, sid.upper, 100.0 * lower, 100.0 * upper)
    }
}

/// The share of random graphs that are farther from the truth: by contSID if that was asked for, else by SID.
fn beyond_chance(chance: &Chance) -> String {
    let band = chance.contsid.or(chance.sid);
    band.map_or_else(|| "–".to_owned(), |band| format!("better than {:.1} %", 100.0 * (1.0 - band.at_least_as_good)))
}

fn contsid(score: &Score, decimals: usize) -> String {
    let Span { lower, upper } = score.span();
    let [lower, upper] = [lower, upper].map(|value| crossfit::number(value, decimals));
    if score.is_determined { upper } else { format!("[{lower}, {upper}]") }
}

fn is_bounded(comparison: &Comparison) -> bool {
    comparison.sid.lower != comparison.sid.upper
        || comparison.contsid.as_ref().is_some_and(|score| !score.is_determined)
}

fn is_relaxed(comparison: &Comparison) -> bool {
    let relaxed = |exactness| exactness == Exactness::Relaxed;
    relaxed(comparison.sid.exactness) || comparison.contsid.as_ref().is_some_and(|contsid| relaxed(contsid.exactness))
}

fn mistakes(mistakes: &Mistakes) -> String {
    with_share(mistakes.count(), mistakes.normalised())
}

fn with_share(count: usize, share: f64) -> String {
    format!("{count} ({:.1} %)", 100.0 * share)
}

fn legend(scores: &Scores) -> String {
    let pairs = scores.scored.first().map_or(0, |scored| scored.comparison.pair_count);
    let reversed = match scores.options.reversal {
        Reversal::Once => "once",
        Reversal::Twice => "twice",
    };
    let edges = match scores.options.shd_of {
        ShdOf::Graphs => "edges that differ",
        ShdOf::Classes => "edges of the completed graphs of the equivalence classes that differ",
    };
    let aid = if scores.graphs().any(|graph| graph.graph().undirected_count() > 0) {
        "those read off wrongly, or left open, by its ancestors and by its optimal adjustment sets"
    } else {
        "the same by its ancestors and by its optimal adjustment sets"
    };
    let mut text = contsid_legend(scores);
    write!(
        text,
        "SID      of {pairs} effects, those read off wrongly by adjusting for the parents in the learnt graph\n\
         AID      {aid}\n\
         SHD      {edges}, a reversed one counted {reversed}; undirected: directed in one graph only\n\
         P, R, F1 precision, recall and their harmonic mean, of joined pairs (skeleton) and of arrows\n"
    )
    .expect("a string can be written to");
    if scores.has_chance() {
        let by_contsid =
            |scored: &Scored| scored.comparison.chance.get().is_some_and(|chance| chance.contsid.is_some());
        let by = if scores.scored.iter().any(by_contsid) { "contSID" } else { "SID" };
        let bounds = scores.scored.iter().any(|scored| is_bounded(&scored.comparison));
        let upper = if bounds { ", upper bound against upper bound" } else { "" };
        writeln!(text, "chance   the share of random graphs with as many edges that do worse by {by}{upper}")
            .expect("a string can be written to");
    }
    if scores.scored.iter().any(|scored| is_bounded(&scored.comparison)) {
        text += "[lower, upper] are bounds over the directed graphs that undirected edges allow\n";
    }
    if scores.scored.iter().any(|scored| is_relaxed(&scored.comparison)) {
        text += "some bounds are relaxed: valid, but perhaps not attained, since the undirected parts are too large\n";
    }
    text
}

fn contsid_legend(scores: &Scores) -> String {
    let data = scores.data();
    let mut lines = Vec::new();
    if data.options().is_some() {
        lines.push(
            "contSID  how far interventional distributions are from the true ones, summed over all effects".to_owned(),
        );
    }
    if data.parts.is_some() {
        lines.push(
            "± error  contSID is estimated on separate parts of the rows, so noise averages out; its error is how much it\n\
             \x20        varies between them, and how far estimates of other kinds differ from it\n\
             overlap  low: the share of interventions with hardly any data nearby, where nothing can be said"
                .to_owned(),
        );
        let all_rows = "all rows the paper's number: the same from all rows at once, where noise counts as distance";
        lines.extend(data.all_rows.map(|_| all_rows.to_owned()));
    }
    lines.extend(scores.left_out().filter(|_| data.all_rows.is_none()));
    if scores.options.treatment_sets.is_some() {
        lines.push(joint_legend(scores));
    }
    lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
}

fn joint_legend(scores: &Scores) -> String {
    let size = scores.options.treatment_sets.as_ref().and_then(TreatmentSets::size);
    let sets = size.map_or_else(|| "several variables".to_owned(), |size| counted(size, "variable"));
    let score = scores.scored.first().and_then(|scored| scored.comparison.joint.as_ref());
    let pairs = score.map_or_else(|| "all pairs".to_owned(), |score| counted(score.pair_count(), "pair"));
    format!(
        "joint    the same when {sets} are set at once, for {pairs} of a set and an outcome;\n         \
         those for which a graph has no adjustment set are left out of the sum and of the mean"
    )
}
