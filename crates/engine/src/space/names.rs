//! Names of places in a text: where they stand, how surely they are places at all, and in what relation.
//!
//! Owns the decision that "Nice" is a city in "we flew to Nice" and a word in "Nice work". Which of several places of one name
//! is meant is for `candidates`. A name is the longest run of words that the gazetteer knows, written with capitals; in a text
//! without any capital, only well-known names behind a word such as "in" or "near".

use super::candidates::{Reading, weigh};
use super::gazetteer::{GazetteerPlace, PlaceKind};
use super::key::fold;
use super::side::Side;
use super::words::{self, is_in};
use crate::model::Span;
use crate::text::{self, NameWord};

/// Words of a name, at most: the table has hardly any longer one.
const WORDS_MAX: usize = 6;
/// People from whom on a city is well known. Chosen.
const KNOWN_PEOPLE: u32 = 250_000;
/// Names read out of one text, at most. Chosen; a text with more is a list.
const NAMES_MAX: usize = 64;

/// In what relation a text puts something to a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Nearness {
    /// It only names it.
    Named,
    /// In it.
    In,
    /// Near it.
    Near,
    /// Within so many kilometres of it.
    Within(f64),
}

/// A name that may be a place's.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedPlace {
    /// Where it stands, in bytes.
    pub span: Span,
    /// How surely it is the name of a place, in `[0, 1]`. Chosen step by step, not fitted.
    pub sureness: f32,
    /// In what relation.
    pub relation: Nearness,
    /// The side of it that is spoken of: "northern", "the south of".
    pub side: Option<Side>,
    /// The places that it may mean, with shares that sum to at most 1, likeliest first.
    pub candidates: Vec<(GazetteerPlace, f32)>,
}

/// The words of a text with what surrounds them.
pub(super) struct Words<'a> {
    pub(super) text: &'a str,
    words: Vec<NameWord>,
    keys: Vec<String>,
    /// Positions of words that begin a sentence.
    starts: Vec<usize>,
    /// The text has no capital letter.
    small: bool,
    /// Most of it is in capitals.
    shouted: bool,
}

/// A run of words that the gazetteer knows.
#[derive(Clone, Copy, Debug)]
struct Run {
    first: usize,
    count: usize,
}

