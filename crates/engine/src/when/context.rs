//! Whether a piece that reads as a time means one where it stands: its neighbours decide.
//!
//! Must not know patterns.

use super::token::Token;
use super::value::{Form, Time};
use crate::when::Relation;

/// Words after which "on the 5th" is still a day, and "Monday 2-3" still hours.
const GOES_ON: &str = " i I we you he she they it at in of and or but the a an my our his her with for to from about was \
    did when if so please is are will would should because which that on by before after until since ";
/// Words that open a question about when something was: after them "last" and "first" are adverbs.
const AUXILIARIES: &str = " did do does have has had was were is are when ";
/// Words before "first" and "last" that make them adjectives, or something else altogether.
const DETERMINERS: &str = " the a an this that these those my your his her its our their 's ' at in on of for to from very \
    no any each every and or as with by late early since until ";
/// Nouns that "last" or "first" joins to something else than an order.
const SET_PHRASES: &str = " name names aid class glance sight resort straw minute minutes mile ditch legs leg will supper \
    rites lady language amendment responder edition grader half person place hand floor draft line page row chapter \
    paragraph column letter letters character digit digits item element argument word words part section second hour \
    hours day days week weeks month months quarter year years season century ";
/// Words after "last" and "first" that are no verb and no noun, so that nothing is ordered.
const NO_VERB: &str = " name names aid class glance sight place time times long longer for till until forever all more a an \
    the over only about in on at and or to as of from with by through beyond that not because well so enough ever out ";
/// Months that are also given names, or other words at the start of a sentence.
const FIRST_NAMES: &str = " april may june jan august mar dec sep mai juni julio ";
/// Words before "now" that make it a point or a figure of speech.
const NOT_NOW: &str = " for by until till from right just even up to since as of and or but every now ok okay so well ";

/// Numbers that the grammar does not read, before units in the plural.
const COUNTS: &str = " hundred thousand million billion trillion millions billions hundreds thousands light ";
const PLURALS: &str = " days weeks months years hours minutes moments ";
/// Words after which "about" names a topic.
const TALKS: &str = " how what think thought talk talked talking know knew tell told ask asked hear heard say said feel \
    felt remember forget forgot worry worried question questions story stories info information details anything \
    something everything news more me you us him her them it ";

/// Where bare years count.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Years {
    /// Only in company: a question holds other numbers.
    InCompany,
    /// Everywhere: running text.
    Everywhere,
}

/// A piece where it stands.
pub(super) struct Place<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: &'a [Token],
    pub(super) start: usize,
    pub(super) end: usize,
    /// Tokens of the whole text, signs at its end left out.
    pub(super) whole: usize,
    /// What kind of time ends one word before it ("2007 and 2009", "11/20, 11/22").
    pub(super) follows: Option<Form>,
}

impl<'a> Place<'a> {
    fn raw(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| &self.text[token.start..token.end])
    }

    fn before(&self) -> &'a str {
        self.start.checked_sub(1).map_or("", |at| self.raw(at))
    }
}

fn listed(list: &str, word: &str) -> bool {
    !word.is_empty() && word.len() < 16 && list.contains(&format!(" {} ", word.to_lowercase()))
}

fn is_word(word: &str) -> bool {
    word.chars().next().is_some_and(char::is_alphanumeric)
}

/// True when the piece means a time where it stands.
pub(super) fn stands(time: &Time, place: &Place<'_>, years: Years) -> bool {
    let alone = place.start == 0 && place.end == place.whole;
    let after = place.raw(place.end);
    if is_inside_word(place) {
        return false;
    }
    let word_after = is_word(after);
    if after.eq_ignore_ascii_case("ago") {
        // "For the last 3 months, and 2 days ago ...": the length belongs to what follows.
        return false;
    }
    let counted = listed(COUNTS, place.before()) || place.before().ends_with(|c: char| c.is_ascii_digit());
    if time.relation == Relation::Around && counted && listed(PLURALS, place.raw(place.start)) {
        // "100,000,000 years ago".
        return false;
    }
    if listed(" guten schönen ", place.before()) {
        // "Guten Morgen" is no tomorrow.
        return false;
    }
    match time.form {
        Form::Order => return is_order(time, place),
        // "at 3 locations".
        Form::Clock if time.weak => return !time.latent && !word_after,
        Form::Hours => {
            let ends_in_number = place.raw(place.end - 1).ends_with(|c: char| c.is_ascii_digit());
            return !time.latent && (!word_after || !ends_in_number || listed(GOES_ON, after));
        }
        // "On the first day", "on the 5th floor".
        Form::MonthDay if !alone && word_after && !listed(GOES_ON, after) => return false,
        _ => {}
    }
    if !time.latent || alone {
        return true;
    }
    match time.form {
        Form::Year => match years {
            Years::Everywhere => true,
            Years::InCompany => {
                let before = place.before();
                let bracketed = matches!(before, "(" | "[" | ",") && matches!(after, ")" | "]" | "," | "" | "." | "?");
                let listed = place.follows == Some(Form::Year) && is_list_sign(before);
                bracketed || listed || (before.eq_ignore_ascii_case("the") && word_after)
            }
        },
        Form::Date => place.follows == Some(Form::Date) && is_list_sign(place.before()),
        // "January was cold", but not "april said".
        Form::Month => {
            let numbered = place.before().ends_with(|c: char| c.is_ascii_digit());
            let capital = place.start > 0 && place.tokens[place.start].capital;
            // "Ask June about it".
            let is_person = word_after && listed(FIRST_NAMES, place.raw(place.start));
            !time.weak && !numbered && capital && !is_person && years == Years::InCompany
        }
        _ => false,
    }
}

