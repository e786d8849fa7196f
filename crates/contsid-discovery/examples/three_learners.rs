//! Which of three learners comes nearest to the truth? PC and GES leave edges undirected, so their distances have
//! bounds.
//!
//!     cargo run -p contsid-discovery --example three_learners

use contsid::comparison::{ComparisonOptions, compare};
use contsid::data::{Column, Table};
use contsid::effect::{ContSidOptions, Prepared};
use contsid::execution::Execution;
use contsid::graph::{Edge, MixedGraph, NodeId, NodeNames};
use contsid_discovery::Learner;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, Exp1};
use std::error::Error;
use std::io::Write;

/// Altitude lowers temperature and air pressure; temperature lengthens the growing season.
const NAMES: [&str; 4] = ["altitude", "temperature", "pressure", "season"];

fn main() -> Result<(), Box<dyn Error>> {
    let [altitude, temperature, pressure, season] = [0, 1, 2, 3].map(NodeId::new);
    let edges = [(altitude, temperature), (altitude, pressure), (temperature, season)];
    let truth = MixedGraph::from_edges(4, edges.map(|(cause, effect)| Edge::directed(cause, effect)))?;
    let (table, execution) = (observations(500)?, Execution::default());
    let prepared = Prepared::new(&table, &ContSidOptions::default(), &execution)?;
    let mut out = std::io::stdout().lock();
    for name in ["pc", "ges", "ica-lingam"] {
        let learnt = name.parse::<Learner>()?.learn(&table, &execution)?.graph;
        let found = compare(&truth, &learnt, Some(&prepared), &ComparisonOptions::default(), &execution)?;
        let contsid = found.contsid.ok_or("there are data, so there is a contSID")?.sum;
        writeln!(
            out,
            "{name:10}  SHD {}  SID {} to {:2}  contSID {:.3} to {:.3}",
            found.shd.count, found.sid.lower, found.sid.upper, contsid.lower.value, contsid.upper.value,
        )?;
    }
    Ok(())
}

/// Linear effects and exponential noise, by which ICA-LiNGAM tells causes from effects.
fn observations(rows: usize) -> Result<Table, Box<dyn Error>> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut noise = || -> f64 { Exp1.sample(&mut rng) };
    let mut columns: [Vec<f64>; 4] = Default::default();
    for _ in 0..rows {
        let altitude = noise();
        let temperature = noise() - 0.8 * altitude;
        let pressure = noise() - altitude;
        let season = noise() + 0.9 * temperature;
        columns
            .iter_mut()
            .zip([altitude, temperature, pressure, season])
            .for_each(|(column, value)| column.push(value));
    }
    Ok(Table::new(NodeNames::new(NAMES)?, columns.map(Column::numbers).to_vec())?)
}
