//! All indexes of one context, kept in step and written to a snapshot together.

use crate::affect;
use crate::index::feelings::{Feeling, FeelingIndex, Line};
use crate::index::graph::{Edge, GraphIndex, Node};
use crate::index::lexical::LexicalIndex;
use crate::index::names::NameIndex;
use crate::index::phrases::PhraseIndex;
use crate::index::places::{PlaceIndex, Placed};
use crate::index::sections::SectionIndex;
use crate::index::timeline::{TimelineIndex, Times as IndexTimes};
use crate::index::vector::VectorIndex;
use crate::model::{Location, LocationSource, Micros, NodeKind, Validity};
use crate::store::{Fault, Ordinal, StoreError};
use crate::text;

use super::compare;
use super::compose::Entry;
use super::rows::Rows;
use super::source::{SourceLink, SourceNode, SourceTarget};

/// What one transaction changes in the indexes.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// Nodes that are new.
    pub nodes: Vec<SourceNode>,
    /// Rows that are new or changed.
    pub entries: Vec<Entry>,
    /// Rows that are gone.
    pub removed: Vec<Ordinal>,
}

/// A section of a snapshot cannot be read; the indexes have to be built anew.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("section '{section}' of the index snapshot is unusable: {detail}")]
pub struct DecodeError {
    /// The section.
    pub section: String,
    /// What is wrong.
    pub detail: String,
}

/// A node as the indexes keep it.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct NodeCard {
    pub(super) kind: NodeKind,
    pub(super) key: Box<str>,
    pub(super) name: Box<str>,
}

fn bad(error: &dyn core::fmt::Display) -> StoreError {
    StoreError::BadVector { reason: error.to_string() }
}

/// The edges that a row states, with its own scopes.
fn edges(entry: &Entry, scope: u32) -> Vec<Edge> {
    let edge = |link: &SourceLink| Edge {
        from: Node::Memory(entry.ordinal.0),
        to: match link.target {
            SourceTarget::Node(node) => Node::Entity(node),
            SourceTarget::Row(row) => Node::Memory(row.0),
        },
        kind: link.kind,
        weight: link.weight,
        scope,
        valid: link.valid,
    };
    entry.links.iter().map(edge).collect()
}

/// All indexes of one context.
pub struct Indexes {
    sequence: u64,
    pub(super) rows: Rows,
    pub(super) nodes: Vec<Option<NodeCard>>,
    /// Bytes of the nodes' names, counted as they come so that asking for the sum is cheap.
    node_text_bytes: usize,
    pub(super) lexical: LexicalIndex,
    pub(super) vectors: Option<VectorIndex>,
    pub(super) arcs: VectorIndex,
    pub(super) feelings: FeelingIndex,
    pub(super) timeline: TimelineIndex,
    pub(super) graph: GraphIndex,
    pub(super) names: NameIndex,
    pub(super) places: PlaceIndex,
    pub(super) phrases: PhraseIndex,
    pub(super) sections: SectionIndex,
}

/// A location as the index keeps it.
fn placed(location: &Location) -> Placed {
    Placed {
        geometry: location.geometry.clone(),
        radius_km: location.radius_km,
        confidence: location.confidence,
        inferred: location.source == LocationSource::Inferred,
    }
}

impl Default for Indexes {
    fn default() -> Self {
        Self::new()
    }
}

impl Indexes {
    /// The indexes of an empty context.
    pub fn new() -> Self {
        Self {
            sequence: 0,
            rows: Rows::default(),
            nodes: Vec::new(),
            node_text_bytes: 0,
            lexical: LexicalIndex::new(),
            vectors: None,
            arcs: VectorIndex::new(affect::ARC_DIMS),
            feelings: FeelingIndex::with_families(&affect::Label::families()),
            timeline: TimelineIndex::new(),
            graph: GraphIndex::new(),
            names: NameIndex::new(),
            places: PlaceIndex::new(),
            phrases: PhraseIndex::new(),
            sections: SectionIndex::new(),
        }
    }

