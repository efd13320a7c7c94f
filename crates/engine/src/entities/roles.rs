//! Roles: what people are to each other. "My sister", "Ann's manager", "meine Chefin", "la hermana de Ana".
//!
//! Owns the phrase grammar: whose role it is and which. The table of roles is in `table`. Knows nothing of who is known; see
//! [`super::decide_role`].

mod table;

use super::fold::fold;
use super::words::Gender;
use crate::text;

pub use table::ROLES;

/// How many people can be that to one person at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// One: a mother, a manager. Another one takes the place or is a mistake.
    One,
    /// Several, and each is somebody in particular: a sister. The phrase means the one that is known, as long as it is one.
    Few,
    /// Any number: a friend, a colleague. The phrase alone tells nobody.
    Many,
}

/// One role.
#[derive(Debug, PartialEq, Eq)]
pub struct RoleForm {
    /// Its plain name in snake case: `sister`, `mother_in_law`. With `_of` it is the label of the relation.
    pub name: &'static str,
    /// The role that says the same with less: `sibling`. None for what says least.
    pub general: Option<&'static str>,
    /// What the other one is to them; none where there is no word for it.
    pub inverse: Option<&'static str>,
    /// What it says of their sex.
    pub gender: Option<Gender>,
    /// How many one person has.
    pub count: Count,
    /// By birth or marriage: who is one of these to somebody is no other of them.
    pub is_family: bool,
    /// Words for it, as `text::name_key` has them and without marks: English, German, French, Spanish.
    pub words: &'static [&'static str],
}

impl RoleForm {
    /// The label of the relation from the bearer to the person: `sister_of`.
    pub fn label(&self) -> String {
        format!("{}_of", self.name)
    }

    /// The label of the relation back: `sibling_of`.
    pub fn inverse_label(&self) -> Option<String> {
        self.inverse.map(|name| format!("{name}_of"))
    }

    /// The two can be said of one person's relation to another in one breath: equal, or one says more than the other.
    pub fn goes_with(&self, other: &Self) -> bool {
        self.name == other.name || self.general == Some(other.name) || other.general == Some(self.name)
    }

    /// Who is the one to somebody is not the other to them.
    pub fn excludes(&self, other: &Self) -> bool {
        self.is_family && other.is_family && !self.goes_with(other)
            || matches!((self.gender, other.gender), (Some(a), Some(b)) if a != b)
    }
}

/// The role of a plain name or a word for it in one of the four languages.
pub fn role(word: &str) -> Option<&'static RoleForm> {
    let key = key(&word.replace('_', " "));
    find(&key)
}

/// The role that a label names: `sister_of`. Labels of other relations have none.
pub fn labelled(label: &str) -> Option<&'static RoleForm> {
    let name = label.strip_suffix("_of")?;
    ROLES.iter().find(|role| role.name == name)
}

/// The label of the relation back, for the label of any role: `manager_of` gives `report_of`.
pub fn inverse_of(label: &str) -> Option<String> {
    labelled(label)?.inverse_label()
}

/// Whose role it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// Whoever speaks: "my", "our".
    Speaker,
    /// Whoever is spoken to: "your".
    Addressee,
    /// Somebody mentioned before: "his", "her", "their".
    Mentioned,
    /// Somebody by name, as written.
    Named(String),
}

/// A phrase that means somebody by a role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RolePhrase {
    /// To whom.
    pub owner: Owner,
    /// What.
    pub role: &'static RoleForm,
    /// What tells them from others of the role, in plain form: `older`, `best`, `former`.
    pub quality: Option<&'static str>,
}

/// Reads a text that is nothing but a role phrase; `None` for any other text, plurals included.
///
/// English, German, French and Spanish. Cost: O(length); texts above 128 bytes are no role phrases.
pub fn phrase(text: &str) -> Option<RolePhrase> {
    const PHRASE_LEN_MAX: usize = 128;
    let text = text.trim().trim_end_matches(['.', ',', '!', '?', ';', ':']);
    if text.is_empty() || text.len() > PHRASE_LEN_MAX {
        return None;
    }
    owned_before(text).or_else(|| owned_behind(text)).or_else(|| named_before(text))
}

fn key(text: &str) -> String {
    fold(&text::name_key(text))
}

fn find(key: &str) -> Option<&'static RoleForm> {
    ROLES.iter().find(|role| role.words.contains(&key))
}

