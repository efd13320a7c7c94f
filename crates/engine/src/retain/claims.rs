//! From what an extractor read to assertions: which claims are kept, and what the memories say that they become.
//!
//! Must not know: how claims are read or reconciled.

use super::pipeline::{Draft, Pipeline};
use crate::limits;
use crate::model::{
    Category, Claim, EdgeKind, EntityId, Kind, Link, Memory, MemoryId, NodeKind, NodeName, Party, Said, Source, Span,
    Stance, Target,
};
use crate::reconcile::Authority;
use crate::store::Assertion;
use crate::text;

/// How the person of a conversation is called where nobody has a name.
const NAMELESS: &str = "The user";
/// Confidence left to what somebody was told by somebody else. Chosen.
const TOLD_SHARE: f32 = 0.8;

impl Pipeline<'_> {
    /// The assertions of a draft, in order of their claims. `None` for a claim that is no knowledge: what was read, imagined,
    /// or said by an agent.
    pub(super) fn assertions(&self, draft: &Draft) -> Vec<Assertion> {
        let head = &draft.rows[0];
        let kept = draft.extraction.claims.iter().filter(|claim| is_kept(head, claim)).take(limits::CLAIMS_MAX);
        kept.map(|claim| self.assertion(head, claim)).collect()
    }

    pub(super) fn assertion(&self, head: &Memory, claim: &Claim) -> Assertion {
        let authority = Authority::of(head.source.origin);
        let told = if claim.stance == Stance::Told { TOLD_SHARE } else { 1.0 };
        let speaker = head.speaker.clone();
        let name = speaker.as_deref().unwrap_or(NAMELESS);
        let (kind, text) = rendered(head, claim, name);
        let event = match &claim.said {
            Said::Action { at: Some(at), .. } => *at,
            _ => head.event,
        };
        let source =
            Source { span: Some(in_whole(head, claim.span)), derived_from: vec![head.id], ..head.source.clone() };
        let memory = Memory {
            id: MemoryId(self.identity.next()),
            kind,
            simhash: text::simhash(&text),
            text,
            title: None,
            seq: None,
            document: None,
            section: None,
            // What somebody did is told in their own words.
            speaker: (kind == Kind::Action).then(|| speaker.clone()).flatten(),
            part_of: None,
            episode: None,
            event,
            valid: claim.valid,
            stated: Vec::new(),
            locations: Vec::new(),
            category: claim.category,
            importance: importance(claim.category),
            stability_days: stability_days(claim.category),
            trust: authority.trust(),
            // An extractor may answer what is no number.
            confidence: if claim.confidence.is_finite() { claim.confidence.clamp(0.0, 1.0) * told } else { 0.0 },
            source,
            supersedes: None,
            superseded_by: None,
            duplicate_of: None,
            knowledge: None,
            repeats: 0,
            ..head.clone()
        };
        let claim = Claim { confidence: memory.confidence, ..claim.clone() };
        let links = self.named_in(&claim, speaker.as_deref());
        Assertion { claim, memory, vector: None, links, speaker, authority, spare: self.identity.next() }
    }

    /// Edges to the names that a claim is about.
    fn named_in(&self, claim: &Claim, speaker: Option<&str>) -> Vec<Link> {
        let mut names: Vec<&str> = Vec::new();
        let parties: [Option<&Party>; 2] = match &claim.said {
            Said::Attribute { subject, .. } => [Some(subject), None],
            Said::Relation { subject, object, .. } => [Some(subject), Some(object)],
            Said::Action { actor, .. } => [Some(actor), None],
            Said::Instruction { .. } | Said::Uncertainty { .. } => [None, None],
        };
        for party in parties.into_iter().flatten() {
            named(party, speaker, &mut names);
        }
        names.dedup();
        let link = |name: &&str| {
            let key = text::name_key(name);
            let node =
                NodeName { kind: NodeKind::Entity, key, name: (*name).to_owned(), id: EntityId(self.identity.next()) };
            (!node.key.is_empty()).then_some(Link {
                target: Target::Node(node),
                kind: EdgeKind::Mentions,
                weight: 1.0,
                valid: None,
            })
        };
        names.iter().filter_map(link).collect()
    }
}

