//! The steps of one write.

use super::episode::Episodes;
use super::facts::FactItem;
use super::identity::Identity;
use super::item::{Infer, Learned, RememberError, RememberItem, Remembered, check};
use crate::affect::{self, Lexicon, Prototypes};
use crate::limits;
use crate::model::{
    Category, EdgeKind, EntityId, EpisodeId, Grain, Interval, Kind, Link, Location, LocationSource, Memory, MemoryId,
    Micros, NodeKind, NodeName, Origin, Role, Scope, ScopeSets, Session, Source, Span, Target,
};
use crate::ports::{Clock, Embedder, Extraction, Extractor};
use crate::recall::Degraded;
use crate::store::{Asserted, Assertion, Change, ContextStore, Feeling, LineFeeling, MemoryRecord, StoreError};
use crate::{space, text, when};

/// Weight of the edge from a turn to its speaker: said by, not about.
const SPEAKER_WEIGHT: f32 = 0.5;

/// Bytes of a token where no model counts. English word pieces average four to five.
const BYTES_PER_TOKEN: usize = 4;

/// Everything that a write works with.
pub(crate) struct Pipeline<'a> {
    pub(crate) store: &'a dyn ContextStore,
    pub(crate) embedder: Option<&'a dyn Embedder>,
    pub(crate) extractor: &'a dyn Extractor,
    pub(crate) prototypes: Option<&'a Prototypes>,
    /// The context takes feelings.
    pub(crate) feels: bool,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) identity: &'a Identity,
    /// Everything is done but for the writing, which is taken back.
    pub(crate) preview: bool,
}

/// One item on its way: the memory, then the parts beyond its first passage.
pub(super) struct Draft {
    pub(super) rows: Vec<Memory>,
    /// What the embedder reads of each row.
    embedded: Vec<String>,
    pub(super) vectors: Vec<Option<Vec<f32>>>,
    pub(super) extraction: Extraction,
    /// What is read out of it becomes assertions.
    pub(super) assertions: Vec<Assertion>,
    pub(super) infer: Infer,
    /// Facts that came with it.
    pub(super) facts: Vec<FactItem>,
    pub(super) zone: Option<String>,
    emotions: Vec<affect::Point>,
    /// Edges beside those that the text itself gives rise to.
    pub(super) ties: Vec<Link>,
    /// The lines of a transcript by speaker, with their vectors.
    lines: Vec<SpokenLine>,
    pub(super) degraded: Vec<Degraded>,
}

