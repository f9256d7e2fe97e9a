/* tests/lab/test_verb_study.c -- `sinew study` and the other verbs on a model with a plane_rod, as a user meets them.
 * ctest:   timeout=600
 */
#define _XOPEN_SOURCE 700
#include <hdf5.h>
#include <math.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "files.h"
#include "harness.h"

static char out[1 << 16], err[1 << 16];

static int sinew(const char *arguments)
{
  char line[1024];
  snprintf(line, sizeof line, "'%s' %s >st_out.txt 2>st_err.txt", SN_TEST_SINEW, arguments);
  const int status = system(line);
  slurp("st_out.txt", out, sizeof out);
  slurp("st_err.txt", err, sizeof err);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static const char rod[] = "param { elements = 6, duration = 0.05, tau = 0.002 }\n"
                          "gravity { 0, -9.81, 0 }\n"
                          "local rod = plane_rod { name = 'rod', length = 1, radius = 0.02, E = 5e6, density = 1100,\n"
                          "  elements = elements, damping = tau }\n"
                          "channel('tip', output(rod, 'tip'))\n"
                          "run { duration = duration }\n";

static int lines_of(const char *file)
{
  static char text[1 << 19];
  int n = 0;
  slurp(file, text, sizeof text);
  for (const char *p = text; *p; p++) {
    n += *p == '\n';
  }
  return n;
}

static void test_study(void)
{
  write_text("st_rod.lua", rod);
  CHECK(sinew("study st_rod.lua -o st_folder --jobs 2 --quiet") == 0);
  CHECK_TEXT(out, "Damped (tau = 0.002 s): choose ");
  CHECK_TEXT(out, "Undamped: choose ");
  CHECK_TEXT(out, "grows like n^");
  CHECK(lines_of("st_folder/runs.csv") == 1 + 2 * 13 * 6);
  CHECK(lines_of("st_folder/costs.csv") == 1 + 9);
  char text[1 << 16];
  slurp("st_folder/verdict.txt", text, sizeof text);
  CHECK(strcmp(text, out) == 0);
  slurp("st_folder/runs.csv", text, sizeof text);
  CHECK_TEXT(text, "formulation,integrator,status,tau,");
  CHECK_TEXT(text, "rhs_jacobian");
  const hid_t file = H5Fopen("st_folder/study.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t set = file < 0 ? -1 : H5Dopen2(file, "/runs/tip_error", H5P_DEFAULT);
  double error[156];
  CHECK(set >= 0 && H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, error) >= 0);
  int small = 0;
  for (int i = 0; set >= 0 && i < 156; i++) {
    small += error[i] < 1e-4;
  }
  CHECK(small > 100);
  if (file >= 0) {
    (void)H5Dclose(set);
    (void)H5Fclose(file);
  }
  static const char *const pictures[] = {
      "figure2_damped", "figure2_undamped", "precision_damped", "precision_undamped", "drift_damped", "drift_undamped",
      "costs"};
  for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) {
    char name[64];
    snprintf(name, sizeof name, "st_folder/%s.svg", pictures[i]);
    CHECK(access(name, R_OK) == 0);
  }
}

/* BBT Figures 3 to 5: one command, no model. */
static void test_schemes(void)
{
  CHECK(sinew("study --schemes -o st_schemes --quiet") == 0);
  CHECK_TEXT(out, "20 steps per period, alpha = 1: damping ratio 4.3e-04 as printed (ed_paper), 4.1e-06 with ed.");
  CHECK_TEXT(out, "ep: 8.2e-03");
  CHECK(lines_of("st_schemes/schemes.csv") == 1 + 2 * 6 * (81 + 40));
  static const char *const pictures[] = {"spectral_radius", "damping_ratio", "period_error"};
  for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) {
    char name[64];
    snprintf(name, sizeof name, "st_schemes/%s.svg", pictures[i]);
    CHECK(access(name, R_OK) == 0);
  }
  CHECK(sinew("study --schemes st_rod.lua") == 2);
  CHECK_TEXT(err, "takes no model");
  CHECK(sinew("study") == 2);
  CHECK_TEXT(err, "write --schemes or --pendulum to compare the schemes");
}

