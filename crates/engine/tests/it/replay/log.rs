//! A log of 32 days as an agent's host would send it, with a note on each write that says what it is worth.
//!
//! The notes are the oracle: they come from here alone, never from what the engine thinks of a text.

use std::collections::BTreeSet;

use quintet::model::{Micros, Role, SessionId};
use quintet::ports::Random;
use quintet::retain::RememberItem;
use quintet_devkit::fake::SeededRandom;

use super::words::{
    ADVICE, ANSWERS, BOOTS, FIRST_NAMES, HAPPENED, KEYS, LAST_NAMES, LEADS, MARKS, NODS, PLACES, STATUS, SYSTEM, THEN,
    THINGS, TIMERS, WHEN,
};

pub(super) const DAYS: usize = 32;
pub(super) const WRITES: usize = 10_000;
const SESSIONS_PER_DAY: usize = 10;

/// What a write is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    /// Tells a fact for the first time, or its new value.
    Fact { fact: usize, version: usize },
    /// Says again what is known, word for word or otherwise.
    Again { fact: usize, version: usize },
    /// Talk that is new.
    Talk,
    /// Memories that were handed in again, in front of a new question or alone.
    Handed { question: Option<String>, texts: Vec<String> },
    /// Tells nothing.
    Noise(&'static str),
}

pub(super) struct Write {
    pub(super) item: RememberItem,
    pub(super) worth: Worth,
}

pub(super) struct Fact {
    /// `None` for whoever speaks.
    pub(super) subject: Option<String>,
    pub(super) key: usize,
    pub(super) values: Vec<&'static str>,
    /// The day of each value.
    days: Vec<usize>,
}

impl Fact {
    fn say(&self, wording: usize, version: usize) -> String {
        let key = &KEYS[self.key];
        let wordings = if self.subject.is_some() { key.third } else { key.first };
        self.fill(wordings[wording % wordings.len()], version)
    }

    fn tell(&self, version: usize) -> String {
        match (version, KEYS[self.key].change) {
            (0, _) | (_, None) => self.say(0, version),
            (_, Some((third, first))) => self.fill(if self.subject.is_some() { third } else { first }, version),
        }
    }

    fn fill(&self, wording: &str, version: usize) -> String {
        wording.replace("{s}", self.subject.as_deref().unwrap_or_default()).replace("{v}", self.values[version])
    }

    pub(super) fn question(&self) -> String {
        let (third, first) = KEYS[self.key].asked;
        self.fill(if self.subject.is_some() { third } else { first }, 0)
    }

    /// The version that holds on a day, if the fact is known by then.
    fn version_on(&self, day: usize) -> Option<usize> {
        self.days.iter().rposition(|told| *told <= day)
    }
}

pub(super) struct Log {
    pub(super) facts: Vec<Fact>,
    /// By session, in order of time.
    pub(super) sessions: Vec<Vec<Write>>,
}

/// What a day holds before it is put into sessions.
struct Planned {
    role: Role,
    text: String,
    worth: Worth,
}

struct Maker {
    random: SeededRandom,
    facts: Vec<Fact>,
    said: BTreeSet<String>,
}

pub(super) fn log(seed: u64) -> Log {
    let mut maker = Maker { random: SeededRandom::new(seed), facts: Vec::new(), said: BTreeSet::new() };
    maker.facts = maker.make_facts();
    let mut left = WRITES;
    let mut sessions = Vec::new();
    for day in 0..DAYS {
        let share = left / (DAYS - day);
        left -= share;
        let planned = maker.day(day, share - 2 * SESSIONS_PER_DAY);
        sessions.extend(maker.sessions(day, planned));
    }
    Log { facts: maker.facts, sessions }
}

impl Maker {
    fn below(&self, bound: usize) -> usize {
        (self.random.next_u64() % bound as u64) as usize
    }

