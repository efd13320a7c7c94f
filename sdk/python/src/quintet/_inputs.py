"""Arguments: what callers may write, and how it goes over the wire. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, Literal, TypeAlias, cast
from urllib.parse import quote

from pydantic import BaseModel
from typing_extensions import NotRequired, TypedDict

Instant: TypeAlias = datetime | date | str
"""A moment: a `datetime` with a time zone, a `date` (its first moment), or RFC 3339 text."""

ScopeSets: TypeAlias = str | Sequence[str | Sequence[str]]
"""`"a"`, `["a", "b"]` (a or b), `[["a", "b"]]` (a and b)."""

Labels: TypeAlias = Mapping[str, str] | Sequence[str]
"""`{"team": "support"}`, or `["team=support"]`."""

Infer: TypeAlias = Literal["full", "rules", "none", "preview", "triples"]
Role: TypeAlias = Literal["user", "assistant", "system", "tool"]
Category: TypeAlias = Literal["identity", "knowledge", "context"]


class CallOptions(TypedDict, total=False):
    """What every method takes beside its own arguments."""

    timeout: float
    """Seconds that the server may be silent, for each try; the client's own when absent."""
    on_behalf_of: str
    """The principal for whom the call is made."""


class WriteOptions(CallOptions, total=False):
    """What every method that writes takes."""

    idempotency_key: str
    """Names the write: one with the same key is carried out once. Made for each call when absent."""


class ReadOptions(CallOptions, total=False):
    """What every method that reads knowledge takes: the three clocks, and filters."""

    as_of: Instant
    """What was known then."""
    at_instant: Instant
    """What the store held then."""
    valid_from: Instant
    """Only what holds from then on, or later."""
    valid_until: Instant
    """Only what holds until then, or less long."""
    lens: ScopeSets
    labels: Labels


class EntityInput(TypedDict):
    name: str
    type: NotRequired[str]


class Triple(TypedDict):
    """A fact by name. [`fact`][quintet.fact] and [`relation`][quintet.relation] make them."""

    entity: EntityInput
    key: str
    value: NotRequired[str | int | float | bool]
    target: NotRequired[EntityInput]
    memory_category: NotRequired[Category]
    confidence: NotRequired[float]
    valid_from: NotRequired[Instant]
    valid_until: NotRequired[Instant]
    ends: NotRequired[bool]


class TripleOptions(TypedDict, total=False):
    """What else may be said of a fact by name."""

    memory_category: Category
    confidence: float
    valid_from: Instant
    valid_until: Instant
    ends: bool
    """It no longer holds."""


class Message(TypedDict):
    """One message of a conversation."""

    role: Role
    content: str
    ts: NotRequired[Instant]
    speaker: NotRequired[str]
    location: NotRequired[Any]
    signals: NotRequired[Mapping[str, Any]]


class Emotion(TypedDict):
    """A feeling: its name, and how strong it is, from 0 to 1."""

    label: str
    intensity: NotRequired[float]
    timestamp: NotRequired[Instant]


CALL_OPTIONS = frozenset(CallOptions.__annotations__) | frozenset(WriteOptions.__annotations__)


def parts_of(ref: str) -> tuple[str, str]:
    """The type and the name of `type/name`. The name may have slashes."""
    kind, slash, name = ref.partition("/")
    if not (kind and slash and name):
        raise ValueError(f"{ref!r} names no entity: write <type>/<name>, like person/Dana")
    return kind, name


def entity_input(ref: str) -> EntityInput:
    """An entity as a fact names it: `type/name`."""
    kind, name = parts_of(ref)
    return {"type": kind, "name": name}


def text_of(moment: Instant) -> str:
    """A moment as the wire has it."""
    if isinstance(moment, datetime) and moment.tzinfo is None:
        raise ValueError("this datetime has no time zone: write datetime(..., tzinfo=timezone.utc), or another zone")
    return moment if isinstance(moment, str) else moment.isoformat()


def camel(name: str) -> str:
    """`session_id` as `sessionId`. A trailing underscore, which keeps clear of Python's own words, is dropped."""
    first, *rest = name.rstrip("_").split("_")
    return first + "".join(part.capitalize() for part in rest)


def wire(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments as members of the wire: names in camel case, and only what was given."""
    return {camel(name): value for name, value in fields.items() if value is not None}


def _plain(value: object) -> object:
    if isinstance(value, (datetime, date)):
        return text_of(value)
    if isinstance(value, BaseModel):
        return value.model_dump(by_alias=True, exclude_none=True)
    if isinstance(value, Mapping):
        return dict(cast("Mapping[str, Any]", value))
    if isinstance(value, (Sequence, set, frozenset)) and not isinstance(value, (bytes, bytearray)):
        return list(cast("Sequence[Any]", value))
    raise TypeError(f"a {type(value).__name__} cannot go over the wire")


def body_bytes(body: object) -> bytes:
    """JSON. Made once for a call, so that every try sends the same bytes."""
    text = json.dumps(body, default=_plain, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode()


def _query_text(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (datetime, date)):
        return text_of(value)
    if isinstance(value, Mapping):
        labels = cast("Mapping[str, Any]", value)
        return ",".join(f"{key}={one}" for key, one in labels.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        several = cast("Sequence[Any]", value)
        # The server reads commas between labels and kinds, and none in a scope.
        if name == "lens" and (len(several) != 1 or not isinstance(several[0], str)):
            raise ValueError("lens: one scope can be given here; several can in recall and forget")
        return ",".join(str(one) for one in several)
    return str(value)


def query(fields: Mapping[str, Any]) -> dict[str, str]:
    """Arguments as the parameters of a query."""
    return {name: _query_text(name, value) for name, value in wire(fields).items()}


def path_of(*segments: str) -> str:
    """A path of segments, each escaped whole."""
    for segment in segments:
        if segment in ("", ".", ".."):
            raise ValueError(f"{segment!r} cannot be a part of a path")
    return "/" + "/".join(quote(segment, safe="") for segment in segments)
