# tests/python/test_memory.py -- results in memory, saved later; files that are written anew; nodes and the list of outputs.
import os
import pickle
import shutil

import numpy as np
import pytest
from conftest import build_pendulum

import sinew

SHORT = {"dt": 1e-3, "duration": 0.05, "progress": False}


def test_run_in_memory(pendulum, folder):
    r = pendulum.run(**SHORT)
    assert os.listdir() == [] and r.file is None and r.status == "complete" and len(r.time) == 51
    kept = build_pendulum().run("x.h5", **SHORT)
    for key in ("tip", "tip_z", "angle", ("hinge", "angle")):
        assert np.array_equal(r[key], kept[key]) and r[key].unit == kept[key].unit
    assert all(np.array_equal(r.energy[k], x) for k, x in kept.energy.items())
    assert r.summary["steps"] == 50 and r.model_text == kept.model_text and "memory" in repr(r)
    assert r.outputs() == kept.outputs()
    assert sinew.compare(r, kept)["channels"] and r.to_pandas is not None


def test_memory_keeps_each_run(pendulum):
    a = pendulum.run(**SHORT)
    before = a["tip"].copy()
    b = pendulum.run(dt=1e-3, duration=0.1, progress=False)
    assert len(a.time) == 51 and len(b.time) == 101 and np.array_equal(a["tip"], before)


def test_save(pendulum):
    r = pendulum.run(**SHORT)
    saved = r.save("later.h5")
    assert saved.file == "later.h5" and np.array_equal(saved["tip"], r["tip"]) and sinew.open("later.h5").status == "complete"
    assert np.array_equal(saved.save("copy.h5")["tip"], r["tip"])
    saved.save("later.h5")  # onto itself
    assert len(sinew.resume("later.h5", until=0.06, progress=False).time) == 61
    with pytest.raises(sinew.FileError, match="no_folder"):
        r.save("no_folder/x.h5")
    again = pickle.loads(pickle.dumps(r))
    assert np.array_equal(again["tip"], r["tip"])


def test_pictures_and_pages_of_memory(pendulum):
    r = pendulum.run(**SHORT)
    with open(r.picture(0.02, None, "--size", "200x100"), "rb") as f:
        assert f.read(4) == b"\x89PNG"
    assert r.page("p.html") == "p.html" and sorted(os.listdir()) == ["p.html", "result.png"]


def test_load_path_in_memory():
    m = sinew.Model()
    b = m.beam(sinew.ground, name="b", from_=(0, 0, 0), to=(1, 0, 0), elements=4, E=2e11, nu=0.3, density=7850,
               section=sinew.rectangle(width=0.02, height=0.01))
    m.force(b.last, value=(0, 0, -10))
    m.channel("end", sinew.position(b.last))
    path = m.load_path(steps=6)
    assert path.file is None and len(path.time) >= 6 and path["end_z"][-1] < 0


def test_what_a_failed_run_had():
    m = sinew.Model()
    p = m.point(name="p", at=(0, 0, 0), mass=1)
    m.force(p, value=lambda t: (sinew.sqrt(0.01 - t), 0, 0))  # no value after 0.01 s
    m.channel("x", sinew.position(p).x)
    for file in (None, "x.h5"):
        with pytest.raises(sinew.SinewError) as e:
            m.run(file, **SHORT)
        assert e.value.result.status == "failed" and 5 <= len(e.value.result["x"]) <= 12
    assert sinew.InputError("a", "b").result is None


def test_a_file_written_anew_says_so(pendulum):
    a = pendulum.run("x.h5", **SHORT)
    tip = a["tip"]
    b = pendulum.run("x.h5", dt=1e-3, duration=0.1, progress=False)
    for ask in (lambda: a["tip"], lambda: a.time, lambda: a.energy, lambda: a.status, lambda: a.picture(0.01), lambda: a.save("y.h5"),
                lambda: sinew.compare(a, b), lambda: "tip" in a, lambda: a.nodes("rod"), repr):
        with pytest.raises(sinew.FileError, match="written anew"):
            ask(a) if ask is repr else ask()
    assert len(b.time) == 101 and len(tip) == 51
    pendulum.run("x.h5", **SHORT)
    with pytest.raises(sinew.FileError, match="written anew"):
        b["tip"]
    c = sinew.open("x.h5")
    shutil.copy("x.h5", "other.h5")
    os.replace("other.h5", "x.h5")  # as another program may do it
    with pytest.raises(sinew.FileError, match="written anew"):
        c["tip"]
    d = sinew.open("x.h5")
    sinew.resume("x.h5", until=0.2, progress=False)
    with pytest.raises(sinew.FileError, match="resumed"):
        d["tip"]
    os.remove("x.h5")
    with pytest.raises(sinew.FileError, match="cannot be read"):
        d["tip"]


