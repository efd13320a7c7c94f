//! GeoJSON (RFC 7946), read and written: Point, Polygon, MultiPolygon, a Feature around one of them, and bare boxes.
//!
//! A box is written as the polygon it is, or two of them where it crosses the date line, with its `bbox` beside it, so that
//! any reader of GeoJSON sees it; read back, such a shape is a box again.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};

use super::{Bounds, Geometry, GeometryError, LatLon, Polygon};
use crate::limits;

const POSITION: GeometryError = GeometryError::GeoJson("a position is a list of longitude and latitude");
const RINGS: GeometryError = GeometryError::GeoJson("the coordinates of a polygon are a list of rings of positions");
const BBOX: GeometryError = GeometryError::GeoJson("a bbox is a list of west, south, east and north");

impl Geometry {
    /// Reads GeoJSON. An object with nothing but a `bbox` is a box; heights are dropped.
    ///
    /// # Errors
    /// [`GeometryError`]; never panics, whatever the value is.
    pub fn from_geojson(value: &Value) -> Result<Self, GeometryError> {
        let coordinates = || value.get("coordinates").ok_or(GeometryError::GeoJson("there are no coordinates"));
        match value.get("type").and_then(Value::as_str) {
            Some("Point") => position(coordinates()?).map(Self::Point),
            Some("Polygon") => {
                let shape = Self::Polygon(polygon(coordinates()?, &mut 0)?);
                Ok(boxed(value, shape))
            }
            Some("MultiPolygon") => {
                let list = coordinates()?.as_array().ok_or(RINGS)?;
                let mut vertices = 0;
                let polygons = list.iter().map(|one| polygon(one, &mut vertices)).collect::<Result<_, _>>()?;
                Self::polygons(polygons).map(|shape| boxed(value, shape))
            }
            Some("Feature") => match value.get("geometry") {
                // One inside another would be a way to make a reader run deep.
                Some(inner) if inner.get("type").and_then(Value::as_str) != Some("Feature") => {
                    Self::from_geojson(inner)
                }
                _ => Err(GeometryError::GeoJson("the feature has no geometry of its own")),
            },
            Some(_) => {
                Err(GeometryError::GeoJson("there are Point, Polygon, MultiPolygon, a Feature of one, and bbox"))
            }
            None if value.get("bbox").is_some() => bounds(&value["bbox"]).map(Self::Bounds),
            None => Err(GeometryError::GeoJson("it has no type")),
        }
    }

    /// Itself as GeoJSON.
    pub fn to_geojson(&self) -> Value {
        let rings = |polygon: &Polygon| polygon.rings().iter().map(|ring| ring_value(ring)).collect::<Vec<_>>();
        match self {
            Self::Point(point) => json!({ "type": "Point", "coordinates": pair(*point) }),
            Self::Polygon(polygon) => json!({ "type": "Polygon", "coordinates": rings(polygon) }),
            Self::MultiPolygon(polygons) => {
                json!({ "type": "MultiPolygon", "coordinates": polygons.iter().map(rings).collect::<Vec<_>>() })
            }
            Self::Bounds(bounds) => {
                let bbox = [bounds.west(), bounds.south(), bounds.east(), bounds.north()];
                let pieces = pieces(*bounds);
                match pieces.as_slice() {
                    [one] => json!({ "type": "Polygon", "bbox": bbox, "coordinates": [ring_value(one)] }),
                    both => {
                        let both: Vec<Value> = both.iter().map(|ring| json!([ring_value(ring)])).collect();
                        json!({ "type": "MultiPolygon", "bbox": bbox, "coordinates": both })
                    }
                }
            }
        }
    }
}

/// The rings of a box, none of which crosses the date line.
fn pieces(bounds: Bounds) -> Vec<Vec<LatLon>> {
    let piece = |west: f64, east: f64| {
        let corner = |lat, lon| LatLon { lat, lon };
        let (south, north) = (bounds.south(), bounds.north());
        vec![corner(south, west), corner(south, east), corner(north, east), corner(north, west), corner(south, west)]
    };
    if bounds.west() > bounds.east() {
        vec![piece(bounds.west(), 180.0), piece(-180.0, bounds.east())]
    } else {
        vec![piece(bounds.west(), bounds.east())]
    }
}

/// The box that a shape was written from, where its `bbox` says the same as its coordinates.
fn boxed(value: &Value, shape: Geometry) -> Geometry {
    let Some(Ok(bounds)) = value.get("bbox").map(bounds) else { return shape };
    let given: Vec<&[Vec<LatLon>]> = match &shape {
        Geometry::Polygon(polygon) => vec![polygon.rings()],
        Geometry::MultiPolygon(polygons) => polygons.iter().map(Polygon::rings).collect(),
        _ => return shape,
    };
    let pieces = pieces(bounds);
    let same = given.len() == pieces.len()
        && given.iter().zip(&pieces).all(|(rings, piece)| rings.len() == 1 && rings[0] == *piece);
    if same { Geometry::Bounds(bounds) } else { shape }
}

fn pair(point: LatLon) -> [f64; 2] {
    [point.lon(), point.lat()]
}

