//! The form of a question: whom it is about, whether it asks why, whether it asks for something to be done.
//!
//! Rules over its words, in the languages that time expressions are read in. Must not know: memories, channels.

use crate::channel::Question;
use crate::model::Role;
use crate::text;

/// Verbs after "did you" that ask for the agent's own words.
const SAYING: &[&str] = &[
    "say",
    "said",
    "tell",
    "told",
    "recommend",
    "recommended",
    "suggest",
    "suggested",
    "advise",
    "advised",
    "explain",
    "explained",
    "propose",
    "proposed",
    "answer",
    "answered",
    "write",
    "wrote",
    "show",
    "showed",
    "give",
    "gave",
    "mention",
    "mentioned",
];
/// Past forms after "you", and nouns after "your", that do so by themselves.
const SAID: &[&str] = &["said", "told", "recommended", "suggested", "advised", "explained", "proposed", "gave"];
const SAYINGS: &[&str] = &["recommendation", "recommendations", "suggestion", "suggestions", "advice", "answer"];
const SKIPPED: &[&str] = &["just", "first", "ever", "previously", "also", "originally"];
const OWN: &[&str] = &["i", "im", "ive", "id", "ill", "me", "my", "mine", "myself", "we", "our", "us"];

/// Words that ask for a cause.
const CAUSES: &[&str] = &[
    "why",
    "how come",
    "what caused",
    "what causes",
    "what made",
    "what makes",
    "what led",
    "what prompted",
    "what triggered",
    "what brought",
    "the cause of",
    "the reason",
    "for what reason",
    "because of what",
    "warum",
    "wieso",
    "weshalb",
    "weswegen",
    "pourquoi",
    "por que",
    "por qué",
];
const CAUSES_UNSPACED: &[&str] = &["为什么", "為什麼", "为何", "なぜ", "どうして"];

/// Words with which a question for a fact begins.
const FACTS: &[&str] = &[
    "what",
    "when",
    "where",
    "who",
    "whom",
    "whose",
    "which",
    "why",
    "how",
    "did",
    "was",
    "were",
    "has",
    "had",
    "have",
    "is",
    "are",
    "do",
    "does",
    "tell me what",
    "wann",
    "wo",
    "wer",
    "welche",
    "quand",
    "où",
    "qui",
    "quel",
    "quelle",
    "cuándo",
    "dónde",
    "quién",
    "qué",
    "cuál",
];
/// Words that ask what to do, or for something to be worked out.
const DEEDS: &[&str] = &[
    "shall",
    "should",
    "how do i",
    "how do we",
    "how can i",
    "how can we",
    "how could i",
    "what can i",
    "what should",
    "what could",
    "which could",
    "can you",
    "could you",
    "would you",
    "can we",
    "may i",
    "could we",
    "help me",
    "is it ok",
    "how much",
    "how far",
    "how big",
    "how high",
    "how large",
    "who is next",
    "may we",
    "where do i",
    "where do we",
    "any ideas",
    "what ideas",
    "which ideas",
    "ideas for",
    "quelles idées",
    "des idées",
    "welche ideen",
    "ideen für",
    "qué ideas",
    "alguna idea",
    "cuánto cuesta",
    "combien coûte",
    "wie viel",
    "was kostet",
    "soll",
    "pouvez",
    "peux",
    "puedes",
    "hay que",
];
/// Words of a request for what was talked about: what it asks for has been said, and is a fact.
const TALKED: &[&str] = &[
    "brought up",
    "talked about",
    "talked through",
    "discussed",
    "mentioned",
    "told you",
    "conversation",
    "conversations",
    "our chats",
    "besprochen",
    "erwähnt",
    "discuté",
    "mentionné",
    "hablamos",
    "mencioné",
];
const PAST: &[&str] = &["did", "was", "were", "had"];

/// Words that say that a question is about what was.
const WAS: &[&str] = &[
    "did", "was", "were", "had", "happened", "war", "waren", "hatte", "hatten", "wurde", "wurden", "était", "étaient",
    "avait", "fue", "fueron", "estaba", "hubo",
];
/// Words that say that it is about what is to come; the last ones are verbs of timetables, which stand in the present.
const WILL_BE: &[&str] = &[
    "will",
    "shall",
    "going to",
    "upcoming",
    "scheduled",
    "planned",
    "due",
    "wird",
    "werden",
    "sera",
    "seront",
    "será",
    "serán",
    "comes",
    "starts",
    "begins",
    "opens",
    "arrives",
    "leaves",
    "takes place",
    "happens",
    "coming",
];

fn keys(query: &str) -> Vec<String> {
    text::name_words(query).into_iter().map(|word| word.key).collect()
}

/// The words with a space before and after each.
fn spaced(keys: &[String]) -> String {
    format!(" {} ", keys.join(" "))
}

fn has(spaced: &str, cue: &str) -> bool {
    spaced.contains(&format!(" {cue} "))
}

