//! What of a name is compared, computed once.
//!
//! Owns taking a name apart: title, generation, legal form, numbers, qualifier, and the words that remain. Knows nothing of other
//! names.

use super::fold::fold;
use super::listed;
use super::sound::Sounds;
use super::words::{self, Title};
use crate::limits;
use crate::model::EntityKind;
use crate::text;

/// Numbers that no king has.
const SENIOR: u8 = 201;
const JUNIOR: u8 = 202;

/// A name taken apart. Made by [`NameForm::of`]; cost O(length), and everything beyond [`limits::NAME_COMPARED_LEN_MAX`] bytes is
/// compared by equality alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameForm {
    /// What it names.
    pub(super) kind: EntityKind,
    /// As written, runs of spaces as one.
    pub(super) written: String,
    /// `text::name_key`.
    pub(super) key: String,
    /// What is left without titles, legal forms and articles; one spelling, digits for number words. Empty for a name without
    /// letters and for one too long to compare.
    pub(super) core: Vec<Word>,
    /// The core without spaces.
    pub(super) joined: String,
    /// First letters of all words as written, and of all but the small ones ("of").
    pub(super) initials: (String, String),
    /// Digits in it, in order, parted by spaces.
    pub(super) numbers: String,
    pub(super) title: Option<Title>,
    /// The numeral of kings, 1 to 30; [`SENIOR`] and [`JUNIOR`].
    pub(super) generation: Option<u8>,
    pub(super) legal: Option<&'static str>,
    /// In brackets, or behind the comma of a place: what tells it from others of the name.
    pub(super) qualifier: Option<String>,
    /// Signs that are part of the name: the `++` of C++, the dot before .NET.
    pub(super) signs: String,
    pub(super) case: Case,
    /// Row of the list of names that mean one thing.
    pub(super) listed: Option<u16>,
}

/// How a name is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    /// No capital letter, and letters that have them.
    Lower,
    /// Two letters and more, all capital.
    Upper,
    /// Anything else, scripts without case included.
    Mixed,
}

/// One word of the core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// Folded.
    pub(super) text: String,
    /// Lower case, with its marks.
    pub(super) marked: String,
    pub(super) sounds: Sounds,
    /// It had an ending `'s`.
    pub(super) is_owner: bool,
}

impl Word {
    fn new(marked: String, is_owner: bool) -> Self {
        let text = fold(&marked);
        Self { sounds: Sounds::of(&text), text, marked, is_owner }
    }

    pub(super) fn len(&self) -> usize {
        self.text.chars().count()
    }
}

impl NameForm {
    /// The name as written, runs of spaces as one.
    pub fn written(&self) -> &str {
        &self.written
    }

    /// Takes a name apart as the name of something of that kind. Never fails; any text will do.
    pub fn of(name: &str, kind: EntityKind) -> Self {
        let written = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut form = Self {
            kind,
            key: String::new(),
            core: Vec::new(),
            joined: String::new(),
            initials: (String::new(), String::new()),
            numbers: String::new(),
            title: None,
            generation: None,
            legal: None,
            qualifier: None,
            signs: signs(&written),
            case: case(&written),
            listed: None,
            written,
        };
        if form.written.len() > limits::NAME_COMPARED_LEN_MAX {
            return form;
        }
        form.key = text::name_key(&form.written);
        let bare = form.part_qualifier();
        let mut found = split(&bare);
        form.initials = initials(&found);
        form.strip_person(&mut found);
        form.strip_organisation(&mut found);
        strip_ends(&mut found, kind);
        form.settle_words(&mut found);
        // "World Health Organization (WHO)" explains itself; it is told from nothing.
        let explains = |text: &String| {
            let letters = text.replace(' ', "");
            letters.len() > 1 && (letters == form.initials.0 || letters == form.initials.1)
        };
        if form.qualifier.as_ref().is_some_and(explains) {
            form.qualifier = None;
        }
        form.joined = found.iter().map(|word| word.text.as_str()).collect();
        form.numbers = numbers(&form.joined, &found);
        form.listed = form.look_up(&found);
        form.core = found;
        form
    }

