//! Receipts: that a request which somebody may send again was carried out, written in the very transaction that carries it out.
//!
//! A reply that is kept is written after its effect, so that a crash between the two loses it; the receipt is what is left then,
//! and the effect does not happen twice. Whoever answers a request says so with [`within`], around all its work; the first change
//! of that thread takes the receipt along. Owns: the record and what is under way. Must not know: what was asked.

use std::cell::RefCell;

use crate::model::Micros;

/// One receipt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// What was asked for, as one text that no other request has ([`super::Reply::key`]).
    pub key: String,
    /// Digest of the request.
    pub digest: [u8; 32],
    /// When.
    pub at: Micros,
}

thread_local! {
    static UNDER_WAY: RefCell<Option<Receipt>> = const { RefCell::new(None) };
}

/// Does the work; what it writes on this thread carries the receipt.
pub fn within<T>(receipt: Receipt, work: impl FnOnce() -> T) -> T {
    /// Puts back what was under way before, however the work ends.
    struct Before(Option<Receipt>);
    impl Drop for Before {
        fn drop(&mut self) {
            UNDER_WAY.set(self.0.take());
        }
    }
    let _before = Before(UNDER_WAY.replace(Some(receipt)));
    work()
}

/// The receipt of the request that is under way on this thread.
pub(super) fn under_way() -> Option<Receipt> {
    UNDER_WAY.with_borrow(Clone::clone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_receipt_holds_for_the_work_alone() {
        let receipt = |key: &str| Receipt { key: key.to_owned(), digest: [0; 32], at: Micros(1) };
        let key = || under_way().map(|receipt| receipt.key);
        within(receipt("a"), || {
            within(receipt("b"), || assert_eq!(key().as_deref(), Some("b")));
            assert_eq!(key().as_deref(), Some("a"));
            std::thread::scope(|scope| scope.spawn(|| assert_eq!(key(), None)).join()).ok();
        });
        assert!(std::panic::catch_unwind(|| within(receipt("c"), || panic!("a panic that a test asked for"))).is_err());
        assert_eq!(key(), None);
    }
}
