"""Tears of Nature at a terminal."""

from ludarium.cli.tables.tears_of_nature.drawing import Drawing

__all__ = ["Drawing"]
