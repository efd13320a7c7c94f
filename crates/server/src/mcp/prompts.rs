//! Prompts: requests that a person picks from a menu, which make a model use the tools.

use rmcp::model::{GetPromptResult, Prompt, PromptMessage, Role};

/// A prompt: its name, its title, what it is for, and what it says.
type Entry = (&'static str, &'static str, &'static str, &'static str);

/// Every prompt.
const ALL: [Entry; 3] = [
    (
        "remember_this_session",
        "Remember this session",
        "Keep what will matter later of this conversation.",
        "Look back over this conversation and call remember for what will matter later: who people are, what they prefer, what was \
         decided and why, what was tried and how it ended, what is still open. One subject at a time, in the words that were \
         used, with names and dates. Leave out small talk, what is known already, and secrets. Then say in a few lines what you \
         stored.",
    ),
    (
        "review_memories",
        "Review memories",
        "Look through what is remembered and put right what is wrong.",
        "Call recall on the main subjects of our work and read what comes back. Name what contradicts itself, is out of date, is \
         said twice or should not be kept. Ask me about each; then use correct for wrong facts and forget for what has to go. \
         Change nothing that I did not confirm.",
    ),
    (
        "what_do_you_know_about_me",
        "What do you know about me?",
        "Everything that is remembered of the person who asks.",
        "Call context with the question who I am and what I prefer, then timeline and explore for me by name where you know it. Tell \
         me what is remembered about me, in groups, each with since when and where it came from, and what seems doubtful.",
    ),
];

/// What there is.
pub(super) fn list() -> Vec<Prompt> {
    let prompt = |(name, title, says, _): &Entry| Prompt::new(*name, Some(*says), None).with_title(*title);
    ALL.iter().map(prompt).collect()
}

/// One of them; `None` where there is none of that name.
pub(super) fn get(name: &str) -> Option<GetPromptResult> {
    let (_, _, says, text) = ALL.iter().find(|entry| entry.0 == name)?;
    Some(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, *text)]).with_description(*says))
}
