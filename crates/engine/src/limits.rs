//! Every bound and default in one place, each with its unit and where the number comes from.
//!
//! "chosen" means nobody measured it: change it freely with a measurement.

/// Longest context id, in bytes. Chosen; it becomes a folder name.
pub const CONTEXT_ID_LEN_MAX: usize = 64;
/// Longest session id, in bytes. Chosen.
pub const SESSION_ID_LEN_MAX: usize = 256;
/// Longest text of one memory, in bytes; longer texts are split into passages before they get here. 64 KiB, chosen.
pub const TEXT_LEN_MAX: usize = 64 * 1024;
/// Longest question, in bytes. 8 KiB, chosen.
pub const QUERY_LEN_MAX: usize = 8 * 1024;
/// Most rows that are restored in one transaction: they are held in memory, some KiB each. Chosen.
pub const RESTORED_ROWS_MAX: usize = 1_000_000;
/// Most items of one batch. Chosen.
pub const BATCH_ITEMS_MAX: usize = 1_000;
/// Hits returned by default.
pub const K_DEFAULT: usize = 10;
/// Most hits returned.
pub const K_MAX: usize = 50;
/// Candidates each channel may return. The published designs use 256.
pub const POOL: usize = 256;
/// Longest scope path, in bytes. Chosen.
pub const SCOPE_LEN_MAX: usize = 512;
/// Most clauses of one scope set. The published design investigates above about 32; chosen.
pub const SCOPE_CLAUSES_MAX: usize = 64;
/// Most scopes in one clause. Chosen.
pub const SCOPES_PER_CLAUSE_MAX: usize = 16;
/// Most labels on one memory. Chosen.
pub const LABELS_MAX: usize = 64;
/// Longest label key or value, in bytes. Chosen.
pub const LABEL_LEN_MAX: usize = 256;
/// Longest speaker, title, section, document or reference name, in bytes. Chosen.
pub const NAME_LEN_MAX: usize = 512;
/// Bytes of a name that are taken apart for comparison; a longer one is the same as its equal and like no other. Chosen: the longest
/// official names of institutions are below.
pub const NAME_COMPARED_LEN_MAX: usize = 192;
/// Keys under which one name is put into an index. Chosen: twice what usual names have.
pub const NAME_KEYS_MAX: usize = 24;
/// Entities that one name is compared with. Chosen: a name with more candidates says too little to decide by.
pub const CANDIDATES_MAX: usize = 256;
/// Names of one entity that are compared, its first ones. Chosen.
pub const ALIASES_COMPARED_MAX: usize = 32;
/// Intervals kept of those that one text states. Chosen.
pub const STATED_MAX: usize = 16;
/// Names kept of those that one text mentions. Chosen.
pub const MENTIONS_MAX: usize = 64;
/// Claims taken from one text. Chosen: a turn of chat holds a handful.
pub const CLAIMS_MAX: usize = 64;
/// Key phrases kept of one text: the published designs keep 5.
pub const KEYPHRASES_MAX: usize = 5;
/// Least score of a key phrase that is kept: the published designs use 0.8.
pub const KEYPHRASE_SCORE_MIN: f32 = 0.8;
/// Constant of reciprocal rank fusion. Cormack, Clarke and Buettcher 2009.
pub const RRF_K: f32 = 60.0;
/// Time that the channels get together, in milliseconds. The published design is bounded by its slowest channel; chosen.
pub const CHANNELS_DEADLINE_MS: u64 = 150;
/// Contexts of fewer rows are searched on the calling thread: handing work over costs more than the work. The number is chosen.
pub const FANOUT_ROWS_MIN: usize = 4_000;
/// Jobs that may wait for a channel thread. Chosen.
pub const FANOUT_QUEUE_MAX: usize = 4_096;
/// Best rows of the first stage that the second stage may start from; a quoted turn may stand far down. Measured: with 10
/// a third of the quoted turns is missed.
pub const SEEDS: usize = 64;
/// Bits in which the shape hashes of near-duplicates may differ. Chosen.
pub const DUPLICATE_DISTANCE_MAX: u32 = 3;
/// Rows of fewer words are never near-duplicates. Chosen.
pub const DUPLICATE_WORDS_MIN: u32 = 12;
/// Rows of the fused list that are looked through for near-duplicates. Chosen.
pub const DUPLICATE_HEAD: usize = 128;
/// A pause between two turns that closes an episode, in microseconds: 30 minutes. Chosen.
pub const EPISODE_PAUSE_US: i64 = 30 * 60 * 1_000_000;
/// Tokens of one passage, at most; the embedder's own limit when it is lower. From the bundled model.
pub const PASSAGE_TOKENS_MAX: usize = 256;
/// Tokens of one passage of a document, at most. `spec/agent-memory.md` 14: small enough to be about one thing.
pub const DOCUMENT_PASSAGE_TOKENS: usize = 200;
/// Largest document, in bytes as it comes and in bytes of its text. 16 MiB, chosen: some 20,000 passages in one transaction.
pub const DOCUMENT_LEN_MAX: usize = 16 << 20;
/// Longest heading in a section path, in bytes; a longer one is cut. Chosen: a longer heading is a paragraph.
pub const HEADING_LEN_MAX: usize = 120;
/// Links kept of one passage. Chosen.
pub const PASSAGE_LINKS_MAX: usize = 32;
/// Passages beside the hits that an answer brings along; they are not counted in k. Chosen.
pub const CONTEXT_HITS_MAX: usize = 10;
/// Passages beside one hit. Chosen: the next and the one before.
pub const CONTEXT_HITS_PER_HIT: usize = 2;
/// Feelings given with one memory, at most. Chosen.
pub const EMOTIONS_MAX: usize = 256;
/// Memories whose inferred feelings are taken out in one transaction. Chosen: a few MiB of entries made anew.
pub const FEELINGS_BATCH: usize = 1_024;
/// Stability of a turn, in days. `spec/retrieval.md` 3.5.
pub const STABILITY_TURN_DAYS: f32 = 7.0;
/// Stability of a passage or event, in days. `spec/retrieval.md` 3.5.
pub const STABILITY_EVENT_DAYS: f32 = 30.0;
/// Stability of a fact, decision or preference, in days. `spec/retrieval.md` 3.5.
pub const STABILITY_FACT_DAYS: f32 = 180.0;
/// Stability of what never fades, in days: a hundred years.
pub const STABILITY_PINNED_DAYS: f32 = 36_525.0;
/// Traces kept per context. `spec/reliability.md` 11.
pub const TRACES_MAX: u64 = 100_000;
/// Traces that wait to be written; the oldest are dropped above. Chosen.
pub const TRACE_QUEUE_MAX: usize = 1_024;
/// Changes that wait for the writer of one context at most. Chosen.
pub const QUEUE_MAX: usize = 10_000;
/// Changes written in one transaction at most: about 30 share one sync under load, more than 1,024 hold up the first. Chosen.
pub const GROUP_MAX: usize = 1_024;
/// Traces written between two looks for old ones. Chosen.
pub const TRACES_SWEEP: usize = 1_000;
/// Changes between two index snapshots; big contexts wait for an eighth of their rows. Chosen: catching up with as many
/// takes about a second.
pub const SNAPSHOT_EVERY: u64 = 20_000;
/// Bytes of indexes that are held in memory. 1 GiB, chosen.
pub const MEMORY_BUDGET_BYTES: usize = 1 << 30;
/// Contexts loaded at once: each has three to ten open files, and many systems allow 1,024 in all. Chosen.
pub const CONTEXTS_LOADED_MAX: usize = 100;
/// Connections that read one context at once. Chosen: one for each channel.
pub const READERS_MAX: usize = 8;
/// Connections of a context that stay open while nobody reads. Chosen.
pub const READERS_KEPT: usize = 4;
/// Positions of one shape on Earth, at most. Chosen: countries are drawn well with a tenth of it, and each measuring goes
/// through all of them.
pub const GEOMETRY_VERTICES_MAX: usize = 5_000;
/// Longest location as text, in bytes: room for the positions of the largest shape. Chosen.
pub const GEOMETRY_LEN_MAX: usize = 512 * 1024;
/// Largest radius, in kilometres: half the way around the Earth, rounded up.
pub const RADIUS_KM_MAX: f64 = 20_040.0;
/// Places kept of one memory. Chosen.
pub const PLACES_MAX: usize = 8;
/// Confidence from which on an inferred place counts for filters by place; questions weigh any. Chosen.
pub const PLACE_SURE: f32 = 0.6;
/// Rows that a filter by the nearest may ask for. Chosen.
pub const NEAREST_MAX: usize = 10_000;
/// Half-life of every memory in MetaMemory's published defaults, in days.
pub const METAMEMORY_HALF_LIFE_DAYS: f32 = 365.0;

