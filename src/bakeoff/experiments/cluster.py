"""A running Dask cluster, by its address: chunks of seconds, a bounded number under way.

Only this process writes the store. Whatever happens on the cluster, a chunk whose outcomes have
not come back is handed out again: to another worker, or to the next scheduler at the address.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import time
import uuid
import warnings
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from bakeoff.errors import StudyError
from bakeoff.experiments import remote
from bakeoff.experiments.engines import Job
from bakeoff.experiments.fit import Outcome

PORTION = 2.0  # seconds of work in a chunk: much more than sending it costs
UNDER_WAY = 2  # chunks for each thread of the cluster
GIVEN_UP = 2  # how often a cell may lose its worker while it is alone in a chunk
FIRST = 10.0  # seconds that a scheduler is waited for that has never answered
LOOK = 2.0  # seconds between two looks whether the scheduler is still there


@dataclass(frozen=True)
class Cluster:
    """An engine that hands chunks to the cluster at an address.

    `patience` is how many seconds a scheduler that does not answer is waited for.
    """

    address: str
    patience: float = 60.0

    def __call__(self, job: Job) -> Iterator[Outcome | None]:
        """Yield the outcome of every cell once, as they come."""
        run = _Run(job)
        patience = min(FIRST, self.patience)
        while True:
            try:
                with connected(self.address, patience) as client:
                    patience = self.patience
                    yield from run.outcomes(client)
                    return
            except _LostError:
                run.take_back()


class _LostError(Exception):
    """The scheduler does not answer any more."""


@contextmanager
def connected(address: str, patience: float) -> Iterator[Any]:
    """Give a client of the scheduler, which may take a while to come back."""
    try:
        from distributed import Client
    except ImportError:
        raise StudyError(
            "a cluster takes the package distributed, which is not installed; install "
            "bakeoff[cluster], or choose engine='local'"
        ) from None
    end = time.monotonic() + patience
    while True:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # other versions, and the like
                client = Client(address, timeout=5, set_as_default=False)  # type: ignore[no-untyped-call]  # as it comes
            break
        except (OSError, ValueError) as reason:
            if isinstance(reason, ValueError) or time.monotonic() > end:
                raise StudyError(
                    f"no cluster answers at {address}; start one there with 'dask scheduler' and "
                    f"'dask worker', or choose engine='local'"
                ) from None
            time.sleep(0.5)
    try:
        yield client
    finally:
        with suppress(OSError, RuntimeError, concurrent.futures.CancelledError):
            client.close(timeout=1)  # type: ignore[no-untyped-call]  # likewise


class _Run:
    """The chunks that are still to be handed out, and those that are under way."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.fresh = job.chunks(PORTION)
        self.returned: deque[list[int]] = deque()
        self.under_way: dict[Any, list[int]] = {}
        self.losses: Counter[int] = Counter()

    def outcomes(self, client: Any) -> Iterator[Outcome | None]:
        """Hand out chunks and yield what comes back, until nothing is left."""
        shared = _Shared(client, self.job)
        try:
            while self._hand_out(client, shared):
                for future in self._finished(client):
                    yield from self._heard(future)
                yield None
        except LOST as reason:
            raise _LostError from reason
        finally:
            shared.end()

    def take_back(self) -> None:
        """Put what was under way back among what is to be done."""
        self.returned.extend(self.under_way.values())
        self.under_way = {}

    def _hand_out(self, client: Any, shared: _Shared) -> bool:
        """Hand out as many chunks as may be under way; return whether there are any."""
        most = UNDER_WAY * max(1, sum(client.nthreads().values()))
        while len(self.under_way) < most:
            cells = self.returned.popleft() if self.returned else next(self.fresh, None)
            if cells is None:
                break
            self.under_way[shared.submit(cells)] = cells
        return bool(self.under_way)

    def _finished(self, client: Any) -> list[Any]:
        from distributed import wait

        while client.status == "running":
            with suppress(TimeoutError), client.as_current():
                wait(list(self.under_way), timeout=LOOK, return_when="FIRST_COMPLETED")  # type: ignore[no-untyped-call]  # as it comes
                return [future for future in self.under_way if future.done()]
        raise _LostError

    def _heard(self, future: Any) -> Iterator[Outcome]:
        if future.status == "finished":
            outcomes = future.result(timeout=60)
            del self.under_way[future]
            yield from outcomes
        elif future.status == "error":
            yield from self._lost(self.under_way.pop(future), future.exception())
        else:
            raise _LostError

    def _lost(self, cells: list[int], reason: BaseException) -> Iterator[Outcome]:
        """A chunk took its worker with it, again and again: try its cells one by one."""
        from distributed import KilledWorker

        if not isinstance(reason, KilledWorker):
            raise StudyError(
                f"the cluster could not run cells ({type(reason).__name__}: {reason}); the same "
                f"version of bakeoff must be installed there"
            ) from None
        plan = self.job.work.plan
        for number in cells:
            self.losses[number] += len(cells) == 1
            if self.losses[number] < GIVEN_UP:
                self.returned.append([number])
            else:
                said = "the workers of the cluster that ran it ended, one after the other"
                yield Outcome(number, "killed", plan.seed_of(plan.cell(number)), said)


class _Shared:
    """What many chunks need: sent once, and kept by the scheduler in case a worker is lost."""

    def __init__(self, client: Any, job: Job) -> None:
        self.client, self.job = client, job
        self.token = uuid.uuid4().hex
        self.work = self._sent(job.work, "work")
        self.datasets: dict[int, Any] = {}

    def submit(self, cells: list[int]) -> Any:
        """Hand out a chunk, and return its future."""
        plan = self.job.work.plan
        places = {plan.cell(number).dataset for number in cells}
        for place in places - self.datasets.keys():
            self.datasets[place] = self._sent(self.job.datasets[place], f"data-{place}")
        needed = {place: self.datasets[place] for place in places}
        return self.client.submit(
            remote.run_chunk, self.token, self.work, needed, cells, self.job.limits, pure=False
        )

    def end(self) -> None:
        """Let the workers end the processes that ran the cells."""
        with suppress(*LOST, RuntimeError, ValueError):
            if self.client.status == "running":
                self.client.run(remote.end, self.token, on_error="ignore")

    def _sent(self, thing: Any, name: str) -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that it is large: it is sent once
            return self.client.submit(remote.same, thing, key=f"bakeoff-{name}-{self.token}")


LOST = (OSError, asyncio.CancelledError, concurrent.futures.CancelledError)
