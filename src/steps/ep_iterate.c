/* steps/ep_iterate.c -- one iteration of the one-stage energy-preserving step, on one thread or several: nodes, masses, loads.
 * How:     loops over blocks, vectors or nodes in the parts of steps/share.h; a loop sees what the loops before it have made
 *          and writes what is its own, so that the numbers do not depend on the parts.
 * Theory:  docs/theory.md, the scheme ep.
 * Tests:   tests/whole/test_threads.c.
 */
#include <string.h>

#include "math/rotation.h"
#include "steps/ep_private.h"

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

static void move_vectors(void *data, int part)
{
  sn_stepper *x = data;
  for (int a = x->share.vector[part]; a < x->share.vector[part + 1]; a++) {
    x->qf[a] = v3_add(x->start->q[a], x->dq[a]);
    x->qm[a] = v3_axpy(x->start->q[a], 0.5, x->dq[a]);
  }
}

static void find_stresses(void *data, int part)
{
  sn_stepper *x = data;
  for (int i = x->share.block[part]; i < x->share.block[part + 1]; i++) {
    ep_block_forces(x, i);
  }
  for (int i = x->share.load[part]; i < x->share.load[part + 1]; i++) {
    sn_load_forces(x->s->load + i, x->qm, x->t + 0.5 * x->h, x->load[i], x->load_K[i]);
  }
}

/* forces of blocks and loads on a vector, in their order */
static sn_v3 force_on(const sn_stepper *x, int v)
{
  const sn_share *h = &x->share;
  const int node = x->s->vector[v].node;
  sn_v3 f = {{0, 0, 0}};
  for (int i = h->vector_first[v]; i < h->vector_first[v + 1]; i++) {
    const sn_block *c = x->s->block + h->at_vector[i].block;
    const ep_block *b = x->block + h->at_vector[i].block;
    for (int k = 0; k < c->n_form; k++) {
      f = v3_axpy(f, x->hh * b->s[k], b->Bm[k * c->n_vec + h->at_vector[i].local]);
    }
  }
  for (int i = node < 0 ? 0 : h->load_first[node]; i < (node < 0 ? 0 : h->load_first[node + 1]); i++) {
    const sn_load *l = x->s->load + h->load_at[i];
    for (int a = 0; a < l->n_vec; a++) {
      f = l->vector[a] == v ? v3_axpy(f, -x->hh, x->load[h->load_at[i]][a]) : f;
    }
  }
  return f;
}

static void sum_forces(void *data, int part)
{
  sn_stepper *x = data;
  for (int a = x->share.vector[part]; a < x->share.vector[part + 1]; a++) {
    x->f[a] = force_on(x, a);
    x->F[a] = v3_axpy(x->f[a], -x->hh, x->s->gravity[a]);
  }
}

/* inertia M (2 dq - 2 h v) */
static void add_inertia(void *data, int part)
{
  sn_stepper *x = data;
  for (int i = x->share.node[part]; i < x->share.node[part + 1]; i++) {
    const sn_node *c = x->s->node + i;
    for (int a = 0; a < c->n_vec; a++) {
      for (int b = 0; b < c->n_vec; b++) {
        const int v = c->vector[b];
        x->F[c->vector[a]] = v3_axpy(x->F[c->vector[a]], 2 * c->mass[a][b], v3_axpy(x->dq[v], -x->h, x->start->v[v]));
      }
    }
  }
}

void ep_evaluate(sn_stepper *x)
{
  sn_pool_each(x->share.pool, move_vectors, x);
  sn_pool_each(x->share.pool, find_stresses, x);
  sn_pool_each(x->share.pool, sum_forces, x);
  sn_pool_each(x->share.pool, add_inertia, x);
  for (int i = 0; i < x->s->n_pair; i++) {
    const sn_mass_pair *p = x->s->pair + i;
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

static void assemble_node(sn_stepper *x, int i, int tangent, double *A)
{
  const sn_node *c = x->s->node + i;
  const ep_node *n = x->node + i;
  double out[6];
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
  double out[6], *A = x->layout.local[0];
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

static void assemble_load(sn_stepper *x, int i, double *A)
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
      A[r * n->n + j] = out[r];
    }
  }
  sn_layout_add(&x->layout, x->layout.load_element[i], A);
}

static void assemble_nodes(void *data, int part)
{
  sn_stepper *x = data;
  for (int i = x->share.node[part]; i < x->share.node[part + 1]; i++) {
    columns(x, i);
    assemble_node(x, i, x->tangent, x->layout.local[part]);
  }
}

static void assemble_blocks(void *data, int part)
{
  sn_stepper *x = data;
  for (int i = x->share.block[part]; i < x->share.block[part + 1]; i++) {
    ep_block_assemble(x, i, x->tangent);
  }
}

/* what blocks give to the rows of nodes; loads */
static void complete_rows(void *data, int part)
{
  sn_stepper *x = data;
  const sn_share *h = &x->share;
  for (int i = h->node[part]; i < h->node[part + 1]; i++) {
    sn_layout_take_rows(&x->layout, i);
    for (int k = h->load_first[i]; k < h->load_first[i + 1] && x->tangent; k++) {
      assemble_load(x, h->load_at[k], x->layout.local[part]);
    }
  }
}

static void find_increments(void *data, int part)
{
  sn_stepper *x = data;
  const sn_system *s = x->s;
  double most = 0;
  for (int i = x->share.node[part]; i < x->share.node[part + 1]; i++) {
    const sn_node *c = s->node + i;
    const ep_node *n = x->node + i;
    const double *xi = x->layout.rhs + x->layout.node_first[i];
    for (int a = 0; a < c->n_vec; a++) {
      sn_v3 d = {{0, 0, 0}};
      for (int j = 0; j < n->n; j++) {
        d = v3_axpy(d, xi[j], column(n, a, j));
      }
      x->iq[c->vector[a]] = d;
      most = sn_larger(v3_norm(d) / (s->vector[c->vector[a]].role == 0 ? s->extent : 1), most);
    }
  }
  sn_share_set(&x->share, part, most);
}

static void apply_increments(void *data, int part)
{
  sn_stepper *x = data;
  for (int i = x->share.block[part]; i < x->share.block[part + 1]; i++) {
    ep_block_apply(x, i);
  }
  for (int i = x->share.node[part]; i < x->share.node[part + 1]; i++) {
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

void ep_assemble(sn_stepper *x, int tangent)
{
  sn_pool *pool = x->share.pool;
  x->tangent = tangent;
  memset(x->layout.rhs, 0, sizeof(double) * (size_t)x->layout.n);
  ep_evaluate(x);
  if (tangent) {
    sn_lin_clear(x->layout.lin);
  }
  sn_pool_each(pool, assemble_nodes, x);
  sn_pool_each(pool, assemble_blocks, x);
  for (int i = 0; i < x->s->n_pair && tangent; i++) {
    assemble_pair(x, i);
  }
  sn_pool_each(pool, complete_rows, x);
}

sn_status ep_iterate(sn_stepper *x, int tangent, double *increment)
{
  ep_assemble(x, tangent);
  if (tangent) {
    SN_TRY(sn_lin_factor(x->layout.lin));
  }
  SN_TRY(sn_lin_solve(x->layout.lin, x->layout.rhs));
  sn_pool_each(x->share.pool, find_increments, x);
  *increment = sn_share_largest(&x->share);
  return SN_OK;
}

void ep_apply(sn_stepper *x)
{
  sn_pool_each(x->share.pool, apply_increments, x);
}
