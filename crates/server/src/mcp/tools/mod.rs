//! The tools: one file each, registered in [`ALL`]. A tool is arguments, a few operations and a way to tell what they answered.
//!
//! A tool never goes around the operations: authority, checks and errors are theirs.

mod add_observations;
mod answer;
mod context;
mod correct;
mod create_context;
mod create_entities;
mod create_relations;
mod delete_entities;
mod delete_observations;
mod delete_relations;
mod explore;
mod feedback;
mod fetch;
mod forget;
mod inspect;
mod list_contexts;
mod memory;
mod open_nodes;
mod read_graph;
mod recall;
mod reflect;
mod remember;
mod search;
mod search_nodes;
mod status;
mod timeline;

use serde_json::{Map, Value, json};

use super::arguments::Arguments;
use super::schema::Field;
use crate::authority::Caller;
use crate::http::noted;
use crate::inert;
use crate::limits;
use crate::ops::{self, Call, Operation, Service};
use crate::problem::{Code, Problem};

/// Every tool of every profile.
pub(crate) static ALL: &[&Tool] = &[
    &remember::TOOL,
    &recall::TOOL,
    &context::TOOL,
    &answer::TOOL,
    &correct::TOOL,
    &forget::TOOL,
    &timeline::TOOL,
    &explore::TOOL,
    &feedback::TOOL,
    &status::TOOL,
    &search::TOOL,
    &fetch::TOOL,
    &memory::TOOL,
    &create_entities::TOOL,
    &create_relations::TOOL,
    &add_observations::TOOL,
    &delete_entities::TOOL,
    &delete_observations::TOOL,
    &delete_relations::TOOL,
    &read_graph::TOOL,
    &search_nodes::TOOL,
    &open_nodes::TOOL,
    &inspect::TOOL,
    &reflect::TOOL,
    &list_contexts::TOOL,
    &create_context::TOOL,
];

/// One tool.
pub(crate) struct Tool {
    /// Its name: lower case and `_`, 24 characters at most.
    pub(crate) name: &'static str,
    /// Its name for people.
    pub(crate) title: &'static str,
    /// What it does and when to use it; the first sentence carries the meaning.
    pub(crate) description: &'static str,
    /// Its arguments.
    pub(crate) arguments: &'static [Field],
    /// What it answers.
    pub(crate) answer: &'static [Field],
    /// What it does to what is remembered.
    pub(crate) effect: Effect,
    /// The operations it calls, by name.
    pub(crate) operations: &'static [&'static str],
    /// Carries it out.
    pub(crate) run: fn(&Desk<'_>, &Arguments) -> Result<Told, Problem>,
}

/// What a tool does to what is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Nothing.
    Reads,
    /// Adds; twice is two.
    Adds,
    /// Adds; twice is once.
    AddsOnce,
    /// Replaces or takes out; twice is once.
    Replaces,
    /// Replaces or takes out; twice is not once.
    Changes,
}

/// What a tool answers.
pub(crate) struct Told {
    /// As its fields say; what is null is left out.
    pub(crate) body: Value,
    /// The same, short, for a model to read.
    pub(crate) text: String,
}

impl Told {
    /// The body with itself as text.
    pub(crate) fn plain(body: Value) -> Self {
        let body = without_nulls(body);
        let text = inert::line(&body);
        Self { body, text }
    }

    /// The body, and the text that follows from what is left of it.
    pub(crate) fn with(body: Value, text: impl FnOnce(&Value) -> String) -> Self {
        let body = without_nulls(body);
        let text = text(&body);
        Self { body, text }
    }
}

/// Where tools are worked at: who calls, on which context, with which operations.
pub(crate) struct Desk<'a> {
    pub(crate) service: &'a Service,
    pub(crate) caller: &'a Caller,
    /// The context that is worked on.
    pub(crate) context: &'a str,
    /// It is the connection's own, which the first write makes; one that an argument names has to be there.
    pub(crate) is_own: bool,
    /// What the addresses of memories begin with.
    pub(crate) public_url: Option<&'a str>,
}

impl Desk<'_> {
    /// Runs an operation on the context.
    pub(crate) fn run(&self, operation: &str, body: Map<String, Value>) -> Result<Value, Problem> {
        self.run_at(operation, &[], body)
    }

    /// Runs an operation on something in the context, which further parameters of the path name.
    pub(crate) fn run_at(
        &self,
        operation: &str,
        path: &[(&str, &str)],
        body: Map<String, Value>,
    ) -> Result<Value, Problem> {
        let missing = || Problem::new(Code::NotImplemented, format!("{operation}: not in this version"));
        let operation = ops::named(operation).ok_or_else(missing)?;
        match self.once(operation, path, body.clone()) {
            Err(problem) if self.is_unwritten(&problem) && !operation.read_only => {
                let Some(create) = ops::named("context_create") else { return Err(problem) };
                let id = Map::from_iter([("id".to_owned(), json!(self.context))]);
                // Whoever may not make contexts is told that there is none, and so is whoever lost a race to make it: it is there.
                match self.once(create, &[], id) {
                    Err(refused) if refused.code != Code::Conflict.as_str() => Err(problem),
                    _ => self.once(operation, path, body),
                }
            }
            outcome => outcome,
        }
    }

    fn once(
        &self,
        operation: &'static Operation,
        path: &[(&str, &str)],
        body: Map<String, Value>,
    ) -> Result<Value, Problem> {
        let path = path.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let path = path.chain([("context".to_owned(), self.context.to_owned())]).collect();
        let call = Call { caller: Some(self.caller.clone()), verb: operation.verb, path, body: Value::Object(body) };
        noted(self.service, operation, &call).map(|reply| reply.body)
    }

    /// The connection's own context was never written to.
    pub(crate) fn is_unwritten(&self, problem: &Problem) -> bool {
        self.is_own && problem.code == Code::ContextNotFound.as_str()
    }

    /// The address of a memory.
    pub(crate) fn address(&self, id: &str) -> String {
        match self.public_url {
            Some(base) => format!("{}/memories/{}/{id}", base.trim_end_matches('/'), self.context),
            None => format!("memory://item/{id}"),
        }
    }
}

