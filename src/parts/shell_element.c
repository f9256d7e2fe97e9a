/* parts/shell_element.c -- the forms of a shell element with four or nine nodes, and the one matrix that replaces its quadrature.
 * What:    strains at tying points: 28 of four nodes (MITC4), 44 of nine (MITC9); membrane first, then bending, then shear, so that the
 *          matrix falls into blocks where the section does not couple them.
 * Theory:  docs/theory-shells.md, (S3) strains, (S5) tying, (S6) basis of the centre, (S8) the matrix.
 * Tests:   tests/shells/test_shell.c, tests/shells/test_statics.c
 */
#include "parts/shell.h"

#include <string.h>

#include "system/guard.h"

/* ---- shape functions */

void sn_shell_shape_at(int order, double xi, double eta, sn_shell_shape *out)
{
  SN_ASSERT(order >= 1 && order <= SN_SHELL_ORDER);
  const int n = order + 1;
  double a[SN_LINE_NODES], da[SN_LINE_NODES], b[SN_LINE_NODES], db[SN_LINE_NODES];
  sn_line_shape(order, xi, a, da);
  sn_line_shape(order, eta, b, db);
  for (int k = 0; k < n * n; k++) {
    out->N[k] = a[k % n] * b[k / n];
    out->by[0][k] = da[k % n] * b[k / n];
    out->by[1][k] = a[k % n] * db[k / n];
  }
}

/* ---- tying: every component is known on a grid of its own, and a polynomial between */

enum { S11, S22, S12, SHEAR1, SHEAR2, FAMILIES };
typedef struct {
  int n[2];
  double at[2][3];
} grid;
#define TWO                                  \
  {                                          \
    0.21132486540518712, 0.78867513459481288 \
  }
#define THREE                                     \
  {                                               \
    0.11270166537925831, 0.5, 0.88729833462074169 \
  }
static const grid tying[SN_SHELL_ORDER][FAMILIES] = {{{{2, 2}, {TWO, TWO}},
                                                      {{2, 2}, {TWO, TWO}},
                                                      {{2, 2}, {TWO, TWO}},
                                                      {{1, 2}, {{0.5}, {0, 1}}},
                                                      {{2, 1}, {{0, 1}, {0.5}}}},
                                                     {{{2, 3}, {TWO, THREE}},
                                                      {{3, 2}, {THREE, TWO}},
                                                      {{2, 2}, {TWO, TWO}},
                                                      {{2, 3}, {TWO, THREE}},
                                                      {{3, 2}, {THREE, TWO}}}};

/* Components in the order of resultants, with their family. */
static const int family_of[8] = {S11, S22, S12, S11, S22, S12, SHEAR1, SHEAR2};

static int points_of(int order, int component)
{
  const grid *g = &tying[order - 1][family_of[component]];
  return g->n[0] * g->n[1];
}

/* First strain of a component. */
static int first_of(int order, int component)
{
  int n = 0;
  for (int k = 0; k < component; k++) {
    n += points_of(order, k);
  }
  return n;
}

int sn_shell_strains(int order)
{
  return first_of(order, 8);
}

void sn_shell_tying_point(int order, int component, int k, double at[2])
{
  SN_ASSERT(component >= 0 && component < 8 && k >= 0);
  const grid *g = &tying[order - 1][family_of[component]];
  at[0] = g->at[0][k % g->n[0]];
  at[1] = g->at[1][k / g->n[0]];
}

static double lagrange(int n, const double *at, int i, double x)
{
  double w = 1;
  for (int k = 0; k < n; k++) {
    w *= k == i ? 1 : (x - at[k]) / (at[i] - at[k]);
  }
  return w;
}

/* Weights of the strains of a component at a point. */
static void interpolate(int order, int component, double xi, double eta, double *w)
{
  const grid *g = &tying[order - 1][family_of[component]];
  for (int k = 0; k < g->n[0] * g->n[1]; k++) {
    w[k] = lagrange(g->n[0], g->at[0], k % g->n[0], xi) * lagrange(g->n[1], g->at[1], k / g->n[0], eta);
  }
}

