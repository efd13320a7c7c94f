"""One call, and what every call of a client shares. Pure but for reading the environment once, for defaults."""

from __future__ import annotations

import json
import os
import re
import ssl
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any, TypeVar, cast
from urllib.parse import urlsplit, urlunsplit

from pydantic import BaseModel, SecretStr, ValidationError

from ._errors import AnswerError, error_of
from ._inputs import CALL_OPTIONS, body_bytes, query
from ._json import members
from ._retry import RetryPolicy, is_passing, retry_after

VERSION = "0.1.0"
DEFAULT_URL = "http://127.0.0.1:9090"
DEFAULT_CONTEXT = "default"
DEFAULT_TIMEOUT = 40.0
"""Seconds; the server gives up on a request after 30 and says so."""

_HEADER_TEXT = re.compile("[!-~]+")

M = TypeVar("M", bound=BaseModel)


def default_context() -> str | None:
    """The context that the environment names."""
    return os.environ.get("QUINTET_CONTEXT") or None


@dataclass(frozen=True)
class Settings:
    """What a client was made with."""

    url: str = field(repr=False)
    """It may hold a password; `shown` does not."""
    key: SecretStr | None = field(repr=False)
    timeout: float
    retry: RetryPolicy
    on_behalf_of: str | None

    @classmethod
    def of(
        cls,
        url: str | None,
        key: str | SecretStr | None,
        timeout: float,
        max_retries: int,
        on_behalf_of: str | None,
    ) -> Settings:
        """Arguments, else the environment, else the defaults."""
        url = url or os.environ.get("QUINTET_SERVER") or DEFAULT_URL
        if urlsplit(url).scheme not in ("http", "https"):
            raise ValueError("url: write it with http:// or https://")
        key = key or os.environ.get("QUINTET_KEY") or None
        secret = SecretStr(key) if isinstance(key, str) else key
        if secret is not None and not _HEADER_TEXT.fullmatch(secret.get_secret_value()):
            # The transport would quote it in its error.
            raise ValueError("key: it has characters that no key has, like a space or a line break")
        return cls(
            url=url.rstrip("/"),
            key=secret,
            timeout=timeout,
            retry=RetryPolicy(retries=max_retries),
            on_behalf_of=on_behalf_of,
        )

    @property
    def is_loopback(self) -> bool:
        """True where no proxy can stand between: proxies of the environment are not asked then."""
        return (urlsplit(self.url).hostname or "") in ("localhost", "127.0.0.1", "::1")

    def tls(self) -> ssl.SSLContext | bool:
        """How the transport checks certificates. Over plain HTTP it never does, and need not read them: that takes longer than
        a call."""
        is_plain = urlsplit(self.url).scheme == "http"
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) if is_plain else True

    def shown(self) -> str:
        """The URL as it may be printed: without a password."""
        parts = urlsplit(self.url)
        host = parts.netloc.rpartition("@")[2]
        return urlunsplit(parts._replace(netloc=host, query="", fragment=""))


@dataclass(frozen=True)
class Answer:
    """What came back, whatever it was sent with."""

    status: int
    headers: Mapping[str, str]
    content: bytes


@dataclass(frozen=True)
class Call:
    """One call: the same bytes and the same key for every try."""

    method: str
    path: str
    headers: Mapping[str, str]
    timeout: float
    params: Mapping[str, str] | None = None
    content: bytes | None = None
    retry: RetryPolicy = RetryPolicy()

    @classmethod
    def of(
        cls,
        settings: Settings,
        method: str,
        path: str,
        *,
        body: Any = None,
        params: Mapping[str, Any] | None = None,
        write: bool = False,
        options: Mapping[str, Any] | None = None,
    ) -> Call:
        options = options or {}
        headers = {
            "accept": "application/json",
            "user-agent": f"quintet-python/{VERSION}",
            # The server gives it back with an answer, so that both sides can name the call.
            "x-request-id": uuid.uuid4().hex,
        }
        if settings.key is not None:
            headers["authorization"] = f"Bearer {settings.key.get_secret_value()}"
        on_behalf_of = options.get("on_behalf_of") or settings.on_behalf_of
        if on_behalf_of:
            headers["x-quintet-on-behalf-of"] = on_behalf_of
        if write:
            headers["idempotency-key"] = options.get("idempotency_key") or uuid.uuid4().hex
        content = None
        if body is not None:
            content = body_bytes(body)
            headers["content-type"] = "application/json"
        return cls(
            method=method,
            path=path,
            headers=headers,
            timeout=options.get("timeout") or settings.timeout,
            params=query(params) if params else None,
            content=content,
            retry=settings.retry,
        )

    def again(self, answer: Answer, tried: int, share: float) -> float | None:
        """Seconds after which this call is tried again, in view of an answer; `None` when it is not."""
        asked = retry_after(answer.headers, datetime.now(timezone.utc))
        if answer.status < 400 or not is_passing(answer.status, decoded(answer), asked):
            return None
        return self.retry.wait(tried, asked, share)


def split(options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Options of the call, and those that are arguments of the operation."""
    own = {name: value for name, value in options.items() if name in CALL_OPTIONS}
    return own, {name: value for name, value in options.items() if name not in CALL_OPTIONS}


def decoded(answer: Answer) -> Any:
    """The body as JSON; `None` where there is none or it is none."""
    try:
        return json.loads(answer.content) if answer.content else None
    except ValueError:
        return None


def checked(answer: Answer) -> Any:
    """The body of a success. Raises what an error stands for."""
    body = decoded(answer)
    if answer.status >= 400:
        asked = retry_after(answer.headers, datetime.now(timezone.utc))
        raise error_of(answer.status, body, answer.headers, asked)
    if not 200 <= answer.status < 300 or (answer.content and body is None):
        raise AnswerError(f"the server answered {answer.status} with something that is no JSON")
    return body


def shaped(model: type[M], body: Any) -> M:
    """The body as a model."""
    try:
        return model.model_validate(body)
    except ValidationError as error:
        # The error quotes what was sent, which may be somebody's memory: only where it lies is told.
        where = ", ".join(".".join(map(str, one["loc"])) or "the whole" for one in error.errors(include_input=False))
        raise AnswerError(f"the answer is no {model.__name__}: {where}") from None


def rows(body: object, name: str) -> list[Any]:
    """The rows of an answer that is a list, or that holds one by that name."""
    told = members(body)
    found = told.get(name) if told else body
    if not isinstance(found, list):
        raise AnswerError(f"the answer holds no list of {name}")
    return cast("list[Any]", found)
