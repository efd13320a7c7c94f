//! What a piece of text can mean while it is being parsed: a number, a unit, a length of time, a time.
//!
//! Knows the present only through [`Frame`]. Must not know words or tokens.

use std::sync::Arc;

use super::civil::{self, Calendar, Moment, Range, Unit};
use super::series::Series;
use super::{Direction, Relation};

/// What parsing may know besides the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// Wall-clock now; `None` when only absolute expressions can be read.
    pub(super) now: Option<Moment>,
    pub(super) cal: Calendar,
    pub(super) direction: Direction,
    /// Seconds that the speaker's zone is ahead of UTC now, to read "4 pm CET".
    pub(super) offset: i64,
}

impl Frame {
    /// The `unit` that lies `offset` units from the present one.
    pub(super) fn unit(&self, offset: i64, unit: Unit) -> Option<Range> {
        Range::of(civil::add(civil::floor(self.now?, unit, self.cal), offset, unit)?, 1, unit)
    }

    /// `count` whole units from `offset` units after the start of the present one.
    pub(super) fn units(&self, offset: i64, count: i64, unit: Unit) -> Option<Range> {
        Range::of(civil::add(civil::floor(self.now?, unit, self.cal), offset, unit)?, count, unit)
    }

    /// Midnight that starts today.
    pub(super) fn today(&self) -> Option<Moment> {
        Some(civil::floor(self.now?, Unit::Day, self.cal))
    }
}

/// A length of time. Exactly one field is used unless the text adds units up ("1 hour 5 minutes").
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Length {
    pub(super) months: i64,
    pub(super) days: i64,
    pub(super) seconds: i64,
    /// The finest unit named.
    pub(super) unit: Unit,
    /// The number was vague ("a few").
    pub(super) vague: bool,
}

impl Length {
    /// `count` (fractions allowed) of `unit`; `None` beyond a million of anything or below a second.
    pub(super) fn new(count: f64, unit: Unit, vague: bool) -> Option<Self> {
        if !(count.is_finite() && (0.0..=1e6).contains(&count)) {
            return None;
        }
        let scaled = |per: f64| (count * per).round() as i64;
        let (mut months, mut days, mut seconds) = (0, 0, 0);
        match unit {
            Unit::Second => seconds = scaled(1.0),
            Unit::Minute => seconds = scaled(60.0),
            Unit::Hour => seconds = scaled(3_600.0),
            Unit::Day if count.fract() != 0.0 => seconds = scaled(86_400.0),
            Unit::Day => days = scaled(1.0),
            Unit::Week => days = scaled(7.0),
            Unit::Month if count.fract() != 0.0 => days = scaled(30.44),
            Unit::Month => months = scaled(1.0),
            Unit::Quarter => months = scaled(3.0),
            Unit::Year => months = scaled(12.0),
            Unit::Decade => months = scaled(120.0),
            Unit::Century => months = scaled(1_200.0),
        }
        // "One and a half hours" is said to the minute.
        let halved = count.fract() != 0.0 && unit == Unit::Hour;
        Some(Self { months, days, seconds, unit: if halved { Unit::Minute } else { unit }, vague })
    }

    /// Both together.
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            months: self.months + other.months,
            days: self.days + other.days,
            seconds: self.seconds + other.seconds,
            unit: self.unit.min(other.unit),
            vague: self.vague || other.vague,
        }
    }

    /// `at` moved by this length, forward (`1`) or back (`-1`).
    pub(super) fn from(self, at: Moment, sign: i64) -> Option<Moment> {
        let at = civil::add(at, sign * self.months, Unit::Month)?;
        let at = civil::add(at, sign * self.days, Unit::Day)?;
        civil::add(at, sign * self.seconds, Unit::Second)
    }

    /// The one unit and count that say the same, for series.
    pub(super) fn single(self) -> (i64, Unit) {
        match self {
            Self { months: 0, days: 0, seconds, .. } => (seconds, Unit::Second),
            Self { months: 0, days, .. } => (days, Unit::Day),
            Self { months, .. } => (months, Unit::Month),
        }
    }
}

