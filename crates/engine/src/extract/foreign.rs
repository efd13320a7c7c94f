//! The commonest facts in German, French and Spanish: name, home, work, likes, allergies, kin.
//!
//! Owns rows of whole phrases, first person and kin; they need no clauses, since what they read out is said in few forms.
//! Chinese and Japanese are in [`unspaced`]. Must not know: English.

mod unspaced;

use std::ops::Range;

use super::ground::Ground;
use super::maker::{Maker, Setting};
use super::phrase::only;
use super::token::Kind;
use crate::model::{EntityKind, Party, Stance, Validity};

/// Words of one value at most. Chosen.
const WORDS_MAX: usize = 5;
/// How sure these rows are. Chosen: fewer guards than in English.
const CONFIDENCE: f32 = 0.85;

/// Pattern, key, whether it ends, examples. `{kin}` makes the relative the subject; without it the speaker is.
type Row = (&'static str, &'static str, bool, &'static [(&'static str, &'static str)]);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("ich heiße|heisse {name}", "name", false, &[("Ich heiße Anna.", "I name=Anna")]),
    ("ich bin {given}", "name", false, &[("Ich bin Anna", "I name=Anna"), ("Ich bin müde", "")]),
    ("mein name ist {name}", "name", false, &[("Mein Name ist Jürgen Maß", "I name=Jürgen Maß")]),
    ("ich wohne|lebe nicht mehr in {place}", "home", true, &[("Ich wohne nicht mehr in Köln", "I home=Köln -")]),
    ("ich wohne|lebe jetzt? seit? kurzem? in {place}", "home", false, &[("Ich wohne in Berlin und arbeite bei Siemens.", "I home=Berlin; I employer=Siemens")]),
    ("ich bin nach {place} gezogen|umgezogen", "home", false, &[("Ich bin nach Bremen gezogen", "I home=Bremen")]),
    ("ich arbeite nicht mehr bei|für {firm}", "employer", true, &[]),
    ("ich? arbeite jetzt? bei|für {firm}", "employer", false, &[("ich arbeite bei Bosch", "I employer=Bosch")]),
    ("ich arbeite als {value}", "occupation", false, &[("Ich arbeite als Lehrerin", "I occupation=Lehrerin")]),
    ("ich komme aus {place}", "origin", false, &[("Ich komme aus Wien", "I origin=Wien")]),
    ("ich bin {age} jahre alt", "age", false, &[("Ich bin 34 Jahre alt", "I age=34")]),
    ("ich bin allergisch gegen|auf {list}", "allergy", false, &[("Ich bin allergisch gegen Nüsse und Milch", "I allergy=Nüsse; I allergy=Milch")]),
    ("ich mag|esse|trinke kein|keine|keinen {list}", "dislikes", false, &[("Ich mag keine Oliven", "I dislikes=Oliven")]),
    ("ich mag|liebe {list}", "likes", false, &[("Ich mag Pizza und Jazz", "I likes=Pizza; I likes=Jazz"), ("Ich mag dich", "")]),
    ("ich hasse {list}", "dislikes", false, &[("Ich hasse Montage", "I dislikes=Montage")]),
    ("ich bin vegetarier|vegetarierin|veganer|veganerin|vegetarisch|vegan", "=diet", false, &[("Ich bin Veganerin", "I diet=Veganerin")]),
    ("ich spreche {list}", "language", false, &[("Ich spreche Deutsch", "I language=Deutsch")]),
    ("mein|meine {kin} heißt|heisst {name}", "kin", false, &[("Meine Schwester heißt Clara", "I sibling=Clara; Clara sister_of> I")]),
    ("mein|meine {kin} wohnt|lebt in {place}", "home", false, &[("Mein Bruder wohnt in Graz", "I.brother home=Graz")]),
    ("mein|meine {kin} arbeitet bei|für {firm}", "employer", false, &[]),
    ("je m'appelle {name}", "name", false, &[("Je m'appelle Chloé.", "I name=Chloé"), ("Je m’appelle Luc", "I name=Luc")]),
    ("mon nom est {name}", "name", false, &[]),
    ("j'habite plus à|en|au {place}", "home", true, &[]),
    ("je n'habite plus à|en|au {place}", "home", true, &[("Je n'habite plus à Lyon", "I home=Lyon -")]),
    ("j'habite|j'vis à|en|au|aux {place}", "home", false, &[("J'habite à Paris et je travaille chez Renault", "I home=Paris; I employer=Renault")]),
    ("je vis|habite à|en|au|aux {place}", "home", false, &[]),
    ("j'ai déménagé à|en|au {place}", "home", false, &[("J'ai déménagé à Nantes", "I home=Nantes")]),
    ("je travaille chez|pour {firm}", "employer", false, &[]),
    ("je viens de|d' {place}", "origin", false, &[]),
    ("j'ai {age} ans", "age", false, &[("J'ai 28 ans", "I age=28")]),
    ("je suis allergique aux|à|au {list}", "allergy", false, &[("Je suis allergique aux noix", "I allergy=noix")]),
    ("je n'aime pas le|la|les? {list}", "dislikes", false, &[("Je n'aime pas les olives", "I dislikes=olives")]),
    ("je déteste le|la|les? {list}", "dislikes", false, &[]),
    ("j'aime|j'adore bien? le|la|les? {list}", "likes", false, &[("J'adore le café et la randonnée", "I likes=café; I likes=randonnée")]),
    ("je suis végétarien|végétarienne|végan|végane|vegan", "=diet", false, &[]),
    ("je parle {list}", "language", false, &[]),
    ("mon|ma {kin} s'appelle {name}", "kin", false, &[("Ma sœur s'appelle Zoé", "I sibling=Zoé; Zoé sister_of> I")]),
    ("mon|ma {kin} habite|vit à|en|au {place}", "home", false, &[]),
    ("me llamo {name}", "name", false, &[("Me llamo Lucía.", "I name=Lucía")]),
    ("mi nombre es {name}", "name", false, &[]),
    ("ya no vivo en {place}", "home", true, &[("Ya no vivo en Bilbao", "I home=Bilbao -")]),
    ("yo? vivo en {place}", "home", false, &[("Vivo en Madrid y trabajo en Iberia", "I home=Madrid; I employer=Iberia")]),
    ("me mudé a {place}", "home", false, &[("Me mudé a Quito el año pasado", "I home=Quito")]),
    ("yo? trabajo en|para {firm}", "employer", false, &[]),
    ("trabajo como|de {value}", "occupation", false, &[]),
    ("yo? soy de {place}", "origin", false, &[("Soy de Lima", "I origin=Lima")]),
    ("tengo {age} años", "age", false, &[("Tengo 31 años", "I age=31")]),
    ("yo? soy alérgico|alérgica a la|las|los|el|al? {list}", "allergy", false, &[("Soy alérgica a los cacahuetes", "I allergy=cacahuetes")]),
    ("no me gusta|gustan el|la|los|las? {list}", "dislikes", false, &[("No me gustan las aceitunas", "I dislikes=aceitunas")]),
    ("me gusta|gustan|encanta|encantan mucho? el|la|los|las? {list}", "likes", false, &[("Me encanta el café", "I likes=café")]),
    ("odio el|la|los|las? {list}", "dislikes", false, &[]),
    ("yo? soy vegetariano|vegetariana|vegano|vegana", "=diet", false, &[]),
    ("hablo {list}", "language", false, &[]),
    ("mi {kin} se llama {name}", "kin", false, &[("Mi hermana se llama Ana", "I sibling=Ana; Ana sister_of> I")]),
    ("mi {kin} vive en {place}", "home", false, &[("Mi hermano vive en Sevilla", "I.brother home=Sevilla")]),
];

