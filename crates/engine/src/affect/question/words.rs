//! The word lists behind the reading of questions: feelings that need a companion, words of change, generic words.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::affect::Label;
use crate::model::Span;

/// Words that also mean other things: feelings only after a linking word ("felt down", "was she content").
const NEEDS_LINK: &str = "down blue content cross certain secure stuck touched calm none composed assured determined \
    brave tense awkward accomplished encouraged loved loving caring tender fond romantic playful laughing crying \
    peaceful hostile wondering concerned entertained relaxed uncertain doubtful impatient worry stress surprise pride hope \
    love regret desire delight shock courage approval appreciation realization realisation breakthrough anticipation \
    panic alarmed rage guilt desperate weary triumphant melancholy joy contempt neutral insight longing depression \
    misery despair terror bliss enthusiasm determination confidence satisfaction curiosity boredom";
/// Words that are no feeling in a question whatever links them ("got engaged", "got hurt").
const NEVER: &str = "engaged eureka hurt";
const LINKS: &str = "was were is are am be been being isn't wasn't weren't aren't feel feels felt feeling got get gets getting gotten became \
    become becomes becoming seem seems seemed look looked looks sound sounded sounds so very really most too extremely \
    quite more less with from to into of in out show showed shows shown showing express expressed expresses expressing \
    sense full turned turns turn made makes make left leaves leave put puts went goes up feelings emotion starts started \
    began begins ended ends finished finishes";
const PRONOUNS: &str = "i you he she we they it me him her us them";
const DENIES: &str = "not never isn't wasn't aren't weren't didn't doesn't don't no without hardly";
const STRESSES: &str =
    "very really so extremely totally completely absolutely most deeply incredibly utterly truly super";
const PLAYS_DOWN: &str = "slightly somewhat little bit mildly almost kinda fairly";
/// A word of change makes two feelings a course.
const CHANGE: &str = "eventually finally become becomes became becoming turned turns turn went goes gradually then later \
    afterwards initially ended ends end started starts start starting began begins shifted shifts changed changes change \
    grew grows switched opened opens closed closes finished finishes entered enter enters after before despite overcame overcomes overcome ultimately until moved moves transitioned";
/// These make a single feeling the end of a course.
const END: [&str; 8] =
    ["eventually", "finally", "ultimately", "ended up", "ends up", "end up", "wound up", "in the end"];
/// These make a single feeling its beginning.
const OVER: [&str; 11] = [
    "overcame",
    "overcome",
    "overcomes",
    "overcoming",
    "got over",
    "get over",
    "gets over",
    "no longer",
    "stopped being",
    "stopped feeling",
    "recovered from",
];
/// Words that are about no topic: function words, and what one asks about moments and feelings with.
const GENERIC: &str = "a an the and or but if of in on at to from by for with without about into over under up down out off as is are \
    was were be been being am do does did done doing have has had having will would can could should may might must shall \
    not no never i me my mine we us our you your he him his she her hers it its they them their this that these those \
    what when where who whom whose which why how there here then than so very really most more less much many any some all \
    each every ever still just only also too again both between during while because since until till after before \
    say says said saying tell tells told telling talk talks talked talking mention mentions mentioned speak spoke express \
    expressed expresses expressing show shows showed shown showing find found list give gave get gets got getting gotten \
    make makes made feel feels felt feeling feelings emotion emotions emotional emotionally mood moods sound sounded sounds \
    seem seems seemed look looks looked looking appear appeared react reacted reaction moment moments time times occasion \
    occasions instance instances situation situations point points conversation conversations chat chats message messages \
    turn turns turned session sessions scene scenes episode episodes thing things something anything everything someone \
    anyone anybody somebody everyone people person one ones remember recall remind memory memories happen happens happened \
    start starts started starting begin begins began end ends ended ending become becomes became becoming went go goes \
    eventually finally gradually initially later afterwards first last latest recent recently ultimately change changes \
    changed changing shift shifted grew overcame overcome longer stopped recovered please know way bit little lot kind \
    sort particularly especially clearly obviously cause caused causes isn't wasn't aren't weren't didn't doesn't don't \
    hadn't hasn't haven't left leave leaves leaving put puts putting seem day days date dates herself himself themselves \
    myself yourself ourselves itself opened opens closed closes finished finishes entered enter enters between such own s t";

