//! Where a node's ends are: a sorted list of nodes with a table of prefixes, so that the usual look-up takes a step or
//! two, while far-apart ordinals cost no more memory than close ones.

use super::super::node::Key;

/// Node to range of positions. About 12 bytes a node.
#[derive(Clone, Debug, Default)]
pub(super) struct Lookup {
    /// Nodes that have ends, ascending.
    keys: Vec<Key>,
    /// First position of each node, and one past the last: `keys.len() + 1` numbers, or none when empty.
    starts: Vec<u32>,
    /// For each `key >> shift` the number of keys below that prefix; one more at the end.
    buckets: Vec<u32>,
    shift: u32,
}

impl Lookup {
    /// `keys` ascending, `starts` as in the struct.
    pub(super) fn new(mut keys: Vec<Key>, mut starts: Vec<u32>) -> Self {
        let Some(&last) = keys.last() else { return Self::default() };
        keys.shrink_to_fit();
        starts.shrink_to_fit();
        let mut shift = 0;
        while (last.0 >> shift) as usize >= keys.len() {
            shift += 1;
        }
        let mut buckets = vec![0_u32; (last.0 >> shift) as usize + 2];
        for key in &keys {
            buckets[(key.0 >> shift) as usize + 1] += 1;
        }
        let mut sum = 0;
        for bucket in &mut buckets {
            sum += *bucket;
            *bucket = sum;
        }
        Self { keys, starts, buckets, shift }
    }

    /// Positions of a node's ends; empty when it has none.
    pub(super) fn range(&self, key: Key) -> (usize, usize) {
        let prefix = (key.0 >> self.shift) as usize;
        let (Some(&low), Some(&high)) = (self.buckets.get(prefix), self.buckets.get(prefix + 1)) else {
            return (0, 0);
        };
        let (low, high) = (low as usize, high as usize);
        match self.keys[low..high].binary_search(&key) {
            Ok(at) => (self.starts[low + at] as usize, self.starts[low + at + 1] as usize),
            Err(_) => (0, 0),
        }
    }

    /// The node that keeps the end at a position. O(log nodes).
    pub(super) fn key_at(&self, position: u32) -> Key {
        self.keys[self.starts.partition_point(|&start| start <= position) - 1]
    }

    pub(super) fn keys(&self) -> impl Iterator<Item = Key> {
        self.keys.iter().copied()
    }

    pub(super) fn memory_bytes(&self) -> usize {
        (self.keys.capacity() + self.starts.capacity() + self.buckets.capacity()) * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_close_and_far_keys_and_nothing_else() {
        for keys in [vec![0], vec![5], vec![0, 1, 2, 3], vec![7, 9, 1000, u32::MAX - 1, u32::MAX]] {
            let starts = (0..=keys.len() as u32).map(|at| at * 3).collect();
            let lookup = Lookup::new(keys.iter().map(|&key| Key(key)).collect(), starts);
            for (at, &key) in keys.iter().enumerate() {
                assert_eq!(lookup.range(Key(key)), (at * 3, at * 3 + 3));
                assert_eq!(lookup.key_at(at as u32 * 3 + 2), Key(key));
                for near in [key.wrapping_sub(1), key.wrapping_add(1)] {
                    assert_eq!(lookup.range(Key(near)).0 != lookup.range(Key(near)).1, keys.contains(&near));
                }
            }
            assert!(lookup.memory_bytes() <= 4 * (3 * keys.len() + 3));
        }
        assert_eq!(Lookup::default().range(Key(3)), (0, 0));
    }
}
