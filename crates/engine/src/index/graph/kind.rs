//! What the walks know of each edge kind: how readily activation passes. The kinds themselves are the model's.

use crate::model::EdgeKind;

/// Number of edge kinds.
pub const KINDS: usize = EdgeKind::ALL.len();

// An edge end keeps its kind in four bits, and a walk tells by the mentions, which it therefore reads first, whether an
// entity is a hub.
const _: () = assert!(KINDS <= 16 && EdgeKind::Mentions.code() == 0);

/// Default share of activation that passes along an edge (`from` to `to`), `0..=1`.
///
/// All chosen. `supersedes` leads from the new memory to the old one and passes only from the old to the new, which is
/// against the edge: whoever reaches an outdated memory should reach its replacement, never the reverse.
pub fn weight_along(kind: EdgeKind) -> f32 {
    match kind {
        EdgeKind::CausedBy | EdgeKind::SameAs => 1.0,
        EdgeKind::Supersedes => 0.0,
        EdgeKind::Mentions | EdgeKind::RelatesTo | EdgeKind::LinksTo => 0.8,
        EdgeKind::DerivedFrom => 0.7,
        EdgeKind::Next | EdgeKind::InEpisode => 0.6,
        EdgeKind::HasKeyphrase => 0.5,
        EdgeKind::SimilarTo | EdgeKind::InSection | EdgeKind::InDocument => 0.3,
    }
}

/// Default share of activation that passes against an edge (`to` to `from`), `0..=1`.
///
/// As along it, except `supersedes`, and `links_to` at half: half was measured better than equal for page links.
pub fn weight_against(kind: EdgeKind) -> f32 {
    match kind {
        EdgeKind::Supersedes => 0.9,
        EdgeKind::LinksTo => 0.4,
        EdgeKind::Mentions
        | EdgeKind::RelatesTo
        | EdgeKind::CausedBy
        | EdgeKind::DerivedFrom
        | EdgeKind::Next
        | EdgeKind::InEpisode
        | EdgeKind::SimilarTo
        | EdgeKind::HasKeyphrase
        | EdgeKind::InSection
        | EdgeKind::InDocument
        | EdgeKind::SameAs => weight_along(kind),
    }
}

/// A table by kind code.
pub(super) fn table<T: Copy + Default>(of: impl Fn(EdgeKind) -> T) -> [T; KINDS] {
    let mut table = [T::default(); KINDS];
    for (cell, &kind) in table.iter_mut().zip(EdgeKind::ALL) {
        *cell = of(kind);
    }
    table
}

/// Position in a table by kind.
#[inline]
pub(super) fn idx(kind: EdgeKind) -> usize {
    usize::from(kind.code())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_by_code_and_weights_are_shares() {
        assert_eq!(table(EdgeKind::code), core::array::from_fn(|at| at as u8));
        for &kind in EdgeKind::ALL {
            assert!((0.0..=1.0).contains(&weight_along(kind)) && (0.0..=1.0).contains(&weight_against(kind)));
            assert!(weight_along(kind) + weight_against(kind) > 0.0);
        }
    }
}
