/* tests/mechanisms/test_redundant.c -- closed loops whose joints fix something twice.
 * What:    degrees of freedom; balance and closure of Bricard's mechanism, N four-bars through singular positions,
 *          a door on two hinges and a four-bar of revolutes, with and without friction; orders against references from
 *          outside; the motion is that of the same mechanism without dependent rows; reactions repeat to the bit; equal
 *          drives on one angle run, different ones are an error that names both; a parallelogram with two couplers turns
 *          steadily through its flat positions.
 * Theory:  docs/theory.md, dependent rows.
 * Limits:  N = 40 for 10 s: test_redundant_long.c.
 * ctest:   timeout=1200
 */
#define _POSIX_C_SOURCE 200809L
#include "language/language.h"
#include "session/session.h"
#include "tests/support/loops.h"

#define EXAMPLE(name) SN_TEST_SOURCE "/examples/" name "/model.lua"

static table one, two, reference;

/* ---- degrees of freedom */

static void count(const char *name, const char *text, const char *path, const char *parameter, const char *value,
                  int coordinates, int rows, int rank)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_session s = {0};
  sn_model *model = NULL;
  sn_error error = {0};
  const sn_override set = {parameter, value};
  const sn_language_options options = {.override = &set, .n_override = parameter != NULL};
  CHECK_OK(
      text ? sn_language_load_text(&(sn_language_text){name, text, strlen(text), NULL}, &options, arena, &model, &error)
           : sn_language_load(path, &options, arena, &model, &error),
      error);
  if (model) {
    CHECK_OK(sn_session_open(&s, model, name, arena, &error), error);
    const sn_freedom_count *f = &s.freedom;
    printf("  %s %s: %d coordinates, %d rows, %d independent, %d degrees of freedom\n", name, value ? value : "",
           f->coordinates, f->rows, f->rank, f->freedom);
    CHECK(f->coordinates == coordinates && f->rows == rows && f->rank == rank && f->n_redundant == rows - rank);
    CHECK(f->freedom == coordinates - rank);
    sn_session_close(&s);
  }
  sn_arena_free(arena);
}

/* all links and bars of N = 2 on the x axis: each loop can also fold */
static const char flat[] =
    "local function rod(name, x) return body { name = name, at = { x + 0.5, 0, 0 }, shape = box { size = { 1, 0.05, "
    "0.05 }, mass = 1 } } end\n"
    "local link, bar = {}, {}\n"
    "for i = 0, 2 do link[i] = rod('link' .. i, i); revolute { ground, link[i], at = { i, 0, 0 }, axis = 'z' } end\n"
    "for i = 1, 2 do\n"
    "  bar[i] = rod('bar' .. i, i)\n"
    "  revolute { link[i - 1], bar[i], at = { i, 0, 0 }, axis = 'z' }\n"
    "  revolute { bar[i], link[i], at = { i + 1, 0, 0 }, axis = 'z' }\n"
    "end\n";

/* a crank-rocker; joints: four revolutes, or joints that fix nothing twice */
static const char four_bar[] =
    "param { joints = 'revolutes', mu = 0, dt = 5e-3, duration = 2, scheme = 'ed', alpha = 1 }\n"
    "gravity { 0, -9.81, 0 }\n"
    "local O, A, Q = { 0, 0, 0 }, { 0, 0.2, 0 }, { 0.5, 0, 0 }\n"
    "local B = { 0.45916402778164767, 0.39791006945411922, 0 }\n"
    "local function bar(name, p, q, v, w)\n"
    "  local x, y = q[1] - p[1], q[2] - p[2]\n"
    "  local l = sqrt(x^2 + y^2)\n"
    "  return body { name = name, at = p, orientation = axis_angle({ 0, 0, 1 }, atan2(y, x)), velocity = v,\n"
    "    angular_velocity = { 0, 0, w }, mass = 2*l, center = { l/2, 0, 0 }, inertia = { 1e-4*l, l^3/6, l^3/6 } }\n"
    "end\n"
    "local bx, by, rx, ry = B[1] - A[1], B[2] - A[2], B[1] - Q[1], B[2] - Q[2]\n"
    "local w = -0.8/(by*rx - bx*ry)\n"
    "local crank = bar('crank', O, A, { 0, 0, 0 }, 4)\n"
    "local coupler = bar('coupler', A, B, { -0.8, 0, 0 }, w*rx)\n"
    "local rocker = bar('rocker', Q, B, { 0, 0, 0 }, w*bx)\n"
    "local function pin(name, a, b, at)\n"
    "  local j = { name = name, a, b, at = at, axis = 'z' }\n"
    "  if mu > 0 then j.friction, j.friction_arm = mu, 0.01 end\n"
    "  revolute(j)\n"
    "end\n"
    "pin('one', ground, crank, O)\n"
    "if joints == 'revolutes' then\n"
    "  pin('two', crank, coupler, A)\n"
    "  pin('three', coupler, rocker, B)\n"
    "else\n"
    "  spherical { name = 'two', crank, coupler, at = A }\n"
    "  cylindrical { name = 'three', coupler, rocker, at = B, axis = 'z' }\n"
    "end\n"
    "pin('four', ground, rocker, Q)\n"
    "channel('crank', angle('one'))\n"
    "channel('rocker', angle('four'))\n"
    "channel('B', position(coupler, B))\n"
    "channel('force', reaction('one'))\n"
    "channel('energy', energy('total'))\n"
    "run { dt = dt, duration = duration, scheme = scheme, alpha = alpha }\n";

