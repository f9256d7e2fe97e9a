/* parts/body_points.c -- a rigid body by its points: four, three (a plate) or two (a rod) at fixed distances.
 * What:    the points are nodes; a body may share them with other parts and with the ground, which are then joined without an equation:
 *          one point is a ball joint, two are a hinge. What users see of the body is a frame made of its points.
 * Theory:  GOG section 2. With A = [1 ... 1; y_1 ... y_n], y_a the points in body axes, a place y is sum_a N_a(y) q_a, N = A^-1 (1, y):
 *          linear. So the mass between points is the constant A^-1 P A^-T, P = [m, m c^T; m c, E + m c c^T], E the Euler tensor.
 *          Distances are forms (u.u - L^2)/(2 L). Three points have two axes and no normal among their sums, two points have one:
 *          the others are completed for results (parts/rigid.h).
 * Limits:  joints and springs on a plate or a rod hold at its points; a moment needs a body without points.
 * Tests:   tests/mechanisms/test_gog.c, tests/laws
 */
#include <math.h>
#include <stdio.h>

#include "math/principal.h"
#include "math/rotation.h"
#include "model/model.h"
#include "parts/body.h"

enum { MOST = SN_BODY_POINTS };
static const double degenerate = 1e-6; /* volume over the product of its edges: points in a plane or on a line */
static const double thin = 1e-9;       /* of the inertia: a mass without thickness */

typedef struct {
  int n, d;                /* points, axes that they give */
  sn_v3 x[MOST], at[MOST]; /* as drawn, and at the start */
  sn_frame frame[MOST];
  int vector[MOST], is_free[MOST];
  sn_v3 origin; /* of their axes, and these, as drawn */
  sn_m3 axes;
  double inverse[MOST][MOST]; /* A^-1: row a, columns 1, y_1 .. y_d */
} points;

int sn_body_point_drawn(const sn_item *item, const sn_refs *list, int k, sn_v3 *x)
{
  SN_ASSERT(k >= 0 && k < list->n);
  const sn_ref *ref = list->x + k;
  if (!ref->given) {
    *x = sn_drawn_point(item, ref->point);
    return 1;
  }
  return sn_drawn_station(ref, x);
}

static const char *word(int n)
{
  return n == 4 ? "four" : n == 3 ? "three" : "two";
}

/* ---- geometry */

/* Two of them at one place lie in a plane, too, but that is not what is wrong. */
static sn_status check_apart(const sn_item *item, const points *p, sn_error *error)
{
  double size = 0;
  for (int k = 1; k < p->n; k++) {
    size = fmax(size, v3_norm(v3_sub(p->x[k], p->x[0])));
  }
  for (int i = 0; p->n > 2 && i < p->n; i++) {
    for (int k = i + 1; k < p->n; k++) {
      if (!(v3_norm(v3_sub(p->x[k], p->x[i])) > degenerate * size)) {
        sn_item_fail(item, SN_EINPUT, error, "Points %d and %d of body '%s' are at the same place.", i + 1, k + 1,
                     item->name);
        sn_error_why(error, "They are at {%.6g, %.6g, %.6g}; together they do not determine its orientation.",
                     p->x[i].x[0], p->x[i].x[1], p->x[i].x[2]);
        sn_error_fix(error, "Draw them at different places.");
        return SN_EINPUT;
      }
    }
  }
  return SN_OK;
}

/* Axes of the points: those of the body for four of them, else along the first edge and in the plane. */
static sn_status find_axes(const sn_item *item, points *p, sn_v3 at, sn_m3 body, sn_error *error)
{
  sn_v3 edge[3];
  double size = 1;
  SN_TRY(check_apart(item, p, error));
  for (int k = 0; k < p->d; k++) {
    edge[k] = v3_sub(p->x[k + 1], p->x[0]);
    size *= v3_norm(edge[k]);
  }
  const sn_v3 across = p->d > 1 ? v3_cross(edge[0], edge[1]) : edge[0];
  const double volume = p->d == 3 ? fabs(v3_dot(across, edge[2])) : v3_norm(across);
  if (!(volume > degenerate * size)) {
    sn_item_fail(item, SN_EINPUT, error, "The %s points of body '%s' %s.", word(p->n), item->name,
                 p->n == 4   ? "lie in a plane"
                 : p->n == 3 ? "lie on a line"
                             : "are the same place");
    sn_error_why(error, "They do not determine its orientation.");
    sn_error_fix(error, p->n == 4   ? "Move one of them out of the plane; a plate needs three points."
                        : p->n == 3 ? "Move one of them off the line; a rod needs two points."
                                    : "Draw them at different places.");
    return SN_EINPUT;
  }
  p->origin = p->d == 3 ? at : p->x[0];
  p->axes = body;
  if (p->d == 2) {
    (void)sn_rotation_two_directions(0, edge[0], 1, edge[1], &p->axes);
  } else if (p->d == 1) {
    const sn_m3 along = sn_rotation_along(edge[0]);
    p->axes = (sn_m3){{along.c[2], along.c[0], along.c[1]}};
  }
  return SN_OK;
}

