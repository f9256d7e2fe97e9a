/* parts/shell_support.c -- nodes of a shell, and how its edges hold them.
 * What:    clamped: place and director are fixed in the ground or in a part, no node of its own; held: some or all components of the
 *          place; symmetry: the place stays in a plane, the director along it. Corners take what both edges say, each row once.
 * Theory:  docs/theory-shells.md, (S13). A place held in the ground in all directions is a fixed vector: the node is a director alone.
 * Tests:   tests/shells/test_shell.c
 */
#include <stdio.h>
#include <string.h>

#include "math/rotation.h"
#include "model/model.h"
#include "parts/shell.h"

/* ---- what is asked of a node */
typedef struct {
  int clamped;      /* by this edge + 1; 0: by none */
  const sn_ref *on; /* who holds the components; NULL: the ground */
  int held[3];      /* components of the place, drawing axes */
  int n_plane;      /* planes of symmetry that are no coordinate planes */
  sn_v3 plane[2];   /* their normals */
  int n_along;      /* normals that the director stays across */
  sn_v3 along[2];
} wanted;

static int same_way(sn_v3 a, sn_v3 b)
{
  return v3_norm(v3_cross(a, b)) < 1e-9;
}

static void add_plane(wanted *w, sn_v3 normal)
{
  const sn_v3 n = v3_unit(normal);
  int axis = -1;
  for (int k = 0; k < 3; k++) {
    axis = fabs(n.x[k]) > 1 - 1e-12 ? k : axis;
  }
  if (axis >= 0) {
    w->held[axis] = 1;
  } else if (w->n_plane < 2 && !(w->n_plane == 1 && same_way(n, w->plane[0]))) {
    w->plane[w->n_plane++] = n;
  }
  if (w->n_along < 2 && !(w->n_along == 1 && same_way(n, w->along[0]))) {
    w->along[w->n_along++] = n;
  }
}

static wanted wanted_of(const sn_shell_grid *g, int node)
{
  wanted w = {0};
  for (int e = 0; e < sn_shell_edges(g->item); e++) {
    const sn_shell_edge *k = sn_shell_edge_at(g->item, e);
    if (!k->given || !sn_shell_on_edge(g, e, node)) {
      continue;
    }
    if (k->clamped && !w.clamped) {
      w.clamped = e + 1;
    }
    for (int i = 0; i < 3; i++) {
      w.held[i] |= (sn_axis_letters(k->held) >> i) & 1;
    }
    w.on = k->held && k->on.given && k->on.item ? &k->on : w.on;
    if (!isnan(k->symmetry.x[0])) {
      add_plane(&w, k->symmetry);
    }
  }
  return w;
}

/* ---- checks */

static sn_status wrong_edge(const sn_item *item, int edge, const char *what, const char *fix, sn_error *error)
{
  sn_item_fail(item, SN_EINPUT, error, "Edge %s of shell '%s' %s.", sn_shell_edge_name(item, edge), item->name, what);
  sn_error_fix(error, "%s", fix);
  return SN_EINPUT;
}

static sn_status check_edge(const sn_item *item, const sn_shell_grid *g, int edge, sn_error *error)
{
  const sn_shell_edge *k = sn_shell_edge_at(item, edge);
  if (!k->given) {
    return SN_OK;
  }
  if (!g->mesh && g->closed[edge >= 2]) {
    return wrong_edge(item, edge, "is not there: the surface is closed", "Leave it out.", error);
  }
  if (sn_axis_letters(k->held) < 0) {
    return wrong_edge(item, edge, "has a `held` that is no list of axes",
                      "Write held = \"xyz\", or some of these letters, each once.", error);
  }
  if (k->clamped && (k->held || !isnan(k->symmetry.x[0]))) {
    return wrong_edge(item, edge, "is clamped, and held or symmetric as well",
                      "A clamp fixes everything: leave out the rest.", error);
  }
  if (k->on.given && !k->clamped && !k->held) {
    return wrong_edge(item, edge, "names a part, but does not say how it is held there",
                      "Add clamped = true, or held = \"xyz\".", error);
  }
  if (g->mesh && (k->load.e[0] || k->moment.e[0]) && sn_shell_segments(g, edge) == 0) {
    return wrong_edge(item, edge, "has no length for a load per length: it is no physical curve",
                      "Use a physical curve, or a force at a node.", error);
  }
  if (k->on.given && k->on.item == item) {
    return wrong_edge(item, edge, "is held by its own shell", "Name another part, or use closed = \"u\".", error);
  }
  return SN_OK;
}

/* ---- nodes */

