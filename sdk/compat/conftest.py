"""What the whole run is told."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--missing-ok",
        action="store_true",
        help="calls that do not work are told in the table and fail nothing",
    )
