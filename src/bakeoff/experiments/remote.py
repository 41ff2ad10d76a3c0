"""What runs on the workers of a cluster: chunks, in processes of their own beside the worker.

A worker of a cluster may have many threads, and what estimators draw from the global generator,
or a limit of time, needs a process. So every thread that runs a chunk takes one, and leaves it for
the next chunk.
"""

from __future__ import annotations

import threading
from typing import Any

from bakeoff.experiments.dataset import Dataset
from bakeoff.experiments.engines import Limits
from bakeoff.experiments.fit import Outcome, Work
from bakeoff.experiments.supervised import Supervised

_TURN = threading.Lock()
_IDLE: dict[str, list[Supervised]] = {}


def same(thing: Any) -> Any:
    """Return what it is given: so it becomes a result that workers share."""
    return thing


def run_chunk(
    token: str, work: Work, datasets: dict[int, Dataset], cells: list[int], limits: Limits
) -> list[Outcome]:
    """Return the outcomes of cells; `token` names the run that they belong to."""
    process = _taken(token) or Supervised(work, limits)
    outcomes = list(process.run(cells, datasets))
    with _TURN:
        _IDLE.setdefault(token, []).append(process)
    return outcomes


def end(token: str) -> None:
    """End the idle processes of a run."""
    with _TURN:
        processes = _IDLE.pop(token, [])
    for process in processes:
        process.close()


def _taken(token: str) -> Supervised | None:
    """Return an idle process of this run; those of runs that are over are ended."""
    for other in [one for one in _IDLE if one != token]:
        end(other)
    with _TURN:
        processes = _IDLE.get(token)
        return processes.pop() if processes else None
