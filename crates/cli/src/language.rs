//! Which language model to use, if any.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use quintet::ports::{Extractor, LanguageModel};
use quintet_providers::chat::{self, ATTEMPT_MS_DEFAULT, Pace, Secret, Settings};
use quintet_providers::extract::LlmExtractor;

use crate::config;
use crate::wire::{SystemClock, UsageError};

/// The extractor over a model.
pub(crate) fn extractor(model: Arc<dyn LanguageModel>) -> Arc<dyn Extractor> {
    Arc::new(LlmExtractor::new(model))
}

/// Which language model reads texts, beside the rules. None by default.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct LanguageArguments {
    /// Language model that takes texts apart: openai (also Ollama, llama.cpp, vLLM) or anthropic; none when absent
    #[arg(long, global = true, env = "QUINTET_LLM_PROVIDER", value_name = "NAME")]
    llm_provider: Option<String>,
    /// The model, as its provider names it
    #[arg(long, global = true, env = "QUINTET_LLM_MODEL", value_name = "NAME")]
    llm_model: Option<String>,
    /// Where the provider is, with its version path; its own place when absent
    #[arg(long, global = true, env = "QUINTET_LLM_URL", value_name = "URL")]
    llm_url: Option<String>,
    /// File with the key; else it is taken from QUINTET_LLM_KEY. No flag has the key itself: command lines are seen by everybody
    #[arg(long, global = true, env = "QUINTET_LLM_KEY_FILE", value_name = "FILE")]
    llm_key_file: Option<PathBuf>,
    /// Seconds that one answer may take [default: 30]
    #[arg(long, global = true, env = "QUINTET_LLM_TIMEOUT_S", value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3_600))]
    llm_timeout_s: Option<u64>,
}

impl LanguageArguments {
    /// The model that was asked for; `None` where none was. Nothing is sent.
    pub(crate) fn open(&self) -> anyhow::Result<Option<Arc<dyn LanguageModel>>> {
        let given = |value: &Option<String>| value.clone().filter(|value| !value.trim().is_empty());
        let Some(provider) = given(&self.llm_provider) else {
            if given(&self.llm_model).is_some() || given(&self.llm_url).is_some() {
                let known = chat::ALL.iter().map(|provider| provider.name).collect::<Vec<_>>().join(" or ");
                return Err(UsageError(format!("a language model needs --llm-provider ({known})")).into());
            }
            return Ok(None);
        };
        let settings = Settings {
            model: given(&self.llm_model).unwrap_or_default(),
            url: given(&self.llm_url),
            key: self.key()?,
            attempt_ms: self.llm_timeout_s.map_or(ATTEMPT_MS_DEFAULT, |seconds| seconds * 1_000),
            pace: pace(),
        };
        Ok(Some(chat::open(&provider, &settings)?))
    }

    /// The key, from the file or the environment.
    fn key(&self) -> anyhow::Result<Option<Secret>> {
        let Some((key, from)) = config::either(self.llm_key_file.as_deref(), "llm-key-file", "llm.key")? else {
            return Ok(None);
        };
        let secret = Secret::new(&key);
        Ok(Some(
            secret.ok_or_else(|| UsageError(format!("{from} holds no key: it has to be one line without spaces")))?,
        ))
    }
}

#[expect(clippy::disallowed_methods, reason = "the host supplies the waiting")]
fn pace() -> Pace {
    let wait_ms = Arc::new(|ms| std::thread::sleep(Duration::from_millis(ms)));
    Pace { clock: Arc::new(SystemClock::new()), wait_ms }
}
