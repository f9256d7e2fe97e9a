# tests/python/test_trace.py -- functions of the user become formulas: operators, functions, numpy, conditions, long and shared formulas.
import functools
import math

import numpy as np
import pytest

import sinew


def value_at(f, t, n=1):
    """What a function is in the model at time t: the motion of a driven part."""
    m = sinew.Model()
    m.body(name="b", at=(0, 0, 0), mass=1, inertia=(1, 1, 1))
    m.prismatic(sinew.ground, "b", name="j", at=(0, 0, 0), axis="x", drive=f)
    m.channel("x", sinew.displacement("j"))
    s = m.stepper()
    s.step(t / n, n)
    return s["x"]


@pytest.mark.parametrize(
    "f, g",
    [
        (lambda t: 0.1 * t, lambda t: 0.1 * t),
        (lambda t: t**2 / (1 + t) - t, lambda t: t**2 / (1 + t) - t),
        (lambda t: 2 - (-t) + 2 // (t + 1) - 2, lambda t: 2 + t + 2 // (t + 1) - 2),
        (lambda t: sinew.sin(t) * sinew.exp(-t), lambda t: math.sin(t) * math.exp(-t)),
        (lambda t: np.sin(t) + np.float64(2) * t, lambda t: math.sin(t) + 2 * t),
        (lambda t: sinew.where(t < 0.1, t, 0.1), lambda t: min(t, 0.1)),
        (lambda t: sinew.min(t, 0.2, 3) + sinew.max(t, 0), lambda t: min(t, 0.2) + t),
        (lambda t: sinew.where((t > 0.1) & ~(t > 0.3), t, t), lambda t: t),
        (lambda t: abs(t) + t % 10, lambda t: 2 * t),
        (lambda t: sinew.atan2(t, 1) + sinew.step(t) + sinew.tanh(t), lambda t: math.atan2(t, 1) + t**3 * (10 + t * (6 * t - 15)) + math.tanh(t)),
        (lambda: 0.5 - 0.5, lambda t: 0),
        (0, lambda t: 0),
    ],
)
def test_formulas(f, g):
    assert value_at(f, 0.2, 20) == pytest.approx(g(0.2), abs=1e-9)


def test_curves():
    x, y = np.array([0, 1, 2.0]), np.array([0, 2, 1.0])
    assert value_at(sinew.table(x, y), 0.5, 50) == pytest.approx(1, abs=1e-9)
    c = sinew.spline([0, 1, 2], [0, 1, 2], kind="linear")
    assert value_at(lambda t: c(t) + c(2 * t), 0.25, 25) == pytest.approx(0.75, abs=1e-9)
    for wrong in (lambda: sinew.spline([0, 1], [1]), lambda: sinew.table([0], [0]), lambda: sinew.spline([0, 1], [0, 1], "cubic")):
        with pytest.raises(sinew.InputError):
            wrong()
    with pytest.raises(sinew.InputError, match="called with a number"):
        c(0.3)
    with pytest.raises(sinew.InputError, match="rise|rising|order"):
        value_at(sinew.spline([0, 2, 1], [0, 1, 2]), 0.1)


def test_whatever_can_be_called():
    class Ramp:
        def __init__(self, slope):
            self.slope = slope

        def __call__(self, t):
            return self.slope * t

        def method(self, t):
            return self(t)

    def with_default(t, slope=0.1):
        return slope * t

    for f in (Ramp(0.1), Ramp(0.1).method, with_default, functools.partial(lambda a, t: a * t, 0.1), lambda *a: 0.1 * a[0]):
        assert value_at(f, 0.1, 10) == pytest.approx(0.01, abs=1e-12)


def test_called_while_the_model_is_made_only():
    calls = []

    def f(t):
        calls.append(t)
        return 0.1 * t

    value_at(f, 0.1, 50)
    assert len(calls) == 2  # and once more, to see that it gives the same


def test_shared_and_long_formulas():
    def shared(t):
        a = t
        for _ in range(200):
            a = a * 0.5 + a * 0.5  # twice as long each time, when written out
        return a * 0.1

    def long(t):
        a = 0
        for k in range(600):
            a = a + t / 600
        return a

    assert value_at(shared, 0.1, 5) == pytest.approx(0.01, abs=1e-12)
    assert value_at(long, 0.1, 5) == pytest.approx(0.1, abs=1e-12)
    with pytest.raises(sinew.InputError, match="too long"):
        value_at(lambda t: sum((t * k for k in range(5000)), t), 0.1)


def test_long_channel():
    m = sinew.Model()
    total = 0
    for k in range(300):
        total = total + k * sinew.position(m.point(at=(k, 0, 0), mass=1)).x
    m.channel("total", total)
    assert m.stepper()["total"] == sum(k * k for k in range(300))


def branches(t):
    return 1 if t > 0 else 0


def equals(t):
    return 1 if t == 0 else 0


@pytest.mark.parametrize(
    "f, words",
    [
        (branches, "compared with `>`"),
        (equals, "compared with `==`"),
        (lambda t: t and 1, "compared"),
        (lambda t: math.sin(t), "cannot become a number"),
        (lambda t: int(t), "cannot become a number"),
        (lambda t: np.interp(t, [0, 1], [0, 1]), "become a number|numpy"),
        (lambda t: np.arcsinh(t), "arcsinh"),
        (lambda x, v, t: t, "takes 3 arguments"),
        (lambda t: None, "returns nothing"),
        (lambda t: "x", "must return numbers"),
        (lambda t: [t, t], "result|value|return"),
        (lambda t: sinew.log(-1 - t), "finite"),
        (lambda t: np.random.rand() * t, "another formula"),
        (lambda t: sinew.position("b").x, "signal|inside"),
    ],
)
def test_mistakes(f, words):
    with pytest.raises(sinew.InputError, match=words) as e:
        value_at(f, 0.1)
    assert "test_trace.py" in e.value.where


def test_numbers_and_arrays():
    assert sinew.sin(0.3) == math.sin(0.3) and isinstance(sinew.sin(0.3), float)
    assert sinew.deg(180) == pytest.approx(math.pi) and sinew.rpm(60) == pytest.approx(2 * math.pi)
    assert np.allclose(sinew.cos(np.array([0, 1.0])), [1, math.cos(1)])
    assert sinew.where(True, 1, 2) == 1 and sinew.min(3, 2) == 2
    assert repr(sinew.position("a").x + 1) == '(position("a").x + 1)'
