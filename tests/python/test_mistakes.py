# tests/python/test_mistakes.py -- wrong input gets the messages of Lua with the place in Python; nothing ends the interpreter.
import gc
import inspect
import pickle
import subprocess
import sys
import threading

import numpy as np
import pytest
from conftest import build_pendulum

import sinew


def line():
    return inspect.currentframe().f_back.f_lineno


def lua_error(text):
    with pytest.raises(sinew.SinewError) as e:
        sinew.from_lua(text)
    return e.value


BODY = 'body { name = "rod", at = {0.5, 0, 0}, mass = 1, inertia = {1, 1, 1} }\n'


@pytest.mark.parametrize(
    "lua, python",
    [
        ('revolute { ground, "rod", axs = "y" }', lambda m: m.revolute(sinew.ground, "rod", axs="y")),
        ('revolute { ground, "rood" }', lambda m: m.revolute(sinew.ground, "rood")),
        ("body { mass = -1 }", lambda m: m.body(mass=-1)),
        ("body { mass = (0/0) }", lambda m: m.body(mass=float("nan"))),
        ("body { mass = math.huge }", lambda m: m.body(mass=np.inf)),
        ("body { at = {1, 2} }", lambda m: m.body(at=np.zeros(2) + [1, 2])),
        ("body { at = {{1, 2, 3}} }", lambda m: m.body(at=np.array([[1, 2, 3]]))),
        ('body { mass = "one" }', lambda m: m.body(mass="one")),
        ('body { name = "rod" }', lambda m: m.body(name="rod")),
        ('body { name = "a b" }', lambda m: m.body(name="a b")),
        ('revolute { "rod", "rod", axis = "y" }', lambda m: m.revolute(m["rod"], m["rod"], axis="y")),
        ('revolute { ground, "rod", at = {0, 0, 0}, axis = {0, 0, 0} }', lambda m: m.revolute("ground", "rod", at=(0, 0, 0), axis=(0, 0, 0))),
        ("body { shape = cylinder { lenght = 1 } }", lambda m: m.body(shape=sinew.cylinder(lenght=1))),
        ("body { mass = function() return 0 end }", lambda m: m.body(mass=lambda t: t)),
        ('channel("c", position("nothing"))', lambda m: m.channel("c", sinew.position("nothing"))),
        ('channel("c", angle("rod"))', lambda m: m.channel("c", sinew.angle("rod"))),
        ("gravity {0, 0}", lambda m: m.gravity((0, 0))),
        ("run { dtt = 1 }", lambda m: m.settings(dtt=1)),
        ("point { mass = 1 }", lambda m: m.point(mass=1)),
    ],
)
def test_same_words_as_lua(lua, python):
    wanted = lua_error(BODY + lua)
    m = sinew.from_lua(BODY)
    with pytest.raises(sinew.InputError) as e:
        python(m)
    got = e.value
    assert (got.what, got.why, got.fix) == (
        wanted.what, wanted.why.replace("model.lua:1", "model.lua:1"), wanted.fix
    )
    assert "test_mistakes.py:" in got.where and got.what in str(got)
    assert len(m.items) == 1  # nothing was added, and the model can be used
    m.fixed(sinew.ground, "rod", at=(0, 0, 0))
    assert m.check().degrees_of_freedom == 0


def test_place_is_the_line_of_the_call():
    m = sinew.Model()
    with pytest.raises(sinew.InputError) as e:
        here = line() + 1
        m.body(masss=1)
    assert e.value.where.startswith("test_mistakes.py:%d" % here) or ("test_mistakes.py:%d" % here) in e.value.where
    assert "mass" in e.value.fix


def test_values_that_are_none():
    m = sinew.Model()
    for wrong in (object(), {1: 2}, {"a"}, b"bytes", 1j):
        with pytest.raises(sinew.InputError):
            m.body(mass=wrong)
    with pytest.raises(sinew.InputError):
        m.channel(3, 1)
    with pytest.raises(sinew.InputError, match="Did you mean 'body'"):
        m.add("bodi")
    with pytest.raises((TypeError, ValueError)):
        m.lua("a\0b")
    with pytest.raises(TypeError):
        m.lua(3)
    with pytest.raises(sinew.InputError):
        m.body(**{'x"] = os.exit() --': 1})
    with pytest.raises(sinew.InputError):
        m.body(name='"} os.exit() --')
    assert not m.items


