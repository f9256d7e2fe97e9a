/* instant/instant.c -- velocities that satisfy all rates, accelerations and multipliers of a configuration.
 * Theory:  docs/theory.md, output. With rates C xi of the vectors at q:
 *          velocity      C^T M (C xi - v) + (G C)^T mu = 0 ,  G C xi = -(rates of fixed, moving and driven parts)
 *          acceleration  a = C xi' + c , c = omega x (omega x d) ;  C^T M C xi' + (G C)^T lambda = C^T (F - B^T s - M c) ,
 *                        G C xi' = -(second derivatives without xi')
 *          One matrix, one factorisation at a configuration, serves both, and all that asks there. Friction reads its normal force from the multipliers by a fixed
 *          point. Nothing is kept from one call to the next, except which rows depend on others: found at the start,
 *          and again when a later configuration turns out singular.
 * Limits:  friction iterates at most 50 times (contraction about mu times a ratio of arms).
 * Tests:   tests/instant/test_instant.c
 */
#include "instant/unknowns.h"
#include <string.h>

void sn_instant_rotate(sn_instant *m, sn_v3 rotation, sn_v3 centre)
{
  m->rotation = rotation;
  m->centre = v3_sub(centre, m->s->origin);
}

void sn_instant_still(sn_instant *m, int still)
{
  m->still = still;
}

/* Copies the state; velocities of moving frames are the exact ones, of fixed vectors zero. */
void sn_instant_read(sn_instant *m, const sn_state *x)
{
  const sn_system *s = m->s;
  SN_ASSERT(x->q != m->q && x->v != m->v && m->soft_row > 0);
  m->t = *x->t;
  m->factored = m->factored && (m->constant || memcmp(m->q, x->q, (size_t)s->n_vector * sizeof(sn_v3)) == 0);
  memcpy(m->q, x->q, (size_t)s->n_vector * sizeof(sn_v3));
  memcpy(m->v, x->v, (size_t)s->n_vector * sizeof(sn_v3));
  memcpy(m->internal, x->internal, (size_t)s->n_internal * sizeof(double));
  memcpy(m->stress, x->stress, (size_t)s->n_stress * sizeof(double));
  memset(m->convective, 0, (size_t)s->n_vector * sizeof(sn_v3));
  for (int i = 0; i < s->n_vector; i++) {
    if (s->vector[i].freedom == SN_FIXED || m->still) {
      m->v[i] = v3(0, 0, 0);
    }
  }
  for (int i = 0; i < s->n_frame && !m->still; i++) {
    sn_v3 v[4], a[4];
    sn_frame_motion(s->frame + i, m->t, NULL, v, a);
    for (int k = 0; k < 4; k++) {
      m->v[s->frame[i].vector[k]] = v[k];
      m->convective[s->frame[i].vector[k]] = a[k];
    }
  }
  sn_instant_set_axes(m);
  sn_instant_follow_drives(m);
}

void sn_instant_put_rows(const sn_instant *m, double *rhs)
{
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    SN_ASSERT(c->first < 0 || c->first + c->n_row <= m->n_solved);
    for (int r = 0; c->first >= 0 && r < c->n_row; r++) {
      rhs[c->first + r] = m->row_value[c->row + r];
    }
  }
}

/* Drives are functions of the user. */
static sn_status check_rows(const sn_instant *m, sn_error *error)
{
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    for (int r = 0; r < c->n_row; r++) {
      if (!isfinite(m->row_value[c->row + r])) {
        return sn_instant_not_a_number(m, sn_instant_block(m, c)->item, "drive", error);
      }
    }
  }
  return SN_OK;
}

/* Multipliers of soft rows act against a spring of their own; the second solve takes its deflection back. */
static sn_status solve_softly(sn_instant *m, sn_status (*by)(sn_lin *, double *))
{
  SN_ASSERT(m->n_solved <= m->n_unknown && m->n_dependent <= m->n_row);
  sn_instant_stiffen(m, m->rhs);
  memcpy(m->xi, m->rhs, (size_t)m->n_solved * sizeof(double));
  SN_TRY(by(m->lin, m->xi));
  if (m->n_dependent > 0) {
    for (int i = 0; i < m->n_constraint; i++) {
      const sn_constraint_rows *c = m->constraint + i;
      for (int r = 0; c->first >= 0 && r < c->n_row; r++) {
        m->rhs[c->first + r] -= m->soft[c->row + r] * m->xi[c->first + r];
      }
    }
    memcpy(m->xi, m->rhs, (size_t)m->n_solved * sizeof(double));
    SN_TRY(by(m->lin, m->xi));
  }
  return SN_OK;
}

