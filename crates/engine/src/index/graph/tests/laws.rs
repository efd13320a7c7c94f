//! Laws that hold for every history.

use proptest::prelude::*;

use crate::model::EdgeKind;

use super::super::{EdgeView, EntityFan, GraphIndex, Node, PageRank, Spreading};
use super::naive::Naive;
use super::{Change, all, go_on, history, seeds};

fn both(changes: &[Change]) -> (GraphIndex, Naive) {
    let (mut graph, mut naive) = (GraphIndex::new(), Naive::default());
    for change in changes {
        naive.apply(change);
        match change {
            Change::Fold => graph.fold(),
            Change::Remove(owner) => {
                graph.remove(*owner);
            }
            Change::Upsert(owner, edges) => graph.upsert(*owner, edges),
        }
    }
    (graph, naive)
}

fn every_node() -> impl Iterator<Item = Node> {
    let ordinals = || (0..13).chain([super::super::ORDINAL_MAX, u32::MAX]);
    ordinals().map(Node::Memory).chain(ordinals().map(Node::Entity))
}

fn unbounded(specific: bool) -> Spreading {
    let entity_fan = if specific { EntityFan::Specificity { n_memories: 400 } } else { EntityFan::PowerLaw(0.7) };
    Spreading { threshold: 0.0, frontier_max: usize::MAX, results_max: usize::MAX, entity_fan, ..Spreading::default() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn adjacency_is_that_of_the_list(changes in history()) {
        let (graph, naive) = both(&changes);
        prop_assert_eq!(graph.len(), naive.len());
        for node in every_node() {
            let mut expected = naive.neighbours(node);
            let mut found = Vec::new();
            graph.neighbours(node, None, &mut |end| found.push(end));
            let sort = |list: &mut Vec<_>| list.sort_by_key(|end| format!("{end:?}"));
            let mut by_kind = Vec::new();
            for &kind in EdgeKind::ALL {
                let n = expected.iter().filter(|end| end.kind == kind).count();
                prop_assert_eq!(graph.degree(node, kind) as usize, n);
                graph.neighbours(node, Some(kind), &mut |end| by_kind.push(end));
            }
            prop_assert_eq!(&by_kind, &found);
            sort(&mut expected);
            sort(&mut found);
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn answers_do_not_depend_on_the_history(changes in history(), seeds in seeds(), frontier_max in 1_usize..6) {
        let (graph, naive) = both(&changes);
        let mut fresh = naive.rebuilt(&all);
        let loose = fresh.clone();
        fresh.fold();
        let decoded = GraphIndex::decode(&graph.encode()).unwrap();
        let how = Spreading { frontier_max, ..Spreading::default() };
        let expected = graph.spread(&seeds, &how, &all, &go_on).unwrap();
        let expected_rank = graph.pagerank(&seeds, &PageRank::default(), &all, &go_on).unwrap();
        for other in [&fresh, &loose, &decoded] {
            prop_assert_eq!(graph.encode(), other.encode());
            prop_assert_eq!(graph.len(), other.len());
            prop_assert_eq!(&expected, &other.spread(&seeds, &how, &all, &go_on).unwrap());
            prop_assert_eq!(&expected_rank, &other.pagerank(&seeds, &PageRank::default(), &all, &go_on).unwrap());
        }
    }

    #[test]
    fn a_hidden_edge_is_as_good_as_none(changes in history(), seeds in seeds(), hidden in 0_u32..3) {
        let (graph, naive) = both(&changes);
        let seen = |edge: &EdgeView| edge.scope != hidden && edge.owner != hidden;
        let without = naive.rebuilt(&seen);
        let how = Spreading { hub_degree_max: 2, ..Spreading::default() };
        prop_assert_eq!(
            graph.spread(&seeds, &how, &seen, &go_on).unwrap(),
            without.spread(&seeds, &how, &all, &go_on).unwrap()
        );
        prop_assert_eq!(
            graph.pagerank(&seeds, &PageRank::default(), &seen, &go_on).unwrap(),
            without.pagerank(&seeds, &PageRank::default(), &all, &go_on).unwrap()
        );
    }

    #[test]
    fn spreading_follows_its_definition(
        changes in history(), seeds in seeds(), specific: bool, hops_max in 0_u32..=3, hub_degree_max in 1_u32..9,
    ) {
        let (graph, naive) = both(&changes);
        let how = Spreading { hops_max, hub_degree_max, ..unbounded(specific) };
        let found = graph.spread(&seeds, &how, &all, &go_on).unwrap();
        let mut expected = naive.spread(&seeds, &how);
        expected.retain(|_, value| *value > 1e-12);
        for hit in &found {
            let value = expected.remove(&hit.memory).unwrap_or(0.0);
            prop_assert!((f64::from(hit.activation) - value).abs() <= 1e-5 * value + 1e-9, "{hit:?} {value}");
        }
        prop_assert!(expected.is_empty(), "not found: {expected:?}");
        prop_assert!(found.is_sorted_by_key(|hit| (core::cmp::Reverse(hit.activation.to_bits()), hit.memory)));
    }

    #[test]
    fn paths_walk_real_edges_from_a_seed(changes in history(), seeds in seeds()) {
        let (graph, naive) = both(&changes);
        for hit in graph.spread(&seeds, &unbounded(false), &all, &go_on).unwrap() {
            prop_assert!(seeds.iter().any(|seed| seed.0 == hit.origin));
            let mut at = hit.origin;
            let mut before = None;
            for step in &hit.path {
                let taken = (step.node, step.kind, step.forward);
                let real = naive.neighbours(at).iter().any(|end| (end.node, end.kind, end.forward) == taken);
                prop_assert!(real, "no such edge: {step:?}");
                prop_assert!(step.kind != EdgeKind::SimilarTo || before != Some(EdgeKind::SimilarTo));
                (at, before) = (step.node, Some(step.kind));
            }
            prop_assert_eq!(at, Node::Memory(hit.memory));
            // Three hops, each through at most one entity, or an entity at either end of a step.
            prop_assert!(hit.path.len() <= 6);
        }
    }

    #[test]
    fn pagerank_is_a_close_lower_bound(changes in history(), seeds in seeds(), damping in 0.1_f32..0.8) {
        let (graph, naive) = both(&changes);
        let how = PageRank { damping, epsilon: 1e-6, ..PageRank::default() };
        let ranked = graph.pagerank(&seeds, &how, &all, &go_on).unwrap();
        let found = ranked.found;
        let expected = naive.pagerank(&seeds, &how);
        let sum: f64 = found.iter().map(|one| f64::from(one.1)).sum();
        let left_max = 1e-6 * (2 * naive.len()).max(1) as f64 + 1e-6 * seeds.len() as f64;
        prop_assert!(sum <= 1.0 + 1e-5 && sum >= 1.0 - left_max - 1e-4, "{sum}");
        for (node, value) in &found {
            let exact = expected.get(node).copied().unwrap_or(0.0);
            prop_assert!(f64::from(*value) <= exact + 1e-5 && f64::from(*value) >= exact - left_max - 1e-5);
        }
    }

    #[test]
    fn what_is_found_and_what_is_left_sum_to_one(
        changes in history(), seeds in seeds(), damping in 0.0_f32..0.95, epsilon in 1e-6_f32..0.5, pushes_max in 0_usize..400,
    ) {
        let (graph, _) = both(&changes);
        let how = PageRank { damping, epsilon, pushes_max, ..PageRank::default() };
        let ranked = graph.pagerank(&seeds, &how, &all, &go_on).unwrap();
        let found: f64 = ranked.found.iter().map(|one| f64::from(one.1)).sum();
        prop_assert!((found + ranked.left - 1.0).abs() < 1e-5, "{found} + {}", ranked.left);
        prop_assert!(ranked.left >= 0.0);
    }

    #[test]
    fn garbage_is_refused_or_read_but_never_panics(
        changes in history(), seeds in seeds(), spot in any::<prop::sample::Index>(), byte: u8, cut in 0_usize..40,
    ) {
        let (graph, _) = both(&changes);
        let mut bytes = graph.encode();
        let at = spot.index(bytes.len());
        bytes[at] = byte;
        bytes.truncate(bytes.len() - cut.min(bytes.len()) * usize::from(cut > 20));
        if let Ok(mut odd) = GraphIndex::decode(&bytes) {
            prop_assert!(odd.spread(&seeds, &Spreading::default(), &all, &go_on).is_ok());
            for owner in 0..13 {
                odd.remove(owner);
            }
            odd.fold();
            prop_assert_eq!(GraphIndex::decode(&odd.encode()).unwrap().encode(), odd.encode());
        }
    }

    #[test]
    fn noise_is_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let mut bytes = bytes;
        if let Some(first) = bytes.first_mut() {
            *first = 1;
        }
        // An empty graph is the only one that so few random bytes can spell.
        if let Ok(graph) = GraphIndex::decode(&bytes) {
            prop_assert!(graph.len() <= bytes.len() / 18);
        }
    }
}
