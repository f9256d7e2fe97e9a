/* bench/cases.c -- the models of the benchmark, as texts of the model language.
 * What:    chains of n rigid links (0.1 m, 0.1 kg, 20 x 20 mm) hung from ground and released horizontally, by spherical and by
 *          revolute joints (axes alternating y, z); beams of n elements, 1 m, hinged at one end and released horizontally, soft
 *          (10 x 10 mm, E = 1e8 Pa, 1000 kg/m^3) and of steel (5 x 5 mm), linear, quadratic and cubic elements; a net of n x n
 *          cables held at its corners; the arm of examples/robot_arm, three joints driven and three free (with all of them
 *          driven every position is given, and no scheme has an error); the fast top of examples/heavy_top; the compound pendulum
 *          of examples/compound_pendulum_study and the swing of examples/swing/gog.lua (reading Y) with its chains of n links, both
 *          by penalties, 10^kind N/m.
 */
#include <string.h>

#include "bench.h"

static const char chain[] = "param { n = 10, kind = 'spherical', scheme = 'ed', alpha = 1.0, threads = 1 }\n"
                            "gravity { 0, 0, -9.81 }\n"
                            "local last = ground\n"
                            "for i = 1, n do\n"
                            "  local link = body { name = 'link' .. i, at = { 0.1*(i - 0.5), 0, 0 },\n"
                            "                      shape = box { size = { 0.1, 0.02, 0.02 }, mass = 0.1 } }\n"
                            "  local at = { 0.1*(i - 1), 0, 0 }\n"
                            "  if kind == 'revolute' then\n"
                            "    revolute { last, link, at = at, axis = i % 2 == 1 and 'y' or 'z' }\n"
                            "  else\n"
                            "    spherical { last, link, at = at }\n"
                            "  end\n"
                            "  last = link\n"
                            "end\n"
                            "channel('tip', position(last, { 0.1*n, 0, 0 }))\n"
                            "run { scheme = scheme, alpha = alpha, dt = 1e-3, duration = 1, threads = threads }\n";

static const char beam[] =
    "param { n = 10, kind = 'steel1', scheme = 'ed', alpha = 1.0, threads = 1 }\n"
    "gravity { 0, 0, -9.81 }\n"
    "local order = ({ soft1 = 1, soft2 = 2, soft3 = 3, steel1 = 1, steel2 = 2, steel3 = 3 })[kind]\n"
    "local soft = kind == 'soft1' or kind == 'soft2' or kind == 'soft3'\n"
    "local a = soft and 0.01 or 0.005\n"
    "local b = beam { name = 'b', from = { 0, 0, 0 }, to = { 1, 0, 0 }, elements = n,\n"
    "  order = order, section = rectangle { width = a, height = a }, nu = 0.3,\n"
    "  E = soft and 1e8 or 2.1e11, density = soft and 1000 or 7850 }\n"
    "revolute { ground, b.first, at = { 0, 0, 0 }, axis = 'y' }\n"
    "channel('tip', position(b.last))\n"
    "run { scheme = scheme, alpha = alpha, dt = 1e-3, duration = 1, threads = threads }\n";

static const char net[] = "param { n = 10, kind = '', scheme = 'ed', alpha = 1.0, threads = 1 }\n"
                          "gravity { 0, 0, -9.81 }\n"
                          "local p = {}\n"
                          "local function tie(a, b)\n"
                          "  cable { a, b, elements = 2, stiffness = 1e4, mass_per_length = 0.1 }\n"
                          "end\n"
                          "for i = 0, n do\n"
                          "  p[i] = {}\n"
                          "  for j = 0, n do\n"
                          "    p[i][j] = point { at = { i, j, 0 }, mass = 0.2 }\n"
                          "    if i % n == 0 and j % n == 0 then spherical { ground, p[i][j], at = { i, j, 0 } } end\n"
                          "    if i > 0 then tie(p[i - 1][j], p[i][j]) end\n"
                          "    if j > 0 then tie(p[i][j - 1], p[i][j]) end\n"
                          "  end\n"
                          "end\n"
                          "run { scheme = scheme, alpha = alpha, dt = 1e-3, duration = 1, threads = threads }\n";

