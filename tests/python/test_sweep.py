# tests/python/test_sweep.py -- sweeps as tables, Campbell diagrams and critical loads against closed forms, and what is wrong with them.
import os

import numpy as np
import pytest

import sinew

MODEL = """
param { k = 1e3, c = 0.1, mass = 1.0, duration = 0.1, scheme = "ed" }
local b = body { name = "b", at = { 0, 0, 0 }, mass = mass, inertia = { 1, 1, 1 }, velocity = { 1, 0, 0 } }
prismatic { name = "rail", ground, b, at = { 0, 0, 0 }, axis = "x", stiffness = k, damping = c }
channel("x", position(b).x)
channel("place", position(b))
run { dt = 1e-3, duration = duration, scheme = scheme }
"""


@pytest.fixture
def model(folder):
    (folder / "m.lua").write_text(MODEL)
    return "m.lua"


def test_table(model):
    t = sinew.sweep(model, {"k": [1e3, 4e3], "c": np.linspace(0, 1, 3)}, "max(x), time_of_max(x), final(energy/total)", jobs=2)
    assert len(t) == 6 and t.file is None and not t.failed.any()
    assert t.keys() == ["run", "k", "c", "max(x)", "time_of_max(x)", "final(energy/total)", "status", "seconds", "message", "made_by"]
    assert t["k"].tolist() == [1e3] * 3 + [4e3] * 3 and t["c"].tolist() == [0, 0.5, 1] * 2
    assert t.units["max(x)"] == "m" and t.units["time_of_max(x)"] == "s" and t.units["final(energy/total)"] == "J"
    for k, c, top, when in zip(t["k"], t["c"], t["max(x)"], t["time_of_max(x)"]):
        w, d = np.sqrt(k - c**2 / 4), c / 2
        first = np.arctan2(w, d) / w  # x = exp(-d t) sin(w t)/w
        assert top == pytest.approx(np.exp(-d * first) * np.sin(w * first) / w, rel=1e-3)
        assert when == pytest.approx(first, abs=1e-3)
    assert t["final(energy/total)"][0] == pytest.approx(0.5, rel=1e-9) and t["final(energy/total)"][1] < 0.49
    assert t.array.shape == (6,) and t.array["k"][3] == 4e3 and t.array.dtype["status"].kind == "U"
    frame = t.to_pandas()
    assert list(frame.columns) == t.keys() and frame.attrs["units"]["max(x)"] == "m"
    assert "6 runs" in repr(t) and "k" in t and "z" not in t


def test_kept_and_gone_on_with(model):
    first = sinew.sweep(model, {"k": "1000:1000:3000"}, "final(x)", "table.csv")
    assert os.path.exists("table.csv") and first.file == "table.h5"
    stamp = first["seconds"].tolist()
    again = sinew.sweep(model, {"k": "1000:1000:3000"}, "final(x)", "table.h5")
    assert again["seconds"].tolist() == stamp  # not run again
    with pytest.raises(sinew.InputError, match="fresh"):
        sinew.sweep(model, {"k": [1, 2, 3]}, "final(x)", "table.csv")
    assert sinew.Sweep("table.h5")["final(x)"].tolist() == first["final(x)"].tolist()


def test_plans_texts_and_failures(model):
    a = sinew.sweep(model, {"k": (1e3, 5e3), "scheme": ["ed", "ep"]}, ["final(x)"], plan="latin", runs=6, seed=3, dt=2e-3)
    b = sinew.sweep(model, {"k": (1e3, 5e3), "scheme": ["ed", "ep"]}, ["final(x)"], plan="latin", runs=6, seed=3, dt=2e-3)
    assert a["k"].tolist() == b["k"].tolist() and sorted(a["scheme"]) == ["ed"] * 3 + ["ep"] * 3
    t = sinew.sweep(model, {"mass": [1, -1]}, "final(x)")
    assert t.failed.tolist() == [False, True] and t.status[1] == "failed" and "m.lua:3" in t.message[1] and np.isnan(t["final(x)"][1])
    assert sinew.sweep(model, {"mass": [-2, -1]}, "final(x)").failed.all()  # all of them: still a table
    sinew.sweep(model, {"k": 2e3}, results="runs")
    assert sinew.open("runs/1.h5").status == "complete"


