//! Sums by node while walking, and the hash that the graph's maps share.

use std::hash::{BuildHasherDefault, Hasher};

use super::node::Key;

/// Multiply-and-fold hash for small integer keys. Not hardened: the keys are ordinals that the store gives out, never
/// a stranger's bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct IntegerHasher(u64);

/// Hashing of the graph's maps.
pub(super) type KeyHash = BuildHasherDefault<IntegerHasher>;

/// Odd, with well mixed bits (the golden ratio in 64 bits).
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

impl Hasher for IntegerHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    #[inline]
    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }

    #[inline]
    fn write_u64(&mut self, value: u64) {
        let wide = u128::from(self.0.rotate_left(29) ^ value ^ MULTIPLIER) * u128::from(MULTIPLIER);
        self.0 = (wide >> 64) as u64 ^ wide as u64;
    }

    fn write_i64(&mut self, value: i64) {
        self.write_u64(value as u64);
    }
}

/// Slots of a fresh tally: a short walk never grows it.
const SLOTS_MIN: usize = 1_024;
/// A slot without a node; no item has this number, because memory ends first.
const FREE: u32 = u32::MAX;

/// One value a node, in order of first touch.
///
/// A table of its own, because a walk does little else than add to it: with linear probing, the node beside the item's
/// number and at most half full, adding takes about a third of the time of the standard map.
#[derive(Debug)]
pub(super) struct Tally<T> {
    /// Node and item number, a power of two of them.
    slots: Vec<(Key, u32)>,
    /// Bits to drop from a 32-bit hash to get a slot.
    shift: u32,
    items: Vec<(Key, T)>,
}

impl<T: Default> Tally<T> {
    pub(super) fn new() -> Self {
        Self { slots: vec![(Key(0), FREE); SLOTS_MIN], shift: 32 - SLOTS_MIN.ilog2(), items: Vec::new() }
    }

    /// The value of a node, new ones at their default.
    #[inline]
    pub(super) fn entry(&mut self, key: Key) -> &mut T {
        let at = self.slot(key);
        &mut self.items[at].1
    }

    /// The position of a node's value in [`Self::items`], stable while the tally lives.
    #[inline]
    pub(super) fn slot(&mut self, key: Key) -> usize {
        let mut slot = self.home(key);
        loop {
            let (other, at) = self.slots[slot];
            if at == FREE {
                return self.add(key, slot);
            }
            if other == key {
                return at as usize;
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    pub(super) fn items(&self) -> &[(Key, T)] {
        &self.items
    }

    pub(super) fn items_mut(&mut self) -> &mut [(Key, T)] {
        &mut self.items
    }

    fn home(&self, key: Key) -> usize {
        (key.0.wrapping_mul((MULTIPLIER >> 32) as u32 | 1) >> self.shift) as usize
    }

    fn add(&mut self, key: Key, slot: usize) -> usize {
        let at = self.items.len();
        self.slots[slot] = (key, at as u32);
        self.items.push((key, T::default()));
        if self.items.len() * 2 > self.slots.len() {
            self.grow();
        }
        at
    }

    #[cold]
    fn grow(&mut self) {
        let len = self.slots.len() * 4;
        (self.slots, self.shift) = (vec![(Key(0), FREE); len], 32_u32.saturating_sub(len.ilog2()));
        for at in 0..self.items.len() {
            let mut slot = self.home(self.items[at].0);
            while self.slots[slot].1 != FREE {
                slot = (slot + 1) & (len - 1);
            }
            self.slots[slot] = (self.items[at].0, at as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_up_by_node_in_order_of_first_touch() {
        let mut tally = Tally::<u32>::new();
        for round in 0..3 {
            for at in 0..5_000_u32 {
                *tally.entry(Key(at.wrapping_mul(1 << 20 | 1))) += round + at;
            }
        }
        assert_eq!(tally.items().len(), 5_000);
        for (at, (key, sum)) in tally.items().iter().enumerate() {
            let at = at as u32;
            assert_eq!((*key, *sum), (Key(at.wrapping_mul(1 << 20 | 1)), 3 * at + 3));
        }
    }
}
