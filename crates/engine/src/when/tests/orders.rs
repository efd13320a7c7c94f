//! Questions for the latest or the first of something.

use super::*;

fn relation(text: &str) -> Option<Relation> {
    let zone = jiff::tz::TimeZone::UTC;
    let found = resolve(text, &reference(&zone));
    found.into_iter().map(|intent| intent.relation).find(|one| matches!(one, Relation::Latest | Relation::First))
}

#[test]
fn the_latest_is_asked_for() {
    for text in [
        "when was the last time I saw Anna",
        "what did we talk about last time?",
        "what is the most recent invoice",
        "show me the latest report",
        "my newest phone",
        "when did Anna last call",
        "when did we last meet",
        "when was the database last backed up?",
        "has she last written in May?",
        "what was my last order",
        "what was the last book I read",
        "the last thing he said",
        "where do I live now?",
        "who is leading the team now",
        "where does Anna currently work",
        "what am I reading these days",
        "what do people eat nowadays",
        "who is in charge at present",
        "what have I most recently decided",
        "wann waren wir zuletzt in Rom",
        "wann haben wir uns das letzte mal gesehen",
        "¿cuándo fue la última vez?",
        "quelle est la dernière fois",
        "上次我们去哪里了",
        "她现在住在哪里",
        "¿dónde vive actualmente?",
        "最後に会ったのはいつ",
    ] {
        assert_eq!(relation(text), Some(Relation::Latest), "{text}");
    }
}

#[test]
fn the_first_is_asked_for() {
    for text in [
        "when was the first time we met",
        "when did Anna first meet Bob",
        "when was the bug first reported",
        "when did I first move to Paris?",
        "the first thing she told me",
        "what was the first book I read",
        "what is the earliest photo of her",
        "my oldest memory",
        "what was originally planned",
        "what did I initially want",
        "wann war ich zum ersten mal dort",
        "la primera vez que viajé",
        "la première fois",
        "第一次见面是什么时候",
        "初めて会ったのはいつ",
    ] {
        assert_eq!(relation(text), Some(Relation::First), "{text}");
    }
}

#[test]
fn set_phrases_ask_for_no_order() {
    for text in [
        "what is my last name",
        "what is Anna's first name",
        "at first glance it is fine",
        "as a last resort",
        "where is the first aid kit",
        "how long did the meeting last",
        "did the trip last long",
        "send it by Friday at the latest",
        "at the earliest",
        "for now it is fine",
        "from now on",
        "now that we know",
        "the first floor",
        "my first job was hard",
        "last week",
        "last Monday",
        "the first week of March 2024",
        "who was the first person in space",
        "Who was born first, Ann or Bob",
        "Who was born first Ann or Bob",
        "My company is currently hiring",
        "I live in Rome now.",
    ] {
        assert_eq!(relation(text), None, "{text}");
    }
}
