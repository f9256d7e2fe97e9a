# sinew/_expressions.py -- formulas: what operators and functions make of arguments and signals, and all values as text of the model
#                          language.
# What:    a function of the user is called once with symbols; what it returns is its formula, written as a function of the model language,
#          which reads it as it reads one in a file: the same expressions, checks and messages.
# Tests:   tests/python/test_trace.py
import inspect
import keyword
import math
import numbers
import re

import numpy as np

from ._errors import InputError
from ._library import MAKERS, caller

_DEEPEST = 40  # brackets inside one line of a formula; Lua nests 200
_LOCALS = 150  # names in one function; Lua has 200


def fail(what, why="", fix=""):
    raise InputError("%s:%d" % caller(), what, why, fix)


def _operator(sign):
    def forward(a, b):
        return Expression(sign, (a, b)) if _can_be_in_formula(b) else NotImplemented

    def backward(a, b):
        return Expression(sign, (b, a)) if _can_be_in_formula(b) else NotImplemented

    return forward, backward


def _comparison(name, sign):
    def compare(a, b):
        return Expression(name, (a, b), sign=sign) if _can_be_in_formula(b) else NotImplemented

    return compare


def _can_be_in_formula(x):
    return isinstance(x, (Expression, numbers.Real, np.bool_)) or (isinstance(x, np.ndarray) and x.ndim == 0)


class Expression:
    """A number that is not known yet: an argument of a traced function, a signal, or a formula of them.

    Arithmetic and the functions of sinew (sin, where, ...) work on it; < and > make conditions for where. Signals with components have
    .x, .y, .z.
    """

    __slots__ = ("op", "arguments", "sign", "depth")
    __hash__ = object.__hash__

    def __init__(self, op, arguments=(), sign=None):
        self.op, self.arguments, self.sign = op, arguments, sign
        self.depth = 1 + max((a.depth for a in arguments if isinstance(a, Expression)), default=0)

    __add__, __radd__ = _operator("+")
    __sub__, __rsub__ = _operator("-")
    __mul__, __rmul__ = _operator("*")
    __truediv__, __rtruediv__ = _operator("/")
    __pow__, __rpow__ = _operator("^")
    __mod__, __rmod__ = _operator("%")
    __floordiv__, __rfloordiv__ = _operator("//")
    __lt__, __le__ = _comparison("less", "<"), _comparison("less_equal", "<=")
    __gt__, __ge__ = _comparison("greater", ">"), _comparison("greater_equal", ">=")

    def __neg__(self):
        return Expression("neg", (self,))

    def __pos__(self):
        return self

    def __abs__(self):
        return Expression("abs", (self,))

    def __and__(self, other):
        return Expression("both", (self, other))

    def __or__(self, other):
        return Expression("either", (self, other))

    def __invert__(self):
        return Expression("negate", (self,))

    def __eq__(self, other):
        _compared("==")

    def __ne__(self, other):
        _compared("~=")

    def __bool__(self):
        _compared(self.sign or "if")

    def __float__(self):
        fail(
            "A traced value cannot become a number.",
            "It represents a number that is not known yet.",
            "Use only arithmetic and the functions of sinew (sinew.sin, not math.sin) on it.",
        )

    __int__ = __index__ = __round__ = __floor__ = __ceil__ = __trunc__ = __float__

    def __getattr__(self, name):
        if name in _COMPONENTS:
            return Expression("." + name, (self,))
        raise AttributeError(f"a signal or traced value has no .{name}; there are .x, .y, .z and .q0 ... .q3")

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        name = _UFUNCS.get(ufunc.__name__)
        if method != "__call__" or options or name is None:
            fail(
                f"A traced value cannot go through numpy's {ufunc.__name__}.",
                "It represents a number that is not known yet.",
                "Use the functions of sinew, for example sinew.sin; curves are made by sinew.spline(x, y).",
            )
        arrays = [np.asarray(x, dtype=object) if isinstance(x, np.ndarray) else x for x in inputs]
        if any(isinstance(x, np.ndarray) and x.ndim > 0 for x in arrays):
            return np.frompyfunc(lambda *a: Expression(name, a), len(arrays), 1)(
                *[x if isinstance(x, np.ndarray) else _boxed(x) for x in arrays]
            )
        return Expression(name, tuple(x.item() if isinstance(x, np.ndarray) else x for x in arrays))

    def __repr__(self):
        return _Writer().inline(self) if self.depth < 100 else f"<formula of {self.depth} levels>"


