"""The options of a test, read off its signature."""

import pytest

from bakeoff.cli.choices import WrongUsage, choices_of, missing, parted, usage, value_of
from bakeoff.stats import bootstrap, delong, dunnett, mcnemar, two_sample_t, wilcoxon


def read(function, data, *words):
    """Return files and choices."""
    return parted(words, choices_of(function, data))


def test_values_of_a_closed_set():
    """As the signature lists them."""
    known = choices_of(wilcoxon, 2)
    assert list(known) == ["--alternative", "--zeros", "--method"]
    assert known["--zeros"].values == ("wilcox", "pratt", "split")
    assert usage("mcnemar", choices_of(mcnemar, 1), "a table") == (
        "bakeoff test mcnemar FILE [--method exact|mid-p|chi2|chi2-corrected] "
        "[--alternative two-sided|less|greater]\n\nFILE: a table"
    )


def test_files_and_options_in_any_order():
    """With a space or an equals sign; underscores as dashes."""
    files, given = read(wilcoxon, 2, "--zeros=split", "a.csv", "--method", "exact", "b.csv", "-")
    assert files == ["a.csv", "b.csv", "-"]
    assert given == {"zeros": "split", "method": "exact"}


@pytest.mark.parametrize(
    ("words", "value"),
    [
        (["--equal-variances"], True),
        (["--equal_variances"], True),
        (["--no-equal-variances"], False),
        (["--equal-variances=false"], False),
        (["--equal-variances", "false"], False),
        (["--no-equal-variances=no"], True),
    ],
)
def test_switches(words, value):
    """Given alone, denied, or with a word."""
    assert read(two_sample_t, 2, *words)[1] == {"equal_variances": value}


def test_a_switch_does_not_swallow_a_file():
    """A file may follow it."""
    assert read(two_sample_t, 2, "--equal-variances", "runs.csv")[0] == ["runs.csv"]


def test_names_stay_names():
    """A control may be called 1."""
    assert read(dunnett, 1, "--control", "1")[1] == {"control": "1"}
    assert missing(choices_of(dunnett, 1), {}).option == "--control"
    assert missing(choices_of(dunnett, 1), {"control": "1"}) is None


def test_negative_numbers_are_values():
    """And lists of them."""
    assert value_of("-0.5") == -0.5
    assert value_of("1,-1/2,0") == [1, -0.5, 0]
    assert value_of("1/0") == "1/0"
    assert value_of("None") is None


def test_what_no_shell_can_give_is_no_option():
    """One value for each item, or a table."""
    assert "--clusters" not in choices_of(bootstrap, 2)
    assert "--loss" not in choices_of(bootstrap, 2)
    assert "--strata" not in choices_of(delong, 2)


def test_the_seed_is_called_seed():
    """Python calls it rng."""
    assert read(bootstrap, 2, "--seed", "7")[1] == read(bootstrap, 2, "--rng", "7")[1] == {"rng": 7}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["--zero", "split"],
            "there is no option --zero; the test's own options are --alternative, --zeros, --method",
        ),
        (["--zeros"], "--zeros needs a value: --zeros wilcox|pratt|split"),
        (["--zeros", "--method", "exact"], "--zeros needs a value: --zeros wilcox|pratt|split"),
    ],
)
def test_wrong_usage(words, sentence):
    """In one sentence."""
    with pytest.raises(WrongUsage) as error:
        read(wilcoxon, 2, *words)
    assert str(error.value) == sentence
