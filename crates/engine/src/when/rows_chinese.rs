//! Rows for Chinese. Examples are read on Wednesday 2026-03-18 10:30 UTC, looking back.

use super::Relation;
use super::civil::Unit;
use super::grammar::{Row, row};
use super::phrases::{coming, last, next, part_on, past, spoken, unit_at, weekday_of_week, weekend_of_week};
use super::read::{count, length, number, time};
use super::rows_absolute::date;
use super::rows_bound::{after, before, open};
use super::rows_length::from_now;
use super::rows_nth::{part, part_of_unit, quarter};
use super::rows_range::span;
use super::rows_relative::{day, lately};
use super::series::{Series, Third};
use super::value::{Form, Frame, Time, Value, field};

/// All rows of this file.
pub(super) const ROWS: &[Row] = &[
    row("大前天", |f, _| day(f, -3), &[("大前天", "2026-03-15 day")]),
    row("大后天|大後天", |f, _| day(f, 3), &[("大后天", "2026-03-21 day")]),
    row(
        "上周|上星期|上礼拜|上週|上个星期|上个礼拜",
        |f, _| unit_at(f, Unit::Week, -1),
        &[("上周做了什么", "2026-03-09/2026-03-16 week")],
    ),
    row("上上周|上上星期|上上週", |f, _| unit_at(f, Unit::Week, -2), &[("上上周", "2026-03-02/2026-03-09 week")]),
    row(
        "这周|本周|这星期|这个星期|這週|本週",
        |f, _| unit_at(f, Unit::Week, 0),
        &[("这周", "2026-03-16/2026-03-23 week")],
    ),
    row(
        "下周|下星期|下礼拜|下週|下个星期",
        |f, _| unit_at(f, Unit::Week, 1),
        &[("下周", "2026-03-23/2026-03-30 week")],
    ),
    row("下下周|下下星期|下下週", |f, _| unit_at(f, Unit::Week, 2), &[("下下周", "2026-03-30/2026-04-06 week")]),
    row("上个月|上月|上個月", |f, _| unit_at(f, Unit::Month, -1), &[("上个月", "2026-02-01/2026-03-01 month")]),
    row("上上个月|上上個月", |f, _| unit_at(f, Unit::Month, -2), &[("上上个月", "2026-01-01/2026-02-01 month")]),
    row("这个月|本月|這個月", |f, _| unit_at(f, Unit::Month, 0), &[("这个月", "2026-03-01/2026-04-01 month")]),
    row("下个月|下月|下個月", |f, _| unit_at(f, Unit::Month, 1), &[("下个月", "2026-04-01/2026-05-01 month")]),
    row("上季度|上个季度", |f, _| unit_at(f, Unit::Quarter, -1), &[("上个季度", "2025-10-01/2026-01-01 quarter")]),
    row("去年", |f, _| unit_at(f, Unit::Year, -1), &[("去年", "2025-01-01/2026-01-01 year")]),
    row("今年", |f, _| unit_at(f, Unit::Year, 0), &[("今年", "2026-01-01/2027-01-01 year")]),
    row("明年", |f, _| unit_at(f, Unit::Year, 1), &[("明年", "2027-01-01/2028-01-01 year")]),
    row("前年", |f, _| unit_at(f, Unit::Year, -2), &[("前年", "2024-01-01/2025-01-01 year")]),
    row("后年|後年", |f, _| unit_at(f, Unit::Year, 2), &[("后年", "2028-01-01/2029-01-01 year")]),
    row("上|上个 {weekday}", |f, v| weekday_of_week(f, v, -1), &[("上个周五", "2026-03-13 day")]),
    row("下|下个 {weekday}", |f, v| weekday_of_week(f, v, 1), &[("下个周一", "2026-03-23 day")]),
    row("这|这个|本 {weekday}", |f, v| weekday_of_week(f, v, 0), &[("这个周五", "2026-03-20 day")]),
    row(
        "上周|上星期|上礼拜|上週|上个星期|上个礼拜 {n}",
        |f, v| numbered_weekday(f, v, -1),
        &[("上周三开会", "2026-03-11 day"), ("上个星期一", "2026-03-09 day")],
    ),
    row("上周|上星期|上礼拜|上週 日|天", |f, _| sunday(f, -1), &[("上周日", "2026-03-15 day")]),
    row("这周|本周|这星期|這週|本週 日|天", |f, _| sunday(f, 0), &[("这周日", "2026-03-22 day")]),
    row("下周|下星期|下礼拜|下週 日|天", |f, _| sunday(f, 1), &[("下周日", "2026-03-29 day")]),
    row("这周|本周|这星期|这个星期|這週|本週 {n}", |f, v| numbered_weekday(f, v, 0), &[("这周三", "2026-03-18 day")]),
    row("下周|下星期|下礼拜|下个星期|下週 {n}", |f, v| numbered_weekday(f, v, 1), &[("下周五", "2026-03-27 day")]),
    row(
        "上周末|上个周末|上週末",
        |f, _| weekend_of_week(f, -1),
        &[("上周末", "2026-03-13T18:00:00/2026-03-16T00:00:00 hour")],
    ),
    row(
        "这周末|这个周末|本周末",
        |f, _| weekend_of_week(f, 0),
        &[("这个周末", "2026-03-20T18:00:00/2026-03-23T00:00:00 hour")],
    ),
    row(
        "下周末|下个周末",
        |f, _| weekend_of_week(f, 1),
        &[("下个周末", "2026-03-27T18:00:00/2026-03-30T00:00:00 hour")],
    ),
    row(
        "昨天 晚上|夜里",
        |f, _| part_on(f, -1, 18, 29),
        &[("昨天晚上", "2026-03-17T18:00:00/2026-03-18T05:00:00 hour")],
    ),
    row(
        "{length} 前|以前|之前",
        |f, v| from_now(f, length(v, 0)?, -1),
        &[
            ("三天前", "2026-03-15 day"),
            ("两年前", "2024-03-01/2024-04-01 month .55; 2024-01-01/2025-01-01 year .45"),
            ("三个月前", "2025-12-01/2026-01-01 month .55; 2025-12-18 day .45"),
        ],
    ),
    row("{length} 后|以后|之后|後|以後|之後", |f, v| from_now(f, length(v, 0)?, 1), &[("三天后", "2026-03-21 day")]),
    row(
        "过去|最近|近|过去的|最近的|過去 {length}",
        past,
        &[("过去三天", "2026-03-15/2026-03-19 day"), ("过去一周", "2026-03-09/2026-03-19 week")],
    ),
    row("未来|接下来 {length}", coming, &[("未来三天", "2026-03-19/2026-03-22 day")]),
    row("前几天|前些天", |f, _| lately(f, 10), &[("前几天", "around 2026-03-08/2026-03-18 day")]),
    row("{year} ~年", |_, v| spoken(v), &[("2024年", "2024-01-01/2025-01-01 year")]),
    row("{year} ~年 {n} 月", |_, v| month_of(v), &[("2024年3月", "2024-03-01/2024-04-01 month")]),
    row("{year} ~年 {month}", |_, v| joined(v), &[("2024年三月", "2024-03-01/2024-04-01 month")]),
    row("{year} ~年 {n} 月 {n} 日|号|號", |_, v| day_of(v), &[("2025年3月3日の会議", "2025-03-03 day")]),
    row("{year} ~年 的? {date}", |_, v| joined(v), &[("2025年五月一日", "2025-05-01 day")]),
    row("{year} ~年 的? {season}", |_, v| joined(v), &[("2024年夏天", "2024-06-21/2024-09-23 quarter")]),
    row("{n} ~月 {n} 日|号|號", |_, v| month_day(v), &[("3月3日", "2026-03-03 day .85; 2027-03-03 day .15")]),
    row(
        "{month} {n} 日|号|號",
        |_, v| date(time(v, 0)?, count(v, 1)?),
        &[("三月五号", "2026-03-05 day .85; 2027-03-05 day .15")],
    ),
    row("{n} ~月", |_, v| month(v), &[("3月", "2026-03-01/2026-04-01 month .85; 2027-03-01/2027-04-01 month .15")]),
    row(
        "在 {time}",
        |_, v| spoken(v),
        &[("在三月", "2026-03-01/2026-04-01 month .85; 2027-03-01/2027-04-01 month .15")],
    ),
    row(
        "去年 的? {time}",
        |f, v| in_year(f, v, -1),
        &[("去年夏天", "2025-06-21/2025-09-23 quarter"), ("去年三月", "2025-03-01/2025-04-01 month")],
    ),
    row("今年 的? {time}", |f, v| in_year(f, v, 0), &[("今年春节", "2026-02-17 day")]),
    row("明年 的? {time}", |f, v| in_year(f, v, 1), &[("明年五月", "2027-05-01/2027-06-01 month")]),
    row("上个|上一个 {time}", last, &[("上个夏天", "2025-06-21/2025-09-23 quarter")]),
    row("下个|下一个 {time}", next, &[("下个春节", "2027-02-06 day")]),
    row("{time} 的? {part}", |_, v| joined(v), &[("昨天下午", "2026-03-17T12:00:00/2026-03-17T19:00:00 hour")]),
    row(
        "下午|晚上|傍晚|午後 {n} 点|點|時",
        |_, v| afternoon(number(v, 0)?),
        &[("昨天下午3点", "2026-03-17T15:00:00/2026-03-17T16:00:00 hour")],
    ),
    row(
        "早上|上午|凌晨|午前 {n} 点|點|時",
        |_, v| super::phrases::clock(number(v, 0)?, 0, false),
        &[("昨天上午9点", "2026-03-17T09:00:00/2026-03-17T10:00:00 hour")],
    ),
    row(
        "{year} ~年 到|至|- {year} ~年",
        |_, v| super::phrases::years(time(v, 0)?, time(v, 1)?),
        &[("2010年到2015年", "between 2010-01-01/2016-01-01 year")],
    ),
    row(
        "从|從? {time} 到|至 {time}",
        |f, v| span(f, time(v, 0)?, time(v, 1)?),
        &[("从周一到周三", "between 2026-03-16/2026-03-19 day .85; 2026-03-23/2026-03-26 day .15")],
    ),
    row(
        "自|自从|从|從 {time} 以来|以來|开始|起|至今",
        |_, v| open(v, Relation::Since),
        &[("自2019年以来", "since 2019-01-01/2026-03-18T10:30:00 year")],
    ),
    row(
        "{time} 以来|以來|至今",
        |_, v| open(v, Relation::Since),
        &[("去年以来", "since 2025-01-01/2026-03-18T10:30:00 year")],
    ),
    row("到|直到|截至 {time} 为止?", |_, v| open(v, Relation::Until), &[("截至2025年3月", "until /2025-04-01 month")]),
    row("{time} 之前|以前|前", |_, v| before(v), &[("圣诞节前", "until /2025-12-25 day .85; /2026-12-25 day .15")]),
    row("{time} 之后|以后|后|之後|以後", |_, v| after(v), &[("2010年之后", "since 2011-01-01/ year")]),
    row("{time} 初", |_, v| part(Third::Early, time(v, 0)?), &[("去年初", "2025-01-01/2025-04-01 month")]),
    row("{year} ~年初", |_, v| part(Third::Early, time(v, 0)?), &[("2025年初", "2025-01-01/2025-04-01 month")]),
    row("{year} ~年底|年末", |_, v| part(Third::Late, time(v, 0)?), &[("2025年底", "2025-09-01/2026-01-01 month")]),
    row("{time} 中旬", |_, v| part(Third::Middle, time(v, 0)?), &[("2026年3月中旬", "2026-03-11/2026-03-21 day")]),
    row("{time} 底|末", |_, v| part(Third::Late, time(v, 0)?), &[("去年底", "2025-09-01/2026-01-01 month")]),
    row(
        "年初|年头",
        |f, _| part_of_unit(f, Third::Early, &[&Value::Unit(Unit::Year)]),
        &[("年初", "2026-01-01/2026-04-01 month")],
    ),
    row(
        "年底|年末",
        |f, _| part_of_unit(f, Third::Late, &[&Value::Unit(Unit::Year)]),
        &[("年底", "2026-09-01/2027-01-01 month")],
    ),
    row(
        "月初",
        |f, _| part_of_unit(f, Third::Early, &[&Value::Unit(Unit::Month)]),
        &[("月初", "2026-03-01/2026-03-11 day")],
    ),
    row(
        "月底|月末",
        |f, _| part_of_unit(f, Third::Late, &[&Value::Unit(Unit::Month)]),
        &[("月底", "2026-03-21/2026-04-01 day")],
    ),
    row(
        "{digits} ~年代",
        |_, v| decade(v),
        &[("90年代", "1990-01-01/2000-01-01 decade"), ("1980年代", "1980-01-01/1990-01-01 decade")],
    ),
    row(
        "第一季度",
        |_, _| quarter(1),
        &[("第一季度", "2026-01-01/2026-04-01 quarter .85; 2027-01-01/2027-04-01 quarter .15")],
    ),
    row("第二季度", |_, _| quarter(2), &[("2025年第二季度", "2025-04-01/2025-07-01 quarter")]),
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
    row("{year} ~年 的? {quarter}", |_, v| joined(v), &[("2024年第四季度", "2024-10-01/2025-01-01 quarter")]),
];

