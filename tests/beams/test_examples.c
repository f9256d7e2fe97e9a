/* tests/beams/test_examples.c -- the beam examples through the built command, against values from outside.
 * What:    princeton, roll_up, bend_45, lateral_buckling (statics), right_angle_frame,
 *          flying_beam, spin_up (motion: A14, A15, A17); data in tests/data, or closed forms.
 * Limits:  tolerances are those of the benchmarks; motions are run with larger steps than the examples' own.
 * ctest:   long timeout=900
 */
#define _POSIX_C_SOURCE 200809L
#include "tests/files.h"
#include "tests/support/example.h"

static const double pi = 3.14159265358979323846;

/* ---- statics: the last row of a path is that of the full load */

static double last(const char *channel)
{
  const int k = column(&ours, channel);
  return k >= 0 ? ours.x[ours.n_rows - 1][k] : NAN;
}

/* A12: seven angles at once, three loads; 1e-4 relative. */
static void test_princeton(void)
{
  FILE *f = fopen(SN_TEST_SOURCE "/tests/data/A12_princeton.csv", "r");
  CHECK(f && read_table(f, &theirs));
  if (!f) {
    return;
  }
  fclose(f);
  static const char *const load[] = {"4.448", "8.896", "13.345"}, *const what[] = {"x", "y", "z", "twist"};
  const int P = column(&theirs, "P"), beta = column(&theirs, "beta_deg"), first = column(&theirs, "u_axial");
  for (int k = 0; k < 3; k++) {
    char set[64], name[16];
    double worst = 0;
    int met = 0;
    snprintf(set, sizeof set, "--set P=%s", load[k]);
    if (!make_example("static", "princeton", set, "", &ours)) {
      return;
    }
    CHECK_NEAR(last("P"), strtod(load[k], NULL), 1e-9);
    for (int i = 0; i < theirs.n_rows; i++) {
      const double *row = theirs.x[i];
      if (row[0] != 0 || fabs(row[P] - strtod(load[k], NULL)) > 1e-9) {
        continue;
      }
      for (int c = 0; c < 4; c++) {
        snprintf(name, sizeof name, "%s%d", what[c], (int)row[beta]);
        worst = fmax(worst, fabs(last(name) - row[first + c]) / fmax(fabs(row[first + c]), 1e-6));
      }
      met++;
    }
    printf("  %s N: largest relative difference %.1e\n", load[k], worst);
    CHECK(met == 7);
    CHECK_BELOW(worst, 1e-4);
  }
}

/* A11b: all points of the path are arcs of a circle, and of a helix about the moment; 1e-4 of the length. */
static void test_roll_up(void)
{
  static const double L = 10, turns = 1, coils = 2;
  if (!make_example("static", "roll_up", "", "factor ring_x ring_z coil_x coil_y coil_z ring_M coil_M", &ours)) {
    return;
  }
  const double slope = 20 * pi / 180, m[3] = {sin(slope), -cos(slope), 0};
  double ring = 0, coil = 0, moment = 0;
  for (int i = 1; i < ours.n_rows; i++) {
    const double *x = ours.x[i], f = x[column(&ours, "factor")];
    const double a = 2 * pi * turns * f, b = 2 * pi * coils * f;
    ring = fmax(ring,
                hypot(x[column(&ours, "ring_x")] - L * sin(a) / a, x[column(&ours, "ring_z")] - L * (1 - cos(a)) / a));
    /* tangent e turns about m: int = (e.m) m L + (e - (e.m) m) L sin b/b + m x e L (1 - cos b)/b */
    const double c[3] = {m[0] * m[0] * L + (1 - m[0] * m[0]) * L * sin(b) / b,
                         m[0] * m[1] * L - m[0] * m[1] * L * sin(b) / b, -m[1] * L * (1 - cos(b)) / b};
    static const char *const name[] = {"coil_x", "coil_y", "coil_z"};
    for (int k = 0; k < 3; k++) {
      coil = fmax(coil, fabs(x[column(&ours, name[k])] - c[k]));
    }
    moment = fmax(moment, fabs(x[column(&ours, "ring_M")] / (a / L) - 1));
    moment = fmax(moment, fabs(x[column(&ours, "coil_M")] / (b / L) - 1));
  }
  printf("  %d points: circle %.1e, helix %.1e of the length, moment %.1e\n", ours.n_rows, ring / L, coil / L, moment);
  CHECK_NEAR(last("factor"), 1, 1e-12);
  CHECK_BELOW(ring / L, 1e-4);
  CHECK_BELOW(coil / L, 1e-4);
  CHECK_BELOW(moment, 1e-9);
}

