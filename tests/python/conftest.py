# tests/python/conftest.py -- what the tests of the module share: a pendulum in Python, the same in Lua, a folder for files.
import os

import pytest

import sinew

PENDULUM = """
gravity { 0, 0, -9.81 }
local rod = body { name = "rod", at = {0.5, 0, 0}, shape = cylinder { length = 1, radius = 0.02, axis = "x", density = 7850 } }
revolute { ground, rod, name = "hinge", at = {0, 0, 0}, axis = "y", torque = function(t) return 3*sin(5*t) end }
channel("tip", position(rod, {1, 0, 0}))
channel("angle", angle("hinge"), { unit = "deg" })
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def source():
    return os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))


def build_pendulum():
    m = sinew.Model()
    m.gravity(0, 0, -9.81)
    rod = m.body(name="rod", at=(0.5, 0, 0), shape=sinew.cylinder(length=1, radius=0.02, axis="x", density=7850))
    m.revolute(sinew.ground, rod, name="hinge", at=(0, 0, 0), axis="y", torque=lambda t: 3 * sinew.sin(5 * t))
    m.channel("tip", sinew.position(rod, (1, 0, 0)))
    m.channel("angle", sinew.angle("hinge"), unit="deg")
    return m


@pytest.fixture
def pendulum():
    return build_pendulum()


def same_steps(a, b, n=20, h=1e-3):
    """Two models take the same steps to the last bit."""
    a, b = a.stepper(), b.stepper()
    a.step(h, n)
    b.step(h, n)
    return a.q.tobytes() == b.q.tobytes() and a.v.tobytes() == b.v.tobytes() and a.energy() == b.energy()
