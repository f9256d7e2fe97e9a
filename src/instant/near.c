/* instant/near.c -- closed loops on their way through a singular position: which rows are about to become dependent, or were.
 * Theory:  docs/theory.md, dependent rows. With rows P over the unknowns of the nodes and a metric W, A = P W^-1 P^T says how
 *          well the rows hold. A combination n that holds weakly is found by inverse iteration (one factorisation, a few
 *          solves, rows scaled to length 1): z = W^-1 P^T n is the motion it hardly prevents. Its hold eps has
 *          eps'/eps = n.P' z / z.W z. Times h that is one over the number of steps to the singular position: large only
 *          near it, for any size of the model and any choice of rows. Every mechanism counts for itself.
 * Limits:  rows that depend on others everywhere are left out (freedom.c). Of several loops in one mechanism the one with
 *          the weakest hold is found, and those almost as weak.
 * Tests:   tests/analysis/test_near.c
 */
#include "instant/inside.h"
#include <string.h>

/* A singular position is near when it is less than this many steps away. Fewer: damping loses more in the passage. More: the
   velocities that belong to the damped scheme change more until it is taken up again, and that is lost. Measured
   (N four-bar): 3 to 8 differ by a factor of two. */
static const double NEAR_STEPS = 5;
static const double taking_part = 1e-4; /* of the largest energy of a node in z */
static const double BLIND = 0.1;        /* rad, between looks */
enum { ITERATIONS = 3, LONGEST = 16 };  /* steps between looks, at most */

struct sn_near {
  unsigned char *loop; /* per constraint: its mechanism has a closed loop */
  int *mechanism;      /* per node: first node of those that constraints join to it */
  double *weight;      /* W: diagonal, per unknown */
  size_t *at;          /* per constraint: its rows in P and dP */
  size_t n_entry;
  double *P, *dP;      /* rows at the state; their change in a step */
  double *size;        /* per row: its P W^-1 P^T */
  double *n, *e;       /* per row: combination; dP z */
  double *z;           /* per unknown: W^-1 P^T n */
  double *rate, *norm; /* per mechanism: eps'/eps per step; z W z */
};

static int root(int *group, int i)
{
  while (group[i] != i) {
    i = group[i] = group[group[i]];
  }
  return i;
}

/* Do two blocks of an item join the same nodes? A cable that is tied at both ends has two that do not. */
static int same_nodes(const sn_block *a, const sn_block *b)
{
  int same = a->n_node == b->n_node;
  for (int i = 0; same && i < a->n_node; i++) {
    int there = 0;
    for (int k = 0; k < b->n_node; k++) {
      there = there || a->node[i] == b->node[k];
    }
    same = there;
  }
  return same;
}

/* Joins the nodes of every constraint, and counts: a mechanism of n places (its nodes, and the ground if it is held there) is
   without loops if its joints make n - 1 links. A joint of several blocks is one link. seen: 1 + the block of an item that was
   counted last. */
static int find_loops(const sn_motion *m, sn_near *w, int *links, int *grounded, int *seen)
{
  const int n = m->s->n_node;
  int any = 0;
  for (int i = 0; i < n; i++) {
    w->mechanism[i] = i;
    links[i] = 1;
    grounded[i] = 0;
  }
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_block *b = sn_motion_block(m, m->constraint + i);
    for (int k = 1; k < b->n_node; k++) {
      w->mechanism[root(w->mechanism, b->node[k])] = root(w->mechanism, b->node[0]);
    }
  }
  for (int i = 0; i < n; i++) { /* nodes that are not the root are places of it */
    links[root(w->mechanism, i)] -= 1;
  }
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_block *b = sn_motion_block(m, m->constraint + i);
    if (b->n_node == 0) {
      continue;
    }
    const int of = root(w->mechanism, b->node[0]);
    const int again = b->item >= 0 && seen[b->item] && same_nodes(b, m->s->block + seen[b->item] - 1);
    int ground = 0;
    for (int a = 0; a < b->n_vec; a++) {
      ground = ground || b->node_of[a] < 0;
    }
    if (!again) {
      links[of] += b->n_node - 1 + ground;
    }
    if (ground && !grounded[of]) {
      grounded[of] = 1;
      links[of]--;
    }
    if (b->item >= 0) {
      seen[b->item] = 1 + m->constraint[i].block;
    }
  }
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_block *b = sn_motion_block(m, m->constraint + i);
    w->loop[i] = b->n_node > 0 && links[root(w->mechanism, b->node[0])] > 0;
    any = any || w->loop[i];
  }
  for (int i = 0; i < n; i++) {
    w->mechanism[i] = root(w->mechanism, i);
  }
  return any;
}

