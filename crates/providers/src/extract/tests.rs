//! Windows, answers and rules put together, with models and rules that say what the test wants.

use std::sync::{Arc, Mutex};

use quintet::model::{Category, Claim, Party, Role, Said, Span, Stance, Validity};
use quintet::ports::{
    Completion, Extraction, Extractor, Fault, LanguageError, LanguageModel, ModelError, Prompt, Reading, Usage,
};
use serde_json::{Value, json};

use super::LlmExtractor;

/// Answers as a function of the request and of how many came before it.
struct Model<F>(F, Mutex<Vec<String>>);

impl<F: Fn(usize, &str) -> Result<String, LanguageError> + Send + Sync> LanguageModel for Model<F> {
    fn name(&self) -> &'static str {
        "scripted"
    }
    fn complete(&self, prompt: &Prompt<'_>) -> Result<Completion, LanguageError> {
        let mut asked = self.1.lock().unwrap();
        asked.push(prompt.user.to_owned());
        let text = (self.0)(asked.len() - 1, prompt.user)?;
        Ok(Completion { text, tokens_in: 100, tokens_out: 10, ..Completion::default() })
    }
}

/// Rules that take each sentence for a wish.
struct Wishes;

impl Extractor for Wishes {
    fn name(&self) -> &'static str {
        "wishes"
    }
    fn extract(&self, readings: &[Reading<'_>]) -> Result<Vec<Extraction>, ModelError> {
        let wish = |text: &str, span: Span| Claim {
            said: Said::Instruction {
                label: "wish".to_owned(),
                description: text[span.start as usize..span.end as usize].to_owned(),
                reverses: false,
            },
            span,
            confidence: 0.5,
            stance: Stance::Lived,
            valid: Validity::default(),
            ends: false,
            category: Category::Instruction,
        };
        let read = |reading: &Reading<'_>| Extraction {
            claims: quintet::text::sentences(reading.text).into_iter().map(|span| wish(reading.text, span)).collect(),
            ..Extraction::default()
        };
        Ok(readings.iter().map(read).collect())
    }
}

