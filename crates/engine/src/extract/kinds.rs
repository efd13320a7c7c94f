//! Which names a text holds and what each is: person, organisation, place, product and so on.
//!
//! Owns the cues inside a name and around it, and names in small letters. Must not know: clauses, claims.

use std::ops::Range;

use super::ground::Name;
use super::known_names::{given_name, known};
use super::lexicon::{self, holds, listed};
use super::token::{Kind, Token};
use super::verbs;
use crate::model::{EntityKind, Span};

/// Last words that make a name an organisation. Sorted.
#[rustfmt::skip]
const FIRM_ENDS: &[&str] = &[
    "academy", "agency", "airlines", "airways", "alliance", "associates", "association", "authority", "band", "bank", "bros", "brothers", "bureau", "center", "centre", "church", "clinic", "club", "co", "college", "commission", "committee", "community", "company", "consulting", "corp", "corporation", "council", "department",
    "enterprises", "fc", "federation", "foundation", "fund", "gallery", "garden", "gmbh", "group", "guild", "holdings", "hospital", "inc", "industries", "institute", "institution", "kg", "lab", "laboratories", "laboratory", "labs", "league", "library", "limited", "llc", "llp", "ltd", "magazine", "ministry", "museum", "network", "news", "orchestra",
    "organisation", "organization", "partners", "partnership", "party", "plc", "police", "post", "press", "records", "research", "restaurant", "robotics", "school", "schools", "senate", "services", "society", "software", "solutions", "studio", "studios", "symphony", "systems", "team", "technologies", "theater", "theatre", "times", "trattoria", "trust", "union", "united", "university", "ventures", "works",
];

/// First words that do. Sorted.
#[rustfmt::skip]
const FIRM_STARTS: &[&str] = &["academy", "association", "bank", "church", "department", "federal", "institute", "ministry", "museum", "national", "society", "team", "university"];

/// Last words that make a name a place. Sorted.
#[rustfmt::skip]
const PLACE_ENDS: &[&str] = &[
    "airport", "alley", "ave", "avenue", "bay", "beach", "blvd", "boulevard", "bridge", "canyon", "castle", "cathedral", "city", "coast", "county", "creek", "desert", "district", "drive", "falls", "forest", "gardens", "heights", "highway", "hill", "hills", "hotel", "island", "islands", "lake", "lane", "mall", "mountain", "mountains", "ocean", "palace",
    "park", "peak", "peninsula", "plaza", "province", "rd", "ridge", "river", "road", "sea", "shore", "springs", "square", "st", "stadium", "station", "strasse", "straße", "street", "temple", "terrace", "tower", "town", "trail", "valley", "village", "woods",
];

/// First words that do. Sorted.
const PLACE_STARTS: &[&str] =
    &["cape", "downtown", "fort", "ft", "isle", "lake", "los", "mount", "mt", "port", "rio", "san", "santa"];

/// Last words of events. Sorted.
#[rustfmt::skip]
const EVENT_ENDS: &[&str] = &["awards", "championship", "championships", "con", "conference", "convention", "cup", "expo", "fair", "fest", "festival", "games", "hackathon", "marathon", "meetup", "olympics", "open", "parade", "race", "retreat", "summit", "symposium", "tournament", "war", "workshop"];

/// Verbs after a name that only people do. Sorted.
#[rustfmt::skip]
const PERSON_VERBS: &[&str] = &[
    "admitted", "advised", "agreed", "agrees", "argued", "asked", "asks", "attended", "baked", "bakes", "believed",
    "believes", "bikes", "bought", "bragged", "brought", "called", "came", "chatted", "chuckled", "complained",
    "cooked", "cooks", "credited", "cried", "cycled", "danced", "dances", "debugged", "decided", "described",
    "died", "drafted", "drank", "dreamed", "drew", "drives", "drove", "eats", "enjoys", "explained", "explored",
    "feels", "fell", "felt", "finds", "finished", "flew", "forgot", "gave", "giggled", "gives", "got", "graduated",
    "grew", "hated", "hates", "helped", "helps", "hikes", "hoped", "hosted", "hugged", "introduced", "invited",
    "jogs", "joined", "joked", "keeps", "knows", "laughed", "learned", "learnt", "left", "liked", "likes",
    "listened", "lives", "looks", "lost", "loved", "loves", "married", "mentioned", "met", "missed", "misses",
    "moved", "murmured", "needs", "noticed", "outlined", "painted", "paints", "phoned", "played", "plays",
    "poured", "practices", "practised", "preferred", "prefers", "promised", "quit", "ran", "reads", "recommended",
    "refuses", "remembered", "replied", "resigned", "retired", "reviewed", "said", "says", "sent", "shouted",
    "shrugged", "sighed", "sings", "smiled", "smokes", "sold", "spent", "spoke", "started", "stayed", "stopped",
    "studied", "studies", "stutters", "suggested", "swims", "talked", "talks", "taught", "teaches", "texted",
    "texts", "thanked", "thanks", "thinks", "thought", "told", "took", "tried", "tries", "turned", "understands",
    "visited", "volunteers", "waited", "walked", "wandered", "wanted", "wants", "went", "whispered", "wishes",
    "woke", "wonders", "wore", "worked", "works", "workshopped", "worries", "wrote", "yelled",
];

