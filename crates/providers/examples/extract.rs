//! Reads a text from standard input with a language model and prints what it says, what was left out and what it cost.
//!
//! `extract PROVIDER MODEL URL < text`. Sends no key. Waits up to ten minutes an answer, for models on small machines.

use std::io::Read as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quintet::model::{Micros, Role};
use quintet::ports::{Clock, Extractor as _, Reading};
use quintet_providers::chat::{self, Pace, Settings};
use quintet_providers::extract::LlmExtractor;

struct Running(Instant);

impl Clock for Running {
    fn now(&self) -> Micros {
        Micros(0)
    }
    fn monotonic_us(&self) -> u64 {
        self.0.elapsed().as_micros() as u64
    }
}

#[expect(clippy::disallowed_methods, reason = "an example is a host: it supplies the clock and the waiting")]
#[expect(clippy::print_stdout, reason = "it prints what it finds")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [provider, model, url] = &arguments[..] else { return Err("usage: extract PROVIDER MODEL URL < text".into()) };
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let begun = Instant::now();
    let wait_ms = Arc::new(|ms| std::thread::sleep(Duration::from_millis(ms)));
    let settings = Settings {
        model: model.clone(),
        url: Some(url.clone()),
        key: None,
        attempt_ms: 600_000,
        pace: Pace { clock: Arc::new(Running(begun)), wait_ms },
    };
    let extractor = LlmExtractor::new(chat::open(provider, &settings)?);
    let reading = Reading { role: Some(Role::User), claims: true, ..Reading::of(text.trim_end()) };
    for extraction in extractor.extract(&[reading])? {
        println!(
            "names: {:?}",
            extraction.mentions.iter().map(|mention| (&mention.name, mention.kind)).collect::<Vec<_>>()
        );
        for claim in &extraction.claims {
            println!("{:.2} {:?}", claim.confidence, claim.said);
        }
        for note in &extraction.notes {
            println!("note: {} (again: {})", note.fault, note.fault.can_retry());
        }
        println!("{:?}, {:.1} s", extraction.usage, begun.elapsed().as_secs_f32());
    }
    Ok(())
}