impl Pipeline<'_> {
    /// Remembers items in order. Items that are wrong are refused one by one; the others are written together.
    pub(crate) fn run(&self, items: Vec<RememberItem>) -> Vec<Result<Remembered, RememberError>> {
        let mut episodes = Episodes::default();
        let mut drafts: Vec<Result<Draft, RememberError>> =
            items.into_iter().map(|item| self.draft(item, &mut episodes)).collect();
        let mut good: Vec<&mut Draft> = drafts.iter_mut().filter_map(|draft| draft.as_mut().ok()).collect();
        self.embed(&mut good);
        self.embed_lines(&mut good);
        self.extract(&mut good);
        self.assert(&mut good);
        let together: Vec<&Draft> = drafts.iter().filter_map(|draft| draft.as_ref().ok()).collect();
        let closed = episodes.finish();
        match self.commit(&together, &closed) {
            Ok(mut written) => {
                drafts.into_iter().map(|draft| draft.map(|draft| remembered(&draft, written.remove(0)))).collect()
            }
            // One of several was refused by the store: write them one by one, so that only that one is lost.
            Err(_) if together.len() > 1 => drafts
                .into_iter()
                .map(|draft| {
                    let draft = draft?;
                    let mut written = self.commit(&[&draft], &closed)?;
                    Ok(remembered(&draft, written.remove(0)))
                })
                .collect(),
            Err(error) => drafts.into_iter().map(|draft| draft.and(Err(error.clone().into()))).collect(),
        }
    }

    pub(super) fn draft(&self, item: RememberItem, episodes: &mut Episodes) -> Result<Draft, RememberError> {
        let zone = check(&item)?;
        let item = self.without_recalled(item)?;
        let mut head = self.head(&item, &zone, self.clock.now());
        if let Some(session) = head.session.clone().filter(|_| head.kind == Kind::Turn) {
            head.episode = Some(episodes.place(self.store, self.identity, &head, &session)?);
        }
        Ok(self.drafted(head, item))
    }

    /// A memory with its parts, before anything is read in it.
    pub(super) fn drafted(&self, head: Memory, item: RememberItem) -> Draft {
        let lines = if self.feels { spoken_lines(&head) } else { Vec::new() };
        let (mut rows, mut embedded) = (Vec::new(), Vec::new());
        for (idx, span) in self.passages(&head).into_iter().enumerate() {
            let slice = &head.text[span.start as usize..span.end as usize];
            let part = Memory { text: slice.to_owned(), ..head.clone() };
            embedded.push(part.embedded_text());
            if idx == 0 {
                rows.push(head.clone());
                continue;
            }
            let source = Source { span: Some(span), derived_from: vec![head.id], ..head.source.clone() };
            let locations = head.locations.iter().filter_map(|location| location_in(location, span)).collect();
            rows.push(Memory {
                id: MemoryId(self.identity.next()),
                kind: Kind::Passage,
                seq: None,
                part_of: Some(head.id),
                simhash: text::simhash(&part.text),
                stated: when::stated(&part.text, None).into_iter().take(limits::STATED_MAX).collect(),
                locations,
                source,
                ..part
            });
        }
        let mut vectors = vec![None; rows.len()];
        vectors[0] = item.vector;
        Draft {
            rows,
            embedded,
            vectors,
            extraction: Extraction::default(),
            assertions: Vec::new(),
            infer: item.infer,
            facts: item.facts,
            zone: item.zone,
            emotions: given(item.emotions, item.signals),
            ties: Vec::new(),
            lines,
            degraded: Vec::new(),
        }
    }

    /// The memory itself, before episode, vector and names.
    pub(super) fn head(&self, item: &RememberItem, zone: &jiff::tz::TimeZone, now: Micros) -> Memory {
        let kind = item.kind_or_default();
        let known_at = item.known_at.unwrap_or(now);
        let reference =
            when::Reference { now: known_at, zone, week_starts_on_sunday: false, direction: when::Direction::Past };
        // A document's relative words have no known moment to count from; a turn's count from when it was said.
        let said = (kind == Kind::Turn).then_some(&reference);
        let told = said.and_then(|said| when::event_of(&item.text, said));
        let at_once = Interval::new(known_at, known_at, Grain::Second);
        let category = item.category.unwrap_or_else(|| category(item, kind));
        Memory {
            id: MemoryId(self.identity.next()),
            kind,
            lang: text::language(&item.text).map(str::to_owned),
            title: item.title.clone(),
            scopes: item.scopes.clone().unwrap_or_else(|| ScopeSets::single(Scope::root())),
            labels: item.labels.clone(),
            session: item.session.clone(),
            seq: item.seq,
            role: item.role,
            speaker: item.speaker.clone(),
            document: item.document.clone(),
            section: item.section.clone(),
            part_of: None,
            episode: None,
            known_at,
            recorded_at: now,
            event: item.event.or(told).unwrap_or(at_once),
            valid: item.valid,
            locations: locations(item),
            stated: when::stated(&item.text, said).into_iter().take(limits::STATED_MAX).collect(),
            category,
            importance: item.importance.unwrap_or(0.5),
            stability_days: stability_days(kind, category),
            trust: 1.0,
            confidence: 1.0,
            source: Source {
                reference: item.reference.clone(),
                principal: item.principal.clone(),
                ..Source::of(if kind == Kind::Turn { Origin::Conversation } else { Origin::Document })
            },
            supersedes: None,
            superseded_by: None,
            forgotten_at: None,
            simhash: text::simhash(&item.text),
            duplicate_of: None,
            knowledge: None,
            repeats: 0,
            text: item.text.clone(),
        }
    }

    /// Passages that the embedder reads whole; one when the text is short enough.
    fn passages(&self, head: &Memory) -> Vec<Span> {
        let whole = Span { start: 0, end: head.text.len() as u32 };
        // A document's card is not embedded.
        if self.embedder.is_none() || head.kind == Kind::Document {
            return vec![whole];
        }
        let budget = self.budget(&head.front(), limits::PASSAGE_TOKENS_MAX);
        let spans = text::split(&head.text, &|part| self.tokens(part), budget);
        if spans.len() < 2 { vec![whole] } else { spans }
    }

    /// Tokens of a passage that has that text in front of it: at most `most`, and not more than the embedder reads.
    pub(super) fn budget(&self, front: &str, most: usize) -> usize {
        let Some(embedder) = self.embedder else { return most };
        let taken = if front.is_empty() { 2 } else { embedder.count_tokens(front) + 3 };
        embedder.max_tokens().min(limits::PASSAGE_TOKENS_MAX).saturating_sub(taken).max(32).min(most)
    }

    /// Tokens of a text; a guess where there is no embedder.
    pub(super) fn tokens(&self, text: &str) -> usize {
        self.embedder.map_or(text.len().div_ceil(BYTES_PER_TOKEN), |embedder| embedder.count_tokens(text))
    }

    pub(super) fn embed(&self, drafts: &mut [&mut Draft]) {
        let Some(embedder) = self.embedder else { return };
        let missing: Vec<(usize, usize)> = drafts
            .iter()
            .enumerate()
            .flat_map(|(draft, content)| (0..content.rows.len()).map(move |row| (draft, row)))
            .filter(|(draft, row)| drafts[*draft].vectors[*row].is_none())
            .collect();
        let texts: Vec<&str> = missing.iter().map(|(draft, row)| drafts[*draft].embedded[*row].as_str()).collect();
        if texts.is_empty() {
            return;
        }
        match embedder.embed(&texts) {
            Ok(vectors) => {
                for ((draft, row), vector) in missing.into_iter().zip(vectors) {
                    drafts[draft].vectors[row] = Some(vector);
                }
            }
            Err(error) => {
                for draft in drafts {
                    draft.degraded.push(Degraded { name: "embedder".to_owned(), reason: error.to_string() });
                }
            }
        }
    }

    fn commit(&self, drafts: &[&Draft], episodes: &[crate::model::Episode]) -> Result<Vec<Kept>, StoreError> {
        if drafts.is_empty() {
            return Ok(Vec::new());
        }
        let mut change = Change { model: self.embedder.map(|embedder| embedder.model().clone()), ..Change::default() };
        change.preview = self.preview;
        let used: std::collections::BTreeSet<EpisodeId> =
            drafts.iter().filter_map(|draft| draft.rows[0].episode).collect();
        change.episodes = episodes.iter().filter(|episode| used.contains(&episode.id)).cloned().collect();
        for draft in drafts {
            self.add(draft, &mut change);
        }
        let committed = self.store.commit(change)?;
        let (mut written, mut asserted) = (committed.memories.into_iter(), committed.asserted.into_iter());
        let kept = |draft: &&Draft| Kept {
            written: written.by_ref().take(draft.rows.len()).collect(),
            asserted: asserted.by_ref().take(draft.assertions.len()).collect(),
        };
        Ok(drafts.iter().map(kept).collect())
    }

    pub(super) fn add(&self, draft: &Draft, change: &mut Change) {
        let head = &draft.rows[0];
        if let Some(id) = &head.session
            && !change.sessions.iter().any(|session| session.id == *id)
        {
            change.sessions.push(Session {
                id: id.clone(),
                scopes: head.scopes.clone(),
                metadata: crate::model::Labels::new(),
                opened_at: head.known_at,
                closed_at: None,
            });
        }
        for (idx, memory) in draft.rows.iter().enumerate() {
            let vector = draft.vectors[idx].clone();
            let own = (idx == 0).then_some(draft);
            let feeling = if self.feels { self.feeling(memory, vector.as_deref(), own) } else { Feeling::default() };
            let links = if idx == 0 { self.links(draft) } else { Vec::new() };
            change.memories.push(MemoryRecord { memory: memory.clone(), vector, feeling, links });
        }
        change.assertions.extend(draft.assertions.iter().cloned());
    }

    /// `whole`: the draft that the memory heads; `None` for later parts.
    fn feeling(&self, memory: &Memory, vector: Option<&[f32]>, whole: Option<&Draft>) -> Feeling {
        let (affinities, point) = self.affinities(memory.spoken(), vector);
        let given = whole.map_or(&[][..], |draft| &draft.emotions);
        // The caller's word replaces what the text seems to say; what happened stands beside it.
        let is_stated = given.iter().any(|point| point.source == affect::Provenance::Stated);
        let read = point.filter(|_| !is_stated);
        let points: Vec<affect::Point> = read.into_iter().chain(given.iter().cloned()).collect();
        let line = |line: &SpokenLine| LineFeeling {
            speaker: line.speaker.clone(),
            affinities: self.affinities(&line.said, line.vector.as_deref()).0,
        };
        let lines = whole.map(|draft| draft.lines.iter().map(line).collect()).unwrap_or_default();
        Feeling { affinities, lines, ..Feeling::of_points(points) }
    }

    /// How near a text is to each feeling, and the point its words make.
    fn affinities(&self, text: &str, vector: Option<&[f32]>) -> (Vec<f32>, Option<affect::Point>) {
        let reading = Lexicon::bundled().read(text);
        let cosines = match (self.prototypes, vector) {
            (Some(prototypes), Some(vector)) => prototypes.affinities(vector),
            _ => [0.0; affect::LABELS],
        };
        (affect::combine(&cosines, &reading).to_vec(), reading.point)
    }

    /// The vectors of transcript lines, which serve their feelings alone and are not kept. A failure leaves their words.
    pub(super) fn embed_lines(&self, drafts: &mut [&mut Draft]) {
        let Some(embedder) = self.embedder else { return };
        for draft in drafts.iter_mut().filter(|draft| !draft.lines.is_empty()) {
            let texts: Vec<&str> = draft.lines.iter().map(|line| line.embedded.as_str()).collect();
            match embedder.embed(&texts) {
                Ok(vectors) => {
                    for (line, vector) in draft.lines.iter_mut().zip(vectors) {
                        line.vector = Some(vector);
                    }
                }
                Err(error) => {
                    draft.degraded.push(Degraded { name: "embedder".to_owned(), reason: error.to_string() });
                }
            }
        }
    }

    /// Edges to what the memory names, to its page, its key phrases and its episode.
    fn links(&self, draft: &Draft) -> Vec<Link> {
        let head = &draft.rows[0];
        let mut links: Vec<Link> = Vec::new();
        let mut to = |node: NodeKind, key: String, name: &str, kind: EdgeKind, weight: f32| {
            let is_new = !key.is_empty()
                && !links
                    .iter()
                    .any(|link| matches!(&link.target, Target::Node(known) if known.kind == node && known.key == key));
            if is_new {
                let id = EntityId(self.identity.next());
                let target = Target::Node(NodeName { kind: node, key, name: name.to_owned(), id });
                links.push(Link { target, kind, weight: weight.clamp(0.01, 1.0), valid: None });
            }
        };
        for mention in &draft.extraction.mentions {
            to(NodeKind::Entity, text::name_key(&mention.name), &mention.name, EdgeKind::Mentions, mention.confidence);
        }
        if let Some(speaker) = &head.speaker {
            to(NodeKind::Entity, text::name_key(speaker), speaker, EdgeKind::Mentions, SPEAKER_WEIGHT);
        }
        if let Some(title) = &head.title {
            to(NodeKind::Section, text::name_key(title), title, EdgeKind::InSection, 1.0);
        }
        // Key phrases tie passages together; a turn is too short to have any worth keeping.
        if head.kind != Kind::Turn {
            for (phrase, score) in &draft.extraction.keyphrases {
                to(NodeKind::Keyphrase, text::name_key(phrase), phrase, EdgeKind::HasKeyphrase, *score);
            }
        }
        if let Some(episode) = head.episode {
            to(NodeKind::Episode, episode.to_string(), "", EdgeKind::InEpisode, 1.0);
        }
        links.extend(draft.ties.iter().cloned());
        links
    }
}

