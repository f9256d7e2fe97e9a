/* steps/ep.c -- the one-stage energy-preserving scheme `ep` on nodes (BBT's EP, GOG's energy-momentum method).
 * What:    order 2, exact balance without numerical dissipation, 6 unknowns per triad; exactly Newton's method.
 * Theory:  docs/theory.md, the scheme ep.
 * Limits:  velocity noise normal to the constraints persists with alternating sign; `ed` with alpha = 0 does not have it.
 */
#include <math.h>
#include <string.h>

#include "math/rotation.h"
#include "steps/ep_private.h"
#include "steps/ledger.h"
#include "steps/newton.h"
#include "steps/node.h"

void ep_rows(const sn_stepper *x, int node, const sn_v3 df[4], double *out)
{
  const sn_node *c = x->s->node + node;
  const ep_node *n = x->node + node;
  sn_v3 L = {{0, 0, 0}};
  for (int i = 0; i < 3 && c->has_x; i++) {
    out[i] = df[0].x[i];
  }
  for (int k = 0; k < c->n_dir; k++) {
    L = v3_add(L, v3_cross(x->qm[c->vector[c->has_x + k]], df[c->has_x + k]));
  }
  for (int j = 0; j < n->n_rot; j++) {
    out[3 * c->has_x + j] = v3_dot(n->row[j], L);
  }
}

/* all forces at the iterate: f of blocks and loads, F with inertia and gravity */
static void evaluate(sn_stepper *x)
{
  const sn_system *s = x->s;
  for (int a = 0; a < s->n_vector; a++) {
    x->qf[a] = v3_add(x->start->q[a], x->dq[a]);
    x->qm[a] = v3_axpy(x->start->q[a], 0.5, x->dq[a]);
    x->f[a] = v3(0, 0, 0);
  }
  for (int i = 0; i < s->n_block; i++) {
    ep_block_forces(x, i);
  }
  for (int i = 0; i < s->n_load; i++) {
    const sn_load *l = s->load + i;
    sn_load_forces(l, x->qm, x->t + 0.5 * x->h, x->load[i], x->load_K[i]);
    for (int a = 0; a < l->n_vec; a++) {
      x->f[l->vector[a]] = v3_axpy(x->f[l->vector[a]], -x->hh, x->load[i][a]);
    }
  }
  for (int a = 0; a < s->n_vector; a++) {
    x->F[a] = v3_axpy(x->f[a], -x->hh, s->gravity[a]);
  }
  /* inertia M (2 dq - 2 h v) */
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *c = s->node + i;
    for (int a = 0; a < c->n_vec; a++) {
      for (int b = 0; b < c->n_vec; b++) {
        const int v = c->vector[b];
        x->F[c->vector[a]] = v3_axpy(x->F[c->vector[a]], 2 * c->mass[a][b], v3_axpy(x->dq[v], -x->h, x->start->v[v]));
      }
    }
  }
  for (int i = 0; i < s->n_pair; i++) {
    const sn_mass_pair *p = s->pair + i;
    if (p->a != p->b) {
      x->F[p->a] = v3_axpy(x->F[p->a], 2 * p->m, v3_axpy(x->dq[p->b], -x->h, x->start->v[p->b]));
      x->F[p->b] = v3_axpy(x->F[p->b], 2 * p->m, v3_axpy(x->dq[p->a], -x->h, x->start->v[p->a]));
    }
  }
}

static void columns(sn_stepper *x, int i)
{
  const sn_node *c = x->s->node + i;
  ep_node *n = x->node + i;
  memset(n->Cq, 0, sizeof n->Cq);
  sn_rotation_directions(c, x->qf, n->turn);
  for (int k = 0; k < 3 && c->has_x; k++) {
    n->Cq[0][k][k] = 1;
  }
  for (int k = 0; k < c->n_dir; k++) {
    for (int j = 0; j < n->n_rot; j++) {
      const sn_v3 t = v3_cross(n->turn[j], x->qf[c->vector[c->has_x + k]]);
      for (int e = 0; e < 3; e++) {
        n->Cq[c->has_x + k][e][3 * c->has_x + j] = t.x[e];
      }
    }
  }
}

