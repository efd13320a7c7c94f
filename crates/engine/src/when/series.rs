//! Recurring intervals: "Monday", "March", "3 pm", "Christmas", and what is built from them.
//!
//! A series is a set of civil intervals ordered by start. It answers only "the first that starts at or after" and "the
//! last that starts before"; the rest of the folder is built on those two. It must not know words or the present.

use std::sync::Arc;

use super::civil::{self, Calendar, Moment, Range, Unit};
use super::feast::Feast;
use crate::model::Grain;

/// Occurrences tried before a series counts as empty: 31 June never comes, 29 February on a Friday takes 28 years.
const TRIES_MAX: usize = 48;

/// Hours that a clock time may lie before the part of the day it is said to lie in. Chosen.
const EARLY_HOURS: i64 = 2;

/// A share of the unit it is taken of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Third {
    Early,
    Middle,
    Late,
    FirstHalf,
    SecondHalf,
}

/// A time of day, `from..to` in seconds after midnight; `to` may lie in the next day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct DayPart {
    pub(super) from: i64,
    pub(super) to: i64,
}

/// A recurring (or single) civil interval.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Series {
    /// One interval only.
    Fixed(Range),
    /// Every day, week, month, ...
    Every(Unit),
    /// Monday is 0.
    Weekday(i8),
    /// Each of Monday to Friday.
    Workday,
    /// Friday 18:00 to Monday 00:00, stated in hours as its edges are.
    Weekend,
    /// January is 1.
    Month(i8),
    /// Day of the month, 1..=31.
    MonthDay(i8),
    /// 1..=4.
    Quarter(i8),
    /// Spring is 0; boundaries at the 21st (23 September for autumn), northern.
    Season(i8),
    DayPart(DayPart),
    /// Seconds after midnight. `twice`: said without am or pm, so 12 hours later fits too.
    Clock {
        at: i64,
        twice: bool,
        grain: Grain,
    },
    Feast(Feast),
    /// Occurrences of the second inside occurrences of the first (wider) one.
    Inside(Arc<Series>, Arc<Series>),
    /// The `nth` (1-based; negative counts from the end) of `fine` inside each `coarse`.
    Nth {
        nth: i64,
        fine: Arc<Series>,
        coarse: Arc<Series>,
    },
    /// Early, middle or late part of each occurrence.
    Part(Third, Arc<Series>),
    /// Each occurrence moved, then widened or narrowed to `to` when given.
    Shift {
        base: Arc<Series>,
        count: i64,
        unit: Unit,
        to: Option<Unit>,
    },
    /// From each occurrence of the first to the next end (or, `open`, start) of the second.
    Span {
        from: Arc<Series>,
        to: Arc<Series>,
        open: bool,
    },
    /// `count` units from the start of each occurrence, stated in `grain`.
    Run {
        from: Arc<Series>,
        count: i64,
        unit: Unit,
        grain: Grain,
    },
    /// The unit that holds the start of each occurrence ("the week of 6 October").
    Around(Unit, Arc<Series>),
    /// An empty interval at the start or the end of each occurrence.
    Edge {
        of: Arc<Series>,
        at_end: bool,
    },
    /// Never.
    Nothing,
}

impl Series {
    /// A single year.
    pub(super) fn year(year: i64) -> Option<Self> {
        Range::year(year).map(Self::Fixed)
    }

    /// The first occurrence that starts at or after `at`.
    pub(super) fn next(&self, at: Moment, cal: Calendar) -> Option<Range> {
        match self {
            Self::Fixed(range) => (range.start >= at).then_some(*range),
            Self::Inside(coarse, _) | Self::Nth { coarse, .. } => {
                let mut outer = Self::holding_or_next(coarse, at, cal);
                for _ in 0..TRIES_MAX {
                    let frame = outer?;
                    if let Some(found) = self.within(frame, frame.start.max(at), frame.end, true, cal) {
                        return Some(found);
                    }
                    outer = coarse.next(just_after(frame.start)?, cal);
                }
                None
            }
            Self::Shift { base, .. } | Self::Part(_, base) | Self::Around(_, base) | Self::Edge { of: base, .. } => {
                let mut from = self.base_from(base, at, cal);
                for _ in 0..TRIES_MAX {
                    let found = base.next(from, cal)?;
                    match self.map(found, cal) {
                        Some(mapped) if mapped.start >= at => return Some(mapped),
                        _ => from = just_after(found.start)?,
                    }
                }
                None
            }
            Self::Span { from, .. } | Self::Run { from, .. } => self.map(from.next(at, cal)?, cal),
            _ => self.scan(at, 1, cal),
        }
    }

