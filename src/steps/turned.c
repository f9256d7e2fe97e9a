/* steps/turned.c -- see turned.h.
 * How:     K of all meshes is one linear system (inner); the other unknowns and those of the ports are another (rest), with S of every mesh as
 *          a dense element. One solve of each is an iteration: the meshes alone, the rest with what they ask at the ports, and back.
 * Tests:   tests/steps/test_turned.c.
 */
#include "steps/turned.h"

#include <math.h>
#include <string.h>

#include "math/lapack.h"
#include "steps/turned_private.h"

enum { POLAR = 20 }; /* iterations: four are enough for moderate strains */

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
    SN_ASSERT(!inside || full->node_size[i] == 3);
    t->inner_size[i] = inside ? full->node_size[i] : 0;
    t->rest_size[i] = inside && !t->is_port[i] ? 0 : full->node_size[i];
  }
  for (int i = 0; i < s->n_block; i++) {
    const int inside = t->of_block[i] >= 0;
    SN_ASSERT(!inside || full->multipliers[i] % 3 ==
                             0); /* of sums: forces in ground axes; of its frame: rows in axes of the mesh */
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
    const int n = 3 * t->mesh[m].n_port;
    most = n > most ? n : most;
    t->mesh[m].S = SN_NEW(arena, double, n *n);
    if (!t->mesh[m].S) {
      return no_memory(error);
    }
  }
  t->Z = SN_NEW(arena, double, (size_t)t->inner.n * 3 * (size_t)t->n_port);
  t->y = SN_NEW(arena, double, t->inner.n);
  t->local = SN_NEW(arena, double, most *(most + 2));
  return t->Z && t->y && t->local ? SN_OK : no_memory(error);
}

void sn_turned_free(sn_turned *t)
{
  if (t) {
    sn_lin_free(t->inner.lin);
    sn_lin_free(t->rest.lin);
  }
}

/* ---- the factor */

/* S = W^-1, symmetric but for round-off. */
static sn_status invert(const sn_turned *t, turned_mesh *m)
{
  const int n = 3 * m->n_port;
  int info = 0, pivot[3 * 64];
  double *W = t->local;
  SN_ASSERT(n <= (int)(sizeof pivot / sizeof *pivot));
  for (int j = 0; j < n; j++) {
    const double *z = t->Z + (size_t)t->inner.n * (size_t)(3 * m->first_port + j);
    for (int i = 0; i < n; i++) {
      W[j * n + i] = z[t->inner.node_first[t->port[m->first_port + i / 3]] + i % 3];
      m->S[j * n + i] = i == j;
    }
  }
  dgetrf_(&n, &n, W, &n, pivot, &info);
  if (info == 0) {
    dgetrs_("N", &n, &n, W, &n, pivot, m->S, &n, &info, 1);
  }
  return info == 0 ? SN_OK : SN_ESINGULAR; /* ports that are not independent */
}

sn_status sn_turned_factor(sn_turned *t, double h, int *factorisations)
{
  sn_assembler *a = t->all;
  SN_ASSERT(h > 0 && a->kernel->draw && a->kernel->places && a->kernel->put);
  if (t->h == h) {
    return SN_OK;
  }
  t->h = 0;
  ++*factorisations;
  a->kernel->draw(a->x);
  sn_assembler_restart(a);
  sn_assembler_evaluate(a);
  sn_assembler_assemble(a, SN_ASSEMBLE_MESHES, &t->inner);
  SN_TRY(sn_lin_factor(t->inner.lin));
  for (int j = 0; j < 3 * t->n_port; j++) {
    double *z = t->Z + (size_t)t->inner.n * (size_t)j;
    memset(z, 0, sizeof(double) * (size_t)t->inner.n);
    z[t->inner.node_first[t->port[j / 3]] + j % 3] = 1;
    SN_TRY(sn_lin_solve_blindly(t->inner.lin, z));
  }
  for (int m = 0; m < t->n_mesh; m++) {
    if (t->mesh[m].n_port > 0) {
      SN_TRY(invert(t, t->mesh + m));
    }
  }
  t->h = h;
  return SN_OK;
}

/* ---- rotations of the iterate */

/* The nearest rotation of a deformation gradient; 0: it is turned inside out, or no number. */
static int polar(sn_m3 F, sn_m3 *out)
{
  if (!(v3_dot(F.c[0], v3_cross(F.c[1], F.c[2])) > 0)) {
    return 0;
  }
  for (int i = 0; i < POLAR; i++) {
    const sn_m3 dual = m3_dual(F);
    double change = 0;
    for (int k = 0; k < 3; k++) {
      const sn_v3 next = v3_scale(0.5, v3_add(F.c[k], dual.c[k]));
      change = fmax(change, v3_norm(v3_sub(next, F.c[k])));
      F.c[k] = next;
    }
    if (change < 1e-14) {
      break;
    }
  }
  *out = F;
  return 1;
}

