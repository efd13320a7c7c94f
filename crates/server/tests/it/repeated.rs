//! Requests that come twice under one key of their sender's.

use quintet::model::ContextId;
use quintet::store::Register as _;
use quintet::store::embedded::{EmbeddedOptions, EmbeddedStore};
use serde_json::{Value, json};

use crate::authority::{Person, person, region};
use crate::client::call;
use crate::house::House;

#[test]
fn a_request_that_comes_twice_is_done_once() {
    let house = House::with("a");
    let ann = person(&house, "ann", &region("user/ann/*"));
    let body = json!({ "text": "We signed the lease today." });
    let key = [("idempotency-key", "lease-1")];
    let first = ann.send_with("POST", "/facts", Some(&body), &key);
    let second = ann.send_with("POST", "/facts", Some(&body), &key);
    assert_eq!(first.body, second.body);
    assert_eq!((first.header("idempotent-replayed"), second.header("idempotent-replayed")), (None, Some("true")));
    ann.send_with("POST", "/facts", Some(&json!({ "text": "Another." })), &key).problem(409);
    // What failed can be tried again under the same key, and another caller's key is another key.
    ann.send_with("POST", "/facts", Some(&json!({ "text": "" })), &[("idempotency-key", "k2")]).problem(400);
    ann.send_with("POST", "/facts", Some(&json!({ "text": "Now with words." })), &[("idempotency-key", "k2")]).ok();
    let bob = person(&house, "bob", &region("user/bob/*"));
    let own = bob.send_with("POST", "/facts", Some(&body), &key);
    assert_eq!((own.status, own.header("idempotent-replayed")), (200, None));
    ann.send_with("POST", "/facts", Some(&body), &[("idempotency-key", "")]).problem_of(400, "Idempotency-Key");
    let key = ann.key.clone();
    let house = House::over(house.stop());
    let ann = Person { house: &house, key };
    let later = ann.send_with("POST", "/facts", Some(&body), &[("idempotency-key", "lease-1")]);
    assert_eq!(later.header("idempotent-replayed"), Some("true"), "kept over a restart");
    house.clock.advance_us(24 * 3600 * 1_000_000 + 1);
    let next_day = ann.send_with("POST", "/facts", Some(&body), &[("idempotency-key", "lease-1")]);
    assert_eq!((next_day.status, next_day.header("idempotent-replayed")), (200, None));
}

#[test]
fn what_was_purged_is_in_no_kept_reply() {
    let house = House::with("a");
    let ann = person(&house, "ann", &region("user/ann/*"));
    let body = json!({ "text": "The codeword is marker-8812." });
    ann.send_with("POST", "/facts", Some(&body), &[("idempotency-key", "k")]).ok();
    ann.post("/forget", &json!({ "all": true, "purge": true })).ok();
    let folder = house.stop();
    let mut left = vec![folder.path().to_owned()];
    while let Some(path) = left.pop() {
        if path.is_dir() {
            left.extend(std::fs::read_dir(&path).unwrap().flatten().map(|entry| entry.path()));
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        assert!(!bytes.windows(11).any(|run| run == b"marker-8812"), "{}", path.display());
    }
}

#[test]
fn a_request_whose_reply_was_lost_is_not_done_again() {
    let house = House::with("a");
    let body = json!({ "text": "We signed the lease today." });
    let send = |house: &House, body: &Value, key: &str| {
        let headers = [("authorization", crate::house::bearer()), ("idempotency-key", key)];
        call(house.address, "POST", "/api/v1/a/facts", &headers, Some(body.to_string().as_bytes()))
    };
    send(&house, &body, "k1").ok();
    send(&house, &json!({ "text": "" }), "k2").problem(400);
    // As a crash leaves it that comes between the effect and the reply.
    let folder = house.stop();
    let store = EmbeddedStore::open(folder.path(), EmbeddedOptions::default()).unwrap();
    store.drop_replies(&ContextId::checked("a").unwrap()).unwrap();
    drop(store);
    let house = House::over(folder);
    // Ids hold the time, which stands still here.
    house.clock.advance_us(1_000_000);
    let told = send(&house, &body, "k1").problem(409);
    assert!(told.contains("was carried out"), "{told}");
    assert_eq!(house.count(), 1);
    send(&house, &json!({ "text": "Now with words." }), "k2").ok();
    house.clock.advance_us(24 * 3600 * 1_000_000 + 1);
    send(&house, &json!({ "text": "Another day." }), "k1").ok();
}

#[test]
fn of_many_at_once_one_is_done() {
    let house = House::with("a");
    let body = json!({ "text": "We signed the lease today." });
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let send = || {
            let headers = [("authorization", crate::house::bearer()), ("idempotency-key", "lease-1")];
            call(house.address, "POST", "/api/v1/a/facts", &headers, Some(body.to_string().as_bytes())).status
        };
        let racers: Vec<_> = (0..32).map(|_| scope.spawn(send)).collect();
        racers.into_iter().map(|racer| racer.join().unwrap()).collect()
    });
    // One wrote; the others got its reply, or were told that it was still running.
    assert!(statuses.iter().all(|status| matches!(status, 200 | 409)) && statuses.contains(&200), "{statuses:?}");
    assert_eq!(house.count(), 1);
}
