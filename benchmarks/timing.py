"""One timer for all benchmarks: the best of several runs, ours beside a peer's.

What was measured in a run is kept in `MEASURED`, for the table at its end.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple


class Comparison(NamedTuple):
    """Seconds of ours and of the peer's, and how many times faster ours is.

    Without a peer the goal is a number of seconds.
    """

    name: str
    ours: float
    theirs: float | None
    goal: float | None
    peer: str = ""

    @property
    def ratio(self) -> float:
        """How many times faster ours is."""
        return float("nan") if self.theirs is None else self.theirs / self.ours

    @property
    def reached(self) -> bool:
        """Whether the goal was reached."""
        if self.goal is None:
            return True
        return self.ours <= self.goal if self.theirs is None else self.ratio >= self.goal


MEASURED: list[Comparison] = []


def measured(
    name: str,
    ours: float,
    *,
    theirs: float | None = None,
    peer: str = "",
    goal: float | None = None,
    told: str = "",
) -> Comparison:
    """Print what was measured in seconds, and keep it for the table."""
    found = Comparison(name, ours, theirs, goal, peer)
    MEASURED.append(found)
    beside = "" if theirs is None else f", {peer} {short(theirs)}, ratio {found.ratio:.1f}x"
    unit = " s" if theirs is None else "x"
    aim = "" if goal is None else f" (goal {goal:g}{unit})"
    print(f"{name}: ours {short(ours)}{beside}{aim}{'' if found.reached else ' MISSED'}{told}")
    return found


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
    scaled = "" if share == 1.0 else f", {peer} timed on {share:.2%} and scaled"
    return measured(name, seconds, theirs=peers, peer=peer, goal=goal, told=scaled)


def short(seconds: float) -> str:
    """Return seconds as a person reads them."""
    return f"{seconds:.3g} s" if seconds >= 0.01 else f"{seconds * 1000:.3g} ms"
