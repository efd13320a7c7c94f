//! What operations take and answer, as JSON Schema 2020-12, which OpenAPI 3.1 speaks.
//!
//! Owns how requests and answers are described. What is taken is described by the very types that are read; what is answered
//! is told in [`Shape`]s beside the handlers, and tests hold answers to them. Must not know: any operation.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use super::reading::Shared;

/// Describes a request.
pub(crate) type Described = fn(&mut SchemaGenerator) -> Schema;

/// What an operation takes.
#[derive(Clone, Copy)]
pub(crate) enum Takes {
    /// Nothing: what is sent is not looked at.
    Nothing,
    /// A request that has to be there.
    Body(Described),
    /// A request that may be left out.
    Perhaps(Described),
    /// A request beside the clocks and filters that readings share; it may be left out where it needs no field.
    Reading(Described),
}

impl Takes {
    /// An object with all fields, without those members of a schema that say nothing.
    pub(crate) fn schema(self, generator: &mut SchemaGenerator) -> Option<Value> {
        let schema = match self {
            Self::Nothing => return None,
            Self::Body(own) | Self::Perhaps(own) => own(generator),
            Self::Reading(own) => {
                let shared = Shared::json_schema(generator);
                joined(own(generator), shared)
            }
        };
        let mut schema = schema.to_value();
        tidy(&mut schema);
        Some(schema)
    }

    /// True where a request without a body is refused.
    pub(crate) fn is_needed(self, schema: &Value) -> bool {
        matches!(self, Self::Body(_)) || schema["required"].as_array().is_some_and(|needed| !needed.is_empty())
    }
}

/// The fields of two requests that are read from one body; the first describes what both have.
pub(super) fn joined(one: Schema, other: Schema) -> Schema {
    let (mut one, mut other) = (one.to_value(), other.to_value());
    for list in ["properties", "required"] {
        match (&mut one[list], other[list].take()) {
            (Value::Object(fields), Value::Object(more)) => {
                for (name, field) in more {
                    fields.entry(name).or_insert(field);
                }
            }
            (Value::Array(names), Value::Array(more)) => names.extend(more),
            (_, Value::Null) => {}
            (place, more) => *place = more,
        }
    }
    if let Value::Object(members) = &mut one {
        members.retain(|_, member| !member.is_null());
        members.insert("additionalProperties".to_owned(), json!(false));
    }
    Schema::try_from(one).unwrap_or_default()
}

/// Takes out what only repeats that a field may be left out.
pub(crate) fn tidy(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if members.get("default").is_some_and(Value::is_null) {
                members.remove("default");
            }
            members.values_mut().for_each(tidy);
        }
        Value::Array(items) => items.iter_mut().for_each(tidy),
        _ => {}
    }
}

/// A whole number within bounds: a number in a body, a text in a query.
pub(super) struct Bounded<const LEAST: usize, const MOST: usize>;

impl<const LEAST: usize, const MOST: usize> JsonSchema for Bounded<LEAST, MOST> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Bounded{LEAST}To{MOST}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": ["integer", "string", "null"], "minimum": LEAST, "maximum": MOST, "pattern": "^[0-9]{1,18}$",
        })
    }
}

/// Yes or no: a boolean in a body, a text in a query.
pub(super) struct Flag;

impl JsonSchema for Flag {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Flag".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["boolean", "string", "null"], "enum": [true, false, "", "true", "false", null] })
    }
}

/// A moment: RFC 3339; a date alone is taken as well.
pub(super) struct Instant;

impl JsonSchema for Instant {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Instant".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "date-time" })
    }
}

/// A place: GeoJSON, WKT as a text, or `lat` and `lng`.
pub(super) struct Place;

impl JsonSchema for Place {
    fn schema_name() -> Cow<'static, str> {
        "Place".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "description": "GeoJSON, WKT as a text, or lat and lng", "type": ["object", "string"] })
    }
}

/// What an operation answers.
#[derive(Clone, Copy)]
pub(crate) enum Answer {
    /// JSON, with one of these statuses.
    Json(&'static [u16], Shape),
    /// 204, without a body.
    Empty,
    /// 200 with a text of this media type.
    Text(&'static str),
}

impl Answer {
    /// 200 with JSON.
    pub(crate) const fn ok(shape: Shape) -> Self {
        Self::Json(&[200], shape)
    }

    /// JSON: 201 where something was made, 200 where it was there.
    pub(crate) const fn made(shape: Shape) -> Self {
        Self::Json(&[200, 201], shape)
    }
}

/// What a value of an answer looks like. Members may join an object in later versions, so that none is closed.
#[derive(Clone, Copy)]
pub(crate) enum Shape {
    /// Whatever the operation's summary says.
    Any,
    /// A text.
    Text,
    /// One of these texts.
    Word(&'static [&'static str]),
    /// A moment as RFC 3339 has it.
    Time,
    /// A whole number of 0 or more.
    Whole,
    /// A number.
    Number,
    /// Yes or no.
    Truth,
    /// An object whose members are not told.
    Object,
    /// A list.
    List(&'static Shape),
    /// That, or null.
    Maybe(&'static Shape),
    /// An object with these members.
    Of(&'static [(&'static str, Shape)]),
    /// An object with the first members, and some of the second.
    Partly(&'static [(&'static str, Shape)], &'static [(&'static str, Shape)]),
    /// An object that is both.
    Both(&'static Shape, &'static Shape),
}

impl Shape {
    /// As JSON Schema.
    pub(crate) fn schema(&self) -> Value {
        match self {
            Self::Any => json!({}),
            Self::Text => json!({ "type": "string" }),
            Self::Word(words) => json!({ "type": "string", "enum": words }),
            Self::Time => json!({ "type": "string", "format": "date-time" }),
            Self::Whole => json!({ "type": "integer", "minimum": 0 }),
            Self::Number => json!({ "type": "number" }),
            Self::Truth => json!({ "type": "boolean" }),
            Self::Object => json!({ "type": "object" }),
            Self::List(of) => json!({ "type": "array", "items": of.schema() }),
            Self::Maybe(of) => {
                let mut schema = of.schema();
                if let Some(Value::String(one)) = schema.get("type").cloned() {
                    schema["type"] = json!([one, "null"]);
                }
                if let Some(Value::Array(words)) = schema.get_mut("enum") {
                    words.push(Value::Null);
                }
                schema
            }
            Self::Of(members) => object(members, &[]),
            Self::Partly(members, more) => object(members, more),
            Self::Both(one, other) => json!({ "allOf": [one.schema(), other.schema()] }),
        }
    }
}

fn object(members: &[(&str, Shape)], more: &[(&str, Shape)]) -> Value {
    let all = members.iter().chain(more).map(|(name, shape)| ((*name).to_owned(), shape.schema()));
    let properties: Map<String, Value> = all.collect();
    let required: Vec<&str> = members.iter().map(|(name, _)| *name).collect();
    json!({ "type": "object", "required": required, "properties": properties })
}
