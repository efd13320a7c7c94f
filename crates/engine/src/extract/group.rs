//! The verb of a clause with what belongs to it: helping verbs, "not", adverbs, tense.
//!
//! Owns the reading of a verb group at a token. Must not know: subjects beyond their person, claims.

use std::borrow::Cow;

use super::ground::Ground;
use super::lexicon::{self, holds};
use super::verbs::{self, BASE, GUESSED, ING, PART, PAST, THIRD, Verb};

/// When a clause plays, as far as its verb tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tense {
    Present,
    Past,
    /// "have lived"; also what "Ann's moved" may be.
    Perfect,
    Future,
}

/// What a helping verb or a verb of wishing makes of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mood {
    /// It is so.
    Plain,
    /// "can".
    Able,
    /// "would", "could", "should", "must".
    Thought,
    /// "may", "might".
    Doubted,
    /// "want to", "would like to", "hope to".
    Wished,
    /// "plan to", "am going to", "will".
    Planned,
}

/// A verb group.
#[derive(Clone, Debug)]
pub(super) struct Group<'a> {
    /// The plain form of the main verb.
    pub(super) lemma: Cow<'a, str>,
    /// Its token.
    pub(super) at: usize,
    /// First token after the group.
    pub(super) to: usize,
    pub(super) tense: Tense,
    pub(super) mood: Mood,
    pub(super) is_passive: bool,
    /// "is working".
    pub(super) is_progressive: bool,
    pub(super) is_negated: bool,
    /// "no longer", "used to", "stopped working".
    pub(super) is_over: bool,
    /// "started working".
    pub(super) is_begun: bool,
    /// "maybe", "probably" among the words.
    pub(super) is_hedged: bool,
    pub(super) is_guessed: bool,
    /// "Ann's moved": `'s` may be "is" or "has".
    pub(super) is_either: bool,
    /// The verb in front of an infinitive: `want`, `plan`, `decide`; with the token its infinitive starts at.
    pub(super) before: Option<(&'static str, usize)>,
}

/// What the subject asks of the verb's form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Person {
    /// I, we, they: "live".
    First,
    /// She, Ann: "lives".
    Third,
    /// A list of people, or unknown.
    Any,
}

impl Person {
    fn fits(self, verb: &Verb<'_>) -> bool {
        let be = verb.lemma == "be";
        match self {
            Self::First => verb.is(BASE | PAST) && !(be && verb.is(THIRD) && !verb.is(BASE)),
            Self::Third => verb.is(THIRD | PAST),
            Self::Any => verb.is(BASE | THIRD | PAST),
        }
    }
}

/// Verbs before an infinitive and what they make of it.
const CATENATIVES: &[(&str, Mood)] = &[
    ("aim", Mood::Planned),
    ("decide", Mood::Planned),
    ("hope", Mood::Wished),
    ("intend", Mood::Planned),
    ("like", Mood::Wished),
    ("love", Mood::Wished),
    ("need", Mood::Thought),
    ("plan", Mood::Planned),
    ("prefer", Mood::Wished),
    ("want", Mood::Wished),
    ("wish", Mood::Wished),
];

struct Reader<'g, 'a> {
    ground: &'g Ground<'a>,
    end: usize,
    group: Group<'a>,
}

/// Reads the verb group that begins at `at`, for a subject of that person. `None` where there is none, or its form does not
/// agree with the subject.
pub(super) fn group<'a>(ground: &Ground<'a>, at: usize, end: usize, person: Person) -> Option<Group<'a>> {
    let group = Group {
        lemma: Cow::Borrowed(""),
        at,
        to: at,
        tense: Tense::Present,
        mood: Mood::Plain,
        is_passive: false,
        is_progressive: false,
        is_negated: false,
        is_over: false,
        is_begun: false,
        is_hedged: false,
        is_guessed: false,
        is_either: false,
        before: None,
    };
    let mut reader = Reader { ground, end, group };
    reader.read(at, person)?;
    let Reader { group, .. } = reader;
    Some(group)
}

