//! Ages and measures: "34 years old", "seven", "1.80 m".
//!
//! Owns what of a number is its unit. Must not know: keys.

use std::ops::Range;

use super::ground::Ground;
use super::slot::ends;
use super::token::Kind;

/// Oldest age that is taken for one, in years.
const AGE_MAX: u32 = 119;

/// The number, and where its unit ends.
pub(super) fn age(ground: &Ground<'_>, at: usize, end: usize) -> Option<(Range<usize>, usize)> {
    let word = ground.word(at);
    let number = word.parse::<u32>().ok().or_else(|| spelled(word))?;
    if !(1..=AGE_MAX).contains(&number) {
        return None;
    }
    let (unit, after) = (ground.word(at + 1), ground.word(at + 2));
    let is_years = matches!(unit, "years" | "year" | "yrs" | "yo" | "y" | "y.o") && at + 1 < end;
    if is_years && after == "old" && at + 2 < end {
        return Some((at..at + 1, at + 3));
    }
    if matches!(unit, "yo" | "yrs" | "y.o") && at + 1 < end {
        return Some((at..at + 1, at + 2));
    }
    if matches!(unit, "months" | "weeks") && after == "old" && at + 2 < end {
        return Some((at..at + 2, at + 3));
    }
    let is_sign =
        at + 1 < end && matches!(ground.tokens[at + 1].kind, Kind::Mark('%' | '/' | '°' | '-' | '–' | '$' | '€' | ':'));
    let is_preposition = matches!(unit, "in" | "at" | "with" | "on" | "by" | "of");
    (ends(ground, at + 1, end) && !is_sign && !is_preposition && word != "one").then_some((at..at + 1, at + 1))
}

/// Small numbers in words.
fn spelled(word: &str) -> Option<u32> {
    const WORDS: [&str; 20] = [
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    let ones = |word: &str| WORDS.iter().position(|known| *known == word).map(|at| at as u32 + 1);
    let tens = |word: &str| TENS.iter().position(|known| *known == word).map(|at| at as u32 * 10 + 20);
    ones(word).or_else(|| tens(word)).or_else(|| {
        let (ten, one) = word.split_once('-')?;
        Some(tens(ten)? + ones(one).filter(|one| *one < 10)?)
    })
}

/// "1.80 m", "6 feet", "62 kilos".
pub(super) fn measure(ground: &Ground<'_>, at: usize, end: usize) -> Option<Range<usize>> {
    let token = ground.tokens.get(at).filter(|token| token.kind == Kind::Number)?;
    let _ = token;
    let unit = |at: usize| {
        matches!(
            ground.word(at),
            "m" | "cm" | "meters" | "metres" | "feet" | "foot" | "ft" | "inches" | "kg" | "kilos" | "pounds" | "lbs"
        )
    };
    let mut to = at + 1;
    if to < end && unit(to) {
        to += 1;
        if ground.tokens.get(to).is_some_and(|token| token.kind == Kind::Number) && to < end {
            to += 1;
            to += usize::from(unit(to) && to < end);
        }
        return Some(at..to.min(end));
    }
    let glued = ground.word(at);
    (glued.ends_with("cm") || glued.ends_with("kg") || glued.ends_with("ft")).then_some(at..at + 1)
}
