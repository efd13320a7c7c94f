//! `quintet remember`: one text.

use std::io::Read;

use clap::Args;
use quintet::affect::{Point, Provenance, Signals, point_of_label};
use quintet::limits::TEXT_LEN_MAX;
use quintet::model::{Role, Scope, ScopeSets, SessionId};
use quintet::retain::RememberItem;

use serde_json::json;

use super::feelings::felt;
use super::{ContextArguments, DataArguments, label, moment};
use crate::desk::There;
use crate::exit::Exit;
use crate::output;
use crate::place;
use crate::wire::UsageError;

/// Arguments of `remember`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quintet remember \"Dana moved to Lisbon last week\"\n  \
quintet remember --session chat-7 --speaker Nora --at 2026-03-02T18:00:00Z \"Climbed with Jonas again\"\n  \
git log -1 --format=%B | quintet remember -")]
pub(crate) struct RememberArguments {
    /// The text; `-` reads it from standard input
    text: String,
    /// Conversation it belongs to
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// Who said it, by name
    #[arg(long, value_name = "NAME")]
    speaker: Option<String>,
    /// Who said it: user, assistant, system or tool
    #[arg(long)]
    role: Option<String>,
    /// Title of the page it belongs to
    #[arg(long)]
    title: Option<String>,
    /// When it was said; now when absent
    #[arg(long, value_name = "TIME")]
    at: Option<String>,
    /// Who may see it; the root scope when absent. Several: all of them are needed
    #[arg(long, value_name = "PATH")]
    scope: Vec<String>,
    /// Where it was taken or what place it is about: LAT,LON, WKT or GeoJSON; read from the text when absent
    #[arg(long, value_name = "SHAPE", allow_hyphen_values = true)]
    location: Option<String>,
    /// Label
    #[arg(long, value_name = "KEY=VALUE")]
    label: Vec<String>,
    /// A feeling it goes with, for example frustration=0.8
    #[arg(long, value_name = "LABEL[=INTENSITY]")]
    emotion: Vec<String>,
    /// Failures in a row while it was said: feelings follow by published rules
    #[arg(long, value_name = "N", default_value_t = 0)]
    failures: u32,
    /// Times the current step was repeated
    #[arg(long, value_name = "N", default_value_t = 0)]
    retries: u32,
    /// Seconds since the last success
    #[arg(long, value_name = "SECONDS", default_value_t = 0.0)]
    duration: f32,
    /// The step just ended well
    #[arg(long)]
    succeeded: bool,
    /// The task was given up
    #[arg(long)]
    abandoned: bool,
    /// Your own name for it
    #[arg(long)]
    reference: Option<String>,
    /// Print one object of JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    context: ContextArguments,
    #[command(flatten)]
    data: DataArguments,
}

/// Runs it.
pub(crate) fn run(arguments: RememberArguments) -> anyhow::Result<Exit> {
    let item = item(&arguments)?;
    if let Some(there) = There::find(&arguments.data, &arguments.context)? {
        return elsewhere(&arguments, &item, &there);
    }
    let engine = arguments.data.wiring()?.engine()?;
    let context = arguments.context.ensure(&engine)?;
    let remembered = engine.remember(&context, item)?;
    engine.flush()?;
    for missing in &remembered.degraded {
        output::note(&format!("quintet: {} is missing: {}", missing.name, missing.reason));
    }
    if arguments.json {
        output::json(&serde_json::json!({
            "id": remembered.id, "kind": remembered.kind, "seq": remembered.seq, "names": remembered.names,
            "occurredAt": remembered.event.start.to_string(), "parts": remembered.parts, "locations": remembered.locations,
            "degraded": remembered.degraded,
        }))?;
    } else {
        output::line(&remembered.id.to_string())?;
    }
    Ok(Exit::Ok)
}

