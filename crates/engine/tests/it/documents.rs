//! Documents as a whole: passages, versions, links, sections, what stands beside a hit.

use std::sync::Arc;

use quintet::RememberError;
use quintet::model::{EdgeKind, Kind, MemoryId, Micros, Scope, ScopeSets, Span};
use quintet::ports::{Anchor, AnchorKind, Block, BlockKind, Deadline, Extracted};
use quintet::recall::RecallRequest;
use quintet::retain::{DocumentItem, Ingested, RememberItem};
use quintet::store::{ContentHash, Filter, Seed, View, Wander};

use crate::memory::{Memory, noon, texts};

/// A document written as lines: `# heading`, `## heading`, and paragraphs, with links as `[words](target)` or `[[title]]`.
fn written(source: &str) -> Extracted {
    let mut extracted = Extracted::default();
    let mut headings: Vec<String> = Vec::new();
    for line in source.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if !extracted.text.is_empty() {
            extracted.text.push_str("\n\n");
        }
        let level = line.chars().take_while(|c| *c == '#').count();
        let start = extracted.text.len();
        let mut rest = line.trim_start_matches('#').trim();
        while let Some(open) = rest.find('[') {
            let (before, link) = rest.split_at(open);
            extracted.text.push_str(before);
            let begin = extracted.text.len() as u32;
            let (kind, words, target, after) = if let Some(title) = link.strip_prefix("[[") {
                let (title, after) = title.split_once("]]").unwrap();
                (AnchorKind::Title, title, title, after)
            } else {
                let (words, target) = link[1..].split_once("](").unwrap();
                let (target, after) = target.split_once(')').unwrap();
                (AnchorKind::Path, words, target, after)
            };
            extracted.text.push_str(words);
            let span = Span { start: begin, end: extracted.text.len() as u32 };
            extracted.links.push(Anchor { kind, target: target.to_owned(), span });
            rest = after;
        }
        extracted.text.push_str(rest);
        if level > 0 {
            headings.truncate(level - 1);
            headings.push(extracted.text[start..].to_owned());
            extracted.title.get_or_insert_with(|| headings[0].clone());
        }
        let kind = if level > 0 { BlockKind::Heading } else { BlockKind::Paragraph };
        let span = Span { start: start as u32, end: extracted.text.len() as u32 };
        extracted.blocks.push(Block { kind, path: headings.clone().into(), span });
    }
    extracted
}

/// A hash that differs with the text; what a hash is does not matter here.
fn hash(source: &str) -> ContentHash {
    let mut bytes = [0_u8; 32];
    for (at, byte) in source.bytes().enumerate() {
        bytes[at % 32] = bytes[at % 32].wrapping_mul(31).wrapping_add(byte);
    }
    ContentHash(bytes)
}

pub(crate) fn item(name: &str, source: &str) -> DocumentItem {
    DocumentItem::new(name, "text/markdown", hash(source), written(source))
}

fn ingest(memory: &Memory, name: &str, source: &str) -> Ingested {
    memory.engine.ingest(&memory.context, item(name, source)).unwrap()
}

fn view(memory: &Memory, filter: &Filter) -> Arc<dyn View> {
    memory.engine.context_store(&memory.context).unwrap().view(filter).unwrap()
}

fn never(memory: &Memory) -> Deadline {
    Deadline::after(memory.engine.clock(), u64::MAX / 2)
}

const MANUAL: &str = "# Boat house
    The boat house stands at the north pier.
    ## Care
    Oil the rowlocks every spring. See [the paint list](paint/list.md) and [[Night rota]].
    Sand the hull before painting it.
    ## Keys
    The spare key hangs behind the barometer.";