/* A13, both choices of the torsion constant; 1e-4 relative. */
static void test_bend(void)
{
  static const struct {
    const char *set;
    double normal, tangent, out;
  } row[] = {{"--set P=300", 22.244781, 58.779122, 40.191892},
             {"--set P=450", 18.508179, 52.238558, 48.502927},
             {"--set P=600", 15.684801, 47.150439, 53.474859},
             {"--set P=300 --set torsion=saint_venant", 22.112514, 58.535709, 40.480758},
             {"--set P=450 --set torsion=saint_venant", 18.369163, 51.969424, 48.705349},
             {"--set P=600 --set torsion=saint_venant", 15.557676, 46.891586, 53.607986}};
  for (int i = 0; i < 6; i++) {
    if (make_example("static", "bend_45", row[i].set, "normal tangent out P root_T root_M3", &ours)) {
      CHECK_NEAR(last("normal"), row[i].normal, 1e-4 * row[i].normal);
      CHECK_NEAR(last("tangent"), row[i].tangent, 1e-4 * row[i].tangent);
      CHECK_NEAR(last("out"), row[i].out, 1e-4 * row[i].out);
      CHECK_NEAR(last("root_T"), last("P") * last("normal"), 1e-6 * 100 * last("P")); /* balance of moments */
      CHECK_NEAR(last("root_M3"), -last("P") * last("tangent"), 1e-6 * 100 * last("P"));
    }
  }
}

/* What a command says, stdout and stderr. */
static char said[1 << 14];
static int say(const char *arguments)
{
  char line[1024];
  snprintf(line, sizeof line, "'%s' %s > beam_examples.txt 2>&1", SN_TEST_SINEW, arguments);
  const int code = system(line);
  slurp("beam_examples.txt", said, sizeof said);
  return code;
}
static double number_after(const char *words)
{
  const char *p = strstr(said, words);
  return p ? strtod(p + strlen(words), NULL) : NAN;
}

/* The smallest positive one of the factors that `sinew modes --buckling --csv` has said: rows of n, factor, ... */
static double smallest_factor(void)
{
  double best = INFINITY;
  for (const char *p = strchr(said, '\n'); p && p[1]; p = strchr(p + 1, '\n')) {
    const char *comma = strchr(p + 1, ',');
    const double factor = comma ? strtod(comma + 1, NULL) : NAN;
    best = factor > 0 ? fmin(best, factor) : best;
  }
  return best;
}

