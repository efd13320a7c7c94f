//! Who calls, and what they may do: proved once for each request, before anything else is looked at.
//!
//! A [`Caller`] cannot be made but here. It carries for each verb the part of the scopes that it reaches, which is what its
//! principal, its key and whoever it acts for may all do. Operations take their filters and scopes from it.
//!
//! Owns: the gate, callers, keys, the roster, the audit log. Must not know: what an operation does.

mod audit;
mod records;
mod roster;
mod secret;
mod wire;

use quintet::StoreError;
use quintet::model::{Authority, ContextId, Grant, Micros, ScopeSets, Verb};
use quintet::store::Register;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use subtle::ConstantTimeEq;

pub(crate) use self::audit::{AuditLog, Done};
pub(crate) use self::records::{ADMIN, Key, Principal, PrincipalKind, SYSTEM, ScopeNode, Share};
pub(crate) use self::roster::Roster;
pub(crate) use self::secret::hex;
pub(crate) use self::wire::{GrantsField, grants_body, pattern, verbs};
use crate::limits;
use crate::problem::{Code, Problem};

/// The hash of the admin key. The key itself is not kept.
#[derive(Clone)]
pub struct AdminKey([u8; 32]);

impl AdminKey {
    /// The text of a new key: 256 random bits in hexadecimal.
    ///
    /// # Errors
    /// [`Problem`] when the machine has no random numbers.
    pub fn random() -> Result<String, Problem> {
        secret::random::<32>()
    }

    /// Takes a key.
    ///
    /// # Errors
    /// [`Problem`] when it is too short to be a secret.
    pub fn new(key: &str) -> Result<Self, Problem> {
        if key.trim().len() < limits::ADMIN_KEY_LEN_MIN {
            let detail = format!("an admin key needs at least {} characters", limits::ADMIN_KEY_LEN_MIN);
            return Err(Problem::new(Code::ValidationError, detail));
        }
        Ok(Self(Sha256::digest(key.trim().as_bytes()).into()))
    }

    /// A key that opens nothing: no text has this digest that anybody knows.
    pub(crate) fn nobodys() -> Self {
        Self([0; 32])
    }

    fn matches(&self, key: &str) -> bool {
        let given: [u8; 32] = Sha256::digest(key.as_bytes()).into();
        self.0.ct_eq(&given).into()
    }
}

/// Somebody who proved who they are, with what they may do. An operation cannot run without one.
#[derive(Clone, Debug)]
pub struct Caller {
    principal: String,
    delegate: Option<String>,
    key: Option<Key>,
    authority: Authority,
}

impl Caller {
    /// Whoever owns the process: the admin key, or the local user of a data folder.
    pub fn admin() -> Self {
        Self { principal: ADMIN.to_owned(), delegate: None, key: None, authority: Authority::everything() }
    }

    /// The principal that what is written is written for: the one that is acted for, else one's own.
    pub fn principal(&self) -> &str {
        self.delegate.as_deref().unwrap_or(&self.principal)
    }

    /// The principal whose key it is.
    pub(crate) fn actor(&self) -> &str {
        &self.principal
    }

    /// The principal that is acted for.
    pub(crate) fn delegate(&self) -> Option<&str> {
        self.delegate.as_deref()
    }

    /// The key, unless it is the admin's.
    pub(crate) fn key(&self) -> Option<&Key> {
        self.key.as_ref()
    }

    /// True for the admin key, acting for nobody else.
    pub(crate) fn is_admin(&self) -> bool {
        self.key.is_none() && self.delegate.is_none()
    }

    /// All that it may do.
    pub(crate) fn authority(&self) -> &Authority {
        &self.authority
    }

    /// What it may read.
    pub(crate) fn readable(&self) -> Grant {
        self.authority.grant(Verb::MemoryRead)
    }

    /// What it may forget and also see: nobody forgets what does not exist for them.
    pub(crate) fn forgettable(&self) -> Grant {
        self.authority.grant(Verb::MemoryForget).meet(&self.readable())
    }

    /// What it may write and also see.
    pub(crate) fn changeable(&self) -> Grant {
        self.authority.grant(Verb::MemoryWrite).meet(&self.readable())
    }

    /// Refuses a verb that reaches nothing.
    pub(crate) fn needs(&self, verb: Verb) -> Result<(), Problem> {
        if self.authority.has(verb) {
            return Ok(());
        }
        Err(Problem::new(Code::Forbidden, format!("this key may not do that: it needs {}", verb.as_str())))
    }

    /// Refuses a lens that goes beyond what may be read, for keys that want to know.
    pub(crate) fn looks_inside(&self, lens: Option<&ScopeSets>) -> Result<(), Problem> {
        let is_strict = self.key.as_ref().is_some_and(|key| key.strict);
        match lens {
            Some(lens) if is_strict && !self.readable().covers_all(lens) => {
                Err(Problem::new(Code::Forbidden, "lens: this key may not read all of it, and it is strict"))
            }
            _ => Ok(()),
        }
    }
}

/// What a request says of its caller.
#[derive(Clone, Copy, Debug, Default)]
pub struct Credentials<'a> {
    /// The `Authorization` header.
    pub authorization: Option<&'a str>,
    /// The principal to act for, from a delegation header.
    pub on_behalf_of: Option<&'a str>,
}

