/* tests/beams/test_stiffener.c -- beams whose nodes are those of a shell: ribs beside the surface, along its edges or inside, on grids and on
 *          meshes. Deflection and first frequency against the beam of the composed section; balance and momenta in flight; mistakes.
 */
#include "analysis/modes.h"
#include "support/msh.h"
#include "support/parameters.h"
#include "support/refused.h"

#define METAL "E = 7e10, nu = 0, density = 2700"
/* strip of 1 m x 100 mm x 5 mm with a rib of 10 mm x 30 mm below it: one in the middle, or half of it at either edge */
#define RIB                                                                                                          \
  "local function rib(name, nodes, width)\n"                                                                         \
  "  return beam { name = name, nodes = nodes, order = order, section = rectangle { width = width, height = 0.03,\n" \
  "    offset_z = -0.0175 }, mass_matrix = 'consistent', " METAL " }\nend\n"
static const char strip[] =
    "param { order = 2, edges = 0, load = 1, n = 6 }\n" RIB
    "local s = shell { name = 's', corners = {{0, -0.05, 0}, {1, -0.05, 0}, {1, 0.05, 0}, {0, 0.05, 0}}, elements = "
    "{n, "
    "2},\n"
    "  order = order, thickness = 5e-3, " METAL
    ", u_first = { clamped = true }, u_last = { load = {0, 0, 10*load} } }\n"
    "if edges == 0 then\n"
    "  local nodes = {}\n"
    "  for i = 0, n*order do nodes[i + 1] = s:at(i/(n*order), 0.5) end\n"
    "  rib('rib', nodes, 0.01)\n"
    "else\n"
    "  rib('left', s:edge('v_first'), 0.005) rib('right', s:edge('v_last'), 0.005)\n"
    "end\n"
    "channel('tip', position(s:at(1, 0.5))) run { dt = 1e-3, duration = 1, start = 'static' }\n";

typedef struct {
  double deflection, frequency; /* of 1 N; Hz */
} beam_theory;

static beam_theory composed(void)
{
  const double E = 7e10, A1 = 0.1 * 5e-3, A2 = 0.01 * 0.03, z2 = -0.0175, zc = A2 * z2 / (A1 + A2);
  const double EI =
      E * (0.1 * pow(5e-3, 3) / 12 + A1 * zc * zc + 0.01 * pow(0.03, 3) / 12 + A2 * (z2 - zc) * (z2 - zc));
  return (beam_theory){1 / (3 * EI), pow(1.8751040687, 2) / (2 * 3.14159265358979) * sqrt(EI / (2700 * (A1 + A2)))};
}

static double first_frequency(simulated *s)
{
  const sn_modes_options o = {.count = 1, .shift = NAN};
  sn_instant *motion = NULL;
  sn_modes found = {0};
  CHECK_OK(sn_instant_new(s->session.frozen.system, s->arena, &motion, &s->error), s->error);
  CHECK_OK(sn_modes_find(motion, s->state, &o, s->arena, &found, &s->error), s->error);
  const double omega = found.n > 0 ? found.mode[0].frequency : NAN;
  sn_instant_free(motion);
  return omega / (2 * 3.14159265358979);
}

static void test_strip(void)
{
  const beam_theory beam = composed();
  static const char *const set[4][2] = {
      {"edges=0", "order=2"}, {"edges=1", "order=2"}, {"edges=0", "order=1"}, {"edges=1", "order=1"}};
  for (int k = 0; k < 4; k++) {
    simulated s;
    if (!simulate_set(&s, strip, 2, set[k], "ed", 1) || !observe(&s)) {
      return;
    }
    printf("  %s, %s: deflection %.4f, frequency %.4f of the composed beam\n", set[k][0], set[k][1],
           value(&s, "tip", 2) / beam.deflection, first_frequency(&s) / beam.frequency);
    /* shear and the spread of the load across the strip are beyond that beam; elements of four nodes are coarse here */
    CHECK_NEAR(value(&s, "tip", 2) / beam.deflection, 1, k < 2 ? 0.01 : 0.02);
    CHECK_NEAR(first_frequency(&s) / beam.frequency, 1, k < 2 ? 0.005 : 0.01);
    simulated_free(&s);
  }
}

