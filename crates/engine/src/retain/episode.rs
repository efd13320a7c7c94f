//! Episodes: a run of turns inside a session, closed by a pause.

use std::collections::BTreeMap;

use crate::limits;
use crate::model::{Episode, EpisodeId, Memory, Micros, SessionId};
use crate::store::{ContextStore, StoreError};

use super::identity::Identity;

/// The open episode of each session that a call writes to.
#[derive(Default)]
pub(super) struct Episodes {
    open: BTreeMap<SessionId, Episode>,
    closed: Vec<Episode>,
}

impl Episodes {
    /// The episode of a turn said at a moment: the open one, or a new one after a pause.
    pub(super) fn place(
        &mut self,
        store: &dyn ContextStore,
        identity: &Identity,
        memory: &Memory,
        session: &SessionId,
    ) -> Result<EpisodeId, StoreError> {
        if !self.open.contains_key(session)
            && let Some(last) = store.last_turn(session)?
            && let Some(id) = last.memory.episode
        {
            let (seq, at) = (last.memory.seq.unwrap_or_default(), last.memory.known_at);
            let known = store.episode(id)?;
            let (seq_first, started_at) = known.map_or((seq, at), |episode| (episode.seq_first, episode.started_at));
            let episode = Episode { id, session: session.clone(), seq_first, seq_last: seq, started_at, ended_at: at };
            self.open.insert(session.clone(), episode);
        }
        let at = memory.known_at;
        if let Some(open) = self.open.get_mut(session)
            && !is_pause(open.ended_at, at)
        {
            open.ended_at = open.ended_at.max(at);
            open.seq_last = memory.seq.unwrap_or(open.seq_last.saturating_add(1));
            return Ok(open.id);
        }
        let seq =
            memory.seq.unwrap_or_else(|| self.open.get(session).map_or(0, |open| open.seq_last.saturating_add(1)));
        let id = EpisodeId(identity.next());
        let episode =
            Episode { id, session: session.clone(), seq_first: seq, seq_last: seq, started_at: at, ended_at: at };
        self.closed.extend(self.open.insert(session.clone(), episode));
        Ok(id)
    }

    /// The episodes to write.
    pub(super) fn finish(self) -> Vec<Episode> {
        self.closed.into_iter().chain(self.open.into_values()).collect()
    }
}

fn is_pause(ended_at: Micros, at: Micros) -> bool {
    at.0.saturating_sub(ended_at.0) > limits::EPISODE_PAUSE_US
}
