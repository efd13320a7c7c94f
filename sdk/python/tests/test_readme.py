"""The README's examples run as they stand there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from quintet import QuintetServer

README = Path(__file__).resolve().parent.parent / "README.md"


def block(name: str, readme: Path = README) -> str:
    """The code that stands under `<!-- run: NAME -->`."""
    after = readme.read_text(encoding="utf-8").split(f"<!-- run: {name} -->\n```python\n")
    assert len(after) == 2, f"the README has {len(after) - 1} examples of that name"
    return after[1].split("```")[0]


def ran(code: str, folder: Path, **env: str) -> str:
    script = folder / "example.py"
    script.write_text(code, encoding="utf-8")
    done = subprocess.run([sys.executable, script], cwd=folder, env={**os.environ, **env}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_quick_start(tmp_path: Path) -> None:
    said = ran(block("python"), tmp_path)
    assert said.startswith("Dana moved to Lisbon last week.\n"), said
    assert "\n  semantic " in said and "\nrole CTO\n" in said, said


def test_the_quick_start_of_the_whole(tmp_path: Path) -> None:
    code = block("python", README.parents[2] / "README.md")
    assert ran(code, tmp_path) == "Dana moved to Lisbon last week.\n"


def test_a_server_that_runs_already(tmp_path: Path, server: QuintetServer) -> None:
    code = block("python-server")
    assert "127.0.0.1:9090" in code and "my-secret-admin-key" in code
    code = code.replace("http://127.0.0.1:9090", server.url).replace("my-secret-admin-key", server.key.get_secret_value())
    said = ran(code, tmp_path)
    assert said.startswith("I climbed with Jonas again") and said.endswith("\nuser climb with Jonas\n"), said


def test_curl(tmp_path: Path, server: QuintetServer) -> None:
    text = (README.parent.parent / "README.md").read_text(encoding="utf-8")
    code = text.split("<!-- run: curl -->\n```sh\n")[1].split("```")[0]
    assert "127.0.0.1:9090" in code
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "admin.key").write_text(server.key.get_secret_value(), encoding="utf-8")
    code = code.replace("http://127.0.0.1:9090", server.url)
    done = subprocess.run(["bash", "-euc", code], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0 and not done.stderr, done.stderr
    assert '"message"' not in done.stdout, done.stdout
    assert '"created":true' in done.stdout and '"text":"Dana moved to Lisbon last week."' in done.stdout
    assert '"value":"Lisbon"' in done.stdout, done.stdout
