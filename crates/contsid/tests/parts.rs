//! How rows are divided into parts, and which estimates are made from them.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use contsid::comparison::{CrossFitting, DataChoices, LeftOut};
use contsid::data::Column;
use contsid::effect::{CrossFitOptions, Division, Guide, Partition, PartitionError};
use std::num::NonZeroUsize;

fn options(division: Division, part_rows: usize, repeats: Option<usize>) -> CrossFitOptions {
    let count = |value| NonZeroUsize::new(value).unwrap();
    let (part_rows, repeats) = (count(part_rows), repeats.map(count));
    CrossFitOptions { division, part_rows, repeats, guide: Guide::None, ..CrossFitOptions::default() }
}

fn random(rows: usize, part_rows: usize, repeats: Option<usize>) -> Result<Partition, PartitionError> {
    options(Division::Random, part_rows, repeats).partition(rows)
}

fn of_groups(groups: &[u32], part_rows: usize) -> Result<Partition, PartitionError> {
    options(Division::Groups(groups.to_vec()), part_rows, None).partition(groups.len())
}

#[test]
fn random_parts_are_equal_and_repeats_differ() {
    for (rows, part_rows, parts, repeats) in
        [(100, 1000, 2, 10), (2500, 1000, 3, 5), (640, 32, 20, 1), (1100, 50, 22, 1)]
    {
        let partition = random(rows, part_rows, None).unwrap();
        assert_eq!((partition.part_count(), partition.repeat_count()), (parts, repeats));
        for repeat in 0..repeats {
            let counts =
                (0..parts as u32).map(|part| partition.labels(repeat).iter().filter(|own| **own == part).count());
            let counts: Vec<usize> = counts.collect();
            assert!(counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1);
            assert_eq!(counts.iter().sum::<usize>(), rows);
        }
        assert!(repeats == 1 || partition.labels(0) != partition.labels(1));
    }
    let three = random(100, 1000, Some(3)).unwrap();
    assert_eq!(three.repeat_count(), 3);
}

#[test]
fn groups_are_never_divided() {
    let groups: Vec<u32> = (0..300).map(|row| row % 17).collect();
    let partition = of_groups(&groups, 100).unwrap();
    assert_eq!((partition.part_count(), partition.repeat_count()), (3, 5));
    for repeat in 0..5 {
        let labels = partition.labels(repeat);
        assert!((17..300).all(|row| labels[row] == labels[row - 17]));
    }
    assert_ne!(partition.labels(0), partition.labels(1));
    // One large group and several small ones, in any order.
    let uneven: Vec<u32> = (0..100).map(|row| if row < 60 { 0 } else { row / 5 }).collect();
    assert!(of_groups(&uneven, 1000).is_ok());
}

#[test]
fn given_parts_keep_the_order_of_their_labels() {
    let labels: Vec<&str> = (0..60).map(|row| ["b", "c", "a"][row % 3]).collect();
    let partition = Partition::given(&[labels], 60).unwrap();
    assert_eq!((&partition.labels(0)[..3], partition.part_count()), (&[1, 2, 0][..], 3));
}

#[test]
fn what_is_no_partition_is_refused_with_the_fact() {
    let two = |rows: u32, first: u32| (0..rows).map(|row| u32::from(row >= first)).collect::<Vec<_>>();
    let refused = |repeats: &[Vec<u32>], rows| Partition::given(repeats, rows).unwrap_err().to_string();
    assert_eq!(refused(&[two(50, 25)], 60), "there are 50 labels for 60 rows");
    assert_eq!(refused(&[two(50, 38)], 50), "part `1` has 12 rows, and a part needs at least 20");
    assert_eq!(refused(&[two(50, 1)], 50), "part `0` has a single row, and a part needs at least 20");
    assert_eq!(refused(&[vec![3; 50]], 50), "all rows belong to the part `3`: two parts are needed");
    let three = (0..60).map(|row| row % 3).collect();
    assert_eq!(refused(&[two(60, 30), three], 60), "repeat 2 has 3 parts where the first has 2");
    assert_eq!(
        refused(&[two(60, 30), two(60, 45)], 60),
        "part `1` of repeat 2 has 15 rows, and a part needs at least 20"
    );
    assert_eq!(refused(&[], 60), "the partition has no labels");
    let short = random(39, 1000, None).unwrap_err();
    assert_eq!(short.to_string(), "the table has 39 rows, and two parts of at least 20 rows need 40");
    let small = random(100, 10, None).unwrap_err();
    assert!(matches!(small, PartitionError::SmallPart { rows: 10, .. }), "{small}");
    let one = of_groups(&[5; 100], 1000).unwrap_err();
    assert_eq!(one, PartitionError::OneGroup { rows: 100 });
    let lopsided: Vec<u32> = (0..100).map(|row| u32::from(row < 10)).collect();
    let groups = of_groups(&lopsided, 1000).unwrap_err();
    assert_eq!(groups, PartitionError::Groups { groups: 2, rows: 100, least: 20 });
}

#[test]
fn equal_values_are_one_group() {
    let numbers = Column::numbers(vec![3.0, -0.0, 0.0, 3.0, 10.0]);
    assert_eq!(Division::by_column(&numbers), Division::Groups(vec![1, 0, 0, 1, 2]));
    let texts = Column::Categorical { codes: vec![1, 0, 1], levels: vec!["a".into(), "b".into()] };
    assert_eq!(Division::by_column(&texts), Division::Groups(vec![1, 0, 1]));
}

#[test]
fn faults_are_named_by_the_labels() {
    let labels: Vec<f64> = (0..50).map(|row| if row < 38 { 7.0 } else { 8.5 }).collect();
    let error = Partition::of_columns(&[Column::numbers(labels)], 50).unwrap_err();
    assert_eq!(error.to_string(), "part `8.5` has 12 rows, and a part needs at least 20");
}

fn choices(crossfit: CrossFitting, always_all_rows: bool) -> DataChoices {
    DataChoices { crossfit, always_all_rows }
}

#[test]
fn few_rows_are_not_divided_and_many_not_taken_together() {
    let usual = DataChoices::default();
    assert_eq!(usual.left_out(39), Some(LeftOut::CrossFit { rows: 39 }));
    assert_eq!((usual.left_out(40), usual.left_out(4000)), (None, None));
    assert_eq!(usual.left_out(4001), Some(LeftOut::AllRows { rows: 4001 }));
}

#[test]
fn what_is_asked_for_is_not_left_out() {
    let required = CrossFitting::Required(CrossFitOptions::default());
    assert_eq!(choices(required, false).left_out(39), None);
    assert_eq!(choices(CrossFitting::Off, false).left_out(4001), None);
    assert_eq!(choices(CrossFitting::default(), true).left_out(4001), None);
}