    /// Names of the indexes, which are the names of the snapshot's sections.
    pub fn names() -> &'static [&'static str] {
        &[
            "rows", "nodes", "lexical", "vectors", "arcs", "feelings", "timeline", "graph", "names", "places",
            "phrases", "sections",
        ]
    }

    /// The change sequence up to which the indexes are in step with the records.
    pub fn sequence(&self) -> u64 {
        self.sequence
    }

    /// True when a row other than these holds that index term.
    pub fn knows(&self, term: &str, but: &std::collections::BTreeSet<Ordinal>) -> bool {
        self.lexical.holders(term, but.len() + 1).into_iter().any(|row| !but.contains(&Ordinal(row)))
    }

    /// Applies what one or more transactions changed.
    ///
    /// # Errors
    /// [`StoreError::BadVector`] when a vector does not fit; the store checks vectors before, so that this means damage.
    pub fn apply(&mut self, batch: Batch, sequence: u64) -> Result<(), StoreError> {
        for node in batch.nodes {
            self.add_node(node);
        }
        for ordinal in batch.removed {
            self.remove(ordinal)?;
        }
        for entry in batch.entries {
            self.upsert(&entry)?;
        }
        self.sequence = sequence;
        Ok(())
    }

    fn add_node(&mut self, node: SourceNode) {
        let idx = node.number as usize;
        if self.nodes.len() <= idx {
            self.nodes.resize(idx + 1, None);
        }
        if matches!(node.kind, NodeKind::Entity | NodeKind::Section) {
            self.names.insert(&node.key, node.number);
        }
        if node.kind == NodeKind::Keyphrase {
            let words = text::index_terms(&node.key, usize::MAX, 1.0);
            let words: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
            self.phrases.insert(node.number, &words);
        }
        self.node_text_bytes += node.key.len() + node.name.len();
        self.nodes[idx] = Some(NodeCard { kind: node.kind, key: node.key.into(), name: node.name.into() });
    }

    fn remove(&mut self, ordinal: Ordinal) -> Result<(), StoreError> {
        let number = ordinal.0;
        self.rows.remove(ordinal);
        self.lexical.remove(number);
        if let Some(vectors) = &mut self.vectors {
            vectors.remove(number);
        }
        self.arcs.remove(number);
        self.feelings.remove(number);
        self.timeline.remove(number);
        self.graph.remove(number);
        self.places.remove(number);
        let vectors = self.vectors.as_ref();
        let vector_of = |row: u32| vectors.and_then(|vectors| vectors.vector(row));
        self.sections.remove(number, &vector_of).map(drop).map_err(|error| bad(&error))
    }

    fn upsert(&mut self, entry: &Entry) -> Result<(), StoreError> {
        let number = entry.ordinal.0;
        self.rows.upsert(entry);
        let terms: Vec<(&str, f32)> = entry.terms.iter().map(|(term, weight)| (term.as_str(), *weight)).collect();
        self.lexical.upsert(number, &terms);
        match &entry.vector {
            Some(vector) => {
                let vectors = self.vectors.get_or_insert_with(|| VectorIndex::new(vector.len()));
                vectors.upsert(number, vector).map_err(|error| bad(&error))?;
            }
            None => {
                if let Some(vectors) = &mut self.vectors {
                    vectors.remove(number);
                }
            }
        }
        match entry.arc.as_deref().filter(|arc| arc.iter().any(|x| *x != 0.0)) {
            Some(arc) => self.arcs.upsert(number, arc).map_err(|error| bad(&error))?,
            None => {
                self.arcs.remove(number);
            }
        }
        let vectors = self.vectors.as_ref();
        let vector_of = |row: u32| vectors.and_then(|vectors| vectors.vector(row));
        let section = self.rows.section_key(entry.ordinal);
        self.sections.upsert(number, section, &vector_of).map_err(|error| bad(&error))?;
        self.upsert_feeling(entry);
        let scope = self.rows.scope_of(entry.ordinal);
        self.graph.upsert(number, &edges(entry, scope));
        if self.rows.quiet().contains(number) {
            // What stays in the background is no row that a channel may find by its time.
            self.timeline.remove(number);
            return Ok(());
        }
        let Validity { from, until } = entry.memory.valid;
        self.timeline.upsert(
            number,
            &IndexTimes {
                known_at: entry.times.known_at,
                event: entry.times.event,
                valid: (from.unwrap_or(Micros::MIN), until.unwrap_or(Micros::MAX)),
                stated: entry.times.stated.clone(),
            },
        );
        self.places.upsert(number, &entry.memory.locations.iter().map(placed).collect::<Vec<_>>());
        Ok(())
    }

    fn upsert_feeling(&mut self, entry: &Entry) {
        let strongest = entry.strongest.as_ref();
        if entry.affinities.is_empty() && strongest.is_none() && entry.lines.is_empty() {
            self.feelings.remove(entry.ordinal.0);
            return;
        }
        // What was read from the words is in the affinities already.
        let given = strongest.filter(|point| point.source != affect::Provenance::Lexical);
        let feeling = Feeling {
            affinities: &entry.affinities,
            label: given.and_then(|point| point.label).map(affect::Label::column),
            vad: strongest.map_or([0.0; 3], affect::Point::vad),
            intensity: strongest.map_or(0.0, |point| point.intensity),
            provenance: strongest.map_or(0, |point| point.source as u8),
        };
        self.feelings.upsert(entry.ordinal.0, &feeling);
        let lines: Vec<Line<'_>> =
            entry.lines.iter().map(|line| Line { voice: &line.speaker, affinities: &line.affinities }).collect();
        self.feelings.set_lines(entry.ordinal.0, &lines);
    }

    /// One named section for each index.
    ///
    /// # Errors
    /// [`StoreError::Io`] when a table cannot be written, which means that memory ran out.
    pub fn encode(&self) -> Result<Vec<(&'static str, Vec<u8>)>, StoreError> {
        let failed =
            |error: postcard::Error| StoreError::Io { what: "encoding indexes".to_owned(), reason: error.to_string() };
        let section = |write: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = Vec::new();
            write(&mut bytes);
            bytes
        };
        Ok(vec![
            ("rows", self.rows.encode().map_err(failed)?),
            ("nodes", postcard::to_stdvec(&self.nodes).map_err(failed)?),
            ("lexical", section(&|out| self.lexical.encode(out))),
            ("vectors", section(&|out| self.vectors.iter().for_each(|vectors| vectors.encode(out)))),
            ("arcs", section(&|out| self.arcs.encode(out))),
            ("feelings", self.feelings.encode()),
            ("timeline", self.timeline.encode()),
            ("graph", self.graph.encode()),
            ("names", self.names.encode()),
            ("places", self.places.encode()),
            ("phrases", self.phrases.encode().map_err(failed)?),
            ("sections", self.sections.encode().map_err(failed)?),
        ])
    }

    /// Reads what [`Indexes::encode`] wrote. The caller has compared checksums.
    ///
    /// # Errors
    /// [`DecodeError`] when a section is missing or unusable.
    pub fn decode(sections: &[(&str, &[u8])], sequence: u64) -> Result<Self, DecodeError> {
        fn fail(section: &str) -> impl Fn(&dyn core::fmt::Display) -> DecodeError + '_ {
            move |detail| DecodeError { section: section.to_owned(), detail: detail.to_string() }
        }
        let find = |name: &str| {
            let found = sections.iter().find(|(section, _)| *section == name).map(|(_, bytes)| *bytes);
            found.ok_or_else(|| fail(name)(&"it is missing"))
        };
        let vectors = match find("vectors")? {
            [] => None,
            bytes => Some(VectorIndex::decode(bytes).map_err(|error| fail("vectors")(&error))?),
        };
        let nodes: Vec<Option<NodeCard>> =
            postcard::from_bytes(find("nodes")?).map_err(|error| fail("nodes")(&error))?;
        Ok(Self {
            sequence,
            rows: Rows::decode(find("rows")?).map_err(|error| fail("rows")(&error))?,
            node_text_bytes: nodes.iter().flatten().map(|card| card.key.len() + card.name.len()).sum(),
            nodes,
            lexical: LexicalIndex::decode(find("lexical")?).map_err(|error| fail("lexical")(&error))?,
            vectors,
            arcs: VectorIndex::decode(find("arcs")?).map_err(|error| fail("arcs")(&error))?,
            feelings: FeelingIndex::decode(find("feelings")?).map_err(|error| fail("feelings")(&error))?,
            timeline: TimelineIndex::decode(find("timeline")?).map_err(|error| fail("timeline")(&error))?,
            graph: GraphIndex::decode(find("graph")?).map_err(|error| fail("graph")(&error))?,
            names: NameIndex::decode(find("names")?).map_err(|error| fail("names")(&error))?,
            places: PlaceIndex::decode(find("places")?).map_err(|error| fail("places")(&error))?,
            phrases: PhraseIndex::decode(find("phrases")?).map_err(|error| fail("phrases")(&error))?,
            sections: SectionIndex::decode(find("sections")?).map_err(|error| fail("sections")(&error))?,
        })
    }

    /// Bytes held in memory, by the indexes' own count.
    pub fn memory_bytes(&self) -> usize {
        self.memory_by_name().iter().map(|(_, bytes)| bytes).sum()
    }

    /// Bytes held in memory by each index, in the order of [`Indexes::names`].
    pub fn memory_by_name(&self) -> Vec<(&'static str, usize)> {
        vec![
            ("rows", self.rows.memory_bytes()),
            ("nodes", self.nodes.capacity() * core::mem::size_of::<Option<NodeCard>>() + self.node_text_bytes),
            ("lexical", self.lexical.memory_bytes()),
            ("vectors", self.vectors.as_ref().map_or(0, VectorIndex::memory_bytes)),
            ("arcs", self.arcs.memory_bytes()),
            ("feelings", self.feelings.memory_bytes()),
            ("timeline", self.timeline.memory_bytes()),
            ("graph", self.graph.memory_bytes()),
            ("names", self.names.memory_bytes()),
            ("places", self.places.memory_bytes()),
            ("phrases", self.phrases.memory_bytes()),
            ("sections", self.sections.memory_bytes()),
        ]
    }

    /// What differs from indexes that were built anew from the records: at most one fault for each index.
    pub fn compare(&self, rebuilt: &Self) -> Vec<Fault> {
        compare::compare(self, rebuilt)
    }
}
