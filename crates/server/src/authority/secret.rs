//! Keys as texts: `qk-<id>-<secret>`. The secret is random, shown once and kept as a digest.
//!
//! Secrets have 256 bits, so that a plain digest holds: there is nothing to guess, and a slow one would let anybody who sends
//! wrong keys keep the server busy (`docs/decisions/0015-authority.md`).

use std::fmt::Write as _;

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::problem::{Code, Problem};

/// Begins every key, so that scanners of repositories can know them.
const PREFIX: &str = "qk";
/// Random bytes of an id, and of a secret.
const ID_BYTES: usize = 8;
const SECRET_BYTES: usize = 32;

/// The digest of a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SecretHash(pub(super) [u8; 32]);

impl SecretHash {
    /// Of a secret.
    pub(super) fn of(secret: &str) -> Self {
        Self(Sha256::digest(secret.as_bytes()).into())
    }

    /// In constant time.
    pub(super) fn matches(&self, secret: &str) -> bool {
        self.0.ct_eq(&Self::of(secret).0).into()
    }

    /// In hexadecimal.
    pub(super) fn to_hex(self) -> String {
        hex(&self.0)
    }

    /// From hexadecimal.
    pub(super) fn from_hex(text: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        if text.len() != 64 || !text.is_ascii() {
            return None;
        }
        for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            *byte = u8::from_str_radix(core::str::from_utf8(digits).ok()?, 16).ok()?;
        }
        Some(Self(bytes))
    }
}

/// A new key: its id, its text, and what is kept of it.
pub(super) struct Minted {
    pub(super) id: String,
    pub(super) text: String,
    pub(super) hash: SecretHash,
}

/// Makes a key.
pub(super) fn mint() -> Result<Minted, Problem> {
    let (id, secret) = (random::<ID_BYTES>()?, random::<SECRET_BYTES>()?);
    Ok(Minted { text: format!("{PREFIX}-{id}-{secret}"), hash: SecretHash::of(&secret), id })
}

/// The id and the secret of a text that looks like a key.
pub(super) fn split(text: &str) -> Option<(&str, &str)> {
    let mut parts = text.splitn(3, '-');
    let (prefix, id, secret) = (parts.next()?, parts.next()?, parts.next()?);
    (prefix == PREFIX && !id.is_empty() && !secret.is_empty()).then_some((id, secret))
}

/// Random bytes in hexadecimal.
pub(super) fn random<const N: usize>() -> Result<String, Problem> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| {
        let mut problem = Problem::new(Code::Internal, "no random numbers can be had; nothing was made");
        problem.inside = Some(error.to_string());
        problem
    })?;
    Ok(hex(&bytes))
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_opens_what_it_was_made_for_and_nothing_else() {
        let (one, two) = (mint().unwrap(), mint().unwrap());
        let (id, secret) = split(&one.text).unwrap();
        assert_eq!(id, one.id);
        assert!(one.hash.matches(secret));
        assert!(!two.hash.matches(secret));
        assert_eq!(SecretHash::from_hex(&one.hash.to_hex()), Some(one.hash));
        for wrong in ["", "qk", "qk-", "qk--x", "qk-x-", "sp-a-b", "a-b-c"] {
            assert!(split(wrong).is_none(), "{wrong}");
        }
    }
}
