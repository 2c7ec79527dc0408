"""The rooms of the house, furnished alike; each is imported when it is entered."""

from __future__ import annotations

from typing import Final

ROOMS: Final = {
    "tears-of-nature": "ludarium.games.tears_of_nature",
    "galatune": "ludarium.games.galatune",
}