/// Importance of what somebody is and wishes, of what is known, and of what is going on. Published defaults of the wire.
pub const IMPORTANCE_IDENTITY: f32 = 1.0;
/// As [`IMPORTANCE_IDENTITY`], of knowledge.
pub const IMPORTANCE_KNOWLEDGE: f32 = 0.8;
/// As [`IMPORTANCE_IDENTITY`], of what is going on.
pub const IMPORTANCE_CONTEXT: f32 = 0.5;

/// Rows of one list that is read in pages. Published default of the wire.
pub const LIST_MAX: usize = 500;

/// Corrections followed from one value to the present one. Chosen: longer chains are read by their key.
pub const CHAIN_MAX: usize = 10_000;

/// Lines of a text that are compared with what is stored; longer texts are no messages. Chosen.
pub const RECALLED_LINES_MAX: usize = 200;

/// Live values of one entity and key that a claim is compared with, the newest. Chosen: more are no longer one list.
pub const CLAIMS_COMPARED_MAX: usize = 64;

/// Longest value of a fact that is given, in bytes. Chosen: what is longer is a text.
pub const FACT_VALUE_LEN_MAX: usize = 4 * 1024;

/// Facts and instructions of one section of a profile or a state. Chosen: a prompt holds no more.
pub const SECTION_MAX: usize = 500;