/// Asks rather than tells, by its sign or its first word; Chinese and Japanese by any word that asks.
fn is_question(text: &str) -> bool {
    const ASKING: &str = " who whom whose what where when which how why is are am do does did has have had was were can \
        could tell show list give find remind wer was wo wann wie welche welcher quién qué dónde cuándo cómo cuál qui que \
        où quand comment quel quelle ";
    let first = text.trim_start().split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    text.contains(['?', '？', '谁', '哪', '吗', '誰', '何'])
        || listed(ASKING, first)
        || ["什么", "どこ", "いつ"].iter().any(|asking| text.contains(asking))
}

fn is_list_sign(word: &str) -> bool {
    matches!(word, "and" | "or" | "," | "&" | "vs")
}

/// "How about last week", "what did you think about March": what is talked about, not about when.
pub(super) fn is_topic(place: &Place<'_>) -> bool {
    // "What did she complain about on May 13": the preposition of a day leaves "about" to the verb.
    let next = place.raw(place.start + 1);
    place.raw(place.start).eq_ignore_ascii_case("about")
        && (listed(TALKS, place.before()) || listed(" on in at last during ", next))
}

/// The middle of a word, or the first part of a compound ("Christmas-themed").
fn is_inside_word(place: &Place<'_>) -> bool {
    let Some(next) = place.tokens.get(place.end).filter(|token| token.glued) else { return false };
    let bytes = place.text.as_bytes();
    let beyond = place.tokens.get(place.end + 1).filter(|token| token.glued).map(|token| bytes[token.start]);
    let numbered = bytes[next.start - 1].is_ascii_digit();
    if bytes[next.start] == b'-' && !numbered && beyond.is_some_and(|byte| byte.is_ascii_alphabetic()) {
        return true;
    }
    bytes[next.start].is_ascii_alphanumeric() && bytes[next.start - 1].is_ascii_alphanumeric()
}

/// "When did Anna last call", "my last order", "what is she doing now?": words that tell an order only where the
/// sentence says so.
fn is_order(time: &Time, place: &Place<'_>) -> bool {
    let (before, after) = (place.before(), place.raw(place.end));
    if time.weak && !time.latent {
        return is_question(place.text);
    }
    if time.weak && !is_question(place.text) {
        return false;
    }
    if time.weak {
        // "Now", last word of a question or statement that says something of it.
        return matches!(after, "" | "?" | "." | "!" | ",")
            && place.start > 1
            && is_word(before)
            && !listed(NOT_NOW, before);
    }
    if !time.latent {
        // "At the latest" is a bound.
        let on = if before.eq_ignore_ascii_case("the") { 2 } else { 1 };
        let earlier = place.start.checked_sub(on).map_or("", |at| place.raw(at));
        return !earlier.eq_ignore_ascii_case("at");
    }
    let is_last = time.relation == Relation::Latest;
    let is_plain = is_word(after) && after.chars().all(char::is_alphabetic);
    if listed(" my your his her its our their 's s the very ", before) {
        // "The last book I read", and "my last order" but not "my first job": that may be one of a kind.
        let told = (1..=2).any(|on| listed(" i we you he she they ", place.raw(place.end + on)));
        let owned = is_last && !before.eq_ignore_ascii_case("the");
        // "What did the first visit cost": who asks so means one of several, and who tells so may not.
        return is_plain && !listed(SET_PHRASES, after) && (told || owned || is_question(place.text));
    }
    // "Who was born first, Ann or Bob" compares.
    let goes_on = is_plain && !listed(NO_VERB, after) && !after.starts_with(char::is_uppercase);
    if !is_word(before) || listed(DETERMINERS, before) {
        return false;
    }
    // An auxiliary at most four words before, in the same sentence.
    let back = (place.start.saturating_sub(5)..place.start).rev().map(|at| place.raw(at));
    let mut back = back.take_while(|word| is_word(word) || matches!(*word, "'" | "-"));
    let asked = back.any(|word| listed(AUXILIARIES, word));
    asked && !listed(AUXILIARIES, before) && (goes_on || (!is_last && matches!(after, "" | "?")))
}
