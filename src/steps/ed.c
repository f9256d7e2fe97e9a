/* steps/ed.c -- the energy-decaying scheme `ed` on nodes: layouts of the unknowns, assembly, one step.
 * What:    two stages, order 4 in constrained motion, exact balance with dissipation >= 0, alpha per part. The default.
 * Theory:  docs/theory.md, the scheme ed; BBT's energy decaying family in stress-rate form.
 * Memory:  everything is allocated in create; a step allocates nothing of ours (KLU's factorisation is behind sn_lin).
 */
#include <math.h>
#include <string.h>

#include "steps/ed_private.h"
#include "steps/newton.h"
#include "steps/node.h"
#include "steps/residual.h"

static int is_elastic(const sn_block *c)
{
  return c->law == SN_LINEAR_ELASTIC || c->law == SN_COMPOSITE_POTENTIAL;
}
/* blocks whose stress rate is damped */
static int is_damped(const sn_block *c)
{
  return is_elastic(c) || sn_is_constraint(c->law);
}

/* alpha of blocks and nodes; which y are unknown: elastic and damped nodes, where alphas differ, that share mass */
static void choose_alpha(sn_stepper *x)
{
  const sn_system *s = x->s;
  for (int i = 0; i < s->n_node; i++) {
    const double a = s->node[i].alpha;
    x->node[i].ra_all = sqrt(isnan(a) ? x->o.alpha : a);
  }
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *c = s->block + i;
    double a = c->alpha;
    if (isnan(a)) {
      a = 0;
      for (int r = 0; r < c->n_node; r++) {
        const double n = s->node[c->node[r]].alpha;
        a = fmax(a, isnan(n) ? x->o.alpha : n);
      }
    }
    x->block[i].alpha = is_damped(c) ? a : 0;
    x->block[i].ra = sqrt(x->block[i].alpha);
  }
  for (int i = 0; i < s->n_block; i++) {
    for (int r = 0; r < s->block[i].n_node; r++) {
      ed_node *n = x->node + s->block[i].node[r];
      n->ra_all = fmax(n->ra_all, x->block[i].ra);
    }
  }
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *c = s->block + i;
    const int is_rate = sn_is_rate(c->law); /* with y eliminated a strong damper converges slowly */
    for (int r = 0; r < c->n_node && (is_damped(c) || is_rate); r++) {
      ed_node *n = x->node + c->node[r];
      if (is_rate || (is_elastic(c) && x->block[i].ra > 0) || fabs(n->ra_all - x->block[i].ra) > 1e-12) {
        n->y_unknown = 1;
      }
    }
  }
  for (int i = 0; i < s->n_node; i++) {
    x->node[i].y_unknown |= s->node[i].shared_mass;
  }
}

/* ra of the nodes for one step: none at nodes whose constraints are near a singular position (docs/theory.md, dependent
   rows). The rate of their stress is no vibration there, and y is zero. */
static void set_damping(sn_stepper *x, const unsigned char *flag)
{
  const sn_system *s = x->s;
  for (int i = 0; i < s->n_node; i++) {
    x->node[i].ra = x->node[i].ra_all;
  }
  for (int i = 0; i < s->n_block && flag; i++) {
    const sn_block *c = s->block + i;
    const int near = sn_is_constraint(c->law) && c->n_stress > 0 && (flag[c->stress] & SN_ROW_NEAR);
    for (int r = 0; near && r < c->n_node; r++) {
      x->node[c->node[r]].ra = 0;
    }
  }
  for (int a = 0; a < s->n_vector; a++) {
    x->ra[a] = s->vector[a].node >= 0 ? x->node[s->vector[a].node].ra : 0;
  }
}

/* number and places of the unknowns of a node in a layout */
static int node_unknowns(const sn_stepper *x, int i, int fallback, int y_at[4])
{
  const sn_node *c = x->s->node + i;
  const ed_node *n = x->node + i;
  int total = 2 * n->n1;
  for (int a = 0; a < c->n_vec; a++) {
    y_at[a] = -1;
    if ((fallback || n->y_unknown) && n->ra_all > 0 && x->s->mass[c->vector[a]] > 0) {
      y_at[a] = total;
      total += 3;
    }
  }
  return total;
}

static sn_status make_layout(sn_stepper *x, int which, sn_arena *arena, sn_error *error)
{
  int *size = SN_NEW(arena, int, x->s->n_node), *multipliers = SN_NEW(arena, int, x->s->n_block), y_at[4];
  if (!size || !multipliers) {
    return sn_no_memory(error, "the steps");
  }
  for (int i = 0; i < x->s->n_node; i++) {
    size[i] = node_unknowns(x, i, which, y_at);
  }
  for (int i = 0; i < x->s->n_block; i++) {
    multipliers[i] = 2 * x->block[i].n_mult;
  }
  return sn_layout_new(x->s, &x->share, size, multipliers, arena, x->layout + which, error);
}

