//! Rows of kin, partners and pets: having them, being them, losing them.

use super::pattern::Give::{Ends, Key, Kin, To, ToEnds, Told};
use super::pattern::{Row, change, state};

/// All rows of this file.
pub(super) const ROWS: &[Row] = &[
    state(
        "have {kin} named|called {name}",
        &[Kin(0, 1)],
        &[
            ("I have a dog named Rex", "I pet=Rex; Rex dog_of> I"),
            ("we have two cats called Milo and Otto", "I pet=Milo; Milo cat_of> I; I pet=Otto; Otto cat_of> I"),
            ("I have a sister named Ann", "I sibling=Ann; Ann sister_of> I"),
        ],
    ),
    change(
        "adopt|get|buy|rescue {kin} named|called {name}",
        &[Kin(0, 1)],
        &[("We adopted a golden retriever named Buddy", "I pet=Buddy; Buddy retriever_of> I")],
    ),
    change("adopt|rescue {own}", &[Told(0)], &[("I adopted a cat last week", "I pet=cat")]),
    state(
        "have|own {own}",
        &[Told(0)],
        &[
            ("I have two kids", "I child=two kids"),
            ("I have a younger brother", "I sibling=younger brother"),
            ("I've got a dog", "I pet=dog"),
            ("I have type 2 diabetes", "I condition=type 2 diabetes"),
            ("I have a peanut allergy", "I allergy=peanut"),
            ("I don't have a car", "I possession=car -"),
            ("I have an old guitar", "I possession=old guitar"),
            ("I have no kids", "I child=kids -"),
            ("I have a question", ""),
            ("I have no idea", ""),
            ("Do you have a dog?", ""),
            ("Audrey has four dogs", "Audrey pet=four dogs"),
        ],
    ),
    change(
        "get|buy|purchase {own}",
        &[Told(0)],
        &[("I bought a new car yesterday", "I possession=new car"), ("I got a headache", "")],
    ),
    change(
        "sell|lose my|our|his|her {own}",
        &[super::pattern::Give::ToldEnds(0)],
        &[("I sold my car last week", "I possession=car -")],
    ),
    state(
        "~marry to {party}",
        &[Key("partner", 0), To("married_to", 0)],
        &[
            ("I'm married to Tom", "I partner=Tom; I married_to> Tom"),
            ("Ann is married to Bob", "Ann partner=Bob; Ann married_to> Bob"),
        ],
    ),
    change(
        "~engage to {party}",
        &[Key("partner", 0), To("engaged_to", 0)],
        &[("I got the news. I'm engaged to Lena", "I partner=Lena; I engaged_to> Lena")],
    ),
    change(
        "marry {party}",
        &[Key("partner", 0), To("married_to", 0)],
        &[("I married Lena in 2015", "I partner=Lena; I married_to> Lena")],
    ),
    change(
        "get married|engaged to {party}",
        &[Key("partner", 0)],
        &[("I got married to Sue last June", "I partner=Sue; I married_to> Sue")],
    ),
    change("get married|engaged|divorced {end}", &[Key("marital_status", 0)], &[]),
    state(
        "date {party}",
        &[Key("partner", 0), To("dates", 0)],
        &[("I'm dating Marc", "I partner=Marc; I dates> Marc")],
    ),
    change(
        "break up with {party}",
        &[Ends("partner", 0), ToEnds("dates", 0)],
        &[("I broke up with Tom", "I partner=Tom -; I dates> Tom -")],
    ),
    change(
        "split up? with|from {party}",
        &[Ends("partner", 0)],
        &[("I split up with Jana last week", "I partner=Jana -")],
    ),
    change(
        "divorce {party}",
        &[Ends("partner", 0), ToEnds("married_to", 0)],
        &[("I divorced Paul in 2018", "I partner=Paul -; I married_to> Paul -")],
    ),
    state(
        "~name|call {name}",
        &[Key("name", 0)],
        &[
            ("I'm called Nadia", "I name=Nadia"),
            ("my dog is called Rex", "I.dog name=Rex"),
            ("My sister is named Ann", "I.sister name=Ann"),
        ],
    ),
    state("be {marital} {end}", &[Key("marital_status", 0)], &[("I'm single.", "I marital_status=single")]),
    state("~marry|divorce|engage|separate {end}", &[Key("marital_status", 0)], &[]),
];