/* Third axis along the director. */
static sn_m3 axes_of(sn_v3 d)
{
  return sn_rotation_along(d);
}

static int is_shell(const sn_item *item, const sn_ref *on)
{
  return on && on->item && on->item->kind == item->kind && !sn_ref_is_place(on);
}

/* What a node is made from. */
typedef struct {
  sn_v3 x, d;            /* as drawn */
  sn_v3 start, director; /* as it starts */
  sn_v3 velocity, spin;
  int triad;
  const sn_frame *beside; /* the node at the same place; NULL: it is the first there */
} making;

/* What `velocity` gives a node. */
static sn_v3 velocity_at(const sn_item *item, const sn_shell_grid *g, int node)
{
  SN_ASSERT(node >= 0 && node < sn_shell_nodes(g));
  const sn_shell *p = item->param;
  sn_v3 v = v3(0, 0, 0);
  double uv[2];
  sn_shell_parameters(g, node, uv);
  for (int k = 0; k < 3 && p->velocity.e[0]; k++) {
    v.x[k] = sn_expr_value(p->velocity.e[k], uv);
  }
  return sn_drawn_direction(item, v);
}

/* Velocities as drawn, and the spins of the directors that fit them: `velocity` of the places, then `angular_velocity`. */
static sn_status set_velocities(const sn_item *item, const sn_shell_grid *g, sn_builder *b, making *m, sn_error *error)
{
  const sn_shell *p = item->param;
  const sn_v3 omega = sn_drawn_direction(item, sn_vector_or(p->angular_velocity, v3(0, 0, 0)));
  const int n = sn_shell_nodes(g);
  sn_arena *arena = sn_builder_arena(b);
  sn_v3 *x = SN_NEW(arena, sn_v3, n), *v = SN_NEW(arena, sn_v3, n), *spin = SN_NEW(arena, sn_v3, n);
  double constant;
  if (!x || !v || !spin) {
    return sn_no_memory(error, "the model");
  }
  for (int k = 0; k < n; k++) {
    x[k] = m[k].x;
    v[k] = velocity_at(item, g, k);
  }
  if (p->velocity.e[0] &&
      !(sn_expr_is_constant(p->velocity.e[0], &constant) && sn_expr_is_constant(p->velocity.e[1], &constant) &&
        sn_expr_is_constant(p->velocity.e[2], &constant))) {
    SN_TRY(sn_shell_spins(g, x, v, arena, spin, error));
  }
  for (int k = 0; k < n; k++) {
    m[k].velocity = v3_add(v[k], v3_cross(omega, v3_sub(x[k], x[0])));
    m[k].spin = sn_start_spin(item, v3_add(omega, spin[k]));
  }
  return SN_OK;
}

/* A place of something else and a director of its own. */
static sn_frame turning(sn_builder *b, const sn_frame *place, sn_v3 d, sn_v3 omega)
{
  int vector[SN_SHELL_VECTORS];
  double point[SN_SHELL_VECTORS] = {0}, none[SN_SHELL_VECTORS] = {0}, director[SN_SHELL_VECTORS] = {0};
  const double *const axes[3] = {none, none, director};
  int n = 0;
  for (int k = 0; k < place->n && n < SN_SHELL_VECTORS - 1; k++) {
    if (sn_point_row(place)[k] != 0) {
      vector[n] = place->vector[k];
      point[n++] = sn_point_row(place)[k];
    }
  }
  const int node = sn_add_node(b, 0, v3(0, 0, 0), v3(0, 0, 0), 1, &d, omega);
  vector[n] = sn_vector_of(b, node, 3);
  director[n++] = 1;
  sn_frame f = sn_weighted_frame(b, n, vector, point, axes);
  f.n_dir = 1;
  f.node = node;
  return f;
}

/* On an edge that is clamped: a frame of what holds it. */
static sn_status clamped_node(const sn_item *item, const sn_ref *on, const making *m, sn_builder *b, sn_frame *out,
                              sn_error *error)
{
  if (!on->given || !on->item) {
    const sn_frame ground = sn_ground_frame(b);
    return sn_frame_at(b, &ground, m->start, axes_of(m->director), out, error);
  }
  if (on->item->kind != item->kind || sn_ref_is_place(on)) {
    return sn_frame_on(on, b, m->x, axes_of(m->d), out, error);
  }
  const sn_shell_frozen *other = on->item->frozen;
  int node;
  SN_TRY(sn_shell_meet(item, on, m->start, &node, error));
  const sn_frame *there = other->node + node;
  if (sn_shell_is_smooth(other->D[node], m->director)) {
    *out = *there;
    return SN_OK;
  }
  if (there->n_dir < 3) { /* a director that something else than a node of its own holds */
    sn_item_fail(item, SN_EINPUT, error,
                 "Shells '%s' and '%s' meet at an angle at (%.6g, %.6g, %.6g), where an edge is held.", item->name,
                 on->item->name, m->start.x[0], m->start.x[1], m->start.x[2]);
    sn_error_why(error, "A fold needs a node with axes; the place there is fixed and its director alone turns.");
    sn_error_fix(error, "Hold the edge by two components and joints, or clamp it.");
    return SN_EINPUT;
  }
  return sn_frame_at(b, there, m->start, axes_of(m->director), out, error);
}

