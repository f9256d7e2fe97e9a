# sinew/_library.py -- libsinew by ctypes: its functions with their types, its structs, its tables as Python objects.
# Why ctypes: a step costs about a microsecond more than in C (make bench says how much), nothing has to be compiled for each Python, and
#             every call lets other threads of Python run.
# Rule:       only this file and _stepper.py call the library; handles are freed by the garbage collector, never by hand.
import ctypes
import os
import sys
from ctypes import POINTER, c_char, c_char_p, c_double, c_int, c_longlong, c_size_t, c_void_p
from types import SimpleNamespace

import numpy

from ._errors import raised

_HERE = os.path.dirname(os.path.abspath(__file__))
_NOT_THE_USERS = (_HERE + os.sep, os.path.dirname(os.path.abspath(numpy.__file__)) + os.sep)


def _places():
    """Places of the library: from the environment, next to this file (pip), in the build of a checkout, or where the system keeps libraries."""
    if os.environ.get("SINEW_LIBRARY"):
        return [os.environ["SINEW_LIBRARY"]]
    built = os.path.join(_HERE, "..", "..", "build", "release", "libsinew.so")
    return [p for p in (os.path.join(_HERE, "libsinew.so"), built) if os.path.exists(p)] + ["libsinew.so.0"]


def _load():
    for place in _places():
        try:
            return ctypes.CDLL(place), place
        except OSError as e:
            why = str(e)
    raise ImportError(
        "The library libsinew was not found: " + why + ". Build it with make, install Sinew, or set SINEW_LIBRARY to its path."
    )


class Error(ctypes.Structure):
    _fields_ = [("status", c_int), ("where", c_char * 256), ("what", c_char * 320), ("why", c_char * 512), ("fix", c_char * 512)]


class Sized(ctypes.Structure):
    """A struct whose first member is its size."""

    def __init__(self):
        super().__init__(ctypes.sizeof(type(self)))

    def namespace(self):
        """Its members as Python values, texts decoded."""
        out = {}
        for name, _ in self._fields_[1:]:
            value = getattr(self, name)
            out[name] = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
        return SimpleNamespace(**out)


def _struct(called, /, **members):
    return type(called, (Sized,), {"_fields_": [("size", c_size_t)] + list(members.items())})


_text = c_char_p
Item = _struct("Item", name=_text, kind=_text, where=_text)
Quantity = _struct("Quantity", item=_text, name=_text, unit=_text, help=_text, n=c_int, is_channel=c_int)
Parameter = _struct("Parameter", name=_text, where=_text, text=_text, number=c_double, is_flag=c_int, low=c_double, high=c_double, step=c_double)
Kind = _struct(
    "Kind", name=_text, help=_text, family=c_int, connects=c_int, connects_joints=c_int, may_connect=c_int,
    coordinates=_text, fields=c_void_p,
)
Maker = _struct("Maker", name=_text, help=_text, is_section=c_int, fields=c_void_p)
Field = _struct(
    "Field", name=_text, unit=_text, help=_text, type=c_int, required=c_int, low=c_double, high=c_double, preset=c_double,
    choices=_text, arguments=_text, fields=c_void_p,
)
Unit = _struct("Unit", name=_text, unit=_text, si=c_char * 32, factor=c_double)
Page = _struct("Page", name=_text, help=_text, section=_text)
Summary = _struct(
    "Summary", t_end=c_double, wall_seconds=c_double, energy_identity_error=c_double, numerical_dissipation=c_double,
    constraint_error=c_double, steps=c_longlong, newton_iterations=c_longlong, step_rejections=c_longlong,
    error_rejections=c_longlong, inaccurate_steps=c_longlong, completed=c_int, unknowns=c_int, degrees_of_freedom=c_int, warnings=c_int,
)
Mode = _struct(
    "Mode", frequency=c_double, growth=c_double, damping=c_double, load_factor=c_double, residual=c_double, zero=c_int
)
Facts = _struct(
    "Facts", degrees_of_freedom=c_int, coordinates=c_int, equations=c_int, independent_equations=c_int, parts=c_int,
    redundant=c_int, warnings=c_int, extent=c_double, mass=c_double, mass_held=c_double, centre=c_double * 3,
    velocity_change=c_double,
)
PartFacts = _struct(
    "PartFacts", name=_text, kind=_text, where=_text, mass=c_double, centre=c_double * 3, inertia=c_double * 6, own_axes=c_int
)
Equilibrium = _struct(
    "Equilibrium", iterations=c_int, load_steps=c_int, largest_force=c_double, residual=c_double, unstable=c_int, growth=c_double
)
_numbers = POINTER(c_double)
LinearWishes = _struct(
    "LinearWishes", inputs=POINTER(c_char_p), n_inputs=c_int, rows=POINTER(c_int), n_rows=c_int, rotation=c_double * 3
)
LinearMatrices = _struct(
    "LinearMatrices", states=c_int, inputs=c_int, outputs=c_int, A=_numbers, B=_numbers, C=_numbers, D=_numbers, speed=c_double,
    acceleration=c_double,
)
Rollouts = _struct(
    "Rollouts", motions=c_int, steps=c_int, h=c_double, threads=c_int, states=c_void_p, n_states=c_int, inputs=POINTER(c_char_p), n_inputs=c_int,
    values=c_void_p, rows=POINTER(c_int), n_rows=c_int, out=c_void_p, ends=c_void_p, done=c_void_p, stop=c_void_p,
)
PROGRESS = ctypes.CFUNCTYPE(c_int, c_void_p, c_double, c_double, c_longlong)

