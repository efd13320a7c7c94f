//! Rows for German. Examples are read on Wednesday 2026-03-18 10:30 UTC, looking back.

use super::Relation;
use super::civil::Unit;
use super::grammar::{Row, row};
use super::phrases::{last, next, part_on, spoken, this, unit_at, years};
use super::read::{count, length, number, time};
use super::rows_absolute::date;
use super::rows_bound::{after, before, open};
use super::rows_length::from_now;
use super::rows_nth::{part, part_of_unit};
use super::rows_range::{days_of, span};
use super::rows_relative::{day, rolling, shifted_unit};
use super::series::Third;
use super::value::{Form, Value};

/// All rows of this file.
pub(super) const ROWS: &[Row] = &[
    row("morgen", |f, _| day(f, 1), &[("morgen", "2026-03-19 day")]),
    row("vorvorgestern", |f, _| day(f, -3), &[("vorvorgestern", "2026-03-15 day")]),
    row(
        "heute morgen|früh|vormittag",
        |f, _| part_on(f, 0, 0, 12),
        &[("heute morgen", "2026-03-18/2026-03-18T12:00:00 hour")],
    ),
    row(
        "gestern morgen|früh|vormittag",
        |f, _| part_on(f, -1, 0, 12),
        &[("gestern früh", "2026-03-17/2026-03-17T12:00:00 hour")],
    ),
    row(
        "morgen früh|vormittag",
        |f, _| part_on(f, 1, 0, 12),
        &[("morgen früh", "2026-03-19/2026-03-19T12:00:00 hour")],
    ),
    row(
        "heute nacht",
        |f, _| part_on(f, 0, 18, 29),
        &[("heute nacht", "2026-03-18T18:00:00/2026-03-19T05:00:00 hour")],
    ),
    row(
        "letzte|vergangene nacht",
        |f, _| part_on(f, -1, 18, 29),
        &[("letzte nacht", "2026-03-17T18:00:00/2026-03-18T05:00:00 hour")],
    ),
    row(
        "letzte|letzten|letztes|letzter|letztem|vorige|vorigen|voriges|voriger|vergangene|vergangenen|vergangenes|vergangener {unit}",
        |f, v| shifted_unit(f, v, -1),
        &[("letzte woche", "2026-03-09/2026-03-16 week"), ("letztes jahr", "2025-01-01/2026-01-01 year")],
    ),
    row(
        "vorletzte|vorletzten|vorletztes|vorletzter {unit}",
        |f, v| shifted_unit(f, v, -2),
        &[("vorletzte woche", "2026-03-02/2026-03-09 week")],
    ),
    row(
        "nächste|nächsten|nächstes|nächster|kommende|kommenden|kommendes|kommender {unit}",
        |f, v| shifted_unit(f, v, 1),
        &[("nächste woche", "2026-03-23/2026-03-30 week"), ("kommenden monat", "2026-04-01/2026-05-01 month")],
    ),
    row(
        "übernächste|übernächsten|übernächstes|übernächster {unit}",
        |f, v| shifted_unit(f, v, 2),
        &[("übernächste woche", "2026-03-30/2026-04-06 week")],
    ),
    row(
        "diese|diesen|dieses|dieser|diesem {unit}",
        |f, v| shifted_unit(f, v, 0),
        &[("diese woche", "2026-03-16/2026-03-23 week")],
    ),
    row(
        "letzte|letzten|vergangenen {n} {unit}",
        |f, v| rolling(f, v, -1),
        &[
            ("die letzten drei tage", "2026-03-15/2026-03-19 day"),
            ("in den letzten 2 wochen", "2026-03-02/2026-03-19 week"),
        ],
    ),
    row(
        "nächste|nächsten|kommenden {n} {unit}",
        |f, v| rolling(f, v, 1),
        &[("in den nächsten drei tagen", "2026-03-19/2026-03-22 day")],
    ),
    row("in den {time}", |_, v| spoken(v), &[("in den 90ern", "1990-01-01/2000-01-01 decade")]),
    row("{digits} ~er|ern", |_, v| decade(v), &[("die 90er", "1990-01-01/2000-01-01 decade")]),
    row("{digits} ~er|ern jahre|jahren", |_, v| decade(v), &[("in den 80er jahren", "1980-01-01/1990-01-01 decade")]),
    row(
        "vor {length}",
        |f, v| from_now(f, length(v, 0)?, -1),
        &[
            ("vor drei tagen", "2026-03-15 day"),
            ("vor einer woche", "2026-03-11 day .60; 2026-03-09/2026-03-16 week .40"),
        ],
    ),
    row("heute in {length}", |f, v| from_now(f, length(v, 0)?, 1), &[("heute in drei tagen", "2026-03-21 day")]),
    row("{digits} . {month}", |_, v| date(time(v, 1)?, count(v, 0)?), &[("3. märz 2026", "2026-03-03 day")]),
    row(
        "vom {digits} . bis zum? {digits} . {month}",
        |_, v| days_of(v, 2, 0, 1),
        &[("vom 3. bis 5. märz 2026", "2026-03-03/2026-03-06 day")],
    ),
    row(
        "am|den|vom {time}",
        |_, v| spoken(v),
        &[
            ("am montag", "2026-03-16 day .85; 2026-03-23 day .15"),
            ("am 3. märz 2025", "2025-03-03 day"),
            (
                "am wochenende",
                "2026-03-13T18:00:00/2026-03-16T00:00:00 hour .85; 2026-03-20T18:00:00/2026-03-23T00:00:00 hour .15",
            ),
        ],
    ),
    row(
        "im {time}",
        |_, v| spoken(v),
        &[("im märz 2025", "2025-03-01/2025-04-01 month"), ("im jahr 2019", "2019-01-01/2020-01-01 year")],
    ),
    row("an|zu {feast}", |_, v| spoken(v), &[("an weihnachten", "2025-12-25 day .85; 2026-12-25 day .15")]),
    row("anfang {time}", |_, v| part(Third::Early, time(v, 0)?), &[("anfang märz 2026", "2026-03-01/2026-03-11 day")]),
    row("mitte {time}", |_, v| part(Third::Middle, time(v, 0)?), &[("mitte märz 2026", "2026-03-11/2026-03-21 day")]),
    row("ende {time}", |_, v| part(Third::Late, time(v, 0)?), &[("ende 2025", "2025-09-01/2026-01-01 month")]),
    row(
        "anfang des jahres",
        |f, _| part_of_unit(f, Third::Early, &[&Value::Unit(Unit::Year)]),
        &[("anfang des jahres", "2026-01-01/2026-04-01 month")],
    ),
    row(
        "ende des monats",
        |f, _| part_of_unit(f, Third::Late, &[&Value::Unit(Unit::Month)]),
        &[("ende des monats", "2026-03-21/2026-04-01 day")],
    ),
    row(
        "letzten|letzte|letztes|letztem|vergangenen|vergangenes|vorigen {time}",
        last,
        &[
            ("letzten montag", "2026-03-16 day .60; 2026-03-09 day .40"),
            ("letzten sommer", "2025-06-21/2025-09-23 quarter"),
            ("letztes wochenende", "2026-03-13T18:00:00/2026-03-16T00:00:00 hour"),
        ],
    ),
    row("diesen|diese|dieses|diesem {time}", this, &[("diesen montag", "2026-03-16 day")]),
    row(
        "nächsten|nächste|nächstes|kommenden|kommendes {time}",
        next,
        &[("nächsten freitag", "2026-03-20 day .60; 2026-03-27 day .40")],
    ),
    row(
        "von {year} bis {year}",
        |_, v| years(time(v, 0)?, time(v, 1)?),
        &[("von 2004 bis 2005", "between 2004-01-01/2006-01-01 year")],
    ),
    row(
        "von|zwischen {time} bis|und {time}",
        |f, v| span(f, time(v, 0)?, time(v, 1)?),
        &[
            ("von montag bis mittwoch", "between 2026-03-16/2026-03-19 day .85; 2026-03-23/2026-03-26 day .15"),
            ("zwischen 2010 und 2015", "between 2010-01-01/2016-01-01 year"),
        ],
    ),
    row(
        "seit dem? {time}",
        |_, v| open(v, Relation::Since),
        &[("seit montag", "since 2026-03-16/2026-03-18T10:30:00 day")],
    ),
    row("bis zum? {time}", |_, v| open(v, Relation::Until), &[("bis märz 2025", "until /2025-04-01 month")]),
    row("vor dem? {time}", |_, v| before(v), &[("vor weihnachten", "until /2025-12-25 day .85; /2026-12-25 day .15")]),
    row("nach dem? {time}", |_, v| after(v), &[("nach 2010", "since 2011-01-01/ year")]),
    row("ab {time}", |_, v| open(v, Relation::Since), &[("ab 2020", "since 2020-01-01/2026-03-18T10:30:00 year")]),
    row("um? {n} uhr", |_, v| hour(v, 0), &[("gestern um 15 uhr", "2026-03-17T15:00:00/2026-03-17T16:00:00 hour")]),
    row(
        "um? {n} uhr {n}",
        |_, v| super::phrases::clock(number(v, 0)?, count(v, 1)?, true),
        &[("gestern um 15 uhr 30", "2026-03-17T15:30:00 minute")],
    ),
    row("um? {clock} uhr", |_, v| spoken(v), &[("gestern um 15:30 uhr", "2026-03-17T15:30:00 minute")]),
    row(
        "um? halb {n}",
        |_, v| super::phrases::clock(number(v, 0)? - 1.0, 30, true),
        &[("gestern um halb vier", "2026-03-17T03:30:00 minute")],
    ),
    row(
        "vorletzten {weekday}",
        |f, v| super::rows_relative::nth_back(f, time(v, 0)?, 2),
        &[("vorletzten montag", "2026-03-09 day")],
    ),
    row(
        "gerade eben",
        |f, _| unit_at(f, Unit::Hour, 0),
        &[("gerade eben", "2026-03-18T10:00:00/2026-03-18T11:00:00 hour")],
    ),
];

fn hour(v: &[&Value], at: usize) -> Option<Value> {
    super::phrases::clock(number(v, at)?, 0, true)
}

/// "90er".
fn decade(v: &[&Value]) -> Option<Value> {
    let Value::Number { value, digits: 2 | 4, .. } = v[0] else { return None };
    let n = *value as i64;
    (n % 10 == 0).then_some(())?;
    let time = super::numeric::decade(n)?;
    Some(Value::Time(super::value::Time { form: Form::Decade, latent: true, ..time }))
}
