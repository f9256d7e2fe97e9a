/* parts/solid_surface.c -- surfaces of a solid as places: mean position and mean rotation of their nodes, as a triad.
 * What:    the mean of its places, a sum, and a node of three directors without mass, tied to the sums of their moments. Joints,
 *          springs, loads and signals see a frame like that of a body.
 * Theory:  docs/theory-solids.md, (V6), (V7): x = sum w_a q_a, y_j = sum m_aj q_a, d_k.y_j - d_j.y_k = 0 (polar decomposition).
 * Tests:   tests/solids/test_surface.c
 */
#include <string.h>

#include "math/principal.h"
#include "model/model.h"
#include "parts/solid.h"

enum { SIDE_DEGREE = 5 };
static const double flat = 1e-10; /* of the largest: second moments of a line, which has no rotation about itself */

typedef struct {
  const sn_solid_mesh *mesh;
  const sn_solid_surface *surface;
  const int *local; /* of a node of the mesh: its place among those of the surface */
  sn_solid_weights *w;
} summing;

/* One pass over the points of all sides: with moments of the place about the mean, or without. */
static void pass(const summing *s, int moments)
{
  sn_quadrature q;
  sn_mesh_type last = SN_MESH_TYPES;
  for (int k = 0; k < s->surface->n_side; k++) {
    int node[SN_MESH_MOST_SIDE_NODES];
    sn_v3 x[SN_MESH_MOST_SIDE_NODES];
    const sn_mesh_type type = sn_solid_side_nodes(s->mesh, s->surface->side[k], node);
    const int n = sn_mesh_facts(type)->n_node;
    for (int a = 0; a < n; a++) {
      x[a] = s->mesh->x[node[a]];
    }
    if (type != last) {
      sn_quadrature_of(type, SIDE_DEGREE, &q);
      last = type;
    }
    for (int g = 0; g < q.n; g++) {
      double N[SN_SOLID_NODES];
      sn_m3 by;
      sn_shape_at(type, q.at[g], N, NULL);
      const sn_v3 at = sn_shape_point(type, x, q.at[g], &by), arm = v3_sub(at, s->w->mean);
      const double area = q.weight[g] * v3_norm(sn_shape_normal(&by));
      if (!moments) {
        s->w->area += area;
      }
      for (int a = 0; a < n; a++) {
        const int l = s->local[node[a]];
        s->w->of[l] += moments ? 0 : area * N[a];
        for (int j = 0; j < 3 && moments; j++) {
          s->w->by[l][j] += area * N[a] * arm.x[j];
        }
      }
      s->w->length += moments ? area * v3_dot(arm, arm) : 0;
    }
  }
}

sn_status sn_solid_weights_of(const sn_solid_mesh *m, const sn_solid_surface *s, sn_arena *arena, sn_solid_weights *out,
                              sn_error *error)
{
  int *local = SN_NEW(arena, int, m->n_node);
  *out = (sn_solid_weights){.of = SN_NEW(arena, double, s->n_node),
                            .by = sn_arena_get(arena, (size_t)s->n_node, sizeof *out->by)};
  if (!local || !out->of || !out->by) {
    return sn_no_memory(error, "the model");
  }
  for (int a = 0; a < s->n_node; a++) {
    local[s->node[a]] = a;
  }
  const summing sum = {m, s, local, out};
  pass(&sum, 0);
  for (int a = 0; a < s->n_node; a++) {
    out->of[a] /= out->area;
    out->mean = v3_axpy(out->mean, out->of[a], m->x[s->node[a]]);
  }
  pass(&sum, 1);
  out->length = sqrt(out->length / out->area);
  for (int a = 0; a < s->n_node; a++) {
    for (int j = 0; j < 3; j++) {
      out->by[a][j] /= out->area * out->length;
    }
  }
  return SN_OK;
}

/* ---- the triad */

/* Sums of places of nodes as sums of vectors. */
typedef struct {
  int n, *vector;
  double *weight[4];
} expanded;

/* The place of a vector among those from `first` on: nodes that are points of something else have vectors in common. */
static int place_of(expanded *x, int first, int vector)
{
  for (int k = first; k < x->n; k++) {
    if (x->vector[k] == vector) {
      return k;
    }
  }
  x->vector[x->n] = vector;
  return x->n++;
}

/* Nodes of their own first, each once. */
static sn_status expand(const sn_solid_frozen *f, const sn_solid_surface *s, const sn_solid_weights *w, sn_arena *arena,
                        expanded *out, sn_error *error)
{
  int n = 0, first = 0;
  for (int a = 0; a < s->n_node; a++) {
    n += f->node[s->node[a]].n;
  }
  *out = (expanded){.vector = SN_NEW(arena, int, n)};
  for (int c = 0; c < 4; c++) {
    out->weight[c] = SN_NEW(arena, double, n);
    if (!out->weight[c] || !out->vector) {
      return sn_no_memory(error, "the model");
    }
  }
  for (int shared = 0; shared < 2; shared++) {
    first = out->n;
    for (int a = 0; a < s->n_node; a++) {
      const sn_frame *x = f->node + s->node[a];
      for (int k = 0; k < x->n && (x->n > 1) == shared; k++) {
        const double share = sn_point_row(x)[k];
        if (share == 0) {
          continue;
        }
        const int at = place_of(out, shared ? first : out->n, x->vector[k]);
        out->weight[0][at] += share * w->of[a];
        for (int j = 0; j < 3; j++) {
          out->weight[1 + j][at] += share * w->by[a][j];
        }
      }
    }
  }
  return SN_OK;
}

