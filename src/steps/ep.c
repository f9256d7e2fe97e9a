/* steps/ep.c -- the one-stage energy-preserving scheme `ep` on nodes (BBT's EP, GOG's energy-momentum method).
 * What:    order 2, exact balance without numerical dissipation, 6 unknowns per triad; exactly Newton's method.
 * Theory:  docs/theory.md, the scheme ep.
 * Limits:  velocity noise normal to the constraints persists with alternating sign; `ed` with alpha = 0 does not have it.
 */
#include <math.h>
#include <string.h>

#include "steps/ep_private.h"
#include "steps/ledger.h"
#include "steps/newton.h"
#include "steps/node.h"
#include "steps/residual.h"

static void block_ledger(const sn_stepper *x, int i, sn_ledger *l)
{
  const sn_block *c = x->s->block + i;
  const ep_block *b = x->block + i;
  if (c->law == SN_COMPOSITE_CONSTRAINT) {
    l->work_drives += b->path.tau_c * b->path.t_c;
  } else if (c->law == SN_COMPOSITE_GIVEN) {
    l->work_loads -= b->path.tau_c * b->path.a_eps;
  } else if (c->law == SN_RATE_MATRIX) {
    for (int k = 0; k < c->n_form; k++) {
      l->dissipation += x->h * b->s[k] * b->edot[k];
    }
  } else if (c->law == SN_RATE_SCALAR) {
    *(c->rate->dissipates ? &l->dissipation : &l->work_loads) +=
        (c->rate->dissipates ? 1 : -1) * x->h * b->tau * b->rate;
  }
}

static double balance(sn_stepper *x, sn_ledger *l)
{
  const sn_system *s = x->s;
  sn_state *end = &x->trial;
  ep_evaluate(x);
  *l = (sn_ledger){0};
  sn_state_copy(x->start, end);
  for (int i = 0; i < s->n_block; i++) {
    block_ledger(x, i, l);
  }
  for (int i = 0; i < s->n_load; i++) {
    for (int a = 0; a < s->load[i].n_vec; a++) {
      l->work_loads += v3_dot(x->load[i][a], x->dq[s->load[i].vector[a]]);
    }
  }
  for (int a = 0; a < s->n_vector; a++) {
    end->q[a] = x->qf[a];
    if (s->vector[a].freedom == SN_FREE) {
      end->v[a] = v3_sub(v3_scale(2 / x->h, x->dq[a]), x->start->v[a]);
    } else if (s->vector[a].freedom == SN_PRESCRIBED) {
      l->work_base += v3_dot(x->dq[a], v3_sub(v3_scale(1 / x->hh, x->f[a]), s->gravity[a]));
    }
  }
  *end->t = x->t + x->h;
  sn_end_frames(s, *end->t, end);
  l->work_base += sn_carried_work(s, x->start, end);
  for (int i = 0; i < s->n_block; i++) {
    sn_end_block(s->block + i, x->block[i].s, &x->block[i].path, end);
  }
  return sn_ledger_close(s, x->start, x->dq, end, l);
}

