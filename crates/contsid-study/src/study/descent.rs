//! Which processes a program has started, also in sessions of their own.
//!
//! A process inherits the environment of the one that started it. So every program gets a variable with a mark of its
//! own, and whatever has that mark descends from it. Marks are paths: that of a program begins with the mark of the
//! process that runs it, so a study inside another study's program ends with that program.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The environment variable that holds the mark.
pub(super) const VARIABLE: &str = "CONTSID_RUN";

static OWN: LazyLock<String> = LazyLock::new(|| {
    let outer = std::env::var(VARIABLE).unwrap_or_default();
    let begun = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    format!("{outer}/{}-{begun}", std::process::id())
});

/// The mark of this process. The marks of all programs that it starts begin with it.
pub(super) fn of_this_process() -> String {
    OWN.clone()
}

/// A new mark.
pub(super) fn of_next_program() -> String {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    format!("{}/{}", *OWN, COUNT.fetch_add(1, Ordering::Relaxed))
}

/// Kills all processes with this mark or one that begins with it, and those that they start meanwhile.
#[cfg(target_os = "linux")]
pub(super) fn kill_all(mark: &str) {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    /// Rounds before giving up on processes that cannot be killed.
    const ROUNDS: usize = 100;
    for _ in 0..ROUNDS {
        let processes = marked(mark);
        if processes.is_empty() {
            return;
        }
        for process in processes {
            let _ = kill(Pid::from_raw(process), Signal::SIGKILL);
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn kill_all(_mark: &str) {}

/// The processes with this mark or one that begins with it. A process that has ended has no environment.
#[cfg(target_os = "linux")]
fn marked(mark: &str) -> Vec<i32> {
    let has_mark = |environment: &[u8]| environment.split(|&byte| byte == 0).any(|entry| is_of(entry, mark));
    let process = |entry: std::io::Result<std::fs::DirEntry>| {
        let entry = entry.ok()?;
        let number = entry.file_name().to_str()?.parse().ok()?;
        has_mark(&std::fs::read(entry.path().join("environ")).ok()?).then_some(number)
    };
    std::fs::read_dir("/proc").into_iter().flatten().filter_map(process).collect()
}

#[cfg(target_os = "linux")]
fn is_of(entry: &[u8], mark: &str) -> bool {
    let value = entry.strip_prefix(VARIABLE.as_bytes()).and_then(|rest| rest.strip_prefix(b"="));
    let rest = value.and_then(|value| value.strip_prefix(mark.as_bytes()));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(b"/"))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn marks_are_those_of_the_program_and_of_what_runs_in_it() {
        assert!(is_of(b"CONTSID_RUN=/1-5/7", "/1-5/7") && is_of(b"CONTSID_RUN=/1-5/7/2-6/0", "/1-5/7"));
        assert!(!is_of(b"CONTSID_RUN=/1-5/70", "/1-5/7") && !is_of(b"OTHER=/1-5/7", "/1-5/7"));
        assert!(of_next_program().starts_with(&of_this_process()) && of_next_program() != of_next_program());
    }
}
