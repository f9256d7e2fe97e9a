/* tests/whole/test_cable_answers.c -- hanging cables against closed forms, through the built command.
 * What:    inextensible and elastic catenary (BENCHMARKS A21 a, b), frequencies of a sagged cable (A21 e, Irvine).
 * Limits:  the closed form of (b) has T = EA times the engineering strain, the cable the Green strain: they part by 1.5 times the
 *          strain, 0.07 % of H at EA = 1e4. (e) is a theory of small sag: 1/200 of the span here.
 */
#define _POSIX_C_SOURCE 200809L
#include "tests/files.h"
#include "tests/whole/command.h"
#include "tests/whole/table.h"

static char said[1 << 14];
static int command(const char *arguments)
{
  char line[1024];
  snprintf(line, sizeof line, "'%s' %s > cable_answers.txt 2>&1", SN_TEST_SINEW, arguments);
  const int code = system(line);
  slurp("cable_answers.txt", said, sizeof said);
  if (code) {
    printf("%s", said);
  }
  CHECK(code == 0);
  return code;
}

static table rows;
/* The equilibrium of the model with a parameter set; its channels in the only row. */
static int at_rest(const char *set)
{
  char line[256];
  snprintf(line, sizeof line, "static cable_answers.lua -o cable_answers.h5 --quiet %s", set);
  if (command(line) || command("csv cable_answers.h5")) {
    return 0;
  }
  FILE *f = fopen("cable_answers.txt", "r");
  const int good = read_table(f, &rows);
  CHECK(good && rows.n_rows == 1);
  if (f) {
    fclose(f);
  }
  return good;
}
static double value(const char *name)
{
  const int k = column(&rows, name);
  return k >= 0 ? rows.x[0][k] : NAN;
}

/* 12 m over a span of 10 m, 2 kg/m; drawn as two straight pieces. */
static const char hanging[] =
    "param { EA = 1e7, rise = 0 }\n"
    "gravity { 0, 0, -9.81 }\n"
    "local c = cable { name = 'c', ground, ground, points = { {0, 0, 0}, {5, 0, rise/2 - 3}, {10, 0, rise} }, length = "
    "12,\n"
    "  elements = 40, stiffness = EA, mass_per_length = 2 }\n"
    "channel('T', output(c, 'tension_middle')) channel('l', output(c, 'length'))\n"
    "channel('first', output(c, 'tension_first')) channel('last', output(c, 'tension_last'))\n"
    "channel('mid', position(c:node(40))) channel('quarter', position(c:node(20)))\n";

static void test_elastic_catenary(void)
{
  static const struct {
    const char *set;
    double H, sag, length;
  } row[] = {{"--set EA=1e4", 88.4971476335, 3.03109755874, 12.1321432982},
             {"--set EA=1e5", 91.7361173808, 2.93457230246, 12.0135363447},
             {"--set EA=1e7", 92.1201369626, 2.92354975958, 12.0001357473},
             {"--set EA=1e9", 92.124046837425, 2.9234379760093, 12}}; /* the inextensible one */
  write_text("cable_answers.lua", hanging);
  for (int i = 0; i < 4; i++) {
    if (at_rest(row[i].set)) {
      printf("  %s: H %.6f (%.6f), sag %.6f (%.6f), length %.6f (%.6f)\n", row[i].set, value("T"), row[i].H,
             -value("mid_z"), row[i].sag, value("l"), row[i].length);
      CHECK_NEAR(value("T"), row[i].H, 1e-3 * row[i].H);
      CHECK_NEAR(-value("mid_z"), row[i].sag, 1e-3 * row[i].sag);
      CHECK_NEAR(value("l"), row[i].length, 1e-3 * row[i].length);
    }
  }
}

/* The right support 3 m higher: places of nodes and tensions along the catenary. */
static void test_uneven_catenary(void)
{
  write_text("cable_answers.lua", hanging);
  if (!at_rest("--set EA=1e8 --set rise=3")) {
    return;
  }
  const double a = 5.1920094890319, w = 2 * 9.81, H = 101.86722617481, x0 = 3.6738942570832, z0 = -1.354983326288;
  const double low = a * sinh(x0 / a); /* length from the first end to the lowest point */
  static const char *const name[2][2] = {{"mid_x", "mid_z"}, {"quarter_x", "quarter_z"}};
  for (int k = 0; k < 2; k++) {
    const double s = (k ? 3 : 6) - low;
    CHECK_NEAR(value(name[k][0]), x0 + a * asinh(s / a), 1e-3);
    CHECK_NEAR(value(name[k][1]), z0 + sqrt(a * a + s * s) - a, 1e-3);
  }
  CHECK_NEAR(value("T"), hypot(H, w * (6 - low)), 1e-3 * H);
  const double near = 0.3 * (0.5 - 0.5 / sqrt(3)); /* tensions are those of the Gauss points next to the ends */
  CHECK_NEAR(value("first"), hypot(H, w * (low - near)), 1e-3 * 128.45199903658);
  CHECK_NEAR(value("last"), hypot(H, w * (12 - near - low)), 1e-3 * 187.31199903658);
  CHECK_NEAR(hypot(H, w * low), 128.45199903658, 1e-8); /* the benchmark agrees with itself */
}

/* (e) span 10 m, w l/H = 0.04: first symmetric frequency in the plane, over sqrt(H/m)/l. */
static void test_sagged_cable(void)
{
  static const double lambda2[] = {1, 10, 39.47841760435743, 100, 1000};
  static const double known[] = {3.2678862076, 4.2258332831, 6.283185307179586, 8.1592958854, 8.9480841220};
  for (int i = 0; i < 5; i++) {
    char text[800];
    const double l = 10, u = 0.04, H = 9.81 * l / u, EA = lambda2[i] / (u * u) * H * (1 + u * u / 8);
    double stretch = 1; /* that carries H: EA (stretch^2 - 1)/2 stretch = H */
    for (int k = 0; k < 20; k++) {
      stretch -= (EA * (stretch * stretch - 1) * stretch / 2 - H) / (EA * (3 * stretch * stretch - 1) / 2);
    }
    snprintf(text, sizeof text,
             "gravity { 0, 0, -9.81 }\n"
             "cable { name = 'c', ground, ground, points = { {0, 0, 0}, {5, 0, -0.05}, {10, 0, 0} }, elements = 40,\n"
             "  length = %.17g, stiffness = %.17g, mass_per_length = %.17g }\n"
             "modes { count = 10 }\n",
             l * (1 + u * u / 24) / stretch, EA, stretch);
    write_text("cable_answers.lua", text);
    if (command("modes cable_answers.lua -o cable_answers.h5 --quiet --csv")) {
      return;
    }
    double best = INFINITY;
    for (const char *p = strchr(said, '\n'); p && p[1]; p = strchr(p + 1, '\n')) {
      const char *comma = strchr(p + 1, ',');
      const double f = comma ? strtod(comma + 1, NULL) * 2 * 3.14159265358979323846 * l / sqrt(H) : NAN;
      best = fabs(f - known[i]) < fabs(best - known[i]) ? f : best;
    }
    printf("  lambda^2 = %g: %.6f (%.6f)\n", lambda2[i], best, known[i]);
    CHECK_NEAR(best, known[i], 1e-3 * known[i]);
  }
}

int main(void)
{
  RUN(test_elastic_catenary);
  RUN(test_uneven_catenary);
  RUN(test_sagged_cable);
  remove("cable_answers.lua");
  remove("cable_answers.h5");
  remove("cable_answers.txt");
  return REPORT();
}
