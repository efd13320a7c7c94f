//! The server as a process: its key, its lock, its end.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::Duration;

use crate::program::Home;

/// A running server.
pub(crate) struct Serving {
    child: Child,
    stderr: BufReader<ChildStderr>,
    /// What it said before it listened.
    pub(crate) said: Vec<String>,
    /// `host:port`.
    pub(crate) address: String,
}

impl Serving {
    /// Starts it and waits until it listens.
    pub(crate) fn start(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        let mut serving = Self { child, stderr, said: Vec::new(), address: String::new() };
        while serving.address.is_empty() {
            let mut line = String::new();
            assert!(serving.stderr.read_line(&mut line).unwrap() > 0, "it ended: {:?}", serving.said);
            match line.trim().strip_prefix("quintet listens on http://") {
                Some(address) => address.clone_into(&mut serving.address),
                None => serving.said.push(line.trim().to_owned()),
            }
        }
        serving
    }

    /// Sends a signal and waits. Returns the exit code and what it said at the end.
    pub(crate) fn stop(mut self, signal: &str) -> (Option<i32>, String) {
        let sent = Command::new("kill").arg(format!("-{signal}")).arg(self.child.id().to_string()).status().unwrap();
        assert!(sent.success());
        let mut rest = String::new();
        self.stderr.read_to_string(&mut rest).unwrap();
        (self.child.wait().unwrap().code(), rest)
    }

    /// Sends a signal and gives back the next line that it says.
    #[cfg(unix)]
    fn signalled(&mut self, signal: &str) -> String {
        let sent = Command::new("kill").arg(format!("-{signal}")).arg(self.child.id().to_string()).status().unwrap();
        assert!(sent.success());
        let mut line = String::new();
        self.stderr.read_line(&mut line).unwrap();
        line
    }

    /// The status of a request that reaches it under a name.
    #[cfg(unix)]
    fn reached_as(&self, host: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        stream
            .write_all(format!("GET /livez HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes())
            .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.split(' ').nth(1).unwrap_or_default().to_owned()
    }

    /// Posts a body and gives back the whole answer.
    pub(crate) fn post(&self, path: &str, key: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        // Only so that a server which never answers fails the test and does not hang it.
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer {key}\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It has ended already, unless a test failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_serves_until_it_is_told_to_stop() {
    let home = Home::new();
    let key = "a-key-from-the-environment";
    let mut command = home.command(&["serve", "--listen", "127.0.0.1:0", "--memory-budget-mib", "64"]);
    command.env("QUINTET_ADMIN_KEY", key);
    let serving = Serving::start(command);
    assert_eq!(serving.said, Vec::<String>::new(), "a key that is given is not printed");
    assert!(!home.data().join("admin.key").exists());
    let made = serving.post("/api/v1/contexts", key, r#"{"id": "default"}"#);
    assert!(made.starts_with("HTTP/1.1 201"), "{made}");
    let written = serving.post("/api/v1/default/facts", key, r#"{"text": "Dana moved to Lisbon."}"#);
    assert!(written.starts_with("HTTP/1.1 200"), "{written}");
    let found = serving.post("/api/v1/default/query", key, r#"{"query": "Where did Dana move?"}"#);
    assert!(found.starts_with("HTTP/1.1 200") && found.contains("Dana moved to Lisbon."), "{found}");
    let refused = serving.post("/api/v1/default/query", "another-key-altogether", r#"{"query": "x"}"#);
    assert!(refused.starts_with("HTTP/1.1 401"), "{refused}");

    // The folder is taken.
    let told = home.run(&["verify"]).refused(6);
    assert!(told.contains("in use by another process"), "{told}");
    // The key that it was started with is not in the folder.
    assert!(home.run(&["recall", "x"]).refused(2).contains("QUINTET_ADMIN_KEY"));
    // The address is taken.
    let elsewhere = home.folder.path().join("elsewhere");
    let mut twin = home.command(&["serve", "--listen", &serving.address]);
    twin.env("QUINTET_ADMIN_KEY", key).env("QUINTET_DATA", elsewhere);
    assert!(crate::program::Ran::of(twin.output().unwrap()).refused(6).contains(&serving.address));

    let (code, rest) = serving.stop("TERM");
    assert_eq!((code, rest.as_str()), (Some(0), "quintet stopped\n"));
    let verified = home.run(&["verify"]).quiet().out;
    assert!(verified.starts_with("default: ") && verified.contains(" rows read, 0 faults"), "{verified}");
}

#[test]
fn a_key_is_made_once_and_kept_for_its_owner_alone() {
    let home = Home::new();
    let serving = Serving::start(home.command(&["serve", "--listen", "127.0.0.1:0"]));
    let file = home.data().join("admin.key");
    let key = std::fs::read_to_string(&file).unwrap();
    assert_eq!(key.len(), 64);
    assert_eq!(serving.said.len(), 1);
    assert!(serving.said[0].contains(&key), "it is shown once");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(std::fs::metadata(home.data()).unwrap().permissions().mode() & 0o777, 0o700);
    }
    assert_eq!(serving.stop("INT").0, Some(0));

    let serving = Serving::start(home.command(&["serve", "--listen", "127.0.0.1:0"]));
    assert_eq!(serving.said, Vec::<String>::new(), "and not again");
    let made = serving.post("/api/v1/contexts", &key, r#"{"id": "a"}"#);
    assert!(made.starts_with("HTTP/1.1 201"), "{made}");
    assert_eq!(serving.stop("TERM").0, Some(0));

    // A key that is no secret is refused, wherever it comes from.
    let mut command = home.command(&["serve", "--listen", "127.0.0.1:0"]);
    let told = crate::program::Ran::of(command.env("QUINTET_ADMIN_KEY", "short").output().unwrap()).refused(2);
    assert!(told.contains("QUINTET_ADMIN_KEY") && !told.contains("short:"), "{told}");
    std::fs::write(&file, "").unwrap();
    assert!(home.run(&["serve", "--listen", "127.0.0.1:0"]).refused(2).contains("admin.key"));
}

#[test]
#[cfg(unix)]
fn settings_are_read_again_when_it_is_told_to() {
    let home = Home::new();
    let file = home.file("settings.toml", "[server]\nallow_host = \"memory.example\"\n");
    let mut serving = Serving::start(home.command(&["--config", &file, "serve", "--listen", "127.0.0.1:0"]));
    let seen =
        |serving: &Serving| ["memory.example", "other.example", "third.example"].map(|host| serving.reached_as(host));
    assert_eq!(seen(&serving), ["200", "403", "403"]);
    home.file("settings.toml", "[server]\nallow_host = \"other.example, third.example\"\nrequest_burst = 7\n");
    let told = serving.signalled("HUP");
    assert!(told.contains("settings were read again"), "{told}");
    assert_eq!(seen(&serving), ["403", "200", "200"]);
    // What is wrong changes nothing.
    home.file("settings.toml", "[server]\nalow_host = \"memory.example\"\n");
    let told = serving.signalled("HUP");
    assert!(told.contains("settings stay as they were") && told.contains("allow_host"), "{told}");
    assert_eq!(seen(&serving), ["403", "200", "200"]);
    assert_eq!(serving.stop("TERM").0, Some(0));
}
