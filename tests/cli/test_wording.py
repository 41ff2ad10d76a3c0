"""Sentences of the library in the words of the shell."""

import pytest

from bakeoff.cli.wording import for_shell, quoted


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("pass measure= with a name", "pass --measure with a name"),
        ("give missing='drop' to leave out", "give --missing drop to leave out"),
        ("pass higher_is_better=True or False", "pass --higher-is-better or --lower-is-better"),
        ("choose with where={'tuned': 'no'}", "choose with --where tuned=no"),
        ("where={'Size': '1000', 'Radius': '0.049'}", "--where Size=1000 --where Radius=0.049"),
        ("where={'feature set': 'a b'}", "--where 'feature set=a b'"),
        (
            "columns={'dataset': ['problem', 'tuned']}, or columns={'algorithm': 'method'}",
            "--column dataset=problem --column dataset=tuned, or --column algorithm=method",
        ),
        ("pass columns={'algorithm': NAME} with one of a, b", "pass --column algorithm=NAME with one of a, b"),
        ("with the columns' names on top, or pass algorithms=[...]", "with the columns' names on top"),
        ("name its files, for example with glob('x/*.csv')", "name its files, for example x/*.csv"),
        ("read the predictions with positive= one of 0, 1", "pass --positive with one of 0, 1"),
        ("pass models=[...] with the columns", "pass --models A,B with the columns"),
        ("pass design='independent' for runs", "pass --design independent for runs"),
        ("a level of 0.5 = one half", "a level of 0.5 = one half"),
        ("the column 'measure=x' is odd", "the column 'measure=x' is odd"),
    ],
)  # fmt: skip
def test_arguments_become_options(sentence, said):
    """What is no argument stays as it is."""
    assert for_shell(sentence) == said


def test_names_are_quoted_for_a_shell():
    """Where it would take them apart."""
    assert (quoted("C4.5"), quoted("C4.5 (cf)")) == ("C4.5", "'C4.5 (cf)'")