/* A rib turned by a right angle about its line is one whose section has its sides exchanged. */
static void test_twist(void)
{
  static const char model[] =
      "param { turned = 0 }\n"
      "local s = shell { name = 's', corners = {{0, -0.05, 0}, {1, -0.05, 0}, {1, 0.05, 0}, {0, 0.05, 0}}, elements = "
      "{6, 2},\n"
      "  thickness = 5e-3, " METAL ", u_first = { clamped = true }, u_last = { load = {0, 0, 10} } }\n"
      "beam { name = 'rib', nodes = s:edge('v_last'), twist = turned == 1 and function(s) return pi/2 end or nil,\n"
      "  section = rectangle { width = turned == 1 and 0.03 or 0.01, height = turned == 1 and 0.01 or 0.03 }, " METAL
      " }\n"
      "channel('tip', position(s:at(1, 0.5))) run { dt = 1e-3, duration = 1, start = 'static' }\n";
  static const char *const set[2][1] = {{"turned=0"}, {"turned=1"}};
  double z[2] = {0, 1};
  for (int k = 0; k < 2; k++) {
    simulated s;
    if (!simulate_set(&s, model, 1, set[k], "ed", 1) || !observe(&s)) {
      return;
    }
    z[k] = value(&s, "tip", 2);
    simulated_free(&s);
  }
  printf("  rib upright %.9g m, lying and turned by 90 degrees %.9g m\n", z[0], z[1]);
  CHECK_NEAR(z[1] / z[0], 1, 1e-9);
}

/* The rib on the edge of a mesh is that on the edge of a grid. */
static sn_v3 plate(double u, double v)
{
  return v3(u, 0.1 * v - 0.05, 0);
}

static void test_mesh(void)
{
  static const char mesh_text[] =
      "param { order = 2 }\n" RIB "local s = shell { name = 's', mesh = { file = 'it.msh' }, thickness = 5e-3, " METAL
      ",\n"
      "  edges = { left = { clamped = true }, right = { load = {0, 0, 10} } } }\n"
      "rib('left', s:edge('low'), 0.005) rib('right', s:edge('high'), 0.005)\n"
      "channel('tip', position(s:at(1, 0))) run { dt = 1e-3, duration = 1, start = 'static' }\n";
  static const char *const set[1] = {"edges=1"};
  static char mesh[1 << 16];
  const msh_wish w = {.version = 4, .order = 2, .n = 6, .m = 2, .at = plate};
  const sn_included file = {"it.msh", mesh};
  const sn_language_options options = {.file = &file, .n_file = 1};
  simulated s, t;
  CHECK(msh_write(&w, mesh, sizeof mesh));
  if (!simulate_set(&s, strip, 1, set, "ed", 1) || !observe(&s) ||
      !simulate_with(&t, "mesh.lua", mesh_text, &options, "ed", 1) || !observe(&t)) {
    return;
  }
  CHECK_NEAR(value(&s, "tip", 2), value(&t, "tip", 2), 1e-9 * 1e-4);
  simulated_free(&s);
  simulated_free(&t);
}

/* A plate with ribs at two edges and a tube with a ring at its end, spinning, bending and flying: balance and momenta. */
static void flies(const char *text, double alpha)
{
  simulated s;
  sn_v3 p0, j0, p, j;
  if (!simulate(&s, "flight", text, "ed", alpha)) {
    return;
  }
  const sn_system *sys = s.session.frozen.system;
  sn_momenta(sys, s.state, &p0, &j0);
  for (int i = 0; i < 40 && advance(&s, 2e-4); i++) {
  }
  sn_momenta(sys, s.state, &p, &j);
  check_laws(&s);
  CHECK_BELOW(v3_norm(v3_sub(p, p0)) / v3_norm(p0), 1e-12);
  CHECK_BELOW(v3_norm(v3_sub(j, j0)) / v3_norm(j0), 1e-12);
  CHECK(s.total.strain > 1e-3 * s.scale);
  simulated_free(&s);
}

