"""What resampling must know of a measure of items; `Predictions.item_measure` gives it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from bakeoff.errors import InvalidInput
from bakeoff.types import IntArray


class ItemForm(Protocol):
    """A measure of some algorithms on items: how it is computed, and of which arrays.

    `form` is "tables", "area", "areas", "mean" or "rows"; `values` is algorithms x items: cells of
    tables, scores (for "areas" one for each class), losses, or what `function` takes. The measure
    is the mean over `parts` of the items.
    """

    @property
    def name(self) -> str:
        """What is measured."""

    @property
    def form(self) -> str:
        """How it is computed."""

    @property
    def algorithms(self) -> tuple[str, ...]:
        """The names, in the order of `values`."""

    @property
    def parts(self) -> tuple[IntArray, ...]:
        """The items of each test set."""

    @property
    def truth(self) -> IntArray:
        """The class of each item."""

    @property
    def values(self) -> Any:
        """Algorithms x items."""

    @property
    def function(self) -> Any:
        """From tables, or from rows and their values, to the measure."""

    @property
    def weighted(self) -> Any:
        """From rows, values of one algorithm and weights to the measure; None if unknown."""

    @property
    def size(self) -> int:
        """How many classes a table has."""

    @property
    def ranks_only(self) -> bool:
        """Whether only the order of the values counts."""

    @property
    def share(self) -> bool:
        """Whether it is the share of items that are right, or wrong."""

    @property
    def terms(self) -> tuple[Any, ...]:
        """The areas whose mean is the measure: column, positive class, negative class or None."""

    @property
    def by_items(self) -> bool:
        """Whether each area counts as often as it has positive items."""

    @property
    def recurring(self) -> IntArray | None:
        """A number for each item, where items come up more than once."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What was decided on the way."""

    def of(self, places: Sequence[int]) -> ItemForm:
        """Return the measure of some of the algorithms."""


def form_of(predictions: Any, measure: Any, choices: dict[str, Any]) -> ItemForm:
    """Return the measure of predictions in the form that can be resampled."""
    ask = getattr(predictions, "item_measure", None)
    if ask is None:
        raise InvalidInput(
            f"predictions must be Predictions, as read_predictions gives them; it was "
            f"{type(predictions).__name__}"
        )
    form: ItemForm = ask(measure, **choices)
    return form
