/* tests/solids/test_floating.c -- formulation = "floating": linear strains about one frame of the body.
 * What:    a bar on a hinge falls as a rigid one, with steps up to 50 ms, one factorisation, and an exact balance; a free bar that bends keeps
 *          energy and angular momentum; a rigid motion has no energy; small deformations are those of Green's strains; what is not possible.
 * Data:    docs/theory-solids.md, section 8: the hinged bar of GS's kind, rigid 2.18260 rad. [GS] section 1.1.
 */
#define _POSIX_C_SOURCE 200809L
#define ANSWERS "solid_floating"
#include "tests/support/answers.h"

static void test_hinged_bar(void)
{
  write_text(
      ANSWERS ".lua",
      "param { formulation = 'floating' }\n"
      "gravity { 0, 0, -9.81 }\n"
      "local s = solid { name = 'bar', box = { size = {1, 0.04, 0.04}, elements = {10, 1, 1} }, element = 'tet10',\n"
      "  at = {0, -0.02, -0.02}, E = 2.1e11, nu = 0.3, density = 7850, formulation = formulation }\n"
      "revolute { name = 'pin', ground, s:surface('x0'), at = {0, 0, 0}, axis = 'y' }\n"
      "channel('angle', angle('pin'))\n"
      "run { scheme = 'ep', dt = 5e-3, duration = 0.6 }\n");
  static const char *const dt[] = {"", "--dt 0.01", "--dt 0.02", "--dt 0.05"};
  static const double angle[] = {2.182442, 2.181966, 2.180181, 2.167717}; /* an error of order two: 2.18260 - 6.3 h^2 */
  for (int k = 0; k < 4; k++) {
    if (!moved(dt[k])) {
      continue;
    }
    CHECK_NEAR(value("angle"), angle[k], 2e-6);
    CHECK_BELOW(info_number(ANSWERS ".h5", "constraint_error"), 1e-12);
    CHECK_BELOW(info_number(ANSWERS ".h5", "newton_iterations") / info_number(ANSWERS ".h5", "steps"), 8);
  }
  if (moved("--scheme ed --dt 0.05")) { /* twelve steps of order four */
    CHECK_NEAR(value("angle"), 2.182475, 2e-6);
  }
}

/* A free bar spins and bends: momenta and energy; the same with Green's strains moves alike. */
static void test_free_bar(void)
{
  double x[2][3] = {{0}};
  write_text(ANSWERS ".lua",
             "param { formulation = 'floating' }\n"
             "local s = solid { name = 's', box = { size = {1, 0.04, 0.04}, elements = {8, 1, 1} }, at = {-0.5, -0.02, "
             "-0.02},\n"
             "  E = 2e9, nu = 0.3, density = 1000, formulation = formulation,\n"
             "  velocity = function(x, y, z) return 0, 0, 1.5*(1 - 12*x^2) end, angular_velocity = {0, 5, 1} }\n"
             ""
             "channel('J', angular_momentum()) channel('x', position(s:node(1)))\n"
             "run { scheme = 'ep', dt = 1e-3, duration = 0.1 }\n");
  static const char *const set[] = {"", "--scheme ed", "--set formulation=green"};
  static const double drift[] = {1e-11, 5e-13, 1e-9}; /* what iterations of `ep` leave; 0.68 kg m^2/s */
  for (int k = 0; k < 3; k++) {
    if (!moved(set[k])) {
      continue;
    }
    const int n = rows.n_rows - 1;
    for (int i = 0; i < 3; i++) {
      static const char *const name[] = {"J_x", "J_y", "J_z"}, *const at[] = {"x_x", "x_y", "x_z"};
      const int c = column(&rows, name[i]);
      CHECK_NEAR(rows.x[n][c], rows.x[0][c], drift[k]);
      x[k == 2][i] = k == 1 ? x[0][i] : value(at[i]);
    }
  }
  for (int i = 0; i < 3; i++) {
    CHECK_NEAR(x[0][i], x[1][i], 2e-3);
  }
}

static void test_rigid_motion(void)
{
  write_text(
      ANSWERS ".lua",
      "local s = solid { name = 's', box = { size = {0.3, 0.2, 0.1}, elements = {2, 2, 1} }, E = 2.1e11, nu = 0.3,\n"
      "  density = 7850, formulation = 'floating', at = {3, 2, 1}, orientation = axis_angle({1, 2, 3}, 2.1) }\n"
      "channel('V', output(s, 'strain_energy'))\n");
  if (at_rest("")) {
    CHECK_BELOW(value("V"), 1e-18);
  }
}