    /// The kind it was taken apart for.
    pub fn kind(&self) -> EntityKind {
        self.kind
    }

    /// Compared by equality alone: too long, or without a letter.
    pub(super) fn is_opaque(&self) -> bool {
        self.core.is_empty()
    }

    fn is_person(&self) -> bool {
        matches!(self.kind, EntityKind::Person | EntityKind::Other)
    }

    /// The written name without what stands in brackets behind it or behind the comma of a place; "Smith, John" is turned round.
    fn part_qualifier(&mut self) -> String {
        let mut bare = self.written.clone();
        if bare.ends_with([')', ']', '）'])
            && let Some(open) = bare.rfind(['(', '[', '（'])
            && !text::name_key(&bare[..open]).is_empty()
        {
            self.qualifier = Some(folded_key(&bare[open..]));
            bare.truncate(open);
        }
        if let Some((first, second)) = bare.split_once(", ").map(|(a, b)| (a.to_owned(), b.to_owned())) {
            let tail = text::name_key(&second);
            let says_form = tail.split(' ').all(|word| {
                words::legal_form(word).is_some()
                    || words::is_degree(word)
                    || generation(word).is_some()
                    || word == "ph"
                    || word == "d"
            });
            if says_form || tail.is_empty() {
                return bare;
            }
            match self.kind {
                EntityKind::Person if !second.contains(',') => return format!("{second} {first}"),
                EntityKind::Location if self.qualifier.is_none() => {
                    self.qualifier = Some(folded_key(&second));
                    return first;
                }
                _ => {}
            }
        }
        bare
    }

    fn strip_person(&mut self, found: &mut Vec<Word>) {
        if !self.is_person() {
            return;
        }
        while found.len() > 1
            && let Some(next) = words::title(&found[0].text)
        {
            // "M. Dubois" and "Sr. Ruiz" are titles only behind nothing and before a name.
            let gender = self.title.and_then(|title| title.gender).or(next.gender);
            self.title = Some(Title { gender, is_kin: next.is_kin || self.title.is_some_and(|title| title.is_kin) });
            found.remove(0);
        }
        if found.len() > 2 && found[found.len() - 2].text == "ph" && found[found.len() - 1].text == "d" {
            found.truncate(found.len() - 2);
            self.title.get_or_insert(Title { gender: None, is_kin: false });
        }
        while found.len() > 1 {
            let last = &found[found.len() - 1].text;
            if words::is_degree(last) {
                self.title.get_or_insert(Title { gender: None, is_kin: false });
            } else if let Some(number) = generation(last).filter(|_| self.kind == EntityKind::Person) {
                self.generation = Some(number);
            } else {
                break;
            }
            found.pop();
        }
        let glued = |word: &str| {
            words::GLUED_TITLES.iter().find(|title| word.ends_with(**title) && word.len() > title.len()).copied()
        };
        if let [word] = found.as_mut_slice()
            && let Some(title) = glued(&word.text)
        {
            let bare = word.marked.strip_suffix(title).unwrap_or(&word.marked).to_owned();
            *word = Word::new(bare, false);
            self.title.get_or_insert(Title { gender: None, is_kin: false });
        }
    }

    fn strip_organisation(&mut self, found: &mut Vec<Word>) {
        if !matches!(self.kind, EntityKind::Organisation | EntityKind::Other) {
            return;
        }
        while found.len() > 1
            && let Some(form) = words::legal_form(&found[found.len() - 1].text)
        {
            self.legal = Some(form);
            found.pop();
            if found.len() > 1 && words::is_joint(&found[found.len() - 1].text) {
                found.pop();
            }
        }
        if found.len() > 1
            && let Some(form) = words::legal_form(&found[0].text).filter(|form| *form == "ooo")
        {
            self.legal = Some(form);
            found.remove(0);
        }
        for form in words::GLUED_FORMS {
            let Some(word) = found.iter_mut().find(|word| word.text.contains(form)) else { continue };
            let bare = word.text.replace(form, "");
            if !bare.is_empty() {
                *word = Word::new(bare, false);
                self.legal.get_or_insert("kk");
            }
        }
    }

