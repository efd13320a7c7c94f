"""A server that answers what it is told to, and keeps what it was asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Reply:
    """One answer. `hang_up`: none at all. `held_s`: silence before it."""

    status: int = 200
    body: Any = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    hang_up: bool = False
    held_s: float = 0.0
    raw: bytes | None = None


@dataclass
class Asked:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Stub:
    """Answers its replies in order, and the last one for ever."""

    def __init__(self, *replies: Reply) -> None:
        self.replies = list(replies)
        self.asked: list[Asked] = []
        self._released = threading.Event()
        stub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                stub.asked.append(Asked(self.command, self.path, headers, body))
                reply = stub.replies.pop(0) if len(stub.replies) > 1 else stub.replies[0]
                if reply.held_s:
                    stub._released.wait(reply.held_s)
                if reply.hang_up:
                    self.close_connection = True
                    return
                told = reply.raw if reply.raw is not None else json.dumps(reply.body).encode()
                self.send_response(reply.status)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(told)))
                self.end_headers()
                self.wfile.write(told)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _answer

            def log_message(self, *_: object) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._http.server_port}"
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True)

    def __enter__(self) -> Stub:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._released.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


Problem = Callable[..., Reply]


def problem(status: int, code: str, headers: dict[str, str] | None = None, **more: Any) -> Reply:
    """An answer as the server refuses."""
    body = {
        "type": f"https://quintet.dev/errors/{code}",
        "title": "Refused",
        "status": status,
        "detail": f"because of {code}",
        "message": f"because of {code}",
        "code": code,
        **more,
    }
    return Reply(status, body, {"content-type": "application/problem+json", **(headers or {})})
