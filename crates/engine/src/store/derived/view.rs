//! The view over in-memory indexes: one read guard, one mask, every reader.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use parking_lot::RwLock;
use parking_lot::lock_api::ArcRwLockReadGuard;
use roaring::RoaringBitmap;

use crate::affect;
use crate::index::graph::{EdgeView, EntityFan, GraphIndex, Node, Spreading};
use crate::index::lexical::QueryTerm;
use crate::index::vector::rescore_exact;
use crate::model::{EdgeKind, Interval, LatLon, Memory, Micros};
use crate::ports::Deadline;
use crate::space::Area;
use crate::store::{
    Activated, CourseAsk, CourseFound, Facets, Felt, FeltRun, Filter, Linked, NodeNumber, Ordinal, PlaceFilter, Placed,
    Seed, Step, StoreError, Term, Times, View, Walk, Whom,
};
use crate::text;

use super::compose::{REACH, mixed};
use super::indexes::Indexes;
use super::{courses, mask};

type Guard = ArcRwLockReadGuard<parking_lot::RawRwLock, Indexes>;

/// Best rows whose cosine is computed again from full-precision vectors, for short lists only.
const EXACT_HEAD: usize = 24;
/// Lists up to this length get exact cosines: fusion's long lists do not need them.
const EXACT_LIMIT_MAX: usize = 50;

/// Where a view loads texts and full-precision vectors from.
pub trait RowSource: Send + Sync {
    /// Memories by row number, in order; `None` for rows that are gone.
    fn memories(&self, rows: &[Ordinal]) -> Result<Vec<Option<Memory>>, StoreError>;
    /// Points of feelings by row number, in order; empty for rows without any.
    fn points(&self, rows: &[Ordinal]) -> Result<Vec<Vec<affect::Point>>, StoreError>;
    /// Rows under the keys of whoever is meant, newest first; forgotten and replaced ones included. Of people without a name
    /// those whose card may be seen.
    fn known(
        &self,
        whom: &Whom,
        keys: &[String],
        may_see: &dyn Fn(Ordinal) -> bool,
    ) -> Result<Vec<Ordinal>, StoreError>;
    /// Vectors by row number, in order, unit length; `None` for rows without one.
    fn vectors(&self, rows: &[Ordinal]) -> Result<Vec<Option<Vec<f32>>>, StoreError>;
}

/// Opens a view. The indexes stay as they are while it lives: writers wait, so views are for one question each.
pub fn view(
    indexes: &Arc<RwLock<Indexes>>,
    rows: Arc<dyn RowSource>,
    filter: &Filter,
) -> Result<Arc<dyn View>, StoreError> {
    let guard = indexes.read_arc();
    let mask = mask::mask(&guard.rows, &guard.timeline, &guard.places, filter);
    let scopes = guard.rows.scopes().iter().map(|sets| filter.grant.sees(sets)).collect();
    let filter = Arc::new(filter.clone());
    let moment = (filter.as_of.unwrap_or(Micros::MAX), filter.at_instant.unwrap_or(Micros::MAX));
    Ok(Arc::new(IndexView {
        guard: Arc::new(guard),
        rows,
        mask,
        scopes,
        at: filter.now,
        moment,
        filter,
        shown: Some(OnceLock::new()),
    }))
}

pub(super) struct IndexView {
    pub(super) guard: Arc<Guard>,
    rows: Arc<dyn RowSource>,
    /// `None` lets every live row through.
    pub(super) mask: Option<RoaringBitmap>,
    /// By number of the scope set: may its edges be walked.
    pub(super) scopes: Arc<[bool]>,
    /// The moment for which edges have to hold.
    pub(super) at: Option<crate::model::Micros>,
    /// The moments by the known and by the system clock for which rows count as replaced.
    moment: (Micros, Micros),
    filter: Arc<Filter>,
    /// The rows with those that were read out of others; made when it is needed. `None` for a view inside another.
    shown: Option<OnceLock<Option<RoaringBitmap>>>,
}

/// Rows whose vectors are read together when everything is compared exactly.
const EXACT_CHUNK: usize = 4_096;

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum::<f64>();
    (dot(a, b) / (dot(a, a) * dot(b, b)).sqrt().max(f64::MIN_POSITIVE)) as f32
}

pub(super) fn late<E>(_: E) -> StoreError {
    StoreError::Late
}

