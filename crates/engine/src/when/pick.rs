//! From parsed pieces to intents: which pieces stand, which occurrence is meant, and what that is in UTC.
//!
//! Must not know patterns. Cost: one lookup a token; parsing only around words that can carry a time.

use std::sync::LazyLock;

use super::civil::{Calendar, Moment, Range, Unit};
use super::context::{self, Place, Years};
use super::grammar::{Grammar, Piece, Row};
use super::series::Series;
use super::token::{self, Shape, Token};
use super::value::{Form, Frame, Time, Value, field};
use super::{
    Direction, Hypothesis, INTENTS_MAX, Intent, Reference, Relation, observances, plan, rows_absolute, rows_bound,
    rows_chinese, rows_clock, rows_feast, rows_french, rows_german, rows_hours, rows_japanese, rows_length, rows_nth,
    rows_order, rows_range, rows_relative, rows_spanish, rows_vague, rows_week, rows_zone,
};
use crate::model::{Grain, Interval, Micros, Span};

/// Tokens of one stretch; a longer one is cut. Bounds the parser's work.
const STRETCH_MAX: usize = 28;
/// Tokens parsed in a row without finding anything before the rest of the text is given up. Bounds the time that
/// crafted text can take; running text has fewer in hundreds of pages.
const FRUITLESS_MAX: usize = 4_096;
/// Tokens parsed before the first and after the last trigger of a stretch.
const MARGIN: usize = 8;
/// Share of the occurrence on the side the caller prefers; the rest is the neighbour's. Chosen.
const PREFERRED: f32 = 0.85;
/// Share of the nearest occurrence when no side is preferred. Chosen.
const NEAREST: f32 = 0.7;
/// Confidence of a year without a preposition. Chosen.
const BARE_YEAR: f32 = 0.6;
/// Confidence below which a text is not about the interval it names. Chosen.
const EVENT_MIN: f32 = 0.6;
/// Days beyond which a neighbouring occurrence is no second reading ("Tuesday, 10 March" returns after 11 years).
const NEIGHBOUR_DAYS: i64 = 5 * 366;
/// Readings of one expression at most.
const READINGS_MAX: usize = 4;

/// Order matters only between readings of equal length and cost: the earlier table wins.
const TABLES: [&[Row]; 18] = [
    rows_feast::ROWS,
    rows_relative::ROWS,
    rows_length::ROWS,
    rows_absolute::ROWS,
    rows_nth::ROWS,
    rows_week::ROWS,
    rows_vague::ROWS,
    rows_clock::ROWS,
    rows_hours::ROWS,
    rows_zone::ROWS,
    rows_range::ROWS,
    rows_bound::ROWS,
    rows_order::ROWS,
    rows_german::ROWS,
    rows_spanish::ROWS,
    rows_french::ROWS,
    rows_chinese::ROWS,
    rows_japanese::ROWS,
];

static GRAMMAR: LazyLock<Grammar> = LazyLock::new(|| Grammar::compile(rows(), observances::names()));

struct Found {
    span: Span,
    time: Time,
}

/// See [`super::resolve`].
pub(super) fn intents(text: &str, reference: &Reference<'_>) -> Vec<Intent> {
    let frame = frame_of(reference);
    let found = scan(text, &frame, Years::InCompany);
    found.into_iter().filter_map(|found| intent(found, &frame, reference.zone)).take(INTENTS_MAX).collect()
}

/// See [`super::stated`].
pub(super) fn stated(text: &str, said_at: Option<&Reference<'_>>) -> Vec<Interval> {
    let utc = jiff::tz::TimeZone::UTC;
    let (frame, zone) = if let Some(reference) = said_at {
        (frame_of(reference), reference.zone)
    } else {
        let cal = Calendar { sunday_first: false };
        (Frame { now: None, cal, direction: Direction::Past, offset: 0 }, &utc)
    };
    let mut intervals: Vec<Interval> = Vec::new();
    for found in scan(text, &frame, Years::Everywhere).into_iter().filter(|found| !is_habit(text, found.span)) {
        let frame = sided(text, &found, &frame);
        let series = match &*found.time.series {
            Series::Edge { of, .. } => of,
            series => series,
        };
        let Some(&(range, _)) = readings(series, &frame).first() else { continue };
        let Some(interval) = interval(range, zone) else { continue };
        if !intervals.contains(&interval) && intervals.len() < INTENTS_MAX {
            intervals.push(interval);
        }
    }
    intervals
}

