/* tests/promises/test_units.c -- no metre, kilogram or second is hidden in the program: a model in units that are powers of two times larger
 *          or smaller gives the same bits, times the power of two that the unit of each number says.
 * What:    steps (every row of every item, energies, coordinates, iterations), steps by error estimate, static equilibria, a start in
 *          equilibrium and modes, of models in which every kind of the catalogue is found: friction, stops, cables, beams, shells, wheels,
 *          drives, winches, moving bases, couplings, penalties, loops that close redundantly.
 * Limits:  frequencies to 2e-11 only (their vectors have unit mass: the root of an odd power of two has digits).
 * How:     models are written with the variables m, kg, s and what follows from them; nothing else has a unit.
 * ctest:   timeout=300
 */
#include <stdlib.h>

#include "api/public.h"

enum { STEPS = SANITIZED ? 3 : 12, MOST = 1 << 14, MODES = 6 };

typedef struct {
  const char *name, *text;
  int statics, modes; /* what is asked besides steps */
} sample;

static const char units[] = "local m, kg, s = %a, %a, %a\n"
                            "local N, Pa = kg*m/s^2, kg/m/s^2\nlocal J, g = N*m, 9.81*m/s^2\n";

#define ARM                                                                                                           \
  "gravity { 0, 0, -g }\n"                                                                                            \
  "local a = body { name = 'a', at = {0.5*m, 0, 0}, mass = 2*kg, inertia = {0.01*kg*m^2, 0.2*kg*m^2, 0.2*kg*m^2} }\n" \
  "local b = body { name = 'b', at = {1.5*m, 0, 0}, mass = 1*kg, inertia = {0.01*kg*m^2, 0.1*kg*m^2, 0.1*kg*m^2} }\n"

