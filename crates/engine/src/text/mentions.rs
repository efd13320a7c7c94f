//! Names in a text, by rules: capitals, their place in the sentence, and a list of everyday words.
//!
//! Owns the decision where a name starts and ends, with a confidence. Knows no entity: who is meant is for the resolver. Finds nothing in
//! text without capitals; names seen before are the caller's to match (see [`super::name_words`]).

use std::collections::HashSet;
use std::ops::Range;

use super::normal::{Folded, lower};
use super::plain::{is_honorific, is_kin, is_plain, is_shorthand, is_time};
use super::quoted::quoted;
use super::scan::{PieceKind, scan};
use super::script::Class;
use super::sentences::sentence_ends;
use super::shape::{Shape, is_camel};
use crate::model::Span;

/// Small words inside names.
const CONNECTORS: [&str; 17] =
    ["al", "bin", "da", "de", "del", "della", "den", "der", "di", "do", "du", "el", "la", "le", "of", "van", "von"];
/// Words before a name that make it an organisation or place, so that `for` may continue it.
const PLACE_CUES: [&str; 9] = ["at", "by", "from", "join", "joined", "of", "the", "to", "with"];
/// Last words of names that are written with a dot. Sorted.
const ABBREVIATED: [&str; 8] = ["bros", "co", "corp", "esq", "inc", "jr", "ltd", "sr"];
/// Longest name, in words; longer runs of capitals are headings.
const NAME_WORDS_MAX: usize = 7;
/// First names that end like adverbs or verbs.
#[rustfmt::skip]
const NAMES_LIKE_WORDS: [&str; 20] = [
    "alfred", "beijing", "beverly", "billy", "carly", "emily", "fred", "holly", "italy", "jared", "kelly", "kimberly", "lily",
    "manfred", "molly", "polly", "reilly", "sally", "sterling", "wilfred",
];

/// Confidences, chosen so that callers can set one threshold: 0.5 keeps everything, 0.7 drops guesses.
const SURE: f32 = 0.95;
const LIKELY: f32 = 0.85;
const ACRONYM: f32 = 0.75;
const CODE: f32 = 0.7;
const TITLE: f32 = 0.7;
const SENTENCE_START: f32 = 0.6;

