//! Learnt graphs ranked by distances whose values are given.

use contsid::comparison::{Comparison, ComparisonOptions, Measure, Ranking, Standing, compare, rank};
use contsid::data::{Column, Table};
use contsid::effect::{ContSidOptions, Prepared};
use contsid::execution::Execution;
use contsid::graph::{Edge, MixedGraph, NodeId, NodeNames};

/// An undirected edge against a directed one, with these bounds of contSID and SID, and this SHD.
fn with(contsid: [f64; 2], sid: [usize; 2], shd: usize) -> Comparison {
    let [a, b] = [0, 1].map(NodeId::new);
    let [truth, learnt] = [Edge::directed(a, b), Edge::undirected(a, b)]
        .map(|edge| MixedGraph::from_edges(2, [edge]).expect("one edge of two nodes"));
    let columns = vec![Column::numbers(vec![0.0, 1.0, 2.0]), Column::numbers(vec![1.0, 0.0, 3.0])];
    let table = Table::new(NodeNames::numbered(2), columns).expect("three rows of two numbers");
    let execution = Execution::default();
    let data = Prepared::new(&table, &ContSidOptions::default(), &execution).expect("two numeric columns");
    let mut comparison =
        compare(&truth, &learnt, Some(&data), &ComparisonOptions::default(), &execution).expect("two numeric columns");
    let sum = &mut comparison.contsid.as_mut().expect("there are data").sum;
    [sum.lower.value, sum.upper.value] = contsid;
    [comparison.sid.lower, comparison.sid.upper] = sid;
    comparison.shd.count = shd;
    comparison
}

fn ranking(compared: &[Comparison], by: Option<Measure>) -> Ranking {
    rank(&["A", "B", "C", "D"][..compared.len()], &compared.iter().collect::<Vec<_>>(), by)
}

#[test]
fn equal_distances_share_a_tier_in_the_order_of_names() {
    let near = || with([0.3, 0.3], [1, 1], 1);
    let noisy = with([0.3, 0.3 + 1.78e-15], [1, 1], 1);
    let found = ranking(&[with([0.7, 0.7], [0, 0], 1), near(), noisy, near()], None);
    assert_eq!(found.by, Measure::ContSid);
    assert_eq!(found.standings.tiers, [4, 1, 1, 1]);
    assert_eq!(found.standings.order, [1, 2, 3, 0]);
    assert_eq!(found.standings.between(1, 2).standing, Standing::Tie);
}

#[test]
fn overlapping_bounds_depend_on_undirected_edges_by_every_distance() {
    let compared = [with([0.0, 0.2], [2, 2], 1), with([0.1, 0.4], [1, 1], 1), with([0.5, 0.6], [0, 2], 0)];
    let found = ranking(&compared, None);
    assert_eq!((&found.standings.tiers, &found.standings.order), (&vec![1, 1, 3], &vec![0, 1, 2]));
    assert_eq!(found.standings.between(0, 1).standing, Standing::Depends);
    let sid = found.standings_by(Measure::Sid).unwrap();
    assert_eq!(sid.tiers, [2, 1, 1], "at least 2, exactly 1, 0 to 2");
    assert_eq!(sid.between(2, 0).standing, Standing::Depends);
    assert_eq!(found.standings_by(Measure::Shd).unwrap().tiers, [2, 2, 1]);
    assert_eq!(ranking(&compared, Some(Measure::Shd)).standings.order, [2, 0, 1]);
    assert_eq!(ranking(&compared, Some(Measure::CrossFit)).by, Measure::ContSid, "nothing is cross-fitted");
}
