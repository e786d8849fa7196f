//! Explanations of single pairs: they agree with SID, and their paths are paths.

#![allow(clippy::unwrap_used, reason = "a test that cannot build its case fails")]

mod support;

use contsid::adjustment::Obstacle;
use contsid::distance::{ClassWhy, Verdict, Why, sid};
use contsid::graph::{Dag, GraphClass, GraphPair, NodeId, NodeNames};
use support::{random_dag, seeded};

/// On graphs of more nodes than a word has bits for three states of each.
#[test]
fn the_verdict_on_each_pair_is_that_of_sid() {
    let mut rng = seeded(110);
    let mut open_paths = 0;
    for _ in 0..3 {
        let (truth, learnt) = (random_dag(40, 0.08, &mut rng), random_dag(40, 0.08, &mut rng));
        let pair = GraphPair::new(&truth, &learnt).unwrap();
        let mistakes = sid(pair);
        for treatment in truth.nodes() {
            for outcome in truth.nodes().filter(|&outcome| outcome != treatment) {
                let Why { verdict, .. } = Why::new(pair, treatment, outcome);
                let is_wrong = matches!(verdict, Verdict::TrulyAffected | Verdict::InvalidSet(_));
                assert_eq!(
                    is_wrong,
                    mistakes.contains(treatment, outcome),
                    "{treatment:?} on {outcome:?}: {verdict:?}"
                );
                if let Verdict::InvalidSet(Obstacle::OpenPath { path, .. }) = verdict {
                    assert_eq!((path.first(), path.last()), (Some(&treatment), Some(&outcome)));
                    assert!(
                        path.windows(2).all(|two| truth.has_edge(two[0], two[1]) || truth.has_edge(two[1], two[0]))
                    );
                    open_paths += 1;
                }
            }
        }
    }
    assert!(open_paths > 100, "{open_paths} open paths");
}

/// Between directed graphs there is one case, and no condition.
#[test]
fn a_condition_is_said_only_if_there_are_several_cases() {
    let [a, b] = [0, 1].map(NodeId::new);
    let [truth, learnt] = [vec![(a, b)], vec![]].map(|edges| GraphClass::from(Dag::from_edges(2, edges).unwrap()));
    let undirected = support::classes::undirected(2, [(0, 1)]);
    let words = |learnt: &GraphClass| {
        let pair = GraphPair::new(&truth, learnt).unwrap();
        ClassWhy::new(pair, a, b, ClassWhy::MOST_WAYS).unwrap().in_words(&NodeNames::numbered(2))
    };
    assert!(words(&learnt).starts_with("In the truth V1 affects V2: V1 → V2.\n"), "{}", words(&learnt));
    let conditions = ["{} in the truth and {} in", "{} in the truth and {V2} in"];
    let expected = conditions.map(|sets| format!("Where V1 has the parents {sets} the learnt graph:"));
    let several = words(&undirected);
    assert!(several.lines().filter(|line| line.starts_with("Where")).eq(&expected), "{several}");
}
