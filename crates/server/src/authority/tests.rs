//! Tests of the gate over a real store.

use std::sync::Arc;

use quintet::model::{Pattern, Scope};
use quintet::store::embedded::{EmbeddedOptions, EmbeddedStore};

use super::*;

const ADMIN_KEY: &str = "0123456789abcdef";

struct House {
    folder: tempfile::TempDir,
    gate: Gate,
    context: ContextId,
}

fn house() -> House {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(EmbeddedStore::open(folder.path(), EmbeddedOptions::default()).unwrap());
    let gate = Gate::new(AdminKey::new(ADMIN_KEY).ok().unwrap(), store).unwrap();
    House { folder, gate, context: ContextId::checked("acme").unwrap() }
}

fn authority(pairs: &[(Verb, &str)]) -> Authority {
    let mut authority = Authority::default();
    for (verb, pattern) in pairs {
        authority.allow(*verb, Pattern::parse(pattern).unwrap());
    }
    authority
}

impl House {
    fn person(&self, name: &str, may: Authority) {
        let principal = Principal {
            id: principal_id(name),
            display_name: name.to_owned(),
            kind: PrincipalKind::Human,
            external_id: None,
            created_at: Micros(0),
            authority: may,
        };
        self.gate.roster.put_principal(&self.context, principal).unwrap();
    }

    fn key(&self, name: &str, most: Option<Authority>, valid_until: Option<Micros>) -> String {
        let (key, text) = mint(None, &principal_id(name), Micros(0)).unwrap();
        let key = Key { authority: most, valid_until, ..key };
        self.gate.roster.add_key(&self.context, key, Micros(0)).unwrap();
        text
    }

    fn come(&self, key: &str, on_behalf_of: Option<&str>) -> Result<Caller, Problem> {
        let header = format!("Bearer {key}");
        let credentials = Credentials { authorization: Some(&header), on_behalf_of };
        self.gate.identify(credentials, Some(&self.context), Micros(100))
    }
}

#[test]
fn only_a_key_opens() {
    let house = house();
    let come = |header: Option<&str>| {
        let credentials = Credentials { authorization: header, on_behalf_of: None };
        house.gate.identify(credentials, None, Micros(0))
    };
    assert!(come(Some("Bearer 0123456789abcdef")).is_ok());
    assert!(come(Some("bearer  0123456789abcdef ")).is_ok());
    for wrong in [None, Some(""), Some("Bearer"), Some("Bearer 0123456789abcde"), Some("Basic 0123456789abcdef")] {
        assert_eq!(come(wrong).unwrap_err().status, 401, "{wrong:?}");
    }
    assert!(AdminKey::new("short").is_err());
}

#[test]
fn a_key_opens_one_context_until_it_ends() {
    let house = house();
    house.person("ann", Authority::everything());
    let (good, late) = (house.key("ann", None, Some(Micros(101))), house.key("ann", None, Some(Micros(100))));
    assert_eq!(house.come(&good, None).unwrap().principal(), "principal:ann");
    assert_eq!(house.come(&late, None).unwrap_err().status, 401);
    let (header, other) = (format!("Bearer {good}"), ContextId::checked("other").unwrap());
    let credentials = Credentials { authorization: Some(&header), on_behalf_of: None };
    for context in [Some(&other), None] {
        assert_eq!(house.gate.identify(credentials, context, Micros(100)).unwrap_err().status, 401);
    }
    let wrong = format!("{}0", &good[..good.len() - 1]);
    assert_eq!(house.come(&wrong, None).is_err(), wrong != good);
}

#[test]
fn authority_is_only_ever_narrowed() {
    let house = house();
    house.person("ann", authority(&[(Verb::MemoryRead, "org/acme/*"), (Verb::MemoryWrite, "org/acme/*")]));
    house.person("bot", authority(&[(Verb::MemoryRead, "*")]));
    house.person("eve", authority(&[(Verb::MemoryRead, "org/evil/*")]));
    let narrow =
        house.key("ann", Some(authority(&[(Verb::MemoryRead, "org/acme/hr"), (Verb::MemoryForget, "*")])), None);
    let caller = house.come(&narrow, None).unwrap();
    assert!(caller.readable().covers(&Scope::new("org/acme/hr").unwrap()));
    assert!(!caller.readable().covers(&Scope::new("org/acme").unwrap()));
    assert!(caller.needs(Verb::MemoryForget).is_err(), "a key cannot do what its principal cannot");
    assert!(caller.needs(Verb::MemoryWrite).is_err());
    // The agent reads everything, but for Ann only what Ann reads.
    let bot = house.key("bot", None, None);
    let for_ann = house.come(&bot, Some("ann")).unwrap();
    assert_eq!((for_ann.principal(), for_ann.actor()), ("principal:ann", "principal:bot"));
    assert!(for_ann.readable().covers(&Scope::new("org/acme/x").unwrap()));
    assert!(!for_ann.readable().covers(&Scope::new("org/evil").unwrap()));
    assert!(for_ann.needs(Verb::MemoryWrite).is_err(), "the agent itself may not write");
    let both = house.come(&house.key("eve", None, None), Some("principal:ann")).unwrap();
    assert!(both.readable().0.is_empty(), "nothing that both may read");
    for nobody in ["nobody", SYSTEM, ADMIN] {
        assert_eq!(house.come(&bot, Some(nobody)).unwrap_err().status, 403, "{nobody}");
    }
}

#[test]
fn the_roster_is_read_again_after_a_restart() {
    let house = house();
    house.person("ann", Authority::everything());
    let key = house.key("ann", None, None);
    let path = house.folder.path().to_owned();
    let House { folder: _folder, gate, context } = house;
    drop(gate);
    let store = Arc::new(EmbeddedStore::open(&path, EmbeddedOptions::default()).unwrap());
    let gate = Gate::new(AdminKey::new(ADMIN_KEY).ok().unwrap(), store).unwrap();
    let header = format!("Bearer {key}");
    let credentials = Credentials { authorization: Some(&header), on_behalf_of: None };
    assert!(gate.identify(credentials, Some(&context), Micros(0)).is_ok());
    let id = gate.roster.keys(&context, None)[0].id.clone();
    assert!(gate.roster.remove_key(&context, &id).unwrap());
    assert_eq!(gate.identify(credentials, Some(&context), Micros(0)).unwrap_err().status, 401, "at once");
}