/* A^-1 by elimination with the largest pivots; the points are known to span. */
static void invert(points *p)
{
  double a[MOST][2 * MOST] = {{0}}, size = 0;
  const int n = p->n;
  for (int k = 0; k < n; k++) {
    size = fmax(size, v3_norm(v3_sub(p->x[k], p->origin)));
  }
  size = sn_power_of_two(size); /* pivots are chosen among lengths */
  for (int k = 0; k < n; k++) { /* column k: 1, times that, and the coordinates of point k */
    const sn_v3 y = m3_tmul(p->axes, v3_sub(p->x[k], p->origin));
    for (int i = 0; i < n; i++) {
      a[i][k] = i == 0 ? size : y.x[i - 1];
      a[i][n + k] = i == k;
    }
  }
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++) {
      best = fabs(a[i][k]) > fabs(a[best][k]) ? i : best;
    }
    for (int j = 0; j < 2 * n; j++) {
      const double swap = a[k][j];
      a[k][j] = a[best][j];
      a[best][j] = swap;
    }
    for (int j = 2 * n - 1; j >= k; j--) {
      a[k][j] /= a[k][k];
    }
    for (int i = 0; i < n; i++) {
      for (int j = 2 * n - 1; j >= k && i != k; j--) {
        a[i][j] -= a[i][k] * a[k][j];
      }
    }
  }
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < n; i++) {
      p->inverse[k][i] = a[k][n + i] * (i == 0 ? size : 1);
    }
  }
}

/* ---- mass */

/* Centre and Euler tensor about it in the axes of the points. */
static void in_axes(const points *p, const sn_rigid *f, sn_v3 at, sn_m3 body, sn_v3 *centre, double E[3][3])
{
  const double half = 0.5 * (f->inertia[0][0] + f->inertia[1][1] + f->inertia[2][2]);
  sn_v3 axis[3]; /* of the points, in body axes */
  *centre = m3_tmul(p->axes, v3_sub(v3_add(at, m3_mul(body, f->center)), p->origin));
  for (int k = 0; k < 3; k++) {
    axis[k] = m3_tmul(body, p->axes.c[k]);
  }
  for (int k = 0; k < 3; k++) {
    for (int l = 0; l < 3; l++) {
      E[k][l] = half * v3_dot(axis[k], axis[l]);
      for (int i = 0; i < 9; i++) {
        E[k][l] -= axis[k].x[i / 3] * f->inertia[i / 3][i % 3] * axis[l].x[i % 3];
      }
    }
  }
}

static sn_status check_mass(const sn_item *item, const points *p, sn_v3 centre, double E[3][3], sn_error *error)
{
  const double size = E[0][0] + E[1][1] + E[2][2], arm = v3_norm(v3_sub(p->x[1], p->x[0]));
  double moment[3], outside = 0;
  sn_m3 axes;
  for (int k = p->d; k < 3; k++) {
    outside = fmax(outside, fmax(fabs(E[k][k]) / size, fabs(centre.x[k]) / arm));
  }
  if (p->d < 3 && outside > thin) {
    sn_item_fail(item, SN_EINPUT, error, "The mass of body '%s' does not lie %s of its %s points.", item->name,
                 p->d == 2 ? "in the plane" : "on the line", word(p->n));
    sn_error_why(error, p->d == 2
                            ? "Three points carry a flat mass: the largest moment of inertia, about the normal, is "
                              "the sum of the others, and the centre is in their plane."
                            : "Two points carry a slender mass: no moment of inertia about their line, and the "
                              "centre is on it.");
    sn_error_fix(error, "Use four points, or an inertia without thickness.");
    return SN_EINPUT;
  }
  sn_principal((const double(*)[3])E, moment, &axes); /* E = tr(J)/2 - J has the axes of J */
  if (p->d == 3 && !(fmin(moment[0], fmin(moment[1], moment[2])) > thin * size)) {
    sn_item_fail(item, SN_EINPUT, error,
                 "Body '%s' is flat or slender: four points have too many motions for its mass.", item->name);
    sn_error_why(error, "Across a flat body there is no mass that a point could move.");
    sn_error_fix(error, "Use three points of its plane (a rod: two of its line), or give it a thickness.");
    return SN_EINPUT;
  }
  return SN_OK;
}

