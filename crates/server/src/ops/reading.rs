//! Requests that read what is known: the clocks and filters that all of them take, beside what each takes of its own.

use std::ops::RangeInclusive;

use quintet::limits;
use quintet::model::Micros;
use quintet::store::Filter;
use quintet::views::EntityName;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Call;
use super::fields::{self, LabelField, ScopeField};
use crate::problem::{Code, Problem};

/// The request's own part, and the filter that its clocks, its lens, its labels and the caller's grant make.
pub(super) fn reading<T: DeserializeOwned>(call: &Call) -> Result<(T, Filter), Problem> {
    let mut body = match call.body.clone() {
        Value::Object(body) => body,
        // Where nothing need be said, no body says it.
        Value::Null => serde_json::Map::new(),
        _ => return Err(Problem::new(Code::ValidationError, "the body has to be a JSON object")),
    };
    let mut take = |camel: &'static str, snake: &str| {
        let (one, other) = (body.remove(camel), if snake == camel { None } else { body.remove(snake) });
        match (one, other) {
            (Some(_), Some(_)) => Err(Problem::invalid(camel, "it is given twice")),
            (one, other) => Ok(one.or(other)),
        }
    };
    let mut instant = |camel: &'static str, snake: &str| match take(camel, snake)? {
        None => Ok(None),
        Some(Value::String(text)) => fields::instant(camel, &text).map(Some),
        Some(_) => Err(Problem::invalid(camel, "write a date, or a date-time as RFC 3339 has it")),
    };
    let (as_of, at_instant) = (instant("asOf", "as_of")?, instant("atInstant", "at_instant")?);
    let (valid_from, valid_until) = (instant("validFrom", "valid_from")?, instant("validUntil", "valid_until")?);
    let field = |name: &'static str, value: Value| {
        serde_json::from_value::<ScopeField>(value).map_err(|error| Problem::invalid(name, error))
    };
    let lens = take("lens", "lens")?.map(|value| field("lens", value)?.sets("lens")).transpose()?;
    let labels = take("labels", "labels")?
        .map(|value| {
            // In a query there is one text: pairs with commas between.
            let value = match value {
                Value::String(text) => text.split(',').map(|pair| Value::String(pair.to_owned())).collect(),
                other => other,
            };
            let labels: LabelField =
                serde_json::from_value(value).map_err(|error| Problem::invalid("labels", error))?;
            labels.labels()
        })
        .transpose()?
        .unwrap_or_default();
    let filter = Filter {
        grant: call.grant()?,
        lens,
        labels: labels.into_iter().collect(),
        as_of,
        at_instant,
        valid_from,
        valid_until,
        ..Filter::default()
    };
    call.caller()?.looks_inside(filter.lens.as_ref())?;
    let own = call.with(Value::Object(body));
    Ok((own.request()?, filter))
}

/// A whole number of 1 or more that comes as a number in a body or as text in a query.
pub(super) fn number(field: &str, value: Option<&Value>, default: usize, most: usize) -> Result<usize, Problem> {
    whole(field, value, default, 1..=most)
}

/// A whole number that comes as a number in a body or as text in a query, within bounds.
pub(super) fn whole(
    field: &str,
    value: Option<&Value>,
    default: usize,
    bounds: RangeInclusive<usize>,
) -> Result<usize, Problem> {
    let (least, most) = (bounds.start(), *bounds.end());
    let wrong = || Problem::invalid(field, format!("{least} to {most} are allowed"));
    let number = match value {
        None => return Ok(default.min(most)),
        Some(Value::Number(number)) => number.as_u64(),
        Some(Value::String(text)) => text.parse().ok(),
        Some(_) => None,
    };
    let number = number.and_then(|number| usize::try_from(number).ok()).ok_or_else(wrong)?;
    if bounds.contains(&number) { Ok(number) } else { Err(wrong()) }
}

/// Rows of a list: 100 when not said, as published.
pub(super) fn rows(value: Option<&Value>) -> Result<usize, Problem> {
    number("limit", value, 100, limits::LIST_MAX)
}

/// A page begins after this row number.
pub(super) fn cursor(text: Option<&str>) -> Result<u32, Problem> {
    text.map_or(Ok(0), |text| text.parse().map_err(|_| Problem::invalid("cursor", "give what an earlier answer gave")))
}

/// An entity as the path names it.
pub(super) fn entity_of(call: &Call) -> Result<EntityName, Problem> {
    let part = |name: &str| call.path.get(name).cloned().unwrap_or_default();
    let kind = fields::entity_kind("type", &part("type")).map_err(|_| {
        Problem::new(Code::NotFound, "there is no such entity; its type is none of those that there are")
    })?;
    Ok(EntityName { kind: Some(kind), name: part("name") })
}

/// An entity as a field names it: `type/name`, a name or an id.
pub(super) fn entity(field: &str, text: &str) -> Result<EntityName, Problem> {
    let name = EntityName::parse(text);
    if name.name.is_empty() || name.name.len() > limits::NAME_LEN_MAX {
        return Err(Problem::invalid(field, "write <type>/<name>, a name or an id"));
    }
    Ok(name)
}

/// A moment that has to be given.
pub(super) fn needed(field: &'static str, text: &str) -> Result<Micros, Problem> {
    fields::instant(field, text)
}

/// Yes or no: a boolean in a body, a text in a query, where the name alone says yes.
pub(super) fn flag(field: &str, value: Option<&Value>) -> Result<bool, Problem> {
    match value {
        None | Some(Value::Bool(false)) => Ok(false),
        Some(Value::Bool(true)) => Ok(true),
        Some(Value::String(text)) if matches!(text.as_str(), "" | "true") => Ok(true),
        Some(Value::String(text)) if text == "false" => Ok(false),
        Some(_) => Err(Problem::invalid(field, "true and false are allowed")),
    }
}
