# sinew/_model.py -- models: every kind of the catalogue is a method, made from its table; runs and analyses.
# How:     a call becomes a statement of the model language, which the library reads at once, with the file and line of the caller: the same
#          checks, messages and bits as a model file. m.to_lua() is these statements.
# Threads: a lock for each model; long work lets other threads of Python run, and holds h5py's lock where it writes files (HDF5 is not
#          thread-safe).
# Tests:   tests/python/test_model.py, test_mistakes.py, test_run.py
import builtins
import contextlib
import inspect
import os
import tempfile
import threading
import uuid
import warnings
from ctypes import byref, c_char_p, c_double, c_int, c_void_p
from numbers import Integral

import numpy as np

from ._errors import InputError, SinewError, SinewWarning, raised
from ._expressions import Expression, Text, _Writer, python_name, quoted, statement
from ._functions import described, no_such
from ._library import (
    COMMON, KINDS, RUN, Error, Facts, Handle, Item as _ItemStruct, Mode, Parameter, PartFacts, Quantity, Summary, call,
    caller, lib, text,
)
from ._results import Modes, Result, memory_folder
from ._stepper import Equilibrium, Stepper
from ._work import worked


class Place(Text):
    """A node of a part, or a point on it: for joints, springs, loads and signals."""

    __slots__ = ()

    def point(self, x):
        """A point in the axes of the part there."""
        return Place(f"{self.lua}:point {_Writer().value(tuple(x), None)}", self.home)


class Item(Place):
    """A part, joint or force of a model, by its name."""

    __slots__ = ("name", "kind")

    def __init__(self, name, kind, home=None):
        super().__init__(f"item({quoted(name)})", home)
        self.name, self.kind = name, kind

    @property
    def first(self):
        """The first node of a cable, link or beam."""
        return Place(self.lua + ".first", self.home)

    @property
    def last(self):
        """The last node."""
        return Place(self.lua + ".last", self.home)

    def node(self, k):
        """Node number k, from 0."""
        return Place(f"{self.lua}:node({_Writer().value(k, None)})", self.home)

    def at(self, *where):
        """The node at the length s of a beam, at u and v of a shell, or of a name in its mesh."""
        return Place(f"{self.lua}:at({', '.join(_Writer().value(x, None) for x in where)})", self.home)

    def __eq__(self, other):
        return isinstance(other, Item) and other.lua == self.lua

    def __hash__(self):
        return hash(self.lua)

    def __repr__(self):
        return f"<{self.kind} {self.name}>"


class Check:
    """What a model is, without running it: degrees of freedom, masses, equations that repeat others, warnings."""

    def __init__(self, report):
        p = report.pointer
        facts = Facts()
        call("sinew_report_facts", p, facts)
        f = facts.namespace()
        self.degrees_of_freedom, self.coordinates = f.degrees_of_freedom, f.coordinates
        self.equations, self.independent_equations = f.equations, f.independent_equations
        self.mass, self.mass_held, self.centre, self.extent = f.mass, f.mass_held, tuple(f.centre), f.extent
        self.velocity_change = f.velocity_change
        self.parts = {}
        for i in range(f.parts):
            x = PartFacts()
            call("sinew_report_part", p, i, x)
            part = x.namespace()
            part.centre, part.inertia, part.own_axes = tuple(part.centre), tuple(part.inertia), bool(part.own_axes)
            self.parts[part.name] = part
        self.redundant = _told(lib.sinew_report_redundant, p)
        self.warnings = _told(lib.sinew_report_warning, p)

    def __repr__(self):
        lines = [f"{self.degrees_of_freedom} degrees of freedom, {len(self.parts)} parts, {self.mass:g} kg"]
        lines += [f"redundant: {name} ({where})" for name, where in self.redundant]
        lines += [f"warning: {where + ': ' if where else ''}{what}" for what, where in self.warnings]
        return "\n".join(lines)


def _told(function, pointer):
    out, where = [], c_char_p()
    while True:
        what = function(pointer, len(out), byref(where))
        if what is None:
            return out
        out.append((what.decode("utf-8", "replace"), (where.value or b"").decode("utf-8", "replace")))


