//! Making the bundled gazetteer from published packages of GeoNames data. See the program `gazetteer`.
//!
//! Kept: every place of 15,000 people and more with its name, point, people, region, country and time zone; regions and
//! countries with the middle, box and radius of the places of 500 people and more in them. Of alternative names those that a
//! text in a larger language may use, for larger places, since GeoNames does not say of which language a name is: written with
//! a capital in Latin letters for places of `LATIN_PEOPLE`, in eleven other scripts for places of `OTHER_PEOPLE`. Left out
//! are names that are codes (LHR), shorter than four letters, or have a digit in them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use quintet::model::LatLon;
use quintet::space::{cell, distance_km, place_key};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// People of a place whose alternative Latin names are kept. Chosen for the size of the table.
const LATIN_PEOPLE: u32 = 75_000;
/// The same for names in other scripts.
const OTHER_PEOPLE: u32 = 500_000;
/// Words of an alternative name in Latin letters, and bytes of any, at most.
const WORDS_MAX: usize = 4;
const BYTES_MAX: usize = 60;
/// Share of a region's or country's places that lie within its radius: islands far away do not make it huge.
const RADIUS_SHARE: f64 = 0.95;
/// No region, no time zone.
const NONE: u16 = u16::MAX;
/// Keys of one block.
const BLOCK: usize = 16;

/// Everyday names that the data does not have, by the code of a country or of a region.
#[rustfmt::skip]
const EVERYDAY: &[(&str, &[&str])] = &[
    ("US", &["USA", "U.S.A.", "U.S.", "United States of America", "America"]),
    ("GB", &["UK", "U.K.", "Great Britain", "Britain"]),
    ("AE", &["UAE", "U.A.E.", "Emirates"]), ("RU", &["Russian Federation"]), ("NL", &["Netherlands", "Holland"]),
    ("CZ", &["Czech Republic"]), ("KR", &["Korea", "Republic of Korea"]), ("KP", &["DPRK"]), ("TR", &["Turkey", "Türkiye"]),
    ("CI", &["Côte d'Ivoire"]), ("CD", &["DRC", "Congo-Kinshasa"]), ("CG", &["Congo", "Congo-Brazzaville"]),
    ("MM", &["Burma"]), ("CV", &["Cabo Verde"]), ("SZ", &["Swaziland"]), ("MK", &["Macedonia"]), ("TL", &["East Timor"]),
    ("VA", &["Vatican City"]), ("BA", &["Bosnia"]), ("IE", &["Republic of Ireland"]), ("PS", &["Palestine"]),
    ("BS", &["The Bahamas"]), ("GM", &["The Gambia"]), ("CN", &["PRC"]), ("DE", &["Deutschland", "Allemagne"]),
    ("ES", &["España"]), ("IT", &["Italia"]), ("JP", &["Nippon", "日本"]), ("AT", &["Österreich"]), ("CH", &["Schweiz", "Suisse"]),
    ("BR", &["Brasil"]), ("BE", &["Belgique", "Belgien"]), ("PL", &["Polska"]), ("SE", &["Sverige"]), ("NO", &["Norge"]),
    ("DK", &["Danmark"]), ("GR", &["Hellas"]), ("FR", &["Frankreich", "Francia"]),
    ("GB.SCT", &["Schottland", "Écosse"]), ("US.NY", &["New York State"]), ("US.WA", &["Washington State"]),
    ("US.DC", &["District of Columbia"]), ("US.HI", &["Hawaiʻi"]), ("FR.11", &["Île-de-France"]),
];

#[derive(Deserialize)]
struct City {
    geonameid: u32,
    name: String,
    latitude: f64,
    longitude: f64,
    countrycode: String,
    population: u32,
    timezone: String,
    admin1code: String,
    #[serde(default)]
    alternatenames: Vec<String>,
}

#[derive(Deserialize)]
struct Country {
    iso: String,
    name: String,
    population: u32,
}

#[derive(Deserialize)]
struct Region {
    code: String,
    name: String,
}

/// Where a region or country lies.
#[derive(Clone, Copy)]
struct Extent {
    middle: LatLon,
    south: f64,
    west: f64,
    north: f64,
    east: f64,
    radius_km: u16,
    people: u32,
}

