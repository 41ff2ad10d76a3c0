"""Response surfaces: the quadratic, its canonical analysis, and the search that stops."""

from __future__ import annotations

import numpy as np
import pytest

from bakeoff.data.scores import Scores
from bakeoff.errors import InvalidInput, NotApplicable
from bakeoff.experiments import ResponseSurface
from bakeoff.experiments.quadratic import fitted
from bakeoff.experiments.surface import composite

POINTS = composite(2)


def quadratic(points, b, B, constant=1.0):
    return constant + points @ b + np.einsum("ni,ij,nj->n", points, B, points)


@pytest.mark.parametrize(
    ("B", "shape"),
    [
        ([[-2.0, 0.5], [0.5, -1.0]], "maximum"),
        ([[2.0, 0.5], [0.5, 1.0]], "minimum"),
        ([[-2.0, 0.5], [0.5, 1.0]], "saddle"),
        ([[-2.0, 0.0], [0.0, 0.0]], "ridge"),
    ],
)
def test_the_fit_gives_back_what_made_the_values(B, shape):
    """Coefficients, stationary point -B^-1 b / 2, curvatures along the axes, and what it is."""
    b, B = np.array([0.4, -0.2]), np.array(B)
    fit = fitted(POINTS, quadratic(POINTS, b, B))
    assert fit.constant == pytest.approx(1)
    assert fit.linear == pytest.approx(b)
    assert fit.curvature == pytest.approx(B, abs=1e-12)
    assert fit.eigenvalues == pytest.approx(np.linalg.eigvalsh(B), abs=1e-12)
    assert fit.shape == shape
    assert fit.r_squared == pytest.approx(1)
    if shape == "ridge":
        assert fit.stationary is None
    else:
        assert fit.stationary == pytest.approx(-np.linalg.solve(B, b) / 2)


def test_the_canonical_form_is_the_same_surface():
    """That is y = y_s + sum of eigenvalue times squared distance along each axis."""
    fit = fitted(
        POINTS, quadratic(POINTS, np.array([1.0, 2.0]), np.array([[-1.0, 0.3], [0.3, -2.0]]))
    )
    some = np.random.default_rng(0).normal(size=(5, 2))
    along = (some - fit.stationary) @ fit.eigenvectors
    canonical = fit.at(fit.stationary) + (along**2 * fit.eigenvalues).sum(axis=1)
    assert canonical == pytest.approx(fit.at(some))


def test_too_few_settings_are_no_quadratic():
    """Five points for six coefficients."""
    with pytest.raises(
        NotApplicable,
        match="a quadratic of 2 factors takes 6 different settings; 5 runs do not tell",
    ):
        fitted(POINTS[:5], np.arange(5.0))


@pytest.mark.parametrize(("k", "runs"), [(1, 3), (2, 9), (3, 15), (4, 25), (5, 43), (6, 45)])
def test_a_composite_has_corners_faces_and_a_middle(k, runs):
    """All 2^k corners up to five factors, then a half; and every quadratic can be fitted."""
    points = composite(k)
    assert len(points) == runs
    assert fitted(points, (points**2).sum(axis=1)).r_squared == pytest.approx(1)


@pytest.mark.parametrize("highest", [True, False])
def test_it_finds_the_optimum_of_a_quadratic_and_stops(highest):
    """On logarithmic scales too; the setting is within the last region, and far from the start."""
    sign = -1 if highest else 1

    def value(run):
        x, y = np.log10(run["C"]) - 1.5, np.log10(run["gamma"]) + 2
        return sign * (x**2 + x * y + 2 * y**2)

    surface = ResponseSurface(
        {"C": (1e-3, 1e3), "gamma": (1e-4, 10)}, log=["C", "gamma"], higher_is_better=highest
    ).search(lambda runs: [value(run) for run in runs])
    assert surface.done
    assert surface.runs == ()
    assert surface.reason == "the region is smaller than 0.05 of the allowed range"
    assert np.log10(surface.best["C"]) == pytest.approx(1.5, abs=0.05)
    assert np.log10(surface.best["gamma"]) == pytest.approx(-2, abs=0.05)
    assert surface.fit.shape == ("maximum" if highest else "minimum")
    assert np.log10(surface.stationary["C"]) == pytest.approx(1.5, abs=1e-6)
    assert surface.best_value == pytest.approx(0, abs=1e-2)