/* two drives on one angle: they agree if factor = 1 */
static const char drives[] =
    "param { factor = 1.0, factor_rate = 0.0 }\n"
    "local arm = body { name = 'arm', at = { 0.5, 0, 0 }, shape = box { size = { 1, 0.1, 0.1 }, mass = 1 } }\n"
    "gravity { 0, -9.81, 0 }\n"
    "revolute { name = 'left', ground, arm, at = { 0, 0, 0 }, axis = 'z', drive = function(t) return 1 - cos(2*t) end "
    "}\n"
    "revolute { name = 'right', ground, arm, at = { 0, 0, 0.5 }, axis = 'z',\n"
    "           drive = function(t) return factor*(1 - cos(2*t)) + factor_rate*t end }\n"
    "channel('angle', angle('left'))\n"
    "channel('torque', drive_force('left') + drive_force('right'))\n"
    "run { dt = 0.01, duration = 2 }\n";

static void write_text(const char *name, const char *text)
{
  FILE *f = fopen(name, "w");
  CHECK(f != NULL);
  if (f) {
    fputs(text, f);
    fclose(f);
  }
}

static void test_freedom(void)
{
  count("bricard", NULL, EXAMPLE("bricard"), NULL, NULL, 30, 30, 29);
  count("n_four_bar", NULL, EXAMPLE("n_four_bar"), "N", "2", 30, 35, 29);
  count("n_four_bar", NULL, EXAMPLE("n_four_bar"), "N", "40", 486, 605, 485);
  count("n_four_bar, flat", flat, NULL, NULL, NULL, 30, 35, 27); /* N + 1 = 3 at this instant */
  count("door", NULL, EXAMPLE("door"), "hinges", "2", 6, 10, 5);
  count("door", NULL, EXAMPLE("door"), "hinges", "1", 6, 5, 5);
  count("door", NULL, EXAMPLE("door"), "hinges", "0", 6, 5, 5);
  count("four_bar", four_bar, NULL, "joints", "revolutes", 18, 20, 17);
  count("four_bar", four_bar, NULL, "joints", "others", 18, 17, 17);
  count("drives", drives, NULL, NULL, NULL, 6, 12, 6);
}

/* ---- Bricard's mechanism */

static const char *const schemes[3] = {"--set scheme=ed --set alpha=1", "--set scheme=ed --set alpha=0",
                                       "--set scheme=ep --set alpha=0"};

/* Largest error of the point over 10 s. */
static double bricard(const char *scheme, const char *dt)
{
  char set[128];
  double worst = 0;
  snprintf(set, sizeof set, "%s --set dt=%s", scheme, dt);
  if (!loop_run(EXAMPLE("bricard"), set, 1e-12, &one)) {
    return NAN;
  }
  for (int k = 0; k < 3; k++) {
    const char ours[] = {'P', '_', (char)('x' + k), 0}, theirs[] = {'P', '3', (char)('x' + k), 0};
    worst = fmax(worst, loop_apart(&one, ours, &reference, theirs, 10));
  }
  return worst;
}

static void test_bricard(void)
{
  static const double order[3] = {3.8, 3.8, 1.9}, most[3] = {5e-5, 1e-7, 1e-3}; /* at 10 ms, over two periods */
  if (!loop_data("A06_bricard.csv", &reference)) {
    return;
  }
  for (int i = 0; i < 3; i++) {
    const double coarse = bricard(schemes[i], "0.05"), middle = bricard(schemes[i], "0.025"),
                 fine = bricard(schemes[i], "0.01");
    const double p = log2(coarse / middle), q = log(middle / fine) / log(2.5);
    printf("  errors at 50, 25, 10 ms: %.2e %.2e %.2e, orders %.2f, %.2f\n", coarse, middle, fine, p, q);
    CHECK(p >= order[i] && q >= order[i]);
    CHECK_BELOW(fine, most[i]);
    /* symmetry of the motion: q1 = q3 = q5, q2 = q4 */
    CHECK_BELOW(loop_apart(&one, "q1", &one, "q3", 10), 1e-10);
    CHECK_BELOW(loop_apart(&one, "q1", &one, "q5", 10), 1e-10);
    CHECK_BELOW(loop_apart(&one, "q2", &one, "q4", 10), 1e-10);
  }
}

