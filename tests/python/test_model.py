# tests/python/test_model.py -- models in Python: every kind from the tables, the bits of Lua, items, loading, copies.
import copy
import glob
import inspect
import math
import os
import pickle

import numpy as np
import pytest
from conftest import PENDULUM, build_pendulum, same_steps

import sinew
from sinew import _library


def test_same_bits_as_lua(pendulum):
    lua = sinew.from_lua(PENDULUM)
    assert same_steps(pendulum, lua)
    assert same_steps(pendulum, sinew.from_lua(pendulum.to_lua()))


def test_every_kind_is_a_method():
    assert len(_library.KINDS) > 20
    for name, kind in _library.KINDS.items():
        method = getattr(sinew.Model, name)
        assert kind.help in method.__doc__ or name in ("modes", "load_path")
        if name not in ("modes", "load_path"):
            given = set(inspect.signature(method).parameters)
            assert {f if f != "from" else "from_" for f in kind.fields} <= given
            for f in kind.fields.values():
                assert f.help in method.__doc__
    for name in _library.MAKERS:
        assert callable(getattr(sinew, name))


def rich_model():
    """Fields of many types: beams, sections along them, curves, lists, orientations, laws, stations, gears, numpy arrays."""
    m = sinew.Model()
    m.gravity(np.array([0, 0, -9.81]))
    turn = sinew.spline(np.linspace(0, 1, 6), [0, 0.1, 0.3, 0.2, 0.1, 0.0], kind="monotone")
    arm = m.body(
        name="arm",
        at=np.array([0.5, 0, 0]),
        orientation=sinew.axis_angle("x", sinew.deg(10)),
        shape=[
            sinew.cylinder(length=1, radius=0.02, axis="x", density=7850),
            sinew.box(size=(0.1, 0.2, 0.1), at=(0.5, 0, 0), mass=1.5),
        ],
    )
    m.revolute(sinew.ground, arm, name="shoulder", at=(0, 0, 0), axis="y", drive=lambda t: turn(t) + 0.1 * t**2)
    whip = m.beam(
        arm,
        name="whip",
        from_=(1, 0, 0),
        to=(2, 0, 0),
        elements=4,
        section=lambda s: sinew.circle(radius=0.02 - 0.008 * s),
        E=7e10,
        nu=0.3,
        density=2700,
    )
    ball = m.body(name="ball", at=(2, 0, 0), shape=sinew.sphere(radius=0.05, density=2000))
    m.spherical(whip.last, ball)
    wheel = m.body(name="wheel", at=(0, 1, 0), shape=sinew.cylinder(length=0.1, radius=0.2, axis="y", density=1000))
    m.revolute("ground", wheel, name="axle", at=(0, 1, 0), axis="y", damping=0.02, initial_rate=3)
    m.spring(sinew.ground, ball.point((0, 0, 0.05)), at_a=(2, 0, 1), force=lambda x, v: 30 * x + 2 * v + sinew.where(v > 0, v, 0))
    m.force(wheel, at=(0.2, 1, 0), value=lambda t: (0, 0, 5 * sinew.cos(3 * t)))
    tip = sinew.position(whip.last)
    m.channel("tip", tip)
    m.channel("far", sinew.norm(tip) - 2 * tip.x + sinew.abs(tip.z))
    m.channel("half", sinew.output(whip, "N", 0.5))
    m.stop_when("up", tip.z > 5)
    m.settings(dt=1e-3, duration=0.05)
    return m


def test_rich_model_as_lua():
    m = rich_model()
    text = m.to_lua()
    assert "from = {1, 0, 0}" in text and "spline {" in text and "function(s) return circle" in text
    assert same_steps(m, sinew.from_lua(text))
    assert sinew.from_lua(text).to_lua() == text