/// What a memory is to the person, where the caller does not say. What an agent says is nobody's standing wish.
fn category(item: &RememberItem, kind: Kind) -> Category {
    if kind != Kind::Turn {
        return Category::Knowledge;
    }
    let is_persons = matches!(item.role, None | Some(Role::User));
    match text::wish(&item.text).filter(|_| is_persons) {
        Some(text::Wish::Instruction) => Category::Instruction,
        Some(text::Wish::Preference) => Category::Identity,
        None => Category::Episodic,
    }
}

/// Where an item belongs: as the caller says, else the places that its text tells of.
fn locations(item: &RememberItem) -> Vec<Location> {
    if let Some(geometry) = &item.location {
        return vec![Location::stated(geometry.clone())];
    }
    let speaker = item.speaker.as_deref().map(text::name_key).unwrap_or_default();
    space::told_places(&item.text, &|word| speaker.split(' ').any(|own| own == word))
}

/// A location as it holds for a part of the text: what the caller gave holds for all of it, a name where it stands.
fn location_in(location: &Location, part: Span) -> Option<Location> {
    let span = match (location.source, location.span) {
        (LocationSource::Inferred, Some(own)) if own.start < part.start || own.end > part.end => return None,
        (_, span) => span.map(|own| Span { start: own.start - part.start, end: own.end - part.start }),
    };
    Some(Location { span, ..location.clone() })
}