/// The same on a server.
fn elsewhere(arguments: &RememberArguments, item: &RememberItem, there: &There) -> anyhow::Result<Exit> {
    let mut body = json!({
        "text": item.text, "session_id": arguments.session, "speaker": arguments.speaker, "role": arguments.role,
        "title": arguments.title, "observed_at": item.known_at.map(|at| at.to_string()), "reference": arguments.reference,
        "labels": item.labels, "emotions": item.emotions.iter().map(felt).collect::<Vec<_>>(),
    });
    if !arguments.scope.is_empty() {
        body["scopes"] = json!([arguments.scope]);
    }
    if let Some(text) = &arguments.location {
        body["location"] = place::wire(text);
    }
    if let Some(signals) = item.signals {
        body["signals"] = json!({
            "failuresInRow": signals.failures_in_row, "retries": signals.retries, "durationS": signals.duration_s,
            "succeeded": signals.succeeded, "abandoned": signals.abandoned,
        });
    }
    let written = there.write("remember", &[], &body)?;
    if arguments.json {
        output::json(&written)?;
    } else {
        output::line(written["id"].as_str().unwrap_or_default())?;
    }
    Ok(Exit::Ok)
}

fn item(arguments: &RememberArguments) -> anyhow::Result<RememberItem> {
    let usage = |text: String| anyhow::Error::from(UsageError(text));
    let text = if arguments.text == "-" { standard_input()? } else { arguments.text.clone() };
    let role = arguments.role.as_deref();
    let scopes = arguments.scope.iter().map(|path| Scope::new(path)).collect::<Result<Vec<_>, _>>();
    let scopes = scopes.map_err(|error| usage(format!("--scope: {error}")))?;
    Ok(RememberItem {
        session: arguments
            .session
            .as_deref()
            .map(SessionId::new)
            .transpose()
            .map_err(|e| usage(format!("--session: {e}")))?,
        speaker: arguments.speaker.clone(),
        role: role
            .map(|role| {
                Role::parse(role)
                    .ok_or_else(|| usage(format!("--role: '{role}' is not one of user, assistant, system, tool")))
            })
            .transpose()?,
        title: arguments.title.clone(),
        known_at: moment("at", arguments.at.as_deref())?,
        location: arguments.location.as_deref().map(|text| place::shape("location", text)).transpose()?,
        scopes: (!scopes.is_empty())
            .then(|| ScopeSets::new(vec![scopes]))
            .transpose()
            .map_err(|error| usage(format!("--scope: {error}")))?,
        labels: arguments.label.iter().map(|pair| label(pair)).collect::<Result<_, _>>()?,
        emotions: arguments.emotion.iter().map(|text| emotion(text)).collect::<Result<_, _>>()?,
        signals: signals(arguments),
        reference: arguments.reference.clone(),
        ..RememberItem::new(text)
    })
}

/// The text on standard input, without the line end that most programs put behind it.
fn standard_input() -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    let bytes_max = TEXT_LEN_MAX + "\r\n".len();
    std::io::stdin().take(bytes_max as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > bytes_max {
        return Err(UsageError(format!("standard input: at most {TEXT_LEN_MAX} bytes are allowed")).into());
    }
    let text = String::from_utf8(bytes).map_err(|_| UsageError("standard input is no UTF-8 text".to_owned()))?;
    Ok(text.trim_end_matches(['\n', '\r']).to_owned())
}

/// What happened, where anything of it was said.
fn signals(arguments: &RememberArguments) -> Option<Signals> {
    let signals = Signals {
        failures_in_row: arguments.failures,
        retries: arguments.retries,
        duration_s: arguments.duration,
        succeeded: arguments.succeeded,
        abandoned: arguments.abandoned,
        ..Signals::default()
    };
    (signals != Signals::default()).then_some(signals)
}

pub(super) fn emotion(text: &str) -> anyhow::Result<Point> {
    let (label, intensity) = match text.split_once('=') {
        Some((label, intensity)) => (label, intensity.parse().ok().filter(|x| (0.0..=1.0).contains(x))),
        None => (text, Some(1.0)),
    };
    match intensity {
        Some(intensity) if !label.trim().is_empty() => {
            Ok(Point { source: Provenance::Stated, ..point_of_label(label, intensity, None) })
        }
        _ => Err(UsageError(format!("--emotion: '{text}' is no LABEL=INTENSITY with an intensity of 0 to 1")).into()),
    }
}