def test_a_surface_that_is_no_quadratic_is_climbed_too():
    """The optimum of a banana valley lies at (1, 1)."""
    surface = ResponseSurface(
        {"x": (-2, 2), "y": (-2, 3)}, higher_is_better=False, most_rounds=30, smallest=0.005
    )
    found = surface.search(
        lambda runs: [(1 - r["x"]) ** 2 + 5 * (r["y"] - r["x"] ** 2) ** 2 for r in runs]
    )
    assert found.best_value < 0.05
    assert found.done


def test_an_optimum_at_the_edge_is_not_left():
    """No setting lies outside of the allowed range."""
    surface = ResponseSurface({"x": (0, 1)}, higher_is_better=True)
    seen = []
    found = surface.search(lambda runs: [seen.append(run["x"]) or run["x"] for run in runs])
    assert found.best["x"] == pytest.approx(1)
    assert min(seen) >= 0
    assert max(seen) <= 1


def test_whole_numbers_stay_whole_and_no_setting_is_run_twice():
    """Settings that round to one are run once, and the search still stops."""
    surface = ResponseSurface({"k": (1, 15)}, whole=["k"], higher_is_better=False)
    seen = []
    found = surface.search(
        lambda runs: [seen.append(run["k"]) or (run["k"] - 6) ** 2 for run in runs]
    )
    assert found.best == {"k": 6}
    assert all(isinstance(one, int) for one in seen)
    assert len(seen) == len(set(seen))


def test_noise_is_no_trap():
    """With noise as large as the region's own differences it stops all the same."""
    chance = np.random.default_rng(3)
    surface = ResponseSurface({"x": (-1, 1), "y": (-1, 1)}, higher_is_better=True, most_rounds=8)
    found = surface.search(lambda runs: chance.normal(size=len(runs)))
    assert found.done
    assert len(found.rounds) <= 8


def test_scores_of_a_study_can_be_told():
    """By the names of the runs; the direction is that of the measure."""
    surface = ResponseSurface({"x": (-4, 4)})
    values = [(run["x"] - 1) ** 2 for run in surface.runs]
    scores = Scores(
        np.reshape(values[::-1], (1, 1, -1, 1)),
        datasets=["d"],
        splits=[(0, 0)],
        algorithms=[f"m x={run['x']:g}" for run in reversed(surface.runs)],
        measures=["error"],
        higher_is_better={"error": False},
    )
    told = surface.tell(scores, prefix="m ")
    assert told.higher_is_better is False
    assert told.stationary["x"] == pytest.approx(1)


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (
            lambda: ResponseSurface({}),
            "factors must map at least one parameter to its lowest and highest value",
        ),
        (
            lambda: ResponseSurface({"C": (2, 1)}),
            "factors: C needs its lowest and its highest value; it was (2, 1)",
        ),
        (
            lambda: ResponseSurface({"C": (0, 1)}, log=["C"]),
            "factors: C needs its lowest and its highest value, above 0; it was (0, 1)",
        ),
        (lambda: ResponseSurface({"C": (0, 1)}, log=["g"]), "there is no factor 'g'; there are C"),
        (
            lambda: ResponseSurface({"C": (0, 1)}).tell([1, 2, 3]),
            "higher_is_better must be said where plain numbers are told",
        ),
        (
            lambda: ResponseSurface({"C": (0, 1)}).tell([1, 2]),
            "values must hold one number for each of 3 runs; there were 2",
        ),
    ],
)
def test_what_is_no_surface_is_refused(make, told):
    """One sentence."""
    with pytest.raises(InvalidInput) as caught:
        make()
    assert str(caught.value) == told


def test_nothing_is_best_before_anything_was_run():
    """It says so."""
    with pytest.raises(NotApplicable, match="nothing has been run yet"):
        _ = ResponseSurface({"C": (0, 1)}).best
