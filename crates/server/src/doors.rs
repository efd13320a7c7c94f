//! Which hosts this server answers to and which pages may call it: a page on the web must not reach a server on loopback, whatever
//! name it gave the machine (DNS rebinding, `reliability.md` T6).
//!
//! Must not know: keys, paths, operations.

use std::net::SocketAddr;

use axum::http::uri::Authority;
use axum::http::{HeaderMap, Uri, header};

use crate::problem::{Code, Problem};

/// Names by which this machine calls itself.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Hosts and origins that are let in, beside those of this machine.
#[derive(Clone, Debug, Default)]
pub struct Doors {
    /// Names under which the server is reached from elsewhere, without port.
    pub hosts: Vec<String>,
    /// Origins whose pages may call, as `https://host` or `https://host:port`.
    pub origins: Vec<String>,
    /// What the addresses of memories begin with where people follow them.
    pub public_url: Option<String>,
}

impl Doors {
    /// The same with the address that is listened on, where that is one machine's own.
    pub(crate) fn with(mut self, address: SocketAddr) -> Self {
        if !address.ip().is_unspecified() {
            let ip = address.ip();
            self.hosts.push(if ip.is_ipv6() { format!("[{ip}]") } else { ip.to_string() });
        }
        self
    }

    /// Lets a request in or not, by its head alone.
    ///
    /// # Errors
    /// [`Problem`] 403 that names what is set wrongly.
    pub(crate) fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Problem> {
        let mut hosts = headers.get_all(header::HOST).iter();
        let named = hosts.next().and_then(|host| host.to_str().ok());
        let named = named.filter(|_| hosts.next().is_none()).or_else(|| uri.authority().map(Authority::as_str));
        if !named.is_some_and(|host| self.knows(host)) {
            return Err(Problem::new(
                Code::Forbidden,
                "the server does not go by this host; its operator allows names with --allow-host",
            ));
        }
        match headers.get(header::ORIGIN) {
            None => Ok(()),
            Some(origin) if origin.to_str().is_ok_and(|origin| self.lets_in(origin)) => Ok(()),
            Some(_) => Err(Problem::new(
                Code::Forbidden,
                "pages of this origin may not call; the operator allows origins with --allow-origin",
            )),
        }
    }

    /// A `Host` by its name, whatever its port.
    fn knows(&self, host: &str) -> bool {
        let name = match host.strip_prefix('[') {
            Some(rest) => rest.find(']').map(|end| &host[..end + 2]),
            None => host.split(':').next(),
        };
        let Some(name) = name.filter(|name| {
            let port = &host[name.len()..];
            port.is_empty() || port.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok())
        }) else {
            return false;
        };
        self.host_names().any(|own| own.eq_ignore_ascii_case(name))
    }

    /// Every host that is let in, without port.
    pub(crate) fn host_names(&self) -> impl Iterator<Item = &str> {
        LOOPBACK.into_iter().chain(self.hosts.iter().map(String::as_str))
    }

    /// Every origin that is let in; a `*` stands for any port.
    pub(crate) fn origin_names(&self) -> Vec<String> {
        let pages = LOOPBACK.iter().flat_map(|host| [format!("http://{host}:*"), format!("https://{host}:*")]);
        pages.chain(self.origins.iter().map(|origin| with_port(origin))).collect()
    }

    fn lets_in(&self, origin: &str) -> bool {
        if self.origins.iter().any(|own| own.trim_end_matches('/').eq_ignore_ascii_case(origin)) {
            return true;
        }
        // A page that this machine serves itself.
        let host = ["http://", "https://"].into_iter().find_map(|scheme| origin.strip_prefix(scheme));
        host.is_some_and(|host| Self::default().knows(host))
    }
}

/// An origin with the port that it has when it names none.
fn with_port(origin: &str) -> String {
    let origin = origin.trim_end_matches('/');
    let (scheme, host) = origin.split_once("://").unwrap_or(("https", origin));
    let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    match (has_port, scheme) {
        (true, _) => origin.to_owned(),
        (false, "http") => format!("{origin}:80"),
        (false, _) => format!("{origin}:443"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(host: Option<&str>, origin: Option<&str>) -> bool {
        let doors = Doors {
            hosts: vec!["memory.example.com".into()],
            origins: vec!["https://app.example.com".into()],
            public_url: None,
        };
        let mut headers = HeaderMap::new();
        headers.extend(host.map(|host| (header::HOST, host.parse().unwrap())));
        headers.extend(origin.map(|origin| (header::ORIGIN, origin.parse().unwrap())));
        doors.with("10.0.0.7:9090".parse().unwrap()).check(&Uri::from_static("/mcp"), &headers).is_ok()
    }

    #[test]
    fn strangers_stay_outside() {
        for host in ["localhost", "LOCALHOST:9090", "127.0.0.1:1", "[::1]:80", "memory.example.com", "10.0.0.7:9090"] {
            assert!(asked(Some(host), None), "{host}");
        }
        for host in [
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "127.0.0.1@evil.example",
            "localhost:evil",
            "[::1].evil.example",
            "[::1",
            "",
            "0.0.0.0",
        ] {
            assert!(!asked(Some(host), None), "{host}");
        }
        assert!(!asked(None, None), "HTTP/1.1 has a host");
        for origin in ["http://localhost:3000", "https://app.example.com", "http://127.0.0.1", "http://[::1]:5173"] {
            assert!(asked(Some("localhost"), Some(origin)), "{origin}");
        }
        for origin in [
            "https://evil.example",
            "null",
            "https://app.example.com.evil.example",
            "https://app.example.com:8443",
            "http://localhost.evil.example",
            "file://",
            "http://memory.example.com",
        ] {
            assert!(!asked(Some("localhost"), Some(origin)), "{origin}");
        }
    }
}
