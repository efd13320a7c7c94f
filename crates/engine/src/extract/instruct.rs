//! Standing instructions: "always answer in French", "don't mention my ex", "from now on use metric units", and their reversal.
//!
//! Owns the label that makes two instructions one subject, and what takes one back. Whether a sentence is a standing wish is
//! for [`crate::text::wish`]. Must not know: clauses.

use std::ops::Range;

use super::ground::Ground;
use super::lexicon::{self, holds};
use super::maker::{Maker, Setting};
use super::verbs;
use crate::model::{Span, Stance, Validity};
use crate::text;

/// Words of a label at most. Chosen.
const LABEL_WORDS_MAX: usize = 4;
/// A longer sentence is no rule, in bytes. Chosen.
const SENTENCE_LEN_MAX: usize = 400;

/// Words without which no sentence is an instruction: a cheap refusal of nearly all. Sorted.
const CUES: &[&str] = &[
    "ab",
    "address",
    "again",
    "always",
    "answer",
    "antworte",
    "anymore",
    "anything",
    "appelle-moi",
    "avenir",
    "avoid",
    "ask",
    "auf",
    "bitte",
    "by",
    "call",
    "default",
    "desormais",
    "désormais",
    "dorénavant",
    "ever",
    "exceptions",
    "forget",
    "forward",
    "from",
    "future",
    "immer",
    "in",
    "jamais",
    "keep",
    "künftig",
    "llámame",
    "longer",
    "matter",
    "nenn",
    "never",
    "niemals",
    "no",
    "not",
    "nunca",
    "only",
    "remember",
    "reply",
    "respond",
    "responde",
    "réponds",
    "rule",
    "siempre",
    "speak",
    "stop",
    "sure",
    "time",
    "toujours",
    "use",
    "when",
    "whenever",
    "whoever",
    "write",
];

/// Reads the sentence of a range of tokens.
pub(super) fn read(maker: &mut Maker<'_, '_>, range: &Range<usize>) {
    let ground = maker.ground;
    if range.clone().any(|at| ground.is_aside(at)) {
        return;
    }
    let span = ground.span(range);
    let sentence = ground.slice(range);
    let is_unspaced = !sentence.is_ascii() && text::language(sentence).is_some_and(|lang| matches!(lang, "zh" | "ja"));
    if sentence.len() > SENTENCE_LEN_MAX || !is_unspaced && !range.clone().any(|at| CUES.contains(&ground.word(at))) {
        return;
    }
    let reverses = is_reversal(ground, range);
    // Between people nobody is told how to answer for good; where no role is told and a speaker is, it is such a talk.
    if ground.reading.role.is_none() && ground.reading.speaker.is_some() {
        return;
    }
    if !reverses
        && (text::wish(sentence) != Some(text::Wish::Instruction) || is_told(ground, range) || is_remark(ground, range))
    {
        return;
    }
    let label = label(ground, range);
    if label.is_empty() {
        return;
    }
    let _ = span;
    let bare = trimmed(ground, range);
    let setting = Setting {
        range: bare.clone(),
        confidence: 0.85,
        stance: Stance::Lived,
        valid: Validity { from: None, until: None },
        ends: false,
    };
    let Span { start, end } = ground.span(&bare);
    let description = ground.text.get(start as usize..end as usize).unwrap_or("").to_owned();
    maker.instruction(label, &description, reverses, &setting);
}

/// Without greetings in front; closing marks stay outside.
fn trimmed(ground: &Ground<'_>, range: &Range<usize>) -> Range<usize> {
    let mut range = range.clone();
    while range.len() > 2
        && (matches!(
            ground.word(range.start),
            "please" | "hi" | "hey" | "hello" | "ok" | "okay" | "oh" | "and" | "also" | "thanks" | "bitte"
        ) || !ground.tokens[range.start].is_word())
    {
        range.start += 1;
    }
    while range.len() > 1 && !ground.tokens[range.end - 1].is_word() {
        range.end -= 1;
    }
    range
}

/// A wish of the past or of somebody else is none: "my boss always wants".
fn is_told(ground: &Ground<'_>, range: &Range<usize>) -> bool {
    let first = range.clone().find(|&at| !ground.has(at, lexicon::LEAD_INS) && !ground.word(at).is_empty());
    first.is_some_and(|at| {
        matches!(ground.word(at), "he" | "she" | "they" | "my" | "our" | "his" | "her" | "we")
            || ground.word(at) == "i" && !asks_you(ground, range)
    })
}

/// "Always here to help", "Never saw this coming", "Whenever I hear it, I think of you": no wish.
fn is_remark(ground: &Ground<'_>, range: &Range<usize>) -> bool {
    range.clone().any(|at| {
        let next = verbs::verb(ground.word(at + 1));
        match ground.word(at) {
            "always" | "never" => {
                !next.is_some_and(|verb| verb.is(verbs::BASE))
                    && !matches!(ground.word(at + 1), "ever" | "again" | "" | "the" | "in" | "with" | "on")
            }
            "whenever" | "when" | "if" => {
                let comma = (at..range.end).find(|&at| ground.is_mark(at, ','));
                comma.is_some_and(|comma| {
                    matches!(ground.word(comma + 1), "i" | "it" | "he" | "she" | "they" | "my" | "we")
                })
            }
            _ => false,
        }
    })
}