static sn_v3 column(const ep_node *n, int slot, int j)
{
  return v3(n->Cq[slot][0][j], n->Cq[slot][1][j], n->Cq[slot][2][j]);
}

static void assemble_node(sn_stepper *x, int i, int tangent)
{
  const sn_node *c = x->s->node + i;
  const ep_node *n = x->node + i;
  double out[6], *A = x->layout.local;
  sn_v3 F[4] = {{{0}}};
  for (int a = 0; a < c->n_vec; a++) {
    F[a] = x->F[c->vector[a]];
  }
  ep_rows(x, i, F, out);
  for (int r = 0; r < n->n; r++) {
    x->layout.rhs[x->layout.node_first[i] + r] -= out[r];
  }
  for (int j = 0; j < (tangent ? n->n : 0); j++) {
    sn_v3 df[4] = {{{0}}}, L = {{0, 0, 0}};
    for (int a = 0; a < c->n_vec; a++) {
      for (int b = 0; b < c->n_vec; b++) {
        df[a] = v3_axpy(df[a], 2 * c->mass[a][b], column(n, b, j));
      }
    }
    for (int k = 0; k < c->n_dir; k++) { /* the arm turns: dd_m x F */
      L = v3_axpy(L, 0.5, v3_cross(column(n, c->has_x + k, j), F[c->has_x + k]));
    }
    ep_rows(x, i, df, out);
    for (int r = 0; r < n->n; r++) {
      A[r * n->n + j] = out[r] + (r >= 3 * c->has_x ? v3_dot(n->row[r - 3 * c->has_x], L) : 0);
    }
  }
  if (tangent) {
    sn_layout_add(&x->layout, i, A);
  }
}

static void assemble_pair(sn_stepper *x, int i)
{
  const sn_mass_pair *p = x->s->pair + i;
  const int end[2] = {p->a, p->b};
  const int node[2] = {x->s->vector[p->a].node, x->s->vector[p->b].node};
  if (x->layout.pair_element[i] < 0) {
    return;
  }
  const int offset[2] = {0, x->node[node[0]].n}, total = x->node[node[0]].n + x->node[node[1]].n;
  double out[6], *A = x->layout.local;
  memset(A, 0, sizeof(double) * (size_t)(total * total));
  for (int r = 0; r < 2; r++) {
    const ep_node *col = x->node + node[1 - r];
    for (int j = 0; j < col->n; j++) {
      sn_v3 df[4] = {{{0}}};
      df[x->s->vector[end[r]].slot] = v3_scale(2 * p->m, column(col, x->s->vector[end[1 - r]].slot, j));
      ep_rows(x, node[r], df, out);
      for (int k = 0; k < x->node[node[r]].n; k++) {
        A[(offset[r] + k) * total + offset[1 - r] + j] += out[k];
      }
    }
  }
  sn_layout_add(&x->layout, x->layout.pair_element[i], A);
}

static void assemble_load(sn_stepper *x, int i)
{
  const sn_load *l = x->s->load + i;
  const int node = x->s->vector[l->vector[0]].node, ld = 3 * l->n_vec;
  const ep_node *n = x->node + node;
  double out[6];
  if (!l->follows && l->type == SN_LOAD_FORCE) {
    return;
  }
  for (int j = 0; j < n->n; j++) {
    sn_v3 df[4] = {{{0}}};
    for (int b = 0; b < l->n_vec; b++) {
      const sn_v3 dq = column(n, x->s->vector[l->vector[b]].slot, j);
      for (int a = 0; a < l->n_vec; a++) {
        const int slot = x->s->vector[l->vector[a]].slot;
        for (int e = 0; e < 9; e++) {
          df[slot].x[e / 3] -= 0.5 * x->hh * x->load_K[i][(3 * a + e / 3) * ld + 3 * b + e % 3] * dq.x[e % 3];
        }
      }
    }
    ep_rows(x, node, df, out);
    for (int r = 0; r < n->n; r++) {
      x->layout.local[r * n->n + j] = out[r];
    }
  }
  sn_layout_add(&x->layout, x->layout.load_element[i], x->layout.local);
}

