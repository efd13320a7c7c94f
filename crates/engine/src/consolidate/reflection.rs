//! Reflecting without a model: the sentences of what was recalled that answer best, dated, in order of time. And the check of
//! what a model writes over them.

use super::alike::Saying;
use super::checked::is_backed;
use crate::limits;
use crate::model::{MemoryId, Micros};
use crate::text;

/// What a sentence keeps for standing in a hit of high rank, beside the words of the question that it has. Chosen.
const RANK_SHARE: f32 = 0.5;

/// A memory that was recalled; in order of rank.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passage<'a> {
    /// Which.
    pub id: MemoryId,
    /// What it says, without a leading speaker.
    pub text: &'a str,
    /// Who says it.
    pub who: Option<&'a str>,
    /// When it happened.
    pub at: Micros,
}

/// A sentence that a reflection stands on.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The memory that it stands in.
    pub id: MemoryId,
    /// The sentence, verbatim.
    pub sentence: String,
    /// Who says it.
    pub who: Option<String>,
    /// When it happened.
    pub at: Micros,
    /// How well it answers, greater is better.
    pub score: f32,
}

/// The sentences that answer best, one of each memory, oldest first; at most [`limits::REFLECTION_SENTENCES_MAX`]. Questions
/// answer nothing, and what says the same as a better one is left out.
pub fn lines(query: &str, passages: &[Passage<'_>]) -> Vec<Line> {
    let asked = text::query_terms(query);
    let all: f32 = asked.iter().map(|term| term.weight).sum::<f32>().max(f32::MIN_POSITIVE);
    let mut best: Vec<Line> = Vec::new();
    for (rank, passage) in passages.iter().enumerate() {
        let by_rank = RANK_SHARE / (1.0 + rank as f32 / 4.0);
        let mut own: Option<Line> = None;
        for span in text::sentences(passage.text) {
            let Some(sentence) = passage.text.get(span.start as usize..span.end as usize) else { continue };
            if sentence.ends_with(['?', '？']) || text::words(sentence) < 2 {
                continue;
            }
            let held = text::index_terms(sentence, usize::MAX, 1.0);
            let found = asked.iter().filter(|term| held.iter().any(|(own, _)| *own == term.term));
            let score = found.map(|term| term.weight).sum::<f32>() / all + by_rank;
            if own.as_ref().is_none_or(|line| score > line.score) {
                let who = passage.who.map(str::to_owned);
                own = Some(Line { id: passage.id, sentence: sentence.to_owned(), who, at: passage.at, score });
            }
        }
        best.extend(own);
    }
    best.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.id.cmp(&b.id)));
    let mut kept: Vec<Line> = Vec::new();
    for line in best {
        let own = Saying::of(&line.sentence, line.at);
        let repeats = kept.iter().any(|other| {
            let other_own = Saying::of(&other.sentence, other.at);
            other.sentence == line.sentence || own.as_ref().zip(other_own).is_some_and(|(a, b)| a.is_same(&b))
        });
        if !repeats && kept.len() < limits::REFLECTION_SENTENCES_MAX {
            kept.push(line);
        }
    }
    kept.sort_by_key(|line| (line.at, line.id));
    kept
}

/// The sentences as one text, a paragraph for each day, each with its number in brackets. Empty for none.
pub fn told(lines: &[Line]) -> String {
    let day = |line: &Line| line.at.to_string().chars().take(10).collect::<String>();
    let mut out = String::new();
    let mut last = String::new();
    for (idx, line) in lines.iter().enumerate() {
        let own = day(line);
        if own != last {
            out.push_str(if out.is_empty() { "" } else { "\n" });
            out.push_str(&own);
            out.push(':');
            last = own;
        }
        let who = line.who.as_ref().map_or_else(String::new, |who| format!(" {who}:"));
        out.extend([who.as_str(), " ", line.sentence.trim(), " [", &(idx + 1).to_string(), "]"]);
    }
    out
}

/// The lines that a text cites, by position and each once; `None` where it cites none or one that there is not, or says a
/// number, a name or a date that neither the lines nor the question have.
pub fn cited(written: &str, query: &str, lines: &[Line]) -> Option<Vec<usize>> {
    let (mut found, mut plain) = (Vec::new(), String::new());
    let mut rest = written;
    while let Some(open) = rest.find('[') {
        plain.push_str(&rest[..open]);
        let behind = &rest[open + 1..];
        let close = behind.find(']')?;
        for number in behind[..close].split(',') {
            let number: usize = number.trim().parse().ok()?;
            let place = number.checked_sub(1).filter(|place| *place < lines.len())?;
            if !found.contains(&place) {
                found.push(place);
            }
        }
        rest = &behind[close + 1..];
    }
    plain.push_str(rest);
    let dates: Vec<String> = lines.iter().map(|line| line.at.to_string().chars().take(10).collect()).collect();
    let mut sources: Vec<&str> = vec![query];
    for line in lines {
        sources.push(&line.sentence);
        sources.extend(line.who.as_deref());
    }
    sources.extend(dates.iter().map(String::as_str));
    (!found.is_empty() && is_backed(&plain, &sources)).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passage(id: u128, text: &'static str, day: i64) -> Passage<'static> {
        let at = Micros(1_780_000_000_000_000 + day * crate::model::DAY_US);
        Passage { id: MemoryId(id), text, who: Some("Ann"), at }
    }

    #[test]
    fn the_best_sentences_come_in_order_of_time_and_once() {
        let passages = [
            passage(1, "Nice weather. We rented a boat in Porto for 40 euros. Bye.", 3),
            passage(2, "Did you rent a boat?", 1),
            passage(3, "We really rented a boat in Porto for 40 euros!", 3),
            passage(4, "The boat was rented out on Monday.", 0),
        ];
        let found = lines("Which boat did they rent?", &passages);
        let sentences: Vec<&str> = found.iter().map(|line| line.sentence.as_str()).collect();
        assert_eq!(sentences, ["The boat was rented out on Monday.", "We rented a boat in Porto for 40 euros."]);
        let text = told(&found);
        assert!(
            text.contains("[1]") && text.contains("Porto for 40 euros. [2]") && text.lines().count() == 2,
            "{text}"
        );
        assert_eq!(told(&[]), "");
    }

    #[test]
    fn a_text_that_cites_nothing_or_invents_is_refused() {
        let found = lines("Which boat?", &[passage(1, "We rented a boat in Porto for 40 euros.", 3)]);
        assert_eq!(cited("They rented one in Porto for 40 euros [1].", "Which boat?", &found), Some(vec![0]));
        for wrong in ["They rented one.", "One [2].", "One [x].", "In Lisbon [1].", "For 50 euros [1].", "One [1"] {
            assert_eq!(cited(wrong, "Which boat?", &found), None, "{wrong}");
        }
    }
}
