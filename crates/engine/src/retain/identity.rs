//! Ids: UUIDv7 from the clock and the random source, rising even when the clock jumps back.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::ports::{Clock, Random};

/// Gives out ids.
pub struct Identity {
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    /// Milliseconds and a counter below them: `ms << 12 | count`.
    last: AtomicU64,
}

impl Identity {
    /// Ids from that clock and that random source.
    pub fn new(clock: Arc<dyn Clock>, random: Arc<dyn Random>) -> Self {
        Self { clock, random, last: AtomicU64::new(0) }
    }

    /// The next id: greater than every id that this gave out before.
    pub fn next(&self) -> u128 {
        let ms = (self.clock.now().0 / 1_000).clamp(0, (1 << 48) - 1) as u64;
        let update = |last: u64| Some((ms << 12).max(last + 1));
        let previous = self.last.fetch_update(Ordering::SeqCst, Ordering::SeqCst, update).unwrap_or_else(|last| last);
        let stamp = (ms << 12).max(previous + 1);
        let (high, low) = (u128::from(stamp >> 12), u128::from(stamp & 0xfff));
        let tail = u128::from(self.random.next_u64() & 0x3fff_ffff_ffff_ffff);
        (high << 80) | (0x7 << 76) | (low << 64) | (0b10 << 62) | tail
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicI64;

    use super::*;
    use crate::model::Micros;

    struct Jumping(AtomicI64);
    impl Clock for Jumping {
        fn now(&self) -> Micros {
            Micros(self.0.fetch_sub(3_600_000_000, Ordering::SeqCst))
        }
        fn monotonic_us(&self) -> u64 {
            0
        }
    }
    struct Zero;
    impl Random for Zero {
        fn next_u64(&self) -> u64 {
            0
        }
    }

    #[test]
    fn ids_rise_while_the_clock_runs_backwards() {
        let clock = Arc::new(Jumping(AtomicI64::new(1_700_000_000_000_000)));
        let identity = Identity::new(clock, Arc::new(Zero));
        let ids: Vec<u128> = (0..10_000).map(|_| identity.next()).collect();
        assert!(ids.windows(2).all(|pair| pair[0] < pair[1]));
        let uuid = uuid::Uuid::from_u128(ids[0]);
        assert_eq!(uuid.get_version_num(), 7);
        assert_eq!(uuid.get_variant(), uuid::Variant::RFC4122);
    }
}
