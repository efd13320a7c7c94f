//! The gazetteer of one context: known names, and linking them in any tokenised text by longest match.
//!
//! Owns the map from normalised names to entity ordinals. It does not know how words are made or normalised: the same
//! code that makes the keys must make the words. It asks the caller before it accepts a match.

mod codec;
mod hash;

use self::hash::{of_key, of_run, of_word};

pub use self::codec::DecodeError;

/// Longest run of words that linking tries. Source: measured on page titles, where longer names hardly occur.
pub const LINK_WORDS_MAX: usize = 7;
/// Longest key, in bytes. Chosen; a name longer than this is a text.
pub const KEY_LEN_MAX: usize = 1_024;

/// Fewest slots of the table once it holds anything.
const SLOTS_MIN: usize = 16;
/// A slot that was never used; ends a search.
const TAG_FREE: u8 = 0;
/// A slot whose entry was removed; a search goes on.
const TAG_GONE: u8 = 1;
/// Set in [`Entry::entities`] when it is a position in [`NameIndex::several`] instead of an entity.
const SEVERAL: u32 = 1 << 31;
/// Highest entity ordinal.
pub const ENTITY_MAX: u32 = SEVERAL - 1;

/// A name found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameMatch {
    /// 0-based position of its first word.
    pub first: usize,
    /// Number of words, `1..=LINK_WORDS_MAX`.
    pub words: usize,
    /// The entities of that name, ascending.
    pub entities: Vec<u32>,
}

/// One key.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Where its bytes start in the arena.
    start: u32,
    len: u16,
    /// Number of words; 255 stands for that many or more.
    words: u8,
    /// The entity, or [`SEVERAL`] and where they are.
    entities: u32,
}

/// Known names of one context. About 20 bytes a key besides the key's own bytes.
#[derive(Clone, Debug, Default)]
pub struct NameIndex {
    /// The bytes of all keys, one after the other.
    arena: Vec<u8>,
    /// Bytes of the arena that no entry points to.
    arena_waste: usize,
    entries: Vec<Entry>,
    /// Entities, ascending, of the keys that name more than one.
    several: Vec<Vec<u32>>,
    /// Positions in `several` that are empty.
    several_free: Vec<u32>,
    /// Hash table with linear probing: for each slot 8 bits of the hash, or free, or gone.
    tags: Vec<u8>,
    /// For each slot the number of its entry.
    slots: Vec<u32>,
    /// Slots that are not free.
    taken: usize,
    /// How many keys have each number of words, `1..=LINK_WORDS_MAX`: linking tries no longer run than there is.
    by_words: [u32; LINK_WORDS_MAX + 1],
}

impl NameIndex {
    /// An index without names.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a name of an entity; false when it was there.
    ///
    /// `key` is normalised: words in lower case, single spaces. Several keys may name one entity and one key several
    /// entities. A key that is empty or longer than [`KEY_LEN_MAX`] is refused with false, and so is an entity above
    /// [`ENTITY_MAX`]. A key of more than [`LINK_WORDS_MAX`] words is found by [`Self::exact`] only. Amortised O(key).
    pub fn insert(&mut self, key: &str, entity: u32) -> bool {
        let fits = u32::try_from(self.arena.len() + key.len()).is_ok();
        if key.is_empty() || key.len() > KEY_LEN_MAX || entity > ENTITY_MAX || !fits {
            return false;
        }
        let hash = of_key(key);
        if let Some(slot) = self.find(hash, |bytes| bytes == key.as_bytes()) {
            return self.add_entity(self.slots[slot] as usize, entity);
        }
        if (self.taken + 1) * 4 > self.tags.len() * 3 {
            self.resize();
        }
        let words = key.split(' ').count().min(255) as u8;
        if let Some(count) = self.by_words.get_mut(usize::from(words)) {
            *count += 1;
        }
        let entry = Entry { start: self.arena.len() as u32, len: key.len() as u16, words, entities: entity };
        reserve(&mut self.arena, key.len());
        self.arena.extend_from_slice(key.as_bytes());
        self.place(hash, self.entries.len() as u32);
        reserve(&mut self.entries, 1);
        self.entries.push(entry);
        true
    }

