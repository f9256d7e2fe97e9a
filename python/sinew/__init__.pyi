# Made by tools/make_python_stubs.py from the tables of the program: do not edit.
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

class _ImperfectionModeFields(TypedDict, total=False):
    file: str  # file: name of a file in the folder of the model with the modes of the perfect model: sinew modes MODEL.lua --buckling --shapes FILE (required)
    mode: int  # mode: its number in the file
    amplitude: float  # amplitude [m]: largest displacement of the mode anywhere on shells and beams; its largest component there is positive if this is; 0: perfect, and the file is not needed (required)
    also: _Numbers  # also: rows { mode, amplitude } of further modes, added up

class _CylinderFields(TypedDict, total=False):
    radius: float  # radius [m]: radius (required)
    center: _Place  # center [m]: a point of the axis where v = 0; centre of a sphere (default: the origin)
    axis: _Vector  # axis: axis that u turns about (default z)
    zero: _Vector  # zero: direction of u = 0, as near as it can be (default: x if the axis is z)

class _MeshFields(TypedDict, total=False):
    file: str  # file: name of a mesh in the folder of the model: MSH 2.2 or 4.1 of Gmsh, or .inp of Abaqus and CalculiX; quadrilaterals of 4 or 9 nodes (required)
    group: str  # group: physical surface that is this shell (default: all elements)
    scale: float  # scale [m]: length of one unit of the file
    fold: float  # fold [rad]: where normals of neighbours differ by more there is a fold
    u: _Vector  # u: u of functions is the coordinate along this direction; also that of axis 1 (default x)
    v: _Vector  # v: the same of v, and of axis 1 where the surface is across u (default y)

class _UFirstFields(TypedDict, total=False):
    clamped: bool  # clamped: place and director are held
    held: str  # held: components of the place that are held, such as "xyz" or "xz", as drawn; directors turn freely
    hard: bool  # hard: with `held`: directors do not tilt along the edge (hard simple support); false: they turn freely (soft)
    symmetry: _Vector  # symmetry: normal of a plane of symmetry: the edge stays in it, and so do its directors
    on: _Part  # on: the part that holds it, or another shell with nodes at the same places (default: the ground)
    load: _Function  # load [N/m]: force per length, as drawn: three numbers, or a function of time, u and v. Function of t, u, v.
    moment: _Function  # moment [N]: moment per length, as drawn; what is along the directors is lost. Function of t, u, v.

class _BoxFields(TypedDict, total=False):
    size: _Vector  # size [m]: edges along x, y, z, from the origin of the part (required)
    elements: _Numbers  # elements: number of elements along x, y, z (default 1, 1, 1)

class _CylinderFields(TypedDict, total=False):
    radius: float  # radius [m]: radius (required)
    length: float  # length [m]: length along the axis (required)
    axis: _Vector  # axis: its axis, from the origin of the part (default z)
    elements: _Numbers  # elements: number of elements around (a multiple of 4), across and along the axis (default 16, 1, 4)

class _RingFields(TypedDict, total=False):
    inner: float  # inner [m]: inner radius (required)
    outer: float  # outer [m]: outer radius (required)
    length: float  # length [m]: length along the axis (required)
    axis: _Vector  # axis: its axis, from the origin of the part (default z)
    elements: _Numbers  # elements: number of elements around (a multiple of 4), across and along the axis (default 16, 1, 4)

class _ExtrusionFields(TypedDict, total=False):
    outline: _Numbers  # outline [m]: corners {u, v} of its section (required)
    size: float  # size [m]: length of the edges of elements in the section (required)
    holes: _Numbers  # holes [m]: round holes {u, v, radius}
    height: float  # height [m]: height along z (required)
    elements: int  # elements: elements along z

class _RevolvedFields(TypedDict, total=False):
    outline: _Numbers  # outline [m]: corners {u, v} of its section (required)
    size: float  # size [m]: length of the edges of elements in the section (required)
    angle: float  # angle [rad]: about z, from x to y (default: all around)
    elements: int  # elements: elements around

class _ModesFields(TypedDict, total=False):
    count: int  # count: how many
    up_to: float  # up_to [Hz]: instead: all up to this frequency

class _PlaneFields(TypedDict, total=False):
    point: _Vector  # point [m]: a point of the plane, axes of the part (required)
    normal: _Vector  # normal: its normal (required)

class _CylinderFields(TypedDict, total=False):
    point: _Vector  # point [m]: a point of its axis, axes of the part (default the origin)
    axis: _Vector  # axis: its axis (required)
    radius: float  # radius [m]: radius (required)

class _WithinFields(TypedDict, total=False):
    low: _Vector  # low [m]: lowest corner, axes of the part (required)
    high: _Vector  # high [m]: highest corner (required)

class _SurfacesFields(TypedDict, total=False):
    plane: _PlaneFields  # plane: the sides in a plane
    cylinder: _CylinderFields  # cylinder: the sides on a cylinder
    within: _WithinFields  # within: the sides inside a box
    nearest: _Vector  # nearest [m]: the smooth face that is nearest to this point, axes of the part
    normal: _Vector  # normal: the sides whose outward normal has this direction, axes of the part
    tolerance: float  # tolerance: how far nodes may be away, times the size of the mesh (default 1e-5)
    clamped: bool  # clamped: all its nodes are held
    held: str  # held: components of the places of its nodes that are held, such as "xyz" or "xz", as drawn
    on: _Part  # on: the part that a clamped surface is held by (default: the ground)
    rigid: bool  # rigid: all its nodes move as one rigid body (default: the surface strains)
    traction: _Function  # traction [N/m^2]: force per drawn area, fixed in space: three numbers, or a function of time and of the drawn place. Function of t, x, y, z.
    pressure: _Function  # pressure [N/m^2]: force per drawn area against the outward normal as drawn: a number, or a function of time and of the drawn place. Function of t, x, y, z.
    force: _Function  # force [N]: force, spread over its area: three numbers, or a function of time. Function of t.
    torque: _Function  # torque [N m]: torque on its mean rotation: three numbers, or a function of time. Function of t.
    follows: bool  # follows: force and torque turn with the surface, pressure acts along its true normal on its true area (default: as drawn)

class _DisplacementFields(TypedDict, total=False):
    stiffness: float  # stiffness [N/m]: spring
    rest: float  # rest [m]: where the spring is at rest
    damping: float  # damping [N s/m]: damper
    force: _Function  # force [N]: function of time and of signals, acts on the second part and back on the first. Function of t.
    law: _Function  # law [N]: resistance as function of coordinate x, rate v, time and signals: k*x + c*v is a spring and a damper. Function of x, v, t.
    books: Literal["work", "dissipation"]  # books: what the energy balance counts the user's law as; dissipation: it only takes energy (heat)
    potential: _Function  # potential [J]: energy of the coordinate x. Function of x.
    drive: _Function  # drive [m]: prescribes the coordinate as function of time. Function of t.
    drive_rate: _Function  # drive_rate [m/s]: prescribes its rate as function of time. Function of t.
    initial: float  # initial [m]: moves the second part to this coordinate before the start
    initial_rate: float  # initial_rate [m/s]: rate at the start
    lower: float  # lower [m]: lower stop
    upper: float  # upper [m]: upper stop
    stop_stiffness: float  # stop_stiffness [N/m]: stiffness of the stops
    stop_damping: float  # stop_damping [1/(m/s)]: damping of the stops: force = stop_stiffness * depth * (1 + stop_damping * speed into the stop)
    friction: float  # friction: friction coefficient; follows the joint's own reaction
    static_friction: float  # static_friction: coefficient at rest (default: that of sliding)
    friction_speed: float  # friction_speed [m/s]: speed at which the coefficient has fallen from rest by 63 %
    friction_stiffness: float  # friction_stiffness [N/m]: of what sticks (default: far above what a step can follow)
    friction_arm: float  # friction_arm [m]: half length of the slider: moments press with moment/arm (default: moments do not press)

class _AngleFields(TypedDict, total=False):
    stiffness: float  # stiffness [N m/rad]: spring
    rest: float  # rest [rad]: where the spring is at rest
    damping: float  # damping [N m s/rad]: damper
    torque: _Function  # torque [N m]: function of time and of signals, acts on the second part and back on the first. Function of t.
    law: _Function  # law [N m]: resistance as function of coordinate x, rate v, time and signals: k*x + c*v is a spring and a damper. Function of x, v, t.
    books: Literal["work", "dissipation"]  # books: what the energy balance counts the user's law as; dissipation: it only takes energy (heat)
    potential: _Function  # potential [J]: energy of the coordinate x. Function of x.
    drive: _Function  # drive [rad]: prescribes the coordinate as function of time. Function of t.
    drive_rate: _Function  # drive_rate [rad/s]: prescribes its rate as function of time. Function of t.
    initial: float  # initial [rad]: moves the second part to this coordinate before the start
    initial_rate: float  # initial_rate [rad/s]: rate at the start
    lower: float  # lower [rad]: lower stop
    upper: float  # upper [rad]: upper stop
    stop_stiffness: float  # stop_stiffness [N m/rad]: stiffness of the stops
    stop_damping: float  # stop_damping [1/(rad/s)]: damping of the stops: force = stop_stiffness * depth * (1 + stop_damping * speed into the stop)
    friction: float  # friction: friction coefficient; follows the joint's own reaction
    static_friction: float  # static_friction: coefficient at rest (default: that of sliding)
    friction_speed: float  # friction_speed [rad/s]: speed at which the coefficient has fallen from rest by 63 %
    friction_stiffness: float  # friction_stiffness [N m/rad]: of what sticks (default: far above what a step can follow)
    friction_arm: float  # friction_arm [m]: radius of the bearing: torque = friction * arm * force

_Part = Place | str
_Place = Place | Sequence[float] | np.ndarray
_Function = float | Curve | Callable[..., Any]

class SinewError(Exception):
    """What went wrong: .where (file and line, part), .what happened, .why, and .fix, what to do. Any part may be empty.
    """
    where: str
    what: str
    why: str
    fix: str

class InputError(SinewError, ValueError):
    """A field, a name, an argument or a file is wrong.
    """

class ModelError(SinewError):
    """The model contradicts itself: it cannot be assembled, or nothing is left to move.
    """

class ConvergenceError(SinewError):
    """A step, an equilibrium or a run could not be computed. The state is what it was before.
    """

class FileError(SinewError, OSError):
    """A file could not be read or written.
    """

class StrictError(SinewError):
    """There are warnings, and strict=True makes them errors. Everything is computed and stored.
    """

class SinewWarning(UserWarning):
    """What a run or its model should be looked at for: shown by Python's `warnings` when the run has ended; r.warnings has them all.
    """

class InternalError(SinewError):
    """An error of Sinew itself: please report it.
    """

class Expression:
    """A number that is not known yet: an argument of a traced function, a signal, or a formula of them.

        Arithmetic and the functions of sinew (sin, where, ...) work on it; < and > make conditions for where. Signals with components have
        .x, .y, .z.
    """
    x: Expression
    y: Expression
    z: Expression
    def __add__(self, other: Any) -> Expression: ...
    def __radd__(self, other: Any) -> Expression: ...
    def __sub__(self, other: Any) -> Expression: ...
    def __rsub__(self, other: Any) -> Expression: ...
    def __mul__(self, other: Any) -> Expression: ...
    def __rmul__(self, other: Any) -> Expression: ...
    def __truediv__(self, other: Any) -> Expression: ...
    def __rtruediv__(self, other: Any) -> Expression: ...
    def __pow__(self, other: Any) -> Expression: ...
    def __rpow__(self, other: Any) -> Expression: ...
    def __mod__(self, other: Any) -> Expression: ...
    def __lt__(self, other: Any) -> Expression: ...
    def __le__(self, other: Any) -> Expression: ...
    def __gt__(self, other: Any) -> Expression: ...
    def __ge__(self, other: Any) -> Expression: ...
    def __and__(self, other: Any) -> Expression: ...
    def __or__(self, other: Any) -> Expression: ...
    def __neg__(self) -> Expression: ...
    def __invert__(self) -> Expression: ...
    def __abs__(self) -> Expression: ...

class Curve:
    """A curve through points, constant outside of them: call it inside a function, or give it to a field that takes a function.
    """

class Place:
    """A node of a part, or a point on it: for joints, springs, loads and signals.
    """

class Item(Place):
    """A part, joint or force of a model, by its name.
    """
    name: str
    kind: str
    @property
    def first(self) -> Place:
        """The first node of a cable, link or beam.
        """
        ...
    @property
    def last(self) -> Place:
        """The last node.
        """
        ...
    def node(self, k: Any) -> Place:
        """Node number k, from 0.
        """
        ...
    def at(self, *where: Any) -> Place:
        """The node at the length s of a beam, at u and v of a shell, or of a name in its mesh.
        """
        ...

class Check:
    """What a model is, without running it: degrees of freedom, masses, equations that repeat others, warnings.
    """
    degrees_of_freedom: int
    coordinates: int
    equations: int
    independent_equations: int
    mass: float
    mass_held: float
    centre: tuple[float, float, float]
    extent: float
    velocity_change: float
    parts: dict[str, SimpleNamespace]
    redundant: list[tuple[str, str]]
    warnings: list[tuple[str, str]]

class Channel(np.ndarray):
    """Numbers over time with .name and .unit. Formulas of channels have the unit that follows; what has different units is not added, and an
        array whose unit is not known has none.
    """
    name: str
    unit: str
    def prod(self, *arguments: Any, **fields: Any) -> Any: ...
    def cumprod(self, *arguments: Any, **fields: Any) -> Any: ...
    def dot(self, other: Any, out: Any = None) -> Any: ...
    def var(self, *arguments: Any, **fields: Any) -> Any: ...

class Nodes:
    """Nodes of a result over time: r.nodes("beam").
    """
    item: list[str]
    @property
    def position(self) -> Any:
        """m, in axes of the ground: an array (row, node, 3).
        """
        ...
    @property
    def velocity(self) -> Any:
        """m/s: an array (row, node, 3).
        """
        ...
    @property
    def quaternion(self) -> Any:
        """Orientations, scalar first: an array (row, node, 4).
        """
        ...
    @property
    def angular_velocity(self) -> Any:
        """rad/s, in axes of the ground: an array (row, node, 3).
        """
        ...
    def __len__(self) -> Any: ...

