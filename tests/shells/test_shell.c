/* tests/shells/test_shell.c -- shells by themselves: strains under rigid motion, increments of strains, motions without stiffness, mass,
 *          plies, resultants, and mistakes with their messages. Their laws in steps are in tests/laws.
 */
#include "analysis/modes.h"
#include "math/rotation.h"
#include "parts/shell.h"
#include "support/parameters.h"
#include "support/refused.h"
#include "system/kernel.h"

/* one element, curved and distorted; and a patch of four */
#define MATERIAL "thickness = 0.02, E = 7e10, nu = 0.3, density = 2700"
static const char free_shell[] =
    "param { order = 2, n = 1, tying = 'centre' }\n"
    "shell { name = 'it', surface = function(u, v) return u - 0.2*u*v, v + 0.15*u^2, 0.3*u*(1 - u) + 0.2*v^2 end,\n"
    "  elements = {n, n}, order = order, tying = tying, " MATERIAL " }\n"
    "run { dt = 1e-3, duration = 1e-3 }\n";
static const char *const kinds[3][2] = {
    {"order=1", "tying=centre"}, {"order=2", "tying=centre"}, {"order=2", "tying=covariant"}};

static void test_rigid(void)
{
  for (int kind = 0; kind < 3; kind++) {
    simulated s;
    if (!simulate_set(&s, free_shell, 2, kinds[kind], "ed", 1)) {
      return;
    }
    const sn_system *sys = s.session.frozen.system;
    const sn_block *b = sys->block;
    const sn_m3 r = sn_rotation_axis_angle(v3_unit(v3(2, -1, 0.7)), 2.34);
    double e[SN_MAX_FORMS], worst = 0;
    CHECK(sys->n_block == 1 && b->n_form == (kind ? 44 : 28));
    for (int a = 0; a < sys->n_vector; a++) {
      s.state->q[a] = v3_add(sys->vector[a].role ? v3(0, 0, 0) : v3(5, 5, 5), m3_mul(r, s.state->q[a]));
    }
    sn_forms(b, s.state->q, e);
    for (int k = 0; k < b->n_form; k++) {
      worst = fmax(worst, fabs(e[k]));
    }
    CHECK_BELOW(worst, 1e-12);
    simulated_free(&s);
  }
}

/* e(f) - e(i) = B(mean) (f - i) for any two states, directors of any length: what the energy identity rests on. */
static void test_increments(void)
{
  for (int kind = 0; kind < 3; kind++) {
    simulated s;
    if (!simulate_set(&s, free_shell, 2, kinds[kind], "ed", 1)) {
      return;
    }
    const sn_system *sys = s.session.frozen.system;
    const sn_block *b = sys->block;
    static sn_v3 B[SN_MAX_FORMS * SN_MAX_BLOCK_VECTORS], q[3][64];
    double e[2][SN_MAX_FORMS];
    for (int a = 0; a < sys->n_vector; a++) {
      for (int c = 0; c < 3; c++) {
        q[0][a].x[c] = s.state->q[a].x[c] + 0.3 * sin(7 * a + 3 * c);
        q[1][a].x[c] = s.state->q[a].x[c] + 0.3 * cos(5 * a + 2 * c);
        q[2][a].x[c] = (q[0][a].x[c] + q[1][a].x[c]) / 2;
      }
    }
    sn_forms(b, q[0], e[0]);
    sn_forms(b, q[1], e[1]);
    sn_form_rates(b, q[2], B);
    for (int k = 0; k < b->n_form; k++) {
      double sum = 0;
      for (int a = 0; a < b->n_vec; a++) {
        sum += v3_dot(B[k * b->n_vec + a], v3_sub(q[1][b->vector[a]], q[0][b->vector[a]]));
      }
      CHECK_NEAR(sum, e[1][k] - e[0][k], 1e-13);
    }
    simulated_free(&s);
  }
}

/* Free: six motions without stiffness, of one element and of a patch; all others have it. */
static void test_modes(void)
{
  static const struct {
    const char *set[3];
    int freedoms;
  } row[] = {{{"order=1", "n=1", "tying=centre"}, 20},
             {{"order=2", "n=1", "tying=centre"}, 45},
             {{"order=2", "n=1", "tying=covariant"}, 45},
             {{"order=1", "n=2", "tying=centre"}, 45}};
  for (int i = 0; i < 4; i++) {
    simulated s;
    if (!simulate_set(&s, free_shell, 3, row[i].set, "ed", 1)) {
      return;
    }
    const sn_modes_options o = {.count = row[i].freedoms - 6, .shift = NAN};
    sn_instant *motion = NULL;
    sn_modes found = {0};
    CHECK_OK(sn_instant_new(s.session.frozen.system, s.arena, &motion, &s.error), s.error);
    CHECK_OK(sn_modes_find(motion, s.state, &o, s.arena, &found, &s.error), s.error);
    CHECK(found.n_zero == 6 && found.n == row[i].freedoms && found.n_growing == 0);
    sn_instant_free(motion);
    simulated_free(&s);
  }
}

