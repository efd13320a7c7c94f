//! Time expressions: from words to half-open UTC intervals.
//!
//! [`resolve`] reads a question, [`stated`] and [`event_of`] read what is stored. All three are pure: the present, the
//! zone and the direction of doubt are given by the caller, and no clock is read.
//!
//! The grammar is a set of tables (`rows_*`): one row is one pattern, what it means, and examples that the tests run.
//! An expression that can mean several intervals keeps them all, each with a share. Words that are times only by
//! accident ("may", "march on", "second", "sat") need company to count.
//!
//! Layer 1: uses the model and the calendar library only.

mod almanac;
mod civil;
mod context;
mod feast;
mod grammar;
mod lexicon;
mod numeric;
mod observances;
mod phrases;
mod pick;
mod plan;
mod read;
mod rows_absolute;
mod rows_bound;
mod rows_chinese;
mod rows_clock;
mod rows_feast;
mod rows_french;
mod rows_german;
mod rows_hours;
mod rows_japanese;
mod rows_length;
mod rows_nth;
mod rows_order;
mod rows_range;
mod rows_relative;
mod rows_spanish;
mod rows_vague;
mod rows_week;
mod rows_zone;
mod series;
mod stamp;
#[cfg(test)]
mod tests;
mod token;
mod value;

use crate::model::{Grain, Interval, Micros, Span};

/// Expressions read from one text at most; the rest of the text is left alone.
pub const INTENTS_MAX: usize = 16;

/// How the wanted time lies to the intervals of an [`Intent`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Inside the interval ("in March", "yesterday").
    In,
    /// From the start of the interval on. The interval ends now ("since Monday") or at [`Micros::MAX`] ("after 2010",
    /// which starts where 2010 ends).
    Since,
    /// Up to the end of the interval, which starts at [`Micros::MIN`]. "Before X" ends where X starts, "until X" where
    /// X ends.
    Until,
    /// Inside an interval told by its two ends ("from 2004 to 2005", both included).
    Between,
    /// Near the interval ("around Christmas", "recently").
    Around,
    /// The latest that fits ("last time", "most recent"). There is no interval: the hypotheses are empty.
    Latest,
    /// The first that fits ("the first time", "earliest"). There is no interval: the hypotheses are empty.
    First,
}

/// One reading of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hypothesis {
    /// What it means, in UTC.
    pub interval: Interval,
    /// Share among the readings of one expression, in `(0, 1]`; the shares of an intent sum to 1.
    pub p: f32,
}

/// A time expression found in a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Intent {
    /// Where it stands, with its preposition ("in March").
    pub span: Span,
    /// How the wanted time lies to the intervals.
    pub relation: Relation,
    /// Readings, most likely first, at most four. Empty for [`Relation::Latest`] and [`Relation::First`] only.
    pub hypotheses: Vec<Hypothesis>,
    /// Grain of the most likely reading.
    pub grain: Grain,
    /// How sure it is that the words are meant as a time and read right, `0..=1`. Doubt between readings is in the
    /// shares, not here.
    pub confidence: f32,
    /// Holds an absolute year ("March 2024"), so that the present does not matter.
    pub explicit: bool,
}

/// On which side of the present an expression without a year or date is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// The latest that has begun: right for questions to a memory.
    #[default]
    Past,
    /// Whichever is nearer.
    Nearest,
    /// The next that is not over: right for plans.
    Future,
}

/// When and where something was said.
#[derive(Clone, Copy, Debug)]
pub struct Reference<'a> {
    /// The moment of speaking.
    pub now: Micros,
    /// The speaker's zone: days start at its midnights.
    pub zone: &'a jiff::tz::TimeZone,
    /// Weeks start on Sunday instead of Monday.
    pub week_starts_on_sunday: bool,
    /// Where to look when the text does not say.
    pub direction: Direction,
}

/// The time expressions of a text, in order of appearance, not overlapping, at most [`INTENTS_MAX`].
///
/// Cost: linear in the text; words that no table knows are skipped at the price of one lookup.
pub fn resolve(text: &str, reference: &Reference<'_>) -> Vec<Intent> {
    pick::intents(text, reference)
}

/// The intervals that a text states, for indexing: dates, months with a year, years, ranges of years, decades; and,
/// given when it was said, relative phrases too ("yesterday" said on 8 May is 7 May). In order of appearance, without
/// doubles, at most [`INTENTS_MAX`].
///
/// Unlike in [`resolve`], a plain year between 1000 and 2100 counts unless a neighbour makes it a number ("2024
/// people"). Without `said_at` years are read in UTC. A bound ("since 2004") states the interval it names.
pub fn stated(text: &str, said_at: Option<&Reference<'_>>) -> Vec<Interval> {
    pick::stated(text, said_at)
}

/// The one interval that a text said at a moment is most likely about: the narrowest that it states, the first of
/// equals, and one that has begun rather than one that lies ahead ("I saw her yesterday and will call at 3 pm on Friday"
/// is about yesterday). `None` when it names none surely enough.
///
/// In a clause that speaks of what is to come ("I'll see her on Friday") a bare weekday or date lies ahead, though the
/// reference looks back.
pub fn event_of(text: &str, said_at: &Reference<'_>) -> Option<Interval> {
    pick::event_of(text, said_at)
}
