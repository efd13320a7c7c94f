//! The word lists behind the reading of questions: feelings that need a companion, words of change, generic words.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::affect::Label;
use crate::affect::world::{find_in_run, is_run, label_of};
use crate::model::Span;

/// Longest phrase that names a feeling, in words.
pub(super) const PHRASE_MAX: usize = 4;
/// Words that also mean other things: feelings only after a linking word ("felt down", "was she content").
const NEEDS_LINK: &str = "down blue content cross certain secure stuck touched calm none composed assured determined moved touching horror laugh cry smile blush yawn sob exhausted drained shaken crushed \
    brave tense awkward accomplished encouraged loved loving caring tender fond romantic playful laughing crying \
    peaceful hostile wondering concerned entertained relaxed uncertain doubtful impatient worry stress surprise pride hope \
    love desire delight shock courage approval appreciation realization realisation breakthrough anticipation \
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
const DENIES: &str =
    "nicht kein keine pas jamais nunca not never isn't wasn't aren't weren't didn't doesn't don't no without hardly";
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
/// Words that a question or a request begins with.
const ASKS: &str = "when what where who whom which why how did does do was were is are find show list give tell search look remember \
    recall moments times any all every";
/// Words of somebody who tells of themselves.
const OWN: &str = "i i'm i've i'd i'll im ive my mine me myself";
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
    myself yourself ourselves itself opened opens closed closes finished finishes entered enter enters between such own s t \
    evening evenings night nights morning mornings afternoon afternoons talks call calls meeting meetings though although";
/// The same in German, French and Spanish.
const GENERIC_WORLD: &str = "wann war waren was ist wer wo wie warum wieso weshalb welche welcher welches welchem hat hatte haben \
    fühlte fühlt sich gefühlt der die das den dem ein eine einen einem im an am in zu zum zur von über auf mit und oder als bei \
    wurde worden machte macht er sie es ihn ihr tag moment abend gespräch \
    quand qui que qu'est quoi quel quelle quels quelles est était étaient été elle il elles ils on ce cette le la les un une des du \
    de à au aux en et ou se s'est sentait senti sentie sent a eu avait pourquoi comment où moment jour soir fois rendu rend \
    cuándo cuando qué quién quien cómo dónde por estuvo estaba estaban estuvieron fue era es está el los las una unos del al y se \
    sintió sentía siente sentido hizo hace día momento noche tarde vez puso pone tan muy más sehr so très si plus";
/// What Chinese questions about feelings are made of besides names, longest first.
const GENERIC_RUNS: [&str; 41] = [
    "什么时候",
    "为什么",
    "哪一天",
    "哪一次",
    "哪个",
    "时候",
    "什么",
    "感到",
    "觉得",
    "变得",
    "非常",
    "特别",
    "曾经",
    "哪天",
    "哪次",
    "怎么",
    "怎样",
    "为何",
    "何时",
    "谁",
    "很",
    "最",
    "的",
    "了",
    "吗",
    "是",
    "在",
    "让",
    "令",
    "使",
    "被",
    "曾",
    "过",
    "地",
    "得",
    "对",
    "有",
    "而",
    "因",
    "为",
    "会",
];
/// Characters that a name has at most in Chinese; a rest of a run that is longer is matter.
const RUN_NAME_MAX: usize = 4;