static const sample samples[] = {
    {"friction in hinges",
     ARM "revolute { name = 'j', ground, a, at = {0, 0, 0}, axis = 'y', friction = 0.3, friction_arm = 0.05*m }\n"
         "revolute { name = 'k', a, b, at = {1*m, 0, 0}, axis = 'y', friction = 0.2, friction_arm = 0.02*m,\n"
         "  static_friction = 0.3, friction_speed = 0.2/s, damping = 0.1*J*s }\n",
     0, 0},
    {"friction in a slider",
     ARM "prismatic { name = 'j', ground, a, at = {0, 0, 0}, axis = {1, 0, -1}, friction = 0.3, friction_arm = 0.2*m,\n"
         "  friction_stiffness = 1e5*N/m, initial_rate = 1*m/s }\n"
         "revolute { name = 'k', a, b, at = {1*m, 0, 0}, axis = 'y', stiffness = 20*J }\n",
     0, 0},
    {"stops, springs, a drive, a coupling",
     ARM
     "revolute { name = 'j', ground, a, at = {0, 0, 0}, axis = 'y', upper = 0.05, stop_stiffness = 5000*J,\n"
     "  stop_damping = 2*J*s, stiffness = 30*J, damping = 1*J*s }\n"
     "revolute { name = 'k', a, b, at = {1*m, 0, 0}, axis = 'y', stiffness = 60*J }\n"
     "local c = body { name = 'c', at = {0, 1*m, 0}, mass = 1*kg, inertia = {0.1*kg*m^2, 0.1*kg*m^2, 0.1*kg*m^2} }\n"
     "revolute { name = 'w', ground, c, at = {0, 1*m, 0}, axis = 'y' }\n"
     "coupling { name = 'tie', joints = {'j', 'w'}, factors = {1, 2}, stiffness = 40*J }\n"
     "local d = body { name = 'd', at = {0, 2*m, 0}, mass = 1*kg, inertia = {0.1*kg*m^2, 0.1*kg*m^2, 0.1*kg*m^2} }\n"
     "prismatic { name = 'v', ground, d, at = {0, 2*m, 0}, axis = 'x',\n"
     "  drive = function(t) return 0.1*m*(1 - cos(3*t/s)) end }\n"
     "spring { name = 'f', b, d, at_a = {2*m, 0, 0}, at_b = {0, 2*m, 0}, stiffness = 40*N/m, damping = 1*N*s/m }\n",
     0, 0},
    {"a loop with redundant joints",
     "gravity { 0, 0, -g }\n"
     "local I = 0.02*kg*m^2\n"
     "local a = body { name = 'a', at = {0, 0, 0.5*m}, mass = 1*kg, inertia = {I, I, I/4}, angular_velocity = {0, 1/s, "
     "0},\n"
     "  velocity = {0.5*m/s, 0, 0} }\n"
     "local b = body { name = 'b', at = {1*m, 0, 1*m}, mass = 2*kg, inertia = {I, I, I}, velocity = {1*m/s, 0, 0} }\n"
     "local c = body { name = 'c', at = {2*m, 0, 0.5*m}, mass = 1*kg, inertia = {I, I, I/4},\n"
     "  angular_velocity = {0, 1/s, 0}, velocity = {0.5*m/s, 0, 0} }\n"
     "revolute { name = 'p', ground, a, at = {0, 0, 0}, axis = 'y' }\n"
     "revolute { name = 'q', a, b, at = {0, 0, 1*m}, axis = 'y' }\n"
     "revolute { name = 'r', b, c, at = {2*m, 0, 1*m}, axis = 'y' }\n"
     "revolute { name = 't', c, ground, at = {2*m, 0, 0}, axis = 'y', friction = 0.1, friction_arm = 0.01*m }\n",
     0, 0},
    {"a ball in a bowl, a disc, a blade and a relation of rates",
     "gravity { 0, 0, -g }\n"
     "local I = 0.01*kg*m^2\n"
     "local b = body { name = 'b', at = {0.3*m, 0, 0.2*m}, mass = 2*kg, inertia = {I, I, I} }\n"
     "rolling { name = 'rb', b, ground, radius = 0.1*m, surface = 'bowl', surface_at = {0, 0, 0.6*m}, surface_radius = "
     "0.6*m }\n"
     "spring { b, ground, at_b = {0, 0, 2*m}, stiffness = 20*N/m, length = 1*m }\n"
     "local d = body { name = 'd', at = {3*m, 0, 0.25*m}, mass = 1*kg, inertia = {I, 2*I, I}, velocity = {1*m/s, 0, "
     "0},\n"
     "  angular_velocity = {0, 4/s, 0} }\n"
     "rolling { name = 'rd', d, ground, radius = 0.25*m, axis = 'y', surface_axis = 'z' }\n"
     "spring { d, ground, at_b = {2*m, 0, 0.25*m}, stiffness = 40*N/m, length = 1*m }\n"
     "local k = body { name = 'k', at = {0, 3*m, 0}, mass = 1*kg, inertia = {I, I, I}, angular_velocity = {0, 0, 1/s} "
     "}\n"
     "planar { name = 'p', ground, k, at = {0, 3*m, 0}, axis = 'z' }\n"
     "knife_edge { k, ground, across = 'y' }\n"
     "spring { k, ground, at_b = {1*m, 3*m, 0}, stiffness = 40*N/m, length = 0.5*m }\n"
     "local l = body { name = 'l', at = {0, 4*m, 0}, mass = 1*kg, inertia = {I, I, I}, velocity = {1*m/s, 0, 0} }\n"
     "planar { name = 'q', ground, l, at = {0, 4*m, 0}, axis = 'z' }\n"
     "rate_constraint { name = 'tie', joints = {'q', 'q'}, coordinates = {'x', 'y'}, factors = function(x, y) return "
     "1*x/m, 1 end }\n"
     "spring { l, ground, at_b = {1*m, 4*m, 0}, stiffness = 40*N/m, length = 0.5*m }\n",
     0, 0},
    {"slides on a curve and on a cable",
     "gravity { 0, 0, -g }\n"
     "local a = point { name = 'a', at = {0, 0, 0}, mass = 1*kg }\n"
     "slide { name = 'sa', a, ground, curve = { {-1*m, 0, 1*m}, {0, 0, 0}, {1*m, 0, 0.5*m} }, mass = 0.2*kg,\n"
     "  damping = 0.3*N*s/m }\n"
     "local c = cable { name = 'c', ground, ground, from = {0, 1*m, 0}, to = {2*m, 1*m, 0}, elements = 4, order = 1,\n"
     "  stiffness = 400*N, mass_per_length = 0.1*kg/m, length = 1.9*m }\n"
     "local b = point { name = 'b', at = {0.7*m, 1*m, 0}, mass = 0.5*kg }\n"
     "slide { name = 'sb', b, c }\n",
     0, 0},
    {"a beam and a cable",
     "gravity { 0, 0, -g }\n"
     "local r = beam { name = 'r', ground, from = {0, 0, 0}, to = {1*m, 0.2*m, 0}, elements = 4, E = 7e10*Pa, nu = "
     "0.3,\n"
     "  density = 2700*kg/m^3, section = rectangle { width = 0.02*m, height = 0.01*m } }\n"
     "local p = body { name = 'p', at = {1*m, 0.2*m, -1*m}, mass = 1*kg, inertia = {0.1*kg*m^2, 0.1*kg*m^2, "
     "0.1*kg*m^2} }\n"
     "cable { name = 'c', r.last, p, from = {1*m, 0.2*m, 0}, to = {1*m, 0.2*m, -1*m}, elements = 3, stiffness = "
     "1e4*N,\n"
     "  mass_per_length = 0.05*kg/m }\n",
     1, 0},
    {"a beam with a body on it",
     "gravity { 0, 0, -g }\n"
     "local r = beam { name = 'r', ground, from = {0, 0, 0}, to = {1*m, 0, 0}, elements = 4, E = 7e10*Pa, nu = 0.3,\n"
     "  density = 2700*kg/m^3, section = rectangle { width = 0.02*m, height = 0.01*m } }\n"
     "local p = body { name = 'p', at = {1*m, 0, 0}, mass = 0.1*kg, inertia = {1e-4*kg*m^2, 1e-4*kg*m^2, 1e-4*kg*m^2} "
     "}\n"
     "fixed { name = 'j', r.last, p, at = {1*m, 0, 0} }\n",
     1, 1},
    {"a shell with a body on it",
     "gravity { 0, 0, -g }\n"
     "local p = shell { name = 'p', corners = {{0, 0, 0}, {1*m, 0, 0}, {1*m, 1*m, 0}, {0, 1*m, 0}}, elements = {3, 2}, "
     "order = 1,\n"
     "  thickness = 0.01*m, E = 1e9*Pa, nu = 0.3, density = 1000*kg/m^3, u_first = { clamped = true } }\n"
     "local b = body { name = 'b', at = {1*m, 0.5*m, 0}, mass = 0.1*kg, inertia = {1e-3*kg*m^2, 1e-3*kg*m^2, "
     "1e-3*kg*m^2} }\n"
     "fixed { name = 'j', p:at(1, 0.5), b, at = {1*m, 0.5*m, 0} }\n",
     1, 1},
    {"solids with a body on a surface",
     "gravity { 0, 0, -g }\n"
     "local p = solid { name = 'p', box = { size = {0.4*m, 0.1*m, 0.1*m}, elements = {2, 1, 1} }, E = 1e8*Pa, nu = "
     "0.3,\n"
     "  density = 1000*kg/m^3, surfaces = { x0 = { clamped = true }, z1 = { pressure = 100*Pa } } }\n"
     "local q = solid { name = 'q', box = { size = {0.2*m, 0.1*m, 0.1*m} }, element = 'tet10', at = {0.4*m, 0, 0},\n"
     "  E = 1e8*Pa, nu = 0.3, density = 1000*kg/m^3, law = 'neo_hooke' }\n"
     "local b = body { name = 'b', at = {0.7*m, 0.05*m, 0.05*m}, mass = 0.1*kg, inertia = {1e-3*kg*m^2, 1e-3*kg*m^2,\n"
     "  1e-3*kg*m^2} }\n"
     "fixed { name = 'i', p:surface('x1'), q:surface('x0') }\n"
     "fixed { name = 'j', q:surface('x1'), b, at = {0.7*m, 0.05*m, 0.05*m} }\n",
     1, 1},
    {"nearly incompressible rubber",
     "local q = solid { name = 'q', box = { size = {0.2*m, 0.2*m, 0.1*m} }, element = 'hex20', E = 1e6*Pa, nu = "
     "0.4999,\n"
     "  density = 1000*kg/m^3, law = 'neo_hooke', velocity = function(x, y, z) return 3*y/s, 2*x/s, -4*y/s end }\n",
     1, 1},
    {"a wheel on a plane",
     "gravity { 0, 0, -g }\n"
     "local a = body { name = 'a', at = {0, 0, 0.49*m}, mass = 2*kg, inertia = {0.1*kg*m^2, 0.2*kg*m^2, 0.1*kg*m^2},\n"
     "  velocity = {1*m/s, 0, 0} }\n"
     "local road = plane { name = 'road', at = {0, 0, 0} }\n"
     "wheel { name = 'w', a, radius = 0.5*m, axis = 'y', tube = 0.1*m, stiffness = 1e4*N/m, on = {road} }\n",
     0, 0},
    {"bushings, gears, a screw, a universal joint",
     "gravity { 0, 0, -g }\n"
     "local I = 0.02*kg*m^2\n"
     "local function lump(n, x, y) return body { name = n, at = {x*m, y*m, 0}, mass = 1*kg, inertia = {I, 2*I, 3*I} } "
     "end\n"
     "local a, b, c, d = lump('a', 0.5, 0), lump('b', 1.5, 0), lump('c', 0, 2), lump('d', 1, 2)\n"
     "bushing { name = 'bu', ground, a, at = {0, 0, 0}, stiffness = {4e3*N/m, 5e3*N/m, 6e3*N/m, 30*J, 40*J, 50*J},\n"
     "  damping = {4*N*s/m, 5*N*s/m, 6*N*s/m, 0.3*J*s, 0.4*J*s, 0.5*J*s} }\n"
     "universal { name = 'u', a, b, at = {1*m, 0, 0}, axis_a = 'y', axis_b = 'z', angle_a = { stiffness = 3*J } }\n"
     "revolute { name = 'rc', ground, c, at = {0, 2*m, 0}, axis = 'z', torque = function(t) return 2*J*sin(5*t/s) end "
     "}\n"
     "revolute { name = 'rd', ground, d, at = {1*m, 2*m, 0}, axis = 'z' }\n"
     "gear { name = 'gr', 'rc', 'rd', ratio = -2 }\n"
     "local e = lump('e', 2, 2)\n"
     "screw { name = 'sc', ground, e, at = {2*m, 2*m, 0}, axis = 'z', pitch = 0.05*m, damping = 0.01*J*s }\n",
     0, 0},
    {"bars, a cable of engineering strain, a slack rope",
     "gravity { 0, 0, -g }\n"
     "local p = point { name = 'p', at = {0, 0, -1*m}, mass = 2*kg }\n"
     "cable { name = 'w', ground, p, from = {0, 0, 0}, elements = 3, stiffness = 2e3*N, mass_per_length = 0.05*kg/m,\n"
     "  measure = 'engineering' }\n"
     "local q = point { name = 'q', at = {0.7*m, 0, -1.5*m}, mass = 1*kg }\n"
     "bar { name = 'b', p, q, area = 1e-4*m^2, E = 1e6*Pa, mass = 0.1*kg }\n"
     "local r = point { name = 'r', at = {1*m, 0, -1.5*m}, mass = 1*kg }\n"
     "spring { name = 'l', q, r, stiffness = 500*N/m, damping = 1*N*s/m }\n"
     "cable { name = 's', ground, r, from = {1*m, 0, 0}, to = {1*m, 0, -1.5*m}, elements = 4, order = 1, stiffness = "
     "1e4*N,\n"
     "  mass_per_length = 0.1*kg/m, length = 1.6*m, tension_only = true }\n",
     0, 0},
    {"beams of every order and measure",
     "gravity { 0, 0, -g }\n"
     "for i, o in ipairs { 1, 2, 3, 1, 2, 3 } do\n"
     "  beam { name = 'b' .. i, ground, from = {0, i*m, 0}, to = {1*m, i*m, 0.1*m}, elements = 2, order = o, E = "
     "7e9*Pa,\n"
     "    nu = 0.3, density = 2700*kg/m^3, section = rectangle { width = 0.02*m, height = 0.01*m },\n"
     "    measure = i > 3 and 'small_strain' or 'reissner', damping = 1e-4*s }\n"
     "end\n",
     1, 1},
    {"shells of both orders, pressure, a function for the thickness",
     "gravity { 0, 0, -g }\n"
     "shell { name = 'p', corners = {{0, 0, 0}, {1*m, 0, 0}, {1*m, 1*m, 0}, {0, 1*m, 0}}, elements = {2, 2}, order = "
     "2,\n"
     "  thickness = 0.01*m, E = 1e9*Pa, nu = 0.3, density = 1000*kg/m^3, u_first = { clamped = true }, damping = "
     "1e-4*s,\n"
     "  pressure = 20*Pa }\n"
     "shell { name = 'r', corners = {{0, 4*m, 0}, {1*m, 4*m, 0}, {1*m, 5*m, 0.2*m}, {0, 5*m, 0}}, elements = {2, 2}, "
     "order = 1,\n"
     "  thickness = function(u, v) return (0.01 + 0.005*u)*m end, E = 1e9*Pa, nu = 0.3, density = 1000*kg/m^3,\n"
     "  u_first = { held = 'xyz' }, v_first = { clamped = true } }\n",
     1, 0},
    {"a shell of rubber",
     "gravity { 0, 0, -g }\n"
     "shell { name = 'q', corners = {{0, 2*m, 0}, {1*m, 2*m, 0}, {1*m, 3*m, 0}, {0, 3*m, 0}}, elements = {2, 2}, order "
     "= 2,\n"
     "  thickness = 0.01*m, neo_hooke = 1e8*Pa, density = 1000*kg/m^3, u_first = { clamped = true } }\n",
     1, 1},
    {"laws of the user, a controller, forces that follow signals",
     ARM "local u = input('u', { default = 0 })\n"
         "revolute { name = 'j', ground, a, at = {0, 0, 0}, axis = 'y', torque = u*J, damping = 0.1*J*s,\n"
         "  potential = function(x) return 20*J*x^2 + 5*J*x^4 end }\n"
         "revolute { name = 'k', a, b, at = {1*m, 0, 0}, axis = 'y', law = function(x, v, t)\n"
         "  return -30*J*x - 0.2*J*v*s end }\n"
         "force { b, value = function(t) local p = position(b) return -10*N/m*p.x, 0, 3*N*sin(4*t/s) end }\n"
         "controller { name = 'c', every = 0x1p-6*s, states = { sum = 0 }, update = function(t, x)\n"
         "  x.sum = x.sum + angle('j') return { u = 4*angle('j') + rate('j')*s + x.sum } end }\n",
     0, 0},
    {"links and a winch",
     "gravity { 0, 0, -g }\n"
     "local l = link { name = 'l1', ground, from = {0, 0, 0}, to = {0.8*m, 0, 0.3*m}, mass = 1*kg }\n"
     "local k = link { name = 'l2', l.last, from = {0.8*m, 0, 0.3*m}, to = {1.5*m, 0.2*m, 0.3*m}, mass = 2*kg }\n"
     "cable { name = 'c', k.last, ground, from = {1.5*m, 0.2*m, 0.3*m}, to = {2*m, 0, 0}, elements = 3, order = 1,\n"
     "  length = function(t) return (0.6 + 0.1*sin(2*t/s))*m end, stiffness = 1e3*N, mass_per_length = 0.1*kg/m }\n",
     0, 0},
    {"distances, one of them driven",
     "gravity { 0, 0, -g }\n"
     "local p = point { name = 'p', at = {0.8*m, 0, 0.3*m}, mass = 1*kg }\n"
     "local q = point { name = 'q', at = {1.5*m, 0.2*m, 0.3*m}, mass = 2*kg, velocity = {0, 0.3*m/s, 0} }\n"
     "distance { name = 'd', ground, p, at_a = {0, 0, 0} }\n"
     "distance { name = 'e', p, q, length = function(t) return (0.7280109889280518 + 0.1*(1 - cos(3*t/s)))*m end }\n",
     0, 0},
    {"a base that moves, a distance to it, a spring",
     "gravity { 0, 0, -g }\n"
     "local I = 0.02*kg*m^2\n"
     "local v = base { name = 'v', at = {0, 0, 0}, position = function(t) return {0.1*m*sin(3*t/s), 0, 0.2*m*(1 - "
     "cos(2*t/s))} end }\n"
     "local a = body { name = 'a', at = {0.5*m, 0, 0}, mass = 1*kg, inertia = {I, 2*I, 3*I} }\n"
     "revolute { name = 'r', v, a, at = {0, 0, 0}, axis = 'y' }\n"
     "local p = point { name = 'p', at = {0, 1*m, 0.3*m}, mass = 1*kg }\n"
     "distance { name = 'd', v, p, at_a = {0, 0, 0} }\n"
     "spring { name = 'f', v, a, at_a = {0, 0, 0.5*m}, at_b = {1*m, 0, 0}, stiffness = 40*N/m, damping = 1*N*s/m }\n",
     0, 0},
    {"bodies by points, penalties, a line, a force that follows, a moment",
     "gravity { 0, 0, -g }\n"
     "local I = 0.2*kg*m^2\n"
     "body { name = 'q', points = { {0, 0, 0}, {1*m, 0, 0}, {0, 1*m, 0.2*m}, {0.1*m, 0, 1*m} }, mass = 2*kg,\n"
     "  center = {0.1*m, -0.2*m, 0.05*m}, inertia = {I, 1.75*I, 2.25*I}, angular_velocity = {0.3/s, 4/s, 0.5/s} }\n"
     "body { name = 'r', points = { {0, 5*m, 0}, {1*m, 5*m, 0}, {0, 6*m, 0.2*m}, {0.1*m, 5*m, 1*m} }, mass = 2*kg,\n"
     "  center = {0.1*m, 4.8*m, 0.05*m}, inertia = {I, 1.75*I, 2.25*I}, angular_velocity = {0.3/s, 4/s, 0.5/s},\n"
     "  penalty = 1e5*N/m }\n"
     "local p = point { name = 'p', at = {0, 9*m, 0}, mass = 1*kg, velocity = {1*m/s, 0, 0} }\n"
     "local o = point { name = 'o', at = {1*m, 9*m, 0}, mass = 2*kg }\n"
     "local n = point { name = 'n', at = {2*m, 9*m, 0}, mass = 1*kg, velocity = {0, 3*m/s, 1*m/s} }\n"
     "align { name = 'al', p, o, n }\n"
     "distance { name = 'di', p, n, penalty = 1e4*N/m }\n"
     "local a = body { name = 'a', at = {3*m, 0, 0}, mass = 1*kg, inertia = {I, I, I} }\n"
     "local b = body { name = 'b', at = {4*m, 0, 0}, mass = 1*kg, inertia = {I, I, I}, velocity = {0, 1*m/s, 0} }\n"
     "fixed { name = 'fi', a, b, at = {3.5*m, 0, 0}, penalty = 1e4*N/m }\n"
     "force { name = 'fo', a, at = {3*m, 0.1*m, 0}, value = {3*N, 0, 1*N}, follows = true }\n"
     "moment { name = 'mo', b, value = function(t) return 0.3*J, 0.2*J*sin(9*t/s), 0.1*J end }\n",
     0, 0},
    {"what holds in part, joints of two and three ways",
     "gravity { 0, 0, -g }\n"
     "local I = 0.02*kg*m^2\n"
     "local a = body { name = 'a', at = {0, 0, 0}, mass = 1*kg, inertia = {I, 2*I, 2.5*I}, angular_velocity = {0, 1/s, "
     "0} }\n"
     "local b = body { name = 'b', at = {1*m, 0, 0.1*m}, mass = 2*kg, inertia = {2*I, I, I}, velocity = {0, 0.5*m/s, "
     "0} }\n"
     "cylindrical { name = 'c', ground, a, at = {0, 0, 0}, axis = {0, 1, 1}, angle = { stiffness = 3*J }, displacement "
     "= { stiffness = "
     "90*N/m, damping = 1*N*s/m } }\n"
     "spherical { name = 'sp', a, b, at = {0.5*m, 0, 0} }\n"
     "spring { name = 'f', b, ground, at_b = {2*m, 0, 1*m}, stiffness = 50*N/m, force = function(x, v, t) return "
     "3*N/m^3*x^3 + "
     "v*N*s/m*(1 + 0.5*cos(t/s)) end }\n"
     "local d = body { name = 'd', at = {5*m, 0, 0}, mass = 1*kg, inertia = {I, I, I} }\n"
     "point_on_line { name = 'pl', ground, d, at = {5*m, 0.1*m, 0}, axis = {0, 1, 1} }\n"
     "local e = body { name = 'e', at = {7*m, 0, 0}, mass = 1*kg, inertia = {I, I, I}, angular_velocity = {1/s, 0, "
     "2/s} }\n"
     "point_on_plane { name = 'pp', ground, e, at = {7*m, 0.1*m, 0}, axis = {0, 1, 1} }\n"
     "local h = body { name = 'h', at = {9*m, 0, 0}, mass = 1*kg, inertia = {I, I, I} }\n"
     "prismatic { name = 'pr', ground, h, at = {9*m, 0, 0}, axis = 'x', drive_rate = function(t) return "
     "0.3*m/s*cos(5*t/s) end }\n",
     0, 0},
    {"what holds a body while it stands",
     "gravity { 0, 0, -g }\n"
     "local I = 0.02*kg*m^2\n"
     "local a = body { name = 'a', at = {0, 0, 0}, mass = 1*kg, inertia = {I, 2*I, 2.5*I} }\n"
     "local b = body { name = 'b', at = {1*m, 0, 0.1*m}, mass = 2*kg, inertia = {2*I, I, I} }\n"
     "revolute { name = 'c', ground, a, at = {0.1*m, 0, 0.2*m}, axis = 'y', stiffness = 9*J }\n"
     "spring { name = 'f', a, b, stiffness = 50*N/m, length = 0.8*m }\n"
     "hold { name = 'ho', b, whole = true }\n",
     1, 1},
    {"a path of equilibria",
     "local r = beam { name = 'r', ground, from = {0, 0, 0}, to = {1*m, 0, 0}, elements = 4, E = 7e8*Pa, nu = 0.3,\n"
     "  density = 2700*kg/m^3, section = rectangle { width = 0.02*m, height = 0.01*m } }\n"
     "force { r.last, value = {-0.5*N, 0, 0.05*N} }\n"
     "load_path { name = 'lp', factor = 2 }\n",
     1, 0},
    {"hinges and springs on shells",
     "gravity { 0, 0, -g }\n"
     "local I = 0.02*kg*m^2\n"
     "local function plate(n, x, u) return shell { name = n, corners = {{x, 0, 0}, {x + 1*m, 0, 0}, {x + 1*m, 1*m, 0}, "
     "{x, 1*m, 0}},\n"
     "  elements = {1, 1}, thickness = 0.02*m, E = 1e8*Pa, nu = 0.3, density = 1000*kg/m^3, u_first = u } end\n"
     "local c = plate('c', 0*m, { clamped = true })\n"
     "local b = body { name = 'b', at = {0.5*m, 0.5*m, 0.3*m}, mass = 2*kg, inertia = {I, 2*I, 2.5*I} }\n"
     "shell_revolute { name = 'sr', b, c:at(0.5, 0.5) }\n"
     "local d = plate('d', 1*m, { held = 'xyz', on = c })\n"
     "torsion_spring { name = 'ts', c:at(1, 0.5), d:at(0, 0.5), axis = 'y', stiffness = 30*J, damping = 0.3*J*s, upper "
     "= 0.05,\n"
     "  stop_stiffness = 500*J, stop_damping = 0.5*J*s }\n",
     0, 0},
    {"loads along beams and cables, a curved one, laws by potentials",
     "gravity { 0, 0, -g }\n"
     "beam { name = 'b', ground, from = {0, 0, 0}, to = {1*m, 1*m, 0}, elements = 2, order = 2,\n"
     "  stiffness = {1e4*N, 5e3*N, 5e3*N, 20*N*m^2, 15*N*m^2, 12*N*m^2}, mass_per_length = 1*kg/m,\n"
     "  rotary_inertia = {2e-3*kg*m, 1e-3*kg*m}, follower_load = function(t, q) return 0, 20*N/m*sin(9*t/s), 5*N/m "
     "end,\n"
     "  moment_load = {0.1*N, 0.2*N, 0.3*N}, load = {1*N/m, 2*N/m, 3*N/m} }\n"
     "beam { name = 'c', ground, from = {0, 3*m, 0}, to = {1*m, 4*m, 0}, through = {0.6*m, 3.3*m, 0.2*m}, elements = "
     "2, order = 2,\n"
     "  potential = function(e, g2, g3, k2, k3, k1, q) return N*(5e3*e^2 + 2e3*(g2^2 + g3^2)) + N*m^2*(10*(k2^2 + "
     "k3^2) + 6*k1^2) + "
     "3e4*N*e^3 + 1*N*m*e*k2 end,\n"
     "  mass_per_length = 1*kg/m, rotary_inertia = {2e-3*kg*m, 1e-3*kg*m} }\n"
     "cable { name = 'w', ground, from = {0, 7*m, 0}, to = {1*m, 8*m, 0}, elements = 2, order = 2, mass_per_length = "
     "0.5*kg/m, length = "
     "1.2*m,\n"
     "  potential = function(e) return 500*N*(e^2/2 + e^3) end, tension_only = true,\n"
     "  load = function(t, q, vx, vy, vz) return 1*N/m - 0.1*N*s/m^2*vx, 0*N/m - 0.2*N*s/m^2*vy, 0*N/m - "
     "0.1*N*s/m^2*vz end }\n",
     0, 0},
    {"a bar of rubber",
     "bar { name = 'it', point { name = 'p', at = {0, 0, 0}, mass = 1*kg }, point { name = 'q', at = {1*m, 0, 0}, mass "
     "= 2*kg,\n"
     "  velocity = {3*m/s, 2*m/s, 0} }, area = 1e-3*m^2, E = 1e5*Pa, nu = 0.49, law = 'mooney_rivlin', share = 0.4 }\n",
     0, 0},
    {"a disc on bumps, friction in a slider with moments",
     "gravity { 0, 0, -g }\n"
     "local a = body { name = 'a', at = {0, 0, 0.49*m}, mass = 2*kg, inertia = {0.1*kg*m^2, 0.2*kg*m^2, 0.1*kg*m^2},\n"
     "  velocity = {2*m/s, 0, 0} }\n"
     "local bump = obstacle { name = 'bump', at = {0.4*m, 0, 0}, width = 2*m,\n"
     "  profile = { {-0.3*m, 0}, {0.3*m, 0}, {0.1*m, 0.05*m}, {-0.1*m, 0.05*m} } }\n"
     "wheel { name = 'w', a, radius = 0.5*m, axis = 'y', tube = 0.05*m, stiffness = 1e4*N/m,\n"
     "  on = {plane { name = 'road', at = {0, 0, 0} }, bump} }\n"
     "local b = body { name = 'b', at = {0, 2*m, 0}, mass = 1*kg, inertia = {0.1*kg*m^2, 0.1*kg*m^2, 0.1*kg*m^2} }\n"
     "planar { name = 'pl', ground, b, at = {0, 2*m, 0}, axis = 'y', x = { stiffness = 90*N/m, friction = 0.3,\n"
     "  friction_arm = 0.1*m, lower = -0.01*m, stop_stiffness = 1e4*N/m }, angle = { "
     "stiffness = 4*J } }\n",
     0, 0},
    {"a box that slides and tumbles, balls that touch it",
     "gravity { 0, 0, -g }\n"
     "local road = plane { at = {0, 0, 0} }\n"
     "local a = body { name = 'a', at = {0, 0, 0.101*m}, velocity = {1*m/s, 0, 0}, angular_velocity = {0.5/s, 0, "
     "2/s},\n"
     "  shape = box { size = {0.4*m, 0.3*m, 0.2*m}, mass = 2*kg } }\n"
     "local b = body { name = 'b', at = {0.26*m, 0, 0.15*m}, velocity = {-1*m/s, 0, 0}, angular_velocity = {0, 9/s, "
     "0},\n"
     "  shape = sphere { radius = 0.05*m, mass = 0.5*kg } }\n"
     "contact { road, a, friction = 0.3, restitution = 0.6, stiffness = 1e5*N/m }\n"
     "contact { road, b, friction = 0.2, stiffness = 1e5*N/m, friction_stiffness = 1e6*N/m }\n"
     "contact { a, b, friction = 0.4, stiffness = 5e4*N/m, restitution = 0.8 }\n",
     0, 0},
    {"a journal with play, which tilts and rubs; and another body, since one place has no size",
     "gravity { 0, 0, -g }\n"
     "local a = body { name = 'a', at = {0, 0.25*m, 0}, mass = 2*kg, inertia = {0.1*kg*m^2, 0.2*kg*m^2, 0.1*kg*m^2},\n"
     "  angular_velocity = {0.2/s, 7/s, 0} }\n"
     "local b = body { name = 'b', at = {1*m, 0, 0}, mass = 1*kg, inertia = {0.1*kg*m^2, 0.1*kg*m^2, 0.1*kg*m^2} }\n"
     "clearance { name = 'c', ground, a, at = {0, 0.25*m, 0}, axis = 'y', radius = 0.1*m, gap = 0.01*m, length = "
     "0.3*m,\n"
     "  stiffness = 1e5*N/m, friction = 0.2, restitution = 0.7 }\n",
     0, 0},
};
enum { SAMPLES = sizeof samples / sizeof samples[0] };

