/* instant/project.c -- velocities of a state onto the constraints, and calmed inside beams, with the energy this takes.
 * Theory:  docs/theory.md, velocities on the constraints (4.8) and its proof (5.7). With dv the way to the nearest velocities that
 *          satisfy all rates r, the kinetic energy changes by -(theta - theta^2/2) dv.M dv - theta mu.r: a loss, and the work of
 *          drives and moving frames. Then sections of beams (4.9), (5.8): the kinetic energy along the impulses is a parabola,
 *          of which we never go beyond the lowest point.
 * Tests:   tests/instant/test_project.c
 */
#include "instant/batch.h"
#include <string.h>

/* Of the kinetic energy: what the solve itself leaves. Fed back in every step, its round-off would add up where there is nothing to
   project (measured on a steady rotor: 3e-17 of the energy per step); a part that is left out is there in the next step, too. */
static const double ROUND_OFF = 1e-28;
/* Of the kinetic energy: a projection that does not close its own balance so far is nothing but round-off, at the very singular
   position of a loop. It is left out: the end of the next step is elsewhere. */
static const double CLOSED = 1e-10;

/* Work of the impulses theta mu on what moves as given. */
void sn_instant_add_work(sn_instant *m, const double *theta, sn_ledger *l)
{
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    const sn_block *b = sn_instant_block(m, c);
    const double driven = m->drive[3 * c->block + 1];
    SN_ASSERT(c->first < 0 || b->n_node > 0);
    for (int r = 0; c->first >= 0 && r < c->n_row; r++) {
      const double impulse = (theta ? theta[b->node[0]] : 1) * m->xi[c->first + r];
      l->work_drives -= impulse * driven;
      l->work_base -= impulse * (m->row_value[c->row + r] - driven);
    }
  }
}

/* impulses on the rows: push = old push + theta part mu */
void sn_instant_add_impulse(const sn_instant *m, const double *theta, double part, double *push)
{
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    const sn_block *b = sn_instant_block(m, c);
    SN_ASSERT(c->first < 0 || (b->n_node > 0 && b->stress + c->n_row <= m->s->n_stress));
    for (int r = 0; c->first >= 0 && r < c->n_row; r++) {
      push[b->stress + r] += (theta ? theta[b->node[0]] : 1) * part * m->xi[c->first + r];
    }
  }
}

sn_status sn_instant_project(sn_instant *m, sn_state *x, const double *theta, sn_ledger *l, sn_error *error)
{
  const sn_system *s = m->s;
  sn_ledger change = {0};
  for (int i = 0; i < m->n_constraint; i++) { /* theta is the same for nodes that a constraint joins */
    const sn_block *b = sn_instant_block(m, m->constraint + i);
    for (int k = 0; k < b->n_node; k++) {
      SN_ASSERT(theta[b->node[k]] == theta[b->node[0]] && theta[b->node[k]] >= 0 && theta[b->node[k]] <= 1);
    }
  }
  sn_instant_read(m, x);
  SN_TRY(sn_instant_velocities(m, error));
  sn_instant_add_work(m, theta, &change);
  memset(x->projection_impulse, 0, (size_t)s->n_stress * sizeof(double));
  sn_instant_add_impulse(m, theta, 1, x->projection_impulse);
  for (int i = 0; i < s->n_vector; i++) { /* a: theta dv */
    const int node = s->vector[i].node;
    m->a[i] = node >= 0 ? v3_scale(theta[node], v3_sub(m->v[i], x->v[i])) : v3(0, 0, 0);
    m->force[i] = v3(0, 0, 0);
  }
  sn_instant_times_mass(m, m->a, 1, m->force);
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
    m->v[i] = v3_add(x->v[i], m->a[i]);
  }
  const double after = sn_kinetic(s, m->v);
  change.defect = after - before + change.numerical - change.work_drives - change.work_base;
  if (!(fabs(change.defect) <= CLOSED * fmax(before, after))) {
    memset(x->projection_impulse, 0, (size_t)s->n_stress * sizeof(double));
    return SN_OK;
  }
  SN_ASSERT(change.numerical >= 0 && isfinite(change.defect));
  memcpy(x->v, m->v, (size_t)s->n_vector * sizeof(sn_v3));
  l->kinetic = after;
  l->numerical += change.numerical;
  l->work_drives += change.work_drives;
  l->work_base += change.work_base;
  l->defect += change.defect;
  return SN_OK;
}

