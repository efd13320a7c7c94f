//! Fields that several requests share: how they are spelled and what they mean to the engine.

use quintet::affect::{Point, Provenance, Signals, point_of_label};
use quintet::limits;
use quintet::model::{Category, EntityKind, Geometry, Kind, Labels, LatLon, Micros, Scope, ScopeSets, Validity};
use quintet::retain::FactItem;
use quintet::space;
use quintet::store::PlaceFilter;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::schema::Instant;
use crate::problem::Problem;

/// Scope sets on the wire: `"a"`, `["a", "b"]` (a or b), or `[["a", "b"]]` (a and b).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a scope, a list of scopes, or a list of lists of scopes")]
pub(super) enum ScopeField {
    One(String),
    Any(Vec<String>),
    Sets(Vec<Vec<String>>),
}

impl ScopeField {
    /// The scope sets; an empty list is refused, since nobody could read it.
    pub(super) fn sets(&self, field: &'static str) -> Result<ScopeSets, Problem> {
        let clauses: Vec<Vec<String>> = match self {
            Self::One(scope) => vec![vec![scope.clone()]],
            Self::Any(scopes) => scopes.iter().map(|scope| vec![scope.clone()]).collect(),
            Self::Sets(sets) => sets.clone(),
        };
        let clauses = clauses
            .iter()
            .map(|clause| clause.iter().map(|scope| Scope::new(scope)).collect::<Result<Vec<_>, _>>())
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| Problem::invalid(field, error))?;
        let sets = ScopeSets::new(clauses).map_err(|error| Problem::invalid(field, error))?;
        if sets.is_empty() {
            return Err(Problem::invalid(field, "it is empty: nobody could read it; leave it out instead"));
        }
        Ok(sets)
    }
}

/// One scope by its path.
pub(super) fn scope(field: &str, text: &str) -> Result<Scope, Problem> {
    Scope::new(text).map_err(|error| Problem::invalid(field, error))
}

/// Labels on the wire: `["key=value"]` or `{"key": "value"}`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a list of \"key=value\", or an object of texts")]
pub(super) enum LabelField {
    Pairs(Vec<String>),
    Map(Labels),
}

impl LabelField {
    pub(super) fn labels(&self) -> Result<Labels, Problem> {
        match self {
            Self::Map(labels) => Ok(labels.clone()),
            Self::Pairs(pairs) => pairs
                .iter()
                .map(|pair| {
                    let parts = pair.split_once('=').filter(|(key, _)| !key.is_empty());
                    parts
                        .map(|(key, value)| (key.to_owned(), value.to_owned()))
                        .ok_or_else(|| Problem::invalid("labels", "write each as key=value"))
                })
                .collect(),
        }
    }
}

/// A feeling on the wire: MetaMemory's form.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EmotionField {
    /// Its name.
    label: String,
    /// How strong, 0 to 1.
    #[serde(default = "full")]
    #[schemars(range(min = 0.0, max = 1.0))]
    intensity: f32,
    /// When it was felt.
    #[serde(default)]
    #[schemars(with = "Option<Instant>")]
    timestamp: Option<String>,
}

fn full() -> f32 {
    1.0
}

/// Feelings as points. Their order is the order of time.
pub(super) fn emotions(fields: &[EmotionField]) -> Result<Vec<Point>, Problem> {
    if fields.len() > limits::EMOTIONS_MAX {
        return Err(Problem::invalid("emotions", format!("at most {} are allowed", limits::EMOTIONS_MAX)));
    }
    fields
        .iter()
        .map(|field| {
            if field.label.trim().is_empty() || !(0.0..=1.0).contains(&field.intensity) {
                return Err(Problem::invalid("emotions", "each needs a label and an intensity of 0 to 1"));
            }
            let at = field.timestamp.as_deref().map(|text| instant("emotions.timestamp", text)).transpose()?;
            let point = point_of_label(&field.label, field.intensity, at);
            Ok(Point { source: Provenance::Stated, ..point })
        })
        .collect()
}

