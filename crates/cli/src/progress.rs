//! Progress on standard error: a bar with rate and remaining time on a terminal, nothing elsewhere.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A progress bar.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// A bar for `total` steps of something.
    pub(crate) fn new(what: &str, total: u64) -> Self {
        // Drawing to standard error hides itself when that is no terminal.
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
        let style = "{msg:32} {wide_bar} {pos}/{len}  {per_sec}  {eta} left";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        bar.set_message(what.to_owned());
        Self(bar)
    }

    /// Some steps are done.
    pub(crate) fn add(&self, steps: u64) {
        self.0.inc(steps);
    }

    /// All is done; the bar vanishes.
    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}
