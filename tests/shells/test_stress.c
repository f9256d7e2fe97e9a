/* tests/shells/test_stress.c -- stresses of shells against closed forms: one material in bending (with an offset) and in shear, a
 *          tube under pressure; a cross-ply in tension and in bending; an angle ply whose stretch couples with twist; a thickness that varies. Fields are what
 *          outputs at nodes are, one by one and together; matrices of the section; mistakes.
 * Data:    classical theory of laminates, written here by compliances and Gauss elimination.
 */
#include "parts/shell.h"
#include "support/parameters.h"
#include "support/refused.h"

/* A strip 0.02 x 0.01 along x, held so that it strains freely; what acts is in `edges`. */
#define STRIP(section, edges)                                                                             \
  "param { n = 2 }\n"                                                                                     \
  "local p = shell { name = 'p', corners = {{0, 0, 0}, {0.02, 0, 0}, {0.02, 0.01, 0}, {0, 0.01, 0}},\n"   \
  "  elements = {n, 2}, density = 1000, " section ", " edges " }\n"                                       \
  "spherical { ground, p:at(0, 0) }\n"                                                                    \
  "point_on_plane { ground, p:at(0, 1), axis = 'x' } point_on_plane { ground, p:at(0, 1), axis = 'z' }\n" \
  "point_on_plane { ground, p:at(1, 0), axis = 'z' }\n"
#define ASK(name, place) "channel('" name "_" place "', output(p:at(0.5, 0.5), '" name "', '" place "'))\n"
#define ASK_ALL(place) \
  ASK("S11", place)    \
  ASK("S22", place)    \
  ASK("S12", place)    \
  ASK("SL", place) ASK("ST", place) ASK("SLT", place) ASK("S_max", place) ASK("S_min", place) ASK("von_mises", place)
#define END "run { dt = 1e-3, duration = 1e-3, start = 'static' }\n"
/* small: what is of second order falls with the load, and is below 5e-6 here */
#define FORCE "0.2"
#define MOMENT "1e-4"
static const double force = 0.2, moment = 1e-4;
#define PULL "u_first = { load = {-" FORCE ", 0, 0} }, u_last = { load = {" FORCE ", 0, 0} }"
#define BEND "u_first = { moment = {0, -" MOMENT ", 0} }, u_last = { moment = {0, " MOMENT ", 0} }"

static int solve(simulated *s, const char *text)
{
  return simulate(s, "model.lua", text, "ed", 1) && observe(s);
}

static void near(double x, double want, double scale)
{
  CHECK_NEAR(x / scale, want / scale, 5e-6);
}

/* ---- one material: M/(h^2/6) on both sides, whatever the offset; shear: principal values at 45 degrees */
static void test_one_material(void)
{
#define STEEL "thickness = 2e-3, E = 2e11, nu = 0.3, offset = 5e-3"
  simulated s;
  if (!solve(&s, STRIP(STEEL, BEND) ASK_ALL("top") ASK_ALL("middle")
                     ASK_ALL("bottom") "channel('worst', output(p:at(0.5, 0.5), 'von_mises_max'))\n" END)) {
    return;
  }
  const double b = 6 * moment / 4e-6;
  near(value(&s, "S11_top", 0), b, b);
  near(value(&s, "S11_middle", 0), 0, b);
  near(value(&s, "S11_bottom", 0), -b, b);
  near(value(&s, "S22_top", 0), 0, b);
  near(value(&s, "S_max_top", 0), b, b);
  near(value(&s, "S_min_bottom", 0), -b, b);
  near(value(&s, "von_mises_bottom", 0), b, b);
  near(value(&s, "worst", 0), b, b);
  simulated_free(&s);
  if (!solve(&s,
             STRIP(STEEL,
                   "u_first = { load = {0, -0.2, 0} }, u_last = { load = {0, 0.2, 0} }, v_first = { load = {-0.2, 0, "
                   "0} }, v_last = { load = {0.2, 0, 0} }") ASK_ALL("top") ASK("S_angle", "top") END)) {
    return;
  }
  const double q = force / 2e-3;
  /* the resultant acts in the surface, the middle is 5 mm beside: N12/h + M12 z/(h^3/12) about the middle */
  const double M = -5e-3 * force, twisted = q + M * 1e-3 / (8e-9 / 12);
  near(value(&s, "S12_top", 0), twisted, fabs(twisted));
  near(value(&s, "S_max_top", 0), fabs(twisted), fabs(twisted));
  near(value(&s, "S_min_top", 0), -fabs(twisted), fabs(twisted));
  near(value(&s, "von_mises_top", 0), sqrt(3) * fabs(twisted), fabs(twisted));
  CHECK_NEAR(fabs(value(&s, "S_angle_top", 0)), acos(-1) / 4, 1e-5);
  simulated_free(&s);
}

