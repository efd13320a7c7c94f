//! The client of services elsewhere: JSON posted over HTTP/1.1, with TLS by the system's trusted roots.
//!
//! Owns addresses that may be asked, time and size bounds, and what never leaves: no redirect is followed, no proxy is taken
//! from the environment, nothing of a body or a key is in an error. Must not know any service.

use core::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use ureq::tls::{Certificate, RootCerts, TlsConfig, TlsProvider};

/// Largest answer that is read, in bytes. Chosen: an answer of 4,096 tokens has some 20 KB; a server that sends more than a
/// hundred times that is not answering.
const ANSWER_LEN_MAX: u64 = 4 << 20;
/// Time to find and reach a server, at most. Chosen: a handshake across the world takes a second.
const CONNECT_MS_MAX: u64 = 10_000;

/// A key. Never printed: not by `Debug`, not in errors.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// A key, without the white space around it; `None` when nothing is left or when it cannot be sent in a header.
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        let can_be_sent = !text.is_empty() && text.bytes().all(|byte| (0x21..0x7f).contains(&byte));
        can_be_sent.then(|| Self(text.to_owned()))
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    /// The value of an `Authorization` header with it.
    pub fn bearer(&self) -> String {
        format!("Bearer {}", self.0)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// An address cannot be used. The operator can put it right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AddressError {
    /// It is no http or https URL.
    #[error("it has to begin with http:// or https:// and name a host")]
    NotHttp,
    /// It has a user name or password, a query, a fragment, or white space.
    #[error("it must be scheme, host, port and path alone")]
    Extras,
    /// It is an address that only the machine's own cloud answers at, where credentials are given out.
    #[error("link-local and metadata addresses are not asked")]
    Metadata,
    /// A key would go over an open network unencrypted.
    #[error("a key goes over https; plain http is for this machine and private networks")]
    KeyInClear,
}

/// An address from configuration, checked. Texts that are read or stored never become one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    url: String,
    is_tls: bool,
}

impl Address {
    /// Checks an address that an operator gave. `has_key`: a key goes along.
    ///
    /// # Errors
    /// [`AddressError`] when it is none or may not be asked.
    pub fn checked(url: &str, has_key: bool) -> Result<Self, AddressError> {
        let url = url.trim().trim_end_matches('/');
        let scheme_len = ["http://", "https://"]
            .iter()
            .find(|scheme| url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)))
            .map(|scheme| scheme.len())
            .ok_or(AddressError::NotHttp)?;
        let rest = &url[scheme_len..];
        if rest.chars().any(|c| c.is_whitespace() || c.is_control() || matches!(c, '@' | '?' | '#' | '\\')) {
            return Err(AddressError::Extras);
        }
        let authority = rest.split('/').next().unwrap_or_default();
        let host = host_of(authority).ok_or(AddressError::NotHttp)?.to_ascii_lowercase();
        let ip = host.trim_matches(['[', ']']).parse::<IpAddr>().ok();
        if ip.is_some_and(is_metadata) || host.trim_end_matches('.') == "metadata.google.internal" {
            return Err(AddressError::Metadata);
        }
        let is_tls = scheme_len == "https://".len();
        if has_key && !is_tls && !is_near(&host, ip) {
            return Err(AddressError::KeyInClear);
        }
        let scheme = if is_tls { "https://" } else { "http://" };
        Ok(Self { url: format!("{scheme}{rest}"), is_tls })
    }

    /// The address, for messages: it holds no secret.
    pub fn as_str(&self) -> &str {
        &self.url
    }
}

/// The host of `host:port`, brackets of an IPv6 address included.
fn host_of(authority: &str) -> Option<&str> {
    let host = match authority.strip_prefix('[') {
        Some(rest) => &authority[..rest.find(']')? + 2],
        None => authority.split(':').next()?,
    };
    let port = authority[host.len()..].strip_prefix(':');
    let is_sound = authority.len() == host.len() || port.is_some_and(|port| port.parse::<u16>().is_ok());
    (!host.is_empty() && is_sound).then_some(host)
}

/// Link-local addresses, and those at which clouds give out credentials.
fn is_metadata(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => ip.is_link_local() || ip.octets() == [100, 100, 100, 200],
        IpAddr::V6(ip) => match ip.to_ipv4_mapped() {
            Some(mapped) => is_metadata(IpAddr::V4(mapped)),
            None => ip.is_unicast_link_local() || ip.segments() == [0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254],
        },
    }
}

/// This machine, a private network, or a name that only such a network knows.
fn is_near(host: &str, ip: Option<IpAddr>) -> bool {
    match ip {
        Some(IpAddr::V4(ip)) => ip.is_loopback() || ip.is_private(),
        Some(IpAddr::V6(ip)) => ip.is_loopback() || ip.is_unique_local(),
        None => !host.trim_end_matches('.').contains('.') || host.ends_with(".localhost"),
    }
}

/// What a server answered.
#[derive(Debug)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// Seconds or a date, as the server says.
    pub(crate) retry_after: Option<String>,
    /// Bytes, whatever they are.
    pub body: Vec<u8>,
}

/// No answer came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Nobody listens there: nothing was sent.
    Refused,
    /// Not in time.
    TimedOut,
    /// The answer is larger than is read.
    TooLarge,
    /// The connection failed: said in a few words without anything of what was sent.
    Connection(String),
}

/// A client of one address.
pub struct Client {
    agent: ureq::Agent,
    address: Address,
}