    /// One spelling, digits for number words, joints left out.
    fn settle_words(&self, found: &mut Vec<Word>) {
        let has_letter_numerals = matches!(self.kind, EntityKind::Event | EntityKind::Project) && found.len() > 1;
        let last = found.len().saturating_sub(1);
        for (at, word) in found.iter_mut().enumerate() {
            let digits = words::digits(&word.text)
                .filter(|_| last > 0 && self.kind != EntityKind::Person)
                .or_else(|| words::letter_digits(&word.text).filter(|_| has_letter_numerals && at == last));
            let street = (word.text == "st" && at > 0 && at == last).then_some("street");
            if let Some(other) = digits.or(street).or_else(|| words::spelled(&word.text)) {
                *word = Word::new(other.to_owned(), word.is_owner);
            }
        }
        if found.len() > 2 && self.kind != EntityKind::Person {
            found.retain(|word| !words::is_joint(&word.text));
        }
    }

    fn look_up(&self, found: &[Word]) -> Option<u16> {
        let spaced = found.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
        let is_pronoun = self.case == Case::Lower && spaced.len() <= 3 && spaced.is_ascii();
        if is_pronoun && self.kind == EntityKind::Other {
            return None;
        }
        // "Springfield, Ohio" is one of several; "New York, NY" is looked up with what tells it.
        let whole = self.qualifier.as_ref().map(|qualifier| format!("{spaced} {qualifier}"));
        match whole {
            Some(whole) => listed::row(&whole, self.kind),
            None => listed::row(&spaced, self.kind),
        }
    }
}