/// Rows of knowledge that one comparison of two instants reads of each. Chosen; the answer says when there are more.
pub const DIFF_ROWS_MAX: usize = 10_000;

/// Steps of a walk between entities. Published opportunity: three.
pub const EXPLORE_HOPS_MAX: usize = 3;

/// Entities that a walk reaches at most. Chosen.
pub const EXPLORE_ENTITIES_MAX: usize = 200;

/// Relations and shared memories that are followed from one entity. Chosen.
pub const EXPLORE_TIES_MAX: usize = 100;

/// Memories that a check of a context looks through. Chosen: half a minute's worth; the answer says when there are more.
pub const CHECKED_ROWS_MAX: usize = 100_000;

/// Findings that a check tells at most. Chosen.
pub const FINDINGS_MAX: usize = 1_000;

/// Traces that are looked through for what was never recalled, newest first. Chosen.
pub const AUDITED_TRACES_MAX: usize = 10_000;

/// Entities that are looked at under one name. Chosen.
pub const NAMESAKES_MAX: usize = 32;

/// Merges followed from one entity to what it became. Chosen: longer chains are loops.
pub const MERGES_FOLLOWED_MAX: usize = 16;

/// Memories that one row names as its sources. Chosen.
pub const DERIVED_FROM_MAX: usize = 32;

/// New characters of one window that a language model reads. `spec/agent-memory.md` E1.
pub const WINDOW_CHARS: usize = 8_000;
/// Characters of the window before that a later window reads again. `spec/agent-memory.md` E1.
pub const WINDOW_OVERLAP_CHARS: usize = 256;
/// Texts read in one window at most: short ones share a request. Chosen: 40 turns are a long stretch of a chat, and more
/// than that a small model mixes up.
pub const WINDOW_TEXTS_MAX: usize = 40;
/// Windows of one text that a language model reads; the rules read what lies beyond, and a note says so. Chosen: half a
/// million characters, a book. The published design stops at 10 and drops the rest.
pub const WINDOWS_MAX: usize = 64;
/// Names, keys, labels and verbs told to a language model with one window, at most, of each. Chosen: the published design
/// takes up to 500 names unranked; those that stand in the window come first here, so that fewer do.
pub const VOCABULARY_MAX: usize = 100;
/// Characters of all that vocabulary, at most. Chosen: some 1,000 tokens beside the 2,000 of a window.
pub const VOCABULARY_CHARS_MAX: usize = 4_000;
/// Claims taken from one window, at most; and names. Chosen: a sentence of 30 characters each.
pub const WINDOW_CLAIMS_MAX: usize = 256;
/// Tokens of answer for one window, at most. Chosen: 60 claims; runaway answers are cut there.
pub const EXTRACT_TOKENS_MAX: u32 = 4_096;
/// Memories forgotten in one transaction. Chosen: as [`FEELINGS_BATCH`].
pub const FORGET_BATCH: usize = 1_024;