def test_a_run_that_goes_on_is_followed(pendulum):
    """A result that was opened while its run was going on sees what is added."""
    seen = []

    def look(t, duration, steps):
        seen.append(steps)

    for dt in (1e-5, 1e-6):
        pendulum.run("x.h5", dt=dt, duration=0.3, store=0.001, progress=look)
        if seen:
            break
    r = sinew.open("x.h5")
    assert r.status == "complete" and len(r.time) == 301 and len(r.time) == 301


def test_contains_and_outputs(pendulum):
    r = pendulum.run(**SHORT)
    for key in ("tip", "tip_x", ("hinge", "angle"), (pendulum["hinge"], "angle")):
        assert key in r
    for key in ("tipp", "tip_w", ("hinge", "angel"), ("hing", "angle"), ("hinge",), 5, None, ("a", "b", "c"), ("hinge", 5), (5, "angle")):
        assert key not in r
    out = r.outputs()
    assert out["tip"] == "m" and out["angle"] == "deg" and out["hinge", "angle"] == "rad"
    assert all(key in r and r[key].unit == unit for key, unit in out.items())
    assert [name for name in r] == r.channels and dict.fromkeys(r.keys()).keys() == dict.fromkeys(r.channels).keys()


def test_nodes():
    m = sinew.Model()
    m.gravity(0, 0, -9.81)
    long = "a_name_of_" * 6
    b = m.beam(sinew.ground, name=long, from_=(1, 0, 0), to=(2, 0, 0), elements=4, E=2e9, nu=0.3, density=7850,
               section=sinew.rectangle(width=0.02, height=0.01))
    p = m.point(name="p", at=(0, 1, 0), mass=1)
    m.channel("end", sinew.position(b.last))
    m.channel("p", sinew.position(p))
    r = m.run(**SHORT)
    n = r.nodes(b)
    assert n.position.shape == (51, 9, 3) and n.position.unit == "m" and n.item == [long] * 9
    assert np.allclose(n.position[:, -1], r["end"], atol=1e-6) and np.allclose(n.position[0, :, 0], np.linspace(1, 2, 9))  # the clamped end, too
    assert np.allclose(r.nodes("p").position[:, 0], r["p"], atol=1e-6)
    assert r.nodes("p").velocity[-1, 0, 2] == pytest.approx(-9.81 * 0.05, rel=1e-5) and r.nodes("p").velocity.unit == "m/s"
    assert n.quaternion.shape[2] == 4 and np.allclose(np.linalg.norm(n.quaternion, axis=2), 1, atol=1e-6)
    assert n.angular_velocity.unit == "rad/s" and len(r.nodes()) == 10 and "nodes of p" in repr(r.nodes("p"))
    with pytest.raises(sinew.InputError, match="ground, p"):
        r.nodes("q")


def test_nodes_on_a_turning_body():
    """A beam on the rim of a hub: its first end is a place on the hub. Velocities are those of positions."""
    m = sinew.Model()
    hub = m.body(name="hub", at=(0, 0, 0), shape=sinew.box(size=(0.4, 0.4, 0.1), density=1000))
    m.revolute(sinew.ground, hub, name="axle", at=(0, 0, 0), axis="z", drive=lambda t: 3 * t)
    b = m.beam(hub, name="b", from_=(0.2, 0, 0), to=(1, 0, 0), elements=3, E=2e11, nu=0.3, density=7850,
               section=sinew.rectangle(width=0.02, height=0.02))
    m.channel("end", sinew.position(b.last))
    m.channel("rim", sinew.position(hub, (0.2, 0, 0)))
    m.channel("rim_velocity", sinew.velocity(hub, (0.2, 0, 0)))
    r = m.run(dt=1e-3, duration=0.1, progress=False)
    n = r.nodes("b")
    assert np.allclose(n.position[:, 0], r["rim"], atol=1e-6) and np.allclose(n.position[:, -1], r["end"], atol=1e-6)
    assert np.allclose(n.velocity[:, 0], r["rim_velocity"], atol=1e-5) and np.allclose(n.angular_velocity[:, 0, 2], 3, atol=1e-5)
    w, u = n.quaternion[:, 0, 0], n.quaternion[:, 0, 1:]
    turn = np.asarray(2 * np.arctan2(u[:, 2], w))
    assert np.allclose(np.unwrap(turn - turn[0]), 3 * np.asarray(r.time), atol=1e-5)
    assert len(r.nodes("hub")) == 1


def test_pictures_beyond_the_end(pendulum):
    r = pendulum.run(**SHORT)
    for t in (0.06, -0.01, float("nan"), 1e9):
        with pytest.raises(sinew.InputError, match="from 0 to 0.05 s"):
            r.picture(t)
    for t in (0.05, 0, np.float64(0.05 * (1 + 1e-12))):
        assert os.path.exists(r.picture(t, "p.png", "--size", "200x100"))
    with pytest.raises(sinew.InputError, match="no time"):
        r.picture("p.png")