class Builder:
    """What a model and a group have in common: parts, joints and forces are added to them."""

    def add(self, kind, /, *connected, **fields):
        """An item of any kind: m.add("revolute", ground, rod, axis="y") is m.revolute(ground, rod, axis="y")."""
        if kind not in KINDS:
            raise no_such("kind", kind, list(KINDS))
        known = {**COMMON, **KINDS[kind].fields}

        def write(w):
            entries = [_entry(w, c) for c in connected]
            named = w.record(fields, known)[1:-1].strip()
            return f"{kind} {{ {', '.join(entries + ([named] if named else []))} }}"

        return self._state(write)[0]

    def _state(self, write):
        """Reads a statement; parts of other models are refused."""
        return self._read(statement(write, self.model._accept))

    def channel(self, name, signal, unit=None):
        """Writes a signal, or a formula of signals, to results; steppers know it by this name."""
        tail = "" if unit is None else f", {{ unit = {quoted(_name(unit))} }}"
        self._state(lambda w: f"channel({quoted(_name(name))}, {_signal(w, signal)}{tail})")

    def stop_when(self, name, condition):
        """Ends a run after the first step at whose end the condition of signals is true."""
        self._state(lambda w: f"stop_when({quoted(_name(name))}, {_signal(w, condition)})")

    def lua(self, source):
        """Reads statements of the model language: all that a model file may contain (groups, include, param, ...)."""
        self._read(source)

    def group(self, name, at=None, orientation=None):
        """A group: what is added to it gets the prefix `name.`, and its points and directions are moved and turned.

        def leg(g):
            thigh = g.body(name="thigh", ...)
            ...
        leg(m.group("left", at=(0, 0.2, 0)))
        leg(m.group("right", at=(0, -0.2, 0)))"""
        return Group(self, name, at, orientation)


class Group(Builder):
    """A part of a model that is placed as a whole: m.group(...)."""

    def __init__(self, of, name, at, orientation):
        self._of, self.name = of, _name(name)
        fields = {"name": name, "at": at, "orientation": orientation}
        self._fields = _Writer().record(fields, None)[1:-1].strip()
        self.prefix = f"{of.prefix}.{name}" if isinstance(of, Group) else name
        of._read(self._wrapped("", ""))

    def _wrapped(self, piece, more):
        end = "\nend" if "--" in piece or "\n" in piece else "end"  # a comment must not take it away
        return f"place(group({quoted(self.name)}, function() {piece} {end}), {{ {self._fields}{more} }})"

    @property
    def model(self):
        """The model that it is a part of."""
        return self._of.model if isinstance(self._of, Group) else self._of

    def _read(self, piece, where=None):
        return self._of._read(self._wrapped(piece, ", more = true"), where)

    def __getitem__(self, name):
        """A part, joint or force of it, by its name without the prefix."""
        return self.model[f"{self.prefix}.{name}"]

    def __contains__(self, name):
        return f"{self.prefix}.{name}" in self.model

    @property
    def items(self):
        """Its parts, joints and forces, and those of groups in it."""
        return [x for x in self.model.items if x.name.startswith(self.prefix + ".")]

    def __repr__(self):
        return f"<group {self.prefix} with {len(self.items)} items>"