impl<'a> Words<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let words = text::name_words(text);
        let keys = words.iter().map(|word| fold(&word.key)).collect();
        let starts = text::sentences(text)
            .iter()
            .map(|sentence| words.partition_point(|word| word.span.start < sentence.start))
            .collect();
        let n_upper = text.chars().filter(|c| c.is_uppercase()).count();
        let n_lower = text.chars().filter(|c| c.is_lowercase()).count();
        Self {
            text,
            words,
            keys,
            starts,
            small: n_upper == 0 && n_lower > 0,
            shouted: n_upper > n_lower && n_upper > 8,
        }
    }

    fn key(&self, idx: usize) -> &str {
        self.keys.get(idx).map_or("", String::as_str)
    }

    fn raw(&self, idx: usize) -> &str {
        self.words
            .get(idx)
            .and_then(|word| self.text.get(word.span.start as usize..word.span.end as usize))
            .unwrap_or("")
    }

    /// What stands between a word and the next.
    fn gap(&self, idx: usize) -> &str {
        match (self.words.get(idx), self.words.get(idx + 1)) {
            (Some(one), Some(next)) => self.text.get(one.span.end as usize..next.span.start as usize).unwrap_or("."),
            _ => ".",
        }
    }

    fn is_start(&self, idx: usize) -> bool {
        self.starts.binary_search(&idx).is_ok()
    }

    /// Two words that may belong to one name.
    fn joined(&self, idx: usize) -> bool {
        self.gap(idx).chars().all(|c| matches!(c, ' ' | '-' | '\u{2010}' | '\'' | '\u{2019}' | '.'))
    }

    /// The longest run from `first` that is the name of a place, as a capital demands it.
    fn run_at(&self, first: usize) -> Option<(Run, Vec<(GazetteerPlace, bool)>)> {
        if !self.small && !self.words[first].capitalised {
            return None;
        }
        let mut key = self.key(first).to_owned();
        let mut best = None;
        for count in 1..=WORDS_MAX {
            let last = first + count - 1;
            let Some(found) = GazetteerPlace::begun(&key) else { break };
            if !found.is_empty() && (self.small || self.words[last].capitalised) {
                best = Some((Run { first, count }, found));
            }
            if last + 1 >= self.words.len() || !self.joined(last) {
                break;
            }
            key.push(' ');
            key.push_str(self.key(last + 1));
        }
        best.filter(|(run, _)| self.long_enough(*run))
    }

    /// One or two letters are a name in no script, and in those without capitals two say little.
    fn long_enough(&self, run: Run) -> bool {
        let span = self.span(run);
        let letters = self.text.get(span.start as usize..span.end as usize).unwrap_or("").chars();
        let (mut n_letters, mut cased, mut ideographs) = (0, false, false);
        for c in letters.filter(|c| c.is_alphabetic()) {
            n_letters += 1;
            cased |= c.is_lowercase() || c.is_uppercase();
            ideographs |= ('\u{3000}'..='\u{9fff}').contains(&c) || ('\u{ac00}'..='\u{d7af}').contains(&c);
        }
        n_letters >= if ideographs || cased { 2 } else { 3 }
    }

    fn span(&self, run: Run) -> Span {
        let (first, last) = (&self.words[run.first], &self.words[run.first + run.count - 1]);
        Span { start: first.span.start, end: last.span.end }
    }

    /// The region or country named behind a run, and the words that it takes: ", Texas", ", IL", " (Germany)".
    fn qualifier(&self, end: usize, own: &[(GazetteerPlace, bool)]) -> Option<(GazetteerPlace, usize)> {
        let gap = self.gap(end - 1);
        let divided = gap.trim_end() == "," || gap.trim() == "(";
        if !(divided || gap == " ") || end >= self.words.len() {
            return None;
        }
        let lies_in = |area: &GazetteerPlace| own.iter().any(|(place, _)| is_in_area(*place, *area));
        let letters = self.raw(end);
        if letters.len() == 2 && letters.bytes().all(|byte| byte.is_ascii_uppercase()) {
            let mut countries: Vec<GazetteerPlace> = own.iter().map(|(place, _)| place.country()).collect();
            countries.dedup();
            let region = countries.iter().find_map(|country| GazetteerPlace::by_code(letters, Some(*country)));
            if let Some(area) = region.or_else(|| GazetteerPlace::by_code(letters, None)).filter(lies_in) {
                return Some((area, 1));
            }
        }
        let (run, found) = self.run_at(end).filter(|_| divided)?;
        let area =
            found.into_iter().map(|(place, _)| place).filter(|place| place.kind() != PlaceKind::City).find(lies_in)?;
        Some((area, run.count))
    }

    /// The cue in front of a run: its relation and how surely a place follows it.
    fn cue(&self, run: Run) -> Option<(Nearness, Cue)> {
        if let Some(km) = self.distance_before(run) {
            return Some((Nearness::Within(km), Cue::Place));
        }
        let mut at = run.first;
        while at > 0
            && self.gap(at - 1) == " "
            && is_in(words::BETWEEN, self.key(at - 1))
            && !is_in(words::NEAR, self.key(at - 1))
        {
            at -= 1;
        }
        let last = at.checked_sub(1).filter(|last| self.gap(*last) == " ");
        let Some(last) = last else { return self.near_behind(run) };
        let mut phrase = String::new();
        for count in 1..=words::CUE_WORDS_MAX {
            let Some(first) = (last + 1).checked_sub(count).filter(|first| count == 1 || self.gap(*first) == " ")
            else {
                break;
            };
            phrase = if count == 1 { self.key(first).to_owned() } else { format!("{} {phrase}", self.key(first)) };
            if let Some((_, km)) = words::WIDELY_NEAR.iter().find(|(cue, _)| *cue == phrase) {
                return Some((Nearness::Within(*km), Cue::Place));
            }
            if is_in(words::NEAR, &phrase) {
                return Some((Nearness::Near, Cue::Place));
            }
        }
        let one = self.key(last);
        if is_in(words::IN, one) {
            return Some((Nearness::In, Cue::Place));
        }
        if one == "of" && last > 0 && is_in(words::OF, self.key(last - 1)) {
            return Some((Nearness::Named, Cue::Place));
        }
        if is_in(words::MOVE, one) {
            return Some((Nearness::Named, Cue::Way));
        }
        if one == "of" { Some((Nearness::Named, Cue::Of)) } else { self.near_behind(run) }
    }

    /// "京都附近": the cue stands behind the name.
    fn near_behind(&self, run: Run) -> Option<(Nearness, Cue)> {
        let behind = self.text.get(self.span(run).end as usize..)?.trim_start();
        words::NEAR_BEHIND.iter().any(|cue| behind.starts_with(cue)).then_some((Nearness::Near, Cue::Place))
    }

    /// The side of a place that stands in front of its name: "northern Italy", "the south of Italy".
    fn side(&self, run: Run) -> Option<Side> {
        let before = run.first.checked_sub(1).filter(|before| self.gap(*before) == " ")?;
        let said = match self.key(before) {
            "of" | "de" | "von" => before.checked_sub(1)?,
            _ => before,
        };
        Side::of_word(self.key(said))
    }

    /// A name that heads a line, "Oldham: eleven people came", "Vienne, at the bridge"; `end` is behind its qualifiers.
    fn heads(&self, run: Run, end: usize) -> Option<(Nearness, Cue)> {
        let behind = self.text.get(self.words[end - 1].span.end as usize..)?;
        match behind.chars().next()? {
            ':' if self.is_start(run.first) => Some((Nearness::Named, Cue::Heading)),
            ',' if self.is_start(run.first) => Some((Nearness::Named, Cue::Address)),
            _ => None,
        }
    }

    /// Kilometres of "20 km from", "within 5 miles of", in front of a run.
    fn distance_before(&self, run: Run) -> Option<f64> {
        let before = self.text.get(..self.words[run.first].span.start as usize)?;
        distance_at_end(before, true)
    }
}

