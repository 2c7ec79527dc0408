"""Players that see only views.

>>> import random, ludarium
>>> game = ludarium.game("tears-of-nature")
>>> match = game.start(seed=7)
>>> play_out(match, [make_bot("random", game, random.Random(seat)) for seat in (0, 1)])
>>> match.result is not None
True
"""

from __future__ import annotations

from ludarium.bots.bot import BOTS, Bot, make_bot
from ludarium.bots.drive import play_out
from ludarium.bots.random_bot import RandomBot

__all__ = ["BOTS", "Bot", "RandomBot", "make_bot", "play_out"]
