"""The blocking client is what the tool makes of the other."""

import subprocess
import sys
from importlib.resources import files
from pathlib import Path


def test_the_blocking_client_is_up_to_date() -> None:
    tool = Path(__file__).resolve().parent.parent / "tools" / "make_sync.py"
    checked = subprocess.run([sys.executable, tool, "--check"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


def test_the_package_tells_that_it_has_types() -> None:
    assert files("quintet").joinpath("py.typed").is_file()
