//! What is made of the examples.

use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct DemoArguments {
    /// Show another example: three graphs that two simulated experiments judge, without a true graph
    #[arg(long, conflicts_with = "plots")]
    pub experiments: bool,
    /// Print one JSON object instead of a table
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub pages: PageArguments,
    /// Replace files that are there already, whoever wrote them
    #[arg(long, help_heading = "Output")]
    pub force: bool,
}

/// What can be looked at.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct PageArguments {
    /// Also write a page to look at
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Also write plots for a paper, as SVG, PDF and PNG, to this directory
    #[arg(long, value_name = "DIR")]
    pub plots: Option<PathBuf>,
}
