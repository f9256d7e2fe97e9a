/* parts/shell_pressure.c -- pressure of an enclosed gas or fluid: along the true normal, on the true area, as the surface moves.
 * What:    one given force p(t) per element on a composite strain: the volume that the element closes in. Its gradient is the force of
 *          the pressure on the nodes, its Hessian the exact tangent, and the work of a step p times the change of volume.
 * Theory:  docs/theory-shells.md, (S20) to (S22). The volume is the flux of a field F of divergence one through the element, a cubic
 *          polynomial of the components of its places, which are forms. Gauss points are enough to integrate it exactly.
 * Limits:  where an edge is free, the pressure on the surface beside it has no potential: edges must be held by the ground, lie in planes
 *          of symmetry or be closed. F is chosen so that it has no flux through these planes.
 * Tests:   tests/shells/test_pressure.c
 */
#include <string.h>

#include "parts/shell.h"

enum { AXES = 3, POINTS = SN_SHELL_NODES };

/* F = M (x - c): trace of M is one. */
typedef struct {
  sn_m3 M;
  sn_v3 c;
} flux;

/* What all elements of a shell share, and the gap of the composite strain; sn_gap.value gets the address of its first member. */
typedef struct {
  sn_gap gap;
  flux f;
  int n; /* nodes */
  double weight[POINTS];
  sn_shell_shape shape[POINTS];
} volume;

/* ---- the volume, and its derivatives by the components of its places */

static sn_v3 sum_of(int n, const double *w, const double *e)
{
  sn_v3 x = v3(0, 0, 0);
  for (int a = 0; a < n; a++) {
    x = v3_axpy(x, w[a], v3(e[AXES * a], e[AXES * a + 1], e[AXES * a + 2]));
  }
  return x;
}

static sn_v3 transposed(sn_m3 M, sn_v3 x)
{
  return v3(v3_dot(M.c[0], x), v3_dot(M.c[1], x), v3_dot(M.c[2], x));
}

/* d/dx_b of the gradient by x_a, times unit vector j of x_b. */
static sn_v3 second(const flux *f, const sn_shell_shape *s, int a, int b, int j, sn_v3 F, const sn_v3 G[2])
{
  const sn_v3 e = v3(j == 0, j == 1, j == 2), Me = f->M.c[j];
  const sn_v3 across = v3_add(v3_scale(s->by[0][b], v3_cross(e, G[1])), v3_scale(s->by[1][b], v3_cross(G[0], e)));
  sn_v3 out = v3_scale(s->N[a], transposed(f->M, across));
  out = v3_axpy(out, s->by[0][a], v3_axpy(v3_scale(s->N[b], v3_cross(G[1], Me)), s->by[1][b], v3_cross(e, F)));
  return v3_axpy(out, s->by[1][a], v3_axpy(v3_scale(s->N[b], v3_cross(Me, G[0])), s->by[0][b], v3_cross(F, e)));
}

static double volume_of(const sn_gap *gap, const double *e, double *gradient, double *hessian)
{
  const volume *v = (const volume *)(const void *)gap;
  const int n = v->n, m = AXES * n;
  double sum = 0;
  if (gradient) {
    memset(gradient, 0, sizeof(double) * (size_t)m);
  }
  if (hessian) {
    memset(hessian, 0, sizeof(double) * (size_t)(m * m));
  }
  for (int g = 0; g < n; g++) {
    const sn_shell_shape *s = v->shape + g;
    const sn_v3 G[2] = {sum_of(n, s->by[0], e), sum_of(n, s->by[1], e)}, across = v3_cross(G[0], G[1]);
    const sn_v3 F = m3_mul(v->f.M, v3_sub(sum_of(n, s->N, e), v->f.c));
    const sn_v3 all = transposed(v->f.M, across), first = v3_cross(G[1], F), other = v3_cross(F, G[0]);
    sum += v->weight[g] * v3_dot(F, across);
    for (int a = 0; a < n && gradient; a++) {
      const sn_v3 by = v3_axpy(v3_axpy(v3_scale(s->N[a], all), s->by[0][a], first), s->by[1][a], other);
      for (int i = 0; i < AXES; i++) {
        gradient[AXES * a + i] += v->weight[g] * by.x[i];
      }
    }
    for (int k = 0; k < m * n && hessian; k++) { /* column AXES b + j, rows of node a */
      const int a = k / m, b = k % m / AXES, j = k % AXES;
      const sn_v3 by = second(&v->f, s, a, b, j, F, G);
      for (int i = 0; i < AXES; i++) {
        hessian[(AXES * a + i) * m + AXES * b + j] += v->weight[g] * by.x[i];
      }
    }
  }
  return sum;
}