/* Under small loads it is what Green's strains are: clamped, and on two parts. */
static void test_small(void)
{
  double d[2] = {0, 0}, s[2] = {0, 0};
  write_text(
      ANSWERS ".lua",
      "param { formulation = 'floating' }\n"
      "local s = solid { name = 's', box = { size = {0.3, 0.05, 0.05}, elements = {6, 1, 1} }, E = 2.1e11, nu = 0.3,\n"
      "  density = 7850, formulation = formulation, temperature = 20, expansion = 1e-7,\n"
      "  surfaces = { x0 = { clamped = true }, x1 = { force = {0, 0, -10} } } }\n"
      "channel('d', output(s:surface('x1'), 'displacement')) channel('s', output(s, 'von_mises_max'))\n"
      "channel('R', output(s:surface('x0'), 'reaction'))\n");
  static const char *const set[] = {"", "--set formulation=green"};
  for (int k = 0; k < 2; k++) {
    if (at_rest(set[k])) {
      d[k] = value("d_z");
      s[k] = value("s");
      CHECK_NEAR(value("R_z"), 10, 1e-5);
    }
  }
  CHECK_BELOW(d[1], -1e-7);
  CHECK_NEAR(d[0], d[1], 1e-4 * fabs(d[1]));
  CHECK_NEAR(s[0], s[1], 1e-4 * s[1]);
}

static void test_refused(void)
{
  write_text(ANSWERS ".lua",
             "solid { name = 's', box = { size = {1, 1, 1} }, E = 1e6, density = 1000, law = 'neo_hooke',\n"
             "  formulation = 'floating' }\n");
  CHECK(system("'" SN_TEST_SINEW "' check " ANSWERS ".lua > " ANSWERS ".txt 2>&1") != 0);
  slurp(ANSWERS ".txt", said, sizeof said);
  CHECK(strstr(said, "has a law of rubber and formulation = \"floating\"") != NULL);
}

/* The whole crank of GS, held at means of its journals: the matrix of its mesh is factored once, and an iteration contracts like that of a bar
   on a hinge (with tangents in every step: 5.7). Green's strains say the same. */
static void test_crank(void)
{
  static const char *const formulation[] = {"floating", "green"};
  double delta[2] = {0, 0}, pin[2] = {0, 0};
  for (int k = 0; k < 2; k++) {
    char line[600];
    (void)snprintf(line, sizeof line,
                   "run " SN_TEST_SOURCE "/examples/slider_crank_floating/model.lua -o " ANSWERS
                   ".h5 --quiet --set stored=false --scheme ep --until 0.05 --set formulation=%s",
                   formulation[k]);
    if (command(line)) {
      return;
    }
    CHECK_BELOW(info_number(ANSWERS ".h5", "energy_identity_error"), 1e-11);
    CHECK_BELOW(info_number(ANSWERS ".h5", "newton_iterations") / info_number(ANSWERS ".h5", "steps"), 4.5);
    FILE *f = command("csv " ANSWERS ".h5 delta pin") ? NULL : fopen(ANSWERS ".txt", "r");
    CHECK(f && read_table(f, &rows));
    delta[k] = value("delta");
    pin[k] = value("pin_y");
    if (f) {
      fclose(f);
    }
  }
  CHECK_NEAR(delta[0], delta[1], 1e-3 * fabs(delta[1]));
  CHECK_NEAR(pin[0], pin[1], 1e-9);
}

/* What `ed` damps of a vibration that it does not resolve hangs on nothing but the body: not on whether its mesh has 140 or 152 nodes, where the
   turned factor begins, nor on the formulation. */
static void test_damped_alike(void)
{
  static const char *const set[] = {"--set n=11", "--set n=12", "--set n=12 --set f=floating"};
  double loss[3] = {0, 0, 0};
  write_text(ANSWERS ".lua",
             "param { n = 11, f = 'green' }\n"
             "solid { name = 's', box = { size = {1, 0.04, 0.04}, elements = {n, 1, 1} }, at = {-0.5, -0.02, -0.02},\n"
             "  E = 2e9, nu = 0.3, density = 1000, formulation = f,\n"
             "  velocity = function(x, y, z) return 0, 0, 3*(1 - 12*x^2) end, angular_velocity = {0, 5, 1} }\n"
             "channel('J', angular_momentum())\n"
             "run { scheme = 'ed', dt = 2e-3, duration = 0.02 }\n");
  for (int k = 0; k < 3; k++) {
    loss[k] = answer("run", set[k]) ? info_number(ANSWERS ".h5", "numerical_dissipation") : NAN;
  }
  CHECK_NEAR(loss[0], loss[1], 0.01 * loss[1]);
  CHECK_NEAR(loss[2], loss[1], 0.05 * loss[1]);
  CHECK_BELOW(0.03, loss[1]);
}

int main(void)
{
  RUN(test_hinged_bar);
  RUN(test_crank);
  RUN(test_damped_alike);
  RUN(test_free_bar);
  RUN(test_rigid_motion);
  RUN(test_small);
  RUN(test_refused);
  forget();
  return REPORT();
}