/* After a failure: the last iterate once more. */
static void explain(sn_stepper *x, sn_step_report *report)
{
  const sn_system *s = x->s;
  const double *rhs = x->layout.rhs, *own = x->start->own;
  ep_assemble(x, 0);
  for (int i = 0; i < s->n_node; i++) {
    const ep_node *n = x->node + i;
    const int forces = 3 * s->node[i].has_x;
    for (int j = 0; j < n->n; j++) {
      const double value = rhs[x->layout.node_first[i] + j] / x->hh;
      if (j < forces) {
        sn_rank_force(s, i, j, value, x->h, report);
      } else {
        sn_rank_moment(s, i, j - forces, n->row[j - forces], x->qf, value, x->h, report);
      }
    }
  }
  for (int i = 0; i < s->n_block; i++) {
    for (int k = 0; k < x->block[i].n_mult; k++) {
      sn_rank_constraint(s, i, k, x->qf, own, rhs[x->layout.block_first[i] + k], report);
    }
  }
  for (int a = 0; a < s->n_vector; a++) {
    x->iq[a] = v3_scale(1 / x->h, x->dq[a]); /* the rate in the middle */
  }
  const sn_instant start = {x->start->q, x->start->v, own, x->t}, middle = {x->qm, x->iq, own, x->t + 0.5 * x->h},
                   end = {x->qf, NULL, own, x->t + x->h};
  report->switching = 1 + sn_switching_item(s, &start, &middle);
  if (sn_is_broken(report)) {
    if (!sn_find_bad_law(s, &middle, &report->bad)) {
      (void)sn_find_bad_law(s, &end, &report->bad);
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
  sn_predict(x->s, state, state->v, h, x->dq);
  memset(x->iq, 0, sizeof(sn_v3) * (size_t)x->s->n_vector);
  for (int i = 0; i < x->s->n_node; i++) {
    sn_rotation_directions(x->s->node + i, state->q, x->node[i].row);
  }
  for (int i = 0; i < x->s->n_block; i++) {
    ep_block_start(x, i);
  }
  const sn_newton newton = {x, ep_iterate, ep_apply, balance, x->noticeable};
  const sn_status status = sn_newton_solve(&newton, &x->o, report);
  if (status != SN_OK) {
    explain(x, report);
    return sn_newton_fail(status, error);
  }
  sn_state_copy(&x->trial, state);
  return SN_OK;
}

static void destroy(sn_stepper *x)
{
  if (x) {
    sn_lin_free(x->layout.lin);
    sn_share_free(&x->share);
  }
}

static sn_status make(sn_stepper *x, sn_arena *arena, sn_error *error)
{
  const sn_system *s = x->s;
  int *size = SN_NEW(arena, int, s->n_node), *multipliers = SN_NEW(arena, int, s->n_block), good = size && multipliers;
  if (!good) {
    return sn_no_memory(error, "the steps");
  }
  SN_TRY(sn_share_new(s, x->o.threads, arena, &x->share, error));
  SN_TRY(sn_state_new(s, arena, &x->trial, error));
  sn_v3 **vectors[] = {&x->dq, &x->qm, &x->qf, &x->F, &x->f, &x->iq};
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
    *vectors[i] = SN_NEW(arena, sn_v3, s->n_vector);
    good = good && *vectors[i];
  }
  x->node = SN_NEW(arena, ep_node, s->n_node);
  x->block = SN_NEW(arena, ep_block, s->n_block);
  x->load = sn_arena_get(arena, (size_t)s->n_load, sizeof *x->load);
  x->load_K = sn_arena_get(arena, (size_t)s->n_load, sizeof *x->load_K);
  good = good && x->node && x->block && x->load && x->load_K;
  for (int i = 0; i < s->n_node && good; i++) {
    const sn_node *c = s->node + i;
    x->node[i].n_rot = sn_node_rotations(c);
    x->node[i].n = size[i] = 3 * c->has_x + x->node[i].n_rot;
  }
  for (int i = 0; i < s->n_block && good; i++) {
    const sn_block *c = s->block + i;
    ep_block *b = x->block + i;
    const int nf = c->n_form, nv = c->n_vec;
    double **numbers[] = {&b->e_i, &b->s, &b->r, &b->grad, &b->edot};
    sn_v3 **rates[] = {&b->Bm, &b->Bf, &b->Bv};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
      *numbers[k] = SN_NEW(arena, double, nf);
      good = good && *numbers[k];
    }
    for (size_t k = 0; k < sizeof rates / sizeof *rates; k++) {
      *rates[k] = SN_NEW(arena, sn_v3, nf * nv);
      good = good && *rates[k];
    }
    b->G = SN_NEW(arena, double, nv *nv);
    b->hess = SN_NEW(arena, double, nf *nf);
    good = good && b->G && b->hess;
    b->n_mult = !c->n_node ? 0 : c->law == SN_LINEAR_CONSTRAINT ? nf : c->law == SN_COMPOSITE_CONSTRAINT;
    b->unit = SN_NEW(arena, double, b->n_mult);
    for (int k = 0; k < b->n_mult && b->unit; k++) {
      const int composite = c->law == SN_COMPOSITE_CONSTRAINT;
      b->unit[k] = sn_multiplier_unit(s, c, composite ? sn_composite_dimension(c) : c->dimension[k]);
    }
    good = good && b->unit;
    multipliers[i] = b->n_mult;
    SN_TRY(sn_path_new(c, arena, &b->path, error));
  }
  if (!good) {
    return sn_no_memory(error, "the steps");
  }
  SN_TRY(sn_layout_new(s, &x->share, NULL, size, multipliers, arena, &x->layout, error));
  for (int i = 0; i < s->n_block; i++) {
    const sn_layout *l = &x->layout;
    x->block[i].rows = l->rows[i];
    x->block[i].local = l->block_element[i] >= 0 ? l->local[l->part[l->block_element[i]]] : NULL;
  }
  return sn_layout_solver(&x->layout, s, arena, error);
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

static int unknowns(const sn_stepper *x)
{
  return x->layout.n;
}

const sn_scheme sn_scheme_ep = {.name = "ep",
                                .help =
                                    "energy preserving, one stage: order 2, exact balance, no numerical dissipation",
                                .create = create,
                                .destroy = destroy,
                                .step = step,
                                .unknowns = unknowns,
                                .order = 2,
                                .error_constant = 1.0 / 6};