/* ---- the field */

/* Planes of symmetry: a place and unit normal each. */
enum { MOST_PLANES = 8 };
typedef struct {
  int n;
  sn_v3 x[MOST_PLANES], normal[MOST_PLANES];
} planes;

static sn_status wrong(const sn_shell_frozen *f, const char *what, sn_error *error)
{
  sn_item_fail(f->item, SN_EINPUT, error, "Shell '%s' encloses a pressure, but %s.", f->item->name, what);
  sn_error_why(error,
               "The force of an enclosed pressure is that of the volume it closes in: p times its change is the work.");
  sn_error_fix(error, "Hold all edges by the ground (clamped, or held = \"xyz\"), close the surface or use planes of "
                      "symmetry; or use follows = true.");
  return SN_EINPUT;
}

static int holds_all(const sn_shell_edge *e)
{
  const char *held = e->held;
  return e->clamped || !isnan(e->symmetry.x[0]) ||
         (held && strchr(held, 'x') && strchr(held, 'y') && strchr(held, 'z'));
}

/* Is a side of one element only, from wall to wall of a mesh or along an edge of a grid, held? */
static int is_free(const sn_shell_frozen *f)
{
  const sn_shell_grid *g = &f->grid;
  const int n = g->mesh ? g->mesh->n_wall * (g->order + 1) : 0;
  for (int k = 0; !g->mesh && k < SN_SHELL_EDGES; k++) {
    if (!g->closed[k >= 2] && !holds_all(sn_shell_edge_at(f->item, k))) {
      return 1;
    }
  }
  for (int i = 0; i < n; i++) {
    const int node = g->mesh->wall[i / (g->order + 1)].node[i % (g->order + 1)];
    int held = 0;
    for (int k = 0; k < sn_shell_edges(f->item) && !held; k++) {
      held = sn_shell_on_edge(g, k, node) && holds_all(sn_shell_edge_at(f->item, k));
    }
    if (!held) {
      return 1;
    }
  }
  return 0;
}

static sn_status find_planes(const sn_shell_frozen *f, planes *out, sn_error *error)
{
  *out = (planes){0};
  for (int k = 0; k < sn_shell_edges(f->item); k++) {
    const sn_shell_edge *e = sn_shell_edge_at(f->item, k);
    if (!f->grid.mesh && f->grid.closed[k >= 2]) {
      continue;
    }
    if (e->on.given && e->on.item) {
      return wrong(f, "an edge of it is held by something that moves", error);
    }
    if (isnan(e->symmetry.x[0])) {
      continue;
    }
    if (out->n == MOST_PLANES) {
      return wrong(f, "it has more than eight planes of symmetry", error);
    }
    int node = 0;
    while (node < sn_shell_nodes(&f->grid) - 1 && !sn_shell_on_edge(&f->grid, k, node)) {
      node++;
    }
    out->x[out->n] = f->X[node];
    out->normal[out->n++] = v3_unit(m3_mul(f->item->start->turn, sn_drawn_direction(f->item, e->symmetry)));
  }
  return is_free(f) ? wrong(f, "an edge of it is free", error) : SN_OK;
}

/* The identity without the directions of `base`, trace one. */
static sn_m3 projector(const sn_v3 *base, int rank)
{
  sn_m3 M = m3_identity();
  for (int i = 0; i < rank; i++) {
    for (int j = 0; j < AXES; j++) {
      M.c[j] = v3_axpy(M.c[j], -base[i].x[j], base[i]);
    }
  }
  for (int j = 0; j < AXES; j++) {
    M.c[j] = v3_scale(1.0 / (AXES - rank), M.c[j]);
  }
  return M;
}

/* A point on all planes that F does not run along anyway, as near as can be: projected on one after the other. */
static sn_v3 common_point(const planes *p, sn_m3 M, sn_v3 c)
{
  for (int turn = 0; turn < 200; turn++) {
    for (int k = 0; k < p->n; k++) {
      if (v3_norm(m3_mul(M, p->normal[k])) > 1e-9) {
        c = v3_axpy(c, v3_dot(v3_sub(p->x[k], c), p->normal[k]), p->normal[k]);
      }
    }
  }
  return c;
}

