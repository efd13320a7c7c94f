//! Words, phrases, marks and faces -> cues per label, a valence, and a point.
//!
//! Valence follows the published rules of VADER (Hutto & Gilbert 2014: degree words, denial, "but", capitals,
//! exclamation marks) over its word list; cues and their labels are our own. No model, no state: a text always
//! reads the same. It knows words, not situations: irony and acted tone are beyond it.

mod tokens;
mod vocabulary;

use std::sync::LazyLock;

use super::{LABELS, Label, Point, Provenance};
use tokens::{Token, Tokens, tokenise};
use vocabulary::{BOTH, STOP, Vocabulary};

/// Most hits counted per label. Chosen: one more "sad" does not make a text sadder.
pub const CUE_HITS_MAX: u8 = 3;
/// Capitals, denial, one "!" (at most four), one "?" of several and their cap: VADER's measured constants.
const CAPS: f32 = 0.733;
const DENIAL: f32 = -0.74;
const BANG_EACH: f32 = 0.292;
const BANGS_MAX: u32 = 4;
const QUESTION_EACH: f32 = 0.18;
const QUESTIONS_CAP: f32 = 0.96;
const NEVER_SO: f32 = 1.25;
const BEFORE_BUT: f32 = 0.5;
const AFTER_BUT: f32 = 1.5;
const NORMAL: f32 = 15.0;
/// A degree word counts less from further off (VADER).
const DEGREE_BY_DISTANCE: [f32; 3] = [1.0, 0.95, 0.9];
/// Tokens that denial reaches over (VADER: 3).
const DENIAL_REACH: usize = 3;
/// Rating given to a cue none of whose words is rated, times the label's valence. Chosen.
const CUE_RATING: f32 = 2.0;
/// Quoted words count half: they are somebody else's. Chosen.
const QUOTED: f32 = 0.5;
/// Without any cue, a weaker valence than this is not called a feeling. Chosen.
const VALENCE_FLOOR: f32 = 0.3;

/// What the words of a text say.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The feeling, if the text shows one.
    pub point: Option<Point>,
    /// Hits per label column, each at most [`CUE_HITS_MAX`].
    pub cues: [u8; LABELS],
    /// Unpleasant -1 to pleasant 1.
    pub valence: f32,
    /// Emphasis by marks, capitals and drawn-out words, 0 to 1.
    pub emphasis: f32,
    /// It ends in a question.
    pub asks: bool,
}

/// The bundled word lists.
pub struct Lexicon {
    vocabulary: Vocabulary,
}

static BUNDLED: LazyLock<Lexicon> = LazyLock::new(|| Lexicon { vocabulary: Vocabulary::bundled() });