/// What happened while a text was said, from which feelings follow by published rules.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct SignalField {
    /// Failures in a row up to now; before the success, if it succeeded.
    #[serde(alias = "errors", alias = "failures_in_row")]
    failures_in_row: u32,
    /// Successes in a row up to now.
    #[serde(alias = "successes_in_row")]
    successes_in_row: u32,
    /// Tries again.
    retries: u32,
    /// Seconds since the last success, or since the start.
    #[serde(alias = "duration", alias = "duration_s")]
    duration_s: f32,
    /// It worked in the end.
    succeeded: bool,
    /// It was given up.
    abandoned: bool,
}

impl SignalField {
    pub(super) fn signals(self) -> Signals {
        Signals {
            failures_in_row: self.failures_in_row,
            successes_in_row: self.successes_in_row,
            retries: self.retries,
            duration_s: self.duration_s,
            succeeded: self.succeeded,
            abandoned: self.abandoned,
            at: None,
        }
    }
}

/// A name that is kept as it is: short, and not empty.
pub(super) fn name(field: &str, text: Option<String>, len_max: usize) -> Result<Option<String>, Problem> {
    match text {
        Some(text) if text.trim().is_empty() => Err(Problem::invalid(field, "it is empty; leave it out instead")),
        Some(text) if text.len() > len_max => {
            Err(Problem::invalid(field, format!("at most {len_max} bytes are allowed")))
        }
        text => Ok(text),
    }
}

/// A point on the wire.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PointField {
    /// Latitude, in degrees.
    #[schemars(range(min = -90.0, max = 90.0))]
    lat: f64,
    /// Longitude, in degrees; `lon` is taken as well.
    #[serde(alias = "lon")]
    #[schemars(range(min = -180.0, max = 180.0))]
    lng: f64,
}

impl PointField {
    pub(super) fn point(self, field: &str) -> Result<LatLon, Problem> {
        LatLon::new(self.lat, self.lng).map_err(|error| Problem::invalid(field, error))
    }
}

/// Where a memory must lie, on the wire: one of three.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) enum LocationField {
    /// Within a radius of a point.
    #[serde(rename_all = "camelCase")]
    Near {
        /// Latitude, in degrees.
        #[schemars(range(min = -90.0, max = 90.0))]
        lat: f64,
        /// Longitude, in degrees; `lon` is taken as well.
        #[serde(alias = "lon")]
        #[schemars(range(min = -180.0, max = 180.0))]
        lng: f64,
        /// Radius, in kilometres.
        #[serde(alias = "radius_km")]
        radius_km: f64,
    },
    /// Inside a shape: WKT, or GeoJSON.
    Within(Value),
    /// The nearest `k` to a point.
    Nearest {
        /// Latitude, in degrees.
        #[schemars(range(min = -90.0, max = 90.0))]
        lat: f64,
        /// Longitude, in degrees; `lon` is taken as well.
        #[serde(alias = "lon")]
        #[schemars(range(min = -180.0, max = 180.0))]
        lng: f64,
        /// How many.
        k: usize,
    },
}

impl LocationField {
    pub(super) fn filter(&self) -> Result<PlaceFilter, Problem> {
        let filter = match self {
            Self::Near { lat, lng, radius_km } => {
                LatLon::new(*lat, *lng).and_then(|point| PlaceFilter::near(point, *radius_km))
            }
            Self::Within(shape) => space::read(shape).map(PlaceFilter::Within),
            Self::Nearest { lat, lng, k } => LatLon::new(*lat, *lng).and_then(|point| PlaceFilter::nearest(point, *k)),
        };
        filter.map_err(|error| Problem::invalid("location", error))
    }
}

/// A place that a memory is given: GeoJSON, WKT as a text, or `lat` and `lng`.
pub(super) fn shape(value: &Value) -> Result<Geometry, Problem> {
    space::read(value).map_err(|error| Problem::invalid("location", error))
}

/// A moment: RFC 3339, or a date.
pub(super) fn instant(field: &str, text: &str) -> Result<Micros, Problem> {
    Micros::parse(text).map_err(|error| Problem::invalid(field, error))
}

