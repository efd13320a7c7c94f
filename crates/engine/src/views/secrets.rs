//! Secrets by their shape: keys with a known beginning, private keys, tokens, passwords that are named so, card numbers.
//!
//! The secret itself is never told, only where it stands. Must not know: memories.

use crate::model::Span;

/// What it looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SecretKind {
    /// A key of a service, by its published beginning.
    ApiKey,
    /// A private key in PEM form.
    PrivateKey,
    /// A signed token in three parts.
    Token,
    /// What stands behind "password:" and the like.
    Password,
    /// A payment card's number, by its check digit.
    CardNumber,
}

impl SecretKind {
    /// The printed name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ApiKey => "api_key",
            Self::PrivateKey => "private_key",
            Self::Token => "token",
            Self::Password => "password",
            Self::CardNumber => "card_number",
        }
    }
}

/// One finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Secret {
    /// What it looks like.
    pub kind: SecretKind,
    /// Where, in bytes of the text.
    pub span: Span,
}

/// Beginnings of keys as their issuers publish them, with the least length of the whole.
const BEGINNINGS: &[(&str, usize)] = &[
    ("AKIA", 20),
    ("ASIA", 20),
    ("AIza", 35),
    ("ghp_", 36),
    ("gho_", 36),
    ("ghs_", 36),
    ("github_pat_", 40),
    ("glpat-", 20),
    ("hf_", 30),
    ("sk-", 24),
    ("sk_live_", 24),
    ("rk_live_", 24),
    ("xoxb-", 24),
    ("xoxp-", 24),
    ("npm_", 36),
];

/// Words behind which a secret stands when `:`, `=` or "is" follows.
const NAMES: &[&str] =
    &["password", "passwort", "passwd", "pwd", "passphrase", "api_key", "apikey", "secret", "client_secret"];

/// All findings in a text, by place. Cost: O(n).
pub fn secrets(text: &str) -> Vec<Secret> {
    let mut found = Vec::new();
    let mut note = |kind, start: usize, end: usize| {
        found.push(Secret { kind, span: Span { start: start as u32, end: end as u32 } });
    };
    for (start, _) in text.match_indices("-----BEGIN ") {
        let line = text[start..].lines().next().unwrap_or_default();
        if line.contains("PRIVATE KEY-----") {
            note(SecretKind::PrivateKey, start, start + line.len());
        }
    }
    let tokens = tokens(text);
    for (idx, (start, token)) in tokens.iter().enumerate() {
        let end = start + token.len();
        let is_key = |(begin, least): &(&str, usize)| {
            token.starts_with(begin) && token.len() >= *least && token.bytes().any(|c| c.is_ascii_digit())
        };
        if BEGINNINGS.iter().any(is_key) {
            note(SecretKind::ApiKey, *start, end);
        } else if is_signed_token(token) {
            note(SecretKind::Token, *start, end);
        } else if NAMES.contains(&token.to_ascii_lowercase().as_str())
            && let Some((value, value_start)) = value_behind(text, &tokens, idx)
        {
            note(SecretKind::Password, value_start, value_start + value.len());
        }
    }
    for (start, end) in digit_runs(text) {
        let digits: Vec<u32> = text[start..end].chars().filter_map(|c| c.to_digit(10)).collect();
        if (13..=19).contains(&digits.len()) && is_checked(&digits) {
            note(SecretKind::CardNumber, start, end);
        }
    }
    found.sort_by_key(|one| (one.span.start, one.kind));
    found.dedup();
    found
}

/// Words of letters, digits and the marks that keys have.
fn tokens(text: &str) -> Vec<(usize, &str)> {
    let mut tokens = Vec::new();
    let mut begin = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        let is_inside = c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        match (begin, is_inside) {
            (None, true) => begin = Some(at),
            (Some(start), false) => {
                let token = text[start..at].trim_end_matches(['.', '-']);
                if !token.is_empty() {
                    tokens.push((start, token));
                }
                begin = None;
            }
            _ => {}
        }
    }
    tokens
}