/* ---- reference geometry */

void sn_shell_slopes(const sn_shell_frozen *f, int e, const sn_shell_shape *s, const sn_v3 *of, sn_v3 by[2])
{
  SN_ASSERT(e >= 0 && e < sn_shell_elements(&f->grid));
  const int n = (f->grid.order + 1) * (f->grid.order + 1);
  by[0] = by[1] = v3(0, 0, 0);
  for (int a = 0; a < n; a++) {
    const sn_v3 x = of[sn_shell_node_of(&f->grid, e, a)];
    by[0] = v3_axpy(by[0], s->by[0][a], x);
    by[1] = v3_axpy(by[1], s->by[1][a], x);
  }
}

sn_v3 sn_shell_value(const sn_shell_frozen *f, int e, const sn_shell_shape *s, const sn_v3 *of)
{
  SN_ASSERT(e >= 0 && e < sn_shell_elements(&f->grid));
  const int n = (f->grid.order + 1) * (f->grid.order + 1);
  sn_v3 x = v3(0, 0, 0);
  for (int a = 0; a < n; a++) {
    x = v3_axpy(x, s->N[a], of[sn_shell_node_of(&f->grid, e, a)]);
  }
  return x;
}

sn_status sn_shell_bad_element(const sn_shell_frozen *f, int e, sn_v3 x, const char *what, const char *fix,
                               sn_error *error)
{
  char name[48];
  sn_item_fail(f->item, SN_EINPUT, error, "Element %s of shell '%s' %s.", sn_shell_element_name(&f->grid, e, name),
               f->item->name, what);
  sn_error_why(error, "It is at (%.6g, %.6g, %.6g)%s.", x.x[0], x.x[1], x.x[2],
               f->grid.mesh ? "" : "; elements are counted along u and along v");
  sn_error_fix(error, "%s", fix);
  return SN_EINPUT;
}

sn_status sn_shell_metric_at(const sn_shell_frozen *f, int e, double xi, double eta, sn_shell_metric *out,
                             sn_error *error)
{
  SN_REQUIRE(e >= 0 && e < sn_shell_elements(&f->grid), error);
  sn_shell_shape s;
  double uv[2];
  sn_shell_shape_at(f->grid.order, xi, eta, &s);
  sn_shell_slopes(f, e, &s, f->X, out->G);
  const sn_v3 across = v3_cross(out->G[0], out->G[1]);
  out->J = v3_norm(across);
  out->normal = v3_scale((v3_dot(across, sn_shell_value(f, e, &s, f->D)) < 0 ? -1 : 1) / out->J, across);
  sn_shell_at(&f->grid, e, xi, eta, uv);
  const sn_v3 wanted = sn_shell_direction(&f->grid, uv, out->normal), way = isnan(wanted.x[0]) ? out->G[0] : wanted;
  const sn_v3 flat = v3_axpy(way, -v3_dot(way, out->normal), out->normal);
  if (!(v3_norm(flat) > 0.1 * v3_norm(way))) {
    return sn_shell_bad_element(f, e, sn_shell_value(f, e, &s, f->X), "has `along` across its surface",
                                "Give a direction that lies along the surface, or leave it out: it is then that of u.",
                                error);
  }
  out->axis[0] = v3_unit(flat);
  out->axis[1] = v3_cross(out->normal, out->axis[0]);
  return SN_OK;
}

/* The basis that components are tied in: of the centre of the element, or that of the point itself. */
typedef struct {
  int own;
  sn_v3 C[2];
} basis;

static basis basis_of(const sn_shell_frozen *f, int e)
{
  SN_ASSERT(e >= 0 && e < sn_shell_elements(&f->grid));
  basis b = {.own = f->covariant || f->grid.order == 1};
  sn_shell_shape s;
  sn_shell_shape_at(f->grid.order, 0.5, 0.5, &s);
  sn_shell_slopes(f, e, &s, f->X, b.C);
  return b;
}

