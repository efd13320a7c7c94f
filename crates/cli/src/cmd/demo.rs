//! `quintet demo`: a sample conversation over several months, and four questions that a single vector fails on.

use clap::Args;
use quintet::Engine;
use quintet::model::{ContextId, Labels, Micros};
use quintet::recall::{Hit, RecallRequest, Recalled};
use quintet::store::Filter;

use super::ModelArguments;
use crate::exit::Exit;
use crate::language::LanguageArguments;
use crate::output;
use crate::wire::Wiring;

/// The conversation, one turn a line.
const CONVERSATION: &str = include_str!("../../data/demo.jsonl");
/// When the questions are asked.
const NOW: &str = "2026-06-15T09:00:00Z";

/// One question of the demonstration.
pub(crate) struct Question {
    /// What makes it hard.
    pub(crate) family: &'static str,
    /// The question.
    pub(crate) text: &'static str,
    /// Words of each turn that is needed for the answer.
    pub(crate) needed: &'static [&'static str],
}

/// One question for each family.
pub(crate) static QUESTIONS: &[Question] = &[
    Question {
        family: "a time: nothing in the turns says March, only when they were said",
        text: "What happened in the first week of March?",
        needed: &["my first route without a rope"],
    },
    Question {
        family: "an exact identifier: it has no meaning that a vector could hold",
        text: "What is INC-20931 about?",
        needed: &["ticket INC-20931"],
    },
    Question {
        family: "two steps: who owns the certificates, then what her mother does",
        text: "What does the mother of the person who owns the certificates do?",
        needed: &["to own the certificates from now on", "her mother restores violins"],
    },
    Question {
        family: "a feeling: the word itself never occurs",
        text: "When was Nora frustrated?",
        needed: &["at my wits' end"],
    },
];

/// Arguments of `demo`.
#[derive(Debug, Args)]
pub(crate) struct DemoArguments {
    #[command(flatten)]
    model: ModelArguments,
}

/// Runs it.
pub(crate) fn run(arguments: &DemoArguments) -> anyhow::Result<Exit> {
    let folder = tempfile::tempdir()?;
    let wiring = Wiring {
        data: folder.path().to_path_buf(),
        model_path: arguments.model.model_path.clone(),
        embedding_cache: arguments.model.embedding_cache.clone(),
        language: LanguageArguments::default(),
        memory_budget_bytes: None,
    };
    let engine = wiring.engine()?;
    let context = remember(&engine)?;
    let (mut found, mut found_by_vector) = (0, 0);
    for (number, question) in QUESTIONS.iter().enumerate() {
        let (all, vector) = ask(&engine, &context, question.text)?;
        found += usize::from(is_right(&all, question));
        found_by_vector += usize::from(is_right(&vector, question));
        output::text(&shown(number + 1, question, &all, &vector))?;
    }
    let total = QUESTIONS.len();
    output::line(&format!(
        "What the answer needs is among the first three: Quintet {found} of {total}, one vector {found_by_vector} of {total}."
    ))?;
    Ok(Exit::Ok)
}

/// Remembers the conversation in a context of its own.
pub(crate) fn remember(engine: &Engine) -> anyhow::Result<ContextId> {
    let context = engine.create_context("demo", None, Labels::new())?.id;
    let items = CONVERSATION.lines().map(super::ingest::item).collect::<anyhow::Result<Vec<_>>>()?;
    output::line(&format!("A conversation of {} turns over six months is remembered ...\n", items.len()))?;
    for remembered in engine.remember_all(&context, items)? {
        remembered?;
    }
    Ok(context)
}

/// What all channels find, and what one vector a turn finds.
pub(crate) fn ask(engine: &Engine, context: &ContextId, text: &str) -> anyhow::Result<(Recalled, Recalled)> {
    let mut request = RecallRequest::new(text, Filter::everything());
    request.k = 3;
    // The answers are not to depend on what else the machine does.
    request.deadline_ms = super::recall::DEADLINE_MS;
    request.now = Some(Micros::parse(NOW)?);
    let all = engine.recall(context, &request)?;
    request.channels = Some(vec!["semantic".to_owned()]);
    request.profile = quintet::recall::Profile::Metamemory;
    Ok((all, engine.recall(context, &request)?))
}

/// True when every turn that is needed stands among the first three.
pub(crate) fn is_right(recalled: &Recalled, question: &Question) -> bool {
    question.needed.iter().all(|words| recalled.hits.iter().any(|hit| hit.memory.text.contains(words)))
}

fn shown(number: usize, question: &Question, all: &Recalled, vector: &Recalled) -> String {
    use std::fmt::Write as _;
    let mark = |recalled: &Recalled| if is_right(recalled, question) { "found" } else { "missed" };
    let mut text = format!("{number}. {}\n   {}\n", question.text, question.family);
    let _ = writeln!(text, "   Quintet, the first three ({}):", mark(all));
    for hit in &all.hits {
        let reasons: Vec<String> =
            hit.contributions.iter().map(|one| format!("{} {:.2}", one.name, one.contribution)).collect();
        let _ = writeln!(text, "     {}\n           = {}", line(hit), reasons.join(" + "));
    }
    let _ = writeln!(text, "   One vector a turn, the first three ({}):", mark(vector));
    for hit in &vector.hits {
        let _ = writeln!(text, "     {}", line(hit));
    }
    text
}

fn line(hit: &Hit) -> String {
    let day: String = hit.memory.known_at.to_string().chars().take(10).collect();
    format!("{:.2}  {day}  {}: {}", hit.score, hit.memory.speaker.as_deref().unwrap_or_default(), hit.memory.spoken())
}
