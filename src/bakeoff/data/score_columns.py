"""Which columns of a table hold scores, and of which measure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from bakeoff.checks import did_you_mean
from bakeoff.data.aliases import Role, squeezed
from bakeoff.data.columns import Columns, listed
from bakeoff.errors import InvalidInput
from bakeoff.measures.registry import find

AVERAGED = re.compile(r"^(mean|avg|average)[ _.-]|[ _.-](mean|avg|average)$", re.IGNORECASE)
SPREAD = re.compile(r"(^|[ _.-])(std|sd|stdev|standard[ _.-]deviation|se|stderr)$", re.IGNORECASE)


def averaged_name(name: str) -> str:
    """Return a measure's name without a word that says it is an average."""
    return AVERAGED.sub("", name)


def is_known(name: str) -> bool:
    """Whether a column bears the name of a measure whose direction is known."""
    return find(averaged_name(name)) is not None


def same_measure(first: str, second: str) -> bool:
    """Whether two names mean the same measure."""
    if squeezed(first) == squeezed(second):
        return True
    a, b = find(averaged_name(first)), find(averaged_name(second))
    return a is not None and b is not None and a.name == b.name


def value_columns(
    known: Columns, roles: Mapping[Role, str], ids: set[str], measure: Sequence[str] | None
) -> tuple[str, ...]:
    """Return the columns that hold scores: those asked for, or those whose name is known."""
    rest = [name for name in known.names if name not in ids]
    numeric = [name for name in rest if known.is_number(name)]
    if measure is not None:
        return tuple(_asked(known, rest, wanted) for wanted in measure)
    if "value" in known.chosen:
        return tuple(listed(known.chosen["value"]))
    familiar = [name for name in numeric if is_known(name)]
    if familiar:
        return tuple(familiar)
    if "value" in roles:
        return (roles["value"],)
    plain = [name for name in numeric if not _is_spread(name)]
    if len(plain) == 1:
        return (plain[0],)
    if not plain:
        raise InvalidInput(
            f"{known.table.name}: no column holds scores; its columns are "
            f"{', '.join(known.names[:20])}"
        )
    raise InvalidInput(
        f"{known.table.name}: which column holds the scores? pass measure= with one of "
        f"{', '.join(plain[:20])}"
    )


def _asked(known: Columns, rest: list[str], wanted: str) -> str:
    if wanted in rest:
        return wanted
    alike = [name for name in rest if same_measure(name, wanted) and not _is_spread(name)]
    if alike:
        return alike[0]
    numeric = [name for name in rest if known.is_number(name)]
    if len(numeric) == 1 and not is_known(numeric[0]):
        return numeric[0]  # the one column of numbers, called something like `value`
    raise InvalidInput(
        f"{known.table.name}: no column holds the measure {wanted!r}; columns of numbers are "
        f"{', '.join(numeric[:20])}{did_you_mean(wanted, numeric)}"
    )


def _is_spread(name: str) -> bool:
    return bool(SPREAD.search(name))
