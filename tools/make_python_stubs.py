#!/usr/bin/env python3
# tools/make_python_stubs.py -- writes python/sinew/__init__.pyi (what editors complete) and docs/python-reference.md from the tables of
#                               the program and the module's own help.
# Use:    make python-reference, or: PYTHONPATH=python python3 tools/make_python_stubs.py [FOLDER]; FOLDER is the root of the checkout.
# Who:    tests/python/test_stubs.py says when they are stale.
import inspect
import os
import sys
import textwrap

import sinew
from sinew import _functions, _library
from sinew._expressions import python_name

TYPES = {
    "number": "float",
    "count": "int",
    "flag": "bool",
    "text": "str",
    "vector": "_Vector",
    "place": "_Place",
    "numbers": "_Numbers",
    "points": "_Numbers",
    "orientation": "_Orientation",
    "symmetric": "_Numbers",
    "part": "_Part",
    "joint": "_Part",
    "function": "_Function",
    "function3": "_Function",
    "shapes": "_Made | Sequence[_Made]",
    "side": "Mapping[str, Any]",
    "joints": "Sequence[_Part]",
    "nodes": "Sequence[_Part | _Vector]",
    "parts": "Sequence[_Part]",
    "texts": "Sequence[str]",
    "file": "str",
    "section": "_Made | Callable[..., _Made]",
}
HEAD = '''# Made by tools/make_python_stubs.py from the tables of the program: do not edit.
from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, Literal, TypedDict

import numpy as np
import pandas
import xarray

__version__: str
_Vector = Sequence[float] | np.ndarray | Literal["x", "y", "z", "-x", "-y", "-z"]
_Numbers = Sequence[float] | Sequence[Sequence[float]] | np.ndarray

class _Made: ...

_Orientation = _Made | Sequence[Sequence[float]] | np.ndarray
'''


def type_of(field, tables):
    if field.type == "choice":
        return "Literal[" + ", ".join(f'"{c}"' for c in field.choices) + "]"
    if field.type in ("fields", "named_fields"):
        name = tables[tuple(field.fields)]
        return name if field.type == "fields" else f"Mapping[str, {name}]"
    kind = TYPES[field.type]
    return kind + " | _Function" if field.arguments and field.type == "numbers" else kind


def help_of(field):
    unit = f" [{field.unit}]" if field.unit else ""
    of = f" Function of {', '.join(field.arguments)}." if field.arguments else ""
    return f"{python_name(field.name)}{unit}: {field.help}{'.' if of else ''}{of}{' (required)' if field.required else ''}"


def doc(text, indent):
    lines = text.strip().splitlines()
    body = "\n".join((indent + line).rstrip() for line in lines).replace("\\", "\\\\").replace('"""', "'''")
    return f'{indent}"""{body.lstrip()}\n{indent}"""'


def nested_tables(tables, fields):
    """Tables inside of tables, as TypedDicts, inner ones first."""
    out = []
    for f in fields.values():
        if f.fields and tuple(f.fields) not in tables:
            out += nested_tables(tables, f.fields)
            tables[tuple(f.fields)] = "".join(w.capitalize() for w in ("_" + f.name + "_fields").split("_")).join(["_", ""])
            name = tables[tuple(f.fields)]
            body = "\n".join(f"    {x.name}: {type_of(x, tables)}  # {help_of(x)}" for x in f.fields.values())
            out.append(f"class {name}(TypedDict, total=False):\n{body}\n")
    return out


def keywords(fields, tables):
    return ", ".join(
        f"{python_name(f.name)}: {type_of(f, tables)}{'' if f.required else ' = ...'}" for f in fields.values()
    )


def method(kind, tables):
    fields = {**kind.fields, **_library.COMMON}
    what = "joint" if kind.connects_joints else "part"
    names = [f"{what}_{chr(97 + i)}" for i in range(kind.connects)] if kind.connects <= 4 else ["*parts"]
    may = " = ..." if kind.may_connect else ""
    given = "".join(f", {n}: _Part{may}" for n in names) + (", /" if names else "")
    text = kind.help + "\n\n" + "\n".join(help_of(f) for f in fields.values())
    if kind.outputs:
        text += "\n\nOutputs: " + ", ".join(f"{o.name} [{o.unit or '1'}]" for o in kind.outputs)
    return f"    def {kind.name}(self{given}, *, {keywords(fields, tables)}) -> Item:\n{doc(text, '        ')}"


