//! Well-known text: POINT, POLYGON, MULTIPOLYGON and boxes (ENVELOPE, BBOX), longitude first.
//!
//! `ENVELOPE(west, east, north, south)` as in OGC's catalogue language; `BBOX(west, south, east, north)` in the order of
//! GeoJSON. A reader of its own, since nothing else of WKT is wanted and every byte may come from outside: it runs once over
//! the text, and no deeper than a list of polygons.

use core::fmt::Write as _;

use crate::limits;
use crate::model::{Bounds, Geometry, GeometryError, LatLon, Polygon};

/// Reads WKT, in any case, with or without an `SRID=4326;` in front.
///
/// # Errors
/// [`GeometryError`]; never panics.
pub fn parse_wkt(text: &str) -> Result<Geometry, GeometryError> {
    let mut reader = Reader { text, at: 0, vertices: 0 };
    if text.len() > limits::GEOMETRY_LEN_MAX {
        return Err(GeometryError::TooManyVertices);
    }
    let mut word = reader.word();
    if word == "SRID" {
        reader.expect('=', "expected '=' after SRID")?;
        if reader.number()? != 4326.0 {
            return Err(reader.wrong("only SRID 4326 (longitude and latitude of WGS 84) is understood"));
        }
        reader.expect(';', "expected ';' after the SRID")?;
        word = reader.word();
    }
    let shape = match word.as_str() {
        "POINT" => {
            reader.expect('(', "expected '('")?;
            let point = reader.position()?;
            reader.expect(')', "expected ')'")?;
            Geometry::Point(point)
        }
        "POLYGON" => Geometry::Polygon(reader.polygon()?),
        "MULTIPOLYGON" => Geometry::polygons(reader.list(Reader::polygon)?)?,
        "ENVELOPE" => {
            let [west, east, north, south] = reader.sides()?;
            Geometry::Bounds(Bounds::new(south, west, north, east)?)
        }
        "BBOX" => {
            let [west, south, east, north] = reader.sides()?;
            Geometry::Bounds(Bounds::new(south, west, north, east)?)
        }
        _ => return Err(reader.wrong("there are POINT, POLYGON, MULTIPOLYGON, ENVELOPE and BBOX")),
    };
    reader.blank();
    if reader.at < text.len() {
        return Err(reader.wrong("something follows the shape"));
    }
    Ok(shape)
}

/// A shape as WKT.
pub fn to_wkt(shape: &Geometry) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = match shape {
        Geometry::Point(point) => write!(text, "POINT({} {})", point.lon(), point.lat()),
        Geometry::Bounds(bounds) => {
            write!(text, "ENVELOPE({}, {}, {}, {})", bounds.west(), bounds.east(), bounds.north(), bounds.south())
        }
        Geometry::Polygon(polygon) => write!(text, "POLYGON{}", rings(polygon)),
        Geometry::MultiPolygon(polygons) => {
            write!(text, "MULTIPOLYGON({})", polygons.iter().map(rings).collect::<Vec<_>>().join(", "))
        }
    };
    text
}

fn rings(polygon: &Polygon) -> String {
    let position = |point: &LatLon| format!("{} {}", point.lon(), point.lat());
    let ring = |ring: &Vec<LatLon>| format!("({})", ring.iter().map(position).collect::<Vec<_>>().join(", "));
    format!("({})", polygon.rings().iter().map(ring).collect::<Vec<_>>().join(", "))
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    vertices: usize,
}

