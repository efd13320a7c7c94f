//! Places that a question asks about, and how well something at a distance fits.
//!
//! Owns radii by the kind of place, "around here", and positions written as numbers. Must not know: rows, ranks.

use super::gazetteer::{GazetteerPlace, PlaceKind};
use super::names::{Nearness, distance_at_end, named_places};
use super::side::Part;
use super::words;
use crate::model::LatLon;
use crate::text;

/// Least share of a reading, in sureness and likelihood together, that a question keeps. Chosen.
const P_MIN: f32 = 0.05;
/// Least sureness of a name without any cue. Chosen.
const SURENESS_MIN: f32 = 0.3;
/// What a name counts that is only mentioned ("the Oslo office"), and one that something is in, against one that is asked to be
/// near ("near Oslo"). A name that is only mentioned is matter: rows that fit contain it, and are found by it. Measured on
/// timeqa, musique and 2wiki, where a quarter for it cost 0.002 to 0.006 R@10, and countries mentioned the most of it.
const MENTION: f32 = 0.1;
const INSIDE: f32 = 0.6;
/// Kilometres that "here" and "near" reach at least. Chosen: a walk and half an hour's drive.
const HERE_KM: f64 = 5.0;
const NEAR_KM: f64 = 20.0;
/// Values below this count as nothing.
const VALUE_MIN: f64 = 0.05;

/// One place that a question may ask about.
#[derive(Clone, Debug, PartialEq)]
pub struct AskedPlace {
    /// Its name, or `here`, or its position.
    pub name: String,
    /// A point in its middle.
    pub point: LatLon,
    /// How far it reaches, in kilometres.
    pub radius_km: f64,
    /// In what relation.
    pub relation: Nearness,
    /// The region or country that it is, when it is one.
    pub area: Option<GazetteerPlace>,
    /// The side of the region or country that is asked about: "northern".
    pub part: Option<Part>,
    /// How likely it is meant, in `(0, 1]`.
    pub p: f32,
}

impl AskedPlace {
    /// A point that the caller gives, with a radius.
    pub fn given(point: LatLon, radius_km: f64) -> Self {
        let name = format!("{},{}", point.lat(), point.lon());
        Self { name, point, radius_km: 0.0, relation: Nearness::Within(radius_km), area: None, part: None, p: 1.0 }
    }

    /// How well something that far from the point fits, in `[0, 1]`: 1 in the place itself, less the farther away it is.
    pub fn fit(&self, km: f64) -> f32 {
        let beyond = (km - self.radius_km).max(0.0);
        let fit = match self.relation {
            Nearness::Named | Nearness::In => (-beyond / self.radius_km.max(HERE_KM)).exp(),
            Nearness::Near => (-beyond / (self.radius_km + NEAR_KM)).exp(),
            Nearness::Within(limit_km) => {
                let limit_km = limit_km.max(0.001);
                if km <= limit_km {
                    1.0 - 0.3 * km / limit_km
                } else {
                    0.3 * (-(km - limit_km) / (0.2 * limit_km)).exp()
                }
            }
        };
        if fit < VALUE_MIN { 0.0 } else { fit as f32 * self.strength() }
    }

    /// Beyond this many kilometres nothing fits.
    pub fn reach_km(&self) -> f64 {
        let falls = -VALUE_MIN.ln();
        match self.relation {
            Nearness::Named | Nearness::In => self.radius_km + falls * self.radius_km.max(HERE_KM),
            Nearness::Near => self.radius_km + falls * (self.radius_km + NEAR_KM),
            Nearness::Within(limit_km) => limit_km * (1.0 + 0.2 * falls),
        }
    }

    /// How well a point in the region or country fits that is asked about: nearness says nothing there, the side does.
    pub fn fit_inside(&self, point: LatLon) -> f32 {
        self.strength() * self.part.map_or(1.0, |part| part.share(point))
    }

    /// True when it is asked what is near, so that nothing far away can be meant.
    pub fn is_near(&self) -> bool {
        matches!(self.relation, Nearness::Near | Nearness::Within(_))
    }

    fn strength(&self) -> f32 {
        let strength = match self.relation {
            Nearness::Named => MENTION,
            Nearness::In => INSIDE,
            Nearness::Near | Nearness::Within(_) => 1.0,
        };
        self.p * strength
    }
}

