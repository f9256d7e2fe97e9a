# sinew/_stepper.py -- a model step by step, and equilibria: time, arrays without copies, outputs by name, states kept, restored, copied.
# Threads: each stepper has a lock; copies step side by side. Other threads of Python run while the library works.
# Tests:   tests/python/test_stepper.py
import threading
from numbers import Integral
from ctypes import ArgumentError, byref, c_double, c_int, c_void_p, create_string_buffer

import numpy as np

from . import _coordinates
from ._errors import InputError, SinewError, raised
from ._functions import no_such
from ._linear import linear, wishes
from ._rollout import State, rollout
from ._library import ENERGIES, Equilibrium as _Facts, Error, Handle, Quantity, call, caller, lib, placed, text

_step = lib.sinew_step
_value = lib.sinew_row_value
_time = lib.sinew_time
_set = lib.sinew_set_input


class _Window:
    """Numbers of the library as an array that cannot be written and keeps their owner alive."""

    def __init__(self, handle, address, n):
        self.handle = handle
        self.__array_interface__ = {"shape": (n // 3, 3), "typestr": "<f8", "data": (address, True), "version": 3}


def _window(handle, function):
    n = c_int()
    address = function(handle.pointer, byref(n))
    return np.asarray(_Window(handle, address, n.value))


class Simulation:
    """What a stepper and an equilibrium have in common: reading."""

    def __init__(self, model, handle):
        self._model, self._handle, self._pointer = model, handle, handle.pointer
        self._lock = threading.Lock()
        self._error = Error()
        self._rows, self._count = {}, c_int()
        self._numbers = (c_double * 64)()
        self._q, self._v = _window(handle, lib.sinew_q), _window(handle, lib.sinew_v)

    @property
    def model(self):
        """The model it was made of."""
        return self._model

    @property
    def q(self):
        """Positions and directions of all nodes, m and 1: an array (n, 3) of the present state, without a copy, to be read only."""
        return self._q

    @property
    def v(self):
        """Their rates: an array (n, 3) of the present state, without a copy, to be read only."""
        return self._v

    def __getitem__(self, key):
        """s["tip"]: a channel of the model; s["hinge", "angle"]: an output of an item. A number, or an array of them."""
        with self._lock:
            row = self._rows.get(key)
            if row is None:
                row = self._find(key)
            status = _value(self._pointer, row, self._numbers, 64, byref(self._count), self._error)
            if status:
                raise raised(status, self._error)
            n = self._count.value
            return self._numbers[0] if n == 1 else np.array(self._numbers[:n])

    def _find(self, key):
        item, name = key if isinstance(key, tuple) and len(key) == 2 else (None, key)
        if getattr(item, "home", None):
            self._model._accept(item)
        item = getattr(item, "name", item)
        row = c_int()
        error = Error()
        status = lib.sinew_row(
            self._pointer, None if item is None else text(item, "the name of an item"), text(name, "a name"), byref(row), error
        )
        if status:
            e = raised(status, error)
            e.where = "%s:%d" % caller()
            e.fix = e.fix or self._there(item, name)
            raise e
        self._rows[key] = row.value
        return row.value

    def _there(self, item, name):
        """The names that were probably meant."""
        all_ = self.outputs()
        of = [k[1] for k in all_ if isinstance(k, tuple) and k[0] == (name if item is None else item)]
        if item is None and of:
            return f'\'{name}\' is an item: write s["{name}", "{of[0]}"]. Its outputs are: {", ".join(of)}.'
        named = of if item is not None and of else [k for k in all_ if isinstance(k, str)] if item is None else sorted({k[0] for k in all_ if isinstance(k, tuple)})
        return "There are: " + ", ".join(named[:20]) + "." if named else "The model has no channels: add one with m.channel(...)."

    def outputs(self):
        """All that s[...] accepts: channels by name, outputs as (item, name), with their units."""
        out = {}
        for i in range(lib.sinew_rows(self._pointer)):
            x = Quantity()
            call("sinew_row_at", self._pointer, i, x)
            if x.is_channel:
                out[x.name.decode()] = x.unit.decode()
            elif x.item:
                out[x.item.decode(), x.name.decode()] = x.unit.decode()
        return out

    def energy(self, name=None):
        """An energy in J by name ("total", "kinetic", "work", "defect", ...); without a name all of them, as a dict."""
        if name is None:
            return {e.name: self.energy(e.name) for e in ENERGIES}
        if name not in (e.name for e in ENERGIES):
            raise no_such("energy", name, [e.name for e in ENERGIES])
        out = c_double()
        with self._lock:
            call("sinew_energy", self._pointer, name.encode(), byref(out))
        return out.value

    def linearize(self, inputs=(), outputs=(), rotation=(0, 0, 0)):
        """The motion near the present state, x' = A x + B u, y = C x + D u, in as many coordinates as there are degrees of freedom, and
        their rates: A, B, C, D = s.linearize("u", ["angle", ("cart", "position")]). inputs: names; outputs: what s[...] takes.
        rotation: rad/s, of axes along which coordinates are taken, for a structure that turns steadily as a whole."""
        inputs = _listed(inputs, "inputs", str)
        outputs = _listed(outputs, "outputs", (str, tuple))
        with self._lock:
            rows = [self._rows[y] if y in self._rows else self._find(y) for y in outputs]
            try:
                return linear(self._pointer, wishes(inputs, rows, rotation), inputs)
            except SinewError as e:
                if e.where == "linearize":
                    e.where = "%s:%d" % caller()
                raise

    def jacobian(self, outputs, coordinates=None):
        """How outputs change with coordinates: an array (numbers of all outputs, degrees of freedom). For outputs of positions it is the change with
        the coordinates; for velocity and angular_velocity with their rates: the Jacobian of a frame. coordinates: outputs such as
        ("shoulder", "angle"), as many numbers as there are degrees of freedom; if nothing is said, those of all joints in the order of the model."""
        return _coordinates.jacobian(self, outputs, coordinates)

    def mass_matrix(self, coordinates=None):
        """The mass matrix in coordinates (see jacobian): kinetic energy is 1/2 w M w of their rates."""
        return _coordinates.mass_matrix(self, coordinates)

    def inverse_dynamics(self, acceleration=None, coordinates=None):
        """The forces along the coordinates (see jacobian), beside all that act in the model, with which their rates change by `acceleration`;
        None: with which they stay."""
        return _coordinates.inverse_dynamics(self, acceleration, coordinates)

    def state(self):
        """The present state as bytes, from which the steps can be repeated bit for bit later."""
        with self._lock:
            size = lib.sinew_state_size(self._pointer)
            room = create_string_buffer(size)
            call("sinew_state_save", self._pointer, room, size)
            return State(room.raw)

    def restore(self, state):
        """Back to a state of this stepper, or of another one of the same model."""
        try:
            state = bytes(memoryview(state))
        except TypeError:
            raise TypeError(f"a state is bytes, not {type(state).__name__}") from None
        with self._lock:
            call("sinew_state_restore", self._pointer, state, len(state))

    @property
    def degrees_of_freedom(self):
        return lib.sinew_degrees_of_freedom(self._pointer)

    @property
    def unknowns(self):
        """Of the nonlinear system of one step."""
        return lib.sinew_unknowns(self._pointer)

    def _copied(self):
        out = c_void_p()
        with self._lock:
            call("sinew_simulation_copy", self._pointer, byref(out))
        return Handle(out.value, lib.sinew_simulation_free, self._handle)


def _listed(given, what, one):
    """One name, or a list."""
    if isinstance(given, str):
        return [given]
    try:
        listed = list(given)
    except TypeError:
        listed = [given]
    for x in listed:
        if not isinstance(x, one):
            raise InputError(
                "%s:%d" % caller(), f"linearize: `{what}` has {x!r:.60} in it.", "Inputs are names; outputs names, or (item, name).",
                'Write s.linearize(["u"], ["angle", ("rod", "position")]).',
            )
    return listed


class Stepper(Simulation):
    """A model step by step: m.stepper()."""

    def __init__(self, model, handle, version):
        super().__init__(model, handle)
        self._version = version

    def step(self, h, n=1):
        """n steps of h seconds. On a ConvergenceError the state is what it was before the step that failed: try a smaller one."""
        if self._model._version != self._version:
            raise self._changed()
        if not isinstance(n, Integral) or n < 0:
            raise InputError("%s:%d" % caller(), f"There are no {n!r:.60} steps.", "", "Give the number of steps as n = 1, 2, ...")
        with self._lock:
            for _ in range(n):
                try:
                    status = _step(self._pointer, h, self._error)
                except ArgumentError:
                    raise _no_number("the step size", h) from None
                if status:
                    raise placed(raised(status, self._error))

    def _changed(self):
        return InputError(
            "%s:%d" % caller(),
            "The model was changed after this stepper was made.",
            "A stepper has the model as it was then.",
            "Make a new one with m.stepper().",
        )

    def set(self, name, value):
        """Sets the value of an input from the next step on, until it is set again."""
        with self._lock:
            try:
                status = _set(self._pointer, text(name, "the name of an input"), value, self._error)
            except ArgumentError:
                raise _no_number("an input", value) from None
            if status:
                error = raised(status, self._error)
                error.where = "%s:%d" % caller()
                if not error.fix:
                    error.fix = "The inputs are: " + ", ".join(self._model.inputs) + "." if self._model.inputs else "Add it to the model: m.input(...)."
                raise error

    @property
    def inputs(self):
        """The inputs with their present values."""
        out = {}
        with self._lock:
            for name in self._model.inputs:
                value = c_double()
                call("sinew_input", self._pointer, text(name), byref(value))
                out[name] = value.value
        return out

    @property
    def time(self):
        """s"""
        return _time(self._pointer)

    @property
    def iterations(self):
        """Newton iterations of the last step."""
        return lib.sinew_last_iterations(self._pointer)

    def rollout(self, inputs=None, h=None, outputs=None, states=None, steps=None, threads=0):
        """Many motions at once, on threads: each begins in a state (states: one, or a list; else the present one), makes steps of h seconds with inputs
        held over each, and gives outputs after each. inputs: an array (motions, steps, inputs) in the order of the model's, or a dict of arrays
        (motions, steps), (steps) or numbers by name. outputs: what s[...] takes; all channels if nothing is said. r["tip"] is then an array
        (motions, steps, ...); a motion whose step fails gives NaN from there on, and r.done says how many were good. The stepper stays."""
        if self._model._version != self._version:
            raise self._changed()
        return rollout(self, inputs, h, outputs, states, steps, threads)

    def set_rates(self, rates, coordinates=None):
        """Sets the rates of the coordinates (see jacobian)."""
        _coordinates.set_rates(self, rates, coordinates)

    def inverse_kinematics(self, targets):
        """Moves the model, from where it is, to a position in which outputs have given values, s.inverse_kinematics({"tip": (1, 0, 0.5)}), and leaves it
        at rest there. Of several such positions it is one near by. A ConvergenceError says what is out of reach; the state is then unchanged."""
        _coordinates.inverse_kinematics(self, targets)

    def copy(self):
        """Another stepper in the same state, which goes its own way. It is as large as a state(), and copies may step in different threads."""
        return Stepper(self._model, self._copied(), self._version)

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        if self._model._version != self._version:
            raise self._changed()
        return _restored, (self._model, self.state())

    def __repr__(self):
        return f"<stepper at t = {self.time:g} s, {self.degrees_of_freedom} degrees of freedom>"


def _restored(model, state):
    s = model.stepper()
    s.restore(state)
    return s


def _restored_equilibrium(model, state):
    e = model.static()
    e.restore(state)
    return e


def _no_number(what, value):
    return InputError(
        "%s:%d" % caller(), f"{what.capitalize()} must be a number, but got {value!r:.60} ({type(value).__name__}).", "",
        "Give one number; of an array float(x[0]).",
    )


class Equilibrium(Simulation):
    """The static equilibrium of a model: m.static(). Its outputs and channels are read as those of a stepper."""

    def __init__(self, model, handle):
        super().__init__(model, handle)
        facts = _Facts()
        call("sinew_static_facts", handle.pointer, facts)
        for name, value in vars(facts.namespace()).items():
            setattr(self, name, bool(value) if name == "unstable" else value)

    def copy(self):
        """Another one, which can be read by another thread."""
        return Equilibrium(self._model, self._copied())

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        return _restored_equilibrium, (self._model, self.state())

    def __repr__(self):
        return f"<equilibrium, {'unstable, ' if self.unstable else ''}largest force {self.largest_force:g} N>"


