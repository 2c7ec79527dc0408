"""Effects: a little language that says what cards do, the same in every game.

vocabulary   what a game declares: triggers, verbs, conditions, filters, values, with types
syntax       what is written, with its place: parsing -> reading
program      what was read: frozen plain data that prints back to the text
running      entries carried out by frames, one at a time
text         the sentences on a card, from its program and the game's `words.toml`
locating     where in a TOML file a text stands, so that errors can point at the very word
reference    `docs/effects.md`
"""
