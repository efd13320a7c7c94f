//! Text to index terms: the one analysis, the same for stored text and for questions.
//!
//! Owns which terms a piece yields. Three kinds of terms never collide: stems and characters are bare, whole identifiers
//! start with `=`, inner trigrams of words in other alphabets with `~`. Knows nothing of postings or scores.

use std::collections::HashMap;

use unicode_segmentation::UnicodeSegmentation;

use super::normal::{Folded, clip, lower, lower_into};
use super::parts;
use super::scan::{PieceKind, scan};
use super::script::Class;
use super::shape::Shape;
use super::stems;
use super::stop::is_stop_word;
use crate::model::Span;

/// What a token's term stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TokenKind {
    /// A word: lower-cased, Porter2-stemmed when Latin.
    Word,
    /// A whole identifier, lower-cased, with `=` in front.
    Identifier,
    /// A part of an identifier or word: a segment, a hump, a hash prefix, an inner trigram.
    Part,
    /// One or two characters of a script that does not separate words.
    Ideograph,
}

/// One index term and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The index term, at most [`TERM_LEN_MAX`] bytes, or a whole identifier.
    pub term: String,
    /// Where it came from, in bytes of the original text.
    pub span: Span,
    /// 0-based number of the word it stands in or starts at.
    pub word: u32,
    /// What the term stands for.
    pub kind: TokenKind,
    /// Whether it is a stop word: kept here because phrases need it, dropped from queries and postings.
    pub stop: bool,
}

/// A term of a question.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryToken {
    /// The index term, equal to [`Token::term`].
    pub term: String,
    /// How much a match counts; repeats add up. Above 0.
    pub weight: f32,
}

/// Longest term that is not a whole identifier, in bytes; longer words are cut. Chosen.
pub const TERM_LEN_MAX: usize = 96;

/// Weights of a question's terms by kind. Chosen: an identifier is worth two words, its parts together about one, single
/// characters and trigrams break ties only.
const QUERY_IDENTIFIER: f32 = 2.0;
const QUERY_PART: f32 = 0.5;
const QUERY_UNIGRAM: f32 = 0.3;
const QUERY_TRIGRAM: f32 = 0.2;
/// Term frequency of one inner trigram: a word's trigrams together must not outweigh the word. Chosen.
const INDEX_TRIGRAM: f32 = 0.2;

/// Every term of a text, with its place; spans start in order. Never panics.
///
/// - Words of two or more characters, and single digits; single letters only outside the Latin script.
/// - Identifiers whole (`=e_auth_404`) and in parts (`auth`, `404`).
/// - Han, Kana and Hangul as single characters and overlapping pairs, Thai, Lao, Khmer and Burmese likewise by grapheme
///   cluster, never across a space, so that a question of one to four characters from inside a sentence finds it.
/// - Words of other alphabets whole and, from four characters, as inner trigrams.
///
/// Cost: O(n), about 27 MB of English chat per second of one 2.4 GHz core (measured).
pub fn analyse(text: &str) -> Vec<Token> {
    let folded = Folded::new(text);
    let mut analyser = Analyser {
        folded: &folded,
        word: 0,
        mixed_case: folded.text.bytes().any(|b| b.is_ascii_lowercase()),
        out: Vec::with_capacity(text.len() / 6 + 1),
    };
    scan(&folded.text, &mut |piece| {
        analyser.word = piece.word;
        let (start, end) = (piece.range.start, piece.range.end);
        match piece.kind {
            PieceKind::Word => analyser.word(start, end),
            PieceKind::Identifier(shape) => analyser.identifier(start, end, shape),
            PieceKind::Cjk => analyser.characters(start, end),
            PieceKind::Cluster => analyser.clusters(start, end),
        }
    });
    analyser.out
}

/// The terms of a question: stop words dropped (unless there is nothing else), repeats merged, in order of first appearance.
///
/// Every term also occurs in [`index_terms`] of the same text.
pub fn query_terms(text: &str) -> Vec<QueryToken> {
    let tokens = kept(analyse(text));
    let n_characters =
        tokens.iter().filter(|token| token.kind == TokenKind::Ideograph && !is_single(&token.term)).count();
    let weigh = |token: &Token| match token.kind {
        TokenKind::Identifier => QUERY_IDENTIFIER,
        TokenKind::Part if token.term.starts_with('~') => QUERY_TRIGRAM,
        TokenKind::Part => QUERY_PART,
        TokenKind::Ideograph if n_characters > 0 && is_single(&token.term) => QUERY_UNIGRAM,
        TokenKind::Ideograph | TokenKind::Word => 1.0,
    };
    merged(tokens, weigh).into_iter().map(|(term, weight)| QueryToken { term, weight }).collect()
}