/// "my older sister", "meine kleine Schwester", "mi hermana mayor".
fn owned_before(text: &str) -> Option<RolePhrase> {
    let (first, rest) = text.split_once(char::is_whitespace)?;
    let owner = match key(first).as_str() {
        "my" | "our" | "mein" | "meine" | "meiner" | "meinem" | "meinen" | "meines" | "unser" | "unsere"
        | "unserer" | "unserem" | "unseren" | "mon" | "ma" | "notre" | "mi" | "nuestro" | "nuestra" => Owner::Speaker,
        "your" | "dein" | "deine" | "deiner" | "deinem" | "deinen" | "ton" | "ta" | "votre" | "tu" | "vuestra"
        | "vuestro" => Owner::Addressee,
        "his" | "her" | "their" | "seine" | "sein" | "seiner" | "seinem" | "seinen" | "ihr" | "ihre" | "ihrer"
        | "ihrem" | "ihren" | "son" | "sa" | "leur" | "su" => Owner::Mentioned,
        _ => return None,
    };
    let (role, quality) = qualified(rest)?;
    Some(RolePhrase { owner, role, quality })
}

/// "the manager of Ann", "die Chefin von Anna", "la sœur d'Anna", "la hermana de Ana".
fn owned_behind(text: &str) -> Option<RolePhrase> {
    let lower = text.to_lowercase();
    if lower.len() != text.len() {
        return None;
    }
    let joint = [" of ", " von ", " de ", " del ", " d'", " d\u{2019}"];
    let (at, joint) = joint.iter().filter_map(|joint| lower.rfind(joint).map(|at| (at, *joint))).max()?;
    let name = text.get(at + joint.len()..)?.trim();
    let head = text.get(..at)?;
    let (role, quality) = qualified(strip_article(head))?;
    is_name(name).then(|| RolePhrase { owner: Owner::Named(name.to_owned()), role, quality })
}

fn strip_article(head: &str) -> &str {
    match head.split_once(char::is_whitespace) {
        Some((first, rest))
            if ["the", "der", "die", "das", "dem", "den", "le", "la", "el", "un", "une", "una", "a", "an"]
                .contains(&first.to_lowercase().as_str()) =>
        {
            rest
        }
        _ => head,
    }
}

/// "Ann's manager", "Annas Chefin", "James' boss".
fn named_before(text: &str) -> Option<RolePhrase> {
    let ends = text.match_indices(char::is_whitespace).map(|(at, _)| at).collect::<Vec<_>>();
    // The shortest name first, so that all of the rest has to be the role.
    ends.into_iter().find_map(|at| {
        let (name, rest) = text.split_at(at);
        let (role, quality) = qualified(rest.trim_start())?;
        let bare = ["'s", "\u{2019}s", "'", "\u{2019}"]
            .iter()
            .find_map(|ending| name.strip_suffix(ending))
            // German takes a bare s; a name that ends in one without it has an apostrophe.
            .or_else(|| name.strip_suffix('s').filter(|_| role.is_german(rest)))?;
        is_name(bare).then(|| RolePhrase { owner: Owner::Named(bare.to_owned()), role, quality })
    })
}

impl RoleForm {
    /// The last word is one of the German ones: written with a capital, and no name of the role in English.
    fn is_german(&self, rest: &str) -> bool {
        let last = rest.split_whitespace().next_back().unwrap_or_default();
        last.chars().next().is_some_and(char::is_uppercase) && key(last) != self.name
    }
}

fn is_name(name: &str) -> bool {
    let lead = name.split_whitespace().next().unwrap_or_default();
    !text::name_key(name).is_empty() && !text::is_stop_word(&lead.to_lowercase())
}

/// A role with at most one word before or behind that tells which of several.
fn qualified(phrase: &str) -> Option<(&'static RoleForm, Option<&'static str>)> {
    let whole = key(phrase);
    if let Some(role) = find(&whole) {
        return Some((role, None));
    }
    let before = whole.split_once(' ').and_then(|(first, rest)| Some((find(rest)?, quality(first)?)));
    let behind = || whole.rsplit_once(' ').and_then(|(rest, last)| Some((find(rest)?, quality(last)?)));
    before.or_else(behind).map(|(role, quality)| (role, Some(quality)))
}

