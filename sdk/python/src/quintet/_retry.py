"""When a call is tried again, and after how long. Pure: no clock, no randomness, no network of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

from ._json import members


@dataclass(frozen=True)
class RetryPolicy:
    """The n-th wait is drawn between the half and the whole of `base * 2**(n - 1)` seconds, and never above `cap`.

    A `Retry-After` of the server is kept to; one above `wait_max` is not waited for, and the error is raised.
    """

    retries: int = 3
    """Further tries after the first."""
    base: float = 0.25
    cap: float = 8.0
    wait_max: float = 60.0

    def wait(self, tried: int, asked: float | None, share: float) -> float | None:
        """Seconds until the next try; `None` when there is none.

        `tried`: tries so far, from 1. `asked`: what `Retry-After` says. `share`: a random number of 0 to 1.
        """
        if tried > self.retries or (asked is not None and asked > self.wait_max):
            return None
        whole = min(self.base * 2.0 ** (tried - 1), self.cap)
        own = whole * (0.5 + share / 2.0)
        return own if asked is None else max(own, asked)


def is_passing(status: int, problem: object, asked: float | None) -> bool:
    """True for an answer that may be another one soon: too busy, failed, or the same write is still running."""
    if status == 409:
        told = members(problem)
        in_progress = str(told.get("code", "")).endswith("in-progress")
        return in_progress or told.get("retryable") is True or asked is not None
    return status in (408, 425, 429) or (status >= 500 and status != 501)


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds that `Retry-After` asks for, whether it names them or a date; `None` where it says nothing."""
    text = headers.get("retry-after", "").strip()
    try:
        seconds = float(text)
    except ValueError:
        try:
            moment = parsedate_to_datetime(text)
        except (TypeError, ValueError):
            return None
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=timezone.utc)
        seconds = (moment - now).total_seconds()
    # A NaN is no number of seconds.
    return max(seconds, 0.0) if seconds == seconds else None