/// The terms of a stored text with their weighted frequency, in order of first appearance.
///
/// - `words_full`: words from this number on weigh `tail_weight` instead of 1 (chat rows 60 and 0.3, documents `usize::MAX`):
///   the end of a long message is rarely what it is about.
/// - stop words are dropped, unless the text has nothing else.
pub fn index_terms(text: &str, words_full: usize, tail_weight: f32) -> Vec<(String, f32)> {
    merged(kept(analyse(text)), |token| {
        let place = if (token.word as usize) < words_full { 1.0 } else { tail_weight };
        if token.term.starts_with('~') { place * INDEX_TRIGRAM } else { place }
    })
}

/// The whole identifiers of a text: index term (`=e_auth_404`) and place, in order.
pub fn identifiers(text: &str) -> Vec<(String, Span)> {
    let folded = Folded::new(text);
    let mut out = Vec::new();
    scan(&folded.text, &mut |piece| {
        if matches!(piece.kind, PieceKind::Identifier(_)) {
            out.push((parts::whole(&folded.text[piece.range.clone()]), folded.span(piece.range)));
        }
    });
    out
}

/// Number of words; two characters of a script without spaces count as one.
pub fn words(text: &str) -> usize {
    scan(&Folded::new(text).text, &mut |_| ()) as usize
}

/// Drops stop words unless nothing else is left.
fn kept(mut tokens: Vec<Token>) -> Vec<Token> {
    if tokens.iter().any(|token| !token.stop) {
        tokens.retain(|token| !token.stop);
    }
    tokens
}

fn merged(tokens: Vec<Token>, weigh: impl Fn(&Token) -> f32) -> Vec<(String, f32)> {
    let mut places: HashMap<String, usize> = HashMap::with_capacity(tokens.len());
    let mut weights: Vec<f32> = Vec::with_capacity(tokens.len());
    for token in tokens {
        let weight = weigh(&token);
        let next = weights.len();
        let place = *places.entry(token.term).or_insert(next);
        if place == next {
            weights.push(weight);
        } else {
            weights[place] += weight;
        }
    }
    let mut terms: Vec<(String, usize)> = places.into_iter().collect();
    terms.sort_unstable_by_key(|&(_, place)| place);
    terms.into_iter().map(|(term, place)| (term, weights[place])).collect()
}

fn is_single(term: &str) -> bool {
    term.graphemes(true).nth(1).is_none()
}

struct Analyser<'a> {
    folded: &'a Folded<'a>,
    word: u32,
    /// The text has small letters, so that `US` is not `us` shouted.
    mixed_case: bool,
    out: Vec<Token>,
}

impl Analyser<'_> {
    fn push(&mut self, term: String, start: usize, end: usize, kind: TokenKind, stop: bool) {
        self.out.push(Token { term, span: self.folded.span(start..end), word: self.word, kind, stop });
    }

    fn word(&mut self, start: usize, end: usize) {
        let raw = &self.folded.text[start..end];
        let mut surface = lower(clip(raw, 2 * TERM_LEN_MAX));
        let mut stop = None;
        let mut tail = None;
        if surface.bytes().any(|b| matches!(b, b'\'' | b'.' | b',')) {
            // Initials such as U.S. are names even where the bare letters are a pronoun.
            stop = (surface.contains('.') && !matches!(&*surface, "e.g" | "i.e")).then_some(false);
            tail = elided(&surface);
            surface = unpunctuated(&surface);
        } else if matches!(raw, "US" | "IT" | "WHO") && self.mixed_case {
            stop = Some(false);
        }
        let stop = stop.unwrap_or_else(|| is_stop_word(&surface));
        if let Some(other) = other_alphabet(&surface) {
            self.push(clip(&other, TERM_LEN_MAX).to_owned(), start, end, TokenKind::Word, stop);
            self.trigrams(&other, start, end);
            return;
        }
        if let Some(term) = stem(surface) {
            self.push(term, start, end, TokenKind::Word, stop);
        }
        if let Some(term) = tail.and_then(stem) {
            self.push(term, start, end, TokenKind::Part, false);
        }
    }

    fn identifier(&mut self, start: usize, end: usize, shape: Shape) {
        let raw = &self.folded.text[start..end];
        self.push(parts::whole(raw), start, end, TokenKind::Identifier, false);
        for extra in parts::exact(raw, shape) {
            self.push(extra, start, end, TokenKind::Part, false);
        }
        for (range, text) in parts::spoken(raw) {
            let stop = is_stop_word(&text) && range.len() < raw.len();
            if let Some(term) = stem(text) {
                self.push(term, start + range.start, start + range.end, TokenKind::Part, stop);
            }
        }
    }

    /// Single characters and overlapping pairs; these scripts have no case.
    fn characters(&mut self, start: usize, end: usize) {
        let (text, first_word) = (&self.folded.text[start..end], self.word);
        let mut chars = text.char_indices().enumerate().peekable();
        while let Some((n, (at, c))) = chars.next() {
            self.word = first_word + (n / 2) as u32;
            let from = start + at;
            self.push(c.to_string(), from, from + c.len_utf8(), TokenKind::Ideograph, false);
            if let Some(&(_, (next_at, next))) = chars.peek() {
                let to = start + next_at + next.len_utf8();
                self.push(self.folded.text[from..to].to_owned(), from, to, TokenKind::Ideograph, false);
            }
        }
    }

    /// Grapheme clusters, the consonant that carries each, and overlapping pairs of clusters.
    fn clusters(&mut self, start: usize, end: usize) {
        let (text, first_word) = (&self.folded.text[start..end], self.word);
        let mut n_chars = 0;
        let mut clusters = text.grapheme_indices(true).peekable();
        while let Some((at, cluster)) = clusters.next() {
            self.word = first_word + n_chars / 2;
            n_chars += cluster.chars().count() as u32;
            let (from, to) = (start + at, start + at + cluster.len());
            self.push(clip(cluster, TERM_LEN_MAX).to_owned(), from, to, TokenKind::Ideograph, false);
            let Some(base) = cluster.chars().next() else { continue };
            if base.len_utf8() < cluster.len() {
                // A question cut inside a cluster still meets the consonant.
                self.push(base.to_string(), from, from + base.len_utf8(), TokenKind::Ideograph, false);
            }
            if let Some((next_at, next)) = clusters.peek() {
                let to = start + next_at + next.len();
                self.push(
                    clip(&self.folded.text[from..to], TERM_LEN_MAX).to_owned(),
                    from,
                    to,
                    TokenKind::Ideograph,
                    false,
                );
            }
        }
    }

    fn trigrams(&mut self, word: &str, start: usize, end: usize) {
        let bounds: Vec<usize> = word.char_indices().map(|(at, _)| at).chain([word.len()]).collect();
        for window in bounds.windows(4) {
            self.push(format!("~{}", &word[window[0]..window[3]]), start, end, TokenKind::Part, false);
        }
    }
}

