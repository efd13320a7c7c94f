//! Runs the program, in a folder that nothing else uses.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// Where the program was built.
pub(crate) const QUINTET: &str = env!("CARGO_BIN_EXE_quintet");

/// A folder to run in.
pub(crate) struct Home {
    pub(crate) folder: TempDir,
}

/// How one run ended.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Home {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// The data folder; it does not exist at first.
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Writes a file beside the data folder.
    pub(crate) fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// The program with this folder for everything, whatever the environment of the tests says.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(QUINTET);
        self.house(&mut command);
        command.env("QUINTET_DATA", self.data()).args(arguments);
        command
    }

    /// A shell in this folder that stops at the first failure and finds the program on its path.
    pub(crate) fn shell(&self, script: &str) -> Command {
        let mut command = Command::new("bash");
        self.house(&mut command);
        let known = std::env::var_os("PATH").unwrap_or_default();
        let programs = Path::new(QUINTET).parent().unwrap().to_path_buf();
        let path = std::env::join_paths(std::iter::once(programs).chain(std::env::split_paths(&known))).unwrap();
        command.env("PATH", path).arg("-c").arg(format!("set -euo pipefail\n{script}"));
        command
    }

    /// Nothing of the environment of the tests reaches a command.
    fn house(&self, command: &mut Command) {
        let names = ["DATA", "CONTEXT", "MODEL_PATH", "EMBEDDING_CACHE", "MEMORY_BUDGET_MIB", "ADMIN_KEY"];
        let elsewhere = ["SERVER", "KEY", "KEY_FILE", "PUBLIC_URL"];
        let language = ["LLM_PROVIDER", "LLM_MODEL", "LLM_URL", "LLM_KEY", "LLM_KEY_FILE", "LLM_TIMEOUT_S"];
        let other = ["CONFIG", "LISTEN", "ADMIN_KEY_FILE"];
        let doors = [
            "ALLOW_HOST",
            "ALLOW_ORIGIN",
            "REQUESTS_PER_SECOND",
            "REQUEST_BURST",
            "CONNECTIONS",
            "CONNECTIONS_PER_ADDRESS",
            "OTLP_URL",
            "OTLP_CONTENT",
            "OTLP_KEY",
        ];
        for name in names.into_iter().chain(language).chain(elsewhere).chain(other).chain(doors) {
            command.env_remove(format!("QUINTET_{name}"));
        }
        command.env_remove("XDG_DATA_HOME").env_remove("XDG_CONFIG_HOME").env("HOME", self.folder.path());
        command.current_dir(self.folder.path()).stdin(Stdio::null());
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        Ran::of(self.command(arguments).output().unwrap())
    }

    /// The same, with something on standard input.
    pub(crate) fn run_with(&self, arguments: &[&str], input: &[u8]) -> Ran {
        let mut command = self.command(arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        Ran::of(child.wait_with_output().unwrap())
    }
}

impl Ran {
    pub(crate) fn of(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// It ended with that code.
    #[track_caller]
    pub(crate) fn exit(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self:?}");
        self
    }

    /// It ended well and had nothing to say beside its data.
    #[track_caller]
    pub(crate) fn quiet(self) -> Self {
        assert_eq!(self.err, "", "{self:?}");
        self.exit(0)
    }

    /// It ended with that code, said why in one line, and printed no data.
    #[track_caller]
    pub(crate) fn refused(self, code: i32) -> String {
        let ran = self.exit(code);
        assert_eq!(ran.out, "", "{ran:?}");
        assert!(ran.err.starts_with("quintet: ") && ran.err.lines().count() == 1, "{ran:?}");
        assert!(!ran.err.contains("panicked"), "{ran:?}");
        ran.err
    }

    /// Its output, one JSON value a line.
    #[track_caller]
    pub(crate) fn json(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{self:?}"))).collect()
    }
}
