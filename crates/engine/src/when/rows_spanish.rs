//! Rows for Spanish. Examples are read on Wednesday 2026-03-18 10:30 UTC, looking back.

use super::Relation;
use super::grammar::{Row, row};
use super::phrases::{clock, last, next, part_on, spoken, this};
use super::read::{count, length, number, time};
use super::rows_absolute::date;
use super::rows_bound::{after, before, open};
use super::rows_length::from_now;
use super::rows_nth::part;
use super::rows_range::{days_of, span};
use super::rows_relative::{day, rolling, shifted_unit};
use super::series::Third;
use super::value::{Form, Time, Value, field};

/// All rows of this file.
pub(super) const ROWS: &[Row] = &[
    row("mañana", |f, _| day(f, 1), &[("mañana", "2026-03-19 day")]),
    row("pasado mañana", |f, _| day(f, 2), &[("pasado mañana", "2026-03-20 day")]),
    row("antes de ayer", |f, _| day(f, -2), &[("antes de ayer", "2026-03-16 day")]),
    row("esta mañana", |f, _| part_on(f, 0, 0, 12), &[("esta mañana", "2026-03-18/2026-03-18T12:00:00 hour")]),
    row("esta tarde", |f, _| part_on(f, 0, 12, 19), &[("esta tarde", "2026-03-18T12:00:00/2026-03-18T19:00:00 hour")]),
    row("esta noche", |f, _| part_on(f, 0, 18, 29), &[("esta noche", "2026-03-18T18:00:00/2026-03-19T05:00:00 hour")]),
    row("anteanoche", |f, _| part_on(f, -2, 18, 29), &[("anteanoche", "2026-03-16T18:00:00/2026-03-17T05:00:00 hour")]),
    row(
        "{time} por|en|a la {part}",
        |_, v| Some(Value::Time(time(v, 0)?.joined(time(v, 1)?)?)),
        &[("ayer por la tarde", "2026-03-17T12:00:00/2026-03-17T19:00:00 hour")],
    ),
    row(
        "{time} por|en|a la mañana",
        |_, v| on_part(time(v, 0)?, 0, 12),
        &[("ayer por la mañana", "2026-03-17/2026-03-17T12:00:00 hour")],
    ),
    row(
        "la|el|los {unit} pasada|pasado|pasados|anterior",
        |f, v| shifted_unit(f, v, -1),
        &[
            ("la semana pasada", "2026-03-09/2026-03-16 week"),
            ("el año pasado", "2025-01-01/2026-01-01 year"),
            ("el mes pasado", "2026-02-01/2026-03-01 month"),
        ],
    ),
    row(
        "la|el? próxima|próximo|proxima|proximo {unit}",
        |f, v| shifted_unit(f, v, 1),
        &[("la próxima semana", "2026-03-23/2026-03-30 week")],
    ),
    row("la|el {unit} que viene", |f, v| shifted_unit(f, v, 1), &[("el mes que viene", "2026-04-01/2026-05-01 month")]),
    row("esta|este {unit}", |f, v| shifted_unit(f, v, 0), &[("esta semana", "2026-03-16/2026-03-23 week")]),
    row(
        "los|las últimos|últimas|ultimos|ultimas {n} {unit}",
        |f, v| rolling(f, v, -1),
        &[("los últimos tres días", "2026-03-15/2026-03-19 day")],
    ),
    row(
        "los|las próximos|próximas|proximos|proximas {n} {unit}",
        |f, v| rolling(f, v, 1),
        &[("las próximas dos semanas", "2026-03-23/2026-04-06 week")],
    ),
    row(
        "hace {length}",
        |f, v| from_now(f, length(v, 0)?, -1),
        &[("hace tres días", "2026-03-15 day"), ("hace un mes", "2026-02-01/2026-03-01 month .55; 2026-02-18 day .45")],
    ),
    row("dentro de {length}", |f, v| from_now(f, length(v, 0)?, 1), &[("dentro de dos semanas", "2026-04-01 day")]),
    row("en {length}", |f, v| from_now(f, length(v, 0)?, 1), &[("en tres días", "2026-03-21 day")]),
    row(
        "el? {digits} de {month}",
        |_, v| date(time(v, 1)?, count(v, 0)?),
        &[("el 10 de julio de 2025", "2025-07-10 day")],
    ),
    row("el? primero|uno de {month}", |_, v| date(time(v, 0)?, 1), &[("el primero de mayo de 2025", "2025-05-01 day")]),
    row(
        "del? {digits} al {digits} de {month}",
        |_, v| days_of(v, 2, 0, 1),
        &[("del 3 al 5 de marzo de 2026", "2026-03-03/2026-03-06 day")],
    ),
    row(
        "{time} de|del {time}",
        |_, v| Some(Value::Time(time(v, 0)?.joined(time(v, 1)?)?)),
        &[("marzo de 2025", "2025-03-01/2025-04-01 month"), ("verano de 2024", "2024-06-21/2024-09-23 quarter")],
    ),
    row(
        "el|la? {time} pasado|pasada",
        last,
        &[
            ("el lunes pasado", "2026-03-16 day .60; 2026-03-09 day .40"),
            ("el verano pasado", "2025-06-21/2025-09-23 quarter"),
        ],
    ),
    row("el|la? {time} que viene", next, &[("el viernes que viene", "2026-03-20 day .60; 2026-03-27 day .40")]),
    row(
        "el|la? próximo|próxima|proximo|proxima {time}",
        next,
        &[("el próximo viernes", "2026-03-20 day .60; 2026-03-27 day .40")],
    ),
    row("este|esta {time}", this, &[("este lunes", "2026-03-16 day")]),
    row("el|los {weekday}", |_, v| spoken(v), &[("el lunes", "2026-03-16 day .85; 2026-03-23 day .15")]),
    row(
        "el? fin de semana",
        |_, _| weekend(),
        &[(
            "el fin de semana",
            "2026-03-13T18:00:00/2026-03-16T00:00:00 hour .85; 2026-03-20T18:00:00/2026-03-23T00:00:00 hour .15",
        )],
    ),
    row(
        "en|durante el|la? {time}",
        |_, v| spoken(v),
        &[
            ("en marzo de 2025", "2025-03-01/2025-04-01 month"),
            ("en 2025", "2025-01-01/2026-01-01 year"),
            ("en navidad", "2025-12-25 day .85; 2026-12-25 day .15"),
        ],
    ),
    row(
        "a principios|comienzos de|del {time}",
        |_, v| part(Third::Early, time(v, 0)?),
        &[("a principios de marzo de 2026", "2026-03-01/2026-03-11 day")],
    ),
    row(
        "a mediados de|del {time}",
        |_, v| part(Third::Middle, time(v, 0)?),
        &[("a mediados de marzo de 2026", "2026-03-11/2026-03-21 day")],
    ),
    row(
        "a finales|fines de|del {time}",
        |_, v| part(Third::Late, time(v, 0)?),
        &[("a finales de 2025", "2025-09-01/2026-01-01 month")],
    ),
    row("los? años {digits}", |_, v| decade(v), &[("los años 90", "1990-01-01/2000-01-01 decade")]),
    row(
        "de|desde|entre el|la? {time} a|al|hasta|y el|la? {time}",
        |f, v| span(f, time(v, 0)?, time(v, 1)?),
        &[
            ("de lunes a miércoles", "between 2026-03-16/2026-03-19 day .85; 2026-03-23/2026-03-26 day .15"),
            ("entre 2010 y 2015", "between 2010-01-01/2016-01-01 year"),
            ("desde 2004 hasta 2005", "between 2004-01-01/2006-01-01 year"),
        ],
    ),
    row(
        "desde el|la? {time}",
        |_, v| open(v, Relation::Since),
        &[("desde el lunes", "since 2026-03-16/2026-03-18T10:30:00 day")],
    ),
    row(
        "a partir de|del {time}",
        |_, v| open(v, Relation::Since),
        &[("a partir de 2020", "since 2020-01-01/2026-03-18T10:30:00 year")],
    ),
    row("hasta el|la? {time}", |_, v| open(v, Relation::Until), &[("hasta marzo de 2025", "until /2025-04-01 month")]),
    row(
        "antes de|del la? {time}",
        |_, v| before(v),
        &[("antes de navidad", "until /2025-12-25 day .85; /2026-12-25 day .15")],
    ),
    row("después|despues de|del la? {time}", |_, v| after(v), &[("después de 2010", "since 2011-01-01/ year")]),
    row(
        "a la|las {n}",
        |_, v| clock(number(v, 0)?, 0, true),
        &[("ayer a las 5", "2026-03-17T05:00:00/2026-03-17T06:00:00 hour")],
    ),
    row(
        "a? la|las {n} de la tarde|noche",
        |_, v| afternoon(number(v, 0)?),
        &[("ayer a las 3 de la tarde", "2026-03-17T15:00:00/2026-03-17T16:00:00 hour")],
    ),
    row(
        "a? la|las {n} de la mañana|madrugada",
        |_, v| clock(number(v, 0)?, 0, false),
        &[("ayer a las 9 de la mañana", "2026-03-17T09:00:00/2026-03-17T10:00:00 hour")],
    ),
    row("a la|las {clock}", |_, v| spoken(v), &[("ayer a las 15:30", "2026-03-17T15:30:00 minute")]),
];

fn afternoon(hour: f64) -> Option<Value> {
    clock(if hour < 12.0 { hour + 12.0 } else { hour }, 0, false)
}

fn on_part(day: &Time, from: i64, to: i64) -> Option<Value> {
    let part = super::series::DayPart { from: from * 3_600, to: to * 3_600 };
    let part = Time::new(super::series::Series::DayPart(part), Form::Part, field::PART);
    Some(Value::Time(day.joined(&part)?))
}

#[expect(clippy::unnecessary_wraps, reason = "what rows call answers an option")]
fn weekend() -> Option<Value> {
    let fields = field::WEEKDAY | field::MONTH_DAY;
    Some(Value::Time(Time::new(super::series::Series::Weekend, Form::Weekend, fields)))
}

/// "Los años 90", also "les années 90".
pub(super) fn decade(v: &[&Value]) -> Option<Value> {
    let Value::Number { value, digits: 2 | 4, .. } = v[0] else { return None };
    let n = *value as i64;
    (n % 10 == 0).then_some(())?;
    Some(Value::Time(super::numeric::decade(n)?.spoken()))
}
