"""What cases begin with."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

from quintet import fact, relation

Api = Any


async def known(api: Api) -> None:
    """Dana was CEO, is CTO, and works at Halyard."""
    early = datetime(2026, 1, 10, tzinfo=timezone.utc)
    late = datetime(2026, 2, 10, tzinfo=timezone.utc)
    await api.remember(triples=[fact("person/Dana", "role", "CEO")], observed_at=early)
    await api.remember(
        triples=[
            fact("person/Dana", "role", "CTO"),
            relation("person/Dana", "works_at", "organisation/Halyard"),
        ],
        observed_at=late,
    )


async def all_of(pages: Any) -> list[Any]:
    return [item async for item in pages]


async def principal(api: Api) -> Any:
    await api.scopes.register("org/acme")
    return await api.principals.create(display_name="Ann", kind="human")