/* Masses, and inertias alike about all axes: a positive metric is all that is needed. */
static void set_metric(const sn_motion *m, sn_near *w)
{
  const sn_system *s = m->s;
  const double typical = sn_typical_mass(s);
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *n = s->node + i;
    const double mass = n->has_x && n->mass[0][0] > 0 ? n->mass[0][0] : typical;
    double inertia = 0;
    for (int k = n->has_x; k < n->n_vec; k++) {
      inertia += n->mass[k][k];
    }
    inertia = fmax(inertia, 1e-4 * mass * s->extent * s->extent);
    for (int j = 0; j < m->node[i].size; j++) {
      w->weight[m->node[i].first + j] = j < 3 * n->has_x ? mass : inertia;
    }
  }
}

sn_status sn_motion_watch(sn_motion *m, sn_arena *arena, sn_error *error)
{
  const int n = m->s->n_node;
  size_t size = 0;
  sn_near *w = SN_NEW(arena, sn_near, 1);
  int *links = SN_NEW(arena, int, n), *grounded = SN_NEW(arena, int, n), *seen = SN_NEW(arena, int, m->s->n_item);
  if (!w || !links || !grounded || !seen || !(w->loop = SN_NEW(arena, unsigned char, m->n_constraint)) ||
      !(w->mechanism = SN_NEW(arena, int, n))) {
    return sn_no_memory(error, "the watch on closed loops");
  }
  m->near = NULL;
  if (!find_loops(m, w, links, grounded, seen)) {
    return SN_OK;
  }
  w->at = SN_NEW(arena, size_t, m->n_constraint);
  for (int i = 0; i < m->n_constraint && w->at; i++) {
    w->at[i] = size;
    size += (size_t)(m->constraint[i].n_row * m->constraint[i].n_local);
  }
  w->n_entry = size;
  w->P = SN_NEW(arena, double, size);
  w->dP = SN_NEW(arena, double, size);
  w->size = SN_NEW(arena, double, m->n_row);
  w->n = SN_NEW(arena, double, m->n_row);
  w->e = SN_NEW(arena, double, m->n_row);
  w->weight = SN_NEW(arena, double, m->n_unknown);
  w->z = SN_NEW(arena, double, m->n_unknown);
  w->rate = SN_NEW(arena, double, n);
  w->norm = SN_NEW(arena, double, n);
  if (!w->at || !w->P || !w->dP || !w->size || !w->n || !w->e || !w->weight || !w->z || !w->rate || !w->norm) {
    return sn_no_memory(error, "the watch on closed loops");
  }
  set_metric(m, w);
  m->near = w;
  return SN_OK;
}

int sn_motion_watches(const sn_motion *m)
{
  return m->near != NULL;
}

/* Rows of all loops at q + factor v, times `times`, added to `rows`. */
static void add_rows(sn_motion *m, const sn_state *x, double factor, double times, double *rows)
{
  const sn_near *w = m->near;
  for (int a = 0; a < m->s->n_vector; a++) {
    m->q[a] = v3_axpy(x->q[a], factor, m->v[a]);
  }
  sn_motion_set_axes(m);
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    if (w->loop[i] && c->first >= 0) {
      sn_motion_gradients(m, c);
      sn_motion_project_rows(m, c);
      for (int k = 0; k < c->n_row * c->n_local; k++) {
        rows[w->at[i] + (size_t)k] += times * m->projected[k];
      }
    }
  }
}

/* P W^-1 P^T of one row */
static double row_size(const sn_motion *m, const sn_block *b, const double *P)
{
  double size = 0;
  for (int k = 0; k < b->n_node; k++) {
    const double *weight = m->near->weight + m->node[b->node[k]].first;
    for (int j = 0; j < m->node[b->node[k]].size; j++, P++) {
      size += *P * *P / weight[j];
    }
  }
  return size;
}

