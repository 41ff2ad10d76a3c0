"""`bakeoff tests`: the list of all tests, and all about one."""

import pytest

from bakeoff.cli.inputs import TAKES
from bakeoff.cli.named import every, kind_of
from bakeoff.stats.registry import TESTS


def test_a_line_for_each(bakeoff):
    """Every name of the registry and more, with the question it asks."""
    answer = bakeoff("tests")
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out.splitlines()
    for test in TESTS:
        assert any(line.split()[0] == test.name and line.endswith(test.asks) for line in lines[:-2])
    assert len(lines) == len(every()) + 2
    assert lines[-1] == "bakeoff tests NAME tells more; bakeoff test NAME FILE runs one."


def test_as_json(bakeoff):
    """Nothing else on standard output."""
    found = bakeoff("tests", "--json", "-").json["tests"]
    assert [one["name"] for one in found] == [one.name for one in every()]
    assert set(found[0]) == {"name", "takes", "asks"}


def test_no_name_stands_twice():
    """In what is listed."""
    names = [one.name for one in every()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("test", every(), ids=lambda test: test.name)
def test_all_about_one(bakeoff, test):
    """The question, the call, the file, and the page of the function."""
    answer = bakeoff("tests", test.name)
    assert answer.code == 0
    assert answer.out.startswith(f"{test.name}: {test.asks}\n")
    assert f"bakeoff test {test.name} FILE" in answer.out
    assert TAKES[kind_of(test, test.load())] in answer.out
    assert f"From Python: {test.name}(" in answer.out
    assert "Parameters\n----------" in answer.out


def test_an_unknown_name(bakeoff):
    """The nearest ones."""
    answer = bakeoff("tests", "mcnemer")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith("bakeoff: there is no test named 'mcnemer'; did you mean mcnemar")