/// One row of the table.
struct Record {
    point: LatLon,
    people: u32,
    name: String,
    region: u16,
    zone: u16,
    country: u8,
}

/// Everything that was read, with the numbers that records refer to.
struct Sources {
    cities: Vec<City>,
    /// By code, `US.IL`.
    regions: BTreeMap<String, String>,
    /// By code, `US`.
    countries: BTreeMap<String, Country>,
    /// By either code.
    extents: BTreeMap<String, Extent>,
    zones: Vec<String>,
}

/// Makes the table.
///
/// # Errors
/// What file cannot be read, or does not fit the table.
pub fn make(data: &Path, regions: &Path) -> Result<Vec<u8>, String> {
    let sources = Sources::read(data, regions)?;
    let mut table = Table::default();
    let Sources { cities, regions, countries, extents, zones } = &sources;
    let country = |code: &str| countries.keys().position(|own| own == country_of(code)).map_or(0, |idx| idx as u8);
    let region_numbers: BTreeMap<&str, u16> = regions.keys().map(String::as_str).zip(0..).collect();
    for city in cities {
        let code = format!("{}.{}", city.countrycode, city.admin1code);
        let record = Record {
            point: point(city)?,
            people: city.population,
            name: city.name.clone(),
            region: region_numbers.get(code.as_str()).copied().unwrap_or(NONE),
            zone: zones.binary_search(&city.timezone).map_or(NONE, |idx| idx as u16),
            country: country(&code),
        };
        table.add(record, &city_names(city));
    }
    let areas = regions.iter().map(|(code, name)| (code, name, None));
    let areas = areas.chain(countries.iter().map(|(code, country)| (code, &country.name, Some(country.population))));
    for (code, name, people) in areas {
        let extent = extents[code];
        let record = Record {
            point: extent.middle,
            people: people.unwrap_or(extent.people),
            name: name.trim().to_owned(),
            region: region_numbers.get(code.as_str()).copied().unwrap_or(NONE),
            zone: NONE,
            country: country(code),
        };
        let letters = code.rsplit('.').next().unwrap_or_default();
        table.add_area(record, extent, letters, &everyday(code));
    }
    table.finish([cities.len(), regions.len(), countries.len()], zones)
}