/* GOG's figures: the numbers are tested in tests/lab/test_gog_pendulum.c */
static void test_pendulum(void)
{
  CHECK(sinew("study --pendulum st_rod.lua") == 2);
  CHECK_TEXT(err, "takes no model");
  CHECK(sinew("study --pendulum --schemes") == 2);
#if !defined(__SANITIZE_ADDRESS__) /* half a minute there is ten */
  CHECK(sinew("study --pendulum -o st_pendulum --quiet") == 0);
  CHECK_TEXT(out, "energy-momentum (ep)   1, 1, 1");
  CHECK_TEXT(out, "midpoint               0.13, 0.013, 0.0024");
  CHECK(lines_of("st_pendulum/survival.csv") == 1 + 2 * 5 * 8);
  CHECK(lines_of("st_pendulum/errors.csv") == 1 + 5 * 10);
  CHECK(lines_of("st_pendulum/forces.csv") == 1 + 4 * 3);
  static const char *const pictures[] = {"largest_step", "position_error", "energy_error", "turn_error"};
  for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) {
    char name[64];
    snprintf(name, sizeof name, "st_pendulum/%s.svg", pictures[i]);
    CHECK(access(name, R_OK) == 0);
  }
#endif
}

static void test_mistakes(void)
{
  write_text("st_body.lua", "point { at = {0, 0, 0}, mass = 1 }\nrun { dt = 0.1, duration = 1 }\n");
  CHECK(sinew("study st_body.lua -o st_none") == 2);
  CHECK_TEXT(err, "is for a model with a plane_rod");
  CHECK(access("st_none", F_OK) != 0);
  write_text("st_file", "here\n");
  write_text("st_rod.lua", rod);
  CHECK(sinew("study st_rod.lua -o st_file") == 5);
  CHECK_TEXT(err, "folder of the study cannot be made");
  CHECK(sinew("study st_rod.lua --jobs 0") == 2);
  CHECK_TEXT(err, "--jobs");
  CHECK(sinew("study st_rod.lua --pictures gif -o st_gif --set elements=2 --set duration=0.001 --quiet") == 2);
  CHECK_TEXT(err, "gif");
}

static void test_other_verbs(void)
{
  write_text("st_rod.lua", rod);
  CHECK(sinew("check st_rod.lua") == 0);
  CHECK_TEXT(out, "plane_rod relative bdf, tolerance 1e-06, measure tan_half");
  CHECK_TEXT(out, "degrees of freedom 12");
  CHECK(sinew("run st_rod.lua -o st_rod.h5") == 0);
  CHECK_TEXT(err, "Jacobians");
  CHECK_TEXT(err, "drift");
  CHECK(sinew("info st_rod.h5") == 0);
  CHECK_TEXT(out, "plane_rod relative bdf");
  CHECK_TEXT(out, "more in difference quotients");
  CHECK(sinew("csv st_rod.h5 tip parts/rod/reaction") == 0);
  CHECK(sinew("resume st_rod.h5") == 2);
  CHECK_TEXT(err, "has no checkpoints");
  CHECK(sinew("static st_rod.lua") == 2);
  CHECK_TEXT(err, "not for a plane_rod");
  CHECK(sinew("modes st_rod.lua") == 2);
  CHECK_TEXT(err, "not for a plane_rod");
  CHECK(sinew("view st_rod.h5 -o st_rod.html") == 0);
}

int main(void)
{
  RUN(test_study);
  RUN(test_schemes);
  RUN(test_pendulum);
  RUN(test_mistakes);
  RUN(test_other_verbs);
  return REPORT();
}
