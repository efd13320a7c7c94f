//! What the acceptance asks for, by the numbers of its recipes and cases; `docs/acceptance.md` says which test stands for which.

mod knowing;
mod sharing;
mod telling;

use quintet::model::{Grant, Micros, Pattern, Role, SessionId};
use quintet::retain::{RememberItem, Remembered};
use quintet::store::{Filter, KnowledgeAsk};

use crate::memory::Memory;

fn at(text: &str) -> Micros {
    Micros::parse(text).unwrap()
}

/// Something that a person without a name says.
fn turn(when: &str, text: &str) -> RememberItem {
    RememberItem {
        session: Some(SessionId::new("s").unwrap()),
        role: Some(Role::User),
        known_at: Some(at(when)),
        ..RememberItem::new(text)
    }
}

fn say(memory: &Memory, when: &str, text: &str) -> Remembered {
    memory.remember(turn(when, text))
}

fn as_of(when: &str) -> Filter {
    Filter { as_of: Some(at(when)), ..Filter::everything() }
}

/// What somebody may see who is granted these scopes.
fn granted(patterns: &[&str]) -> Filter {
    Filter { grant: Grant(patterns.iter().map(|one| Pattern::parse(one).unwrap()).collect()), ..Filter::default() }
}

/// What is known, rendered, of the rows that a filter lets through.
fn known(memory: &Memory, sorts: &[&'static str], filter: &Filter) -> Vec<String> {
    let ask = KnowledgeAsk { sorts: sorts.to_vec(), ..KnowledgeAsk::default() };
    let rows = memory.engine.knowledge(&memory.context, &ask, filter, 500).unwrap();
    rows.into_iter().map(|row| row.memory.text).collect()
}

/// How many rows a read of told texts sees.
fn seen(memory: &Memory, filter: &Filter) -> usize {
    memory.engine.context_store(&memory.context).unwrap().view(filter).unwrap().len()
}

fn is_sound(memory: &Memory) {
    assert_eq!(memory.engine.verify(&memory.context).unwrap().faults, []);
}
