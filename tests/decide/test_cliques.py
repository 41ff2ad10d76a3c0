"""Cliques: the largest sets in which no two differ."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.decide.cliques import cliques, found_cliques
from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.stats import nemenyi


def symmetric(rng, k, share):
    """Return a random 0/1 table with about this share of pairs that differ."""
    upper = np.triu(rng.random((k, k)) < share, 1)
    return (upper | upper.T).astype(int)


def listed(table):
    """Return all maximal sets of two or more without a pair that differs, from all subsets."""
    k = len(table)
    alike = [
        set(members)
        for size in range(1, k + 1)
        for members in combinations(range(k), size)
        if not any(table[i][j] for i, j in combinations(members, 2))
    ]
    largest = [one for one in alike if not any(one < other for other in alike)]
    return sorted(sorted(one) for one in largest if len(one) > 1)


class TestEveryClique:
    """None missing, none that joins two that differ."""

    @settings(max_examples=100, deadline=None)
    @given(seed=st.integers(0, 10_000), k=st.integers(1, 9), share=st.floats(0, 1))
    def test_any_table(self, seed, k, share):
        """Against all subsets."""
        table = symmetric(np.random.default_rng(seed), k, share)
        assert cliques(table) == listed(table)

    @settings(max_examples=60, deadline=None)
    @given(seed=st.integers(0, 10_000), k=st.integers(1, 9), gap=st.floats(0, 2))
    def test_tables_of_distances_on_a_line(self, seed, k, gap):
        """As from Nemenyi's and Tukey's tests: read off without a search."""
        places = np.random.default_rng(seed).normal(size=k)
        table = (np.abs(places[:, np.newaxis] - places) > gap).astype(int)
        assert cliques(table) == listed(table)

    def test_the_triangles_that_a_list_of_pairs_hides(self):
        """Yildiz et al., Table 3: five pairs that do not differ contain two triangles."""
        names = ["c45", "lda", "knn", "svm", "qda"]
        alike = ["c45 qda", "qda svm", "c45 svm", "knn c45", "lda c45", "lda knn", "svm knn"]
        frame = pd.DataFrame(1, index=names, columns=names)
        for pair in alike:
            first, second = pair.split()
            frame.loc[first, second] = frame.loc[second, first] = 0
        assert cliques(frame) == [
            ["c45", "lda", "knn"], ["c45", "knn", "svm"], ["c45", "svm", "qda"],
        ]  # fmt: skip

    def test_four_in_a_ring(self):
        """A hole: every neighbour is alike, those across differ."""
        ring = [[0, 0, 1, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 1, 0, 0]]
        assert cliques(ring) == [[0, 1], [0, 3], [1, 2], [2, 3]]


class TestEnds:
    """All alike, all different, one."""

    def test_all_alike_and_all_different(self):
        """One clique of all, or none."""
        assert cliques(np.zeros((4, 4))) == [[0, 1, 2, 3]]
        assert cliques(1 - np.eye(4)) == []
        assert cliques([[0]]) == []

    def test_one_that_differs_from_all_is_in_none(self):
        """But it is a clique of one."""
        table = [[0, 1, 1], [1, 0, 0], [1, 0, 0]]
        assert cliques(table) == [[1, 2]]
        assert sorted(found_cliques(table)) == [[0], [1, 2]]

    def test_the_same_on_every_run(self):
        """In order."""
        table = symmetric(np.random.default_rng(0), 30, 0.5)
        assert cliques(table) == cliques(table) == sorted(cliques(table))

    def test_nemenyis_cliques_are_lines(self):
        """Neighbours in the order of the mean ranks."""
        table = np.random.default_rng(1).normal(0.1 * np.arange(8), 0.4, size=(40, 8))
        pairs = nemenyi(table)
        ranked = np.argsort(pairs.details["mean_ranks"])
        place = {str(name): int(np.flatnonzero(ranked == name)[0]) for name in range(8)}
        for members in cliques(pairs.reject):
            places = sorted(place[str(name)] for name in members)
            assert places == list(range(places[0], places[-1] + 1))

    def test_hundreds_of_algorithms(self):
        """900 on a line, and 300 of which nearly all pairs differ."""
        rng = np.random.default_rng(2)
        places = rng.normal(size=900)
        assert len(cliques((np.abs(places[:, None] - places) > 0.5).astype(int))) < 900
        table = symmetric(rng, 300, 0.97)
        for members in cliques(table):
            assert not table[np.ix_(members, members)].any()


class TestSentences:
    """What cannot be answered."""

    def test_more_cliques_than_can_be_listed(self):
        """Twelve trios of which no member is alike to its own: 3^12 cliques."""
        table = np.kron(np.eye(12, dtype=int), np.ones((3, 3), dtype=int))
        np.fill_diagonal(table, 0)
        with pytest.raises(NotApplicable) as caught:
            cliques(table)
        assert str(caught.value) == (
            "these decisions on 36 algorithms have more than 100000 cliques: leave out algorithms, "
            "take a test whose cliques are lines (nemenyi, tukey), or look at `order`, which draws "
            "lines only"
        )

    @pytest.mark.parametrize(
        ("table", "sentence"),
        [
            (
                [[0, 1]],
                "reject must be a square table, algorithms x algorithms; it had the shape (1, 2)",
            ),
            ([[0, 0.5], [0.5, 0]], "reject must hold only 0 and 1; it held 0.5"),
            (
                [[0, 1], [0, 0]],
                ("reject must be symmetric (two differ, or they do not); it was not at (0, 1)"),
            ),
        ],
    )
    def test_what_is_no_table_of_decisions(self, table, sentence):
        """What it must be, and what it was."""
        with pytest.raises(InvalidInput) as caught:
            cliques(table)
        assert str(caught.value) == sentence
