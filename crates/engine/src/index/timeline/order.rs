//! A sorted list in chunks: inserts and removals anywhere move a few kilobytes, reading in order is reading arrays.

use core::ops::Range;

/// Items of a full chunk. Chosen: 4 KB of ordinals move at worst.
const CHUNK: usize = 1_024;

/// Items sorted by a key that the caller computes: keys live in the rows, not here. Keys are distinct.
#[derive(Clone, Debug)]
pub(super) struct Order<T> {
    /// Never empty ones.
    chunks: Vec<Vec<T>>,
    len: usize,
}

impl<T> Default for Order<T> {
    fn default() -> Self {
        Self { chunks: Vec::new(), len: 0 }
    }
}

impl<T: Copy> Order<T> {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Adds an item with this key.
    pub(super) fn insert<K: Ord>(&mut self, item: T, key: K, key_of: impl Fn(T) -> K) {
        let (mut chunk, mut at) = self.place(&key, key_of);
        match self.chunks.get(chunk).map(Vec::len) {
            None => self.chunks.push(Vec::new()),
            Some(len) if len < CHUNK => {}
            // At the end of a full chunk: fill the next one's front, or start one, so that what comes in ascending
            // order leaves full chunks behind.
            Some(_) if at == CHUNK => {
                (chunk, at) = (chunk + 1, 0);
                if self.chunks.get(chunk).is_none_or(|next| next.len() >= CHUNK / 2) {
                    self.chunks.insert(chunk, Vec::new());
                }
            }
            Some(_) => {
                let right = self.chunks[chunk].split_off(CHUNK / 2);
                self.chunks.insert(chunk + 1, right);
                if at > CHUNK / 2 {
                    (chunk, at) = (chunk + 1, at - CHUNK / 2);
                }
            }
        }
        let chunk = &mut self.chunks[chunk];
        if chunk.len() == chunk.capacity() {
            chunk.reserve_exact((chunk.len() / 4).max(4));
        }
        chunk.insert(at, item);
        self.len += 1;
    }

    /// Removes the item with this key; nothing happens without one.
    pub(super) fn remove<K: Ord>(&mut self, key: K, key_of: impl Fn(T) -> K) {
        let (chunk, at) = self.place(&key, &key_of);
        if self.chunks.get(chunk).and_then(|items| items.get(at)).is_some_and(|&item| key_of(item) == key) {
            self.chunks[chunk].remove(at);
            self.len -= 1;
            if self.chunks[chunk].is_empty() {
                self.chunks.remove(chunk);
            }
        }
    }

    /// How many items have a key up to this one.
    pub(super) fn rank<K: Ord>(&self, key: K, key_of: impl Fn(T) -> K) -> usize {
        let chunk = self.chunks.partition_point(|items| key_of(items[0]) <= key).saturating_sub(1);
        let before: usize = self.chunks[..chunk].iter().map(Vec::len).sum();
        before + self.chunks.get(chunk).map_or(0, |items| items.partition_point(|&item| key_of(item) <= key))
    }

    /// Calls `each` for the items of a range of ranks, in order.
    pub(super) fn each_in(&self, range: Range<usize>, mut each: impl FnMut(T)) {
        let mut start = 0;
        for items in &self.chunks {
            let low = range.start.saturating_sub(start).min(items.len());
            let high = range.end.saturating_sub(start).min(items.len());
            items[low..high.max(low)].iter().for_each(|&item| each(item));
            start += items.len();
            if start >= range.end {
                break;
            }
        }
    }

    /// All items in order.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = T> {
        self.chunks.iter().flatten().copied()
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.chunks.capacity() * size_of::<Vec<T>>()
            + self.chunks.iter().map(|items| items.capacity() * size_of::<T>()).sum::<usize>()
    }

    /// Chunk and position of the first item whose key is at least this one, if need be past the end of a chunk.
    fn place<K: Ord>(&self, key: &K, key_of: impl Fn(T) -> K) -> (usize, usize) {
        let chunk = self.chunks.partition_point(|items| key_of(items[0]) <= *key).saturating_sub(1);
        let at = self.chunks.get(chunk).map_or(0, |items| items.partition_point(|&item| key_of(item) < *key));
        (chunk, at)
    }
}