def _boxed(x):
    box = np.empty((), dtype=object)
    box[()] = x
    return box


_COMPONENTS = {"x", "y", "z", "w", "q0", "q1", "q2", "q3"}
_INFIX = {"+", "-", "*", "/", "^", "%", "//"}
_UFUNCS = {
    "add": "+", "subtract": "-", "multiply": "*", "divide": "/", "true_divide": "/", "power": "^", "float_power": "^",
    "remainder": "%", "floor_divide": "//", "negative": "neg", "less": "less", "less_equal": "less_equal",
    "greater": "greater", "greater_equal": "greater_equal", "minimum": "min", "maximum": "max", "arctan2": "atan2",
    "arcsin": "asin", "arccos": "acos", "arctan": "atan", "absolute": "abs", "fabs": "abs", "sign": "sign",
    "logical_and": "both", "logical_or": "either", "logical_not": "negate",
    **{name: name for name in ("sin", "cos", "tan", "exp", "log", "sqrt", "tanh", "sinh", "cosh", "floor")},
}


def _compared(sign):
    fail(
        f"A traced value is compared with `{sign}`.",
        "The function is turned into a formula once, before its arguments have values, so it cannot branch.",
        "Use sinew.where(t < 1, a, b) instead of if, and &, |, ~ instead of and, or, not.",
    )


# ---- things that are written by name


class Text:
    """Something the model language has a text for: a part, a place on it, an input. home: the model that it belongs to, and after how many of its
    statements it was there; None: any."""

    __slots__ = ("lua", "home")

    def __init__(self, lua, home=None):
        self.lua, self.home = lua, home

    def __repr__(self):
        return self.lua


class Made:
    """A table made by a constructor of the language: cylinder(...), circle(...), axis_angle(...)."""

    __slots__ = ("maker", "fields", "positional")

    def __init__(self, maker, fields=None, positional=None):
        self.maker, self.fields, self.positional = maker, fields, positional

    def __repr__(self):
        return _Writer().value(self, None)


class Curve:
    """A curve through points, constant outside of them: call it inside a function, or give it to a field that takes a function."""

    __slots__ = ("points", "kind")

    def __init__(self, x, y, kind="spline"):
        x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
        if x.ndim != 1 or x.shape != y.shape or len(x) < 2:
            fail(
                f"A curve needs two lists of the same length, but got shapes {x.shape} and {y.shape}.",
                "Each x has its y, and there must be two or more.",
                "Give for example sinew.spline([0, 1, 2], [0, 5, 3]).",
            )
        if kind not in ("spline", "monotone", "linear"):
            fail(f"There is no curve '{kind}'.", "", "Choose spline, monotone or linear.")
        self.points, self.kind = np.column_stack([x, y]), kind

    def __call__(self, x):
        if not isinstance(x, Expression):
            fail(
                "A curve is called with a number.",
                "Curves belong to the model: they are called inside of functions, with their arguments.",
                "Use numpy.interp or scipy for numbers.",
            )
        return Expression(self, (x,))


class States:
    """The states of a controller, as its update sees them."""

    def __init__(self, values):
        object.__setattr__(self, "_values", values)

    def _known(self, name):
        if name not in self._values:
            import difflib

            near = difflib.get_close_matches(name, list(self._values), 1, 0.6)
            fail(
                f"The controller has no state '{name}'.",
                "It has: " + ", ".join(self._values) + "." if self._values else "It has none.",
                f"Did you mean '{near[0]}'?" if near else "Give its first value in states.",
            )

    def __getattr__(self, name):
        self._known(name)
        return self._values[name]

    def __setattr__(self, name, value):
        self._known(name)
        if not _can_be_in_formula(value):
            fail(f"The state '{name}' becomes a {type(value).__name__}.", "States are numbers.", "Give it a number or a formula.")
        self._values[name] = value


