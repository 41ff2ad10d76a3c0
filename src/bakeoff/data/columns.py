"""The columns of a table of scores and their roles: given by hand, or told by their names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from bakeoff.data.aliases import SCORE_ROLES, Role, roles_of, squeezed
from bakeoff.data.cells import Numbers, numbers_of
from bakeoff.data.labels import Labels, joined, labels_of
from bakeoff.data.tables import Table
from bakeoff.errors import InvalidInput

if TYPE_CHECKING:
    import pandas as pd

PARTS_OF_DATA = frozenset({"train", "training", "test", "testing", "valid", "validation", "dev"})
SEVERAL = ("dataset", "algorithm", "value")  # roles that several columns may have together
LEVELS = 50  # distinct cells that are looked at


@dataclass(slots=True)
class Columns:
    """The columns of one table while their meaning is being found."""

    table: Table
    chosen: Mapping[Role, Any]
    numbers: dict[str, Numbers] = field(default_factory=dict)

    @property
    def frame(self) -> pd.DataFrame:
        """The rows of the table."""
        return self.table.frame

    @property
    def names(self) -> list[str]:
        """What the columns are called, in their order."""
        return [str(name) for name in self.frame.columns]

    def as_numbers(self, name: str) -> Numbers:
        """Return a column read as numbers; it is read once."""
        if name not in self.numbers:
            self.numbers[name] = numbers_of(self.frame[name])
        return self.numbers[name]

    def is_number(self, name: str) -> bool:
        """Whether a column holds numbers, and not mostly words."""
        if self.frame[name].dtype.kind in "iu":
            return True
        read = self.as_numbers(name)
        return read.any_number and not read.is_text

    def is_text(self, name: str) -> bool:
        """Whether a column holds mostly words."""
        if self.frame[name].dtype.kind in "iuf":
            return False
        return self.as_numbers(name).is_text

    def is_named(self, name: str) -> bool:
        """Whether a column holds words, also those that mean a missing number elsewhere: error."""
        if self.frame[name].dtype.kind in "iu":
            return False
        read = self.as_numbers(name)
        return read.is_text or (not read.any_number and bool(self.frame[name].notna().any()))

    def is_whole(self, name: str) -> bool:
        """Whether all numbers of a column are whole."""
        if self.frame[name].dtype.kind in "iu":
            return True
        values = self.as_numbers(name).values
        known = values[np.isfinite(values)]
        return len(known) > 0 and bool((known == np.floor(known)).all())


def checked_roles(table: Table, columns: Mapping[str, Any]) -> dict[Role, Any]:
    """Return the roles that were given by hand, if there are such roles and such columns."""
    for role, given in columns.items():
        if role not in SCORE_ROLES:
            raise InvalidInput(
                f"columns must map roles ({', '.join(SCORE_ROLES)}) to columns; {role!r} is no role"
            )
        for name in listed(given):
            if name not in table.frame.columns:
                raise InvalidInput(f"columns: {table.name} {no_column(table.frame, name)}")
        if len(listed(given)) != 1 and (role not in SEVERAL or not listed(given)):
            raise InvalidInput(f"columns: {role} is one column; it was {listed(given)!r}")
    return {role: columns[role] for role in SCORE_ROLES if role in columns}


def with_one_algorithm(
    table: Table, columns: Mapping[str, Any] | None
) -> tuple[Table, Mapping[str, Any] | None]:
    """Put the columns that name an algorithm together into one, such as `J48 (pruned=no)`."""
    names = listed((columns or {}).get("algorithm", ()))
    if columns is None or len(names) < 2:
        return table, columns
    checked_roles(table, columns)
    frame = table.frame
    texts = [labels_of(frame[name].astype(object).fillna("none"), name) for name in names]
    first, *others = texts
    further = joined(others, names[1:]) if len(others) > 1 else _named(others[0], names[1])
    both = np.array(first.names, dtype=object)[first.codes] + " ("
    both = both + np.array(further.names, dtype=object)[further.codes] + ")"
    frame = frame.drop(columns=names)
    frame.insert(0, " + ".join(names), both)
    return replace(table, frame=frame), {**columns, "algorithm": " + ".join(names)}


def _named(labels: Labels, name: str) -> Labels:
    return replace(labels, names=tuple(f"{name}={level}" for level in labels.names))


def no_column(frame: pd.DataFrame, name: str) -> str:
    """Say that a frame has no such column, and which ones it has."""
    known = [str(column) or "(unnamed)" for column in frame.columns]
    more = f" and {len(known) - 20} more" if len(known) > 20 else ""
    return f"has no column {name!r}; it has {', '.join(known[:20])}{more}"


def listed(given: Any) -> list[str]:
    """Return one name or several as a list."""
    return [given] if isinstance(given, str) else [str(name) for name in given]


def roles_of_columns(known: Columns) -> dict[Role, str]:
    """Return the column of each role: those given, then those with a telling name."""
    taken = {name for given in known.chosen.values() for name in listed(given)}
    found = roles_of([name for name in known.names if name not in taken], SCORE_ROLES)
    roles: dict[Role, str] = {}
    for role, candidates in found.items():
        if role in known.chosen:
            continue
        order = [squeezed(word) for word in SCORE_ROLES[role].split()]
        fitting = [name for name in candidates if _fits(known, role, name)]
        if fitting:
            roles[role] = min(fitting, key=lambda name: order.index(squeezed(name)))
    for chosen, given in known.chosen.items():
        roles[chosen] = listed(given)[0]
    return roles


def _fits(known: Columns, role: Role, name: str) -> bool:
    """Whether what a column holds fits the role that its name suggests."""
    if role in ("value", "n_train", "n_test", "higher_is_better"):
        return known.is_number(name)
    if role in ("fold", "split", "repeat", "run", "seed"):
        if known.is_whole(name) and not known.is_text(name):
            return True
        levels = {str(level).strip().lower() for level in known.frame[name].unique()[:LEVELS]}
        return known.is_text(name) and not levels <= PARTS_OF_DATA
    if role == "measure":
        return known.is_named(name)
    return known.is_named(name) or known.is_whole(name)
