# tests/python/test_linearize.py -- A, B, C, D: closed forms, steady motions, modes, small motions of the stepper, the command, mistakes.
import json
import math
import os
import subprocess

import numpy as np
import pytest
from conftest import build_pendulum

import sinew

G = 9.81


def cart_pole(angle=0.0, scheme="ep"):
    m = sinew.Model()
    m.gravity(0, 0, -G)
    u = m.input("u", unit="N")
    cart = m.body(name="cart", at=(0, 0, 0), mass=2, inertia=(0.1, 0.1, 0.1))
    pole = m.body(name="pole", at=(0, 0, 0.5), mass=0.3, inertia=(0.02, 0.02, 0.001))
    m.prismatic(sinew.ground, cart, name="rail", at=(0, 0, 0), axis="x", force=u, damping=0.7)
    m.revolute(cart, pole, name="hinge", at=(0, 0, 0), axis="y", initial=angle)
    m.channel("x", sinew.displacement("rail"))
    m.channel("angle", sinew.angle("hinge"))
    m.settings(scheme=scheme)
    return m


def cart_pole_matrices():
    M, m, l, J, c = 2, 0.3, 0.5, 0.02, 0.7
    mass = np.array([[M + m, m * l], [m * l, J + m * l * l]])
    A, B = np.zeros((4, 4)), np.zeros((4, 1))
    A[:2, 2:] = np.eye(2)
    A[2:, 1] = np.linalg.solve(mass, [0, m * G * l])
    A[2:, 2] = np.linalg.solve(mass, [-c, 0])
    B[2:, 0] = np.linalg.solve(mass, [1, 0])
    return A, B


def exponential(M):
    """exp(M) by its series, halved until that is quick."""
    n = max(0, math.ceil(math.log2(np.abs(M).sum() + 1e-300)) + 4)
    X, term = np.eye(len(M)), np.eye(len(M))
    for k in range(1, 20):
        term = term @ M / (2**n * k)
        X = X + term
    for _ in range(n):
        X = X @ X
    return X


def roots(A):
    """Eigenvalues in an order that neighbours keep."""
    w = np.linalg.eigvals(A)
    return w[np.lexsort((np.round(w.imag, 6), np.round(w.real, 6)))]


def test_pendulum():
    m = sinew.Model()
    m.gravity(0, 0, -G)
    T = m.input("T", unit="N m")
    rod = m.body(name="rod", at=(0, 0, -0.5), mass=3, inertia=(0.25, 0.25, 0.01))
    m.revolute(sinew.ground, rod, name="hinge", at=(0, 0, 0), axis="y", torque=T, stiffness=2, damping=0.4)
    m.channel("tip", sinew.position(rod, (0, 0, -1)))
    s = m.stepper()
    linear = s.linearize("T", ["tip", ("hinge", "angle"), (rod, "acceleration")])
    J = 0.25 + 3 * 0.25
    assert linear.states == ("rod.turn_y", "rod.turn_y'") and linear.units == ("rad", "rad/s") and linear.at_rest
    assert linear.outputs[0] == "tip.x" and linear.outputs[3] == "hinge.angle" and linear.inputs == ("T",)
    assert np.allclose(linear.A, [[0, 1], [-(3 * G * 0.5 + 2) / J, -0.4 / J]], rtol=1e-13)
    assert np.allclose(linear.B, [[0], [1 / J]], rtol=1e-13)
    assert np.allclose(linear.C[:4], [[-1, 0], [0, 0], [0, 0], [1, 0]], atol=1e-12)
    assert np.allclose(linear.C[4], -0.5 * linear.A[1], rtol=1e-10) and np.allclose(linear.D[4], -0.5 / J, rtol=1e-10)
    A, B, C, D = linear
    assert A.flags.owndata and A.shape == (2, 2) and B.shape == (2, 1) and C.shape == (7, 2) and D.shape == (7, 1)
    assert "2 states" in repr(linear)


