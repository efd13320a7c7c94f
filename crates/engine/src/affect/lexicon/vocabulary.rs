//! Every word the lexicon knows, as a small number: valence, degree words, negators and cues looked up once a token.
//!
//! Owns the reading of the data files. Built once; about 8,500 words.

use std::collections::HashMap;

use crate::affect::Label;
use crate::affect::world::{WORLD_WORDS, entries};

/// Valence of single words and emoticons, in tenths, -40..=40. From VADER (MIT), see the NOTICE beside.
const VALENCE: &str = include_str!("../data/valence.tsv");
/// Cues of each label. Own wording.
const CUES: &str = include_str!("../data/cues.tsv");
/// Phrases said in a feeling, English and others. Own wording.
const IDIOMS: [&str; 2] = [include_str!("../data/idioms.tsv"), include_str!("../data/idioms-world.tsv")];
/// Hits of a word, and of a phrase that is hardly said without the feeling. Chosen; that phrases count more is measured.
const WORD_HITS: u8 = 1;
const IDIOM_HITS: u8 = 2;

/// Rating change of a degree word (VADER's measured constant).
const DEGREE: f32 = 0.293;

const NEGATORS: &str = "not never no none nobody nothing nowhere neither nor without hardly barely scarcely rarely seldom \
    cannot can't don't doesn't didn't isn't aren't wasn't weren't won't wouldn't couldn't shouldn't haven't hasn't \
    hadn't mustn't mightn't needn't ain't nope despite";
const STRONGER: &str = "very really so too totally absolutely completely extremely incredibly utterly terribly awfully \
    deeply highly entirely especially particularly quite thoroughly truly super hugely more most such fucking freaking \
    damn seriously majorly insanely remarkably unbelievably greatly intensely purely";
const WEAKER: &str = "slightly somewhat almost partly kinda sorta little less marginally mildly occasionally scarcely \
    barely hardly fairly";
/// Words whose listed valence mostly is not meant: function words, and terms of the trade that name things.
const OFTEN_PLAIN: &str = "like well kind please ok okay sure yeah yes no number error errors fail kill killed kills killing \
    abort aborted fatal critical exception dead execute executed block blocked blocks attack defect conflict \
    conflicts risk warning warnings stop stopped problem problems bug master slave share shared value values true free support \
    supports supported save saved valid";
/// Share of the listed valence that is kept for those. Chosen.
const OFTEN_PLAIN_SHARE: f32 = 0.3;
/// Spellings without the apostrophe, and what they stand for.
const SPELLINGS: [(&str, &str); 26] = [
    ("im", "i'm"),
    ("ive", "i've"),
    ("dont", "don't"),
    ("cant", "can't"),
    ("didnt", "didn't"),
    ("doesnt", "doesn't"),
    ("isnt", "isn't"),
    ("arent", "aren't"),
    ("wasnt", "wasn't"),
    ("werent", "weren't"),
    ("wont", "won't"),
    ("wouldnt", "wouldn't"),
    ("couldnt", "couldn't"),
    ("shouldnt", "shouldn't"),
    ("havent", "haven't"),
    ("hasnt", "hasn't"),
    ("hadnt", "hadn't"),
    ("aint", "ain't"),
    ("thats", "that's"),
    ("whats", "what's"),
    ("youre", "you're"),
    ("theyre", "they're"),
    ("u", "you"),
    ("ur", "your"),
    ("r", "are"),
    ("thnx", "thanks"),
];

/// Number of a word; [`UNKNOWN`] for all others.
pub(super) type WordId = u32;
/// A word that no list has.
pub(super) const UNKNOWN: WordId = 0;
/// End of a sentence or line.
pub(super) const STOP: WordId = 1;
/// A run of question marks.
pub(super) const QUESTION: WordId = 2;
/// A run of exclamation marks.
pub(super) const BANG: WordId = 3;
/// A run of both.
pub(super) const BOTH: WordId = 4;

/// What is known of one word.
#[derive(Clone, Default)]
pub(super) struct Word {
    /// Rating in [-4, 4], 0 for none.
    pub(super) valence: f32,
    /// Rating change of the word that follows; 0 for none.
    pub(super) degree: f32,
    /// It denies what follows.
    pub(super) negates: bool,
    /// "but", "however": what follows counts more.
    pub(super) turns: bool,
    /// Cues that begin with this word, longest first.
    pub(super) cues: Vec<Cue>,
}

/// A cue: the tokens after the first, and the labels it speaks for.
#[derive(Clone)]
pub(super) struct Cue {
    pub(super) rest: Box<[WordId]>,
    /// Only at the start of a sentence.
    pub(super) anchored: bool,
    /// Each with the hits it counts for.
    pub(super) labels: Vec<(Label, u8)>,
}

/// All words.
pub(super) struct Vocabulary {
    ids: HashMap<String, WordId>,
    words: Vec<Word>,
}