/* A20: the branch of the perfect bar is the load of the exact rod (0.1 %); buckling from a small load is the classical one. */
static void test_lateral_buckling(void)
{
  static const struct {
    const char *set;
    double P, classical, exact;
  } row[] = {{"--set P=600", 600, 526.92792, 534.68055},
             {"--set P=1200 --set height=0.1", 1200, 1071.4310, 1075.3649},
             {"--set P=4 --set L=0.24 --set thickness=0.0006 --set height=0.03 --set E=71.24e9 --set nu=0.31", 4,
              3.2903781, 3.2923131}};
  for (int i = 0; i < 3; i++) {
    char line[800];
    snprintf(line, sizeof line, "static '%s/examples/lateral_buckling/model.lua' -o " EXAMPLE_RESULT " --set side=0 %s",
             SN_TEST_SOURCE, row[i].set);
    CHECK(say(line) == 0);
    const double branch = row[i].P * number_after("branches off at the load factor ");
    snprintf(line, sizeof line,
             "modes '%s/examples/lateral_buckling/model.lua' -o " EXAMPLE_RESULT " --buckling -n 2 --quiet --csv"
             " --set side=0 %s --set P=%g",
             SN_TEST_SOURCE, row[i].set, 1e-3 * row[i].P);
    CHECK(say(line) == 0);
    const double classical = smallest_factor() * 1e-3 * row[i].P;
    printf("  branch at %.5f N (%.5f), classical %.5f N (%.5f)\n", branch, row[i].exact, classical, row[i].classical);
    CHECK_NEAR(branch, row[i].exact, 1e-3 * row[i].exact);
    CHECK_NEAR(classical, row[i].classical, 1e-3 * row[i].classical);
  }
  /* with a side load it leaves the plane near that load, without a branch on the way */
  if (make_example("static", "lateral_buckling", "", "load lateral lean", &ours)) {
    const int P = column(&ours, "load"), y = column(&ours, "lateral");
    CHECK_NEAR(ours.x[0][P], 0, 1e-12); /* the output of a force is what acts at that point of the path */
    CHECK_NEAR(last("load"), 600, 1e-9);
    CHECK(last("lateral") > 0.3);
    for (int i = 0; i < ours.n_rows; i++) {
      CHECK(ours.x[i][P] > 480 || ours.x[i][y] < 0.01);
      CHECK(ours.x[i][P] < 540 || ours.x[i][y] > 0.05);
    }
  }
  /* in motion it comes later, and it falls further */
  if (run_example("lateral_buckling", "--set ramp=1 --set duration=1.4 --set elements=8 --set dt=0.01", "load lateral",
                  &ours)) {
    double largest = 0;
    for (int i = 0; i < ours.n_rows; i++) {
      largest = fmax(largest, ours.x[i][column(&ours, "lateral")]);
    }
    CHECK(value("lateral", 0.8) < 0.01 && largest > 0.4);
  }
}

/* A20, uniform torsion of an I section: 2 x sqrt(EI GJ)/L^2 = 11910.056 N. */
static void test_i_section(void)
{
  write_text(
      "beam_examples.lua",
      "local E = 210e9\nlocal G = E/2.6\n"
      "local b = beam { name = 'b', ground, from = {0, 0, 0}, to = {4, 0, 0}, elements = 20, mass_per_length = 24,\n"
      "  stiffness = { E*3.08e-3, G*2e-3, G*1.2e-3, E*1.6699067e-6, E*2.0982667e-5, G*7.9626667e-8 } }\n"
      "force { b.last, value = {0, 0, -1} }\n");
  CHECK(say("modes beam_examples.lua -o " EXAMPLE_RESULT " --buckling -n 2 --quiet --csv") == 0);
  const double best = smallest_factor();
  printf("  I section: %.3f N (11910.056)\n", best);
  CHECK_NEAR(best, 11910.056, 1e-3 * 11910.056);
}

/* ---- motion */

/* Largest difference of several channels to the columns of the same names. */
static double largest(const char *data, const char *names, double t_end)
{
  char list[128];
  double worst = 0;
  snprintf(list, sizeof list, "%s", names);
  for (char *rest = NULL, *p = strtok_r(list, " ", &rest); p; p = strtok_r(NULL, " ", &rest)) {
    const double d = difference(data, p, p, t_end);
    worst = isnan(d) || isnan(worst) ? NAN : fmax(worst, d);
  }
  printf("  %s to %g s: %.1e\n", data, t_end, worst);
  return worst;
}

/* A14: 0.01 to 10 s, 0.05 to 30 s; energy after the push, and kept. */
static void test_frame(void)
{
  if (!run_example("right_angle_frame", "--set dt=0.025", "", &ours)) {
    return;
  }
  CHECK_BELOW(largest("A14_right_angle_frame.csv", "elbow_u1 elbow_u2 elbow_u3 tip_u1 tip_u2 tip_u3", 10), 0.01);
  CHECK_BELOW(largest("A14_right_angle_frame.csv", "elbow_u1 elbow_u2 elbow_u3 tip_u1 tip_u2 tip_u3", 30), 0.05);
  printf("  energy %.5f at 2 s, %.5f at 30 s (114.88029)\n", value("energy", 2), value("energy", 30));
  CHECK_NEAR(value("energy", 2), 114.88029, 1e-3 * 114.88029);
  CHECK_NEAR(value("energy", 30), 114.88029, 3e-3 * 114.88029);
}

