//! A table on which independences are tested.

use super::covariance::Residuals;
use super::linearity::looks_linear;
use super::{CentredColumns, Conditioning, Correlations, FisherZ, UnfitTable};
use crate::data::{Column, Table};
use crate::execution::{Cancelled, Execution};
use crate::graph::NodeId;
use crate::named;

/// How independence is tested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IndependenceTest {
    /// Fisher's z if all columns are numbers and the data look linear, else the generalised covariance measure.
    #[default]
    Automatic,
    /// Fisher's z: sees linear dependence of numbers.
    FisherZ,
    /// The generalised covariance measure of residuals: sees curves, changes of spread, and categories too.
    Gcm,
}

named!(IndependenceTest { Automatic: "automatic", FisherZ: "fisher-z", Gcm: "gcm" });

/// A table made ready for one test.
#[derive(Debug)]
pub struct Tester {
    ready: Ready,
    reason: &'static str,
}

#[derive(Debug)]
enum Ready {
    FisherZ { fisher: FisherZ, correlations: Correlations },
    Gcm(Residuals),
}

impl Tester {
    /// Prepares the columns.
    ///
    /// # Errors
    ///
    /// If Fisher's test is asked for, and linear models cannot be fitted to the table; or if a column is constant.
    pub fn new(table: &Table, test: IndependenceTest) -> Result<Self, UnfitTable> {
        match test {
            IndependenceTest::FisherZ => Self::fisher(table, "as asked for"),
            IndependenceTest::Gcm => Self::gcm(table, "as asked for"),
            IndependenceTest::Automatic if !table.columns().iter().all(Column::is_numeric) => {
                Self::gcm(table, "some columns hold categories")
            }
            IndependenceTest::Automatic if looks_linear(table) => {
                Self::fisher(table, "all columns are numbers, and no pair of them is clearly related by a curve")
            }
            IndependenceTest::Automatic => Self::gcm(table, "some pairs of columns are related by a curve"),
        }
    }

    fn fisher(table: &Table, reason: &'static str) -> Result<Self, UnfitTable> {
        let centred = CentredColumns::new(table)?;
        let fisher = FisherZ { sample_count: centred.sample_count() };
        Ok(Self { ready: Ready::FisherZ { fisher, correlations: Correlations::new(&centred) }, reason })
    }

    fn gcm(table: &Table, reason: &'static str) -> Result<Self, UnfitTable> {
        Ok(Self { ready: Ready::Gcm(Residuals::new(table)?), reason })
    }

    /// The test that is made: never [`IndependenceTest::Automatic`].
    pub fn test(&self) -> IndependenceTest {
        match self.ready {
            Ready::FisherZ { .. } => IndependenceTest::FisherZ,
            Ready::Gcm(_) => IndependenceTest::Gcm,
        }
    }

    /// Why this test is made.
    pub fn reason(&self) -> &'static str {
        self.reason
    }

    /// The p-value of each pair's independence given one set.
    ///
    /// # Errors
    ///
    /// If the computation is stopped.
    pub fn p_values(
        &self,
        given: &[NodeId],
        pairs: &[[NodeId; 2]],
        execution: &Execution<'_>,
    ) -> Result<Vec<f64>, Cancelled> {
        match &self.ready {
            Ready::FisherZ { fisher, correlations } => {
                let mut conditioning = Conditioning::new(correlations);
                conditioning.set(given.iter().map(|node| node.index()));
                let scale = fisher.scale(given.len());
                let statistic = |&[a, b]: &[NodeId; 2]| conditioning.partial_of(a.index(), b.index()).fisher() * scale;
                Ok(pairs.iter().map(statistic).map(FisherZ::p_value).collect())
            }
            Ready::Gcm(residuals) => residuals.p_values(given, pairs, execution),
        }
    }
}
