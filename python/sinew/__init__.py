# sinew -- flexible multibody simulation from Python: models, runs, results, and steps under your own control.
# What there is: docs/python.md; every kind and field: help(sinew.Model.revolute), or docs/python-reference.md.
"""Flexible multibody simulation with a proved energy balance.

    import sinew
    m = sinew.Model()
    m.gravity(0, 0, -9.81)
    rod = m.body(name="rod", at=(0.5, 0, 0), shape=sinew.cylinder(length=1, radius=0.02, axis="x", density=7850))
    m.revolute(sinew.ground, rod, name="hinge", at=(0, 0, 0), axis="y")
    m.channel("tip", sinew.position(rod, (1, 0, 0)))
    r = m.run("pendulum.h5", dt=1e-3, duration=2)
    r.plot("tip")
"""
try:
    import h5py as _h5py
    import numpy as _numpy
except ImportError as _e:
    import sys as _sys

    raise ImportError(
        f"Sinew needs numpy and h5py, and this Python ({_sys.executable}) cannot import {_e.name or 'them'}: {_e}. Install them for it "
        f"({_sys.executable} -m pip install numpy h5py), or use a Python that has them: on Debian and Ubuntu `apt install python3-numpy "
        "python3-h5py`, then /usr/bin/python3, or an environment made with `python3 -m venv --system-site-packages`.",
        name=_e.name,
    ) from None
from . import _functions
from ._errors import ConvergenceError, FileError, InputError, InternalError, ModelError, SinewError, SinewWarning, StrictError
from ._expressions import Curve, Expression
from ._functions import *  # noqa: F403 the functions of the model language
from ._library import version as __version__
from ._linear import Linear
from ._model import Builder, Check, Group, Item, Model, Place, from_lua, load, resume
from ._channel import Channel
from ._results import Modes, Nodes, Result, compare, open
from ._rollout import Rollouts, State
from ._stepper import Equilibrium, Stepper
from ._sweep import Campbell, CriticalLoad, Sweep, campbell, critical_load, sweep

__all__ = [
    "Builder", "Campbell", "Channel", "Check", "ConvergenceError", "CriticalLoad", "Curve", "Equilibrium", "Expression", "FileError", "Group", "InputError",
    "InternalError", "Item", "Linear", "Model", "ModelError", "Modes", "Nodes", "Place", "Result", "Rollouts", "SinewError", "SinewWarning", "State", "Stepper", "StrictError", "Sweep", "campbell",
    "compare", "critical_load", "from_lua", "load", "open", "resume", "sweep", *_functions.__all__,
]
