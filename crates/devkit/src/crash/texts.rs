//! Texts to remember: made up, but with names, dates, places and feelings in them, so that every index gets something.

use super::draw::Draw;
use super::names::ItemName;

const PEOPLE: &[&str] = &["Dana Ortiz", "Mikkel", "Priya Nair", "Tomasz", "Aiko Mori", "Ben", "Sophie Laurent"];
const DEEDS: &[&str] = &["repaired", "bought", "lost", "painted", "borrowed", "gave away", "asked about", "described"];
const THINGS: &[&str] = &[
    "the blue bicycle",
    "an old radio",
    "the contract",
    "a greenhouse",
    "order AX-2291",
    "the violin",
    "server db-07",
];
const PLACES: &[&str] = &["Lisbon", "Zürich", "the harbour", "東京", "Oslo", "the back garden", "Kraków"];
const TIMES: &[&str] = &["yesterday", "on 3 May 2024", "last Friday", "in March", "two weeks ago", "at Easter 2023"];
const FEELINGS: &[&str] = &["delighted", "worried", "furious", "calm", "ashamed", "hopeful", "sad", "curious"];

/// Sentences of a short text, at most. Fewer words than one passage takes.
const SENTENCES_SHORT_MAX: u64 = 4;
/// Sentences of a long text, at least: some 500 words, two passages and more.
const SENTENCES_LONG: (u64, u64) = (60, 110);

/// The text of an item.
pub(super) fn compose(item: ItemName, long: bool, draw: &Draw) -> String {
    let (first, last) = if long { SENTENCES_LONG } else { (1, SENTENCES_SHORT_MAX) };
    let mut text = format!("The word of the day is {}.", item.marker());
    for _ in 0..draw.between(first, last) {
        let person = draw.pick(PEOPLE);
        let sentence = if draw.percent(30) {
            format!(" {person} felt {} about {}.", draw.pick(FEELINGS), draw.pick(THINGS))
        } else {
            let (deed, thing, place) = (draw.pick(DEEDS), draw.pick(THINGS), draw.pick(PLACES));
            format!(" {person} {deed} {thing} in {place} {}.", draw.pick(TIMES))
        };
        text.push_str(&sentence);
    }
    text
}

/// Checksum of a text: FNV-1a, 64 bits. Of this harness alone, so that it shares no mistake with the engine's.
pub(super) fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Names of speakers, for turns.
pub(super) fn speaker(draw: &Draw) -> &'static str {
    draw.pick(PEOPLE)
}