impl Sources {
    fn read(data: &Path, regions: &Path) -> Result<Self, String> {
        let cities = read::<BTreeMap<String, City>>(&data.join("cities15000.json"))?.into_values();
        let smaller: Vec<City> = read::<BTreeMap<String, City>>(&data.join("cities500.json"))?.into_values().collect();
        let countries = read::<BTreeMap<String, Country>>(&data.join("countries.json"))?.into_values();
        let regions: Vec<Region> = read(regions)?;
        let extents = extents(&smaller)?;
        let countries: BTreeMap<String, Country> = countries
            .filter(|country| extents.contains_key(&country.iso))
            .map(|country| (country.iso.clone(), country))
            .collect();
        if countries.len() > usize::from(u8::MAX) {
            return Err("there are too many countries for the table".to_owned());
        }
        let is_named = |name: &str| !place_key(name).is_empty();
        let regions = regions
            .into_iter()
            .filter(|region| extents.contains_key(&region.code) && is_named(&region.name))
            .filter(|region| countries.contains_key(country_of(&region.code)))
            .map(|region| (region.code, region.name))
            .collect();
        let mut cities: Vec<(u32, City)> = cities
            .filter(|city| countries.contains_key(&city.countrycode) && is_named(&city.name))
            .map(|city| point(&city).map(|point| (cell(point), city)))
            .collect::<Result<_, _>>()?;
        cities.sort_unstable_by_key(|(cell, city)| (*cell, city.geonameid));
        let cities: Vec<City> = cities.into_iter().map(|(_, city)| city).collect();
        let zones: BTreeSet<String> = cities.iter().map(|city| city.timezone.clone()).collect();
        Ok(Self { cities, regions, countries, extents, zones: zones.into_iter().collect() })
    }
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T, String> {
    let text = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_slice(&text).map_err(|error| format!("{}: {error}", path.display()))
}

fn country_of(code: &str) -> &str {
    code.split('.').next().unwrap_or_default()
}

fn point(city: &City) -> Result<LatLon, String> {
    LatLon::new(city.latitude, city.longitude).map_err(|error| format!("{}: {error}", city.geonameid))
}

/// Names that mean just this place, the alternative ones marked.
fn city_names(city: &City) -> Vec<(String, bool)> {
    let mut names = Vec::new();
    let plain = city.name.strip_suffix(" City").filter(|plain| city.alternatenames.iter().any(|other| other == plain));
    names.extend(plain.map(|plain| (plain.to_owned(), false)));
    for name in &city.alternatenames {
        if is_kept(name, city.population) {
            names.push((name.clone(), true));
        }
    }
    names
}

fn is_kept(name: &str, people: u32) -> bool {
    let Some(first) = name.chars().next() else { return false };
    let key = place_key(name);
    let is_latin = name.chars().all(|c| c < '\u{250}' || ('\u{1e00}'..'\u{1f00}').contains(&c) || !c.is_alphabetic());
    let is_long = key.len() > BYTES_MAX || key.split(' ').count() > WORDS_MAX && is_latin;
    if name.chars().any(char::is_numeric) || is_long {
        return false;
    }
    if is_latin {
        let is_code = !name.chars().any(char::is_lowercase);
        return people >= LATIN_PEOPLE && first.is_uppercase() && !is_code && key.chars().count() >= 4;
    }
    let is_known_script = |c: char| {
        matches!(c, '\u{370}'..='\u{52f}' | '\u{590}'..='\u{6ff}' | '\u{900}'..='\u{97f}' | '\u{e00}'..='\u{e7f}'
            | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
    };
    people >= OTHER_PEOPLE && name.chars().all(|c| !c.is_alphabetic() || is_known_script(c))
}

fn everyday(code: &str) -> Vec<(String, bool)> {
    let names = EVERYDAY.iter().filter(|(own, _)| *own == code).flat_map(|(_, names)| *names);
    names.map(|name| ((*name).to_owned(), false)).collect()
}

/// Where the places of each region (`US.IL`) and country (`US`) lie.
fn extents(cities: &[City]) -> Result<BTreeMap<String, Extent>, String> {
    let mut members: BTreeMap<String, Vec<(LatLon, u32)>> = BTreeMap::new();
    for city in cities {
        let member = (point(city)?, city.population);
        members.entry(city.countrycode.clone()).or_default().push(member);
        members.entry(format!("{}.{}", city.countrycode, city.admin1code)).or_default().push(member);
    }
    members.into_iter().map(|(code, members)| extent(&members).map(|extent| (code, extent))).collect()
}

fn extent(members: &[(LatLon, u32)]) -> Result<Extent, String> {
    let mut lats: Vec<f64> = members.iter().map(|(point, _)| point.lat()).collect();
    lats.sort_unstable_by(f64::total_cmp);
    // The widest gap between neighbouring meridians lies outside.
    let mut lons: Vec<f64> = members.iter().map(|(point, _)| point.lon()).collect();
    lons.sort_unstable_by(f64::total_cmp);
    let gap = |idx: usize| if idx == 0 { lons[0] + 360.0 - lons[lons.len() - 1] } else { lons[idx] - lons[idx - 1] };
    let first = (0..lons.len()).max_by(|a, b| gap(*a).total_cmp(&gap(*b)).then(b.cmp(a))).unwrap_or(0);
    lons.rotate_left(first);
    let wrapped = |lon: f64| if lon > 180.0 { lon - 360.0 } else { lon };
    let middle = LatLon::new(lats[lats.len() / 2], wrapped(lons[lons.len() / 2])).map_err(|error| error.to_string())?;
    let mut far: Vec<f64> = members.iter().map(|(point, _)| distance_km(*point, middle)).collect();
    far.sort_unstable_by(f64::total_cmp);
    let within = far[((far.len() as f64 * RADIUS_SHARE) as usize).min(far.len() - 1)];
    Ok(Extent {
        middle,
        south: lats[0],
        north: lats[lats.len() - 1],
        west: lons[0],
        east: lons[lons.len() - 1],
        radius_km: within.ceil().clamp(5.0, f64::from(u16::MAX)) as u16,
        people: members.iter().map(|(_, people)| *people).fold(0, u32::saturating_add),
    })
}

/// The table on its way.
#[derive(Default)]
struct Table {
    records: Vec<Record>,
    areas: Vec<u8>,
    codes: Vec<u8>,
    keys: BTreeMap<String, BTreeSet<(u32, bool)>>,
}

fn degrees(value: f64) -> [u8; 4] {
    ((value * 1e5).round() as i32).to_le_bytes()
}

fn leb128(mut number: u32, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn named(name: &str, out: &mut Vec<u8>) -> Result<(), String> {
    out.push(u8::try_from(name.len()).map_err(|_| format!("{name}: the name is too long"))?);
    out.extend(name.as_bytes());
    Ok(())
}

impl Table {
    fn add(&mut self, record: Record, names: &[(String, bool)]) {
        let number = self.records.len() as u32;
        let own = std::iter::once((record.name.clone(), false)).chain(names.iter().cloned());
        for (name, alternative) in own {
            let references = self.keys.entry(place_key(&name)).or_default();
            if !references.contains(&(number, false)) {
                references.insert((number, alternative));
            }
        }
        self.records.push(record);
    }

    fn add_area(&mut self, record: Record, extent: Extent, code: &str, names: &[(String, bool)]) {
        for side in [extent.south, extent.west, extent.north, extent.east] {
            self.areas.extend(degrees(side));
        }
        self.areas.extend(extent.radius_km.to_le_bytes());
        let is_letters = code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_uppercase());
        self.codes.extend(if is_letters { code.as_bytes() } else { &[0, 0] });
        self.add(record, names);
    }

    fn finish(mut self, counts: [usize; 3], zones: &[String]) -> Result<Vec<u8>, String> {
        self.keys.remove("");
        let head_len = 48;
        let names_at = head_len + 21 * self.records.len();
        let (mut records, mut names) = (Vec::new(), Vec::new());
        for record in &self.records {
            records.extend(degrees(record.point.lat()));
            records.extend(degrees(record.point.lon()));
            records.extend(record.people.to_le_bytes());
            records.extend(((names_at + names.len()) as u32).to_le_bytes());
            records.extend(record.region.to_le_bytes());
            records.extend(record.zone.to_le_bytes());
            records.push(record.country);
            named(&record.name, &mut names)?;
        }
        let mut zone_names = Vec::new();
        for zone in zones {
            named(zone, &mut zone_names)?;
        }
        let (blocks, keys) = self.keys()?;
        let sections = [&self.areas, &self.codes, &zone_names, &blocks, &keys];
        let mut table = b"QGAZ0001".to_vec();
        for count in counts.into_iter().chain([zones.len(), self.keys.len()]) {
            table.extend((count as u32).to_le_bytes());
        }
        let mut at = names_at + names.len();
        for section in sections {
            table.extend((at as u32).to_le_bytes());
            at += section.len();
        }
        table.extend(records);
        table.extend(names);
        for section in sections {
            table.extend(section);
        }
        Ok(table)
    }

    fn keys(&self) -> Result<(Vec<u8>, Vec<u8>), String> {
        let (mut blocks, mut out) = (Vec::new(), Vec::new());
        let mut before: &[u8] = &[];
        for (idx, (key, references)) in self.keys.iter().enumerate() {
            if idx % BLOCK == 0 {
                blocks.extend((out.len() as u32).to_le_bytes());
                before = &[];
            }
            let key = key.as_bytes();
            let shared = before.iter().zip(key).take_while(|(a, b)| a == b).count();
            let short = |length: usize| u8::try_from(length).map_err(|_| "a key is too long".to_owned());
            out.extend([short(shared)?, short(key.len() - shared)?]);
            out.extend(&key[shared..]);
            leb128(references.len() as u32, &mut out);
            for (number, alternative) in references {
                leb128(number << 1 | u32::from(*alternative), &mut out);
            }
            before = key;
        }
        Ok((blocks, out))
    }
}
