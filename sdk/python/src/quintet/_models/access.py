"""Contexts, sessions, and who may do what."""

from __future__ import annotations

from typing import Any

from pydantic import Field, SecretStr

from .base import Model


class Context(Model):
    """A memory space of its own, from which nothing crosses."""

    id: str
    description: str | None = None
    namespace: str | None = None
    database: str | None = None
    config: dict[str, Any] = {}
    created_at: str | None = None


class ContextSettings(Model):
    id: str
    config: dict[str, Any] = {}
    inferred_emotions_deleted: int | None = None


class Session(Model):
    id: str
    created_at: str | None = None
    closed_at: str | None = None
    scopes: list[list[str]] = []
    metadata: dict[str, Any] | None = None


class Turn(Model):
    id: str
    content: str
    role: str | None = None
    seq: int | None = None
    session: str | None = None
    created_at: str | None = None


class Turns(Model):
    turns: list[Turn] = []


class SessionContext(Model):
    context: str


class Scope(Model):
    path: str
    display_name: str | None = None
    description: str | None = None
    created_at: str | None = None
    tombstoned_at: str | None = None


class Share(Model):
    """A part of the scopes that one principal lets another see."""

    id: str
    path: str
    from_: str = Field(alias="from")
    to: str
    verbs: list[str] = []
    created_at: str | None = None
    valid_until: str | None = None


class Principal(Model):
    """Who acts. `grants`: patterns of scopes by verb."""

    id: str
    display_name: str | None = None
    kind: str | None = None
    external_id: str | None = None
    created_at: str | None = None
    grants: dict[str, list[str]] = {}


class EffectiveGrants(Model):
    path: str
    verbs: list[str] = []
    as_of: str | None = None


class WhoAmI(Model):
    """Whose key it is. `grants` are the principal's, `token_grants` the key's, `effective_grants` what both allow."""

    principal_id: str
    display_name: str | None = None
    kind: str | None = None
    is_admin: bool = False
    grants: dict[str, list[str]] = {}
    token_grants: dict[str, list[str]] | None = None
    effective_grants: dict[str, list[str]] = {}
    delegated_principal_id: str | None = None


class Key(Model):
    """A key without its secret."""

    id: str
    name: str | None = None
    principal_id: str | None = None
    strict: bool = False
    is_token: bool = False
    grants: dict[str, list[str]] | None = None
    created_at: str | None = None
    last_used_at: str | None = None
    valid_until: str | None = None


class MintedKey(Model):
    """A new key. The secret is shown this once: `minted.key.get_secret_value()`."""

    id: str
    key: SecretStr
    name: str | None = None
    principal_id: str | None = None
    valid_until: str | None = None


class AuditRow(Model):
    """What somebody did; never any text of a memory."""

    created_at: str
    principal: str | None = None
    on_behalf_of: str | None = None
    key: str | None = None
    kind: str | None = None
    operation: str | None = None
    outcome: str | None = None
    status: int | None = None
    code: str | None = None
    latency_ms: float | None = None


class Verb(Model):
    """Something that can be allowed."""

    name: str
    description: str | None = None
