//! Standing wishes: what a person wants of every answer ("always use metric units") and what holds for them whatever is
//! asked ("I'm allergic to nuts").
//!
//! Rules over the words at the beginning of each sentence, in English, German, French, Spanish and Chinese. They look for
//! the form in which such wishes are said, never for a subject. Must not know: memories, categories.

use super::sentences;

/// What a text wishes for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// How the agent is to answer or act from now on.
    Instruction,
    /// What the person prefers, avoids or cannot have.
    Preference,
}

/// Sentences of a text that are looked at: a wish deep inside a long message is about that message. Chosen.
const SENTENCES_MAX: usize = 6;

/// Words of a sentence that is a rule without a verb of asking, at most: rules are short. Chosen.
const RULE_WORDS_MAX: usize = 16;

/// Words that may stand before the beginning of an instruction.
const LEAD_INS: &[&str] = &[
    "please", "and", "also", "but", "so", "ok", "okay", "hey", "hi", "oh", "just", "then", "well", "bitte", "und",
    "also", "s'il", "te", "plaît", "por", "favor", "you", "should", "must", "could", "can", "i", "want", "would",
    "like", "i'd", "need", "to",
];
/// Beginnings that make an instruction.
const INSTRUCTIONS: &[&str] = &[
    "whoever",
    "anything that",
    "anything over",
    "anything under",
    "if you have a choice",
    "when you answer",
    "when you write",
    "when you draft",
    "when you send",
    "when you sum up",
    "every time you",
    "whenever you",
    "ask me before",
    "ask before you",
    "use only",
    "always",
    "never",
    "from now on",
    "going forward",
    "from here on",
    "in future",
    "in the future",
    "remember to",
    "make sure to always",
    "make sure you always",
    "make sure you never",
    "be sure to always",
    "don't ever",
    "do not ever",
    "no matter what",
    "as a rule",
    "by default",
    "every time i",
    "whenever i",
    "any time i",
    "when i ask",
    "if i ask",
    "don't mention",
    "do not mention",
    "don't bring up",
    "do not bring up",
    "don't suggest",
    "do not suggest",
    "don't recommend",
    "do not recommend",
    "don't use",
    "do not use",
    "don't call me",
    "do not call me",
    "don't send",
    "don't include",
    "do not include",
    "don't add",
    "avoid using",
    "stop using",
    "stop calling",
    "stop adding",
    "stop suggesting",
    "keep your answers",
    "keep answers",
    "keep replies",
    "keep your replies",
    "keep it under",
    "call me",
    "address me",
    "answer in",
    "answer me in",
    "reply in",
    "reply to me in",
    "respond in",
    "speak to me in",
    "write to me in",
    "use metric",
    "use the metric",
    "use imperial",
    "immer",
    "niemals",
    "nie wieder",
    "ab jetzt",
    "von jetzt an",
    "ab sofort",
    "in zukunft",
    "künftig",
    "antworte",
    "nenn mich",
    "sprich mich",
    "toujours",
    "jamais",
    "ne jamais",
    "désormais",
    "dorénavant",
    "à partir de maintenant",
    "à l'avenir",
    "réponds",
    "répondez",
    "appelle-moi",
    "siempre",
    "nunca",
    "de ahora en adelante",
    "a partir de ahora",
    "en el futuro",
    "responde",
    "respóndeme",
    "llámame",
];
/// Word runs that make a preference, wherever they stand in a sentence, when the sentence speaks of its writer.
const PREFERENCES: &[&str] = &[
    "i prefer",
    "i'd prefer",
    "i would prefer",
    "i much prefer",
    "i really prefer",
    "i generally prefer",
    "i usually prefer",
    "i always prefer",
    "i strongly prefer",
    "we prefer",
    "i'd rather",
    "i would rather",
    "my preference",
    "i'm allergic",
    "i am allergic",
    "i have an allergy",
    "i'm intolerant",
    "i am intolerant",
    "i'm lactose",
    "i'm a vegetarian",
    "i'm vegetarian",
    "i am vegetarian",
    "i am a vegetarian",
    "i'm vegan",
    "i'm a vegan",
    "i am vegan",
    "i don't eat",
    "i do not eat",
    "i don't drink",
    "i do not drink",
    "i can't eat",
    "i cannot eat",
    "i can't have",
    "i can't stand",
    "i cannot stand",
    "i never eat",
    "i never drink",
    "i avoid",
    "i try to avoid",
    "i keep kosher",
    "i keep halal",
    "i only eat",
    "i only use",
    "i only drink",
    "i hate it when",
    "i don't like it when",
    "my favourite",
    "my favorite",
    "ich bevorzuge",
    "ich bin allergisch",
    "ich esse kein",
    "ich esse keine",
    "ich trinke kein",
    "ich trinke keinen",
    "ich vertrage kein",
    "ich mag lieber",
    "je préfère",
    "je suis allergique",
    "je ne mange pas",
    "je ne bois pas",
    "je suis végétarien",
    "je suis végétarienne",
    "prefiero",
    "soy alérgico",
    "soy alérgica",
    "no como",
    "no bebo",
    "soy vegetariano",
    "soy vegetariana",
];
/// Runs that make an instruction wherever they stand.
const INSTRUCTIONS_ANYWHERE: &[&str] = &[
    "from now on",
    "from here on",
    "no exceptions",
    "without exception",
    "whatever they",
    "whatever he tells",
    "whatever she tells",
    "whoever asks",
    "we don't say",
    "we do not say",
    "or i don't want it",
];
/// Words after "no" that make a reply, not a rule.
const NO_REPLIES: &[&str] = &[
    "problem",
    "problems",
    "worries",
    "way",
    "idea",
    "doubt",
    "thanks",
    "thank",
    "one",
    "matter",
    "need",
    "wonder",
    "i",
    "it",
    "we",
    "not",
    "he",
    "she",
    "they",
    "you",
    "that",
    "this",
    "but",
    "sorry",
    "really",
    "longer",
    "clue",
    "surprise",
    "more",
    "regrets",
    "doubts",
    "further",
    "rush",
    "pressure",
    "kidding",
    "no",
    "it's",
    "that's",
    "matter",
    "wonder",
    "recordings",
    "offense",
    "offence",
    "reason",
    "luck",
];
/// Words after "always" and "never" that tell of somebody instead of asking for something.
const TOLD: &[&str] = &[
    "a", "an", "the", "happy", "been", "heard", "had", "was", "were", "thought", "seen", "knew", "loved", "wanted",
    "there", "good", "nice", "great", "fun", "gonna", "going", "is", "are", "am", "so", "tried", "got", "did", "felt",
    "said",
];
/// What people do not do, when it is a rule of theirs: "I don't work on Saturdays".
const HABITS: &[&str] = &[
    "eat", "drink", "work", "take", "use", "travel", "fly", "drive", "smoke", "allow", "accept", "answer", "buy",
    "speak", "wear", "book", "pay", "do", "see", "ship", "sell", "open", "sign",
];
/// Beginnings and runs in scripts that write no spaces.
const INSTRUCTIONS_UNSPACED: &[&str] = &[
    "以后请",
    "以后都",
    "从现在起",
    "从现在开始",
    "请一直",
    "请总是",
    "永远不要",
    "不要再",
    "请始终",
    "今後は",
    "これからは",
    "必ず",
    "いつも",
];
const PREFERENCES_UNSPACED: &[&str] =
    &["我不吃", "我不喝", "我对", "我更喜欢", "我偏好", "我宁愿", "アレルギー", "食べられません", "の方が好き"];

