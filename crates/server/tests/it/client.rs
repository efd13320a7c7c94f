//! A client that speaks as much HTTP/1.1 as the tests need, and checks what every error has to carry.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// The key of every server in these tests.
pub(crate) const KEY: &str = "0123456789abcdef0123456789abcdef";

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Value,
    /// The body as it came.
    pub(crate) bytes: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The body of a success.
    #[track_caller]
    pub(crate) fn ok(self) -> Value {
        assert_eq!(self.status, 200, "{}", self.body);
        assert_eq!(self.header("content-type"), Some("application/json"));
        self.body
    }

    /// The message of an error, after a look at everything that an error has to carry.
    #[track_caller]
    pub(crate) fn problem(&self, status: u16) -> String {
        let body = &self.body;
        assert_eq!(self.status, status, "{body}");
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{body}");
        assert_eq!(body["status"], status, "{body}");
        for member in ["type", "title", "detail", "message", "instance", "code"] {
            let text = body[member].as_str().unwrap_or_default();
            assert!(!text.trim().is_empty(), "no {member}: {body}");
        }
        assert!(body["type"].as_str().unwrap().ends_with(body["code"].as_str().unwrap()), "{body}");
        assert_eq!(body["detail"], body["message"]);
        body["message"].as_str().unwrap().to_owned()
    }

    /// The same, of an error that names a field.
    #[track_caller]
    pub(crate) fn problem_of(&self, status: u16, field: &str) -> String {
        let message = self.problem(status);
        assert_eq!(self.body["field"], field, "{}", self.body);
        assert!(message.contains(field), "{message}");
        message
    }
}

/// One connection.
pub(crate) struct Client {
    stream: TcpStream,
}

impl Client {
    pub(crate) fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        // A head and a body are two writes; the second must not wait until the first is acknowledged.
        stream.set_nodelay(true).unwrap();
        // Only so that a server which never answers fails the test and does not hang it.
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        Self { stream }
    }

    /// Sends the head of a request.
    pub(crate) fn head(&mut self, method: &str, path: &str, headers: &[(&str, &str)]) {
        let mut head = format!("{method} {path} HTTP/1.1\r\n");
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            head.push_str("Host: localhost\r\n");
        }
        for (name, value) in headers {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        head.push_str("\r\n");
        self.stream.write_all(head.as_bytes()).unwrap();
    }

    /// Sends a body, or a part of one.
    pub(crate) fn body(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).unwrap();
    }

    /// Reads one answer: its head, then as many bytes as the head says.
    pub(crate) fn answer(&mut self) -> Answer {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            self.stream.read_exact(&mut byte).unwrap();
            head.push(byte[0]);
        }
        let head = String::from_utf8(head).unwrap();
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers: Vec<(String, String)> = lines
            .filter_map(|line| line.split_once(':'))
            .map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()))
            .collect();
        let mut answer = Answer { status, headers, body: Value::Null, bytes: Vec::new() };
        let body = match answer.header("transfer-encoding") {
            Some("chunked") => self.chunks(),
            _ => self.exactly(answer.header("content-length").map_or(0, |length| length.parse().unwrap())),
        };
        if !body.is_empty() {
            // Beside the operations there are answers that are plain text.
            let text = || Value::String(String::from_utf8_lossy(&body).into_owned());
            answer.body = serde_json::from_slice(&body).unwrap_or_else(|_| text());
        }
        answer.bytes = body;
        answer
    }

    fn exactly(&mut self, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes).unwrap();
        bytes
    }

    /// A body whose length nobody knew when it began.
    fn chunks(&mut self) -> Vec<u8> {
        let mut body = Vec::new();
        loop {
            let mut line = String::new();
            while !line.ends_with("\r\n") {
                line.push(self.exactly(1)[0] as char);
            }
            let length = usize::from_str_radix(line.trim(), 16).unwrap();
            body.extend(self.exactly(length));
            self.exactly(2);
            if length == 0 {
                return body;
            }
        }
    }
}

/// One request on a connection of its own.
pub(crate) fn call(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<&[u8]>,
) -> Answer {
    let mut client = Client::connect(address);
    let length = body.map(|body| body.len().to_string());
    let mut all = headers.to_vec();
    all.push(("connection", "close"));
    if let Some(length) = &length {
        all.push(("content-length", length));
    }
    client.head(method, path, &all);
    client.body(body.unwrap_or_default());
    client.answer()
}
