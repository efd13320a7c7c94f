//! Which sentences say the same. Doubt keeps them apart: two that are not put together are two memories, as before; two that
//! are put together wrongly are one lie.
//!
//! Two sentences say the same when they have the same words in the same order, whatever their inflection and without words that
//! carry nothing; or when the one only adds words to the other that turn nothing, and a model of meaning finds them near.
//! Numbers, identifiers, names and negations can therefore never differ.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{DAY_US, Micros};
use crate::text::{self, TokenKind};

/// Words that a sentence may have or lack and says the same, sorted.
#[rustfmt::skip]
const FILLERS: [&str; 31] = [
    "a", "actually", "ah", "also", "an", "and", "anyway", "basically", "btw", "definitely", "hey", "hi", "honestly",
    "know", "literally", "oh", "ok", "okay", "please", "quite", "really", "simply", "so", "sure", "that", "the", "too",
    "very", "well", "yeah", "yes",
];

/// Words that turn what a sentence says, so that one may not have them alone; sorted.
#[rustfmt::skip]
const TURNS: [&str; 58] = [
    "after", "almost", "although", "barely", "before", "but", "cannot", "could", "despite", "doubt", "except", "false",
    "former", "formerly", "hardly", "hope", "if", "imagine", "instead", "less", "longer", "maybe", "might", "more",
    "neither", "never", "no", "nobody", "none", "nor", "not", "nothing", "only", "or", "perhaps", "plan", "pretend",
    "previously", "quit", "refuse", "said", "says", "seldom", "should", "stop", "stopped", "than", "thinks", "told",
    "unless", "unlike", "until", "used", "want", "wants", "wish", "without", "would",
];

/// Words whose day is the day on which they are said, beside weekdays and the like; sorted.
#[rustfmt::skip]
const DEICTIC: [&str; 15] = [
    "ago", "currently", "earlier", "just", "last", "lately", "later", "next", "now", "recently", "soon", "this",
    "today", "tomorrow", "yesterday",
];

/// Words below which a sentence says too little to be known again ("thanks a lot"). Chosen.
const WORDS_MIN: usize = 4;
/// Share of the longer sentence's words that the shorter one has, where it only adds. Chosen.
const SHARE_MIN: f32 = 0.6;

/// A sentence as it is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saying {
    /// Its words without fillers, in order: stems, and identifiers whole.
    words: Vec<String>,
    /// The same words as written, for what capitals and lists tell.
    written: Vec<String>,
    /// The day on which it was said, where its words count from that day.
    day: Option<i64>,
}

impl Saying {
    /// Reads a sentence that was said at that time. `None` for a question, and for what says too little.
    pub fn of(sentence: &str, at: Micros) -> Option<Self> {
        let trimmed = sentence.trim();
        if trimmed.ends_with(['?', '？']) {
            return None;
        }
        let whole = whole_words(trimmed);
        let has_content = whole.iter().filter(|word| !text::is_stop_word(&word.0.to_lowercase())).count();
        if whole.len() < WORDS_MIN || has_content < 2 {
            return None;
        }
        let is_deictic = |word: &str| DEICTIC.binary_search(&word).is_ok() || text::is_time(word);
        let day = whole.iter().any(|word| is_deictic(&word.0.to_lowercase())).then(|| at.0.div_euclid(DAY_US));
        let (written, words) = whole.into_iter().unzip();
        Some(Self { words, written, day })
    }

    /// How many words count in it.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// True when no word counts in it. Never so for what [`Saying::of`] made.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// True when both have the same words in the same order.
    pub fn is_same(&self, other: &Self) -> bool {
        self.day == other.day && self.words == other.words
    }

    /// True when one only adds words to the other, and none that turns it, counts, names or dates anything. Symmetric.
    pub fn is_within(&self, other: &Self) -> bool {
        let (short, long) = if self.len() <= other.len() { (self, other) } else { (other, self) };
        if self.day != other.day || (short.len() as f32) < SHARE_MIN * long.len() as f32 {
            return false;
        }
        let mut left = short.words.iter().peekable();
        for (word, written) in long.words.iter().zip(&long.written) {
            if left.peek().is_some_and(|next| *next == word) {
                left.next();
            } else if is_weighty(written) {
                return false;
            }
        }
        left.peek().is_none()
    }
}

/// A word that may not be added: it turns, counts or points.
pub(super) fn is_weighty(written: &str) -> bool {
    let is_capital = written.chars().next().is_some_and(char::is_uppercase);
    let written = written.to_lowercase();
    let written = written.as_str();
    is_capital && !text::is_everyday(written)
        || TURNS.binary_search(&written).is_ok()
        || written.ends_with("n't")
        || written.chars().any(|c| c.is_numeric() || c == '_' || c == '-')
        || text::is_time(written)
        || is_number_word(written)
}