static sn_status add_node(const sn_item *item, const wanted *w, const making *m, sn_builder *b, sn_frame *out,
                          sn_error *error)
{
  const int all = w->held[0] && w->held[1] && w->held[2];
  if (w->clamped) {
    return clamped_node(item, &sn_shell_edge_at(item, w->clamped - 1)->on, m, b, out, error);
  }
  if (m->beside) { /* another director of a fold */
    return sn_frame_at(b, m->beside, m->start, axes_of(m->director), out, error);
  }
  if (all && is_shell(item, w->on)) { /* a hinge: the place is shared */
    const sn_shell_frozen *other = w->on->item->frozen;
    int node;
    SN_TRY(sn_shell_meet(item, w->on, m->start, &node, error));
    *out = turning(b, other->node + node, m->director, m->spin);
  } else if (all && !w->on && !m->triad) {
    const sn_frame place = sn_fixed_point_frame(b, m->start);
    *out = turning(b, &place, m->director, m->spin);
  } else {
    const sn_v3 v = sn_start_velocity(item, m->start, m->velocity);
    *out = sn_node_frame(b, m->triad ? sn_add_triad(b, m->start, v, axes_of(m->director), m->spin)
                                     : sn_add_fibre(b, m->start, v, m->director, m->spin));
  }
  return SN_OK;
}

static sn_status no_normal(const sn_item *item, const sn_shell_grid *g, int k, sn_v3 x, sn_error *error)
{
  double uv[2];
  sn_shell_parameters(g, k, uv);
  const int corners = ((const sn_shell *)item->param)->corners.n > 0;
  sn_item_fail(item, SN_EINPUT, error,
               "The surface of shell '%s' has no normal at u = %g, v = %g, which is at (%.6g, %.6g, %.6g).", item->name,
               uv[0], uv[1], x.x[0], x.x[1], x.x[2]);
  sn_error_why(error, "Lines of u and of v must cross there, and its place be finite.");
  sn_error_fix(error, corners ? "Give the corners one after the other around the surface, no two of them at one place."
                              : "Leave a small hole at a pole, or use other parameters.");
  return SN_EINPUT;
}

/* A plane of symmetry holds its edge, and directors along it. */
static sn_status check_plane(const sn_item *item, const sn_shell_grid *g, int edge, const making *m, sn_error *error)
{
  const sn_shell_edge *k = sn_shell_edge_at(item, edge);
  int first = -1;
  double size = 0;
  if (!k->given || isnan(k->symmetry.x[0])) {
    return SN_OK;
  }
  const sn_v3 normal = sn_drawn_direction(item, v3_unit(k->symmetry));
  for (int i = 0; i < sn_shell_nodes(g); i++) {
    size = fmax(size, v3_norm(v3_sub(m[i].x, m[0].x)));
  }
  for (int i = 0; i < sn_shell_nodes(g); i++) {
    if (!sn_shell_on_edge(g, edge, i)) {
      continue;
    }
    first = first < 0 ? i : first;
    const double off = v3_dot(v3_sub(m[i].x, m[first].x), normal);
    if (fabs(off) > 1e-4 * size || fabs(v3_dot(m[i].d, normal)) > 0.5) {
      wrong_edge(item, edge, "is in no plane of symmetry with this normal",
                 "`symmetry` is the direction across the plane that the edge lies in.", error);
      sn_error_why(error, "At (%.6g, %.6g, %.6g) it %s.", m[i].x.x[0], m[i].x.x[1], m[i].x.x[2],
                   fabs(off) > 1e-4 * size ? "leaves the plane of its first node" : "has its surface along the plane");
      return SN_EINPUT;
    }
  }
  return SN_OK;
}

