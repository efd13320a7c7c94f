//! MCP: the operations as tools for models, over streamable HTTP, in both eras of the protocol.
//!
//! Owns what the protocol asks for: profiles of tools, their lists, calls, resources. A call ends in operations of the one table
//! (`ops`), so that authority, checks and errors are the same as over HTTP. The server keeps no session: each request is whole.
//! Standard input and output are served by a relay to this endpoint (`quintet mcp`), so that there is one path. Must not know: the
//! engine.

mod arguments;
mod endpoint;
mod graph;
mod profiles;
mod prompts;
mod resources;
mod schema;
#[cfg(test)]
mod tests;
mod tools;

use std::sync::Arc;
use std::time::Duration;

use axum::http::request::Parts;
use quintet::model::ContextId;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, DiscoverResult, ErrorData,
    GetPromptRequestParams, GetPromptResponse, Implementation, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
    ServerCapabilities, ServerConfig, ToolAnnotations,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::{ServerHandler, model};
use serde_json::{Value, json};

use self::arguments::Arguments;
pub(crate) use self::endpoint::routes;
use self::profiles::Profile;
pub use self::schema::lint as lint_schema;
use self::tools::{Desk, Effect, Tool};
use crate::authority::{Caller, Credentials};
use crate::http::Shared;
use crate::limits;
use crate::ops::Service;
use crate::problem::{Code, Problem};
use crate::spans::Ended;

/// The names of all profiles with their summaries, the default one first.
pub static PROFILES: std::sync::LazyLock<Vec<(&'static str, &'static str)>> =
    std::sync::LazyLock::new(|| profiles::ALL.iter().map(|profile| (profile.name, profile.summary)).collect());

/// How long clients may keep lists, in milliseconds: an hour. They change with the version alone.
const LIST_TTL_MS: u64 = 3_600_000;

/// The protocol's side of one request.
#[derive(Clone)]
struct Front {
    shared: Arc<Shared>,
    profile: &'static Profile,
}

/// What a request says of its sender; it was found to be true before the protocol read anything.
#[derive(Clone)]
struct Sender {
    authorization: Option<String>,
    on_behalf_of: Option<String>,
    /// The context that the connection is bound to, if it is.
    context: Option<String>,
}

impl Sender {
    /// The context of the connection.
    fn own_context(&self) -> &str {
        self.context.as_deref().unwrap_or(limits::CONTEXT_DEFAULT)
    }

    /// Who the sender is on a context. The one place where this front end asks.
    fn caller(&self, service: &Service, context: &str) -> Result<Caller, Problem> {
        let given =
            Credentials { authorization: self.authorization.as_deref(), on_behalf_of: self.on_behalf_of.as_deref() };
        service.gate.identify(given, ContextId::checked(context).ok().as_ref(), service.engine.now())
    }
}

impl Front {
    fn sender(context: &RequestContext<RoleServer>) -> Result<Sender, ErrorData> {
        let parts = context.extensions.get::<Parts>();
        let sender = parts.and_then(|parts| parts.extensions.get::<Sender>()).cloned();
        sender.ok_or_else(|| ErrorData::internal_error("the request has no sender", None))
    }

    /// Works at a desk, away from the threads that serve connections.
    async fn at_desk<T: Send + 'static>(
        &self,
        sender: Sender,
        named: Option<String>,
        work: impl FnOnce(&Desk<'_>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let shared = Arc::clone(&self.shared);
        let place = shared.admission.place().await?;
        let running = tokio::task::spawn_blocking(move || {
            let _place = place;
            let own = sender.own_context();
            let context = named.as_deref().unwrap_or(own);
            if sender.context.is_some() && context != own {
                let detail = "context_id: the connection is bound to another memory space; leave it out";
                return Err(Problem::new(Code::Unauthorized, detail));
            }
            let caller = sender.caller(&shared.service, context)?;
            let desk = Desk {
                service: &shared.service,
                caller: &caller,
                context,
                is_own: context == own,
                public_url: shared.doors.public_url.as_deref(),
            };
            let outcome = work(&desk).inspect_err(|problem| shared.service.tell(problem));
            outcome.map_err(|problem| if desk.is_unwritten(&problem) { nothing_yet() } else { problem })
        });
        match tokio::time::timeout(Duration::from_secs(limits::REQUEST_TIMEOUT_S), running).await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(_)) => Err(Problem::new(Code::Internal, "the tool failed; nothing about it is known")),
            Err(_) => Err(Problem::new(
                Code::Unavailable,
                "the tool took too long; what it was to write may still be written",
            )),
        }
    }

    async fn call(&self, tool: &'static Tool, sent: model::JsonObject, sender: Sender) -> CallToolResult {
        let arguments = match Arguments::read(tool.arguments, sent) {
            Ok(arguments) => arguments,
            Err(problem) => return failed(&problem),
        };
        let named = arguments.text("context_id").map(str::to_owned);
        let service = &self.shared.service;
        // The work takes both away; only spans ask for them afterwards.
        let told = service
            .spans
            .as_ref()
            .map(|_| (sender.own_context().to_owned(), arguments.text("query").map(str::to_owned)));
        let begun_us = service.engine.monotonic_us();
        let outcome = self.at_desk(sender, named, move |desk| (tool.run)(desk, &arguments)).await;
        let took = Duration::from_micros(service.engine.monotonic_us().saturating_sub(begun_us));
        service.metrics.ended("mcp", tool.name, outcome.as_ref().map_or_else(|problem| problem.status, |_| 200), took);
        if let (Some(spans), Some((context, asked))) = (&service.spans, &told) {
            spans.add(&Ended {
                front: "mcp",
                operation: tool.name,
                route: None,
                context: Some(context),
                status: outcome.as_ref().map_or_else(|problem| problem.status, |_| 200),
                code: outcome.as_ref().err().map(|problem| problem.code),
                parent: None,
                query: asked.as_deref(),
                at: service.engine.now(),
                took,
            });
        }
        match outcome {
            Ok(told) => {
                let mut result = CallToolResult::success(vec![ContentBlock::text(told.text)]);
                result.structured_content = Some(told.body);
                result
            }
            Err(problem) => failed(&problem),
        }
    }
}