    /// The last occurrence that starts before `at`.
    pub(super) fn prev(&self, at: Moment, cal: Calendar) -> Option<Range> {
        match self {
            Self::Fixed(range) => (range.start < at).then_some(*range),
            Self::Inside(coarse, _) | Self::Nth { coarse, .. } => {
                let mut outer = coarse.prev(at, cal);
                for _ in 0..TRIES_MAX {
                    let frame = outer?;
                    if let Some(found) = self.within(frame, frame.start, frame.end.min(at), false, cal) {
                        return Some(found);
                    }
                    outer = coarse.prev(frame.start, cal);
                }
                None
            }
            Self::Shift { base, .. } | Self::Part(_, base) | Self::Around(_, base) | Self::Edge { of: base, .. } => {
                let mut until = self.base_until(at)?;
                for _ in 0..TRIES_MAX {
                    let found = base.prev(until, cal)?;
                    match self.map(found, cal) {
                        Some(mapped) if mapped.start < at => return Some(mapped),
                        _ => until = found.start,
                    }
                }
                None
            }
            Self::Span { from, .. } | Self::Run { from, .. } => self.map(from.prev(at, cal)?, cal),
            _ => self.scan(at, -1, cal),
        }
    }

    /// The occurrence that holds `at`, else the next one.
    pub(super) fn holding_or_next(series: &Self, at: Moment, cal: Calendar) -> Option<Range> {
        let before = just_after(at).and_then(|after| series.prev(after, cal));
        before.filter(|range| range.end > at).or_else(|| series.next(at, cal))
    }

    /// The first occurrence at all; sensible only for series that hold a fixed interval.
    pub(super) fn first(&self, cal: Calendar) -> Option<Range> {
        match self {
            Self::Fixed(range) => Some(*range),
            Self::Inside(coarse, _) | Self::Nth { coarse, .. } => {
                let frame = coarse.first(cal)?;
                self.within(frame, frame.start, frame.end, true, cal)
            }
            Self::Shift { base, .. } | Self::Part(_, base) | Self::Around(_, base) | Self::Edge { of: base, .. } => {
                self.map(base.first(cal)?, cal)
            }
            Self::Span { from, .. } | Self::Run { from, .. } => self.map(from.first(cal)?, cal),
            _ => None,
        }
    }

    /// For `Inside` and `Nth`: the first (or last) match inside `frame` that starts in `[from, until)`.
    fn within(&self, frame: Range, from: Moment, until: Moment, first: bool, cal: Calendar) -> Option<Range> {
        let found = match self {
            Self::Inside(_, fine) if first => match fine.next(from, cal) {
                Some(found) if found.start < until => found,
                // "Five-thirty in the evening": a clock may begin a part of the day a little early.
                _ if frame.grain == Grain::Hour && matches!(**fine, Self::Clock { twice: true, .. }) => {
                    let early = civil::add(frame.start, -EARLY_HOURS, Unit::Hour)?;
                    let found = fine.next(early, cal)?;
                    return (found.start >= early && found.start < frame.start && from == frame.start).then_some(found);
                }
                _ => return None,
            },
            Self::Inside(_, fine) => fine.prev(until, cal)?,
            Self::Nth { nth, fine, .. } => {
                let mut at = if *nth > 0 { fine.next(frame.start, cal)? } else { fine.prev(frame.end, cal)? };
                // A week that runs on into the next month is not the last of this one.
                if *nth < 0 && at.end > frame.end {
                    at = fine.prev(at.start, cal)?;
                }
                for _ in 1..nth.unsigned_abs().min(400) {
                    at = if *nth > 0 { fine.next(just_after(at.start)?, cal)? } else { fine.prev(at.start, cal)? };
                }
                at
            }
            _ => return None,
        };
        (found.start >= from && found.start < until && found.start >= frame.start).then_some(found)
    }

    /// For the series that change another one's occurrences.
    fn map(&self, found: Range, cal: Calendar) -> Option<Range> {
        match self {
            Self::Part(third, _) => part(*third, found),
            Self::Around(unit, _) => Range::around(found.start, *unit, cal),
            Self::Edge { at_end, .. } => {
                let at = if *at_end { found.end } else { found.start };
                Some(Range { start: at, end: at, grain: found.grain })
            }
            Self::Shift { count, unit, to, .. } => {
                let start = civil::add(found.start, *count, *unit)?;
                match to {
                    Some(to) => Range::around(start, *to, cal),
                    None => Some(Range { start, end: civil::add(found.end, *count, *unit)?, ..found }),
                }
            }
            Self::Span { to, open, .. } => {
                let last = Self::closing(to, found, cal)?;
                let end = if *open && last.start > found.start { last.start } else { last.end };
                Some(Range { start: found.start, end: end.max(found.start), grain: found.grain.min(last.grain) })
            }
            Self::Run { count, unit, grain, .. } => {
                Some(Range { start: found.start, end: civil::add(found.start, *count, *unit)?, grain: *grain })
            }
            _ => None,
        }
    }