impl<'a> Reader<'_, 'a> {
    fn read(&mut self, at: usize, person: Person) -> Option<()> {
        let at = self.adverbs(at);
        let word = self.ground.word(at);
        if at >= self.end
            || word.is_empty()
            || self.ground.name_over(at).is_some_and(|name| !name.is_small && self.ground.tokens[at].capital)
        {
            return None;
        }
        match word {
            "am" | "is" | "are" | "was" | "were" | "'s" => self.be(at, word),
            "have" | "has" | "had" => self.have(at, word, person),
            "do" | "does" | "did" => self.emphatic(at, word),
            "will" | "shall" => self.modal(at, Mood::Planned, Tense::Future),
            "would" | "could" | "should" | "must" | "'d" => self.modal(at, Mood::Thought, Tense::Present),
            "can" => self.modal(at, Mood::Able, Tense::Present),
            "may" | "might" => {
                self.group.is_hedged = true;
                self.modal(at, Mood::Doubted, Tense::Present)
            }
            "used" if self.ground.word(at + 1) == "to" && self.is_base(at + 2) => {
                self.group.tense = Tense::Past;
                self.group.is_over = true;
                self.bare(at + 2)
            }
            _ => {
                let verb = verbs::verb(word)?;
                if !person.fits(&verb) || verb.is(ING) && !verb.is(BASE) {
                    return None;
                }
                let is_past = verb.is(PAST) && (!verb.is(BASE) || matches!(word, "quit" | "put" | "hit" | "cut"));
                self.group.tense = if is_past { Tense::Past } else { Tense::Present };
                self.main(at, verb)
            }
        }
    }

    /// Skips adverbs and "not", noting what they say.
    fn adverbs(&mut self, mut at: usize) -> usize {
        while at < self.end && !self.ground.is_aside(at) {
            let word = self.ground.word(at);
            match word {
                "not" => self.group.is_negated = true,
                "never" => self.group.is_negated = true,
                "no" if matches!(self.ground.word(at + 1), "longer" | "more") => {
                    self.group.is_over = true;
                    at += 1;
                }
                "currently" | "now" | "still" => {}
                _ if holds(lexicon::HEDGES, word) => self.group.is_hedged = true,
                // "pretty" and "well" may be what is said of somebody, but then nothing follows.
                _ if holds(lexicon::ADVERBS, word) => {}
                _ => break,
            }
            at += 1;
        }
        at
    }

    fn is_base(&self, at: usize) -> bool {
        let mut at = at;
        while self.ground.has(at, lexicon::ADVERBS) {
            at += 1;
        }
        at < self.end && matches!(self.ground.word(at), "be" | "have" | "do")
            || verbs::verb(self.ground.word(at)).is_some_and(|verb| verb.is(BASE))
    }

    /// am, is, are, was, were; `'s` may be "has".
    fn be(&mut self, at: usize, word: &str) -> Option<()> {
        self.group.tense = if matches!(word, "was" | "were") { Tense::Past } else { Tense::Present };
        let next = self.adverbs(at + 1);
        let verb =
            verbs::verb(self.ground.word(next)).filter(|_| next < self.end && self.ground.name_over(next).is_none());
        let followed = |word: &str| self.ground.word(next + 1) == word;
        match verb {
            Some(verb) if word == "'s" && matches!(self.ground.word(next), "been" | "got" | "had") => {
                self.group.tense = Tense::Perfect;
                self.perfect(next, verb)
            }
            Some(verb) if verb.lemma == "go" && verb.is(ING) && followed("to") && self.is_base(next + 2) => {
                if self.group.tense == Tense::Present {
                    self.group.tense = Tense::Future;
                }
                self.group.mood = Mood::Planned;
                self.group.before = Some(("go", next + 2));
                self.bare(next + 2)
            }
            Some(verb) if verb.is(ING) && verb.lemma != "be" && !self.is_noun_like(next) => {
                self.group.is_progressive = true;
                self.main(next, verb)
            }
            Some(verb) if verb.is(PART) && !verb.is(BASE) && verb.lemma != "be" => {
                self.group.is_passive = true;
                self.group.is_either = word == "'s";
                self.main(next, verb)
            }
            _ => {
                self.group.lemma = Cow::Borrowed("be");
                self.group.at = at;
                self.group.to = next;
                Some(())
            }
        }
    }

    /// "interesting", "boring": qualities in -ing.
    fn is_noun_like(&self, at: usize) -> bool {
        matches!(
            self.ground.word(at),
            "amazing"
                | "interesting"
                | "boring"
                | "exciting"
                | "annoying"
                | "tiring"
                | "thing"
                | "king"
                | "evening"
                | "morning"
                | "charming"
                | "willing"
                | "loving"
        )
    }

    fn have(&mut self, at: usize, word: &str, person: Person) -> Option<()> {
        let agrees = match word {
            "have" => person != Person::Third,
            "has" => person != Person::First,
            _ => true,
        };
        if !agrees {
            return None;
        }
        let next = self.adverbs(at + 1);
        let inner = self.ground.word(next);
        if inner == "to" && self.is_base(next + 1) {
            self.group.mood = Mood::Thought;
            return self.bare(next + 1);
        }
        self.group.tense = if word == "had" { Tense::Past } else { Tense::Perfect };
        match verbs::verb(inner)
            .filter(|verb| next < self.end && verb.is(PART) && (!verb.is(BASE) || inner == "put" || inner == "read"))
        {
            // "have got" is "have".
            Some(verb) if verb.lemma == "get" && inner == "got" && word != "had" => {
                self.group.tense = Tense::Present;
                self.group.lemma = Cow::Borrowed("have");
                self.group.at = at;
                self.group.to = next + 1;
                Some(())
            }
            Some(verb) => self.perfect(next, verb),
            None => {
                self.group.tense = if word == "had" { Tense::Past } else { Tense::Present };
                self.group.lemma = Cow::Borrowed("have");
                self.group.at = at;
                self.group.to = next;
                Some(())
            }
        }
    }

    /// After "have": "been working", "been married", "been a nurse", "moved".
    fn perfect(&mut self, at: usize, verb: Verb<'a>) -> Option<()> {
        if verb.lemma != "be" {
            return self.main(at, verb);
        }
        self.after_be(at)
    }

    /// After a form of "be" at that word: "working", "married", or "be" itself.
    fn after_be(&mut self, at: usize) -> Option<()> {
        let next = self.adverbs(at + 1);
        let after = verbs::verb(self.ground.word(next)).filter(|_| next < self.end);
        match after {
            Some(verb) if verb.is(ING) => {
                self.group.is_progressive = true;
                self.main(next, verb)
            }
            Some(verb) if verb.is(PART) && !verb.is(BASE) => {
                self.group.is_passive = true;
                self.main(next, verb)
            }
            _ => {
                self.group.lemma = Cow::Borrowed("be");
                self.group.at = at;
                self.group.to = next;
                Some(())
            }
        }
    }

    /// "do not live", "did move"; or "did" itself.
    fn emphatic(&mut self, at: usize, word: &str) -> Option<()> {
        self.group.tense = if word == "did" { Tense::Past } else { Tense::Present };
        let next = self.adverbs(at + 1);
        if self.is_base(next) {
            return self.bare(next);
        }
        self.group.lemma = Cow::Borrowed("do");
        self.group.at = at;
        self.group.to = next;
        Some(())
    }

    fn modal(&mut self, at: usize, mood: Mood, tense: Tense) -> Option<()> {
        self.group.mood = mood;
        self.group.tense = tense;
        let next = self.adverbs(at + 1);
        if self.ground.word(next) == "have" && verbs::verb(self.ground.word(next + 1)).is_some_and(|verb| verb.is(PART))
        {
            // "would have moved": it did not happen.
            self.group.mood = Mood::Thought;
            let verb = verbs::verb(self.ground.word(next + 1))?;
            return self.main(next + 1, verb);
        }
        self.bare(next)
    }

    /// The plain form that a helping verb asks for.
    fn bare(&mut self, at: usize) -> Option<()> {
        let at = self.adverbs(at);
        let word = self.ground.word(at);
        if at >= self.end {
            return None;
        }
        if word == "be" {
            return self.after_be(at);
        }
        let verb = verbs::verb(word).filter(|verb| verb.is(BASE))?;
        self.main(at, verb)
    }

    /// The main verb, and verbs that only lead in to another one.
    fn main(&mut self, at: usize, verb: Verb<'a>) -> Option<()> {
        let ground = self.ground;
        let next = ground.word(at + 1);
        let inner = |at: usize| (at < self.end).then(|| verbs::verb(ground.word(at))).flatten();
        let gerund = inner(at + 1).filter(|verb| verb.is(ING));
        let infinitive = if next == "to" { inner(at + 2).filter(|verb| verb.is(BASE)) } else { None };
        match (&*verb.lemma, gerund, infinitive) {
            ("stop" | "quit" | "cease" | "finish", Some(inner), _) if !self.group.is_negated => {
                self.group.is_over = true;
                return self.main(at + 1, inner);
            }
            // "got fired", "getting married".
            ("get", _, _) => {
                if let Some(inner) = inner(at + 1).filter(|verb| {
                    verb.is(PART) && !verb.is(BASE) && !matches!(&*verb.lemma, "get" | "have" | "be" | "do")
                }) {
                    self.group.is_passive = true;
                    self.group.is_begun = true;
                    return self.main(at + 1, inner);
                }
            }
            ("start" | "begin", Some(inner), _) => {
                self.group.is_begun = true;
                return self.main(at + 1, inner);
            }
            ("continue" | "keep", Some(inner), _) => return self.main(at + 1, inner),
            ("start" | "begin", _, Some(inner)) => {
                self.group.is_begun = true;
                return self.main(at + 2, inner);
            }
            ("continue", _, Some(inner)) => return self.main(at + 2, inner),
            (lemma, _, Some(inner)) => {
                let is_would = self.group.mood == Mood::Thought;
                if let Some((before, mood)) = CATENATIVES.iter().find(|(before, _)| *before == lemma)
                    && (is_would || !matches!(*before, "like" | "love" | "prefer"))
                {
                    let start = at + 2;
                    self.group.mood = if self.group.is_negated { Mood::Thought } else { *mood };
                    self.group.before = Some((before, start));
                    return self.main(start, inner);
                }
            }
            _ => {}
        }
        self.group.is_guessed = verb.is(GUESSED);
        self.group.lemma = verb.lemma;
        self.group.at = at;
        let mut to = at + 1;
        // "I live currently in Rome"; adverbs that end a clause stay outside.
        while to < self.end
            && matches!(
                ground.word(to),
                "really"
                    | "currently"
                    | "also"
                    | "still"
                    | "now"
                    | "just"
                    | "mostly"
                    | "usually"
                    | "originally"
                    | "primarily"
                    | "mainly"
                    | "actually"
            )
        {
            to += 1;
        }
        self.group.to = to;
        Some(())
    }
}