static int same_files(const char *a, const char *b)
{
  FILE *f = fopen(a, "rb"), *g = fopen(b, "rb");
  int same = f && g, x = 0, y = 0;
  long n = 0;
  while (same && (x = fgetc(f)) != EOF) {
    y = fgetc(g);
    same = x == y;
    n++;
  }
  same = same && fgetc(g) == EOF && n > 10000;
  if (f) {
    fclose(f);
  }
  if (g) {
    fclose(g);
  }
  return same;
}

/* Which share of a force a joint carries is not determined, but it is the same in every run. */
static void test_repeats(void)
{
  static const char *const file[2] = {"loops_1.csv", "loops_2.csv"};
  for (int i = 0; i < 2; i++) {
    char command[1024];
    snprintf(command, sizeof command,
             "'%s' run '%s' -o loops.h5 --quiet --set duration=3 && '%s' csv loops.h5 first last P > %s", SN_TEST_SINEW,
             EXAMPLE("bricard"), SN_TEST_SINEW, file[i]);
    CHECK(system(command) == 0);
  }
  CHECK(same_files(file[0], file[1]));
}

/* ---- N four-bars */

static void test_n_four_bar(void)
{
  static const double most[3] = {2e-4, 1e-6, 1e-2};
  if (!loop_data("A04_nfourbar_N2.csv", &reference)) {
    return;
  }
  for (int i = 0; i < 3; i++) {
    char set[128];
    snprintf(set, sizeof set, "%s --set dt=0.01", schemes[i]);
    if (loop_run(EXAMPLE("n_four_bar"), set, 1e-12, &one)) {
      const double theta = loop_apart(&one, "theta", &reference, "theta", 10),
                   x = loop_apart(&one, "B0_x", &reference, "B0x", 10),
                   y = loop_apart(&one, "B0_y", &reference, "B0y", 10);
      printf("  errors: theta %.2e, B0 %.2e %.2e\n", theta, x, y);
      CHECK_BELOW(fmax(theta, fmax(x, y)), most[i]);
      CHECK_BELOW(loop_apart(&one, "theta", &one, "last", 10), 1e-9); /* the links stay parallel */
    }
  }
  for (int alpha = 0; alpha < 2; alpha++) {
    double error[2] = {0};
    for (int k = 0; k < 2; k++) {
      char set[128];
      snprintf(set, sizeof set, "--set alpha=%d --set dt=%g", alpha, k ? 0.01 : 0.02);
      if (loop_run(EXAMPLE("n_four_bar"), set, 1e-12, &one)) {
        error[k] = loop_apart(&one, "theta", &reference, "theta", 10);
      }
    }
    printf("  alpha = %d: order %.2f\n", alpha, log2(error[0] / error[1]));
    CHECK(log2(error[0] / error[1]) >= 3.8);
  }
}

/* 41 links and 40 bars, past the first two flat positions */
static void test_n_40(void)
{
  if (!loop_data("A04_nfourbar_N40.csv", &reference)) {
    return;
  }
  for (int i = 0; i < 3; i++) {
    char set[128];
    snprintf(set, sizeof set, "%s --set N=40 --set duration=1.4 --set dt=0.01", schemes[i]);
    if (loop_run(EXAMPLE("n_four_bar"), set, 1e-12, &one)) {
      const double theta = loop_apart(&one, "theta", &reference, "theta", 1.4);
      printf("  error of theta %.2e\n", theta);
      CHECK_BELOW(theta, i == 2 ? 2e-3 : 1e-6);
    }
  }
}

/* A parallelogram of unequal cranks without gravity: its speed is constant. In its flat positions, twice per turn, it could
   also fold, in two ways with a second coupler. */
