/* tests/shells/test_bcb_examples.c -- the telling parts of the examples l_fold and plate_buckling, and of short runs of cylinder_snap and
 *          antenna [BCB section 6], through the built command.
 * What:    momenta of a free fold by both dissipative schemes; the torque and the time at which the plate buckles, by its imperfection; the
 *          noise of conserving runs; what stays planar. Later parts: test_bcb_long.c.
 * Data:    peaks of the torque: independent prototype (20 to 60 Nm, README of the example).
 * ctest:   timeout=600
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "tests/support/example.h"

/* Largest change of a vector of three channels, over its first size. */
static double change(const char *stem)
{
  int k[3];
  double size = 0, worst = 0;
  for (int i = 0; i < 3; i++) {
    char name[16];
    snprintf(name, sizeof name, "%s_%c", stem, 'x' + i);
    k[i] = column(&ours, name);
    if (k[i] < 0) {
      return NAN;
    }
    size += ours.x[0][k[i]] * ours.x[0][k[i]];
  }
  for (int row = 0; row < ours.n_rows; row++) {
    double d = 0;
    for (int i = 0; i < 3; i++) {
      d += (ours.x[row][k[i]] - ours.x[0][k[i]]) * (ours.x[row][k[i]] - ours.x[0][k[i]]);
    }
    worst = fmax(worst, sqrt(d / size));
  }
  return worst;
}

/* "the property of preservation of momentum is lost in the ED algorithm": theirs loses angular momentum, `ed` loses nothing. */
static void test_l_fold(void)
{
  static const char *const set[] = {"--set alpha=1", "--set alpha=0.5", "--set alpha=0", "--set scheme=ep",
                                    "--set scheme=ed_paper"};
  for (int i = 0; i < 5; i++) {
    char options[96];
    snprintf(options, sizeof options, "--set n=1 --until 0.02 %s", set[i]);
    if (run_example("l_fold", options, "p_x p_y p_z j_x j_y j_z", &ours)) {
      printf("  fold, %s: momenta %.1e %.1e\n", set[i], change("p"), change("j"));
      CHECK_BELOW(change("p"), 1e-12);
      if (i < 4) {
        CHECK_BELOW(change("j"), 1e-12);
      } else {
        CHECK(change("j") > 1e-5);
      }
    }
  }
}

typedef struct {
  double value, at;
} peak;

static peak largest(const char *channel)
{
  const int k = column(&ours, channel);
  peak p = {0, 0};
  for (int i = 0; k >= 0 && i < ours.n_rows; i++) {
    if (fabs(ours.x[i][k]) > fabs(p.value)) {
      p = (peak){ours.x[i][k], ours.x[i][0]};
    }
  }
  return p;
}

/* The plate buckles when its imperfection has had time to grow: the smaller, the later, at a higher torque. */
static void test_buckling(void)
{
  static const double at = 0.058;
  if (run_example("plate_buckling", "--until 0.062", "torque lateral link_N torque_beam link_N_beam", &ours)) {
    const peak shell = largest("torque"), beam = largest("torque_beam");
    printf("  %.2f Nm at %.3f s; as a beam %.2f Nm at %.3f s\n", shell.value, shell.at, beam.value, beam.at);
    CHECK_NEAR(shell.value, 29.3, 0.02 * 29.3);
    CHECK_NEAR(shell.at, at, 0.0011);
    CHECK_NEAR(beam.value, 29.0, 0.02 * 29.0);
    CHECK_NEAR(beam.at, at, 0.0011);
    CHECK_NEAR(largest("link_N").value, shell.value / 0.1, 0.02 * shell.value / 0.1); /* the crank is 0.1 m long */
    CHECK_NEAR(largest("link_N_beam").value, beam.value / 0.1, 0.02 * beam.value / 0.1);
  }
  /* a perfect plate does not buckle, not even where round-off of 1e-16 m would have grown (0.11 s); 104.7 Nm of an independent prototype */
  if (run_example("plate_buckling", "--set model=shell --set a=0 --until 0.2", "torque lateral", &ours)) {
    CHECK(largest("lateral").value == 0);
    CHECK_NEAR(largest("torque").value, 104.7, 0.02 * 104.7);
  }
}

int main(void)
{
  RUN(test_l_fold);
  RUN(test_buckling);
  return REPORT();
}