/* Second moments over the length: sum of m_j X_k. */
static void moments_of(const sn_solid_frozen *f, const sn_solid_surface *s, const sn_solid_weights *w, double J[3][3])
{
  memset(J, 0, 9 * sizeof(double));
  for (int a = 0; a < s->n_node; a++) {
    const sn_v3 arm = v3_sub(f->mesh->x[s->node[a]], w->mean);
    for (int j = 0; j < 3; j++) {
      for (int k = 0; k < 3; k++) {
        J[j][k] += 0.5 * (w->by[a][j] * arm.x[k] + w->by[a][k] * arm.x[j]);
      }
    }
  }
}

static sn_status no_rotation(const sn_solid_frozen *f, const sn_solid_surface *s, sn_error *error)
{
  sn_item_fail(f->item, SN_EINPUT, error, "Surface \"%.60s\" of solid '%s' is a line: it has no rotation about itself.",
               s->name, f->item->name);
  sn_error_fix(error, "Choose a surface with some width as a place for joints and torques.");
  return SN_EINPUT;
}

/* How fast the surface turns as it starts: (tr J - J) w = sum d_j x y_j', axes of the surface. */
static sn_v3 start_spin(const sn_solid_frozen *f, const sn_solid_surface *s, const sn_solid_weights *w,
                        const double J[3][3], sn_m3 r, const sn_builder *b)
{
  sn_v3 moment = v3(0, 0, 0), value, out = v3(0, 0, 0);
  double principal[3];
  sn_m3 axes;
  for (int a = 0; a < s->n_node; a++) {
    sn_v3 speed, spin;
    sn_frame_velocity(b, f->node + s->node[a], &speed, &spin);
    for (int j = 0; j < 3; j++) {
      moment = v3_axpy(moment, w->by[a][j], v3_cross(r.c[j], speed));
    }
  }
  sn_principal(J, principal, &axes);
  const double trace = principal[0] + principal[1] + principal[2];
  value = m3_tmul(axes, m3_tmul(r, moment));
  for (int k = 0; k < 3; k++) {
    out = v3_axpy(out, value.x[k] / (trace - principal[k]), axes.c[k]);
  }
  return m3_mul(r, out);
}

/* Sum c as a vector of its own, or as a list of vectors. */
typedef struct {
  int n, *vector;
  double *weight;
} combination;

/* A modal body has few vectors, and all of them are in its own block: a list costs nothing. */
static sn_status combine(const expanded *x, int c, int as_list, sn_builder *b, combination *out, sn_error *error)
{
  sn_arena *arena = sn_builder_arena(b);
  double most = 0;
  *out = (combination){0, SN_NEW(arena, int, as_list ? x->n : 1), SN_NEW(arena, double, as_list ? x->n : 1)};
  if (!out->vector || !out->weight) {
    return sn_no_memory(error, "the model");
  }
  if (!as_list) {
    out->n = 1;
    out->vector[0] = sn_add_sum(b, x->n, x->vector, x->weight[c]);
    out->weight[0] = 1;
    return sn_builder_status(b, error);
  }
  for (int k = 0; k < x->n; k++) {
    most = fmax(most, fabs(x->weight[c][k]));
  }
  for (int k = 0; k < x->n; k++) {
    if (fabs(x->weight[c][k]) > 1e-12 * most) { /* round-off of own places is none of it */
      out->vector[out->n] = x->vector[k];
      out->weight[out->n++] = x->weight[c][k];
    }
  }
  return SN_OK;
}

/* 1: moment c is nothing but round-off beside the others: a plane surface has none across itself */
static int vanishes(const expanded *x, int c)
{
  double own = 0, most = 0;
  for (int k = 0; k < x->n; k++) {
    own = fmax(own, fabs(x->weight[c][k]));
    for (int i = 1; i < 4; i++) {
      most = fmax(most, fabs(x->weight[i][k]));
    }
  }
  return own <= 1e-13 * most;
}