fn bad_vector(error: impl core::fmt::Display) -> StoreError {
    StoreError::BadVector { reason: error.to_string() }
}

impl IndexView {
    /// This view with one more condition.
    fn only(&self, rows: &RoaringBitmap) -> Arc<dyn View> {
        self.masked(self.mask.as_ref().map_or_else(|| self.guard.rows.live() & rows, |mask| mask & rows))
    }

    pub(super) fn holds(&self, ordinal: u32) -> bool {
        match &self.mask {
            Some(mask) => mask.contains(ordinal),
            None => self.guard.rows.live().contains(ordinal),
        }
    }

    /// True for rows of the view, and for what was read out of other rows where it does not compete with them: what is looked
    /// up by name is shown all the same.
    fn shows(&self, ordinal: u32) -> bool {
        let Some(shown) = &self.shown else { return self.holds(ordinal) };
        let mask = shown.get_or_init(|| {
            let filter = Filter { told: true, ..Filter::clone(&self.filter) };
            mask::mask(&self.guard.rows, &self.guard.timeline, &self.guard.places, &filter)
        });
        self.holds(ordinal)
            || mask.as_ref().map_or_else(|| self.guard.rows.live().contains(ordinal), |mask| mask.contains(ordinal))
    }

    /// The same view over other rows.
    fn masked(&self, mask: RoaringBitmap) -> Arc<dyn View> {
        Arc::new(Self {
            guard: Arc::clone(&self.guard),
            rows: Arc::clone(&self.rows),
            mask: Some(mask),
            scopes: Arc::clone(&self.scopes),
            at: self.at,
            moment: self.moment,
            filter: Arc::clone(&self.filter),
            shown: None,
        })
    }

    /// A row's vector as the index has it, in full precision.
    fn exact_vectors(&self, rows: &[Ordinal]) -> Result<HashMap<u32, Vec<f32>>, StoreError> {
        let around: Vec<Vec<(Ordinal, i32)>> =
            rows.iter().map(|row| self.guard.rows.around(*row, REACH as u32)).collect();
        let mut wanted: Vec<Ordinal> = rows.iter().copied().chain(around.iter().flatten().map(|near| near.0)).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let vectors = self.rows.vectors(&wanted)?;
        let vector = |row: Ordinal| wanted.binary_search(&row).ok().and_then(|place| vectors[place].as_deref());
        let mut exact = HashMap::new();
        for (row, near) in rows.iter().zip(&around) {
            let Some(own) = vector(*row) else { continue };
            let lent =
                near.iter().filter_map(|(other, distance)| Some((vector(*other)?, distance.unsigned_abs() as usize)));
            exact.insert(row.0, mixed(own, lent, self.guard.rows.gate(*row)));
        }
        Ok(exact)
    }

    fn degree(graph: &GraphIndex, node: Node) -> u32 {
        graph.degree(node, EdgeKind::Mentions) + graph.degree(node, EdgeKind::InSection)
    }

    /// True when some row of the view touches the node, so that its name may be told.
    fn sees_node(&self, node: u32) -> bool {
        if self.mask.is_none() {
            // Every row is seen, so that counting the edges is enough: a name may stand in half of all rows.
            let graph = &self.guard.graph;
            return EdgeKind::ALL.iter().any(|kind| graph.degree(Node::Entity(node), *kind) > 0);
        }
        let mut seen = false;
        self.guard.graph.neighbours(Node::Entity(node), None, &mut |neighbour| {
            if let Node::Memory(ordinal) = neighbour.node {
                seen |= self.holds(ordinal);
            }
        });
        seen
    }

    fn step(&self, step: &crate::index::graph::Step) -> Step {
        match step.node {
            Node::Memory(ordinal) => Step { kind: step.kind, row: Some(Ordinal(ordinal)), node: None },
            Node::Entity(number) => {
                let name =
                    self.guard.nodes.get(number as usize).and_then(Option::as_ref).map(|card| card.name.to_string());
                Step { kind: step.kind, row: None, node: name }
            }
        }
    }
}

pub(super) fn pairs(hits: Vec<(u32, f32)>) -> Vec<(Ordinal, f32)> {
    hits.into_iter().map(|(ordinal, score)| (Ordinal(ordinal), score)).collect()
}

/// Where a walk begins, in the graph's terms.
pub(super) fn node(seed: Seed) -> Node {
    match seed {
        Seed::Row(row) => Node::Memory(row.0),
        Seed::Node(node) => Node::Entity(node.0),
    }
}

