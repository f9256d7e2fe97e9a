/* tests/solids/test_modal.c -- formulation = "modal": a solid of few shapes.
 * What:    stiff at its surfaces as the full body, also under weight and pressure; its lowest frequencies; the hinged bar; momenta of a free
 *          body; the slider-crank of GS in two turns; what `check` prints; what is not possible.
 * Data:    slider-crank: reductions and integrations of GS's method 1 by other programs (Radau, and a prototype of these shapes on a finer mesh): first
 *          turn 0.8453 s, the crank longer by 17.0 and 17.5 nm at most, 2.07 9.11 8.99 8.07 nm at 0.2 0.4 0.5 0.8 s. The rest: the full body.
 */
#define _POSIX_C_SOURCE 200809L
#define ANSWERS "solid_modal"
#include "tests/support/answers.h"

/* Clamped, with weight, pressure, force and torque: static correction makes it the full one. */
static void test_at_rest(void)
{
  double d[2] = {0, 0}, s[2] = {0, 0}, V[2] = {0, 0}, R[2] = {0, 0};
  write_text(
      ANSWERS ".lua",
      "param { f = 'modal' }\n"
      "gravity { 0, 0, -9.81 }\n"
      "local s = solid { name = 's', box = { size = {0.3, 0.05, 0.05}, elements = {6, 1, 1} }, E = 2.1e11, nu = 0.3,\n"
      "  density = 7850, at = {0, -0.025, -0.025}, formulation = f, modes = f == 'modal' and { up_to = 1000 } or nil,\n"
      "  surfaces = { x0 = { clamped = true }, x1 = { force = {0, 0, -10}, torque = {1, 0, 0} }, z1 = { pressure = 100 "
      "} } }\n"
      "channel('d', output(s:surface('x1'), 'displacement')) channel('s', output(s, 'von_mises_max'))\n"
      "channel('V', output(s, 'strain_energy')) channel('R', output(s:surface('x0'), 'reaction'))\n");
  static const char *const set[] = {"", "--set f=floating"};
  for (int k = 0; k < 2; k++) {
    if (at_rest(set[k])) {
      d[k] = value("d_z");
      s[k] = value("s");
      V[k] = value("V");
      R[k] = value("R_z");
    }
  }
  CHECK_BELOW(d[1], -2e-6);
  CHECK_NEAR(d[0], d[1], 1e-8 * fabs(d[1]));
  CHECK_NEAR(V[0], V[1], 1e-6 * V[1]);
  CHECK_NEAR(s[0], s[1], 1e-3 * s[1]);
  CHECK_NEAR(R[0], R[1], 1e-3 * R[1]);
  CHECK_NEAR(first_frequency(""), 465.115, 2e-3); /* the full one: 465.1153 */
}

/* A free bar on a hinge falls; a free one keeps what it has. */
static void test_motion(void)
{
  write_text(
      ANSWERS ".lua",
      "gravity { 0, 0, -9.81 }\n"
      "local s = solid { name = 'bar', box = { size = {1, 0.04, 0.04}, elements = {10, 1, 1} }, element = 'tet10',\n"
      "  at = {0, -0.02, -0.02}, E = 2.1e11, nu = 0.3, density = 7850, formulation = 'modal', modes = 4 }\n"
      "revolute { name = 'pin', ground, s:surface('x0'), at = {0, 0, 0}, axis = 'y' }\n"
      "channel('angle', angle('pin'))\n"
      "run { scheme = 'ep', dt = 0.01, duration = 0.6 }\n");
  if (moved("")) {
    CHECK_NEAR(value("angle"), 2.181966, 2e-6); /* as the full one */
  }
  if (moved("--scheme ed --dt 0.05")) {
    CHECK_NEAR(value("angle"), 2.182475, 2e-6);
  }
  write_text(ANSWERS ".lua",
             "local s = solid { name = 's', box = { size = {1, 0.04, 0.04}, elements = {8, 1, 1} }, at = {-0.5, -0.02, "
             "-0.02},\n"
             "  E = 2e9, nu = 0.3, density = 1000, formulation = 'modal', modes = 6,\n"
             "  velocity = function(x, y, z) return 0, 0, 1.5*(1 - 12*x^2) end, angular_velocity = {0, 5, 1} }\n"
             "channel('J', angular_momentum())\n"
             "run { scheme = 'ed', dt = 2e-3, duration = 0.1 }\n");
  if (answer("run", "")) {
    CHECK_BELOW(info_number(ANSWERS ".h5", "energy_identity_error"), 1e-11);
    static const char *const name[] = {"J_x", "J_y", "J_z"};
    static const double whole[] = {0, 0.667733333333, 0.133546666667}; /* of all its mass, as drawn */
    for (int i = 0; i < 3; i++) {
      CHECK_NEAR(rows.x[0][column(&rows, name[i])], whole[i], 1e-11);
      CHECK_NEAR(value(name[i]), whole[i], 1e-11);
    }
  }
}

