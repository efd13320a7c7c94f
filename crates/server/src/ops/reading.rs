//! Requests that read what is known: the clocks and filters that all of them take, beside what each takes of its own.

use std::ops::RangeInclusive;

use quintet::limits;
use quintet::model::Micros;
use quintet::store::Filter;
use quintet::views::EntityName;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::Call;
use super::fields::{self, LabelField, ScopeField};
use super::schema::Instant;
use crate::problem::{Code, Problem};

/// The clocks and filters that all readings take.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Shared {
    /// As it was known then.
    #[serde(alias = "as_of")]
    #[schemars(with = "Option<Instant>")]
    as_of: Option<String>,
    /// As it held in the world then.
    #[serde(alias = "at_instant")]
    #[schemars(with = "Option<Instant>")]
    at_instant: Option<String>,
    /// What held in the world from then.
    #[serde(alias = "valid_from")]
    #[schemars(with = "Option<Instant>")]
    valid_from: Option<String>,
    /// What held in the world until then; the end is not included.
    #[serde(alias = "valid_until")]
    #[schemars(with = "Option<Instant>")]
    valid_until: Option<String>,
    /// Only what lies in these scopes.
    lens: Option<ScopeField>,
    /// Only what has these labels; in a query pairs with commas between.
    labels: Option<LabelField>,
}

/// The names of [`Shared`]'s fields, in both spellings where they differ.
const SHARED: [(&str, &str); 6] = [
    ("asOf", "as_of"),
    ("atInstant", "at_instant"),
    ("validFrom", "valid_from"),
    ("validUntil", "valid_until"),
    ("lens", "lens"),
    ("labels", "labels"),
];

/// The request's own part, and the filter that its clocks, its lens, its labels and the caller's grant make.
pub(super) fn reading<T: DeserializeOwned>(call: &Call) -> Result<(T, Filter), Problem> {
    let body = match call.body.clone() {
        Value::Object(body) => body,
        // Where nothing need be said, no body says it.
        Value::Null => Map::new(),
        _ => return Err(Problem::new(Code::ValidationError, "the body has to be a JSON object")),
    };
    let twice = SHARED.iter().find(|(one, other)| one != other && body.contains_key(*one) && body.contains_key(*other));
    if let Some((field, _)) = twice {
        return Err(Problem::invalid(field, "it is given twice"));
    }
    let is_shared = |name: &str| SHARED.iter().any(|(one, other)| name == *one || name == *other);
    let (mut shared, own): (Map<String, Value>, Map<String, Value>) =
        body.into_iter().partition(|(name, _)| is_shared(name));
    // In a query there is one text: pairs with commas between.
    if let Some(labels) = shared.get_mut("labels")
        && let Value::String(text) = labels
    {
        *labels = text.split(',').map(|pair| Value::String(pair.to_owned())).collect();
    }
    let shared: Shared = call.with(Value::Object(shared)).request()?;
    let instant =
        |field: &str, text: &Option<String>| text.as_deref().map(|text| fields::instant(field, text)).transpose();
    let filter = Filter {
        grant: call.grant()?,
        lens: shared.lens.map(|lens| lens.sets("lens")).transpose()?,
        labels: shared.labels.map(|labels| labels.labels()).transpose()?.unwrap_or_default().into_iter().collect(),
        as_of: instant("asOf", &shared.as_of)?,
        at_instant: instant("atInstant", &shared.at_instant)?,
        valid_from: instant("validFrom", &shared.valid_from)?,
        valid_until: instant("validUntil", &shared.valid_until)?,
        ..Filter::default()
    };
    call.caller()?.looks_inside(filter.lens.as_ref())?;
    let own = call.with(Value::Object(own));
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
