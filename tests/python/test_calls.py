# tests/python/test_calls.py -- the calls that docs/python.md promises, one by one, as a newcomer types them.
import html
import io
import os
import sys
import types

import numpy as np
import pytest

import sinew


@pytest.fixture
def model():
    m = sinew.Model()
    m.gravity(0, 0, -9.81)
    u = m.input("u", default=0, unit="N m")
    arm = m.body(name="arm", at=(0.5, 0, 0), shape=sinew.cylinder(length=1, radius=0.02, axis="x", density=2700))
    m.revolute(sinew.ground, arm, name="joint", at=(0, 0, 0), axis="y", torque=u, damping=0.1)
    m.beam(
        arm, name="beam", from_=(1, 0, 0), to=(1.5, 0, 0), elements=2, section=sinew.circle(radius=0.01), E=7e10, nu=0.3, density=2700
    )
    m.channel("tip", sinew.position(m["beam"].last))
    m.channel("angle", sinew.angle("joint"), unit="deg")
    return m


def test_model_and_functions(folder, model):
    (folder / "x.lua").write_text(
        "param { length = 1 }\nlocal b = point { name = 'b', at = {length, 0, 0}, mass = 1 }\n"
        "force { b, value = function(t) return sin(t), 0, 0 end }\nchannel('x', position(b).x)\n"
    )
    assert sinew.load("x.lua", length=2).stepper()["x"] == 2
    t = np.linspace(0, 1, 5)
    b = model.point(name="b", at=(0, 1, 0), mass=1)
    model.force(b, value=lambda t: (sinew.sin(t) ** 2, -t / 2, sinew.where(t < 1, 1, 0)))
    model.force(b, value=lambda time: (sinew.table(t, t**2)(time), 0, 0))
    model.spring(sinew.ground, b, at_a=(0, 2, 0), at_b=(0, 1, 0), force=lambda x, v, t: 3 * x + 0.1 * v * sinew.exp(-t))
    text = model.to_lua()
    a, c = model.stepper(), sinew.from_lua(text).stepper()
    a.step(1e-3, 5)
    c.step(1e-3, 5)
    assert a.q.tobytes() == c.q.tobytes()


def test_analyses(model):
    c = model.check()
    assert c.degrees_of_freedom == 1 + 24 and c.mass > 0 and c.redundant == [] and c.warnings == [] and "arm" in c.parts
    e = model.static()
    assert e["angle"] == pytest.approx(90) and e["tip"].shape == (3,)
    modes = model.modes(3)
    assert modes.frequency.shape == (3,) and modes.displacement.shape[::2] == (3, 3) and modes.file is None
    kept = model.modes(3, "modes.h5")
    assert kept.file == "modes.h5" and os.path.exists("modes.h5")
    b = sinew.Model()
    column = b.beam(
        sinew.ground, name="column", from_=(0, 0, 0), to=(0, 0, 1), elements=4, section=sinew.circle(radius=0.01), E=2e11, nu=0.3,
        density=7850,
    )
    b.force(column.last, value=(0, 0, -100))
    assert b.buckling(1).load_factor.shape == (1,) and b.buckling(1).load_factor[0] > 1
    path = b.load_path("path.h5", steps=3, factor=1)
    assert len(path.time) > 1


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_runs(model, monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    for dt in (1e-4, 2e-5, 5e-6, 1e-6, 1e-7):  # until the run takes longer than a bar needs to show itself
        r = model.run("x.h5", dt=dt, duration=0.5, store=0.1, progress=True)
        if terminal.getvalue():
            break
    assert r.status == "complete" and terminal.getvalue().endswith("\r")
    again = sinew.open("x.h5")
    assert again["tip"].shape == (len(again.time), 3) and again["tip"].unit == "m" and again["angle"].unit == "deg"
    assert isinstance(again["tip"], np.ndarray)
    pytest.importorskip("pandas")
    assert list(again.to_pandas().columns) == ["tip_x", "tip_y", "tip_z", "angle"]
    pytest.importorskip("xarray")
    assert again.to_xarray()["tip"].dims == ("time", "xyz")
    other = model.run("y.h5", dt=5e-4, duration=0.5, progress=False)
    assert sinew.compare(r, other)["channels"]


def test_views(model, monkeypatch):
    r = model.run("x.h5", dt=1e-2, duration=0.1, progress=False)
    assert os.path.getsize(r.picture(0.05, "p.png", "--size", "100x80")) > 100
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    assert r.view() is None and opened[0].startswith("file://") and opened[0].endswith(".html")
    assert os.path.exists(opened[0][len("file://") :])
    # in a notebook
    python = types.ModuleType("IPython")
    python.get_ipython = lambda: types.SimpleNamespace(kernel=1)
    monkeypatch.setitem(sys.modules, "IPython", python)
    before = os.listdir(".")
    shown = r.view(height=400)._repr_html_()  # the page is in the notebook itself
    assert 'height="400"' in shown and "srcdoc=" in shown and os.listdir(".") == before and len(opened) == 1
    page = html.unescape(shown.split('srcdoc="')[1].rsplit('"></iframe>')[0])
    assert page.lstrip().lower().startswith("<!doctype html") and page.rstrip().endswith("</html>") and 1e5 < len(page) < 5e6
    terminal = io.StringIO()
    monkeypatch.setattr(sys, "stderr", terminal)
    model.run("z.h5", dt=1e-3, duration=0.5)  # the bar is there, too
    assert terminal.getvalue() == "" or terminal.getvalue().endswith("\r")
    for mistake, kind in ((lambda: r.picture(0.05, "p.jpeg"), sinew.InputError), (lambda: r.page("nowhere/p.html"), sinew.FileError)):
        with pytest.raises(kind) as e:
            mistake()
        assert e.value.what and e.value.where


def test_plot_without_matplotlib(model, monkeypatch):
    r = model.run("x.h5", dt=1e-2, duration=0.1, progress=False)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(ImportError, match="r.view"):
        r.plot("angle", against="tip_x")


def test_steps(model):
    s = model.stepper()
    s.step(1e-3)
    assert s.time == 1e-3 and s.q.shape == s.v.shape and s["angle"] > 0
    s.set("u", 2.0)
    state = s.state()
    branches = [s.copy() for _ in range(3)]
    for k, b in enumerate(branches):
        b.set("u", float(k))
        b.step(1e-3, 10)
    assert len({b["angle"] for b in branches}) == 3 and s.time == 1e-3
    branches[0].restore(state)
    assert branches[0].inputs == {"u": 2.0} and branches[0]["angle"] == s["angle"]
    assert abs(s.energy("defect")) < 1e-12 and s.energy()["total"] == s.energy("total")
    A, B, C, D = s.linearize("u", ["angle", "tip"])
    n = 2 * s.degrees_of_freedom
    assert A.shape == (n, n) and B.shape == (n, 1) and C.shape == (4, n) and D.shape == (4, 1)


def test_errors(model):
    with pytest.raises(sinew.InputError) as e:
        model.revolute(sinew.ground, "arm", axs="y")
    assert "test_calls.py:" in e.value.where and "axs" in e.value.what and e.value.why and "axis" in e.value.fix
    assert issubclass(sinew.InputError, ValueError) and issubclass(sinew.FileError, OSError)
    assert issubclass(sinew.ConvergenceError, sinew.SinewError) and issubclass(sinew.ModelError, sinew.SinewError)
