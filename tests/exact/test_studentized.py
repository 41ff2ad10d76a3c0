"""The studentized range."""

import numpy as np
import pytest
import scipy.stats
from scipy import integrate, special

from bakeoff.exact import studentized

# q, k, P(Q > q) with 40 digits throughout: k times the sum over steps of 0.06 in z of the
# integrand of Tukey's formula, by mpmath 1.3
KNOWN_DEVIATION = [
    (0.01, 2, 0.994358151179968449),
    (0.5, 2, 0.723673609831763067),
    (3.5, 3, 0.035557041863160375),
    (0.05, 3, 0.999311078116953102),
    (1, 3, 0.759287358770661225),
    (9, 3, 5.897436416604920997e-10),
    (11.5, 3, 1.269638461349728784e-15),
    (24.9, 3, 6.535167605007850348e-69),
    (2, 10, 0.923214238606853116),
    (4.5, 10, 0.047305827312928571),
    (10, 10, 6.916748848248415421e-11),
    (12.4, 10, 8.175020087883895146e-17),
    (20, 10, 9.398194126931433318e-44),
    (3, 40, 0.988109683701555190),
    (5.5, 40, 0.049745133513728304),
    (13, 40, 2.996866255948807047e-17),
    (0.5, 100, 1.0),
    (2, 100, 0.999999999999999719),
    (5, 100, 0.478547706446987468),
    (9, 100, 9.589756325046729668e-7),
    (14, 100, 2.070992020716567344e-19),
    (5, 1000, 0.999981913392903706),
    (6.5, 1000, 0.449246855850292554),
    (10, 1000, 7.506635079250979132e-7),
    (14.5, 1000, 5.727703278088846885e-19),
    (30, 1000, 3.602890589139377729e-94),
    (26, 20, 3.305158899386776591e-73),
]
# q, k, degrees of freedom; those sums in turn summed over steps of log s
ESTIMATED_DEVIATION = [
    (1, 3, 1, 0.80316141840369003),
    (50, 3, 1, 0.02699959148477048),
    (1000, 3, 1, 0.00135047323630243),
    (3.5, 3, 9, 0.08184539218985132),
    (30, 3, 9, 1.45706104373084871e-8),
    (4, 4, 2, 0.24698913224187605),
    (400, 4, 2, 0.00003132740200944),
    (4, 5, 5.5, 0.15148623835993309),
    (60, 5, 5.5, 2.30651846319774601e-7),
    (4, 10, 20, 0.19203084820509235),
    (20, 10, 20, 2.81145451907852571e-10),
    (5, 20, 1000, 0.05296524045161377),
    (14, 20, 1000, 7.9393902798127819e-20),
    (5, 30, 100, 0.12447392161700965),
    (15, 30, 100, 2.01954294004903742e-15),
]
EVERY_DF = [1, 2, 4.5, 30, 1e3, 1e7, np.inf]


def range_of_three(q):
    """Return P(range of three normals > q) by an integral over the square of one tail."""

    def density(t):  # of the angle between the two differences (McKay and Pearson 1933)
        return np.exp(-q * q / (4.0 * np.cos(t) ** 2))

    area, _ = integrate.quad(density, 0.0, np.pi / 6.0, epsabs=0.0, epsrel=1e-13)
    return 6.0 / np.pi * area


class TestDigits:
    """Values known to many digits."""

    @pytest.mark.parametrize(("q", "k", "wanted"), KNOWN_DEVIATION)
    def test_known_standard_deviation(self, q, k, wanted):
        """2e-13 relative at any size of the tail: exp loses digits as its argument grows."""
        assert float(studentized.upper(q, k)) == pytest.approx(wanted, rel=2e-13)

    @pytest.mark.parametrize(("q", "k", "df", "wanted"), ESTIMATED_DEVIATION)
    def test_estimated_standard_deviation(self, q, k, df, wanted):
        """1e-12 relative at any size of the tail."""
        assert float(studentized.upper(q, k, df)) == pytest.approx(wanted, rel=1e-12)

    @pytest.mark.parametrize("df", EVERY_DF)
    def test_two_means_are_the_t_test(self, df):
        """P(Q > q) = P(|T| > q / sqrt 2), as far out as 1e-290."""
        t = np.array([1e-6, 0.3, 1.0, 2.0, 5.0, 9.0, 20.0, 36.0])
        found = studentized.upper(np.sqrt(2.0) * t, 2, df)
        if df == np.inf:
            np.testing.assert_allclose(found, 2.0 * special.ndtr(-t), rtol=2e-13)
        else:  # the incomplete beta function itself loses digits at many degrees of freedom
            near = special.betaincc(0.5, df / 2.0, t * t / (df + t * t))
            far = special.betainc(df / 2.0, 0.5, df / (df + t * t))
            beta = np.where(t < 1.0, near, far)
            np.testing.assert_allclose(found, beta, rtol=2e-13 if df < 1e6 else 1e-8)

    def test_three_means_are_an_integral_over_an_angle(self):
        """Two differences of three normals are two correlated normals."""
        q = np.array([0.01, 0.8, 2.3, 3.3, 6.0, 11.0, 16.0, 30.0])
        theirs = [range_of_three(value) for value in q]
        np.testing.assert_allclose(studentized.upper(q, 3), theirs, rtol=1e-12)