/* [W, P^T; P, -soft]: rows that depend on others are held, rows of trees stand alone. */
static sn_status factor(sn_motion *m)
{
  const sn_near *w = m->near;
  sn_lin_clear(m->lin);
  for (int i = 0; i < m->s->n_node; i++) {
    const int n = m->node[i].size;
    memset(m->local, 0, (size_t)(n * n) * sizeof(double));
    for (int j = 0; j < n; j++) {
      m->local[j * n + j] = w->weight[m->node[i].first + j];
    }
    sn_lin_add(m->lin, i, m->local);
  }
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    const sn_block *b = sn_motion_block(m, c);
    const int n = c->n_local + c->n_row;
    if (c->first < 0) {
      continue;
    }
    memset(m->local, 0, (size_t)(n * n) * sizeof(double));
    for (int r = 0; r < c->n_row; r++) {
      const int row = c->n_local + r;
      const double *P = w->P + w->at[i] + (size_t)(r * c->n_local);
      const double size = row_size(m, b, P);
      const int out = !w->loop[i] || m->softness[c->row + r] > 0 || !(size > 0);
      for (int j = 0; j < c->n_local && !out; j++) {
        m->local[row * n + j] = m->local[j * n + row] = P[j];
      }
      m->local[row * n + row] = out ? -1 : 0;
      w->size[c->row + r] = out ? 0 : size;
    }
    sn_lin_add(m->lin, m->s->n_node + m->n_pair + i, m->local);
  }
  return sn_lin_factor(m->lin);
}

/* e = dP z */
static void change(const sn_motion *m)
{
  const sn_near *w = m->near;
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    const sn_block *b = sn_motion_block(m, c);
    for (int r = 0; r < c->n_row; r++) {
      const double *dP = w->dP + w->at[i] + (size_t)(r * c->n_local);
      double sum = 0;
      for (int k = 0; k < b->n_node; k++) {
        const double *z = w->z + m->node[b->node[k]].first;
        for (int j = 0; j < m->node[b->node[k]].size; j++) {
          sum += *dP++ * z[j];
        }
      }
      w->e[c->row + r] = sum;
    }
  }
}

/* z W z of every mechanism */
static void measure(const sn_motion *m)
{
  const sn_near *w = m->near;
  memset(w->norm, 0, (size_t)m->s->n_node * sizeof(double));
  for (int i = 0; i < m->s->n_node; i++) {
    for (int j = 0; j < m->node[i].size; j++) {
      const int u = m->node[i].first + j;
      w->norm[w->mechanism[i]] += w->z[u] * w->weight[u] * w->z[u];
    }
  }
}

/* A n := size n, and z of the new n; each mechanism to its own scale. */
static sn_status iterate(sn_motion *m)
{
  sn_near *w = m->near;
  memset(w->z, 0, (size_t)m->n_unknown * sizeof(double));
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    for (int r = 0; c->first >= 0 && r < c->n_row; r++) {
      w->z[c->first + r] = -w->size[c->row + r] * w->n[c->row + r];
    }
  }
  SN_TRY(sn_lin_solve(m->lin, w->z));
  measure(m);
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    const double norm = c->first >= 0 ? w->norm[w->mechanism[sn_motion_block(m, c)->node[0]]] : 0;
    for (int r = 0; c->first >= 0 && r < c->n_row; r++) {
      w->n[c->row + r] = w->size[c->row + r] > 0 && norm > 0 ? w->z[c->first + r] / sqrt(norm) : 0;
    }
  }
  for (int i = 0; i < m->s->n_node; i++) {
    const double norm = w->norm[w->mechanism[i]];
    for (int j = 0; j < m->node[i].size; j++) {
      w->z[m->node[i].first + j] *= norm > 0 ? 1 / sqrt(norm) : 0;
    }
  }
  return SN_OK;
}

/* |eps'/eps| of every mechanism, per step; the largest */
static double rates(const sn_motion *m)
{
  const sn_near *w = m->near;
  double fastest = 0;
  change(m);
  memset(w->rate, 0, (size_t)m->s->n_node * sizeof(double));
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    for (int r = 0; c->first >= 0 && r < c->n_row; r++) {
      w->rate[w->mechanism[sn_motion_block(m, c)->node[0]]] += w->n[c->row + r] * w->e[c->row + r];
    }
  }
  for (int i = 0; i < m->s->n_node; i++) {
    w->rate[i] = fabs(w->rate[i]);
    fastest = fmax(fastest, w->rate[i]);
  }
  return fastest;
}

