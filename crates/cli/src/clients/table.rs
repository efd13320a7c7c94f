//! The clients: one row each.
//!
//! Must not know: how a file is changed.

use std::path::{Path, PathBuf};

/// A client.
#[derive(Debug)]
pub(crate) struct Client {
    /// Its name on the command line.
    pub(crate) name: &'static str,
    /// What people call it.
    pub(crate) title: &'static str,
    /// The user's file, the first that exists; the last one is made.
    user: &'static [Spot],
    /// The same on Windows, where it is elsewhere.
    windows: &'static [Spot],
    /// The project's file, the same way; none where it has none.
    project: &'static [&'static str],
    /// How the file is written.
    pub(super) dialect: Dialect,
    /// The object that holds servers by name: the first that exists; the last one is made.
    pub(super) containers: &'static [&'static [&'static str]],
    /// How a program is named.
    pub(super) program: ProgramForm,
    /// How a server elsewhere is named; `None` where a key would have to stand in the file.
    pub(super) remote: Option<RemoteForm>,
    /// What is left to do.
    pub(crate) hint: &'static str,
}

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// JSON.
    Json,
    /// JSON with comments and trailing commas.
    JsonWithComments,
    /// TOML.
    Toml,
}

/// How a program is named.
#[derive(Clone, Copy, Debug)]
pub(super) enum ProgramForm {
    /// `command` and `args`, and `type` where it is told.
    Split(Option<&'static str>),
    /// One list of words in `command`, of type `local`.
    Joined,
}

/// How a server elsewhere is named.
#[derive(Clone, Copy, Debug)]
pub(super) struct RemoteForm {
    /// The value of `type`, where it is told.
    pub(super) kind: Option<&'static str>,
    /// The member that holds the address.
    pub(super) url: &'static str,
    /// The member that holds headers.
    pub(super) headers: &'static str,
    /// How the key is referred to.
    pub(super) key: KeyForm,
}

/// How a key is referred to that stands in the variable `QUINTET_KEY`.
#[derive(Clone, Copy, Debug)]
pub(super) enum KeyForm {
    /// The client puts the variable's value in the place of this, in the header `Authorization`.
    Header(&'static str),
    /// A member that names the variable.
    Named(&'static str),
}

/// Where a file is.
#[derive(Clone, Copy, Debug)]
struct Spot {
    /// A variable that names the folder in place of the base, with the path inside of it.
    variable: Option<(&'static str, &'static str)>,
    base: Base,
    path: &'static str,
}

#[derive(Clone, Copy, Debug)]
enum Base {
    /// The user's folder.
    Home,
    /// `$XDG_CONFIG_HOME`, else `.config`.
    Config,
    /// Where programs keep what is theirs: as `Config`, `Library/Application Support`, or `%APPDATA%`.
    Programs,
}

const fn spot(base: Base, path: &'static str) -> Spot {
    Spot { variable: None, base, path }
}

/// What differs from machine to machine.
pub(crate) struct Place<'a> {
    /// The value of a variable that is set to something.
    pub(crate) variable: &'a dyn Fn(&str) -> Option<String>,
    /// As `std::env::consts::OS` has it.
    pub(crate) os: &'a str,
}

/// `mcpServers` of an object.
const SERVERS: &[&[&str]] = &[&["mcpServers"]];

const fn remote(kind: Option<&'static str>, url: &'static str, reference: &'static str) -> RemoteForm {
    RemoteForm { kind, url, headers: "headers", key: KeyForm::Header(reference) }
}

/// Every client, in the order in which they are listed.
pub(crate) static ALL: &[Client] = &[
    Client {
        name: "claude-code",
        title: "Claude Code",
        user: &[Spot { variable: Some(("CLAUDE_CONFIG_DIR", ".claude.json")), ..spot(Base::Home, ".claude.json") }],
        windows: &[],
        project: &[".mcp.json"],
        dialect: Dialect::Json,
        containers: SERVERS,
        program: ProgramForm::Split(Some("stdio")),
        remote: Some(remote(Some("http"), "url", "${QUINTET_KEY}")),
        hint: "start a new session; /mcp shows it",
    },
    Client {
        name: "claude-desktop",
        title: "Claude Desktop",
        user: &[spot(Base::Programs, "Claude/claude_desktop_config.json")],
        windows: &[],
        project: &[],
        dialect: Dialect::Json,
        containers: SERVERS,
        program: ProgramForm::Split(None),
        remote: None,
        hint: "quit it and start it again",
    },
    Client {
        name: "cursor",
        title: "Cursor",
        user: &[spot(Base::Home, ".cursor/mcp.json")],
        windows: &[],
        project: &[".cursor/mcp.json"],
        dialect: Dialect::JsonWithComments,
        containers: SERVERS,
        program: ProgramForm::Split(None),
        remote: Some(remote(None, "url", "${env:QUINTET_KEY}")),
        hint: "switch it on in its settings for MCP",
    },
    Client {
        name: "vscode",
        title: "VS Code",
        user: &[spot(Base::Programs, "Code/User/mcp.json")],
        windows: &[],
        project: &[".vscode/mcp.json"],
        dialect: Dialect::JsonWithComments,
        containers: &[&["servers"]],
        program: ProgramForm::Split(Some("stdio")),
        remote: Some(remote(Some("http"), "url", "${env:QUINTET_KEY}")),
        hint: "run the command 'MCP: List Servers' and start it",
    },
    Client {
        name: "codex",
        title: "Codex",
        user: &[Spot { variable: Some(("CODEX_HOME", "config.toml")), ..spot(Base::Home, ".codex/config.toml") }],
        windows: &[],
        project: &[".codex/config.toml"],
        dialect: Dialect::Toml,
        containers: &[&["mcp_servers"]],
        program: ProgramForm::Split(None),
        remote: Some(RemoteForm {
            kind: None,
            url: "url",
            headers: "http_headers",
            key: KeyForm::Named("bearer_token_env_var"),
        }),
        hint: "start a new session; a project's file counts once the project is trusted",
    },
    Client {
        name: "gemini",
        title: "Gemini CLI",
        user: &[spot(Base::Home, ".gemini/settings.json")],
        windows: &[],
        project: &[".gemini/settings.json"],
        dialect: Dialect::JsonWithComments,
        containers: SERVERS,
        program: ProgramForm::Split(None),
        remote: Some(remote(None, "httpUrl", "${QUINTET_KEY}")),
        hint: "start it anew; /mcp shows it",
    },
    Client {
        name: "opencode",
        title: "OpenCode",
        user: &[spot(Base::Config, "opencode/opencode.jsonc"), spot(Base::Config, "opencode/opencode.json")],
        windows: &[],
        project: &["opencode.jsonc", "opencode.json"],
        dialect: Dialect::JsonWithComments,
        containers: &[&["mcp", "servers"], &["mcp"]],
        program: ProgramForm::Joined,
        remote: Some(remote(Some("remote"), "url", "{env:QUINTET_KEY}")),
        hint: "start it anew",
    },
    Client {
        name: "zed",
        title: "Zed",
        user: &[spot(Base::Config, "zed/settings.json")],
        windows: &[spot(Base::Programs, "Zed/settings.json")],
        project: &[".zed/settings.json"],
        dialect: Dialect::JsonWithComments,
        containers: &[&["context_servers"]],
        program: ProgramForm::Split(None),
        remote: None,
        hint: "it is there at once; its settings for agents show it",
    },
];

/// The client of a name.
pub(crate) fn named(name: &str) -> Option<&'static Client> {
    ALL.iter().find(|client| client.name == name)
}

impl Client {
    /// The user's file. `None` where the machine does not say where that is.
    pub(crate) fn user_file(&self, place: &Place<'_>) -> Option<PathBuf> {
        let spots = if place.os == "windows" && !self.windows.is_empty() { self.windows } else { self.user };
        let files: Option<Vec<PathBuf>> = spots.iter().map(|spot| spot.file(place)).collect();
        first(files?)
    }