/// Kin and pets: word, role, key. Sorted.
#[rustfmt::skip]
const KIN: &[(&str, &str, &str)] = &[
    ("bruder", "brother", "sibling"), ("chat", "cat", "pet"), ("chien", "dog", "pet"),
    ("ehefrau", "wife", "partner"), ("ehemann", "husband", "partner"), ("esposa", "wife", "partner"),
    ("esposo", "husband", "partner"), ("femme", "wife", "partner"), ("fille", "daughter", "child"),
    ("fils", "son", "child"), ("frau", "wife", "partner"), ("frère", "brother", "sibling"), ("gata", "cat", "pet"),
    ("gato", "cat", "pet"), ("hermana", "sister", "sibling"), ("hermano", "brother", "sibling"),
    ("hija", "daughter", "child"), ("hijo", "son", "child"), ("hund", "dog", "pet"), ("hündin", "dog", "pet"),
    ("kater", "cat", "pet"), ("katze", "cat", "pet"), ("madre", "mother", "parent"),
    ("mann", "husband", "partner"), ("mari", "husband", "partner"), ("marido", "husband", "partner"),
    ("mujer", "wife", "partner"), ("mutter", "mother", "parent"), ("mère", "mother", "parent"),
    ("padre", "father", "parent"), ("perra", "dog", "pet"), ("perro", "dog", "pet"), ("père", "father", "parent"),
    ("schwester", "sister", "sibling"), ("soeur", "sister", "sibling"), ("sohn", "son", "child"),
    ("sœur", "sister", "sibling"), ("tochter", "daughter", "child"), ("vater", "father", "parent"),
];