/* Marks the rows at nodes that take part in the motion z of a mechanism that is near. */
static void mark(const sn_motion *m, unsigned char *flag)
{
  const sn_near *w = m->near;
  double *largest = w->norm;
  memset(largest, 0, (size_t)m->s->n_node * sizeof(double));
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < m->n_constraint; i++) {
      const sn_constraint_rows *c = m->constraint + i;
      const sn_block *b = sn_motion_block(m, c);
      double share = 0;
      if (!w->loop[i] || c->first < 0 || !(w->rate[w->mechanism[b->node[0]]] > 1 / NEAR_STEPS)) {
        continue;
      }
      for (int k = 0; k < b->n_node; k++) {
        double sum = 0;
        for (int j = 0; j < m->node[b->node[k]].size; j++) {
          const int u = m->node[b->node[k]].first + j;
          sum += w->z[u] * w->weight[u] * w->z[u];
        }
        share = fmax(share, sum);
      }
      double *most = largest + w->mechanism[b->node[0]];
      *most = fmax(*most, share);
      for (int r = 0; pass && share > taking_part * *most && r < c->n_row; r++) {
        flag[b->stress + r] |= SN_ROW_NEAR;
      }
    }
  }
}

static void mark_all(const sn_motion *m, unsigned char *flag)
{
  for (int i = 0; i < m->n_constraint; i++) {
    for (int r = 0; m->near->loop[i] && r < m->constraint[i].n_row; r++) {
      flag[sn_motion_block(m, m->constraint + i)->stress + r] |= SN_ROW_NEAR;
    }
  }
}

/* Largest turn of a row in a step, rad. */
static double turn(const sn_motion *m)
{
  const sn_near *w = m->near;
  double most = 0;
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    const sn_block *b = sn_motion_block(m, c);
    for (int r = 0; r < c->n_row; r++) {
      const double change = row_size(m, b, w->dP + w->at[i] + (size_t)(r * c->n_local));
      most = w->size[c->row + r] > 0 ? fmax(most, sqrt(change / w->size[c->row + r])) : most;
    }
  }
  return most;
}

/* Steps until the next look: half the way to where a position would be near, or until rows have turned by BLIND: by then another
   combination may be the weakest. */
static int wait(double fastest, double turning)
{
  const double ahead = fastest > 0 ? 0.5 * (1 / fastest - NEAR_STEPS) : LONGEST;
  const double n = fmin(ahead, turning > 0 ? BLIND / turning : LONGEST);
  return n >= LONGEST ? LONGEST : n > 1 ? (int)n : 1;
}

sn_status sn_motion_near(sn_motion *m, const sn_state *x, double h, unsigned char *flag, int *steps, sn_error *error)
{
  sn_near *w = m->near;
  *steps = 1;
  for (int i = 0; i < m->s->n_stress; i++) {
    flag[i] &= (unsigned char)~SN_ROW_NEAR;
  }
  sn_motion_read(m, x);
  memset(w->P, 0, w->n_entry * sizeof(double));
  memset(w->dP, 0, w->n_entry * sizeof(double));
  add_rows(m, x, -0.5 * h, -1, w->dP);
  add_rows(m, x, 0.5 * h, 1, w->dP);
  add_rows(m, x, 0, 1, w->P);
  sn_status status = factor(m);
  for (int i = 0; i < m->n_constraint; i++) { /* the forces at hand: what they do not need does not matter */
    const sn_constraint_rows *c = m->constraint + i;
    for (int r = 0; r < c->n_row; r++) {
      w->n[c->row + r] = w->size[c->row + r] > 0 ? x->stress[sn_motion_block(m, c)->stress + r] : 0;
    }
  }
  for (int k = 0; k < ITERATIONS && status == SN_OK; k++) {
    status = iterate(m);
  }
  if (status == SN_ENOMEM) {
    return sn_no_memory(error, "the watch on closed loops");
  }
  if (status != SN_OK) { /* just there */
    mark_all(m, flag);
    return SN_OK;
  }
  const double fastest = rates(m);
  mark(m, flag);
  *steps = wait(fastest, turn(m));
  return SN_OK;
}
