//! Rows of likes, dislikes, hobbies, habits and aims.

use super::pattern::Give::Key;
use super::pattern::{Row, change, state};

/// All rows of this file.
pub(super) const ROWS: &[Row] = &[
    state(
        "like|love|enjoy|adore to? {list}",
        &[Key("likes", 0)],
        &[
            ("I love hiking, chess and old maps", "I likes=hiking; I likes=chess; I likes=old maps"),
            ("i really like pizza", "I likes=pizza"),
            ("I love hiking in the mountains", "I likes=hiking in the mountains"),
            ("I don't like olives", "I dislikes=olives"),
            ("I no longer like jazz", "I likes=jazz -"),
            ("I don't like jazz anymore", "I likes=jazz -"),
            ("My wife loves dark chocolate", "I.wife likes=dark chocolate"),
            ("I like it", ""),
            ("I love you", ""),
            ("I love that!", ""),
            ("I'd love to live in Rome", "I home=Rome ?"),
            ("I would like a coffee", ""),
            ("Do you like pizza?", ""),
            ("I like to read old maps", "I likes=read old maps"),
            ("I love the smell of coffee", "I likes=smell of coffee"),
            ("I love the sea", "I likes=sea"),
            ("I love the idea", ""),
            ("I appreciate the compliment", ""),
        ],
    )
    .denied("dislikes"),
    state(
        "hate|dislike|detest|loathe|despise to? {list}",
        &[Key("dislikes", 0)],
        &[
            ("I hate olives but I love anything with pesto", "I dislikes=olives; I likes=anything with pesto"),
            ("i hate mondays", "I dislikes=mondays"),
            ("Ann hates flying", "Ann dislikes=flying"),
        ],
    ),
    state(
        "prefer {noun} to|over {noun}",
        &[Key("prefers", 0)],
        &[("I prefer tea over coffee", "I prefers=tea"), ("Pell prefers email to phone", "Pell prefers=email")],
    ),
    state("prefer {list}", &[Key("prefers", 0)], &[("I prefer window seats", "I prefers=window seats")]),
    state(
        "be really|very|super|big|so? into {list}",
        &[Key("likes", 0)],
        &[("I'm into synthwave and pottery", "I likes=synthwave; I likes=pottery")],
    ),
    state(
        "be a? big|huge|great|massive|real? fan of {list}",
        &[Key("likes", 0)],
        &[
            ("I'm a big fan of Miles Davis", "I likes=Miles Davis"),
            ("I'm not a fan of cilantro", "I dislikes=cilantro"),
        ],
    )
    .denied("dislikes"),
    state(
        "be fond|passionate|crazy|keen|nuts of|about|on {list}",
        &[Key("likes", 0)],
        &[("I'm passionate about astronomy", "I likes=astronomy"), ("I'm keen on sailing", "I likes=sailing")],
    )
    .denied("dislikes"),
    state(
        "be interested in {list}",
        &[Key("likes", 0)],
        &[("I'm interested in marine biology", "I likes=marine biology")],
    ),
    state("~obsess with {list}", &[Key("likes", 0)], &[("I'm obsessed with crosswords", "I likes=crosswords")]),
    state("~interest in {list}", &[Key("likes", 0)], &[]),
    state("be afraid|scared|terrified of {list}", &[Key("fear", 0)], &[("I'm afraid of heights", "I fear=heights")]),
    state("~terrify|scare of|by {list}", &[Key("fear", 0)], &[("I'm terrified of spiders", "I fear=spiders")]),
    state("collect {list}", &[Key("hobby", 0)], &[]),
    change("take up {list}", &[Key("hobby", 0)], &[("I took up pottery last spring", "I hobby=pottery")]),
    state(
        "volunteer at|with|for {firm}",
        &[Key("volunteers_at", 0)],
        &[("I volunteer at Oxfam", "I volunteers_at=Oxfam")],
    ),
];
