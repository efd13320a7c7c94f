//! Worlds that are told: the story of a work, a dream, a game, a thought experiment. What is said of somebody in one is nobody's
//! life, whoever "I" is there.
//!
//! Owns which words open such a world, and from which word of a sentence on. Must not know: clauses, keys. In doubt a sentence is
//! of a world: a fact that is missed is told again, a false one is believed.

use std::ops::Range;

use super::ground::Ground;
use super::lexicon::{self, holds, listed};
use crate::model::Stance;

/// Words for works and fancies in which another world is told, in the singular, sorted.
#[rustfmt::skip]
const WORKS: &[&str] = &[
    "anime", "ballad", "book", "cartoon", "comic", "documentary", "drama", "dream", "episode", "fable",
    "fanfic", "fanfiction", "fantasy", "fiction", "film", "game", "imagination", "legend", "manga", "movie", "musical",
    "myth", "nightmare", "novel", "novella", "opera", "play", "poem", "roleplay", "rpg", "saga", "screenplay", "script",
    "series", "show", "simulation", "sitcom", "story", "tale", "trilogy", "videogame",
];

/// Those of [`WORKS`] of which "that" says what happens in them; sorted.
const FANCIES: &[&str] = &["dream", "fantasy", "nightmare", "story"];

/// Adjectives of a life or a world that is not this one, sorted.
const OTHER: &[&str] =
    &["alternate", "alternative", "another", "different", "fantasy", "fictional", "parallel", "virtual"];

/// Words that open a thought experiment at the beginning of a sentence, sorted.
const SUPPOSING: &[&str] = &["assume", "assuming", "imagine", "picture", "pretend", "suppose", "supposing"];

/// Words of a phrase between "in" and its work, at most: "in my favourite old novel". Chosen.
const PHRASE_WORDS_MAX: usize = 4;

/// From which token on a sentence tells of another world, and how what is said of it is meant. `None` for this one.
pub(super) fn told(ground: &Ground<'_>, range: &Range<usize>) -> Option<(usize, Stance)> {
    if supposes(ground, range) {
        return Some((range.start, Stance::Hypothetical));
    }
    if inside(ground, range) {
        return Some((range.start, Stance::Read));
    }
    story(ground, range).map(|from| (from, Stance::Read))
}

/// True for a noun of [`WORKS`], however many.
pub(super) fn is_work(word: &str) -> bool {
    listed(WORKS, word) || listed(WORKS, lexicon::singular(word)) || word == "stories" || word == "fantasies"
}

/// "Imagine I were", "let's say that", "what if".
fn supposes(ground: &Ground<'_>, range: &Range<usize>) -> bool {
    let begin = range.clone().find(|&at| !ground.has(at, lexicon::LEAD_INS) && ground.tokens[at].is_word());
    let Some(begin) = begin else { return false };
    let mut at = begin;
    if matches!(ground.word(at), "just" | "please" | "now" | "let's" | "lets") {
        at += 1;
    } else if ground.word(at) == "let" {
        at += 2;
    }
    // "Picture frames are dear": a noun.
    let opens = |at: usize| {
        let next = ground.word(at + 1);
        let is_followed =
            ground.name_over(at + 1).is_some() || ground.is_mark(at + 1, ':') || ground.is_mark(at + 1, ',');
        is_followed
            || matches!(
                next,
                "i" | "i'm"
                    | "we"
                    | "that"
                    | "you"
                    | "my"
                    | "our"
                    | "he"
                    | "she"
                    | "they"
                    | "this"
                    | "if"
                    | "for"
                    | "a"
                    | "the"
            )
    };
    listed(SUPPOSING, ground.word(at)) && opens(at)
        || at > begin && ground.word(at) == "say" && opens(at)
        || ground.word(begin) == "what" && ground.word(begin + 1) == "if"
}

/// "in the book", "of the show", "in my dreams", "in another life".
fn inside(ground: &Ground<'_>, range: &Range<usize>) -> bool {
    range.clone().any(|at| {
        if !matches!(ground.word(at), "in" | "of" | "from" | "during")
            || !matches!(
                ground.word(at + 1),
                "the" | "this" | "that" | "a" | "an" | "my" | "our" | "his" | "her" | "their" | "another" | "one"
            )
        {
            return false;
        }
        let phrase = at + 1..range.end.min(at + 1 + PHRASE_WORDS_MAX);
        let mut words = phrase.take_while(|&at| ground.tokens[at].is_word());
        words.any(|at| {
            is_work(ground.word(at)) && !listed(OF_TRADE, ground.word(at + 1))
                || listed(OTHER, ground.word(at))
                    && matches!(
                        ground.word(at + 1),
                        "life" | "world" | "universe" | "reality" | "timeline" | "dimension"
                    )
        })
    })
}

/// What makes a thing of this world of a work: "book club", "game store", "dream house"; sorted.
#[rustfmt::skip]
const OF_TRADE: &[&str] = &[
    "apartment", "car", "city", "class", "club", "company", "crew", "design", "developer", "development", "fair",
    "festival", "flat", "home", "house", "industry", "job", "night", "place", "room", "school", "set", "shop", "store",
    "studio", "theater", "theatre", "town", "vacation",
];

/// "a novel in which", "a story about how I", "a dream that", "a book where": the story begins behind it. "The novel says that":
/// the story is what it says.
fn story(ground: &Ground<'_>, range: &Range<usize>) -> Option<usize> {
    for at in range.clone().filter(|&at| is_work(ground.word(at)) && !ground.is_aside(at)) {
        // A title or a few words may stand between: "a novel by Eco in which".
        let end = range.end.min(at + 1 + PHRASE_WORDS_MAX);
        for next in at + 1..end {
            let word = ground.word(next);
            let opens = match word {
                "in" => ground.word(next + 1) == "which",
                "about" => matches!(ground.word(next + 1), "how" | "when" | "me" | "us"),
                "where" | "wherein" => true,
                // "the book that I bought" is no story.
                "that" => listed(FANCIES, lexicon::singular(ground.word(at))) && next == at + 1,
                "says" | "said" | "tells" | "told" | "describes" | "claims" => next == at + 1,
                "" => next == at + 1 && ground.is_mark(next, ':'),
                _ => false,
            };
            if opens {
                return Some(next);
            }
            if matches!(word, "and" | "but") || holds(lexicon::AUXILIARIES, word) {
                break;
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        assert!([WORKS, FANCIES, OTHER, SUPPOSING, OF_TRADE].iter().all(|list| list.is_sorted()));
        assert!(is_work("dreams") && is_work("story") && is_work("stories") && !is_work("garden"));
    }
}
