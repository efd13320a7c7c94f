"""What can go wrong, as exceptions. They carry what a program decides by: `status`, `code`, `request_id`, `field`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ._json import members


class QuintetError(Exception):
    """Whatever this package raises beside wrong arguments."""


class ServerStartError(QuintetError):
    """The server program was not found, or ended before it listened."""


class QuintetConnectionError(QuintetError):
    """The server was not reached, or hung up before it answered, however often it was tried."""


class QuintetTimeoutError(QuintetConnectionError):
    """The server was silent for longer than the call's `timeout`. A write may have been carried out all the same."""


class AnswerError(QuintetError):
    """The server's answer has another form than this version of the package knows."""


class ApiError(QuintetError):
    """The server refused. `problem` is the whole problem document (RFC 9457), empty where there was none."""

    def __init__(
        self,
        status: int,
        message: str,
        *,
        code: str = "",
        request_id: str | None = None,
        field: str | None = None,
        retry_after: float | None = None,
        problem: Mapping[str, Any] | None = None,
    ) -> None:
        told = f"{status} {code}: {message}" if code else f"{status}: {message}"
        super().__init__(f"{told} (request {request_id})" if request_id else told)
        self.status = status
        """The HTTP status."""
        self.code = code
        """The kind of error, short and stable, like `validation-error`; empty where the server told none."""
        self.message = message
        """What happened and what to do about it."""
        self.request_id = request_id
        """What the operator finds this call by."""
        self.field = field
        """The field that is wrong, where there is one."""
        self.retry_after = retry_after
        """Seconds after which the server may be asked again, where it says so."""
        self.problem: dict[str, Any] = dict(problem or {})


class InvalidRequestError(ApiError):
    """400, 413, 415 or 422: the request has to change."""


class AuthenticationError(ApiError):
    """401: no key, or a wrong one."""


class PermissionDeniedError(ApiError):
    """403: the key is good and does not allow this."""


class NotFoundError(ApiError):
    """404: there is no such thing, or none that the key may see."""


class ContextNotFoundError(NotFoundError):
    """404: there is no such context; create it first."""


class ConflictError(ApiError):
    """409 or 412: it conflicts with what is there."""


class RateLimitError(ApiError):
    """429: too much at once. `retry_after` says how long to wait."""


class ServerError(ApiError):
    """500 and above: the server failed, or cannot serve right now."""


_BY_STATUS: Mapping[int, type[ApiError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    412: ConflictError,
    413: InvalidRequestError,
    415: InvalidRequestError,
    422: InvalidRequestError,
    429: RateLimitError,
}


def _text(*candidates: object) -> str | None:
    return next((text for text in candidates if isinstance(text, str) and text), None)


def error_of(status: int, body: object, headers: Mapping[str, str], retry_after: float | None) -> ApiError:
    """The error that an answer stands for. `headers`: with names in lower case."""
    problem = members(body)
    code = _text(problem.get("code")) or ""
    message = _text(problem.get("detail"), problem.get("message"), problem.get("title"))
    kind = _BY_STATUS.get(status, ServerError if status >= 500 else ApiError)
    if code == "context-not-found":
        kind = ContextNotFoundError
    return kind(
        status,
        message or "the server gave no reason",
        code=code,
        request_id=_text(problem.get("requestId"), problem.get("request_id"), headers.get("x-request-id")),
        field=_text(problem.get("field")),
        retry_after=retry_after,
        problem=problem,
    )