fn ring_value(ring: &[LatLon]) -> Value {
    ring.iter().map(|point| json!(pair(*point))).collect()
}

fn position(value: &Value) -> Result<LatLon, GeometryError> {
    let numbers = value.as_array().filter(|list| (2..=3).contains(&list.len())).ok_or(POSITION)?;
    let number = |idx: usize| numbers[idx].as_f64().ok_or(POSITION);
    LatLon::new(number(1)?, number(0)?)
}

fn bounds(value: &Value) -> Result<Bounds, GeometryError> {
    let numbers: Option<Vec<f64>> = value.as_array().and_then(|list| list.iter().map(Value::as_f64).collect());
    match numbers.as_deref() {
        Some([west, south, east, north]) => Bounds::new(*south, *west, *north, *east),
        Some([west, south, _, east, north, _]) => Bounds::new(*south, *west, *north, *east),
        _ => Err(BBOX),
    }
}

fn polygon(value: &Value, vertices: &mut usize) -> Result<Polygon, GeometryError> {
    let mut rings = Vec::new();
    for ring in value.as_array().ok_or(RINGS)? {
        let ring = ring.as_array().ok_or(RINGS)?;
        *vertices += ring.len();
        // Counted before positions are read, so that a huge shape costs nothing.
        if *vertices > limits::GEOMETRY_VERTICES_MAX {
            return Err(GeometryError::TooManyVertices);
        }
        rings.push(ring.iter().map(position).collect::<Result<Vec<_>, _>>()?);
    }
    Polygon::new(rings)
}

impl Serialize for Geometry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_geojson().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Geometry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Self::from_geojson(&value).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Geometry, GeometryError> {
        Geometry::from_geojson(&serde_json::from_str(text).unwrap())
    }

    #[test]
    fn each_form_is_read() {
        let point = Geometry::Point(LatLon::new(48.85, 2.35).unwrap());
        assert_eq!(read(r#"{"type":"Point","coordinates":[2.35,48.85]}"#), Ok(point.clone()));
        assert_eq!(read(r#"{"type":"Point","coordinates":[2.35,48.85,35]}"#), Ok(point.clone()));
        let feature = r#"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[2.35,48.85]}}"#;
        assert_eq!(read(feature), Ok(point));
        let square = "[[0,0],[2,0],[2,2],[0,2],[0,0]]";
        assert!(matches!(read(&format!(r#"{{"type":"Polygon","coordinates":[{square}]}}"#)), Ok(Geometry::Polygon(_))));
        let two = format!(r#"{{"type":"MultiPolygon","coordinates":[[{square}],[{square}]]}}"#);
        assert!(matches!(read(&two), Ok(Geometry::MultiPolygon(_))));
        let bounds = Bounds::new(-5.0, 170.0, 5.0, -170.0).unwrap();
        assert_eq!(read(r#"{"bbox":[170,-5,-170,5]}"#), Ok(Geometry::Bounds(bounds)));
    }

    #[test]
    fn hostile_forms_are_refused() {
        let deep = format!("{}1{}", "[".repeat(100), "]".repeat(100));
        for text in [
            "null".to_owned(),
            "[]".to_owned(),
            "{}".to_owned(),
            r#"{"type":"Point"}"#.to_owned(),
            r#"{"type":"Point","coordinates":[1]}"#.to_owned(),
            r#"{"type":"Point","coordinates":["1","2"]}"#.to_owned(),
            r#"{"type":"Point","coordinates":[0,91]}"#.to_owned(),
            r#"{"type":"Polygon","coordinates":[]}"#.to_owned(),
            r#"{"type":"Polygon","coordinates":[[[0,0],[1,1]]]}"#.to_owned(),
            r#"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1]]]}"#.to_owned(),
            r#"{"type":"LineString","coordinates":[[0,0],[1,1]]}"#.to_owned(),
            r#"{"type":"MultiPolygon","coordinates":[]}"#.to_owned(),
            r#"{"type":"Feature","geometry":{"type":"Feature","geometry":null}}"#.to_owned(),
            r#"{"bbox":[1,2,3]}"#.to_owned(),
            format!(r#"{{"type":"Polygon","coordinates":{deep}}}"#),
        ] {
            assert!(read(&text).is_err(), "{text}");
        }
        let million = json!({ "type": "Polygon", "coordinates": [vec![json!([0, 0]); 1_000_000]] });
        assert_eq!(Geometry::from_geojson(&million), Err(GeometryError::TooManyVertices));
    }

    #[test]
    fn what_is_written_is_read_back() {
        for text in [
            r#"{"type":"Point","coordinates":[-0.0,12.5]}"#,
            r#"{"type":"Polygon","coordinates":[[[0,0],[9,0],[9,9],[0,0]],[[2,1],[3,1],[3,2],[2,1]]]}"#,
            r#"{"bbox":[1,2,3,4]}"#,
            r#"{"bbox":[179,-20,-178,-15]}"#,
            r#"{"bbox":[-180,-90,180,90]}"#,
        ] {
            let geometry = read(text).unwrap();
            let again: Geometry = serde_json::from_str(&serde_json::to_string(&geometry).unwrap()).unwrap();
            assert_eq!(again, geometry, "{text}");
        }
    }
}