# ---- values as text

_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*\Z")
_RESERVED = set(
    "and break do else elseif end false for function goto if in local nil not or repeat return then true until while".split()
)


def language_name(name):
    """from_ is the field `from`: Python keeps that word for itself."""
    return name[:-1] if name.endswith("_") and keyword.iskeyword(name[:-1]) else name


def python_name(name):
    return name + "_" if keyword.iskeyword(name) else name


def number(x):
    """A number as text that is read back bit for bit."""
    if isinstance(x, (bool, np.bool_)):
        return "true" if x else "false"
    if isinstance(x, numbers.Integral) and -(2**53) <= x <= 2**53:
        return str(int(x))
    x = float(x)
    if math.isnan(x):
        return "(0/0)"
    if math.isinf(x):
        return "math.huge" if x > 0 else "(-math.huge)"
    return repr(x)


def quoted(value):
    """A text in quotes."""
    out = []
    for byte in value.encode("utf-8", "surrogateescape"):
        c = chr(byte)
        out.append("\\" + c if c in '"\\' else c if 32 <= byte < 127 else "\\%03d" % byte)
    return '"' + "".join(out) + '"'


class _Writer:
    """Values of one statement as text. Curves are made before it, in locals. accept(x) checks everything that belongs to a model."""

    def __init__(self, accept=None):
        self.before, self.curves, self._accept = [], {}, accept

    def text(self, v):
        if self._accept and v.home:
            self._accept(v)
        return v.lua

    def value(self, v, field):
        if isinstance(v, Expression):
            return self.inline(v)
        if isinstance(v, Text):
            return self.text(v)
        if v is None:
            return "nil"
        if isinstance(v, str):
            return quoted(v)
        if isinstance(v, (numbers.Real, np.bool_)):
            return number(v)
        if isinstance(v, Made):
            return self.made(v)
        if isinstance(v, Curve):
            return self.curve(v)
        if isinstance(v, np.ndarray):
            return self.array(v, field)
        if isinstance(v, dict):
            return self.tables(v, field) if field and field.type == "named_fields" else self.record(v, field.fields if field else None)
        if isinstance(v, (list, tuple)):
            return "{" + ", ".join(self.value(x, None) for x in v) + "}"
        if callable(v):
            return self.function(v, field)
        name = field.name if field else "a field"
        fail(
            f"`{name}` got a {type(v).__name__}.",
            "Fields take numbers, texts, vectors, parts, shapes and functions.",
            "Give one of these, or a numpy array.",
        )

    def array(self, v, field):
        if v.ndim == 0:
            return self.value(v.item(), field)
        if v.dtype.kind in "fiub":
            return _nested(v.tolist())
        return "{" + ", ".join(self.value(x, None) for x in v.tolist()) + "}"

    def made(self, m):
        if m.positional is not None:
            return m.maker + "(" + ", ".join(self.value(x, None) for x in m.positional) + ")"
        tables = MAKERS.get(m.maker, [])
        fields = {name: f for t in tables for name, f in t.fields.items()}
        return m.maker + " " + self.record(m.fields, fields)

    def tables(self, entries, field):
        """Tables by names of the user's choice, all with the same fields."""
        for name, v in entries.items():
            if not isinstance(v, dict):
                fail(
                    f"`{field.name}` has {name!r}, which is a {type(v).__name__}.",
                    "It takes dictionaries by their names.",
                    "Write for example {'" + str(name) + "': {...}}.",
                )
        lines = [f"[{quoted(str(name))}] = {self.record(v, field.fields)}" for name, v in entries.items()]
        return "{ " + ", ".join(lines) + " }" if lines else "{}"

    def record(self, entries, fields):
        parts = []
        for name, v in entries.items():
            if v is None:
                continue
            if not isinstance(name, str):
                fail(f"A field is called {name!r}.", "Names of fields are texts.", "Write its name as text.")
            name = language_name(name)
            key = name if _NAME.match(name) and name not in _RESERVED else "[" + quoted(name) + "]"
            parts.append(f"{key} = {self.value(v, (fields or {}).get(name))}")
        return "{ " + ", ".join(parts) + " }" if parts else "{}"

    def curve(self, c):
        if id(c) not in self.curves:
            local = f"curve{len(self.curves) + 1}"
            self.curves[id(c)] = (local, c)
            points = _nested(c.points.tolist())[1:-1]
            self.before.append(f'local {local} = spline {{ {points}, kind = "{c.kind}" }}')
        return self.curves[id(c)][0]

    # ---- formulas

    def inline(self, e, names=None):
        """The text of a formula; expressions in `names` are written by their names."""
        if not isinstance(e, Expression):
            return self.value(e, None)
        if names and id(e) in names:
            return names[id(e)]
        op = e.op
        if isinstance(op, Curve):
            return f"{self.curve(op)}({self.inline(e.arguments[0], names)})"
        if op == "symbol":
            return e.arguments[0]
        a = [self.inline(x, names) for x in e.arguments]
        if op in _INFIX:
            return f"({a[0]} {op} {a[1]})"
        if op == "neg":
            return f"(-{a[0]})"
        if op[0] == ".":
            return a[0] + op
        return f"{op}({', '.join(a)})"

    def formula(self, e):
        """A formula of signals: its parts are made before the statement."""
        lines, names = self._named([e])
        self.before += lines
        return self.inline(_plain(e), names)

    def function(self, f, field):
        """A function of the user, called once with symbols."""
        arguments = field.arguments if field and field.arguments else None
        if arguments is None:
            return "function() return 0 end"  # no function belongs here: the field says so
        symbols = [Expression("symbol", (a,)) for a in arguments]
        result = _called(f, symbols, field)
        head = f"function({', '.join(arguments)})"
        if isinstance(result, Made):
            return f"{head} return {self.made(result)} end"
        values = [result] if _can_be_in_formula(result) else _as_list(result, field)
        lines, names = self._named(values)
        returns = ", ".join(self.inline(_plain(x), names) for x in values)
        return f"{head} {''.join(line + '; ' for line in lines)}return {returns} end"

    def controller(self, fields, update):
        """controller { ... }: update is called once with symbols; s.i is a state, and setting it gives its next value."""
        states = fields["states"]
        s = States({name: Expression("symbol", ("s." + name,)) for name in states})
        outputs = update(Expression("symbol", ("t",)), s)
        if not isinstance(outputs, dict) or not outputs:
            fail(
                f"The update of controller '{fields['name']}' returns {'nothing' if outputs is None else type(outputs).__name__}.",
                "It must return the inputs that it sets: what forces and torques then see.",
                'Return a dict, for example {"u": 2*e}, with m.input("u") made before.',
            )
        names, values = list(states), [s._values[n] for n in states] + list(outputs.values())
        lines, parts = self._named([v for v in values if isinstance(v, Expression)])
        text = [self.inline(_plain(v), parts) for v in values]
        lines += [f"local next_{n} = {v}" for n, v in zip(names, text)]
        returned = ", ".join(f"[{quoted(str(n))}] = {v}" for n, v in zip(outputs, text[len(names):]))
        lines.append("local out = { " + returned + " }")
        lines += [f"s.{n} = next_{n}" for n in names]
        head = self.record({k: v for k, v in fields.items() if k != "states"}, None)[2:-2]
        kept = self.record(states, None)
        return f"controller {{ {head}, states = {kept}, update = function(t, s) {'; '.join(lines)}; return out end }}"

    def _named(self, values):
        """Parts of formulas that are used twice, or are too deep for one line, get names of their own."""
        order, uses = _order(values)
        names, lines, heights = {}, [], {}
        for e in order:
            heights[id(e)] = 1 + max((heights[id(a)] for a in e.arguments if isinstance(a, Expression)), default=0)
            if e.op == "symbol" or (uses[id(e)] < 2 and heights[id(e)] < _DEEPEST):
                continue
            text = self.inline(e, names)
            if len(names) == _LOCALS:
                lines.append("local more = {}")
            slot = f"a{len(names) + 1}" if len(names) < _LOCALS else f"more[{len(names) + 1}]"
            lines.append(f"{'local ' if len(names) < _LOCALS else ''}{slot} = {text}")
            names[id(e)] = slot
            heights[id(e)] = 1
        return lines, names


