/* steps/turned.c -- see turned.h.
 * How:     K of all meshes is one linear system (inner); the other unknowns and those of the ports are another (rest), with S of every mesh as
 *          a dense element. One solve of each is an iteration: the meshes alone, the rest with what they ask at the ports, and back.
 * Tests:   tests/steps/test_turned.c.
 */
#include "steps/turned.h"

#include <math.h>
#include <string.h>

#include "laws/gauss.h"
#include "math/lapack.h"
#include "steps/turned_private.h"

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the factors of meshes");
}

/* ---- made once */

/* Unknowns in both systems, and the superelements. */
static sn_status make_sizes(sn_turned *t, sn_arena *arena, sn_error *error)
{
  const sn_system *s = t->s;
  const sn_layout *full = &t->all->layout;
  const int **node = SN_NEW(arena, const int *, t->n_mesh);
  int *count = SN_NEW(arena, int, t->n_mesh);
  t->inner_size = SN_NEW(arena, int, s->n_node);
  t->inner_rows = SN_NEW(arena, int, s->n_block);
  t->rest_size = SN_NEW(arena, int, s->n_node);
  t->rest_rows = SN_NEW(arena, int, s->n_block);
  if (!node || !count || !t->inner_size || !t->inner_rows || !t->rest_size || !t->rest_rows) {
    return no_memory(error);
  }
  for (int i = 0; i < s->n_node; i++) {
    const int inside = t->of_node[i] >= 0;
    SN_ASSERT(!inside || (full->node_size[i] % 3 == 0 && full->node_size[i] <= TURNED_SIDE));
    t->inner_size[i] = inside ? full->node_size[i] : 0;
    t->rest_size[i] = inside && !t->is_port[i] ? 0 : full->node_size[i];
  }
  for (int i = 0; i < s->n_block; i++) {
    const int inside = t->of_block[i] >= 0;
    SN_ASSERT(!inside ||
              (full->multipliers[i] % 3 == 0 &&
               full->multipliers[i] <= TURNED_SIDE)); /* of sums: in ground axes; of its frame: in axes of the mesh */
    t->inner_rows[i] = inside ? full->multipliers[i] : 0;
    t->rest_rows[i] = inside ? 0 : full->multipliers[i];
  }
  for (int m = 0; m < t->n_mesh; m++) {
    node[m] = t->port + t->mesh[m].first_port;
    count[m] = t->mesh[m].n_port;
  }
  t->more = (sn_layout_more){t->n_mesh, node, count};
  return SN_OK;
}

/* The masks of elements that are whole in the layout. */
static void take_masks(const sn_layout *full, sn_layout *l)
{
  for (int i = 0; i < full->n_element; i++) {
    l->mask[i] = l->count[i] == full->count[i] ? full->mask[i] : NULL;
  }
}

sn_status sn_turned_make(sn_turned *t, sn_assembler *a, sn_arena *arena, sn_error *error)
{
  const sn_system *s = t->s;
  const sn_layout_parts *parts = &a->packs.parts;
  int most = 0;
  t->all = a;
  SN_TRY(make_sizes(t, arena, error));
  SN_TRY(sn_layout_new(s, &a->share, parts, t->inner_size, t->inner_rows, NULL, arena, &t->inner, error));
  SN_TRY(sn_layout_new(s, &a->share, parts, t->rest_size, t->rest_rows, &t->more, arena, &t->rest, error));
  take_masks(&a->layout, &t->inner);
  take_masks(&a->layout, &t->rest);
  SN_TRY(sn_layout_solver(&t->inner, s, arena, error));
  if (t->rest.n > 0) {
    SN_TRY(sn_layout_solver(&t->rest, s, arena, error));
  }
  for (int m = 0; m < t->n_mesh; m++) {
    turned_mesh *c = t->mesh + m;
    c->first = SN_NEW(arena, int, c->n_port);
    for (int i = 0; c->first && i < c->n_port; i++) {
      c->first[i] = c->n;
      c->n += a->layout.node_size[t->port[c->first_port + i]];
    }
    c->S = c->first ? SN_NEW(arena, double, (size_t)c->n *(size_t)c->n) : NULL;
    if (!c->S) {
      return no_memory(error);
    }
    most = c->n > most ? c->n : most;
    t->n_column += c->n;
  }
  t->Z = SN_NEW(arena, double, (size_t)t->inner.n *(size_t)t->n_column);
  t->y = SN_NEW(arena, double, t->inner.n);
  t->local = SN_NEW(arena, double, (size_t)most *(size_t)(most + 2));
  t->pivot = SN_NEW(arena, int, most);
  return t->Z && t->y && t->local && t->pivot ? SN_OK : no_memory(error);
}

