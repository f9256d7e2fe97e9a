/* parts/solid_reduce.c -- from shapes to few places: fields, own places, weights of all nodes, stiffness.
 * What:    the three components of every shape are fields of their own, each of which moves along three directions: so the mass is constant, and
 *          a rigid motion of any size is exact. Unknowns are not amplitudes but places, as many as there are fields: means and moments of
 *          surfaces, then nodes, chosen so that they tell the fields well. Weight, momenta and joints then need nothing new.
 * Theory:  docs/theory-solids.md, (V19), (V20).
 * Tests:   tests/solids/test_modal.c
 */
#include <math.h>
#include <string.h>

#include "math/lapack.h"
#include "model/model.h"
#include "parts/solid_modal.h"
#include "system/kernel.h"

static const double dependent = 1e-5; /* of its size: a field that others make up */
static const double noise = 1e-7;     /* of its shape: a component that vanishes but for round-off */
static const double told = 0.05;      /* and a place that others tell */

enum { FRAME = 4 }; /* vectors of what holds it, or directors of its own frame */

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the shapes of a solid");
}

/* ---- fields */

typedef struct {
  int n_node, n, most;
  double *F; /* most x n_node, orthonormal in the mass */
  double *MF;
} fields;

/* out = M f for a field: one number per node */
static void weigh(const sn_solid_frozen *f, const double *field, double *out)
{
  const sn_solid_mesh *m = f->mesh;
  const double density = ((const sn_solid *)f->item->param)->density;
  memset(out, 0, sizeof *out * (size_t)m->n_node);
  for (int e = 0; e < m->n_element; e++) {
    const sn_solid_kind *k = f->kind[e];
    const int *node = m->element[e].node;
    for (int a = 0; a < k->n_node; a++) {
      double sum = 0;
      for (int c = 0; c < k->n_node; c++) {
        sum += k->mass[a][c] * field[node[c]];
      }
      out[node[a]] += density * sum;
    }
  }
}

/* Makes what has been put into the next place orthonormal to those before it; nothing is added if they make it up, or if it is smaller than
   `least`. */
static void add_field(const sn_solid_frozen *f, double least, fields *x)
{
  const int N = x->n_node;
  double *g = x->F + (size_t)x->n * (size_t)N, *Mg = x->MF + (size_t)x->n * (size_t)N;
  weigh(f, g, Mg);
  const double whole = sqrt(fmax(0, sn_solid_dot(N, g, Mg)));
  double size = whole;
  for (int turn = 0; turn < 2 && size > dependent * whole; turn++) {
    for (int j = 0; j < x->n; j++) {
      const double c = sn_solid_dot(N, x->MF + (size_t)j * (size_t)N, g);
      for (int a = 0; a < N; a++) {
        g[a] -= c * x->F[(size_t)j * (size_t)N + (size_t)a];
      }
    }
    weigh(f, g, Mg);
    size = sqrt(fmax(0, sn_solid_dot(N, g, Mg)));
  }
  if (!(size > dependent * whole && size > least)) {
    return;
  }
  for (int a = 0; a < N; a++) {
    g[a] /= size;
    Mg[a] /= size;
  }
  x->n++;
}

