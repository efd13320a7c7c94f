//! Which slot holds an ordinal: a paged table, four bytes an ordinal.
//!
//! Knows nothing of vectors. Pages keep a sparse or hostile ordinal from allocating the whole range below it.

use roaring::RoaringBitmap;

/// Masks up to this many ordinals are walked one by one; larger ones page by page. Chosen.
const WALK_MAX: u64 = 4_096;
/// Ordinals a page covers. Chosen: 4 KiB a page, so that a context of 200 rows stays small.
const PAGE: usize = 1_024;
/// A slot that is never given out: an index cannot hold 2^32 - 1 rows.
const NONE: u32 = u32::MAX;

/// Slot by ordinal.
#[derive(Clone, Debug, Default)]
pub(super) struct OrdinalMap {
    pages: Vec<Option<Box<[u32; PAGE]>>>,
}

impl OrdinalMap {
    /// The slot of `ordinal`.
    #[inline]
    pub(super) fn get(&self, ordinal: u32) -> Option<u32> {
        let slot = self.pages.get(ordinal as usize / PAGE)?.as_ref()?[ordinal as usize % PAGE];
        (slot != NONE).then_some(slot)
    }

    /// Notes that `slot` holds `ordinal`.
    pub(super) fn set(&mut self, ordinal: u32, slot: u32) {
        debug_assert_ne!(slot, NONE, "the last slot is never given out");
        let page = ordinal as usize / PAGE;
        if page >= self.pages.len() {
            self.pages.resize(page + 1, None);
        }
        self.pages[page].get_or_insert_with(|| Box::new([NONE; PAGE]))[ordinal as usize % PAGE] = slot;
    }

    /// Forgets `ordinal` and returns the slot it had.
    pub(super) fn clear(&mut self, ordinal: u32) -> Option<u32> {
        let page = self.pages.get_mut(ordinal as usize / PAGE)?.as_mut()?;
        let slot = core::mem::replace(&mut page[ordinal as usize % PAGE], NONE);
        (slot != NONE).then_some(slot)
    }

    /// Slots of the ordinals of `mask` that are held, by ascending ordinal; `None` when that may be all that are held.
    ///
    /// Cost: O(ordinals of the mask), and far less where the mask covers whole pages.
    pub(super) fn slots_in(&self, mask: &RoaringBitmap) -> Option<Vec<u32>> {
        let Some(last) = self.last() else { return Some(Vec::new()) };
        if mask.len() <= WALK_MAX {
            return Some(mask.range(..=last).filter_map(|ordinal| self.get(ordinal)).collect());
        }
        if mask.contains_range(0..=last) {
            return None;
        }
        let mut slots = Vec::new();
        for (page, held) in self.pages.iter().enumerate().filter_map(|(page, held)| Some((page, held.as_ref()?))) {
            let range = page_range(page);
            if mask.contains_range(range.clone()) {
                slots.extend(held.iter().copied().filter(|&slot| slot != NONE));
            } else {
                let picked = mask.range(range).map(|ordinal| held[ordinal as usize % PAGE]);
                slots.extend(picked.filter(|&slot| slot != NONE));
            }
        }
        Some(slots)
    }

    /// Ordinals and their slots, by ascending ordinal.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.pages.iter().enumerate().filter_map(|(page, slots)| Some((page, slots.as_ref()?))).flat_map(
            |(page, slots)| {
                let first = (page * PAGE) as u32;
                slots
                    .iter()
                    .enumerate()
                    .filter(|&(_, &slot)| slot != NONE)
                    .map(move |(i, &slot)| (first + i as u32, slot))
            },
        )
    }

    /// The highest ordinal held.
    fn last(&self) -> Option<u32> {
        let in_page = |held: &[u32; PAGE]| held.iter().rposition(|&slot| slot != NONE);
        self.pages
            .iter()
            .enumerate()
            .rev()
            .find_map(|(page, held)| Some((page * PAGE + in_page(held.as_ref()?)?) as u32))
    }

    /// Bytes allocated.
    pub(super) fn memory_bytes(&self) -> usize {
        let pages = self.pages.iter().filter(|page| page.is_some()).count();
        self.pages.capacity() * size_of::<Option<Box<[u32; PAGE]>>>() + pages * size_of::<[u32; PAGE]>()
    }
}

/// Ordinals of a page.
fn page_range(page: usize) -> core::ops::RangeInclusive<u32> {
    let first = (page * PAGE) as u32;
    first..=first + (PAGE as u32 - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_give_the_slots_of_the_ordinals_held() {
        let mut map = OrdinalMap::default();
        let held: Vec<u32> = (0..9_000).filter(|ordinal| ordinal % 3 != 0).chain([u32::MAX]).collect();
        for &ordinal in &held {
            map.set(ordinal, ordinal / 2);
        }
        let masks: [RoaringBitmap; 5] = [
            (0..50).collect(),
            (100..8_000).collect(),
            (0..30_000).filter(|ordinal| ordinal % 5 == 0 || *ordinal < 2_048).collect(),
            (8_000..20_000).chain([u32::MAX]).collect(),
            RoaringBitmap::new(),
        ];
        for mask in masks {
            let expected: Vec<u32> = held.iter().filter(|&&o| mask.contains(o)).map(|&o| o / 2).collect();
            assert_eq!(map.slots_in(&mask), Some(expected), "{mask:?}");
        }
        assert_eq!(map.slots_in(&RoaringBitmap::full()), None);
        assert_eq!(map.clear(u32::MAX), Some(u32::MAX / 2));
        assert_eq!(map.slots_in(&(0..9_000).collect()), None, "up to the highest ordinal held");
        assert_eq!(map.slots_in(&(0..8_999).collect()).map(|slots| slots.len()), Some(5_999));
        assert_eq!(OrdinalMap::default().slots_in(&RoaringBitmap::full()), Some(Vec::new()));
    }

    #[test]
    fn ordinals_far_apart_cost_pages_not_the_range_between() {
        let mut map = OrdinalMap::default();
        map.set(u32::MAX, 1);
        map.set(0, 0);
        assert_eq!((map.get(u32::MAX), map.get(0), map.get(1)), (Some(1), Some(0), None));
        assert_eq!(map.iter().collect::<Vec<_>>(), [(0, 0), (u32::MAX, 1)]);
        assert!(map.memory_bytes() < 80 << 20, "{}", map.memory_bytes());
        assert_eq!((map.clear(u32::MAX), map.clear(u32::MAX), map.clear(77)), (Some(1), None, None));
    }
}
