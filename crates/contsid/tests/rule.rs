//! The laws of the rule for which graph is better.

use contsid::comparison::{Contender, Evidence, Goal, Standing, Standings};
use contsid::effect::{Difference, LEVEL};
use proptest::prelude::*;

/// Graphs with names, ranges, and an error for each pair of members that are compared.
#[derive(Clone, Debug)]
struct Field {
    names: Vec<String>,
    graphs: Vec<Contender>,
    /// By the indices of two graphs; the same for both orders.
    errors: Vec<Vec<f64>>,
    goal: Goal,
}

impl Field {
    fn names(&self) -> Vec<&str> {
        self.names.iter().map(String::as_str).collect()
    }

    fn difference(&self, a: usize, b: usize) -> Option<Difference> {
        Difference::of_mean(self.graphs[a].worst - self.graphs[b].best, self.errors[a][b], 10)
    }

    fn tested(&self) -> Standings {
        Standings::new(&self.names(), &self.graphs, self.goal, Evidence::Tested(&|a, b| self.difference(a, b)))
    }

    fn valued(&self) -> Standings {
        Standings::new(&self.names(), &self.graphs, self.goal, Evidence::Values)
    }

    /// The graph at each index of `order`.
    fn reordered(&self, order: &[usize]) -> Self {
        Self {
            names: order.iter().map(|&graph| self.names[graph].clone()).collect(),
            graphs: order.iter().map(|&graph| self.graphs[graph]).collect(),
            errors: order.iter().map(|&a| order.iter().map(|&b| self.errors[a][b]).collect()).collect(),
            goal: self.goal,
        }
    }

    /// Whether the worst member of one graph is better than the best one of another.
    fn is_ahead(&self, a: usize, b: usize) -> bool {
        match self.goal {
            Goal::Small => self.graphs[a].worst < self.graphs[b].best,
            Goal::Large => self.graphs[a].worst > self.graphs[b].best,
        }
    }
}

fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |a| (0..count).map(move |b| (a, b))).filter(|(a, b)| a != b)
}

/// Values on a grid of halves, so that ties and touching ranges are common, and errors from none to large.
fn fields() -> impl Strategy<Value = Field> {
    (2..9usize, any::<bool>()).prop_flat_map(|(count, large)| {
        let goal = if large { Goal::Large } else { Goal::Small };
        let graph = (0..20u8, prop_oneof![3 => Just(0u8), 1 => 1..6u8]).prop_map(move |(low, width)| {
            let [low, high] = [low, low + width].map(|value| f64::from(value) / 2.0);
            match goal {
                Goal::Small => Contender { best: low, worst: high },
                Goal::Large => Contender { best: high, worst: low },
            }
        });
        let errors = prop::collection::vec(prop_oneof![0.01..0.3f64, 0.3..3.0f64], count * count);
        (prop::collection::vec(graph, count), errors).prop_map(move |(graphs, drawn)| {
            let error = |a: usize, b: usize| drawn[a.min(b) * count + a.max(b)];
            Field {
                names: (0..count).map(|graph| format!("g{graph}")).collect(),
                graphs,
                errors: (0..count).map(|a| (0..count).map(|b| error(a, b)).collect()).collect(),
                goal,
            }
        })
    })
}

/// Holm's step-down test by its definition: from the smallest p-value on, each is compared with the level divided by
/// the number of hypotheses that are left, until one is not below.
fn rejected_by_holm(field: &Field) -> Vec<(usize, usize)> {
    let count = field.graphs.len();
    let hypotheses = count * (count - 1) / 2;
    let ahead = pairs(count).filter(|&(a, b)| field.is_ahead(a, b));
    let mut tests: Vec<(f64, (usize, usize))> =
        ahead.map(|(a, b)| (field.difference(a, b).expect("ten degrees of freedom").p_value, (a, b))).collect();
    tests.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut rejected = Vec::new();
    for (step, (p_value, pair)) in tests.into_iter().enumerate() {
        if p_value >= LEVEL / (hypotheses - step) as f64 {
            break;
        }
        rejected.push(pair);
    }
    rejected
}