/// The connection's own memory space is made by its first write.
fn nothing_yet() -> Problem {
    Problem::new(Code::ContextNotFound, "nothing is remembered here yet; the first remember makes this memory space")
}

/// An operation that failed: a result that a model can read and act on, not an error of the protocol.
fn failed(problem: &Problem) -> CallToolResult {
    let mut result = CallToolResult::error(vec![ContentBlock::text(format!("{}: {}", problem.title, problem.detail))]);
    let mut error = json!({ "status": problem.status, "code": problem.code, "message": problem.message });
    if let Some(field) = &problem.field {
        error["field"] = json!(field);
    }
    result.structured_content = Some(json!({ "error": error }));
    result
}

/// A tool as the protocol lists it.
fn listed(tool: &Tool) -> model::Tool {
    let annotations = ToolAnnotations::with_title(tool.title)
        .read_only(tool.effect == Effect::Reads)
        .destructive(matches!(tool.effect, Effect::Replaces | Effect::Changes))
        .idempotent(matches!(tool.effect, Effect::Reads | Effect::AddsOnce | Effect::Replaces))
        .open_world(false);
    model::Tool::new(tool.name, tool.description, Arc::new(schema::object(tool.arguments)))
        .with_title(tool.title)
        .with_raw_output_schema(Arc::new(schema::answer(tool.answer)))
        .with_annotations(annotations)
}

impl ServerHandler for Front {
    fn get_info(&self) -> ServerConfig {
        let tools = ServerCapabilities::builder().enable_tools();
        let capabilities = if self.profile.has_more { tools.enable_resources().build() } else { tools.build() };
        let own = Implementation::new("quintet", env!("CARGO_PKG_VERSION")).with_title("Quintet memory");
        ServerConfig::new(capabilities).with_server_info(own).with_instructions(self.profile.instructions)
    }

    async fn discover(&self, _: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let versions = self.supported_protocol_versions().into_owned();
        let found = DiscoverResult::from_server_info(versions, self.get_info());
        Ok(found.with_ttl_ms(LIST_TTL_MS).with_cache_scope(CacheScope::Private))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.profile.tools().map(listed).collect();
        Ok(ListToolsResult::with_all_items(tools).with_ttl_ms(LIST_TTL_MS).with_cache_scope(CacheScope::Private))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let sender = Self::sender(&context)?;
        let Some(tool) = self.profile.tool(&request.name) else {
            let known: Vec<&str> = self.profile.tools().map(|tool| tool.name).collect();
            let asked: String = request.name.chars().take(limits::REASON_CHARS_MAX).collect();
            let message = format!("there is no tool {asked:?}; there are {}", known.join(", "));
            return Err(ErrorData::invalid_params(message, None));
        };
        Ok(self.call(tool, request.arguments.unwrap_or_default(), sender).await.into())
    }

    async fn list_resources(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        if !self.profile.has_more {
            return Err(ErrorData::method_not_found::<model::ListResourcesRequestMethod>());
        }
        let sender = Self::sender(&context)?;
        let cursor = page.and_then(|page| page.cursor);
        self.at_desk(sender, None, move |desk| resources::list(desk, cursor.as_deref())).await.map_err(protocol_error)
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        if !self.profile.has_more {
            return Err(ErrorData::method_not_found::<model::ListResourceTemplatesRequestMethod>());
        }
        let listed = ListResourceTemplatesResult::with_all_items(resources::templates());
        Ok(listed.with_ttl_ms(LIST_TTL_MS).with_cache_scope(CacheScope::Private))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if !self.profile.has_more {
            return Err(ErrorData::method_not_found::<model::ReadResourceRequestMethod>());
        }
        let sender = Self::sender(&context)?;
        let uri = request.uri.clone();
        let read = self.at_desk(sender, None, move |desk| resources::read(desk, &uri)).await;
        read.map(Into::into).map_err(|problem| {
            let mut error = protocol_error(problem);
            if let Some(data) = &mut error.data {
                data["uri"] = json!(request.uri);
            }
            error
        })
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        if !self.profile.has_more {
            return Err(ErrorData::method_not_found::<model::ListPromptsRequestMethod>());
        }
        let listed = ListPromptsResult::with_all_items(prompts::list());
        Ok(listed.with_ttl_ms(LIST_TTL_MS).with_cache_scope(CacheScope::Private))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let found = prompts::get(&request.name).filter(|_| self.profile.has_more);
        let missing = || ErrorData::invalid_params("there is no such prompt; prompts/list names them", None);
        found.map(Into::into).ok_or_else(missing)
    }
}

/// A problem where the protocol knows no result that says so.
fn protocol_error(problem: Problem) -> ErrorData {
    let data: Option<Value> = Some(json!({ "status": problem.status, "code": problem.code }));
    match problem.status {
        404 => ErrorData::resource_not_found(problem.detail, data),
        400..=499 => ErrorData::invalid_params(problem.detail, data),
        _ => ErrorData::internal_error(problem.detail, data),
    }
}
