//! Rules without a verb of asking, habits, and what holds for a person: forms of standing wishes beyond plain instructions.
//!
//! Owns the forms. Must not know: which of them makes an instruction and which a preference.

use super::words::{
    ADVERBS_FOREIGN, BEINGS, CONDITIONS, CONDITIONS_OF_BODY, CONSEQUENCES, DATED, DONE, EXCLUDING, FINITE, FROM_NOW,
    HABITS, IMPERATIVES, IMPERATIVES_FOREIGN, INSTRUCTIONS_ANYWHERE, LEAD_INS, MUST_TIMES, MUSTS, NO_REPLIES,
    ONE_THING, PARTIES, PREPOSITIONS, SUBJECTS,
};
use super::{stands_in, starts_with, words_of};

/// Words of a sentence that is a rule without a verb of asking, at most: rules are short. Chosen.
const RULE_WORDS_MAX: usize = 16;
/// Words of a clause without a verb, at most. Chosen.
const CLAUSE_WORDS_MAX: usize = 8;
/// Words before the adverb of an imperative in another language, at most. Chosen.
const ADVERB_WORDS_MAX: usize = 4;

fn is_in(list: &[&str], word: &str) -> bool {
    list.contains(&word)
}

fn any_stands_in(words: &[String], cues: &[&str]) -> bool {
    cues.iter().any(|cue| stands_in(words, cue))
}

/// A rule without a verb of asking: "No budget airlines", "Children first, always", "Dates as year, month, day".
pub(super) fn is_rule(sentence: &str, words: &[String]) -> bool {
    if any_stands_in(words, INSTRUCTIONS_ANYWHERE) || is_duty(words) || is_conditional(sentence) {
        return true;
    }
    if any_stands_in(words, FROM_NOW) && words.iter().any(|word| is_in(PARTIES, word)) {
        return true;
    }
    if words.len() > RULE_WORDS_MAX || words.len() < 3 {
        return false;
    }
    let lead = words.iter().take_while(|word| matches!(word.as_str(), "and" | "also" | "but" | "please")).count();
    let rest = &words[lead..];
    is_prohibition(sentence, rest)
        || is_set_off(sentence, rest)
        || is_excluding(sentence, rest)
        || is_verbless(sentence, rest)
}

/// "No emoji in mails", and not "No, I won't" nor the news "No swimming today".
fn is_prohibition(sentence: &str, words: &[String]) -> bool {
    words.len() >= 3
        && words[0] == "no"
        && !is_in(NO_REPLIES, &words[1])
        && !any_stands_in(words, DATED)
        && !words.iter().any(|word| is_past(word))
        && !sentence.trim_start().get(2..).is_some_and(|rest| rest.starts_with([',', '.', '!', ';']))
}

/// A verb that tells of the past and is nothing else.
fn is_told(word: &str) -> bool {
    matches!(word, "was" | "were" | "had" | "did" | "came" | "went" | "got")
}

fn is_past(word: &str) -> bool {
    word.len() > 4 && word.ends_with("ed") || is_told(word)
}

/// A verb of its own makes a statement of a run of words.
fn is_statement(words: &[String]) -> bool {
    words.first().is_some_and(|first| is_in(SUBJECTS, first))
        || words.iter().any(|word| is_in(FINITE, word) || is_past(word))
}

/// "Children first, always", "With my mother you speak Swedish, always", "softly, never with that beep".
fn is_set_off(sentence: &str, words: &[String]) -> bool {
    let plain = sentence.to_lowercase();
    let ends = [", always", ", ever"].iter().any(|cue| {
        plain.find(cue).is_some_and(|at| !plain[at + cue.len()..].trim_start().starts_with(char::is_alphanumeric))
    });
    if ends && !words.iter().any(|word| is_told(word)) {
        return true;
    }
    if is_statement(words) {
        return false;
    }
    // The adverb goes on without a verb: "Amounts always as whole cents".
    words
        .windows(2)
        .enumerate()
        .any(|(at, pair)| at > 0 && matches!(pair[0].as_str(), "always" | "never") && is_in(PREPOSITIONS, &pair[1]))
}

/// An imperative that excludes the rest: "Call people by their surname, no first names", "Usa siempre euros".
fn is_excluding(sentence: &str, words: &[String]) -> bool {
    let Some(verb) = words.first() else { return false };
    if is_in(IMPERATIVES_FOREIGN, verb) {
        return words.iter().take(1 + ADVERB_WORDS_MAX).any(|word| is_in(ADVERBS_FOREIGN, word));
    }
    is_in(IMPERATIVES, verb)
        && (any_stands_in(&words[1..], EXCLUDING) || has_clause_with_no(sentence))
        && !any_stands_in(words, DATED)
        && !words.iter().any(|word| is_past(word))
}

