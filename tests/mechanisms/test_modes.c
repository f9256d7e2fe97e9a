/* tests/mechanisms/test_modes.c -- vibrations and buckling of models, from their text: beams, cables,
 *                              a frame anywhere in space, and the command with its mistakes.
 * ctest:   timeout=240
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <sys/wait.h>

#include "files.h"
#include "language/language.h"
#include "session/session_modes.h"
#include "sinew.h"
#include "support/command.h"
#include "support/simulated.h"
#include "support/table.h"

static const double pi = 3.14159265358979323846;

typedef struct {
  sn_arena *arena;
  sn_session session;
  sn_modes modes;
  sn_error error;
  sn_status status;
} finding;

static finding find_in(const char *text, const sn_override *set, int n, int buckling)
{
  finding f = {.arena = sn_arena_new(NULL)};
  const sn_language_options o = {.override = set, .n_override = n};
  sn_model *model = NULL;
  f.status =
      sn_language_load_text(&(sn_language_text){"model.lua", text, strlen(text), NULL}, &o, f.arena, &model, &f.error);
  if (f.status == SN_OK) {
    f.status = sn_session_open_static(&f.session, model, "model", f.arena, &f.error);
  }
  if (f.status == SN_OK) {
    const sn_modes_wanted wanted = sn_session_modes_wanted(&f.session);
    f.status = sn_session_modes(&f.session, &wanted, buckling, &f.modes, &f.error);
  }
  CHECK_OK(f.status, f.error);
  for (int i = 0; i < f.modes.n; i++) {
    CHECK_BELOW(f.modes.mode[i].residual, 1e-8);
  }
  return f;
}

static void forget(finding *f)
{
  sn_session_close(&f->session);
  sn_arena_free(f->arena);
}

/* Relative distance to the nearest frequency. */
static double miss(const finding *f, double omega)
{
  double best = INFINITY;
  for (int i = 0; i < f->modes.n; i++) {
    best = fmin(best, fabs(f->modes.mode[i].frequency / omega - 1));
  }
  return best;
}

/* ---- beams */

static const char bar[] =
    "param { h = 0.1, clamped = true, turn = 0, far = 0, order = 2 }\n"
    "local g = group('g', function()\n"
    "  local b = beam { name = 'beam', from = { 0, 0, 0 }, to = { 1, 0, 0 }, elements = 20, order = order,\n"
    "    section = rectangle { width = h, height = h }, E = 210e9, nu = 0.3, density = 7850 }\n"
    "  if clamped then fixed { ground, b.first, at = { 0, 0, 0 } } end\n"
    "end)\n"
    "place(g, { name = 'it', at = { far, -2*far, far }, orientation = axis_angle({ 1, 2, -0.5 }, turn) })\n"
    "modes { count = 16 }\n";

/* A19; twice each (square section), torsion and stretching besides, six motions without stiffness when free. */
static void test_beam(void)
{
  static const struct {
    const char *h, *clamped;
    double hz[5];
  } row[] = {{"0.1", "true", {82.8943627, 496.814532, 1306.69807, 2370.30841, 3608.25503}},
             {"0.1", "false", {513.486056, 1335.67593, 2436.33264, 3717.53233, 5112.79665}},
             {"0.02", "true", {16.7050019, 104.489578, 291.681975, 569.059363, 935.380315}},
             {"0.02", "false", {106.176759, 291.883934, 569.936621, 937.198447, 1390.99141}}};
  for (int i = 0; i < 4; i++) {
    const sn_override set[] = {{"h", row[i].h}, {"clamped", row[i].clamped}};
    finding f = find_in(bar, set, 2, 0);
    CHECK(f.modes.n_zero == (i % 2 ? 6 : 0) && f.modes.n - f.modes.n_zero == 16 && f.modes.symmetric);
    for (int k = 0; k < 5; k++) {
      CHECK_BELOW(miss(&f, 2 * pi * row[i].hz[k]), k < 3 ? 1e-4 : 1e-3);
    }
    const double c = sqrt(210e9 / 7850), way = i % 2 ? 0.5 : 0.25; /* along the beam: c/4L or c/2L */
    if (i < 2) {
      CHECK_BELOW(miss(&f, 2 * pi * way * c), 1e-6);
    }
    forget(&f);
  }
  const sn_override linear[] = {{"order", "1"}}; /* the tolerance of the benchmark: 0.1 % with linear elements */
  finding f = find_in(bar, linear, 1, 0);
  for (int k = 0; k < 3; k++) {
    CHECK_BELOW(miss(&f, 2 * pi * row[0].hz[k]), 1e-3);
  }
  CHECK_BELOW(miss(&f, 2 * pi * 736.47993), 1e-3); /* torsion */
  forget(&f);
}

/* Moved and turned in space nothing changes. */
static void test_invariance(void)
{
  const sn_override moved[] = {{"turn", "1.3"}, {"far", "30"}};
  finding a = find_in(bar, NULL, 0, 0), b = find_in(bar, moved, 2, 0);
  CHECK(a.modes.n == b.modes.n);
  for (int i = 0; i < a.modes.n && i < b.modes.n; i++) {
    CHECK_NEAR(a.modes.mode[i].frequency / b.modes.mode[i].frequency, 1, 1e-8);
  }
  forget(&a);
  forget(&b);
}

