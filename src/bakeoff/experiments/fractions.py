"""Fractions of two-level designs: generators, the defining relation, resolution.

A product of factors is a set of them, kept as the bits of a number; multiplying two is their
exclusive or (Box, Hunter and Hunter 2005, chapter 6).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff import checks
from bakeoff.errors import InvalidInput, NotApplicable

MOST_TRIED = 20_000
Signs = npt.NDArray[np.int64]
Words = tuple[tuple[str, ...], ...]


def fraction(
    factors: Sequence[str],
    *,
    runs: int | None,
    resolution: int | None,
    generators: Mapping[str, Sequence[str]] | None,
) -> tuple[Signs, Words, int | None]:
    """Return the signs of all runs, the words of the defining relation, and the resolution."""
    if sum(choice is not None for choice in (runs, resolution, generators)) > 1:
        raise InvalidInput("give runs, resolution or generators, not several of them")
    if len(factors) < 2:
        raise InvalidInput("a fraction takes two factors or more")
    if generators is not None:
        basic, added = _given(factors, generators)
    else:
        basic, added = _searched(factors, runs, resolution)
    masks = {name: 1 << factors.index(name) for name in factors}
    words = _relation([masks[name] | _mask(product, masks) for name, product in added.items()])
    if 0 in words:
        raise InvalidInput("generators: two of them are the same")
    signs = _signs(factors, basic, added)
    names = tuple(
        tuple(name for name in factors if word & masks[name])
        for word in sorted(words, key=lambda word: (word.bit_count(), word))
    )
    return signs, names, min((len(word) for word in names), default=None)


def _given(
    factors: Sequence[str], generators: Mapping[str, Sequence[str]]
) -> tuple[list[str], dict[str, tuple[str, ...]]]:
    basic = [name for name in factors if name not in generators]
    for name, product in generators.items():
        unknown = [one for one in (name, *product) if one not in factors]
        if unknown or len(set(product)) < 2 or not set(product) <= set(basic):
            raise InvalidInput(
                f"generators: {name} must be the product of two or more of {', '.join(basic)}; it "
                f"was {list(product)}"
            )
    return basic, {name: tuple(product) for name, product in generators.items()}


def _searched(
    factors: Sequence[str], runs: int | None, resolution: int | None
) -> tuple[list[str], dict[str, tuple[str, ...]]]:
    k = len(factors)
    if resolution is not None:
        checks.count(resolution, "resolution", least=3)
        sizes, least = range(2, k), resolution
    else:
        wanted = 1 << (k - 1) if runs is None else checks.count(runs, "runs", least=4)
        if wanted.bit_count() != 1 or (wanted >= 1 << k and runs is not None):
            raise InvalidInput(
                f"runs must be a power of 2 below {1 << k}, all combinations; it was {runs}"
            )
        sizes, least = range(wanted.bit_length() - 1, wanted.bit_length()), 3
    for n in sizes:
        found = _best(n, k - n, least)
        if found is not None:
            basic = list(factors[:n])
            added = {
                name: tuple(basic[place] for place in range(n) if product >> place & 1)
                for name, product in zip(factors[n:], found, strict=True)
            }
            return basic, added
    if resolution is not None:
        raise NotApplicable(
            f"no fraction of {k} factors has resolution {resolution}; take full_factorial"
        )
    raise NotApplicable(
        f"{k} factors in {1 << sizes[0]} runs mix main effects with each other; take more runs"
    )


def _best(n: int, p: int, least: int) -> tuple[int, ...] | None:
    """Return the products of p added factors with the highest resolution, fewest short words."""
    products = sorted(
        (product for product in range(1 << n) if product.bit_count() >= 2),
        key=lambda product: (-product.bit_count(), product),
    )
    for resolution in range(n + 1, least - 1, -1):
        best: tuple[tuple[int, ...], tuple[int, ...]] | None = None
        for chosen in itertools.islice(_chosen(products, n, p, resolution), MOST_TRIED):
            words = _relation([product | 1 << n + place for place, product in enumerate(chosen)])
            lengths = np.bincount([word.bit_count() for word in words], minlength=n + p + 1)
            pattern = tuple(lengths[resolution:].tolist())
            if best is None or pattern < best[0]:
                best = (pattern, chosen)
        if best is not None:
            return best[1]
    return None


def _chosen(products: Sequence[int], n: int, p: int, resolution: int) -> Iterator[tuple[int, ...]]:
    """Yield choices of p products whose words all have the length of the resolution."""

    def grown(chosen: tuple[int, ...], words: list[int], first: int) -> Iterator[tuple[int, ...]]:
        if len(chosen) == p:
            yield chosen
            return
        for place in range(first, len(products)):
            word = products[place] | 1 << n + len(chosen)
            new = [word, *(word ^ other for other in words)]
            if min(one.bit_count() for one in new) >= resolution:
                yield from grown((*chosen, products[place]), words + new, place + 1)

    return grown((), [], 0)


def _relation(generating: Sequence[int]) -> list[int]:
    """Return all products of the generating words."""
    words: list[int] = []
    for word in generating:
        words += [word, *(word ^ other for other in words)]
    return words


def _mask(names: Sequence[str], masks: Mapping[str, int]) -> int:
    return sum(masks[name] for name in set(names))


def _signs(
    factors: Sequence[str], basic: Sequence[str], added: Mapping[str, Sequence[str]]
) -> Signs:
    """Return -1 and 1 for every run and factor; the first factor changes slowest."""
    columns: dict[str, Any] = {}
    grid = np.array(list(itertools.product((-1, 1), repeat=len(basic))), dtype=np.int64)
    for place, name in enumerate(basic):
        columns[name] = grid[:, place]
    for name, product in added.items():
        columns[name] = np.prod([columns[one] for one in product], axis=0)
    return np.stack([columns[name] for name in factors], axis=1)
