//! Random additive-noise models, and contSID of graphs on their population, by simulation.

mod model;
mod population;

pub use model::{Family, World, dag};
pub use population::Population;