static const char blade[] =
    "param { eta = 6, r = 0, hinge = false, damped = 0, order = 3, mass = 'lumped' }\n"
    "local E, rho, h = 210e9, 7850, 0.002\n"
    "local unit = sqrt(E*h^2/12/rho)\n"
    "local b = beam { name = 'blade', from = { r, 0, 0 }, to = { r + 1, 0, 0 }, elements = 10, damping = damped,\n"
    "  order = order, mass_matrix = mass,\n"
    "  section = rectangle { width = h, height = h }, E = E, nu = 0.3, density = rho }\n"
    "if hinge then revolute { ground, b.first, at = { r, 0, 0 }, axis = 'y' }\n"
    "else fixed { ground, b.first, at = { r, 0, 0 } } end\n"
    "modes { count = 8, rotation = { 0, 0, eta*unit } }\n";

/* A18: flap and lag, hub radius 0 and 1, in the file of the benchmark; tolerance 0.1 % with ten elements. */
static void test_rotating_beam(void)
{
  static table t;
  const double unit = sqrt(210e9 * 0.002 * 0.002 / 12 / 7850);
  FILE *f = fopen(SN_TEST_SOURCE "/tests/data/A18_rotating_beam.csv", "r");
  CHECK(read_table(f, &t) && t.n_columns == 10);
  fclose(f);
  double worst = 0;
  int seen = 0;
  for (int i = 0; i < t.n_rows; i++) {
    const double hub = t.x[i][0], eta = t.x[i][1];
    if ((hub != 0 && hub != 1) || fmod(eta, 3) != 0) {
      continue;
    }
    char text[2][32];
    snprintf(text[0], sizeof text[0], "%g", eta);
    snprintf(text[1], sizeof text[1], "%g", hub);
    const sn_override set[] = {{"eta", text[0]}, {"r", text[1]}};
    finding m = find_in(blade, set, 2, 0);
    CHECK(m.modes.symmetric == (eta == 0) && m.modes.n_growing == 0 && m.modes.n == 8);
    for (int k = 0; k < 3; k++) {
      worst = fmax(worst, fmax(miss(&m, t.x[i][2 + k] * unit), miss(&m, t.x[i][6 + k] * unit)));
    }
    seen++;
    forget(&m);
  }
  CHECK(seen == 10);
  const sn_override consistent[] = {{"eta", "12"}, {"order", "2"}, {"mass", "consistent"}}; /* masses between nodes */
  finding c = find_in(blade, consistent, 3, 0);
  CHECK_BELOW(miss(&c, 13.17015049 * unit), 1e-3);
  CHECK_BELOW(miss(&c, 37.60311233 * unit), 1e-3);
  forget(&c);
  CHECK_BELOW(worst, 1e-3);
  printf("  rotating beam: largest difference %.2g\n", worst);
  static const double hinged[][2] = {{4, 18.43127175}, {8, 25.34356397}, {12, 33.76030135}};
  for (int i = 0; i < 3; i++) { /* the first is the speed itself */
    char text[32];
    snprintf(text, sizeof text, "%g", hinged[i][0]);
    const sn_override set[] = {{"eta", text}, {"hinge", "true"}};
    finding m = find_in(blade, set, 2, 0);
    CHECK_BELOW(miss(&m, hinged[i][0] * unit), 1e-4);
    CHECK_BELOW(miss(&m, hinged[i][1] * unit), 1e-3);
    forget(&m);
  }
}

/* Damping by strain rates: ratio omega tau/2 in every mode, at rest. */
static void test_damped_beam(void)
{
  const sn_override set[] = {{"eta", "0"}, {"damped", "1e-3"}};
  finding f = find_in(blade, set, 2, 0);
  CHECK(!f.modes.symmetric && f.modes.n == 8 && f.modes.n_growing == 0);
  for (int i = 0; i < f.modes.n; i++) {
    const sn_mode *m = &f.modes.mode[i];
    CHECK_NEAR(m->damping, hypot(m->growth, m->frequency) * 1e-3 / 2, 1e-8);
  }
  forget(&f);
}

static const char plank[] =
    "param { P = 1, L = 1, t = 0.005, h = 0.05, E = 210e9, nu = 0.3 }\n"
    "local b = beam { name = 'plank', from = { 0, 0, 0 }, to = { L, 0, 0 }, elements = 20, density = 1000,\n"
    "  section = rectangle { width = t, height = h }, E = E, nu = nu }\n"
    "fixed { ground, b.first, at = { 0, 0, 0 } }\n"
    "force { b.last, value = { 0, 0, -P } }\n"
    "modes { count = 4 }\n";

