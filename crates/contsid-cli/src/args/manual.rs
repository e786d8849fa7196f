//! Completions and manual pages.

use clap::Args;
use clap_complete::Shell;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_long_help = COMPLETIONS)]
pub struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

const COMPLETIONS: &str = "\
Examples:
  contsid completions bash > ~/.local/share/bash-completion/completions/contsid
  contsid completions zsh > ~/.zfunc/_contsid
    # with fpath+=~/.zfunc before compinit in ~/.zshrc
  contsid completions fish > ~/.config/fish/completions/contsid.fish";

#[derive(Debug, Args)]
#[command(after_long_help = MANUAL)]
pub struct ManArguments {
    /// The command, such as `compare` or `discover pc` [default: contsid itself]
    #[arg(value_name = "COMMAND", num_args = 0.., conflicts_with = "output")]
    pub of: Vec<String>,
    /// Write all pages to this directory; it is created if needed
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Replace existing files, even ones that contsid did not write
    #[arg(long, requires = "output")]
    pub force: bool,
}

const MANUAL: &str = "\
Examples:
  contsid man compare | man -l -
  contsid man -o ~/.local/share/man/man1  # then `man contsid-compare` finds it";
