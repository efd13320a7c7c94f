//! Rows of work, study and what somebody can do.

use super::pattern::Give::{Ends, Key};
use super::pattern::{Row, change, fixed, state};

/// All rows of this file.
pub(super) const ROWS: &[Row] = &[
    state(
        "work as {job} at|for|with|in {firm}",
        &[Key("occupation", 0), Key("employer", 1)],
        &[
            ("I work as a nurse at St. Mary's", "I occupation=nurse"),
            ("She is fine. Ann works as an engineer for Siemens.", "Ann occupation=engineer; Ann employer=Siemens"),
        ],
    ),
    state(
        "work at|for|with {firm} as {job}",
        &[Key("employer", 0), Key("occupation", 1)],
        &[("I work at Bosch as a data analyst", "I employer=Bosch; I occupation=data analyst")],
    ),
    state(
        "work at|for {firm}",
        &[Key("employer", 0)],
        &[
            ("I work at Google in Zurich", "I employer=Google; Google located_in> Zurich"),
            ("I used to work for IBM", "I employer=IBM -"),
            ("I stopped working at Dell in May", "I employer=Dell -"),
            ("My brother works for a bank", "I.brother employer=bank"),
            ("i don't work at siemens anymore", "I employer=siemens -"),
            ("I work at night", ""),
            ("I work for it", ""),
            ("I work at home", ""),
            ("Does Ann work at Google?", ""),
            ("Ann told me that Bob works at Apple", "Bob employer=Apple told"),
            ("I might work at Apple", "I employer=Apple ? ~"),
        ],
    ),
    state("work as {job}", &[Key("occupation", 0)], &[("I've been working as a waiter", "I occupation=waiter")]),
    state("~employ by|at {firm}", &[Key("employer", 0)], &[("I'm employed by Shell", "I employer=Shell")]),
    change("~hire by|at {firm}", &[Key("employer", 0)], &[("I was hired by Nokia", "I employer=Nokia")]),
    change(
        "~fire|lay off? from|by {firm}",
        &[Ends("employer", 0)],
        &[("I got a headache. I was laid off from Meta", "I employer=Meta -"), ("He was fired from Lidl", "")],
    ),
    change(
        "join {firm} as {job}",
        &[Key("employer", 0), Key("occupation", 1)],
        &[("I joined Bayer as a chemist", "I employer=Bayer; I occupation=chemist")],
    ),
    change("start|begin at|with {firm} as {job}", &[Key("employer", 0), Key("occupation", 1)], &[]),
    change(
        "start|begin at|with {firm}",
        &[Key("employer", 0)],
        &[
            ("I start at SAP on Monday", "I employer=SAP"),
            ("I started at SAP in March", "I employer=SAP"),
            ("I start at noon", ""),
        ],
    ),
    change(
        "start|begin a|my new job at|with {firm}",
        &[Key("employer", 0)],
        &[("I started a new job at Zalando", "I employer=Zalando")],
    ),
    change(
        "get|land|accept|take a|the|my job|position|offer|role at|with|from {firm}",
        &[Key("employer", 0)],
        &[
            ("I got a job at Ikea", "I employer=Ikea"),
            ("John accepted the offer from Acme Robotics", "John employer=Acme Robotics"),
        ],
    ),
    change(
        "leave|quit my|the? job|position|role? at|with? {firm} for|to|and {firm}",
        &[Ends("employer", 0), Key("employer", 1)],
        &[("I left Acme for Globex", "I employer=Acme -; I employer=Globex")],
    ),
    change(
        "quit|leave|lose my|his|her|the job|position|role at|with {firm}",
        &[Ends("employer", 0)],
        &[("I quit my job at Uber", "I employer=Uber -")],
    ),
    change(
        "leave|quit {firm} {end}",
        &[Ends("employer", 0)],
        &[
            ("I quit Amazon last week", "I employer=Amazon -"),
            ("I left Siemens in 2020", "I employer=Siemens -"),
            ("I left Berlin", ""),
            ("I left Anna", ""),
        ],
    )
    .sure(0.8),
    change("switch jobs|job from {firm} to {firm}", &[Ends("employer", 0), Key("employer", 1)], &[]),
    change("~promote to {job}", &[Key("role", 0)], &[("I was promoted to team lead", "I role=team lead")]),
    state(
        "be {job} at|for|with|of {firm}",
        &[Key("occupation", 0), Key("employer", 1)],
        &[
            ("I'm a teacher at Lincoln High School", "I occupation=teacher; I employer=Lincoln High School"),
            ("Dana is the CEO of Acme", "Dana occupation=CEO; Dana employer=Acme"),
        ],
    ),
    state(
        "be {job} {end}",
        &[Key("occupation", 0)],
        &[
            ("I'm a nurse.", "I occupation=nurse"),
            ("I am a software engineer and I love it", "I occupation=software engineer"),
            ("I'm not a doctor", "I occupation=doctor -"),
            ("I was a teacher for ten years", "I occupation=teacher -"),
            ("my dad is a retired bus driver", "I.father occupation=retired bus driver"),
            ("I'm a huge fan", ""),
            ("I'm a good cook", ""),
            ("Am I a nurse?", ""),
        ],
    ),
    change("become {job}", &[Key("occupation", 0)], &[("I became a pilot in 2019", "I occupation=pilot")]),
    change("retire from {firm}", &[Ends("employer", 0)], &[("I retired from Boeing in May", "I employer=Boeing -")]),
    state(
        "run|own my|a|an|his|her {own}",
        &[Key("possession", 0)],
        &[("I own a small bakery", "I possession=small bakery"), ("I run my own podcast", "I possession=own podcast")],
    )
    .sure(0.8),
    state(
        "study {noun} at {firm}",
        &[Key("studies", 0), Key("education", 1)],
        &[("I study physics at MIT", "I studies=physics; I education=MIT")],
    ),
    state("study at {firm}", &[Key("education", 0)], &[("Ann studies at Yale", "Ann education=Yale")]),
    fixed("major in {noun}", &[Key("major", 0)], &[("I majored in history", "I major=history")]),
    fixed(
        "graduate from {firm}",
        &[Key("education", 0)],
        &[("I graduated from Stanford in 2010", "I education=Stanford")],
    ),
    state("study|learn {languages}", &[Key("learns", 0)], &[("I'm learning Italian", "I learns=Italian")]),
    state("learn to play the? {noun}", &[Key("learns", 0)], &[]),
    state(
        "speak {languages}",
        &[Key("language", 0)],
        &[
            ("I speak French and a little German", "I language=French; I language=German"),
            ("my wife speaks fluent Polish", "I.wife language=Polish"),
            ("I don't speak Dutch", "I language=Dutch -"),
            ("I can speak Thai", "I language=Thai"),
        ],
    ),
    state("be fluent in {languages}", &[Key("language", 0)], &[("I'm fluent in Spanish", "I language=Spanish")]),
    state(
        "be good|great|skilled|excellent at {list}",
        &[Key("skill", 0)],
        &[
            ("I'm good at chess and cooking", "I skill=chess; I skill=cooking"),
            ("I'm not good at math", "I skill=math -"),
        ],
    ),
    state("play the {noun}", &[Key("plays", 0)], &[("I play the violin", "I plays=violin")]),
];