static double positive(const finding *f)
{
  double best = INFINITY;
  for (int i = 0; i < f->modes.n; i++) {
    best = f->modes.mode[i].factor > 0 ? fmin(best, f->modes.mode[i].factor) : best;
  }
  return best;
}

/* A20: a small load gives the classical answer, a load near the critical one that of the bent rod. */
static void test_lateral_buckling(void)
{
  static const struct {
    const char *small, *large, *set[5];
    double classical, exact;
  } row[] = {{"1", "534", {"1", "0.005", "0.05", "210e9", "0.3"}, 526.92792, 534.68055},
             {"1", "1075", {"1", "0.005", "0.1", "210e9", "0.3"}, 1071.4310, 1075.3649},
             {"0.01", "3.29", {"0.24", "0.0006", "0.03", "71.24e9", "0.31"}, 3.2903781, 3.2923131}};
  for (int i = 0; i < 3; i++) {
    for (int large = 0; large < 2; large++) {
      const char *load = large ? row[i].large : row[i].small;
      const sn_override set[] = {{"P", load},          {"L", row[i].set[0]}, {"t", row[i].set[1]},
                                 {"h", row[i].set[2]}, {"E", row[i].set[3]}, {"nu", row[i].set[4]}};
      finding f = find_in(plank, set, 6, 1);
      const double P = positive(&f) * strtod(load, NULL), known = large ? row[i].exact : row[i].classical;
      CHECK_NEAR(P / known, 1, 2e-4);
      forget(&f);
    }
  }
}

/* ---- cables */

/* A21 (c): lumped masses: sqrt(T/rho) (N/L) sin(n pi/2N)/pi, across in both planes. */
static void test_string(void)
{
  static const char text[] =
      "local c = cable { name = 'string', ground, ground, from = { 0, 0, 0 }, to = { 2, 0, 0 },\n"
      "  elements = 20, order = 1, length = 2/(1 + 100/1e7), stiffness = 1e7,\n"
      "  mass_per_length = 0.05*(1 + 100/1e7) }\n"
      "modes { count = 6, about = 'start' }\n";
  static const double hz[] = {11.1688491, 22.2688385, 33.2315332};
  finding f = find_in(text, NULL, 0, 0);
  CHECK(f.modes.n == 6);
  for (int k = 0; k < 3; k++) {
    CHECK_BELOW(miss(&f, 2 * pi * hz[k]), 2e-5);
  }
  forget(&f);
}

/* A cable that carries nothing: its stresses are round-off and make no stiffness. Every motion across is one without
   stiffness, every one along an elastic mode: 2 sqrt(k/m) sin((2 j - 1) pi/4 n) for lumped masses. */
static void test_slack_cable(void)
{
  static const char text[] =
      "param { n = 3, order = 1, far = 0, dampers = 0 }\n"
      "local p = point { name = 'p', at = { far + 1, far, 0.7 }, mass = 0 }\n"
      "cable { name = 'rope', ground, p, from = { far, far, 0 }, elements = n, order = order, stiffness = 1e5,\n"
      "  mass_per_length = 0.4 }\n"
      "local function damper(at, c) spring { ground, p, at_a = at, stiffness = 0, damping = c, length = 1 } end\n"
      "if dampers > 0 then damper({ far, far, 0 }, 1e-3) end\n"
      "if dampers > 1 then damper({ far + 1, far + 2, 0.7 }, 10) end\n"
      "modes { count = 5 }\n";
  static const char *const sizes[] = {"1", "2", "3", "5", "7", "10", "40", "130"};
  static const char *const digit[] = {"0", "1", "2", "3"};
  for (int k = 0; k < 8 * 3 * 2 * 3; k++) {
    const int n = atoi(sizes[k / 18]), order = 1 + k / 6 % 3, far = k / 3 % 2, dampers = k % 3, all = n * order;
    const sn_override set[] = {
        {"n", sizes[k / 18]}, {"order", digit[order]}, {"far", far ? "50" : "0"}, {"dampers", digit[dampers]}};
    if (all > (SANITIZED ? 20 : dampers > 0 ? 80 : 130)) {
      continue; /* takes long */
    }
    finding f = find_in(text, set, 4, 0);
    const int listed = f.modes.n_zero < SN_MODES_ZEROS ? f.modes.n_zero : SN_MODES_ZEROS;
    const int others = all + (dampers > 1); /* across a damper: zero, and one that dies away */
    CHECK(f.modes.n_zero == 2 * all && f.modes.n_growing == 0);
    CHECK(f.modes.n == listed + (others < 5 ? others : 5));
    for (int j = 1; order == 1 && j <= n && j <= (dampers > 1 ? 4 : 5); j++) {
      const double L = sqrt(1.49), l = L / n, w = 2 * sqrt(1e5 / l / (0.4 * l)) * sin((2 * j - 1) * pi / (4 * n));
      CHECK_BELOW(miss(&f, w), 1e-6);
    }
    forget(&f);
  }
}

/* Free bodies, two pairs of them joined by a spring with a damper along it: c and k act on the distance of points with the mass
   m1 m2/(m1 + m2). Without damping (420 unknowns) Lanczos meets nothing but motions that are all alike. */
