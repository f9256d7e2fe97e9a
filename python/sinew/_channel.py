# sinew/_channel.py -- arrays with a unit: what numpy makes of them has the right unit or none, never a wrong one.
# Rule:    numbers without a unit take the unit of what they are added to; products and quotients have the product and quotient of the units; what
#          cannot be added (m and deg) is an error. Functions that are not listed here give arrays without a unit.
# Tests:   tests/python/test_units.py
import re
from fractions import Fraction

import numpy as np

from ._errors import InputError
from ._library import caller

_PIECE = re.compile(r"([^\s^/*]+)(?:\^(-?\d+))?")


def _powers(unit):
    """A unit as powers of what it is written with: "N m/s^2" is {"N": 1, "m": 1, "s": -2}."""
    out = {}
    for k, side in enumerate(unit.replace("(", " ").replace(")", " ").split("/")):
        for name, power in _PIECE.findall(side.replace("*", " ")):
            if name != "1":
                out[name] = out.get(name, 0) + (int(power) if power else 1) * (1 if k == 0 else -1)
    return {name: power for name, power in out.items() if power}


_BASE = {  # what they are made of: J and N m may be added, rad is a number
    "N": "kg m/s^2", "J": "kg m^2/s^2", "W": "kg m^2/s^3", "Pa": "kg/m s^2", "Hz": "1/s", "rad": "1",
}
_ORDER = "kN MN N Pa MPa J kJ W kW kg km m cm mm rad deg".split()  # in products, as people write them: N m


def _meant(unit):
    """The same for every way to write a unit."""
    out = {}
    for name, power in _powers(unit).items():
        for base, p in (_powers(_BASE[name]) if name in _BASE else {name: 1}).items():
            out[base] = out.get(base, 0) + p * power
    return tuple(sorted((n, p) for n, p in out.items() if p))


def _written(powers):
    def side(sign):
        pieces = [(n, abs(p)) for n, p in powers.items() if p * sign > 0]
        pieces.sort(key=lambda x: _ORDER.index(x[0]) if x[0] in _ORDER else len(_ORDER))
        return " ".join(n if p == 1 else f"{n}^{p}" for n, p in pieces)

    above, below = side(1), side(-1)
    if any(p.denominator != 1 for p in powers.values()):
        return ""  # m^(1/2) is no unit that anybody asks for
    return above if not below else f"{above or 1}/({below})" if " " in below else f"{above or 1}/{below}"


def combined(a, b, sign=1):
    """The unit of a product (sign 1) or a quotient (-1)."""
    powers = _powers(a)
    for name, power in _powers(b).items():
        powers[name] = powers.get(name, 0) + sign * power
    return _written({n: p for n, p in powers.items() if p})


def raised_to(unit, power):
    """The unit of a power; "": not known."""
    try:
        power = Fraction(float(power)).limit_denominator(12)
    except (TypeError, ValueError, OverflowError):
        return ""
    return _written({n: p * power for n, p in _powers(unit).items()})


def _unit(x):
    """Of an argument; None: a number without one."""
    return x.unit if isinstance(x, Channel) else None


def _same(function, units):
    """The unit that all arguments have; numbers without one have it, too."""
    known = {u for u in units if u}
    if len({_meant(u) for u in known}) > 1:
        a, b = sorted(known)[:2]
        raise InputError(
            "%s:%d" % caller(), f"{function} of {a} and {b} has no meaning.", "The two have different units.",
            "Convert one of them first, e.g. by a channel with another unit; numpy.asarray(x) is x without its unit.",
        )
    return next((u for u in units if u), "")


def _no_degrees(function, unit):
    if unit and unit.startswith("deg"):
        raise InputError(
            "%s:%d" % caller(), f"{function} takes radians, but this is in {unit}.", "", f"Write numpy.{function}(numpy.radians(x)).",
        )
    return ""


def _turned(to, back):
    def unit(function, units, _):
        if units[0] and units[0].split("/")[0] not in (back, "1"):
            raise InputError(
                "%s:%d" % caller(), f"numpy.{function} of {units[0]} has no meaning.", f"It takes {back} and gives {to}.", "Leave it out.",
            )
        return (units[0] or back).replace(back, to, 1)

    return unit


def _power(_, units, inputs):
    return raised_to(units[0] or "", inputs[1]) if not units[1] and np.ndim(inputs[1]) == 0 else ""


_KEEP = lambda f, u, x: u[0] or ""  # noqa: E731
_SAME = lambda f, u, x: _same(f, u)  # noqa: E731
_SAME_THEN_NONE = lambda f, u, x: _same(f, u) and ""  # noqa: E731
_ANGLE = lambda f, u, x: "rad"  # noqa: E731
_UFUNCS = {
    **dict.fromkeys("add subtract maximum minimum fmax fmin hypot fmod remainder nextafter".split(), _SAME),
    **dict.fromkeys("negative positive absolute fabs rint floor ceil trunc conjugate".split(), _KEEP),
    **dict.fromkeys("less less_equal greater greater_equal".split(), _SAME_THEN_NONE),
    **dict.fromkeys("sin cos tan".split(), lambda f, u, x: _no_degrees(f, u[0])),
    **dict.fromkeys("arcsin arccos arctan".split(), _ANGLE),
    "arctan2": lambda f, u, x: _same(f, u) and "rad" or "rad",
    "multiply": lambda f, u, x: combined(u[0] or "", u[1] or ""),
    "divide": lambda f, u, x: combined(u[0] or "", u[1] or "", -1),
    "floor_divide": lambda f, u, x: combined(u[0] or "", u[1] or "", -1),
    "square": lambda f, u, x: raised_to(u[0] or "", 2),
    "sqrt": lambda f, u, x: raised_to(u[0] or "", 0.5),
    "cbrt": lambda f, u, x: raised_to(u[0] or "", Fraction(1, 3)),
    "reciprocal": lambda f, u, x: raised_to(u[0] or "", -1),
    "power": _power,
    "float_power": _power,
    **dict.fromkeys(("degrees", "rad2deg"), _turned("deg", "rad")),
    **dict.fromkeys(("radians", "deg2rad"), _turned("rad", "deg")),
}
_REDUCED = {"add", "maximum", "minimum", "fmax", "fmin", "subtract"}  # of which all terms have one unit

