"""One timer for all benchmarks: the best of several runs, ours beside a peer's."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple


class Comparison(NamedTuple):
    """Seconds of ours and of the peer's, and how many times faster ours is."""

    name: str
    ours: float
    theirs: float
    ratio: float
    goal: float

    @property
    def reached(self) -> bool:
        """Whether the goal was reached."""
        return self.ratio >= self.goal


def best(function: Callable[[], object], *, repeat: int = 3) -> float:
    """Return the seconds of the fastest of `repeat` runs: the one that was disturbed least."""
    seconds = []
    for _ in range(repeat):
        start = time.perf_counter()
        function()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def compare(
    name: str,
    ours: Callable[[], object],
    theirs: Callable[[], object],
    *,
    peer: str,
    goal: float,
    repeat: int = 3,
    share: float = 1.0,
) -> Comparison:
    """Time both and print one line; `share` is the part of the work that the peer is given.

    With a share below 1 the peer's seconds are scaled up to the whole, and the line says so.
    """
    seconds = best(ours, repeat=repeat)
    peers = best(theirs, repeat=repeat) / share
    found = Comparison(name, seconds, peers, peers / seconds, goal)
    scaled = "" if share == 1.0 else f", {peer} timed on {share:.2%} and scaled"
    print(
        f"{name}: ours {_short(seconds)}, {peer} {_short(peers)}, "
        f"ratio {found.ratio:.1f}x (goal {goal:g}x){'' if found.reached else ' MISSED'}{scaled}"
    )
    return found


def _short(seconds: float) -> str:
    return f"{seconds:.3g} s" if seconds >= 0.01 else f"{seconds * 1000:.3g} ms"
