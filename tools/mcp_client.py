"""Runs mcp-conversation.json with the official Python client: every tool of every profile, over HTTP and over standard input
and output, in both eras of the protocol. Arguments: URL, key, the program, a data folder of its own for each run.
"""

import asyncio
import json
import pathlib
import re
import sys

import httpx2
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

STEPS = json.loads(pathlib.Path(__file__).with_name("mcp-conversation.json").read_text())


def filled(value, saved):
    if isinstance(value, dict):
        return {name: filled(one, saved) for name, one in value.items()}
    if isinstance(value, list):
        return [filled(one, saved) for one in value]
    if not isinstance(value, str):
        return value

    def place(match):
        found = saved
        for part in match.group(1).split("."):
            found = found[int(part)] if isinstance(found, list) else found[part]
        return str(found)

    return re.sub(r"\{\{([^}]+)\}\}", place, value)


async def converse(connect, mode, run):
    saved = {"run": run}
    called, listed, versions = set(), set(), set()
    for profile in dict.fromkeys(step["profile"] for step in STEPS):
        async with connect(profile, mode) as client:
            versions.add(client.protocol_version)
            assert client.instructions, profile
            listed |= {tool.name for tool in (await client.list_tools()).tools}
    for step in STEPS:
        async with connect(step["profile"], mode) as client:
            result = await client.call_tool(step["tool"], filled(step["arguments"], saved))
            text = " ".join(block.text for block in result.content)
            told = json.dumps(result.structured_content, ensure_ascii=False)
            called.add(step["tool"])
            if "fails" in step:
                assert result.is_error and step["fails"] in text, (step, text)
                continue
            assert not result.is_error, (step, text)
            want = json.dumps(step.get("holds", ""), ensure_ascii=False).strip('"')
            assert want in told, (step, told)
            if "as" in step:
                saved[step["as"]] = result.structured_content
    assert called == listed, f"not called: {sorted(listed - called)}"
    return len(STEPS), len(called), versions


def over_http(url, key):
    def connect(profile, mode):
        path = "" if profile == "core" else f"/{profile}"
        http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"}, timeout=60)
        return Client(streamable_http_client(f"{url}/mcp{path}", http_client=http), mode=mode)

    return connect


def over_pipes(program, data):
    def connect(profile, mode):
        arguments = ["mcp", "--data", data, "--profile", profile]
        return Client(stdio_client(StdioServerParameters(command=program, args=arguments)), mode=mode)

    return connect


async def main(url, key, program, data):
    for mode, era in (("legacy", "initialize"), ("auto", "2026-07-28")):
        for name, connect in (("http", over_http(url, key)), ("stdio", over_pipes(program, data))):
            calls, tools, versions = await converse(connect, mode, f"py-{name}-{mode}")
            print(f"python mcp, {name}, {era}: {calls} calls of {tools} tools, version {', '.join(sorted(versions))}: ok")


asyncio.run(main(*sys.argv[1:]))