fn named<'a>(party: &'a Party, speaker: Option<&'a str>, names: &mut Vec<&'a str>) {
    match party {
        Party::Speaker => names.extend(speaker),
        Party::Named { name, .. } | Party::Known { name, .. } => names.push(name),
        Party::Role { of, .. } => named(of, speaker, names),
    }
}

/// Only what was lived or heard is known. What was read in a book is no fact of life, and what an agent says is nobody's. An
/// order in a document is no wish of whoever reads it.
fn is_kept(head: &Memory, claim: &Claim) -> bool {
    if head.document.is_some() && matches!(claim.said, Said::Instruction { .. }) {
        return false;
    }
    matches!(claim.stance, Stance::Lived | Stance::Told)
        || (claim.stance == Stance::Hypothetical && matches!(claim.said, Said::Uncertainty { .. }))
}

/// The span in the memory's text; claims are read from the text without a leading speaker.
fn in_whole(head: &Memory, span: Span) -> Span {
    let lead = (head.text.len() - head.spoken().len()) as u32;
    Span { start: span.start + lead, end: span.end + lead }
}

fn called(party: &Party, speaker: &str) -> String {
    match party {
        Party::Speaker => speaker.to_owned(),
        Party::Named { name, .. } | Party::Known { name, .. } => name.clone(),
        Party::Role { role, of, .. } => format!("{}'s {role}", called(of, speaker)),
    }
}

/// What a claim is as a memory, and what that memory says: short, of one form, and findable by the words of a question.
fn rendered(head: &Memory, claim: &Claim, speaker: &str) -> (Kind, String) {
    let words = |key: &str| key.replace('_', " ");
    match &claim.said {
        Said::Attribute { subject, key, value, .. } => {
            (Kind::Fact, format!("{}'s {}: {value}", called(subject, speaker), words(key)))
        }
        Said::Relation { subject, label, object } => {
            (Kind::Fact, format!("{} {} {}", called(subject, speaker), words(label), called(object, speaker)))
        }
        Said::Action { verb, object, .. } => {
            let spoken = head.spoken();
            let clause = spoken.get(claim.span.start as usize..claim.span.end as usize).map(str::trim);
            let told = || format!("{verb} {}", object.as_deref().unwrap_or_default());
            (Kind::Action, clause.filter(|clause| !clause.is_empty()).map_or_else(told, str::to_owned))
        }
        Said::Instruction { description, .. } => (Kind::Fact, description.clone()),
        Said::Uncertainty { about, .. } => (Kind::Fact, about.clone()),
    }
}

/// Importance at first, by the published categories.
fn importance(category: Category) -> f32 {
    match category {
        Category::Identity | Category::Instruction => limits::IMPORTANCE_IDENTITY,
        Category::Knowledge => limits::IMPORTANCE_KNOWLEDGE,
        _ => limits::IMPORTANCE_CONTEXT,
    }
}

fn stability_days(category: Category) -> f32 {
    match category {
        Category::Identity | Category::Instruction => limits::STABILITY_PINNED_DAYS,
        _ => limits::STABILITY_FACT_DAYS,
    }
}

/// What is read out of a memory beyond names: nothing of what an agent, a tool or a system prompt says, and nothing where the
/// caller does not want it.
pub(super) fn is_read(head: &Memory) -> bool {
    use crate::model::Role;
    let by_person = matches!(head.role, None | Some(Role::User));
    let is_text = matches!(head.kind, Kind::Turn | Kind::Passage);
    by_person && is_text && Authority::of(head.source.origin) > Authority::Derived
}
