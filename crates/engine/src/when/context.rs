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
/// Words after "last" and "first" that keep them from telling an order.
const NOT_ORDERED: &str = " name names aid class glance sight place step steps hand time times lady draft floor grade \
    person half resort word words straw minute minutes call mile ditch legs leg will stand supper but page line row \
    names-only rites laugh breath long longer for until till forever all more a an the over only about in on at and or \
    to as of from with by through beyond that not because well letter letters chapter paragraph column character \
    digit digits item element argument option choice thing language amendment edition grader responder ever ";
/// Words before "now" that make it a point or a figure of speech.
const NOT_NOW: &str = " for by until till from right just even up to since as of and or but every now ok okay so well ";

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
    /// A year ends one word before it ("2007 and 2009").
    pub(super) after_year: bool,
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
                let listed = place.after_year && matches!(before, "and" | "or" | "," | "&" | "vs");
                bracketed || listed || (before.eq_ignore_ascii_case("the") && word_after)
            }
        },
        // "January was cold", but not "april said".
        Form::Month => {
            let numbered = place.before().ends_with(|c: char| c.is_ascii_digit());
            let capital = place.start > 0 && place.tokens[place.start].capital;
            !time.weak && !numbered && capital && years == Years::InCompany
        }
        _ => false,
    }
}

/// The middle of a word, "fair-1am".
fn is_inside_word(place: &Place<'_>) -> bool {
    let Some(next) = place.tokens.get(place.end).filter(|token| token.glued) else { return false };
    let bytes = place.text.as_bytes();
    bytes[next.start].is_ascii_alphanumeric() && bytes[next.start - 1].is_ascii_alphanumeric()
}

/// "When did Anna last call", "my last order", "what is she doing now?": words that tell an order only where the
/// sentence says so.
fn is_order(time: &Time, place: &Place<'_>) -> bool {
    let (before, after) = (place.before(), place.raw(place.end));
    if time.weak {
        // "Now", last word of a question or statement that says something of it.
        return matches!(after, "" | "?" | "." | "!" | ",") && place.start > 1 && is_word(before) && !listed(NOT_NOW, before);
    }
    if !time.latent {
        // "At the latest" is a bound.
        let earlier = place.start.checked_sub(1).map_or("", |at| place.raw(at));
        return !(earlier.eq_ignore_ascii_case("at") || earlier.eq_ignore_ascii_case("bei"));
    }
    let is_last = time.relation == Relation::Latest;
    let goes_on = is_word(after) && !listed(NOT_ORDERED, after) && after.chars().all(char::is_alphabetic);
    let owned = listed(" my your his her its our their 's ", before);
    let asked_of = listed(" the ", before) && (1..=2).any(|on| listed(" i we you he she they ", place.raw(place.end + on)));
    if owned || asked_of {
        return goes_on && (is_last || asked_of);
    }
    if !is_word(before) || listed(DETERMINERS, before) {
        return false;
    }
    // An auxiliary at most four words before, in the same sentence.
    let back = (place.start.saturating_sub(5)..place.start).rev().map(|at| place.raw(at));
    let mut back = back.take_while(|word| is_word(word) || matches!(*word, "'" | "-"));
    let asked = back.any(|word| listed(AUXILIARIES, word));
    asked && !listed(AUXILIARIES, before) && (goes_on || (!is_last && matches!(after, "" | "?")))
}
