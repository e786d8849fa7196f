//! How good are two learnt graphs? The three distances of each, and the effect that each gets most wrong.
//!
//!     cargo run -p contsid --example first_comparison

use contsid::data::{Column, Table};
use contsid::distance::{Reversal, Selection, shd, sid};
use contsid::effect::{ContSidOptions, Prepared};
use contsid::execution::Execution;
use contsid::graph::{Dag, GraphPair, NodeId, NodeNames};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};
use std::error::Error;
use std::io::Write;

/// Smoking acts on cancer through tar, and a gene acts on both smoking and cancer.
const NAMES: [&str; 4] = ["gene", "smoking", "tar", "cancer"];

fn main() -> Result<(), Box<dyn Error>> {
    let [gene, smoking, tar, cancer] = [0, 1, 2, 3].map(NodeId::new);
    let truth = Dag::from_edges(4, [(gene, smoking), (gene, cancer), (smoking, tar), (tar, cancer)])?;
    let unconfounded = Dag::from_edges(4, [(gene, cancer), (smoking, tar), (tar, cancer)])?;
    let reversed = Dag::from_edges(4, [(gene, smoking), (gene, cancer), (tar, smoking), (tar, cancer)])?;

    // What the truth and the data give is prepared once, and serves every learnt graph.
    let (table, execution) = (observations(400)?, Execution::default());
    let prepared = Prepared::new(&table, &ContSidOptions::default(), &execution)?;
    let mut out = std::io::stdout().lock();
    for (name, learnt) in [("gene -> smoking missing", &unconfounded), ("smoking -> tar reversed", &reversed)] {
        let pair = GraphPair::new(&truth, learnt)?;
        let found = prepared.compare(pair, &execution)?;
        let effects = NodeId::all(4).flat_map(|i| NodeId::all(4).map(move |j| (i, j)));
        let worst = effects.max_by(|a, b| found.distance(a.0, a.1).total_cmp(&found.distance(b.0, b.1)));
        let (treatment, outcome) = worst.ok_or("a graph without nodes")?;
        writeln!(
            out,
            "{name:24} SHD {}  SID {:2}  contSID {:.3}  worst: {} on {}, {:.3}",
            shd(pair, Reversal::Once, &Selection::all(4)).count,
            sid(pair).count(),
            found.total(),
            NAMES[treatment.index()],
            NAMES[outcome.index()],
            found.distance(treatment, outcome),
        )?;
    }
    Ok(())
}

/// Linear effects and normal noise.
fn observations(rows: usize) -> Result<Table, Box<dyn Error>> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut noise = || -> f64 { StandardNormal.sample(&mut rng) };
    let mut columns: [Vec<f64>; 4] = Default::default();
    for _ in 0..rows {
        let gene = noise();
        let smoking = gene + noise();
        let tar = 0.8 * smoking + noise();
        let cancer = 0.7 * tar + 0.5 * gene + noise();
        columns.iter_mut().zip([gene, smoking, tar, cancer]).for_each(|(column, value)| column.push(value));
    }
    Ok(Table::new(NodeNames::new(NAMES)?, columns.map(Column::numbers).to_vec())?)
}
