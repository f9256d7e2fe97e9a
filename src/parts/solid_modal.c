/* parts/solid_modal.c -- formulation = "modal": a solid whose nodes are sums of few places.
 * What:    own places with constant masses between them, one elastic block of linear strains about the frame of the body, and every node as a
 *          frame on them: surfaces, joints, loads, stresses and pictures are those of any solid.
 * Theory:  docs/theory-solids.md, (V17) to (V21).
 * Tests:   tests/solids/test_modal.c, tests/laws/test_kinds.c
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "math/principal.h"
#include "model/model.h"
#include "parts/solid_modal.h"
#include "system/guard.h"
#include "system/kernel.h"

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the modes of a solid");
}

sn_status sn_solid_check_modal(const sn_item *item, sn_error *error)
{
  const sn_solid *p = item->param;
  const sn_solid_mesh *m = p->made;
  const char *what = p->temperature         ? "a temperature"
                     : sn_solid_is_mixed(p) ? "nu above 0.45, where elements have a pressure of their own"
                                            : NULL;
  for (int k = 0; k < m->n_surface && !what; k++) {
    const sn_solid_face *s = sn_solid_face_of(item, m->surface + k);
    what = !s                          ? NULL
           : s->rigid                  ? "a rigid surface"
           : s->held                   ? "a surface of which components are held"
           : s->pressure && s->follows ? "a pressure that follows"
                                       : NULL;
  }
  if (!what) {
    return SN_OK;
  }
  sn_item_fail(item, SN_EINPUT, error, "Solid '%s' is modal and has %s.", item->name, what);
  sn_error_why(error, "Its nodes cannot move by themselves: it has the shapes that it was given.");
  sn_error_fix(error, "Take formulation = \"floating\"; a surface can be held by a joint instead.");
  return SN_EINPUT;
}

/* ---- places */

static sn_v3 velocity_of(const sn_solid_frozen *f, const double *mean)
{
  sn_v3 v = {{0, 0, 0}};
  for (int a = 0; a < f->mesh->n_node; a++) {
    if (mean[a] != 0) {
      v = v3_axpy(v, mean[a], sn_solid_velocity(f->item, sn_solid_drawn(f->item, f->mesh->x[a])));
    }
  }
  return v;
}

/* A node is a sum of own places and, for what is left of it, a point of what holds the body: where, and with which weight. */
static sn_v3 on_holder(const sn_solid_frozen *f, const sn_solid_modal *x, int node, double *share)
{
  const double *own = x->W + (size_t)node * (size_t)x->m;
  sn_v3 rest = f->mesh->x[node];
  *share = 1;
  for (int s = 0; s < x->m; s++) {
    rest = v3_axpy(rest, -own[s], x->x[s]);
    *share -= own[s];
  }
  return rest;
}

/* Weights of a node on the n vectors. */
static void node_weights(const sn_solid_frozen *f, const sn_solid_modal *x, int node, double *w)
{
  double share;
  const sn_v3 rest = on_holder(f, x, node, &share);
  memcpy(w, x->W + (size_t)node * (size_t)x->m, sizeof *w * (size_t)x->m);
  for (int k = x->m; k < x->n; k++) {
    w[k] = share * sn_point_row(&f->about)[k - x->m];
    for (int j = 0; j < 3; j++) {
      w[k] += rest.x[j] * sn_axis_row(&f->about, j)[k - x->m];
    }
  }
}

static sn_status add_places(sn_solid_frozen *f, sn_solid_modal *x, int is_free, const unsigned char *held,
                            sn_frame *node, sn_builder *b, sn_error *error)
{
  const int N = f->mesh->n_node;
  x->n = x->m + (is_free ? 0 : f->about.n);
  x->vector = SN_NEW(sn_builder_arena(b), int, x->n);
  x->alone = SN_NEW(sn_builder_arena(b), sn_frame, x->n);
  double *w = SN_NEW(sn_builder_arena(b), double, x->n);
  const double one = 1;
  if (!x->vector || !x->alone || !w) {
    return no_memory(error);
  }
  for (int s = 0; s < x->m; s++) {
    const sn_v3 at = sn_start_point(f->item, sn_drawn_point(f->item, sn_solid_drawn(f->item, x->x[s])));
    const sn_v3 v = sn_start_velocity(f->item, at, velocity_of(f, x->start + (size_t)s * (size_t)N));
    const int made = sn_add_point(b, at, v);
    x->vector[s] = sn_builder_status(b, NULL) == SN_OK ? sn_vector_of(b, made, 0) : 0;
  }
  for (int k = x->m; k < x->n; k++) {
    x->vector[k] = f->about.vector[k - x->m];
  }
  for (int s = 0; s < x->n; s++) {
    x->alone[s] = sn_weighted_frame(b, 1, x->vector + s, &one, NULL);
  }
  for (int a = 0; a < N && sn_builder_status(b, NULL) == SN_OK; a++) {
    if (!held[a]) {
      node_weights(f, x, a, w);
      node[a] = sn_weighted_frame(b, x->n, x->vector, w, NULL);
    }
  }
  return sn_builder_status(b, error);
}

