"""Token buckets: a burst at once, and then so many a second."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import partial


class Bucket:
    """Holds `burst` tokens when full and gains `rate` of them a second.

    >>> bucket = Bucket(rate=0.5, burst=2, clock=lambda: 0.0)
    >>> [bucket.allow() for _ in range(3)]
    [True, True, False]
    """

    __slots__ = ("_at", "_clock", "_level", "burst", "rate")

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        if rate <= 0 or burst < 1:
            raise ValueError(f"a bucket gains and holds something, not {rate} a second and {burst}")
        self.rate = rate
        self.burst = burst
        self._clock = clock
        self._level = burst
        self._at = clock()

    @property
    def level(self) -> float:
        """How many tokens are in it now."""
        now = self._clock()
        self._level = min(self.burst, self._level + self.rate * max(0.0, now - self._at))
        self._at = now
        return self._level

    def allow(self, cost: float = 1) -> bool:
        """Take tokens if there are enough of them; a refusal costs nothing."""
        if self.level < cost:
            return False
        self._level -= cost
        return True

    def lower_to(self, level: float) -> None:
        """Take out what is above a level."""
        self._level = min(self.level, level)


class Limiter:
    """A bucket for each key, such as an address; only the `keep` keys used last are remembered.

    Whoever is forgotten gains nothing by it: an unknown key starts with no more than the emptiest
    of the forgotten buckets would hold by now. In peace those have long been full again.
    """

    __slots__ = ("_bucket", "_buckets", "_forgotten", "keep")

    def __init__(
        self,
        rate: float,
        burst: float,
        keep: int = 10_000,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if keep < 1:
            raise ValueError(f"a limiter remembers at least one key, not {keep}")
        self.keep = keep
        self._bucket = partial(Bucket, rate, burst, clock)
        self._forgotten = self._bucket()
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def allow(self, key: Hashable, cost: float = 1) -> bool:
        """Whether this key may do something that costs so much now."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = self._bucket()
            bucket.lower_to(self._forgotten.level)
            if len(self._buckets) > self.keep:
                _, oldest = self._buckets.popitem(last=False)
                self._forgotten.lower_to(oldest.level)
        else:
            self._buckets.move_to_end(key)
        return bucket.allow(cost)