#[test]
fn passages_stand_in_their_sections_and_spans_give_their_text() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    let ingested = ingest(&memory, "manual.md", MANUAL);
    assert_eq!((ingested.passages, ingested.version, ingested.deduplicated), (3, 1, false));
    let document = memory.engine.document(&memory.context, ingested.id).unwrap().unwrap();
    assert_eq!((document.card.name.as_str(), document.card.passages), ("manual.md", 3));
    let card = memory.engine.memory(&memory.context, ingested.id).unwrap().unwrap().memory;
    assert_eq!((card.kind, card.title.as_deref()), (Kind::Document, Some("Boat house")));
    let hits = memory.ask("Where does the spare key hang?").hits;
    assert_eq!(hits.len(), 3, "passages, and not the document's own card");
    for hit in &hits {
        let own = &hit.memory;
        let span = own.source.span.unwrap();
        assert_eq!(&document.text[span.start as usize..span.end as usize], own.text);
        assert_eq!(own.document.as_deref(), Some(ingested.id.to_string().as_str()));
        assert_eq!((own.kind, own.source.reference.as_deref()), (Kind::Passage, Some("manual.md")));
    }
    let best = &hits[0].memory;
    assert_eq!(best.text, "The spare key hangs behind the barometer.");
    assert_eq!(best.section.as_deref(), Some("Boat house > Keys"));
    assert_eq!(memory.engine.verify(&memory.context).unwrap().faults, []);
}

#[test]
fn a_long_section_is_cut_into_passages_that_fit() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    let sentences = (0..200).map(|n| format!("Sentence number {n} tells of the boat. ")).collect::<Vec<_>>().concat();
    let ingested = ingest(&memory, "long.md", &format!("# Log\n{sentences}\n## After\nThe end."));
    assert!(ingested.passages > 6);
    let mut request = RecallRequest::new("Which sentence tells of the boat?", Filter::everything());
    request.k = 50;
    let hits = memory.recall(&request).hits;
    assert_eq!(hits.len(), ingested.passages);
    for hit in hits {
        assert!(hit.memory.text.split_whitespace().count() <= 200 && hit.memory.text.ends_with('.'));
        assert!(hit.memory.section.as_deref() == Some("Log") || hit.memory.text == "The end.");
    }
}

#[test]
fn the_same_content_is_not_written_twice_and_a_changed_file_replaces_its_older_version() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    let first = ingest(&memory, "manual.md", MANUAL);
    let before = memory.engine.counts(&memory.context).unwrap();
    let again = ingest(&memory, "./manual.md", MANUAL);
    let copied = ingest(&memory, "copy of manual.md", MANUAL);
    assert!(again.deduplicated && copied.deduplicated);
    assert_eq!((again.id, copied.id, again.passages), (first.id, first.id, 3));
    assert_eq!(memory.engine.counts(&memory.context).unwrap(), before);

    let moved = MANUAL.replace("behind the barometer", "under the doormat");
    memory.clock.advance_us(10_000_000);
    let second = ingest(&memory, "manual.md", &moved);
    assert_eq!((second.version, second.superseded, second.deduplicated), (2, Some(first.id), false));
    let answers = |memory: &Memory| {
        let recalled = memory.ask("Where does the spare key hang?");
        assert!(recalled.hits.iter().all(|hit| hit.memory.document == Some(second.id.to_string())));
        texts(&recalled).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let now = answers(&memory);
    assert_eq!(now[0], "The spare key hangs under the doormat.");
    // Earlier knowledge can still be asked for: either version at its own time, never both.
    let mut then = RecallRequest::new("spare key", Filter::everything());
    then.filter.as_of = Some(Micros(noon().0 + 5_000_000));
    assert_eq!(texts(&memory.recall(&then))[0], "The spare key hangs behind the barometer.");
    then.filter.as_of = Some(Micros(noon().0 + 15_000_000));
    let later = memory.recall(&then);
    assert_eq!(texts(&later)[0], "The spare key hangs under the doormat.");
    assert!(!texts(&later).contains(&"The spare key hangs behind the barometer."));
    assert_eq!(memory.engine.verify(&memory.context).unwrap().faults, []);
    // Back to the first text: its content is known, but no longer current, so that it is a third version.
    assert_eq!(ingest(&memory, "manual.md", MANUAL).version, 3);
    drop(memory);
    let memory = Memory::open(folder.path());
    assert_eq!(memory.ask("spare key").hits[0].memory.text, "The spare key hangs behind the barometer.");
}

