//! `contsid man`

use crate::args::{Arguments, ManArguments, Usage};
use crate::console::Console;
use crate::outputs::Guard;
use crate::{outputs, printer};
use anyhow::{Context, Result};
use clap::Command;
use clap_mangen::Man;
use contsid_io::MARK;

pub fn run(arguments: &ManArguments, console: &Console) -> Result<()> {
    let mut all = Arguments::all();
    all.build();
    let Some(directory) = &arguments.output else {
        return printer::print_file(&page(named(&all, &arguments.of)?)?);
    };
    std::fs::create_dir_all(directory).with_context(|| format!("{} cannot be made", directory.display()))?;
    let file = |command: &&Command| directory.join(format!("{}.1", page_name(command)));
    let commands = with_subcommands(&all);
    Guard::new([], arguments.force).check_existing(&commands.iter().map(file).collect::<Vec<_>>())?;
    commands.iter().try_for_each(|command| outputs::write(&file(command), &page(command)?, console))
}

/// The command that words such as `discover pc` name.
fn named<'a>(all: &'a Command, words: &[String]) -> Result<&'a Command> {
    words.iter().try_fold(all, |command, word| {
        let unknown = || Usage::error(format!("there is no command `{}`: `contsid help` lists them", words.join(" ")));
        command.find_subcommand(word).ok_or_else(unknown)
    })
}

/// A command and all its subcommands, except `help`.
fn with_subcommands(command: &Command) -> Vec<&Command> {
    let below = command.get_subcommands().filter(|below| below.get_name() != "help");
    std::iter::once(command).chain(below.flat_map(with_subcommands)).collect()
}

/// `contsid-discover-pc`
fn page_name(command: &Command) -> String {
    command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned()
}

fn page(command: &Command) -> Result<Vec<u8>> {
    let mut text = format!(".\\\" {MARK}\n").into_bytes();
    Man::new(command.clone()).title(page_name(command)).render(&mut text)?;
    Ok(text)
}
