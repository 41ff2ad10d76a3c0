"""One object holds everything: what is shown of it agrees, and its JSON follows the schema."""

from __future__ import annotations

import json

import jsonschema
import numpy as np
import pytest

from bakeoff import compare
from bakeoff.errors import InvalidInput
from bakeoff.report.schema import schema
from bakeoff.version import __version__

KEYS = {
    "format", "bakeoff", "signature", "question", "procedure", "reasons", "warnings", "checks",
    "omnibus", "ranks", "critical_difference", "pairs", "cliques", "order", "wins", "verdict",
    "recommended", "methods",
}  # fmt: skip
PAIR = {
    "a", "b", "difference", "statistic", "p_value", "p_adjusted", "effect", "low", "high",
    "significant",
}  # fmt: skip


@pytest.fixture
def several(demsar, made):
    """Return comparisons of every kind of rows."""
    return [
        compare(demsar, measure="auc"),
        compare(demsar, measure="auc", procedure="demsar", control="C4.5", margin=0.02),
        compare(made(3, 10), cost=[3, 2, 1]),
        compare(made(3, 10, design="independent")),
        compare(made(3, 10, measures=("tpr", "fpr")), measures=["tpr", "fpr"]),
        compare(made(3, 10, datasets=8), procedure="thesis-univariate"),
    ]


def test_json_follows_the_published_schema_and_holds_every_key(several):
    """Read back, valid, with all keys; no NaN in it."""
    for found in several:
        content = json.loads(found.to_json())
        jsonschema.validate(content, schema())
        assert content.keys() >= KEYS
        assert content["bakeoff"] == __version__
        assert all(pair.keys() == PAIR for pair in content["pairs"])
        assert {"datasets", "splits", "algorithms", "measures", "design"} <= {*content["question"]}


def test_object_json_and_markdown_agree(several):
    """Verdict, order, p-values and warnings are the same everywhere."""
    for found in several:
        content = json.loads(found.to_json())
        assert content["verdict"] == found.verdict
        assert content["order"] == found.order
        assert content["ranks"] == found.ranks
        assert content["recommended"] == found.recommended
        assert content["warnings"] == found.warnings
        assert content["signature"] == found.signature
        frame = found.pairs.to_frame()
        for pair, (_, row) in zip(content["pairs"], frame.iterrows(), strict=True):
            assert (pair["a"], pair["b"]) == (row["a"], row["b"])
            assert pair["p_adjusted"] == row["p_adjusted"]
            assert pair["significant"] == (row["p_adjusted"] <= found.alpha)
        text = found.to_markdown()
        assert found.signature in text
        plain = text.replace("\\", "")
        assert found.verdict.split(". ")[0] in plain
        for warning in found.warnings:
            assert " ".join(warning.split()) in plain.replace("&gt;", ">").replace("&lt;", "<")


def test_cliques_order_and_pairs_agree(several):
    """No clique holds a significant pair, and no line ends in one."""
    for found in several:
        reject = found.pairs.reject
        for clique in found.cliques:
            assert reject.loc[clique, clique].to_numpy().sum() == 0
        for group in found.groups:
            assert reject.loc[group[0], group[-1]] == 0
        assert sorted(found.order) == sorted(found.question.algorithms)


def test_ranks_put_one_first_and_wins_count_rows(demsar):
    """Rank 1 is best; wins are the rows on which the score is better."""
    found = compare(demsar, measure="auc")
    assert min(found.ranks, key=lambda name: found.ranks[name]) == found.order[0]
    wins = found.to_dict()["wins"]
    better = (demsar["C4.5+m"] > demsar["C4.5"]).sum()
    assert wins["C4.5+m"]["C4.5"] == better
    assert wins["C4.5"]["C4.5+m"] == (demsar["C4.5"] > demsar["C4.5+m"]).sum()


def test_files_are_written_where_they_are_named(demsar, tmp_path):
    """Each `to_` returns its text, and writes it if a file is named."""
    found = compare(demsar, measure="auc")
    for method, name in (("to_json", "a.json"), ("to_markdown", "a.md"), ("to_latex", "a.tex")):
        text = getattr(found, method)(tmp_path / name)
        assert (tmp_path / name).read_text(encoding="utf-8") == text
    with pytest.raises(InvalidInput, match="could not be written: No such file or directory"):
        found.to_json(tmp_path / "absent" / "a.json")


