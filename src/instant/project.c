/* instant/project.c -- velocities of a state onto the constraints, with the energy this takes.
 * Theory:  docs/theory.md, velocities on the constraints (4.8) and its proof (5.7). With dv the way to the nearest velocities that
 *          satisfy all rates r, the kinetic energy changes by -(theta - theta^2/2) dv.M dv - theta mu.r: a loss, and the work of
 *          drives and moving frames.
 * Tests:   tests/instant/test_project.c
 */
#include "instant/inside.h"
#include <string.h>

/* Of the kinetic energy: what the solve itself leaves. Fed back in every step, its round-off would add up where there is nothing to
   project (measured on a steady rotor: 3e-17 of the energy per step); a part that is left out is there in the next step, too. */
static const double ROUND_OFF = 1e-28;

/* Work of the impulses theta mu on what moves as given, and of theirs on masses that frames share with nodes. */
static void add_work(sn_motion *m, const double *theta, double *push, sn_ledger *l)
{
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    const sn_block *b = sn_motion_block(m, c);
    if (c->first < 0) {
      continue;
    }
    double u[3];
    sn_motion_drive(m, b, u);
    for (int r = 0; r < c->n_row; r++) {
      const double impulse = theta[b->node[0]] * m->xi[c->first + r];
      const double driven = b->law == SN_LINEAR_CONSTRAINT ? 0 : u[1];
      push[b->stress + r] = impulse;
      l->work_drives -= impulse * driven;
      l->work_base -= impulse * (m->row_value[c->row + r] - driven);
    }
  }
}

sn_status sn_motion_project(sn_motion *m, sn_state *x, const double *theta, sn_ledger *l, sn_error *error)
{
  const sn_system *s = m->s;
  sn_ledger change = {0};
  sn_motion_read(m, x);
  SN_TRY(sn_motion_velocities(m, error));
  add_work(m, theta, x->push, &change);
  for (int i = 0; i < s->n_vector; i++) { /* a: theta dv */
    const int node = s->vector[i].node;
    m->a[i] = node >= 0 ? v3_scale(theta[node], v3_sub(m->v[i], x->v[i])) : v3(0, 0, 0);
    m->force[i] = v3(0, 0, 0);
  }
  sn_motion_times_mass(m, m->a, 1, m->force);
  const double before = sn_kinetic(s, x->v);
  for (int i = 0; i < s->n_vector; i++) {
    const int node = s->vector[i].node;
    if (node >= 0) {
      change.numerical += (1 - 0.5 * theta[node]) * v3_dot(v3_sub(m->v[i], x->v[i]), m->force[i]);
    } else if (s->vector[i].freedom == SN_PRESCRIBED) {
      change.work_base += v3_dot(x->v[i], m->force[i]);
    }
  }
  if (!(change.numerical > ROUND_OFF * before)) {
    return SN_OK;
  }
  for (int i = 0; i < s->n_vector; i++) {
    x->v[i] = v3_add(x->v[i], m->a[i]);
  }
  l->kinetic = sn_kinetic(s, x->v);
  l->numerical += change.numerical;
  l->work_drives += change.work_drives;
  l->work_base += change.work_base;
  l->defect += l->kinetic - before + change.numerical - change.work_drives - change.work_base;
  return SN_OK;
}
