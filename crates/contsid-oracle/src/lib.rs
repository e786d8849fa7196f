//! Slow, literal definitions that the fast code is tested against.
//!
//! Nothing here shares code or types with the core: graphs are matrices of booleans, `graph[a][b]` being the edge
//! a → b, and every definition is written down as it is printed, whatever it costs.

pub mod adjustment;
pub mod class;
pub mod contsid;
pub mod crossfit;
pub mod edges;
pub mod graphs;
pub mod joint;
pub mod joint_contsid;
pub mod judge;
pub mod linear;
pub mod population;
pub mod student;