/* 1: a point of a mesh, not a sum */
static int is_point(const sn_turned *t, int node)
{
  return t->of_node[node] >= 0 && sn_has_place(t->s, t->s->node + node);
}

/* Mean deformation gradients and centres of the iterate. */
static void find_means(sn_turned *t)
{
  const sn_assembler *a = t->all;
  const sn_v3 none = {{0, 0, 0}};
  const sn_m3 zero = {{none, none, none}};
  for (int m = 0; m < t->n_mesh; m++) {
    turned_mesh *c = t->mesh + m;
    c->first = c->stage = c->end = zero;
    c->from = c->to = none;
  }
  for (int i = 0; i < t->s->n_node; i++) {
    if (is_point(t, i)) {
      const sn_v3 b = t->slope[i];
      turned_mesh *m = t->mesh + t->of_node[i];
      const sn_path_places p = a->kernel->places(a->x, t->s->node[i].vector[0]);
      for (int k = 0; k < 3; k++) {
        m->first.c[k] = v3_axpy(m->first.c[k], b.x[k], p.start);
        m->stage.c[k] = v3_axpy(m->stage.c[k], b.x[k], p.stage);
        m->end.c[k] = v3_axpy(m->end.c[k], b.x[k], p.end);
      }
      m->from = v3_axpy(m->from, 1.0 / m->n_point, p.start);
      m->to = v3_axpy(m->to, 1.0 / m->n_point, p.end);
    }
  }
}

static int find_rotations(sn_turned *t)
{
  int good = 1;
  find_means(t);
  for (int m = 0; m < t->n_mesh && good; m++) {
    good = polar(t->mesh[m].stage, &t->mesh[m].row) && polar(t->mesh[m].end, &t->mesh[m].column);
  }
  return good;
}

/* Puts the vector that a block defines where its terms are: point 0 of the block is the vector minus its sum. */
static void put_sum(sn_assembler *a, const sn_block *b)
{
  sn_v3 sum = {{0, 0, 0}};
  SN_ASSERT(b->is_sum && b->w_vector[b->w_first[0]] == 0 && b->w_value[b->w_first[0]] == 1);
  for (int k = b->w_first[0] + 1; k < b->w_first[1]; k++) {
    sum = v3_axpy(sum, -b->w_value[k], a->kernel->places(a->x, b->vector[b->w_vector[k]]).end);
  }
  a->kernel->put(a->x, b->vector[0], sum);
}

void sn_turned_start(sn_turned *t)
{
  sn_assembler *a = t->all;
  sn_m3 before, after;
  find_means(t);
  for (int m = 0; m < t->n_mesh; m++) {
    turned_mesh *c = t->mesh + m;
    c->column = m3_identity();
    if (polar(c->first, &before) && polar(c->end, &after)) {
      const sn_m3 back = {{m3_tmul(before, v3(1, 0, 0)), m3_tmul(before, v3(0, 1, 0)), m3_tmul(before, v3(0, 0, 1))}};
      c->column = m3_mul3(after, back);
    }
  }
  for (int i = 0; i < t->s->n_node; i++) {
    if (is_point(t, i)) {
      const turned_mesh *c = t->mesh + t->of_node[i];
      const int vector = t->s->node[i].vector[0];
      const sn_v3 arm = v3_sub(a->kernel->places(a->x, vector).start, c->from);
      a->kernel->put(a->x, vector, v3_add(c->to, m3_mul(c->column, arm)));
    }
  }
  for (int i = 0; i < t->s->n_block; i++) { /* sums of sums come after these */
    if (t->of_block[i] >= 0 && t->s->block[i].is_sum) {
      put_sum(a, t->s->block + i);
    }
  }
  sn_assembler_restart(a);
}

/* ---- an iteration */

static sn_v3 take(const double *x)
{
  return v3(x[0], x[1], x[2]);
}
static void put(double *x, sn_v3 v)
{
  for (int k = 0; k < 3; k++) {
    x[k] = v.x[k];
  }
}

