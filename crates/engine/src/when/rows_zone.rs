//! Rows for clock times told in another zone: 4pm CET, 9:30 - 11:00 PST, 5pm ET, 14:00 UTC+2.
//!
//! Abbreviations that several zones share mean the one that English texts mean most often. Those that are also words
//! ("est", "ist", "cat") count in capitals only. Examples are read on
//! Wednesday 2026-03-18 10:30 UTC, looking back.

use super::Relation;
use super::civil::Unit;
use super::feast::Feast;
use super::grammar::{Row, row};
use super::read::{count, time};
use super::series::Series;
use super::value::{Form, Frame, Time, Value, field};

const MINUTE: i64 = 60;

/// All rows of this file; the numbers are minutes ahead of UTC.
pub(super) const ROWS: &[Row] = &[
    row(
        "{time} gmt|utc|zulu|WET",
        |f, v| zoned(f, time(v, 0)?, 0),
        &[("yesterday at 12:00pm gmt", "2026-03-17T12:00:00 minute")],
    ),
    row(
        "{time} gmt|utc ~+ ~{digits}",
        |f, v| zoned(f, time(v, 0)?, count(v, 1).filter(|n| *n <= 14)? * 60),
        &[("yesterday at 12:00pm UTC+2", "2026-03-17T10:00:00 minute")],
    ),
    row(
        "{time} gmt|utc ~- ~{digits}",
        |f, v| zoned(f, time(v, 0)?, -count(v, 1).filter(|n| *n <= 12)? * 60),
        &[("yesterday at 12:00pm GMT-5", "2026-03-17T17:00:00 minute")],
    ),
    row(
        "{time} cet|wat|bst|MET|WEST",
        |f, v| zoned(f, time(v, 0)?, 60),
        &[("yesterday at 12:00pm cet", "2026-03-17T11:00:00 minute")],
    ),
    row(
        "{time} cest|eet|sast|CAT",
        |f, v| zoned(f, time(v, 0)?, 120),
        &[("yesterday at 12:00pm cest", "2026-03-17T10:00:00 minute")],
    ),
    row(
        "{time} msk|eest|trt|EAT",
        |f, v| zoned(f, time(v, 0)?, 180),
        &[("yesterday at 12:00pm msk", "2026-03-17T09:00:00 minute")],
    ),
    row("{time} gst", |f, v| zoned(f, time(v, 0)?, 240), &[("yesterday at 12:00pm gst", "2026-03-17T08:00:00 minute")]),
    row("{time} pkt", |f, v| zoned(f, time(v, 0)?, 300), &[("yesterday at 12:00pm pkt", "2026-03-17T07:00:00 minute")]),
    row("{time} IST", |f, v| zoned(f, time(v, 0)?, 330), &[("yesterday at 12:00pm IST", "2026-03-17T06:30:00 minute")]),
    row(
        "{time} ict|wib",
        |f, v| zoned(f, time(v, 0)?, 420),
        &[("yesterday at 12:00pm ict", "2026-03-17T05:00:00 minute")],
    ),
    row(
        "{time} sgt|hkt|pht|awst",
        |f, v| zoned(f, time(v, 0)?, 480),
        &[("yesterday at 12:00pm sgt", "2026-03-17T04:00:00 minute")],
    ),
    row(
        "{time} jst|kst",
        |f, v| zoned(f, time(v, 0)?, 540),
        &[("yesterday at 12:00pm jst", "2026-03-17T03:00:00 minute")],
    ),
    row(
        "{time} acst",
        |f, v| zoned(f, time(v, 0)?, 570),
        &[("yesterday at 12:00pm acst", "2026-03-17T02:30:00 minute")],
    ),
    row(
        "{time} aest",
        |f, v| zoned(f, time(v, 0)?, 600),
        &[("yesterday at 12:00pm aest", "2026-03-17T02:00:00 minute")],
    ),
    row(
        "{time} aedt",
        |f, v| zoned(f, time(v, 0)?, 660),
        &[("yesterday at 12:00pm aedt", "2026-03-17T01:00:00 minute")],
    ),
    row("{time} nzst", |f, v| zoned(f, time(v, 0)?, 720), &[("yesterday at 12:00pm nzst", "2026-03-17 minute")]),
    row(
        "{time} nzdt",
        |f, v| zoned(f, time(v, 0)?, 780),
        &[("yesterday at 12:00pm nzdt", "2026-03-16T23:00:00 minute")],
    ),
    row(
        "{time} brt|adt|ndt",
        |f, v| zoned(f, time(v, 0)?, -180),
        &[("yesterday at 12:00pm brt", "2026-03-17T15:00:00 minute")],
    ),
    row(
        "{time} edt|AST",
        |f, v| zoned(f, time(v, 0)?, -240),
        &[("yesterday at 12:00pm edt", "2026-03-17T16:00:00 minute")],
    ),
    row(
        "{time} cdt|EST",
        |f, v| zoned(f, time(v, 0)?, -300),
        &[("yesterday at 12:00pm EST", "2026-03-17T17:00:00 minute")],
    ),
    row(
        "{time} cst|mdt",
        |f, v| zoned(f, time(v, 0)?, -360),
        &[("yesterday at 12:00pm cst", "2026-03-17T18:00:00 minute")],
    ),
    row(
        "{time} mst|pdt",
        |f, v| zoned(f, time(v, 0)?, -420),
        &[("yesterday at 12:00pm mst", "2026-03-17T19:00:00 minute")],
    ),
    row(
        "{time} pst|akdt",
        |f, v| zoned(f, time(v, 0)?, -480),
        &[("yesterday at 12:00pm pst", "2026-03-17T20:00:00 minute")],
    ),
    row(
        "{time} akst",
        |f, v| zoned(f, time(v, 0)?, -540),
        &[("yesterday at 12:00pm akst", "2026-03-17T21:00:00 minute")],
    ),
    row(
        "{time} hst",
        |f, v| zoned(f, time(v, 0)?, -600),
        &[("yesterday at 12:00pm hst", "2026-03-17T22:00:00 minute")],
    ),
    row(
        "{time} ET",
        |f, v| american(f, time(v, 0)?, -300),
        &[("yesterday at 12:00pm ET", "2026-03-17T16:00:00 minute")],
    ),
    row(
        "{time} CT",
        |f, v| american(f, time(v, 0)?, -360),
        &[("yesterday at 12:00pm CT", "2026-03-17T17:00:00 minute")],
    ),
    row(
        "{time} MT",
        |f, v| american(f, time(v, 0)?, -420),
        &[("yesterday at 12:00pm MT", "2026-03-17T18:00:00 minute")],
    ),
    row(
        "{time} PT",
        |f, v| american(f, time(v, 0)?, -480),
        &[("yesterday at 12:00pm PT", "2026-03-17T19:00:00 minute")],
    ),
    row(
        "{time} eastern time?",
        |f, v| american(f, time(v, 0)?, -300),
        &[("yesterday at 12:00pm Eastern", "2026-03-17T16:00:00 minute")],
    ),
    row(
        "{time} central time",
        |f, v| american(f, time(v, 0)?, -360),
        &[("yesterday at 12:00pm Central Time", "2026-03-17T17:00:00 minute")],
    ),
    row(
        "{time} mountain time",
        |f, v| american(f, time(v, 0)?, -420),
        &[("yesterday at 12:00pm mountain time", "2026-03-17T18:00:00 minute")],
    ),
    row(
        "{time} pacific time?",
        |f, v| american(f, time(v, 0)?, -480),
        &[("yesterday at 12:00pm Pacific", "2026-03-17T19:00:00 minute")],
    ),
];

/// A clock time told in another zone, moved to the speaker's.
fn zoned(f: &Frame, time: &Time, minutes: i64) -> Option<Value> {
    let fits = matches!(time.relation, Relation::In | Relation::Between);
    (time.fields & field::CLOCK != 0 && fits && !matches!(time.form, Form::Hours | Form::Zoned)).then_some(())?;
    let count = f.offset - minutes * MINUTE;
    let to = (time.relation == Relation::In).then_some(Unit::Minute);
    let moved = time.map(|base| Series::Shift { base, count, unit: Unit::Second, to });
    Some(Value::Time(Time { form: Form::Zoned, latent: false, weak: false, ..moved }))
}

/// A zone of the United States by its season-free name: an hour more between the second Sunday of March and the first
/// of November.
fn american(f: &Frame, time: &Time, minutes: i64) -> Option<Value> {
    let now = f.now?;
    let year = now.year().into();
    let (spring, autumn) = (Feast::Nth(3, 6, 2, 0).in_year(year)?, Feast::Nth(11, 6, 1, 0).in_year(year)?);
    let summer = spring.start <= now && now < autumn.start;
    zoned(f, time, minutes + if summer { 60 } else { 0 })
}
