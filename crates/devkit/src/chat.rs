//! A chat endpoint that answers from a script, over HTTP on a port of this machine, and keeps what it was asked.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread::JoinHandle;

use parking_lot::{Condvar, Mutex};
use serde_json::{Value, json};

/// Bytes of an endless answer after which the server gives up: far more than any client may read.
const ENDLESS_LEN: usize = 64 << 20;

/// What the server does with one request.
#[derive(Clone, Debug)]
pub enum Step {
    /// Answers.
    Answer {
        /// The status.
        status: u16,
        /// Headers beside the length.
        headers: Vec<(&'static str, String)>,
        /// The body.
        body: Vec<u8>,
    },
    /// Reads the request and never answers.
    Hang,
    /// Closes the connection after the first bytes of an answer.
    Break,
    /// Answers with a body that does not end.
    Endless,
}

impl Step {
    /// An answer with that status and body.
    pub fn status(status: u16, body: &str) -> Self {
        let headers = vec![("content-type", "application/json".to_owned())];
        Self::Answer { status, headers, body: body.as_bytes().to_vec() }
    }

    /// Status 429 with a time to wait.
    pub fn busy(retry_after_s: u64) -> Self {
        let headers = vec![("retry-after", retry_after_s.to_string())];
        Self::Answer { status: 429, headers, body: Vec::new() }
    }

    /// A good answer of the OpenAI form whose text is that.
    pub fn openai(text: &str) -> Self {
        let message = json!({ "role": "assistant", "content": text });
        let body = json!({
            "model": "fake-1",
            "choices": [{ "index": 0, "message": message, "finish_reason": "stop" }],
            "usage": { "prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110 },
        });
        Self::status(200, &body.to_string())
    }

    /// A good answer of the Anthropic form: the input of the tool `answer`.
    pub fn anthropic(input: &Value) -> Self {
        let body = json!({
            "model": "fake-1",
            "content": [{ "type": "tool_use", "id": "t1", "name": "answer", "input": input }],
            "stop_reason": "tool_use",
            "usage": { "input_tokens": 100, "output_tokens": 10 },
        });
        Self::status(200, &body.to_string())
    }
}

/// One request as it came.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Its path.
    pub path: String,
    /// Its headers, names in lower case, one `name: value` a line.
    pub headers: String,
    /// Its body; null when it was no JSON.
    pub body: Value,
}

#[derive(Default)]
struct Script {
    steps: VecDeque<Step>,
    asked: Vec<Asked>,
    is_over: bool,
}

#[derive(Default)]
struct Shared {
    script: Mutex<Script>,
    over: Condvar,
}

/// The server; it ends when dropped.
pub struct ChatServer {
    address: SocketAddr,
    shared: Arc<Shared>,
    listening: Option<JoinHandle<()>>,
}

impl ChatServer {
    /// Listens on a free port of this machine. Steps are taken in order; the last one again and again.
    ///
    /// # Errors
    /// When there is no port.
    pub fn start(steps: impl IntoIterator<Item = Step>) -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared::default());
        shared.script.lock().steps.extend(steps);
        let own = Arc::clone(&shared);
        let listening = std::thread::spawn(move || {
            for stream in listener.incoming() {
                if own.script.lock().is_over {
                    return;
                }
                let Ok(stream) = stream else { continue };
                let own = Arc::clone(&own);
                // A client that goes away ends its own thread only.
                std::thread::spawn(move || drop(serve(&stream, &own)));
            }
        });
        Ok(Self { address, shared, listening: Some(listening) })
    }

    /// Where it listens, without a slash at the end.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// What it was asked so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.shared.script.lock().asked.clone()
    }
}

impl Drop for ChatServer {
    fn drop(&mut self) {
        self.shared.script.lock().is_over = true;
        self.shared.over.notify_all();
        // Wakes the listener, which then sees that it is over.
        drop(TcpStream::connect(self.address));
        if let Some(listening) = self.listening.take() {
            drop(listening.join());
        }
    }
}

fn serve(stream: &TcpStream, shared: &Shared) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream);
    let mut first = String::new();
    if reader.read_line(&mut first)? == 0 {
        return Ok(());
    }
    let (mut headers, mut len) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        let (name, value) = (name.to_lowercase(), value.trim());
        if name == "content-length" {
            len = value.parse().unwrap_or(0);
        }
        headers.extend([name.as_str(), ": ", value, "\n"]);
    }
    let mut body = vec![0; len];
    reader.read_exact(&mut body)?;
    let step = {
        let mut script = shared.script.lock();
        let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
        script.asked.push(Asked { path, headers, body: serde_json::from_slice(&body).unwrap_or_default() });
        if script.steps.len() > 1 { script.steps.pop_front() } else { script.steps.front().cloned() }
    };
    act(stream, shared, step.unwrap_or(Step::Hang))
}

fn act(mut out: &TcpStream, shared: &Shared, step: Step) -> std::io::Result<()> {
    match step {
        Step::Answer { status, headers, body } => {
            let mut head = format!("HTTP/1.1 {status} x\r\ncontent-length: {}\r\nconnection: close\r\n", body.len());
            for (name, value) in headers {
                head.extend([name, ": ", &value, "\r\n"]);
            }
            out.write_all(format!("{head}\r\n").as_bytes())?;
            out.write_all(&body)
        }
        Step::Hang => {
            let mut script = shared.script.lock();
            while !script.is_over {
                shared.over.wait(&mut script);
            }
            Ok(())
        }
        Step::Break => out.write_all(b"HTTP/1.1 200 x\r\ncontent-length: 1000\r\n\r\n{\"choices\": [{"),
        Step::Endless => {
            out.write_all(
                b"HTTP/1.1 200 x\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n{\"choices\": \"",
            )?;
            let piece = vec![b'x'; 64 * 1024];
            (0..ENDLESS_LEN / piece.len()).try_for_each(|_| out.write_all(&piece))
        }
    }
}
