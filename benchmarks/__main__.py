"""Run the benchmarks: `make bench`, or `python -m benchmarks [--quick] [NAME ...]`.

Each `bench_NAME.py` in this folder has a `main(quick)` that prints what it measured: bakeoff
beside what people use today, and the ratio. With `--quick` the data are small, to see that
everything runs; numbers to be quoted come from a full run on a quiet machine. At the end all that
was measured stands in one table; `--write FILE` writes it too.
"""

from __future__ import annotations

import argparse
import importlib
import platform
import sys
from pathlib import Path

from benchmarks import table, timing

FOLDER = Path(__file__).parent


def main() -> int:
    """Run the benchmarks that were asked for, all without a name, and return the exit code."""
    known = sorted(path.stem.removeprefix("bench_") for path in FOLDER.glob("bench_*.py"))
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure speed.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(known) or "none yet")
    parser.add_argument("--quick", action="store_true", help="small data, to see that it runs")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the table to a file")
    options = parser.parse_args()
    if unknown := [name for name in options.names if name not in known]:
        parser.error(f"there is no benchmark named {', '.join(unknown)}; {', '.join(known)}")
    print(f"Python {platform.python_version()}, {platform.machine()}", flush=True)
    for name in options.names or known:
        print(f"\n== {name} ==", flush=True)
        importlib.import_module(f"benchmarks.bench_{name}").main(options.quick)
    told = table.of(timing.MEASURED)
    print(f"\n== all ==\n\n{told}")
    if options.write is not None:
        options.write.write_text(told, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
