//! Distances between causal graphs: how right is a learnt graph about interventions?
//!
//! The modules, in the order of the data flow:
//!
//! 1. [`graph`]: what a valid graph is;
//! 2. [`adjustment`]: what a graph identifies;
//! 3. [`data`]: a table of observations;
//! 4. [`kernel`]: the similarity of values;
//! 5. [`embedding`]: how distributions are represented;
//! 6. [`distance`]: SHD, SID, AID: distances of graphs alone;
//! 7. [`effect`]: contSID: distances of graphs on data;
//! 8. [`comparison`]: all of them in one call;
//! 9. [`experiment`]: graphs judged by experiments, without a true graph;
//! 10. [`independence`]: tests of independence, and the linear models behind them;
//! 11. [`falsification`]: graphs judged by the independences of data alone.
//!
//! [`execution`] holds the threads of a long computation and the monitor of its progress; [`mod@named`] the words for
//! options.

pub mod adjustment;
pub mod comparison;
pub mod data;
pub mod distance;
pub mod effect;
pub mod embedding;
pub mod execution;
pub mod experiment;
pub mod falsification;
pub mod graph;
pub mod independence;
pub mod kernel;
pub mod memory;
pub mod named;
pub mod numeric;