/* ---- mass: of a plate, and of a sphere to the accuracy of its mesh */
static void test_mass(void)
{
  static const char plate[] = "param { mass = 'consistent' }\n"
                              "shell { name = 'it', corners = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}}, elements = "
                              "{2, 3}, thickness = 0.1, offset = 0.3,"
                              " E = 1e9, nu = 0.3, density = 100, mass_matrix = mass, angular_velocity = {3, -2, 5} }\n"
                              "channel('T', energy('it', 'kinetic')) channel('J', angular_momentum(nil, 'center')) "
                              "channel('c', center_of_mass())\n"
                              "run { dt = 1e-3, duration = 1e-3 }\n";
  simulated s;
  const char *const set[] = {"mass=consistent"};
  if (!simulate_set(&s, plate, 1, set, "ed", 1) || !observe(&s)) {
    return;
  }
  /* box 2 x 1 x 0.1 of 20 kg, centre at (1, 0.5, 0.3), about node 0; directors do not spin about themselves: of the thickness only
     z^2 counts, which is all there is of it */
  const double m = 20, w[3] = {3, -2, 5}, c[3] = {1, 0.5, 0.3};
  const double I[3] = {m / 12 * (1 + 0.01), m / 12 * (4 + 0.01), m / 12 * 5};
  const double v[3] = {w[1] * c[2] - w[2] * c[1], w[2] * c[0] - w[0] * c[2], w[0] * c[1] - w[1] * c[0]};
  double T = 0;
  for (int k = 0; k < 3; k++) {
    T += 0.5 * I[k] * w[k] * w[k] + 0.5 * m * v[k] * v[k];
    CHECK_NEAR(value(&s, "c", k), c[k], 1e-12);
    CHECK_NEAR(value(&s, "J", k), I[k] * w[k], 1e-10);
  }
  CHECK_NEAR(value(&s, "T", 0), T, 1e-10);
  simulated_free(&s);
}

/* ---- the panel of the antenna (findings, 6.3): twelve plies, symmetric */
static void test_plies(void)
{
  static const char panel[] =
      "local lay, plies = {0, 90, 45, -45, 45, -45}, {}\n"
      "for k = 1, 12 do plies[k] = { deg(lay[k <= 6 and k or 13 - k]), 1.25e-4 } end\n"
      "shell { name = 'it', corners = {{0, 0, 0}, {5, 0, 0}, {5, 5, 0}, {0, 5, 0}}, elements = {1, 1}, plies = plies,\n"
      "  E1 = 138e9, E2 = 8.96e9, nu12 = 0.3, G12 = 7.1e9, density = 1600 }\n"
      "run { dt = 1e-3, duration = 1e-3 }\n";
  simulated s;
  if (!simulate(&s, "panel.lua", panel, "ed", 1)) {
    return;
  }
  const double uv[2] = {0.5, 0.5}, want[3][3] = {{20.948, 3.136, 1.014}, {3.136, 15.877, 1.014}, {1.014, 1.014, 4.372}};
  sn_shell_section at;
  CHECK_OK(sn_shell_section_at(sn_model_find(s.session.model, "it"), uv, &at, &s.error), s.error);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      CHECK_NEAR(at.K[3 + i][3 + j], want[i][j], 6e-4);
      CHECK(at.K[i][3 + j] == 0);
    }
  }
  CHECK_NEAR(at.K[0][0], 82.36e6, 6e3);
  CHECK_NEAR(at.K[0][1], 32.56e6, 6e3);
  CHECK_NEAR(at.K[2][2], 39.15e6, 6e3);
  CHECK(at.K[0][2] == 0 && at.K[1][2] == 0);
  CHECK_NEAR(at.K[3][5] / at.K[3][3], 0.0484, 5e-5);
  CHECK_NEAR(at.inertia[0], 2.4, 1e-12);
  simulated_free(&s);
}

/* ---- mistakes */
/* Elements that are equal but for round-off, or turned against each other, have one matrix and the same weights to the bit; others have
   their own. */
static void test_alike(void)
{
  static const struct {
    const char *fields;
    int n; /* kinds of nine elements */
  } is[] = {{"corners = { {0.1, 0, 0}, {1.1, 0.3, 0}, {1.2, 1.3, 0.7}, {0.2, 1, 0.7} }", 1},
            {"cylinder = { radius = 0.7, center = {0.3, 0.1, 0} }, u = {0, 1.5}, v = {0, 1.3}", 1},
            {"cylinder = { radius = 0.7 }, u = {0, 1.5}, v = {0, 1.3}, along = {0.3, 0.3, 1}", 3},
            {"corners = { {0, 0, 0}, {1, 0, 0}, {1.3, 1, 0}, {0, 1, 0} }", 9}};
  char model[1024];
  for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
    snprintf(model, sizeof model,
             "shell { name = 'it', %s, elements = {3, 3}, thickness = 0.02, E1 = 1e11, E2 = 1e10, nu12 = 0.3,\n"
             "  G12 = 5e9, density = 2700 }\nrun { dt = 1e-3, duration = 1e-3 }\n",
             is[i].fields);
    simulated s;
    if (!simulate(&s, "model.lua", model, "ed", 1)) {
      return;
    }
    const sn_block *b = s.session.frozen.system->block;
    int n = 0;
    for (int e = 0; e < 9; e++) {
      int k = 0;
      while (k < e && (b[k].matrix != b[e].matrix || b[k].w_value != b[e].w_value)) {
        k++;
      }
      n += k == e;
    }
    CHECK(s.session.frozen.system->n_block == 9 && n == is[i].n);
    simulated_free(&s);
  }
}

