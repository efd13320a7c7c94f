//! Trying again, with pauses, and giving up for a while.
//!
//! Owns when a request is sent again and when none is sent at all. Must not know any wire. Reads time and waits only through
//! [`Pace`].

use core::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use quintet::ports::{Clock, Completion, LanguageError, LanguageModel, Prompt};

/// Attempts for one request, the first included. `spec/reliability.md` 11.
const ATTEMPTS: u32 = 3;
/// Pause before the second attempt, in milliseconds; twice that before the third. Chosen: a busy server needs about a second.
const PAUSE_MS: u64 = 1_000;
/// Longest pause that a server may ask for and is waited for, in milliseconds. Chosen: a write waits meanwhile; a server that
/// asks for more is asked again by a later write.
const PAUSE_MS_MAX: u64 = 20_000;
/// An operation tries again only while it has taken less than so many times the time of one attempt. `spec/reliability.md` 11:
/// 30 s and 120 s.
const OPERATION_ATTEMPTS: u64 = 4;
/// Requests that fail in a row before the model is left alone. Chosen.
const FAILURES_MAX: u32 = 3;
/// How long it is then left alone, in milliseconds. Chosen: long enough that a dead server costs a batch of writes nothing,
/// short enough that one that comes back is used again soon.
const REST_MS: u64 = 30_000;

/// Clock and waiting, as the host supplies them.
#[derive(Clone)]
pub struct Pace {
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// Waits that many milliseconds.
    pub wait_ms: Arc<dyn Fn(u64) + Send + Sync>,
}

impl fmt::Debug for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pace")
    }
}

/// What went wrong lately.
#[derive(Default)]
struct Trouble {
    /// Requests that failed in a row.
    n_failures: u32,
    /// Moment until which nothing is sent, in microseconds of the monotonic clock, and why.
    rest: Option<(u64, LanguageError)>,
}

/// A language model that is asked again when it fails for a moment, and left alone when it keeps failing.
///
/// Only answers that say "later" are asked for again: status 429, 408 and 5xx, and broken connections. A refusal is not, an
/// answer without a text is not, and neither is a time-out: it was waited for long enough.
pub struct Patient {
    model: Arc<dyn LanguageModel>,
    pace: Pace,
    operation_us: u64,
    trouble: Mutex<Trouble>,
}

impl Patient {
    /// Adds patience to a model whose single attempt takes at most that long.
    pub fn new(model: Arc<dyn LanguageModel>, pace: Pace, attempt_ms: u64) -> Self {
        let operation_us = attempt_ms.saturating_mul(OPERATION_ATTEMPTS).saturating_mul(1_000);
        Self { model, pace, operation_us, trouble: Mutex::default() }
    }

    /// Why nothing is sent at present, if so.
    fn resting(&self) -> Option<LanguageError> {
        let trouble = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.pace.clock.monotonic_us();
        trouble.rest.as_ref().filter(|(until, _)| now < *until).map(|(_, error)| error.clone())
    }

    fn learn(&self, error: Option<&LanguageError>) {
        let mut trouble = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
        // An answer that cannot be used is an answer: the server is there.
        let Some(error) = error.filter(|error| error.is_general()) else {
            *trouble = Trouble::default();
            return;
        };
        trouble.n_failures += 1;
        let asked = match error {
            LanguageError::RateLimited { retry_after_ms, .. } => *retry_after_ms,
            _ => None,
        };
        if trouble.n_failures >= FAILURES_MAX || asked.is_some() {
            let rest_us = asked.unwrap_or(REST_MS).min(REST_MS).saturating_mul(1_000);
            trouble.rest = Some((self.pace.clock.monotonic_us().saturating_add(rest_us), error.clone()));
        }
    }

    fn attempts(&self, prompt: &Prompt<'_>) -> Result<Completion, LanguageError> {
        let begun = self.pace.clock.monotonic_us();
        let (mut pause_ms, mut attempt) = (PAUSE_MS, 1);
        loop {
            let error = match self.model.complete(prompt) {
                Ok(completion) => return Ok(completion),
                Err(error) => error,
            };
            let wait_ms = match &error {
                LanguageError::RateLimited { retry_after_ms, .. } => retry_after_ms.unwrap_or(pause_ms).max(pause_ms),
                LanguageError::Unreachable { .. } => pause_ms,
                _ => return Err(error),
            };
            let taken_us = self.pace.clock.monotonic_us().saturating_sub(begun);
            let is_late = taken_us.saturating_add(wait_ms.saturating_mul(1_000)) >= self.operation_us;
            if attempt >= ATTEMPTS || wait_ms > PAUSE_MS_MAX || is_late {
                return Err(error);
            }
            (self.pace.wait_ms)(wait_ms);
            pause_ms *= 2;
            attempt += 1;
        }
    }
}

