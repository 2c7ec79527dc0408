"""The cable between a browser and the server: it can be cut and mended."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

from server.real import Server, hold_port


class Cable:
    """Passes everything on to a server from a port of its own, until it is cut."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.held = hold_port()
        self.port = self.held.getsockname()[1]
        self.listener: socket.socket | None = None
        self.ends: set[socket.socket] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Cable:
        self.mend()
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()
        self.held.close()

    def mend(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, args=(self.listener,), daemon=True).start()

    def cut(self) -> None:
        """Whoever speaks is cut off, and nobody gets through."""
        assert self.listener is not None
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for end in list(self.ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                here, _ = listener.accept()
                there = socket.create_connection(("127.0.0.1", self.server.port))
                for one, other in ((here, there), (there, here)):
                    threading.Thread(target=self._pass, args=(one, other), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        self.ends.add(one)
        with suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self.ends.discard(one)
        one.close()
