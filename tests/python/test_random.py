# tests/python/test_random.py -- random models of all kinds with good and senseless values: exceptions of ours, never the end of the
#                                interpreter; whatever was accepted is the same model as text.
import gc
import math
import pickle
import random

import numpy as np
import pytest

import sinew
from sinew import _library


def senseless(r, depth=0):
    inner = senseless(r, depth + 1) if depth < 3 else 1
    factor = r.choice([1, -2.5, sinew.pi])
    return r.choice(
        [
            0, -1, 1e308, math.nan, "x", "rod", "", None, True, (1, 2, 3), [inner], np.ones((3, 3)), np.zeros(0), {"at": (0, 0, 0)},
            {r.choice(["a", "stiffness", "x y", "end"]): inner}, lambda t: t * factor, lambda x, v, t: x + v, sinew.ground,
            sinew.sphere(radius=0.1, density=1000), sinew.position("rod"), sinew.spline([0, 1, 2], [0, 1, 0]), "é\n\t\\\"']]",
        ]
    )


def sensible(r, field):
    makers = {
        "number": lambda: r.choice([1, 0.5, 2]), "count": lambda: r.choice([1, 3]), "vector": lambda: r.choice(["x", (0, 1, 0)]),
        "place": lambda: (r.random(), 0, 0), "text": lambda: f"n{r.randrange(50)}", "flag": lambda: True,
        "choice": lambda: r.choice(field.choices), "function": lambda: r.choice([1, lambda *a: a[0]]),
        "shapes": lambda: sinew.box(size=(1, 1, 1), density=1000), "section": lambda: sinew.circle(radius=0.1),
    }
    return makers.get(field.type, lambda: senseless(r))()


def add_one(r, m):
    kind = r.choice(list(_library.KINDS.values()))
    connected = [r.choice([sinew.ground, "rod", r.choice(m.items), senseless(r)]) for _ in range(kind.connects)]
    fields = {}
    for f in kind.fields.values():
        if f.required or r.random() < 0.1:
            fields[f.name] = sensible(r, f) if r.random() < 0.9 else senseless(r)
    m.add(kind.name, *connected, **fields)


def use(r, m):
    s = m.stepper()
    q = s.q
    for _ in range(5):
        try:
            s.step(r.choice([1e-3, 1e-1, 10]))
        except sinew.SinewError:
            pass
    other = s.copy()
    other.restore(s.state())
    for key in other.outputs():
        other[key]
    assert np.array_equal(other.q, q) and np.array_equal(pickle.loads(pickle.dumps(s)).q, q)
    r.choice([m.check, m.static, lambda: m.modes(2)])()


@pytest.mark.parametrize("seed", range(8))
def test_random(seed):
    r, accepted = random.Random(seed), 0
    for _ in range(15):
        m = sinew.Model()
        m.body(name="rod", at=(0.5, 0, 0), mass=1, inertia=(1, 1, 1))
        for _ in range(r.randrange(1, 10)):
            try:
                add_one(r, m)
                accepted += 1
            except sinew.SinewError as e:
                assert e.what
        assert sinew.from_lua(m.to_lua()).to_lua() == m.to_lua()
        try:
            use(r, m)
        except sinew.SinewError as e:
            assert e.what
        del m
    gc.collect()
    assert accepted > 0