/* ---- masses and strains */

/* Mass between two of its places, or components of what holds it: m own places, its point, its axes. */
static void add_mass(const sn_solid_frozen *f, const sn_solid_modal *x, int s, int t, double m, sn_builder *b)
{
  const sn_frame *fs = s < x->m ? x->alone + s : &f->about, *ft = t < x->m ? x->alone + t : &f->about;
  sn_add_frame_mass(b, fs, s < x->m ? 0 : s - x->m, ft, t < x->m ? 0 : t - x->m, m);
}

static sn_status add_masses(const sn_solid_frozen *f, const sn_solid_modal *x, int is_free, sn_builder *b,
                            sn_error *error)
{
  const sn_solid *p = f->item->param;
  const int n = x->m + (is_free ? 0 : 4), N = f->mesh->n_node;
  double *W = SN_NEW(sn_builder_arena(b), double, (size_t)N *(size_t)n);
  double *M = SN_NEW(sn_builder_arena(b), double, (size_t)n *(size_t)n), *row = SN_NEW(sn_builder_arena(b), double, n);
  if (!W || !M || !row) {
    return no_memory(error);
  }
  for (int a = 0; a < N; a++) {
    double *w = W + (size_t)a * (size_t)n, share;
    const sn_v3 rest = on_holder(f, x, a, &share);
    memcpy(w, x->W + (size_t)a * (size_t)x->m, sizeof *w * (size_t)x->m);
    for (int k = 0; k < 4 && !is_free; k++) {
      w[x->m + k] = k == 0 ? share : rest.x[k - 1];
    }
  }
  for (int e = 0; e < f->mesh->n_element; e++) {
    const sn_solid_kind *k = f->kind[e];
    const int *node = f->mesh->element[e].node;
    for (int a = 0; a < k->n_node; a++) {
      memset(row, 0, sizeof *row * (size_t)n);
      for (int c = 0; c < k->n_node; c++) {
        const double m = p->density * k->mass[a][c], *w = W + (size_t)node[c] * (size_t)n;
        for (int t = 0; t < n; t++) {
          row[t] += m * w[t];
        }
      }
      const double *w = W + (size_t)node[a] * (size_t)n;
      for (int s = 0; s < n; s++) {
        for (int t = s; t < n; t++) {
          M[(size_t)s * (size_t)n + (size_t)t] += w[s] * row[t];
        }
      }
    }
  }
  for (int s = 0; s < n; s++) {
    for (int t = s; t < n; t++) {
      add_mass(f, x, s, t, M[(size_t)s * (size_t)n + (size_t)t], b);
    }
  }
  return sn_builder_status(b, error);
}

/* Differences of own places and what they are measured from, along the axes of the frame: 3 numbers each. */
static void add_matrix(const sn_solid_modal *x, int first, double factor, sn_builder *b)
{
  const int n = 3 * x->m;
  for (int r = 3 * first; r < n; r++) {
    for (int c = r; c < n; c++) {
      sn_block_matrix(b, r - 3 * first, c - 3 * first, factor * x->K[(size_t)r * (size_t)n + (size_t)c]);
    }
  }
}

/* Looks at the slopes of the body where its shapes strain and turn it most. Of a free body the axes are vectors of their own, behind its places. */
static sn_status add_guard(const sn_solid_frozen *f, const sn_solid_modal *x, int is_free, sn_builder *b,
                           sn_error *error)
{
  sn_arena *arena = sn_builder_arena(b);
  const int axes = is_free ? x->n : x->m, n = axes + f->about.n;
  int *vector = SN_NEW(arena, int, n);
  double *weight = SN_NEW(arena, double, 3 * (1 + (size_t)x->n_probe) * (size_t)n), *w = SN_NEW(arena, double, x->n);
  if (!vector || !weight || !w) {
    return no_memory(error);
  }
  memcpy(vector, x->vector, sizeof *vector * (size_t)axes);
  memcpy(vector + axes, f->about.vector, sizeof *vector * (size_t)f->about.n);
  for (int j = 0; j < 3; j++) {
    memcpy(weight + (size_t)j * (size_t)n + axes, sn_axis_row(&f->about, j), sizeof *weight * (size_t)f->about.n);
  }
  for (int i = 0; i < x->n_probe; i++) {
    const int e = x->probe[i].element, g = x->probe[i].point;
    for (int a = 0; a < f->kind[e]->n_node; a++) {
      node_weights(f, x, f->mesh->element[e].node[a], w);
      for (int j = 0; j < 3; j++) {
        double *row = weight + (3 + 3 * (size_t)i + (size_t)j) * (size_t)n;
        for (int s = 0; s < x->n; s++) {
          row[s] += f->kind[e]->slope[g][j][a] * w[s];
        }
      }
    }
  }
  sn_guard_shapes(b, x->n_probe, n, vector, weight);
  return SN_OK;
}

