/* tests/mechanisms/test_redundant_long.c -- 40 four-bars for 10 s, through ten singular positions.
 * What:    balance, closure and angle against the reference (tests/data A04), all schemes at 10 ms.
 * ctest:   long timeout=900
 */
#define _POSIX_C_SOURCE 200809L
#include "tests/support/loops.h"

static table ours, reference;

static void run(const char *set, double most)
{
  if (loop_run(SN_TEST_SOURCE "/examples/n_four_bar/model.lua", set, 1e-12, &ours)) {
    const double theta = loop_apart(&ours, "theta", &reference, "theta", 10),
                 apart = loop_apart(&ours, "theta", &ours, "last", 10);
    const int k = column(&ours, "energy");
    double rise = 0;
    for (int row = 1; k > 0 && row < ours.n_rows; row++) {
      rise = fmax(rise, ours.x[row][k] - ours.x[row - 1][k]);
    }
    printf("  error of theta %.2e; first and last link %.1e apart; energy %.6f J at the end\n", theta, apart,
           loop_value(&ours, "energy", 10));
    CHECK_BELOW(theta, most);
    CHECK_BELOW(apart, 1e-9);
    CHECK_BELOW(rise, 1e-8); /* of 1200 J */
  }
}

static void test_n_40(void)
{
  if (loop_data("A04_nfourbar_N40.csv", &reference)) {
    run("--set N=40 --set dt=0.01 --set scheme=ed --set alpha=1", 2e-4);
    run("--set N=40 --set dt=0.01 --set scheme=ed --set alpha=0", 1e-5);
    run("--set N=40 --set dt=0.01 --set scheme=ep", 1e-2);
  }
}

int main(void)
{
  RUN(test_n_40);
  return REPORT();
}