fn joined(v: &[&Value]) -> Option<Value> {
    Some(Value::Time(time(v, 0)?.joined(time(v, 1)?)?))
}

fn afternoon(hour: f64) -> Option<Value> {
    super::phrases::clock(if hour < 12.0 { hour + 12.0 } else { hour }, 0, false)
}

fn sunday(f: &Frame, weeks: i64) -> Option<Value> {
    let weekday = Value::Time(Time::new(Series::Weekday(6), Form::Weekday, field::WEEKDAY));
    weekday_of_week(f, &[&weekday], weeks)
}

/// Monday is one.
fn numbered_weekday(f: &Frame, v: &[&Value], weeks: i64) -> Option<Value> {
    let n = count(v, 0).filter(|n| (1..=6).contains(n))?;
    let weekday = Value::Time(Time::new(Series::Weekday(n as i8 - 1), Form::Weekday, field::WEEKDAY));
    weekday_of_week(f, &[&weekday], weeks)
}

/// The month, season or holiday in the year `years` from the present one.
pub(super) fn in_year(f: &Frame, v: &[&Value], years: i64) -> Option<Value> {
    let of = time(v, 0)?;
    let year = Time::fixed(f.unit(years, Unit::Year)?, field::DECADE | field::YEAR);
    (of.relation == Relation::In).then_some(())?;
    Some(Value::Time(of.joined(&year)?))
}

fn month_time(n: i64) -> Option<Time> {
    (1..=12).contains(&n).then(|| Time::new(Series::Month(n as i8), Form::Month, field::MONTH))
}

pub(super) fn month(v: &[&Value]) -> Option<Value> {
    month_time(count(v, 0)?).map(Value::Time)
}

fn month_of(v: &[&Value]) -> Option<Value> {
    Some(Value::Time(month_time(count(v, 1)?)?.joined(time(v, 0)?)?))
}

fn month_day(v: &[&Value]) -> Option<Value> {
    date(&month_time(count(v, 0)?)?, count(v, 1)?)
}

fn day_of(v: &[&Value]) -> Option<Value> {
    match date(&month_time(count(v, 1)?)?, count(v, 2)?)? {
        Value::Time(date) => Some(Value::Time(date.joined(time(v, 0)?)?)),
        _ => None,
    }
}

fn decade(v: &[&Value]) -> Option<Value> {
    super::rows_spanish::decade(v)
}