# Functions of numpy whose result has the unit of their first argument, or of all of them; the rest gives arrays without a unit.
_FIRST = set(
    "amax amin max min nanmax nanmin ptp mean nanmean average median nanmedian std nanstd sum nansum cumsum nancumsum diff ediff1d sort unique"
    " percentile nanpercentile quantile nanquantile reshape ravel squeeze transpose swapaxes moveaxis flip fliplr flipud roll rot90 repeat"
    " tile take take_along_axis compress broadcast_to expand_dims atleast_1d atleast_2d copy round around round_ trim_zeros resize delete"
    " array_split split hsplit vsplit norm real imag nan_to_num unwrap".split()
)
_LISTS = {"concatenate", "stack", "vstack", "hstack", "dstack", "column_stack"}
_ALL = {"clip", "append", "linspace", "insert"}


def _function_unit(name, arguments, fields):
    """The unit of what a function of numpy gives."""
    units = [_unit(x) for x in arguments]
    if name in _FIRST:
        return units[0] or ""
    if name in _LISTS:  # columns of a table may have different units
        units = {_unit(x) for x in arguments[0]}
        return (units.pop() or "") if len(units) == 1 else ""
    if name in _ALL:
        return _same(name, units + [_unit(x) for x in fields.values()])
    if name == "where" and len(units) == 3:
        return _same(name, units[1:])
    if name == "interp" and len(units) >= 3:
        _same(name, units[:2])
        return units[2] or ""
    if name in ("var", "nanvar"):
        return raised_to(units[0] or "", 2)
    if name in ("trapz", "trapezoid", "gradient", "cross"):
        second = units[1] if len(units) > 1 else _unit(fields.get("x", fields.get("b")))
        if name == "cross" or (second and name != "gradient"):
            return combined(units[0] or "", second or "")
        return combined(units[0], second, -1) if second and units[0] and len(units) <= 2 else ""
    return ""


def _bare(x):
    if isinstance(x, Channel):
        return x.view(np.ndarray)
    if isinstance(x, (list, tuple)) and any(isinstance(y, (Channel, list, tuple)) for y in x):
        return type(x)(_bare(y) for y in x) if type(x) in (list, tuple) else x
    return x


def _labelled(x, unit):
    if isinstance(x, (list, tuple)) and type(x) in (list, tuple):
        return type(x)(_labelled(y, unit) for y in x)
    return Channel(x, "", unit) if unit and isinstance(x, np.ndarray) and x.ndim and x.dtype.kind in "fc" else x


class Channel(np.ndarray):
    """Numbers over time with .name and .unit. Formulas of channels have the unit that follows; what has different units is not added, and an
    array whose unit is not known has none."""

    def __new__(cls, values, name="", unit=""):
        out = np.asarray(values).view(cls)
        out.name, out.unit = name, unit
        return out

    def __array_finalize__(self, other):
        has = self.dtype.kind in "fc"  # numbers of rows and flags have no unit
        self.name, self.unit = getattr(other, "name", ""), getattr(other, "unit", "") if has else ""

    def __array_ufunc__(self, ufunc, method, *inputs, out=(), **fields):
        units = [_unit(x) for x in inputs]
        rule = _UFUNCS.get(ufunc.__name__)
        if method in ("__call__", "outer"):
            unit = rule(ufunc.__name__, units, inputs) if rule else ""
        else:
            unit = units[0] or "" if ufunc.__name__ in _REDUCED else ""
        made = getattr(ufunc, method)(*map(_bare, inputs), **fields, **({"out": tuple(map(_bare, out))} if out else {}))
        if out and isinstance(out[0], Channel):  # x += 1
            out[0].unit = unit
            return out[0]
        return _labelled(made, unit)

    def __array_function__(self, function, types, arguments, fields):
        unit = _function_unit(function.__name__, arguments, fields)
        made = function(*map(_bare, arguments), **{k: _bare(x) for k, x in fields.items()})
        out = fields.get("out")
        if isinstance(out, Channel):
            out.unit = unit
            return out
        return _labelled(made, unit)

    def prod(self, *arguments, **fields):
        return np.asarray(self).prod(*arguments, **fields)

    def cumprod(self, *arguments, **fields):
        return np.asarray(self).cumprod(*arguments, **fields)

    def dot(self, other, out=None):
        return np.asarray(self).dot(_bare(other), _bare(out))

    def var(self, *arguments, **fields):
        return _labelled(np.asarray(self).var(*arguments, **fields), raised_to(self.unit, 2))

    def __reduce__(self):
        return Channel, (np.asarray(self), self.name, self.unit)

    def __repr__(self):
        return f"{np.array2string(np.asarray(self), prefix='Channel(', threshold=50)} [{self.unit or 'no unit'}]{' ' + self.name if self.name else ''}"
