//! Tests of `affect::lexicon`.

use proptest::prelude::*;

use super::*;

fn read(text: &str) -> Reading {
    Lexicon::bundled().read(text)
}

fn label(text: &str) -> Option<Label> {
    read(text).point.and_then(|point| point.label)
}

#[test]
fn plain_statements_of_feeling_are_read() {
    for (text, expected) in [
        ("I am so happy today!", Label::Joy),
        ("I miss him and I keep crying", Label::Sadness),
        ("I'm furious, how dare they charge us twice", Label::Anger),
        ("I was terrified, my hands were shaking", Label::Fear),
        ("Eww, that is gross", Label::Disgust),
        ("What?! Are you serious?", Label::Surprise),
        ("It still fails and I'm fed up, nothing works", Label::Frustration),
        ("I'm confused, it makes no sense", Label::Confusion),
        ("phew, thank goodness, what a relief", Label::Relief),
        ("thanks a lot, I appreciate it", Label::Gratitude),
        ("lol that was hilarious 😂", Label::Amusement),
        ("Aha, now I get it, that's why it failed", Label::Insight),
        ("im bored, nothing to do", Label::Boredom),
    ] {
        assert_eq!(label(text), Some(expected), "{text}");
    }
}

#[test]
fn denial_turns_and_stops_at_a_pause() {
    assert!(read("I am happy").valence > 0.3);
    assert!(read("I am not happy").valence < -0.2);
    assert_eq!(label("I am not happy"), Some(Label::Sadness));
    assert_eq!(label("I am not happy with it"), Some(Label::Disappointment));
    assert_eq!(label("she was not angry"), None);
    assert_eq!(label("No, I'm angry"), Some(Label::Anger));
    assert!(read("never so happy").valence > read("happy").valence);
    assert_eq!(read("don't worry").cues[Label::Anxiety.column()], 0);
}

#[test]
fn the_valence_rules_order_texts() {
    let rising =
        ["a slightly good film", "a good film", "a very good film", "a very good film!", "a VERY GOOD film!!!"];
    for pair in rising.windows(2) {
        assert!(read(pair[0]).valence < read(pair[1]).valence, "{pair:?}");
    }
    assert!(read("the food was great but the service was horrible").valence < 0.0);
    assert!(read("the service was horrible but the food was great").valence > 0.0);
}

#[test]
fn code_and_quotes_are_not_over_read() {
    for text in [
        "```rust\npanic!(\"horrible\")\n```",
        "see `kill_angry_process()` in https://example.com/sad",
        "set the value to 4 and run the build",
        "> I am furious",
    ] {
        assert_eq!(read(text).point, None, "{text}");
    }
    let reported = read("the form is titled \"angry customers\" and lives in the second drawer");
    assert_eq!(reported.cues, [0; LABELS]);
    assert_eq!(label("\"I am furious\""), Some(Label::Anger));
}

#[test]
fn plain_texts_show_nothing() {
    for text in ["", "   ", "?", "...", "The meeting is on Tuesday.", "12 34", "好的"] {
        assert_eq!(read(text).point, None, "{text:?}");
    }
}

#[test]
fn hits_are_capped() {
    let reading = read(&"sad ".repeat(500));
    assert_eq!(reading.cues[Label::Sadness.column()], CUE_HITS_MAX);
}

proptest! {
    #[test]
    fn any_text_reads_within_range(text in "(\\PC|[ \"`>!?\n😀]|sad|not|but|VERY|happy){0,60}") {
        let reading = read(&text);
        prop_assert_eq!(&reading, &read(&text));
        prop_assert!((-1.0..=1.0).contains(&reading.valence));
        prop_assert!((0.0..=1.0).contains(&reading.emphasis));
        prop_assert!(reading.cues.iter().all(|hits| *hits <= CUE_HITS_MAX));
        if let Some(point) = reading.point {
            prop_assert_eq!(point.vad(), [point.valence, point.arousal, point.dominance]);
            prop_assert!((0.0..=1.0).contains(&point.intensity) && (0.0..=1.0).contains(&point.confidence));
        }
    }
}

#[test]
fn phrases_count_more_than_words_and_other_languages_are_read() {
    let hits = |text: &str, label: Label| Lexicon::bundled().read(text).cues[label.column()];
    assert_eq!(hits("They have crossed a line and I could scream", Label::Anger), CUE_HITS_MAX);
    assert_eq!(hits("I am over the moon", Label::Joy), 2);
    for (text, label) in [
        ("Mir fällt ein Stein vom Herzen.", Label::Relief),
        ("J'en ai marre de tout ça", Label::Anger),
        ("No entiendo nada de esto", Label::Confusion),
        ("吓死我了，我不敢看", Label::Fear),
        ("I should have called you, that's on me", Label::Shame),
    ] {
        assert!(hits(text, label) >= 2, "{text}");
    }
}