/// The plain form of a word that tells one of several of a role.
fn quality(word: &str) -> Option<&'static str> {
    const QUALITIES: &[(&str, &[&str])] = &[
        ("best", &["best", "beste", "bester", "besten", "meilleur", "meilleure", "mejor"]),
        (
            "former",
            &[
                "ex",
                "former",
                "old",
                "ehemalige",
                "ehemaliger",
                "fruhere",
                "fruherer",
                "ancien",
                "ancienne",
                "antiguo",
                "antigua",
            ],
        ),
        ("late", &["late", "verstorbene", "verstorbener", "defunt", "defunte", "difunto", "difunta"]),
        ("new", &["new", "neue", "neuer", "neuen", "nouveau", "nouvelle", "nuevo", "nueva"]),
        (
            "older",
            &[
                "older", "elder", "big", "oldest", "eldest", "altere", "alterer", "grosse", "grosser", "grand",
                "grande", "aine", "ainee", "mayor",
            ],
        ),
        ("twin", &["twin", "zwillings", "jumeau", "jumelle", "gemelo", "gemela"]),
        (
            "younger",
            &[
                "younger", "little", "youngest", "baby", "kid", "jungere", "jungerer", "kleine", "kleiner", "petit",
                "petite", "cadet", "cadette", "menor",
            ],
        ),
        ("", &["dear", "own", "lovely", "liebe", "lieber", "cher", "chere", "querido", "querida", "current", "direct"]),
    ];
    QUALITIES.iter().find(|(_, words)| words.contains(&word)).map(|(plain, _)| *plain)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn phrases_in_four_languages() {
        let named = |name: &str| Owner::Named(name.to_owned());
        for (text, owner, role, quality) in [
            ("my sister", Owner::Speaker, "sister", None),
            ("My older sister", Owner::Speaker, "sister", Some("older")),
            ("our mom", Owner::Speaker, "mother", None),
            ("my mother-in-law", Owner::Speaker, "mother_in_law", None),
            ("my best friend", Owner::Speaker, "friend", Some("best")),
            ("my ex-wife", Owner::Speaker, "ex_partner", None),
            ("her boss", Owner::Mentioned, "manager", None),
            ("your dog", Owner::Addressee, "dog", None),
            ("Ann's manager", named("Ann"), "manager", None),
            ("Dr. Kim\u{2019}s assistant", named("Dr. Kim"), "assistant", None),
            ("James' brother", named("James"), "brother", None),
            ("the manager of Ann", named("Ann"), "manager", None),
            ("meine kleine Schwester", Owner::Speaker, "sister", Some("younger")),
            ("Annas Chefin", named("Anna"), "manager", None),
            ("die Mutter von Jonas", named("Jonas"), "mother", None),
            ("meine Schwiegermutter", Owner::Speaker, "mother_in_law", None),
            ("ma s\u{153}ur", Owner::Speaker, "sister", None),
            ("mon beau-père", Owner::Speaker, "father_in_law", None),
            ("la sœur d'Anna", named("Anna"), "sister", None),
            ("le chef de Paul", named("Paul"), "manager", None),
            ("mi hermana mayor", Owner::Speaker, "sister", Some("older")),
            ("el jefe de Ana", named("Ana"), "manager", None),
        ] {
            let found = phrase(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((found.owner, found.role.name, found.quality), (owner, role, quality), "{text}");
        }
    }

    #[test]
    fn other_phrases_are_none() {
        for text in [
            "",
            "sister",
            "my sisters",
            "my house",
            "Anna",
            "my sister Anna",
            "the end of May",
            "his sister is ill",
            "class mother",
        ] {
            assert_eq!(phrase(text), None, "{text}");
        }
    }

    #[test]
    fn the_way_back() {
        for (label, back) in [
            ("sister_of", "sibling_of"),
            ("manager_of", "report_of"),
            ("report_of", "manager_of"),
            ("mother_of", "child_of"),
            ("son_of", "parent_of"),
            ("friend_of", "friend_of"),
            ("grandmother_of", "grandchild_of"),
        ] {
            assert_eq!(inverse_of(label).as_deref(), Some(back), "{label}");
        }
        assert_eq!(inverse_of("works_at"), None);
    }

    #[test]
    fn what_goes_together() {
        let of = |name| role(name).unwrap();
        assert!(of("sister").goes_with(of("sibling")) && !of("sister").goes_with(of("brother")));
        assert!(of("father").excludes(of("daughter")));
        assert!(!of("friend").excludes(of("manager")));
        assert!(!of("mother").excludes(of("parent")));
        assert!(of("wife").excludes(of("son")));
        assert_eq!(of("mother").count, Count::One);
        assert_eq!(of("sister").count, Count::Few);
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "\\PC{0,60}") {
            let _ = phrase(&text);
            let _ = role(&text);
        }
    }
}
