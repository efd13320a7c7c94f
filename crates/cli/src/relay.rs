//! Messages of the protocol from standard input to a server and back to standard output, one line each.
//!
//! The server keeps no session, so that a relay may change to another one in the middle of a conversation: that is what happens
//! when the process that had the data folder ends. Nothing but messages goes to standard output. Must not know: any tool.

use std::io::{BufRead, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use quintet_providers::http::{Client, Failure};
use serde_json::{Value, json};

/// Requests that are under way at once, at most. Chosen: a client asks one or two things at a time.
const UNDER_WAY_MAX: usize = 16;
/// Longest message, in bytes: the server's bound on a body is 4 MiB, and escapes make a message longer.
const MESSAGE_LEN_MAX: usize = 32 << 20;

/// Where messages go.
pub(crate) struct Link {
    /// The client of the server.
    pub(crate) client: Client,
    /// The path of the endpoint.
    pub(crate) path: String,
    /// The key.
    pub(crate) key: String,
    /// The context that the connection is bound to, if it is.
    pub(crate) context: Option<String>,
}

/// Finds a server, or becomes one. Asked at first and whenever nobody listens any more.
pub(crate) trait Links: Sync {
    /// A server that listens.
    fn find(&self) -> anyhow::Result<Arc<Link>>;
}

/// What a relay keeps beside its link.
struct Relay<'a, L, W> {
    links: &'a L,
    link: Mutex<Arc<Link>>,
    /// The version that `initialize` agreed on.
    version: Mutex<Option<String>>,
    out: Mutex<W>,
    under_way: Mutex<usize>,
    done: Condvar,
}

/// Relays until the input ends and everything is answered.
pub(crate) fn run<L: Links, W: Write + Send>(links: &L, mut input: impl BufRead, out: W) -> anyhow::Result<()> {
    let relay = Relay {
        links,
        link: Mutex::new(links.find()?),
        version: Mutex::new(None),
        out: Mutex::new(out),
        under_way: Mutex::new(0),
        done: Condvar::new(),
    };
    std::thread::scope(|scope| {
        let mut line = Vec::new();
        loop {
            line.clear();
            let length = bounded_line(&mut input, &mut line)?;
            if length == 0 {
                return Ok(());
            }
            let Some(message) = relay.read(&line, length)? else { continue };
            if message["method"] == "initialize" {
                // What follows depends on the version that it agrees on.
                relay.forward(&message)?;
                continue;
            }
            relay.begin();
            let relay = &relay;
            scope.spawn(move || {
                // A reader that went away is found out by the next read of the input.
                drop(relay.forward(&message));
                relay.end();
            });
        }
    })
}

/// Reads a line, of a message that is too long only its start. Tells its whole length; 0 at the end of the input.
fn bounded_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<usize> {
    let mut length = 0;
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(length);
        }
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(buffer.len(), |at| at + 1);
        let room = MESSAGE_LEN_MAX.saturating_sub(line.len()).min(taken);
        line.extend_from_slice(&buffer[..room]);
        input.consume(taken);
        length += taken;
        if end.is_some() {
            return Ok(length);
        }
    }
}

