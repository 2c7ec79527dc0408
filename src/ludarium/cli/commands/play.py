"""`ludarium play`: a game at the terminal, alone against bots or with friends at one keyboard."""

from __future__ import annotations

from pathlib import Path

import click

from ludarium.cli.common import game_argument, gather_options, rule_options

GOODBYE = "Goodbye."


@click.command(
    "play",
    short_help="Play a game at the terminal.",
    epilog="""\b
Examples:
  ludarium play tears-of-nature
  ludarium play tears-of-nature --ruleset practitioner --seats you,steady,random
  ludarium play galatune --seats Anna,Ben,steady -o champion_pick=deal2""",
)
@game_argument
@rule_options
@click.option(
    "--bots", metavar="A,B", help="You and these bots; a lot seats you where the game says so."
)
@click.option(
    "--seats",
    metavar="A,B",
    help="Who sits where: 'you', a bot (steady, random), or the name of another person here.",
)
@click.option("--seed", metavar="TEXT", help="Repeat the chance of another match.")
@click.option("--load", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a save.")
@click.option(
    "--record", type=click.Path(path_type=Path), metavar="FILE", help="Write the record there."
)
@click.option("--no-confirm", is_flag=True, help="Do not ask before moves people may regret.")
@click.option("--no-color", is_flag=True, help="No colours; so does NO_COLOR.")
@click.option("--plain", is_flag=True, help="Plain letters only: no colours, no drawn signs.")
def command(
    game: str,
    ruleset: str | None,
    players: int | None,
    options: tuple[str, ...],
    bots: str | None,
    seats: str | None,
    seed: str | None,
    load: Path | None,
    record: Path | None,
    no_confirm: bool,
    no_color: bool,
    plain: bool,
) -> int:
    """Play GAME at the terminal, alone against bots or with friends at one keyboard.

    Without options for rules or seats you are asked for them; Enter takes the usual.
    """
    import ludarium
    from ludarium.cli.terminal.screen import Goodbye, Screen
    from ludarium.cli.terminal.seats import arrange
    from ludarium.cli.terminal.session import Session
    from ludarium.cli.terminal.setup import ask_setup
    from ludarium.core.nature import Dice

    room = ludarium.room(game)
    given = gather_options(ruleset, players, options)
    Dice.from_seed(seed)
    if load is not None and (given or bots is not None or seats is not None):
        raise click.UsageError("--load brings its own rules and seats; leave the others out")
    screen = Screen(color=not no_color, plain=plain)
    session = Session(screen, seed, not no_confirm, record)
    try:
        session.check_record()
        if load is not None:
            session.load(load)
            if session.sitting.game.room.slug != room.slug:
                raise click.UsageError(f"{load}: a save of {session.sitting.game.room.slug}")
        elif given or bots is not None or seats is not None:
            count = given.get("players")
            chairs = arrange(count if isinstance(count, int) else None, _names(bots), _names(seats))
            session.begin(ludarium.game(game, **{**given, "players": len(chairs)}), chairs)
        else:
            session.begin(*ask_setup(screen, room))
        session.run()
    except Goodbye:
        session.leave()
    except KeyboardInterrupt:
        screen.show()
        session.leave()
        screen.show(GOODBYE, indent=2)
        return 130
    screen.show(GOODBYE, indent=2)
    return 0


def _names(text: str | None) -> list[str] | None:
    return None if text is None else [name.strip() for name in text.split(",")]
