//! Golden sentences: which words are places, how surely, and which place is meant.

use super::*;

/// The surest reading of each name: what it is called, where it lies.
fn read(text: &str) -> Vec<(String, f32)> {
    named_places(text, &|_| false)
        .into_iter()
        .map(|named| {
            let (place, share) = named.candidates[0];
            let region = place.region().map_or("", GazetteerPlace::name);
            (format!("{}/{}/{}", place.name(), region, place.country_code()), named.sureness * share)
        })
        .collect()
}

fn sure(text: &str) -> Vec<String> {
    read(text).into_iter().filter(|(_, p)| *p >= 0.6).map(|(name, _)| name).collect()
}

#[test]
fn places_in_sentences() {
    for (text, expected) in [
        ("Dana moved to Lisbon last week", &["Lisbon/Lisbon/PT"][..]),
        ("We spent the summer in Nice.", &["Nice/Provence-Alpes-Côte d'Azur/FR"]),
        ("I work in Reading now", &["Reading/England/GB"]),
        ("The flight to Buenos Aires was late", &["Buenos Aires/Buenos Aires F.D./AR"]),
        ("My sister studies in New York.", &["New York City/New York/US"]),
        ("a hotel near San Francisco", &["San Francisco/California/US"]),
        ("She was born in Saint-Étienne", &["Saint-Étienne/Auvergne-Rhône-Alpes/FR"]),
        ("Wir waren in München", &["Munich/Bavaria/DE"]),
        ("昨天去了北京", &["Beijing/Beijing/CN"]),
        ("Он живёт в Москва", &["Moscow/Moscow/RU"]),
        ("The office is in downtown Toronto", &["Toronto/Ontario/CA"]),
        ("The mayor of Chicago spoke", &["Chicago/Illinois/US"]),
        ("They honeymooned in Turkey", &["Turkey//TR"]),
        ("We drove through Tuscany", &["Tuscany/Tuscany/IT"]),
        ("restaurants in berlin", &["Berlin/State of Berlin/DE"]),
        ("In Geelong I'm never late", &["Geelong/Victoria/AU"]),
        ("in der Nähe von Wien", &["Vienna/Vienna/AT"]),
        ("flights to new york", &["New York City/New York/US"]),
    ] {
        assert_eq!(sure(text), expected, "{text}: {:?}", read(text));
    }
}

#[test]
fn words_and_people_that_are_no_places() {
    for text in [
        "nice work, that was a nice dinner",
        "Nice work!",
        "I like reading in the bath",
        "Reading is fun.",
        "my mobile is out of battery",
        "the price of turkey and of china plates",
        "We had turkey in the evening",
        "Of course it is. March on!",
        "Paris Hilton and Jackson Browne",
        "I talked to Charlotte and Austin yesterday",
        "Jordan told Sydney about it",
        "Georgia is my best friend",
        "Most people agree. Best regards, Victoria",
        "Same here. Date night? Deal.",
        "orange juice, split the bill, along the way",
        "He read the Lincoln biography with Madison",
        "i live next to a bar",
        "We met in March and again in May, before Spring",
        "",
        "?!",
    ] {
        assert_eq!(sure(text), Vec::<String>::new(), "{text}: {:?}", read(text));
    }
}

#[test]
fn what_stands_around_a_name_says_which_place_is_meant() {
    for (text, expected) in [
        ("We stopped in Paris, Texas.", "Paris/Texas/US"),
        ("We stopped in Paris.", "Paris/Île-de-France/FR"),
        ("He grew up in Springfield, IL", "Springfield/Illinois/US"),
        ("He grew up in Springfield MO", "Springfield/Missouri/US"),
        ("a week in Cambridge, Massachusetts", "Cambridge/Massachusetts/US"),
        ("a week in Cambridge (England)", "Cambridge/England/GB"),
        ("They moved to Birmingham, Alabama", "Birmingham/Alabama/US"),
        ("Oregon was lovely, mostly we stayed in Portland", "Portland/Oregon/US"),
        ("From Valencia, Venezuela, we flew home", "Valencia/Carabobo/VE"),
        ("We live in London, Ontario, Canada", "London/Ontario/CA"),
    ] {
        let found = sure(text);
        assert!(found.contains(&expected.to_owned()), "{text}: {:?}", read(text));
    }
}