/// What a cue promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cue {
    /// A place.
    Place,
    /// A place or a person.
    Way,
    /// A place, a person or a matter, behind a bare "of".
    Of,
    /// It heads a line.
    Heading,
    /// It heads a line, or somebody is spoken to.
    Address,
}

/// Kilometres of a length at the end of a text: "within 20 km of", and without the preposition "within 20 km".
pub(super) fn distance_at_end(text: &str, with_preposition: bool) -> Option<f64> {
    let mut tokens =
        text.split_whitespace().rev().map(|token| token.trim_matches(|c: char| c == ',' || c == '(').to_lowercase());
    let mut token = tokens.next()?;
    if token == "the" {
        token = tokens.next()?;
    }
    if with_preposition {
        if !matches!(
            token.as_str(),
            "of" | "from" | "around" | "to" | "about" | "de" | "du" | "von" | "um" | "da" | "di"
        ) {
            return None;
        }
        token = tokens.next()?;
        if token == "away" {
            token = tokens.next()?;
        }
        if token == "radius" {
            token = tokens.next()?;
        }
    }
    let unit = |token: &str| words::UNITS.iter().find(|(name, _)| *name == token).map(|(_, km)| *km);
    let number = |text: &str| text.parse::<f64>().ok().filter(|value| value.is_finite() && *value > 0.0);
    let km = if let Some(km) = unit(&token) {
        number(&tokens.next()?)? * km
    } else {
        // "20km", "5-mile".
        let split = token.find(|c: char| c.is_alphabetic())?;
        number(token[..split].trim_end_matches('-'))? * unit(&token[split..])?
    };
    (km <= crate::limits::RADIUS_KM_MAX).then_some(km)
}

/// True when a place lies in a region or country, or is it.
pub(super) fn is_in_area(place: GazetteerPlace, area: GazetteerPlace) -> bool {
    match area.kind() {
        PlaceKind::Country => place.country() == area && place != area,
        PlaceKind::Region => place.region() == Some(area) && place != area,
        PlaceKind::City => false,
    }
}

/// Names of places in a text, in order. `is_person` tells names (as `text::name_key` has them) that are known to be others'.
///
/// Cost: O(words), one to three searches of the table for each word with a capital.
pub fn named_places(text: &str, is_person: &dyn Fn(&str) -> bool) -> Vec<NamedPlace> {
    let words = Words::of(text);
    let mut readings: Vec<Reading> = Vec::new();
    let mut relations = Vec::new();
    let mut idx = 0;
    while idx < words.words.len() && readings.len() < NAMES_MAX {
        let Some((run, found)) = words.run_at(idx) else {
            idx += 1;
            continue;
        };
        let mut end = run.first + run.count;
        let mut areas = Vec::new();
        while let Some((area, count)) = words.qualifier(end, &found) {
            areas.push(area);
            end += count;
        }
        idx = end;
        let cue = words.cue(run).or_else(|| words.heads(run, end));
        let whole: Vec<&str> = (run.first..run.first + run.count).map(|word| words.key(word)).collect();
        let is_name = run.count > 1 || !is_person(whole[0]);
        let sureness =
            if is_name { sureness(&words, run, end, &found, !areas.is_empty(), cue.map(|(_, cue)| cue)) } else { 0.0 };
        if sureness > 0.0 {
            let relation = cue.map_or(Nearness::Named, |(relation, _)| relation);
            relations.push((words.span(run), relation, words.side(run)));
            readings.push(Reading { found, areas, sureness });
        }
    }
    let weighed = weigh(&mut readings);
    let name =
        |((span, relation, side), (reading, candidates)): ((Span, Nearness, Option<Side>), (Reading, Vec<_>))| {
            NamedPlace { span, sureness: reading.sureness, relation, side, candidates }
        };
    relations.into_iter().zip(readings.into_iter().zip(weighed)).map(name).collect()
}