def test_models_that_cannot_move():
    m = sinew.Model()
    for work in (m.check, m.stepper, m.static, m.modes, lambda: m.run("x.h5", dt=1e-3, duration=1)):
        with pytest.raises(sinew.ModelError, match="part"):
            work()
    m = build_pendulum()
    with pytest.raises(sinew.InputError, match="run {|dt"):
        m.run("x.h5")
    with pytest.raises(sinew.InputError, match="dt"):
        m.run("x.h5", dtt=1)
    with pytest.raises(sinew.InputError):
        m.run("x.h5", dt=-1, duration=1)
    with pytest.raises(sinew.InputError, match="settings"):
        m.run("x.h5", dt=[1], duration=1)
    with pytest.raises(sinew.FileError):
        m.run("no/such/folder/x.h5", dt=1e-3, duration=0.01)
    with pytest.raises(TypeError):
        m.run(3, dt=1e-3, duration=0.01)
    assert m.run("x.h5", dt=1e-3, duration=0.01).status == "complete"


def test_exceptions_are_ordinary():
    e = lua_error("body { masss = 1 }")
    again = pickle.loads(pickle.dumps(e))
    assert (again.where, again.what, again.why, again.fix) == (e.where, e.what, e.why, e.fix) and isinstance(e, ValueError)
    assert isinstance(sinew.FileError("a", "b"), OSError) and str(sinew.FileError("a", "b")) == "a\nb"


def test_lifetimes():
    """Everything may be dropped in any order."""
    m = build_pendulum()
    s = m.stepper()
    q, copies = s.q, [s.copy() for _ in range(3)]
    state = s.state()
    del m, s
    gc.collect()
    copies[0].step(1e-3, 5)
    views = [c.q for c in copies]
    copies[1].restore(state)
    del copies
    gc.collect()
    assert q.shape == views[0].shape and np.isfinite(q).all() and not np.array_equal(views[0], q)
    item = build_pendulum()["rod"]
    gc.collect()
    assert item.name == "rod"
    for _ in range(50):
        build_pendulum().stepper().q


def test_threads_on_one_model():
    """Many threads build, step and look at one model; each sees a whole one."""
    m, failures = build_pendulum(), []
    s = m.stepper()

    def work(k):
        try:
            for i in range(20):
                m.point(at=(k, i, 0), mass=1, name=f"p{k}_{i}")
                s.copy().energy()
                m.stepper().step(1e-3)
        except Exception as e:  # a stepper may find that the model has changed meanwhile
            if "changed" not in str(e):
                failures.append(e)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert not failures and len(m.items) > 5
    with pytest.raises(sinew.InputError, match="changed"):
        s.step(1e-3)


def arm(length):
    m = sinew.Model()
    u = m.input("u")
    rod = m.body(name="rod", at=(length / 2, 0, 0), shape=sinew.cylinder(length=length, radius=0.02, axis="x", density=7850))
    m.revolute(sinew.ground, rod, name="hinge", at=(0, 0, 0), axis="y", torque=u)
    return m, rod, u