sn_status sn_shell_add_nodes(const sn_item *item, const sn_shell_grid *g, sn_builder *b, sn_frame *node,
                             sn_error *error)
{
  const int n = sn_shell_nodes(g);
  SN_REQUIRE(node != NULL, error);
  making *m = SN_NEW(sn_builder_arena(b), making, n);
  sn_v3 *x = SN_NEW(sn_builder_arena(b), sn_v3, n), *d = SN_NEW(sn_builder_arena(b), sn_v3, n);
  unsigned char *triad = SN_NEW(sn_builder_arena(b), unsigned char, n);
  if (!m || !x || !d || !triad) {
    return sn_no_memory(error, "the model");
  }
  for (int e = 0; e < sn_shell_edges(item); e++) {
    SN_TRY(check_edge(item, g, e, error));
  }
  for (int k = 0; k < n; k++) {
    if (!sn_shell_station(g, k, &m[k].x, &m[k].d)) {
      return no_normal(item, g, k, m[k].x, error);
    }
    m[k].start = x[k] = sn_start_point(item, m[k].x);
    m[k].director = d[k] = m3_mul(item->start->turn, m[k].d);
  }
  SN_TRY(set_velocities(item, g, b, m, error));
  for (int e = 0; e < sn_shell_edges(item); e++) {
    SN_TRY(check_plane(item, g, e, m, error));
  }
  sn_shell_mark_triads(item, n, x, d, triad);
  for (int k = 0; k < n; k++) { /* a fold needs axes */
    const int first = sn_shell_first(g, k);
    triad[first] = triad[first] || triad[k] || first != k;
  }
  for (int k = 0; k < n; k++) {
    const wanted w = wanted_of(g, k);
    const int first = sn_shell_first(g, k);
    m[k].triad = triad[k];
    m[k].beside = first != k ? node + first : NULL;
    SN_TRY(add_node(item, &w, m + k, b, node + k, error));
  }
  return SN_OK;
}

/* ---- rows */

/* Components of the place of a node that are held. */
static sn_status hold_place(const sn_item *item, const wanted *w, const sn_frame *node, sn_builder *b, sn_error *error)
{
  const sn_v3 x = sn_frame_point(b, node);
  const sn_m3 drawing = sn_drawn_axes(item, m3_identity());
  const sn_frame ground = sn_ground_frame(b);
  sn_frame on, axes;
  if (w->on) {
    SN_TRY(sn_frame_of(w->on, b, &on, error));
    SN_TRY(sn_frame_at(b, &on, x, sn_start_axes(item, drawing), &on, error));
    axes = on;
  } else {
    on = sn_fixed_point_frame(b, x);
    axes = sn_frame_local(b, &ground, v3(0, 0, 0), sn_start_axes(item, drawing));
  }
  sn_block_meet(b);
  const int gap = sn_between(b, &on, node);
  for (int k = 0; k < 3; k++) {
    if (w->held[k]) {
      sn_form_zero(b, sn_form(b, 1, gap, sn_axis_of(b, &axes, k), 0));
    }
  }
  for (int k = 0; k < w->n_plane; k++) {
    const sn_frame way = sn_frame_local(b, &axes, v3(0, 0, 0), sn_rotation_along(w->plane[k]));
    sn_form_zero(b, sn_form(b, 1, gap, sn_axis_of(b, &way, 2), 0));
  }
  return SN_OK;
}

/* The director stays across normals of planes of symmetry. */
static void hold_director(const sn_item *item, const wanted *w, const sn_frame *node, sn_builder *b)
{
  const sn_frame ground = sn_ground_frame(b);
  sn_block_begin(b, &sn_law_constraint, "axis");
  const int d = sn_axis_of(b, node, 2);
  for (int k = 0; k < w->n_along; k++) {
    const sn_v3 n = m3_mul(item->start->turn, sn_drawn_direction(item, w->along[k]));
    const sn_frame way = sn_frame_local(b, &ground, v3(0, 0, 0), sn_rotation_along(n));
    sn_form_zero(b, sn_form(b, 1, d, sn_axis_of(b, &way, 2), 0));
  }
}

sn_status sn_shell_add_supports(sn_item *item, const sn_shell_frozen *f, sn_builder *b, sn_error *error)
{
  for (int k = 0; k < sn_shell_nodes(&f->grid); k++) {
    const wanted w = wanted_of(&f->grid, k);
    const int all = w.held[0] && w.held[1] && w.held[2] && f->node[k].n_dir == 1 &&
                    (!w.on || is_shell(item, w.on)); /* its place is no unknown of its own */
    if (w.clamped) {
      continue;
    }
    if ((w.held[0] || w.held[1] || w.held[2] || w.n_plane) && !all && sn_shell_first(&f->grid, k) == k) {
      SN_TRY(hold_place(item, &w, f->node + k, b, error));
    }
    if (w.n_along) {
      hold_director(item, &w, f->node + k, b);
    }
  }
  return SN_OK;
}
