//! Slow, literal definitions that the fast code is tested against.
//!
//! Nothing here shares code or types with the core. Graphs are matrices of booleans, in which `graph[a][b]` is the edge
//! a → b. Every definition is written as it is printed, however slow.

pub mod adjustment;
pub mod class;
pub mod contsid;
pub mod crossfit;
pub mod edges;
pub mod graphs;
mod guided;
pub mod joint;
pub mod joint_contsid;
pub mod judge;
pub mod linear;
pub mod marks;
pub mod population;
mod statistics;
pub mod student;