static void test_loose_bodies(void)
{
  static const char text[] =
      "param { n = 70, c = 0 }\n"
      "local b = {}\n"
      "for i = 1, n do b[i] = body { name = 'b' .. i, at = { i, 0, 0 }, mass = i, inertia = { 0.1, 0.2, 0.25 } } end\n"
      "for i = 1, 11, 10 do spring { b[i], b[i + 1], stiffness = 300, damping = c, length = 1 } end\n"
      "modes { count = 5, about = 'start' }\n";
  for (int damped = 0; damped < 2; damped++) {
    const int n = damped ? 40 : 70;
    const sn_override set[] = {{"n", damped ? "40" : "70"}, {"c", damped ? "0.5" : "0"}};
    finding f = find_in(text, set, 2, 0);
    CHECK(f.modes.n_zero == 6 * n - 2 && f.modes.n == SN_MODES_ZEROS + 2 && f.modes.complete && !f.modes.n_growing);
    CHECK(f.modes.symmetric == !damped);
    for (int i = 1; i <= 11; i += 10) {
      const double m = i * (i + 1.0) / (2 * i + 1.0), growth = damped ? 0.25 / m : 0;
      CHECK_BELOW(miss(&f, sqrt(300 / m - growth * growth)), 1e-10);
    }
    forget(&f);
  }
}

/* A21 (d): a hanging chain, zeros of the Bessel function. */
static void test_hanging_chain(void)
{
  static const char text[] = "gravity { 0, 0, -9.81 }\n"
                             "cable { name = 'chain', ground, from = { 0, 0, 0 }, to = { 0, 0, -1 }, elements = 40,\n"
                             "  stiffness = 1e6, mass_per_length = 1 }\n"
                             "modes { count = 8 }\n";
  static const double hz[] = {0.59938824, 1.37584612, 2.15688940, 2.93896872};
  finding f = find_in(text, NULL, 0, 0);
  for (int k = 0; k < 4; k++) {
    CHECK_BELOW(miss(&f, 2 * pi * hz[k]), 2e-3);
  }
  forget(&f);
}

/* Hanging rigid links on spherical joints: each turns about its own axis without stiffness, and there are more of those than
   Lanczos could be asked for. Behind them every frequency comes twice; against Bessel's zeros for many links, and against the whole
   dense problem for 60 (360 unknowns: the ways meet). */
static void test_hanging_links(void)
{
  static const char text[] =
      "param { n = 60 }\n"
      "gravity { 0, 0, -9.81 }\n"
      "local last = ground\n"
      "for i = 1, n do\n"
      "  local link = body { at = { 0, 0, -(i - 0.5)/n }, shape = box { size = { 0.2/n, 0.2/n, 1/n }, mass = 1/n } }\n"
      "  spherical { last, link, at = { 0, 0, -(i - 1)/n } }\n"
      "  last = link\n"
      "end\n"
      "modes { count = 8 }\n";
  static const double hz[] = {0.59938824, 1.37584612, 2.15688940, 2.93896872};
  static const char *const sizes[] = {"60", "70", "600"};
  finding whole = find_in(text, NULL, 0, 0);
  CHECK(whole.modes.method == SN_EIGEN_DENSE && whole.modes.n_zero == 60 && whole.modes.n == SN_MODES_ZEROS + 8);
  for (int i = 1; i < 3; i++) {
    const sn_override set[] = {{"n", sizes[i]}};
    finding f = find_in(text, set, 1, 0);
    const int n = atoi(sizes[i]), first = f.modes.n - 8;
    CHECK(f.modes.method == SN_EIGEN_KRYLOV && f.modes.n_zero == n && !f.modes.more_zero && !f.modes.stiff_beyond);
    CHECK(!f.modes.complete && f.modes.n_growing == 0);
    for (int k = 0; k < 8; k++) { /* with n^-2 to Bessel's zeros, so with n^-2 to each other */
      const double w = f.modes.mode[first + k].frequency;
      const double coarse = whole.modes.mode[SN_MODES_ZEROS + k].frequency;
      CHECK_BELOW(fabs(w / f.modes.mode[first + k / 2 * 2].frequency - 1), 1e-9);
      const int number = 1 + k / 2;
      CHECK_BELOW(fabs(w / (2 * pi * hz[k / 2]) - 1), number * number * 1.5 / n / n + 1e-8);
      CHECK_BELOW(fabs(w / coarse - 1), 1e-2);
    }
    forget(&f);
  }
  forget(&whole);
}

/* ---- every mode is a motion */

/* q and v of the mode at an instant, times a small factor: the equations of motion (instant/instant.h, which shares nothing
   with the tangent of statics) must answer with the acceleration s^2 x. Returns the largest difference over the largest
   acceleration, rotations and displacements apart. */
