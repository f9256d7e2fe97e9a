# tests/python/test_interrupt.py -- Ctrl-C in every call that takes long, at any moment; processes that end while threads are at work.
# Limits:  a process must end; how soon is measured in its own CPU time after the signal, which a busy machine does not change.
import os
import random
import signal
import subprocess
import sys
import time

import pytest

import sinew

HEAD = """
import sys, threading, time
import numpy as np
import sinew
m = sinew.Model()
m.gravity(0, 0, -9.81)
b = m.beam(name="b", from_=(0, 0, 0), to=(1, 0, 0), elements=int(sys.argv[1]), stiffness=(1e5, 5e4, 5e4, 5, 5, 5), mass_per_length=0.3,
           damping=1e-3)
m.fixed(sinew.ground, b.first, name="clamp", at=(0, 0, 0))
m.channel("tip", sinew.position(b.last))
print("begun", flush=True)
"""
WAIT = 120  # s on the clock: whatever else the machine does


def cpu_seconds(pid):
    """0: it has ended."""
    try:
        with open(f"/proc/{pid}/stat") as f:
            fields = f.read().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def begin(script, elements=20):
    p = subprocess.Popen(
        [sys.executable, "-c", HEAD + script, str(elements)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # a shell's background ignores it
    )
    assert p.stdout.readline() == "begun\n"
    return p


def used(p, seconds):
    """Waits until the process has worked for so long."""
    before, limit = cpu_seconds(p.pid), time.monotonic() + WAIT
    while p.poll() is None and cpu_seconds(p.pid) < before + seconds and time.monotonic() < limit:
        time.sleep(0.01)


def ended(p):
    """What the process said; it ends by itself. Its CPU time after the signal: below 2 s."""
    before = last = cpu_seconds(p.pid)
    limit = time.monotonic() + WAIT
    while p.poll() is None:
        last = cpu_seconds(p.pid) or last
        if time.monotonic() > limit:
            p.kill()
            out, err = p.communicate()
            pytest.fail(f"it does not end; CPU since the signal {last - before} s; {out} {err}")
        time.sleep(0.01)
    out, err = p.communicate()
    assert last - before < 2, "it went on after the signal"
    return out, err


CALLS = {
    "run": 'm.run("x.h5", dt=1e-5, duration=1e4, store=1, progress=False)',
    "memory": "m.run(dt=1e-5, duration=1e4, store=1, progress=False)",
    "modes": "m.modes(300)",
    "buckling": 'm.force(b.last, value=(-1e-3, 0, 0)); m.buckling(300)',
    "static": "\nwhile True: m.static()",
    "check": "\nwhile True: m.check()",
    "stepper": "\nwhile True: m.stepper().linearize()",
    "step": "m.stepper().step(1e-6, 10**9)",
    "load_path": 'm.load_path("x.h5", steps=1000000, displacement=1e-7, step=1e-7)',
}


@pytest.mark.parametrize("name", CALLS)
def test_ctrl_c(name):
    p = begin(CALLS[name] + '\nprint("it was not interrupted")', 1500 if name in ("modes", "buckling") else 20)
    used(p, 0.3)
    p.send_signal(signal.SIGINT)
    out, err = ended(p)
    assert out == "" and err.rstrip().endswith("KeyboardInterrupt") and "Exception ignored" not in err
    assert p.returncode == -signal.SIGINT
    if name in ("run", "load_path"):
        assert sinew.open("x.h5").status == "interrupted"


def test_ctrl_c_at_any_moment():
    """Between calls, while threads begin and end, twice in a row."""
    script = """
while True:
    m.run("x.h5", dt=1e-3, duration=2e-3, progress=False); m.static(); m.stepper(); m.check(); m.modes(2)
"""
    chance = random.Random(1)
    for k in range(6):
        p = begin(script, 2)
        used(p, 0.05 + 0.1 * chance.random())
        p.send_signal(signal.SIGINT)
        if k % 2:
            time.sleep(0.02 * chance.random())
            if p.poll() is None:
                p.send_signal(signal.SIGINT)
        out, err = ended(p)
        assert out == "" and "KeyboardInterrupt" in err


def test_go_on_after_ctrl_c():
    p = begin("""
for k in range(2):
    try:
        m.run(f"{k}.h5", dt=1e-5, duration=1e4, store=1, progress=False)
    except KeyboardInterrupt:
        print("stopped", flush=True)
print(sinew.open("0.h5").status, sinew.open("1.h5").status, m.run("2.h5", dt=1e-3, duration=0.01).status, m.modes(1).frequency.size)
""")
    used(p, 0.3)
    p.send_signal(signal.SIGINT)
    assert p.stdout.readline() == "stopped\n"
    used(p, 0.3)
    p.send_signal(signal.SIGINT)
    out, _ = p.communicate(timeout=WAIT)
    assert out == "stopped\ninterrupted interrupted complete 1\n" and p.returncode == 0


@pytest.mark.parametrize("kind", ["daemon", "waits_for_h5py", "exit", "error"])
def test_leaving_while_a_thread_runs(kind):
    end = {"daemon": "", "waits_for_h5py": "", "exit": "sys.exit(3)", "error": "raise RuntimeError('enough')"}[kind]
    again = 'threading.Thread(target=lambda: m.copy().run("y.h5", dt=1e-3, duration=1), daemon=True).start()' if kind == "waits_for_h5py" else ""
    p = begin(f"""
import os
threading.Thread(target=lambda: m.run("x.h5", dt=1e-5, duration=1e4, store=1, progress=False), daemon=True).start()
{again}
while not os.path.exists("x.h5"):  # on a busy machine a thread may begin late
    time.sleep(0.01)
time.sleep(0.5)
print("leaving", flush=True)
{end}
""")
    assert p.stdout.readline() == "leaving\n"
    _, err = ended(p)
    assert p.returncode == {"daemon": 0, "waits_for_h5py": 0, "exit": 3, "error": 1}[kind]
    assert ("enough" in err) == (kind == "error") and "Exception in thread" not in err
    assert sinew.open("x.h5").status == "interrupted"


def test_ctrl_c_while_a_thread_is_joined():
    """The main thread waits at its end for a thread that is no daemon."""
    p = begin('threading.Thread(target=lambda: m.run("x.h5", dt=1e-5, duration=1e4, store=1, progress=False)).start()')
    used(p, 0.4)
    p.send_signal(signal.SIGINT)
    ended(p)
    assert sinew.open("x.h5").status == "interrupted"


def test_resume_is_interrupted():
    p = begin("""
m.run("x.h5", dt=1e-5, duration=1e-3, progress=False)
print("begun", flush=True)
sinew.resume("x.h5", until=1e4, progress=False)
""")
    assert p.stdout.readline() == "begun\n"
    used(p, 0.5)
    p.send_signal(signal.SIGINT)
    _, err = ended(p)
    assert "KeyboardInterrupt" in err and sinew.open("x.h5").status == "interrupted"


SWEEP = """
def model(k):
    m = sinew.Model()
    b = m.body(name="b", at=(0, 0, 0), mass=1, inertia=(1, 1, 1), velocity=(1, 0, 0))
    m.prismatic(sinew.ground, b, name="rail", at=(0, 0, 0), axis="x", stiffness=k)
    m.channel("x", sinew.position(b).x)
    return m
sinew.sweep(model, {"k": [1e3, 2e3, 3e3, 4e3]}, "final(x)", "table", jobs=2, dt=1e-6, duration=float(sys.argv[1]), store=1e3, fresh=True)
print("it was not interrupted")
"""


def children(pid):
    out = []
    for name in os.listdir("/proc"):
        try:
            with open(f"/proc/{name}/stat") as f:
                if name.isdigit() and f.read().rpartition(")")[2].split()[1] == str(pid):
                    out.append(int(name))
        except OSError:
            pass
    return out


def is_there(pid):
    try:
        with open(f"/proc/{pid}/stat") as f:
            return f.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def until(condition):
    limit = time.monotonic() + WAIT
    while not condition() and time.monotonic() < limit:
        time.sleep(0.01)
    assert condition()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_sweep_ends_with_its_parent(number):
    p = begin(SWEEP, 10000)
    until(lambda: any(len(children(c)) >= 2 for c in children(p.pid)))  # the command, and its two runs
    below = [c for c in children(p.pid)] + [g for c in children(p.pid) for g in children(c)]
    p.send_signal(number)
    out, err = p.communicate(timeout=WAIT)
    assert p.returncode == -number and out == "" and ("KeyboardInterrupt" in err) == (number == signal.SIGINT)
    until(lambda: not any(is_there(c) for c in below))
    p = begin(SWEEP.replace("1e-6", "1e-4"), 1)  # the table is free again
    out, err = p.communicate(timeout=WAIT)
    assert out == "it was not interrupted\n", err


def test_a_command_without_its_parent_does_nothing():
    command = os.environ["SINEW_COMMAND"] if "SINEW_COMMAND" in os.environ else "sinew"
    done = subprocess.run([command, "--version"], env={**os.environ, "SINEW_PARENT": "1"}, capture_output=True, text=True)
    assert done.returncode == 130 and done.stdout == ""
    done = subprocess.run([command, "--version"], env={**os.environ, "SINEW_PARENT": str(os.getpid())}, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.startswith("sinew")