typedef struct {
  double m, kg, s;
} scale;
static const scale scales[] = {
    {16, 1, 1},     {1024, 1, 1},  {0x1p-12, 1, 1},           {1, 0x1p-15, 1},        {1, 0x1p9, 1},
    {1, 1, 0x1p-6}, {1, 1, 0x1p5}, {0x1p-10, 0x1p-20, 0x1p3}, {0x1p7, 0x1p-9, 0x1p-4}};
enum { SCALES = sizeof scales / sizeof scales[0] };

/* "N m/rad", "kg/m^3": the factor of a unit; NAN: a unit that is not known here */
static double factor_of(const char *unit, const scale *by)
{
  const double N = by->kg * by->m / (by->s * by->s);
  const struct {
    const char *name;
    double is;
  } known[] = {{"rad", 1}, {"kg", by->kg},   {"Pa", N / by->m / by->m}, {"Hz", 1 / by->s}, {"m", by->m}, {"s", by->s},
               {"N", N},   {"J", N * by->m}, {"W", N * by->m / by->s},  {"1", 1},          {"%", 1}};
  double all = 1;
  int below = 0;
  for (const char *c = unit; *c;) {
    size_t k = 0;
    if (*c == ' ' || *c == '(' || *c == ')') {
      c++;
      continue;
    }
    if (*c == '/') {
      below = 1;
      c++;
      continue;
    }
    while (k < sizeof known / sizeof *known && strncmp(c, known[k].name, strlen(known[k].name)) != 0) {
      k++;
    }
    if (k == sizeof known / sizeof *known) {
      return NAN;
    }
    c += strlen(known[k].name);
    char *end = NULL;
    const long power = *c == '^' ? strtol(c + 1, &end, 10) : 1;
    c = end ? end : c;
    for (long i = 0; i < power; i++) {
      all = below ? all / known[k].is : all * known[k].is;
    }
  }
  return all;
}