/// See [`super::event_of`].
pub(super) fn event_of(text: &str, said_at: &Reference<'_>) -> Option<Interval> {
    let frame = frame_of(said_at);
    let mut best: Option<(bool, i64, Interval)> = None;
    for found in scan(text, &frame, Years::InCompany).into_iter().filter(|found| !is_habit(text, found.span)) {
        let side = sided(text, &found, &frame);
        let Some(intent) = intent(found, &side, said_at.zone) else { continue };
        let about = matches!(intent.relation, Relation::In | Relation::Between | Relation::Around);
        let Some(interval) = intent.hypotheses.first().map(|first| first.interval) else { continue };
        if !about || intent.confidence < EVENT_MIN {
            continue;
        }
        // What has happened is told before what is planned; then the narrower.
        let ahead = interval.start > said_at.now;
        let rank = (ahead, interval.len_us().max(interval.grain.width_us()));
        if best.is_none_or(|(known_ahead, known_len, _)| rank < (known_ahead, known_len)) {
            best = Some((rank.0, rank.1, interval));
        }
    }
    best.map(|(_, _, interval)| interval)
}

/// "The train leaves on Thursdays": what is told so is of no one day.
fn is_habit(text: &str, span: Span) -> bool {
    let written = text.get(span.start as usize..span.end as usize).unwrap_or_default();
    let last = written.rsplit(' ').next().unwrap_or_default().to_lowercase();
    matches!(
        last.as_str(),
        "mondays" | "tuesdays" | "wednesdays" | "thursdays" | "fridays" | "saturdays" | "sundays" | "weekends"
    )
}

/// The frame turned to the future for a time that a plan names ("I'll see her on Friday").
fn sided(text: &str, found: &Found, frame: &Frame) -> Frame {
    // What is fixed already, or has nothing to count from, has one reading whatever the clause says.
    let open =
        frame.direction == Direction::Past && frame.now.is_some() && found.time.series.first(frame.cal).is_none();
    let planned = open && plan::is_planned(text, found.span);
    Frame { direction: if planned { Direction::Future } else { frame.direction }, ..*frame }
}

fn frame_of(reference: &Reference<'_>) -> Frame {
    let now = reference.now.to_timestamp();
    Frame {
        offset: reference.zone.to_offset(now).seconds().into(),
        now: Some(reference.zone.to_datetime(now)),
        cal: Calendar { sunday_first: reference.week_starts_on_sunday },
        direction: reference.direction,
    }
}

/// All expressions of a text, in order.
fn scan(text: &str, frame: &Frame, years: Years) -> Vec<Found> {
    let grammar = &*GRAMMAR;
    let tokens = token::cut(text, grammar);
    let whole = whole(text, &tokens);
    let mut found = Vec::new();
    let (mut at, mut fruitless) = (0, 0);
    while at < tokens.len() && found.len() < INTENTS_MAX && fruitless < FRUITLESS_MAX {
        if !Grammar::knows(&tokens[at]) {
            at += 1;
            continue;
        }
        let mut end = at;
        let (mut first, mut last) = (None, at);
        while end < tokens.len() && Grammar::knows(&tokens[end]) && first.is_none_or(|first| end - first < STRETCH_MAX)
        {
            if grammar.is_trigger(&tokens[end]) {
                first = first.or(Some(end));
                last = end;
            }
            end += 1;
        }
        if let Some(first) = first {
            let from = first.saturating_sub(MARGIN).max(at);
            let to = (last + 1 + MARGIN).min(end);
            let before = found.len();
            choose(text, &tokens, from..to, whole, frame, years, &mut found);
            fruitless = if found.len() > before { 0 } else { fruitless + to - from };
        }
        at = end;
    }
    found.truncate(INTENTS_MAX);
    found
}

/// Tokens of the text without signs at its end, when few enough to be one expression.
fn whole(text: &str, tokens: &[Token]) -> usize {
    let is_sign =
        |token: &Token| token.shape == Shape::Word && !text[token.start..token.end].chars().any(char::is_alphanumeric);
    let trailing = tokens.iter().rev().take(4).take_while(|token| is_sign(token)).count();
    tokens.len() - trailing
}