static sn_status find_fields(const sn_solid_linear *l, const sn_solid_shapes *shapes, int most, sn_arena *arena,
                             fields *x, sn_error *error)
{
  const sn_solid_mesh *m = l->f->mesh;
  *x = (fields){.n_node = m->n_node, .most = most};
  x->F = SN_NEW(arena, double, (size_t)(most + 1) * (size_t)m->n_node);
  x->MF = SN_NEW(arena, double, (size_t)(most + 1) * (size_t)m->n_node);
  if (!x->F || !x->MF) {
    return no_memory(error);
  }
  for (int k = 0; k < 4 && l->is_free; k++) {
    for (int a = 0; a < m->n_node; a++) {
      x->F[(size_t)x->n * (size_t)m->n_node + (size_t)a] = k == 0 ? 1 : m->x[a].x[k - 1];
    }
    add_field(l->f, 0, x);
  }
  for (int s = 0; s < shapes->n; s++) {
    sn_solid_mass_times(l, shapes->u[s], l->work[0]);
    const double size = sqrt(sn_solid_dot(l->n, shapes->u[s], l->work[0]));
    for (int k = 0; k < 3; k++) {
      if (x->n == most) {
        sn_item_fail(l->f->item, SN_EINPUT, error, "Solid '%s' keeps %d shapes, which need more than %d places.",
                     l->f->item->name, shapes->n, most);
        sn_error_why(error, "%d shapes are responses to loads on surfaces, %d are vibrations; each needs three.",
                     shapes->n_static, shapes->n - shapes->n_static);
        sn_error_fix(error, "Keep fewer `modes`, hold fewer surfaces, or take formulation = \"floating\".");
        return SN_EINPUT;
      }
      for (int a = 0; a < m->n_node; a++) {
        x->F[(size_t)x->n * (size_t)m->n_node + (size_t)a] = shapes->u[s][3 * a + k];
      }
      add_field(l->f, noise * size, x);
    }
  }
  return SN_OK;
}

/* ---- own places */

/* Chosen so far: rows over the fields, each without what those before tell. */
typedef struct {
  const fields *f;
  int n;
  double *basis; /* n x fields */
  double *row;   /* scratch */
} choice;

static void row_of(const fields *f, const double *mean, double *row)
{
  for (int j = 0; j < f->n; j++) {
    row[j] = sn_solid_dot(f->n_node, mean, f->F + (size_t)j * (size_t)f->n_node);
  }
}

/* Takes the row in c->row if those before it do not tell it. */
static int take_row(choice *c)
{
  const int n = c->f->n;
  const double whole = sqrt(sn_solid_dot(n, c->row, c->row));
  for (int turn = 0; turn < 2; turn++) {
    for (int j = 0; j < c->n; j++) {
      const double *b = c->basis + (size_t)j * (size_t)n, part = sn_solid_dot(n, b, c->row);
      for (int i = 0; i < n; i++) {
        c->row[i] -= part * b[i];
      }
    }
  }
  const double size = sqrt(sn_solid_dot(n, c->row, c->row));
  if (!(size > told * whole)) {
    return 0;
  }
  for (int i = 0; i < n; i++) {
    c->basis[(size_t)c->n * (size_t)n + (size_t)i] = c->row[i] / size;
  }
  c->n++;
  return 1;
}

/* Means and moments of the surfaces that others act on. */
static sn_status choose_surfaces(const sn_solid_frozen *f, choice *c, double *at, sn_arena *arena, sn_error *error)
{
  const size_t N = (size_t)f->mesh->n_node;
  for (int k = 0; k < f->mesh->n_surface; k++) {
    const sn_solid_surface *s = f->mesh->surface + k;
    sn_solid_weights w;
    if (!sn_solid_is_loaded(f, s)) {
      continue;
    }
    SN_TRY(sn_solid_weights_of(f->mesh, s, arena, &w, error));
    for (int j = 0; j < 4 && c->n < c->f->n; j++) { /* the mean, and the mean with a moment: a place as well */
      double *row = at + (size_t)c->n * N;
      memset(row, 0, sizeof *row * N);
      for (int a = 0; a < s->n_node; a++) {
        row[s->node[a]] = w.of[a] + (j > 0 ? w.by[a][j - 1] : 0);
      }
      row_of(c->f, row, c->row);
      (void)take_row(c);
    }
  }
  return SN_OK;
}