def test_cart_pole():
    linear = cart_pole().stepper().linearize(["u"], ["x", "angle"])
    A, B = cart_pole_matrices()
    assert linear.states == ("cart.x", "pole.turn_y", "cart.x'", "pole.turn_y'")
    assert np.allclose(linear.A, A, rtol=1e-12, atol=1e-13) and np.allclose(linear.B, B, rtol=1e-12)
    assert np.allclose(linear.C, np.eye(2, 4), atol=1e-12) and np.allclose(linear.D, 0, atol=1e-12)


@pytest.mark.parametrize("spin", [20.0, 90.0])
def test_sleeping_top(spin):
    J, C, l, mass = 0.02, 0.005, 0.05, 1.0
    m = sinew.Model()
    m.gravity(0, 0, -G)
    top = m.body(name="top", at=(0, 0, l), mass=mass, inertia=(J, J, C), angular_velocity=(0, 0, spin))
    m.spherical(sinew.ground, top, at=(0, 0, 0))
    linear = m.stepper().linearize()
    whirl = np.roots([J + mass * l * l, -1j * C * spin, -mass * G * l])
    wanted = roots(np.diag(np.concatenate([whirl, whirl.conj(), [0, 0]])))
    assert np.allclose(roots(linear.A), wanted, atol=1e-9) and not linear.at_rest
    assert (wanted.real.max() > 0.1) == (spin == 20.0)  # the slow one falls


def test_governor():
    """An arm that stands out from a shaft that turns freely: constant coefficients in axes that turn along."""
    mass, l, shaft, A, B, C = 1.5, 0.4, 0.3, 0.02, 0.03, 0.01
    spin = 9.0

    def inertia(angle):  # about the shaft, and two derivatives
        d = B + mass * l * l - C
        return C + d * math.sin(angle) ** 2, d * math.sin(2 * angle), 2 * d * math.cos(2 * angle)

    angle = math.acos(mass * G * l / (B + mass * l * l - C) / spin**2)
    m = sinew.Model()
    m.gravity(0, 0, -G)
    s = m.body(name="shaft", at=(0, 0, 0), mass=1, inertia=(shaft, shaft, shaft))
    arm = m.body(name="arm", at=(0, 0, -l), mass=mass, inertia=(B, A, C))
    m.revolute(sinew.ground, s, name="z", at=(0, 0, 0), axis="z", initial_rate=spin)
    m.revolute(s, arm, name="y", at=(0, 0, 0), axis="y", initial=angle)
    linear = m.stepper().linearize([], [("y", "angle"), ("z", "angle_rate")], rotation=(0, 0, spin))
    I, d, dd = inertia(angle)
    square = (mass * G * l * math.cos(angle) - dd * spin**2 / 2 + (d * spin) ** 2 / (shaft + I)) / (A + mass * l * l)
    w = roots(linear.A)
    assert np.abs(w.real).max() < 1e-6 and np.sort(w.imag)[-1] == pytest.approx(math.sqrt(square), rel=1e-9)
    assert np.sum(np.abs(w) < 1e-6) == 2
    with pytest.raises(sinew.InputError, match="no vector"):
        m.stepper().linearize(rotation=3)


@pytest.mark.parametrize("damping", [0.0, 1e-3])
def test_beam_has_its_modes(damping):
    m = sinew.Model()
    m.gravity(0, 0, -G)
    b = m.beam(
        name="b", from_=(0, 0, 0), to=(1, 0, 0.2), elements=5, order=2, section=sinew.rectangle(width=0.02, height=0.01), E=2e9, nu=0.3,
        density=2000, damping=damping,
    )
    m.fixed(sinew.ground, b.first)
    modes = m.modes(6)
    w = np.linalg.eigvals(m.static().linearize().A)
    w = w[np.argsort(np.abs(w))]
    w = w[w.imag > 0][:6]
    assert np.allclose(w.imag / (2 * math.pi), modes.frequency[:6], rtol=1e-7)
    assert np.allclose(w.real, modes.growth[:6], rtol=1e-5, atol=1e-5)


