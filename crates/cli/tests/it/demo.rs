//! The demonstration runs anywhere, counts, and leaves nothing behind.

use crate::program::{Home, Ran};

#[test]
fn the_demonstration_asks_four_questions_and_counts() {
    let home = Home::new();
    let temporary = home.folder.path().join("tmp");
    std::fs::create_dir(&temporary).unwrap();
    let ran = Ran::of(home.command(&["demo"]).env("TMPDIR", &temporary).output().unwrap()).quiet();
    let asked: Vec<&str> = ran.out.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).collect();
    assert_eq!(asked.len(), 4, "{}", ran.out);
    for (idx, question) in asked.iter().enumerate() {
        assert!(question.starts_with(&format!("{}. ", idx + 1)) && question.ends_with('?'), "{question}");
    }
    // The last line counts: first for all channels, then for a vector alone.
    let count = ran.out.lines().last().unwrap();
    let counts: Vec<u32> = count
        .split(" of 4")
        .filter_map(|before| before.rsplit(' ').next().and_then(|number| number.parse().ok()))
        .collect();
    assert_eq!(counts.len(), 2, "{count}");
    assert!(counts[0] <= 4 && counts[0] >= counts[1], "{count}");
    assert!(!home.data().exists(), "it does not touch the data folder");
    assert_eq!(std::fs::read_dir(&temporary).unwrap().count(), 0, "it cleans up");
}
