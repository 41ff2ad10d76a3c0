"""Who may know whom: the arrows of the house, read from the source and not from running it.

The reasons stand in docs/decisions/0001-rooms.md.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "bakeoff"
GROUND = {"errors", "types", "version"}  # know nobody, so anybody may know them
DOOR = {"checks"} | GROUND
ANYTHING = None

MAY_KNOW: dict[str, set[str] | None] = {
    "errors": set(),
    "types": set(),
    "version": set(),
    "checks": GROUND,
    "exact": DOOR,
    "stats": DOOR | {"exact"},
    "measures": DOOR,
    "data": DOOR | {"measures"},
    "calibration": DOOR | {"stats"},
    "decide": DOOR | {"stats", "data", "measures"},
    "experiments": DOOR | {"data", "measures"},
    "figures": DOOR | {"decide", "stats", "data", "measures"},
    "report": DOOR | {"figures", "decide", "stats", "data", "measures"},
    "cli": ANYTHING,
    "__main__": {"cli"},
    "__init__": ANYTHING,  # by name, when a name is asked for: see test_imports.py
}
# docs/decisions/0003-a-comparison-shows-itself.md
# docs/decisions/0010-a-study-reports-itself.md
DOORS_UP: dict[str, set[str]] = {
    "bakeoff.decide.showing": {"figures", "report"},
    "bakeoff.experiments.showing": {"decide", "figures", "report"},
}


def room_of(module: str) -> str:
    """Return the room of a module's full name; the package itself is `__init__`."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def module_of(path: Path, source: Path = SOURCE) -> str:
    """Return the full name of the module in a file; a package keeps its `__init__`."""
    return ".".join(["bakeoff", *path.relative_to(source).with_suffix("").parts])


def known(tree: ast.AST, module: str) -> Iterator[tuple[int, str]]:
    """Yield (line, room) for all that a module imports from the house, at any depth."""
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{origin(node, module)}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Call) and "import_module" in ast.unparse(node.func):
            names = [beginning(node.args[0])] if node.args else []
        for name in names:
            if name.split(".")[0] == "bakeoff":
                room = room_of(name)
                # `from bakeoff import Scores` asks the package itself
                yield node.lineno, room if room in MAY_KNOW or is_room(room) else "__init__"


def origin(node: ast.ImportFrom, module: str) -> str:
    """Return the full name of what a `from ... import` imports from, also a relative one."""
    if node.level == 0:
        return node.module or ""
    above = module.split(".")[: -node.level]
    return ".".join([*above, node.module] if node.module else above)


def beginning(argument: ast.expr) -> str:
    """Return the literal start of a name that is put together when it runs."""
    if isinstance(argument, ast.JoinedStr) and argument.values:
        argument = argument.values[0]
    return str(argument.value) if isinstance(argument, ast.Constant) else ""


def is_room(name: str) -> bool:
    """Return whether the house has a room or a module of that name."""
    return (SOURCE / name).is_dir() or (SOURCE / f"{name}.py").is_file()


def offences(text: str, module: str) -> list[str]:
    """Return what a module knows and must not know."""
    room = room_of(module)
    allowed = MAY_KNOW[room]
    if allowed is ANYTHING:
        return []
    allowed = allowed | DOORS_UP.get(module, set())
    return [
        f"line {line}: {room} must not know {other}"
        for line, other in known(ast.parse(text), module)
        if other not in allowed | ({room} - {"__init__"})
    ]


MODULES = sorted(SOURCE.rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=module_of)
def test_a_module_knows_only_rooms_below_its_own(path):
    """No import, at the top or inside a function, goes up or across."""
    assert offences(path.read_text(encoding="utf-8"), module_of(path)) == []


def test_every_room_has_its_place_in_the_table():
    """A new room is given its place here, and in the decision record, before it is built."""
    rooms = {room_of(module_of(path)) for path in MODULES}
    assert rooms - MAY_KNOW.keys() == set()


def test_the_package_itself_loads_only_its_version():
    """What stands at the top of `bakeoff/__init__.py` is paid by every import."""
    tree = ast.parse((SOURCE / "__init__.py").read_text(encoding="utf-8"))
    top = ast.Module([node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)])
    assert [room for _, room in known(top, "bakeoff.__init__")] == ["version"]


@pytest.mark.parametrize(
    ("module", "text", "told"),
    [
        ("bakeoff.stats.two.sign", "from bakeoff.data.scores import Scores", "data"),
        ("bakeoff.stats.two.sign", "def f():\n    import bakeoff.decide.compare", "decide"),
        ("bakeoff.stats.two.sign", "from ...data import scores", "data"),
        ("bakeoff.stats.two.sign", "from bakeoff import Scores", "__init__"),
        ("bakeoff.data.scores", "importlib.import_module(f'bakeoff.stats.{name}')", "stats"),
        ("bakeoff.measures.areas", "if TYPE_CHECKING:\n    from bakeoff.data import x", "data"),
        ("bakeoff.errors", "from bakeoff import types", "types"),
    ],
)
def test_a_wrong_import_is_found_however_it_is_written(module, text, told):
    """Absolute, relative, inside a function, for types only, or by name: each is an import."""
    assert [offence.split()[-1] for offence in offences(text, module)] == [told]


def test_a_right_import_is_let_through():
    """The rule forbids no more than it says."""
    text = "import numpy\nfrom bakeoff import checks\nfrom bakeoff.exact import friedman\nfrom . import sign"
    assert offences(text, "bakeoff.stats.two.wilcoxon") == []
