//! What a learner found, in one line.

use super::counted;
use contsid_discovery::{Learnt, Notes};

pub fn line(learnt: &Learnt) -> String {
    let (edges, undirected) = (learnt.graph.edge_count(), learnt.graph.undirected_count());
    let search = match learnt.notes {
        Notes::Pc { test_count, skipped_count, forced_count } => {
            let (tests, colliders) =
                (if test_count == 1 { "test" } else { "tests" }, counted(skipped_count, "collider"));
            format!("; {test_count} {tests}, {colliders} skipped, {forced_count} forced")
        }
        Notes::Ges { score, step_count } => format!("; {} to the score {score:.3}", counted(step_count, "step")),
        Notes::IcaLingam { converged_count, iteration_count } => {
            let (starts, iterations) = (counted(converged_count, "start"), counted(iteration_count, "iteration"));
            format!("; {starts} converged, the chosen one after {iterations}")
        }
        _ => String::new(),
    };
    format!("{}, {undirected} of them without direction{search}", counted(edges, "edge"))
}