#[test]
fn ambiguity_is_kept() {
    let named = &named_places("She lives in Springfield.", &|_| false)[0];
    assert!(named.candidates.len() >= 4, "{named:?}");
    assert!(named.candidates[0].1 < 0.6);
    assert!(named.candidates.windows(2).all(|pair| pair[0].1 >= pair[1].1));
    assert!(named.candidates.iter().map(|(_, share)| share).sum::<f32>() <= 1.0001);
}

#[test]
fn a_small_place_outside_the_region_that_is_named_is_doubted() {
    assert_eq!(sure("Colorado is lovely, we live in Loveland"), ["Colorado/Colorado/US", "Loveland/Colorado/US"]);
    assert_eq!(sure("Ohio is lovely, we live in Loveland"), ["Ohio/Ohio/US"]);
}

#[test]
fn relations_are_read() {
    let relation = |text: &str| named_places(text, &|_| false)[0].relation;
    assert_eq!(relation("a cafe in Oslo"), Nearness::In);
    assert_eq!(relation("hikes near Oslo"), Nearness::Near);
    assert_eq!(relation("hikes close to Oslo"), Nearness::Near);
    assert_eq!(relation("hikes within 20 km of Oslo"), Nearness::Within(20.0));
    assert_eq!(relation("hikes less than 2.5km from Oslo"), Nearness::Within(2.5));
    assert_eq!(relation("hikes within 10 miles of the city, Oslo say"), Nearness::Named);
    assert_eq!(relation("hikes within 10 miles of Oslo"), Nearness::Within(16.093_44));
    assert_eq!(relation("What about Oslo?"), Nearness::Named);
    for text in
        ["round Wismar", "in der Nähe von Wien", "cerca de Lisboa", "près de Lyon", "京都附近有什么？", "vicino a Pisa"]
    {
        assert_eq!(relation(text), Nearness::Near, "{text}");
    }
    assert_eq!(relation("à moins de 40 km de Lyon"), Nearness::Within(40.0));
    assert_eq!(relation("im Umkreis von 20 km um Wien"), Nearness::Within(20.0));
    assert!(matches!(relation("the guide nearest to Brighton"), Nearness::Within(_)));
    assert!(matches!(relation("not far from Palermo"), Nearness::Within(_)));
    let side = |text: &str| named_places(text, &|_| false)[0].side;
    assert_eq!(side("in northern Italy"), Some(Side::North));
    assert_eq!(side("the south of Spain"), Some(Side::South));
    assert_eq!(side("in Italy"), None);
}

#[test]
fn a_person_known_to_the_caller_is_no_place() {
    assert!(
        !named_places("I met Adelaide in the park", &|key| key == "adelaide").iter().any(|named| named.sureness > 0.0)
    );
}

#[test]
fn spans_are_where_the_names_stand() {
    let text = "Über Zürich nach São Paulo, Brazil.";
    let found: Vec<&str> = named_places(text, &|_| false)
        .iter()
        .map(|named| &text[named.span.start as usize..named.span.end as usize])
        .collect();
    assert_eq!(found, ["Zürich", "São Paulo"]);
}

proptest::proptest! {
    #[test]
    fn any_text_is_read(text in "((in|near|of|within 5 km of|Paris|Nice|New|York|San|St|TX|ß|東京|[A-Z]?[a-z]{0,4}|\\PC)[ ,.()'-]{0,2}){0,12}") {
        let mut last = 0;
        for named in named_places(&text, &|_| false) {
            proptest::prop_assert!(named.span.start >= last && named.span.end > named.span.start);
            proptest::prop_assert!(text.get(named.span.start as usize..named.span.end as usize).is_some());
            proptest::prop_assert!((0.0..=1.0).contains(&named.sureness) && !named.candidates.is_empty());
            last = named.span.end;
        }
    }
}