void sn_turned_free(sn_turned *t)
{
  if (t) {
    sn_lin_free(t->inner.lin);
    sn_lin_free(t->rest.lin);
  }
}

/* ---- the factor */

/* The unknown in inner of unknown i of the ports of a mesh. */
static int inner_of(const sn_turned *t, const turned_mesh *m, int port, int i)
{
  return t->inner.node_first[t->port[m->first_port + port]] + i - m->first[port];
}
static int end_of(const turned_mesh *m, int port)
{
  return port + 1 < m->n_port ? m->first[port + 1] : m->n;
}

/* S = W^-1 */
static sn_status invert(const sn_turned *t, turned_mesh *m, int column)
{
  const int n = m->n;
  int info = 0;
  double *W = t->local;
  for (int j = 0; j < n; j++) {
    const double *z = t->Z + (size_t)t->inner.n * (size_t)(column + j);
    for (int port = 0; port < m->n_port; port++) {
      for (int i = m->first[port]; i < end_of(m, port); i++) {
        W[j * n + i] = z[inner_of(t, m, port, i)];
        m->S[j * n + i] = i == j;
      }
    }
  }
  dgetrf_(&n, &n, W, &n, t->pivot, &info);
  if (info == 0) {
    dgetrs_("N", &n, &n, W, &n, t->pivot, m->S, &n, &info, 1);
  }
  return info == 0 ? SN_OK : SN_ESINGULAR; /* ports that are not independent */
}

/* Z of the ports of a mesh, from this column on */
static sn_status find_columns(sn_turned *t, const turned_mesh *m, int column)
{
  for (int port = 0; port < m->n_port; port++) {
    for (int i = m->first[port]; i < end_of(m, port); i++) {
      double *z = t->Z + (size_t)t->inner.n * (size_t)(column + i);
      memset(z, 0, sizeof(double) * (size_t)t->inner.n);
      z[inner_of(t, m, port, i)] = 1;
      SN_TRY(sn_lin_solve_blindly(t->inner.lin, z));
    }
  }
  return SN_OK;
}

static sn_status make_factor(sn_turned *t, double h)
{
  sn_assembler *a = t->all;
  int column = 0;
  SN_TRY(a->kernel->draw(a->x, h));
  sn_assembler_restart(a);
  sn_assembler_evaluate(a);
  sn_assembler_assemble(a, SN_ASSEMBLE_MESHES, &t->inner);
  if (sn_lin_factor(t->inner.lin) != SN_OK) { /* sums have no pivots of their own */
    sn_assembler_assemble(a, SN_ASSEMBLE_MESHES, &t->inner);
    SN_TRY(sn_lin_factor_carefully(t->inner.lin));
  }
  for (int m = 0; m < t->n_mesh; m++) {
    SN_TRY(find_columns(t, t->mesh + m, column));
    if (t->mesh[m].n_port > 0) {
      SN_TRY(invert(t, t->mesh + m, column));
    }
    column += t->mesh[m].n;
  }
  return SN_OK;
}

/* A size with fewer digits. Steps of a run are differences of times, and those of one size differ in their last digits; with a factor for
   each of these sizes nearly every step would make its own. */