impl Vocabulary {
    /// Reads the bundled lists.
    pub(super) fn bundled() -> Self {
        let mut vocabulary = Self { ids: HashMap::new(), words: vec![Word::default(); 5] };
        for (text, id) in [("?", QUESTION), ("!", BANG), ("?!", BOTH)] {
            vocabulary.ids.insert(text.into(), id);
        }
        for line in VALENCE.lines() {
            if let Some((word, tenths)) = line.split_once('\t')
                && let Ok(tenths) = tenths.parse::<i16>()
            {
                vocabulary.word_mut(word).valence = f32::from(tenths) / 10.0;
            }
        }
        let each = |list: &'static str| list.split_whitespace();
        for word in each(NEGATORS) {
            vocabulary.word_mut(word).negates = true;
        }
        for word in each(STRONGER) {
            vocabulary.word_mut(word).degree = DEGREE;
        }
        for word in each(WEAKER) {
            vocabulary.word_mut(word).degree = -DEGREE;
        }
        for word in each(OFTEN_PLAIN) {
            vocabulary.word_mut(word).valence *= OFTEN_PLAIN_SHARE;
        }
        for word in ["but", "however"] {
            vocabulary.word_mut(word).turns = true;
        }
        vocabulary.read_cues();
        for (short, full) in SPELLINGS {
            let id = vocabulary.id_of(full);
            vocabulary.ids.insert(short.into(), id);
        }
        vocabulary
    }

    fn read_cues(&mut self) {
        let words = [CUES, WORLD_WORDS].map(|file| (file, WORD_HITS));
        for (file, hits) in words.into_iter().chain(IDIOMS.map(|file| (file, IDIOM_HITS))) {
            for (label, cue) in entries(file) {
                self.add_cue(cue, label, hits);
            }
        }
        for word in &mut self.words {
            word.cues.sort_by_key(|cue| std::cmp::Reverse((cue.rest.len(), cue.anchored)));
        }
    }

    fn add_cue(&mut self, cue: &str, label: Label, hits: u8) {
        let anchored = cue.starts_with("^ ");
        let ids: Vec<WordId> = cue.trim_start_matches("^ ").split(' ').map(|word| self.id_of(word)).collect();
        let Some((&first, rest)) = ids.split_first() else { return };
        let cues = &mut self.words[first as usize].cues;
        if let Some(same) = cues.iter_mut().find(|cue| *cue.rest == *rest && cue.anchored == anchored) {
            match same.labels.iter_mut().find(|(known, _)| *known == label) {
                Some((_, known)) => *known = hits.max(*known),
                None => same.labels.push((label, hits)),
            }
        } else {
            cues.push(Cue { rest: rest.into(), anchored, labels: vec![(label, hits)] });
        }
    }

    /// Number of `word` as it stands (lower case, except emoticons).
    pub(super) fn find(&self, word: &str) -> Option<WordId> {
        self.ids.get(word).copied()
    }

    /// What is known of a word.
    pub(super) fn word(&self, id: WordId) -> &Word {
        &self.words[id as usize]
    }

    fn id_of(&mut self, word: &str) -> WordId {
        if let Some(id) = self.find(word) {
            return id;
        }
        let id = self.words.len() as WordId;
        self.words.push(Word::default());
        self.ids.insert(word.into(), id);
        id
    }

    fn word_mut(&mut self, word: &str) -> &mut Word {
        let id = self.id_of(word);
        &mut self.words[id as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_files_are_read_whole() {
        let vocabulary = Vocabulary::bundled();
        assert!(VALENCE.lines().all(|line| {
            line.split_once('\t').is_some_and(|(word, tenths)| {
                !word.is_empty() && tenths.parse::<i16>().is_ok_and(|tenths| (-40..=40).contains(&tenths))
            })
        }));
        for line in [CUES, WORLD_WORDS, IDIOMS[0], IDIOMS[1]].iter().flat_map(|file| file.lines()) {
            if line.starts_with('#') {
                continue;
            }
            let (label, cues) = line.split_once('\t').unwrap();
            assert!(Label::ALL.iter().any(|known| known.name() == label), "{label}");
            assert!(cues.split(", ").all(|cue| !cue.trim().is_empty() && cue == cue.to_lowercase()), "{label}");
        }
        assert!(vocabulary.word(vocabulary.find("great").unwrap()).valence > 2.5);
        assert!(vocabulary.word(vocabulary.find("cant").unwrap()).negates);
    }

    #[test]
    fn every_label_but_neutral_has_cues() {
        let vocabulary = Vocabulary::bundled();
        for label in Label::ALL {
            let n = vocabulary
                .words
                .iter()
                .flat_map(|word| &word.cues)
                .filter(|cue| cue.labels.iter().any(|(of, _)| *of == label))
                .count();
            assert_eq!(n >= 15, label != Label::Neutral, "{}: {n}", label.name());
        }
    }
}
