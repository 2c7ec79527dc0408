"""The program itself: commands found by name, and every error told in one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final, NoReturn

import click

import ludarium
from ludarium.cli.common import os_message
from ludarium.core.errors import InvalidInput, Refused, nearest

COMMANDS: Final = ("games", "play", "serve", "sim", "scenario", "rules", "replay", "verify")
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141


class Program(click.Group):
    """A group whose commands live in modules of their own, imported when they are named."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        if cmd_name not in COMMANDS:
            ctx.fail(f"no command {cmd_name!r}{nearest(cmd_name, COMMANDS)}")
        command = import_module(f"ludarium.cli.commands.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def main(self, args: Sequence[str] | None = None, *_: object, **__: object) -> NoReturn:
        """Run and exit; whatever goes wrong is one line, never a traceback."""
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                # What people type or name need not fit the encoding of the terminal.
                stream.reconfigure(errors="replace")
        sys.exit(self._run(args))

    def _run(self, args: Sequence[str] | None) -> int:
        try:
            code = super().main(args, prog_name="ludarium", standalone_mode=False)
            sys.stdout.flush()
            return code if isinstance(code, int) else 0
        except (click.Abort, KeyboardInterrupt):
            return _complain("interrupted", INTERRUPTED)
        except click.ClickException as error:
            return _complain(error.format_message(), error.exit_code)
        except (InvalidInput, Refused) as error:
            return _complain(str(error), 2)
        except BrokenPipeError:
            # Python would complain once more when it flushes at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return PIPE_CLOSED
        except OSError as error:
            return _complain(os_message(error), 1)
        except Exception as error:
            if os.environ.get("LUDARIUM_TRACEBACK"):
                raise
            hint = "set LUDARIUM_TRACEBACK=1 to see where"
            return _complain(f"a defect: {type(error).__name__}: {error} ({hint})", 1)


@click.command(
    cls=Program,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 96},
    epilog="""\b
Examples:
  ludarium play tears-of-nature
  ludarium COMMAND --help""",
)
@click.version_option(ludarium.__version__, prog_name="ludarium")
@click.pass_context
def program(ctx: click.Context) -> None:
    """Published tabletop games, each complete and exact, on one engine."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> NoReturn:
    """The entry point."""
    program.main()


def _complain(message: str, code: int) -> int:
    click.echo(f"ludarium: {' '.join(message.split())}", err=True)
    return code