def own_methods(cls):
    """Methods and properties that Python itself has, with their help."""
    for name, x in vars(cls).items():
        if name in _library.KINDS and name not in ("modes", "load_path"):
            continue
        if isinstance(x, property):
            yield name, f"    @property\n    def {name}(self) -> {PROPERTIES.get(name, 'Any')}:", x.__doc__
        elif inspect.isfunction(x) and (not name.startswith("_") or name in ("__getitem__", "__contains__", "__len__", "__iter__")):
            yield name, f"    def {name}{signature(x)}:", x.__doc__


PROPERTIES = {
    "q": "np.ndarray", "v": "np.ndarray", "time": "Any", "items": "list[Item]", "channels": "dict[str, str]", "status": "str",
    "parameters": "dict[str, Any]", "energy": "dict[str, Channel]", "summary": "dict[str, Any]", "model_text": "str",
    "degrees_of_freedom": "int", "unknowns": "int", "iterations": "int", "model": "Model", "first": "Place", "last": "Place",
    "at_rest": "bool", "inputs": "dict[str, Any]",
}
RETURNS = {
    "run": "Result", "save": "Result", "nodes": "Nodes", "resume": "Result", "open": "Result", "load_path": "Result", "modes": "Modes", "buckling": "Modes",
    "static": "Equilibrium", "stepper": "Stepper", "check": "Check", "add": "Item", "group": "Group", "load": "Model", "from_lua": "Model",
    "to_lua": "str", "copy": "Any", "state": "State", "compare": "dict[str, Any]", "to_pandas": "pandas.DataFrame",
    "to_xarray": "xarray.Dataset", "page": "str", "picture": "str", "node": "Place", "at": "Place", "point": "Place",
    "linearize": "Linear", "jacobian": "np.ndarray", "mass_matrix": "np.ndarray", "inverse_dynamics": "np.ndarray", "rollout": "Rollouts",
    "sweep": "Sweep", "campbell": "Campbell", "critical_load": "CriticalLoad", "family": "np.ndarray", "critical": "np.ndarray",
}


def signature(f):
    parts = []
    for p in inspect.signature(f).parameters.values():
        star = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
        kind = "" if p.name == "self" else ": Any"
        parts.append(star + p.name + kind + ("" if p.default is p.empty else f" = {p.default!r}"))
    return f"({', '.join(parts)}) -> {RETURNS.get(f.__name__, 'None' if f.__name__ in NOTHING else 'Any')}"


MODULE = ("load", "from_lua", "open", "resume", "compare", "sweep", "campbell", "critical_load")
NOTHING = {"set_rates", "inverse_kinematics", "gravity", "channel", "stop_when", "settings", "lua", "step", "restore"}


def classes(tables):
    order = [
        sinew.SinewError, sinew.InputError, sinew.ModelError, sinew.ConvergenceError, sinew.FileError, sinew.StrictError, sinew.SinewWarning, sinew.InternalError,
        sinew.Expression, sinew.Curve, sinew.Place, sinew.Item, sinew.Check, sinew.Channel, sinew.Nodes, sinew.Result, sinew.Modes, sinew.State, sinew.Rollouts,
        sinew.Linear, _stepper().Simulation, sinew.Equilibrium, sinew.Stepper, sinew.Builder, sinew.Group, sinew.Model, sinew.Sweep, sinew.Campbell,
        sinew.CriticalLoad,
    ]
    for cls in order:
        bases = ", ".join(b.__name__ for b in cls.__bases__ if b not in (object, _functions.Text))
        bases = bases.replace("ndarray", "np.ndarray")
        yield f"\nclass {cls.__name__}{f'({bases})' if bases else ''}:\n{doc(cls.__doc__, '    ')}"
        for name in ATTRIBUTES.get(cls.__name__, ()):
            yield f"    {name}"
        for _, head, text in own_methods(cls):
            yield head + ("\n" + doc(text, "        ") + "\n        ..." if text else " ...")
        if cls is sinew.Builder:
            for kind in _library.KINDS.values():
                if kind.name not in ("modes", "load_path"):
                    yield method(kind, tables)
        if cls is sinew.Expression:
            yield from EXPRESSION


