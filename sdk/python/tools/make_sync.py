"""Makes `quintet._sync` of `quintet._async`, so that both clients have the same methods.

Run it after a change there: `python tools/make_sync.py`. `--check` changes nothing and fails when it would.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "quintet"

RULES = [
    (r"\basync (def|with|for)\b", r"\1"),
    (r"\bawait ", ""),
    (r"\bAsync(Client|Iterator|Transport|Pages|Part|[A-Z][a-z]+)\b", r"\1"),
    (r"\bAwaitable\[(\w+)\]", r"\1"),
    (r"\bAwaitable, ", ""),
    (r"\b__a(enter|exit|iter)__", r"__\1__"),
    (r"\baclose\b", "close"),
    (r"\banyio\.sleep\b", "time.sleep"),
]


def made(text: str) -> str:
    """The text of a module without waiting."""
    for pattern, instead in RULES:
        text = re.sub(pattern, instead, text)
    # Imports stay in order: the standard library stands before what is installed.
    text = text.replace("import random\n", "import random\nimport time\n").replace("import anyio\n", "")
    return "# Made by tools/make_sync.py of the file of that name in _async. Change it there.\n" + text


def main() -> int:
    wrong = []
    for source in sorted((PACKAGE / "_async").glob("*.py")):
        target = PACKAGE / "_sync" / source.name
        text = made(source.read_text(encoding="utf-8"))
        if source.name == "__init__.py":
            text = '"""The client that blocks, made of `_async` by `tools/make_sync.py`."""\n'
        if target.exists() and target.read_text(encoding="utf-8") == text:
            continue
        wrong.append(source.name)
        if "--check" not in sys.argv:
            target.write_text(text, encoding="utf-8")
    if "--check" in sys.argv and wrong:
        print(f"_sync is behind _async in {', '.join(wrong)}: run tools/make_sync.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