def test_small_motions():
    """Answers of the stepper to a small push go to those of the linear model, with the order of the scheme."""
    A, B, C, D = cart_pole().stepper().linearize("u", ["x", "angle"])
    end, push = 0.4, 1e-7
    whole = exponential(np.block([[A, B], [np.zeros((1, 5))]]) * end)
    wanted = C @ whole[:4, 4]
    errors = []
    for n in (20, 40, 80):
        s = cart_pole().stepper()
        s.set("u", push)
        s.step(end / n, n)
        errors.append(np.abs(np.array([s["x"], s["angle"]]) / push - wanted).max())
    rates = [math.log2(a / b) for a, b in zip(errors, errors[1:])]
    assert min(rates) > 1.95 and errors[-1] < 1e-3 * np.abs(wanted).max()


def test_large_motions_leave():
    """What the linear model leaves out of a free fall is of third order in the angle."""
    A, B, C, D = cart_pole().stepper().linearize("u", ["x", "angle"])
    end = 0.2
    flow = exponential(A * end)
    left = []
    for angle in (0.04, 0.02, 0.01):
        s = cart_pole(angle).stepper()
        x = C @ flow @ [*np.linalg.lstsq(C[:, :2], [s["x"], s["angle"]], rcond=None)[0], 0, 0]
        s.step(end / 400, 400)
        small = cart_pole(1e-6).stepper()  # what the steps themselves leave
        y = C @ flow @ [*np.linalg.lstsq(C[:, :2], [small["x"], small["angle"]], rcond=None)[0], 0, 0]
        small.step(end / 400, 400)
        steps = (np.array([small["x"], small["angle"]]) - y) * angle / 1e-6
        left.append(np.abs(np.array([s["x"], s["angle"]]) - x - steps).max())
    assert all(2.8 < math.log2(a / b) < 3.2 for a, b in zip(left, left[1:]))


def test_nothing_is_disturbed():
    a, b = build_pendulum().stepper(), build_pendulum().stepper()
    for _ in range(20):
        a.step(1e-3)
        b.step(1e-3)
        b.linearize([], ["tip"])
    assert a.q.tobytes() == b.q.tobytes() and a.v.tobytes() == b.v.tobytes() and a.energy() == b.energy()
    c = b.copy()
    assert np.array_equal(c.linearize().A, b.linearize().A)


def test_inputs_in_laws():
    """A saturation has the slope of where it is, whatever the size of the input."""
    for at, slope in ((0.0, 1.0), (0.05, 1.0), (0.2, 0.0)):
        m = sinew.Model()
        u = m.input("u", default=at)
        p = m.point(name="p", at=(0, 0, 0), mass=2)
        m.force(p, value=lambda t: (sinew.min(sinew.max(u, -0.1), 0.1), 0, 3 * u))
        linear = m.stepper().linearize("u")
        assert np.allclose(linear.B[3:, 0], [slope / 2, 0, 1.5])
        assert linear.states[:3] == ("p.x", "p.y", "p.z")


def test_without_freedom():
    m = sinew.Model()
    body = m.body(name="b", at=(0, 0, 0), mass=1, inertia=(1, 1, 1))
    m.fixed(sinew.ground, body, at=(0, 0, 0))
    linear = m.stepper().linearize([], [("b", "position")])
    assert linear.A.shape == (0, 0) and linear.C.shape == (3, 0) and linear.states == ()


def test_mistakes():
    s = cart_pole().stepper()
    for inputs, outputs, words in (
        (["v"], [], "There is no input 'v'"),
        (["u"], ["angel"], "'angle'"),
        (["u"], [("hinge", "angel")], "'angle'"),
        ([3], [], "has 3 in it"),
        (3, [], "has 3 in it"),
        (["u"], [3], "has 3 in it"),
        (None, [], "None"),
    ):
        with pytest.raises(sinew.InputError, match=words) as e:
            s.linearize(inputs, outputs)
        assert "test_linearize.py" in e.value.where
    for rotation in ((1, 2), "x", None, (1, 2, "a")):
        with pytest.raises(sinew.InputError, match="no vector"):
            s.linearize(rotation=rotation)
    with pytest.raises(sinew.InputError, match="finite"):
        s.linearize(rotation=(0, 0, math.nan))
    m = sinew.Model()
    rate = m.input("rate", unit="rad/s")
    body = m.body(name="b", at=(0, 0, 0), mass=1, inertia=(1, 1, 1))
    m.revolute(sinew.ground, body, at=(0, 0, 0), axis="y", drive_rate=rate)
    with pytest.raises(sinew.InputError, match="rate of a drive"):
        m.stepper().linearize("rate")


