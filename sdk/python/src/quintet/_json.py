"""JSON as it comes from outside, whose form nobody promised."""

from __future__ import annotations

from typing import Any, cast


def members(value: object) -> dict[str, Any]:
    """The members of an object; none of anything else."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}
