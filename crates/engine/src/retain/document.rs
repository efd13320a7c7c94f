//! Writing a document: cut into passages inside its sections, linked, versioned, in one transaction.
//!
//! Owns what becomes of an extracted text. Must not know: formats, files, jobs.

use parking_lot::Mutex;

use super::address;
use super::item::{RememberError, RememberItem};
use super::passages::{self, Passage};
use super::pipeline::{Draft, Pipeline};
use crate::limits;
use crate::model::{
    EdgeKind, EntityId, Kind, Labels, Link, MemoryId, Micros, NodeKind, NodeName, Scope, ScopeSets, Target,
};
use crate::ports::{Anchor, AnchorKind, BlockKind, Extracted};
use crate::recall::Degraded;
use crate::store::{
    Change, ContentHash, DocumentCard, DocumentFound, DocumentKey, DocumentRecord, Feeling, MemoryRecord, StoreError,
};
use crate::text;

/// Sentences of a document's short form. Chosen.
const SUMMARY_SENTENCES: usize = 3;

/// A document to remember, read already.
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentItem {
    /// The path under which its versions follow each other and other documents link to it, relative to the collection it
    /// comes from.
    pub name: String,
    /// What was read of it.
    pub extracted: Extracted,
    /// The hash of the bytes it was read from.
    pub hash: ContentHash,
    /// How many bytes these were.
    pub size_bytes: u64,
    /// What they were read as, for example `text/markdown`.
    pub media_type: String,
    /// Its title, when it is not to be the one it gives itself, or else its file name.
    pub title: Option<String>,
    /// When it was learnt; the clock's time when absent.
    pub known_at: Option<Micros>,
    /// Who may see it; the root scope when absent.
    pub scopes: Option<ScopeSets>,
    /// Labels of the document and of each passage.
    pub labels: Labels,
    /// Who wrote it.
    pub principal: Option<String>,
}

impl DocumentItem {
    /// A document about which nothing more is known.
    pub fn new(
        name: impl Into<String>,
        media_type: impl Into<String>,
        hash: ContentHash,
        extracted: Extracted,
    ) -> Self {
        Self {
            name: name.into(),
            size_bytes: extracted.text.len() as u64,
            extracted,
            hash,
            media_type: media_type.into(),
            title: None,
            known_at: None,
            scopes: None,
            labels: Labels::new(),
            principal: None,
        }
    }
}

/// What became of a document.
#[derive(Clone, Debug, PartialEq)]
pub struct Ingested {
    /// The id of the memory that stands for it.
    pub id: MemoryId,
    /// Its content was known already; nothing was written.
    pub deduplicated: bool,
    /// 1 for the first of its name, and one more for each that replaced it.
    pub version: u32,
    /// How many passages it has.
    pub passages: usize,
    /// The version that it replaced, which left current reads.
    pub superseded: Option<MemoryId>,
    /// What is missing because a model failed; empty when all is well.
    pub degraded: Vec<Degraded>,
}

/// What is there already.
enum Known {
    /// The content, under this name or, with versions of the name that it now replaces, under another.
    Same(DocumentCard, Vec<MemoryId>),
    /// Older versions of the name, perhaps none.
    Older(Vec<DocumentCard>),
}

fn invalid(field: &'static str, reason: impl Into<String>) -> RememberError {
    RememberError::Invalid { field, reason: reason.into() }
}

/// Checks what a reader handed over: nothing later relies on the reader.
fn check(extracted: &Extracted) -> Result<(), RememberError> {
    let text = &extracted.text;
    if text.trim().is_empty() || extracted.blocks.is_empty() {
        return Err(invalid("text", "the document has no text"));
    }
    if text.len() > limits::DOCUMENT_LEN_MAX {
        return Err(invalid("text", format!("at most {} bytes are allowed", limits::DOCUMENT_LEN_MAX)));
    }
    let mut from = 0;
    for block in &extracted.blocks {
        let slice = text.get(block.span.start as usize..block.span.end as usize);
        if block.span.start < from || slice.is_none_or(str::is_empty) {
            return Err(invalid("blocks", "they overlap, are empty, or lie outside the text"));
        }
        from = block.span.end;
    }
    let outside = |anchor: &Anchor| text.get(anchor.span.start as usize..anchor.span.end as usize).is_none();
    if extracted.links.iter().any(outside) {
        return Err(invalid("links", "they lie outside the text"));
    }
    Ok(())
}

