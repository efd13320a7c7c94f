//! The roster: principals, keys, scopes and shares of all contexts, in memory as they stand in the register.
//!
//! A change is written first and shown then. Must not know: HTTP, operations.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::RwLock;
use quintet::StoreError;
use quintet::model::{Authority, ContextId, Grant, Micros, Scope, Verb};
use quintet::store::{Entry, Register};

use super::records::{ADMIN, Key, Principal, ScopeNode, Share, Stored, entry};
use crate::problem::{Code, Problem};

/// A minute, in microseconds: how exactly it is kept when a key was used last (`spec` A16).
const MINUTE_US: i64 = 60_000_000;

#[derive(Default)]
struct Known {
    principals: BTreeMap<(ContextId, String), Principal>,
    /// By id, which is unique over all contexts.
    keys: BTreeMap<String, (ContextId, Key)>,
    scopes: BTreeMap<(ContextId, Scope), ScopeNode>,
    /// By whom it is for and its id.
    shares: BTreeMap<(ContextId, String, String), Share>,
}

/// Principals, keys and scopes.
pub(crate) struct Roster {
    register: Arc<dyn Register>,
    known: RwLock<Known>,
}

impl Roster {
    /// Reads the register.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when a record says nothing that makes sense: then nobody is let in.
    pub(crate) fn load(register: Arc<dyn Register>) -> Result<Self, StoreError> {
        let mut known = Known::default();
        for entry in register.entries()? {
            let corrupt = || StoreError::Corrupt {
                what: "the register".to_owned(),
                detail: format!("a record of kind '{}' in context '{}' cannot be read", entry.kind, entry.context),
            };
            match entry.kind.as_str() {
                Principal::KIND => {
                    let record: Principal = serde_json::from_str(&entry.body).map_err(|_| corrupt())?;
                    known.principals.insert((entry.context.clone(), record.id.clone()), record);
                }
                Key::KIND => {
                    let record: Key = serde_json::from_str(&entry.body).map_err(|_| corrupt())?;
                    known.keys.insert(record.id.clone(), (entry.context.clone(), record));
                }
                ScopeNode::KIND => {
                    let record: ScopeNode = serde_json::from_str(&entry.body).map_err(|_| corrupt())?;
                    known.scopes.insert((entry.context.clone(), record.path.clone()), record);
                }
                Share::KIND => {
                    let record: Share = serde_json::from_str(&entry.body).map_err(|_| corrupt())?;
                    known.shares.insert((entry.context.clone(), record.to.clone(), record.id.clone()), record);
                }
                // Records of others.
                _ => {}
            }
        }
        Ok(Self { register, known: RwLock::new(known) })
    }

    fn write<T: Stored>(&self, context: &ContextId, records: &[&T]) -> Result<(), Problem> {
        let entries: Result<Vec<Entry>, _> = records.iter().map(|record| entry(context, *record)).collect();
        let entries = entries.map_err(|_| Problem::new(Code::Internal, "the record cannot be written"))?;
        Ok(self.register.put_entries(&entries)?)
    }

    /// A principal by id.
    pub(crate) fn principal(&self, context: &ContextId, id: &str) -> Option<Principal> {
        self.known.read().principals.get(&(context.clone(), id.to_owned())).cloned()
    }

    /// All principals of a context, by id.
    pub(crate) fn principals(&self, context: &ContextId) -> Vec<Principal> {
        let known = self.known.read();
        let from = (context.clone(), String::new());
        known.principals.range(from..).take_while(|((of, _), _)| of == context).map(|(_, p)| p.clone()).collect()
    }

    /// Writes a principal, new or changed.
    pub(crate) fn put_principal(&self, context: &ContextId, principal: Principal) -> Result<(), Problem> {
        let mut known = self.known.write();
        self.write(context, &[&principal])?;
        known.principals.insert((context.clone(), principal.id.clone()), principal);
        Ok(())
    }

    /// Changes a principal under the lock, so that two changes at once are both kept.
    pub(crate) fn change_principal(
        &self,
        context: &ContextId,
        id: &str,
        change: impl FnOnce(&mut Principal),
    ) -> Result<Option<Principal>, Problem> {
        let mut known = self.known.write();
        let Some(principal) = known.principals.get_mut(&(context.clone(), id.to_owned())) else { return Ok(None) };
        let mut changed = principal.clone();
        change(&mut changed);
        self.write(context, &[&changed])?;
        principal.clone_from(&changed);
        Ok(Some(changed))
    }

    /// A key by id, with its context.
    pub(crate) fn key(&self, id: &str) -> Option<(ContextId, Key)> {
        self.known.read().keys.get(id).cloned()
    }

    /// Keys of a context, of one principal or all, by age.
    pub(crate) fn keys(&self, context: &ContextId, principal: Option<&str>) -> Vec<Key> {
        let known = self.known.read();
        let is_asked = |(of, key): &&(ContextId, Key)| of == context && principal.is_none_or(|p| key.principal == p);
        let mut keys: Vec<Key> = known.keys.values().filter(is_asked).map(|(_, key)| key.clone()).collect();
        keys.sort_by(|a, b| (a.created_at, &a.id).cmp(&(b.created_at, &b.id)));
        keys
    }

    /// Adds a key whose name must be free among the keys that are valid at `now`.
    pub(crate) fn add_key(&self, context: &ContextId, key: Key, now: Micros) -> Result<(), Problem> {
        let mut known = self.known.write();
        let is_taken = known.keys.values().any(|(of, other)| {
            of == context && other.name == key.name && other.valid_until.is_none_or(|until| until > now)
        });
        if is_taken {
            return Err(Problem::new(
                Code::Conflict,
                format!("there is a key named '{}'; give another name", key.name),
            ));
        }
        self.write(context, &[&key])?;
        known.keys.insert(key.id.clone(), (context.clone(), key));
        Ok(())
    }

