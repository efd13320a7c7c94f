//! Rows for French. Examples are read on Wednesday 2026-03-18 10:30 UTC, looking back.

use super::Relation;
use super::grammar::{Row, row};
use super::phrases::{last, next, part_on, spoken, this};
use super::read::{count, length, time};
use super::rows_absolute::date;
use super::rows_bound::{after, before, open};
use super::rows_length::from_now;
use super::rows_nth::part;
use super::rows_range::{days_of, span};
use super::rows_relative::{day, rolling, shifted_unit};
use super::rows_spanish::decade;
use super::series::{DayPart, Series, Third};
use super::value::{Form, Time, Value, field};

/// All rows of this file.
pub(super) const ROWS: &[Row] = &[
    row("avant - hier", |f, _| day(f, -2), &[("avant-hier", "2026-03-16 day")]),
    row("après - demain", |f, _| day(f, 2), &[("après-demain", "2026-03-20 day")]),
    row("après - midi", |_, _| afternoon(), &[("hier après-midi", "2026-03-17T12:00:00/2026-03-17T19:00:00 hour")]),
    row("hier matin", |f, _| part_on(f, -1, 0, 12), &[("hier matin", "2026-03-17/2026-03-17T12:00:00 hour")]),
    row("ce matin", |f, _| part_on(f, 0, 0, 12), &[("ce matin", "2026-03-18/2026-03-18T12:00:00 hour")]),
    row("ce soir", |f, _| part_on(f, 0, 18, 24), &[("ce soir", "2026-03-18T18:00:00/2026-03-19 hour")]),
    row(
        "cet après - midi",
        |f, _| part_on(f, 0, 12, 19),
        &[("cet après-midi", "2026-03-18T12:00:00/2026-03-18T19:00:00 hour")],
    ),
    row("cette nuit", |f, _| part_on(f, 0, 18, 29), &[("cette nuit", "2026-03-18T18:00:00/2026-03-19T05:00:00 hour")]),
    row(
        "la nuit dernière",
        |f, _| part_on(f, -1, 18, 29),
        &[("la nuit dernière", "2026-03-17T18:00:00/2026-03-18T05:00:00 hour")],
    ),
    row(
        "la|le|l '? {unit} dernière|dernier|passée|passé|précédente|précédent",
        |f, v| shifted_unit(f, v, -1),
        &[
            ("la semaine dernière", "2026-03-09/2026-03-16 week"),
            ("l'année dernière", "2025-01-01/2026-01-01 year"),
            ("le mois dernier", "2026-02-01/2026-03-01 month"),
        ],
    ),
    row(
        "l ' an dernier|passé",
        |f, _| super::phrases::unit_at(f, super::civil::Unit::Year, -1),
        &[("l'an dernier", "2025-01-01/2026-01-01 year")],
    ),
    row(
        "l ' an prochain",
        |f, _| super::phrases::unit_at(f, super::civil::Unit::Year, 1),
        &[("l'an prochain", "2027-01-01/2028-01-01 year")],
    ),
    row(
        "la|le|l '? {unit} prochaine|prochain|suivante|suivant",
        |f, v| shifted_unit(f, v, 1),
        &[("la semaine prochaine", "2026-03-23/2026-03-30 week")],
    ),
    row("cette|ce {unit}", |f, v| shifted_unit(f, v, 0), &[("cette semaine", "2026-03-16/2026-03-23 week")]),
    row(
        "les|ces {n} derniers|dernières {unit}",
        |f, v| rolling(f, v, -1),
        &[("les trois derniers jours", "2026-03-15/2026-03-19 day")],
    ),
    row(
        "les {n} prochains|prochaines {unit}",
        |f, v| rolling(f, v, 1),
        &[("les deux prochaines semaines", "2026-03-23/2026-04-06 week")],
    ),
    row(
        "il y a {length}",
        |f, v| from_now(f, length(v, 0)?, -1),
        &[
            ("il y a trois jours", "2026-03-15 day"),
            ("il y a un mois", "2026-02-01/2026-03-01 month .55; 2026-02-18 day .45"),
        ],
    ),
    row(
        "il y a un an",
        |f, _| years_ago(f, 1.0),
        &[("il y a un an", "2025-03-01/2025-04-01 month .55; 2025-01-01/2026-01-01 year .45")],
    ),
    row("dans {length}", |f, v| from_now(f, length(v, 0)?, 1), &[("dans trois jours", "2026-03-21 day")]),
    row("d ' ici {length}", |f, v| from_now(f, length(v, 0)?, 1), &[("d'ici deux semaines", "2026-04-01 day")]),
    row(
        "{time} dernier|dernière|passé|passée",
        last,
        &[
            ("lundi dernier", "2026-03-16 day .60; 2026-03-09 day .40"),
            ("l'été dernier", "2025-06-21/2025-09-23 quarter"),
            ("le week-end dernier", "2026-03-13T18:00:00/2026-03-16T00:00:00 hour"),
        ],
    ),
    row(
        "le|la|l '? {time} dernier|dernière|passé|passée",
        last,
        &[("le printemps dernier", "2025-03-20/2025-06-21 quarter")],
    ),
    row(
        "le|la|l? '? {time} prochain|prochaine",
        next,
        &[("vendredi prochain", "2026-03-20 day .60; 2026-03-27 day .40")],
    ),
    row("ce|cet|cette {time}", this, &[("ce lundi", "2026-03-16 day")]),
    row("week - end", |_, _| weekend(), &[("ce week-end", "2026-03-20T18:00:00/2026-03-23T00:00:00 hour")]),
    row("le {digits} {month}", |_, v| date(time(v, 1)?, count(v, 0)?), &[("le 3 mars 2026", "2026-03-03 day")]),
    row("le? 1er {month}", |_, v| date(time(v, 0)?, 1), &[("le 1er mai 2025", "2025-05-01 day")]),
    row("le? {digits} ~er {month}", |_, v| date(time(v, 1)?, count(v, 0)?), &[("1er juin 2025", "2025-06-01 day")]),
    row(
        "du {digits} au {digits} {month}",
        |_, v| days_of(v, 2, 0, 1),
        &[("du 3 au 5 mars 2026", "2026-03-03/2026-03-06 day")],
    ),
    row("le {weekday}", |_, v| spoken(v), &[("le lundi", "2026-03-16 day .85; 2026-03-23 day .15")]),
    row(
        "en|pendant|durant l|le|la? '? {time}",
        |_, v| spoken(v),
        &[("en mars 2025", "2025-03-01/2025-04-01 month"), ("en 2019", "2019-01-01/2020-01-01 year")],
    ),
    row(
        "au mois de|d '? {month}",
        |_, v| spoken(v),
        &[("au mois de mars", "2026-03-01/2026-04-01 month .85; 2027-03-01/2027-04-01 month .15")],
    ),
    row("au printemps", |_, _| season(0), &[("au printemps 2025", "2025-03-20/2025-06-21 quarter")]),
    row("à {feast}", |_, v| spoken(v), &[("à noël", "2025-12-25 day .85; 2026-12-25 day .15")]),
    row("début {time}", |_, v| part(Third::Early, time(v, 0)?), &[("début mars 2026", "2026-03-01/2026-03-11 day")]),
    row("mi - {time}", |_, v| part(Third::Middle, time(v, 0)?), &[("mi-mars 2026", "2026-03-11/2026-03-21 day")]),
    row("fin {time}", |_, v| part(Third::Late, time(v, 0)?), &[("fin 2025", "2025-09-01/2026-01-01 month")]),
    row("les? années {digits}", |_, v| decade(v), &[("les années 90", "1990-01-01/2000-01-01 decade")]),
    row(
        "de|du|entre {time} à|au|et {time}",
        |f, v| span(f, time(v, 0)?, time(v, 1)?),
        &[
            ("de lundi à mercredi", "between 2026-03-16/2026-03-19 day .85; 2026-03-23/2026-03-26 day .15"),
            ("entre 2010 et 2015", "between 2010-01-01/2016-01-01 year"),
        ],
    ),
    row(
        "depuis le|la? {time}",
        |_, v| open(v, Relation::Since),
        &[("depuis lundi", "since 2026-03-16/2026-03-18T10:30:00 day")],
    ),
    row(
        "à partir de|du {time}",
        |_, v| open(v, Relation::Since),
        &[("à partir de 2020", "since 2020-01-01/2026-03-18T10:30:00 year")],
    ),
    row(
        "jusque|jusqu '? en|à|au|a {time}",
        |_, v| open(v, Relation::Until),
        &[("jusqu'en mars 2025", "until /2025-04-01 month")],
    ),
    row(
        "jusqu'en|jusqu'à|jusqu'au {time}",
        |_, v| open(v, Relation::Until),
        &[("jusqu'à mars 2025", "until /2025-04-01 month")],
    ),
    row("avant le|la? {time}", |_, v| before(v), &[("avant noël", "until /2025-12-25 day .85; /2026-12-25 day .15")]),
    row("après le|la? {time}", |_, v| after(v), &[("après 2010", "since 2011-01-01/ year")]),
    row("à {clock}", |_, v| spoken(v), &[("hier à 15h30", "2026-03-17T15:30:00 minute")]),
];

fn years_ago(f: &super::value::Frame, count: f64) -> Option<Value> {
    from_now(f, super::value::Length::new(count, super::civil::Unit::Year, false)?, -1)
}

#[expect(clippy::unnecessary_wraps, reason = "what rows call answers an option")]
fn afternoon() -> Option<Value> {
    let part = Series::DayPart(DayPart { from: 12 * 3_600, to: 19 * 3_600 });
    Some(Value::Time(Time::new(part, Form::Part, field::PART).latent()))
}

#[expect(clippy::unnecessary_wraps, reason = "what rows call answers an option")]
fn weekend() -> Option<Value> {
    Some(Value::Time(Time::new(Series::Weekend, Form::Weekend, field::WEEKDAY | field::MONTH_DAY).latent()))
}

#[expect(clippy::unnecessary_wraps, reason = "what rows call answers an option")]
fn season(n: i8) -> Option<Value> {
    Some(Value::Time(Time::new(Series::Season(n), Form::Season, field::SEASON)))
}
