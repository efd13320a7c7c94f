//! Tests of the whole: the examples of all rows, and what no row alone shows.

use proptest::prelude::*;

use super::*;
use crate::model::{Micros, Role, Stance};
use crate::ports::Reading;

/// Wednesday.
const SAID: &str = "2026-03-18T10:30:00Z";

fn claims_as(text: &str, role: Option<Role>) -> Vec<Claim> {
    let reading = Reading { claims: true, role, said_at: Micros::parse(SAID).ok(), ..Reading::of(text) };
    read(&reading).claims
}

fn party(party: &Party) -> String {
    match party {
        Party::Speaker => "I".to_owned(),
        Party::Named { name, .. } | Party::Known { name, .. } => name.clone(),
        Party::Role { role, of, .. } => format!("{}.{role}", self::party(of)),
    }
}

/// A claim as the examples write it.
fn printed(claim: &Claim) -> String {
    let mut out = match &claim.said {
        Said::Attribute { subject, key, value, .. } => format!("{} {key}={value}", party(subject)),
        Said::Relation { subject, label, object } => format!("{} {label}> {}", party(subject), party(object)),
        Said::Action { actor, verb, object, .. } => {
            format!("{} !{verb} {}", party(actor), object.as_deref().unwrap_or_default()).trim_end().to_owned()
        }
        Said::Instruction { label, reverses, .. } => format!("{}{label}", if *reverses { "undo:" } else { "rule:" }),
        Said::Uncertainty { about, reason } => format!("{}? {about}", reason.as_str()),
    };
    if claim.ends {
        out.push_str(" -");
    }
    match claim.stance {
        Stance::Lived => {}
        Stance::Hypothetical => out.push_str(" ?"),
        stance => {
            out.push(' ');
            out.push_str(stance.as_str());
        }
    }
    if claim.confidence < 0.55 {
        out.push_str(" ~");
    }
    out
}

fn all(text: &str) -> Vec<String> {
    claims_as(text, Some(Role::User)).iter().map(printed).collect()
}

/// Claims that are facts, not deeds.
fn facts(text: &str) -> Vec<String> {
    let claims = claims_as(text, Some(Role::User));
    claims
        .iter()
        .filter(|claim| matches!(claim.said, Said::Attribute { .. } | Said::Relation { .. }))
        .map(printed)
        .collect()
}

