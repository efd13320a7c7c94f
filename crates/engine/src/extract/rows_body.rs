//! Rows of health, food and age.

use super::pattern::Give::Key;
use super::pattern::{Row, change, fixed, now, state};

/// All rows of this file.
pub(super) const ROWS: &[Row] = &[
    state(
        "be severely|deathly|highly|mildly|very? allergic to {list}",
        &[Key("allergy", 0)],
        &[
            ("I'm allergic to peanuts and shellfish", "I allergy=peanuts; I allergy=shellfish"),
            ("my son is severely allergic to nuts", "I.son allergy=nuts"),
            ("I'm not allergic to cats", "I allergy=cats -"),
            ("Am I allergic to nuts?", ""),
            ("I'm allergic to it", ""),
        ],
    ),
    state("be intolerant to {list}", &[Key("allergy", 0)], &[("I'm intolerant to dairy", "I allergy=dairy")]),
    state(
        "be {diet} {end}",
        &[Key("diet", 0)],
        &[
            ("I'm vegan", "I diet=vegan"),
            ("I'm a vegetarian now", "I diet=vegetarian"),
            ("I'm no longer vegan", "I diet=vegan -"),
            ("I'm not a vegetarian", "I diet=vegetarian -"),
        ],
    ),
    change("become|go|turn {diet} {end}", &[Key("diet", 0)], &[("I went vegan in January", "I diet=vegan")]),
    state(
        "be {health}",
        &[Key("condition", 0)],
        &[("I'm lactose intolerant", "I condition=lactose intolerant"), ("I'm dyslexic", "I condition=dyslexic")],
    ),
    fixed(
        "~diagnose with {illness}",
        &[Key("condition", 0)],
        &[
            ("I was diagnosed with ADHD last year", "I condition=ADHD"),
            ("Ann was diagnosed with type 2 diabetes in November 2022", "Ann condition=type 2 diabetes"),
        ],
    ),
    state(
        "suffer from {illness}",
        &[Key("condition", 0)],
        &[("I suffer from chronic migraines", "I condition=chronic migraines")],
    ),
    now(
        "be {age} {end}",
        &[Key("age", 0)],
        &[
            ("I'm 34 years old", "I age=34"),
            ("i am 27", "I age=27"),
            ("my son is seven", "I.son age=seven"),
            ("Ann is 41 and lives in Rome", "Ann age=41; Ann home=Rome"),
            ("I'm 20 minutes late", ""),
            ("I'm 90% sure", ""),
            ("I'm one of them", ""),
        ],
    ),
    change(
        "turn {age} {end}",
        &[Key("age", 0)],
        &[
            ("My daughter Emma turned seven last Saturday", "I child=Emma; Emma daughter_of> I; Emma age=seven"),
            ("I'm turning 40 next week", "I age=40 ?"),
        ],
    ),
    state("be {measure} tall", &[Key("height", 0)], &[("I'm 1.80 m tall", "I height=1.80 m")]),
    state("weigh {measure}", &[Key("weight", 0)], &[("I weigh 62 kg", "I weight=62 kg")]),
    state(
        "take medication|meds|medicine|pills|insulin for {illness}",
        &[Key("condition", 0)],
        &[("I take medication for epilepsy", "I condition=epilepsy")],
    ),
    state(
        "be {nation} {end}",
        &[Key("nationality", 0)],
        &[("I'm German", "I nationality=German"), ("my wife is brazilian", "I.wife nationality=brazilian")],
    ),
    state("be {faith} {end}", &[Key("religion", 0)], &[("I'm Catholic", "I religion=Catholic")]),
];