/* ---- a tube under pressure: p R all around, nu p R along it, at corners, midside and centre nodes alike, for both ways to tie */
static void test_tube(void)
{
  static const char *const way[] = {"elements = {16, 2}, tying = 'centre'", "elements = {16, 2}, tying = 'covariant'",
                                    "elements = {8, 2}, tying = 'centre'"};
  for (int i = 0; i < 3; i++) {
    char text[1200];
    simulated s;
    (void)snprintf(
        text, sizeof text,
        "local c = shell { name = 'c', cylinder = { radius = 0.1, axis = 'z' }, u = {0, 2*pi}, v = {0, 0.3}, closed = "
        "'u',\n"
        "  thickness = 1e-3, E = 2.1e11, nu = 0.3, density = 7850, v_first = { symmetry = 'z' }, v_last = { symmetry = "
        "'z' "
        "},\n  pressure = 1e5, %s }\n"
        "for k = 0, 3 do for j = 0, 1 do channel('N' .. k .. j, output(c:at(k*pi/%d, 0.075 + 0.075*j), 'N11'))\n"
        "  channel('M' .. k .. j, output(c:at(k*pi/%d, 0.075 + 0.075*j), 'N22')) end end\n" END,
        way[i], i < 2 ? 16 : 8, i < 2 ? 16 : 8);
    if (!solve(&s, text)) {
      return;
    }
    for (int k = 0; k < 8; k++) {
      const char name[2][4] = {{'N', (char)('0' + k / 2), (char)('0' + k % 2), 0},
                               {'M', (char)('0' + k / 2), (char)('0' + k % 2), 0}};
      CHECK_NEAR(value(&s, name[0], 0), 1e4, i < 2 ? 5 : 50); /* the mesh: 3e-4 and 4e-3 */
      CHECK_NEAR(value(&s, name[1], 0), 0.3e4, i < 2 ? 2 : 20);
    }
    simulated_free(&s);
  }
}

/* ---- laminates by hand */
enum { MOST = 4 };
typedef struct {
  int n;
  double angle[MOST], h; /* degrees; all plies are equally thick */
} lay_up;
static const double E1 = 138e9, E2 = 8.96e9, nu12 = 0.3, G12 = 7.1e9;

static void solve_dense(int n, double a[6][7]) /* last column: right-hand side, then solution */
{
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k; i < n; i++) {
      best = fabs(a[i][k]) > fabs(a[best][k]) ? i : best;
    }
    for (int j = 0; j < 7; j++) {
      const double t = a[k][j];
      a[k][j] = a[best][j];
      a[best][j] = t;
    }
    for (int i = 0; i < n; i++) {
      const double f = i == k ? 0 : a[i][k] / a[k][k];
      for (int j = k; j < 7; j++) {
        a[i][j] -= f * a[k][j];
      }
    }
  }
  for (int k = 0; k < n; k++) {
    a[k][6] /= a[k][k];
  }
}