impl Pipeline<'_> {
    /// Remembers one document. `turn` lets one document of an engine be compared and written at a time.
    pub(crate) fn ingest(&self, item: DocumentItem, turn: &Mutex<()>) -> Result<Ingested, RememberError> {
        let name = address::name(&item.name)
            .ok_or_else(|| invalid("name", "it has to be a path inside the collection, without control characters"))?;
        check(&item.extracted)?;
        let scopes = item.scopes.clone().unwrap_or_else(|| ScopeSets::single(Scope::root()));
        // Asked before the work and again before the write: another may have come first meanwhile.
        if let Known::Same(card, older) = self.known(&name, &item.hash, &scopes)? {
            let _turn = turn.lock();
            return self.same(card, older);
        }
        let (document, passages) = self.documented(&item, &name, scopes.clone())?;
        let mut passages = passages;
        let mut drafts: Vec<&mut Draft> = passages.iter_mut().collect();
        self.embed(&mut drafts);
        self.extract(&mut drafts);
        self.assert(&mut drafts);
        let _turn = turn.lock();
        let older = match self.known(&name, &item.hash, &scopes)? {
            Known::Same(card, older) => return self.same(card, older),
            Known::Older(older) => older,
        };
        let id = document.memory.id;
        let version = older.iter().map(|card| card.version).max().unwrap_or(0).saturating_add(1);
        let mut change = Change { model: self.embedder.map(|embedder| embedder.model().clone()), ..Change::default() };
        change.memories.push(document);
        for draft in &passages {
            self.add(draft, &mut change);
        }
        let card = DocumentCard {
            id,
            name,
            hash: item.hash,
            version,
            media_type: item.media_type,
            size_bytes: item.size_bytes,
            passages: change.memories.len() as u32 - 1,
        };
        change.documents.push(DocumentRecord { card, text: item.extracted.text });
        change.superseded = older.iter().map(|card| (card.id, id)).collect();
        self.store.commit(change)?;
        let mut degraded: Vec<Degraded> = Vec::new();
        for one in passages.iter().flat_map(|draft| &draft.degraded) {
            if !degraded.contains(one) {
                degraded.push(one.clone());
            }
        }
        let superseded = older.last().map(|card| card.id);
        Ok(Ingested { id, deduplicated: false, version, passages: passages.len(), superseded, degraded })
    }

    /// What the store holds of that name or content for the same readers.
    fn known(&self, name: &str, hash: &ContentHash, scopes: &ScopeSets) -> Result<Known, StoreError> {
        let own = |found: Vec<DocumentFound>| {
            found.into_iter().filter(|found| found.scopes == *scopes).map(|found| found.card).collect::<Vec<_>>()
        };
        let named = own(self.store.documents(&DocumentKey::Name(name))?);
        if let Some(card) = named.iter().find(|card| card.hash == *hash) {
            return Ok(Known::Same(card.clone(), Vec::new()));
        }
        Ok(match own(self.store.documents(&DocumentKey::Hash(hash))?).into_iter().next() {
            Some(card) => Known::Same(card, named.iter().map(|card| card.id).collect()),
            None => Known::Older(named),
        })
    }

    /// The content is known; versions of the name that said something else leave current reads.
    fn same(&self, card: DocumentCard, older: Vec<MemoryId>) -> Result<Ingested, RememberError> {
        let superseded = older.last().copied();
        if !older.is_empty() {
            let superseded = older.into_iter().map(|older| (older, card.id)).collect();
            self.store.commit(Change { superseded, ..Change::default() })?;
        }
        Ok(Ingested {
            id: card.id,
            deduplicated: true,
            version: card.version,
            passages: card.passages as usize,
            superseded,
            degraded: Vec::new(),
        })
    }

    /// The memory of the document, and a draft for each passage.
    fn documented(
        &self,
        item: &DocumentItem,
        name: &str,
        scopes: ScopeSets,
    ) -> Result<(MemoryRecord, Vec<Draft>), RememberError> {
        let extracted = &item.extracted;
        let stem = name.rsplit('/').next().unwrap_or(name);
        let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
        let given = [item.title.as_deref(), extracted.title.as_deref()].into_iter().flatten().map(passages::heading);
        let title = given.into_iter().find(|title| !title.is_empty()).unwrap_or_else(|| passages::heading(stem));
        let title = Some(title).filter(|title| !title.is_empty());
        let base = RememberItem {
            title: title.clone(),
            known_at: item.known_at,
            scopes: Some(scopes),
            labels: item.labels.clone(),
            reference: Some(name.to_owned()),
            principal: item.principal.clone(),
            ..RememberItem::default()
        };
        let mut episodes = super::episode::Episodes::default();
        let card = RememberItem { kind: Some(Kind::Document), text: summary(extracted), ..base.clone() };
        let mut memory = self.draft(card, &mut episodes)?.rows.swap_remove(0);
        let id = memory.id.to_string();
        memory.document = Some(id.clone());
        let cut = passages::cut(
            extracted,
            title.as_deref(),
            &|front| self.budget(front, limits::DOCUMENT_PASSAGE_TOKENS),
            &|text| self.tokens(text),
        );
        let drafts = cut.into_iter().map(|passage| {
            let own = RememberItem {
                kind: Some(Kind::Passage),
                text: extracted.text[passage.span.start as usize..passage.span.end as usize].to_owned(),
                document: Some(id.clone()),
                section: passage.section.clone(),
                ..base.clone()
            };
            let mut draft = self.draft(own, &mut episodes)?;
            for row in &mut draft.rows {
                // A part's span counts from its whole; both are told as places in the document.
                let inside = row.source.span.map_or(0, |span| span.start);
                let start = passage.span.start + inside;
                row.source.span = Some(crate::model::Span { start, end: start + row.text.len() as u32 });
            }
            draft.ties = self.ties(&extracted.links, name, &passage);
            Ok(draft)
        });
        let drafts = drafts.collect::<Result<Vec<Draft>, RememberError>>()?;
        Ok((MemoryRecord { memory, vector: None, feeling: Feeling::default(), links: Vec::new() }, drafts))
    }

    /// Edges from a passage to its own document and to what its links name.
    fn ties(&self, anchors: &[Anchor], name: &str, passage: &Passage) -> Vec<Link> {
        let mut ties: Vec<Link> = Vec::new();
        let mut to = |kind: NodeKind, key: String, name: String, edge: EdgeKind| {
            let known =
                |link: &Link| matches!(&link.target, Target::Node(node) if node.kind == kind && node.key == key);
            if !key.is_empty() && ties.len() <= limits::PASSAGE_LINKS_MAX && !ties.iter().any(known) {
                let id = EntityId(self.identity.next());
                let target = Target::Node(NodeName { kind, key, name, id });
                ties.push(Link { target, kind: edge, weight: 1.0, valid: None });
            }
        };
        to(NodeKind::Document, name.to_owned(), name.to_owned(), EdgeKind::InDocument);
        let first = anchors.partition_point(|anchor| anchor.span.start < passage.span.start);
        for anchor in anchors[first..].iter().take_while(|anchor| anchor.span.start < passage.span.end) {
            match anchor.kind {
                AnchorKind::Path => {
                    if let Some(target) = address::target(name, &anchor.target) {
                        to(NodeKind::Document, target.clone(), target, EdgeKind::LinksTo);
                    }
                }
                AnchorKind::Title => {
                    let title = passages::heading(address::title(&anchor.target));
                    to(NodeKind::Section, text::name_key(&title), title, EdgeKind::LinksTo);
                }
            }
        }
        ties
    }
}

/// A short form of a document: of its paragraphs, or of everything when it has none.
fn summary(extracted: &Extracted) -> String {
    let slice = |span: crate::model::Span| &extracted.text[span.start as usize..span.end as usize];
    let of = |wanted: &dyn Fn(BlockKind) -> bool| {
        extracted.blocks.iter().filter(|block| wanted(block.kind)).map(|block| slice(block.span)).collect::<Vec<_>>()
    };
    let mut paragraphs = of(&|kind| kind == BlockKind::Paragraph);
    if paragraphs.is_empty() {
        paragraphs = of(&|_| true);
    }
    text::summary(&paragraphs, SUMMARY_SENTENCES)
}