/// Which calendar fields a time pins down, as bits, coarsest lowest.
pub(super) mod field {
    pub(in super::super) const DECADE: u16 = 1;
    pub(in super::super) const YEAR: u16 = 2;
    pub(in super::super) const QUARTER: u16 = 4;
    pub(in super::super) const SEASON: u16 = 8;
    pub(in super::super) const MONTH: u16 = 16;
    pub(in super::super) const WEEK: u16 = 32;
    pub(in super::super) const MONTH_DAY: u16 = 64;
    pub(in super::super) const WEEKDAY: u16 = 128;
    pub(in super::super) const PART: u16 = 256;
    pub(in super::super) const CLOCK: u16 = 512;
    /// A month day with its month.
    pub(in super::super) const DATE: u16 = MONTH | MONTH_DAY;
    /// Everything down to the day.
    pub(in super::super) const DAY: u16 = DECADE | YEAR | QUARTER | MONTH | WEEK | MONTH_DAY | WEEKDAY;
}

/// Syntactic kind of a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Year,
    Month,
    Weekday,
    /// Day of a month without its month.
    MonthDay,
    /// Month and day.
    Date,
    Part,
    Clock,
    Feast,
    Season,
    Weekend,
    Quarter,
    Decade,
    /// Bare hours with an end ("from 7 to 9"), alone or behind a day.
    Hours,
    /// A clock time told in a named zone.
    Zoned,
    /// Asks for the latest or first by a word that often means something else ("last", "now").
    Order,
    /// Already joined, ranged or relative.
    Other,
}

/// A time.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Time {
    pub(super) series: Arc<Series>,
    /// A second reading and its share.
    pub(super) other: Option<(Arc<Series>, f32)>,
    pub(super) form: Form,
    pub(super) fields: u16,
    pub(super) relation: Relation,
    /// Means a time only next to something that says so.
    pub(super) latent: bool,
    /// Spelled like an everyday word ("sat", "march", "may"), or a bare number.
    pub(super) weak: bool,
    /// Holds an absolute year.
    pub(super) explicit: bool,
    /// How sure the reading is, 0..=1.
    pub(super) confidence: f32,
}

impl Time {
    /// A plain time, not latent, not explicit.
    pub(super) fn new(series: Series, form: Form, fields: u16) -> Self {
        Self {
            series: Arc::new(series),
            other: None,
            form,
            fields,
            relation: Relation::In,
            latent: false,
            weak: false,
            explicit: false,
            confidence: 0.9,
        }
    }

    /// A single interval worked out from the present.
    pub(super) fn fixed(range: Range, fields: u16) -> Self {
        Self::new(Series::Fixed(range), Form::Other, fields)
    }

    pub(super) fn latent(self) -> Self {
        Self { latent: true, ..self }
    }

    pub(super) fn spoken(self) -> Self {
        Self { latent: false, weak: false, ..self }
    }

    pub(super) fn sure(self, confidence: f32) -> Self {
        Self { confidence, ..self }
    }

    pub(super) fn related(self, relation: Relation) -> Self {
        Self { relation, ..self }
    }

    /// With a second reading of share `p`, unless it says the same.
    pub(super) fn or(self, other: Series, p: f32) -> Self {
        let other = (*self.series != other).then(|| (Arc::new(other), p));
        Self { other, ..self }
    }

    /// The same with both readings changed.
    pub(super) fn map(&self, change: impl Fn(Arc<Series>) -> Series) -> Self {
        Self {
            series: Arc::new(change(self.series.clone())),
            other: self.other.as_ref().map(|(series, p)| (Arc::new(change(series.clone())), *p)),
            ..self.clone()
        }
    }

