//! `quintet recall`: one question.

use clap::Args;
use quintet::fuse::Fusion;
use quintet::limits;
use quintet::model::{Memory, SessionId};
use quintet::recall::{Profile, RecallRequest, Recalled, TimeMode};
use quintet::store::Filter;
use serde_json::json;

use super::reading::refuse_grant;
use super::{ContextArguments, DataArguments, grant, moment};
use crate::desk::There;
use crate::exit::Exit;
use crate::output;
use crate::place::PlaceArguments;
use crate::wire::UsageError;

/// Time that the channels get, in milliseconds: who waits for a process to start does not mind. Chosen.
pub(crate) const DEADLINE_MS: u64 = 5_000;

/// Characters shown of a passage beside a hit. Chosen.
const BESIDE_CHARS: usize = 100;

/// Arguments of `recall`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quintet recall \"Where did Dana move?\"\n  \
quintet recall --explain --from 2026-03-01 --to 2026-04-01 \"What did we decide?\"")]
pub(crate) struct RecallArguments {
    /// The question
    query: String,
    /// Hits wanted
    #[arg(short, long, default_value_t = limits::K_DEFAULT)]
    k: usize,
    /// Say of each hit who contributed what
    #[arg(long)]
    explain: bool,
    /// Print one object of JSON
    #[arg(long)]
    json: bool,
    /// Only what was known by then
    #[arg(long, value_name = "TIME")]
    as_of: Option<String>,
    /// Only what happened at or after this
    #[arg(long, value_name = "TIME")]
    from: Option<String>,
    /// Only what happened before this
    #[arg(long, value_name = "TIME")]
    to: Option<String>,
    /// When the question is asked; now when absent
    #[arg(long, value_name = "TIME")]
    now: Option<String>,
    /// Time zone in which the question's time words are meant, for example Europe/Berlin
    #[arg(long, value_name = "ZONE")]
    zone: Option<String>,
    /// Only this conversation
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// Only what carries this label
    #[arg(long, value_name = "KEY=VALUE")]
    label: Vec<String>,
    /// What you may see, for example org/acme/*; everything when absent
    #[arg(long, value_name = "PATTERN")]
    grant: Vec<String>,
    /// Only these channels, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    channels: Option<Vec<String>>,
    /// Weights that replace the channels' own, for example semantic=0.7,graph=0
    #[arg(long, value_delimiter = ',', value_name = "NAME=WEIGHT")]
    weights: Vec<String>,
    /// How lists become one: convex or rrf
    #[arg(long)]
    fusion: Option<String>,
    /// Set of choices: quintet or metamemory
    #[arg(long, default_value = "quintet")]
    profile: String,
    /// How far the time in the question counts: boost, filter or off
    #[arg(long, default_value = "boost", value_name = "MODE")]
    time_mode: String,
    /// Tokens that the texts of all hits may have together
    #[arg(long, value_name = "N")]
    max_tokens: Option<u32>,
    /// Look at the best hits a second time; slower
    #[arg(long)]
    rerank: bool,
    #[command(flatten)]
    place: PlaceArguments,
    #[command(flatten)]
    context: ContextArguments,
    #[command(flatten)]
    data: DataArguments,
}

/// Runs it.
pub(crate) fn run(arguments: &RecallArguments) -> anyhow::Result<Exit> {
    let request = request(arguments)?;
    if let Some(there) = There::find(&arguments.data, &arguments.context)? {
        return elsewhere(arguments, &request, &there);
    }
    let context = arguments.context.id()?;
    let engine = arguments.data.existing()?.engine()?;
    let recalled = engine.recall(&context, &request)?;
    engine.flush()?;
    for missing in &recalled.degraded {
        output::note(&format!("quintet: {} is missing from this answer: {}", missing.name, missing.reason));
    }
    if arguments.json {
        output::json(&body(&recalled, arguments.explain))?;
    } else {
        output::text(text(&recalled, arguments.explain).trim_end())?;
    }
    Ok(Exit::Ok)
}

