//! Pages and names from elsewhere: DNS rebinding and cross-site calls reach no route (CVE-2026-42559, CVE-2026-33010).

use serde_json::json;

use crate::client::{Client, KEY};
use crate::house::House;

fn asked(house: &House, host: &str, more: &[(&str, &str)]) -> crate::client::Answer {
    let mut client = Client::connect(house.address);
    let bearer = format!("Bearer {KEY}");
    let body = json!({ "query": "x" }).to_string();
    let length = body.len().to_string();
    let mut headers = vec![
        ("host", host),
        ("authorization", bearer.as_str()),
        ("content-type", "application/json"),
        ("content-length", length.as_str()),
    ];
    headers.extend(more);
    client.head("POST", "/api/v1/a/query", &headers);
    client.body(body.as_bytes());
    client.answer()
}

#[test]
fn a_name_from_elsewhere_is_not_this_server() {
    let house = House::with("a");
    for own in ["localhost", "127.0.0.1:9090", "[::1]:1"] {
        asked(&house, own, &[]).ok();
    }
    for foreign in ["evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "169.254.169.254"] {
        asked(&house, foreign, &[]).problem(403);
    }
}

#[test]
fn a_page_from_elsewhere_may_not_call_and_is_not_invited() {
    let house = House::with("a");
    for origin in ["https://evil.example", "null", "http://localhost.evil.example"] {
        let refused = asked(&house, "localhost", &[("origin", origin)]);
        refused.problem(403);
        assert_eq!(refused.header("access-control-allow-origin"), None);
    }
    let own = asked(&house, "localhost", &[("origin", "http://localhost:9090")]);
    assert_eq!(own.header("access-control-allow-origin"), None);
    own.ok();
}
