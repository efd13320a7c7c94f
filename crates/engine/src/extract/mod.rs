//! The extractor that needs no model: names with their kinds, key phrases by RAKE, and claims by rules.
//!
//! A text is cut into words (`token`), what its writer does not say is set aside (`aside`), sentences are taken apart
//! into clauses (`clause`: who, the verb group, the rest), and rows (`rows`) say what a verb with the words after it
//! gives. Each row carries examples that the tests run. `frame` tells how a clause is meant, `validity` when it holds.
//! Precision goes before recall: a wrong fact about a person is worse than a missed one.
//!
//! English is read whole; `foreign` reads the commonest facts in German, French, Spanish, Chinese and Japanese.

mod action;
mod aims;
mod amount;
mod apposition;
mod around;
mod aside;
mod claims;
mod clause;
mod cues;
mod cut;
mod doubts;
mod foreign;
mod frame;
mod ground;
mod group;
mod instruct;
mod killing;
mod kinds;
mod known_names;
mod lexicon;
mod maker;
mod naming;
mod noun;
mod party;
mod pattern;
mod phrase;
mod pronoun;
mod question;
mod regions;
mod roles;
mod rows;
mod rows_body;
mod rows_home;
mod rows_kin;
mod rows_person;
mod rows_taste;
mod rows_ties;
mod rows_work;
mod slot;
#[cfg(test)]
mod tests;
mod token;
mod validity;
mod verbs;
mod worlds;

use crate::limits;
use crate::model::{Claim, EntityKind, Party, Said, Span};
use crate::ports::{Extraction, Extractor, Mention, ModelError, Reading};
use crate::text;

/// How sure a name in small letters is: a list knows it, the writer's hand does not tell. Chosen, beside those of [`text::mentions`].
const SMALL_NAME: f32 = 0.7;

/// Reads names, key phrases and claims by rules. Never fails.
#[derive(Clone, Copy, Debug, Default)]
pub struct RuleExtractor;

impl Extractor for RuleExtractor {
    fn name(&self) -> &'static str {
        "rules"
    }

    fn extract(&self, readings: &[Reading<'_>]) -> Result<Vec<Extraction>, ModelError> {
        Ok(readings.iter().map(read).collect())
    }
}

fn read(reading: &Reading<'_>) -> Extraction {
    let text = reading.text;
    let found = text::mentions(text);
    let keyphrases = if reading.keyphrases {
        let found = text::keyphrases(text, limits::KEYPHRASES_MAX).into_iter();
        found.filter(|(_, score)| *score >= limits::KEYPHRASE_SCORE_MIN).collect()
    } else {
        Vec::new()
    };
    if !reading.claims {
        let mentions = found.into_iter().filter_map(|(span, confidence)| mention(text, span, confidence, None));
        return Extraction {
            mentions: mentions.take(limits::MENTIONS_MAX).collect(),
            keyphrases,
            ..Extraction::default()
        };
    }
    let lower = token::lowered(text);
    let tokens = token::tokens(text, &lower);
    let spans: Vec<Span> = found.iter().map(|(span, _)| *span).collect();
    let names = kinds::names(text, &tokens, &spans, reading.speaker, true);
    let asides = aside::asides(text, &lower);
    let sentences = text::sentences(text);
    let ground = ground::Ground::new(reading, &tokens, names, &asides, &sentences);
    let claims = claims::read(&ground);
    let mut mentions: Vec<Mention> = Vec::with_capacity(ground.names.len());
    for name in &ground.names {
        let confidence =
            found.iter().find(|(span, _)| *span == name.span).map_or(SMALL_NAME, |(_, confidence)| *confidence);
        mentions.extend(mention(text, name.span, confidence, name.kind));
    }
    tell_kinds(&mut mentions, &claims);
    mentions.truncate(limits::MENTIONS_MAX);
    Extraction { mentions, keyphrases, claims, ..Extraction::default() }
}

fn mention(text: &str, span: Span, confidence: f32, kind: Option<EntityKind>) -> Option<Mention> {
    let name = text.get(span.start as usize..span.end as usize)?.to_owned();
    Some(Mention { name, span, confidence, kind })
}

/// What claims tell of the kinds of names.
fn tell_kinds(mentions: &mut [Mention], claims: &[Claim]) {
    let mut tell = |span: Span, kind: EntityKind| {
        for mention in mentions.iter_mut().filter(|mention| {
            mention.kind.is_none() && span.start <= mention.span.start && mention.span.end <= span.end
        }) {
            mention.kind = Some(kind);
        }
    };
    for claim in claims {
        match &claim.said {
            Said::Attribute { subject, key, value_span, .. } => {
                tell_party(subject, &mut tell);
                match key.as_str() {
                    "home" | "origin" | "location" => tell(*value_span, EntityKind::Location),
                    "employer" | "education" => tell(*value_span, EntityKind::Organisation),
                    "uses" => tell(*value_span, EntityKind::Product),
                    _ => {}
                }
            }
            Said::Relation { subject, object, .. } => {
                tell_party(subject, &mut tell);
                tell_party(object, &mut tell);
            }
            Said::Action { actor, .. } => tell_party(actor, &mut tell),
            Said::Instruction { .. } | Said::Uncertainty { .. } => {}
        }
    }
}

fn tell_party(party: &Party, tell: &mut impl FnMut(Span, EntityKind)) {
    match party {
        Party::Named { kind, span, .. } if *kind != EntityKind::Other => tell(*span, *kind),
        Party::Role { of, .. } => tell_party(of, tell),
        Party::Named { .. } | Party::Speaker | Party::Known { .. } => {}
    }
}