fn is_number_word(word: &str) -> bool {
    const NUMBERS: [&str; 27] = [
        "dozen", "eight", "eighty", "eleven", "fifty", "five", "forty", "four", "half", "hundred", "million", "nine",
        "ninety", "once", "one", "seven", "seventy", "six", "sixty", "ten", "thirty", "thousand", "three", "twelve",
        "twenty", "twice", "two",
    ];
    NUMBERS.binary_search(&word).is_ok() || word.ends_with("teen")
}

/// Words as written with the form that is compared, without fillers.
pub(super) fn whole_words(sentence: &str) -> Vec<(String, String)> {
    let plain = sentence.replace('\u{2019}', "'");
    let mut words: Vec<(String, String)> = Vec::new();
    for piece in plain.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '!' | '(' | ')' | '"' | '…')) {
        let bare = piece.trim_matches(|c: char| !c.is_alphanumeric() && c != '%' && c != '$' && c != '€' && c != '£');
        for word in expanded(bare) {
            let lower = word.to_lowercase();
            if !word.is_empty() && FILLERS.binary_search(&lower.as_str()).is_err() {
                words.push((word, stem(&lower)));
            }
        }
    }
    words
}

/// Contractions as the words they stand for.
fn expanded(word: &str) -> Vec<String> {
    if word.eq_ignore_ascii_case("can't") {
        return vec!["can".to_owned(), "not".to_owned()];
    }
    if word.eq_ignore_ascii_case("won't") {
        return vec!["will".to_owned(), "not".to_owned()];
    }
    for (ending, stands_for) in [("n't", "not"), ("'m", "am"), ("'re", "are"), ("'ve", "have"), ("'ll", "will")] {
        if let Some(front) = word.strip_suffix(ending).filter(|front| !front.is_empty()) {
            return vec![front.to_owned(), stands_for.to_owned()];
        }
    }
    vec![word.to_owned()]
}

/// The form in which a word is compared: its stem where it is one plain word, itself where it is anything else.
fn stem(word: &str) -> String {
    if !word.chars().all(char::is_alphabetic) {
        return word.to_owned();
    }
    let tokens = text::analyse(word);
    match tokens.as_slice() {
        [only] if only.kind == TokenKind::Word => only.term.clone(),
        _ => word.to_owned(),
    }
}

