//! Laws of comparing names.

use proptest::prelude::*;

use super::*;
use crate::limits;
use crate::model::{EntityId, EntityKind};

fn of(name: &str, kind: EntityKind) -> NameForm {
    NameForm::of(name, kind)
}

/// The decision on `b` with `a` alone known.
fn beside(a: &NameForm, b: &NameForm) -> Decision {
    let names = [a.clone()];
    let known = [Known { id: EntityId(1), kind: a.kind(), names: &names, roles: &[] }];
    decide(&Named { form: b, roles: &[] }, &known)
}

/// Names made of parts that the rules look at, so that random ones meet.
fn name() -> impl Strategy<Value = String> {
    const PARTS: &[&str] = &[
        "Anna",
        "anna",
        "Ann",
        "Kim",
        "Müller",
        "Mueller",
        "Bob",
        "Robert",
        "J.",
        "A.",
        "Smith",
        "Dr.",
        "Mrs.",
        "Mr.",
        "Aunt",
        "Jr.",
        "Sr.",
        "II",
        "14",
        "15",
        "The",
        "Acme",
        "ACME",
        "Inc.",
        "GmbH",
        "NYC",
        "New York City",
        "UN",
        "United Nations",
        "Чайковский",
        "Tchaikovsky",
        "Tschaikowski",
        "北京",
        "Beijing",
        "apple",
        "Apple",
        "Microsoft",
        "Microsft",
        "(2009)",
        "Paris, Texas",
        "Project",
        "University",
        "McDonald's",
        "McDonalds",
        "X",
        "S",
        "-",
        "?!",
        "田中さん",
        "Michael",
        "Micheal",
    ];
    proptest::collection::vec(proptest::sample::select(PARTS), 1..4).prop_map(|parts| parts.join(" "))
}

fn kind() -> impl Strategy<Value = EntityKind> {
    proptest::sample::select(EntityKind::ALL)
}

proptest! {
    #[test]
    fn being_one_thing_goes_both_ways(a in name(), b in name(), x in kind(), y in kind()) {
        let (a, b) = (of(&a, x), of(&b, y));
        match (beside(&a, &b), beside(&b, &a)) {
            (Decision::Same { by, .. }, Decision::Same { by: other, .. }) => prop_assert_eq!(by, other),
            (Decision::Maybe { by, score, .. }, Decision::Maybe { by: other, score: back, .. }) => {
                prop_assert_eq!((by, score), (other, back));
            }
            (Decision::New, Decision::New) => {}
            (there, back) => prop_assert!(false, "{:?} {:?}", there, back),
        }
    }

    #[test]
    fn a_name_is_itself(a in name(), x in kind()) {
        let a = of(&a, x);
        prop_assert_eq!(beside(&a, &a), Decision::Same { id: EntityId(1), by: Evidence::Exact });
    }

    #[test]
    fn what_may_be_one_thing_shares_a_key(a in name(), b in name(), x in kind(), y in kind()) {
        let (a, b) = (of(&a, x), of(&b, y));
        if matches!(beside(&a, &b), Decision::Same { .. }) {
            let keys = a.keys();
            prop_assert!(b.keys().iter().any(|key| keys.contains(key)), "{:?} {:?}", a.written, b.written);
        }
    }

    #[test]
    fn keys_are_few_and_the_first_leads_to_itself(a in "\\PC{0,80}", x in kind()) {
        let found = keys(&a, x);
        prop_assert!(found.len() <= limits::NAME_KEYS_MAX);
        prop_assert_eq!(&keys(&a, x), &found);
        if let Some(first) = found.first().filter(|first| !first.starts_with('=')) {
            let again = keys(first, x);
            prop_assert_eq!(again.first(), Some(first));
        }
    }

    #[test]
    fn any_text_is_taken_apart(a in "\\PC{0,300}", b in "\\PC{0,300}", x in kind(), y in kind()) {
        let (a, b) = (of(&a, x), of(&b, y));
        beside(&a, &b);
        prop_assert!(a.core.len() <= limits::NAME_COMPARED_LEN_MAX);
    }

    #[test]
    fn the_order_of_those_known_does_not_matter(names in proptest::collection::vec((name(), kind()), 1..6), b in name(), y in kind()) {
        let forms: Vec<[NameForm; 1]> = names.iter().map(|(name, kind)| [of(name, *kind)]).collect();
        let mut known: Vec<Known<'_>> = forms
            .iter()
            .zip(1..)
            .map(|(form, id)| Known { id: EntityId(id), kind: form[0].kind(), names: form, roles: &[] })
            .collect();
        let form = of(&b, y);
        let there = decide(&Named { form: &form, roles: &[] }, &known);
        known.reverse();
        prop_assert_eq!(decide(&Named { form: &form, roles: &[] }, &known), there);
    }
}

#[test]
fn long_names_are_compared_by_equality_alone() {
    let long = "Anna ".repeat(200);
    let (a, b) = (of(&long, EntityKind::Person), of(&format!("{long}B"), EntityKind::Person));
    assert!(a.core.is_empty());
    assert_eq!(beside(&a, &b), Decision::New);
    assert_eq!(beside(&a, &a), Decision::Same { id: EntityId(1), by: Evidence::Exact });
}

#[test]
fn an_alias_counts_and_two_of_a_name_decide_nothing() {
    let kind = EntityKind::Person;
    let anna = [of("Anna Schmidt", kind), of("Schmidti", kind)];
    let other = [of("Schmidti", kind)];
    let known = |id, names| Known { id: EntityId(id), kind, names, roles: &[] };
    let form = of("Schmidti", kind);
    let named = Named { form: &form, roles: &[] };
    assert_eq!(decide(&named, &[known(1, &anna)]), Decision::Same { id: EntityId(1), by: Evidence::Alias });
    let both = decide(&named, &[known(1, &anna), known(2, &other)]);
    assert!(matches!(both, Decision::Maybe { id: EntityId(2), rivals: 1, .. }), "{both:?}");
    assert_eq!(decide(&named, &[]), Decision::New);
}

#[test]
fn a_role_finds_somebody_and_tells_two_of_a_name_apart() {
    let kind = EntityKind::Person;
    let speaker = EntityId(9);
    let is = |name| RoleOf { role: roles::role(name).unwrap(), of: speaker };
    let (anna, kim, other) = ([of("Anna", kind)], [of("Kim", kind)], [of("Kim", kind)]);
    let (sister, father, friend) = ([is("sister")], [is("father")], [is("friend")]);
    let known = [
        Known { id: EntityId(1), kind, names: &anna, roles: &sister },
        Known { id: EntityId(2), kind, names: &kim, roles: &father },
        Known { id: EntityId(3), kind, names: &other, roles: &friend },
    ];
    let by = Evidence::Role;
    assert_eq!(decide_role(is("schwester"), &known), Decision::Same { id: EntityId(1), by });
    assert_eq!(decide_role(is("sibling"), &known), Decision::Same { id: EntityId(1), by });
    assert_eq!(decide_role(is("brother"), &known), Decision::New);
    assert_eq!(decide_role(is("friend"), &known), Decision::Maybe { id: EntityId(3), score: 1.0, by, rivals: 0 });
    let kim = of("Kim", kind);
    let said = |roles: &[RoleOf]| decide(&Named { form: &kim, roles }, &known);
    assert!(matches!(said(&[]), Decision::Maybe { rivals: 1, .. }));
    assert_eq!(said(&father), Decision::Same { id: EntityId(2), by: Evidence::Exact });
    assert_eq!(said(&friend), Decision::Same { id: EntityId(3), by: Evidence::Exact });
}
