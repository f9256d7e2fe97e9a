/* parts/solid_linear.c -- the drawn solid as a linear body: its stiffness and mass, its response to loads at rest, its vibrations.
 * How:     K + shift M is factored once, shift far below the lowest vibration: that is definite for free bodies, too. What the shift changes in a
 *          response is taken away by iterations.
 * Theory:  docs/theory-solids.md, (V17), (V18).
 * Tests:   tests/solids/test_modal.c
 */
#include <math.h>
#include <string.h>

#include "math/eigen.h"
#include "parts/solid_modal.h"

enum { SIX = SN_SOLID_STRAINS, NODES = SN_SOLID_NODES, TURNS = 100 };
static const double small_shift = 1e-9; /* of the highest vibration, squared */
static const double same = 1e-13;       /* a response that changes by less is found */

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the shapes of a solid");
}

double sn_solid_dot(int n, const double *a, const double *b)
{
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += a[i] * b[i];
  }
  return sum;
}

void sn_solid_gradient(const sn_solid_frozen *f, int e, int g, const double *u, double G[3][3])
{
  const sn_solid_kind *k = f->kind[e];
  const int *node = f->mesh->element[e].node;
  memset(G, 0, sizeof(double[3][3]));
  for (int a = 0; a < k->n_node; a++) {
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        G[i][j] += u[3 * node[a] + i] * k->slope[g][j][a];
      }
    }
  }
}

/* Six strains at point g of element e by displacements of all nodes. */
static void strains_of(const sn_solid_frozen *f, int element, int g, const double *u, double e[SIX])
{
  double G[3][3];
  sn_solid_gradient(f, element, g, u, G);
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3;
    e[i] = G[i][i];
    e[3 + i] = G[i][j] + G[j][i];
  }
}

void sn_solid_stiffness_times(const sn_solid_linear *l, const double *u, double *out)
{
  const sn_solid_mesh *m = l->f->mesh;
  memset(out, 0, sizeof *out * (size_t)l->n);
  for (int e = 0; e < m->n_element; e++) {
    const sn_solid_kind *k = l->f->kind[e];
    const int *node = m->element[e].node;
    for (int g = 0; g < k->n_point; g++) {
      double strain[SIX], s[SIX];
      strains_of(l->f, e, g, u, strain);
      for (int i = 0; i < SIX; i++) {
        s[i] = 0;
        for (int j = 0; j < SIX; j++) {
          s[i] += l->f->D[i][j] * strain[j];
        }
        s[i] *= k->weight[g];
      }
      const double S[3][3] = {{s[0], s[3], s[5]}, {s[3], s[1], s[4]}, {s[5], s[4], s[2]}};
      for (int a = 0; a < k->n_node; a++) {
        for (int i = 0; i < 3; i++) {
          for (int j = 0; j < 3; j++) {
            out[3 * node[a] + i] += S[i][j] * k->slope[g][j][a];
          }
        }
      }
    }
  }
  for (int a = 0; a < m->n_node; a++) {
    if (l->held[a]) {
      memset(out + 3 * a, 0, 3 * sizeof *out);
    }
  }
}

void sn_solid_mass_times(const sn_solid_linear *l, const double *u, double *out)
{
  const sn_solid_mesh *m = l->f->mesh;
  const double density = ((const sn_solid *)l->f->item->param)->density;
  memset(out, 0, sizeof *out * (size_t)l->n);
  for (int e = 0; e < m->n_element; e++) {
    const sn_solid_kind *k = l->f->kind[e];
    const int *node = m->element[e].node;
    for (int a = 0; a < k->n_node; a++) {
      for (int c = 0; c < k->n_node; c++) {
        for (int i = 0; i < 3; i++) {
          out[3 * node[a] + i] += density * k->mass[a][c] * u[3 * node[c] + i];
        }
      }
    }
  }
}

/* ---- the factor */

/* K, and M behind it, of element e: 3 n x 3 n by rows */
static void element_matrices(const sn_solid_frozen *f, int e, double *K, double *M)
{
  const sn_solid_kind *k = f->kind[e];
  const double density = ((const sn_solid *)f->item->param)->density;
  const int n = 3 * k->n_node;
  memset(K, 0, sizeof *K * (size_t)(n * n));
  memset(M, 0, sizeof *M * (size_t)(n * n));
  for (int g = 0; g < k->n_point; g++) {
    double B[SIX][3 * NODES] = {{0}}, DB[SIX][3 * NODES];
    for (int a = 0; a < k->n_node; a++) {
      for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3;
        B[i][3 * a + i] = k->slope[g][i][a];
        B[3 + i][3 * a + i] = k->slope[g][j][a];
        B[3 + i][3 * a + j] = k->slope[g][i][a];
      }
    }
    for (int i = 0; i < SIX; i++) {
      for (int c = 0; c < n; c++) {
        DB[i][c] = 0;
        for (int j = 0; j < SIX; j++) {
          DB[i][c] += k->weight[g] * f->D[i][j] * B[j][c];
        }
      }
    }
    for (int r = 0; r < n; r++) {
      for (int i = 0; i < SIX; i++) {
        for (int c = 0; c < n && B[i][r] != 0; c++) {
          K[r * n + c] += B[i][r] * DB[i][c];
        }
      }
    }
  }
  for (int a = 0; a < k->n_node; a++) {
    for (int c = 0; c < k->n_node; c++) {
      for (int i = 0; i < 3; i++) {
        M[(3 * a + i) * n + 3 * c + i] = density * k->mass[a][c];
      }
    }
  }
}