static sn_status iterate(sn_stepper *x, int tangent, double *increment)
{
  const sn_system *s = x->s;
  memset(x->layout.rhs, 0, sizeof(double) * (size_t)x->layout.n);
  evaluate(x);
  if (tangent) {
    sn_lin_clear(x->layout.lin);
  }
  for (int i = 0; i < s->n_node; i++) {
    columns(x, i);
    assemble_node(x, i, tangent);
  }
  for (int i = 0; i < s->n_block; i++) {
    ep_block_assemble(x, i, tangent);
  }
  if (tangent) {
    for (int i = 0; i < s->n_pair; i++) {
      assemble_pair(x, i);
    }
    for (int i = 0; i < s->n_load; i++) {
      assemble_load(x, i);
    }
    SN_TRY(sn_lin_factor(x->layout.lin));
  }
  SN_TRY(sn_lin_solve(x->layout.lin, x->layout.rhs));
  *increment = 0;
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *c = s->node + i;
    const ep_node *n = x->node + i;
    const double *xi = x->layout.rhs + x->layout.node_first[i];
    for (int a = 0; a < c->n_vec; a++) {
      sn_v3 d = {{0, 0, 0}};
      for (int j = 0; j < n->n; j++) {
        d = v3_axpy(d, xi[j], column(n, a, j));
      }
      x->iq[c->vector[a]] = d;
      const double size = v3_norm(d) / (s->vector[c->vector[a]].role == 0 ? s->extent : 1);
      *increment = size > *increment || size != size ? size : *increment;
    }
  }
  return SN_OK;
}

static void apply(sn_stepper *x)
{
  for (int i = 0; i < x->s->n_block; i++) {
    ep_block_apply(x, i);
  }
  for (int i = 0; i < x->s->n_node; i++) {
    const sn_node *c = x->s->node + i;
    const ep_node *n = x->node + i;
    const double *xi = x->layout.rhs + x->layout.node_first[i] + 3 * c->has_x;
    sn_v3 turn = {{0, 0, 0}};
    for (int j = 0; j < n->n_rot; j++) {
      turn = v3_axpy(turn, xi[j], n->turn[j]);
    }
    for (int a = 0; a < c->n_vec; a++) {
      const int v = c->vector[a];
      x->dq[v] = v3_add(x->dq[v], a >= c->has_x ? v3_sub(sn_rotate_cayley(turn, x->qf[v]), x->qf[v]) : x->iq[v]);
    }
  }
}

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
  evaluate(x);
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

static sn_status step(sn_stepper *x, sn_state *state, double h, sn_step_report *report, sn_error *error)
{
  *report = (sn_step_report){.worst_item = {-1, -1, -1}};
  x->h = h;
  x->hh = h * h;
  x->t = *state->t;
  x->start = state;
  sn_predict(x->s, state, h, x->dq);
  memset(x->iq, 0, sizeof(sn_v3) * (size_t)x->s->n_vector);
  for (int i = 0; i < x->s->n_node; i++) {
    sn_rotation_directions(x->s->node + i, state->q, x->node[i].row);
  }
  for (int i = 0; i < x->s->n_block; i++) {
    ep_block_start(x, i);
  }
  const sn_newton newton = {x, iterate, apply, balance};
  const sn_status status = sn_newton_solve(&newton, &x->o, report);
  if (status != SN_OK) {
    sn_worst_items(x->s, x->iq, report);
    return sn_newton_fail(status, error);
  }
  sn_state_copy(&x->trial, state);
  return SN_OK;
}

static void destroy(sn_stepper *x)
{
  if (x) {
    sn_lin_free(x->layout.lin);
  }
}

static sn_status create(const sn_system *s, const sn_step_options *o, sn_arena *arena, sn_stepper **out,
                        sn_error *error)
{
  sn_stepper *x = SN_NEW(arena, sn_stepper, 1);
  int *size = SN_NEW(arena, int, s->n_node), *multipliers = SN_NEW(arena, int, s->n_block),
      good = x && size && multipliers;
  if (!good) {
    return sn_no_memory(error, "the steps");
  }
  x->s = s;
  x->o = *o;
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
  SN_TRY(sn_layout_new(s, size, multipliers, arena, &x->layout, error));
  SN_TRY(sn_layout_solver(&x->layout, s, 0, arena, error));
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
                                .unknowns = unknowns};