static double motion_of(finding *f, const sn_mode *m)
{
  const sn_system *s = f->session.frozen.system;
  const sn_state *at = &f->session.frozen.start;
  const double size = hypot(m->growth, m->frequency), small = 1e-6 * f->modes.extent;
  const double s2[2] = {m->growth * m->growth - m->frequency * m->frequency, 2 * m->growth * m->frequency};
  sn_shown shown = {SN_NEW(f->arena, sn_v3, s->n_vector), SN_NEW(f->arena, sn_v3, s->n_vector),
                    SN_NEW(f->arena, double, s->n_stress + 1)};
  sn_state x;
  sn_observation o;
  double worst[2] = {0}, largest[2] = {0};
  sn_v3 *half = SN_NEW(f->arena, sn_v3, s->n_vector);
  CHECK_OK(sn_state_new(s, f->arena, &x, &f->error), f->error);
  sn_instant_still(f->session.instant, 0);    /* a session for statics stands still */
  for (int sign = -1; sign <= 1; sign += 2) { /* half the difference: what is quadratic drops out */
    sn_state_copy(at, &x);
    sn_mode_show(f->session.instant, at, m, sign * small, 0, &shown);
    memcpy(x.q, shown.q, (size_t)s->n_vector * sizeof(sn_v3));
    for (int i = 0; i < s->n_node; i++) {
      const double *re = m->re + 6 * i, *im = m->im + 6 * i;
      double v[6];
      for (int j = 0; j < 6; j++) {
        v[j] = sign * small * (m->growth * re[j] - m->frequency * im[j]);
      }
      for (int a = 0; a < s->node[i].n_vec; a++) {
        const int k = s->node[i].vector[a];
        x.v[k] = a < s->node[i].has_x ? v3(v[0], v[1], v[2]) : v3_cross(v3(v[3], v[4], v[5]), x.q[k]);
      }
    }
    CHECK_OK(sn_instant_observe(f->session.instant, &x, NULL, &o, &f->error), f->error);
    for (int k = 0; k < s->n_vector; k++) {
      half[k] = v3_axpy(half[k], 0.5 * sign, o.a[k]);
    }
  }
  for (int i = 0; i < s->n_node; i++) {
    const double *re = m->re + 6 * i, *im = m->im + 6 * i;
    double w[6];
    for (int j = 0; j < 6; j++) {
      w[j] = small * (s2[0] * re[j] - s2[1] * im[j]);
    }
    for (int a = 0; a < s->node[i].n_vec; a++) {
      const int k = s->node[i].vector[a], turns = a >= s->node[i].has_x;
      const sn_v3 want = turns ? v3_cross(v3(w[3], w[4], w[5]), at->q[k]) : v3(w[0], w[1], w[2]);
      worst[turns] = fmax(worst[turns], v3_norm(v3_sub(half[k], want)));
      largest[turns] =
          fmax(largest[turns], small * size * size *
                                   hypot(v3_norm(v3(re[3 * turns], re[3 * turns + 1], re[3 * turns + 2])),
                                         v3_norm(v3(im[3 * turns], im[3 * turns + 1], im[3 * turns + 2]))));
    }
  }
  const double rest = small * size * size; /* of a shape of 1 m, or 1 rad */
  return fmax(worst[0] / fmax(largest[0], 1e-3 * rest), worst[1] / fmax(largest[1], 1e-3 * rest / f->modes.extent));
}

static void test_motion(void)
{
  static const char *const models[] = {"andrews",     "bricard",       "cable_pendulum", "double_pendulum",
                                       "four_bar",    "hanging_chain", "suspension",     "swing",
                                       "tower_crane", "screw_press"};
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
    char file[512];
    finding f = {.arena = sn_arena_new(NULL)};
    const sn_language_options o = {0};
    sn_model *model = NULL;
    snprintf(file, sizeof file, "%s/examples/%s/model.lua", SN_TEST_SOURCE, models[i]);
    CHECK_OK(sn_language_load(file, &o, f.arena, &model, &f.error), f.error);
    CHECK_OK(sn_session_open_static(&f.session, model, models[i], f.arena, &f.error), f.error);
    sn_modes_wanted wanted = sn_session_modes_wanted(&f.session);
    wanted.count = 6;
    CHECK_OK(sn_session_modes(&f.session, &wanted, 0, &f.modes, &f.error), f.error);
    CHECK(f.modes.n > 0);
    double worst = 0;
    for (int k = 0; k < f.modes.n; k++) {
      worst = f.modes.mode[k].zero ? worst : fmax(worst, motion_of(&f, &f.modes.mode[k]));
    }
    printf("  %-16s %d modes, largest difference %.1e\n", models[i], f.modes.n, worst);
    CHECK_BELOW(worst, 1e-5);
    forget(&f);
  }
}

/* ---- the command */

static char said[1 << 16];

static int command(const char *arguments)
{
  char line[1024];
  snprintf(line, sizeof line, "'%s' %s > modes.txt 2>&1", SN_TEST_SINEW, arguments);
  const int code = system(line);
  slurp("modes.txt", said, sizeof said);
  return WIFEXITED(code) ? WEXITSTATUS(code) : -1;
}

