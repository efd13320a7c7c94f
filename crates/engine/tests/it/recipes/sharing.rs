//! Who sees what: scopes, users, contexts.

use quintet::model::{Scope, ScopeSets};
use quintet::recall::RecallRequest;
use quintet::retain::{RememberItem, Remembered};
use quintet::store::Filter;
use quintet::{Forget, ForgetRequest};

use super::{granted, is_sound, seen};
use crate::memory::{Memory, texts};

fn scoped(memory: &Memory, clauses: &[&[&str]], text: &str) -> Remembered {
    let clause = |clause: &&[&str]| clause.iter().map(|scope| Scope::new(scope).unwrap()).collect();
    let scopes = Some(ScopeSets::new(clauses.iter().map(clause).collect()).unwrap());
    memory.remember(RememberItem { scopes, ..RememberItem::new(text) })
}

fn found(memory: &Memory, query: &str, filter: &Filter) -> Vec<String> {
    let recalled = memory.recall(&RecallRequest::new(query, filter.clone()));
    let mut found: Vec<String> = texts(&recalled).into_iter().map(str::to_owned).collect();
    found.sort();
    found
}

/// Recipe 6.
#[test]
fn scopes_are_seen_as_the_matrix_says() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    scoped(&memory, &[&["org/acme"]], "The lantern of the firm.");
    scoped(&memory, &[&["org/acme/user/ann"]], "The lantern of Ann.");
    scoped(&memory, &[&["org/acme/user/ann", "team/blue"]], "The lantern of Ann in the blue team.");
    scoped(&memory, &[&["org/acme/user/ann"], &["org/acme/user/bea"]], "The lantern of both.");
    let sees = |patterns: &[&str]| found(&memory, "Which lantern?", &granted(patterns));
    assert_eq!(sees(&["org/acme"]), ["The lantern of the firm."]);
    let of_ann = ["The lantern of Ann.", "The lantern of both.", "The lantern of the firm."];
    assert_eq!(sees(&["org/acme", "org/acme/user/ann"]), of_ann);
    assert_eq!(sees(&["org/acme/user/bea"]), ["The lantern of both."]);
    let of_team = ["The lantern of Ann in the blue team.", "The lantern of Ann.", "The lantern of both."];
    assert_eq!(sees(&["org/acme/user/ann", "team/blue"]), of_team);
    assert!(sees(&["team/blue"]).is_empty());
    assert!(sees(&[]).is_empty());
}

/// T01.
#[test]
fn deleting_one_user_leaves_the_other_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    for number in 0..20 {
        scoped(&memory, &[&["user/ann"]], &format!("Ann keeps lantern number {number} in the cellar."));
        scoped(&memory, &[&["user/bea"]], &format!("Bea keeps lantern number {number} in the attic."));
    }
    let state = |memory: &Memory| {
        let filter = granted(&["user/bea"]);
        (seen(memory, &filter), found(memory, "Where is lantern number 7?", &filter))
    };
    let before = state(&memory);
    assert_eq!((before.0, before.1.len()), (20, 10));
    let request = ForgetRequest::new(Forget::Scope(Scope::new("user/ann").unwrap()), Filter::everything());
    let receipt = memory.engine.forget_matching(&memory.context, &request).unwrap();
    assert_eq!(receipt.gone.len(), 20);
    assert_eq!(state(&memory), before);
    assert_eq!(seen(&memory, &granted(&["user/ann"])), 0);
    is_sound(&memory);
}

/// T35.
#[test]
fn a_name_that_begins_another_opens_nothing_and_a_small_user_gets_full_answers() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    for number in 0..40 {
        scoped(&memory, &[&["user/alice"]], &format!("Dana lives in Porto, said letter {number}."));
    }
    for number in 0..10 {
        scoped(&memory, &[&["user/al"]], &format!("Dana lives in Lisbon, said letter {number}."));
    }
    let al = granted(&["user/al"]);
    for query in ["Where does Dana live?", "Porto", "letter 7", "What did Dana tell on the way?"] {
        let found = found(&memory, query, &al);
        assert_eq!(found.len(), 10, "{query}");
        assert!(found.iter().all(|text| text.contains("Lisbon")), "{query}: {found:?}");
    }
    let told = |filter: &Filter| super::known(&memory, &[], filter);
    assert!(told(&al).iter().all(|fact| !fact.contains("Porto")), "{:?}", told(&al));
    assert!(told(&granted(&["user/alice"])).iter().all(|fact| !fact.contains("Lisbon")));
    let profile = memory.engine.profile(&memory.context, None, &al).unwrap();
    assert!(profile.preferences.iter().all(|one| !one.value().contains("Porto")));
}

/// T36.
#[test]
fn odd_signs_in_names_change_no_owner_and_bring_no_two_scopes_together() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    let names = ["a", "a:b", "a%2fb", "a b", "a'b", "a\"b", "ä", "a_b", "a-b", "A"];
    let scopes: Vec<String> = names.iter().map(|name| format!("user/{name}")).collect();
    let allowed: Vec<&String> = scopes.iter().filter(|scope| Scope::new(scope).is_ok()).collect();
    assert!(allowed.len() >= 4, "{allowed:?}");
    for (number, scope) in allowed.iter().enumerate() {
        let labels = [("owner' OR 1:1".to_owned(), format!("{scope}:%\"x"))].into();
        let scopes = Some(ScopeSets::single(Scope::new(scope).unwrap()));
        let reference = Some(format!("doc:1/'{scope}'; DROP TABLE memories;--"));
        let item =
            RememberItem { scopes, labels, reference, ..RememberItem::new(format!("The owner has number {number}.")) };
        let kept = memory.remember(item.clone());
        let read = memory.engine.memory(&memory.context, kept.id).unwrap().unwrap().memory;
        assert_eq!((&read.labels, &read.source.reference), (&item.labels, &item.reference));
        assert_eq!(Some(read.scopes), item.scopes);
    }
    for (number, scope) in allowed.iter().enumerate() {
        let own = found(&memory, "Which number has the owner?", &granted(&[scope]));
        assert_eq!(own, [format!("The owner has number {number}.")], "{scope}");
    }
    is_sound(&memory);
}

/// T37.
#[test]
fn thirty_two_threads_of_eight_tenants_see_only_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Memory::open(folder.path());
    let memory = &memory;
    std::thread::scope(|threads| {
        for thread in 0..32 {
            threads.spawn(move || {
                let tenant = format!("user/tenant{}", thread % 8);
                for number in 0..6 {
                    scoped(memory, &[&[&tenant]], &format!("The lantern {thread} {number} belongs to {tenant}."));
                    let own = found(memory, "Whose is the lantern?", &granted(&[&tenant]));
                    assert!(!own.is_empty());
                    assert!(own.iter().all(|text| text.ends_with(&format!("{tenant}."))), "{own:?}");
                }
            });
        }
    });
    for tenant in 0..8 {
        assert_eq!(seen(memory, &granted(&[&format!("user/tenant{tenant}")])), 24);
    }
    is_sound(memory);
}