static double common_size(double h)
{
  enum { DIGITS = 30 }; /* binary: what the factor is wrong by then, 1e-9, is nothing beside the turn of a step */
  int exponent = 0;
  const double digits = frexp(h, &exponent);
  return ldexp(nearbyint(ldexp(digits, DIGITS)), exponent - DIGITS);
}

sn_status sn_turned_factor(sn_turned *t, double h, int *factorisations)
{
  const sn_assembler *a = t->all;
  const double size = common_size(h);
  SN_ASSERT(h > 0 && size > 0 && a->kernel->draw && a->kernel->drawn && a->kernel->places && a->kernel->put);
  if (t->h == size) {
    return SN_OK;
  }
  t->h = 0;
  ++*factorisations;
  const sn_status status = make_factor(t, size);
  const sn_status after = a->kernel->drawn(a->x, h);
  t->h = status == SN_OK ? size : 0;
  return status == SN_OK ? after : status;
}

/* ---- an iteration */

/* out = map x, the first n */
static void times(turned_map map, const double *x, int n, double *out)
{
  for (int i = 0; i < n; i++) {
    out[i] = 0;
    for (int j = 0; j < n; j++) {
      out[i] += map[i][j] * x[j];
    }
  }
}

/* Rows in the axes of the drawn shape, and from there. */
static void turn_back(const turned_mesh *m, const double *r, int n, double *out)
{
  for (int k = 0; 3 * k < n; k++) {
    const sn_v3 v = m3_tmul(m->row[k], v3(r[3 * k], r[3 * k + 1], r[3 * k + 2]));
    v3_put(v, out + 3 * k);
  }
}

/* Minus what two balances say about the row of eta: r/sqrt(3) (1 - A^2)^-1 (half - A mean), A = turn x /(2 sqrt(3)), (11.17). */
static sn_v3 told(sn_v3 turn, double r, const double *rhs)
{
  const sn_v3 minus = v3(rhs[0], rhs[1], rhs[2]), plus = v3(rhs[3], rhs[4], rhs[5]);
  const sn_v3 half = v3_scale(0.5, v3_sub(plus, minus)), mean = v3_scale(0.5, v3_add(plus, minus));
  const sn_v3 z = v3_axpy(half, -HALF, v3_cross(turn, mean));
  return v3_scale(r / R3 / (1 + v3_dot(turn, turn) / 12), v3_axpy(z, v3_dot(turn, z) / 12, turn));
}

/* Rows of a node with eta. Its third row holds stiff forces at q_c, the others at q+ and q-: turned alone they would no longer fit. So what the two say
   about it is taken out as the step has it, and put back as the drawn shape has it, (24.8). */
static void turn_back_eta(const turned_mesh *m, double r, const double *rhs, double *out)
{
  turn_back(m, rhs, 6, out);
  const sn_v3 all = told(m->turn, r, rhs), there = told(v3(0, 0, 0), r, out);
  const sn_v3 rest = v3_add(v3(rhs[6], rhs[7], rhs[8]), all);
  v3_put(v3_sub(m3_tmul(m->row[2], rest), there), out + 6);
}

static void turn_forward(const turned_mesh *m, const double *r, int n, double *out)
{
  for (int k = 0; 3 * k < n; k++) {
    const sn_v3 v = m3_mul(m->row[k], v3(r[3 * k], r[3 * k + 1], r[3 * k + 2]));
    v3_put(v, out + 3 * k);
  }
}

/* Qr S Qc^-1 of ports i and j, by rows of the superelement */
static void turn_block(const turned_mesh *m, int i, int j, double *to)
{
  const int n = m->n, rows = end_of(m, i) - m->first[i], columns = end_of(m, j) - m->first[j];
  double half[TURNED_SIDE][TURNED_SIDE];
  for (int c = 0; c < columns; c++) {
    double turned[TURNED_SIDE];
    turn_forward(m, m->S + (m->first[j] + c) * n + m->first[i], rows, turned);
    for (int r = 0; r < rows; r++) {
      half[r][c] = turned[r];
    }
  }
  for (int r = 0; r < rows; r++) {
    for (int c = 0; c < columns; c++) {
      double sum = 0;
      for (int l = 0; l < columns; l++) {
        sum += half[r][l] * m->back[l][c];
      }
      to[(m->first[i] + r) * n + m->first[j] + c] = sum;
    }
  }
}