impl Reader<'_> {
    fn wrong(&self, reason: &'static str) -> GeometryError {
        GeometryError::Wkt { at: self.at, reason }
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn blank(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// The letters that come next, in capitals.
    fn word(&mut self) -> String {
        self.blank();
        let length = self.rest().find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(self.rest().len());
        let word = self.rest()[..length].to_ascii_uppercase();
        self.at += length;
        word
    }

    fn takes(&mut self, c: char) -> bool {
        self.blank();
        let is_next = self.rest().starts_with(c);
        self.at += if is_next { c.len_utf8() } else { 0 };
        is_next
    }

    fn expect(&mut self, c: char, reason: &'static str) -> Result<(), GeometryError> {
        if self.takes(c) { Ok(()) } else { Err(self.wrong(reason)) }
    }

    fn number(&mut self) -> Result<f64, GeometryError> {
        self.blank();
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | 'e' | 'E');
        let length = self.rest().find(|c| !is_part(c)).unwrap_or(self.rest().len());
        let number = self.rest()[..length].parse().map_err(|_| self.wrong("expected a number"))?;
        self.at += length;
        Ok(number)
    }

    fn position(&mut self) -> Result<LatLon, GeometryError> {
        self.vertices += 1;
        if self.vertices > limits::GEOMETRY_VERTICES_MAX {
            return Err(GeometryError::TooManyVertices);
        }
        let (lon, lat) = (self.number()?, self.number()?);
        LatLon::new(lat, lon)
    }

    /// Things in brackets, separated by commas.
    fn list<T>(&mut self, mut one: impl FnMut(&mut Self) -> Result<T, GeometryError>) -> Result<Vec<T>, GeometryError> {
        self.expect('(', "expected '('")?;
        let mut list = vec![one(self)?];
        while self.takes(',') {
            list.push(one(self)?);
        }
        self.expect(')', "expected ',' or ')'")?;
        Ok(list)
    }

    fn polygon(&mut self) -> Result<Polygon, GeometryError> {
        Polygon::new(self.list(|reader| reader.list(Self::position))?)
    }

    fn sides(&mut self) -> Result<[f64; 4], GeometryError> {
        let sides = self.list(Self::number)?;
        sides.try_into().map_err(|_| self.wrong("a box has four sides"))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn each_form_is_read() {
        let point = Geometry::Point(LatLon::new(48.85, -2.35).unwrap());
        assert_eq!(parse_wkt("POINT(-2.35 48.85)"), Ok(point.clone()));
        assert_eq!(parse_wkt(" srid=4326; point ( -2.35  4885e-2 ) "), Ok(point));
        let bounds = Geometry::Bounds(Bounds::new(-5.0, 170.0, 5.0, -170.0).unwrap());
        assert_eq!(parse_wkt("ENVELOPE(170, -170, 5, -5)"), Ok(bounds.clone()));
        assert_eq!(parse_wkt("BBOX(170, -5, -170, 5)"), Ok(bounds));
        assert!(parse_wkt("POLYGON((0 0, 9 0, 9 9, 0 0), (2 1, 3 1, 3 2, 2 1))").is_ok());
        assert!(parse_wkt("MULTIPOLYGON(((0 0, 9 0, 9 9, 0 0)), ((2 1, 3 1, 3 2, 2 1)))").is_ok());
    }

    #[test]
    fn hostile_forms_are_refused() {
        let deep = format!("POLYGON{}", "(".repeat(100_000));
        let million = format!("POLYGON(({}0 0))", "0 0,".repeat(1_000_000));
        for text in [
            "",
            "POINT",
            "POINT EMPTY",
            "POINT(1)",
            "POINT(1 91)",
            "POINT(NaN 1)",
            "POINT(inf 1)",
            "POINT(1 2) x",
            "POINT(1 2 3)",
            "POLYGON((0 0, 1 1))",
            "POLYGON((0 0, 1 0, 1 1, 0 1))",
            "POLYGON((0 0, 1 0, 1 1, 0 0)",
            "LINESTRING(0 0, 1 1)",
            "SRID=3857;POINT(1 2)",
            "BBOX(1, 2, 3)",
            "ENVELOPE(1, 2, 3, 4)",
            "POINT(\u{2212}1 2)",
            deep.as_str(),
            million.as_str(),
        ] {
            assert!(parse_wkt(text).is_err(), "{text:.40}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            corners in prop::collection::vec((-90.0..=90.0f64, -180.0..=180.0f64), 3..9),
            south in -90.0..=0.0f64, west in -180.0..=180.0f64, north in 0.0..=90.0f64, east in -180.0..=180.0f64,
        ) {
            let mut ring: Vec<LatLon> = corners.iter().map(|(lat, lon)| LatLon::new(*lat, *lon).unwrap()).collect();
            ring.push(ring[0]);
            let polygon = Polygon::new(vec![ring.clone()]).unwrap();
            for shape in [
                Geometry::Point(ring[0]),
                Geometry::Polygon(polygon.clone()),
                Geometry::MultiPolygon(vec![polygon.clone(), polygon]),
                Geometry::Bounds(Bounds::new(south, west, north, east).unwrap()),
            ] {
                prop_assert_eq!(parse_wkt(&to_wkt(&shape)), Ok(shape.clone()));
                prop_assert_eq!(Geometry::from_geojson(&shape.to_geojson()), Ok(shape));
            }
        }

        #[test]
        fn nothing_panics(text in "(POINT|POLYGON|BBOX|SRID)?[ =;(),.0-9eE+-]{0,40}\\PC{0,3}") {
            drop(parse_wkt(&text));
        }
    }
}
