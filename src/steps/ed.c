/* steps/ed.c -- the energy-decaying scheme `ed` on nodes: layout of the unknowns, assembly, one step.
 * What:    two stages, order 4, exact balance with dissipation >= 0, velocities on the constraints, alpha per part. The default.
 * Theory:  docs/theory.md, the scheme ed; BBT's energy decaying family in stress-rate form.
 * Memory:  everything is allocated in create; a step allocates nothing of ours (KLU's factorisation is behind sn_lin).
 */
#include <math.h>
#include <string.h>

#include "steps/ed_private.h"
#include "steps/newton.h"
#include "steps/node.h"
#include "steps/residual.h"

static sn_status make_layout(sn_stepper *x, sn_arena *arena, sn_error *error)
{
  const sn_system *s = x->s;
  sn_layout *l = &x->layout;
  int *size = SN_NEW(arena, int, s->n_node), *multipliers = SN_NEW(arena, int, s->n_block);
  if (!size || !multipliers) {
    return sn_no_memory(error, "the steps");
  }
  for (int i = 0; i < s->n_node; i++) {
    ed_node *n = x->node + i;
    size[i] = n->n = (n->damped ? 3 : 2) * n->n1;
  }
  for (int i = 0; i < s->n_block; i++) {
    multipliers[i] = (x->block[i].damped ? 3 : 2) * x->block[i].n_mult;
  }
  SN_TRY(sn_layout_new(s, &x->share, size, multipliers, arena, l, error));
  x->rhs = l->rhs;
  for (int i = 0; i < s->n_node; i++) {
    x->node[i].local = l->local[l->part[i]];
  }
  for (int i = 0; i < s->n_block; i++) {
    ed_block *b = x->block + i;
    b->offset = l->offset[i];
    b->element = l->block_element[i];
    b->n_local = l->block_size[i];
    b->rows = l->rows[i];
    b->local = b->element >= 0 ? l->local[l->part[b->element]] : NULL;
  }
  return SN_OK;
}

/* after the solver has settled the order */
static void number(sn_stepper *x)
{
  for (int i = 0; i < x->s->n_node; i++) {
    x->node[i].first = x->layout.node_first[i];
  }
  for (int i = 0; i < x->s->n_block; i++) {
    x->block[i].first = x->layout.block_first[i];
  }
}