/// Parses one stretch and keeps, from the left, the longest piece that stands and has a reading.
fn choose(
    text: &str,
    tokens: &[Token],
    stretch: core::ops::Range<usize>,
    whole: usize,
    frame: &Frame,
    years: Years,
    found: &mut Vec<Found>,
) {
    let slice = &tokens[stretch.clone()];
    let chart = GRAMMAR.parse(text, slice, frame);
    let mut start = 0;
    // Where the next in a list stands, and what kind the one before was ("2007 and 2009").
    let mut listed: Option<(usize, Form)> = None;
    while start < slice.len() {
        let place = |end: usize| {
            let (start, end) = (stretch.start + start, stretch.start + end);
            let follows = listed.filter(|(at, _)| *at == start).map(|(_, form)| form);
            Place { text, tokens, start, end, whole, follows }
        };
        let Some((piece, time)) = best(&chart[start], &place, frame, years) else {
            start += 1;
            continue;
        };
        let span = Span { start: slice[start].start as u32, end: slice[piece.end - 1].end as u32 };
        let bare = time.form == Form::Year && time.latent && years == Years::InCompany;
        let mut time = time.clone();
        if bare && (stretch.start + start, stretch.start + piece.end) != (0, whole) {
            time.confidence = BARE_YEAR;
        }
        if time.relation == Relation::Around && context::is_topic(&place(piece.end)) {
            time.relation = Relation::In;
        }
        listed = list_form(&time).map(|form| (stretch.start + piece.end + 1, form));
        found.push(Found { span, time });
        start = piece.end;
    }
}

/// The longest, then cheapest, piece that stands and has a reading.
fn best<'a, 'b>(
    pieces: &'a [Piece],
    place: &impl Fn(usize) -> Place<'b>,
    frame: &Frame,
    years: Years,
) -> Option<(&'a Piece, &'a Time)> {
    // Pieces up to this rank had no reading ("8 am" in an afternoon).
    let mut barred: Option<(usize, u16, usize)> = None;
    loop {
        let mut best: Option<(&Piece, &Time, usize)> = None;
        for (idx, piece) in pieces.iter().enumerate() {
            let Value::Time(time) = &piece.value else { continue };
            // Longer first, then cheaper, then earlier.
            let worse = |than: (usize, u16, usize)| {
                (than.0, core::cmp::Reverse(than.1), core::cmp::Reverse(than.2))
                    > (piece.end, core::cmp::Reverse(piece.cost), core::cmp::Reverse(idx))
            };
            let better = best.is_none_or(|(known, _, at)| !worse((known.end, known.cost, at)));
            if better && barred.is_none_or(worse) && context::stands(time, &place(piece.end), years) {
                best = Some((piece, time, idx));
            }
        }
        let (piece, time, idx) = best?;
        let ordered = matches!(time.relation, Relation::Latest | Relation::First);
        if ordered || matches!(*time.series, Series::Fixed(_)) || !hypotheses(time, frame).is_empty() {
            return Some((piece, time));
        }
        if time.explicit {
            // "29 February 2023" is no other day either.
            return None;
        }
        barred = Some((piece.end, piece.cost, idx));
    }
}

/// The kind of a time that another may join in a list.
fn list_form(time: &Time) -> Option<Form> {
    let date = time.fields & field::MONTH_DAY != 0 && time.fields & field::MONTH != 0;
    match time.form {
        _ if date => Some(Form::Date),
        _ if time.explicit && time.fields & field::YEAR != 0 => Some(Form::Year),
        _ => None,
    }
}

/// The readings of a time in civil intervals, most likely first, with shares that sum to 1.
fn hypotheses(time: &Time, frame: &Frame) -> Vec<(Range, f32)> {
    let (second, share) = match &time.other {
        Some((series, share)) => (readings(series, frame), *share),
        None => (Vec::new(), 0.0),
    };
    let first = readings(&time.series, frame);
    let begun = |range: &Range| frame.now.is_none_or(|now| range.start <= now);
    let mut all: Vec<(Range, f32)> = Vec::with_capacity(first.len() + second.len());
    for (range, p) in first.into_iter().map(|(range, p)| (range, p * (1.0 - share))) {
        all.push((range, p));
    }
    for (range, p) in second.into_iter().map(|(range, p)| (range, p * share)) {
        match all.iter_mut().find(|(known, _)| *known == range) {
            Some((_, known)) => *known += p,
            None => all.push((range, p)),
        }
    }
    if time.relation == Relation::Since
        && frame.direction == Direction::Past
        && all.iter().any(|(range, _)| begun(range))
    {
        // "Since Monday" is no coming Monday.
        all.retain(|(range, _)| begun(range));
    }
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    all.truncate(READINGS_MAX);
    let sum: f32 = all.iter().map(|(_, p)| p).sum();
    for (_, p) in &mut all {
        *p /= sum;
    }
    all
}