/// Words before a name that make it a person. Sorted.
#[rustfmt::skip]
const BEFORE_PERSON: &[&str] = &["asked", "aunt", "brother", "called", "chancellor", "congratulate", "cousin", "dear", "friend", "hello", "hey", "hi", "husband", "introduced", "love", "married", "meet", "met", "mr", "mrs", "ms", "named", "president", "senator", "sister", "thank", "thanks", "told", "uncle", "wife"];

/// Words before a name that make it a place. Sorted.
const BEFORE_PLACE: &[&str] = &["in", "near", "outside", "toward", "towards", "visited", "visiting"];

/// Words after a name that make it a place. Sorted.
const AFTER_PLACE: &[&str] = &[
    "area",
    "county",
    "district",
    "neighborhood",
    "neighbourhood",
    "peninsula",
    "province",
    "region",
    "suburb",
    "suburbs",
    "valley",
];

/// Words after a name that make it an organisation. Sorted.
#[rustfmt::skip]
const AFTER_FIRM: &[&str] = &["board", "ceo", "employee", "employees", "executive", "executives", "headquarters", "interview", "officials", "shares", "spokesman", "spokesperson", "spokeswoman", "stock"];

/// Verbs of going, after which "to" names a place.
const GOING: &[&str] = &[
    "back",
    "drive",
    "drove",
    "flew",
    "flight",
    "fly",
    "flying",
    "go",
    "going",
    "move",
    "moved",
    "moving",
    "relocated",
    "travel",
    "traveled",
    "travelled",
    "trip",
    "went",
];

/// Words of work, after which "at" names an organisation.
#[rustfmt::skip]
const WORK: &[&str] = &["career", "employed", "engineer", "intern", "job", "manager", "position", "work", "worked", "working", "works"];

/// Words before a name that make it an organisation: after "work" or "job". Sorted.
const BEFORE_FIRM: &[&str] = &["at", "for", "from", "joined", "joining"];