def test_items_of_another_model():
    """Parts of the same name in two models are not the same part."""
    m, rod, u = arm(1)
    other, other_rod, other_u = arm(2)
    beam = other.beam(name="beam", from_=(0, 0, 1), to=(1, 0, 1), stiffness=(1e5, 5e4, 5e4, 5, 5, 5), mass_per_length=1)
    g = m.group("g")
    for wrong in (
        lambda: m.force(other_rod, value=(0, 0, 1)), lambda: m.revolute(rod, other_rod, at=(0, 0, 0), axis="z"),
        lambda: m.channel("c", sinew.position(other_rod)), lambda: m.channel("c", 2 * sinew.position(other_rod).x + 1),
        lambda: m.force(rod, value=lambda t: (other_u, 0, 0)), lambda: m.channel("c", other_u), lambda: m.force(beam.last, value=(0, 0, 1)),
        lambda: m.force(other_rod.point((0, 0, 0)), value=(0, 0, 1)), lambda: g.force(other_rod, value=(0, 0, 1)),
        lambda: m.stop_when("s", sinew.angle(other["hinge"]) > 1), lambda: m.stepper()[other["hinge"], "angle"],
        lambda: m.controller("k", 1e-3, lambda t, s: {"u": sinew.angle(other["hinge"])}),
    ):
        with pytest.raises(sinew.InputError, match="another model") as e:
            wrong()
        assert "test_mistakes.py" in e.value.where
    with pytest.raises(sinew.InputError, match=r"write m\['rod'\]"):
        m.force(other_rod, value=(0, 0, 1))
    assert len(m.items) == 2 and not m.channels


def test_items_of_the_model_that_was_copied():
    m, rod, u = arm(1)
    late = m.copy()
    for c in (late, pickle.loads(pickle.dumps(m)), m.copy().copy()):
        c.force(rod, value=lambda t: (u, 0, 0))  # the copy has the same rod
        c.channel("angle", sinew.angle(m["hinge"]))
        assert c.stepper()[m["hinge"], "angle"] == 0
    added = m.point(name="p", at=(0, 0, 0), mass=1)  # after the copy was made
    with pytest.raises(sinew.InputError, match="another model"):
        late.force(added, value=(0, 0, 1))
    m.force(pickle.loads(pickle.dumps(added)), value=(0, 0, 1))
    m.revolute("ground", "p", at=(0, 0, 0), axis="x")  # names are names
    assert sinew.from_lua(m.to_lua())["p"].kind == "point"


@pytest.mark.parametrize("module", ["numpy", "h5py"])
def test_python_without_numpy(module):
    script = f"import sys; sys.modules[{module!r}] = None; import sinew"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    last = done.stderr.strip().splitlines()[-1]
    assert done.returncode == 1 and last.startswith("ImportError: Sinew needs numpy and h5py") and f"cannot import {module}" in last
    assert sys.executable in last and "pip install" in last and done.stderr.count("Traceback") == 1


def test_words_for_users_of_python(folder):
    m, rod, u = arm(1)
    m.channel("angle", sinew.angle("hinge"))
    s, r = m.stepper(), m.run(dt=1e-3, duration=0.01, progress=False)
    for wrong, words in (
        (lambda: s["hinge"], ("is an item", 's["hinge", "')), (lambda: r["hinge"], ("item with outputs", 'r["hinge", "')),
        (lambda: s["nothing"], ("There are: angle",)), (lambda: s.set("v", 1), ("The inputs are: u",)), (lambda: r.energy["totl"], ("'total'",)),
        (lambda: s.step(1e-3, 2.5), ("2.5 steps",)), (lambda: s.restore(b"x"), ("not a state",)), (lambda: s.step(-1), ("positive",)),
        (lambda: m.run("x.h5", 1e-3), ("progress", "dt=")), (lambda: m.run("", dt=1e-3, duration=1), ("empty name",)),
        (lambda: m.channel("c", rod), ("the body rod", "sinew.position")), (lambda: m.channel("c", None), ("signal",)),
        (lambda: m.controller("c", 1e-3, 3), ("function",)), (lambda: sinew.resume("x.h5", until="x"), ("seconds",)),
        (lambda: sinew.sweep(lambda k: m, {"k": [object()]}, "max(angle)"), ("`k`", "a number, a text")),
        (lambda: sinew.sweep(lambda k: m, {"k": [1]}, 3), ("collected",)),
    ):
        with pytest.raises(sinew.InputError) as e:
            wrong()
        assert all(w in str(e.value) for w in words), str(e.value)
        assert e.value.where.startswith("test_mistakes.py:") or "test_mistakes.py" in e.value.where