proptest! {
    #[test]
    fn relations_are_antisymmetric_and_transitive(field in fields()) {
        for found in [field.tested(), field.valued()] {
            for (a, b) in pairs(field.graphs.len()) {
                let (one, other) = (found.between(a, b), found.between(b, a));
                let expected = match other.standing {
                    Standing::Better => Standing::Worse,
                    Standing::Worse => Standing::Better,
                    same => same,
                };
                prop_assert_eq!(one.standing, expected);
                prop_assert_eq!(one.difference.map(|found| found.value), other.difference.map(|found| -found.value));
                prop_assert_eq!(one.adjusted_p_value, other.adjusted_p_value);
                for c in (0..field.graphs.len()).filter(|&c| c != a && c != b) {
                    if one.standing == Standing::Better && found.between(b, c).standing == Standing::Better {
                        prop_assert_eq!(found.between(a, c).standing, Standing::Better);
                    }
                }
            }
        }
    }

    #[test]
    fn a_better_graph_comes_earlier_in_a_better_tier(field in fields()) {
        for found in [field.tested(), field.valued()] {
            let place = |graph: usize| found.order.iter().position(|&other| other == graph);
            for (a, b) in pairs(field.graphs.len()) {
                if found.between(a, b).standing == Standing::Better {
                    prop_assert!(found.tiers[a] < found.tiers[b] && place(a) < place(b));
                    prop_assert!(field.is_ahead(a, b));
                }
            }
            prop_assert!(found.order.windows(2).all(|two| found.tiers[two[0]] <= found.tiers[two[1]]));
            prop_assert!(!found.first_tier().is_empty());
        }
    }

    #[test]
    fn better_is_what_holm_rejects_and_what_follows(field in fields()) {
        let (found, count) = (field.tested(), field.graphs.len());
        let mut better = vec![vec![false; count]; count];
        for (a, b) in rejected_by_holm(&field) {
            better[a][b] = true;
        }
        for between in 0..count {
            for (a, b) in pairs(count) {
                better[a][b] |= better[a][between] && better[between][b];
            }
        }
        for (a, b) in pairs(count) {
            let relation = found.between(a, b);
            prop_assert_eq!(relation.standing == Standing::Better, better[a][b]);
            if better[a][b] {
                prop_assert!(relation.adjusted_p_value.is_some_and(|p| p < LEVEL));
            }
        }
    }

    #[test]
    fn an_identical_copy_ties_with_its_twin(field in fields(), chosen in 0..64usize) {
        let (count, twin) = (field.graphs.len(), chosen % field.graphs.len());
        let mut doubled = field.reordered(&(0..count).chain([twin]).collect::<Vec<_>>());
        (doubled.errors[twin][count], doubled.errors[count][twin]) = (0.0, 0.0);
        doubled.names[count] = "copy".to_owned();
        for found in [doubled.tested(), doubled.valued()] {
            prop_assert_eq!(found.tiers[twin], found.tiers[count]);
            prop_assert_eq!(found.between(twin, count).standing, Standing::Tie);
        }
    }

    #[test]
    fn tiers_do_not_depend_on_the_order_of_the_graphs(
        (field, order) in fields().prop_flat_map(|field| {
            let order: Vec<usize> = (0..field.graphs.len()).collect();
            (Just(field), Just(order).prop_shuffle())
        })
    ) {
        let other = field.reordered(&order);
        for (one, two) in [(field.tested(), other.tested()), (field.valued(), other.valued())] {
            for (index, &graph) in order.iter().enumerate() {
                prop_assert_eq!(one.tiers[graph], two.tiers[index]);
            }
            let names = |field: &Field, found: &Standings| {
                found.order.iter().map(|&graph| field.names[graph].clone()).collect::<Vec<_>>()
            };
            prop_assert_eq!(names(&field, &one), names(&other, &two));
        }
    }

    #[test]
    fn intervals_reach_0_where_nothing_is_told_apart(field in fields()) {
        for pair in field.tested().relations {
            let Some(found) = pair.difference else { continue };
            let reaches_0 = found.interval.lower <= 0.0 && found.interval.upper >= 0.0;
            let is_told = matches!(pair.standing, Standing::Better | Standing::Worse);
            prop_assert!(is_told || reaches_0 || found.p_value < LEVEL && pair.adjusted_p_value < Some(LEVEL), "{pair:?}");
        }
    }

    #[test]
    fn disjoint_ranges_of_counts_are_always_told_apart(field in fields()) {
        let found = field.valued();
        for (a, b) in pairs(field.graphs.len()) {
            prop_assert_eq!(field.is_ahead(a, b), found.between(a, b).standing == Standing::Better);
        }
    }
}

#[test]
fn rounding_is_no_difference() {
    let graphs = [12.5, 12.5 + 1.78e-15, 12.6].map(Contender::point);
    let found = Standings::new(&["a", "b", "c"], &graphs, Goal::Small, Evidence::Values);
    assert_eq!(found.tiers, [1, 1, 3]);
    assert_eq!(found.between(0, 1).standing, Standing::Tie);
}

#[test]
fn without_a_test_nothing_is_told_apart() {
    let graphs = [Contender::point(0.1), Contender::point(9.0), Contender { best: 0.0, worst: 1.0 }];
    let found = Standings::new(&["a", "b", "c"], &graphs, Goal::Small, Evidence::Tested(&|_, _| None));
    assert_eq!(found.tiers, [1, 1, 1]);
    assert_eq!(
        [found.between(0, 1), found.between(0, 2)].map(|pair| pair.standing),
        [Standing::Tie, Standing::Depends]
    );
    assert_eq!(found.between(0, 1).adjusted_p_value, None);
}

#[test]
fn equal_differences_say_nothing_of_chance() {
    assert_eq!(Difference::of_mean(1.0, 0.0, 1), None);
    assert_eq!(Difference::of_mean(0.0, 0.0, 1).map(|found| (found.value, found.p_value)), Some((0.0, 1.0)));
}

#[test]
fn copies_differ_by_a_plain_zero_in_any_order() {
    let graphs = [3.0, 1.0, 3.0].map(Contender::point);
    let tested = |a: usize, b: usize| {
        Difference::of_mean(graphs[a].worst - graphs[b].best, f64::from(u8::from(a.abs_diff(b) == 1)), 9)
    };
    let found = Standings::new(&["c", "b", "a"], &graphs, Goal::Small, Evidence::Tested(&tested));
    for (a, b) in [(0, 2), (2, 0)] {
        let difference = found.between(a, b).difference.expect("a test of each pair");
        let values = [difference.value, difference.interval.lower, difference.interval.upper];
        assert!(values.iter().all(|value| value.to_bits() == 0), "{values:?}");
    }
}