/* Nodes for the rest: each time the one that those before tell least. rest: n_node x fields. */
static void choose_nodes(const sn_solid_frozen *f, choice *c, double *at, double *rest)
{
  const int n = c->f->n, N = f->mesh->n_node;
  for (int a = 0; a < N; a++) {
    double *r = rest + (size_t)a * (size_t)n;
    for (int j = 0; j < n; j++) {
      r[j] = c->f->F[(size_t)j * (size_t)N + (size_t)a];
    }
    for (int j = 0; j < c->n; j++) {
      const double *b = c->basis + (size_t)j * (size_t)n, part = sn_solid_dot(n, b, r);
      for (int i = 0; i < n; i++) {
        r[i] -= part * b[i];
      }
    }
  }
  while (c->n < n) {
    double most = -1;
    int best = 0;
    for (int a = 0; a < N; a++) {
      const double *r = rest + (size_t)a * (size_t)n, size = sn_solid_dot(n, r, r);
      best = size > most ? a : best;
      most = fmax(size, most);
    }
    const double *r = rest + (size_t)best * (size_t)n;
    double *b = c->basis + (size_t)c->n * (size_t)n;
    for (int i = 0; i < n; i++) {
      b[i] = r[i] / sqrt(most);
    }
    memset(at + (size_t)c->n * (size_t)N, 0, sizeof *at * (size_t)N);
    at[(size_t)c->n * (size_t)N + (size_t)best] = 1;
    c->n++;
    for (int a = 0; a < N; a++) {
      double *q = rest + (size_t)a * (size_t)n, part = sn_solid_dot(n, b, q);
      for (int i = 0; i < n; i++) {
        q[i] -= part * b[i];
      }
    }
  }
}

/* W = F T^-1, T_sj = what place s sees of field j. Rows of free bodies sum up to 1, to the last bit. */
static sn_status find_weights(const sn_solid_linear *l, const fields *f, sn_solid_modal *out, sn_arena *arena,
                              sn_error *error)
{
  const int m = f->n, N = f->n_node;
  int info = 0, *pivot = SN_NEW(arena, int, m);
  double *T = SN_NEW(arena, double, (size_t)m *(size_t)m);
  if (!T || !pivot) {
    return no_memory(error);
  }
  for (int s = 0; s < m; s++) { /* the columns of Fortran are rows here: T^T W_a = F_a */
    for (int j = 0; j < m; j++) {
      T[(size_t)s * (size_t)m + (size_t)j] =
          sn_solid_dot(N, out->at + (size_t)s * (size_t)N, f->F + (size_t)j * (size_t)N);
    }
  }
  dgetrf_(&m, &m, T, &m, pivot, &info);
  SN_REQUIRE(info == 0, error);
  for (int a = 0; a < N; a++) {
    for (int j = 0; j < m; j++) {
      out->W[(size_t)a * (size_t)m + (size_t)j] = f->F[(size_t)j * (size_t)N + (size_t)a];
    }
  }
  dgetrs_("N", &m, &N, T, &m, pivot, out->W, &m, &info, 1);
  for (int a = 0; a < N && l->is_free; a++) {
    double *w = out->W + (size_t)a * (size_t)m, sum = 0;
    for (int s = 1; s < m; s++) {
      sum += w[s];
    }
    w[0] = 1 - sum;
  }
  return SN_OK;
}

/* What velocities of nodes give to own places: of a free body T F^T M, so that momenta are kept; else what they see. */
static sn_status find_start(const sn_solid_linear *l, const fields *f, sn_solid_modal *out, sn_arena *arena,
                            sn_error *error)
{
  const int m = f->n;
  const size_t N = (size_t)f->n_node;
  if (!l->is_free) {
    out->start = out->at;
    return SN_OK;
  }
  out->start = SN_NEW(arena, double, (size_t)m *N);
  if (!out->start) {
    return no_memory(error);
  }
  for (int s = 0; s < m; s++) {
    for (int j = 0; j < m; j++) {
      const double seen = sn_solid_dot(f->n_node, out->at + (size_t)s * N, f->F + (size_t)j * N);
      for (size_t a = 0; a < N; a++) {
        out->start[(size_t)s * N + a] += seen * f->MF[(size_t)j * N + a];
      }
    }
  }
  return SN_OK;
}