/// The wish that a text states, if any; an instruction outranks a preference.
///
/// Cost: linear in the first sentences.
pub fn wish(text: &str) -> Option<Wish> {
    let mut found = None;
    for span in sentences(text).into_iter().take(SENTENCES_MAX) {
        let sentence = text.get(span.start as usize..span.end as usize).unwrap_or_default();
        let words = words_of(sentence);
        // A question gives no instruction, but it may state a preference on the way: "I prefer tea, so where do I get some?"
        let instructs = !is_question(sentence)
            && (is_instruction(&words)
                || is_rule(sentence, &words)
                || INSTRUCTIONS_UNSPACED.iter().any(|cue| sentence.trim_start().starts_with(cue)));
        if instructs {
            return Some(Wish::Instruction);
        }
        let prefers = PREFERENCES.iter().any(|cue| stands_in(&words, cue))
            || is_preference_unspaced(sentence)
            || !is_question(sentence) && is_habit(&words);
        if prefers {
            found = Some(Wish::Preference);
        }
    }
    found
}

fn is_question(sentence: &str) -> bool {
    sentence.trim_end_matches(['"', '\'', ')', ' ']).ends_with(['?', '？'])
}

fn is_preference_unspaced(sentence: &str) -> bool {
    // 我对 … 过敏 is an allergy only with its verb.
    PREFERENCES_UNSPACED.iter().any(|cue| sentence.contains(cue) && (*cue != "我对" || sentence.contains("过敏")))
}