static const char arm[] =
    "param { n = 6, kind = '', scheme = 'ed', alpha = 1.0, threads = 1 }\n"
    "gravity { 0, 0, -9.81 }\n"
    "local amplitude, frequency = { 1.0, -0.6, 0.9 }, { 2, 3, 4 }\n"
    "local links = {\n"
    "  { at = { 0, 0, 0 }, axis = 'z', mass = 10, center = { 0, 0, 0.25 }, inertia = { 0.3, 0.3, 0.05 } },\n"
    "  { at = { 0, 0, 0.5 }, axis = 'y', mass = 8, center = { 0.3, 0, 0 }, inertia = { 0.02, 0.25, 0.25 } },\n"
    "  { at = { 0.6, 0, 0.5 }, axis = 'y', mass = 5, center = { 0.2, 0, 0 }, inertia = { 0.01, 0.07, 0.07 } },\n"
    "  { at = { 1, 0, 0.5 }, axis = 'x', mass = 1.5, center = { 0.05, 0, 0 }, inertia = { 0.002, 0.003, 0.003 } },\n"
    "  { at = { 1.1, 0, 0.5 }, axis = 'y', mass = 1, center = { 0.04, 0, 0 }, inertia = { 0.001, 0.0015, 0.0015 } },\n"
    "  { at = { 1.18, 0, 0.5 }, axis = 'x', mass = 0.5, center = { 0.02, 0.01, 0 },\n"
    "    inertia = { 0.0004, 0.0005, 0.0006 } } }\n"
    "local last = ground\n"
    "for i = 1, n do\n"
    "  local l, a, w = links[i], amplitude[i], frequency[i]\n"
    "  local link = body { name = 'link' .. i, at = l.at, mass = l.mass, center = l.center, inertia = l.inertia }\n"
    "  revolute { last, link, at = l.at, axis = l.axis, drive = a and function(t) return a*(1 - cos(w*t)) end }\n"
    "  last = link\n"
    "end\n"
    "channel('tip', position(last, { 1.24, 0, 0.5 }))\n"
    "run { scheme = scheme, alpha = alpha, dt = 1e-3, duration = 1, threads = threads }\n";

static const char top[] =
    "param { n = 1, kind = '', scheme = 'ed', alpha = 1.0, threads = 1 }\n"
    "gravity { 0, 0, -10 }\n"
    "local b = body { name = 'top', at = { 0, 0, 0 }, orientation = axis_angle({ 1, 0, 0 }, 0.3), mass = n,\n"
    "  center = { 0, 0, 2 }, inertia = { 1, 1, 1 }, angular_velocity_body = { 0, 0, 50 } }\n"
    "spherical { ground, b, at = { 0, 0, 0 } }\n"
    "channel('tip', position(b, { 0, -2*sin(0.3), 2*cos(0.3) }))\n"
    "run { scheme = scheme, alpha = alpha, dt = 1e-3, duration = 1, threads = threads }\n";

static const char pendulum[] =
    "param { n = 1, kind = '7', scheme = 'ed', alpha = 1.0, threads = 1 }\n"
    "gravity { 0, 0, -9.81 }\n"
    "local s, c = sin(pi/3), cos(pi/3)\n"
    "local a = point { name = 'A', at = { s, 0, -c }, velocity = { 0, 1.5*s, 0 }, mass = n }\n"
    "local b = point { name = 'B', at = { 2*s, 0, -2*c }, velocity = { 0, 3*s, 0 }, mass = n }\n"
    "distance { ground, a, at_a = { 0, 0, 0 }, length = 1 }\n"
    "align { ground, a, b, at_a = { 0, 0, 0 }, ratio = 0.5 }\n"
    "channel('tip', position(b))\n"
    "run { scheme = scheme, alpha = alpha, dt = 1e-3, duration = 1, threads = threads,\n"
    "  constraints = 'penalty', stiffness = 10^tonumber(kind) }\n";

