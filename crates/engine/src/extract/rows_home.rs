//! Rows of where somebody lives, is, and comes from.

use super::pattern::Give::{Ends, Key};
use super::pattern::{Row, change, fixed, now, state};

/// All rows of this file.
pub(super) const ROWS: &[Row] = &[
    state(
        "live|reside|dwell right? in|at|near|outside the? area|city|town|middle|heart|center|centre|outskirts? of? {place}",
        &[Key("home", 0)],
        &[
            ("I live in Berlin.", "I home=Berlin"),
            ("i live in berlin and work at siemens", "I home=berlin; I employer=siemens"),
            ("my sister lives in Porto, Portugal", "I.sister home=Porto, Portugal; Porto located_in> Portugal"),
            ("I no longer live in Paris", "I home=Paris -"),
            ("I don't live in Leeds anymore", "I home=Leeds -"),
            ("I used to live in Rome.", "I home=Rome -"),
            ("We live in a small village", "I home=small village"),
            ("I live in fear of the dark", ""),
            ("I live in poverty", ""),
            ("Do I live in Berlin?", ""),
            ("where do i live", ""),
            ("I wish I lived in Paris", "I home=Paris ?"),
            ("If I lived in Paris, I'd be happy", "I home=Paris ?"),
            ("Maybe I live in Paris", "I home=Paris ~"),
        ],
    ),
    state(
        "live|reside|dwell right? in|at|near|outside {place}",
        &[Key("home", 0)],
        &[
            ("I've been living in Tokyo since March 2021", "I home=Tokyo"),
            ("Ann lives in New York with her dog", "Ann home=New York"),
            ("Ann and Bob live in Denver", "Ann home=Denver; Bob home=Denver"),
            ("I live in an apartment near the river", "I home=apartment"),
        ],
    ),
    change(
        "move|relocate|emigrate|immigrate from {place} to {place}",
        &[Ends("home", 0), Key("home", 1)],
        &[("I moved from Oslo to Bergen last year", "I home=Oslo -; I home=Bergen")],
    ),
    change(
        "move|relocate|emigrate|immigrate back? to|into {place} from {place}",
        &[Key("home", 0), Ends("home", 1)],
        &[("We moved to Lyon from Lille", "I home=Lyon; I home=Lille -")],
    ),
    change(
        "move|relocate|emigrate|immigrate back|over|out? here? to|into {place}",
        &[Key("home", 0)],
        &[
            ("I just moved to Porto!", "I home=Porto"),
            (
                "Bob's sister Priya moved to Bangalore two months ago",
                "Bob sibling=Priya; Priya sister_of> Bob; Priya home=Bangalore",
            ),
            ("I'm moving to Madrid next month", "I home=Madrid ?"),
            ("I didn't move to Madrid", "I home=Madrid -"),
        ],
    ),
    change(
        "move|relocate|emigrate away|out|here? from|of {place}",
        &[Ends("home", 0)],
        &[("I moved from Sweden four years ago", "I home=Sweden -"), ("She left", "")],
    ),
    change("settle|settled down? in {place}", &[Key("home", 0)], &[("I settled down in Bristol", "I home=Bristol")]),
    state(
        "~base|locate in|near|at {place}",
        &[Key("home", 0)],
        &[
            ("I'm based in Nairobi these days", "I home=Nairobi"),
            ("Acme is based in Berlin", "Acme located_in> Berlin"),
        ],
    ),
    fixed(
        "~bear and? raised? in|near {place} on {time}",
        &[Key("origin", 0), Key("birthday", 1)],
        &[("I was born in Lagos on May 3, 1990", "I origin=Lagos; I birthday=May 3, 1990")],
    ),
    fixed("~bear and raised in {place}", &[Key("origin", 0)], &[("I was born and raised in Ohio", "I origin=Ohio")]),
    fixed(
        "~bear on|in {time}",
        &[Key("birthday", 0)],
        &[("I was born on 4 July 1988", "I birthday=4 July 1988"), ("I was born in 1988", "I birthday=1988")],
    ),
    fixed(
        "~bear|raise in|near {place}",
        &[Key("origin", 0)],
        &[("my mom was born in Ghana", "I.mother origin=Ghana"), ("I was raised in Utah", "I origin=Utah")],
    ),
    fixed("grow up in|near {place}", &[Key("origin", 0)], &[("I grew up in Kerala", "I origin=Kerala")]),
    fixed("come from {place}", &[Key("origin", 0)], &[("I come from Peru originally", "I origin=Peru")]),
    fixed("hail from {place}", &[Key("origin", 0)], &[("Dana hails from Texas", "Dana origin=Texas")]),
    fixed(
        "be from {place}",
        &[Key("origin", 0)],
        &[
            ("I'm originally from Ghana", "I origin=Ghana"),
            ("im from chile", "I origin=chile"),
            ("I'm from accounting", ""),
        ],
    ),
    now(
        "be|stay|travel right? in|at {place}",
        &[Key("location", 0)],
        &[
            ("I'm in Rome right now", "I location=Rome"),
            ("I'm currently staying in Kyoto", "I location=Kyoto"),
            ("I'm in love", ""),
            ("I'm in trouble", ""),
        ],
    )
    .sure(0.75),
];
