"""The survey of all tests: it leaves none out, and its tables can be read."""

import pytest

from bakeoff.calibration import survey
from bakeoff.calibration.calibrate import calibrate
from bakeoff.stats.registry import TESTS


def test_no_test_is_left_out():
    """Each of the registry stands in the first table."""
    first = [case.test for case in survey.cases() if case.part == survey.ASSUMED]
    assert first == [entry.name for entry in TESTS]


def test_plain_and_corrected_stand_side_by_side():
    """On each design whose splits are not independent."""
    for part in (survey.CORRELATED, survey.NEIGHBOUR, survey.DISCRIMINANT):
        for test in ("paired_t", "hotelling", "manova_blocks"):
            found = [case for case in survey.cases() if (case.part, case.test) == (part, test)]
            assert len(found) % 2 == 0
            assert sum("test_train_ratio" in case.choices for case in found) == len(found) / 2


def test_a_row_is_what_calibrate_gives():
    """Though what was drawn is remembered from one case to the next."""
    cases = [case for case in survey.cases() if case.part == survey.CORRELATED][:2]
    told = []
    rows = survey.survey(runs=300, seed=2, only=cases, told=lambda *far: told.append(far))
    for row in rows:
        for found, effect in ((row.level, 0.0), (row.power, 1.5)):
            again = calibrate(
                row.case.test,
                design=row.case.design,
                effect=effect,
                runs=300,
                seed=2,
                setting=row.case.setting,
                **row.case.choices,
            )
            assert found.p_values.tolist() == again.p_values.tolist()
    assert told == [(1, 2), (2, 2)]


def test_a_test_of_assumptions_has_no_power_here():
    """An effect on the means is not what it asks for."""
    assert {case.test for case in survey.cases() if case.effect is None} == {
        entry.name for entry in TESTS if entry.module.startswith("assume.")
    }


def test_the_tables():
    """One for each part, a line for each case."""
    cases = [case for case in survey.cases() if case.test in {"mardia", "paired_t"}][:2]
    text = survey.markdown(survey.survey(runs=20, only=cases))
    lines = text.splitlines()
    assert lines[0] == f"## {survey.ASSUMED}"
    assert lines[2].startswith("| test | on | rate under a true null |")
    assert lines[4].startswith("| `paired_t` | gaussian-folds | 0.")
    assert lines[5].endswith("|  |")
    page = survey.page(text, "bakeoff calibrate all", 20)
    assert page.startswith("# Which tests keep their level")
    assert "`bakeoff calibrate all --markdown" in page


@pytest.mark.parametrize("case", list(survey.cases())[-1:])
def test_an_effect_for_every_design(case):
    """By which the power is measured."""
    assert case.effect == survey.EFFECTS[case.design]