def _nested(v):
    return "{" + ", ".join(_nested(x) for x in v) + "}" if isinstance(v, list) else number(v)


def _plain(x):
    return x.item() if isinstance(x, np.ndarray) else x


def _called(f, symbols, field):
    """What the function returns; it may take fewer arguments than there are, as in Lua."""
    try:
        parameters = inspect.signature(f).parameters.values()
    except (TypeError, ValueError):  # what is not written in Python does not tell
        parameters = [inspect.Parameter("all", inspect.Parameter.VAR_POSITIONAL)]
    by_place = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    needed = [p.name for p in by_place if p.default is p.empty]
    if len(needed) > len(symbols):
        fail(
            f"The function `{field.name}` takes {len(needed)} arguments ({', '.join(needed)}), but gets {len(symbols)}.",
            f"It is a function of {', '.join(field.arguments)}.",
            f"Write for example lambda {', '.join(field.arguments)}: ...",
        )
    if not any(p.kind == p.VAR_POSITIONAL for p in parameters):
        symbols = symbols[: len(needed)] if needed else symbols[: len(by_place)]
    first, second = f(*symbols), f(*symbols)
    if _form(first) != _form(second):
        fail(
            "A function gives another formula when it is called again.",
            "It changes something outside of it, or uses random numbers; it is called only while the model is made.",
            "Let it depend on its arguments only.",
        )
    return first


