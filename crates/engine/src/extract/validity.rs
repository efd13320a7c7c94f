//! When a clause holds: "since March", "until Friday", "for three years", "from 2019 to 2021", "last week".
//!
//! Owns the reading of times beside a clause. Must not know: keys.

use std::ops::Range;

use super::ground::{Ground, Time};
use super::group::Tense;
use crate::model::{DAY_US, Grain, Interval, Micros, Validity};
use crate::when::Relation;

/// The times of a clause: `lead` are the tokens before its subject, `tail` those after its verb.
pub(super) fn times<'g>(ground: &'g Ground<'_>, lead: &Range<usize>, tail: &Range<usize>) -> Vec<&'g Time> {
    let all = ground.times().iter();
    all.filter(|time| {
        let inside = |range: &Range<usize>| time.from >= range.start && time.to <= range.end;
        ground.is_dated(time) && (inside(tail) || inside(lead))
    })
    .collect()
}

/// What is to be known of the fact to read its times.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course {
    /// It is a change: a time says when it began, or when it ended.
    pub(super) is_change: bool,
    pub(super) ends: bool,
    pub(super) tense: Tense,
    /// The key is of the moment ("I'm in Rome this week").
    pub(super) is_momentary: bool,
}

/// When it held.
pub(super) fn validity(ground: &Ground<'_>, lead: &Range<usize>, tail: &Range<usize>, course: Course) -> Validity {
    let mut out = Validity { from: None, until: None };
    for time in times(ground, lead, tail) {
        let is_ahead =
            time.intent.relation == Relation::Until && course.tense != Tense::Past || course.tense == Tense::Future;
        let time = if is_ahead { ground.ahead(time).unwrap_or(time) } else { time };
        let Some(best) = time.intent.hypotheses.first().map(|hypothesis| hypothesis.interval) else { continue };
        match time.intent.relation {
            Relation::Since => out.from = out.from.or(bounded(best.start)),
            Relation::Until => out.until = out.until.or(bounded(best.end)),
            Relation::Between => {
                out.from = out.from.or(bounded(best.start));
                out.until = out.until.or(bounded(best.end));
            }
            Relation::In | Relation::Around => {
                if course.is_change && course.ends {
                    out.until = out.until.or(Some(best.start));
                } else if course.is_change {
                    out.from = out.from.or(Some(best.start));
                } else if course.is_momentary || course.tense == Tense::Past && best.grain >= Grain::Month {
                    out.from = out.from.or(Some(best.start));
                    out.until = out.until.or(Some(best.end));
                }
            }
            Relation::Latest | Relation::First => {}
        }
    }
    if out.from.is_none() && course.tense == Tense::Perfect && !course.ends {
        out.from = lasting(ground, tail);
    }
    if out.until.is_some_and(|until| out.from.is_some_and(|from| until < from)) {
        out.from = None;
    }
    out
}

/// Ends of the calendar are no bounds.
fn bounded(at: Micros) -> Option<Micros> {
    (at > Micros::MIN && at < Micros::MAX).then_some(at)
}

/// "for three years": from then on, counted back from when it was said.
fn lasting(ground: &Ground<'_>, tail: &Range<usize>) -> Option<Micros> {
    let said = ground.reading.said_at?;
    let at = tail.clone().find(|&at| ground.word(at) == "for")?;
    let mut number = at + 1;
    while matches!(ground.word(number), "about" | "over" | "almost" | "nearly" | "around" | "the" | "past" | "last") {
        number += 1;
    }
    let count = match ground.word(number) {
        "a" | "an" | "one" => 1,
        "two" => 2,
        "three" => 3,
        "four" => 4,
        "five" => 5,
        "six" => 6,
        "seven" => 7,
        "eight" => 8,
        "nine" => 9,
        "ten" => 10,
        "twelve" => 12,
        "fifteen" => 15,
        "twenty" => 20,
        word => word.parse::<i64>().ok().filter(|count| (1..=100).contains(count))?,
    };
    let days = match ground.word(number + 1) {
        "day" | "days" => 1,
        "week" | "weeks" => 7,
        "month" | "months" => 30,
        "year" | "years" => 365,
        _ => return None,
    };
    Some(said.plus(-(count * days * DAY_US)))
}

/// When an action took or takes place: the finest time beside it.
pub(super) fn moment(
    ground: &Ground<'_>,
    lead: &Range<usize>,
    tail: &Range<usize>,
    is_planned: bool,
) -> Option<Interval> {
    let mut found = times(ground, lead, tail);
    if is_planned {
        for time in &mut found {
            *time = ground.ahead(time).unwrap_or(*time);
        }
    }
    let plain =
        found.iter().filter(|time| matches!(time.intent.relation, Relation::In | Relation::Around | Relation::Between));
    plain
        .filter_map(|time| time.intent.hypotheses.first())
        .map(|hypothesis| hypothesis.interval)
        .min_by_key(|interval| interval.len_us())
}