/* ---- stiffness */

static sn_status find_stiffness(const sn_solid_linear *l, sn_solid_modal *out, sn_arena *arena, sn_error *error)
{
  const int m = out->m, n = 3 * m, N = l->f->mesh->n_node;
  double *u = SN_NEW(arena, double, l->n), *Ku = SN_NEW(arena, double, l->n);
  out->K = SN_NEW(arena, double, (size_t)n *(size_t)n);
  if (!u || !Ku || !out->K) {
    return no_memory(error);
  }
  for (int c = 0; c < n; c++) {
    for (int a = 0; a < N; a++) {
      for (int i = 0; i < 3; i++) {
        u[3 * a + i] = i == c % 3 ? out->W[(size_t)a * (size_t)m + (size_t)(c / 3)] : 0;
      }
    }
    sn_solid_stiffness_times(l, u, Ku);
    double *column = out->K + (size_t)c * (size_t)n;
    for (int a = 0; a < N; a++) {
      const double *w = out->W + (size_t)a * (size_t)m;
      for (int s = 0; s < m; s++) {
        for (int i = 0; i < 3; i++) {
          column[3 * s + i] += w[s] * Ku[3 * a + i];
        }
      }
    }
  }
  for (int r = 0; r < n; r++) { /* symmetric to the last bit */
    for (int c = 0; c < r; c++) {
      double *x = out->K + (size_t)r * (size_t)n + (size_t)c, *y = out->K + (size_t)c * (size_t)n + (size_t)r;
      *x = *y = 0.5 * (*x + *y);
    }
  }
  return SN_OK;
}

sn_status sn_solid_reduce(sn_solid_linear *l, const sn_solid_shapes *shapes, sn_arena *arena, sn_solid_modal *out,
                          sn_error *error)
{
  const int N = l->f->mesh->n_node, forms = SN_MAX_FORMS / 3, vectors = SN_MAX_BLOCK_VECTORS - FRAME;
  const int wanted = 4 + 3 * shapes->n, allowed = forms < vectors ? forms : vectors;
  const int most = wanted < allowed ? wanted : allowed;
  fields f;
  SN_TRY(find_fields(l, shapes, most, arena, &f, error));
  if (f.n == 0) {
    sn_item_fail(l->f->item, SN_EINPUT, error, "Solid '%s' keeps no shape at all.", l->f->item->name);
    sn_error_why(error, "It is clamped, nothing else acts on it, and it has no `modes`.");
    sn_error_fix(error, "Give it modes = 10.");
    return SN_EINPUT;
  }
  const int m = f.n;
  choice c = {.f = &f, .basis = SN_NEW(arena, double, (size_t)m *(size_t)m), .row = SN_NEW(arena, double, m)};
  double *rest = SN_NEW(arena, double, (size_t)N *(size_t)m);
  *out = (sn_solid_modal){.m = m,
                          .W = SN_NEW(arena, double, (size_t)N *(size_t)m),
                          .at = SN_NEW(arena, double, (size_t)m *(size_t)N),
                          .x = SN_NEW(arena, sn_v3, m)};
  if (!c.basis || !c.row || !rest || !out->W || !out->at || !out->x) {
    return no_memory(error);
  }
  SN_TRY(choose_surfaces(l->f, &c, out->at, arena, error));
  choose_nodes(l->f, &c, out->at, rest);
  for (int s = 0; s < m; s++) {
    for (int a = 0; a < N; a++) {
      out->x[s] = v3_axpy(out->x[s], out->at[(size_t)s * (size_t)N + (size_t)a], l->f->mesh->x[a]);
    }
  }
  SN_TRY(find_weights(l, &f, out, arena, error));
  SN_TRY(find_start(l, &f, out, arena, error));
  return find_stiffness(l, out, arena, error);
}