static void add_mass(const points *p, double mass, sn_v3 centre, double E[3][3], sn_builder *b)
{
  double P[MOST][MOST] = {{0}};
  for (int i = 0; i < p->n; i++) {
    for (int j = 0; j < p->n; j++) {
      const double ci = i ? centre.x[i - 1] : 1, cj = j ? centre.x[j - 1] : 1;
      P[i][j] = mass * ci * cj + (i && j ? E[i - 1][j - 1] : 0);
    }
  }
  for (int k = 0; k < p->n; k++) {
    for (int l = k; l < p->n; l++) {
      double m = 0;
      for (int i = 0; i < p->n * p->n; i++) {
        m += p->inverse[k][i / p->n] * P[i / p->n][i % p->n] * p->inverse[l][i % p->n];
      }
      if (p->is_free[k] && p->is_free[l]) {
        sn_add_mass(b, p->vector[k], p->vector[l], m);
        continue;
      }
      sn_add_held_mass(b, p->vector[k], p->vector[l], m);
      if (p->is_free[k] != p->is_free[l]) { /* the other rests: its share of the weight is here */
        sn_add_weight(b, p->vector[p->is_free[k] ? k : l], m);
      }
    }
  }
}

/* ---- nodes */

static sn_status own_point(sn_item *item, const sn_refs *list, int k, points *p, sn_builder *b, sn_error *error)
{
  SN_REQUIRE(k >= 0 && k < list->n, error);
  const sn_ref *ref = list->x + k;
  if (!sn_body_point_drawn(item, list, k, p->x + k)) {
    sn_item_fail(item, SN_EINPUT, error, "Point %d of body '%s' is '%s', which is no place.", k + 1, item->name,
                 sn_ref_name(ref));
    sn_error_fix(error,
                 "Name a point, a node of a link, cable or body by points, ground:point {x, y, z}, or give {x, y, z}.");
    return SN_EINPUT;
  }
  if (!ref->given) {
    return SN_OK;
  }
  if (!ref->item) {
    p->frame[k] = sn_fixed_point_frame(b, p->x[k]);
  } else {
    SN_TRY(sn_frame_of(ref, b, p->frame + k, error));
    if (p->frame[k].node < 0 || p->frame[k].n_dir > 0) {
      sn_item_fail(item, SN_EINPUT, error, "Point %d of body '%s' cannot be shared with '%s'.", k + 1, item->name,
                   sn_ref_name(ref));
      sn_error_why(error, "It is no point: it has axes of its own, or moves as given.");
      sn_error_fix(error, "Share a point, or a node of a link, a cable or a body by points; else use a joint.");
      return SN_EINPUT;
    }
  }
  p->vector[k] = p->frame[k].vector[0];
  p->is_free[k] = p->frame[k].node >= 0;
  p->at[k] = sn_frame_point(b, p->frame + k);
  return SN_OK;
}

static void new_point(const sn_item *item, int k, sn_v3 at, sn_v3 v, sn_v3 omega, points *p, sn_builder *b)
{
  p->at[k] = sn_start_point(item, p->x[k]);
  const sn_v3 drawn = v3_add(v, v3_cross(omega, v3_sub(p->x[k], at)));
  p->frame[k] = sn_node_frame(b, sn_add_point(b, p->at[k], sn_start_velocity(item, p->at[k], drawn)));
  p->vector[k] = p->frame[k].vector[0];
  p->is_free[k] = 1;
}

static sn_status check_different(const sn_item *item, const points *p, sn_error *error)
{
  int n_free = 0;
  for (int k = 0; k < p->n; k++) {
    n_free += p->is_free[k];
  }
  if (n_free > 0) {
    return SN_OK;
  }
  sn_item_fail(item, SN_EINPUT, error, "All points of body '%s' rest on the ground: it cannot move.", item->name);
  sn_error_fix(error, "Leave it out, or let one of them go.");
  return SN_EINPUT;
}

/* 1: a body made before this one keeps the distance of both vectors. */
static int kept(const sn_item *item, int v, int w)
{
  for (int i = 0; i < item->index; i++) {
    const sn_item *other = sn_model_item(item->model, i);
    const sn_rigid *f = other->kind == item->kind ? other->frozen : NULL;
    int n = 0;
    for (int k = 0; f && k < f->n_point; k++) {
      n += f->by->point[k].vector[0] == v || f->by->point[k].vector[0] == w;
    }
    if (n == 2) {
      return 1;
    }
  }
  return 0;
}