/// Places that a question names, likeliest first. `here` is where it is asked, `is_person` as in [`named_places`].
pub fn asked_places(question: &str, here: Option<LatLon>, is_person: &dyn Fn(&str) -> bool) -> Vec<AskedPlace> {
    let mut asked = Vec::new();
    if let Some(point) = here
        && let Some(relation) = speaks_of_here(question)
    {
        asked.push(AskedPlace {
            name: "here".to_owned(),
            point,
            radius_km: HERE_KM,
            relation,
            area: None,
            part: None,
            p: 1.0,
        });
    }
    asked.extend(written_positions(question));
    for named in named_places(question, is_person) {
        if named.sureness < SURENESS_MIN {
            continue;
        }
        for (place, share) in named.candidates {
            let p = named.sureness * share;
            if p < P_MIN {
                continue;
            }
            let area = Some(place).filter(|place| place.kind() != PlaceKind::City);
            let part = area.zip(named.side).and_then(|(area, side)| Part::of(area, side));
            let relation = match named.relation {
                // In the south of Spain.
                Nearness::Named if part.is_some() => Nearness::In,
                relation => relation,
            };
            if area.is_some() && relation == Nearness::Named {
                // A country or region in passing, "the French cook", says next to nothing about where.
                continue;
            }
            let radius_km = match (relation, area) {
                // Within 20 km of Munich begins at its middle, within 20 km of Bavaria at its border.
                (Nearness::Within(_), None) => 0.0,
                _ => place.radius_km(),
            };
            let relation = match (relation, area) {
                (Nearness::Within(km), Some(area)) => Nearness::Within(km + area.radius_km()),
                (relation, _) => relation,
            };
            asked.push(AskedPlace {
                name: place.name().to_owned(),
                point: place.point(),
                radius_km,
                relation,
                area,
                part,
                p,
            });
        }
    }
    asked.sort_by(|a, b| b.p.total_cmp(&a.p));
    asked
}

/// How near it has to be, when a question asks for what is near the one who asks.
fn speaks_of_here(question: &str) -> Option<Nearness> {
    let keys: Vec<(String, usize)> =
        text::name_words(question).into_iter().map(|word| (word.key, word.span.start as usize)).collect();
    let key = |idx: usize| keys.get(idx).map_or("", |(key, _)| key.as_str());
    for (idx, (word, at)) in keys.iter().enumerate() {
        let before = idx.checked_sub(1).map_or("", key);
        let two_before = idx.checked_sub(2).map_or("", key);
        let is_behind_near =
            words::is_in(words::NEAR, before) || matches!((two_before, before), ("close" | "next", "to"));
        match word.as_str() {
            "here" | "me" | "us" => {
                if let Some(km) = distance_at_end(&question[..*at], true) {
                    return Some(Nearness::Within(km));
                }
                if is_behind_near {
                    return Some(Nearness::Near);
                }
            }
            // "What is nearby?", but "nearby villages of Lisbon" goes on with a name.
            "nearby" | "hereabouts" => return Some(Nearness::Near),
            "area" | "neighborhood" | "neighbourhood" | "vicinity"
                if matches!(before, "this" | "my" | "our") || before == "the" && matches!(two_before, "in") =>
            {
                return Some(Nearness::Near);
            }
            _ => {}
        }
    }
    // "within 5 miles", and no word of where from.
    let end = question.trim_end_matches(|c: char| c.is_ascii_punctuation() || c.is_whitespace());
    let within = question.to_lowercase().contains("within");
    distance_at_end(end, false).filter(|_| within).map(Nearness::Within)
}

/// Positions written as two numbers with decimals, "48.85, 2.35", behind a word such as "near" or "within 5 km of".
fn written_positions(question: &str) -> Vec<AskedPlace> {
    let mut asked = Vec::new();
    for (comma, _) in question.match_indices(',') {
        let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+');
        let before = &question[..comma];
        let begin =
            before.rfind(|c| !is_number(c)).map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        let after = question[comma + 1..].trim_start_matches(' ');
        let after = &after[..after.find(|c| !is_number(c)).unwrap_or(after.len())];
        let decimal = |text: &str| {
            text.trim_end_matches('.').parse::<f64>().ok().filter(|_| text.trim_end_matches('.').contains('.'))
        };
        let (Some(lat), Some(lon)) = (decimal(&before[begin..]), decimal(after)) else { continue };
        let Ok(point) = LatLon::new(lat, lon) else { continue };
        let lead = &question[..begin];
        let last = lead.split_whitespace().next_back().unwrap_or("").to_lowercase();
        let relation = match distance_at_end(lead, true) {
            Some(km) => Nearness::Within(km),
            None if words::is_in(words::NEAR, &last) || matches!(last.as_str(), "to" | "at" | "of") => Nearness::Near,
            None => continue,
        };
        asked.push(AskedPlace { relation, radius_km: 0.0, ..AskedPlace::given(point, 0.0) });
    }
    asked
}

#[cfg(test)]
#[path = "asked_tests.rs"]
mod tests;