#[test]
fn a_file_that_takes_the_content_of_another_leaves_current_reads() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    let other = ingest(&memory, "other.md", MANUAL);
    let old = ingest(&memory, "notes.md", "# Notes\nThe old lantern is broken.");
    let taken = ingest(&memory, "notes.md", MANUAL);
    assert_eq!((taken.id, taken.deduplicated, taken.superseded), (other.id, true, Some(old.id)));
    assert!(!texts(&memory.ask("old lantern")).contains(&"The old lantern is broken."));
}

#[test]
fn other_readers_get_documents_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    let scoped = |scope: &str| DocumentItem {
        scopes: Some(ScopeSets::single(Scope::new(scope).unwrap())),
        ..item("manual.md", MANUAL)
    };
    let one = memory.engine.ingest(&memory.context, scoped("team/a")).unwrap();
    let two = memory.engine.ingest(&memory.context, scoped("team/b")).unwrap();
    assert!(one.id != two.id && !two.deduplicated && two.superseded.is_none());
    assert!(memory.engine.ingest(&memory.context, scoped("team/a")).unwrap().deduplicated);
}

#[test]
fn forgetting_a_document_forgets_its_passages() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    let ingested = ingest(&memory, "manual.md", MANUAL);
    memory.remember(RememberItem::new("A note beside it."));
    memory.engine.forget(&memory.context, &[ingested.id]).unwrap();
    assert_eq!(texts(&memory.ask("Where does the spare key hang?")), ["A note beside it."]);
    assert_eq!(memory.engine.verify(&memory.context).unwrap().faults, []);
    assert!(!ingest(&memory, "manual.md", MANUAL).deduplicated, "what was forgotten is not known any more");
}

#[test]
fn what_is_no_document_is_refused_and_nothing_kept() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    let refused = |item: DocumentItem| match memory.engine.ingest(&memory.context, item) {
        Err(RememberError::Invalid { field, .. }) => field,
        other => panic!("expected a refusal, got {other:?}"),
    };
    assert_eq!(refused(item("../out.md", MANUAL)), "name");
    assert_eq!(refused(item("", MANUAL)), "name");
    assert_eq!(refused(item("a.md", "")), "text");
    let mut wrong = item("a.md", MANUAL);
    wrong.extracted.blocks[0].span.end = 10_000;
    assert_eq!(refused(wrong.clone()), "blocks");
    wrong = item("a.md", MANUAL);
    wrong.extracted.links[0].span.start = u32::MAX;
    assert_eq!(refused(wrong), "links");
    assert_eq!(memory.engine.counts(&memory.context).unwrap().memories, 0);
}

#[test]
fn documents_are_only_in_views_that_ask_for_them() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    let ingested = ingest(&memory, "manual.md", MANUAL);
    assert_eq!(view(&memory, &Filter::everything()).len(), 3);
    let asked = Filter { kinds: Some(vec![Kind::Document]), ..Filter::everything() };
    let documents = view(&memory, &asked);
    assert_eq!(documents.len(), 1);
    let scoped = Filter {
        grant: quintet::model::Grant(vec![quintet::model::Pattern::parse("/").unwrap()]),
        ..Filter::default()
    };
    assert!(view(&memory, &scoped).len() <= 3);
    drop(documents);
    let memories = memory.engine.memory(&memory.context, ingested.id).unwrap().unwrap();
    assert!(!memories.memory.text.is_empty());
}

/// The row of a memory.
fn row(memory: &Memory, id: MemoryId) -> quintet::store::Ordinal {
    memory.engine.memory(&memory.context, id).unwrap().unwrap().ordinal
}