fn numbers(rows: &[Ordinal]) -> Vec<u32> {
    rows.iter().map(|row| row.0).collect()
}

fn query_terms(terms: &[Term]) -> Vec<QueryTerm<'_>> {
    terms.iter().map(|term| QueryTerm { term: &term.term, weight: term.weight }).collect()
}

impl View for IndexView {
    fn len(&self) -> usize {
        self.mask.as_ref().map_or_else(|| self.guard.rows.live().len(), RoaringBitmap::len) as usize
    }

    fn narrowed(&self, windows: &[Interval]) -> Result<Arc<dyn View>, StoreError> {
        Ok(self.only(&mask::in_windows(&self.guard.timeline, windows)))
    }

    fn standing(&self) -> Result<Arc<dyn View>, StoreError> {
        Ok(self.only(self.guard.rows.standing()))
    }

    fn spoken_by(&self, keys: &[String]) -> Result<Arc<dyn View>, StoreError> {
        Ok(self.only(&self.guard.rows.of_speakers(keys)))
    }

    fn located(&self, place: &PlaceFilter) -> Result<Arc<dyn View>, StoreError> {
        Ok(self.masked(mask::located(&self.guard.places, place, self.mask.as_ref())))
    }

    fn nearest(&self, query: &[f32], limit: usize, deadline: &Deadline) -> Result<Vec<(Ordinal, f32)>, StoreError> {
        let Some(vectors) = &self.guard.vectors else { return Ok(Vec::new()) };
        if query.len() != vectors.dims() {
            return Err(bad_vector(format!("expected {} numbers, got {}", vectors.dims(), query.len())));
        }
        let mut hits = vectors.search(query, limit, self.mask.as_ref(), &|| deadline.expired()).map_err(late)?;
        if limit <= EXACT_LIMIT_MAX {
            let head = hits.len().min(EXACT_HEAD);
            let rows: Vec<Ordinal> = hits[..head].iter().map(|(ordinal, _)| Ordinal(*ordinal)).collect();
            let mut exact = self.exact_vectors(&rows)?;
            rescore_exact(query, &mut hits[..head], &mut |ordinal| exact.remove(&ordinal));
        }
        Ok(pairs(hits))
    }

    fn nearest_exact(&self, queries: &[&[f32]], limit: usize) -> Result<Vec<Vec<(Ordinal, f32)>>, StoreError> {
        let rows: Vec<Ordinal> = match &self.mask {
            Some(mask) => mask.iter().map(Ordinal).collect(),
            None => self.guard.rows.live().iter().map(Ordinal).collect(),
        };
        let mut best: Vec<Vec<(Ordinal, f32)>> = queries.iter().map(|_| Vec::new()).collect();
        for chunk in rows.chunks(EXACT_CHUNK) {
            let exact = self.exact_vectors(chunk)?;
            for row in chunk {
                let Some(vector) = exact.get(&row.0) else { continue };
                for (query, best) in queries.iter().zip(&mut best) {
                    best.push((*row, cosine(query, vector)));
                }
            }
            for best in &mut best {
                best.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
                best.truncate(limit);
            }
        }
        Ok(best)
    }

    fn similarity(&self, query: &[f32], rows: &[Ordinal]) -> Result<Vec<Option<f32>>, StoreError> {
        match &self.guard.vectors {
            Some(vectors) => vectors.similarity(query, &numbers(rows)).map_err(bad_vector),
            None => Ok(vec![None; rows.len()]),
        }
    }

    fn matching(&self, terms: &[Term], limit: usize, deadline: &Deadline) -> Result<Vec<(Ordinal, f32)>, StoreError> {
        let terms = query_terms(terms);
        self.guard.lexical.search(&terms, limit, self.mask.as_ref(), &|| deadline.expired()).map(pairs).map_err(late)
    }

    fn match_scores(&self, terms: &[Term], rows: &[Ordinal]) -> Result<Vec<f32>, StoreError> {
        Ok(self.guard.lexical.score(&query_terms(terms), &numbers(rows)))
    }

    fn holders(&self, term: &str, limit: usize) -> Result<Vec<Ordinal>, StoreError> {
        // Asked for more than wanted, since rows outside the view are dropped afterwards.
        let all = self.guard.lexical.holders(term, usize::MAX);
        Ok(all.into_iter().filter(|ordinal| self.holds(*ordinal)).take(limit).map(Ordinal).collect())
    }

