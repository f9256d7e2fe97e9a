/* tests/whole/test_bcb_examples.c -- the telling parts of the examples l_fold and plate_buckling, and of short runs of cylinder_snap and
 *          antenna [BCB section 6], through the built command.
 * What:    momenta of a free fold by both dissipative schemes; the torque and the time at which the plate buckles, by its imperfection; the
 *          noise of conserving runs; what stays planar. Later parts: test_bcb_long.c.
 * Data:    peaks of the torque: independent prototype (20 to 60 Nm, README of the example).
 * ctest:   timeout=600
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "tests/whole/example.h"

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
  static const struct {
    const char *set;
    double torque, at;
  } cases[] = {{"--until 0.062", 29.3, 0.058}, {"--set model=beam --until 0.07", 29.0, 0.058}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    if (run_example("plate_buckling", cases[i].set, "torque lateral link_N", &ours)) {
      const peak p = largest("torque");
      printf("  %s: %.2f Nm at %.3f s\n", cases[i].set, p.value, p.at);
      CHECK_NEAR(p.value, cases[i].torque, 0.02 * cases[i].torque);
      CHECK_NEAR(p.at, cases[i].at, 0.0021);
      CHECK_NEAR(largest("link_N").value, p.value / 0.1, 0.02 * p.value / 0.1); /* the crank is 0.1 m long */
    }
  }
  if (run_example("plate_buckling", "--set a=0 --until 0.02", "torque lateral", &ours)) {
    CHECK(largest("lateral").value == 0); /* a perfect plate does not buckle */
  }
}

int main(void)
{
  RUN(test_l_fold);
  RUN(test_buckling);
  return REPORT();
}