static void test_flight(void)
{
  static const char plate_text[] =
      "param { order = 2 }\n" RIB
      "local s = shell { name = 's', corners = {{0, 0, 0}, {1, 0, 0}, {1, 0.4, 0}, {0, 0.4, 0}}, elements = {3, 2},\n"
      "  thickness = 5e-3, " METAL ", angular_velocity = {3, -7, 11},\n"
      "  velocity = function(u, v) return 1, 2 + 3*u*v, 4*sin(3*u) end }\n"
      "rib('a', s:edge('v_first'), 0.01) rib('b', s:edge('u_last'), 0.01) run { dt = 2e-4, duration = 1 }\n";
  static const char tube[] =
      "param { order = 2 }\n" RIB
      "local s = shell { name = 's', cylinder = { radius = 0.2 }, u = {0, 2*pi}, v = {0, 0.3}, closed = 'u',\n"
      "  elements = {6, 1}, thickness = 5e-3, " METAL ", angular_velocity = {3, -7, 11},\n"
      "  velocity = function(u, v) return 1, 2 + 3*cos(2*u), 4*sin(3*u) end }\n"
      "rib('ring', s:edge('v_last'), 0.01) run { dt = 2e-4, duration = 1 }\n";
  flies(plate_text, 1);
  flies(plate_text, 0);
  flies(tube, 1);
}

/* ---- mistakes */
static void refused(const char *rest, const char *what)
{
  char text[1024];
  snprintf(
      text, sizeof text,
      "local hub = body { name = 'hub', at = {3, 0, 0}, mass = 1, inertia = {1, 1, 1} } local p = point { name = 'p', "
      "at "
      "= {0, 5, 0}, mass = 1 }\n"
      "local s = shell { name = 's', corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, thickness = 0.01, " METAL
      " }\n%s\nrun { dt = 1e-3, duration = 1 }\n",
      rest);
  refused_text(text, NULL, what, NULL, "bad.lua:3");
}

#define SECTION "section = rectangle { width = 0.01, height = 0.03 }, " METAL
static void test_mistakes(void)
{
  refused("beam { name = 'b', nodes = s:edge('u_fist'), " SECTION " }", "Shell 's' has no edge \"u_fist\"");
  refused("beam { name = 'b', nodes = s:edge('u_first'), order = 3, " SECTION " }",
          "has 9 nodes, which elements of order 3 do");
  refused("beam { name = 'b', nodes = s:edge('u_first'), from = {0, 0, 0}, " SECTION " }",
          "and a line of its own as well");
  refused("beam { name = 'b', nodes = {p, {1, 5, 0}, {2, 5, 0}}, " SECTION " }",
          "Node 0 of beam 'b' is on 'p', which has no axes there");
  refused("beam { name = 'b', nodes = {s, {1, 5, 0}, {2, 5, 0}}, " SECTION " }",
          "Node 0 of beam 'b' is on 's', which does not say where");
  refused("beam { name = 'b', nodes = {s:node(0), s:node(0), s:node(1)}, " SECTION " }",
          "Beam 'b' has no length between two of its points");
  refused("beam { name = 'b', nodes = hub:edge('u_first'), " SECTION " }", "'hub' has no `edge`");
  refused("beam { name = 'b', nodes = s:edge('u_first'), velocity = {1, 0, 0}, " SECTION " }",
          "Beam 'b' has a velocity, but no node of its own");
}

int main(void)
{
  RUN(test_strip);
  RUN(test_twist);
  RUN(test_mesh);
  RUN(test_flight);
  RUN(test_mistakes);
  return REPORT();
}