/// The names of a text. `found` are spans with their confidence, in order; names in small letters join them where `small` is set.
pub(super) fn names(text: &str, tokens: &[Token<'_>], found: &[Span], speaker: Option<&str>, small: bool) -> Vec<Name> {
    let mut out: Vec<Name> = found
        .iter()
        .filter_map(|span| {
            let (start, end) = (span.start as usize, span.end as usize);
            let from = tokens.partition_point(|token| token.end <= start);
            let to = tokens.partition_point(|token| token.start < end);
            // "Ich bin Anna": no name.
            let is_pronoun = tokens
                .get(from)
                .is_some_and(|token| matches!(token.word, "ich" | "je" | "yo" | "mein" | "meine" | "mon" | "mi"));
            (from < to && !is_pronoun).then_some(Name { from, to, span: *span, kind: None, is_small: false })
        })
        .collect();
    // A name that shares a token with the one before is part of it.
    out.dedup_by(|later, earlier| later.from < earlier.to);
    if small {
        add_small(tokens, &mut out);
    }
    for idx in 0..out.len() {
        let (before, name) = (idx.checked_sub(1).map(|before| out[before]), out[idx]);
        out[idx].kind = kind(text, tokens, &name, before.as_ref(), speaker);
    }
    tell_by_pronoun(text, tokens, &mut out);
    // One name is one thing: what one place tells holds for the others.
    for idx in 0..out.len() {
        if out[idx].kind.is_none() {
            let words =
                |name: &Name| text.get(name.span.start as usize..name.span.end as usize).unwrap_or("").to_lowercase();
            let own = words(&out[idx]);
            out[idx].kind =
                out.iter().find(|other| other.kind.is_some() && words(other) == own).and_then(|other| other.kind);
        }
    }
    out
}

/// Tokens between a name and the "she" that is taken for it. Chosen.
const PRONOUN_REACH: usize = 25;

/// "Saela had been waiting; she runs the lab": the one name before "she" is a person.
fn tell_by_pronoun(text: &str, tokens: &[Token<'_>], names: &mut [Name]) {
    for (at, token) in tokens.iter().enumerate() {
        if !matches!(token.word, "she" | "he" | "her" | "his") {
            continue;
        }
        let near = |name: &&Name| name.to <= at && at - name.to <= PRONOUN_REACH;
        let is_open = |name: &&Name| matches!(name.kind, None | Some(EntityKind::Person));
        let words =
            |name: &Name| text.get(name.span.start as usize..name.span.end as usize).unwrap_or("").to_lowercase();
        let mut candidates = names.iter().filter(near).filter(is_open);
        let Some(first) = candidates.next().map(words) else { continue };
        if candidates.any(|name| words(name) != first) {
            continue;
        }
        for name in names.iter_mut().filter(|name| name.kind.is_none() && words(name) == first) {
            let is_word = tokens[name.from].kind == Kind::Word
                && name.to - name.from <= 3
                && !words(name).contains(['_', '.', '@']);
            if is_word && !words(name).bytes().any(|b| b.is_ascii_digit()) {
                name.kind = Some(EntityKind::Person);
            }
        }
    }
}

/// Well-known names in small letters.
fn add_small(tokens: &[Token<'_>], names: &mut Vec<Name>) {
    let mut added = Vec::new();
    let mut at = 0;
    let mut next = 0;
    while at < tokens.len() {
        while next < names.len() && names[next].to <= at {
            next += 1;
        }
        if let Some(name) = names.get(next).filter(|name| name.from <= at) {
            at = name.to;
            continue;
        }
        let limit = names.get(next).map_or(tokens.len(), |name| name.from);
        match small_name(tokens, at, limit) {
            Some((to, kind)) => {
                let span = Span { start: tokens[at].start as u32, end: tokens[to - 1].end as u32 };
                added.push(Name { from: at, to, span, kind: Some(kind), is_small: true });
                at = to;
            }
            None => at += 1,
        }
    }
    if !added.is_empty() {
        names.extend(added);
        names.sort_by_key(|name| name.from);
    }
}

/// The longest well-known name of one to three words at a token.
fn small_name(tokens: &[Token<'_>], at: usize, limit: usize) -> Option<(usize, EntityKind)> {
    let first = tokens.get(at).filter(|token| token.kind == Kind::Word && token.word.len() > 1)?;
    if first.classes & (lexicon::KNOWN_FIRST | lexicon::GIVEN) == 0 {
        return None;
    }
    let follows = |at: usize| {
        tokens.get(at).filter(|token| token.is_word() && at < limit && tokens[at - 1].end + 1 == token.start)
    };
    if let Some(second) = follows(at + 1) {
        let two = format!("{} {}", first.word, second.word);
        if let Some(third) = follows(at + 2)
            && let Some(found) = known(&format!("{two} {}", third.word)).filter(|found| found.sure)
        {
            return Some((at + 3, found.kind));
        }
        if let Some(found) = known(&two).filter(|found| found.sure) {
            return Some((at + 2, found.kind));
        }
    }
    if let Some(found) = known(first.word).filter(|found| found.sure && first.word.len() > 2) {
        return Some((at + 1, found.kind));
    }
    if given_name(first.word) == Some(true) {
        // "emma lindqvist": a word that no list knows is the last name.
        let is_last = |token: &&Token<'_>| {
            token.kind == Kind::Word
                && token.word.chars().count() > 3
                && token.word.chars().all(char::is_alphabetic)
                && token.classes == 0
                && !crate::text::is_everyday(token.word)
                && verbs::verb(token.word).is_none()
        };
        let to = if follows(at + 1).as_ref().is_some_and(is_last) { at + 2 } else { at + 1 };
        return Some((to, EntityKind::Person));
    }
    None
}

/// What a name is, as far as it and the words around it tell.
fn kind(
    text: &str,
    tokens: &[Token<'_>],
    name: &Name,
    before: Option<&Name>,
    speaker: Option<&str>,
) -> Option<EntityKind> {
    if name.is_small {
        return name.kind;
    }
    let words: Vec<&str> =
        tokens[name.from..name.to].iter().filter(|token| token.is_word()).map(|token| token.word).collect();
    let (first, last) = (*words.first()?, *words.last()?);
    let verbatim = text.get(name.span.start as usize..name.span.end as usize)?;
    if speaker.is_some_and(|speaker| speaker.eq_ignore_ascii_case(verbatim)) {
        return Some(EntityKind::Person);
    }
    if let Some(found) = inside(&words, verbatim) {
        return Some(found);
    }
    let around = around(tokens, name, before);
    if let Some(found) = known(&words.join(" ")) {
        // "Jordan said" is a person whatever the lists have.
        let is_given = given_name(first).is_some() && words.len() == 1;
        return if is_given && around == Some(EntityKind::Person) { around } else { Some(found.kind) };
    }
    let is_title = text[..name.span.start as usize].ends_with(['"', '“', '«']);
    if is_title && words.len() > 1 {
        return Some(EntityKind::Product);
    }
    if given_name(first).is_some() && words.len() <= 3 && !listed(FIRM_ENDS, last) && !words.contains(&"of") {
        return Some(EntityKind::Person);
    }
    around.or_else(|| looks_like_a_person(tokens, name, &words).then_some(EntityKind::Person))
}

/// Two or three words with capitals of which no list knows one, without an article: a first name and a last name.
fn looks_like_a_person(tokens: &[Token<'_>], name: &Name, words: &[&str]) -> bool {
    let parts = &tokens[name.from..name.to];
    let is_part = |token: &Token<'_>| {
        token.capital
            && token.word.chars().count() > 1
            && token.word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’'))
            && !crate::text::is_everyday(token.word)
            && token.classes & (lexicon::NATIONS | lexicon::LANGUAGES | lexicon::DAYS | lexicon::KNOWN_FIRST) == 0
            && verbs::verb(token.word).is_none()
    };
    let before = name.from.checked_sub(1).map_or("", |at| tokens[at].word);
    let is_described = tokens
        .get(name.from.wrapping_sub(1))
        .is_some_and(|token| token.classes & (lexicon::DETERMINERS | lexicon::ADJECTIVES) != 0);
    (2..=3).contains(&words.len()) && parts.iter().all(is_part) && !is_described && before != "the"
}

/// Cues inside a name.
fn inside(words: &[&str], verbatim: &str) -> Option<EntityKind> {
    let (first, last) = (*words.first()?, *words.last()?);
    if verbatim.starts_with('@') {
        return Some(EntityKind::Person);
    }
    if words.len() > 1 {
        if first == "project" || last == "project" {
            return Some(EntityKind::Project);
        }
        if matches!(last, "act" | "policy" | "agreement" | "treaty" | "directive" | "regulation" | "law") {
            return Some(EntityKind::Policy);
        }
        if matches!(last, "api" | "service" | "gateway" | "portal") {
            return Some(EntityKind::Service);
        }
        if matches!(last, "agent" | "bot" | "assistant") {
            return Some(EntityKind::Agent);
        }
        if listed(EVENT_ENDS, last) {
            return Some(EntityKind::Event);
        }
        if listed(FIRM_ENDS, last) || listed(FIRM_STARTS, first) {
            return Some(EntityKind::Organisation);
        }
        if listed(PLACE_ENDS, last) || listed(PLACE_STARTS, first) {
            return Some(EntityKind::Location);
        }
    }
    if matches!(last, "inc" | "ltd" | "gmbh" | "llc" | "corp" | "plc") && words.len() > 1 {
        return Some(EntityKind::Organisation);
    }
    // "iPhone 15", "Windows 11".
    let is_numbered = words.len() > 1 && last.bytes().all(|b| b.is_ascii_digit());
    if is_numbered {
        return Some(EntityKind::Product);
    }
    None
}

/// Cues around a name.
fn around(tokens: &[Token<'_>], name: &Name, before: Option<&Name>) -> Option<EntityKind> {
    let word = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map_or("", |token| token.word);
    let mut at = name.from.checked_sub(1);
    // "Dr. Kim": the dot.
    if at.is_some_and(|at| tokens[at].is_mark('.')) {
        at = at.and_then(|at| at.checked_sub(1));
    }
    let prior = word(at);
    let prior2 = word(at.and_then(|at| at.checked_sub(1)));
    let next = word(Some(name.to));
    let next2 = word(Some(name.to + 1));
    if holds(lexicon::TITLES, prior)
        || super::roles::role(prior).is_some_and(|role| {
            !role.key.is_empty()
                || matches!(role.plain, "friend" | "boss" | "manager" | "neighbour" | "cousin" | "aunt" | "uncle")
        })
    {
        return Some(EntityKind::Person);
    }
    let works = |word: &str| WORK.contains(&word);
    if listed(BEFORE_FIRM, prior) && (works(prior2) || matches!(prior, "joined" | "joining")) {
        return Some(EntityKind::Organisation);
    }
    if listed(BEFORE_PLACE, prior) {
        return Some(EntityKind::Location);
    }
    if listed(PERSON_VERBS, next)
        || matches!(
            (next, next2),
            (
                "'s",
                "birthday"
                    | "sister"
                    | "brother"
                    | "mom"
                    | "mother"
                    | "dad"
                    | "father"
                    | "wife"
                    | "husband"
                    | "house"
                    | "wedding"
                    | "daughter"
                    | "son"
                    | "boss"
                    | "manager"
            )
        )
    {
        return Some(EntityKind::Person);
    }
    if listed(BEFORE_PERSON, prior) || matches!(prior2, "met" | "told" | "called") && matches!(prior, "up" | "with") {
        return Some(EntityKind::Person);
    }
    if listed(AFTER_PLACE, next)
        || prior == "to" && listed(GOING, prior2) && tokens.get(name.to).is_none_or(|token| token.word != "'s")
    {
        return Some(EntityKind::Location);
    }
    if listed(AFTER_FIRM, next) {
        return Some(EntityKind::Organisation);
    }
    if matches!(prior, "project" | "initiative") || matches!(next, "project" | "initiative") {
        return Some(EntityKind::Project);
    }
    beside(tokens, name, before)
}

/// "Ann, Yusuf and Marta": like the names beside it.
fn beside(tokens: &[Token<'_>], name: &Name, before: Option<&Name>) -> Option<EntityKind> {
    let beside = before.filter(|other| {
        let gap = other.to..name.from;
        gap.len() <= 2
            && !gap.is_empty()
            && gap
                .clone()
                .all(|at| tokens[at].is_mark(',') || matches!(tokens[at].word, "and" | "or") || tokens[at].is_mark('&'))
    });
    beside
        .filter(|_| !is_after_comma_only(tokens, beside.map_or(0..0, |other| other.to..name.from)))
        .and_then(|other| other.kind)
}

/// "Porto, Portugal" is no list; "Ann and Bob" is one.
fn is_after_comma_only(tokens: &[Token<'_>], gap: Range<usize>) -> bool {
    gap.clone().all(|at| tokens[at].is_mark(','))
}

#[cfg(test)]
mod tests {
    use super::super::token::{lowered, tokens};
    use super::*;

    #[test]
    fn lists_are_sorted() {
        for list in
            [FIRM_ENDS, FIRM_STARTS, PLACE_ENDS, PLACE_STARTS, EVENT_ENDS, BEFORE_PERSON, BEFORE_PLACE, BEFORE_FIRM]
        {
            assert!(list.windows(2).all(|pair| pair[0] <= pair[1]), "{list:?}");
        }
        assert!(PERSON_VERBS.is_sorted());
    }

    #[test]
    fn names_have_kinds() {
        for (text, expected) in [
            ("I met Marta at the Ocean Museum of Lisbon.", "Marta=person"),
            ("She works at Zorblax in Tuvi.", "Zorblax=organisation Tuvi=location"),
            ("Dr. Okonjo and Pem Vask", "Okonjo=person"),
            ("My friend Zed said hi to Project Apollo", "Zed=person Project Apollo=project"),
            ("lunch with emma in berlin after siemens", "emma=person berlin=location siemens=organisation"),
            ("i may mark the rose in may", ""),
            (
                "We saw Windows 11 at the Tallinn Marathon on Elm Street",
                "Windows 11=product Tallinn Marathon=event Elm Street=location",
            ),
        ] {
            let lower = lowered(text);
            let tokens = tokens(text, &lower);
            let spans: Vec<Span> = crate::text::mentions(text).into_iter().map(|(span, _)| span).collect();
            let found: Vec<String> = names(text, &tokens, &spans, None, true)
                .iter()
                .filter_map(|name| {
                    Some(format!("{}={}", &text[name.span.start as usize..name.span.end as usize], name.kind?.as_str()))
                })
                .collect();
            assert!(found.join(" ").contains(expected), "{text}: {found:?}");
        }
    }
}
