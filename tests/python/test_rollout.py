# tests/python/test_rollout.py -- many motions at once: those of steps by hand, from arrays of any shape that fits; failures, mistakes, Ctrl-C.
import _thread
import pickle
import threading
import time

import numpy as np
import pytest

import sinew

H = 2.0**-8


def cart():
    m = sinew.Model()
    m.gravity(0, 0, -9.81)
    u, w = m.input("u", default=0.5, unit="N"), m.input("w")
    cart = m.body(name="cart", at=(0, 0, 0), shape=sinew.box(size=(0.4, 0.2, 0.1), mass=2))
    pole = m.body(name="pole", at=(0, 0, 0.5), shape=sinew.cylinder(length=1, radius=0.02, axis="z", mass=0.3))
    m.prismatic(sinew.ground, cart, name="rail", at=(0, 0, 0), axis="x", force=u)
    m.revolute(cart, pole, name="hinge", at=(0, 0, 0), axis="y", torque=w, initial=0.2)
    m.channel("tip", sinew.position(pole, (0, 0, 1)))
    return m


def by_hand(s, state, u):
    s.restore(state)
    tips = []
    for x in u:
        s.set("u", x)
        s.step(H)
        tips.append(s["tip"])
    return np.array(tips), s.state()


def test_by_hand():
    m = cart()
    s = m.stepper()
    u = 3 * np.sin(np.arange(5 * 8)).reshape(5, 8)
    starts = []
    for _ in range(5):
        starts.append(s.state())
        s.step(H)
    here = s.state()
    other = s.copy()
    r = s.rollout({"u": u}, h=H, outputs=["tip", ("hinge", "angle")], states=starts, threads=3)
    assert len(r) == 5 and r["tip"].shape == (5, 8, 3) and r["hinge", "angle"].shape == (5, 8) and s.state() == here
    assert np.array_equal(r.done, [8] * 5) and np.allclose(r.time, H * np.arange(1, 9))
    for i in range(5):
        tips, end = by_hand(other, starts[i], u[i])
        assert np.array_equal(r["tip"][i], tips) and r.states[i] == end
    both = np.stack([u, np.zeros_like(u)], axis=2)
    assert np.array_equal(m.rollout(starts, both, h=H)["tip"], r["tip"])  # all inputs, in the order of the model; all channels
    assert "5 motions of 8 steps" in repr(r) and pickle.loads(pickle.dumps(r.states[0])) == r.states[0]


def test_shapes():
    m = cart()
    s = m.stepper()
    assert s.rollout({"u": 1.0}, h=H, steps=3)["tip"].shape == (1, 3, 3)
    assert s.rollout({"u": [1, 2, 3]}, h=H)["tip"].shape == (1, 3, 3)
    r = s.rollout({"u": [[1], [2]], "w": [0.1, 0.2, 0.3]}, h=H)
    assert r["tip"].shape == (2, 3, 3) and not np.array_equal(r["tip"][0], r["tip"][1])
    assert s.rollout(states=[s.state()] * 4, steps=2, h=H, outputs="tip")["tip"].shape == (4, 2, 3)
    assert len(s.rollout({"u": np.zeros((0, 5))}, h=H)) == 0
    first = m.rollout(steps=1, h=H)["tip"]
    s.step(H)
    assert np.array_equal(first[0, 0], s["tip"])
    m.channel("angle", sinew.angle("hinge"))
    assert m.rollout(steps=1, h=H)["angle"].shape == (1, 1)  # of the model as it is now


def test_failure():
    m = sinew.Model()
    u = m.input("u")
    p = m.point(name="p", at=(1, 0, 0), mass=1)
    m.force(p, value=lambda t: (sinew.sqrt(1 - u), 0 * u, 0 * u))
    m.channel("x", sinew.position(p).x)
    r = m.rollout(inputs={"u": [[0, 0, 0], [0, 2, 0]]}, h=0.01)
    assert list(r.done) == [3, 1] and np.isnan(r["x"][1, 1:]).all() and r["x"][1, 0] == r["x"][0, 0]
    back = m.stepper()
    back.restore(r.states[1])
    assert back.time == pytest.approx(0.01)


@pytest.mark.parametrize(
    "given, words",
    [
        ({"inputs": {"u": [1, 2]}}, "step size"),
        ({"inputs": {"v": [1, 2]}, "h": H}, "no input 'v'"),
        ({"inputs": {"u": "a"}, "h": H}, "not numbers"),
        ({"inputs": np.zeros((2, 3, 1)), "h": H}, r"\(motions, steps, 2\)"),
        ({"inputs": np.zeros((2, 3, 1, 1)), "h": H}, "shape"),
        ({"inputs": {"u": np.zeros((2, 3))}, "steps": 4, "h": H}, "do not fit"),
        ({"inputs": {"u": 1}, "h": H}, "how many steps"),
        ({"h": H}, "how many steps"),
        ({"steps": -1, "h": H}, "no -1 steps"),
        ({"steps": 1, "h": -1.0}, "positive"),
        ({"steps": 1, "h": H, "threads": 1.5}, "threads"),
        ({"steps": 1, "h": H, "states": b"abc"}, "bytes"),
        ({"steps": 1, "h": H, "outputs": ["tipp"]}, "'tip'"),
        ({"inputs": {"u": [1, np.nan]}, "h": H}, "not a finite number"),
    ],
)
def test_mistakes(given, words):
    with pytest.raises(sinew.InputError, match=words) as e:
        cart().stepper().rollout(**given)
    assert "test_rollout.py" in e.value.where or e.value.where == "rollout"


def test_mistakes_of_types():
    s = cart().stepper()
    with pytest.raises(TypeError, match="s.state"):
        s.rollout(steps=1, h=H, states=[1, 2])
    with pytest.raises(sinew.InputError, match="did not ask for 'tipp'"):
        s.rollout(steps=1, h=H)["tipp"]
    s.model.point(name="more", at=(0, 0, 0), mass=1)
    with pytest.raises(sinew.InputError, match="changed after"):
        s.rollout(steps=1, h=H)


def test_interrupt():
    s = cart().stepper()
    threading.Timer(0.3, _thread.interrupt_main).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        s.rollout(steps=1000000, h=1e-3, outputs=[])
    assert time.monotonic() - began < 10
    s.step(1e-3)


def test_copies_are_small():
    s = cart().stepper()
    s.step(H)
    copies = [s.copy() for _ in range(2000)]  # 2 GB if each had what a step needs
    for c in copies[::100]:
        c.step(H)
    assert np.array_equal(copies[0]["tip"], copies[1900]["tip"]) and not np.array_equal(copies[0]["tip"], copies[1]["tip"])
