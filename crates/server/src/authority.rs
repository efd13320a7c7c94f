//! Who calls, and what they may do. Keys are kept as hashes and compared in constant time.

use quintet::model::Grant;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::limits;
use crate::problem::{Code, Problem};

/// The hash of the admin key. The key itself is not kept.
#[derive(Clone)]
pub struct AdminKey([u8; 32]);

impl AdminKey {
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

    fn matches(&self, key: &str) -> bool {
        let given: [u8; 32] = Sha256::digest(key.as_bytes()).into();
        self.0.ct_eq(&given).into()
    }
}

/// Somebody who proved who they are, with what they may see. An operation cannot run without one.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The principal's id.
    pub principal: String,
    /// What the principal may see.
    pub grant: Grant,
}

impl Caller {
    /// The caller behind an `Authorization` header.
    ///
    /// # Errors
    /// [`Problem`] 401, the same whether the header is missing, malformed or wrong.
    pub(crate) fn identify(key: &AdminKey, header: Option<&str>) -> Result<Self, Problem> {
        let token = header
            .and_then(|header| header.split_once(' '))
            .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
        match token {
            Some((_, token)) if key.matches(token.trim()) => {
                Ok(Self { principal: "principal:admin".to_owned(), grant: Grant::everything() })
            }
            _ => Err(Problem::new(Code::Unauthorized, "send the key as 'Authorization: Bearer <key>'")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_key_opens() {
        let key = AdminKey::new("0123456789abcdef").ok().unwrap();
        assert!(Caller::identify(&key, Some("Bearer 0123456789abcdef")).is_ok());
        assert!(Caller::identify(&key, Some("bearer  0123456789abcdef ")).is_ok());
        for wrong in [None, Some(""), Some("Bearer"), Some("Bearer 0123456789abcde"), Some("Basic 0123456789abcdef")] {
            assert!(Caller::identify(&key, wrong).is_err(), "{wrong:?}");
        }
        assert!(AdminKey::new("short").is_err());
    }
}
