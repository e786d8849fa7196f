//! Distances between causal graphs: how good is a learnt graph, judged by what it says about interventions?
//!
//! The modules stand in the order in which data flows through them:
//!
//! 1. [`graph`]: what a valid graph is;
//! 2. [`adjustment`]: what a graph identifies;
//! 3. [`data`]: a table of observations;
//! 4. [`kernel`]: how alike two values are;
//! 5. [`embedding`]: how distributions are represented;
//! 6. [`distance`]: SHD, SID, AID, contSID;
//! 7. [`comparison`]: all of them in one call.
//! 8. [`experiment`]: graphs judged by experiments, without a true graph.
//!
//! [`execution`] holds the threads of a long computation and the monitor that hears of its progress and may stop it;
//! [`mod@named`] the words for options.

pub mod adjustment;
pub mod comparison;
pub mod data;
pub mod distance;
pub mod embedding;
pub mod execution;
pub mod experiment;
pub mod graph;
pub mod kernel;
pub mod memory;
pub mod named;
pub mod numeric;
