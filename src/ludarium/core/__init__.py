"""The machine that all games run on. It knows no game."""