    /// Removes a name of an entity; false when there was none.
    pub fn remove(&mut self, key: &str, entity: u32) -> bool {
        let Some(slot) = self.find(of_key(key), |bytes| bytes == key.as_bytes()) else { return false };
        let at = self.slots[slot] as usize;
        let entry = self.entries[at];
        if entry.entities & SEVERAL != 0 {
            return self.drop_entity(at, entity);
        }
        if entry.entities != entity {
            return false;
        }
        self.tags[slot] = TAG_GONE;
        if let Some(count) = self.by_words.get_mut(usize::from(entry.words)) {
            *count -= 1;
        }
        self.arena_waste += usize::from(entry.len);
        // The last entry takes the place of the removed one; its slot is found while it still has its old number.
        let last = self.entries.len() as u32 - 1;
        if at as u32 != last {
            let moved = self.find_number(last);
            self.slots[moved] = at as u32;
        }
        self.entries.swap_remove(at);
        if self.arena_waste > 4_096.max(self.arena.len() / 2) {
            self.compact();
        }
        true
    }

    /// The entities of a name, ascending; empty when it is unknown.
    pub fn exact(&self, key: &str) -> &[u32] {
        match self.find(of_key(key), |bytes| bytes == key.as_bytes()) {
            Some(slot) => self.entities(&self.entries[self.slots[slot] as usize]),
            None => &[],
        }
    }

    /// The names in a text: `words` are its normalised words in order.
    ///
    /// At each word the longest run of up to [`LINK_WORDS_MAX`] words that is a key, and that `accept` (first word,
    /// number of words, entities) does not refuse, becomes a match; the next match starts after it. In order of
    /// position. Cost: at most [`LINK_WORDS_MAX`] look-ups a word.
    pub fn link(&self, words: &[&str], accept: &dyn Fn(usize, usize, &[u32]) -> bool) -> Vec<NameMatch> {
        let longest = self.by_words.iter().rposition(|&count| count > 0).unwrap_or(0);
        let hashes: Vec<u64> = words.iter().map(|word| of_word(word)).collect();
        let mut found = Vec::new();
        let mut first = 0;
        while first < words.len() {
            let runs = of_run(&hashes[first..], longest);
            let n_runs = longest.min(words.len() - first);
            let hit = (1..=n_runs).rev().filter(|&n| self.by_words[n] > 0).find_map(|n| {
                let run = &words[first..first + n];
                let slot = self.find(runs[n - 1], |bytes| spells(bytes, run))?;
                let entities = self.entities(&self.entries[self.slots[slot] as usize]);
                accept(first, n, entities).then(|| NameMatch { first, words: n, entities: entities.to_vec() })
            });
            first += hit.as_ref().map_or(1, |hit| hit.words);
            found.extend(hit);
        }
        found
    }

    /// Names held, aliases counted one by one.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True without any name.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Bytes held, by capacity.
    pub fn memory_bytes(&self) -> usize {
        let several: usize = self.several.iter().map(|one| one.capacity() * size_of::<u32>()).sum();
        size_of::<Self>()
            + self.arena.capacity()
            + self.entries.capacity() * size_of::<Entry>()
            + self.tags.capacity()
            + (self.slots.capacity() + self.several_free.capacity()) * size_of::<u32>()
            + self.several.capacity() * size_of::<Vec<u32>>()
            + several
    }

    fn bytes(&self, entry: &Entry) -> &[u8] {
        &self.arena[entry.start as usize..entry.start as usize + usize::from(entry.len)]
    }

    fn key(&self, entry: &Entry) -> &str {
        core::str::from_utf8(self.bytes(entry)).expect("the arena holds whole keys")
    }

    fn entities<'a>(&'a self, entry: &'a Entry) -> &'a [u32] {
        if entry.entities & SEVERAL == 0 {
            core::slice::from_ref(&entry.entities)
        } else {
            &self.several[(entry.entities & !SEVERAL) as usize]
        }
    }

    fn add_entity(&mut self, at: usize, entity: u32) -> bool {
        let old = self.entries[at].entities;
        if old & SEVERAL == 0 {
            if old == entity {
                return false;
            }
            let both = vec![old.min(entity), old.max(entity)];
            let spot = self.several_free.pop().unwrap_or_else(|| {
                self.several.push(Vec::new());
                self.several.len() as u32 - 1
            });
            self.several[spot as usize] = both;
            self.entries[at].entities = SEVERAL | spot;
            return true;
        }
        let list = &mut self.several[(old & !SEVERAL) as usize];
        match list.binary_search(&entity) {
            Ok(_) => false,
            Err(spot) => {
                list.insert(spot, entity);
                true
            }
        }
    }