/* Reactions are those of rest: a body that is let go has none that its shapes could tell, from the first row on. */
static void test_let_go(void)
{
  write_text(ANSWERS ".lua",
             "gravity { 0, 0, -9.81 }\n"
             "local s = solid { name = 's', box = { size = {1, 0.1, 0.1}, elements = {4, 1, 1} }, E = 2e11, nu = 0.3,\n"
             "  density = 7850, formulation = 'modal', surfaces = { x0 = { clamped = true } } }\n"
             "channel('R', output(s:surface('x0'), 'reaction'))\n"
             "run { dt = 1e-3, duration = 2e-3 }\n");
  if (at_rest("")) {
    CHECK_NEAR(value("R_z"), 770.085, 1e-4);
  }
  if (answer("run", "")) {
    for (int k = 0; k < 3; k++) {
      CHECK(isnan(rows.x[k][column(&rows, "R_z")]));
    }
  }
}

/* GS's slider-crank: torque for 0.1 s, then a turn. The angle is that of the pin. */
static void test_slider_crank(void)
{
  static const double at[] = {0.2, 0.4, 0.5, 0.8}, nm[] = {2.07, 9.11, 8.99, 8.07};
  double most = 0, turn = NAN, before = 0;
  if (command("run " SN_TEST_SOURCE "/examples/slider_crank_floating/model.lua -o " ANSWERS
              ".h5 --quiet --set stored=false --set turns=1.03") ||
      command("csv " ANSWERS ".h5 delta pin")) {
    return;
  }
  FILE *f = fopen(ANSWERS ".txt", "r");
  const int good = read_table(f, &rows), t = column(&rows, "t"), d = column(&rows, "delta");
  const int x = column(&rows, "pin_x"), y = column(&rows, "pin_y");
  CHECK(good && t >= 0 && d >= 0 && x >= 0 && y >= 0);
  fclose(f);
  for (int k = 1; k < rows.n_rows && good; k++) {
    const double angle = atan2(rows.x[k][y], rows.x[k][x]);
    most = fmax(most, rows.x[k][d]);
    if (before < 0 && angle >= 0) {
      turn = rows.x[k][t] - angle / (angle - before) * (rows.x[k][t] - rows.x[k - 1][t]);
    }
    before = angle;
    for (int i = 0; i < 4; i++) {
      if (fabs(rows.x[k][t] - at[i]) < 1e-9) {
        CHECK_NEAR(rows.x[k][d], nm[i], 0.02 * nm[i]);
      }
    }
  }
  CHECK_BELOW(info_number(ANSWERS ".h5", "energy_identity_error"), 1e-11);
  CHECK_NEAR(turn, 0.8453, 2e-4);
  CHECK_NEAR(most, 17.4, 0.2);
}

static void refused(const char *text, const char *what)
{
  write_text(ANSWERS ".lua", text);
  CHECK(system("'" SN_TEST_SINEW "' check " ANSWERS ".lua > " ANSWERS ".txt 2>&1") != 0);
  slurp(ANSWERS ".txt", said, sizeof said);
  CHECK(strstr(said, what) != NULL);
}

static void test_messages(void)
{
#define PART "solid { name = 's', box = { size = {1, 1, 1} }, E = 1e6, density = 1000, "
  refused(PART "formulation = 'modal', temperature = 3, expansion = 1e-5 }\n", "is modal and has a temperature");
  refused(PART "formulation = 'modal', surfaces = { x0 = { rigid = true } } }\n", "is modal and has a rigid surface");
  refused(PART "formulation = 'modal', nu = 0.48 }\n", "is modal and has nu above 0.45");
  refused(PART "surfaces = { x0 = { follows = true, traction = {1, 0, 0} } } }\n", "no force, torque or pressure that");
  refused(PART "modes = 3 }\n", "it belongs to formulation = \"modal\"");
  refused("local b = base { name = 'b' }\n" PART
          "formulation = 'modal', surfaces = { x0 = { clamped = true }, x1 = { clamped = true, on = b } } }\n",
          "is modal and clamped by several parts");
  write_text(ANSWERS ".lua", PART "formulation = 'modal', modes = 3 }\n");
  if (command("check " ANSWERS ".lua") == 0) {
    CHECK(strstr(said, "modes of 's': 3 shapes by 9 places") != NULL);
    CHECK(strstr(said, "is left out") != NULL);
  }
}

int main(void)
{
  RUN(test_at_rest);
  RUN(test_motion);
  RUN(test_let_go);
  RUN(test_slider_crank);
  RUN(test_messages);
  forget();
  return REPORT();
}
