# tests/python/test_notebooks.py -- the notebooks run from top to bottom, and find what they should. Without Jupyter: cells are code.
import json
import os
import sys
import types
import webbrowser

import pytest


class Axes:
    def __getattr__(self, name):
        return lambda *a, **k: None


@pytest.fixture(autouse=True)
def no_screen(monkeypatch):
    """A browser and a plot that show nothing."""
    monkeypatch.setattr(webbrowser, "open", lambda address: True)
    plots = types.ModuleType("matplotlib.pyplot")
    plots.gca = Axes
    monkeypatch.setitem(sys.modules, "matplotlib", types.ModuleType("matplotlib"))
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", plots)


def run(source, name):
    with open(os.path.join(source, "python", "notebooks", name)) as f:
        cells = json.load(f)["cells"]
    scope = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), name, "exec"), scope)
            assert cell["outputs"] == [] and cell["execution_count"] is None  # they are kept without results
    return scope


def test_pendulum(source):
    r = run(source, "pendulum.ipynb")["r"]
    assert r.status == "complete" and r["angle"].max() == pytest.approx(180, abs=0.1)
    assert r.summary["energy_identity_error"] < 1e-12


def test_fit_damper(source):
    pytest.importorskip("scipy")
    found = run(source, "fit_damper.ipynb")
    assert found["stiffness"] == pytest.approx(200, rel=5e-3) and found["damping"] == pytest.approx(3, rel=0.03)
    assert found["error"] == pytest.approx(1e-3, rel=0.2)


def test_cart_pole(source):
    pytest.importorskip("scipy")
    found = run(source, "cart_pole.ipynb")
    s = found["cart_pole"](0.35).stepper()
    _, x, angle, _, _, u = found["control"](s, 6)
    assert abs(s["hinge", "angle"]) < 1e-3 and abs(s["rail", "displacement"]) < 1e-2 and abs(u).max() < 100
    assert abs(s.energy("defect")) < 1e-10 and 20 < found["low"] < 80
    small = found["cart_pole"](1e-4).stepper()
    found["control"](small, 1)
    assert small["hinge", "angle"] == pytest.approx(found["foretold"](1e-4, 1)[1], abs=2e-7)