typedef struct {
  int n;
  double value[MOST];
  char what[MOST][40];
} numbers;

/* A number in the units of the program, divided by what its unit is. */
static void keep(numbers *to, double x, double unit, const char *what, const char *of)
{
  if (to->n < MOST) {
    to->value[to->n] = x / unit;
    (void)snprintf(to->what[to->n++], sizeof to->what[0], "%.18s %.18s", what, of);
  }
}

static void keep_rows(sinew_simulation *x, const scale *by, numbers *out)
{
  for (int i = 0; i < sinew_rows(x); i++) {
    sinew_quantity q = {.size = sizeof q};
    double v[64];
    int n = 0;
    GOOD(sinew_row_at(x, i, &q, error));
    GOOD(sinew_row_value(x, i, v, 64, &n, error));
    const double unit = factor_of(q.unit, by);
    CHECK(isfinite(unit));
    if (q.item && (strcmp(q.item, "tie") == 0 || strcmp(q.item, "gr") == 0)) {
      continue; /* forces of couplings, gears and relations of rates have the units of their joints */
    }
    for (int k = 0; k < n; k++) {
      keep(out, v[k], unit, q.item ? q.item : "", q.name);
    }
  }
  for (int i = 0; i < sinew_energies(); i++) {
    sinew_quantity q = {.size = sizeof q};
    double v = 0;
    GOOD(sinew_energy_at(i, &q, error));
    GOOD(sinew_energy(x, q.name, &v, error));
    keep(out, v, factor_of("J", by), "energy", q.name);
  }
}