/* Stress of unit strain j: the compliance of the ply in the axes of the shell, inverted. */
static void stiffness(double degrees, double Q[3][3])
{
  const double t = degrees * acos(-1) / 180, c = cos(t), s = sin(t);
  const double S[3][3] = {{1 / E1, -nu12 / E1, 0}, {-nu12 / E1, 1 / E2, 0}, {0, 0, 1 / G12}};
  const double R[3][3] = {{c * c, s * s, 2 * c * s}, {s * s, c * c, -2 * c * s}, {-c * s, c * s, c * c - s * s}};
  for (int j = 0; j < 3; j++) {
    double a[6][7] = {{0}};
    for (int i = 0; i < 3; i++) {
      for (int k = 0; k < 3; k++) { /* S of the shell = R^T S R of stresses */
        for (int m = 0; m < 9; m++) {
          a[i][k] += R[m / 3][i] * S[m / 3][m % 3] * R[m % 3][k];
        }
      }
    }
    a[j][6] = 1;
    solve_dense(3, a);
    for (int i = 0; i < 3; i++) {
      Q[i][j] = a[i][6];
    }
  }
}

/* Strains and curvatures by N11 = force and M11 = moment. */
static void laminate(const lay_up *l, double pull, double bend, double out[6])
{
  double a[6][7] = {{0}};
  for (int k = 0; k < l->n; k++) {
    const double z0 = (k - l->n / 2.0) * l->h, z1 = z0 + l->h;
    double Q[3][3];
    stiffness(l->angle[k], Q);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        a[i][j] += Q[i][j] * (z1 - z0);
        a[i][3 + j] += Q[i][j] * (z1 * z1 - z0 * z0) / 2;
        a[3 + i][j] += Q[i][j] * (z1 * z1 - z0 * z0) / 2;
        a[3 + i][3 + j] += Q[i][j] * (z1 * z1 * z1 - z0 * z0 * z0) / 3;
      }
    }
  }
  a[0][6] = pull;
  a[3][6] = bend;
  solve_dense(6, a);
  for (int i = 0; i < 6; i++) {
    out[i] = a[i][6];
  }
}

static void compare(const simulated *s, const lay_up *l, double pull, double bend)
{
  static const char *const part[3] = {"bottom", "middle", "top"};
  double e[6];
  laminate(l, pull, bend, e);
  for (int i = 0; i < 3 * l->n; i++) {
    const int ply = i / 3, side = i % 3;
    const double z = (ply - 0.5 * l->n + 0.5 * side) * l->h, t = l->angle[ply] * acos(-1) / 180;
    const double c = cos(t), n = sin(t), scale = pull / (l->n * l->h) + 6 * bend / pow(l->n * l->h, 2);
    double Q[3][3], S[3] = {0};
    char place[3][32];
    stiffness(l->angle[i / 3], Q);
    for (int k = 0; k < 9; k++) {
      S[k / 3] += Q[k / 3][k % 3] * (e[k % 3] + z * e[3 + k % 3]);
    }
    for (int k = 0; k < 3; k++) {
      static const char *const name[3] = {"S11", "S22", "S12"};
      snprintf(place[k], sizeof place[k], "%s_ply_%d_%s", name[k], i / 3 + 1, part[i % 3]);
      near(value(s, place[k], 0), S[k], scale);
    }
    snprintf(place[0], sizeof place[0], "SL_ply_%d_%s", i / 3 + 1, part[i % 3]);
    near(value(s, place[0], 0), c * c * S[0] + n * n * S[1] + 2 * c * n * S[2], scale);
  }
}

#define PLIES(n)                                                                                     \
  "for k = 1, " n " do for _, place in ipairs { 'bottom', 'middle', 'top' } do\n"                    \
  "  for _, name in ipairs { 'S11', 'S22', 'S12', 'SL' } do local w = 'ply ' .. k .. ' ' .. place\n" \
  "    channel(name .. '_ply_' .. k .. '_' .. place, output(p:at(0.5, 0.5), name, w)) end end end\n"
