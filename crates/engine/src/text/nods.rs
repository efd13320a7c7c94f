//! Texts that say nothing: nods, greetings, signs of life.
//!
//! Must not know: who says them, what is stored.

use super::stop::is_stop_word;

/// Words that only acknowledge, greet or show that somebody is there, sorted. Chosen.
const NODS: [&str; 17] = [
    "ack",
    "bye",
    "goodbye",
    "heartbeat",
    "hello",
    "hey",
    "hi",
    "hm",
    "hmm",
    "k",
    "noted",
    "ok",
    "okay",
    "ping",
    "pong",
    "thanks",
    "thx",
];
/// Words that answer: nothing alone, something after a question.
const ANSWERS: [&str; 3] = ["yeah", "yep", "yes"];

fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// True for a text that acknowledges and says nothing else, not even yes or no: signs alone, or nothing but nods.
pub fn is_nod(text: &str) -> bool {
    words(text).all(|word| NODS.binary_search(&word.as_str()).is_ok())
}

/// True for a text without a word that is worth finding: signs alone, or nothing but nods, answers and stop words.
pub fn is_empty_talk(text: &str) -> bool {
    words(text).all(|word| {
        is_stop_word(&word) || NODS.binary_search(&word.as_str()).is_ok() || ANSWERS.contains(&word.as_str())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_talk_is_what_nobody_asks_for() {
        for text in ["ok", "...", "OK, thanks!", "ping", "\u{1f44d}", "Yes, it is."] {
            assert!(is_empty_talk(text), "{text}");
        }
        for text in ["Dana moved.", "E_HLD_4107", "Nein danke, Zürich", "我每天早上跑步"] {
            assert!(!is_empty_talk(text), "{text}");
        }
    }

    #[test]
    fn an_answer_is_no_nod() {
        for text in ["ok", "OK, thanks!", "hi", "\u{1f44d}"] {
            assert!(is_nod(text), "{text}");
        }
        for text in ["yes", "No.", "yep", "it is", "ok, at noon"] {
            assert!(!is_nod(text), "{text}");
        }
        assert!(NODS.is_sorted());
    }
}