/// The names in a text with a confidence in (0, 1], in order and without overlap.
///
/// People, places, organisations, products, titles in double quotes, acronyms and codes; no dates, honorifics or kin. A possessive `'s` is
/// outside the span. Cost: O(n).
pub fn mentions(text: &str) -> Vec<(Span, f32)> {
    let folded = Folded::new(text);
    let words = read_words(&folded.text);
    let seen_lower: HashSet<&str> = words.iter().filter(|w| w.case == Case::Lower).map(|w| &*w.lower).collect();
    let finder = Finder { text: &folded.text, words: &words, seen_lower };
    let titles = finder.titles();
    let mut out: Vec<(Range<usize>, f32)> = titles.iter().map(|title| (title.clone(), TITLE)).collect();
    let mut idx = 0;
    while idx < words.len() {
        let start = words[idx].range.start;
        let inside = titles.partition_point(|title| title.end <= start);
        let inside = titles.get(inside).is_some_and(|title| title.start <= start);
        idx = if inside { idx + 1 } else { finder.name_at(idx, &mut out) };
    }
    out.sort_by_key(|(range, _)| range.start);
    out.into_iter().map(|(range, confidence)| (folded.span(range), confidence)).collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Case {
    Lower,
    /// Capital first, some small letter after; or one capital letter.
    Capital,
    /// Two or more letters, all capitals.
    Upper,
    Number,
}

struct Word {
    /// Without a possessive ending.
    range: Range<usize>,
    lower: String,
    case: Case,
    possessive: bool,
    /// First word of a sentence, quotation or list after a colon: a capital tells nothing.
    starts: bool,
    /// Part of a sentence in capitals.
    shouted: bool,
    code: Option<Shape>,
}

fn read_words(text: &str) -> Vec<Word> {
    let ends = sentence_ends(text);
    let mut sentence = usize::MAX;
    let mut words: Vec<Word> = Vec::new();
    scan(text, &mut |piece| {
        let code = match piece.kind {
            PieceKind::Word => None,
            PieceKind::Identifier(shape) => Some(shape),
            PieceKind::Cjk | PieceKind::Cluster => return,
        };
        let raw = &text[piece.range.clone()];
        let bare = raw.strip_suffix("'s").or_else(|| raw.strip_suffix("'S")).unwrap_or(raw);
        let possessive = bare.len() < raw.len() || text[piece.range.end..].starts_with("'s");
        let bare = bare.trim_end_matches('\'');
        let gap = words.last().map_or("", |last| &text[last.range.end..piece.range.start]);
        let here = ends.partition_point(|&end| end <= piece.range.start);
        let starts = here != sentence || gap.contains([':', '"', '(', '[', '*', '|', '>', '#']);
        sentence = here;
        words.push(Word {
            range: piece.range.start..piece.range.start + bare.len(),
            lower: lower(bare),
            case: case_of(bare),
            possessive,
            starts,
            shouted: false,
            code,
        });
    });
    mark_shouting(&mut words, text, &ends);
    words
}

fn case_of(word: &str) -> Case {
    let mut letters = word.chars().filter(|c| c.is_alphabetic());
    let Some(first) = letters.next() else { return Case::Number };
    if !first.is_uppercase() || word.starts_with(|c: char| c.is_numeric()) {
        return Case::Lower;
    }
    let n_more = letters.clone().count();
    if n_more > 0 && letters.all(char::is_uppercase) { Case::Upper } else { Case::Capital }
}

/// Capitals mean nothing where most words of a sentence are in capitals.
fn mark_shouting(words: &mut [Word], text: &str, ends: &[usize]) {
    let mut from = 0;
    for end in ends.iter().copied().chain([text.len()]) {
        let to = from + words[from..].iter().take_while(|word| word.range.start < end).count();
        let is_word = |word: &&Word| word.case != Case::Number && word.range.len() > 1;
        let n_words = words[from..to].iter().filter(is_word).count();
        let n_upper = words[from..to].iter().filter(|word| word.case == Case::Upper && word.code.is_none()).count();
        let shouted = n_upper >= 2 && n_upper * 2 > n_words;
        words[from..to].iter_mut().for_each(|word| word.shouted = shouted);
        from = to;
    }
}

struct Finder<'a> {
    text: &'a str,
    words: &'a [Word],
    /// Words that this text also writes small.
    seen_lower: HashSet<&'a str>,
}

