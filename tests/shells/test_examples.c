/* tests/shells/test_examples.c -- examples of shells through the built command: the ends of their load paths.
 * Data:    as in tests/shells/test_statics.c; a full circle is u = -12, w = 0, and -11.994 with strains that leave out z^2.
 * ctest:   timeout=300
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "tests/harness.h"
#include "tests/support/example.h"

static double last(const char *name)
{
  const int k = column(&ours, name);
  CHECK(k >= 0);
  return k >= 0 ? ours.x[ours.n_rows - 1][k] : NAN;
}

static void test_roll_up_plate(void)
{
  if (make_example("static", "roll_up_plate", "", "factor tip_u tip_w M11", &ours)) {
    CHECK_NEAR(last("factor"), 1, 1e-12);
    CHECK_NEAR(last("tip_u"), -11.994, 0.002);
    CHECK_NEAR(last("tip_w"), 0, 0.002);
    CHECK_NEAR(fabs(last("M11")), 52.36, 0.05);
  }
}

static void test_slit_plate(void)
{
  if (make_example("static", "slit_plate", "", "factor inner outer", &ours)) {
    CHECK_NEAR(last("factor"), 1, 1e-12);
    CHECK_NEAR(last("inner"), 13.494, 0.002);
    CHECK_NEAR(last("outer"), 17.132, 0.002);
  }
}

static void test_hemisphere(void)
{
  if (make_example("static", "hemisphere", "", "factor outward inward", &ours)) {
    CHECK_NEAR(last("outward"), 4.026, 0.002);
    CHECK_NEAR(last("inward"), 7.976, 0.002);
  }
}

int main(void)
{
  RUN(test_roll_up_plate);
  RUN(test_slit_plate);
  RUN(test_hemisphere);
  return REPORT();
}
