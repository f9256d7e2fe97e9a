/* tests/laws/kinds.h -- the smallest models of every kind, for the laws that hold for all of them (test_kinds.c).
 * Rule:    a kind of the catalogue without a line here fails the test: a new kind adds one, and one for each law it can have.
 * How:     each text is the body of a group that is placed as drawn, and again turned and shifted; the item under test is named "it".
 *          There is no gravity. PARTS are two bodies that tumble, 1 m apart.
 */
#ifndef SN_TESTS_LAWS_KINDS_H
#define SN_TESTS_LAWS_KINDS_H

enum {
  FREE = 1,       /* nothing acts from outside: momenta stay */
  NO_WORK = 2,    /* no work of loads, drives or bases, and no dissipation: constraints and elastic laws only */
  LABORATORY = 4, /* has integrators of its own: no steps of ours */
  NODES = 8,      /* schemes on bare vectors refuse it */
};

typedef struct {
  const char *kind;
  int flags;
  const char *text;
} sample;

#define PARTS                                                                                                       \
  "local a = body { name = 'a', mass = 1, inertia = {0.1, 0.12, 0.15}, center = {0.1, 0.05, 0.02},"                 \
  " velocity = {0.3, 0.1, 0.2}, angular_velocity = {1, 2, 3} } "                                                    \
  "local b = body { name = 'b', at = {1, 0, 0}, mass = 2, inertia = {0.2, 0.25, 0.3}, velocity = {0.3, 3.1, -1.8}," \
  " angular_velocity = {1, 2, 3} } "
/* two panels on a hinge line along y, at x = 1 */
#define HINGED                                                                                                       \
  "local a = shell { name = 'a', corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, elements = {1, 1}, "        \
  "thickness "                                                                                                       \
  "= 0.02, E = 1e8, nu = 0.3, density = 1000, velocity = {1, 2, 0} } "                                               \
  "local b = shell { name = 'b', corners = {{1, 0, 0}, {2, 0, 0.5}, {2, 1, 0.5}, {1, 1, 0}}, elements = {1, 1}, "    \
  "thickness = 0.02, E = 1e8, nu = 0.3, density = 1000, u_first = { held = 'xyz', on = a }, velocity = function(u, " \
  "v) "                                                                                                              \
  "return 1, 2, 3*u end } "
#define IN_THE_MIDDLE "name = 'it', a, b, at = {0.5, 0.1, 0}, "
/* everything that a coordinate can have besides a drive and friction */
#define LAWS_OF_ANGLES                                                                                              \
  "stiffness = 2, rest = 0.1, damping = 0.3, law = function(x, v, t) return 0.5*sin(x) + 0.2*v end, lower = -0.05," \
  " upper = 0.04, stop_stiffness = 500, stop_damping = 0.5, initial_rate = 2"
#define LAWS_OF_LENGTHS                                                                                               \
  "stiffness = 30, rest = 0.02, damping = 1, potential = function(x) return 10*x^4 end, lower = -0.02, upper = 0.01," \
  " stop_stiffness = 2000, initial_rate = 0.5"

