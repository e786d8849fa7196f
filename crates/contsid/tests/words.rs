//! Options as words: what is written is read again, and what is not understood names the choices.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use contsid::adjustment::AdjustmentRule;
use contsid::comparison::{ShdOf, Undirected};
use contsid::distance::{Reversal, Strategy};
use contsid::effect::{
    Agreement, ForColumn, InterventionError, InterventionPoints, Interventions, LambdaChoice, MOST_INTERVENTIONS,
    Normalisation, PerColumn,
};
use contsid::embedding::{Estimator, Lambda};
use contsid::kernel::{Bandwidth, BandwidthChoice, KernelFamily};
use contsid::named::{Named, UnknownWord, Words};
use std::fmt::Debug;
use std::num::NonZeroUsize;
use std::str::FromStr;

fn check<T: Named + Debug + PartialEq + FromStr<Err = UnknownWord>>(words: &[&str]) {
    assert_eq!(T::FORMS, words);
    assert_eq!(T::CHOICES.len(), words.len());
    for (&choice, &word) in T::CHOICES.iter().zip(words) {
        assert_eq!((choice.name(), choice.to_string().as_str()), (word, word));
        assert_eq!(word.parse(), Ok(choice));
    }
    let unknown = "Word".parse::<T>().unwrap_err();
    assert_eq!(unknown.to_string(), format!("`Word` is not understood: choose one of {}", words.join(", ")));
}

#[test]
fn each_choice_has_a_word() {
    check::<Agreement>(&["either", "both", "learnt", "never"]);
    check::<Normalisation>(&["norm", "printed", "none"]);
    check::<Estimator>(&["plain", "normalised", "centred"]);
    check::<KernelFamily>(&["gaussian", "laplace", "matern32", "matern52", "imq", "delta"]);
    check::<AdjustmentRule>(&["parents", "optimal", "canonical"]);
    check::<Strategy>(&["parent", "ancestor", "optimal"]);
    check::<Undirected>(&["bounds", "drop", "extend"]);
    check::<ShdOf>(&["graphs", "classes"]);
    check::<Reversal>(&["1", "2"]);
}

#[test]
fn numbers_stand_beside_words() {
    let lambdas = [LambdaChoice::OneOverN, LambdaChoice::LeaveOneOut, LambdaChoice::Fixed(Lambda::new(0.1).unwrap())];
    for lambda in lambdas {
        assert_eq!(lambda.to_string().parse(), Ok(lambda));
    }
    for bandwidth in [BandwidthChoice::Median, BandwidthChoice::Fixed(Bandwidth::new(2e-300).unwrap())] {
        assert_eq!(bandwidth.to_string().parse(), Ok(bandwidth));
    }
    for text in ["0", "-1", "NaN", "inf", "1/n", "", "half"] {
        assert_eq!(text.parse::<LambdaChoice>(), Err(LambdaChoice::unknown(text)));
        assert_eq!(text.parse::<BandwidthChoice>(), Err(BandwidthChoice::unknown(text)));
    }
    let message = "half".parse::<LambdaChoice>().unwrap_err().to_string();
    assert_eq!(message, "`half` is not understood: choose one of 1/N, loo, a positive number");
}

#[test]
fn a_choice_can_be_for_one_column() {
    let read = |text: &str| text.parse::<ForColumn<BandwidthChoice>>();
    let width = |number| BandwidthChoice::Fixed(Bandwidth::new(number).unwrap());
    let choices = ["2", "a=b=3", "age=median", "age=1"].map(|text| read(text).unwrap());
    for choice in &choices {
        assert_eq!(read(&choice.to_string()).as_ref(), Ok(choice));
    }
    let all: PerColumn<BandwidthChoice> = choices.into_iter().collect();
    let expected = PerColumn::all(width(2.0)).with("a=b", width(3.0)).with("age", width(1.0));
    assert_eq!(all, expected);
    assert_eq!(read("age=wide"), Err(BandwidthChoice::unknown("wide")));
}

/// The path of a file may hold what elsewhere ends the name of a column.
#[test]
fn a_file_of_points_may_have_any_name() {
    let read = |text: &str| text.parse::<ForColumn<String>>().unwrap();
    let for_column =
        |column: Option<&str>, choice: &str| ForColumn { column: column.map(str::to_owned), choice: choice.to_owned() };
    assert_eq!(read("points:a=b.csv"), for_column(None, "points:a=b.csv"));
    assert_eq!(read("age=points:a=b.csv"), for_column(Some("age"), "points:a=b.csv"));
}

fn count(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).unwrap()
}

#[test]
fn interventions_are_read() {
    assert_eq!("observed".parse(), Ok(Interventions::Observed));
    assert_eq!("grid:5".parse(), Ok(Interventions::Grid(count(5))));
    assert_eq!("uniform:-1, 1,4".parse(), Interventions::uniform(-1.0, 1.0, count(4)));
    let unreadable = |text: &str| Err(InterventionError::Unreadable { text: text.to_owned() });
    assert_eq!("grid:0".parse::<Interventions>(), unreadable("0"));
    assert_eq!("grid".parse::<Interventions>(), unreadable(""));
    assert_eq!("normal:0,one,3".parse::<Interventions>(), unreadable("one"));
    assert_eq!("observed:1".parse::<Interventions>(), Err(Interventions::unknown("observed:1").into()));
    assert_eq!("points:a.csv".parse::<Interventions>(), Err(InterventionError::File { path: "a.csv".into() }));
}

#[test]
fn interventions_are_written_as_they_are_read() {
    for word in ["observed", "grid:5", "quantiles:3", "normal:0.1,2,5", "uniform:-1,1e-7,4"] {
        let read: Interventions = word.parse().unwrap();
        assert_eq!(read.to_string().parse(), Ok(read.clone()), "{read}");
        assert_eq!(read.listed(), None);
    }
    let list = Interventions::Points(InterventionPoints::equal(vec![1.0, 2.0]).unwrap());
    assert_eq!((list.to_string().as_str(), list.listed().is_some()), ("2 points", true));
}

#[test]
fn too_many_values_are_refused_before_they_are_made() {
    for kind in ["grid:", "quantiles:", "normal:0,1,", "uniform:0,1,"] {
        for count in [MOST_INTERVENTIONS + 1, 1 << 61, usize::MAX] {
            let refused = Err(InterventionError::TooMany { count, limit: MOST_INTERVENTIONS });
            assert_eq!(format!("{kind}{count}").parse::<Interventions>(), refused);
        }
        assert!(format!("{kind}{MOST_INTERVENTIONS}").parse::<Interventions>().is_ok());
    }
}

#[test]
fn what_is_no_distribution_is_refused() {
    assert_eq!(InterventionPoints::equal(vec![]), Err(InterventionError::Empty));
    assert!(InterventionPoints::weighted(vec![1.0, 2.0], vec![0.0, 0.0]).is_err());
    assert!(InterventionPoints::weighted(vec![1.0, 2.0], vec![1.0, -1.0]).is_err());
    assert!(InterventionPoints::weighted(vec![1.0], vec![1.0, 1.0]).is_err());
    assert!(InterventionPoints::equal(vec![f64::NAN]).is_err());
    assert!(Interventions::normal(0.0, 0.0, count(3)).is_err());
    assert!(Interventions::normal(0.0, f64::INFINITY, count(3)).is_err());
    assert!(Interventions::uniform(1.0, 0.0, count(3)).is_err());
}