#define LAMINA "E1 = 138e9, E2 = 8.96e9, nu12 = 0.3, G12 = 7.1e9, plies = "
static void test_cross_ply(void)
{
  static const lay_up lay = {4, {0, 90, 90, 0}, 1e-3}, two = {2, {0, 90}, 1e-3};
#define CROSS LAMINA "{{0, 1e-3}, {deg(90), 1e-3}, {deg(90), 1e-3}, {0, 1e-3}}"
#define TWO LAMINA "{{0, 1e-3}, {deg(90), 1e-3}}"
  simulated s;
  if (solve(&s, STRIP(CROSS, PULL) PLIES("4") END)) {
    compare(&s, &lay, force, 0);
    simulated_free(&s);
  }
  if (solve(&s, STRIP(CROSS, BEND) PLIES("4") END)) {
    compare(&s, &lay, 0, moment);
    simulated_free(&s);
  }
  if (solve(&s, STRIP(TWO, PULL) PLIES("2") END)) { /* stretch bends it: B11 */
    compare(&s, &two, force, 0);
    simulated_free(&s);
  }
}

/* [30/-30]: tension twists it (B16). */
static void test_angle_ply(void)
{
  static const lay_up lay = {2, {30, -30}, 1e-3};
#define ANGLE LAMINA "{{deg(30), 1e-3}, {deg(-30), 1e-3}}"
  simulated s;
  double e[6];
  laminate(&lay, force, 0, e);
  CHECK(fabs(e[5]) * 1e-3 > 0.3 * e[0]); /* it is no small effect */
  if (solve(&s, STRIP(ANGLE, PULL) PLIES("2") ASK("S11", "top") ASK("S11", "middle") END)) {
    compare(&s, &lay, force, 0);
    CHECK(value(&s, "S11_top", 0) == value(&s, "S11_ply_2_top", 0));
    CHECK_NEAR(value(&s, "S11_middle", 0), value(&s, "S11_ply_2_bottom", 0), 1e-6 * fabs(value(&s, "S11_top", 0)));
    simulated_free(&s);
  }
  if (solve(&s, STRIP(ANGLE, BEND) PLIES("2") END)) {
    compare(&s, &lay, 0, moment);
    simulated_free(&s);
  }
}

/* h = 2 mm (1 + u): 6 M/h^2 within what eight elements know of it: moments are continued from curvatures, which are linear in each */
static void test_varied(void)
{
  simulated s;
  static const char text[] = STRIP("E = 2e11, nu = 0, thickness = function(u, v) return 2e-3*(1 + u) end", BEND)
      ASK("S11", "top") "channel('M', output(p:at(0.5, 0.5), 'M11'))\n" END;
  const char *const set[] = {"n=8"};
  if (!simulate_set(&s, text, 1, set, "ed", 1) || !observe(&s)) {
    return;
  }
  CHECK_NEAR(value(&s, "S11_top", 0), 6 * value(&s, "M", 0) / 9e-6, 1e-6 * fabs(value(&s, "S11_top", 0)));
  CHECK_NEAR(value(&s, "M", 0), moment, 0.015 * moment);
  simulated_free(&s);
}

/* ---- fields: the same numbers at all nodes, one by one and together */
static void test_fields(void)
{
  enum { N = 5, NODES = 25 };
  static const char *const stored[N] = {"M11", "S11_ply_1_bottom", "von_mises", "von_mises_max", "S_angle_middle"};
  simulated s;
  if (!solve(&s, STRIP(ANGLE,
                       BEND ", fields = { 'M11', 'S11 ply 1 bottom', 'von_mises', 'von_mises_max', 'S_angle_middle' }")
                     ASK("S11", "ply_1_bottom") ASK("von_mises", "top") END)) {
    return;
  }
  const sn_system *sys = s.session.frozen.system;
  double one[N][NODES], all[N][NODES];
  int first = -1;
  for (int i = 0; i < sys->n_output; i++) {
    first = first < 0 && sys->output[i].what->n_together ? i : first;
  }
  CHECK(first >= 0 && sys->output[first].what->n_together == N);
  double *const out[N] = {all[0], all[1], all[2], all[3], all[4]};
  sys->output[first].what->evaluate_together(&s.now, sys->output[first].data, out);
  for (int k = 0; k < N; k++) {
    const sn_observable *row = sys->output + first + k;
    CHECK_TEXT(row->what->name, stored[k]);
    CHECK(row->n == NODES && (row->what->flags & SN_OUT_FIELD) == SN_OUT_PER_NODE);
    row->what->evaluate(&s.now, row->data, one[k]);
    for (int i = 0; i < NODES; i++) {
      CHECK(one[k][i] == all[k][i]);
    }
  }
  CHECK_NEAR(all[1][12], value(&s, "S11_ply_1_bottom", 0), 1e-9 * fabs(all[1][12]));
  CHECK_NEAR(all[2][12], value(&s, "von_mises_top", 0), 1e-9 * all[2][12]);
  CHECK(all[3][12] >= all[2][12]);
  simulated_free(&s);
}