def _stepper():
    from sinew import _stepper as module

    return module


ATTRIBUTES = {
    "SinewError": ["where: str", "what: str", "why: str", "fix: str"],
    "Item": ["name: str", "kind: str"],
    "Group": ["name: str", "prefix: str"],
    "Channel": ["name: str", "unit: str"],
    "Result": ["file: str | None", "channels: list[str]"],
    "Nodes": ["item: list[str]"],
    "Modes": [
        "frequency: np.ndarray", "damping: np.ndarray", "growth: np.ndarray", "load_factor: np.ndarray", "residual: np.ndarray",
        "zero: np.ndarray", "displacement: np.ndarray | None", "rotation: np.ndarray | None", "file: str",
    ],
    "Check": [
        "degrees_of_freedom: int", "coordinates: int", "equations: int", "independent_equations: int", "mass: float",
        "mass_held: float", "centre: tuple[float, float, float]", "extent: float", "velocity_change: float",
        "parts: dict[str, SimpleNamespace]", "redundant: list[tuple[str, str]]", "warnings: list[tuple[str, str]]",
    ],
    "Linear": [
        "A: np.ndarray", "B: np.ndarray", "C: np.ndarray", "D: np.ndarray", "states: tuple[str, ...]", "units: tuple[str, ...]",
        "inputs: tuple[str, ...]", "outputs: tuple[str, ...]", "output_units: tuple[str, ...]", "speed: float", "acceleration: float",
    ],
    "Rollouts": ["time: np.ndarray", "done: np.ndarray", "states: list[State]", "outputs: list[Any]"],
    "Sweep": ["file: str | None", "units: dict[str, str]"],
    "Campbell": ["speed: np.ndarray", "frequency: np.ndarray", "whirl: np.ndarray", "growth: np.ndarray"],
    "CriticalLoad": [
        "value: float", "stable: float", "unstable: float", "growth: float", "frequency: float", "runs: int",
    ],
    "Equilibrium": ["iterations: int", "load_steps: int", "largest_force: float", "residual: float", "unstable: bool", "growth: float"],
}
EXPRESSION = ["    x: Expression", "    y: Expression", "    z: Expression"] + [
    f"    def {name}(self, other: Any) -> Expression: ..."
    for name in "__add__ __radd__ __sub__ __rsub__ __mul__ __rmul__ __truediv__ __rtruediv__ __pow__ __rpow__ __mod__ __lt__ __le__ __gt__"
    " __ge__ __and__ __or__".split()
] + ["    def __neg__(self) -> Expression: ...", "    def __invert__(self) -> Expression: ...", "    def __abs__(self) -> Expression: ..."]


def functions(tables):
    yield "\npi: float\nground: Place\n"
    for name in ("spline", "table", *_functions.NUMBERS, *_functions.SIGNALS, *_functions.ORIENTATIONS):
        f = getattr(sinew, name)
        result = "Curve" if name in ("spline", "table") else "Expression" if name in _functions.SIGNALS else "Any"
        head = signature(f).rsplit(" -> ", 1)[0]
        yield f"def {name}{head} -> {result}:\n{doc(f.__doc__, '    ')}\n    ..."
    for name, makers in _library.MAKERS.items():
        fields = {k: f for m in makers for k, f in m.fields.items()}
        plain = {k: f for k, f in fields.items()}
        given = ", ".join(f"{python_name(f.name)}: Any = ..." for f in plain.values())
        text = " / ".join(m.help for m in makers) + "\n\n" + "\n".join(help_of(f) for f in fields.values())
        yield f"def {name}(*, {given}) -> _Made:\n{doc(text, '    ')}\n    ..."
    for name in MODULE:
        yield f"def {name}{signature(getattr(sinew, name))}:\n{doc(getattr(sinew, name).__doc__, '    ')}\n    ..."


