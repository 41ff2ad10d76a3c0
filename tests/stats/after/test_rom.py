"""Rom's critical values, and the level that has a p-value among them."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from bakeoff.stats import adjust
from bakeoff.stats.after.rom import rom_critical_values


def test_roms_critical_values():
    """Rom 1990, alpha = .05: 5.00 2.50 1.69 1.27 1.02 percent; c_3 = a/3 + a^2/12."""
    values = rom_critical_values(5, 0.05)
    assert (100 * values).round(2).tolist() == [5.0, 2.5, 1.69, 1.27, 1.02]
    assert values[2] == pytest.approx(0.05 / 3 + 0.05**2 / 12)


def test_critical_values_in_whole_numbers():
    """The recursion in fractions, up to 40 hypotheses."""
    alpha = Fraction(1, 20)
    exact = [alpha]
    for n in range(2, 41):
        powers = sum(alpha**j for j in range(1, n))
        taken = sum(comb(n, j) * exact[j] ** (n - j) for j in range(1, n - 1))
        # a fraction of this size is enough, and thousands of digits are not needed
        exact.append(((powers - taken) / n).limit_denominator(10**40))
    np.testing.assert_allclose(rom_critical_values(40, 0.05), [float(c) for c in exact], rtol=1e-14)


def test_the_level_is_kept_exactly():
    """Independent uniform p-values are all accepted with probability 1 - alpha."""
    p = np.random.default_rng(0).random((100_000, 3))
    share = np.mean((adjust(p, "rom") <= 0.2).any(axis=-1))
    assert share == pytest.approx(0.2, abs=0.004)  # 3 standard errors


@pytest.mark.parametrize("m", [1, 2, 3, 10, 40])
def test_the_critical_values_at_the_adjusted_level_are_the_p_values(m):
    """A p-value alone at its place decides: c_i(adjusted) = p."""
    p = rom_critical_values(m, 0.07)
    np.testing.assert_allclose(adjust(p, "rom"), np.full(m, 0.07), rtol=1e-12)


def test_a_p_value_that_no_level_rejects():
    """c_2 is at most 1/2: .6 and .9 are rejected at .9 only, by the larger one."""
    assert adjust([0.6, 0.9], "rom").tolist() == pytest.approx([0.9, 0.9])
    assert adjust([0.6, 1.0], "rom").tolist() == [1.0, 1.0]
    assert adjust([0.4, 1.0], "rom").tolist() == pytest.approx([0.8, 1.0])


def test_a_hundred_hypotheses():
    """Nowhere weaker than Hochberg, and close to it at small levels."""
    p = np.random.default_rng(1).random(100) ** 4
    rom, hochberg = adjust(p, "rom"), adjust(p, "hochberg")
    assert (rom <= hochberg * (1 + 1e-12)).all()
    small = hochberg < 0.1
    assert (rom[small] > 0.94 * hochberg[small]).all()


def test_more_hypotheses_than_a_binomial_coefficient_can_count():
    """C(1100, 550) is beyond all floats; n c_n comes near -log(1 - alpha)."""
    values = rom_critical_values(1100, 0.05)
    assert 1100 * values[-1] == pytest.approx(-np.log(0.95), rel=1e-3)
