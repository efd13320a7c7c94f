//! `space`: rows near the places that the question asks about; nothing when it asks about none.
//!
//! A city fits by distance. A region or country fits what lies in it: a point belongs where the nearest larger place belongs,
//! since boxes of neighbouring countries overlap. Where more rows lie at a place than fit into a list, the more relevant are
//! taken.
//!
//! Who asks what is near a place asks about nothing far away: rows near it are lifted above rows that only share words with the
//! question. Of several readings of the question's names and of the rows', those that meet are meant: the best fit counts whole.

use super::{Channel, ChannelError, Found, Inquiry, Lift, Needs, Scale, Spec};
use crate::limits;
use crate::model::{Bounds, Geometry, LatLon};
use crate::space::{AskedPlace, GazetteerPlace, Nearness, distance_km};
use crate::store::{Ordinal, PlaceFilter, Placed};

/// The channel.
pub(super) struct Space;

static SPEC: Spec = Spec {
    name: "space",
    summary: "place: nearness to the places asked about, or being in the region or country asked about",
    weights: [1.0, 0.7, 0.4, 0.5, 0.05],
    weight_metamemory: 0.0,
    scale: Scale::Unit,
    needs: Needs::Vector,
};

/// Readings of the question's places that are searched, likeliest first. Chosen: an ambiguous name or two.
const PLACES_MAX: usize = 6;

/// Share of a full score for the row that fits a question for what is near a place best; others have less by the root of their
/// fit. Chosen: like a row that holds an identifier of the question, with room for what else the row says.
const LIFT_SHARE: f32 = 0.7;
/// Least fit against the best for being lifted. Chosen.
const LIFT_FIT_MIN: f32 = 0.02;

/// How well one place of a row fits one place asked about, in `[0, 1]`.
fn fit(asked: &AskedPlace, placed: &Placed) -> f32 {
    // A name in passing meets only what is surely a place; what is asked for may decide an unsure name.
    if asked.relation == Nearness::Named && placed.inferred && placed.confidence < limits::PLACE_SURE {
        return 0.0;
    }
    let by_area = asked.area.filter(|_| matches!(asked.relation, Nearness::In | Nearness::Named));
    let fit = match by_area {
        Some(area) => {
            let inside = |point: &LatLon| GazetteerPlace::nearest_city(*point).is_some_and(|city| city.is_in(area));
            middle(&placed.geometry).filter(inside).map_or(0.0, |point| asked.fit_inside(point))
        }
        None => asked.fit(placed.distance_km(asked.point)),
    };
    fit * placed.confidence
}

/// A point that stands for a shape.
fn middle(shape: &Geometry) -> Option<LatLon> {
    match shape {
        Geometry::Point(point) => Some(*point),
        Geometry::Bounds(bounds) => middle_of(*bounds),
        Geometry::Polygon(polygon) => polygon.rings().first().and_then(|ring| ring.first().copied()),
        Geometry::MultiPolygon(polygons) => {
            polygons.first().and_then(|one| one.rings().first()).and_then(|ring| ring.first().copied())
        }
    }
}

fn middle_of(bounds: Bounds) -> Option<LatLon> {
    let lon = bounds.west() + bounds.width() / 2.0;
    let lon = if lon > 180.0 { lon - 360.0 } else { lon };
    LatLon::new(f64::midpoint(bounds.south(), bounds.north()), lon).ok()
}

/// Beyond so many kilometres from its point nothing of a place fits.
fn reach_km(asked: &AskedPlace) -> f64 {
    match asked.area.and_then(GazetteerPlace::bounds) {
        Some(bounds) if matches!(asked.relation, Nearness::In | Nearness::Named) => {
            // A row that is the region itself lies as far away as that reaches.
            let far = bounds.corners().into_iter().map(|corner| distance_km(corner, asked.point));
            far.fold(asked.radius_km, f64::max)
        }
        _ => asked.reach_km(),
    }
}

impl Space {
    fn values(
        inquiry: &Inquiry<'_>,
        rows: &[Ordinal],
        counts: &dyn Fn(&AskedPlace) -> bool,
    ) -> Result<Vec<f32>, ChannelError> {
        let asked: Vec<&AskedPlace> =
            inquiry.question.places.iter().take(PLACES_MAX).filter(|asked| counts(asked)).collect();
        if asked.is_empty() {
            return Ok(vec![0.0; rows.len()]);
        }
        let best = |places: &Vec<Placed>| {
            let fits = places.iter().flat_map(|placed| asked.iter().map(move |asked| fit(asked, placed)));
            fits.fold(0.0, f32::max)
        };
        Ok(inquiry.view.places(rows)?.iter().map(best).collect())
    }

    /// Lifts rows that are near where the question asks for what is near.
    fn lift(inquiry: &Inquiry<'_>, found: &mut [Found]) -> Result<(), ChannelError> {
        let rows: Vec<Ordinal> = found.iter().map(|found| found.row).collect();
        let fits = Self::values(inquiry, &rows, &AskedPlace::is_near)?;
        let best = fits.iter().copied().fold(0.0, f32::max);
        for (found, fit) in found.iter_mut().zip(fits).filter(|(_, fit)| *fit > LIFT_FIT_MIN * best) {
            found.lift = Some(Lift { from: None, share: LIFT_SHARE * (fit / best).sqrt() });
        }
        Ok(())
    }

    /// Rows near one place: the nearest, or the most relevant where there are more than `limit`.
    fn around(inquiry: &Inquiry<'_>, asked: &AskedPlace, limit: usize) -> Result<Vec<Ordinal>, ChannelError> {
        let radius_km = reach_km(asked).min(limits::RADIUS_KM_MAX);
        let near = inquiry.view.near(asked.point, radius_km, limit, inquiry.deadline)?;
        let mut rows: Vec<Ordinal> = near.into_iter().map(|(row, _)| row).collect();
        if rows.len() == limit {
            let there = inquiry.view.located(&PlaceFilter::Near { point: asked.point, radius_km })?;
            if let Some(vector) = inquiry.question.vector.as_deref() {
                rows.extend(there.nearest(vector, limit, inquiry.deadline)?.into_iter().map(|(row, _)| row));
            }
            let terms = &inquiry.question.terms;
            rows.extend(there.matching(terms, limit, inquiry.deadline)?.into_iter().map(|(row, _)| row));
        }
        Ok(rows)
    }
}

impl Channel for Space {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn search(&self, inquiry: &Inquiry<'_>, limit: usize) -> Result<Vec<Found>, ChannelError> {
        let mut rows = Vec::new();
        for asked in inquiry.question.places.iter().take(PLACES_MAX) {
            rows.extend(Self::around(inquiry, asked, limit)?);
        }
        rows.sort_unstable();
        rows.dedup();
        let values = Self::values(inquiry, &rows, &|_| true)?;
        let fits = rows.into_iter().zip(values).filter(|(_, value)| *value > 0.0);
        let mut found: Vec<Found> = fits.map(|(row, value)| Found::new(row, value)).collect();
        found.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.row.cmp(&b.row)));
        found.truncate(limit);
        Self::lift(inquiry, &mut found)?;
        Ok(found)
    }

    fn score(&self, inquiry: &Inquiry<'_>, rows: &[Ordinal]) -> Result<Option<Vec<f32>>, ChannelError> {
        Ok(Some(Self::values(inquiry, rows, &|_| true)?))
    }
}
