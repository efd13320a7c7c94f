//! What stays the same of a text that a machine fills in: status lines with counters, timers with stamps, prompts with the date.
//!
//! Must not know: who says a text, what is stored. The hash is fixed for ever: it is stored.

use super::normal::normalise;
use super::plain::is_time;
use super::simhash::{BASIS, feed, mix};

/// What is taken for filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Filling {
    /// What machines alone write into a text: a date with its time of day, and request numbers in one pair of brackets with it.
    Stamps,
    /// Stamps, and days in any writing: for texts so long that nobody says them anew each day.
    Days,
    /// Every number, and request numbers in hexadecimal digits.
    Numbers,
}

/// Letters and digits of a request number, at least: shorter ones may be words. Chosen.
const REQUEST_LEN_MIN: usize = 8;

/// Pieces before and behind a request number within which its brackets are looked for. Chosen: a stamp has twelve.
const BRACKETS_PIECES_MAX: usize = 20;

/// A piece of a text: a run of letters and digits, or a mark.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece<'a> {
    Word(&'a str),
    Mark(char),
    Filled,
}

/// Hash of a text without what was filled in, and how many words are left of it. `None` where nothing was filled in.
///
/// Case, white space and the form of quotes do not count. Cost: O(n).
pub fn skeleton(text: &str, filling: Filling) -> Option<(u64, usize)> {
    let normal = normalise(text);
    let pieces = pieces(&normal);
    let mut kept = Vec::with_capacity(pieces.len());
    let (mut at, mut is_filled) = (0, false);
    while at < pieces.len() {
        let taken = filled(&pieces, at, filling);
        if taken == 0 {
            kept.push(pieces[at]);
            at += 1;
            continue;
        }
        is_filled = true;
        if kept.last() != Some(&Piece::Filled) {
            kept.push(Piece::Filled);
        }
        at += taken;
    }
    let words = kept.iter().filter(|piece| matches!(piece, Piece::Word(_))).count();
    is_filled.then(|| (hash(&kept), words))
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices() {
        if c.is_alphanumeric() {
            start.get_or_insert(at);
            continue;
        }
        pieces.extend(start.take().map(|from| Piece::Word(&text[from..at])));
        if !c.is_whitespace() {
            pieces.push(Piece::Mark(c));
        }
    }
    pieces.extend(start.map(|from| Piece::Word(&text[from..])));
    pieces
}