/* Far below the lowest vibration and far above round-off: a part of the largest ratio of diagonals. */
static double find_shift(const sn_solid_frozen *f, double *K, double *M)
{
  double most = 0;
  for (int e = 0; e < f->mesh->n_element; e++) {
    if (e > 0 && f->kind[e] == f->kind[e - 1]) {
      continue;
    }
    const int n = 3 * f->kind[e]->n_node;
    element_matrices(f, e, K, M);
    for (int i = 0; i < n; i++) {
      most = fmax(most, K[i * n + i] / M[i * n + i]);
    }
  }
  return small_shift * most;
}

static sn_status factor(sn_solid_linear *l, sn_arena *arena, sn_error *error)
{
  const sn_solid_mesh *m = l->f->mesh;
  int *size = SN_NEW(arena, int, m->n_node), *first = SN_NEW(arena, int, m->n_node);
  int *count = SN_NEW(arena, int, m->n_element), *none = SN_NEW(arena, int, m->n_element);
  const int **node = sn_arena_get(arena, (size_t)m->n_element, sizeof *node);
  const int **unknown = sn_arena_get(arena, (size_t)m->n_element, sizeof *unknown);
  double *K = SN_NEW(arena, double, 9 * NODES * NODES), *M = SN_NEW(arena, double, 9 * NODES * NODES);
  if (!size || !first || !count || !none || !node || !unknown || !K || !M) {
    return no_memory(error);
  }
  for (int a = 0; a < m->n_node; a++) {
    size[a] = l->held[a] ? 0 : 3;
  }
  for (int e = 0; e < m->n_element; e++) {
    node[e] = m->element[e].node;
    count[e] = sn_mesh_facts(m->element[e].type)->n_node;
  }
  const sn_order_input order = {.n_node = m->n_node,
                                .node_size = size,
                                .n_group = m->n_element,
                                .group_node = node,
                                .group_count = count,
                                .group_size = none};
  int *group = SN_NEW(arena, int, m->n_element);
  const int n = group ? sn_order(&order, arena, first, group) : -1;
  if (n < 0) {
    return no_memory(error);
  }
  for (int e = 0; e < m->n_element; e++) {
    int *u = SN_NEW(arena, int, 3 * count[e]);
    if (!u) {
      return no_memory(error);
    }
    for (int a = 0; a < count[e]; a++) {
      for (int i = 0; i < 3; i++) {
        u[3 * a + i] = l->held[node[e][a]] ? -1 : first[node[e][a]] + i;
      }
    }
    count[e] *= 3;
    unknown[e] = u;
  }
  for (int a = 0; a < m->n_node; a++) {
    l->unknown[a] = l->held[a] ? -1 : first[a];
  }
  const sn_lin_pattern pattern = {
      .n = n, .n_element = m->n_element, .count = count, .unknown = unknown, .symmetric = 1};
  SN_TRY(sn_lin_new(&pattern, arena, &l->lin, error));
  l->shift = find_shift(l->f, K, M);
  sn_lin_clear(l->lin);
  for (int e = 0; e < m->n_element; e++) {
    element_matrices(l->f, e, K, M);
    for (int i = 0; i < count[e] * count[e]; i++) {
      K[i] += l->shift * M[i];
    }
    sn_lin_add(l->lin, e, K);
  }
  if (sn_lin_factor(l->lin) != SN_OK) {
    sn_failf(error, SN_ESINGULAR, "Solid '%s' has no definite stiffness: it cannot be reduced to modes.",
             l->f->item->name);
    sn_error_fix(error, "Look for pieces that hang together by single nodes.");
    return SN_ESINGULAR;
  }
  return SN_OK;
}

/* (K + shift M)^-1 r */
static sn_status solve(const sn_solid_linear *l, const double *r, double *x)
{
  const int n_node = l->f->mesh->n_node;
  double *b = l->work[2];
  for (int a = 0; a < n_node; a++) {
    for (int i = 0; i < 3 && !l->held[a]; i++) {
      b[l->unknown[a] + i] = r[3 * a + i];
    }
  }
  SN_TRY(sn_lin_solve(l->lin, b));
  for (int a = 0; a < n_node; a++) {
    for (int i = 0; i < 3; i++) {
      x[3 * a + i] = l->held[a] ? 0 : b[l->unknown[a] + i];
    }
  }
  return SN_OK;
}

/* ---- rigid motions */

