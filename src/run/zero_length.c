/* run/zero_length.c -- lengths that pass through zero within a step: springs whose ends go through each other.
 * Theory:  a length |u| has no direction at u = 0, and its force turns round there at once. A step that leaps over it has u.u' < 0
 *          before and after, and the way between them goes by zero closely. What follows depends on the step.
 * Tests:   tests/cli/test_cli.c (test_spring_through_zero)
 */
#include "run/run_private.h"
#include "system/guard.h"
#include "system/kernel.h"

/* The vector whose half square is form k of the block; 0: the form is another one. */
static int vector_of(const sn_block *b, int k, const sn_v3 *q, sn_v3 *u)
{
  const sn_term *own = NULL;
  int n = 0;
  for (int i = 0; i < b->n_term; i++) {
    own = b->term[i].form == k ? b->term + i : own;
    n += b->term[i].form == k;
  }
  if (n != 1 || own->i != own->j) {
    return 0;
  }
  *u = v3(0, 0, 0);
  for (int i = b->w_first[own->i]; i < b->w_first[own->i + 1]; i++) {
    *u = v3_axpy(*u, b->w_value[i], q[b->vector[b->w_vector[i]]]);
  }
  return 1;
}

/* Without a force at length zero (a spring whose rest length is zero) the direction does not matter. */
static int pushes_at_zero(const sn_block *b)
{
  double stiffness;
  return b->law == &sn_law_given || (b->potential && b->potential->force(b->potential, b->offset, &stiffness) != 0);
}

static int passes(const sn_block *b, const sn_v3 *before, const sn_v3 *after)
{
  for (int i = 0; i < b->n_coordinate; i++) {
    sn_v3 u, w;
    if (b->coordinate[i].type != SN_COORDINATE_LENGTH || !vector_of(b, b->coordinate[i].form, before, &u) ||
        !vector_of(b, b->coordinate[i].form, after, &w)) {
      continue;
    }
    if (sn_passes_zero(u, w)) {
      return 1;
    }
  }
  return 0;
}

int sn_loop_passes_zero(const sn_loop *l)
{
  for (int i = 0; i < l->system->n_block; i++) {
    const sn_block *b = l->system->block + i;
    if (b->n_coordinate > 0 && b->item >= 0 && pushes_at_zero(b) && passes(b, l->backup.q, l->state->q)) {
      return b->item;
    }
  }
  return -1;
}