lib, path = _load()
_e = POINTER(Error)
_texts = POINTER(c_char_p)
_SIGNATURES = {  # result, then arguments
    "sinew_version": (_text,),
    "sinew_model_new": (c_int, c_void_p, POINTER(c_void_p), _e),
    "sinew_model_load": (c_int, _text, _texts, _texts, c_int, c_void_p, POINTER(c_void_p), _e),
    "sinew_model_load_text": (c_int, _text, _text, _text, _texts, _texts, c_int, c_void_p, POINTER(c_void_p), _e),
    "sinew_model_read": (c_int, c_void_p, _text, c_int, _text, _e),
    "sinew_set_run": (c_int, c_void_p, _text, _text, _e),
    "sinew_unset_run": (None, c_void_p),
    "sinew_where": (c_int, c_void_p, _text, _e),
    "sinew_model_free": (None, c_void_p),
    "sinew_items": (c_int, c_void_p),
    "sinew_item_at": (c_int, c_void_p, c_int, POINTER(Item), _e),
    "sinew_channels": (c_int, c_void_p),
    "sinew_channel_at": (c_int, c_void_p, c_int, POINTER(Quantity), _e),
    "sinew_inputs": (c_int, c_void_p),
    "sinew_input_at": (c_int, c_void_p, c_int, POINTER(Quantity), POINTER(c_double), _e),
    "sinew_set_input": (c_int, c_void_p, _text, c_double, _e),
    "sinew_input": (c_int, c_void_p, _text, POINTER(c_double), _e),
    "sinew_parameters": (c_int, c_void_p),
    "sinew_parameter_at": (c_int, c_void_p, c_int, POINTER(Parameter), _e),
    "sinew_kinds": (c_int,),
    "sinew_kind_at": (c_int, c_int, POINTER(Kind), _e),
    "sinew_kind_outputs": (c_int, c_int),
    "sinew_kind_output_at": (c_int, c_int, c_int, POINTER(Quantity), _e),
    "sinew_makers": (c_int,),
    "sinew_maker_at": (c_int, c_int, POINTER(Maker), _e),
    "sinew_fields": (c_int, c_void_p),
    "sinew_field_at": (c_int, c_void_p, c_int, POINTER(Field), _e),
    "sinew_run_fields": (c_void_p,),
    "sinew_common_fields": (c_void_p,),
    "sinew_pages": (c_int,),
    "sinew_page_at": (c_int, c_int, POINTER(Page), _e),
    "sinew_units": (c_int,),
    "sinew_unit_at": (c_int, c_int, POINTER(Unit), _e),
    "sinew_energies": (c_int,),
    "sinew_energy_at": (c_int, c_int, POINTER(Quantity), _e),
    "sinew_freeze": (c_int, c_void_p, POINTER(c_void_p), _e),
    "sinew_static": (c_int, c_void_p, POINTER(c_void_p), _e),
    "sinew_static_facts": (c_int, c_void_p, POINTER(Equilibrium), _e),
    "sinew_simulation_free": (None, c_void_p),
    "sinew_simulation_copy": (c_int, c_void_p, POINTER(c_void_p), _e),
    "sinew_step": (c_int, c_void_p, c_double, _e),
    "sinew_time": (c_double, c_void_p),
    "sinew_unknowns": (c_int, c_void_p),
    "sinew_degrees_of_freedom": (c_int, c_void_p),
    "sinew_last_iterations": (c_int, c_void_p),
    "sinew_energy": (c_int, c_void_p, _text, POINTER(c_double), _e),
    "sinew_rows": (c_int, c_void_p),
    "sinew_row_at": (c_int, c_void_p, c_int, POINTER(Quantity), _e),
    "sinew_row": (c_int, c_void_p, _text, _text, POINTER(c_int), _e),
    "sinew_row_value": (c_int, c_void_p, c_int, POINTER(c_double), c_int, POINTER(c_int), _e),
    "sinew_q": (c_void_p, c_void_p, POINTER(c_int)),
    "sinew_v": (c_void_p, c_void_p, POINTER(c_int)),
    "sinew_state_size": (c_size_t, c_void_p),
    "sinew_state_save": (c_int, c_void_p, c_void_p, c_size_t, _e),
    "sinew_state_restore": (c_int, c_void_p, c_char_p, c_size_t, _e),
    "sinew_jacobian": (c_int, c_void_p, POINTER(c_int), c_int, POINTER(c_int), c_int, _numbers, c_int, _e),
    "sinew_mass_matrix": (c_int, c_void_p, POINTER(c_int), c_int, _numbers, c_int, _e),
    "sinew_inverse_dynamics": (c_int, c_void_p, POINTER(c_int), c_int, _numbers, _numbers, c_int, _e),
    "sinew_set_rates": (c_int, c_void_p, POINTER(c_int), c_int, _numbers, c_int, _e),
    "sinew_inverse_kinematics": (c_int, c_void_p, POINTER(c_int), c_int, _numbers, c_int, _e),
    "sinew_rollout": (c_int, c_void_p, POINTER(Rollouts), _e),
    "sinew_stop": (None, c_void_p),
    "sinew_run": (c_int, c_void_p, _text, PROGRESS, c_void_p, POINTER(Summary), _e),
    "sinew_resume": (c_int, _text, c_double, c_void_p, PROGRESS, c_void_p, POINTER(Summary), _e),
    "sinew_modes": (c_int, c_void_p, _text, c_int, c_int, POINTER(Mode), c_int, POINTER(c_int), _e),
    "sinew_load_path": (c_int, c_void_p, _text, POINTER(c_int), _e),
    "sinew_linearize": (c_int, c_void_p, POINTER(LinearWishes), POINTER(c_void_p), _e),
    "sinew_linear_free": (None, c_void_p),
    "sinew_linear_read": (c_int, c_void_p, POINTER(LinearMatrices), _e),
    "sinew_linear_state": (_text, c_void_p, c_int, POINTER(_text)),
    "sinew_linear_output": (_text, c_void_p, c_int, POINTER(_text)),
    "sinew_check": (c_int, c_void_p, POINTER(c_void_p), _e),
    "sinew_report_free": (None, c_void_p),
    "sinew_report_facts": (c_int, c_void_p, POINTER(Facts), _e),
    "sinew_report_part": (c_int, c_void_p, c_int, POINTER(PartFacts), _e),
    "sinew_report_redundant": (_text, c_void_p, c_int, POINTER(_text)),
    "sinew_report_warning": (_text, c_void_p, c_int, POINTER(_text)),
}
for _name, (_result, *_arguments) in _SIGNATURES.items():
    _function = getattr(lib, _name)
    _function.restype, _function.argtypes = _result, _arguments