    fn one<'a>(&self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    fn make_facts(&self) -> Vec<Fact> {
        let named = LAST_NAMES.iter().flat_map(|last| FIRST_NAMES.iter().map(move |first| format!("{first} {last}")));
        let subjects: Vec<Option<String>> = std::iter::once(None).chain(named.map(Some)).collect();
        let mut facts = Vec::new();
        for (place, subject) in subjects.iter().enumerate() {
            for (key, about) in KEYS.iter().enumerate() {
                let begin = self.below(DAYS - 10);
                let first = self.below(about.values.len());
                let (mut values, mut days) = (vec![about.values[first]], vec![begin]);
                if about.change.is_some() && (place + key).is_multiple_of(2) {
                    values.push(about.values[(first + 1 + self.below(about.values.len() - 1)) % about.values.len()]);
                    days.push(begin + 2 + self.below(7));
                }
                facts.push(Fact { subject: subject.clone(), key, values, days });
            }
        }
        facts
    }

    /// Everything of one day but for what begins a session, in a random order in which facts come before what repeats them.
    fn day(&mut self, day: usize, share: usize) -> Vec<Planned> {
        let mut told = Vec::new();
        for (idx, fact) in self.facts.iter().enumerate() {
            for (version, _) in fact.days.iter().enumerate().filter(|(_, told)| **told == day) {
                told.push(person(fact.tell(version), Worth::Fact { fact: idx, version }));
            }
        }
        let mut rest = Vec::new();
        for _ in 0..22 {
            rest.extend(self.again(day, true));
        }
        for _ in 0..31 {
            rest.extend(self.again(day, false));
        }
        for way in 0..40 {
            rest.extend(self.handed(day, way % 10));
        }
        for _ in 0..27 {
            let at = self.below(TIMERS.len());
            rest.push(person(self.filled(TIMERS[at], day), Worth::Noise("timer")));
            rest.push(planned(Role::Assistant, self.filled(ANSWERS[at], day), Worth::Noise("answer")));
        }
        for _ in 0..44 {
            let text = self.filled(self.one(&STATUS), day);
            rest.push(planned(Role::Tool, text, Worth::Noise("status")));
        }
        for _ in 0..5 {
            rest.push(person(self.one(&MARKS).to_owned(), Worth::Noise("marks")));
        }
        for _ in 0..8 {
            rest.push(person(self.one(&NODS).to_owned(), Worth::Noise("nod")));
        }
        while told.len() + rest.len() < share {
            rest.push(self.talk());
        }
        rest.truncate(share - told.len());
        for idx in (1..rest.len()).rev() {
            rest.swap(idx, self.below(idx + 1));
        }
        // The facts of a day come before what repeats them: in its first sessions.
        told.extend(rest);
        told
    }

    /// A fact of an earlier day, said again.
    fn again(&self, day: usize, exactly: bool) -> Option<Planned> {
        let fact = self.below(self.facts.len());
        let version = self.facts[fact].version_on(day.checked_sub(1)?)?;
        // On the day of a change the old value is not said again.
        if self.facts[fact].version_on(day) != Some(version) {
            return None;
        }
        let known = &self.facts[fact];
        let text = if exactly {
            known.tell(version)
        } else {
            format!("{}{}", self.one(&LEADS), known.say(1 + self.below(2), version))
        };
        Some(person(text, Worth::Again { fact, version }))
    }

    fn talk(&mut self) -> Planned {
        loop {
            let (thing, place) = (self.one(&THINGS), self.one(&PLACES));
            let (role, text) = if self.below(5) < 3 {
                let (when, happened, then) = (self.one(&WHEN), self.one(&HAPPENED), self.one(&THEN));
                (Role::User, format!("{when} the {thing} in {place} {happened}, and {then}."))
            } else {
                let (advice, then) = (self.one(&ADVICE), self.one(&THEN));
                (Role::Assistant, format!("You could {advice} the {thing} in {place}; last time {then}."))
            };
            if self.said.insert(text.clone()) {
                return planned(role, text, Worth::Talk);
            }
        }
    }

    fn new_question(&mut self) -> String {
        loop {
            let (advice, thing) = (self.one(&ADVICE), self.one(&THINGS));
            let text = format!("Shall we {advice} the {thing} in {} if {}?", self.one(&PLACES), self.one(&THEN));
            if self.said.insert(text.clone()) {
                return text;
            }
        }
    }

    /// What a recall returned, as hosts put it in front of the next message or hand it to the model as a tool's result. Now and
    /// then a value is among it that was replaced since.
    fn handed(&mut self, day: usize, way: usize) -> Option<Planned> {
        let mut texts: Vec<String> = Vec::new();
        for _ in 0..40 {
            let fact = self.below(self.facts.len());
            let known = &self.facts[fact];
            let Some(version) = day.checked_sub(1).and_then(|day| known.version_on(day)) else { continue };
            let text = known.tell(if self.below(4) == 0 { 0 } else { version });
            if !texts.contains(&text) {
                texts.push(text);
            }
            if texts.len() == 2 + way % 3 {
                break;
            }
        }
        if texts.len() < 2 {
            return None;
        }
        let list = |lead: &str, tail: &str| {
            texts.iter().map(|text| format!("{lead}{text}{tail}")).collect::<Vec<_>>().join("\n")
        };
        let objects = texts.iter().enumerate().map(|(idx, text)| {
            serde_json::json!({ "id": format!("m{idx}"), "memory": text, "score": 0.9 - idx as f64 / 10.0 })
        });
        let objects = serde_json::Value::Array(objects.collect());
        let question = self.new_question();
        let (role, text) = match way {
            0 => (Role::User, format!("<quintet-memories>\n{}\n</quintet-memories>\n{question}", list("- ", ""))),
            1 => (Role::User, format!("<relevant_memories>\n{}\n</relevant_memories>\n\n{question}", list("", ""))),
            2 => (Role::User, format!("## Relevant memories\n{}\n\n{question}", list("- [2026-05-02] ", ""))),
            3 => (Role::User, format!("Context from earlier conversations:\n{}\n\n{question}", list("1. ", " (0.71)"))),
            4 => (Role::User, format!("Memories: {objects}\n{question}")),
            5 => (Role::Tool, serde_json::to_string_pretty(&serde_json::json!({ "results": objects })).unwrap()),
            6 => (Role::Tool, list("- ", " [score: 0.83]")),
            7 => (Role::User, format!("Relevant memory: {}\n\n{question}", texts[0])),
            8 => (Role::User, format!("Known facts: {}\n{question}", texts.join(" "))),
            _ => (Role::Assistant, format!("Here is what I remember:\n{}", list("* \"", "\""))),
        };
        let question = (role == Role::User).then_some(question);
        Some(planned(role, text, Worth::Handed { question, texts }))
    }

    fn filled(&self, wording: &str, day: usize) -> String {
        let stamp = format!("{} {:02}:{:02}:{:02}", date(day), self.below(24), self.below(60), self.below(60));
        let mut text = wording.replace("{d}", &day_in_words(day)).replace("{t}", &stamp);
        text = text.replace("{x}", &format!("{:08x}", self.random.next_u64() as u32));
        while let Some(at) = text.find("{n}") {
            text.replace_range(at..at + 3, &self.below(5_000).to_string());
        }
        text
    }

    fn sessions(&self, day: usize, planned: Vec<Planned>) -> Vec<Vec<Write>> {
        let size = planned.len().div_ceil(SESSIONS_PER_DAY);
        let mut sessions = Vec::new();
        let mut planned = planned.into_iter();
        for number in 0..SESSIONS_PER_DAY {
            let session = SessionId::new(format!("d{day}-{number}")).unwrap();
            let begin = Micros::parse(&format!("{}T{:02}:00:00Z", date(day), 7 + number)).unwrap();
            let system = self::planned(Role::System, self.filled(SYSTEM, day), Worth::Noise("system"));
            let boot = person(self.filled(BOOTS[number % BOOTS.len()], day), Worth::Noise("boot"));
            let all = [system, boot].into_iter().chain(planned.by_ref().take(size));
            let write = |(idx, one): (usize, Planned)| Write {
                item: RememberItem {
                    session: Some(session.clone()),
                    role: Some(one.role),
                    known_at: Some(begin.plus(idx as i64 * 40_000_000)),
                    ..RememberItem::new(one.text)
                },
                worth: one.worth,
            };
            sessions.push(all.enumerate().map(write).collect());
        }
        sessions
    }
}

fn planned(role: Role, text: String, worth: Worth) -> Planned {
    Planned { role, text, worth }
}

fn person(text: String, worth: Worth) -> Planned {
    planned(Role::User, text, worth)
}

/// Days from 1 May 2026 on.
fn date(day: usize) -> String {
    if day < 31 { format!("2026-05-{:02}", day + 1) } else { format!("2026-06-{:02}", day - 30) }
}

fn day_in_words(day: usize) -> String {
    let week = ["Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday"];
    let (month, number) = if day < 31 { ("May", day + 1) } else { ("June", day - 30) };
    format!("{}, {number} {month} 2026", week[day % 7])
}