static sn_status singular(const sn_instant *m, sn_status status, sn_error *error)
{
  if (status == SN_ESINGULAR) {
    sn_instant_name_unknown(m, sn_lin_bad_row(m->lin), "the equations of motion cannot be solved here", error);
  } else {
    sn_fail(error, status, "", "the equations of motion cannot be solved", "the linear solver failed",
            status == SN_ENOMEM ? "use a smaller model, or a machine with more memory"
                                : "check masses and stiffnesses that are very small or very large");
  }
  return status;
}

sn_status sn_instant_solve_joined(sn_instant *m, sn_error *error)
{
  const sn_status status = solve_softly(m, sn_lin_solve);
  return status == SN_OK ? SN_OK : singular(m, status, error);
}

sn_status sn_instant_solve_again(sn_instant *m, sn_error *error)
{
  const sn_status status = solve_softly(m, sn_lin_solve_blindly);
  return status == SN_OK ? SN_OK : singular(m, status, error);
}

static sn_status solve_once(sn_instant *m, sn_error *error)
{
  const size_t apart = (size_t)(m->n_unknown - m->n_solved) * sizeof(double);
  SN_ASSERT(m->xi != m->rhs);
  sn_instant_reduce(m, m->rhs);
  SN_TRY(sn_instant_solve_joined(m, error));
  memcpy(m->xi + m->n_solved, m->rhs + m->n_solved, apart);
  sn_instant_recover(m, m->xi);
  return SN_OK;
}

sn_status sn_instant_solve(sn_instant *m, sn_error *error)
{
  sn_instant_keep_asked(m);
  SN_TRY(solve_once(m, error));
  return sn_instant_refine(m, solve_once, error);
}

/* Factors the matrix at q. A configuration that is singular only here gets its dependent rows found anew. */
sn_status sn_instant_prepare(sn_instant *m, sn_error *error)
{
  if (m->factored && m->factored_softly == m->soft_row) {
    return SN_OK;
  }
  if (!m->dependence_known) {
    SN_TRY(sn_rank_find_dependent(m, error));
  }
  sn_status status = sn_instant_factor(m);
  if (status == SN_ESINGULAR) {
    SN_TRY(sn_rank_find_dependent(m, error));
    status = sn_instant_factor(m);
  }
  m->factored = status == SN_OK;
  m->factored_softly = m->soft_row;
  SN_ASSERT(!m->factored || m->dependence_known);
  return status == SN_OK ? SN_OK : singular(m, status, error);
}

sn_status sn_instant_take(sn_instant *m, const sn_state *x, sn_error *error)
{
  sn_instant_read(m, x);
  return sn_instant_prepare(m, error);
}

sn_status sn_instant_velocities(sn_instant *m, sn_error *error)
{
  SN_TRY(sn_instant_prepare(m, error));
  SN_ASSERT(m->factored && m->factored_softly == m->soft_row);
  /* known velocities appear on both sides of C^T M (C xi - v) and drop out */
  memset(m->rhs, 0, (size_t)m->n_solved * sizeof(double));
  sn_instant_momenta(m, m->v, m->rhs);
  sn_instant_add_light(m, m->v, m->rhs);
  sn_instant_rate_rows(m);
  SN_TRY(check_rows(m, error));
  sn_instant_put_rows(m, m->rhs);
  SN_TRY(sn_instant_solve(m, error));
  sn_instant_spread(m, m->xi, m->v);
  return SN_OK;
}

/* omega x (omega x d) of the directors, from the velocities just found (xi); a fibre does not spin: -|d'|^2 d. */
static void set_convective(sn_instant *m)
{
  for (int i = 0; i < m->s->n_node; i++) {
    const sn_node *n = m->s->node + i;
    const double *xi = m->xi + m->node[i].first + n->n_x;
    SN_ASSERT(n->n_dir == 0 || m->node[i].n_rotation >= 2);
    for (int a = n->has_x; a < n->n_vec; a++) {
      const int d = n->vector[a];
      const sn_v3 v = m->v[d];
      m->convective[d] = n->n_dir == 1 ? v3_scale(-v3_dot(v, v), m->q[d]) : v3_cross(v3(xi[0], xi[1], xi[2]), v);
    }
  }
}

/* Reads the multipliers into the stresses; returns the largest change over the largest of them, all as forces: moments act at an arm as
   long as the model, so that neither depends on the unit of length. */