def call(name, *arguments):
    """A function of the library that can fail."""
    error = Error()
    status = getattr(lib, name)(*arguments, error)
    if status:
        raise placed(raised(status, error))


def placed(e):
    """Gives an error without a place the user's line, if this is the user's thread."""
    if getattr(e, "where", None) == "":
        place = caller()
        e.where = "%s:%d" % place if place != _NOBODY else ""
    return e


def text(value, what="a text"):
    """A text for the library: UTF-8 without a byte of zero."""
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if not isinstance(value, str):
        raise TypeError(f"{what} must be a text, not {type(value).__name__}")
    if "\0" in value:
        raise ValueError(f"{what} has a byte of zero in it")
    return value.encode("utf-8", "surrogateescape")


class Handle:
    """An object of the library. It is freed when nothing in Python refers to it any more; `needs` is what must live longer."""

    __slots__ = ("pointer", "_free", "_needs", "__weakref__")

    def __init__(self, pointer, free, needs=None):
        self.pointer, self._free, self._needs = pointer, free, needs

    def __del__(self):
        self._free(self.pointer)


# ---- tables


def _list(count, at, struct, *before):
    out = []
    for i in range(count(*before)):
        x = struct()
        call(at, *before, i, x)
        out.append(x.namespace())
    return out


def _fields(table):
    fields = {}
    for f in _list(lib.sinew_fields, "sinew_field_at", Field, table):
        f.type = TYPES[f.type]
        f.arguments = [a.strip() for a in f.arguments.split(",")] if f.arguments else None
        f.choices = f.choices.split("|") if f.choices else None
        f.fields = _fields(f.fields) if f.fields else None
        fields[f.name] = f
    return fields