/* Contravariant vectors of two vectors in a plane with unit normal n. */
static void dual(const sn_v3 G[2], sn_v3 n, sn_v3 out[2])
{
  const double J = v3_dot(v3_cross(G[0], G[1]), n);
  out[0] = v3_scale(1 / J, v3_cross(G[1], n));
  out[1] = v3_scale(1 / J, v3_cross(n, G[0]));
}

/* Derivatives along the basis by those by xi and eta. */
static void turn_basis(const sn_shell_frozen *f, int e, const basis *b, const sn_shell_shape *s, double out[2][2])
{
  sn_v3 G[2], up[2];
  sn_shell_slopes(f, e, s, f->X, G);
  dual(G, v3_unit(v3_cross(G[0], G[1])), up);
  for (int c = 0; c < 2; c++) {
    out[c][0] = v3_dot(up[0], b->C[c]);
    out[c][1] = v3_dot(up[1], b->C[c]);
  }
}

/* These instead of those. */
static void rebase(const sn_shell_frozen *f, int e, const basis *b, sn_shell_shape *s)
{
  double turn[2][2];
  if (b->own) {
    return;
  }
  turn_basis(f, e, b, s, turn);
  for (int a = 0; a < (f->grid.order + 1) * (f->grid.order + 1); a++) {
    const double by[2] = {s->by[0][a], s->by[1][a]};
    for (int c = 0; c < 2; c++) {
      s->by[c][a] = turn[c][0] * by[0] + turn[c][1] * by[1];
    }
  }
}

void sn_shell_tied_shape(const sn_shell_frozen *f, int e, int component, int k, sn_shell_shape *out)
{
  SN_ASSERT(component >= 0 && component < 8 && k >= 0 && k < points_of(f->grid.order, component));
  const basis b = basis_of(f, e);
  double at[2];
  sn_shell_tying_point(f->grid.order, component, k, at);
  sn_shell_shape_at(f->grid.order, at[0], at[1], out);
  rebase(f, e, &b, out);
}

static sn_shell_turn transform_at(const basis *b, const sn_shell_metric *m)
{
  sn_v3 G[2], up[2];
  for (int c = 0; c < 2; c++) {
    G[c] = b->own ? m->G[c] : v3_axpy(b->C[c], -v3_dot(b->C[c], m->normal), m->normal);
  }
  dual(G, m->normal, up);
  sn_shell_turn r;
  for (int i = 0; i < 4; i++) {
    r.t[i / 2][i % 2] = v3_dot(m->axis[i / 2], up[i % 2]);
  }
  const double t11 = r.t[0][0], t12 = r.t[0][1], t21 = r.t[1][0], t22 = r.t[1][1];
  const double T[3][3] = {{t11 * t11, t12 * t12, t11 * t12},
                          {t21 * t21, t22 * t22, t21 * t22},
                          {2 * t11 * t21, 2 * t12 * t22, t11 * t22 + t12 * t21}};
  memcpy(r.T, T, sizeof T);
  return r;
}

sn_status sn_shell_turn_at(const sn_shell_frozen *f, int e, double xi, double eta, sn_shell_turn *out, sn_error *error)
{
  SN_ASSERT(e >= 0 && e < sn_shell_elements(&f->grid));
  const basis b = basis_of(f, e);
  sn_shell_metric m;
  SN_TRY(sn_shell_metric_at(f, e, xi, eta, &m, error));
  *out = transform_at(&b, &m);
  return SN_OK;
}

void sn_shell_tied_weights(int order, double xi, double eta, double w[SN_SHELL_STRAINS], int first[9])
{
  first[0] = 0;
  for (int c = 0; c < 8; c++) {
    interpolate(order, c, xi, eta, w + first[c]);
    first[c + 1] = first[c] + points_of(order, c);
  }
}