fn set(list: &'static str) -> HashSet<&'static str> {
    list.split_whitespace().collect()
}

static NEEDS_LINK_SET: LazyLock<HashSet<&str>> = LazyLock::new(|| set(NEEDS_LINK));
static LINK_SET: LazyLock<HashSet<&str>> = LazyLock::new(|| set(LINKS));
static GENERIC_SET: LazyLock<HashSet<&str>> = LazyLock::new(|| set(GENERIC));
static CHANGE_SET: LazyLock<HashSet<&str>> = LazyLock::new(|| set(CHANGE));

/// Words and phrases that name more than one label.
static MIXED: LazyLock<HashMap<&str, Vec<(Label, f32)>>> = LazyLock::new(|| {
    use Label::Surprise;
    use Label::{Amusement, Anger, Anxiety, Confusion, Disappointment, Excitement, Fear, Frustration, Joy, Sadness};
    HashMap::from([
        ("upset", vec![(Anger, 1.0), (Sadness, 0.6)]),
        ("feel hurt", vec![(Sadness, 1.0), (Anger, 0.3)]),
        ("felt hurt", vec![(Sadness, 1.0), (Anger, 0.3)]),
        ("feeling hurt", vec![(Sadness, 1.0), (Anger, 0.3)]),
        ("thrilled", vec![(Excitement, 1.0), (Joy, 0.6)]),
        ("shocked", vec![(Surprise, 1.0), (Fear, 0.2)]),
        ("distressed", vec![(Anxiety, 1.0), (Sadness, 0.5)]),
        ("devastated", vec![(Sadness, 1.0), (Disappointment, 0.5)]),
        ("bad mood", vec![(Anger, 0.8), (Sadness, 0.8), (Frustration, 0.8)]),
        ("struggling", vec![(Frustration, 1.0), (Confusion, 0.5)]),
        ("amused", vec![(Amusement, 1.0), (Joy, 0.3)]),
    ])
});

/// "negative feelings", "positive mood".
const MOODS: [&str; 5] = ["feelings", "emotions", "emotion", "feeling", "mood"];
const NEGATIVE: [(Label, f32); 4] =
    [(Label::Anger, 1.0), (Label::Sadness, 1.0), (Label::Fear, 1.0), (Label::Disgust, 1.0)];
const POSITIVE: [(Label, f32); 4] =
    [(Label::Joy, 1.0), (Label::Love, 0.5), (Label::Satisfaction, 0.5), (Label::Excitement, 0.5)];

/// What a word is to the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A generic word, or no word.
    Plain,
    /// A capitalised name.
    Name,
    /// Anything else.
    Content,
}

/// One word of a question.
pub(super) struct Word<'a> {
    text: &'a str,
    lower: String,
    start: usize,
    /// First of its sentence: its capital says nothing.
    first: bool,
}

impl Word<'_> {
    pub(super) fn is(&self, word: &str) -> bool {
        self.lower == word
    }

    pub(super) fn kind(&self) -> Kind {
        let stem = self.lower.strip_suffix("'s").unwrap_or(&self.lower);
        if stem.chars().count() < 2 || GENERIC_SET.contains(stem) || GENERIC_SET.contains(self.lower.as_str()) {
            return Kind::Plain;
        }
        if self.capitalised() { Kind::Name } else { Kind::Content }
    }

    fn capitalised(&self) -> bool {
        // A capital at the start of a sentence is that of a name only if the word is no common question word, and
        // those are generic.
        self.text.chars().next().is_some_and(char::is_uppercase)
    }
}

