# Made by tools/make_sync.py of the file of that name in _async. Change it there.
"""Parts of a client that say where memories lie and who may do what: contexts, sessions, scopes, principals, keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from typing_extensions import Unpack

from .._errors import ConflictError
from .._inputs import CallOptions, Instant, ScopeSets, WriteOptions, path_of
from .._models import (
    Context,
    ContextSettings,
    EffectiveGrants,
    ForgetReceipt,
    Key,
    MintedKey,
    Principal,
    Scope,
    Session,
    SessionContext,
    Share,
    Turn,
    Turns,
)
from .part import Part


class Contexts(Part):
    """Memory spaces, from which nothing crosses. They need the management key."""

    def create(
        self,
        id: str,
        *,
        description: str | None = None,
        namespace: str | None = None,
        database: str | None = None,
        config: Mapping[str, Any] | None = None,
        exist_ok: bool = False,
        **options: Unpack[WriteOptions],
    ) -> Context:
        """Makes one. `exist_ok`: one that is there already is given back as it is."""
        fields = {
            "id": id,
            "description": description,
            "namespace": namespace,
            "database": database,
            "config": config,
        }
        try:
            return self._write(Context, path_of("api", "v1", "contexts"), options, fields)
        except ConflictError:
            found = next((one for one in self.list() if one.id == id), None)
            if not exist_ok or found is None:
                raise
            return found

    def list(self, **options: Unpack[CallOptions]) -> list[Context]:
        """Those that there are."""
        return self._list(Context, "contexts", path_of("api", "v1", "contexts"), options)

    def get(self, id: str | None = None, **options: Unpack[CallOptions]) -> Context:
        """One of them. `id`: this client's own context when absent."""
        return self._read(Context, self._of(id), options)

    def delete(self, id: str, **options: Unpack[WriteOptions]) -> None:
        """Drops one with every memory, key and principal in it; there is no way back."""
        self._send("DELETE", self._of(id), options, write=True)

    def access_token(
        self,
        external_id: str,
        *,
        ttl_seconds: int,
        display_name: str | None = None,
        grants: Mapping[str, Sequence[str]] | None = None,
        id: str | None = None,
        **options: Unpack[WriteOptions],
    ) -> MintedKey:
        """A short-lived key for somebody whom the caller vouches for; their principal is made when it is new."""
        fields = {
            "external_id": external_id,
            "ttl_seconds": ttl_seconds,
            "display_name": display_name,
            "grants": grants,
        }
        return self._write(MintedKey, self._of(id, "access-tokens"), options, fields)

    def settings(
        self,
        id: str | None = None,
        *,
        emotions: Literal["on", "off"] | None = None,
        delete_inferred_emotions: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> ContextSettings:
        """Sets what is given, and tells all. `id`: this client's own context when absent."""
        fields = {"emotions": emotions, "delete_inferred_emotions": delete_inferred_emotions}
        return self._write(ContextSettings, self._of(id, "settings"), options, fields)

    def _of(self, id: str | None, *segments: str) -> str:
        return path_of("api", "v1", "contexts", id or self._context_id, *segments)


class Sessions(Part):
    """Conversations. `remember(session_id=...)` adds turns."""

    def create(
        self,
        id: str | None = None,
        *,
        scopes: ScopeSets | None = None,
        metadata: Mapping[str, str] | None = None,
        **options: Unpack[WriteOptions],
    ) -> Session:
        """Opens one. `id`: chosen by the server when absent; one that is open already is given back as it is."""
        fields = {"id": id, "scopes": scopes, "metadata": metadata}
        return self._write(Session, self._path("sessions"), options, fields)

    def get(self, id: str, **options: Unpack[CallOptions]) -> Session:
        """One of them."""
        return self._read(Session, self._path("sessions", id), options)

    def delete(self, id: str, **options: Unpack[WriteOptions]) -> None:
        """Closes one; what was read out of it stays."""
        self._send("DELETE", self._path("sessions", id), options, write=True)

    def turns(
        self,
        id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        **options: Unpack[CallOptions],
    ) -> list[Turn]:
        """Its turns, oldest first."""
        params = {"limit": limit, "offset": offset}
        return (self._read(Turns, self._path("sessions", id, "turns"), options, params)).turns

    def context(self, id: str, query: str, **options: Unpack[CallOptions]) -> SessionContext:
        """Text for the head of a prompt, for the next turn of this conversation."""
        path = self._path("sessions", id, "context")
        return self._ask(SessionContext, path, options, {"query": query})


class Scopes(Part):
    """Slash paths inside a context, by which memories are seen or not."""

    def register(
        self,
        path: str,
        *,
        display_name: str | None = None,
        description: str | None = None,
        **options: Unpack[WriteOptions],
    ) -> Scope:
        """Makes a path known."""
        fields = {"path": path, "display_name": display_name, "description": description}
        return self._write(Scope, self._path("scopes"), options, fields)

    def list(self, **options: Unpack[CallOptions]) -> list[Scope]:
        """Those that are known."""
        return self._list(Scope, "scopes", self._path("scopes"), options)

    def delete(self, path: str, **options: Unpack[WriteOptions]) -> None:
        """Retires a path; what lies under it stays."""
        params = {"path": path}
        self._send("DELETE", self._path("scopes"), options, params=params, write=True)

    def forget(self, path: str, *, dry_run: bool | None = None, **options: Unpack[WriteOptions]) -> ForgetReceipt:
        """Purges everything that is seen only through a path or one below it; there is no way back."""
        fields = {"path": path, "dry_run": dry_run}
        return self._write(ForgetReceipt, self._path("scopes", "forget"), options, fields)

    def share(
        self, path: str, principal: str, *, ttl_seconds: int | None = None, **options: Unpack[WriteOptions]
    ) -> Share:
        """Lets another principal see a path, or `path/*` for all below it. The caller has to see and to manage it."""
        fields = {"path": path, "principal": principal, "ttl_seconds": ttl_seconds}
        return self._write(Share, self._path("scope-grants"), options, fields)

    def shares(self, **options: Unpack[CallOptions]) -> Sequence[Share]:
        """What the caller lets others see, and is let see."""
        return self._list(Share, "shares", self._path("scope-grants"), options)

    def unshare(self, id: str, **options: Unpack[WriteOptions]) -> None:
        """Takes a share back: nothing is seen through it any more."""
        self._send("DELETE", self._path("scope-grants", id), options, write=True)


class Principals(Part):
    """Who acts, and what they may do: verbs on patterns of scopes."""

    def create(
        self,
        id: str | None = None,
        *,
        display_name: str | None = None,
        kind: Literal["human", "agent", "service", "unknown"] | None = None,
        external_id: str | None = None,
        grants: Mapping[str, Sequence[str]] | None = None,
        **options: Unpack[WriteOptions],
    ) -> Principal:
        """Makes one. `grants`: patterns by verb, like `{"memory:read": ["org/acme/*"]}`."""
        fields = {
            "id": id,
            "display_name": display_name,
            "kind": kind,
            "external_id": external_id,
            "grants": grants,
        }
        return self._write(Principal, self._path("principals"), options, fields)

    def list(self, **options: Unpack[CallOptions]) -> list[Principal]:
        """Those that there are."""
        return self._list(Principal, "principals", self._path("principals"), options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> Principal:
        """One of them."""
        return self._read(Principal, self._path("principals", id), options)

    def effective(
        self,
        id: str,
        path: str,
        *,
        as_of: Instant | None = None,
        **options: Unpack[CallOptions],
    ) -> EffectiveGrants:
        """The verbs that they have at a path."""
        params = {"path": path, "as_of": as_of}
        where = self._path("principals", id, "effective")
        return self._read(EffectiveGrants, where, options, params)

    def grant(self, id: str, path: str, verbs: Sequence[str], **options: Unpack[WriteOptions]) -> Principal:
        """Gives verbs on a pattern of scopes."""
        fields = {"path": path, "verbs": list(verbs)}
        return self._write(Principal, self._path("principals", id, "grants"), options, fields)

    def revoke(self, id: str, path: str, verbs: Sequence[str], **options: Unpack[WriteOptions]) -> Principal:
        """Takes verbs back."""
        fields = {"path": path, "verbs": list(verbs)}
        where = self._path("principals", id, "grants")
        return self._write(Principal, where, options, fields, method="DELETE")


class Keys(Part):
    """Keys: each is a secret of one principal."""

    def create(
        self,
        name: str | None = None,
        *,
        principal: str | None = None,
        grants: Mapping[str, Sequence[str]] | None = None,
        ttl_seconds: int | None = None,
        strict: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> MintedKey:
        """Makes one; its secret is told this once.

        `principal`: whose it is; the caller when absent, and only the admin can name another. `grants` can only take away from
        what the principal may do. `strict`: reads outside of its region are errors, not empty.
        """
        fields = {
            "name": name,
            "principal": principal,
            "grants": grants,
            "ttl_seconds": ttl_seconds,
            "strict": strict,
        }
        return self._write(MintedKey, self._path("keys"), options, fields)

    def list(self, **options: Unpack[CallOptions]) -> list[Key]:
        """The caller's own, without their secrets; all of them for the admin."""
        return self._list(Key, "keys", self._path("keys"), options)

    def delete(self, name: str, **options: Unpack[WriteOptions]) -> None:
        """Takes one away; it opens nothing from then on."""
        self._send("DELETE", self._path("keys", name), options, write=True)

    def rotate(
        self,
        name: str,
        *,
        ttl_seconds: int | None = None,
        overlap_seconds: int | None = None,
        **options: Unpack[WriteOptions],
    ) -> MintedKey:
        """A new key in the place of an old one, which stays valid for `overlap_seconds`."""
        fields = {"ttl_seconds": ttl_seconds, "overlap_seconds": overlap_seconds}
        return self._write(MintedKey, self._path("keys", name, "rotate"), options, fields)