/// The argument that every tool takes that works on a context.
pub(crate) const CONTEXT_ID: Field =
    Field::text("context_id", "Memory space to use; the connection's own when absent.").at_most(64);

/// The argument of tools whose answer can be long.
pub(crate) const MAX_TOKENS: Field = Field::whole("max_tokens", "Most tokens of the answer, 2000 when absent.")
    .within(100, limits::ANSWER_TOKENS_MAX as i64);

/// How many tokens an answer may have.
pub(crate) fn budget(arguments: &Arguments) -> usize {
    arguments.whole("max_tokens").map_or(limits::ANSWER_TOKENS_DEFAULT, |tokens| tokens as usize)
}

/// A body for an operation out of pairs.
pub(crate) fn object<const N: usize>(pairs: [(&str, Value); N]) -> Map<String, Value> {
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// The members of an object that are there and not null.
pub(crate) fn pick(from: &Value, names: &[&str]) -> Map<String, Value> {
    let taken = names.iter().filter_map(|name| Some(((*name).to_owned(), from.get(name)?.clone())));
    taken.filter(|(_, value)| !value.is_null()).collect()
}

/// The list under that name; empty when there is none.
pub(crate) fn list<'a>(body: &'a Value, name: &str) -> &'a [Value] {
    body[name].as_array().map(Vec::as_slice).unwrap_or_default()
}

/// A text under that name; empty when there is none.
pub(crate) fn text<'a>(body: &'a Value, name: &str) -> &'a str {
    body[name].as_str().unwrap_or_default()
}

/// The day of a moment.
pub(crate) fn day(moment: &str) -> &str {
    moment.split('T').next().unwrap_or_default()
}

/// The body with as much of its list as fits: whole items from the front. Of the first one the start of its text, where the
/// whole does not fit. `truncated` says whether something is missing.
pub(crate) fn within(mut body: Value, name: &str, tokens: usize) -> Value {
    let Value::Array(items) = body[name].take() else { return body };
    let was_cut = body["truncated"] == true;
    body["truncated"] = json!(true);
    body[name] = json!([]);
    let bytes = tokens * inert::BYTES_PER_TOKEN;
    let mut left = bytes.saturating_sub(body.to_string().len());
    let all = items.len();
    let mut kept = Vec::new();
    for mut item in items {
        let size = item.to_string().len() + 1;
        if size > left {
            if kept.is_empty() && cut(&mut item, left.saturating_sub(1)) {
                kept.push(item);
            }
            break;
        }
        left -= size;
        kept.push(item);
    }
    body["truncated"] = json!(was_cut || kept.len() < all);
    body[name] = Value::Array(kept);
    body
}

/// Cuts an item's text until the item fits. Escapes make a text longer than it is, so that it is tried out.
fn cut(item: &mut Value, bytes: usize) -> bool {
    let Some(text) = item["text"].as_str().map(str::to_owned) else { return false };
    let mut room = text.len();
    while item.to_string().len() > bytes {
        room = room * 7 / 8;
        if room < SHORTEST {
            return false;
        }
        item["text"] = json!(inert::shortened(&text, room));
    }
    true
}

/// The shortest start of a text that is worth telling, in bytes. Chosen.
const SHORTEST: usize = 24;

fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(members) => Value::Object(
            members
                .into_iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(name, value)| (name, without_nulls(value)))
                .collect(),
        ),
        Value::Array(items) => Value::Array(items.into_iter().map(without_nulls).collect()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_every_operation_is_there() {
        for (idx, tool) in ALL.iter().enumerate() {
            assert!(ALL[..idx].iter().all(|other| other.name != tool.name), "{}", tool.name);
            for operation in tool.operations {
                let found = ops::named(operation);
                assert!(found.is_some(), "{}: no operation {operation}", tool.name);
            }
            let reads = tool.operations.iter().all(|name| ops::named(name).is_some_and(|found| found.read_only));
            assert_eq!(reads, tool.effect == Effect::Reads, "{}: what it does to what is remembered", tool.name);
        }
    }

    #[test]
    fn lists_are_cut_to_what_fits() {
        let items: Vec<Value> =
            (0..20).map(|at| json!({ "id": at, "text": "forty bytes of text are in this member.." })).collect();
        for tokens in [40, 100, 200, 10_000] {
            let cut = within(json!({ "hits": items.clone() }), "hits", tokens);
            assert!(cut.to_string().len() <= tokens * 4, "{tokens}: {cut}");
            assert_eq!(cut["truncated"], tokens < 10_000);
            assert!(!cut["hits"].as_array().unwrap().is_empty(), "{tokens}");
        }
        let long = within(json!({ "hits": [{ "text": "\"\u{6771}".repeat(500) }] }), "hits", 100);
        assert!((300..=400).contains(&long.to_string().len()), "{long}");
        assert!(text(&long["hits"][0], "text").ends_with('\u{2026}'));
        let small = within(json!({ "hits": [{ "id": "x".repeat(900) }] }), "hits", 100);
        assert_eq!((&small["hits"], &small["truncated"]), (&json!([]), &json!(true)));
    }

    #[test]
    fn nulls_are_left_out_at_every_depth() {
        let told = Told::plain(json!({ "a": null, "b": [{ "c": null, "d": 1 }] }));
        assert_eq!(told.text, r#"{"b":[{"d":1}]}"#);
    }
}