fn set(list: &'static str) -> HashSet<&'static str> {
    list.split_whitespace().collect()
}

static NEEDS_LINK_SET: LazyLock<HashSet<&str>> = LazyLock::new(|| set(NEEDS_LINK));
static LINK_SET: LazyLock<HashSet<&str>> = LazyLock::new(|| set(LINKS));
static GENERIC_SET: LazyLock<HashSet<&str>> =
    LazyLock::new(|| set(GENERIC).into_iter().chain(set(GENERIC_WORLD)).collect());
static CHANGE_SET: LazyLock<HashSet<&str>> = LazyLock::new(|| set(CHANGE));

/// Words and phrases that name more than one label.
static MIXED: LazyLock<HashMap<&str, Vec<(Label, f32)>>> = LazyLock::new(|| {
    use Label::{
        Amusement, Anger, Anxiety, Confusion, Disappointment, Disgust, Excitement, Fear, Frustration, Gratitude, Hope,
        Joy, Love, Neutral, Pride, Relief, Sadness, Satisfaction, Shame, Surprise,
    };
    let envy = || vec![(Frustration, 1.0), (Anger, 0.7), (Disappointment, 0.7), (Sadness, 0.5)];
    let touched = || vec![(Gratitude, 1.0), (Love, 0.5), (Joy, 0.5)];
    let tears = || vec![(Gratitude, 1.0), (Sadness, 0.7), (Joy, 0.5), (Pride, 0.5)];
    let worn = || vec![(Sadness, 1.0), (Frustration, 0.7), (Anxiety, 0.6)];
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
        ("jealous", envy()),
        ("jealousy", envy()),
        ("envious", envy()),
        ("envy", envy()),
        ("touched", touched()),
        ("deeply touched", touched()),
        ("moved", touched()),
        ("deeply moved", touched()),
        ("moved to tears", tears()),
        ("brought to tears", tears()),
        ("to tears of joy", vec![(Joy, 1.0), (Gratitude, 0.7), (Pride, 0.4)]),
        ("tears of joy", vec![(Joy, 1.0), (Gratitude, 0.7), (Pride, 0.4)]),
        ("to tears", tears()),
        ("exhausted", worn()),
        ("exhaustion", worn()),
        ("burnt out", worn()),
        ("burned out", worn()),
        ("worn out", worn()),
        ("drained", worn()),
        ("calm", vec![(Neutral, 1.0), (Satisfaction, 1.0), (Relief, 0.8)]),
        ("calmness", vec![(Neutral, 1.0), (Satisfaction, 1.0), (Relief, 0.8)]),
        ("offended", vec![(Anger, 1.0), (Sadness, 0.6)]),
        ("insulted", vec![(Anger, 1.0), (Sadness, 0.6)]),
        ("betrayed", vec![(Anger, 1.0), (Sadness, 0.8), (Disappointment, 0.6)]),
        ("rejected", vec![(Sadness, 1.0), (Disappointment, 1.0)]),
        ("left out", vec![(Sadness, 1.0), (Disappointment, 0.6)]),
        ("homesick", vec![(Sadness, 1.0), (Love, 0.3)]),
        ("nostalgic", vec![(Sadness, 0.7), (Love, 0.7), (Joy, 0.4)]),
        ("impressed", vec![(Surprise, 1.0), (Love, 0.7), (Satisfaction, 0.6)]),
        ("appalled", vec![(Disgust, 1.0), (Anger, 0.8), (Surprise, 0.3)]),
        ("horrified", vec![(Fear, 1.0), (Disgust, 0.5), (Surprise, 0.4)]),
        ("horror", vec![(Fear, 1.0), (Surprise, 0.4), (Shame, 0.3)]),
        ("shaken", vec![(Fear, 1.0), (Sadness, 0.6)]),
        ("crushed", vec![(Sadness, 1.0), (Disappointment, 1.0)]),
        ("heartbroken", vec![(Sadness, 1.0), (Disappointment, 0.7)]),
        ("hopelessness", vec![(Sadness, 1.0), (Disappointment, 0.8)]),
        ("hopeless", vec![(Sadness, 1.0), (Disappointment, 0.8)]),
        ("despair", vec![(Sadness, 1.0), (Frustration, 0.6), (Fear, 0.4)]),
        ("despairing", vec![(Sadness, 1.0), (Frustration, 0.6), (Fear, 0.4)]),
        ("desperate", vec![(Sadness, 1.0), (Frustration, 0.8), (Anxiety, 0.6)]),
        ("inspired", vec![(Excitement, 1.0), (Hope, 0.7)]),
        ("sceptical", vec![(Confusion, 1.0), (Anxiety, 0.4)]),
        ("skeptical", vec![(Confusion, 1.0), (Anxiety, 0.4)]),
        ("laugh", vec![(Amusement, 1.0), (Joy, 0.4)]),
        ("cry", vec![(Sadness, 1.0), (Gratitude, 0.3)]),
        ("sob", vec![(Sadness, 1.0)]),
        ("smile", vec![(Joy, 1.0), (Amusement, 0.6)]),
        ("blush", vec![(Shame, 1.0)]),
        ("yawn", vec![(Label::Boredom, 1.0)]),
        ("worried sick", vec![(Anxiety, 1.0), (Fear, 0.4)]),
        ("sick with worry", vec![(Anxiety, 1.0), (Fear, 0.4)]),
        ("scared stiff", vec![(Fear, 1.0)]),
        ("scared to death", vec![(Fear, 1.0)]),
        ("bored stiff", vec![(Label::Boredom, 1.0)]),
        ("bored to death", vec![(Label::Boredom, 1.0)]),
        ("bored to tears", vec![(Label::Boredom, 1.0)]),
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

    /// Feelings named inside a run of characters without spaces, each with its place; `None` for other words and for runs
    /// that name none.
    pub(super) fn in_run(&self) -> Option<Vec<(Span, Label)>> {
        if !is_run(self.text) {
            return None;
        }
        let place = |(from, to, label)| {
            let (start, end) = ((self.start + from) as u32, (self.start + to) as u32);
            (Span { start, end }, label)
        };
        let found: Vec<(Span, Label)> = find_in_run(self.text, label_of).into_iter().map(place).collect();
        (!found.is_empty()).then_some(found)
    }

    /// What a run is to the question: what its generic characters leave is a name when it is short.
    fn kind_of_run(&self) -> Kind {
        let mut rest = self.text.to_owned();
        for (from, to, _) in find_in_run(self.text, label_of) {
            rest = rest.replace(&self.text[from..to], "");
        }
        for generic in GENERIC_RUNS {
            rest = rest.replace(generic, "");
        }
        match rest.chars().count() {
            0 => Kind::Plain,
            n if n <= RUN_NAME_MAX => Kind::Name,
            _ => Kind::Content,
        }
    }

    pub(super) fn kind(&self) -> Kind {
        if is_run(self.text) {
            return self.kind_of_run();
        }
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

/// Whether somebody tells of themselves rather than asks: no question mark, no word that asks or bids up front, and an "I"
/// or "my".
pub(super) fn tells(words: &[Word<'_>], text: &str) -> bool {
    let asks = |word: &Word<'_>| ASKS.split_whitespace().any(|known| word.is(known));
    let own = |word: &Word<'_>| OWN.split_whitespace().any(|known| word.is(known));
    !text.contains(['?', '？']) && !words.first().is_some_and(asks) && words.iter().any(own)
}

/// The label a word or phrase of another language names. It needs no companion: the list has none that means other things.
pub(super) fn foreign(phrase: &str) -> Option<Vec<(Label, f32)>> {
    label_of(phrase).map(|label| vec![(label, 1.0)])
}

/// Whether the word at `at` is the verb of "moved to tears", wherever the tears stand.
pub(super) fn to_tears(words: &[Word<'_>], at: usize) -> bool {
    ["moved", "moves", "brought", "reduced", "drove"].iter().any(|verb| words[at].is(verb))
        && words[at..].iter().any(|word| word.is("tears"))
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