/* ---- the matrix: sum over Gauss points of w J (T W)^T K (T W) */

/* w J T^T K T of one Gauss point */
static void stiffness_of_components(const sn_shell_section *s, const sn_shell_turn *r, double weight, double C[8][8])
{
  double T[8][8] = {{0}}, KT[8][8] = {{0}};
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      T[i][j] = T[3 + i][3 + j] = r->T[i][j];
    }
  }
  for (int i = 0; i < 4; i++) {
    T[6 + i / 2][6 + i % 2] = r->t[i / 2][i % 2];
  }
  for (int i = 0; i < 8; i++) {
    for (int k = 0; k < 8; k++) {
      for (int j = 0; j < 8 && s->K[i][k] != 0; j++) {
        KT[i][j] += s->K[i][k] * T[k][j];
      }
    }
  }
  for (int i = 0; i < 8; i++) {
    for (int j = 0; j < 8; j++) {
      C[i][j] = 0;
      for (int k = 0; k < 8; k++) {
        C[i][j] += weight * T[k][i] * KT[k][j];
      }
    }
  }
}

typedef double matrix[SN_SHELL_STRAINS][SN_SHELL_STRAINS];

static void add_point(int order, double C[8][8], double xi, double eta, matrix De)
{
  double W[8][9];
  for (int c = 0; c < 8; c++) {
    interpolate(order, c, xi, eta, W[c]);
  }
  for (int c = 0; c < 8; c++) {
    for (int d = 0; d < 8; d++) {
      const int i = first_of(order, c), j = first_of(order, d), n = points_of(order, c), m = points_of(order, d);
      for (int k = 0; k < n && C[c][d] != 0; k++) {
        for (int l = 0; l < m; l++) {
          De[i + k][j + l] += C[c][d] * W[c][k] * W[d][l];
        }
      }
    }
  }
}

/* What the numbers of an element follow from. */
static sn_status measure(const sn_shell_frozen *f, int e, sn_shell_measure *out, sn_error *error)
{
  SN_REQUIRE(f->X && f->D && f->thickness, error);
  const int p = f->grid.order;
  const basis b = basis_of(f, e);
  *out = (sn_shell_measure){.n_gauss = (p + 1) * (p + 1)};
  for (int g = 0; g < out->n_gauss; g++) {
    const double xi = sn_line_gauss[p][g % (p + 1)], eta = sn_line_gauss[p][g / (p + 1)];
    sn_shell_metric m;
    sn_shell_section s;
    double uv[2];
    SN_TRY(sn_shell_metric_at(f, e, xi, eta, &m, error));
    sn_shell_at(&f->grid, e, xi, eta, uv);
    SN_TRY(sn_shell_section_at(f->item, uv, &s, error));
    const sn_shell_turn r = transform_at(&b, &m);
    stiffness_of_components(&s, &r, sn_line_weight[p][g % (p + 1)] * sn_line_weight[p][g / (p + 1)] * m.J, out->C[g]);
  }
  for (int c = 0, n = 0; c < 3 && !b.own; c++) { /* those of shear are among them */
    for (int k = 0; k < points_of(p, c); k++, n++) {
      double at[2];
      sn_shell_shape s;
      sn_shell_tying_point(p, c, k, at);
      sn_shell_shape_at(p, at[0], at[1], &s);
      SN_ASSERT(n < SN_SHELL_TYINGS);
      turn_basis(f, e, &b, &s, out->basis[n]);
    }
  }
  return SN_OK;
}

static void stiffness(int p, sn_shell_measure *m, matrix De)
{
  memset(De, 0, sizeof(matrix));
  for (int g = 0; g < m->n_gauss; g++) {
    add_point(p, m->C[g], sn_line_gauss[p][g % (p + 1)], sn_line_gauss[p][g / (p + 1)], De);
  }
}

/* ---- forms */