    fn feeling(
        &self,
        wanted: &[(usize, f32)],
        limit: usize,
        deadline: &Deadline,
    ) -> Result<Vec<(Ordinal, f32)>, StoreError> {
        self.guard.feelings.search(wanted, limit, self.mask.as_ref(), &|| deadline.expired()).map(pairs).map_err(late)
    }

    fn feeling_scores(&self, wanted: &[(usize, f32)], rows: &[Ordinal]) -> Result<Vec<f32>, StoreError> {
        Ok(self.guard.feelings.score(wanted, &numbers(rows)))
    }

    fn arcs(&self, arc: &[f32], limit: usize, deadline: &Deadline) -> Result<Vec<(Ordinal, f32)>, StoreError> {
        if self.guard.arcs.is_empty() {
            return Ok(Vec::new());
        }
        self.guard.arcs.search(arc, limit, self.mask.as_ref(), &|| deadline.expired()).map(pairs).map_err(late)
    }

    fn points(&self, rows: &[Ordinal]) -> Result<Vec<Vec<affect::Point>>, StoreError> {
        let held: Vec<Ordinal> = rows.iter().copied().filter(|row| self.holds(row.0)).collect();
        let mut points = if held.is_empty() { Vec::new() } else { self.rows.points(&held)? }.into_iter();
        Ok(rows
            .iter()
            .map(|row| if self.holds(row.0) { points.next().unwrap_or_default() } else { Vec::new() })
            .collect())
    }

    fn courses(&self, ask: &CourseAsk<'_>, limit: usize, deadline: &Deadline) -> Result<Vec<CourseFound>, StoreError> {
        courses::courses(&self.guard, &|ordinal| self.holds(ordinal), ask, limit, deadline)
    }

    fn felt(&self, run: &FeltRun<'_>) -> Result<Vec<Felt>, StoreError> {
        Ok(courses::felt(&self.guard, &|ordinal| self.holds(ordinal), run))
    }

    fn by_time(&self, latest_first: bool, limit: usize) -> Result<Vec<Ordinal>, StoreError> {
        let timeline = &self.guard.timeline;
        let rows = if latest_first {
            timeline.latest(self.mask.as_ref(), limit)
        } else {
            timeline.earliest(self.mask.as_ref(), limit)
        };
        Ok(rows.into_iter().map(Ordinal).collect())
    }

    fn times(&self, rows: &[Ordinal]) -> Result<Vec<Option<Times>>, StoreError> {
        let times = |row: &Ordinal| {
            let times = self.guard.timeline.get(row.0)?;
            Some(Times { known_at: times.known_at, event: times.event, stated: times.stated })
        };
        Ok(rows.iter().map(times).collect())
    }

    fn near(
        &self,
        point: LatLon,
        radius_km: f64,
        limit: usize,
        deadline: &Deadline,
    ) -> Result<Vec<(Ordinal, f64)>, StoreError> {
        let mask = self.mask.as_ref();
        let near = self.guard.places.near(point, radius_km, limit, mask, &|| deadline.expired()).map_err(late)?;
        Ok(near.into_iter().map(|(row, km)| (Ordinal(row), km)).collect())
    }

    fn within(&self, area: &Area) -> Result<Vec<Ordinal>, StoreError> {
        Ok(self.guard.places.within(area, self.mask.as_ref()).into_iter().map(Ordinal).collect())
    }

    fn places(&self, rows: &[Ordinal]) -> Result<Vec<Vec<Placed>>, StoreError> {
        Ok(rows.iter().map(|row| self.guard.places.get(row.0).to_vec()).collect())
    }

    fn known(&self, whom: &Whom, keys: &[String]) -> Result<Vec<Ordinal>, StoreError> {
        let guard = &self.guard;
        let may_see = |card: Ordinal| self.scopes.get(guard.rows.scope_of(card) as usize).copied().unwrap_or(false);
        let rows = self.rows.known(whom, keys, &may_see)?;
        Ok(rows.into_iter().filter(|row| self.shows(row.0)).collect())
    }

    fn visible(&self, rows: &[Ordinal]) -> Result<Vec<bool>, StoreError> {
        Ok(rows.iter().map(|row| self.holds(row.0)).collect())
    }