fn check<'a>(examples: impl Iterator<Item = (&'a str, &'a str)>) {
    let mut wrong = Vec::new();
    for (text, expected) in examples {
        let found = facts(text);
        let expected: Vec<&str> = expected.split("; ").filter(|part| !part.is_empty()).collect();
        if found != expected {
            wrong.push(format!("{text}\n    found    {found:?}\n    expected {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn rows_read_what_their_examples_say() {
    check(rows::ALL.iter().copied().flatten().flat_map(|row| row.examples.iter().copied()));
}

#[test]
fn other_languages_are_read() {
    check(foreign::examples());
}

#[test]
fn names_beside_each_other() {
    check(
        [
            ("Dana Reed, an engineer at Acme Corp., spoke first.", "Dana Reed employer=Acme Corp."),
            ("Acme spokesman Jon Reed said so.", "Jon Reed employer=Acme"),
            ("Ann Reed, former head of the Forest Service, called.", "Ann Reed employer=Forest Service -"),
            ("Greg Thayer of the Forest Service called.", "Greg Thayer employer=Forest Service"),
            ("They met in Salem, Ore., last week.", "Salem located_in> Ore"),
            ("The fair is held in Evora in southern Portugal.", "Evora located_in> Portugal"),
            ("Zorblax Inc. of Hamburg makes pumps.", "Zorblax Inc. based_in> Hamburg"),
            (
                "OSLO, Norway (NTB) - It rained.",
                "OSLO located_in> Norway; NTB reports_from> OSLO; NTB reports_from> Norway",
            ),
            ("Ohio Gov. Ann Reed signed it.", "Ann Reed home=Ohio"),
            ("Ann Reed, a singer in Porto, called.", "Ann Reed home=Porto"),
            ("Ann Reed, a Porto architect, called.", "Ann Reed home=Porto"),
            ("Paris, London and Rome are far.", ""),
            ("I went to Dayton with Reed, who sings.", ""),
            ("Martin Long was murdered by Ann Reed.", "Ann Reed killed> Martin Long"),
            ("Ann Reed was convicted of killing Martin Long.", "Ann Reed killed> Martin Long"),
            ("Ann Reed, the accused killer of Martin Long, called.", ""),
        ]
        .into_iter(),
    );
}

#[test]
fn names_roles_and_properties() {
    check(
        [
            ("My name is Anna Schmidt.", "I name=Anna Schmidt"),
            ("hi, my name is anna", "I name=anna"),
            ("I'm Anna, nice to meet you", "I name=Anna"),
            ("I'm Batman's biggest fan", ""),
            ("My sister Ann lives in Porto", "I sibling=Ann; Ann sister_of> I; Ann home=Porto"),
            ("Ann is my sister.", "I sibling=Ann; Ann sister_of> I"),
            ("I met my brother Tom in Rome", "I sibling=Tom; Tom brother_of> I"),
            ("My sister's name is Clara", "I sibling=Clara; Clara sister_of> I"),
            ("my manager is Dana", "Dana manager_of> I"),
            ("Ann's manager is Bob", "Bob manager_of> Ann"),
            ("Tom is the father of Ann", "Tom father_of> Ann"),
            ("my birthday is on May 3rd", "I birthday=May 3rd"),
            ("my favourite colour is blue", "I favourite_colour=blue"),
            ("My favorite color is no longer blue", "I favourite_colour=blue -"),
            ("Blue is my favourite colour", "I favourite_colour=Blue"),
            ("my phone number is +1 (555) 123-4567, ok?", ""),
            ("my phone number is +1 (555) 123-4567.", "I phone=+1 (555) 123-4567"),
            ("My email is ann.lee@mail.org", "I email=ann.lee@mail.org"),
            ("Ann's email is a@b.org", "Ann email=a@b.org"),
            ("my job is stressful", ""),
            ("my job is a software engineer", "I occupation=software engineer"),
            ("My goal is to run a marathon in May", "I goal=run a marathon in May"),
            ("my dog's name is Rex", "I pet=Rex; Rex dog_of> I"),
            ("My former boss Carla lives in Bonn", "Carla boss_of> I -; Carla home=Bonn"),
        ]
        .into_iter(),
    );
}

#[test]
fn what_is_no_fact() {
    check(
        [
            ("What is my name?", ""),
            ("do you remember that i live in berlin", ""),
            ("remind me where i live", ""),
            ("She said \"I live in Rome.\" yesterday", ""),
            ("> I live in Rome\nok", ""),
            ("```\nI live in Rome\n```", ""),
            ("<memory>I live in Rome</memory>", ""),
            ("Is it true that Ann works at Google?", ""),
            ("It is what it is", ""),
            ("I like that...", ""),
            ("...", ""),
            ("", ""),
            ("I have it", ""),
            ("I'm good", ""),
            ("we sat down and may march on", ""),
            ("I love how you did that", ""),
        ]
        .into_iter(),
    );
}

#[test]
fn stances_are_told_apart() {
    check(
        [
            ("Ann told me that she lives in Oslo", "Ann home=Oslo told"),
            ("If I worked at Google I would live in Zurich", "I employer=Google ?; I home=Zurich ?"),
            ("In the book, Frodo lives in Bree", "Frodo home=Bree read"),
            ("I read that Acme was founded by Dana", "Dana founded> Acme read"),
            ("I hope I work at Google soon", "I employer=Google ?"),
            ("According to Ann, Bob lives in Rome", "Bob home=Rome told"),
            ("I think my cousin Jo works at Ikea", "Jo cousin_of> I; Jo employer=Ikea ~"),
        ]
        .into_iter(),
    );
}

#[test]
fn stories_and_fancies_are_nobodys_life() {
    for text in [
        "I read a novel in which I live in Madrid and work at Orbit.",
        "I wrote a story where I live in Madrid, and my name is Carlos.",
        "I had a dream that I lived in Madrid.",
        "In my dream I lived in Madrid and worked at Orbit.",
        "In my dreams I live in Madrid",
        "in the game i am a wizard and live in Madrid",
        "In another life I live in Madrid.",
        "In a parallel universe my name is Carlos and I work at Orbit",
        "Imagine I live in Madrid and work at Orbit.",
        "Imagine that my name is Carlos.",
        "Imagine I will move to Madrid tomorrow",
        "Just suppose I moved to Madrid last week.",
        "Let's say I work at Orbit.",
        "Let's pretend we live in Madrid",
        "She wrote that I live in Madrid.",
        "Ann wrote that I moved to Madrid",
        "The novel says that I live in Madrid.",
        "I dreamed I was living in Madrid.",
    ] {
        let lived = claims_as(text, Some(Role::User));
        let lived = lived.iter().filter(|claim| matches!(claim.stance, Stance::Lived | Stance::Told));
        let lived: Vec<String> = lived.map(printed).filter(|claim| !claim.starts_with("I !")).collect();
        assert_eq!(lived, Vec::<String>::new(), "{text}");
        let deeds = all(text);
        assert!(deeds.iter().all(|deed| !deed.contains("!move")), "{text}: {deeds:?}");
    }
    check(
        [
            ("Ann wrote that she lives in Oslo", "Ann home=Oslo told"),
            ("I live in my dream house in Oslo", "I home=Oslo"),
            ("I finished the book that you gave me and I moved to Oslo", "I home=Oslo"),
            ("I watched a show and I live in Oslo", "I home=Oslo"),
            ("My book club meets in Oslo. I live in Bergen.", "I home=Bergen"),
        ]
        .into_iter(),
    );
}

#[test]
fn clauses_of_the_first_person_that_are_joined_are_all_read() {
    check(
        [
            ("my name is Dana and I live in Lisbon.", "I name=Dana; I home=Lisbon"),
            ("My name is Dana and I work at Orbit", "I name=Dana; I employer=Orbit"),
            ("My name is Dana, I live in Lisbon and I work at Orbit.", "I name=Dana; I home=Lisbon; I employer=Orbit"),
            ("I live in Lisbon and my dog is called Rex", "I home=Lisbon; I.dog name=Rex"),
            ("My name is Dana and my dog is called Rex.", "I name=Dana; I.dog name=Rex"),
            ("My wife and I live in Lisbon", "I home=Lisbon"),
        ]
        .into_iter(),
    );
}

#[test]
fn agents_and_programs_say_little() {
    let said = |text: &str, role| claims_as(text, Some(role)).iter().map(printed).collect::<Vec<_>>();
    assert_eq!(said("I live in Berlin. Always answer in French.", Role::Assistant), Vec::<String>::new());
    assert_eq!(said("Acme was founded by Dana.", Role::Assistant), ["Dana founded> Acme claimed"]);
    assert_eq!(said("My sister lives in Rome", Role::Assistant), Vec::<String>::new());
    assert_eq!(said("I live in Berlin", Role::System), Vec::<String>::new());
    assert_eq!(said("Ann lives in Berlin", Role::Tool), Vec::<String>::new());
}

#[test]
fn deeds_are_read_with_their_time() {
    for (text, expected) in [
        ("I went to the beach yesterday", "I !go to the beach"),
        ("Ann painted a lake sunrise last year", "Ann !paint a lake sunrise"),
        ("I'll call Bob on Friday", "I !call Bob"),
        ("I'm going to visit Japan in May", "I !visit Japan"),
    ] {
        let claims = claims_as(text, Some(Role::User));
        let found = claims.iter().find(|claim| printed(claim) == expected);
        let found = found.unwrap_or_else(|| panic!("{text}: {:?}", claims.iter().map(printed).collect::<Vec<_>>()));
        assert!(matches!(&found.said, Said::Action { at: Some(_), .. }), "{text}");
    }
    for text in ["I think so", "I didn't go", "I would go there", "I said hello to it", "Should I call Bob?"] {
        assert!(all(text).iter().all(|claim| !claim.contains('!')), "{text}: {:?}", all(text));
    }
}

#[test]
fn aims_and_routines() {
    check(
        [
            ("I want to move to Lisbon next year", "I home=Lisbon ?"),
            ("I'm planning to learn the cello", "I plan=learn the cello"),
            ("We plan to visit Japan in May", "I plan=visit Japan in May"),
            ("I'm thinking of buying a boat", "I plan=buying a boat"),
            ("I want to know", ""),
            ("I practise every Tuesday evening", "I schedule=practise every Tuesday evening"),
            ("I have yoga on Mondays", "I schedule=have yoga on Mondays"),
        ]
        .into_iter(),
    );
}

#[test]
fn validity_comes_from_the_words() {
    let valid = |text: &str, at: usize| claims_as(text, Some(Role::User))[at].valid;
    let day = |text: &str| Micros::parse(text).ok();
    assert_eq!(valid("I've been living in Tokyo since March 2021", 0).from, day("2021-03-01"));
    let both = valid("I worked at Bosch from 2019 to 2021", 0);
    assert_eq!((both.from, both.until), (day("2019-01-01"), day("2022-01-01")));
    assert_eq!(valid("I'm in Rome until Friday", 0).until, day("2026-03-21"));
    assert_eq!(valid("I moved to Porto last week", 0).from, day("2026-03-09"));
    assert_eq!(valid("I moved from Oslo to Bergen in 2020", 0).until, day("2020-01-01"));
    assert!(valid("I've been living in Tokyo for three years", 0).from.is_some());
    assert_eq!(valid("I live in Berlin", 0), Validity { from: None, until: None });
}

use crate::model::Validity;

#[test]
fn instructions_have_labels_and_can_be_taken_back() {
    for (text, expected) in [
        ("Always answer in French.", "rule:answer language"),
        ("Please don't mention my ex.", "rule:ex"),
        ("You can mention my ex again.", "undo:ex"),
        ("From now on, use metric units", "rule:units"),
        ("Stop answering in French", "undo:answer language"),
        ("Bitte immer auf Deutsch antworten.", "rule:"),
    ] {
        assert!(all(text).iter().any(|claim| claim.starts_with(expected)), "{text}: {:?}", all(text));
    }
    for text in ["I always sleep late", "My boss always wants reports", "Never heard of it"] {
        assert!(!all(text).iter().any(|claim| claim.starts_with("rule:")), "{text}: {:?}", all(text));
    }
}

#[test]
fn doubts_are_kept() {
    for (text, expected) in [
        ("Maybe I live in Paris", "hedged? I live in Paris"),
        ("I'm not sure whether to take the job", "hedged? whether to take the job"),
        ("I live in Paris. I live in London.", "self_contradiction? I live in London"),
        ("Ann and Sue came over. She lives in Rome.", "ambiguous_reference? She lives in Rome"),
        ("Yeah right, I love mondays", "sarcasm? I love mondays"),
    ] {
        assert!(all(text).iter().any(|claim| claim.trim_end_matches(" ~") == expected), "{text}: {:?}", all(text));
    }
    assert_eq!(facts("I live in Paris, sorry, I mean I live in London"), ["I home=London"]);
}

#[test]
fn spans_hold_what_they_say() {
    for text in [
        "I live in München 🎉, and work at Süß GmbH.\r\nMy sister Zoë hates 🍕!",
        "👩‍👩‍👧 i live in berlin",
        "我叫张伟，我住在北京。",
    ] {
        let found = claims_as(text, Some(Role::User));
        assert!(!found.is_empty(), "{text}");
        assert_spans(text, &found);
    }
}

fn assert_spans(text: &str, claims: &[Claim]) {
    fn party_spans(text: &str, party: &Party) {
        match party {
            Party::Speaker | Party::Known { .. } => {}
            Party::Named { name, span, .. } => {
                assert_eq!(text.get(span.start as usize..span.end as usize), Some(name.as_str()));
            }
            Party::Role { of, span, .. } => {
                assert!(text.get(span.start as usize..span.end as usize).is_some_and(|words| !words.is_empty()));
                party_spans(text, of);
            }
        }
    }
    for claim in claims {
        assert!(text.get(claim.span.start as usize..claim.span.end as usize).is_some_and(|words| !words.is_empty()));
        assert!(claim.confidence > 0.0 && claim.confidence <= 1.0);
        match &claim.said {
            Said::Attribute { subject, value, value_span, .. } => {
                assert_eq!(text.get(value_span.start as usize..value_span.end as usize), Some(value.as_str()));
                party_spans(text, subject);
            }
            Said::Relation { subject, object, .. } => {
                party_spans(text, subject);
                party_spans(text, object);
            }
            Said::Action { actor, object, .. } => {
                party_spans(text, actor);
                assert!(object.as_ref().is_none_or(|object| text.contains(object.as_str())));
            }
            Said::Instruction { description, .. } => assert!(text.contains(description.as_str())),
            Said::Uncertainty { about, .. } => assert!(text.contains(about.as_str())),
        }
    }
}

/// Words and marks that rows look for, in any order.
#[rustfmt::skip]
const SOUP: &[&str] = &[
    "I", "i", "my", "sister", "Ann", "'s", "live", "lives", "lived", "in", "Berlin", "and", "work", "at",
    "Siemens", "used", "to", "no", "longer", "don't", "not", "like", "love", "hate", "is", "am", "was", "have",
    "a", "dog", "named", "Rex", "moved", "from", "since", "March", "until", "Friday", "2019", ",", ".", "?", "!",
    "\"", ">", "```", "[", "]", "<memory>", "</memory>", "🎉", "…", "\r\n", "\n", "’m", "she", "he", "who", "told",
    "me", "that", "if", "would", "maybe", "always", "answer", "French", "ich", "wohne", "je", "m'appelle", "vivo",
    "en", "我住在", "北京", "に住んでいます", "ﬁ", "é", "favourite", "colour", "blue", "allergic", "nuts", "34", "years",
    "old", "for", "three", "the", "of",
];

fn soup() -> impl Strategy<Value = String> {
    let word = prop::sample::select(SOUP);
    prop::collection::vec((word, prop::sample::select(vec![" ", " ", " ", ""])), 0..40)
        .prop_map(|parts| parts.into_iter().flat_map(|(word, gap)| [word, gap]).collect())
}

proptest! {
    #[test]
    fn any_text_is_read_alike_twice_with_spans_inside(text in prop_oneof![soup(), "\\PC{0,80}"]) {
        let reading = Reading { claims: true, said_at: Micros::parse(SAID).ok(), ..Reading::of(&text) };
        let found = read(&reading);
        assert_spans(&text, &found.claims);
        for mention in &found.mentions {
            prop_assert_eq!(text.get(mention.span.start as usize..mention.span.end as usize), Some(mention.name.as_str()));
        }
        prop_assert!(found.mentions.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start));
        prop_assert_eq!(read(&reading), found);
    }
}