/// The same on a server.
fn elsewhere(arguments: &RecallArguments, request: &RecallRequest, there: &There) -> anyhow::Result<Exit> {
    refuse_grant(true, &arguments.grant)?;
    let mut body = json!({
        "query": request.query, "k": request.k, "explain": arguments.explain, "sessionId": arguments.session,
        "asOf": arguments.as_of, "timeFrom": arguments.from, "timeTo": arguments.to, "now": arguments.now,
        "timeZone": request.zone, "timeMode": arguments.time_mode, "channels": request.channels, "fusion": arguments.fusion,
        "profile": arguments.profile, "maxTokens": request.max_tokens, "rerank": request.rerank,
        "here": request.here.map(|here| json!({ "lat": here.lat(), "lng": here.lon() })),
        "location": arguments.place.wire()?,
    });
    if !arguments.label.is_empty() {
        body["labels"] = json!(arguments.label);
    }
    if !request.weights.is_empty() {
        body["channelWeights"] = json!(request.weights);
    }
    there.tell("recall", &[], &body, arguments.json)
}

fn request(arguments: &RecallArguments) -> anyhow::Result<RecallRequest> {
    let usage = |text: String| anyhow::Error::from(UsageError(text));
    let pair = |flag: &str, text: &String| {
        let parts = text.split_once('=').map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()));
        parts.ok_or_else(|| usage(format!("--{flag}: '{text}' has no '='")))
    };
    let window =
        quintet::recall::window(moment("from", arguments.from.as_deref())?, moment("to", arguments.to.as_deref())?);
    let filter = Filter {
        grant: grant(&arguments.grant)?,
        labels: arguments.label.iter().map(|text| pair("label", text)).collect::<Result<_, _>>()?,
        session: arguments
            .session
            .as_deref()
            .map(SessionId::new)
            .transpose()
            .map_err(|e| usage(format!("--session: {e}")))?,
        event: window.map_err(|reason| usage(format!("--to: {reason}")))?,
        as_of: moment("as-of", arguments.as_of.as_deref())?,
        place: arguments.place.filter()?,
        ..Filter::default()
    };
    let weights = arguments.weights.iter().map(|text| {
        let (name, weight) = pair("weights", text)?;
        Ok((name, weight.parse().map_err(|_| usage(format!("--weights: '{text}' has no number")))?))
    });
    let fusion = arguments
        .fusion
        .as_deref()
        .map(|name| Fusion::parse(name).ok_or_else(|| usage(format!("--fusion: '{name}' is not one of convex, rrf"))));
    let profile = Profile::parse(&arguments.profile);
    Ok(RecallRequest {
        k: arguments.k,
        channels: arguments.channels.clone(),
        weights: weights.collect::<anyhow::Result<_>>()?,
        fusion: fusion.transpose()?,
        profile: profile
            .ok_or_else(|| usage(format!("--profile: '{}' is not one of quintet, metamemory", arguments.profile)))?,
        now: moment("now", arguments.now.as_deref())?,
        zone: arguments.zone.clone(),
        time_mode: TimeMode::parse(&arguments.time_mode)
            .ok_or_else(|| usage(format!("--time-mode: '{}' is not one of boost, filter, off", arguments.time_mode)))?,
        max_tokens: arguments.max_tokens,
        rerank: arguments.rerank,
        here: arguments.place.here()?,
        deadline_ms: DEADLINE_MS,
        ..RecallRequest::new(arguments.query.clone(), filter)
    })
}