    /// The end piece of a span: a fixed one as it is, else the first that starts after the span's start.
    fn closing(to: &Self, from: Range, cal: Calendar) -> Option<Range> {
        to.first(cal).or_else(|| to.next(just_after(from.start)?, cal)).filter(|last| last.end > from.start)
    }

    /// Where to start looking for the base of the first mapped occurrence at or after `at`.
    fn base_from(&self, base: &Self, at: Moment, cal: Calendar) -> Moment {
        let back = match self {
            Self::Shift { count, unit, .. } => {
                civil::add(at, -*count, *unit).and_then(|at| civil::add(at, -1, Unit::Week))
            }
            _ => base.prev(at, cal).map(|range| range.start),
        };
        back.unwrap_or(at)
    }

    /// Before where to look for the base of the last mapped occurrence before `at`.
    fn base_until(&self, at: Moment) -> Option<Moment> {
        match self {
            Self::Shift { count, unit, .. } => civil::add(civil::add(at, -*count, *unit)?, 1, Unit::Week),
            _ => civil::add(at, 1, Unit::Week),
        }
    }

    /// Walks periods forward or backward from `at`.
    fn scan(&self, at: Moment, step: i64, cal: Calendar) -> Option<Range> {
        let period = self.period();
        let mut start = civil::floor(at, period, cal);
        for _ in 0..TRIES_MAX {
            for found in self.in_period(start, step < 0) {
                let fits = if step > 0 { found.start >= at } else { found.start < at };
                if fits {
                    return Some(found);
                }
            }
            start = civil::add(start, step, period)?;
        }
        None
    }

    /// The unit inside which occurrences are placed.
    fn period(&self) -> Unit {
        match self {
            Self::Every(unit) => *unit,
            Self::Weekday(_) | Self::Weekend => Unit::Week,
            Self::MonthDay(_) => Unit::Month,
            Self::DayPart(_) | Self::Clock { .. } | Self::Workday => Unit::Day,
            _ => Unit::Year,
        }
    }

    /// Occurrences that start in the period from `start`, in order (reversed on demand); at most two.
    fn in_period(&self, start: Moment, reversed: bool) -> impl Iterator<Item = Range> {
        let one = |range: Option<Range>| [range, None];
        let mut found = match self {
            Self::Every(unit) => one(Range::of(start, 1, *unit)),
            Self::Weekday(weekday) => {
                let first = start.date().weekday().to_monday_zero_offset();
                let offset = (weekday - first).rem_euclid(7);
                one(civil::add(start, offset.into(), Unit::Day).and_then(|at| Range::of(at, 1, Unit::Day)))
            }
            Self::Workday if start.date().weekday().to_monday_zero_offset() < 5 => one(Range::of(start, 1, Unit::Day)),
            Self::Weekend => {
                let offset = (4 - start.date().weekday().to_monday_zero_offset()).rem_euclid(7);
                let friday = civil::add(start, offset.into(), Unit::Day);
                one(friday.and_then(|at| {
                    let (start, end) = (civil::add(at, 18, Unit::Hour)?, civil::add(at, 3, Unit::Day)?);
                    Some(Range { start, end, grain: Grain::Hour })
                }))
            }
            Self::Month(month) => one(months(start, *month, Unit::Month)),
            Self::Quarter(quarter) => one(months(start, (*quarter - 1) * 3 + 1, Unit::Quarter)),
            Self::MonthDay(day) => one((i64::from(*day) <= i64::from(start.date().days_in_month()))
                .then(|| civil::add(start, i64::from(*day) - 1, Unit::Day))
                .flatten()
                .and_then(|at| Range::of(at, 1, Unit::Day))),
            Self::Season(season) => one(season_of(start, *season)),
            Self::DayPart(part) => one(civil::add(start, part.from, Unit::Second).and_then(|from| {
                Some(Range { start: from, end: civil::add(start, part.to, Unit::Second)?, grain: Grain::Hour })
            })),
            Self::Clock { at, twice, grain } => {
                let clock = |seconds: i64| {
                    let unit = match grain {
                        Grain::Second => Unit::Second,
                        Grain::Minute => Unit::Minute,
                        _ => Unit::Hour,
                    };
                    Range::of(civil::add(start, seconds, Unit::Second)?, 1, unit)
                };
                [clock(*at), if *twice { clock((*at + 43_200) % 86_400) } else { None }]
            }
            Self::Feast(feast) => one(feast.in_year(start.year().into())),
            _ => [None, None],
        };
        if reversed {
            found.reverse();
        }
        found.into_iter().flatten()
    }
}

