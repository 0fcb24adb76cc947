"""Reverse proxies as docs/operating.md sets them up, each a process of its own."""

import asyncio
import os
import re
import shutil
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final, TextIO

import pytest

ROOT: Final = Path(__file__).parents[2]
OPERATING: Final = (ROOT / "docs/operating.md").read_text("utf-8")
FETCHED: Final = ROOT / ".venv/proxies"
"""Where scripts/proxies.sh unpacks them."""
HOST: Final = "cards.example.org"
SERVER: Final = "127.0.0.1:8000"
PATIENCE: Final = 20.0

PROXIES: Final = ("caddy", "haproxy", "nginx")
BLOCKS: Final = {"caddy": "caddyfile", "haproxy": "haproxy", "nginx": "nginx"}
"""The language of each one's block in the page."""
ADDRESSES: Final = {
    "caddy": ("cards.example.org {", "http://:{port} {{\n    bind 127.0.0.1"),
    "haproxy": ("bind :443 ssl crt /etc/haproxy/cards.example.org.pem", "bind 127.0.0.1:{port}"),
    "nginx": ("listen 443 ssl;", "listen 127.0.0.1:{port};"),
}
"""What the page has them listen at, and what a test has."""
# What a proxy of its own needs beside the page's lines; HAProxy also uses connections again for
# whoever comes next, as Caddy does by itself, since one request inside another would come so.
AROUND: Final = {
    "caddy": "{{\n    admin off\n}}\n{text}",
    "haproxy": "{text}    http-reuse always\n",
    "nginx": (
        "daemon off;\nmaster_process off;\npid nginx.pid;\nerror_log stderr;\nevents {{}}\n"
        "http {{\naccess_log off;\nclient_body_temp_path body;\nproxy_temp_path proxied;\n"
        "fastcgi_temp_path f;\nuwsgi_temp_path u;\nscgi_temp_path s;\n{text}}}\n"
    ),
}


@asynccontextmanager
async def behind(name: str, server: int, directory: Path) -> AsyncIterator[int]:
    """A proxy in front of a server on this machine; the port that it listens at."""
    program, environment = found(name)
    with unused() as port:
        file = directory / f"{name}.conf"
        file.write_text(configured(name, port, server), "utf-8")
    arguments = {
        "caddy": ("run", "--adapter", "caddyfile", "--config", str(file)),
        "haproxy": ("-db", "-f", str(file)),
        "nginx": ("-p", f"{directory}/", "-c", str(file)),
    }[name]
    with (directory / f"{name}.log").open("w+", encoding="utf-8") as log:
        process = await asyncio.create_subprocess_exec(
            program, *arguments, env=environment | {"HOME": str(directory)}, stdout=log, stderr=log
        )
        try:
            await listens(port, process, log)
            yield port
        finally:
            process.kill()
            await process.wait()


def found(name: str) -> tuple[str, dict[str, str]]:
    """A proxy's program and the environment that it runs in; leaves the test out without one."""
    places = [os.environ["PATH"], "/usr/sbin", str(FETCHED / "usr/sbin"), str(FETCHED / "usr/bin")]
    program = shutil.which(name, path=os.pathsep.join(places))
    if program is None:
        pytest.skip(f"no {name} on this machine: `make proxies` fetches it")
    environment = dict(os.environ)
    if program.startswith(str(FETCHED)):
        libraries = sorted({str(file.parent) for file in FETCHED.glob("usr/lib/**/*.so*")})
        environment["LD_LIBRARY_PATH"] = os.pathsep.join(libraries)
    return program, environment


def configured(name: str, port: int, server: int) -> str:
    """What the page says, at other addresses."""
    (text,) = re.findall(rf"```{BLOCKS[name]}\n(.*?)```", OPERATING, re.DOTALL)
    listening, here = ADDRESSES[name]
    for said, meant in ((listening, here.format(port=port)), (SERVER, f"127.0.0.1:{server}")):
        assert text.count(said) == 1, (name, said)
        text = text.replace(said, meant)
    return AROUND[name].format(text=text)


@contextmanager
def unused() -> Iterator[int]:
    """A port that nothing listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        yield probe.getsockname()[1]


async def listens(port: int, process: asyncio.subprocess.Process, log: TextIO) -> None:
    """Wait until somebody can connect."""
    async with asyncio.timeout(PATIENCE):
        while True:
            assert process.returncode is None, log.seek(0) or log.read()
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except ConnectionRefusedError:
                await asyncio.sleep(0.02)
                continue
            writer.close()
            return
