//! Rows that ask for the latest or the first instead of an interval: last time, the newest, when did Anna first call.
//!
//! "Last", "first" and "now" alone are [`Form::Order`]: the sentence around them decides whether they tell an order.

use super::Relation;
use super::grammar::{Row, row};
use super::series::Series;
use super::value::{Form, Time, Value};

/// All rows of this file.
pub(super) const ROWS: &[Row] = &[
    // Latest.
    row(
        "the|my|our|your|his|her|their last|previous time",
        |_, _| latest(),
        &[("when was the last time I ran", "latest")],
    ),
    row("last time", |_, _| latest(), &[("what did we do last time", "latest")]),
    row(
        "the|my|our|your|his|her|their? most recent|recently",
        |_, _| latest(),
        &[("my most recent order", "latest"), ("what did I most recently read", "latest")],
    ),
    row(
        "the|my|our|your|his|her|their? very? latest|newest",
        |_, _| asked(Relation::Latest),
        &[("what is the latest news", "latest"), ("show her newest photo", "latest")],
    ),
    row("currently|presently|nowadays", |_, _| adverb(), &[("where does she currently live", "latest")]),
    row("these days", |_, _| adverb(), &[("what is he reading these days", "latest")]),
    row("at present", |_, _| adverb(), &[("who leads the team at present", "latest")]),
    row("at the present time|moment", |_, _| adverb(), &[("is he abroad at the present time?", "latest")]),
    row("as of now|late|today", |_, _| adverb(), &[("what is the plan as of now", "latest")]),
    row("up to now", |_, _| latest(), &[("the best score up to now", "latest")]),
    row("now", |_, _| spotted(Relation::Latest, true), &[("where does Anna live now?", "latest")]),
    row(
        "last",
        |_, _| spotted(Relation::Latest, false),
        &[
            ("when did we last meet", "latest"),
            ("when was the server last restarted", "latest"),
            ("what was my last order?", "latest"),
            ("what was the last book I read", "latest"),
        ],
    ),
    // First.
    row("the? very? first time", |_, _| first(), &[("the first time we met", "first")]),
    row(
        "the|my|our|your|his|her|their? very? earliest|oldest",
        |_, _| asked(Relation::First),
        &[("the earliest photo", "first")],
    ),
    row("originally|initially", |_, _| first(), &[("what did I originally plan", "first")]),
    row("in the beginning", |_, _| first(), &[("what did she want in the beginning", "first")]),
    row("to begin|start with", |_, _| first(), &[("what was the budget to begin with", "first")]),
    row(
        "first",
        |_, _| spotted(Relation::First, false),
        &[
            ("when did I first meet her", "first"),
            ("when was the bug first reported?", "first"),
            ("when did Anna first call", "first"),
            ("the first thing she said", "first"),
        ],
    ),
    // Other languages.
    row("das|beim|zum letzte|letzten mal", |_, _| latest(), &[("wann habe ich sie das letzte mal gesehen", "latest")]),
    row("zuletzt", |_, _| latest(), &[("was habe ich zuletzt gelesen", "latest")]),
    row("derzeit|heutzutage|zurzeit", |_, _| adverb(), &[("wo wohnt sie derzeit?", "latest")]),
    row("das|beim|zum erste|ersten mal", |_, _| first(), &[("wann war ich zum ersten mal dort", "first")]),
    row("ursprünglich|anfangs", |_, _| first(), &[("was war ursprünglich geplant", "first")]),
    row("la última|ultima vez", |_, _| latest(), &[("la última vez que la vi", "latest")]),
    row("actualmente|últimamente", |_, _| adverb(), &[("dónde vive actualmente", "latest")]),
    row("la|por primera vez", |_, _| first(), &[("la primera vez que viajé", "first")]),
    row("originalmente|inicialmente", |_, _| first(), &[("lo que originalmente quería", "first")]),
    row("la dernière fois", |_, _| latest(), &[("la dernière fois que je l'ai vue", "latest")]),
    row("actuellement", |_, _| adverb(), &[("où habite-t-elle actuellement", "latest")]),
    row("la|pour première fois", |_, _| first(), &[("la première fois", "first")]),
    row("initialement", |_, _| first(), &[("ce que je voulais initialement", "first")]),
    row("上次|上一次|最后一次|最近一次|最新", |_, _| latest(), &[("上次见面", "latest"), ("最近一次跑步", "latest")]),
    row("第一次|最初|最早|首次", |_, _| first(), &[("第一次见面", "first")]),
    row("前回|最後に", |_, _| latest(), &[("最後に会ったのは", "latest")]),
    row("初めて|最初に|はじめて", |_, _| first(), &[("初めて会ったのは", "first")]),
    row("目前|现在|現在|如今", |_, _| adverb(), &[("她现在住在哪里", "latest")]),
];

/// "Currently": an order in a question, a plain statement elsewhere.
#[expect(clippy::unnecessary_wraps, reason = "what rows call answers an option")]
fn adverb() -> Option<Value> {
    Some(Value::Time(Time { form: Form::Order, weak: true, ..order(Relation::Latest) }))
}

fn order(relation: Relation) -> Time {
    Time::new(Series::Nothing, Form::Other, 0).related(relation).sure(0.8)
}

#[expect(clippy::unnecessary_wraps, reason = "what rows call answers an option")]
fn latest() -> Option<Value> {
    Some(Value::Time(order(Relation::Latest)))
}

#[expect(clippy::unnecessary_wraps, reason = "what rows call answers an option")]
fn first() -> Option<Value> {
    Some(Value::Time(order(Relation::First)))
}

/// An order unless "at" stands before ("at the latest").
#[expect(clippy::unnecessary_wraps, reason = "what rows call answers an option")]
fn asked(relation: Relation) -> Option<Value> {
    Some(Value::Time(Time { form: Form::Order, ..order(relation) }))
}

/// An order only where the sentence says so; `weak` is for "now".
#[expect(clippy::unnecessary_wraps, reason = "what rows call answers an option")]
fn spotted(relation: Relation, weak: bool) -> Option<Value> {
    let time = Time { form: Form::Order, weak, ..order(relation) };
    Some(Value::Time(time.latent().sure(0.7)))
}