static const sample samples[] = {
    {"point", FREE | NO_WORK, "point { name = 'it', at = {1, 0, 0}, mass = 2, velocity = {1, 2, 3} }"},
    {"body", FREE | NO_WORK,
     "body { name = 'it', mass = 1, inertia = {0.1, 0.12, 0.15}, center = {0.1, 0.05, 0.02}, angular_velocity = {1, 9, "
     "3} }"},
    {"body", FREE | NO_WORK, /* flat */
     "body { name = 'it', mass = 1, inertia = {0.1, 0.12, 0.22}, velocity = {1, 0, 0}, angular_velocity = {1, 9, 3} }"},
    {"body", FREE | NO_WORK,
     "body { name = 'it', shape = box { size = {1, 2, 3}, density = 5 }, angular_velocity = {5, 1, 3} }"},
    {"body", FREE | NO_WORK, /* by four points */
     "body { name = 'it', points = { {0, 0, 0}, {1, 0, 0}, {0, 1, 0.2}, {0.1, 0, 1} }, mass = 2, center = {0.1, -0.2, "
     "0.05},"
     " inertia = {0.2, 0.35, 0.45, 0.02, 0.01, 0.03}, velocity = {1, 0, 2}, angular_velocity = {0.3, 4, 0.5} }"},
    {"body", FREE | NO_WORK, /* the same, with compliant distances */
     "body { name = 'it', points = { {0, 0, 0}, {1, 0, 0}, {0, 1, 0.2}, {0.1, 0, 1} }, mass = 2, center = {0.1, -0.2, "
     "0.05},"
     " inertia = {0.2, 0.35, 0.45, 0.02, 0.01, 0.03}, angular_velocity = {0.3, 4, 0.5}, penalty = 1e5 }"},
    {"body", FREE | NO_WORK, /* by three points, origin outside of their plane */
     "body { name = 'it', points = { {0, 0, 0}, {1, 0, 0}, {0.1, 1, 0} }, at = {0.2, 0.1, 0.3}, mass = 2,"
     " center = {0.1, 0.2, -0.3}, inertia = {0.2, 0.25, 0.45}, angular_velocity = {0.3, 4, 0.5} }"},
    {"body", FREE | NO_WORK, /* by two points */
     "body { name = 'it', points = { {0, 0, 0}, {2, 0, 0} }, mass = 2, at = {0.9, 0, 0}, inertia = {0, 0.6, 0.6},"
     " angular_velocity = {0, 4, 0.5} }"},
    {"body", FREE | NO_WORK, /* shares two points with another one: a hinge; and one with a point */
     "local p = point { at = {0, 0, 1}, mass = 0.3, velocity = {1, 2, 0} } "
     "local o = body { points = { {0, 0, 0}, {1, 0, 0}, {0, 1, 0.2}, {0, -1, 1} }, mass = 2, inertia = {0.5, 0.6, 0.7},"
     " angular_velocity = {3, 0, 0} } "
     "body { name = 'it', points = { o:node(0), o:node(1), {0, -1, -0.3}, p }, mass = 3, inertia = {0.5, 0.6, 0.7},"
     " angular_velocity = {-2, 0, 0} }"},
    {"revolute", FREE | NO_WORK, /* on a body by points, compliant */
     "local a = body { name = 'a', points = { {0, 0, 0}, {1, 0, 0}, {0, 1, 0.2}, {0, -1, 1} }, mass = 2,"
     " inertia = {0.5, 0.6, 0.7}, angular_velocity = {0, 0, 3} } "
     "local b = body { name = 'b', at = {1, 0, 0}, mass = 2, inertia = {0.2, 0.25, 0.3}, velocity = {0, 3, 0} } "
     "revolute { name = 'it', a, b, at = {0.5, 0.1, 0}, axis = 'z', penalty = 1e5 }"},
    {"fixed", FREE | NO_WORK,
     "local a, b = (function() " PARTS "return a, b end)() fixed { " IN_THE_MIDDLE "penalty = 1e4 }"},
    {"align", FREE | NO_WORK,
     "local a = point { at = {0, 0, 0}, mass = 1, velocity = {1, 0, 0} } local b = point { at = {1, 0, 0}, mass = 2 } "
     "local c = point { at = {2, 0, 0}, mass = 1, velocity = {0, 3, 1} } "
     "align { name = 'it', a, b, c, penalty = 1e4 } distance { a, c, penalty = 1e4 }"},
    {"link", FREE | NO_WORK,
     "link { name = 'it', from = {0, 0, 0}, to = {1, 1, 0}, mass = 3, angular_velocity = {1, -2, 5}, penalty = 1e5 }"},
    {"link", FREE | NO_WORK,
     "link { name = 'it', from = {0, 0, 0}, to = {1, 1, 0}, mass = 3, angular_velocity = {1, -2, 5} }"},
    {"bar", FREE | NO_WORK,
     "bar { name = 'it', from = {0, 0, 0}, to = {1, 0.5, 0.2}, area = 1e-3, E = 1e5, nu = 0.4, density = 1000,"
     " length = 0.9, velocity = {1, 0, 2}, angular_velocity = {0, 4, 0.5} }"},
    {"bar", FREE | NO_WORK, /* of Mooney and Rivlin, between points that move apart */
     "bar { name = 'it', point { at = {0, 0, 0}, mass = 1 }, point { at = {1, 0, 0}, mass = 2, velocity = {3, 2, 0} },"
     " area = 1e-3, E = 1e5, nu = 0.49, law = 'mooney_rivlin', share = 0.4 }"},
    {"cable", FREE | NO_WORK,
     "cable { name = 'it', from = {0, 0, 0}, to = {1, 1, 0}, elements = 2, order = 2, stiffness = 500, mass_per_length "
     "= 0.5,"
     " velocity = {0, 1, 0}, angular_velocity = {1, -2, 5} }"},
    {"cable", FREE | NO_WORK,
     "cable { name = 'it', from = {0, 0, 0}, to = {1, 1, 0}, elements = 3, order = 1, stiffness = 500, mass_per_length "
     "= 0.5,"
     " length = 1.5, tension_only = true, angular_velocity = {1, -2, 5} }"},
    {"cable", FREE | NO_WORK, /* engineering strain */
     "cable { name = 'it', from = {0, 0, 0}, to = {1, 1, 0}, elements = 2, order = 3, stiffness = 500, mass_per_length "
     "= "
     "0.5,"
     " length = 1.3, measure = 'engineering', angular_velocity = {1, -2, 5} }"},
    {"cable", FREE | NO_WORK, /* a law by a potential */
     "cable { name = 'it', from = {0, 0, 0}, to = {1, 1, 0}, elements = 2, order = 2, mass_per_length = 0.5, length = "
     "1.2,"
     " potential = function(e) return 500*(e^2/2 + e^3) end, tension_only = true, angular_velocity = {1, -2, 5} }"},
    {"cable", FREE, /* winch */
     "cable { name = 'it', from = {0, 0, 0}, to = {1, 1, 0}, elements = 2, order = 2, stiffness = 500, mass_per_length "
     "= "
     "0.5,"
     " length = function(t) return 1.35 - 2*t^2 end, angular_velocity = {1, -2, 5} }"},
    {"cable", FREE, /* winch, engineering strain, a potential, tension only */
     "cable { name = 'it', from = {0, 0, 0}, to = {1, 1, 0}, elements = 3, order = 1, mass_per_length = 0.5, "
     "tension_only = "
     "true,"
     " potential = function(e) return 500*(e^2/2 + e^3) end, measure = 'engineering',"
     " length = function(t) return 1.43 - 0.2*sin(20*t) end, angular_velocity = {1, -2, 5} }"},
    {"cable", 0, /* loads along it, drag */
     "cable { name = 'it', from = {0, 0, 0}, to = {1, 1, 0}, elements = 2, order = 2, stiffness = 500, mass_per_length "
     "= "
     "0.5,"
     " load = function(t, s, vx, vy, vz) local v = sqrt(vx^2 + vy^2 + vz^2) return s - v*vx, 3*sin(9*t) - v*vy, -(1 + "
     "s)*v*vz "
     "end,"
     " angular_velocity = {1, -2, 5} }"},
    {"beam", FREE | NO_WORK, /* everything varies along it */
     "beam { name = 'it', from = {0, 0, 0}, to = {1, 1, 0}, elements = 2, order = 2, nu = 0.3, twist = 0.3,"
     " section = function(s) return rectangle { width = 0.1 - 0.02*s, height = 0.05 + 0.01*s, offset_y = 0.01*s } "
     "end,"
     " E = function(s) return 1e7*(1 + s) end, density = function(s) return 1000 - 100*s end, angular_velocity = {3, "
     "-2, 5} "
     "}"},
    {"beam", FREE | NO_WORK, /* by numbers, in the small-strain form */
     "beam { name = 'it', from = {0, 0, 0}, to = {1, 1, 0}, elements = 2, order = 1, measure = 'small_strain',"
     " stiffness = function(s) return 1e4 + s, 5e3, 5e3, 20 - s, 15, 12 end, centroid = function(s) return 0.01*s, 0 "
     "end,"
     " mass_per_length = function(s) return 1 + s^2 end, rotary_inertia = {2e-3, 1e-3}, angular_velocity = {3, -2, 5} "
     "}"},
    {"beam", FREE | NO_WORK, /* a law by a potential */
     "beam { name = 'it', from = {0, 0, 0}, to = {1, 1, 0}, through = {0.6, 0.3, 0.2}, elements = 2, order = 2,"
     " potential = function(e, g2, g3, k2, k3, k1, s) local k = k2^2 + k3^2"
     " return 5e3*e^2 + 2e3*(g2^2 + g3^2) + 10*k + 6*k1^2 + 5*k^2 + 3e4*e^3 + (1 + s)*e*k2 + 4*k1*k3^2 end,"
     " mass_per_length = 1, rotary_inertia = {2e-3, 1e-3}, angular_velocity = {3, -2, 5} }"},
    {"beam", 0, /* loads along it, drag */
     "beam { name = 'it', ground, from = {0, 0, 0}, to = {1, 1, 0}, elements = 2, order = 2, stiffness = {1e4, 5e3, "
     "5e3, 20, "
     "15, 12}, mass_per_length = 1, rotary_inertia = {2e-3, 1e-3}, load = function(t, s) return s, 20*sin(9*t + s), 0 "
     "end,"
     " follower_load = function(t, s, v1, v2, v3) return 0, -abs(v2)*v2, 3*s - 2*v3 end,"
     " follower_moment_load = function(t, s) return 0.1*s, 0, 0.2*t end, moment_load = function(t, s) return 0, s^2, 0 "
     "end }"},
    {"beam", FREE | NO_WORK,
     "beam { name = 'it', from = {0, 0, 0}, to = {1, 1, 0}, elements = 2, order = 2, stiffness = {1e4, 5e3, 5e3, 20, "
     "15, 12},"
     " mass_per_length = 1, rotary_inertia = {2e-3, 1e-3}, velocity = {0, 1, 0}, angular_velocity = {3, -2, 5} }"},
    {"beam", FREE | NO_WORK, /* curved, consistent mass, cubic */
     "beam { name = 'it', from = {0, 0, 0}, to = {1, 1, 0}, through = {0.6, 0.3, 0.2}, elements = 1, order = 3,"
     " section = rectangle { width = 0.1, height = 0.05 }, E = 1e7, nu = 0.3, density = 1000, mass_matrix = "
     "'consistent',"
     " angular_velocity = {3, -2, 5} }"},
    {"beam", FREE, /* damped */
     "beam { name = 'it', from = {0, 0, 0}, to = {1, 1, 0}, elements = 2, order = 1, stiffness = {1e4, 5e3, 5e3, 20, "
     "15, 12},"
     " mass_per_length = 1, rotary_inertia = {2e-3, 1e-3}, angular_velocity = {3, -2, 5}, damping = 1e-2 }"},
    {"beam", 0, /* clamped, loaded */
     "beam { name = 'it', ground, from = {0, 0, 0}, to = {1, 1, 0}, elements = 2, order = 1, stiffness = {1e4, 5e3, "
     "5e3, 20, 15, 12},"
     " mass_per_length = 1, rotary_inertia = {2e-3, 1e-3}, follower_load = function(t) return 0, 20*sin(9*t), 5 end,"
     " moment_load = {0.1, 0.2, 0.3}, load = {1, 2, 3} }"},
    {"solid",
     FREE | NO_WORK, /* ten-node tetrahedra. All are soft: strains of some per cent, far above round-off of places */
     "solid { name = 'it', box = { size = {0.1, 0.2, 0.1} }, element = 'tet10', E = 1e4, nu = 0.3, density = 1000,"
     " velocity = function(x, y, z) return 1 + 3*y - 5*x*z, 2*x, -4*y + x end }"},
    {"solid", FREE | NO_WORK, /* bricks of 20 nodes, reduced integration */
     "solid { name = 'it', box = { size = {0.3, 0.2, 0.1}, elements = {2, 1, 1} }, element = 'hex20', E = 1e4, nu = "
     "0.3,"
     " density = 1000, at = {0.5, 0, 0}, orientation = axis_angle({1, 1, 0}, 0.7), angular_velocity = {3, 1, 2},"
     " velocity = function(x, y, z) return 2*y, 0, -4*y + 1 end }"},
    {"solid", FREE | NO_WORK, /* bricks of 27 nodes */
     "solid { name = 'it', box = { size = {0.2, 0.2, 0.1} }, element = 'hex27', E = 1e4, nu = 0.3, density = 1000,"
     " velocity = function(x, y, z) return 1 + 3*y, 2*x, -4*y + x end }"},
    {"solid", FREE | NO_WORK, /* bricks of 8 nodes */
     "solid { name = 'it', box = { size = {0.2, 0.2, 0.1}, elements = {2, 1, 1} }, element = 'hex8', E = 1e4, nu = 0.3,"
     " density = 1000, velocity = function(x, y, z) return 1 + 3*y, 2*x, -4*y + x end }"},
    {"solid", FREE | NO_WORK, /* tetrahedra of 4 nodes */
     "solid { name = 'it', box = { size = {0.2, 0.2, 0.1} }, element = 'tet4', E = 1e4, nu = 0.3,"
     " density = 1000, velocity = function(x, y, z) return 1 + 3*y, 2*x, -4*y + x end }"},
    {"solid", FREE | NO_WORK, /* nearly incompressible rubber: an element is one energy */
     "solid { name = 'it', box = { size = {0.1, 0.2, 0.1} }, element = 'tet10', E = 1e4, nu = 0.499, density = 1000,"
     " law = 'neo_hooke', velocity = function(x, y, z) return 1 + 3*y, 2*x, -4*y + x end }"},
    {"solid", FREE | NO_WORK, /* bricks: linear pressures, of rubber and of Hooke's law */
     "solid { name = 'it', box = { size = {0.2, 0.2, 0.1}, elements = {2, 2, 1} }, element = 'hex20', E = 1e4, nu = "
     "0.499, density = 1000, law = 'mooney_rivlin', share = 0.3, angular_velocity = {3, 1, 2},"
     " velocity = function(x, y, z) return 1 + 3*y, 2*x, -4*y + x end }"},
    {"solid", FREE | NO_WORK, /* the volume of a brick of 27 nodes is looked at at 8 points of its own */
     "solid { name = 'it', box = { size = {0.2, 0.2, 0.1} }, element = 'hex27', E = 1e4, nu = 0.49, density = 1000,"
     " law = 'neo_hooke', velocity = function(x, y, z) return 1 + 3*y, 2*x, -4*y + x end }"},
    {"solid", FREE | NO_WORK,
     "solid { name = 'it', box = { size = {0.2, 0.2, 0.1} }, element = 'hex27', E = 1e4, nu = 0.4999, density = 1000,"
     " velocity = function(x, y, z) return 1 + 3*y, 2*x, -4*y + x end }"},
    {"solid", FREE, /* damped */
     "solid { name = 'it', box = { size = {0.1, 0.2, 0.1} }, element = 'hex20', E = 1e4, nu = 0.3, density = 1000,"
     " damping = 1e-3, velocity = function(x, y, z) return 1 + 3*y, 2*x, -4*y + x end }"},
    {"solid", FREE | NO_WORK, /* curved, and with a body on the mean of a surface */
     "local s = solid { name = 'it', ring = { inner = 0.1, outer = 0.15, length = 0.1, elements = {4, 1, 1} }, E = 1e4,"
     " nu = 0.3, density = 1000, angular_velocity = {1, 0, 5} } "
     "revolute { s:surface('inner'), body { name = 'axle', at = {0, 0, 0.05}, mass = 1, inertia = {0.01, 0.01, 0.02},"
     " velocity = {0, -0.05, 0} }, at = {0, 0, 0.05}, axis = 'z' }"},
    {"solid", FREE | NO_WORK, /* a rigid surface that carries a body, and a surface fixed on another part */
     "local b = body { name = 'b', at = {0.3, 0, 0}, mass = 2, inertia = {0.02, 0.025, 0.03} } "
     "local s = solid { name = 'it', box = { size = {0.3, 0.1, 0.1}, elements = {2, 1, 1} }, E = 1e4, nu = 0.3,"
     " density = 1000, surfaces = { x0 = { rigid = true }, x1 = { clamped = true, on = b } } } "
     "fixed { s:surface('x0'), body { name = 'c', at = {0, 0.1, 0}, mass = 1, inertia = {0.01, 0.01, 0.02},"
     " velocity = {0, 0.5, 0}, angular_velocity = {0, 1, 2} } }"},
    {"solid", FREE | NO_WORK, /* linear strains about a frame of its own */
     "solid { name = 'it', box = { size = {0.3, 0.2, 0.1}, elements = {2, 1, 1} }, element = 'hex20', formulation = "
     "'floating', E = 1e6, nu = 0.3, density = 1000, angular_velocity = {3, 1, 2},"
     " velocity = function(x, y, z) return 2*y, 0, -4*y + 1 end }"},
    {"solid", FREE | NO_WORK, /* few places: a free body that carries another one on a surface */
     "local s = solid { name = 'it', box = { size = {0.3, 0.1, 0.1}, elements = {2, 1, 1} }, formulation = 'modal', "
     "modes = "
     "2, E = 1e6, nu = 0.3, density = 1000, angular_velocity = {3, 1, 2},"
     " velocity = function(x, y, z) return 2*y, 0, -4*y + 1 end } "
     "revolute { s:surface('x1'), body { name = 'c', at = {0.3, 0.05, 0.05}, mass = 1, inertia = {0.01, 0.01, 0.02},"
     " velocity = {0, 0.5, 0} }, at = {0.3, 0.05, 0.05}, axis = 'z' }"},
    {"solid", FREE, /* few places: held by a body */
     "local b = body { name = 'b', at = {0.3, 0, 0}, mass = 2, inertia = {0.02, 0.025, 0.03} } "
     "local s = solid { name = 'it', box = { size = {0.3, 0.1, 0.1}, elements = {2, 1, 1} }, formulation = 'modal',"
     " modes = { up_to = 100 }, E = 1e6, nu = 0.3, density = 1000, damping = 1e-3,"
     " velocity = function(x, y, z) return 0, y, 3*(x - 0.3) end, surfaces = { x1 = { clamped = true, on = b } } }"},
    {"solid", FREE, /* linear strains about the body that holds it */
     "local b = body { name = 'b', at = {0.3, 0, 0}, mass = 2, inertia = {0.02, 0.025, 0.03} } "
     "local s = solid { name = 'it', box = { size = {0.3, 0.1, 0.1}, elements = {2, 1, 1} }, formulation = 'floating',"
     " E = 1e6, nu = 0.3, density = 1000, damping = 1e-3, velocity = function(x, y, z) return 0, y, 3*(x - 0.3) end,"
     " surfaces = { x1 = { clamped = true, on = b } } }"},
    {"solid", 0, /* loads */
     "solid { name = 'it', box = { size = {0.2, 0.1, 0.1} }, element = 'tet10', E = 1e6, nu = 0.3, density = 1000,"
     " body_force = function(t, x, y, z) return 100*x, t, 50*y*t end, surfaces = {"
     " x0 = { pressure = function(t, x, y, z) return 1e3*(1 + y) end, torque = {1, 2, 3}, follows = true },"
     " x1 = { traction = {100, 0, 300}, force = function(t) return 1, 2, 100*t end }, y0 = { held = 'y' } } }"},
    {"shell", FREE | NO_WORK, /* nine nodes, curved, distorted */
     "shell { name = 'it', surface = function(u, v) return u - 0.1*u*v, v + 0.1*u^2, 0.3*u*(1 - u) + 0.2*v^2 end, "
     "elements = {1, 1},"
     " thickness = 0.05, E = 1e7, nu = 0.3, density = 1000,"
     " velocity = function(u, v) return 0.5*u*v, 0, sin(3*u) + v^2 end, angular_velocity = {3, -2, 5} }"},
    {"shell", FREE | NO_WORK, /* four nodes, plies that couple everything, beside the surface; row sums */
     "shell { name = 'it', corners = {{0, 0, 0}, {1, 0.1, 0}, {1.2, 1, 0.2}, {0, 0.9, 0}}, elements = {2, 1}, order = "
     "1,"
     " plies = {{0.3, 0.02}, {-0.7, 0.01}, {1.2, 0.03}}, E1 = 1e8, E2 = 1e7, nu12 = 0.3, G12 = 5e6, density = 1000, "
     "offset = 0.01,"
     " along = {1, 0.2, 0}, mass_matrix = 'lumped', velocity = function(u, v) return 0, 0, 2*u*v end, angular_velocity "
     "= {3, -2, 5} }"},
    {"shell", FREE, /* closed, damped */
     "shell { name = 'it', cylinder = { radius = 0.5 }, u = {0, 2*pi}, v = {0, 0.4}, closed = 'u', elements = {4, 1}, "
     "order = 1,"
     " thickness = 0.05, E = 1e7, nu = 0.3, density = 1000, damping = 1e-3,"
     " velocity = function(u, v) return cos(2*u), 0, v end, angular_velocity = {3, -2, 5} }"},
    {"shell", 0, /* all that edges can be, all loads */
     "local a = body { name = 'a', mass = 1, inertia = {0.1, 0.12, 0.15}, at = {0, 0.5, 0}, velocity = {0.3, 0.1, 0.2} "
     "} "
     "shell { name = 'it', corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, elements = {2, 1}, thickness = "
     "0.05, E = 1e7,"
     " nu = 0.3, density = 1000, u_first = { clamped = true, on = a }, u_last = { held = 'xz', hard = true, load = "
     "function(t, u, "
     "v) return 0, v, t "
     "end },"
     " v_first = { symmetry = 'y' }, v_last = { moment = {0.1, 0.2, 0} }, load = {0, 1, 2}, follows = true,"
     " pressure = function(t, u, v) return 30*sin(9*t + u) end }"},
    {"shell", 0, /* ruled, clamped and held in the ground */
     "shell { name = 'it', from = function(u) return u, 0, 0.2*u^2 end, to = function(u) return u, 1, 0.1 end, "
     "elements = {1, 2},"
     " thickness = function(u, v) return 0.05 + 0.01*u end, E = 1e7, nu = 0.3, density = 1000, u_first = { clamped = "
     "true },"
     " u_last = { held = 'xyz' }, tying = 'covariant', pressure = function(t) return 20*t end, velocity = function(u, "
     "v) return 0, 0, 2*u*(1 - u) end }"},
    {"base", 0,
     "local w = base { name = 'it', position = function(t) return 0.1*sin(3*t), t^2, 0 end, axis = 'z',"
     " angle = function(t) return 0.5*sin(4*t) end, mass = 2, center = {0.1, 0, 0}, inertia = {0.1, 0.1, 0.1} } " PARTS
     "revolute { w, a, at = {0, 0, 0}, axis = 'y' } spherical { a, b, at = {1, 0, 0} }"},
    {"plane_rod", LABORATORY,
     "plane_rod { name = 'it', length = 1, radius = 0.02, E = 1e6, density = 1000, elements = 4,"
     " tip_force = function(t) return 0, 0.1*t, 0 end }"},
    {"revolute", FREE | NO_WORK, PARTS "revolute { " IN_THE_MIDDLE "axis = {0, 1, 1}, initial_rate = 2 }"},
    {"revolute", 0, PARTS "revolute { " IN_THE_MIDDLE "axis = {0, 1, 1}, " LAWS_OF_ANGLES " }"},
    {"revolute", 0,
     PARTS "revolute { name = 'it', ground, a, at = {0, 0, 0}, axis = 'z', drive = function(t) return sin(5*t) end }"},
    {"prismatic", FREE | NO_WORK, PARTS "prismatic { " IN_THE_MIDDLE "axis = {0, 1, 1}, initial_rate = 1 }"},
    {"prismatic", 0, PARTS "prismatic { " IN_THE_MIDDLE "axis = {0, 1, 1}, " LAWS_OF_LENGTHS " }"},
    {"prismatic", 0,
     PARTS "prismatic { " IN_THE_MIDDLE "axis = {0, 1, 1}, drive_rate = function(t) return 0.3*cos(5*t) end }"},
    {"screw", FREE | NO_WORK, PARTS "screw { " IN_THE_MIDDLE "axis = {0, 1, 1}, pitch = 0.05, initial_rate = 3 }"},
    {"screw", FREE | NO_WORK, /* that gives way */
     PARTS "screw { " IN_THE_MIDDLE "axis = {0, 1, 1}, pitch = 0.05, initial_rate = 3, penalty = 1e4 }"},
    {"screw", 0, PARTS "screw { " IN_THE_MIDDLE "axis = 'x', pitch = 0.05, " LAWS_OF_ANGLES " }"},
    {"cylindrical", FREE | NO_WORK,
     PARTS "cylindrical { " IN_THE_MIDDLE "axis = {0, 1, 1}, angle = { initial_rate = 3 } }"},
    {"cylindrical", 0,
     PARTS "cylindrical { " IN_THE_MIDDLE "axis = 'x', angle = { " LAWS_OF_ANGLES
           " }, displacement = { stiffness = 9 } }"},
    {"planar", FREE | NO_WORK, PARTS "planar { " IN_THE_MIDDLE "axis = {0, 1, 1} }"},
    {"spherical", FREE | NO_WORK, PARTS "spherical { " IN_THE_MIDDLE "}"},
    {"universal", FREE | NO_WORK,
     PARTS "universal { " IN_THE_MIDDLE "axis_a = 'x', axis_b = 'z', angle_a = { initial_rate = 3 } }"},
    {"universal", 0,
     PARTS "universal { " IN_THE_MIDDLE
           "axis_a = 'x', axis_b = 'z', angle_b = { torque = function(t) return cos(9*t) end } }"},
    {"fixed", FREE | NO_WORK, PARTS "fixed { " IN_THE_MIDDLE "}"},
    {"point_on_line", FREE | NO_WORK, PARTS "point_on_line { " IN_THE_MIDDLE "axis = {0, 1, 1} }"},
    {"point_on_plane", FREE | NO_WORK, PARTS "point_on_plane { " IN_THE_MIDDLE "axis = {0, 1, 1} }"},
    {"distance", FREE | NO_WORK, PARTS "distance { name = 'it', a, b, at_a = {0, 0.2, 0}, at_b = {1, 0, 0.1} }"},
    {"shell_revolute", FREE | NO_WORK,
     "local s = shell { name = 's', corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0.1}, {0, 1, 0}}, elements = {1, 1}, "
     "thickness = "
     "0.02, E = 1e8, nu = 0.3, density = 1000, angular_velocity = {1, 2, 3} } "
     "local b = body { name = 'b', at = {0.5, 0.5, 0.3}, mass = 2, inertia = {0.2, 0.25, 0.3}, velocity = {-0.9, 0.6, "
     "-0.5}, "
     "angular_velocity = {1, 2, 3} } shell_revolute { name = 'it', b, s:at(0.5, 0.5) }"},
    {"torsion_spring", FREE | NO_WORK, /* on a hinge line */
     HINGED
     "torsion_spring { name = 'it', a:at(1, 0.5), b:at(0, 0.5), axis = 'y', stiffness = 30, rest = 0.3, potential = "
     "function(x) return 10*x^4 end, lower = -0.05, stop_stiffness = 500 }"},
    {"torsion_spring", FREE,
     HINGED
     "torsion_spring { name = 'it', a:at(1, 0.5), b:at(0, 0.5), axis = 'y', damping = 0.3, law = "
     "function(x, v, t) return 5*sin(x) + 0.1*v*abs(v) end, upper = 0.05, stop_stiffness = 500, stop_damping = 0.5 }"},
    {"torsion_spring", FREE, /* a motor; between a body and a shell */
     "local b = body { name = 'b', mass = 2, inertia = {0.2, 0.25, 0.3} } "
     "local s = shell { name = 's', corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, elements = {1, 1}, "
     "thickness = "
     "0.02, E = 1e8, nu = 0.3, density = 1000 } spherical { b, s:at(0, 0) } spherical { b, s:at(0, 1) } "
     "torsion_spring { name = 'it', b, s:at(0, 0.5), axis = 'y', torque = function(t) return 20*sin(9*t) end }"},
    {"distance", FREE, /* driven, and giving way */
     PARTS "distance { name = 'it', a, b, length = function(t) return 1 + 0.3*t + 0.5*t^2 end, penalty = 1e4 }"},
    {"align", FREE | NO_WORK, PARTS "local p = point { at = {0.4, 0, 0}, mass = 0.5 } align { name = 'it', a, p, b }"},
    {"spring", FREE | NO_WORK,
     PARTS "spring { name = 'it', a, b, at_a = {0, 0.2, 0}, stiffness = 50, length = 0.8, potential = function(x) "
           "return 5*x^4 end,"
           " upper = 1.05, stop_stiffness = 1e3 }"},
    {"spring", FREE, PARTS "spring { name = 'it', a, b, at_a = {0, 0.2, 0}, stiffness = 50, damping = 3 }"},
    {"spring", FREE,
     PARTS "spring { name = 'it', a, b, force = function(x, v, t) return 3*x^3 + v*(1 + 0.5*cos(t)) end }"},
    {"bushing", FREE | NO_WORK,
     PARTS "bushing { " IN_THE_MIDDLE "axis = {0, 1, 1}, stiffness = {90, 80, 70, 3, 4, 5} }"},
    {"bushing", FREE,
     PARTS "bushing { " IN_THE_MIDDLE "stiffness = {90, 80, 70, 3, 4, 5}, damping = {1, 2, 3, 0.1, 0.2, 0.3} }"},
    {"force", 0, PARTS "force { name = 'it', a, at = {0.2, 0.1, 0}, value = function(t) return 3, 2*sin(9*t), 1 end }"},
    {"plane", FREE | NO_WORK, /* on a body that tumbles */
     PARTS "local p = plane { name = 'it', a, at = {0.6, 0, 0}, normal = {1, 0.1, 0.2} }"
           " wheel { b, on = {p}, radius = 0.41, tube = 0.1, axis = {0.1, 1, 0.3}, stiffness = 2000 }"},
    {"obstacle", FREE | NO_WORK, /* an edge */
     PARTS "local e = obstacle { name = 'it', a, at = {0.5, 0, 0}, profile = {{0.1, 0}}, width = 1 }"
           " wheel { b, on = {e}, radius = 0.41, stiffness = 2000 }"},
    {"wheel", FREE | NO_WORK, /* ball on a face */
     PARTS "local o = obstacle { a, profile = {{0, 0}, {0.6, -0.3}, {0.6, 0.4}}, width = 0.5 }"
           " wheel { name = 'it', b, on = {o}, radius = 0.41, stiffness = 2000 }"},
    {"wheel", FREE | NO_WORK, /* torus across an edge */
     PARTS "local o = obstacle { a, profile = {{0, 0.1}, {0.6, 0}, {0, -0.3}}, width = 0.5 }"
           " wheel { name = 'it', b, on = {o}, radius = 0.41, tube = 0.06, axis = {0.2, 0.9, 0.3}, stiffness = 2000 }"},
    {"wheel", NO_WORK, /* torus on a corner, and on the ground besides */
     PARTS "local o = obstacle { a, profile = {{0, 0.1}, {0.6, 0}, {0, -0.3}}, width = 0.5, orientation ="
           " axis_angle('z', 0.6) } local p = plane { at = {0, 0, -0.39} }"
           " wheel { name = 'it', b, on = {o, p}, radius = 0.41, tube = 0.06, axis = {0, 1, 0.1}, stiffness = 2000 }"},
    {"revolute", FREE | NODES, /* friction that follows the reaction of the joint */
     PARTS "revolute { " IN_THE_MIDDLE "axis = {0, 1, 1}, stiffness = 2, friction = 0.1, friction_arm = 0.02, "
           "initial_rate = 2 }"},
    {"prismatic", FREE | NODES, /* the same, with another coefficient at rest */
     PARTS "prismatic { " IN_THE_MIDDLE "axis = {0, 1, 1}, stiffness = 30, friction = 0.1, static_friction = "
           "0.15, friction_speed = 0.3, friction_arm = 0.3, initial_rate = 0.5 }"},
    {"contact", FREE | NODES, /* spins and rolls on a plane that moves */
     "local a = body { name = 'a', mass = 5, inertia = {1, 1.1, 1.2}, angular_velocity = {0.1, 0.2, 0.1} } "
     "local p = plane { a, at = {0, 0, 0.1} } local b = body { name = 'b', at = {0.1, 0, 0.302}, velocity = {1, 0, "
     "-1.5}, angular_velocity = {0, 3, 20}, shape = sphere { radius = 0.2, mass = 1 } } "
     "contact { name = 'it', p, b, stiffness = 3000, friction = 0.3, static_friction = 0.4, friction_speed = 0.5, "
     "patch = 0.01, rolling = 0.01, restitution = 0.5, friction_stiffness = 1e4 }"},
    {"clearance", FREE | NODES, /* a long journal, askew, which turns, with friction */
     "local a = body { name = 'a', mass = 5, inertia = {1, 1.1, 1.2}, angular_velocity = {0.1, 0.2, 0.1} } "
     "local b = body { name = 'b', at = {0.01, 0.02, 0.1}, velocity = {1, 0.1, 0.2}, angular_velocity = {0, 0.5, 8}, "
     "mass = 1, inertia = {0.1, 0.12, 0.15} } clearance { name = 'it', a, b, at = {0, 0, 0.1}, axis = {0, 0.1, 1}, "
     "radius = 0.1, gap = 0.01, length = 0.3, stiffness = 3000, friction = 0.3, restitution = 0.5, "
     "friction_stiffness = 1e4 }"},
    {"clearance", FREE | NODES, /* a slider in a guide */
     "local a = body { name = 'a', mass = 5, inertia = {1, 1.1, 1.2}, angular_velocity = {0.1, 0.2, 0.1} } "
     "local b = body { name = 'b', at = {0.01, 0.02, 0.1}, velocity = {0.4, 0.1, 0.5}, angular_velocity = {0, 1, 2}, "
     "mass = 1, inertia = {0.1, 0.12, 0.15} } clearance { name = 'it', a, b, at = {0, 0, 0.1}, axis = {0, 0.1, 1}, "
     "across "
     "= {1, 0, 0}, width = 0.1, height = 0.2, length = 0.3, gap = 5e-3, stiffness = 3000, friction = 0.3, restitution "
     "= 0.5, friction_stiffness = 1e4 }"},
    {"contact", FREE | NO_WORK, /* two balls */
     "local a = body { name = 'a', shape = sphere { radius = 0.3, mass = 1 }, velocity = {0.3, 0.1, 0.2}, "
     "angular_velocity = {1, 2, 3} } local b = body { name = 'b', at = {0.62, 0.1, 0}, velocity = {-2.5, 0.1, 0.2}, "
     "angular_velocity = {-3, 2, 3}, shape = sphere { radius = 0.32, mass = 2 } } "
     "contact { name = 'it', a, b, stiffness = 2000, power = 1.5 }"},
    {"contact", FREE | NODES, /* the same with friction, and with loss */
     "local a = body { name = 'a', shape = sphere { radius = 0.3, mass = 1 }, velocity = {0.3, 0.1, 0.2}, "
     "angular_velocity = {1, 2, 3} } local b = body { name = 'b', at = {0.62, 0.1, 0}, velocity = {-2.5, 0.1, 0.2}, "
     "angular_velocity = {-3, 2, 3}, shape = sphere { radius = 0.32, mass = 2 } } "
     "contact { name = 'it', a, b, stiffness = 2000, friction = 0.3, restitution = 0.6 }"},
    {"contact", FREE | NODES, /* two rods */
     "local a = body { name = 'a', mass = 1, inertia = {0.01, 0.3, 0.3}, shape = slender { length = 2, radius = 0.1, "
     "axis = 'x' }, "
     "angular_velocity = {0, 1, 3} } local b = body { name = 'b', at = {0.3, 0.1, 0.21}, velocity = {0.5, 0.1, -2.5}, "
     "angular_velocity = {1, 0, 3}, mass = 2, inertia = {0.2, 0.02, 0.2}, shape = slender { length = 1, radius = 0.1, "
     "axis = 'y' } } "
     "contact { name = 'it', a, b, stiffness = 3000, friction = 0.5, restitution = 0.8, friction_stiffness = 1e4 }"},
    {"contact", FREE | NODES, /* a ball on the edge of a box */
     "local a = body { name = 'a', shape = box { size = {1, 0.6, 0.4}, mass = 3 }, angular_velocity = {1, 2, 1} } "
     "local b = body { name = 'b', at = {0.7, 0, 0.36}, velocity = {-3, 0.4, -2}, angular_velocity = {9, 2, 3}, "
     "shape = sphere { radius = 0.25, mass = 1 } } "
     "contact { name = 'it', a, b, stiffness = 3000, friction = 0.4, restitution = 0.7, friction_stiffness = 1e6 }"},
    {"contact", FREE | NODES, /* corners of a box on a plane that moves */
     "local a = body { name = 'a', mass = 5, inertia = {1, 1.1, 1.2}, angular_velocity = {0.1, 0.2, 0.1} } "
     "local p = plane { a, at = {0, 0, 0.1} } local b = body { name = 'b', at = {0.1, 0, 0.302}, velocity = {1, 0, "
     "-1.5}, "
     "angular_velocity = {0, 0, 2}, shape = box { size = {0.4, 0.4, 0.4}, mass = 1 } } "
     "contact { name = 'it', p, b, stiffness = 3000, friction = 0.4, restitution = 0.5, friction_stiffness = 1e4 }"},
    {"contact", FREE | NODES, /* a coin on a plane that moves */
     "local a = body { name = 'a', mass = 5, inertia = {1, 1.1, 1.2}, angular_velocity = {0.1, 0.2, 0.1} } "
     "local p = plane { a, at = {0, 0, 0.1} } local b = body { name = 'b', at = {0.1, 0, 0.381}, velocity = {1, 0, "
     "-1.5}, "
     "angular_velocity = {0, 0, 2}, orientation = axis_angle({1, 0.2, 0}, 1), "
     "shape = cylinder { length = 0.1, radius = 0.3, axis = 'z', mass = 1 } } "
     "contact { name = 'it', p, b, stiffness = 3000, friction = 0.4, restitution = 0.5, friction_stiffness = 1e4 }"},
    {"wheel", NO_WORK, /* hub is a point */
     "local p = point { at = {0, 0, 0.19}, mass = 1, velocity = {1, 0, -0.5} } local q = plane { normal = {0, 1, 4} }"
     " wheel { name = 'it', p, on = {q}, radius = 0.2, stiffness = 1e4 }"},
    {"force", 0,
     PARTS
     "force { name = 'it', a, at = {0.2, 0.1, 0}, value = function(t) return 3, 2*sin(9*t), 1 end, follows = true }"},
    {"force", 0, /* drag */
     PARTS
     "force { name = 'it', a, at = {0.2, 0.1, 0}, value = function(t, vx, vy, vz) return 1 - vx, -3*abs(vy)*vy, -vz "
     "end, follows = true }"},
    {"force", 0,
     PARTS
     "force { name = 'it', a, at = {0.2, 0.1, 0}, value = function(t, vx, vy, vz) return 1 - vx, -3*abs(vy)*vy, -vz "
     "end }"},
    {"moment", 0, PARTS "moment { name = 'it', a, value = function(t) return 0.3, 0.2*sin(9*t), 0.1 end }"},
    {"moment", 0, PARTS "moment { name = 'it', a, value = {0.3, 0.2, 0.1}, follows = true }"},
    {"moment", 0, /* on a body by points */
     "local a = body { points = { {0, 0, 0}, {1, 0, 0}, {0, 1, 0.2}, {0.1, 0, 1} }, mass = 2, inertia = {0.2, 0.35, "
     "0.45},"
     " angular_velocity = {0.3, 4, 0.5} } moment { name = 'it', a, value = {0.3, 0.2, 0.1}, follows = true }"},
    {"moment", 0, /* that follows signals of both bodies */
     PARTS "spherical { name = 's', a, b, at = {0.5, 0.1, 0} } "
           "moment { name = 'it', a, follows = true, value = function(t) local w, u = angular_velocity_body(a), "
           "angular_velocity_body(b) return -0.3*w.x + 0.1*u.y, -0.2*w.y*u.z, 0.1*sin(9*t) - w.z end }"},
    {"force", 0, /* the same, in axes that turn with the model */
     PARTS "force { name = 'it', a, at = {0.2, 0.1, 0}, follows = true, value = function(t, vx, vy, vz) "
           "local u = angular_velocity_body(b) return -vx*u.x, 2*sin(9*t) - abs(vy)*vy, u.z - vz end }"},
    {"revolute", FREE, /* control: torque and law follow the other joint and both bodies */
     PARTS
     "local c = body { at = {2, 0, 0}, mass = 1, inertia = {0.1, 0.12, 0.1}, velocity = {0.3, 6, 0} } "
     "revolute { name = 'it', a, b, at = {0.5, 0, 0}, axis = {0, 1, 1}, torque = function(t) return -2*angle('it') "
     "- 0.3*rate('s')^2 + sin(angle('s')) end, law = function(x, v, t) return x*rate('s') + 0.2*v end } "
     "prismatic { name = 's2', b, c, at = {1.5, 0, 0}, axis = 'x', force = function(t) return "
     "-20*displacement('s2') - 3*rate('it') end } "
     "local d = body { at = {3, 0, 0}, mass = 1, inertia = {0.2, 0.12, 0.1} } "
     "revolute { name = 's', c, d, at = {2.5, 0, 0}, axis = 'z' }"},
    {"spring", FREE, /* its tension follows another coordinate */
     PARTS "revolute { name = 's', a, b, at = {0.5, 0, 0}, axis = {0, 1, 1} } spring { name = 'it', a, b, at_a = "
           "{0, 0.2, 0}, stiffness = 50, force = function(x, v, t) return 3*x*rate('s') - angle('s') + v end }"},
    {"gear", FREE | NO_WORK,
     PARTS "local c = body { at = {2, 0, 0}, mass = 1, inertia = {0.1, 0.1, 0.1} } "
           "local r = revolute { a, b, at = {0.5, 0, 0}, axis = 'x' } local s = revolute { b, c, at = {1.5, 0, 0}, "
           "axis = 'y',"
           " initial_rate = 3 } gear { name = 'it', r, s, ratio = 2 }"},
    {"coupling", FREE | NO_WORK,
     PARTS
     "local r = revolute { name = 'r', a, b, at = {0.5, 0, 0}, axis = 'x' } local c = body { at = {2, 0, 0}, mass = 1,"
     " inertia = {0.1, 0.1, 0.1} } local s = prismatic { name = 's', b, c, at = {1.5, 0, 0}, axis = 'y', initial_rate "
     "= 1 }"
     " coupling { name = 'it', joints = {r, s}, factors = {0.3, 2} }"},
    {"coupling", FREE | NO_WORK,
     PARTS "local r = revolute { name = 'r', a, b, at = {0.5, 0, 0}, axis = 'x', initial_rate = 2 }"
           " coupling { name = 'it', joints = {r}, factors = {0.3}, stiffness = 40 }"},
    {"rate_constraint", FREE | NO_WORK | NODES,
     PARTS
     "local r = revolute { name = 'r', a, b, at = {0.5, 0, 0}, axis = 'x' } local c = body { at = {2, 0, 0}, mass = 1,"
     " inertia = {0.1, 0.1, 0.1}, velocity = {0, 1, 0} } local s = cylindrical { b, c, at = {1.5, 0, 0}, axis = 'y' }"
     " rate_constraint { name = 'it', joints = {r, s, s}, coordinates = {'angle', 'angle', 'displacement'},"
     " factors = function(x, y, z) return 1 + 0.3*sin(y), 2 - z, 0.5*x*x + 1 end }"},
    {"knife_edge", FREE | NO_WORK | NODES,
     PARTS "knife_edge { name = 'it', a, b, at = {0.5, 0.1, 0}, across = {1, 2, 0.3} }"},
    {"rolling", FREE | NO_WORK | NODES, /* a disc */
     PARTS "rolling { name = 'it', a, b, at = {0.1, 0, 0.2}, radius = 0.3, axis = {0.2, 1, 0.3},"
           " surface_at = {0, 0, -0.0878052438839147}, surface_axis = 'z' }"},
    {"rolling", FREE | NO_WORK | NODES, /* with a round edge */
     PARTS "rolling { name = 'it', a, b, at = {0.1, 0, 0.2}, radius = 0.3, edge = 0.05, axis = {0.2, 1, 0.3},"
           " surface_at = {0, 0, -0.08983770323659561}, surface_axis = 'z' }"},
    {"rolling", FREE | NO_WORK | NODES, /* a ball in a bowl */
     PARTS "rolling { name = 'it', a, b, at = {0, 0, 0}, radius = 0.5, surface = 'bowl', surface_at = {1, 0, 0},"
           " surface_radius = 1.5 }"},
    {"rolling", FREE | NO_WORK | NODES, /* and on a cylinder */
     PARTS "rolling { name = 'it', a, b, at = {0, 0, 0}, radius = 0.4, surface = 'cylinder', surface_at = {1, 0, 0},"
           " surface_axis = 'y', surface_radius = 0.6 }"},
    {"slide", FREE | NO_WORK, /* on a curve in another body */
     PARTS "slide { name = 'it', a, b, at = {0.5, 0.1, 0}, curve = {{0.2, 0, 0}, {0.5, 0.1, 0}, {0.7, 0.3, 0.2}, {1, "
           "0.3, 0.4}},"
           " mass = 0.3 }"},
    {"slide", FREE | NO_WORK, /* the part looks along the curve, and keeps its roll */
     PARTS "slide { name = 'it', a, b, at = {0.5, 0.1, 0}, curve = {{0.2, 0, 0}, {0.5, 0.1, 0}, {0.7, 0.3, 0.2}, {1, "
           "0.3, 0.4}},"
           " follow = 'frame' }"},
    {"slide", FREE | NO_WORK, /* along a cable between two */
     "local p = point { at = {-0.5, 0, 0.2}, mass = 0.5 } local q = point { at = {1.5, 0, 0.2}, mass = 0.7, velocity = "
     "{0, 1, 0} } "
     "local c = cable { p, q, from = {-0.5, 0, 0.2}, to = {1.5, 0, 0.2}, elements = 4, stiffness = 300, "
     "mass_per_length = 0.3 } " PARTS "slide { name = 'it', a, c, at = {0.3, 0, 0.2} }"},
    {"hold", FREE | NO_WORK,
     PARTS "spring { a, b, stiffness = 50, length = 0.8 } hold { name = 'it', a, whole = true }"},
    {"load_path", 0, PARTS "force { a, value = {1, 0, 0} } load_path { name = 'it', factor = 2 }"},
    {"modes", FREE | NO_WORK, PARTS "spring { a, b, stiffness = 50, length = 0.8 } modes { name = 'it', count = 3 }"},
    {"view", FREE | NO_WORK,
     PARTS "spring { a, b, stiffness = 50, length = 0.8 } view { name = 'it', from = 'front', zoom = 2 }"},
};

#endif
