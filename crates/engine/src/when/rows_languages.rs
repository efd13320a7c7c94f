//! Rows for the commonest patterns of German, Spanish, French, Chinese and Japanese.
//!
//! Words of these languages (months, weekdays, units, numbers) are in the lexicon, and many rows of the other files
//! list them beside the English ones. Examples are read on Wednesday 2026-03-18 10:30 UTC, looking back.

use super::Relation;
use super::civil::Unit;
use super::grammar::{Row, row};
use super::read::{count, length, time};
use super::rows_absolute::date;
use super::rows_length::from_now;
use super::rows_relative::{rolling, shifted_unit};
use super::series::Series;
use super::value::{Form, Frame, Time, Value, field};

/// All rows of this file.
pub(super) const ROWS: &[Row] = &[
    // German.
    row(
        "letzte|letzten|letztes|letzter|vorige|vorigen|voriges|vergangene|vergangenen {unit}",
        |f, v| shifted_unit(f, v, -1),
        &[("letzte woche", "2026-03-09/2026-03-16 week"), ("letztes jahr", "2025-01-01/2026-01-01 year")],
    ),
    row(
        "nächste|nächsten|nächstes|nächster {unit}",
        |f, v| shifted_unit(f, v, 1),
        &[("nächste woche", "2026-03-23/2026-03-30 week")],
    ),
    row(
        "diese|diesen|dieses|dieser {unit}",
        |f, v| shifted_unit(f, v, 0),
        &[("diese woche", "2026-03-16/2026-03-23 week")],
    ),
    row(
        "letzte|letzten {n} {unit}",
        |f, v| rolling(f, v, -1),
        &[("die letzten drei tage", "2026-03-15/2026-03-19 day")],
    ),
    row("vor {length}", |f, v| from_now(f, length(v, 0)?, -1), &[("vor drei tagen", "2026-03-15 day")]),
    row("{digits} . {month}", |_, v| date(time(v, 1)?, count(v, 0)?), &[("3. märz 2026", "2026-03-03 day")]),
    row("am|den|vom {time}", |_, v| spoken(v), &[("am montag", "2026-03-16 day .85; 2026-03-23 day .15")]),
    row("im|ende|anfang {time}", |_, v| spoken(v), &[("im märz 2025", "2025-03-01/2025-04-01 month")]),
    row(
        "letzten|letzte|letztes|vergangenen {time}",
        |f, v| latest(f, time(v, 0)?),
        &[("letzten montag", "2026-03-16 day"), ("letzten sommer", "2025-06-21/2025-09-23 quarter")],
    ),
    row(
        "von {year} bis {year}",
        |_, v| years(time(v, 0)?, time(v, 1)?),
        &[("von 2004 bis 2005", "between 2004-01-01/2006-01-01 year")],
    ),
    row("morgen", |f, _| super::rows_relative::day(f, 1), &[("morgen", "2026-03-19 day")]),
    // Spanish.
    row(
        "la|el {unit} pasada|pasado|anterior",
        |f, v| shifted_unit(f, v, -1),
        &[("la semana pasada", "2026-03-09/2026-03-16 week"), ("el año pasado", "2025-01-01/2026-01-01 year")],
    ),
    row(
        "la|el? próxima|próximo|proxima|proximo {unit}",
        |f, v| shifted_unit(f, v, 1),
        &[("la próxima semana", "2026-03-23/2026-03-30 week")],
    ),
    row("esta|este {unit}", |f, v| shifted_unit(f, v, 0), &[("esta semana", "2026-03-16/2026-03-23 week")]),
    row("hace {length}", |f, v| from_now(f, length(v, 0)?, -1), &[("hace tres días", "2026-03-15 day")]),
    row(
        "el? {digits} de {month}",
        |_, v| date(time(v, 1)?, count(v, 0)?),
        &[("el 10 de julio de 2025", "2025-07-10 day")],
    ),
    row(
        "{time} de|del {time}",
        |_, v| Some(Value::Time(time(v, 0)?.joined(time(v, 1)?)?)),
        &[("marzo de 2025", "2025-03-01/2025-04-01 month")],
    ),
    row("el|la {weekday} pasado|pasada", |f, v| latest(f, time(v, 0)?), &[("el lunes pasado", "2026-03-16 day")]),
    row("el {weekday}", |_, v| spoken(v), &[("el lunes", "2026-03-16 day .85; 2026-03-23 day .15")]),
    row("en {month}", |_, v| spoken(v), &[("en marzo de 2025", "2025-03-01/2025-04-01 month")]),
    row("en {year}", |_, v| spoken(v), &[("en 2025", "2025-01-01/2026-01-01 year")]),
    // French.
    row(
        "la|le|l '? {unit} dernière|dernier|passée|passé",
        |f, v| shifted_unit(f, v, -1),
        &[
            ("la semaine dernière", "2026-03-09/2026-03-16 week"),
            ("l'année dernière", "2025-01-01/2026-01-01 year"),
            ("le mois dernier", "2026-02-01/2026-03-01 month"),
        ],
    ),
    row(
        "la|le|l '? {unit} prochaine|prochain",
        |f, v| shifted_unit(f, v, 1),
        &[("la semaine prochaine", "2026-03-23/2026-03-30 week")],
    ),
    row("cette|ce {unit}", |f, v| shifted_unit(f, v, 0), &[("cette semaine", "2026-03-16/2026-03-23 week")]),
    row("il y a {length}", |f, v| from_now(f, length(v, 0)?, -1), &[("il y a trois jours", "2026-03-15 day")]),
    row("le? {weekday} dernier", |f, v| latest(f, time(v, 0)?), &[("lundi dernier", "2026-03-16 day")]),
    row("le {digits} {month}", |_, v| date(time(v, 1)?, count(v, 0)?), &[("le 3 mars 2026", "2026-03-03 day")]),
    // Chinese and Japanese.
    row(
        "上周|上星期|上礼拜|先週",
        |f, _| unit_at(f, Unit::Week, -1),
        &[("上周做了什么", "2026-03-09/2026-03-16 week"), ("先週", "2026-03-09/2026-03-16 week")],
    ),
    row("这周|本周|这星期|今週", |f, _| unit_at(f, Unit::Week, 0), &[("这周", "2026-03-16/2026-03-23 week")]),
    row("下周|来週", |f, _| unit_at(f, Unit::Week, 1), &[("来週", "2026-03-23/2026-03-30 week")]),
    row("上个月|先月", |f, _| unit_at(f, Unit::Month, -1), &[("上个月", "2026-02-01/2026-03-01 month")]),
    row("这个月|本月|今月", |f, _| unit_at(f, Unit::Month, 0), &[("今月", "2026-03-01/2026-04-01 month")]),
    row("下个月|来月", |f, _| unit_at(f, Unit::Month, 1), &[("来月", "2026-04-01/2026-05-01 month")]),
    row("去年|昨年", |f, _| unit_at(f, Unit::Year, -1), &[("去年", "2025-01-01/2026-01-01 year")]),
    row("今年", |f, _| unit_at(f, Unit::Year, 0), &[("今年", "2026-01-01/2027-01-01 year")]),
    row("明年|来年", |f, _| unit_at(f, Unit::Year, 1), &[("明年", "2027-01-01/2028-01-01 year")]),
    row("前年", |f, _| unit_at(f, Unit::Year, -2), &[("前年", "2024-01-01/2025-01-01 year")]),
    row(
        "{length} 前|以前|之前",
        |f, v| from_now(f, length(v, 0)?, -1),
        &[
            ("三天前", "2026-03-15 day"),
            ("两年前", "2024-03-01/2024-04-01 month .55; 2024-01-01/2025-01-01 year .45"),
            ("三个月前", "2025-12-01/2026-01-01 month .55; 2025-12-18 day .45"),
        ],
    ),
    row(
        "过去 {length}",
        past,
        &[("过去三天", "2026-03-15/2026-03-19 day"), ("过去一周", "2026-03-09/2026-03-19 week")],
    ),
    row(
        "{n} 日前",
        |f, v| from_now(f, super::value::Length::new(count(v, 0)? as f64, Unit::Day, false)?, -1),
        &[("3日前", "2026-03-15 day")],
    ),
    row("{year} ~年", |_, v| spoken(v), &[("2024年", "2024-01-01/2025-01-01 year")]),
    row("{year} ~年 {n} 月", |_, v| han_month(v), &[("2024年3月", "2024-03-01/2024-04-01 month")]),
    row("{year} ~年 {n} 月 {n} 日", |_, v| han_day(v), &[("2025年3月3日の会議", "2025-03-03 day")]),
    row("{n} ~月 {n} 日", |_, v| han_date(v), &[("3月3日", "2026-03-03 day .85; 2027-03-03 day .15")]),
    row(
        "{n} ~月 に?",
        |_, v| month(v),
        &[("3月に", "2026-03-01/2026-04-01 month .85; 2027-03-01/2027-04-01 month .15")],
    ),
    row(
        "第一季度",
        |_, _| quarter(1),
        &[("第一季度", "2026-01-01/2026-04-01 quarter .85; 2027-01-01/2027-04-01 quarter .15")],
    ),
    row(
        "第二季度",
        |_, _| quarter(2),
        &[("第二季度", "2025-04-01/2025-07-01 quarter .85; 2026-04-01/2026-07-01 quarter .15")],
    ),
    row(
        "第三季度",
        |_, _| quarter(3),
        &[("第三季度", "2025-07-01/2025-10-01 quarter .85; 2026-07-01/2026-10-01 quarter .15")],
    ),
    row(
        "第四季度",
        |_, _| quarter(4),
        &[("第四季度", "2025-10-01/2026-01-01 quarter .85; 2026-10-01/2027-01-01 quarter .15")],
    ),
];