/// Which occurrences of one series are meant.
fn readings(series: &Series, frame: &Frame) -> Vec<(Range, f32)> {
    let cal = frame.cal;
    if let Some(range) = series.first(cal) {
        return vec![(range, 1.0)];
    }
    let Some(now) = frame.now else { return Vec::new() };
    let past = super::civil::add(now, 1, Unit::Second).and_then(|at| series.prev(at, cal));
    let next = match &past {
        Some(range) => super::civil::add(range.start, 1, Unit::Second).and_then(|at| series.next(at, cal)),
        None => series.next(now, cal),
    };
    let pair = |first: Option<Range>, second: Option<Range>, share: f32| match (first, second) {
        (Some(first), Some(second)) if distance(first.start, second.start).abs() < NEIGHBOUR_DAYS * 86_400 => {
            vec![(first, share), (second, 1.0 - share)]
        }
        (Some(only), Some(_)) => vec![(only, 1.0)],
        (Some(only), None) | (None, Some(only)) => vec![(only, 1.0)],
        (None, None) => Vec::new(),
    };
    match frame.direction {
        Direction::Past => pair(past, next, PREFERRED),
        Direction::Future => match past.filter(|range| range.end > now) {
            Some(current) => pair(Some(current), next, PREFERRED),
            None => pair(next, past, PREFERRED),
        },
        Direction::Nearest => {
            let nearer_past = match (&past, &next) {
                (Some(past), Some(next)) => past.end > now || distance(now, past.end) <= distance(next.start, now),
                _ => true,
            };
            if nearer_past { pair(past, next, NEAREST) } else { pair(next, past, NEAREST) }
        }
    }
}

/// Seconds between two moments.
fn distance(late: Moment, early: Moment) -> i64 {
    late.duration_since(early).as_secs()
}

fn intent(found: Found, frame: &Frame, zone: &jiff::tz::TimeZone) -> Option<Intent> {
    let time = &found.time;
    let ordered = matches!(time.relation, Relation::Latest | Relation::First);
    let now = frame.now;
    let mut readings: Vec<Hypothesis> = hypotheses(time, frame)
        .into_iter()
        .filter_map(|(range, p)| Some(Hypothesis { interval: bounded(range, time, now, zone)?, p }))
        .filter(|reading| !reading.interval.is_empty())
        .collect();
    if readings.is_empty() != ordered {
        return None;
    }
    let sum: f32 = readings.iter().map(|reading| reading.p).sum();
    for reading in &mut readings {
        reading.p /= sum;
    }
    let grain = readings.first().map_or(Grain::Second, |best| best.interval.grain);
    Some(Intent {
        span: found.span,
        relation: time.relation,
        hypotheses: readings,
        grain,
        confidence: time.confidence,
        explicit: time.explicit,
    })
}

/// The interval of a reading in UTC, opened to the side that the relation says.
fn bounded(range: Range, time: &Time, now: Option<Moment>, zone: &jiff::tz::TimeZone) -> Option<Interval> {
    let plain = interval(range, zone)?;
    let clock = matches!(*time.series, Series::Clock { .. });
    Some(match time.relation {
        Relation::Since => {
            let until_now = range.start < range.end && now.is_some_and(|now| range.start < now);
            let end = if until_now { now.and_then(|now| utc(now, zone))? } else { Micros::MAX };
            Interval::new(plain.start, end, plain.grain)
        }
        Relation::Until => Interval::new(Micros::MIN, if clock { plain.start } else { plain.end }, plain.grain),
        _ => plain,
    })
}

fn interval(range: Range, zone: &jiff::tz::TimeZone) -> Option<Interval> {
    Some(Interval::new(utc(range.start, zone)?, utc(range.end, zone)?, range.grain))
}

/// A wall-clock moment in UTC; in a gap the time after it, in a fold the first.
fn utc(at: Moment, zone: &jiff::tz::TimeZone) -> Option<Micros> {
    let stamp = zone.to_ambiguous_timestamp(at).compatible().ok()?;
    Some(Micros(stamp.as_microsecond()))
}

/// Every row of every table.
pub(super) fn rows() -> impl Iterator<Item = &'static Row> {
    TABLES.into_iter().flatten()
}
