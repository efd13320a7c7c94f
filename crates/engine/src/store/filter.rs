//! Which rows a reader may return. Bound to a view when it is opened, so that no reader can forget it.

use crate::limits;
use crate::model::{Geometry, GeometryError, Grant, Interval, Kind, LatLon, Micros, ScopeSets, SessionId};

/// Where a row must lie.
#[derive(Clone, Debug, PartialEq)]
pub enum PlaceFilter {
    /// Within a radius of a point.
    Near {
        /// The point.
        point: LatLon,
        /// The radius in kilometres, at most [`limits::RADIUS_KM_MAX`].
        radius_km: f64,
    },
    /// Wholly inside a shape.
    Within(Geometry),
    /// Among the nearest of the rows that meet every other condition.
    Nearest {
        /// To this point.
        point: LatLon,
        /// How many, 1 to [`limits::NEAREST_MAX`]; rows equally far are taken by ascending row.
        count: usize,
    },
}

impl PlaceFilter {
    /// Within a radius of a point.
    ///
    /// # Errors
    /// [`GeometryError::Radius`] for a radius out of range, NaN included.
    pub fn near(point: LatLon, radius_km: f64) -> Result<Self, GeometryError> {
        if (0.0..=limits::RADIUS_KM_MAX).contains(&radius_km) {
            return Ok(Self::Near { point, radius_km });
        }
        Err(GeometryError::Radius { km: radius_km })
    }

    /// The nearest to a point.
    ///
    /// # Errors
    /// [`GeometryError::Count`] for a number out of range.
    pub fn nearest(point: LatLon, count: usize) -> Result<Self, GeometryError> {
        if (1..=limits::NEAREST_MAX).contains(&count) {
            return Ok(Self::Nearest { point, count });
        }
        Err(GeometryError::Count { count })
    }
}

/// Conditions that a row must meet, all of them. The default sees nothing, since its grant is empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// What the reader may see.
    pub grant: Grant,
    /// Keep only rows that involve every scope of one of these clauses. Narrows, never widens.
    pub lens: Option<ScopeSets>,
    /// Keep only rows that carry all of these labels.
    pub labels: Vec<(String, String)>,
    /// Keep only rows of these kinds.
    pub kinds: Option<Vec<Kind>>,
    /// Keep only rows of this session.
    pub session: Option<SessionId>,
    /// Keep only rows whose event overlaps this window.
    pub event: Option<Interval>,
    /// Keep only rows that lie there. Rows without a place lie nowhere.
    pub place: Option<PlaceFilter>,
    /// Keep only rows known by then (`known_at <= as_of`), and read supersession as it was known then.
    pub as_of: Option<Micros>,
    /// Keep only rows that the database held by then (`recorded_at <= at_instant`).
    pub at_instant: Option<Micros>,
    /// Keep only rows whose validity began at or after this.
    pub valid_from: Option<Micros>,
    /// Keep only rows whose validity ended at or before this.
    pub valid_until: Option<Micros>,
    /// The present, for validity: rows that no longer hold, or do not hold yet, are left out unless a validity bound is given.
    pub now: Option<Micros>,
    /// Keep rows that repeat another.
    pub include_duplicates: bool,
    /// Keep what was read out of other rows of the view, too. It says what they say, and competes with them for places: a view
    /// that does not ask for it by kind leaves it out (`docs/measurements.md`, facts among the hits).
    pub told: bool,
    /// Keep what stays in the background, too: entity cards, and instructions and doubts that were read out of other memories.
    pub quiet: bool,
    /// Keep everything that was ever so: replaced rows, rows that no longer hold, and cards, instructions and doubts. Forgotten
    /// rows stay out.
    pub history: bool,
}

impl Filter {
    /// Sees every live row of the context that is not a repetition.
    pub fn everything() -> Self {
        Self { grant: Grant::everything(), ..Self::default() }
    }
}