def _form(x):
    """What can be compared of two formulas that should be the same: their texts, without the cost of deep ones."""
    if isinstance(x, Expression):
        order, _ = _order([x])
        place = {id(e): i for i, e in enumerate(order)}
        return [
            (e.op if isinstance(e.op, str) else (e.op.kind, e.op.points.tobytes()),)
            + tuple(place[id(a)] if isinstance(a, Expression) else repr(a) for a in e.arguments)
            for e in order
        ]
    if isinstance(x, (list, tuple)):
        return [_form(y) for y in x]
    if isinstance(x, np.ndarray):
        return [_form(y) for y in x.ravel().tolist()]
    if isinstance(x, Made):
        return [x.maker, {k: _form(v) for k, v in (x.fields or {}).items()}, _form(list(x.positional or ()))]
    return repr(x)


def _order(values):
    """All expressions below, operands first, and how often each is used. Not recursive: formulas may be deep."""
    order, uses, seen = [], {}, set()
    stack = [(x, False) for x in reversed([_plain(v) for v in values]) if isinstance(x, Expression)]
    for x, _ in stack:
        uses[id(x)] = uses.get(id(x), 0) + 1
    while stack:
        e, done = stack.pop()
        if done:
            order.append(e)
            continue
        if id(e) in seen:
            continue
        seen.add(id(e))
        stack.append((e, True))
        for a in e.arguments:
            if isinstance(a, Expression):
                uses[id(a)] = uses.get(id(a), 0) + 1
                stack.append((a, False))
    return order, uses


def _as_list(result, field):
    if result is None:
        fail(f"The function `{field.name}` returns nothing.", "", "End it with return and a value.")
    if isinstance(result, np.ndarray):
        result = result.ravel().tolist()
    if not isinstance(result, (list, tuple)) or not all(_can_be_in_formula(x) for x in result):
        fail(
            f"The function `{field.name}` returns a {type(result).__name__}, but must return numbers.",
            "",
            "Return a number or a formula of the arguments, or three of them for a vector.",
        )
    return list(result)


def statement(write, accept=None):
    """A statement of the language: write(writer), with the curves and formulas that it needs before it, on one line."""
    w = _Writer(accept)
    text = write(w)
    return f"do {' '.join(line + ';' for line in w.before)} {text} end" if w.before else text
