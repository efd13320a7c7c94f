"""What all answers share."""

from __future__ import annotations

from typing import Generic, TypeVar

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel


class Model(BaseModel):
    """Snake case here, camel case on the wire."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore", frozen=True)


T = TypeVar("T")


class Page(Model, Generic[T]):
    """Some of a list, and where the next ones begin; `next_cursor` is `None` at the end."""

    items: list[T]
    next_cursor: str | None = None