/* Beck's column: a load that follows has no static buckling factor that means anything. */
static const char beck[] = "local b = beam { name = 'b', ground, from = { 0, 0, 0 }, to = { 0, 0, 2 }, elements = 6,\n"
                           "  section = circle { radius = 0.01 }, E = 2e11, nu = 0.3, density = 7800 }\n"
                           "force { name = 'f', b.last, value = { 0, 0, -1 }, follows = true }\n";

static const char swing[] =
    "param { side = 0, spring_on = false, damping = 0 }\n"
    "gravity { 0, 0, -9.81 }\n"
    "local bob = body { name = 'bob', at = { side, 0, -1 }, mass = 2, inertia = { 1e-3, 1e-3, 1e-3 } }\n"
    "revolute { name = 'pivot', ground, bob, at = { 0, 0, 0 }, axis = 'y', damping = damping }\n"
    "channel('place', position(bob))\n"
    "run { dt = 1e-2, duration = 1 }\n";

static void test_command(void)
{
  write_text("swing_m.lua", swing);
  CHECK(command("modes swing_m.lua -o swing_m.h5") == 0);
  CHECK_TEXT(said, "0.49836334"); /* Hz of 9.81 2/(2 + 1e-3) */
  CHECK_TEXT(said, "there are no more");
  CHECK_TEXT(said, "swing_m.h5");
  CHECK(command("modes swing_m.lua --csv --quiet -o swing_m.h5") == 0);
  CHECK_TEXT(said, "n,frequency_hz,omega,growth,damping,residual");
  CHECK(command("info swing_m.h5") == 0);
  CHECK_TEXT(said, "0.498363 Hz");
  CHECK(command("info swing_m.h5 --json") == 0);
  CHECK_TEXT(said, "\"modes\": {\"kind\": \"vibration\"");
  CHECK(command("csv swing_m.h5 modes/frequency modes/damping") == 0);
  CHECK_TEXT(said, "n,modes/frequency,modes/damping\n1,0.498");
  CHECK(command("csv swing_m.h5 modes/frequency place") == 2);
  CHECK_TEXT(said, "do not fit into one table");
  CHECK(command("csv swing_m.h5 place") == 0); /* one period, both ends */
  CHECK_TEXT(said, "\n0.25,");
  CHECK(command("compare swing_m.h5 swing_m.h5") == 0);
  CHECK(command("view swing_m.h5 --png --mode 1 --size 320x180 -o swing_m.png") == 0);
  CHECK(command("view swing_m.h5 -o swing_m.html") == 0);
  CHECK(command("export swing_m.h5 --vtk swing_m_vtk") == 0);
  /* damped: a ratio; --undamped leaves it out */
  CHECK(command("modes swing_m.lua --set damping=1 --csv --quiet -o swing_m.h5") == 0);
  double x[4] = {0};
  const char *line = strstr(said, "\n1,"); /* warnings come first */
  CHECK(line && sscanf(line, "\n1,%lf,%lf,%lf,%lf", &x[0], &x[1], &x[2], &x[3]) == 4);
  CHECK_NEAR(x[2], -1 / (2 * (2 + 1e-3)), 1e-10);
  CHECK(command("modes swing_m.lua --set damping=1 --undamped --csv --quiet -o swing_m.h5") == 0);
  CHECK_TEXT(said, ",0,0,");
}

/* The public interface. */
static void test_library(void)
{
  sinew_model *m = NULL;
  sinew_error e = {0};
  sinew_mode mode[2] = {{.size = sizeof mode[0]}};
  int n = 0;
  CHECK(sinew_model_load_text("swing", swing, NULL, NULL, NULL, 0, NULL, &m, &e) == SINEW_OK);
  CHECK(sinew_modes(m, "library_m.h5", 0, 0, mode, 2, &n, &e) == SINEW_OK && n == 1);
  CHECK_NEAR(mode[0].frequency, sqrt(2 * 9.81 / (2 + 1e-3)) / (2 * pi), 1e-12);
  CHECK(mode[0].zero == 0 && isnan(mode[0].load_factor) && mode[0].residual < 1e-12);
  CHECK(sinew_modes(m, NULL, 1, 0, mode, 2, &n, &e) == SINEW_EMODEL && n == 0);
  CHECK_TEXT(e.what, "without any stiffness");
  sinew_model_free(m);
  CHECK(command("info library_m.h5") == 0);
}