impl Lexicon {
    /// The lists that ship with the engine (English). Read on first use, a few milliseconds.
    pub fn bundled() -> &'static Self {
        &BUNDLED
    }

    /// Mean valence in [-1, 1] of the rated words of a label; `None` if it has none.
    pub fn word_valence(&self, label: &str) -> Option<f32> {
        let rated: Vec<f32> = label
            .split([' ', '_', '-'])
            .filter_map(|word| self.vocabulary.find(&word.to_lowercase()))
            .map(|id| self.vocabulary.word(id).valence)
            .filter(|valence| *valence != 0.0)
            .collect();
        (!rated.is_empty()).then(|| (rated.iter().sum::<f32>() / (4.0 * rated.len() as f32)).clamp(-1.0, 1.0))
    }

    /// Reads a text: cost linear in its length, tens of thousands of chat turns a second.
    pub fn read(&self, text: &str) -> Reading {
        let tokens = tokenise(text, &self.vocabulary);
        let mut cues = [0; LABELS];
        let unrated = self.count_cues(&tokens, &mut cues);
        let valence = self.valence(&tokens, unrated);
        let emphasis = emphasis(&tokens);
        let asks =
            text.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '”' | '\'' | ')')).ends_with('?');
        Reading { point: point(&cues, valence, emphasis), cues, valence, emphasis, asks }
    }

    /// Counts cues and returns the rating of those that have no rated word.
    fn count_cues(&self, tokens: &Tokens, cues: &mut [u8; LABELS]) -> f32 {
        let all_quoted = tokens.n_quoted == tokens.n_words;
        let mut unrated = 0.0;
        let mut i = 0;
        while let Some(token) = tokens.list.get(i) {
            let rest = &tokens.list[i + 1..];
            let found = self.vocabulary.word(token.id).cues.iter().find(|cue| {
                (token.first || !cue.anchored)
                    && cue.rest.len() <= rest.len()
                    && cue.rest.iter().zip(rest).all(|(id, token)| *id == token.id)
            });
            let Some(cue) = found else {
                i += 1;
                continue;
            };
            let matched = &tokens.list[i..=i + cue.rest.len()];
            let rated = matched.iter().any(|token| self.vocabulary.word(token.id).valence != 0.0);
            let denied = matches!(self.denial(&tokens.list, i), Denial::Denied);
            for (label, n) in cue.labels.iter().filter(|_| all_quoted || !token.quoted) {
                let said = if denied { label.denied() } else { Some(*label) };
                let Some(said) = said else { continue };
                let hits = &mut cues[said.column()];
                *hits = hits.saturating_add(*n).min(CUE_HITS_MAX);
                if !rated {
                    unrated += CUE_RATING * said.vad()[0] / cue.labels.len() as f32;
                }
            }
            i += matched.len();
        }
        unrated
    }

    /// Whether the words before token `at` deny it.
    fn denial(&self, list: &[Token], at: usize) -> Denial {
        for back in 1..=DENIAL_REACH.min(at) {
            let token = &list[at - back];
            let word = self.vocabulary.word(token.id);
            if token.id <= BOTH && token.id >= STOP || token.pause || word.turns {
                return Denial::None;
            }
            if word.negates {
                let so = |token: &Token| ["so", "this"].iter().any(|so| self.vocabulary.find(so) == Some(token.id));
                let never = self.vocabulary.find("never") == Some(token.id);
                let stressed = never && list[at - back + 1..at].iter().any(so);
                return if stressed { Denial::NeverSo } else { Denial::Denied };
            }
        }
        Denial::None
    }

    fn valence(&self, tokens: &Tokens, unrated: f32) -> f32 {
        let list = &tokens.list;
        let turn = list.iter().rposition(|token| self.vocabulary.word(token.id).turns);
        let caps_stand_out = tokens.caps_stand_out();
        let mut sum = unrated;
        for (at, token) in list.iter().enumerate() {
            let word = self.vocabulary.word(token.id);
            if word.valence == 0.0 || word.degree != 0.0 && list.get(at + 1).is_some_and(|next| next.id > STOP) {
                continue;
            }
            let mut rating = word.valence;
            if token.caps && caps_stand_out {
                rating += CAPS * rating.signum();
            }
            rating = self.with_degree(rating, list, at, caps_stand_out);
            match self.denial(list, at) {
                Denial::Denied => rating *= DENIAL,
                Denial::NeverSo => rating *= NEVER_SO,
                Denial::None => {}
            }
            if token.quoted && tokens.n_quoted < tokens.n_words {
                rating *= QUOTED;
            }
            rating *= match turn {
                Some(turn) if at < turn => BEFORE_BUT,
                Some(turn) if at > turn => AFTER_BUT,
                _ => 1.0,
            };
            sum += rating;
        }
        if sum == 0.0 {
            return 0.0;
        }
        let questions = match tokens.n_questions {
            0 | 1 => 0.0,
            n @ 2..=3 => n as f32 * QUESTION_EACH,
            _ => QUESTIONS_CAP,
        };
        let marks = tokens.n_bangs.min(BANGS_MAX) as f32 * BANG_EACH + questions;
        sum += marks * sum.signum();
        (sum / (sum * sum + NORMAL).sqrt()).clamp(-1.0, 1.0)
    }

    /// Adds what the degree words up to three tokens before say.
    fn with_degree(&self, mut rating: f32, list: &[Token], at: usize, caps_stand_out: bool) -> f32 {
        let sign = rating.signum();
        for (back, share) in (1..).zip(DEGREE_BY_DISTANCE).take_while(|(back, _)| *back <= at) {
            let before = &list[at - back];
            if before.id <= BOTH && before.id >= STOP {
                break;
            }
            let degree = self.vocabulary.word(before.id).degree;
            if degree != 0.0 {
                let caps = if before.caps && caps_stand_out { CAPS * degree.signum() } else { 0.0 };
                rating += (degree + caps) * share * sign;
            }
        }
        rating
    }
}

enum Denial {
    None,
    Denied,
    NeverSo,
}

/// How loud the text is, 0 to 1. Weights chosen.
fn emphasis(tokens: &Tokens) -> f32 {
    let caps = if tokens.caps_stand_out() { 0.3 } else { 0.0 };
    let loud = tokens.n_caps >= 3 && tokens.n_caps == tokens.n_words;
    let marks = 0.25 * tokens.n_bangs.min(3) as f32 + if tokens.n_questions > 1 { 0.15 } else { 0.0 };
    let drawn = if tokens.n_stretched > 0 { 0.15 } else { 0.0 };
    (caps + marks + drawn + if loud { 0.4 } else { 0.0 }).min(1.0)
}

fn point(cues: &[u8; LABELS], valence: f32, emphasis: f32) -> Option<Point> {
    let score = |label: &Label| f32::from(cues[label.column()]) + 0.5 * valence * label.vad()[0];
    let best = Label::ALL
        .into_iter()
        .filter(|label| cues[label.column()] > 0)
        .reduce(|best, other| if score(&other) > score(&best) { other } else { best });
    let Some(label) = best else {
        return (valence.abs() >= VALENCE_FLOOR).then(|| Point {
            label: None,
            tag: None,
            valence,
            arousal: 0.5 * emphasis,
            dominance: 0.0,
            intensity: valence.abs(),
            confidence: 0.3 * valence.abs(),
            source: Provenance::Lexical,
            at: None,
        });
    };
    let hits = f32::from(cues[label.column()]);
    let intensity = 0.4 + 0.15 * hits + 0.2 * emphasis;
    let mut point = Point::labelled(label, intensity, Provenance::Lexical, 0.35 + 0.15 * hits, None);
    // The rated words pull the table's value towards what this text says, most where the label has no sign.
    point.valence = (0.65 * point.valence + 0.35 * valence).clamp(-1.0, 1.0);
    point.arousal = (point.arousal + 0.3 * emphasis).clamp(-1.0, 1.0);
    Some(point)
}

#[cfg(test)]
mod tests;