/* A weighted sum of the positions (director 0) or directors (1) of the nodes of an element. */
static int add_vector(const sn_shell_frozen *f, int e, const double *w, int director, sn_builder *b)
{
  int vector[SN_SHELL_NODES * SN_SHELL_VECTORS], n = 0;
  double weight[SN_SHELL_NODES * SN_SHELL_VECTORS];
  for (int a = 0; a < (f->grid.order + 1) * (f->grid.order + 1); a++) {
    const sn_frame *at = f->node + sn_shell_node_of(&f->grid, e, a);
    const double *of = director ? sn_axis_row(at, 2) : sn_point_row(at);
    for (int k = 0; k < at->n; k++) {
      if (w[a] * of[k] != 0) {
        vector[n] = at->vector[k];
        weight[n++] = w[a] * of[k];
      }
    }
  }
  return sn_interpolate(b, n, vector, weight);
}

/* Interpolated vectors at a tying point; -1: not yet asked for. */
typedef struct {
  sn_shell_shape s;
  int x[2], d[2], director;
} vectors;

static int slope_of(const sn_shell_frozen *f, int e, vectors *v, int director, int c, sn_builder *b)
{
  int *to = director ? v->d + c : v->x + c;
  if (*to < 0) {
    *to = add_vector(f, e, v->s.by[c], director, b);
  }
  return *to;
}

static int director_of(const sn_shell_frozen *f, int e, vectors *v, sn_builder *b)
{
  if (v->director < 0) {
    v->director = add_vector(f, e, v->s.N, 1, b);
  }
  return v->director;
}

/* one strain, (S3) */
static void add_strain(const sn_shell_frozen *f, int e, int component, vectors *v, sn_builder *b)
{
  SN_ASSERT(component >= 0 && component < 9);
  if (component < 2) {
    const int x = slope_of(f, e, v, 0, component, b);
    sn_form(b, 0.5, x, x, 0);
  } else if (component == 2) {
    const int x1 = slope_of(f, e, v, 0, 0, b), x2 = slope_of(f, e, v, 0, 1, b);
    sn_form(b, 1, x1, x2, 0);
  } else if (component < 5) {
    const int x = slope_of(f, e, v, 0, component - 3, b), d = slope_of(f, e, v, 1, component - 3, b);
    sn_form(b, 1, x, d, 0);
  } else if (component == 5) {
    const int x1 = slope_of(f, e, v, 0, 0, b), x2 = slope_of(f, e, v, 0, 1, b);
    const int d1 = slope_of(f, e, v, 1, 0, b), d2 = slope_of(f, e, v, 1, 1, b);
    sn_form_begin(b, 0);
    sn_form_term(b, 1, x1, d2);
    sn_form_term(b, 1, x2, d1);
  } else {
    const int x = slope_of(f, e, v, 0, component - 6, b), d = director_of(f, e, v, b);
    sn_form(b, 1, x, d, 0);
  }
}

/* The element must not fold: surface and director at its 2 x 2 Gauss points, where all slopes are known. */
static void add_guard(const sn_shell_frozen *f, int e, vectors at[4], sn_builder *b)
{
  const int n = (f->grid.order + 1) * (f->grid.order + 1);
  int vector[SN_SHELL_NODES * SN_SHELL_VECTORS], point[4][SN_GUARD_SURFACE_POINTS], used = 0;
  double weight[SN_SHELL_NODES * SN_SHELL_VECTORS];
  for (int a = 0; a < n; a++) {
    const sn_frame *node = f->node + sn_shell_node_of(&f->grid, e, a);
    for (int k = 0; k < node->n; k++) {
      if (sn_axis_row(node, 2)[k] != 0) {
        vector[used] = node->vector[k];
        weight[used++] = sn_axis_row(node, 2)[k] / n;
      }
    }
  }
  for (int k = 0; k < 4; k++) {
    for (int c = 0; c < 2; c++) {
      point[k][c] = slope_of(f, e, at + k, 0, c, b);
      point[k][2 + c] = slope_of(f, e, at + k, 1, c, b);
    }
  }
  const sn_element_name name = {f->grid.mesh ? (long)f->grid.mesh->number[e] : e + 1, f->grid.mesh ? 0 : f->grid.n[0]};
  sn_guard_surface(b, name, 4, point[0], used, vector, weight);
}

