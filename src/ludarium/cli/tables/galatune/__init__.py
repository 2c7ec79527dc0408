"""Galatune at a terminal."""

from ludarium.cli.tables.galatune.drawing import Drawing

__all__ = ["Drawing"]