/// Who a question to an agent is about: the person who asks, or the agent when it asks what the agent said. A request to do
/// something ("can you ...") is about the person, whose wishes and circumstances decide how it is met.
pub(super) fn party(query: &str) -> Option<Role> {
    let keys = keys(query);
    let key = |idx: usize| keys.get(idx).map_or("", String::as_str);
    let says = |idx: usize| SAYING.contains(&key(idx + usize::from(SKIPPED.contains(&key(idx)))));
    let to_agent = (0..keys.len()).any(|idx| match key(idx) {
        "you" => {
            SAID.contains(&key(idx + 1)) || idx > 0 && matches!(key(idx - 1), "did" | "had" | "have") && says(idx + 1)
        }
        "your" => SAYINGS.contains(&key(idx + 1)),
        _ => false,
    });
    let asked = (1..keys.len())
        .any(|idx| key(idx) == "you" && matches!(key(idx - 1), "can" | "could" | "would" | "will" | "do"));
    match (to_agent, asked || keys.iter().any(|key| OWN.contains(&key.as_str()))) {
        (true, _) => Some(Role::Assistant),
        (false, true) => Some(Role::User),
        (false, false) => None,
    }
}

/// True for requests ("plan a trip"), situations ("the courier is here") and questions about what to do ("shall I ...").
pub(super) fn asks_action(query: &str) -> bool {
    let keys = keys(query);
    let words = spaced(&keys);
    if TALKED.iter().any(|cue| has(&words, cue)) {
        return false;
    }
    let is_past = PAST.iter().any(|cue| has(&words, cue));
    if !is_past && DEEDS.iter().any(|cue| has(&words, cue)) {
        return true;
    }
    let begins = |cue: &&str| words.starts_with(&format!(" {cue} "));
    // "May she go?" asks for leave; in May something happens.
    if !is_past && begins(&"may") && query.trim_end().ends_with(['?', '？']) {
        return true;
    }
    keys.len() > 2 && !query.trim_end().ends_with(['?', '？']) && !FACTS.iter().any(begins)
}

/// Whether a question is about what was or what is to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tense {
    /// What was.
    Past,
    /// What is to come.
    Future,
}

/// What its verbs say of a question's time; `None` when they say nothing or contradict each other.
pub(super) fn tense(query: &str) -> Option<Tense> {
    let words = spaced(&keys(query));
    let any = |cues: &[&str]| cues.iter().any(|cue| has(&words, cue));
    match (any(WAS), any(WILL_BE)) {
        (true, false) => Some(Tense::Past),
        (false, true) => Some(Tense::Future),
        _ => None,
    }
}

/// True for questions that ask why.
pub(super) fn asks_cause(query: &str) -> bool {
    let words = spaced(&keys(query));
    CAUSES.iter().any(|cue| has(&words, cue)) || CAUSES_UNSPACED.iter().any(|cue| query.contains(cue))
}

/// Words that ask how things were.
const EARLIER: &[&str] = &[
    "was",
    "were",
    "did",
    "had",
    "used to",
    "before",
    "previous",
    "previously",
    "former",
    "formerly",
    "earlier",
    "ever",
    "history",
    "originally",
    "back then",
    "at first",
    "no longer",
    "war",
    "waren",
    "hatte",
    "früher",
    "vorher",
    "ehemals",
    "était",
    "avait",
    "avant",
    "autrefois",
    "ancien",
    "ancienne",
    "era",
    "antes",
    "tenía",
    "anteriormente",
];
const EARLIER_UNSPACED: &[&str] = &["以前", "之前", "曾经", "原来", "かつて", "前は", "でした"];

/// True for a question about how things were: by its words, a time, or an order.
pub(super) fn asks_past(question: &Question) -> bool {
    if !question.times.is_empty() || question.order.is_some() {
        return true;
    }
    let words = spaced(&keys(&question.text));
    EARLIER.iter().any(|cue| has(&words, cue)) || EARLIER_UNSPACED.iter().any(|words| question.text.contains(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_about_who_asks_or_about_what_the_agent_said() {
        let parties = [
            ("When does my sprint end?", Some(Role::User)),
            ("Can you show how to bake bread?", Some(Role::User)),
            ("What did you recommend for the garden?", Some(Role::Assistant)),
            ("What was your advice on my roof?", Some(Role::Assistant)),
            ("How did Anna travel?", None),
            ("Did Yousef say something?", None),
        ];
        for (query, expected) in parties {
            assert_eq!(party(query), expected, "{query}");
        }
    }

    #[test]
    fn verbs_tell_what_was_from_what_is_to_come() {
        let questions = [
            ("What did Marek finish on 5 March?", Some(Tense::Past)),
            ("Which release comes on 23 November?", Some(Tense::Future)),
            ("Who will be there on Friday?", Some(Tense::Future)),
            ("Was war am Montag?", Some(Tense::Past)),
            ("Which release was due on 3 May?", None),
            ("What is the budget in May?", None),
        ];
        for (query, expected) in questions {
            assert_eq!(tense(query), expected, "{query}");
        }
    }

    #[test]
    fn questions_for_a_cause_are_known() {
        for query in [
            "Why did she leave?",
            "What made him so angry?",
            "Warum ist das so?",
            "他为什么走了？",
            "the reason for it",
        ] {
            assert!(asks_cause(query), "{query}");
        }
        for query in ["When did she leave?", "What did he make?", "whyever not"] {
            assert!(!asks_cause(query), "{query}");
        }
    }

    #[test]
    fn requests_and_situations_are_told_from_questions_for_facts() {
        for query in [
            "Plan a trip to the sea.",
            "The courier is at the door now.",
            "Shall I order it?",
            "Can you bake bread?",
            "May Ida stay up?",
        ] {
            assert!(asks_action(query), "{query}");
        }
        for query in [
            "List the tools that I brought up.",
            "How many dogs does Ida have?",
            "When does my sprint end?",
            "Should it have been shut, and was it?",
            "What did she say",
            "Lyon",
        ] {
            assert!(!asks_action(query), "{query}");
        }
    }
}
