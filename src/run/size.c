/* run/size.c -- when the step size changes: halved at once, doubled after several good steps.
 * What:    a change of the size costs no accuracy, but a doubling that is refused costs a step: one that was refused at once is
 *          tried later the next time.
 * Tests:   tests/run/test_run.c, tests/run/test_control.c.
 */
#include "run/size.h"

enum {
  GOOD_STEPS = 4,       /* good steps before the size is doubled again */
  CALM_STEPS = 4,       /* with error control: steps in a row after which twice the size would have been accurate */
  MOST_GOOD_STEPS = 64, /* good steps after doubling has failed several times in a row */
};

void sn_size_begin(sn_run_memory *m)
{
  m->wanted = GOOD_STEPS;
}

void sn_size_accept(sn_run_memory *m, int controlled)
{
  m->just_doubled = 0;
  m->good++;
  if (m->good < m->wanted || (controlled && m->control.calm < CALM_STEPS) || !sn_grid_double(&m->grid)) {
    return;
  }
  m->good = 0;
  sn_control_doubled(&m->control);
  m->just_doubled = 1;
  if (sn_grid_level(&m->grid) == 0) {
    m->wanted = GOOD_STEPS;
  } else if (controlled && m->wanted > GOOD_STEPS) {
    m->wanted /= 2; /* with error control the nominal size may never be reached */
  }
}

void sn_size_refuse(sn_run_memory *m)
{
  if (m->just_doubled && m->wanted < MOST_GOOD_STEPS) {
    m->wanted *= 2;
  }
  m->just_doubled = 0;
  m->good = 0;
}