/// The smallest step past `at`.
fn just_after(at: Moment) -> Option<Moment> {
    civil::add(at, 1, Unit::Second)
}

fn months(year: Moment, month: i8, unit: Unit) -> Option<Range> {
    Range::of(civil::add(year, i64::from(month) - 1, Unit::Month)?, 1, unit)
}

fn season_of(year: Moment, season: i8) -> Option<Range> {
    let year = i64::from(year.year());
    let (from, to) = match season {
        0 => ((3, 20), (6, 21)),
        1 => ((6, 21), (9, 23)),
        2 => ((9, 23), (12, 21)),
        _ => ((12, 21), (3, 20)),
    };
    let end_year = if season == 3 { year + 1 } else { year };
    let (start, end) = (civil::day(year, from.0, from.1)?, civil::day(end_year, to.0, to.1)?);
    Some(Range { start, end, grain: Grain::Quarter })
}

/// Where a unit is cut in two: 15 days of a month, 5 years of a decade, 6 months of a year.
fn half(third: Third, of: Range) -> Option<Range> {
    let (unit, grain, count) = match of.grain {
        Grain::Decade if of.end > civil::add(of.start, 50, Unit::Year)? => (Unit::Year, Grain::Year, 50),
        Grain::Decade => (Unit::Year, Grain::Year, 5),
        Grain::Year => (Unit::Month, Grain::Quarter, 6),
        Grain::Month => (Unit::Day, Grain::Day, 15),
        Grain::Week => (Unit::Day, Grain::Day, 4),
        Grain::Day => (Unit::Hour, Grain::Hour, 12),
        _ => return None,
    };
    let cut = civil::add(of.start, count, unit)?;
    let (start, end) = if third == Third::FirstHalf { (of.start, cut) } else { (cut, of.end) };
    (start < end).then_some(Range { start, end, grain })
}

/// Early, middle and late: thirds in the next finer unit (10 days of a month, 4 months of a year, 3 days of a week).
fn part(third: Third, of: Range) -> Option<Range> {
    if matches!(third, Third::FirstHalf | Third::SecondHalf) {
        return half(third, of);
    }
    let (unit, early, late) = match of.grain {
        // A weekend, a night.
        Grain::Hour if of.end > civil::add(of.start, 1, Unit::Day)? => (Unit::Hour, 18, 36),
        Grain::Decade if of.end > civil::add(of.start, 50, Unit::Year)? => (Unit::Year, 33, 66),
        Grain::Decade => (Unit::Year, 4, 6),
        Grain::Year => (Unit::Month, if third == Third::Early { 3 } else { 4 }, 8),
        Grain::Quarter => (Unit::Month, 1, 2),
        Grain::Month => (Unit::Day, 10, 20),
        Grain::Week => (Unit::Day, 3, 4),
        Grain::Day => (Unit::Hour, 9, 17),
        // A morning, an evening: its halves.
        Grain::Hour if of.end > civil::add(of.start, 4, Unit::Hour)? => {
            let middle = of.end.duration_since(of.start).as_hours() / 2;
            (Unit::Hour, middle - 1, middle)
        }
        Grain::Hour => (Unit::Hour, 2, 3),
        Grain::Minute | Grain::Second => return None,
    };
    let (first, second) = (civil::add(of.start, early, unit)?, civil::add(of.start, late, unit)?);
    let (start, end) = match third {
        Third::Early => (of.start, first),
        Third::Middle => (first, second),
        _ => (second, of.end),
    };
    (start < end).then_some(Range { start, end, grain: unit.grain() })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAL: Calendar = Calendar { sunday_first: false };

    fn now() -> Moment {
        jiff::civil::date(2026, 3, 18).at(10, 30, 0, 0)
    }

    #[test]
    fn next_and_prev_meet_without_a_gap() {
        let march = Series::Month(3);
        let all = [
            Series::Weekday(4),
            Series::Weekend,
            march.clone(),
            Series::MonthDay(31),
            Series::Season(3),
            Series::Clock { at: 3 * 3_600, twice: true, grain: Grain::Hour },
            Series::Inside(Arc::new(march), Arc::new(Series::MonthDay(3))),
        ];
        for series in all {
            let next = series.next(now(), CAL).unwrap();
            let back = series.prev(just_after(next.start).unwrap(), CAL).unwrap();
            assert_eq!(next, back, "{series:?}");
            let prev = series.prev(now(), CAL).unwrap();
            assert!(prev.start < now() && now() <= next.start, "{series:?}");
        }
    }

    #[test]
    fn what_never_comes_is_none() {
        let never = Series::Inside(Arc::new(Series::Month(6)), Arc::new(Series::MonthDay(31)));
        assert_eq!(never.next(now(), CAL), None);
        assert_eq!(never.prev(now(), CAL), None);
    }
}