class Model(Builder):
    """A mechanical model: m.body(...), m.revolute(a, b, ...), ... then m.run(...) or m.stepper()."""

    def __init__(self, *, _load=None, _known=None):
        self._lock = threading.RLock()
        self._token, self._known = uuid.uuid4().hex, dict(_known or {})  # models it is a copy of, and how many of their statements it has
        self._version, self._roller = 0, None  # a stepper that rollouts are asked of
        self._load, self._pieces, self._items = _load, [], {}
        out = c_void_p()
        if _load is None:
            call("sinew_model_new", None, byref(out))
        else:
            file, source, folder, parameters = _load
            names = (c_char_p * max(len(parameters), 1))(*[text(k, "a parameter") for k in parameters])
            values = (c_char_p * max(len(parameters), 1))(*[text(v, "a value") for v in parameters.values()])
            call("sinew_model_load_text", file, source, folder, names, values, len(parameters), None, byref(out))
        self._handle = Handle(out.value, lib.sinew_model_free)
        self._see_items()

    # ---- building

    @property
    def model(self):
        """The model itself, as of a group."""
        return self

    def _accept(self, x):
        """A part, place or input of this model, or of one that it is a copy of. Another model may have parts of the same name, with other places."""
        token, statements = x.home
        if token == self._token or statements <= self._known.get(token, -1):
            return
        name = x.name if isinstance(x, Item) else x.lua
        mine = isinstance(x, Item) and name in self._items
        raise InputError(
            "%s:%d" % caller(), f"{name} belongs to another model.", "A model takes its own parts, joints and inputs.",
            f"This model has one of that name: write m[{name!r}]." if mine else "Use what was added to this model, or names as text.",
        )

    def _read(self, piece, where=None):
        file, line = where or caller()
        with self._lock:
            error = Error()
            status = lib.sinew_model_read(self._handle.pointer, text(file), line, text(piece, "the model"), error)
            self._version += 1
            if status:
                raise raised(status, error)
            self._pieces.append((file, line, piece))
            return self._see_items()

    def _see_items(self):
        """The items made since the last time."""
        new = []
        for i in range(len(self._items), lib.sinew_items(self._handle.pointer)):
            x = _ItemStruct()
            call("sinew_item_at", self._handle.pointer, i, x)
            item = Item(x.name.decode(), x.kind.decode(), (self._token, len(self._pieces)))
            self._items[item.name] = item
            new.append(item)
        return new

    def gravity(self, x, y=None, z=None):
        """Acceleration of free fall, m/s^2: m.gravity(0, 0, -9.81)."""
        vector = x if y is None and z is None else (x, y, z)
        self._state(lambda w: f"gravity {w.value(vector, None)}")

    def material(self, name, **fields):
        """A material of its own, for the field material of parts and shapes: m.material("my steel", like="steel", E=205e9). Returns the
        name."""
        self._state(lambda w: f"material {w.record({'name': _name(name), **fields}, None)}")
        return name

    def input(self, name, default=0.0, unit=""):
        """A number that is set between steps, with s.set(name, value): for forces, torques, laws of x, v and t, rates of drives, and
        channels. It is constant over a step, and its work is counted; a run has the default."""
        fields = {"default": default, "unit": unit or None}
        self._state(lambda w: f"input({quoted(_name(name))}, {w.record(fields, None)})")
        return Expression("input", (Text(quoted(name), (self._token, len(self._pieces))),))

    def controller(self, name, every, update, states=None, delay=0.0):
        """A sampled controller: at t = 0, every, 2 every, ... update(t, s) sees the time, its states and any signals, sets new values
        of the states (s.i = ...) and returns a dict of the inputs that it sets; these are constant until the next sample, or change delay
        seconds later. Runs and steppers take its samples between steps: every is a whole number of steps."""
        if not callable(update):
            raise InputError(
                "%s:%d" % caller(), f"controller '{name}': `update` is a {type(update).__name__}.", "It is called with the time and the states.",
                'Write a function, e.g. def update(t, s): return {"u": -10 * sinew.angle("hinge")}.',
            )
        fields = {"name": _name(name), "every": every, "delay": delay or None, "states": dict(states or {})}
        self._state(lambda w: w.controller(fields, update))

    def settings(self, **fields):
        """Settings of all runs of the model (dt, duration, scheme, ...); m.run(...) may override them."""
        self._state(lambda w: f"run {w.record(fields, RUN)}")

    def to_lua(self):
        """The model as text of the model language, with bit for bit identical results."""
        head = []
        if self._load:
            file, source, _, parameters = self._load
            if parameters:
                head.append("-- " + file.decode() + " with " + " ".join(f"--set {k}={v}" for k, v in parameters.items()))
            head.append(source.decode("utf-8", "surrogateescape").rstrip("\n"))
        return "\n".join(head + [piece for _, _, piece in self._pieces]) + "\n"

    # ---- what it has

    def __getitem__(self, name):
        """A part, joint or force by its name."""
        if name not in self._items:
            raise no_such("part, joint or force", name, list(self._items))
        return self._items[name]

    def __contains__(self, name):
        return name in self._items

    @property
    def items(self):
        """All parts, joints and forces, in their order."""
        return list(self._items.values())

    @property
    def channels(self):
        """Names of the channels, with their units."""
        return {q.name: q.unit for q in self._list(lib.sinew_channels, "sinew_channel_at", Quantity)}

    @property
    def inputs(self):
        """Names of the inputs, with their units."""
        with self._lock:
            out = {}
            for i in range(lib.sinew_inputs(self._handle.pointer)):
                x, preset = Quantity(), c_double()
                call("sinew_input_at", self._handle.pointer, i, x, byref(preset))
                out[x.name.decode()] = x.unit.decode()
            return out

    @property
    def parameters(self):
        """Parameters of a model file, with their values."""
        list_ = self._list(lib.sinew_parameters, "sinew_parameter_at", Parameter)
        return {p.name: p.text if p.text is not None else bool(p.number) if p.is_flag else p.number for p in list_}

    def _list(self, count, at, struct):
        out = []
        with self._lock:
            for i in range(count(self._handle.pointer)):
                x = struct()
                call(at, self._handle.pointer, i, x)
                out.append(x.namespace())
        return out

    # ---- analyses

    def _simulation(self, function):
        out = c_void_p()
        with self._lock:  # with files: run { start_from = ... } reads one
            worked(lambda _: call(function, self._handle.pointer, byref(out)), self._handle)
        return Handle(out.value, lib.sinew_simulation_free, self._handle)

    def check(self):
        """Assembles the model and counts: degrees of freedom, masses, redundant equations, warnings."""
        out = c_void_p()
        with self._lock:
            worked(lambda _: call("sinew_check", self._handle.pointer, byref(out)), self._handle)
        return Check(Handle(out.value, lib.sinew_report_free, self._handle))

    def static(self):
        """The static equilibrium; its outputs and channels are read like those of a stepper."""
        return Equilibrium(self, self._simulation("sinew_static"))

    def stepper(self):
        """The model step by step, from its start."""
        with self._lock:
            return Stepper(self, self._simulation("sinew_freeze"), self._version)

    def rollout(self, states=None, inputs=None, h=None, outputs=None, steps=None, threads=0):
        """Many motions at once from the start of the model, or from states of its steppers: see Stepper.rollout."""
        with self._lock:
            if not self._roller or self._roller._version != self._version:
                self._roller = self.stepper()
            roller = self._roller
        return roller.rollout(inputs, h, outputs, states, steps, threads)

    def modes(self, n=0, file=None, **fields):
        """The n lowest small vibrations about the static equilibrium (0: as the model says, else 10). Fields are those of the kind
        `modes` (rotation, near, ...), given once. file: a result in which they move."""
        if fields:
            self.add("modes", **fields)
        return self._modes(n, file, 0)

    def buckling(self, n=0, file=None):
        """The factors by which all loads can grow until the model buckles."""
        return self._modes(n, file, 1)

    def _modes(self, n, file, buckling):
        if not isinstance(n, Integral) or not 0 <= n <= 10000:
            raise InputError("%s:%d" % caller(), f"{n!r:.60} is no number of modes.", "", "Ask for 1 to 10000.")
        room = (Mode * 10050)()
        count = c_int()
        with tempfile.TemporaryDirectory(prefix="sinew") as folder, self._lock:
            kept = os.fspath(file) if file else os.path.join(folder, "modes.h5")
            room[0].size = Mode().size

            def work(_):
                call("sinew_modes", self._handle.pointer, text(kept), buckling, int(n), room, len(room), byref(count))

            with _ARPACK:
                worked(work, self._handle)
            modes = Modes([room[i] for i in range(min(count.value, len(room)))], kept)
            modes.file = kept if file else None
            return modes

    def load_path(self, file=None, **fields):
        """Equilibria under growing loads, as a result with a row for each (its time is its number), in a file or, without a name, in memory. Fields are
        those of the kind `load_path` (steps, factor, ...), given once."""
        if fields:
            self.add("load_path", **fields)
        n = c_int()
        return self._into(file, lambda name, _: call("sinew_load_path", self._handle.pointer, text(name), byref(n)), False)

    def run(self, file=None, progress=True, **settings):
        """Runs the model into a result file and opens it; without a name the result is in memory (r.save(file) keeps it). Settings (dt, duration,
        tolerance, scheme, ...) are those of the reference; they override those of the model for this run only (m.settings sets them for all). progress: True for a bar, False, or a function of (t,
        duration, steps). Ctrl-C ends the run after the current step; what was computed stays in the file, and sinew.resume continues it. A run that
        fails raises an error whose .result is what was computed before."""
        summary = Summary()
        with self._lock:
            try:
                self._set(settings)
                return self._into(
                    file, lambda name, callback: call("sinew_run", self._handle.pointer, text(name), callback, None, byref(summary)), progress
                )
            finally:
                lib.sinew_unset_run(self._handle.pointer)

    def _into(self, file, work, progress):
        """The result of work(name, callback), which writes it."""
        if file is not None and not text(file, "the name of the result"):
            raise InputError("%s:%d" % caller(), "The result has an empty name.", "", "Give it a name, or none: m.run() keeps it in memory.")
        if not isinstance(progress, bool) and not callable(progress):
            raise InputError(
                "%s:%d" % caller(), f"`progress` is {progress!r:.60}.", "It is True, False, or a function of (t, duration, steps).",
                "Settings of a run have names: m.run(file, dt=1e-3, duration=1).",
            )
        with contextlib.ExitStack() as stack:
            stack.enter_context(self._lock)
            folder = None if file is not None else stack.enter_context(tempfile.TemporaryDirectory(prefix="sinew", dir=memory_folder()))
            name = os.fspath(file) if folder is None else os.path.join(folder, "run.h5")
            try:
                worked(lambda callback: work(name, callback), self._handle, progress)
            except SinewError as e:
                if e.what.startswith("The model does not say run {"):
                    e.fix = "Write for example m.run(dt=1e-3, duration=10), or m.settings(dt=1e-3, duration=10) for all runs of the model."
                with contextlib.suppress(OSError):
                    e.result = _made(file, name)
                raise
            return _told_about(_made(file, name))

    def _set(self, settings):
        call("sinew_where", self._handle.pointer, text("%s:%d" % caller()))
        for name, value in settings.items():
            if value is not None:
                call("sinew_set_run", self._handle.pointer, text(name), text(value if isinstance(value, str) else _scalar(name, value)))

    # ---- Python

    def __copy__(self):
        return _rebuilt(*self.__reduce__()[1])

    def __deepcopy__(self, memo):
        return self.__copy__()

    copy = __copy__

    def __reduce__(self):
        return _rebuilt, (self._load, list(self._pieces), {**self._known, self._token: len(self._pieces)})

    def __repr__(self):
        return f"<model with {len(self._items)} items>"