/// Splits into words with their places; apostrophes belong to a word, hyphens part words.
pub(super) fn split(text: &str, max: usize) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut first = true;
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        if c.is_alphanumeric() || matches!(c, '\'' | '’') {
            start.get_or_insert(at);
            continue;
        }
        if let Some(from) = start.take() {
            let raw = &text[from..at];
            let trimmed = raw.trim_start_matches(['\'', '’']);
            let from = from + raw.len() - trimmed.len();
            let trimmed = trimmed.trim_end_matches(['\'', '’']);
            if !trimmed.is_empty() && words.len() < max {
                let lower = trimmed.to_lowercase().replace('’', "'");
                words.push(Word { text: trimmed, lower, start: from, first });
                first = false;
            }
        }
        first |= matches!(c, '.' | '!' | '?' | '\n');
    }
    words
}

/// From the first of `words` to the last.
pub(super) fn span(words: &[Word<'_>]) -> Span {
    match (words.first(), words.last()) {
        (Some(first), Some(last)) => Span { start: first.start as u32, end: (last.start + last.text.len()) as u32 },
        _ => Span { start: 0, end: 0 },
    }
}

/// The words as one lower-case phrase.
pub(super) fn phrase(words: &[Word<'_>]) -> String {
    words.iter().map(|word| word.lower.as_str()).collect::<Vec<_>>().join(" ")
}

/// The labels a word or phrase names, the main one first.
pub(super) fn feelings(phrase: &str) -> Option<Vec<(Label, f32)>> {
    if NEVER.split(' ').any(|never| never == phrase) {
        return None;
    }
    if let Some((sign, noun)) = phrase.split_once(' ')
        && MOODS.contains(&noun)
    {
        match sign {
            "negative" => return Some(NEGATIVE.to_vec()),
            "positive" => return Some(POSITIVE.to_vec()),
            _ => {}
        }
    }
    MIXED.get(phrase).cloned().or_else(|| Label::parse(phrase).map(|label| vec![(label, 1.0)]))
}

/// Whether the word at `at` is meant as a feeling: plain feeling words are, others need a linking word before them,
/// with at most a pronoun or a name between. A capitalised word inside a sentence is a name ("Joy").
pub(super) fn meant(words: &[Word<'_>], at: usize) -> bool {
    let word = &words[at];
    if word.capitalised() && !word.first && !word.text.chars().all(|c| !c.is_lowercase()) {
        return false;
    }
    if !NEEDS_LINK_SET.contains(word.lower.as_str()) {
        return true;
    }
    let link = |back: usize| at >= back && LINK_SET.contains(words[at - back].lower.as_str());
    let person = at >= 1 && {
        let before = &words[at - 1];
        before.kind() == Kind::Name || PRONOUNS.split(' ').any(|pronoun| before.is(pronoun))
    };
    link(1) || person && link(2)
}

/// A denial up to two words before, or the verb's before the subject ("wasn't she happy" asks for happiness, so only
/// directly).
pub(super) fn denied(words: &[Word<'_>], at: usize) -> bool {
    near(words, at, 2, DENIES)
}

/// Stressed (`Some(true)`) or played down (`Some(false)`) by one of the two words before.
pub(super) fn degree(words: &[Word<'_>], at: usize) -> Option<bool> {
    if near(words, at, 2, STRESSES) { Some(true) } else { near(words, at, 2, PLAYS_DOWN).then_some(false) }
}

fn near(words: &[Word<'_>], at: usize, reach: usize, list: &str) -> bool {
    words[at.saturating_sub(reach)..at].iter().any(|word| list.split_whitespace().any(|known| word.is(known)))
}

/// A word of change stands anywhere.
pub(super) fn changes(words: &[Word<'_>]) -> bool {
    words.iter().any(|word| CHANGE_SET.contains(word.lower.as_str()))
}

/// The named feeling is where it ends.
pub(super) fn ends_up(words: &[Word<'_>]) -> bool {
    any_phrase(words, &END)
}

/// The named feeling is what was left behind.
pub(super) fn gets_over(words: &[Word<'_>]) -> bool {
    any_phrase(words, &OVER)
}

fn any_phrase(words: &[Word<'_>], phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| {
        let n = phrase.split(' ').count();
        words.windows(n).any(|window| window.iter().zip(phrase.split(' ')).all(|(word, part)| word.is(part)))
    })
}