impl Finder<'_> {
    /// Quotations that are written like titles.
    fn titles(&self) -> Vec<Range<usize>> {
        let spans = quoted(self.text).into_iter().map(|span| span.start as usize..span.end as usize);
        spans.filter(|range| !self.text[..range.start].ends_with('`') && self.is_title(range)).collect()
    }

    fn is_title(&self, range: &Range<usize>) -> bool {
        let from = self.words.partition_point(|word| word.range.start < range.start);
        let to = self.words.partition_point(|word| word.range.start < range.end);
        let inside = &self.words[from..to];
        let is_capital = |word: &Word| word.case != Case::Lower;
        let small_words_only = inside
            .iter()
            .all(|word| is_capital(word) || word.lower.len() <= 3 || matches!(&*word.lower, "with" | "from"));
        let ends_well = !self.text[range.clone()].ends_with(['.', '!', '?', ',']);
        let is_name = match inside {
            [] => false,
            [one] => one.case == Case::Capital && !is_plain(&one.lower) && !is_time(&one.lower),
            [first, .., last] => is_capital(first) && is_capital(last) && first.case != Case::Number,
        };
        is_name && ends_well && small_words_only && inside.len() <= NAME_WORDS_MAX
    }

    /// Looks for a name that starts at word `idx`; returns the word to go on with.
    fn name_at(&self, idx: usize, out: &mut Vec<(Range<usize>, f32)>) -> usize {
        let word = &self.words[idx];
        if let Some(shape) = word.code.filter(|_| !self.is_capital_word(idx)) {
            if let Some(range) = code_range(word, shape, self.text) {
                out.push((range, CODE));
            }
            return idx + 1;
        }
        if !self.opens(idx) {
            return idx + 1;
        }
        let end = self.run_end(idx);
        let run = &self.words[idx..end];
        let last = &run[run.len() - 1];
        let range = word.range.start..last.range.end + usize::from(self.keeps_dot(last));
        if let Some(confidence) = self.confidence(run, end) {
            out.push((range, confidence));
        }
        end
    }

    /// "Acme Inc.", "U.S.": the dot is part of the word.
    fn keeps_dot(&self, word: &Word) -> bool {
        let rest = &self.text[word.range.end..];
        let is_dotted = word.lower.contains('.') && word.lower.split('.').all(|part| part.chars().count() == 1);
        !word.possessive
            && rest.starts_with('.')
            && !rest.starts_with("..")
            && (is_dotted || ABBREVIATED.binary_search(&&*word.lower).is_ok())
    }

    /// A word with a capital that could belong to a name: `Word`, `NASA`, `DoorDash`, `Node.js`; not `E_AUTH_404`.
    fn is_capital_word(&self, idx: usize) -> bool {
        let word = &self.words[idx];
        if word.shouted || !matches!(word.case, Case::Capital | Case::Upper) {
            // iPhone, eBay.
            return !word.shouted
                && word.code.is_some()
                && word.range.len() > 2
                && is_camel(&self.text[word.range.clone()])
                && !word.lower.contains(['_', '.', '/']);
        }
        let is_pronoun = matches!(&*word.lower, "i" | "i'm" | "i've" | "i'll" | "i'd");
        let is_code = word.code.is_some()
            && (word.lower.contains(['_', '/', '\\', '@', ':']) || word.lower.bytes().any(|b| b.is_ascii_digit()));
        !is_pronoun && !is_code
    }

    /// Whether a name may start here.
    fn opens(&self, idx: usize) -> bool {
        let word = &self.words[idx];
        if !self.is_capital_word(idx) || is_quarter(&word.lower) {
            return false;
        }
        let next_joins = self.joins(idx) && self.is_capital_word(idx + 1);
        if is_honorific(&word.lower) || is_kin(&word.lower) {
            return false;
        }
        if is_time(&word.lower) {
            // April Jones, August Macke; not May 2020 or Monday Night.
            let is_first_name = matches!(&*word.lower, "april" | "may" | "june" | "august");
            return is_first_name && next_joins && !word.starts && !is_time(&self.words[idx + 1].lower);
        }
        if word.case == Case::Upper && is_shorthand(&word.lower) {
            return next_joins && !word.starts;
        }
        if !word.starts {
            return true;
        }
        if !is_everyday(&word.lower) {
            return true;
        }
        // A title at the start of a sentence: "Becoming Nicole by Amy Ellis Nutt".
        next_joins && word.lower.ends_with("ing") && self.author_follows(self.run_end(idx))
    }

    fn author_follows(&self, idx: usize) -> bool {
        self.words.get(idx).is_some_and(|word| word.lower == "by")
            && idx + 1 < self.words.len()
            && self.is_capital_word(idx + 1)
    }

    /// Whether the word after `idx` stands close enough to continue a name.
    fn joins(&self, idx: usize) -> bool {
        let (Some(word), Some(next)) = (self.words.get(idx), self.words.get(idx + 1)) else { return false };
        let gap = &self.text[word.range.end..next.range.start];
        let gap = if word.possessive { gap.strip_prefix("'s").unwrap_or(gap) } else { gap };
        let is_short = word.lower.chars().count() == 1
            || word.lower.contains('.')
            || matches!(&*word.lower, "st" | "mt" | "ft" | "jr");
        !next.starts && (matches!(gap, " " | "-") || gap == ". " && is_short)
    }

    /// First word after the run of capitals that starts at `idx`, connectors and numbers included.
    fn run_end(&self, idx: usize) -> usize {
        let mut end = idx + 1;
        while self.joins(end - 1) {
            let here = &self.words[end];
            if self.is_capital_word(end) && !is_quarter(&here.lower) {
                if is_time(&here.lower) || is_kin(&here.lower) {
                    break;
                }
                end += 1;
                continue;
            }
            if self.number_belongs(end) {
                return end + 1;
            }
            let Some(after) = self.after_connectors(idx, end) else { break };
            end = after + 1;
        }
        end
    }

    /// The capital word that follows the connector at `at` (`of`, `of the`, `for`), if one does.
    fn after_connectors(&self, start: usize, at: usize) -> Option<usize> {
        let word = &self.words[at];
        let is_for =
            word.lower == "for" && start > 0 && at == start + 1 && PLACE_CUES.contains(&&*self.words[start - 1].lower);
        if word.case != Case::Lower
            || !(is_for || CONNECTORS.contains(&&*word.lower))
            || self.words[at - 1].possessive
            || !self.joins(at)
        {
            return None;
        }
        let mut next = at + 1;
        while matches!(&*self.words[next].lower, "the" | "la" | "los" | "las")
            && self.words[next].case == Case::Lower
            && self.joins(next)
        {
            next += 1;
        }
        let right = &self.words[next];
        let is_name =
            self.is_capital_word(next) && !is_time(&right.lower) && !is_kin(&right.lower) && right.code.is_none();
        is_name.then_some(next)
    }

    /// A number after a name: `Cyberpunk 2077`, `Windows 11`; not a year, not `Lakers 40 points`.
    fn number_belongs(&self, at: usize) -> bool {
        let word = &self.words[at];
        let Ok(number) = word.lower.parse::<u32>() else { return false };
        let is_year = (1900..2040).contains(&number);
        let counts_something =
            self.joins(at) && self.words[at + 1].case == Case::Lower && !is_plain(&self.words[at + 1].lower);
        word.case == Case::Number && word.lower.len() <= 4 && !is_year && !counts_something
    }

    /// How sure the run is a name; `None` if it is none after all.
    fn confidence(&self, run: &[Word], end: usize) -> Option<f32> {
        let first = &run[0];
        if run.len() > NAME_WORDS_MAX {
            return None;
        }
        if run.len() > 1 {
            let all_plain = run.iter().all(|word| is_everyday(&word.lower));
            return match (first.starts, all_plain) {
                (true, true) if !self.author_follows(end) => None,
                (true, _) => Some(LIKELY),
                (false, true) => Some(SENTENCE_START),
                (false, false) => Some(SURE),
            };
        }
        if first.lower.chars().count() < 2 {
            return None;
        }
        if first.case == Case::Upper {
            let says_nothing = is_plain(&first.lower) || self.seen_lower.contains(&*first.lower);
            return (!says_nothing).then_some(ACRONYM);
        }
        if is_plain(&first.lower) {
            return None;
        }
        if !first.starts {
            return Some(LIKELY);
        }
        let like_word =
            ["ing", "ed", "ly"].iter().any(|ending| first.lower.ends_with(ending)) && first.lower.len() >= 4;
        let is_word = like_word && NAMES_LIKE_WORDS.binary_search(&&*first.lower).is_err();
        (!is_word && !self.seen_lower.contains(&*first.lower)).then_some(SENTENCE_START)
    }
}