fn is_signed_token(token: &str) -> bool {
    let parts: Vec<&str> = token.split('.').collect();
    parts.len() == 3 && token.starts_with("eyJ") && parts[1].starts_with("eyJ") && parts[2].len() >= 16
}

/// The word behind a name of a secret, where it looks like one: six characters or more, not all letters of one case.
fn value_behind<'a>(text: &'a str, tokens: &[(usize, &'a str)], idx: usize) -> Option<(&'a str, usize)> {
    let (start, name) = tokens[idx];
    let rest = &text[start + name.len()..];
    let between = rest.trim_start();
    let value = between
        .strip_prefix([':', '='])
        .or_else(|| between.strip_prefix("is "))
        .map(|value| value.trim_start().trim_start_matches(['"', '\'', '`']))?;
    let value = value.split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | ',')).next()?;
    let value = value.trim_end_matches(['.', ';', '!', '?', ')']);
    let is_mixed = value.chars().any(|c| !c.is_alphabetic()) && value.chars().any(char::is_alphanumeric);
    let value_start = value.as_ptr() as usize - text.as_ptr() as usize;
    (value.chars().count() >= 6 && is_mixed).then_some((value, value_start))
}

/// Runs of digits with single spaces or dashes between groups.
fn digit_runs(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let (mut runs, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() || (at > 0 && bytes[at - 1].is_ascii_alphanumeric()) {
            at += 1;
            continue;
        }
        let (start, mut end) = (at, at + 1);
        while end < bytes.len() {
            let is_gap = matches!(bytes[end], b' ' | b'-') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit);
            if !bytes[end].is_ascii_digit() && !is_gap {
                break;
            }
            end += 1;
        }
        runs.push((start, end));
        at = end;
    }
    runs
}

/// The Luhn check; a row of one digit passes it and is no card.
fn is_checked(digits: &[u32]) -> bool {
    let doubled = |(idx, digit): (usize, &u32)| if idx % 2 == 1 { (digit * 2) / 10 + (digit * 2) % 10 } else { *digit };
    let sum: u32 = digits.iter().rev().enumerate().map(doubled).sum();
    sum.is_multiple_of(10) && digits.iter().any(|digit| *digit != digits[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(SecretKind, &str)> {
        secrets(text).iter().map(|one| (one.kind, &text[one.span.start as usize..one.span.end as usize])).collect()
    }

    #[test]
    fn shapes_are_found_where_they_stand() {
        let key = format!("AKIA{}", "Q2W3E4R5T6Y7U8I9");
        assert_eq!(found(&format!("use {key}, please")), [(SecretKind::ApiKey, key.as_str())]);
        assert_eq!(found("The password is hunter2!x."), [(SecretKind::Password, "hunter2!x")]);
        assert_eq!(found("pwd=\"a1b2c3d4\" ok"), [(SecretKind::Password, "a1b2c3d4")]);
        assert_eq!(found("Card 4111 1111 1111 1111 ends"), [(SecretKind::CardNumber, "4111 1111 1111 1111")]);
        let token = format!("eyJhbGciOiJI.eyJzdWIiOiIx.{}", "c2lnbmF0dXJlLWhlcmU");
        assert_eq!(found(&token), [(SecretKind::Token, token.as_str())]);
        let pem = format!("-----BEGIN {} KEY-----\nMIIE", "RSA PRIVATE");
        assert_eq!(found(&pem)[0].0, SecretKind::PrivateKey);
    }

    #[test]
    fn what_only_looks_similar_is_left_alone() {
        for text in [
            "The password is wrong again.",
            "Call 4111 1111 1111 1112 now",
            "0000 0000 0000 0000",
            "sk-learn is a library",
            "The secret: patience",
            "Order 2026-03-02 10:00",
            "",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn spans_lie_on_characters(text in "\\PC{0,120}") {
            for one in secrets(&format!("password: {text} 4111-1111-1111-1111")) {
                let whole = format!("password: {text} 4111-1111-1111-1111");
                proptest::prop_assert!(whole.get(one.span.start as usize..one.span.end as usize).is_some());
            }
        }
    }
}
