//! Which of several places of one name is meant: the larger, the one in the region or country that the text names, the one
//! near the other places that it names. Nothing is thrown away; every candidate keeps its share.

use super::distance_km;
use super::gazetteer::{GazetteerPlace, PlaceKind};
use super::names::is_in_area;

/// Weight of a candidate that lies in a region or country named right behind it, or elsewhere in the text. Chosen: the first
/// outweighs any difference in size but that of a metropolis and a village, the second that of a city and a town.
const QUALIFIED: f64 = 2_000.0;
const NAMED_ELSEWHERE: f64 = 20.0;
/// Weight of a candidate near an unmistakable city of the same text, and how near that is, in kilometres. Chosen.
const NEIGHBOUR: f64 = 8.0;
const NEIGHBOUR_KM: f64 = 200.0;
/// Share of its candidates from which on a name is unmistakable. Chosen.
const UNMISTAKABLE: f64 = 0.8;
/// Weight of a place that only has the name as an alternative one. Chosen.
const ALTERNATIVE: f64 = 0.1;
/// Weights of regions and countries against cities of as many people: a region's name is mostly used for the city in it where
/// both share it, a country's is not. Chosen.
const REGION: f64 = 0.25;
const COUNTRY: f64 = 2.0;
/// Weight of a region that shares its name with a city of its country, as Lisbon, Kyoto and Buenos Aires do: the city is meant.
/// Chosen.
const REGION_OF_CITY: f64 = 0.01;
/// Least share of the region's people that the city has. Chosen: California is not named for California, Maryland.
const NAMESAKE_SHARE: f64 = 0.05;
/// People that every place has at least: sizes of small ones say little. Chosen.
const PEOPLE_MIN: f64 = 5_000.0;
/// What is left of a name's sureness when the text names regions of its country, and the likeliest place lies in none of them:
/// perhaps a place of that name is meant that is too small for the table. Chosen.
const ELSEWHERE: f32 = 0.3;
/// Cities from that many people on are known without their region. Chosen.
const METROPOLIS: u32 = 250_000;
/// Candidates kept of one name; the rest is hardly ever meant. Chosen.
const CANDIDATES_MAX: usize = 8;

/// One name on its way: the places of that name, and the areas named right behind it.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) found: Vec<(GazetteerPlace, bool)>,
    pub(super) areas: Vec<GazetteerPlace>,
    pub(super) sureness: f32,
}

/// Shares of the candidates of each name, likeliest first. They sum to at most 1: the least likely are cut. Names that the rest
/// of the text speaks against lose sureness.
pub(super) fn weigh(readings: &mut [Reading]) -> Vec<Vec<(GazetteerPlace, f32)>> {
    let alone: Vec<Vec<(GazetteerPlace, f64)>> = readings.iter().map(|reading| shares(reading, &|_| 1.0)).collect();
    let top = |shares: &[(GazetteerPlace, f64)]| shares.first().copied().filter(|(_, share)| *share >= UNMISTAKABLE);
    let mut areas: Vec<(usize, GazetteerPlace)> = Vec::new();
    let mut cities: Vec<(usize, GazetteerPlace)> = Vec::new();
    for (idx, (reading, shares)) in readings.iter().zip(&alone).enumerate() {
        areas.extend(reading.areas.iter().map(|area| (idx, *area)));
        match top(shares).filter(|_| reading.sureness >= 0.5) {
            Some((place, _)) if place.kind() == PlaceKind::City => cities.push((idx, place)),
            Some((place, _)) => areas.push((idx, place)),
            None => {}
        }
    }
    let weigh_one = |(idx, reading): (usize, &Reading)| {
        let context = |place: GazetteerPlace| {
            let elsewhere = areas.iter().any(|(other, area)| *other != idx && is_in_area(place, *area));
            let beside = place.kind() == PlaceKind::City
                && cities
                    .iter()
                    .any(|(other, city)| *other != idx && distance_km(city.point(), place.point()) <= NEIGHBOUR_KM);
            (if elsewhere { NAMED_ELSEWHERE } else { 1.0 }) * (if beside { NEIGHBOUR } else { 1.0 })
        };
        shares(reading, &context).into_iter().map(|(place, share)| (place, share as f32)).collect()
    };
    let weighed: Vec<Vec<(GazetteerPlace, f32)>> = readings.iter().enumerate().map(weigh_one).collect();
    for (idx, (reading, shares)) in readings.iter_mut().zip(&weighed).enumerate() {
        let Some((place, _)) = shares.first().filter(|(place, _)| place.kind() == PlaceKind::City) else { continue };
        let mut regions = areas
            .iter()
            .filter(|(other, area)| {
                *other != idx && area.kind() == PlaceKind::Region && area.country() == place.country()
            })
            .peekable();
        let is_elsewhere = regions.peek().is_some() && !regions.any(|(_, area)| is_in_area(*place, *area));
        if is_elsewhere && reading.areas.is_empty() && place.population() < METROPOLIS {
            reading.sureness *= ELSEWHERE;
        }
    }
    weighed
}

/// True when a city of the same name and country is large beside the region.
fn has_namesake(reading: &Reading, region: GazetteerPlace) -> bool {
    let is_large =
        |place: GazetteerPlace| f64::from(place.population()) >= NAMESAKE_SHARE * f64::from(region.population());
    let is_city = |place: GazetteerPlace| place.kind() == PlaceKind::City && place.country() == region.country();
    reading.found.iter().any(|(place, alternative)| !alternative && is_city(*place) && is_large(*place))
}

fn shares(reading: &Reading, context: &dyn Fn(GazetteerPlace) -> f64) -> Vec<(GazetteerPlace, f64)> {
    let weight = |(place, alternative): &(GazetteerPlace, bool)| {
        let kind = match place.kind() {
            PlaceKind::City => 1.0,
            PlaceKind::Region if has_namesake(reading, *place) => REGION_OF_CITY,
            PlaceKind::Region => REGION,
            PlaceKind::Country => COUNTRY,
        };
        let qualified = reading.areas.iter().any(|area| is_in_area(*place, *area));
        let people = f64::from(place.population()).max(PEOPLE_MIN);
        people
            * kind
            * (if *alternative { ALTERNATIVE } else { 1.0 })
            * (if qualified { QUALIFIED } else { 1.0 })
            * context(*place)
    };
    let mut shares: Vec<(GazetteerPlace, f64)> = reading.found.iter().map(|one| (one.0, weight(one))).collect();
    let total: f64 = shares.iter().map(|(_, weight)| weight).sum();
    for (_, weight) in &mut shares {
        *weight /= total.max(f64::MIN_POSITIVE);
    }
    shares.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    shares.truncate(CANDIDATES_MAX);
    shares
}