/* drawn as in examples/swing/gog.lua: close enough to its equilibrium, from which the iteration starts */
static const char swing[] =
    "param { n = 15, kind = '10', scheme = 'ed', alpha = 1.0, threads = 1 }\n"
    "gravity { 0, 0, -9.8 }\n"
    "local e1, e2, e3 = { 0.2, 0.4, 0 }, { -0.36, 0.18, 0.2 }, { 0.4, -0.2, 0.9 }\n"
    "for _, e in ipairs { e1, e2, e3 } do\n"
    "  local r = sqrt(e[1]^2 + e[2]^2 + e[3]^2)\n"
    "  for i = 1, 3 do e[i] = e[i]/r end\n"
    "end\n"
    "local A, B, D = { 0, -0.25, 0 }, { 0, 0.25, 0 }, { 1, -0.8, -0.381 }\n"
    "local function seat_point(x, y, z)\n"
    "  local p = {}\n"
    "  for i = 1, 3 do p[i] = D[i] + x*e1[i] + (y - 0.1)*e2[i] + (z - 0.25)*e3[i] end\n"
    "  return p\n"
    "end\n"
    "local C = seat_point(0, 0.1, -0.25)\n"
    "local seat = body { name = 'seat', at = seat_point(0, 0, 0), orientation = directions { x = e1, y = e2 },\n"
    "  points = { C, D, seat_point(0.15, -0.1, 0), seat_point(-0.15, -0.1, 0) },\n"
    "  shape = box { size = { 0.3, 0.2, 0.5 }, mass = 10 } }\n"
    "local function chain(from, node, to)\n"
    "  local r = { to[1] - from[1], to[2] - from[2], to[3] - from[3] }\n"
    "  local d = sqrt(r[1]^2 + r[2]^2 + r[3]^2)\n"
    "  local k = n - n//2\n"
    "  local along = (d^2 + (0.1*k)^2 - (0.1*(n - k))^2)/(2*d)\n"
    "  local down = { r[1]*r[3]/d^2, r[2]*r[3]/d^2, r[3]*r[3]/d^2 - 1 }\n"
    "  local w = sqrt(max((0.1*k)^2 - along^2, 0))/sqrt(down[1]^2 + down[2]^2 + down[3]^2)\n"
    "  local last = ground\n"
    "  for i = 1, n do\n"
    "    local s, p = i <= k and i/k or (n - i)/(n - k), {}\n"
    "    for j = 1, 3 do\n"
    "      p[j] = (i <= k and from[j] or to[j]) + s*((i <= k and along or along - d)*r[j]/d + w*down[j])\n"
    "    end\n"
    "    last = link { last, i == n and node or nil, from = i == 1 and from or nil, to = i < n and p or nil,\n"
    "      mass = 0.5 }.last\n"
    "  end\n"
    "end\n"
    "chain(A, seat:node(0), C)\n"
    "chain(B, seat:node(1), D)\n"
    "hold { seat:node(1) }\n"
    "channel('tip', position(seat:node(1)))\n"
    "run { scheme = scheme, alpha = alpha, dt = 1e-3, duration = 1, threads = threads, start = 'static',\n"
    "  constraints = 'penalty', stiffness = 10^tonumber(kind) }\n";

const bench_case bench_cases[] = {{"chain_spherical", chain, "spherical"},  {"chain_revolute", chain, "revolute"},
                                  {"beam_soft_linear", beam, "soft1"},      {"beam_soft_quadratic", beam, "soft2"},
                                  {"beam_soft_cubic", beam, "soft3"},       {"beam_steel_linear", beam, "steel1"},
                                  {"beam_steel_quadratic", beam, "steel2"}, {"beam_steel_cubic", beam, "steel3"}};
const int bench_n_cases = sizeof bench_cases / sizeof *bench_cases;
const bench_case bench_net = {"cable_net", net, ""}, bench_arm = {"robot_arm", arm, ""},
                 bench_top = {"heavy_top", top, ""}, bench_pendulum = {"pendulum", pendulum, "7"},
                 bench_swing = {"swing", swing, "10"};

const bench_case *bench_named(const char *name)
{
  for (int i = 0; i < bench_n_cases; i++) {
    if (strcmp(bench_cases[i].name, name) == 0) {
      return bench_cases + i;
    }
  }
  return NULL;
}