#[test]
fn links_lead_to_documents_whichever_came_first() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    ingest(&memory, "manual.md", MANUAL);
    ingest(&memory, "paint/list.md", "# Paint\nGrey for the hull. Back to [the manual](../manual.md).");
    ingest(&memory, "rota.md", "# Night rota\nJonas has the Tuesday watch.");
    let hits = memory.ask("Oil the rowlocks every spring").hits;
    let care = hits.iter().find(|hit| hit.memory.text.starts_with("Oil")).unwrap().row;
    let view = view(&memory, &Filter::everything());
    let linked: Vec<String> = view
        .leads_to(care, EdgeKind::LinksTo)
        .unwrap()
        .into_iter()
        .flat_map(|node| [EdgeKind::InDocument, EdgeKind::InSection].map(|kind| view.touching(node, kind, 9).unwrap()))
        .flatten()
        .map(|row| view.memories(&[row]).unwrap()[0].clone().unwrap().text)
        .collect();
    assert_eq!(linked, ["Grey for the hull. Back to the manual.", "Jonas has the Tuesday watch."]);
    // A walker gets there, and not beyond what the reader may see.
    let how =
        Wander { damping: 0.5, epsilon: 1e-6, kinds: vec![(EdgeKind::LinksTo, 1.0), (EdgeKind::InDocument, 1.0)] };
    let met = view.wander(&[(Seed::Row(care), 1.0)], &how, 10, &never(&memory)).unwrap();
    let met = met.iter().find(|met| met.0 != care).unwrap();
    let paint = view.memories(&[met.0]).unwrap()[0].clone().unwrap();
    assert!(paint.text.starts_with("Grey"), "{met:?}");
    drop(view);
    let nobody = Filter { grant: quintet::model::Grant::default(), ..Filter::default() };
    let nothing = self::view(&memory, &nobody);
    assert_eq!(nothing.wander(&[(Seed::Row(care), 1.0)], &how, 10, &never(&memory)).unwrap(), []);
    assert_eq!(nothing.leads_to(care, EdgeKind::LinksTo).unwrap(), []);
    assert_eq!(nothing.siblings(care, 9).unwrap(), []);
}

#[test]
fn a_section_is_found_by_what_its_passages_say_together() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    let many = |text: &str| format!("{text} ").repeat(60);
    let source = format!(
        "# Harbour\n{}\n{}\n{}\n# Kitchen\n{}\n{}",
        many("The harbour master notes ships."),
        many("The harbour pilots guide ships."),
        many("Press it twice."),
        many("Bread needs an oven."),
        many("Soup needs a pot."),
    );
    ingest(&memory, "house.md", &source);
    let found = memory.ask_one("section", "Which ships did the harbour master guide?");
    let place = |begin: &str| found.iter().position(|text| text.starts_with(begin)).unwrap_or(usize::MAX);
    assert!(place("Press it twice") < place("Bread"), "{found:?}");
    let view = view(&memory, &Filter::everything());
    let query = vec![1.0; 64];
    let sections = view.sections(&query, 9, &never(&memory)).unwrap();
    assert_eq!(sections.len(), 2);
    let rows: usize = sections.iter().map(|section| section.rows.len()).sum();
    assert_eq!(rows, view.len());
    let one = view.section_similarity(&query, &sections[0].rows).unwrap();
    assert!(one.iter().all(|cosine| (cosine.unwrap() - sections[0].cosine).abs() < 1e-6));
}

#[test]
fn the_section_channel_has_nothing_to_say_of_conversations() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    memory.talk("a", "2026-03-02T10:00:00Z", &["Nora: The ferry leaves at nine.", "Jonas: The ferry was late."]);
    assert!(memory.ask_one("section", "When does the ferry leave?").is_empty());
    assert!(memory.ask("When does the ferry leave?").context_hits.is_empty());
}

#[test]
fn passages_beside_a_hit_come_along_and_are_not_counted() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    for part in
        ["Unlock the shed first.", "Lift the blue kayak down.", "Rinse everything with fresh water.", "Lock up."]
    {
        let title = Some("Kayak drill".to_owned());
        memory.remember(RememberItem { title, document: Some("drill".to_owned()), ..RememberItem::new(part) });
    }
    memory.remember(RememberItem::new("Nothing to do with boats."));
    let mut request = RecallRequest::new("blue kayak", Filter::everything());
    request.k = 1;
    let recalled = memory.recall(&request);
    assert_eq!(texts(&recalled), ["Lift the blue kayak down."]);
    let beside: Vec<&str> = recalled.context_hits.iter().map(|hit| hit.memory.text.as_str()).collect();
    assert_eq!(beside, ["Rinse everything with fresh water.", "Unlock the shed first."]);
    assert!(recalled.context_hits.iter().all(|hit| hit.beside == recalled.hits[0].memory.id));
    request.context_hits = 0;
    assert!(memory.recall(&request).context_hits.is_empty());
    request.context_hits = 10;
    request.k = 4;
    let all = memory.recall(&request);
    assert!(all.context_hits.iter().all(|hit| all.hits.iter().all(|own| own.memory.id != hit.memory.id)));
}

