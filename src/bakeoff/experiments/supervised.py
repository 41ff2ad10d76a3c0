"""The other end of a worker's pipe: hands out cells, sees it die or hang, and starts another."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from typing import Any

from bakeoff.errors import StudyError
from bakeoff.experiments.dataset import Dataset
from bakeoff.experiments.engines import Limits
from bakeoff.experiments.fit import Outcome, Work
from bakeoff.experiments.worker import READY

COMMAND = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1])[2]; "
    "from bakeoff.experiments.worker import main; main()"
)
ONE_THREAD = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "NUMEXPR_NUM_THREADS",
)
SIGNAL = "signal"  # the first word of how a process ended that was killed
PATIENCE = 120.0  # seconds for a process to start
STARTS = 5  # how often a process may be killed before it is ready
DEATHS = 2  # how often a cell's process may end before the cell is given up


class _DiedError(Exception):
    """The process has ended; the argument says how."""


class _TooLongError(Exception):
    """A cell took longer than it may."""


class Supervised:
    """A worker process that is replaced when it dies; `run` yields an outcome for every cell."""

    def __init__(self, work: Work, limits: Limits) -> None:
        self.limits, self.work = limits, work
        self._packed = packed(work)
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection | None = None
        self._has: set[int] = set()
        self._closed = False

    def run(self, cells: Sequence[int], datasets: dict[int, Dataset]) -> Iterator[Outcome]:
        """Yield the outcome of every cell, in order; one that can't be run has a reason."""
        pending = deque(cells)
        deaths: Counter[int] = Counter()
        while pending and not self._closed:
            try:
                for outcome in self._attempt(list(pending), datasets):
                    pending.popleft()
                    yield outcome
            except _TooLongError:
                self._kill()
                reason = f"took longer than {self.limits.seconds:g} s, and was stopped"
                yield self._lost(pending.popleft(), "timeout", reason)
            except _DiedError as how:
                self._kill()
                deaths[pending[0]] += 1
                if deaths[pending[0]] == DEATHS:
                    reason = f"its process ended {DEATHS} times: {how}"
                    yield self._lost(pending.popleft(), "killed", reason)

    def close(self) -> None:
        """End the process."""
        self._closed = True
        self._kill()

    def _lost(self, number: int, status: Any, reason: str) -> Outcome:
        seed = self.work.plan.seed_of(self.work.plan.cell(number))
        return Outcome(number, status, seed, reason, seconds=self.limits.seconds or 0.0)

    def _attempt(self, cells: list[int], datasets: dict[int, Dataset]) -> Iterator[Outcome]:
        connection = self._connection or self._start()
        needed = {self.work.plan.cell(number).dataset for number in cells} - self._has
        try:
            if needed:
                connection.send_bytes(packed(("data", {one: datasets[one] for one in needed})))
                self._has |= needed
            connection.send(("cells", cells))
            for _ in cells:
                self._wait(connection)
                yield connection.recv()
        except (EOFError, OSError):
            raise _DiedError(self._how()) from None

    def _wait(self, connection: Connection) -> None:
        if self.limits.seconds is not None and not connection.poll(self.limits.seconds):
            raise _TooLongError

    def _start(self) -> Connection:
        """Start the process; one that is killed before it is ready is started anew."""
        how = ""
        for _ in range(STARTS):
            connection = self._begun()
            if connection is not None:
                self._connection, self._has = connection, set()
                return connection
            how = self._how()
            self._kill()
            if self._closed:
                raise _DiedError(how)
            if not how.startswith(SIGNAL):
                break
        raise StudyError(
            f"a process to run cells in could not be started ({how}); "
            f"engine='serial' needs none, and shows why"
        )

    def _begun(self) -> Connection | None:
        ours, theirs = socket.socketpair()
        words = json.dumps([theirs.fileno(), os.getpid(), sys.path, self.limits.memory])
        self._process = subprocess.Popen(  # noqa: S603  our own program
            [sys.executable, "-c", COMMAND, words],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,  # estimators talk; results are ours
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # a Ctrl-C is for whoever leads, not for its workers
            env={**os.environ, **dict.fromkeys(ONE_THREAD, "1")},
        )
        theirs.close()
        connection = Connection(ours.detach())
        if self._closed:  # while it was being started
            self._process.kill()
        try:
            connection.send_bytes(self._packed)
            ready = connection.poll(PATIENCE) and connection.recv() == READY
        except (EOFError, OSError):
            ready = False
        if not ready:
            connection.close()
        return connection if ready else None

    def _how(self) -> str:
        if self._process is None:
            return "it never began"
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        code = self._process.returncode
        if code is None:
            return "it does not answer"
        if code == -signal.SIGKILL:
            return f"{SIGNAL} 9, as the system sends it when memory runs out"
        return f"{SIGNAL} {-code}" if code < 0 else f"exit code {code}"

    def _kill(self) -> None:
        connection, self._connection = self._connection, None
        if self._process is not None:
            # it leads a session of its own: what it has started itself goes with it
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        if connection is not None:
            connection.close()


def packed(thing: Any) -> bytes:
    """Return something as bytes to be sent to a process of ours, classes of a notebook included."""
    import joblib

    wrapped = joblib.wrap_non_picklable_objects(thing, keep_wrapper=False)
    return bytes(ForkingPickler.dumps(wrapped))
