//! Rows for Japanese; dates written as in Chinese are in that file. Examples are read on Wednesday 2026-03-18 10:30 UTC,
//! looking back.

use super::Relation;
use super::civil::Unit;
use super::grammar::{Row, row};
use super::phrases::{coming, part_on, past, spoken, unit_at, weekday_of_week, weekend_of_week};
use super::read::{count, length, number, time};
use super::rows_bound::{after, before, open};
use super::rows_chinese::{in_year, month};
use super::rows_length::from_now;
use super::rows_nth::part;
use super::rows_range::span;
use super::rows_relative::{day, lately};
use super::series::Third;
use super::value::{Frame, Length, Value};

/// All rows of this file.
pub(super) const ROWS: &[Row] = &[
    row("きのう", |f, _| day(f, -1), &[("きのう何をした", "2026-03-17 day")]),
    row("おととい|一昨日", |f, _| day(f, -2), &[("おととい", "2026-03-16 day")]),
    row("きょう|本日", |f, _| day(f, 0), &[("きょう", "2026-03-18 day")]),
    row("あした", |f, _| day(f, 1), &[("あした", "2026-03-19 day")]),
    row("あさって|明後日", |f, _| day(f, 2), &[("あさって", "2026-03-20 day")]),
    row("先週", |f, _| unit_at(f, Unit::Week, -1), &[("先週", "2026-03-09/2026-03-16 week")]),
    row("先々週", |f, _| unit_at(f, Unit::Week, -2), &[("先々週", "2026-03-02/2026-03-09 week")]),
    row("今週", |f, _| unit_at(f, Unit::Week, 0), &[("今週", "2026-03-16/2026-03-23 week")]),
    row("来週", |f, _| unit_at(f, Unit::Week, 1), &[("来週", "2026-03-23/2026-03-30 week")]),
    row("再来週", |f, _| unit_at(f, Unit::Week, 2), &[("再来週", "2026-03-30/2026-04-06 week")]),
    row("先月", |f, _| unit_at(f, Unit::Month, -1), &[("先月", "2026-02-01/2026-03-01 month")]),
    row("先々月", |f, _| unit_at(f, Unit::Month, -2), &[("先々月", "2026-01-01/2026-02-01 month")]),
    row("今月", |f, _| unit_at(f, Unit::Month, 0), &[("今月", "2026-03-01/2026-04-01 month")]),
    row("来月", |f, _| unit_at(f, Unit::Month, 1), &[("来月", "2026-04-01/2026-05-01 month")]),
    row("再来月", |f, _| unit_at(f, Unit::Month, 2), &[("再来月", "2026-05-01/2026-06-01 month")]),
    row("昨年", |f, _| unit_at(f, Unit::Year, -1), &[("昨年", "2025-01-01/2026-01-01 year")]),
    row("一昨年|おととし", |f, _| unit_at(f, Unit::Year, -2), &[("一昨年", "2024-01-01/2025-01-01 year")]),
    row("来年", |f, _| unit_at(f, Unit::Year, 1), &[("来年", "2027-01-01/2028-01-01 year")]),
    row("再来年", |f, _| unit_at(f, Unit::Year, 2), &[("再来年", "2028-01-01/2029-01-01 year")]),
    row("先週 の {weekday}", |f, v| weekday_of_week(f, v, -1), &[("先週の月曜日", "2026-03-09 day")]),
    row("今週 の {weekday}", |f, v| weekday_of_week(f, v, 0), &[("今週の金曜日", "2026-03-20 day")]),
    row("来週 の {weekday}", |f, v| weekday_of_week(f, v, 1), &[("来週の金曜日", "2026-03-27 day")]),
    row("先週末", |f, _| weekend_of_week(f, -1), &[("先週末", "2026-03-13T18:00:00/2026-03-16T00:00:00 hour")]),
    row("今週末", |f, _| weekend_of_week(f, 0), &[("今週末", "2026-03-20T18:00:00/2026-03-23T00:00:00 hour")]),
    row("来週末", |f, _| weekend_of_week(f, 1), &[("来週末", "2026-03-27T18:00:00/2026-03-30T00:00:00 hour")]),
    row("昨夜|昨晩|ゆうべ", |f, _| part_on(f, -1, 18, 29), &[("昨夜", "2026-03-17T18:00:00/2026-03-18T05:00:00 hour")]),
    row("今朝|けさ", |f, _| part_on(f, 0, 0, 12), &[("今朝", "2026-03-18/2026-03-18T12:00:00 hour")]),
    row("今夜|今晩", |f, _| part_on(f, 0, 18, 29), &[("今夜", "2026-03-18T18:00:00/2026-03-19T05:00:00 hour")]),
    row(
        "昨日 の 夜|晩",
        |f, _| part_on(f, -1, 18, 29),
        &[("昨日の夜", "2026-03-17T18:00:00/2026-03-18T05:00:00 hour")],
    ),
    row("昨日 の 朝", |f, _| part_on(f, -1, 0, 12), &[("昨日の朝", "2026-03-17/2026-03-17T12:00:00 hour")]),
    row("{n} 日前|日まえ", |f, v| days(f, v, -1), &[("3日前", "2026-03-15 day")]),
    row("{n} 日後", |f, v| days(f, v, 1), &[("3日後", "2026-03-21 day")]),
    row(
        "{length} まえ",
        |f, v| from_now(f, length(v, 0)?, -1),
        &[("2週間まえ", "2026-03-04 day .60; 2026-03-02/2026-03-09 week .40")],
    ),
    row("この|ここ|過去 {length} 間?", past, &[("この3日間", "2026-03-15/2026-03-19 day")]),
    row("今後|これから {length} 間?", coming, &[("今後3日間", "2026-03-19/2026-03-22 day")]),
    row("この間|先日", |f, _| lately(f, 10), &[("先日", "around 2026-03-08/2026-03-18 day")]),
    row(
        "{time} の {time}",
        |_, v| Some(Value::Time(time(v, 1)?.joined(time(v, 0)?)?)),
        &[
            ("昨日の午後", "2026-03-17T12:00:00/2026-03-17T19:00:00 hour"),
            ("2024年の夏", "2024-06-21/2024-09-23 quarter"),
        ],
    ),
    row("去年|昨年 の {time}", |f, v| in_year(f, v, -1), &[("去年の夏", "2025-06-21/2025-09-23 quarter")]),
    row("今年 の {time}", |f, v| in_year(f, v, 0), &[("今年の夏", "2026-06-21/2026-09-23 quarter")]),
    row("来年 の {time}", |f, v| in_year(f, v, 1), &[("来年の3月", "2027-03-01/2027-04-01 month")]),
    row(
        "{n} ~月 に",
        |_, v| month(v),
        &[("3月に", "2026-03-01/2026-04-01 month .85; 2027-03-01/2027-04-01 month .15")],
    ),
    row(
        "{time} に",
        |_, v| spoken(v),
        &[("夏に", "2025-06-21/2025-09-23 quarter .85; 2026-06-21/2026-09-23 quarter .15")],
    ),
    row(
        "{time} から {time} まで?",
        |f, v| span(f, time(v, 0)?, time(v, 1)?),
        &[
            ("月曜日から水曜日まで", "between 2026-03-16/2026-03-19 day .85; 2026-03-23/2026-03-26 day .15"),
            ("2010年から2015年まで", "between 2010-01-01/2016-01-01 year"),
        ],
    ),
    row(
        "{time} から|以降|以来",
        |_, v| open(v, Relation::Since),
        &[("2019年以来", "since 2019-01-01/2026-03-18T10:30:00 year")],
    ),
    row("{time} まで", |_, v| open(v, Relation::Until), &[("2025年3月まで", "until /2025-04-01 month")]),
    row("{time} の 前", |_, v| before(v), &[("クリスマスの前", "until /2025-12-25 day .85; /2026-12-25 day .15")]),
    row("{time} の 後|あと", |_, v| after(v), &[("2010年の後", "since 2011-01-01/ year")]),
    row(
        "{time} の? 初め|はじめ",
        |_, v| part(Third::Early, time(v, 0)?),
        &[("2025年の初め", "2025-01-01/2025-04-01 month")],
    ),
    row("{time} の? 半ば", |_, v| part(Third::Middle, time(v, 0)?), &[("2026年3月半ば", "2026-03-11/2026-03-21 day")]),
    row(
        "{time} の 終わり",
        |_, v| part(Third::Late, time(v, 0)?),
        &[("2025年の終わり", "2025-09-01/2026-01-01 month")],
    ),
    row(
        "{n} 時 {n} 分",
        |_, v| super::phrases::clock(number(v, 0)?, count(v, 1)?, false),
        &[("昨日15時30分", "2026-03-17T15:30:00 minute")],
    ),
    row(
        "{n} 時 半",
        |_, v| super::phrases::clock(number(v, 0)?, 30, false),
        &[("昨日の15時半", "2026-03-17T15:30:00 minute")],
    ),
    row(
        "{n} 時|点|點",
        |_, v| super::phrases::clock(number(v, 0)?, 0, true),
        &[("昨日15時", "2026-03-17T15:00:00/2026-03-17T16:00:00 hour")],
    ),
];

fn days(f: &Frame, v: &[&Value], sign: i64) -> Option<Value> {
    from_now(f, Length::new(count(v, 0)? as f64, Unit::Day, false)?, sign)
}