impl<L: Links, W: Write> Relay<'_, L, W> {
    /// The message of a line, if it is one to forward.
    fn read(&self, line: &[u8], length: usize) -> anyhow::Result<Option<Value>> {
        if length > MESSAGE_LEN_MAX {
            self.refuse(&Value::Null, -32600, "the message is too long")?;
            return Ok(None);
        }
        if line.trim_ascii().is_empty() {
            return Ok(None);
        }
        match serde_json::from_slice::<Value>(line) {
            Ok(message) if message["method"].is_string() => Ok(Some(message)),
            // The server asks nothing, so that an answer has no question.
            Ok(message) if message.is_object() && message.get("method").is_none() && message.get("id").is_some() => {
                Ok(None)
            }
            Ok(_) => {
                self.refuse(&Value::Null, -32600, "a message is one JSON object with a method")?;
                Ok(None)
            }
            Err(_) => {
                self.refuse(&Value::Null, -32700, "the line is no JSON")?;
                Ok(None)
            }
        }
    }

    /// Sends a message on, and the answer back.
    fn forward(&self, message: &Value) -> anyhow::Result<()> {
        let id = &message["id"];
        let text = message.to_string();
        let link = Arc::clone(&lock(&self.link));
        let mut answered = self.post(&link, message, &text);
        if answered == Err(Failure::Refused) {
            // Nothing was sent, so that it may be sent elsewhere.
            answered = match self.renewed(&link) {
                Ok(link) => self.post(&link, message, &text),
                Err(error) => return self.gone(id, &format!("no server: {error}")),
            };
        }
        match answered {
            Ok((_, body)) if id.is_null() => {
                drop(body);
                Ok(())
            }
            Ok((status, body)) => self.answer(id, status, &body, message["method"] == "initialize"),
            Err(Failure::Refused) => self.gone(id, "nobody listens there"),
            Err(Failure::TimedOut) => self.gone(id, "the server gave no answer in time; what was to be written may be"),
            Err(Failure::TooLarge) => self.gone(id, "the answer is too large; ask for less"),
            Err(Failure::Connection(reason)) => {
                self.gone(id, &format!("{reason}; what was to be written may be written"))
            }
        }
    }

    fn post(&self, link: &Link, message: &Value, text: &str) -> Result<(u16, Vec<u8>), Failure> {
        let bearer = format!("Bearer {}", link.key);
        let mut headers = vec![("authorization", bearer.as_str()), ("accept", "application/json, text/event-stream")];
        if let Some(context) = &link.context {
            headers.push(("x-quintet-context", context));
        }
        let own = message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"].as_str();
        let agreed = lock(&self.version).clone();
        let method = message["method"].as_str().unwrap_or_default();
        let name = ["name", "uri"].iter().find_map(|name| message["params"][*name].as_str()).map(header_value);
        if let Some(version) = own.or(agreed.as_deref()).filter(|_| method != "initialize") {
            headers.push(("mcp-protocol-version", version));
        }
        if own.is_some() {
            headers.push(("mcp-method", method));
            headers.extend(name.as_deref().map(|name| ("mcp-name", name)));
        }
        // What no header can hold is left out; the server then says what is missing.
        headers.retain(|(_, value)| value.bytes().all(|byte| (0x20..0x7f).contains(&byte)));
        let answer = link.client.post(&link.path, &headers, text)?;
        Ok((answer.status, answer.body))
    }

    /// The answer of the server, or what it means where it is none of the protocol.
    fn answer(&self, id: &Value, status: u16, body: &[u8], is_first: bool) -> anyhow::Result<()> {
        match serde_json::from_slice::<Value>(body) {
            Ok(mut answer) if answer["jsonrpc"] == "2.0" => {
                if is_first && let Some(version) = answer["result"]["protocolVersion"].as_str() {
                    *lock(&self.version) = Some(version.to_owned());
                }
                if answer["id"].is_null() {
                    answer["id"] = id.clone();
                }
                self.write(&answer)
            }
            Ok(problem) if problem["message"].is_string() => {
                self.refuse(id, -32603, problem["message"].as_str().unwrap_or_default())
            }
            _ => self.refuse(id, -32600, &format!("the server refused the message with status {status}")),
        }
    }

    /// Another link, where nobody found one since.
    fn renewed(&self, dead: &Arc<Link>) -> anyhow::Result<Arc<Link>> {
        let mut link = lock(&self.link);
        if Arc::ptr_eq(&link, dead) {
            *link = self.links.find()?;
        }
        Ok(Arc::clone(&link))
    }

    fn gone(&self, id: &Value, reason: &str) -> anyhow::Result<()> {
        if id.is_null() { Ok(()) } else { self.refuse(id, -32603, reason) }
    }

    fn refuse(&self, id: &Value, code: i64, message: &str) -> anyhow::Result<()> {
        self.write(&json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } }))
    }

    fn write(&self, message: &Value) -> anyhow::Result<()> {
        let mut out = lock(&self.out);
        writeln!(out, "{message}")?;
        Ok(out.flush()?)
    }

    fn begin(&self) {
        let mut under_way = lock(&self.under_way);
        while *under_way >= UNDER_WAY_MAX {
            under_way = self.done.wait(under_way).unwrap_or_else(PoisonError::into_inner);
        }
        *under_way += 1;
    }

    fn end(&self) {
        *lock(&self.under_way) -= 1;
        self.done.notify_one();
    }
}

/// What stands behind these locks is whole at every moment, so that a panic elsewhere does not spoil it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A name as a header holds it: as it is, or in the protocol's form for what is no plain text.
fn header_value(name: &str) -> String {
    let is_plain = name.bytes().all(|byte| (0x20..0x7f).contains(&byte)) && name.trim() == name;
    if is_plain && !name.starts_with("=?base64?") {
        return name.to_owned();
    }
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::from("=?base64?");
    for chunk in name.as_bytes().chunks(3) {
        let bits = chunk.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for at in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * at) & 63) as usize] as char;
            out.push(if at <= chunk.len() { digit } else { '=' });
        }
    }
    out + "?="
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_travel_in_headers() {
        assert_eq!(header_value("recall"), "recall");
        assert_eq!(header_value("M"), "M");
        assert_eq!(header_value("\u{e9}"), "=?base64?w6k=?=");
        assert_eq!(header_value("\u{6771}\u{4eac}"), "=?base64?5p2x5Lqs?=");
        assert_eq!(header_value(" a"), "=?base64?IGE=?=");
    }

    #[test]
    fn lines_are_bounded() {
        let mut input: &[u8] = b"one\ntwo";
        let mut line = Vec::new();
        assert_eq!((bounded_line(&mut input, &mut line).unwrap(), line.as_slice()), (4, b"one\n".as_slice()));
        line.clear();
        assert_eq!((bounded_line(&mut input, &mut line).unwrap(), line.as_slice()), (3, b"two".as_slice()));
        assert_eq!(bounded_line(&mut input, &mut line).unwrap(), 0);
    }

    struct Nobody;

    impl Links for Nobody {
        fn find(&self) -> anyhow::Result<Arc<Link>> {
            // A port that is bound and given back: nobody listens there.
            let address = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?;
            let address = quintet_providers::http::Address::checked(&format!("http://{address}"), true)?;
            let client = Client::new(address, 5_000);
            Ok(Arc::new(Link { client, path: "/mcp".to_owned(), key: "k".to_owned(), context: None }))
        }
    }

    #[test]
    fn every_request_is_answered_and_nothing_else_is_said() {
        let input = "not json\n\n[1]\n{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/list\"}\n\
                     {\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n{\"jsonrpc\":\"2.0\",\"id\":8,\"result\":{}}\n";
        let mut out = Vec::new();
        run(&Nobody, input.as_bytes(), &mut out).unwrap();
        let told: Vec<Value> =
            out.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
        let told: Vec<(&Value, &Value)> = told.iter().map(|one| (&one["id"], &one["error"]["code"])).collect();
        assert_eq!(told, [(&Value::Null, &json!(-32700)), (&Value::Null, &json!(-32600)), (&json!(7), &json!(-32603))]);
    }
}
