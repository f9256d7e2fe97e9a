/* language/pages.c -- the helper functions of the language, for the reference manual (tools/make_reference.c). */
#include "language/language.h"

const sn_language_page sn_language_pages[] = {
    {"Model", "language { version = 1 }",
     "The version of the language of the model, on its first line; may be left out. A program that is too old for this "
     "version says so."},
    {"Model", "param { name = default, ... }",
     "Defines globals that `--set name=value` overrides: numbers, texts, true or false."},
    {"Model", "gravity { x, y, z }", "Acceleration of free fall, m/s^2. Without it there is none."},
    {"Model", "run { field = value, ... }", "What the run should do; its fields are below."},
    {"Model", "channel(name, signal[, { unit = \"deg\" }])",
     "Writes a signal (or an expression of signals) to the result file. Inside a group its name gets the prefix, too. "
     "With a unit the channel is stored in that unit: rad, m, s, N, ... are converted (deg, rpm, mm, km/h, g, ms, kN, "
     "...). Sums, norm, abs, min, max and where of like units keep their unit, and a number has the unit of the "
     "quantity it is added to. Products, powers and roots of signals have the unit that follows. A number times a "
     "signal is converted like the signal (not twice: 1000*x in mm stays); in another quantity (a stiffness times x, "
     "in N) the unit must be SI and is a label. A unit that the expression cannot have is refused, and so is an "
     "unknown one."},
    {"Model", "stop_when(name, condition)",
     "Ends the run after the first step at whose end the condition of signals is true; the result has status "
     "`stopped`."},
    {"Model", "include \"file.lua\"",
     "Runs another file of the model's folder, with the same globals; returns its return value."},
    {"Model", "group(name, function)", "Defines a subassembly: the function makes its parts and joints."},
    {"Model", "place(group, { name=, at=, orientation=, more= }, ...)",
     "Makes the subassembly: names get the prefix `name.`, all points and directions are moved. Further values go to "
     "the function, whose return value is returned. With more = true items are added to the group of this name."},
    {"Model", "input(name, { default = 0, unit = \"N m\" }), input(name)",
     "A number that a program sets between steps (`sinew_set_input`, Python's `s.set`); in a run it has its default. "
     "It can be used in forces, torques, laws of x, v and t, rates of drives and channels. It is constant over a step, "
     "and its work is counted. The second form is the same input again."},
    {"Model",
     "controller { name =, every =, delay = 0, states = { i = 0 }, update = function(t, s) ... return { u = ... } end "
     "}",
     "A sampled controller: at t = 0, every, 2 every, ... its update gets the time, its states and any signals, sets "
     "new values of the states (s.i = ...) and returns the inputs that it sets, by name. These are constant until the "
     "next sample; with `delay`, a whole number of samples in seconds, they change that much later. `every` is a whole "
     "number of steps: steps end on samples. States are part of "
     "checkpoints."},
    {"Model", "item(name)",
     "The part, joint or force of this name as a handle, also one of a group (\"leg1.knee\") or of an included file."},
    {"Model", "ground", "The ground: a part that never moves."},
    {"Places and orientations", "{ x, y, z }",
     "A point or vector, in m, in drawing coordinates. Directions may also be \"x\", \"-y\", ..."},
    {"Places and orientations", "part:point { x, y, z }",
     "A point in the part's own coordinates (of a node: part:node(k):point {...}), wherever a point or a part is "
     "expected: as entry of a joint, spring, load or cable, as `at` and the like, in position(...). A part without "
     ":point means its origin."},
    {"Places and orientations", "{ {a, b, c}, {d, e, f}, {g, h, i} }", "A rotation matrix, row by row."},
    {"Places and orientations", "axis_angle(axis, angle)", "Turned about an axis by an angle in rad."},
    {"Places and orientations", "quaternion(q0, q1, q2, q3)", "Unit quaternion, scalar first."},
    {"Places and orientations", "euler(sequence, a, b, c)", "Three turns about moving axes, for example \"zyx\"."},
    {"Places and orientations", "directions { x = v, y = w }",
     "Any two of x, y, z: the first is kept, the second gives the plane."},
    {"Places and orientations", "part.first, part.last, part:node(k)",
     "Nodes of a cable or link, k from 0; part.name is its name."},
    {"Places and orientations", "rotate(orientation, v), rotate_back(orientation, v)",
     "The vector v rotated by an orientation (one of these, or the signal orientation(part)), R v; and R^T v, the "
     "components of v along the rotated axes. v is { x, y, z } or a signal with .x .y .z."},
    {"Functions and numbers", "sin cos tan asin acos atan atan2 exp log sqrt abs sign tanh sinh cosh min max floor",
     "Of numbers and inside functions. Angles in rad."},
    {"Functions and numbers", "where(condition, a, b)",
     "a where the condition is true, else b. Functions cannot use `if`."},
    {"Functions and numbers", "less(a, b), less_equal, greater, greater_equal; a:lt(b), a:le(b), a:gt(b), a:ge(b)",
     "Conditions for where."},
    {"Functions and numbers", "both(c, d), either(c, d), negate(c)", "Conditions combined."},
    {"Functions and numbers", "step(x)", "Smooth step: 0 below 0, 1 above 1, a quintic between."},
    {"Functions and numbers",
     "mm(x), cm, um, km, mm2, cm2, mm4, cm4, ms, minutes, hours, g, t, deg, mrad, rev, rpm, kmh, mN, kN, MN, mJ, kJ, "
     "MJ, "
     "mW, kW, MW, kPa, MPa, GPa, percent",
     "A number or formula in this unit, converted to SI: mm(20) is 0.02, rpm(1500) is in rad/s, g in kg. A list gives "
     "a "
     "list: at = mm { 20, 0, 30 }. A model may use these names for its own parameters and variables."},
    {"Functions and numbers", "pi", "3.14159..."},
    {"Functions and numbers", "spline { {x, y}, ..., kind = \"spline\"|\"monotone\"|\"linear\" }",
     "A curve through points: call it, or give it to a field that takes a function. Constant outside."},
    {"Functions and numbers", "table_of(\"file.csv\"[, x], y)",
     "The same from two columns (by heading or number) of a file, linear between rows."},
    {"Signals", "angle(joint[, coordinate]), displacement(joint[, coordinate]), rate(joint[, coordinate])",
     "Joint coordinate and its rate."},
    {"Signals", "reaction(joint), reaction_moment(joint)",
     "Force and moment on the second part at the joint point, ground axes."},
    {"Signals", "reaction_local(joint), reaction_moment_local(joint)", "The same in the joint's axes."},
    {"Signals", "drive_force(joint), power(joint)", "Force or torque of the drive, and its power."},
    {"Signals", "state(controller, name)", "A state of a controller, by the names of both."},
    {"Signals", "output(item, \"name\")", "Any output of a part, joint or force, as listed with it."},
    {"Signals", "output(beam, \"name\", s)",
     "An output along a part at the length s; of a node: output(beam:node(k), \"name\")."},
    {"output(shell:at(u, v), \"name\", \"ply 2 top\")", "signals",
     "A stress of a shell at a node: \"top\" (default), \"middle\", \"bottom\", of the whole thickness or of a ply."},
    {"Signals", "sum(list), sum(a, b, ...)", "Sum of any number of signals, single ones or those with components."},
    {"Signals", "energy(parts, \"kinetic\")",
     "Of a part, joint or force, of the name of a placed group, or of a list of these: kinetic, strain, potential, "
     "total."},
    {"Signals", "center_of_mass(parts), momentum(parts), angular_momentum(parts[, about])",
     "Of the same; without parts (or nil): of the whole model. Angular momentum is about the origin, about a point "
     "{ x, y, z } of the drawing, or about the centre of mass: \"center\"."},
    {"Signals", "signal.x, .y, .z; .q0 .. .q3 of quaternions; + - * / and all functions; norm(signal)",
     "Components, and expressions of signals."},
    {0}};