static void refused(const char *fields, const char *what)
{
  char text[1024];
  snprintf(text, sizeof text, "local s = shell { name = 's', %s }\nrun { dt = 1e-3, duration = 1 }\n", fields);
  refused_text(text, NULL, what, NULL, "bad.lua:1");
}

#define SQUARE "corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, "
static void test_mistakes(void)
{
  refused(MATERIAL, "does not say what its surface is");
  refused(SQUARE "points = {{0, 0, 0}}, " MATERIAL, "has both corners and points");
  refused("corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}, " MATERIAL, "needs four corners, but has 3");
  refused("corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, elements = {1, 1}, order = 1, " MATERIAL,
          "Element (1, 1) of shell 's' is degenerate");
  refused("points = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {2.5, 1, 0}, {2, 1, 0}}, elements = {2, 1}, order = "
          "1, " MATERIAL,
          "Element (2, 1) of shell 's' is turned inside out");
  refused("points = {{0, 0, 0}, {1, 0, 0}, {0.2, 0.2, 0}, {0, 1, 0}}, elements = {1, 1}, order = 1, " MATERIAL,
          "Element (1, 1)");
  refused("points = {{0, 0, 0}, {1, 0, 0}}, elements = {1, 1}, order = 1, " MATERIAL, "has 2 points, but 2 x 2 nodes");
  refused(SQUARE "thickness = 0, E = 1e9, nu = 0.3, density = 1", "thickness");
  refused(SQUARE "thickness = function(u, v) return 0.01 - 0.1*u end, E = 1e9, nu = 0.3, density = 1",
          "must be greater than 0, but is -0");
  refused("cylinder = { radius = 0.1 }, u = {0, 1}, v = {0, 1}, thickness = 0.2, E = 1e9, nu = 0.3, density = 1",
          "is thicker than its radius");
  refused("sphere = { radius = 1 }, u = {0, 1}, v = {0, pi/2}, " MATERIAL, "Element (1, 4) of shell 's' is degenerate");
  refused("sphere = { radius = 1 }, " MATERIAL, "does not say from where to where u goes");
  refused(SQUARE "u = {0, 0.5, 0.2}, " MATERIAL, "must rise");
  refused(SQUARE "elements = {0, 1}, " MATERIAL, "two whole numbers");
  refused(SQUARE "u = {0, 0.2, 1}, elements = {3, 1}, " MATERIAL, "has 3 elements along u, but lines for 2");
  refused(SQUARE "E = 1e9, nu = 0.3, density = 1", "has no thickness");
  refused(SQUARE "thickness = 0.1, density = 1", "has no material");
  refused(SQUARE "thickness = 0.1, E = 1e9, density = 1", "has E, but no nu");
  refused(SQUARE "thickness = 0.1, E = 1e9, nu = 0.3, neo_hooke = 1e6, density = 1", "has two materials");
  refused(SQUARE "thickness = 0.1, neo_hooke = 1e6, damping = 0.1, density = 1",
          "is of rubber, and has plies or damping");
  refused(SQUARE "thickness = 0.1, E1 = 1e9, E2 = 9e9, nu12 = 0.4, G12 = 1e8, density = 1",
          "has no positive stiffness");
  refused(SQUARE "plies = {{0, 0.1}, {1, 0}}, E = 1e9, nu = 0.3, density = 1", "Ply 2 of shell 's' has no thickness");
  refused(SQUARE "along = 'z', " MATERIAL, "has `along` across its surface");
  refused(SQUARE "u_first = { held = 'xq' }, " MATERIAL, "has a `held` that is no list of axes");
  refused(SQUARE "u_first = { held = 'xx' }, " MATERIAL, "has a `held` that is no list of axes");
  refused(SQUARE "u_first = { held = '' }, " MATERIAL, "has a `held` that is no list of axes");
  refused(SQUARE "u_first = { held = 'x', clamped = true }, " MATERIAL, "is clamped, and held or symmetric as well");
  refused("cylinder = { radius = 1 }, u = {0, 2*pi}, v = {0, 1}, closed = 'u', u_last = { clamped = true }, " MATERIAL,
          "is not there: the surface is closed");
  refused(SQUARE MATERIAL " } shell { name = 't', corners = {{1, 0, 0}, {2, 0, 0}, {2, 1.1, 0}, {1, 1.1, 0}},"
                          " u_first = { clamped = true, on = s }, " MATERIAL,
          "Shell 't' has no node of 's' at (1, 0.1375, 0), where its edge is");
}

int main(void)
{
  RUN(test_rigid);
  RUN(test_increments);
  RUN(test_modes);
  RUN(test_mass);
  RUN(test_plies);
  RUN(test_alike);
  RUN(test_mistakes);
  return REPORT();
}