/* ---- matrices of the section: kept where it is the same everywhere */
static void test_constants(void)
{
  simulated s;
  if (!solve(&s, STRIP(CROSS, PULL) END)) {
    return;
  }
  const sn_item *item = sn_model_find(s.session.model, "p");
  double x[9], Q[2][3][3];
  stiffness(0, Q[0]);
  stiffness(90, Q[1]);
  CHECK_TEXT(item->kind->reports.constants[0].name, "A");
  CHECK(item->kind->reports.constants[0].evaluate(item->frozen, x));
  CHECK_NEAR(x[0], 2e-3 * (Q[0][0][0] + Q[1][0][0]), 1e-6 * x[0]);
  CHECK(x[2] == 0);
  CHECK(item->kind->reports.constants[2].evaluate(item->frozen, x));
  CHECK_NEAR(x[0], 2 * (7e-9 * Q[0][0][0] + 1e-9 * Q[1][0][0]) / 3, 1e-6 * x[0]);
  simulated_free(&s);
}

/* ---- mistakes */
static void refused(const char *fields, const char *channel, const char *what, const char *where)
{
  char text[1024];
  snprintf(text, sizeof text,
           "local p = shell { name = 'p', corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, " TWO
           ", density = 1%s }\nchannel('c', output(%s))\nrun { dt = 1e-3, duration = 1 }\n",
           fields, channel);
  refused_text(text, NULL, what, NULL, where);
}

static void test_mistakes(void)
{
  static const char good[] = "p:at(0, 0), 'N11'";
  refused("", "p:at(0, 0), 'S11', 'ply 3 top'", "has no place \"ply 3 top\"", "bad.lua:2");
  refused("", "p:at(0, 0), 'S11', 'ply top'", "has no place", "bad.lua:2");
  refused("", "p:at(0, 0), 'S11', 'ply 1 top 2'", "has no place", "bad.lua:2");
  refused("", "p:at(0, 0), 'S11', ''", "has no place", "bad.lua:2");
  refused("", "p:at(0, 0), 'S11', 0.5", "needs a place on it", "bad.lua:2");
  refused("", "p, 'S11', 'top'", "needs a place on it", "bad.lua:2");
  refused("", "p:at(0, 0), 'N11', 'top'", "takes no place in the thickness", "bad.lua:2");
  refused("", "p:at(0, 0), 'S33', 'top'", "takes no place in the thickness", "bad.lua:2");
  refused("", "p:at(0, 0), 'S11', {}", "then at most a length along it or a place", "bad.lua:2");
  refused(", fields = { 'von_mise' }", good, "has no field \"von_mise\"", "bad.lua:1");
  refused(", fields = { 'S11 ply 9' }", good, "has no place \"ply 9\"", "bad.lua:1");
  refused(", fields = { 'N11 top' }", good, "has no field \"N11 top\"", "bad.lua:1");
  refused(", fields = { 'S11 top', 'S11_top' }", good, "has the field \"S11_top\" twice", "bad.lua:1");
  refused(", fields = { '' }", good, "has no field \"\"", "bad.lua:1");
}

int main(void)
{
  RUN(test_one_material);
  RUN(test_tube);
  RUN(test_cross_ply);
  RUN(test_angle_ply);
  RUN(test_varied);
  RUN(test_fields);
  RUN(test_constants);
  RUN(test_mistakes);
  return REPORT();
}