/// The index term of a lower-case Latin word or number without punctuation; `None` for single letters.
fn stem(mut word: String) -> Option<String> {
    if word.len() > TERM_LEN_MAX {
        word.truncate(clip(&word, TERM_LEN_MAX).len());
    }
    let mut chars = word.chars();
    let first = chars.next()?;
    if chars.next().is_none() && !first.is_numeric() {
        return None;
    }
    // Porter2 leaves words of two letters alone, and numbers have no endings.
    if word.len() <= 2 || first.is_ascii_digit() {
        return Some(word);
    }
    stems::stem(&mut word);
    Some(word)
}

/// A lower-case word without its clitic (`'s`, `'ll`) and inner punctuation: `o'brien` and `obrien` are one word.
fn unpunctuated(word: &str) -> String {
    let base = match word.rsplit_once('\'') {
        Some((base, "s" | "ll" | "re" | "ve" | "d" | "m" | "")) if !base.is_empty() => base,
        _ => word,
    };
    let is_decimal = base.starts_with(|c: char| c.is_ascii_digit());
    base.chars().filter(|&c| !(c == '\'' || c == ',' || c == '.' && !is_decimal)).collect()
}

/// What follows an elided article: `amour` of `l'amour`, `brien` of `o'brien`.
fn elided(word: &str) -> Option<String> {
    let (article, rest) = word.split_once('\'')?;
    let is_article =
        article.chars().count() == 1 || matches!(article, "qu" | "un" | "all" | "dell" | "nell" | "sull" | "dall");
    (is_article && rest.chars().count() >= 3 && !rest.contains('\'')).then(|| rest.to_owned())
}

/// The word in simplified spelling if it is of an alphabet other than Latin; `None` for Latin words and numbers.
///
/// Vowel points of Arabic and Hebrew are left out and the letter forms that writers mix are unified (alef, yeh, teh marbuta,
/// Cyrillic yo), as people type questions without them.
fn other_alphabet(word: &str) -> Option<String> {
    if word.is_ascii() || !word.chars().any(|c| Class::of(c) == Class::Other) {
        return None;
    }
    let simple: String = word
        .chars()
        .filter(
            |&c| !matches!(c as u32, 0x0591..=0x05C7 | 0x0610..=0x061A | 0x064B..=0x065F | 0x0670 | 0x06D6..=0x06ED),
        )
        .map(|c| match c {
            'أ' | 'إ' | 'آ' | 'ٱ' => 'ا',
            'ى' | 'ی' => 'ي',
            'ک' => 'ك',
            'ة' => 'ه',
            'ё' => 'е',
            other => other,
        })
        .collect();
    let mut out = String::with_capacity(simple.len());
    lower_into(if simple.is_empty() { word } else { &simple }, &mut out);
    Some(out)
}

#[cfg(test)]
mod tests;
