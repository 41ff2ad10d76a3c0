"""From a file of scores to a verdict: `compare` beside autorank.

Run it with ``python -m benchmarks compare [--quick]``. autorank asks for versions that the rest
of this project cannot have, so it lives in an environment of its own: a folder that
``AUTORANK_PYTHON`` names the Python of, or one that is made once in the user's cache with
``pip install autorank``. Both programs are timed inside a fresh process, after their imports and a
first small call, on the same file. Where autorank cannot be had, ours is timed alone.

autorank ends with Nemenyi's critical difference. `compare` by itself goes on to a test of every
pair with an effect and an interval; ``procedure="demsar"`` stops where autorank does, and that is
what is set beside it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks.timing import measured

PEER = "autorank"
REPEAT = 3
GOAL = 1.0  # times faster than autorank, where both do the same
SIZES = {(142, 40): 2.0, (900, 8): 2.0, (8, 900): 2.0, (500, 60): 5.0}
"""Data sets x algorithms, and the seconds that ours may take with all pairs."""
LONGEST = 60  # seconds that the peer is waited for

OURS = """
import sys, time, warnings
warnings.simplefilter("ignore")
from bakeoff import compare
def once(path):
    start = time.perf_counter()
    compare(path, measure="accuracy", procedure=sys.argv[4]).verdict
    return time.perf_counter() - start
once(sys.argv[1])
print(min(once(sys.argv[2]) for _ in range(int(sys.argv[3]))))
"""
THEIRS = """
import sys, time, warnings
warnings.simplefilter("ignore")
import pandas as pd
from autorank import autorank
def once(path):
    start = time.perf_counter()
    autorank(pd.read_csv(path, index_col=0), alpha=0.05, verbose=False)
    return time.perf_counter() - start
once(sys.argv[1])
print(min(once(sys.argv[2]) for _ in range(int(sys.argv[3]))))
"""


def main(quick=False):  # noqa: FBT002  (every benchmark is called so)
    """Time every size in both programs and print a line for each."""
    peer = peer_python()
    repeat = 1 if quick else REPEAT
    with tempfile.TemporaryDirectory() as folder:
        small = written(Path(folder), 12, 4)
        for (n, k), limit in SIZES.items():
            shape = (max(8, n // 10), max(4, k // 10)) if quick else (n, k)
            path = written(Path(folder), *shape)
            ours = seconds(sys.executable, OURS, small, path, repeat, "auto")
            same = seconds(sys.executable, OURS, small, path, repeat, "demsar")
            theirs = None if peer is None else seconds(peer, THEIRS, small, path, repeat)
            name = f"{shape[0]} data sets x {shape[1]} algorithms, from file to verdict"
            if ours is not None:
                measured(f"{name}, all pairs", ours, goal=None if quick else limit)
            if same is not None and theirs is not None:
                measured(f"{name}, as {PEER} does it", same, theirs=theirs, peer=PEER, goal=GOAL)
            else:
                print(f"{name}, as {PEER} does it: ours {text(same)}, {PEER} {text(theirs)}")


def text(measured):
    """Return seconds as text."""
    return f"no answer within {LONGEST} s" if measured is None else f"{measured:.3g} s"


def written(folder, n, k):
    """Return a file of accuracies of k algorithms on n data sets."""
    rng = np.random.default_rng(0)
    values = rng.beta(8, 2, (n, 1)) + rng.normal(0, 0.03, (n, k)) + np.linspace(0, 0.02, k)
    frame = pd.DataFrame(values.clip(0, 1).round(4), columns=[f"a{place}" for place in range(k)])
    frame.insert(0, "dataset", [f"d{place}" for place in range(n)])
    path = folder / f"{n}x{k}.csv"
    frame.to_csv(path, index=False)
    return path


def seconds(python, code, small, path, repeat, *choices):
    """Return the best time of a program in a process of its own, or None."""
    words = [python, "-c", code, str(small), str(path), str(repeat), *choices]
    try:
        run = subprocess.run(  # noqa: S603  (the programs are the two that stand above)
            words, capture_output=True, text=True, check=True, timeout=LONGEST
        )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        return None
    return float(json.loads(run.stdout.split()[-1]))


def peer_python():
    """Return a Python that has autorank; make its environment if there is none yet."""
    named = os.environ.get("AUTORANK_PYTHON")
    if named:
        return named
    cache = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    folder = cache / "bakeoff-benchmarks" / PEER
    python = folder / "bin" / "python"
    try:
        if not python.exists():
            venv.create(folder, with_pip=True)
        there = subprocess.run(  # noqa: S603  (the Python of this folder)
            [python, "-c", f"import {PEER}"], capture_output=True, check=False
        )
        if there.returncode:
            subprocess.run(  # noqa: S603  (the Python of this folder)
                [python, "-m", "pip", "install", "-q", PEER], check=True
            )
    except (OSError, subprocess.CalledProcessError):
        print(f"{PEER} could not be installed; ours is timed alone")
        return None
    return str(python)
