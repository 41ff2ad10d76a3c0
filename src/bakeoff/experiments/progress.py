"""How far a study has come: a bar with the time left, on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from bakeoff.experiments.chunks import Clock
    from bakeoff.experiments.fit import Outcome

OFTEN = 0.1  # seconds between two looks at the bar


class Progress(Protocol):
    """What a run tells while it goes on."""

    def say(self, sentence: str) -> None:
        """Tell something in words."""

    def begin(self, done: int, cells: int) -> None:
        """Tell how many cells there are, and how many are done already."""

    def advance(self, outcome: Outcome, clock: Clock) -> None:
        """Tell that a cell is done."""


class Silence:
    """Tells nothing."""

    def say(self, sentence: str) -> None:
        """Keep a sentence to itself."""

    def begin(self, done: int, cells: int) -> None:
        """Keep a number to itself."""

    def advance(self, outcome: Outcome, clock: Clock) -> None:
        """Keep an outcome to itself."""


class Lines:
    """Tells in lines, for a log: what is worth saying, and every tenth of the way."""

    def __init__(self) -> None:
        self.done, self.cells, self.failed, self._next = 0, 0, 0, 0.0

    def say(self, sentence: str) -> None:
        """Write a sentence."""
        sys.stderr.write(f"note: {sentence}\n")

    def begin(self, done: int, cells: int) -> None:
        """Write how much there is to do."""
        self.done, self.cells = done, cells
        kept = f"; {done} are done already" if done else ""
        sys.stderr.write(f"{cells} cells{kept}\n")
        self._next = done + (cells - done) / 10

    def advance(self, outcome: Outcome, clock: Clock) -> None:
        """Write a line now and then."""
        self.done += 1
        self.failed += outcome.status != "ok"
        if self.done >= self._next:
            self._next += max((self.cells - self.done) / 10, self.cells / 10)
            failed = f", {self.failed} failed" if self.failed else ""
            rest = f", about {span(clock.remaining())} left" if clock.left else ""
            sys.stderr.write(f"{self.done} of {self.cells} cells{failed}{rest}\n")


class Bar:
    """Tells in a bar that moves, for a person at a terminal."""

    def __init__(self, title: str) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        self.bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[left]}"),
            console=Console(stderr=True),
        )
        self.task = self.bar.add_task(title, total=None, left="")
        self.done, self.failed, self._seen = 0, 0, 0.0

    def say(self, sentence: str) -> None:
        """Write a sentence above the bar."""
        from rich.markup import escape

        self.bar.console.print(f"note: {escape(sentence)}")

    def begin(self, done: int, cells: int) -> None:
        """Draw what is done already."""
        self.done = done
        self.bar.update(self.task, total=cells, completed=done)

    def advance(self, outcome: Outcome, clock: Clock) -> None:
        """Move the bar, but not more often than an eye can see."""
        self.done += 1
        self.failed += outcome.status != "ok"
        now = time.perf_counter()
        if now - self._seen < OFTEN and clock.left:
            return
        self._seen = now
        failed = f"{self.failed} failed  " if self.failed else ""
        left = f"{failed}{span(clock.remaining())} left" if clock.left else failed
        self.bar.update(self.task, completed=self.done, left=left)


@contextmanager
def shown(*, show: bool, title: str) -> Iterator[Progress]:
    """Give what tells about a run: a bar at a terminal, lines in a log, or nothing."""
    if not show:
        yield Silence()
    elif sys.stderr.isatty():
        bar = Bar(title)
        with bar.bar:
            yield bar
    else:
        yield Lines()


def span(seconds: float | None) -> str:
    """Return a time in words a person would use.

    Examples
    --------
    >>> [span(seconds) for seconds in (0.4, 75, 5000, 200000, None)]
    ['1 s', '1 min 15 s', '1 h 23 min', '2 d 7 h', '?']
    """
    if seconds is None:
        return "?"
    whole = max(1, round(seconds))
    for size, unit, small, smaller in ((86400, "d", 3600, "h"), (3600, "h", 60, "min")):
        if whole >= size:
            return f"{whole // size} {unit} {whole % size // small} {smaller}"
    return f"{whole // 60} min {whole % 60} s" if whole >= 60 else f"{whole} s"