/// Puts sayings that say the same together: each in one group at most, every two of a group alike, groups of two and more
/// alone, in order of their first. Positions are those of the list; `voice` says who speaks and before whom, and only equal
/// ones are compared. `near` is asked of two of which the one adds to the other.
///
/// The order of the list does not matter but for equal `key`s, which callers make unique. Cost: each saying is compared with
/// the groups that begin with a word of its own.
pub fn groups(
    sayings: &[Saying],
    voice: &dyn Fn(usize) -> u32,
    key: &dyn Fn(usize) -> u128,
    near: &dyn Fn(usize, usize) -> bool,
) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..sayings.len()).collect();
    order.sort_by_key(|idx| (sayings[*idx].len(), sayings[*idx].words.clone(), key(*idx)));
    let mut found: Vec<Vec<usize>> = Vec::new();
    let mut by_first: BTreeMap<(u32, &str), Vec<usize>> = BTreeMap::new();
    for idx in order {
        let own = &sayings[idx];
        let starts: BTreeSet<&str> = own.words.iter().map(String::as_str).collect();
        let mut candidates: Vec<usize> =
            starts.iter().filter_map(|word| by_first.get(&(voice(idx), *word))).flatten().copied().collect();
        candidates.sort_unstable();
        let alike = |other: usize| {
            let other_saying = &sayings[other];
            own.is_same(other_saying) || own.is_within(other_saying) && near(idx.min(other), idx.max(other))
        };
        let home = candidates.into_iter().find(|group| found[*group].iter().all(|member| alike(*member)));
        if let Some(home) = home {
            found[home].push(idx);
        } else if let Some(first) = own.words.first() {
            by_first.entry((voice(idx), first.as_str())).or_default().push(found.len());
            found.push(vec![idx]);
        }
    }
    found.retain(|group| group.len() > 1);
    for group in &mut found {
        group.sort_by_key(|idx| key(*idx));
    }
    found.sort_by_key(|group| group.first().map(|idx| key(*idx)));
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn said(sentence: &str) -> Saying {
        Saying::of(sentence, Micros(0)).unwrap()
    }

    fn same(one: &str, other: &str) -> bool {
        said(one).is_same(&said(other))
    }

    #[test]
    fn lists_are_sorted() {
        assert!(FILLERS.is_sorted() && DEICTIC.is_sorted());
        let mut turns = TURNS;
        turns.sort_unstable();
        assert_eq!(turns, TURNS);
    }

    #[test]
    fn small_words_case_and_contractions_do_not_matter() {
        assert!(same("I really love hiking in the Alps!", "i love hiking in Alps"));
        assert!(same("I'm allergic to peanuts.", "I am allergic to peanuts"));
        assert!(same("I don\u{2019}t eat any meat", "I do not eat any meat"));
    }

    #[test]
    fn what_differs_in_a_fact_is_never_the_same() {
        let apart = [
            ("Dana lives in Porto now", "Dana lives in Lisbon now"),
            ("I have two dogs at home", "I have three dogs at home"),
            ("My flight is BA-117 at noon", "My flight is BA-118 at noon"),
            ("I like green tea a lot", "I do not like green tea a lot"),
            ("I smoke at parties", "I no longer smoke at parties"),
            ("Ann told Bob the news first", "Bob told Ann the news first"),
            ("My sister moved to Rome", "My brother moved to Rome"),
            ("The rent is 900 euros", "The rent is 950 euros"),
            ("I work at Halyard", "I used to work at Halyard"),
            ("I moved to the coast", "I want to move to the coast"),
        ];
        for (one, other) in apart {
            let (a, b) = (said(one), said(other));
            assert!(!a.is_same(&b) && !a.is_within(&b) && !b.is_within(&a), "{one} / {other}");
        }
    }

    #[test]
    fn adding_what_turns_nothing_is_within() {
        let (short, long) = (said("I love hiking in the Alps"), said("Every summer I love hiking high in the Alps"));
        assert!(!short.is_within(&long), "a season is a time");
        let long = said("I love hiking high up in the Alps");
        assert!(short.is_within(&long) && long.is_within(&short));
    }

    #[test]
    fn words_that_count_from_their_day_need_the_same_day() {
        let next_day = Micros(crate::model::DAY_US + 5);
        let (one, other) = ("I ran ten miles today", Saying::of("I ran ten miles today", next_day).unwrap());
        assert!(!said(one).is_same(&other));
        assert!(said(one).is_same(&Saying::of(one, Micros(7)).unwrap()));
    }

    #[test]
    fn questions_and_small_talk_are_left_out() {
        for sentence in ["Where do you live these days?", "Thanks a lot!", "Oh well okay", "", "..."] {
            assert_eq!(Saying::of(sentence, Micros(0)), None, "{sentence}");
        }
    }

    /// Sentences made of a frame, a negation, a number and a place, so that equal and contrary ones meet often.
    fn sentence() -> impl Strategy<Value = (String, (bool, u32, usize))> {
        (any::<bool>(), any::<bool>(), 1_u32..4, 0_usize..3).prop_map(|(no, filler, number, place)| {
            let place_name = ["Porto", "Lisbon", "Braga"][place];
            let (not, filler) = (if no { "do not " } else { "" }, if filler { "really " } else { "" });
            (format!("I {not}{filler}keep {number} boats in {place_name}."), (no, number, place))
        })
    }

    proptest! {
        #[test]
        fn contraries_never_meet_and_order_does_not_matter(
            made in prop::collection::vec(sentence(), 1..24),
            turn in 0_usize..24,
        ) {
            let sayings: Vec<Saying> = made.iter().map(|(text, _)| said(text)).collect();
            let found = groups(&sayings, &|_| 0, &|idx| idx as u128, &|_, _| true);
            for group in &found {
                for idx in group {
                    prop_assert_eq!(made[*idx].1, made[group[0]].1);
                }
            }
            // All that say the same are together.
            for (idx, (_, what)) in made.iter().enumerate() {
                let n_same = made.iter().filter(|(_, other)| other == what).count();
                let n_with = found.iter().find(|group| group.contains(&idx)).map_or(1, Vec::len);
                prop_assert_eq!(n_same, n_with);
            }
            let shift = turn % made.len();
            let place = |idx: usize| (idx + shift) % made.len();
            let turned: Vec<Saying> = (0..made.len()).map(|idx| sayings[place(idx)].clone()).collect();
            let again = groups(&turned, &|_| 0, &|idx| place(idx) as u128, &|_, _| true);
            let again: Vec<Vec<usize>> =
                again.into_iter().map(|group| group.into_iter().map(place).collect()).collect();
            prop_assert_eq!(found, again);
        }

        #[test]
        fn no_text_panics(text in ".{0,60}") {
            if let Some(saying) = Saying::of(&text, Micros(0)) {
                prop_assert!(saying.is_same(&saying) && saying.is_within(&saying));
            }
        }
    }
}