    /// A full date with the weekday written beside it: the weekday decides between readings, and a wrong one is
    /// overlooked.
    fn on_weekday(&self, weekday: &Self) -> Self {
        // Neither depends on how weeks are counted.
        let cal = Calendar { sunday_first: false };
        let fits = |series: &Series| {
            let day = series.first(cal);
            day.is_some_and(|day| weekday.series.next(day.start, cal).is_some_and(|found| found.start == day.start))
        };
        let mut chosen = Self { fields: self.fields | weekday.fields, form: Form::Date, ..self.clone() };
        if let Some((other, _)) = &self.other {
            match (fits(&self.series), fits(other)) {
                (true, false) => chosen.other = None,
                (false, true) => (chosen.series, chosen.other) = (other.clone(), None),
                _ => {}
            }
        }
        chosen
    }

    /// The narrower of two times inside the wider, when they pin down different fields and together make sense.
    pub(super) fn joined(&self, with: &Self) -> Option<Self> {
        use field::{CLOCK, MONTH, MONTH_DAY, PART, QUARTER, SEASON, WEEK, WEEKDAY, YEAR};
        let relation = match (self.relation, with.relation) {
            (Relation::In, other) | (other, Relation::In)
                if matches!(other, Relation::In | Relation::Between | Relation::Around) =>
            {
                other
            }
            _ => return None,
        };
        let (coarse, fine) =
            if self.fields.leading_zeros() >= with.fields.leading_zeros() { (self, with) } else { (with, self) };
        if coarse.fields & fine.fields != 0 {
            return None;
        }
        // The wider one must not lie inside the narrower one: "Friday" does not hold "3 May 2024, 7 pm".
        if coarse.fields.trailing_zeros() > fine.fields.trailing_zeros() {
            return None;
        }
        let needs = match fine.fields {
            f if f & (MONTH_DAY | WEEKDAY) == 0 && f & CLOCK != 0 => MONTH_DAY | WEEKDAY | PART,
            f if f & (MONTH_DAY | WEEKDAY) == 0 && f & PART != 0 => MONTH_DAY | WEEKDAY,
            f if f & (MONTH_DAY | MONTH) == MONTH_DAY | MONTH => YEAR,
            f if f & WEEKDAY != 0 => WEEK | MONTH | MONTH_DAY,
            f if f & MONTH_DAY != 0 => MONTH,
            f if f & (MONTH | SEASON | QUARTER) != 0 => YEAR,
            _ => return None,
        };
        if coarse.fields & needs == 0 {
            return None;
        }
        if fine.form == Form::Weekday && coarse.explicit && coarse.fields & MONTH_DAY != 0 {
            return Some(coarse.on_weekday(fine));
        }
        let mut joined = if fine.other.is_some() {
            fine.map(|series| Series::Inside(coarse.series.clone(), series))
        } else {
            coarse.map(|series| Series::Inside(series, fine.series.clone()))
        };
        joined.form = if fine.form == Form::MonthDay && coarse.form == Form::Month { Form::Date } else { Form::Other };
        joined.fields = coarse.fields | fine.fields;
        joined.relation = relation;
        joined.latent = false;
        joined.weak = false;
        joined.explicit = coarse.explicit || fine.explicit;
        joined.confidence = coarse.confidence.max(fine.confidence);
        Some(joined)
    }
}

/// Anything a piece of text can mean.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// `digits` is 0 when spelled out, grouped or fractional.
    Number {
        value: f64,
        digits: u8,
        vague: bool,
    },
    Ordinal(i64),
    Unit(Unit),
    Length(Length),
    Time(Time),
}

/// What a pattern can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    /// Written in digits.
    Digits,
    Ordinal,
    Unit,
    Length,
    Time,
    Form(Form),
}

impl Kind {
    /// True when `value` is of this kind.
    pub(super) fn fits(self, value: &Value) -> bool {
        match (self, value) {
            (Self::Number, Value::Number { .. })
            | (Self::Ordinal, Value::Ordinal(_))
            | (Self::Unit, Value::Unit(_))
            | (Self::Length, Value::Length(_))
            | (Self::Time, Value::Time(_)) => true,
            (Self::Digits, Value::Number { digits, .. }) => *digits > 0,
            (Self::Form(form), Value::Time(time)) => time.form == form,
            _ => false,
        }
    }
}
