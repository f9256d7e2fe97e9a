/* steps/ed_pattern.c -- which entries of the local matrices can be other than zero, found by assembling random states.
 * Why:     positions of a body do not see its rotations, and the like: half of the fill of a chain. A zero that holds at
 *          random configurations, velocities, stresses and damping masses is a zero of the structure.
 * Guard:   laws with branches (stops, friction, functions of time) are taken as full; sn_lin_factor checks the promise.
 */
#include <math.h>
#include <stdint.h>

#include "steps/ed_private.h"

static double any(uint64_t *seed)
{
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(int64_t)(*seed >> 11) / 9007199254740992.0 - 0.5;
}

static sn_v3 any_v3(uint64_t *seed)
{
  const double a = any(seed), b = any(seed), c = any(seed);
  return v3(a, b, c);
}

static void mark_at(sn_stepper *x, double h)
{
  const sn_system *s = x->s;
  uint64_t seed = 20261115;
  x->h = h;
  x->hh = h * h;
  x->t = 0;
  for (size_t i = 0; i < x->trial.n; i++) {
    x->trial.data[i] = any(&seed);
  }
  x->start = &x->trial;
  for (int i = 0; i < s->n_node; i++) {
    ed_node_start(x, i);
  }
  for (int i = 0; i < s->n_block; i++) {
    x->block[i].alpha = x->block[i].alpha_all;
    x->block[i].ra = sqrt(x->block[i].alpha);
    if (sn_is_linear(s->block[i].law)) {
      ed_block_start(x, i);
      for (int k = 0; k < s->block[i].n_form; k++) {
        x->block[i].s_d[k] = any(&seed);
      }
    }
    for (int k = 0; k < s->block[i].n_form; k++) { /* composites only add to the damping mass here */
      x->block[i].path.e_i[k] = 1 + any(&seed);
    }
  }
  for (int i = 0; i < s->n_block; i++) {
    ed_block_damping(x, i);
  }
  for (int i = 0; i < s->n_node; i++) {
    ed_node_damping(x, i);
  }
  for (int a = 0; a < s->n_vector; a++) {
    x->dq[a] = any_v3(&seed);
    x->w[a] = any_v3(&seed);
    x->y[a] = s->vector[a].freedom == SN_FREE ? any_v3(&seed) : v3(0, 0, 0);
    ed_kinematics(x, a);
  }
  for (int i = 0; i < s->n_block; i++) {
    if (sn_is_linear(s->block[i].law)) {
      ed_block_forces(x, i);
    }
  }
  for (int a = 0; a < s->n_vector; a++) {
    ed_vector_forces(x, a);
  }
  ed_pair_forces(x);
  for (int i = 0; i < s->n_node; i++) {
    ed_node_forces(x, i);
    ed_node_columns(x, i);
    ed_node_assemble(x, i, 1);
  }
  for (int i = 0; i < s->n_block; i++) {
    if (sn_is_linear(s->block[i].law)) {
      ed_block_assemble(x, i, 1);
    } else if (s->block[i].n_node > 0) {
      sn_layout_add_full(&x->layout, x->layout.block_element[i]);
    }
  }
  for (int i = 0; i < s->n_pair; i++) {
    ed_pair_assemble(x, i, 1);
  }
  for (int i = 0; i < s->n_load; i++) {
    sn_layout_add_full(&x->layout, x->layout.load_element[i]);
  }
}

/* Masses must be seen beside stiffnesses: in short steps too, whatever the units (fine beams differ by 1e14 at h = 1). */
void ed_mark_pattern(sn_stepper *x)
{
  x->marking = 1;
  for (double h = 1; h > 1e-7; h *= 1e-3) {
    mark_at(x, h);
  }
  x->marking = 0;
}
