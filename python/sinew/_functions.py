# sinew/_functions.py -- the functions of the model language: of numbers, arrays and formulas; of parts and joints (signals); and what makes
#                        shapes, sections and orientations.
# Tests: tests/python/test_trace.py, test_model.py
import builtins
import math
import numbers

import numpy as np

from ._errors import InputError
from ._expressions import Curve, Expression, Made, Text, python_name
from ._library import KINDS, MAKERS, UNITS, caller

pi = math.pi
ground = Text("ground")


def _smooth(x):
    x = np.clip(x, 0, 1)
    return x * x * x * (10 + x * (6 * x - 15))


# of numbers by the C library, as in the model language (numpy's own differ in the last bit); of arrays by numpy
_ONE = {
    "sin": np.sin, "cos": np.cos, "tan": np.tan, "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "exp": np.exp,
    "log": np.log, "sqrt": np.sqrt, "abs": np.abs, "sign": np.sign, "tanh": np.tanh, "sinh": np.sinh, "cosh": np.cosh,
    "floor": np.floor, "step": _smooth, "negate": np.logical_not,
}
_TWO = {
    "atan2": np.arctan2, "less": np.less, "less_equal": np.less_equal, "greater": np.greater, "greater_equal": np.greater_equal,
    "both": np.logical_and, "either": np.logical_or,
}
_HELP = {
    "step": "Smooth step: 0 below 0, 1 above 1, a quintic between.",
    "negate": "The opposite of a condition; ~c is the same.",
    "both": "Both conditions are true; a & b is the same.",
    "either": "At least one condition is true; a | b is the same.",
}


def _traced(*arguments):
    return builtins.any(isinstance(a, Expression) for a in arguments)


def _number(x):
    return x.item() if isinstance(x, np.generic) else x


def _computed(name, of_arrays, *x):
    of_numbers = getattr(math, name, None)
    if of_numbers is None or not builtins.all(isinstance(a, numbers.Real) for a in x):
        return _number(of_arrays(*x))
    try:
        return of_numbers(*x)
    except (ValueError, OverflowError):  # no value: as numpy and the model language say it
        return _number(of_arrays(*x))


def _one(name, of_arrays):
    def function(x):
        return Expression(name, (x,)) if _traced(x) else _computed(name, of_arrays, x)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = _HELP.get(name, f"{name} of a number, an array, an argument of a traced function or a signal.")
    return function


def _two(name, of_arrays):
    def function(a, b):
        return Expression(name, (a, b)) if _traced(a, b) else _computed(name, of_arrays, a, b)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = _HELP.get(name, f"{name} of two numbers, arrays, arguments of traced functions or signals.")
    return function


for _name, _f in _ONE.items():
    globals()[_name] = _one(_name, _f)
for _name, _f in _TWO.items():
    globals()[_name] = _two(_name, _f)


def _unit(name, u):
    def function(x):
        return Expression(name, (x,)) if _traced(x) else _number(np.multiply(x, u.factor)[()])

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"Converts from {u.unit} to SI{'' if u.si == '1' else f' ({u.si})'}: numbers, lists, arrays and formulas."
    return function


for _name, _u in UNITS.items():
    globals()[_name] = _unit(_name, _u)


def min(*values):
    """The smallest of numbers or formulas."""
    return Expression("min", values) if _traced(*values) else builtins.min(*values)


def max(*values):
    """The largest of numbers or formulas."""
    return Expression("max", values) if _traced(*values) else builtins.max(*values)


def where(condition, a, b):
    """a where the condition is true, else b; traced functions cannot use if."""
    return Expression("where", (condition, a, b)) if _traced(condition, a, b) else _number(np.where(condition, a, b)[()])


def spline(x, y, kind="spline"):
    """A curve through the points (x, y), constant outside: kind "spline", "monotone" or "linear"."""
    return Curve(x, y, kind)


def table(x, y):
    """A curve of straight pieces through the points (x, y), constant outside."""
    return Curve(x, y, "linear")


# ---- signals: for channels and conditions


def _signal(name, help, *, signature):
    def function(*arguments):
        return Expression(name, arguments)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{name}({signature})\n\n{help}"
    return function