fn folded_key(text: &str) -> String {
    split(text).iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// `+` and `#` behind a letter, a digit or one another, and a dot before the first letter.
fn signs(written: &str) -> String {
    let mut out = String::new();
    let mut is_behind = false;
    for c in written.chars() {
        let is_sign = is_behind && matches!(c, '+' | '#');
        if is_sign {
            out.push(c);
        }
        is_behind = is_sign || c.is_alphanumeric();
    }
    if written.starts_with('.') {
        out.push('.');
    }
    out
}

fn case(written: &str) -> Case {
    let upper = written.chars().filter(|c| c.is_uppercase()).count();
    let lower = written.chars().filter(|c| c.is_lowercase()).count();
    match (upper, lower) {
        (0, 1..) => Case::Lower,
        (2.., 0) => Case::Upper,
        _ => Case::Mixed,
    }
}

/// The words of a name. Letters without spaces between them (Han, Kana, Thai) make one word; so do the letters of an acronym that
/// is written with dots and of a legal form ("S.A.").
fn split(bare: &str) -> Vec<Word> {
    let mut found: Vec<(String, bool, u32, bool)> = Vec::new();
    for word in text::name_words(bare) {
        let (start, end) = (word.span.start, word.span.end);
        let is_single = word.key.chars().count() == 1;
        let is_glyph =
            is_single && !word.key.is_ascii() && !word.key.chars().any(|c| c.is_lowercase() || c.is_uppercase());
        let is_owner = bare.get(end as usize..).is_some_and(|rest| {
            let mut rest = rest.chars();
            matches!(rest.next(), Some('\'' | '\u{2019}')) && matches!(rest.next(), Some('s' | 'S'))
        });
        match found.last_mut() {
            Some((key, _, last_end, true)) if is_glyph && *last_end == start => {
                key.push_str(&word.key);
                *last_end = end;
            }
            _ => found.push((word.key, is_owner, end, is_glyph)),
        }
    }
    let is_letter = |key: &str| key.len() == 1 && key.bytes().all(|b| b.is_ascii_lowercase());
    // "U.S.A." and the "S.A." of a company; "J. R. R." stays apart before a name.
    let tail = found.iter().rev().take_while(|(key, ..)| is_letter(key)).count();
    if tail > 1 {
        let at = found.len() - tail;
        let joined: String = found[at..].iter().map(|(key, ..)| key.as_str()).collect();
        if at == 0 || words::legal_form(&joined).is_some() {
            found.truncate(at);
            found.push((joined, false, 0, false));
        }
    }
    found.into_iter().map(|(key, is_owner, ..)| Word::new(key, is_owner)).collect()
}

/// First letters of all words, and of all but the small ones.
fn initials(found: &[Word]) -> (String, String) {
    let of = |small: bool| {
        found
            .iter()
            .filter(|word| small || !words::is_small(&word.text))
            .filter_map(|word| word.text.chars().next())
            .collect()
    };
    (of(true), of(false))
}

/// An article before the name and the word for what it is go, where a name remains.
fn strip_ends(found: &mut Vec<Word>, kind: EntityKind) {
    let is_name = |word: &Word| !text::is_stop_word(&word.text) && word.len() > 1;
    if kind != EntityKind::Person && found.len() > 1 && words::is_article(&found[0].text) && is_name(&found[1]) {
        found.remove(0);
    }
    if kind == EntityKind::Project && found.len() > 1 {
        if found[0].text == "project" && is_name(&found[1]) {
            found.remove(0);
        } else if found[found.len() - 1].text == "project" {
            found.pop();
        }
    }
}

fn generation(word: &str) -> Option<u8> {
    match word {
        "jr" | "junior" | "jun" | "hijo" => Some(JUNIOR),
        "sr" | "senior" | "sen" => Some(SENIOR),
        _ => words::digits(word)
            .or_else(|| words::letter_digits(word))
            .unwrap_or(word)
            .parse()
            .ok()
            .filter(|number| (1..=30).contains(number)),
    }
}

/// Runs of digits in order, parted by a space: 12 is not 1 2.
fn numbers(joined: &str, found: &[Word]) -> String {
    if !joined.bytes().any(|b| b.is_ascii_digit()) {
        return String::new();
    }
    let spaced = found.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
    spaced.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn core(name: &str, kind: EntityKind) -> String {
        NameForm::of(name, kind).core.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_is_no_part_of_the_name_is_parted_from_it() {
        use EntityKind::{Event, Location, Organisation, Person, Project};
        for (name, kind, expected) in [
            ("Frau Dr. Weber", Person, "weber"),
            ("Müller, Hans", Person, "hans muller"),
            ("Anna Schmidt, PhD", Person, "anna schmidt"),
            ("John Smith Jr.", Person, "john smith"),
            ("Henry VIII", Person, "henry"),
            ("Malcolm X", Person, "malcolm"),
            ("田中さん", Person, "田中"),
            ("Acme & Co. KG", Organisation, "acme"),
            ("Société Générale S.A.", Organisation, "societe generale"),
            ("三菱商事株式会社", Organisation, "三菱商事"),
            ("The Beatles", Organisation, "beatles"),
            ("The Who", Organisation, "the who"),
            ("U.S.A.", Location, "usa"),
            ("Paris, Texas", Location, "paris"),
            ("World War II", Event, "world war 2"),
            ("World War I", Event, "world war 1"),
            ("Project Atlas", Project, "atlas"),
            ("?!", Person, ""),
            ("Dr.", Person, "dr"),
        ] {
            assert_eq!(core(name, kind), expected, "{name}");
        }
        assert_eq!(NameForm::of("Python 3.10", EntityKind::Product).numbers, "3 10");
        assert_eq!(NameForm::of("World Health Organization (WHO)", Organisation).qualifier, None);
    }
}