/* The matrix of the rest: its own, and Qr S Qc^T of every mesh. */
static void fill_rest(sn_turned *t)
{
  sn_assembler_assemble(t->all, SN_ASSEMBLE_REST, &t->rest);
  for (int m = 0; m < t->n_mesh; m++) {
    const turned_mesh *c = t->mesh + m;
    const int n = 3 * c->n_port;
    for (int j = 0; j < c->n_port; j++) { /* Qr S Qc^T, by rows */
      for (int i = 0; i < c->n_port; i++) {
        sn_m3 B;
        for (int k = 0; k < 3; k++) {
          B.c[k] = m3_mul(c->row, take(c->S + (3 * j + k) * n + 3 * i));
        }
        for (int k = 0; k < 3; k++) { /* column k of B Qc^T: sum over l of B_l Qc_kl */
          sn_v3 col = {{0, 0, 0}};
          for (int l = 0; l < 3; l++) {
            col = v3_axpy(col, c->column.c[l].x[k], B.c[l]);
          }
          for (int r = 0; r < 3; r++) {
            t->local[(3 * i + r) * n + 3 * j + k] = col.x[r];
          }
        }
      }
    }
    if (n > 0) {
      sn_layout_add(&t->rest, t->rest.first_more + m, t->local);
    }
  }
}

sn_status sn_turned_assemble(sn_turned *t)
{
  if (!find_rotations(t)) {
    return SN_ENOCONV;
  }
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
    if (t->of_node[i] >= 0) {
      const sn_v3 r = take(full->rhs + full->node_first[i]);
      put(t->y + t->inner.node_first[i], m3_tmul(t->mesh[t->of_node[i]].row, r));
    }
  }
  for (int i = 0; i < t->s->n_block; i++) {
    for (int k = 0; k < t->inner_rows[i]; k += 3) {
      const sn_v3 r = take(full->rhs + full->block_first[i] + k);
      put(t->y + t->inner.block_first[i] + k, t->s->block[i].is_sum ? m3_tmul(t->mesh[t->of_block[i]].row, r) : r);
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
    const int n = 3 * c->n_port;
    for (int i = 0; i < c->n_port; i++) {
      sn_v3 f = {{0, 0, 0}};
      for (int j = 0; j < n; j++) {
        const double y = t->y[t->inner.node_first[t->port[c->first_port + j / 3]] + j % 3];
        f = v3_axpy(f, y, take(c->S + j * n + 3 * i));
      }
      put(rhs + t->rest.node_first[t->port[c->first_port + i]], m3_mul(c->row, f));
    }
  }
}

/* y becomes y - Z phi, phi = S (y - Qc^T delta) at the ports: what the rest does to the mesh. */
static void bring_back(sn_turned *t, const turned_mesh *c)
{
  const int n = 3 * c->n_port;
  double *gap = t->local, *phi = t->local + n;
  for (int i = 0; i < c->n_port; i++) {
    const int node = t->port[c->first_port + i];
    const sn_v3 moved = m3_tmul(c->column, take(t->rest.rhs + t->rest.node_first[node]));
    put(gap + 3 * i, v3_sub(take(t->y + t->inner.node_first[node]), moved));
  }
  for (int i = 0; i < n; i++) {
    phi[i] = 0;
    for (int j = 0; j < n; j++) {
      phi[i] += c->S[j * n + i] * gap[j];
    }
  }
  for (int j = 0; j < n; j++) {
    const double *z = t->Z + (size_t)t->inner.n * (size_t)(3 * c->first_port + j);
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
      put(full->rhs + full->node_first[i], m3_mul(t->mesh[t->of_node[i]].column, take(t->y + t->inner.node_first[i])));
    }
    for (int k = 0; k < t->rest_size[i] && t->of_node[i] < 0; k++) {
      full->rhs[full->node_first[i] + k] = t->rest.rhs[t->rest.node_first[i] + k];
    }
  }
  for (int i = 0; i < t->s->n_block; i++) {
    for (int k = 0; k < t->inner_rows[i]; k += 3) {
      const sn_v3 x = take(t->y + t->inner.block_first[i] + k);
      put(full->rhs + full->block_first[i] + k, t->s->block[i].is_sum ? m3_mul(t->mesh[t->of_block[i]].column, x) : x);
    }
    for (int k = 0; k < t->rest_rows[i]; k++) {
      full->rhs[full->block_first[i] + k] = t->rest.rhs[t->rest.block_first[i] + k];
    }
  }
}

sn_status sn_turned_solve(sn_turned *t)
{
  SN_ASSERT(t->h > 0 && t->inner.lin);
  SN_TRY(solve_meshes(t));
  if (t->rest.n > 0) {
    load_rest(t);
    SN_TRY(sn_layout_solve(&t->rest, t->s->n_node, t->careful));
  }
  for (int m = 0; m < t->n_mesh; m++) {
    if (t->mesh[m].n_port > 0) {
      bring_back(t, t->mesh + m);
    }
  }
  hand_over(t);
  return SN_OK;
}