/// Everyday words, contractions included.
fn is_everyday(word: &str) -> bool {
    is_plain(word) || word.split_once('\'').is_some_and(|(base, _)| is_plain(base) || base == "i")
}

/// `Q3`, `H1`, `3D`: neither names nor parts of them.
fn is_quarter(word: &str) -> bool {
    word.len() == 2 && word.starts_with(['q', 'h']) && word.ends_with(|c: char| c.is_ascii_digit())
}

/// The nameable part of a code: ticket numbers, error codes, modules, handles; no addresses, checksums or bare numbers.
fn code_range(word: &Word, shape: Shape, text: &str) -> Option<Range<usize>> {
    let raw = &text[word.range.clone()];
    let has_letter = raw.chars().any(|c| Class::of(c) == Class::Latin);
    match shape {
        // Two letters are an emoticon (xD) more often than a code.
        Shape::Code if has_letter && raw.len() > 2 => Some(word.range.clone()),
        Shape::Handle if raw.starts_with('@') => Some(word.range.start + 1..word.range.end),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn found(text: &str) -> Vec<&str> {
        mentions(text).into_iter().map(|(span, _)| &text[span.start as usize..span.end as usize]).collect()
    }

    #[test]
    fn names_of_every_kind() {
        for (text, expected) in [
            ("I met Marta at the Ocean Museum of Lisbon.", vec!["Marta", "Ocean Museum of Lisbon"]),
            (
                "Yusuf moved to Buenos Aires with Ludwig van Beethoven's piano",
                vec!["Yusuf", "Buenos Aires", "Ludwig van Beethoven"],
            ),
            ("Hey Kim, did you see Dr. Ada Long on Monday?", vec!["Kim", "Ada Long"]),
            ("The NASA engineer uses GitHub and an iPhone 15.", vec!["NASA", "GitHub", "iPhone 15"]),
            ("We play Fallout 76 after work", vec!["Fallout 76"]),
            ("Reported as OPS-7731 in billing_core", vec!["OPS-7731", "billing_core"]),
            ("My favourite is \"Pride and Prejudice\" indeed", vec!["Pride and Prejudice"]),
            ("Working with Jean-Luc and J. K. Rowling", vec!["Jean-Luc", "J. K. Rowling"]),
            ("thanks to the Friends of the Earth", vec!["Friends of the Earth"]),
            ("Mom said May is warm, and in April we go to Tony's Diner.", vec!["Tony's Diner"]),
            ("Zoë\u{2019}s cat", vec!["Zoë"]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn capitals_that_are_no_names() {
        for text in [
            "Running helps. Great! Thanks again, Mom.",
            "I think I'm late. Did you see the Q3 report on Friday?",
            "THIS IS SO GOOD",
            "OMG the API is down",
            "He said: \"Come in.\"",
            "Hopefully it works. Deployed it on March 3rd.",
            "Tomatoes are ripe, and tomatoes are red",
            "nothing here",
            "",
        ] {
            assert_eq!(found(text), Vec::<&str>::new(), "{text}");
        }
    }

    #[test]
    fn a_name_inside_a_sentence_is_surer_than_at_its_start() {
        let confidence = |text: &str| mentions(text)[0].1;
        assert!(confidence("I saw Marta Long") > confidence("I saw Marta"));
        assert!(confidence("I saw Marta") > confidence("Marta saw me"));
    }

    proptest! {
        #[test]
        fn spans_are_ordered_disjoint_and_on_boundaries(text in "([A-Z]?[a-z]{0,6}|[A-Z]{2,4}|of|the|[0-9]{1,4}|I|é|ﬁ)([ .,'\"’:-]{1,2}([A-Z]?[a-z]{0,6}|Dr|of|for|[0-9]{1,4}|iPhone|a_b)){0,12}") {
            let mut last = 0;
            for (span, confidence) in mentions(&text) {
                prop_assert!(span.start >= last && span.end > span.start);
                prop_assert!(text.get(span.start as usize..span.end as usize).is_some());
                prop_assert!(confidence > 0.0 && confidence <= 1.0);
                last = span.end;
            }
        }
    }
}