/* The plane that F goes through most; -1: none. */
static int leak(const planes *p, const flux *f, double size)
{
  double most = 1e-9 * size;
  int worst = -1;
  for (int k = 0; k < p->n; k++) {
    const sn_v3 n = p->normal[k], Mn = m3_mul(f->M, n); /* M is symmetric */
    const double through = fabs(v3_dot(Mn, v3_sub(p->x[k], f->c))), askew = v3_norm(v3_cross(Mn, n)) * size;
    if (fmax(through, askew) > most) {
      most = fmax(through, askew);
      worst = k;
    }
  }
  return worst;
}

/* M a third of the identity about a point of all planes; where there is none (two of them are parallel) F has no part along their
   normal. */
static sn_status find_field(const sn_shell_frozen *f, flux *out, sn_error *error)
{
  planes p;
  sn_v3 base[AXES];
  double size = 0;
  SN_TRY(find_planes(f, &p, error));
  for (int k = 0; k < sn_shell_nodes(&f->grid); k++) {
    size = fmax(size, v3_norm(v3_sub(f->X[k], f->X[0])));
  }
  for (int rank = 0; rank < AXES; rank++) {
    out->M = projector(base, rank);
    out->c = common_point(&p, out->M, f->X[0]);
    const int k = leak(&p, out, size);
    if (k < 0) {
      return SN_OK;
    }
    sn_v3 r = p.normal[k];
    for (int i = 0; i < rank; i++) {
      r = v3_axpy(r, -v3_dot(base[i], r), base[i]);
    }
    if (v3_norm(r) < 1e-6) {
      break;
    }
    base[rank] = v3_unit(r);
  }
  return wrong(f, "its planes of symmetry do not close it in", error);
}

/* ---- blocks */

static void add_element(const sn_shell_frozen *f, int e, const volume *v, const sn_expr *force, sn_builder *b)
{
  const sn_frame ground = sn_ground_frame(b);
  int axis[AXES];
  sn_block_begin(b, &sn_law_given, "pressure");
  for (int k = 0; k < AXES; k++) {
    axis[k] = sn_axis_of(b, &ground, k);
  }
  for (int a = 0; a < v->n; a++) {
    const int x = sn_point_of(b, f->node + sn_shell_node_of(&f->grid, e, a));
    for (int k = 0; k < AXES; k++) {
      sn_form(b, 1, x, axis[k], 0);
    }
  }
  sn_coordinate_gap(b, 0, &v->gap, 1);
  sn_composite_zero(b);
  sn_composite_given(b, force);
}

/* The pressure as a function of time alone. */
static sn_status force_of(const sn_shell_frozen *f, const sn_expr *pressure, sn_builder *b, const sn_expr **out,
                          sn_error *error)
{
  static const char *const names[] = {"t"};
  if (sn_expr_depends(pressure, 1) || sn_expr_depends(pressure, 2)) {
    sn_item_fail(f->item, SN_EINPUT, error, "Shell '%s' encloses a pressure that is a function of u or v.",
                 f->item->name);
    sn_error_why(error, "What is enclosed has one pressure: only then is its work p times the change of volume.");
    sn_error_fix(error, "Give a number or a function of time, or leave out `encloses`.");
    return SN_EINPUT;
  }
  sn_expr_builder *e = sn_expr_begin(sn_builder_arena(b), 1, names);
  if (!e) {
    return sn_no_memory(error, "the model");
  }
  const int argument[3] = {sn_expr_variable(e, 0), sn_expr_constant(e, 0), sn_expr_constant(e, 0)};
  return sn_expr_end(e, sn_expr_insert(e, pressure, argument), out, error);
}

sn_status sn_shell_add_enclosed(const sn_shell_frozen *f, sn_builder *b, sn_error *error)
{
  const sn_shell *p = f->item->param;
  const int order = f->grid.order, m = order + 1;
  const sn_expr *force = NULL;
  volume *v = SN_NEW(sn_builder_arena(b), volume, 1);
  if (!v) {
    return sn_no_memory(error, "the model");
  }
  SN_TRY(force_of(f, p->pressure, b, &force, error));
  SN_TRY(find_field(f, &v->f, error));
  v->n = m * m;
  v->gap = (sn_gap){.n = AXES * v->n, .least = -INFINITY, .value = volume_of};
  for (int g = 0; g < v->n; g++) {
    sn_shell_shape_at(order, sn_line_gauss[order][g % m], sn_line_gauss[order][g / m], v->shape + g);
    v->weight[g] = sn_line_weight[order][g % m] * sn_line_weight[order][g / m];
  }
  for (int e = 0; e < sn_shell_elements(&f->grid); e++) {
    add_element(f, e, v, force, b);
  }
  return SN_OK;
}