def test_mistakes(model):
    for values, collect, word in (
        ({"masss": [1, 2]}, "final(x)", "--set mass"),
        ({"k": [1, 2]}, "final(plac_x)", "place_x"),
        ({"k": [1, 2]}, "finale(x)", "final"),
        ({"k": [1, 2]}, "final(place)", "place_x"),
        ({"k": [1, 2]}, None, "collect"),
        ({"k": (1, 2)}, "final(x)", "latin"),
        ({"k": []}, "final(x)", "at least one"),
        ({"k": np.arange(100000.5, 150000)}, "final(x)", "from:step:to"),
        ({}, "final(x)", "k"),
        ([1, 2], "final(x)", "k"),
    ):
        with pytest.raises(sinew.InputError) as e:
            sinew.sweep(model, values, collect)
        assert word in str(e.value)
    with pytest.raises(sinew.FileError, match="none.lua"):
        sinew.sweep("none.lua", {"k": [1]}, "final(x)")
    with pytest.raises(sinew.InputError, match="model file"):
        sinew.sweep(sinew.Model(), {"k": [1]}, "final(x)")
    with pytest.raises(sinew.InputError, match="no table"):
        sinew.load(model).run("run.h5", progress=False)
        sinew.Sweep("run.h5")
    t = sinew.sweep(model, {"k": [1e3]}, "final(x)")
    with pytest.raises(sinew.InputError, match="final"):
        t["finl(x)"]
    with pytest.raises(sinew.InputError, match="jobs"):
        sinew.sweep(model, {"k": [1]}, "final(x)", jobs=0)
    with pytest.raises(sinew.InputError, match="no option"):
        sinew.sweep(model, {"k": [1]}, "final(x)", jbos=2)


def whirl(speed, m=10, across=0.05, along=0.09, a=0.15, push=1e6, tilt=2e4):
    """Frequencies of a disc in an elastic bearing, Hz; forward ones are positive: m r'' + p (r - a t) = 0 and
    J t'' - i C W t' + q t - a p (r - a t) = 0 in complex coordinates."""
    K = np.array([[push, -a * push], [-a * push, tilt + a * a * push]])
    M, G = np.diag([m, across]), np.diag([0, -1j * along * speed])
    A = np.block([[np.zeros((2, 2)), np.eye(2)], [-np.linalg.solve(M, K), -np.linalg.solve(M, G)]])
    return np.linalg.eigvals(A).imag / (2 * np.pi)


def test_campbell(source):
    file = os.path.join(source, "examples", "campbell", "model.lua")
    c = sinew.campbell(file, np.arange(0, 601, 60), n=4, jobs=2)
    assert c.frequency.shape == (11, 4) and (c.growth <= 1e-9).all()
    for speed, found, way in zip(c.speed, c.frequency, c.whirl):
        expected = sorted(whirl(speed), key=abs)
        assert np.allclose(np.sort(np.abs(expected)), found, rtol=1e-5)
        if speed > 0:
            assert [np.sign(x) for x in expected] == way.tolist()
    # unbalance: p = W for the first forward whirl; disc-like (C > J), so the second is never met
    lo, hi = 1.0, 600.0
    for _ in range(60):
        mid = (lo + hi) / 2
        first = min(x for x in whirl(mid) if x > 0)
        lo, hi = (mid, hi) if 2 * np.pi * first > mid else (lo, mid)
    assert c.critical() == pytest.approx([lo], rel=2e-3)
    assert len(c.critical(whirl=-1)) == 1 and "4 modes" in repr(c)
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    assert c.plot(orders=(1, 2)).get_xlabel() == "speed [rad/s]"


def test_critical_load(source):
    file = os.path.join(source, "examples", "euler_column", "model.lua")
    found = sinew.critical_load(file, "load", 500, 5000, tolerance=5e-5)
    EI, EA, GA, L = 210e9 * 1e-8 / 12, 210e9 * 1e-4, 210e9 / 2.6 * 1e-4 * 5 / 6, 1
    euler = np.pi**2 * EI / L**2
    # Haringx: a column that shears and shortens, P (1 - P/EA + P/GA) (1 - P/EA) ... = euler, here to first order
    assert found.value == pytest.approx(euler * (1 - euler / GA + euler / EA), rel=5e-5)
    assert found.frequency == 0 and found.growth > 0 and found.stable < found.value < found.unstable
    assert "divergence" in repr(found)
    with pytest.raises(sinew.InputError, match="stable up to"):
        sinew.critical_load(file, "load", 100, 200)
    with pytest.raises(sinew.InputError, match="unstable at"):
        sinew.critical_load(file, "load", 2000, 3000)
    with pytest.raises(sinew.InputError, match="empty"):
        sinew.critical_load(file, "load", 3000, 2000)