    /// Removes one of several entities of an entry.
    fn drop_entity(&mut self, at: usize, entity: u32) -> bool {
        let spot = self.entries[at].entities & !SEVERAL;
        let list = &mut self.several[spot as usize];
        let Ok(found) = list.binary_search(&entity) else { return false };
        list.remove(found);
        if let [only] = list[..] {
            self.several[spot as usize] = Vec::new();
            self.several_free.push(spot);
            self.entries[at].entities = only;
        }
        true
    }

    /// The slot of the key with this hash for which `same` holds.
    fn find(&self, hash: u64, same: impl Fn(&[u8]) -> bool) -> Option<usize> {
        let mut slot = self.home(hash)?;
        let tag = tag_of(hash);
        loop {
            if self.tags[slot] == tag && same(self.bytes(&self.entries[self.slots[slot] as usize])) {
                return Some(slot);
            }
            if self.tags[slot] == TAG_FREE {
                return None;
            }
            slot = self.after(slot);
        }
    }

    /// The slot that holds an entry's number. The entry must be in the table.
    fn find_number(&self, number: u32) -> usize {
        let hash = of_key(self.key(&self.entries[number as usize]));
        let mut slot = self.home(hash).expect("a table with entries has slots");
        while self.tags[slot] != tag_of(hash) || self.slots[slot] != number {
            slot = self.after(slot);
        }
        slot
    }

    /// Puts an entry's number into the first free slot; there is one.
    fn place(&mut self, hash: u64, number: u32) {
        let mut slot = self.home(hash).expect("resized before");
        while self.tags[slot] != TAG_FREE {
            slot = self.after(slot);
        }
        self.tags[slot] = tag_of(hash);
        self.slots[slot] = number;
        self.taken += 1;
    }

    /// The slot where the search for a hash starts: the table's length need not be a power of two.
    fn home(&self, hash: u64) -> Option<usize> {
        let slot = ((u128::from(hash) * self.tags.len() as u128) >> 64) as usize;
        (!self.tags.is_empty()).then_some(slot)
    }

    fn after(&self, slot: usize) -> usize {
        if slot + 1 == self.tags.len() { 0 } else { slot + 1 }
    }

    /// Makes the table fit: five slots for three entries, so that it is between 60 % and 75 % full.
    fn resize(&mut self) {
        let len = (self.entries.len() * 5).div_ceil(3).max(SLOTS_MIN);
        self.tags = vec![TAG_FREE; len];
        self.slots = vec![0; len];
        self.taken = 0;
        for number in 0..self.entries.len() {
            let hash = of_key(self.key(&self.entries[number]));
            self.place(hash, number as u32);
        }
    }

    /// Rewrites the arena without removed keys.
    fn compact(&mut self) {
        let mut arena = Vec::with_capacity(self.arena.len() - self.arena_waste);
        for at in 0..self.entries.len() {
            let entry = self.entries[at];
            let start = arena.len() as u32;
            arena.extend_from_slice(self.bytes(&entry));
            self.entries[at].start = start;
        }
        self.arena = arena;
        self.arena_waste = 0;
    }
}

/// Makes room for more, by an eighth instead of double: names are many and small, and half-empty lists would outweigh
/// them.
fn reserve<T>(list: &mut Vec<T>, more: usize) {
    if list.capacity() - list.len() < more {
        list.reserve_exact(more.max(list.len() / 8));
    }
}

/// Low bits of the hash, the high ones having chosen the slot; never one of the two special tags.
fn tag_of(hash: u64) -> u8 {
    (hash as u8).max(TAG_GONE + 1)
}

/// True when `bytes` is the words joined by single spaces.
fn spells(mut bytes: &[u8], words: &[&str]) -> bool {
    for (at, word) in words.iter().enumerate() {
        let rest = if at == 0 { Some(bytes) } else { bytes.strip_prefix(b" ") };
        let Some(rest) = rest.and_then(|rest| rest.strip_prefix(word.as_bytes())) else { return false };
        bytes = rest;
    }
    bytes.is_empty()
}

#[cfg(test)]
mod tests;