/// How many pieces from there on were filled in.
fn filled(pieces: &[Piece<'_>], at: usize, filling: Filling) -> usize {
    let Piece::Word(word) = pieces[at] else { return 0 };
    let stamp = stamp(&pieces[at..]);
    if stamp > 0 {
        return stamp;
    }
    if is_request(word) && (filling == Filling::Numbers || in_stamped_brackets(pieces, at)) {
        return 1;
    }
    let has_digit = word.starts_with(|c: char| c.is_ascii_digit());
    match filling {
        Filling::Stamps => 0,
        Filling::Days => day(pieces, at),
        Filling::Numbers => usize::from(has_digit),
    }
}

/// `2026-05-01t03:16:31.5z`, `2026-05-01 03:16`: a date with its time of day right behind it.
fn stamp(pieces: &[Piece<'_>]) -> usize {
    let digits = |at: usize, len: usize| matches!(pieces.get(at), Some(Piece::Word(word)) if word.len() == len && word.bytes().all(|b| b.is_ascii_digit()));
    let mark = |at: usize, wanted: char| pieces.get(at) == Some(&Piece::Mark(wanted));
    if !(digits(0, 4) && mark(1, '-') && digits(2, 2) && mark(3, '-')) {
        return 0;
    }
    // With a `t` the day and the hour are one word.
    let joint = matches!(pieces.get(4), Some(Piece::Word(word)) if word.len() == 5 && word.as_bytes()[2] == b't');
    let mut at = if joint { 5 } else { 6 };
    if !(joint || digits(4, 2) && digits(5, 2)) || !mark(at, ':') {
        return 0;
    }
    while matches!(pieces.get(at), Some(Piece::Mark(':' | '.' | '+' | '-')))
        && matches!(pieces.get(at + 1), Some(Piece::Word(word)) if word.starts_with(|c: char| c.is_ascii_digit()))
    {
        at += 2;
    }
    at
}

/// Hexadecimal digits of both kinds, many of them.
fn is_request(word: &str) -> bool {
    word.len() >= REQUEST_LEN_MIN
        && word.bytes().all(|b| b.is_ascii_hexdigit())
        && word.bytes().any(|b| b.is_ascii_digit())
        && word.bytes().any(|b| b.is_ascii_alphabetic())
}

/// In brackets that hold a stamp: nobody writes those by hand.
fn in_stamped_brackets(pieces: &[Piece<'_>], at: usize) -> bool {
    let from = at.saturating_sub(BRACKETS_PIECES_MAX);
    let Some(open) = pieces[from..at].iter().rposition(|piece| *piece == Piece::Mark('[')) else { return false };
    let inside = &pieces[from + open + 1..pieces.len().min(at + BRACKETS_PIECES_MAX)];
    let close = inside.iter().position(|piece| *piece == Piece::Mark(']'));
    let reaches = close.is_some_and(|close| from + open + 1 + close > at);
    reaches && (0..close.unwrap_or_default()).any(|begin| stamp(&inside[begin..]) > 0)
}

/// A word of the calendar, a year, a date in numbers, a time of day, a number beside a word of the calendar.
fn day(pieces: &[Piece<'_>], at: usize) -> usize {
    let Piece::Word(word) = pieces[at] else { return 0 };
    if is_time(word) {
        return 1;
    }
    if !word.starts_with(|c: char| c.is_ascii_digit()) {
        return 0;
    }
    let is_number = |piece: Option<&Piece<'_>>| matches!(piece, Some(Piece::Word(word)) if word.starts_with(|c: char| c.is_ascii_digit()));
    let is_calendar = |piece: Option<&Piece<'_>>| matches!(piece, Some(Piece::Word(word)) if is_time(word));
    let before = at.checked_sub(1).map(|before| &pieces[before]);
    if is_calendar(before) || is_calendar(pieces.get(at + 1)) {
        return 1;
    }
    let is_year = word.len() == 4 && (word.starts_with("19") || word.starts_with("20"));
    let mut end = at + 1;
    while matches!(pieces.get(end), Some(Piece::Mark('-' | '/' | ':' | '.'))) && is_number(pieces.get(end + 1)) {
        end += 2;
    }
    if is_year || end > at + 1 { end - at } else { 0 }
}

fn hash(pieces: &[Piece<'_>]) -> u64 {
    let piece = |hash: u64, piece: &Piece<'_>| match piece {
        Piece::Word(word) => feed(word.chars().fold(hash, feed), ' '),
        Piece::Mark(mark) => feed(hash, *mark),
        Piece::Filled => feed(hash, '\u{0}'),
    };
    mix(pieces.iter().fold(BASIS, piece))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn same(a: &str, b: &str, filling: Filling) -> bool {
        let (a, b) = (skeleton(a, filling), skeleton(b, filling));
        a.is_some() && a == b
    }

    #[test]
    fn stamps_and_request_numbers_are_filled_in() {
        for (a, b) in [
            ("[2026-05-01 03:16:31] Check the list.", "[2026-06-11T23:05:02.17Z] check the  list."),
            ("[job 9f3c01ab 2026-05-01 03:16] Go on.", "[job 00ffee77aa 2026-05-02 04:17] Go on."),
        ] {
            assert!(same(a, b, Filling::Stamps), "{a} / {b}");
        }
        for text in
            ["My weight is 81.3 kg", "Dentist on 3 May at 10:00", "2026-05-01 was a good day", "My code is 9f3c01ab"]
        {
            assert_eq!(skeleton(text, Filling::Stamps), None, "{text}");
        }
        assert!(!same("9f3c01ab failed at 2026-05-01 03:16", "77fe0102 failed at 2026-05-01 03:16", Filling::Stamps));
    }

    #[test]
    fn days_in_any_writing_are_filled_in() {
        for (a, b) in [
            ("Today is Monday, 4 May 2026, be brief.", "Today is Friday, 11 June 2027, be brief."),
            ("Date: 2026-05-01.", "Date: 2026-06-22."),
            ("It is 10:30 on May 3rd", "It is 9:05 on June 21st"),
        ] {
            assert!(same(a, b, Filling::Days), "{a} / {b}");
        }
        assert!(!same("Monday: I ran 5 km", "Tuesday: I ran 7 km", Filling::Days));
    }

    #[test]
    fn numbers_are_filled_in_and_words_are_not() {
        assert!(same("queue depth 12, took 3ms", "Queue depth 7, took 1200ms", Filling::Numbers));
        assert!(!same("queue depth 12", "queue length 12", Filling::Numbers));
        assert_eq!(skeleton("exit code zero", Filling::Numbers), None);
        assert_eq!(skeleton("took 3 ms", Filling::Numbers).map(|(_, words)| words), Some(2));
        let fixed = skeleton("took 3 ms", Filling::Numbers).map(|(hash, _)| hash);
        assert_eq!(fixed, skeleton("TOOK 4 ms", Filling::Numbers).map(|(hash, _)| hash));
    }

    proptest! {
        #[test]
        fn no_text_is_too_odd(text in "[0-9a-f:tTzZ /.-]{0,40}|\\PC{0,40}") {
            for filling in [Filling::Stamps, Filling::Days, Filling::Numbers] {
                let _ = skeleton(&text, filling);
            }
        }

        #[test]
        fn counters_do_not_count(a in 0_u32..100_000, b in 0_u32..100_000) {
            let line = |n: u32| format!("pulled {n} records in {n} ms");
            prop_assert!(same(&line(a), &line(b), Filling::Numbers));
        }
    }
}