fn spoken(v: &[&Value]) -> Option<Value> {
    let time = time(v, 0)?;
    (time.relation == Relation::In).then(|| Value::Time(time.clone().spoken()))
}

fn unit_at(f: &Frame, unit: Unit, offset: i64) -> Option<Value> {
    shifted_unit(f, &[&Value::Unit(unit)], offset)
}

/// The latest occurrence that is over.
fn latest(f: &Frame, of: &Time) -> Option<Value> {
    let today = f.today()?;
    let mut range = of.series.prev(today, f.cal)?;
    if range.end > today {
        range = of.series.prev(range.start, f.cal)?;
    }
    Some(Value::Time(Time::fixed(range, of.fields | field::YEAR | field::DECADE)))
}

fn years(from: &Time, to: &Time) -> Option<Value> {
    match (&*from.series, &*to.series) {
        (Series::Fixed(from), Series::Fixed(to)) => {
            super::numeric::years(from.start.year().into(), to.start.year().into()).map(Value::Time)
        }
        _ => None,
    }
}

fn past(f: &Frame, v: &[&Value]) -> Option<Value> {
    let length = length(v, 0)?;
    let count = match length.unit {
        Unit::Day => length.days,
        Unit::Week => length.days / 7,
        Unit::Month => length.months,
        Unit::Year => length.months / 12,
        _ => return None,
    };
    let number = Value::Number { value: count as f64, digits: 0, vague: false };
    rolling(f, &[&number, &Value::Unit(length.unit)], -1)
}

fn month_time(n: i64) -> Option<Time> {
    (1..=12).contains(&n).then(|| Time::new(Series::Month(n as i8), Form::Month, field::MONTH))
}

fn month(v: &[&Value]) -> Option<Value> {
    month_time(count(v, 0)?).map(Value::Time)
}

fn han_month(v: &[&Value]) -> Option<Value> {
    Some(Value::Time(month_time(count(v, 1)?)?.joined(time(v, 0)?)?))
}

fn han_date(v: &[&Value]) -> Option<Value> {
    date(&month_time(count(v, 0)?)?, count(v, 1)?)
}

fn han_day(v: &[&Value]) -> Option<Value> {
    match date(&month_time(count(v, 1)?)?, count(v, 2)?)? {
        Value::Time(date) => Some(Value::Time(date.joined(time(v, 0)?)?)),
        _ => None,
    }
}

#[expect(clippy::unnecessary_wraps, reason = "what rows call answers an option")]
fn quarter(n: i8) -> Option<Value> {
    Some(Value::Time(Time::new(Series::Quarter(n), Form::Quarter, field::QUARTER)))
}
