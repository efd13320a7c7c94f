//! `quintet feelings`: what memories are taken to feel like, and whether a context takes feelings at all.

use clap::{Args, Subcommand};
use quintet::affect::Point;
use quintet::model::{MemoryId, SessionId};
use quintet::store::{ContextSettings, Filter};
use quintet::{ArcOf, Engine};
use serde_json::{Value, json};

use super::remember::emotion;
use super::{ContextArguments, DataArguments};
use crate::desk::There;
use crate::exit::Exit;
use crate::output;
use crate::wire::UsageError;

/// Arguments of `feelings`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quintet feelings correct 0192… relief=0.8\n  quintet feelings delete 0192…\n  \
quintet feelings off\n  quintet feelings delete-inferred\n  quintet feelings arc --session chat-7 --speaker Nora")]
pub(crate) struct FeelingsArguments {
    #[command(subcommand)]
    what: What,
    #[command(flatten)]
    context: ContextArguments,
    #[command(flatten)]
    data: DataArguments,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Put your word in the place of what a memory was taken to feel like
    Correct {
        /// The memory
        id: String,
        /// The feelings, in order of time
        #[arg(value_name = "LABEL[=INTENSITY]", required = true)]
        emotion: Vec<String>,
    },
    /// Take out what a memory feels like
    Delete {
        /// The memory
        id: String,
    },
    /// Take out every feeling that was inferred; stated ones stay
    DeleteInferred,
    /// Take feelings from now on
    On,
    /// Infer, keep and search no feelings from now on
    Off,
    /// How feelings moved along a session, an episode or a transcript
    Arc {
        /// The session
        #[arg(long, value_name = "ID", required_unless_present_any = ["memory", "episode_of"])]
        session: Option<String>,
        /// The transcript, by its memory
        #[arg(long, value_name = "ID", conflicts_with_all = ["session", "episode_of"])]
        memory: Option<String>,
        /// The episode that this turn belongs to
        #[arg(long, value_name = "ID", conflicts_with = "session")]
        episode_of: Option<String>,
        /// Only what this person says
        #[arg(long, value_name = "NAME")]
        speaker: Option<String>,
        /// Print one object of JSON
        #[arg(long)]
        json: bool,
    },
}

/// Runs it. No model is needed: nothing is read anew.
pub(crate) fn run(arguments: &FeelingsArguments) -> anyhow::Result<Exit> {
    if let Some(there) = There::find(&arguments.data, &arguments.context)? {
        return elsewhere(&arguments.what, &there);
    }
    let engine = arguments.data.existing()?.engine_without_models()?;
    let context = arguments.context.id()?;
    match &arguments.what {
        What::Correct { id, emotion: texts } => {
            let points = texts.iter().map(|text| emotion(text)).collect::<Result<_, _>>()?;
            engine.correct_feeling(&context, memory(id)?, points)?;
        }
        What::Delete { id } => engine.delete_feeling(&context, memory(id)?)?,
        What::DeleteInferred => {
            let n = engine.delete_inferred_feelings(&context)?;
            output::line(&format!("{context}: inferred feelings of {n} memories taken out"))?;
        }
        What::On => engine.set_settings(&context, ContextSettings { emotions: true, ..engine.settings(&context)? })?,
        What::Off => {
            engine.set_settings(&context, ContextSettings { emotions: false, ..engine.settings(&context)? })?;
        }
        What::Arc { session, memory: of_memory, episode_of, speaker, json } => {
            let of = match (session, of_memory, episode_of) {
                (Some(session), ..) => {
                    ArcOf::Session(SessionId::new(session).map_err(|error| UsageError(format!("--session: {error}")))?)
                }
                (_, Some(id), _) => ArcOf::Memory(memory(id)?),
                (_, _, Some(id)) => ArcOf::EpisodeOf(memory(id)?),
                _ => return Err(UsageError("give --session, --memory or --episode-of".to_owned()).into()),
            };
            return arc(&engine, &context, &of, speaker.as_deref(), *json);
        }
    }
    engine.flush()?;
    Ok(Exit::Ok)
}

fn arc(
    engine: &Engine,
    context: &quintet::model::ContextId,
    of: &ArcOf,
    speaker: Option<&str>,
    json: bool,
) -> anyhow::Result<Exit> {
    let report = engine.arc(context, of, speaker, &Filter::everything())?;
    if json {
        output::json(&json!({ "arc": report }))?;
        return Ok(Exit::Ok);
    }
    match report {
        None => output::line("no feelings known")?,
        Some(arc) => {
            let valence = |step: Option<&[f32; 3]>| step.map_or(0.0, |step| step[0]);
            output::line(&format!(
                "{}: {} points, valence {:+.2} to {:+.2}, range {:.2}",
                json!(arc.class).as_str().unwrap_or_default().replace('_', "-"),
                arc.n_points,
                valence(arc.curve.first()),
                valence(arc.curve.last()),
                arc.valence.range
            ))?;
        }
    }
    Ok(Exit::Ok)
}

fn memory(id: &str) -> anyhow::Result<MemoryId> {
    id.parse().map_err(|_| UsageError(format!("'{id}' is no id of a memory")).into())
}

/// The same on a server.
fn elsewhere(what: &What, there: &There) -> anyhow::Result<Exit> {
    match what {
        What::Correct { id, emotion: texts } => {
            let points: Vec<Point> = texts.iter().map(|text| emotion(text)).collect::<Result<_, _>>()?;
            let feelings: Vec<Value> = points.iter().map(felt).collect();
            there.tell("emotions_set", &[("id", id)], &json!({ "emotions": feelings }), false)
        }
        What::Delete { id } => there.tell("emotions_set", &[("id", id)], &json!({ "emotions": [] }), false),
        What::DeleteInferred => there.tell("context_settings", &[], &json!({ "deleteInferredEmotions": true }), false),
        What::On => there.tell("context_settings", &[], &json!({ "emotions": "on" }), false),
        What::Off => there.tell("context_settings", &[], &json!({ "emotions": "off" }), false),
        What::Arc { session, memory, episode_of, speaker, json: as_json } => {
            let body = json!({ "sessionId": session, "memoryId": memory, "episodeOf": episode_of, "speaker": speaker });
            there.tell("arc", &[], &body, *as_json)
        }
    }
}

/// A feeling as the wire takes it.
pub(super) fn felt(point: &Point) -> Value {
    json!({ "label": point.label, "intensity": point.intensity })
}