/// One line of a transcript on its way.
struct SpokenLine {
    /// Normal form of who speaks.
    speaker: String,
    said: String,
    /// What the embedder reads: the line with its speaker, as a turn is embedded.
    embedded: String,
    vector: Option<Vec<f32>>,
}

/// The lines of a memory that is a transcript. A turn is one person's, even where it quotes others.
fn spoken_lines(head: &Memory) -> Vec<SpokenLine> {
    if head.kind == Kind::Turn && head.speaker.is_some() {
        return Vec::new();
    }
    let line = |line: &affect::TranscriptLine| {
        let (speaker, said) = (affect::slice(&head.text, line.speaker), affect::slice(&head.text, line.said));
        SpokenLine {
            speaker: text::name_key(speaker),
            said: said.to_owned(),
            embedded: format!("{speaker}: {said}"),
            vector: None,
        }
    };
    affect::transcript(&head.text).iter().map(line).filter(|line| !line.speaker.is_empty()).collect()
}

/// The feelings the caller states, and those that follow from what happened.
fn given(mut stated: Vec<affect::Point>, signals: Option<affect::Signals>) -> Vec<affect::Point> {
    stated.extend(signals.iter().flat_map(affect::behavioural));
    stated
}

fn stability_days(kind: Kind, category: Category) -> f32 {
    match (category, kind) {
        (Category::Identity | Category::Instruction, _) => limits::STABILITY_PINNED_DAYS,
        (Category::Knowledge, Kind::Fact | Kind::Entity) => limits::STABILITY_FACT_DAYS,
        (_, Kind::Turn) => limits::STABILITY_TURN_DAYS,
        _ => limits::STABILITY_EVENT_DAYS,
    }
}

/// What the store says of one draft.
pub(super) struct Kept {
    pub(super) written: Vec<crate::store::Written>,
    pub(super) asserted: Vec<Asserted>,
}

pub(super) fn remembered(draft: &Draft, kept: Kept) -> Remembered {
    let head = &draft.rows[0];
    let Kept { written, asserted } = kept;
    let learned = |(assertion, asserted): (&Assertion, Asserted)| Learned {
        claim: assertion.claim.clone(),
        text: assertion.memory.text.clone(),
        asserted,
    };
    Remembered {
        id: head.id,
        kind: head.kind,
        seq: written.first().and_then(|written| written.seq),
        event: head.event,
        episode: head.episode,
        parts: written.iter().skip(1).map(|part| part.id).collect(),
        locations: head.locations.clone(),
        learned: draft.assertions.iter().zip(asserted).map(learned).collect(),
        names: draft.extraction.mentions.iter().map(|mention| mention.name.clone()).collect(),
        degraded: draft.degraded.clone(),
    }
}
