# tests/python/test_sweep_built.py -- sweeps of models that a function of Python builds: the same table as of a model file, and what goes wrong.
import os
import shutil

import numpy as np
import pytest

import sinew

LUA = """
param { k = 1e3, c = 0.1, scheme = "ed" }
local b = body { name = "b", at = { 0, 0, 0 }, mass = 1, inertia = { 1, 1, 1 }, velocity = { 1, 0, 0 } }
prismatic { name = "rail", ground, b, at = { 0, 0, 0 }, axis = "x", stiffness = k, damping = c }
channel("x", position(b).x)
"""


def oscillator(k, c):
    m = sinew.Model()
    b = m.body(name="b", at=(0, 0, 0), mass=1, inertia=(1, 1, 1), velocity=(1, 0, 0))
    m.prismatic(sinew.ground, b, name="rail", at=(0, 0, 0), axis="x", stiffness=k, damping=c)
    m.channel("x", sinew.position(b).x)
    return m


STEPS = {"dt": 5e-3, "duration": 0.05}


def test_same_table_as_of_a_file(folder):
    (folder / "m.lua").write_text(LUA)
    values = {"k": [1e3, 4e3], "c": np.linspace(0, 1, 3)}
    a = sinew.sweep(oscillator, values, "max(x), final(energy/total)", jobs=2, **STEPS)
    b = sinew.sweep("m.lua", values, "max(x), final(energy/total)", jobs=2, **STEPS)
    assert a.keys() == b.keys() and a.units == b.units
    for name in ("run", "k", "c", "max(x)", "final(energy/total)", "status"):
        assert a[name].tolist() == b[name].tolist()  # to the bit


def test_plans_ranges_and_fields_of_run(folder):
    (folder / "m.lua").write_text(LUA)
    plan = {"plan": "latin", "runs": 5, "seed": 3}
    a = sinew.sweep(oscillator, {"k": (1e3, 5e3), "c": (0, 1)}, "final(x)", **plan, **STEPS)
    b = sinew.sweep("m.lua", {"k": (1e3, 5e3), "c": (0, 1)}, "final(x)", **plan, **STEPS)
    assert a["k"].tolist() == b["k"].tolist() and a["final(x)"].tolist() == b["final(x)"].tolist()
    t = sinew.sweep(oscillator, {"k": "1000:1000:3000", "c": 0.5, "run.dt": [5e-3, 2.5e-3]}, "final(x)", duration=0.05)
    assert len(t) == 6 and len(set(t["final(x)"])) == 6


def test_texts_flags_and_branches():
    def model(shape, heavy):
        m = sinew.Model()
        m.point(name="p", at=(0, 0, 0), mass=2 if heavy else 1)
        if shape == "two":
            m.point(name="q", at=(1, 0, 0), mass=1)
        m.gravity(0, 0, -9.81)
        m.channel("z", sinew.position(m["p"]).z)
        return m

    t = sinew.sweep(model, {"shape": ["one", "two"], "heavy": [True, False]}, "final(energy/kinetic)", **STEPS)
    fall = 0.5 * (9.81 * 0.05) ** 2
    assert t["final(energy/kinetic)"] == pytest.approx([2 * fall, fall, 3 * fall, 2 * fall], rel=1e-9)
    assert t["shape"].tolist() == ["one", "one", "two", "two"]


def test_kept_and_gone_on_with():
    a = sinew.sweep(oscillator, {"k": [1e3, 2e3], "c": [0]}, "final(x)", "table", **STEPS)
    b = sinew.sweep(oscillator, {"k": [1e3, 2e3], "c": [0]}, "final(x)", "table", **STEPS)
    assert a["seconds"].tolist() == b["seconds"].tolist()  # not run again
    with pytest.raises(sinew.InputError, match="fresh"):  # another model
        sinew.sweep(lambda k, c: oscillator(2 * k, c), {"k": [1e3, 2e3], "c": [0]}, "final(x)", "table", **STEPS)
    assert sorted(os.listdir()) == ["table.csv", "table.h5"]  # no models are left behind


