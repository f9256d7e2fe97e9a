/* parts/shell_surface.c -- the reference surface of a shell and the grid of its nodes as drawn.
 * What:    a function of two parameters, four corners, a surface ruled between two curves, a cylinder, a sphere, the places of all
 *          nodes, or a mesh out of a file (shell_mesh.c); lines of the mesh evenly spaced or given. A closed direction has its last line on its first.
 * Theory:  directors are the normals X,u x X,v, from exact derivatives; where only places are given, means of the elements' normals.
 * Tests:   tests/shells/test_shell.c
 */
#include <stdio.h>

#include "math/rotation.h"
#include "model/model.h"
#include "parts/shell.h"

int sn_shell_nodes(const sn_shell_grid *g)
{
  return g->nodes[0] * g->nodes[1];
}

int sn_shell_elements(const sn_shell_grid *g)
{
  return g->n[0] * g->n[1];
}

const char *sn_shell_element_name(const sn_shell_grid *g, int e, char text[48])
{
  SN_ASSERT(e >= 0 && e < sn_shell_elements(g));
  if (g->mesh) {
    snprintf(text, 48, "%lld", g->mesh->number[e]);
  } else {
    snprintf(text, 48, "(%d, %d)", e % g->n[0] + 1, e / g->n[0] + 1);
  }
  return text;
}

static const sn_shell *fields(const sn_shell_grid *g)
{
  return g->item->param;
}

/* ---- the grid */

static const sn_numbers *range_of(const sn_shell *p, int axis)
{
  return axis ? &p->v : &p->u;
}

double sn_shell_line(const sn_shell_grid *g, int axis, int k)
{
  SN_ASSERT((axis == 0 || axis == 1) && k >= 0 && k <= g->n[axis] * g->order);
  const sn_numbers *r = range_of(fields(g), axis);
  if (r->n <= 2) {
    const double first = r->n ? r->x[0] : 0, last = r->n ? r->x[1] : 1;
    return first + (last - first) * k / (g->n[axis] * g->order);
  }
  const int e = k / g->order < g->n[axis] ? k / g->order : g->n[axis] - 1;
  const double part = (double)(k - e * g->order) / g->order;
  return (1 - part) * r->x[e] + part * r->x[e + 1];
}

int sn_shell_first(const sn_shell_grid *g, int node)
{
  SN_ASSERT(node >= 0 && node < sn_shell_nodes(g));
  return g->mesh ? g->mesh->first[node] : node;
}

/* u and v of a mesh: coordinates along two directions. */
static void coordinates(const sn_shell_grid *g, sn_v3 x, double uv[2])
{
  const sn_shell_file *f = &fields(g)->mesh;
  uv[0] = v3_dot(x, v3_unit(sn_vector_or(f->u, v3(1, 0, 0))));
  uv[1] = v3_dot(x, v3_unit(sn_vector_or(f->v, v3(0, 1, 0))));
}

void sn_shell_parameters(const sn_shell_grid *g, int node, double uv[2])
{
  SN_ASSERT(node >= 0 && node < sn_shell_nodes(g));
  if (g->mesh) {
    coordinates(g, g->mesh->x[node], uv);
    return;
  }
  uv[0] = sn_shell_line(g, 0, node % g->nodes[0]);
  uv[1] = sn_shell_line(g, 1, node / g->nodes[0]);
}

int sn_shell_node_of(const sn_shell_grid *g, int element, int a)
{
  SN_ASSERT(element >= 0 && element < sn_shell_elements(g));
  SN_ASSERT(a >= 0 && a < (g->order + 1) * (g->order + 1));
  if (g->mesh) {
    return g->mesh->node[element * (g->order + 1) * (g->order + 1) + a];
  }
  const int i = element % g->n[0] * g->order + a % (g->order + 1),
            j = element / g->n[0] * g->order + a / (g->order + 1);
  return i % g->nodes[0] + g->nodes[0] * (j % g->nodes[1]);
}

void sn_shell_at(const sn_shell_grid *g, int e, double xi, double eta, double uv[2])
{
  SN_ASSERT(e >= 0 && e < sn_shell_elements(g));
  if (g->mesh) {
    sn_shell_shape s;
    sn_v3 x = v3(0, 0, 0);
    sn_shell_shape_at(g->order, xi, eta, &s);
    for (int a = 0; a < (g->order + 1) * (g->order + 1); a++) {
      x = v3_axpy(x, s.N[a], g->mesh->x[sn_shell_node_of(g, e, a)]);
    }
    coordinates(g, x, uv);
    return;
  }
  const double part[2] = {xi, eta};
  const int at[2] = {e % g->n[0], e / g->n[0]};
  for (int k = 0; k < 2; k++) {
    uv[k] =
        (1 - part[k]) * sn_shell_line(g, k, at[k] * g->order) + part[k] * sn_shell_line(g, k, (at[k] + 1) * g->order);
  }
}

