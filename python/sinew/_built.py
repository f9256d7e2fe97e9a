# sinew/_built.py -- models that a function of Python builds, as the files of a sweep.
# How:     `sinew sweep` says the points of the plan; the function is called for each of them, here and now; its models are written as texts
#          of the model language, beside a file that includes the one of its point, which the sweep then runs as any other.
# Files:   those that models name (meshes, surfaces) are copied beside them. Everything is in a folder that goes with the sweep.
# Tests:   tests/python/test_sweep_built.py
import csv
import hashlib
import io
import os
import re
import shutil

from ._errors import InputError, SinewError
from ._expressions import quoted
from ._library import caller
from ._model import Model

_MAIN = "model.lua"


def _is_number(text):
    try:
        float(text)
    except ValueError:
        return False
    return True


def _value(text):
    """A value of the plan as the function gets it."""
    return text == "true" if text in ("true", "false") else float(text) if _is_number(text) else text


def _lua(value):
    return ("true" if value else "false") if isinstance(value, bool) else repr(value) if isinstance(value, float) else quoted(value)


def _parameters(values):
    return "param { " + ", ".join(f"{name} = {_lua(x)}" for name, x in values.items()) + " }\n"


def _beside(values):
    """Values of which no point has all."""
    out = dict(values[0])
    for name, x in out.items():
        out[name] = 1 + max(abs(point[name]) for point in values) if isinstance(x, float) else f"not {x}"
    return out


class Built:
    """The files of a sweep over models that `function(**values)` builds: .file is what `sinew sweep` runs, .told says messages in words
    of Python."""

    def __init__(self, function, names, folder):
        self._function, self._folder, self._where = function, folder, "%s:%d" % caller()
        self.names = [n for n in names if not n.startswith("run.")]  # fields of run { ... } are not the function's
        self.file = os.path.join(folder, _MAIN)
        self._failed, self._lines, self._model_of = {}, {}, []
        for name in self.names:
            if not name.isidentifier():
                raise InputError(self._where, f"`{name}` cannot be an argument of a function.", "", "Use letters, digits and _.")

    def sketch(self, first):
        """A model that has nothing but the parameters: for the plan. first: a value of each, as a text."""
        self._write(_MAIN, _parameters({n: _value(first[n]) for n in self.names}))

    def build(self, points):
        """All models; points: the csv of the plan."""
        rows = list(csv.DictReader(io.StringIO(points)))
        values = [{n: _value(row[n]) for n in self.names} for row in rows]
        texts, known = [], {}
        for point in values:
            key = tuple(point.values())
            if key not in known:  # points may differ in fields of run { ... } alone
                known[key] = len(texts) + 1
                texts.append(self._text(len(texts) + 1, point))
            self._model_of.append(known[key])
        table = ",\n".join(f"  {{ {', '.join([_lua(x) for x in key] + [str(number)])} }}" for key, number in known.items())
        same = " and ".join(f"tostring(p[{k + 1}]) == tostring({n})" if isinstance(values[0][n], bool) else f"p[{k + 1}] == {n}" for k, n in enumerate(self.names)) or "true"
        preset = values[0] if 1 not in self._failed else _beside(values)  # the model without values given must be readable
        mark = hashlib.sha256("\0".join(texts).encode()).hexdigest()
        self._write(
            _MAIN,
            f"-- models built by Python: {mark}\n{_parameters(preset)}local points = {{\n{table}\n}}\n"
            f'for _, p in ipairs(points) do\n  if {same} then include(p[{len(self.names) + 1}] .. ".lua") end\nend\n',
        )

    def _text(self, number, point):
        try:
            model = self._function(**point)
        except SinewError as e:
            self._failed[number] = " ".join(part for part in e.args if part)
            text = f"error({quoted(self._failed[number])}, 0)\n"
        else:
            text = self._written(number, model)
        self._write(f"{number}.lua", text)
        return text

    def _written(self, number, model):
        if not isinstance(model, Model):
            raise InputError(
                self._where, "The function of the sweep gave no model.", f"It returned {type(model).__name__}.", "End it with `return m`.",
            )
        if model._load and (model._load[3] or model._load[2]):
            raise InputError(
                self._where, "The function of the sweep gave a model that was loaded from a file.", "Its parameters are the file's own.",
                "Sweep over the file itself: sinew.sweep(\"model.lua\", ...).",
            )
        text = model.to_lua()
        at = text.count("\n") - sum(piece.count("\n") + 1 for _, _, piece in model._pieces)
        for file, line, piece in model._pieces:
            for k in range(piece.count("\n") + 1):
                at += 1
                self._lines[number, at] = f"{file}:{line}"
        self._copy_files(text)
        return text

    def _copy_files(self, text):
        for name in re.findall(r'"((?:[^"\\]|\\.)*)"', text):
            inside = name and not os.path.isabs(name) and ".." not in name
            goal = os.path.join(self._folder, name)
            if inside and os.path.isfile(name) and not os.path.exists(goal):
                os.makedirs(os.path.dirname(goal), exist_ok=True)
                shutil.copyfile(name, goal)

    def _write(self, name, text):
        with open(os.path.join(self._folder, name), "w", encoding="utf-8", errors="surrogateescape") as f:
            f.write(text)

    def told(self, run, message):
        """The message of run 1, 2, ... with lines of Python instead of lines of the texts; errors raised by the function itself are unchanged."""
        raised = self._failed.get(self._model_of[run - 1])
        if message and raised:
            return raised
        return re.sub(r"\b(\d+)\.lua:(\d+)", lambda m: self._lines.get((int(m[1]), int(m[2])), m[0]), message)