impl Client {
    /// A client that gives each request that long.
    pub fn new(address: Address, timeout_ms: u64) -> Self {
        let time = Duration::from_millis(timeout_ms.max(1));
        let mut config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .user_agent("quintet")
            .timeout_global(Some(time))
            .timeout_connect(Some(time.min(Duration::from_millis(CONNECT_MS_MAX))));
        if address.is_tls {
            config = config.tls_config(tls());
        }
        Self { agent: config.build().new_agent(), address }
    }

    /// Posts JSON. `path` begins with a slash, or is empty.
    ///
    /// # Errors
    /// [`Failure`] when no answer came. A status that is an error is an answer.
    pub fn post(&self, path: &str, headers: &[(&str, &str)], json: &str) -> Result<Answer, Failure> {
        self.send("POST", path, headers, Some(json))
    }

    /// Sends a request with one of the five usual methods, with JSON or without a body.
    ///
    /// # Errors
    /// [`Failure`] as for [`Self::post`].
    pub fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        json: Option<&str>,
    ) -> Result<Answer, Failure> {
        let url = format!("{}{path}", self.address.url);
        let with_body = match (method, json) {
            ("POST", _) => Some(self.agent.post(&url)),
            ("PUT", _) => Some(self.agent.put(&url)),
            ("PATCH", _) => Some(self.agent.patch(&url)),
            ("DELETE", Some(_)) => Some(self.agent.delete(&url).force_send_body()),
            _ => None,
        };
        let sent = if let Some(mut request) = with_body {
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            match json {
                Some(json) => request.header("content-type", "application/json").send(json),
                None => request.send_empty(),
            }
        } else {
            let mut request = if method == "DELETE" { self.agent.delete(&url) } else { self.agent.get(&url) };
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            request.call()
        };
        let mut response = sent.map_err(|error| failure(&error))?;
        let retry_after =
            response.headers().get("retry-after").and_then(|value| value.to_str().ok()).map(str::to_owned);
        let body =
            response.body_mut().with_config().limit(ANSWER_LEN_MAX).read_to_vec().map_err(|error| failure(&error))?;
        Ok(Answer { status: response.status().as_u16(), retry_after, body })
    }
}

/// TLS with the roots that the system trusts, so that a company's own authority works; one that cannot be read is left out.
fn tls() -> TlsConfig {
    let found = rustls_native_certs::load_native_certs();
    let roots: Vec<Certificate<'static>> =
        found.certs.iter().map(|cert| Certificate::from_der(cert.as_ref()).to_owned()).collect();
    TlsConfig::builder()
        .provider(TlsProvider::Rustls)
        .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .root_certs(RootCerts::Specific(Arc::new(roots)))
        .build()
}

fn failure(error: &ureq::Error) -> Failure {
    use std::io::ErrorKind;
    let said = |text: &str| Failure::Connection(text.to_owned());
    match error {
        ureq::Error::Timeout(_) => Failure::TimedOut,
        ureq::Error::BodyExceedsLimit(_) => Failure::TooLarge,
        ureq::Error::HostNotFound => said("its host name is not known"),
        ureq::Error::ConnectionFailed => Failure::Refused,
        ureq::Error::Tls(_) | ureq::Error::Rustls(_) => said("the TLS handshake failed"),
        ureq::Error::Io(error) => match error.kind() {
            ErrorKind::TimedOut | ErrorKind::WouldBlock => Failure::TimedOut,
            ErrorKind::ConnectionRefused => Failure::Refused,
            ErrorKind::InvalidData => said("the TLS handshake failed, or it speaks no HTTP"),
            kind => Failure::Connection(format!("the connection failed ({kind})")),
        },
        _ => said("it speaks no HTTP that is understood"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_checked() {
        let ok = |url, key| Address::checked(url, key).map(|address| address.url);
        assert_eq!(ok(" HTTPS://api.example.com/v1/ ", true), Ok("https://api.example.com/v1".to_owned()));
        assert_eq!(ok("http://127.0.0.1:11434/v1", true), Ok("http://127.0.0.1:11434/v1".to_owned()));
        for near in ["http://localhost:1", "http://vllm:8000", "http://10.1.2.3", "http://[::1]:80", "http://[fd00::1]"]
        {
            assert!(ok(near, true).is_ok(), "{near}");
        }
        assert_eq!(ok("http://api.example.com", true), Err(AddressError::KeyInClear));
        assert_eq!(ok("http://8.8.8.8", true), Err(AddressError::KeyInClear));
        assert!(ok("http://api.example.com", false).is_ok());
        for none in [
            "",
            "api.example.com",
            "ftp://x",
            "file:///etc/passwd",
            "http://",
            "http://:80",
            "http://x:port",
            "https://[::1",
        ] {
            assert_eq!(ok(none, false), Err(AddressError::NotHttp), "{none}");
        }
        for extra in ["https://user:pw@x", "https://x/?q=1", "https://x/#a", "https://x y", "https://x\\@y"] {
            assert_eq!(ok(extra, false), Err(AddressError::Extras), "{extra}");
        }
        for metadata in [
            "http://169.254.169.254/latest",
            "http://[fe80::1]",
            "http://[::ffff:169.254.169.254]",
            "http://100.100.100.200",
            "http://metadata.google.internal",
        ] {
            assert_eq!(ok(metadata, false), Err(AddressError::Metadata), "{metadata}");
        }
    }

    #[test]
    fn keys_are_not_printed() {
        let key = Secret::new(" sk-very-secret\n").unwrap();
        assert_eq!(key.reveal(), "sk-very-secret");
        assert!(!format!("{key:?}").contains("very"));
        assert_eq!(Secret::new(" "), None);
        assert_eq!(Secret::new("two words"), None, "a header would break");
    }
}
