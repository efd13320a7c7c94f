//! Whether a time in a told sentence belongs to a plan ("I'll see her on Friday") and so lies ahead.
//!
//! Looks at the clause around the time only. Must not know the calendar or the grammar.

use crate::model::Span;

/// Words that say that their clause is about what is to come.
const AHEAD: &str = " will 'll ll shall gonna wont won't going plan plans planning planned hope hopes hoping intend intends \
    scheduled schedule upcoming appointment due deadline expect expects supposed looking let's lets must need needs \
    should want wants wanna moves postpone postponed until till remind book booked reserve tomorrow next soon ";
/// Words that say that their clause is about what was.
const BEHIND: &str = " was were had did went came saw met got took made said told gave found left felt bought started \
    finished ate ran won lost wrote read heard knew thought visited attended ago yesterday last ";
/// Words that make a verb in -ing a plan when a day follows ("I'm meeting Anna on Friday").
const BE: &str = " am 'm m are 're re is 's s ";
/// Bytes looked at on either side of the time.
const WINDOW: usize = 120;

/// True when the clause around `span` speaks of what is to come and of nothing that was.
pub(super) fn is_planned(text: &str, span: Span) -> bool {
    let (start, end) = (span.start as usize, span.end as usize);
    let before = clause_before(text, start);
    let after = clause_after(text, end);
    let (mut ahead, mut behind, mut be) = (false, false, false);
    for word in words(before).chain(words(after)) {
        let listed = |list: &str| word.len() < 14 && list.contains(&format!(" {word} "));
        ahead |= listed(AHEAD) || (be && word.len() > 4 && word.ends_with("ing"));
        behind |= listed(BEHIND) || (word.len() > 4 && word.ends_with("ed") && !listed(AHEAD));
        be = listed(BE) || (be && matches!(word.as_str(), "not" | "also" | "really" | "just" | "still"));
    }
    // "The party is on Friday."
    let is_now = words(before).last().is_some_and(|word| matches!(word.as_str(), "is" | "are" | "'s" | "'re"));
    (ahead || is_now) && !behind
}

fn words(clause: &str) -> impl Iterator<Item = String> {
    let split = |c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '’'));
    clause.split(split).filter(|word| !word.is_empty()).flat_map(|word| {
        let low = word.to_lowercase().replace('’', "'");
        // "I'll" is "i" and "'ll"; "won't" stays whole.
        match low.find('\'').filter(|_| !low.ends_with("'t") && low != "let's") {
            Some(at) => vec![low[..at].to_owned(), low[at..].to_owned()],
            None => vec![low],
        }
    })
}

/// True at the end of a clause.
fn is_stop(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | ';' | '\n' | '。' | '！' | '？')
}

fn clause_before(text: &str, start: usize) -> &str {
    let mut from = start.saturating_sub(WINDOW);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let clause = &text[from..start];
    let at = clause.rfind(is_stop).map_or(0, |at| at + 1);
    let at = split_before(clause, at.min(clause.len()));
    clause.get(at..).unwrap_or(clause)
}

/// Past the last word that starts a clause of its own.
fn split_before(clause: &str, from: usize) -> usize {
    let Some(rest) = clause.get(from..) else { return from };
    [", ", ": ", " and ", " but ", " then ", " because "]
        .into_iter()
        .filter_map(|mark| rest.rfind(mark).map(|at| from + at + mark.len()))
        // "On Monday and Friday" has no clause behind the "and".
        .filter(|&at| clause[at..].split_whitespace().count() >= 2)
        .max()
        .unwrap_or(from)
}

fn clause_after(text: &str, end: usize) -> &str {
    let mut to = (end + WINDOW).min(text.len());
    while !text.is_char_boundary(to) {
        to -= 1;
    }
    let clause = &text[end..to];
    let at = clause.find(is_stop).unwrap_or(clause.len());
    let clause = &clause[..at];
    let cut = [" and ", " but ", " then ", " because "].into_iter().filter_map(|mark| clause.find(mark)).min();
    &clause[..cut.unwrap_or(clause.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planned(text: &str, phrase: &str) -> bool {
        let start = text.find(phrase).unwrap() as u32;
        is_planned(text, Span { start, end: start + phrase.len() as u32 })
    }

    #[test]
    fn plans_and_tales() {
        for text in [
            "I'll see her on Friday",
            "We are going to the zoo on Friday.",
            "I'm meeting Anna on Friday",
            "My appointment is on Friday",
            "I was ill, but I will run on Friday",
            "Let's meet on Friday",
            "The party is on Friday",
            "Decided in the standup: the export moves on Friday",
        ] {
            assert!(planned(text, "on Friday"), "{text}");
        }
        for text in [
            "I saw her on Friday",
            "We met on Friday and I will call her",
            "I had planned to go on Friday",
            "on Friday it rained",
            "I will call her. On Monday it rained, on Friday too",
        ] {
            assert!(!planned(text, "on Friday"), "{text}");
        }
    }
}
