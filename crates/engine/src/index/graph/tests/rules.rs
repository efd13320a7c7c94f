//! Single rules, each on the smallest graph that shows it.

use crate::model::EdgeKind;

use super::super::{
    DecodeError, Edge, EntityFan, GraphError, GraphIndex, KINDS, Node, PageRank, Ranked, Spreading, Step,
};
use super::{all, go_on};

use Node::{Entity, Memory};

fn edge(from: Node, kind: EdgeKind, to: Node) -> Edge {
    Edge { from, to, kind, weight: 1.0, scope: 0, valid: None }
}

fn graph(edges: &[Edge]) -> GraphIndex {
    let mut graph = GraphIndex::new();
    for (owner, edge) in edges.iter().enumerate() {
        graph.upsert(1000 + owner as u32, &[*edge]);
    }
    graph
}

/// Memories reached from memory 0 and what they got, seeds left out.
fn reached(graph: &GraphIndex, how: &Spreading) -> Vec<(u32, f32)> {
    let hits = graph.spread(&[(Memory(0), 1.0)], how, &all, &go_on).unwrap();
    hits.into_iter().filter(|hit| hit.seeded == 0.0).map(|hit| (hit.memory, hit.activation)).collect()
}

#[test]
fn the_old_memory_leads_to_the_new_one_only() {
    let how = Spreading::default();
    assert_eq!(reached(&graph(&[edge(Memory(1), EdgeKind::Supersedes, Memory(0))]), &how), [(1, 0.6 * 0.9)]);
    assert_eq!(reached(&graph(&[edge(Memory(0), EdgeKind::Supersedes, Memory(1))]), &how), []);
}

#[test]
fn likeness_is_not_followed_twice_in_a_row() {
    let similar = |from, to| edge(Memory(from), EdgeKind::SimilarTo, Memory(to));
    let how = Spreading { threshold: 0.0, ..Spreading::default() };
    let two = graph(&[similar(0, 1), similar(1, 2)]);
    assert_eq!(reached(&two, &how).iter().map(|hit| hit.0).collect::<Vec<_>>(), [1]);
    let between = graph(&[similar(0, 1), edge(Memory(1), EdgeKind::Next, Memory(2)), similar(2, 3)]);
    assert_eq!(reached(&between, &how).iter().map(|hit| hit.0).collect::<Vec<_>>(), [1, 2, 3]);
}

#[test]
fn a_shared_entity_is_one_hop_and_gives_nothing_back() {
    let mentions = |memory, entity| edge(Memory(memory), EdgeKind::Mentions, Entity(entity));
    let graph = graph(&[mentions(0, 0), mentions(1, 0), mentions(2, 0)]);
    let how = Spreading { hops_max: 1, entity_fan: EntityFan::PowerLaw(1.0), ..Spreading::default() };
    let hits = graph.spread(&[(Memory(0), 1.0)], &how, &all, &go_on).unwrap();
    let expected = 0.6 * 0.8 / 3.0;
    assert_eq!(hits.iter().map(|hit| hit.memory).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!((hits[0].activation, hits[0].seeded, hits[0].path.len()), (1.0, 1.0, 0));
    assert!((hits[1].activation - expected).abs() < 1e-6);
    let step = |forward, node| Step { kind: EdgeKind::Mentions, forward, node };
    assert_eq!(hits[1].path, [step(true, Entity(0)), step(false, Memory(1))]);
    assert_eq!(hits[1].origin, Memory(0));
}

#[test]
fn an_entity_above_the_hub_bound_passes_nothing() {
    let mut edges: Vec<Edge> = (0..31).map(|at| edge(Memory(at), EdgeKind::Mentions, Entity(0))).collect();
    edges.push(edge(Entity(0), EdgeKind::RelatesTo, Entity(1)));
    edges.push(edge(Memory(50), EdgeKind::Mentions, Entity(1)));
    assert_eq!(reached(&graph(&edges), &Spreading::default()), []);
    assert_eq!(reached(&graph(&edges[1..]), &Spreading::default()), []);
    let wider = Spreading { hub_degree_max: 31, threshold: 0.0, ..Spreading::default() };
    assert_eq!(reached(&graph(&edges), &wider).len(), 31);
}

#[test]
fn specificity_follows_its_formula_and_stays_a_share() {
    let share = |n_memories, df| EntityFan::Specificity { n_memories }.share(df);
    let expected = (500.0_f64.ln() / (4.0 * 2.0_f64.sqrt())).powi(2);
    assert!((share(1000, 2) - expected.min(1.0)).abs() < 1e-12);
    assert!((share(1000, 30) - ((1000.0_f64 / 30.0).ln() / (4.0 * 30.0_f64.sqrt())).powi(2)).abs() < 1e-12);
    assert_eq!(share(u32::MAX, 1), 1.0);
    assert_eq!((share(10, 10), share(10, 20), share(0, 1)), (0.0, 0.0, 0.0));
}

#[test]
fn weak_arrivals_are_dropped_and_results_are_bounded() {
    let mut chain = vec![edge(Memory(0), EdgeKind::Next, Memory(1))];
    chain[0].weight = 0.02;
    assert_eq!(reached(&graph(&chain), &Spreading::default()), []);
    let star: Vec<Edge> = (1..9).map(|to| edge(Memory(0), EdgeKind::CausedBy, Memory(to))).collect();
    let hits = graph(&star)
        .spread(&[(Memory(0), 1.0)], &Spreading { results_max: 3, ..Spreading::default() }, &all, &go_on)
        .unwrap();
    assert_eq!(hits.iter().map(|hit| hit.memory).collect::<Vec<_>>(), [0, 1, 2]);
}

#[test]
fn a_stop_ends_both_walks() {
    let graph = graph(&[edge(Memory(0), EdgeKind::Next, Memory(1))]);
    let seeds = [(Memory(0), 1.0)];
    assert_eq!(graph.spread(&seeds, &Spreading::default(), &all, &|| true), Err(GraphError::Stopped));
    assert_eq!(graph.pagerank(&seeds, &PageRank::default(), &all, &|| true), Err(GraphError::Stopped));
}

#[test]
fn settings_out_of_range_are_named() {
    let graph = GraphIndex::new();
    let name_of = |how: Spreading| match graph.spread(&[], &how, &all, &go_on) {
        Err(GraphError::Setting { name, .. }) => name,
        other => panic!("{other:?}"),
    };
    let ok = Spreading::default();
    assert_eq!(graph.spread(&[], &ok, &all, &go_on), Ok(vec![]));
    assert_eq!(name_of(Spreading { hops_max: 4, ..ok }), "hops_max");
    assert_eq!(name_of(Spreading { decay_per_hop: f32::NAN, ..ok }), "decay_per_hop");
    assert_eq!(name_of(Spreading { threshold: -1.0, ..ok }), "threshold");
    assert_eq!(name_of(Spreading { kind_weights: [1.5; KINDS], ..ok }), "kind_weights");
    assert_eq!(name_of(Spreading { entity_fan: EntityFan::PowerLaw(f32::INFINITY), ..ok }), "fan_exponent");
    for how in [PageRank { damping: 1.0, ..PageRank::default() }, PageRank { epsilon: 0.0, ..PageRank::default() }] {
        assert!(matches!(graph.pagerank(&[], &how, &all, &go_on), Err(GraphError::Setting { .. })));
    }
}

#[test]
fn unusable_seeds_are_skipped() {
    let graph = graph(&[edge(Memory(0), EdgeKind::Next, Memory(1))]);
    for value in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let seeds = [(Memory(0), value), (Memory(u32::MAX), 1.0)];
        assert_eq!(graph.spread(&seeds, &Spreading::default(), &all, &go_on), Ok(vec![]));
        assert_eq!(graph.pagerank(&seeds, &PageRank::default(), &all, &go_on), Ok(Ranked::default()));
    }
}