static sn_status allocate(sn_stepper *x, sn_arena *arena, sn_error *error)
{
  const sn_system *s = x->s;
  sn_v3 **vectors[] = {&x->dq, &x->w, &x->y,  &x->qc, &x->qp, &x->qm, &x->qf, &x->fp,
                       &x->fm, &x->g, &x->Fp, &x->Fm, &x->iq, &x->iw, &x->iy};
  int good = 1;
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
    *vectors[i] = SN_NEW(arena, sn_v3, s->n_vector);
    good = good && *vectors[i];
  }
  x->node = SN_NEW(arena, ed_node, s->n_node);
  x->block = SN_NEW(arena, ed_block, s->n_block);
  x->load = SN_NEW(arena, ed_load, s->n_load);
  x->pace = SN_NEW(arena, sn_v3 *, x->share.n);
  good = good && x->node && x->block && x->load && x->pace;
  for (int k = 0; k < x->share.n && good; k++) {
    x->pace[k] = SN_NEW(arena, sn_v3, s->n_vector);
    good = x->pace[k] != NULL;
    for (int i = x->share.block[k]; i < x->share.block[k + 1]; i++) {
      x->block[i].pace = x->pace[k];
    }
  }
  for (int i = 0; i < s->n_block && good; i++) {
    const sn_block *c = s->block + i;
    ed_block *b = x->block + i;
    const int nf = c->n_form, nv = c->n_vec;
    double **numbers[] = {&b->e_i, &b->s_c, &b->s_d, &b->r_c, &b->r_d, &b->s_p, &b->s_m, &b->s_y};
    sn_v3 **rates[] = {&b->Bp, &b->Bm, &b->Bf, &b->Bu, &b->Bw};
    double **squares[] = {&b->Gp, &b->Gm, &b->Gy};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
      *numbers[k] = SN_NEW(arena, double, nf);
      good = good && *numbers[k];
    }
    for (size_t k = 0; k < sizeof rates / sizeof *rates; k++) {
      *rates[k] = SN_NEW(arena, sn_v3, nf * nv);
      good = good && *rates[k];
    }
    for (size_t k = 0; k < sizeof squares / sizeof *squares; k++) {
      *squares[k] = SN_NEW(arena, double, nv *nv);
      good = good && *squares[k];
    }
    for (int k = 0; k < 2; k++) {
      b->grad[k] = SN_NEW(arena, double, nf);
      b->hess[k] = SN_NEW(arena, double, nf *nf);
      b->edot[k] = SN_NEW(arena, double, nf);
      good = good && b->grad[k] && b->hess[k] && b->edot[k];
    }
    b->n_mult = c->law == SN_LINEAR_CONSTRAINT ? nf : c->law == SN_COMPOSITE_CONSTRAINT ? 1 : 0;
    b->n_mult = c->n_node ? b->n_mult : 0;
    b->damping = SN_NEW(arena, double, nv);
    good = good && b->damping;
    b->unit = SN_NEW(arena, double, b->n_mult);
    b->nu = SN_NEW(arena, double, b->n_mult);
    b->soft = SN_NEW(arena, double, b->n_mult);
    b->G_i = SN_NEW(arena, double, b->n_mult * c->n_node * LEVEL);
    for (int k = 0; k < b->n_mult && b->unit; k++) {
      const int composite = c->law == SN_COMPOSITE_CONSTRAINT;
      b->unit[k] = sn_multiplier_unit(s, c, composite ? sn_composite_dimension(c) : c->dimension[k]);
    }
    good = good && b->unit && b->nu && b->soft && b->G_i;
    SN_TRY(sn_path_new(c, arena, &b->path, error));
  }
  return good ? SN_OK : sn_no_memory(error, "the steps");
}

static void destroy(sn_stepper *x)
{
  if (x) {
    sn_lin_free(x->layout.lin);
    sn_motion_free(x->own_motion);
    sn_share_free(&x->share);
  }
}

static sn_status make(sn_stepper *x, sn_arena *arena, sn_error *error)
{
  const sn_system *s = x->s;
  SN_TRY(sn_share_new(s, x->o.threads, arena, &x->share, error));
  SN_TRY(sn_state_new(s, arena, &x->trial, error));
  SN_TRY(allocate(x, arena, error));
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *c = s->node + i;
    x->node[i].n_rot = sn_node_rotations(c);
    x->node[i].n1 = 3 * c->has_x + x->node[i].n_rot;
  }
  SN_TRY(ed_damping_plan(x, arena, error));
  x->motion = x->o.motion;
  if (!x->motion && (x->damps || x->projects)) {
    SN_TRY(sn_motion_new(s, arena, &x->own_motion, error));
    x->motion = x->own_motion;
  }
  SN_TRY(make_layout(x, arena, error));
  number(x);
  ed_mark_pattern(x);
  SN_TRY(sn_layout_solver(&x->layout, s, 1, arena, error));
  number(x);
  return SN_OK;
}

static sn_status create(const sn_system *s, const sn_step_options *o, sn_arena *arena, sn_stepper **out,
                        sn_error *error)
{
  sn_stepper *x = SN_NEW(arena, sn_stepper, 1);
  if (!x) {
    return sn_no_memory(error, "the steps");
  }
  x->s = s;
  x->o = *o;
  x->noticeable = sn_noticeable_energy(s);
  const sn_status status = make(x, arena, error);
  if (status != SN_OK) {
    destroy(x);
    return status;
  }
  *out = x;
  return SN_OK;
}

