"""All cores of this machine: a few worker processes, each led by a thread."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator

from bakeoff.experiments.engines import PORTION, Job
from bakeoff.experiments.fit import Outcome
from bakeoff.experiments.supervised import Supervised

QUIET = 0.1  # seconds after which it is told that nothing came
WAITING = 64  # outcomes for each worker that may wait to be written


class _Team:
    """Workers that take chunks from one list and put outcomes into one queue."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.chunks = job.chunks(PORTION)
        self.turn = threading.Lock()
        self.found: queue.Queue[Outcome | BaseException | None] = queue.Queue(WAITING * job.workers)
        self.stopped = threading.Event()
        self.workers = [Supervised(job.work, job.limits) for _ in range(job.workers)]
        self.threads = [
            threading.Thread(target=self._lead, args=(worker,), daemon=True)
            for worker in self.workers
        ]

    def _lead(self, worker: Supervised) -> None:
        try:
            while (chunk := self._next()) is not None:
                for outcome in worker.run(chunk, self.job.datasets):
                    self.found.put(outcome)
        except BaseException as fault:  # noqa: BLE001  it is raised again where it is heard
            self.found.put(fault)
        finally:
            self.found.put(None)

    def _next(self) -> list[int] | None:
        with self.turn:
            return None if self.stopped.is_set() else next(self.chunks, None)

    def end(self) -> None:
        """Stop all, whatever they are doing."""
        self.stopped.set()
        for worker in self.workers:
            worker.close()
        for thread in self.threads:
            while thread.is_alive():
                while not self.found.empty():  # a thread may wait for a place in the queue
                    self.found.get_nowait()
                thread.join(0.05)


def local(job: Job) -> Iterator[Outcome | None]:
    """Run cells in processes of this machine."""
    team = _Team(job)
    for thread in team.threads:
        thread.start()
    running = len(team.threads)
    try:
        while running:
            try:
                found = team.found.get(timeout=QUIET)
            except queue.Empty:
                yield None
                continue
            if found is None:
                running -= 1
            elif isinstance(found, BaseException):
                raise found
            else:
                yield found
    finally:
        team.end()
