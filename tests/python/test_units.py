# tests/python/test_units.py -- units of channels after operations of numpy: right, or none.
import copy
import pickle

import numpy as np
import pytest

import sinew
from sinew import Channel

X = Channel(np.array([1.0, 4.0, 9.0]), "x", "m")
Y = Channel(np.array([2.0, 3.0, 4.0]), "y", "m")
T = Channel(np.array([1.0, 2.0, 3.0]), "time", "s")
A = Channel(np.array([0.1, 0.2, 0.3]), "a", "rad")
D = Channel(np.array([10.0, 20.0, 30.0]), "d", "deg")
F = Channel(np.array([5.0, 6.0, 7.0]), "f", "N")
W = Channel(np.array([5.0, 6.0, 7.0]), "w", "rad/s")
E = Channel(np.array([5.0, 6.0, 7.0]), "e", "J")
P = Channel(np.array([5.0, 6.0, 7.0]), "p", "Pa")
V = Channel(np.ones((3, 3)), "v", "m/s^2")

RIGHT = [
    (lambda: X + Y, "m"), (lambda: X - 1, "m"), (lambda: 1 + X, "m"), (lambda: -X, "m"), (lambda: abs(X), "m"), (lambda: 2 * X, "m"),
    (lambda: X / 2, "m"), (lambda: X * F, "N m"), (lambda: X / T, "m/s"), (lambda: X / Y, ""), (lambda: 1 / T, "1/s"), (lambda: X / T / T, "m/s^2"),
    (lambda: X**2, "m^2"), (lambda: X**0.5, ""), (lambda: np.sqrt(X * Y), "m"), (lambda: np.square(X), "m^2"), (lambda: np.hypot(X, Y), "m"),
    (lambda: np.maximum(X, 0), "m"), (lambda: np.sin(A), ""), (lambda: np.sin(5 * T), ""), (lambda: np.arctan2(X, Y), "rad"),
    (lambda: np.degrees(A), "deg"), (lambda: np.radians(D), "rad"), (lambda: np.degrees(W), "deg/s"), (lambda: np.exp(X), ""),
    (lambda: X[1:], "m"), (lambda: X[X > 2], "m"), (lambda: X > 2, ""), (lambda: X.copy(), "m"), (lambda: X.astype(np.float32), "m"),
    (lambda: V[:, 0], "m/s^2"), (lambda: V.T, "m/s^2"), (lambda: V.max(axis=0), "m/s^2"), (lambda: V.mean(axis=1), "m/s^2"),
    (lambda: V.var(axis=1), "m^2/s^4"), (lambda: V.std(axis=1), "m/s^2"), (lambda: np.linalg.norm(V, axis=1), "m/s^2"),
    (lambda: np.diff(X), "m"), (lambda: np.diff(X) / np.diff(T), "m/s"), (lambda: np.gradient(X, T), "m/s"), (lambda: np.gradient(X, 0.1), ""),
    (lambda: np.gradient(X), ""), (lambda: np.cumsum(X), "m"), (lambda: np.interp([0.5], T, X), "m"), (lambda: np.concatenate([X, Y]), "m"),
    (lambda: np.column_stack([X, Y]), "m"), (lambda: np.column_stack([T, X]), ""), (lambda: F / (X * T), "N/(m s)"), (lambda: E + F * X, "J"),
    (lambda: F * X * A + E, "N m rad"), (lambda: F / (X * Y) + P, "N/m^2"), (lambda: np.clip(X, 0, 5), "m"), (lambda: np.where(X > 2, X, 0), "m"), (lambda: np.sort(X), "m"),
    (lambda: np.argsort(X), ""), (lambda: X.argsort(), ""), (lambda: np.sign(X), ""), (lambda: X.cumprod(), ""), (lambda: np.fft.rfft(X), ""),
    (lambda: np.cross(V, V), "m^2/s^4"), (lambda: np.isfinite(X), ""), (lambda: X.round(1), "m"), (lambda: np.multiply.outer(X, F), "N m"),
    (lambda: X @ Y, ""), (lambda: np.polyfit(T, X, 1), ""), (lambda: np.unwrap(A), "rad"), (lambda: X.reshape(3, 1), "m"),
    (lambda: np.sum(V, axis=0), "m/s^2"), (lambda: np.log10(X), ""), (lambda: X // Y, ""), (lambda: X % 2, "m"), (lambda: np.round(X, 1), "m"),
]


@pytest.mark.parametrize("k", range(len(RIGHT)))
def test_unit(k):
    """The numbers are those of bare arrays, the unit is the right one."""
    formula, unit = RIGHT[k]
    out = formula()
    assert getattr(out, "unit", "") == unit
    names = {n: globals()[n] for n in "XYTADFWEPV"}
    try:
        globals().update({n: np.asarray(x) for n, x in names.items()})
        bare = formula()
    finally:
        globals().update(names)
    assert np.array_equal(np.asarray(out), bare)


def test_units_that_do_not_fit():
    for formula in (
        lambda: X + T, lambda: A - D, lambda: np.maximum(X, F), lambda: X > F, lambda: np.sin(D), lambda: np.degrees(D), lambda: np.degrees(X),
        lambda: np.interp(X, T, F), lambda: np.where(X > 0, X, F),
    ):
        with pytest.raises(sinew.InputError) as e:
            formula()
        assert "test_units.py" in e.value.where and e.value.fix
    assert not (X == F).any()  # asking is no mistake


def test_single_numbers_and_copies():
    assert type(X.max()) is np.float64 and type(X[0]) is np.float64 and float(np.mean(X)) == pytest.approx(14 / 3)
    assert getattr(np, "trapezoid", getattr(np, "trapz", None))(X, T) == pytest.approx(9) and X.argmax() == 2 and len(X) == 3 and X.sum() == 14
    for y in (pickle.loads(pickle.dumps(X)), copy.deepcopy(X), copy.copy(X)):
        assert y.unit == "m" and y.name == "x" and np.array_equal(y, X)
    z = X.copy()
    z += 1
    assert z.unit == "m" and z[0] == 2
    z *= F
    assert z.unit == "N m"
    z = X.copy()
    z[1] = 7
    assert z[1] == 7 and z.unit == "m"
    assert "[m]" in repr(X) and "x" in repr(X)
    assert (X * 2).name == ""  # a formula is no channel of that name
