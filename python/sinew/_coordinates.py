# sinew/_coordinates.py -- a mechanism in coordinates of your choice: Jacobians, mass matrix, inverse dynamics and kinematics as arrays.
# Tests:   tests/python/test_coordinates.py
from ctypes import POINTER, c_double, c_int

import numpy as np

from ._errors import InputError
from ._library import KINDS, Quantity, call, caller, lib

_RATE = {"position": "velocity", "orientation": "angular_velocity"}


def _wrong(what, fix, why=""):
    return InputError("%s:%d" % caller(), what, why, fix)


def listed(given):
    """Names of outputs: one, or a list."""
    return [given] if isinstance(given, (str, tuple)) else list(given)


def joint_coordinates(s):
    """The rates of the coordinates of all joints, in the order of the model."""
    there = s.outputs()
    found = []
    for item in s._model.items:
        names = KINDS[item.kind].coordinates if item.kind in KINDS else None
        for name in (names or "").split("|"):
            if name and (item.name, name + "_rate") in there:
                found.append((item.name, name + "_rate"))
    return found


def as_rates(s, coordinates):
    """The rates of these outputs, where the model has them: they are exact."""
    if coordinates is None:
        return joint_coordinates(s)
    there = s.outputs()
    out = []
    for y in listed(coordinates):
        key = (getattr(y[0], "name", y[0]), y[1]) if isinstance(y, tuple) and len(y) == 2 else y
        rate = (key[0], _RATE.get(key[1], f"{key[1]}_rate")) if isinstance(key, tuple) else None
        out.append(rate if rate in there else y)
    return out


def rows_of(s, names):
    """Their numbers in the library, as an array of C."""
    rows = [s._rows[y] if y in s._rows else s._find(y) for y in names]
    return (c_int * max(len(rows), 1))(*rows), len(rows)


def numbers_of(s, rows, n):
    total = 0
    for i in range(n):
        q = Quantity()
        call("sinew_row_at", s._pointer, rows[i], q)
        total += q.n
    return total


def given(values, n, what):
    """n numbers."""
    try:
        x = np.ascontiguousarray(np.asarray(values, dtype=float).ravel())
    except (TypeError, ValueError):
        raise _wrong(f"{what} are not numbers: {values!r:.60}.", "Give an array of numbers.") from None
    if n is not None and len(x) != n:
        raise _wrong(f"{what} have {len(x)} numbers.", f"Give {n}, one for each degree of freedom.")
    return x


def pointer(x):
    return x.ctypes.data_as(POINTER(c_double))


def asked(function, s, coordinates, *arguments):
    """A call of the library with coordinates."""
    rows, n = rows_of(s, as_rates(s, coordinates))
    call(function, s._pointer, rows, n, *arguments)


def jacobian(s, outputs, coordinates):
    with s._lock:
        rows, n = rows_of(s, listed(outputs))
        out = np.zeros((numbers_of(s, rows, n), lib.sinew_degrees_of_freedom(s._pointer)))
        asked("sinew_jacobian", s, coordinates, rows, n, pointer(out), out.size)
    return out


def mass_matrix(s, coordinates):
    n = lib.sinew_degrees_of_freedom(s._pointer)
    out = np.zeros((n, n))
    with s._lock:
        asked("sinew_mass_matrix", s, coordinates, pointer(out), out.size)
    return out


def inverse_dynamics(s, acceleration, coordinates):
    n = lib.sinew_degrees_of_freedom(s._pointer)
    x, out = given(np.zeros(n) if acceleration is None else acceleration, n, "The accelerations"), np.zeros(n)
    with s._lock:
        asked("sinew_inverse_dynamics", s, coordinates, pointer(x), pointer(out), n)
    return out


def set_rates(s, rates, coordinates):
    x = given(rates, lib.sinew_degrees_of_freedom(s._pointer), "The rates")
    with s._lock:
        asked("sinew_set_rates", s, coordinates, pointer(x), len(x))


def inverse_kinematics(s, targets):
    if not isinstance(targets, dict):
        raise _wrong(f"The targets are {targets!r:.60}.", 'Name the outputs: s.inverse_kinematics({"tip": (1, 0, 0.5)}).')
    values = [given(x, None, f"The values of {name!r}") for name, x in targets.items()]
    x = np.concatenate(values) if values else np.zeros(0)
    with s._lock:
        rows, n = rows_of(s, targets)
        for name, value, row in zip(targets, values, rows):
            wanted = numbers_of(s, (c_int * 1)(row), 1)
            if len(value) != wanted:
                raise _wrong(f"The output {name!r} has {wanted} numbers, the target {len(value)}.", f"Give {wanted}.")
        call("sinew_inverse_kinematics", s._pointer, rows, n, pointer(x), len(x))