static const char parallelogram[] =
    "param { second = 1, alpha = 1, dt = 0.01 }\n"
    "local function bar(name, x, y, dx, dy, m, v, w)\n"
    "  return body { name = name, at = { x + dx/2, y + dy/2, 0 }, velocity = v, angular_velocity = { 0, 0, w },\n"
    "    orientation = directions { x = { dx, dy, 0 }, z = { 0, 0, 1 } }, mass = m, inertia = { 0.01*m, 0.1*m, 0.1*m } "
    "}\n"
    "end\n"
    "local c, s, w = cos(1.2), sin(1.2), 3\n"
    "local one = bar('one', 0, 0, c, s, 1, { -w*s/2, w*c/2, 0 }, w)\n"
    "local two = bar('two', 1.5, 0, c, s, 2, { -w*s/2, w*c/2, 0 }, w)\n"
    "local top = bar('top', c, s, 1.5, 0, 3, { -w*s, w*c, 0 }, 0)\n"
    "revolute { name = 'a', ground, one, at = { 0, 0, 0 }, axis = 'z' }\n"
    "revolute { name = 'b', ground, two, at = { 1.5, 0, 0 }, axis = 'z' }\n"
    "revolute { name = 'c', one, top, at = { c, s, 0 }, axis = 'z' }\n"
    "revolute { name = 'd', two, top, at = { 1.5 + c, s, 0 }, axis = 'z' }\n"
    "if second == 1 then\n"
    "  local low = bar('low', c/2, s/2, 1.5, 0, 0.5, { -w*s/2, w*c/2, 0 }, 0)\n"
    "  revolute { name = 'e', one, low, at = { c/2, s/2, 0 }, axis = 'z' }\n"
    "  revolute { name = 'f', two, low, at = { 1.5 + c/2, s/2, 0 }, axis = 'z' }\n"
    "end\n"
    "channel('left', angle('a'))\n"
    "channel('right', angle('b'))\n"
    "run { dt = dt, duration = 10, alpha = alpha }\n";

static void test_parallelogram(void)
{
  write_text("loops_parallelogram.lua", parallelogram);
  for (int k = 0; k < 4; k++) {
    char set[128];
    snprintf(set, sizeof set, "--set second=%d --set alpha=%d", k % 2, k / 2);
    if (loop_run("loops_parallelogram.lua", set, 1e-12, &one)) {
      const double error = fabs(loop_value(&one, "left", 10) - 30);
      printf("  turned by 30 rad up to %.1e\n", error);
      CHECK_BELOW(error, 1e-5);
      CHECK_BELOW(loop_apart(&one, "left", &one, "right", 10), 1e-10); /* it does not fold */
    }
  }
}

/* ---- the same motion with and without dependent rows */

static void test_door(void)
{
  static const char *const instant[] = {"angle", "rate", "edge_x", "edge_y", "edge_z", "energy"};
  double worst = 0;
  if (!loop_run(EXAMPLE("door"), "--set hinges=1", 1e-12, &two) ||
      !loop_run(EXAMPLE("door"), "--set hinges=2", 1e-12, &one)) {
    return;
  }
  for (int k = 0; k < 6; k++) {
    worst = fmax(worst, loop_apart(&one, instant[k], &two, instant[k], 5));
  }
  printf("  two hinges and one: %.1e apart\n", worst);
  CHECK_BELOW(worst, 1e-10);
  /* what both hinges carry together is unique; near rest the friction turns 1e-11 rad/s into 4e-9 N (M/(I v) = 24/s) */
  CHECK_BELOW(loop_apart(&one, "force_x", &two, "low_x", 5), 5e-8);
  CHECK_BELOW(loop_apart(&one, "force_y", &two, "low_y", 5), 5e-8);
  CHECK_BELOW(loop_apart(&one, "force_z", &two, "low_z", 5), 1e-10);
  CHECK_NEAR(loop_value(&one, "force_z", 5), 38.4 * 9.81, 1e-10);
  /* closed form: I w' = -M w/sqrt(w^2 + v^2) */
  if (loop_data("examples/door/reference.csv", &reference)) {
    CHECK_BELOW(loop_apart(&one, "angle", &reference, "angle", 5), 1e-8);
    CHECK_BELOW(loop_apart(&one, "rate", &reference, "rate", 5), 1e-7);
    CHECK_BELOW(loop_apart(&one, "force_x", &reference, "force_x", 5), 5e-5);
    CHECK_BELOW(loop_apart(&one, "force_y", &reference, "force_y", 5), 5e-5);
  }
  const double I = 38.4 * (0.64 / 3 + 0.0016 / 12), M = 2, v = 0.01;
  const double turn = I / M * 0.5 * (sqrt(1 + v * v) + v * v * asinh(1 / v));
  printf("  turned by %.12f until at rest, closed form %.12f\n", loop_value(&one, "angle", 5), turn);
  CHECK_NEAR(loop_value(&one, "angle", 5), turn, 1e-8);
  /* no friction: nothing slows it down; the angle lags by (w h)^4/720 of itself, 7e-11 */
  if (loop_run(EXAMPLE("door"), "--set drag=0", 1e-12, &one)) {
    CHECK_NEAR(loop_value(&one, "angle", 5), 5, 1e-10);
    CHECK_NEAR(loop_value(&one, "rate", 5), 1, 1e-11);
    CHECK_NEAR(loop_value(&one, "force_x", 5), -15.36 * cos(5.0), 1e-8);
    CHECK_NEAR(loop_value(&one, "force_y", 5), -15.36 * sin(5.0), 1e-8);
  }
  /* friction that follows the reactions: how much is lost depends on their shares, the laws hold all the same */
  if (loop_run(EXAMPLE("door"), "--set drag=0 --set mu=0.1", 1e-12, &one)) {
    CHECK(loop_value(&one, "energy", 5) < loop_value(&one, "energy", 0) - 0.1);
  }
}