def test_items():
    m = sinew.Model()
    a = m.point(at=(0, 0, 0), mass=1)
    b = m.point(at=(1, 0, 0), mass=1, name="Löwe")
    assert a.name == "point1" and a.kind == "point" and "point1" in m and m["point1"] == a
    assert m.items == [a, b] and m["Löwe"] is b
    m.distance(a, b)
    with pytest.raises(sinew.InputError, match="Did you mean 'point1'"):
        m["pont1"]
    assert "point1" in repr(a) and "3 items" in repr(m)


def test_load_with_parameters(folder):
    (folder / "arm.lua").write_text(
        'param { length = 1, fast = true, kind = "x" }\npoint { name = "p", at = {length, 0, 0}, mass = fast and 1 or 2 }\n'
        'point { name = kind, at = {0, 0, 0}, mass = 1 }\nchannel("x", position("p").x)\nrun { dt = 1e-3, duration = 1e-2 }\n'
    )
    m = sinew.load("arm.lua", length=2.5, fast=False, kind="end")
    assert m.parameters == {"length": 2.5, "fast": False, "kind": "end"}
    assert m.stepper()["x"] == 2.5 and m["end"].kind == "point" and m.channels == {"x": "m"}
    assert m.check().mass == 3
    m.distance("p", "end", name="rod")  # and goes on in Python
    assert m.check().degrees_of_freedom == 5
    assert "--set length=2.5" in m.to_lua()
    with pytest.raises(sinew.InputError, match="Did you mean"):
        sinew.load("arm.lua", lenght=2)
    with pytest.raises(sinew.FileError):
        sinew.load("nothing.lua")


def test_language_in_python():
    m = sinew.Model()
    m.lua("leg = group('leg', function(r) body { name = 'foot', shape = sphere { radius = r, density = 1000 } } end)")
    m.lua("place(leg, { name = 'left', at = {0, 1, 0} }, 0.1)\nplace(leg, { name = 'right', at = {0, -1, 0} }, 0.2)")
    assert [i.name for i in m.items] == ["left.foot", "right.foot"]
    m.fixed(sinew.ground, m["left.foot"], at=(0, 1, 0))
    m.channel("c", sinew.center_of_mass(["left", "right"]))
    assert m.check().degrees_of_freedom == 6


def test_copies_and_pickles(pendulum):
    for other in (copy.copy(pendulum), copy.deepcopy(pendulum), pickle.loads(pickle.dumps(pendulum)), pendulum.copy()):
        assert other.to_lua() == pendulum.to_lua() and same_steps(other, pendulum)
        other.point(at=(5, 0, 0), mass=1)
        assert len(other.items) == 3 and len(pendulum.items) == 2


def test_examples_load(source):
    files = sorted(glob.glob(os.path.join(source, "examples", "*", "model.lua")))
    assert len(files) > 10
    for file in files[::6]:
        m = sinew.load(file)
        assert m.items and m.to_lua().strip() == open(file).read().strip()


def test_numbers_are_exact():
    for x in (0.1, 1 / 3, 1e-300, 5e-324, 1.7976931348623157e308, -0.0, 2**53 - 1, np.float32(0.1), np.int64(7), math.pi):
        m = sinew.Model()
        m.point(at=(x, 0, 0), mass=1, name="p")
        m.channel("x", sinew.position("p").x)
        assert m.stepper()["x"] == float(x)


def test_ten_lines_of_the_front_page():
    text = sinew.__doc__.split("\n\n")[1]
    lines = [line[4:] for line in text.splitlines() if "plot" not in line]
    scope = {}
    exec("\n".join(lines), scope)
    assert scope["r"].status == "complete" and build_pendulum().channels["angle"] == "deg"


def leg(g, length=1.0):
    thigh = g.body(name="thigh", at=(length / 2, 0, 0), mass=1, inertia=(1, 1, 1))
    shin = g.body(name="shin", at=(1.5 * length, 0, 0), mass=1, inertia=(1, 1, 1))
    g.revolute(thigh, shin, name="knee", at=(length, 0, 0), axis="y", torque=lambda t: sinew.sin(t))
    g.channel("bend", sinew.angle("knee"))
    return thigh