/// How surely a run is the name of a place. The numbers are chosen; what matters is on which side of the thresholds they fall.
fn sureness(
    words: &Words<'_>,
    run: Run,
    end: usize,
    found: &[(GazetteerPlace, bool)],
    qualified: bool,
    cue: Option<Cue>,
) -> f32 {
    let whole = (run.first..run.first + run.count).map(|word| words.key(word)).collect::<Vec<_>>().join(" ");
    // In other scripts every name is an alternative one.
    let is_latin = whole.chars().all(|c| c < '\u{250}');
    let is_main = |other: bool| !other || !is_latin;
    let is_large = |place: GazetteerPlace| place.kind() != PlaceKind::City || place.population() >= KNOWN_PEOPLE;
    let shape = Shape {
        is_known: found.iter().any(|(place, other)| is_main(*other) && is_large(*place)),
        is_word: run.count == 1 && (text::is_everyday(&whole) || is_in(words::FOREIGN_WORDS, &whole)),
        is_given: run.count == 1 && is_in(words::GIVEN, &whole),
        is_long: run.count > 1,
    };
    if words.small {
        let is_hidden = shape.is_word || shape.is_given || !shape.is_long && is_in(words::SMALL_WORDS, &whole);
        let behind = cue == Some(Cue::Place) || cue.is_some() && shape.is_long;
        return if shape.is_known && !is_hidden && (behind || qualified) { 0.7 } else { 0.0 };
    }
    if qualified {
        return 0.97;
    }
    if !shape.is_long && text::is_time(&whole) {
        // There is a town of March, but nobody was there "in March".
        return 0.0;
    }
    let mut sureness = shape.sureness(cue);
    if words.shouted && (shape.is_word || cue.is_none()) {
        sureness *= 0.3;
    }
    if !found.iter().any(|(_, other)| is_main(*other)) {
        sureness *= 0.8;
    }
    sureness * words.neighbours(run, end, cue)
}

/// What kind of word or words a name is.
struct Shape {
    is_known: bool,
    is_word: bool,
    is_given: bool,
    is_long: bool,
}

impl Shape {
    fn sureness(&self, cue: Option<Cue>) -> f32 {
        let known = |yes: f32, no: f32| if self.is_known { yes } else { no };
        match cue {
            Some(Cue::Place) if self.is_word => 0.85,
            Some(Cue::Place) if self.is_given => 0.8,
            Some(Cue::Place) if self.is_long => 0.95,
            Some(Cue::Place) => known(0.92, 0.8),
            Some(Cue::Way) if self.is_word => 0.6,
            Some(Cue::Way) if self.is_given => known(0.5, 0.2),
            Some(Cue::Way) if self.is_long => 0.92,
            Some(Cue::Way) => known(0.9, 0.6),
            Some(Cue::Of | Cue::Address) if self.is_word => 0.0,
            Some(Cue::Of | Cue::Address) if self.is_given => 0.1,
            Some(Cue::Of | Cue::Address) if self.is_long => known(0.85, 0.6),
            Some(Cue::Of | Cue::Address) => known(0.8, 0.45),
            Some(Cue::Heading) if self.is_word => 0.3,
            Some(Cue::Heading) if self.is_given => 0.25,
            Some(Cue::Heading) => known(0.9, 0.65),
            None if self.is_word => 0.0,
            None if self.is_given => 0.1,
            None if self.is_long => known(0.85, 0.6),
            None => known(0.75, 0.3),
        }
    }
}

impl Words<'_> {
    /// What words with a capital right beside a name leave of its sureness: they make it part of a longer name, as in Paris
    /// Hilton and North Berlin Press.
    fn neighbours(&self, run: Run, end: usize, cue: Option<Cue>) -> f32 {
        // "In Carmona I filled the tank": the pronoun is written large wherever it stands.
        let is_pronoun = |idx: usize| {
            self.raw(idx).strip_prefix('I').is_some_and(|rest| rest.is_empty() || rest.starts_with(['\'', '’']))
        };
        let is_name = |idx: usize| {
            self.words[idx].capitalised && self.raw(idx).chars().any(char::is_uppercase) && !is_pronoun(idx)
        };
        let is_close = |idx: usize| matches!(self.gap(idx), " " | "-");
        let mut left = 1.0;
        if end < self.words.len() && is_close(end - 1) && is_name(end) {
            left *= if is_in(words::SITES, self.key(end)) { 0.9 } else { 0.4 };
        }
        if let Some(before) = run.first.checked_sub(1).filter(|before| is_close(*before) && is_name(*before)) {
            let says_nothing = self.is_start(before) && text::is_everyday(self.key(before)) || cue.is_some();
            left *= if says_nothing { 1.0 } else { 0.3 };
        }
        left
    }
}

#[cfg(test)]
#[path = "names_tests.rs"]
mod tests;
