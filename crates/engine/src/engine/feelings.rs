//! Feelings through the façade: settings of a context, corrections, deletion, and reports of arcs.

use serde::Serialize;

use super::Engine;
use crate::affect::{self, ArcClass, Label, Movement, Point, Provenance};
use crate::error::{RememberError, StoreError};
use crate::limits;
use crate::model::{ContextId, MemoryId, SessionId};
use crate::store::{Change, ContextSettings, Feeling, FeltOf, FeltRun, Filter, Ordinal};
use crate::text;

/// Which course of feelings to report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArcOf {
    /// Along the lines of a transcript, or the points of any other memory.
    Memory(MemoryId),
    /// Along the turns of a session.
    Session(SessionId),
    /// Along the turns of the episode that this turn belongs to.
    EpisodeOf(MemoryId),
}

/// How feelings moved along a run of turns or lines.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ArcReport {
    /// The course of valence: one of six shapes, or flat.
    pub class: ArcClass,
    /// Places that it was read at.
    pub n_points: usize,
    /// Microseconds from first to last, where points have times; 0 else.
    pub duration_us: i64,
    /// Movement of intensity.
    pub intensity: Movement,
    /// Movement of valence.
    pub valence: Movement,
    /// Valence, arousal, dominance at equal steps from the first to the last.
    pub curve: Vec<[f32; 3]>,
    /// The rows, in order, as ids; each once.
    pub memories: Vec<MemoryId>,
}

impl Engine {
    /// What is set of a context.
    ///
    /// # Errors
    /// [`StoreError::NoSuchContext`].
    pub fn settings(&self, context: &ContextId) -> Result<ContextSettings, StoreError> {
        self.store.settings(context)
    }

    /// Sets it, from the next write and question on. What was stored before stays; [`Engine::delete_inferred_feelings`]
    /// takes it out.
    ///
    /// # Errors
    /// [`StoreError::NoSuchContext`], [`StoreError::BadSetting`], or when the disk refuses.
    pub fn set_settings(&self, context: &ContextId, settings: ContextSettings) -> Result<(), StoreError> {
        super::lifecycle::check(&settings)?;
        self.store.set_settings(context, settings)
    }

    /// Puts the caller's word in the place of what a memory was taken to feel like. Everything that was inferred from its
    /// text goes, in its later parts, too. The points count as stated, whatever source they name. Durable when this returns.
    ///
    /// # Errors
    /// [`RememberError::Invalid`] when a point is out of range or there is none; [`StoreError::NoSuchMemory`]. Where the
    /// context takes no feelings, [`RememberError::Invalid`] names the setting.
    pub fn correct_feeling(&self, context: &ContextId, id: MemoryId, points: Vec<Point>) -> Result<(), RememberError> {
        let invalid = |reason: &str| RememberError::Invalid { field: "emotions", reason: reason.to_owned() };
        if !self.settings(context)?.emotions {
            return Err(invalid("this context takes no feelings; set its emotions on first"));
        }
        if points.is_empty() {
            return Err(invalid("there is none; delete the feeling instead"));
        }
        crate::retain::check_emotions(&points)?;
        let stated = |point| Point { source: Provenance::Stated, ..point };
        self.feel(context, id, Feeling::of_points(points.into_iter().map(stated).collect()))?;
        Ok(())
    }

    /// Takes out what a memory was taken to feel like, stated or inferred, with that of its later parts. It is not inferred
    /// again. Durable when this returns.
    ///
    /// # Errors
    /// [`StoreError::NoSuchMemory`], or when the disk refuses.
    pub fn delete_feeling(&self, context: &ContextId, id: MemoryId) -> Result<(), StoreError> {
        self.feel(context, id, Feeling::default())
    }

    fn feel(&self, context: &ContextId, id: MemoryId, feeling: Feeling) -> Result<(), StoreError> {
        let change = Change { feelings: vec![(id, feeling)], ..Change::default() };
        self.store.context(context)?.commit(change).map(drop)
    }

    /// Takes out every inferred feeling of a context; what callers stated stays. Returns of how many memories.
    ///
    /// One transaction for each [`limits::FEELINGS_BATCH`] memories: when it fails half way, calling it again finishes it.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn delete_inferred_feelings(&self, context: &ContextId) -> Result<u64, StoreError> {
        let store = self.store.context(context)?;
        let (mut after, mut n_changed) = (Ordinal(0), 0);
        loop {
            let rows = store.felt_after(after, limits::FEELINGS_BATCH)?;
            let Some(last) = rows.last() else { return Ok(n_changed) };
            after = last.ordinal;
            let feelings: Vec<(MemoryId, Feeling)> = rows
                .into_iter()
                .map(|row| (row.memory.id, row.feeling.stated_only(), row.feeling))
                .filter(|(_, kept, had)| kept != had)
                .map(|(id, kept, _)| (id, kept))
                .collect();
            n_changed += feelings.len() as u64;
            if !feelings.is_empty() {
                store.commit(Change { feelings, ..Change::default() })?;
            }
        }
    }

    /// How feelings moved, over what `filter` lets through; of one speaker or of everybody. `None` where nothing is known.
    ///
    /// # Errors
    /// [`StoreError`] when the context does not exist or cannot be read.
    pub fn arc(
        &self,
        context: &ContextId,
        of: &ArcOf,
        speaker: Option<&str>,
        filter: &Filter,
    ) -> Result<Option<ArcReport>, StoreError> {
        let store = self.store.context(context)?;
        let row = |id: MemoryId| Ok::<_, StoreError>(store.memory(id)?.map(|row| (row.ordinal, row.feeling.points)));
        let (of, points) = match of {
            ArcOf::Session(session) => (FeltOf::Session(session.as_str()), Vec::new()),
            ArcOf::EpisodeOf(id) => match row(*id)? {
                Some((ordinal, _)) => (FeltOf::EpisodeOf(ordinal), Vec::new()),
                None => return Ok(None),
            },
            ArcOf::Memory(id) => match row(*id)? {
                Some((ordinal, points)) => (FeltOf::Memory(ordinal), points),
                None => return Ok(None),
            },
        };
        let key = speaker.map(text::name_key);
        let view = store.view(filter)?;
        let felt = view.felt(&FeltRun { of, speaker: key.as_deref() })?;
        let mut rows: Vec<Ordinal> = felt.iter().map(|felt| felt.row).collect();
        rows.dedup();
        let times = view.times(&rows)?;
        let at = |row: Ordinal| {
            let place = rows.iter().position(|own| *own == row)?;
            times.get(place)?.as_ref().map(|times| times.known_at)
        };
        let is_one = rows.len() == 1;
        let inferred = felt.iter().map(|felt| {
            let [valence, arousal, dominance] = felt.vad;
            let blank = Point::labelled(Label::Neutral, 0.0, Provenance::Lexical, 1.0, None);
            // Lines of one memory are said at one time: their order is all there is.
            let at = at(felt.row).filter(|_| !is_one);
            Point { valence, arousal, dominance, intensity: felt.intensity, at, ..blank }
        });
        // Points that the caller gave to one memory are its course.
        let points = affect::told(&points);
        let own = points.len() > 1 && speaker.is_none() && !felt.is_empty();
        let points = if own { points } else { inferred.collect() };
        let memories = view.memories(&rows)?.into_iter().flatten().map(|memory| memory.id).collect();
        Ok(affect::arc(&points).map(|arc| ArcReport {
            class: arc.class,
            n_points: arc.n_points,
            duration_us: arc.duration_us,
            intensity: arc.intensity,
            valence: arc.valence,
            curve: arc.curve,
            memories,
        }))
    }
}