/* the iterate as if accepted: forces once more, then the ledger */
static double balance(sn_stepper *x, sn_ledger *ledger)
{
  ed_evaluate(x);
  return ed_accept(x, ledger);
}

/* velocities at a Gauss state: sign +1, -1 */
static const sn_v3 *velocities(sn_stepper *x, double sign)
{
  for (int a = 0; a < x->s->n_vector; a++) {
    x->pace[0][a] = v3_scale(1 / x->h, v3_axpy(x->dq[a], sign * 0.5 / R3, x->w[a]));
  }
  return x->pace[0];
}

/* After a failure: the last iterate once more. Rows of the two stages; those of eta only follow them. */
static void explain(sn_stepper *x, sn_step_report *report)
{
  const sn_system *s = x->s;
  ed_assemble(x, 0);
  for (int i = 0; i < s->n_node; i++) {
    const ed_node *n = x->node + i;
    const int forces = 3 * s->node[i].has_x;
    for (int k = 0; k < 2 * n->n1; k++) {
      const int j = k % n->n1;
      const double value = x->rhs[n->first + k] / x->hh;
      if (j < forces) {
        sn_rank_force(s, i, j, value, x->h, report);
      } else {
        sn_rank_moment(s, i, j - forces, n->axis[j - forces], x->qf, value, x->h, report);
      }
    }
  }
  for (int i = 0; i < s->n_block; i++) {
    const ed_block *b = x->block + i;
    for (int k = 0; k < 2 * b->n_mult; k++) {
      sn_rank_constraint(s, i, k % b->n_mult, x->qf, x->start->own, x->rhs[b->first + k], report);
    }
  }
  const double *own = x->start->own;
  const sn_instant start = {x->start->q, x->start->v, own, x->t}, end = {x->qf, velocities(x, 1), own, x->t + x->h};
  report->switching = 1 + sn_switching_item(s, &start, &end);
  if (sn_is_broken(report)) {
    const sn_instant plus = {x->qp, x->pace[0], own, x->t + C_PLUS * x->h},
                     minus = {x->qm, x->pace[0], own, x->t + C_MINUS * x->h};
    if (!sn_find_bad_law(s, &plus, &report->bad)) {
      (void)velocities(x, -1);
      if (!sn_find_bad_law(s, &minus, &report->bad)) {
        (void)sn_find_bad_law(s, &(sn_instant){x->qf, NULL, own, x->t + x->h}, &report->bad);
      }
    }
    sn_bad_at_start(s, x->start, &report->bad);
  }
}

static sn_status step(sn_stepper *x, sn_state *state, double h, sn_step_report *report, sn_error *error)
{
  *report = (sn_step_report){0};
  x->h = h;
  x->hh = h * h;
  x->t = *state->t;
  x->start = state;
  SN_TRY(ed_damping_fade(x, state, error));
  const sn_newton newton = {x, ed_iterate, ed_apply, balance, x->noticeable};
  ed_start(x);
  const sn_status status = sn_newton_solve(&newton, &x->o, report);
  if (status != SN_OK) {
    explain(x, report);
    return sn_newton_fail(status, error);
  }
  if (x->projects) {
    SN_TRY(sn_motion_project(x->motion, &x->trial, x->theta, &report->ledger, error));
    for (int i = 0; i < x->s->n_stress; i++) {
      x->trial.push[i] /= x->h * x->hh;
    }
  }
  sn_state_copy(&x->trial, state);
  return SN_OK;
}

static int unknowns(const sn_stepper *x)
{
  return x->layout.n;
}

const sn_scheme sn_scheme_ed = {
    .name = "ed",
    .help = "energy decaying in stress-rate form: order 4, exact balance, alpha from 0 (conserving) to 1",
    .uses_alpha = 1,
    .create = create,
    .destroy = destroy,
    .step = step,
    .unknowns = unknowns,
    .order = 4,
    .error_constant = 1.0 / 100};