static void test_four_bar(void)
{
  static const char *const instant[] = {"crank", "rocker", "B_x", "B_y", "B_z"};
  char set[128];
  write_text("loops_four_bar.lua", four_bar);
  for (int i = 0; i < 3; i++) {
    double worst = 0;
    snprintf(set, sizeof set, "%s --set joints=others", schemes[i]);
    if (!loop_run("loops_four_bar.lua", schemes[i], 1e-12, &one) || !loop_run("loops_four_bar.lua", set, 1e-12, &two)) {
      return;
    }
    for (int k = 0; k < 5; k++) {
      worst = fmax(worst, loop_apart(&one, instant[k], &two, instant[k], 2));
    }
    /* forces in the plane are unique: only those across it are fixed twice */
    const double force =
        fmax(loop_apart(&one, "force_x", &two, "force_x", 2), loop_apart(&one, "force_y", &two, "force_y", 2));
    printf("  four revolutes and others: motion %.1e, forces in the plane %.1e apart\n", worst, force);
    CHECK_BELOW(worst, 1e-10);
    CHECK_BELOW(force, 1e-8);
  }
}

static void test_friction(void)
{
  char set[128];
  for (int i = 0; i < 3; i++) {
    snprintf(set, sizeof set, "%s --set mu=0.2", schemes[i]);
    if (loop_run("loops_four_bar.lua", set, 1e-12, &one)) {
      const int k = column(&one, "energy");
      double rise = 0;
      for (int row = 1; k > 0 && row < one.n_rows; row++) {
        rise = fmax(rise, one.x[row][k] - one.x[row - 1][k]);
      }
      printf("  energy %.6f to %.6f J\n", loop_value(&one, "energy", 0), loop_value(&one, "energy", 2));
      CHECK_BELOW(rise, 1e-12); /* friction only takes */
      CHECK(loop_value(&one, "energy", 2) < loop_value(&one, "energy", 0) - 0.5);
    }
  }
}

/* ---- drives */

static void contradiction(const char *set)
{
  static char text[4096];
  char command[1024];
  snprintf(command, sizeof command, "'%s' run loops_drives.lua -o loops.h5 --quiet %s 2>&1; echo \"code $?\"",
           SN_TEST_SINEW, set);
  FILE *f = popen(command, "r");
  const size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
  text[n] = 0;
  if (f) {
    pclose(f);
  }
  CHECK_TEXT(text, "contradict");
  CHECK_TEXT(text, "'left'");
  CHECK_TEXT(text, "'right'");
  CHECK_TEXT(text, "code 3");
}

static void test_drives(void)
{
  write_text("loops_drives.lua", drives);
  if (loop_run("loops_drives.lua", "", 1e-12, &one)) {
    /* both drives together: I a'' + m g cos(a)/2 */
    const double a = 1 - cos(4.0), I = 0.25 + 1.01 / 12;
    CHECK_NEAR(loop_value(&one, "angle", 2), a, 1e-12);
    CHECK_NEAR(loop_value(&one, "torque", 2), I * 4 * cos(4.0) + 9.81 * 0.5 * cos(a), 1e-9);
  }
  contradiction("--set factor=1.1");
  contradiction("--set factor=1.000001"); /* agrees at the start, and nearly agrees later */
  contradiction("--set factor_rate=0.1");
}

int main(void)
{
  RUN(test_freedom);
  RUN(test_bricard);
  RUN(test_repeats);
  RUN(test_n_four_bar);
  RUN_LONG(test_n_40);
  RUN_LONG(test_parallelogram);
  RUN(test_door);
  RUN(test_four_bar);
  RUN(test_friction);
  RUN(test_drives);
  return REPORT();
}
