//! Places on the command line: positions as `lat,lon`, shapes as WKT or GeoJSON.

use clap::Args;
use quintet::model::{Geometry, LatLon};
use quintet::space;
use quintet::store::PlaceFilter;
use serde_json::{Value, json};

use crate::wire::UsageError;

/// Where memories must lie, and where the question is asked.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct PlaceArguments {
    /// Only what lies within so many kilometres of a point
    #[arg(long, value_name = "LAT,LON,KM", allow_hyphen_values = true)]
    near: Option<String>,
    /// Only what lies inside a shape, as WKT or GeoJSON
    #[arg(long, value_name = "SHAPE", conflicts_with = "near")]
    within: Option<String>,
    /// Only the nearest to a point
    #[arg(long, value_name = "LAT,LON,COUNT", conflicts_with_all = ["near", "within"], allow_hyphen_values = true)]
    nearest: Option<String>,
    /// Where the question is asked, for "near here"
    #[arg(long, value_name = "LAT,LON", allow_hyphen_values = true)]
    here: Option<String>,
}

fn usage(flag: &str, reason: impl core::fmt::Display) -> anyhow::Error {
    UsageError(format!("--{flag}: {reason}")).into()
}

/// Numbers separated by commas, so many of them.
fn numbers<const N: usize>(flag: &str, text: &str, form: &str) -> anyhow::Result<[f64; N]> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    let numbers = numbers.and_then(|numbers| <[f64; N]>::try_from(numbers).ok());
    numbers.ok_or_else(|| usage(flag, format!("'{text}' is not {form}")))
}

fn point(flag: &str, lat: f64, lon: f64) -> anyhow::Result<LatLon> {
    LatLon::new(lat, lon).map_err(|error| usage(flag, error))
}

/// A shape: `lat,lon`, WKT, or GeoJSON.
pub(crate) fn shape(flag: &str, text: &str) -> anyhow::Result<Geometry> {
    let text = text.trim();
    if text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.')) {
        let [lat, lon] = numbers(flag, text, "LAT,LON")?;
        return Ok(Geometry::Point(point(flag, lat, lon)?));
    }
    if text.starts_with('{') {
        let value = serde_json::from_str(text).map_err(|error| usage(flag, error))?;
        return space::read(&value).map_err(|error| usage(flag, error));
    }
    space::parse_wkt(text).map_err(|error| usage(flag, error))
}

/// A shape as a request takes it: `lat,lon` as a position, WKT as a text, GeoJSON as it is.
pub(crate) fn wire(text: &str) -> Value {
    let text = text.trim();
    match numbers("location", text, "LAT,LON") {
        Ok([lat, lng]) => json!({ "lat": lat, "lng": lng }),
        Err(_) => serde_json::from_str(text).unwrap_or_else(|_| json!(text)),
    }
}

impl PlaceArguments {
    /// Where memories must lie, as a request takes it.
    pub(crate) fn wire(&self) -> anyhow::Result<Value> {
        // What is wrong is told here as it is for a folder.
        self.filter()?;
        Ok(if let Some(text) = &self.near {
            let [lat, lng, km] = numbers("near", text, "LAT,LON,KM")?;
            json!({ "lat": lat, "lng": lng, "radiusKm": km })
        } else if let Some(text) = &self.nearest {
            let [lat, lng, count] = numbers("nearest", text, "LAT,LON,COUNT")?;
            json!({ "lat": lat, "lng": lng, "k": count as u64 })
        } else {
            self.within.as_deref().map_or(Value::Null, wire)
        })
    }

    /// Where memories must lie.
    pub(crate) fn filter(&self) -> anyhow::Result<Option<PlaceFilter>> {
        if let Some(text) = &self.near {
            let [lat, lon, km] = numbers("near", text, "LAT,LON,KM")?;
            return PlaceFilter::near(point("near", lat, lon)?, km).map(Some).map_err(|error| usage("near", error));
        }
        if let Some(text) = &self.nearest {
            let [lat, lon, count] = numbers("nearest", text, "LAT,LON,COUNT")?;
            if count.fract() != 0.0 || count < 0.0 {
                return Err(usage("nearest", "the count is no whole number"));
            }
            let filter = PlaceFilter::nearest(point("nearest", lat, lon)?, count as usize);
            return filter.map(Some).map_err(|error| usage("nearest", error));
        }
        self.within.as_deref().map(|text| shape("within", text).map(PlaceFilter::Within)).transpose()
    }

    /// Where the question is asked.
    pub(crate) fn here(&self) -> anyhow::Result<Option<LatLon>> {
        let Some(text) = &self.here else { return Ok(None) };
        let [lat, lon] = numbers("here", text, "LAT,LON")?;
        point("here", lat, lon).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(text: &str) -> anyhow::Result<Option<PlaceFilter>> {
        PlaceArguments { near: Some(text.to_owned()), ..PlaceArguments::default() }.filter()
    }

    #[test]
    fn positions_and_shapes_are_read() {
        assert!(matches!(near("-29.3, 27.5, 20"), Ok(Some(PlaceFilter::Near { .. }))));
        for text in ["48.8,2.3,5", "", "91,0,1", "0,0,-1", "0,0,nan", "0,0,1e9", "a,b,c", "1,2"] {
            assert_eq!(near(text).is_ok(), text == "48.8,2.3,5", "{text}");
        }
        for text in ["48.8,2.3", "POINT(2.3 48.8)", r#"{"lat":48.8,"lon":2.3}"#] {
            let expected = Geometry::Point(LatLon::new(48.8, 2.3).unwrap());
            assert_eq!(shape("location", text).unwrap(), expected, "{text}");
        }
        assert!(shape("location", "POINT(48 200)").is_err());
        let nearest = PlaceArguments { nearest: Some("0,0,1.5".to_owned()), ..PlaceArguments::default() };
        assert!(nearest.filter().is_err());
    }
}