fn asks_you(ground: &Ground<'_>, range: &Range<usize>) -> bool {
    range.clone().any(|at| matches!(ground.word(at), "you" | "your" | "answers" | "replies"))
        || range.clone().any(|at| matches!(ground.word(at), "whenever" | "ask"))
        || range.clone().any(|at| ground.word(at) == "from" && matches!(ground.word(at + 1), "now" | "here"))
}

/// "stop answering in French", "you can mention my ex again", "you don't have to use metric units anymore".
fn is_reversal(ground: &Ground<'_>, range: &Range<usize>) -> bool {
    let mut at = range.start;
    while at < range.end
        && (ground.has(at, lexicon::LEAD_INS) || ground.word(at).is_empty() || ground.word(at) == "but")
    {
        at += 1;
    }
    let has = |word: &str| (at..range.end).any(|at| ground.word(at) == word);
    match (ground.word(at), ground.word(at + 1)) {
        ("stop", next) => is_manner(next),
        ("you", "can" | "may") => has("again") && (at..range.end).any(|at| is_manner(ground.word(at))),
        ("you", "do") => {
            ground.word(at + 2) == "not"
                && matches!(ground.word(at + 3), "have" | "need")
                && (has("anymore") || has("more") || has("longer"))
        }
        ("you", "no") => ground.word(at + 2) == "longer" && matches!(ground.word(at + 3), "have" | "need"),
        ("no", "need") => has("anymore") || has("more"),
        ("forget", _) => {
            has("rule")
                || has("instruction")
                || (at..range.end).any(|at| matches!(ground.word(at), "answering" | "replying" | "using"))
        }
        ("it", "is" | "'s") => matches!(ground.word(at + 2), "ok" | "okay" | "fine") && has("again"),
        _ => false,
    }
}

/// What an agent does in its answers.
fn is_manner(word: &str) -> bool {
    MANNERS.contains(&word)
}

/// What agents do in answers, plain and in -ing.
#[rustfmt::skip]
const MANNERS: &[&str] = &[
    "answering", "answer", "replying", "reply", "responding", "respond", "using", "use", "calling", "call", "mentioning", "mention", "suggesting", "suggest", "adding", "add", "writing", "write", "speaking", "speak", "bringing", "bring", "recommending", "recommend", "sending", "send", "including", "include", "asking", "ask", "translating", "addressing", "formatting", "reminding", "remind",
];

/// Subjects that agents are told about in many words: label, words of which one stands in the wish.
#[rustfmt::skip]
const SUBJECTS: &[(&str, &[&str])] = &[
    ("units", &["metric", "imperial", "celsius", "fahrenheit", "kilometers", "kilometres", "miles"]),
    ("emoji", &["emoji", "emojis", "emoticons", "smileys"]),
    ("answer length", &["short", "shorter", "brief", "concise", "terse", "lengthy", "detailed", "verbose"]),
    ("format", &["bullet", "bullets", "markdown", "tables", "headings"]),
];

/// Verbs of answering.
#[rustfmt::skip]
const ANSWERING: &[&str] = &[
    "answer", "answers", "answering", "reply", "replies", "replying", "respond", "responding", "speak", "speaking", "write", "writing", "talk", "talking",
];

/// Words that a wish and its reversal do not share, or that say nothing of the subject.
#[rustfmt::skip]
const FILLERS: &[&str] = &[
    "always", "never", "ever", "not", "stop", "again", "anymore", "please", "remember", "forward", "future", "longer", "default", "make", "sure", "you", "want", "whenever", "rule", "forget", "need", "must", "time", "bring",
    "bringing", "mention", "mentioning", "suggest", "suggesting", "recommend", "recommending", "use", "using", "add", "adding", "include", "including", "send", "sending", "avoid", "talk", "talking", "about",
];

/// A few words for the subject: the same for a wish and its reversal.
fn label(ground: &Ground<'_>, range: &Range<usize>) -> String {
    let has = |words: &[&str]| range.clone().any(|at| words.contains(&ground.word(at)));
    if has(ANSWERING) && range.clone().any(|at| ground.has(at, lexicon::LANGUAGES)) {
        return "answer language".to_owned();
    }
    if has(&["call", "calling", "address", "addressing"]) && has(&["me"]) {
        return "form of address".to_owned();
    }
    if let Some((label, _)) = SUBJECTS.iter().find(|(_, words)| has(words)) {
        return (*label).to_owned();
    }
    let is_filler = |word: &str| {
        word.is_empty()
            || holds(lexicon::LEAD_INS, word)
            || holds(lexicon::AUXILIARIES, word)
            || holds(lexicon::ADVERBS, word)
            || text::is_stop_word(word)
            || FILLERS.contains(&word)
    };
    let words = range.clone().map(|at| ground.word(at)).filter(|word| !is_filler(word));
    words.take(LABEL_WORDS_MAX).collect::<Vec<_>>().join(" ")
}