/* A15: 1e-3 in space; 5e-3 and 0.01 of the ends in the plane, where the loads jump. Momentum and centre of mass are exact. */
static void test_flying_beam(void)
{
  if (run_example("flying_beam", "--set dt=0.025", "", &ours)) {
    CHECK_BELOW(largest("A15_flying_beam_3D.csv", "low_x low_y low_z mid_x mid_y mid_z up_x up_y up_z", 10), 1e-3);
    CHECK_NEAR(value("momentum_x", 10), 50, 1e-10);
    CHECK_NEAR(value("momentum_y", 10), 0, 1e-10);
    CHECK_NEAR(value("momentum_z", 10), 0, 1e-10);
    const double energy = value("kinetic", 5) + value("strain", 5);
    printf("  energy %.3f at 5 s (724.437), %.1e of it lost in flight\n", energy,
           1 - (value("kinetic", 10) + value("strain", 10)) / energy);
    CHECK_NEAR(energy, 724.437, 1e-3 * 724.437);
    CHECK_NEAR(value("kinetic", 10) + value("strain", 10), energy, 1e-4 * energy);
  }
  compare("flying_beam", "--set flight=2d --set dt=0.025 --set mass_matrix=consistent", "A15_flying_beam_2D_EI500.csv",
          "low_x=x_low low_z=y_low up_x=x_up up_z=y_up", 10, 5e-3);
  compare("flying_beam",
          "--set flight=2d --set EI=100 --set elements=24 --set dt=0.025 --set mass_matrix=consistent "
          "--set duration=7.5",
          "A15_flying_beam_2D_EI100.csv", "low_x=x_low low_z=y_low up_x=x_up up_z=y_up", 7.5, 0.01);
}

/* A17: 1e-3 in u2, 1 % of the steady stretch. */
static void test_spin_up(void)
{
  compare("spin_up", "--set dt=0.025 --set store=0", "A17_spin_up.csv", "u2=u2_lateral tip_angle=tip_angle_rel", 20,
          1e-3);
  if (run_example("spin_up", "", "u1 u2 root_N", &ours)) {
    double least = 0, u1 = 0, N = 0;
    int n = 0;
    for (int i = 0; i < ours.n_rows; i++) {
      const double *x = ours.x[i];
      least = fmin(least, x[column(&ours, "u2")]);
      if (x[0] > 15 + 1e-9) {
        n++;
        u1 += x[column(&ours, "u1")];
        N += x[column(&ours, "root_N")];
      }
    }
    printf("  largest lag %.6f (-0.573835); stretch %.5e (5.14317e-4); N %.3f (2160.139)\n", least, u1 / n, N / n);
    CHECK_NEAR(least, -0.573835, 1e-4);
    CHECK_NEAR(u1 / n, 5.1431746e-4, 1e-2 * 5.1431746e-4);
    CHECK_NEAR(N / n, 2160.139, 1e-4 * 2160.139); /* EA (1/cos(kL) - 1) */
    CHECK_NEAR(value("u1", 20), 5.14532e-4, 1e-2 * 5.14532e-4);
  }
}

int main(void)
{
  RUN(test_princeton);
  RUN(test_roll_up);
  RUN(test_bend);
  RUN(test_lateral_buckling);
  RUN(test_i_section);
  RUN(test_frame);
  RUN(test_flying_beam);
  RUN(test_spin_up);
  remove("beam_examples.lua");
  remove("beam_examples.txt");
  remove(EXAMPLE_RESULT);
  remove(EXAMPLE_RESULT ".checkpoint");
  return REPORT();
}