def walker():
    m = sinew.Model()
    hip = m.body(name="hip", mass=1, inertia=(1, 1, 1))
    for side, y in (("left", 0.2), ("right", -0.2)):
        g = m.group(side, at=(0, y, 0), orientation=sinew.axis_angle("z", y))
        g.revolute(hip, leg(g), name="hip", at=(0, 0, 0), axis="y")
        foot = g.group("foot", at=(2, 0, 0))
        foot.lua("-- a comment\npoint { name = 'toe', at = {0.1, 0, 0}, mass = 1 } -- at the end")
    return m, g, foot


def test_groups():
    m, right, foot = walker()
    assert [x.name for x in right.items] == [f"right.{x}" for x in ("thigh", "shin", "knee", "hip", "foot.toe")]
    assert foot["toe"] == m["right.foot.toe"] and "toe" in foot and "heel" not in foot and foot.model is m and "2" not in repr(foot)
    assert m.channels == {"left.bend": "rad", "right.bend": "rad"}
    s = m.stepper()
    c, s_ = math.cos(-0.2), math.sin(-0.2)
    assert np.allclose(s["right.foot.toe", "position"], [2.1 * c, -0.2 + 2.1 * s_, 0])
    lua = sinew.from_lua(
        """
        local hip = body { name = "hip", mass = 1, inertia = {1, 1, 1} }
        local leg = group("leg", function()
          local thigh = body { name = "thigh", at = {0.5, 0, 0}, mass = 1, inertia = {1, 1, 1} }
          local shin = body { name = "shin", at = {1.5, 0, 0}, mass = 1, inertia = {1, 1, 1} }
          revolute { thigh, shin, name = "knee", at = {1, 0, 0}, axis = "y", torque = function(t) return sin(t) end }
          channel("bend", angle("knee"))
          revolute { hip, thigh, name = "hip", at = {0, 0, 0}, axis = "y" }
          place(group("foot", function() point { name = "toe", at = {0.1, 0, 0}, mass = 1 } end), { name = "foot", at = {2, 0, 0} })
        end)
        for side, y in pairs { left = 0.2 } do place(leg, { name = side, at = {0, y, 0}, orientation = axis_angle("z", y) }) end
        place(leg, { name = "right", at = {0, -0.2, 0}, orientation = axis_angle("z", -0.2) })
        """
    )
    assert same_steps(m, lua) and same_steps(m, sinew.from_lua(m.to_lua())) and same_steps(m, copy.copy(m))
    again = pickle.loads(pickle.dumps(right))
    again.body(name="more", mass=1, inertia=(1, 1, 1))
    assert "more" in again and "more" not in right


def test_mistakes_in_groups():
    m, right, foot = walker()
    for mistake, words in (
        (lambda: m.group("left"), "already placed"),
        (lambda: m.group("a b"), "name of a group"),
        (lambda: m.group(3), "must be a text"),
        (lambda: m.group("g", at=(1, 2)), "three numbers"),
        (lambda: m.group("g", orientation="q"), "orientation"),
        (lambda: right["knie"], "'right.knee'"),
        (lambda: right.body(name="thigh"), "used twice"),
        (lambda: right.body(mas=1), "mass"),
        (lambda: right.revolute("thigh", "shinn", axis="y"), "shinn"),
        (lambda: foot.lua("\n\nbody { mass = -1 }"), "greater than 0"),
        (lambda: m.lua("place(group('h', function() end), { name = 'nobody', more = true })"), "nothing to add to"),
    ):
        with pytest.raises(sinew.InputError, match=words) as e:
            mistake()
        assert "test_model.py:" in e.value.where
    assert len(right.items) == 5
    right.body(name="fine", mass=1, inertia=(1, 1, 1))
    assert "right.fine" in m