def stub():
    tables, parts = {}, [HEAD]
    for kind in _library.KINDS.values():
        parts += nested_tables(tables, kind.fields)
    parts += ["_Part = Place | str\n_Place = Place | Sequence[float] | np.ndarray\n_Function = float | Curve | Callable[..., Any]"]
    parts += list(classes(tables)) + list(functions(tables))
    return "\n".join(parts) + "\n"


# ---- the page


def rows(fields):
    lines = ["| field | type | unit | meaning |", "|---|---|---|---|"]
    for f in fields.values():
        kind = f.type if not f.choices else "one of " + ", ".join(f"`{c}`" for c in f.choices)
        kind += f" of {', '.join(f.arguments)}" if f.arguments else ""
        bold = " **required**" if f.required else ""
        lines.append(f"| `{python_name(f.name)}` | {kind} | {f.unit} | {f.help.replace('|', chr(92) + '|')}{bold} |")
    return "\n".join(lines)


def page():
    out = [
        "# Python reference\n",
        "Made by `make python-reference` from the tables of the program and the help of the module; [Sinew from Python](python.md) is the"
        " guide. Ranges, defaults and outputs of every kind are in the [reference](reference.md): the fields are the same.\n",
    ]
    out.append("## Module\n")
    for name in MODULE:
        f = getattr(sinew, name)
        out.append(f"**`sinew.{name}{inspect.signature(f)}`** {' '.join(f.__doc__.split())}\n")
    for cls in (
        sinew.Model, sinew.Group, sinew.Stepper, sinew.Equilibrium, sinew.Linear, sinew.Result, sinew.Nodes, sinew.Check, sinew.Modes, sinew.Sweep,
        sinew.Campbell, sinew.CriticalLoad, sinew.Item, sinew.SinewError,
    ):
        out.append(f"## {cls.__name__}\n\n{' '.join(cls.__doc__.split())}\n")
        seen = {}
        for c in reversed(cls.__mro__):
            if c.__module__.startswith("sinew"):
                seen.update({name: (c, text) for name, _, text in own_methods(c)})
        for name, (c, text) in seen.items():
            x = inspect.getattr_static(c, name)
            called = "" if isinstance(x, property) else str(inspect.signature(x)).replace("(self, ", "(").replace("(self)", "()")
            out.append(f"- `.{name}{called}` {' '.join((text or '').split())}")
        out += [f"- `.{a.split(':')[0]}`" for a in ATTRIBUTES.get(cls.__name__, ()) if a.split(":")[0] not in seen]
        out.append("")
    out.append("## Functions\n\nOf numbers, arrays, arguments of traced functions and signals:\n")
    out.append(", ".join(f"`{n}`" for n in _functions.NUMBERS) + "; curves: `spline(x, y, kind)`, `table(x, y)`.\n")
    out.append("Signals, for channels and conditions:\n")
    out += [f"- `{n}({s})` {h}" for n, (s, h) in _functions.SIGNALS.items()]
    out.append("\nOrientations: " + ", ".join(f"`{n}{inspect.signature(getattr(sinew, n))}`" for n in _functions.ORIENTATIONS) + ".\n")
    out.append(f"## Fields of every item\n\n{rows(_library.COMMON)}\n")
    for family in _library.FAMILIES:
        out.append(f"## Kinds: {family}s\n")
        for k in (k for k in _library.KINDS.values() if k.family == family):
            what = "joint" if k.connects_joints else "part"
            entries = ", ".join(f"{what}_{chr(97 + i)}" for i in range(min(k.connects, 4)))
            out.append(f"### m.{k.name}({entries + ', ' if entries else ''}...)\n\n{k.help}\n\n{rows(k.fields)}\n")
    out.append("## Shapes and sections\n")
    for name, makers in _library.MAKERS.items():
        for m in makers:
            out.append(f"### sinew.{name}(...), a {'section' if m.is_section else 'shape'}\n\n{m.help}\n\n{rows(m.fields)}\n")
    return textwrap.dedent("\n".join(out)).rstrip() + "\n"


def written():
    return {"python/sinew/__init__.pyi": stub(), "docs/python-reference.md": page()}


if __name__ == "__main__":
    root = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    for name, text in written().items():
        with open(os.path.join(root, name), "w") as f:
            f.write(text)