fn body(recalled: &Recalled, explain: bool) -> serde_json::Value {
    let hits: Vec<serde_json::Value> = recalled
        .hits
        .iter()
        .map(|hit| {
            let mut body = json!({
                "rank": hit.rank, "score": hit.score, "memory": hit.memory, "part": hit.part, "duplicates": hit.duplicates,
            });
            if explain {
                body["contributions"] = json!(hit.contributions);
                body["path"] = json!(
                    hit.path
                        .iter()
                        .map(|step| json!({ "edge": step.kind.as_str(), "node": step.node }))
                        .collect::<Vec<_>>()
                );
            }
            body
        })
        .collect();
    let context_hits: Vec<serde_json::Value> =
        recalled.context_hits.iter().map(|hit| json!({ "memory": hit.memory, "beside": hit.beside })).collect();
    json!({
        "hits": hits, "contextHits": context_hits, "mixture": recalled.mixture, "times": recalled.times,
        "places": places(recalled), "names": recalled.names,
        "fusion": recalled.fusion, "degraded": recalled.degraded,
        "confidence": recalled.confidence, "abstain": recalled.abstain, "time_relaxed": recalled.time_relaxed,
        "timings": recalled.timings, "trace": recalled.trace,
    })
}

/// Places the question was taken to ask about.
fn places(recalled: &Recalled) -> Vec<serde_json::Value> {
    let place = |place: &quintet::space::AskedPlace| json!({ "name": place.name, "lat": place.point.lat(), "lon": place.point.lon(), "p": place.p });
    recalled.places.iter().map(place).collect()
}

/// Where a passage of a document stands: the file, its section, and the bytes of the extracted text.
fn place(memory: &Memory) -> Option<String> {
    let span = memory.source.span.filter(|_| memory.document.is_some())?;
    let file = memory.source.reference.as_deref().unwrap_or("document");
    let section = memory.section.as_deref().map_or_else(String::new, |section| format!(", {section}"));
    Some(format!("{file}{section}, bytes {} to {}", span.start, span.end))
}

/// The answer for people: one block a hit.
pub(crate) fn text(recalled: &Recalled, explain: bool) -> String {
    use std::fmt::Write as _;
    let mut text = String::new();
    if recalled.hits.is_empty() {
        text.push_str("Nothing is remembered that fits.\n");
    }
    for hit in &recalled.hits {
        let memory = &hit.memory;
        let day = memory.known_at.to_string().chars().take(10).collect::<String>();
        let who = memory.speaker.as_deref().or(memory.title.as_deref()).unwrap_or("");
        let _ = writeln!(
            text,
            "{:>2}. {:.3}  {day}  {who}{}{}",
            hit.rank,
            hit.score,
            if who.is_empty() { "" } else { ": " },
            memory.spoken()
        );
        if let Some(place) = place(memory) {
            let _ = writeln!(text, "      {place}");
        }
        if explain {
            for one in &hit.contributions {
                let rank = one.rank.map_or_else(|| "  -".to_owned(), |rank| format!("{rank:>3}"));
                let _ = writeln!(
                    text,
                    "      {:<10} {:.3}  (rank {rank}, raw {:.3}, value {:.2} x weight {:.2})",
                    one.name, one.contribution, one.raw, one.value, one.weight
                );
            }
            let path: Vec<&str> =
                hit.path.iter().filter_map(|step| step.node.as_deref()).filter(|name| !name.is_empty()).collect();
            if !path.is_empty() {
                let _ = writeln!(text, "      reached by way of {}", path.join(" > "));
            }
        }
    }
    if !recalled.context_hits.is_empty() {
        text.push_str("Beside these:\n");
    }
    for hit in &recalled.context_hits {
        let short: String = hit.memory.spoken().split_whitespace().collect::<Vec<_>>().join(" ");
        let cut: String = short.chars().take(BESIDE_CHARS).collect();
        let more = if cut.len() < short.len() { "..." } else { "" };
        let front = hit.memory.front();
        let _ = writeln!(text, "  - {front}{}{cut}{more}", if front.is_empty() { "" } else { ": " });
    }
    if explain {
        for time in &recalled.times {
            let _ = writeln!(text, "Time asked about: {} to {} (p {:.2})", time.window.start, time.window.end, time.p);
        }
        for place in &recalled.places {
            let (lat, lon) = (place.point.lat(), place.point.lon());
            let _ = writeln!(text, "Place asked about: {} at {lat:.3},{lon:.3} (p {:.2})", place.name, place.p);
        }
        let _ = writeln!(text, "Trace {}", recalled.trace);
    }
    text
}
