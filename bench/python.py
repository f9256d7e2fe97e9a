# bench/python.py -- what Python adds to a step, what reading, states and copies cost, and how many runs a sweep makes: make bench-python.
# How:    overhead is the same call with a function of the library in place of the step that does nothing.
import ctypes
import math
import os
import tempfile
import time

import sinew
from sinew import _library, _stepper


def microseconds(f, n):
    best = math.inf
    for _ in range(10):
        began = time.perf_counter()
        for _ in range(n):
            f()
        best = min(best, (time.perf_counter() - began) / n)
    return 1e6 * best


def chain(n):
    m = sinew.Model()
    m.gravity(0, 0, -9.81)
    last = sinew.ground
    for k in range(n):
        link = m.body(name=f"l{k}", at=(k + 0.5, 0, 0), shape=sinew.cylinder(length=1, radius=0.02, axis="x", density=7850))
        m.revolute(last, link, name=f"j{k}", at=(k, 0, 0), axis="y")
        last = link
    m.channel("tip", sinew.position(last))
    return m


def overhead(s):
    prototype = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_double, ctypes.POINTER(_library.Error))
    step, pointer = _stepper._step, s._pointer
    _stepper._step, s._pointer = prototype(("sinew_fields", _library.lib)), None
    try:
        return microseconds(lambda: s.step(1e-3), 10000)
    finally:
        _stepper._step, s._pointer = step, pointer


print(f"{'bodies':>8} {'step':>10} {'of it Python':>14} {'s[tip]':>10} {'state()':>10} {'restore':>10} {'copy()':>10}   us")
for n in (1, 10, 100):
    s = chain(n).stepper()
    extra = overhead(s)
    row = [microseconds(lambda: s.step(1e-4), 2000 // n), extra, microseconds(lambda: s["tip"], 1000)]
    state = s.state()
    row += [microseconds(s.state, 200), microseconds(lambda: s.restore(state), 200), microseconds(s.copy, 20)]
    print(f"{n:8d} {row[0]:10.1f} {row[1]:14.2f} " + " ".join(f"{x:10.1f}" for x in row[2:]))

MODEL = """
param { k = 1e3, steps = 200 }
gravity { 0, 0, -9.81 }
local rod = body { name = "rod", at = { 0.5, 0, 0 }, mass = 1, inertia = { 0.01, 0.1, 0.1 } }
revolute { name = "pivot", ground, rod, at = { 0, 0, 0 }, axis = "y", stiffness = k }
channel("angle", angle("pivot"))
run { dt = 1e-3, duration = 1e-3*steps }
"""


def sweeps(steps, n):
    """Runs a second of a small model, one and two at a time."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "m.lua")
        with open(file, "w") as f:
            f.write(MODEL)
        rates = []
        for jobs in (1, 2):
            began = time.perf_counter()
            t = sinew.sweep(file, {"k": f"1000:1:{999 + n}", "steps": steps}, "max(angle)", jobs=jobs)
            rates.append(len(t) / (time.perf_counter() - began))
        return rates


print(f"\n{'steps':>8} {'runs':>8} {'-j 1':>10} {'-j 2':>10} {'gain':>10}   runs a second of sinew sweep")
for steps, n in ((1, 500), (200, 400), (5000, 30)):
    one, two = sweeps(steps, n)
    print(f"{steps:8d} {n:8d} {one:10.1f} {two:10.1f} {two / one:10.2f}")
