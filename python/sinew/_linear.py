# sinew/_linear.py -- the motion near a state: A, B, C, D as arrays with the names of their numbers.
# Tests:   tests/python/test_linearize.py
from ctypes import byref, c_char_p, c_int, c_void_p

import numpy as np

from ._errors import InputError
from ._library import Handle, LinearMatrices, LinearWishes, call, caller, lib, text


class Linear:
    """The motion near a state, s.linearize(...): x' = A x + B u, y = C x + D u. x are coordinates and their rates, named in .states."""

    def __init__(self, handle, inputs):
        p = handle.pointer
        m = LinearMatrices()
        call("sinew_linear_read", p, m)
        n, u, y = m.states, m.inputs, m.outputs
        self.A, self.B = _matrix(m.A, n, n), _matrix(m.B, n, u)
        self.C, self.D = _matrix(m.C, y, n), _matrix(m.D, y, u)
        self.states, self.units = _named(lib.sinew_linear_state, p)
        self.inputs = tuple(inputs)
        self.outputs, self.output_units = _named(lib.sinew_linear_output, p)
        self.speed, self.acceleration = m.speed, m.acceleration

    @property
    def at_rest(self):
        """Is the state an equilibrium?"""
        return self.speed < 1e-9 and self.acceleration < 1e-6

    def __iter__(self):
        """A, B, C, D = s.linearize(...)"""
        return iter((self.A, self.B, self.C, self.D))

    def __repr__(self):
        return f"<linear model: {len(self.states)} states, {len(self.inputs)} inputs, {len(self.outputs)} outputs>"


def _matrix(numbers, rows, columns):
    if rows * columns == 0:
        return np.zeros((rows, columns))
    return np.ctypeslib.as_array(numbers, (rows, columns)).copy()


def _named(function, pointer):
    names, units, unit = [], [], c_char_p()
    while True:
        name = function(pointer, len(names), byref(unit))
        if name is None:
            return tuple(names), tuple(units)
        names.append(name.decode("utf-8", "replace"))
        units.append((unit.value or b"").decode("utf-8", "replace"))


def wishes(inputs, rows, rotation):
    """The wishes as a struct of the library."""
    try:
        axes = [float(x) for x in rotation]
    except (TypeError, ValueError):
        axes = []
    if len(axes) != 3:
        raise InputError(
            "%s:%d" % caller(), f"The rotation of the axes is no vector: {rotation!r:.60}.", "", "Give three numbers in rad/s: (0, 0, 10)."
        )
    w = LinearWishes()
    w.inputs = (c_char_p * max(len(inputs), 1))(*[text(x, "the name of an input") for x in inputs])
    w.rows = (c_int * max(len(rows), 1))(*rows)
    w.n_inputs, w.n_rows = len(inputs), len(rows)
    w.rotation[:] = axes
    return w


def linear(pointer, wanted, inputs):
    out = c_void_p()
    call("sinew_linearize", pointer, wanted, byref(out))
    return Linear(Handle(out.value, lib.sinew_linear_free), inputs)
