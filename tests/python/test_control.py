# tests/python/test_control.py -- laws that follow signals, and sampled controllers: traced once, the same model and bits as in Lua.
import pytest

import sinew


def arm(torque):
    m = sinew.Model()
    m.gravity(0, 0, -9.81)
    m.input("u", unit="N m")
    a = m.body(name="a", at=(0.25, 0, 0), mass=1, inertia=(0.02, 0.03, 0.03))
    m.revolute(sinew.ground, a, name="j", at=(0, 0, 0), axis="y", torque=torque)
    m.channel("q", sinew.angle("j"))
    return m


def test_law_of_signals():
    m = arm(lambda t: -20 * sinew.angle("j") - 1.5 * sinew.rate("j") + sinew.velocity("a").x * sinew.sin(t))
    s = m.stepper()
    s.step(5e-3, n=200)
    other = sinew.from_lua(m.to_lua()).stepper()
    other.step(5e-3, n=200)
    assert s["q"] == other["q"] != 0
    assert s.energy("work_control") < -0.05 and abs(s.energy("defect")) < 1e-13
    assert s.energy("total") == pytest.approx(s.energy("work_control") - s.energy("numerical"), abs=1e-12)


def pid(t, s):
    e = 0.5 - sinew.angle("j")
    s.f = s.f + 0.3 * (sinew.rate("j") - s.f)
    s.i = s.i + 5e-3 * e
    return {"u": sinew.max(-6, sinew.min(6, 10 * e + 8 * s.i - 1.5 * s.f))}


def test_controller():
    m = sinew.Model()
    u = m.input("u", unit="N m")
    m.gravity(0, 0, -9.81)
    a = m.body(name="a", at=(0.25, 0, 0), mass=1, inertia=(0.02, 0.03, 0.03))
    m.revolute(sinew.ground, a, name="j", at=(0, 0, 0), axis="y", torque=lambda t: u - 0.1 * sinew.rate("j"))
    m.controller("pid", 5e-3, pid, states={"i": 0, "f": 0}, delay=5e-3)
    m.channel("q", sinew.angle("j"))
    m.channel("i", sinew.state("pid", "i"))
    s = m.stepper()
    s.step(1e-3, n=123)
    here, copy = s.state(), s.copy()
    s.step(1e-3, n=100)
    copy.step(1e-3, n=100)
    q, i = s["q"], s["i"]
    s.restore(here)
    s.step(1e-3, n=100)
    assert s["q"] == copy["q"] == q and s["i"] == copy["i"] == i != 0 and s.inputs["u"] != 0
    again = sinew.from_lua(m.to_lua()).stepper()
    again.step(1e-3, n=223)
    assert again["q"] == q
    with pytest.raises(sinew.InputError, match="goes past the next sample"):
        s.step(1e-2)


@pytest.mark.parametrize(
    "update, words",
    [
        (lambda t, s: None, "returns nothing"),
        (lambda t, s: 3, "returns int"),
        (lambda t, s: {"v": 1}, "sets `v`, which is no input"),
        (lambda t, s: {"u": s.integrl}, "no state 'integrl'"),
        (lambda t, s: setattr(s, "integrl", 1), "no state 'integrl'"),
        (lambda t, s: setattr(s, "integral", "much"), "becomes a str"),
        (lambda t, s: {"u": 1 if t > 0 else 2}, "compared with"),
        (lambda t, s: {"u": sinew.angle("k")}, 'no part or joint named "k"'),
    ],
)
def test_mistakes(update, words):
    m = arm(0)
    with pytest.raises(sinew.InputError, match=words) as e:
        m.controller("c", 1e-3, update, states={"integral": 0})
        m.stepper()
    assert "test_control.py" in e.value.where
    with pytest.raises(sinew.InputError, match="algebraic loop"):
        arm(lambda t: sinew.acceleration("a").x).stepper()