#[test]
fn many_edges_fold_by_themselves_and_stay_small() {
    let mut graph = GraphIndex::new();
    for owner in 0..20_000_u32 {
        let mentions = (0..4).map(|at| edge(Memory(owner), EdgeKind::Mentions, Entity((owner * 7 + at * 131) % 3_000)));
        let next = edge(Memory(owner), EdgeKind::Next, Memory(owner + 1));
        graph.upsert(owner, &mentions.chain([next]).collect::<Vec<_>>());
    }
    assert_eq!(graph.len(), 100_000);
    assert!(graph.delta.ends() <= graph.settled.ends() / 4, "{} loose", graph.delta.ends());
    graph.fold();
    assert_eq!((graph.delta.ends(), graph.settled.ends()), (0, 200_000));
    assert!(graph.memory_bytes() <= 10 * 200_000, "{} bytes", graph.memory_bytes());
    for owner in (0..20_000).filter(|owner| owner % 3 != 0) {
        assert!(graph.remove(owner));
        assert!(!graph.remove(owner));
    }
    assert_eq!(graph.degree(Memory(4), EdgeKind::Next), 1);
    assert_eq!(graph.degree(Memory(5), EdgeKind::Next), 0);
    assert_eq!(graph.len(), 6_667 * 5);
}

#[test]
fn more_terms_than_the_short_code_holds() {
    let mut graph = GraphIndex::new();
    for owner in 0..70_000_u32 {
        let scope = if owner.is_multiple_of(10) { 0 } else { owner };
        graph.upsert(owner, &[Edge { scope, ..edge(Memory(owner), EdgeKind::LinksTo, Memory(owner ^ 1)) }]);
    }
    graph.fold();
    for owner in 0..70_000_u32 {
        let mut scopes = Vec::new();
        graph.neighbours(Memory(owner), None, &mut |end| scopes.push((end.forward, end.scope)));
        let scope = |owner: u32| if owner.is_multiple_of(10) { 0 } else { owner };
        assert_eq!(scopes, [(true, scope(owner)), (false, scope(owner ^ 1))]);
    }
    assert_eq!(GraphIndex::decode(&graph.encode()).unwrap().encode(), graph.encode());
}

#[test]
fn other_bytes_are_refused_with_the_reason() {
    let bytes = graph(&[edge(Memory(0), EdgeKind::Next, Memory(1))]).encode();
    assert_eq!(GraphIndex::decode(&[]).unwrap_err(), DecodeError::Length { len: 0 });
    assert_eq!(GraphIndex::decode(&[9]).unwrap_err(), DecodeError::Version { got: 9 });
    assert!(matches!(GraphIndex::decode(&bytes[..bytes.len() - 1]), Err(DecodeError::Length { .. })));
    // A count of terms that would need gigabytes.
    assert!(matches!(GraphIndex::decode(&[1, 255, 255, 255, 255, 0]), Err(DecodeError::Length { .. })));
    let mut odd = bytes.clone();
    let kind_at = bytes.len() - 10;
    odd[kind_at] = KINDS as u8;
    assert_eq!(GraphIndex::decode(&odd).unwrap_err(), DecodeError::Value { what: "kind", at: 0 });
    assert!(GraphIndex::decode(&bytes).is_ok());
}