SIGNALS = {
    "position": ("part[, point]", "Of a point fixed in a part (as drawn; default: its own place), ground axes, m."),
    "velocity": ("part[, point]", "The same, m/s."),
    "acceleration": ("part[, point]", "The same, m/s^2."),
    "orientation": ("part", "Of a part's axes, as a quaternion, scalar first."),
    "angular_velocity": ("part", "Of a part, ground axes, rad/s."),
    "angular_velocity_body": ("part", "Of a part, its own axes, rad/s."),
    "angular_acceleration": ("part", "Of a part, ground axes, rad/s^2."),
    "angle": ("joint[, coordinate]", "The angle of a joint, rad."),
    "displacement": ("joint[, coordinate]", "The displacement of a joint, m."),
    "rate": ("joint[, coordinate]", "The rate of a joint coordinate."),
    "reaction": ("joint", "Force on the second part at the joint point, ground axes, N."),
    "reaction_moment": ("joint", "Moment on the second part, ground axes, N m."),
    "reaction_local": ("joint", "The force in the joint's axes."),
    "reaction_moment_local": ("joint", "The moment in the joint's axes."),
    "drive_force": ("joint", "Force or torque of the drive."),
    "power": ("joint", "Power of the drive, W."),
    "output": ("item, name[, s]", "Any output of a part, joint or force by name; along a beam: at the length s."),
    "sum": ("a, b, ...", "Sum of any number of signals, single ones or those with components."),
    "norm": ("signal", "The length of a signal with components."),
    "energy": ('parts, "kinetic"', 'Energy of the model, energy("total"), or of a part, or a list of parts and joints.'),
    "center_of_mass": ("[parts]", "Of parts; without: of the model."),
    "momentum": ("[parts]", "Of parts; without: of the model."),
    "angular_momentum": ('[parts[, about]]', 'About the origin, a point, or "center".'),
    "rotate": ("orientation, v", "The vector v turned by an orientation."),
    "rotate_back": ("orientation, v", "The components of v along turned axes."),
    "time": ("", "The time, s."),
    "state": ("controller, name", "A state of a controller, by the names of both."),
}
for _name, (_signature, _help) in SIGNALS.items():
    globals()[_name] = _signal(_name, _help, signature=_signature)


# ---- shapes, sections, orientations


def _maker(name, tables):
    fields = {f: d for t in tables for f, d in t.fields.items()}

    def function(**given):
        return Made(name, given)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = " / ".join(t.help for t in tables) + "\n\n" + described(fields)
    return function


def described(fields):
    """Fields with units and help, for help() and editors."""
    lines = []
    for f in fields.values():
        unit = f" [{f.unit}]" if f.unit else ""
        lines.append(f"    {python_name(f.name)}{unit}: {f.help}{' (required)' if f.required else ''}")
    return "\n".join(lines)


for _name, _tables in MAKERS.items():
    globals()[_name] = _maker(_name, _tables)


def axis_angle(axis, angle):
    """An orientation: turned about an axis by an angle in rad."""
    return Made("axis_angle", positional=(axis, angle))


def quaternion(q0, q1, q2, q3):
    """An orientation: a unit quaternion, scalar first."""
    return Made("quaternion", positional=(q0, q1, q2, q3))


def directions(**axes):
    """An orientation: any two of x, y, z as vectors; the first is kept, the second gives the plane."""
    return Made("directions", axes)


def euler(*arguments):
    """euler("zyx", a, b, c): an orientation by three turns about moving axes. euler(part, "zyx"): the signal of these angles."""
    if len(arguments) == 2:
        return Expression("euler", arguments)
    return Made("euler", positional=arguments)


def near(name, names):
    """The nearest of some names, for messages; None: none is near."""
    import difflib

    found = difflib.get_close_matches(name, list(names), 1, 0.6)
    return found[0] if found else None


def no_such(what, name, names, why=""):
    meant = near(str(name), names)
    listed = ", ".join(names[:20]) + (f" and {len(names) - 20} more" if len(names) > 20 else "")
    there = f"Did you mean '{meant}'?" if meant else "There are: " + listed + "." if names else "There is none at all."
    return InputError("%s:%d" % caller(), f"There is no {what} '{name}'.", why, there)


ORIENTATIONS = ["axis_angle", "quaternion", "directions", "euler"]
NUMBERS = [*_ONE, *_TWO, *UNITS, "min", "max", "where"]
__all__ = ["pi", "ground", "spline", "table", *NUMBERS, *SIGNALS, *MAKERS, *ORIENTATIONS]
assert not set(__all__) & set(KINDS), "a function and a kind have the same name"
