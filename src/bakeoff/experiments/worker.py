"""A process that runs cells for another: it reads chunks from a pipe and answers with outcomes."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

READY = "ready"
PARENT_GONE = 3


def main() -> None:
    """Serve until the other end of the pipe is closed, or its process is gone."""
    handle, parent, paths, memory = json.loads(sys.argv[1])
    sys.path[:] = paths
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()
    _limit(memory)
    _volunteer()
    # these faults mean that whoever gave the work is done, or gone
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        _serve(Connection(handle))


def _serve(connection: Connection) -> None:
    from bakeoff.experiments.fit import run_cells, warm_up

    work = connection.recv()
    warm_up(work)
    datasets: dict[int, Any] = {}
    connection.send(READY)
    while True:
        kind, content = connection.recv()
        if kind == "data":
            datasets.update(content)
            continue
        for outcome in run_cells(work, datasets, content):
            connection.send(outcome)


def _watch(parent: int) -> None:
    """End when the parent has: a cell that hangs would never look at the pipe again."""
    while os.getppid() == parent:
        time.sleep(0.5)
    if os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)  # with all that it has started itself
    os._exit(PARENT_GONE)


def _volunteer() -> None:
    """Where memory runs out, let the system end this process and not the one that keeps results."""
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("800", encoding="ascii")


def _limit(memory: float | None) -> None:
    if memory is None:
        return
    import resource

    soft = int(memory)
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard != resource.RLIM_INFINITY:
        soft = min(soft, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))
