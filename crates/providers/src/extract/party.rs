//! Who is meant: the string of an answer becomes the speaker, a name or a role, as it stands in the source.

use quintet::model::{EntityKind, Party, Span};

use super::ground::Source;

/// How an answer names whoever speaks.
const SPEAKER: [&str; 9] = ["speaker", "the speaker", "i", "me", "my", "myself", "user", "the user", "narrator"];
/// Words that name nobody by themselves.
#[rustfmt::skip]
const PRONOUNS: [&str; 34] = [
    "he", "she", "it", "they", "we", "you", "him", "her", "them", "us", "his", "hers", "its", "their", "theirs", "our", "ours",
    "your", "yours", "this", "that", "these", "those", "who", "someone", "somebody", "something", "everyone", "everybody",
    "everything", "nobody", "nothing", "one", "none",
];
/// Words by which the speaker says that somebody is theirs.
#[rustfmt::skip]
const MINE: [&str; 19] = [
    "my", "our", "mein", "meine", "meiner", "meinem", "meinen", "unser", "unsere", "mi", "mis", "nuestro", "nuestra", "mon", "ma",
    "mes", "notre", "nos", "mijn",
];
const ARTICLES: [&str; 6] = ["the ", "a ", "an ", "The ", "A ", "An "];
/// Words of a role, at most. Chosen: "best friend from school" is four.
const ROLE_WORDS_MAX: usize = 4;

/// What parties are read with.
pub(super) struct People<'a> {
    /// Where they stand.
    pub(super) source: &'a Source<'a>,
    /// Who speaks.
    pub(super) speaker: Option<&'a str>,
    /// Names of the answer with their kinds, lower case.
    pub(super) kinds: &'a [(String, EntityKind)],
}

impl People<'_> {
    /// The party that a string means; `near`: where it most likely stands.
    pub(super) fn read(&self, given: &str, near: Option<Span>) -> Option<Party> {
        let lower = given.to_lowercase();
        let is_speaker =
            SPEAKER.contains(&lower.as_str()) || self.speaker.is_some_and(|name| name.to_lowercase() == lower);
        if is_speaker {
            return Some(Party::Speaker);
        }
        if PRONOUNS.contains(&lower.as_str()) {
            return None;
        }
        let span = self.source.find(given, near)?;
        let written = self.source.slice(span);
        if let Some((first, rest)) = written.split_once(char::is_whitespace)
            && MINE.contains(&first.to_lowercase().as_str())
        {
            return self.mine(rest.trim_start(), span);
        }
        if let Some((owner, role)) = possessed(written)
            && is_role(role)
        {
            let of = self.named(Span { end: span.start + owner.len() as u32, ..span })?;
            return Some(Party::Role { role: role.to_lowercase(), of: Box::new(of), span });
        }
        self.named(span)
    }

    /// What follows "my": a name after the role ("my sister Ann") is who it is; else the role.
    fn mine(&self, rest: &str, span: Span) -> Option<Party> {
        let is_name = |word: &str| word.chars().next().is_some_and(char::is_uppercase);
        let first_name = rest.split_whitespace().position(is_name);
        let name_at = first_name.filter(|at| *at > 0).and_then(|_| rest.find(char::is_uppercase));
        if let Some(at) = name_at.filter(|at| rest[..*at].ends_with(char::is_whitespace)) {
            return self.named(Span { start: span.end - (rest.len() - at) as u32, end: span.end });
        }
        is_role(rest).then(|| Party::Role { role: rest.to_lowercase(), of: Box::new(Party::Speaker), span })
    }

    /// A name without article and possessive ending.
    fn named(&self, mut span: Span) -> Option<Party> {
        let mut name = self.source.slice(span);
        if let Some(rest) = ARTICLES.iter().find_map(|article| name.strip_prefix(article)) {
            span.start += (name.len() - rest.len()) as u32;
            name = rest;
        }
        if let Some(rest) = ["'s", "’s"].iter().find_map(|ending| name.strip_suffix(ending)) {
            span.end -= (name.len() - rest.len()) as u32;
            name = rest;
        }
        let is_named = name.chars().any(char::is_alphanumeric) && !PRONOUNS.contains(&name.to_lowercase().as_str());
        is_named.then(|| Party::Named { name: name.to_owned(), kind: self.kind(name), span })
    }

    fn kind(&self, name: &str) -> EntityKind {
        let name = name.to_lowercase();
        self.kinds.iter().find(|(known, _)| *known == name).map_or(EntityKind::Other, |(_, kind)| *kind)
    }
}

/// "Ann's manager" as "Ann" and "manager".
fn possessed(text: &str) -> Option<(&str, &str)> {
    let (owner, role) = text.split_once("'s ").or_else(|| text.split_once("’s "))?;
    (!owner.is_empty()).then(|| (owner, role.trim_start()))
}

/// A few words without a capital.
fn is_role(text: &str) -> bool {
    !text.is_empty() && text.split_whitespace().count() <= ROLE_WORDS_MAX && !text.chars().any(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, given: &str) -> Option<Party> {
        let source = Source::of(text, 0..text.len());
        let kinds = [("ann".to_owned(), EntityKind::Person)];
        People { source: &source, speaker: Some("Nora"), kinds: &kinds }.read(given, None)
    }

    fn named(name: &str, kind: EntityKind, start: u32) -> Party {
        Party::Named { name: name.to_owned(), kind, span: Span { start, end: start + name.len() as u32 } }
    }

    #[test]
    fn speakers_names_and_roles_are_told_apart() {
        assert_eq!(read("I left.", "speaker"), Some(Party::Speaker));
        assert_eq!(read("I left.", "nora"), Some(Party::Speaker), "the speaker's own name need not stand there");
        assert_eq!(read("Ann's car broke.", "Ann's"), Some(named("Ann", EntityKind::Person, 0)));
        assert_eq!(read("so The Halyard broke", "the Halyard"), Some(named("Halyard", EntityKind::Other, 7)));
        let sister =
            Party::Role { role: "sister".to_owned(), of: Box::new(Party::Speaker), span: Span { start: 0, end: 9 } };
        assert_eq!(read("My sister left.", "my sister"), Some(sister));
        assert_eq!(read("my sister Ann left.", "my sister Ann"), Some(named("Ann", EntityKind::Person, 10)));
        let manager = Party::Role {
            role: "manager".to_owned(),
            of: Box::new(named("Ann", EntityKind::Person, 0)),
            span: Span { start: 0, end: 13 },
        };
        assert_eq!(read("Ann's manager left.", "Ann's manager"), Some(manager));
        for nobody in ["she", "Zuraflax", "my", "...", "it"] {
            assert!(read("She left it.", nobody).is_none_or(|party| party == Party::Speaker), "{nobody}");
        }
    }
}