static void add_rigid(sn_solid_linear *l)
{
  const sn_solid_mesh *m = l->f->mesh;
  sn_v3 centre = {{0, 0, 0}};
  for (int a = 0; a < m->n_node; a++) {
    centre = v3_axpy(centre, 1.0 / m->n_node, m->x[a]);
  }
  for (int k = 0; k < 6; k++) {
    double *u = l->rigid[k];
    sn_v3 axis = {{0, 0, 0}};
    axis.x[k % 3] = 1;
    for (int a = 0; a < m->n_node; a++) {
      v3_put(k < 3 ? axis : v3_cross(axis, v3_sub(m->x[a], centre)), u + 3 * a);
    }
    for (int turn = 0; turn < 2; turn++) {
      sn_solid_mass_times(l, u, l->work[0]);
      for (int j = 0; j < k; j++) {
        const double c = sn_solid_dot(l->n, l->rigid[j], l->work[0]);
        for (int i = 0; i < l->n; i++) {
          u[i] -= c * l->rigid[j][i];
        }
      }
    }
    sn_solid_mass_times(l, u, l->work[0]);
    const double size = sqrt(sn_solid_dot(l->n, u, l->work[0]));
    for (int i = 0; i < l->n; i++) {
      u[i] /= size;
    }
  }
}

sn_status sn_solid_linear_new(const sn_solid_frozen *f, const unsigned char *held, int is_free, sn_arena *arena,
                              sn_solid_linear *out, sn_error *error)
{
  const int n = 3 * f->mesh->n_node;
  int good = 1;
  *out = (sn_solid_linear){
      .f = f, .held = held, .is_free = is_free, .n = n, .unknown = SN_NEW(arena, int, f->mesh->n_node)};
  for (int k = 0; k < 6; k++) {
    out->rigid[k] = SN_NEW(arena, double, n);
    good = good && out->rigid[k];
  }
  for (int k = 0; k < 3; k++) {
    out->work[k] = SN_NEW(arena, double, n);
    good = good && out->work[k];
  }
  if (!good || !out->unknown) {
    return no_memory(error);
  }
  if (is_free) {
    add_rigid(out);
  }
  return factor(out, arena, error);
}

/* Takes rigid motions out of u: those that M sees. */
static void take_rigid(const sn_solid_linear *l, double *u)
{
  for (int k = 0; k < 6 && l->is_free; k++) {
    sn_solid_mass_times(l, l->rigid[k], l->work[0]);
    const double c = sn_solid_dot(l->n, l->work[0], u);
    for (int i = 0; i < l->n; i++) {
      u[i] -= c * l->rigid[k][i];
    }
  }
}

sn_status sn_solid_respond(sn_solid_linear *l, const double *load, double *u)
{
  double *r = l->work[1], last = INFINITY;
  memset(u, 0, sizeof *u * (size_t)l->n);
  for (int turn = 0; turn < TURNS; turn++) {
    sn_solid_stiffness_times(l, u, r);
    for (int i = 0; i < l->n; i++) {
      r[i] = load[i] - r[i];
    }
    for (int k = 0; k < 6 && l->is_free; k++) { /* against the inertia of a rigid motion */
      const double c = sn_solid_dot(l->n, l->rigid[k], r);
      sn_solid_mass_times(l, l->rigid[k], l->work[0]);
      for (int i = 0; i < l->n; i++) {
        r[i] -= c * l->work[0][i];
      }
    }
    SN_TRY(solve(l, r, r));
    take_rigid(l, r);
    double change = 0, size = 0;
    for (int i = 0; i < l->n; i++) {
      u[i] += r[i];
      change = fmax(change, fabs(r[i]));
      size = fmax(size, fabs(u[i]));
    }
    if (change <= same * size || (turn > 3 && !(change < 0.9 * last))) {
      break;
    }
    last = change;
  }
  return SN_OK;
}

/* ---- vibrations */

static sn_status pencil_solve(void *data, const double *r, double *x)
{
  return solve(data, r, x);
}
static void pencil_weigh(void *data, const double *x, double *r)
{
  const sn_solid_linear *l = data;
  sn_solid_mass_times(l, x, r);
  for (int a = 0; a < l->f->mesh->n_node; a++) {
    if (l->held[a]) {
      memset(r + 3 * a, 0, 3 * sizeof *r);
    }
  }
}

sn_status sn_solid_vibrations(sn_solid_linear *l, int *count, double *const *u, double *hertz, sn_arena *arena,
                              sn_error *error)
{
  const int rigid = l->is_free ? 6 : 0, most = *count;
  const sn_pencil pencil = {.n = l->n, .data = l, .solve = pencil_solve, .weigh = pencil_weigh};
  sn_eigenpairs pairs;
  int n = 0;
  if (most == 0) {
    return SN_OK;
  }
  SN_TRY(sn_eigen_symmetric(&pencil, most + rigid, SN_EIGEN_ANY, arena, &pairs, error));
  for (int k = rigid; k < pairs.n && n < most; k++) { /* rigid motions have the largest: 1/shift */
    const double square = 1 / pairs.re[k] - l->shift;
    if (!(square > 0)) {
      continue;
    }
    memcpy(u[n], pairs.x_re + (size_t)k * (size_t)l->n, sizeof **u * (size_t)l->n);
    take_rigid(l, u[n]);
    hertz[n++] = sqrt(square) / (2 * 3.14159265358979323846);
  }
  *count = n;
  return SN_OK;
}