def _made(file, name):
    """The result that was written as `name`: of that file, or (file None) its bytes."""
    if file is not None:
        return Result(file)
    with builtins.open(name, "rb") as f:
        return Result(None, _image=f.read())


def _told_about(result):
    """Shows its warnings, as Python shows warnings: at the line of the call, and silenced by warnings.simplefilter("ignore", sinew.SinewWarning)."""
    for w in result.warnings:
        warnings.warn_explicit(str(w), SinewWarning, *caller())
    return result


_ARPACK = threading.Lock()  # it keeps variables of its own


def _rebuilt(load, pieces, known=None):
    m = Model(_load=load, _known=known)
    for file, line, piece in pieces:
        m._read(piece, (file, line))
    return m


def _scalar(name, value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if not hasattr(value, "__float__") or np.ndim(value):
        raise InputError(
            "%s:%d" % caller(), f"run: `{name}` cannot be set to {value!r:.60} here.", "It takes a number or a text.",
            "Give lists to m.settings(...).",
        )
    return _digits(value)


def _digits(value):
    return repr(int(value)) if float(value).is_integer() and abs(value) < 2**53 else repr(float(value))


def _name(value):
    if not isinstance(value, str):
        raise InputError("%s:%d" % caller(), f"A name must be a text, but got a {type(value).__name__}.", "", "Write it in quotes.")
    return value


def _signal(w, signal):
    if isinstance(signal, (Text, str)) or signal is None:
        what = f"the {signal.kind} {signal.name}" if isinstance(signal, Item) else "nothing" if signal is None else f"{signal!r:.60}"
        raise InputError(
            "%s:%d" % caller(), f"A signal is needed, but got {what}.", "Signals are made by position, velocity, angle, reaction, energy, output and the like.",
            "Write for example sinew.position(rod), or sinew.angle(hinge).",
        )
    return w.formula(signal) if isinstance(signal, Expression) else w.value(signal, None)


def _entry(w, part):
    """A thing that an item connects: whole parts by their names."""
    if isinstance(part, Item):
        w.text(part)
        return quoted(part.name)
    return w.value(part, None)


# ---- a method for each kind


def _method(kind):
    def method(self, /, *connected, **fields):
        return self.add(kind.name, *connected, **fields)

    method.__name__, method.__qualname__ = kind.name, f"Builder.{kind.name}"
    method.__doc__ = f"{kind.help}\n\n{described({**kind.fields, **COMMON})}"
    names = [python_name(f) for f in {**kind.fields, **COMMON}]
    keyword = [inspect.Parameter(f, inspect.Parameter.KEYWORD_ONLY, default=None) for f in names]
    connected = inspect.Parameter("connected", inspect.Parameter.VAR_POSITIONAL)
    self_ = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    method.__signature__ = inspect.Signature([self_, *([connected] if kind.connects else []), *keyword])
    return method


for _kind in KINDS.values():
    if not hasattr(Model, _kind.name):  # modes and load_path are analyses, too, and take its fields
        setattr(Builder, _kind.name, _method(_kind))


def load(file, **parameters):
    """Loads a model file written in Lua, with values for its parameters: sinew.load("crane.lua", length=2)."""
    path = os.fspath(file)
    try:
        with open(path, "rb") as f:
            source = f.read()
    except OSError as e:
        from ._errors import FileError

        raise FileError(path, "The model cannot be read.", str(e), "Check the path of the model.") from None
    if b"\0" in source:
        raise InputError(path, "This is a binary file, not a model.", "It has bytes of zero.", "Give the name of a model, e.g. model.lua.")
    given = {k: _parameter(v, f"The parameter `{k}`") for k, v in parameters.items()}
    folder = os.path.dirname(path)
    return Model(_load=(text(os.path.basename(path)), source, text(folder + "/" if folder else ""), given))


def _parameter(value, name="a parameter"):
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if not isinstance(value, str) and (not hasattr(value, "__float__") or np.ndim(value)):
        raise InputError(
            "%s:%d" % caller(), f"{name} cannot be {value!r:.60}.", f"It is a {type(value).__name__}.", "Give a number, a text, True or False.",
        )
    return value if isinstance(value, str) else _digits(value)


def from_lua(source, name="model.lua", folder=""):
    """A model from a text of the model language."""
    return Model(_load=(text(name, "the name of a model"), text(source, "a model"), text(folder, "the folder of a model"), {}))


def resume(file, until=None, progress=True):
    """Goes on with a run that was stopped or killed, or further than it was to go; opens its result."""
    summary = Summary()
    try:
        until = float("nan") if until is None else float(until)
    except (TypeError, ValueError):
        raise InputError("%s:%d" % caller(), f"`until` is no time: {until!r:.60}.", "", "Give a number in seconds.") from None

    def work(callback):
        call("sinew_resume", text(file), until, None, callback, None, byref(summary))

    worked(work, None, progress)
    return _told_about(Result(file))