def test_infinite_and_missing_numbers_are_plain_in_json():
    """Statistics may be infinite and intervals without end: texts, never NaN."""
    table = np.array([[0.1, 0.2, 0.3]] * 6) + np.arange(6)[:, np.newaxis] / 100
    found = compare(table, measure="error", procedure="k-fold-t")
    text = found.to_json()
    assert "NaN" not in text
    assert "Infinity" not in text
    jsonschema.validate(json.loads(text), schema())


def test_an_unknown_picture_is_answered_with_the_known(demsar):
    """The names there are."""
    found = compare(demsar, measure="auc")
    with pytest.raises(InvalidInput, match="there is no picture 'pie' of this comparison"):
        found.plot("pie")
    assert "critical-difference" in found.plots()


def test_its_repr_is_the_verdict(demsar):
    """What a session shows first."""
    found = compare(demsar, measure="auc")
    assert repr(found) == f"Comparison(friedman, 14 data sets): {found.verdict}"


# the signature


def test_the_same_signature_gives_the_same_numbers(demsar, made):
    """Also where chance enters: the seed is a part of it."""
    one = compare(demsar, measure="auc", procedure="permutation", rng=7)
    two = compare(demsar, measure="auc", procedure="permutation", rng=7)
    assert one.signature == two.signature
    assert one.to_json() == two.to_json()
    assert one.omnibus is not None
    other = compare(demsar, measure="auc", procedure="permutation", rng=8)
    assert other.signature != one.signature
    assert compare(made(3)).to_json() == compare(made(3)).to_json()


@pytest.mark.parametrize(
    ("choices", "part"),
    [
        ({}, "procedure:friedman|"),
        ({"procedure": "friedman"}, "procedure:friedman!|"),
        ({"posthoc": "nemenyi"}, "posthoc:nemenyi(asymptotic)!|"),
        ({"correction": "hommel"}, "correction:hommel!|"),
        ({"alpha": 0.01}, "alpha:0.01|"),
        ({"alternative": "less"}, "alternative:less|"),
        ({"control": "C4.5"}, "control:C4.5|"),
        ({"margin": 0.02}, "margin:0.02|"),
        ({"cost": [1, 2, 3, 4]}, "cost:given-"),
    ],
)
def test_every_choice_stands_in_the_signature(demsar, choices, part):
    """A choice of the person's is marked with an exclamation mark."""
    assert part in compare(demsar, measure="auc", **choices).signature


def test_other_data_and_other_directions_have_other_signatures(demsar):
    """The fingerprint is of the numbers that were compared."""
    area, error = (compare(demsar, measure=name).signature for name in ("auc", "error"))
    demsar.loc[0, "C4.5"] += 1e-9
    other = compare(demsar, measure="auc").signature
    assert len({area, error, other}) == 3
    assert "measure:auc(up)" in area
    assert "measure:error(down)" in error


# the methods paragraph


def test_the_methods_name_what_was_done_and_its_sources(demsar, made):
    """Tests, correction, level, version, and only sources that were used."""
    text = compare(demsar, measure="auc").methods()
    assert text.startswith(
        "We compared 4 algorithms over 14 data sets by auc. Whether all are equal was tested by "
        "Friedman (exact; statistic 10.95, p = 0.009125). Pairs were tested by Wilcoxon's signed "
        "ranks (exact), with Holm's correction for 6 comparisons, at the level 0.05."
    )
    assert f"bakeoff {__version__}" in text
    for source in ("Wilcoxon, F. (1945)", "Friedman, M. (1937)", "Holm, S. (1979)"):
        assert source in text
    assert "Nemenyi" not in text
    margin = compare(made(2), margin=0.05).methods()
    assert "Nadeau, C. and Bengio, Y. (2003)" in margin
    assert "Equivalence within 0.05 was tested by two one-sided tests." in margin
    assert "Schuirmann" in margin
