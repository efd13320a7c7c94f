//! One text, prepared: its tokens, what of it is somebody else's, its names, its times, its sentences.
//!
//! Owns the lookups by token that all rules share. Must not know: claims.

use std::cell::OnceCell;
use std::ops::Range;

use super::lexicon::Class;
use super::token::{Kind, Token};
use crate::model::{EntityKind, Micros, Span};
use crate::ports::Reading;
use crate::when::{self, Intent};

/// Below this an expression is no time for the rules here: it would cut values short. Chosen.
const TIME_SURE: f32 = 0.5;

/// A name, with the tokens it covers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Name {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) span: Span,
    pub(super) kind: Option<EntityKind>,
    /// Written in small letters and known from a list alone.
    pub(super) is_small: bool,
}

/// A time that the text names, with the tokens it covers.
#[derive(Clone, Debug)]
pub(super) struct Time {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) intent: Intent,
}

/// Everything the rules ask of a text.
pub(super) struct Ground<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: &'a [Token<'a>],
    /// In order, without overlap.
    pub(super) names: Vec<Name>,
    /// For each token the number of its name plus one; zero where it has none.
    name_of: Vec<u32>,
    /// Tokens that the writer does not say.
    aside: Vec<bool>,
    /// Ranges of tokens.
    pub(super) sentences: Vec<Range<usize>>,
    pub(super) reading: &'a Reading<'a>,
    times: OnceCell<Vec<Time>>,
    times_ahead: OnceCell<Vec<Time>>,
}

impl<'a> Ground<'a> {
    pub(super) fn new(
        reading: &'a Reading<'a>,
        tokens: &'a [Token<'a>],
        names: Vec<Name>,
        asides: &[Range<usize>],
        sentence_spans: &[Span],
    ) -> Self {
        let mut name_of = vec![0; tokens.len()];
        for (idx, name) in names.iter().enumerate() {
            name_of[name.from..name.to].fill(idx as u32 + 1);
        }
        let mut aside = vec![false; tokens.len()];
        for range in asides {
            let from = tokens.partition_point(|token| token.end <= range.start);
            let to = tokens.partition_point(|token| token.start < range.end);
            aside[from..to.max(from)].fill(true);
        }
        let mut sentences = Vec::with_capacity(sentence_spans.len());
        let mut from = 0;
        for span in sentence_spans {
            let to = from + tokens[from..].partition_point(|token| token.start < span.end as usize);
            if to > from {
                sentences.push(from..to);
            }
            from = to;
        }
        Self {
            text: reading.text,
            tokens,
            names,
            name_of,
            aside,
            sentences,
            reading,
            times: OnceCell::new(),
            times_ahead: OnceCell::new(),
        }
    }

    /// The word at a token in lower case; empty for marks and past the end.
    pub(super) fn word(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| token.word)
    }

    /// Whether the word at a token is of a class of [`super::lexicon`].
    pub(super) fn has(&self, at: usize, class: Class) -> bool {
        self.tokens.get(at).is_some_and(|token| token.classes & class != 0)
    }

    pub(super) fn is_mark(&self, at: usize, mark: char) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is_mark(mark))
    }

    pub(super) fn is_aside(&self, at: usize) -> bool {
        self.aside.get(at).copied().unwrap_or(false)
    }

    /// The name that a token belongs to.
    pub(super) fn name_over(&self, at: usize) -> Option<&Name> {
        let number = self.name_of.get(at).copied().unwrap_or(0);
        number.checked_sub(1).and_then(|idx| self.names.get(idx as usize))
    }

    /// The name that starts at a token.
    pub(super) fn name_at(&self, at: usize) -> Option<&Name> {
        self.name_over(at).filter(|name| name.from == at)
    }

    /// Bytes of a range of tokens that is not empty.
    pub(super) fn span(&self, range: &Range<usize>) -> Span {
        let start = self.tokens.get(range.start).map_or(0, |token| token.start);
        let end = range.end.checked_sub(1).and_then(|last| self.tokens.get(last)).map_or(start, |token| token.end);
        Span { start: start as u32, end: end.max(start) as u32 }
    }

    /// The text of a range of tokens, verbatim.
    pub(super) fn slice(&self, range: &Range<usize>) -> &'a str {
        let span = self.span(range);
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Times of the text, read at the first call. Without a moment of speaking only those with a year mean anything, but
    /// all are told apart from values.
    pub(super) fn times(&self) -> &[Time] {
        self.times.get_or_init(|| self.resolved(when::Direction::Past))
    }

    /// The same time as `time`, looked for ahead: in plans, and where something lasts "until Friday".
    pub(super) fn ahead(&self, time: &Time) -> Option<&Time> {
        let all = self.times_ahead.get_or_init(|| self.resolved(when::Direction::Future));
        all.iter().find(|other| other.from == time.from && other.to == time.to)
    }

    fn resolved(&self, direction: when::Direction) -> Vec<Time> {
        let zone =
            self.reading.zone.and_then(|name| jiff::tz::TimeZone::get(name).ok()).unwrap_or(jiff::tz::TimeZone::UTC);
        let now = self.reading.said_at.unwrap_or(Micros(0));
        let reference = when::Reference { now, zone: &zone, week_starts_on_sunday: false, direction };
        let found = when::resolve(self.text, &reference);
        found
            .into_iter()
            .filter(|intent| intent.confidence >= TIME_SURE)
            .filter_map(|intent| self.time(intent))
            .collect()
    }

    fn time(&self, intent: Intent) -> Option<Time> {
        let from = self.tokens.partition_point(|token| token.end <= intent.span.start as usize);
        let to = self.tokens.partition_point(|token| token.start < intent.span.end as usize);
        (from < to).then_some(Time { from, to, intent })
    }

    /// The time whose words begin at a token.
    pub(super) fn time_at(&self, at: usize) -> Option<&Time> {
        self.times().iter().find(|time| time.from == at)
    }

    /// True where the day of speaking is known or the time needs none.
    pub(super) fn is_dated(&self, time: &Time) -> bool {
        self.reading.said_at.is_some() || time.intent.explicit
    }

    /// A full stop inside a sentence: of an abbreviation, not of a sentence.
    pub(super) fn is_soft_dot(&self, at: usize, end: usize) -> bool {
        self.is_mark(at, '.')
            && at + 1 < end
            && !self.is_mark(at + 1, '.')
            && at > 0
            && self.tokens[at - 1].end == self.tokens[at].start
            && !self.is_mark(at - 1, '.')
    }

    /// True for a word with letters that no list of everyday words has, or one that carries a capital inside a sentence.
    pub(super) fn is_namelike(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at) else { return false };
        token.kind == Kind::Word
            && (self.name_over(at).is_some() || token.capital || !crate::text::is_everyday(token.word))
    }

    /// A mark that ends a sentence, or an emoji.
    pub(super) fn is_soft_end(&self, at: usize, end: usize) -> bool {
        at >= end
            || matches!(self.tokens[at].kind, Kind::Mark(mark) if matches!(mark, '.' | '!' | '?' | ';' | ')') || !mark.is_ascii())
    }

    /// A text whose names may be in small letters: no capital but at beginnings of sentences and on "I".
    pub(super) fn is_small(&self) -> bool {
        self.sentences.iter().all(|range| {
            range
                .clone()
                .skip(1)
                .all(|at| !self.tokens[at].capital || self.tokens[at].word == "i" || !self.tokens[at - 1].is_word())
        })
    }
}
