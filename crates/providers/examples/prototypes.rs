//! Writes the ready-made prototypes of feelings for the bundled model to the file named on the command line; run it
//! whenever the prototype lines or the model change.

use quintet::affect::Prototypes;
use quintet_providers::embed::{Settings, open};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("name the file to write")?;
    let embedder = open("minilm", &Settings::default())?;
    let lines: Vec<&str> = Prototypes::lines().into_iter().map(|(_, line)| line).collect();
    let prototypes = Prototypes::build(embedder.model().dims as usize, &embedder.embed(&lines)?)?;
    std::fs::write(path, prototypes.to_bytes(&embedder.model().checksum))?;
    Ok(())
}
