//! Which example is shown, and what is written.

use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct DemoArguments {
    /// Show another example: three graphs that two simulated experiments judge, without a true graph
    #[arg(long)]
    pub experiments: bool,
    /// Show another example: a hidden common cause, a graph with marks that allows for it, and one that ignores it
    #[arg(long, conflicts_with = "experiments")]
    pub hidden: bool,
    /// Print one JSON object instead of a table
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub pages: PageArguments,
    /// Replace existing files, even ones that contsid did not write
    #[arg(long, help_heading = "Output")]
    pub force: bool,
}

/// Pages and plots.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Output")]
pub struct PageArguments {
    /// Also write an HTML report
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Also write plots for a paper to this directory: as SVG, and if contsid was built with the feature `pictures`
    /// also as PDF and PNG
    #[arg(long, value_name = "DIR")]
    pub plots: Option<PathBuf>,
}
