"""The `ludarium` program."""

from ludarium.cli.program import main

__all__ = ["main"]
