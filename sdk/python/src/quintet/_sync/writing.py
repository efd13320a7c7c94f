# Made by tools/make_sync.py of the file of that name in _async. Change it there.
"""What changes a memory, and what thinks it over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from typing_extensions import Unpack

from .._inputs import (
    Category,
    Emotion,
    Infer,
    Instant,
    Labels,
    Message,
    Role,
    ScopeSets,
    Triple,
    WriteOptions,
)
from .._models import (
    Consolidated,
    Corrected,
    Elaborated,
    ForgetReceipt,
    Reflection,
    Remembered,
    RememberedMany,
    Used,
)
from .part import Part


class Writing(Part):
    """Methods that write."""

    def remember(
        self,
        text: str | None = None,
        *,
        infer: Infer | None = None,
        session_id: str | None = None,
        role: Role | None = None,
        speaker: str | None = None,
        title: str | None = None,
        scopes: ScopeSets | None = None,
        labels: Labels | None = None,
        memory_category: Category | None = None,
        observed_at: Instant | None = None,
        triples: Sequence[Triple] | None = None,
        emotions: Sequence[Emotion] | None = None,
        signals: Mapping[str, Any] | None = None,
        vector: Sequence[float] | None = None,
        location: Any = None,
        reference: str | None = None,
        time_zone: str | None = None,
        **options: Unpack[WriteOptions],
    ) -> Remembered:
        """Remembers one text; durable and findable when it returns.

        `infer`: how much is read out of it; `preview` writes nothing. `triples`: facts by name, with or without a text.
        `observed_at`: when it was said; now when absent.
        """
        fields = {
            "text": text,
            "infer": infer or ("triples" if text is None and triples else None),
            "session_id": session_id,
            "role": role,
            "speaker": speaker,
            "title": title,
            "scopes": scopes,
            "labels": labels,
            "memory_category": memory_category,
            "observed_at": observed_at,
            "triples": triples,
            "emotions": emotions,
            "signals": signals,
            "vector": vector,
            "location": location,
            "reference": reference,
            "time_zone": time_zone,
        }
        return self._write(Remembered, self._path("facts"), options, fields)

    def remember_many(
        self,
        messages: Sequence[Message],
        *,
        session_id: str | None = None,
        scopes: ScopeSets | None = None,
        labels: Labels | None = None,
        extract: Literal["whole_conversation", "per_message"] | None = None,
        infer: Literal["full", "rules", "none", "preview"] | None = None,
        **options: Unpack[WriteOptions],
    ) -> RememberedMany:
        """Remembers the messages of a conversation. One that is wrong does not fail the others: `results` tells."""
        fields = {
            "messages": list(messages),
            "session_id": session_id,
            "scopes": scopes,
            "labels": labels,
            "extract": extract,
            "infer": infer,
        }
        return self._write(RememberedMany, self._path("facts", "batch"), options, fields)

    def correct(
        self,
        id: str,
        value: str | None = None,
        *,
        reopen: bool = False,
        **options: Unpack[WriteOptions],
    ) -> Corrected:
        """Puts a value in the place of what a fact says; the old one stays as history.

        `reopen`: takes a correction back instead, and what this older fact says holds again.
        """
        fields = {"id": id, "value": value, "reopen": reopen or None}
        return self._write(Corrected, self._path("correct"), options, fields)

    def forget(
        self,
        query: str | None = None,
        *,
        ids: Sequence[str] | None = None,
        entity: str | None = None,
        session_id: str | None = None,
        scope: str | None = None,
        all: bool = False,
        with_sources: bool = False,
        min_score: float | None = None,
        limit: int | None = None,
        kinds: Sequence[str] | None = None,
        known_from: Instant | None = None,
        known_until: Instant | None = None,
        labels: Labels | None = None,
        lens: ScopeSets | None = None,
        purge: bool = False,
        dry_run: bool = False,
        **options: Unpack[WriteOptions],
    ) -> ForgetReceipt:
        """Forgets what is named, with all that was drawn from it alone.

        `dry_run`: tells exactly what would go. `purge`: no byte of it stays, and there is no way back.
        """
        fields = {
            "query": query,
            "ids": ids,
            "entity": entity,
            "session_id": session_id,
            "scope": scope,
            "all": all or None,
            "with_sources": with_sources or None,
            "min_score": min_score,
            "limit": limit,
            "kinds": kinds,
            "known_from": known_from,
            "known_until": known_until,
            "labels": labels,
            "lens": lens,
            "purge": purge or None,
            "dry_run": dry_run or None,
        }
        return self._write(ForgetReceipt, self._path("forget"), options, fields)

    def used(
        self,
        ids: Sequence[str],
        *,
        grade: Literal["good", "again"] | None = None,
        **options: Unpack[WriteOptions],
    ) -> Used:
        """Says which memories were of use in an answer, or of none (`again`): use keeps them."""
        fields = {"ids": list(ids), "grade": grade}
        return self._write(Used, self._path("used"), options, fields)

    def consolidate(
        self,
        *,
        dry_run: bool = False,
        fact_limit: int | None = None,
        observation_limit: int | None = None,
        **options: Unpack[WriteOptions],
    ) -> Consolidated:
        """Draws observations from facts that say the same."""
        fields = {
            "dry_run": dry_run or None,
            "fact_limit": fact_limit,
            "observation_limit": observation_limit,
        }
        return self._write(Consolidated, self._path("consolidate"), options, fields)

    def elaborate(
        self,
        *,
        entity_ref: str | None = None,
        budget: int | None = None,
        sweep: bool = False,
        dry_run: bool = False,
        **options: Unpack[WriteOptions],
    ) -> Elaborated:
        """Looks for relations that nobody stated, of one entity or of those that are due."""
        fields = {
            "entity_ref": entity_ref,
            "budget": budget,
            "sweep": sweep or None,
            "dry_run": dry_run or None,
        }
        return self._write(Elaborated, self._path("elaborate"), options, fields)

    def reflect(self, query: str, *, persist: bool = False, **options: Unpack[WriteOptions]) -> Reflection:
        """What memories come to, taken together, on one question. `persist`: keeps it."""
        fields = {"query": query, "persist": persist or None}
        return self._write(Reflection, self._path("reflect"), options, fields)