/// Words at which values end. Sorted.
#[rustfmt::skip]
const STOPS: &[&str] = &[
    "aber", "als", "aussi", "auch", "avec", "bei", "beaucoup", "bien", "bin", "car", "chez", "como", "con", "dans", "dass", "denn", "depuis", "desde", "después", "dich", "dir", "donc", "e", "el", "en", "est", "euch", "für", "hace", "ich", "in", "ist", "j'ai", "j'habite", "je", "jetzt", "l'année", "le", "mais", "mehr", "mi", "mit", "mucho", "muy", "ne", "nicht", "nur", "oder", "où", "para", "parce", "pas", "pero", "por", "porque", "pour", "que", "qui", "seit", "sehr", "si", "sie", "sind", "soy", "très", "tu", "um", "vivo", "weil", "wenn", "wo", "ya", "yo", "zu",
];
/// Words that join entries of lists and clauses.
const ANDS: &[&str] = &["und", "et", "y", "sowie", "oder", "ou", "o"];
/// Articles before a value.
const ARTICLES: &[&str] = &[
    "der", "die", "das", "den", "dem", "ein", "eine", "einen", "einer", "le", "la", "les", "un", "une", "du", "des",
    "el", "los", "las", "una",
];

/// First words of rows, by which nearly every sentence is passed over. Sorted.
#[rustfmt::skip]
const FIRST: &[&str] = &["arbeite", "hablo", "ich", "j'adore", "j'ai", "j'aime", "j'habite", "j'vis", "je", "j’adore", "j’ai", "j’aime", "j’habite", "j’vis", "ma", "me", "mein", "meine", "mi", "mon", "no", "odio", "soy", "tengo", "trabajo", "vivo", "ya", "yo"];

/// Reads what the text says in these languages.
pub(super) fn read(maker: &mut Maker<'_, '_>) {
    let ground = maker.ground;
    for range in ground.sentences.clone() {
        let is_question = ground.is_mark(range.end - 1, '?') || ground.is_mark(range.start, '¿');
        if is_question {
            continue;
        }
        for at in range.clone() {
            if FIRST.binary_search(&ground.word(at)).is_ok()
                && !ground.is_aside(at)
                && may_begin(ground, at, range.start)
            {
                clause(maker, at, range.end);
            }
        }
    }
    unspaced::read(maker);
}

fn may_begin(ground: &Ground<'_>, at: usize, start: usize) -> bool {
    at == start
        || !ground.tokens[at - 1].is_word()
        || ANDS.contains(&ground.word(at - 1))
        || matches!(
            ground.word(at - 1),
            "aber" | "mais" | "pero" | "hallo" | "hola" | "bonjour" | "hi" | "also" | "car" | "denn" | "porque"
        )
}

/// What a row matched.
#[derive(Default)]
struct Found {
    kin: Option<(Range<usize>, &'static str, &'static str)>,
    values: Vec<Range<usize>>,
    to: usize,
}

fn clause(maker: &mut Maker<'_, '_>, at: usize, end: usize) {
    let ground = maker.ground;
    for (pattern, key, ends, _) in ROWS {
        let Some(found) = matches(ground, pattern, at, end) else { continue };
        let setting = Setting {
            range: at..found.to,
            confidence: CONFIDENCE,
            stance: Stance::Lived,
            valid: Validity { from: None, until: None },
            ends: *ends,
        };
        let subject = found.kin.clone().map_or(Party::Speaker, |(range, role, _)| Party::Role {
            role: role.to_owned(),
            of: Box::new(Party::Speaker),
            span: ground.span(&(at..range.end)),
        });
        if *key == "kin" {
            if let (Some((_, role, kin_key)), Some(value)) = (found.kin, found.values.first()) {
                let span = ground.span(value);
                let name = Party::Named { name: ground.slice(value).to_owned(), kind: EntityKind::Person, span };
                maker.attribute_at(&Party::Speaker, kin_key, span, &setting);
                maker.relation(&name, &format!("{role}_of"), &Party::Speaker, &setting);
            }
            return;
        }
        for value in found.values {
            maker.attribute_at(&subject, key.trim_start_matches('='), ground.span(&value), &setting);
        }
        return;
    }
}