/// Decides who a caller is. Holds the roster and the audit log.
pub struct Gate {
    admin: AdminKey,
    pub(crate) roster: Roster,
    pub(crate) audit: AuditLog,
}

impl Gate {
    /// A gate over the register of a store.
    ///
    /// # Errors
    /// [`StoreError`] when the register cannot be read.
    pub fn new(admin: AdminKey, register: Arc<dyn Register>) -> Result<Self, StoreError> {
        let roster = Roster::load(Arc::clone(&register))?;
        Ok(Self { admin, roster, audit: AuditLog::new(register) })
    }

    /// The caller behind a request to a context; `None` for requests to no context, which only the admin may make.
    ///
    /// # Errors
    /// [`Problem`] 401, the same whether the key is missing, malformed, wrong, expired, or another context's; 403 when it acts
    /// for somebody whom it may not act for.
    pub fn identify(
        &self,
        credentials: Credentials<'_>,
        context: Option<&ContextId>,
        now: Micros,
    ) -> Result<Caller, Problem> {
        let refused = || Problem::new(Code::Unauthorized, "send the key as 'Authorization: Bearer <key>'");
        let token = credentials
            .authorization
            .and_then(|header| header.split_once(' '))
            .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
            .map(|(_, token)| token.trim())
            .ok_or_else(refused)?;
        let own = if self.admin.matches(token) {
            Caller::admin()
        } else {
            self.holder(token, context, now).ok_or_else(refused)?
        };
        match (credentials.on_behalf_of, context) {
            (None, _) => Ok(own),
            (Some(name), Some(context)) => self.delegated(own, name, context, now),
            (Some(_), None) => {
                Err(Problem::new(Code::ValidationError, "principals belong to contexts: nobody to act for"))
            }
        }
    }

    /// The context that a key belongs to, whether or not it is right; `None` for the admin's, which belongs to none.
    pub(crate) fn context_of(&self, credentials: &Credentials<'_>) -> Option<ContextId> {
        let (_, token) = credentials.authorization?.split_once(' ')?;
        let (id, _) = secret::split(token.trim())?;
        self.roster.key(id).map(|(context, _)| context)
    }

    /// Whoever holds a key of this context.
    fn holder(&self, token: &str, context: Option<&ContextId>, now: Micros) -> Option<Caller> {
        let (id, secret) = secret::split(token)?;
        let found = self.roster.key(id);
        // A key that does not exist costs as much time as one whose secret is wrong.
        let hash = found.as_ref().and_then(|(_, key)| secret::SecretHash::from_hex(&key.hash));
        let matches = hash.unwrap_or(secret::SecretHash([0; 32])).matches(secret);
        let (of, key) = found.filter(|_| matches && hash.is_some())?;
        let is_valid = context == Some(&of) && key.valid_until.is_none_or(|until| now < until);
        let principal = self.roster.principal(&of, &key.principal).filter(|_| is_valid)?;
        self.roster.used_key(id, now);
        let authority = key.reach(self.roster.authority(&of, &principal, now));
        Some(Caller { principal: principal.id, delegate: None, key: Some(key), authority })
    }

    /// A caller who acts for somebody else: both must be allowed to.
    fn delegated(&self, own: Caller, name: &str, context: &ContextId, now: Micros) -> Result<Caller, Problem> {
        let id = principal_id(name);
        if id == own.principal {
            return Ok(own);
        }
        let unknown = || Problem::new(Code::Forbidden, "there is nobody of that name for whom this key may act");
        if id == SYSTEM {
            return Err(unknown());
        }
        let target = self.roster.principal(context, &id).ok_or_else(unknown)?;
        let authority = own.authority.meet(&self.roster.authority(context, &target, now));
        Ok(Caller { delegate: Some(target.id), authority, ..own })
    }
}

/// A principal's id: bare names are taken, too.
pub(crate) fn principal_id(name: &str) -> String {
    let name = name.trim();
    if name.starts_with("principal:") { name.to_owned() } else { format!("principal:{name}") }
}

/// A new key for a principal; the text is told once.
pub(crate) fn mint(name: Option<String>, principal: &str, now: Micros) -> Result<(Key, String), Problem> {
    let minted = secret::mint()?;
    let key = Key {
        hash: minted.hash.to_hex(),
        name: name.unwrap_or_else(|| format!("key-{}", minted.id)),
        id: minted.id,
        principal: principal.to_owned(),
        created_at: now,
        valid_until: None,
        authority: None,
        strict: false,
        is_token: false,
        last_used_at: None,
    };
    Ok((key, minted.text))
}

/// A new id for a session that was given none.
pub(crate) fn new_session_id() -> Result<String, Problem> {
    secret::random::<12>()
}

/// A new id for a share.
pub(crate) fn new_share_id() -> Result<String, Problem> {
    secret::random::<8>()
}

/// A new id for a principal that was given none.
pub(crate) fn new_principal_id() -> Result<String, Problem> {
    Ok(principal_id(&secret::random::<8>()?))
}

#[cfg(test)]
mod tests;