/* The example: its table of frequencies, and a few steps of its run. */
static void test_example(void)
{
  static table t;
  const double unit = sqrt(210e9 * 0.01 * 0.01 / 12 / 7850);
  FILE *f = fopen(SN_TEST_SOURCE "/examples/rotating_modes/reference.csv", "r");
  CHECK(read_table(f, &t) && t.n_columns == 7 && t.n_rows == 7);
  fclose(f);
  for (int i = 0; i < t.n_rows; i += 3) {
    char line[512];
    snprintf(line, sizeof line,
             "modes '%s/examples/rotating_modes/model.lua' --set eta=%g -n 6 --csv --quiet -o blade_m.h5",
             SN_TEST_SOURCE, t.x[i][0]);
    CHECK(command(line) == 0);
    const char *p = strchr(said, '\n');
    for (int k = 0; k < 6; k++) {
      double omega = NAN;
      CHECK(p && sscanf(p, "\n%*d,%*f,%lf", &omega) == 1);
      CHECK_NEAR(omega / unit / t.x[i][1 + k], 1, 1e-3); /* ten elements against thirty */
      p = p ? strchr(p + 1, '\n') : NULL;
    }
  }
  CHECK(command("run '" SN_TEST_SOURCE
                "/examples/rotating_modes/model.lua' --set duration=0.02 --set elements=3 --quiet "
                "-o blade_m.h5") == 0);
  CHECK_BELOW(info_number("blade_m.h5", "energy_identity_error"), 1e-11);
}

/* A top that spins too slowly falls; faster it sleeps. */
static void test_top(void)
{
  write_text("top_m.lua",
             "param { speed = 20 }\n"
             "gravity { 0, 0, -9.81 }\n"
             "local top = body { name = 'top', at = { 0, 0, 0 }, angular_velocity = { 0, 0, speed }, mass = 2,\n"
             "  center = { 0, 0, 0.3 }, inertia = { 0.03, 0.03, 0.05 } }\n"
             "spherical { name = 'tip', ground, top, at = { 0, 0, 0 } }\n"
             "modes { spin = true }\n");
  CHECK(command("modes top_m.lua -o top_m.h5") == 0);
  CHECK_TEXT(said, "body 'top' grows by exp(4.729 t)"); /* sqrt(m g l/J - (Jp w/2J)^2) */
  CHECK(command("modes top_m.lua -o top_m.h5 --set speed=400") == 0);
  CHECK(!strstr(said, "unstable"));
  CHECK_TEXT(said, "94.94288");
  CHECK(command("modes top_m.lua -o top_m.h5 --rotation 0,0,1") == 2);
  CHECK_TEXT(said, "cannot be used together");
}

/* A shaft that spins: forward and backward whirl lie apart by W 2 I k^2/(A + I k^2) (Rayleigh, k = pi/L) less what shear takes,
   whether the mass is lumped or consistent; elements of any order. */
static void test_whirl_split(void)
{
  static const char text[] =
      "param { order = 2, kind = 'consistent', n = 20 }\n"
      "local b = beam { name = 'shaft', from = { 0, 0, 0 }, to = { 0.6, 0, 0 }, elements = n, order = order,\n"
      "  section = circle { radius = 0.033 }, E = 2.1e11, nu = 0.3, density = 7850, mass_matrix = kind,\n"
      "  angular_velocity = { 2000, 0, 0 } }\n"
      "spherical { ground, b.first, at = { 0, 0, 0 } }\n"
      "point_on_line { ground, b.last, at = { 0.6, 0, 0 }, axis = 'x' }\n"
      "modes { spin = true, count = 2 }\n";
  static const char *const kinds[] = {"lumped", "consistent"}, *const orders[] = {"1", "2", "3"};
  const double k = pi / 0.6, I_over_A = 0.033 * 0.033 / 4, thin = 2000 * 2 * I_over_A * k * k / (1 + I_over_A * k * k);
  double split[6];
  for (int i = 0; i < 6; i++) {
    const sn_override set[] = {{"kind", kinds[i % 2]}, {"order", orders[i / 2]}, {"n", i / 2 ? "20" : "60"}};
    finding f = find_in(text, set, 3, 0);
    const int zero = f.modes.n_zero;
    CHECK(zero == 1 && f.modes.n == 3);
    split[i] = f.modes.mode[zero + 1].frequency - f.modes.mode[zero].frequency;
    CHECK(f.modes.mode[zero].whirl == -1 && f.modes.mode[zero + 1].whirl == 1);
    CHECK_NEAR(split[i] / split[0], 1, 1e-3);
    CHECK(split[i] > 0.93 * thin && split[i] < thin);
    forget(&f);
  }
  printf("  whirl split %.4f rad/s lumped, %.4f consistent; thin shaft %.4f\n", split[2], split[3], thin);
}