TYPES = (
    "number count flag text choice vector place numbers points orientation symmetric part joint function function3 shapes side"
    " fields same_level joints texts file section nodes parts named_fields"
).split()
FAMILIES = ["part", "joint", "force", "setting"]


def _kinds():
    kinds = {}
    for i, k in enumerate(_list(lib.sinew_kinds, "sinew_kind_at", Kind)):
        k.family = FAMILIES[k.family]
        k.fields = _fields(k.fields)
        k.outputs = _list(lib.sinew_kind_outputs, "sinew_kind_output_at", Quantity, i)
        kinds[k.name] = k
    return kinds


def _makers():
    makers = {}
    for m in _list(lib.sinew_makers, "sinew_maker_at", Maker):
        m.fields = _fields(m.fields)
        makers.setdefault(m.name, []).append(m)  # `tube` is a shape and a section
    return makers


version = lib.sinew_version().decode()
KINDS = _kinds()
MAKERS = _makers()
COMMON = _fields(lib.sinew_common_fields())
RUN = _fields(lib.sinew_run_fields())
UNITS = {u.name: u for u in _list(lib.sinew_units, "sinew_unit_at", Unit)}
PAGES = _list(lib.sinew_pages, "sinew_page_at", Page)
ENERGIES = _list(lib.sinew_energies, "sinew_energy_at", Quantity)


_NOBODY = "python", 1


def _is_users(file):
    return not os.path.abspath(file).startswith(_NOT_THE_USERS) and not file.startswith("<__array_function__")


def caller():
    """File and line of the user's own code that is running."""
    frame = sys._getframe(1)
    while frame and not _is_users(frame.f_code.co_filename):
        frame = frame.f_back
    if not frame:
        return _NOBODY
    file = frame.f_code.co_filename
    short = os.path.relpath(file) if os.path.isabs(file) else file
    if short.startswith("..") or len(short) > 50:  # Lua shows 60 letters of a name
        short = os.path.basename(file)
    return short.replace("\0", "?"), max(1, min(frame.f_lineno, 1 << 20))
