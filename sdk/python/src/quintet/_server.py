"""A server of one's own, for tests and notebooks: starts the program `quintet` on a free port of this machine."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import tempfile
import threading
import time
import weakref
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from pydantic import SecretStr
from typing_extensions import Self

from ._async.client import AsyncClient
from ._call import DEFAULT_CONTEXT
from ._errors import ServerStartError
from ._sync.client import Client

_LISTENS = "quintet listens on "
_STOP_S = 15.0
"""Seconds that it gets to end; it lets running requests end for 10."""


def _program(binary: str | os.PathLike[str] | None) -> str:
    given = os.fspath(binary) if binary is not None else os.environ.get("QUINTET_BINARY")
    found = shutil.which(given or "quintet")
    if found is None:
        raise ServerStartError(
            f"there is no program {given!r}"
            if given
            else "there is no program 'quintet' on the path; set QUINTET_BINARY, or give binary="
        )
    return found


def _end(process: subprocess.Popen[str], folder: str | None) -> None:
    """Stops a server and removes its temporary folder. Runs at the end of the program at the latest."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(_STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)


class QuintetServer:
    """A running server. Use it in `with`, or call `stop`.

    `binary`: the program; else QUINTET_BINARY, else `quintet` on the path. `data`: the folder of its data; a temporary one,
    which is removed at the end, when absent. `arguments`: further ones for `quintet serve`. `env`: on top of the environment.
    """

    def __init__(
        self,
        binary: str | os.PathLike[str] | None = None,
        *,
        data: str | os.PathLike[str] | None = None,
        arguments: Sequence[str] = (),
        env: Mapping[str, str] | None = None,
        start_timeout: float = 60.0,
    ) -> None:
        program = _program(binary)
        temporary = None if data is not None else tempfile.mkdtemp(prefix="quintet-")
        self.data = Path(data if data is not None else str(temporary))
        self.key = SecretStr(secrets.token_hex(32))
        self.url = ""
        self._said: deque[str] = deque(maxlen=50)
        self._listens = threading.Event()
        command = [program, "serve", "--data", str(self.data), "--listen", "127.0.0.1:0", *arguments]
        given = {**os.environ, **(env or {}), "QUINTET_ADMIN_KEY": self.key.get_secret_value()}
        self._process = subprocess.Popen(
            command,
            env=given,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
        self._finalizer = weakref.finalize(self, _end, self._process, temporary)
        threading.Thread(target=self._hear, name="quintet-server", daemon=True).start()
        try:
            self._wait(start_timeout)
        except BaseException:
            self.stop()
            raise

    def _hear(self) -> None:
        """Reads what it says to the end: a pipe that nobody reads would stop it."""
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self._said.append(line.rstrip())
            if line.startswith(_LISTENS):
                self.url = line.removeprefix(_LISTENS).strip()
                self._listens.set()
        self._listens.set()

    def _wait(self, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        self._listens.wait(seconds)
        if not self.url:
            why = "it ended" if self._listens.is_set() else f"it said nothing for {seconds:g} s"
            raise ServerStartError(f"the server did not start, {why}: " + " / ".join(self._said))
        with Client(self.url, self.key, max_retries=0) as client:
            while not client.ready(timeout=max(deadline - time.monotonic(), 0.1)):
                if self._process.poll() is not None or time.monotonic() > deadline:
                    raise ServerStartError("the server listens and is not ready: " + " / ".join(self._said))
                time.sleep(0.05)

    def client(self, context: str = DEFAULT_CONTEXT, **options: Any) -> Client:
        """A client of one context, which is made where it is not there yet. `options`: as those of `Client`."""
        client = Client(self.url, self.key, context, **options)
        client.contexts.create(context, exist_ok=True)
        return client

    def async_client(self, context: str = DEFAULT_CONTEXT, **options: Any) -> AsyncClient:
        """The same, to be awaited."""
        self.client(context).close()
        return AsyncClient(self.url, self.key, context, **options)

    @property
    def is_running(self) -> bool:
        """True until it has ended."""
        return self._process.poll() is None

    def stop(self) -> None:
        """Lets running requests end and stops it. A temporary data folder is removed."""
        self._finalizer()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"QuintetServer(url={self.url!r}, key='***', data={str(self.data)!r})"