static sinew_model *load(const sample *a, const scale *by, const char *more)
{
  static char text[1 << 14];
  sinew_model *m = NULL;
  const int n = snprintf(text, sizeof text, units, by->m, by->kg, by->s);
  (void)snprintf(text + n, sizeof text - (size_t)n, "%s\n%s\n", a->text, more);
  GOOD(sinew_model_load_text(a->name, text, NULL, NULL, NULL, 0, NULL, &m, error));
  return m;
}

static void step(const sample *a, const scale *by, const char *more, numbers *out)
{
  sinew_model *m = load(a, by, more);
  sinew_simulation *x = NULL;
  if (m) {
    GOOD(sinew_freeze(m, &x, error));
  }
  for (int i = 0; i < STEPS && x; i++) {
    sinew_error e = {0};
    const int status = sinew_step(x, 0x1p-7 * by->s, &e);
    keep(out, status, 1, "status", "");
    keep(out, sinew_last_iterations(x), 1, "iterations", "");
    keep_rows(x, by, out);
  }
  sinew_simulation_free(x);
  sinew_model_free(m);
}

static void run(const sample *a, const scale *by, const char *more, numbers *out)
{
  sinew_model *m = load(a, by, more);
  sinew_summary sum = {.size = sizeof sum};
  if (m) {
    GOOD(sinew_run(m, "units.h5", NULL, NULL, &sum, error));
    keep(out, (double)sum.steps, 1, "steps", "");
    keep(out, (double)sum.newton_iterations, 1, "iterations", "");
  }
  sinew_model_free(m);
}

