"""Tears of Nature at a terminal."""

from ludarium.cli.tables.tears_of_nature.drawing import Drawing
from ludarium.cli.tables.tears_of_nature.talk import Talk

__all__ = ["Drawing", "Talk"]
