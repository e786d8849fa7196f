//! Runs the program in a folder of its own.

#![allow(dead_code, clippy::unwrap_used, reason = "each test program uses its own part of this")]

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// A folder with files, in which the program is run.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self::new();
        for (name, text) in files {
            folder.write(name, text.as_bytes());
        }
        folder
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn write(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.path().join(name), bytes).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_contsid"));
        command.args(arguments).current_dir(self.path());
        command
    }

    /// A command that a hang-up ends, even if the tests run under `nohup`.
    pub fn mortal_command(&self, arguments: &[&str]) -> Command {
        if cfg!(not(target_os = "linux")) {
            return self.command(arguments);
        }
        let mut command = Command::new("env");
        command.args(["--default-signal=HUP", env!("CARGO_BIN_EXE_contsid")]);
        command.args(arguments).current_dir(self.path());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// What a run printed, with its exit code, for a snapshot.
    pub fn show(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let mut text = format!("$ contsid {}\n", arguments.join(" "));
        text += &String::from_utf8(output.stdout).unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        if !errors.is_empty() {
            write!(text, "----- stderr\n{errors}").unwrap();
        }
        write!(text, "----- exit code {}", output.status.code().unwrap()).unwrap();
        text
    }

    /// The standard output of a run that must succeed.
    pub fn stdout(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// The message of wrong usage: exit code 2, nothing on standard output.
    pub fn usage(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8(output.stdout).unwrap(), "", "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    /// The message of wrong input: exit code 1, nothing on standard output.
    pub fn complaint(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8(output.stdout).unwrap(), "", "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    }
}
