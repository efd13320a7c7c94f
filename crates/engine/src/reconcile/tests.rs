//! What is decided of claims, case by case and by laws.

use proptest::prelude::*;

use super::*;

const T: Micros = Micros(1_000_000);

fn claim(value: &str) -> Claimed<'_> {
    Claimed {
        value,
        is_one: true,
        ends: false,
        confidence: 0.9,
        authority: Authority::Said,
        known_at: T,
        valid: Validity::default(),
    }
}

fn row(value: &str, known_at: i64) -> Standing<'_> {
    let valid = Validity::default();
    Standing { value, confidence: 0.9, authority: Authority::Said, known_at: Micros(known_at), valid }
}

#[test]
fn a_new_value_replaces_an_old_one_and_a_repeat_is_counted() {
    assert_eq!(decide(&claim("lisbon"), &[]), Decision::Insert);
    assert_eq!(decide(&claim("lisbon"), &[row("porto", 1)]), Decision::Supersede { older: vec![0] });
    assert_eq!(decide(&claim("porto"), &[row("porto", 1)]), Decision::Repeat { of: 0 });
}

#[test]
fn keys_of_several_values_keep_them() {
    let likes = Claimed { is_one: false, ..claim("tea") };
    assert_eq!(decide(&likes, &[row("coffee", 1)]), Decision::Insert);
    assert_eq!(decide(&likes, &[row("coffee", 1), row("tea", 2)]), Decision::Repeat { of: 1 });
}

#[test]
fn a_doubtful_claim_stands_beside() {
    let weak = Claimed { confidence: 0.6, ..claim("lisbon") };
    assert_eq!(decide(&weak, &[row("porto", 1)]), Decision::Beside { with: 0 });
    let weaker = Claimed { confidence: 0.8, ..claim("lisbon") };
    assert_eq!(decide(&weaker, &[row("porto", 1)]), Decision::Beside { with: 0 });
}

#[test]
fn a_conversation_does_not_overrule_a_document_nor_the_other_way_round() {
    let policy = Standing { authority: Authority::Curated, ..row("30 days", 1) };
    assert_eq!(decide(&claim("60 days"), &[policy]), Decision::Beside { with: 0 });
    let curated = Claimed { authority: Authority::Curated, ..claim("60 days") };
    assert_eq!(decide(&curated, &[row("30 days", 1)]), Decision::Beside { with: 0 });
    assert_eq!(decide(&curated, &[policy]), Decision::Supersede { older: vec![0] });
    let ends = Claimed { ends: true, ..claim("30 days") };
    assert_eq!(decide(&ends, &[policy]), Decision::Beside { with: 0 });
}

#[test]
fn what_was_said_before_goes_before() {
    assert_eq!(decide(&claim("lisbon"), &[row("porto", T.0 + 5)]), Decision::Backfill { newer: 0 });
}

#[test]
fn an_end_closes_what_it_names() {
    let ends = Claimed { ends: true, is_one: false, ..claim("tea") };
    assert_eq!(decide(&ends, &[row("coffee", 1), row("tea", 2)]), Decision::Close { rows: vec![1] });
    assert_eq!(
        decide(&Claimed { value: "", ..ends }, &[row("coffee", 1), row("tea", 2)]),
        Decision::Close { rows: vec![0, 1] }
    );
    assert_eq!(decide(&Claimed { value: "", ..ends }, &[]), Decision::Nothing);
    assert_eq!(decide(&ends, &[]), Decision::Insert);
}

#[test]
fn a_time_that_is_over_replaces_nothing() {
    let past = Claimed { valid: Validity { from: None, until: Some(Micros(10)) }, ..claim("porto") };
    assert_eq!(decide(&past, &[row("lisbon", 1)]), Decision::Insert);
}

#[test]
fn a_value_that_ended_and_holds_again_is_news() {
    let ended = Standing { valid: Validity { from: None, until: Some(Micros(10)) }, ..row("porto", 1) };
    assert_eq!(decide(&claim("porto"), &[ended]), Decision::Insert);
}

#[test]
fn a_document_stands_even_where_a_thought_is_newer() {
    let document = Standing { authority: Authority::Curated, ..row("30 days", 1) };
    let thought = Standing { authority: Authority::Derived, ..row("60 days", 2) };
    assert_eq!(decide(&claim("90 days"), &[document, thought]), Decision::Beside { with: 0 });
}

proptest! {
    #[test]
    fn a_claim_made_again_is_a_repeat_and_no_greater_authority_is_touched(
        rows in proptest::collection::vec((0..4u8, 0.0..1.0f32, 0..3u8, 0..2_000_000i64, any::<bool>()), 0..6),
        value in 0..4u8, confidence in 0.0..1.0f32, authority in 0..3u8, is_one: bool, ends: bool,
    ) {
        let authorities = [Authority::Derived, Authority::Said, Authority::Curated];
        let values = ["a", "b", "c", "d"];
        let live: Vec<Standing<'_>> = rows.iter().map(|(value, confidence, authority, known, ended)| Standing {
            value: values[*value as usize],
            confidence: *confidence,
            authority: authorities[*authority as usize],
            known_at: Micros(*known),
            valid: Validity { from: None, until: ended.then_some(Micros(5)) },
        }).collect();
        let claim = Claimed {
            is_one, ends, confidence, authority: authorities[authority as usize], ..claim(values[value as usize])
        };
        let decision = decide(&claim, &live);
        let touched: &[usize] = match &decision {
            Decision::Supersede { older } => older,
            Decision::Close { rows } => rows,
            _ => &[],
        };
        for idx in touched {
            prop_assert!(live[*idx].authority <= claim.authority);
        }
        if matches!(decision, Decision::Supersede { .. } | Decision::Insert) && !ends {
            let mut after: Vec<Standing<'_>> =
                (0..live.len()).filter(|idx| !touched.contains(idx)).map(|idx| live[idx]).collect();
            after.push(Standing {
                value: claim.value,
                confidence: claim.confidence,
                authority: claim.authority,
                known_at: claim.known_at,
                valid: claim.valid,
            });
            let is_repeat = matches!(decide(&claim, &after), Decision::Repeat { .. });
            prop_assert!(is_repeat);
        }
    }
}
