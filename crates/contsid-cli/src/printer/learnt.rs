//! What a learner found, in one line.

use super::counted;
use contsid_discovery::{Learnt, Notes};

pub fn line(learnt: &Learnt) -> String {
    let (edges, undirected) = (learnt.graph.edge_count(), learnt.graph.undirected_count());
    let search = match learnt.notes {
        Notes::Pc { test_count, skipped_count, forced_count } => {
            format!("; {test_count} tests, {skipped_count} colliders skipped, {forced_count} forced")
        }
        Notes::Ges { score, step_count } => format!("; {step_count} steps to the score {score:.3}"),
        Notes::IcaLingam { converged_count, iteration_count } => {
            format!("; {converged_count} starts converged, the chosen one after {iteration_count} iterations")
        }
        _ => String::new(),
    };
    format!("{}, {undirected} of them without direction{search}", counted(edges, "edge"))
}