class TestAnotherProgram:
    """scipy, where it has its digits."""

    @pytest.mark.parametrize(("k", "df"), [(3, 10), (10, 25), (20, 120), (5, np.inf), (60, np.inf)])
    def test_upper(self, k, df):
        """The error of scipy is up to 1e-10 absolute."""
        q = np.array([0.5, 2.0, 4.0, 7.0])
        theirs = scipy.stats.studentized_range.sf(q, k, df)
        np.testing.assert_allclose(studentized.upper(q, k, df), theirs, atol=1e-10, rtol=0)

    @pytest.mark.parametrize(("k", "df"), [(3, 10), (10, 25), (5, np.inf)])
    def test_quantile(self, k, df):
        """The 95 percent points; scipy stops at a difference of 1e-6 or so."""
        theirs = scipy.stats.studentized_range.ppf(0.95, k, df)
        assert float(studentized.quantile(0.05, k, df)) == pytest.approx(theirs, abs=1e-5)


class TestPrintedValues:
    """Tables in books."""

    @pytest.mark.parametrize(
        ("k", "q05", "q10"),
        [
            (2, 1.960, 1.645), (3, 2.343, 2.052), (4, 2.569, 2.291), (5, 2.728, 2.459),
            (6, 2.850, 2.589), (7, 2.949, 2.693), (8, 3.031, 2.780), (9, 3.102, 2.855),
            (10, 3.164, 2.920),
        ],
    )  # fmt: skip
    def test_demsars_table(self, k, q05, q10):
        """Demsar 2006, table 5(a); made from rounded tables, so one unit off in the last digit."""
        for p, printed in ((0.05, q05), (0.10, q10)):
            q = float(studentized.quantile(p, k)) / np.sqrt(2.0)
            assert q == pytest.approx(printed, abs=0.00101)

    @pytest.mark.parametrize(
        ("k", "df", "printed"), [(3, 9, 3.95), (3, 10, 3.88), (5, 20, 4.23), (10, 60, 4.65)]
    )
    def test_tukeys_table(self, k, df, printed):
        """The upper 5 percent points of every statistics book, two decimals."""
        assert float(studentized.quantile(0.05, k, df)) == pytest.approx(printed, abs=0.0051)


class TestEnds:
    """Zero, infinity, the widest and the narrowest."""

    @pytest.mark.parametrize("df", EVERY_DF)
    def test_zero_and_infinity(self, df):
        """1 at and below 0, and 0 at infinity; never nan."""
        found = studentized.upper([-1.0, 0.0, 1e-300, 1e300, np.inf], 7, df)
        np.testing.assert_allclose(found, [1.0, 1.0, 1.0, 0.0, 0.0], rtol=1e-15, atol=1e-290)

    def test_nothing(self):
        """An empty array gives an empty array."""
        assert studentized.upper(np.zeros((0, 3)), 4).shape == (0, 3)
        assert studentized.upper(np.zeros(0), 4, 5).shape == (0,)

    @pytest.mark.parametrize("df", EVERY_DF)
    @pytest.mark.parametrize("k", [2, 3, 30, 1000])
    def test_it_falls_and_stays_between_0_and_1(self, k, df):
        """On a fine grid over all sizes, within one rounding."""
        found = studentized.log_upper(np.geomspace(1e-3, 200.0, 2000), k, df)
        assert np.all(np.diff(found) <= 1e-14 + 1e-14 * np.abs(found[1:]))
        assert np.all((found <= 0.0) & np.isfinite(found))

    def test_the_logarithm_goes_on(self):
        """Far out: k (k-1)/2 times the tail of one pair, to the last digits."""
        q = np.array([60.0, 500.0])
        wanted = np.log(90.0) + special.log_ndtr(-q / np.sqrt(2.0))
        np.testing.assert_allclose(studentized.log_upper(q, 10), wanted, rtol=1e-15)
        assert studentized.upper(60.0, 10) == 0.0


class TestQuantile:
    """The quantile turns the tail around."""

    @pytest.mark.parametrize("df", EVERY_DF)
    @pytest.mark.parametrize("k", [2, 3, 12, 100, 1000])
    def test_there_and_back(self, k, df):
        """For p from nearly 1 to 1e-100; q has 13 digits, and p loses those of q^2/2."""
        p = np.array([0.999, 0.5, 0.05, 1e-3, 1e-15, 1e-100])
        q = studentized.quantile(p, k, df)
        np.testing.assert_allclose(studentized.upper(q, k, df), p, rtol=2e-12)

    def test_one_number_and_an_array_are_the_same(self):
        """In any shape."""
        p = np.array([[0.05, 0.01], [0.3, 1e-9]])
        found = studentized.quantile(p, 6, 12)
        assert found.shape == p.shape
        for place in np.ndindex(2, 2):
            alone = float(studentized.quantile(p[place], 6, 12))
            assert found[place] == pytest.approx(alone, rel=1e-13)


def test_many_at_once_are_those_alone():
    """Values share one lattice and come in chunks: no value depends on its neighbours."""
    q = np.random.default_rng(0).uniform(0.01, 15.0, 3000)
    for df in (np.inf, 14.0):
        together = studentized.upper(q, 20, df)
        alone = np.array([float(studentized.upper(value, 20, df)) for value in q[:40]])
        np.testing.assert_allclose(together[:40], alone, rtol=1e-12)