impl LanguageModel for Patient {
    fn name(&self) -> &str {
        self.model.name()
    }

    fn complete(&self, prompt: &Prompt<'_>) -> Result<Completion, LanguageError> {
        if let Some(error) = self.resting() {
            return Err(error);
        }
        let answer = self.attempts(prompt);
        self.learn(answer.as_ref().err());
        answer
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use quintet::model::Micros;

    use super::*;

    /// Time that passes only by waiting.
    #[derive(Default)]
    struct Hand(AtomicU64);

    impl Clock for Hand {
        fn now(&self) -> Micros {
            Micros(self.monotonic_us() as i64)
        }
        fn monotonic_us(&self) -> u64 {
            self.0.load(Ordering::SeqCst)
        }
    }

    /// Answers from a list; then always well.
    struct Scripted(Mutex<Vec<LanguageError>>, AtomicU64);

    impl LanguageModel for Scripted {
        fn name(&self) -> &'static str {
            "scripted"
        }
        fn complete(&self, _: &Prompt<'_>) -> Result<Completion, LanguageError> {
            self.1.fetch_add(1, Ordering::SeqCst);
            let mut script = self.0.lock().unwrap();
            if script.is_empty() { Ok(Completion::default()) } else { Err(script.remove(0)) }
        }
    }

    const PROMPT: Prompt<'_> = Prompt { system: "", user: "", schema: None, max_tokens: 1, temperature: 0.0 };

    fn down() -> LanguageError {
        LanguageError::Unreachable { model: "m".to_owned(), reason: "down".to_owned() }
    }

    fn busy(retry_after_ms: Option<u64>) -> LanguageError {
        LanguageError::RateLimited { model: "m".to_owned(), retry_after_ms }
    }

    fn patient(script: Vec<LanguageError>) -> (Arc<Hand>, Arc<Scripted>, Patient) {
        let hand = Arc::new(Hand::default());
        let model = Arc::new(Scripted(Mutex::new(script), AtomicU64::new(0)));
        let waiting = Arc::clone(&hand);
        let wait_ms = Arc::new(move |ms: u64| {
            waiting.0.fetch_add(ms * 1_000, Ordering::SeqCst);
        });
        let pace = Pace { clock: Arc::<Hand>::clone(&hand), wait_ms };
        let patient = Patient::new(Arc::<Scripted>::clone(&model), pace, 30_000);
        (hand, model, patient)
    }

    #[test]
    fn passing_failures_are_tried_again_with_growing_pauses() {
        let (hand, model, patient) = patient(vec![down(), busy(Some(5_000))]);
        patient.complete(&PROMPT).unwrap();
        assert_eq!((model.1.load(Ordering::SeqCst), hand.monotonic_us()), (3, 6_000_000));
    }

    #[test]
    fn others_are_not() {
        let refused = LanguageError::Refused { model: "m".to_owned(), reason: "no".to_owned() };
        let late = LanguageError::TimedOut { model: "m".to_owned(), limit_ms: 1 };
        let bad = LanguageError::BadAnswer { model: "m".to_owned(), reason: "prose".to_owned() };
        for error in [refused, late, bad, busy(Some(3_600_000))] {
            let (hand, model, patient) = patient(vec![error.clone()]);
            assert_eq!(patient.complete(&PROMPT), Err(error));
            assert_eq!((model.1.load(Ordering::SeqCst), hand.monotonic_us()), (1, 0));
        }
    }

    #[test]
    fn a_dead_server_is_left_alone_and_then_asked_again() {
        let (hand, model, patient) = patient(vec![down(); 9]);
        for _ in 0..20 {
            assert_eq!(patient.complete(&PROMPT), Err(down()));
        }
        assert_eq!(model.1.load(Ordering::SeqCst), 9, "three requests of three attempts");
        hand.0.fetch_add(REST_MS * 1_000, Ordering::SeqCst);
        patient.complete(&PROMPT).unwrap();
    }
}
