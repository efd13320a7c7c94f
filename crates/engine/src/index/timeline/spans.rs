//! Intervals sorted for "which of them meet this window", and the bitmap in which answers are gathered.

use roaring::RoaringBitmap;

use crate::model::{Interval, Micros};

use super::order::Order;

/// Length classes: each is four times as long as the one before, so that a look back by the longest length of a class
/// meets little that has already ended. 32 classes cover 64 bits.
const CLASSES: usize = 32;

/// What spans are sorted by within their class: start, then ordinal, then end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SpanKey {
    pub(super) start: i64,
    /// First instant after, always later than `start`: an empty interval counts as its instant.
    pub(super) end: i64,
    pub(super) ordinal: u32,
}

impl SpanKey {
    fn sorted(self) -> (i64, u32, i64) {
        (self.start, self.ordinal, self.end)
    }

    fn class(self) -> usize {
        let length = (self.end as u64).wrapping_sub(self.start as u64).max(1);
        length.ilog2() as usize / 2
    }
}

/// A time inside the calendar: sums with lengths then never overflow.
pub(super) fn clamped(at: Micros) -> Micros {
    at.clamp(Micros::MIN, Micros::MAX)
}

/// An interval inside the calendar whose end is not before its start.
pub(super) fn ordered(interval: Interval) -> Interval {
    Interval::new(clamped(interval.start), clamped(interval.end), interval.grain)
}

/// The first instant after an [`ordered`] interval, an empty one counted as its instant.
pub(super) fn end_of(interval: Interval) -> i64 {
    interval.end.0.max(interval.start.0 + 1)
}

/// Intervals by length class and start.
#[derive(Clone, Debug)]
pub(super) struct Spans<T> {
    classes: Vec<Order<T>>,
}

impl<T> Default for Spans<T> {
    fn default() -> Self {
        Self { classes: Vec::new() }
    }
}

impl<T: Copy> Spans<T> {
    pub(super) fn insert(&mut self, item: T, key: SpanKey, key_of: impl Fn(T) -> SpanKey) {
        let class = key.class();
        if self.classes.len() <= class {
            self.classes.reserve_exact(class + 1 - self.classes.len());
            self.classes.resize_with(class + 1, Order::default);
        }
        self.classes[class].insert(item, key.sorted(), |one| key_of(one).sorted());
    }

    pub(super) fn remove(&mut self, key: SpanKey, key_of: impl Fn(T) -> SpanKey) {
        if let Some(order) = self.classes.get_mut(key.class()) {
            order.remove(key.sorted(), |one| key_of(one).sorted());
        }
    }

    /// Calls `each` for every item that shares an instant with the window, an empty window counted as its instant.
    pub(super) fn overlapping(&self, window: Interval, key_of: impl Fn(T) -> SpanKey, mut each: impl FnMut(T)) {
        let window = ordered(window);
        let (start, end) = (window.start.0, end_of(window));
        for (class, order) in self.classes.iter().enumerate().filter(|(_, order)| order.len() > 0) {
            let starts_before = |at: i64| order.rank((at, u32::MAX, i64::MAX), |one| key_of(one).sorted());
            let far = start.saturating_sub_unsigned(longest(class));
            let (low, middle) = (starts_before(far), starts_before(start - 1));
            let high = starts_before(end - 1);
            order.each_in(low..middle, |one| {
                if key_of(one).end > start {
                    each(one);
                }
            });
            order.each_in(middle..high, &mut each);
        }
    }

    /// All items by start, then ordinal; latest first on demand.
    pub(super) fn by_start(&self, latest: bool, key_of: impl Fn(T) -> SpanKey) -> impl Iterator<Item = T> {
        // The next item of each class with its key, signed so that the greatest comes next either way.
        let head = move |items: &mut dyn DoubleEndedIterator<Item = T>| {
            let item = if latest { items.next_back() } else { items.next() }?;
            let key = key_of(item);
            let ordinal = i64::from(key.ordinal);
            Some((if latest { (key.start, ordinal) } else { (-key.start, -ordinal) }, item))
        };
        let mut classes: Vec<_> = self
            .classes
            .iter()
            .filter_map(|order| {
                let mut items = order.iter();
                head(&mut items).map(|first| (first, items))
            })
            .collect();
        core::iter::from_fn(move || {
            let at = (0..classes.len()).max_by_key(|&at| classes[at].0.0)?;
            let (first, items) = &mut classes[at];
            let item = first.1;
            match head(items) {
                Some(next) => *first = next,
                None => drop(classes.swap_remove(at)),
            }
            Some(item)
        })
    }

    /// Earliest start and latest end; `end_of` is the true end of an item.
    pub(super) fn span(&self, key_of: impl Fn(T) -> SpanKey, end_of: impl Fn(T) -> i64) -> Option<(i64, i64)> {
        let start = self.classes.iter().filter_map(|order| order.iter().next()).map(|one| key_of(one).start).min()?;
        let mut last = i64::MIN;
        for (class, order) in self.classes.iter().enumerate() {
            for one in order.iter().rev() {
                last = last.max(end_of(one));
                // Whatever starts earlier in this class cannot end later.
                if key_of(one).start.saturating_add_unsigned(longest(class)) <= last {
                    break;
                }
            }
        }
        Some((start, last))
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.classes.capacity() * size_of::<Order<T>>() + self.classes.iter().map(Order::memory_bytes).sum::<usize>()
    }
}

/// Longest interval of a class, in microseconds.
fn longest(class: usize) -> u64 {
    if class + 1 >= CLASSES { u64::MAX } else { (1 << (2 * class + 2)) - 1 }
}

/// A plain bitmap in which ordinals are gathered in any order: quicker than sorting them.
///
/// Pages of 65,536 ordinals, made when first hit, so that one far-away ordinal costs one page.
#[derive(Debug, Default)]
pub(super) struct Bits {
    pages: Vec<Option<Box<[u8; Self::PAGE_BYTES]>>>,
}

impl Bits {
    const PAGE_BYTES: usize = 8_192;

    /// Room for ordinals up to this one.
    pub(super) fn up_to(highest: Option<u32>) -> Self {
        Self { pages: vec![None; highest.map_or(0, |one| (one >> 16) as usize + 1)] }
    }

    pub(super) fn insert(&mut self, ordinal: u32) {
        let page = self.pages[(ordinal >> 16) as usize].get_or_insert_with(|| Box::new([0; Self::PAGE_BYTES]));
        page[(ordinal as u16 >> 3) as usize] |= 1 << (ordinal & 7);
    }

    pub(super) fn into_bitmap(self) -> RoaringBitmap {
        let mut whole = RoaringBitmap::new();
        for (at, page) in self.pages.iter().enumerate() {
            if let Some(page) = page {
                whole |= RoaringBitmap::from_lsb0_bytes((at as u32) << 16, &page[..]);
            }
        }
        whole
    }
}
