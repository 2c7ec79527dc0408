"""The log in sentences, for one reader at a time."""

from __future__ import annotations

from collections.abc import Sequence

from ludarium.core.talk import Facts, Talk
from ludarium.core.words import Voice, Words


class Chronicle:
    """Turns the events that a reader was told into the sentences that reader may read."""

    def __init__(self, words: Words, talk: Talk, voice: Voice) -> None:
        self.words = words
        self.talk = talk
        self.voice = voice

    def sentences(
        self, events: Sequence[Facts], reader: int | None, since: int = 0, brief: bool = False
    ) -> list[str]:
        """What happened from event `since` on; `brief` leaves out what is no news."""
        told = self.talk.fold([self.talk.annotate(event) for event in events[since:]], brief)
        voice = self.voice.to(reader)
        return [self.words.say("events", str(event["event"]), event, voice) for event in told]