static void keep_distances(const sn_item *item, const points *p, sn_builder *b)
{
  int begun = 0;
  for (int k = 0; k < p->n; k++) {
    for (int l = 0; l < k; l++) {
      if ((!p->is_free[k] && !p->is_free[l]) || kept(item, p->vector[k], p->vector[l])) {
        continue;
      }
      if (!begun++) {
        (void)sn_block_begin(b, &sn_law_constraint, "distance of points");
      }
      const double L = v3_norm(v3_sub(p->at[k], p->at[l]));
      const int u = sn_between(b, p->frame + l, p->frame + k);
      sn_form_zero(b, sn_form_length(b, u, L));
    }
  }
}

/* ---- what users see */

static void make_frame(const points *p, sn_v3 at, sn_m3 body, sn_rigid *f, sn_builder *b)
{
  double weight[4][MOST] = {{0}};
  const double *axes[3] = {weight[1], weight[2], weight[3]};
  for (int i = 0; i < p->n; i++) {
    for (int k = 0; k < p->n; k++) {
      weight[i][k] = p->inverse[k][i];
    }
  }
  f->frame = sn_weighted_frame(b, p->n, p->vector, weight[0], axes);
  if (p->d == 3) {
    sn_show_frame(b, &f->frame);
  }
  f->n_point = p->n;
  f->completed = 3 - p->d;
  f->by->drawn = p->axes;
  f->by->shift = m3_tmul(p->axes, v3_sub(at, p->origin));
  for (int k = 0; k < 3; k++) {
    f->by->turn.c[k] = m3_tmul(p->axes, body.c[k]);
  }
  for (int k = 0; k < p->n; k++) {
    f->by->point[k] = p->frame[k];
  }
}

/* Edges, where no shape is drawn. */
static void draw(sn_item *item, const points *p, sn_builder *b)
{
  static const int path[MOST][6] = {{0}, {0, 1}, {0, 1, 2, 0}, {0, 1, 2, 0, 3, 1}}, length[MOST] = {0, 2, 4, 6};
  int v[6];
  for (int k = 0; k < length[p->d]; k++) {
    v[k] = p->vector[path[p->d][k]];
  }
  sn_draw_line(item, b, length[p->d], v, 0, 0);
  if (p->n == MOST) {
    sn_draw_line(item, b, 2, p->vector + 2, 0, 0);
  }
}

sn_status sn_body_by_points(sn_item *item, const sn_body *q, sn_rigid *f, sn_builder *b, sn_error *error)
{
  points p = {.n = q->points.n, .d = q->points.n - 1};
  if (p.n < 2 || p.n > MOST) {
    sn_item_fail(item, SN_EINPUT, error, "Body '%s' has %d point%s.", item->name, p.n, p.n == 1 ? "" : "s");
    sn_error_fix(error, "Give four points of a body, three of a plate, or two of a rod.");
    return SN_EINPUT;
  }
  f->by = SN_NEW(sn_builder_arena(b), sn_rigid_points, 1);
  if (!f->by) {
    return sn_no_memory(error, "the model");
  }
  const sn_v3 zero = v3(0, 0, 0), at = sn_drawn_point(item, sn_vector_or(q->at, zero));
  const sn_m3 body = sn_drawn_axes(item, isnan(q->orientation.c[0].x[0]) ? m3_identity() : q->orientation);
  const sn_v3 v = sn_drawn_direction(item, sn_vector_or(q->velocity, zero));
  const sn_v3 omega = isnan(q->angular_velocity_body.x[0])
                          ? sn_drawn_direction(item, sn_vector_or(q->angular_velocity, zero))
                          : m3_mul(body, q->angular_velocity_body);
  for (int k = 0; k < p.n; k++) {
    SN_TRY(own_point(item, &q->points, k, &p, b, error));
  }
  SN_TRY(find_axes(item, &p, at, body, error));
  for (int k = 0; k < p.n; k++) {
    if (!q->points.x[k].given) {
      new_point(item, k, at, v, omega, &p, b);
    }
  }
  SN_TRY(check_different(item, &p, error));
  invert(&p);
  sn_v3 centre;
  double E[3][3];
  in_axes(&p, f, at, body, &centre, E);
  SN_TRY(check_mass(item, &p, centre, E, error));
  add_mass(&p, f->mass, centre, E, b);
  keep_distances(item, &p, b);
  make_frame(&p, at, body, f, b);
  if (q->mass.shape.n > 0 && p.d == 3) {
    sn_rigid_draw(item, &q->mass, f, b);
  } else {
    draw(item, &p, b);
  }
  return SN_OK;
}