/// What an entity is, by its published name or a word that is folded into one.
pub(super) fn entity_kind(field: &str, name: &str) -> Result<EntityKind, Problem> {
    let name = name.trim().to_lowercase();
    let folded = match name.as_str() {
        "company" | "org" | "organization" => "organisation",
        "place" => "location",
        "human" | "user" => "person",
        other => other,
    };
    EntityKind::parse(folded).ok_or_else(|| {
        let known: Vec<&str> = EntityKind::ALL.iter().map(|kind| kind.as_str()).collect();
        Problem::invalid(field, format!("there are {}", known.join(", ")))
    })
}

/// Somebody or something that a triple is about.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EntityField {
    /// The kind.
    #[serde(rename = "type", default)]
    kind: Option<String>,
    /// Its name.
    name: String,
}

impl EntityField {
    /// Its kind; what is no published kind is `other`.
    fn kind(&self) -> EntityKind {
        self.kind.as_deref().map_or(EntityKind::Other, |kind| entity_kind("type", kind).unwrap_or(EntityKind::Other))
    }
}

/// A fact as a caller states it: an entity, a key and a value, or a target that the key leads to.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TripleField {
    /// `type/name`, a name or an id.
    entity: EntityField,
    /// One key, label or verb.
    #[serde(alias = "label")]
    key: String,
    /// A text, a number, or true or false.
    #[serde(default)]
    value: Option<Value>,
    /// Whom or what it leads to.
    #[serde(default)]
    target: Option<EntityField>,
    /// The category.
    #[serde(default, alias = "memoryCategory")]
    memory_category: Option<String>,
    /// How sure it is, 0 to 1.
    #[serde(default)]
    confidence: Option<f32>,
    /// From when it held in the world.
    #[serde(default, alias = "validFrom")]
    #[schemars(with = "Option<Instant>")]
    valid_from: Option<String>,
    /// Until when it held in the world; the end is not included.
    #[serde(default, alias = "validUntil")]
    #[schemars(with = "Option<Instant>")]
    valid_until: Option<String>,
    /// It no longer holds.
    #[serde(default)]
    ends: bool,
}

impl TripleField {
    pub(super) fn fact(&self) -> Result<FactItem, Problem> {
        let value = match &self.value {
            None => None,
            Some(Value::String(text)) => Some(text.clone()),
            Some(Value::Number(number)) => Some(number.to_string()),
            Some(Value::Bool(truth)) => Some(truth.to_string()),
            Some(_) => return Err(Problem::invalid("triples", "a value is a text, a number or true or false")),
        };
        let (kind, name) = (self.entity.kind(), self.entity.name.as_str());
        let fact = match (value, &self.target) {
            (Some(value), None) => FactItem::attribute(kind, name, &self.key, &value),
            (None, Some(target)) => FactItem::relation((kind, name), &self.key, (target.kind(), &target.name)),
            (None, None) if self.ends => FactItem::attribute(kind, name, &self.key, ""),
            _ => return Err(Problem::invalid("triples", "each has a value or a target, and not both")),
        };
        let moment = |field: &str, text: &Option<String>| text.as_deref().map(|text| instant(field, text)).transpose();
        let valid = Validity {
            from: moment("valid_from", &self.valid_from)?,
            until: moment("valid_until", &self.valid_until)?,
        };
        let category = self.memory_category.as_deref().map(category).transpose()?;
        Ok(FactItem { ends: self.ends, confidence: self.confidence, category, valid, ..fact })
    }
}

/// A category by name; both spellings of the wire are taken.
pub(super) fn category(name: &str) -> Result<Category, Problem> {
    Category::parse(name).ok_or_else(|| {
        let known: Vec<&str> = Category::ALL.iter().map(|category| category.as_str()).collect();
        Problem::invalid("memory_category", format!("there are {}", known.join(", ")))
    })
}

/// Kinds of memories by name; `None` where none is named.
pub(super) fn kinds(field: &str, names: &[String]) -> Result<Option<Vec<Kind>>, Problem> {
    let kind = |name: &String| {
        Kind::parse(name.trim()).ok_or_else(|| {
            let known: Vec<&str> = Kind::ALL.iter().map(|kind| kind.as_str()).collect();
            Problem::invalid(field, format!("there are {}", known.join(", ")))
        })
    };
    let kinds: Vec<Kind> = names.iter().map(kind).collect::<Result<_, _>>()?;
    Ok((!kinds.is_empty()).then_some(kinds))
}