    fn facets(&self, rows: &[Ordinal]) -> Result<Vec<Option<Facets>>, StoreError> {
        let (known, recorded) = self.moment;
        let facets = |row: &Ordinal| {
            let is_stale = self.guard.rows.is_stale(*row, known, recorded);
            self.guard.rows.facets(*row).map(|facets| Facets { is_stale, ..facets })
        };
        Ok(rows.iter().map(facets).collect())
    }

    fn link(&self, text: &str) -> Result<Vec<Linked>, StoreError> {
        let words = text::name_words(text);
        let keys: Vec<&str> = words.iter().map(|word| word.key.as_str()).collect();
        // A single word is a name only where it is written as one.
        let accept = |first: usize, n_words: usize, _: &[u32]| n_words > 1 || words[first].capitalised;
        let mut linked = Vec::new();
        for found in self.guard.names.link(&keys, &accept) {
            let last = &words[found.first + found.words - 1];
            for number in found.entities {
                let Some(card) = self.guard.nodes.get(number as usize).and_then(Option::as_ref) else { continue };
                if !self.sees_node(number) {
                    continue;
                }
                linked.push(Linked {
                    node: NodeNumber(number),
                    kind: card.kind,
                    name: card.name.to_string(),
                    span: (words[found.first].span.start, last.span.end),
                    degree: Self::degree(&self.guard.graph, Node::Entity(number)),
                });
            }
        }
        Ok(linked)
    }

    fn touching(&self, node: NodeNumber, kind: EdgeKind, limit: usize) -> Result<Vec<Ordinal>, StoreError> {
        let mut rows = Vec::new();
        self.guard.graph.neighbours(Node::Entity(node.0), Some(kind), &mut |neighbour| {
            if let Node::Memory(ordinal) = neighbour.node
                && self.holds(ordinal)
            {
                rows.push(Ordinal(ordinal));
            }
        });
        rows.sort_unstable();
        rows.dedup();
        rows.truncate(limit);
        Ok(rows)
    }

    fn spread(
        &self,
        seeds: &[(Seed, f32)],
        walk: &Walk,
        limit: usize,
        deadline: &Deadline,
    ) -> Result<Vec<Activated>, StoreError> {
        let seeds: Vec<(Node, f32)> = seeds.iter().map(|(seed, strength)| (node(*seed), *strength)).collect();
        let mut kind_weights = [0.0; EdgeKind::ALL.len()];
        for (kind, weight) in &walk.kinds {
            kind_weights[kind.code() as usize] = *weight;
        }
        let how = Spreading {
            decay_per_hop: walk.decay,
            hops_max: walk.hops_max,
            frontier_max: walk.frontier_max as usize,
            threshold: walk.threshold,
            kind_weights,
            kind_weights_against: kind_weights,
            results_max: limit.saturating_add(seeds.len()),
            hub_degree_max: walk.fan_max,
            entity_fan: EntityFan::Specificity { n_memories: self.guard.rows.live().len() as u32 },
            ..Spreading::default()
        };
        let allow = |edge: &EdgeView| self.may_walk(edge);
        let activated = self.guard.graph.spread(&seeds, &how, &allow, &|| deadline.expired()).map_err(late)?;
        // What a seed was given at the start says nothing; what it got from others does.
        let mut reached: Vec<(f32, &crate::index::graph::Activated)> = activated
            .iter()
            .map(|found| (found.activation - found.seeded, found))
            .filter(|(arrived, found)| *arrived > 0.0 && self.holds(found.memory))
            .collect();
        reached.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.memory.cmp(&b.1.memory)));
        let activated = |(activation, found): (f32, &crate::index::graph::Activated)| Activated {
            row: Ordinal(found.memory),
            activation,
            path: found.path.iter().map(|step| self.step(step)).collect(),
        };
        Ok(reached.into_iter().take(limit).map(activated).collect())
    }

    fn memories(&self, rows: &[Ordinal]) -> Result<Vec<Option<Memory>>, StoreError> {
        let mut memories = self.rows.memories(rows)?;
        for (memory, row) in memories.iter_mut().zip(rows) {
            if !self.shows(row.0) {
                *memory = None;
            }
        }
        Ok(memories)
    }

    fn around(&self, row: Ordinal, reach: u32) -> Result<Vec<(Ordinal, i32)>, StoreError> {
        let near = self.guard.rows.around(row, reach);
        Ok(near.into_iter().filter(|(other, _)| self.holds(other.0)).collect())
    }
}