/* Impulses mu = z K e' of four elastic blocks, e' the rates of their strains; adds mu.e'. */
SN_CLONES static void rate_impulses(sn_batch *x, const sn_lane *K, const sn_lane *z, sn_lane *power)
{
  const sn_pack *p = x->is;
  for (int k = 0; k < p->type->n_form; k++) {
    x->s[k] = *z * sn_pack_row(p, K, k, x->rate);
    *power += x->s[k] * x->rate[k];
  }
}

/* Their forces -B^T mu into m->force; returns mu.e'. */
static double strain_rate_impulses(sn_instant *m, const double *z)
{
  sn_batch *x = m->batch;
  sn_lane sum = lane(0);
  memset(m->force, 0, (size_t)m->s->n_vector * sizeof(sn_v3));
  for (int i = 0; i < x->packs.n; i++) {
    const sn_pack *p = x->packs.pack + i;
    sn_lane of = lane(0);
    int any = 0;
    for (int l = 0; l < p->n; l++) { /* nothing of lanes that repeat */
      SN_ASSERT(!(z[p->block[l]] > 0) || sn_is_material(p->type->of->law));
      of[l] = z[p->block[l]] > 0 ? z[p->block[l]] : 0;
      any = any || of[l] > 0;
    }
    if (any) {
      sn_batch_take(x, i);
      sn_batch_rates(x, m->v);
      rate_impulses(x, sn_batch_stiffness(x), &of, &sum);
      sn_batch_forces(x);
      sn_batch_act(x, m->force);
    }
  }
  return sum[0] + sum[1] + sum[2] + sum[3];
}

sn_status sn_instant_damp(sn_instant *m, sn_state *x, const double *z, sn_ledger *l, sn_error *error)
{
  const sn_system *s = m->s;
  const double before = sn_kinetic(s, x->v);
  sn_ledger whole = {0};
  SN_TRY(sn_instant_take(m, x, error));
  if (!(strain_rate_impulses(m, z) > ROUND_OFF * before)) {
    return SN_OK;
  }
  memset(m->rhs, 0, (size_t)m->n_unknown * sizeof(double));
  sn_instant_add_projection(m, m->force, m->rhs);
  SN_TRY(sn_instant_solve(m, error));
  for (int i = 0; i < s->n_vector; i++) { /* a: dv of the whole impulses */
    m->a[i] = v3(0, 0, 0);
  }
  sn_instant_spread(m, m->xi, m->a);
  memset(m->force, 0, (size_t)s->n_vector * sizeof(sn_v3));
  sn_instant_times_mass(m, m->a, 1, m->force);
  sn_instant_rate_rows(m);
  sn_instant_add_work(m, NULL, &whole);
  double slope = 0, curvature = 0;
  for (int i = 0; i < s->n_vector; i++) {
    slope += v3_dot(m->v[i], m->force[i]);
    curvature += v3_dot(m->a[i], m->force[i]);
    whole.work_base += s->vector[i].freedom == SN_PRESCRIBED ? v3_dot(m->v[i], m->force[i]) : 0;
  }
  slope -= whole.work_drives + whole.work_base;
  const double part = slope < 0 ? fmin(1, -slope / curvature) : 0, work = part * (whole.work_drives + whole.work_base);
  SN_ASSERT(!(part < 0 || part > 1));
  const double loss = -part * (slope + 0.5 * part * curvature);
  for (int i = 0; i < s->n_vector; i++) {
    x->v[i] = v3_axpy(x->v[i], part, m->a[i]);
  }
  sn_instant_add_impulse(m, NULL, part, x->projection_impulse);
  l->kinetic = sn_kinetic(s, x->v);
  l->numerical += loss;
  l->work_drives += part * whole.work_drives;
  l->work_base += part * whole.work_base;
  l->defect += l->kinetic - before + loss - work;
  return SN_OK;
}