static void stand(const sample *a, const scale *by, const char *more, numbers *out)
{
  sinew_model *m = load(a, by, more);
  sinew_simulation *x = NULL;
  if (m) {
    GOOD(sinew_static(m, &x, error));
  }
  if (x) {
    keep_rows(x, by, out);
  }
  sinew_simulation_free(x);
  sinew_model_free(m);
}

static void vibrate(const sample *a, const scale *by, const char *more, numbers *out)
{
  sinew_model *m = load(a, by, more);
  sinew_mode mode[MODES];
  int n = 0;
  mode[0].size = sizeof mode[0];
  if (m) {
    GOOD(sinew_modes(m, NULL, 0, MODES, mode, MODES, &n, error));
  }
  for (int i = 0; i < n && i < MODES; i++) {
    keep(out, mode[i].frequency, 1 / by->s, "frequency", "");
  }
  sinew_model_free(m);
}

/* The same numbers in all units: to the bit, or to a tolerance. */
static void check(const sample *a, const char *what,
                  void (*get)(const sample *, const scale *, const char *, numbers *), const char *more,
                  double tolerance)
{
  static const scale si = {1, 1, 1};
  numbers *one = calloc(1, sizeof *one), *other = calloc(1, sizeof *other);
  if (one && other) {
    get(a, &si, more, one);
    CHECK(one->n > 0 && one->n < MOST);
    for (int k = 0; k < SCALES; k += SANITIZED ? 4 : 1) {
      other->n = 0;
      get(a, scales + k, more, other);
      int bad = one->n == other->n ? 0 : -1, first = -1;
      double worst = 0;
      for (int i = 0; i < one->n && bad >= 0; i++) {
        const double gap = fabs(one->value[i] - other->value[i]);
        const int differs =
            !(gap <= tolerance * fabs(one->value[i])) && !(isnan(one->value[i]) && isnan(other->value[i]));
        first = differs && first < 0 ? i : first;
        worst = differs ? fmax(worst, gap / fabs(one->value[i])) : worst;
        bad += differs;
      }
      if (bad != 0) {
        printf("  %s, %s, m %g kg %g s %g: %d of %d numbers differ, by up to %.1e; first %s: %.17g, %.17g\n", a->name,
               what, scales[k].m, scales[k].kg, scales[k].s, bad, one->n, worst, first >= 0 ? one->what[first] : "",
               first >= 0 ? one->value[first] : 0, first >= 0 ? other->value[first] : 0);
      }
      CHECK(bad == 0);
    }
  }
  free(one);
  free(other);
}