class Result:
    """A result, of a file or in memory: r["tip"], r["hinge", "angle"], r.time, r.energy["total"], r.nodes("beam").position. It shows what was there when
        it was opened, or, while a run goes on, the rows so far. If another run replaces the file, the result reports it.
    """
    file: str | None
    channels: list[str]
    def save(self, file: Any) -> Result:
        """Writes the result to a file (a copy of it, if it has one already), and returns the result of that file.
        """
        ...
    def __getitem__(self, key: Any) -> Any:
        """r["tip"]: a channel (r["tip_z"]: one component); r["hinge", "angle"]: a stored output of an item. r.outputs() lists them.
        """
        ...
    def __contains__(self, key: Any) -> Any:
        """Does r[key] give anything?
        """
        ...
    def __iter__(self) -> Any: ...
    def keys(self) -> Any: ...
    def outputs(self) -> Any:
        """All that r[...] gives: channels by name, stored outputs of items as (item, name), with their units.
        """
        ...
    def nodes(self, item: Any = None) -> Nodes:
        """The nodes of a part over time: .position, .velocity, .angular_velocity (row, node, 3) and .quaternion (row, node, 4; scalar first), stored with
                seven digits. Those of beams, cables and links go from the first end to the last. Without a part: all nodes; .item says whose each one is.
        """
        ...
    @property
    def time(self) -> Any:
        """Times of the rows, s.
        """
        ...
    @property
    def energy(self) -> dict[str, Channel]:
        """Energies over time, J, by name.
        """
        ...
    @property
    def status(self) -> str:
        """complete, stopped, interrupted, failed or running.
        """
        ...
    @property
    def summary(self) -> dict[str, Any]:
        """How it went: steps, iterations, errors of the energy balance, ...
        """
        ...
    @property
    def warnings(self) -> Any:
        """Probable mistakes in the model, and warnings of the run: a list of Warning, empty if there are none.
        """
        ...
    @property
    def model_text(self) -> str:
        """The model in the model language.
        """
        ...
    def to_pandas(self) -> pandas.DataFrame:
        """A DataFrame of all channels over time; units are in its .attrs.
        """
        ...
    def to_xarray(self) -> xarray.Dataset:
        """A Dataset of all channels over time, with units; vectors have the dimension xyz (or component).
        """
        ...
    def plot(self, *names: Any, against: Any = 'time', axes: Any = None) -> Any:
        """Channels over time, or against another one, with matplotlib. Returns the axes.
        """
        ...
    def page(self, file: Any = None) -> str:
        """Writes a page that shows the result moving in a browser; returns its name.
        """
        ...
    def picture(self, t: Any = None, file: Any = None, *options: Any) -> str:
        """A picture at time t (default: the last) as PNG; further options are those of `sinew view`. Returns its name.
        """
        ...

class Modes:
    """Small vibrations, or buckling: arrays frequency [Hz], damping, growth [1/s], load_factor, residual, zero; shapes displacement and
        rotation (mode, node, 3), complex where they are not in phase.
    """
    frequency: np.ndarray
    damping: np.ndarray
    growth: np.ndarray
    load_factor: np.ndarray
    residual: np.ndarray
    zero: np.ndarray
    displacement: np.ndarray | None
    rotation: np.ndarray | None
    file: str
    def __len__(self) -> Any: ...

class State(bytes):
    """A state of a stepper, as bytes: it can be pickled, stored and restored by any stepper of the same model.
    """

class Rollouts:
    """Many motions, s.rollout(...): r["tip"] is an array (motions, steps, ...), r.time are the times after each step from the beginning of a
        motion, r.done the numbers of good steps, r.states the last good states.
    """
    time: np.ndarray
    done: np.ndarray
    states: list[State]
    outputs: list[Any]
    def __getitem__(self, key: Any) -> Any:
        """An output by name, as it was asked for: (motions, steps) or (motions, steps, 3).
        """
        ...
    @property
    def states(self) -> Any: ...
    def __len__(self) -> Any:
        """Motions.
        """
        ...

class Linear:
    """The motion near a state, s.linearize(...): x' = A x + B u, y = C x + D u. x are coordinates and their rates, named in .states.
    """
    A: np.ndarray
    B: np.ndarray
    C: np.ndarray
    D: np.ndarray
    states: tuple[str, ...]
    units: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    output_units: tuple[str, ...]
    speed: float
    acceleration: float
    @property
    def at_rest(self) -> bool:
        """Is the state an equilibrium?
        """
        ...
    def __iter__(self) -> Any:
        """A, B, C, D = s.linearize(...)
        """
        ...

class Simulation:
    """What a stepper and an equilibrium have in common: reading.
    """
    @property
    def model(self) -> Model:
        """The model it was made of.
        """
        ...
    @property
    def q(self) -> np.ndarray:
        """Positions and directions of all nodes, m and 1: an array (n, 3) of the present state, without a copy, to be read only.
        """
        ...
    @property
    def v(self) -> np.ndarray:
        """Their rates: an array (n, 3) of the present state, without a copy, to be read only.
        """
        ...
    def __getitem__(self, key: Any) -> Any:
        """s["tip"]: a channel of the model; s["hinge", "angle"]: an output of an item. A number, or an array of them.
        """
        ...
    def outputs(self) -> Any:
        """All that s[...] accepts: channels by name, outputs as (item, name), with their units.
        """
        ...
    def energy(self, name: Any = None) -> Any:
        """An energy in J by name ("total", "kinetic", "work", "defect", ...); without a name all of them, as a dict.
        """
        ...
    def linearize(self, inputs: Any = (), outputs: Any = (), rotation: Any = (0, 0, 0)) -> Linear:
        """The motion near the present state, x' = A x + B u, y = C x + D u, in as many coordinates as there are degrees of freedom, and
                their rates: A, B, C, D = s.linearize("u", ["angle", ("cart", "position")]). inputs: names; outputs: what s[...] takes.
                rotation: rad/s, of axes along which coordinates are taken, for a structure that turns steadily as a whole.
        """
        ...
    def jacobian(self, outputs: Any, coordinates: Any = None) -> np.ndarray:
        """How outputs change with coordinates: an array (numbers of all outputs, degrees of freedom). For outputs of positions it is the change with
                the coordinates; for velocity and angular_velocity with their rates: the Jacobian of a frame. coordinates: outputs such as
                ("shoulder", "angle"), as many numbers as there are degrees of freedom; if nothing is said, those of all joints in the order of the model.
        """
        ...
    def mass_matrix(self, coordinates: Any = None) -> np.ndarray:
        """The mass matrix in coordinates (see jacobian): kinetic energy is 1/2 w M w of their rates.
        """
        ...
    def inverse_dynamics(self, acceleration: Any = None, coordinates: Any = None) -> np.ndarray:
        """The forces along the coordinates (see jacobian), beside all that act in the model, with which their rates change by `acceleration`;
                None: with which they stay.
        """
        ...
    def state(self) -> State:
        """The present state as bytes, from which the steps can be repeated bit for bit later.
        """
        ...
    def restore(self, state: Any) -> None:
        """Back to a state of this stepper, or of another one of the same model.
        """
        ...
    @property
    def degrees_of_freedom(self) -> int: ...
    @property
    def unknowns(self) -> int:
        """Of the nonlinear system of one step.
        """
        ...

class Equilibrium(Simulation):
    """The static equilibrium of a model: m.static(). Its outputs and channels are read as those of a stepper.
    """
    iterations: int
    load_steps: int
    largest_force: float
    residual: float
    unstable: bool
    growth: float
    def copy(self) -> Any:
        """Another one, which can be read by another thread.
        """
        ...

class Stepper(Simulation):
    """A model step by step: m.stepper().
    """
    def step(self, h: Any, n: Any = 1) -> None:
        """n steps of h seconds. On a ConvergenceError the state is what it was before the step that failed: try a smaller one.
        """
        ...
    def set(self, name: Any, value: Any) -> Any:
        """Sets the value of an input from the next step on, until it is set again.
        """
        ...
    @property
    def inputs(self) -> dict[str, Any]:
        """The inputs with their present values.
        """
        ...
    @property
    def time(self) -> Any:
        """s
        """
        ...
    @property
    def iterations(self) -> int:
        """Newton iterations of the last step.
        """
        ...
    def rollout(self, inputs: Any = None, h: Any = None, outputs: Any = None, states: Any = None, steps: Any = None, threads: Any = 0) -> Rollouts:
        """Many motions at once, on threads: each begins in a state (states: one, or a list; else the present one), makes steps of h seconds with inputs
                held over each, and gives outputs after each. inputs: an array (motions, steps, inputs) in the order of the model's, or a dict of arrays
                (motions, steps), (steps) or numbers by name. outputs: what s[...] takes; all channels if nothing is said. r["tip"] is then an array
                (motions, steps, ...); a motion whose step fails gives NaN from there on, and r.done says how many were good. The stepper stays.
        """
        ...
    def set_rates(self, rates: Any, coordinates: Any = None) -> None:
        """Sets the rates of the coordinates (see jacobian).
        """
        ...
    def inverse_kinematics(self, targets: Any) -> None:
        """Moves the model, from where it is, to a position in which outputs have given values, s.inverse_kinematics({"tip": (1, 0, 0.5)}), and leaves it
                at rest there. Of several such positions it is one near by. A ConvergenceError says what is out of reach; the state is then unchanged.
        """
        ...
    def copy(self) -> Any:
        """Another stepper in the same state, which goes its own way. It is as large as a state(), and copies may step in different threads.
        """
        ...

