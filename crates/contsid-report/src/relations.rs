//! How graphs stand to each other, as JSON.

use contsid::comparison::{GraphRelation, Standings};
use contsid::effect::Interval;
use contsid::named::Named;
use serde::{Serialize, Serializer};

/// The tiers of graphs by name, and the relations of all pairs, in the order of the rule.
#[derive(Debug, Serialize)]
pub(crate) struct StandingsObject<'a> {
    tiers: Tiers<'a>,
    relations: Vec<RelationObject<'a>>,
}

#[derive(Debug)]
struct Tiers<'a>(Vec<(&'a str, usize)>);

impl Serialize for Tiers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

/// How the first graph stands to the second; the difference is that of the members that decide, first minus second.
#[derive(Debug, Serialize)]
struct RelationObject<'a> {
    first: &'a str,
    second: &'a str,
    relation: &'static str,
    difference: Option<f64>,
    se: Option<f64>,
    model_se: Option<f64>,
    interval: Option<Interval>,
    p_value: Option<f64>,
    adjusted_p_value: Option<f64>,
}

impl<'a> StandingsObject<'a> {
    pub(crate) fn new(standings: &Standings, names: &[&'a str]) -> Self {
        let relation = |found: &GraphRelation| RelationObject {
            first: names[found.first],
            second: names[found.second],
            relation: found.standing.name(),
            difference: found.difference.map(|difference| difference.value),
            se: found.difference.map(|difference| difference.se),
            model_se: found.difference.map(|difference| difference.model_se),
            interval: found.difference.map(|difference| difference.interval),
            p_value: found.difference.map(|difference| difference.p_value),
            adjusted_p_value: found.adjusted_p_value,
        };
        Self {
            tiers: Tiers(standings.order.iter().map(|&graph| (names[graph], standings.tiers[graph])).collect()),
            relations: standings.relations.iter().map(relation).collect(),
        }
    }
}