/* The sums, the directors, and the rows that tie them: a frame of the directors, and of the mean. */
static sn_status add_triad(const expanded *x, int has_point, int as_list, sn_m3 r, sn_v3 spin, sn_builder *b,
                           sn_frame *out, sn_error *error)
{
  combination sum[4] = {{0}};
  int d[3], y[3];
  for (int c = has_point ? 0 : 1; c < 4; c++) {
    if (c == 0 || !vanishes(x, c)) {
      SN_TRY(combine(x, c, as_list, b, sum + c, error));
    }
  }
  const int node = sn_add_node(b, 0, v3(0, 0, 0), v3(0, 0, 0), 3, r.c, spin), n = sum[0].n;
  int *vector = SN_NEW(sn_builder_arena(b), int, n + 3);
  double *weight = SN_NEW(sn_builder_arena(b), double, 4 * (n + 3));
  SN_TRY(sn_builder_status(b, error));
  if (!vector || !weight) {
    return sn_no_memory(error, "the model");
  }
  for (int k = 0; k < n; k++) {
    vector[k] = sum[0].vector[k];
    weight[k] = sum[0].weight[k];
  }
  for (int k = 0; k < 3; k++) {
    vector[n + k] = sn_vector_of(b, node, 1 + k);
    weight[(1 + k) * (n + 3) + n + k] = 1;
  }
  const double *const axes[3] = {weight + (n + 3), weight + 2 * (n + 3), weight + 3 * (n + 3)};
  const sn_frame frame = sn_weighted_frame(b, n + 3, vector, weight, axes);
  sn_block_begin(b, &sn_law_constraint, "mean rotation");
  sn_block_ties_triad(b);
  for (int k = 0; k < 3; k++) {
    d[k] = sn_axis_of(b, &frame, k);
    const combination *m = sum + 1 + k;
    y[k] = m->n == 0 ? -1 : sn_interpolate(b, m->n, m->vector, m->weight);
  }
  for (int k = 0; k < 3; k++) {
    const int l = (k + 1) % 3, form = sn_form_begin(b, 0);
    if (y[l] >= 0) {
      sn_form_term(b, 1, d[k], y[l]);
    }
    if (y[k] >= 0) {
      sn_form_term(b, -1, d[l], y[k]);
    }
    sn_form_zero(b, form);
  }
  *out = frame;
  return sn_builder_status(b, error);
}

sn_status sn_solid_mean_triad(const sn_solid_frozen *f, const sn_solid_surface *s, const sn_solid_weights *w,
                              int has_point, sn_builder *b, sn_frame *out, sn_error *error)
{
  double J[3][3], principal[3];
  expanded x;
  sn_m3 axes;
  moments_of(f, s, w, J);
  sn_principal((const double(*)[3])J, principal, &axes);
  const double most = fmax(principal[0], fmax(principal[1], principal[2])),
               sum = principal[0] + principal[1] + principal[2];
  if (!(sum - most > flat * most)) {
    return no_rotation(f, s, error);
  }
  SN_TRY(expand(f, s, w, sn_builder_arena(b), &x, error));
  const sn_m3 r = sn_start_axes(f->item, sn_solid_axes(f->item));
  const sn_v3 spin = start_spin(f, s, w, (const double(*)[3])J, r, b);
  return add_triad(&x, has_point, f->modal != NULL, r, spin, b, out, error);
}

/* All its nodes rest in the ground, or are fixed in one part: so is its triad. */
static sn_status held_frame(const sn_solid_frozen *f, const sn_solid_surface *s, sn_v3 mean, sn_builder *b,
                            sn_frame *out, sn_error *error)
{
  const sn_v3 drawn = sn_drawn_point(f->item, sn_solid_drawn(f->item, mean));
  const sn_m3 axes = sn_solid_axes(f->item);
  const sn_solid_face *p = sn_solid_face_of(f->item, s);
  if (p && p->clamped && p->on.given && p->on.item) {
    return sn_frame_on(&p->on, b, drawn, axes, out, error);
  }
  const sn_frame ground = sn_ground_frame(b);
  return sn_frame_at(b, &ground, sn_start_point(f->item, drawn), sn_start_axes(f->item, axes), out, error);
}

static int is_held(const sn_solid_frozen *f, const sn_solid_surface *s)
{
  int rests = 1;
  for (int a = 0; a < s->n_node; a++) {
    rests = rests && f->node[s->node[a]].moves == 0;
  }
  const sn_solid_face *p = sn_solid_face_of(f->item, s);
  return rests || (p && p->clamped);
}

static int needs_triad(const sn_solid_frozen *f, const sn_solid_surface *s)
{
  const sn_solid_face *p = sn_solid_face_of(f->item, s);
  return *s->used || (p && (p->torque.e[0] || (p->force.e[0] && p->follows)));
}

sn_status sn_solid_add_triads(sn_solid_frozen *f, sn_builder *b, sn_error *error)
{
  sn_arena *arena = sn_builder_arena(b);
  sn_item_penalty(b, 0); /* definitions, not joints */
  sn_item_augmented(b, 0);
  for (int k = 0; k < f->mesh->n_surface; k++) {
    const sn_solid_surface *s = f->mesh->surface + k;
    sn_solid_frame *out = f->surface + k;
    sn_solid_weights w;
    if (!needs_triad(f, s) || out->made) {
      continue;
    }
    SN_TRY(sn_solid_weights_of(f->mesh, s, arena, &w, error));
    out->mean = w.mean;
    out->area = w.area;
    if (is_held(f, s)) {
      SN_TRY(held_frame(f, s, w.mean, b, &out->frame, error));
      out->made = 1;
      continue;
    }
    SN_TRY(sn_solid_mean_triad(f, s, &w, 1, b, &out->frame, error));
    out->made = 1;
    sn_show_frame(b, &out->frame);
  }
  return sn_builder_status(b, error);
}