/* What follows the unknowns of the points of meshes. */
static void find_followers(sn_turned *t)
{
  const sn_assembler *a = t->all;
  for (int i = 0; i < a->packs.n_node && a->kernel->columns; i++) {
    const int mesh = t->of_node[a->packs.node[i].node[0]];
    if (mesh >= 0) {
      const turned_mesh *m = t->mesh + mesh;
      sn_turned_columns c = {m->row[2], m->turn, {{0}}};
      for (int r = 0; r < 6; r++) {
        memcpy(c.back[r], m->back[r], sizeof c.back[r]);
      }
      a->kernel->columns(a->x, a->packs.node + i, &c);
    }
  }
}

/* The matrix of the rest: its own, and Qr S Qc^-1 of every mesh. */
static void fill_rest(sn_turned *t)
{
  sn_assembler_assemble(t->all, SN_ASSEMBLE_REST, &t->rest);
  for (int m = 0; m < t->n_mesh; m++) {
    const turned_mesh *c = t->mesh + m;
    for (int j = 0; j < c->n_port; j++) {
      for (int i = 0; i < c->n_port; i++) {
        turn_block(c, i, j, t->local);
      }
    }
    if (c->n > 0) {
      sn_layout_add(&t->rest, t->rest.first_more + m, t->local);
    }
  }
}

sn_status sn_turned_assemble(sn_turned *t)
{
  if (!sn_turned_find_maps(t)) {
    return SN_ENOCONV;
  }
  find_followers(t);
  t->careful = 0;
  if (t->rest.n == 0) {
    return SN_OK;
  }
  fill_rest(t);
  if (sn_lin_factor(t->rest.lin) == SN_OK) {
    return SN_OK;
  }
  t->careful = 1; /* triads without mass have no pivots of their own */
  fill_rest(t);
  return sn_lin_factor_carefully(t->rest.lin);
}

/* y = K^-1 Qr^T r, in the axes of the drawn shape. */
static sn_status solve_meshes(sn_turned *t)
{
  const sn_layout *full = &t->all->layout;
  for (int i = 0; i < t->s->n_node; i++) {
    const turned_mesh *m = t->mesh + t->of_node[i];
    const double *rhs = full->rhs + full->node_first[i];
    double *y = t->y + t->inner.node_first[i];
    if (t->of_node[i] >= 0 && t->inner_size[i] == TURNED_SIDE) {
      turn_back_eta(m, t->all->kernel->root(t->all->x, i), rhs, y);
    } else if (t->of_node[i] >= 0) {
      turn_back(m, rhs, t->inner_size[i], y);
    }
  }
  for (int i = 0; i < t->s->n_block; i++) {
    const double *rhs = full->rhs + full->block_first[i];
    double *y = t->y + t->inner.block_first[i];
    if (t->inner_rows[i] > 0 && t->s->block[i].is_sum) {
      turn_back(t->mesh + t->of_block[i], rhs, t->inner_rows[i], y);
    } else if (t->inner_rows[i] > 0) {
      memcpy(y, rhs, sizeof(double) * (size_t)t->inner_rows[i]);
    }
  }
  return sn_lin_solve_blindly(t->inner.lin, t->y);
}