def test_rate_of_a_drive_by_a_servo():
    """What the message advises: a force that holds the rate, with a lag of mass/gain, in place of the drive that cannot be linearised."""

    def cart(gain):
        m = sinew.Model()
        m.gravity(0, 0, -9.81)
        u = m.input("u", unit="m/s")
        c = m.body(name="cart", at=(0, 0, 0), mass=1, inertia=(1, 1, 1))
        p = m.body(name="pole", at=(0, 0, 0), mass=0.1, center=(0, 0, -0.5), inertia=(0.01, 0.01, 0.001))
        how = {"drive_rate": u} if gain is None else {"force": lambda t: gain * (u - sinew.rate("rail"))}
        m.prismatic(sinew.ground, c, name="rail", at=(0, 0, 0), axis="x", **how)
        m.revolute(c, p, name="hinge", at=(0, 0, 0), axis="y")
        m.channel("x", sinew.displacement("rail"))
        m.channel("angle", sinew.angle("hinge"))
        return m.stepper()

    speed, t, apart = 1e-4, 0.3, []
    driven = cart(None)
    driven.set("u", speed)
    driven.step(t / 300, 300)
    for gain in (1e3, 2e3, 4e3):
        x = cart(gain).linearize("u", ["x", "angle"])
        n = len(x.A)
        held = exponential(np.block([[x.A, x.B], [np.zeros((1, n + 1))]]) * t)[:n, n] * speed  # u is a state that stays
        y = x.C @ held
        assert y[0] == pytest.approx(speed * t, rel=2e-2)
        apart.append(abs(y[1] - driven["angle"]))
        assert sorted(roots(x.A), key=abs)[-1].real == pytest.approx(-gain * (0.1 * 0.25 + 0.01) / (1.1 * 0.035 - 0.05**2), rel=1e-2)
    assert apart[0] < 5e-3 * abs(driven["angle"])
    assert apart[0] / apart[1] == pytest.approx(2, rel=0.1) and apart[1] / apart[2] == pytest.approx(2, rel=0.1)  # the lag alone


def command(*words):
    return subprocess.run([os.environ.get("SINEW_COMMAND", "sinew"), "linearize", *words], capture_output=True, text=True)


def test_command(folder):
    (folder / "m.lua").write_text(cart_pole().to_lua())
    wanted = cart_pole().stepper().linearize("u", ["x", "angle"])
    done = command("m.lua", "--inputs", "u", "--outputs", "x,angle", "--json", "-o", "x.json")
    assert done.returncode == 0
    for text in (done.stdout, (folder / "x.json").read_text()):
        got = json.loads(text)
        for name, matrix in zip("ABCD", wanted):
            assert np.array_equal(np.reshape(got[name], matrix.shape), matrix)
        assert [x["name"] for x in got["states"]] == list(wanted.states) and got["at_rest"] is True
    scipy_io = pytest.importorskip("scipy.io")
    assert command("m.lua", "--outputs", "x,angle,hinge.reaction", "-o", "x.mat", "-q").returncode == 0
    got = scipy_io.loadmat("x.mat")
    assert np.array_equal(got["A"], wanted.A) and np.array_equal(got["B"], wanted.B) and np.array_equal(got["C"][:2], wanted.C)
    assert [x.strip() for x in got["states"]] == list(wanted.states) and got["outputs"][2].strip() == "hinge.reaction.x"