fn run<F>(answer: F, readings: &[Reading<'_>]) -> (Vec<Extraction>, Vec<String>)
where
    F: Fn(usize, &str) -> Result<String, LanguageError> + Send + Sync + 'static,
{
    let model = Arc::new(Model(answer, Mutex::default()));
    let shared: Arc<dyn LanguageModel> = Arc::<Model<F>>::clone(&model);
    let extracted = LlmExtractor::new(shared).with_rules(Arc::new(Wishes)).extract(readings).unwrap();
    let asked = model.1.lock().unwrap().clone();
    (extracted, asked)
}

fn wanted(text: &str) -> Reading<'_> {
    Reading { claims: true, role: Some(Role::User), ..Reading::of(text) }
}

fn home(text: usize, value: &str) -> Value {
    json!({"text": text, "kind": "attribute", "subject": "speaker", "key": "home", "value": value, "quote": value, "confidence": 0.9})
}

fn answer(claims: &[Value]) -> String {
    json!({ "names": [], "claims": claims }).to_string()
}

fn values(extraction: &Extraction) -> Vec<&str> {
    extraction
        .claims
        .iter()
        .map(|claim| match &claim.said {
            Said::Attribute { value, .. } => value.as_str(),
            Said::Instruction { description, .. } => description.as_str(),
            _ => "",
        })
        .collect()
}

fn down() -> LanguageError {
    LanguageError::Unreachable { model: "m".to_owned(), reason: "down".to_owned() }
}

#[test]
fn a_good_answer_is_taken_and_costs_one_request() {
    let (read, asked) = run(|_, _| Ok(answer(&[home(1, "Lisbon")])), &[wanted("I live in Lisbon.")]);
    assert_eq!(values(&read[0]), ["Lisbon"]);
    assert!(read[0].notes.is_empty() && asked.len() == 1);
    assert_eq!(read[0].usage, Usage { calls: 1, tokens_in: 100, tokens_out: 10 });
}

#[test]
fn texts_that_want_no_claims_cost_nothing() {
    let (read, asked) = run(|_, _| Err(down()), &[Reading::of("I live in Lisbon."), wanted("  ")]);
    assert!(asked.is_empty() && read.len() == 2 && read.iter().all(|read| read.notes.is_empty()));
}

#[test]
fn texts_of_one_window_are_told_apart() {
    let texts = ["I live in Lisbon.", "I live in Porto.", "Good morning."];
    // The second claim names the wrong text: its words decide.
    let (read, asked) = run(|_, _| Ok(answer(&[home(1, "Lisbon"), home(3, "Porto")])), &texts.map(wanted));
    assert_eq!(asked.len(), 1);
    assert_eq!((values(&read[0]), values(&read[1])), (vec!["Lisbon"], vec!["Porto"]));
    // The rules found something in the third, where the model did not.
    assert_eq!(values(&read[2]), ["Good morning."]);
    assert_eq!(read[2].notes[0].fault, Fault::Silent);
    assert_eq!(read.iter().map(|read| read.usage.calls).sum::<u32>(), 1);
}

#[test]
fn one_repair_then_the_rules() {
    let (read, asked) = run(|_, _| Ok("I cannot do that.".to_owned()), &[wanted("I live in Lisbon.")]);
    assert_eq!(asked.len(), 2);
    assert!(asked[1].starts_with(&asked[0]) && asked[1].contains("could not be used: there is no JSON in it"));
    assert_eq!(values(&read[0]), ["I live in Lisbon."]);
    assert!(matches!(read[0].notes[0].fault, Fault::Unusable { .. }));
    assert!(read[0].notes[0].fault.can_retry());

    let repaired = |n, _: &str| Ok(if n == 0 { "{".to_owned() } else { answer(&[home(1, "Lisbon")]) });
    let (read, asked) = run(repaired, &[wanted("I live in Lisbon.")]);
    assert_eq!((values(&read[0]), asked.len(), read[0].notes.len()), (vec!["Lisbon"], 2, 0));
}

#[test]
fn inventions_are_repaired_when_nothing_else_is_there_and_counted_when_something_is() {
    let invented = |n, _: &str| Ok(answer(&[home(1, if n == 0 { "Zuraflax" } else { "Lisbon" })]));
    let (read, asked) = run(invented, &[wanted("I live in Lisbon.")]);
    assert_eq!((values(&read[0]), asked.len()), (vec!["Lisbon"], 2));

    let mixed = |_, _: &str| Ok(answer(&[home(1, "Zuraflax"), home(1, "Lisbon")]));
    let (read, asked) = run(mixed, &[wanted("I live in Lisbon.")]);
    assert_eq!((values(&read[0]), asked.len()), (vec!["Lisbon"], 1));
    assert!(matches!(read[0].notes[0].fault, Fault::Partial { n_dropped: 1, n_given: 2, .. }), "{:?}", read[0].notes);
}

#[test]
fn a_broken_answer_keeps_its_whole_pieces_beside_the_rules() {
    let cut = |_, _: &str| Ok(format!("{{\"names\":[],\"claims\":[{},{{\"text\":1,", home(1, "Lisbon")));
    let (read, _) = run(cut, &[wanted("I live in Lisbon.")]);
    assert_eq!(values(&read[0]), ["I live in Lisbon.", "Lisbon"]);
    assert_eq!(read[0].notes[0].fault, Fault::Broken { n_kept: 1 });
}

#[test]
fn long_texts_are_read_in_windows_and_joined_without_doubles() {
    let filler = "Nothing else happened on that day, as far as anybody knows. ".repeat(132);
    let text = format!("{filler}I live in Lisbon. {filler}I live in Porto.");
    let by_window = |_, request: &str| {
        let claims: Vec<Value> =
            ["Lisbon", "Porto"].into_iter().filter(|city| request.contains(city)).map(|city| home(1, city)).collect();
        Ok(answer(&claims))
    };
    let (read, asked) = run(by_window, &[wanted(&text)]);
    assert_eq!(asked.len(), 2);
    assert!(asked.iter().all(|request| request.contains("Lisbon")), "it lies in the overlap");
    let cities: Vec<&str> = values(&read[0]);
    assert_eq!(cities, ["Lisbon", "Porto"]);
    for claim in &read[0].claims {
        let words = &text[claim.span.start as usize..claim.span.end as usize];
        assert!(cities.contains(&words), "spans are of the whole text: {words}");
    }
}

#[test]
fn when_nobody_answers_the_rest_is_read_by_rules_at_once() {
    let text = "I live in Lisbon with two cats. ".repeat(1_000);
    let (read, asked) =
        run(|n, _| if n == 0 { Ok(answer(&[home(1, "Lisbon")])) } else { Err(down()) }, &[wanted(&text)]);
    assert_eq!(asked.len(), 2, "of four windows");
    assert_eq!(read[0].notes.len(), 3);
    assert!(read[0].notes.iter().all(|note| note.fault == Fault::Unanswered(down()) && note.fault.can_retry()));
    let found = values(&read[0]);
    assert!(found.contains(&"Lisbon") && found.contains(&"I live in Lisbon with two cats."), "{found:?}");
}

#[test]
fn a_speaker_is_the_speaker_under_any_name() {
    let claims = |_, _: &str| {
        Ok(answer(&[
            json!({"text": "1", "kind": "attribute", "subject": "Nora", "key": "home", "value": "Lisbon", "quote": "live in Lisbon"}),
        ]))
    };
    let (read, asked) = run(claims, &[Reading { speaker: Some("Nora"), ..wanted("I live in Lisbon.") }]);
    assert!(matches!(&read[0].claims[0].said, Said::Attribute { subject: Party::Speaker, .. }));
    assert!(asked[0].contains("speaker \"Nora\", role user"));
}