/// Rows purged in one transaction. Chosen: a few MiB of pages.
pub const ERASE_BATCH: usize = 512;

/// Size of a database up to which a purge rewrites it in memory, in bytes; a larger one goes through an unnamed file of the
/// system's temporary folder. 256 MiB, chosen.
pub const REWRITE_MEMORY_BYTES: u64 = 256 << 20;

/// Attempts to empty the write-ahead log after a purge, each of which waits some seconds for readers. Chosen.
pub const CHECKPOINT_TRIES: usize = 4;

/// What is left of the importance of knowledge after a day. Published default of the wire.
pub const DECAY_KNOWLEDGE: f32 = 0.995;
/// As [`DECAY_KNOWLEDGE`], of what is going on.
pub const DECAY_CONTEXT: f32 = 0.95;
/// Importance that fading stops at, so that a sweep has nothing to write for what faded long ago. Chosen.
pub const IMPORTANCE_MIN: f32 = 0.05;
/// What importance grows by when a memory was of use; never above 1. Published default of the wire.
pub const IMPORTANCE_USED: f32 = 1.1;
/// Days after which what is going on is over, from when it was told last. Published default of the wire.
pub const TTL_CONTEXT_DAYS: i64 = 7;
/// Rows that one transaction of a sweep changes. Chosen: as [`FORGET_BATCH`].
pub const LIFECYCLE_BATCH: usize = 1_024;
/// Facts and turns that one consolidation looks at when it is not said. Chosen: some weeks of talk.
pub const CONSOLIDATE_POOL: usize = 2_000;
/// As [`CONSOLIDATE_POOL`], at most. Chosen: they are held in memory together.
pub const CONSOLIDATE_POOL_MAX: usize = 20_000;
/// Observations that one consolidation writes when it is not said. Chosen.
pub const OBSERVATIONS: usize = 200;
/// As [`OBSERVATIONS`], at most. Chosen: one transaction.
pub const OBSERVATIONS_MAX: usize = 1_000;
/// Memories that have to say the same for an observation. Chosen: one is no repetition.
pub const PROOFS_MIN: usize = 2;
/// Memories that one observation is first written with; more are added later. Chosen.
pub const PROOFS_MAX: usize = 256;
/// Tokens of one wording by a language model. Chosen: a sentence or two.
pub const WORDING_TOKENS_MAX: u32 = 200;
/// Observations that a language model words in one consolidation. Chosen: each is a request.
pub const WORDINGS_MAX: usize = 50;

/// Entities that one elaboration looks at when it is not said. Chosen.
pub const ELABORATE_BUDGET: usize = 50;
/// As [`ELABORATE_BUDGET`], at most. Chosen.
pub const ELABORATE_BUDGET_MAX: usize = 500;
/// Ties proposed for one entity, the strongest first. Chosen.
pub const PROPOSALS_MAX: usize = 10;

/// Sentences that one reflection stands on. Chosen: what is read in one go.
pub const REFLECTION_SENTENCES_MAX: usize = 8;
/// Sentences of one reflection that are kept when it is to be kept. Chosen.
pub const REFLECTION_KEPT_MAX: usize = 3;
/// Tokens of one reflection by a language model. Chosen: a paragraph.
pub const REFLECTION_TOKENS_MAX: u32 = 500;

/// Memories named as used in one call. Chosen.
pub const USED_MAX: usize = 1_000;
/// Rules of retention of one context. Chosen.
pub const RETENTION_RULES_MAX: usize = 64;
/// How long a reply and the receipt of its request are kept, in microseconds: a day (`spec` H3).
pub const REPLY_KEPT_US: i64 = 24 * 3600 * 1_000_000;
/// Rows of what was done by whom that are kept, over all contexts; older ones go. Chosen: some weeks of a busy server.
pub const DEEDS_KEPT: u64 = 1_000_000;
