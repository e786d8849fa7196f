//! Which options `-h` shows; `--help` shows all of them.

use clap::{Arg, Command};

/// The options that most people need, by command. Files that are named by position are always shown.
const NEEDED: [(&str, &[&str]); 9] = [
    ("compare", &["data", "treatments", "outcomes", "undirected", "latent", "drop_missing", "json", "html"]),
    ("judge", &["data", "experiments", "target", "experiment", "outcomes", "groups", "drop_missing", "json", "html"]),
    ("falsify", &["data", "test", "alpha", "permutations", "drop_missing", "json", "html"]),
    ("stability", &["resamples", "share", "bootstrap", "groups", "contsid", "output", "json", "html"]),
    ("discover", &["alpha", "penalty", "prune", "drop_missing", "subsample", "output", "threads"]),
    ("simulate", &["nodes", "samples", "seed", "edge_probability", "mechanism", "noise", "output"]),
    ("study", &["preset", "nodes", "graphs", "samples", "learner", "crossfit", "output", "html", "resume"]),
    ("convert", &["to", "edge_direction", "threshold", "output_format"]),
    ("why", &["pair", "latent", "undirected"]),
];

/// Options of every command.
const EVERYWHERE: [&str; 3] = ["help", "quiet", "version"];

/// Hides the other options from `-h`, and says where they are.
pub fn brief(command: Command) -> Command {
    NEEDED.iter().fold(command, |command, &(name, needed)| {
        command.mut_subcommand(name, |one| shortened(one, needed, &format!("contsid {name}")))
    })
}

fn shortened(command: Command, needed: &[&str], path: &str) -> Command {
    let is_shown = |argument: &Arg| {
        let id = argument.get_id().as_str();
        argument.is_positional() || needed.contains(&id) || EVERYWHERE.contains(&id)
    };
    let hidden = command.get_arguments().filter(|argument| !is_shown(argument)).count();
    let command = command.mut_args(|argument| {
        let hides = !is_shown(&argument);
        argument.hide_short_help(hides)
    });
    let children: Vec<String> = command.get_subcommands().map(|child| child.get_name().to_owned()).collect();
    let command = children.into_iter().fold(command, |command, name| {
        let path = format!("{path} {name}");
        command.mut_subcommand(name, |child| shortened(child, needed, &path))
    });
    match (hidden, command.get_after_long_help().is_some()) {
        (0, _) => command,
        (_, has_examples) => {
            let command = command.after_help(format!("{hidden} more options, and examples: {path} --help"));
            if has_examples { command } else { command.after_long_help("") }
        }
    }
}