def test_failures_are_rows():
    t = sinew.sweep(oscillator, {"k": [1e3, -1], "c": [0]}, "final(x)", **STEPS)
    assert t.failed.tolist() == [False, True]
    assert "test_sweep_built.py" in t.message[1] and "stiffness" in t.message[1]  # refused while it was built

    t = sinew.sweep(oscillator, {"k": [-1, 1e3], "c": [0]}, "final(x)", **STEPS)  # the first one, too
    assert t.failed.tolist() == [True, False] and "test_sweep_built.py" in t.message[0] and t.units["final(x)"] == "m"
    for values in ({"k": [-1, -2], "c": [0]}, {"k": [-1], "c": [0]}):  # and all of them
        t = sinew.sweep(oscillator, values, "final(x)", **STEPS)
        assert t.failed.all() and all(f"`stiffness` = {k:g} is" in x for k, x in zip(t["k"], t.message)) and np.isnan(t["final(x)"]).all()
    flags = sinew.sweep(lambda bad, name: oscillator(-1 if bad else 1, 0), {"bad": [True, False], "name": ["a", "b"]}, "final(x)", **STEPS)
    assert flags.failed.tolist() == [True, True, False, False]

    def loop(apart):
        m = sinew.Model()
        a = m.body(name="a", at=(0, 0, 0), mass=1, inertia=(1, 1, 1))
        m.revolute(sinew.ground, a, name="r", at=(0, 0, 0), axis="z")
        m.distance(sinew.ground, a, name="d", at_a=(2, 0, 0), at_b=(1, 0, 0), length=1 + apart)
        m.channel("x", sinew.position(a).x)
        return m

    t = sinew.sweep(loop, {"apart": [0, 5]}, "final(x)", **STEPS)  # found out when it is run
    assert t.failed.tolist() == [False, True] and "test_sweep_built.py:" in t.message[1] and ".lua" not in t.message[1]


def test_files_beside(source):
    shutil.copy(os.path.join(source, "tests", "data", "box.stl"), "box.stl")

    def model(density):
        m = sinew.Model()
        m.body(name="b", at=(0, 0, 0), shape=sinew.mesh(file="box.stl", density=density), velocity=(1, 0, 0))
        return m

    t = sinew.sweep(model, {"density": [1, 2]}, "final(energy/kinetic)", **STEPS)
    e = t["final(energy/kinetic)"]
    assert e[0] > 0 and e[1] == pytest.approx(2 * e[0])


def test_campbell_and_critical_load_take_functions():
    def column(load):
        m = sinew.Model()
        b = m.body(name="b", at=(0, 0, 0), mass=1, center=(0, 0, 1), inertia=(0.1, 0.1, 0.1))
        m.revolute(sinew.ground, b, name="r", at=(0, 0, 0), axis="x", stiffness=100)
        m.force(b, at=(0, 0, 1), value=(0, 0, -load))
        m.modes(count=1)
        return m

    assert sinew.critical_load(column, "load", 10, 500, tolerance=1e-4).value == pytest.approx(100, rel=1e-3)  # k/l


def test_mistakes():
    for function, values, options, word in (
        (sinew.Model(), {"k": [1]}, {}, "a function"),
        (lambda k: None, {"k": [1]}, {}, "return m"),
        (lambda k: "text", {"k": [1]}, {}, "str"),
        (oscillator, {"k": [1], "c": [0]}, {"jobs_file": "jobs.txt"}, "other machines"),
        (oscillator, {"k": (1, 2), "c": 0}, {}, "latin"),
        (oscillator, {}, {}, "parameters"),
        (oscillator, {"k": [], "c": 0}, {}, "at least one"),
        (oscillator, {"k-1": [1]}, {}, "argument"),
        (oscillator, {"k": [1e3], "c": 0}, {"plan": "latn"}, "latin"),
    ):
        with pytest.raises(sinew.InputError) as e:
            sinew.sweep(function, values, "final(x)", **options)
        assert word in str(e.value)
    with pytest.raises(TypeError, match="kk"):  # as Python says it
        sinew.sweep(oscillator, {"kk": [1]}, "final(x)")
    with pytest.raises(sinew.InputError, match="x"):
        sinew.sweep(oscillator, {"k": [1e3], "c": [0]}, "final(y)", **STEPS)
    with pytest.raises(ZeroDivisionError):  # an error of the function itself is not hidden
        sinew.sweep(lambda k: 1 / 0, {"k": [1]}, "final(x)")
