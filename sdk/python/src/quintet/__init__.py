"""Client of Quintet, long-term memory for AI agents.

from quintet import Client

with Client("http://127.0.0.1:9090", key="...", context="acme") as memory:
    memory.remember("Dana moved to Lisbon last week.")
    print(memory.recall("Where does Dana live?").hits[0].text)
"""

from typing import cast

from typing_extensions import Unpack

from . import _models as models
from ._async.client import AsyncClient
from ._async.transport import AsyncPages
from ._call import VERSION as __version__
from ._errors import (
    AnswerError,
    ApiError,
    AuthenticationError,
    ConflictError,
    ContextNotFoundError,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    QuintetConnectionError,
    QuintetError,
    QuintetTimeoutError,
    RateLimitError,
    ServerError,
    ServerStartError,
)
from ._inputs import Emotion, Message, Triple, TripleOptions, entity_input
from ._server import QuintetServer
from ._sync.client import Client
from ._sync.transport import Pages


def fact(entity: str, key: str, value: "str | int | float | bool", **options: Unpack[TripleOptions]) -> Triple:
    """A fact by name, for `remember(triples=[...])`: `fact("person/Dana", "role", "CTO")`."""
    made = {"entity": entity_input(entity), "key": key, "value": value, **options}
    return cast(Triple, made)


def relation(entity: str, label: str, target: str, **options: Unpack[TripleOptions]) -> Triple:
    """A relation by name: `relation("person/Dana", "works_at", "organisation/Halyard")`."""
    made = {"entity": entity_input(entity), "key": label, "target": entity_input(target), **options}
    return cast(Triple, made)


__all__ = [
    "AnswerError",
    "ApiError",
    "AsyncClient",
    "AsyncPages",
    "AuthenticationError",
    "Client",
    "ConflictError",
    "ContextNotFoundError",
    "Emotion",
    "InvalidRequestError",
    "Message",
    "NotFoundError",
    "Pages",
    "PermissionDeniedError",
    "QuintetConnectionError",
    "QuintetError",
    "QuintetServer",
    "QuintetTimeoutError",
    "RateLimitError",
    "ServerError",
    "ServerStartError",
    "Triple",
    "__version__",
    "fact",
    "models",
    "relation",
]