static sn_status add_block(sn_solid_frozen *f, sn_solid_modal *x, int is_free, sn_builder *b, sn_error *error)
{
  const sn_solid *p = f->item->param;
  const int first = is_free, held = x->n - x->m;
  int axis[3], vector[1 + 4];
  double w[1 + 4];
  x->block = f->first_block = sn_block_begin(b, &sn_law_elastic, "modal solid");
  f->block_step = 0;
  for (int k = 0; k < 3; k++) {
    axis[k] = sn_axis_of(b, &f->about, k);
  }
  for (int s = first; s < x->m; s++) {
    vector[0] = x->vector[s];
    w[0] = 1;
    vector[1] = x->vector[0];
    w[1] = -1;
    for (int k = 0; k < held; k++) {
      vector[1 + k] = f->about.vector[k];
      w[1 + k] = -sn_point_row(&f->about)[k];
      for (int j = 0; j < 3; j++) {
        w[1 + k] -= x->x[s].x[j] * sn_axis_row(&f->about, j)[k];
      }
    }
    const int gap = sn_interpolate(b, is_free ? 2 : 1 + held, vector, w);
    for (int k = 0; k < 3; k++) {
      sn_form_zero(b, sn_form(b, 1, axis[k], gap, 0));
    }
  }
  add_matrix(x, first, 1, b);
  SN_TRY(add_guard(f, x, is_free, b, error));
  if (p->damping > 0) {
    (void)sn_block_like(b, &sn_law_viscous, "damping", x->block);
    add_matrix(x, first, p->damping, b);
  }
  return sn_builder_status(b, error);
}

/* ---- loads */

const sn_frame *sn_solid_modal_load(const sn_solid_frozen *f, int n, const double *of, sn_arena *arena, double **out,
                                    int *n_vector)
{
  const sn_solid_modal *x = f->modal;
  double *sum = SN_NEW(arena, double, (size_t)x->n *(size_t)n), *w = SN_NEW(arena, double, x->n);
  if (!sum || !w) {
    return NULL;
  }
  for (int a = 0; a < f->mesh->n_node; a++) {
    node_weights(f, x, a, w);
    for (int s = 0; s < x->n; s++) {
      for (int i = 0; i < n; i++) {
        sum[s * n + i] += w[s] * of[a * n + i];
      }
    }
  }
  *out = sum;
  *n_vector = x->n;
  return x->alone;
}

/* ---- what was kept, for `sinew check` */

static const char *const way_text[] = {"force x",  "force y",  "force z",  "torque x", "torque y",
                                       "torque z", "pressure", "weight x", "weight y", "weight z"};

/* load.u of the reduced body: its response in the space of its places. Solves K r = W^T load, with the rigid motions held. */
static double reduced_compliance(const sn_solid_linear *l, const sn_solid_modal *x, const sn_solid_shapes *s, int k)
{
  /* the shape itself lies in the space, so its energy there is 2 load.u - u.K u: a bound from below, exact if it is kept whole */
  double *u = l->work[0], *Ku = l->work[1];
  const int N = l->f->mesh->n_node;
  memset(u, 0, sizeof *u * (size_t)l->n);
  for (int t = 0; t < x->m; t++) { /* the shape as its own places tell it */
    sn_v3 p = {{0, 0, 0}};
    for (int a = 0; a < N; a++) {
      const double w = x->at[(size_t)t * (size_t)N + (size_t)a];
      for (int i = 0; i < 3 && w != 0; i++) {
        p.x[i] += w * s->u[k][3 * a + i];
      }
    }
    for (int a = 0; a < N; a++) {
      for (int i = 0; i < 3; i++) {
        u[3 * a + i] += x->W[(size_t)a * (size_t)x->m + (size_t)t] * p.x[i];
      }
    }
  }
  sn_solid_stiffness_times(l, u, Ku);
  const double work = sn_solid_dot(l->n, s->load[k], u), energy = sn_solid_dot(l->n, u, Ku);
  return energy > 0 ? work * work / energy : 0;
}