/// A clause of one to three words behind a comma that begins with "no": "..., no first names".
fn has_clause_with_no(sentence: &str) -> bool {
    sentence.split(',').skip(1).any(|clause| {
        let words = words_of(clause);
        (2..=4).contains(&words.len()) && words[0] == "no" && !is_in(NO_REPLIES, &words[1])
    })
}

/// A first clause without any verb that says how something is to be: "Dates as year, month, day", "comments in English only",
/// "Letters to patients in plain words, no Latin".
fn is_verbless(sentence: &str, words: &[String]) -> bool {
    let clause = sentence
        .split([',', ';', ':', '.', '!'])
        .map(words_of)
        .find(|clause| clause.iter().any(|word| !is_in(LEAD_INS, word)));
    let Some(clause) = clause else { return false };
    let skipped = clause.iter().take_while(|word| matches!(word.as_str(), "and" | "also" | "but" | "please")).count();
    let clause = &clause[skipped..];
    if clause.len() < 2 || clause.len() > CLAUSE_WORDS_MAX || is_statement(words) || any_stands_in(words, DATED) {
        return false;
    }
    let (first, last) = (clause[0].as_str(), clause[clause.len() - 1].as_str());
    let is_plural = first.len() > 3 && first.ends_with('s') && !first.ends_with("ss") && !first.ends_with("ing");
    let is_so = clause.iter().any(|word| is_in(PREPOSITIONS, word));
    let only_last = last == "only" && is_so && clause.len() >= 3;
    let plural_as = is_plural && matches!(clause[1].as_str(), "as" | "without");
    let contrast = is_plural && is_so && has_clause_with_no(sentence);
    only_last || plural_as || contrast
}

/// "The doorbell has to be off between one and three", and not "The report has to be done before noon", which is done once.
fn is_duty(words: &[String]) -> bool {
    let stays = |at: usize| {
        let cue = MUSTS.iter().find(|cue| starts_with(&words[at..], cue));
        let next = cue.and_then(|cue| words.get(at + cue.split(' ').count()));
        next.is_some_and(|next| !next.ends_with("ed") && !is_in(DONE, next))
    };
    words.len() <= RULE_WORDS_MAX
        && words.first().is_some_and(|first| !is_in(SUBJECTS, first))
        && (0..words.len()).any(stays)
        && any_stands_in(words, MUST_TIMES)
}

/// "If the school calls, I want to hear it at once", "When you write to clients, leave out the jargon".
fn is_conditional(sentence: &str) -> bool {
    let Some((condition, consequence)) = sentence.split_once(',') else { return false };
    let (condition, consequence) = (words_of(condition), words_of(consequence));
    let lead =
        condition.iter().take_while(|word| matches!(word.as_str(), "and" | "also" | "but" | "please" | "so")).count();
    let condition = &condition[lead..];
    condition.len() >= 3
        && CONDITIONS.iter().any(|cue| starts_with(condition, cue))
        && CONSEQUENCES.iter().any(|cue| starts_with(&consequence, cue))
        && !condition.iter().any(|word| is_past(word) || word == "ever")
        && !any_stands_in(
            &consequence,
            &["use to", "used to", "always find", "always try", "always make", "always feel"],
        )
}

/// What somebody does not do, or only does so, as a rule.
pub(super) fn is_habit(words: &[String]) -> bool {
    words.windows(3).enumerate().any(|(at, run)| {
        let [who, not, what] = run else { return false };
        let person = matches!(who.as_str(), "i" | "we");
        let doesnt = matches!(not.as_str(), "don't" | "never" | "only") && person;
        // "I don't see reps" is a rule, "I don't see the point" tells of one thing.
        doesnt && is_in(HABITS, what) && !words.get(at + 3).is_some_and(|next| is_in(ONE_THING, next))
    })
}

/// What holds for somebody in the present, whatever is asked: "Ebbe gets hives from strawberries", "she's in a wheelchair".
pub(super) fn is_condition(words: &[String]) -> bool {
    let is = |word: &str| matches!(word, "is" | "are" | "am" | "i'm") || word.ends_with("'s") || word.ends_with("'re");
    let being =
        (1..words.len()).any(|at| is(&words[at - 1]) && BEINGS.iter().any(|cue| starts_with(&words[at..], cue)));
    being || any_stands_in(words, CONDITIONS_OF_BODY)
}