static void add_matrix(int n, matrix De, double scale, sn_builder *b)
{
  for (int i = 0; i < n; i++) {
    for (int j = i; j < n; j++) {
      if (De[i][j] != 0) {
        sn_block_matrix(b, i, j, scale * De[i][j]);
      }
    }
  }
}

static sn_status add_element(const sn_shell_frozen *f, int e, double damping, sn_shell_alike *alike, sn_builder *b,
                             sn_error *error)
{
  enum { MOST = 6 }; /* tying points of a family */
  const int p = f->grid.order;
  vectors v[FAMILIES][MOST];
  sn_shell_measure m;
  SN_TRY(measure(f, e, &m, error));
  sn_shell_kind *kind = sn_shell_kind_of(alike, e, &m);
  if (kind->element == e) {
    stiffness(p, &m, kind->matrix);
  }
  const basis by = basis_of(f, kind->element);
  const int block = sn_block_begin(b, f->rubber ? &sn_law_material : &sn_law_elastic, "shell");
  for (int c = 0; c < 8; c++) {
    /* shear of nine nodes is tied where 11 and 22 are: the same vectors */
    const int own = p == 1 && c < 6 ? S11 : p == 2 && c >= 6 ? c - 6 : family_of[c];
    for (int k = 0; k < points_of(p, c); k++) {
      const int known = p == 1 ? c != 0 && c < 6 : c > 2;
      if (!known) {
        double at[2];
        v[own][k] = (vectors){.x = {-1, -1}, .d = {-1, -1}, .director = -1};
        sn_shell_tying_point(p, c, k, at);
        sn_shell_shape_at(p, at[0], at[1], &v[own][k].s);
        rebase(f, kind->element, &by, &v[own][k].s);
      }
      add_strain(f, e, c, &v[own][k], b);
    }
  }
  add_guard(f, e, v[p == 1 ? S11 : S12], b);
  const int n = sn_shell_strains(p);
  for (int k = 0; k < n; k++) { /* it is drawn without stress */
    sn_form_zero(b, k);
  }
  if (f->rubber) {
    return sn_shell_add_rubber(f, e, b, error);
  }
  add_matrix(n, kind->matrix, 1, b);
  if (damping > 0) {
    sn_block_like(b, &sn_law_viscous, "shell damping", block);
    add_matrix(n, kind->matrix, damping, b);
  }
  return SN_OK;
}

sn_status sn_shell_add_elements(const sn_item *item, sn_shell_frozen *f, sn_builder *b, sn_error *error)
{
  const sn_shell *p = item->param;
  const int n = sn_shell_elements(&f->grid);
  SN_TRY(sn_shell_check_shapes(f, error));
  if (!isnan(p->rubber)) {
    SN_TRY(sn_shell_begin_rubber(f, b, error));
  }
  f->block = sn_builder_blocks(b);
  sn_arena *scratch = sn_arena_child(sn_builder_arena(b));
  sn_shell_alike *alike = scratch ? sn_shell_alike_new(scratch) : NULL;
  sn_status status = alike ? SN_OK : sn_no_memory(error, "the shell");
  for (int e = 0; e < n && status == SN_OK; e++) {
    status = add_element(f, e, p->damping, alike, b, error);
  }
  sn_arena_free(scratch);
  SN_TRY(status);
  f->blocks = (sn_builder_blocks(b) - f->block) / n;
  return SN_OK;
}

const sn_block *sn_shell_block(const sn_shell_frozen *f, int e, const sn_system *s)
{
  SN_ASSERT(e >= 0 && e < sn_shell_elements(&f->grid) && f->block + (e + 1) * f->blocks <= s->n_block);
  return s->block + f->block + e * f->blocks;
}