class Builder:
    """What a model and a group have in common: parts, joints and forces are added to them.
    """
    def add(self, kind: Any, *connected: Any, **fields: Any) -> Item:
        """An item of any kind: m.add("revolute", ground, rod, axis="y") is m.revolute(ground, rod, axis="y").
        """
        ...
    def channel(self, name: Any, signal: Any, unit: Any = None) -> None:
        """Writes a signal, or a formula of signals, to results; steppers know it by this name.
        """
        ...
    def stop_when(self, name: Any, condition: Any) -> None:
        """Ends a run after the first step at whose end the condition of signals is true.
        """
        ...
    def lua(self, source: Any) -> None:
        """Reads statements of the model language: all that a model file may contain (groups, include, param, ...).
        """
        ...
    def group(self, name: Any, at: Any = None, orientation: Any = None) -> Group:
        """A group: what is added to it gets the prefix `name.`, and its points and directions are moved and turned.

                def leg(g):
                    thigh = g.body(name="thigh", ...)
                    ...
                leg(m.group("left", at=(0, 0.2, 0)))
                leg(m.group("right", at=(0, -0.2, 0)))
        """
        ...
    def point(self, *, at: _Place, velocity: _Vector = ..., mass: float = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """A point mass: a position and no axes.

        at [m]: where it is (required)
        velocity [m/s]: initial velocity (default 0)
        mass [kg]: mass; may be 0 if something else gives the node a mass (the end of a cable)
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: position [m], velocity [m/s], acceleration [m/s^2], kinetic_energy [J]
        """
    def body(self, *, at: _Place = ..., orientation: _Orientation = ..., velocity: _Vector = ..., angular_velocity: _Vector = ..., angular_velocity_body: _Vector = ..., points: Sequence[_Part | _Vector] = ..., mass: float = ..., center: _Vector = ..., inertia: _Numbers = ..., inertia_at: _Vector = ..., shape: _Made | Sequence[_Made] = ..., contact_shape: _Made | Sequence[_Made] = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """A rigid body: origin, axes, mass, centre of mass, inertia.

        at [m]: origin of the body axes (default 0)
        orientation: body axes as drawn (default: those of the drawing)
        velocity [m/s]: initial velocity of the origin (default 0)
        angular_velocity [rad/s]: initial angular velocity, ground axes (default 0)
        angular_velocity_body [rad/s]: initial angular velocity, body axes
        points [m]: makes it of four points, three (a plate) or two (a rod) at fixed distances: places as drawn, or points of other parts and of the ground, which it shares with them
        mass [kg]: mass, unless shapes give it
        center [m]: centre of mass in body axes (default: the origin)
        inertia [kg m^2]: inertia about the centre of mass (or `inertia_at`), body axes: {xx, yy, zz}, 6 numbers {xx, yy, zz, xy, xz, yz} or 3 rows of 3. They are entries of the tensor: xx = int rho (y^2 + z^2), xy = -int rho x y (with the minus sign)
        inertia_at [m]: point in body axes that `inertia` is about (default: the centre of mass)
        shape: a shape or a list; with density or mass they make the mass
        contact_shape: what touches in its place: a shape or a list; no mass, no picture
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: position [m], velocity [m/s], acceleration [m/s^2], center [m], orientation [1], angular_velocity [rad/s], angular_velocity_body [rad/s], angular_acceleration [rad/s^2], kinetic_energy [J]
        """
    def link(self, part_a: _Part = ..., part_b: _Part = ..., /, *, from_: _Place = ..., to: _Place = ..., mass: float = ..., velocity: _Vector = ..., angular_velocity: _Vector = ..., radius: float = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """A straight rigid rod without spin between two points.

        from_ [m]: first end; may be left out if it shares a point
        to [m]: last end; may be left out if it shares a point
        mass [kg]: mass, spread evenly
        velocity [m/s]: initial velocity of the first end (default 0)
        angular_velocity [rad/s]: initial angular velocity (default 0)
        radius [m]: radius in pictures
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: force [N], first [m], last [m]
        """
    def bar(self, part_a: _Part = ..., part_b: _Part = ..., /, *, from_: _Place = ..., to: _Place = ..., area: float, E: float, nu: float = ..., law: Literal["neo_hooke", "mooney_rivlin", "st_venant_kirchhoff"] = ..., share: float = ..., length: float = ..., mass: float = ..., density: float = ..., velocity: _Vector = ..., angular_velocity: _Vector = ..., radius: float = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """A straight elastic bar between two points, of rubber or another material.

        from_ [m]: first end; may be left out if it shares a point
        to [m]: last end; may be left out if it shares a point
        area [m^2]: cross section at rest (required)
        E [Pa]: Young's modulus at small strains (required)
        nu: Poisson's ratio at small strains
        law: energy of large strains; its sides are free
        share: mooney_rivlin: c2/(c1 + c2), of the second invariant
        length [m]: natural length (default: as drawn)
        mass [kg]: mass, spread evenly
        density [kg/m^3]: instead of mass
        velocity [m/s]: initial velocity of the first end (default 0)
        angular_velocity [rad/s]: initial angular velocity (default 0)
        radius [m]: radius in pictures
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: force [N], stretch [1], energy [J], first [m], last [m]
        """
    def cable(self, part_a: _Part = ..., part_b: _Part = ..., /, *, from_: _Place = ..., to: _Place = ..., points: _Numbers = ..., elements: int = ..., order: int = ..., stiffness: float = ..., potential: _Function = ..., measure: Literal["green", "engineering"] = ..., area: float = ..., mass_per_length: float, length: _Function = ..., tension_only: bool = ..., load: _Function = ..., velocity: _Vector = ..., angular_velocity: _Vector = ..., radius: float = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """A cable: axial stiffness and mass, no bending.

        from_ [m]: first end; may be left out if it shares a point
        to [m]: last end; may be left out if it shares a point
        points [m]: the line it is drawn along, instead of from and to; one point per node places the nodes
        elements: number of elements
        order: polynomial order of the elements: 1, 2 or 3
        stiffness [N]: axial stiffness E*A; or potential
        potential [N]: instead of stiffness: energy per unstretched length as function of the strain e; its derivative is the axial force. Function of e.
        measure: what `strain` means: green (l^2 - 1)/2 or engineering l - 1, l the stretch
        area [m^2]: cross section: with material, stiffness is E*area and mass_per_length density*area
        mass_per_length [kg/m]: mass per unstretched length (required)
        length [m]: unstretched length (default: as drawn); shorter starts taut; a function of time: a winch, its work is that of a drive. Function of t.
        tension_only: goes slack instead of carrying compression
        load [N/m]: force per unstretched length, as drawn: three numbers, or a function of time, length and local velocity that returns three. Function of t, s, vx, vy, vz.
        velocity [m/s]: initial velocity of the first end (default 0)
        angular_velocity [rad/s]: initial angular velocity about the first end (default 0)
        radius [m]: radius in pictures
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: tension_first [N], tension_middle [N], tension_last [N], tension_largest [N], force_first [N], force_last [N], length [m], unstretched [m]
        """
    def beam(self, part_a: _Part = ..., part_b: _Part = ..., /, *, from_: _Place = ..., to: _Place = ..., through: _Place = ..., points: _Numbers = ..., nodes: Sequence[_Part | _Vector] = ..., curve: Literal["pieces", "smooth"] = ..., up: _Vector = ..., twist: _Function = ..., elements: int = ..., order: int = ..., measure: Literal["reissner", "small_strain"] = ..., mass_matrix: Literal["lumped", "consistent"] = ..., section: _Made | Callable[..., _Made] = ..., E: _Function = ..., G: _Function = ..., nu: _Function = ..., density: _Function = ..., stiffness: _Numbers | _Function = ..., centroid: _Numbers | _Function = ..., shear_center: _Numbers | _Function = ..., potential: _Function = ..., mass_per_length: _Function = ..., rotary_inertia: _Numbers | _Function = ..., mass_center: _Numbers | _Function = ..., damping: float = ..., load: _Function = ..., follower_load: _Function = ..., moment_load: _Function = ..., follower_moment_load: _Function = ..., velocity: _Vector = ..., angular_velocity: _Vector = ..., imperfection_mode: _ImperfectionModeFields = ..., radius: float = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """A beam: stretches, shears, bends and twists, by any rotation.

        from_ [m]: first end; may be left out if it sits on a node or point
        to [m]: last end; may be left out if it sits on a node or point
        through [m]: a point between the ends: the beam is the circular arc through all three
        points [m]: its line, instead of from and to; a smooth line with one point per node has its nodes there
        nodes [m]: instead of points: its nodes are those of other parts, such as s:edge("u_last") of a shell; sections stand up along the directors unless `up` is given
        curve: how it goes through its points: in straight pieces (stiff corners) or as a smooth curve
        up: the third axis of its sections is as near this direction as it can be (default z, or y)
        twist [rad]: turn of the sections about its line: at the last end (growing evenly from 0), or a function of the length. Function of s.
        elements: number of elements
        order: polynomial order of the elements: 1, 2 or 3
        measure: strains: Reissner's, or the small-strain form
        mass_matrix: mass at each node (row sums), or consistent with the shape functions
        section: its cross section, with E, G or nu, and density; or a function of the length that returns one. Function of s.
        E [Pa]: Young's modulus; this and all that follows may be a function of the length. Function of s.
        G [Pa]: shear modulus, unless nu is given. Function of s.
        nu: Poisson's ratio, unless G is given. Function of s.
        density [kg/m^3]: density of the section. Function of s.
        stiffness [N, N m^2]: instead of section and material: { EA, GA2, GA3, EI2, EI3, GJ } (EI2: strains along d2), or 6 rows of 6 for N, V2, V3, M2, M3, T. Function of s.
        centroid [m]: place of the centroid in the section, { along d2, along d3 }; EI about it. Function of s.
        shear_center [m]: place of the shear centre in the section; GJ about it. Function of s.
        potential [N]: instead of section and stiffness: energy per length of the strains e (stretch), g2, g3 (shear), k2, k3 (bending: they strain along d2, d3), k1 (twist) beyond the drawn beam; derivatives are N, V2, V3, M2, M3, T. Function of e, g2, g3, k2, k3, k1, s.
        mass_per_length [kg/m]: instead of density. Function of s.
        rotary_inertia [kg m]: int rho y^2 dA, int rho z^2 dA (y along d2, z along d3) and, if not 0, int rho y z dA, about the centre of mass (default: of a uniform section, mass_per_length*EI/EA). Function of s.
        mass_center [m]: place of the centre of mass in the section (default: the centroid). Function of s.
        damping [s]: time tau of damping: section forces K (e + tau e')
        load [N/m]: force per length, fixed in space: three numbers, or a function of time, length and local velocity that returns three. Function of t, s, vx, vy, vz.
        follower_load [N/m]: force per length along d1, d2, d3; the same, velocities along these too. Function of t, s, v1, v2, v3.
        moment_load [N]: moment per length, fixed in space: three numbers or a function of time and length. Function of t, s.
        follower_moment_load [N]: moment per length about d1, d2, d3; the same. Function of t, s.
        velocity [m/s]: initial velocity of the first end (default 0)
        angular_velocity [rad/s]: initial angular velocity about the first end (default 0)
        imperfection_mode: imperfection of its line, free of stress, from buckling or vibration modes of the perfect model
        radius [m]: radius in pictures, if it has no section
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: force_first [N], force_middle [N], force_last [N], moment_first [N m], moment_middle [N m], moment_last [N m], length [m], largest_turn [rad]
        """
    def shell(self, *, surface: _Function = ..., corners: _Numbers = ..., from_: _Function = ..., to: _Function = ..., cylinder: _CylinderFields = ..., sphere: _CylinderFields = ..., points: _Numbers = ..., mesh: _MeshFields = ..., u: _Numbers = ..., v: _Numbers = ..., elements: _Numbers = ..., closed: Literal["no", "u", "v"] = ..., order: int = ..., tying: Literal["centre", "covariant"] = ..., mass_matrix: Literal["consistent", "lumped"] = ..., imperfection: _Function = ..., imperfection_mode: _ImperfectionModeFields = ..., thickness: _Function = ..., offset: float = ..., E: float = ..., nu: float = ..., neo_hooke: float = ..., E1: float = ..., E2: float = ..., nu12: float = ..., G12: float = ..., G13: float = ..., G23: float = ..., plies: _Numbers = ..., materials: _Numbers = ..., along: _Vector = ..., density: float = ..., shear_factor: float = ..., damping: float = ..., u_first: _UFirstFields = ..., u_last: _UFirstFields = ..., v_first: _UFirstFields = ..., v_last: _UFirstFields = ..., edges: Mapping[str, _UFirstFields] = ..., load: _Function = ..., pressure: _Function = ..., follows: bool = ..., encloses: bool = ..., velocity: _Function = ..., angular_velocity: _Vector = ..., fields: Sequence[str] = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """A shell: a surface that stretches, bends and shears, by any rotation.

        surface [m]: its reference surface: x, y, z as function of u and v. Function of u, v.
        corners [m]: instead of surface: four corners around it, at (u, v) = (0, 0), (1, 0), (1, 1), (0, 1)
        from_ [m]: instead of surface: curve of u at v = 0; straight lines lead to the curve `to`. Function of u.
        to [m]: curve of u at v = 1. Function of u.
        cylinder: instead of surface: u is the angle about the axis (rad), v the length along it (m)
        sphere: instead of surface: u is the angle about the axis, v the angle above the equator (rad)
        points [m]: instead of surface: the places of all nodes, along u first
        mesh: instead of surface: quadrilaterals of a Gmsh file, mesh = { file = "wing.msh" }
        u: from where to where u goes (default 0 to 1); more than two numbers are the lines of the mesh
        v: the same of v
        elements: number of elements along u and along v (default 4, 4)
        closed: direction whose last line is its first
        order: 2: elements of nine nodes (MITC9); 1: of four (MITC4) (default 2, or that of its mesh, which it must not contradict)
        tying: basis that strains of nine nodes are tied in: of the element's centre (any mesh), or covariant (a little softer on coarse curved regular meshes; four nodes have none)
        mass_matrix: consistent with the shape functions, or mass at each node (row sums)
        imperfection [m]: imperfection along the normal, free of stress: a number, or a function of u and v. Function of u, v.
        imperfection_mode: imperfection of its surface, free of stress, from buckling or vibration modes of the perfect model
        thickness [m]: thickness, or a function of u and v. Function of u, v.
        offset [m]: of half the thickness from the surface, along the normal
        E [Pa]: Young's modulus of an isotropic material
        nu: Poisson's ratio
        neo_hooke [Pa]: instead of E: shear modulus of incompressible rubber, for large strains; one layer, no damping
        E1 [Pa]: instead of E, an orthotropic material: modulus along its fibres
        E2 [Pa]: modulus across its fibres
        nu12: contraction across by a pull along the fibres
        G12 [Pa]: shear modulus in the surface
        G13 [Pa]: shear modulus through the thickness, along the fibres (default G12)
        G23 [Pa]: the same across the fibres (default G12)
        plies [rad, m]: instead of thickness: rows { angle, thickness } from the lower side up, angles about the normal from `along`; a third number is the row of materials
        materials [Pa, kg/m^3]: rows { E1, E2, nu12, G12, G13, G23, density } that plies name
        along: axis 1 is as near this direction as the surface allows (default: direction of u)
        density [kg/m^3]: density
        shear_factor: of transverse shear
        damping [s]: time tau of damping: resultants K (e + tau e')
        u_first: how the edge where u begins is held, and loads along it
        u_last: the edge where u ends
        v_first: the edge where v begins
        v_last: the edge where v ends
        edges: edges of a mesh: how physical curves (points, surfaces) of its file are held, by their names, and loads along them
        load [N/m^2]: force per drawn area, fixed in space: three numbers, or a function of time, u and v. Function of t, u, v.
        pressure [N/m^2]: force per drawn area along the normal X,u x X,v: a number, or a function of time, u and v. Function of t, u, v.
        follows: the pressure turns with the directors (default: keeps its direction)
        encloses: the pressure acts along the true normal on the true area, and its work is p times the change of the volume; edges must be fixed, symmetric or closed
        velocity [m/s]: initial velocity: three numbers, or a function of u and v, which directors follow (default 0). Function of u, v.
        angular_velocity [rad/s]: initial angular velocity about its first node, added (default 0)
        fields: outputs that pictures show at all nodes, stresses with a place behind: { "M11", "von_mises top", "SL ply 2 bottom" } (default: resultants and von_mises_max)
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: area [m^2]
        """
    def solid(self, *, file: str = ..., size: float = ..., scale: float = ..., box: _BoxFields = ..., cylinder: _CylinderFields = ..., ring: _RingFields = ..., extrusion: _ExtrusionFields = ..., revolved: _RevolvedFields = ..., element: Literal["usual", "hex20", "hex27", "tet10", "hex8", "tet4"] = ..., at: _Place = ..., orientation: _Orientation = ..., E: float = ..., nu: float = ..., density: float, law: Literal["hooke", "neo_hooke", "mooney_rivlin"] = ..., share: float = ..., E1: float = ..., E2: float = ..., E3: float = ..., nu12: float = ..., nu13: float = ..., nu23: float = ..., G12: float = ..., G23: float = ..., G31: float = ..., axes: _Orientation = ..., formulation: Literal["green", "floating", "modal"] = ..., modes: _ModesFields = ..., temperature: _Function = ..., expansion: float = ..., damping: float = ..., surfaces: Mapping[str, _SurfacesFields] = ..., body_force: _Function = ..., velocity: _Function = ..., angular_velocity: _Vector = ..., fields: Sequence[str] = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """A solid: volumes that strain, by any rotation.

        file: name of a mesh in the folder of the model: MSH 2.2 or 4.1 of Gmsh, or .inp of Abaqus and CalculiX; tetrahedra of 10 nodes (4), bricks of 20 or 27 (8). Or of a CAD file (.step, .iges, .brep): an installed Gmsh makes tetrahedra of 10 nodes, which are kept beside it
        size [m]: of a CAD file: length of the largest edges of elements (default: Gmsh chooses)
        scale [m]: length of one unit of the file (1e-3: millimetres)
        box: a box of bricks or tetrahedra
        cylinder: a round bar
        ring: a round tube or ring
        extrusion: a plane outline with round holes, along z
        revolved: a plane outline about z; u is the distance from the axis, v the height
        element: type of the elements that are generated (usual: hex20, tet10 of outlines)
        at [m]: origin of the part (default 0)
        orientation: axes of the part as drawn (default: those of the drawing)
        E [Pa]: Young's modulus
        nu: Poisson's ratio
        density [kg/m^3]: density (required)
        law: energy of the material at large strains: hooke is that of St Venant and Kirchhoff, the others are rubber
        share: Mooney-Rivlin: c2/(c1 + c2)
        E1 [Pa]: instead of E, an orthotropic material: Young's modulus along its axis 1
        E2 [Pa]: the same along axis 2
        E3 [Pa]: the same along axis 3
        nu12: contraction along axis 2 by a pull along axis 1
        nu13: contraction along axis 3 by a pull along axis 1
        nu23: contraction along axis 3 by a pull along axis 2
        G12 [Pa]: shear modulus of axes 1 and 2
        G23 [Pa]: shear modulus of axes 2 and 3
        G31 [Pa]: shear modulus of axes 3 and 1
        axes: axes of the orthotropic material, in those of the part (default: these)
        formulation: green: Green's strains, any deformation; floating: linear strains about one frame of the body; modal: the same with the shapes of loads on its surfaces and its lowest vibrations alone
        modes: vibrations that a modal body keeps, lowest first: their number, or { up_to = 2000 }
        temperature [K]: above that of the drawn shape: a number, or a function of time and of the drawn place. Function of t, x, y, z.
        expansion [1/K]: thermal strain per kelvin
        damping [s]: time tau of damping: stresses D (e + tau e')
        surfaces: surfaces by their names: how they are held, and what acts on them
        body_force [N/m^3]: force per drawn volume, fixed in space: three numbers, or a function of time and of the drawn place. Function of t, x, y, z.
        velocity [m/s]: initial velocity: three numbers, or a function of the drawn place (default 0). Function of x, y, z.
        angular_velocity [rad/s]: initial angular velocity about `at`, added (default 0)
        fields: outputs that pictures show at all nodes (default: von_mises)
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: von_mises_max [Pa], von_mises_place [m], mesh_error [%], strain_energy [J], volume [m^3]
        """
    def base(self, *, at: _Place = ..., orientation: _Orientation = ..., position: _Function = ..., axis: _Vector = ..., angle: _Function = ..., angles: _Function = ..., sequence: str = ..., rotation: _Function = ..., mass: float = ..., center: _Vector = ..., inertia: _Numbers = ..., inertia_at: _Vector = ..., shape: _Made | Sequence[_Made] = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """Moving ground: place and turn are given functions of time.

        at [m]: origin of its axes (default 0)
        orientation: its axes as drawn (default: those of the drawing)
        position [m]: displacement from `at` as function of time: returns x, y, z. Function of t.
        axis: direction it turns about, through its origin
        angle [rad]: angle about the axis as function of time. Function of t.
        angles [rad]: three angles as functions of time, about the axes of the drawing that `sequence` names: R = R_1 R_2 R_3 R0. Function of t.
        sequence: axes of `angles` (default "zyx"): turn about z, then the new y, then the new x
        rotation [rad]: rotation vector as function of time: axis times angle, drawing axes. Function of t.
        mass [kg]: mass, unless shapes give it
        center [m]: centre of mass in body axes (default: the origin)
        inertia [kg m^2]: inertia about the centre of mass (or `inertia_at`), body axes: {xx, yy, zz}, 6 numbers {xx, yy, zz, xy, xz, yz} or 3 rows of 3. They are entries of the tensor: xx = int rho (y^2 + z^2), xy = -int rho x y (with the minus sign)
        inertia_at [m]: point in body axes that `inertia` is about (default: the centre of mass)
        shape: a shape or a list; with density or mass they make the mass
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: position [m], velocity [m/s], acceleration [m/s^2], center [m], orientation [1], angular_velocity [rad/s], angular_velocity_body [rad/s], angular_acceleration [rad/s^2], kinetic_energy [J]
        """
    def plane_rod(self, *, at: _Place = ..., length: float, radius: float = ..., area: float = ..., second_moment: float = ..., E: float, density: float, elements: int = ..., damping: float = ..., root: Literal["clamped", "hinged"] = ..., position: _Function = ..., angle: _Function = ..., tip_force: _Function = ..., tip_moment: _Function = ..., angles: _Numbers = ..., measure: Literal["tan_half", "sine", "chord", "angle"] = ..., formulation: Literal["absolute", "relative", "mixed", "mixed_printed"] = ..., integrator: Literal["bdf", "adams", "dormand_prince", "rk_fehlberg", "verner", "bogacki_shampine", "dae", "dae_index1"] = ..., tolerance: float = ..., absolute_tolerance: float = ..., stabilisation: float = ..., projection: Literal["none", "local", "orthogonal"] = ..., max_order: int = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """A plane rod in absolute, relative or mixed coordinates, alone in its model: the laboratory of docs/rods.md. An optional component: install sinew-lab.

        at [m]: place of the root (default 0)
        length [m]: unstretched length (required)
        radius [m]: radius of a round section
        area [m^2]: area of the section, with second_moment instead of radius
        second_moment [m^4]: second moment of area about z
        E [Pa]: Young's modulus (required)
        density [kg/m^3]: density (required)
        elements: number of elements
        damping [s]: time tau of damping: stresses K (e + tau e')
        root: how the first end is held
        position [m]: displacement of the root from `at` as function of time: returns x, y, 0. Function of t.
        angle [rad]: direction of the root from x, as function of time (default 0); also where it is drawn. Function of t.
        tip_force [N]: force at the tip, fixed in space: returns x, y, 0. Function of t.
        tip_moment [N m]: moment at the tip about z. Function of t.
        angles [rad]: drawn angle of each element from the direction of the root (default: straight)
        measure: what is called bent: 2 tan of half the angle between elements, its sine (LLL), chord, or the angle itself
        formulation: coordinates: nodes and directions; relative bending and lengths; both; both as LLL print it
        integrator: of SUNDIALS: bdf and adams (CVODE), explicit Runge-Kutta (ARKODE), dae (IDA)
        tolerance: of the integrator, relative and absolute, for every component
        absolute_tolerance: absolute part of the tolerance, if it is another
        stabilisation [1/s]: pulls drifted constraints back; default 20 for absolute and mixed, 0 for mixed_printed
        projection: brings every step back to the constraints: directions follow the nodes, or the smallest change by mass
        max_order: largest order of bdf, adams and dae
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: tip [m], tip_angle [rad], reaction [N], reaction_moment [N m], drift [1], largest_angle [rad], length [m]
        """
    def plane(self, part_a: _Part = ..., /, *, at: _Place = ..., normal: _Vector = ..., size: _Numbers = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """A flat surface without end that wheels run on; on the ground or on a part.

        at [m]: a point of it, drawing coordinates (default 0)
        normal: upward normal, the side of the wheels (default "z"); `axis` is the same
        size [m]: of its picture only: lengths of a board around `at` (default: no picture)
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss
        """
    def obstacle(self, part_a: _Part = ..., /, *, at: _Place = ..., orientation: _Orientation = ..., profile: _Numbers, width: float, name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """A convex prism, or an edge, that wheels run over; on the ground or on a part.

        at [m]: origin of its axes, drawing coordinates (default 0)
        orientation: its axes as drawn (default: those of the drawing)
        profile [m]: corners {x, z} of its convex profile in turn, along its own axes x and z; one corner makes an edge (required)
        width [m]: its length along its own axis y, half of it on each side (required)
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss
        """
    def revolute(self, part_a: _Part, part_b: _Part, /, *, at: _Place = ..., a: Mapping[str, Any] = ..., b: Mapping[str, Any] = ..., axis: _Vector = ..., x: _Vector = ..., moving_frame: Literal["auto", "first", "second"] = ..., stiffness: float = ..., rest: float = ..., damping: float = ..., torque: _Function = ..., law: _Function = ..., books: Literal["work", "dissipation"] = ..., potential: _Function = ..., drive: _Function = ..., drive_rate: _Function = ..., initial: float = ..., initial_rate: float = ..., lower: float = ..., upper: float = ..., stop_stiffness: float = ..., stop_damping: float = ..., friction: float = ..., static_friction: float = ..., friction_speed: float = ..., friction_stiffness: float = ..., friction_arm: float = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """A hinge: rotation about one axis.

        at [m]: joint point, drawing coordinates (default: the point it holds)
        a: frame on the first part, in its own coordinates: { at, axis, x }
        b: frame on the second part, in its own coordinates
        axis: axis of rotation (joint z)
        x: direction across the axis: x of the joint axes
        moving_frame: side whose frame the equations are written in; auto: the free body, the second of two
        stiffness [N m/rad]: spring
        rest [rad]: where the spring is at rest
        damping [N m s/rad]: damper
        torque [N m]: function of time and of signals, acts on the second part and back on the first. Function of t.
        law [N m]: resistance as function of coordinate x, rate v, time and signals: k*x + c*v is a spring and a damper. Function of x, v, t.
        books: what the energy balance counts the user's law as; dissipation: it only takes energy (heat)
        potential [J]: energy of the coordinate x. Function of x.
        drive [rad]: prescribes the coordinate as function of time. Function of t.
        drive_rate [rad/s]: prescribes its rate as function of time. Function of t.
        initial [rad]: moves the second part to this coordinate before the start
        initial_rate [rad/s]: rate at the start
        lower [rad]: lower stop
        upper [rad]: upper stop
        stop_stiffness [N m/rad]: stiffness of the stops
        stop_damping [1/(rad/s)]: damping of the stops: force = stop_stiffness * depth * (1 + stop_damping * speed into the stop)
        friction: friction coefficient; follows the joint's own reaction
        static_friction: coefficient at rest (default: that of sliding)
        friction_speed [rad/s]: speed at which the coefficient has fallen from rest by 63 %
        friction_stiffness [N m/rad]: of what sticks (default: far above what a step can follow)
        friction_arm [m]: radius of the bearing: torque = friction * arm * force
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: reaction [N], reaction_moment [N m], reaction_local [N], reaction_moment_local [N m], angle [rad], angle_rate [rad/s], drive_force [N m], power [W], spring_force [N m], damper_force [N m], friction_force [N m]
        """
    def prismatic(self, part_a: _Part, part_b: _Part, /, *, at: _Place = ..., a: Mapping[str, Any] = ..., b: Mapping[str, Any] = ..., axis: _Vector = ..., x: _Vector = ..., moving_frame: Literal["auto", "first", "second"] = ..., stiffness: float = ..., rest: float = ..., damping: float = ..., force: _Function = ..., law: _Function = ..., books: Literal["work", "dissipation"] = ..., potential: _Function = ..., drive: _Function = ..., drive_rate: _Function = ..., initial: float = ..., initial_rate: float = ..., lower: float = ..., upper: float = ..., stop_stiffness: float = ..., stop_damping: float = ..., friction: float = ..., static_friction: float = ..., friction_speed: float = ..., friction_stiffness: float = ..., friction_arm: float = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """A slider: translation along one axis.

        at [m]: joint point, drawing coordinates (default: the point it holds)
        a: frame on the first part, in its own coordinates: { at, axis, x }
        b: frame on the second part, in its own coordinates
        axis: direction of sliding (joint z)
        x: direction across the axis: x of the joint axes
        moving_frame: side whose frame the equations are written in; auto: the free body, the second of two
        stiffness [N/m]: spring
        rest [m]: where the spring is at rest
        damping [N s/m]: damper
        force [N]: function of time and of signals, acts on the second part and back on the first. Function of t.
        law [N]: resistance as function of coordinate x, rate v, time and signals: k*x + c*v is a spring and a damper. Function of x, v, t.
        books: what the energy balance counts the user's law as; dissipation: it only takes energy (heat)
        potential [J]: energy of the coordinate x. Function of x.
        drive [m]: prescribes the coordinate as function of time. Function of t.
        drive_rate [m/s]: prescribes its rate as function of time. Function of t.
        initial [m]: moves the second part to this coordinate before the start
        initial_rate [m/s]: rate at the start
        lower [m]: lower stop
        upper [m]: upper stop
        stop_stiffness [N/m]: stiffness of the stops
        stop_damping [1/(m/s)]: damping of the stops: force = stop_stiffness * depth * (1 + stop_damping * speed into the stop)
        friction: friction coefficient; follows the joint's own reaction
        static_friction: coefficient at rest (default: that of sliding)
        friction_speed [m/s]: speed at which the coefficient has fallen from rest by 63 %
        friction_stiffness [N/m]: of what sticks (default: far above what a step can follow)
        friction_arm [m]: half length of the slider: moments press with moment/arm (default: moments do not press)
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: reaction [N], reaction_moment [N m], reaction_local [N], reaction_moment_local [N m], displacement [m], displacement_rate [m/s], drive_force [N], power [W], spring_force [N], damper_force [N], friction_force [N]
        """
    def screw(self, part_a: _Part, part_b: _Part, /, *, at: _Place = ..., a: Mapping[str, Any] = ..., b: Mapping[str, Any] = ..., axis: _Vector = ..., x: _Vector = ..., moving_frame: Literal["auto", "first", "second"] = ..., pitch: float, stiffness: float = ..., rest: float = ..., damping: float = ..., torque: _Function = ..., law: _Function = ..., books: Literal["work", "dissipation"] = ..., potential: _Function = ..., drive: _Function = ..., drive_rate: _Function = ..., initial: float = ..., initial_rate: float = ..., lower: float = ..., upper: float = ..., stop_stiffness: float = ..., stop_damping: float = ..., friction: float = ..., static_friction: float = ..., friction_speed: float = ..., friction_stiffness: float = ..., friction_arm: float = ..., displacement: _DisplacementFields = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """Rotation about an axis and, with it, translation along it.

        at [m]: joint point, drawing coordinates (default: the point it holds)
        a: frame on the first part, in its own coordinates: { at, axis, x }
        b: frame on the second part, in its own coordinates
        axis: axis of the screw (joint z)
        x: direction across the axis: x of the joint axes
        moving_frame: side whose frame the equations are written in; auto: the free body, the second of two
        pitch [m/rad]: displacement per angle; positive: right-handed (required)
        stiffness [N m/rad]: spring
        rest [rad]: where the spring is at rest
        damping [N m s/rad]: damper
        torque [N m]: function of time and of signals, acts on the second part and back on the first. Function of t.
        law [N m]: resistance as function of coordinate x, rate v, time and signals: k*x + c*v is a spring and a damper. Function of x, v, t.
        books: what the energy balance counts the user's law as; dissipation: it only takes energy (heat)
        potential [J]: energy of the coordinate x. Function of x.
        drive [rad]: prescribes the coordinate as function of time. Function of t.
        drive_rate [rad/s]: prescribes its rate as function of time. Function of t.
        initial [rad]: moves the second part to this coordinate before the start
        initial_rate [rad/s]: rate at the start
        lower [rad]: lower stop
        upper [rad]: upper stop
        stop_stiffness [N m/rad]: stiffness of the stops
        stop_damping [1/(rad/s)]: damping of the stops: force = stop_stiffness * depth * (1 + stop_damping * speed into the stop)
        friction: friction coefficient; follows the joint's own reaction
        static_friction: coefficient at rest (default: that of sliding)
        friction_speed [rad/s]: speed at which the coefficient has fallen from rest by 63 %
        friction_stiffness [N m/rad]: of what sticks (default: far above what a step can follow)
        friction_arm [m]: radius of the bearing: torque = friction * arm * force
        displacement: laws on this coordinate: { stiffness, damping, drive, ... }
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: reaction [N], reaction_moment [N m], reaction_local [N], reaction_moment_local [N m], angle [rad], angle_rate [rad/s], drive_force [N m], power [W], spring_force [N m], damper_force [N m], friction_force [N m], displacement [m], displacement_rate [m/s], displacement_drive_force [N], displacement_power [W], displacement_spring_force [N], displacement_damper_force [N], displacement_friction_force [N]
        """
    def cylindrical(self, part_a: _Part, part_b: _Part, /, *, at: _Place = ..., a: Mapping[str, Any] = ..., b: Mapping[str, Any] = ..., axis: _Vector = ..., x: _Vector = ..., moving_frame: Literal["auto", "first", "second"] = ..., initial: _Numbers = ..., initial_rate: _Numbers = ..., angle: _AngleFields = ..., displacement: _DisplacementFields = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """Rotation about an axis and translation along it.

        at [m]: joint point, drawing coordinates (default: the point it holds)
        a: frame on the first part, in its own coordinates: { at, axis, x }
        b: frame on the second part, in its own coordinates
        axis: axis (joint z)
        x: direction across the axis: x of the joint axes
        moving_frame: side whose frame the equations are written in; auto: the free body, the second of two
        initial [rad, m]: moves the second part there before the start: {angle, displacement}
        initial_rate [rad/s, m/s]: rates at the start: {angle, displacement}
        angle: laws on this coordinate: { stiffness, damping, drive, ... }
        displacement: laws on this coordinate: { stiffness, damping, drive, ... }
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: reaction [N], reaction_moment [N m], reaction_local [N], reaction_moment_local [N m], angle [rad], angle_rate [rad/s], angle_drive_force [N m], angle_power [W], angle_spring_force [N m], angle_damper_force [N m], angle_friction_force [N m], displacement [m], displacement_rate [m/s], displacement_drive_force [N], displacement_power [W], displacement_spring_force [N], displacement_damper_force [N], displacement_friction_force [N]
        """
    def planar(self, part_a: _Part, part_b: _Part, /, *, at: _Place = ..., a: Mapping[str, Any] = ..., b: Mapping[str, Any] = ..., axis: _Vector = ..., x_axis: _Vector = ..., moving_frame: Literal["auto", "first", "second"] = ..., initial: _Numbers = ..., initial_rate: _Numbers = ..., x: _DisplacementFields = ..., y: _DisplacementFields = ..., angle: _AngleFields = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """Two translations in a plane and the rotation about its normal.

        at [m]: joint point, drawing coordinates (default: the point it holds)
        a: frame on the first part, in its own coordinates: { at, axis, x }
        b: frame on the second part, in its own coordinates
        axis: normal of the plane (joint z); `normal` is the same
        x_axis: direction in the plane along which x is counted
        moving_frame: side whose frame the equations are written in; auto: the free body, the second of two
        initial [m, m, rad]: moves the second part there before the start: {x, y, angle}
        initial_rate [m/s, m/s, rad/s]: rates at the start: {x, y, angle}
        x: laws on this coordinate: { stiffness, damping, drive, ... }
        y: laws on this coordinate: { stiffness, damping, drive, ... }
        angle: laws on this coordinate: { stiffness, damping, drive, ... }
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: reaction [N], reaction_moment [N m], reaction_local [N], reaction_moment_local [N m], x [m], x_rate [m/s], x_drive_force [N], x_power [W], x_spring_force [N], x_damper_force [N], x_friction_force [N], y [m], y_rate [m/s], y_drive_force [N], y_power [W], y_spring_force [N], y_damper_force [N], y_friction_force [N], angle [rad], angle_rate [rad/s], angle_drive_force [N m], angle_power [W], angle_spring_force [N m], angle_damper_force [N m], angle_friction_force [N m]
        """
    def spherical(self, part_a: _Part, part_b: _Part, /, *, at: _Place = ..., a: Mapping[str, Any] = ..., b: Mapping[str, Any] = ..., axis: _Vector = ..., x: _Vector = ..., moving_frame: Literal["auto", "first", "second"] = ..., initial: _Numbers = ..., initial_rate: _Numbers = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """A ball joint: all rotations about a point.

        at [m]: joint point, drawing coordinates (default: the point it holds)
        a: frame on the first part, in its own coordinates: { at, axis, x }
        b: frame on the second part, in its own coordinates
        axis: z of the joint axes, for reactions and `initial`
        x: direction across the axis: x of the joint axes
        moving_frame: side whose frame the equations are written in; auto: the free body, the second of two
        initial [rad]: turns the second part before the start: rotation vector {x, y, z}, joint axes
        initial_rate [rad/s]: angular velocity {x, y, z} of the second part relative to the first, joint axes
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: reaction [N], reaction_moment [N m], reaction_local [N], reaction_moment_local [N m]
        """
    def universal(self, part_a: _Part, part_b: _Part, /, *, at: _Place = ..., a: Mapping[str, Any] = ..., b: Mapping[str, Any] = ..., axis_a: _Vector = ..., axis_b: _Vector = ..., moving_frame: Literal["auto", "first", "second"] = ..., initial: _Numbers = ..., initial_rate: _Numbers = ..., angle_a: _AngleFields = ..., angle_b: _AngleFields = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """Rotations about two perpendicular axes, one fixed in each part.

        at [m]: joint point, drawing coordinates (default: the point it holds)
        a: frame on the first part, in its own coordinates: { at, axis, x }
        b: frame on the second part, in its own coordinates
        axis_a: axis fixed in the first part
        axis_b: axis fixed in the second part, perpendicular to axis_a
        moving_frame: side whose frame the equations are written in; auto: the free body, the second of two
        initial [rad]: moves the second part there before the start: {angle_a, angle_b}
        initial_rate [rad/s]: rates at the start: {angle_a, angle_b}
        angle_a: laws on this coordinate: { stiffness, damping, drive, ... }
        angle_b: laws on this coordinate: { stiffness, damping, drive, ... }
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: reaction [N], reaction_moment [N m], reaction_local [N], reaction_moment_local [N m], angle_a [rad], angle_a_rate [rad/s], angle_a_drive_force [N m], angle_a_power [W], angle_a_spring_force [N m], angle_a_damper_force [N m], angle_a_friction_force [N m], angle_b [rad], angle_b_rate [rad/s], angle_b_drive_force [N m], angle_b_power [W], angle_b_spring_force [N m], angle_b_damper_force [N m], angle_b_friction_force [N m]
        """
    def fixed(self, part_a: _Part, part_b: _Part, /, *, at: _Place = ..., a: Mapping[str, Any] = ..., b: Mapping[str, Any] = ..., axis: _Vector = ..., x: _Vector = ..., moving_frame: Literal["auto", "first", "second"] = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """Holds two parts together; reports what it carries.

        at [m]: joint point, drawing coordinates (default: the point it holds)
        a: frame on the first part, in its own coordinates: { at, axis, x }
        b: frame on the second part, in its own coordinates
        axis: z of the joint axes, for reactions
        x: direction across the axis: x of the joint axes
        moving_frame: side whose frame the equations are written in; auto: the free body, the second of two
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: reaction [N], reaction_moment [N m], reaction_local [N], reaction_moment_local [N m]
        """
    def point_on_line(self, part_a: _Part, part_b: _Part, /, *, at: _Place = ..., a: Mapping[str, Any] = ..., b: Mapping[str, Any] = ..., axis: _Vector = ..., x: _Vector = ..., stiffness: float = ..., rest: float = ..., damping: float = ..., force: _Function = ..., law: _Function = ..., books: Literal["work", "dissipation"] = ..., potential: _Function = ..., drive: _Function = ..., drive_rate: _Function = ..., initial: float = ..., initial_rate: float = ..., lower: float = ..., upper: float = ..., stop_stiffness: float = ..., stop_damping: float = ..., friction: float = ..., static_friction: float = ..., friction_speed: float = ..., friction_stiffness: float = ..., friction_arm: float = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """A point of the second part slides on a line fixed in the first.

        at [m]: joint point, drawing coordinates (default: the point it holds)
        a: frame on the first part, in its own coordinates: { at, axis, x }
        b: frame on the second part, in its own coordinates
        axis: direction of the line, fixed in the first part
        x: direction across the axis: x of the joint axes
        stiffness [N/m]: spring
        rest [m]: where the spring is at rest
        damping [N s/m]: damper
        force [N]: function of time and of signals, acts on the second part and back on the first. Function of t.
        law [N]: resistance as function of coordinate x, rate v, time and signals: k*x + c*v is a spring and a damper. Function of x, v, t.
        books: what the energy balance counts the user's law as; dissipation: it only takes energy (heat)
        potential [J]: energy of the coordinate x. Function of x.
        drive [m]: prescribes the coordinate as function of time. Function of t.
        drive_rate [m/s]: prescribes its rate as function of time. Function of t.
        initial [m]: moves the second part to this coordinate before the start
        initial_rate [m/s]: rate at the start
        lower [m]: lower stop
        upper [m]: upper stop
        stop_stiffness [N/m]: stiffness of the stops
        stop_damping [1/(m/s)]: damping of the stops: force = stop_stiffness * depth * (1 + stop_damping * speed into the stop)
        friction: friction coefficient; follows the joint's own reaction
        static_friction: coefficient at rest (default: that of sliding)
        friction_speed [m/s]: speed at which the coefficient has fallen from rest by 63 %
        friction_stiffness [N/m]: of what sticks (default: far above what a step can follow)
        friction_arm [m]: half length of the slider: moments press with moment/arm (default: moments do not press)
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: reaction [N], reaction_moment [N m], reaction_local [N], reaction_moment_local [N m], displacement [m], displacement_rate [m/s], drive_force [N], power [W], spring_force [N], damper_force [N], friction_force [N]
        """
    def point_on_plane(self, part_a: _Part, part_b: _Part, /, *, at: _Place = ..., a: Mapping[str, Any] = ..., b: Mapping[str, Any] = ..., axis: _Vector = ..., x_axis: _Vector = ..., initial: _Numbers = ..., initial_rate: _Numbers = ..., x: _DisplacementFields = ..., y: _DisplacementFields = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """A point of the second part slides on a plane fixed in the first.

        at [m]: joint point, drawing coordinates (default: the point it holds)
        a: frame on the first part, in its own coordinates: { at, axis, x }
        b: frame on the second part, in its own coordinates
        axis: normal of the plane (joint z); `normal` is the same
        x_axis: direction in the plane along which x is counted
        initial [m]: moves the second part there before the start: {x, y}
        initial_rate [m/s]: rates at the start: {x, y}
        x: laws on this coordinate: { stiffness, damping, drive, ... }
        y: laws on this coordinate: { stiffness, damping, drive, ... }
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: reaction [N], reaction_moment [N m], reaction_local [N], reaction_moment_local [N m], x [m], x_rate [m/s], x_drive_force [N], x_power [W], x_spring_force [N], x_damper_force [N], x_friction_force [N], y [m], y_rate [m/s], y_drive_force [N], y_power [W], y_spring_force [N], y_damper_force [N], y_friction_force [N]
        """
    def distance(self, part_a: _Part, part_b: _Part, /, *, at_a: _Place = ..., at_b: _Place = ..., length: _Function = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """Keeps two points at a given distance: a rod without mass, or one whose length is driven.

        at_a [m]: point on the first part, drawing coordinates (default: its own place)
        at_b [m]: point on the second part
        length [m]: distance: a number or a function of time (default: as drawn). Function of t.
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: force [N], length [m], power [W], reaction [N]
        """
    def align(self, part_a: _Part, part_b: _Part, part_c: _Part, /, *, at_a: _Place = ..., at_b: _Place = ..., at_c: _Place = ..., ratio: float = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """Keeps a point on the line through two others, at a fixed ratio.

        at_a [m]: point on the first part, drawing coordinates (default: its own place)
        at_b [m]: point on the second part
        at_c [m]: point on the third part
        ratio: b = a + ratio (c - a) (default: as drawn)
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: reaction [N]
        """
    def shell_revolute(self, part_a: _Part, part_b: _Part, /, *, name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """Holds a node of a shell on a part, which turns freely about the director there.

        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: reaction [N], reaction_moment [N m]
        """
    def torsion_spring(self, part_a: _Part, part_b: _Part, /, *, axis: _Vector, stiffness: float = ..., rest: float = ..., damping: float = ..., torque: _Function = ..., law: _Function = ..., books: Literal["work", "dissipation"] = ..., potential: _Function = ..., drive: _Function = ..., drive_rate: _Function = ..., initial: float = ..., initial_rate: float = ..., lower: float = ..., upper: float = ..., stop_stiffness: float = ..., stop_damping: float = ..., friction: float = ..., static_friction: float = ..., friction_speed: float = ..., friction_stiffness: float = ..., friction_arm: float = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """Spring, damper or law on the angle of a hinge line of shells, at one node.

        axis: direction of the hinge: angles are right-handed about it, the second relative to the first (required)
        stiffness [N m/rad]: spring
        rest [rad]: where the spring is at rest
        damping [N m s/rad]: damper
        torque [N m]: function of time and of signals, acts on the second part and back on the first. Function of t.
        law [N m]: resistance as function of coordinate x, rate v, time and signals: k*x + c*v is a spring and a damper. Function of x, v, t.
        books: what the energy balance counts the user's law as; dissipation: it only takes energy (heat)
        potential [J]: energy of the coordinate x. Function of x.
        drive [rad]: prescribes the coordinate as function of time. Function of t.
        drive_rate [rad/s]: prescribes its rate as function of time. Function of t.
        initial [rad]: moves the second part to this coordinate before the start
        initial_rate [rad/s]: rate at the start
        lower [rad]: lower stop
        upper [rad]: upper stop
        stop_stiffness [N m/rad]: stiffness of the stops
        stop_damping [1/(rad/s)]: damping of the stops: force = stop_stiffness * depth * (1 + stop_damping * speed into the stop)
        friction: friction coefficient; follows the joint's own reaction
        static_friction: coefficient at rest (default: that of sliding)
        friction_speed [rad/s]: speed at which the coefficient has fallen from rest by 63 %
        friction_stiffness [N m/rad]: of what sticks (default: far above what a step can follow)
        friction_arm [m]: radius of the bearing: torque = friction * arm * force
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: angle [rad], angle_rate [rad/s], spring_force [N m], damper_force [N m], drive_force [N m]
        """
    def spring(self, part_a: _Part, part_b: _Part, /, *, at_a: _Place = ..., at_b: _Place = ..., stiffness: float = ..., length: float = ..., damping: float = ..., force: _Function = ..., books: Literal["work", "dissipation"] = ..., potential: _Function = ..., lower: float = ..., upper: float = ..., stop_stiffness: float = ..., stop_damping: float = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """A spring and damper between two points.

        at_a [m]: end on the first part, drawing coordinates (default: its own place)
        at_b [m]: end on the second part
        stiffness [N/m]: spring
        length [m]: length at rest (default: as drawn)
        damping [N s/m]: damper along the line of the ends
        force [N]: tension as function of length x, its rate v, time and signals. Function of x, v, t.
        books: what the energy balance counts the user's law as; dissipation: it only takes energy (heat)
        potential [J]: energy as function of the length. Function of x.
        lower [m]: length below which a stop pushes
        upper [m]: length above which a stop pulls
        stop_stiffness [N/m]: stiffness of the stops
        stop_damping [s/m]: damping of the stops: force = stop_stiffness * depth * (1 + stop_damping * speed)
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: length [m], rate [m/s], force [N]
        """
    def bushing(self, part_a: _Part, part_b: _Part, /, *, at: _Place = ..., axis: _Vector = ..., x: _Vector = ..., axes: Literal["first", "second"] = ..., stiffness: _Numbers = ..., damping: _Numbers = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """An elastic joint: six stiffnesses and dampers between two frames.

        at [m]: where it sits, drawing coordinates (default: the point one of its parts names)
        axis: z of its axes (default: those of the drawing)
        x: x of its axes
        axes: the part in which its axes are fixed
        stiffness [N/m, N m/rad]: 6 numbers (along, about x, y, z) or 6 rows of 6
        damping [N s/m, N m s/rad]: 6 numbers or 6 rows of 6
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: displacement [m], rotation [rad], force [N], moment [N m]
        """
    def wheel(self, part_a: _Part, /, *, on: Sequence[_Part], at: _Place = ..., axis: _Vector = ..., radius: float, tube: float = ..., stiffness: float, name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """A wheel (torus) or ball that runs on planes and obstacles without friction.

        on: the planes and obstacles it can touch (required)
        at [m]: its centre, drawing coordinates (default: the part's own place)
        axis: direction of its axle, fixed in the part; a ball needs none
        radius [m]: outer radius (required)
        tube [m]: radius of its round edge: a torus whose hole is filled (default: a ball)
        stiffness [N/m]: force per depth, for each obstacle it touches (required)
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: force [N], gap [m], point [m]
        """
    def contact(self, part_a: _Part, part_b: _Part, /, *, all: Sequence[_Part] = ..., jointed: bool = ..., round: float = ..., friction: float = ..., static_friction: float = ..., friction_speed: float = ..., spin: Literal["none", "hertz"] = ..., patch: float = ..., rolling: float = ..., restitution: float = ..., stiffness: float = ..., pressure_per_depth: float = ..., power: float = ..., friction_stiffness: float = ..., E: float = ..., nu: float = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """Two parts that may touch, by their shapes: normal force, restitution, friction.

        all: a group: each of them may touch every other one, and the parts named first
        jointed: true: parts of the group that share a joint may touch, too
        round [m]: radius of edges and corners of boxes and other solids, inside their sizes; 0: sharp (default: sharp, but 0.05 of the smallest extent between two solids)
        friction: coefficient of dry friction
        static_friction: coefficient at rest (default: that of sliding)
        friction_speed [m/s]: speed at which the coefficient has fallen from rest by 63 %
        spin: friction of what spins about the normal: none, or by the radius of Hertz' patch
        patch [m]: radius of an even patch of contact, which resists spin
        rolling [m]: moment of rolling resistance over normal force
        restitution: speed after an impact over that before
        stiffness [N/m]: normal force per depth, of each feature that touches (default: from size, mass and speed)
        pressure_per_depth [N/m^3]: of a surface of a solid: normal force per depth and drawn area (default: 3 E over the depth of the elements below it)
        power: power of the depth; 1.5: Hertz
        friction_stiffness [N/m]: force per tangential displacement while it sticks (default: a deflection of 1e-6 of the smaller part)
        E [Pa]: Young's modulus of both parts: stiffness and power by Hertz
        nu: Poisson's ratio of both parts
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: force [N], normal [N], friction [N], moment [N m], gap [m], point [m], centre [m], pressure [Pa], area [m^2], slip [m/s], state [1], impulse [N s], touches [1], energy [J], friction_loss [J], rolling_loss [J], impact_loss [J]
        """
    def clearance(self, part_a: _Part, part_b: _Part, /, *, at: _Place, axis: _Vector, gap: float, radius: float = ..., length: float = ..., width: float = ..., height: float = ..., across: _Vector = ..., friction: float = ..., static_friction: float = ..., friction_speed: float = ..., friction_stiffness: float = ..., restitution: float = ..., stiffness: float = ..., power: float = ..., E: float = ..., nu: float = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """A joint with play: a journal in a bearing, or a slider in a guide.

        at [m]: middle of the joint, drawing coordinates (required)
        axis: of the journal, or along the guide (required)
        gap [m]: play: from the middle to where they touch (required)
        radius [m]: of the journal, which is the second part; the bearing is larger by `gap`
        length [m]: along the axis: it touches at both ends (default: of a journal, in the middle alone)
        width [m]: of a slider, the second part, in a guide
        height [m]: of a slider, across its width
        across: direction of the width
        friction: coefficient of dry friction
        static_friction: coefficient at rest (default: that of sliding)
        friction_speed [m/s]: speed at which the coefficient has fallen from rest by 63 %
        friction_stiffness [N/m]: force per tangential displacement while it sticks
        restitution: speed after an impact over that before
        stiffness [N/m]: normal force per depth of each place that touches (default: from gap, mass, speed)
        power: power of the depth; 1.5: Hertz
        E [Pa]: Young's modulus of both parts: stiffness and power by Hertz, of a journal
        nu: Poisson's ratio of both parts
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: force [N], normal [N], friction [N], moment [N m], gap [m], point [m], centre [m], pressure [Pa], area [m^2], slip [m/s], state [1], impulse [N s], touches [1], energy [J], friction_loss [J], rolling_loss [J], impact_loss [J]
        """
    def force(self, part_a: _Part, /, *, at: _Place = ..., value: _Function, follows: bool = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """A force on a part, given as function of time and of the velocity where it acts.

        at [m]: where it acts, drawing coordinates (default: the part's own place)
        value [N]: components as drawn: three numbers, or a function of time, of the velocity of its point and of signals that returns three. Function of t, vx, vy, vz. (required)
        follows: turns with the part (default: keeps its direction in space)
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: value [N]
        """
    def moment(self, part_a: _Part, /, *, value: _Function, follows: bool = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """A moment on a body, given as function of time.

        value [N m]: components as drawn: three numbers or a function of time and of signals that returns three. Function of t. (required)
        follows: turns with the part (default: keeps its direction in space)
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: value [N m]
        """
    def gear(self, joint_a: _Part, joint_b: _Part, /, *, ratio: float, coordinate_a: str = ..., coordinate_b: str = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """Couples two joint coordinates by a ratio, meshed as placed.

        ratio: coordinate of the second joint = ratio * coordinate of the first (m per rad for a rack) (required)
        coordinate_a: coordinate of the first joint, if it has several
        coordinate_b: coordinate of the second joint
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: force [1], error [1]
        """
    def coupling(self, *, joints: Sequence[_Part], coordinates: Sequence[str] = ..., factors: _Numbers, value: _Function = ..., stiffness: float = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """A linear relation between coordinates of up to four joints.

        joints: the joints, at most four (required)
        coordinates: their coordinates, for joints with several
        factors: factor of each coordinate (required)
        value: sum of factor * coordinate = value (default 0). Function of t.
        stiffness: a spring instead of a rigid relation: energy = stiffness * (sum - value)^2/2
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: force [1], error [1]
        """
    def rate_constraint(self, *, joints: Sequence[_Part], coordinates: Sequence[str] = ..., factors: _Numbers | _Function, rate: _Function = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """A linear relation between rates of joint coordinates; its factors may follow the coordinates.

        joints: the joints, at most four (required)
        coordinates: their coordinates, for joints with several
        factors: factor of each rate: numbers, or a function of the coordinates that returns them. Function of x1, x2, x3, x4. (required)
        rate: sum of factor * rate = this (default 0). Function of t.
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: force [1], error [1]
        """
    def knife_edge(self, part_a: _Part, part_b: _Part, /, *, at: _Place = ..., across: _Vector, name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """A blade on ice: its point moves along the blade and not across it.

        at [m]: point of the blade, drawing coordinates (default: the part's own place)
        across: direction, fixed in the first part, in which its point cannot move (required)
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: force [N], error [m/s]
        """
    def rolling(self, part_a: _Part, part_b: _Part, /, *, radius: float = ..., at: _Place = ..., axis: _Vector = ..., edge: float = ..., surface: Literal["plane", "sphere", "bowl", "cylinder", "drum"] = ..., surface_at: _Place = ..., surface_axis: _Vector = ..., surface_radius: float = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """A wheel or ball that rolls on a road without slip; it stays on it.

        radius [m]: of the wheel (default: that of its shape, a sphere or cylinder)
        at [m]: its centre, drawing coordinates (default: the part's own place)
        axis: direction of its axle, fixed in the part; without it a ball
        edge [m]: radius of its round edge (default 0: a disc)
        surface: of the road, fixed in the second part (default: its shape); bowl and drum: from inside
        surface_at [m]: a point of the plane, or the centre (default {0, 0, 0})
        surface_axis: normal of the plane, or axis of the cylinder (default "z")
        surface_radius [m]: of a round surface
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: force [N], normal [N], friction [N], needed_friction [1], point [m]
        """
    def slide(self, part_a: _Part, part_b: _Part, /, *, at: _Place = ..., curve: _Numbers = ..., follow: Literal["point", "direction", "frame"] = ..., up: _Numbers = ..., closed: bool = ..., mass: float = ..., damping: float = ..., force: _Function = ..., law: _Function = ..., drive: _Function = ..., drive_rate: _Function = ..., lower: float = ..., upper: float = ..., stop_stiffness: float = ..., stop_damping: float = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """A point slides along a cable, a beam, or a curve fixed in a body or in space.

        at [m]: the point of the first part that slides, drawing coordinates (default: its own place)
        curve [m]: points of a smooth curve fixed in the second part, drawing coordinates (default: the line of a cable or beam)
        follow: what of the part follows the curve: its point; also the direction in which it is drawn to look along it; or its roll about the curve, too
        up: what is up at each point of the curve, drawing axes (default: turned about the curve as little as possible)
        closed: the curve returns from its last point to its first
        mass [kg]: what turns in the wheels: inertia over the square of the radius
        damping [N s/m]: damper along the line
        force [N]: force along the line, function of time and of signals. Function of t.
        law [N]: resistance along the line, function of s, its rate, time and signals. Function of x, v, t.
        drive [m]: prescribes s as function of time. Function of t.
        drive_rate [m/s]: prescribes its rate as function of time. Function of t.
        lower [m]: lower stop of s
        upper [m]: upper stop of s
        stop_stiffness [N/m]: stiffness of the stops
        stop_damping [1/(m/s)]: damping of the stops: force = stop_stiffness * depth * (1 + stop_damping * speed into the stop)
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: s [m], s_rate [m/s], speed [m/s], force [N], moment [N m], along [N], across [N], drive_force [N]
        """
    def hold(self, part_a: _Part, /, *, at: _Place = ..., along: _Vector = ..., whole: bool = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """Holds a part where it is drawn for the static start, and lets it go at t = 0.

        at [m]: the point that is held, drawing coordinates (default: the origin of the part)
        along: the point is held in this direction only (default: in all)
        whole: true: the axes of the part are held too
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss

        Outputs: force [N], moment [N m]
        """
    def view(self, *, from_: Literal["iso", "front", "back", "left", "right", "top", "bottom"] = ..., azimuth: float = ..., elevation: float = ..., aim: _Place = ..., zoom: float = ..., name: str = ..., alpha: float = ..., penalty: float = ..., hold: bool = ..., color: str = ..., opacity: float = ..., material: str = ...) -> Item:
        """Where pictures of the model are taken from, and how the page opens.

        from_: the side from which pictures are taken
        azimuth [deg]: instead of `from`: angle from the front to the right, with `elevation`
        elevation [deg]: angle above the ground
        aim [m]: the middle of the picture; default: the middle of the motion
        zoom: larger (2) or smaller (0.5) than the whole motion
        name: its name; default: the kind and a number
        alpha: numerical damping; default: that of the run
        penalty [N/m]: its constraints are compliant with this penalty stiffness (0: they are exact); default: that of the run
        hold: parts: true: stays as drawn when positions are assembled
        color: in pictures: "#rrggbb" or a name such as "red"
        opacity: in pictures: 1 solid, 0 not seen
        material: what it is made of, by its name or as a table { like = "steel", E = 205e9 }: fills E, nu, density and the like of elastic parts, unless they are given; in pictures: colour, opacity and gloss
        """

class Group(Builder):
    """A part of a model that is placed as a whole: m.group(...).
    """
    name: str
    prefix: str
    @property
    def model(self) -> Model:
        """The model that it is a part of.
        """
        ...
    def __getitem__(self, name: Any) -> Any:
        """A part, joint or force of it, by its name without the prefix.
        """
        ...
    def __contains__(self, name: Any) -> Any: ...
    @property
    def items(self) -> list[Item]:
        """Its parts, joints and forces, and those of groups in it.
        """
        ...

class Model(Builder):
    """A mechanical model: m.body(...), m.revolute(a, b, ...), ... then m.run(...) or m.stepper().
    """
    @property
    def model(self) -> Model:
        """The model itself, as of a group.
        """
        ...
    def gravity(self, x: Any, y: Any = None, z: Any = None) -> None:
        """Acceleration of free fall, m/s^2: m.gravity(0, 0, -9.81).
        """
        ...
    def material(self, name: Any, **fields: Any) -> Any:
        """A material of its own, for the field material of parts and shapes: m.material("my steel", like="steel", E=205e9). Returns the
                name.
        """
        ...
    def input(self, name: Any, default: Any = 0.0, unit: Any = '') -> Any:
        """A number that is set between steps, with s.set(name, value): for forces, torques, laws of x, v and t, rates of drives, and
                channels. It is constant over a step, and its work is counted; a run has the default.
        """
        ...
    def controller(self, name: Any, every: Any, update: Any, states: Any = None, delay: Any = 0.0) -> Any:
        """A sampled controller: at t = 0, every, 2 every, ... update(t, s) sees the time, its states and any signals, sets new values
                of the states (s.i = ...) and returns a dict of the inputs that it sets; these are constant until the next sample, or change delay
                seconds later. Runs and steppers take its samples between steps: every is a whole number of steps.
        """
        ...
    def settings(self, **fields: Any) -> None:
        """Settings of all runs of the model (dt, duration, scheme, ...); m.run(...) may override them.
        """
        ...
    def to_lua(self) -> str:
        """The model as text of the model language, with bit for bit identical results.
        """
        ...
    def __getitem__(self, name: Any) -> Any:
        """A part, joint or force by its name.
        """
        ...
    def __contains__(self, name: Any) -> Any: ...
    @property
    def items(self) -> list[Item]:
        """All parts, joints and forces, in their order.
        """
        ...
    @property
    def channels(self) -> dict[str, str]:
        """Names of the channels, with their units.
        """
        ...
    @property
    def inputs(self) -> dict[str, Any]:
        """Names of the inputs, with their units.
        """
        ...
    @property
    def parameters(self) -> dict[str, Any]:
        """Parameters of a model file, with their values.
        """
        ...
    def check(self) -> Check:
        """Assembles the model and counts: degrees of freedom, masses, redundant equations, warnings.
        """
        ...
    def static(self) -> Equilibrium:
        """The static equilibrium; its outputs and channels are read like those of a stepper.
        """
        ...
    def stepper(self) -> Stepper:
        """The model step by step, from its start.
        """
        ...
    def rollout(self, states: Any = None, inputs: Any = None, h: Any = None, outputs: Any = None, steps: Any = None, threads: Any = 0) -> Rollouts:
        """Many motions at once from the start of the model, or from states of its steppers: see Stepper.rollout.
        """
        ...
    def modes(self, n: Any = 0, file: Any = None, **fields: Any) -> Modes:
        """The n lowest small vibrations about the static equilibrium (0: as the model says, else 10). Fields are those of the kind
                `modes` (rotation, near, ...), given once. file: a result in which they move.
        """
        ...
    def buckling(self, n: Any = 0, file: Any = None) -> Modes:
        """The factors by which all loads can grow until the model buckles.
        """
        ...
    def load_path(self, file: Any = None, **fields: Any) -> Result:
        """Equilibria under growing loads, as a result with a row for each (its time is its number), in a file or, without a name, in memory. Fields are
                those of the kind `load_path` (steps, factor, ...), given once.
        """
        ...
    def run(self, file: Any = None, progress: Any = True, **settings: Any) -> Result:
        """Runs the model into a result file and opens it; without a name the result is in memory (r.save(file) keeps it). Settings (dt, duration,
                tolerance, scheme, ...) are those of the reference; they override those of the model for this run only (m.settings sets them for all). progress: True for a bar, False, or a function of (t,
                duration, steps). Ctrl-C ends the run after the current step; what was computed stays in the file, and sinew.resume continues it. A run that
                fails raises an error whose .result is what was computed before.
        """
        ...
    def copy(self) -> Any: ...

class Sweep:
    """A table, one row per run: t["k"], t["max(tip_z)"], t.status, t.message are numpy arrays; t.array is all of it as a structured array.
        t.failed says which runs have no numbers.
    """
    file: str | None
    units: dict[str, str]
    def keys(self) -> Any:
        """Names of the columns: run, the parameters, what was collected, status, seconds, message, made_by.
        """
        ...
    def __getitem__(self, name: Any) -> Any:
        """A column by its name.
        """
        ...
    def __contains__(self, name: Any) -> Any: ...
    def __len__(self) -> Any:
        """Rows.
        """
        ...
    @property
    def status(self) -> str:
        """complete, stopped (by a condition of the model), failed, crashed or warned (strict).
        """
        ...
    @property
    def message(self) -> Any:
        """Why runs failed, or their first warning; else empty.
        """
        ...
    @property
    def failed(self) -> Any:
        """Which runs failed or crashed, or were warned (strict).
        """
        ...
    @property
    def array(self) -> Any:
        """All columns as a structured array.
        """
        ...
    def to_pandas(self) -> pandas.DataFrame:
        """A DataFrame, with the units in its .attrs.
        """
        ...

class Campbell:
    """Frequencies [Hz] over the speed [rad/s]: .speed, .frequency (run, mode), .whirl (1 forward, -1 backward, 0 neither), .growth
        [1/s]; c.critical() are the speeds that excite a mode, c.plot() draws it.
    """
    speed: np.ndarray
    frequency: np.ndarray
    whirl: np.ndarray
    growth: np.ndarray
    def family(self, whirl: Any) -> np.ndarray:
        """Frequencies of the modes that go round this way, lowest first, over the speed: an array (run, k) with NaN where there are
                no more.
        """
        ...
    def critical(self, order: Any = 1.0, whirl: Any = 1) -> np.ndarray:
        """Speeds [rad/s] at which a mode has `order` times the frequency of rotation, linear between the runs. whirl: which modes;
                unbalance excites forward ones (1).
        """
        ...
    def plot(self, orders: Any = (1,), axes: Any = None) -> Any:
        """Modes over the speed, with the lines of excitation, by matplotlib. Returns the axes.
        """
        ...

class CriticalLoad:
    """.value: where stability is lost, between .stable and .unstable; .growth [1/s] and .frequency [Hz] of the mode just above: with a
        frequency it flutters, without one it falls away. .runs: how many it took.
    """
    value: float
    stable: float
    unstable: float
    growth: float
    frequency: float
    runs: int

pi: float
ground: Place

def spline(x: Any, y: Any, kind: Any = 'spline') -> Curve:
    """A curve through the points (x, y), constant outside: kind "spline", "monotone" or "linear".
    """
    ...
def table(x: Any, y: Any) -> Curve:
    """A curve of straight pieces through the points (x, y), constant outside.
    """
    ...
def sin(x: Any) -> Any:
    """sin of a number, an array, an argument of a traced function or a signal.
    """
    ...
def cos(x: Any) -> Any:
    """cos of a number, an array, an argument of a traced function or a signal.
    """
    ...
def tan(x: Any) -> Any:
    """tan of a number, an array, an argument of a traced function or a signal.
    """
    ...
def asin(x: Any) -> Any:
    """asin of a number, an array, an argument of a traced function or a signal.
    """
    ...
def acos(x: Any) -> Any:
    """acos of a number, an array, an argument of a traced function or a signal.
    """
    ...
def atan(x: Any) -> Any:
    """atan of a number, an array, an argument of a traced function or a signal.
    """
    ...
def exp(x: Any) -> Any:
    """exp of a number, an array, an argument of a traced function or a signal.
    """
    ...
def log(x: Any) -> Any:
    """log of a number, an array, an argument of a traced function or a signal.
    """
    ...
def sqrt(x: Any) -> Any:
    """sqrt of a number, an array, an argument of a traced function or a signal.
    """
    ...
def abs(x: Any) -> Any:
    """abs of a number, an array, an argument of a traced function or a signal.
    """
    ...
def sign(x: Any) -> Any:
    """sign of a number, an array, an argument of a traced function or a signal.
    """
    ...
def tanh(x: Any) -> Any:
    """tanh of a number, an array, an argument of a traced function or a signal.
    """
    ...
def sinh(x: Any) -> Any:
    """sinh of a number, an array, an argument of a traced function or a signal.
    """
    ...
def cosh(x: Any) -> Any:
    """cosh of a number, an array, an argument of a traced function or a signal.
    """
    ...
def floor(x: Any) -> Any:
    """floor of a number, an array, an argument of a traced function or a signal.
    """
    ...
def step(x: Any) -> Any:
    """Smooth step: 0 below 0, 1 above 1, a quintic between.
    """
    ...
def negate(x: Any) -> Any:
    """The opposite of a condition; ~c is the same.
    """
    ...
def atan2(a: Any, b: Any) -> Any:
    """atan2 of two numbers, arrays, arguments of traced functions or signals.
    """
    ...
def less(a: Any, b: Any) -> Any:
    """less of two numbers, arrays, arguments of traced functions or signals.
    """
    ...
def less_equal(a: Any, b: Any) -> Any:
    """less_equal of two numbers, arrays, arguments of traced functions or signals.
    """
    ...
def greater(a: Any, b: Any) -> Any:
    """greater of two numbers, arrays, arguments of traced functions or signals.
    """
    ...
def greater_equal(a: Any, b: Any) -> Any:
    """greater_equal of two numbers, arrays, arguments of traced functions or signals.
    """
    ...
def both(a: Any, b: Any) -> Any:
    """Both conditions are true; a & b is the same.
    """
    ...
def either(a: Any, b: Any) -> Any:
    """At least one condition is true; a | b is the same.
    """
    ...
def um(x: Any) -> Any:
    """Converts from um to SI (m): numbers, lists, arrays and formulas.
    """
    ...
def mm(x: Any) -> Any:
    """Converts from mm to SI (m): numbers, lists, arrays and formulas.
    """
    ...
def cm(x: Any) -> Any:
    """Converts from cm to SI (m): numbers, lists, arrays and formulas.
    """
    ...
def km(x: Any) -> Any:
    """Converts from km to SI (m): numbers, lists, arrays and formulas.
    """
    ...
def mm2(x: Any) -> Any:
    """Converts from mm^2 to SI (m^2): numbers, lists, arrays and formulas.
    """
    ...
def cm2(x: Any) -> Any:
    """Converts from cm^2 to SI (m^2): numbers, lists, arrays and formulas.
    """
    ...
def mm4(x: Any) -> Any:
    """Converts from mm^4 to SI (m^4): numbers, lists, arrays and formulas.
    """
    ...
def cm4(x: Any) -> Any:
    """Converts from cm^4 to SI (m^4): numbers, lists, arrays and formulas.
    """
    ...
def ms(x: Any) -> Any:
    """Converts from ms to SI (s): numbers, lists, arrays and formulas.
    """
    ...
def minutes(x: Any) -> Any:
    """Converts from min to SI (s): numbers, lists, arrays and formulas.
    """
    ...
def hours(x: Any) -> Any:
    """Converts from h to SI (s): numbers, lists, arrays and formulas.
    """
    ...
def g(x: Any) -> Any:
    """Converts from g to SI (kg): numbers, lists, arrays and formulas.
    """
    ...
def t(x: Any) -> Any:
    """Converts from t to SI (kg): numbers, lists, arrays and formulas.
    """
    ...
def mrad(x: Any) -> Any:
    """Converts from mrad to SI (rad): numbers, lists, arrays and formulas.
    """
    ...
def deg(x: Any) -> Any:
    """Converts from deg to SI (rad): numbers, lists, arrays and formulas.
    """
    ...
def rev(x: Any) -> Any:
    """Converts from rev to SI (rad): numbers, lists, arrays and formulas.
    """
    ...
def rpm(x: Any) -> Any:
    """Converts from rpm to SI (rad/s): numbers, lists, arrays and formulas.
    """
    ...
def kmh(x: Any) -> Any:
    """Converts from km/h to SI (m/s): numbers, lists, arrays and formulas.
    """
    ...
def mN(x: Any) -> Any:
    """Converts from mN to SI (N): numbers, lists, arrays and formulas.
    """
    ...
def kN(x: Any) -> Any:
    """Converts from kN to SI (N): numbers, lists, arrays and formulas.
    """
    ...
def MN(x: Any) -> Any:
    """Converts from MN to SI (N): numbers, lists, arrays and formulas.
    """
    ...
def mJ(x: Any) -> Any:
    """Converts from mJ to SI (J): numbers, lists, arrays and formulas.
    """
    ...
def kJ(x: Any) -> Any:
    """Converts from kJ to SI (J): numbers, lists, arrays and formulas.
    """
    ...
def MJ(x: Any) -> Any:
    """Converts from MJ to SI (J): numbers, lists, arrays and formulas.
    """
    ...
def mW(x: Any) -> Any:
    """Converts from mW to SI (W): numbers, lists, arrays and formulas.
    """
    ...
def kW(x: Any) -> Any:
    """Converts from kW to SI (W): numbers, lists, arrays and formulas.
    """
    ...
def MW(x: Any) -> Any:
    """Converts from MW to SI (W): numbers, lists, arrays and formulas.
    """
    ...
def kPa(x: Any) -> Any:
    """Converts from kPa to SI (Pa): numbers, lists, arrays and formulas.
    """
    ...
def MPa(x: Any) -> Any:
    """Converts from MPa to SI (Pa): numbers, lists, arrays and formulas.
    """
    ...
def GPa(x: Any) -> Any:
    """Converts from GPa to SI (Pa): numbers, lists, arrays and formulas.
    """
    ...
def percent(x: Any) -> Any:
    """Converts from % to SI: numbers, lists, arrays and formulas.
    """
    ...
def min(*values: Any) -> Any:
    """The smallest of numbers or formulas.
    """
    ...
def max(*values: Any) -> Any:
    """The largest of numbers or formulas.
    """
    ...
def where(condition: Any, a: Any, b: Any) -> Any:
    """a where the condition is true, else b; traced functions cannot use if.
    """
    ...
def position(*arguments: Any) -> Expression:
    """position(part[, point])

    Of a point fixed in a part (as drawn; default: its own place), ground axes, m.
    """
    ...
def velocity(*arguments: Any) -> Expression:
    """velocity(part[, point])

    The same, m/s.
    """
    ...
def acceleration(*arguments: Any) -> Expression:
    """acceleration(part[, point])

    The same, m/s^2.
    """
    ...
def orientation(*arguments: Any) -> Expression:
    """orientation(part)

    Of a part's axes, as a quaternion, scalar first.
    """
    ...
def angular_velocity(*arguments: Any) -> Expression:
    """angular_velocity(part)

    Of a part, ground axes, rad/s.
    """
    ...
def angular_velocity_body(*arguments: Any) -> Expression:
    """angular_velocity_body(part)

    Of a part, its own axes, rad/s.
    """
    ...
def angular_acceleration(*arguments: Any) -> Expression:
    """angular_acceleration(part)

    Of a part, ground axes, rad/s^2.
    """
    ...
def angle(*arguments: Any) -> Expression:
    """angle(joint[, coordinate])

    The angle of a joint, rad.
    """
    ...
def displacement(*arguments: Any) -> Expression:
    """displacement(joint[, coordinate])

    The displacement of a joint, m.
    """
    ...
def rate(*arguments: Any) -> Expression:
    """rate(joint[, coordinate])

    The rate of a joint coordinate.
    """
    ...
def reaction(*arguments: Any) -> Expression:
    """reaction(joint)

    Force on the second part at the joint point, ground axes, N.
    """
    ...
def reaction_moment(*arguments: Any) -> Expression:
    """reaction_moment(joint)

    Moment on the second part, ground axes, N m.
    """
    ...
def reaction_local(*arguments: Any) -> Expression:
    """reaction_local(joint)

    The force in the joint's axes.
    """
    ...
def reaction_moment_local(*arguments: Any) -> Expression:
    """reaction_moment_local(joint)

    The moment in the joint's axes.
    """
    ...
def drive_force(*arguments: Any) -> Expression:
    """drive_force(joint)

    Force or torque of the drive.
    """
    ...
def power(*arguments: Any) -> Expression:
    """power(joint)

    Power of the drive, W.
    """
    ...
def output(*arguments: Any) -> Expression:
    """output(item, name[, s])

    Any output of a part, joint or force by name; along a beam: at the length s.
    """
    ...
def sum(*arguments: Any) -> Expression:
    """sum(a, b, ...)

    Sum of any number of signals, single ones or those with components.
    """
    ...
def norm(*arguments: Any) -> Expression:
    """norm(signal)

    The length of a signal with components.
    """
    ...
def energy(*arguments: Any) -> Expression:
    """energy(parts, "kinetic")

    Energy of the model, energy("total"), or of a part, or a list of parts and joints.
    """
    ...
def center_of_mass(*arguments: Any) -> Expression:
    """center_of_mass([parts])

    Of parts; without: of the model.
    """
    ...
def momentum(*arguments: Any) -> Expression:
    """momentum([parts])

    Of parts; without: of the model.
    """
    ...
def angular_momentum(*arguments: Any) -> Expression:
    """angular_momentum([parts[, about]])

    About the origin, a point, or "center".
    """
    ...
def rotate(*arguments: Any) -> Expression:
    """rotate(orientation, v)

    The vector v turned by an orientation.
    """
    ...
def rotate_back(*arguments: Any) -> Expression:
    """rotate_back(orientation, v)

    The components of v along turned axes.
    """
    ...
def time(*arguments: Any) -> Expression:
    """time()

    The time, s.
    """
    ...
def state(*arguments: Any) -> Expression:
    """state(controller, name)

    A state of a controller, by the names of both.
    """
    ...
def axis_angle(axis: Any, angle: Any) -> Any:
    """An orientation: turned about an axis by an angle in rad.
    """
    ...
def quaternion(q0: Any, q1: Any, q2: Any, q3: Any) -> Any:
    """An orientation: a unit quaternion, scalar first.
    """
    ...
def directions(**axes: Any) -> Any:
    """An orientation: any two of x, y, z as vectors; the first is kept, the second gives the plane.
    """
    ...
def euler(*arguments: Any) -> Any:
    """euler("zyx", a, b, c): an orientation by three turns about moving axes. euler(part, "zyx"): the signal of these angles.
    """
    ...
def box(*, size: Any = ..., material: Any = ..., density: Any = ..., mass: Any = ..., at: Any = ...) -> _Made:
    """A block with edges along its axes.

    size [m]: edges along x, y, z (required)
    material: what it is made of, by its name or as a table: its density
    density [kg/m^3]: gives mass and inertia; without it (and mass) the shape is only a picture
    mass [kg]: its mass, instead of a density
    at [m]: where its origin sits in the body; default {0, 0, 0}
    """
    ...
def cylinder(*, length: Any = ..., radius: Any = ..., material: Any = ..., density: Any = ..., mass: Any = ..., at: Any = ...) -> _Made:
    """A solid cylinder; axis x unless said otherwise.

    length [m]: along its axis (required)
    radius [m]: outer radius (required)
    material: what it is made of, by its name or as a table: its density
    density [kg/m^3]: gives mass and inertia; without it (and mass) the shape is only a picture
    mass [kg]: its mass, instead of a density
    at [m]: where its origin sits in the body; default {0, 0, 0}
    """
    ...
def sphere(*, radius: Any = ..., material: Any = ..., density: Any = ..., mass: Any = ..., at: Any = ...) -> _Made:
    """A solid sphere.

    radius [m]: radius (required)
    material: what it is made of, by its name or as a table: its density
    density [kg/m^3]: gives mass and inertia; without it (and mass) the shape is only a picture
    mass [kg]: its mass, instead of a density
    at [m]: where its origin sits in the body; default {0, 0, 0}
    """
    ...
def tube(*, length: Any = ..., radius: Any = ..., inner: Any = ..., material: Any = ..., density: Any = ..., mass: Any = ..., at: Any = ..., thickness: Any = ..., shear_y: Any = ..., shear_z: Any = ..., torsion: Any = ..., offset_y: Any = ..., offset_z: Any = ..., turn: Any = ...) -> _Made:
    """A hollow cylinder. / A round tube: thickness or inner radius.

    length [m]: along its axis (required)
    radius [m]: outer radius (required)
    inner [m]: inner radius, instead of thickness
    material: what it is made of, by its name or as a table: its density
    density [kg/m^3]: gives mass and inertia; without it (and mass) the shape is only a picture
    mass [kg]: its mass, instead of a density
    at [m]: where its origin sits in the body; default {0, 0, 0}
    thickness [m]: of the wall
    shear_y [m^2]: effective shear area along y; default: from its shape
    shear_z [m^2]: effective shear area along z; default: from its shape
    torsion [m^4]: torsion constant J; default: from its shape
    offset_y [m]: where the centroid is, seen from the beam's line: along its second axis
    offset_z [m]: the same along its third axis
    turn [rad]: angle of the section about its centroid, from the second axis to the third
    """
    ...
def cone(*, length: Any = ..., radius: Any = ..., top: Any = ..., material: Any = ..., density: Any = ..., mass: Any = ..., at: Any = ...) -> _Made:
    """A cone or a frustum; its origin is in the middle of its axis.

    length [m]: along its axis (required)
    radius [m]: radius at the start of its axis (required)
    top [m]: radius at the end of its axis
    material: what it is made of, by its name or as a table: its density
    density [kg/m^3]: gives mass and inertia; without it (and mass) the shape is only a picture
    mass [kg]: its mass, instead of a density
    at [m]: where its origin sits in the body; default {0, 0, 0}
    """
    ...
def slender(*, length: Any = ..., radius: Any = ..., density: Any = ..., mass: Any = ..., at: Any = ...) -> _Made:
    """A straight line with mass.

    length [m]: along its axis (required)
    radius [m]: of its picture only
    density [kg/m]: mass per length; a line has no inertia about itself
    mass [kg]: its mass, instead of a density
    at [m]: where its origin sits in the body; default {0, 0, 0}
    """
    ...
def mesh(*, file: Any = ..., scale: Any = ..., density: Any = ..., mass: Any = ..., at: Any = ...) -> _Made:
    """A surface of triangles from a file (STL or OBJ); its origin and axes are those of the file.

    file: name of an STL or OBJ file in the folder of the model (required)
    scale [m]: length of one unit of the file; 1e-3 for a file in mm
    density [kg/m^3]: gives mass and inertia if the surface is closed; without it (and mass) it is only a picture
    mass [kg]: its mass, instead of a density
    at [m]: where its origin sits in the body; default {0, 0, 0}
    """
    ...
def rectangle(*, width: Any = ..., height: Any = ..., joined: Any = ..., shear_y: Any = ..., shear_z: Any = ..., torsion: Any = ..., offset_y: Any = ..., offset_z: Any = ..., turn: Any = ...) -> _Made:
    """A solid rectangle.

    width [m]: along y, the second axis of the beam (required)
    height [m]: along z, the third axis (required)
    joined: a rib: one end of its height is joined to a plate; torsion constant without that end
    shear_y [m^2]: effective shear area along y; default: from its shape
    shear_z [m^2]: effective shear area along z; default: from its shape
    torsion [m^4]: torsion constant J; default: from its shape
    offset_y [m]: where the centroid is, seen from the beam's line: along its second axis
    offset_z [m]: the same along its third axis
    turn [rad]: angle of the section about its centroid, from the second axis to the third
    """
    ...
def circle(*, radius: Any = ..., shear_y: Any = ..., shear_z: Any = ..., torsion: Any = ..., offset_y: Any = ..., offset_z: Any = ..., turn: Any = ...) -> _Made:
    """A solid circle.

    radius [m]: radius (required)
    shear_y [m^2]: effective shear area along y; default: from its shape
    shear_z [m^2]: effective shear area along z; default: from its shape
    torsion [m^4]: torsion constant J; default: from its shape
    offset_y [m]: where the centroid is, seen from the beam's line: along its second axis
    offset_z [m]: the same along its third axis
    turn [rad]: angle of the section about its centroid, from the second axis to the third
    """
    ...
def hollow_box(*, width: Any = ..., height: Any = ..., thickness: Any = ..., web: Any = ..., shear_y: Any = ..., shear_z: Any = ..., torsion: Any = ..., offset_y: Any = ..., offset_z: Any = ..., turn: Any = ...) -> _Made:
    """A rectangular tube.

    width [m]: of the whole, along y (required)
    height [m]: of the whole, along z (required)
    thickness [m]: of the walls (required)
    web [m]: thickness of the two walls along z; default: thickness
    shear_y [m^2]: effective shear area along y; default: from its shape
    shear_z [m^2]: effective shear area along z; default: from its shape
    torsion [m^4]: torsion constant J; default: from its shape
    offset_y [m]: where the centroid is, seen from the beam's line: along its second axis
    offset_z [m]: the same along its third axis
    turn [rad]: angle of the section about its centroid, from the second axis to the third
    """
    ...
def i_section(*, height: Any = ..., width: Any = ..., flange: Any = ..., web: Any = ..., bottom_width: Any = ..., bottom_flange: Any = ..., shear_y: Any = ..., shear_z: Any = ..., torsion: Any = ..., offset_y: Any = ..., offset_z: Any = ..., turn: Any = ...) -> _Made:
    """An I: web along z, flanges along y, which may differ.

    height [m]: of the whole, along z (required)
    width [m]: of the flanges, along y (required)
    flange [m]: thickness of the flanges (required)
    web [m]: thickness of the web (required)
    bottom_width [m]: width of the flange at -z; default: width
    bottom_flange [m]: its thickness; default: flange
    shear_y [m^2]: effective shear area along y; default: from its shape
    shear_z [m^2]: effective shear area along z; default: from its shape
    torsion [m^4]: torsion constant J; default: from its shape
    offset_y [m]: where the centroid is, seen from the beam's line: along its second axis
    offset_z [m]: the same along its third axis
    turn [rad]: angle of the section about its centroid, from the second axis to the third
    """
    ...
def channel_section(*, height: Any = ..., width: Any = ..., flange: Any = ..., web: Any = ..., shear_y: Any = ..., shear_z: Any = ..., torsion: Any = ..., offset_y: Any = ..., offset_z: Any = ..., turn: Any = ...) -> _Made:
    """A channel: web along z, flanges towards +y.

    height [m]: of the whole, along z (required)
    width [m]: of the whole, along y (required)
    flange [m]: thickness of the flanges (required)
    web [m]: thickness of the web (required)
    shear_y [m^2]: effective shear area along y; default: from its shape
    shear_z [m^2]: effective shear area along z; default: from its shape
    torsion [m^4]: torsion constant J; default: from its shape
    offset_y [m]: where the centroid is, seen from the beam's line: along its second axis
    offset_z [m]: the same along its third axis
    turn [rad]: angle of the section about its centroid, from the second axis to the third
    """
    ...
def t_section(*, height: Any = ..., width: Any = ..., flange: Any = ..., web: Any = ..., shear_y: Any = ..., shear_z: Any = ..., torsion: Any = ..., offset_y: Any = ..., offset_z: Any = ..., turn: Any = ...) -> _Made:
    """A T: web along z, flange at +z.

    height [m]: of the whole, along z (required)
    width [m]: of the whole, along y (required)
    flange [m]: thickness of the flanges (required)
    web [m]: thickness of the web (required)
    shear_y [m^2]: effective shear area along y; default: from its shape
    shear_z [m^2]: effective shear area along z; default: from its shape
    torsion [m^4]: torsion constant J; default: from its shape
    offset_y [m]: where the centroid is, seen from the beam's line: along its second axis
    offset_z [m]: the same along its third axis
    turn [rad]: angle of the section about its centroid, from the second axis to the third
    """
    ...
def angle_section(*, height: Any = ..., width: Any = ..., thickness: Any = ..., shear_y: Any = ..., shear_z: Any = ..., torsion: Any = ..., offset_y: Any = ..., offset_z: Any = ..., turn: Any = ...) -> _Made:
    """An angle: legs towards +y and +z.

    height [m]: length of the leg along z (required)
    width [m]: length of the leg along y (required)
    thickness [m]: of both legs (required)
    shear_y [m^2]: effective shear area along y; default: from its shape
    shear_z [m^2]: effective shear area along z; default: from its shape
    torsion [m^4]: torsion constant J; default: from its shape
    offset_y [m]: where the centroid is, seen from the beam's line: along its second axis
    offset_z [m]: the same along its third axis
    turn [rad]: angle of the section about its centroid, from the second axis to the third
    """
    ...
def polygon_section(*, points: Any = ..., torsion: Any = ..., shear_y: Any = ..., shear_z: Any = ..., offset_y: Any = ..., offset_z: Any = ..., turn: Any = ...) -> _Made:
    """A solid polygon: area and second moments follow; its shear centre is taken at the centroid.

    points [m]: its corners { {y, z}, ... } in order, in any place (required)
    torsion [m^4]: torsion constant J (required)
    shear_y [m^2]: effective shear area along y; default: 5/6 of the area
    shear_z [m^2]: effective shear area along z; default: 5/6 of the area
    offset_y [m]: where the centroid is, seen from the beam's line: along its second axis
    offset_z [m]: the same along its third axis
    turn [rad]: angle of the section about its centroid, from the second axis to the third
    """
    ...
def general_section(*, area: Any = ..., second_y: Any = ..., second_z: Any = ..., second_yz: Any = ..., torsion: Any = ..., shear_y: Any = ..., shear_z: Any = ..., shear_center_y: Any = ..., shear_center_z: Any = ..., offset_y: Any = ..., offset_z: Any = ..., turn: Any = ...) -> _Made:
    """A section of given numbers, drawn as a rectangle with the same radii of gyration.

    area [m^2]: area (required)
    second_y [m^4]: int y^2 dA about the centroid: against bending along y, about the third axis (required)
    second_z [m^4]: int z^2 dA about the centroid: against bending along z, about the second axis (required)
    second_yz [m^4]: int y z dA about the centroid
    torsion [m^4]: torsion constant J (required)
    shear_y [m^2]: effective shear area along y; default: 5/6 of the area
    shear_z [m^2]: effective shear area along z; default: 5/6 of the area
    shear_center_y [m]: where the shear centre is, seen from the centroid
    shear_center_z [m]: the same along z
    offset_y [m]: where the centroid is, seen from the beam's line: along its second axis
    offset_z [m]: the same along its third axis
    turn [rad]: angle of the section about its centroid, from the second axis to the third
    """
    ...
def load(file: Any, **parameters: Any) -> Model:
    """Loads a model file written in Lua, with values for its parameters: sinew.load("crane.lua", length=2).
    """
    ...
def from_lua(source: Any, name: Any = 'model.lua', folder: Any = '') -> Model:
    """A model from a text of the model language.
    """
    ...
def open(file: Any) -> Result:
    """Opens a result file.
    """
    ...
def resume(file: Any, until: Any = None, progress: Any = True) -> Result:
    """Goes on with a run that was stopped or killed, or further than it was to go; opens its result.
    """
    ...
def compare(a: Any, b: Any, *channels: Any) -> dict[str, Any]:
    """The differences of two results: the members of `sinew compare --json`, as a dict.
    """
    ...
def sweep(model: Any, values: Any, collect: Any = None, file: Any = None, progress: Any = True, **options: Any) -> Sweep:
    """Runs a model with many values of its parameters, and gives the table. model: a file, or a function of the parameters that builds a
        model: def pendulum(k, c): ... return m. values: {"k": [1e3, 2e3], "c": np.linspace(0, 1, 11)}, all combinations; with plan="latin" or "random", runs=100 and seed=1 points by chance, from lists or (low, high). collect:
        "max(tip_z), final(angle)". file: the table, file.csv and file.h5, which a second call continues (None: nothing is kept).
        Other options are those of `sinew sweep`: do, jobs, results, fresh, retry, dt, duration, until, wall_limit, ... .
    """
    ...
def campbell(model: Any, speed: Any, n: Any = 6, parameter: Any = 'speed', file: Any = None, **options: Any) -> Campbell:
    """The n lowest modes of a rotor over its speed, rad/s: a sweep of modes over the parameter that says it. The model asks for
        modes { spin = true } (rotors that keep their spin) or modes { rotation = { 0, 0, speed } } (everything turns; seen in axes that
        turn). Options are those of sinew.sweep.
    """
    ...
def critical_load(model: Any, parameter: Any, low: Any, high: Any, tolerance: Any = 1e-06, points: Any = 5, **options: Any) -> CriticalLoad:
    """The smallest value of a parameter between low (stable) and high (unstable) at which the equilibrium of the model loses its
        stability: modes about it begin to grow. Sweeps of `points` modes narrow the interval until it is `tolerance` times its value. What
        `sinew modes --buckling` foretells from the stresses now is found here under the load itself.
    """
    ...