/* layout 0: y as the policy says; layout 1: all y unknown */
static void use_layout(sn_stepper *x, int which)
{
  const sn_layout *l = x->layout + which;
  x->use = l;
  x->rhs = l->rhs;
  for (int i = 0; i < x->s->n_node; i++) {
    ed_node *n = x->node + i;
    n->n = node_unknowns(x, i, which, n->y_at);
    n->first = l->node_first[i];
    n->local = l->local[l->part[i]];
  }
  for (int i = 0; i < x->s->n_block; i++) {
    ed_block *b = x->block + i;
    b->first = l->block_first[i];
    b->offset = l->offset[i];
    b->element = l->block_element[i];
    b->n_local = l->block_size[i];
    b->rows = l->rows[i];
    b->local = b->element >= 0 ? l->local[l->part[b->element]] : NULL;
  }
}

static sn_status allocate(sn_stepper *x, sn_arena *arena, sn_error *error)
{
  const sn_system *s = x->s;
  sn_v3 **vectors[] = {&x->dq, &x->u, &x->y,  &x->w,  &x->qc, &x->qp, &x->qm, &x->qf, &x->fp,
                       &x->fm, &x->g, &x->Fp, &x->Fm, &x->Ry, &x->iq, &x->iu, &x->iw};
  int good = 1;
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
    *vectors[i] = SN_NEW(arena, sn_v3, s->n_vector);
    good = good && *vectors[i];
  }
  x->node = SN_NEW(arena, ed_node, s->n_node);
  x->block = SN_NEW(arena, ed_block, s->n_block);
  x->load = SN_NEW(arena, ed_load, s->n_load);
  x->ra = SN_NEW(arena, double, s->n_vector);
  x->pace = SN_NEW(arena, sn_v3 *, x->share.n);
  good = good && x->node && x->block && x->load && x->ra && x->pace;
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
    for (int k = 0; k < b->n_mult && b->unit; k++) {
      const int composite = c->law == SN_COMPOSITE_CONSTRAINT;
      b->unit[k] = sn_multiplier_unit(s, c, composite ? sn_composite_dimension(c) : c->dimension[k]);
    }
    good = good && b->unit;
    SN_TRY(sn_path_new(c, arena, &b->path, error));
  }
  return good ? SN_OK : sn_no_memory(error, "the steps");
}

static void destroy(sn_stepper *x)
{
  for (int i = 0; x && i < 2; i++) {
    sn_lin_free(x->layout[i].lin);
  }
  if (x) {
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
  choose_alpha(x);
  set_damping(x, NULL);
  int same = 1, y_at[4], y_all[4];
  for (int i = 0; i < s->n_node; i++) {
    same = same && node_unknowns(x, i, 0, y_at) == node_unknowns(x, i, 1, y_all);
  }
  x->n_layout = same ? 1 : 2;
  for (int i = 0; i < x->n_layout; i++) {
    SN_TRY(make_layout(x, i, arena, error));
    use_layout(x, i);
    ed_mark_pattern(x);
    SN_TRY(sn_layout_solver(x->layout + i, s, 1, arena, error));
  }
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
  const sn_status status = make(x, arena, error);
  if (status != SN_OK) {
    destroy(x);
    return status;
  }
  *out = x;
  return SN_OK;
}

/* the iterate as if accepted: forces once more, y by its closed formula, then the ledger */
static double balance(sn_stepper *x, sn_ledger *ledger)
{
  const sn_system *s = x->s;
  ed_evaluate(x);
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *c = s->node + i;
    for (int a = 0; a < c->n_vec; a++) {
      const int v = c->vector[a];
      x->y[v] = v3_add(x->y[v], x->node[i].Y0[a]);
      x->w[v] = v3_axpy(x->u[v], x->ra[v], x->y[v]);
    }
  }
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

/* After a failure: the last iterate once more. Rows of the two stages; those of y only follow them. */
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
        sn_rank_moment(s, i, j - forces, n->row[j - forces], x->qf, value, x->h, report);
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
  set_damping(x, x->o.dependent);
  const sn_newton newton = {x, ed_iterate, ed_apply, balance};
  sn_status status = SN_ENOCONV;
  for (int k = 0; k < x->n_layout && status != SN_OK; k++) {
    use_layout(x, k);
    report->fallback = k;
    report->n_history = 0;
    ed_start(x);
    status = sn_newton_solve(&newton, &x->o, report);
  }
  if (status != SN_OK) {
    explain(x, report);
    return sn_newton_fail(status, error);
  }
  sn_state_copy(&x->trial, state);
  return SN_OK;
}

static int unknowns(const sn_stepper *x)
{
  return x->layout[0].n;
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
    .error_constant = 1.0 / 100,
    .damped_constant = 1.0 / 36};