    /// Puts a new key in place of an old one, which stays valid until `overlap_until` under a name of its own.
    pub(crate) fn rotate_key(
        &self,
        context: &ContextId,
        old: &str,
        new: Key,
        overlap_until: Micros,
    ) -> Result<(), Problem> {
        let mut known = self.known.write();
        let Some((_, key)) = known.keys.get(old) else {
            return Err(Problem::new(Code::NotFound, "there is no such key"));
        };
        let mut ended = key.clone();
        ended.name = format!("{} (until rotated, {})", ended.name, ended.id);
        ended.valid_until = Some(ended.valid_until.map_or(overlap_until, |until| until.min(overlap_until)));
        self.write(context, &[&ended, &new])?;
        known.keys.insert(ended.id.clone(), (context.clone(), ended));
        known.keys.insert(new.id.clone(), (context.clone(), new));
        Ok(())
    }

    /// Takes a key away: from now on it opens nothing.
    pub(crate) fn remove_key(&self, context: &ContextId, id: &str) -> Result<bool, Problem> {
        let mut known = self.known.write();
        let removed = self.register.remove_entry(context, Key::KIND, id)?;
        known.keys.remove(id);
        Ok(removed)
    }

    /// Notes that a key was used; written at most once a minute for each.
    pub(crate) fn used_key(&self, id: &str, now: Micros) {
        let is_due = |key: &Key| key.last_used_at.is_none_or(|last| now.0 - last.0 >= MINUTE_US);
        if !self.known.read().keys.get(id).is_some_and(|(_, key)| is_due(key)) {
            return;
        }
        let mut known = self.known.write();
        if let Some((context, key)) = known.keys.get_mut(id).filter(|(_, key)| is_due(key)) {
            key.last_used_at = Some(now);
            let (context, key) = (context.clone(), key.clone());
            // It is only to be looked at: a full disk must not shut anybody out.
            drop(self.write(&context, &[&key]));
        }
    }

    /// Scopes of a context, by path.
    pub(crate) fn scopes(&self, context: &ContextId) -> Vec<ScopeNode> {
        let known = self.known.read();
        let from = (context.clone(), Scope::root());
        known.scopes.range(from..).take_while(|((of, _), _)| of == context).map(|(_, node)| node.clone()).collect()
    }

    /// One scope.
    pub(crate) fn scope(&self, context: &ContextId, path: &Scope) -> Option<ScopeNode> {
        self.known.read().scopes.get(&(context.clone(), path.clone())).cloned()
    }

    /// Writes a scope, new or changed.
    pub(crate) fn put_scope(&self, context: &ContextId, node: ScopeNode) -> Result<(), Problem> {
        let mut known = self.known.write();
        self.write(context, &[&node])?;
        known.scopes.insert((context.clone(), node.path.clone()), node);
        Ok(())
    }

    /// Drops what is known of a context that was dropped from the store, register included.
    pub(crate) fn forget_context(&self, context: &ContextId) {
        let mut known = self.known.write();
        known.principals.retain(|(of, _), _| of != context);
        known.keys.retain(|_, (of, _)| of != context);
        known.scopes.retain(|(of, _), _| of != context);
        known.shares.retain(|(of, _, _), _| of != context);
    }

    /// What a principal may do at a moment: its own grants, and seeing what is shared with it as far as the giver may see it
    /// by its own grants then.
    pub(crate) fn authority(&self, context: &ContextId, principal: &Principal, now: Micros) -> Authority {
        let mut authority = principal.authority.clone();
        let known = self.known.read();
        let from = (context.clone(), principal.id.clone(), String::new());
        let for_it = known.shares.range(from..).take_while(|((of, to, _), _)| of == context && *to == principal.id);
        for (_, share) in for_it.filter(|(_, share)| share.valid_until.is_none_or(|until| now < until)) {
            let shared = Grant(vec![share.pattern.clone()]);
            let seen = if share.from == ADMIN {
                shared
            } else {
                let giver = known.principals.get(&(context.clone(), share.from.clone()));
                giver.map(|giver| giver.authority.grant(Verb::MemoryRead).meet(&shared)).unwrap_or_default()
            };
            for pattern in seen.0 {
                authority.allow(Verb::MemoryRead, pattern);
            }
        }
        authority
    }

    /// Shares of a context, by whom they are for and their ids.
    pub(crate) fn shares(&self, context: &ContextId) -> Vec<Share> {
        let known = self.known.read();
        let from = (context.clone(), String::new(), String::new());
        known.shares.range(from..).take_while(|((of, _, _), _)| of == context).map(|(_, share)| share.clone()).collect()
    }

    /// Writes a share.
    pub(crate) fn put_share(&self, context: &ContextId, share: Share) -> Result<(), Problem> {
        let mut known = self.known.write();
        self.write(context, &[&share])?;
        known.shares.insert((context.clone(), share.to.clone(), share.id.clone()), share);
        Ok(())
    }

    /// Takes a share back.
    pub(crate) fn remove_share(&self, context: &ContextId, share: &Share) -> Result<bool, Problem> {
        let mut known = self.known.write();
        let removed = self.register.remove_entry(context, Share::KIND, &share.id)?;
        known.shares.remove(&(context.clone(), share.to.clone(), share.id.clone()));
        Ok(removed)
    }
}
