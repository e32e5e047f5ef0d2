"""TLS in front of a plain server: an authority and a certificate made for the moment, and a tunnel that ends it."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
import subprocess
import threading
from pathlib import Path
from typing import Self

from tests.registry.servers import free_port

ECHO = 64 * 1024


class Certificates:
    """An authority, and a certificate of it for 127.0.0.1, good for a day."""

    def __init__(self, directory: Path) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self.authority, key = directory / "ca.pem", directory / "ca.key"
        self.certificate, self.key = directory / "server.pem", directory / "server.key"
        curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1")
        openssl("req", "-x509", *curve, "-subj", "/CN=authority", "-keyout", key, "-out", self.authority)
        openssl(
            *("req", "-x509", *curve, "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"),
            *("-CA", self.authority, "-CAkey", key, "-keyout", self.key, "-out", self.certificate),
        )


def openssl(*words: object) -> None:
    """Run openssl; the tests fail where it is missing."""
    subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)


class Tunnel:
    """Takes TLS on a free port and hands what it hears to a plain one."""

    def __init__(self, port: int, certificates: Certificates) -> None:
        self.port = free_port()
        self._behind = port
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(certificates.certificate, certificates.key)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result()
        return self

    def __exit__(self, *error: object) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _listen(self) -> asyncio.Server:
        return await asyncio.start_server(self._serve, "127.0.0.1", self.port, ssl=self._context)

    async def _end(self) -> None:
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.sleep(0)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.CancelledError):
            back, forth = await asyncio.open_connection("127.0.0.1", self._behind)
            try:
                await asyncio.gather(hand_on(reader, forth), hand_on(back, writer))
            finally:
                forth.close()
                writer.close()


async def hand_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Hand on bytes until there are none."""
    with contextlib.suppress(OSError, asyncio.IncompleteReadError):
        while chunk := await reader.read(ECHO):
            writer.write(chunk)
            await writer.drain()
    writer.close()