    /// True where it can be told of a server elsewhere without a key in its file.
    pub(crate) fn knows_http(&self) -> bool {
        self.remote.is_some()
    }

    /// The file of the project in that folder. `None` where the client has none.
    pub(crate) fn project_file(&self, folder: &Path) -> Option<PathBuf> {
        first(self.project.iter().map(|path| folder.join(path)).collect())
    }
}

/// The first that exists, else the last.
fn first(mut files: Vec<PathBuf>) -> Option<PathBuf> {
    let last = files.pop()?;
    Some(files.into_iter().find(|file| file.exists()).unwrap_or(last))
}

impl Spot {
    fn file(&self, place: &Place<'_>) -> Option<PathBuf> {
        let set = |name: &str| (place.variable)(name).map(PathBuf::from);
        if let Some((variable, path)) = self.variable
            && let Some(folder) = set(variable)
        {
            return Some(folder.join(path));
        }
        let home = || set(if place.os == "windows" { "USERPROFILE" } else { "HOME" });
        let config =
            || set("XDG_CONFIG_HOME").filter(|path| path.is_absolute()).or_else(|| Some(home()?.join(".config")));
        let folder = match (self.base, place.os) {
            (Base::Home, _) => home()?,
            (Base::Programs, "windows") => set("APPDATA")?,
            (Base::Programs, "macos") => home()?.join("Library/Application Support"),
            (Base::Config | Base::Programs, _) => config()?,
        };
        Some(folder.join(self.path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_where_each_machine_has_them() {
        let home = |name: &str| match name {
            "HOME" | "USERPROFILE" => Some("/home/dana".to_owned()),
            "APPDATA" => Some("/roaming".to_owned()),
            _ => None,
        };
        let file = |name: &str, os: &str| {
            let file = named(name).unwrap().user_file(&Place { variable: &home, os }).unwrap();
            file.to_str().unwrap().to_owned()
        };
        for (name, linux, macos, windows) in [
            ("claude-code", "/home/dana/.claude.json", "/home/dana/.claude.json", "/home/dana/.claude.json"),
            (
                "claude-desktop",
                "/home/dana/.config/Claude/claude_desktop_config.json",
                "/home/dana/Library/Application Support/Claude/claude_desktop_config.json",
                "/roaming/Claude/claude_desktop_config.json",
            ),
            ("cursor", "/home/dana/.cursor/mcp.json", "/home/dana/.cursor/mcp.json", "/home/dana/.cursor/mcp.json"),
            (
                "vscode",
                "/home/dana/.config/Code/User/mcp.json",
                "/home/dana/Library/Application Support/Code/User/mcp.json",
                "/roaming/Code/User/mcp.json",
            ),
            (
                "codex",
                "/home/dana/.codex/config.toml",
                "/home/dana/.codex/config.toml",
                "/home/dana/.codex/config.toml",
            ),
            (
                "gemini",
                "/home/dana/.gemini/settings.json",
                "/home/dana/.gemini/settings.json",
                "/home/dana/.gemini/settings.json",
            ),
            (
                "opencode",
                "/home/dana/.config/opencode/opencode.json",
                "/home/dana/.config/opencode/opencode.json",
                "/home/dana/.config/opencode/opencode.json",
            ),
            (
                "zed",
                "/home/dana/.config/zed/settings.json",
                "/home/dana/.config/zed/settings.json",
                "/roaming/Zed/settings.json",
            ),
        ] {
            assert_eq!([file(name, "linux"), file(name, "macos"), file(name, "windows")], [linux, macos, windows]);
        }
        let elsewhere = |name: &str| match name {
            "HOME" => Some("/home/dana".to_owned()),
            "XDG_CONFIG_HOME" => Some("/etc/dana".to_owned()),
            "CODEX_HOME" => Some("/codex".to_owned()),
            "CLAUDE_CONFIG_DIR" => Some("/claude".to_owned()),
            _ => None,
        };
        let place = Place { variable: &elsewhere, os: "linux" };
        for (name, expected) in [
            ("claude-code", "/claude/.claude.json"),
            ("claude-desktop", "/etc/dana/Claude/claude_desktop_config.json"),
            ("codex", "/codex/config.toml"),
            ("zed", "/etc/dana/zed/settings.json"),
        ] {
            assert_eq!(named(name).unwrap().user_file(&place), Some(PathBuf::from(expected)));
        }
        let nothing = Place { variable: &|_| None, os: "linux" };
        assert!(ALL.iter().all(|client| client.user_file(&nothing).is_none()));
    }
}
