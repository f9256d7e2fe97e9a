# sinew/_rollout.py -- many motions at once: arrays of inputs in, arrays of outputs out; the steps are made by the library, on threads.
# Tests:   tests/python/test_rollout.py
from ctypes import addressof, byref, c_char_p, c_int
from numbers import Integral, Real

import numpy as np

from ._errors import InputError
from ._library import Quantity, Rollouts as _Wishes, call, caller, lib, text
from ._work import worked


class State(bytes):
    """A state of a stepper, as bytes: it can be pickled, stored and restored by any stepper of the same model."""

    __slots__ = ()

    def __repr__(self):
        return f"<state of {len(self)} bytes>"

    __str__ = __repr__


class Rollouts:
    """Many motions, s.rollout(...): r["tip"] is an array (motions, steps, ...), r.time are the times after each step from the beginning of a
    motion, r.done the numbers of good steps, r.states the last good states."""

    def __init__(self, outputs, arrays, time, done, ends, size):
        self.outputs, self.time, self.done = list(outputs), time, done
        self._arrays, self._ends, self._size = dict(zip(outputs, arrays)), ends, size

    def __getitem__(self, key):
        """An output by name, as it was asked for: (motions, steps) or (motions, steps, 3)."""
        try:
            return self._arrays[key]
        except (KeyError, TypeError):
            there = ", ".join(map(repr, self.outputs)) or "nothing"
            raise _wrong(f"The rollout did not ask for {key!r:.60}.", f"It has {there}: name it in outputs=[...].") from None

    @property
    def states(self):
        size, all_ = self._size, self._ends.tobytes()
        return [State(all_[i : i + size]) for i in range(0, len(all_), size)] if size else []

    def __len__(self):
        """Motions."""
        return len(self.done)

    def __repr__(self):
        return f"<{len(self.done)} motions of {len(self.time)} steps>"


def _wrong(what, fix, why=""):
    return InputError("%s:%d" % caller(), what, why, fix)


def _numbers(x, name):
    try:
        return np.asarray(x, dtype=float)
    except (TypeError, ValueError):
        raise _wrong(f"The inputs {name} are not numbers: {x!r:.60}.", "Give an array (motions, steps) of numbers.") from None


def _split(inputs, known):
    """Inputs by name: arrays that can be spread over (motions, steps)."""
    if inputs is None:
        return {}
    if isinstance(inputs, dict):
        given = {name: _numbers(x, f"of {name!r}") for name, x in inputs.items()}
        for name, x in given.items():
            if x.ndim > 2:
                raise _wrong(f"The inputs of {name!r} have {x.ndim} dimensions.", "Give an array (motions, steps), (steps) or a number.")
        return given
    x = _numbers(inputs, "of the rollout")
    if x.ndim != 3 or x.shape[2] != len(known):
        raise _wrong(
            f"The inputs have the shape {x.shape}.", "Give an array of that shape, or a dict of arrays by name.",
            f"They must be (motions, steps, {len(known)}): the model has the inputs {', '.join(known) or 'none'}.",
        )
    return {name: x[:, :, i] for i, name in enumerate(known)}


def _listed(states, size):
    """States as one array of bytes, and their number; None: the present one."""
    if states is None:
        return None, 0
    one = isinstance(states, (bytes, bytearray, memoryview))
    try:
        all_ = [bytes(memoryview(x)) for x in ([states] if one else states)]
    except TypeError:
        raise TypeError("states are what s.state() gives: one, or a list of them") from None
    for x in all_:
        if len(x) != size:
            raise _wrong(f"A state has {len(x)} bytes.", "Take states of steppers of this model.", f"Those of this model have {size}.")
    return b"".join(all_), len(all_)


def _shape(given, n_states, steps):
    """(motions, steps) that inputs, states and steps agree on."""
    shapes = [x.shape for x in given.values()]
    shapes += [(n_states, 1)] if n_states > 1 else []
    if steps is not None:
        if not isinstance(steps, Integral) or steps < 0:
            raise _wrong(f"There are no {steps!r:.60} steps.", "Give the number of steps as steps = 1, 2, ...")
        shapes.append((1, int(steps)))
    elif not any(x.ndim for x in given.values()):
        raise _wrong("It is not said how many steps the motions have.", "Give steps = ..., or inputs for every step.")
    try:
        shape = np.broadcast_shapes((1, 1), *shapes)
    except ValueError:
        raise _wrong(
            "Inputs, states and steps do not fit together.", "Give one value, or one for each motion and step.",
            f"Their shapes (motions, steps) are {', '.join(map(str, shapes))}.",
        ) from None
    return shape


def rollout(s, inputs, h, outputs, states, steps, threads):
    if not isinstance(h, Real):
        raise _wrong(f"The step size must be a number, but got {h!r:.60}.", "Write h = 1e-3.")
    if not isinstance(threads, Integral):
        raise _wrong(f"There are no {threads!r:.60} threads.", "Give their number; 0: as many as processors.")
    size = lib.sinew_state_size(s._pointer)
    known = list(s._model.inputs)
    given = _split(inputs, known)
    begin, n_states = _listed(states, size)
    motions, n_steps = _shape(given, n_states, steps)
    values = np.empty((motions, n_steps, len(given)))
    for i, x in enumerate(given.values()):
        values[:, :, i] = x
    outputs = list(s._model.channels) if outputs is None else [outputs] if isinstance(outputs, (str, tuple)) else list(outputs)
    with s._lock:
        rows = [s._rows[y] if y in s._rows else s._find(y) for y in outputs]
    widths = []
    for row in rows:
        q = Quantity()
        call("sinew_row_at", s._pointer, row, q)
        widths.append(q.n)
    out = np.full((motions, n_steps, sum(widths)), np.nan)
    ends, done, stop = np.zeros(motions * size, dtype=np.uint8), np.zeros(motions, dtype=np.intc), c_int(0)
    w = _Wishes()
    names = (c_char_p * max(len(given), 1))(*[text(name, "the name of an input") for name in given])
    numbers = (c_int * max(len(rows), 1))(*rows)
    w.motions, w.steps, w.h, w.threads, w.n_states, w.n_inputs, w.n_rows = motions, n_steps, h, threads, n_states, len(given), len(rows)
    kept = np.frombuffer(begin, dtype=np.uint8) if begin else None
    w.states = kept.ctypes.data if kept is not None else None
    w.inputs, w.rows, w.values, w.out = names, numbers, values.ctypes.data, out.ctypes.data
    w.ends, w.done, w.stop = ends.ctypes.data, done.ctypes.data, addressof(stop)
    with s._lock:
        worked(lambda _: call("sinew_rollout", s._pointer, byref(w)), files=False, flag=stop)
    edges = np.cumsum([0, *widths])
    arrays = [out[:, :, a] if b == a + 1 else out[:, :, a:b] for a, b in zip(edges, edges[1:])]
    return Rollouts(outputs, arrays, h * np.arange(1, n_steps + 1), done, ends, size)