fn words_of(sentence: &str) -> Vec<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '\'' || c == '-';
    let plain = sentence.replace('’', "'").to_lowercase();
    plain.split(|c: char| !is_part(c)).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn starts_with(words: &[String], cue: &str) -> bool {
    let mut words = words.iter();
    cue.split(' ').all(|wanted| words.next().is_some_and(|word| word == wanted))
}

fn stands_in(words: &[String], cue: &str) -> bool {
    (0..words.len()).any(|from| starts_with(&words[from..], cue))
}

/// True when the sentence begins with an instruction, after words that only lead in to it.
fn is_instruction(words: &[String]) -> bool {
    let mut rest = words;
    loop {
        let told = matches!(rest.first().map(String::as_str), Some("always" | "never"))
            && rest.get(1).is_none_or(|next| TOLD.contains(&next.as_str()) || next.ends_with("ed"));
        if !told && INSTRUCTIONS.iter().any(|cue| starts_with(rest, cue)) {
            return !is_report(words, words.len() - rest.len());
        }
        match rest.split_first() {
            Some((first, after)) if LEAD_INS.contains(&first.as_str()) => rest = after,
            _ => return false,
        }
    }
}

/// A rule without a verb of asking: "No budget airlines", "Children first, always", "No floats, no exceptions".
fn is_rule(sentence: &str, words: &[String]) -> bool {
    let no_such = (3..=RULE_WORDS_MAX).contains(&words.len())
        && words[0] == "no"
        && !NO_REPLIES.contains(&words[1].as_str())
        && !sentence.trim_start().get(2..).is_some_and(|rest| rest.starts_with([',', '.', '!', ';']));
    let plain = sentence.to_lowercase();
    let set_off = words.len() <= RULE_WORDS_MAX
        && [", always", ", never ", ", ever"].iter().any(|cue| {
            plain.find(cue).is_some_and(|at| !plain[at + cue.len()..].starts_with(|c: char| c.is_alphanumeric()))
        });
    no_such || set_off || INSTRUCTIONS_ANYWHERE.iter().any(|cue| stands_in(words, cue))
}

/// What somebody does not do, or only does so, as a rule.
fn is_habit(words: &[String]) -> bool {
    words.windows(3).any(|run| {
        let [who, not, what] = run else { return false };
        let person = matches!(who.as_str(), "i" | "we");
        let doesnt = matches!(not.as_str(), "don't" | "never" | "only") && person;
        doesnt && HABITS.contains(&what.as_str())
    }) || words
        .windows(2)
        .any(|run| matches!((run[0].as_str(), run[1].as_str()), ("gets" | "get", "hives") | ("can't", "stand")))
}

/// "I always sleep late", "you can never know" and "I never did" tell something; "I want you to always ..." asks for it.
fn is_report(words: &[String], before: usize) -> bool {
    let lead = &words[..before];
    let Some(last) = lead.last() else { return false };
    let asks = lead.iter().any(|word| matches!(word.as_str(), "want" | "like" | "need" | "should" | "must" | "please"));
    matches!(last.as_str(), "i" | "you" | "can" | "could" | "would" | "well" | "i'd") && !asks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_told_from_reports() {
        let instructions = [
            "Always answer in French.",
            "Please never mention my ex.",
            "From now on, use metric units.",
            "I'd like you to always show the sources.",
            "Thanks! Whenever I ask about code, add types.",
            "Don't suggest pork recipes.",
            "Call me Sam.",
            "All prices with tax included, always.",
            "No emoji in anything that goes out.",
            "Whoever is over eighty gets a call.",
            "Bitte immer auf Deutsch antworten.",
            "Réponds toujours en français.",
            "Responde siempre en español.",
            "以后请用中文回答。",
        ];
        for text in instructions {
            assert_eq!(wish(text), Some(Wish::Instruction), "{text}");
        }
        let preferences = [
            "I'm trying to keep it small, so I prefer few dependencies.",
            "By the way, I’m allergic to peanuts.",
            "I don't work on Saturdays.",
            "My son gets hives from strawberries.",
            "I prefer the quiet library, but where is it?",
            "Ich bin allergisch gegen Nüsse.",
            "Je ne mange pas de porc.",
            "我对花生过敏。",
        ];
        for text in preferences {
            assert_eq!(wish(text), Some(Wish::Preference), "{text}");
        }
        let neither = [
            "I always sleep late on Sundays.",
            "You can never know.",
            "Should I always use a lock?",
            "We went to the beach.",
            "He said never.",
            "No problem at all.",
            "No, I will not.",
            "I've always loved the sea.",
            "Never heard of it.",
            "Always happy to help.",
            "Do you prefer tea?",
            "",
        ];
        for text in neither {
            assert_eq!(wish(text), None, "{text}");
        }
    }
}
