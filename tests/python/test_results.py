# tests/python/test_results.py -- results as arrays with units, tables, pages; equilibria, modes, buckling, paths of loads.
import math
import os
import pickle

import numpy as np
import pytest
from conftest import build_pendulum

import sinew


@pytest.fixture
def result(pendulum):
    return pendulum.run("pendulum.h5", dt=1e-3, duration=0.1, progress=False)


def test_arrays(result, pendulum):
    tip = result["tip"]
    assert tip.shape == (101, 3) and tip.unit == "m" and tip.name == "tip" and result["angle"].unit == "deg"
    assert np.array_equal(result["tip_z"], tip[:, 2]) and result["tip_z"].unit == "m"
    assert result.time.unit == "s" and result.time[-1] == pytest.approx(0.1)
    assert np.allclose(np.degrees(result["hinge", "angle"]), result["angle"])
    assert np.array_equal(result[pendulum["hinge"], "angle"], result["hinge", "angle"])
    assert np.max(np.abs(result.energy["defect"])) < 1e-12 and result.energy["total"].unit == "J"
    assert result.keys() == ["tip", "angle"] or sorted(result.keys()) == ["angle", "tip"]
    assert "tip" in result and result.status == "complete" and result.summary["steps"] == 100
    assert result.model_text.strip() == pendulum.to_lua().strip()
    assert isinstance(tip * 2, np.ndarray) and isinstance(float(np.max(tip)), float)
    again = pickle.loads(pickle.dumps(tip))
    assert again.unit == "m" and np.array_equal(again, tip)
    for key, words in (("tipp", "'tip'"), ("tip_w", "'tip'"), (("hing", "angle"), "'hinge'"), (("hinge", "angel"), "'angle'")):
        with pytest.raises(sinew.InputError, match=words):
            result[key]


def test_files(folder):
    (folder / "text.h5").write_text("no result")
    for name in ("nothing.h5", "text.h5"):
        with pytest.raises(sinew.FileError):
            sinew.open(name)
    import h5py

    h5py.File("other.h5", "w").close()
    with pytest.raises(sinew.FileError, match="not a result"):
        sinew.open("other.h5")


def test_tables(result):
    pandas = pytest.importorskip("pandas")
    frame = result.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and set(frame.columns) == {"tip_x", "tip_y", "tip_z", "angle"}
    assert frame.attrs["units"]["angle"] == "deg" and frame.index.name == "time" and len(frame) == 101
    xarray = pytest.importorskip("xarray")
    data = result.to_xarray()
    assert isinstance(data, xarray.Dataset) and data["tip"].dims == ("time", "xyz") and data["tip"].attrs["unit"] == "m"


class Axes:
    def __init__(self):
        self.lines, self.words = [], []

    def plot(self, x, y, label):
        self.lines.append((label, x, y))

    def __getattr__(self, name):
        return lambda *a: self.words.append((name, *a))


def test_plot(result):
    axes = Axes()
    assert result.plot("tip", axes=axes) is axes
    assert [label for label, _, _ in axes.lines] == ["tip_x", "tip_y", "tip_z"] and ("set_xlabel", "time [s]") in axes.words
    axes = Axes()
    result.plot("tip_z", against="tip_x", axes=axes)
    assert np.array_equal(axes.lines[0][1], result["tip_x"]) and ("set_xlabel", "tip_x [m]") in axes.words


def test_page_picture_compare(result):
    assert os.path.getsize(result.page("view.html")) > 100000
    with open(result.picture(0.05, "p.png", "--size", "200x100"), "rb") as f:
        assert f.read(4) == b"\x89PNG"
    other = build_pendulum().run("other.h5", dt=2e-3, duration=0.1, progress=False)
    told = sinew.compare(result, other)
    assert isinstance(told, dict) and "channels" in told
    with pytest.raises(sinew.SinewError, match="nothing.h5"):
        sinew.compare(result, "nothing.h5")


def cantilever():
    m = sinew.Model()
    b = m.beam(sinew.ground, name="b", from_=(0, 0, 0), to=(1, 0, 0), elements=8, E=2e11, nu=0.3, density=7850,
               section=sinew.rectangle(width=0.02, height=0.01))
    m.channel("end", sinew.position(b.last))
    return m, b


def test_static():
    m, b = cantilever()
    m.force(b.last, value=(0, 0, -1))
    e = m.static()
    by_hand = 1 / (3 * 2e11 * 0.02 * 0.01**3 / 12)
    assert -e["end"][2] == pytest.approx(by_hand, rel=2e-3)
    assert not e.unstable and e.iterations > 0 and e.residual < 1e-6 and e.q.shape[1] == 3
    assert not hasattr(e, "step")
    inverted = sinew.Model()
    inverted.gravity(0, 0, -9.81)
    rod = inverted.body(name="rod", at=(0, 0, 0.5), shape=sinew.cylinder(length=1, radius=0.02, axis="z", density=7850))
    inverted.revolute(sinew.ground, rod, at=(0, 0, 0), axis="y")
    e = inverted.static()
    assert e.unstable and e.growth == pytest.approx(math.sqrt(1.5 * 9.81), rel=1e-3)


def test_modes():
    m, _ = cantilever()
    found = m.modes(4)
    inertia, mass = 0.02 * 0.01**3 / 12, 7850 * 2e-4
    first = 1.8751**2 / (2 * math.pi) * math.sqrt(2e11 * inertia / mass)
    assert len(found) == 4 and found.frequency[0] == pytest.approx(first, rel=2e-3)
    assert found.displacement.shape[0] == 4 and found.displacement.shape[2] == 3 and found.rotation.shape == found.displacement.shape
    assert np.abs(found.displacement[0]).max() == pytest.approx(1) and not found.zero.any() and "Hz" in repr(found)
    m.modes(2, file="modes.h5")
    assert len(sinew.open("modes.h5").time) == 2 * 17
    with pytest.raises(sinew.InputError):
        m.modes(-1)


def test_buckling_and_load_path():
    m, b = cantilever()
    m.force(b.last, value=(-1, 0, 0))
    factor = math.pi**2 / 4 * 2e11 * 0.02 * 0.01**3 / 12
    assert m.buckling(1).load_factor[0] == pytest.approx(factor, rel=2e-3)
    m, b = cantilever()
    m.force(b.last, value=(0, 0, -10))
    path = m.load_path("path.h5", steps=6)
    assert path.status == "complete" and len(path.time) >= 6 and path["end_z"][-1] < path["end_z"][1] < 0
    with pytest.raises(sinew.InputError, match="load_path"):
        cantilever()[0].load_path("x.h5")


def test_check(pendulum):
    c = pendulum.check()
    mass = 7850 * math.pi * 0.02**2
    assert c.degrees_of_freedom == 1 and c.mass == pytest.approx(mass) and c.centre == pytest.approx((0.5, 0, 0))
    assert c.parts["rod"].mass == pytest.approx(mass) and "test" in c.parts["rod"].where or "conftest.py" in c.parts["rod"].where
    assert c.redundant == [] and "1 degrees" in repr(c)
    m = sinew.from_lua("param { unused = 1 }\npoint { at = {0, 0, 0}, mass = 1 }")
    assert any("unused" in what for what, _ in m.check().warnings)
