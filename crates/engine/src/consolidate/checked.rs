//! Whether another wording is faithful: it may say what its sources say in other words, and nothing else. A language model is
//! believed only as far as this goes.

use std::collections::BTreeSet;

use crate::text;

/// Words of a text that have to be carried over exactly.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exact {
    /// Numbers with what belongs to them, identifiers, and the words of dates; lower case.
    pub figures: BTreeSet<String>,
    /// Words of names.
    pub names: BTreeSet<String>,
    /// Negations.
    pub denials: BTreeSet<&'static str>,
}

/// Words that deny, sorted; `n't` counts as `not`.
const DENIALS: [&str; 12] =
    ["cannot", "hardly", "longer", "neither", "never", "no", "nobody", "none", "nor", "not", "nothing", "without"];

impl Exact {
    /// Reads a text. Cost: O(n).
    pub fn of(written: &str) -> Self {
        let mut exact = Self::default();
        let words =
            written.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | '\u{201c}' | '\u{201d}'));
        for word in words {
            let bare = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase().replace('\u{2019}', "'");
            if bare.chars().any(char::is_numeric) || text::is_time(&bare) {
                exact.figures.insert(bare.clone());
            }
            if bare.ends_with("n't") {
                exact.denials.insert("not");
            }
            exact.denials.extend(DENIALS.binary_search(&bare.as_str()).ok().map(|at| DENIALS[at]));
        }
        exact.figures.extend(text::identifiers(written).into_iter().map(|(term, _)| term));
        let names = text::name_words(written).into_iter().filter(|word| word.capitalised);
        exact.names.extend(names.map(|word| word.key).filter(|key| key.len() > 1 && !text::is_everyday(key)));
        exact
    }
}

/// True when a text has no number, identifier, date or name that none of the sources has.
pub fn is_backed(written: &str, sources: &[&str]) -> bool {
    let own = Exact::of(written);
    let figures: BTreeSet<String> = sources.iter().flat_map(|source| Exact::of(source).figures).collect();
    let words: BTreeSet<String> =
        sources.iter().flat_map(|source| text::name_words(source)).map(|word| word.key).collect();
    own.figures.is_subset(&figures) && own.names.is_subset(&words)
}

/// True when a wording has no number, identifier, date or name that no source has ([`is_backed`]), lacks none that all of them have, and denies
/// what they deny.
pub fn is_faithful(wording: &str, sources: &[&str]) -> bool {
    let own = Exact::of(wording);
    let read: Vec<Exact> = sources.iter().map(|source| Exact::of(source)).collect();
    let Some(first) = read.first() else { return false };
    let shared = |of: &dyn Fn(&Exact) -> &BTreeSet<String>| {
        of(first).iter().filter(|one| read.iter().all(|source| of(source).contains(*one))).cloned().collect::<Vec<_>>()
    };
    let written: BTreeSet<String> = text::name_words(wording).into_iter().map(|word| word.key).collect();
    let keeps = shared(&|exact| &exact.figures).iter().all(|figure| own.figures.contains(figure))
        && shared(&|exact| &exact.names).iter().all(|name| written.contains(name));
    !wording.trim().is_empty() && is_backed(wording, sources) && keeps && own.denials == first.denials
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SOURCES: [&str; 2] =
        ["Dana pays 900 euros for the flat in Porto.", "Yes, Dana pays 900 euros for that flat in Porto since May."];

    #[test]
    fn a_wording_may_neither_add_nor_lose() {
        assert!(is_faithful("The flat in Porto costs Dana 900 euros.", &SOURCES));
        assert!(is_faithful("Since May the flat in Porto costs Dana 900 euros.", &SOURCES));
        for wrong in [
            "The flat in Porto costs Dana 950 euros.",
            "The flat in Lisbon costs Dana 900 euros.",
            "The flat in Porto costs Dana a lot.",
            "The flat costs 900 euros.",
            "The flat in Porto does not cost Dana 900 euros.",
            "Since June the flat in Porto costs Dana 900 euros.",
            "  ",
        ] {
            assert!(!is_faithful(wrong, &SOURCES), "{wrong}");
        }
        assert!(!is_faithful("Dana", &[]));
    }

    proptest! {
        #[test]
        fn a_source_is_faithful_to_itself_and_another_number_is_not(number in 1_u32..10_000, other in 1_u32..10_000) {
            let source = format!("The invoice INV-{number} is due on 3 May.");
            prop_assert!(is_faithful(&source, &[&source]));
            let changed = format!("The invoice INV-{other} is due on 3 May.");
            prop_assert_eq!(is_faithful(&changed, &[&source]), number == other);
        }
    }
}