#[test]
fn rows_that_share_a_rare_phrase_are_bridged() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    let first = memory.remember(RememberItem::new("Zinc sheathing is what protects the hulls. It costs much."));
    let second = memory.remember(RememberItem::new("Zinc sheathing was invented long before steam."));
    let turns = ["Nora: Is zinc sheathing worth it?", "Jonas: Ask the yard."];
    let said = memory.talk("a", "2026-03-02T10:00:00Z", &turns);
    for n in 0..20 {
        memory.remember(RememberItem::new(format!("Filler {n} about gardens and weather{n} of no{n} number.")));
    }
    let mut request = RecallRequest::new("zinc sheathing", Filter::everything());
    request.channels = Some(vec!["bridge".to_owned()]);
    let hits = memory.recall(&request).hits;
    let ids: Vec<MemoryId> = hits.iter().map(|hit| hit.memory.id).collect();
    for id in [first.id, second.id, said[0].id] {
        assert!(ids.contains(&id), "{:?}", hits.iter().map(|hit| &hit.memory.text).collect::<Vec<_>>());
    }
    assert!(hits.iter().any(|hit| hit.path.iter().any(|step| step.node.as_deref() == Some("zinc sheathing"))));
    // From a hit to what shares its phrase, though the question does not have it.
    request.query = "What protects hulls?".to_owned();
    request.channels = Some(vec!["keyword".to_owned(), "bridge".to_owned()]);
    let bridged = memory.recall(&request).hits;
    assert!(bridged.iter().any(|hit| hit.memory.id == second.id), "by the phrase of the first");

    let view = view(&memory, &Filter::everything());
    let table = view.keyphrases(2, 10).unwrap();
    assert_eq!((table[0].phrase.as_str(), table[0].count, table.len()), ("zinc sheathing", 2, 1));
    let beside = view.beside(table[0].node, 10).unwrap();
    assert!(beside.iter().all(|phrase| phrase.node != table[0].node));
    let with = view.phrases_of(row(&memory, first.id), 9).unwrap();
    assert_eq!(
        with.iter().map(|one| (one.phrase.as_str(), one.rows.len())).collect::<Vec<_>>(),
        [("zinc sheathing", 1)]
    );
    drop(view);
    let nobody = Filter { grant: quintet::model::Grant::default(), ..Filter::default() };
    assert!(self::view(&memory, &nobody).keyphrases(1, 10).unwrap().is_empty());
    assert!(self::view(&memory, &nobody).phrases_in("zinc sheathing", 0.5, 9, 9).unwrap().is_empty());
    assert!(self::view(&memory, &nobody).holding("zinc sheathing", 9).unwrap().is_empty());
}

#[test]
fn the_walker_meets_what_names_lead_to() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    memory.remember(RememberItem::new("Orla Winthrop designed the lighthouse at Cape Farn."));
    memory.remember(RememberItem::new("The lamp of Cape Farn was lit in autumn."));
    memory.remember(RememberItem::new("They need water."));
    let found = memory.ask_one("pagerank", "What did Orla Winthrop design?");
    let named = ["Orla Winthrop designed the lighthouse at Cape Farn.", "The lamp of Cape Farn was lit in autumn."];
    assert_eq!(found, named, "from the name in the question, without any hit to start from");
    let mut request = RecallRequest::new("What did Orla Winthrop design?", Filter::everything());
    request.channels = Some(["semantic", "keyword", "pagerank"].map(str::to_owned).to_vec());
    let hits = memory.recall(&request).hits;
    let by_walk: Vec<&str> = hits
        .iter()
        .filter(|hit| hit.contributions.iter().any(|one| one.name == "pagerank"))
        .map(|hit| hit.memory.text.as_str())
        .collect();
    assert!(by_walk.contains(&"The lamp of Cape Farn was lit in autumn."), "{by_walk:?}");
    assert!(!by_walk.contains(&"They need water."));
}
