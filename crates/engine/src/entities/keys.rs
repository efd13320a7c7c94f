//! The keys under which an entity of a name is to be found in an index.
//!
//! Owns their making. Two names that [`super::decide`] would join share at least one key, so that a store fetches few candidates
//! and misses none. Knows nothing of the index.

use super::fold;
use super::form::{Case, NameForm};
use super::given;
use super::listed;
use super::words;
use crate::limits;
use crate::model::EntityKind;
use crate::text;

/// Shortest joined name that is looked for under slips of the pen, in characters. Chosen.
pub(super) const SLIP_LEN_MIN: usize = 7;
/// Longest acronym, in letters. Chosen.
pub(super) const ACRONYM_LEN_MAX: usize = 8;

/// The keys of a name, without doubles, the same for the same name: first `text::name_key` as it is, then keys with a letter and
/// a colon before them. At most [`limits::NAME_KEYS_MAX`]; empty for a blank name.
///
/// An entity is put under the keys of its name and of each alias; candidates for a name are what any of its keys leads to.
pub fn keys(name: &str, kind: EntityKind) -> Vec<String> {
    NameForm::of(name, kind).keys()
}

impl NameForm {
    /// [`keys`] of a name that was taken apart already.
    pub fn keys(&self) -> Vec<String> {
        let mut out = Keys(Vec::new());
        if self.is_opaque() {
            out.put("=", clip(&self.written));
            return out.0;
        }
        out.put("", &self.key);
        out.put("j:", &self.joined);
        self.respelled(&mut out);
        if let Some(row) = self.listed {
            out.put("l:", listed::head(row));
        }
        self.acronyms(&mut out);
        if matches!(self.kind, EntityKind::Person | EntityKind::Other) {
            self.parts(&mut out);
        }
        if let Some(last) = self.core.last() {
            for reading in last.sounds.readings() {
                out.put("s:", reading);
            }
        }
        if self.joined.chars().count() >= SLIP_LEN_MIN {
            out.put("t:", &consonants(&self.joined));
        }
        out.0
    }

    fn respelled(&self, out: &mut Keys) {
        let expanded: String =
            self.core.iter().map(|word| fold::expand(&word.marked).unwrap_or_else(|| word.text.clone())).collect();
        out.put("j:", &expanded);
        if self.core.iter().any(|word| word.is_owner) {
            let owners: String =
                self.core.iter().map(|word| word.text.clone() + if word.is_owner { "s" } else { "" }).collect();
            out.put("j:", &owners);
        }
        if let [first @ .., last] = self.core.as_slice()
            && !first.is_empty()
            && words::is_generic(&last.text)
        {
            out.put("j:", &first.iter().map(|word| word.text.as_str()).collect::<String>());
        }
    }

    fn acronyms(&self, out: &mut Keys) {
        if let Some(acronym) = self.acronym() {
            out.put("a:", acronym);
        } else {
            for letters in [&self.initials.0, &self.initials.1] {
                if (2..=ACRONYM_LEN_MAX).contains(&letters.len()) {
                    out.put("a:", letters);
                }
            }
        }
    }

    /// The first and the last word of a person's name, and the names that a lone given name is short for.
    fn parts(&self, out: &mut Keys) {
        let ends = [self.core.first(), self.core.last()];
        for word in ends.into_iter().flatten().filter(|word| word.len() > 1) {
            out.put("w:", &word.text);
        }
        if let Some(expanded) = self.core.last().and_then(|word| fold::expand(&word.marked)) {
            out.put("w:", &expanded);
        }
        for row in self.core.first().into_iter().flat_map(|word| given::rows(&word.text)) {
            out.put("d:", &row.to_string());
        }
    }

    /// The name, where it can be an acronym: one word of a few Latin letters.
    pub(super) fn acronym(&self) -> Option<&str> {
        let [word] = self.core.as_slice() else { return None };
        let can_be = (2..=ACRONYM_LEN_MAX).contains(&word.text.len())
            && word.text.bytes().all(|b| b.is_ascii_lowercase())
            && (self.case != Case::Lower || !text::is_everyday(&word.text));
        can_be.then_some(word.text.as_str())
    }
}

/// The distinct consonants in alphabetical order: what a letter more, a letter less and two letters swapped leave as it is.
pub(super) fn consonants(joined: &str) -> String {
    let mut letters: Vec<char> =
        joined.chars().filter(|c| c.is_alphanumeric() && !matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y')).collect();
    letters.sort_unstable();
    letters.dedup();
    letters.into_iter().collect()
}

fn clip(text: &str) -> &str {
    let mut end = text.len().min(limits::NAME_COMPARED_LEN_MAX);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

struct Keys(Vec<String>);

impl Keys {
    fn put(&mut self, mark: &str, key: &str) {
        if key.is_empty() || self.0.len() >= limits::NAME_KEYS_MAX {
            return;
        }
        let key = format!("{mark}{key}");
        if !self.0.contains(&key) {
            self.0.push(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_one_thing_share_a_key() {
        use EntityKind::{Location, Organisation, Person};
        for (a, b, kind) in [
            ("Müller", "Mueller", Person),
            ("Bob", "Robert", Person),
            ("Чайковский", "Tchaikovsky", Person),
            ("NYC", "New York City", Location),
            ("World Health Organization", "WHO", Organisation),
            ("Micheal Jordan", "Michael Jordan", Person),
            ("McDonald's", "McDonalds", Organisation),
            ("Microsoft", "Microsft", Organisation),
        ] {
            let other = keys(b, kind);
            assert!(keys(a, kind).iter().any(|key| other.contains(key)), "{a} {b}");
        }
        assert_eq!(keys("Anna Schmidt", Person)[0], "anna schmidt");
        assert_eq!(keys(" ", Person), Vec::<String>::new());
    }
}
