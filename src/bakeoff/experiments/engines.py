"""Who does the work: this process, processes beside it, or a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from bakeoff import checks
from bakeoff.errors import InvalidInput
from bakeoff.experiments.dataset import Dataset
from bakeoff.experiments.fit import Outcome, Work, one_thread, run_cells

PORTION = 0.2  # seconds of work in one chunk, where handing it over costs next to nothing


@dataclass(frozen=True)
class Limits:
    """What one cell may take: seconds, and bytes of memory."""

    seconds: float | None = None
    memory: float | None = None


@dataclass(frozen=True)
class Job:
    """What an engine is given: the work, the data, and a way to chunks of some seconds."""

    work: Work
    datasets: dict[int, Dataset]
    chunks: Callable[[float], Iterator[list[int]]]
    limits: Limits
    workers: int


class Engine(Protocol):
    """Takes chunks of cells as it can do them, and yields outcomes as they come, in any order."""

    def __call__(self, job: Job) -> Iterator[Outcome | None]:
        """Yield the outcome of every cell once; None now and then while nothing comes."""
        ...


def engine_of(name: Any, limits: Limits, workers: int | None) -> tuple[Engine, int]:
    """Return the engine that is meant, and how many processes it will use."""
    if callable(name):
        return name, workers or 1
    if not isinstance(name, str):
        raise InvalidInput(f"engine must be 'local', 'serial' or an address; it was {name!r}")
    if workers is not None:
        checks.count(workers, "workers", least=1)
    if "://" in name or (name.rpartition(":")[2].isdigit() and ":" in name):
        from bakeoff.experiments.cluster import Cluster

        address = name if "://" in name else f"tcp://{name}"
        return Cluster(address), workers or 1
    if name not in {"local", "serial"}:
        raise InvalidInput(
            f"engine must be 'local', 'serial' or the address of a cluster, such as "
            f"tcp://host:8786; it was {name!r}"
        )
    if name == "serial" and limits == Limits():
        return serial, 1
    from bakeoff.experiments.local import local

    # in a process of its own a cell can be stopped, wherever it hangs
    return local, 1 if name == "serial" else workers or cores()


def serial(job: Job) -> Iterator[Outcome]:
    """Run one cell after the other in this process."""
    with one_thread():
        for chunk in job.chunks(PORTION):
            yield from run_cells(job.work, job.datasets, chunk)


def cores() -> int:
    """Return how many cores this process may use."""
    import joblib

    return int(joblib.cpu_count())