static double take_multipliers(sn_instant *m)
{
  double change = 0, size = 0;
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    double *stress = m->stress + sn_instant_block(m, c)->stress;
    SN_ASSERT(sn_instant_block(m, c)->n_stress == c->n_row);
    for (int r = 0; r < c->n_row; r++) {
      const double x = c->first >= 0 ? m->xi[c->first + r] : 0;
      const double arm = pow(m->s->extent, sn_row_dimension(sn_instant_block(m, c), r) - 1);
      change = fmax(change, fabs(x - stress[r]) * arm);
      size = fmax(size, fabs(x) * arm);
      stress[r] = x;
    }
  }
  return size > 0 ? change / size : 0;
}

/* Tiny masses and inertias must carry nothing: what they carry (N, or N m) is compared with the forces of the model. */
static sn_status check_light(const sn_instant *m, sn_error *error)
{
  const sn_system *s = m->s;
  if (!m->any_light) {
    return SN_OK;
  }
  double force = 0, moment = 0;
  for (int i = 0; i < s->n_vector; i++) {
    const double arm = s->vector[i].is_length ? s->extent : 1;
    const double turns =
        s->mass[i] * v3_dot(m->v[i], m->v[i]) / arm; /* what holds it on its way, once something does */
    const double f = fmax(turns, fmax(v3_norm(m->force[i]), s->mass[i] * v3_norm(m->a[i])));
    force = fmax(force, s->vector[i].is_length ? f : f / s->extent);
    moment = force * s->extent;
  }
  for (int i = 0; i < s->n_node; i++) {
    const sn_instant_node *k = m->node + i;
    const int x = s->node[i].n_x;
    const double *xi = m->xi + k->first;
    sn_v3 axes[3], turn = v3(0, 0, 0);
    const double most = x == 3 ? v3_norm(v3(xi[0], xi[1], xi[2])) : x == 1 ? fabs(xi[0]) : 0;
    int loaded = k->light_x * most > 1e-6 * force ? 0 : -1;
    for (int j = 0; j < k->n_rotation; j++) {
      turn = v3_axpy(turn, xi[x + j], k->axis[j]);
    }
    for (int a = sn_instant_null_axes(m, i, m->q, k->axis, axes) - 1; a >= 0; a--) {
      loaded = k->light * fabs(v3_dot(turn, axes[a])) > 1e-6 * moment ? x : loaded;
    }
    if (loaded >= 0) {
      sn_instant_name_unknown(m, k->first + loaded, "a force acts on a direction without inertia", error);
      return SN_ESINGULAR;
    }
  }
  return SN_OK;
}

sn_status sn_instant_accelerations(sn_instant *m, sn_error *error)
{
  enum { MAX_FRICTION = 50 };
  const sn_system *s = m->s;
  SN_ASSERT(m->factored); /* of the velocities */
  set_convective(m);
  SN_TRY(sn_instant_given_forces(m, error));
  sn_instant_acceleration_rows(m);
  SN_TRY(check_rows(m, error));
  for (int i = 0; i < MAX_FRICTION; i++) {
    const int again = sn_instant_friction_forces(m);
    memcpy(m->a, m->force, (size_t)s->n_vector * sizeof(sn_v3));
    sn_instant_times_mass(m, m->convective, -1, m->a);
    memset(m->rhs, 0, (size_t)m->n_unknown * sizeof(double));
    sn_instant_add_projection(m, m->a, m->rhs);
    sn_instant_put_rows(m, m->rhs);
    SN_TRY(sn_instant_solve(m, error));
    const double change = take_multipliers(m);
    if (!again || change < 1e-13) {
      break;
    }
  }
  memcpy(m->a, m->convective, (size_t)s->n_vector * sizeof(sn_v3));
  sn_instant_expand(m, m->xi, m->a);
  return check_light(m, error);
}

sn_status sn_instant_observe(sn_instant *m, const sn_state *x, const sn_ledger *ledger, sn_observation *o,
                             sn_error *error)
{
  static const sn_ledger none;
  sn_instant_read(m, x);
  SN_TRY(sn_instant_velocities(m, error));
  SN_TRY(sn_instant_accelerations(m, error));
  if (m->in_space) {
    sn_to_space(m->s, m->q, m->in_space);
  }
  *o = (sn_observation){.system = m->s,
                        .t = m->t,
                        .q = m->in_space ? m->in_space : m->q,
                        .local = m->q,
                        .v = m->v,
                        .a = m->a,
                        .stress = m->stress,
                        .internal = m->internal,
                        .load = m->load,
                        .weight = m->weight,
                        .ledger = ledger ? ledger : &none,
                        .scratch = m->scratch};
  return SN_OK;
}