/* ---- surfaces: x and its derivatives by u and v, drawing coordinates */
typedef struct {
  sn_v3 x, by[2];
} spot;

static spot of_function(const sn_expr3 *f, const double uv[2])
{
  spot s;
  for (int k = 0; k < 3; k++) {
    double slope[2];
    s.x.x[k] = sn_expr_gradient(f->e[k], uv, slope);
    s.by[0].x[k] = slope[0];
    s.by[1].x[k] = slope[1];
  }
  return s;
}

static spot of_corners(const sn_v3 *c, const double uv[2])
{
  const double u = uv[0], v = uv[1];
  const double w[4] = {(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v};
  const double wu[4] = {-(1 - v), 1 - v, v, -v}, wv[4] = {-(1 - u), -u, u, 1 - u};
  spot s = {{{0}}, {{{0}}, {{0}}}};
  for (int k = 0; k < 4; k++) {
    s.x = v3_axpy(s.x, w[k], c[k]);
    s.by[0] = v3_axpy(s.by[0], wu[k], c[k]);
    s.by[1] = v3_axpy(s.by[1], wv[k], c[k]);
  }
  return s;
}

static spot of_curves(const sn_expr3 *from, const sn_expr3 *to, const double uv[2])
{
  const spot a = of_function(from, uv), b = of_function(to, uv);
  const double v = uv[1];
  return (spot){v3_axpy(v3_scale(1 - v, a.x), v, b.x),
                {v3_axpy(v3_scale(1 - v, a.by[0]), v, b.by[0]), v3_sub(b.x, a.x)}};
}

static sn_m3 round_axes(const sn_shell_round *r)
{
  sn_m3 axes;
  const sn_v3 axis = sn_vector_or(r->axis, v3(0, 0, 1));
  if (isnan(r->zero.x[0]) || !sn_rotation_two_directions(2, axis, 0, r->zero, &axes)) {
    axes = sn_rotation_along(axis);
  }
  return axes;
}

/* u: the angle about the axis; v: along it, or the angle above the equator */
static spot of_round(const sn_shell_round *r, int sphere, const double uv[2])
{
  const sn_m3 e = round_axes(r);
  const double R = r->radius, cu = cos(uv[0]), su = sin(uv[0]), cv = sphere ? cos(uv[1]) : 1;
  const sn_v3 out = v3_axpy(v3_scale(cu, e.c[0]), su, e.c[1]), round = v3_axpy(v3_scale(-su, e.c[0]), cu, e.c[1]);
  const sn_v3 centre = sn_vector_or(r->center, v3(0, 0, 0));
  spot s;
  s.by[0] = v3_scale(R * cv, round);
  if (sphere) {
    const double sv = sin(uv[1]);
    s.x = v3_add(centre, v3_axpy(v3_scale(R * cv, out), R * sv, e.c[2]));
    s.by[1] = v3_axpy(v3_scale(-R * sv, out), R * cv, e.c[2]);
  } else {
    s.x = v3_axpy(v3_axpy(centre, R, out), uv[1], e.c[2]);
    s.by[1] = e.c[2];
  }
  return s;
}

static spot surface_at(const sn_shell *p, const double uv[2])
{
  return p->surface.e[0]   ? of_function(&p->surface, uv)
         : p->corners.n    ? of_corners(p->corners.x, uv)
         : p->from.e[0]    ? of_curves(&p->from, &p->to, uv)
         : p->sphere.given ? of_round(&p->sphere, 1, uv)
                           : of_round(&p->cylinder, 0, uv);
}

/* ---- nodes given by their places: the normal is the mean of those of the elements around */
static sn_v3 mean_normal(const sn_shell_grid *g, int node)
{
  SN_ASSERT(node >= 0 && node < sn_shell_nodes(g));
  const sn_v3 *x = fields(g)->points.x;
  const int p = g->order, n0 = g->nodes[0], i = node % n0, j = node / n0;
  sn_v3 sum = v3(0, 0, 0);
  for (int k = 0; k < 4; k++) {
    /* element whose node (li, lj) this is */
    const int ei = k & 1 ? i / p : (i + p - 1) / p - 1, ej = k & 2 ? j / p : (j + p - 1) / p - 1;
    const int wi = g->closed[0] ? (ei + g->n[0]) % g->n[0] : ei, wj = g->closed[1] ? (ej + g->n[1]) % g->n[1] : ej;
    if (wi < 0 || wj < 0 || wi >= g->n[0] || wj >= g->n[1]) {
      continue;
    }
    const int e = wi + g->n[0] * wj;
    sn_shell_shape s;
    sn_v3 by[2] = {v3(0, 0, 0), v3(0, 0, 0)};
    sn_shell_shape_at(p, (double)(i - ei * p) / p, (double)(j - ej * p) / p, &s);
    for (int a = 0; a < (p + 1) * (p + 1); a++) {
      for (int c = 0; c < 2; c++) {
        by[c] = v3_axpy(by[c], s.by[c][a], x[sn_shell_node_of(g, e, a)]);
      }
    }
    sum = v3_add(sum, v3_cross(by[0], by[1])); /* large elements count more: one that is turned over shows */
  }
  return sum;
}

int sn_shell_station(const sn_shell_grid *g, int node, sn_v3 *x, sn_v3 *d)
{
  SN_ASSERT(node >= 0 && node < sn_shell_nodes(g));
  const sn_shell *p = fields(g);
  double uv[2], size = 0;
  sn_shell_parameters(g, node, uv);
  if (g->mesh) {
    *x = g->mesh->x[node];
    *d = g->mesh->d[node];
  } else if (p->points.n) {
    *x = p->points.x[node];
    *d = mean_normal(g, node);
  } else {
    const spot s = surface_at(p, uv);
    *x = s.x;
    *d = v3_cross(s.by[0], s.by[1]);
    size = v3_norm(s.by[0]) * v3_norm(s.by[1]);
  }
  if (p->imperfection &&
      v3_norm(*d) > 0) { /* directors stay those of the perfect surface: strains are counted from the drawn ones */
    *x = v3_axpy(*x, sn_expr_value(p->imperfection, uv), v3_unit(*d));
  }
  if (!(v3_norm(*d) > 1e-9 * size) || !isfinite(v3_dot(*x, *x))) {
    return 0;
  }
  *x = sn_drawn_point(g->item, *x);
  *x = p->deviation ? v3_add(*x, p->deviation[node]) : *x;
  *d = sn_drawn_direction(g->item, v3_unit(*d));
  return 1;
}

sn_v3 sn_shell_direction(const sn_shell_grid *g, const double uv[2], sn_v3 normal)
{
  const sn_shell *p = fields(g);
  if (!isnan(p->along.x[0])) {
    return m3_mul(g->item->start->turn, sn_drawn_direction(g->item, p->along));
  }
  if (g->mesh) { /* that of u, or where the surface is nearly across it that of v */
    const sn_v3 u = v3_unit(sn_vector_or(p->mesh.u, v3(1, 0, 0))), v = v3_unit(sn_vector_or(p->mesh.v, v3(0, 1, 0)));
    const sn_v3 first = m3_mul(g->item->start->turn, sn_drawn_direction(g->item, u));
    return fabs(v3_dot(first, normal)) < 0.98 ? first : m3_mul(g->item->start->turn, sn_drawn_direction(g->item, v));
  }
  if (p->points.n) {
    return v3(NAN, NAN, NAN);
  }
  return m3_mul(g->item->start->turn, sn_drawn_direction(g->item, surface_at(p, uv).by[0]));
}

/* ---- checks */

static sn_status one_surface(const sn_item *item, const sn_shell *p, sn_error *error)
{
  enum { WAYS = 7 };
  const int given[WAYS] = {
      p->surface.e[0] != NULL, p->corners.n > 0, p->from.e[0] || p->to.e[0], p->cylinder.given, p->sphere.given,
      p->points.n > 0,         p->mesh.given};
  static const char *const name[WAYS] = {"surface", "corners", "from and to", "cylinder", "sphere", "points", "mesh"};
  int first = -1, second = -1;
  for (int k = 0; k < WAYS; k++) {
    if (given[k]) {
      *(first < 0 ? &first : &second) = k;
    }
  }
  if (first < 0) {
    sn_item_fail(item, SN_EINPUT, error, "Shell '%s' does not say what its surface is.", item->name);
    sn_error_fix(
        error, "Give surface = function(u, v) return x, y, z end, four corners, cylinder, sphere, from and to, points, "
               "or mesh.");
    return SN_EINPUT;
  }
  if (second >= 0) {
    sn_item_fail(item, SN_EINPUT, error, "Shell '%s' has both %s and %s.", item->name, name[first], name[second]);
    sn_error_fix(error, "Keep the one that is its surface.");
    return SN_EINPUT;
  }
  if (given[2] && !(p->from.e[0] && p->to.e[0])) {
    sn_item_fail(item, SN_EINPUT, error, "Shell '%s' needs both curves, from and to.", item->name);
    sn_error_fix(error, "Its surface is made of straight lines from one to the other.");
    return SN_EINPUT;
  }
  if (given[1] && p->corners.n != 4) {
    sn_item_fail(item, SN_EINPUT, error, "Shell '%s' needs four corners, but has %d.", item->name, p->corners.n);
    sn_error_fix(error, "Give them around the surface: (u, v) = (0, 0), (1, 0), (1, 1), (0, 1).");
    return SN_EINPUT;
  }
  return SN_OK;
}

/* elements along an axis, from `elements` or from the lines given */
static sn_status count(const sn_item *item, const sn_shell *p, int axis, int *n, sn_error *error)
{
  const char *const name = axis ? "v" : "u";
  const sn_numbers *r = range_of(p, axis);
  const int round = p->cylinder.given || p->sphere.given;
  if ((r->n == 0 && round) || r->n == 1) {
    sn_item_fail(item, SN_EINPUT, error, "Shell '%s' does not say from where to where %s goes.", item->name, name);
    sn_error_why(error, p->sphere.given && axis ? "v is the angle above the equator."
                        : round && axis         ? "v is the length along the axis."
                        : round                 ? "u is the angle about the axis."
                                                : "It needs two numbers at least.");
    sn_error_fix(error, "Write for example %s = { 0, 1 }; more numbers are the lines of the mesh.", name);
    return SN_EINPUT;
  }
  for (int k = 1; k < r->n; k++) {
    if (!(r->x[k] > r->x[k - 1])) {
      sn_item_fail(item, SN_EINPUT, error, "%s of shell '%s' must rise, but goes from %g to %g.", name, item->name,
                   r->x[k - 1], r->x[k]);
      sn_error_fix(error, "Give rising numbers.");
      return SN_EINPUT;
    }
  }
  const double range = r->n > 1 ? r->x[r->n - 1] - r->x[0] : 0, most = 6.283185307179586 / (axis ? 2 : 1);
  if (round && (axis == 0 || p->sphere.given) && range > most * (1 + 1e-9)) {
    sn_item_fail(item, SN_EINPUT, error, "%s of shell '%s' goes from %g to %g, more than %s.", name, item->name,
                 r->x[0], r->x[r->n - 1], axis ? "from pole to pole" : "once around");
    sn_error_why(error, "It is an angle in rad.");
    sn_error_fix(error, "Write degrees as %s = { deg(%g), deg(%g) }.", name, r->x[0], r->x[r->n - 1]);
    return SN_EINPUT;
  }
  const int asked = p->elements.n == 2 ? (int)p->elements.x[axis] : 0;
  *n = r->n > 2 ? r->n - 1 : asked ? asked : 4;
  if (p->elements.n && (p->elements.n != 2 || !(p->elements.x[axis] >= 1) || p->elements.x[axis] != asked)) {
    sn_item_fail(item, SN_EINPUT, error, "`elements` of shell '%s' are two whole numbers, 1 or more.", item->name);
    sn_error_fix(error, "Write elements = { 8, 4 }: along u and along v.");
    return SN_EINPUT;
  }
  if (r->n > 2 && asked && asked != *n) {
    sn_item_fail(item, SN_EINPUT, error, "Shell '%s' has %d elements along %s, but lines for %d.", item->name, asked,
                 name, *n);
    sn_error_fix(error, "Leave out elements, or give the two ends of %s only.", name);
    return SN_EINPUT;
  }
  return SN_OK;
}

/* Edges of a grid are four, those of a mesh have names; a mesh has no lines of u and v. */
static sn_status right_edges(const sn_item *item, const sn_shell *p, sn_error *error)
{
  int four = 0;
  for (int k = 0; k < SN_SHELL_EDGES; k++) {
    four = four || p->edge[k].given;
  }
  if (p->mesh.given ? four : p->edges.n > 0) {
    sn_item_fail(item, SN_EINPUT, error, "Shell '%s' has %s, but %s.", item->name,
                 p->mesh.given ? "u_first, u_last, v_first or v_last" : "named edges",
                 p->mesh.given ? "its mesh is a file" : "no mesh");
    sn_error_fix(error, p->mesh.given ? "Name its edges by physical curves: edges = { root = { clamped = true } }."
                                      : "Its edges are u_first, u_last, v_first and v_last.");
    return SN_EINPUT;
  }
  if (p->mesh.given && (p->u.n || p->v.n || p->elements.n || p->closed)) {
    sn_item_fail(item, SN_EINPUT, error, "Shell '%s' has a mesh, and u, v, elements or closed as well.", item->name);
    sn_error_fix(error, "Leave them out: the file says where its elements are.");
    return SN_EINPUT;
  }
  return SN_OK;
}

sn_status sn_shell_take_order(sn_item *item, sn_error *error)
{
  sn_shell *p = item->param;
  const sn_shell_mesh *mesh = p->made;
  if (mesh && p->order && p->order != mesh->order) {
    sn_item_fail(item, SN_EINPUT, error, "Shell '%s' has order = %d, but the elements of \"%.60s\" have %s nodes.",
                 item->name, p->order, mesh->file->file, mesh->order == 1 ? "four" : "nine");
    sn_error_why(error, "Elements of order 1 have four nodes, of order 2 nine. Those of a file are what they are.");
    sn_error_fix(error, "Leave out order, or let Gmsh write Mesh.ElementOrder = %d%s.", p->order,
                 p->order == 2 ? " with Mesh.SecondOrderIncomplete = 0" : "");
    return SN_EINPUT;
  }
  p->order = mesh ? mesh->order : p->order ? p->order : SN_SHELL_ORDER;
  return p->order == 1 && p->covariant
             ? sn_model_warn(
                   item->model, item->where, error,
                   "Shell '%s': `tying` does nothing, since its elements have four nodes, whose strains are tied "
                   "in one way only; leave it out, or use order = 2.",
                   item->name)
             : SN_OK;
}

/* `zero` of a cylinder or sphere says where u begins only if it is not along the axis. */
static sn_status right_zero(const sn_item *item, const sn_shell_round *r, sn_error *error)
{
  sn_m3 axes;
  if (!r->given || isnan(r->zero.x[0]) ||
      sn_rotation_two_directions(2, sn_vector_or(r->axis, v3(0, 0, 1)), 0, r->zero, &axes)) {
    return SN_OK;
  }
  sn_item_fail(item, SN_EINPUT, error, "`zero` of shell '%s' is along the axis that u turns about.", item->name);
  sn_error_why(error, "It says in which direction u = 0 is, seen from the axis.");
  sn_error_fix(error, "Give a direction across the axis, or leave it out.");
  return SN_EINPUT;
}

sn_status sn_shell_grid_of(const sn_item *item, sn_shell_grid *out, sn_error *error)
{
  const sn_shell *p = item->param;
  *out = (sn_shell_grid){.item = item, .order = p->order, .closed = {p->closed == 1, p->closed == 2}};
  SN_TRY(one_surface(item, p, error));
  SN_TRY(right_edges(item, p, error));
  SN_TRY(right_zero(item, &p->cylinder, error));
  SN_TRY(right_zero(item, &p->sphere, error));
  if (p->made) {
    out->mesh = p->made;
    out->order = p->made->order;
    out->n[0] = p->made->n_element;
    out->nodes[0] = p->made->n_node;
    out->n[1] = out->nodes[1] = 1;
    return SN_OK;
  }
  for (int k = 0; k < 2; k++) {
    SN_TRY(count(item, p, k, out->n + k, error));
    out->nodes[k] = out->n[k] * p->order + !out->closed[k];
    if (out->closed[k] && out->n[k] * p->order < 3) {
      sn_item_fail(item, SN_EINPUT, error, "Shell '%s' is closed along %s, but has %d element%s there.", item->name,
                   k ? "v" : "u", out->n[k], out->n[k] > 1 ? "s" : "");
      sn_error_fix(error, "Give at least three.");
      return SN_EINPUT;
    }
  }
  if ((long long)out->n[0] * out->n[1] > SN_SHELL_MOST) {
    sn_item_fail(item, SN_EINPUT, error, "Shell '%s' has more than %d elements.", item->name, SN_SHELL_MOST);
    sn_error_fix(error, "Use fewer.");
    return SN_EINPUT;
  }
  if (p->points.n && p->points.n != sn_shell_nodes(out)) {
    sn_item_fail(item, SN_EINPUT, error, "Shell '%s' has %d points, but %d x %d nodes.", item->name, p->points.n,
                 out->nodes[0], out->nodes[1]);
    sn_error_fix(error, "Give one point per node, row by row: along u first.");
    return SN_EINPUT;
  }
  return SN_OK;
}
