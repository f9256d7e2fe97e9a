/* steps/ledger.c -- the end of a step and its balance: see ledger.h.
 * Tests:   every test of a scheme reads the defect: tests/steps.
 */
#include "steps/ledger.h"

#include <math.h>
#include <string.h>

#include "system/kernel.h"

void sn_end_frames(const sn_system *s, double t, sn_state *end)
{
  for (int i = 0; i < s->n_frame; i++) {
    sn_v3 q[4], v[4];
    sn_frame_motion(s->frame + i, t, q, v, NULL);
    for (int k = 0; k < 4; k++) {
      end->q[s->frame[i].vector[k]] = q[k];
      end->v[s->frame[i].vector[k]] = v[k];
    }
  }
}

void sn_end_block(const sn_block *c, const double *stress, const sn_path *path, sn_state *end)
{
  if (sn_is_linear(c->law)) {
    memcpy(end->stress + c->stress, stress, sizeof(double) * (size_t)c->n_form);
  } else if (sn_is_composite(c->law)) {
    sn_path_accept(c, path, end);
  } else {
    sn_count_angles(c, end->q, end->own);
  }
}

static double carried_kinetic(const sn_system *s, const sn_v3 *v)
{
  double k = 0;
  for (int i = 0; i < s->n_pair; i++) {
    const sn_mass_pair *p = s->pair + i;
    if (s->vector[p->a].node < 0 && s->vector[p->b].node < 0) {
      k += (p->a == p->b ? 0.5 : 1.0) * p->m * v3_dot(v[p->a], v[p->b]);
    }
  }
  return k;
}

double sn_carried_work(const sn_system *s, const sn_state *start, const sn_state *end)
{
  return carried_kinetic(s, end->v) - carried_kinetic(s, start->v);
}

double sn_ledger_close(const sn_system *s, const sn_state *start, const sn_v3 *dq, sn_state *end, sn_ledger *l)
{
  double kinetic, strain, potential, fall = 0;
  sn_energies(s, start, &kinetic, &strain, &potential);
  sn_energies(s, end, &l->kinetic, &l->strain, &l->potential);
  /* the change of the gravity potential from the displacements: no cancellation of large heights */
  for (int a = 0; a < s->n_vector; a++) {
    fall += v3_dot(s->gravity[a], dq[a]);
  }
  const double work = l->work_loads + l->work_drives + l->work_base;
  l->defect = (l->kinetic - kinetic) + (l->strain - strain) - fall - work + l->dissipation + l->numerical;
  *end->scale = fmax(*start->scale, sn_ledger_scale(l));
  return *end->scale > 0 ? fabs(l->defect) / *end->scale : fabs(l->defect) > 0;
}
