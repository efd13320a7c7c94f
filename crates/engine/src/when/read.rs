//! Typed access to what a pattern matched.

use super::civil::Unit;
use super::value::{Length, Time, Value};

/// The time at `at`.
pub(super) fn time<'a>(v: &[&'a Value], at: usize) -> Option<&'a Time> {
    match v.get(at)? {
        Value::Time(time) => Some(time),
        _ => None,
    }
}

/// The unit at `at`.
pub(super) fn unit(v: &[&Value], at: usize) -> Option<Unit> {
    match v.get(at)? {
        Value::Unit(unit) => Some(*unit),
        _ => None,
    }
}

/// The number at `at`, if it is a whole one of 1..=1,000,000.
pub(super) fn count(v: &[&Value], at: usize) -> Option<i64> {
    match v.get(at)? {
        Value::Number { value, .. } if value.fract() == 0.0 && (1.0..=1e6).contains(value) => Some(*value as i64),
        _ => None,
    }
}

/// The number at `at`, whole or not.
pub(super) fn number(v: &[&Value], at: usize) -> Option<f64> {
    match v.get(at)? {
        Value::Number { value, .. } => Some(*value),
        _ => None,
    }
}

/// The ordinal at `at`.
pub(super) fn ordinal(v: &[&Value], at: usize) -> Option<i64> {
    match v.get(at)? {
        Value::Ordinal(n) => Some(*n),
        _ => None,
    }
}

/// The length at `at`.
pub(super) fn length(v: &[&Value], at: usize) -> Option<Length> {
    match v.get(at)? {
        Value::Length(length) => Some(*length),
        _ => None,
    }
}
