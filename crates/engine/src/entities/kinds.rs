//! Which kinds of entity can be one thing under two readings.
//!
//! Owns the table. Knows nothing of names.

use crate::model::EntityKind;

/// How well two kinds go together, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// They are two things, whatever they are called.
    Apart,
    /// A reader may have taken one for the other, or a thing may be named after its maker.
    Doubtful,
    /// Two words for one kind of thing.
    Close,
    /// The same, or of one nothing is known.
    Same,
}

/// How well two kinds go together. Symmetric.
pub fn fit(a: EntityKind, b: EntityKind) -> Fit {
    use EntityKind::{
        Agent, Concept, Event, Location, Organisation, Other, Person, Policy, Product, Project, Service, Topic,
    };
    if a == b || a == Other || b == Other {
        return Fit::Same;
    }
    let (first, second) = if a < b { (a, b) } else { (b, a) };
    match (first, second) {
        // Programs are bought, run and talked to; subjects are thought about.
        (Product | Agent, Service) | (Product, Agent) | (Topic, Concept) => Fit::Close,
        // A company and what it sells share a name; so do a house and who lives there, a rule and its subject.
        (Organisation, Product | Service | Project | Location | Event) => Fit::Doubtful,
        (Project, Product | Service | Topic | Event) => Fit::Doubtful,
        (Topic, Product | Policy | Event | Service) => Fit::Doubtful,
        (Policy | Location | Concept, Event) => Fit::Doubtful,
        (Policy | Product, Concept) => Fit::Doubtful,
        // An agent that is spoken of like somebody.
        (Person | Project, Agent) => Fit::Doubtful,
        _ => Fit::Apart,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_known_of_other_and_everything_fits_itself() {
        for &a in EntityKind::ALL {
            assert_eq!(fit(a, a), Fit::Same);
            assert_eq!(fit(a, EntityKind::Other), Fit::Same);
            for &b in EntityKind::ALL {
                assert_eq!(fit(a, b), fit(b, a), "{a} {b}");
            }
        }
        assert_eq!(fit(EntityKind::Person, EntityKind::Organisation), Fit::Apart);
        assert_eq!(fit(EntityKind::Product, EntityKind::Service), Fit::Close);
        assert_eq!(fit(EntityKind::Product, EntityKind::Agent), Fit::Close);
        assert_eq!(fit(EntityKind::Topic, EntityKind::Product), Fit::Doubtful);
    }
}
