"""The log in sentences, for one reader at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludarium.core.talk import Facts, Talk
from ludarium.core.words import Voice, Words


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of the log, and the event that it tells."""

    text: str
    event: Facts

    @property
    def opens(self) -> bool:
        """Whether the way to its number can be shown."""
        return "sum" in self.event


class Chronicle:
    """Turns the events that a reader was told into the sentences that reader may read."""

    def __init__(self, words: Words, talk: Talk, voice: Voice) -> None:
        self.words = words
        self.talk = talk
        self.voice = voice

    def lines(
        self, events: Sequence[Facts], reader: int | None, since: int = 0, brief: bool = False
    ) -> list[Line]:
        """What happened from event `since` on; `brief` leaves out what is no news."""
        told = self.talk.fold([self.talk.annotate(event) for event in events[since:]], brief)
        voice = self.voice.to(reader)
        return [
            Line(self.words.say("events", str(event["event"]), event, voice), event)
            for event in told
        ]

    def sentences(
        self, events: Sequence[Facts], reader: int | None, since: int = 0, brief: bool = False
    ) -> list[str]:
        """The same without the events."""
        return [line.text for line in self.lines(events, reader, since, brief)]