fn matches(ground: &Ground<'_>, pattern: &str, at: usize, end: usize) -> Option<Found> {
    let mut found = Found { to: at, ..Found::default() };
    let mut last = at;
    for part in pattern.split(' ') {
        let at = found.to;
        match part {
            "{kin}" => {
                let idx = KIN.binary_search_by(|entry| entry.0.cmp(ground.word(at))).ok()?;
                found.kin = Some((at..at + 1, KIN[idx].1, KIN[idx].2));
                found.to = at + 1;
            }
            "{name}" => {
                let is_name = |at: usize| {
                    at < end
                        && ground.tokens[at].kind == Kind::Word
                        && ground.tokens[at].capital
                        && !ground.is_aside(at)
                };
                let mut to = at;
                while to - at < 3 && is_name(to) {
                    to += 1;
                }
                let is_quality = ground.word(at).ends_with("er") && ground.name_over(at).is_none();
                let known = ground.name_over(at).is_some();
                (to > at && (known || !is_quality)).then_some(())?;
                found.values = only(at..to);
                found.to = to;
            }
            "{given}" => {
                let name = ground.name_at(at).filter(|name| name.to <= end && name.kind == Some(EntityKind::Person))?;
                found.values = only(at..name.to);
                found.to = name.to;
            }
            "{place}" | "{firm}" => {
                let value = value(ground, at, end)?;
                let is_name = |at: usize| ground.tokens[at].capital || ground.name_over(at).is_some();
                let to = value.clone().find(|&at| !is_name(at)).unwrap_or(value.end);
                (to > value.start).then_some(())?;
                found.to = to;
                found.values = only(value.start..to);
            }
            "{age}" => {
                ground.word(at).parse::<u32>().ok().filter(|age| (1..120).contains(age))?;
                found.values = only(at..at + 1);
                found.to = at + 1;
            }
            "{value}" => {
                let value = value(ground, at, end)?;
                found.to = value.end;
                found.values = vec![value];
            }
            "{list}" => {
                found.values = list(ground, at, end);
                found.to = found.values.last()?.end;
            }
            words => {
                if literal(ground, words, at, end)? {
                    (last, found.to) = (at, at + 1);
                }
            }
        }
    }
    if found.values.is_empty() {
        // The last word is the value: "Ich bin Veganerin".
        found.values = only(last..last + 1);
    }
    Some(found)
}

/// Whether a word of a pattern stands at a token; `None` where it must and does not.
fn literal(ground: &Ground<'_>, words: &str, at: usize, end: usize) -> Option<bool> {
    let (words, may_miss) = words.strip_suffix('?').map_or((words, false), |words| (words, true));
    let own = ground.word(at);
    let is_same = |word: &str| word == own || own.contains('’') && own.replace('’', "'") == word;
    let stands = at < end && words.split('|').any(is_same);
    (stands || may_miss).then_some(stands)
}

fn value(ground: &Ground<'_>, at: usize, end: usize) -> Option<Range<usize>> {
    let first = at + usize::from(ARTICLES.contains(&ground.word(at)));
    let mut to = first;
    while to < end && to - first < WORDS_MAX && ground.tokens[to].is_word() && !ground.is_aside(to) {
        let word = ground.word(to);
        let is_time = to > first && ground.time_at(to).is_some();
        if STOPS.contains(&word) || ANDS.contains(&word) || is_time {
            break;
        }
        to += 1;
    }
    (to > first && ground.slice(&(first..to)).chars().count() > 1).then_some(first..to)
}

fn list(ground: &Ground<'_>, at: usize, end: usize) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    let mut at = at;
    while out.len() < 8 {
        let Some(entry) = value(ground, at, end) else { break };
        let mut next = entry.end;
        out.push(entry);
        if ground.is_mark(next, ',') {
            next += 1;
        }
        if ANDS.contains(&ground.word(next)) {
            next += 1;
        }
        // "und arbeite", "y trabajo": a clause follows, no entry.
        if next == out[out.len() - 1].end || next >= end || FIRST.binary_search(&ground.word(next)).is_ok() {
            break;
        }
        at = next;
    }
    out
}

/// Texts and what is read in them, for the tests.
#[cfg(test)]
pub(super) fn examples() -> impl Iterator<Item = (&'static str, &'static str)> {
    ROWS.iter().flat_map(|row| row.3.iter().copied()).chain(unspaced::examples())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_and_rows_can_begin() {
        assert!(KIN.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(FIRST.windows(2).all(|pair| pair[0] < pair[1]));
        for (pattern, ..) in ROWS {
            let mut words = pattern.split(' ');
            let first = words.next().unwrap_or_default();
            for word in first.trim_end_matches('?').split('|') {
                assert!(FIRST.binary_search(&word).is_ok(), "{word}");
            }
        }
    }
}
