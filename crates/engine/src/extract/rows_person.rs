//! Rows of names and what somebody drives, uses and wants to be called.

use super::pattern::Give::Key;
use super::pattern::{Row, change, now, state};

/// All rows of this file.
pub(super) const ROWS: &[Row] = &[
    state("go by {name} {end}", &[Key("name", 0)], &[("I go by Sam", "I name=Sam")]),
    change("change my name to {name}", &[Key("name", 0)], &[("I changed my name to Robin", "I name=Robin")]),
    now(
        "drive a|an|the|my {noun} {end}",
        &[Key("car", 0)],
        &[("I drive a blue Volvo", "I car=blue Volvo"), ("I drove a truck yesterday", "")],
    )
    .sure(0.75),
    state("use {thing} for|as|at|on|to|with", &[Key("uses", 0)], &[("I use Obsidian for my notes", "I uses=Obsidian")]),
    state("use {thing} {end}", &[Key("uses", 0)], &[("I use Arch.", "I uses=Arch")]),
    change(
        "switch from {thing} to {thing}",
        &[super::pattern::Give::Ends("uses", 0), Key("uses", 1)],
        &[("We switched from Slack to Zulip", "I uses=Slack -; I uses=Zulip")],
    ),
    change("switch to {thing} {end}", &[Key("uses", 0)], &[("I switched to Linux last year", "I uses=Linux")]),
    state("play for {firm}", &[Key("plays_for", 0)], &[("Tim plays for Arsenal", "Tim plays_for=Arsenal")]),
];