/* two rods on springs under a weight, the lower torque follows the upper angle: 100 f^2 - (1500 - 10 g) f + 2500 = 0 */
static void test_buckling_under_control(void)
{
  write_text("control_m.lua",
             "param { gain = 20 }\n"
             "local function rod(name, z)\n"
             "  return body { name = name, at = {0, 0, z}, mass = 1, center = {0, 0, 1}, inertia = {0.1, 0.1, 0.1} }\n"
             "end\n"
             "local a, b = rod('a', 0), rod('b', 1)\n"
             "revolute { name = 'low', ground, a, at = {0, 0, 0}, axis = 'x', stiffness = 50,"
             " torque = function(t) return -gain*angle('high') end }\n"
             "revolute { name = 'high', a, b, at = {0, 0, 1}, axis = 'x', stiffness = 50 }\n"
             "force { b, at = {0, 0, 2}, value = {0, 0, -10} }\n");
  for (int i = 0; i < 2; i++) {
    const double gain = i ? -60 : 20, half = 7.5 - gain / 20, root = sqrt(half * half - 25);
    char line[160], first[32], second[32];
    (void)snprintf(line, sizeof line, "modes control_m.lua --buckling --set gain=%g -o control_m.h5", gain);
    (void)snprintf(first, sizeof first, "%.8g", half - root);
    (void)snprintf(second, sizeof second, "%.8g", half + root);
    CHECK(command(line) == 0);
    CHECK_TEXT(said, first);
    CHECK_TEXT(said, second);
    CHECK_TEXT(said, "torque of revolute 'low' follows signals");
  }
  CHECK(command("modes control_m.lua --buckling --set gain=150 -o control_m.h5") == 0); /* complex */
  CHECK_TEXT(said, "1 complex load factors were left out");
  CHECK_TEXT(said, "critical_load");
  remove("control_m.lua");
  remove("control_m.h5");
}

/* Drag, a force that follows the velocity of its point, damps as a damper does; quadratic drag does nothing at rest. */
static void test_drag(void)
{
  static const char text[] =
      "param { linear = 1 }\n"
      "local b = body { name = 'b', mass = 2, inertia = { 0.1, 0.1, 0.1 } }\n"
      "prismatic { ground, b, at = { 0, 0, 0 }, axis = 'x', stiffness = 800 }\n"
      "force { b, at = { 0, 0, 0 }, value = function(t, vx, vy, vz) return -12*linear*vx - 5*vx*abs(vx), 0, 0 end }\n"
      "run { dt = 1e-3, duration = 1 }\n";
  static const char *const linear[] = {"1", "0"};
  for (int k = 0; k < 2; k++) {
    const sn_override set = {"linear", linear[k]};
    finding f = find_in(text, &set, 1, 0);
    CHECK(f.modes.n == 1);
    if (f.modes.n == 1) {
      CHECK_NEAR(f.modes.mode[0].growth, k ? 0 : -3, 1e-11);
      CHECK_NEAR(f.modes.mode[0].frequency, sqrt(400 - (k ? 0 : 9)), 1e-10);
    }
    forget(&f);
  }
}

static void test_mistakes(void)
{
  write_text("swing_m.lua", swing);
  CHECK(command("modes swing_m.lua --about start --set side=0.3 -o none_m.h5") == 3);
  CHECK_TEXT(said, "no equilibrium");
  CHECK_TEXT(said, "'bob'");
  CHECK(command("modes swing_m.lua --about strat") == 2);
  CHECK_TEXT(said, "Did you mean --about start?");
  CHECK(command("modes swing_m.lua -n 0") == 2);
  CHECK(command("modes swing_m.lua -n 2.5") == 2);
  CHECK(command("modes swing_m.lua --rotation 0,1") == 2);
  CHECK(command("modes swing_m.lua --rotation 3,0,0 -o none_m.h5") == 3);
  CHECK_TEXT(said, "not along the axis");
  CHECK(command("modes swing_m.lua --near 1 --set damping=1 -o none_m.h5") == 2);
  CHECK_TEXT(said, "only without damping and rotation");
  CHECK(command("modes swing_m.lua --buckling -o none_m.h5") == 3);
  CHECK_TEXT(said, "without any stiffness");
  write_text("beck_m.lua", beck);
  (void)command("modes beck_m.lua --buckling -n 1 -o beck_m.h5"); /* whether it finds any is round-off */
  CHECK(strstr(said, "have no potential") || strstr(said, "no load can buckle it") || strstr(said, "error"));
  remove("beck_m.lua");
  remove("beck_m.h5");
  CHECK(command("modes none_m.lua") == 5 || strstr(said, "none_m.lua") != NULL);
  FILE *f = fopen("none_m.h5", "r"); /* nothing half-written */
  CHECK(f == NULL);
  if (f) {
    fclose(f);
  }
  CHECK(command("modes swing_m.lua -o swing_m.h5 --quiet") == 0);
  CHECK(command("view swing_m.h5 --png --mode 2") == 2);
  CHECK_TEXT(said, "modes 1 to 1");
  CHECK(command("run swing_m.lua -o run_m.h5 --quiet") == 0);
  CHECK(command("view run_m.h5 --png --mode 1") == 2);
  CHECK_TEXT(said, "this is a run");
}

int main(void)
{
  RUN(test_beam);
  RUN(test_invariance);
  RUN(test_rotating_beam);
  RUN_LONG(test_damped_beam);
  RUN(test_lateral_buckling);
  RUN(test_string);
  RUN(test_slack_cable);
  RUN_LONG(test_loose_bodies);
  RUN(test_whirl_split);
  RUN(test_hanging_chain);
  RUN(test_hanging_links);
  RUN(test_motion);
  RUN(test_command);
  RUN(test_library);
  RUN(test_example);
  RUN(test_top);
  RUN(test_buckling_under_control);
  RUN(test_drag);
  RUN(test_mistakes);
  return REPORT();
}