/* Right-hand side of the rest: its own, and at the ports Qr S y. */
static void load_rest(sn_turned *t)
{
  const sn_layout *full = &t->all->layout;
  double *rhs = t->rest.rhs;
  for (int i = 0; i < t->s->n_node; i++) {
    for (int k = 0; k < t->rest_size[i] && t->of_node[i] < 0; k++) {
      rhs[t->rest.node_first[i] + k] = full->rhs[full->node_first[i] + k];
    }
  }
  for (int i = 0; i < t->s->n_block; i++) {
    for (int k = 0; k < t->rest_rows[i]; k++) {
      rhs[t->rest.block_first[i] + k] = full->rhs[full->block_first[i] + k];
    }
  }
  for (int m = 0; m < t->n_mesh; m++) {
    const turned_mesh *c = t->mesh + m;
    for (int i = 0; i < c->n_port; i++) {
      const int rows = end_of(c, i) - c->first[i];
      double f[TURNED_SIDE] = {0};
      for (int port = 0; port < c->n_port; port++) {
        for (int j = c->first[port]; j < end_of(c, port); j++) {
          const double y = t->y[inner_of(t, c, port, j)];
          for (int r = 0; r < rows; r++) {
            f[r] += y * c->S[j * c->n + c->first[i] + r];
          }
        }
      }
      turn_forward(c, f, rows, rhs + t->rest.node_first[t->port[c->first_port + i]]);
    }
  }
}

/* y becomes y - Z phi, phi = S (y - Qc^-1 delta) at the ports: what the rest does to the mesh. */
static void bring_back(sn_turned *t, turned_mesh *c, int column)
{
  const int n = c->n;
  double *gap = t->local, *phi = t->local + n;
  for (int port = 0; port < c->n_port; port++) {
    const int rows = end_of(c, port) - c->first[port];
    double moved[TURNED_SIDE];
    times(c->back, t->rest.rhs + t->rest.node_first[t->port[c->first_port + port]], rows, moved);
    for (int r = 0; r < rows; r++) {
      gap[c->first[port] + r] = t->y[inner_of(t, c, port, c->first[port] + r)] - moved[r];
    }
  }
  for (int i = 0; i < n; i++) {
    phi[i] = 0;
    for (int j = 0; j < n; j++) {
      phi[i] += c->S[j * n + i] * gap[j];
    }
  }
  for (int j = 0; j < n; j++) {
    const double *z = t->Z + (size_t)t->inner.n * (size_t)(column + j);
    for (int i = 0; i < t->inner.n; i++) {
      t->y[i] -= phi[j] * z[i];
    }
  }
}

/* The solution in the numbers of the full system. */
static void hand_over(sn_turned *t)
{
  const sn_layout *full = &t->all->layout;
  for (int i = 0; i < t->s->n_node; i++) {
    if (t->of_node[i] >= 0) {
      times(t->mesh[t->of_node[i]].to, t->y + t->inner.node_first[i], t->inner_size[i],
            full->rhs + full->node_first[i]);
    }
    for (int k = 0; k < t->rest_size[i] && t->of_node[i] < 0; k++) {
      full->rhs[full->node_first[i] + k] = t->rest.rhs[t->rest.node_first[i] + k];
    }
  }
  for (int i = 0; i < t->s->n_block; i++) {
    const double *y = t->y + t->inner.block_first[i];
    double *to = full->rhs + full->block_first[i];
    if (t->inner_rows[i] > 0 && t->s->block[i].is_sum) {
      times(t->mesh[t->of_block[i]].force, y, t->inner_rows[i], to);
    } else if (t->inner_rows[i] > 0) {
      memcpy(to, y, sizeof(double) * (size_t)t->inner_rows[i]);
    }
    for (int k = 0; k < t->rest_rows[i]; k++) {
      full->rhs[full->block_first[i] + k] = t->rest.rhs[t->rest.block_first[i] + k];
    }
  }
}

sn_status sn_turned_solve(sn_turned *t)
{
  int column = 0;
  SN_ASSERT(t->h > 0 && t->inner.lin);
  SN_TRY(solve_meshes(t));
  if (t->rest.n > 0) {
    load_rest(t);
    SN_TRY(sn_layout_solve(&t->rest, t->s->n_node, t->careful));
  }
  for (int m = 0; m < t->n_mesh; m++) {
    if (t->mesh[m].n_port > 0) {
      bring_back(t, t->mesh + m, column);
    }
    column += t->mesh[m].n;
  }
  hand_over(t);
  return SN_OK;
}