static sn_status summarize(const sn_solid_linear *l, const sn_solid_shapes *s, sn_solid_modal *x, sn_arena *arena,
                           sn_error *error)
{
  enum { LINE = 120 };
  const size_t room = (size_t)LINE * (size_t)(s->n + 8);
  char *text = SN_NEW(arena, char, room), *to = text;
  if (!text) {
    return no_memory(error);
  }
#define SAY(...) to += snprintf(to, room - (size_t)(to - text), __VA_ARGS__)
  SAY("modes of '%s': %d shapes by %d places, of %d nodes\n", l->f->item->name, s->n, x->m, l->f->mesh->n_node);
  SAY("  response to loads at rest %18s %14s %14s\n", "", "full", "reduced");
  for (int k = 0; k < s->n_static; k++) {
    SAY("  %3d  %-16.16s %-10s %12s %14.6g %14.6g %s\n", k + 1, s->surface[k], way_text[s->way[k]], "",
        s->compliance[k], reduced_compliance(l, x, s, k),
        s->way[k] < 3    ? "m/N"
        : s->way[k] < 6  ? "m/N of moments"
        : s->way[k] == 6 ? "m^3/Pa"
                         : "J/(m/s^2)^2");
  }
  for (int k = s->n_static; k < s->n; k++) {
    SAY("  %3d  vibration, %s %30.6g Hz\n", k + 1, l->is_free ? "free" : "held", s->hertz[k]);
  }
  if (s->left_out > 0) {
    SAY("  the next vibration, %.6g Hz, is left out: motion at f Hz is missed by (f/%.4g)^2 of what it answers\n",
        s->left_out, s->left_out);
  }
#undef SAY
  x->summary = text;
  return SN_OK;
}

const char *sn_solid_summary(const void *frozen)
{
  const sn_solid_frozen *f = frozen;
  return f->modal ? f->modal->summary : NULL;
}

/* ---- once */

static sn_status make(sn_solid_frozen *f, const unsigned char *held, int is_free, sn_builder *b, sn_solid_modal *out,
                      sn_error *error)
{
  sn_arena *arena = sn_builder_arena(b);
  sn_solid_linear l;
  sn_solid_shapes shapes;
  sn_status status = sn_solid_linear_new(f, held, is_free, arena, &l, error);
  status = status == SN_OK ? sn_solid_find_shapes(&l, arena, &shapes, error) : status;
  status = status == SN_OK ? sn_solid_reduce(&l, &shapes, arena, out, error) : status;
  status = status == SN_OK ? sn_solid_find_probes(&l, &shapes, arena, out, error) : status;
  status = status == SN_OK ? summarize(&l, &shapes, out, arena, error) : status;
  sn_lin_free(l.lin);
  return status;
}

sn_status sn_solid_add_modal(sn_solid_frozen *f, sn_frame *node, sn_builder *b, sn_error *error)
{
  sn_arena *arena = sn_builder_arena(b);
  const sn_solid_face *holder = NULL;
  const int N = f->mesh->n_node, holders = sn_solid_holders(f, &holder), is_free = holders == 0;
  sn_solid_modal *x = SN_NEW(arena, sn_solid_modal, 1);
  unsigned char *held = SN_NEW(arena, unsigned char, N);
  if (!x || !held) {
    return no_memory(error);
  }
  if (holders > 1) {
    sn_item_fail(f->item, SN_EINPUT, error, "Solid '%s' is modal and clamped by several parts.", f->item->name);
    sn_error_why(error, "The shapes of a modal body are measured in the frame of what clamps it.");
    sn_error_fix(error, "Clamp it on one of them, and hold the other surfaces by joints (`fixed`).");
    return SN_EINPUT;
  }
  SN_TRY(sn_solid_hold_nodes(f, held, node, b, error));
  f->modal = x;
  f->is_linear = 1;
  SN_TRY(make(f, held, is_free, b, x, error));
  if (!is_free) {
    SN_TRY(sn_solid_add_frame(f, b, error));
  }
  SN_TRY(add_places(f, x, is_free, held, node, b, error));
  if (is_free) { /* of all its mass, by its places */
    SN_TRY(sn_solid_add_frame(f, b, error));
  }
  SN_TRY(add_masses(f, x, is_free, b, error));
  return add_block(f, x, is_free, b, error);
}
