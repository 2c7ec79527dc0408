"""Playing at a terminal: knows no game."""