/* A kind without a sample may hide a metre. */
static void test_every_kind_has_a_sample(void)
{
  static const char *const without[] = {
      "plane_rod",      /* integrated by SUNDIALS, whose tolerances are numbers of the user */
      "modes", "view"}; /* no motion of their own */
  for (int i = 0; i < sinew_kinds(); i++) {
    sinew_kind kind = {.size = sizeof kind};
    GOOD(sinew_kind_at(i, &kind, error));
    char call[64];
    int found = 0;
    (void)snprintf(call, sizeof call, "%s {", kind.name);
    for (size_t k = 0; k < sizeof without / sizeof *without; k++) {
      found = found || strcmp(without[k], kind.name) == 0;
    }
    for (int k = 0; k < SAMPLES; k++) {
      found = found || strstr(samples[k].text, call) != NULL;
    }
    if (!found) {
      printf("  no sample of %s\n", kind.name);
    }
    CHECK(found);
  }
}

static void test_steps(void)
{
  for (int i = 0; i < SAMPLES; i++) {
    check(samples + i, "ed", step, "run { dt = 0x1p-7*s, duration = 1*s }", 0);
    check(samples + i, "ep", step, "run { dt = 0x1p-7*s, duration = 1*s, scheme = 'ep' }", 0);
  }
}

static void test_step_control(void)
{
  for (int i = 0; i < SAMPLES; i++) {
    check(samples + i, "tolerance", run,
          strstr(samples[i].text, "controller") ? "run { tolerance = 1e-4, dt = 0x1p-8*s, duration = 0x1p-4*s }"
                                                : "run { tolerance = 1e-4, duration = 0.05*s }",
          0);
  }
}

static void test_statics(void)
{
  for (int i = 0; i < SAMPLES; i++) {
    if (samples[i].statics) {
      check(samples + i, "static", stand, "", 0);
      check(samples + i, "start = static", step, "run { dt = 0x1p-7*s, duration = 1*s, start = 'static' }", 0);
    }
  }
}

static void test_modes(void)
{
  for (int i = 0; i < SAMPLES; i++) {
    if (samples[i].modes) {
      check(samples + i, "modes", vibrate, "", 2e-11); /* vectors of unit mass: roots of odd powers of two */
    }
  }
}

int main(void)
{
  RUN(test_every_kind_has_a_sample);
  RUN(test_steps);
  RUN(test_step_control);
  RUN(test_statics);
  RUN(test_modes);
  return REPORT();
}
