# tests/python/test_run.py -- whole runs: other threads go on meanwhile, Ctrl-C, functions of progress, several at a time, resuming.
import os
import signal
import subprocess
import sys
import threading
import time

import h5py
import numpy as np
import pytest
from conftest import build_pendulum

import sinew


def test_python_goes_on_meanwhile(pendulum):
    count, stop = [0], threading.Event()

    def tick():
        while not stop.is_set():
            count[0] += 1
            time.sleep(1e-3)

    t = threading.Thread(target=tick)
    t.start()
    during, duration = 0, 0.1
    while during <= 20 and duration < 1e3:  # whatever the machine: a run that is long enough has seen them
        duration *= 2
        before = count[0]
        pendulum.run("x.h5", dt=2e-5, duration=duration, store=duration, progress=False)
        during = count[0] - before
    stop.set()
    t.join()
    assert during > 20


def test_progress(pendulum):
    seen = []
    for dt in (1e-5, 1e-6, 1e-7):  # until the run takes longer than the time between two calls
        pendulum.run("x.h5", dt=dt, duration=0.5, store=0.1, progress=lambda t, duration, steps: seen.append((t, duration, steps)))
        if seen:
            break
    assert seen and all(d == 0.5 for _, d, _ in seen) and [x[2] for x in seen] == sorted(x[2] for x in seen)

    def fails(t, duration, steps):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        pendulum.run("x.h5", dt=1e-6, duration=10, store=1, progress=fails)
    assert sinew.open("x.h5").status == "interrupted"


SCRIPT = """
import sys, sinew
sys.path.insert(0, {tests!r})
from conftest import build_pendulum
m = build_pendulum()
print("begun", flush=True)
try:
    m.run("long.h5", dt=1e-6, duration=1000, store=1, progress=False)
except KeyboardInterrupt:
    print("stopped", flush=True)
print(sinew.open("long.h5").status, m.stepper()["tip"][0])
"""


def test_ctrl_c():
    script = SCRIPT.format(tests=os.path.dirname(os.path.abspath(__file__)))
    p = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert p.stdout.readline() == "begun\n"
    for _ in range(600):  # it is in its steps when its file is there
        if os.path.exists("long.h5"):
            break
        time.sleep(0.1)
    p.send_signal(signal.SIGINT)
    out, _ = p.communicate(timeout=60)
    assert out == "stopped\ninterrupted 1.0\n" and p.returncode == 0


def test_resume(pendulum):
    r = pendulum.run("x.h5", dt=1e-3, duration=0.1, progress=False)
    assert len(r.time) == 101
    again = sinew.resume("x.h5", until=0.2, progress=False)
    assert len(again.time) == 201 and again.status == "complete"
    whole = build_pendulum().run("y.h5", dt=1e-3, duration=0.2, progress=False)
    assert np.array_equal(again["tip"], whole["tip"])
    with pytest.raises(sinew.FileError):
        sinew.resume("nothing.h5")


def test_many_runs_and_h5py_in_threads():
    """HDF5 is not thread-safe: runs and h5py take turns, whatever threads do."""
    failures = []

    def run(k):
        try:
            r = build_pendulum().run(f"r{k}.h5", dt=1e-4, duration=0.05, progress=False)
            assert r.status == "complete" and len(r["tip"]) == 501
        except BaseException as e:
            failures.append(e)

    def read(k):
        try:
            for i in range(30):
                with h5py.File(f"own{k}.h5", "w") as f:
                    f["x"] = np.arange(1000) + i
                with h5py.File(f"own{k}.h5") as f:
                    assert f["x"][5] == 5 + i
        except BaseException as e:
            failures.append(e)

    threads = [threading.Thread(target=f, args=(k,)) for k in range(3) for f in (run, read)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert not failures


def test_settings(pendulum):
    r = pendulum.run("x.h5", scheme="ep", dt=1e-3, duration=0.01, progress=False)
    assert r.summary["scheme"] == "ep" and r.summary["steps"] == 10
    r = pendulum.run("x.h5", scheme="ed", tolerance=1e-6, duration=0.01, progress=False)
    assert r.summary["tolerance"] == 1e-6
    m = build_pendulum()
    m.settings(schedule=[(0, 1e-3), (0.005, 5e-4)], duration=0.01)
    assert m.run("y.h5", progress=False).summary["steps"] == 15


def test_settings_of_one_run(pendulum):
    """What is given to m.run is for that run: not for the next one, not for steppers; nor when it was wrong."""
    s = pendulum.stepper()
    tight = pendulum.run(tolerance=1e-7, duration=0.01, scheme="ep", progress=False)
    s.step(1e-3)  # the model was not changed
    plain = pendulum.run(dt=1e-3, duration=0.01, progress=False)
    assert tight.summary["scheme"] == "ep" and plain.summary["scheme"] == "ed" and plain.summary["steps"] == 10
    with pytest.raises(sinew.InputError, match="m.run\\(dt="):
        pendulum.run(dt=1e-3, progress=False)
    for wrong in ({"scheme": "edd"}, {"dt": -1}, {"dtt": 1}, {"scheme": "ep", "alpha": "x"}):
        with pytest.raises(sinew.InputError):
            pendulum.run(**{"dt": 1e-3, "duration": 0.01, **wrong})
        assert pendulum.run(dt=1e-3, duration=0.01, tolerance=None, progress=False).summary["scheme"] == "ed"
    pendulum.settings(dt=2e-3, duration=0.01)
    assert pendulum.run(dt=1e-3, progress=False).summary["steps"] == 10 and pendulum.run(progress=False).summary["steps"] == 5
    assert pendulum.copy().run(progress=False).summary["steps"] == 5


def test_resume_has_the_settings_of_its_run(pendulum):
    pendulum.run("x.h5", scheme="ep", dt=1e-3, duration=0.01, progress=False)
    pendulum.run("y.h5", dt=5e-3, duration=0.01, progress=False)
    again = sinew.resume("x.h5", until=0.02, progress=False)
    assert again.summary["scheme"] == "ep" and again.summary["steps"] == 20
